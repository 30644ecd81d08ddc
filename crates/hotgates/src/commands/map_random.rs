//! `map random`: a map that nobody has drawn.

use std::io::Write;
use std::path::Path;

use hotgates_engine::{Battle, Ruleset, Scenario};
use hotgates_mapgen::{LandKind, MapPlan};

use crate::cli::{MapKind, MapRandomArgs};
use crate::commands::rules::read_rules;
use crate::console;
use crate::failure::Failure;
use crate::overrides::buy_armies;
use hotgates_files::AtomicFile;

/// Makes the map and writes it to its file or to standard output.
///
/// # Errors
/// When the size is out of range, the ruleset cannot be read or has no room on the map, or the file cannot be written.
pub fn make_random_map(args: &MapRandomArgs) -> Result<(), Failure> {
    let (width, height) = args.size;
    let plan = MapPlan { kind: args.kind.into(), width, height, seed: args.seed, from: args.from };
    let rules = read_rules(Some(&args.rules))?;
    let rules_name = name_for_map(&args.rules, args.out.as_deref())?;
    let target = args.out.as_deref().map(AtomicFile::new).transpose()?;
    let spinner = console::start_spinner("making a map");
    let map = plan.generate_map_by(&rules, &rules_name);
    let mut map = map.map_err(|refused| Failure::bad_input(format!("--size: {refused}")))?;
    buy_armies(&mut map, &rules, args.armies)?;
    drop(spinner);
    let text = map.to_ron();
    if let Some(fault) =
        Battle::check_scenario(&Scenario::new(map, rules)).faults.iter().find(|fault| !fault.is_warning())
    {
        let bought = args.armies.red_points.is_some() || args.armies.blue_points.is_some();
        let options = if bought { "--red-points, --blue-points" } else { "--rules" };
        return Err(Failure::bad_input(format!("{options}: {fault}")));
    }
    if let Some(target) = target {
        return Ok(target.write_and_rename(text.as_bytes())?);
    }
    let mut out = console::standard_output();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Returns the name by which a map in this file names a ruleset: that of one that comes with the program, or the path
/// of its file from the folder of the map.
fn name_for_map(rules: &Path, map: Option<&Path>) -> Result<String, Failure> {
    if let Some(name) = rules.to_str().filter(|name| Ruleset::shipped(name).is_some()) {
        return Ok(name.to_owned());
    }
    let folder = map.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
    let file = rules.canonicalize()?;
    let below = file.strip_prefix(folder).ok().and_then(Path::to_str);
    let below = below.ok_or_else(|| {
        Failure::bad_input("--rules: a map finds only rulesets in its own folder or below: lay it there")
    })?;
    Ok(below.replace(std::path::MAIN_SEPARATOR, "/"))
}

impl From<MapKind> for LandKind {
    fn from(kind: MapKind) -> Self {
        match kind {
            MapKind::Pass => Self::Pass,
            MapKind::River => Self::River,
            MapKind::Plain => Self::Plain,
            MapKind::Islands => Self::Islands,
            MapKind::Highlands => Self::Highlands,
        }
    }
}
