//! The maps that come with the program, as scenarios.

use std::path::{Path, PathBuf};

use hotgates_engine::{MapFile, Ruleset, Scenario};

/// All maps that come with the program, of every ruleset; not those of campaigns, whose armies are elsewhere.
pub fn shipped_maps() -> Vec<PathBuf> {
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    let mut found = Vec::new();
    for folder in ["", "hoplite", "musket", "panzer"] {
        let files = std::fs::read_dir(maps.join(folder)).expect("the folder of maps");
        let paths = files.map(|file| file.expect("a file").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|extension| extension == "ron")));
    }
    found.sort();
    found
}

pub fn read_scenario(path: &Path) -> Scenario {
    let text = std::fs::read_to_string(path).expect("a map");
    let map = MapFile::from_ron(&text).expect("a sound map");
    let rules = match &map.rules {
        Some(name) => Ruleset::shipped(name).expect("a shipped ruleset"),
        None => Ruleset::classic(),
    };
    Scenario::new(map, rules)
}
