//! Named parts of evaluations, and how they change.

use hotgates_engine::count_words;

/// A named part of an [`Evaluation`](super::Evaluation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EvaluationPart {
    /// [`Evaluation::armies`](super::Evaluation::armies).
    Armies,
    /// [`Evaluation::castles`](super::Evaluation::castles).
    Castles,
    /// [`Evaluation::march`](super::Evaluation::march).
    March,
    /// [`Evaluation::siege`](super::Evaluation::siege).
    Siege,
    /// [`Evaluation::verdict`](super::Evaluation::verdict).
    Verdict,
}

impl EvaluationPart {
    /// Returns the part in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Armies => "what is left of the armies",
            Self::Castles => "castles and goals",
            Self::March => "the way to the castles",
            Self::Siege => "superiority about the castles",
            Self::Verdict => "the verdict",
        }
    }
}

/// A change of one part of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartChange {
    /// The part.
    pub part: EvaluationPart,
    /// Points more, or fewer if negative, as the doctrine weighs them.
    pub points: i64,
}

impl PartChange {
    /// Returns the change in words.
    pub(super) fn in_words(self) -> String {
        let points = count_words(self.points.unsigned_abs(), "point", "points");
        match (self.part, self.points > 0) {
            (EvaluationPart::Verdict, true) => "it may win the battle at once".to_owned(),
            (EvaluationPart::Verdict, false) => "it may lose the battle at once".to_owned(),
            (part, true) => format!("gains most in {}, {points}", part.in_words()),
            (part, false) => format!("gives up most in {}, {points}", part.in_words()),
        }
    }
}
