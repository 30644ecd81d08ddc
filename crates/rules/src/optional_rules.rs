//! Rules that are off unless a ruleset turns them on.

use hotgates_grid::MovementPoints;
use hotgates_text::read_at_most;
use serde::{Deserialize, Serialize};

use crate::condition::{CohesionRule, RetreatRule};
use crate::facing::FacingRule;
use crate::height::HeightRule;
use crate::limits::MAX_KINDS;
use crate::officers::{CombinedArmsRule, LeadershipRule, OfficerRule};
use crate::reaction::{EntrenchmentRule, ReactionRule};
use crate::supply::{AmmunitionRule, SupplyRule};
use crate::weather::WeatherRule;
use crate::works::WorkRule;

/// What a zone of control does to a unit that enters it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneEffect {
    /// There are no zones.
    Nothing,
    /// The move ends there.
    EndsMove,
    /// The hex costs more movement points by so many.
    Costs(MovementPoints),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn costs_nothing(points: &MovementPoints) -> bool {
    points.0 == 0
}

/// Rules that are off unless a ruleset turns them on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptionalRules {
    /// Entering a hex next to an enemy ends the move: the unit may still attack, but not move on
    /// this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub zone_of_control: bool,
    /// Movement points that a hex next to an enemy costs beyond those of its terrain, where the ruleset has
    /// zones of control; then no move ends there. With 0 the move ends.
    #[serde(skip_serializing_if = "costs_nothing")]
    pub zone_extra: MovementPoints,
    /// Terrain that blocks fire stops ranged attacks across it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub line_of_sight: bool,
    /// A side sees only what its units see: enemies out of sight are unknown, and a move ends before
    /// an enemy that was not seen when it was ordered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fog_of_war: bool,
    /// Units hold together less with what they lose; below some values they do not attack, or run for
    /// home until they have rallied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cohesion: Option<CohesionRule>,
    /// The target of a melee that loses it gives way by a hex, and may be pursued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<RetreatRule>,
    /// Units that no supplies reach grow slower, weaker, and hold together less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<SupplyRule>,
    /// Types with `rounds` fire so often until they get more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ammunition: Option<AmmunitionRule>,
    /// Units gain experience, by which officers rise in rank, and officers fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub officers: Option<OfficerRule>,
    /// Officers help the friends around them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leadership: Option<LeadershipRule>,
    /// A friend of another kind beside the target helps an attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined_arms: Option<CombinedArmsRule>,
    /// Units face one of six ways, and are easier to hit from where they do not look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<FacingRule>,
    /// Who stands higher strikes harder, and sees over what is lower.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<HeightRule>,
    /// Types with `reacts` that have kept their fire use it in the enemy's half-turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaction: Option<ReactionRule>,
    /// Units that stay where they are dig in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrenchment: Option<EntrenchmentRule>,
    /// Works by which units change the ground.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "read_at_most::<MAX_KINDS, _, _>")]
    pub works: Vec<WorkRule>,
    /// Weather, or the time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<WeatherRule>,
}

impl OptionalRules {
    /// Returns `true` if every rule is off.
    pub(crate) fn are_off(&self) -> bool {
        *self == Self::default()
    }

    /// Returns what zones of control do to a unit that enters one.
    #[inline]
    pub const fn zone_effect(&self) -> ZoneEffect {
        match (self.zone_of_control, self.zone_extra) {
            (false, _) => ZoneEffect::Nothing,
            (true, MovementPoints(0)) => ZoneEffect::EndsMove,
            (true, extra) => ZoneEffect::Costs(extra),
        }
    }

    /// Returns `true` if a rule is on that came after the first format of replays.
    pub const fn need_newest_format(&self) -> bool {
        let dearer = self.zone_of_control && self.zone_extra.0 > 0;
        dearer || self.fog_of_war || self.attacks_have_aftermaths() || self.has_conditions()
    }

    /// Returns `true` if more may follow from an attack than losses.
    #[inline]
    pub const fn attacks_have_aftermaths(&self) -> bool {
        self.cohesion.is_some() || self.retreat.is_some() || self.officers.is_some()
    }

    /// Returns `true` if the losses of an attack depend on more than the two units, their conditions and
    /// their terrain: on who is near, from where it comes, or on how long the target has stood there.
    #[inline]
    pub const fn attacks_depend_on_place(&self) -> bool {
        let others = self.leadership.is_some() || self.combined_arms.is_some() || self.reaction.is_some();
        let ground = self.height.is_some() || self.entrenchment.is_some() || self.weather.is_some();
        others || ground || self.facing.is_some()
    }

    /// Returns `true` if a rule is on by which units have a [`Condition`](crate::Condition), or fight
    /// otherwise by where they stand.
    pub const fn has_conditions(&self) -> bool {
        let supplies = self.supply.is_some() || self.ammunition.is_some() || !self.works.is_empty();
        self.cohesion.is_some() || supplies || self.officers.is_some() || self.attacks_depend_on_place()
    }
}
