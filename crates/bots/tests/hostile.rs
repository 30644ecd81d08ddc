//! Programs that do their worst: each loses its battle by what it did, and leaves nothing running.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use hotgates_bots::{BotCell, BotLauncher, BotPatience};
use hotgates_cell::CellLimits;
use hotgates_engine::{Battle, MapFile, Scenario, Side, VictoryKind};
use hotgates_play::{Cancel, Match, MatchError, OrderReason, ProgramLoss, Seat, SeatError, Seats};
use hotgates_protocol::BotLimits;

const MAP: &str = r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 2, from: se,
    red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##;

/// The part of a shell script that knows how to begin a battle; the orders of each half-turn follow.
const SOUND: &str = r#"while read -r line; do case "$line" in
    '{"hello"'*) echo '{"ready":{"name":"sh","protocol":1}}';;
    '{"new"'*) game=$(printf '%s\n' "$line" | sed 's/^{"new":{"game":\([0-9]*\).*/\1/'); echo '{"ok":{"game":'$game'}}';;
    '{"over"'*) echo '{"done":{"game":'$game'}}';;
    '{"turn"'*) "#;

/// The rest of the script.
const REST: &str = r";; esac; done";

fn scenario() -> Scenario {
    Scenario::classic(MapFile::from_ron(MAP).expect("a sound map"))
}

/// The seat of a shell script, which says its marker in its command line.
fn seat(script: &str, marker: &str, patience: Duration) -> Seat {
    let words = ["sh", "-c", script, marker].map(str::to_owned).to_vec();
    let limits = BotLimits { turn_ms: u64::try_from(patience.as_millis()).ok(), ..BotLimits::default() };
    let patience = BotPatience { ready: patience, map: patience, leave: patience };
    Seat::from_name("bot:sh").with_program(Arc::new(BotLauncher::new(words, scenario(), limits, patience)))
}

/// Plays a battle of a script as Red against a commander, to its end.
fn fight(red: &Seat) -> (Match, Option<Box<ProgramLoss>>) {
    let battle = Battle::from_scenario(&scenario()).expect("a sound scenario");
    let blue = Seat::from_name("greedy");
    let seats = Seats::new(|side| if side == Side::Red { red.clone() } else { blue.clone() });
    let mut game = seats.begin_match(battle, 1_u64).expect("it can be started");
    let mut lost = None;
    while let Some(played) = game.step().expect("there is a battle") {
        if let OrderReason::Lost(loss) = played.reason {
            lost = Some(loss);
        }
    }
    (game, lost)
}

/// Returns the command line of a process that has the marker in it.
fn running(marker: &str) -> Option<String> {
    let lines = fs::read_dir("/proc").into_iter().flatten().flatten().map(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ")
    });
    lines.into_iter().find(|line| line.contains(marker))
}

/// Checks that no process has the marker in its command line. One that has been killed may take a moment to
/// go.
fn check_nothing_runs(marker: &str) {
    let gone = (0..1000).any(|_| {
        let gone = running(marker).is_none();
        if !gone {
            std::thread::sleep(Duration::from_millis(10));
        }
        gone
    });
    assert!(gone, "still running: {:?}", running(marker));
}

const SHORT: Duration = Duration::from_millis(300);
/// Longer than any answer takes on a busy machine.
const LONG: Duration = Duration::from_mins(1);

/// A script that loses in this way, its reason holding these words.
#[track_caller]
fn check_loss(script: &str, marker: &str, patience: Duration, how: VictoryKind, words: &str) {
    let (game, loss) = fight(&seat(&script.replace("MARKER", marker), marker, patience));
    let loss = loss.expect("it loses by what it does");
    let why = loss.why_in_words();
    assert_eq!(loss.how(), how, "{marker}: {why}");
    assert!(why.contains(words), "{why}");
    let verdict = game.game_record().battle().verdict().expect("the battle is over");
    assert_eq!((verdict.winner, verdict.how), (Some(Side::Blue), how));
    assert!(loss.transcript.starts_with("→ {\"hello\""), "{}", loss.transcript);
    drop(game);
    check_nothing_runs(marker);
}

#[test]
fn a_program_that_says_nothing_is_not_waited_for() {
    check_loss("sleep 1000.01", "1000.01", SHORT, VictoryKind::Timeout, "no answer within 300 ms");
    let slow = format!("{SOUND} sleep 1000.02 {REST}");
    check_loss(&slow, "1000.02", Duration::from_secs(2), VictoryKind::Timeout, "no answer within");
    check_loss("kill -STOP $$; sleep 1000.03", "1000.03", SHORT, VictoryKind::Timeout, "no answer");
    // Nor one that goes on with other things, or starts many of them.
    let many = "trap '' TERM INT HUP; for n in 1 2 3 4 5 6 7 8 9; do sleep 1000.04 & done; wait";
    check_loss(many, "1000.04", SHORT, VictoryKind::Timeout, "no answer");
}

/// A program that asks and asks and hears no answer, so that they pile up, does not fill the memory.
#[test]
fn a_program_that_does_not_listen_is_not_talked_to_for_ever() {
    // The shortest questions, as many as a line may have; each is answered with a sentence.
    let asks = "line='{\"ask\":{\"game\":1,\"id\":1,\"questions\":['$(yes 7, | head -n 999 | tr -d '\\n')'7]}}'; \
        i=0; while [ $i -lt 1000 ]; do echo \"$line\"; i=$((i+1)); done; sleep 1000.05";
    let deaf = format!("{SOUND} {asks} {REST}");
    check_loss(&deaf, "1000.05", LONG, VictoryKind::Timeout, "does not read what it is told");
}

#[test]
fn a_program_that_ends_is_noticed() {
    let crashed = VictoryKind::Crashed;
    check_loss("exit 7 # MARKER", "1000.11", LONG, crashed, "exit status: 7");
    check_loss("kill -KILL $$ # MARKER", "1000.12", LONG, crashed, "signal: 9");
    check_loss("printf '{\"ready\":{\"na' # MARKER", "1000.13", LONG, crashed, "exit status: 0");
    let middle = format!("{SOUND} exit 3 {REST}");
    check_loss(&middle, "1000.14", LONG, crashed, "exit status: 3");
    check_loss("exec >&-; sleep 1000.15", "1000.15", LONG, crashed, "closed its standard output");
    // What it has started holds its output open.
    check_loss("sleep 1000.16 & exit 5", "1000.16", LONG, crashed, "exit status: 5");
}

#[test]
fn rubbish_is_not_heard_for_long() {
    let unparsable = VictoryKind::Unparsable;
    check_loss("yes rubbish-1000.21", "1000.21", LONG, unparsable, "means nothing");
    check_loss("cat /dev/zero # 1000.22", "1000.22", LONG, unparsable, "more than 1 MiB");
    check_loss("yes '{\"pong\":{}}' # 1000.23", "1000.23", LONG, unparsable, "more than 4 MiB");
    check_loss("yes '' # 1000.29", "1000.29", LONG, unparsable, "more than 4 MiB");
    check_loss("yes 1000.24 >&2", "1000.24", LONG, unparsable, "standard error");
    for (marker, line) in
        [("1000.25", "[1,2]"), ("1000.26", "{\"order\":{}}"), ("1000.27", "{\"ok\":{\"game\":1}}")]
    {
        check_loss(&format!("echo '{line}'; sleep MARKER"), marker, LONG, unparsable, "");
    }
    let cannot = format!("{SOUND} echo '{{\"error\":{{\"code\":\"why\",\"text\":\"no idea\"}}}}' {REST}");
    check_loss(&cannot, "1000.28", LONG, unparsable, "why: no idea");
}

#[test]
fn the_third_illegal_order_of_a_half_turn_loses() {
    let order = "echo '{\"order\":{\"game\":'$game',\"order\":{\"attack\":[0,0]}}}'";
    let illegal = format!("{SOUND} {order};; '{{\"illegal\"'*) {order} {REST}");
    check_loss(&illegal, "1000.31", LONG, VictoryKind::Illegal, "its orders are illegal");
    // A program that mends its ways does not lose by them.
    let end = "echo '{\"order\":{\"game\":'$game',\"order\":\"end_turn\"}}'";
    let mends = format!("{SOUND} {order};; '{{\"illegal\"'*) {end} {REST}");
    let (game, loss) = fight(&seat(&mends, "1000.32", LONG));
    assert!(loss.is_none());
    assert!(game.game_record().battle().verdict().is_some_and(|verdict| !verdict.how.is_concession()));
}

#[test]
fn a_program_may_give_a_battle_up() {
    let resigns = "echo '{\"order\":{\"game\":'$game',\"order\":\"resign\",\"reason\":\"enough\"}}'";
    check_loss(&format!("{SOUND} {resigns} {REST}"), "1000.41", LONG, VictoryKind::Resigned, "enough");
}

/// A program that speaks another version costs nobody a battle.
#[test]
fn there_is_no_battle_with_another_version() {
    for said in
        ["{\"ready\":{\"name\":\"new\",\"protocol\":9}}", "{\"error\":{\"code\":\"version\",\"text\":\"9\"}}"]
    {
        let battle = Battle::from_scenario(&scenario()).expect("a sound scenario");
        let seats = Seats::new(|_| seat(&format!("echo '{said}'; sleep 1000.51"), "1000.51", LONG));
        let mut game = seats.begin_match(battle, 1_u64).expect("it can be started");
        assert!(matches!(game.finish(), Err(MatchError::Foreign(foreign)) if foreign.side == Side::Red));
        drop(game);
        check_nothing_runs("1000.51");
    }
}

/// What a program says after the end counts for nothing, neither then nor in its next battle; and one that
/// does not go when it is told to is ended.
#[test]
fn a_program_plays_battle_after_battle_and_is_ended_in_the_end() {
    let end = "echo '{\"order\":{\"game\":'$game',\"order\":\"end_turn\"}}'";
    let talks = format!(
        "trap '' TERM; {} {end} {REST}; sleep 1000.61",
        SOUND.replace("'{\"over\"'*)", &format!("'{{\"over\"'*) {end}; {end};"))
    );
    let seat = seat(&talks, "1000.61", LONG);
    let hashes: Vec<u64> = (0..3)
        .map(|_| {
            let (game, loss) = fight(&seat);
            assert!(loss.is_none(), "{loss:?}");
            game.game_record().hash()
        })
        .collect();
    assert!(hashes.iter().all(|&hash| hash == hashes[0]));
    drop(seat);
    check_nothing_runs("1000.61");
}

#[test]
fn a_cancelled_battle_ends_its_program() {
    let battle = Battle::from_scenario(&scenario()).expect("a sound scenario");
    let seats = Seats::new(|_| seat("sleep 1000.71", "1000.71", LONG));
    let mut game = seats.begin_match(battle, 1_u64).expect("it can be started");
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.set_flag();
    });
    assert!(matches!(game.finish_unless(&cancel), Err(MatchError::Cancelled(_))));
    waiter.join().expect("it sets the flag");
    drop(game);
    check_nothing_runs("1000.71");
}

#[test]
fn what_cannot_be_started_says_so() {
    let words = vec!["/nowhere/at/all".to_owned()];
    let launcher = BotLauncher::new(words, scenario(), BotLimits::default(), BotPatience::default());
    let seat = Seat::from_name("bot:/nowhere/at/all").with_program(Arc::new(launcher));
    let battle = Battle::from_scenario(&scenario()).expect("a sound scenario");
    let refused = Seats::new(|_| seat.clone()).begin_match(battle, 1_u64).map(drop);
    let Err(SeatError::Program { why, .. }) = refused else { panic!("{refused:?}") };
    assert_eq!(why, "no such file or directory");
}

/// A script in place of the program that puts up cells: what a program is to be blamed for begins when the cell
/// stands, and nothing before.
fn fight_in_cell(warden: &str) -> Result<Option<VictoryKind>, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("warden");
    fs::write(&file, format!("#!/bin/sh\n{warden}\n")).expect("written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("a program");
    let words = ["sh", "-c", "exit 9"].map(str::to_owned).to_vec();
    let patience = BotPatience { ready: Duration::from_secs(20), ..BotPatience::default() };
    let launcher = BotLauncher::new(words, scenario(), BotLimits::default(), patience)
        .in_cell(BotCell { warden: file, limits: CellLimits::default() });
    let battle = Battle::from_scenario(&scenario()).expect("a sound scenario");
    let red = Seat::from_name("bot:sh").with_program(Arc::new(launcher));
    let blue = Seat::from_name("greedy");
    let seats = Seats::new(|side| if side == Side::Red { red.clone() } else { blue.clone() });
    let mut game = seats.begin_match(battle, 1).expect("it can be started");
    match game.finish() {
        Ok(()) => Ok(game.game_record().battle().verdict().map(|verdict| verdict.how)),
        Err(MatchError::Foreign(foreign)) => Err(foreign.to_string()),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn a_cell_that_cannot_be_put_up_is_no_battle() {
    let refused = |warden: &str| fight_in_cell(warden).expect_err("there is no battle");
    let broken = "echo 'error: the cell cannot be put up: namespaces: not permitted' >&2; exit 2";
    assert_eq!(
        refused(broken),
        "the program of Red cannot play: the cell cannot be put up: namespaces: not permitted"
    );
    assert!(refused("kill -9 $$").ends_with("the cell cannot be put up: it ended with signal: 9 (SIGKILL)"));
    assert!(refused("exit 0").ends_with("it ended with exit status: 0"));
    // Something else than a cell.
    assert!(refused("echo hello; sleep 5").ends_with("the cell cannot be put up: it says hello"));
    // From here on the program is to blame, even if it says that there is no cell.
    let stands = "echo '{\"cell\":\"stands\"}'";
    let how = fight_in_cell(&format!("{stands}; {broken}"));
    assert_eq!(how, Ok(Some(VictoryKind::Crashed)));
    let again = format!("{stands}; {stands}; sleep 5");
    assert_eq!(fight_in_cell(&again), Ok(Some(VictoryKind::Unparsable)));
}
