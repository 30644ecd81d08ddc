//! A program at its battle: what it is told, what it answers, and how long that may take.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotgates_engine::{Battle, Event, Scenario, Side, VictoryKind, View};
use hotgates_play::{Cancel, ProgramFault, ProgramLoss, ProgramOrder, ProgramPlayer};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, BotLimits, BotMessage, BotOrder, Hello, PROTOCOL, Ready, ViewMessage,
    read_line, write_line,
};

use crate::launcher::{BotPatience, IdleBots};
use crate::process::{BotProcess, NoLine};

/// Most bytes that a program may say in a half-turn.
const MAX_HALF_TURN: usize = 4 << 20;
/// Most bytes of a transcript that are kept.
const MAX_TRANSCRIPT: usize = 16 << 20;
/// Most bytes of a program's own words that are kept.
const MAX_WORDS: usize = 2000;

/// A program at a battle.
pub(crate) struct BotInBattle {
    /// `None` once it has gone: it has lost, or the battle is over.
    process: Option<BotProcess>,
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
    /// Number of bytes that it has said in its half-turn.
    heard: usize,
    transcript: String,
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

/// What a program did that costs it the battle.
struct Blame {
    how: VictoryKind,
    why: String,
}

/// The reason why a program gives no answer.
enum NoAnswer {
    Lost(Blame),
    Fault(ProgramFault),
}

impl From<Blame> for NoAnswer {
    fn from(blame: Blame) -> Self {
        Self::Lost(blame)
    }
}

fn blame(how: VictoryKind, why: impl Into<String>) -> Blame {
    Blame { how, why: why.into() }
}

impl BotInBattle {
    /// Seats a process at a battle that has not begun. One that has just been started is greeted; it may
    /// take its time until the battle begins.
    #[expect(clippy::too_many_arguments, reason = "one caller, which has them apart")]
    pub(crate) fn sit_down(
        mut process: BotProcess,
        idle: Arc<IdleBots>,
        scenario: &Scenario,
        battle: &Battle,
        side: Side,
        seed: u64,
        limits: BotLimits,
        patience: BotPatience,
    ) -> Self {
        process.battles += 1;
        let game = process.battles;
        let (arbitrated, opening) = ArbitratedGame::begin(game, scenario, battle, side, seed, limits);
        let greets = !process.ready;
        let mut seated = Self {
            process: Some(process),
            idle,
            arbitrated,
            game,
            side,
            opening: Some(opening),
            in_half_turn: false,
            gave_order: false,
            clock: BotClock::new(limits),
            patience,
            heard: 0,
            transcript: String::new(),
        };
        if greets {
            seated.send(&ArbiterMessage::Hello(Hello {
                protocol: [PROTOCOL, PROTOCOL],
                game: concat!("hotgates ", env!("CARGO_PKG_VERSION")).to_owned(),
                features: vec!["fog".to_owned(), "why".to_owned()],
            }));
        }
        seated
    }

    fn send(&mut self, message: &ArbiterMessage) {
        let line = write_line(message);
        self.note('→', &line);
        if let Some(process) = &self.process {
            process.send_line(line);
        }
    }

    fn note(&mut self, by: char, line: &str) {
        if self.transcript.len() + line.len() < MAX_TRANSCRIPT {
            self.transcript.extend([by, ' ']);
            self.transcript.push_str(line);
            self.transcript.push('\n');
        }
    }

    /// Waits for the next message that is no `pong`.
    fn hear(&mut self, time: Duration, cancel: &Cancel) -> Result<BotMessage, NoAnswer> {
        let deadline = Instant::now() + time;
        loop {
            let Some(process) = &mut self.process else {
                return Err(blame(VictoryKind::Crashed, "it has been ended").into());
            };
            let line = process.wait_for_line(deadline, cancel).map_err(|none| match none {
                NoLine::Cancelled(cancelled) => NoAnswer::Fault(cancelled.into()),
                NoLine::Ended(how) => blame(VictoryKind::Crashed, how).into(),
                NoLine::Late => {
                    let words = format!("there was no answer within {} ms", time.as_millis());
                    blame(VictoryKind::Timeout, words).into()
                }
                NoLine::TooLong => blame(VictoryKind::Unparsable, "a line has more than 1 MiB").into(),
                NoLine::Flooded => {
                    blame(VictoryKind::Unparsable, "it wrote more than 1 MiB on standard error").into()
                }
            })?;
            self.note('←', &line);
            self.heard += line.len();
            if self.heard > MAX_HALF_TURN {
                return Err(blame(VictoryKind::Unparsable, "it said more than 4 MiB in a half-turn").into());
            }
            match read_line(&line) {
                Ok(BotMessage::Pong(_)) => {}
                Ok(message) => return Ok(message),
                Err(complaint) => {
                    let words = format!("its line means nothing: {}", complaint.text);
                    return Err(blame(VictoryKind::Unparsable, words).into());
                }
            }
        }
    }

    /// Greets the program if it is new, and shows it the battle; no clock runs yet.
    fn open_battle(&mut self, cancel: &Cancel) -> Result<(), NoAnswer> {
        let Some(opening) = self.opening.take() else { return Ok(()) };
        if self.process.as_ref().is_some_and(|process| !process.ready) {
            match self.hear(self.patience.ready, cancel)? {
                BotMessage::Ready(Ready { protocol: PROTOCOL, .. }) => {}
                BotMessage::Ready(Ready { protocol, .. }) => {
                    let why =
                        format!("it chose version {protocol} of the protocol; {PROTOCOL} is spoken here");
                    return Err(NoAnswer::Fault(ProgramFault::Foreign { why }));
                }
                BotMessage::Error(complaint) if complaint.code == "version" => {
                    return Err(NoAnswer::Fault(ProgramFault::Foreign { why: complaint.text }));
                }
                other => return Err(unexpected(&other, "`ready`").into()),
            }
            if let Some(process) = &mut self.process {
                process.ready = true;
            }
        }
        self.send(&opening);
        loop {
            match self.hear(self.patience.map, cancel)? {
                BotMessage::Ok(ok) if ok.game == self.game => return Ok(()),
                other if self.is_of_game_before(&other) => {}
                other => return Err(unexpected(&other, "`ok`").into()),
            }
        }
    }

    /// Returns `true` for what a program still says of a battle that is over.
    fn is_of_game_before(&self, message: &BotMessage) -> bool {
        match message {
            BotMessage::Order(order) => order.game < self.game,
            BotMessage::Ok(game) | BotMessage::Done(game) => game.game < self.game,
            BotMessage::Ready(_) | BotMessage::Pong(_) | BotMessage::Error(_) => false,
        }
    }

    fn ask_for_order(&mut self, battle: &Battle, cancel: &Cancel) -> Result<ProgramOrder, NoAnswer> {
        self.open_battle(cancel)?;
        if !self.in_half_turn {
            self.in_half_turn = true;
            self.heard = 0;
            self.clock.begin_half_turn();
            let turn = self.arbitrated.begin_turn(battle, self.clock.bank_ms());
            self.send(&turn);
        }
        loop {
            let begun = Instant::now();
            let heard = self.hear(self.clock.left(), cancel);
            self.clock.spent += begun.elapsed();
            let BotOrder { order, reason, .. } = match heard? {
                BotMessage::Order(order) if order.game == self.game => order,
                other if self.is_of_game_before(&other) => continue,
                other => return Err(unexpected(&other, "`order`").into()),
            };
            let Some(order) = order.as_order() else {
                let why = reason.map_or_else(|| "it resigned".to_owned(), |why| cut_words(&why));
                return Err(blame(VictoryKind::Resigned, why).into());
            };
            let Err(why) = battle.check(order) else {
                self.gave_order = true;
                return Ok(ProgramOrder { order, reason: reason.as_deref().map(cut_words) });
            };
            let Some(refusal) = self.arbitrated.refuse_order(&why) else {
                let words = format!("its orders are illegal, the last one, {order}, since {why}");
                return Err(blame(VictoryKind::Illegal, words).into());
            };
            self.send(&refusal);
        }
    }

    /// Ends a program that has lost.
    fn lose(&mut self, blame: Blame, battle: &Battle) -> ProgramLoss {
        let view = write_line(&ViewMessage::of_view(View::new(battle, self.side)));
        self.note('=', &view);
        let errors = self.process.take().map(BotProcess::end).unwrap_or_default();
        let (Blame { how, why }, transcript) = (blame, std::mem::take(&mut self.transcript));
        ProgramLoss { how, why, transcript, errors }
    }

    /// Waits until the program has taken leave; returns `false` if it does not.
    fn wait_for_leave(&mut self) -> bool {
        let cancel = Cancel::new();
        loop {
            match self.hear(self.patience.leave, &cancel) {
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
            NoAnswer::Lost(blame) => ProgramFault::Lost(Box::new(self.lose(blame, battle))),
            NoAnswer::Fault(fault) => {
                self.process = None;
                fault
            }
        })
    }

    fn end_battle(&mut self, battle: &Battle, record_hash: u64) {
        // A program that was not asked for an order yet is not waited for.
        if self.opening.is_some() {
            self.process = None;
        }
        if self.process.is_none() {
            return;
        }
        let over = self.arbitrated.end_game(battle, record_hash);
        self.send(&over);
        self.heard = 0;
        if self.wait_for_leave()
            && let Some(process) = self.process.take()
        {
            process.errors.take_text();
            self.idle.keep_one(process);
        }
        self.process = None;
    }
}

fn unexpected(message: &BotMessage, wanted: &str) -> Blame {
    let words = match message {
        BotMessage::Error(complaint) => {
            format!("it answered with an error, {}: {}", complaint.code, cut_words(&complaint.text))
        }
        other => {
            let line = write_line(other);
            let name = line.split('"').nth(1).unwrap_or_default();
            format!("it said `{name}` where {wanted} was wanted")
        }
    };
    blame(VictoryKind::Unparsable, words)
}

/// Returns the beginning of a program's own words, as much as is kept.
fn cut_words(words: &str) -> String {
    let end = words.floor_char_boundary(MAX_WORDS);
    words[..end].to_owned()
}
