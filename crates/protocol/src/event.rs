//! Events as messages tell them.

use hotgates_engine::{
    Condition, Coord, Direction, Event, GoalId, MovementPoints, Permille, Presence, RankId, ScriptedEventId,
    Side, Spectator, Strength, TerrainId, UnitId, Verdict, WeatherId, WorkId, WorkProgress,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::event_fault::{EventFault, check_event};
use crate::schema::{
    DirectionSchema, HexSchema, PresenceSchema, SideSchema, VerdictSchema, WorkProgressSchema,
};

/// Makes the message of each event: its name in small letters, and its fields, hexes as column and row.
macro_rules! event_messages {
    ($($(#[$about:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty,)* })*) => {
        /// One thing that happened, as a side was told it. Units are numbers of the roster; terrains, ranks,
        /// works and weathers are places in the lists of the ruleset, from 0.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum EventMessage {
            $($(#[$about])* $name { $($(#[$attribute])* $field: $kind,)* },)*
            /// The side to move gives its first order of the half-turn: what comes before belongs to the start.
            OrdersBegan {},
        }

        impl From<Event> for EventMessage {
            fn from(event: Event) -> Self {
                match event {
                    $(Event::$name { $($field),* } => Self::$name { $($field: $field.into()),* },)*
                }
            }
        }

        impl EventMessage {
            /// Returns the event; `None` for the mark before the first order of a half-turn.
            pub fn into_event(self) -> Option<Event> {
                Some(match self {
                    $(Self::$name { $($field),* } => Event::$name { $($field: $field.into()),* },)*
                    Self::OrdersBegan {} => return None,
                })
            }
        }
    };
}

event_messages! {
    /// A unit went one hex.
    Stepped {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it left.
        #[schemars(with = "HexSchema")]
        from: Coord,
        /// The next hex, on which it stands now.
        #[schemars(with = "HexSchema")]
        to: Coord,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
        /// `true` if an enemy's zone of control ended its movement here.
        halted: bool,
    }
    /// A unit attacked and paid for it; hits follow.
    Attacked {
        /// The attacker.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The unit attacked.
        #[schemars(with = "u16")]
        target: UnitId,
        /// `true` for fire from afar.
        ranged: bool,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
    }
    /// A unit lost men.
    Hit {
        /// The unit that lost them.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The unit that struck; null where the side that is told does not see it.
        #[schemars(with = "Option<u16>")]
        by: Option<UnitId>,
        /// Factor that the dice made.
        #[schemars(with = "u32")]
        roll: Permille,
        /// Number of men lost.
        #[schemars(with = "u16")]
        losses: Strength,
        /// Number of men left; at 0 the unit has left the map.
        #[schemars(with = "u16")]
        left: Strength,
    }
    /// A castle changed hands.
    CastleTaken {
        /// Hex of the castle.
        #[schemars(with = "HexSchema")]
        castle: Coord,
        /// Side that holds it now.
        #[schemars(with = "SideSchema")]
        by: Side,
    }
    /// A hex of a goal that is no castle changed hands.
    HexTaken {
        /// The hex.
        #[schemars(with = "HexSchema")]
        hex: Coord,
        /// Side that holds it now.
        #[schemars(with = "SideSchema")]
        by: Side,
    }
    /// A goal came nearer, was met, or has to be begun again.
    GoalAdvanced {
        /// The goal.
        #[schemars(with = "u8")]
        goal: GoalId,
        /// Number of the enemy's half-turns through which its hexes have been held, or of units that
        /// have gone off the map; 1 for hexes taken and units destroyed.
        progress: u32,
    }
    /// A unit came onto the map.
    Arrived {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex on which it stands now.
        #[schemars(with = "HexSchema")]
        at: Coord,
    }
    /// A unit left the map alive.
    Departed {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// `exited`, `withdrawn` or `fled`.
        #[schemars(with = "PresenceSchema")]
        how: Presence,
    }
    /// A unit that waited for an event may come.
    Called {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// An event of the scenario happened.
    Scripted {
        /// The event.
        #[schemars(with = "u8")]
        event: ScriptedEventId,
        /// Number of times that it has happened by now.
        times: u32,
    }
    /// Under fog of war an enemy that a side had not seen stood in the way of a move, which ended.
    RanInto {
        /// The unit that moved.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The enemy in its way.
        #[schemars(with = "u16")]
        enemy: UnitId,
        /// The points that the unit has left: none in an ambush.
        #[schemars(with = "u16")]
        left: MovementPoints,
    }
    /// Under fog of war an enemy came into sight: only the side that sees it is told.
    Sighted {
        /// The enemy.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex on which it stands.
        #[schemars(with = "HexSchema")]
        at: Coord,
        /// Number of its men.
        #[schemars(with = "u16")]
        strength: Strength,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
        /// `true` if a zone of control has ended its movement for this turn.
        halted: bool,
        /// Condition of the unit.
        condition: ConditionMessage,
    }
    /// Under fog of war an enemy went out of sight, or may have come unseen: only the side that does
    /// not see it is told.
    Vanished {
        /// The enemy.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// A unit holds together more or less than before.
    CohesionChanged {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// Its cohesion now, in ‰.
        cohesion: u16,
    }
    /// A unit broke: it takes no orders and runs for home until it has rallied.
    Broke {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// A broken unit has rallied and takes orders again.
    Rallied {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// The target of an attack gave way.
    GaveWay {
        /// The target.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it left.
        #[schemars(with = "HexSchema")]
        from: Coord,
        /// The hex on which it stands now.
        #[schemars(with = "HexSchema")]
        to: Coord,
        /// Number of men whom the blow had cost and who came back.
        #[schemars(with = "u16")]
        back: Strength,
        /// Number of its men now.
        #[schemars(with = "u16")]
        strength: Strength,
    }
    /// An attacker entered the hex that its target had left; it goes no farther in this turn.
    Pursued {
        /// The attacker.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it left.
        #[schemars(with = "HexSchema")]
        from: Coord,
        /// The hex.
        #[schemars(with = "HexSchema")]
        to: Coord,
    }
    /// A broken unit ran one hex.
    Ran {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it left.
        #[schemars(with = "HexSchema")]
        from: Coord,
        /// The next hex, on which it stands now.
        #[schemars(with = "HexSchema")]
        to: Coord,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
    }
    /// A broken unit with no way to run laid down its arms: its men are lost.
    Surrendered {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// No supplies reach a unit at the start of its half-turn.
    Unsupplied {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// Number of its half-turns in which none reached it, this one included, up to 3.
        half_turns: u8,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
    }
    /// Supplies reach a unit again.
    Resupplied {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// A unit has fired a round, or has got ammunition.
    RoundsChanged {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// Rounds that it has fired and not got back.
        spent: u8,
    }
    /// A unit gained experience, or its officer rose by it.
    ExperienceGained {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// Its experience since the last promotion, in ‰ of a full unit's men.
        experience: u16,
    }
    /// The officer of a unit rose in rank, or a unit without one got one.
    Promoted {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The rank of its officer now.
        #[schemars(with = "u8")]
        rank: RankId,
    }
    /// The officer of a unit fell.
    OfficerFell {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
    }
    /// A unit turned on the spot.
    Faced {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The way that it faces now.
        #[schemars(with = "DirectionSchema")]
        way: Direction,
        /// The points it has left.
        #[schemars(with = "u16")]
        left: MovementPoints,
    }
    /// A unit that had kept its fire fired at an enemy who moved or attacked; a hit follows.
    Reacted {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The enemy.
        #[schemars(with = "u16")]
        target: UnitId,
        /// `true` for fire in support of a friend who is attacked.
        support: bool,
    }
    /// A unit whose move fire cut short on the hex of a friend went back to the last free hex of its way.
    WentBack {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it left.
        #[schemars(with = "HexSchema")]
        from: Coord,
        /// The hex on which it stands now.
        #[schemars(with = "HexSchema")]
        to: Coord,
    }
    /// A unit worked for a half-turn; it has no points left.
    Worked {
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex that it worked on.
        #[schemars(with = "HexSchema")]
        at: Coord,
        /// The work.
        #[schemars(with = "u8")]
        work: WorkId,
        /// Number of half-turns that it has worked there by now without a break.
        half_turns: u8,
    }
    /// The terrain of a hex became another.
    TerrainChanged {
        /// The hex.
        #[schemars(with = "HexSchema")]
        at: Coord,
        /// Its terrain now.
        #[schemars(with = "u8")]
        terrain: TerrainId,
    }
    /// The weather became another.
    WeatherChanged {
        /// The weather now.
        #[schemars(with = "u8")]
        weather: WeatherId,
    }
    /// A half-turn began; the side's units have their full points back.
    HalfTurnBegan {
        /// The turn, from 1.
        turn: u32,
        /// The side to move.
        #[schemars(with = "SideSchema")]
        side: Side,
    }
    /// The battle is over.
    Ended {
        /// The winner, and the manner of the victory.
        #[schemars(with = "VerdictSchema")]
        verdict: Verdict,
    }
}

/// The condition of a unit beyond its men, its place and its points. What is left out is as it is for a
/// unit that nothing has happened to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ConditionMessage {
    /// How well the unit holds together, from 1000 ‰ down to 0.
    #[serde(skip_serializing_if = "is_whole")]
    pub cohesion: u16,
    /// True for a unit that runs for home and takes no orders, until it has rallied.
    #[serde(skip_serializing_if = "is_default")]
    pub broken: bool,
    /// Number of its half-turns in which no supplies reached it, up to 3; 0 while they do.
    #[serde(skip_serializing_if = "is_default")]
    pub unsupplied: u8,
    /// Rounds that it has fired and not got back.
    #[serde(skip_serializing_if = "is_default")]
    pub spent: u8,
    /// Experience since its officer's last promotion, in ‰ of a full unit's men.
    #[serde(skip_serializing_if = "is_default")]
    pub experience: u16,
    /// True once the officer that it came with has fallen.
    #[serde(skip_serializing_if = "is_default")]
    pub officer_fell: bool,
    /// Rank of its officer now, where officers rise and fall.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(with = "Option<u8>")]
    pub rank: Option<RankId>,
    /// True for a unit of a type that reacts which has kept its fire.
    #[serde(skip_serializing_if = "is_default")]
    pub ready: bool,
    /// Levels of entrenchment.
    #[serde(skip_serializing_if = "is_default")]
    pub dug_in: u8,
    /// The way that it faces, where units face ways and it is known.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(with = "Option<DirectionSchema>")]
    pub facing: Option<Direction>,
    /// The work that it has begun and not finished.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(with = "Option<WorkProgressSchema>")]
    pub work: Option<WorkProgress>,
}

/// Brings an onlooker to where the battle was after some events; returns those that are events of the engine.
///
/// # Errors
/// An event that cannot happen in the battle; the onlooker stands where those before it have led.
pub fn watch_event_messages(
    onlooker: &mut Spectator,
    events: &[EventMessage],
) -> Result<Vec<Event>, EventFault> {
    let mut watched = Vec::with_capacity(events.len());
    for event in events {
        match event.clone().into_event() {
            Some(event) => {
                check_event(onlooker.battle(), &event)?;
                onlooker.watch_event(&event);
                watched.push(event);
            }
            None => onlooker.begin_order(),
        }
    }
    Ok(watched)
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_whole(cohesion: &u16) -> bool {
    *cohesion == Condition::FRESH.cohesion
}

impl Default for ConditionMessage {
    fn default() -> Self {
        Condition::FRESH.into()
    }
}

/// Turns one into the other, field by field.
macro_rules! same_fields {
    ($($field:ident),*) => {
        impl From<Condition> for ConditionMessage {
            fn from(Condition { $($field),* }: Condition) -> Self {
                Self { $($field),* }
            }
        }

        impl From<ConditionMessage> for Condition {
            fn from(ConditionMessage { $($field),* }: ConditionMessage) -> Self {
                Self { $($field),* }
            }
        }
    };
}

same_fields!(
    cohesion,
    broken,
    unsupplied,
    spent,
    experience,
    officer_fell,
    rank,
    ready,
    dug_in,
    facing,
    work
);
