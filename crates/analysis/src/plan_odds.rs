//! Exact odds of a plan: what a list of orders for the half-turn comes to over all throws, and what each attack
//! leaves for the next.
//!
//! A plan is made at mean dice. Over all throws, an order that cannot be followed any more is left out, and the
//! others are followed. Positions that differ only in what no later order asks for count as one: so three
//! attacks on one target take hundreds of positions, and not millions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use hotgates_engine::{Battle, Condition, Dice, Order, UnitId, UnitState, WAYS};
use hotgates_search::{Cancel, Cancelled};

use crate::puzzle::MEAN_DICE;

/// Number of positions beyond which the odds of further orders are not counted.
const MAX_POSITIONS: usize = 10_000;
/// Number of throws that are tried at most for one order, over all positions before it.
const MAX_THROWS: usize = 2_000_000;
/// Cases of one throw of two dice.
const CASES: f64 = 36.0;

/// The odds of a plan, over all throws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlanOdds {
    /// Odds of the orders, in their order; fewer than there are orders where there would be too many positions.
    pub orders: Vec<OrderOdds>,
    /// The units that attack or are attacked, after the last order that was counted.
    pub units: Vec<UnitOdds>,
}

/// The odds of one order of a plan. Shares are of all cases, from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderOdds {
    /// The order.
    pub order: Order,
    /// Share of the cases in which the order can be followed.
    pub followed: f64,
    /// Share of the cases in which all units [stand as planned](stands_as_planned) up to and with this order.
    pub as_planned: f64,
    /// For an attack, the target after it.
    pub target: Option<UnitOdds>,
}

/// The odds of one unit: whether it is still there, and with how many men.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitOdds {
    /// The unit.
    pub unit: UnitId,
    /// Share of the cases in which it has been destroyed or has left the map, from 0 to 1.
    pub destroyed: f64,
    /// Its men on average, over all cases.
    pub mean_men: f64,
}

/// Returns `true` if the same units are on the map in both positions, in the same places, and the same of them
/// have broken: a plan goes as planned while they do, with more men or fewer.
///
/// ```
/// use hotgates_analysis::stands_as_planned;
/// use hotgates_engine::{Battle, MapFile, Scenario};
///
/// let map = MapFile::from_ron(r##"(name: "duel", rows: ["#........."], blue: (units: [(type: "infantry")]),
///     red: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).map_err(|faults| faults[0].to_string())?;
/// assert!(stands_as_planned(&battle, &battle.clone()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn stands_as_planned(real: &Battle, planned: &Battle) -> bool {
    let place = |battle: &Battle, unit| {
        let state = battle.unit(unit);
        state.alive().then(|| (state.cell, battle.is_broken(unit)))
    };
    real.roster().all(|(unit, _)| place(real, unit) == place(planned, unit))
}

/// Counts the odds of a plan from a position of which the side to move knows everything that is in it.
///
/// Cost: for each attack 133 orders for each position before it, and more where other units fire, too.
///
/// # Errors
/// When the flag is set.
///
/// ```
/// use hotgates_analysis::count_plan_odds;
/// use hotgates_engine::{Battle, MapFile, Order, Scenario, UnitId};
/// use hotgates_search::Cancel;
///
/// let map = MapFile::from_ron(r##"(name: "two on one", rows: ["#.........", ".........."],
///     red: (units: [(type: "infantry", at: (3, 0)), (type: "infantry", at: (4, 1))]),
///     blue: (units: [(type: "artillery", at: (4, 0))]))"##)?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.setup.distance = 0;
/// let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let strike = |unit| Order::Attack { unit: UnitId(unit), target: UnitId(2) };
/// let odds = count_plan_odds(&battle, &[strike(0), strike(1)], &Cancel::new())?;
/// let [first, second] = [0, 1].map(|place| odds.orders[place].target.expect("an attack"));
/// assert!(first.mean_men > second.mean_men && first.destroyed <= second.destroyed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_plan_odds(position: &Battle, orders: &[Order], cancel: &Cancel) -> Result<PlanOdds, Cancelled> {
    let mut tally = PlanTally::new(position, orders);
    let mut planned = position.clone();
    let mut odds = PlanOdds::default();
    for (number, &order) in orders.iter().enumerate() {
        // An order that cannot be followed at mean dice leaves the planned position as it is.
        let _ = planned.act(order, &mut Dice::showing_sums(MEAN_DICE), &mut Vec::new());
        let Some(followed) = tally.follow_order(number, &planned, cancel)? else { break };
        let target = fighters_of(order).nth(1).and_then(|target| tally.odds_of_unit(target));
        let as_planned = tally.cases.iter().map(|case| case.planned_share).sum();
        odds.orders.push(OrderOdds { order, followed, as_planned, target });
    }
    odds.units = tally.involved.iter().filter_map(|&unit| tally.odds_of_unit(unit)).collect();
    Ok(odds)
}

/// All cases that have been told apart.
struct PlanTally<'a> {
    start: &'a Battle,
    orders: &'a [Order],
    /// The units that attack or are attacked.
    involved: Vec<UnitId>,
    cases: Vec<PlanCase>,
}

/// Positions that no later order tells apart, as one of them.
struct PlanCase {
    battle: Battle,
    /// Numbers of the orders that could not be followed: what lies on the map besides units comes of the others.
    left_out: Vec<usize>,
    /// Share of all cases.
    share: f64,
    /// Share of all cases that have gone as planned up to here.
    planned_share: f64,
    /// Men of each involved unit on average, over these cases.
    men: Vec<f64>,
}

impl PlanCase {
    fn merge_case(&mut self, other: &Self) {
        let share = self.share + other.share;
        for (men, more) in self.men.iter_mut().zip(&other.men) {
            *men = (*men * self.share + more * other.share) / share;
        }
        self.share = share;
        self.planned_share += other.planned_share;
    }
}

/// The key by which positions count as one: the orders that were left out, and the units that are other than at the
/// start.
#[derive(PartialEq, Eq, Hash)]
struct CaseKey(Vec<usize>, Vec<(UnitId, UnitState, Condition)>);

impl<'a> PlanTally<'a> {
    fn new(start: &'a Battle, orders: &'a [Order]) -> Self {
        let mut involved: Vec<UnitId> = orders.iter().flat_map(|order| fighters_of(*order)).collect();
        involved.sort_unstable();
        involved.dedup();
        involved.retain(|unit| start.roster().any(|(known, _)| known == *unit));
        let men = involved.iter().map(|&unit| f64::from(start.unit(unit).strength.0)).collect();
        let (battle, left_out) = (start.clone(), Vec::new());
        let cases = vec![PlanCase { battle, left_out, share: 1.0, planned_share: 1.0, men }];
        Self { start, orders, involved, cases }
    }

    /// Follows one order in all cases, and returns the share of those in which it could be followed; `None`
    /// where there would be too many, which leaves all cases as they are.
    fn follow_order(
        &mut self,
        number: usize,
        planned: &Battle,
        cancel: &Cancel,
    ) -> Result<Option<f64>, Cancelled> {
        let (exact, asked_for) = (self.units_asked_for(number), self.units_asked_for(number + 1));
        let (mut cases, mut places) = (Vec::<PlanCase>::new(), HashMap::<CaseKey, usize>::new());
        let (mut followed, mut throws) = (0.0, 0);
        let mut scratch = self.start.clone();
        for case in &self.cases {
            cancel.check_flag()?;
            let mut take_case = |battle: &Battle, chance: f64, is_followed: bool| {
                let mut left_out = case.left_out.clone();
                left_out.extend((!is_followed).then_some(number));
                let goes_on = is_followed && stands_as_planned(battle, planned);
                let after = PlanCase {
                    battle: battle.clone(),
                    left_out,
                    share: case.share * chance,
                    planned_share: if goes_on { case.planned_share * chance } else { 0.0 },
                    men: self.men_in_position(battle, &case.men, &exact),
                };
                match places.entry(self.key_of_case(&after, &asked_for)) {
                    Entry::Occupied(known) => cases[*known.get()].merge_case(&after),
                    Entry::Vacant(free) => {
                        free.insert(cases.len());
                        cases.push(after);
                    }
                }
                throws += 1;
                throws <= MAX_THROWS && cases.len() <= MAX_POSITIONS
            };
            let goes_on = if case.battle.check(self.orders[number]).is_ok() {
                followed += case.share;
                try_all_throws(&case.battle, self.orders[number], &mut scratch, take_case)
            } else {
                take_case(&case.battle, 1.0, false)
            };
            if !goes_on {
                return Ok(None);
            }
        }
        self.cases = cases;
        Ok(Some(followed))
    }

    /// Returns for each unit of the roster `true` if an order from number `from` on asks for its men: those of the
    /// types that fire at moves and at attacks may be asked for by any.
    fn units_asked_for(&self, from: usize) -> Vec<bool> {
        let reacts = self.start.rules().options.reaction.is_some();
        let fires = |unit| {
            let kind = self.start.kind(unit);
            reacts && (kind.reacts || kind.supports)
        };
        let mut asked_for: Vec<bool> = self.start.roster().map(|(unit, _)| fires(unit)).collect();
        for unit in self.orders[from..].iter().flat_map(|order| fighters_of(*order)) {
            if let Some(asked) = asked_for.get_mut(unit.index()) {
                *asked = true;
            }
        }
        asked_for
    }

    fn key_of_case(&self, case: &PlanCase, asked_for: &[bool]) -> CaseKey {
        let changed = case.battle.roster().filter_map(|(unit, _)| {
            let (mut state, mut condition) = (*case.battle.unit(unit), case.battle.condition(unit));
            if state == *self.start.unit(unit) && condition == self.start.condition(unit) {
                return None;
            }
            if !asked_for[unit.index()] {
                (state.strength.0, condition.experience) = (state.strength.0.min(1), 0);
            }
            Some((unit, state, condition))
        });
        CaseKey(case.left_out.clone(), changed.collect())
    }

    /// Returns the mean men of the involved units in a position, which are the position's own where an order
    /// asks for them, and else those of `before` while they live.
    fn men_in_position(&self, battle: &Battle, before: &[f64], exact: &[bool]) -> Vec<f64> {
        let men = |(&unit, &before): (&UnitId, &f64)| {
            let now = battle.unit(unit).strength.0;
            if exact[unit.index()] || now == 0 { f64::from(now) } else { before }
        };
        self.involved.iter().zip(before).map(men).collect()
    }

    fn odds_of_unit(&self, unit: UnitId) -> Option<UnitOdds> {
        let place = self.involved.iter().position(|&known| known == unit)?;
        let destroyed = self.cases.iter().filter(|case| !case.battle.unit(unit).alive());
        // An empty sum of floats is −0.
        let destroyed = destroyed.map(|case| case.share).fold(0.0, |sum, share| sum + share);
        let mean_men = self.cases.iter().map(|case| case.share * case.men[place]).sum();
        Some(UnitOdds { unit, destroyed, mean_men })
    }
}

/// Returns the attacker and the target of an attack.
fn fighters_of(order: Order) -> impl Iterator<Item = UnitId> {
    let fighters = match order {
        Order::Attack { unit, target } => [Some(unit), Some(target)],
        Order::Move { .. }
        | Order::Exit { .. }
        | Order::Face { .. }
        | Order::Work { .. }
        | Order::EndTurn => [None, None],
    };
    fighters.into_iter().flatten()
}

/// Follows a legal order from a position with each list of sums that its dice can show, and hands every position
/// after it to `take` with its chance, until that returns `false`. Returns `false` then, else `true`.
fn try_all_throws(
    before: &Battle,
    order: Order,
    after: &mut Battle,
    mut take: impl FnMut(&Battle, f64, bool) -> bool,
) -> bool {
    let mut untried: Vec<(Vec<u32>, f64)> = vec![(Vec::new(), 1.0)];
    while let Some((sums, chance)) = untried.pop() {
        after.clone_from(before);
        let mut dice = Dice::showing_list(sums.clone());
        let is_followed = after.act(order, &mut dice, &mut Vec::new()).is_ok();
        if dice.sums_asked_for() > sums.len() {
            for (sum, ways) in (2..).zip(WAYS) {
                let longer = sums.iter().copied().chain([sum]).collect();
                untried.push((longer, chance * f64::from(ways) / CASES));
            }
        } else if !take(after, chance, is_followed) {
            return false;
        }
    }
    true
}
