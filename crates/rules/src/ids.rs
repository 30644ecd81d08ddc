//! Numbers of terrains, unit types, ranks, works, weather, goals and events: the places of entries in the lists of a file.

use serde::{Deserialize, Serialize};

/// Makes the number of an entry in a list of a ruleset or scenario.
macro_rules! list_id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $id(pub u8);

        impl $id {
            /// Makes the number of the entry at a place of its list.
            ///
            /// # Panics
            /// Panics if `index` is above 255; a list has at most 100 entries.
            #[must_use]
            pub fn from_index(index: usize) -> Self {
                Self(u8::try_from(index).expect("a list has at most 100 entries"))
            }

            /// Returns the place of the entry in its list, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

list_id! {
    /// Number of a terrain: its place in the list of a [`Ruleset`](crate::Ruleset), which can be
    /// indexed by it.
    ///
    /// ```
    /// use hotgates_rules::{MovementPoints, Ruleset};
    ///
    /// let rules = Ruleset::classic();
    /// let forest = rules.terrain("forest").expect("the classic rules have forests");
    /// assert_eq!(rules.terrains[forest].cost, Some(MovementPoints(4)));
    /// ```
    TerrainId
}

list_id! {
    /// Number of a unit type: its place in the list of a [`Ruleset`](crate::Ruleset), which can be
    /// indexed by it.
    ///
    /// ```
    /// use hotgates_rules::{MovementPoints, Ruleset};
    ///
    /// let rules = Ruleset::classic();
    /// let cavalry = rules.unit("cavalry").expect("the classic rules have cavalry");
    /// assert_eq!(rules.units[cavalry].movement, MovementPoints(12));
    /// ```
    UnitTypeId
}

list_id! {
    /// Number of a rank: its place in the list of a [`Ruleset`](crate::Ruleset), which can be
    /// indexed by it. A higher number is a higher rank.
    ///
    /// ```
    /// use hotgates_rules::{Permille, Ruleset};
    ///
    /// let rules = Ruleset::classic();
    /// let general = rules.rank("General").expect("the classic rules have generals");
    /// assert_eq!(rules.ranks[general].dealt, Permille(1250));
    /// assert!(rules.rank("captain").is_some_and(|captain| captain < general));
    /// ```
    RankId
}

list_id! {
    /// Number of a work: its place in the list of a [`Ruleset`](crate::Ruleset).
    ///
    /// ```
    /// use hotgates_rules::WorkId;
    ///
    /// assert_eq!(WorkId::from_index(2).index(), 2);
    /// ```
    WorkId
}

list_id! {
    /// Number of a state of the weather: its place in the list of a [`Ruleset`](crate::Ruleset).
    ///
    /// ```
    /// use hotgates_rules::WeatherId;
    ///
    /// assert_eq!(WeatherId::from_index(2).index(), 2);
    /// ```
    WeatherId
}

list_id! {
    /// Number of a goal: its place in the list of a scenario.
    ///
    /// ```
    /// use hotgates_rules::GoalId;
    ///
    /// assert_eq!(GoalId::from_index(2).index(), 2);
    /// ```
    GoalId
}

list_id! {
    /// Number of an event of a scenario: its place in the list of the scenario.
    ///
    /// ```
    /// use hotgates_rules::ScriptedEventId;
    ///
    /// assert_eq!(ScriptedEventId::from_index(2).index(), 2);
    /// ```
    ScriptedEventId
}
