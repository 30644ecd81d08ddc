//! What reaches people who are not there: feeds and webhooks.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use hotgates_engine::{Order, Side};
use hotgates_protocol::{Empty, GuestMessage};
use hotgates_server::{RunningServer, ServerSettings, WebhookReach, WebhookSettings, start_server};
use hotgates_table::Bytes32;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use crate::guest::{Client, PATIENCE, make_battle, post, request, seat_both, settings, start};

async fn end_half_turn(clients: &mut [Client; 2], side: Side, id: &str) {
    clients[side as usize].order(Order::EndTurn.into(), id).await;
    for client in clients {
        client.wait_for(|client| client.state.as_ref().unwrap().to_move == Some(side.other())).await;
    }
}

async fn read_feed(to: SocketAddr, path: &str) -> String {
    let (status, head, body) = request(to, "GET", path, "", "").await;
    assert!(status == 200 && head.contains("application/atom+xml"), "{head}");
    String::from_utf8(body).unwrap()
}

#[tokio::test]
async fn a_feed_tells_a_seat_of_its_own_turns_and_of_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let [red, blue] = tokens.each_ref().map(|token| token.clone().unwrap());
    let mut paths = Vec::new();
    for token in [&red, &blue] {
        let (status, told) = post(to, &format!("/b/{battle}/feed"), &json!({ "token": token })).await;
        let address = told["feed"].as_str().unwrap().to_owned();
        let path = address.strip_prefix(&format!("http://{to}")).unwrap().to_owned();
        assert!(status == 200 && !path.contains(&red) && !path.contains(&blue), "{path}");
        paths.push(path);
    }
    assert_ne!(paths[0], paths[1]);
    assert!(!read_feed(to, &paths[0]).await.contains("<entry>"), "nothing has begun");
    let mut clients = seat_both(to, &battle, &tokens).await;
    let first = clients[0].state.as_ref().unwrap().to_move.unwrap();
    let other = first.other();
    let feed = read_feed(to, &paths[first as usize]).await;
    let mark = format!("/b/{battle}#{}-1</id>", first.name());
    assert!(feed.contains(&mark) && feed.contains("it is your turn (1)"), "{feed}");
    assert!(!read_feed(to, &paths[other as usize]).await.contains("<entry>"));
    end_half_turn(&mut clients, first, "1").await;
    assert!(read_feed(to, &paths[other as usize]).await.contains("it is your turn"));
    assert!(!read_feed(to, &paths[first as usize]).await.contains("<entry>"));
    // The address of a feed opens nothing else, and that of another battle or seat no feed.
    let secret = paths[0].rsplit('/').next().unwrap().to_owned();
    assert_eq!(post(to, &format!("/b/{battle}/seat"), &json!({ "token": secret })).await.0, 403);
    assert_eq!(post(to, &format!("/b/{battle}/feed"), &json!({ "token": secret })).await.0, 403);
    assert_eq!(post(to, &format!("/b/{battle}/feed"), &json!({})).await.0, 403);
    for path in [format!("/b/{battle}/feed/{red}"), format!("/b/{}/feed/{secret}", "0".repeat(16))] {
        assert_eq!(request(to, "GET", &path, "", "").await.0, 403, "{path}");
    }
    // A new link of the seat has a new feed.
    let (_, renewed) = post(to, &format!("/b/{battle}/seat/renew"), &json!({ "token": red })).await;
    assert_eq!(request(to, "GET", &paths[0], "", "").await.0, 403);
    let token = renewed["token"].as_str().unwrap();
    let (status, told) = post(to, &format!("/b/{battle}/feed"), &json!({ "token": token })).await;
    assert!(status == 200 && !told["feed"].as_str().unwrap().ends_with(&paths[0]));
    let mut blue = Client::enter(to, &battle, Some(&blue)).await;
    blue.say(&GuestMessage::Resign(Empty {})).await;
    blue.wait_for(|client| client.state.as_ref().unwrap().verdict.is_some()).await;
    assert!(read_feed(to, &paths[1]).await.contains("the battle is over"));
    server.stop().await;
}

#[tokio::test]
async fn the_feed_of_the_lobby_names_battles_that_wait() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (open, mine) = make_battle(to, ["human", "human"], json!({ "listed": true, "open": "blue" })).await;
    let (listed, _) = make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let (private, _) = make_battle(to, ["human", "human"], json!({})).await;
    let feed = read_feed(to, "/lobby/feed").await;
    assert!(
        feed.contains(&open) && feed.contains("duel: human against human; Blue&apos;s seat is free"),
        "{feed}"
    );
    for hidden in [&listed, &private, mine[0].as_ref().unwrap()] {
        assert!(!feed.contains(hidden.as_str()), "{feed}");
    }
    server.stop().await;
}

/// News that a webhook has received: head and body of a request.
type ReceivedNews = (String, Value, Vec<u8>);

/// Reads a request and answers it.
async fn answer_request(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    answer: &str,
) -> Option<ReceivedNews> {
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut piece).await.ok().filter(|&read| read > 0)?;
        bytes.extend_from_slice(&piece[..read]);
        let Some(end) = bytes.windows(4).position(|end| end == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let body = &bytes[end + 4..];
        if body.len() < length.parse().unwrap() {
            continue;
        }
        let _ = stream.write_all(format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n").as_bytes()).await;
        return Some((head, serde_json::from_slice(body).unwrap(), body.to_vec()));
    }
}

/// A machine that receives news, gives these answers one after the other, and the last one to all that follow.
struct Receiver {
    address: SocketAddr,
    news: mpsc::UnboundedReceiver<ReceivedNews>,
    connections: Arc<AtomicUsize>,
}

impl Receiver {
    async fn start(answers: &[&str], encryption: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let answers: Vec<String> = answers.iter().map(|&answer| answer.to_owned()).collect();
        let (sender, news) = mpsc::unbounded_channel();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let number = counted.fetch_add(1, Ordering::Relaxed);
                let answer = answers.get(number).or(answers.last()).unwrap();
                let received = match &encryption {
                    None => answer_request(&mut stream, answer).await,
                    Some(encryption) => match encryption.accept(stream).await {
                        Ok(mut stream) => answer_request(&mut stream, answer).await,
                        Err(_) => None,
                    },
                };
                if let Some(received) = received {
                    let _ = sender.send(received);
                }
            }
        });
        Self { address, news, connections }
    }

    async fn next(&mut self) -> ReceivedNews {
        timeout(PATIENCE, self.news.recv()).await.unwrap().unwrap()
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

async fn start_with(folder: &std::path::Path, webhooks: WebhookSettings) -> RunningServer {
    let operator = Some("127.0.0.1:0".parse().unwrap());
    start_server(ServerSettings { webhooks, operator, ..settings(folder) }).await.unwrap()
}

fn local_webhooks() -> WebhookSettings {
    WebhookSettings { reach: WebhookReach::Local, first_wait: Duration::from_millis(20), trusted: None }
}

/// Waits until the server has counted as many of something.
async fn wait_for_count(server: &RunningServer, name: &str, count: u64) {
    let since = Instant::now();
    loop {
        let (_, _, metrics) = request(server.operator_address().unwrap(), "GET", "/metrics", "", "").await;
        let metrics = String::from_utf8(metrics).unwrap();
        let line = metrics.lines().find(|line| line.starts_with(&format!("hotgates_{name}_total "))).unwrap();
        if line.rsplit(' ').next().unwrap().parse::<u64>().unwrap() >= count {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{line}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_webhook_is_told_of_turns_signed_and_again_after_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_with(folder.path(), local_webhooks()).await;
    let to = server.address();
    let mut receiver = Receiver::start(&["503 Busy", "500 Broken", "204 No Content"], None).await;
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let mut clients = seat_both(to, &battle, &tokens).await;
    let first = clients[0].state.as_ref().unwrap().to_move.unwrap();
    let other = first.other();
    let hook = json!({
        "token": tokens[other as usize],
        "address": format!("http://{}/hook?seat=2", receiver.address),
    });
    let (status, told) = post(to, &format!("/b/{battle}/webhook"), &hook).await;
    assert_eq!(status, 200, "{told}");
    let secret = told["secret"].as_str().unwrap();
    end_half_turn(&mut clients, first, "1").await;
    let tries = [receiver.next().await, receiver.next().await, receiver.next().await];
    assert!(tries.iter().all(|(_, news, _)| *news == tries[0].1), "the same news each time");
    let (head, news, body) = &tries[2];
    assert!(head.starts_with("POST /hook?seat=2 HTTP/1.1\r\n"), "{head}");
    assert_eq!(
        (&news["event"], &news["battle"], &news["side"]),
        (&json!("your_turn"), &json!(battle), &json!(other))
    );
    assert_eq!(news["link"], json!(format!("http://{to}/b/{battle}")));
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body);
    let digits = Bytes32::from_bytes(mac.finalize().into_bytes().into()).to_string();
    assert!(head.contains(&format!("x-hotgates-signature: sha256={digits}")), "{head}");
    for token in tokens.iter().flatten() {
        assert!(!head.contains(token.as_str()) && !news.to_string().contains(token.as_str()));
    }
    // Nobody is told of the enemy's turn; the end is told.
    wait_for_count(&server, "webhooks_told", 1).await;
    end_half_turn(&mut clients, other, "2").await;
    clients[first as usize].say(&GuestMessage::Resign(Empty {})).await;
    assert_eq!(receiver.next().await.1["event"], "over");
    assert_eq!(receiver.connections(), 4);
    server.stop().await;
}

#[tokio::test]
async fn a_webhook_that_leads_on_is_not_followed_and_one_that_is_gone_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_with(folder.path(), local_webhooks()).await;
    let to = server.address();
    let elsewhere = Receiver::start(&["200 OK"], None).await;
    let leads_on = format!("302 Found\r\nLocation: http://{}/", elsewhere.address);
    let mut receiver = Receiver::start(&[&leads_on, "410 Gone"], None).await;
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let mut clients = seat_both(to, &battle, &tokens).await;
    let first = clients[0].state.as_ref().unwrap().to_move.unwrap();
    let other = first.other();
    let hook = json!({ "token": tokens[other as usize], "address": format!("http://{}/", receiver.address) });
    assert_eq!(post(to, &format!("/b/{battle}/webhook"), &hook).await.0, 200);
    for (number, side) in [first, other, first, other, first, other].into_iter().enumerate() {
        end_half_turn(&mut clients, side, &number.to_string()).await;
        if side == first && number < 4 {
            receiver.next().await;
            wait_for_count(&server, "webhooks_failed", number as u64 / 2 + 1).await;
            sleep(Duration::from_millis(50)).await;
        }
    }
    sleep(Duration::from_millis(200)).await;
    assert_eq!((receiver.connections(), elsewhere.connections()), (2, 0));
    server.stop().await;
}

#[tokio::test]
async fn webhooks_reach_no_network_of_the_servers_own() {
    let folder = tempfile::tempdir().unwrap();
    let webhooks = WebhookSettings { first_wait: Duration::from_millis(5), ..WebhookSettings::default() };
    let server = start_with(folder.path(), webhooks).await;
    let to = server.address();
    let receiver = Receiver::start(&["200 OK"], None).await;
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let path = format!("/b/{battle}/webhook");
    for address in [
        format!("http://{}/", receiver.address),
        format!("https://{}/", receiver.address),
        "https://10.0.0.1/".to_owned(),
        "https://a:b@example.org/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let (status, told) = post(to, &path, &json!({ "token": tokens[1], "address": address })).await;
        assert_eq!(status, 400, "{address}: {told}");
    }
    let stranger = json!({ "token": "0".repeat(32), "address": "https://example.org/" });
    assert_eq!(post(to, &path, &stranger).await.0, 403);
    // A name that leads here is found out when it is looked up.
    for token in &tokens {
        let address = format!("https://localhost:{}/", receiver.address.port());
        assert_eq!(post(to, &path, &json!({ "token": token, "address": address })).await.0, 200);
    }
    drop(seat_both(to, &battle, &tokens).await);
    wait_for_count(&server, "webhooks_failed", 5).await;
    assert_eq!(receiver.connections(), 0);
    server.stop().await;
}

/// Makes a certificate of `localhost`, and encryption with it; `None` where there is no `openssl`.
fn make_encryption(folder: &std::path::Path) -> Option<(Vec<u8>, TlsAcceptor)> {
    let [certificate, key] = ["hook.pem", "hook.key"].map(|name| folder.join(name));
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]);
    command.args(["-days", "2", "-subj", "/CN=hotgates-test", "-addext", "subjectAltName=DNS:localhost"]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    assert!(command.arg("-out").arg(&certificate).arg("-keyout").arg(&key).output().ok()?.status.success());
    let chain = CertificateDer::pem_file_iter(&certificate).unwrap().map(Result::unwrap).collect();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let key = PrivateKeyDer::from_pem_file(key).unwrap();
    let config = config.unwrap().with_no_client_auth().with_single_cert(chain, key).unwrap();
    Some((std::fs::read(certificate).unwrap(), TlsAcceptor::from(Arc::new(config))))
}

#[tokio::test]
async fn a_webhook_is_encrypted_for_a_machine_that_proves_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let Some((certificate, encryption)) = make_encryption(folder.path()) else {
        eprintln!("skipped: there is no openssl");
        return;
    };
    let webhooks = WebhookSettings { trusted: Some(certificate), ..local_webhooks() };
    let server = start_with(folder.path(), webhooks).await;
    let to = server.address();
    let mut receiver = Receiver::start(&["200 OK"], Some(encryption)).await;
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "arrange": false })).await;
    for (token, host) in tokens.iter().zip(["localhost", "127.0.0.1"]) {
        let address = format!("https://{host}:{}/hook", receiver.address.port());
        let hook = json!({ "token": token, "address": address });
        assert_eq!(post(to, &format!("/b/{battle}/webhook"), &hook).await.0, 200);
    }
    let mut clients = seat_both(to, &battle, &tokens).await;
    let first = clients[0].state.as_ref().unwrap().to_move.unwrap();
    end_half_turn(&mut clients, first, "1").await;
    assert_eq!(receiver.next().await.1["side"], "red");
    // Another name than that of the certificate is told nothing.
    wait_for_count(&server, "webhooks_failed", 5).await;
    assert!(receiver.news.try_recv().is_err());
    server.stop().await;
}

#[tokio::test]
async fn what_a_webhook_was_not_told_is_taken_up_by_the_next_server() {
    let folder = tempfile::tempdir().unwrap();
    // The first server's webhook waits for an hour before it is tried again.
    let patient = WebhookSettings { first_wait: Duration::from_hours(1), ..local_webhooks() };
    let server = start_with(folder.path(), patient).await;
    let mut receiver = Receiver::start(&["503 Busy", "200 OK"], None).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "arrange": false })).await;
    for token in &tokens {
        let hook = json!({ "token": token, "address": format!("http://{}/", receiver.address) });
        assert_eq!(post(to, &format!("/b/{battle}/webhook"), &hook).await.0, 200);
    }
    drop(seat_both(to, &battle, &tokens).await);
    let before = receiver.next().await.1;
    wait_for_count(&server, "webhooks_failed", 1).await;
    server.stop().await;
    let server = start_with(folder.path(), local_webhooks()).await;
    assert_eq!(receiver.next().await.1["id"], before["id"]);
    wait_for_count(&server, "webhooks_told", 1).await;
    server.stop().await;
    // What it was told it is not told again.
    let server = start_with(folder.path(), local_webhooks()).await;
    sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.connections(), 2);
    server.stop().await;
}
