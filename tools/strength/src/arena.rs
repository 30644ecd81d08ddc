//! Matches over many sets, and what came of them.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hotgates_engine::{Battle, BySide, Side};
use hotgates_play::{Match, Tally, seeds_of_players};
use hotgates_stats::wilson_interval;

use crate::Failure;
use crate::clock::thread_time;
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// A map, an army and a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedSet {
    /// Place of the map in the list of maps.
    pub ground: usize,
    /// `true` if each side fights with the other's order of battle.
    pub exchanged: bool,
    /// Seed of the strengths and the dice.
    pub seed: u64,
}

/// One set, played to its end.
pub struct PlayedSet {
    /// The battle as it ended.
    pub battle: Battle,
    /// Processor time of each half-turn.
    times: BySide<Vec<Duration>>,
}

impl PlayedSet {
    /// Returns the side that has won; `None` after a draw.
    pub fn winner(&self) -> Option<Side> {
        self.battle.verdict()?.winner
    }
}

fn play_set(
    set: PairedSet,
    grounds: &[BattleGround],
    by: [&Contender; 2],
) -> Result<Option<PlayedSet>, Failure> {
    let battle = grounds[set.ground].begin_battle(set.exchanged, set.seed);
    battle.map(|battle| play_battle(battle, set.seed, by)).transpose()
}

/// Plays a battle with the dice of a seed to its end, Red's contender first.
///
/// # Errors
/// When a contender has no such name or gives an illegal order.
pub fn play_battle(battle: Battle, seed: u64, by: [&Contender; 2]) -> Result<PlayedSet, Failure> {
    let own = seeds_of_players(seed);
    let players =
        BySide { red: by[0].make_player(&battle, own.red)?, blue: by[1].make_player(&battle, own.blue)? };
    let mut game = Match::new(battle, seed, players);
    let mut times = BySide::new(|_| Vec::new());
    let mut begun = thread_time();
    loop {
        let side = game.game_record().battle().side();
        let over = game.step()?.is_none();
        if over || game.game_record().battle().side() != side {
            let now = thread_time();
            times[side].push(now.saturating_sub(begun));
            begun = now;
        }
        if over {
            break;
        }
    }
    Ok(PlayedSet { battle: game.game_record().battle().clone(), times })
}

/// Plays sets on several threads and hands each result to `count`, in the order in which they end.
fn play_sets(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    by: [&Contender; 2],
    jobs: usize,
    count: impl FnMut(usize, &PlayedSet) + Send,
) -> Result<(), Failure> {
    let count = Mutex::new(count);
    run_tasks(sets.len(), jobs, |number| {
        if let Some(played) = play_set(sets[number], grounds, by)? {
            let mut count = count.lock().expect("no thread panics with it");
            (*count)(number, &played);
        }
        Ok(())
    })
}

/// Does tasks by their numbers, from 0 on, on several threads.
///
/// # Errors
/// Those of the tasks.
pub fn run_tasks(
    tasks: usize,
    jobs: usize,
    task: impl Fn(usize) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<(), Failure> {
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                number if number < tasks => task(number)?,
                _ => return Ok(()),
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panics"))
    })
}

/// The results of some sets.
#[derive(Debug, Clone, Default)]
pub struct MatchRow {
    /// The games.
    pub tally: Tally,
    times: BySide<Vec<Duration>>,
}

impl MatchRow {
    fn count_set(&mut self, played: &PlayedSet) {
        self.tally.count_battle(&played.battle, false);
        for side in Side::BOTH {
            self.times[side].extend(&played.times[side]);
        }
    }

    /// Returns a side's share of the games and its interval, in per cent.
    pub fn share_of(&self, side: Side) -> (f64, f64, f64) {
        let share = self.tally.share_of_wins(side).map(|share| 100.0 * share);
        (share.value, share.low, share.high)
    }

    /// Returns the number of battles that one core plays in a second, of the time that half-turns took.
    pub fn battles_a_second(&self) -> f64 {
        let time: Duration = Side::BOTH.iter().flat_map(|&side| &self.times[side]).sum();
        f64::from(self.tally.games) / time.as_secs_f64().max(1e-9)
    }

    /// Returns a side's time for a half-turn in ms, median and 99th percentile.
    pub fn time_of(&self, side: Side) -> String {
        let mut times = self.times[side].clone();
        times.sort_unstable();
        let at = |share: usize| {
            let index = (times.len() * share / 100).min(times.len().saturating_sub(1));
            times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        format!("{:.2} / {:.2}", at(50), at(99))
    }

    fn write_row(&self, name: &str, armies: &str, text: &mut String) {
        let Tally { games, draws, turns, .. } = self.tally;
        if games == 0 {
            return;
        }
        let ((red, low, high), (blue, ..)) = (self.share_of(Side::Red), self.share_of(Side::Blue));
        let turns = turns / u64::from(games);
        let [red_time, blue_time] = [Side::Red, Side::Blue].map(|side| self.time_of(side));
        let _ = writeln!(
            text,
            "| {name} | {armies} | {games} | {red:.1} % | {low:.1} … {high:.1} % | {blue:.1} % | {draws} | {turns} \
             | {red_time} | {blue_time} |"
        );
    }
}

/// The results of a match, for each name of a map as shipped and exchanged.
pub struct PlayedMatch {
    rows: Vec<(String, [MatchRow; 2])>,
    /// All games: as shipped, exchanged, together.
    pub totals: [MatchRow; 3],
}

/// Plays a match, Red's contender first.
///
/// # Errors
/// When a contender has no such name or gives an illegal order.
pub fn play_match(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    by: [&Contender; 2],
    jobs: usize,
) -> Result<PlayedMatch, Failure> {
    let mut rows: Vec<(String, [MatchRow; 2])> = Vec::new();
    for ground in grounds {
        if !rows.iter().any(|(name, _)| *name == ground.name) {
            rows.push((ground.name.clone(), <[MatchRow; 2]>::default()));
        }
    }
    let mut totals = <[MatchRow; 3]>::default();
    play_sets(grounds, sets, by, jobs, |number, played| {
        let set = sets[number];
        let row = rows.iter_mut().find(|(name, _)| *name == grounds[set.ground].name);
        if let Some((_, rows)) = row {
            rows[usize::from(set.exchanged)].count_set(played);
        }
        totals[usize::from(set.exchanged)].count_set(played);
        totals[2].count_set(played);
    })?;
    Ok(PlayedMatch { rows, totals })
}

const HEAD: &str = "| map | armies | sets | Red wins | interval | Blue wins | draws | turns | Red ms | Blue ms |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n";

const ARMIES: [&str; 3] = ["as shipped", "exchanged", "both"];

impl PlayedMatch {
    /// Returns the rows of a map: as shipped and exchanged.
    pub fn rows_of(&self, name: &str) -> Option<&[MatchRow; 2]> {
        self.rows.iter().find(|(other, _)| other == name).map(|(_, rows)| rows)
    }

    /// Returns the results as a Markdown table: a line for each map and army, and total lines.
    /// Times are processor time for a half-turn, median / 99th percentile.
    pub fn as_table(&self, grounds: &[BattleGround]) -> String {
        let mut text = HEAD.to_owned();
        for (name, rows) in &self.rows {
            for (row, armies) in rows.iter().zip(ARMIES) {
                row.write_row(name, armies, &mut text);
            }
        }
        if self.rows.len() > 1 || grounds.len() > 1 {
            for (row, armies) in self.totals.iter().zip(ARMIES) {
                row.write_row("**all**", armies, &mut text);
            }
        }
        text
    }
}

/// The results of two contenders on the same sets.
#[derive(Debug, Clone, Copy, Default)]
struct PairCounts {
    sets: u32,
    both: u32,
    only: [u32; 2],
}

impl PairCounts {
    fn count_pair(&mut self, won: [bool; 2]) {
        self.sets += 1;
        match won {
            [true, true] => self.both += 1,
            [true, false] => self.only[0] += 1,
            [false, true] => self.only[1] += 1,
            [false, false] => {}
        }
    }

    /// Writes shares and their difference with its interval: that of the share of sets that only
    /// the first won among those that only one of them won.
    fn write_row(&self, name: &str, armies: &str, text: &mut String) {
        let Self { sets, both, only: [new, old] } = *self;
        if sets == 0 {
            return;
        }
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(sets);
        let of_those = wilson_interval(2 * u64::from(new), (new + old).into());
        let (weight, gain) = (percent(new + old), percent(new) - percent(old));
        let ends = [of_those.low, of_those.high].map(|share| weight * (2.0 * share - 1.0));
        let _ = writeln!(
            text,
            "| {name} | {armies} | {sets} | {:.1} % | {:.1} % | {new} | {old} | {gain:+.1} | {:+.1} … {:+.1} |",
            percent(both + new),
            percent(both + old),
            ends[0],
            ends[1]
        );
    }
}

/// Plays two contenders on the same side of the same sets against the same enemy; returns a
/// Markdown table.
///
/// # Errors
/// As [`play_match`].
pub fn compare_contenders(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    pair: [&Contender; 2],
    side: Side,
    against: &Contender,
    jobs: usize,
) -> Result<String, Failure> {
    let mut won: [Vec<Option<bool>>; 2] = [vec![None; sets.len()], vec![None; sets.len()]];
    for (contender, won) in pair.into_iter().zip(&mut won) {
        let by = if side == Side::Red { [contender, against] } else { [against, contender] };
        play_sets(grounds, sets, by, jobs, |number, played| {
            won[number] = Some(played.winner() == Some(side));
        })?;
    }
    let mut rows: Vec<(&str, [PairCounts; 2])> = Vec::new();
    let mut totals = [PairCounts::default(); 3];
    for (number, set) in sets.iter().enumerate() {
        let (Some(new), Some(old)) = (won[0][number], won[1][number]) else { continue };
        let name = grounds[set.ground].name.as_str();
        if rows.last().is_none_or(|(last, _)| *last != name) && !rows.iter().any(|(other, _)| *other == name)
        {
            rows.push((name, [PairCounts::default(); 2]));
        }
        let army = usize::from(set.exchanged);
        let row = rows.iter_mut().find(|(other, _)| *other == name);
        if let Some((_, counts)) = row {
            counts[army].count_pair([new, old]);
        }
        totals[army].count_pair([new, old]);
        totals[2].count_pair([new, old]);
    }
    let mut text = format!(
        "| map | armies | sets | {} | {} | only the first | only the second | gain | interval |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        pair[0], pair[1]
    );
    for (name, counts) in rows {
        for (counts, armies) in counts.iter().zip(ARMIES) {
            counts.write_row(name, armies, &mut text);
        }
    }
    for (counts, armies) in totals.iter().zip(ARMIES) {
        counts.write_row("**all**", armies, &mut text);
    }
    Ok(text)
}
