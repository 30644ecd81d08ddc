//! `warden`: Blue's classic commander. It finds the pass and holds it, and lines up in the open where there is none.

use hotgates_engine::{Arm, Battle, Cell, CellSet, Field, Objective, Order, Reach, Side, UnitId, View};

use crate::budget::Budget;
use crate::choke::{PocSet, Survey, chosen, inside};
use crate::commander::Commander;
use crate::deploy::deploy;
use crate::engage::{Engagements, value};
use crate::hold::hold;
use crate::hunter::Hunter;
use crate::march::go;
use crate::open_field::open_field;
use crate::position::{Position, Role, of_arm};
use crate::raid::take_castle;
use crate::reason::Reason;

/// Surveys the ground each half-turn, chooses a set of points of convergence or the open-field deployment, gets its
/// units into position, and strikes from there. It charges when the enemy is clearly weaker, and whenever its side has
/// to take castles rather than keep them.
#[derive(Debug, Clone, Default)]
pub struct Warden {
    exact: bool,
    seed: u64,
    plan: Option<Plan>,
    hunter: Hunter,
    engagements: Engagements,
    reach: Reach,
}

/// What a half-turn is about.
#[derive(Debug, Clone)]
struct Plan {
    stance: Stance,
    wanted: Vec<Position>,
    phase: Phase,
    /// Moves still to be made, the next one last.
    moves: Vec<(UnitId, Cell)>,
    filled: usize,
    /// Units of the present phase that have not done all they can, the next one last.
    waiting: Vec<UnitId>,
    /// What the points of convergence protect.
    inside: CellSet,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stance {
    Charge,
    Hold(PocSet),
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Fire,
    Deploy,
    Strike,
    FireAgain,
    Over,
}

/// It charges when the enemy's worth is below this share of its own, in ‰.
const WEAKER: i64 = 600;

impl Warden {
    /// The classic commander; `seed` decides to which side its guns turn in the open.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// The one that finds its points of convergence by maximum flow.
    #[must_use]
    pub fn exact(seed: u64) -> Self {
        Self { exact: true, ..Self::new(seed) }
    }

    fn stance(&self, battle: &Battle, side: Side, budget: &mut Budget) -> Stance {
        let must_take = match (battle.objective(), side) {
            (Objective::Invasion, Side::Red) => !battle.holds_all_castles(Side::Red),
            _ => !battle.castles().any(|(_, owner)| owner == side),
        };
        if must_take || worth(battle, side.other()) * 1000 < worth(battle, side) * WEAKER {
            return Stance::Charge;
        }
        let mut survey = Survey::new(battle, side);
        let mut sets = survey.classic();
        if self.exact {
            sets = survey.exact(&sets, budget);
        }
        // Where the enemy can bring more units to bear on a set at once than there are to hold it in turns, it is no
        // pass, even if it cuts: then a line is better.
        let walker = |unit: UnitId| battle.kind(unit).arm != Arm::Artillery;
        let walkers = battle.roster().filter(|&(unit, info)| info.side == side && walker(unit)).count();
        sets.retain(|set| set.exposure <= 1000 * walkers as u64);
        chosen(battle, side, &sets).map_or(Stance::Open, |index| Stance::Hold(sets.swap_remove(index)))
    }

    fn plan(&self, battle: &Battle, side: Side, budget: &mut Budget) -> Plan {
        let stance = self.stance(battle, side, budget);
        let mut protected = CellSet::new(battle.grid());
        let mut wanted = match &stance {
            Stance::Charge => Vec::new(),
            Stance::Hold(set) => {
                let own = battle.castles().filter(|&(_, owner)| owner == side);
                let castles: Vec<Cell> = own.map(|(castle, _)| castle).collect();
                protected = inside(battle, &castles, &set.hexes);
                hold(battle, side, set)
            }
            Stance::Open => open_field(battle, side, self.seed),
        };
        if stance != Stance::Charge {
            garrison_castles(battle, side, &mut wanted);
        }
        let mut plan = Plan {
            stance,
            wanted,
            phase: Phase::Fire,
            moves: Vec::new(),
            filled: 0,
            waiting: Vec::new(),
            inside: protected,
        };
        plan.list(battle, side);
        plan
    }
}

/// Adds a position on each own castle that an enemy could enter in its next half-turn and nobody is to stand on:
/// a castle left open is lost, whatever else is held.
fn garrison_castles(battle: &Battle, side: Side, wanted: &mut Vec<Position>) {
    let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
    let Some(arm) = arms.into_iter().find(|&arm| of_arm(battle, side, arm).next().is_some()) else { return };
    let mut field = Field::new();
    for (castle, owner) in battle.castles() {
        if owner != side || wanted.iter().any(|position| position.cell == castle) {
            continue;
        }
        let own = |cell: Cell| battle.at(cell).is_some_and(|unit| battle.info(unit).side == side);
        let threatened = battle.living(side.other()).any(|enemy| {
            let (from, movement) = (battle.unit(enemy).cell, battle.kind(enemy).movement);
            let near = battle.grid().distance(from, castle) <= u32::from(movement.0);
            near && {
                let costs = battle.map().costs(battle.info(enemy).kind);
                let open = |cell: Cell| cell == castle || !own(cell);
                field.within(battle.grid(), [from], costs, movement.0.into(), open);
                field.cost(castle).is_some()
            }
        });
        if threatened {
            wanted.insert(0, Position { cell: castle, arm, role: Role::Garrison, strength: 0 });
        }
    }
}

/// What a side's units are worth together: the losses they could deal.
fn worth(battle: &Battle, side: Side) -> i64 {
    battle.living(side).map(|unit| i64::from(battle.unit(unit).strength.0) * value(battle, unit)).sum()
}

impl Commander for Warden {
    fn name(&self) -> &'static str {
        if self.exact { "warden-exact" } else { "warden" }
    }

    fn begin(&mut self, view: View<'_>) {
        self.plan = None;
        self.hunter.begin(view);
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        let (battle, side) = (view.battle(), view.side());
        if let Some(order) = take_castle(battle, side, &mut self.reach) {
            return order;
        }
        let mut plan = self.plan.take().unwrap_or_else(|| self.plan(battle, side, budget));
        if plan.stance == Stance::Charge {
            self.plan = Some(plan);
            return self.hunter.order(view, budget);
        }
        let order = self.next(&mut plan, battle, side, budget);
        self.plan = Some(plan);
        order
    }
}

impl Warden {
    fn next(&mut self, plan: &mut Plan, battle: &Battle, side: Side, budget: &mut Budget) -> (Order, Reason) {
        loop {
            while let Some(&unit) = plan.waiting.last() {
                if battle.unit(unit).alive()
                    && let Some(order) = self.strike(plan, battle, unit, budget)
                {
                    return order;
                }
                plan.waiting.pop();
            }
            if let Some((unit, cell)) = plan.moves.pop() {
                return plan.move_order(battle, unit, cell);
            }
            plan.phase = match plan.phase {
                Phase::Fire => Phase::Deploy,
                Phase::Deploy => Phase::Strike,
                Phase::Strike => Phase::FireAgain,
                Phase::FireAgain => Phase::Over,
                Phase::Over => return (Order::EndTurn, Reason::done(battle, side)),
            };
            if plan.phase == Phase::Deploy {
                self.deploy(plan, battle, side, budget);
            } else {
                plan.list(battle, side);
            }
        }
    }

    /// The moves that fill positions, then those that bring other units nearer to positions that stay empty.
    fn deploy(&mut self, plan: &mut Plan, battle: &Battle, side: Side, budget: &mut Budget) {
        let deployment = deploy(battle, side, &plan.wanted, Some(budget.left()));
        budget.take(deployment.steps);
        plan.filled = deployment.filled;
        let mut moves = deployment.moves;
        self.approach(plan, battle, side, &mut moves);
        moves.reverse();
        plan.moves = moves;
    }

    /// Sends the nearest free unit towards each position that cannot be filled yet.
    fn approach(&mut self, plan: &Plan, battle: &Battle, side: Side, moves: &mut Vec<(UnitId, Cell)>) {
        let place = |unit: UnitId, moves: &[(UnitId, Cell)]| {
            let last = moves.iter().rev().find(|(other, _)| *other == unit);
            last.map_or(battle.unit(unit).cell, |&(_, cell)| cell)
        };
        let mut taken: Vec<Cell> = battle.living(side).map(|unit| place(unit, moves)).collect();
        let mut busy: Vec<UnitId> = moves.iter().map(|&(unit, _)| unit).collect();
        let stands = |position: &Position, moves: &[(UnitId, Cell)]| {
            battle
                .living(side)
                .find(|&unit| place(unit, moves) == position.cell && position.fits(battle, unit))
        };
        let mut field = Field::new();
        // Gates and castles go first: for them every other position may be given up.
        let (vital, other): (Vec<&Position>, Vec<&Position>) =
            plan.wanted.iter().partition(|position| position.role.is_vital());
        busy.extend(vital.iter().filter_map(|position| stands(position, moves)));
        for (index, position) in vital.iter().chain(&other).enumerate() {
            if index == vital.len() {
                busy.extend(other.iter().filter_map(|position| stands(position, moves)));
            }
            if stands(position, moves).is_some() {
                continue;
            }
            let free =
                battle.living(side).filter(|&unit| position.fits(battle, unit) && !busy.contains(&unit));
            let mut nearest: Option<(u32, UnitId)> = None;
            for unit in free {
                let (kind, cell) = (battle.info(unit).kind, battle.unit(unit).cell);
                let costs = battle.map().costs(kind);
                if nearest.is_none() {
                    field.towards(battle.grid(), [position.cell], costs, |cell| !battle.enemy_at(side, cell));
                }
                if let Some(cost) = field.cost_to(cell, costs) {
                    nearest = Some(nearest.map_or((cost, unit), |best| best.min((cost, unit))));
                }
            }
            let Some((now, unit)) = nearest else { continue };
            busy.push(unit);
            let costs = battle.map().costs(battle.info(unit).kind);
            battle.reach(unit, &mut self.reach);
            let here = battle.unit(unit).cell;
            let nearer =
                self.reach.cells().filter(|&(cell, _)| battle.at(cell).is_none() && !taken.contains(&cell));
            let best = nearer
                .filter_map(|(cell, left)| {
                    let cost = field.cost_to(cell, costs).filter(|&cost| cost < now)?;
                    Some((cost, std::cmp::Reverse(left), cell))
                })
                .min();
            if let Some((_, _, cell)) = best {
                taken.retain(|&other| other != here);
                taken.push(cell);
                moves.push((unit, cell));
            }
        }
    }

    /// A gun fires; another unit attacks from where it stands when that is worth it, or goes for an enemy that has
    /// come through, or in the open for one that has come near.
    fn strike(
        &mut self,
        plan: &Plan,
        battle: &Battle,
        unit: UnitId,
        budget: &mut Budget,
    ) -> Option<(Order, Reason)> {
        let here = battle.unit(unit).cell;
        if battle.kind(unit).arm == Arm::Artillery {
            let choice = self.engagements.best_here(battle, unit, budget)?;
            return (choice.best.ranged || choice.worth() > 0).then(|| choice.order(battle));
        }
        if let Some(choice) = self.engagements.best_here(battle, unit, budget)
            && choice.worth() > 0
        {
            return Some(choice.order(battle));
        }
        let keeps = plan.wanted.iter().any(|position| position.cell == here && position.role == Role::Gate);
        if keeps || plan.phase != Phase::Strike {
            return None;
        }
        let choice = match &plan.stance {
            Stance::Hold(_) => self.engagements.best_where(battle, unit, budget, |target, from| {
                plan.inside.contains(battle.unit(target).cell) && plan.inside.contains(from)
            }),
            _ => self.engagements.best(battle, unit, budget),
        }?;
        (choice.worth() > 0).then(|| choice.order(battle))
    }
}

impl Plan {
    /// Lists the units of the present phase.
    fn list(&mut self, battle: &Battle, side: Side) {
        self.waiting.clear();
        let gun = |unit: &UnitId| battle.kind(*unit).arm == Arm::Artillery;
        match self.phase {
            Phase::Fire | Phase::FireAgain => self.waiting.extend(battle.living(side).filter(gun).rev()),
            Phase::Strike => self.waiting.extend(battle.living(side).filter(|unit| !gun(unit)).rev()),
            Phase::Deploy | Phase::Over => {}
        }
    }

    fn move_order(&self, battle: &Battle, unit: UnitId, cell: Cell) -> (Order, Reason) {
        let of = self.wanted.len();
        let reason =
            match self.wanted.iter().find(|position| position.cell == cell && position.fits(battle, unit)) {
                Some(position) => Reason::Deploy { role: position.role, filled: self.filled, of },
                None => Reason::MakeWay { filled: self.filled, of },
            };
        (go(battle, unit, cell), reason)
    }
}
