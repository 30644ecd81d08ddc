//! Where the games of a tuning are played: three groups of maps, the commander that is tuned and its opponents.

use std::path::PathBuf;
use std::sync::Arc;

use hotgates_ai::{Doctrine, DoctrinePart, doctrine_parts};
use hotgates_engine::{Direction, Ruleset, Scenario};
use hotgates_files::LoadedScenario;
use hotgates_mapgen::{LandKind, MapPlan};
use hotgates_play::{CommanderName, Seat};
use hotgates_tournament::{
    PlannedCommander, PlannedGame, PlannedMap, PlayableGames, TournamentFormat, TournamentPlan, hash_text,
    prepare_games,
};
use hotgates_tune::{DoctrineSpace, OpenStage, StageName, TunePlan};

use crate::cli::tune::TuneArgs;
use crate::failure::Failure;
use crate::seats::{NamedSeat, seat_with_doctrine};
use crate::tournament_hall::{prepare_map, sequential_format, text_of_doctrine, with_steps};

/// The maps and commanders of a tuning, and its plan.
pub struct TuneHall {
    /// Everything that the result depends on.
    pub plan: TunePlan,
    /// The space in which the search looks.
    pub space: DoctrineSpace,
    groups: [MapGroup; 3],
    start: Seat,
    opponents: Vec<Seat>,
}

/// Maps that are played on for one purpose.
#[derive(Default)]
struct MapGroup {
    maps: Vec<PlannedMap>,
    /// Each map as it is, and with the armies exchanged if sets ask for it.
    grounds: Vec<Vec<Scenario>>,
}

/// Names of the three groups in messages.
const PURPOSES: [&str; 3] = ["tuning", "validation", "the test"];
/// Distance between the first seeds of two groups: beyond all sets of one.
const SEEDS_OF_GROUP: u64 = 1 << 40;
/// Columns and rows of generated maps.
const GENERATED_SIZE: [u32; 2] = [30, 24];
/// Number of generated maps of each kind in each group.
const GENERATED: [u64; 3] = [0, 4, 20];
/// Distance between the seeds of generated maps in two groups.
const MAPS_OF_GROUP: u64 = 1000;

impl TuneHall {
    /// Reads the maps and seats the commanders that the options name.
    ///
    /// # Errors
    /// Faults of maps and names, each with its place.
    pub fn new(args: &TuneArgs) -> Result<Self, Failure> {
        let test = sequential_format(&args.test)?;
        let groups = read_groups(args)?;
        let rules = || groups.iter().flat_map(|group| &group.grounds).flatten().map(|ground| &ground.rules);
        let (start_name, parts) = tuned_name(args)?;
        let NamedSeat { seat: start, doctrine, .. } = seat_with_doctrine(&start_name, rules())?;
        let doctrine = doctrine.unwrap_or_default();
        let has_use = |part: &DoctrinePart| match part {
            DoctrinePart::Hunting | DoctrinePart::Holding | DoctrinePart::Planning => true,
            DoctrinePart::Condition => rules().any(|rules| rules.options.has_conditions()),
            DoctrinePart::Works => rules().any(|rules| !rules.options.works.is_empty()),
        };
        let parts: Vec<DoctrinePart> = parts.iter().copied().filter(has_use).collect();
        let space = space_of_options(doctrine.as_ref().clone(), &parts, args)?;
        let mut commanders = vec![planned_commander(&start_name, Some(&doctrine))?];
        let mut opponents = Vec::new();
        for name in &args.against {
            let name = with_steps(CommanderName::from(name.as_str()), args.steps);
            if commanders[1..].iter().any(|commander| commander.name == name.to_string()) {
                return Err(Failure::bad_input(format!("{name}: the opponent is named twice")));
            }
            let NamedSeat { seat, doctrine, policy_sha256 } = seat_with_doctrine(&name, rules())?;
            let planned = planned_commander(&name, doctrine.as_ref())?;
            let doctrine_sha256 = planned.doctrine_sha256.or(policy_sha256);
            commanders.push(PlannedCommander { doctrine_sha256, ..planned });
            opponents.push(seat);
        }
        let games_per_set = if args.mirror { 4 } else { 2 };
        let [start_of_test, _] = [&commanders[0], &commanders[1]];
        let of_test = vec![start_of_test.clone(), start_of_test.clone()];
        let matches = [
            (TournamentFormat::Gauntlet, args.games, &groups[0], commanders.clone()),
            (TournamentFormat::Gauntlet, args.validation_games, &groups[1], commanders),
            (test, args.test_games, &groups[2], of_test),
        ];
        let matches = matches.map(|(format, games, group, commanders)| TournamentPlan {
            commanders,
            maps: group.maps.clone(),
            sets: games.div_ceil(games_per_set),
            games_per_set,
            ..TournamentPlan::new(format)
        });
        let plan = TunePlan::new(&space, args.iterations, args.seed, matches);
        Ok(Self { plan, space, groups, start, opponents })
    }

    /// Returns what is needed to play these games of a stage.
    pub fn prepare_stage(&self, stage: &OpenStage, games: &[PlannedGame]) -> PlayableGames {
        let group = match stage.name {
            StageName::Trial { .. } => 0,
            StageName::Checkpoint { .. } => 1,
            StageName::Test => 2,
        };
        prepare_games(&stage.plan, games, &self.groups[group].grounds, |number, _| {
            match stage.doctrines.get(number) {
                Some(doctrine) => self.start.clone().with_doctrine(Arc::clone(doctrine)),
                None => self.opponents[number - stage.doctrines.len()].clone(),
            }
        })
    }
}

/// Returns the space of the numbers that the options name, or of all.
///
/// # Errors
/// A number that the commander does not decide by.
fn space_of_options(
    start: Doctrine,
    parts: &[DoctrinePart],
    args: &TuneArgs,
) -> Result<DoctrineSpace, Failure> {
    let space = DoctrineSpace::new(start, parts);
    let fields: Vec<_> = space.numbers().iter().map(|number| number.field.as_str()).collect();
    let known = fields.join(", ");
    space.with_numbers(&args.numbers).map_err(|unknown| {
        let commander = &args.name;
        Failure::bad_input(format!("--numbers {unknown}: {commander} does not decide by it, but by {known}"))
    })
}

/// Returns the name of the commander that is tuned, with its doctrine and steps, and its parts of command.
///
/// # Errors
/// When no doctrine can be tuned for the name.
fn tuned_name(args: &TuneArgs) -> Result<(CommanderName, &'static [DoctrinePart]), Failure> {
    let bad_name = |why: &str| Err(Failure::bad_input(format!("{}: {why}", args.name)));
    let CommanderName::BuiltIn(mut name) = CommanderName::from(args.name.as_str()) else {
        return bad_name("only commanders of this program have a doctrine to tune");
    };
    let parts = match doctrine_parts(&name.commander) {
        Ok([]) => return bad_name("the commander weighs nothing by a doctrine"),
        Ok(parts) => parts,
        Err(unknown) => return bad_name(&unknown.to_string()),
    };
    name.doctrine.get_or_insert_with(|| Doctrine::SHIPPED_NAMES[0].to_owned());
    Ok((with_steps(CommanderName::BuiltIn(name), args.steps), parts))
}

/// Returns a commander of the plan.
fn planned_commander(
    name: &CommanderName,
    doctrine: Option<&Arc<Doctrine>>,
) -> Result<PlannedCommander, Failure> {
    Ok(PlannedCommander {
        name: name.to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        doctrine_sha256: doctrine
            .map(|doctrine| text_of_doctrine(doctrine))
            .transpose()?
            .as_deref()
            .map(hash_text),
    })
}

/// Reads or generates the maps of all groups.
///
/// # Errors
/// Faults of maps, and maps that are in two groups.
fn read_groups(args: &TuneArgs) -> Result<[MapGroup; 3], Failure> {
    let mut groups = [MapGroup::default(), MapGroup::default(), MapGroup::default()];
    let named: [&[PathBuf]; 3] = [&args.maps, &args.validation, &args.held_out];
    for (number, files) in named.into_iter().enumerate() {
        let maps = if files.is_empty() {
            if groups[0].grounds.iter().flatten().any(|ground| ground.rules != Ruleset::classic()) {
                let message =
                    "generated maps are of the classic ruleset: name others with --validation and --held-out";
                return Err(Failure::bad_input(message));
            }
            generate_maps(args.seed, number)?
        } else {
            let open = |path: &PathBuf| {
                let loaded = LoadedScenario::open_file(path, args.access.file_access())?;
                Ok::<_, Failure>((path.display().to_string(), loaded))
            };
            files.iter().map(open).collect::<Result<_, _>>()?
        };
        for (file, loaded) in maps {
            let first_seed = args.seed.wrapping_add(number as u64 * SEEDS_OF_GROUP);
            let (map, grounds) = prepare_map(file, loaded, (Some(first_seed), None), args.mirror)?;
            for (group, purpose) in groups.iter().zip(PURPOSES) {
                if group.maps.iter().any(|other| other.file == map.file || other.sha256 == map.sha256) {
                    let message =
                        format!("{}: the map is named for {purpose} and for {}", map.file, PURPOSES[number]);
                    return Err(Failure::bad_input(message));
                }
            }
            groups[number].maps.push(map);
            groups[number].grounds.push(grounds);
        }
    }
    Ok(groups)
}

/// Generates the maps of a group, each called by the command that makes it.
fn generate_maps(seed: u64, group: usize) -> Result<Vec<(String, LoadedScenario)>, Failure> {
    let [width, height] = GENERATED_SIZE;
    let seeds = (0..GENERATED[group]).map(|number| seed.wrapping_add(MAPS_OF_GROUP * group as u64 + number));
    let plans = seeds
        .flat_map(|seed| LandKind::ALL.map(|kind| MapPlan { kind, width, height, seed, from: Direction::N }));
    let generate = |plan: MapPlan| {
        let map = plan.generate_map().map_err(Failure::program_fault)?;
        let (kind, seed) = (plan.kind.name(), plan.seed);
        let name = format!("map random --size {width}x{height} --kind {kind} --seed {seed}");
        Ok((name.clone(), LoadedScenario::from_classic_map(map, name)))
    };
    plans.map(generate).collect()
}
