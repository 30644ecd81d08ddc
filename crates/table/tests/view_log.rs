//! View logs: they tell what a side knew at each moment, and nothing of what it could not see.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use hotgates_engine::{Battle, Coord, LegalOrders, MapFile, Order, Scenario, Side, UnitId};
use hotgates_maps::shipped_scenarios;
use hotgates_play::{Seat, Seats};
use hotgates_protocol::{ViewLog, watch_event_messages};
use hotgates_record::{GameRecord, Replay};
use hotgates_table::{Guest, view_log_of_replay};

/// Plays a battle between greedy commanders for some turns.
fn replay_of_match(scenario: &Scenario, turns: u32) -> Replay {
    let battle = Battle::from_scenario(scenario).unwrap();
    let seats = Seats::new(|_| Seat::from_name("greedy"));
    let mut game = seats.begin_match(battle, scenario.dice_source()).unwrap();
    while game.game_record().battle().turn() <= turns && game.step().unwrap().is_some() {}
    game.game_record().replay(scenario)
}

/// A file that is read says what was written, and leads to what its side knew at the end.
#[test]
fn a_view_log_leads_to_what_its_side_knew() {
    let mut hidden = 0;
    for scenario in shipped_scenarios() {
        let replay = replay_of_match(&scenario, 3);
        let truth = replay.play_again().unwrap();
        for side in Side::BOTH {
            let log = view_log_of_replay(&replay, Guest::Seat(side)).unwrap();
            let log = ViewLog::from_text(&log.to_text()).unwrap();
            let mut onlooker = log.begin_watching().unwrap();
            for told in &log.orders {
                watch_event_messages(&mut onlooker, &told.events).unwrap();
            }
            let known = truth.battle().known_to(side);
            assert_eq!(onlooker.battle().hash(), known.hash(), "{}, {side}", scenario.map.name);
            hidden += usize::from(known.hash() != truth.battle().hash());
        }
    }
    assert!(hidden > 6, "in {hidden} battles something was out of sight");
}

/// Blue's infantry stands far behind a wood; whether its cavalry stands there as well, or two hexes on, Red cannot see.
#[test]
fn what_a_side_cannot_see_is_in_no_byte_of_its_view_log() {
    let scenario = |hidden: Coord| {
        let rows = [".....ff.........", ".....ff.........", ".....ff........#", ".....ff........."];
        let text = format!(
            "Map(name: \"wood\", rows: {rows:?}, turns: 4, from: nw, seed: 3, red: (units: [(type: \"infantry\", \
             at: (0, 1)), (type: \"cavalry\", at: (0, 2))]), blue: (units: [(type: \"infantry\", at: (14, 1)), \
             (type: \"cavalry\", at: ({}, {}))]))",
            hidden.col, hidden.row
        );
        let mut scenario = Scenario::classic(MapFile::from_ron(&text).unwrap());
        scenario.rules.options.fog_of_war = true;
        scenario
    };
    let play = |hidden: Coord| {
        let scenario = scenario(hidden);
        let mut record = GameRecord::new(Battle::from_scenario(&scenario).unwrap(), scenario.dice_source());
        let (mut number, mut legal) = (0, LegalOrders::default());
        while record.battle().turn() < 3 {
            let battle = record.battle();
            number += 5;
            // Red goes about on its side of the wood, Blue stands.
            let near = |order: &Order| match *order {
                Order::Move { to, .. } => Coord::from(to).col < 4,
                _ => true,
            };
            let orders: Vec<_> = legal.orders_of_side(battle).iter().copied().filter(near).collect();
            let order = match battle.side() {
                Side::Red => orders[number % orders.len()],
                Side::Blue => Order::EndTurn,
            };
            record.act(order, &mut Vec::new()).unwrap();
        }
        (record.replay(&scenario), record)
    };
    let ((one, truth), (other, _)) = (play(Coord { col: 14, row: 3 }), play(Coord { col: 12, row: 3 }));
    assert!(!truth.battle().known_to(Side::Red).unit(UnitId(3)).alive(), "Red does not see it");
    assert!(one.orders.len() > 4);
    let logs = |guest| [&one, &other].map(|replay| view_log_of_replay(replay, guest).unwrap().to_text());
    for guest in [Guest::Seat(Side::Red), Guest::Watcher] {
        let [one, other] = logs(guest);
        assert_eq!(one, other);
    }
    let [one, other] = logs(Guest::Seat(Side::Blue));
    assert_ne!(one, other);
}

/// Without fog of war everybody is told everything.
#[test]
fn where_nothing_is_hidden_a_view_log_is_the_whole_battle() {
    let scenario = &shipped_scenarios()[0];
    let replay = replay_of_match(scenario, u32::MAX);
    for guest in Guest::ALL {
        let log = view_log_of_replay(&replay, guest).unwrap();
        assert_eq!(log.orders.len(), replay.orders.len());
        assert!(log.orders.iter().all(|told| told.order.is_some()));
        let mut onlooker = log.begin_watching().unwrap();
        for told in &log.orders {
            watch_event_messages(&mut onlooker, &told.events).unwrap();
        }
        assert_eq!(onlooker.battle().verdict(), replay.verdict);
    }
}

#[test]
fn an_untrue_replay_has_no_view_log() {
    let mut replay = replay_of_match(&shipped_scenarios()[0], 1);
    replay.orders.last_mut().unwrap().1 ^= 1;
    assert!(view_log_of_replay(&replay, Guest::Watcher).is_err());
}
