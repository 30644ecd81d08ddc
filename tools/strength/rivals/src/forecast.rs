//! Parts that the searches share: plans are played forward, and units do something by lot.

use hotgates_ai::{
    Budget, Commander, Evaluation, GreedyCommander, Script, ScriptAim, Simulation, StrikeMode,
};
use hotgates_engine::{Cell, Dice, KnownBattle, MovementPoints, Order, Reach, Side, UnitId, View};
use hotgates_frozen::FrozenCommander;

/// The orders of a half-turn, and what they are worth.
#[derive(Debug, Clone)]
pub struct ValuedPlan {
    pub orders: Vec<Order>,
    pub worth: i64,
    /// Script by which the own side is expected to go on in its next half-turn.
    pub follow_up: Script,
}

/// Plays plans forward from one position.
pub struct Forecast {
    root: KnownBattle,
    simulation: Simulation,
    side: Side,
    lots: Dice,
    reach: Reach,
    /// Scripts by which the enemy may answer; a plan is worth the mean over them.
    pub replies: Vec<Script>,
}

pub const fn script(caution: u32, strike: StrikeMode, aim: ScriptAim) -> Script {
    Script { caution, strike, aim }
}

/// Goes for the nearest enemy.
pub const ADVANCE: Script = script(0, StrikeMode::Melee, ScriptAim::Enemy);

/// Strikes what comes within reach.
pub const STAND: Script = script(0, StrikeMode::Melee, ScriptAim::Stay);

/// Scripts that plans begin with: every kind of attack, from reckless to shy.
pub const SCRIPTS: [Script; 10] = [
    ADVANCE,
    STAND,
    script(0, StrikeMode::Melee, ScriptAim::Castle),
    script(1000, StrikeMode::Melee, ScriptAim::Castle),
    script(1000, StrikeMode::Melee, ScriptAim::Enemy),
    script(1000, StrikeMode::Withdraw, ScriptAim::Enemy),
    script(2000, StrikeMode::Withdraw, ScriptAim::Castle),
    script(2000, StrikeMode::Fire, ScriptAim::Castle),
    script(8000, StrikeMode::Fire, ScriptAim::Enemy),
    script(0, StrikeMode::Fire, ScriptAim::Stay),
];

/// Steps that another commander may take for the plan that is asked of it.
const STEPS_OF_OTHERS: u64 = 1000;

impl Forecast {
    pub fn new(view: View<'_>, seed: u64) -> Self {
        Self {
            root: view.known_battle(),
            simulation: Simulation::new(view),
            side: view.side(),
            lots: Dice::for_other_purpose(seed ^ view.hash(), 3),
            reach: Reach::new(),
            replies: vec![ADVANCE, STAND],
        }
    }

    /// Number of orders simulated so far.
    pub const fn orders_tried(&self) -> u64 {
        self.simulation.steps_taken()
    }

    /// Units of the side that plans.
    pub fn own_units(&self) -> Vec<UnitId> {
        self.root.view().living(self.side).collect()
    }

    /// Draws a number below `end`.
    pub fn draw_below(&mut self, end: usize) -> usize {
        self.lots.draw_below(u32::try_from(end).unwrap_or(u32::MAX)) as usize
    }

    /// Plays the half-turn by a script, and forward.
    pub fn try_script(&mut self, script: Script) -> ValuedPlan {
        self.simulation.restart_from_position(&self.root);
        self.simulation.play_script(script);
        self.play_forward(script)
    }

    /// Plays the half-turn as a commander of the past would, and forward.
    pub fn try_commanders(&mut self) -> Vec<ValuedPlan> {
        let mut hunter = FrozenCommander::from_name("hunter@1", 0).expect("it is frozen");
        let mut warden = FrozenCommander::from_name("warden@1", 0).expect("it is frozen");
        let mut greedy = GreedyCommander::default();
        let commanders: [(&mut dyn Commander, Script); 3] =
            [(&mut hunter, ADVANCE), (&mut warden, STAND), (&mut greedy, ADVANCE)];
        commanders.into_iter().map(|(commander, next)| self.try_commander(commander, next)).collect()
    }

    fn try_commander(&mut self, commander: &mut dyn Commander, follow_up: Script) -> ValuedPlan {
        self.simulation.restart_from_position(&self.root);
        let mut budget = Budget::new(STEPS_OF_OTHERS);
        commander.begin(self.simulation.view());
        while self.simulation.battle().verdict().is_none() {
            let (order, _) = commander.order(self.simulation.view(), &mut budget);
            if order == Order::EndTurn || !self.simulation.follow_order(order) {
                break;
            }
        }
        self.play_forward(follow_up)
    }

    /// Begins a plan.
    pub fn begin_plan(&mut self) {
        self.simulation.restart_from_position(&self.root);
    }

    /// Follows those of the orders that are legal.
    pub fn follow_orders(&mut self, orders: &[Order]) {
        for &order in orders {
            self.simulation.follow_order(order);
        }
    }

    /// Follows those of the orders that are legal, and plays forward.
    pub fn try_orders(&mut self, orders: &[Order], follow_up: Script) -> ValuedPlan {
        self.begin_plan();
        self.follow_orders(orders);
        self.play_forward(follow_up)
    }

    /// Ends the half-turn of a plan and plays it forward: the enemy's answer, the own next
    /// half-turn, the enemy's.
    pub fn play_forward(&mut self, follow_up: Script) -> ValuedPlan {
        let orders = self.simulation.followed_orders().to_vec();
        self.simulation.end_half_turn();
        let answered = self.simulation.battle().clone();
        let mut worth = 0;
        for &reply in &self.replies {
            self.simulation.restart_from_position(&answered);
            for next in [reply, follow_up, reply] {
                self.simulation.play_script(next);
                self.simulation.end_half_turn();
            }
            worth += Evaluation::evaluate_position(&self.simulation, self.side).total();
        }
        let count = i64::try_from(self.replies.len().max(1)).unwrap_or(1);
        ValuedPlan { orders, worth: worth / count, follow_up }
    }

    /// Has a unit move by lot, if it can.
    pub fn move_by_lot(&mut self, unit: UnitId) {
        if !self.can_act(unit) {
            return;
        }
        let view = self.simulation.view();
        view.reach(unit, &mut self.reach);
        let stops: Vec<Cell> = view.destinations(&self.reach).map(|(cell, _)| cell).collect();
        if !stops.is_empty() {
            let to = stops[self.draw_below(stops.len())];
            self.move_to(unit, to);
        }
    }

    /// Has a unit attack by lot, if it can, from where it can go.
    pub fn attack_by_lot(&mut self, unit: UnitId) {
        if !self.can_act(unit) {
            return;
        }
        let view = self.simulation.view();
        let (kind, state) = (view.kind(unit), view.unit(unit));
        view.reach(unit, &mut self.reach);
        let here = [(state.cell, state.left)];
        let stands: Vec<(Cell, MovementPoints)> = view.destinations(&self.reach).chain(here).collect();
        let mut strikes = Vec::new();
        for target in view.living(self.side.other()) {
            let able = stands
                .iter()
                .filter(|&&(cell, left)| left >= kind.attack_cost && view.can_attack(unit, cell, target));
            strikes.extend(able.map(|&(cell, _)| (cell, target)));
        }
        if !strikes.is_empty() {
            let (from, target) = strikes[self.draw_below(strikes.len())];
            self.move_to(unit, from);
            self.simulation.follow_order(Order::Attack { unit, target });
        }
    }

    /// Has a unit do something by lot: an attack, two, an attack and a move, or a move.
    pub fn act_by_lot(&mut self, unit: UnitId) {
        match self.draw_below(6) {
            0 => self.attack_by_lot(unit),
            1 => {
                self.attack_by_lot(unit);
                self.attack_by_lot(unit);
            }
            2 => {
                self.attack_by_lot(unit);
                self.move_by_lot(unit);
            }
            _ => self.move_by_lot(unit),
        }
    }

    /// Orders that were followed since the plan began.
    pub fn followed(&self) -> &[Order] {
        self.simulation.followed_orders()
    }

    fn move_to(&mut self, unit: UnitId, cell: Cell) {
        let view = self.simulation.view();
        if view.unit(unit).cell != cell {
            let to = view.grid().hex(cell);
            self.simulation.follow_order(Order::Move { unit, to });
        }
    }

    fn can_act(&self, unit: UnitId) -> bool {
        self.simulation.battle().verdict().is_none() && self.simulation.view().unit(unit).alive()
    }
}

/// Returns the best of some plans, of which there is one at least.
pub fn best_plan(plans: &[ValuedPlan]) -> ValuedPlan {
    // Of equally good plans the first.
    plans.iter().rev().max_by_key(|plan| plan.worth).expect("at least one").clone()
}

/// Returns the orders of one unit in a plan.
pub fn orders_of(orders: &[Order], unit: UnitId) -> Vec<Order> {
    orders.iter().copied().filter(|order| order.unit() == Some(unit)).collect()
}

/// Returns the orders of all other units in a plan.
pub fn orders_of_others(orders: &[Order], unit: UnitId) -> Vec<Order> {
    orders.iter().copied().filter(|order| order.unit() != Some(unit)).collect()
}
