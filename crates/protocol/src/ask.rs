//! Questions of a bot to the arbiter, and their answers.

use hotgates_engine::{Coord, MovementPoints, Side, Strength, UnitId, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::event::EventMessage;
use crate::order::OrderMessage;
use crate::schema::{HexSchema, SideSchema, VerdictSchema};
use crate::view::ViewMessage;

/// Questions about a game, in one line. They are answered in one line and in their order.
///
/// ```
/// use hotgates_engine::UnitId;
/// use hotgates_protocol::{Ask, BotMessage, Question, write_line};
///
/// let question = Question::Legal { on: None, unit: Some(UnitId(3)) };
/// let line = write_line(&BotMessage::Ask(Ask::new(1, 7, &[question])));
/// assert_eq!(line, r#"{"ask":{"game":1,"id":7,"questions":[{"legal":{"unit":3}}]}}"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ask {
    /// Number of the game.
    pub game: u64,
    /// Number that the answer repeats.
    pub id: u64,
    /// The questions. Each is read by itself, so that one that is not understood spoils no other.
    #[schemars(with = "Vec<Question>")]
    pub questions: Vec<Value>,
}

impl Ask {
    /// Makes the line of some questions.
    ///
    /// # Panics
    /// Never: questions are plain data.
    pub fn new(game: u64, id: u64, questions: &[Question]) -> Self {
        let values = questions.iter().map(|question| serde_json::to_value(question).expect("plain data"));
        Self { game, id, questions: values.collect() }
    }
}

/// Answers to the questions of one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answers {
    /// Number of the game.
    pub game: u64,
    /// Number of the line with the questions.
    pub id: u64,
    /// The answers, as many as there were questions and in their order.
    pub answers: Vec<Answer>,
}

/// A question about the battle as the bot's side knows it, or about a fork of it: `on` is the number of
/// the fork, and left out it is the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The legal orders of a unit, or of the whole side to move if no unit is named.
    Legal {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// The unit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<u16>")]
        unit: Option<UnitId>,
    },
    /// The hexes that a unit can get to in a half-turn, friend or enemy.
    Reach {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// True for the points of a whole half-turn instead of those that the unit has left.
        #[serde(default, skip_serializing_if = "is_false")]
        whole: bool,
    },
    /// The cheapest way of a unit to a hex, over any number of half-turns.
    Path {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex; one with an enemy on it is possible.
        #[schemars(with = "HexSchema")]
        to: Coord,
        /// True for a way that enemies do not bar.
        #[serde(default, skip_serializing_if = "is_false")]
        ignore_enemies: bool,
    },
    /// What the way to a hex costs units of a unit's type and side, from every hex of the map.
    CostField {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// The unit.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The hex; one with an enemy on it is possible.
        #[schemars(with = "HexSchema")]
        to: Coord,
        /// True for ways that enemies do not bar.
        #[serde(default, skip_serializing_if = "is_false")]
        ignore_enemies: bool,
    },
    /// The exact odds of an attack, whether the unit has the points for it or not.
    Odds {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
        /// The attacker.
        #[schemars(with = "u16")]
        unit: UnitId,
        /// The unit attacked.
        #[schemars(with = "u16")]
        target: UnitId,
        /// Hex from which the attack would be made; left out, that on which the attacker stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<HexSchema>")]
        from: Option<Coord>,
    },
    /// The battle or the fork whole.
    View {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
    },
    /// A copy of the battle as the side knows it, or of a fork, for trying orders of both sides. It lasts
    /// until it is dropped or the side's next half-turn begins.
    Fork {
        /// The fork.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u64>,
    },
    /// An order on a fork, followed with the bot's own dice: those of the seed in `new`, which all forks
    /// of a game throw in turn.
    Act {
        /// The fork.
        on: u64,
        /// The order, of the side to move.
        order: OrderMessage,
        /// True for dice that always show the mean.
        #[serde(default, skip_serializing_if = "is_false")]
        mean: bool,
    },
    /// The end of a fork.
    Drop {
        /// The fork.
        on: u64,
    },
}

/// An answer to a question, under the question's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The legal orders: none for a unit that is not to move, and none once the battle is over.
    Legal(Vec<OrderMessage>),
    /// The free hexes that the unit can end its move on, and its own, each with the points left there.
    Reach(Vec<ReachedHex>),
    /// The way; null if no way leads to the hex.
    Path(Option<FoundPath>),
    /// The costs, a list for each row of the map, from the west; null where no way leads from.
    CostField(Vec<Vec<Option<u32>>>),
    /// The odds.
    Odds(AttackOdds),
    /// What the side knows, or would know.
    View(ViewMessage),
    /// Number of the new fork.
    Fork(u64),
    /// What came of the order.
    Act(ForkResult),
    /// Number of the fork, which is no more.
    Drop(u64),
    /// Why there is no answer, in words.
    Error(String),
}

/// A hex, and the points that a unit would have left there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReachedHex(
    /// The hex.
    #[schemars(with = "HexSchema")]
    pub Coord,
    /// The points.
    #[schemars(with = "u16")]
    pub MovementPoints,
);

/// A way over the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundPath {
    /// Points that the whole way costs.
    pub cost: u32,
    /// The hexes that the unit enters, the last being where it goes.
    #[schemars(with = "Vec<HexSchema>")]
    pub hexes: Vec<Coord>,
}

/// The odds of an attack, counted and not sampled. Chances are in ‰ and losses in men, rounded half up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttackOdds {
    /// True for fire, false for melee.
    pub ranged: bool,
    /// Mean losses of the target; men who come back when it gives way are not among them.
    #[schemars(with = "u16")]
    pub target_losses: Strength,
    /// Mean losses of the attacker, by the target's answer and by fire in support of it.
    #[schemars(with = "u16")]
    pub attacker_losses: Strength,
    /// Chance that the target is destroyed.
    pub target_destroyed: u32,
    /// Chance that the attacker is destroyed.
    pub attacker_destroyed: u32,
    /// Chance that the target lives and leaves its hex.
    pub target_gives_way: u32,
    /// Chance that the target breaks.
    pub target_breaks: u32,
    /// Chance that the attacker breaks.
    pub attacker_breaks: u32,
}

/// What came of an order on a fork.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForkResult {
    /// What happened.
    pub events: Vec<EventMessage>,
    /// True if the half-turn goes on.
    pub more: bool,
    /// Side to move now.
    #[schemars(with = "SideSchema")]
    pub side_to_move: Side,
    /// Who has won and how; null while the battle goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<VerdictSchema>")]
    pub verdict: Option<Verdict>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}
