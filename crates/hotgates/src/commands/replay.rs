//! `replay`: a recorded battle told again, or checked.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use hotgates_engine::{Battle, BySide, Side};
use hotgates_files::AtomicFile;
use hotgates_page::{HtmlPage, RecordedBattle};
use hotgates_protocol::ViewLog;
use hotgates_record::{GameRecord, Replay, ReplayBreak, ReplayError};
use hotgates_table::{Guest, view_log_of_replay};
use hotgates_terminal::view_log::tell_view_log;

use crate::battle_animation::{AnimationLook, animate_replay};
use crate::battle_page::{VERIFICATION, page_with_battle};
use crate::battle_report::BattleReport;
use crate::block_map::TerminalMapStyle;
use crate::cli;
use crate::console;
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::json::{self, VerificationDocument};
use crate::words;

/// Tells a replay, or checks it.
///
/// # Errors
/// The mistake in a replay that cannot be read or is not true.
pub fn run_replay(args: &cli::ReplayArgs) -> Result<(), Failure> {
    let bytes = hotgates_files::read_bytes(&args.file, hotgates_files::FileAccess::of_command_line(false))?;
    if ViewLog::is_view_log(&bytes) {
        return tell_view_log_file(&bytes, args);
    }
    if args.verify {
        return verify_replay(&bytes, args);
    }
    let replay = Replay::decode(&bytes).map_err(|error| unreadable_replay_failure(&args.file, &error))?;
    if let Some(guest) = args.seen_by {
        return tell_view_of_replay(&replay, guest.into(), args);
    }
    if let Some(page) = &args.html {
        return write_replay_page(&replay, args, page);
    }
    if let Some(picture) = &args.animation {
        return write_animation(&replay, args, picture);
    }
    if args.json {
        let start = Instant::now();
        let course = replay.play_again().map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
        let names = recorded_names(&replay);
        let battle = json::BattleDocument::new(&replay.scenario, &names, &course, start.elapsed());
        let mut out = console::standard_output();
        json::print_line(&mut out, &battle)?;
        return Ok(out.flush()?);
    }
    tell_replay(&replay, args)
}

/// Tells what somebody saw of a replay, or writes it to a view log.
fn tell_view_of_replay(replay: &Replay, guest: Guest, args: &cli::ReplayArgs) -> Result<(), Failure> {
    let target = args.view_log.as_deref().map(AtomicFile::new).transpose()?;
    let log = view_log_of_replay(replay, guest);
    let log = log.map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
    match target {
        Some(target) => Ok(target.write_and_rename(log.to_text().as_bytes())?),
        None => tell_log(&log, args),
    }
}

/// Tells a file that is a view log.
fn tell_view_log_file(bytes: &[u8], args: &cli::ReplayArgs) -> Result<(), Failure> {
    let fault = |why: &str| Failure::bad_input(format!("{}: {why}", args.file.display()));
    if args.verify {
        return Err(fault("a view log cannot be checked: dice and what was out of sight are not in it"));
    }
    if args.json || args.html.is_some() || args.animation.is_some() || args.seen_by.is_some() {
        return Err(fault("a view log can only be told; a replay can be shown in other ways, too"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| fault("a view log is UTF-8, and this is not"))?;
    tell_log(&ViewLog::from_text(text).map_err(|why| fault(&why.to_string()))?, args)
}

fn tell_log(log: &ViewLog, args: &cli::ReplayArgs) -> Result<(), Failure> {
    let file = args.file.display().to_string();
    let onlooker = log.begin_watching().map_err(|why| Failure::bad_input(format!("{file}: {why}")))?;
    let mut out = console::standard_output();
    let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
    Ok(tell_view_log(&mut out, log, onlooker, args.watch.then_some(look))?)
}

/// Writes the page of a replay that is true.
fn write_replay_page(replay: &Replay, args: &cli::ReplayArgs, page: &Path) -> Result<(), Failure> {
    let target = AtomicFile::new(page)?;
    let record = replay.play_again().map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
    let start = Battle::from_scenario(&replay.scenario)
        .map_err(|faults| unreadable_replay_failure(&args.file, &ReplayError::Scenario(faults)))?;
    let names = recorded_names(replay);
    let battle = RecordedBattle { replay, names: &names, record: &record, start: &start };
    // A page that shows the battle needs no stills.
    let stills = if cfg!(feature = "web") { String::new() } else { battle.stills_in_html() };
    let content = format!(
        "{}{stills}<p><small>Made by hotgates replay {} from the replay with the hash {:016x}; {VERIFICATION}.</small></p>\n",
        battle.outcome_in_html(),
        env!("CARGO_PKG_VERSION"),
        record.hash()
    );
    let page = HtmlPage { title: &replay.scenario.map.name, subtitle: "a recorded battle", content };
    Ok(target.write_and_rename(page_with_battle(&page, &replay.encode()).as_bytes())?)
}

/// Writes the moving picture of a replay that is true.
fn write_animation(replay: &Replay, args: &cli::ReplayArgs, picture: &Path) -> Result<(), Failure> {
    let target = AtomicFile::new(picture)?;
    replay.play_again().map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
    let look = AnimationLook { hex: args.hex, scheme: args.palette };
    let bytes = animate_replay(replay, look, &cancel_on_ctrl_c())
        .ok_or_else(|| Failure::negative_answer_because("cancelled before all pictures were drawn"))?;
    Ok(target.write_and_rename(&bytes)?)
}

fn verify_replay(bytes: &[u8], args: &cli::ReplayArgs) -> Result<(), Failure> {
    let start = Instant::now();
    let mut out = console::standard_output();
    let verified = Replay::verify_bytes(bytes);
    if args.json {
        let all;
        let document = match &verified {
            Ok((replay, course)) => {
                all = recorded_names(replay);
                let battle = json::BattleDocument::new(&replay.scenario, &all, course, start.elapsed());
                VerificationDocument { is_true: true, error: None, battle: Some(battle) }
            }
            Err(broken) => {
                VerificationDocument { is_true: false, error: Some(broken.to_string()), battle: None }
            }
        };
        json::print_line(&mut out, &document)?;
        out.flush()?;
    }
    let (_, course) = verified.map_err(|broken| untrue_replay_failure(&args.file, &broken))?;
    if !args.json {
        let (orders, hash) = (words::count_words(course.orders().len(), "order", "orders"), course.hash());
        writeln!(out, "{}: verified, {orders}, hash {hash:016x}", args.file.display())?;
        out.flush()?;
    }
    Ok(())
}

/// Plays the orders again one by one, and tells their events.
fn tell_replay(replay: &Replay, args: &cli::ReplayArgs) -> Result<(), Failure> {
    let battle = Battle::from_scenario(&replay.scenario)
        .map_err(|faults| unreadable_replay_failure(&args.file, &ReplayError::Scenario(faults)))?;
    let mut out = console::standard_output();
    let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
    let mut report = BattleReport::new(&mut out, args.watch.then_some(look));
    report.write_header(&replay.scenario, &recorded_names(replay), &battle)?;
    let mut course = GameRecord::new(battle, replay.scenario.dice_source());
    let mut events = Vec::new();
    let of = replay.orders.len();
    for (number, &(order, recorded)) in (1..).zip(&replay.orders) {
        events.clear();
        let broken = match course.act(order, &mut events) {
            Err(why) => ReplayBreak::Illegal { number, of, order, why },
            Ok(()) if course.hash() != recorded => {
                ReplayBreak::Hash { number, of, order, recorded, played: course.hash() }
            }
            Ok(()) => {
                report.write_events(course.battle(), &events)?;
                continue;
            }
        };
        report.write_end(&course, None)?;
        return Err(untrue_replay_failure(&args.file, &broken));
    }
    report.write_end(&course, None)?;
    let (recorded, played) = (replay.verdict, course.battle().verdict());
    if recorded != played {
        return Err(untrue_replay_failure(&args.file, &ReplayBreak::Verdict { recorded, played }));
    }
    Ok(())
}

/// Returns the names of both commanders as the recording says.
pub(super) fn recorded_names(replay: &Replay) -> BySide<String> {
    let commander = |side: Side| replay.scenario.map.army(side)?.commander.clone();
    BySide::new(|side| commander(side).unwrap_or_else(|| "unknown".to_owned()))
}

pub(super) fn unreadable_replay_failure(file: &Path, error: &ReplayError) -> Failure {
    Failure::bad_input(format!("{}: {error}", file.display()))
}

pub(super) fn untrue_replay_failure(file: &Path, broken: &ReplayBreak) -> Failure {
    Failure::negative_answer_because(format!("{}: does not verify: {broken}", file.display()))
}
