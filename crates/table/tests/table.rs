//! Tables from the first commitment to the last record: who may do what, who is told what, and what is left to prove.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use hotgates_engine::{Battle, BySide, LegalOrders, MapFile, Scenario, Side, Spectator, VictoryKind, View};
use hotgates_play::order_of_battle_mut;
use hotgates_protocol::{
    Empty, GuestMessage, HexDigits, OrderMessage, TableBattle, TableOrder, TableStage, Told,
    ToldOrderMessage, common_sightings, watch_event_messages,
};
use hotgates_table::{
    Bytes32, ClockRules, Guest, StampedRecord, Table, TableRecord, TableRefusalKind, TableSetup, UnfairDice,
    check_dice_proof, check_table_dice, key_of_numbers, seat_commitment, view_log_of_replay,
};

mod arranging;

const RED: Guest = Guest::Seat(Side::Red);
const BLUE: Guest = Guest::Seat(Side::Blue);

fn number(byte: u8) -> Bytes32 {
    Bytes32::from_bytes([byte; 32])
}

/// A field with a castle, a wood and five units a side, with fog of war or without.
fn scenario(fog: bool, names: [&str; 2]) -> Scenario {
    let rows = [
        "..............",
        "....ff........",
        "..............",
        "#....ff....f..",
        "..............",
        ".......ff.....",
        "..............",
    ];
    let units =
        ["infantry", "infantry", "cavalry", "cavalry", "artillery"].map(|kind| format!("(type: \"{kind}\")"));
    let army = units.join(",");
    let text = format!(
        "Map(name: \"field\", rows: {rows:?}, turns: 9, red: (units: [{army}]), blue: (units: [{army}]))"
    );
    let mut scenario = Scenario::classic(MapFile::from_ron(&text).unwrap());
    scenario.rules.options.fog_of_war = fog;
    let battle = Battle::from_scenario(&scenario).unwrap();
    for (side, name) in Side::BOTH.into_iter().zip(names) {
        order_of_battle_mut(&mut scenario, &battle, side).commander = Some(name.to_owned());
    }
    scenario
}

fn setup(fog: bool, names: [&str; 2], clock: Option<ClockRules>) -> TableSetup {
    let scenario = scenario(fog, names);
    TableSetup {
        id: "battle".to_owned(),
        scenario,
        number: number(7),
        clock,
        late_turns: None,
        arranges: false,
    }
}

/// A table with the records that have led to it.
struct Kept {
    table: Table,
    records: Vec<StampedRecord>,
    clients: [Client; 3],
}

/// What a guest has made of what it was told.
#[derive(Default)]
struct Client {
    begin: Option<TableBattle>,
    told: Vec<ToldOrderMessage>,
}

impl Client {
    fn hear(&mut self, told: Told) {
        self.told.truncate(told.from as usize);
        self.told.extend(told.orders);
    }

    fn battle(&self) -> Battle {
        let battle = self.begin.as_ref().expect("the battle has begun").begin_battle().unwrap();
        let mut onlooker = Spectator::new(battle);
        for told in &self.told {
            watch_event_messages(&mut onlooker, &told.events).unwrap();
        }
        onlooker.into_battle()
    }
}

impl Kept {
    fn new(setup: TableSetup) -> Self {
        let clients = Default::default();
        let mut kept = Self { table: Table::new(setup).unwrap(), records: Vec::new(), clients };
        kept.tell_begin();
        kept
    }

    fn tell_begin(&mut self) {
        for (guest, client) in Guest::ALL.into_iter().zip(&mut self.clients) {
            if client.begin.is_none() {
                client.begin = self.table.begin_message(guest);
            }
        }
    }

    fn keep(&mut self, at_ms: u64, record: TableRecord) {
        let stamped = StampedRecord { at_ms, record };
        let told = self.table.follow(&stamped).unwrap();
        self.tell_begin();
        for (client, told) in self.clients.iter_mut().zip(told) {
            if let Some(told) = told {
                client.hear(told);
            }
        }
        // As it is written down and read again.
        let text = serde_json::to_string(&stamped).unwrap();
        self.records.push(serde_json::from_str(&text).unwrap());
    }

    fn ask(&mut self, guest: Guest, request: &GuestMessage) -> Result<(), TableRefusalKind> {
        if let Some(record) = self.table.decide(guest, request)? {
            self.keep(0, record);
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.open_numbers();
        assert_eq!(self.table.stage(), TableStage::Battle);
    }

    /// Has all people commit to their numbers and open them.
    fn open_numbers(&mut self) {
        let numbers = BySide { red: number(1), blue: number(2) };
        let people = Side::BOTH.into_iter().filter(|&side| self.table.is_seat_of_person(side));
        let people: Vec<Side> = people.collect();
        for &side in &people {
            let digits = seat_commitment("battle", side, numbers[side]).to_string();
            self.ask(Guest::Seat(side), &GuestMessage::Commit(HexDigits { digits })).unwrap();
        }
        for side in people {
            let digits = numbers[side].to_string();
            self.ask(Guest::Seat(side), &GuestMessage::Open(HexDigits { digits })).unwrap();
        }
    }

    fn order(&mut self, side: Side, order: OrderMessage, id: &str) -> Result<(), TableRefusalKind> {
        let known = u32::try_from(self.table.number_told(Guest::Seat(side))).unwrap();
        let order = TableOrder { order, known, id: id.to_owned() };
        self.ask(Guest::Seat(side), &GuestMessage::Order(order))
    }
}

/// Lots that are the same in every run.
struct Lots(u64);

impl Lots {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Plays a whole battle of random orders, some of them taken back, and looks after each record at what everybody knows.
fn play_random_battle(fog: bool, seed: u64) -> Kept {
    let mut kept = Kept::new(setup(fog, ["human", "human"], None));
    kept.begin();
    let (mut lots, mut legal) = (Lots(seed), LegalOrders::default());
    let mut number = 0;
    while kept.table.stage() == TableStage::Battle {
        let battle = kept.table.true_battle().unwrap();
        let side = battle.side();
        let orders = legal.orders_of_side(battle);
        let order = orders[lots.below(orders.len())];
        let told_before = kept.clients[1 - side as usize].told.len();
        number += 1;
        kept.order(side, order.into(), &number.to_string()).unwrap();
        let state = kept.table.state(Guest::Seat(side), 0);
        if state.can_take_back {
            assert_eq!(kept.clients[1 - side as usize].told.len(), told_before, "nobody else is told yet");
            if lots.below(3) == 0 {
                kept.ask(Guest::Seat(side), &GuestMessage::TakeBack(Empty {})).unwrap();
            }
        }
        let truth = kept.table.true_battle().unwrap();
        let mover = truth.side();
        // Whose battle is over sees it whole.
        if truth.verdict().is_some() {
            break;
        }
        let own = kept.clients[mover as usize].battle();
        assert_eq!(
            View::new(&own, mover).hash(),
            View::new(truth, mover).hash(),
            "order {number} of seed {seed}"
        );
    }
    kept
}

#[test]
fn everybody_knows_what_a_side_may_know_and_all_of_it_at_the_end() {
    for (fog, seed) in [(false, 1), (false, 2), (true, 3), (true, 4), (true, 5)] {
        let kept = play_random_battle(fog, seed);
        let truth = kept.table.true_battle().unwrap();
        for (guest, client) in Guest::ALL.into_iter().zip(&kept.clients) {
            let known = client.battle();
            if !fog {
                assert_eq!(known.hash(), truth.hash(), "{guest:?}, seed {seed}");
            }
            assert_eq!(known.verdict(), truth.verdict());
            // Whoever comes late is told the same.
            let told = kept.table.told_from(guest, 0);
            assert_eq!((told.from, told.orders.len()), (0, client.told.len()));
            assert!(told.orders == client.told);
            // So is whoever has the replay, if it asks as what guest.
            let log = view_log_of_replay(&kept.table.replay().unwrap(), guest).unwrap();
            assert_eq!(Some(&log.begin), client.begin.as_ref());
            assert!(log.orders == client.told, "{guest:?}, seed {seed}");
        }
    }
}

#[test]
fn records_put_a_table_back_where_it_was() {
    let kept = play_random_battle(true, 11);
    let mut again = Table::new(setup(true, ["human", "human"], None)).unwrap();
    for record in &kept.records {
        again.follow(record).unwrap();
    }
    for guest in Guest::ALL {
        assert_eq!(again.state(guest, 0), kept.table.state(guest, 0));
        assert_eq!(again.told_from(guest, 0), kept.table.told_from(guest, 0));
    }
    assert_eq!(again.replay().unwrap().encode(), kept.table.replay().unwrap().encode());
    let last = kept.records.last().unwrap();
    assert!(again.follow(last).is_err(), "nothing follows the end");
}

/// Whoever watches a battle with fog sees the units that both sides see, and no others, whenever orders are settled.
#[test]
fn whoever_watches_sees_what_both_sides_see() {
    let mut most_seen = 0;
    for seed in 30..36 {
        let mut kept = Kept::new(setup(true, ["human", "human"], None));
        kept.begin();
        let (mut lots, mut legal, mut number) = (Lots(seed), LegalOrders::default(), 0);
        while kept.table.stage() == TableStage::Battle {
            let battle = kept.table.true_battle().unwrap();
            let side = battle.side();
            // Units that come nearer see each other at last.
            let orders = legal.orders_of_side(battle);
            let order = orders[lots.below(orders.len())];
            number += 1;
            kept.order(side, order.into(), &number.to_string()).unwrap();
            let truth = kept.table.true_battle().unwrap();
            let unsettled = kept.table.state(Guest::Seat(side), 0).can_take_back;
            if truth.verdict().is_some() || unsettled {
                continue;
            }
            let shown = kept.clients[2].battle();
            let mut seen = 0;
            for of in Side::BOTH {
                for unit in shown.living(of) {
                    assert!(truth.known_to(of.other()).unit(unit).alive(), "seed {seed}: {unit:?} is hidden");
                    assert_eq!(shown.unit(unit), truth.unit(unit), "seed {seed}, order {number}");
                    seen += 1;
                }
            }
            assert_eq!(seen, common_sightings(truth).len(), "seed {seed}, order {number}");
            most_seen = most_seen.max(seen);
        }
    }
    assert!(most_seen > 1, "some were seen");
}

/// By the choice of who set the table, whoever watches is told everything, but nothing of the last turns.
#[test]
fn whoever_watches_late_is_told_nothing_of_the_last_turns() {
    let mut kept = Kept::new(TableSetup { late_turns: Some(3), ..setup(true, ["human", "human"], None) });
    kept.begin();
    let watcher = Guest::Watcher;
    let mut number = 0;
    while kept.table.stage() == TableStage::Battle {
        let (turn, side) = {
            let battle = kept.table.true_battle().unwrap();
            (battle.turn(), battle.side())
        };
        if turn <= 2 {
            assert!(kept.table.begin_message(watcher).is_none(), "turn {turn}");
        }
        let told = kept.table.told_from(watcher, 0).orders.len();
        let ended = turn.saturating_sub(3) as usize * 2;
        assert_eq!(told, ended, "turn {turn}: two orders a turn, three turns late");
        number += 1;
        kept.order(side, OrderMessage::EndTurn, &number.to_string()).unwrap();
    }
    assert_eq!(kept.table.told_from(watcher, 0).orders.len(), 18);
}

#[test]
fn dice_are_proved_and_no_part_of_the_proof_can_be_another() {
    let kept = play_random_battle(false, 21);
    let (state, replay) = (kept.table.state(Guest::Watcher, 0), kept.table.replay().unwrap());
    let proof = state.proof.unwrap();
    let commitment: Bytes32 = state.commitment.parse().unwrap();
    let digest = |at: usize| state.seats[at].commitment.as_ref().map(|digits| digits.parse().unwrap());
    let seats = BySide { red: digest(0), blue: digest(1) };
    let check =
        |proof: &_, scenario: &Scenario| check_dice_proof("battle", scenario, commitment, seats, proof);
    assert_eq!(check(&proof, &replay.scenario), Ok(()));
    assert_eq!(check_table_dice(&kept.table.state(RED, 0), &replay.scenario), Ok(()));

    let mut other = proof.clone();
    other.server = number(8).to_string();
    assert_eq!(check(&other, &replay.scenario), Err(UnfairDice::Server));
    let mut other = proof.clone();
    other.seats[0] = Some(number(9).to_string());
    assert_eq!(check(&other, &replay.scenario), Err(UnfairDice::Seat(Side::Red)));
    let mut other = proof.clone();
    other.seats[1] = None;
    assert_eq!(check(&other, &replay.scenario), Err(UnfairDice::Seat(Side::Blue)));
    let mut other = proof.clone();
    other.server = "7".to_owned();
    assert_eq!(check(&other, &replay.scenario), Err(UnfairDice::NoNumber));
    let mut scenario = replay.scenario.clone();
    scenario.key = Some(number(3));
    assert_eq!(check(&proof, &scenario), Err(UnfairDice::Key));
    let mut scenario = replay.scenario.clone();
    scenario.map.turns = Some(50);
    assert_eq!(check(&proof, &scenario), Err(UnfairDice::Server), "another scenario");

    let keys = [[1, 2], [1, 3], [4, 2]].map(|[red, blue]| {
        key_of_numbers("battle", number(7), BySide { red: Some(number(red)), blue: Some(number(blue)) })
    });
    assert!(keys[0] != keys[1] && keys[0] != keys[2], "each seat has its part in the key");
}

#[test]
fn numbers_are_opened_only_when_all_have_committed() {
    let mut kept = Kept::new(setup(false, ["human", "human"], None));
    let digits = |number: Bytes32| HexDigits { digits: number.to_string() };
    let commit = GuestMessage::Commit(digits(seat_commitment("battle", Side::Red, number(1))));
    let open = GuestMessage::Open(digits(number(1)));
    assert_eq!(kept.ask(RED, &open).unwrap_err().code(), "not_now");
    kept.ask(RED, &commit).unwrap();
    kept.ask(RED, &commit).unwrap();
    assert_eq!(kept.records.len(), 1, "twice is once");
    let another = GuestMessage::Commit(digits(number(5)));
    assert_eq!(kept.ask(RED, &another).unwrap_err().code(), "not_now");
    assert_eq!(kept.ask(RED, &open).unwrap_err().code(), "not_now", "Blue has not committed");
    let commit = GuestMessage::Commit(digits(seat_commitment("battle", Side::Blue, number(2))));
    kept.ask(BLUE, &commit).unwrap();
    assert_eq!(kept.table.stage(), TableStage::Opening);
    assert_eq!(kept.ask(RED, &GuestMessage::Open(digits(number(2)))).unwrap_err().code(), "malformed");
    let short = GuestMessage::Open(HexDigits { digits: "12".to_owned() });
    assert_eq!(kept.ask(RED, &short).unwrap_err().code(), "malformed");
    kept.ask(RED, &open).unwrap();
    assert_eq!(kept.table.stage(), TableStage::Opening);
    assert!(kept.table.begin_message(BLUE).is_none());
    assert_eq!(kept.order(Side::Red, OrderMessage::EndTurn, "1").unwrap_err().code(), "not_now");
    kept.ask(BLUE, &GuestMessage::Open(digits(number(2)))).unwrap();
    assert_eq!(kept.table.stage(), TableStage::Battle);
    assert!(
        kept.table.state(BLUE, 0).proof.is_none() && kept.table.replay().is_none(),
        "told at the end only"
    );
}

#[test]
fn orders_are_followed_once_and_never_in_another_position() {
    let mut kept = Kept::new(setup(false, ["human", "human"], None));
    kept.begin();
    let side = kept.table.true_battle().unwrap().side();
    let (mover, other) = (Guest::Seat(side), Guest::Seat(side.other()));
    let order = |known, id: &str| {
        GuestMessage::Order(TableOrder { order: OrderMessage::EndTurn, known, id: id.to_owned() })
    };
    assert_eq!(kept.ask(Guest::Watcher, &order(0, "1")).unwrap_err().code(), "watching");
    assert_eq!(kept.ask(other, &order(0, "1")).unwrap_err().code(), "not_your_turn");
    assert_eq!(kept.ask(mover, &order(1, "1")).unwrap_err().code(), "stale");
    assert_eq!(kept.ask(mover, &order(0, "")).unwrap_err().code(), "malformed");
    assert_eq!(kept.ask(mover, &order(0, "12345678901234567")).unwrap_err().code(), "malformed");
    kept.ask(mover, &order(0, "1")).unwrap();
    kept.ask(mover, &order(0, "1")).unwrap();
    let ordered = |record: &StampedRecord| matches!(record.record, TableRecord::Ordered(..));
    assert_eq!(
        kept.records.iter().filter(|record| ordered(record)).count(),
        1,
        "the same number is the same order"
    );
    kept.ask(other, &order(1, "1")).unwrap();
    assert_eq!(
        kept.records.iter().filter(|record| ordered(record)).count(),
        2,
        "numbers are each side's own"
    );
    let unit = hotgates_engine::UnitId(999);
    let illegal = TableOrder { order: OrderMessage::Attack(unit, unit), known: 2, id: "2".to_owned() };
    assert_eq!(kept.ask(mover, &GuestMessage::Order(illegal)).unwrap_err().code(), "illegal");
    assert_eq!(kept.ask(mover, &GuestMessage::TakeBack(Empty {})).unwrap_err().code(), "not_now");
}

#[test]
fn a_battle_ends_by_agreement_by_giving_up_and_by_the_clock() {
    let offer = GuestMessage::OfferDraw(Empty {});
    let begun = |names, clock| {
        let mut kept = Kept::new(setup(false, names, clock));
        kept.begin();
        kept
    };
    let mut kept = begun(["human", "human"], None);
    assert_eq!(kept.ask(BLUE, &GuestMessage::DeclineDraw(Empty {})).unwrap_err().code(), "not_now");
    kept.ask(RED, &offer).unwrap();
    kept.ask(BLUE, &GuestMessage::DeclineDraw(Empty {})).unwrap();
    kept.ask(BLUE, &offer).unwrap();
    let side = kept.table.true_battle().unwrap().side();
    assert_eq!(kept.table.state(RED, 0).draw_offered, Some(Side::Blue));
    if side == Side::Red {
        kept.order(side, OrderMessage::EndTurn, "1").unwrap();
        assert_eq!(kept.table.state(RED, 0).draw_offered, None, "to go on is to decline");
        kept.ask(BLUE, &offer).unwrap();
    }
    kept.ask(RED, &offer).unwrap();
    let verdict = kept.table.true_battle().unwrap().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.how), (None, VictoryKind::DrawAgreed));
    let replay = kept.table.replay().unwrap();
    let read = hotgates_record::Replay::decode(&replay.encode()).unwrap();
    assert!(read == replay && read.play_again().is_ok());
    assert!(kept.clients.iter().all(|client| client.battle().verdict() == Some(verdict)));

    let mut kept = begun(["human", "human"], None);
    kept.ask(RED, &GuestMessage::Resign(Empty {})).unwrap();
    assert_eq!(kept.table.state(BLUE, 0).verdict.unwrap().winner, Some(Side::Blue));
    assert_eq!(kept.ask(BLUE, &GuestMessage::Resign(Empty {})).unwrap_err().code(), "not_now");

    let mut kept = begun(["human", "human"], Some(ClockRules { half_turn_ms: 1000, bank_ms: 500 }));
    let side = kept.table.true_battle().unwrap().side();
    assert_eq!(kept.table.deadline_ms(), Some((side, 1500)));
    assert_eq!(kept.table.decide_time(1499), None);
    kept.keep(1499, TableRecord::TimePassed(10_000));
    let late = kept.table.decide_time(11_500).unwrap();
    assert_eq!(late, TableRecord::OutOfTime(side));
    kept.keep(11_500, late);
    let verdict = kept.table.true_battle().unwrap().verdict().unwrap();
    assert_eq!((verdict.winner, verdict.how), (Some(side.other()), VictoryKind::Timeout));
}

#[test]
fn a_computer_needs_no_number_and_gives_its_orders_when_it_is_to_move() {
    let mut kept = Kept::new(setup(true, ["hunter", "greedy"], None));
    assert_eq!(kept.table.stage(), TableStage::Battle, "nobody has to commit");
    while let Some(player) = kept.table.computer_to_move() {
        let (_, mut player) = player.unwrap();
        let (order, _) = player.next_order(kept.table.true_battle().unwrap());
        let record = kept.table.decide_computer_order(order.into()).unwrap();
        kept.keep(0, record);
    }
    assert_eq!(kept.table.stage(), TableStage::Over);
    assert!(kept.table.replay().unwrap().play_again().is_ok());
    let mut unknown = setup(false, ["human", "nobody"], None);
    assert!(Table::new(unknown.clone()).is_err());
    unknown.scenario.map.red.as_mut().unwrap().commander = Some("bot:touch PWNED".to_owned());
    unknown.scenario.map.blue.as_mut().unwrap().commander = Some("human".to_owned());
    assert!(Table::new(unknown).is_err(), "a program is never started for a scenario");
}

#[test]
fn another_battle_with_the_sides_exchanged_is_agreed_after_the_end() {
    let rematch = GuestMessage::OfferRematch(Empty {});
    let mut kept = Kept::new(setup(false, ["human", "human"], None));
    kept.begin();
    assert_eq!(kept.ask(RED, &rematch).unwrap_err().code(), "not_now", "the battle is on");
    kept.ask(RED, &GuestMessage::Resign(Empty {})).unwrap();
    assert_eq!(kept.ask(Guest::Watcher, &rematch).unwrap_err().code(), "watching");
    kept.ask(BLUE, &rematch).unwrap();
    kept.ask(BLUE, &rematch).unwrap();
    let state = kept.table.state(RED, 0);
    assert_eq!((state.rematch_offered, state.rematch), (Some(Side::Blue), None));
    kept.ask(RED, &rematch).unwrap();
    kept.ask(BLUE, &rematch).unwrap();
    let state = kept.table.state(Guest::Watcher, 0);
    let next = kept.table.rematch_setup(number(9));
    assert_eq!((state.rematch_offered, state.rematch.as_ref()), (None, Some(&next.id)));
    assert!(next.id.len() == 16 && next.id != "battle");
    let mut again = Table::new(setup(false, ["human", "human"], None)).unwrap();
    for record in &kept.records {
        again.follow(record).unwrap();
    }
    assert_eq!(again.state(RED, 0), kept.table.state(RED, 0), "it is kept with the records");
    let draw = StampedRecord { at_ms: 0, record: TableRecord::DrawAgreed };
    assert!(again.follow(&draw).is_err(), "nothing else follows the end");

    // A computer is always ready, and goes to the other side, too.
    let mut kept = Kept::new(setup(false, ["human", "hunter"], None));
    let digits = seat_commitment("battle", Side::Red, number(1)).to_string();
    kept.ask(RED, &GuestMessage::Commit(HexDigits { digits })).unwrap();
    kept.ask(RED, &GuestMessage::Open(HexDigits { digits: number(1).to_string() })).unwrap();
    kept.ask(RED, &GuestMessage::Resign(Empty {})).unwrap();
    kept.ask(RED, &rematch).unwrap();
    let next = Table::new(kept.table.rematch_setup(number(9))).unwrap();
    assert!(kept.table.rematch_id().is_some());
    assert!(next.is_seat_of_person(Side::Blue) && !next.is_seat_of_person(Side::Red));
}
