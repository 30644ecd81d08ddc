//! Requests of the map maker about goals and events. Goals, events, ways to win and degrees are named by
//! their places in the lists of the map, units by their places in their armies.

use hotgates_editor::{GoalWay, MapEdge};
use hotgates_engine::{Side, TerrainId};

/// A change of goals, ways to win and victory points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalAction {
    /// Makes the selected hexes a goal of a side. Without a selection units can be made to leave the map
    /// over the edge that lies where the side is going.
    Add(Side, GoalWay),
    /// Makes the first unit of the enemy a goal of a side.
    AddToDestroy(Side),
    /// Takes a goal in hand; `None` takes none.
    Take(Option<usize>),
    /// Removes a goal.
    Remove(usize),
    /// Gives a goal more points, or fewer where the number is negative.
    Points(usize, i64),
    /// Has its side win with a goal alone, or no more.
    Win(usize),
    /// Has a goal be about the same hexes in another way.
    Way(usize, GoalWay),
    /// Has a goal be about the selected hexes instead of its own.
    Hexes(usize),
    /// Has a goal be about the hexes of an edge of the map instead of its own.
    Edge(usize, MapEdge),
    /// Has a goal be about a unit that is to be destroyed or may leave the map, or no more.
    Unit(usize, usize),
    /// Has hexes be held through more of the enemy's half-turns, or fewer.
    HeldTurns(usize, i64),
    /// Has the last turn of a goal come later, or earlier; after none comes the first turn.
    LastTurn(usize, i64),
    /// Has more units leave the map, or fewer.
    Count(usize, i64),
    /// Adds a way for a side to win.
    AddWay(Side),
    /// Removes a way for a side to win.
    RemoveWay(Side, usize),
    /// Puts a goal into a way of its side to win, or takes it out: the way first, then the goal.
    GoalOfWay(usize, usize),
    /// Has Red hold the selected hexes at the start, or no more.
    RedHolds,
    /// Makes the selected hexes part of a side's home, or no longer.
    Home(Side),
    /// Gives castles more points, or fewer.
    CastlePoints(i64),
    /// Gives the enemy's losses more points, or fewer.
    LossPoints(i64),
    /// Adds a degree of victory with a name.
    AddDegree(String),
    /// Removes a degree of victory.
    RemoveDegree(usize),
}

/// A change of the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventAction {
    /// Adds an event and takes it in hand.
    Add,
    /// Takes an event in hand; `None` takes none.
    Take(Option<usize>),
    /// Removes an event.
    Remove(usize),
    /// Moves an event a number of places down the list, or up where the number is negative.
    Move(usize, i32),
    /// Gives an event a condition of a kind.
    Condition(usize, ConditionKind),
    /// Sets the side of an event's condition.
    Side(usize, Side),
    /// Has the turn or the points of an event's condition be more, or fewer.
    Number(usize, i64),
    /// Has an event happen when one of the selected hexes is entered.
    Hexes(usize),
    /// Has an event happen once a unit has been destroyed, with those that it names already, or without.
    LostUnit(usize, Side, usize),
    /// Has an event happen when a goal is met.
    Met(usize, usize),
    /// Has an event happen more times, or fewer.
    Repeat(usize, i64),
    /// Sets the side whose players read an event's message; `None` for both.
    Told(usize, Option<Side>),
    /// Has an event call a unit, or no more.
    CalledUnit(usize, Side, usize),
    /// Has a goal count only from an event on, or from the start.
    Opens(usize, usize),
    /// Has the selected hexes become a terrain by an event.
    Terrain(usize, TerrainId),
    /// Has no hexes become a terrain by an event.
    NoTerrain(usize, TerrainId),
}

/// A kind of condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionKind {
    /// A turn begins.
    Turn,
    /// A hex is entered.
    Entered,
    /// Units have been destroyed.
    Lost,
    /// A side has points.
    Points,
    /// A goal is met.
    Met,
}
