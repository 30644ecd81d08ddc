//! Plans: everything that the result of a tuning depends on.

use std::sync::Arc;

use hotgates_doctrine::Doctrine;
use hotgates_play::{BuiltInName, CommanderName};
use hotgates_record::BEHAVIOUR;
use hotgates_tournament::{FinishedGames, TournamentPlan};
use serde::{Deserialize, Serialize};

use crate::space::{DoctrineSpace, TunedNumber};
use crate::stage::{OpenStage, StageName};

/// Everything that the result of a tuning depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TunePlan {
    /// Format of the folder that the plan is kept in.
    pub format: u32,
    /// Number of the way in which battles are played.
    pub behaviour: u32,
    /// The numbers that are tuned.
    pub numbers: Vec<TunedNumber>,
    /// Number of iterations of the search.
    pub iterations: u32,
    /// Number of iterations between two checkpoints.
    pub checkpoint_every: u32,
    /// Seed of the search's lots.
    pub seed: u64,
    /// Games of each trial: the commander with the doctrine that is tuned first, and its opponents.
    pub trials: TournamentPlan,
    /// Games of each checkpoint.
    pub checkpoints: TournamentPlan,
    /// The sequential test of the tuned doctrine against the one that the tuning started from.
    pub test: TournamentPlan,
}

impl TunePlan {
    /// Format of the folders that this crate writes.
    pub const FORMAT: u32 = 1;
    /// Number of checkpoints, without the one before the first iteration.
    const CHECKPOINTS: u32 = 10;

    /// Returns a plan of this format for a space of doctrines.
    #[must_use]
    pub fn new(
        space: &DoctrineSpace,
        iterations: u32,
        seed: u64,
        [trials, checkpoints, test]: [TournamentPlan; 3],
    ) -> Self {
        Self {
            format: Self::FORMAT,
            behaviour: BEHAVIOUR,
            numbers: space.numbers().to_vec(),
            iterations,
            checkpoint_every: iterations.div_ceil(Self::CHECKPOINTS).max(1),
            seed,
            trials,
            checkpoints,
            test,
        }
    }

    /// Returns what makes another plan of this one, in words, the first difference only; `None` if both are the
    /// same.
    pub fn what_differs(&self, now: &Self) -> Option<String> {
        let differ = |what: &str, then: u64, now: u64| {
            (then != now).then(|| format!("{what} was {then} and is {now} now"))
        };
        let matches = [
            ("in tuning", &self.trials, &now.trials),
            ("in validation", &self.checkpoints, &now.checkpoints),
            ("in the test", &self.test, &now.test),
        ];
        let in_matches = || {
            matches.iter().find_map(|(which, then, now)| {
                then.what_differs(now).map(|difference| format!("{which} {difference}"))
            })
        };
        differ("the format of the folder", self.format.into(), now.format.into())
            .or_else(|| differ("the behaviour of the rules", self.behaviour.into(), now.behaviour.into()))
            .or_else(in_matches)
            .or_else(|| differ("the number of iterations", self.iterations.into(), now.iterations.into()))
            .or_else(|| differ("the seed of the search", self.seed, now.seed))
            .or_else(|| (self.numbers != now.numbers).then(|| "the tuned numbers are others".to_owned()))
            .or_else(|| (self != now).then(|| "the plan is another one".to_owned()))
    }

    /// Name of the commander with the doctrine that the tuning started from.
    pub fn start_name(&self) -> &str {
        self.trials.commanders.first().map_or("", |commander| &commander.name)
    }

    /// Returns the greatest number of games of trials and checkpoints, and of the test.
    pub fn game_counts(&self) -> [u64; 2] {
        let checkpoints = u64::from(self.iterations.div_ceil(self.checkpoint_every)) + 1;
        let trials = 2 * u64::from(self.iterations);
        let games = trials
            .saturating_mul(self.trials.greatest_game_count())
            .saturating_add(checkpoints.saturating_mul(self.checkpoints.greatest_game_count()));
        [games, self.test.greatest_game_count()]
    }

    /// Returns `true` if a checkpoint follows after so many iterations.
    pub(crate) const fn is_checkpoint(&self, iteration: u32) -> bool {
        iteration >= self.iterations || iteration.is_multiple_of(self.checkpoint_every)
    }

    /// Returns a stage whose first commanders play by these doctrines, without a finished game.
    pub(crate) fn open_stage(&self, name: StageName, doctrines: Vec<Arc<Doctrine>>) -> OpenStage {
        OpenStage { name, plan: self.plan_of_stage(name), doctrines, finished: FinishedGames::new() }
    }

    /// Returns the plan of a stage: each iteration has seeds of its own, the same for both trials, and each
    /// checkpoint those of all others.
    fn plan_of_stage(&self, stage: StageName) -> TournamentPlan {
        let mut plan = match stage {
            StageName::Trial { .. } => self.trials.clone(),
            StageName::Checkpoint { .. } => self.checkpoints.clone(),
            StageName::Test => self.test.clone(),
        };
        if let StageName::Trial { iteration, .. } = stage {
            for map in &mut plan.maps {
                let before = u64::from(iteration) * u64::from(plan.sets);
                map.first_seed = map.first_seed.map(|seed| seed.wrapping_add(before));
            }
        }
        if let Some(first) = plan.commanders.first_mut() {
            first.name = name_with_stage(self.start_name(), stage);
            first.doctrine_sha256 = None;
        }
        plan
    }
}

/// Returns a commander's name with a doctrine called after a stage: `hunter@classic-trial-7-up`.
fn name_with_stage(name: &str, stage: StageName) -> String {
    match CommanderName::from(name) {
        CommanderName::BuiltIn(name) => {
            let doctrine = name.doctrine.unwrap_or_default();
            CommanderName::BuiltIn(BuiltInName { doctrine: Some(format!("{doctrine}-{stage}")), ..name })
                .to_string()
        }
        other => other.to_string(),
    }
}
