//! A battle line by line: one person against a commander, or two people at one terminal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, BySide, DiceSource, Scenario, Side};
use hotgates_files::AtomicFile;
use hotgates_play::{CommanderName, Match, Seat, Seats};
use hotgates_record::{GameRecord, Replay};

use crate::battle_report::{self, BattleReport};
use crate::cli::BattleArgs;
use crate::commands::replay::{unreadable_replay_failure, untrue_replay_failure};
use crate::console::{self, ConsoleOutput};
use crate::dialogue::{TerminalGame, TypedCommand, play_dialogue};
use crate::failure::Failure;
use crate::overrides::scenario_with_armies;
use crate::seats::failure_of_seat;
use crate::typed_battle::{BATTLE_HELP, TypedBattle};

/// Returns `true` if a person is to play the side of an option.
pub(super) fn is_person(option: Option<&str>) -> bool {
    option.is_some_and(|name| CommanderName::from(name) == CommanderName::Human)
}

/// Plays one battle line by line. `seats` has a commander on each seat: on those of people the one who gives hints.
///
/// # Errors
/// Options that need two commanders, a replay that cannot be written, or a program that fails.
pub(super) fn play_typed_battle(
    args: &BattleArgs,
    scenario: &Scenario,
    battle: Battle,
    (people, seats): (BySide<bool>, Seats),
) -> Result<(), Failure> {
    let refused = [
        (args.games.is_some(), "--games"),
        (args.json, "--json"),
        (args.watch, "--watch"),
        (args.explain, "--explain"),
        (args.png.is_some(), "--png"),
    ];
    if let Some((_, option)) = refused.into_iter().find(|&(given, _)| given) {
        return Err(Failure::bad_input(format!(
            "{option} is for battles between commanders, not for people"
        )));
    }
    if people.red && people.blue && battle.has_fog() {
        let why = "in fog of war two people at one terminal would see what the other side sees; \
                   `hotgates serve` gives each a page";
        return Err(Failure::bad_input(why));
    }
    let dice = scenario.dice_source();
    let names = Seats::new(|side| if people[side] { Seat::seat_of_person() } else { seats[side].clone() });
    let record = if args.resume { Some(read_record(args, &battle, dice)?) } else { None };
    let begun = begin_battle(&battle, dice, people, &seats, record.as_ref())?;
    let (names, record) = (names.names_as_text(), args.record.clone());
    let mut dialogue =
        BattleDialogue { scenario, start: battle, people, seats, names, record, battle: begun };
    dialogue.write_replay()?;
    let mut out = console::standard_output();
    battle_report::write_header(&mut out, scenario, &dialogue.names, &dialogue.start)?;
    dialogue.begin_play(&mut out)?;
    out.flush()?;
    play_dialogue(&mut dialogue)
}

fn begin_battle(
    start: &Battle,
    dice: DiceSource,
    people: BySide<bool>,
    seats: &Seats,
    record: Option<&GameRecord>,
) -> Result<TypedBattle, Failure> {
    let players = seats.make_contestants(start, dice).map_err(failure_of_seat)?;
    let mut advisers = BySide { red: None, blue: None };
    for side in Side::BOTH.into_iter().filter(|&side| people[side]) {
        advisers[side] = Some(seats[side].make_player(start, 0).map_err(Failure::program_fault)?);
    }
    let game = match record {
        Some(record) => Match::resume(start.clone(), record, players).map_err(Failure::program_fault)?,
        None => Match::new(start.clone(), dice, players),
    };
    Ok(TypedBattle::new(game, advisers))
}

/// Reads how far the battle has got from the replay that is to be gone on with.
///
/// # Errors
/// A replay that cannot be read, is not true, is of another battle or has come to its end.
fn read_record(args: &BattleArgs, start: &Battle, dice: DiceSource) -> Result<GameRecord, Failure> {
    let path = args.record.as_deref().unwrap_or(Path::new(""));
    let bytes = hotgates_files::read_bytes(path, args.access.file_access())?;
    let replay = Replay::decode(&bytes).map_err(|error| unreadable_replay_failure(path, &error))?;
    let record = replay.play_again().map_err(|broken| untrue_replay_failure(path, &broken))?;
    let begins_so = Battle::from_scenario(&replay.scenario)
        .is_ok_and(|battle| battle.fingerprint() == start.fingerprint());
    let fault = |why: &str| Failure::bad_input(format!("{}: {why}", path.display()));
    if !begins_so || record.dice_source() != dice {
        return Err(fault(
            "is of another battle: --resume needs the map, the options and the dice of the first time",
        ));
    }
    if record.battle().verdict().is_some() {
        return Err(fault("this battle is over; without --resume it begins anew"));
    }
    Ok(record)
}

struct BattleDialogue<'a> {
    scenario: &'a Scenario,
    start: Battle,
    people: BySide<bool>,
    seats: Seats,
    names: BySide<String>,
    record: Option<PathBuf>,
    battle: TypedBattle,
}

impl BattleDialogue<'_> {
    /// Writes the replay as far as the battle has got, if one was asked for.
    fn write_replay(&self) -> Result<(), Failure> {
        let Some(path) = &self.record else { return Ok(()) };
        let record = self.battle.game_record();
        let scenario = scenario_with_armies(self.scenario, &self.names, record);
        Ok(AtomicFile::new(path)?.write_and_rename(&record.replay(&scenario).encode())?)
    }

    /// Has the enemy begin where it moves first, and shows the position.
    fn begin_play(&mut self, out: &mut ConsoleOutput) -> Result<(), Failure> {
        self.battle.play_on(&[], out)?;
        Ok(self.battle.write_position(out)?)
    }

    fn write_end(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        BattleReport::new(out, None).write_end(self.battle.game_record(), None)
    }
}

impl TerminalGame for BattleDialogue<'_> {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        writeln!(out, "`help` says what can be typed")
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match command {
            TypedCommand::Restart => {
                self.battle =
                    begin_battle(&self.start, self.scenario.dice_source(), self.people, &self.seats, None)?;
                self.begin_play(out)?;
            }
            _ if self.is_over() => {
                return Ok(writeln!(out, "the battle is over; `restart` begins it anew")?);
            }
            TypedCommand::Help => {
                console::write_lines(out, BATTLE_HELP)?;
                writeln!(out, "`restart` begins the battle anew.")?;
            }
            TypedCommand::Undo => self.battle.take_back_order(out)?,
            TypedCommand::Hint => self.battle.write_hint(out)?,
            TypedCommand::Auto(half_turns) => {
                self.battle.play_automatically(half_turns.unwrap_or(u32::MAX), out)?;
            }
            TypedCommand::Other(text) => self.battle.follow_line(&text, out)?,
            TypedCommand::Quit => {}
        }
        if self.is_over() {
            self.write_end(out)?;
        }
        self.write_replay()
    }

    fn is_over(&self) -> bool {
        self.battle.is_over()
    }
}
