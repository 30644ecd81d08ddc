//! A commander of your own: a small searcher that plays its plans forward, and fights the hunter.
//!
//! ```text
//! cargo run --release -p hotgates-ai --example own_commander -- [SEEDS]
//! ```
//!
//! Every shipped map and seed is played twice, with the sides exchanged: whoever wins more of these
//! battles is the better commander, whatever the maps are like.

use std::error::Error;

use hotgates_ai::{Budget, Commander, Evaluation, Reason, Script, ScriptAim, Simulation, StrikeMode};
use hotgates_engine::{Battle, BySide, Dice, KnownBattle, MapFile, Order, Scenario, Side, View};
use hotgates_play::{Match, Player, Seat, seeds_of_players};

/// Number of orders that the searcher simulates in a half-turn, but for the plans that it begins with.
const ORDERS: u64 = 8000;

/// Tries rules of thumb, plays each forward, and mixes the best with the others at random.
#[derive(Default)]
struct Searcher {
    rest: Vec<Order>,
    replan: bool,
    spent: u64,
}

/// The orders of a half-turn, and what they are worth.
struct Plan {
    worth: i64,
    orders: Vec<Order>,
    own: Script,
}

const ADVANCE: Script = Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Enemy };
const STAND: Script = Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Stay };
const SCRIPTS: [Script; 6] = [
    ADVANCE,
    STAND,
    Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Castle },
    Script { caution: 500, strike: StrikeMode::Melee, aim: ScriptAim::Castle },
    Script { caution: 1000, strike: StrikeMode::Withdraw, aim: ScriptAim::Enemy },
    Script { caution: 4000, strike: StrikeMode::Fire, aim: ScriptAim::Enemy },
];

/// Ends the half-turn that was simulated and plays it forward: its worth is the mean over two
/// answers of the enemy.
fn finish_plan(simulation: &mut Simulation, side: Side, own: Script) -> Plan {
    let orders = simulation.followed_orders().to_vec();
    simulation.end_half_turn();
    let answered = simulation.battle().clone();
    let worths = [ADVANCE, STAND].map(|reply| {
        simulation.restart_from_position(&answered);
        for next in [reply, own, reply] {
            simulation.play_script(next);
            simulation.end_half_turn();
        }
        Evaluation::evaluate_position(simulation, side).total()
    });
    Plan { worth: worths.iter().sum(), orders, own }
}

/// Simulates those of the orders that are legal, and plays them forward.
fn try_orders(simulation: &mut Simulation, root: &KnownBattle, orders: &[Order], own: Script) -> Plan {
    simulation.restart_from_position(root);
    for &order in orders {
        simulation.follow_order(order);
    }
    finish_plan(simulation, root.side_to_move(), own)
}

impl Searcher {
    /// Plans the rest of the half-turn.
    fn make_plan(&mut self, view: View<'_>) {
        let (root, mut simulation) = (view.known_battle(), Simulation::new(view));
        let limit = (ORDERS - self.spent.min(ORDERS)) / 2;
        let mut best = try_orders(&mut simulation, &root, &self.rest, STAND);
        let scripted = SCRIPTS.map(|script| {
            simulation.restart_from_position(&root);
            simulation.play_script(script);
            finish_plan(&mut simulation, view.side(), script)
        });
        for plan in &scripted {
            if plan.worth > best.worth {
                best = Plan { orders: plan.orders.clone(), ..*plan };
            }
        }
        let units: Vec<_> = view.living(view.side()).map(Some).collect();
        let mut lots = Dice::new(view.hash());
        let mut draw = |end: usize| lots.draw_below(u32::try_from(end).unwrap_or(u32::MAX)) as usize;
        while simulation.steps_taken() < limit {
            // One unit does what it does in another plan, sooner or later than the others.
            let (unit, other) = (units[draw(units.len())], &scripted[draw(SCRIPTS.len())]);
            let mut orders = best.orders.clone();
            orders.retain(|order| order.unit() != unit);
            let place = draw(orders.len() + 1);
            orders.splice(place..place, other.orders.iter().copied().filter(|order| order.unit() == unit));
            let plan = try_orders(&mut simulation, &root, &orders, best.own);
            if plan.worth >= best.worth {
                best = plan;
            }
        }
        self.rest = best.orders;
        self.spent += simulation.steps_taken();
    }
}

impl Commander for Searcher {
    fn name(&self) -> &'static str {
        "searcher"
    }

    fn begin(&mut self, _: View<'_>) {
        *self = Self { replan: true, ..Self::default() };
    }

    fn order(&mut self, view: View<'_>, _: &mut Budget) -> (Order, Reason) {
        if std::mem::take(&mut self.replan) {
            self.make_plan(view);
        }
        // The real dice may have left an order without a unit or a target.
        let mut ahead = Simulation::new(view);
        let legal = self.rest.iter().position(|&order| ahead.follow_order(order));
        let order = legal.and_then(|place| self.rest.drain(..=place).next_back()).unwrap_or(Order::EndTurn);
        self.replan = matches!(order, Order::Attack { .. });
        (order, Reason::Own("played forward, this is worth most".into()))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seeds: u64 = std::env::args().nth(1).map_or(Ok(1), |seeds| seeds.parse())?;
    let (mut wins, mut games) = (BySide { red: 0, blue: 0 }, 0);
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps"))? {
        let path = entry?.path();
        if path.is_dir() {
            continue;
        }
        let map = MapFile::from_ron(&std::fs::read_to_string(path)?)?;
        for (seed, side) in (0..seeds).flat_map(|seed| Side::BOTH.map(|side| (seed, side))) {
            let scenario = Scenario::classic(MapFile { seed: Some(seed), ..map.clone() });
            let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
            let hunter =
                Seat::from_name("hunter").make_player(&battle, seeds_of_players(seed)[side.other()])?;
            let searcher = Player::new(Box::new(Searcher::default()), None);
            let (red, blue) = if side == Side::Red { (searcher, hunter) } else { (hunter, searcher) };
            let mut game = Match::new(battle, seed, BySide { red, blue });
            game.finish()?;
            let winner = game.game_record().battle().verdict().and_then(|verdict| verdict.winner);
            (wins[side], games) = (wins[side] + u64::from(winner == Some(side)), games + 1);
        }
        println!("{}: so far {} won as Red, {} as Blue, of {games}", map.name, wins.red, wins.blue);
    }
    if 2 * (wins.red + wins.blue) > games { Ok(()) } else { Err("the hunter is not beaten".into()) }
}
