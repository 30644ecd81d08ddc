//! `battle`: two commanders fight, once or many times.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use hotgates_ai::Match;
use hotgates_engine::{Army, BySide, GameRecord, Scenario, Side, UnitEntry, UnitTypeId};
use hotgates_search::Cancel;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli;
use crate::console::{self, Output, side_name};
use crate::ctrl_c::cancel_on_ctrl_c;
use crate::failure::Failure;
use crate::image::Album;
use crate::json;
use crate::overrides::AdjustedScenario;
use crate::picture::Look;
use crate::report::{self, Report};
use crate::seats::{self, Names};
use crate::series::{self, Series, Spoiled, Tally};
use hotgates_files::{AtomicFile, LoadedScenario};

/// Plays what the options ask for.
///
/// # Errors
/// Whatever is wrong with files and options; that the work was cancelled.
pub fn run(args: &cli::Battle) -> Result<(), Failure> {
    let mut adjusted = AdjustedScenario::new(LoadedScenario::open(&args.file)?);
    if let Some(from) = args.from {
        adjusted.set_from(from);
    }
    if let Some(turns) = args.turns {
        adjusted.set_turns(turns);
    }
    if let Some(variation) = args.variation {
        adjusted.set_variation(variation);
    }
    if args.mirror {
        adjusted.mirror();
    }
    let seed = args.seed.or(adjusted.scenario().map.seed).unwrap_or(0);
    adjusted.loaded.scenario.map.seed = Some(seed);
    let battle = adjusted.checked_battle()?;
    let loaded = &adjusted.loaded;
    let options = BySide { red: args.red.clone(), blue: args.blue.clone() };
    let names = seats::choose(&options, loaded, &battle)?;
    match args.games {
        None => {
            let game = seats::seat(&names, battle, loaded.scenario.seed()).map_err(Failure::bug)?;
            One { args, scenario: &loaded.scenario, names: &names }.play(game)
        }
        Some(games) => {
            check_games(args, games, seed)?;
            let jobs = args.jobs.unwrap_or_else(processors);
            let series =
                Series { scenario: &loaded.scenario, names: &names, seed, games, swap: args.swap, jobs };
            if !args.json {
                report::header(&mut console::output(), &loaded.scenario, &names, &battle)?;
            }
            many(&series, args.json)
        }
    }
}

fn processors() -> u32 {
    thread::available_parallelism().map_or(1, |number| u32::try_from(number.get()).unwrap_or(1))
}

fn check_games(args: &cli::Battle, games: u32, seed: u64) -> Result<(), Failure> {
    if args.swap && games % 2 == 1 {
        let message = format!("--swap plays each seed twice, so --games must be even, and {games} is odd");
        return Err(Failure::input(message));
    }
    if seed.checked_add(games.into()).is_none() {
        return Err(Failure::input(format!("--seed: {seed} leaves no room for {games} seeds from there on")));
    }
    Ok(())
}

/// One battle, told or summed up.
struct One<'a> {
    args: &'a cli::Battle,
    scenario: &'a Scenario,
    names: &'a Names,
}

impl One<'_> {
    fn play(&self, mut game: Match) -> Result<(), Failure> {
        let target = self.args.record.as_deref().map(AtomicFile::new).transpose()?;
        let album = |folder| Album::new(folder, self.args.palette, game.course().battle());
        let mut album = self.args.png.as_deref().map(album).transpose()?;
        let cancel = cancel_on_ctrl_c();
        let start = Instant::now();
        let mut out = console::output();
        if target.is_some() || album.is_some() {
            out = out.detached();
        }
        let cancelled = if self.args.json {
            let cancelled = finish(&mut game, &cancel, album.as_mut())?;
            let map = &self.scenario.map.name;
            json::print(&mut out, &json::Battle::new(map, self.names, game.course(), start.elapsed()))?;
            cancelled
        } else {
            self.tell(&mut game, &cancel, &mut out, album.as_mut())?
        };
        if let Some(target) = target {
            let scenario = spelled_out(self.scenario, self.names, game.course());
            target.write(&game.course().replay(&scenario).encode())?;
        }
        out.close()?;
        if cancelled { Err(Failure::no_because("cancelled before the battle was over")) } else { Ok(()) }
    }

    /// Plays and tells at once; whether it was cancelled.
    fn tell(
        &self,
        game: &mut Match,
        cancel: &Cancel,
        out: &mut Output,
        mut album: Option<&mut Album>,
    ) -> Result<bool, Failure> {
        let look = Look { colour: out.colour, width: console::width() };
        let mut report = Report::new(out, self.args.watch.then_some(look));
        report.header(self.scenario, self.names, game.course().battle())?;
        let mut took = Duration::ZERO;
        while !cancel.is_set() {
            let before = self.args.explain.then(|| game.course().battle().clone());
            let start = Instant::now();
            let Some(turn) = game.step().map_err(Failure::bug)? else { break };
            took += start.elapsed();
            if let Some(before) = before {
                report.reason(&before, turn.order, &turn.reason.text(&before))?;
            }
            let events = turn.events.to_vec();
            report.events(game.course().battle(), &events)?;
            if let Some(album) = &mut album {
                album.follow(game.course().battle(), &events)?;
            }
        }
        report.end(game.course(), Some(took))?;
        Ok(game.course().battle().verdict().is_none())
    }
}

/// Plays without telling; whether it was cancelled.
fn finish(game: &mut Match, cancel: &Cancel, album: Option<&mut Album>) -> Result<bool, Failure> {
    let Some(album) = album else {
        return match series::finish(game, cancel) {
            Ok(()) => Ok(false),
            Err(Spoiled::Cancelled) => Ok(true),
            Err(spoiled) => Err(Failure::bug(spoiled)),
        };
    };
    while !cancel.is_set() {
        let Some(turn) = game.step().map_err(Failure::bug)? else { break };
        let events = turn.events.to_vec();
        album.follow(game.course().battle(), &events)?;
    }
    Ok(game.course().battle().verdict().is_none())
}

/// The scenario as a replay keeps it: with both orders of battle and who commanded, so that it needs no ruleset to know
/// who fought.
fn spelled_out(scenario: &Scenario, names: &Names, course: &GameRecord) -> Scenario {
    let battle = course.battle();
    let mut scenario = scenario.clone();
    for side in Side::BOTH {
        let entry = |kind: UnitTypeId| UnitEntry::new(&battle.rules().units[kind].name);
        let standard = || {
            let mine = battle.roster().filter(|(_, info)| info.side == side);
            Army { commander: None, units: mine.map(|(_, info)| entry(info.kind)).collect() }
        };
        let army = match side {
            Side::Red => &mut scenario.map.red,
            Side::Blue => &mut scenario.map.blue,
        };
        army.get_or_insert_with(standard).commander = Some(names[side].clone());
    }
    scenario
}

/// Plays a series and sums it up.
fn many(series: &Series, json: bool) -> Result<(), Failure> {
    let cancel = cancel_on_ctrl_c();
    let start = Instant::now();
    let mut out = console::output();
    let mut tally = Tally { by_commander: series.swap, ..Tally::default() };
    let exchanged = BySide { red: series.names.blue.clone(), blue: series.names.red.clone() };
    let bar = progress(series.games);
    let outcome = series.play(&cancel, |game| {
        tally.add(game);
        bar.inc(1);
        if json {
            let names = if game.swapped { &exchanged } else { series.names };
            let map = &series.scenario.map.name;
            json::print(&mut out, &json::Battle::new(map, names, &game.course, game.took))?;
        }
        Ok(())
    });
    bar.finish_and_clear();
    outcome?;
    if json {
        json::print(&mut out, &json::Summary::new(series.names, &tally, start.elapsed()))?;
    } else {
        sum_up(&mut out, series, &tally, start.elapsed())?;
    }
    out.flush()?;
    if tally.games < series.games {
        let played = format!("cancelled after {} of {} battles", tally.games, series.games);
        return Err(Failure::no_because(played));
    }
    Ok(())
}

/// A bar on standard error, if that is a terminal.
fn progress(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(games.into());
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn sum_up(out: &mut Output, series: &Series, tally: &Tally, took: Duration) -> Result<(), Failure> {
    let games = f64::from(tally.games.max(1));
    let percent = |number: u32| 100.0 * f64::from(number) / games;
    writeln!(out)?;
    for side in Side::BOTH {
        let [left, start] = tally.left[side];
        #[expect(clippy::cast_precision_loss, reason = "a percentage of men")]
        let share = 100.0 * left as f64 / start.max(1) as f64;
        let ways = tally.endings.iter().filter(|((winner, _), _)| *winner == side);
        let ways: Vec<_> = ways.map(|((_, how), number)| format!("{number} by {how}")).collect();
        let ways = if ways.is_empty() { String::new() } else { format!(" ({})", ways.join(", ")) };
        let wins = tally.wins[side];
        let name = side_name(side);
        writeln!(out, "{name}  wins {wins:>6}, {:5.1} %{ways}, {share:.0} % of its men left", percent(wins))?;
    }
    if tally.draws > 0 {
        writeln!(out, "      draws {:>5}, {:5.1} %", tally.draws, percent(tally.draws))?;
    }
    if series.swap {
        let (first, second) = (&series.names.red, &series.names.blue);
        writeln!(
            out,
            "{first} (given as --red) wins {}, {second} wins {}",
            tally.first_wins, tally.second_wins
        )?;
    }
    let (low, high) = tally.interval();
    let whose = if series.swap { series.names.red.as_str() } else { "Red" };
    #[expect(clippy::cast_precision_loss, reason = "a mean of turns")]
    let turns = tally.turns as f64 / games;
    writeln!(out, "{whose}'s share lies between {:.1} and {:.1} % (95 %)", 100.0 * low, 100.0 * high)?;
    let per_second = f64::from(tally.games) / took.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "{} battles of {turns:.1} turns in {:.2} s, {per_second:.0} a second",
        tally.games,
        took.as_secs_f64()
    )?;
    Ok(())
}
