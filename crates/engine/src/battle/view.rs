//! Views: a battle as far as a side may know it.

use hotgates_grid::{Cell, CellSet, CostLayer, Direction, Grid, Hex, MovementPoints, Reach};

use crate::battle::Battle;
use crate::battle::event::Event;
use crate::battle::fog_state::Mark;
use crate::battle::goal_table::Goal;
use crate::battle::legal::LegalOrders;
use crate::battle::move_odds::MoveOdds;
use crate::battle::order::{Illegal, Order};
use crate::battle::outcome::Verdict;
use crate::battle::presence::Presence;
use crate::battle::unit::{UnitId, UnitInfo, UnitState};
use hotgates_rules::{
    Aspect, Attack, AttackSetting, CombatTable, Condition, Dice, Fighter, GoalId, Odds, RankId, Ruleset,
    UnitType, UnitTypeId, WorkTable,
};
use hotgates_scenario::{Map, Objective};
use hotgates_text::{Permille, Side, Strength};

/// A battle as one side knows it: what a commander is given instead of the [`Battle`].
///
/// The classic rules hide nothing, so that a view answers as the battle does, at no cost. Under fog
/// of war an enemy out of sight is not on the map but [`Unseen`](Presence::Unseen). It holds no dice and
/// changes nothing; who plans ahead asks for [the battle as known](Self::known_battle) and brings
/// dice of its own.
///
/// **Invariant:** a view hands out no [`Battle`].
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]),
///     blue: (units: [(type: "infantry")]),
/// )"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let view = View::new(&battle, Side::Blue);
/// assert_eq!(view.side(), Side::Blue);
/// assert_eq!(view.living(Side::Red).count(), 1);
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    battle: &'a Battle,
    side: Side,
}

impl<'a> View<'a> {
    /// Makes the view that `side` has of a battle.
    #[must_use]
    #[inline]
    pub fn new(battle: &'a Battle, side: Side) -> Self {
        Self { battle: battle.known_to(side), side }
    }

    /// Side that looks.
    #[inline]
    pub const fn side(self) -> Side {
        self.side
    }

    /// Copies the battle as far as this side knows it, to plan ahead on. Cost: a clone of a
    /// [`Battle`].
    #[must_use]
    pub fn known_battle(self) -> KnownBattle {
        KnownBattle { battle: self.battle.clone(), side: self.side }
    }

    /// Copies the battle as far as this side knows it over another copy of it, whose memory is used again.
    pub fn copy_known_battle(self, copy: &mut KnownBattle) {
        copy.battle.clone_from(self.battle);
        copy.side = self.side;
    }

    /// Copies the battle as it was when the half-turn before the present one began, as far as this
    /// side knows: the position from which the enemy played its last half-turn, for whoever is to
    /// move. `None` in the first half-turn. Cost: a clone of a [`Battle`].
    ///
    /// ```
    /// use hotgates_engine::{Battle, Coord, Dice, MapFile, Order, Scenario, Side, UnitId, View};
    ///
    /// let map = MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry")]),
    /// )"##)?;
    /// let mut battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
    /// let (red, start) = (UnitId(0), battle.unit(UnitId(0)).cell);
    /// assert!(View::new(&battle, Side::Red).before_last_half_turn().is_none());
    /// for order in [Order::Move { unit: red, to: Coord { col: 8, row: 0 }.hex() }, Order::EndTurn] {
    ///     battle.act(order, &mut Dice::new(1), &mut Vec::new()).expect("a legal order");
    /// }
    /// let before = View::new(&battle, Side::Blue).before_last_half_turn().expect("Red has moved");
    /// assert_eq!((before.side_to_move(), before.view().unit(red).cell), (Side::Red, start));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    #[must_use]
    pub fn before_last_half_turn(self) -> Option<KnownBattle> {
        self.battle.before_last_half_turn().map(|battle| KnownBattle { battle, side: self.side })
    }

    /// Returns the numbers of the game.
    pub fn rules(self) -> &'a Ruleset {
        self.battle.rules()
    }

    /// Returns the numbers of combat, looked up once.
    #[inline]
    pub fn combat(self) -> &'a CombatTable {
        self.battle.combat()
    }

    /// Returns the ground.
    #[inline]
    pub fn map(self) -> &'a Map {
        self.battle.map()
    }

    /// Returns the grid, which numbers the hexes of the map.
    #[inline]
    pub fn grid(self) -> &'a Grid {
        self.battle.grid()
    }

    /// Number of the turn, from 1.
    pub const fn turn(self) -> u32 {
        self.battle.turn()
    }

    /// Number of the last turn: dusk falls when it ends.
    pub fn last_turn(self) -> u32 {
        self.battle.last_turn()
    }

    /// Side whose half-turn it is.
    #[inline]
    pub const fn side_to_move(self) -> Side {
        self.battle.side()
    }

    /// Side that has the first half of each turn.
    pub fn first_side(self) -> Side {
        self.battle.first_side()
    }

    /// Number of half-turns until dusk, the present one included.
    pub fn half_turns_left(self) -> u32 {
        self.battle.half_turns_left()
    }

    /// Returns the objective of the battle.
    pub fn objective(self) -> Objective {
        self.battle.objective()
    }

    /// Returns the hash of the position; see [`Battle::hash`].
    pub fn hash(self) -> u64 {
        self.battle.hash()
    }

    /// Lists every unit that entered the battle, Red's first, those destroyed included.
    pub fn roster(self) -> impl ExactSizeIterator<Item = (UnitId, &'a UnitInfo)> {
        self.battle.roster()
    }

    /// Returns the fixed part of a unit.
    #[inline]
    pub fn info(self, unit: UnitId) -> &'a UnitInfo {
        self.battle.info(unit)
    }

    /// Returns the changing part of a unit.
    #[inline]
    pub fn unit(self, unit: UnitId) -> &'a UnitState {
        self.battle.unit(unit)
    }

    /// Returns the type of a unit.
    #[inline]
    pub fn kind(self, unit: UnitId) -> &'a UnitType {
        self.battle.kind(unit)
    }

    /// Returns the hex on which a unit stands, or fell.
    #[inline]
    pub fn hex(self, unit: UnitId) -> Hex {
        self.battle.hex(unit)
    }

    /// Lists the units of a side on the map, in ascending order.
    #[inline]
    pub fn living(self, side: Side) -> impl DoubleEndedIterator<Item = UnitId> + Clone + 'a {
        self.battle.living(side)
    }

    /// Lists the units of a side on the map from `first` on, in ascending order.
    pub fn living_from(self, side: Side, first: UnitId) -> impl Iterator<Item = UnitId> + Clone + 'a {
        self.battle.living_from(side, first)
    }

    /// Returns the unit on a cell.
    #[inline]
    pub fn at(self, cell: Cell) -> Option<UnitId> {
        self.battle.at(cell)
    }

    /// Returns `true` if an enemy of `side` stands on a cell.
    #[inline]
    pub fn enemy_at(self, side: Side, cell: Cell) -> bool {
        self.battle.enemy_at(side, cell)
    }

    /// Finds the enemies of `side` near a cell, each with its hex; see [`Battle::enemies_within`].
    #[inline]
    pub fn enemies_within(
        self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.battle.enemies_within(side, centre, range)
    }

    /// Finds the units of `side` near a cell, each with its hex; see [`Battle::units_within`].
    #[inline]
    pub fn units_within(
        self,
        side: Side,
        centre: Cell,
        range: u32,
    ) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        self.battle.units_within(side, centre, range)
    }

    /// Number of a side's units on the map.
    pub fn alive(self, side: Side) -> u32 {
        self.battle.alive(side)
    }

    /// Number of a side's men on the map.
    pub fn strength(self, side: Side) -> u32 {
        self.battle.strength(side)
    }

    /// Number of men a side started with.
    pub fn start_strength(self, side: Side) -> u32 {
        self.battle.start_strength(side)
    }

    /// Lists every castle with the side that holds it, in ascending cells.
    pub fn castles(self) -> impl Iterator<Item = (Cell, Side)> + 'a {
        self.battle.castles()
    }

    /// Returns `true` if a side holds every castle.
    pub fn holds_all_castles(self, side: Side) -> bool {
        self.battle.holds_all_castles(side)
    }

    /// Lists every hex with a flag, with the side that holds it; see [`Battle::flags`].
    pub fn flags(self) -> impl Iterator<Item = (Cell, Side)> + 'a {
        self.battle.flags()
    }

    /// Lists the hexes that it helps a side to hold, each with the side that holds it; see
    /// [`Battle::hexes_at_stake`].
    #[inline]
    pub fn hexes_at_stake(self) -> impl Iterator<Item = (Cell, Side)> + 'a {
        self.battle.hexes_at_stake()
    }

    /// Returns `true` if a side holds a cell that it helps to hold; see [`Battle::holds_at_stake`].
    #[inline]
    pub fn holds_at_stake(self, side: Side, cell: Cell) -> bool {
        self.battle.holds_at_stake(side, cell)
    }

    /// Lists the units that a side is to destroy for a goal that is open; see
    /// [`Battle::units_at_stake`].
    pub fn units_at_stake(self, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        self.battle.units_at_stake(side)
    }

    /// Returns `true` if the scenario gives a side a goal, or has goals alone decide.
    #[inline]
    pub fn has_goals(self) -> bool {
        self.battle.has_goals()
    }

    /// Lists the goals of a side, in the order of the scenario.
    pub fn goals(self, side: Side) -> impl Iterator<Item = (GoalId, &'a Goal)> {
        self.battle.goals(side)
    }

    /// Returns `true` if a goal is met at this moment.
    pub fn is_goal_met(self, goal: GoalId) -> bool {
        self.battle.is_goal_met(goal)
    }

    /// Returns `true` if a goal would be met if the present half-turn ended now.
    pub fn is_goal_met_at_end(self, goal: GoalId) -> bool {
        self.battle.is_goal_met_at_end(goal)
    }

    /// Returns a goal.
    pub fn goal(self, goal: GoalId) -> &'a Goal {
        self.battle.goal(goal)
    }

    /// Returns how far a goal has got; see [`Battle::goal_progress`].
    pub fn goal_progress(self, goal: GoalId) -> u32 {
        self.battle.goal_progress(goal)
    }

    /// Returns `true` if an enemy is to destroy the unit for a goal that is open.
    #[inline]
    pub fn is_unit_at_stake(self, unit: UnitId) -> bool {
        self.has_goals() && self.units_at_stake(self.info(unit).side.other()).any(|other| other == unit)
    }

    /// Returns `true` if what is done about a goal still counts; see [`Battle::is_goal_open`].
    pub fn is_goal_open(self, goal: GoalId) -> bool {
        self.battle.is_goal_open(goal)
    }

    /// Returns the sets of goals with which a side wins at once.
    pub fn winning_sets(self, side: Side) -> &'a [Vec<GoalId>] {
        self.battle.winning_sets(side)
    }

    /// Returns the side that wins at dusk where one side alone has a way to win; see
    /// [`Battle::winner_at_dusk_without_points`].
    pub fn winner_at_dusk_without_points(self) -> Option<Side> {
        self.battle.winner_at_dusk_without_points()
    }

    /// Returns `true` if a side has to win before dusk: Red in an invasion, and a side that alone has a
    /// way to win where goals decide.
    pub fn is_invader(self, side: Side) -> bool {
        match self.objective() {
            Objective::Invasion => side == Side::Red,
            Objective::Meeting => false,
            Objective::Goals => self.winner_at_dusk_without_points() == Some(side.other()),
        }
    }

    /// Returns the points that a side has at this moment; see [`Battle::victory_points`].
    pub fn victory_points(self, side: Side) -> u64 {
        self.battle.victory_points(side)
    }

    /// Returns the most points that a side can have; see [`Battle::most_victory_points`].
    pub fn most_victory_points(self, side: Side) -> u64 {
        self.battle.most_victory_points(side)
    }

    /// Finds a goal that is open and for which a unit may go off the map from a cell; see
    /// [`Battle::exit_goal`].
    pub fn exit_goal(self, unit: UnitId, from: Cell) -> Option<GoalId> {
        self.battle.exit_goal(unit, from)
    }

    /// Returns `true` if a unit of the side to move may go off the map from where it stands.
    #[inline]
    pub fn may_exit(self, unit: UnitId) -> bool {
        self.battle.may_exit(unit)
    }

    /// Returns `true` if units may be elsewhere than on the map before they fall, or have a condition, or if
    /// the scenario has events; see [`Battle::has_extra_state`].
    #[inline]
    pub const fn has_extra_state(self) -> bool {
        self.battle.has_extra_state()
    }

    /// Returns the condition of a unit; see [`Battle::condition`].
    #[inline]
    pub fn condition(self, unit: UnitId) -> Condition {
        self.battle.condition(unit)
    }

    /// Number of ranged attacks that a unit can make before it gets more ammunition; see
    /// [`Battle::rounds_left`].
    #[inline]
    pub fn rounds_left(self, unit: UnitId) -> Option<u32> {
        self.battle.rounds_left(unit)
    }

    /// Collects the cells that supplies of a side reach, as far as this side knows its enemy; see
    /// [`Battle::cells_in_supply`].
    #[must_use]
    pub fn cells_in_supply(self, side: Side) -> Option<CellSet> {
        self.battle.cells_in_supply(side)
    }

    /// Returns `true` if a unit has broken and takes no orders.
    #[inline]
    pub fn is_broken(self, unit: UnitId) -> bool {
        self.battle.is_broken(unit)
    }

    /// Returns `true` if a unit holds together too little to attack.
    #[inline]
    pub fn is_wavering(self, unit: UnitId) -> bool {
        self.battle.is_wavering(unit)
    }

    /// Returns `true` if entering a cell ends the move of a unit, for a zone of control.
    #[inline]
    pub fn ends_move(self, unit: UnitId, cell: Cell) -> bool {
        self.battle.ends_move(unit, cell)
    }

    /// Returns the condition that a unit would have once it has rallied on a cell; see
    /// [`Battle::rallied_on`].
    pub fn rallied_on(self, unit: UnitId, cell: Cell) -> Option<Condition> {
        self.battle.rallied_on(unit, cell)
    }

    /// Returns what an attack on a unit from a cell finds besides the two fighters; see
    /// [`CombatTable::aftermath`].
    pub fn attack_setting(self, attacker: UnitId, from: Cell, target: UnitId) -> AttackSetting {
        self.battle.attack_setting(attacker, from, target)
    }

    /// Returns where a unit is with regard to the map.
    pub fn presence(self, unit: UnitId) -> Presence {
        self.battle.presence(unit)
    }

    /// Number of men of a unit that live, on the map or off it.
    pub fn living_men(self, unit: UnitId) -> Strength {
        self.battle.living_men(unit)
    }

    /// Number of men of a side that live, on the map or off it.
    pub fn living_strength(self, side: Side) -> u32 {
        self.battle.living_strength(side)
    }

    /// Lists the units of a side that may still come; see [`Battle::expected_units`].
    pub fn expected_units(self, side: Side) -> impl Iterator<Item = (UnitId, Option<u32>)> + 'a {
        self.battle.expected_units(side)
    }

    /// Returns `true` if the rules hide enemies out of sight.
    #[inline]
    pub fn has_fog(self) -> bool {
        self.battle.has_fog()
    }

    /// Returns `true` if this side sees a cell; always where nothing is hidden.
    pub fn sees(self, cell: Cell) -> bool {
        self.battle.is_seen_by(self.side, cell)
    }

    /// Returns `true` if a unit of this side sees a hex; see [`Battle::has_in_sight`].
    pub fn has_in_sight(self, unit: UnitId, hex: Hex) -> bool {
        self.battle.has_in_sight(unit, hex)
    }

    /// Collects the cells that this side sees; `None` where nothing is hidden.
    pub fn seen_cells(self) -> Option<CellSet> {
        self.battle.cells_seen_by(self.side)
    }

    /// Returns `true` if this side does not see where an enemy is: one out of sight, and one that is
    /// only [supposed](KnownBattle::suppose) to stand where it stands.
    pub fn is_out_of_sight(self, enemy: UnitId) -> bool {
        self.has_fog()
            && match self.presence(enemy) {
                Presence::Unseen => true,
                Presence::OnMap => !self.sees(self.unit(enemy).cell),
                _ => false,
            }
    }

    /// Returns the last that was seen of an enemy that is out of sight; `None` for one in sight or
    /// never seen.
    pub fn mark(self, unit: UnitId) -> Option<Mark> {
        self.battle.mark(unit)
    }

    /// Returns both fighters of an attack from a cell; see [`Battle::fighters_in_attack`].
    #[inline]
    pub fn fighters_in_attack(self, attacker: UnitId, from: Cell, target: UnitId) -> (Fighter, Fighter) {
        self.battle.fighters_in_attack(attacker, from, target)
    }

    /// Returns what places and friends add to an attack and to its answer, in ‰; see
    /// [`Battle::situations_in_attack`].
    pub fn situations_in_attack(self, attacker: (UnitId, Cell), target: (UnitId, Cell)) -> [i32; 2] {
        self.battle.situations_in_attack(attacker, target)
    }

    /// Returns `true` if a unit has kept its fire and would use it at an enemy on a cell; see
    /// [`Battle::would_react`].
    pub fn would_react(self, unit: UnitId, at: Cell) -> bool {
        self.battle.would_react(unit, at)
    }

    /// Returns a unit as it fires at an enemy who moves, on a cell; see [`Battle::fighter_in_reaction`].
    pub fn fighter_in_reaction(self, unit: UnitId, at: Cell) -> Fighter {
        self.battle.fighter_in_reaction(unit, at)
    }

    /// Returns the unit that fires at an attacker on a cell before a melee with this target; see
    /// [`Battle::supporter_of`].
    pub fn supporter_of(self, target: UnitId, attacker_at: Cell) -> Option<UnitId> {
        self.battle.supporter_of(target, attacker_at)
    }

    /// Returns a unit as it fires in support of a friend at an attacker on a cell; see
    /// [`Battle::fighter_in_support`].
    pub fn fighter_in_support(self, unit: UnitId, at: Cell) -> Fighter {
        self.battle.fighter_in_support(unit, at)
    }

    /// Counts the exact odds of a move that draws fire; see [`Battle::move_odds`].
    pub fn move_odds(self, unit: UnitId, to: Hex) -> Option<MoveOdds> {
        self.battle.move_odds(unit, to)
    }

    /// Returns the side of a unit on which a hex lies; see [`Battle::aspect_of_hex`].
    #[inline]
    pub fn aspect_of_hex(self, unit: UnitId, hex: Hex) -> Aspect {
        self.battle.aspect_of_hex(unit, hex)
    }

    /// Returns the points that a turn costs a unit, if it can pay them; see [`Battle::cost_of_turn`].
    #[inline]
    pub fn cost_of_turn(self, unit: UnitId) -> Option<MovementPoints> {
        self.battle.cost_of_turn(unit)
    }

    /// Returns the rank of a unit's officer now; see [`Battle::rank`].
    #[inline]
    pub fn rank(self, unit: UnitId) -> Option<RankId> {
        self.battle.rank(unit)
    }

    /// Returns the highest rank of the officers whose leadership helps a unit on a cell; see
    /// [`Battle::leader_near`].
    pub fn leader_near(self, unit: UnitId, on: Cell) -> Option<RankId> {
        self.battle.leader_near(unit, on)
    }

    /// Returns `true` if a friend beside a target helps an attack on it; see
    /// [`Battle::has_combined_arms`].
    pub fn has_combined_arms(self, attacker: UnitId, target: UnitId) -> bool {
        self.battle.has_combined_arms(attacker, target)
    }

    /// Returns the fighter that a unit is on a cell, whatever it attacks.
    #[inline]
    pub fn fighter_on(self, unit: UnitId, on: Cell) -> Fighter {
        self.battle.fighter_on(unit, on)
    }

    /// Returns the share of the losses that the terrain of a cell keeps off a unit of a type standing
    /// there.
    #[inline]
    pub fn cover_on(self, kind: UnitTypeId, cell: Cell) -> Permille {
        self.battle.cover_on(kind, cell)
    }

    /// Returns the highest rank of a side's living officers.
    pub fn highest_rank(self, side: Side) -> Option<RankId> {
        self.battle.highest_rank(side)
    }

    /// Computes the cells that a unit can get to; see [`Battle::reach`].
    pub fn reach(self, unit: UnitId, reach: &mut Reach) {
        self.battle.reach(unit, reach);
    }

    /// Computes the cells that a unit could get to from another cell or with other points; see
    /// [`Battle::reach_with`].
    pub fn reach_with(self, unit: UnitId, from: Cell, budget: MovementPoints, reach: &mut Reach) {
        self.battle.reach_with(unit, from, budget, reach);
    }

    /// Returns the ground as short searches of units of a type read it.
    pub fn cost_layer(self, kind: UnitTypeId) -> CostLayer<'a> {
        self.battle.cost_layer(kind)
    }

    /// Lists the cells that a unit can move to, with the points left there; see
    /// [`Battle::destinations`].
    pub fn destinations<'r>(self, reach: &'r Reach) -> impl Iterator<Item = (Cell, MovementPoints)> + 'r
    where
        'a: 'r,
    {
        self.battle.destinations(reach)
    }

    /// Finds the enemies that a unit can attack now, each with the mode of attack; see
    /// [`Battle::find_targets`].
    pub fn find_targets(self, unit: UnitId, found: &mut Vec<(UnitId, Attack)>) {
        self.battle.find_targets(unit, found);
    }

    /// Returns `true` if a unit could attack this enemy from a cell; see [`Battle::can_attack`].
    pub fn can_attack(self, unit: UnitId, from: Cell, target: UnitId) -> bool {
        self.battle.can_attack(unit, from, target)
    }

    /// Returns the mode of attack of a unit from one cell against an enemy on another; see
    /// [`Battle::attack_mode_from`].
    pub fn attack_mode_from(self, unit: UnitId, from: Cell, to: Cell) -> Option<Attack> {
        self.battle.attack_mode_from(unit, from, to)
    }

    /// Returns the exact odds of an attack; see [`Battle::odds`].
    pub fn odds(self, unit: UnitId, target: UnitId) -> Option<Odds> {
        self.battle.odds(unit, target)
    }

    /// Checks an order as [`check`](Self::check) does, with the memory of `scratch`.
    ///
    /// # Errors
    /// The reason for which the order is illegal.
    pub fn check_with_scratch(self, order: Order, scratch: &mut Reach) -> Result<(), Illegal> {
        self.battle.check_with_scratch(order, scratch)
    }

    /// Checks that an order would be followed, as far as this side knows; see [`Battle::check`].
    ///
    /// # Errors
    /// The reason for which the order is illegal.
    pub fn check(self, order: Order) -> Result<(), Illegal> {
        self.battle.check(order)
    }

    /// Returns the works of the ruleset, looked up once.
    pub fn works(self) -> &'a WorkTable {
        &self.battle.arena.works
    }

    /// Lists the cells whose terrain is another than at the start, ascending.
    pub fn changed_cells(self) -> impl ExactSizeIterator<Item = Cell> + 'a {
        self.battle.ground.changed_cells()
    }

    /// Returns `true` for a cell that works leave as it is; see
    /// [`Illegal::FixedGround`](crate::Illegal::FixedGround).
    pub fn is_ground_fixed(self, cell: Cell) -> bool {
        self.battle.is_ground_fixed(cell)
    }

    /// Returns the direction that Red came from; `None` where it started on hexes of the scenario.
    pub fn origin_direction(self) -> Option<Direction> {
        self.battle.origin_direction()
    }

    /// Lists every order that this side may give now, with the memory of `orders`; see
    /// [`LegalOrders::orders_of_side`].
    pub fn legal_orders(self, orders: &mut LegalOrders) -> &[Order] {
        orders.orders_of_side(self.battle)
    }
}

/// A battle as far as one side knows it, which the side may change as it likes: for planning ahead.
///
/// Made by [`View::known_battle`]. Under the classic rules it is the whole battle but for the dice,
/// which nobody knows; what comes of planned attacks is decided by dice of the planner.
///
/// ```
/// use hotgates_engine::{Battle, Dice, KnownBattle, MapFile, Order, Scenario, Side, View};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]),
///     blue: (units: [(type: "infantry")]),
/// )"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let mut ahead: KnownBattle = View::new(&battle, Side::Red).known_battle();
/// ahead.act(Order::EndTurn, &mut Dice::new(0), &mut Vec::new()).expect("a turn may always be ended");
/// assert_eq!((ahead.side_to_move(), battle.side()), (Side::Blue, Side::Red));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug)]
pub struct KnownBattle {
    battle: Battle,
    side: Side,
}

impl Clone for KnownBattle {
    fn clone(&self) -> Self {
        Self { battle: self.battle.clone(), side: self.side }
    }

    /// Copies without allocating; see [`Battle`].
    fn clone_from(&mut self, source: &Self) {
        self.battle.clone_from(&source.battle);
        self.side = source.side;
    }
}

impl KnownBattle {
    /// Returns the view that the planning side has of the battle.
    pub const fn view(&self) -> View<'_> {
        self.view_of(self.side)
    }

    /// Returns the view that a side has of the battle, as far as the planning side knows: for
    /// foreseeing what the enemy will do.
    pub const fn view_of(&self, side: Side) -> View<'_> {
        View { battle: &self.battle, side }
    }

    /// Side whose half-turn it is.
    pub const fn side_to_move(&self) -> Side {
        self.battle.side()
    }

    /// Returns the winner and the manner of the victory; `None` while the battle goes on.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.battle.verdict()
    }

    /// Supposes that an enemy out of sight stands on a hex with so many men and all its points, to plan
    /// with what may be there. Returns `false`, and changes nothing, for a unit that is not
    /// [`Unseen`](Presence::Unseen), for a hex that it cannot stand on, and for no men.
    ///
    /// ```
    /// use hotgates_engine::{Battle, Coord, MapFile, Scenario, Side, Strength, UnitId, View};
    ///
    /// let mut scenario = Scenario::classic(MapFile::from_ron(r##"(
    ///     name: "Two men and a castle",
    ///     rows: ["..........", "#........."],
    ///     red: (units: [(type: "infantry", at: (9, 0))]),
    ///     blue: (units: [(type: "infantry", at: (0, 0))]),
    /// )"##)?);
    /// scenario.rules.options.fog_of_war = true;
    /// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
    /// let (blue, hex) = (UnitId(1), Coord { col: 1, row: 0 }.hex());
    /// let mut supposed = View::new(&battle, Side::Red).known_battle();
    /// assert_eq!(supposed.view().alive(Side::Blue), 0, "nobody is in sight");
    /// assert!(supposed.suppose(blue, hex, Strength(900)));
    /// assert_eq!((supposed.view().alive(Side::Blue), supposed.view().hex(blue)), (1, hex));
    /// # Ok::<(), hotgates_engine::Fault>(())
    /// ```
    pub fn suppose(&mut self, unit: UnitId, hex: Hex, strength: Strength) -> bool {
        let battle = &mut self.battle;
        let kind = battle.info(unit).kind;
        let fits = battle.presence(unit) == Presence::Unseen && strength > Strength(0);
        let taken = |cell: Cell| battle.map().costs(kind)[cell.index()] == 0 || battle.at(cell).is_some();
        if !fits || battle.grid().cell(hex).is_none_or(taken) {
            return false;
        }
        let (left, halted) = (battle.kind(unit).movement, false);
        let condition = battle.condition(unit);
        battle.apply_event(&Event::Sighted { unit, at: hex, strength, left, halted, condition });
        true
    }

    /// Supposes that of the side to move only these units have points left, for whoever commands no others.
    pub fn spend_all_but(&mut self, ready: impl Fn(UnitId) -> bool) {
        let others: Vec<UnitId> =
            self.battle.living(self.battle.side()).filter(|&unit| !ready(unit)).collect();
        for unit in others {
            self.battle.change_unit(unit, |state| state.left = MovementPoints(0));
        }
    }

    /// Supposes that something has happened, whoever would bring it about: ground that will have changed,
    /// say, or a unit that will have spent its points.
    ///
    /// # Panics
    /// When the event cannot happen in this battle: it names a unit or a hex that there is not.
    pub fn suppose_event(&mut self, event: &Event) {
        self.battle.apply_event(event);
    }

    /// Follows an order of the side to move with planning dice; see [`Battle::act`].
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, dice: &mut Dice, log: &mut Vec<Event>) -> Result<(), Illegal> {
        self.battle.act(order, dice, log)
    }
}
