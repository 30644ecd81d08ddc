//! Condition of units: what only optional rules know of them.

use hotgates_grid::Direction;
use hotgates_text::{Permille, Strength};
use serde::{Deserialize, Serialize};

use crate::ids::RankId;
use crate::works::WorkProgress;

/// The condition of a unit beyond its men, its place and its points; [`Condition::FRESH`] where no rule
/// asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// How well the unit holds together, from 1000 ‰ down to 0.
    pub cohesion: u16,
    /// `true` for a unit that runs for home and takes no orders, until it has rallied.
    pub broken: bool,
    /// Number of its half-turns in which no supplies reached it, the present one included, up to 3; 0 while
    /// they do.
    pub unsupplied: u8,
    /// Rounds that it has fired and not got back.
    pub spent: u8,
    /// Experience since its officer's last promotion, in ‰ of a full unit's men.
    pub experience: u16,
    /// `true` once the officer that it came with has fallen.
    pub officer_fell: bool,
    /// Rank of its officer now, where officers rise and fall; `None` without one, and where they do not.
    pub rank: Option<RankId>,
    /// `true` for a unit of a type that reacts which has kept its fire.
    pub ready: bool,
    /// Levels of entrenchment.
    pub dug_in: u8,
    /// The way that it faces, where units face ways; `None` where that is not known, too.
    pub facing: Option<Direction>,
    /// The work that it has begun and not finished.
    pub work: Option<WorkProgress>,
}

impl Default for Condition {
    fn default() -> Self {
        Self::FRESH
    }
}

impl Condition {
    /// The condition of a unit that nothing has happened to.
    pub const FRESH: Self = Self {
        cohesion: 1000,
        broken: false,
        unsupplied: 0,
        spent: 0,
        experience: 0,
        officer_fell: false,
        ready: false,
        dug_in: 0,
        rank: None,
        facing: None,
        work: None,
    };
}

/// Numbers of the rule of cohesion: units that lose men, or see friends break, hold together less and
/// less; below some values they do not attack, or run for home.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CohesionRule {
    /// Below this cohesion a unit does not attack.
    pub waver: Permille,
    /// Below this cohesion a unit breaks.
    #[serde(rename = "break")]
    pub breaks: Permille,
    /// From this cohesion on a broken unit obeys again.
    pub obey: Permille,
    /// Cohesion that a unit gains at the start of its half-turn with no enemy within two hexes.
    pub rally: Permille,
    /// Cohesion that it gains besides for each rank of the highest officer within two hexes: once for
    /// the lowest rank.
    pub rally_by_rank: Permille,
    /// Cohesion that a unit loses when a friend beside it breaks.
    pub friend_breaks: Permille,
}

impl Default for CohesionRule {
    fn default() -> Self {
        Self {
            waver: Permille(400),
            breaks: Permille(200),
            obey: Permille(450),
            rally: Permille(100),
            rally_by_rank: Permille(100),
            friend_breaks: Permille(50),
        }
    }
}

impl CohesionRule {
    /// Returns `true` if a unit in this condition does not attack.
    #[must_use]
    pub const fn wavers(&self, condition: Condition) -> bool {
        condition.broken || (condition.cohesion as u32) < self.waver.0
    }

    /// Returns `true` if a unit in this condition, not broken yet, breaks.
    #[must_use]
    pub const fn is_breaking(&self, condition: Condition) -> bool {
        !condition.broken && (condition.cohesion as u32) < self.breaks.0
    }

    /// Returns the condition of a unit that rallies with an officer of this rank near, counted from 1;
    /// 0 without one.
    #[must_use]
    pub fn rallied(&self, condition: Condition, rank: u32) -> Condition {
        let gain = u64::from(self.rally.0) + u64::from(self.rally_by_rank.0) * u64::from(rank);
        let most = u64::from(Condition::FRESH.cohesion);
        let cohesion = (u64::from(condition.cohesion) + gain).min(most);
        let cohesion = u16::try_from(cohesion).expect("at most 1000");
        Condition { cohesion, broken: condition.broken && u32::from(cohesion) < self.obey.0, ..condition }
    }
}

/// Numbers of the rule of retreats: who loses a melee gives way by a hex instead of some of its losses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetreatRule {
    /// The target gives way if it lost a share of its men larger by this than the attacker's share,
    pub lead: Permille,
    /// and if its cohesion has come below this, where the ruleset has cohesion.
    pub stand: Permille,
    /// Share of the men whom the blow cost that come back to a unit that gives way.
    pub spared: Permille,
    /// Cohesion that a unit loses that should give way and has nowhere to go.
    pub no_room: Permille,
}

impl Default for RetreatRule {
    fn default() -> Self {
        Self { lead: Permille(100), stand: Permille(700), spared: Permille(300), no_room: Permille(100) }
    }
}

/// Returns a share of a number of men in ‰, rounded half up; 0 of no men.
pub(crate) fn share_of_men(part: Strength, whole: Strength) -> u32 {
    let (part, whole) = (u32::from(part.0), u32::from(whole.0).max(1));
    (2 * 1000 * part + whole) / (2 * whole)
}

/// Returns a cohesion less what it falls by, at least 0.
pub(crate) fn fallen_by(cohesion: u16, by: u32) -> u16 {
    u16::try_from(u32::from(cohesion).saturating_sub(by)).expect("less than before")
}

impl Condition {
    /// Returns the condition with less cohesion, at least 0.
    #[must_use]
    pub fn shaken_by(self, Permille(loss): Permille) -> Self {
        Self { cohesion: fallen_by(self.cohesion, loss), ..self }
    }
}
