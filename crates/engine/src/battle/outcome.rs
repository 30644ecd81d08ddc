//! The end of a battle, and its result for the program that set it up.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::battle::presence::Presence;
use crate::battle::unit::{UnitId, is_zero};
use hotgates_text::{BySide, Side, Strength};

/// The winner of a battle, and the manner of the victory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// Manner of the victory.
    pub how: VictoryKind,
}

/// Manner in which a battle is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VictoryKind {
    /// By holding every castle.
    Castle,
    /// No enemy is left.
    Annihilation,
    /// The last turn ended.
    Dusk,
    /// By meeting all goals of a set that wins.
    Goals,
    /// The last turn ended, and points decided.
    Points,
    /// The loser gave the battle up.
    Resigned,
    /// The loser's program ended before the battle did.
    Crashed,
    /// The loser took too long.
    Timeout,
    /// The loser's program said what is no message.
    Unparsable,
    /// The loser's program went on giving orders that the rules do not allow.
    Illegal,
    /// Both sides agreed to a draw.
    #[serde(rename = "draw_agreed")]
    DrawAgreed,
}

impl VictoryKind {
    /// Returns the word for it, such as `castle`, `dusk` or `crashed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Castle => "castle",
            Self::Annihilation => "annihilation",
            Self::Dusk => "dusk",
            Self::Goals => "goals",
            Self::Points => "points",
            Self::Resigned => "resigned",
            Self::Crashed => "crashed",
            Self::Timeout => "timeout",
            Self::Unparsable => "unparsable",
            Self::Illegal => "illegal",
            Self::DrawAgreed => "draw_agreed",
        }
    }

    /// Returns `true` if no rule ended the battle, but the loser, who gave it up or went wrong, or both sides, who
    /// agreed to a draw.
    pub const fn is_concession(self) -> bool {
        match self {
            Self::Castle | Self::Annihilation | Self::Dusk | Self::Goals | Self::Points => false,
            Self::Resigned
            | Self::Crashed
            | Self::Timeout
            | Self::Unparsable
            | Self::Illegal
            | Self::DrawAgreed => true,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.how) {
            (Some(side), VictoryKind::Castle) => write!(f, "{side} wins: it holds every castle"),
            (Some(side), VictoryKind::Annihilation) => {
                write!(f, "{side} wins: no {} unit is left", side.other())
            }
            (Some(side), VictoryKind::Dusk) => write!(f, "{side} wins: dusk has fallen"),
            (Some(side), VictoryKind::Goals) => write!(f, "{side} wins: it has met its goals"),
            (Some(side), VictoryKind::Points) => write!(f, "{side} wins: it has more points at dusk"),
            (Some(side), VictoryKind::Resigned) => write!(f, "{side} wins: {} gave up", side.other()),
            (Some(side), VictoryKind::Crashed) => {
                write!(f, "{side} wins: the program of {} ended", side.other())
            }
            (Some(side), VictoryKind::Timeout) => {
                write!(f, "{side} wins: {} took too long", side.other())
            }
            (Some(side), VictoryKind::Unparsable) => {
                write!(f, "{side} wins: the program of {} was not understood", side.other())
            }
            (Some(side), VictoryKind::Illegal) => {
                write!(f, "{side} wins: the program of {} gave illegal orders", side.other())
            }
            (_, VictoryKind::DrawAgreed) => f.write_str("a draw: both sides agreed to it"),
            (None, _) => f.write_str("a draw: dusk has fallen"),
        }
    }
}

/// The result of a battle: every unit that entered it, in the order of the armies, with what it
/// lost.
///
/// ```
/// # use hotgates_engine::{Battle, MapFile, Scenario};
/// # let map = MapFile::from_ron(r##"(
/// #     name: "Two men and a castle",
/// #     rows: ["..........", "#........."],
/// #     red: (units: [(type: "infantry", at: (2, 0))]),
/// #     blue: (units: [(type: "infantry", at: (1, 0))]),
/// # )"##)?;
/// # let mut scenario = Scenario::classic(map);
/// # scenario.rules.setup.distance = 0;
/// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let outcome = battle.outcome();
/// assert_eq!(outcome.verdict, None);
/// assert_eq!((outcome.left.red, outcome.castles.blue), (1000, 1));
/// assert_eq!(outcome.units[0].label, "infantry 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner and the manner of the victory; `None` while the battle goes on.
    pub verdict: Option<Verdict>,
    /// The turn it ended in.
    pub turn: u32,
    /// Men left of each side, on the map or off it.
    pub left: BySide<u32>,
    /// Men that each side started with.
    pub start: BySide<u32>,
    /// Castles that each side holds.
    pub castles: BySide<u32>,
    /// Victory points of each side; `None` where the scenario counts none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victory_points: Option<BySide<u64>>,
    /// Degree of the victory, if the scenario names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degree: Option<String>,
    /// Every unit.
    pub units: Vec<UnitOutcome>,
}

/// The fate of one unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitOutcome {
    /// Place of the unit in the battle's roster.
    pub unit: UnitId,
    /// Side of the unit.
    pub side: Side,
    /// Name of the unit's type.
    pub kind: String,
    /// Name that players use.
    pub label: String,
    /// Name of the unit's officer; `None` if he fell and the unit lives, too.
    pub officer: Option<String>,
    /// Name of the officer's rank, of a destroyed unit the one at the start.
    pub rank: Option<String>,
    /// Experience of the unit since its officer's last promotion; 0 where the rules have none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub experience: u16,
    /// Number of men at the start.
    pub start: Strength,
    /// Number of men now, on the map or off it; 0 when the unit was destroyed.
    pub left: Strength,
    /// Place of the unit with regard to the map.
    pub presence: Presence,
    /// Number of men lost.
    pub losses: Strength,
    /// The caller's own mark, as it was given.
    pub tag: Option<String>,
}
