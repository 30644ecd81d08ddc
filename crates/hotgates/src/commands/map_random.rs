//! `map random`: a map that nobody has drawn.

use std::io::Write;

use hotgates_engine::{Battle, Scenario};
use hotgates_mapgen::{LandKind, MapPlan};

use crate::cli::{MapKind, MapRandomArgs};
use crate::commands::rules::read_rules;
use crate::console;
use crate::failure::Failure;
use crate::overrides::buy_armies;
use hotgates_files::{AtomicFile, rules_name_for_map};

/// Makes the map and writes it to its file or to standard output.
///
/// # Errors
/// When the size is out of range, the ruleset cannot be read or has no room on the map, or the file cannot be written.
pub fn make_random_map(args: &MapRandomArgs) -> Result<(), Failure> {
    let (kind, (width, height)) = (args.kind.into(), args.size);
    let plan = MapPlan { kind, width, height, seed: args.seed, from: args.from };
    let rules = read_rules(Some(&args.rules))?;
    let elsewhere = || Failure::bad_input("--rules: a map finds only rulesets in its folder or below");
    let name = rules_name_for_map(&args.rules, args.out.as_deref())?.ok_or_else(elsewhere)?;
    let target = args.out.as_deref().map(AtomicFile::new).transpose()?;
    let spinner = console::start_spinner("making a map");
    let map = plan.generate_map_by(&rules, &name);
    let mut map = map.map_err(|refused| Failure::bad_input(format!("--size: {refused}")))?;
    buy_armies(&mut map, &rules, args.armies)?;
    drop(spinner);
    let text = map.to_ron();
    let faults = Battle::check_scenario(&Scenario::new(map, rules)).faults;
    if let Some(fault) = faults.iter().find(|fault| !fault.is_warning()) {
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

impl From<MapKind> for LandKind {
    fn from(kind: MapKind) -> Self {
        // The option lists the kinds in their order.
        Self::ALL[kind as usize]
    }
}
