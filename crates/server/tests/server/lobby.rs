//! Public battles, seats that whoever comes first may have, and battles with the sides exchanged.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use hotgates_engine::Side;
use hotgates_protocol::{Empty, GuestMessage, TableStage};
use serde_json::{Value, json};

use crate::guest::{Client, DUEL, make_battle, post, request, seat_both, start};

async fn lobby(to: std::net::SocketAddr) -> Value {
    let (status, _, body) = request(to, "GET", "/lobby", "", "").await;
    assert_eq!(status, 200);
    serde_json::from_slice(&body).unwrap()
}

fn ids(listed: &Value) -> Vec<&str> {
    listed.as_array().unwrap().iter().map(|listed| listed["battle"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_lobby_shows_public_battles_and_nothing_secret() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (private, _) = make_battle(to, ["human", "human"], json!({})).await;
    let (watched, tokens) = make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let (open, mine) = make_battle(to, ["human", "human"], json!({ "listed": true, "open": "blue" })).await;
    assert!(mine[0].is_some() && mine[1].is_none(), "the free seat has no link");
    let shown = lobby(to).await;
    assert_eq!((ids(&shown["running"]), ids(&shown["open"])), (vec![watched.as_str()], vec![open.as_str()]));
    assert_eq!((&shown["open"][0]["free"], &shown["open"][0]["map"]), (&json!("blue"), &json!("duel")));
    let text = shown.to_string();
    for secret in [Some(&private), tokens[0].as_ref(), tokens[1].as_ref(), mine[0].as_ref()] {
        assert!(!text.contains(secret.unwrap()), "{text}");
    }
    let (status, _) =
        post(to, "/battles", &json!({ "text": DUEL, "red": "human", "blue": "human", "open": "red" })).await;
    assert_eq!(status, 400, "a free seat is at a battle that is listed");

    // Whoever is first has the seat.
    let json = "Content-Type: application/json\r\n";
    let (status, head, _) = request(to, "POST", &format!("/b/{open}/free-seat"), json, "").await;
    assert_eq!(status, 200);
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    assert_eq!(request(to, "POST", &format!("/b/{open}/free-seat"), json, "").await.0, 409);
    assert_eq!(request(to, "POST", &format!("/b/{private}/free-seat"), json, "").await.0, 409);
    let shown = lobby(to).await;
    assert!(ids(&shown["open"]).is_empty() && ids(&shown["running"]).contains(&open.as_str()));
    let clients = seat_both(to, &open, &[mine[0].clone(), Some(token.clone())]).await;
    assert_eq!(clients[1].state.as_ref().unwrap().you, Some(Side::Blue));
    server.stop().await;

    let server = start(folder.path()).await;
    let client = Client::enter(server.address(), &open, Some(&token)).await;
    assert_eq!(client.state.unwrap().you, Some(Side::Blue), "the seat is kept");
    server.stop().await;
}

#[tokio::test]
async fn another_battle_with_the_sides_exchanged_has_the_same_holders() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let mut clients = seat_both(to, &battle, &tokens).await;
    let cookie = format!("Cookie: hotgates-{battle}={}\r\n", tokens[0].as_ref().unwrap());
    let follow = format!("/b/{battle}/rematch");
    assert_eq!(request(to, "POST", &follow, &cookie, "").await.0, 409);
    clients[0].say(&GuestMessage::Resign(Empty {})).await;
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
    }
    clients[1].say(&GuestMessage::OfferRematch(Empty {})).await;
    clients[0].wait_for(|client| client.state.as_ref().unwrap().rematch_offered == Some(Side::Blue)).await;
    clients[0].say(&GuestMessage::OfferRematch(Empty {})).await;
    for client in &mut clients {
        client.wait_for(|client| client.state.as_ref().unwrap().rematch.is_some()).await;
    }
    let next = clients[0].state.as_ref().unwrap().rematch.clone().unwrap();
    let (status, head, body) = request(to, "POST", &follow, &cookie, "").await;
    let answer: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &answer["battle"], &answer["side"]), (200, &json!(next), &json!("blue")));
    assert!(head.contains(&format!("hotgates-{next}=")), "{head}");
    assert_eq!(request(to, "POST", &follow, "", "").await.0, 403, "a seat's holder only");
    let exchanged = [tokens[1].clone(), tokens[0].clone()];
    let clients = seat_both(to, &next, &exchanged).await;
    assert_eq!(clients[0].state.as_ref().unwrap().map, "duel");
    assert!(ids(&lobby(to).await["running"]).contains(&next.as_str()), "as public as the one before");
    server.stop().await;
}
