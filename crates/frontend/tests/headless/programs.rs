//! Programs as commanders: named and confirmed by the player, played to the end of a battle, stopped, and never
//! started by a file.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use bevy::app::AppExit;
use bevy::ui::InteractionDisabled;
use hotgates_engine::{DiceSource, VictoryKind};
use hotgates_frontend::battle::{AfterBattleAction, ComputerPlayers, LoadBattle, SeatAction};
use hotgates_frontend::programs::{
    AskForProgram, CellState, CellWarden, ConfirmedProgram, ProgramAction, ProgramConfirmed, ProgramQuestion,
};
use hotgates_frontend::scene::BattlePhase;
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_frontend::ui::MessageOnClick;
use hotgates_frontend::ui::texts::Language;

use super::*;

/// The part of a shell script that knows how to begin a battle; the orders of each half-turn follow.
const SOUND: &str = r#"while read -r line; do case "$line" in
    '{"hello"'*) echo '{"ready":{"name":"sh","protocol":1}}';;
    '{"new"'*) echo '{"ok":{"game":1}}';;
    '{"over"'*) echo '{"done":{"game":1}}';;
    '{"turn"'*) "#;
/// The rest of the script.
const REST: &str = r";; esac; done";
const END_TURN: &str = r#"echo '{"order":{"game":1,"order":"end_turn","reason":"later"}}'"#;

/// Returns the command of a shell script, which says its marker in its command line.
fn shell(script: &str, marker: &str) -> String {
    format!("sh -c '{}' {marker}", script.replace('\'', r"'\''"))
}

/// Returns the command of a bot that ends each half-turn at once.
fn idler(marker: &str) -> String {
    shell(&format!("{SOUND} {END_TURN} {REST}"), marker)
}

/// Asks the player for a program and answers with a command, without walls.
fn confirm(player: &mut Player, side: Side, command: &str) -> ConfirmedProgram {
    player.app.world_mut().resource_mut::<Messages<ProgramConfirmed>>().clear();
    player.say(AskForProgram { side, command: String::new() });
    player.say(ProgramAction::Type(command.to_owned()));
    player.say(ProgramAction::WithoutWalls(true));
    player.app.world_mut().write_message(ProgramAction::Confirm);
    player.app.update();
    let messages = player.app.world().resource::<Messages<ProgramConfirmed>>();
    let confirmed = messages.iter_current_update_messages().next().cloned().expect("it is confirmed");
    assert_eq!(confirmed.side, side);
    confirmed.program
}

/// Has a program as Red fight a commander or a person.
fn fight_program(player: &mut Player, command: &str, blue: &Seat) {
    let red = confirm(player, Side::Red, command).seat_at(&duel());
    player.fight(DUEL, &red, blue);
    if blue.is_human() {
        player.say(BattleAction::BeginFighting);
    }
    player.playback().speed = 16;
}

/// Returns the command line of a process that has the marker in it.
fn running(marker: &str) -> Option<String> {
    let lines = fs::read_dir("/proc").into_iter().flatten().flatten().map(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ")
    });
    lines.into_iter().find(|line| line.contains(marker))
}

/// Asserts that a program ends within moments.
fn check_ends(player: &mut Player, marker: &str) {
    player.until("the program has ended", |_| running(marker).is_none());
}

fn disabled(player: &mut Player, action: &ProgramAction) -> bool {
    let world = player.app.world_mut();
    let mut buttons = world.query::<(&MessageOnClick<ProgramAction>, Has<InteractionDisabled>)>();
    buttons.iter(world).find(|(on_click, _)| on_click.0 == *action).expect("such a button").1
}

#[test]
fn a_program_is_named_seen_and_confirmed_before_its_battle_begins() {
    let mut player = Player::new();
    let witness = player.folder.path().join("WITNESS");
    player.press(KeyCode::KeyN);
    player.app.update();
    let side = Side::Red;
    player.say(AskForProgram { side, command: String::new() });
    player.app.update();
    check_texts(&mut player, &["A program commands Red", "There is no command yet.", "cannot put walls"]);
    let type_in = |player: &mut Player, command: &str| {
        player.say(ProgramAction::Type(command.to_owned()));
        player.app.update();
    };
    type_in(&mut player, "sh 'x");
    check_texts(&mut player, &["A quotation mark is not closed."]);
    type_in(&mut player, "./nobody");
    check_texts(&mut player, &["There is no such program."]);
    type_in(&mut player, "/etc/passwd");
    check_texts(&mut player, &["You have no right to start this file."]);
    // The words are those that will be passed, and nothing in them hides.
    type_in(&mut player, "sh -c 'two words' $HOME \"a\u{1b}[2J\nb\"");
    check_texts(
        &mut player,
        &["5 words are passed:", "program: sh", "2: two words", "3: $HOME", r"4: a\u{1b}[2J\u{a}b"],
    );
    assert!(disabled(&mut player, &ProgramAction::Confirm), "nobody has said that it may do without walls");
    check_texts(&mut player, &["Say that the program is to be started without walls, or start none"]);
    player.say(ProgramAction::Confirm);
    assert!(player.app.world().resource::<ProgramQuestion>().draft().is_some());
    // Escape leaves the question, and the setup stays.
    player.press(KeyCode::Escape);
    player.app.update();
    assert!(player.app.world().resource::<ProgramQuestion>().draft().is_none());
    assert_eq!(player.screen(), Screen::Setup);
    let program_of =
        |player: &Player| player.app.world().resource::<BattleSetup>().seat(side).program().cloned();
    assert_eq!(program_of(&player), None);

    let command = format!("sh -c 'echo x >> \"{}\"; sleep 1000.91'", witness.display());
    confirm(&mut player, side, &command);
    player.app.update();
    assert_eq!(program_of(&player).map(|program| program.command().to_owned()), Some(command.clone()));
    let dice = |player: &Player| player.app.world().resource::<BattleSetup>().scenario().dice_source();
    assert!(matches!(dice(&player), DiceSource::Key(_)), "a program could try out a small seed");
    check_texts(&mut player, &["a program without walls", "sleep 1000.91"]);
    assert!(!witness.exists(), "the battle has not begun");
    // Another commander takes its place, and it has to be confirmed again.
    player.say(SetupChange::Seat(side, 1));
    assert_eq!(program_of(&player), None);
    assert!(matches!(dice(&player), DiceSource::Seed(_)));
    confirm(&mut player, side, &command);
    player.say(SetupChange::Seed(77));
    assert_eq!(dice(&player), DiceSource::Seed(77), "the player names the dice");
    player.say(SetupAction::Start);
    player.app.update();
    player.say(BattleAction::BeginFighting);
    player.until("it is started", |_| running("1000.91").is_some() && witness.exists());
    check_texts(&mut player, &["program: sh -c"]);
    player.say(BattleAction::Leave);
    check_ends(&mut player, "1000.91");
}

/// A whole battle of a real bot is the battle of the same bot in the terminal.
#[test]
fn a_program_plays_a_whole_battle() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = std::process::Command::new("python3").arg("--version").output();
    if python.is_err() {
        eprintln!("SKIPPED: there is no python3");
        return;
    }
    let mut player = Player::new();
    let command = format!("python3 '{}' 1000.99", root.join("examples/bots/python/bot.py").display());
    fight_program(&mut player, &command, &Seat::from_name("hunter"));
    player.until("the battle is over", |world| game(world).phase == BattlePhase::Over);
    let session = &player.game().session;
    assert!(session.program_loss().is_none(), "{:?}", session.program_loss());
    let of_program: Vec<_> =
        session.order_records().iter().filter(|record| record.side == Side::Red).collect();
    assert!(of_program.iter().all(|record| record.said.is_some() && record.reason.is_none()));
    assert!(of_program.iter().any(|record| record.said.as_deref() != Some("")), "it says why");
    let hash = session.game_record().unwrap().hash();
    let replay = session.to_replay().unwrap();
    replay.play_again().expect("the replay verifies");
    let program = confirm(&mut player, Side::Red, &command).seat_at(&duel());
    let seats =
        Seats::new(|side| if side == Side::Red { program.clone() } else { Seat::from_name("hunter") });
    let battle = hotgates_engine::Battle::from_scenario(&duel()).unwrap();
    let mut elsewhere = seats.begin_match(battle, 7).unwrap();
    elsewhere.finish().unwrap();
    assert_eq!(elsewhere.game_record().hash(), hash);
    drop(elsewhere);
    check_ends(&mut player, "1000.99");
}

#[test]
fn a_program_that_goes_wrong_loses_and_the_player_reads_why() {
    let illegal = format!(
        "{SOUND} {illegal};; '{{\"illegal\"'*) {illegal} {REST}",
        illegal = r#"echo '{"order":{"game":1,"order":{"attack":[0,0]}}}'"#
    );
    let cases = [
        (
            "echo my last words >&2; echo second line >&2; exit 7".to_owned(),
            VictoryKind::Crashed,
            ["exit status: 7", "退出码 7"],
        ),
        (
            "echo nonsense; sleep 1000.92".to_owned(),
            VictoryKind::Unparsable,
            ["means nothing", "一行不是消息"],
        ),
        (illegal, VictoryKind::Illegal, ["its orders are illegal", "不合规则的命令"]),
    ];
    for (script, how, [why, why_in_chinese]) in cases {
        let mut player = Player::new();
        fight_program(&mut player, &shell(&script, "1000.92"), &Seat::from_name("greedy"));
        player.until("the battle is over", |world| game(world).phase == BattlePhase::Over);
        let verdict = player.game().session.battle().verdict().unwrap();
        assert_eq!((verdict.winner, verdict.how), (Some(Side::Blue), how));
        player.app.update();
        check_texts(&mut player, &["Blue wins: the program of Red", why]);
        player.say(AfterBattleAction::Close);
        player.say(SettingsAction::Language(Language::Chinese));
        player.say(AfterBattleAction::Show);
        player.app.update();
        check_texts(&mut player, &["蓝方胜：红方的程序", why_in_chinese]);
        if how == VictoryKind::Crashed {
            check_texts(&mut player, &["程序最后的错误输出", "my last words", "second line"]);
        }
        check_ends(&mut player, "1000.92");
        let storage = player.storage();
        player.until("the replay is written", |_| storage.list_battles(&storage.replay_folder()).len() == 1);
        // The battle ends the same when it is watched again.
        let (_, replay) = storage.list_battles(&storage.replay_folder()).remove(0);
        player.say(LoadBattle(replay));
        player.app.update();
        assert_eq!(player.screen(), Screen::Replay);
    }
}

#[test]
fn a_program_is_stopped_and_another_commander_goes_on() {
    let mut player = Player::new();
    fight_program(&mut player, &shell("sleep 1000.93", "1000.93"), &Seat::seat_of_person());
    player.until("it runs", |_| running("1000.93").is_some());
    player
        .until("it is asked", |world| world.resource::<ComputerPlayers>().thinking_side() == Some(Side::Red));
    player.app.update();
    check_texts(&mut player, &["Red thinks: ", " / 60 s", "Stop"]);
    leaving::check_buttons_stay(&mut player, "a program that is asked");
    player.say(SeatAction::StopProgram(Side::Red));
    player.app.update();
    check_ends(&mut player, "1000.93");
    check_texts(&mut player, &["Nobody commands Red", "You have stopped the program."]);
    assert!(matches!(player.game().phase, BattlePhase::Unseated(Side::Red, Some(_))));
    for _ in 0..20 {
        player.app.update();
    }
    assert!(player.orders().is_empty());
    player.say(SeatAction::Seat(Side::Red, "hunter"));
    player.until("Blue is to move", |world| game(world).session.battle().side() == Side::Blue);
    assert_eq!(
        player.game().session.scenario().map.red.as_ref().unwrap().commander.as_deref(),
        Some("hunter")
    );
}

/// Neither leaving the battle nor closing the window leaves a program behind, whatever it is doing.
#[test]
fn no_program_outlives_its_battle() {
    let asked = shell("sleep 1000.94", "1000.94");
    let waits = idler("1000.94");
    for (command, close) in [(&asked, false), (&asked, true), (&waits, false), (&waits, true)] {
        let mut player = Player::new();
        fight_program(&mut player, command, &Seat::seat_of_person());
        player.until("it runs", |_| running("1000.94").is_some());
        if command == &waits {
            player.until("it waits", |world| game(world).session.battle().side() == Side::Blue);
        }
        if close {
            player.say(AppExit::Success);
            assert_eq!(running("1000.94"), None, "it has ended before the window does");
        } else {
            player.say(BattleAction::Leave);
            check_ends(&mut player, "1000.94");
        }
    }
}

/// A program never hears of moves that a person takes back.
#[test]
fn a_program_hears_of_moves_that_stand() {
    let mut player = Player::new();
    let heard = player.folder.path().join("heard");
    let script = format!("tee \"{}\" | {{ {SOUND} {END_TURN} {REST}; }}", heard.display());
    let blue = confirm(&mut player, Side::Blue, &shell(&script, "1000.95")).seat_at(&duel());
    player.fight(DUEL, &Seat::seat_of_person(), &blue);
    player.say(BattleAction::BeginFighting);
    let unit = player.unit(Side::Red, 1);
    for _ in 0..2 {
        if player.game().selection.selected_unit() != Some(unit) {
            player.click(player.cell_of(unit));
        }
        let (to, _) = player.game().selection.stopping_cells()[0];
        player.click(to);
        assert_eq!(player.orders().len(), 1);
        player.say(BattleAction::Undo);
        assert!(player.orders().is_empty());
    }
    let (to, _) = *player.game().selection.stopping_cells().last().unwrap();
    player.click(to);
    assert!(running("1000.95").is_none(), "it is started when it is to move");
    player.say(BattleAction::EndTurnNow);
    player.until("Red is to move again", |world| {
        game(world).session.battle().side() == Side::Red && game(world).session.order_records().len() == 3
    });
    assert!(player.game().session.program_loss().is_none());
    let steps = player.game().session.order_records()[0].events.len();
    let heard = fs::read_to_string(heard).unwrap();
    let turn = heard.lines().find(|line| line.starts_with("{\"turn\"")).expect("it is to move");
    assert_eq!(turn.matches("\"stepped\"").count(), steps, "{turn}");
    player.say(BattleAction::Leave);
    check_ends(&mut player, "1000.95");
}

/// A save keeps that a program commanded, and starts nothing: the player names it again.
#[test]
fn a_resumed_battle_asks_for_its_program_again() {
    let mut player = Player::new();
    fight_program(&mut player, &idler("1000.96"), &Seat::seat_of_person());
    player.until("Blue is to move", |world| game(world).session.battle().side() == Side::Blue);
    player.say(BattleAction::EndTurnNow);
    player.until("Blue is to move again", |world| {
        game(world).session.battle().side() == Side::Blue && game(world).session.order_records().len() == 3
    });
    let orders = player.orders();
    player.say(AppExit::Success);
    let settings = fs::read_to_string(player.storage().settings_file()).unwrap_or_default();
    assert!(!settings.contains("1000.96"), "{settings}");

    let mut player = Player::at(player.folder);
    player.press(KeyCode::KeyR);
    for _ in 0..10 {
        player.app.update();
    }
    assert_eq!(player.orders(), orders);
    assert!(matches!(player.game().phase, BattlePhase::Unseated(Side::Red, None)));
    check_texts(&mut player, &["Nobody commands Red", "No file ever starts one.", "Red · a program"]);
    assert!(running("1000.96").is_none());
    leaving::check_buttons_stay(&mut player, "a seat that waits");
    confirm(&mut player, Side::Red, &idler("1000.96"));
    player.app.update();
    assert_eq!(player.game().phase, BattlePhase::Playing);
    player.say(BattleAction::EndTurnNow);
    player.until("the program has gone on", |world| game(world).session.order_records().len() == 5);
    assert!(player.game().session.program_loss().is_none());
    player.say(BattleAction::Leave);
    check_ends(&mut player, "1000.96");
}

/// A script in place of the program that puts up cells.
fn warden(player: &mut Player, begins: &str) {
    let file = player.folder.path().join("warden");
    let wall = |wall: &str, state: &str| format!(r#"{{"wall":"{wall}","state":"{state}","how":"so"}}"#);
    let walls = [wall("network", "whole"), wall("memory", "partial"), wall("reading", "missing")].join(",");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--walls*) echo '{{\"walls\":[{walls}]}}'; exit 0;; esac\n\
        while [ \"$1\" != -- ]; do shift; done; shift\n{begins}\n"
    );
    fs::write(&file, script).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    player.app.insert_resource(CellWarden(Some(file)));
}

#[test]
fn a_program_is_started_behind_the_walls_that_the_player_has_seen() {
    for (begins, stands) in [
        ("echo '{\"cell\":\"stands\"}'; exec \"$@\"", true),
        ("echo 'error: the cell cannot be put up: namespaces: no' >&2; exit 2", false),
    ] {
        let mut player = Player::new();
        warden(&mut player, begins);
        player.say(AskForProgram { side: Side::Red, command: idler("1000.97") });
        player.until("the walls are known", |world| {
            let draft = world.resource::<ProgramQuestion>().draft();
            draft.is_some_and(|draft| matches!(draft.cell_state(), CellState::Stands(_)))
        });
        player.app.update();
        check_texts(
            &mut player,
            &[
                "1 wall stands: network",
                "1 wall stands in part: memory",
                "1 wall is missing: reading",
                "60 seconds",
            ],
        );
        assert!(!disabled(&mut player, &ProgramAction::Confirm));
        player.app.world_mut().resource_mut::<Messages<ProgramConfirmed>>().clear();
        player.say(ProgramAction::Confirm);
        let messages = player.app.world().resource::<Messages<ProgramConfirmed>>();
        let program = messages.iter_current_update_messages().next().unwrap().program.clone();
        assert!(program.has_cell());
        player.fight(DUEL, &program.seat_at(&duel()), &Seat::seat_of_person());
        player.say(BattleAction::BeginFighting);
        if stands {
            player.until("it has played", |world| game(world).session.battle().side() == Side::Blue);
        } else {
            player.until("it cannot play", |world| matches!(game(world).phase, BattlePhase::Unseated(..)));
            player.app.update();
            let why = "the program of Red cannot play: the cell cannot be put up: namespaces: no";
            check_texts(&mut player, &["Nobody commands Red", why]);
            assert!(player.orders().is_empty() && player.game().session.battle().verdict().is_none());
        }
        player.say(BattleAction::Leave);
        check_ends(&mut player, "1000.97");
    }
}

/// A machine that has no cell says so, and the player may do without.
#[test]
fn where_no_cell_can_be_put_up_the_player_is_told() {
    let mut player = Player::new();
    player.app.insert_resource(CellWarden(Some(PathBuf::from("/bin/false"))));
    player.say(AskForProgram { side: Side::Red, command: idler("1000.98") });
    player.until("the walls are known", |world| {
        let draft = world.resource::<ProgramQuestion>().draft();
        draft.is_some_and(|draft| matches!(draft.cell_state(), CellState::Fails(_)))
    });
    player.app.update();
    check_texts(&mut player, &["No walls can be put around the program here"]);
    assert!(disabled(&mut player, &ProgramAction::Confirm));
    player.say(ProgramAction::WithoutWalls(true));
    player.app.update();
    check_texts(&mut player, &["Without walls the program can read, change and send whatever you can."]);
    assert!(!disabled(&mut player, &ProgramAction::Confirm));
    player.say(ProgramAction::WithoutWalls(false));
    player.app.update();
    assert!(disabled(&mut player, &ProgramAction::Confirm));
}

/// A map that names a program is set up without it, and says so.
#[test]
fn a_map_that_names_a_program_starts_nothing() {
    let mut map = duel();
    map.map.red.as_mut().unwrap().commander = Some("bot:touch PWNED".to_owned());
    let setup = BattleSetup::new(&map, 0);
    assert!(setup.seat(Side::Red).is_program_refused() && setup.seat(Side::Red).program().is_none());
    let (_, seats) = setup.battle_to_start().unwrap();
    assert!(seats[Side::Red].is_human());
    let mut player = Player::new();
    player.app.insert_resource(setup);
    player.press(KeyCode::KeyN);
    player.app.update();
    check_texts(&mut player, &["The map names a program for this side."]);
}
