//! New links for seats, and requests that are too many or too slow.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use hotgates_engine::Side;
use hotgates_server::{AdminTask, BotList, RunningServer, ServerSettings, do_admin_task, start_server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::guest::{Client, PATIENCE, make_battle, order_by_lot, post, request, seat_both, settings, start};

/// Asserts that a token holds no seat, wherever it is shown.
async fn assert_refused(to: SocketAddr, battle: &str, token: &str) {
    let client = Client::enter(to, battle, Some(&token.to_owned())).await;
    assert_eq!(client.refused.first().map(|refusal| refusal.code.as_str()), Some("token"));
    for path in ["seat", "seat/renew"] {
        let (status, answer) = post(to, &format!("/b/{battle}/{path}"), &json!({ "token": token })).await;
        assert_eq!(status, 403, "{path}: {answer}");
    }
    let cookie = format!("Cookie: hotgates-{battle}={token}\r\nContent-Type: application/json\r\n");
    for (path, body) in [("rematch", ""), ("seat/renew", "{}")] {
        let path = format!("/b/{battle}/{path}");
        assert_eq!(request(to, "POST", &path, &cookie, body).await.0, 403, "{path}");
    }
}

/// Renews Red's link in the middle of a battle between two servers, which may be one, and fights on.
async fn renew_between(here: SocketAddr, there: SocketAddr) {
    let (battle, tokens) = make_battle(here, ["human", "human"], json!({})).await;
    let mut clients = seat_both(here, &battle, &tokens).await;
    for number in 0..5 {
        order_by_lot(&mut clients, number, number).await;
    }
    let old = tokens[0].clone().unwrap();
    let mut stolen = Client::enter(there, &battle, Some(&old)).await;
    let known = clients.each_ref().map(|client| client.told.clone());
    let cookie = format!("Cookie: hotgates-{battle}={old}\r\nContent-Type: application/json\r\n");
    let (status, head, body) = request(here, "POST", &format!("/b/{battle}/seat/renew"), &cookie, "{}").await;
    assert_eq!(status, 200);
    let answer: Value = serde_json::from_slice(&body).unwrap();
    let new = answer["token"].as_str().unwrap().to_owned();
    assert!(
        answer["side"] == "red" && new != old && head.contains(&format!("hotgates-{battle}={new}")),
        "{head}"
    );
    for to in [here, there] {
        assert_refused(to, &battle, &old).await;
    }
    // The socket of the old link is closed, on the other server within a moment.
    assert!(!stolen.try_wait_for(|_| false).await && stolen.is_gone);
    let mut clients = [
        Client::enter(there, &battle, Some(&new)).await,
        Client::enter(here, &battle, tokens[1].as_ref()).await,
    ];
    for (client, known) in clients.iter_mut().zip(&known) {
        client.wait_for(|client| client.told.len() >= known.len() && client.begin.is_some()).await;
        assert!(client.told.starts_with(known));
    }
    order_by_lot(&mut clients, 5, 5).await;
}

#[tokio::test]
async fn a_renewed_link_makes_the_old_one_worth_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    renew_between(server.address(), server.address()).await;
    server.stop().await;
}

#[tokio::test]
async fn a_link_is_renewed_between_two_servers() {
    let Some((database, _alone)) = crate::guest::own_postgres().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let shared = || ServerSettings { database: Some(database.clone()), ..settings(folder.path()) };
    let (one, other) = (start_server(shared()).await.unwrap(), start_server(shared()).await.unwrap());
    renew_between(one.address(), other.address()).await;
    one.stop().await;
    other.stop().await;
}

async fn renew_as_operator(folder: &Path, battle: &str, side: Side) -> Result<String, String> {
    let task = AdminTask::Renew(battle.to_owned(), side);
    do_admin_task(folder, None, &BotList::default(), task).await.map_err(|why| why.to_string())
}

#[tokio::test]
async fn the_operator_gives_a_seat_a_new_link_also_at_the_battle_that_follows() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "greedy"], json!({})).await;
    let old = tokens[0].clone().unwrap();
    let nobody = renew_as_operator(folder.path(), &battle, Side::Blue).await.unwrap_err();
    assert!(nobody.contains("nobody has a link to Blue's seat"), "{nobody}");
    let said = renew_as_operator(folder.path(), &battle, Side::Red).await.unwrap();
    let new = said.split(['#', ' ']).nth(1).unwrap().to_owned();
    let since = std::time::Instant::now();
    while post(to, &format!("/b/{battle}/seat"), &json!({ "token": new })).await.0 != 200 {
        assert!(since.elapsed() < PATIENCE, "the server heeds the operator");
    }
    assert_refused(to, &battle, &old).await;
    server.stop().await;
}

/// Bytes of requests that the server holds.
async fn upload_bytes(server: &RunningServer) -> i64 {
    let (_, _, metrics) = request(server.operator_address().unwrap(), "GET", "/metrics", "", "").await;
    let metrics = String::from_utf8(metrics).unwrap();
    let line = metrics.lines().find(|line| line.starts_with("hotgates_upload_bytes ")).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Memory of this process in KiB, where the system tells.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[tokio::test]
async fn uploads_have_a_bound_together_and_slow_ones_are_let_go() {
    const UPLOADS: i64 = 200;
    const SENT: usize = 900 << 10;
    let folder = tempfile::tempdir().unwrap();
    let operator = Some("127.0.0.1:0".parse().unwrap());
    let server = start_server(ServerSettings { operator, ..settings(folder.path()) }).await.unwrap();
    let to = server.address();
    let before = resident_kib();
    let mut uploads = tokio::task::JoinSet::new();
    for _ in 0..UPLOADS {
        uploads.spawn(async move {
            let mut stream = TcpStream::connect(to).await.unwrap();
            let head = format!(
                "POST /battles HTTP/1.1\r\nHost: {to}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
                1 << 20
            );
            let _ = stream.write_all(head.as_bytes()).await;
            // What is refused in the middle breaks off; the others never send the rest.
            for _ in 0..SENT / 1024 {
                if stream.write_all(&[b' '; 1024]).await.is_err() {
                    break;
                }
            }
            let mut answer = [0; 12];
            let read = tokio::time::timeout(PATIENCE, stream.read(&mut answer)).await.unwrap();
            let status = String::from_utf8_lossy(&answer).get(9..12).and_then(|status| status.parse().ok());
            read.ok().and(status).unwrap_or(0_u16)
        });
    }
    let (mut most, mut grown) = (0, 0);
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(upload_bytes(&server).await);
        grown = grown.max(resident_kib().zip(before).map_or(0, |(now, before)| now.saturating_sub(before)));
    }
    // Whoever sends no map of their own waits for nobody.
    make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let mut statuses = std::collections::BTreeMap::<u16, usize>::new();
    while let Some(status) = uploads.join_next().await {
        *statuses.entry(status.unwrap()).or_default() += 1;
    }
    println!("{UPLOADS} uploads at once: at most {most} bytes, {grown} KiB more in memory; {statuses:?}");
    assert!(most > 10 << 20 && most <= (16 << 20) + UPLOADS * (4 << 10), "{most} bytes");
    assert!(grown < 100 << 10, "{grown} KiB");
    assert!(statuses.get(&408).is_some_and(|&slow| (10..=20).contains(&slow)), "{statuses:?}");
    assert!(statuses.keys().all(|status| [0, 408, 503].contains(status)), "{statuses:?}");
    // All of it is given back.
    assert_eq!(upload_bytes(&server).await, 0);
    let (status, _) = post(to, "/battles", &json!({ "map": 1, "red": "human", "blue": "human" })).await;
    assert_eq!(status, 200);
    let large = json!({ "text": " ".repeat(2 << 20), "red": "human", "blue": "human" });
    let mut stream = TcpStream::connect(to).await.unwrap();
    let head = format!(
        "POST /battles HTTP/1.1\r\nHost: {to}\r\nContent-Length: {}\r\n\r\n",
        large.to_string().len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    server.stop().await;
}
