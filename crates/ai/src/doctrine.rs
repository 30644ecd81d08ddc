//! Doctrines: the numbers by which commanders weigh things, as people write them.

use std::sync::{Arc, LazyLock};

use hotgates_engine::{Fault, FaultKind, FileFormat, locate_faults, parse_file};
use serde::{Deserialize, Serialize};

use hotgates_choke::DetourRule;

/// The numbers by which commanders weigh things. The shipped doctrine is
/// `crates/ai/assets/doctrines/classic.ron`, built in.
///
/// ```
/// use hotgates_ai::Doctrine;
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

/// Weights of the parts of an [`Evaluation`](crate::Evaluation) when Strategist compares plans, in
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

/// Weight of units' condition, and of works, where a doctrine says nothing of it.
const fn whole_weight() -> u32 {
    1000
}

/// Greatest number that a doctrine may hold.
const MOST: u32 = 100_000;

static SHIPPED: LazyLock<Arc<Doctrine>> = LazyLock::new(|| {
    let source = include_str!("../assets/doctrines/classic.ron");
    Arc::new(Doctrine::from_ron(source).expect("the built-in doctrine is sound"))
});

impl Default for Doctrine {
    fn default() -> Self {
        Self::clone(&SHIPPED)
    }
}

impl Doctrine {
    /// Returns the shipped doctrine, which is read once.
    #[must_use]
    pub fn built_in_doctrine() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// Reads and checks a doctrine file.
    ///
    /// # Errors
    /// Every fault of the text, with its line and column.
    pub fn from_ron(source: &str) -> Result<Self, Vec<Fault>> {
        let doctrine: Self = parse_file(source).map_err(|fault| vec![fault])?;
        let mut faults = doctrine.range_faults();
        if faults.is_empty() {
            return Ok(doctrine);
        }
        locate_faults(source, &mut faults);
        Err(faults)
    }

    /// Returns a fault for every number that is out of its range.
    fn range_faults(&self) -> Vec<Fault> {
        let Self { detour, answers, evaluation, .. } = self;
        let numbers = [
            ("detour.factor", detour.factor, MOST),
            ("detour.extra", detour.extra, MOST),
            ("survey", self.survey, 1000),
            ("deployment", self.deployment, 1000),
            ("relief", self.relief, 1000),
            ("weaker", self.weaker, MOST),
            ("dusk", self.dusk, 1000),
            ("answers.hunter", answers.hunter, MOST),
            ("answers.warden", answers.warden, MOST),
            ("answers.march", answers.march, MOST),
            ("boldness", self.boldness, MOST),
            ("progress", self.progress, MOST),
            ("evaluation.armies", evaluation.armies, MOST),
            ("evaluation.castles", evaluation.castles, MOST),
            ("evaluation.march", evaluation.march, MOST),
            ("evaluation.siege", evaluation.siege, MOST),
            ("condition", self.condition, 1000),
            ("works", self.works, MOST),
        ];
        let wrong = numbers.into_iter().filter(|&(_, number, most)| number > most);
        let fault = |(field, value, max): (&str, u32, u32)| {
            Fault::fault_of_field(field, FaultKind::OverMaximum { value, max })
        };
        wrong.map(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_fault(source: &str) -> (String, usize) {
        let fault = Doctrine::from_ron(source).unwrap_err().swap_remove(0);
        (fault.to_string(), fault.position.map_or(0, |position| position.line))
    }

    #[test]
    fn the_shipped_doctrine_is_built_in_and_has_the_numbers_of_the_design() {
        let DetourRule { factor, extra } = Doctrine::default().detour;
        assert_eq!((factor, extra, Doctrine::default().dusk), (2, 4, 250));
    }

    #[test]
    fn a_doctrine_without_weights_of_evaluations_weighs_them_as_they_are() {
        let shipped = include_str!("../assets/doctrines/classic.ron");
        let older = &shipped[..shipped.find("    // What Strategist").unwrap()];
        assert_eq!(Doctrine::from_ron(&format!("{older})")).unwrap(), Doctrine::default());
        let (fault, _) = first_fault(&shipped.replace("siege: 1000", "siege: 100001"));
        assert!(fault.contains("evaluation.siege"), "{fault}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let shipped = include_str!("../assets/doctrines/classic.ron");
        let line = 1 + shipped.lines().position(|line| line.contains("relief:")).unwrap();
        let (fault, at) = first_fault(&shipped.replace("relief: 600", "relief: 1600"));
        assert!(fault.contains("1600") && fault.contains("1000") && at == line, "{at}: {fault}");
        let (fault, at) = first_fault(&shipped.replace("relief:", "releif:"));
        assert!(fault.contains("releif") && at == line, "{at}: {fault}");
        let (fault, at) = first_fault(&shipped.replace("relief: 600", "morale: 1,\nformat: 2"));
        assert_eq!(fault, "format 2 is newer than this program, which reads up to format 1");
        assert_eq!(at, line + 1);
    }
}
