//! Built-in commanders as bots.

use std::collections::BTreeMap;

use hotgates_engine::Order;
use hotgates_play::{Player, Seat};

use crate::known_game::KnownGame;
use crate::message::{
    ArbiterMessage, BotMessage, BotOrder, Empty, GameNumber, Hello, NewGame, PROTOCOL, ProtocolComplaint,
    Ready,
};

/// A built-in commander that speaks the protocol: lines in, lines out.
///
/// It gives the orders that it would give at the table, since it is told what it would see there.
pub struct BuiltInBot {
    seat: Seat,
    games: BTreeMap<u64, BotGame>,
}

struct BotGame {
    known: KnownGame,
    player: Player,
    /// `true` while an order is owed to the arbiter.
    owes_order: bool,
}

/// Reaction of a bot to a line.
#[derive(Debug, Clone, PartialEq)]
pub enum BotAnswer {
    /// It says this.
    Say(BotMessage),
    /// It has nothing to say.
    Wait,
    /// It has been told to go.
    Leave,
}

impl BuiltInBot {
    /// Seats a commander, whose doctrine has been read.
    pub const fn new(seat: Seat) -> Self {
        Self { seat, games: BTreeMap::new() }
    }

    /// Hears a message.
    pub fn hear(&mut self, message: ArbiterMessage) -> BotAnswer {
        let answer = match message {
            ArbiterMessage::Hello(hello) => self.introduce(&hello),
            ArbiterMessage::New(new) => self.begin_game(&new),
            ArbiterMessage::Turn(turn) => self.play_on(turn.game, |known| {
                known.watch_events(&turn.events).is_ok()
                    && crate::message::hexadecimal(known.view().hash()) == turn.view_hash
            }),
            ArbiterMessage::Events(result) if result.more => {
                self.play_on(result.game, |known| known.watch_events(&result.events).is_ok())
            }
            ArbiterMessage::Events(result) => {
                return match self.games.get_mut(&result.game) {
                    Some(game) => match game.known.watch_events(&result.events) {
                        Ok(()) => BotAnswer::Wait,
                        Err(why) => BotAnswer::Say(complain("unexpected", why.to_string())),
                    },
                    None => BotAnswer::Say(unknown_game(result.game)),
                };
            }
            // A built-in commander gives no illegal orders; whoever says so gets no more of them.
            ArbiterMessage::Illegal(refusal) => order_message(refusal.game, Order::EndTurn, None),
            // Orders are given at once; one is owed only where the events did not fit the battle.
            ArbiterMessage::Stop(GameNumber { game }) => match self.games.get_mut(&game) {
                Some(BotGame { owes_order: false, .. }) => return BotAnswer::Wait,
                Some(owing) => {
                    owing.owes_order = false;
                    order_message(game, Order::EndTurn, None)
                }
                None => unknown_game(game),
            },
            ArbiterMessage::Over(over) => match self.games.remove(&over.game) {
                Some(_) => BotMessage::Done(GameNumber { game: over.game }),
                None => unknown_game(over.game),
            },
            ArbiterMessage::Ping(Empty {}) => BotMessage::Pong(Empty {}),
            // A built-in commander has the engine, and asks nothing.
            ArbiterMessage::Answer(_) | ArbiterMessage::Error(_) => return BotAnswer::Wait,
            ArbiterMessage::Quit(Empty {}) => return BotAnswer::Leave,
        };
        BotAnswer::Say(answer)
    }

    fn introduce(&self, hello: &Hello) -> BotMessage {
        let [oldest, newest] = hello.protocol;
        if !(oldest..=newest).contains(&PROTOCOL) {
            return complain("version", format!("version {PROTOCOL} of the protocol is spoken here"));
        }
        BotMessage::Ready(Ready {
            name: self.seat.name().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: "Hotgates".to_owned(),
            protocol: PROTOCOL,
            features: hello
                .features
                .iter()
                .filter(|known| ["fog", "why"].contains(&known.as_str()))
                .cloned()
                .collect(),
        })
    }

    fn begin_game(&mut self, new: &NewGame) -> BotMessage {
        let Ok(seed) = u64::from_str_radix(&new.seed, 16) else {
            return complain("unparsable", "a seed is a number of 16 hexadecimal digits".to_owned());
        };
        let known = match KnownGame::begin(new) {
            Ok(known) => known,
            Err(faults) => return complain("unparsable", faults[0].to_string()),
        };
        match self.seat.make_player(known.battle(), seed) {
            Ok(player) => {
                self.games.insert(new.game, BotGame { known, player, owes_order: false });
                BotMessage::Ok(GameNumber { game: new.game })
            }
            Err(why) => complain("unexpected", why.to_string()),
        }
    }

    /// Brings a game up to date and gives the next order. `update` returns `false` if the battle is not
    /// where the arbiter says.
    fn play_on(&mut self, game: u64, update: impl FnOnce(&mut KnownGame) -> bool) -> BotMessage {
        let Some(BotGame { known, player, owes_order }) = self.games.get_mut(&game) else {
            return unknown_game(game);
        };
        *owes_order = !update(known);
        if *owes_order {
            return complain("unexpected", "the events do not lead to the view of the arbiter".to_owned());
        }
        let (order, reason) = player.next_order(known.battle());
        order_message(game, order, Some(reason.in_words(known.battle())))
    }
}

fn order_message(game: u64, order: Order, reason: Option<String>) -> BotMessage {
    BotMessage::Order(BotOrder { game, order: order.into(), reason, win_permille: None })
}

fn complain(code: &str, text: String) -> BotMessage {
    BotMessage::Error(ProtocolComplaint { code: code.to_owned(), text })
}

fn unknown_game(game: u64) -> BotMessage {
    complain("unknown_game", format!("there is no game {game}"))
}
