//! Commanders and maps of plans, and the texts that they are pickled as.

use std::sync::Arc;

use hotgates_ai::Doctrine;
use hotgates_engine::{Battle, DiceKey, Fault, MapFile, Ruleset, Scenario, visible_text};
use hotgates_files::read_doctrine;
use hotgates_play::CommanderName;
use hotgates_tournament::{PlannedGame, PlannedMap, SeatedCommander, seal_line};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::{HotgatesError, bad_file};
use crate::source::scenario_of_name;

/// A game by its numbers: set, map, first and second commander, leg.
pub type GameNumbers = (u32, usize, usize, usize, u32);
/// Name of a commander, and the text of its doctrine.
pub type CommanderTexts = (String, String);
/// Texts of the map and the ruleset of a ground.
pub type GroundTexts = (String, String);
/// Maps as they are, and with the armies exchanged if sets have them so.
pub type Grounds = Vec<Vec<Scenario>>;

pub const fn game_of_numbers((set, map, first, second, leg): GameNumbers) -> PlannedGame {
    PlannedGame { set, map, first, second, leg }
}

pub const fn numbers_of_game(game: &PlannedGame) -> GameNumbers {
    let PlannedGame { set, map, first, second, leg } = *game;
    (set, map, first, second, leg)
}

/// Returns the commander of a name on its seat, who plays by each of these rulesets. A doctrine that the name says is read from
/// its file; no program is started, and no policy read.
pub fn seat_commander<'a>(
    name: &CommanderName,
    rules: impl IntoIterator<Item = &'a Ruleset>,
) -> PyResult<SeatedCommander> {
    let seated = SeatedCommander::of_name(name, rules, |doctrine| read_doctrine(doctrine, false));
    seated.map_err(|why| HotgatesError::new_err(visible_text(&format!("{name}: {why}")).to_string()))
}

/// Returns the texts of a commander.
pub fn texts_of_commander(name: &str, doctrine: Option<&Doctrine>) -> CommanderTexts {
    (name.to_owned(), doctrine.map(Doctrine::to_ron).unwrap_or_default())
}

/// Returns the commander of its texts.
pub fn commander_of_texts((name, doctrine): &CommanderTexts) -> PyResult<SeatedCommander> {
    let read = |_: &str| match Doctrine::from_ron(doctrine) {
        Ok(doctrine) => Ok(Arc::new(doctrine)),
        Err(faults) => Err(faults[0].to_string()),
    };
    SeatedCommander::of_name(&CommanderName::from(name.as_str()), [], read).map_err(|why| broken_pickle(&why))
}

/// Reads the map of a file, or a shipped one, for a plan.
pub fn plan_map(
    file: &str,
    (seed, key): (Option<u64>, Option<DiceKey>),
    mirror: bool,
) -> PyResult<(PlannedMap, Vec<Scenario>)> {
    let mut scenario = scenario_of_name(file, None)?;
    let map = PlannedMap::of_scenario(file.to_owned(), &mut scenario, seed, key);
    let grounds = grounds_of_scenario(scenario, mirror);
    Ok((map, grounds.map_err(|faults| bad_file(&format!("{file}: {}", faults[0])))?))
}

/// Returns a scenario, with the armies exchanged behind it if sets have them so; both are sound.
pub fn grounds_of_scenario(scenario: Scenario, mirror: bool) -> Result<Vec<Scenario>, Vec<Fault>> {
    let mut grounds = vec![scenario];
    if mirror {
        let mut exchanged = grounds[0].clone();
        exchanged.exchange_armies();
        grounds.push(exchanged);
    }
    grounds.iter().try_for_each(|ground| Battle::from_scenario(ground).map(drop))?;
    Ok(grounds)
}

/// Returns the texts of the grounds of each map.
pub fn texts_of_grounds(grounds: &[Vec<Scenario>]) -> Vec<Vec<GroundTexts>> {
    let texts = |scenario: &Scenario| -> GroundTexts { (scenario.map.to_ron(), scenario.rules.to_ron()) };
    grounds.iter().map(|of_map| of_map.iter().map(texts).collect()).collect()
}

/// Returns the grounds of their texts, with the dice of a key if there is one.
pub fn grounds_of_texts(texts: Vec<Vec<GroundTexts>>, key: Option<DiceKey>) -> PyResult<Grounds> {
    let ground = |(map, rules): GroundTexts| -> PyResult<Scenario> {
        let map = MapFile::from_ron(&map).map_err(|fault| broken_pickle(&fault))?;
        let rules = Ruleset::from_ron(&rules).map_err(|faults| broken_pickle(&faults[0]))?;
        let mut scenario = Scenario::new(map, rules);
        if let Some(key) = key {
            scenario.set_dice_source(key.into());
        }
        Battle::from_scenario(&scenario).map_err(|faults| broken_pickle(&faults[0]))?;
        Ok(scenario)
    };
    let of_map = |texts: Vec<GroundTexts>| texts.into_iter().map(&ground).collect();
    texts.into_iter().map(of_map).collect()
}

/// Returns the line of a game with its checksum.
pub fn sealed_line(game: &impl Serialize) -> PyResult<String> {
    let object = serde_json::to_string(game).map_err(plan_error)?;
    seal_line(&object).ok_or_else(|| plan_error("a line of a game is an object"))
}

/// Returns the exception of a pickled plan that cannot be read.
pub fn broken_pickle(why: &dyn std::fmt::Display) -> PyErr {
    bad_file(&format!("a pickled plan: {why}"))
}

/// Returns the exception of something that only happens if the package has a fault, or of a plan that cannot be played.
pub fn plan_error(why: impl std::fmt::Display) -> PyErr {
    HotgatesError::new_err(why.to_string())
}
