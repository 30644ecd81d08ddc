//! Doctrines: the numbers by which commanders weigh things, as people write them.

use hotgates_choke::DetourRule;
use hotgates_text::FileFormat;
use serde::{Deserialize, Serialize};

/// The numbers by which commanders weigh things. The shipped doctrine is
/// `crates/doctrine/assets/classic.ron`, built in.
///
/// ```
/// use hotgates_doctrine::Doctrine;
///
/// assert_eq!(Doctrine::built_in_doctrine().relief, 600);
/// let faults = Doctrine::from_ron("Doctrine(relief: 1)").unwrap_err();
/// assert_eq!(faults.len(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    /// Format of the file.
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    /// Limits of an easy detour in the walk that finds points of convergence.
    pub detour: DetourRule,
    /// The share of a half-turn's steps that Warden's search for points of convergence may take, in
    /// ‰.
    pub survey: u32,
    /// The share of the steps left then that its deployment may take, in ‰.
    pub deployment: u32,
    /// The holder of a point makes way when it has fewer men than this share of the strongest
    /// infantry there is, in ‰.
    pub relief: u32,
    /// Warden charges an enemy whose worth is below this share of its own, in ‰.
    pub weaker: u32,
    /// The last part of a battle, in ‰, in which Warden charges when it would lose by waiting until
    /// dusk.
    pub dusk: u32,
    /// `true` if Warden charges in the last part of a battle even when waiting would win. Until then
    /// its cavalry is a reserve, which strikes only those who come through a held pass or next to it.
    pub dusk_always: bool,
    /// Weights of the enemy's answers.
    pub answers: AnswerWeights,
    /// Bonus of an attack by Hunter, in ‰ of the losses that the attack deals.
    pub boldness: u32,
    /// Worth to Hunter of each MP nearer to its goal, in ‰ of a man lost.
    pub progress: u32,
    /// Hunter as the invader goes for the castles, past the enemy, when it has fewer turns left than its march
    /// there takes and this number; 0 never has it hurry.
    #[serde(default = "turns_of_haste")]
    pub haste: u32,
    /// Weights of the parts of an evaluation.
    #[serde(default)]
    pub evaluation: EvaluationWeights,
    /// Weight of units' condition in exchanges and evaluations, and of supplies on Hunter's march, in ‰; 0
    /// counts men alone, and has no unit turn.
    #[serde(default = "whole_weight")]
    pub condition: u32,
    /// Weight of what works on the ground bring, in ‰; 0 has no unit work.
    #[serde(default = "whole_weight")]
    pub works: u32,
}

/// Weights of the parts of an evaluation when Strategist compares plans, in
/// ‰.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationWeights {
    /// Of the rest of the own army, less the rest of the enemy's.
    pub armies: u32,
    /// Of the castles held.
    pub castles: u32,
    /// Of the way that the invader still has to go.
    pub march: u32,
    /// Of superiority about the castles.
    pub siege: u32,
}

impl Default for EvaluationWeights {
    fn default() -> Self {
        Self { armies: 1000, castles: 1000, march: 1000, siege: 1000 }
    }
}

/// Weights of the enemy's answers against a commander's own alternatives, in ‰ of the losses that
/// the answers are expected to deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerWeights {
    /// Against an attack by Hunter.
    pub hunter: u32,
    /// Against an attack by Warden in the open; at a choke set it strikes whatever it can.
    pub warden: u32,
    /// Against a stop on Hunter's march, at the start of a battle: it falls to nothing towards the
    /// end.
    pub march: u32,
}

/// Turns of haste where a doctrine says nothing of them.
const fn turns_of_haste() -> u32 {
    11
}

/// Weight of units' condition, and of works, where a doctrine says nothing of it.
const fn whole_weight() -> u32 {
    1000
}
