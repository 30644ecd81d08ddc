//! Actions: the orders of a side as numbers from 0, in three forms.

use hotgates_engine::{Battle, Cell, Coord, Direction, GoalAim, Hex, Order, Side, UnitId, View, WorkId};

use crate::intent::UnitIntent;
use crate::place::PlaceTable;

/// Form in which orders are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ActionForm {
    /// Two actions an order: first the hex of a unit, or the end of the turn; then the hex where the unit is to go
    /// or whom to attack.
    #[default]
    Pick,
    /// One action an order: a unit and a hex of the square about the unit.
    Flat,
    /// One action an order: a unit and an [intent](UnitIntent), which finds the order.
    Script,
}

impl ActionForm {
    /// Every form, in the order of their documentation.
    pub const ALL: [Self; 3] = [Self::Pick, Self::Flat, Self::Script];

    /// Returns the word for it: `pick`, `flat` or `script`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pick => "pick",
            Self::Flat => "flat",
            Self::Script => "script",
        }
    }

    /// Returns the form of a word.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// The orders of a unit that no hex says: to leave the map, to turn, to work. Which of them there are is the
/// scenario's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnitExtras {
    exits: bool,
    turns: bool,
    works: u32,
}

/// Hexes on which a unit may work: its own and the six around.
const WORK_HEXES: u32 = 7;

impl UnitExtras {
    fn of_battle(battle: &Battle) -> Self {
        let works = View::new(battle, battle.side()).works().ids().len();
        Self {
            exits: battle.all_goals().any(|(_, goal)| matches!(goal.aim, GoalAim::Exit { .. })),
            turns: battle.rules().options.facing.is_some(),
            works: u32::try_from(works).unwrap_or(0),
        }
    }

    const fn first_turn(self) -> u32 {
        self.exits as u32
    }

    const fn first_work(self) -> u32 {
        self.first_turn() + if self.turns { 6 } else { 0 }
    }

    /// Number of such orders of a unit.
    pub const fn order_count(self) -> u32 {
        self.first_work() + self.works * WORK_HEXES
    }

    fn number_of_order(self, here: Hex, order: Order) -> Option<u32> {
        match order {
            Order::Exit { .. } => Some(0),
            Order::Face { way, .. } => Some(self.first_turn() + way as u32),
            Order::Work { at, work, .. } => {
                let beside = (1..).zip(Direction::ALL).find(|(_, way)| here + way.vector() == at);
                let hex = beside.map_or(0, |(number, _)| number);
                Some(self.first_work() + u32::from(work.0) * WORK_HEXES + hex)
            }
            Order::Move { .. } | Order::Attack { .. } | Order::EndTurn => None,
        }
    }

    fn order_of_number(self, battle: &Battle, unit: UnitId, number: u32) -> Option<Order> {
        if number >= self.order_count() {
            return None;
        }
        if let Some(number) = number.checked_sub(self.first_work()) {
            let here = battle.hex(unit);
            let beside = (number % WORK_HEXES).checked_sub(1);
            let at = beside.map_or(here, |way| here + Direction::ALL[way as usize].vector());
            return Some(Order::Work { unit, at, work: WorkId(u8::try_from(number / WORK_HEXES).ok()?) });
        }
        Some(match number.checked_sub(self.first_turn()) {
            Some(way) => Order::Face { unit, way: Direction::ALL[way as usize] },
            None => Order::Exit { unit },
        })
    }
}

/// The numbering of the actions of a scenario in one form. Legality is the [mask](crate::ActionMask)'s.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionSpace {
    form: ActionForm,
    places: PlaceTable,
    first_units: [u16; 2],
    slots: u32,
    /// Hexes between a unit and the edge of its square.
    radius: i32,
    extras: UnitExtras,
}

impl ActionSpace {
    /// Returns the numbering for a battle.
    #[must_use]
    pub fn new(battle: &Battle, form: ActionForm) -> Self {
        let count = |side| battle.roster().filter(|(_, info)| info.side == side).count();
        let counts = Side::BOTH.map(|side| u16::try_from(count(side)).unwrap_or(u16::MAX));
        Self {
            form,
            places: PlaceTable::new(battle.grid()),
            first_units: [0, counts[0]],
            slots: counts.into_iter().max().unwrap_or(0).into(),
            radius: farthest_distance(battle),
            extras: UnitExtras::of_battle(battle),
        }
    }

    /// Form of the numbering.
    pub const fn form(&self) -> ActionForm {
        self.form
    }

    /// Numbering of the hexes.
    pub const fn places(&self) -> &PlaceTable {
        &self.places
    }

    /// Number of columns and rows of a unit's square in the form `flat`.
    pub const fn square_side(&self) -> u32 {
        (2 * self.radius + 1).cast_unsigned()
    }

    /// Number of actions of one unit, in forms that number them by unit.
    pub const fn actions_of_unit(&self) -> u32 {
        match self.form {
            ActionForm::Pick => 0,
            ActionForm::Flat => self.square_side() * self.square_side() + self.extras.order_count(),
            ActionForm::Script => UnitIntent::COUNT,
        }
    }

    /// Number of all actions, legal or not.
    pub const fn action_count(&self) -> u32 {
        match self.form {
            ActionForm::Pick => self.places.hex_count() + 1 + self.extras.order_count(),
            ActionForm::Flat | ActionForm::Script => self.slots * self.actions_of_unit() + 1,
        }
    }

    /// Returns the action that ends the turn.
    pub const fn end_turn_action(&self) -> u32 {
        match self.form {
            ActionForm::Pick => self.places.hex_count(),
            ActionForm::Flat | ActionForm::Script => self.slots * self.actions_of_unit(),
        }
    }

    /// Returns the first action of a unit, in forms that number them by unit.
    #[inline]
    pub fn first_action_of_unit(&self, battle: &Battle, unit: UnitId) -> u32 {
        let slot = unit.0 - self.first_units[battle.info(unit).side as usize];
        u32::from(slot) * self.actions_of_unit()
    }

    /// Returns the unit of a side whose action it is, with the action's number among the unit's.
    pub(crate) fn unit_of_action(&self, side: Side, action: u32) -> (UnitId, u32) {
        let slot = action / self.actions_of_unit().max(1);
        let unit = u32::from(self.first_units[side as usize]) + slot;
        (UnitId(u16::try_from(unit).unwrap_or(u16::MAX)), action % self.actions_of_unit().max(1))
    }

    /// Returns the action by which a picked unit goes to a cell or attacks there, in the form `pick`.
    #[inline]
    pub(crate) fn action_of_cell(&self, cell: Cell) -> u32 {
        self.places.place(cell)
    }

    /// Returns the number of a cell in the square about a unit, in the form `flat`.
    #[inline]
    pub(crate) fn number_in_square(&self, at: Coord, cell: Coord) -> u32 {
        let (across, down) = (cell.col - at.col + self.radius, cell.row - at.row + self.radius);
        down.cast_unsigned() * self.square_side() + across.cast_unsigned()
    }

    /// Returns the number of an order that no hex says, after the hexes of a form, for a unit that stands on a hex.
    pub(crate) fn number_of_extra(&self, here: Hex, order: Order) -> Option<u32> {
        let first = match self.form {
            ActionForm::Pick => self.places.hex_count() + 1,
            ActionForm::Flat => self.square_side() * self.square_side(),
            ActionForm::Script => return None,
        };
        self.extras.number_of_order(here, order).map(|number| first + number)
    }

    /// Returns the order of a picked unit that an action means, in the form `pick`.
    pub(crate) fn order_of_picked(&self, battle: &Battle, unit: UnitId, action: u32) -> Option<Order> {
        match self.places.cell(action) {
            Some(cell) => Some(order_to_cell(battle, unit, cell)),
            None => {
                self.extras.order_of_number(battle, unit, action.checked_sub(self.places.hex_count() + 1)?)
            }
        }
    }

    /// Returns the order that the number of a unit's action means, in the form `flat`.
    pub(crate) fn order_in_square(&self, battle: &Battle, unit: UnitId, number: u32) -> Option<Order> {
        let side = self.square_side();
        if let Some(extra) = number.checked_sub(side * side) {
            return self.extras.order_of_number(battle, unit, extra);
        }
        let at = battle.grid().coord(battle.unit(unit).cell);
        let [across, down] = [number % side, number / side].map(|n| n.cast_signed() - self.radius);
        let cell = battle.grid().at(Coord { col: at.col + across, row: at.row + down })?;
        Some(order_to_cell(battle, unit, cell))
    }
}

/// Returns the order to go to a cell, or to attack whom stands on it.
fn order_to_cell(battle: &Battle, unit: UnitId, cell: Cell) -> Order {
    match battle.at(cell) {
        Some(target) => Order::Attack { unit, target },
        None => Order::Move { unit, to: battle.grid().hex(cell) },
    }
}

/// Returns an upper bound of how many hexes away a unit of the battle may go or attack.
fn farthest_distance(battle: &Battle) -> i32 {
    let (rules, map) = (battle.rules(), battle.map());
    // Weather and works may make ground cheaper than it is at the start.
    let changes = rules.options.weather.is_some() || !rules.options.works.is_empty();
    let far = rules.unit_ids().map(|id| {
        let kind = &rules.units[id];
        let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
        let lowest = if changes { 1 } else { map.lowest_cost(id).max(1) };
        (u32::from(kind.movement.0) / lowest).max(range)
    });
    let most = battle.grid().width().max(battle.grid().height());
    far.max().and_then(|far| i32::try_from(far).ok()).unwrap_or(most).min(most)
}
