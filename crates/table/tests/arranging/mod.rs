//! Units arranged before the first turn: each side by itself, unseen by the other, and proved at the end.

use hotgates_engine::{Coord, UnitId};
use hotgates_protocol::UnitPlaces;
use hotgates_record::Replay;

use super::*;

fn arranging(fog: bool, names: [&str; 2], clock: Option<ClockRules>) -> Kept {
    let mut kept = Kept::new(TableSetup { arranges: true, ..setup(fog, names, clock) });
    kept.open_numbers();
    assert_eq!(kept.table.stage(), TableStage::Arranging);
    kept
}

/// Returns what somebody at the table can know of it.
fn known(kept: &Kept, guest: Guest) -> String {
    let table = &kept.table;
    format!("{:?} {:?} {:?}", table.state(guest, 0), table.arrange_message(guest), table.told_from(guest, 0))
}

/// Returns a request to place the first unit of a side on a hex of its zone where nobody stands.
fn first_unit_elsewhere(kept: &Kept, side: Side) -> (UnitPlaces, UnitId, Coord) {
    let told = kept.table.arrange_message(Guest::Seat(side)).unwrap();
    let battle = told.battle.begin_battle().unwrap();
    let unit = battle.living(side).next().unwrap();
    let is_free = |at: &&Coord| battle.at(battle.grid().at(**at).unwrap()).is_none();
    let at = *told.zone.iter().find(is_free).expect("a free hex");
    (UnitPlaces { places: vec![(unit, at)] }, unit, at)
}

const READY: GuestMessage = GuestMessage::Ready(Empty {});

#[test]
fn each_side_arranges_its_units_unseen_and_the_battle_begins_with_all_of_them() {
    for fog in [false, true] {
        let mut kept = arranging(fog, ["human", "human"], None);
        let mut there = Vec::new();
        for side in Side::BOTH {
            let (own, other) = (Guest::Seat(side), Guest::Seat(side.other()));
            let before = [known(&kept, other), known(&kept, Guest::Watcher)];
            let (placed, unit, at) = first_unit_elsewhere(&kept, side);
            assert!(!kept.table.state(own, 0).can_take_back);
            kept.ask(own, &GuestMessage::Place(placed.clone())).unwrap();
            assert!(kept.table.state(own, 0).can_take_back);
            assert_eq!(kept.table.arrange_message(own).unwrap().placed, placed);
            let shown = kept.table.arrange_message(own).unwrap();
            let shown = shown.arranged_battle(&shown.placed).unwrap().begin_battle().unwrap();
            assert_eq!(shown.grid().coord(shown.unit(unit).cell), at);
            kept.ask(own, &GuestMessage::TakeBack(Empty {})).unwrap();
            assert_eq!(kept.table.placed_units(own), Some(UnitPlaces::default()));
            kept.ask(own, &GuestMessage::Place(placed.clone())).unwrap();
            kept.ask(own, &GuestMessage::Place(placed)).unwrap();
            assert_eq!([known(&kept, other), known(&kept, Guest::Watcher)], before, "nobody else is told");
            there.push((unit, at));
        }
        kept.ask(RED, &READY).unwrap();
        kept.ask(RED, &READY).unwrap();
        assert!(kept.table.state(BLUE, 0).seats[0].ready && !kept.table.state(RED, 0).seats[1].ready);
        let empty = GuestMessage::Place(UnitPlaces::default());
        assert_eq!(kept.ask(RED, &empty).unwrap_err().code(), "not_now", "Red is ready");
        assert!(kept.table.begin_message(RED).is_none(), "Blue is not");
        kept.ask(BLUE, &READY).unwrap();
        assert_eq!(kept.table.stage(), TableStage::Battle);
        assert!(kept.table.arrange_message(RED).is_none());
        for (client, told) in kept.clients[..2].iter().zip(&there) {
            let battle = client.battle();
            assert_eq!(battle.grid().coord(battle.unit(told.0).cell), told.1);
        }
        if fog {
            let hidden = kept.clients[0].battle();
            assert!(!hidden.unit(there[1].0).alive(), "fog hides where Blue stands");
        }
        kept.order(kept.table.true_battle().unwrap().side(), OrderMessage::EndTurn, "1").unwrap();
        kept.ask(RED, &GuestMessage::Resign(Empty {})).unwrap();
        check_end(&kept, fog);
    }
}

/// The records lead to the same table, the replay verifies, and its dice are proved.
fn check_end(kept: &Kept, fog: bool) {
    let mut again = Table::new(kept.table.setup().clone()).unwrap();
    for record in &kept.records {
        again.follow(record).unwrap();
    }
    assert_eq!(again.state(Guest::Watcher, 0), kept.table.state(Guest::Watcher, 0), "fog: {fog}");
    let bytes = kept.table.replay().unwrap().encode();
    assert_eq!(again.replay().unwrap().encode(), bytes);
    let (replay, record) = Replay::verify_bytes(&bytes).unwrap();
    assert_eq!(record.battle().hash(), kept.table.true_battle().unwrap().hash());
    let state = kept.table.state(BLUE, 0);
    assert_eq!(check_table_dice(&state, &replay.scenario), Ok(()));

    // Neither the map of the commitment nor the places can be others.
    let mut other = state.clone();
    other.proof.as_mut().unwrap().map = None;
    assert_eq!(check_table_dice(&other, &replay.scenario), Err(UnfairDice::Server));
    other.proof.as_mut().unwrap().map = Some("Map(".to_owned());
    assert_eq!(check_table_dice(&other, &replay.scenario), Err(UnfairDice::Arrangement));
    let mut scenario = replay.scenario.clone();
    scenario.map.blue.as_mut().unwrap().units[0].at = Some(Coord { col: 7, row: 0 });
    assert_eq!(check_table_dice(&state, &scenario), Err(UnfairDice::Arrangement), "no hex of Blue's");
    let mut scenario = replay.scenario;
    scenario.map.turns = Some(50);
    assert_eq!(check_table_dice(&state, &scenario), Err(UnfairDice::Arrangement), "another battle");
}

#[test]
fn units_of_others_foreign_hexes_and_orders_are_refused_while_units_are_arranged() {
    let mut kept = arranging(false, ["human", "human"], None);
    let (placed, _, at) = first_unit_elsewhere(&kept, Side::Blue);
    let refused = |kept: &mut Kept, guest: Guest, message: &GuestMessage| {
        kept.ask(guest, message).unwrap_err().code().to_owned()
    };
    let place = |places: &[(UnitId, Coord)]| GuestMessage::Place(UnitPlaces { places: places.to_vec() });
    assert_eq!(refused(&mut kept, RED, &GuestMessage::Place(placed.clone())), "illegal", "Blue's unit");
    assert_eq!(refused(&mut kept, RED, &place(&[(UnitId(0), at)])), "illegal", "Blue's hex");
    assert_eq!(refused(&mut kept, RED, &place(&[(UnitId(999), at)])), "illegal");
    assert_eq!(refused(&mut kept, RED, &place(&[(UnitId(0), Coord { col: -1, row: 99 })])), "illegal");
    assert_eq!(refused(&mut kept, Guest::Watcher, &GuestMessage::Place(placed)), "watching");
    assert_eq!(refused(&mut kept, Guest::Watcher, &READY), "watching");
    assert_eq!(refused(&mut kept, RED, &GuestMessage::OfferDraw(Empty {})), "not_now");
    assert_eq!(refused(&mut kept, RED, &GuestMessage::TakeBack(Empty {})), "not_now");
    assert_eq!(kept.order(Side::Red, OrderMessage::EndTurn, "1").unwrap_err().code(), "not_now");
    let records = kept.records.len();
    kept.ask(RED, &place(&[])).unwrap();
    assert_eq!(kept.records.len(), records, "they stand so already");
    for side in Side::BOTH {
        kept.ask(Guest::Seat(side), &READY).unwrap();
    }
    kept.ask(RED, &READY).unwrap();
    assert_eq!(refused(&mut kept, RED, &place(&[])), "not_now", "the battle has begun");
    let state = kept.table.state(RED, 0);
    assert!(!state.seats[0].ready && state.proof.is_none());
    let stray = StampedRecord { at_ms: 0, record: TableRecord::Ready(Side::Red) };
    assert!(kept.table.follow(&stray).is_err());
}

#[test]
fn the_clock_begins_the_battle_and_whoever_gives_up_ends_it() {
    let clock = Some(ClockRules { half_turn_ms: 1000, bank_ms: 500 });
    let mut kept = arranging(false, ["human", "human"], clock);
    assert_eq!(kept.table.deadline_ms(), Some((Side::Red, 1000)));
    assert_eq!(kept.table.state(BLUE, 400).clock_ms, Some(600));
    kept.keep(300, TableRecord::TimePassed(10_000));
    assert_eq!(kept.table.decide_time(10_999), None);
    let (placed, unit, at) = first_unit_elsewhere(&kept, Side::Blue);
    kept.ask(BLUE, &GuestMessage::Place(placed)).unwrap();
    for side in Side::BOTH {
        let ready = kept.table.decide_time(11_000).unwrap();
        assert_eq!(ready, TableRecord::Ready(side));
        kept.keep(11_000, ready);
    }
    let battle = kept.table.true_battle().unwrap();
    assert_eq!(battle.grid().coord(battle.unit(unit).cell), at, "as far as Blue had come");
    assert_eq!(kept.table.deadline_ms(), Some((battle.side(), 12_500)), "nobody's bank is touched");

    let mut kept = arranging(true, ["human", "human"], None);
    let (placed, ..) = first_unit_elsewhere(&kept, Side::Red);
    kept.ask(RED, &GuestMessage::Place(placed)).unwrap();
    kept.ask(BLUE, &GuestMessage::Resign(Empty {})).unwrap();
    let verdict = kept.table.true_battle().unwrap().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.how), (Some(Side::Red), VictoryKind::Resigned));
    assert!(kept.clients.iter().all(|client| client.battle().verdict() == Some(verdict)));
    check_end(&kept, true);
}

#[test]
fn a_computer_is_ready_at_once_and_the_next_battle_begins_as_the_first_was_set() {
    let mut kept = Kept::new(TableSetup { arranges: true, ..setup(false, ["hunter", "greedy"], None) });
    assert_eq!(kept.table.stage(), TableStage::Battle, "two computers arrange nothing");
    kept = arranging(false, ["human", "hunter"], None);
    assert!(kept.table.state(RED, 0).seats[1].ready && kept.table.is_awaited(Side::Red));
    assert!(!kept.table.is_awaited(Side::Blue) && kept.table.computer_to_move().is_none());
    let (placed, ..) = first_unit_elsewhere(&kept, Side::Red);
    kept.ask(RED, &GuestMessage::Place(placed)).unwrap();
    kept.ask(RED, &READY).unwrap();
    assert_eq!(kept.table.stage(), TableStage::Battle);
    kept.ask(RED, &GuestMessage::Resign(Empty {})).unwrap();
    kept.ask(RED, &GuestMessage::OfferRematch(Empty {})).unwrap();
    let next = kept.table.rematch_setup(number(9));
    assert!(next.arranges);
    let units = |setup: &TableSetup| setup.scenario.map.red.clone().unwrap().units;
    assert_eq!(units(&next), units(kept.table.setup()));
}
