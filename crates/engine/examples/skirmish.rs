//! A battle inside a bigger game: built in code, fought, and read back with officers, losses and
//! the game's own marks.
//!
//! ```text
//! cargo run -p hotgates-engine --example skirmish
//! ```

use std::error::Error;

use hotgates_engine::{
    Army, Battle, Dice, Direction, Event, Illegal, LegalOrders, MapFile, Order, Scenario, UnitEntry,
    UnitOutcome,
};

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = scenario();
    let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].clone())?;
    let battle = fight(battle, Dice::of_source(scenario.dice_source()))?;
    report(&battle);
    Ok(())
}

/// Returns the scenario as the bigger game builds it: the ground, both armies, and for each unit
/// the mark by which the bigger game knows the unit again.
fn scenario() -> Scenario {
    let unit = |kind: &str, officer: &str, rank: &str, tag: &str| UnitEntry {
        name: Some(officer.to_owned()),
        rank: Some(rank.to_owned()),
        tag: Some(tag.to_owned()),
        ..UnitEntry::new(kind)
    };
    let raiders = vec![
        unit("infantry", "Ishara", "Captain", "army/7"),
        unit("cavalry", "Tolmen", "Major", "army/9"),
        UnitEntry { strength: Some(420), ..unit("infantry", "Brede", "Lieutenant", "army/12") },
    ];
    let guard = vec![
        unit("infantry", "Oswin", "Colonel", "garrison/1"),
        UnitEntry { strength: Some(80), ..unit("artillery", "Maud", "Lieutenant", "garrison/2") },
    ];
    let rows = ["...f......", ".#.f...f..", "....==....", "..~~H~~...", "....=....."];
    Scenario::classic(MapFile {
        name: "The bridge at Marrow".to_owned(),
        rows: rows.map(str::to_owned).to_vec(),
        from: Some(Direction::Se),
        turns: Some(12),
        seed: Some(1815),
        red: Some(Army { units: raiders, ..Army::default() }),
        blue: Some(Army { units: guard, ..Army::default() }),
        ..MapFile::default()
    })
}

/// Fights the battle to its end: each side attacks if it can, else goes to the hex nearest to the
/// castle.
fn fight(mut battle: Battle, mut dice: Dice) -> Result<Battle, Illegal> {
    let mut orders = LegalOrders::new();
    let mut log = Vec::new();
    while battle.verdict().is_none() {
        let order = choose(&battle, orders.orders_of_side(&battle));
        battle.act(order, &mut dice, &mut log)?;
    }
    let blows = log.iter().filter(|event| matches!(event, Event::Attacked { .. })).count();
    println!("{} events, {blows} attacks", log.len());
    Ok(battle)
}

fn choose(battle: &Battle, legal: &[Order]) -> Order {
    let castle = battle.grid().hex(battle.map().castles()[0]);
    let distance = |order: &Order| match order {
        Order::Move { unit, to } => {
            let (here, there) =
                (battle.hex(*unit).unsigned_distance_to(castle), to.unsigned_distance_to(castle));
            (there < here).then_some(there)
        }
        _ => None,
    };
    let attack = legal.iter().find(|order| matches!(order, Order::Attack { .. }));
    let advance =
        || legal.iter().filter(|order| distance(order).is_some()).min_by_key(|order| distance(order));
    attack.or_else(advance).copied().unwrap_or(Order::EndTurn)
}

/// Prints the outcome that the bigger game gets back.
fn report(battle: &Battle) {
    let outcome = battle.outcome();
    match outcome.verdict {
        Some(verdict) => println!("{verdict}, in turn {}", outcome.turn),
        None => println!("undecided in turn {}", outcome.turn),
    }
    for UnitOutcome { side, label, officer, rank, start, losses, tag, .. } in &outcome.units {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        println!(
            "{:12} {:4} {label:12} {:10} {:8} lost {:4} of {:4}",
            text(tag),
            side.to_string(),
            text(rank),
            text(officer),
            losses.0,
            start.0
        );
    }
}
