//! `battle`: two commanders fight, once or many times.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use hotgates_engine::{BySide, DiceSource, Event, Order, Scenario, Side, VictoryKind};
use hotgates_files::{AtomicFile, LoadedScenario};
use hotgates_play::{Cancel, Match, MatchError, OrderReason, ProgramLoss, Series, Tally};
use indicatif::{ProgressBar, ProgressStyle};

use crate::album::HalfTurnPictures;
use crate::battle_report::{self, BattleReport};
use crate::block_map::TerminalMapStyle;
use crate::cli;
use crate::commands::battle_dialogue::{is_person, play_typed_battle};
use crate::console::{self, ConsoleOutput, write_side_name};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::dice_choice::dice_of_battle;
use crate::failure::Failure;
use crate::json;
use crate::overrides::{AdjustedScenario, scenario_with_armies};
use crate::seats::{choose_seats, failure_of_seat};
use crate::series::play_games_in_order;
use crate::words;

/// Plays the battles that the options ask for.
///
/// # Errors
/// Faults of files and options, or cancelled work.
pub fn run_battles(args: &cli::BattleArgs) -> Result<(), Failure> {
    let mut adjusted =
        AdjustedScenario::new(LoadedScenario::open_file(&args.file, args.access.file_access())?);
    if let Some(from) = args.from {
        adjusted.set_red_direction(from);
    }
    if let Some(turns) = args.turns {
        adjusted.set_turns(turns);
    }
    if let Some(variation) = args.variation {
        adjusted.set_variation(variation);
    }
    if args.fog {
        adjusted.loaded.scenario.rules.options.fog_of_war = true;
    }
    if args.mirror {
        adjusted.exchange_armies();
    }
    adjusted.buy_armies(args.armies)?;
    let dice = dice_of_battle(args, adjusted.scenario().map.seed)?;
    adjusted.loaded.scenario.set_dice_source(dice);
    let battle = adjusted.checked_battle()?;
    let loaded = &adjusted.loaded;
    let mut options = BySide { red: args.red.clone(), blue: args.blue.clone() };
    let people = BySide::new(|side| is_person(options[side].as_deref()));
    for side in Side::BOTH.into_iter().filter(|&side| people[side]) {
        // Whoever would play there gives hints.
        options[side] = None;
    }
    let flags = BySide { red: "--red", blue: "--blue" };
    let seats = choose_seats(&options, flags, loaded, battle.rules(), Some(args.programs))?;
    if people.red || people.blue {
        return play_typed_battle(args, &loaded.scenario, battle, (people, seats));
    }
    if args.resume {
        return Err(Failure::bad_input("--resume is for battles that people play"));
    }
    let names = seats.names_as_text();
    match args.games {
        None => {
            let game = seats.begin_match(battle, dice).map_err(failure_of_seat)?;
            SingleBattle { args, scenario: &loaded.scenario, names: &names }.play_match(game)
        }
        Some(games) => {
            check_games(args, games, dice)?;
            let jobs = args.jobs.unwrap_or_else(processor_count);
            if !args.json {
                battle_report::write_header(
                    &mut console::standard_output(),
                    &loaded.scenario,
                    &names,
                    &battle,
                )?;
            }
            let sound = "the battle has been made of this scenario";
            let series =
                Series::from_scenario(&loaded.scenario, seats).expect(sound).playing_both_ways(args.swap);
            BattleSeries { series, scenario: &loaded.scenario, names, games, jobs, json: args.json }
                .play_series()
        }
    }
}

pub(super) fn processor_count() -> u32 {
    thread::available_parallelism().map_or(1, |number| u32::try_from(number.get()).unwrap_or(1))
}

fn check_games(args: &cli::BattleArgs, games: u32, dice: DiceSource) -> Result<(), Failure> {
    if args.swap && games % 2 == 1 {
        let message = format!("--swap plays all dice twice, so --games must be even, and {games} is odd");
        return Err(Failure::bad_input(message));
    }
    // The first game has the seed itself; of two games of a pair, both have the same. Keys are always enough.
    let last_step = if args.swap { games / 2 } else { games } - 1;
    if let DiceSource::Seed(seed) = dice
        && seed.checked_add(last_step.into()).is_none()
    {
        return Err(Failure::bad_input(format!(
            "--seed: {seed} leaves no room for {} from there on",
            words::count_words(games, "seed", "seeds")
        )));
    }
    Ok(())
}

/// One battle, told or summed up.
struct SingleBattle<'a> {
    args: &'a cli::BattleArgs,
    scenario: &'a Scenario,
    names: &'a BySide<String>,
}

impl SingleBattle<'_> {
    fn play_match(&self, mut game: Match) -> Result<(), Failure> {
        let target = self.args.record.as_deref().map(AtomicFile::new).transpose()?;
        let album = |folder| HalfTurnPictures::new(folder, self.args.palette, game.game_record().battle());
        let mut album = self.args.png.as_deref().map(album).transpose()?;
        let cancel = cancel_on_ctrl_c();
        let start = Instant::now();
        let mut out = console::standard_output();
        if target.is_some() || album.is_some() {
            out = out.into_failure_keeping();
        }
        let cancelled = if self.args.json {
            let (cancelled, loss) = play_quietly(&mut game, &cancel, album.as_mut())?;
            let record = game.game_record();
            let document = json::BattleDocument::new(self.scenario, self.names, record, start.elapsed());
            json::print_line(&mut out, &document.with_loss(loss.as_deref()))?;
            cancelled
        } else {
            self.play_and_tell(&mut game, &cancel, &mut out, album.as_mut())?
        };
        if let Some(target) = target {
            let scenario = scenario_with_armies(self.scenario, self.names, game.game_record());
            target.write_and_rename(&game.game_record().replay(&scenario).encode())?;
        }
        out.close_output()?;
        if cancelled {
            Err(Failure::negative_answer_because("cancelled before the battle was over"))
        } else {
            Ok(())
        }
    }

    /// Plays and tells the battle at once; returns `true` if the battle was cancelled.
    fn play_and_tell(
        &self,
        game: &mut Match,
        cancel: &Cancel,
        out: &mut ConsoleOutput,
        mut album: Option<&mut HalfTurnPictures>,
    ) -> Result<bool, Failure> {
        let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
        let mut report = BattleReport::new(out, self.args.watch.then_some(look));
        report.write_header(self.scenario, self.names, game.game_record().battle())?;
        let mut took = Duration::ZERO;
        loop {
            let before = self.args.explain.then(|| game.game_record().battle().clone());
            let start = Instant::now();
            let side = game.game_record().battle().side();
            let Some((order, reason, events)) = next_order(game, cancel)? else { break };
            took += start.elapsed();
            match (before, order, &reason) {
                (Some(before), Some(order), reason) => {
                    report.write_reason(&before, order, &reason.in_words(&before))?;
                }
                (_, _, OrderReason::Lost(loss)) => report.write_loss(side, loss)?,
                _ => {}
            }
            report.write_events(game.game_record().battle(), &events)?;
            if let Some(album) = &mut album {
                album.add_half_turn_picture(game.game_record().battle(), &events)?;
            }
        }
        report.write_end(game.game_record(), Some(took))?;
        Ok(game.game_record().battle().verdict().is_none())
    }
}

/// Plays without telling; returns whether the battle was cancelled, and how a program lost it.
fn play_quietly(
    game: &mut Match,
    cancel: &Cancel,
    mut album: Option<&mut HalfTurnPictures>,
) -> Result<(bool, Option<Box<ProgramLoss>>), Failure> {
    let mut lost = None;
    while let Some((_, reason, events)) = next_order(game, cancel)? {
        if let OrderReason::Lost(loss) = reason {
            lost = Some(loss);
        }
        if let Some(album) = &mut album {
            album.add_half_turn_picture(game.game_record().battle(), &events)?;
        }
    }
    Ok((game.game_record().battle().verdict().is_none(), lost))
}

/// An order, its reason and its events.
type FollowedOrder = (Option<Order>, OrderReason, Vec<Event>);

/// Returns the next order of a match, its reason and its events; `None` once the battle is over or
/// cancelled.
fn next_order(game: &mut Match, cancel: &Cancel) -> Result<Option<FollowedOrder>, Failure> {
    match game.step_unless(cancel) {
        Ok(turn) => Ok(turn.map(|turn| (turn.order, turn.reason, turn.events.to_vec()))),
        Err(MatchError::Cancelled(_)) => Ok(None),
        Err(MatchError::Stopped(stopped)) => Err(Failure::program_fault(stopped)),
        Err(MatchError::Foreign(foreign)) => Err(Failure::bad_input(foreign)),
    }
}

/// A series, told or summed up.
struct BattleSeries<'a> {
    series: Series,
    scenario: &'a Scenario,
    /// Names of both commanders, the first one on Red's seat.
    names: BySide<String>,
    games: u32,
    jobs: u32,
    json: bool,
}

impl BattleSeries<'_> {
    /// Plays the series and sums it up.
    fn play_series(&self) -> Result<(), Failure> {
        let Self { series, scenario, names, games, jobs, json } = self;
        let cancel = cancel_on_ctrl_c();
        let start = Instant::now();
        let mut out = console::standard_output();
        let mut tally = Tally::default();
        let exchanged = BySide { red: names.blue.clone(), blue: names.red.clone() };
        let bar = new_series_bar(*games);
        let mut untold = Vec::new();
        let outcome = play_games_in_order(series, *games, *jobs, &cancel, |timed| {
            tally.count_game(&timed.game);
            bar.inc(1);
            if *json {
                let names = if timed.game.swapped { &exchanged } else { names };
                let document = json::BattleDocument::new(scenario, names, &timed.game.record, timed.took);
                json::print_line(&mut untold, &document.with_loss(timed.game.loss.as_deref()))?;
                // A program may read the output: of two games with one key none is told before both are played.
                let is_half = scenario.key.is_some() && timed.game.pair.is_some() && !timed.game.swapped;
                if !is_half {
                    out.write_all(&std::mem::take(&mut untold))?;
                }
            }
            Ok(())
        });
        bar.finish_and_clear();
        outcome?;
        out.write_all(&untold)?;
        if *json {
            let document =
                json::SeriesDocument::new(names, &tally, series.plays_both_ways(), start.elapsed());
            json::print_line(&mut out, &document.with_key(scenario.key))?;
        } else {
            self.print_series_summary(&mut out, &tally, start.elapsed())?;
        }
        out.flush()?;
        if tally.games < *games {
            let played = format!(
                "cancelled after {} of {}",
                tally.games,
                words::count_words(*games, "battle", "battles")
            );
            return Err(Failure::negative_answer_because(played));
        }
        Ok(())
    }

    /// Prints the number of wins of each commander, and the interval of their shares.
    fn print_series_summary(
        &self,
        out: &mut ConsoleOutput,
        tally: &Tally,
        took: Duration,
    ) -> Result<(), Failure> {
        let games = f64::from(tally.games.max(1));
        let percent = |number: u32| 100.0 * f64::from(number) / games;
        writeln!(out)?;
        for side in Side::BOTH {
            let [left, start] = tally.men[side];
            #[expect(clippy::cast_precision_loss, reason = "a percentage of men")]
            let share = 100.0 * left as f64 / start.max(1) as f64;
            let won = tally.endings.iter().filter(|(end, _)| end.winner == Some(side));
            let mut ways: Vec<_> = won.map(|(end, number)| (VictoryKind::name(end.how), number)).collect();
            ways.sort_unstable();
            let ways: Vec<_> = ways.into_iter().map(|(how, number)| format!("{number} by {how}")).collect();
            let ways = if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) };
            let wins = tally.wins[side];
            write_side_name(out, side)?;
            writeln!(out, "  wins {wins:>6}, {:5.1} %{ways}, {share:.0} % of its men left", percent(wins))?;
        }
        if tally.draws > 0 {
            writeln!(out, "      draws {:>5}, {:5.1} %", tally.draws, percent(tally.draws))?;
        }
        if self.series.plays_both_ways() {
            let (first, second) = (&self.names.red, &self.names.blue);
            writeln!(
                out,
                "{first} (given as --red) wins {}, {second} wins {}",
                tally.first_wins, tally.second_wins
            )?;
        }
        let percent_of = |share: f64| format!("{:.1}", 100.0 * share);
        if self.series.plays_both_ways() {
            let share = tally.first_share_of_pairs();
            let pairs = u32::try_from(tally.pairs.sets()).unwrap_or(u32::MAX);
            writeln!(
                out,
                "{} makes {} % of the points in {}; its share lies between {} and {} % (95 %)",
                self.names.red,
                percent_of(share.value),
                words::count_words(pairs, "pair", "pairs"),
                percent_of(share.low),
                percent_of(share.high)
            )?;
        } else {
            let share = tally.share_of_wins(Side::Red);
            let ends = [share.low, share.high].map(percent_of);
            writeln!(out, "Red's share lies between {} and {} % (95 %)", ends[0], ends[1])?;
        }
        let turns = tally.mean_turns().unwrap_or_default();
        let per_second = f64::from(tally.games) / took.as_secs_f64().max(1e-9);
        writeln!(
            out,
            "{} of {turns:.1} turns in {:.2} s, {per_second:.0} a second",
            words::count_words(tally.games, "battle", "battles"),
            took.as_secs_f64()
        )?;
        battle_report::write_key(out, self.scenario.dice_source())?;
        Ok(())
    }
}

/// A bar on standard error, if that is a terminal.
fn new_series_bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(games.into());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
