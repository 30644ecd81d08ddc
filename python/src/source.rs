//! Where battles come from: files, texts and the maps that come with the package.

use std::path::{Path, PathBuf};

use hotgates_engine::{Battle, BattleFile, DiceKey, DiceSource, Fault, MapFile, Ruleset, Scenario};
use hotgates_files::{FileAccess, LoadedScenario, SourceText, read_ruleset};
use pyo3::prelude::*;

use crate::errors::{HotgatesError, bad_file};

/// Returns the name of a shipped map in small letters.
fn name_of_map(scenario: &Scenario) -> String {
    scenario.map.name.to_lowercase().replace(' ', "_")
}

/// Names of the maps that come with the package.
pub fn shipped_names() -> Vec<String> {
    hotgates_maps::shipped_scenarios().iter().map(name_of_map).collect()
}

/// Returns the scenario of a shipped map.
pub fn shipped_scenario(name: &str) -> PyResult<Scenario> {
    let found = hotgates_maps::shipped_scenarios().into_iter().find(|scenario| name_of_map(scenario) == name);
    let unknown =
        || HotgatesError::new_err(format!("unknown map {name:?}; known: {}", shipped_names().join(", ")));
    found.ok_or_else(unknown)
}

/// Reads a map or scenario from a file, with the ruleset that it names or another one.
pub fn scenario_of_file(path: &Path, rules: Option<&str>) -> PyResult<Scenario> {
    let read = LoadedScenario::open_file(path, FileAccess::default());
    let mut loaded = read.map_err(|why| bad_file(&why.messages().join("\n")))?;
    if let Some(rules) = rules {
        loaded.scenario.rules = ruleset_of_words(rules)?;
    }
    if let Err(faults) = Battle::from_scenario(&loaded.scenario) {
        let located = loaded.locate_faults(faults);
        let words: Vec<_> = located.iter().map(|fault| fault.fault.message_in_file(&fault.file)).collect();
        return Err(bad_file(&words.join("\n")));
    }
    Ok(loaded.scenario)
}

/// Reads a map from a text. A ruleset that it names is one that comes with the package.
pub fn scenario_of_text(text: &str, rules: Option<&str>) -> PyResult<Scenario> {
    let source = SourceText { name: "text".to_owned(), text: text.to_owned() };
    let refused = |faults: Vec<Fault>| bad_file(&source.error_of_faults(faults).messages().join("\n"));
    let map = match BattleFile::from_ron(text).map_err(|fault| refused(vec![fault]))? {
        BattleFile::Map(map) => map,
        BattleFile::Scenario(_) => {
            return Err(bad_file("text: a scenario names a map beside its file; read it with from_file"));
        }
    };
    let rules = match rules {
        Some(rules) => ruleset_of_words(rules)?,
        None => ruleset_of_map(&map)?,
    };
    let scenario = Scenario::new(map, rules);
    Battle::from_scenario(&scenario).map_err(refused)?;
    Ok(scenario)
}

fn ruleset_of_map(map: &MapFile) -> PyResult<Ruleset> {
    let name = map.rules.as_deref().unwrap_or("classic");
    let unknown = || {
        let known = Ruleset::SHIPPED.map(|(name, _)| name).join(", ");
        bad_file(&format!("text: rules: {name:?} does not come with the package; known: {known}"))
    };
    Ruleset::shipped(name).ok_or_else(unknown)
}

/// Reads a ruleset: the name of one that comes with the package, a text, or a path.
fn ruleset_of_words(rules: &str) -> PyResult<Ruleset> {
    if let Some(shipped) = Ruleset::shipped(rules) {
        return Ok(shipped);
    }
    if rules.trim_start().starts_with("Ruleset(") || rules.contains('\n') {
        let source = SourceText { name: "rules".to_owned(), text: rules.to_owned() };
        let read = Ruleset::from_ron(rules);
        return read.map_err(|faults| bad_file(&source.error_of_faults(faults).messages().join("\n")));
    }
    read_ruleset(&PathBuf::from(rules), FileAccess::default())
        .map_err(|why| bad_file(&why.messages().join("\n")))
}

/// Puts the dice that a caller names into a scenario.
pub fn set_dice(scenario: &mut Scenario, seed: Option<u64>, key: Option<&str>) -> PyResult<()> {
    let source = match (seed, key) {
        (Some(_), Some(_)) => {
            return Err(HotgatesError::new_err("dice come from a seed or from a key, not from both"));
        }
        (Some(seed), None) => DiceSource::Seed(seed),
        (None, Some(key)) => {
            let key = key.parse::<DiceKey>().map_err(|why| HotgatesError::new_err(format!("key: {why}")))?;
            DiceSource::Key(key)
        }
        (None, None) => return Ok(()),
    };
    scenario.set_dice_source(source);
    Ok(())
}

/// Reads whichever scenario the caller names: a path, a text of a map, or the name of a shipped map.
pub fn scenario_of_words(words: &Bound<'_, PyAny>, rules: Option<&str>) -> PyResult<Scenario> {
    let Ok(text) = words.extract::<String>() else {
        return scenario_of_file(&words.extract::<PathBuf>()?, rules);
    };
    let start = text.trim_start();
    if text.contains('\n') || ["(", "Map(", "Scenario(", "//"].iter().any(|words| start.starts_with(words)) {
        return scenario_of_text(&text, rules);
    }
    scenario_of_name(&text, rules)
}

/// Reads the scenario of a path, or of the name of a shipped map.
pub fn scenario_of_name(name: &str, rules: Option<&str>) -> PyResult<Scenario> {
    let path = Path::new(name);
    if !shipped_names().iter().any(|shipped| shipped == name) && (path.exists() || path.extension().is_some())
    {
        return scenario_of_file(path, rules);
    }
    let mut scenario = shipped_scenario(name)?;
    if let Some(rules) = rules {
        scenario.rules = ruleset_of_words(rules)?;
    }
    Ok(scenario)
}
