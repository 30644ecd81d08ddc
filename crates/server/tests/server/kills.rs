//! Servers that are killed at any moment: no acknowledged order is lost, and none is there twice.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]
//!
//! `HOTGATES_KILLS=200 cargo test --release -p hotgates-server --test server kills -- --nocapture` kills as many.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use hotgates_engine::Side;
use hotgates_protocol::TableStage;
use hotgates_record::Replay;
use hotgates_server::{ServerSettings, start_server};
use serde_json::json;
use tokio::time::sleep;

use crate::guest::{Client, PATIENCE, make_battle, request, seat_both, settings, try_order_by_lot};

/// Set where this program is to be a server: the address and the folder.
const CHILD: &str = "HOTGATES_SERVER_CHILD";

/// A server in a process of its own.
struct ServerProcess(Child);

impl ServerProcess {
    async fn start(address: SocketAddr, folder: &Path) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut command = Command::new(program);
        command.args(["--exact", "kills::a_server_in_a_process_of_its_own", "--nocapture"]);
        command.env(CHILD, format!("{address} {}", folder.display()));
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let process = Self(command.spawn().unwrap());
        let since = Instant::now();
        while tokio::net::TcpStream::connect(address).await.is_err() {
            assert!(since.elapsed() < PATIENCE, "the server does not start");
            sleep(Duration::from_millis(5)).await;
        }
        process
    }

    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The server that [`ServerProcess`] starts; a test that does nothing otherwise.
#[tokio::test]
async fn a_server_in_a_process_of_its_own() {
    let Ok(child) = std::env::var(CHILD) else { return };
    let (address, folder) = child.split_once(' ').unwrap();
    let listen = address.parse().unwrap();
    let _ =
        start_server(ServerSettings { listen, ..settings(Path::new(folder)) }).await.unwrap().wait().await;
}

/// A free port of this machine.
fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

#[tokio::test]
async fn no_acknowledged_order_is_lost_by_a_kill() {
    let kills: u32 = std::env::var("HOTGATES_KILLS").map_or(6, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let mut server = ServerProcess::start(address, folder.path()).await;
    let (mut lot, mut number, mut orders, mut battles) = (1_u64, 0, 0, 0);
    let mut draw = |limit: u64| {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (lot >> 33) % limit
    };
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
        let mut clients = [0, 1].map(|_| None);
        for side in Side::BOTH {
            let mut client = Client::enter(address, &battle, tokens[side as usize].as_ref()).await;
            client.wait_for(|client| client.begin.is_some() && client.tellings > 0).await;
            clients[side as usize] = Some(client);
        }
        let mut clients = clients.map(|client| client.expect("both have entered"));
        // Plays until the server dies under the players' hands.
        let deadline = Duration::from_millis(20 + draw(250));
        let played = tokio::spawn(async move {
            while clients[0].battle().verdict().is_none()
                && try_order_by_lot(&mut clients, number, number).await
            {
                number += 1;
            }
            (clients, number)
        });
        sleep(deadline).await;
        server.kill();
        let (known, next) = played.await.unwrap();
        orders += next - number;
        number = next + 1;
        server = ServerProcess::start(address, folder.path()).await;
        let mut over = false;
        for side in Side::BOTH {
            let told = &known[side as usize].told;
            let mut client = Client::enter(address, &battle, tokens[side as usize].as_ref()).await;
            client.wait_for(|client| client.tellings > 0).await;
            assert!(client.told.starts_with(told), "kill {kill}: what {side} was told is no longer there");
            over = client.stage() == TableStage::Over;
        }
        if over {
            let (status, _, bytes) = request(address, "GET", &format!("/b/{battle}/replay"), "", "").await;
            assert!(status == 200 && Replay::verify_bytes(&bytes).is_ok(), "kill {kill}: the replay is true");
        } else {
            table = Some((battle, tokens));
        }
    }
    server.kill();
    println!("{kills} kills, {orders} acknowledged orders in {battles} battles: none lost, none twice");
}
