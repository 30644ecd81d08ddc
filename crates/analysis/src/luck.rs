//! Dice luck: what the dice of each attack did, against all that they could have done.

use hotgates_engine::{Battle, BySide, Event, Odds, Order, Side, UnitId};

use crate::distribution::{SumDistribution, common_step, integer_as_float};

/// An attack of a battle: what its dice did and what they could have done.
///
/// The value of an attack is the price of the men that its target lost, less the price of the men
/// that it lost itself; a man's price is what he deals in ‰ of a man.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttackScore {
    /// Number of orders before the attack.
    pub order: usize,
    /// Side that attacked.
    pub side: Side,
    /// The attacker.
    pub unit: UnitId,
    /// The unit attacked.
    pub target: UnitId,
    /// Men that the target lost.
    pub dealt: u16,
    /// Men that the attacker lost.
    pub taken: u16,
    /// Value of the attack to its side.
    pub value: i64,
    /// Every value that the attack could have had, with its ways.
    pub possible: Vec<(i64, u32)>,
}

impl AttackScore {
    /// Scores an attack by its odds and by the events that it led to; `None` for another order, or
    /// one that is illegal.
    ///
    /// ```
    /// use hotgates_analysis::AttackScore;
    /// use hotgates_engine::{Battle, Dice, MapFile, Order, Scenario, UnitId};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (2, 0))]),
    ///     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// )"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.rules.setup.distance = 0;
    /// let before = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// let order = Order::Attack { unit: UnitId(0), target: UnitId(1) };
    /// let (mut after, mut events) = (before.clone(), Vec::new());
    /// after.act(order, &mut Dice::showing_sums([12, 2]), &mut events)?;
    ///
    /// let score = AttackScore::from_attack_order(&before, 0, order, &events).expect("an attack");
    /// assert_eq!((score.dealt, score.taken), (150, 30));
    /// assert!(score.value_above_mean() > 0.0, "no throw is better");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_attack_order(before: &Battle, number: usize, order: Order, events: &[Event]) -> Option<Self> {
        let Order::Attack { unit, target } = order else { return None };
        before.check(order).ok()?;
        let odds = before.odds(unit, target)?;
        let lost = |loser: UnitId| {
            let hits = events.iter().filter_map(|event| match event {
                Event::Hit { unit, losses, .. } if *unit == loser => Some(losses.0),
                _ => None,
            });
            hits.sum::<u16>()
        };
        let (dealt, taken) = (lost(target), lost(unit));
        let prices = (man_price(before, target), man_price(before, unit));
        Some(Self {
            order: number,
            side: before.info(unit).side,
            unit,
            target,
            dealt,
            taken,
            value: attack_value(prices, dealt, taken),
            possible: possible_attack_values(&odds, prices),
        })
    }

    /// Returns the exact mean of the attack's value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: i64 = self.possible.iter().map(|&(value, ways)| value * i64::from(ways)).sum();
        let whole: u32 = self.possible.iter().map(|(_, ways)| ways).sum();
        integer_as_float(sum) / f64::from(whole)
    }

    /// Returns the value that the dice added to the mean: positive when they were kind to the
    /// attacker.
    #[must_use]
    pub fn value_above_mean(&self) -> f64 {
        integer_as_float(self.value) - self.mean()
    }
}

/// Returns the price of a man of a unit: the losses that he deals, in ‰ of a man, and at least 1.
pub(crate) fn man_price(battle: &Battle, unit: UnitId) -> i64 {
    let kind = battle.kind(unit);
    let fire = kind.ranged.as_ref().map_or(0, |ranged| ranged.power.0);
    i64::from(kind.melee.0.max(fire)).max(1)
}

fn attack_value((target, attacker): (i64, i64), dealt: u16, taken: u16) -> i64 {
    target * i64::from(dealt) - attacker * i64::from(taken)
}

/// Lists the different values of an attack with their ways, in ascending order.
fn possible_attack_values(odds: &Odds, prices: (i64, i64)) -> Vec<(i64, u32)> {
    let value = |dealt: u16, taken: u16| attack_value(prices, dealt, taken);
    let outcomes = odds.outcomes.iter();
    let mut values: Vec<(i64, u32)> = outcomes
        .map(|outcome| (value(outcome.target_losses.0, outcome.attacker_losses.0), outcome.ways))
        .collect();
    values.sort_unstable();
    values.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    values
}

/// The luck of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SideLuck {
    /// Number of attacks that the side made.
    pub attacks: usize,
    /// Men's worth that all dice of the battle gave the side beyond their mean, in men of the
    /// armies' mean price.
    pub men: f64,
    /// Share of all dice that would have been less kind to the side in the attacks of both sides,
    /// each in the position where it was made; equal ones count half.
    pub percentile: f64,
    /// The same share for the attacks that the side made itself.
    pub own_percentile: f64,
}

/// The dice luck of a battle.
///
/// The reference is the exact convolution of the distributions of all attacks, each in the position
/// where it was made: all dice for these attacks, not all courses that the battle could have taken.
#[derive(Debug, Clone, PartialEq)]
pub struct DiceLuck {
    /// Luck of each side. What is kind to one side in all attacks is unkind to the other.
    pub sides: BySide<SideLuck>,
    /// `true` if the distributions were not made coarser.
    pub exact: bool,
}

impl DiceLuck {
    /// Measures the luck of all attacks of a battle; `start` is the battle before its first order.
    ///
    /// Cost: that of [`SumDistribution::from_summed_values`].
    #[must_use]
    pub fn from_attacks(start: &Battle, attacks: &[AttackScore]) -> Self {
        let lists = |side: Side| -> Vec<Vec<(i64, u32)>> {
            let own = attacks.iter().filter(|attack| attack.side == side);
            own.map(|attack| attack.possible.clone()).collect()
        };
        let values = BySide::new(lists);
        let lattice = common_step(&[&values.red[..], &values.blue[..]].concat());
        let own = BySide::new(|side| SumDistribution::from_values_on_lattice(&values[side], lattice));
        let all = own.red.distribution_of_difference(&own.blue);
        let sum = BySide::new(|side| {
            attacks.iter().filter(|attack| attack.side == side).map(|attack| attack.value).sum::<i64>()
        });
        let red_share = all.share_below(sum.red - sum.blue);
        let price = mean_man_price(start);
        let gain = |attack: &AttackScore| {
            if attack.side == Side::Red { attack.value_above_mean() } else { -attack.value_above_mean() }
        };
        let red: f64 = attacks.iter().map(gain).sum::<f64>() / price;
        let sides = BySide::new(|side| SideLuck {
            attacks: attacks.iter().filter(|attack| attack.side == side).count(),
            men: if side == Side::Red { red } else { -red },
            percentile: if side == Side::Red { red_share } else { 1.0 - red_share },
            own_percentile: own[side].share_below(sum[side]),
        });
        Self { sides, exact: all.is_exact() }
    }
}

/// Returns the mean price of a man of both armies as they entered the battle.
fn mean_man_price(battle: &Battle) -> f64 {
    let (mut value, mut men) = (0, 0);
    for (unit, info) in battle.roster() {
        value += i64::from(info.start.0) * man_price(battle, unit);
        men += i64::from(info.start.0);
    }
    integer_as_float(value.max(1)) / integer_as_float(men.max(1))
}
