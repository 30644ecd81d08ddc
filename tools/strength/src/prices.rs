//! Worth of the arms: how much more often a side wins for points spent on one of them.

use std::fmt::Write;
use std::sync::Mutex;

use hotgates_engine::{Army, Dice, Scenario, Side, UnitEntry, UnitTypeId};

use crate::Failure;
use crate::arena::{PairedSet, play_battle, run_tasks};
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// A change of one army: units of a type that are bought for a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Purchase {
    side: Side,
    kind: UnitTypeId,
}

/// Gains of paired sets: of each, how much the second result is better than the first.
#[derive(Debug, Clone, Copy, Default)]
struct PairedGains {
    sets: f64,
    sum: f64,
    squares: f64,
    points: f64,
}

impl PairedGains {
    fn count_pair(&mut self, gain: f64, share: f64) {
        self.sets += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
        self.points += share;
    }

    fn merged_with(self, other: Self) -> Self {
        Self {
            sets: self.sets + other.sets,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            points: self.points + other.points,
        }
    }

    /// Returns the mean gain for each 10 % more points and its standard error, in per cent of the games.
    fn gain_per_tenth(self) -> (f64, f64) {
        let mean = self.sum / self.sets.max(1.0);
        let variance = (self.squares / self.sets.max(1.0) - mean * mean) / (self.sets - 1.0).max(1.0);
        let tenths = 10.0 * self.points / self.sets.max(1.0);
        (100.0 * mean / tenths, 100.0 * variance.sqrt() / tenths)
    }
}

/// Returns the scenario with more units of a type for a side, worth about `share` ‰ of its army, and the share
/// that was spent. Whole units cannot cost just that, so the seed draws one unit more or less, with as much
/// chance as makes the mean right. `None` where something has no price.
fn strengthen_army(
    scenario: &Scenario,
    purchase: Purchase,
    share: u32,
    seed: u64,
) -> Option<(Scenario, f64)> {
    let mut scenario = scenario.clone();
    let rules = &scenario.rules;
    let Purchase { side, kind } = purchase;
    let own = |side: Side| {
        let list = rules.standard.army_of_side(side).iter();
        list.flat_map(|(kind, count)| vec![UnitEntry::new(kind); *count as usize]).collect::<Vec<_>>()
    };
    let name = rules.units[kind].name.clone();
    let points = rules.units[kind].points?;
    let units = scenario.map.army(side).map_or_else(|| own(side), |army| army.units.clone());
    let price = u32::try_from(Army::price_of_units(&units, rules)?).ok()?;
    let wanted = price * share;
    let mut dice = Dice::for_other_purpose(seed, 6);
    let more =
        wanted / (1000 * points) + u32::from(dice.draw_below(1000 * points) < wanted % (1000 * points));
    let units = units.into_iter().chain(vec![UnitEntry::new(name); more as usize]).collect();
    scenario.map.army_mut(side).get_or_insert_default().units = units;
    Some((scenario, f64::from(more * points) / f64::from(price)))
}

/// Plays every set as it is, and again with each arm strengthened on each side; returns Markdown tables of the
/// gains and of the prices that would make them equal.
///
/// # Errors
/// When a unit type has no price, or a contender breaks the rules.
pub fn price_table(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    by: [&Contender; 2],
    share: u32,
    jobs: usize,
) -> Result<String, Failure> {
    let Some(rules) = grounds.first().map(|ground| &ground.scenario.rules) else { return Ok(String::new()) };
    let purchases: Vec<Purchase> =
        rules.unit_ids().flat_map(|kind| Side::BOTH.map(|side| Purchase { side, kind })).collect();
    let gains = Mutex::new((vec![PairedGains::default(); purchases.len()], [0_u32; 3]));
    run_tasks(sets.len(), jobs, |number| {
        let PairedSet { ground, exchanged, seed } = sets[number];
        let ground = &grounds[ground];
        let play = |ground: &BattleGround| -> Result<Option<[f64; 2]>, Failure> {
            let Some(battle) = ground.begin_battle(exchanged, seed) else { return Ok(None) };
            Ok(Some(match play_battle(battle, seed, by)?.winner() {
                Some(Side::Red) => [1.0, 0.0],
                Some(Side::Blue) => [0.0, 1.0],
                None => [0.5, 0.5],
            }))
        };
        let Some(before) = play(ground)? else { return Ok(()) };
        let mut played = Vec::new();
        for &purchase in &purchases {
            // The armies are exchanged when the battle begins, so the bought units stand on the other side here.
            let listed =
                if exchanged { Purchase { side: purchase.side.other(), ..purchase } } else { purchase };
            let drawn = 64 * number as u64 + u64::from(purchase.kind.0);
            let (scenario, spent) =
                strengthen_army(&ground.scenario, listed, share, drawn).ok_or("a unit type has no price")?;
            let after = play(&BattleGround { scenario, ..ground.clone() })?;
            let index = usize::from(purchase.side == Side::Blue);
            played.push(after.map(|after| (after[index] - before[index], spent)));
        }
        let mut gains = gains.lock().expect("no thread panics with it");
        for (gains, pair) in gains.0.iter_mut().zip(&played) {
            if let Some((gain, spent)) = *pair {
                gains.count_pair(gain, spent);
            }
        }
        gains.1[0] += u32::from(before[0] > 0.9);
        gains.1[1] += u32::from(before[1] > 0.9);
        gains.1[2] += u32::from(before[0] > 0.1 && before[1] > 0.1);
        Ok(())
    })?;
    let (gains, [red, blue, draws]) = gains.into_inner().expect("no thread panics with it");
    let mut text = format!("Without more units Red wins {red}, Blue {blue}, nobody {draws}.\n\n");
    let _ =
        writeln!(text, "| bought | points a unit | for | sets | points more | gain for 10 % more | 95 % |");
    let _ = writeln!(text, "|---|---|---|---|---|---|---|");
    let mut fitted = Vec::new();
    for (kind, pair) in rules.unit_ids().zip(gains.chunks(2)) {
        let unit = &rules.units[kind];
        let both = pair[0].merged_with(pair[1]);
        for (side, gains) in [("Red", pair[0]), ("Blue", pair[1]), ("both", both)] {
            let (gain, error) = gains.gain_per_tenth();
            let _ = writeln!(
                text,
                "| {} | {} | {side} | {} | {:.1} % | {gain:+.1} | {:+.1} … {:+.1} |",
                unit.name,
                unit.points.unwrap_or(0),
                gains.sets,
                100.0 * gains.points / gains.sets.max(1.0),
                gain - 1.96 * error,
                gain + 1.96 * error,
            );
        }
        let (gain, error) = both.gain_per_tenth();
        fitted.push((unit, gain, error));
    }
    if let Some(&(_, first_gain, _)) = fitted.first() {
        let _ =
            writeln!(text, "\nGains would be equal at these prices, where the first type keeps its own:\n");
        let _ = writeln!(text, "| unit | points | standard error |\n|---|---|---|");
        for (unit, gain, error) in &fitted {
            let points = f64::from(unit.points.unwrap_or(0)) * gain / first_gain;
            let _ = writeln!(
                text,
                "| {} | {points:.0} | {:.0} |",
                unit.name,
                points * error / gain.abs().max(1e-9)
            );
        }
    }
    Ok(text)
}
