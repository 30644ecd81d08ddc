//! Where the games of a tuning are played: its maps, the commander that is tuned and its opponents.

use std::sync::Arc;

use hotgates_ai::doctrine_parts;
use hotgates_doctrine::{Doctrine, DoctrinePart};
use hotgates_engine::Ruleset;
use hotgates_play::{CommanderName, Seat};
use hotgates_tournament::{
    PlannedCommander, PlannedGame, PlayableGames, SeatedCommander, TournamentFormat, TournamentPlan,
    prepare_games,
};

use crate::fault::TuneFault;
use crate::grounds::{TuneGrounds, TunePurpose};
use crate::plan::TunePlan;
use crate::space::DoctrineSpace;
use crate::stage::{OpenStage, StageName};

/// What a tuning is ordered to be, but for its maps.
#[derive(Debug, Clone, PartialEq)]
pub struct TuneOrder {
    /// Name of the commander whose doctrine is tuned, with the doctrine to start from.
    pub name: String,
    /// Names of its opponents.
    pub against: Vec<String>,
    /// Numbers to tune, by their fields or the beginnings of them; none stands for all.
    pub numbers: Vec<String>,
    /// Number of iterations of the search.
    pub iterations: u32,
    /// Games of a trial, of a checkpoint, and at most of the test, against each opponent on each map; rounded up to whole
    /// sets.
    pub games: [u32; 3],
    /// Seed of the first set and of the search's lots.
    pub seed: u64,
    /// Steps of each commander for a half-turn, unless its name has a limit.
    pub steps: Option<u64>,
    /// `true` plays each set with the armies exchanged, too.
    pub mirror: bool,
    /// The sequential test at the end.
    pub test: TournamentFormat,
}

/// The maps and commanders of a tuning, and its plan.
#[derive(Debug, Clone)]
pub struct TuneHall {
    /// Everything that the result depends on.
    pub plan: TunePlan,
    /// The space in which the search looks.
    pub space: DoctrineSpace,
    /// The maps.
    pub grounds: TuneGrounds,
    start: Seat,
    opponents: Vec<SeatedCommander>,
}

impl TuneHall {
    /// Seats the commanders of a tuning on its maps. `seat` finds a commander of a name who plays by all the rulesets.
    ///
    /// # Errors
    /// What `seat` says, and `refused` of what cannot be tuned.
    pub fn new<E>(
        order: &TuneOrder,
        grounds: TuneGrounds,
        seat: impl Fn(&CommanderName, &TuneGrounds) -> Result<SeatedCommander, E>,
        refused: impl Fn(TuneFault) -> E,
    ) -> Result<Self, E> {
        let (name, parts) = tuned_name(order).map_err(&refused)?;
        let start = seat(&name, &grounds)?;
        let doctrine = start.doctrine.clone().unwrap_or_default();
        let space = space_of_order(doctrine.as_ref().clone(), parts, grounds.rules(), order);
        let space = space.map_err(&refused)?;
        let mut opponents: Vec<SeatedCommander> = Vec::new();
        for name in &order.against {
            let name = CommanderName::from(name.as_str()).with_usual_steps(order.steps);
            let is_named = |other: &SeatedCommander| other.planned.name == name.to_string();
            if opponents.iter().any(is_named) {
                return Err(refused(TuneFault::OpponentTwice(name.to_string())));
            }
            opponents.push(seat(&name, &grounds)?);
        }
        let planned: Vec<_> = opponents.iter().map(|opponent| opponent.planned.clone()).collect();
        let plan = plan_of_order(order, &space, &grounds, start.planned, planned);
        Ok(Self { plan, space, grounds, start: start.seat, opponents })
    }

    /// Returns the hall of a plan, with the maps and commanders that it speaks of: wherever its games are played.
    #[must_use]
    pub fn of_plan(
        plan: TunePlan,
        start: SeatedCommander,
        opponents: Vec<SeatedCommander>,
        grounds: TuneGrounds,
    ) -> Self {
        let doctrine = start.doctrine.unwrap_or_default();
        let space = DoctrineSpace::of_numbers(doctrine.as_ref().clone(), plan.numbers.clone());
        Self { plan, space, grounds, start: start.seat, opponents }
    }

    /// The opponents, in the plan's order.
    pub fn opponents(&self) -> &[SeatedCommander] {
        &self.opponents
    }

    /// Returns a stage whose first commanders play by the doctrines with these values of the tuned numbers, without a
    /// finished game.
    #[must_use]
    pub fn stage_of_values(&self, name: StageName, values: &[Vec<u32>]) -> OpenStage {
        let doctrines = values.iter().map(|values| Arc::new(self.space.doctrine_of_values(values)));
        self.plan.open_stage(name, doctrines.collect())
    }

    /// Returns what is needed to play these games of a stage.
    pub fn prepare_stage(&self, stage: &OpenStage, games: &[PlannedGame]) -> PlayableGames {
        let grounds = self.grounds.grounds(stage.name.into());
        prepare_games(&stage.plan, games, grounds, |number, _| match stage.doctrines.get(number) {
            Some(doctrine) => self.start.clone().with_doctrine(Arc::clone(doctrine)),
            None => self.opponents[number - stage.doctrines.len()].seat.clone(),
        })
    }
}

/// Returns the name of the commander that is tuned, with its doctrine and steps, and its parts of command.
fn tuned_name(order: &TuneOrder) -> Result<(CommanderName, &'static [DoctrinePart]), TuneFault> {
    let given = order.name.as_str();
    let CommanderName::BuiltIn(mut name) = CommanderName::from(given) else {
        let why = "only commanders of this program have a doctrine to tune";
        return Err(TuneFault::no_doctrine(given, why));
    };
    let parts =
        doctrine_parts(&name.commander).map_err(|unknown| TuneFault::unknown_commander(given, &unknown))?;
    if parts.is_empty() {
        return Err(TuneFault::no_doctrine(given, "the commander weighs nothing by a doctrine"));
    }
    name.doctrine.get_or_insert_with(|| Doctrine::SHIPPED_NAMES[0].to_owned());
    Ok((CommanderName::BuiltIn(name).with_usual_steps(order.steps), parts))
}

/// Returns the space of the numbers that are named, or of all that the rulesets have a use for.
fn space_of_order<'a>(
    start: Doctrine,
    parts: &[DoctrinePart],
    rules: impl Iterator<Item = &'a Ruleset>,
    order: &TuneOrder,
) -> Result<DoctrineSpace, TuneFault> {
    let (mut has_conditions, mut has_works) = (false, false);
    for rules in rules {
        has_conditions |= rules.options.has_conditions();
        has_works |= !rules.options.works.is_empty();
    }
    let has_use = |part: &DoctrinePart| match part {
        DoctrinePart::Hunting | DoctrinePart::Holding | DoctrinePart::Planning => true,
        DoctrinePart::Condition => has_conditions,
        DoctrinePart::Works => has_works,
    };
    let parts: Vec<_> = parts.iter().copied().filter(has_use).collect();
    let space = DoctrineSpace::new(start, &parts);
    let known = space.numbers().iter().map(|number| number.field.as_str()).collect::<Vec<_>>().join(", ");
    space.with_numbers(&order.numbers).map_err(|unknown| TuneFault::UnknownNumber {
        unknown: unknown.to_owned(),
        name: order.name.clone(),
        known,
    })
}

/// Returns the plan of an order: trials and checkpoints against all opponents, and the test against the start.
fn plan_of_order(
    order: &TuneOrder,
    space: &DoctrineSpace,
    grounds: &TuneGrounds,
    start: PlannedCommander,
    opponents: Vec<PlannedCommander>,
) -> TunePlan {
    let games_per_set = if order.mirror { 4 } else { 2 };
    let of_test = vec![start.clone(), start.clone()];
    let against_all: Vec<_> = std::iter::once(start).chain(opponents).collect();
    let plan_for =
        |purpose: TunePurpose, format: TournamentFormat, commanders: Vec<PlannedCommander>| TournamentPlan {
            commanders,
            maps: grounds.maps(purpose).to_vec(),
            sets: order.games[purpose as usize].div_ceil(games_per_set),
            games_per_set,
            ..TournamentPlan::new(format)
        };
    let matches = [
        plan_for(TunePurpose::Search, TournamentFormat::Gauntlet, against_all.clone()),
        plan_for(TunePurpose::Validation, TournamentFormat::Gauntlet, against_all),
        plan_for(TunePurpose::Test, order.test, of_test),
    ];
    TunePlan::new(space, order.iterations, order.seed, matches)
}
