//! Tournaments as lists of games that anybody may play, wherever it is.

use std::time::Instant;

use hotgates_engine::{DiceKey, visible_text};
use hotgates_play::{Cancel, CommanderName, SpoiledGame};
use hotgates_tournament::{
    FinishedGames, GameLine, LineDefect, SeatedCommander, Standings, TournamentDocument, TournamentFormat,
    TournamentPlan, open_line, prepare_games,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{HotgatesError, bad_file};
use crate::planned::{
    CommanderTexts, GameNumbers, GroundTexts, Grounds, broken_pickle, commander_of_texts, game_of_numbers,
    grounds_of_texts, numbers_of_game, plan_error, plan_map, sealed_line, seat_commander, texts_of_commander,
    texts_of_grounds,
};
use crate::values::as_python;

/// A tournament of built-in commanders: its plan, as the terminal's ``tournament`` keeps it, and games that are pure functions
/// of it. It pickles, with its maps, so that any process plays any game.
///
/// Args:
///     commanders: Names of built-in commanders, each once.
///     maps: Files of maps or names of shipped ones, each once.
///     games: Number of games for each pairing and map, rounded up to whole sets.
///     format: ``"round-robin"``, ``"gauntlet"`` (the first against all others) or ``"swiss"``.
///     rounds: Rounds of a Swiss tournament.
///     seed: First seed; without one the map's own.
///     key: Key of the dice instead, 64 hexadecimal digits.
///     mirror: ``True`` plays each set with exchanged armies, too.
///     steps: Steps of each commander for a half-turn, unless its name has a limit.
///
/// >>> from hotgates._core import Tournament
/// >>> plan = Tournament(["greedy", "random"], ["open_field"], games=2, seed=1)
/// >>> [plan.read_line(plan.play_game(game)) for game in plan.next_games([])]
/// [(0, 0, 0, 1, 0), (0, 0, 0, 1, 1)]
#[pyclass(name = "Tournament", module = "hotgates._core", frozen)]
pub struct PyTournament {
    plan: TournamentPlan,
    commanders: Vec<SeatedCommander>,
    grounds: Grounds,
}

fn tournament_format(name: &str, commanders: usize, rounds: Option<u32>) -> PyResult<TournamentFormat> {
    if rounds.is_some() && name != "swiss" {
        return Err(HotgatesError::new_err("rounds are for the format \"swiss\""));
    }
    match name {
        "round-robin" => Ok(TournamentFormat::RoundRobin),
        "gauntlet" => Ok(TournamentFormat::Gauntlet),
        "swiss" => {
            let halvings = commanders.next_power_of_two().ilog2();
            Ok(TournamentFormat::Swiss { rounds: rounds.unwrap_or(halvings + 1) })
        }
        _ => Err(HotgatesError::new_err(format!(
            "unknown format {name:?}; known: round-robin, gauntlet, swiss"
        ))),
    }
}

impl PyTournament {
    /// Reads the results of lines; the same game twice is a fault.
    fn finished_games(&self, lines: &[String]) -> PyResult<FinishedGames> {
        let mut finished = FinishedGames::new();
        for (number, line) in (1..).zip(lines) {
            let damaged = |why: LineDefect| bad_file(&visible_text(&format!("line {number}: {why}")));
            let object = open_line(line).map_err(&damaged)?;
            let (game, result) = GameLine::read_game(&self.plan, &object).map_err(&damaged)?;
            if finished.insert(game, result).is_some() {
                return Err(damaged(LineDefect::Content("the game is there already".to_owned())));
            }
        }
        Ok(finished)
    }
}

#[pymethods]
impl PyTournament {
    #[new]
    #[pyo3(signature = (commanders, maps, *, games=20, format="round-robin", rounds=None, seed=None, key=None, mirror=false, steps=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords of a Python function")]
    fn new(
        commanders: Vec<String>,
        maps: Vec<String>,
        games: u32,
        format: &str,
        rounds: Option<u32>,
        seed: Option<u64>,
        key: Option<&str>,
        mirror: bool,
        steps: Option<u64>,
    ) -> PyResult<Self> {
        let key = key.map(str::parse::<DiceKey>).transpose();
        let key = key.map_err(|why| HotgatesError::new_err(format!("key: {why}")))?;
        if seed.is_some() && key.is_some() {
            return Err(HotgatesError::new_err("dice come from a seed or from a key, not from both"));
        }
        if commanders.len() < 2 || maps.is_empty() || games == 0 {
            return Err(HotgatesError::new_err("a tournament has two commanders, a map and a game at least"));
        }
        let games_per_set = if mirror { 4 } else { 2 };
        let mut plan = TournamentPlan {
            sets: games.div_ceil(games_per_set),
            games_per_set,
            key,
            ..TournamentPlan::new(tournament_format(format, commanders.len(), rounds)?)
        };
        let mut grounds = Vec::new();
        for file in maps {
            if plan.maps.iter().any(|map| map.file == file) {
                return Err(HotgatesError::new_err(format!("{file}: the map is named twice")));
            }
            let (map, of_map) = plan_map(&file, (seed, key), mirror)?;
            plan.maps.push(map);
            grounds.push(of_map);
        }
        let mut seated: Vec<SeatedCommander> = Vec::new();
        for name in &commanders {
            let full = CommanderName::from(name.as_str()).with_usual_steps(steps);
            let commander = seat_commander(&full, grounds.iter().flatten().map(|ground| &ground.rules))?;
            if plan.commanders.contains(&commander.planned) {
                return Err(HotgatesError::new_err(format!("{name}: the commander is named twice")));
            }
            plan.commanders.push(commander.planned.clone());
            seated.push(commander);
        }
        plan.next_games(&FinishedGames::new()).map_err(plan_error)?;
        Ok(Self { plan, commanders: seated, grounds })
    }

    /// The plan in JSON, as ``plan.json`` has it.
    #[getter]
    fn plan(&self) -> PyResult<String> {
        serde_json::to_string(&self.plan).map_err(plan_error)
    }

    /// Returns what makes another plan of one in JSON, in words; ``None`` if both are the same.
    fn difference(&self, plan: &str) -> PyResult<Option<String>> {
        let then: TournamentPlan =
            serde_json::from_str(plan).map_err(|why| bad_file(&format!("the plan: {why}")))?;
        Ok(then.what_differs(&self.plan))
    }

    /// Returns the games that can be played now, given the lines of those that are finished; none once it is over.
    fn next_games(&self, lines: Vec<String>) -> PyResult<Vec<GameNumbers>> {
        let next = self.plan.next_games(&self.finished_games(&lines)?);
        let next = next.map_err(plan_error)?;
        Ok(next.iter().map(numbers_of_game).collect())
    }

    /// Plays a game and returns its line, as ``games.jsonl`` has it. Other threads run meanwhile.
    fn play_game(&self, py: Python<'_>, game: GameNumbers) -> PyResult<String> {
        let game = game_of_numbers(game);
        if !self.plan.has_game(&game) {
            return Err(HotgatesError::new_err("the plan has no such game"));
        }
        let played = py.detach(|| -> Result<_, SpoiledGame> {
            let start = Instant::now();
            let prepared = prepare_games(&self.plan, &[game], &self.grounds, |number, _| {
                self.commanders[number].seat.clone()
            });
            prepared.play_game(&game, &Cancel::new(), || start.elapsed())
        });
        let played = played.map_err(plan_error)?;
        sealed_line(&GameLine::new(&self.plan, &game, &played.result))
    }

    /// Returns the game that a line is of.
    ///
    /// Raises:
    ///     BadFile: If its checksum does not fit, or the plan has no such game.
    fn read_line(&self, line: String) -> PyResult<GameNumbers> {
        let finished = self.finished_games(&[line])?;
        finished.keys().next().map(numbers_of_game).ok_or_else(|| bad_file("there is no game"))
    }

    /// Returns who stands where, given the lines of finished games: the document of ``tournament --json``.
    fn standings<'py>(&self, py: Python<'py>, lines: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        let finished = self.finished_games(&lines)?;
        let next = self.plan.next_games(&finished).map_err(plan_error)?;
        let standings = Standings::new(&self.plan, &finished);
        as_python(py, &TournamentDocument::new(&self.plan, &standings, next.is_empty()))
    }

    #[staticmethod]
    fn _from_texts(
        plan: &str,
        commanders: Vec<CommanderTexts>,
        grounds: Vec<Vec<GroundTexts>>,
    ) -> PyResult<Self> {
        let plan: TournamentPlan = serde_json::from_str(plan).map_err(|why| broken_pickle(&why))?;
        let commanders = commanders.iter().map(commander_of_texts).collect::<PyResult<_>>()?;
        Ok(Self { commanders, grounds: grounds_of_texts(grounds, plan.key)?, plan })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let texts = |one: &SeatedCommander| texts_of_commander(&one.planned.name, one.doctrine.as_deref());
        let commanders: Vec<_> = self.commanders.iter().map(texts).collect();
        let make = py.get_type::<Self>().getattr("_from_texts")?;
        Ok((make, (self.plan()?, commanders, texts_of_grounds(&self.grounds)).into_pyobject(py)?))
    }
}
