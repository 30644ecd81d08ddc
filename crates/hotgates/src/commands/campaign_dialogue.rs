//! A campaign line by line: briefing, refit and battles, saved after every line.

use std::io::{self, Write};
use std::path::PathBuf;

use hotgates_analysis::{orders_from_text, typed_order};
use hotgates_campaign::{BattleResult, CampaignSave, CampaignState};
use hotgates_engine::{Battle, Event, Illegal, Order, Side};
use hotgates_files::AtomicFile;
use hotgates_play::{Match, OrderReason, Player};
use hotgates_record::GameRecord;

use crate::battle_report::write_program_loss;
use crate::commands::campaign_table::CampaignTable;
use crate::console::{self, ConsoleOutput};
use crate::dialogue::{TerminalGame, TypedCommand};
use crate::failure::Failure;
use crate::seats::{failure_of_game, failure_of_seat};
use crate::side_view;
use crate::words;

const REFIT_HELP: &str = "\
men 2 100   100 new men for unit 2           send 2, rest 2   unit 2 fights, or stays away
men 2       all the men that it lacks        swap 2 5         units 2 and 5 exchange places
buy TYPE    a new unit                       auto             refit as far as the points go
begin       begin the battle                 army             show the army
                                             help, quit       whatever you do is saved";

const BATTLE_HELP: &str = "\
3@5,6       unit 3 goes to column 5, row 6   end              end your half of the turn
3x8         unit 3 attacks unit 8            map, units       show the map, or the units
3^ne        unit 3 faces north-east          hint             what a commander would do
3>          unit 3 leaves the map            auto [N]         a commander plays N halves, or to the end
3*5,6:0     unit 3 does work 0 on 5,6        help, quit       whatever you do is saved
Several orders may stand in a line. Works go by their places in the rules, from 0.";

/// A campaign that a person plays.
pub(super) struct CampaignDialogue {
    table: CampaignTable,
    state: CampaignState,
    battle: Option<OpenBattle>,
    save: PathBuf,
}

/// The battle in progress.
struct OpenBattle {
    game: Match,
    /// Whoever gives hints to the player.
    adviser: Player,
}

impl CampaignDialogue {
    /// Makes the dialogue of a campaign, with the battle in progress, if there is one, and writes the first
    /// save.
    ///
    /// # Errors
    /// When the save cannot be written.
    pub(super) fn new(
        table: CampaignTable,
        state: CampaignState,
        record: Option<GameRecord>,
        save: PathBuf,
    ) -> Result<Self, Failure> {
        let mut dialogue = Self { table, state, battle: None, save };
        if let Some(record) = record {
            dialogue.open_battle(Some(record))?;
        }
        dialogue.write_save()?;
        Ok(dialogue)
    }

    /// Begins the battle at which the campaign stands, or takes it up; returns `false` where nobody is sent.
    fn open_battle(&mut self, record: Option<GameRecord>) -> Result<bool, Failure> {
        let Some((scenario, start, seats)) = self.table.begin_battle(&self.state)? else { return Ok(false) };
        let players = seats.make_contestants(&start, scenario.dice_source()).map_err(failure_of_seat)?;
        let adviser = seats[self.table.side()].make_player(&start, 0).map_err(Failure::program_fault)?;
        let game = match record {
            Some(record) => Match::resume(start, &record, players).map_err(Failure::program_fault)?,
            None => Match::new(start, scenario.dice_source(), players),
        };
        self.battle = Some(OpenBattle { game, adviser });
        Ok(true)
    }

    fn write_save(&self) -> Result<(), Failure> {
        let record = self.battle.as_ref().map(|battle| battle.game.game_record());
        let save = CampaignSave::new(self.table.campaign(), &self.state, record);
        Ok(AtomicFile::new(&self.save)?.write_and_rename(&save.encode())?)
    }

    /// Shows where the campaign stands: the battle in progress, the one to come with the army, or the end.
    fn show_place(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        if let Some(battle) = &self.battle {
            return side_view::write_battle_of_side(out, battle.position(), self.table.side());
        }
        write_paragraphs(out, self.state.news())?;
        if let Some(battle) = self.table.campaign().battle_at(&self.state) {
            writeln!(out)?;
            writeln!(out, "{}", battle.title)?;
            write_paragraphs(out, &battle.briefing)?;
            self.show_army(out)
        } else {
            let end = self.state.end().map_or("", BattleResult::name);
            writeln!(out, "The campaign is {end}.")
        }
    }

    fn show_army(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let lines = self.table.campaign().army_in_lines(&self.state);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Follows a line before a battle.
    fn refit_army(&mut self, text: &str, out: &mut ConsoleOutput) -> Result<(), Failure> {
        match text {
            "army" => return Ok(self.show_army(out)?),
            "begin" => {
                if !self.open_battle(None)? {
                    return Ok(writeln!(out, "nobody is sent to this battle; `send 1` sends unit 1")?);
                }
                self.play_on(&[], out)?;
                return Ok(self.show_place(out)?);
            }
            _ => {}
        }
        let campaign = self.table.campaign();
        let made = campaign
            .refit_from_text(&self.state, text)
            .map_err(|why| why.to_string())
            .and_then(|refit| campaign.refit(&mut self.state, &refit).map_err(|why| why.to_string()));
        match made {
            Ok(()) => Ok(self.show_army(out)?),
            Err(why) => Ok(writeln!(out, "{why}; `help` says what can be typed")?),
        }
    }

    /// Follows a line in a battle.
    fn fight_battle(&mut self, text: &str, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let (side, Some(battle)) = (self.table.side(), &self.battle) else { return Ok(()) };
        match text {
            "map" => Ok(side_view::write_battle_of_side(out, battle.position(), side)?),
            "units" => Ok(side_view::write_units(out, battle.position().known_to(side))?),
            "end" => self.play_on(&[Order::EndTurn], out),
            _ => match orders_from_text(text) {
                Ok(orders) => self.play_on(&orders, out),
                Err(why) => Ok(writeln!(out, "{why}; `help` says more")?),
            },
        }
    }

    /// Follows orders of the player up to the first that is illegal, and has the enemy play where it is to
    /// move; the battle may be over then.
    fn play_on(&mut self, orders: &[Order], out: &mut ConsoleOutput) -> Result<(), Failure> {
        let (side, Some(battle)) = (self.table.side(), &mut self.battle) else { return Ok(()) };
        for &order in orders {
            if battle.game.side_to_move() != Some(side) {
                break;
            }
            let known = battle.position().known_to(side).clone();
            if let Err(why) = battle.follow_order(order, side, out)? {
                let named = side_view::order_is_readable(&known, order);
                let order = if named { words::order_words(&known, order) + ": " } else { String::new() };
                writeln!(out, "{order}{why}")?;
                break;
            }
        }
        while battle.game.side_to_move() == Some(side.other()) {
            battle.follow_commander(side, out)?;
        }
        self.finish_battle(out)
    }

    /// Has a commander play the player's side for a number of half-turns.
    fn play_automatically(&mut self, half_turns: u32, out: &mut ConsoleOutput) -> Result<(), Failure> {
        for _ in 0..half_turns {
            let (side, Some(battle)) = (self.table.side(), &mut self.battle) else { return Ok(()) };
            while battle.game.side_to_move() == Some(side) {
                battle.follow_commander(side, out)?;
            }
            self.play_on(&[], out)?;
        }
        Ok(())
    }

    /// Takes the outcome of a battle that is over.
    fn finish_battle(&mut self, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let Some(battle) = self.battle.take_if(|battle| battle.game.side_to_move().is_none()) else {
            return Ok(());
        };
        let outcome = battle.position().outcome();
        self.table.campaign().finish_battle(&mut self.state, &outcome).map_err(Failure::program_fault)?;
        if let (Some(verdict), Some(fought)) = (outcome.verdict, self.state.path().last()) {
            let lost = words::count_words(fought.lost, "man", "men");
            writeln!(out)?;
            writeln!(out, "{verdict}, in turn {}; the army has lost {lost}", outcome.turn)?;
        }
        Ok(self.show_place(out)?)
    }
}

impl TerminalGame for CampaignDialogue {
    fn show_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        let file = self.table.campaign().file();
        writeln!(out, "{}", file.name)?;
        if self.state.path().is_empty() && self.battle.is_none() {
            write_paragraphs(out, file.notes.as_deref().unwrap_or_default())?;
        }
        self.show_place(out)?;
        if self.state.end().is_none() { writeln!(out, "`help` says what can be typed") } else { Ok(()) }
    }

    fn follow_command(&mut self, command: TypedCommand, out: &mut ConsoleOutput) -> Result<(), Failure> {
        if self.is_over() {
            return Ok(writeln!(out, "the campaign is over")?);
        }
        match (command, &mut self.battle) {
            (TypedCommand::Help, None) => console::write_lines(out, REFIT_HELP)?,
            (TypedCommand::Help, Some(_)) => console::write_lines(out, BATTLE_HELP)?,
            (TypedCommand::Undo | TypedCommand::Restart, _) => writeln!(out, "what is done is done")?,
            (TypedCommand::Hint, None) => writeln!(out, "`auto` refits as far as the points go")?,
            (TypedCommand::Hint, Some(battle)) => battle.write_hint(out)?,
            (TypedCommand::Auto(_), None) => {
                self.table.campaign().refit_automatically(&mut self.state);
                self.show_army(out)?;
            }
            (TypedCommand::Auto(half_turns), Some(_)) => {
                self.play_automatically(half_turns.unwrap_or(u32::MAX), out)?;
            }
            (TypedCommand::Other(text), None) => self.refit_army(&text, out)?,
            (TypedCommand::Other(text), Some(_)) => self.fight_battle(&text, out)?,
            (TypedCommand::Quit, _) => {}
        }
        self.write_save()
    }

    fn is_over(&self) -> bool {
        self.state.end().is_some()
    }
}

impl OpenBattle {
    fn position(&self) -> &Battle {
        self.game.game_record().battle()
    }

    /// Follows an order of the player and tells what comes of it; the reason where it is illegal.
    fn follow_order(
        &mut self,
        order: Order,
        side: Side,
        out: &mut ConsoleOutput,
    ) -> Result<Result<(), Illegal>, Failure> {
        let events = match self.game.follow_order_of_person(order) {
            Ok(events) => events.to_vec(),
            Err(why) => return Ok(Err(why)),
        };
        self.tell_events(&events, side, out)?;
        Ok(Ok(()))
    }

    /// Has the commander of the side to move give the next order, and tells what `side` learns of it.
    fn follow_commander(&mut self, side: Side, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let Some(played) = self.game.step().map_err(|error| failure_of_game(error.into()))? else {
            return Ok(());
        };
        let events = played.events.to_vec();
        if let OrderReason::Lost(loss) = &played.reason {
            write_program_loss(out, played.side, loss)?;
        }
        Ok(self.tell_events(&events, side, out)?)
    }

    fn tell_events(&self, events: &[Event], side: Side, out: &mut ConsoleOutput) -> io::Result<()> {
        let battle = self.position();
        side_view::write_events(out, battle.known_to(side), battle.events_for(side, events))
    }

    /// Says which order a commander would give next, and why.
    fn write_hint(&mut self, out: &mut ConsoleOutput) -> io::Result<()> {
        let battle = self.game.game_record().battle();
        let side = battle.side();
        let (order, reason) = self.adviser.next_order(battle);
        let known = battle.known_to(side);
        let typed = typed_order(order);
        let line = format!("{typed}  {}: {}", words::order_words(known, order), reason.in_words(known));
        words::write_paragraph(out, &line, console::console_width())
    }
}

/// Writes a text that may have several paragraphs, each on lines of its own.
fn write_paragraphs(out: &mut ConsoleOutput, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| words::write_paragraph(out, line, console::console_width()))
}
