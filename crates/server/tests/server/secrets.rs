//! Nothing that reaches whoever watches, or a seat, tells of what a side cannot see: two battles that differ in a unit out of
//! sight answer every request with the same bytes.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::net::SocketAddr;

use hotgates_engine::{Coord, LegalOrders, Order, Side, UnitId};
use hotgates_protocol::{Empty, GuestMessage, OrderMessage};
use hotgates_server::ServerSettings;
use serde_json::json;

use crate::guest::{Client, post, request, seat_both, settings};

/// Two armies that march at each other in the dark, and a unit of Blue's at `hidden`, far behind.
fn night(hidden: (u32, u32)) -> String {
    let row = |first: &str| format!("{first}{}", ".".repeat(33 - first.len()));
    format!(
        "Map(name: \"night\", rules: \"hoplite\", variation: 0, first: red, turns: 30, rows: [{:?}, {:?}, {:?}, {:?}],
            red: (units: [(type: \"hoplites\", at: (20, 1))]),
            blue: (units: [(type: \"hoplites\", at: (2, 1)), (type: \"peltasts\", at: {hidden:?})]))",
        row("."),
        row("#"),
        row("."),
        row(".")
    )
}

/// Red's unit, Blue's first one, and the one that is somewhere else.
const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(1);
const HIDDEN: UnitId = UnitId(2);

/// One of both battles, with everybody who is there.
struct Night {
    to: SocketAddr,
    id: String,
    seats: [Client; 2],
    watcher: Client,
    number: usize,
    /// Path of Red's feed.
    feed: String,
}

impl Night {
    async fn begin(to: SocketAddr, hidden: (u32, u32)) -> Self {
        let asked = json!({ "text": night(hidden), "red": "human", "blue": "human", "listed": true });
        let (status, made) = post(to, "/battles", &asked).await;
        assert_eq!(status, 200, "{made}");
        let id = made["battle"].as_str().unwrap().to_owned();
        let tokens = ["red", "blue"].map(|side| made[side].as_str().map(str::to_owned));
        let mut watcher = Client::enter(to, &id, None).await;
        let seats = seat_both(to, &id, &tokens).await;
        watcher.wait_for(|client| client.begin.is_some()).await;
        let (_, told) = post(to, &format!("/b/{id}/feed"), &json!({ "token": tokens[0] })).await;
        let feed = told["feed"].as_str().unwrap().strip_prefix(&format!("http://{to}")).unwrap().to_owned();
        Self { to, id, seats, watcher, number: 0, feed }
    }

    fn legal(&self, side: Side) -> Vec<Order> {
        let mut legal = LegalOrders::default();
        legal.orders_of_side(&self.seats[side as usize].battle()).to_vec()
    }

    async fn order(&mut self, side: Side, order: Order) {
        self.number += 1;
        let client = &mut self.seats[side as usize];
        let (told, refused) = (client.told.len(), client.refused.len());
        client.order(order.into(), &self.number.to_string()).await;
        client.wait_for(|client| client.told.len() > told || client.refused.len() > refused).await;
        assert_eq!(client.refused.len(), refused, "{order}: {:?}", client.refused.last());
        if order == Order::EndTurn {
            let [red, blue] = &mut self.seats;
            for client in [red, blue, &mut self.watcher] {
                client.wait_for(|client| client.state.as_ref().unwrap().to_move == Some(side.other())).await;
            }
        }
    }

    /// Asks whatever Red and a stranger may ask, and returns all answers.
    async fn ask_everything(&mut self) -> Vec<String> {
        let mut answers = Vec::new();
        let json = "Content-Type: application/json\r\n";
        for (method, path, headers, body) in [
            ("GET", format!("/b/{}", self.id), "", String::new()),
            ("GET", format!("/b/{}/replay", self.id), "", String::new()),
            ("POST", format!("/b/{}/seat", self.id), json, json!({ "token": "0".repeat(32) }).to_string()),
            ("POST", format!("/b/{}/free-seat", self.id), json, String::new()),
            ("POST", format!("/b/{}/rematch", self.id), json, String::new()),
            ("POST", format!("/b/{}/seat/renew", self.id), json, "{}".to_owned()),
            ("POST", format!("/b/{}/feed", self.id), json, "{}".to_owned()),
            ("GET", format!("/b/{}/feed/{}", self.id, "0".repeat(32)), "", String::new()),
            ("POST", format!("/b/{}/webhook", self.id), json, json!({ "address": null }).to_string()),
            ("GET", format!("/b/{}/nothing", self.id), "", String::new()),
            ("GET", "/health".to_owned(), "", String::new()),
        ] {
            let (status, head, body) = request(self.to, method, &path, headers, &body).await;
            let head: Vec<&str> = head.lines().filter(|line| !line.starts_with("date:")).collect();
            answers.push(format!("{status} {} {}", head.join("\n"), String::from_utf8_lossy(&body)));
        }
        let (_, _, lobby) = request(self.to, "GET", "/lobby", "", "").await;
        let lobby: serde_json::Value = serde_json::from_slice(&lobby).unwrap();
        let listed = lobby["running"].as_array().unwrap().iter().find(|listed| listed["battle"] == self.id);
        answers.push(listed.unwrap().to_string());
        let (_, _, feed) = request(self.to, "GET", &self.feed, "", "").await;
        let feed = String::from_utf8(feed).unwrap();
        answers.push(feed.split("updated>").step_by(2).collect());
        // An order at the unit out of sight, one that is no order, an offer, and whether anybody is there.
        let red = &mut self.seats[0];
        let heard = red.chat.len();
        red.order(OrderMessage::Attack(RED, HIDDEN), "blow").await;
        red.order(OrderMessage::Attack(HIDDEN, RED), "other").await;
        red.say(&GuestMessage::TakeBack(Empty {})).await;
        red.say(&GuestMessage::Ping(Empty {})).await;
        red.wait_for(|client| client.chat.len() > heard).await;
        answers
    }

    /// Everything that Red and whoever watches have been told, without the names of the battle and its numbers.
    fn told(&self) -> Vec<String> {
        let plain = |line: &String| {
            let mut words = String::new();
            for word in line.replace(&self.id, "BATTLE").split_inclusive('"') {
                let digits = word.trim_end_matches('"');
                let is_number = digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                words += if is_number { "NUMBER\"" } else { word };
            }
            words
        };
        self.seats[0].lines.iter().chain(&self.watcher.lines).map(plain).collect()
    }
}

/// Returns the order of a unit that brings it nearer to the enemy's column.
fn nearer(legal: &[Order], unit: UnitId, forward: impl Fn(i32) -> i32) -> Option<Order> {
    let moves = legal.iter().filter_map(|&order| match order {
        Order::Move { unit: of, to } if of == unit && Coord::from(to).row == 1 => {
            Some((forward(Coord::from(to).col), order))
        }
        _ => None,
    });
    moves.max_by_key(|(gain, _)| *gain).map(|(_, order)| order)
}

#[tokio::test]
async fn two_battles_that_differ_out_of_sight_answer_everybody_alike() {
    let folder = tempfile::tempdir().unwrap();
    let server = hotgates_server::start_server(ServerSettings {
        operator: Some("127.0.0.1:0".parse().unwrap()),
        ..settings(folder.path())
    })
    .await
    .unwrap();
    let to = server.address();
    let mut nights = [Night::begin(to, (1, 3)).await, Night::begin(to, (3, 0)).await];
    let (mut were_apart, mut have_met, mut differed) = (false, false, 0);
    for turn in 0..8 {
        for side in Side::BOTH {
            let (unit, sign) = if side == Side::Red { (RED, -1) } else { (BLUE, 1) };
            let order = nearer(&nights[0].legal(side), unit, |col| sign * col);
            let lots = turn * 5 + 3;
            for night in &mut nights {
                let known = night.seats[0].battle();
                were_apart |= !known.unit(BLUE).alive();
                let meets = known.unit(BLUE).alive();
                have_met |= meets;
                // They stop where they see each other, before they come to blows.
                if let Some(order) = order.filter(|_| !meets) {
                    night.order(side, order).await;
                }
            }
            if side == Side::Blue {
                for (index, night) in nights.iter_mut().enumerate() {
                    let legal = night.legal(side);
                    // South of the castle in one battle, north of it in the other.
                    let stays_behind = |order: &&Order| match **order {
                        Order::Move { unit: HIDDEN, to } => {
                            let to = Coord::from(to);
                            to.col < 4 && (to.row > 1) == (index == 0)
                        }
                        _ => false,
                    };
                    let own: Vec<&Order> = legal.iter().filter(stays_behind).collect();
                    if let Some(&&order) = own.get(lots % own.len().max(1)) {
                        night.order(side, order).await;
                    }
                }
            }
            for night in &mut nights {
                night.order(side, Order::EndTurn).await;
            }
        }
        // What differs is there: Blue knows it.
        let places = nights.each_ref().map(|night| night.seats[1].battle().unit(HIDDEN).cell);
        differed += u32::from(places[0] != places[1]);
        let [one, two] = &mut nights;
        assert_eq!(
            one.ask_everything().await,
            two.ask_everything()
                .await
                .iter()
                .map(|answer| answer.replace(&two.id, &one.id))
                .collect::<Vec<_>>(),
            "turn {turn}"
        );
        assert_eq!(one.told(), two.told(), "turn {turn}");
    }
    assert!(were_apart && have_met, "the armies were out of sight first, and saw each other then");
    let shown = nights[0].watcher.battle();
    assert!(shown.unit(RED).alive() && shown.unit(BLUE).alive() && !shown.unit(HIDDEN).alive());
    assert!(differed > 4, "the unit was somewhere else for most of the time");
    // The operator's numbers name no battle and no token.
    let (_, _, metrics) = request(server.operator_address().unwrap(), "GET", "/metrics", "", "").await;
    let metrics = String::from_utf8(metrics).unwrap();
    assert!(metrics.contains("hotgates_sockets 6") && !metrics.contains(&nights[0].id), "{metrics}");
    server.stop().await;
}
