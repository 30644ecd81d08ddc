//! Servers that are killed at any moment: no acknowledged order is lost, and none is there twice.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]
//!
//! `HOTGATES_KILLS=200 cargo test --release -p hotgates-server --test server kills -- --nocapture` kills as many.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use hotgates_engine::{LegalOrders, Side};
use hotgates_protocol::TableStage;
use hotgates_record::Replay;
use hotgates_server::{ServerSettings, start_server};
use serde_json::json;
use tokio::time::sleep;

use crate::guest::{
    Client, PATIENCE, make_battle, order_by_lot, request, seat_both, settings, try_order_by_lot,
};

/// Set where this program is to be a server: the address and the folder.
const CHILD: &str = "HOTGATES_SERVER_CHILD";
/// How long a server takes at most until it has read what another one has stored.
const READING_ON: Duration = Duration::from_millis(1200);
/// The database of such a server, where it has none in its folder.
const CHILD_DATABASE: &str = "HOTGATES_SERVER_CHILD_DATABASE";

/// A server in a process of its own, which is killed when the value is dropped.
struct ServerProcess(Child);

impl ServerProcess {
    async fn start(address: SocketAddr, folder: &Path) -> Self {
        Self::start_with(address, folder, None).await
    }

    async fn start_with(address: SocketAddr, folder: &Path, database: Option<&str>) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut command = Command::new(program);
        command.args(["--exact", "kills::a_server_in_a_process_of_its_own", "--nocapture"]);
        command.env(CHILD, format!("{address} {}", folder.display()));
        command.envs(database.map(|database| (CHILD_DATABASE, database)));
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let process = Self(command.spawn().unwrap());
        let since = Instant::now();
        while tokio::net::TcpStream::connect(address).await.is_err() {
            assert!(since.elapsed() < PATIENCE, "the server does not start");
            sleep(Duration::from_millis(5)).await;
        }
        process
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The server that [`ServerProcess`] starts; a test that does nothing otherwise.
#[tokio::test]
async fn a_server_in_a_process_of_its_own() {
    let Ok(child) = std::env::var(CHILD) else { return };
    let (address, folder) = child.split_once(' ').unwrap();
    let (listen, database) = (address.parse().unwrap(), std::env::var(CHILD_DATABASE).ok());
    let own = ServerSettings { listen, database, battles_a_minute: u32::MAX, ..settings(Path::new(folder)) };
    let _ = start_server(own).await.unwrap().wait().await;
}

/// A free port of this machine.
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Lots that are the same in every run.
struct Lots(u64);

impl Lots {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// How often something is to be killed.
fn number_of_kills() -> u32 {
    std::env::var("HOTGATES_KILLS").map_or(6, |kills| kills.parse().unwrap())
}

/// Has Red and Blue come to a battle that has begun, each at a server.
async fn enter_both(at: [SocketAddr; 2], battle: &str, tokens: &[Option<String>; 2]) -> [Client; 2] {
    let [red, blue] = at;
    let mut clients = [
        Client::enter(red, battle, tokens[0].as_ref()).await,
        Client::enter(blue, battle, tokens[1].as_ref()).await,
    ];
    for client in &mut clients {
        client.wait_for(|client| client.begin.is_some() && client.tellings > 0).await;
    }
    clients
}

/// Gives orders by lot until the battle is over or a line breaks; returns the number of the last one.
async fn play_while_it_goes(mut clients: [Client; 2], mut number: usize) -> ([Client; 2], usize) {
    while clients[0].battle().verdict().is_none() && try_order_by_lot(&mut clients, number, number).await {
        number += 1;
    }
    (clients, number)
}

/// Asserts that all that both were told is still told at servers that they come to; returns them there.
async fn check_all_there(
    at: [SocketAddr; 2],
    battle: &str,
    tokens: &[Option<String>; 2],
    known: &[Client; 2],
    kill: u32,
) -> [Client; 2] {
    let mut clients = enter_both(at, battle, tokens).await;
    for (client, known) in clients.iter_mut().zip(known) {
        client.wait_for(|client| client.told.len() >= known.told.len()).await;
        assert!(client.told.starts_with(&known.told), "kill {kill}: what was told is no longer there");
    }
    clients
}

#[tokio::test]
async fn no_acknowledged_order_is_lost_by_a_kill() {
    let kills = number_of_kills();
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut server = ServerProcess::start(address, folder.path()).await;
    let (mut lots, mut number, mut orders, mut battles) = (Lots(1), 0, 0, 0);
    let mut table = None;
    for kill in 0..kills {
        let (battle, tokens) = if let Some(there) = table.take() {
            there
        } else {
            battles += 1;
            let made = make_battle(address, ["human", "human"], json!({})).await;
            drop(seat_both(address, &made.0, &made.1).await);
            made
        };
        let clients = enter_both([address; 2], &battle, &tokens).await;
        // Plays until the server dies under the players' hands.
        let deadline = Duration::from_millis(20 + lots.below(250));
        let played = tokio::spawn(play_while_it_goes(clients, number));
        sleep(deadline).await;
        drop(server);
        let (known, next) = played.await.unwrap();
        orders += next - number;
        number = next + 1;
        server = ServerProcess::start(address, folder.path()).await;
        let there = check_all_there([address; 2], &battle, &tokens, &known, kill).await;
        let over = there[1].stage() == TableStage::Over;
        if over {
            let (status, _, bytes) = request(address, "GET", &format!("/b/{battle}/replay"), "", "").await;
            assert!(status == 200 && Replay::verify_bytes(&bytes).is_ok(), "kill {kill}: the replay is true");
        } else {
            table = Some((battle, tokens));
        }
    }
    drop(server);
    println!("{kills} kills, {orders} acknowledged orders in {battles} battles: none lost, none twice");
}

/// A `PostgreSQL` database that parts from its server at any moment of play. `HOTGATES_POSTGRES` names it; without it nothing is
/// tested. `HOTGATES_POSTGRES_KILL` may hold a command that kills the database itself and starts it again; without one all
/// its connections are ended.
#[tokio::test]
async fn no_acknowledged_order_is_lost_when_the_database_is_killed() {
    let Some((database, _alone)) = crate::guest::own_postgres().await else { return };
    let kills = number_of_kills();
    let folder = tempfile::tempdir().unwrap();
    let shared = || ServerSettings {
        database: Some(database.clone()),
        battles_a_minute: u32::MAX,
        ..settings(folder.path())
    };
    let server = start_server(shared()).await.unwrap();
    let to = server.address();
    let (mut orders, mut refusals, mut number) = (0, 0, 0_u32);
    let mut table = None;
    for _ in 0..kills {
        let (battle, tokens, mut clients) = if let Some(there) = table.take() {
            there
        } else {
            let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
            let clients = seat_both(to, &battle, &tokens).await;
            (battle, tokens, clients)
        };
        let kill =
            tokio::spawn(kill_database(database.clone(), Duration::from_millis(20 + u64::from(number % 90))));
        for _ in 0..20 {
            let side = clients[0].battle().side();
            if clients[0].battle().verdict().is_some() || clients[1].battle().side() != side {
                break;
            }
            let client = &mut clients[side as usize];
            let legal = LegalOrders::default().orders_of_side(&client.battle()).to_vec();
            let order = legal[number as usize * 7919 % legal.len()];
            let (told, refused) = (client.told.len(), client.refused.len());
            number += 1;
            client.order(order.into(), &number.to_string()).await;
            client.wait_for(|client| client.told.len() > told || client.refused.len() > refused).await;
            if client.refused.len() > refused {
                assert!(client.refused[refused].text.contains("could not be stored"), "{:?}", client.refused);
                refusals += 1;
                sleep(Duration::from_millis(200)).await;
                continue;
            }
            orders += 1;
            let now = (client.battle().side(), client.battle().verdict().is_some());
            if now != (side, false) {
                let other = &mut clients[1 - side as usize];
                other
                    .wait_for(|other| (other.battle().side(), other.battle().verdict().is_some()) == now)
                    .await;
            }
        }
        kill.await.unwrap();
        let known = clients.each_ref().map(|client| client.told.clone());
        // Another server reads the same battle, and finds all that was acknowledged.
        let other = start_server(shared()).await.unwrap();
        for side in Side::BOTH {
            let mut client = Client::enter(other.address(), &battle, tokens[side as usize].as_ref()).await;
            client.wait_for(|client| client.tellings > 0).await;
            assert!(
                client.told.starts_with(&known[side as usize]),
                "what {side} was told is no longer there"
            );
        }
        other.stop().await;
        if clients[0].battle().verdict().is_none() && clients[0].battle().side() == clients[1].battle().side()
        {
            table = Some((battle, tokens, clients));
        }
    }
    println!("{kills} kills of the database, {orders} acknowledged orders, {refusals} refused: none lost");
    server.stop().await;
}

/// One of two servers of a `PostgreSQL` database that dies at any moment of play, with Red at one and Blue at the other: the
/// battle goes on at the one that lives, and at both when the other is there again. `HOTGATES_POSTGRES` names the database;
/// without it nothing is tested.
#[tokio::test]
async fn no_acknowledged_order_is_lost_when_one_of_two_servers_is_killed() {
    let Some((database, _alone)) = crate::guest::own_postgres().await else { return };
    let kills = number_of_kills();
    let folder = tempfile::tempdir().unwrap();
    let at = [free_address(), free_address()];
    let start = |which: usize| ServerProcess::start_with(at[which], folder.path(), Some(&database));
    let mut servers = [start(0).await, start(1).await];
    let (mut lots, mut number, mut orders, mut battles, mut alone) = (Lots(7), 0, 0, 0, 0);
    let mut table = None;
    for kill in 0..kills {
        let (battle, tokens) = if let Some(there) = table.take() {
            there
        } else {
            battles += 1;
            let made = make_battle(at[0], ["human", "human"], json!({})).await;
            drop(seat_both(at[1], &made.0, &made.1).await);
            sleep(READING_ON).await;
            made
        };
        let (red, victim) = [lots.below(2), lots.below(2)].map(|lot| usize::from(lot == 1)).into();
        let clients = enter_both([at[red], at[1 - red]], &battle, &tokens).await;
        // A server hears within a second what the other has stored.
        let deadline = Duration::from_millis(20 + lots.below(1500));
        let played = tokio::spawn(play_while_it_goes(clients, number));
        sleep(deadline).await;
        let [one, other] = servers;
        let (dying, living) = if victim == 0 { (one, other) } else { (other, one) };
        drop(dying);
        let (known, next) = played.await.unwrap();
        orders += next - number;
        number = next + 1;
        // Both go to the server that lives, and fight on once it has read what the other has stored last.
        sleep(READING_ON).await;
        let mut clients = check_all_there([at[1 - victim]; 2], &battle, &tokens, &known, kill).await;
        for _ in 0..2 {
            if clients[0].battle().verdict().is_some() {
                break;
            }
            order_by_lot(&mut clients, number, number).await;
            (number, alone) = (number + 1, alone + 1);
        }
        let again = start(victim).await;
        servers = if victim == 0 { [again, living] } else { [living, again] };
        let there = check_all_there([at[victim]; 2], &battle, &tokens, &clients, kill).await;
        if there[0].battle().verdict().is_some() {
            let replay = format!("/b/{battle}/replay");
            let (status, _, bytes) = request(at[victim], "GET", &replay, "", "").await;
            let (_, record) = Replay::verify_bytes(&bytes).unwrap();
            let is_same = record.battle().hash() == there[0].battle().hash();
            assert!(status == 200 && is_same, "kill {kill}: the replay is true");
        } else {
            table = Some((battle, tokens));
        }
    }
    drop(servers);
    println!(
        "{kills} kills of one of two servers, {orders} acknowledged orders at both and {alone} at the one that lived, in \
         {battles} battles: none lost, none twice"
    );
}

/// Kills a database after a while, and waits until it is there again.
async fn kill_database(database: String, after: Duration) {
    sleep(after).await;
    if let Ok(command) = std::env::var("HOTGATES_POSTGRES_KILL") {
        let status = Command::new("sh").args(["-c", &command]).status().unwrap();
        assert!(status.success(), "{command}");
    } else {
        let pool = sqlx::PgPool::connect(&database).await.unwrap();
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() \
                   AND datname = current_database()";
        sqlx::query(end).fetch_all(&pool).await.unwrap();
        pool.close().await;
    }
    let since = Instant::now();
    while sqlx::PgPool::connect(&database).await.is_err() {
        assert!(since.elapsed() < PATIENCE, "the database does not start");
        sleep(Duration::from_millis(50)).await;
    }
}
