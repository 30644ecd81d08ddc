//! Battles whose map, armies and orders are the bytes.

use hotgates_engine::{
    Army, Battle, Coord, Dice, DiceKey, DiceSource, Direction, Event, Hex, LegalOrders, MapFile, Order,
    Ruleset, Scenario, Side, UnitEntry, UnitId, WorkId,
};
use hotgates_record::{GameRecord, Replay};

use super::note_sound_input;

/// Choices by bytes; the first choice for ever when the bytes have ended.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    /// Returns a number below `count`, which is at most 256.
    fn below(&mut self, count: usize) -> usize {
        let Some((&byte, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(byte) % count.max(1)
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    const fn are_over(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns a number as a column or row; all numbers here are small.
fn small(number: usize) -> i32 {
    i32::try_from(number).expect("a choice is below 256")
}

/// Returns a small scenario under a shipped ruleset, with every optional rule that it has.
fn scenario_by_choices(choices: &mut Choices) -> Scenario {
    let (name, _) = choices.pick(&Ruleset::SHIPPED);
    let mut rules = Ruleset::shipped(name).expect("a shipped ruleset");
    rules.setup.distance = 0;
    rules.options.fog_of_war &= choices.below(4) > 0;
    let (width, height) = (3 + choices.below(7), 2 + choices.below(6));
    let glyphs: Vec<char> = rules.terrains.iter().map(|terrain| terrain.glyph).collect();
    let is_open = |terrain: &&hotgates_engine::Terrain| terrain.cost.is_some() && !terrain.castle;
    let open = rules.terrains.iter().find(is_open).expect("open ground").glyph;
    let castle = rules.terrains.iter().find(|terrain| terrain.castle).expect("a castle").glyph;
    let mut rows = vec![vec![open; width]; height];
    for _ in 0..choices.below(12) {
        rows[choices.below(height)][choices.below(width)] = choices.pick(&glyphs);
    }
    rows[choices.below(height)][choices.below(width)] = castle;
    let kinds: Vec<&str> = rules.units.iter().map(|unit| unit.name.as_str()).collect();
    let ranks: Vec<&str> = rules.ranks.iter().map(|rank| rank.name.as_str()).collect();
    let mut taken = Vec::new();
    let mut army = |choices: &mut Choices| {
        let mut units = Vec::new();
        for _ in 0..=choices.below(4) {
            let at = Coord { col: small(choices.below(width)), row: small(choices.below(height)) };
            if taken.contains(&at) {
                continue;
            }
            taken.push(at);
            let strength = Some(1 + 2 * i64::from(small(choices.below(150))));
            let rank = (choices.below(2) == 0).then(|| choices.pick(&ranks).to_owned());
            units.push(UnitEntry { strength, rank, at: Some(at), ..UnitEntry::new(choices.pick(&kinds)) });
        }
        Some(Army { commander: None, units })
    };
    let (red, blue) = (army(choices), army(choices));
    let rows = rows.into_iter().map(String::from_iter).collect();
    let first = (choices.below(4) == 0).then_some(Side::Blue);
    let turns = Some(2 + i64::from(small(choices.below(6))));
    let map = MapFile { name: "chance".into(), rows, red, blue, first, turns, ..MapFile::default() };
    Scenario::new(map, rules)
}

/// Returns any order, legal or not, with units and hexes a little beyond those that there are.
fn any_order(battle: &Battle, choices: &mut Choices) -> Order {
    let units = battle.roster().len() + 1;
    let unit = |choices: &mut Choices| UnitId(u16::try_from(choices.below(units)).expect("few units"));
    let hex = |choices: &mut Choices| -> Hex {
        let (col, row) = (choices.below(12), choices.below(10));
        Coord { col: small(col) - 1, row: small(row) - 1 }.hex()
    };
    match choices.below(6) {
        0 => Order::Attack { unit: unit(choices), target: unit(choices) },
        1 => Order::Exit { unit: unit(choices) },
        2 => Order::Face { unit: unit(choices), way: choices.pick(&Direction::ALL) },
        3 => {
            let work = WorkId(u8::try_from(choices.below(5)).expect("a small number"));
            Order::Work { unit: unit(choices), at: hex(choices), work }
        }
        _ => Order::Move { unit: unit(choices), to: hex(choices) },
    }
}

/// Generated orders are accepted, no other order is, and a refusal changes nothing.
pub fn accepted_orders(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let Some(mut battle) = Battle::check_scenario(&scenario_by_choices(&mut choices)).battle else { return };
    note_sound_input();
    let (mut dice, mut log, mut legal) = (Dice::new(1), Vec::new(), LegalOrders::new());
    while battle.verdict().is_none() && !choices.are_over() {
        let orders = legal.orders_of_side(&battle).to_vec();
        for _ in 0..3 {
            check_order(&battle, &dice, any_order(&battle, &mut choices), &orders);
        }
        let order = orders[(choices.below(256) * 256 + choices.below(256)) % orders.len()];
        check_order(&battle, &dice, order, &orders);
        battle.act(order, &mut dice, &mut log).expect("a generated order is accepted");
    }
    if battle.verdict().is_some() {
        assert!(battle.act(Order::EndTurn, &mut dice, &mut log).is_err(), "a battle that is over goes on");
    }
}

/// Checks that an order is accepted exactly if it has been generated.
fn check_order(battle: &Battle, dice: &Dice, order: Order, generated: &[Order]) {
    let (mut tried, mut thrown, mut events) = (battle.clone(), dice.clone(), Vec::<Event>::new());
    let answer = tried.act(order, &mut thrown, &mut events);
    assert_eq!(answer.is_ok(), generated.contains(&order), "{order}: {answer:?}");
    assert_eq!(battle.check(order), answer, "{order}");
    if answer.is_err() {
        assert!(
            tried == *battle && tried.hash() == battle.hash(),
            "{order} was refused and changed the battle"
        );
        assert!(thrown == *dice && events.is_empty(), "{order} was refused and rolled dice");
    }
}

/// A battle that is recorded, at any moment, is read and verified as it was played.
pub fn recorded_battles(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    let mut scenario = scenario_by_choices(&mut choices);
    if choices.below(2) == 1 {
        let byte = u8::try_from(choices.below(256)).expect("a byte");
        scenario.set_dice_source(DiceSource::Key(DiceKey::from_bytes([byte; DiceKey::BYTES])));
    }
    let Some(battle) = Battle::check_scenario(&scenario).battle else { return };
    note_sound_input();
    let (mut record, mut legal) = (GameRecord::new(battle, scenario.dice_source()), LegalOrders::new());
    while record.battle().verdict().is_none() && !choices.are_over() {
        let orders = legal.orders_of_side(record.battle());
        let order = orders[(choices.below(256) * 256 + choices.below(256)) % orders.len()];
        record.act(order, &mut Vec::new()).expect("a generated order is accepted");
    }
    let bytes = record.replay(&scenario).encode();
    let (replay, again) = Replay::verify_bytes(&bytes).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((again.hash(), again.orders()), (record.hash(), record.orders()));
    assert_eq!(replay.scenario, scenario);
    assert_eq!(again.battle().hash(), record.battle().hash());
}
