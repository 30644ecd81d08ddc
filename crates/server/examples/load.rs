//! The load that a server bears: many battles at a time, an order every few seconds in each, all on this machine.
//!
//! `cargo run --release -p hotgates-server --example load -- 2000 5000 60` has 2,000 battles with an order every 5,000 ms for
//! 60 seconds, and prints the time from an order to its event at both seats. `load -- 0 0 20 10000` opens 10,000 sockets that
//! say nothing. Server, database and players share the processors.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hotgates_engine::Side;
use hotgates_page::BattleViewer;
use hotgates_protocol::{
    Enter, GuestMessage, HexDigits, OrderMessage, TableMessage, TableOrder, TableStage, read_line, write_line,
};
use hotgates_server::{BotList, KeepingDays, ServerSettings, WebhookSettings, run_until, start_server};
use hotgates_table::{Bytes32, seat_commitment};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, connect_async_with_config};

/// A small map on which a battle lasts long.
const LONG_DUEL: &str = r##"Map(name: "load", rows: ["............", "#...........", "............"], turns: 900,
    red: (units: [(type: "cavalry")]), blue: (units: [(type: "infantry")]))"##;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A person at a seat.
struct Player {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    side: Side,
    told: u32,
    stage: TableStage,
    to_move: Option<Side>,
}

impl Player {
    async fn enter(to: SocketAddr, battle: &str, token: String, side: Side) -> Result<Self, Failure> {
        let (socket, _) = connect_async(format!("ws://{to}/b/{battle}/socket")).await?;
        let mut player = Self { socket, side, told: 0, stage: TableStage::Seating, to_move: None };
        player.say(&GuestMessage::Enter(Enter { token: Some(token), from: 0 })).await?;
        player.hear().await?;
        Ok(player)
    }

    async fn say(&mut self, message: &GuestMessage) -> Result<(), Failure> {
        Ok(self.socket.send(Message::Text(write_line(message).into())).await?)
    }

    async fn hear(&mut self) -> Result<(), Failure> {
        let line = self.socket.next().await.ok_or("the line broke")??;
        match read_line::<TableMessage>(line.to_text()?) {
            Ok(TableMessage::Table(state)) => (self.stage, self.to_move) = (state.stage, state.to_move),
            Ok(TableMessage::Told(told)) => self.told = told.from + u32::try_from(told.orders.len())?,
            Ok(TableMessage::Refused(refusal)) => return Err(refusal.text.into()),
            Ok(_) => {}
            Err(complaint) => return Err(complaint.text.into()),
        }
        Ok(())
    }

    async fn wait_until(&mut self, what: impl Fn(&Self) -> bool) -> Result<(), Failure> {
        while !what(self) {
            self.hear().await?;
        }
        Ok(())
    }
}

/// Has the server make a battle; returns its id and the tokens of its seats.
async fn make_battle(to: SocketAddr) -> Result<(String, [String; 2]), Failure> {
    let body = json!({ "text": LONG_DUEL, "red": "human", "blue": "human", "arrange": false }).to_string();
    let mut stream = TcpStream::connect(to).await?;
    let head = format!(
        "POST /battles HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let made: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).ok_or("no answer")?)?;
    let text = |name: &str| made[name].as_str().map(str::to_owned).ok_or_else(|| format!("{made}"));
    Ok((text("battle")?, [text("red")?, text("blue")?]))
}

async fn seat_players(to: SocketAddr) -> Result<[Player; 2], Failure> {
    let (battle, [red, blue]) = make_battle(to).await?;
    let mut players = [
        Player::enter(to, &battle, red, Side::Red).await?,
        Player::enter(to, &battle, blue, Side::Blue).await?,
    ];
    let number = Bytes32::from_bytes([7; 32]);
    for player in &mut players {
        let digits = seat_commitment(&battle, player.side, number).to_string();
        player.say(&GuestMessage::Commit(HexDigits { digits })).await?;
    }
    for player in &mut players {
        player.wait_until(|player| player.stage == TableStage::Opening).await?;
        player.say(&GuestMessage::Open(HexDigits { digits: number.to_string() })).await?;
    }
    for player in &mut players {
        player.wait_until(|player| player.stage == TableStage::Battle).await?;
    }
    Ok(players)
}

/// Has both players of a battle end their turns, one every so often; returns how long each took to be seen by both.
async fn play(
    mut players: [Player; 2],
    first: Instant,
    every: Duration,
    until: Instant,
) -> Result<Vec<Duration>, Failure> {
    let (mut times, mut next) = (Vec::new(), first);
    while next < until {
        sleep_until(next.into()).await;
        next += every;
        let mover = players[0].to_move.ok_or("the battle is over")?;
        let known = players[0].told;
        let order = TableOrder { order: OrderMessage::EndTurn, known, id: known.to_string() };
        let since = Instant::now();
        players[mover as usize].say(&GuestMessage::Order(order)).await?;
        for player in &mut players {
            player.wait_until(|player| player.told > known).await?;
        }
        times.push(since.elapsed());
        for player in &mut players {
            player.wait_until(|player| player.to_move != Some(mover)).await?;
        }
    }
    Ok(times)
}

/// Returns the memory that this process has in use, in MiB.
fn resident_mebibytes() -> Option<u64> {
    let pages: u64 = std::fs::read_to_string("/proc/self/statm").ok()?.split(' ').nth(1)?.parse().ok()?;
    Some(pages * 4096 / (1 << 20))
}

async fn bear_load(battles: usize, every_ms: u64, seconds: u64, idle: usize) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let server = start_server(ServerSettings {
        listen: "127.0.0.1:0".parse()?,
        folder: folder.path().to_owned(),
        database: None,
        public_url: None,
        battles_a_minute: u32::MAX,
        bots: BotList::default(),
        operator: None,
        keeping: KeepingDays::default(),
        ratings: false,
        webhooks: WebhookSettings::default(),
        page: BattleViewer { script: "", style: "", engine: b"" },
    })
    .await?;
    let address = server.address();
    let before = resident_mebibytes();

    let (watched, _) = make_battle(address).await?;
    let mut watchers = Vec::new();
    for _ in 0..idle {
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(4096);
        let url = format!("ws://{address}/b/{watched}/socket");
        let (mut socket, _) = connect_async_with_config(url, Some(config), false).await?;
        if watchers.len() < 100 {
            socket.send(Message::Text(r#"{"enter":{}}"#.into())).await?;
        }
        watchers.push(socket);
    }
    if idle > 0 {
        println!(
            "{idle} sockets: {:?} MiB before, {:?} MiB with them, both ends",
            before,
            resident_mebibytes()
        );
    }

    let (begun, doors) = (Instant::now(), Arc::new(Semaphore::new(32)));
    let seating = (0..battles).map(|_| {
        let doors = Arc::clone(&doors);
        tokio::spawn(async move {
            let _door = doors.acquire_owned().await?;
            seat_players(address).await
        })
    });
    let mut seated = Vec::new();
    for players in seating.collect::<Vec<_>>() {
        seated.push(players.await??);
    }
    println!(
        "{battles} battles begun in {:.1} s, {:?} MiB",
        begun.elapsed().as_secs_f64(),
        resident_mebibytes()
    );

    let every = Duration::from_millis(every_ms.max(1));
    let start = Instant::now() + Duration::from_secs(1);
    let until = start + Duration::from_secs(seconds);
    let count = u32::try_from(battles.max(1))?;
    let playing = seated.into_iter().zip(0..).map(|(players, number)| {
        // Spread over the time between two orders.
        tokio::spawn(play(players, start + every * number / count, every, until))
    });
    let mut times = Vec::new();
    for played in playing.collect::<Vec<_>>() {
        times.extend(played.await??);
    }
    times.sort_unstable();
    if let Some(last) = times.last() {
        let of =
            |share: usize| times[(times.len() * share / 1000).min(times.len() - 1)].as_secs_f64() * 1000.0;
        println!(
            "{} orders, {} a second; order to event at both seats: median {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, longest {:.1} ms",
            times.len(),
            times.len() / usize::try_from(seconds.max(1))?,
            of(500),
            of(990),
            of(999),
            last.as_secs_f64() * 1000.0
        );
    }
    if idle > 0 && battles == 0 {
        sleep(Duration::from_secs(seconds)).await;
    }
    server.stop().await;
    Ok(())
}

fn main() -> Result<(), Failure> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |place: usize, usual: u64| numbers.get(place).copied().unwrap_or(usual);
    let [battles, idle] =
        [number(0, 20), number(3, 0)].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    run_until(bear_load(battles, number(1, 500), number(2, 5), idle))
}
