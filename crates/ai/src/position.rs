//! Positions: hexes that a commander wants held, the arm to hold each, and its purpose.

use hotgates_engine::{Arm, Cell, CellSet, Side, UnitId, View};

/// A hex that a commander wants one of its units on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The hex.
    pub cell: Cell,
    /// Arm of the unit that is to stand there.
    pub arm: Arm,
    /// Purpose of the position.
    pub role: PositionRole,
    /// Fewest men that will do; a weaker unit makes way for a stronger one.
    pub strength: u16,
}

/// Purpose of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PositionRole {
    /// To hold a point of convergence.
    Point,
    /// To strike whoever comes through a point of convergence.
    Support,
    /// To fire from.
    Battery,
    /// To be sent where it is needed.
    Reserve,
    /// To stand in the line.
    Line,
    /// To keep a castle.
    Garrison,
}

impl PositionRole {
    /// Returns `true` if losing the position may lose the battle.
    pub const fn is_vital_position(self) -> bool {
        matches!(self, Self::Point | Self::Garrison)
    }

    /// Returns the purpose of the position in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Point => "to bar the point of convergence",
            Self::Support => "to strike whoever comes through",
            Self::Battery => "to fire from",
            Self::Reserve => "to stand in reserve",
            Self::Line => "to stand in the line",
            Self::Garrison => "to keep the castle",
        }
    }
}

impl Position {
    /// Returns `true` if a unit is of the wanted arm, has the wanted strength and obeys; and if it could
    /// attack, too, where standing there is not all that it is to do.
    pub fn fits_unit(&self, view: View<'_>, unit: UnitId) -> bool {
        view.kind(unit).arm == self.arm
            && view.unit(unit).strength.0 >= self.strength
            && !(if self.role.is_vital_position() { view.is_broken(unit) } else { view.is_wavering(unit) })
    }
}

/// Returns `true` if a unit stands on one of its side's castles or hexes of goals: such a unit stays,
/// since whoever leaves such a hex gives it away.
pub(crate) fn is_garrison(view: View<'_>, unit: UnitId) -> bool {
    let (cell, side) = (view.unit(unit).cell, view.info(unit).side);
    view.holds_at_stake(side, cell)
}

/// Returns `true` if a unit goes to fight hand to hand: guns fire and keep away.
pub(crate) fn closes_with_enemy(view: View<'_>, unit: UnitId) -> bool {
    let kind = view.kind(unit);
    kind.ranged.is_none() || kind.arm != Arm::Artillery
}

/// Returns `true` if a unit may either fire or close with the enemy.
pub(crate) fn fights_both_ways(view: View<'_>, unit: UnitId) -> bool {
    view.kind(unit).ranged.is_some() && closes_with_enemy(view, unit)
}

/// Returns `true` if a unit can neither move nor attack any more in this half-turn.
pub(crate) fn is_spent(view: View<'_>, unit: UnitId) -> bool {
    let (state, kind) = (view.unit(unit), view.kind(unit));
    let costs = view.map().costs(view.info(unit).kind);
    let enters = |cell: Cell| (1..=state.left.0).contains(&costs[cell.index()].into());
    let moves = || !state.halted && view.grid().around(state.cell).into_iter().any(enters);
    view.is_broken(unit) || (state.left < kind.attack_cost || view.is_wavering(unit)) && !moves()
}

/// Returns the living units of a side that belong to an arm.
pub(crate) fn living_units_of_arm(
    view: View<'_>,
    side: Side,
    arm: Arm,
) -> impl Iterator<Item = UnitId> + Clone + '_ {
    view.living(side).filter(move |&unit| view.kind(unit).arm == arm)
}

/// Positions of a plan as it grows, each on a cell of its own.
pub(crate) struct ChosenCells<'a> {
    view: View<'a>,
    side: Side,
    chosen: CellSet,
    pub(crate) positions: Vec<Position>,
}

impl<'a> ChosenCells<'a> {
    pub(crate) fn new(view: View<'a>, side: Side) -> Self {
        Self { view, side, chosen: CellSet::new(view.grid()), positions: Vec::new() }
    }

    /// Returns `true` if a unit of this arm could stand on a cell that is not chosen yet.
    pub(crate) fn is_free(&self, cell: Cell, arm: Arm) -> bool {
        let map = self.view.map();
        let enters = living_units_of_arm(self.view, self.side, arm)
            .next()
            .is_some_and(|unit| map.costs(self.view.info(unit).kind)[cell.index()] > 0);
        enters && !self.chosen.contains(cell) && !self.view.enemy_at(self.side, cell)
    }

    /// Returns `true` if a cell is chosen or excluded.
    pub(crate) fn is_chosen(&self, cell: Cell) -> bool {
        self.chosen.contains(cell)
    }

    /// Keeps a cell out of the plan.
    pub(crate) fn exclude_cell(&mut self, cell: Cell) {
        self.chosen.insert(cell);
    }

    /// Adds a position to the plan.
    pub(crate) fn choose_cell(&mut self, cell: Cell, arm: Arm, role: PositionRole, strength: u16) {
        self.chosen.insert(cell);
        self.positions.push(Position { cell, arm, role, strength });
    }
}
