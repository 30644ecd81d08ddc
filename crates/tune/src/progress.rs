//! Progress: which games come next, and what those that are finished have taught.

use std::sync::Arc;

use hotgates_doctrine::Doctrine;
use hotgates_stats::{ScoreSample, SetScores, TestVerdict};
use hotgates_tournament::{
    FinishedGames, GameCountError, GameLine, GameResult, LineDefect, PlannedGame, SequentialProgress,
    Standings, TournamentPlan,
};
use serde::Deserialize;

use crate::plan::TunePlan;
use crate::space::DoctrineSpace;
use crate::spsa::SpsaSearch;
use crate::stage::{OpenStage, StageName};

/// How far a tuning has come. It follows from the plan and the finished games alone, whoever has played them and in whatever
/// order the games of a stage were finished.
#[derive(Debug, Clone)]
pub struct TuningProgress {
    plan: TunePlan,
    space: DoctrineSpace,
    search: SpsaSearch,
    stages: Vec<OpenStage>,
    checkpoints: Vec<Checkpoint>,
    /// Sets of the trials since the last checkpoint, of each opponent and map.
    tried: Vec<SetScores>,
    test: Option<SequentialProgress>,
    /// Number of finished games before the test.
    games: u64,
}

/// What the search had come to after some iterations.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Number of iterations done.
    pub iteration: u32,
    /// The doctrine.
    pub doctrine: Arc<Doctrine>,
    /// Score of all trials since the last checkpoint, on the sets that tuning sees; none before the first.
    pub tuning: Option<ScoreSample>,
    /// Score of the doctrine on sets that tuning never sees.
    pub validation: ScoreSample,
}

/// What the test at the end says of the tuned doctrine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TuneVerdict {
    /// The tuned doctrine is stronger.
    Accepted,
    /// It is not, or nothing was found.
    Rejected,
    /// The test could not tell within its games.
    Undecided,
}

impl TuneVerdict {
    /// Name of the verdict: `accepted`, `rejected` or `undecided`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Undecided => "undecided",
        }
    }
}

impl TuningProgress {
    /// Returns the beginning of a tuning.
    ///
    /// # Errors
    /// When one of its matches has too many games.
    pub fn new(plan: TunePlan, space: DoctrineSpace) -> Result<Self, GameCountError> {
        for part in [&plan.trials, &plan.checkpoints, &plan.test] {
            part.next_games(&FinishedGames::new())?;
        }
        let start = space.point_of_doctrine(space.start());
        let search = SpsaSearch::new(start, &space.grains(), plan.iterations, plan.seed);
        let test = None;
        let mut progress = Self {
            search,
            stages: Vec::new(),
            checkpoints: Vec::new(),
            tried: Vec::new(),
            test,
            games: 0,
            plan,
            space,
        };
        progress.open_checkpoint();
        Ok(progress)
    }

    /// Everything that the result depends on.
    pub const fn plan(&self) -> &TunePlan {
        &self.plan
    }

    /// The space in which the search looks.
    pub const fn space(&self) -> &DoctrineSpace {
        &self.space
    }

    /// Checkpoints so far.
    pub fn checkpoints(&self) -> &[Checkpoint] {
        &self.checkpoints
    }

    /// Number of iterations of the search that are done.
    pub fn iteration(&self) -> u32 {
        self.search.iteration()
    }

    /// Number of finished games that count: in the test those of the sets that it has looked at.
    pub fn games(&self) -> u64 {
        let of_test = self.test.as_ref().map_or(0, SequentialProgress::sets);
        self.games + of_test * u64::from(self.plan.test.games_per_set)
    }

    /// Number of games that are finished, whether they count or not: before the test, and in it.
    pub fn finished_games(&self) -> [u64; 2] {
        let of_test = self.stages.first().filter(|_| self.test.is_some());
        [self.games, of_test.map_or(0, |stage| stage.finished.len() as u64)]
    }

    /// The stages whose games are being played; none once all is done.
    pub fn open_stages(&self) -> &[OpenStage] {
        &self.stages
    }

    /// The test at the end, once it has begun.
    pub const fn test(&self) -> Option<&SequentialProgress> {
        self.test.as_ref()
    }

    /// Returns the games that can be played now and are not finished, each with the place of its stage among the
    /// open ones.
    ///
    /// # Errors
    /// Never: the plan has been checked.
    pub fn next_games(&self) -> Result<Vec<(usize, PlannedGame)>, GameCountError> {
        let mut games = Vec::new();
        for (place, stage) in self.stages.iter().enumerate() {
            games.extend(stage.plan.next_games(&stage.finished)?.into_iter().map(|game| (place, game)));
        }
        Ok(games)
    }

    /// Reads the JSON object of a line, counts its game, and returns it with its stage.
    ///
    /// # Errors
    /// When it is no such object, or its game is none of those that could be played when the line was written.
    pub fn read_line(&mut self, object: &str) -> Result<(StageName, PlannedGame), LineDefect> {
        let StageOfLine { stage } =
            serde_json::from_str(object).map_err(|error| LineDefect::Content(error.to_string()))?;
        let open = self.stages.iter().position(|open| open.name.to_string() == stage);
        let no_game = || LineDefect::Content(format!("no game of {stage} can be played here"));
        let place = open.ok_or_else(no_game)?;
        let (game, result) = GameLine::read_game(&self.stages[place].plan, object)?;
        if self.stages[place].finished.contains_key(&game) {
            return Err(LineDefect::Content("the game is there already".to_owned()));
        }
        let name = self.stages[place].name;
        self.count_game(place, game, result);
        Ok((name, game))
    }

    /// Counts a finished game of the open stage at a place; the last one of all open stages opens the next.
    ///
    /// # Panics
    /// If no stage is open there.
    pub fn count_game(&mut self, place: usize, game: PlannedGame, result: GameResult) {
        self.stages[place].finished.insert(game, result);
        if let (Some(test), [stage]) = (&mut self.test, &*self.stages) {
            test.look_at_games(&stage.plan, &stage.finished);
            return;
        }
        self.games += 1;
        let is_whole = |stage: &OpenStage| stage.finished.len() as u64 >= stage.plan.greatest_game_count();
        if self.stages.iter().all(is_whole) {
            self.close_stages();
        }
    }

    /// Returns `true` if nothing is left to be played.
    pub fn is_over(&self) -> bool {
        self.verdict().is_some()
    }

    /// Returns what the test says of the tuned doctrine; `None` before its end.
    pub fn verdict(&self) -> Option<TuneVerdict> {
        let tuned = self.tuned_doctrine()?;
        if **tuned == *self.space.start() {
            return Some(TuneVerdict::Rejected);
        }
        match self.test.as_ref()?.verdict() {
            Some(TestVerdict::Stronger) => Some(TuneVerdict::Accepted),
            Some(TestVerdict::NotStronger) => Some(TuneVerdict::Rejected),
            None => {
                let most = u64::from(self.plan.test.sets) * self.plan.test.maps.len() as u64;
                let is_out = self.test.as_ref().is_some_and(|test| test.sets() >= most);
                is_out.then_some(TuneVerdict::Undecided)
            }
        }
    }

    /// Returns the best checkpoint by validation, the earlier of equal ones; `None` before the first.
    pub fn best_checkpoint(&self) -> Option<&Checkpoint> {
        let share = |checkpoint: &Checkpoint| checkpoint.validation.share().value;
        self.checkpoints.iter().rev().max_by(|one, other| share(one).total_cmp(&share(other)))
    }

    /// Returns the tuned doctrine, once the search is done: that of the best checkpoint.
    pub fn tuned_doctrine(&self) -> Option<&Arc<Doctrine>> {
        let is_done = self.checkpoints.last().is_some_and(|last| last.iteration >= self.plan.iterations);
        self.best_checkpoint().filter(|_| is_done).map(|best| &best.doctrine)
    }

    fn close_stages(&mut self) {
        let stages = std::mem::take(&mut self.stages);
        match &*stages {
            [stage] => self.close_checkpoint(stage),
            [up, down] => self.close_trials([up, down]),
            _ => {}
        }
    }

    fn close_checkpoint(&mut self, stage: &OpenStage) {
        let iteration = self.search.iteration();
        let tried = std::mem::take(&mut self.tried);
        self.checkpoints.push(Checkpoint {
            iteration,
            doctrine: Arc::clone(&stage.doctrines[0]),
            tuning: (!tried.is_empty()).then(|| ScoreSample::of_strata(&tried)),
            validation: ScoreSample::of_strata(&scores_of_first(&stage.plan, &stage.finished)),
        });
        if iteration < self.plan.iterations {
            self.open_trials();
        } else {
            self.open_test();
        }
    }

    fn close_trials(&mut self, trials: [&OpenStage; 2]) {
        let scores = trials.map(|stage| scores_of_first(&stage.plan, &stage.finished));
        let [up, down] = scores.each_ref().map(|scores| ScoreSample::of_strata(scores).share().value);
        self.search.learn_difference(up - down);
        for scores in scores {
            if self.tried.is_empty() {
                self.tried = scores;
            } else {
                self.tried.iter_mut().zip(&scores).for_each(|(sum, more)| sum.add_sets(more));
            }
        }
        if self.plan.is_checkpoint(self.search.iteration()) {
            self.open_checkpoint();
        } else {
            self.open_trials();
        }
    }

    fn open_checkpoint(&mut self) {
        let iteration = self.search.iteration();
        let doctrine = self.space.doctrine_at(&self.search.mean_point());
        self.open_stage(StageName::Checkpoint { iteration }, vec![Arc::new(doctrine)]);
    }

    fn open_trials(&mut self) {
        let iteration = self.search.iteration();
        for (point, up) in self.search.trial_points().into_iter().zip([true, false]) {
            let doctrine = Arc::new(self.space.doctrine_at(&point));
            self.open_stage(StageName::Trial { iteration, up }, vec![doctrine]);
        }
    }

    /// Opens the test, unless the search has found nothing.
    fn open_test(&mut self) {
        let Some(tuned) = self.tuned_doctrine().map(Arc::clone) else { return };
        if *tuned != *self.space.start() {
            let start = Arc::new(self.space.start().clone());
            self.open_stage(StageName::Test, vec![tuned, start]);
            self.test = self.stages.last().and_then(|stage| SequentialProgress::new(&stage.plan));
        }
    }

    fn open_stage(&mut self, name: StageName, doctrines: Vec<Arc<Doctrine>>) {
        self.stages.push(self.plan.open_stage(name, doctrines));
    }
}

/// The stage of a line.
#[derive(Deserialize)]
struct StageOfLine {
    stage: String,
}

/// Returns the whole sets of the first commander against each other one on each map.
fn scores_of_first(plan: &TournamentPlan, finished: &FinishedGames) -> Vec<SetScores> {
    Standings::new(plan, finished).pairs.into_iter().flat_map(|pair| pair.sets).collect()
}
