//! What both sides know of a battle with fog of war: it follows from what either knows alone, and events make it.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use hotgates_engine::{
    Battle, Dice, Event, LegalOrders, MapFile, Order, Ruleset, Scenario, Side, Spectator, UnitId,
};
use hotgates_protocol::{CommonKnowledge, TableBattle, common_sightings};

/// Shipped rulesets with fog, which between them have all optional rules but a few.
const RULES: [&str; 3] = ["hoplite", "musket", "panzer"];

/// Returns a small field on which units of all types meet soon, by a ruleset.
fn field(rules: &str, seed: u64) -> Scenario {
    let mut rules = Ruleset::shipped(rules).unwrap();
    rules.setup.distance = 0;
    let names: Vec<String> = rules.units.iter().map(|kind| kind.name.clone()).collect();
    let army = |first: u64, col: i32| {
        let unit = |number: u64| {
            let kind = &names[usize::try_from((first + number) % names.len() as u64).unwrap()];
            format!("(type: {kind:?}, at: ({}, {}))", col + i32::try_from(number % 2).unwrap(), number)
        };
        (0..6).map(unit).collect::<Vec<_>>().join(",")
    };
    let rows =
        ["............", ".....ff.....", "............", "#....f......", "......ff....", "............"];
    let text = format!(
        "Map(name: \"field\", rows: {rows:?}, turns: 12, red: (units: [{}]), blue: (units: [{}]))",
        army(seed, 9),
        army(seed / 7, 1)
    );
    Scenario::new(MapFile::from_ron(&text).unwrap(), rules)
}

/// Draws an order, attacks and moves to the enemy's half more often than others.
fn draw_order(battle: &Battle, choice: &mut Dice) -> Order {
    let orders = LegalOrders::default().orders_of_side(battle).to_vec();
    let attacks: Vec<Order> =
        orders.iter().copied().filter(|order| matches!(order, Order::Attack { .. })).collect();
    let from = if attacks.is_empty() || choice.draw_below(3) == 0 { &orders } else { &attacks };
    if choice.draw_below(9) == 0 {
        return Order::EndTurn;
    }
    from[choice.draw_below(u32::try_from(from.len()).unwrap()) as usize]
}

/// Returns the units of both sides that are there, with their states.
fn shown(battle: &Battle) -> Vec<(UnitId, String)> {
    let units = Side::BOTH.into_iter().flat_map(|side| battle.living(side));
    units.map(|unit| (unit, format!("{:?} {:?}", battle.unit(unit), battle.condition(unit)))).collect()
}

/// Returns the events of an order but those by which units come, go and step: a side is told of a step in several events, between
/// which it knows less than after them.
fn settled(told: &[Event]) -> Vec<Event> {
    let moves = |event: &&Event| {
        matches!(
            event,
            Event::Sighted { .. }
                | Event::Vanished { .. }
                | Event::Stepped { .. }
                | Event::GaveWay { .. }
                | Event::Pursued { .. }
                | Event::Ran { .. }
                | Event::WentBack { .. }
                | Event::Arrived { .. }
        )
    };
    told.iter().filter(|event| !moves(event)).copied().collect()
}

/// Either side alone can work out what whoever watches is told, from what it was told itself; and that makes a battle in which
/// exactly the units that both sides see stand as they truly do.
#[test]
fn what_both_know_follows_from_what_either_knows() {
    let (mut most, mut orders, mut attacks) = (0, 0, 0);
    for seed in 0..120 {
        let scenario = field(RULES[usize::try_from(seed % 3).unwrap()], seed);
        let start = Battle::from_scenario(&scenario).unwrap();
        let (mut battle, mut dice) = (start.clone(), Dice::new(seed));
        let mut choice = Dice::for_other_purpose(seed, 1);
        let mut common = CommonKnowledge::of_start(&start);
        let mut of_sides = Side::BOTH.map(|side| CommonKnowledge::of_start(start.known_to(side)));
        let begin = TableBattle::of_battle(&scenario, &start, Some(hotgates_engine::Knower::Both));
        let mut onlooker = Spectator::new(begin.begin_battle().unwrap());
        for _ in 0..80 {
            let (before, mut events) = (battle.clone(), Vec::new());
            let order = draw_order(&battle, &mut choice);
            battle.act(order, &mut dice, &mut events).unwrap();
            if battle.verdict().is_some() {
                break;
            }
            orders += 1;
            let told = common.tell_order(&before, &events);
            attacks += u32::from(told.iter().any(|event| matches!(event, Event::Attacked { .. })));
            for (side, of_side) in Side::BOTH.into_iter().zip(&mut of_sides) {
                let own = of_side.tell_order(before.known_to(side), battle.events_for(side, &events));
                assert_eq!(settled(&own), settled(&told), "seed {seed}, {side}, {order}: {events:?}");
            }
            for of_side in &of_sides {
                assert_eq!(shown(of_side.battle()), shown(common.battle()), "seed {seed}, {order}");
            }
            onlooker.begin_order();
            for event in &told {
                onlooker.watch_event(event);
            }
            let sightings = common_sightings(&battle);
            let seen = |unit: UnitId| {
                sightings.iter().any(|event| matches!(*event, Event::Sighted { unit: of, .. } if of == unit))
            };
            let truth: Vec<_> = shown(&battle).into_iter().filter(|(unit, _)| seen(*unit)).collect();
            assert_eq!(shown(common.battle()), truth, "seed {seed}, {order}");
            assert_eq!(shown(onlooker.battle()), truth, "seed {seed}, {order}");
            assert_eq!(onlooker.battle().hash(), common.battle().hash());
            most = most.max(truth.len());
        }
    }
    assert!(
        most > 4 && attacks > 50,
        "{orders} orders, of {attacks} attacks both knew, {most} units at most"
    );
}

/// A unit that only an enemy out of sight sees is not there: otherwise whoever watches could tell that it is seen.
#[test]
fn a_unit_that_an_unseen_enemy_sees_is_not_shown() {
    let text = "Map(name: \"row\", rows: [\"..........#\"], red: (units: [(type: \"cavalry\", at: (0, 0))]),
        blue: (units: [(type: \"infantry\", at: (3, 0)), (type: \"artillery\", at: (9, 0))]))";
    let mut scenario = Scenario::classic(MapFile::from_ron(text).unwrap());
    (scenario.rules.options.fog_of_war, scenario.rules.setup.distance) = (true, 0);
    for (unit, sight) in scenario.rules.units.iter_mut().zip([1, 3, 2]) {
        unit.sight = Some(sight);
    }
    let start = Battle::from_scenario(&scenario).unwrap();
    // The cavalry sees three hexes far, and the infantry one.
    assert!(start.known_to(Side::Red).unit(UnitId(1)).alive());
    let mut common = CommonKnowledge::of_start(&start);
    assert_eq!(shown(common.battle()), []);
    let (mut battle, mut events) = (start.clone(), Vec::new());
    let order = Order::Move { unit: UnitId(0), to: hotgates_engine::Coord { col: 2, row: 0 }.hex() };
    battle.act(order, &mut Dice::new(1), &mut events).unwrap();
    let told = common.tell_order(&start, &events);
    let sighted = |event: &Event| matches!(*event, Event::Sighted { unit, .. } if unit < UnitId(2));
    assert!(told.len() == 2 && told.iter().all(sighted), "{told:?}");
}
