//! The numbers from which what follows from an attack is reckoned.

use crate::condition::{CohesionRule, RetreatRule};
use crate::facing::FacingRule;
use crate::officers::OfficerRule;
use hotgates_text::Strength;

/// The numbers of the rules that say what follows from an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AftermathTable {
    pub(crate) cohesion: Option<CohesionRule>,
    pub(crate) retreat: Option<RetreatRule>,
    pub(crate) officers: Option<OfficerRule>,
    pub(crate) facing: Option<FacingRule>,
    /// For each type whether it pursues.
    pub(crate) pursues: Vec<bool>,
    /// For each type the men of a full unit.
    pub(crate) full: Vec<Strength>,
    /// Number of ranks.
    pub(crate) ranks: usize,
}
