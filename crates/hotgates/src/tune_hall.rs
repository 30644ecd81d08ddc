//! Where the games of a tuning are played, as the command line says it.

use std::path::PathBuf;

use hotgates_files::LoadedScenario;
use hotgates_tune::{TuneFault, TuneGrounds, TuneHall, TuneMap, TuneOrder};

use crate::cli::tune::TuneArgs;
use crate::failure::Failure;
use crate::seats::seat_with_doctrine;
use crate::tournament_hall::{prepare_map, sequential_format};

/// Reads the maps and seats the commanders that the options name.
///
/// # Errors
/// Faults of maps and names, each with its place.
pub fn hall_of_tuning(args: &TuneArgs) -> Result<TuneHall, Failure> {
    let order = TuneOrder {
        name: args.name.clone(),
        against: args.against.clone(),
        numbers: args.numbers.clone(),
        iterations: args.iterations,
        games: [args.games, args.validation_games, args.test_games],
        seed: args.seed,
        steps: args.steps,
        mirror: args.mirror,
        test: sequential_format(&args.test)?,
    };
    let grounds = gather_maps(args)?;
    TuneHall::new(
        &order,
        grounds,
        |name, grounds| seat_with_doctrine(name, grounds.rules()),
        failure_of_tuning,
    )
}

/// Reads or generates the maps of all groups.
fn gather_maps(args: &TuneArgs) -> Result<TuneGrounds, Failure> {
    let named = [&*args.maps, &*args.validation, &*args.held_out];
    let prepare = |map: TuneMap<'_, PathBuf>, first_seed| {
        let (file, loaded) = match map {
            TuneMap::Named(path) => {
                (path.display().to_string(), LoadedScenario::open_file(path, args.access.file_access())?)
            }
            TuneMap::Generated(name, map) => (name.clone(), LoadedScenario::from_classic_map(*map, name)),
        };
        prepare_map(file, loaded, (Some(first_seed), None), args.mirror)
    };
    TuneGrounds::gather_maps(named, args.seed, prepare, failure_of_tuning)
}

/// Returns the failure of a tuning that cannot be played, by the names of the options.
fn failure_of_tuning(fault: TuneFault) -> Failure {
    match fault {
        TuneFault::UnknownNumber { .. } => Failure::bad_input(format!("--numbers {fault}")),
        TuneFault::OtherRules => {
            let message =
                "generated maps are of the classic ruleset: name others with --validation and --held-out";
            Failure::bad_input(message)
        }
        TuneFault::NoDoctrine { .. } | TuneFault::OpponentTwice(_) | TuneFault::MapTwice { .. } => {
            Failure::bad_input(fault)
        }
        TuneFault::Map(_) => Failure::program_fault(fault),
    }
}
