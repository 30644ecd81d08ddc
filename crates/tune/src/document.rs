//! The document that scripts read. Field names and their order are a promise.

use hotgates_stats::ScoreSample;
use hotgates_tournament::SequentialDocument;
use serde::Serialize;

use crate::progress::{Checkpoint, TuneVerdict, TuningProgress};

/// A tuning as one JSON document.
#[derive(Debug, Serialize)]
pub struct TuningDocument<'a> {
    /// Name of the commander, with the doctrine that the tuning started from.
    tune: &'a str,
    behaviour: u32,
    /// `true` if nothing is left to be played.
    complete: bool,
    /// `accepted`, `rejected` or `undecided`; null before the end of the test.
    verdict: Option<&'static str>,
    games: u64,
    iterations: u32,
    numbers: Vec<NumberDocument<'a>>,
    checkpoints: Vec<CheckpointDocument>,
    /// Iterations after which the tuned doctrine was found; null before the search is done.
    best: Option<u32>,
    /// The test of the tuned doctrine; null before it begins.
    test: Option<SequentialDocument>,
}

#[derive(Debug, Serialize)]
struct NumberDocument<'a> {
    field: &'a str,
    before: u32,
    /// Null before the search is done.
    after: Option<u32>,
    bounds: [u32; 2],
}

#[derive(Debug, Serialize)]
struct CheckpointDocument {
    iteration: u32,
    /// Points of the trials since the last checkpoint; null before the first iteration.
    tuning: Option<ShareDocument>,
    validation: ShareDocument,
    /// Values of the numbers, in their order.
    values: Vec<u32>,
}

#[derive(Debug, Serialize)]
struct ShareDocument {
    share: f64,
    ci95: [f64; 2],
}

impl ShareDocument {
    fn new(sample: &ScoreSample) -> Self {
        let share = sample.share();
        Self { share: share.value, ci95: [share.low, share.high] }
    }
}

impl<'a> TuningDocument<'a> {
    /// Returns the document of a tuning as it stands.
    #[must_use]
    pub fn new(progress: &'a TuningProgress) -> Self {
        let (plan, space) = (progress.plan(), progress.space());
        let tuned = progress.tuned_doctrine();
        let after = tuned.map(|doctrine| space.values_of_doctrine(doctrine));
        let numbers = space.numbers().iter().enumerate().map(|(place, number)| NumberDocument {
            field: &number.field,
            before: number.start,
            after: after.as_ref().map(|values| values[place]),
            bounds: [number.low, number.high],
        });
        let checkpoint = |checkpoint: &Checkpoint| CheckpointDocument {
            iteration: checkpoint.iteration,
            tuning: checkpoint.tuning.as_ref().map(ShareDocument::new),
            validation: ShareDocument::new(&checkpoint.validation),
            values: space.values_of_doctrine(&checkpoint.doctrine),
        };
        Self {
            tune: plan.start_name(),
            behaviour: plan.behaviour,
            complete: progress.is_over(),
            verdict: progress.verdict().map(TuneVerdict::name),
            games: progress.games(),
            iterations: progress.iteration(),
            numbers: numbers.collect(),
            checkpoints: progress.checkpoints().iter().map(checkpoint).collect(),
            best: tuned.and_then(|_| progress.best_checkpoint()).map(|best| best.iteration),
            test: progress.test().map(SequentialDocument::new),
        }
    }
}
