//! `serve`: a server for battles between people, in builds that have one.

use hotgates_options::ServeArgs;

use crate::failure::Failure;

#[cfg(feature = "serve")]
use {
    crate::cli::ProgramOptions,
    hotgates_bots::{BotLauncher, BotPatience, check_words, words_of_command},
    hotgates_cell::{CellLimits, CellWalls, Wall, WallState},
    hotgates_engine::{MapFile, Scenario, Side},
    hotgates_options::{OptionsInForce, WebhookPlace, read_small_text},
    hotgates_server::{
        AdminTask, BotList, KeepingDays, ServerSettings, WebhookReach, WebhookSettings, do_admin_task,
        log_to_standard_error, run_until, start_server,
    },
    std::io::Write,
    std::path::{Path, PathBuf},
    std::sync::Arc,
    std::time::Duration,
};

/// Runs a server until Ctrl-C, or does a task of the operator's.
///
/// # Errors
/// The reason why the server cannot start, or the task cannot be done.
#[cfg(feature = "serve")]
pub fn run_server(args: &ServeArgs) -> Result<(), Failure> {
    let in_force = OptionsInForce::of_args(args).map_err(Failure::bad_input)?;
    if args.print_config {
        let mut out = crate::console::standard_output();
        write!(out, "{}", in_force.config_text().map_err(Failure::bad_input)?)?;
        return Ok(out.flush()?);
    }
    let settings = settings_of_options(&in_force)?;
    if let Some(words) = &args.admin {
        let task = task_of_words(words)?;
        let database = settings.database.as_deref();
        let done = run_until(do_admin_task(&settings.folder, database, &settings.bots, task));
        let mut out = crate::console::standard_output();
        write!(out, "{}", done.map_err(Failure::bad_input)?)?;
        return Ok(out.flush()?);
    }
    let public_url = settings.public_url.clone();
    log_to_standard_error();
    let cancel = crate::ctrl_c::cancel_on_ctrl_c();
    run_until(async {
        let server = start_server(settings).await.map_err(Failure::bad_input)?;
        let address = public_url.unwrap_or_else(|| format!("http://{}", server.address()));
        let mut out = crate::console::standard_output();
        writeln!(
            out,
            "Open {address} in a browser. Ctrl-C ends the server; battles go on when it starts again."
        )?;
        out.flush()?;
        while !cancel.is_set() {
            hotgates_server::sleep(Duration::from_millis(100)).await;
        }
        server.stop().await;
        Ok(())
    })
}

/// Returns what a server with these options is to do.
#[cfg(feature = "serve")]
fn settings_of_options(in_force: &OptionsInForce) -> Result<ServerSettings, Failure> {
    let options = in_force.options();
    let bots = match &options.bots {
        Some(file) => read_bots(file, options.weak_cells == Some(true))?,
        None => BotList::default(),
    };
    let (usual, given) = (KeepingDays::default(), "a usual value");
    Ok(ServerSettings {
        listen: options.listen.expect(given),
        folder: options.data.clone().expect(given),
        database: options.database.clone(),
        public_url: options.public_url.clone(),
        battles_a_minute: options.battles_a_minute.expect(given),
        bots,
        operator: options.ops_listen,
        keeping: KeepingDays {
            finished: options.keep_finished.unwrap_or(usual.finished),
            untouched: options.keep_untouched.unwrap_or(usual.untouched),
            chat: options.keep_chat.unwrap_or(usual.chat),
        },
        ratings: options.ratings == Some(true),
        webhooks: WebhookSettings {
            reach: match options.webhooks.expect(given) {
                WebhookPlace::None => WebhookReach::None,
                WebhookPlace::Public => WebhookReach::Public,
                WebhookPlace::Local => WebhookReach::Local,
            },
            ..WebhookSettings::default()
        },
        page: crate::battle_page::VIEWER.expect("the feature `serve` has the page"),
    })
}

/// Returns the task that words name.
#[cfg(feature = "serve")]
fn task_of_words(words: &[String]) -> Result<AdminTask, Failure> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(match words[..] {
        ["list"] => AdminTask::List,
        ["show", battle] => AdminTask::Show(battle.to_owned()),
        ["close", battle] => AdminTask::Close(battle.to_owned()),
        ["forget", battle] => AdminTask::Forget(battle.to_owned()),
        ["mute", battle] => AdminTask::Mute(battle.to_owned()),
        ["unmute", battle] => AdminTask::Unmute(battle.to_owned()),
        ["renew", battle, "red"] => AdminTask::Renew(battle.to_owned(), Side::Red),
        ["renew", battle, "blue"] => AdminTask::Renew(battle.to_owned(), Side::Blue),
        ["export", battle, file] => AdminTask::Export(battle.to_owned(), PathBuf::from(file)),
        ["backup", file] => AdminTask::Backup(PathBuf::from(file)),
        _ => {
            return Err(Failure::bad_input(
                "--admin: one of `list`, `show BATTLE`, `close BATTLE`, `forget BATTLE`, `mute BATTLE`, `unmute BATTLE`, \
                 `renew BATTLE red|blue`, `export BATTLE FILE` and `backup FILE`",
            ));
        }
    })
}

/// Reads a list of programs: on each line a name and a command. Lines that are empty or begin with `#` say nothing.
#[cfg(feature = "serve")]
fn read_bots(file: &Path, weak_cells: bool) -> Result<BotList, Failure> {
    let text = read_small_text(file).map_err(Failure::bad_input)?;
    let options = ProgramOptions { turn_ms: None, bank_ms: None, no_cell: false };
    let cell = options.bot_cell(None);
    if !weak_cells {
        check_walls(cell.as_ref().map(|cell| cell.warden.as_path()))?;
    }
    let mut bots = BotList::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let in_line =
            |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}:{number}: {why}", file.display()));
        let Some((name, command)) = line.split_once(char::is_whitespace) else {
            return Err(in_line(&"a line has a name and a command"));
        };
        let words = words_of_command(command.trim()).map_err(|why| in_line(&why))?;
        check_words(&words).map_err(|why| in_line(&format!("{}: {why}", words[0])))?;
        // Each battle brings a scenario of its own.
        let scenario = Scenario::classic(MapFile::default());
        let launcher = BotLauncher::new(words, scenario, options.bot_limits(), BotPatience::default());
        let launcher = match &cell {
            Some(cell) => launcher.in_cell(cell.clone()),
            None => launcher,
        };
        if !bots.add_program(name, Arc::new(launcher)) {
            let why = "a name has up to 40 letters, digits, dots, hyphens and underscores, and stands once";
            return Err(in_line(&why));
        }
    }
    Ok(bots)
}

/// Refuses programs where no wall stands around their processes, or towards the network.
#[cfg(feature = "serve")]
fn check_walls(warden: Option<&Path>) -> Result<(), Failure> {
    let weak = |why: String| {
        Failure::bad_input(format!(
            "--bots: {why}; --weak-cells starts the programs all the same: see docs/cells.md"
        ))
    };
    let Some(warden) = warden else { return Err(weak("no cell can be put up".to_owned())) };
    let here = std::env::current_dir()?;
    let walls = CellWalls::of_this_machine(warden, &CellLimits::default(), &here);
    let walls = walls.map_err(|why| weak(format!("no cell can be put up: {why}")))?;
    for wall in [Wall::Processes, Wall::Network] {
        if walls.state(wall) != WallState::Whole {
            return Err(weak(format!(
                "the wall `{}` is {} on this machine",
                wall.name(),
                walls.state(wall).name()
            )));
        }
    }
    Ok(())
}

/// There is no server in this build.
///
/// # Errors
/// Always, with how to build one.
#[cfg(not(feature = "serve"))]
pub fn run_server(_: &ServeArgs) -> Result<(), Failure> {
    Err(Failure::bad_input(
        "this build has no server: `tools/web/build` and then `cargo build --release --features serve` make one that has",
    ))
}
