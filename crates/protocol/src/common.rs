//! What both sides know of a battle that hides units, and know of each other: for whoever watches and may tell
//! either side.
//!
//! **Invariant:** what is told here follows from what either side knows alone. A unit is there if an enemy that is there
//! itself sees it, so that no side learns whether an enemy out of its sight looks on.

use hotgates_engine::{Battle, Event, GoalAim, GoalId, Side, Spectator, UnitId};

/// A battle as both sides know it, brought up to date order by order.
///
/// ```
/// use hotgates_engine::{Battle, Dice, MapFile, Order, Scenario};
/// use hotgates_protocol::CommonKnowledge;
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men in the dark",
///     rows: ["....................", "#..................."],
///     red: (units: [(type: "infantry", at: (19, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.options.fog_of_war = true;
/// let mut battle = Battle::from_scenario(&scenario).expect("a sound scenario");
/// let (mut common, before, mut log) = (CommonKnowledge::of_start(&battle), battle.clone(), Vec::new());
/// battle.act(Order::EndTurn, &mut Dice::new(1), &mut log).expect("a turn may always be ended");
/// assert_eq!(common.tell_order(&before, &log), log, "everybody hears that it is Blue's half-turn");
/// assert_eq!(common.battle().living(hotgates_engine::Side::Red).count(), 0, "neither sees the other");
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct CommonKnowledge {
    known: Spectator,
}

impl CommonKnowledge {
    /// Returns what both sides know of a battle that has not begun.
    #[must_use]
    pub fn of_start(truth: &Battle) -> Self {
        Self { known: Spectator::new(truth.begun_for_both(&common_sightings(truth))) }
    }

    /// The battle as both sides know it.
    pub const fn battle(&self) -> &Battle {
        self.known.battle()
    }

    /// Returns what both sides know of the events of an order, which was followed in the battle `before`: the true one, or
    /// that which either side knows, with the events that it was told.
    pub fn tell_order(&mut self, before: &Battle, events: &[Event]) -> Vec<Event> {
        let mut truth = Spectator::new(before.clone());
        truth.begin_order();
        self.known.begin_order();
        let mut telling = CommonTelling { known: &mut self.known, news: Vec::new(), saw_departure: false };
        for event in events {
            truth.watch_event(event);
            let seen = units_both_see(truth.battle());
            telling.tell_event(truth.battle(), &seen, event);
        }
        telling.tell_changed_states(truth.battle());
        telling.news
    }
}

/// Makes the events that tell whoever knows what both sides know of the units that are there.
pub fn common_sightings(battle: &Battle) -> Vec<Event> {
    if !battle.has_fog() {
        return Vec::new();
    }
    let seen = units_both_see(battle);
    battle.roster().filter(|(unit, _)| seen[unit.index()]).map(|(unit, _)| battle.sighting(unit)).collect()
}

/// Returns for each unit whether both sides see it and know so: an enemy sees it which is seen in the same way.
fn units_both_see(battle: &Battle) -> Vec<bool> {
    let living = |side: Side| battle.living(side);
    let onlookers = |unit: UnitId| {
        let enemies = living(battle.info(unit).side.other());
        enemies.filter(|&enemy| battle.has_in_sight(enemy, battle.hex(unit))).collect()
    };
    let units = Side::BOTH.into_iter().flat_map(living);
    let seen_by: Vec<(UnitId, Vec<UnitId>)> = units.map(|unit| (unit, onlookers(unit))).collect();
    let mut seen = vec![false; battle.roster().len()];
    for (unit, onlookers) in &seen_by {
        seen[unit.index()] = !onlookers.is_empty();
    }
    // Whoever is seen by nobody who is seen goes, until nobody goes any more.
    loop {
        let mut changes = false;
        for (unit, onlookers) in &seen_by {
            if seen[unit.index()] && !onlookers.iter().any(|enemy| seen[enemy.index()]) {
                seen[unit.index()] = false;
                changes = true;
            }
        }
        if !changes {
            return seen;
        }
    }
}

/// One order being told to whoever knows what both sides know.
struct CommonTelling<'a> {
    known: &'a mut Spectator,
    news: Vec<Event>,
    saw_departure: bool,
}

impl CommonTelling<'_> {
    fn tell(&mut self, event: Event) {
        self.known.watch_event(&event);
        self.news.push(event);
    }

    /// Returns `true` for a unit that was there before the event.
    fn is_known(&self, unit: UnitId) -> bool {
        self.known.battle().unit(unit).alive()
    }

    /// Tells of an event, after which the true battle stands as `truth`, and of units that it brings into sight or takes
    /// out of it.
    fn tell_event(&mut self, truth: &Battle, seen: &[bool], event: &Event) {
        match *event {
            Event::Stepped { unit, .. }
            | Event::GaveWay { unit, .. }
            | Event::Pursued { unit, .. }
            | Event::Ran { unit, .. }
            | Event::WentBack { unit, .. } => self.tell_if(self.is_known(unit) && seen[unit.index()], event),
            Event::Arrived { unit, .. } => self.tell_if(seen[unit.index()], event),
            Event::Attacked { unit, target, .. } | Event::Reacted { unit, target, .. } => {
                self.tell_if(self.is_known(unit) && self.is_known(target), event);
            }
            Event::RanInto { unit, enemy, .. } => {
                self.tell_if(self.is_known(unit) && self.is_known(enemy), event);
            }
            Event::Hit { unit, by, roll, losses, left } => {
                let by = by.filter(|&by| self.is_known(by));
                self.tell_if(self.is_known(unit), &Event::Hit { unit, by, roll, losses, left });
            }
            Event::Departed { unit, .. } => {
                self.saw_departure = self.is_known(unit);
                self.tell_if(self.saw_departure, event);
            }
            Event::CohesionChanged { unit, .. }
            | Event::Broke { unit }
            | Event::Rallied { unit }
            | Event::Surrendered { unit }
            | Event::Unsupplied { unit, .. }
            | Event::Resupplied { unit }
            | Event::RoundsChanged { unit, .. }
            | Event::ExperienceGained { unit, .. }
            | Event::Promoted { unit, .. }
            | Event::OfficerFell { unit }
            | Event::Faced { unit, .. }
            | Event::Worked { unit, .. } => self.tell_if(self.is_known(unit), event),
            Event::Scripted { event: script, .. } => {
                self.tell_if(truth.scripted_event(script).told.is_none(), event);
            }
            Event::GoalAdvanced { goal, .. } => self.tell_goal(truth, goal, event),
            Event::HalfTurnBegan { side, .. } => {
                self.tell(*event);
                for (unit, _) in truth.roster().filter(|(_, info)| info.side == side) {
                    self.tell_foreseen_move(unit);
                }
            }
            Event::CastleTaken { .. }
            | Event::HexTaken { .. }
            | Event::TerrainChanged { .. }
            | Event::WeatherChanged { .. }
            | Event::Ended { .. } => self.tell(*event),
            // A side alone knows of these.
            Event::Called { .. } | Event::Sighted { .. } | Event::Vanished { .. } => {}
        }
        self.tell_sights(truth, seen);
    }

    fn tell_if(&mut self, is_told: bool, event: &Event) {
        if is_told {
            self.tell(*event);
        }
    }

    /// Tells of a goal: how many units have left the map out of sight stays hidden.
    fn tell_goal(&mut self, truth: &Battle, goal: GoalId, event: &Event) {
        if !matches!(truth.goal(goal).aim, GoalAim::Exit { .. }) {
            self.tell(*event);
        } else if self.saw_departure {
            let progress = self.known.battle().goal_progress(goal) + 1;
            self.tell(Event::GoalAdvanced { goal, progress });
        }
    }

    /// Tells what everybody can foresee of a unit as its half-turn begins.
    fn tell_foreseen_move(&mut self, unit: UnitId) {
        if let Some(event) = self.known.battle().foreseen_move(unit) {
            self.tell(event);
        }
    }

    /// Tells of units that have come into sight or gone out of it.
    fn tell_sights(&mut self, truth: &Battle, seen: &[bool]) {
        for (unit, _) in truth.roster() {
            match (self.is_known(unit), seen[unit.index()]) {
                (true, false) => self.tell(Event::Vanished { unit }),
                (false, true) => self.tell(truth.sighting(unit)),
                (true, true) | (false, false) => {}
            }
        }
    }

    /// Shows units anew whose state has changed by what was not told, such as an attack on a unit out of sight.
    fn tell_changed_states(&mut self, truth: &Battle) {
        let known = self.known.battle();
        let has_changed = |unit: &UnitId| {
            known.unit(*unit).alive()
                && (known.unit(*unit) != truth.unit(*unit)
                    || known.condition(*unit) != truth.condition(*unit))
        };
        let changed: Vec<UnitId> = truth.roster().map(|(unit, _)| unit).filter(has_changed).collect();
        for unit in changed {
            self.tell(Event::Vanished { unit });
            self.tell(truth.sighting(unit));
        }
    }
}
