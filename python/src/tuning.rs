//! Tunings as lists of games that anybody may play, wherever it is.

use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use hotgates_engine::{Scenario, visible_text};
use hotgates_play::{Cancel, SpoiledGame};
use hotgates_tournament::{LineDefect, PlannedMap, SeatedCommander, TournamentFormat, open_line};
use hotgates_tune::{
    MapWithGrounds, StageName, TuneFault, TuneGrounds, TuneHall, TuneLine, TuneMap, TuneOrder, TunePlan,
    TunePurpose, TuningDocument, TuningProgress, TuningReport,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{HotgatesError, bad_file};
use crate::planned::{
    CommanderTexts, GameNumbers, GroundTexts, broken_pickle, commander_of_texts, game_of_numbers,
    grounds_of_scenario, grounds_of_texts, numbers_of_game, plan_error, plan_map, sealed_line,
    seat_commander, texts_of_commander, texts_of_grounds,
};
use crate::values::as_python;

/// A game of a tuning: its stage, the tuned numbers of the stage's doctrines, and its numbers in the stage.
type TunedGame = (String, Vec<Vec<u32>>, GameNumbers);
/// Texts of the grounds of all maps of the three groups.
type GroupTexts = [Vec<Vec<GroundTexts>>; 3];

/// A tuning of a built-in commander: its plan, as the terminal's ``tune`` keeps it, and games that are pure functions of it.
/// It pickles, with its maps and doctrines, so that any process plays any game.
///
/// Args:
///     commander: Name of the commander whose doctrine is tuned, with the doctrine to start from: ``"hunter@mine.ron"``.
///     against: Names of its opponents, each once.
///     maps: Files of maps, or names of shipped ones, on which the search plays.
///     validation: Maps for checkpoints; without any 20 are generated.
///     held_out: Maps for the test at the end; without any 100 others are generated.
///     numbers: Numbers to tune, by their fields or the beginnings of them; without any all by which the commander decides.
///     iterations: Steps of the search, each with two trials.
///     games: Games of a trial against each opponent on each map, rounded up to whole sets.
///     validation_games: Games of a checkpoint against each opponent on each map.
///     test_games: Games of the test on each map at most.
///     seed: Seed of the first set and of the search's lots.
///     steps: Steps of each commander for a half-turn, unless its name has a limit.
///     mirror: ``True`` plays each set with exchanged armies, too.
///     elo0, elo1, alpha, beta: Numbers of the sequential test, as for ``hotgates tune``.
///
/// >>> from hotgates._core import Tuning, TuningProgress
/// >>> tuning = Tuning("hunter", ["random"], ["open_field"], validation=["goat_path"], held_out=["hot_gates"], games=2,
/// ...                 validation_games=2, steps=20)
/// >>> progress = TuningProgress(tuning)
/// >>> [progress.read_line(tuning.play_game(game)) for game in progress.next_games()]
/// [('checkpoint-0', (0, 0, 0, 1, 0)), ('checkpoint-0', (0, 0, 0, 1, 1))]
/// >>> [stage for stage, values, numbers in progress.next_games()]
/// ['trial-0-up', 'trial-0-up', 'trial-0-down', 'trial-0-down']
#[pyclass(name = "Tuning", module = "hotgates._core", frozen)]
pub struct PyTuning {
    hall: TuneHall,
}

/// Returns the exception of a tuning that cannot be played.
fn tune_error(fault: TuneFault) -> PyErr {
    let words = match &fault {
        TuneFault::UnknownNumber { .. } => format!("numbers: {fault}"),
        TuneFault::OtherRules => {
            "generated maps are of the classic ruleset: name others with validation and held_out".to_owned()
        }
        TuneFault::NoDoctrine { .. }
        | TuneFault::OpponentTwice(_)
        | TuneFault::MapTwice { .. }
        | TuneFault::Map(_) => fault.to_string(),
    };
    HotgatesError::new_err(visible_text(&words).to_string())
}

/// Returns a map of a tuning with its grounds.
fn prepare_map(map: TuneMap<'_, String>, first_seed: u64, mirror: bool) -> PyResult<MapWithGrounds> {
    match map {
        TuneMap::Named(file) => plan_map(file, (Some(first_seed), None), mirror),
        TuneMap::Generated(name, map) => {
            let mut scenario = Scenario::classic(*map);
            let map = PlannedMap::of_scenario(name, &mut scenario, Some(first_seed), None);
            let grounds = grounds_of_scenario(scenario, mirror);
            Ok((map, grounds.map_err(|faults| plan_error(&faults[0]))?))
        }
    }
}

#[pymethods]
impl PyTuning {
    #[new]
    #[pyo3(signature = (commander, against, maps, *, validation=Vec::new(), held_out=Vec::new(), numbers=Vec::new(),
        iterations=100, games=4, validation_games=10, test_games=200, seed=0, steps=None, mirror=false,
        elo0=None, elo1=None, alpha=None, beta=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of a Python function")]
    fn new(
        commander: String,
        against: Vec<String>,
        maps: Vec<String>,
        validation: Vec<String>,
        held_out: Vec<String>,
        numbers: Vec<String>,
        iterations: u32,
        games: u32,
        validation_games: u32,
        test_games: u32,
        seed: u64,
        steps: Option<u64>,
        mirror: bool,
        elo0: Option<f64>,
        elo1: Option<f64>,
        alpha: Option<f64>,
        beta: Option<f64>,
    ) -> PyResult<Self> {
        let games = [games, validation_games, test_games];
        if against.is_empty() || maps.is_empty() || iterations == 0 || games.contains(&0) {
            return Err(HotgatesError::new_err(
                "a tuning has an opponent, a map, an iteration and a game of each kind at least",
            ));
        }
        let test = TournamentFormat::sequential_test([elo0, elo1, alpha, beta]).ok_or_else(|| {
            HotgatesError::new_err("elo0 has to be less than elo1, and alpha and beta between 0 and 0.5")
        })?;
        let named = [&*maps, &*validation, &*held_out];
        let prepare = |map: TuneMap<'_, String>, first_seed| prepare_map(map, first_seed, mirror);
        let grounds = TuneGrounds::gather_maps(named, seed, prepare, tune_error)?;
        let order =
            TuneOrder { name: commander, against, numbers, iterations, games, seed, steps, mirror, test };
        let seat = |name: &_, grounds: &TuneGrounds| seat_commander(name, grounds.rules());
        let hall = TuneHall::new(&order, grounds, seat, tune_error)?;
        TuningProgress::new(hall.plan.clone(), hall.space.clone()).map_err(plan_error)?;
        Ok(Self { hall })
    }

    /// The plan in JSON, as ``plan.json`` has it.
    #[getter]
    fn plan(&self) -> PyResult<String> {
        serde_json::to_string(&self.hall.plan).map_err(plan_error)
    }

    /// Returns what makes another plan of one in JSON, in words; ``None`` if both are the same.
    fn difference(&self, plan: &str) -> PyResult<Option<String>> {
        let then: TunePlan =
            serde_json::from_str(plan).map_err(|why| bad_file(&format!("the plan: {why}")))?;
        Ok(then.what_differs(&self.hall.plan))
    }

    /// Plays a game and returns its line, as ``games.jsonl`` has it. Other threads run meanwhile.
    fn play_game(&self, py: Python<'_>, game: TunedGame) -> PyResult<String> {
        let (stage, values, numbers) = game;
        let name: StageName = stage.parse().map_err(plan_error)?;
        let (stage, game) = (self.hall.stage_of_values(name, &values), game_of_numbers(numbers));
        if !stage.plan.has_game(&game) {
            return Err(HotgatesError::new_err("the plan has no such game"));
        }
        let played = py.detach(|| -> Result<_, SpoiledGame> {
            let start = Instant::now();
            let prepared = self.hall.prepare_stage(&stage, &[game]);
            prepared.play_game(&game, &Cancel::new(), || start.elapsed())
        });
        sealed_line(&TuneLine::new(&stage, &game, &played.map_err(plan_error)?.result))
    }

    #[staticmethod]
    fn _from_texts(
        plan: &str,
        start: CommanderTexts,
        opponents: Vec<CommanderTexts>,
        groups: GroupTexts,
    ) -> PyResult<Self> {
        let plan: TunePlan = serde_json::from_str(plan).map_err(|why| broken_pickle(&why))?;
        let opponents = opponents.iter().map(commander_of_texts).collect::<PyResult<_>>()?;
        let matches = [&plan.trials, &plan.checkpoints, &plan.test];
        let [search, validation, test] = groups;
        let mut read = Vec::new();
        for (texts, part) in [search, validation, test].into_iter().zip(matches) {
            let grounds = grounds_of_texts(texts, None)?;
            read.push(part.maps.iter().cloned().zip(grounds).collect::<Vec<_>>());
        }
        let groups = <[Vec<MapWithGrounds>; 3]>::try_from(read).map_err(|_| broken_pickle(&"no groups"))?;
        let start = commander_of_texts(&start)?;
        Ok(Self { hall: TuneHall::of_plan(plan, start, opponents, TuneGrounds::from_groups(groups)) })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let hall = &self.hall;
        let start = texts_of_commander(hall.plan.start_name(), Some(hall.space.start()));
        let texts = |one: &SeatedCommander| texts_of_commander(&one.planned.name, one.doctrine.as_deref());
        let opponents: Vec<_> = hall.opponents().iter().map(texts).collect();
        let groups: GroupTexts =
            TunePurpose::ALL.map(|purpose| texts_of_grounds(hall.grounds.grounds(purpose)));
        let make = py.get_type::<Self>().getattr("_from_texts")?;
        Ok((make, (self.plan()?, start, opponents, groups).into_pyobject(py)?))
    }
}

/// How far a tuning has come: which games come next, and what those that are finished have taught.
///
/// Args:
///     tuning: The tuning, of which nothing is finished yet.
#[pyclass(name = "TuningProgress", module = "hotgates._core", frozen)]
pub struct PyTuningProgress {
    progress: Mutex<TuningProgress>,
}

impl PyTuningProgress {
    fn lock(&self) -> MutexGuard<'_, TuningProgress> {
        self.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[pymethods]
impl PyTuningProgress {
    #[new]
    fn new(tuning: &PyTuning) -> PyResult<Self> {
        let progress = TuningProgress::new(tuning.hall.plan.clone(), tuning.hall.space.clone());
        Ok(Self { progress: Mutex::new(progress.map_err(plan_error)?) })
    }

    /// Returns the games that can be played now: stage, tuned numbers of the stage's doctrines, and set, map, first and second
    /// commander, leg. None once all is done.
    fn next_games(&self) -> PyResult<Vec<TunedGame>> {
        let progress = self.lock();
        if progress.is_over() {
            return Ok(Vec::new());
        }
        let stages = progress.open_stages().iter().map(|stage| {
            let values = |doctrine: &std::sync::Arc<_>| progress.space().values_of_doctrine(doctrine);
            (stage.name.to_string(), stage.doctrines.iter().map(values).collect::<Vec<_>>())
        });
        let stages: Vec<_> = stages.collect();
        let games = progress.next_games().map_err(plan_error)?;
        let task = |(place, game): &(usize, _)| {
            let (name, values) = &stages[*place];
            (name.clone(), values.clone(), numbers_of_game(game))
        };
        Ok(games.iter().map(task).collect())
    }

    /// Counts the game of a line; returns its stage and its numbers.
    ///
    /// Raises:
    ///     BadFile: If its checksum does not fit, or its game is none of those that come next.
    fn read_line(&self, line: &str) -> PyResult<(String, GameNumbers)> {
        let damaged = |why: LineDefect| bad_file(&visible_text(&why.to_string()));
        let object = open_line(line).map_err(damaged)?;
        let (stage, game) = self.lock().read_line(&object).map_err(damaged)?;
        Ok((stage.to_string(), numbers_of_game(&game)))
    }

    /// ``True`` once nothing is left to be played.
    #[getter]
    fn over(&self) -> bool {
        self.lock().is_over()
    }

    /// Tuned doctrine as ``doctrine.ron`` has it, once the search is done.
    #[getter]
    fn doctrine(&self) -> Option<String> {
        self.lock().tuned_doctrine().map(|doctrine| doctrine.to_ron())
    }

    /// Returns the report as ``report.html`` has it.
    fn to_html(&self) -> String {
        TuningReport { progress: &self.lock() }.to_html()
    }

    /// Returns what came of the tuning so far: the document of ``tune --json``.
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &TuningDocument::new(&self.lock()))
    }
}
