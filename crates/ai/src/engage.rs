//! Engagements: the attacks that a unit could make this turn, from where, and their worth.

use hotgates_engine::mix::{carry_bits_up, fibonacci_hash};
use hotgates_engine::{
    Attack, AttackLosses, AttackSetting, BlowLosses, Cell, Condition, Fighter, MovementPoints, Order, Reach,
    Retreat, Strength, UnitId, View,
};

use crate::condition::{ConditionWeight, points_to_attack};
use crate::march::move_order;
use crate::position::{closes_with_enemy, fights_both_ways, is_garrison};
use crate::reason::{Exchange, Reason};
use crate::under_fire::losses_under_fire;
use hotgates_search::Budget;

/// The best attack that a unit can make this turn, and the next best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttackChoice {
    pub(crate) best: Exchange,
    pub(crate) instead: Option<Exchange>,
}

impl AttackChoice {
    /// Compares an exchange with the choice so far, and keeps the best and the next best.
    pub(crate) fn add_exchange(choice: &mut Option<Self>, exchange: Exchange) {
        *choice = Some(match *choice {
            None => Self { best: exchange, instead: None },
            Some(old) if exchange.worth > old.best.worth => Self { best: exchange, instead: Some(old.best) },
            Some(Self { best, instead }) => {
                let better = instead.is_none_or(|instead| exchange.worth > instead.worth);
                Self { best, instead: if better { Some(exchange) } else { instead } }
            }
        });
    }

    /// Worth of the best attack, in ‰ of a man.
    pub(crate) const fn worth_of_best_attack(&self) -> i64 {
        self.best.worth
    }

    /// Returns the next order that leads to the attack: the move to where it is made from, or the
    /// attack itself.
    pub(crate) fn order_of_attack(&self, view: View<'_>) -> (Order, Reason) {
        let Exchange { unit, from, target, .. } = self.best;
        if view.unit(unit).cell == from {
            (Order::Attack { unit, target }, Reason::Attack { exchange: self.best, instead: self.instead })
        } else {
            (move_order(view, unit, from), Reason::Approach { exchange: self.best, instead: self.instead })
        }
    }
}

/// Compares attacks, with memory that the next comparison uses again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Engagements {
    /// Reach of the unit that was looked at last.
    pub(crate) reach: Reach,
    /// Sample of the stops in `reach` that are considered.
    pub(crate) sample: StopSample,
    /// Weight of units' condition in exchanges.
    condition: ConditionWeight,
    /// `true` if the unit's attacks are worth more from some places, or in one way, than from others
    /// besides their cover.
    by_place: bool,
    enemies: Vec<UnitId>,
    targets: Vec<(UnitId, Attack)>,
    /// Cells from which a gun could fire this turn, with the points that it would have left there.
    stands: Vec<(Cell, MovementPoints)>,
}

/// Where an enemy is to be attacked from.
#[derive(Debug, Clone, Copy)]
enum AttackPlace {
    /// This cell, by this attack.
    Chosen(Cell, Attack),
    /// The cell of an attack that has been weighed to find it.
    Weighed(Exchange),
}

/// A sample of the stops in reach: all of them, or an arbitrary subset when steps are few. More
/// steps only add to the subset.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StopSample {
    /// Share of the stops that are in the sample, in 1024ths.
    share: u64,
    lot: u64,
}

impl StopSample {
    fn new(steps: u64, places: u64, lot: u64) -> Self {
        Self { lot, share: if steps >= places { 1024 } else { steps * 1024 / places } }
    }

    /// Returns `true` if a stop is considered.
    pub(crate) const fn is_sampled(self, stop: Cell) -> bool {
        let word = fibonacci_hash(stop.0 as u64 ^ self.lot << 32);
        carry_bits_up(word ^ word >> 29) >> 54 < self.share
    }
}

impl Engagements {
    /// Returns engagements that weigh units' condition by a weight.
    pub(crate) fn weighing_condition(condition: ConditionWeight) -> Self {
        Self { condition, ..Self::default() }
    }

    /// Returns the attack worth most among those that a unit can make this turn, moving first where
    /// it must and may: a garrison does not move. Each enemy considered costs a step. When the
    /// steps end, the enemies considered so far count, and at least one is.
    ///
    /// Afterwards [`reach`](Self::reach) is that of the unit.
    pub(crate) fn best_attack(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<AttackChoice> {
        self.best_allowed_attack(view, unit, budget, |_, _| true)
    }

    /// Returns the best attack as [`best_attack`](Self::best_attack) does, among the attacks that
    /// are `allowed` by their target and the cell that they are made from.
    pub(crate) fn best_allowed_attack(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
    ) -> Option<AttackChoice> {
        view.reach(unit, &mut self.reach);
        let need = points_to_attack(view, unit)?;
        if is_garrison(view, unit) {
            return self.best_attack_in_place(view, unit, budget);
        }
        self.collect_enemies(view, unit);
        self.collect_firing_cells(view, unit, need);
        let mut choice = None;
        for &target in &self.enemies {
            if let Some(place) =
                self.cell_to_attack_from(view, unit, target, need, |from| allowed(target, from))
            {
                if !budget.take_step() && choice.is_some() {
                    break;
                }
                AttackChoice::add_exchange(&mut choice, self.weigh_attack_from(view, unit, target, place));
            }
        }
        choice
    }

    /// Returns the result of an attack, as these engagements weigh it.
    pub(crate) fn weigh_attack(
        &self,
        view: View<'_>,
        unit: UnitId,
        from: Cell,
        target: UnitId,
        by: Attack,
    ) -> Exchange {
        expected_exchange(view, unit, from, target, by, self.condition)
    }

    /// Lists the attacks that a unit can make this turn from the stops in the sample, each for a
    /// step: first each enemy from the best cell, then from the other cells. Lists at least one
    /// where there is one.
    ///
    /// [`survey_reach`](Self::survey_reach) must have been called for the unit.
    pub(crate) fn list_attacks(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
        attacks: &mut Vec<Exchange>,
    ) {
        attacks.clear();
        let Some(need) = points_to_attack(view, unit) else { return };
        let here = view.unit(unit).cell;
        let sample = self.sample;
        let (stays, both) = (is_garrison(view, unit), fights_both_ways(view, unit));
        self.collect_enemies(view, unit);
        self.collect_firing_cells(view, unit, need);
        for &target in &self.enemies {
            let allowed =
                |from: Cell| (from == here || !stays && sample.is_sampled(from)) && allowed(target, from);
            if both {
                let ways = self.best_fire_and_melee(view, unit, target, need, &allowed);
                for exchange in ways.into_iter().flatten() {
                    if !budget.take_step() && !attacks.is_empty() {
                        return;
                    }
                    attacks.push(exchange);
                }
            } else if let Some(place) = self.cell_to_attack_from(view, unit, target, need, allowed) {
                if !budget.take_step() && !attacks.is_empty() {
                    return;
                }
                attacks.push(self.weigh_attack_from(view, unit, target, place));
            }
        }
        if !closes_with_enemy(view, unit) || stays {
            return;
        }
        for index in 0..attacks.len() {
            let Exchange { target, from, ranged, .. } = attacks[index];
            if ranged {
                continue;
            }
            for (_, other, left) in self.reach.neighbours_in_reach(view.unit(target).cell) {
                let open = other == here || view.at(other).is_none();
                if other == from
                    || !open
                    || left < need
                    || !sample.is_sampled(other)
                    || !allowed(target, other)
                {
                    continue;
                }
                if !budget.take_step() {
                    return;
                }
                attacks.push(expected_exchange(view, unit, other, target, Attack::Melee, self.condition));
            }
        }
    }

    /// Computes where a unit can get to, and takes a sample of as many stops there as there are
    /// steps, each for one step.
    pub(crate) fn survey_reach(&mut self, view: View<'_>, unit: UnitId, budget: &mut Budget) {
        view.reach(unit, &mut self.reach);
        let stops = self.reach.cell_count() as u64;
        self.sample =
            StopSample::new(budget.steps_left(), stops, u64::from(view.turn()) << 16 | u64::from(unit.0));
        budget.take_steps(stops);
    }

    /// Returns the attack worth most among those that a unit can make from where it stands. Steps
    /// are spent as by [`best_attack`](Self::best_attack).
    pub(crate) fn best_attack_in_place(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<AttackChoice> {
        view.find_targets(unit, &mut self.targets);
        let from = view.unit(unit).cell;
        let mut choice = None;
        for &(target, by) in &self.targets {
            if !budget.take_step() && choice.is_some() {
                break;
            }
            AttackChoice::add_exchange(
                &mut choice,
                expected_exchange(view, unit, from, target, by, self.condition),
            );
        }
        choice
    }

    /// Returns the result of an attack on an enemy from the place that was found for it.
    #[inline]
    fn weigh_attack_from(
        &self,
        view: View<'_>,
        unit: UnitId,
        target: UnitId,
        place: AttackPlace,
    ) -> Exchange {
        match place {
            AttackPlace::Chosen(from, by) => expected_exchange(view, unit, from, target, by, self.condition),
            AttackPlace::Weighed(exchange) => exchange,
        }
    }

    /// Collects the enemies that may be struck from the cells in reach, in ascending order.
    fn collect_enemies(&mut self, view: View<'_>, unit: UnitId) {
        self.by_place =
            fights_both_ways(view, unit) || view.has_extra_state() && self.is_worth_by_place(view);
        let side = view.info(unit).side;
        let range = view.kind(unit).ranged.as_ref().map_or(1, |ranged| ranged.max);
        let near = view.enemies_within(side, view.unit(unit).cell, self.reach.most_steps() + range);
        self.enemies.clear();
        near.for_each(|(enemy, _)| self.enemies.push(enemy));
        self.enemies.sort_unstable();
    }

    /// Collects the free cells in reach on which a gun has the points to fire.
    fn collect_firing_cells(&mut self, view: View<'_>, unit: UnitId, need: MovementPoints) {
        self.stands.clear();
        if view.kind(unit).ranged.is_some() {
            let here = view.unit(unit).cell;
            let free = |cell: Cell| cell == here || view.at(cell).is_none();
            self.stands
                .extend(self.reach.cells_in_reach().filter(|&(cell, left)| left >= need && free(cell)));
        }
    }

    /// Returns the cell from which to attack an enemy, and the attack: fire if the unit can, from
    /// as far away as it can, and then from where it stands if it can; else melee from the hex with
    /// the best cover, then the one that leaves most points, then the lowest. A unit that may do either
    /// does what is worth more.
    fn cell_to_attack_from(
        &self,
        view: View<'_>,
        unit: UnitId,
        target: UnitId,
        need: MovementPoints,
        allowed: impl Fn(Cell) -> bool,
    ) -> Option<AttackPlace> {
        if self.by_place {
            let [fire, melee] = self.best_fire_and_melee(view, unit, target, need, &allowed);
            let better = melee.filter(|melee| fire.is_none_or(|fire| melee.worth > fire.worth));
            return better.or(fire).map(AttackPlace::Weighed);
        }
        let (here, to) = (view.unit(unit).cell, view.unit(target).cell);
        let rank = |(cell, left): (Cell, MovementPoints)| {
            let cover = view.cover_on(view.info(unit).kind, cell);
            allowed(cell).then_some((cell == here, cover, left, std::cmp::Reverse(cell)))
        };
        if let Some(ranged) = &view.kind(unit).ranged {
            let (grid, hex) = (view.grid(), view.hex(target));
            let away = |&stand: &(Cell, _)| (grid.hex(stand.0).unsigned_distance_to(hex), stand);
            let fires = self.stands.iter().map(away).filter(|&(distance, (cell, _))| {
                (ranged.min..=ranged.max).contains(&distance) && view.can_attack(unit, cell, target)
            });
            let best = fires.filter_map(|(distance, stand)| Some((distance, rank(stand)?))).max();
            if let Some((_, (.., std::cmp::Reverse(cell)))) = best {
                return Some(AttackPlace::Chosen(cell, Attack::Ranged));
            }
        }
        let free = |cell: Cell| cell == here || view.at(cell).is_none();
        let beside = self.reach.neighbours_in_reach(to).filter(|&(_, cell, left)| left >= need && free(cell));
        let best = beside.filter_map(|(_, cell, left)| rank((cell, left))).max();
        best.map(|(.., std::cmp::Reverse(cell))| AttackPlace::Chosen(cell, Attack::Melee))
    }
}

impl Engagements {
    /// Returns `true` if attacks are worth more from some places than from others besides their cover.
    #[cold]
    fn is_worth_by_place(&self, view: View<'_>) -> bool {
        view.rules().options.attacks_depend_on_place() && !self.condition.is_none()
    }

    /// Returns fire at an enemy and melee with it, each from the cell from which it is worth most; of equal cells
    /// the one counts that [`cell_to_attack_from`](Self::cell_to_attack_from) would choose. A gun that can fire
    /// does not close.
    #[inline(never)]
    fn best_fire_and_melee(
        &self,
        view: View<'_>,
        unit: UnitId,
        target: UnitId,
        need: MovementPoints,
        allowed: &dyn Fn(Cell) -> bool,
    ) -> [Option<Exchange>; 2] {
        let (here, to) = (view.unit(unit).cell, view.unit(target).cell);
        let rank = |cell: Cell, left: MovementPoints, by: Attack| {
            let exchange = expected_exchange(view, unit, cell, target, by, self.condition);
            let away = if by == Attack::Ranged { view.grid().distance(cell, to) } else { 0 };
            let cover = view.cover_on(view.info(unit).kind, cell);
            let order = (exchange.worth, away, cell == here, cover, left, std::cmp::Reverse(cell));
            (order, exchange)
        };
        let fire = view.kind(unit).ranged.as_ref().and_then(|ranged| {
            let range = ranged.min..=ranged.max;
            let fires = self.stands.iter().copied().filter(|&(cell, _)| {
                range.contains(&view.grid().distance(cell, to))
                    && allowed(cell)
                    && view.can_attack(unit, cell, target)
            });
            let best = fires.map(|(cell, left)| rank(cell, left, Attack::Ranged));
            best.max_by_key(|&(order, _)| order).map(|(_, exchange)| exchange)
        });
        if fire.is_some() && !closes_with_enemy(view, unit) {
            return [fire, None];
        }
        let free = |cell: Cell| (cell == here || view.at(cell).is_none()) && allowed(cell);
        let beside = self.reach.neighbours_in_reach(to).filter(|&(_, cell, left)| left >= need && free(cell));
        let best = beside.map(|(_, cell, left)| rank(cell, left, Attack::Melee));
        [fire, best.max_by_key(|&(order, _)| order).map(|(_, exchange)| exchange)]
    }
}

/// Returns the result of an attack at mean rolls, with fire at the attacker before it strikes and what
/// follows from the losses.
pub(crate) fn expected_exchange(
    view: View<'_>,
    unit: UnitId,
    from: Cell,
    target: UnitId,
    by: Attack,
    condition: ConditionWeight,
) -> Exchange {
    let fighters = view.fighters_in_attack(unit, from, target);
    // Of the rules by which more counts, that of retreat alone gives units no condition.
    let men = if view.has_extra_state() || view.rules().options.retreat.is_some() {
        men_by_all_rules(view, (unit, fighters.0), from, (target, fighters.1), by, condition)
    } else {
        let (dealt, taken) = view.combat().losses_at_mean_rolls(by, fighters.0, fighters.1);
        ExchangedMen { dealt: dealt.0, taken: taken.0, won: dealt.0.into(), lost: taken.0.into() }
    };
    let ExchangedMen { dealt, taken, won, lost } = men;
    let worth = won * man_value(view, target) * stake_factor(view, target)
        - lost * man_value(view, unit) * stake_factor(view, unit);
    Exchange { unit, from, target, ranged: by == Attack::Ranged, dealt, taken, worth }
}

/// The men that an attack costs both, and what that is worth in men.
struct ExchangedMen {
    dealt: u16,
    taken: u16,
    won: i64,
    lost: i64,
}

/// Returns what an attack costs both where more than the losses of a blow and its answer may count.
#[inline(never)]
fn men_by_all_rules(
    view: View<'_>,
    (unit, attacker): (UnitId, Fighter),
    from: Cell,
    (target, defender): (UnitId, Fighter),
    by: Attack,
    condition: ConditionWeight,
) -> ExchangedMen {
    let mut under_fire = Strength(0);
    if view.rules().options.reaction.is_some() && !condition.is_none() {
        under_fire = losses_under_fire(view, attacker, unit, from, target, by);
    }
    let striker = Fighter { strength: Strength(attacker.strength.0 - under_fire.0), ..attacker };
    let losses = view.combat().losses_at_mean_rolls(by, striker, defender);
    let (Strength(mut dealt), Strength(answered)) = losses;
    let taken = under_fire.0 + answered;
    let (mut won, mut lost) = (i64::from(dealt), i64::from(taken));
    let losses =
        AttackLosses { support: BlowLosses::at_mean_roll(under_fire), ..AttackLosses::at_mean_rolls(losses) };
    // At first as if the target had nowhere to go: to look where it would is what costs.
    let mut setting = AttackSetting {
        target: view.condition(target),
        attacker: view.condition(unit),
        aspect: view.aspect_of_hex(target, view.grid().hex(from)),
        ..AttackSetting::default()
    };
    let aftermath = |setting| view.combat().aftermath(by, attacker, defender, losses, setting);
    let mut after = aftermath(setting);
    if after.is_some_and(|after| after.retreat == Retreat::NoRoom) {
        setting = view.attack_setting(unit, from, target);
        after = aftermath(setting);
    }
    if let Some(after) = after {
        dealt -= after.men_back.0;
        let fallen = |Strength(men): Strength, lost: u16, before: Condition, after: Condition| {
            condition.weighed_men(view, men, before) - condition.weighed_men(view, men - lost, after)
        };
        won = fallen(defender.strength, dealt, setting.target, after.target);
        lost = fallen(attacker.strength, taken, setting.attacker, after.attacker);
        if matches!(after.retreat, Retreat::To(_)) && is_garrison(view, target) {
            let left = i64::from(defender.strength.0 - dealt);
            won += left * if after.pursues { CASTLE_TAKEN } else { CASTLE_LEFT } * i64::from(condition.0)
                / 1_000_000;
        }
    }
    ExchangedMen { dealt, taken, won, lost }
}

/// Worth of driving a garrison off a hex that its side holds and taking the hex, in ‰ of the men that
/// are left of the garrison.
const CASTLE_TAKEN: i64 = 1000;

/// Worth of driving a garrison off such a hex that stays free, in ‰ of its men.
const CASTLE_LEFT: i64 = 500;

/// Returns how much more the men of a unit count that a side wins with by destroying it.
fn stake_factor(view: View<'_>, unit: UnitId) -> i64 {
    if view.is_unit_at_stake(unit) { STAKE } else { 1 }
}

/// Worth of a man of a unit that a goal asks to destroy, in men of others.
const STAKE: i64 = 3;

/// Returns the worth of a man of a unit: the losses that he deals, in ‰ of a man.
pub(crate) fn man_value(view: View<'_>, unit: UnitId) -> i64 {
    let kind = view.kind(unit);
    let fire = kind.ranged.as_ref().map_or(0, |ranged| ranged.power.0);
    i64::from(kind.melee.0.max(fire))
}
