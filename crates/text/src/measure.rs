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
}
