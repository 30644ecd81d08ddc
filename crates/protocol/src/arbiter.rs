//! The arbiter's side of one game: what a bot is told, and when.

use hotgates_engine::{Battle, Event, Illegal, Knower, Scenario, Side, View};

use crate::ask::{Answers, Ask};
use crate::event::EventMessage;
use crate::forward_model::{ForwardModel, MAX_QUESTIONS};
use crate::message::{
    ArbiterMessage, BotLimits, GameOver, NewGame, OrderResult, ProtocolComplaint, Refusal, Turn, hexadecimal,
};
use crate::scenario::{KnownScenario, first_sightings};
use crate::view::ViewMessage;

/// Number of illegal orders of a half-turn that forfeit the battle.
pub const FORFEITING_REFUSALS: u32 = 3;

/// One game with a bot, as its arbiter keeps it: the events that the bot has not been told.
///
/// Pure: who calls it writes the messages down a pipe, and reads the answers.
#[derive(Debug, Clone)]
pub struct ArbitratedGame {
    game: u64,
    side: Side,
    untold: Vec<EventMessage>,
    /// `true` once an order has been given in the present half-turn.
    orders_began: bool,
    refusals: u32,
    forward_model: ForwardModel,
}

impl ArbitratedGame {
    /// Begins a game; returns it with the message for the bot. `battle` is that of the scenario before its
    /// first order, and `seed` is for the bot's own chance: never that of the dice.
    pub fn begin(
        game: u64,
        scenario: &Scenario,
        battle: &Battle,
        side: Side,
        seed: u64,
        limits: BotLimits,
    ) -> (Self, ArbiterMessage) {
        let new = NewGame {
            game,
            side,
            seed: hexadecimal(seed),
            limits: BotLimits { refusals: Some(FORFEITING_REFUSALS - 1), ..limits },
            scenario: KnownScenario::of_battle(scenario, battle, Some(Knower::Side(side))),
            view: ViewMessage::of_view(View::new(battle, side)),
            sighted: first_sightings(battle, side),
        };
        (
            Self {
                game,
                side,
                untold: Vec::new(),
                orders_began: false,
                refusals: 0,
                forward_model: ForwardModel::new(side, seed),
            },
            ArbiterMessage::New(Box::new(new)),
        )
    }

    /// Keeps what the bot's side may know of an order that anybody gave: `all` are its events, and the
    /// battle stands where they have led.
    pub fn watch_order(&mut self, battle: &Battle, all: &[Event]) {
        if !self.orders_began {
            self.untold.push(EventMessage::OrdersBegan {});
        }
        self.orders_began = !all.iter().any(|event| matches!(event, Event::HalfTurnBegan { .. }));
        self.untold.extend(battle.events_for(self.side, all).iter().map(|&event| event.into()));
    }

    /// Returns the message that a half-turn of the bot's side has begun.
    pub fn begin_turn(&mut self, battle: &Battle, bank_ms: Option<u64>) -> ArbiterMessage {
        self.refusals = 0;
        self.forward_model.begin_half_turn();
        ArbiterMessage::Turn(Turn {
            game: self.game,
            turn: battle.turn(),
            events: std::mem::take(&mut self.untold),
            view_hash: hexadecimal(View::new(battle, self.side).hash()),
            bank_ms,
        })
    }

    /// Returns the message that the bot's order was followed, once the order has been watched.
    pub fn accept_order(&mut self, battle: &Battle) -> ArbiterMessage {
        let more = battle.verdict().is_none() && battle.side() == self.side;
        ArbiterMessage::Events(OrderResult {
            game: self.game,
            events: std::mem::take(&mut self.untold),
            more,
        })
    }

    /// Returns the message that the bot's order was refused; `None` if it was one too many.
    pub fn refuse_order(&mut self, why: &Illegal) -> Option<ArbiterMessage> {
        self.refusals += 1;
        let left = FORFEITING_REFUSALS.checked_sub(self.refusals + 1)?;
        Some(ArbiterMessage::Illegal(Refusal { game: self.game, why: why.to_string(), left }))
    }

    /// Returns the answers to questions of the bot, by what its side knows of the battle; a complaint about
    /// a line with more than [`MAX_QUESTIONS`] of them.
    ///
    /// What is asked changes the bot's forks and its own dice, and nothing else that it is told.
    pub fn answer(&mut self, battle: &Battle, ask: &Ask) -> ArbiterMessage {
        if ask.questions.len() > MAX_QUESTIONS as usize {
            let text = format!("a line holds at most {MAX_QUESTIONS} questions");
            return ArbiterMessage::Error(ProtocolComplaint { code: "unexpected".to_owned(), text });
        }
        let answers = self.forward_model.answer_questions(battle, &ask.questions);
        ArbiterMessage::Answer(Answers { game: self.game, id: ask.id, answers })
    }

    /// Returns the message that the game is over, with the hash of its record, which nobody at the table knows of a
    /// battle that goes on.
    pub fn end_game(&mut self, battle: &Battle, record_hash: u64) -> ArbiterMessage {
        ArbiterMessage::Over(GameOver {
            game: self.game,
            verdict: battle.verdict(),
            events: std::mem::take(&mut self.untold),
            record_hash: battle.verdict().map(|_| hexadecimal(record_hash)).unwrap_or_default(),
        })
    }
}
