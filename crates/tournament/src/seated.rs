//! Commanders of a plan, each on the seat from which it plays.

use std::sync::Arc;

use hotgates_doctrine::Doctrine;
use hotgates_engine::Ruleset;
use hotgates_play::{CommanderName, Seat};

use crate::plan::{PlannedCommander, hash_text};

/// A commander of a plan on the seat from which it plays.
///
/// ```
/// use hotgates_doctrine::Doctrine;
/// use hotgates_play::Seat;
/// use hotgates_tournament::SeatedCommander;
///
/// let seat = Seat::from_name("hunter+60");
/// let seated = SeatedCommander::new(seat, Some(Doctrine::built_in_doctrine()));
/// assert_eq!(seated.planned.name, "hunter+60");
/// assert_eq!(seated.planned.doctrine_sha256.map(|hash| hash.len()), Some(64));
/// ```
#[derive(Debug, Clone)]
pub struct SeatedCommander {
    /// What the plan says of it.
    pub planned: PlannedCommander,
    /// The seat.
    pub seat: Seat,
    /// Doctrine of a built-in commander.
    pub doctrine: Option<Arc<Doctrine>>,
}

impl SeatedCommander {
    /// Returns the commander of a name, who is no policy and can play by each of these rulesets. `read` reads the doctrine of
    /// a name that says one; a program is to be started by the caller.
    ///
    /// # Errors
    /// The reason why no player can sit there, in words.
    pub fn of_name<'a>(
        name: &CommanderName,
        rules: impl IntoIterator<Item = &'a Ruleset>,
        read: impl FnOnce(&str) -> Result<Arc<Doctrine>, String>,
    ) -> Result<Self, String> {
        let mut seat = Seat::from_name(name.clone());
        if let Some(missing) = seat.missing_doctrine() {
            let found = read(missing)?;
            seat = seat.with_doctrine(found);
        }
        for rules in rules {
            seat.check_contestant(rules).map_err(|why| why.to_string())?;
        }
        let doctrine = seat.doctrine();
        Ok(Self::new(seat, doctrine))
    }

    /// Returns the commander of a seat, which this version of the program plays by a doctrine, if it has one.
    #[must_use]
    pub fn new(seat: Seat, doctrine: Option<Arc<Doctrine>>) -> Self {
        let doctrine_sha256 = doctrine.as_deref().map(hash_doctrine);
        Self { planned: PlannedCommander::new(seat.name(), doctrine_sha256), seat, doctrine }
    }
}

impl PlannedCommander {
    /// Returns a commander that this version of the program plays by a doctrine, or a file of a policy, with this SHA-256.
    #[must_use]
    pub fn new(name: &CommanderName, doctrine_sha256: Option<String>) -> Self {
        Self { name: name.to_string(), version: env!("CARGO_PKG_VERSION").to_owned(), doctrine_sha256 }
    }
}

/// Returns the hash by which plans tell doctrines apart.
fn hash_doctrine(doctrine: &Doctrine) -> String {
    hash_text(&serde_json::to_string(doctrine).expect("a doctrine is numbers"))
}
