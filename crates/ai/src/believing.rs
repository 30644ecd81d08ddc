//! Commanders under fog of war: each is given the battle as its side may believe it to be.

use hotgates_engine::{Cell, CellSet, FieldCache, KnownBattle, Order, Presence, Reach, Side, UnitId, View};
use hotgates_search::Budget;

use crate::commander::Commander;
use crate::front::digest_of_changes;
use crate::reason::{Exchange, Reason};
use crate::strategist::{ForeseenPlan, PlannedStrike};
use crate::thinking::Thinking;
use hotgates_threat::PossiblePositions;

/// Number of orders for each unit of the battle that a commander may give in vain before its half-turn
/// is ended for it.
const ATTEMPTS: usize = 2;

/// Gives a commander, under fog of war, a battle in which each enemy out of sight stands where it most
/// likely is by now, so that the commander plays as if it saw everything. Where nothing is hidden the
/// commander is given the view as it is.
///
/// **Invariant:** what such a commander does depends on what its side knows alone, and every order is
/// legal.
pub struct BelievingCommander {
    inner: Box<dyn Commander>,
    belief: Option<Belief>,
    guesses: Guesses,
    /// Memory for checking orders.
    scratch: Reach,
}

/// Where enemies out of sight may be, with memory that later guesses use again.
#[derive(Default)]
struct Guesses {
    possible: PossiblePositions,
    fields: FieldCache,
}

/// The battle as one side may believe it to be.
///
/// It differs from the battle that the side knows by more enemies, on cells out of its sight. So a move
/// that is legal in the one is legal in the other; only fire at such an enemy is not.
struct Belief {
    battle: KnownBattle,
    /// Enemies out of sight in ascending order, each with the cell on which it is believed.
    believed: Vec<(UnitId, Option<Cell>)>,
    /// Enemies that are out of the belief until the half-turn ends or they come into sight.
    dismissed: Vec<UnitId>,
    look: LastLook,
}

/// The ground, and the places of a side's units, when its believed cells were last looked at.
#[derive(Default)]
struct LastLook {
    /// Digest of the ground and the turn.
    ground: u64,
    /// Cell of each unit of the side that was on the map, by its place in the roster.
    places: Vec<Option<Cell>>,
    /// Units of the side that have moved since the look before.
    moved: Vec<UnitId>,
}

impl BelievingCommander {
    /// Returns a commander that believes.
    #[must_use]
    pub fn new(inner: Box<dyn Commander>) -> Self {
        Self { inner, belief: None, guesses: Guesses::default(), scratch: Reach::new() }
    }
}

impl Belief {
    fn new(view: View<'_>) -> Self {
        let (battle, look) = (view.known_battle(), LastLook::default());
        Self { battle, believed: Vec::new(), dismissed: Vec::new(), look }
    }

    /// Begins a half-turn: nobody is believed to be where he was before.
    fn begin(&mut self, view: View<'_>, guesses: &mut Guesses) {
        self.believed.clear();
        self.dismissed.clear();
        self.update(view, guesses);
    }

    /// Brings the belief up to date. Returns `true` if an enemy has come into sight, has gone out of
    /// sight, or is not where it was believed.
    fn update(&mut self, view: View<'_>, guesses: &mut Guesses) -> bool {
        view.copy_known_battle(&mut self.battle);
        let unseen = |unit: UnitId| view.presence(unit) == Presence::Unseen;
        let before = self.believed.len() + self.dismissed.len();
        self.dismissed.retain(|&unit| unseen(unit));
        let sees = self.look.look_again(view);
        self.believed.retain(|&(unit, cell)| unseen(unit) && !cell.is_some_and(&sees));
        let is_missing = |unit: UnitId| {
            let place = self.believed.binary_search_by_key(&unit, |&(other, _)| other);
            unseen(unit) && place.is_err() && !self.dismissed.contains(&unit)
        };
        let enemies = view.roster().filter(|(_, info)| info.side != view.side()).map(|(unit, _)| unit);
        let missing: Vec<UnitId> = enemies.filter(|&unit| is_missing(unit)).collect();
        let news = !missing.is_empty() || self.believed.len() + self.dismissed.len() != before;
        if !missing.is_empty() {
            let Guesses { possible, fields } = guesses;
            possible.find_likeliest(view, |unit| missing.contains(&unit), fields);
            let units = Side::BOTH.into_iter().flat_map(|side| view.living(side));
            let believed = self.believed.iter().filter_map(|&(_, cell)| cell);
            let occupied = units.map(|unit| view.unit(unit).cell).chain(believed);
            let mut taken = CellSet::from_cells(view.grid(), occupied);
            for unit in missing {
                let cell = possible.take_likeliest_cell(view, unit, &mut taken, fields);
                self.believed.push((unit, cell));
            }
            self.believed.sort_unstable();
        }
        for &(unit, cell) in &self.believed {
            if let Some(cell) = cell {
                self.battle.suppose(unit, view.grid().hex(cell), view.living_men(unit));
            }
        }
        news
    }

    /// Takes an enemy out of the belief; returns `false` for one that is not in it.
    fn dismiss(&mut self, unit: UnitId) -> bool {
        let Ok(place) = self.believed.binary_search_by_key(&unit, |&(other, _)| other) else { return false };
        self.believed.remove(place);
        self.dismissed.push(unit);
        true
    }

    fn holds(&self, unit: UnitId) -> bool {
        self.believed.binary_search_by_key(&unit, |&(other, _)| other).is_ok()
    }

    /// Returns the believed enemy that is nearest to a unit of the side, if no enemy in sight is nearer.
    fn nearest_believed(&self, unit: UnitId) -> Option<UnitId> {
        let view = self.battle.view();
        let here = view.unit(unit).cell;
        let away = |enemy: &UnitId| view.grid().distance(here, view.unit(*enemy).cell);
        view.living(view.side().other()).min_by_key(away).filter(|&enemy| self.holds(enemy))
    }

    /// Returns a reason without what it says of enemies that are only believed.
    fn without_believed(&self, reason: Reason, order: Order) -> Reason {
        let seen = |exchange: &Exchange| !self.holds(exchange.target);
        let enemy = match &reason {
            Reason::Approach { exchange, .. } => Some(exchange.target).filter(|&enemy| self.holds(enemy)),
            Reason::KeepAway { enemy, .. } => Some(*enemy).filter(|&enemy| self.holds(enemy)),
            Reason::Pursue { .. } => order.unit().and_then(|unit| self.nearest_believed(unit)),
            _ => None,
        };
        if let Some(enemy) = enemy {
            return Reason::Suppose { enemy };
        }
        match reason {
            Reason::Attack { exchange, instead } => {
                Reason::Attack { exchange, instead: instead.filter(seen) }
            }
            Reason::Approach { exchange, instead } => {
                Reason::Approach { exchange, instead: instead.filter(seen) }
            }
            Reason::Foreseen(plan) => {
                let strike = plan.strike.filter(|&PlannedStrike { target, .. }| !self.holds(target));
                Reason::Foreseen(ForeseenPlan { strike, ..plan })
            }
            other => other,
        }
    }
}

impl LastLook {
    /// Looks again: returns the function that returns `true` for a cell in sight, of those that were out of sight
    /// at the last look.
    fn look_again<'a>(&'a mut self, view: View<'a>) -> impl Fn(Cell) -> bool + 'a {
        let ground = digest_of_changes(view) ^ u64::from(view.turn()) << 32;
        let is_all_new = std::mem::replace(&mut self.ground, ground) != ground;
        self.places.resize(view.roster().len(), None);
        self.moved.clear();
        for unit in view.living(view.side()) {
            let cell = Some(view.unit(unit).cell);
            if std::mem::replace(&mut self.places[unit.index()], cell) != cell {
                self.moved.push(unit);
            }
        }
        move |cell| {
            let is_seen_by = |&unit: &UnitId| view.has_in_sight(unit, view.grid().hex(cell));
            if is_all_new { view.sees(cell) } else { self.moved.iter().any(is_seen_by) }
        }
    }
}

impl Commander for BelievingCommander {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn begin(&mut self, view: View<'_>) {
        if !view.has_fog() {
            return self.inner.begin(view);
        }
        let belief = self.belief.get_or_insert_with(|| Belief::new(view));
        belief.begin(view, &mut self.guesses);
        self.inner.begin(belief.battle.view());
    }

    fn thinking(&self) -> Thinking {
        self.inner.thinking()
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        if view.has_fog() { self.order_in_fog(view, budget) } else { self.inner.order(view, budget) }
    }
}

impl BelievingCommander {
    #[inline(never)]
    fn order_in_fog(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let belief = self.belief.get_or_insert_with(|| Belief::new(view));
        if belief.update(view, &mut self.guesses) {
            self.inner.begin_anew(belief.battle.view());
        }
        for _ in 0..ATTEMPTS * view.roster().len() {
            let (order, reason) = self.inner.order(belief.battle.view(), budget);
            if view.check_with_scratch(order, &mut self.scratch).is_ok() {
                return (order, belief.without_believed(reason, order));
            }
            // What was planned before an enemy came into sight may be illegal now: then the next order
            // of the plan is asked for.
            if let Order::Attack { target, .. } = order
                && belief.dismiss(target)
            {
                belief.update(view, &mut self.guesses);
                self.inner.begin_anew(belief.battle.view());
            }
        }
        (Order::EndTurn, Reason::nothing_left_to_do(view, view.side()))
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Army, Battle, Dice, LegalOrders, MapFile, Scenario, UnitEntry};

    use super::*;

    /// Red moves about at random over open ground with some woods; Blue, who stands in the far half, moves too.
    #[test]
    fn nobody_is_believed_where_a_unit_looks() {
        let mut rows = vec!["....f......f.....f......".to_owned(); 15];
        rows[13] = "..........#.............".to_owned();
        let army = || Some(Army { commander: None, units: vec![UnitEntry::new("cavalry"); 6] });
        let map = MapFile { name: "a plain".into(), rows, red: army(), blue: army(), ..MapFile::default() };
        let mut scenario = Scenario::classic(map);
        scenario.rules.options.fog_of_war = true;
        let mut battle = Battle::from_scenario(&scenario).unwrap();
        let (mut dice, mut orders, mut guesses) = (Dice::new(5), LegalOrders::new(), Guesses::default());
        let mut belief = Belief::new(View::new(&battle, Side::Red));
        let mut found_out = 0;
        while battle.verdict().is_none() && battle.turn() < 9 {
            let side = battle.side();
            if side == Side::Red {
                belief.begin(View::new(&battle, side), &mut guesses);
            }
            for _ in 0..20 {
                let list = orders.orders_of_side(&battle);
                let order =
                    list[usize::try_from(dice.draw_below(u32::try_from(list.len()).unwrap())).unwrap()];
                battle.act(order, &mut dice, &mut Vec::new()).unwrap();
                if battle.side() != side || battle.verdict().is_some() {
                    break;
                }
                if side == Side::Red {
                    let view = View::new(&battle, side);
                    let seen =
                        |&&(_, cell): &&(UnitId, Option<Cell>)| cell.is_some_and(|cell| view.sees(cell));
                    found_out += belief.believed.iter().filter(seen).count();
                    belief.update(view, &mut guesses);
                    assert_eq!(belief.believed.iter().filter(seen).count(), 0);
                }
            }
            if battle.side() == side && battle.verdict().is_none() {
                battle.act(Order::EndTurn, &mut dice, &mut Vec::new()).unwrap();
            }
        }
        assert!(found_out > 9, "{found_out} cells came into sight on which somebody was believed");
    }
}
