//! Events that somebody else tells: those of a battle lead through it, others are refused and break nothing.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use hotgates_engine::{Battle, Dice, Event, LegalOrders, MapFile, Order, Ruleset, Scenario, Side, Spectator};
use hotgates_protocol::{EventFault, EventMessage, watch_event_messages};
use proptest::prelude::*;
use serde_json::Value;

/// Shipped rulesets, which between them have nearly all optional rules.
const RULES: [&str; 4] = ["classic", "hoplite", "musket", "panzer"];

/// Returns a small field on which units of all types meet soon, by a ruleset.
fn field(rules: &str, seed: u64) -> Scenario {
    let mut rules = Ruleset::shipped(rules).unwrap();
    rules.setup.distance = 0;
    let names: Vec<String> = rules.units.iter().map(|kind| kind.name.clone()).collect();
    let army = |first: u64, col: u64| {
        let unit = |number: u64| {
            let kind = &names[usize::try_from((first + number) % names.len() as u64).unwrap()];
            format!("(type: {kind:?}, at: ({}, {number}))", col + number % 2)
        };
        (0..5).map(unit).collect::<Vec<_>>().join(",")
    };
    let rows = ["..........", "....ff....", "..........", "#...f.....", "....ff...."];
    let text = format!(
        "Map(name: \"field\", rows: {rows:?}, turns: 9, red: (units: [{}]), blue: (units: [{}]))",
        army(seed, 7),
        army(seed / 7, 1)
    );
    Scenario::new(MapFile::from_ron(&text).unwrap(), rules)
}

/// Plays a battle for some orders, attacks more often than others; returns what a side, or whoever sees everything, is told of
/// each order, with the battle at the start.
fn tell_battle(scenario: &Scenario, to: Option<Side>, seed: u64) -> (Battle, Vec<Vec<Event>>) {
    let mut battle = Battle::from_scenario(scenario).unwrap();
    let start = to.map_or_else(|| battle.clone(), |side| battle.known_to(side).clone());
    let (mut dice, mut choice, mut told) = (Dice::new(seed), Dice::new(seed + 1), Vec::new());
    while battle.verdict().is_none() && told.len() < 60 {
        let orders = LegalOrders::default().orders_of_side(&battle).to_vec();
        let attacks: Vec<_> =
            orders.iter().copied().filter(|order| matches!(order, Order::Attack { .. })).collect();
        let from = if attacks.is_empty() || choice.draw_below(4) == 0 { orders } else { attacks };
        let order = from[choice.draw_below(u32::try_from(from.len()).unwrap()) as usize];
        let mut events = Vec::new();
        battle.act(order, &mut dice, &mut events).unwrap();
        told.push(to.map_or_else(|| events.clone(), |side| battle.events_for(side, &events).to_vec()));
    }
    (start, told)
}

/// Replaces the number at a place among all numbers of a value.
fn replace_number(value: &mut Value, place: usize, by: i64, seen: &mut usize) {
    match value {
        Value::Number(_) => {
            if *seen == place {
                *value = by.into();
            }
            *seen += 1;
        }
        Value::Array(items) => items.iter_mut().for_each(|item| replace_number(item, place, by, seen)),
        Value::Object(fields) => fields.values_mut().for_each(|item| replace_number(item, place, by, seen)),
        _ => {}
    }
}

/// Whoever sees the whole of a battle with fog of war is told of nobody who comes into sight.
#[test]
fn news_of_one_side_are_refused_where_nothing_is_hidden() {
    let battle = Battle::from_scenario(&field("panzer", 1)).unwrap();
    let unit = battle.living(Side::Blue).next().unwrap();
    for event in [battle.sighting(unit), Event::Vanished { unit }] {
        let watched = watch_event_messages(&mut Spectator::new(battle.clone()), &[event.into()]);
        assert_eq!(watched, Err(EventFault::NothingHidden(unit)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every event that a side is told fits the battle that it knows.
    #[test]
    fn true_events_are_all_accepted(rules in 0_usize..4, to in 0_usize..3, seed in 0_u64..10_000) {
        let scenario = field(RULES[rules], seed);
        let to = [None, Some(Side::Red), Some(Side::Blue)][to];
        let (start, told) = tell_battle(&scenario, to, seed);
        let mut onlooker = Spectator::new(start);
        for events in told {
            let messages: Vec<EventMessage> = events.iter().copied().map(EventMessage::from).collect();
            prop_assert_eq!(watch_event_messages(&mut onlooker, &messages), Ok(events));
        }
    }

    /// One number of an event is another, or an event comes twice: whoever watches refuses it, or goes on and can still ask
    /// for every order.
    #[test]
    fn other_events_are_refused_or_break_nothing(
        rules in 0_usize..4,
        to in prop::option::of(prop::sample::select(&Side::BOTH[..])),
        seed in 0_u64..10_000,
        at in 0_usize..40,
        changes in prop::collection::vec((0_usize..12, prop_oneof![-2_i64..40, Just(250), Just(999), Just(65_535), Just(4_000_000_000)]), 1..4),
        again in any::<bool>(),
    ) {
        let scenario = field(RULES[rules], seed);
        let (start, told) = tell_battle(&scenario, to, seed);
        let mut onlooker = Spectator::new(start);
        let mut messages: Vec<EventMessage> = told.into_iter().flatten().map(EventMessage::from).collect();
        let at = at % messages.len();
        for (place, by) in changes {
            let mut value = serde_json::to_value(&messages[at]).unwrap();
            let (mut count, mut seen) = (0, 0);
            replace_number(&mut value, usize::MAX, 0, &mut count);
            replace_number(&mut value, place % count.max(1), by, &mut seen);
            if let Ok(message) = serde_json::from_value(value) {
                messages[at] = message;
            }
        }
        if again {
            messages.insert(at, messages[at].clone());
        }
        for message in &messages {
            if watch_event_messages(&mut onlooker, std::slice::from_ref(message)).is_err() {
                break;
            }
            LegalOrders::default().orders_of_side(onlooker.battle());
        }
    }
}
