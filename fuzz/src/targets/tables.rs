//! What reaches a server of tables: lines of guests, heads of requests, and maps that players send.

use hotgates_engine::{Battle, BySide, DiceKey, LegalOrders, MapFile, Scenario, Side};
use hotgates_options::options_of_text;
use hotgates_play::order_of_battle_mut;
use hotgates_protocol::{
    Empty, GuestMessage, HexDigits, OrderMessage, TableMessage, TableOrder, TableStage, ViewLog, read_line,
    write_line,
};
use hotgates_server::{NewWebhook, Site, WebhookReach, scenario_of_request};
use hotgates_table::{Guest, StampedRecord, Table, TableSetup, check_table_dice, seat_commitment};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::note_sound_input;

/// The battle at the table: fog, and armies that are soon near.
const DUEL: &str = r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 4,
    red: (units: [(type: "cavalry", at: (11, 1)), (type: "infantry", at: (11, 0))]), blue: (units: [(type: "infantry", at: (1, 1))]))"##;
/// The id of the battle of cookies.
const BATTLE: &str = "0123456789abcdef";

fn number(side: Side) -> DiceKey {
    DiceKey::from_bytes([side as u8 + 1; 32])
}

/// Returns a table at which all numbers are open, and units are arranged.
fn arranging_table() -> Table {
    let map = MapFile::from_ron(DUEL).expect("a map of our own");
    let mut scenario = Scenario::classic(map);
    scenario.rules.options.fog_of_war = true;
    scenario.rules.setup.distance = 0;
    let battle = Battle::from_scenario(&scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
    for side in Side::BOTH {
        order_of_battle_mut(&mut scenario, &battle, side).commander = Some("human".to_owned());
    }
    let setup = TableSetup {
        id: BATTLE.to_owned(),
        scenario,
        number: DiceKey::from_bytes([7; 32]),
        clock: None,
        late_turns: None,
        arranges: true,
    };
    let mut table = Table::new(setup).unwrap_or_else(|fault| panic!("{fault}"));
    for side in Side::BOTH {
        let digits = seat_commitment(BATTLE, side, number(side)).to_string();
        say_at(&mut table, Guest::Seat(side), &GuestMessage::Commit(HexDigits { digits }));
    }
    for side in Side::BOTH {
        say_at(
            &mut table,
            Guest::Seat(side),
            &GuestMessage::Open(HexDigits { digits: number(side).to_string() }),
        );
    }
    assert_eq!(table.stage(), TableStage::Arranging);
    table
}

/// Returns a table at which a battle has begun and an order was given.
fn begun_table() -> Table {
    let mut table = arranging_table();
    for side in Side::BOTH {
        say_at(&mut table, Guest::Seat(side), &GuestMessage::Ready(Empty {}));
    }
    let side = table.true_battle().expect("it has begun").side();
    let order = TableOrder { order: OrderMessage::EndTurn, known: 0, id: "1".to_owned() };
    say_at(&mut table, Guest::Seat(side), &GuestMessage::Order(order));
    table
}

/// Has a guest say something; returns `true` if that has changed anything.
fn say_at(table: &mut Table, guest: Guest, message: &GuestMessage) -> bool {
    match table.decide(guest, message) {
        Ok(Some(record)) => {
            let stamped = StampedRecord { at_ms: 1, record };
            table
                .follow(&stamped)
                .unwrap_or_else(|fault| panic!("what was decided cannot be followed: {fault}"));
            true
        }
        Ok(None) => false,
        Err(refusal) => {
            let told = refusal.message(None);
            assert!(!told.text.is_empty() && !told.code.is_empty(), "a refusal has a reason");
            false
        }
    }
}

/// A line that a guest or a table says is written and read again as the same; what a guest says at a table is refused and
/// changes nothing, or leads to a record that can be followed; a watcher changes nothing. Lines that are a view log are
/// written and read again as the same, and refused or watched to the end.
pub fn table_line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(log) = ViewLog::from_text(text) {
        note_sound_input();
        assert_eq!(ViewLog::from_text(&log.to_text()), Ok(log.clone()), "{text}");
        if let Ok(mut onlooker) = log.begin_watching() {
            for told in &log.orders {
                told.watch(&mut onlooker).expect("it was watched to its end");
            }
            // Whoever watches asks for odds and orders.
            LegalOrders::default().orders_of_side(onlooker.battle());
        }
    }
    if let Ok(message) = read_line::<TableMessage>(text) {
        assert_eq!(read_line(&write_line(&message)), Ok(message.clone()), "{text}");
        // What a server tells is a battle or is refused in words.
        if let TableMessage::Begin(begin) = &message {
            let _ = begin.begin_battle().map_err(|faults| assert!(!faults.is_empty()));
        }
        if let TableMessage::Arrange(told) = &message {
            let begun = told.arranged_battle(&told.placed).and_then(|battle| battle.begin_battle());
            let _ = begun.map_err(|faults| assert!(!faults.is_empty()));
        }
    }
    let Ok(message) = read_line::<GuestMessage>(text) else { return };
    note_sound_input();
    assert_eq!(read_line(&write_line(&message)), Ok(message.clone()), "{text}");
    let tables: [fn() -> Table; 2] = [arranging_table, begun_table];
    for (guest, make_table) in Guest::ALL.into_iter().flat_map(|guest| tables.map(|table| (guest, table))) {
        let mut table = make_table();
        let known = |table: &Table| {
            Guest::ALL
                .map(|guest| (table.state(guest, 2), table.placed_units(guest), table.told_from(guest, 0)))
        };
        let before = known(&table);
        let changed = say_at(&mut table, guest, &message);
        let after = known(&table);
        assert!(changed || before == after, "what is refused changes nothing: {text}");
        assert!(!changed || guest.side().is_some(), "whoever watches changes nothing: {text}");
        if table.stage() == TableStage::Arranging {
            let mut others = Guest::ALL.into_iter().enumerate().filter(|&(_, other)| other != guest);
            let is_placing = matches!(message, GuestMessage::Place(_) | GuestMessage::TakeBack(_));
            let is_secret = others.all(|(place, _)| before[place] == after[place]);
            assert!(!is_placing || is_secret, "nobody is told where others place units: {text}");
        }
        // The same again, by all, before the end and after it, still finds a table.
        say_at(&mut table, guest, &message);
        for guest in Guest::ALL {
            say_at(&mut table, guest, &message);
        }
        say_at(&mut table, Guest::Seat(Side::Red), &GuestMessage::Resign(Empty {}));
        assert_eq!(table.stage(), TableStage::Over, "{text}");
        for guest in Guest::ALL {
            say_at(&mut table, guest, &message);
        }
        let replay = table.replay().expect("the battle is over");
        assert!(
            replay.play_again().is_ok()
                && check_table_dice(&table.state(Guest::Watcher, 2), &replay.scenario).is_ok()
        );
    }
}

/// Requests count for this machine's own names and from its own pages only, whatever their head says; a cookie that the server
/// has given is found again among whatever stands beside it.
pub fn request_head(bytes: &[u8]) {
    let mut headers = HeaderMap::new();
    for line in bytes.split(|&byte| byte == b'\n') {
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { continue };
        let (name, value) = (line[..colon].trim_ascii(), line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    let local =
        Site::new("127.0.0.1:8470".parse().expect("an address"), None).expect("a site of this machine");
    let public = "https://play.example.org".to_owned();
    let public = Site::new("0.0.0.0:8470".parse().expect("an address"), Some(public)).expect("a public site");
    let text =
        |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default().to_ascii_lowercase());
    let (host, origin) = (text("host").unwrap_or_default(), text("origin"));
    if local.admits_headers(&headers) {
        note_sound_input();
        assert!(["localhost", "127.0.0.1", "[::1]"].iter().any(|own| host.starts_with(own)), "{host}");
        assert!(origin.as_ref().is_none_or(|origin| *origin == format!("http://{host}")), "{origin:?}");
    }
    if public.admits_headers(&headers) {
        assert_eq!(host, "play.example.org");
        assert!(origin.as_ref().is_none_or(|origin| origin == "https://play.example.org"), "{origin:?}");
    }
    let cookies: Vec<&str> =
        headers.get_all("cookie").iter().filter_map(|value| value.to_str().ok()).collect();
    if let Some(token) = public.token_in_cookies(BATTLE, cookies.iter().copied()) {
        note_sound_input();
        assert!(cookies.iter().any(|cookie| cookie.contains(&format!("__Host-hotgates-{BATTLE}={token}"))));
    }
    let given = public.seat_cookie(BATTLE, &"0f".repeat(16));
    let given = given.split(';').next().unwrap_or_default();
    let found = public.token_in_cookies(BATTLE, [given].into_iter().chain(cookies));
    assert_eq!(found, Some("0f".repeat(16)), "the server's own cookie comes first");
}

/// A battle that a player asks for is refused in words, or can be played: without dice of the player's own, of a bounded size,
/// and between those whom the player has named.
pub fn battle_request(bytes: &[u8]) {
    match scenario_of_request(bytes) {
        Ok(scenario) => {
            note_sound_input();
            assert!(scenario.key.is_none() && scenario.map.seed.is_none());
            let battle = Battle::from_scenario(&scenario).unwrap_or_else(|faults| panic!("{faults:?}"));
            // A map that comes with the program may be larger.
            let is_own = serde_json::from_slice::<serde_json::Value>(bytes)
                .is_ok_and(|request| request["map"].is_null());
            assert!(!is_own || battle.grid().cells().count() <= 64 * 64);
            let named = BySide::new(|side| scenario.map.army(side).and_then(|army| army.commander.clone()));
            for name in [named.red, named.blue].into_iter().flatten() {
                assert!(!name.starts_with("bot:") && !name.starts_with("policy:"), "{name}");
            }
        }
        Err(why) => assert!(!why.is_empty(), "a refusal has a reason"),
    }
}

/// A webhook that a player wishes is refused in words, or leads to a named machine, encrypted, with a request of one line.
pub fn webhook_request(bytes: &[u8]) {
    match NewWebhook::read(bytes, WebhookReach::Public) {
        Ok(None) => note_sound_input(),
        Ok(Some(address)) => {
            note_sound_input();
            assert!(address.is_encrypted() && address.port() > 0 && !address.host().is_empty());
            assert!(address.path().starts_with('/') && address.path().bytes().all(|byte| byte > b' '));
            assert!(!address.authority().contains(['@', ' ', '\r', '\n']));
            if let Ok(ip) = address.host().parse::<std::net::IpAddr>() {
                assert!(address.admits_ip(ip) && !ip.to_canonical().is_loopback(), "{ip}");
            }
        }
        Err(why) => assert!(!why.is_empty(), "a refusal has a reason"),
    }
}

/// A file of options is refused with one line, or gives options that can be written down.
pub fn server_options(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match options_of_text(text) {
        Ok(options) => {
            note_sound_input();
            let written = serde_json::to_string(&options).expect("options of a text");
            assert_eq!(
                serde_json::from_str::<hotgates_options::ServeOptions>(&written).expect("our own"),
                options
            );
        }
        Err(fault) => {
            let message = fault.message_in_file("config.ron");
            assert!(message.starts_with("config.ron:") && message.lines().count() == 1, "{message}");
        }
    }
}
