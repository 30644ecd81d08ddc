//! Engagements: what a unit could attack this turn, from where, and what that is worth.

use hotgates_engine::{Attack, Battle, Cell, MovementPoints, Order, Permille, Reach, UnitId};

use crate::budget::Budget;
use crate::march::go;
use crate::reason::{Exchange, Reason};

/// The best attack a unit can make this turn, and the one it was preferred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) best: Exchange,
    pub(crate) instead: Option<Exchange>,
}

impl Choice {
    /// Adds an alternative to those compared so far.
    fn add(choice: &mut Option<Self>, exchange: Exchange) {
        *choice = Some(match *choice {
            None => Self { best: exchange, instead: None },
            Some(old) if exchange.worth > old.best.worth => Self { best: exchange, instead: Some(old.best) },
            Some(Self { best, instead }) => {
                let better = instead.is_none_or(|instead| exchange.worth > instead.worth);
                Self { best, instead: if better { Some(exchange) } else { instead } }
            }
        });
    }

    pub(crate) const fn worth(&self) -> i64 {
        self.best.worth
    }

    /// The next order that leads to the attack: the move to where it is made from, or the attack itself.
    pub(crate) fn order(&self, battle: &Battle) -> (Order, Reason) {
        let Exchange { unit, from, target, .. } = self.best;
        if battle.unit(unit).cell == from {
            (Order::Attack { unit, target }, Reason::Attack { exchange: self.best, instead: self.instead })
        } else {
            (go(battle, unit, from), Reason::Approach { exchange: self.best, instead: self.instead })
        }
    }
}

/// Compares attacks, with memory that the next comparison uses again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Engagements {
    /// Where the unit looked at last can get to.
    pub(crate) reach: Reach,
    /// What is considered of it.
    pub(crate) glance: Glance,
    enemies: Vec<UnitId>,
    targets: Vec<(UnitId, Attack)>,
    /// From where a gun could fire this turn, with the points it would have left there.
    stands: Vec<(Cell, MovementPoints)>,
}

/// Which stops a commander considers: all, or of so many as it has steps for an arbitrary choice that more steps only
/// add to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Glance {
    /// In 1024ths.
    share: u64,
    lot: u64,
}

impl Glance {
    fn new(steps: u64, places: u64, lot: u64) -> Self {
        Self { lot, share: if steps >= places { 1024 } else { steps * 1024 / places } }
    }

    /// Whether a stop is considered.
    pub(crate) const fn sees(self, stop: Cell) -> bool {
        let word = (stop.0 as u64 ^ self.lot << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (word ^ word >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 54 < self.share
    }
}

impl Engagements {
    /// The attack worth most among those that a unit can make this turn, moving first where it must and may: a
    /// [`garrison`] does not. Each enemy
    /// considered costs a step; without any left those considered so far count, and at least one is.
    ///
    /// Leaves the unit's [`reach`](Self::reach).
    pub(crate) fn best(&mut self, battle: &Battle, unit: UnitId, budget: &mut Budget) -> Option<Choice> {
        self.best_where(battle, unit, budget, |_, _| true)
    }

    /// Like [`best`](Self::best), but only among attacks that are `allowed`: a target, and from where.
    pub(crate) fn best_where(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
    ) -> Option<Choice> {
        battle.reach(unit, &mut self.reach);
        let need = battle.kind(unit).attack_cost;
        if battle.unit(unit).left < need {
            return None;
        }
        if garrison(battle, unit) {
            return self.best_here(battle, unit, budget);
        }
        self.collect_enemies(battle, unit);
        self.collect_stands(battle, unit, need);
        let mut choice = None;
        for &target in &self.enemies {
            if let Some((from, by)) = self.place(battle, unit, target, need, |from| allowed(target, from)) {
                if !budget.step() && choice.is_some() {
                    break;
                }
                Choice::add(&mut choice, exchange(battle, unit, from, target, by));
            }
        }
        choice
    }

    /// Lists the attacks that a unit can make this turn from where it has been seen to get to, each for a step: first
    /// each enemy from the best place, then from the other places. At least one where there is one.
    ///
    /// The unit must have been [looked](Self::look) at.
    pub(crate) fn list(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        budget: &mut Budget,
        allowed: impl Fn(UnitId, Cell) -> bool,
        attacks: &mut Vec<Exchange>,
    ) {
        attacks.clear();
        let need = battle.kind(unit).attack_cost;
        if battle.unit(unit).left < need {
            return;
        }
        let here = battle.unit(unit).cell;
        let glance = self.glance;
        let stays = garrison(battle, unit);
        self.collect_enemies(battle, unit);
        self.collect_stands(battle, unit, need);
        for &target in &self.enemies {
            let allowed = |from: Cell| (from == here || !stays && glance.sees(from)) && allowed(target, from);
            if let Some((from, by)) = self.place(battle, unit, target, need, allowed) {
                if !budget.step() && !attacks.is_empty() {
                    return;
                }
                attacks.push(exchange(battle, unit, from, target, by));
            }
        }
        if battle.kind(unit).ranged.is_some() || stays {
            return;
        }
        for index in 0..attacks.len() {
            let Exchange { target, from, .. } = attacks[index];
            for (_, other, left) in self.reach.around(battle.unit(target).cell) {
                let open = other == here || battle.at(other).is_none();
                if other == from || !open || left < need || !glance.sees(other) || !allowed(target, other) {
                    continue;
                }
                if !budget.step() {
                    return;
                }
                attacks.push(exchange(battle, unit, other, target, Attack::Melee));
            }
        }
    }

    /// Looks where a unit can get to, and at as many stops there as there are steps, each for one.
    pub(crate) fn look(&mut self, battle: &Battle, unit: UnitId, budget: &mut Budget) {
        battle.reach(unit, &mut self.reach);
        let stops = self.reach.count() as u64;
        self.glance = Glance::new(budget.left(), stops, u64::from(battle.turn()) << 16 | u64::from(unit.0));
        budget.take(stops);
    }

    /// The attack worth most among those that a unit can make from where it stands; steps as for
    /// [`best`](Self::best).
    pub(crate) fn best_here(&mut self, battle: &Battle, unit: UnitId, budget: &mut Budget) -> Option<Choice> {
        battle.targets(unit, &mut self.targets);
        let from = battle.unit(unit).cell;
        let mut choice = None;
        for &(target, by) in &self.targets {
            if !budget.step() && choice.is_some() {
                break;
            }
            Choice::add(&mut choice, exchange(battle, unit, from, target, by));
        }
        choice
    }

    /// Collects the enemies that may be in reach, in ascending order.
    fn collect_enemies(&mut self, battle: &Battle, unit: UnitId) {
        let side = battle.info(unit).side;
        let range = battle.kind(unit).ranged.as_ref().map_or(1, |ranged| ranged.max);
        let far = u32::from(battle.unit(unit).left.0) + range;
        let near = battle.enemies_within(side, battle.unit(unit).cell, far);
        self.enemies.clear();
        self.enemies.extend(near.map(|(enemy, _)| enemy));
        self.enemies.sort_unstable();
    }

    /// Free cells in reach from where a gun has the points to fire.
    fn collect_stands(&mut self, battle: &Battle, unit: UnitId, need: MovementPoints) {
        self.stands.clear();
        if battle.kind(unit).ranged.is_some() {
            let here = battle.unit(unit).cell;
            let free = |cell: Cell| cell == here || battle.at(cell).is_none();
            self.stands.extend(self.reach.cells().filter(|&(cell, left)| left >= need && free(cell)));
        }
    }

    /// From where to attack this enemy: by fire if it can, from as far away as it can, and then from where the unit
    /// stands if it can; else from the hex with the best cover, then the one that leaves most points, then the lowest.
    fn place(
        &self,
        battle: &Battle,
        unit: UnitId,
        target: UnitId,
        need: MovementPoints,
        allowed: impl Fn(Cell) -> bool,
    ) -> Option<(Cell, Attack)> {
        let (here, to) = (battle.unit(unit).cell, battle.unit(target).cell);
        let rank = |(cell, left): (Cell, MovementPoints)| {
            let cover = battle.rules().terrains[battle.map().terrain(cell)].defence;
            allowed(cell).then_some((cell == here, cover, left, std::cmp::Reverse(cell)))
        };
        if let Some(ranged) = &battle.kind(unit).ranged {
            let (grid, hex) = (battle.grid(), battle.hex(target));
            let away = |&stand: &(Cell, _)| (grid.hex(stand.0).unsigned_distance_to(hex), stand);
            let fires = self.stands.iter().map(away).filter(|&(distance, (cell, _))| {
                (ranged.min..=ranged.max).contains(&distance) && battle.can_attack(unit, cell, target)
            });
            let best = fires.filter_map(|(distance, stand)| Some((distance, rank(stand)?))).max();
            if let Some((_, (.., std::cmp::Reverse(cell)))) = best {
                return Some((cell, Attack::Ranged));
            }
        }
        let free = |cell: Cell| cell == here || battle.at(cell).is_none();
        let beside = self.reach.around(to).filter(|&(_, cell, left)| left >= need && free(cell));
        let best = beside.filter_map(|(_, cell, left)| rank((cell, left))).max();
        best.map(|(.., std::cmp::Reverse(cell))| (cell, Attack::Melee))
    }
}

/// Whether a unit holds one of its side's castles: then it stays, since whoever leaves a castle gives it away.
pub(crate) fn garrison(battle: &Battle, unit: UnitId) -> bool {
    let (cell, side) = (battle.unit(unit).cell, battle.info(unit).side);
    battle.castles().any(|(castle, owner)| castle == cell && owner == side)
}

/// What an attack is worth at mean rolls. The exact odds are for showing; choosing needs only their order, and mean
/// rolls are forty times cheaper.
pub(crate) fn exchange(battle: &Battle, unit: UnitId, from: Cell, target: UnitId, by: Attack) -> Exchange {
    let combat = battle.combat();
    let mean = Permille(combat.dice().roll_base.0 + 7 * combat.dice().roll_step.0);
    let attacker = battle.fighter(unit, from);
    let mut defender = battle.fighter(target, battle.unit(target).cell);
    let dealt = combat.blow(by, attacker, defender, false).losses(mean).0;
    defender.strength.0 -= dealt;
    let answered = by == Attack::Melee && defender.strength.0 > 0;
    let taken = if answered { combat.blow(by, defender, attacker, true).losses(mean).0 } else { 0 };
    let worth = i64::from(dealt) * value(battle, target) - i64::from(taken) * value(battle, unit);
    Exchange { unit, from, target, ranged: by == Attack::Ranged, dealt, taken, worth }
}

/// What a man of a unit is worth: the losses he deals, in ‰ of a man.
pub(crate) fn value(battle: &Battle, unit: UnitId) -> i64 {
    let kind = battle.kind(unit);
    let fire = kind.ranged.as_ref().map_or(0, |ranged| ranged.power.0);
    i64::from(kind.melee.0.max(fire))
}
