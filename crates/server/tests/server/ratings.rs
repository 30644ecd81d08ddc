//! Ratings: only for battles that both sides have chosen to be rated for, and once for each.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::net::SocketAddr;

use hotgates_protocol::{Empty, GuestMessage, TableStage};
use hotgates_server::{ServerSettings, start_server};
use serde_json::{Value, json};

use crate::guest::{make_battle, post, request, seat_both, settings, start};

async fn ratings(to: SocketAddr) -> Value {
    let (status, _, body) = request(to, "GET", "/ratings", "", "").await;
    assert_eq!(status, 200);
    serde_json::from_slice::<Value>(&body).unwrap()["ratings"].clone()
}

async fn make_player(to: SocketAddr, name: &str) -> String {
    let (status, made) = post(to, "/players", &json!({ "name": name })).await;
    assert_eq!(status, 200, "{made}");
    made["secret"].as_str().unwrap().to_owned()
}

/// Has Red give up a battle in which the seats of these sides are rated.
async fn lose_as_red(to: SocketAddr, players: [Option<(&str, &str)>; 2]) {
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let path = format!("/b/{battle}/rated");
    for (token, player) in tokens.iter().zip(players) {
        if let Some((player, secret)) = player {
            let asked = json!({ "token": token, "player": player, "secret": secret });
            assert_eq!(post(to, &path, &asked).await.0, 200);
            assert_eq!(post(to, &path, &asked).await.0, 409, "a seat takes one player");
        }
    }
    let mut clients = seat_both(to, &battle, &tokens).await;
    // Nobody chooses when it is known how the battle goes.
    for (token, player) in tokens.iter().zip([("ann", "x"), ("ben", "x")]) {
        let asked = json!({ "token": token, "player": player.0, "secret": player.1 });
        assert_ne!(post(to, &path, &asked).await.0, 200);
    }
    for (token, player) in tokens.iter().zip(players) {
        let (player, secret) = player.or(players[0]).or(players[1]).unwrap_or(("ann", "x"));
        let asked = json!({ "token": token, "player": player, "secret": secret });
        assert_ne!(post(to, &path, &asked).await.0, 200, "the battle has begun");
    }
    clients[0].say(&GuestMessage::Resign(Empty {})).await;
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
    }
    // What is said after the end is a record, too, and counts nothing.
    clients[0].say(&GuestMessage::OfferRematch(Empty {})).await;
    clients[1].wait_for(|client| client.state.as_ref().unwrap().rematch_offered.is_some()).await;
}

#[tokio::test]
async fn results_count_once_and_only_where_both_sides_have_chosen_so() {
    let folder = tempfile::tempdir().unwrap();
    let rated = || ServerSettings { ratings: true, ..settings(folder.path()) };
    let server = start_server(rated()).await.unwrap();
    let to = server.address();
    let (ann, ben) = (make_player(to, "ann").await, make_player(to, "ben").await);
    assert_eq!(post(to, "/players", &json!({ "name": "ann" })).await.0, 409);
    for name in ["", "Ann", "a b", "<b>", &"a".repeat(25)] {
        assert_eq!(post(to, "/players", &json!({ "name": name })).await.0, 400, "{name}");
    }
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let path = format!("/b/{battle}/rated");
    for (token, player, secret, status) in [
        (&tokens[0], "ann", ben.as_str(), 403),
        (&tokens[0], "nobody", ann.as_str(), 403),
        (&None, "ann", ann.as_str(), 403),
        (&tokens[0], "ann", ann.as_str(), 200),
        (&tokens[1], "ann", ann.as_str(), 409),
    ] {
        let asked = json!({ "token": token, "player": player, "secret": secret });
        assert_eq!(post(to, &path, &asked).await.0, status, "{asked}");
    }
    lose_as_red(to, [Some(("ann", &ann)), None]).await;
    lose_as_red(to, [None, None]).await;
    assert_eq!(ratings(to).await, json!([]));
    lose_as_red(to, [Some(("ann", &ann)), Some(("ben", &ben))]).await;
    let found = ratings(to).await;
    assert_eq!((&found[0]["player"], &found[1]["player"]), (&json!("ben"), &json!("ann")));
    assert_eq!((&found[0]["games"], &found[1]["games"]), (&json!(1), &json!(1)));
    assert!(found[0]["elo"].as_f64() > Some(0.0) && found[1]["elo"].as_f64() < Some(0.0), "{found}");
    let (_, _, lobby) = request(to, "GET", "/lobby", "", "").await;
    assert_eq!(serde_json::from_slice::<Value>(&lobby).unwrap()["ratings"], found);
    server.stop().await;
    // A server that starts again counts nothing anew; one without ratings has none.
    let server = start_server(rated()).await.unwrap();
    assert_eq!(ratings(server.address()).await, found);
    server.stop().await;
    let server = start(folder.path()).await;
    let to = server.address();
    assert_eq!(request(to, "GET", "/ratings", "", "").await.0, 404);
    assert_eq!(post(to, "/players", &json!({ "name": "cid" })).await.0, 404);
    let (_, _, lobby) = request(to, "GET", "/lobby", "", "").await;
    assert!(serde_json::from_slice::<Value>(&lobby).unwrap().get("ratings").is_none());
    server.stop().await;
}
