//! Whole servers on this machine: battles of people over sockets, restarts in their middle, and requests that are refused.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hotgates_engine::{BySide, LegalOrders, Order, Side};
use hotgates_protocol::{ChatWords, Empty, GuestMessage, OrderMessage, TableMessage, TableStage, read_line};
use hotgates_record::Replay;
use hotgates_server::{ServerFault, ServerSettings, start_server};
use hotgates_table::{check_dice_proof, seat_commitment};
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use crate::arranging::{arrange_both, check_begun};
use crate::guest::{
    Client, PATIENCE, give_number, give_numbers, make_battle, number_of_seat, order_by_lot, post, request,
    seat_both, settings, start,
};

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
    let seats = BySide::new(|side: Side| Some(seat_commitment(&battle, side, number_of_seat(side))));
    let proof = state.proof.unwrap();
    let commitment = state.commitment.parse().unwrap();
    assert_eq!(check_dice_proof(&battle, &replay.scenario, commitment, seats, &proof), Ok(()));
    server.stop().await;
}

#[tokio::test]
async fn a_person_fights_a_computer_and_is_told_of_its_orders() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["hunter", "human"], json!({})).await;
    assert_eq!(tokens[0], None);
    let mut client = Client::enter(server.address(), &battle, tokens[1].as_ref()).await;
    give_number(&mut client, &battle, Side::Blue).await;
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
    // A seat that comes again does not hear it either.
    let mut again = Client::enter(to, &battle, tokens[0].as_ref()).await;
    again.say(&GuestMessage::Ping(Empty {})).await;
    again.wait_for(|client| client.chat.last().is_some_and(|words| words == "pong")).await;
    assert_eq!(again.chat, ["good luck", "pong"]);
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

/// Two servers on one `PostgreSQL` database, Red at one and Blue at the other; one of them ends in the middle.
/// `HOTGATES_POSTGRES` names a database that may be written to; without it nothing is tested.
#[tokio::test]
async fn two_servers_share_a_battle() {
    let Some((database, _alone)) = crate::guest::own_postgres().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let shared = || ServerSettings { database: Some(database.clone()), ..settings(folder.path()) };
    let (one, other) = (start_server(shared()).await.unwrap(), start_server(shared()).await.unwrap());
    let (battle, tokens) = make_battle(one.address(), ["human", "human"], json!({})).await;
    let red = Client::enter(one.address(), &battle, tokens[0].as_ref()).await;
    let blue = Client::enter(other.address(), &battle, tokens[1].as_ref()).await;
    let mut clients = [red, blue];
    give_numbers(&battle, &mut clients).await;
    // Each arranges at a server of its own.
    let places = arrange_both(&mut clients).await;
    check_begun(&mut clients, &places).await;
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

/// Moves that can be taken back send the enemy nothing: neither what they are, nor that there are any.
#[tokio::test]
async fn nobody_can_count_the_enemys_moves() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], json!({})).await;
    let mut clients = seat_both(server.address(), &battle, &tokens).await;
    let battle = clients[0].battle();
    let (side, mut legal) = (battle.side(), LegalOrders::default());
    let is_move = |order: &&Order| matches!(order, Order::Move { .. });
    let order = *legal.orders_of_side(&battle).iter().find(is_move).unwrap();
    let (mover, other) = (side as usize, 1 - side as usize);
    while timeout(Duration::from_millis(200), clients[other].hear()).await.is_ok() {}
    clients[mover].order(order.into(), "1").await;
    clients[mover].wait_for(|client| client.state.as_ref().unwrap().can_take_back).await;
    clients[mover].say(&GuestMessage::TakeBack(Empty {})).await;
    clients[mover].wait_for(|client| !client.state.as_ref().unwrap().can_take_back).await;
    let heard = clients[other].heard;
    clients[other].say(&GuestMessage::Ping(Empty {})).await;
    clients[other].wait_for(|client| client.chat.last().is_some_and(|words| words == "pong")).await;
    assert_eq!(clients[other].heard, heard + 1, "the answer, and nothing before it");
    server.stop().await;
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
