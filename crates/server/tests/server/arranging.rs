//! Units that are arranged before the first turn, at whole servers: unseen, through a restart, and at two servers of one database.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use hotgates_engine::{BySide, Coord, Side, UnitId};
use hotgates_protocol::{Empty, GuestMessage, TableStage, UnitPlaces};
use hotgates_record::Replay;
use hotgates_table::check_table_dice;
use serde_json::json;

use crate::guest::{
    Client, give_number, make_battle, open_both, order_by_lot, post, request, settings, start,
};

/// Has a person put the first unit on a free hex; returns both.
async fn place_one(client: &mut Client, side: Side) -> (UnitId, Coord) {
    client.wait_for(|client| client.stage() == TableStage::Arranging && client.arrangement.is_some()).await;
    let told = client.arrangement.clone().unwrap();
    let battle = told.battle.begin_battle().unwrap();
    let unit = battle.living(side).next().unwrap();
    let is_free = |at: &&Coord| battle.at(battle.grid().at(**at).unwrap()).is_none();
    let at = *told.zone.iter().find(is_free).unwrap();
    let placed = UnitPlaces { places: vec![(unit, at)] };
    client.say(&GuestMessage::Place(placed.clone())).await;
    client.wait_for(|client| client.arrangement.as_ref().unwrap().placed == placed).await;
    // To place it there once more changes nothing, and is answered all the same.
    let heard = client.lines.len();
    client.say(&GuestMessage::Place(placed)).await;
    client.wait_for(|client| client.lines[heard..].iter().any(|line| line.contains("placed"))).await;
    (unit, at)
}

/// Has both put a unit elsewhere and begin; returns where.
pub async fn arrange_both(clients: &mut [Client; 2]) -> BySide<(UnitId, Coord)> {
    let [red, blue] = clients;
    let places = BySide { red: place_one(red, Side::Red).await, blue: place_one(blue, Side::Blue).await };
    for client in clients {
        client.say(&GuestMessage::Ready(Empty {})).await;
    }
    places
}

/// The battle begins, for both, with both units where they were put.
pub async fn check_begun(clients: &mut [Client; 2], places: &BySide<(UnitId, Coord)>) {
    for client in clients {
        client.wait_for(|client| client.stage() == TableStage::Battle && client.begin.is_some()).await;
        let battle = client.battle();
        for side in Side::BOTH {
            let (unit, at) = places[side];
            assert_eq!(battle.grid().coord(battle.unit(unit).cell), at);
        }
    }
}

#[tokio::test]
async fn what_was_arranged_is_there_after_a_restart_and_no_other_seat_hears_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], json!({})).await;
    let mut watcher = Client::enter(server.address(), &battle, None).await;
    let mut clients = open_both(server.address(), &battle, &tokens).await;
    for client in &mut clients {
        client
            .wait_for(|client| client.stage() == TableStage::Arranging && client.arrangement.is_some())
            .await;
    }
    watcher.wait_for(|client| client.stage() == TableStage::Arranging).await;
    let (_, told) =
        post(server.address(), &format!("/b/{battle}/feed"), &json!({ "token": tokens[1] })).await;
    let feed = told["feed"].as_str().unwrap().split_once("/b/").unwrap().1.to_owned();
    let entries = async |to| {
        let (_, _, bytes) = request(to, "GET", &format!("/b/{feed}"), "", "").await;
        String::from_utf8(bytes).unwrap().matches("<entry>").count()
    };
    assert_eq!(entries(server.address()).await, 1, "Blue is told to arrange its units");
    let heard = [clients[1].heard, watcher.heard];
    let red = place_one(&mut clients[0], Side::Red).await;
    for (client, heard) in [&mut clients[1], &mut watcher].into_iter().zip(heard) {
        client.say(&GuestMessage::Ping(Empty {})).await;
        client.wait_for(|client| client.chat.last().is_some_and(|words| words == "pong")).await;
        assert_eq!(client.heard, heard + 1, "the answer, and nothing before it");
    }
    clients[0].say(&GuestMessage::Ready(Empty {})).await;
    clients[1].wait_for(|client| client.state.as_ref().unwrap().seats[0].ready).await;
    server.stop().await;

    let server = start(folder.path()).await;
    let to = server.address();
    let mut clients = [
        Client::enter(to, &battle, tokens[0].as_ref()).await,
        Client::enter(to, &battle, tokens[1].as_ref()).await,
    ];
    for client in &mut clients {
        client.wait_for(|client| client.arrangement.is_some()).await;
    }
    assert_eq!(clients[0].arrangement.as_ref().unwrap().placed.places, [red]);
    assert!(clients[1].arrangement.as_ref().unwrap().placed.places.is_empty());
    let blue = place_one(&mut clients[1], Side::Blue).await;
    clients[1].say(&GuestMessage::Ready(Empty {})).await;
    check_begun(&mut clients, &BySide { red, blue }).await;
    assert!(!clients[0].lines.iter().any(|line| line.contains("placed")), "Red is not told what Blue did");
    let mut number = 0;
    while clients[0].battle().verdict().is_none() {
        order_by_lot(&mut clients, number, number).await;
        number += 1;
    }
    clients[0].wait_for(|client| client.stage() == TableStage::Over).await;
    let (status, _, bytes) = request(to, "GET", &format!("/b/{battle}/replay"), "", "").await;
    assert_eq!(status, 200);
    let (replay, record) = Replay::verify_bytes(&bytes).unwrap();
    assert_eq!(record.battle().hash(), clients[0].battle().hash());
    assert_eq!(check_table_dice(clients[0].state.as_ref().unwrap(), &replay.scenario), Ok(()));
    server.stop().await;
}

#[tokio::test]
async fn a_clock_ends_the_arranging_and_who_gives_up_then_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let server = hotgates_server::start_server(settings(folder.path())).await.unwrap();
    let to = server.address();
    let clock = json!({ "clock": { "half_turn_ms": 1500, "bank_ms": 600_000 } });
    let (battle, tokens) = make_battle(to, ["human", "human"], clock).await;
    let mut clients = open_both(to, &battle, &tokens).await;
    let red = place_one(&mut clients[0], Side::Red).await;
    clients[1].wait_for(|client| client.stage() == TableStage::Battle && client.begin.is_some()).await;
    let known = clients[1].battle();
    assert_eq!(known.grid().coord(known.unit(red.0).cell), red.1, "the time is over, whoever is ready");

    let (battle, tokens) = make_battle(to, ["human", "greedy"], json!({})).await;
    let mut client = Client::enter(to, &battle, tokens[0].as_ref()).await;
    give_number(&mut client, &battle, Side::Red).await;
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let mut clients = open_both(to, &battle, &tokens).await;
    place_one(&mut clients[0], Side::Red).await;
    clients[1].say(&GuestMessage::Resign(Empty {})).await;
    for client in &mut clients {
        client.wait_for(|client| client.stage() == TableStage::Over).await;
        assert_eq!(client.state.as_ref().unwrap().verdict.unwrap().winner, Some(Side::Red));
    }
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "arrange": false })).await;
    let mut clients = open_both(to, &battle, &tokens).await;
    clients[0].wait_for(|client| client.stage() == TableStage::Battle).await;
    assert!(clients[0].arrangement.is_none(), "whoever sets the table may leave it out");
    server.stop().await;
}
