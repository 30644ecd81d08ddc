//! Units of measure: points, men and factors cannot be mistaken for each other.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::count::count_words;

macro_rules! measure {
    ($(#[$doc:meta])* $name:ident($number:ty), $one:literal, $many:literal) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&count_words(self.0, $one, $many))
            }
        }
    };
}

measure! {
    /// Strength of a unit, in men.
    Strength(u16), "man", "men"
}
measure! {
    /// A factor in thousandths.
    Permille(u32), "‰", "‰"
}

impl Permille {
    /// The factor that changes nothing.
    pub const ONE: Self = Self(1000);

    /// Returns what a factor adds to the whole, in ‰: less than nothing below 1000 ‰.
    ///
    /// ```
    /// use hotgates_text::Permille;
    ///
    /// assert_eq!([700, 1000, 1200].map(|factor| Permille(factor).above_one()), [-300, 0, 200]);
    /// ```
    #[must_use]
    pub fn above_one(self) -> i32 {
        let thousandths = |Self(factor)| i32::try_from(factor).unwrap_or(i32::MAX);
        thousandths(self) - thousandths(Self::ONE)
    }

    /// Returns the share in percent, with a digit after the point where there is one: `25 %`, `2.5 %`.
    ///
    /// ```
    /// use hotgates_text::Permille;
    ///
    /// assert_eq!([0, 25, 250, 1000].map(|share| Permille(share).in_percent()), ["0 %", "2.5 %", "25 %", "100 %"]);
    /// ```
    #[must_use]
    pub fn in_percent(self) -> String {
        match self.0 % 10 {
            0 => format!("{} %", self.0 / 10),
            rest => format!("{}.{rest} %", self.0 / 10),
        }
    }
}
