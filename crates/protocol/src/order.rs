//! Orders as messages say them.

use hotgates_engine::{Coord, Direction, Order, UnitId, WorkId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schema::{DirectionSchema, HexSchema};

/// An order of a bot: `{"move": [3, [10, 4]]}`, `{"attack": [3, 17]}`, `"end_turn"`. Units are numbers of
/// the roster, works places in the list of the ruleset, from 0.
///
/// ```
/// use hotgates_protocol::OrderMessage;
///
/// let order: OrderMessage = serde_json::from_str(r#"{"move": [3, [10, 4]]}"#)?;
/// assert_eq!(order.as_order().expect("no resignation").to_string(), "unit 3 to 10,4");
/// assert_eq!(serde_json::to_string(&OrderMessage::EndTurn)?, r#""end_turn""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderMessage {
    /// A unit goes to a hex by the cheapest path.
    Move(#[schemars(with = "u16")] UnitId, #[schemars(with = "HexSchema")] Coord),
    /// A unit attacks an enemy.
    Attack(#[schemars(with = "u16")] UnitId, #[schemars(with = "u16")] UnitId),
    /// A unit leaves the map from a hex over which a goal of its side has units leave.
    Exit(#[schemars(with = "u16")] UnitId),
    /// A unit turns on the spot.
    Face(#[schemars(with = "u16")] UnitId, #[schemars(with = "DirectionSchema")] Direction),
    /// A unit works for a half-turn on its own hex or one beside it.
    Work(
        #[schemars(with = "u16")] UnitId,
        #[schemars(with = "HexSchema")] Coord,
        #[schemars(with = "u8")] WorkId,
    ),
    /// The half-turn ends.
    EndTurn,
    /// The side gives the battle up.
    Resign,
}

impl OrderMessage {
    /// Returns the order; `None` for a resignation, which is no order of the rules.
    pub fn as_order(self) -> Option<Order> {
        Some(match self {
            Self::Move(unit, to) => Order::Move { unit, to: to.hex() },
            Self::Attack(unit, target) => Order::Attack { unit, target },
            Self::Exit(unit) => Order::Exit { unit },
            Self::Face(unit, way) => Order::Face { unit, way },
            Self::Work(unit, at, work) => Order::Work { unit, at: at.hex(), work },
            Self::EndTurn => Order::EndTurn,
            Self::Resign => return None,
        })
    }
}

impl From<Order> for OrderMessage {
    fn from(order: Order) -> Self {
        match order {
            Order::Move { unit, to } => Self::Move(unit, to.into()),
            Order::Attack { unit, target } => Self::Attack(unit, target),
            Order::Exit { unit } => Self::Exit(unit),
            Order::Face { unit, way } => Self::Face(unit, way),
            Order::Work { unit, at, work } => Self::Work(unit, at.into(), work),
            Order::EndTurn => Self::EndTurn,
        }
    }
}
