//! A program at its battle: what it is told, what it answers, and how long that may take.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotgates_engine::{Battle, Event, Side, View};
use hotgates_play::{Cancel, LossCause, ProgramFault, ProgramLoss, ProgramOrder, ProgramPlayer};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, Ask, BotLimits, BotMessage, BotOrder, ViewMessage, write_line,
};

use crate::conversation::{Conversation, NoAnswer, cut_words, unwanted_message};
use crate::idle::IdleBots;
use crate::patience::BotPatience;

/// A program at a battle.
pub(crate) struct BotInBattle {
    /// `None` once the program has gone: it has lost, or the battle is over.
    conversation: Option<Conversation>,
    idle: Arc<IdleBots>,
    arbitrated: ArbitratedGame,
    game: u64,
    side: Side,
    /// The message of the new battle, until it has been sent.
    opening: Option<ArbiterMessage>,
    /// `true` while its half-turn goes on.
    in_half_turn: bool,
    /// `true` if the order that comes next is its own.
    gave_order: bool,
    clock: BotClock,
    patience: BotPatience,
}

/// The time that a program has.
#[derive(Debug)]
struct BotClock {
    half_turn: Duration,
    bank: Duration,
    spent: Duration,
}

impl BotClock {
    fn new(limits: BotLimits) -> Self {
        let milliseconds = |limit: Option<u64>| Duration::from_millis(limit.unwrap_or(0));
        Self {
            half_turn: milliseconds(limits.turn_ms),
            bank: milliseconds(limits.bank_ms),
            spent: Duration::ZERO,
        }
    }

    /// Takes what the half-turn used beyond its time out of the bank, and begins another.
    fn begin_half_turn(&mut self) {
        self.bank = self.bank.saturating_sub(self.spent.saturating_sub(self.half_turn));
        self.spent = Duration::ZERO;
    }

    fn left(&self) -> Duration {
        (self.half_turn + self.bank).saturating_sub(self.spent)
    }

    fn bank_ms(&self) -> Option<u64> {
        u64::try_from(self.bank.as_millis()).ok().filter(|&left| left > 0)
    }
}

/// The game that a program is seated at.
pub(crate) struct SeatedGame {
    /// Its number, for this process.
    pub(crate) game: u64,
    /// What the arbiter keeps of it, and the message with which it begins.
    pub(crate) arbitrated: (ArbitratedGame, ArbiterMessage),
    pub(crate) side: Side,
    pub(crate) limits: BotLimits,
}

impl BotInBattle {
    /// Seats the partner of a conversation at a battle that has not begun. It may take its time until the
    /// battle begins.
    pub(crate) fn sit_down(
        conversation: Conversation,
        idle: Arc<IdleBots>,
        seated: SeatedGame,
        patience: BotPatience,
    ) -> Self {
        let (arbitrated, opening) = seated.arbitrated;
        Self {
            conversation: Some(conversation),
            idle,
            arbitrated,
            game: seated.game,
            side: seated.side,
            opening: Some(opening),
            in_half_turn: false,
            gave_order: false,
            clock: BotClock::new(seated.limits),
            patience,
        }
    }

    fn send(&mut self, message: &ArbiterMessage) {
        if let Some(conversation) = &mut self.conversation {
            conversation.send(message);
        }
    }

    fn hear(&mut self, time: Duration, cancel: &Cancel) -> Result<BotMessage, NoAnswer> {
        match &mut self.conversation {
            Some(conversation) => conversation.hear(time, cancel),
            None => Err(LossCause::Gone.into()),
        }
    }

    /// Waits until the program is ready, and shows it the battle; no clock runs yet.
    fn open_battle(&mut self, battle: &Battle, cancel: &Cancel) -> Result<(), NoAnswer> {
        let Some(opening) = self.opening.take() else { return Ok(()) };
        if let Some(conversation) = &mut self.conversation {
            conversation.wait_until_ready(self.patience.ready, cancel)?;
        }
        self.send(&opening);
        let deadline = Instant::now() + self.patience.map;
        loop {
            match self.hear(deadline.saturating_duration_since(Instant::now()), cancel)? {
                BotMessage::Ok(ok) if ok.game == self.game => return Ok(()),
                BotMessage::Ask(ask) if ask.game == self.game => self.answer(battle, &ask),
                other if self.is_of_game_before(&other) => {}
                other => return Err(unwanted_message(&other, "`ok`").into()),
            }
        }
    }

    /// Returns `true` for what a program still says of a battle that is over.
    const fn is_of_game_before(&self, message: &BotMessage) -> bool {
        match message {
            BotMessage::Order(order) => order.game < self.game,
            BotMessage::Ask(ask) => ask.game < self.game,
            BotMessage::Ok(game) | BotMessage::Done(game) => game.game < self.game,
            BotMessage::Ready(_) | BotMessage::Pong(_) | BotMessage::Error(_) => false,
        }
    }

    fn answer(&mut self, battle: &Battle, ask: &Ask) {
        let answer = self.arbitrated.answer(battle, ask);
        self.send(&answer);
    }

    fn ask_for_order(&mut self, battle: &Battle, cancel: &Cancel) -> Result<ProgramOrder, NoAnswer> {
        self.open_battle(battle, cancel)?;
        if !self.in_half_turn {
            self.in_half_turn = true;
            self.clock.begin_half_turn();
            if let Some(conversation) = &mut self.conversation {
                conversation.begin_half_turn();
            }
            let turn = self.arbitrated.begin_turn(battle, self.clock.bank_ms());
            self.send(&turn);
        }
        loop {
            let BotOrder { order, reason, .. } = self.hear_order(battle, cancel)?;
            let Some(order) = order.as_order() else {
                let saying = |words: String| LossCause::ResignedSaying { words: cut_words(&words) };
                return Err(reason.map_or(LossCause::Resigned, saying).into());
            };
            let Err(why) = battle.check(order) else {
                self.gave_order = true;
                return Ok(ProgramOrder { order, reason: reason.as_deref().map(cut_words) });
            };
            let Some(refusal) = self.arbitrated.refuse_order(&why) else {
                return Err(LossCause::IllegalOrders { order, why: Box::new(why) }.into());
            };
            self.send(&refusal);
        }
    }

    /// Waits for an order of this battle, and answers what is asked meanwhile, all at the cost of the clock.
    fn hear_order(&mut self, battle: &Battle, cancel: &Cancel) -> Result<BotOrder, NoAnswer> {
        loop {
            let begun = Instant::now();
            let heard = self.hear(self.clock.left(), cancel);
            match heard? {
                BotMessage::Ask(ask) if ask.game == self.game => self.answer(battle, &ask),
                BotMessage::Order(order) if order.game == self.game => {
                    self.clock.spent += begun.elapsed();
                    return Ok(order);
                }
                other if self.is_of_game_before(&other) => {}
                other => return Err(unwanted_message(&other, "`order`").into()),
            }
            self.clock.spent += begun.elapsed();
        }
    }

    /// Ends a program that has lost.
    fn lose(&mut self, cause: LossCause, battle: &Battle) -> ProgramLoss {
        let ended = self.conversation.take().map(|mut conversation| {
            conversation.note_view(&write_line(&ViewMessage::of_view(View::new(battle, self.side))));
            conversation.end()
        });
        let (transcript, errors) = ended.unwrap_or_default();
        ProgramLoss { cause, transcript, errors }
    }

    /// Waits until the program has taken leave; returns `false` if it does not.
    fn wait_for_leave(&mut self) -> bool {
        let (cancel, deadline) = (Cancel::new(), Instant::now() + self.patience.leave);
        loop {
            match self.hear(deadline.saturating_duration_since(Instant::now()), &cancel) {
                Ok(BotMessage::Done(game)) if game.game == self.game => return true,
                // What it says after the end counts for nothing.
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }
}

impl ProgramPlayer for BotInBattle {
    fn watch_order(&mut self, battle: &Battle, events: &[Event]) {
        self.arbitrated.watch_order(battle, events);
        if std::mem::take(&mut self.gave_order) {
            let result = self.arbitrated.accept_order(battle);
            self.send(&result);
        }
        self.in_half_turn &= battle.side() == self.side;
    }

    fn next_order(&mut self, battle: &Battle, cancel: &Cancel) -> Result<ProgramOrder, ProgramFault> {
        self.ask_for_order(battle, cancel).map_err(|none| match none {
            NoAnswer::Lost(cause) => ProgramFault::Lost(Box::new(self.lose(cause, battle))),
            NoAnswer::Fault(fault) => {
                self.conversation = None;
                fault
            }
        })
    }

    fn end_battle(&mut self, battle: &Battle, record_hash: u64) {
        // A program that was not asked for an order yet is not waited for.
        if self.opening.is_some() {
            self.conversation = None;
        }
        let over = self.arbitrated.end_game(battle, record_hash);
        if let Some(conversation) = &mut self.conversation {
            conversation.begin_half_turn();
            conversation.send(&over);
        }
        if self.wait_for_leave()
            && let Some(conversation) = self.conversation.take()
        {
            self.idle.keep_one(conversation.into_process());
        }
        self.conversation = None;
    }
}
