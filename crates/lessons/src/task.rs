//! Tasks of lessons, and whether they have been done.

use hotgates_engine::{Arm, Aspect, Battle, Cell, Coord, Order, Side, UnitId};

/// A task of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonTask {
    /// Select a unit.
    Select,
    /// Have a unit stand on each of these hexes.
    StandOn(&'static [Coord]),
    /// Ask for a hint.
    AskHint,
    /// Give an order.
    GiveOrder,
    /// End the turn, and see the enemy's.
    EndTurn,
    /// Attack.
    Attack,
    /// Attack with a unit of this arm.
    AttackWith(Arm),
    /// Attack one enemy with so many units in one half-turn.
    AttackTogether(usize),
    /// Plan attacks of so many units on one enemy.
    PlanTogether(usize),
    /// Attack an enemy at its flank or its rear.
    AttackFlank,
    /// See an enemy.
    Sight,
    /// Have a unit march over several turns.
    March,
    /// Look at one of these overlays.
    LookAt(&'static [LessonView]),
    /// Fight until the battle is over.
    Fight,
    /// All tasks are done.
    Over,
}

/// An overlay that lessons have the player look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonView {
    /// Costs of ways from the hex that is pointed at.
    Costs,
    /// Losses that the enemy could cause.
    Threat,
    /// Hexes that bar the ways.
    Chokes,
}

/// An order that was given, and the position in which it was.
#[derive(Debug, Clone, Copy)]
pub struct GivenOrder<'a> {
    /// The position before the order.
    pub before: &'a Battle,
    /// The order.
    pub order: Order,
}

/// All that tasks are judged by.
#[derive(Debug, Clone)]
pub struct LessonPosition<'a> {
    /// The battle, as the player knows it.
    pub battle: &'a Battle,
    /// The orders since the step began, the first order first.
    pub orders: Vec<GivenOrder<'a>>,
    /// The selected unit.
    pub selected: Option<UnitId>,
    /// `true` while a hint is shown.
    pub has_hint: bool,
    /// The overlay that is shown.
    pub view: Option<LessonView>,
    /// `true` if a unit of the player's marches over several turns.
    pub is_marching: bool,
    /// The orders of the player's plan.
    pub planned: Vec<Order>,
    /// `true` once everything that happened has been shown.
    pub is_shown: bool,
}

impl LessonTask {
    /// Returns `true` if the player, who leads `side`, has done the task.
    #[must_use]
    pub fn is_done(self, side: Side, now: &LessonPosition) -> bool {
        let mine = |unit: UnitId| now.battle.info(unit).side == side;
        match self {
            Self::Select => now.is_turn_of(side) && now.selected.is_some_and(mine),
            Self::StandOn(hexes) => {
                cells_of(now.battle, hexes).all(|cell| now.battle.at(cell).is_some_and(mine))
            }
            Self::AskHint => now.has_hint,
            Self::GiveOrder => now.own_orders(side).next().is_some(),
            Self::EndTurn => {
                let ended = now.own_orders(side).any(|given| given.order == Order::EndTurn);
                ended && now.is_turn_of(side)
            }
            Self::Attack => now.own_attacks(side).next().is_some(),
            Self::AttackWith(arm) => {
                now.own_attacks(side).any(|(before, unit, _)| before.kind(unit).arm == arm)
            }
            Self::AttackTogether(units) => {
                most_on_one(now.own_attacks(side).map(|(before, unit, target)| (before.turn(), unit, target)))
                    >= units
            }
            Self::PlanTogether(units) => {
                most_on_one(now.planned.iter().filter_map(|order| match *order {
                    Order::Attack { unit, target } => Some((now.battle.turn(), unit, target)),
                    _ => None,
                })) >= units
            }
            Self::AttackFlank => now.own_attacks(side).any(|(before, unit, target)| {
                before.aspect_of_hex(target, before.hex(unit)) != Aspect::Front
            }),
            Self::Sight => now.battle.living(side.other()).next().is_some(),
            Self::March => now.is_marching,
            Self::LookAt(views) => now.view.is_some_and(|view| views.contains(&view)),
            Self::Fight => now.battle.verdict().is_some() && now.is_shown,
            Self::Over => false,
        }
    }
}

impl LessonPosition<'_> {
    /// Returns `true` if the side is to move, and everything before has been shown.
    fn is_turn_of(&self, side: Side) -> bool {
        self.is_shown && self.battle.verdict().is_none() && self.battle.side() == side
    }

    fn own_orders(&self, side: Side) -> impl Iterator<Item = GivenOrder<'_>> {
        self.orders.iter().copied().filter(move |given| given.before.side() == side)
    }

    fn own_attacks(&self, side: Side) -> impl Iterator<Item = (&Battle, UnitId, UnitId)> {
        self.own_orders(side).filter_map(|given| match given.order {
            Order::Attack { unit, target } => Some((given.before, unit, target)),
            _ => None,
        })
    }
}

/// Returns the greatest number of different units that attack one target in one turn.
fn most_on_one(attacks: impl Iterator<Item = (u32, UnitId, UnitId)>) -> usize {
    let mut attacks: Vec<_> = attacks.map(|(turn, unit, target)| (turn, target, unit)).collect();
    attacks.sort_unstable();
    attacks.dedup();
    attacks.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).map(<[_]>::len).max().unwrap_or(0)
}

/// Returns the cells of hexes that lie on the map.
pub(crate) fn cells_of(battle: &Battle, hexes: &'static [Coord]) -> impl Iterator<Item = Cell> {
    hexes.iter().filter_map(|&hex| battle.grid().at(hex))
}
