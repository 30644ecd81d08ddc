//! A scenario with the changes that options make, and faults named by the option that caused them.

use hotgates_engine::{Army, Battle, BySide, Direction, Fault, MapFile, Ruleset, Scenario, Side};
use hotgates_files::{FileError, LoadedScenario, LocatedFault};
use hotgates_record::GameRecord;

use crate::cli::ArmyOptions;
use crate::console;
use crate::failure::Failure;

/// Gives sides of a map the armies that their points buy by the prices of a ruleset. Their
/// commanders stay.
///
/// # Errors
/// When a side has points that buy no army.
pub fn buy_armies(map: &mut MapFile, rules: &Ruleset, options: ArmyOptions) -> Result<(), Failure> {
    let points = BySide { red: options.red_points, blue: options.blue_points };
    for side in Side::BOTH {
        let Some(points) = points[side] else { continue };
        let army = Army::for_points(points, side, rules, &map.types);
        let army = army.map_err(|why| Failure::bad_input(format!("--{}-points: {why}", side.name())))?;
        map.army_mut(side).get_or_insert_default().units = army.units;
    }
    Ok(())
}

/// A scenario from its files, with the changes that options have made.
pub struct AdjustedScenario {
    /// The files, and the scenario as it is to be played.
    pub loaded: LoadedScenario,
    /// Fields that an option has set, each with the option.
    options: Vec<(&'static str, &'static str)>,
    /// `true` if Red has Blue's order of battle and Blue has Red's.
    mirrored: bool,
}

impl AdjustedScenario {
    /// Makes a scenario that no option has changed yet.
    pub const fn new(loaded: LoadedScenario) -> Self {
        Self { loaded, options: Vec::new(), mirrored: false }
    }

    /// Sets the direction that Red comes from, whatever the file says.
    pub fn set_red_direction(&mut self, from: Direction) {
        let map = &mut self.loaded.scenario.map;
        (map.from, map.entry) = (Some(from), Vec::new());
        self.options.push(("from", "--from"));
    }

    /// Sets the last turn, whatever the file says.
    pub fn set_turns(&mut self, turns: i64) {
        self.loaded.scenario.map.turns = Some(turns);
        self.options.push(("turns", "--turns"));
    }

    /// Sets the percentage by which the seed may cut strengths, whatever the file says.
    pub fn set_variation(&mut self, variation: i64) {
        self.loaded.scenario.map.variation = Some(variation);
        self.options.push(("variation", "--variation"));
    }

    /// Exchanges the orders of battle; see [`Scenario::exchange_armies`].
    pub fn exchange_armies(&mut self) {
        self.loaded.scenario.exchange_armies();
        self.mirrored = !self.mirrored;
    }

    /// Gives sides the armies that these points buy, in place of those of the file.
    ///
    /// # Errors
    /// When a side has points that buy no army.
    pub fn buy_armies(&mut self, options: ArmyOptions) -> Result<(), Failure> {
        let Scenario { map, rules, .. } = &mut self.loaded.scenario;
        buy_armies(map, rules, options)?;
        let bought =
            [("red", "--red-points", options.red_points), ("blue", "--blue-points", options.blue_points)];
        let bought = bought.into_iter().filter(|(.., points)| points.is_some());
        self.options.extend(bought.map(|(field, option, _)| (field, option)));
        Ok(())
    }

    /// Returns the battle, and prints its warnings on standard error.
    ///
    /// # Errors
    /// Every fault of files and options, each with its place.
    pub fn checked_battle(&self) -> Result<Battle, Failure> {
        let report = Battle::check_scenario(self.scenario());
        let faults = report.faults.into_iter().map(|fault| self.fault_as_written(fault)).collect();
        let located = self.loaded.locate_faults(faults).into_iter().map(|located| self.blame_option(located));
        let (warnings, faults): (Vec<_>, Vec<_>) = located.partition(|located| located.fault.is_warning());
        let battle = report.battle.ok_or_else(|| FileError::from_faults(faults))?;
        for warning in &warnings {
            console::print_warning(&warning.whole_message());
        }
        Ok(battle)
    }

    /// Returns the scenario as it is to be played.
    pub const fn scenario(&self) -> &Scenario {
        &self.loaded.scenario
    }

    /// Returns a fault of a mirrored army, or of its terms, as one of the army that has these units in the file.
    fn fault_as_written(&self, mut fault: Fault) -> Fault {
        let other = |side: Side| {
            let field = fault.field.as_deref()?;
            let terms =
                ["types.", "factor."].into_iter().find(|terms| field.starts_with(terms)).unwrap_or_default();
            let rest = field[terms.len()..].strip_prefix(side.name())?;
            let is_whole = rest.starts_with(['.', '[']) || rest.is_empty() && !terms.is_empty();
            is_whole.then(|| format!("{terms}{}{rest}", side.other().name()))
        };
        if let Some(field) = Side::BOTH.into_iter().filter(|_| self.mirrored).find_map(other) {
            fault.field = Some(field);
        }
        fault
    }

    /// Names the option in the place of the file where an option has set the field at fault.
    fn blame_option(&self, located: LocatedFault) -> LocatedFault {
        let root = located.fault.field.as_deref().unwrap_or("").split(['.', '[']).next();
        match self.options.iter().find(|(field, _)| Some(*field) == root) {
            Some((_, option)) => {
                LocatedFault { fault: Fault::new(located.fault.kind), file: (*option).to_owned() }
            }
            None => located,
        }
    }
}

/// Returns the scenario as a replay keeps it: with both orders of battle and both commanders, so
/// that nobody needs the ruleset to know the armies.
pub fn scenario_with_armies(scenario: &Scenario, names: &BySide<String>, course: &GameRecord) -> Scenario {
    let mut scenario = scenario.clone();
    for side in Side::BOTH {
        let army = scenario.map.army_mut(side);
        let army = army.get_or_insert_with(|| course.battle().order_of_battle(side));
        army.commander = Some(names[side].clone());
    }
    scenario
}
