//! A page's requests, met by the very functions that a page calls.
#![expect(unsafe_code, reason = "a page writes requests and reads answers where the functions say")]
#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are made")]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::{Battle, Coord, Odds, Order, Side, UnitId};
use hotgates_maps::shipped_scenarios;
use hotgates_play::Seats;
use hotgates_protocol::OrderMessage;
use hotgates_record::Replay;
use hotgates_table::{Guest, StampedRecord, Table, TableSetup, view_log_of_replay};
use hotgates_web::exports::{hotgates_answer, hotgates_answer_length, hotgates_call, hotgates_room};
use serde_json::{Value, json};

/// Calls as a page does.
fn call(request: &Value) -> Value {
    let text = request.to_string();
    let room = hotgates_room(text.len());
    // SAFETY: the room is as long as was asked for, and the answer as long as is said.
    let answer = unsafe {
        room.copy_from_nonoverlapping(text.as_ptr(), text.len());
        hotgates_call();
        std::slice::from_raw_parts(hotgates_answer(), hotgates_answer_length())
    };
    serde_json::from_slice(answer).expect("an answer is JSON")
}

fn ask(request: Value) -> Value {
    let answer = call(&request);
    assert!(answer.get("error").is_none(), "{request}: {answer}");
    answer
}

/// Returns the key of the phrase that says why a request is not met.
fn refusal(request: Value) -> String {
    call(&request)["error"]["key"].as_str().unwrap_or_else(|| panic!("{request} was met")).to_owned()
}

fn new_game(map: usize, red: &str, blue: &str, seed: u64) -> Value {
    ask(json!({ "do": "new", "map": map, "red": red, "blue": blue, "seed": seed.to_string() }))["game"]
        .clone()
}

#[test]
fn a_battle_is_that_of_the_table() {
    for (map, red, blue) in [(0, "hunter", "warden"), (8, "greedy", "hunter"), (11, "random", "greedy")] {
        let mut scenario = shipped_scenarios().swap_remove(map);
        scenario.map.seed = Some(5);
        let battle = Battle::from_scenario(&scenario).unwrap();
        let mut game = Seats::from_names(red, blue).begin_match(battle, 5).unwrap();
        game.finish().unwrap();
        let fought = ask(json!({ "do": "fight", "map": map, "red": red, "blue": blue, "seed": "5" }));
        assert_eq!(fought["hash"], format!("{:016x}", game.game_record().hash()), "map {map}");
    }
}

#[test]
fn a_game_played_order_by_order_is_the_battle_that_is_fought_at_once() {
    let fought = ask(json!({ "do": "fight", "map": 2, "red": "hunter", "blue": "greedy", "seed": "3" }));
    let game = new_game(2, "hunter", "greedy", 3);
    let mut last = json!({ "side": "" });
    while last["side"] != Value::Null {
        last = ask(json!({ "do": "think", "game": game }));
    }
    assert_eq!(last["hash"], fought["hash"]);

    // Taken up in the middle of a half-turn it goes on the same way.
    let bytes =
        STANDARD.decode(ask(json!({ "do": "replay", "game": game }))["replay"].as_str().unwrap()).unwrap();
    let replay = Replay::decode(&bytes).unwrap();
    let mut begun = replay.clone();
    begun.orders.truncate(replay.orders.len() / 2);
    begun.verdict = None;
    let opened = ask(json!({ "do": "open", "replay": STANDARD.encode(begun.encode()) }));
    let mut last = json!({ "side": "" });
    while last["side"] != Value::Null {
        last = ask(json!({ "do": "think", "game": opened["game"] }));
    }
    assert_eq!(last["hash"], fought["hash"]);
}

#[test]
fn every_shipped_map_is_shown_at_every_order_as_it_was() {
    for (map, scenario) in shipped_scenarios().iter().enumerate() {
        let game = new_game(map, "greedy", "random", 1);
        for _ in 0..70 {
            if ask(json!({ "do": "think", "game": game }))["side"] == Value::Null {
                break;
            }
        }
        let bytes = ask(json!({ "do": "replay", "game": game }))["replay"].as_str().unwrap().to_owned();
        let replay = Replay::decode(&STANDARD.decode(&bytes).unwrap()).unwrap();
        let opened = ask(json!({ "do": "open", "replay": bytes }))["game"].clone();
        let mut record = hotgates_record::GameRecord::new(
            Battle::from_scenario(&replay.scenario).unwrap(),
            replay.scenario.dice_source(),
        );
        for (at, &(order, _)) in replay.orders.iter().enumerate() {
            if at % 9 == 4 {
                let shown = ask(json!({ "do": "position", "game": opened, "at": at, "palette": "standard" }));
                let battle = record.battle();
                assert_eq!(shown["turn"], battle.turn(), "{}", scenario.map.name);
                let men = |side: Side| battle.living_strength(side);
                assert_eq!(shown["strength"]["red"][0], men(Side::Red), "{} at {at}", scenario.map.name);
                assert_eq!(shown["strength"]["blue"][0], men(Side::Blue), "{} at {at}", scenario.map.name);
            }
            record.act(order, &mut Vec::new()).unwrap();
        }
        let ground = ask(json!({ "do": "ground", "game": opened, "palette": "high-contrast" }));
        let hexes = ground["cols"].as_u64().unwrap() * ground["rows"].as_u64().unwrap();
        assert_eq!(ground["pattern_of_hex"].as_array().unwrap().len() as u64, hexes);
        assert!(
            !ask(json!({ "do": "log", "game": opened, "from": 0 }))["lines"].as_array().unwrap().is_empty()
        );
    }
}

#[test]
fn answers_are_those_of_the_engine() {
    let game = new_game(1, "human", "human", 7);
    let (mut scenario, mut battle) = (shipped_scenarios().swap_remove(1), None);
    scenario.map.seed = Some(7);
    let start = Battle::from_scenario(&scenario).unwrap();
    let mut record = hotgates_record::GameRecord::new(start.clone(), 7);
    // Both sides advance until somebody can attack.
    'advance: for _ in 0..60 {
        let mut player = hotgates_play::Seat::from_name("hunter").make_player(&start, 1).unwrap();
        let (order, _) = player.next_order(record.battle());
        if matches!(order, Order::Attack { .. }) {
            battle = Some((record.battle().clone(), order));
            break 'advance;
        }
        record.act(order, &mut Vec::new()).unwrap();
        let order = serde_json::to_value(OrderMessage::from(order)).unwrap();
        ask(json!({ "do": "act", "game": game, "order": order }));
    }
    let (battle, Order::Attack { unit, target }) = battle.expect("somebody attacks") else { panic!() };

    let odds: Odds = battle.odds(unit, target).unwrap();
    let answer = ask(json!({ "do": "odds", "game": game, "unit": unit, "target": target }));
    assert_eq!(answer["odds"]["of"], odds.of);
    assert_eq!(answer["odds"]["destroys"], odds.cases_target_destroyed());
    let cases: u64 =
        answer["odds"]["losses"].as_array().unwrap().iter().map(|bar| bar[1].as_u64().unwrap()).sum();
    assert_eq!(cases, u64::from(odds.of));

    let mut reach = hotgates_engine::Reach::new();
    battle.reach(unit, &mut reach);
    let answer = ask(json!({ "do": "unit", "game": game, "unit": unit }));
    assert_eq!(answer["reach"].as_array().unwrap().len(), battle.destinations(&reach).count());
    assert!(answer["targets"].as_array().unwrap().contains(&json!([target, false])));

    let view = hotgates_engine::View::new(&battle, battle.info(unit).side);
    let threat = hotgates_threat::Threat::against_unit(view, unit);
    let answer = ask(json!({ "do": "threat", "game": game, "unit": unit }));
    let told = answer["hexes"].as_array().unwrap();
    assert_eq!(told.len(), threat.threatened_hexes().len());
    for (hex, (cell, men)) in told.iter().zip(threat.threatened_hexes()) {
        let Coord { col, row } = battle.grid().coord(cell);
        assert_eq!(*hex, json!([[col, row], men]));
    }

    let hint = ask(json!({ "do": "hint", "game": game, "commander": "hunter" }));
    let mut player = hotgates_play::Seat::from_name("hunter")
        .make_player(&battle, hotgates_play::seeds_of_players(7)[battle.side()])
        .unwrap();
    let (order, _) = player.next_order(&battle);
    let order = serde_json::to_value(OrderMessage::from(order)).unwrap();
    assert_eq!(hint["order"], order);

    let series = hotgates_play::Series::from_position(battle.clone(), Seats::default(), 1);
    let fought = series.play_game(3, &hotgates_play::Cancel::new()).unwrap();
    let answer = ask(json!({ "do": "what_if", "game": game, "number": 3 }));
    let end = fought.record.battle();
    assert_eq!(answer["left"], json!(Side::BOTH.map(|side| end.living_strength(side))));
}

#[test]
fn orders_are_taken_back_until_dice_have_been_rolled() {
    let game = new_game(1, "human", "human", 7);
    let position = || ask(json!({ "do": "position", "game": game, "palette": "standard" }));
    let unit = position()["units"][0]["id"].clone();
    let to = ask(json!({ "do": "unit", "game": game, "unit": unit }))["reach"][0][0].clone();
    let before = position();
    ask(json!({ "do": "act", "game": game, "order": { "move": [unit, to] } }));
    assert_eq!(position()["can_undo"], true);
    assert_eq!(ask(json!({ "do": "undo", "game": game }))["undone"], true);
    assert_eq!(position(), before);
    ask(json!({ "do": "act", "game": game, "order": { "move": [unit, to] } }));
    ask(json!({ "do": "act", "game": game, "order": "end_turn" }));
    assert_eq!(position()["can_undo"], false);
    assert_eq!(ask(json!({ "do": "undo", "game": game }))["undone"], false);
}

#[test]
fn a_link_opens_and_says_the_same_battle() {
    for map in [0, 9, 13, 15] {
        let game = new_game(map, "hunter", "warden", 2);
        while ask(json!({ "do": "think", "game": game }))["side"] != Value::Null {}
        let link = ask(json!({ "do": "link", "game": game }))["link"].as_str().unwrap().to_owned();
        let opened = ask(json!({ "do": "open_link", "text": format!("#{link}") }));
        let position = |game: &Value| ask(json!({ "do": "position", "game": game, "palette": "standard" }));
        assert_eq!(opened["hash"], position(&game)["hash"]);
        assert_eq!(position(&opened["game"])["verdict"], position(&game)["verdict"]);
        println!("map {map}: {} orders, {} characters", opened["orders"], link.len());
        if map == 0 {
            assert!(link.len() <= 2000, "{}", link.len());
        }
    }
}

/// Pages that read links of older versions are kept.
#[test]
fn a_link_of_an_older_version_opens() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/compatibility/0.1.0");
    let link = std::fs::read_to_string(format!("{folder}/link.txt")).unwrap();
    let opened = ask(json!({ "do": "open_link", "text": format!("#{}", link.trim()) }));
    let replay = std::fs::read(format!("{folder}/plain.replay")).unwrap();
    let (_, record) = Replay::verify_bytes(&replay).unwrap();
    assert_eq!(opened["hash"], format!("{:016x}", record.hash()));
}

#[test]
fn what_is_not_true_says_so() {
    let game = new_game(0, "hunter", "warden", 2);
    while ask(json!({ "do": "think", "game": game }))["side"] != Value::Null {}
    let bytes =
        STANDARD.decode(ask(json!({ "do": "replay", "game": game }))["replay"].as_str().unwrap()).unwrap();
    let open = |bytes: &[u8]| refusal(json!({ "do": "open", "replay": STANDARD.encode(bytes) }));
    assert_eq!(open(&bytes[..bytes.len() / 2]), "replay-truncated");
    assert_eq!(open(b"GATESHOT"), "replay-not-one");
    let mut forged = bytes.clone();
    let middle = forged.len() - 400;
    forged[middle] ^= 1;
    assert!(open(&forged).starts_with("broken-"), "{}", open(&forged));

    let link = ask(json!({ "do": "link", "game": game }))["link"].as_str().unwrap().to_owned();
    let follow = |text: &str| refusal(json!({ "do": "open_link", "text": text }));
    assert_eq!(follow(&link[..link.len() - 8]), "web-fault-damaged-link");
    assert_eq!(follow(&link.replacen("r1.", "r7.", 1)), "web-fault-newer-link");
    assert_eq!(follow("r1.!!"), "web-fault-damaged-link");
    assert_eq!(follow(&format!("r1.{}", "A".repeat(70_000))), "web-fault-long-link");
    for at in [20, link.len() / 2, link.len() - 20] {
        let other = if link.as_bytes()[at] == b'A' { "B" } else { "A" };
        let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
        assert!(
            call(&json!({ "do": "open_link", "text": changed })).get("error").is_some(),
            "character {at}"
        );
    }
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let game = new_game(0, "human", "warden", 1);
    let before = ask(json!({ "do": "position", "game": game, "palette": "standard" }));
    let no_game = u32::MAX;
    for request in [
        json!({}),
        json!({ "do": "fly" }),
        json!({ "do": "undo", "game": game, "unit": 0 }),
        json!({ "do": "undo" }),
        json!({ "do": "position", "game": no_game, "palette": "standard" }),
        json!({ "do": "position", "game": game, "palette": "sepia" }),
        json!({ "do": "new", "map": 99, "red": "human", "blue": "warden", "seed": null }),
        json!({ "do": "new", "map": 0, "red": "bot:ls", "blue": "warden", "seed": null }),
        json!({ "do": "new", "map": 0, "red": "human", "blue": "warden", "seed": "-1" }),
        json!({ "do": "unit", "game": game, "unit": 60_000 }),
        json!({ "do": "path", "game": game, "unit": 0, "to": [-1, 70_000] }),
        json!({ "do": "odds", "game": game, "unit": 0, "target": 60_000 }),
        json!({ "do": "act", "game": game, "order": { "move": [60_000, [0, 0]] } }),
        json!({ "do": "act", "game": game, "order": "resign" }),
        json!({ "do": "think", "game": game }),
        json!({ "do": "open", "replay": "%%%" }),
    ] {
        assert!(call(&request).get("error").is_some(), "{request}");
    }
    assert_eq!(ask(json!({ "do": "position", "game": game, "palette": "standard" })), before);
}

#[test]
fn enemies_out_of_sight_are_not_told() {
    let fog = shipped_scenarios()
        .iter()
        .position(|scenario| Battle::from_scenario(scenario).is_ok_and(|battle| battle.has_fog()));
    let Some(map) = fog else { panic!("a shipped map with fog") };
    let game = new_game(map, "human", "warden", 1);
    let shown = ask(json!({ "do": "position", "game": game, "palette": "standard" }));
    assert_eq!(shown["onlooker"], "red");
    let mut scenario = shipped_scenarios().swap_remove(map);
    scenario.map.seed = Some(1);
    let battle = Battle::from_scenario(&scenario).unwrap();
    let seen = battle.known_to(Side::Red).living(Side::Blue).count();
    let told: Vec<&Value> =
        shown["units"].as_array().unwrap().iter().filter(|unit| unit["side"] == "blue").collect();
    assert_eq!(told.len(), seen);
    let known = battle.known_to(Side::Red);
    let sight = known.cells_seen_by(Side::Red).expect("fog");
    let hidden = known.grid().cells().filter(|&cell| !sight.contains(cell)).count();
    assert!(hidden > 0);
    assert_eq!(shown["hidden"].as_array().unwrap().len(), hidden);
    let hidden = battle
        .living(Side::Blue)
        .find(|unit: &UnitId| !battle.known_to(Side::Red).living(Side::Blue).any(|known| known == *unit));
    if let Some(hidden) = hidden {
        assert!(call(&json!({ "do": "unit", "game": game, "unit": hidden })).get("error").is_some());
    }
    // Battles from here are fought without them, which is said.
    let unseen = battle.living(Side::Blue).count() - seen;
    assert!(unseen > 0);
    assert_eq!(ask(json!({ "do": "what_if", "game": game, "number": 0 }))["unseen"], unseen);
}

#[test]
fn a_view_log_is_watched_with_the_eyes_of_its_side() {
    let mut scenario = shipped_scenarios()
        .into_iter()
        .find(|scenario| Battle::from_scenario(scenario).is_ok_and(|battle| battle.has_fog()))
        .expect("a shipped map with fog");
    scenario.map.seed = Some(3);
    let battle = Battle::from_scenario(&scenario).unwrap();
    let mut game = Seats::from_names("hunter", "greedy").begin_match(battle, 3).unwrap();
    game.finish().unwrap();
    let log = view_log_of_replay(&game.game_record().replay(&scenario), Guest::Seat(Side::Blue)).unwrap();
    let game = ask(json!({ "do": "join", "battle": log.begin }))["game"].clone();
    let hear =
        |orders: Value| call(&json!({ "do": "hear", "game": game, "told": { "from": 0, "orders": orders } }));
    let position =
        |at: usize| ask(json!({ "do": "position", "game": game, "palette": "standard", "at": at }));
    let before = position(0);
    assert_eq!(before["onlooker"], "blue");
    // Where something is told that cannot happen, nothing is heard.
    let mut wrong: Vec<Value> = log.orders.iter().map(|told| json!(told)).collect();
    let order = wrong.iter().position(|told| told.to_string().contains("\"unit\":")).expect("units move");
    wrong[order] =
        serde_json::from_str(&wrong[order].to_string().replace("\"unit\":", "\"unit\":99")).unwrap();
    let refused = hear(json!(wrong))["error"].to_string();
    assert!(refused.contains(&format!("order {}: ", order + 1)), "{refused}");
    assert_eq!(position(0), before);
    // Step by step it shows what an onlooker with these eyes is led to.
    assert!(hear(json!(log.orders)).get("error").is_none());
    let mut onlooker = log.begin_watching().unwrap();
    for (at, told) in (1..).zip(&log.orders) {
        told.watch(&mut onlooker).unwrap();
        let seen = Side::BOTH.into_iter().flat_map(|side| onlooker.battle().living(side));
        let shown = position(at);
        let shown = shown["units"].as_array().unwrap().iter().map(|unit| unit["id"].as_u64().unwrap());
        assert_eq!(shown.collect::<Vec<_>>(), seen.map(|unit| unit.0.into()).collect::<Vec<u64>>(), "{at}");
    }
    assert_eq!(position(0)["of"], log.orders.len());
}

#[test]
fn hexes_where_units_come_and_leave_are_told() {
    let map = |name| shipped_scenarios().iter().position(|scenario| scenario.map.name == name).unwrap();
    let passages = |name| {
        let game = new_game(map(name), "human", "human", 1);
        ask(json!({ "do": "position", "game": game, "palette": "standard" }))["passages"].clone()
    };
    let comes = passages("Four Roads");
    let comes = comes.as_array().unwrap();
    assert!(comes.contains(&json!([[0, 8], "red", "+ 2"])), "{comes:?}");
    assert!(comes.contains(&json!([[18, 20], "blue", "+ 2"])), "{comes:?}");
    let leaves = passages("Barrow Heights");
    assert!(leaves.as_array().unwrap().contains(&json!([[11, 0], "red", "→"])), "{leaves}");
    assert_eq!(passages("Hot Gates"), json!([]));
}

#[test]
fn units_are_arranged_before_the_first_order() {
    let game = new_game(0, "hunter", "human", 4);
    let position = || ask(json!({ "do": "position", "game": game, "palette": "standard" }));
    let before = position();
    let zones = before["zones"].as_array().unwrap();
    assert!(
        !zones.is_empty() && zones.iter().all(|zone| zone[1] == "blue"),
        "only the person's side has a zone"
    );
    let units = before["units"].as_array().unwrap();
    let of_side = |side: &str| units.iter().filter(|unit| unit["side"] == side).collect::<Vec<_>>();
    let (mine, theirs) = (of_side("blue"), of_side("red"));
    let free = zones.iter().map(|zone| &zone[0]).find(|hex| units.iter().all(|unit| unit["at"] != **hex));
    let free = free.expect("a zone has more hexes than units");
    let deploy = |unit: &Value, to: &Value| json!({ "do": "deploy", "game": game, "unit": unit, "to": to });

    // Elsewhere, by a computer, and in the other's zone: refused.
    assert_eq!(refusal(deploy(&mine[0]["id"], &theirs[0]["at"])), "outside-deployment-zone");
    let of_computer = call(&deploy(&theirs[0]["id"], free));
    assert!(of_computer["error"].to_string().contains("there is no unit"), "{of_computer}");
    assert_eq!(position(), before);

    ask(deploy(&mine[0]["id"], free));
    ask(deploy(&mine[1]["id"], &mine[2]["at"]));
    let at = |unit: &Value| {
        let now = position();
        let found = now["units"].as_array().unwrap().iter().find(|other| other["id"] == unit["id"]);
        found.unwrap()["at"].clone()
    };
    assert_eq!(
        (at(mine[0]), at(mine[1]), at(mine[2])),
        (free.clone(), mine[2]["at"].clone(), mine[1]["at"].clone())
    );

    while position()["side"] == "red" {
        ask(json!({ "do": "think", "game": game }));
    }
    ask(json!({ "do": "act", "game": game, "order": "end_turn" }));
    assert!(position()["zones"].as_array().unwrap().is_empty());
    assert_eq!(refusal(deploy(&mine[0]["id"], &mine[0]["at"])), "web-fault-begun");

    // The arrangement travels with the link, in the short form.
    let link = ask(json!({ "do": "link", "game": game }))["link"].as_str().unwrap().to_owned();
    assert!(link.len() < 1000, "{}", link.len());
    let opened = ask(json!({ "do": "open_link", "text": link }));
    let there = ask(json!({ "do": "position", "game": opened["game"], "palette": "standard" }));
    assert_eq!((&there["hash"], &there["units"]), (&position()["hash"], &position()["units"]));
}

/// A battle at a table is shown by what the table tells, is ordered there only, and is proved by its replay.
#[test]
fn a_table_is_watched_to_its_end_and_proved() {
    let mut scenario = hotgates_maps::shipped_scenario(1).unwrap();
    let battle = Battle::from_scenario(&scenario).unwrap();
    for (side, name) in [(Side::Red, "hunter"), (Side::Blue, "greedy")] {
        hotgates_play::order_of_battle_mut(&mut scenario, &battle, side).commander = Some(name.to_owned());
    }
    let number = "5e".repeat(32).parse().unwrap();
    let setup = TableSetup {
        id: "table".to_owned(),
        scenario,
        number,
        clock: None,
        late_turns: Some(3),
        arranges: true,
    };
    let mut table = Table::new(setup).unwrap();
    let begin = table.begin_message(Guest::Watcher).unwrap();
    let joined = ask(json!({ "do": "join", "battle": begin, "red": "hunter", "blue": "greedy" }));
    let game = joined["game"].clone();
    while let Some(player) = table.computer_to_move() {
        let (_, mut player) = player.unwrap();
        let (order, _) = player.next_order(table.true_battle().unwrap());
        let checked = ask(json!({ "do": "check", "game": game, "order": OrderMessage::from(order) }));
        assert_eq!(checked, json!({}));
        let record = table.decide_computer_order(order.into()).unwrap();
        let told = table.follow(&StampedRecord { at_ms: 0, record }).unwrap();
        ask(json!({ "do": "hear", "game": game, "told": told[2] }));
    }
    let position = ask(json!({ "do": "position", "game": game, "palette": "standard" }));
    let verdict = table.true_battle().unwrap().verdict().unwrap();
    assert_eq!(position["verdict"]["winner"], json!(verdict.winner));
    assert_eq!(position["hash"], "", "the record is the table's");
    for asked in
        [json!({ "do": "replay" }), json!({ "do": "link" }), json!({ "do": "act", "order": "end_turn" })]
    {
        let mut asked = asked;
        asked["game"] = game.clone();
        assert!(call(&asked).get("error").is_some(), "{asked}");
    }
    let replay = STANDARD.encode(table.replay().unwrap().encode());
    let opened = ask(json!({ "do": "open", "replay": replay }));
    let mut state = json!(table.state(Guest::Watcher, 0));
    let prove = |state: &Value| json!({ "do": "prove", "game": opened["game"], "table": state });
    assert_eq!(ask(prove(&state)), json!({}));
    state["proof"]["server"] = json!("77".repeat(32));
    assert_eq!(refusal(prove(&state)), "web-fault-dice-server");
}
