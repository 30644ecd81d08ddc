//! A campaign line by line: briefing, refit and battles, saved after every line.

use std::io::{self, Write};
use std::path::PathBuf;

use hotgates_campaign::{BattleResult, CampaignSave, CampaignState};
use hotgates_engine::BySide;
use hotgates_files::AtomicFile;
use hotgates_play::Match;
use hotgates_record::GameRecord;

use crate::commands::campaign_table::CampaignTable;
use crate::console::{self, ConsoleOutput};
use crate::dialogue::{TerminalGame, TypedCommand};
use crate::failure::Failure;
use crate::seats::failure_of_seat;
use crate::typed_battle::{BATTLE_HELP, TypedBattle};
use crate::words;

const REFIT_HELP: &str = "\
men 2 100   100 new men for unit 2           send 2, rest 2   unit 2 fights, or stays away
men 2       all the men that it lacks        swap 2 5         units 2 and 5 exchange places
buy TYPE    a new unit                       auto             refit as far as the points go
begin       begin the battle                 army             show the army
                                             help, quit       whatever you do is saved";

/// A campaign that a person plays.
pub(super) struct CampaignDialogue {
    table: CampaignTable,
    state: CampaignState,
    battle: Option<TypedBattle>,
    save: PathBuf,
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
        let side = self.table.side();
        let adviser = seats[side].make_player(&start, 0).map_err(Failure::program_fault)?;
        let mut advisers = BySide { red: None, blue: None };
        advisers[side] = Some(adviser);
        let game = match record {
            Some(record) => Match::resume(start, &record, players).map_err(Failure::program_fault)?,
            None => Match::new(start, scenario.dice_source(), players),
        };
        self.battle = Some(TypedBattle::new(game, advisers));
        Ok(true)
    }

    fn write_save(&self) -> Result<(), Failure> {
        let record = self.battle.as_ref().map(TypedBattle::game_record);
        let save = CampaignSave::new(self.table.campaign(), &self.state, record);
        Ok(AtomicFile::new(&self.save)?.write_and_rename(&save.encode())?)
    }

    /// Shows where the campaign stands: the battle in progress, the one to come with the army, or the end.
    fn show_place(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        if let Some(battle) = &self.battle {
            return battle.write_position(out);
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
                if let Some(battle) = &mut self.battle {
                    battle.play_on(&[], out)?;
                }
                self.finish_battle(out)?;
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

    /// Takes the outcome of a battle that is over.
    fn finish_battle(&mut self, out: &mut ConsoleOutput) -> Result<(), Failure> {
        let Some(battle) = self.battle.take_if(|battle| battle.is_over()) else {
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
            (TypedCommand::Help, Some(_)) => {
                console::write_lines(out, BATTLE_HELP)?;
                writeln!(out, "Whatever you do is saved.")?;
            }
            (TypedCommand::Undo, Some(battle)) => battle.take_back_order(out)?,
            (TypedCommand::Undo | TypedCommand::Restart, _) => writeln!(out, "what is done is done")?,
            (TypedCommand::Hint, None) => writeln!(out, "`auto` refits as far as the points go")?,
            (TypedCommand::Hint, Some(battle)) => battle.write_hint(out)?,
            (TypedCommand::Auto(_), None) => {
                self.table.campaign().refit_automatically(&mut self.state);
                self.show_army(out)?;
            }
            (TypedCommand::Auto(half_turns), Some(battle)) => {
                battle.play_automatically(half_turns.unwrap_or(u32::MAX), out)?;
                self.finish_battle(out)?;
            }
            (TypedCommand::Other(text), None) => self.refit_army(&text, out)?,
            (TypedCommand::Other(text), Some(battle)) => {
                battle.follow_line(&text, out)?;
                self.finish_battle(out)?;
            }
            (TypedCommand::Quit, _) => {}
        }
        self.write_save()
    }

    fn is_over(&self) -> bool {
        self.state.end().is_some()
    }
}

/// Writes a text that may have several paragraphs, each on lines of its own.
fn write_paragraphs(out: &mut ConsoleOutput, text: &str) -> io::Result<()> {
    text.lines().try_for_each(|line| words::write_paragraph(out, line, console::console_width()))
}
