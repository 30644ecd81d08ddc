//! Units that may either fire or close, by the ruleset `musket`: they do what is worth more, and know that the
//! enemy does.

use hotgates_ai::{Budget, Reason, Script, ScriptAim, Simulation, StrikeMode, commander_by_name};
use hotgates_engine::{Battle, Coord, MapFile, Order, Ruleset, Scenario, Side, View};

const COMMANDERS: [&str; 4] = ["greedy", "hunter", "warden", "strategist"];

/// Returns Red's turn with one unit three hexes from one of Blue's, in the open.
fn meeting(red: &str, blue: &str) -> Battle {
    let source = format!(
        r##"Map(name: "meeting", turns: 12, rows: ["...........", "...........", "...........", "...........", "#.........."],
            red: (units: [(type: "{red}", at: (7, 1), facing: s)]),
            blue: (units: [(type: "{blue}", at: (4, 2), facing: ne)]))"##
    );
    let mut rules = Ruleset::shipped("musket").unwrap();
    rules.setup.distance = 0;
    rules.options.fog_of_war = false;
    Battle::from_scenario(&Scenario::new(MapFile::from_ron(&source).unwrap(), rules)).unwrap()
}

/// Returns `true` if the attack that a commander's first order makes or leads to is fire; `None` if it is neither.
fn fires_first(name: &str, battle: &Battle) -> Option<bool> {
    let view = View::new(battle, battle.side());
    let mut commander = commander_by_name(name, 1).unwrap();
    commander.begin(view);
    match commander.order(view, &mut Budget::new(2000)) {
        (_, Reason::Attack { exchange, .. } | Reason::Approach { exchange, .. }) => Some(exchange.ranged),
        (Order::Attack { unit, target }, _) => {
            Some(battle.hex(unit).unsigned_distance_to(battle.hex(target)) > 1)
        }
        _ => None,
    }
}

#[test]
fn grenadiers_close_with_skirmishers() {
    let battle = meeting("grenadiers", "skirmishers");
    for name in ["greedy", "hunter", "warden"] {
        assert_eq!(fires_first(name, &battle), Some(false), "{name}");
    }
}

#[test]
fn a_line_fires_at_a_line_that_would_strike_back_harder() {
    let battle = meeting("infantry", "infantry");
    for name in ["greedy", "hunter"] {
        assert_eq!(fires_first(name, &battle), Some(true), "{name}");
    }
}

#[test]
fn a_gun_that_can_fire_does_not_close() {
    let battle = meeting("artillery", "skirmishers");
    for name in COMMANDERS {
        assert_ne!(fires_first(name, &battle), Some(false), "{name}");
    }
}

#[test]
fn scripts_of_the_strategist_close_where_that_is_worth_more() {
    let battle = meeting("grenadiers", "skirmishers");
    let mut simulation = Simulation::new(View::new(&battle, Side::Red));
    simulation.play_script(Script { caution: 0, strike: StrikeMode::Melee, aim: ScriptAim::Enemy });
    let beside = Coord { col: 4, row: 2 }.hex();
    let attacks = |order: &Order| matches!(order, Order::Attack { .. });
    let orders = simulation.followed_orders();
    let moved = orders
        .iter()
        .rev()
        .find_map(|order| if let Order::Move { to, .. } = order { Some(*to) } else { None });
    assert!(orders.iter().any(attacks), "{orders:?}");
    assert_eq!(moved.map(|to| to.unsigned_distance_to(beside)), Some(1), "{orders:?}");
}
