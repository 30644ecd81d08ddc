//! Lines of orders for the rest of a half-turn, as scripts and commanders would give them.

use hotgates_ai::{NAMES, Script, ScriptAim, Simulation, StrikeMode, commander_by_name};
use hotgates_engine::{Battle, Order, View};
use hotgates_play::Player;
use hotgates_search::{Cancel, Cancelled};

/// Orders for the rest of a half-turn, its end included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedOrders {
    /// Name of the commander who would give them, or `script`.
    pub source: &'static str,
    /// The orders, as they would be given if every attack went as planning dice have it.
    pub orders: Vec<Order>,
}

/// Scripts whose orders are tried.
const SCRIPTS: [Script; 5] = [
    Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Castle },
    Script { caution: 500, strike: StrikeMode::Melee, aim: ScriptAim::Enemy },
    Script { caution: 1000, strike: StrikeMode::Withdraw, aim: ScriptAim::Enemy },
    Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Stay },
    Script { caution: 2000, strike: StrikeMode::Fire, aim: ScriptAim::Castle },
];

/// Steps that a commander may take for the orders that it is asked for.
const STEPS_OF_COMMANDERS: u64 = 500;

/// Name of lines that a script makes.
const SCRIPT: &str = "script";

/// Returns the different lines of orders that the side to move might give from a position.
///
/// # Errors
/// When the flag is set.
///
/// ```
/// use hotgates_analysis::different_plans;
/// use hotgates_engine::{Battle, MapFile, Order, Scenario};
/// use hotgates_search::Cancel;
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let lines = different_plans(&battle, &Cancel::new())?;
/// assert!(lines.len() > 1 && lines.iter().all(|line| line.orders.last() == Some(&Order::EndTurn)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn different_plans(battle: &Battle, cancel: &Cancel) -> Result<Vec<PlannedOrders>, Cancelled> {
    let mut lines: Vec<PlannedOrders> = Vec::new();
    let mut add_line = |source: &'static str, mut orders: Vec<Order>| {
        orders.push(Order::EndTurn);
        if lines.iter().all(|line| line.orders != orders) {
            lines.push(PlannedOrders { source, orders });
        }
    };
    // All but the weakest, which draws lots.
    for name in &NAMES[1..] {
        cancel.check_flag()?;
        add_line(name, commander_orders(battle, name));
    }
    for line in script_lines(battle, cancel)? {
        add_line(line.source, line.orders);
    }
    Ok(lines)
}

/// Returns the orders that scripts would give, without the end of the half-turn.
pub(crate) fn script_lines(battle: &Battle, cancel: &Cancel) -> Result<Vec<PlannedOrders>, Cancelled> {
    let mut simulation = Simulation::new(View::new(battle, battle.side()));
    let root = simulation.battle().clone();
    let mut lines = Vec::new();
    for script in SCRIPTS {
        cancel.check_flag()?;
        simulation.restart_from_position(&root);
        simulation.play_script(script);
        lines.push(PlannedOrders { source: SCRIPT, orders: simulation.followed_orders().to_vec() });
    }
    cancel.check_flag()?;
    Ok(lines)
}

/// Returns the orders that a commander would give until it ends its half-turn.
fn commander_orders(battle: &Battle, name: &str) -> Vec<Order> {
    let commander = commander_by_name(name, 1).expect("the name is built in");
    let mut player = Player::new(commander, None).with_steps(STEPS_OF_COMMANDERS);
    player.insight(battle, battle.side()).orders.into_iter().map(|(order, _)| order).collect()
}
