//! The battle being set up, without anything to draw: the choices, their faults, and the battle
//! that they start.

mod optional_rules;

use bevy::prelude::Resource;
use hotgates_analysis::{BalanceChange, BalanceTrial};
use hotgates_engine::{
    Army, Battle, BySide, DiceKey, DiceSource, Direction, Fault, OptionalRules, Permille, Ruleset, Scenario,
    Side, UnitEntry,
};
use hotgates_play::Seats;

use super::doctrines::KnownDoctrine;

pub use super::change::SetupChange;
pub use super::seat::{SetupSeat, commander_names};

/// Rounds of types that fire from afar, where ammunition is switched on and the ruleset gives no type any.
const USUAL_ROUNDS: u32 = 6;

/// Greatest number of turns.
const MOST_TURNS: i64 = 999;

/// A battle being set up.
#[derive(Resource, Debug, Clone)]
pub struct BattleSetup {
    scenario: Scenario,
    /// Optional rules as the ruleset has them.
    listed_options: OptionalRules,
    /// Place of the map in the list.
    map: usize,
    seats: BySide<SetupSeat>,
    /// Points that a side's army was bought for; `None` once it is another army.
    army_purchase_points: BySide<Option<u32>>,
    battle: Option<Battle>,
    faults: Vec<Fault>,
    /// Dice that the map says or the player has chosen.
    own_dice: DiceSource,
    /// `true` once the player has typed a seed.
    is_seed_typed: bool,
    /// Key that was drawn when a program was seated.
    drawn_key: Option<DiceKey>,
    /// What the player has chosen for each side.
    chosen: BySide<ChosenParts>,
}

/// The parts of one side that a player has chosen, so that they stay when the map changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct ChosenParts {
    seat: bool,
    army: bool,
}

impl BattleSetup {
    /// The place of a map that is not in the list.
    pub const NO_MAP: usize = usize::MAX;

    /// Makes the setup of the battle that a map's file describes: a person defends against the
    /// file's commander or the default one.
    #[must_use]
    pub fn new(scenario: &Scenario, map: usize) -> Self {
        let mut scenario = scenario.clone();
        let seats = SetupSeat::seats_of_file(&scenario);
        fill_in_standard_armies(&mut scenario);
        let own_dice = scenario.dice_source();
        let army_purchase_points = BySide::default();
        let mut setup = Self {
            listed_options: scenario.rules.options.clone(),
            scenario,
            map,
            seats,
            army_purchase_points,
            battle: None,
            faults: Vec::new(),
            own_dice,
            is_seed_typed: false,
            drawn_key: None,
            chosen: BySide::default(),
        };
        setup.check_scenario();
        setup
    }

    /// Makes the setup of another map with what the player has chosen so far: commanders, a typed seed, and
    /// armies that were changed, where both maps have one ruleset and the army finds room.
    #[must_use]
    pub fn for_other_map(&self, scenario: &Scenario, map: usize) -> Self {
        let mut setup = Self::new(scenario, map);
        for side in Side::BOTH.into_iter().filter(|&side| self.chosen[side].seat) {
            setup.seats[side] =
                self.seats[side].under_other_rules(&self.scenario.rules, &setup.scenario.rules);
            setup.chosen[side].seat = true;
        }
        (setup.is_seed_typed, setup.drawn_key) = (self.is_seed_typed, self.drawn_key);
        if self.is_seed_typed {
            setup.own_dice = self.own_dice;
        }
        setup.choose_dice();
        if setup.scenario.rules.name == self.scenario.rules.name {
            for side in Side::BOTH.into_iter().filter(|&side| self.chosen[side].army) {
                // Where there is no room for it, the map's own army fights.
                let _ = setup.bring_army(side, self.units(side), self.army_purchase_points[side]);
            }
        }
        setup.check_scenario();
        setup
    }

    /// Has a side command these units, wherever there is room for them; those that it has where there is none.
    fn bring_army(&mut self, side: Side, units: &[UnitEntry], points: Option<u32>) -> Result<(), Vec<Fault>> {
        let own = self.units(side).to_vec();
        *self.units_mut(side) = units.iter().cloned().map(|unit| UnitEntry { at: None, ..unit }).collect();
        self.check_scenario();
        if self.faults.is_empty() {
            self.army_purchase_points[side] = points;
            self.chosen[side].army = true;
            return Ok(());
        }
        let faults = std::mem::take(&mut self.faults);
        *self.units_mut(side) = own;
        self.check_scenario();
        Err(faults)
    }

    /// Place of the map in the list.
    #[must_use]
    pub const fn map_index(&self) -> usize {
        self.map
    }

    /// Returns the scenario of the battle that would be fought.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the battle as it would begin; the last sound battle while there are faults.
    #[must_use]
    pub const fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// Returns the faults that keep the battle from beginning.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns who commands a side.
    #[must_use]
    pub const fn seat(&self, side: Side) -> &SetupSeat {
        match side {
            Side::Red => &self.seats.red,
            Side::Blue => &self.seats.blue,
        }
    }

    /// Returns a side's units.
    #[must_use]
    pub fn units(&self, side: Side) -> &[UnitEntry] {
        self.scenario.map.army(side).map_or(&[], |army| &army.units)
    }

    /// Returns `true` if a side has no list of units: the ruleset's standard army fights, as many of
    /// its units as there is room for.
    #[must_use]
    pub const fn has_unlisted_army(&self, side: Side) -> bool {
        self.scenario.map.army(side).is_none()
    }

    /// Returns the price of a side's army; `None` where the ruleset has no prices.
    #[must_use]
    pub fn army_price(&self, side: Side) -> Option<u64> {
        Army::price_of_units(self.units(side), &self.scenario.rules)
    }

    /// Returns the points that a side's army was bought for, if it was.
    #[must_use]
    pub fn army_purchase_points(&self, side: Side) -> Option<u32> {
        self.army_purchase_points[side]
    }

    /// Returns the direction that Red comes from.
    #[must_use]
    pub fn red_direction(&self) -> Option<Direction> {
        self.battle.as_ref().and_then(Battle::origin_direction).or(self.scenario.map.from)
    }

    /// Number of the last turn; `None` where the map says none and no battle can begin.
    #[must_use]
    pub fn last_turn(&self) -> Option<i64> {
        self.scenario.map.turns.or(self.battle.as_ref().map(|battle| battle.last_turn().into()))
    }

    /// Returns the battle to start; `None` while there are faults.
    #[must_use]
    pub fn battle_to_start(&self) -> Option<(Scenario, Seats)> {
        let seats = Seats::new(|side| self.seats[side].seat_to_play(&self.scenario));
        let can_play = Side::BOTH.into_iter().all(|side| self.obstacle_of_policy(side).is_none());
        (self.faults.is_empty() && can_play).then(|| (self.scenario.clone(), seats))
    }

    /// Returns the reason in words why a side's trained policy cannot play this battle; `None` if it can, or
    /// somebody else commands.
    #[must_use]
    pub fn obstacle_of_policy(&self, side: Side) -> Option<String> {
        self.seats[side].policy()?.obstacle_in_battle(self.battle.as_ref()?)
    }

    /// Returns the trial by which one learns how even the battle is; `None` while there are faults.
    #[must_use]
    pub fn balance_trial(&self) -> Option<BalanceTrial> {
        let seats = Seats::new(|side| self.seats[side].seat_at_trial(side, &self.scenario));
        self.faults.is_empty().then(|| BalanceTrial::new(self.scenario.clone(), seats))
    }

    /// Has a side command this army, if every unit finds room under the ruleset.
    ///
    /// # Errors
    /// The faults that the battle would have; the side keeps the army that it has.
    pub fn load_army(&mut self, side: Side, units: &[UnitEntry]) -> Result<(), Vec<Fault>> {
        self.bring_army(side, units, None)
    }

    /// Gives sides the doctrines that the map asks for, if they are among these.
    pub(super) fn find_doctrines(&mut self, known: &[KnownDoctrine]) {
        for side in Side::BOTH {
            self.seats[side].find_doctrine(known);
        }
    }

    /// Applies a change to the setup.
    pub fn apply_change(&mut self, change: &SetupChange) {
        match *change {
            SetupChange::Seat(side, _)
            | SetupChange::Program(side, _)
            | SetupChange::Policy(side, _)
            | SetupChange::SeatRank(side, _)
            | SetupChange::SeatLimit(side, _)
            | SetupChange::SeatDoctrine(side, _) => self.chosen[side].seat = true,
            SetupChange::Add(side)
            | SetupChange::Remove(side, _)
            | SetupChange::Kind(side, _)
            | SetupChange::Strength(side, ..)
            | SetupChange::Rank(side, _)
            | SetupChange::Name(side, ..)
            | SetupChange::Points(side, _) => self.chosen[side].army = true,
            _ => {}
        }
        match *change {
            SetupChange::Add(side)
            | SetupChange::Remove(side, _)
            | SetupChange::Kind(side, _)
            | SetupChange::Strength(side, ..)
            | SetupChange::Even(BalanceChange::Men(side, _)) => {
                self.army_purchase_points[side] = None;
                self.chosen[side].army = true;
            }
            _ => {}
        }
        let (options, listed) = (&mut self.scenario.rules.options, &self.listed_options);
        match *change {
            SetupChange::From(from) => {
                (self.scenario.map.from, self.scenario.map.entry) = (Some(from), Vec::new());
                // Where a file put Red's units is somewhere else now.
                self.units_mut(Side::Red).iter_mut().for_each(|unit| unit.at = None);
            }
            SetupChange::Seat(side, _)
            | SetupChange::Program(side, _)
            | SetupChange::Policy(side, _)
            | SetupChange::SeatRank(side, _)
            | SetupChange::SeatLimit(side, _)
            | SetupChange::SeatDoctrine(side, _) => self.seats[side].apply_change(change),
            SetupChange::Add(side) => {
                let first = self.allowed_types(side).first().cloned().unwrap_or_default();
                let kind = self.units(side).last().map_or(first, |unit| unit.kind.clone());
                self.units_mut(side).push(UnitEntry::new(kind));
            }
            SetupChange::Remove(side, at) => {
                if at < self.units(side).len() {
                    self.units_mut(side).remove(at);
                }
            }
            SetupChange::Kind(side, at) => self.set_next_unit_type(side, at),
            SetupChange::Strength(side, at, by) => self.change_strength(side, at, by),
            SetupChange::Rank(side, at) => self.set_next_rank(side, at),
            SetupChange::Name(side, at, ref name) => {
                let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
                if let Some(unit) = self.units_mut(side).get_mut(at) {
                    unit.name = name;
                }
            }
            SetupChange::Points(side, by) => self.buy_army(side, by),
            SetupChange::Turns(by) => {
                self.scenario.map.turns = self.turns_after(by).or(self.scenario.map.turns);
            }
            SetupChange::Even(change) => self.scenario = change.applied_to(&self.scenario),
            SetupChange::Seed(seed) => (self.own_dice, self.is_seed_typed) = (seed.into(), true),
            SetupChange::DrawnKey(key) => self.drawn_key = Some(key),
            SetupChange::Fog(on) => self.scenario.rules.options.fog_of_war = on,
            SetupChange::Cohesion(on) => options.cohesion = listed_rule(listed.cohesion.as_ref(), on),
            SetupChange::Retreat(on) => options.retreat = listed_rule(listed.retreat.as_ref(), on),
            SetupChange::Supply(on) => options.supply = listed_rule(listed.supply.as_ref(), on),
            SetupChange::Ammunition(on) => self.switch_ammunition(on),
            SetupChange::Officers(on) => options.officers = listed_rule(listed.officers.as_ref(), on),
            SetupChange::Leadership(on) => options.leadership = listed_rule(listed.leadership.as_ref(), on),
            SetupChange::CombinedArms(on) => {
                options.combined_arms = listed_rule(listed.combined_arms.as_ref(), on);
            }
            SetupChange::Facing(on) => options.facing = listed_rule(listed.facing.as_ref(), on),
            SetupChange::Reaction(on) => self.switch_reaction(on),
            SetupChange::Entrenchment(on) => {
                options.entrenchment = listed_rule(listed.entrenchment.as_ref(), on);
            }
            SetupChange::Height(on) => self.switch_height(on),
            SetupChange::Works(on) => options.works = if on { listed.works.clone() } else { Vec::new() },
            SetupChange::Weather(on) => options.weather = listed.weather.clone().filter(|_| on),
        }
        self.choose_dice();
        self.check_scenario();
    }

    /// Has the dice come from the drawn key where a program plays and the player has named no seed.
    fn choose_dice(&mut self) {
        let plays = Side::BOTH.into_iter().any(|side| self.seats[side].program().is_some());
        let drawn = self.drawn_key.filter(|_| plays && !self.is_seed_typed);
        self.scenario.set_dice_source(drawn.map_or(self.own_dice, DiceSource::Key));
    }

    /// Switches ammunition on or off. Where no type has rounds, those that fire from afar get the usual
    /// number: the rule would change nothing else.
    fn switch_ammunition(&mut self, on: bool) {
        let rules = &mut self.scenario.rules;
        rules.options.ammunition = listed_rule(self.listed_options.ammunition.as_ref(), on);
        if on && rules.units.iter().all(|unit| unit.rounds.is_none()) {
            for unit in rules.units.iter_mut().filter(|unit| unit.ranged.is_some()) {
                unit.rounds = Some(USUAL_ROUNDS);
            }
        }
    }

    /// Switches reaction and support fire on or off. Where no type fires so, those that fire from afar do: the
    /// rule would change nothing else.
    fn switch_reaction(&mut self, on: bool) {
        let rules = &mut self.scenario.rules;
        rules.options.reaction = listed_rule(self.listed_options.reaction.as_ref(), on);
        if on && !rules.units.iter().any(|unit| unit.reacts || unit.supports) {
            for unit in rules.units.iter_mut().filter(|unit| unit.ranged.is_some()) {
                (unit.reacts, unit.supports) = (true, true);
            }
        }
    }

    /// Switches height on or off. Where all terrains are level, castles are a level above the others: the rule
    /// would change nothing else.
    fn switch_height(&mut self, on: bool) {
        let rules = &mut self.scenario.rules;
        rules.options.height = listed_rule(self.listed_options.height.as_ref(), on);
        if on && rules.terrains.iter().all(|terrain| terrain.height == rules.terrains[0].height) {
            for terrain in rules.terrains.iter_mut().filter(|terrain| terrain.castle) {
                terrain.height = terrain.height.saturating_add(1);
            }
        }
    }

    fn units_mut(&mut self, side: Side) -> &mut Vec<UnitEntry> {
        &mut self.scenario.map.army_mut(side).get_or_insert_default().units
    }

    /// Returns the last turn after a change of so many turns; `None` where nobody knows the last turn.
    #[must_use]
    pub fn turns_after(&self, by: i64) -> Option<i64> {
        self.last_turn().map(|now| (now + by).clamp(1, MOST_TURNS))
    }

    /// Returns the army for the next sum of points above or below, in steps of what the dearest type
    /// costs, with the sum; `None` where no army can be bought for it.
    #[must_use]
    pub fn army_for_other_points(&self, side: Side, by: i64) -> Option<(u32, Army)> {
        let rules = &self.scenario.rules;
        let step = rules.units.iter().filter_map(|unit| unit.points).max().map_or(1, i64::from);
        let price = self.army_price(side).and_then(|price| i64::try_from(price).ok());
        let now = self.army_purchase_points[side].map(i64::from).or(price)?;
        // From a sum between two steps the nearer one comes first.
        let whole = if by < 0 { (now + step - 1) / step } else { now / step };
        let asked = u32::try_from((whole + by) * step).ok()?;
        Some((asked, Army::for_points(asked, side, rules, &self.scenario.map.types).ok()?))
    }

    fn buy_army(&mut self, side: Side, by: i64) {
        if let Some((asked, army)) = self.army_for_other_points(side, by) {
            *self.units_mut(side) = army.units;
            self.army_purchase_points[side] = Some(asked);
        }
    }

    fn set_next_unit_type(&mut self, side: Side, at: usize) {
        let names = self.allowed_types(side);
        if let Some(unit) = self.units_mut(side).get_mut(at) {
            let next = names.iter().position(|name| *name == unit.kind).map_or(0, |now| now + 1);
            let Some(kind) = names.into_iter().cycle().nth(next) else { return };
            (unit.kind, unit.strength) = (kind, None);
        }
    }

    /// Lists the unit types that the map allows a side, in the order of the rules.
    fn allowed_types(&self, side: Side) -> Vec<String> {
        let Scenario { map, rules, .. } = &self.scenario;
        let names = rules.units.iter().map(|unit| &unit.name);
        names.filter(|name| map.types.allows(side, name)).cloned().collect()
    }

    /// Returns the factor on the losses that a side's units deal, if it is not one.
    #[must_use]
    pub fn side_factor(&self, side: Side) -> Option<Permille> {
        Some(self.scenario.map.factor.of_side(side)).filter(|&factor| factor != Permille::ONE)
    }

    fn set_next_rank(&mut self, side: Side, at: usize) {
        let names: Vec<String> = self.scenario.rules.ranks.iter().map(|rank| rank.name.clone()).collect();
        if let Some(unit) = self.units_mut(side).get_mut(at) {
            let now = unit.rank.as_ref().and_then(|rank| names.iter().position(|name| name == rank));
            unit.rank = match now {
                None => names.first().cloned(),
                Some(now) => names.get(now + 1).cloned(),
            };
        }
    }

    fn change_strength(&mut self, side: Side, at: usize, by: i64) {
        let strength = self.units(side).get(at).map(|unit| strength_after(unit, by, &self.scenario.rules));
        if let (Some(unit), Some(strength)) = (self.units_mut(side).get_mut(at), strength) {
            unit.strength = Some(strength);
        }
    }

    fn check_scenario(&mut self) {
        let report = Battle::check_scenario(&self.scenario);
        self.faults = report.faults.into_iter().filter(|fault| !fault.is_warning()).collect();
        if let Some(battle) = report.battle {
            self.battle = Some(battle);
        }
    }
}

/// Returns a unit's strength after a change of so many tenths of the full one: it stays within that and one tenth.
#[must_use]
pub fn strength_after(unit: &UnitEntry, by: i64, rules: &Ruleset) -> i64 {
    let full = rules.unit(&unit.kind).map_or(1000, |kind| i64::from(rules.units[kind].strength.0));
    let tenth = (full / 10).max(1);
    (unit.strength.unwrap_or(full) + tenth * by).clamp(tenth.min(full), full)
}

/// Gives both sides an order of battle of their own, so that it can be changed unit by unit.
fn fill_in_standard_armies(scenario: &mut Scenario) {
    let Some(battle) = Battle::check_scenario(scenario).battle else { return };
    for side in Side::BOTH {
        scenario.map.army_mut(side).get_or_insert_with(|| battle.order_of_battle(side));
    }
}

/// Returns the rule as a ruleset has it, or with its usual numbers; `None` where it is off.
fn listed_rule<T: Clone + Default>(listed: Option<&T>, on: bool) -> Option<T> {
    on.then(|| listed.cloned().unwrap_or_default())
}
