//! The towers that come with the crate.

use super::map::Tower;

/// A tower that comes with the crate, as text.
///
/// ```
/// use hotgates_academy::tower::{ShippedTower, SolveOptions, solve_tower};
///
/// let tower = ShippedTower::ALL[0].parse();
/// assert_eq!((tower.row_count(), tower.column_count()), (7, 7));
/// assert_eq!(solve_tower(&tower, &SolveOptions::default()).unwrap().solution.life, Some(17));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShippedTower {
    /// Name of the file, without its extension.
    pub name: &'static str,
    /// Contents of the file, for [`Tower::parse`].
    pub text: &'static str,
}

/// Makes the list of towers from the names of their files.
macro_rules! shipped {
    ($($name:literal),*) => {
        [$(ShippedTower { name: $name, text: include_str!(concat!("../../assets/towers/", $name, ".txt")) }),*]
    };
}

impl ShippedTower {
    /// All towers, from the easiest to the worked example of the lesson.
    pub const ALL: [ShippedTower; 6] = shipped![
        "own-1-7x7",
        "own-2-11x11",
        "own-3-11x11-shop",
        "own-5-2x9x9",
        "own-7-13x13",
        "worked-example"
    ];

    /// Returns `true` for the tower of the lesson, whose graph is small enough to be drawn by hand.
    pub fn is_worked_example(&self) -> bool {
        self.name == "worked-example"
    }

    /// Returns the tower ready to be played.
    pub fn parse(&self) -> Tower {
        Tower::parse(self.text).expect("shipped towers are sound")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_tower_is_sound_and_named_by_its_size() {
        for shipped in ShippedTower::ALL {
            let tower = shipped.parse();
            let size = format!("{}x{}", tower.row_count(), tower.column_count());
            assert!(shipped.name.contains(&size) || shipped.is_worked_example(), "{}", shipped.name);
            assert_eq!(tower.notes(), [""; 0], "{}", shipped.name);
        }
    }
}
