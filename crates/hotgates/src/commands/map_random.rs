//! `map random`: a map that nobody has drawn.

use std::io::Write;

use hotgates_engine::{Battle, Ruleset, Scenario};
use hotgates_mapgen::{LandKind, MapPlan};

use crate::cli::{MapKind, MapRandomArgs};
use crate::console;
use crate::failure::Failure;
use crate::overrides::buy_armies;
use hotgates_files::AtomicFile;

/// Makes the map and writes it to its file or to standard output.
///
/// # Errors
/// When the size is out of range, or the file cannot be written.
pub fn make_random_map(args: &MapRandomArgs) -> Result<(), Failure> {
    let (width, height) = args.size;
    let plan = MapPlan { kind: args.kind.into(), width, height, seed: args.seed, from: args.from };
    let target = args.out.as_deref().map(AtomicFile::new).transpose()?;
    let spinner = console::start_spinner("making a map");
    let mut map = plan.generate_map().map_err(|refused| Failure::bad_input(format!("--size: {refused}")))?;
    buy_armies(&mut map, &Ruleset::classic(), args.armies)?;
    drop(spinner);
    let text = map.to_ron();
    if let Some(fault) =
        Battle::check_scenario(&Scenario::classic(map)).faults.iter().find(|fault| !fault.is_warning())
    {
        return Err(Failure::bad_input(format!("--red-points, --blue-points: {fault}")));
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
        match kind {
            MapKind::Pass => Self::Pass,
            MapKind::River => Self::River,
            MapKind::Plain => Self::Plain,
            MapKind::Islands => Self::Islands,
            MapKind::Highlands => Self::Highlands,
        }
    }
}
