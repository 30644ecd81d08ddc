//! Checks of a program: everything that can happen to it at the table, before it does.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hotgates_engine::{Battle, MapFile, Scenario, Side, VictoryKind};
use hotgates_play::{Cancel, MatchError, OrderReason, Seat, Seats};
use hotgates_protocol::{
    ArbiterMessage, ArbitratedGame, BotLimits, BotMessage, Empty, GameNumber, Refusal, read_line, write_line,
};

use crate::command::BotCell;
use crate::conversation::{Conversation, NoAnswer, Speaker, unwanted_message};
use crate::launcher::BotLauncher;
use crate::patience::BotPatience;
use crate::process::BotProcess;

/// Seeds of the battles and of the program's own chance in them.
const SEED: u64 = 1;
/// Number of the first battle of a process.
const FIRST_GAME: u64 = 1;

/// A trial that a program went through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What the program should do, such as `answers a ping`.
    pub name: String,
    /// `true` if it did.
    pub passed: bool,
    /// What it did, in words.
    pub told: String,
    /// What it wrote on its standard error until it failed.
    pub errors: String,
}

/// Returns the scenario on which programs are checked where nobody names another.
///
/// # Panics
/// Never: its map is sound.
pub fn scenario_of_checks() -> Scenario {
    let map = MapFile::from_ron(include_str!("../assets/check.ron")).expect("a sound map");
    Scenario::classic(map)
}

/// Checks a program, and hands each trial to `each` when it is over. Trials after one that a program did not
/// survive are begun with a new process.
///
/// # Panics
/// When the scenario makes no battle.
pub fn check_program(
    words: &[String],
    scenario: &Scenario,
    limits: BotLimits,
    patience: BotPatience,
    cell: Option<&BotCell>,
    cancel: &Cancel,
    mut each: impl FnMut(Trial),
) {
    let check = ProgramCheck { words, scenario, limits, patience, cell, cancel };
    if !check.check_manners(&mut each) {
        return;
    }
    for fog in [false, true] {
        for side in Side::BOTH {
            if cancel.is_set() {
                return;
            }
            each(check.play_battles(side, fog));
        }
    }
}

struct ProgramCheck<'a> {
    words: &'a [String],
    scenario: &'a Scenario,
    limits: BotLimits,
    patience: BotPatience,
    cell: Option<&'a BotCell>,
    cancel: &'a Cancel,
}

/// What a program did that it should not have done, in words.
type Misstep = String;

/// What a program should do in a conversation, and the trial of it.
type Manner<'a> = (&'static str, fn(&mut FirstTalk<'a>) -> Result<String, Misstep>);

/// Returns the manners in the order in which they are tried: each needs those before it.
const fn manners<'a>() -> [Manner<'a>; 6] {
    [
        ("is ready", FirstTalk::wait_until_ready),
        ("answers a ping", FirstTalk::ping),
        ("bears what it does not know", FirstTalk::say_the_unknown),
        ("looks at a map and gives an order", FirstTalk::ask_for_first_order),
        ("gives another order when one is refused", FirstTalk::refuse_order),
        ("gives an order when told to stop", FirstTalk::stop_thinking),
    ]
}

/// Number of manners without which there is no battle.
const NEEDED_MANNERS: usize = 4;

/// The first conversation with a program, up to the middle of a half-turn.
struct FirstTalk<'a> {
    check: &'a ProgramCheck<'a>,
    conversation: Conversation,
    battle: Battle,
    arbitrated: ArbitratedGame,
    new: ArbiterMessage,
}

impl FirstTalk<'_> {
    fn wait_until_ready(&mut self) -> Result<String, Misstep> {
        let begun = Instant::now();
        let ready = self.conversation.wait_until_ready(self.check.patience.ready, self.check.cancel);
        let name = ready.map_err(misstep)?.map(|ready| match ready.version.as_str() {
            "" => format!("{}, ", ready.name),
            version => format!("{} {version}, ", ready.name),
        });
        Ok(format!("{}after {} ms", name.unwrap_or_default(), begun.elapsed().as_millis()))
    }

    fn ping(&mut self) -> Result<String, Misstep> {
        self.conversation.send(&ArbiterMessage::Ping(Empty {}));
        self.wait_for_pong()
    }

    fn wait_for_pong(&mut self) -> Result<String, Misstep> {
        let begun = Instant::now();
        match self.hear_anything()? {
            BotMessage::Pong(_) => Ok(format!("after {} ms", begun.elapsed().as_millis())),
            other => Err(unwanted_message(&other, "`pong`").to_string()),
        }
    }

    /// Says a message and a field of times to come. The message may be answered with `error`, or not at all.
    fn say_the_unknown(&mut self) -> Result<String, Misstep> {
        self.conversation.send_line(r#"{"message_of_times_to_come":{}}"#.to_owned());
        self.conversation.send_line(r#"{"ping":{"field_of_times_to_come":[1]}}"#.to_owned());
        match self.hear_anything()? {
            BotMessage::Pong(_) => Ok("it passes over the message".to_owned()),
            BotMessage::Error(_) => {
                self.wait_for_pong().map(|_| "it answers the message with `error`".to_owned())
            }
            other => Err(unwanted_message(&other, "`error` or `pong`").to_string()),
        }
    }

    fn ask_for_first_order(&mut self) -> Result<String, Misstep> {
        self.conversation.send(&self.new);
        match self.hear_and_answer(self.check.patience.map)? {
            BotMessage::Ok(GameNumber { game: FIRST_GAME }) => {}
            other => return Err(unwanted_message(&other, "`ok`").to_string()),
        }
        let turn = self.arbitrated.begin_turn(&self.battle, self.check.limits.bank_ms);
        self.conversation.send(&turn);
        self.hear_order()
    }

    fn refuse_order(&mut self) -> Result<String, Misstep> {
        let why = "this is a check: give another order".to_owned();
        self.conversation.send(&ArbiterMessage::Illegal(Refusal { game: FIRST_GAME, why, left: 2 }));
        self.hear_order()
    }

    fn stop_thinking(&mut self) -> Result<String, Misstep> {
        let why = "this is a check: give another order, and at once".to_owned();
        self.conversation.send(&ArbiterMessage::Illegal(Refusal { game: FIRST_GAME, why, left: 1 }));
        self.conversation.send(&ArbiterMessage::Stop(GameNumber { game: FIRST_GAME }));
        self.hear_order()
    }

    fn hear_order(&mut self) -> Result<String, Misstep> {
        match self.hear_and_answer(self.check.time())? {
            BotMessage::Order(order) if order.game == FIRST_GAME => Ok(write_line(&order.order)),
            other => Err(unwanted_message(&other, "`order`").to_string()),
        }
    }

    fn hear_anything(&mut self) -> Result<BotMessage, Misstep> {
        self.conversation.hear_anything(self.check.time(), self.check.cancel).map_err(misstep)
    }

    /// Waits for a message, and answers what is asked meanwhile.
    fn hear_and_answer(&mut self, time: Duration) -> Result<BotMessage, Misstep> {
        loop {
            match self.conversation.hear(time, self.check.cancel).map_err(misstep)? {
                BotMessage::Ask(ask) if ask.game == FIRST_GAME => {
                    let answer = self.arbitrated.answer(&self.battle, &ask);
                    self.conversation.send(&answer);
                }
                other => return Ok(other),
            }
        }
    }
}

impl ProgramCheck<'_> {
    /// Checks how the program talks; returns `false` if it cannot even begin a battle.
    fn check_manners(&self, each: &mut impl FnMut(Trial)) -> bool {
        let process = match BotProcess::start(self.words, self.cell) {
            Ok(process) => process,
            Err(why) => {
                each(failed_trial("can be started", why, String::new()));
                return false;
            }
        };
        let (battle, conversation) = (battle_of(self.scenario), Conversation::begin(process, None));
        let side = battle.side();
        let (arbitrated, new) =
            ArbitratedGame::begin(FIRST_GAME, self.scenario, &battle, side, SEED, self.limits);
        let mut talk = FirstTalk { check: self, conversation, battle, arbitrated, new };
        for (number, (name, manner)) in manners().into_iter().enumerate() {
            match manner(&mut talk) {
                Ok(told) => each(passed_trial(name, told)),
                Err(told) => {
                    each(failed_trial(name, told, talk.conversation.end().1));
                    return number >= NEEDED_MANNERS;
                }
            }
        }
        let name = "leaves in the middle of a battle when told to";
        let mut process = talk.conversation.into_process();
        process.send_line(write_line(&ArbiterMessage::Quit(Empty {})));
        let begun = Instant::now();
        each(if process.wait_for_end(self.patience.leave).is_some() {
            passed_trial(name, format!("after {} ms", begun.elapsed().as_millis()))
        } else {
            let told = format!("it is still there after {} ms", self.patience.leave.as_millis());
            failed_trial(name, told, process.end())
        });
        true
    }

    /// Plays two battles against `greedy`, one after the other.
    fn play_battles(&self, side: Side, fog: bool) -> Trial {
        let name = format!("plays {side}{}, twice", if fog { " in fog of war" } else { "" });
        let mut scenario = self.scenario.clone();
        scenario.rules.options.fog_of_war |= fog;
        let notes = Arc::new(Mutex::new(TalkNotes::default()));
        let heard = Arc::clone(&notes);
        let launcher = BotLauncher::new(self.words.to_vec(), scenario.clone(), self.limits, self.patience)
            .with_listener(Arc::new(move |by, line| {
                heard.lock().unwrap_or_else(PoisonError::into_inner).hear_line(by, line);
            }));
        let launcher = match self.cell {
            Some(cell) => launcher.in_cell(cell.clone()),
            None => launcher,
        };
        let bot = Seat::from_name("bot:checked").with_program(Arc::new(launcher));
        let greedy = Seat::from_name("greedy");
        let seats = Seats::new(|seat| if seat == side { bot.clone() } else { greedy.clone() });
        for seed in [SEED, SEED + 1] {
            let mut game = match seats.begin_match(battle_of(&scenario), seed) {
                Ok(game) => game,
                Err(why) => return failed_trial(&name, why.to_string(), String::new()),
            };
            loop {
                match game.step_unless(self.cancel) {
                    Ok(None) => break,
                    Ok(Some(played)) => {
                        if let OrderReason::Lost(loss) = played.reason
                            && loss.how() != VictoryKind::Resigned
                        {
                            return failed_trial(&name, loss.why_in_words(), loss.errors);
                        }
                    }
                    Err(MatchError::Cancelled(_)) => {
                        return failed_trial(&name, "cancelled".to_owned(), String::new());
                    }
                    Err(why) => return failed_trial(&name, why.to_string(), String::new()),
                }
            }
        }
        let notes = notes.lock().unwrap_or_else(PoisonError::into_inner);
        let told = notes.in_words();
        let passed = notes.leaves == 2 && notes.refusals == 0;
        Trial { name, passed, told, errors: String::new() }
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.limits.turn_ms.unwrap_or(BotLauncher::TURN_MS))
    }
}

/// What is noted of the talk of some battles.
#[derive(Debug, Default)]
struct TalkNotes {
    orders: u32,
    refusals: u32,
    /// The first refusal.
    refusal: Option<String>,
    leaves: u32,
    waiting_since: Option<Instant>,
    slowest: Duration,
}

impl TalkNotes {
    fn hear_line(&mut self, by: Speaker, line: &str) {
        let is = |name: &str| line.strip_prefix("{\"").is_some_and(|rest| rest.starts_with(name));
        match by {
            Speaker::Arbiter => {
                if is("illegal") {
                    self.refusals += 1;
                    self.refusal.get_or_insert_with(|| line.to_owned());
                }
                self.waiting_since = (is("turn") || is("events") || is("illegal")).then(Instant::now);
            }
            Speaker::Program => match read_line(line) {
                Ok(BotMessage::Done(_)) => self.leaves += 1,
                Ok(BotMessage::Order(_)) => {
                    self.orders += 1;
                    if let Some(since) = self.waiting_since.take() {
                        self.slowest = self.slowest.max(since.elapsed());
                    }
                }
                _ => {}
            },
        }
    }

    fn in_words(&self) -> String {
        if let Some(refusal) = &self.refusal {
            return format!(
                "{} of its {} orders were refused, the first by {refusal}",
                self.refusals, self.orders
            );
        }
        if self.leaves < 2 {
            return "it did not answer `over` with `done`".to_owned();
        }
        format!("{} orders, the slowest in {} ms", self.orders, self.slowest.as_millis())
    }
}

fn battle_of(scenario: &Scenario) -> Battle {
    Battle::from_scenario(scenario).expect("the scenario has been checked")
}

fn passed_trial(name: &str, told: String) -> Trial {
    Trial { name: name.to_owned(), passed: true, told, errors: String::new() }
}

fn failed_trial(name: &str, told: String, errors: String) -> Trial {
    Trial { name: name.to_owned(), passed: false, told, errors }
}

fn misstep(none: NoAnswer) -> Misstep {
    match none {
        NoAnswer::Lost(cause) => cause.to_string(),
        NoAnswer::Fault(fault) => fault.to_string(),
    }
}
