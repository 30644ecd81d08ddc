//! Styles of plans, as people speak of them.

/// A way of fighting, by which plans are made and the enemy's play is foretold.
///
/// ```
/// use hotgates_ai::PlanStyle;
///
/// assert_eq!(PlanStyle::Storm.in_words(), "storm the castles");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlanStyle {
    /// Goes for the nearest enemies.
    Attack,
    /// Makes for the castles.
    Storm,
    /// Strikes and goes back out of danger.
    Skirmish,
    /// Has only guns strike, and keeps away.
    Bombard,
    /// Stays, and strikes what comes near.
    Stand,
    /// Does what `hunter` would do.
    Hunter,
    /// Does what `warden` would do.
    Warden,
    /// Does what `greedy` would do.
    Greedy,
}

impl PlanStyle {
    /// Lists all styles.
    pub const ALL: [Self; 8] = [
        Self::Attack,
        Self::Storm,
        Self::Skirmish,
        Self::Bombard,
        Self::Stand,
        Self::Hunter,
        Self::Warden,
        Self::Greedy,
    ];

    /// Returns the style in words, to follow "to".
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Storm => "storm the castles",
            Self::Skirmish => "strike and go back",
            Self::Bombard => "bombard from afar",
            Self::Stand => "stand fast",
            Self::Hunter => "hunt like a hunter",
            Self::Warden => "defend like a warden",
            Self::Greedy => "take the best exchanges",
        }
    }
}
