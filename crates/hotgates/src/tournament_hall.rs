//! Where the games of a tournament are played: its maps, its commanders on their seats.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotgates_bots::BotLauncher;
use hotgates_engine::{Battle, DiceKey, Scenario};
use hotgates_files::LoadedScenario;
use hotgates_play::{CommanderName, Seat};
use hotgates_record::{GameRecord, Replay};
use hotgates_tournament::{
    PlannedGame, PlannedMap, PlayableGames, ProgramLimits, SeatedCommander, TournamentFormat, TournamentPlan,
    prepare_games,
};

use crate::cli::tournament::{FormatName, SequentialOptions, TournamentArgs};
use crate::dice_choice::key_of_tournament;
use crate::failure::Failure;
use crate::overrides::{AdjustedScenario, scenario_with_armies};
use crate::seats::{failure_of_seat, launcher_of_name, seat_with_doctrine};

/// Number of games for each pairing and map, if the command line says nothing.
const USUAL_GAMES: u32 = 20;
/// Greatest number of games of a sequential test on each map, if the command line says nothing.
const MOST_GAMES_OF_TEST: u32 = 20_000;

/// The maps and commanders of a tournament, and its plan.
pub struct TournamentHall {
    /// Everything that the results depend on.
    pub plan: TournamentPlan,
    seats: Vec<Seat>,
    /// Launcher of each commander that is a program.
    programs: Vec<Option<BotLauncher>>,
    /// Each map as it is, and with the armies exchanged if sets ask for it.
    grounds: Vec<Vec<Scenario>>,
}

impl TournamentHall {
    /// Reads the maps and seats the commanders that the options name.
    ///
    /// # Errors
    /// Faults of maps and names, each with its place.
    pub fn new(args: &TournamentArgs) -> Result<Self, Failure> {
        let tournament = format_of_options(args)?;
        let games_per_set = if args.mirror { 4 } else { 2 };
        let is_test = args.format == FormatName::Sprt;
        let usual_games = if is_test { MOST_GAMES_OF_TEST } else { USUAL_GAMES };
        let mut plan = TournamentPlan {
            sets: args.games.unwrap_or(usual_games).div_ceil(games_per_set),
            games_per_set,
            key: key_of_tournament(args)?,
            ..TournamentPlan::new(tournament)
        };
        let mut grounds: Vec<Vec<Scenario>> = Vec::new();
        for path in &args.maps {
            let loaded = LoadedScenario::open_file(path, args.access.file_access())?;
            let file = path.display().to_string();
            if plan.maps.iter().any(|map| map.file == file) {
                return Err(Failure::bad_input(format!("{file}: the map is named twice")));
            }
            let (map, of_map) = prepare_map(file, loaded, (args.seed, plan.key), args.mirror)?;
            plan.maps.push(map);
            grounds.push(of_map);
        }
        let (mut seats, mut programs) = (Vec::new(), Vec::new());
        for name in &args.names {
            let name = CommanderName::from(name.as_str()).with_usual_steps(args.steps);
            let text = name.to_string();
            if plan.commanders.iter().any(|commander| commander.name == text) {
                return Err(Failure::bad_input(format!("{text}: the commander is named twice")));
            }
            let program = launcher_of_name(&name, &grounds[0][0], args.programs, args.out.as_deref())
                .map_err(|why| Failure::bad_input(format!("{name}: {why}")))?;
            if program.is_some() {
                let limits = args.programs.bot_limits();
                let [turn_ms, bank_ms] = [limits.turn_ms, limits.bank_ms].map(Option::unwrap_or_default);
                plan.program_limits = Some(ProgramLimits { turn_ms, bank_ms });
            }
            let rules = grounds.iter().flatten().map(|scenario| &scenario.rules);
            let seated = match program {
                Some(_) => SeatedCommander::new(Seat::from_name(name.clone()), None),
                None => seat_with_doctrine(&name, rules)?,
            };
            if matches!(name, CommanderName::Policy(_)) {
                check_policy(&seated.seat, grounds.iter().flatten())?;
            }
            plan.commanders.push(seated.planned);
            seats.push(seated.seat);
            programs.push(program);
        }
        Ok(Self { plan, seats, programs, grounds })
    }

    /// Returns what is needed to play these games.
    pub fn prepare_games(&self, games: &[PlannedGame]) -> PlayableGames {
        prepare_games(&self.plan, games, &self.grounds, |number, ground| match &self.programs[number] {
            Some(program) => {
                let program = program.for_scenario(ground.clone());
                self.seats[number].clone().with_program(Arc::new(program))
            }
            None => self.seats[number].clone(),
        })
    }
}

/// Returns a clock for the times of games.
pub fn wall_clock() -> impl Fn() -> Duration {
    let start = Instant::now();
    move || start.elapsed()
}

/// Returns the replay of a game that was prepared, from its record.
pub fn replay_of_game(games: &PlayableGames, game: &PlannedGame, record: &GameRecord) -> Replay {
    let (scenario, names) = games.scenario_of_game(game);
    record.replay(&scenario_with_armies(&scenario, &names, record))
}

/// Checks that a policy can play on each of these grounds, before the first game.
///
/// # Errors
/// The first ground on which it cannot.
fn check_policy<'a>(seat: &Seat, grounds: impl IntoIterator<Item = &'a Scenario>) -> Result<(), Failure> {
    for ground in grounds {
        let battle = Battle::from_scenario(ground);
        let battle = battle.map_err(|faults| Failure::program_fault(&faults[0]))?;
        seat.make_player(&battle, 0).map_err(failure_of_seat)?;
    }
    Ok(())
}

/// Returns who meets whom by the options.
///
/// # Errors
/// Numbers that are for another format, or make no test.
fn format_of_options(args: &TournamentArgs) -> Result<TournamentFormat, Failure> {
    let TournamentArgs { names, format, rounds, test, .. } = args;
    let SequentialOptions { elo0, elo1, alpha, beta } = test;
    if rounds.is_some() && *format != FormatName::Swiss {
        return Err(Failure::bad_input("--rounds is for --format swiss"));
    }
    let of_test = [("--elo0", elo0), ("--elo1", elo1), ("--alpha", alpha), ("--beta", beta)];
    let given = of_test.iter().find(|(_, number)| number.is_some());
    if let (Some((option, _)), true) = (given, *format != FormatName::Sprt) {
        return Err(Failure::bad_input(format!("{option} is for --format sprt")));
    }
    Ok(match format {
        FormatName::RoundRobin => TournamentFormat::RoundRobin,
        FormatName::Gauntlet => TournamentFormat::Gauntlet,
        FormatName::Swiss => {
            // As many rounds as leave one of those who have won them all, and one more.
            let halvings = names.len().next_power_of_two().ilog2();
            TournamentFormat::Swiss { rounds: rounds.unwrap_or(halvings + 1) }
        }
        FormatName::Sprt => {
            if names.len() != 2 {
                let message = format!("--format sprt compares two commanders, and {} are named", names.len());
                return Err(Failure::bad_input(message));
            }
            sequential_format(test)?
        }
    })
}

/// Returns the sequential test of these numbers, or of the usual ones.
///
/// # Errors
/// Numbers that make no test.
pub fn sequential_format(options: &SequentialOptions) -> Result<TournamentFormat, Failure> {
    let SequentialOptions { elo0, elo1, alpha, beta } = *options;
    TournamentFormat::sequential_test([elo0, elo1, alpha, beta]).ok_or_else(|| {
        let message = "--elo0 has to be less than --elo1, and --alpha and --beta between 0 and 0.5";
        Failure::bad_input(message)
    })
}

/// Returns a map of the plan with its scenarios: as it is, and with the armies exchanged if `mirror` asks for it. Its
/// first seed is this one, else the file's, else 0.
///
/// # Errors
/// Faults of the map, each with its place.
pub fn prepare_map(
    file: String,
    loaded: LoadedScenario,
    (seed, key): (Option<u64>, Option<DiceKey>),
    mirror: bool,
) -> Result<(PlannedMap, Vec<Scenario>), Failure> {
    let mut adjusted = AdjustedScenario::new(loaded);
    let map = PlannedMap::of_scenario(file, &mut adjusted.loaded.scenario, seed, key);
    adjusted.checked_battle()?;
    let scenario = adjusted.scenario().clone();
    let mut scenarios = vec![scenario];
    if mirror {
        adjusted.exchange_armies();
        adjusted.checked_battle()?;
        scenarios.push(adjusted.loaded.scenario);
    }
    Ok((map, scenarios))
}
