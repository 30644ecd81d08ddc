//! Actions of the form `pick` listed from a view, for whoever plays by a view alone.

use hotgates_engine::{Battle, LegalOrders, Order, UnitId, View};

use crate::action::{ActionForm, ActionSpace};

/// The legal orders of the side to move by the numbers of their actions in the form `pick`, listed anew for each
/// position.
///
/// **Invariant:** they are those of the [mask](crate::ActionMask). Kept by `listed_picks_are_those_of_the_mask`.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, UnitId, View};
/// use hotgates_learn::PickedOrders;
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let mut orders = PickedOrders::new(&battle);
/// orders.list_orders(View::new(&battle, Side::Red));
/// let picks: Vec<_> = orders.picks().collect();
/// assert_eq!(picks, [(9, Some(UnitId(0))), (20, None)], "the unit's hex, or the end of the turn");
/// assert!(orders.orders_of_unit(UnitId(0)).any(|(action, _)| action == 8));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone)]
pub struct PickedOrders {
    space: ActionSpace,
    listed: LegalOrders,
    picks: Vec<(u32, Option<UnitId>)>,
    orders: Vec<(UnitId, u32, Order)>,
}

impl PickedOrders {
    /// Returns an empty list for the positions of a battle.
    #[must_use]
    pub fn new(battle: &Battle) -> Self {
        let space = ActionSpace::new(battle, ActionForm::Pick);
        Self { space, listed: LegalOrders::new(), picks: Vec::new(), orders: Vec::new() }
    }

    /// Numbering of the actions.
    pub const fn space(&self) -> &ActionSpace {
        &self.space
    }

    /// Lists the orders of a position. None once the battle is over.
    pub fn list_orders(&mut self, view: View<'_>) {
        self.picks.clear();
        self.orders.clear();
        let space = &self.space;
        for &order in view.legal_orders(&mut self.listed) {
            let Some(unit) = order.unit() else {
                self.picks.push((space.end_turn_action(), None));
                continue;
            };
            let action = match order {
                Order::Move { to, .. } => view.grid().cell(to).map(|cell| space.action_of_cell(cell)),
                Order::Attack { target, .. } => Some(space.action_of_cell(view.unit(target).cell)),
                Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } => {
                    space.number_of_extra(view.hex(unit), order)
                }
                Order::EndTurn => None,
            };
            if let Some(action) = action {
                if self.orders.last().is_none_or(|&(before, ..)| before != unit) {
                    self.picks.push((space.action_of_cell(view.unit(unit).cell), Some(unit)));
                }
                self.orders.push((unit, action, order));
            }
        }
    }

    /// Lists the actions that pick a unit, with the unit, and the one that ends the turn, with none.
    pub fn picks(&self) -> impl Iterator<Item = (u32, Option<UnitId>)> + '_ {
        self.picks.iter().copied()
    }

    /// Lists the actions that give a picked unit an order, with the order.
    pub fn orders_of_unit(&self, unit: UnitId) -> impl Iterator<Item = (u32, Order)> + '_ {
        let of_unit = move |&&(by, ..): &&(UnitId, u32, Order)| by == unit;
        self.orders.iter().filter(of_unit).map(|&(_, action, order)| (action, order))
    }
}
