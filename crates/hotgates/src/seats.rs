//! Seats of a battle: by option, else by the file, else the default.

use std::path::Path;
use std::sync::Arc;

use hotgates_bots::{BotLauncher, BotPatience, CommandFault, words_of_command};
use hotgates_engine::{BySide, Fault, FaultKind, Ruleset, Scenario, Side};
use hotgates_files::{LoadedScenario, read_doctrine};
use hotgates_play::{CommanderName, Seat, SeatError, Seats, SpoiledGame};
use hotgates_tournament::{PlannedCommander, SeatedCommander};

use crate::cli::ProgramOptions;
use crate::failure::Failure;
use crate::policies::policy_of_name;
use crate::typed_battle::TypedBattleError;

/// Returns the seats that options ask for, else the file, else the default; somebody can sit on
/// each. Messages call the options by their `flags`. Programs that options name are started for battles of
/// the loaded scenario, as these options say; without them none is.
///
/// # Errors
/// The first name of which no player can be made, and the reason.
pub fn choose_seats(
    options: &BySide<Option<String>>,
    flags: BySide<&str>,
    loaded: &LoadedScenario,
    rules: &Ruleset,
    programs: Option<ProgramOptions>,
) -> Result<Seats, Failure> {
    let mut seats = Seats::default();
    for side in Side::BOTH {
        let seat = match (&options[side], loaded.commander_in_file(side)) {
            (Some(name), _) => seat_of_option(name, &loaded.scenario, programs)
                .map_err(|why| Failure::bad_input(format!("{}: {why}", flags[side])))?,
            (None, Some(name)) => Seat::seat_named_in_file(name),
            (None, None) => continue,
        };
        seats[side] = prepare_seat(seat.clone(), options[side].is_none(), rules).map_err(|why| {
            if options[side].is_some() {
                return Failure::bad_input(format!("{}: {why}", flags[side]));
            }
            let starts = seat.name().starts_other_program();
            let message = if starts { format!("{why}; name it with {}", flags[side]) } else { why };
            loaded.error_in_field(&commander_field(side), FaultKind::Syntax { message }).into()
        })?;
    }
    for (field, name) in loaded.scenario.map.commanders_of_contingents() {
        check_name_in_file(name, rules)
            .map_err(|message| loaded.error_in_field(&field, FaultKind::Syntax { message }))?;
    }
    Ok(seats)
}

/// Returns the seat of a name that the user gave, with its policy, or its program if it is one that may be started.
fn seat_of_option(name: &str, scenario: &Scenario, programs: Option<ProgramOptions>) -> Result<Seat, String> {
    let seat = Seat::from_name(name);
    let launcher = programs.map(|options| launcher_of_name(seat.name(), scenario, options, None)).transpose();
    let launcher = launcher.map_err(|why| why.to_string())?;
    let policy = policy_of_name(seat.name())?;
    Ok(match (launcher.flatten(), policy) {
        (Some(launcher), _) => seat.with_program(Arc::new(launcher)),
        (None, Some(read)) => seat.with_policy(read.policy),
        (None, None) => seat,
    })
}

/// Returns `true` if the name of a commander starts a program, which could try out small seeds.
pub fn names_program(name: &str) -> bool {
    matches!(CommanderName::from(name), CommanderName::Program(_))
}

/// Returns the launcher of a program that the user named, from which a path is hidden; `None` for other
/// commanders.
///
/// # Errors
/// When the name is no command.
pub fn launcher_of_name(
    name: &CommanderName,
    scenario: &Scenario,
    options: ProgramOptions,
    hidden: Option<&Path>,
) -> Result<Option<BotLauncher>, CommandFault> {
    let CommanderName::Program(command) = name else { return Ok(None) };
    let (words, limits) = (words_of_command(command)?, options.bot_limits());
    let launcher = BotLauncher::new(words, scenario.clone(), limits, BotPatience::default());
    Ok(Some(match options.bot_cell(hidden) {
        Some(cell) => launcher.in_cell(cell),
        None => launcher,
    }))
}

/// Returns the failure that somebody cannot sit down: a program that cannot be started, or a policy that cannot play, is the
/// user's to mend.
pub fn failure_of_seat(error: SeatError) -> Failure {
    match error {
        SeatError::Program { .. } => Failure::bad_input(error),
        _ => Failure::program_fault(error),
    }
}

/// Returns the failure that a game has no result: a program that does not speak our language is the user's to
/// mend, too.
pub fn failure_of_game(spoiled: SpoiledGame) -> Failure {
    match spoiled {
        SpoiledGame::Seat(error) => failure_of_seat(error),
        SpoiledGame::Foreign(foreign) => Failure::bad_input(foreign),
        _ => Failure::program_fault(spoiled),
    }
}

impl From<TypedBattleError> for Failure {
    fn from(error: TypedBattleError) -> Self {
        match error {
            TypedBattleError::Output(error) => error.into(),
            TypedBattleError::Match(error) => failure_of_game(error.into()),
        }
    }
}

/// Checks that the commander of a name in a file could play: no program is started by one, and doctrines
/// have no paths in it.
///
/// # Errors
/// The reason why not.
pub fn check_name_in_file(name: &str, rules: &Ruleset) -> Result<(), String> {
    prepare_seat(Seat::seat_named_in_file(name), true, rules).map(drop)
}

/// Returns a fault for each commander in the file of which no player can be made.
pub fn find_seat_faults(loaded: &LoadedScenario, rules: &Ruleset) -> Vec<Fault> {
    let fault = |(field, name): (String, &str)| {
        let message = check_name_in_file(name, rules).err()?;
        Some(Fault::fault_of_field(field, FaultKind::Syntax { message }))
    };
    loaded.scenario.map.named_commanders().filter_map(fault).collect()
}

fn commander_field(side: Side) -> String {
    format!("{}.commander", side.name())
}

/// Returns the seat of a commander that plays by the protocol: its rank, if any, is one of rulesets that
/// are yet to come.
///
/// # Errors
/// The reason why there is no such commander.
pub fn seat_of_bot(name: &str) -> Result<Seat, Failure> {
    let named = CommanderName::from(name);
    let unranked = Seat::from_name(named.clone().with_rank(None));
    let bad_name = |why: String| Failure::bad_input(format!("{name}: {why}"));
    if let Some(read) = policy_of_name(&named).map_err(bad_name)? {
        return Ok(unranked.with_policy(read.policy));
    }
    let unranked = prepare_seat(unranked, false, &Ruleset::classic()).map_err(bad_name)?;
    Ok(unranked.with_name(named))
}

/// Returns a commander that the command line names on its seat, who plays by each of these rulesets.
///
/// # Errors
/// The reason why no player can sit there.
pub fn seat_with_doctrine<'a>(
    name: &CommanderName,
    rules: impl IntoIterator<Item = &'a Ruleset>,
) -> Result<SeatedCommander, Failure> {
    let bad_name = |why: String| Failure::bad_input(format!("{name}: {why}"));
    if let Some(read) = policy_of_name(name).map_err(bad_name)? {
        let planned = PlannedCommander::new(name, Some(read.sha256));
        let seat = Seat::from_name(name.clone()).with_policy(read.policy);
        return Ok(SeatedCommander { planned, seat, doctrine: None });
    }
    SeatedCommander::of_name(name, rules, |missing| read_doctrine(missing, false)).map_err(bad_name)
}

/// Reads the doctrine of a seat and checks that a player can sit there.
fn prepare_seat(seat: Seat, by_file: bool, rules: &Ruleset) -> Result<Seat, String> {
    let doctrine = seat.missing_doctrine().map(|name| read_doctrine(name, by_file)).transpose()?;
    let seat = match doctrine {
        Some(doctrine) => seat.with_doctrine(doctrine),
        None => seat,
    };
    seat.check_contestant(rules).map_err(|why| why.to_string())?;
    Ok(seat)
}
