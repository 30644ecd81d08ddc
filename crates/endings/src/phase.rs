//! Phases: the moves between two throws of dice, or before the end of a half-turn.
//!
//! Moves of different units hardly depend on each other, so that of the many orders in which a set
//! of moves can be made one is tried. A unit that moves twice in a phase has fewer points left than
//! one that goes straight there; this is only tried where it enters a castle between, or where a
//! friend stood in its place at first.

use hotgates_engine::{Cell, KnownBattle, MovementPoints, Order, UnitId, View};

/// A move of one unit in a phase, by way of castles that it enters between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CastleTrip {
    pub(crate) unit: UnitId,
    /// Castles of the enemy's on which the unit stops.
    pub(crate) via: Vec<Cell>,
    pub(crate) to: Cell,
    /// Points left on arrival.
    pub(crate) left: MovementPoints,
    /// `true` if the unit enters a castle of the enemy's, on its way or in the end.
    pub(crate) enters: bool,
}

/// A trip that was made in a phase, with what tells whether another could have been made before.
#[derive(Debug, Clone)]
pub(crate) struct MadeTrip {
    pub(crate) trip: CastleTrip,
    origin: Cell,
    /// Cells of the other units of the side when the trip was made.
    friends: Vec<Cell>,
}

/// An attack with the trips that it needs.
#[derive(Debug, Clone)]
pub(crate) struct PreparedAttack {
    pub(crate) trips: Vec<CastleTrip>,
    pub(crate) unit: UnitId,
    pub(crate) target: UnitId,
}

impl CastleTrip {
    /// Cells on which the unit stops, the last included.
    pub(crate) fn stopping_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.via.iter().copied().chain([self.to])
    }

    /// Orders of the trip.
    pub(crate) fn orders<'a>(&'a self, view: View<'a>) -> impl Iterator<Item = Order> + 'a {
        self.stopping_cells().map(move |cell| Order::Move { unit: self.unit, to: view.grid().hex(cell) })
    }

    fn stops_on(&self, cell: Cell) -> bool {
        self.stopping_cells().any(|stop| stop == cell)
    }
}

impl MadeTrip {
    /// Returns the record of a trip from the position before it.
    pub(crate) fn new(battle: &KnownBattle, trip: CastleTrip) -> Self {
        let view = battle.view_of(battle.side_to_move());
        let others = view.living(battle.side_to_move()).filter(|&unit| unit != trip.unit);
        let friends = others.map(|unit| view.unit(unit).cell).collect();
        Self { origin: view.unit(trip.unit).cell, friends, trip }
    }
}

/// Returns `false` if whatever comes of a trip after these ones comes of other trips, too, which
/// are tried.
pub(crate) fn is_trip_worth_trying(made: &[MadeTrip], next: &CastleTrip) -> bool {
    if let Some(before) = made.iter().rev().find(|before| before.trip.unit == next.unit)
        && !before.friends.contains(&next.to)
    {
        return false;
    }
    match made.last() {
        Some(last) if last.trip.unit == next.unit => false,
        // Where neither trip needs the other one, the unit with the lower number goes first.
        Some(last) if last.trip.unit > next.unit => next.stops_on(last.origin) || last.trip.stops_on(next.to),
        Some(_) | None => true,
    }
}
