//! Guests at whole tables, without a server: battles over lines that break, undo, draws, and the proof at the end.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::VecDeque;

use hotgates_engine::{Battle, Coord, LegalOrders, MapFile, Order, Scenario, Side, UnitId};
use hotgates_guest::{DicePledge, GuestFault, KnownTable, NotAllowed, TableNews, UnprovedBattle};
use hotgates_play::order_of_battle_mut;
use hotgates_protocol::{GuestMessage, TableMessage, TableStage, Told, write_line};
use hotgates_table::{Bytes32, Guest, StampedRecord, Table, TableRecord, TableSetup, view_log_of_replay};

const ID: &str = "0123456789abcdef";

fn scenario(fog: bool) -> Scenario {
    let rows = ["............", "#....ff.....", "............", "......f....."];
    let army = "(units: [(type: \"cavalry\"), (type: \"infantry\"), (type: \"artillery\")])";
    let text = format!("Map(name: \"duel\", rows: {rows:?}, turns: 6, red: {army}, blue: {army})");
    let mut scenario = Scenario::classic(MapFile::from_ron(&text).unwrap());
    scenario.rules.options.fog_of_war = fog;
    let battle = Battle::from_scenario(&scenario).unwrap();
    for side in Side::BOTH {
        order_of_battle_mut(&mut scenario, &battle, side).commander = Some("human".to_owned());
    }
    scenario
}

/// Numbers that look like chance, the same in each run.
struct Lots(u64);

impl Lots {
    fn draw(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

/// A table and its guests, with what each has still to hear.
struct House {
    table: Table,
    guests: [KnownTable; 3],
    lines: [VecDeque<TableMessage>; 3],
    begun: [bool; 3],
    news: [Vec<TableNews>; 3],
}

impl House {
    fn new(fog: bool) -> Self {
        Self::with_arranging(fog, false)
    }

    fn with_arranging(fog: bool, arranges: bool) -> Self {
        let number = Bytes32::from_bytes([7; 32]);
        let setup = TableSetup {
            id: ID.to_owned(),
            scenario: scenario(fog),
            number,
            clock: None,
            late_turns: Some(3),
            arranges,
        };
        let guests = [1, 2, 3].map(|byte| {
            let pledge = DicePledge { number: Bytes32::from_bytes([byte; 32]), server: None };
            KnownTable::new(ID, (byte < 3).then(|| "0f".repeat(16)), pledge, byte.into())
        });
        let mut house = Self {
            table: Table::new(setup).unwrap(),
            guests,
            lines: Default::default(),
            begun: [false; 3],
            news: Default::default(),
        };
        (0..3).for_each(|place| house.enter(place));
        house
    }

    /// The line of a guest is opened, again or for the first time: what was on the way is lost.
    fn enter(&mut self, place: usize) {
        let GuestMessage::Enter(enter) = self.guests[place].enter() else { panic!("the first line") };
        let guest = Guest::ALL[place];
        let line = &mut self.lines[place];
        line.clear();
        line.push_back(TableMessage::Table(Box::new(self.table.state(guest, 0))));
        self.begun[place] = false;
        line.extend(self.table.arrange_message(guest).map(|told| TableMessage::Arrange(Box::new(told))));
        if let Some(begin) = self.table.begin_message(guest) {
            self.begun[place] = true;
            line.push_back(TableMessage::Begin(Box::new(begin)));
            line.push_back(TableMessage::Told(self.table.told_from(guest, enter.from as usize)));
        }
    }

    /// The table hears a guest.
    fn say(&mut self, place: usize, message: &GuestMessage) {
        let guest = Guest::ALL[place];
        let id = match message {
            GuestMessage::Order(order) => Some(order.id.clone()),
            _ => None,
        };
        match self.table.decide(guest, message) {
            Ok(None) => {}
            Ok(Some(record)) => {
                let before = self.table.stage();
                let placed = matches!(record, TableRecord::Placed(..)).then_some(guest);
                let told: [Option<Told>; 3] = self.table.follow(&StampedRecord { at_ms: 0, record }).unwrap();
                for (place, told) in told.into_iter().enumerate() {
                    let guest = Guest::ALL[place];
                    if before == TableStage::Opening {
                        let arranging = self.table.arrange_message(guest);
                        self.lines[place].extend(arranging.map(|told| TableMessage::Arrange(Box::new(told))));
                    } else if placed == Some(guest) {
                        self.lines[place].extend(self.table.placed_units(guest).map(TableMessage::Placed));
                    }
                    if let Some(begin) = self.table.begin_message(guest).filter(|_| !self.begun[place]) {
                        self.begun[place] = true;
                        self.lines[place].push_back(TableMessage::Begin(Box::new(begin)));
                    }
                    self.lines[place].extend(told.map(TableMessage::Told));
                    let state = self.table.state(guest, 0);
                    self.lines[place].push_back(TableMessage::Table(Box::new(state)));
                }
            }
            Err(why) => self.lines[place].push_back(TableMessage::Refused(why.message(id))),
        }
    }

    /// Guests hear all that is on the way.
    fn settle(&mut self) {
        while let Some(place) = (0..3).find(|&place| !self.lines[place].is_empty()) {
            let line = write_line(&self.lines[place].pop_front().unwrap());
            let heard = self.guests[place].hear_line(&line).unwrap();
            self.news[place].extend(heard.news);
            for answer in heard.answers {
                self.say(place, &answer);
            }
        }
    }

    /// Gives an order by lot for whoever is to move; now and then a line breaks before, in the middle or behind.
    fn order_by_lot(&mut self, lots: &mut Lots) {
        let place = self.table.true_battle().unwrap().side() as usize;
        assert!(self.guests[place].is_ready_to_move());
        assert!(!self.guests[1 - place].is_ready_to_move());
        let mut legal = LegalOrders::default();
        let orders = legal.orders_of_side(self.guests[place].position().unwrap());
        let order = orders[lots.draw(orders.len())];
        let message = self.guests[place].order(order).unwrap();
        assert_eq!(self.guests[place].order(order), Err(NotAllowed::Unanswered));
        match lots.draw(8) {
            // The order never arrives, or its answer does not.
            0 => self.enter(place),
            1 => {
                self.say(place, &message);
                self.enter(place);
            }
            2 => {
                self.say(place, &message);
                self.enter(lots.draw(3));
            }
            _ => self.say(place, &message),
        }
        self.settle();
        assert!(!self.guests[place].is_waiting(), "the order is answered");
        let state = self.guests[place].state().unwrap();
        if state.can_take_back && lots.draw(4) == 0 {
            let back = self.guests[place].take_back().unwrap();
            self.say(place, &back);
            self.settle();
            assert!(self.news[place].contains(&TableNews::TakenBack(1)));
        }
    }
}

#[test]
fn battles_over_lines_that_break_are_known_to_all_and_proved() {
    for lot in 0..24 {
        let (mut house, mut lots) = (House::new(lot % 2 == 1), Lots(lot));
        house.settle();
        while house.table.stage() == TableStage::Battle {
            house.order_by_lot(&mut lots);
        }
        let replay = house.table.replay().unwrap();
        for (guest, place) in house.guests.iter().zip(Guest::ALL) {
            assert!(guest.is_over());
            let proved = guest.check_replay(&replay.encode()).unwrap();
            assert!(proved.orders > 0);
            // Whoever watches sees everything in the end, some turns late; seats what they saw.
            if place != Guest::Watcher {
                assert_eq!(guest.view_log(), Some(view_log_of_replay(&replay, place).unwrap()));
            }
        }
        for side in Side::BOTH {
            let known = house.guests[side as usize].position().unwrap();
            let truth = house.table.true_battle().unwrap();
            assert_eq!(known.living_strength(side), truth.living_strength(side));
        }
        for news in &house.news {
            assert!(!news.iter().any(|news| matches!(news, TableNews::Refused(_))), "{news:?}");
        }
    }
}

#[test]
fn units_are_arranged_over_lines_that_break_and_the_battle_begins_with_them() {
    for fog in [false, true] {
        let mut house = House::with_arranging(fog, true);
        house.settle();
        assert!(house.guests[0].is_arranging() && house.guests[1].is_arranging());
        assert!(house.guests[2].position().is_none() && house.guests[2].end_arranging().is_err());
        assert!(house.news[0].contains(&TableNews::Arranging) && !house.guests[0].has_begun());
        let end = Order::EndTurn;
        assert_eq!(house.guests[0].order(end), Err(NotAllowed::Arranging));
        assert_eq!(house.guests[0].place_unit(UnitId(3), at(0, 1)), Err(NotAllowed::NoUnit(UnitId(3))));
        let far = at(0, 1);
        assert_eq!(house.guests[0].place_unit(UnitId(0), far), Err(NotAllowed::OutsideZone(far)));
        let mut places = Vec::new();
        for (place, unit) in [(0, UnitId(0)), (1, UnitId(3))] {
            let known = house.guests[place].position().unwrap().clone();
            let hex = |unit: UnitId| known.grid().coord(known.unit(unit).cell);
            let here = hex(unit);
            assert_eq!(house.guests[place].place_unit(unit, here), Err(NotAllowed::StandsThere(here)));
            // A friend changes places with it, and goes on from there.
            let friend = UnitId(unit.0 + 1);
            let message = house.guests[place].place_unit(unit, hex(friend)).unwrap();
            assert_eq!(house.guests[place].end_arranging(), Err(NotAllowed::Unanswered));
            house.say(place, &message);
            house.enter(place);
            house.settle();
            let now = house.guests[place].position().unwrap().clone();
            assert_eq!(now.grid().coord(now.unit(unit).cell), hex(friend));
            assert_eq!(now.grid().coord(now.unit(friend).cell), here);
            let free = |hex: &&Coord| now.at(now.grid().at(**hex).unwrap()).is_none();
            let to = *house.guests[place].deployment_hexes().iter().find(free).unwrap();
            let message = house.guests[place].place_unit(friend, to).unwrap();
            house.say(place, &message);
            house.settle();
            let message = house.guests[place].take_back().unwrap();
            house.say(place, &message);
            house.settle();
            let now = house.guests[place].position().unwrap();
            assert_eq!(now.grid().coord(now.unit(friend).cell), here, "it was taken back");
            places.extend([(unit, hex(friend)), (friend, here)]);
            let message = house.guests[place].end_arranging().unwrap();
            // Red's line breaks before the server hears that: it is said again on the next one.
            if place == 0 {
                house.enter(place);
            } else {
                house.say(place, &message);
            }
            house.settle();
            assert_eq!(house.guests[place].end_arranging(), Err(NotAllowed::NotArranging));
        }
        assert!(house.guests.iter().take(2).all(KnownTable::has_begun));
        let truth = house.table.true_battle().unwrap();
        for (unit, to) in places {
            assert_eq!(truth.grid().coord(truth.unit(unit).cell), to);
        }
        let mut lots = Lots(5);
        while house.table.stage() == TableStage::Battle {
            house.order_by_lot(&mut lots);
        }
        let bytes = house.table.replay().unwrap().encode();
        for guest in &house.guests {
            assert!(guest.check_replay(&bytes).is_ok());
        }
    }
    // Whoever gives up before has lost.
    let mut house = House::with_arranging(false, true);
    house.settle();
    let resigned = house.guests[1].resign().unwrap();
    house.say(1, &resigned);
    house.settle();
    assert!(house.guests.iter().all(KnownTable::is_over));
}

fn at(col: i32, row: i32) -> Coord {
    Coord { col, row }
}

#[test]
fn a_replay_of_another_battle_proves_nothing() {
    let finish = |lot: u64| {
        let (mut house, mut lots) = (House::new(false), Lots(lot));
        house.settle();
        while house.table.stage() == TableStage::Battle {
            house.order_by_lot(&mut lots);
        }
        house
    };
    let (one, other) = (finish(1), finish(2));
    let bytes = other.table.replay().unwrap().encode();
    for guest in &one.guests {
        assert!(matches!(guest.check_replay(&bytes), Err(UnprovedBattle::OtherBattle)));
        assert!(matches!(guest.check_replay(&bytes[1..]), Err(UnprovedBattle::Replay(_))));
    }
    let mut house = House::new(false);
    house.settle();
    assert!(matches!(house.guests[0].check_replay(&bytes), Err(UnprovedBattle::NotOver)));
}

#[test]
fn draws_words_and_resignations_are_asked_for_when_they_can_be() {
    let mut house = House::new(false);
    assert_eq!(house.guests[0].offer_draw(), Err(NotAllowed::NotBegun));
    house.settle();
    assert_eq!(house.guests[2].resign(), Err(NotAllowed::Watching));
    assert_eq!(house.guests[0].decline_draw(), Err(NotAllowed::NothingOffered));
    assert_eq!(house.guests[1].take_back(), Err(NotAllowed::NotYourTurn(Side::Red)));
    assert_eq!(house.guests[0].say(" \t"), Err(NotAllowed::Words));
    assert!(house.guests[2].say(&"x".repeat(501)).is_err());
    let offer = house.guests[0].offer_draw().unwrap();
    house.say(0, &offer);
    house.settle();
    assert_eq!(house.guests[0].offer_draw(), Err(NotAllowed::OfferedAlready));
    let declined = house.guests[1].decline_draw().unwrap();
    house.say(1, &declined);
    house.settle();
    assert_eq!(house.guests[1].state().unwrap().draw_offered, None);
    let resigned = house.guests[1].resign().unwrap();
    house.say(1, &resigned);
    house.settle();
    assert!(house.guests.iter().all(KnownTable::is_over));
    assert_eq!(house.guests[0].resign(), Err(NotAllowed::Over));
}

#[test]
fn a_server_that_exchanges_something_is_left() {
    let mut house = House::new(false);
    let Some(TableMessage::Table(state)) = house.lines[0].pop_front() else {
        panic!("the state comes first")
    };
    let hear = |guest: &mut KnownTable, change: &dyn Fn(&mut hotgates_protocol::TableState)| {
        let mut state = state.clone();
        change(&mut state);
        guest.hear_line(&write_line(&TableMessage::Table(state)))
    };
    let guest = &mut house.guests[0];
    assert!(hear(guest, &|_| {}).is_ok());
    let changed = hear(guest, &|state| state.commitment = "0".repeat(64));
    assert_eq!(changed, Err(GuestFault::ChangedCommitment));
    assert_eq!(hear(guest, &|state| state.battle.push('x')), Err(GuestFault::OtherBattle));
    // A guest that starts again remembers what the server had shown.
    let mut again = KnownTable::new(ID, None, guest.pledge(), 9);
    assert!(guest.pledge().server.is_some());
    let changed = hear(&mut again, &|state| state.commitment = "0".repeat(64));
    assert_eq!(changed, Err(GuestFault::ChangedCommitment));
    let mut elsewhere = hear(&mut again, &|state| {
        state.stage = TableStage::Opening;
        state.seats[0].committed = true;
        state.seats[0].commitment = Some("0".repeat(64));
    });
    assert!(elsewhere.as_mut().unwrap().news.contains(&TableNews::PledgedElsewhere));
    let orders = r#"{"told":{"from":3,"orders":[]}}"#;
    assert_eq!(again.hear_line(orders), Err(GuestFault::OtherBattle));
    let token = r#"{"error":{"code":"token","text":"no seat"}}"#;
    assert_eq!(again.hear_line(token), Err(GuestFault::Token));
    for line in [r#"{"parley":{}}"#, r#"{"error":{"code":"version","text":"2"}}"#, "[]"] {
        assert!(matches!(again.hear_line(line), Err(GuestFault::NotUnderstood(_))), "{line}");
    }
}
