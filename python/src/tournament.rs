//! Tournaments as lists of games that anybody may play, wherever it is.

use std::time::Instant;

use hotgates_engine::{Battle, DiceKey, Fault, MapFile, Ruleset, Scenario};
use hotgates_play::{BuiltInName, Cancel, CommanderName, Seat, SpoiledGame, ThinkingLimit};
use hotgates_tournament::{
    FinishedGames, GameLine, PlannedCommander, PlannedGame, PlannedMap, Standings, TournamentDocument,
    TournamentFormat, TournamentPlan, hash_text, open_line, prepare_games, seal_line,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{HotgatesError, bad_file, seat_error};
use crate::source::scenario_of_name;
use crate::values::as_python;

/// A game by its numbers: set, map, first and second commander, leg.
type GameNumbers = (u32, usize, usize, usize, u32);
/// Texts of the map and the ruleset of a ground, and its dice.
type GroundTexts = (String, String);

const fn game_of_numbers((set, map, first, second, leg): GameNumbers) -> PlannedGame {
    PlannedGame { set, map, first, second, leg }
}

const fn numbers_of_game(game: &PlannedGame) -> GameNumbers {
    let PlannedGame { set, map, first, second, leg } = *game;
    (set, map, first, second, leg)
}

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
    seats: Vec<Seat>,
    grounds: Vec<Vec<Scenario>>,
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

/// Returns a commander's name with this many steps, unless it has a limit of its own.
fn name_with_steps(name: &str, steps: Option<u64>) -> CommanderName {
    let name = CommanderName::from(name);
    match (&name, steps) {
        (CommanderName::BuiltIn(BuiltInName { limit: None, .. }), Some(steps)) => {
            name.with_limit(Some(ThinkingLimit::Steps(steps)))
        }
        _ => name,
    }
}

/// Returns a commander of the plan with its seat. It plays by the shipped doctrine.
fn plan_commander(name: &CommanderName, grounds: &[Vec<Scenario>]) -> PyResult<(PlannedCommander, Seat)> {
    let seat = Seat::from_name(name.clone());
    for ground in grounds.iter().flatten() {
        seat.check_contestant(&ground.rules).map_err(seat_error)?;
    }
    let doctrine = hotgates_ai::Doctrine::built_in_doctrine();
    let text =
        serde_json::to_string(doctrine.as_ref()).map_err(|why| HotgatesError::new_err(why.to_string()))?;
    let planned = PlannedCommander {
        name: name.to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        doctrine_sha256: Some(hash_text(&text)),
    };
    Ok((planned, seat))
}

/// Returns a scenario, with the armies exchanged behind it if sets have them so; both are sound.
fn grounds_of_scenario(scenario: Scenario, mirror: bool) -> Result<Vec<Scenario>, Vec<Fault>> {
    let mut grounds = vec![scenario];
    if mirror {
        let mut exchanged = grounds[0].clone();
        exchanged.exchange_armies();
        grounds.push(exchanged);
    }
    grounds.iter().try_for_each(|ground| Battle::from_scenario(ground).map(drop))?;
    Ok(grounds)
}

impl PyTournament {
    /// Reads the results of lines; the same game twice is a fault.
    fn finished_games(&self, lines: &[String]) -> PyResult<FinishedGames> {
        let mut finished = FinishedGames::new();
        for (number, line) in (1..).zip(lines) {
            let damaged = |why: &dyn std::fmt::Display| bad_file(&format!("line {number}: {why}"));
            let object = open_line(line).map_err(|why| damaged(&why))?;
            let (game, result) = GameLine::read_game(&self.plan, &object).map_err(|why| damaged(&why))?;
            if finished.insert(game, result).is_some() {
                return Err(damaged(&"the game is there already"));
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
            let mut scenario = scenario_of_name(&file, None)?;
            plan.maps.push(PlannedMap::of_scenario(file.clone(), &mut scenario, seed, key));
            let grounds_of_map = grounds_of_scenario(scenario, mirror);
            grounds.push(grounds_of_map.map_err(|faults| bad_file(&format!("{file}: {}", faults[0])))?);
        }
        let mut seats = Vec::new();
        for name in &commanders {
            let (planned, seat) = plan_commander(&name_with_steps(name, steps), &grounds)?;
            if plan.commanders.contains(&planned) {
                return Err(HotgatesError::new_err(format!("{name}: the commander is named twice")));
            }
            plan.commanders.push(planned);
            seats.push(seat);
        }
        plan.next_games(&FinishedGames::new()).map_err(|why| HotgatesError::new_err(why.to_string()))?;
        Ok(Self { plan, seats, grounds })
    }

    /// The plan in JSON, as ``plan.json`` has it.
    #[getter]
    fn plan(&self) -> PyResult<String> {
        serde_json::to_string(&self.plan).map_err(|why| HotgatesError::new_err(why.to_string()))
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
        let next = next.map_err(|why| HotgatesError::new_err(why.to_string()))?;
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
            let prepared =
                prepare_games(&self.plan, &[game], &self.grounds, |number, _| self.seats[number].clone());
            prepared.play_game(&game, &Cancel::new(), || start.elapsed())
        });
        let played = played.map_err(|why| HotgatesError::new_err(why.to_string()))?;
        let line = serde_json::to_string(&GameLine::new(&self.plan, &game, &played.result));
        let line = line.ok().as_deref().and_then(seal_line);
        line.ok_or_else(|| HotgatesError::new_err("a line of a game is an object"))
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
        let next = self.plan.next_games(&finished).map_err(|why| HotgatesError::new_err(why.to_string()))?;
        let standings = Standings::new(&self.plan, &finished);
        as_python(py, &TournamentDocument::new(&self.plan, &standings, next.is_empty()))
    }

    #[staticmethod]
    fn _from_texts(plan: &str, grounds: Vec<Vec<GroundTexts>>) -> PyResult<Self> {
        let broken = |why: &dyn std::fmt::Display| bad_file(&format!("a pickled tournament: {why}"));
        let plan: TournamentPlan = serde_json::from_str(plan).map_err(|why| broken(&why))?;
        let scenario = |(map, rules): GroundTexts| -> PyResult<Scenario> {
            let map = MapFile::from_ron(&map).map_err(|fault| broken(&fault))?;
            let rules = Ruleset::from_ron(&rules).map_err(|faults| broken(&faults[0]))?;
            let mut scenario = Scenario::new(map, rules);
            if let Some(key) = plan.key {
                scenario.set_dice_source(key.into());
            }
            Battle::from_scenario(&scenario).map_err(|faults| broken(&faults[0]))?;
            Ok(scenario)
        };
        let of_map = |texts: Vec<GroundTexts>| texts.into_iter().map(&scenario).collect::<PyResult<Vec<_>>>();
        let grounds = grounds.into_iter().map(of_map).collect::<PyResult<Vec<_>>>()?;
        let seats = plan.commanders.iter().map(|one| Seat::from_name(one.name.as_str())).collect();
        Ok(Self { plan, seats, grounds })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let texts = |scenario: &Scenario| -> GroundTexts { (scenario.map.to_ron(), scenario.rules.to_ron()) };
        let grounds: Vec<Vec<GroundTexts>> =
            self.grounds.iter().map(|of_map| of_map.iter().map(texts).collect()).collect();
        let make = py.get_type::<Self>().getattr("_from_texts")?;
        Ok((make, (self.plan()?, grounds).into_pyobject(py)?))
    }
}
