//! The list of sounds.

use hotgates_engine::Side;

/// A sound effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sound {
    /// Men on the march.
    Steps,
    /// Horses at a gallop, four beats to a stride.
    Hooves,
    /// Guns and wagons rolling.
    Wheels,
    /// Vehicles with engine and tracks.
    Engines,
    /// Bows and the flight of their arrows.
    Arrows,
    /// Muskets fired one after the other.
    Volley,
    /// A gun.
    Gun,
    /// Weapons on weapons and shields.
    Melee,
    /// Horses that come nearer, and a battle cry.
    Charge,
    /// Men who run away.
    Rout,
    /// The signal for the half-turn of a side; Red's is lower than Blue's.
    Horn(Side),
    /// A bell for a castle or another flag that has changed hands.
    Flag,
    /// Blows of a hammer.
    Work,
    /// Rain that sets in.
    Rain,
    /// A fanfare.
    Victory,
    /// Slow notes that fall.
    Defeat,
    /// The click of a button.
    Click,
}

impl Sound {
    /// All sounds.
    pub const ALL: [Self; 18] = [
        Self::Steps,
        Self::Hooves,
        Self::Wheels,
        Self::Engines,
        Self::Arrows,
        Self::Volley,
        Self::Gun,
        Self::Melee,
        Self::Charge,
        Self::Rout,
        Self::Horn(Side::Red),
        Self::Horn(Side::Blue),
        Self::Flag,
        Self::Work,
        Self::Rain,
        Self::Victory,
        Self::Defeat,
        Self::Click,
    ];

    /// Returns the name of the sound, a word that can be a file's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Hooves => "hooves",
            Self::Wheels => "wheels",
            Self::Engines => "engines",
            Self::Arrows => "arrows",
            Self::Volley => "volley",
            Self::Gun => "gun",
            Self::Melee => "melee",
            Self::Charge => "charge",
            Self::Rout => "rout",
            Self::Horn(Side::Red) => "horn-red",
            Self::Horn(Side::Blue) => "horn-blue",
            Self::Flag => "flag",
            Self::Work => "work",
            Self::Rain => "rain",
            Self::Victory => "victory",
            Self::Defeat => "defeat",
            Self::Click => "click",
        }
    }
}
