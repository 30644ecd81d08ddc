//! How units move, for their sounds.

use hotgates_engine::{Arm, Ruleset, UnitType};

/// How the units of a type move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MovementClass {
    /// On foot.
    Foot,
    /// On horses.
    Mounted,
    /// With guns on wheels.
    Guns,
    /// In vehicles with engines.
    Vehicles,
}

impl MovementClass {
    /// Returns the movement class of a unit type: the tag that says so, else the class that is usual for its arm.
    ///
    /// ```
    /// use hotgates_engine::Ruleset;
    /// use hotgates_sound::MovementClass;
    ///
    /// let rules = Ruleset::shipped("hoplite").expect("a shipped ruleset");
    /// let archers = rules.units.iter().find(|kind| kind.name == "archers").expect("a type");
    /// // By the arm they are artillery, which would be guns; by their tags they walk.
    /// assert_eq!(MovementClass::of_type(archers), MovementClass::Foot);
    /// ```
    #[must_use]
    pub fn of_type(kind: &UnitType) -> Self {
        let by_tag = kind.tags.iter().find_map(|tag| match tag.as_str() {
            "foot" => Some(Self::Foot),
            "mounted" => Some(Self::Mounted),
            "guns" => Some(Self::Guns),
            "vehicles" | "armour" => Some(Self::Vehicles),
            _ => None,
        });
        by_tag.unwrap_or(match kind.arm {
            Arm::Infantry => Self::Foot,
            Arm::Cavalry => Self::Mounted,
            Arm::Artillery => Self::Guns,
        })
    }
}

/// Returns `true` if a ruleset has gunpowder: some type that fires has guns or vehicles.
pub(crate) fn has_gunpowder(rules: &Ruleset) -> bool {
    rules.units.iter().any(|kind| {
        let has_guns = matches!(MovementClass::of_type(kind), MovementClass::Guns | MovementClass::Vehicles);
        has_guns && kind.ranged.is_some()
    })
}
