//! Looks at the flag that ends thinking: how much a commander thinks between two of them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use hotgates_engine::{Battle, BySide, Dice, Side};
use hotgates_play::{Cancel, seeds_of_players};

use crate::Failure;
use crate::arena::PairedSet;
use crate::clock::thread_time;
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// Processor times between two looks at the flag, or between a look and the beginning or the end of
/// the thinking about an order.
#[derive(Debug, Default)]
struct LookTimes(Vec<Duration>);

/// Times of the looks so far, and when the last look was.
#[derive(Debug, Default)]
struct LookClock {
    times: Vec<Duration>,
    last: Duration,
}

impl LookClock {
    fn note_look(&mut self) {
        let now = thread_time();
        self.times.push(now.saturating_sub(self.last));
        self.last = thread_time();
    }
}

impl LookTimes {
    /// Plays a battle to its end and measures the looks of the contender, which plays both sides.
    ///
    /// # Errors
    /// When the contender has no such name or gives an illegal order.
    fn measure_battle(&mut self, mut battle: Battle, seed: u64, by: &Contender) -> Result<(), Failure> {
        let own = seeds_of_players(seed);
        let mut players =
            BySide { red: by.make_player(&battle, own.red)?, blue: by.make_player(&battle, own.blue)? };
        let (mut dice, mut log) = (Dice::new(seed), Vec::new());
        let clock = Arc::new(Mutex::new(LookClock::default()));
        let noted = Arc::clone(&clock);
        let cancel = Cancel::with_look_hook(move || {
            noted.lock().expect("no thread panics with it").note_look();
        });
        while battle.verdict().is_none() {
            let side: Side = battle.side();
            clock.lock().expect("no thread panics with it").last = thread_time();
            let (order, _) = players[side].next_order_unless(&battle, &cancel);
            clock.lock().expect("no thread panics with it").note_look();
            battle.act(order, &mut dice, &mut log).map_err(|why| why.to_string())?;
            log.clear();
        }
        self.0.append(&mut clock.lock().expect("no thread panics with it").times);
        Ok(())
    }

    /// Returns the number of times, and the median, the one in ten thousand, and the longest in ms.
    fn summary(&mut self) -> (usize, [f64; 3]) {
        self.0.sort_unstable();
        let at = |place: usize| self.0.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
        let last = self.0.len().saturating_sub(1);
        (self.0.len(), [at(last / 2), at(last - last / 10_000), at(last)])
    }
}

/// Prints how much commanders think between two looks at the flag, for each map.
///
/// # Errors
/// As [`LookTimes::measure_battle`].
pub fn print_looks(grounds: &[BattleGround], sets: &[PairedSet], by: &[Contender]) -> Result<(), Failure> {
    println!("| commander | map | looks | median ms | 1 in 10,000 | most |\n|---|---|---|---|---|---|");
    for contender in by {
        for (place, ground) in grounds.iter().enumerate() {
            let mut times = LookTimes::default();
            for set in sets.iter().filter(|set| set.ground == place) {
                if let Some(battle) = ground.begin_battle(set.exchanged, set.seed) {
                    times.measure_battle(battle, set.seed, contender)?;
                }
            }
            let (looks, [median, rare, most]) = times.summary();
            println!("| {contender} | {} | {looks} | {median:.4} | {rare:.2} | {most:.2} |", ground.name);
        }
    }
    Ok(())
}
