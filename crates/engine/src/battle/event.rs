//! Events out: what happened, with its results, so that a log plays back without dice.

use hotgates_grid::{Direction, Hex, MovementPoints};
use serde::{Deserialize, Serialize};

use crate::battle::outcome::Verdict;
use crate::battle::presence::Presence;
use crate::battle::unit::UnitId;
use hotgates_rules::{Condition, GoalId, RankId, ScriptedEventId, TerrainId, WeatherId, WorkId};
use hotgates_text::{Permille, Side, Strength};

/// One change of a battle. Only events change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A unit went one hex.
    Stepped {
        /// The unit.
        unit: UnitId,
        /// The hex that it left.
        from: Hex,
        /// The next hex, on which it stands now.
        to: Hex,
        /// The points it has left.
        left: MovementPoints,
        /// `true` if an enemy's zone of control ended its movement here.
        halted: bool,
    },
    /// A unit attacked and paid for it; hits follow.
    Attacked {
        /// The attacker.
        unit: UnitId,
        /// The unit attacked.
        target: UnitId,
        /// `true` for fire from afar.
        ranged: bool,
        /// The points it has left.
        left: MovementPoints,
    },
    /// A unit lost men.
    Hit {
        /// The unit that lost them.
        unit: UnitId,
        /// The unit that struck; `None` where the side that is told does not see it.
        by: Option<UnitId>,
        /// Factor that the dice made.
        roll: Permille,
        /// Number of men lost.
        losses: Strength,
        /// Number of men left; at 0 the unit has left the map.
        left: Strength,
    },
    /// A castle changed hands.
    CastleTaken {
        /// Hex of the castle.
        castle: Hex,
        /// Side that holds it now.
        by: Side,
    },
    /// A hex of a goal that is no castle changed hands.
    HexTaken {
        /// The hex.
        hex: Hex,
        /// Side that holds it now.
        by: Side,
    },
    /// A goal came nearer, was met, or has to be begun again.
    GoalAdvanced {
        /// The goal.
        goal: GoalId,
        /// Number of the enemy's half-turns through which its hexes have been held, or of units that
        /// have gone off the map; 1 for hexes taken and units destroyed.
        progress: u32,
    },
    /// A unit came onto the map.
    Arrived {
        /// The unit.
        unit: UnitId,
        /// The hex on which it stands now.
        at: Hex,
    },
    /// A unit left the map alive.
    Departed {
        /// The unit.
        unit: UnitId,
        /// [`Presence::Exited`], [`Presence::Withdrawn`] or [`Presence::Fled`].
        how: Presence,
    },
    /// A unit that waited for an event may come.
    Called {
        /// The unit.
        unit: UnitId,
    },
    /// An event of the scenario happened.
    Scripted {
        /// The event.
        event: ScriptedEventId,
        /// Number of times that it has happened by now.
        times: u32,
    },
    /// Under fog of war an enemy that a side had not seen stood in the way of a move, which ended.
    RanInto {
        /// The unit that moved.
        unit: UnitId,
        /// The enemy in its way.
        enemy: UnitId,
        /// The points that the unit has left: none in an ambush.
        left: MovementPoints,
    },
    /// Under fog of war an enemy came into sight: only the side that sees it is told.
    Sighted {
        /// The enemy.
        unit: UnitId,
        /// The hex on which it stands.
        at: Hex,
        /// Number of its men.
        strength: Strength,
        /// The points it has left.
        left: MovementPoints,
        /// `true` if a zone of control has ended its movement for this turn.
        halted: bool,
        /// Condition of the unit.
        condition: Condition,
    },
    /// Under fog of war an enemy went out of sight, or may have come unseen: only the side that does
    /// not see it is told.
    Vanished {
        /// The enemy.
        unit: UnitId,
    },
    /// A unit holds together more or less than before.
    CohesionChanged {
        /// The unit.
        unit: UnitId,
        /// Its cohesion now, in ‰.
        cohesion: u16,
    },
    /// A unit broke: it takes no orders and runs for home until it has rallied.
    Broke {
        /// The unit.
        unit: UnitId,
    },
    /// A broken unit has rallied and takes orders again.
    Rallied {
        /// The unit.
        unit: UnitId,
    },
    /// The target of an attack gave way.
    GaveWay {
        /// The target.
        unit: UnitId,
        /// The hex that it left.
        from: Hex,
        /// The hex on which it stands now.
        to: Hex,
        /// Number of men whom the blow had cost and who came back.
        back: Strength,
        /// Number of its men now.
        strength: Strength,
    },
    /// An attacker entered the hex that its target had left; it goes no farther in this turn.
    Pursued {
        /// The attacker.
        unit: UnitId,
        /// The hex that it left.
        from: Hex,
        /// The hex.
        to: Hex,
    },
    /// A broken unit ran one hex.
    Ran {
        /// The unit.
        unit: UnitId,
        /// The hex that it left.
        from: Hex,
        /// The next hex, on which it stands now.
        to: Hex,
        /// The points it has left.
        left: MovementPoints,
    },
    /// A broken unit with no way to run laid down its arms: its men are lost.
    Surrendered {
        /// The unit.
        unit: UnitId,
    },
    /// No supplies reach a unit at the start of its half-turn.
    Unsupplied {
        /// The unit.
        unit: UnitId,
        /// Number of its half-turns in which none reached it, this one included, up to 3.
        half_turns: u8,
        /// The points it has left.
        left: MovementPoints,
    },
    /// Supplies reach a unit again.
    Resupplied {
        /// The unit.
        unit: UnitId,
    },
    /// A unit has fired a round, or has got ammunition.
    RoundsChanged {
        /// The unit.
        unit: UnitId,
        /// Rounds that it has fired and not got back.
        spent: u8,
    },
    /// A unit gained experience, or its officer rose by it.
    ExperienceGained {
        /// The unit.
        unit: UnitId,
        /// Its experience since the last promotion, in ‰ of a full unit's men.
        experience: u16,
    },
    /// The officer of a unit rose in rank, or a unit without one got one.
    Promoted {
        /// The unit.
        unit: UnitId,
        /// The rank of its officer now.
        rank: RankId,
    },
    /// The officer of a unit fell.
    OfficerFell {
        /// The unit.
        unit: UnitId,
    },
    /// A unit turned on the spot.
    Faced {
        /// The unit.
        unit: UnitId,
        /// The way that it faces now.
        way: Direction,
        /// The points it has left.
        left: MovementPoints,
    },
    /// A unit that had kept its fire fired at an enemy who moved or attacked; a hit follows.
    Reacted {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        target: UnitId,
        /// `true` for fire in support of a friend who is attacked.
        support: bool,
    },
    /// A unit whose move fire cut short on the hex of a friend went back to the last free hex of its way.
    WentBack {
        /// The unit.
        unit: UnitId,
        /// The hex that it left.
        from: Hex,
        /// The hex on which it stands now.
        to: Hex,
    },
    /// A unit worked for a half-turn; it has no points left.
    Worked {
        /// The unit.
        unit: UnitId,
        /// The hex that it worked on.
        at: Hex,
        /// The work.
        work: WorkId,
        /// Number of half-turns that it has worked there by now without a break.
        half_turns: u8,
    },
    /// The terrain of a hex became another.
    TerrainChanged {
        /// The hex.
        at: Hex,
        /// Its terrain now.
        terrain: TerrainId,
    },
    /// The weather became another.
    WeatherChanged {
        /// The weather now.
        weather: WeatherId,
    },
    /// A half-turn began; the side's units have their full points back.
    HalfTurnBegan {
        /// The turn, from 1.
        turn: u32,
        /// The side to move.
        side: Side,
    },
    /// The battle is over.
    Ended {
        /// The winner, and the manner of the victory.
        verdict: Verdict,
    },
}
