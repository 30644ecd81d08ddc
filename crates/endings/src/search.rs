//! Expectimax over the phases of half-turns.

use hotgates_engine::{Cell, KnownBattle, Order, Side, Strength, UnitId, View, WAYS, WHOLE};

use crate::answer::{PlanKind, RatedPlan, SolvedEnding, Unsolved, WinChance};
use crate::bounds::{BattleFacts, WON};
use crate::phase::{CastleTrip, MadeTrip, PreparedAttack, is_trip_worth_trying};
use crate::position_bounds::{PositionBounds, RootPlans};
use crate::scratch::ScratchBattles;
use crate::table::PositionTable;
use crate::trips::TripLister;
use hotgates_search::Budget;

/// A search for the value of positions, in units of 2⁻⁵³ of Red's chance of winning.
pub(crate) struct EndingSearch<'a> {
    facts: BattleFacts,
    table: PositionTable,
    scratch: ScratchBattles<'a>,
    lister: TripLister,
    /// Placements that were the best lately, for each half-turn to go.
    killers: Vec<Vec<Vec<(UnitId, Cell)>>>,
}

/// One of the outcomes of an attack; outcomes that come to the same position are one.
#[derive(Debug, Clone, Copy)]
struct OutcomeClass {
    key: u64,
    /// Cases out of [`WHOLE`].
    ways: u64,
    /// Sums of dice that lead to it.
    sums: [u32; 2],
    low: u64,
    high: u64,
}

/// Value that belongs to all cases of an attack.
const CASES: u64 = WHOLE as u64;

/// Number of placements remembered for each half-turn to go.
const KILLERS: usize = 6;

impl<'a> EndingSearch<'a> {
    pub(crate) fn new(view: View<'_>, limit: u64, budget: &'a Budget) -> Self {
        Self {
            facts: BattleFacts::new(view),
            table: PositionTable::new(),
            scratch: ScratchBattles::new(limit, budget),
            lister: TripLister::new(),
            killers: Vec::new(),
        }
    }

    /// Searches the plans of the side to move.
    pub(crate) fn solve_root(mut self, root: &KnownBattle, every: bool) -> Result<SolvedEnding, Unsolved> {
        let side = root.side_to_move();
        let mut node = PositionBounds::new(side, (0, WON), (0, WON));
        node.plans = Some(RootPlans { every, found: Vec::new() });
        self.expand_node(root, &mut node)?;
        let mut found = node.plans.map(|plans| plans.found).unwrap_or_default();
        found.sort_by_key(|&(kind, value, _)| {
            (std::cmp::Reverse(WinChance::chance_of_side(value, side)), kind)
        });
        let plans = found.into_iter().map(|(kind, value, orders)| RatedPlan {
            kind,
            chance: WinChance::chance_of_side(value, side),
            orders,
        });
        Ok(SolvedEnding {
            plans: plans.collect(),
            nodes: self.scratch.node_count(),
            table_bytes: self.table.memory_bytes(),
        })
    }

    /// Returns bounds on the value of a position without a search, and its key.
    fn bounds_without_search(&self, battle: &KnownBattle) -> (u64, u64, u64) {
        if let Some(value) = BattleFacts::final_value(battle) {
            // Positions that are over are told apart by their value alone.
            return (value + 1, value, value);
        }
        let view = battle.view_of(battle.side_to_move());
        let (mut low, mut high) = self.facts.value_bounds(view);
        let key = self.facts.position_key(view);
        if low < high
            && let Some((known_low, known_high)) = self.table.bounds_of(key)
        {
            (low, high) = (low.max(known_low), high.min(known_high));
        }
        (key, low, high)
    }

    /// Returns the value of a position; at most `alpha`, an upper bound of it; at least `beta`, a
    /// lower bound.
    fn value_of_position(&mut self, battle: &KnownBattle, alpha: u64, beta: u64) -> Result<u64, Unsolved> {
        let (key, low, high) = self.bounds_without_search(battle);
        self.search_between(battle, key, (alpha, beta), (low, high))
    }

    /// Returns the value of a position as [`value_of_position`](Self::value_of_position) does,
    /// given what is known of it.
    fn search_between(
        &mut self,
        battle: &KnownBattle,
        key: u64,
        (alpha, beta): (u64, u64),
        (low, high): (u64, u64),
    ) -> Result<u64, Unsolved> {
        if low == high || low >= beta {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        let mut node = PositionBounds::new(battle.side_to_move(), (alpha, beta), (low, high));
        let (alpha, beta) = (node.alpha, node.beta);
        self.expand_node(battle, &mut node)?;
        let value = node.best.clamp(low, high);
        let known = if value <= alpha {
            (low, value)
        } else if value >= beta {
            (value, high)
        } else {
            (value, value)
        };
        self.table.set_bounds(key, known.0, known.1);
        Ok(value)
    }

    /// Tries what the side to move can do: the placements first, because they are searched sooner.
    fn expand_node(&mut self, battle: &KnownBattle, node: &mut PositionBounds) -> Result<(), Unsolved> {
        if node.plans.is_none() && self.try_killers(battle, node)? {
            return Ok(());
        }
        if self.place_units(battle, &mut Vec::new(), node)? {
            return Ok(());
        }
        let mut attacks = self.lister.list_attacks(&mut self.scratch, battle)?;
        let mut waiting = 0;
        loop {
            if self.try_attacks(battle, &attacks, node)? {
                return Ok(());
            }
            // Then those for which friends have to make room, few friends first.
            waiting += 1;
            if waiting > battle.view().alive(battle.side_to_move()) as usize {
                return Ok(());
            }
            attacks = self.lister.list_attacks_from_taken_cells(&mut self.scratch, battle, waiting)?;
        }
    }

    /// Tries attacks. Returns `true` if the rest of the plans is of no interest.
    fn try_attacks(
        &mut self,
        battle: &KnownBattle,
        attacks: &[PreparedAttack],
        node: &mut PositionBounds,
    ) -> Result<bool, Unsolved> {
        for attack in attacks {
            let kind = PlanKind::Strike { unit: attack.unit, target: attack.target };
            let mut ready = self.scratch.copy_counted_battle(battle)?;
            for trip in &attack.trips {
                self.scratch.make_trip(&mut ready, trip);
            }
            let (alpha, beta) = node.window_for(kind);
            // An attack is worth no more to its side than the position in which it is made.
            let (low, high) = self.facts.value_bounds(ready.view_of(ready.side_to_move()));
            let value = match node.red {
                true if high <= alpha => high,
                false if low >= beta => low,
                true | false => self.attack_value(&ready, (attack.unit, attack.target), alpha, beta)?,
            };
            self.scratch.give_back(ready);
            let orders = || {
                let (unit, target) = (attack.unit, attack.target);
                let moves = attack.trips.iter().flat_map(|trip| trip.orders(battle.view()));
                moves.chain([Order::Attack { unit, target }]).collect()
            };
            if node.take_value(value, kind, orders) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries the placements that were the best lately. Returns `true` if the rest of the plans is
    /// of no interest.
    fn try_killers(&mut self, battle: &KnownBattle, node: &mut PositionBounds) -> Result<bool, Unsolved> {
        let left = battle.view().half_turns_left() as usize;
        let Some(killers) = self.killers.get(left).cloned() else { return Ok(false) };
        for killer in killers {
            let mut ahead = self.scratch.copy_counted_battle(battle)?;
            let mut legal = true;
            for &(unit, cell) in &killer {
                let order = Order::Move { unit, to: battle.view().grid().hex(cell) };
                let there = ahead.view().unit(unit).cell == cell;
                legal = legal && (there || self.scratch.try_move(&mut ahead, order));
            }
            if legal {
                self.scratch.follow_order(&mut ahead, Order::EndTurn, [7, 7]);
                let value = self.value_of_position(&ahead, node.alpha, node.beta)?;
                self.scratch.give_back(ahead);
                if node.take_value(value, PlanKind::March, Vec::new) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Tries every placement in which the half-turn may end, after the trips made. Returns `true`
    /// if the rest of the plans is of no interest.
    fn place_units(
        &mut self,
        battle: &KnownBattle,
        made: &mut Vec<MadeTrip>,
        node: &mut PositionBounds,
    ) -> Result<bool, Unsolved> {
        let view = battle.view_of(battle.side_to_move());
        let last = view.half_turns_left() == 1;
        let missing: Vec<usize> = if self.facts.must_hold_all(view) {
            let castles = view.castles().enumerate().filter(|&(_, (_, owner))| owner == Side::Blue);
            castles.map(|(index, _)| index).collect()
        } else {
            Vec::new()
        };
        // With a castle left to Blue, Red is worth nothing, as the end of the half-turn will tell.
        if (missing.is_empty() || made.is_empty()) && self.end_half_turn(battle, made, node)? {
            return Ok(true);
        }
        let castles = view.map().castles();
        if missing.iter().any(|&castle| view.at(castles[castle]).is_some()) {
            // Only an attack could help.
            return Ok(false);
        }
        let units: Vec<UnitId> = view.living(battle.side_to_move()).collect();
        let mut trips = Vec::new();
        for &unit in &units {
            let others_enter = missing.iter().all(|&castle| {
                let mut others = units.iter().filter(|&&other| other != unit);
                others.any(|&other| self.facts.may_enter_castle(view, other, castle))
            });
            trips.clear();
            self.lister.list_trips(&mut self.scratch, battle, unit, &mut trips)?;
            for trip in trips.drain(..) {
                // In the last half-turn only castles count, and they must all be entered before it.
                if (last || !others_enter) && !trip.enters || !is_trip_worth_trying(made, &trip) {
                    continue;
                }
                let mut ahead = self.scratch.copy_counted_battle(battle)?;
                self.scratch.make_trip(&mut ahead, &trip);
                made.push(MadeTrip::new(battle, trip));
                let enough = self.place_units(&ahead, made, node)?;
                made.pop();
                self.scratch.give_back(ahead);
                if enough {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Ends the half-turn. Returns `true` if the rest of the plans is of no interest.
    fn end_half_turn(
        &mut self,
        battle: &KnownBattle,
        made: &[MadeTrip],
        node: &mut PositionBounds,
    ) -> Result<bool, Unsolved> {
        let castle = made.iter().find(|made| made.trip.enters).map(|made| entered_castle(battle, &made.trip));
        let kind = match castle {
            Some(castle) => PlanKind::Enter(castle),
            None if made.is_empty() => PlanKind::Stay,
            None => PlanKind::March,
        };
        let mut ahead = self.scratch.copy_counted_battle(battle)?;
        self.scratch.follow_order(&mut ahead, Order::EndTurn, [7, 7]);
        let (alpha, beta) = node.window_for(kind);
        let value = self.value_of_position(&ahead, alpha, beta)?;
        self.scratch.give_back(ahead);
        let better = node.is_better(value, node.best);
        let orders = || {
            let moves = made.iter().flat_map(|made| made.trip.orders(battle.view()));
            moves.chain([Order::EndTurn]).collect()
        };
        let enough = node.take_value(value, kind, orders);
        if better && node.plans.is_none() && !made.is_empty() {
            self.remember_killer(battle, made);
        }
        Ok(enough)
    }

    fn remember_killer(&mut self, battle: &KnownBattle, made: &[MadeTrip]) {
        if made.iter().any(|made| !made.trip.via.is_empty()) {
            return;
        }
        let killer: Vec<_> = made.iter().map(|made| (made.trip.unit, made.trip.to)).collect();
        let left = battle.view().half_turns_left() as usize;
        if self.killers.len() <= left {
            self.killers.resize_with(left + 1, Vec::new);
        }
        let killers = &mut self.killers[left];
        killers.retain(|known| *known != killer);
        killers.insert(0, killer);
        killers.truncate(KILLERS);
    }

    /// Returns the value of a position after an attack, bounded as by
    /// [`value_of_position`](Self::value_of_position): the mean over all throws of dice.
    fn attack_value(
        &mut self,
        ready: &KnownBattle,
        (unit, target): (UnitId, UnitId),
        alpha: u64,
        beta: u64,
    ) -> Result<u64, Unsolved> {
        let order = Order::Attack { unit, target };
        let mut classes: Vec<OutcomeClass> = Vec::new();
        let mut after = self.scratch.copy_counted_battle(ready)?;
        for (ways, sums) in distinct_losses(ready.view_of(ready.side_to_move()), unit, target) {
            self.scratch.count_node()?;
            after.clone_from(ready);
            self.scratch.follow_order(&mut after, order, sums);
            let (key, low, high) = self.bounds_without_search(&after);
            classes.push(OutcomeClass { key, ways, sums, low, high });
        }
        classes.sort_unstable_by_key(|class| class.key);
        classes.dedup_by(|class, kept| {
            let same = class.key == kept.key;
            kept.ways += if same { class.ways } else { 0 };
            same
        });
        let sum = |bound: fn(&OutcomeClass) -> u64| -> u64 {
            classes.iter().map(|class| class.ways * bound(class)).sum()
        };
        let (mut low, mut high) = (sum(|class| class.low), sum(|class| class.high));
        // Those that decide most come first.
        classes.sort_unstable_by_key(|class| {
            (std::cmp::Reverse(class.ways * ((class.high - class.low) >> 30)), class.key)
        });
        for class in &classes {
            if low / CASES >= beta || low == high {
                break;
            }
            if high / CASES <= alpha {
                break;
            }
            if class.low == class.high {
                continue;
            }
            let (rest_low, rest_high) = (low - class.ways * class.low, high - class.ways * class.high);
            // The whole is above alpha only if this one is above its own, and at least beta if this
            // one is at least its own.
            let own_alpha = ((CASES * (alpha + 1)).saturating_sub(rest_high)).div_ceil(class.ways);
            let own_beta = (CASES * beta).saturating_sub(rest_low).div_ceil(class.ways);
            self.scratch.count_node()?;
            after.clone_from(ready);
            self.scratch.follow_order(&mut after, order, class.sums);
            let window = (own_alpha.saturating_sub(1), own_beta);
            let value = self.value_of_class(&after, class, window)?;
            if own_alpha > 0 && value < own_alpha {
                high = rest_high + class.ways * value;
                low = rest_low + class.ways * class.low;
                debug_assert!(high / CASES <= alpha, "it fails low");
            } else if value >= own_beta {
                low = rest_low + class.ways * value;
                high = rest_high + class.ways * class.high;
                debug_assert!(low / CASES >= beta, "it fails high");
            } else {
                (low, high) = (rest_low + class.ways * value, rest_high + class.ways * value);
            }
        }
        self.scratch.give_back(after);
        Ok(if high / CASES <= alpha { high / CASES } else { low / CASES })
    }

    fn value_of_class(
        &mut self,
        after: &KnownBattle,
        class: &OutcomeClass,
        (alpha, beta): (u64, u64),
    ) -> Result<u64, Unsolved> {
        let (key, low, high) = self.bounds_without_search(after);
        debug_assert_eq!(key, class.key, "the same dice lead to the same position");
        let (low, high) = (low.max(class.low), high.min(class.high));
        self.search_between(after, key, (alpha, beta), (low, high))
    }
}

/// Returns the first castle that a trip enters.
fn entered_castle(battle: &KnownBattle, trip: &CastleTrip) -> Cell {
    let castles = battle.view().map().castles();
    trip.stopping_cells().find(|stop| castles.contains(stop)).unwrap_or(trip.to)
}

/// Lists the different losses of an attack, each as its cases and sums of dice that lead to them.
fn distinct_losses(view: View<'_>, unit: UnitId, target: UnitId) -> Vec<(u64, [u32; 2])> {
    let odds = view.odds(unit, target).expect("the target is in range");
    let mut outcomes = odds.outcomes.iter();
    let ranged = odds.outcomes.len() == WAYS.len()
        && odds.outcomes.iter().all(|outcome| outcome.attacker_losses == Strength(0));
    let mut losses = Vec::with_capacity(odds.outcomes.len());
    for first in 2..=12 {
        let mut second = 2;
        while second <= 12 {
            let Some(outcome) = outcomes.next() else { break };
            let both = (outcome.target_losses, outcome.attacker_losses);
            losses.push((both, u64::from(outcome.ways), [first, second]));
            if ranged || outcome.target_losses == odds.target {
                break;
            }
            second += 1;
        }
    }
    losses.sort_unstable_by_key(|&(both, ..)| both);
    losses.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    losses.into_iter().map(|(_, ways, sums)| (ways, sums)).collect()
}
