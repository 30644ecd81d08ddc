//! Guests of a server: requests, sockets, and what they are told.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hotgates_engine::{Battle, LegalOrders, Side, Spectator};
use hotgates_page::BattleViewer;
use hotgates_protocol::{
    Empty, Enter, GuestMessage, HexDigits, OrderMessage, TableArrangement, TableBattle, TableMessage,
    TableOrder, TableRefusal, TableStage, TableState, ToldOrderMessage, read_line, write_line,
};
use hotgates_server::{BotList, KeepingDays, RunningServer, ServerSettings, WebhookSettings, start_server};
use hotgates_table::{Bytes32, seat_commitment};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Held by each test that uses the database of `HOTGATES_POSTGRES`: one of them ends all its connections.
static POSTGRES: Mutex<()> = Mutex::const_new(());

/// Returns the database of `HOTGATES_POSTGRES`, for one test at a time; without it the test is skipped aloud.
pub async fn own_postgres() -> Option<(String, MutexGuard<'static, ()>)> {
    let Ok(database) = std::env::var("HOTGATES_POSTGRES") else {
        eprintln!("skipped: HOTGATES_POSTGRES names no database");
        return None;
    };
    Some((database, POSTGRES.lock().await))
}

pub const PATIENCE: Duration = Duration::from_mins(1);

/// A small map of one castle, with two units a side.
pub const DUEL: &str = r##"Map(name: "duel", rows: ["............", "#...........", "............", "......f....."], turns: 4,
    red: (units: [(type: "cavalry"), (type: "infantry")]), blue: (units: [(type: "infantry"), (type: "cavalry")]))"##;

pub async fn start(folder: &Path) -> RunningServer {
    start_server(settings(folder)).await.unwrap()
}

pub fn settings(folder: &Path) -> ServerSettings {
    ServerSettings {
        listen: "127.0.0.1:0".parse().unwrap(),
        folder: folder.to_owned(),
        database: None,
        public_url: None,
        battles_a_minute: 60,
        bots: BotList::default(),
        operator: None,
        keeping: KeepingDays::default(),
        ratings: false,
        webhooks: WebhookSettings::default(),
        page: BattleViewer { script: "// script", style: "/* style */", engine: b"\0asm" },
    }
}

/// Sends a request and returns status, head and body of the answer.
pub async fn request(
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

pub async fn post(to: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, _, body) =
        request(to, "POST", path, "Content-Type: application/json\r\n", &body.to_string()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

pub async fn make_battle(to: SocketAddr, names: [&str; 2], more: Value) -> (String, [Option<String>; 2]) {
    let mut asked = json!({ "text": DUEL, "red": names[0], "blue": names[1] });
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let (status, made) = post(to, "/battles", &asked).await;
    assert_eq!(status, 200, "{made}");
    let token = |side: &str| made[side].as_str().map(str::to_owned);
    (made["battle"].as_str().unwrap().to_owned(), [token("red"), token("blue")])
}

/// A guest of a table, with what it has been told.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub state: Option<TableState>,
    /// The arrangement that it was told, with the places of its units now.
    pub arrangement: Option<TableArrangement>,
    pub begin: Option<TableBattle>,
    pub told: Vec<ToldOrderMessage>,
    pub refused: Vec<TableRefusal>,
    pub chat: Vec<String>,
    /// Number of times that it was told of orders.
    pub tellings: usize,
    /// Number of lines heard.
    pub heard: u32,
    pub is_gone: bool,
    /// Every line heard, as it was written.
    pub lines: Vec<String>,
}

impl Client {
    pub async fn enter(to: SocketAddr, battle: &str, token: Option<&String>) -> Self {
        let url = format!("ws://{to}/b/{battle}/socket");
        let (socket, _) = timeout(PATIENCE, connect_async(url)).await.unwrap().unwrap();
        let mut client = Self {
            socket,
            state: None,
            arrangement: None,
            begin: None,
            told: Vec::new(),
            refused: Vec::new(),
            chat: Vec::new(),
            tellings: 0,
            heard: 0,
            is_gone: false,
            lines: Vec::new(),
        };
        client.say(&GuestMessage::Enter(Enter { token: token.cloned(), from: 0 })).await;
        client.hear().await;
        client
    }

    pub async fn say(&mut self, message: &GuestMessage) {
        self.is_gone |= self.socket.send(Message::Text(write_line(message).into())).await.is_err();
    }

    /// Hears one line.
    pub async fn hear(&mut self) {
        let line = match timeout(PATIENCE, self.socket.next()).await.unwrap() {
            Some(Ok(line)) if line.is_text() => line,
            _ => {
                self.is_gone = true;
                return;
            }
        };
        self.heard += 1;
        self.lines.push(line.to_text().unwrap().to_owned());
        match read_line::<TableMessage>(line.to_text().unwrap()).unwrap() {
            TableMessage::Table(state) => self.state = Some(*state),
            TableMessage::Arrange(told) => self.arrangement = Some(*told),
            TableMessage::Placed(placed) => self.arrangement.as_mut().unwrap().placed = placed,
            TableMessage::Begin(begin) => self.begin = Some(*begin),
            TableMessage::Told(told) => {
                self.tellings += 1;
                self.told.truncate(told.from as usize);
                self.told.extend(told.orders);
            }
            TableMessage::Refused(refusal) => self.refused.push(refusal),
            TableMessage::Chat(line) => self.chat.push(line.text),
            TableMessage::Pong(Empty {}) => self.chat.push("pong".to_owned()),
            TableMessage::Error(complaint) => {
                self.refused.push(TableRefusal { code: complaint.code, text: complaint.text, id: None });
            }
        }
    }

    pub fn stage(&self) -> TableStage {
        self.state.as_ref().unwrap().stage
    }

    pub async fn wait_for(&mut self, what: impl Fn(&Self) -> bool) {
        assert!(self.try_wait_for(what).await, "the line broke");
    }

    /// Waits until something is so; returns `false` if the line breaks first.
    pub async fn try_wait_for(&mut self, what: impl Fn(&Self) -> bool) -> bool {
        while !what(self) {
            if self.is_gone {
                return false;
            }
            self.hear().await;
        }
        true
    }

    /// The battle as this guest knows it.
    pub fn battle(&self) -> Battle {
        let mut onlooker = Spectator::new(self.begin.as_ref().unwrap().begin_battle().unwrap());
        for event in self.told.iter().flat_map(|told| told.events.clone()) {
            match event.into_event() {
                Some(event) => onlooker.watch_event(&event),
                None => onlooker.begin_order(),
            }
        }
        onlooker.into_battle()
    }

    /// Begins the battle with the units as they stand, once they may be arranged.
    pub async fn leave_units(&mut self) {
        self.wait_for(|client| !matches!(client.stage(), TableStage::Seating | TableStage::Opening)).await;
        if self.stage() == TableStage::Arranging {
            self.say(&GuestMessage::Ready(Empty {})).await;
        }
    }

    pub async fn order(&mut self, order: OrderMessage, id: &str) {
        let known = u32::try_from(self.told.len()).unwrap();
        self.say(&GuestMessage::Order(TableOrder { order, known, id: id.to_owned() })).await;
    }
}

pub fn number_of_seat(side: Side) -> Bytes32 {
    Bytes32::from_bytes([side as u8 + 1; 32])
}

/// Gives the number of a person who fights a computer.
pub async fn give_number(client: &mut Client, battle: &str, side: Side) {
    let digits = seat_commitment(battle, side, number_of_seat(side)).to_string();
    client.say(&GuestMessage::Commit(HexDigits { digits })).await;
    client.wait_for(|client| client.stage() == TableStage::Opening).await;
    client.say(&GuestMessage::Open(HexDigits { digits: number_of_seat(side).to_string() })).await;
    client.leave_units().await;
    client.wait_for(|client| client.begin.is_some() && client.stage() != TableStage::Arranging).await;
}

/// Has two people take their seats and give their numbers, and the battle begin with their units as they stand.
pub async fn seat_both(to: SocketAddr, battle: &str, tokens: &[Option<String>; 2]) -> [Client; 2] {
    let mut clients = open_both(to, battle, tokens).await;
    for client in &mut clients {
        client.leave_units().await;
    }
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Battle && client.begin.is_some()).await;
    }
    clients
}

/// Has two people take their seats and give their numbers.
pub async fn open_both(to: SocketAddr, battle: &str, tokens: &[Option<String>; 2]) -> [Client; 2] {
    let mut clients = [
        Client::enter(to, battle, tokens[0].as_ref()).await,
        Client::enter(to, battle, tokens[1].as_ref()).await,
    ];
    give_numbers(battle, &mut clients).await;
    clients
}

/// Has two people give their numbers.
pub async fn give_numbers(battle: &str, clients: &mut [Client; 2]) {
    for side in Side::BOTH {
        let digits = seat_commitment(battle, side, number_of_seat(side)).to_string();
        clients[side as usize].say(&GuestMessage::Commit(HexDigits { digits })).await;
    }
    for side in Side::BOTH {
        let client = &mut clients[side as usize];
        client.wait_for(|client| client.stage() == TableStage::Opening).await;
        client.say(&GuestMessage::Open(HexDigits { digits: number_of_seat(side).to_string() })).await;
    }
}

/// Gives one random order for whoever is to move, as far as that side knows.
pub async fn order_by_lot(clients: &mut [Client; 2], lot: usize, id: usize) {
    assert!(try_order_by_lot(clients, lot, id).await, "the line broke");
}

/// Gives one random order; returns `false` if a line breaks first, whether or not the order was followed.
pub async fn try_order_by_lot(clients: &mut [Client; 2], lot: usize, id: usize) -> bool {
    let side = clients[0].battle().side();
    let client = &mut clients[side as usize];
    if !client.try_wait_for(|client| client.battle().side() == side).await {
        return false;
    }
    let battle = client.battle();
    let mut legal = LegalOrders::default();
    let orders = legal.orders_of_side(&battle);
    let order = orders[lot * 7919 % orders.len()];
    let (told, refused) = (client.told.len(), client.refused.len());
    client.order(order.into(), &id.to_string()).await;
    if !client.try_wait_for(|client| client.told.len() > told || client.refused.len() > refused).await {
        return false;
    }
    assert_eq!(client.refused.len(), refused, "{order}: {:?}", client.refused.last());
    let now = (client.battle().side(), client.battle().verdict().is_some());
    if battle.side() == now.0 && !now.1 {
        return true;
    }
    let other = &mut clients[1 - side as usize];
    other.try_wait_for(|other| (other.battle().side(), other.battle().verdict().is_some()) == now).await
}
