//! The optional rules of the battle that is set up: those that it has, and those that it can have.

use super::BattleSetup;

impl BattleSetup {
    /// Returns `true` if enemies out of sight will be hidden.
    #[must_use]
    pub const fn has_fog(&self) -> bool {
        self.scenario.rules.options.fog_of_war
    }

    /// Returns `true` if units will have cohesion.
    #[must_use]
    pub const fn has_cohesion(&self) -> bool {
        self.scenario.rules.options.cohesion.is_some()
    }

    /// Returns `true` if units that lose a melee will give way.
    #[must_use]
    pub const fn has_retreat(&self) -> bool {
        self.scenario.rules.options.retreat.is_some()
    }

    /// Returns `true` if units will need supplies.
    #[must_use]
    pub const fn has_supply(&self) -> bool {
        self.scenario.rules.options.supply.is_some()
    }

    /// Returns `true` if guns will count their rounds.
    #[must_use]
    pub const fn has_ammunition(&self) -> bool {
        self.scenario.rules.options.ammunition.is_some()
    }

    /// Returns `true` if officers will rise and fall.
    #[must_use]
    pub const fn has_officers(&self) -> bool {
        self.scenario.rules.options.officers.is_some()
    }

    /// Returns `true` if officers will help the units around them.
    #[must_use]
    pub const fn has_leadership(&self) -> bool {
        self.scenario.rules.options.leadership.is_some()
    }

    /// Returns `true` if friends of another kind beside the target will help an attack.
    #[must_use]
    pub const fn has_combined_arms(&self) -> bool {
        self.scenario.rules.options.combined_arms.is_some()
    }

    /// Returns `true` if units will face a way.
    #[must_use]
    pub const fn has_facing(&self) -> bool {
        self.scenario.rules.options.facing.is_some()
    }

    /// Returns `true` if units will fire in the enemy's half-turn.
    #[must_use]
    pub const fn has_reaction(&self) -> bool {
        self.scenario.rules.options.reaction.is_some()
    }

    /// Returns `true` if units will dig in.
    #[must_use]
    pub const fn has_entrenchment(&self) -> bool {
        self.scenario.rules.options.entrenchment.is_some()
    }

    /// Returns `true` if the height of the ground will count.
    #[must_use]
    pub const fn has_height(&self) -> bool {
        self.scenario.rules.options.height.is_some()
    }

    /// Returns `true` if units will be able to change the ground.
    #[must_use]
    pub const fn has_works(&self) -> bool {
        !self.scenario.rules.options.works.is_empty()
    }

    /// Returns `true` if there will be weather.
    #[must_use]
    pub const fn has_weather(&self) -> bool {
        self.scenario.rules.options.weather.is_some()
    }

    /// Returns `true` if the ruleset lists works: there are no usual ones.
    #[must_use]
    pub const fn can_have_works(&self) -> bool {
        !self.listed_options.works.is_empty()
    }

    /// Returns `true` if the ruleset has weather: there is no usual one.
    #[must_use]
    pub const fn can_have_weather(&self) -> bool {
        self.listed_options.weather.is_some()
    }
}
