//! Whole servers on this machine: battles of people over sockets, restarts in their middle, and requests that are refused.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hotgates_engine::{Battle, BySide, LegalOrders, Side, Spectator};
use hotgates_page::BattleViewer;
use hotgates_protocol::{
    ChatWords, Empty, Enter, GuestMessage, HexDigits, OrderMessage, TableBattle, TableMessage, TableOrder,
    TableRefusal, TableStage, TableState, ToldOrderMessage, read_line, write_line,
};
use hotgates_record::Replay;
use hotgates_server::{RunningServer, ServerFault, ServerSettings, start_server};
use hotgates_table::{Bytes32, check_dice_proof, seat_commitment};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const PATIENCE: Duration = Duration::from_secs(60);

/// A small map of one castle, with two units a side.
const DUEL: &str = r##"Map(name: "duel", rows: ["............", "#...........", "............", "......f....."], turns: 4,
    red: (units: [(type: "cavalry"), (type: "infantry")]), blue: (units: [(type: "infantry"), (type: "cavalry")]))"##;

async fn start(folder: &Path) -> RunningServer {
    start_server(settings(folder)).await.unwrap()
}

fn settings(folder: &Path) -> ServerSettings {
    ServerSettings {
        listen: "127.0.0.1:0".parse().unwrap(),
        folder: folder.to_owned(),
        database: None,
        public_url: None,
        page: BattleViewer { script: "// script", style: "/* style */", engine: b"\0asm" },
    }
}

/// Sends a request and returns status, head and body of the answer.
async fn request(
    to: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(to).await.unwrap();
    let host = if headers.contains("Host:") { String::new() } else { format!("Host: {to}\r\n") };
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    let split = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..split].to_vec()).unwrap();
    (head[9..12].parse().unwrap(), head, answer[split + 4..].to_vec())
}

async fn post(to: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, _, body) =
        request(to, "POST", path, "Content-Type: application/json\r\n", &body.to_string()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

async fn make_battle(to: SocketAddr, names: [&str; 2], more: Value) -> (String, [Option<String>; 2]) {
    let mut asked = json!({ "text": DUEL, "red": names[0], "blue": names[1] });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (status, made) = post(to, "/battles", &asked).await;
    assert_eq!(status, 200, "{made}");
    let token = |side: &str| made[side].as_str().map(str::to_owned);
    (made["battle"].as_str().unwrap().to_owned(), [token("red"), token("blue")])
}

/// A guest of a table, with what it has been told.
struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    state: Option<TableState>,
    begin: Option<TableBattle>,
    told: Vec<ToldOrderMessage>,
    refused: Vec<TableRefusal>,
    chat: Vec<String>,
}

impl Client {
    async fn enter(to: SocketAddr, battle: &str, token: Option<&String>) -> Self {
        let url = format!("ws://{to}/b/{battle}/socket");
        let (socket, _) = timeout(PATIENCE, connect_async(url)).await.unwrap().unwrap();
        let mut client = Self {
            socket,
            state: None,
            begin: None,
            told: Vec::new(),
            refused: Vec::new(),
            chat: Vec::new(),
        };
        client.say(&GuestMessage::Enter(Enter { token: token.cloned(), from: 0 })).await;
        client.hear().await;
        client
    }

    async fn say(&mut self, message: &GuestMessage) {
        self.socket.send(Message::Text(write_line(message).into())).await.unwrap();
    }

    /// Hears one line.
    async fn hear(&mut self) {
        let line = timeout(PATIENCE, self.socket.next()).await.unwrap().unwrap().unwrap();
        match read_line::<TableMessage>(line.to_text().unwrap()).unwrap() {
            TableMessage::Table(state) => self.state = Some(state),
            TableMessage::Begin(begin) => self.begin = Some(*begin),
            TableMessage::Told(told) => {
                self.told.truncate(told.from as usize);
                self.told.extend(told.orders);
            }
            TableMessage::Refused(refusal) => self.refused.push(refusal),
            TableMessage::Chat(line) => self.chat.push(line.text),
            TableMessage::Pong(Empty {}) => self.chat.push("pong".to_owned()),
            TableMessage::Error(complaint) => {
                self.refused.push(TableRefusal { code: complaint.code, text: complaint.text, id: None })
            }
        }
    }

    fn stage(&self) -> TableStage {
        self.state.as_ref().unwrap().stage
    }

    async fn wait_for(&mut self, what: impl Fn(&Self) -> bool) {
        while !what(self) {
            self.hear().await;
        }
    }

    /// The battle as this guest knows it.
    fn battle(&self) -> Battle {
        let mut onlooker = Spectator::new(self.begin.as_ref().unwrap().begin_battle().unwrap());
        for event in self.told.iter().flat_map(|told| told.events.clone()) {
            match event.into_event() {
                Some(event) => onlooker.watch_event(&event),
                None => onlooker.begin_order(),
            }
        }
        onlooker.into_battle()
    }

    async fn order(&mut self, order: OrderMessage, id: &str) {
        let known = u32::try_from(self.told.len()).unwrap();
        self.say(&GuestMessage::Order(TableOrder { order, known, id: id.to_owned() })).await;
    }
}

fn number(side: Side) -> Bytes32 {
    Bytes32::from_bytes([side as u8 + 1; 32])
}

/// Has two people take their seats and give their numbers.
async fn seat_both(to: SocketAddr, battle: &str, tokens: &[Option<String>; 2]) -> [Client; 2] {
    let mut clients = [
        Client::enter(to, battle, tokens[0].as_ref()).await,
        Client::enter(to, battle, tokens[1].as_ref()).await,
    ];
    for side in Side::BOTH {
        let digits = seat_commitment(battle, side, number(side)).to_string();
        clients[side as usize].say(&GuestMessage::Commit(HexDigits { digits })).await;
    }
    for side in Side::BOTH {
        let client = &mut clients[side as usize];
        client.wait_for(|client| client.stage() == TableStage::Opening).await;
        client.say(&GuestMessage::Open(HexDigits { digits: number(side).to_string() })).await;
    }
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Battle && client.begin.is_some()).await;
    }
    clients
}

/// Gives one random order for whoever is to move, as far as that side knows.
async fn order_by_lot(clients: &mut [Client; 2], lot: usize, id: usize) {
    let side = clients[0].battle().side();
    let client = &mut clients[side as usize];
    client.wait_for(|client| client.battle().side() == side).await;
    let battle = client.battle();
    let mut legal = LegalOrders::default();
    let orders = legal.orders_of_side(&battle);
    let order = orders[lot * 7919 % orders.len()];
    let (told, refused) = (client.told.len(), client.refused.len());
    client.order(order.into(), &id.to_string()).await;
    client.wait_for(|client| client.told.len() > told || client.refused.len() > refused).await;
    assert_eq!(client.refused.len(), refused, "{order}: {:?}", client.refused.last());
    if battle.side() != client.battle().side() || client.battle().verdict().is_some() {
        let all = [0, 1].map(|_| (client.battle().side(), client.battle().verdict().is_some()));
        let other = &mut clients[1 - side as usize];
        other.wait_for(|other| (other.battle().side(), other.battle().verdict().is_some()) == all[0]).await;
    }
}

#[tokio::test]
async fn two_people_fight_a_battle_through_a_restart_and_prove_its_dice() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], json!({})).await;
    let mut watcher = Client::enter(server.address(), &battle, None).await;
    let mut clients = seat_both(server.address(), &battle, &tokens).await;
    for number in 0..9 {
        order_by_lot(&mut clients, number, number).await;
    }
    let known = clients.each_ref().map(|client| client.told.clone());
    let replay = request(server.address(), "GET", &format!("/b/{battle}/replay"), "", "").await;
    assert_eq!(replay.0, 409, "the replay tells all");
    server.stop().await;

    let server = start(folder.path()).await;
    assert_eq!(server.running_battles(), 1);
    let address = server.address();
    let mut clients = [
        Client::enter(address, &battle, tokens[0].as_ref()).await,
        Client::enter(address, &battle, tokens[1].as_ref()).await,
    ];
    for (client, known) in clients.iter_mut().zip(&known) {
        client.wait_for(|client| client.told.len() >= known.len()).await;
        assert!(&client.told == known, "no acknowledged order is lost, none is there twice");
    }
    let mut number = 9;
    while clients[0].battle().verdict().is_none() {
        order_by_lot(&mut clients, number, number).await;
        number += 1;
    }
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
    }
    assert!(watcher.socket.next().await.is_none_or(|line| line.is_ok()));
    let (status, _, bytes) = request(address, "GET", &format!("/b/{battle}/replay"), "", "").await;
    assert_eq!(status, 200);
    let (replay, record) = Replay::verify_bytes(&bytes).unwrap();
    assert_eq!(record.battle().hash(), clients[0].battle().hash());
    let state = clients[1].state.clone().unwrap();
    let seats = BySide::new(|side: Side| Some(seat_commitment(&battle, side, number_of(side))));
    let proof = state.proof.unwrap();
    let commitment = state.commitment.parse().unwrap();
    assert_eq!(check_dice_proof(&battle, &replay.scenario, commitment, seats, &proof), Ok(()));
    server.stop().await;
}

fn number_of(side: Side) -> Bytes32 {
    number(side)
}

#[tokio::test]
async fn a_person_fights_a_computer_and_is_told_of_its_orders() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["hunter", "human"], json!({})).await;
    assert_eq!(tokens[0], None);
    let mut client = Client::enter(server.address(), &battle, tokens[1].as_ref()).await;
    let digits = seat_commitment(&battle, Side::Blue, number(Side::Blue)).to_string();
    client.say(&GuestMessage::Commit(HexDigits { digits })).await;
    client.wait_for(|client| client.stage() == TableStage::Opening).await;
    client.say(&GuestMessage::Open(HexDigits { digits: number(Side::Blue).to_string() })).await;
    client.wait_for(|client| client.begin.is_some()).await;
    let mut number = 0;
    loop {
        client
            .wait_for(|client| client.stage() == TableStage::Over || client.battle().side() == Side::Blue)
            .await;
        if client.stage() == TableStage::Over || client.battle().verdict().is_some() {
            break;
        }
        number += 1;
        let told = client.told.len();
        client.order(OrderMessage::EndTurn, &number.to_string()).await;
        client.wait_for(|client| client.told.len() > told).await;
    }
    assert!(client.told.iter().any(|told| told.side == Side::Red));
    server.stop().await;
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let json = "Content-Type: application/json\r\n";
    let asked = json!({ "map": 0, "red": "human", "blue": "warden" }).to_string();
    let foreign = format!("{json}Origin: http://evil.example\r\n");
    assert_eq!(request(to, "POST", "/battles", &foreign, &asked).await.0, 403);
    assert_eq!(
        request(to, "POST", "/battles", &format!("{json}Host: evil.example\r\n"), &asked).await.0,
        403
    );
    assert_eq!(
        request(to, "POST", "/battles", "Content-Type: text/plain\r\n", &asked).await.0,
        415,
        "no form can make one"
    );
    for (asked, why) in [
        (json!({ "map": 999, "red": "human", "blue": "human" }), "no such map"),
        (json!({ "red": "human", "blue": "human" }), "either `map` or `text`"),
        (json!({ "map": 0, "red": "nobody", "blue": "human" }), "nobody"),
        (json!({ "map": 0, "red": "bot:touch PWNED", "blue": "human" }), "never started"),
        (json!({ "map": 0, "red": "policy:x.onnx", "blue": "human" }), "policy"),
        (json!({ "text": "Map(", "red": "human", "blue": "human" }), "map:1:"),
        (
            json!({ "text": "Map(name: \"x\", rows: [\"..\"], rules: \"/etc/passwd\")", "red": "human", "blue": "human" }),
            "no file",
        ),
        (
            json!({ "map": 0, "red": "human", "blue": "human", "clock": { "half_turn_ms": 1, "bank_ms": 0 } }),
            "half-turn",
        ),
    ] {
        let (status, answer) = post(to, "/battles", &asked).await;
        assert!(
            status == 400 && answer["error"].as_str().unwrap().contains(why),
            "{asked}: {status} {answer}"
        );
    }
    let large = json!({ "text": "x".repeat(2 << 20), "red": "human", "blue": "human" });
    assert_eq!(post(to, "/battles", &large).await.0, 413);

    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let seat = format!("/b/{battle}/seat");
    let (status, _, _) = request(to, "POST", &seat, json, &json!({ "token": tokens[0] }).to_string()).await;
    assert_eq!(status, 200);
    let wrong = json!({ "token": "0".repeat(32) });
    let of_none = post(to, "/b/0000000000000000/seat", &wrong).await;
    assert_eq!((post(to, &seat, &wrong).await, of_none.0), (of_none.clone(), 403), "one answer for both");
    let (_, head, _) = request(to, "GET", "/", "", "").await;
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(header), "{head}");
    }

    let mut intruder = Client::enter(to, &battle, Some(&"f".repeat(32))).await;
    assert_eq!(intruder.refused.pop().unwrap().code, "token");
    let mut watcher = Client::enter(to, &battle, None).await;
    watcher.order(OrderMessage::EndTurn, "1").await;
    watcher.wait_for(|client| !client.refused.is_empty()).await;
    assert_eq!(watcher.refused.pop().unwrap().code, "watching");
    watcher.socket.send(Message::Text("hello?".into())).await.unwrap();
    watcher.wait_for(|client| !client.refused.is_empty()).await;
    assert_eq!(watcher.refused.pop().unwrap().code, "unparsable");
    watcher.say(&GuestMessage::Chat(ChatWords { text: "x".repeat(501) })).await;
    watcher.wait_for(|client| !client.refused.is_empty()).await;
    assert_eq!(watcher.refused.pop().unwrap().code, "malformed");
    let unknown = format!("ws://{to}/b/0000000000000000/socket");
    assert!(matches!(connect_async(unknown).await, Err(SocketError::Http(answer)) if answer.status() == 404));
    let mut foreign = format!("ws://{to}/b/{battle}/socket").into_client_request().unwrap();
    foreign.headers_mut().insert("Origin", "http://evil.example".parse().unwrap());
    assert!(matches!(connect_async(foreign).await, Err(SocketError::Http(answer)) if answer.status() == 403));
    server.stop().await;
}

/// A cookie in place of the token, words at the table, a draw, and guests who flood or say nothing.
#[tokio::test]
async fn seats_are_kept_by_cookies_and_words_reach_whom_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let body = json!({ "token": tokens[0] }).to_string();
    let (_, head, _) =
        request(to, "POST", &format!("/b/{battle}/seat"), "Content-Type: application/json\r\n", &body).await;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"));
    let mut by_cookie = format!("ws://{to}/b/{battle}/socket").into_client_request().unwrap();
    by_cookie.headers_mut().insert("Cookie", cookie.split(';').next().unwrap().parse().unwrap());
    let (mut socket, _) = connect_async(by_cookie).await.unwrap();
    socket.send(Message::Text(r#"{"enter":{}}"#.into())).await.unwrap();
    let line = socket.next().await.unwrap().unwrap();
    let TableMessage::Table(state) = read_line(line.to_text().unwrap()).unwrap() else {
        panic!("the state comes first")
    };
    assert_eq!(state.you, Some(Side::Red));

    let mut clients = seat_both(to, &battle, &tokens).await;
    let mut watcher = Client::enter(to, &battle, None).await;
    clients[0].say(&GuestMessage::Chat(ChatWords { text: "good luck".to_owned() })).await;
    watcher.wait_for(|client| client.chat == ["good luck"]).await;
    watcher.say(&GuestMessage::Chat(ChatWords { text: "behind the wood!".to_owned() })).await;
    watcher.wait_for(|client| client.chat.len() == 2).await;
    clients[0].say(&GuestMessage::OfferDraw(Empty {})).await;
    clients[1].wait_for(|client| client.state.as_ref().unwrap().draw_offered == Some(Side::Red)).await;
    clients[1].say(&GuestMessage::OfferDraw(Empty {})).await;
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
        assert_eq!(client.chat, ["good luck"], "whoever watches tells the seats nothing");
    }
    for _ in 0..200 {
        if watcher.socket.send(Message::Text(r#"{"ping":{}}"#.into())).await.is_err() {
            break;
        }
    }
    let ended = timeout(PATIENCE, async { while let Some(Ok(_)) = watcher.socket.next().await {} }).await;
    assert!(ended.is_ok(), "who floods is let go");
    server.stop().await;
}

/// Two servers on one PostgreSQL database, Red at one and Blue at the other; one of them ends in the middle.
/// HOTGATES_POSTGRES names a database that may be written to; without it nothing is tested.
#[tokio::test]
async fn two_servers_share_a_battle() {
    let Some(database) = std::env::var("HOTGATES_POSTGRES").ok() else {
        eprintln!("skipped: HOTGATES_POSTGRES names no database");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let shared = || ServerSettings { database: Some(database.clone()), ..settings(folder.path()) };
    let (one, other) = (start_server(shared()).await.unwrap(), start_server(shared()).await.unwrap());
    let (battle, tokens) = make_battle(one.address(), ["human", "human"], json!({})).await;
    let mut red = Client::enter(one.address(), &battle, tokens[0].as_ref()).await;
    let mut blue = Client::enter(other.address(), &battle, tokens[1].as_ref()).await;
    for (client, side) in [(&mut red, Side::Red), (&mut blue, Side::Blue)] {
        let digits = seat_commitment(&battle, side, number(side)).to_string();
        client.say(&GuestMessage::Commit(HexDigits { digits })).await;
    }
    for (client, side) in [(&mut red, Side::Red), (&mut blue, Side::Blue)] {
        client.wait_for(|client| client.stage() == TableStage::Opening).await;
        client.say(&GuestMessage::Open(HexDigits { digits: number(side).to_string() })).await;
    }
    for client in [&mut red, &mut blue] {
        client.wait_for(|client| client.begin.is_some() && client.stage() == TableStage::Battle).await;
    }
    let mut clients = [red, blue];
    for number in 0..6 {
        order_by_lot(&mut clients, number, number).await;
    }
    // Blue goes over to the first server when its own ends.
    let told = clients[1].told.len();
    other.stop().await;
    clients[1] = Client::enter(one.address(), &battle, tokens[1].as_ref()).await;
    clients[1].wait_for(|client| client.told.len() >= told).await;
    let mut number = 6;
    while clients[0].battle().verdict().is_none() {
        order_by_lot(&mut clients, number, number).await;
        number += 1;
    }
    let (status, _, bytes) = request(one.address(), "GET", &format!("/b/{battle}/replay"), "", "").await;
    assert!(status == 200 && Replay::verify_bytes(&bytes).is_ok());
    one.stop().await;
}

#[tokio::test]
async fn a_clock_decides_and_no_second_server_takes_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    assert!(matches!(start_server(settings(folder.path())).await, Err(ServerFault::FolderInUse(_))));
    let clock = json!({ "clock": { "half_turn_ms": 1000, "bank_ms": 0 } });
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], clock).await;
    let mut clients = seat_both(server.address(), &battle, &tokens).await;
    let side = clients[0].battle().side();
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
    }
    assert_eq!(clients[0].state.clone().unwrap().verdict.unwrap().winner, Some(side.other()));
    server.stop().await;
}
