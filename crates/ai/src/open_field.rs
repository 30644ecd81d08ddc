//! The open-field deployment (OFD): positions of an army when no choke set can be held.

use hotgates_engine::mix::{carry_bits_up, fibonacci_hash};
use hotgates_engine::{Arm, Cell, CellSet, Direction, Field, Side, View};
use hotgates_search::{Heuristic, Limits, Problem, a_star};

use crate::front::is_contact_near;
use crate::position::{ChosenCells, Position, PositionRole, living_units_of_arm};

/// Returns the ideal positions of a side in the open, the guns' first.
///
/// The first gun stands on the castle; with an enemy near, infantry or else cavalry takes its place
/// if the side has any. From each gun in turn a path is cut towards the enemy to the first hex not
/// chosen yet; there it turns to one side and back as in a U-turn, to the hex beside the gun, and
/// the next gun stands there, or on the other side; where both are taken, the hex at the turn is
/// avoided from then on and another path is cut. So the guns form a line. Then infantry and cavalry
/// take the first hex not chosen on the path from the castle to the nearest enemy, each such hex
/// being avoided for the next: they close the front before the guns, the cavalry, coming last, its
/// flanks and rear. Units for which the line has no room stay in reserve: on the free hexes nearest
/// to the castle, or where they stand once the enemy is near, since a march would cost them their
/// strike.
///
/// `seed` decides to which side a turn goes first. Cost: one search of the map, then one of the
/// hexes around the line for each unit.
pub fn plan_open_field(view: View<'_>, seed: u64) -> Vec<Position> {
    let mut plan = OpenFieldLine::new(view, seed);
    if let Some(castle) = plan.castle {
        let garrison = plan.place_guns(castle);
        plan.place_battle_line(castle, garrison);
        plan.place_reserves(castle);
    }
    plan.places.positions
}

struct OpenFieldLine<'a> {
    view: View<'a>,
    side: Side,
    seed: u64,
    /// The castle to be kept: the one that the enemy is nearest to.
    castle: Option<Cell>,
    places: ChosenCells<'a>,
    avoided: CellSet,
    /// Cost from the avoided cell nearest to the enemy, in MP: nearer to the enemy than that
    /// nothing is avoided.
    clear: u32,
    /// The cost to the nearest enemy from everywhere, with nothing avoided.
    field: Field,
}

/// The search for a path around what is avoided.
impl Problem for OpenFieldLine<'_> {
    type State = Cell;
    type Action = Direction;

    fn actions(&self, &cell: &Cell, into: &mut Vec<Direction>) {
        let open = |&direction: &Direction| {
            let next = self.view.grid().step(cell, direction);
            self.cost_to_nearest_enemy(next).is_some() && !self.avoided.contains(next)
        };
        into.extend(Direction::ALL.into_iter().filter(open));
    }

    fn step(&self, &cell: &Cell, direction: Direction) -> (Cell, u32) {
        let next = self.view.grid().step(cell, direction);
        let costs = self.view.map().costs(self.view.rules().marching_type());
        (next, costs[next.index()].into())
    }

    fn is_goal(&self, &cell: &Cell) -> bool {
        self.cost_to_nearest_enemy(cell).is_some_and(|ahead| ahead < self.clear || ahead == 0)
    }
}

impl<'a> OpenFieldLine<'a> {
    fn new(view: View<'a>, seed: u64) -> Self {
        let side = view.side();
        let mut plan = Self {
            view,
            side,
            seed,
            castle: None,
            places: ChosenCells::new(view, side),
            avoided: CellSet::new(view.grid()),
            clear: u32::MAX,
            field: Field::new(),
        };
        let costs = view.map().costs(view.rules().marching_type());
        let enemies = view.living(side.other()).map(|enemy| view.unit(enemy).cell);
        plan.field.towards_targets(view.grid(), enemies, costs, |_| true);
        let cost = |cell: Cell| plan.field.cost_to(cell, costs).unwrap_or(u32::MAX);
        let own = view.hexes_at_stake().filter(|&(_, owner)| owner == side).map(|(castle, _)| castle);
        plan.castle = own.min_by_key(|&castle| (cost(castle), castle));
        plan
    }

    /// Returns the cost from a cell to the nearest enemy with nothing avoided, in MP.
    fn cost_to_nearest_enemy(&self, cell: Cell) -> Option<u32> {
        self.field.cost_to(cell, self.view.map().costs(self.view.rules().marching_type()))
    }

    fn avoid_cell(&mut self, cell: Cell) {
        self.avoided.insert(cell);
        self.clear = self.clear.min(self.cost_to_nearest_enemy(cell).unwrap_or(0));
    }

    fn clear_avoided_cells(&mut self) {
        self.avoided.clear();
        self.clear = u32::MAX;
    }

    /// Returns the last step of the cheapest path from a cell to the nearest enemy around what is
    /// avoided, up to the first cell not chosen; `None` when there is no path, or no such cell
    /// before the enemy.
    fn first_free_step(&self, from: Cell) -> Option<(Cell, Direction, Cell)> {
        let way = self.path_around_avoided(from)?;
        for (at, direction, next) in way.iter().copied() {
            if self.view.enemy_at(self.side, next) {
                return None;
            }
            if !self.places.is_chosen(next) {
                return Some((at, direction, next));
            }
        }
        // Beyond what is avoided the way goes down the field.
        let mut at = way.last().map_or(from, |&(_, _, cell)| cell);
        let mut left = self.cost_to_nearest_enemy(at)?;
        while left > 0 {
            let (direction, next) = Direction::ALL
                .into_iter()
                .map(|direction| (direction, self.view.grid().step(at, direction)))
                .find(|&(_, next)| self.field.cost(next) == Some(left))?;
            if self.view.enemy_at(self.side, next) {
                return None;
            }
            if !self.places.is_chosen(next) {
                return Some((at, direction, next));
            }
            at = next;
            left = self.cost_to_nearest_enemy(at)?;
        }
        None
    }

    /// Returns the steps of a cheapest path from a cell to where nothing is avoided any more on the
    /// way to the nearest enemy. The cost with nothing avoided is an admissible estimate, so that
    /// A* looks at little more than the path.
    fn path_around_avoided(&self, from: Cell) -> Option<Vec<(Cell, Direction, Cell)>> {
        let ahead = |&cell: &Cell| self.cost_to_nearest_enemy(cell).map(u64::from);
        let path =
            a_star(self, from, &Heuristic::admissible(ahead), &Limits::without_limits(), &mut ()).best?;
        let mut at = from;
        let step = |direction| {
            let before = at;
            at = self.view.grid().step(before, direction);
            (before, direction, at)
        };
        Some(path.actions.into_iter().map(step).collect())
    }

    /// Places the guns, and before them a garrison on the castle; returns the arm of the garrison.
    fn place_guns(&mut self, castle: Cell) -> Option<Arm> {
        let guns = living_units_of_arm(self.view, self.side, Arm::Artillery);
        guns.clone().next()?;
        let garrison = self.garrison_arm(castle);
        self.places.choose_cell(castle, garrison, PositionRole::Garrison, 0);
        let missing = guns.skip(usize::from(garrison == Arm::Artillery)).count();
        let mut placed = vec![castle];
        let mut from = 0;
        while placed.len() <= missing && from < placed.len() {
            if let Some(cell) = self.cell_for_next_gun(placed[from]) {
                self.places.choose_cell(cell, Arm::Artillery, PositionRole::Battery, 0);
                placed.push(cell);
            } else {
                // No more room around this gun: go on from the next one, with all paths open again.
                from += 1;
                self.clear_avoided_cells();
            }
        }
        self.clear_avoided_cells();
        Some(garrison)
    }

    /// Returns the arm that stands on the castle: artillery, unless an enemy could be next to it
    /// before anything stands in its way and the side has another arm to put there.
    fn garrison_arm(&self, castle: Cell) -> Arm {
        let threatened = self.view.living(self.side.other()).any(|enemy| {
            let reach = u32::from(self.view.kind(enemy).movement.0);
            self.view.grid().distance(self.view.unit(enemy).cell, castle) <= reach / 2 + 1
        });
        let has = |&arm: &Arm| living_units_of_arm(self.view, self.side, arm).next().is_some();
        let closest = [Arm::Infantry, Arm::Cavalry].into_iter().find(has).filter(|_| threatened);
        closest.unwrap_or(Arm::Artillery)
    }

    /// Returns the hex beside a gun for the next one: at the end of a U-turn to either side.
    fn cell_for_next_gun(&mut self, gun: Cell) -> Option<Cell> {
        let grid = *self.view.grid();
        for _ in 0..grid.len() {
            let (at, direction, turn) = self.first_free_step(gun)?;
            // Two steps of 60° away from the way back are beside the hex that was left.
            let side = |turns: usize| grid.step(at, Direction::ALL[(direction as usize + turns) % 6]);
            let mut sides = [side(1), side(5)];
            if self.draw_lot() {
                sides.reverse();
            }
            if let Some(cell) = sides.into_iter().find(|&cell| self.places.is_free(cell, Arm::Artillery)) {
                return Some(cell);
            }
            self.avoid_cell(turn);
        }
        None
    }

    /// Places infantry and cavalry before the guns; one unit of the garrison's arm is on the
    /// castle.
    fn place_battle_line(&mut self, castle: Cell, garrison: Option<Arm>) {
        for arm in [Arm::Infantry, Arm::Cavalry] {
            let mut missing = living_units_of_arm(self.view, self.side, arm)
                .skip(usize::from(garrison == Some(arm)))
                .count();
            while missing > 0 {
                let Some((_, _, cell)) = self.first_free_step(castle) else { break };
                self.avoid_cell(cell);
                if self.places.is_free(cell, arm) {
                    let role = if arm == Arm::Cavalry { PositionRole::Reserve } else { PositionRole::Line };
                    self.places.choose_cell(cell, arm, role, 0);
                    missing -= 1;
                } else {
                    self.places.exclude_cell(cell);
                }
            }
        }
    }

    /// Gives a place in reserve to each unit for which the line has no room.
    fn place_reserves(&mut self, castle: Cell) {
        let (view, side) = (self.view, self.side);
        let contact = is_contact_near(view, side);
        let mut nearest = NearestCells::from_castle(castle);
        for arm in [Arm::Artillery, Arm::Infantry, Arm::Cavalry] {
            let units = living_units_of_arm(view, side, arm);
            let placed = self.places.positions.iter().filter(|position| position.arm == arm).count();
            let mut missing = units.clone().count().saturating_sub(placed);
            if missing > 0 && contact {
                let mut cells: Vec<Cell> = units.map(|unit| view.unit(unit).cell).collect();
                cells.sort_unstable();
                cells.retain(|&cell| self.places.is_free(cell, arm));
                missing -= self.place_in_reserve(cells, arm, missing);
            }
            if missing > 0 {
                let is_free = |cell| self.places.is_free(cell, arm);
                let cells = nearest.list_free_cells(view, side, missing, is_free);
                self.place_in_reserve(cells, arm, missing);
            }
        }
    }

    /// Places up to `most` units of an arm in reserve on the first of some free cells; returns their
    /// number.
    fn place_in_reserve(&mut self, cells: Vec<Cell>, arm: Arm, most: usize) -> usize {
        let before = self.places.positions.len();
        for cell in cells.into_iter().take(most) {
            self.places.choose_cell(cell, arm, PositionRole::Reserve, 0);
        }
        self.places.positions.len() - before
    }

    /// Draws the next lot: the same for the same seed and the same positions so far.
    fn draw_lot(&self) -> bool {
        let count = self.places.positions.len() as u64;
        carry_bits_up(self.seed ^ fibonacci_hash(count)) >> 63 == 1
    }
}

/// The cells around a castle by their cost from there, searched as far as they are asked for.
struct NearestCells {
    castle: Cell,
    field: Field,
    /// Cost up to which cells are searched, in MP; 0 before the first search.
    limit: u32,
    /// `true` if no cell lies beyond the limit.
    all: bool,
}

/// Cost up to which cells around a castle are searched first, in MP.
const FIRST_LIMIT: u32 = 32;

impl NearestCells {
    fn from_castle(castle: Cell) -> Self {
        Self { castle, field: Field::new(), limit: 0, all: false }
    }

    /// Lists free cells, the nearest first, then the lowest: as many as are asked for where there
    /// are so many, and maybe more.
    fn list_free_cells(
        &mut self,
        view: View<'_>,
        side: Side,
        count: usize,
        is_free: impl Fn(Cell) -> bool,
    ) -> Vec<Cell> {
        loop {
            let free = self.field.touched_cells().filter(|&cell| is_free(cell));
            let mut cells: Vec<(u32, Cell)> =
                free.filter_map(|cell| Some((self.field.cost(cell)?, cell))).collect();
            if self.all || cells.len() >= count {
                cells.sort_unstable();
                return cells.into_iter().map(|(_, cell)| cell).collect();
            }
            self.search_farther(view, side);
        }
    }

    fn search_farther(&mut self, view: View<'_>, side: Side) {
        let before = self.field.touched_cells().count();
        // No step costs more than a byte holds: who comes no farther with that comes no farther.
        let more = if self.limit == 0 { FIRST_LIMIT } else { self.limit.max(u8::MAX.into()) };
        self.limit += more;
        let costs = view.map().costs(view.rules().marching_type());
        let open = |cell: Cell| !view.enemy_at(side, cell);
        self.field.from_sources_within(view.grid(), [self.castle], costs, self.limit, open);
        self.all = before == self.field.touched_cells().count() && before > 0;
    }
}
