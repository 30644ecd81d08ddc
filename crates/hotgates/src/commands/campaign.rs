//! `campaign`: battles joined by their results, played by a person or by a commander.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use hotgates_campaign::{BattleResult, CampaignSave, CampaignState};
use hotgates_files::{FileAccess, FileError, LoadedCampaign, read_bytes};
use hotgates_play::{Cancel, Match, MatchError, OrderReason};
use hotgates_record::GameRecord;

use crate::battle_report::write_program_loss;
use crate::cli::campaign::CampaignArgs;
use crate::commands::campaign_dialogue::CampaignDialogue;
use crate::commands::campaign_table::CampaignTable;
use crate::console::{self, ConsoleOutput};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::dialogue::play_dialogue;
use crate::failure::{Failure, error_messages};
use crate::json::{self, CampaignBattleDocument, CampaignDocument};
use crate::seats::{failure_of_game, failure_of_seat, find_seat_faults};
use crate::words;

/// Checks or plays a campaign, as the options ask.
///
/// # Errors
/// Faults of files and options, a save of another campaign, or cancelled work.
pub fn run_campaign(args: &CampaignArgs) -> Result<(), Failure> {
    let access = args.access.file_access();
    if args.check {
        return check_campaign(&args.file, access);
    }
    let loaded = LoadedCampaign::open_file(&args.file, access)?;
    let mut table = CampaignTable::new(loaded, args)?;
    let save = args.save.clone().unwrap_or_else(|| default_save(&args.file));
    let campaign = &table.loaded.campaign;
    let (mut state, record) = if args.resume {
        let failure = |why: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {why}", save.display()));
        let read = CampaignSave::decode(&read_bytes(&save, access)?).map_err(|why| failure(&why))?;
        read.resume(campaign).map_err(|why| failure(&why))?
    } else {
        (campaign.begin(args.seed), None)
    };
    table
        .agree_on_enemy(&mut state)
        .map_err(|why| Failure::bad_input(format!("{}: {why}", save.display())))?;
    table.check_commanders()?;
    if args.player.is_some() {
        return table.play_all(args, &state, record);
    }
    if !args.resume && save.exists() {
        let there = format!(
            "{} is there already: --resume goes on with it, --save names another file",
            save.display()
        );
        return Err(Failure::bad_input(there));
    }
    play_dialogue(&mut CampaignDialogue::new(table, state, record, save)?)
}

/// Returns the file of a campaign's saves that is not named: in the present folder, after the campaign's file
/// and the folder that it lies in.
fn default_save(file: &Path) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let folder = part(file.parent().and_then(Path::file_name));
    let parts: Vec<String> = folder.into_iter().chain(part(file.file_stem())).collect();
    PathBuf::from(format!("{}.save", parts.join("-")))
}

fn check_campaign(path: &Path, access: FileAccess) -> Result<(), Failure> {
    let checked = LoadedCampaign::open_file(path, access).and_then(|loaded| {
        let faults = loaded
            .maps
            .values()
            .flat_map(|map| map.locate_faults(find_seat_faults(map, loaded.campaign.rules())));
        let faults: Vec<_> = faults.collect();
        if faults.is_empty() { Ok(loaded) } else { Err(FileError::from_faults(faults)) }
    });
    let mut out = console::standard_output();
    let name = path.display();
    match checked {
        Ok(loaded) => {
            let file = loaded.campaign.file();
            let battles = words::count_words(file.battles.len(), "battle", "battles");
            let units = words::count_words(file.army.len(), "unit", "units");
            writeln!(
                out,
                "{name}: playable: {battles}, {} with {units}, rules {}",
                file.side,
                loaded.campaign.rules().name
            )?;
            Ok(out.flush()?)
        }
        Err(error @ FileError::Problem(_)) => Err(error.into()),
        Err(error) => {
            writeln!(
                out,
                "{name}: not playable: {}",
                words::count_words(error.faults().len(), "fault", "faults")
            )?;
            out.flush()?;
            Err(Failure::negative_answers(error_messages(&error)))
        }
    }
}

/// Results of each battle in several campaigns.
#[derive(Default)]
struct CampaignTally {
    /// Number of times that each battle came to each result, and the army's men before and lost in all.
    battles: BTreeMap<String, ([u32; 3], [u64; 2])>,
    ends: [u32; 3],
}

impl CampaignTable {
    /// Plays campaigns by commanders, from a state or from each of several seeds.
    fn play_all(
        &self,
        args: &CampaignArgs,
        state: &CampaignState,
        mut record: Option<GameRecord>,
    ) -> Result<(), Failure> {
        let cancel = cancel_on_ctrl_c();
        let mut out = console::standard_output();
        let mut tally = CampaignTally::default();
        let games = args.games.unwrap_or(1);
        for number in 0..u64::from(games) {
            let mut state = if args.games.is_some() {
                self.campaign().begin(args.seed.wrapping_add(number))
            } else {
                state.clone()
            };
            while state.end().is_none() {
                self.play_next_battle(&mut state, record.take(), &cancel, &mut tally, args, &mut out)?;
            }
            tally.ends[state.end().map_or(2, place_of_result)] += 1;
            if args.json {
                json::print_line(&mut out, &CampaignDocument::new(self.campaign(), &state))?;
            } else if args.games.is_none() {
                let end = state.end().map_or("", BattleResult::name);
                writeln!(out)?;
                writeln!(out, "The campaign is {end}. {}", state.news())?;
            }
            out.flush()?;
        }
        if args.games.is_some() && !args.json {
            self.write_tally(&tally, &mut out)?;
        }
        Ok(out.flush()?)
    }

    fn play_next_battle(
        &self,
        state: &mut CampaignState,
        record: Option<GameRecord>,
        cancel: &Cancel,
        tally: &mut CampaignTally,
        args: &CampaignArgs,
        out: &mut ConsoleOutput,
    ) -> Result<(), Failure> {
        if record.is_none() {
            self.campaign().refit_automatically(state);
        }
        let next = self.begin_battle(state)?.zip(self.campaign().battle_at(state));
        let ((scenario, start, seats), battle) =
            next.ok_or_else(|| Failure::negative_answer_because("nobody is left who could be sent"))?;
        let players = seats.make_contestants(&start, scenario.dice_source()).map_err(failure_of_seat)?;
        let mut game = match record {
            Some(record) => Match::resume(start, &record, players).map_err(Failure::program_fault)?,
            None => Match::new(start, scenario.dice_source(), players),
        };
        let mut loss = None;
        while let Some(played) = game.step_unless(cancel).map_err(|error| match error {
            MatchError::Cancelled(_) => {
                Failure::negative_answer_because("cancelled before the campaign was over")
            }
            other => failure_of_game(other.into()),
        })? {
            if let OrderReason::Lost(lost) = played.reason {
                loss = Some((played.side, lost));
            }
        }
        let (before, record) = (state.men(), game.into_game_record());
        self.campaign().finish_battle(state, &record.battle().outcome()).map_err(Failure::program_fault)?;
        let Some(fought) = state.path().last() else { return Ok(()) };
        let (results, men) = tally.battles.entry(battle.key.clone()).or_default();
        results[place_of_result(fought.result)] += 1;
        men[0] += u64::from(before);
        men[1] += u64::from(fought.lost);
        if args.json {
            let loss = loss.as_ref().map(|(_, loss)| &**loss);
            let document = CampaignBattleDocument::new(self.campaign(), state, fought, before, &record, loss);
            json::print_line(out, &document)?;
        } else if args.games.is_none() {
            let degree = fought.degree.as_ref().map_or_else(String::new, |degree| format!(" ({degree})"));
            let men_lost = words::count_words(fought.lost, "man", "men");
            let turn = record.battle().turn();
            let line = format!(
                "{}: {}{degree} in turn {turn}, {men_lost} of {before} lost, {} to refit",
                battle.title,
                fought.result,
                words::count_words(state.points(), "point", "points")
            );
            writeln!(out, "{line}")?;
            if let Some((side, loss)) = loss {
                write_program_loss(out, side, &loss)?;
            }
        }
        Ok(())
    }

    fn write_tally(&self, tally: &CampaignTally, out: &mut ConsoleOutput) -> Result<(), Failure> {
        writeln!(out, "{:32} fought  won  lost  drawn  men lost", "battle")?;
        for battle in &self.campaign().file().battles {
            let Some((results, [before, lost])) = tally.battles.get(&battle.key) else { continue };
            let [won, lost_battles, drawn] = results;
            let (fought, share) = (results.iter().sum::<u32>(), 100 * lost / (*before).max(1));
            let title = &battle.title;
            writeln!(out, "{title:32} {fought:6} {won:4} {lost_battles:5} {drawn:6} {share:7} %")?;
        }
        let [won, lost, drawn] = tally.ends;
        writeln!(out, "campaigns: {won} won, {lost} lost, {drawn} drawn")?;
        Ok(())
    }
}

fn place_of_result(result: BattleResult) -> usize {
    BattleResult::ALL.into_iter().position(|other| other == result).unwrap_or(0)
}
