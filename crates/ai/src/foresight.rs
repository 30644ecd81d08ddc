//! Foresight: what an alternative is worth once the enemy has answered it.

use hotgates_engine::{Attack, Battle, Cell, MovementPoints, Permille, Reach, Side, UnitId};

use crate::budget::Budget;
use crate::engage::{Choice, value};
use crate::reason::Exchange;

/// What the enemy could do in its next half-turn, looked up once for each half-turn of ours.
#[derive(Debug, Clone, Default)]
pub(crate) struct Foresight {
    strikers: Vec<Striker>,
    /// Strikers in use: the memory of the others waits for a larger enemy.
    count: usize,
    replies: Vec<(i64, bool)>,
}

/// An enemy unit with what it can reach when its turn comes.
#[derive(Debug, Clone, Default)]
struct Striker {
    unit: UnitId,
    known: bool,
    reach: Reach,
    /// For a gun: from where it could fire.
    stands: Vec<Cell>,
}

impl Foresight {
    /// A half-turn begins.
    pub(crate) fn begin(&mut self, battle: &Battle, side: Side) {
        self.count = 0;
        for enemy in battle.living(side.other()) {
            if self.strikers.len() == self.count {
                self.strikers.push(Striker::default());
            }
            let striker = &mut self.strikers[self.count];
            (striker.unit, striker.known) = (enemy, false);
            self.count += 1;
        }
    }

    /// What the enemy's answers are worth to it when this unit stands on a cell with so many men left, `after` an
    /// enemy has lost so many of its own: the losses it deals less those it takes, of the strongest answers that find
    /// room. Each answer considered costs a step; `None` when there were not enough.
    ///
    /// Cost: `O(enemies)`, and the reach of each that is near, once a half-turn.
    pub(crate) fn danger(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        cell: Cell,
        men: u16,
        after: Option<(UnitId, u16)>,
        budget: &mut Budget,
    ) -> Option<i64> {
        self.replies.clear();
        let grid = battle.grid();
        let around = grid.around(cell);
        let mut sides = 0_u8;
        let mut victim = battle.fighter(unit, cell);
        victim.strength.0 = men;
        let combat = battle.combat();
        let roll = Permille(combat.dice().roll_base.0 + 7 * combat.dice().roll_step.0);
        for striker in &mut self.strikers[..self.count] {
            let enemy = striker.unit;
            let lost = after.filter(|&(target, _)| target == enemy).map_or(0, |(_, lost)| lost);
            if battle.unit(enemy).strength.0 <= lost {
                continue;
            }
            let kind = battle.kind(enemy);
            let from = battle.unit(enemy).cell;
            let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
            let spare = u32::from(kind.movement.0.saturating_sub(kind.attack_cost.0));
            if grid.distance(from, cell) > spare + range {
                continue;
            }
            striker.learn(battle);
            let fires = kind.ranged.as_ref().is_some_and(|ranged| {
                striker
                    .stands
                    .iter()
                    .any(|&stand| (ranged.min..=ranged.max).contains(&grid.distance(stand, cell)))
            });
            let mut blows = u32::from(fires);
            if !fires && kind.ranged.is_none() {
                for (side, &next) in around.iter().enumerate() {
                    let left = striker.reach.left(next).filter(|&left| left >= kind.attack_cost);
                    if let Some(left) = left {
                        sides |= 1 << side;
                        blows = blows.max(u32::from(left.0 / kind.attack_cost.0.max(1)));
                    }
                }
            }
            if blows == 0 {
                continue;
            }
            if !budget.step() {
                return None;
            }
            let by = if fires { Attack::Ranged } else { Attack::Melee };
            let mut attacker = battle.fighter(enemy, from);
            attacker.strength.0 -= lost;
            let dealt = u32::from(combat.blow(by, attacker, victim, false).losses(roll).0) * blows;
            let dealt = dealt.min(u32::from(men));
            let mut gain = i64::from(dealt) * value(battle, unit);
            if !fires && dealt < u32::from(men) {
                let mut left = victim;
                left.strength.0 -= u16::try_from(dealt).unwrap_or(men);
                let back = u32::from(combat.blow(by, left, attacker, true).losses(roll).0) * blows;
                gain -= i64::from(back) * value(battle, enemy);
            }
            self.replies.push((gain, fires));
        }
        self.replies.sort_unstable_by(|a, b| b.cmp(a));
        let mut room = sides.count_ones();
        let mut sum = 0;
        for &(gain, fires) in &self.replies {
            if gain <= 0 {
                break;
            }
            if !fires {
                if room == 0 {
                    continue;
                }
                room -= 1;
            }
            sum += gain;
        }
        Some(sum.min(i64::from(men) * value(battle, unit)))
    }
}

impl Striker {
    fn learn(&mut self, battle: &Battle) {
        if std::mem::replace(&mut self.known, true) {
            return;
        }
        let (kind, from) = (battle.kind(self.unit), battle.unit(self.unit).cell);
        battle.reach_with(self.unit, from, kind.movement, &mut self.reach);
        self.stands.clear();
        if kind.ranged.is_some() {
            let able = |left: MovementPoints| left >= kind.attack_cost;
            self.stands.extend(self.reach.cells().filter(|&(_, left)| able(left)).map(|(cell, _)| cell));
        }
    }
}

/// What a unit is to do, all answers counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Attack(Choice),
    Go(Cell),
    Stay,
}

/// What is weighed against exchanges, as the doctrine has it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Weights {
    /// The enemy's answers to an attack, in ‰.
    pub(crate) attack: i64,
    /// The enemy's answers to a stop on the march, in ‰.
    pub(crate) march: i64,
    /// Each MP nearer to the goal.
    pub(crate) progress: i64,
    /// What an attack is worth beyond its exchange, in ‰ of the losses it deals.
    pub(crate) boldness: i64,
}

impl Foresight {
    /// What a unit does best: one of the `attacks` if there are any, else one of the `goals` it could move to, each
    /// with how much nearer it brings, in MP, or to stay.
    ///
    /// Each alternative is weighed with the enemy's answers as far as steps go, the best exchange and the nearest goal
    /// first; only alternatives weighed to the end are compared. Without steps the first is taken.
    pub(crate) fn weigh(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        attacks: &mut [Exchange],
        goals: &[(Cell, i64)],
        weights: Weights,
        budget: &mut Budget,
    ) -> Deed {
        // A stable sort: of equal exchanges the one listed first, which has the best place for it.
        attacks.sort_by_key(|exchange| std::cmp::Reverse(exchange.worth));
        if attacks.is_empty() {
            return self.weigh_goals(battle, unit, goals, weights, budget);
        }
        let men = battle.unit(unit).strength.0;
        let mut best = (i64::MIN, 0);
        for (index, exchange) in attacks.iter().enumerate() {
            let Exchange { from, target, dealt, taken, worth, .. } = *exchange;
            let left = men - taken.min(men);
            let Some(danger) = self.danger(battle, unit, from, left, Some((target, dealt)), budget) else {
                break;
            };
            let bold = i64::from(dealt) * value(battle, target) * weights.boldness / 1000;
            best = better(best, (worth + bold - danger * weights.attack / 1000, index));
        }
        let instead = attacks.get(usize::from(best.1 == 0)).copied();
        Deed::Attack(Choice { best: attacks[best.1], instead })
    }

    fn weigh_goals(
        &mut self,
        battle: &Battle,
        unit: UnitId,
        goals: &[(Cell, i64)],
        weights: Weights,
        budget: &mut Budget,
    ) -> Deed {
        let Some(&(first, _)) = goals.first() else { return Deed::Stay };
        let (men, here) = (battle.unit(unit).strength.0, battle.unit(unit).cell);
        let Some(danger) = self.danger(battle, unit, here, men, None, budget) else { return Deed::Go(first) };
        let stay = -danger * weights.march / 1000;
        let mut best = (i64::MIN, 0);
        for (index, &(cell, nearer)) in goals.iter().enumerate() {
            let Some(danger) = self.danger(battle, unit, cell, men, None, budget) else { break };
            best = better(best, (nearer * weights.progress - danger * weights.march / 1000, index));
        }
        if best.0 != i64::MIN && best.0 < stay { Deed::Stay } else { Deed::Go(goals[best.1].0) }
    }
}

/// The alternative worth more; of equals the first.
fn better(old: (i64, usize), new: (i64, usize)) -> (i64, usize) {
    if new.0 > old.0 { new } else { old }
}
