//! The one door for change: check an order, resolve it with dice, apply its events.

mod aftermath;
mod march;
mod rout;
mod script;
mod supply;

use hotgates_grid::{Cell, Coord, Direction, Hex, MovementPoints, Reach};

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::goal_table::GoalAim;
use crate::battle::order::{Illegal, Order};
use crate::battle::outcome::{Verdict, VictoryKind};
use crate::battle::presence::Presence;
use crate::battle::unit::{UnitId, UnitLabel};
use crate::battle::zone::EnemyObstacles;
use hotgates_rules::{
    Attack, AttackBlow, AttackLosses, BlowLosses, Dice, Fighter, GoalId, WorkId, factor_of_pips,
};
use hotgates_scenario::Objective;
use hotgates_text::{Permille, Side, Strength};

impl Battle {
    /// Follows an order of the side to move, rolls what has to be rolled, and appends what happened
    /// to the log.
    ///
    /// # Errors
    /// The reason for which the order is illegal; then nothing has changed, no die was rolled and
    /// the log is as it was.
    ///
    /// ```
    /// # use hotgates_engine::{Battle, MapFile, Scenario};
    /// # let map = MapFile::from_ron(r##"(
    /// #     name: "Two men and a castle",
    /// #     rows: ["..........", "#........."],
    /// #     red: (units: [(type: "infantry", at: (2, 0))]),
    /// #     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// # )"##)?;
    /// # let mut scenario = Scenario::classic(map);
    /// # scenario.rules.setup.distance = 0;
    /// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// use hotgates_engine::{Dice, Illegal, Order, UnitId};
    ///
    /// let (mut dice, mut log) = (Dice::new(7), Vec::new());
    /// let [attacker, target] = [UnitId(0), UnitId(1)];
    /// battle.act(Order::Attack { unit: attacker, target }, &mut dice, &mut log)?;
    /// assert_eq!(log.len(), 3, "the attack, its blow, and the blow that answers it");
    /// let own = Order::Attack { unit: target, target: attacker };
    /// assert!(matches!(battle.act(own, &mut dice, &mut log), Err(Illegal::NotYours { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn act(&mut self, order: Order, dice: &mut Dice, log: &mut Vec<Event>) -> Result<(), Illegal> {
        // The path of a move is found while checking it; keep it for the steps.
        let mut scratch = self.scratch.take().unwrap_or_default();
        let checked = self.check_with_scratch(order, &mut scratch);
        if checked.is_ok() {
            self.follow_order(order, scratch.found_path(), dice, log);
        }
        self.scratch = Some(scratch);
        checked
    }

    /// Follows an order that is known to be legal, a move by this path.
    pub(crate) fn follow_order(
        &mut self,
        order: Order,
        path: &[Cell],
        dice: &mut Dice,
        log: &mut Vec<Event>,
    ) {
        self.begin_order();
        OrderExecution { battle: self, dice, log, moved: [None; 2] }.resolve_order(order, path);
        // Copies of the battle need not do it, each for itself.
        self.settle_half_turn_starts();
    }

    /// Ends the battle by the loss of a side that gives it up or goes wrong, which no rule does; appends
    /// the event to the log.
    ///
    /// # Panics
    /// When the battle is over, or `how` is [no concession](VictoryKind::is_concession).
    ///
    /// ```
    /// # use hotgates_engine::{Battle, MapFile, Scenario, Side, VictoryKind};
    /// # let map = MapFile::from_ron(r##"(
    /// #     name: "Two men and a castle",
    /// #     rows: ["..........", "#........."],
    /// #     red: (units: [(type: "infantry", at: (2, 0))]),
    /// #     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// # )"##)?;
    /// # let mut scenario = Scenario::classic(map);
    /// # scenario.rules.setup.distance = 0;
    /// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// battle.concede(Side::Red, VictoryKind::Resigned, &mut Vec::new());
    /// assert_eq!(battle.verdict().and_then(|verdict| verdict.winner), Some(Side::Blue));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn concede(&mut self, loser: Side, how: VictoryKind, log: &mut Vec<Event>) {
        assert!(how != VictoryKind::DrawAgreed, "a draw has no loser");
        self.end_outside_rules(Verdict { winner: Some(loser.other()), how }, log);
    }

    /// Ends the battle by a draw to which both sides have agreed; appends the event to the log.
    ///
    /// # Panics
    /// When the battle is over.
    pub fn agree_draw(&mut self, log: &mut Vec<Event>) {
        self.end_outside_rules(Verdict { winner: None, how: VictoryKind::DrawAgreed }, log);
    }

    fn end_outside_rules(&mut self, verdict: Verdict, log: &mut Vec<Event>) {
        let how = verdict.how;
        assert!(self.verdict().is_none() && how.is_concession(), "{how:?} of a battle that is on");
        let event = Event::Ended { verdict };
        self.apply_event(&event);
        log.push(event);
    }

    /// Checks that an order would be followed. Changes nothing.
    ///
    /// # Errors
    /// The reason for which the order is illegal.
    ///
    /// ```
    /// # use hotgates_engine::{Battle, MapFile, Scenario};
    /// # let map = MapFile::from_ron(r##"(
    /// #     name: "Two men and a castle",
    /// #     rows: ["..........", "#........."],
    /// #     red: (units: [(type: "infantry", at: (2, 0))]),
    /// #     blue: (units: [(type: "infantry", at: (1, 0))]),
    /// # )"##)?;
    /// # let mut scenario = Scenario::classic(map);
    /// # scenario.rules.setup.distance = 0;
    /// # let mut battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
    /// use hotgates_engine::{Order, UnitId};
    ///
    /// assert_eq!(battle.check(Order::EndTurn), Ok(()));
    /// let far = battle.grid().hex(battle.map().castles()[0]);
    /// assert!(battle.check(Order::Move { unit: UnitId(0), to: battle.hex(UnitId(1)) }).is_err());
    /// assert!(battle.check(Order::Move { unit: UnitId(0), to: far }).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, order: Order) -> Result<(), Illegal> {
        self.check_with_scratch(order, &mut Reach::new())
    }

    pub(crate) fn check_with_scratch(&self, order: Order, scratch: &mut Reach) -> Result<(), Illegal> {
        if self.verdict().is_some() {
            return Err(Illegal::Over);
        }
        // An order is judged by what its side knows, so that no refusal gives a hidden unit away.
        if let Some(fog) = &self.fog {
            return fog.known[self.side()].check_with_scratch(order, scratch);
        }
        match order {
            Order::Move { unit, to } => self.check_move(unit, to, scratch),
            Order::Attack { unit, target } => self.check_attack(unit, target),
            Order::Exit { unit } => self.check_exit(unit),
            Order::Face { unit, way } => {
                self.check_mover(unit)?;
                self.check_turn(unit, way)
            }
            Order::Work { unit, at, work } => {
                self.check_mover(unit)?;
                self.check_work(unit, at, work)
            }
            Order::EndTurn => Ok(()),
        }
    }

    fn check_mover(&self, unit: UnitId) -> Result<(), Illegal> {
        self.check_alive(unit)?;
        let info = self.info(unit);
        if info.side != self.side() {
            let (unit, owner, mover) = (self.unit_name(unit), info.side, self.side());
            return Err(Illegal::NotYours { unit, owner, mover });
        }
        if self.is_broken(unit) {
            return Err(Illegal::Broken { unit: self.unit_name(unit) });
        }
        Ok(())
    }

    fn check_alive(&self, unit: UnitId) -> Result<(), Illegal> {
        let last = self.roster().len() - 1;
        if unit.index() > last {
            return Err(Illegal::NoSuchUnit { unit: unit.0, last: u16::try_from(last).unwrap_or(u16::MAX) });
        }
        if self.unit(unit).alive() {
            return Ok(());
        }
        let name = || self.unit_name(unit);
        if self.arena.observer.is_some_and(|knower| knower.is_kept_from(self.info(unit).side)) {
            return Err(Illegal::NotInSight { unit: name() });
        }
        match self.presence(unit) {
            Presence::OnMap | Presence::Unseen => Ok(()),
            Presence::Fallen => Err(Illegal::Destroyed { unit: name() }),
            Presence::Waiting | Presence::Called => Err(Illegal::NotHereYet { unit: name() }),
            Presence::Exited | Presence::Withdrawn | Presence::Fled => Err(Illegal::Gone { unit: name() }),
        }
    }

    fn check_move(&self, unit: UnitId, hex: Hex, scratch: &mut Reach) -> Result<(), Illegal> {
        self.check_mover(unit)?;
        let to = Coord::from(hex);
        let Some(cell) = self.grid().cell(hex) else { return Err(Illegal::OffMap { to }) };
        let state = self.unit(unit);
        if cell == state.cell {
            return Err(Illegal::AlreadyThere { to });
        }
        if self.map().costs(self.info(unit).kind)[cell.index()] == 0 {
            let terrain = self.rules().terrains[self.map().terrain(cell)].name.clone();
            return Err(Illegal::Impassable { to, terrain });
        }
        if let Some(other) = self.at(cell) {
            return Err(Illegal::Occupied { to, unit: self.unit_name(other) });
        }
        if state.halted {
            return Err(Illegal::Halted);
        }
        if !self.find_move_path(unit, cell, scratch) {
            return Err(Illegal::OutOfReach { to, left: state.left });
        }
        Ok(())
    }

    fn check_attack(&self, unit: UnitId, target: UnitId) -> Result<(), Illegal> {
        self.check_mover(unit)?;
        self.check_alive(target)?;
        if self.info(target).side == self.info(unit).side {
            return Err(Illegal::Friend { unit: self.unit_name(target) });
        }
        if self.is_wavering(unit)
            && let Some(rule) = self.combat().cohesion()
        {
            let cohesion = Permille(self.condition(unit).cohesion.into());
            return Err(Illegal::Wavering { unit: self.unit_name(unit), cohesion, need: rule.waver });
        }
        let need = self.kind(unit).attack_cost;
        let left = self.unit(unit).left;
        if left < need {
            return Err(Illegal::TooTired { need, left });
        }
        let (from, to) = (self.unit(unit).cell, self.unit(target).cell);
        if self.rounds_left(unit) == Some(0) && self.grid().distance(from, to) > 1 {
            return Err(Illegal::NoRounds { unit: self.unit_name(unit) });
        }
        if self.attack_mode_between(unit, from, to).is_none() {
            let distance = self.grid().distance(from, to);
            let fires = self.kind(unit).ranged.as_ref().map(|ranged| (ranged.min, ranged.max));
            return Err(Illegal::OutOfRange { unit: self.unit_name(target), distance, fires });
        }
        match self.cell_blocking_fire(from, to) {
            None => Ok(()),
            Some(cell) => {
                let terrain = self.rules().terrains[self.map().terrain(cell)].name.clone();
                Err(Illegal::NoLineOfSight { at: self.grid().coord(cell), terrain })
            }
        }
    }

    fn check_exit(&self, unit: UnitId) -> Result<(), Illegal> {
        self.check_mover(unit)?;
        let state = self.unit(unit);
        if self.exit_goal(unit, state.cell).is_none() {
            return Err(Illegal::NoExit { at: self.grid().coord(state.cell) });
        }
        if state.halted {
            return Err(Illegal::Halted);
        }
        let (need, left) = (EXIT_COST, state.left);
        left.points_after_paying(need).map(|_| ()).ok_or(Illegal::TooTiredToLeave { need, left })
    }

    /// Returns `true` if a unit of the side to move may go off the map from where it stands.
    #[inline]
    pub fn may_exit(&self, unit: UnitId) -> bool {
        self.has_extra_state() && self.check_exit(unit).is_ok()
    }

    /// Returns the mode of attack of a unit on cell `from` against one on `to`, by distance and rounds
    /// alone; `None` out of range.
    pub fn attack_mode_between(&self, unit: UnitId, from: Cell, to: Cell) -> Option<Attack> {
        let distance = self.grid().distance(from, to);
        if distance == 1 {
            return Some(Attack::Melee);
        }
        let ranged = self.kind(unit).ranged.as_ref()?;
        let fires = (ranged.min..=ranged.max).contains(&distance) && self.rounds_left(unit) != Some(0);
        fires.then_some(Attack::Ranged)
    }

    /// Finds the path of a move within the unit's points and leaves it in `scratch`; returns
    /// `false` where there is none.
    pub(crate) fn find_move_path(&self, unit: UnitId, to: Cell, scratch: &mut Reach) -> bool {
        let (state, info) = (self.unit(unit), self.info(unit));
        scratch.find_path(
            self.cost_layer(info.kind),
            (state.cell, to),
            state.left,
            EnemyObstacles::enemies_of_unit(self, unit),
        )
    }

    pub(super) fn unit_name(&self, unit: UnitId) -> UnitLabel {
        let info = self.info(unit);
        UnitLabel { side: info.side, kind: self.kind(unit).name.clone(), label: info.label.clone() }
    }
}

/// Points that it costs to go off the map.
const EXIT_COST: MovementPoints = MovementPoints(1);

/// A moment at which events of the scenario happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScriptMoment {
    /// A half-turn has begun.
    HalfTurnBegan,
    /// An order has been followed.
    AfterOrder,
}

/// One order being followed.
struct OrderExecution<'a> {
    battle: &'a mut Battle,
    dice: &'a mut Dice,
    log: &'a mut Vec<Event>,
    /// Units that have come to another hex by the order.
    moved: [Option<UnitId>; 2],
}

impl OrderExecution<'_> {
    fn resolve_order(&mut self, order: Order, path: &[Cell]) {
        match order {
            Order::Move { unit, .. } => self.walk_path(unit, path),
            Order::Attack { unit, target } => self.attack_unit(unit, target),
            Order::Exit { unit } => self.leave_map(unit),
            Order::Face { unit, way } => self.turn_unit(unit, way),
            Order::Work { unit, at, work } => self.work_on_hex(unit, at, work),
            Order::EndTurn => self.end_turn(),
        }
        if self.battle.has_extra_state() && order != Order::EndTurn {
            self.play_events(ScriptMoment::AfterOrder);
        }
    }

    #[inline]
    fn emit_event(&mut self, event: Event) {
        self.battle.apply_event(&event);
        self.log.push(event);
    }

    /// Begins a turn for the weather.
    fn bring_weather(&mut self) {
        let battle = &*self.battle;
        let Some(rule) = &battle.rules().options.weather else { return };
        let now = battle.weather_id();
        let weather = rule.drawn_after(now, battle.turn() - 1, self.dice);
        if weather != now {
            self.emit_event(Event::WeatherChanged { weather });
        }
    }

    fn work_on_hex(&mut self, unit: UnitId, at: Hex, work: WorkId) {
        let (worked, change) = self.battle.events_of_work(unit, at, work);
        self.emit_event(worked);
        if let Some(change) = change {
            self.emit_event(change);
        }
    }

    /// Hands a flag over to a side whose unit has come to its cell.
    fn take_flag(&mut self, flag: usize, cell: Cell, by: Side) {
        let hex = self.battle.grid().hex(cell);
        let castle = flag < self.battle.map().castles().len();
        self.emit_event(if castle {
            Event::CastleTaken { castle: hex, by }
        } else {
            Event::HexTaken { hex, by }
        });
    }

    fn attack_unit(&mut self, unit: UnitId, target: UnitId) {
        let battle = &*self.battle;
        let (from, to) = (battle.unit(unit).cell, battle.unit(target).cell);
        let by = battle.attack_mode_between(unit, from, to).expect("checked to be in range");
        let left = battle
            .points_left_after(unit, battle.kind(unit).attack_cost)
            .expect("checked to have the points");
        let more_follows = battle.rules().options.attacks_have_aftermaths();
        let setting = more_follows.then(|| battle.attack_setting(unit, from, target));
        let (attacker, defender) = battle.fighters_in_attack(unit, from, target);
        let supporter = battle.supporter_in_attack(by, from, target);
        self.emit_event(Event::Attacked { unit, target, ranged: by == Attack::Ranged, left });
        if by == Attack::Ranged {
            self.spend_round(unit);
        }
        let mut losses = AttackLosses::default();
        let mut fighting = attacker;
        if let Some(gun) = supporter {
            losses.support = self.fire_in_support(gun, (unit, from), attacker);
            fighting.strength.0 -= losses.support.men.0;
        }
        if fighting.strength.0 > 0 {
            let blow = self.battle.combat().blow(by, fighting, defender, false);
            losses.blow = self.resolve_blow(blow, unit, target);
            let left = Strength(defender.strength.0 - losses.blow.men.0);
            if by == Attack::Melee && left.0 > 0 {
                let survivors = Fighter { strength: left, ..defender };
                let answer = self.battle.combat().blow(by, survivors, fighting, true);
                losses.answer = self.resolve_blow(answer, target, unit);
            }
        }
        if let Some(setting) = setting {
            let battle = &*self.battle;
            if let Some(after) = battle.combat().aftermath(by, attacker, defender, losses, setting) {
                self.follow_aftermath((unit, from), (target, to), after);
            }
        }
        self.meet_goals();
        self.end_battle_by_annihilation();
    }

    fn end_battle_by_annihilation(&mut self) {
        for side in Side::BOTH {
            if self.battle.is_annihilated(side) && self.battle.verdict().is_none() {
                self.end_battle(Some(side.other()), VictoryKind::Annihilation);
            }
        }
    }

    /// Has a unit fire at the attacker of a friend.
    #[cold]
    fn fire_in_support(
        &mut self,
        gun: UnitId,
        (attacker, from): (UnitId, Cell),
        struck: Fighter,
    ) -> BlowLosses {
        let battle = &*self.battle;
        let blow = battle.combat().blow(Attack::Ranged, battle.fighter_in_support(gun, from), struck, false);
        self.emit_event(Event::Reacted { unit: gun, target: attacker, support: true });
        self.spend_round(gun);
        self.resolve_blow(blow, gun, attacker)
    }

    /// Resolves one blow of a unit that strikes another.
    fn resolve_blow(&mut self, blow: AttackBlow, striker: UnitId, struck: UnitId) -> BlowLosses {
        let pips = self.dice.roll_sum();
        let roll = factor_of_pips(self.battle.combat().dice(), pips);
        let losses = blow.losses(roll);
        let left = Strength(blow.target.0 - losses.0);
        self.emit_event(Event::Hit { unit: struck, by: Some(striker), roll, losses, left });
        BlowLosses { men: losses, pips: u8::try_from(pips).expect("two dice") }
    }

    fn turn_unit(&mut self, unit: UnitId, way: Direction) {
        let cost = self.battle.cost_of_turn(unit).expect("checked to have the points");
        let left = self.battle.points_left_after(unit, cost).expect("checked to have the points");
        self.emit_event(Event::Faced { unit, way, left });
    }

    /// Marks the goals that have been met for good, and ends the battle if a side wins with that.
    fn meet_goals(&mut self) {
        if !self.battle.has_goals() {
            return;
        }
        for index in 0..self.battle.goal_table().goals.len() {
            let battle = &*self.battle;
            let id = GoalId::from_index(index);
            let goal = battle.goal(id);
            let done = match &goal.aim {
                GoalAim::Hold { .. } | GoalAim::Exit { .. } => false,
                GoalAim::Take { cells, .. } => battle.holds_all_cells(goal.side, cells),
                GoalAim::Destroy { units, .. } => units.iter().all(|&unit| battle.presence(unit).is_lost()),
            };
            if done && battle.is_goal_open(id) {
                self.emit_event(Event::GoalAdvanced { goal: id, progress: 1 });
            }
        }
        self.end_battle_by_goals();
    }

    /// Counts the half-turn that `side` has ended for the hexes that the enemy is to hold.
    fn count_held_half_turn(&mut self, side: Side) {
        if !self.battle.has_goals() {
            return;
        }
        for index in 0..self.battle.goal_table().goals.len() {
            let battle = &*self.battle;
            let goal = GoalId::from_index(index);
            let holder = battle.goal(goal).side;
            let GoalAim::Hold { cells, turns } = &battle.goal(goal).aim else { continue };
            if holder == side {
                continue;
            }
            let before = battle.goal_progress(goal);
            let held = battle.is_goal_announced(goal) && battle.holds_all_cells(holder, cells);
            let progress = if held { (before + 1).min(*turns) } else { 0 };
            if progress != before {
                self.emit_event(Event::GoalAdvanced { goal, progress });
            }
        }
        self.end_battle_by_goals();
    }

    fn end_battle_by_goals(&mut self) {
        let first = self.battle.first_side();
        let winner = [first, first.other()].into_iter().find(|&side| self.battle.meets_winning_set(side));
        if winner.is_some() {
            self.end_battle(winner, VictoryKind::Goals);
        }
    }

    fn end_turn(&mut self) {
        let (turn, side, first) = (self.battle.turn(), self.battle.side(), self.battle.first_side());
        let last = self.battle.half_turns_left() == 1;
        self.count_held_half_turn(side);
        if self.battle.verdict().is_some() {
            return;
        }
        let invasion = self.battle.objective() == Objective::Invasion;
        // Blue has a half-turn to retake a castle, but for the castles that Red takes at dusk.
        if invasion && (side == Side::Blue || last) && self.battle.holds_all_castles(Side::Red) {
            self.end_battle(Some(Side::Red), VictoryKind::Castle);
        } else if !last {
            let turn = if side == first { turn } else { turn + 1 };
            self.emit_event(Event::HalfTurnBegan { turn, side: side.other() });
            if self.battle.has_extra_state() {
                if side != first {
                    self.bring_weather();
                }
                self.begin_half_turn_of_broken_units();
                let options = &self.battle.rules().options;
                if options.supply.is_some() || options.ammunition.is_some() {
                    self.bring_supplies();
                }
                self.bring_units();
            }
        } else {
            match self.battle.objective() {
                Objective::Invasion => self.end_battle(Some(Side::Blue), VictoryKind::Dusk),
                Objective::Meeting => self.end_battle(self.winner_of_meeting_engagement(), VictoryKind::Dusk),
                Objective::Goals => self.decide_by_goals_at_dusk(),
            }
        }
    }

    /// Ends a battle for goals at dusk: a side that alone could have won has failed to; else points
    /// decide.
    fn decide_by_goals_at_dusk(&mut self) {
        let battle = &*self.battle;
        let winner = battle.winner_at_dusk_without_points();
        if winner.is_some() {
            return self.end_battle(winner, VictoryKind::Dusk);
        }
        let [red, blue] = Side::BOTH.map(|side| battle.victory_points(side));
        let least = battle.goal_table().degrees.first().map_or(1, |&(lead, _)| u64::from(lead));
        let winner = if red >= blue + least {
            Some(Side::Red)
        } else if blue >= red + least {
            Some(Side::Blue)
        } else {
            None
        };
        self.end_battle(winner, VictoryKind::Points);
    }

    /// Returns the winner of a meeting engagement: more castles win, then more strength left as a
    /// share of the start.
    fn winner_of_meeting_engagement(&self) -> Option<Side> {
        let battle = &*self.battle;
        let castles = |side| battle.castles().filter(|&(_, owner)| owner == side).count();
        // Shares are compared crosswise, so that nothing is rounded.
        let share = |side: Side| {
            u64::from(battle.living_strength(side)) * u64::from(battle.start_strength(side.other()))
        };
        match (castles(Side::Red), share(Side::Red)).cmp(&(castles(Side::Blue), share(Side::Blue))) {
            std::cmp::Ordering::Greater => Some(Side::Red),
            std::cmp::Ordering::Less => Some(Side::Blue),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn end_battle(&mut self, winner: Option<Side>, how: VictoryKind) {
        self.emit_event(Event::Ended { verdict: Verdict { winner, how } });
    }
}
