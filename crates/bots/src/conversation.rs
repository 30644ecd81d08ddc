//! What an arbiter and a program say to each other, within the limits of lines and time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hotgates_cell::CELL_STANDS;
use hotgates_play::{Cancel, LossCause, ProgramFault};
use hotgates_protocol::{ArbiterMessage, BotMessage, Hello, PROTOCOL, Ready, read_line, write_line};

use crate::output::{MAX_ERRORS, MAX_LINE};
use crate::process::{BotProcess, MAX_UNTAKEN, NoLine};

/// Most bytes that a program may say in a half-turn.
const MAX_HALF_TURN: usize = 4 << 20;
/// Most bytes of a transcript that are kept.
const MAX_TRANSCRIPT: usize = 2 << 20;
/// Most bytes of a program's own words that are kept.
const MAX_WORDS: usize = 2000;

/// Who says a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The arbiter, which is this program.
    Arbiter,
    /// The program that commands a side.
    Program,
}

/// Hears each line as it is said.
pub type Listener = Arc<dyn Fn(Speaker, &str) + Send + Sync>;

/// A conversation with a program that runs.
pub(crate) struct Conversation {
    process: BotProcess,
    listener: Option<Listener>,
    /// Number of bytes that the program has said in its half-turn.
    heard: usize,
    transcript: String,
}

/// Returns the cause of a loss by a message that nobody wanted.
pub(crate) fn unwanted_message(message: &BotMessage, wanted: &'static str) -> LossCause {
    match message {
        BotMessage::Error(complaint) => {
            LossCause::Complaint { code: cut_words(&complaint.code), text: cut_words(&complaint.text) }
        }
        BotMessage::Ready(_)
        | BotMessage::Ok(_)
        | BotMessage::Order(_)
        | BotMessage::Ask(_)
        | BotMessage::Done(_)
        | BotMessage::Pong(_) => {
            let line = write_line(message);
            let message = line.split('"').nth(1).unwrap_or_default().to_owned();
            LossCause::Unwanted { message, wanted }
        }
    }
}

/// The reason why a program gives no answer.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// It has lost.
    Lost(LossCause),
    /// There is no battle.
    Fault(ProgramFault),
}

impl From<LossCause> for NoAnswer {
    fn from(cause: LossCause) -> Self {
        Self::Lost(cause)
    }
}

impl Conversation {
    /// Begins the conversation of a battle. A process that has just been started is greeted.
    pub(crate) fn begin(process: BotProcess, listener: Option<Listener>) -> Self {
        let greets = !process.ready;
        let mut begun = Self { process, listener, heard: 0, transcript: String::new() };
        if greets {
            begun.send(&ArbiterMessage::Hello(Hello {
                protocol: [PROTOCOL, PROTOCOL],
                game: concat!("hotgates ", env!("CARGO_PKG_VERSION")).to_owned(),
                features: vec!["fog".to_owned(), "why".to_owned()],
            }));
        }
        begun
    }

    pub(crate) fn send(&mut self, message: &ArbiterMessage) {
        self.send_line(write_line(message));
    }

    pub(crate) fn send_line(&mut self, line: String) {
        self.note(Speaker::Arbiter, &line);
        self.process.send_line(line);
    }

    /// Adds a line to the transcript that is for whoever reads it.
    pub(crate) fn note_view(&mut self, line: &str) {
        self.write_down('=', line);
    }

    fn note(&mut self, by: Speaker, line: &str) {
        self.write_down(if by == Speaker::Arbiter { '→' } else { '←' }, line);
        if let Some(listener) = &self.listener {
            listener(by, line);
        }
    }

    fn write_down(&mut self, mark: char, line: &str) {
        if self.transcript.len() + line.len() < MAX_TRANSCRIPT {
            self.transcript.extend([mark, ' ']);
            self.transcript.push_str(line);
            self.transcript.push('\n');
        }
    }

    /// Counts what the program says anew: a half-turn begins.
    pub(crate) const fn begin_half_turn(&mut self) {
        self.heard = 0;
    }

    /// Waits for the next message that is no `pong`.
    pub(crate) fn hear(&mut self, time: Duration, cancel: &Cancel) -> Result<BotMessage, NoAnswer> {
        let deadline = Instant::now() + time;
        loop {
            match self.hear_by(deadline, time, cancel)? {
                BotMessage::Pong(_) => {}
                message => return Ok(message),
            }
        }
    }

    /// Waits for the next message.
    pub(crate) fn hear_anything(&mut self, time: Duration, cancel: &Cancel) -> Result<BotMessage, NoAnswer> {
        self.hear_by(Instant::now() + time, time, cancel)
    }

    /// Waits for the next message until the deadline, which was `time` away when the waiting began.
    fn hear_by(
        &mut self,
        deadline: Instant,
        time: Duration,
        cancel: &Cancel,
    ) -> Result<BotMessage, NoAnswer> {
        let line = loop {
            let line = self.process.wait_for_line(deadline, cancel).map_err(|none| match none {
                NoLine::Cancelled(cancelled) => NoAnswer::Fault(cancelled.into()),
                NoLine::Ended(cause) => cause.into(),
                NoLine::Late => {
                    LossCause::Late { ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }.into()
                }
                NoLine::Deaf => LossCause::NotReading { mebibytes: MAX_UNTAKEN >> 20 }.into(),
                NoLine::TooLong => LossCause::LongLine { mebibytes: MAX_LINE >> 20 }.into(),
                NoLine::Flooded => LossCause::LongErrors { mebibytes: MAX_ERRORS >> 20 }.into(),
            })?;
            self.heard += line.len() + 1;
            if self.heard > MAX_HALF_TURN {
                return Err(LossCause::LongHalfTurn { mebibytes: MAX_HALF_TURN >> 20 }.into());
            }
            if !line.is_empty() {
                break line;
            }
        };
        self.note(Speaker::Program, &line);
        read_line(&line).map_err(|complaint| LossCause::NoMessage { why: cut_words(&complaint.text) }.into())
    }

    /// Waits until a program that has been greeted is ready; returns who it is, if it has not said so before.
    pub(crate) fn wait_until_ready(
        &mut self,
        time: Duration,
        cancel: &Cancel,
    ) -> Result<Option<Ready>, NoAnswer> {
        if self.process.ready {
            return Ok(None);
        }
        self.wait_for_cell(time, cancel)?;
        match self.hear(time, cancel)? {
            BotMessage::Ready(ready) if ready.protocol == PROTOCOL => {
                self.process.ready = true;
                Ok(Some(ready))
            }
            BotMessage::Ready(Ready { protocol, .. }) => {
                let why = format!("it chose version {protocol} of the protocol; {PROTOCOL} is spoken here");
                Err(NoAnswer::Fault(ProgramFault::Foreign { why }))
            }
            BotMessage::Error(complaint) if complaint.code == "version" => {
                Err(NoAnswer::Fault(ProgramFault::Foreign { why: cut_words(&complaint.text) }))
            }
            other => Err(unwanted_message(&other, "`ready`").into()),
        }
    }

    /// Waits until the cell says that its walls stand. Nothing that the program does can keep it from saying so,
    /// since the program has not begun: so it is not to blame if there is no cell.
    fn wait_for_cell(&mut self, time: Duration, cancel: &Cancel) -> Result<(), NoAnswer> {
        if !self.process.awaits_cell {
            return Ok(());
        }
        let why = match self.process.wait_for_line(Instant::now() + time, cancel) {
            Ok(line) if line == CELL_STANDS => {
                self.process.awaits_cell = false;
                return Ok(());
            }
            Ok(line) => format!("it says {}", cut_words(&line)),
            Err(NoLine::Cancelled(cancelled)) => return Err(NoAnswer::Fault(cancelled.into())),
            Err(NoLine::Ended(end)) => self.process.last_words_of_cell(end.to_string()),
            Err(NoLine::Late) => format!("it does not stand after {} ms", time.as_millis()),
            Err(NoLine::Deaf | NoLine::TooLong | NoLine::Flooded) => {
                "it does not say that it stands".to_owned()
            }
        };
        Err(NoAnswer::Fault(ProgramFault::NoCell { why: cut_words(&why) }))
    }

    /// Ends the conversation in order; returns the process.
    pub(crate) fn into_process(self) -> BotProcess {
        self.process
    }

    /// Ends the program; returns the transcript and what it wrote on its standard error.
    pub(crate) fn end(self) -> (String, String) {
        (self.transcript, self.process.end())
    }
}

/// Returns the beginning of a program's own words, as much as is kept.
pub(crate) fn cut_words(words: &str) -> String {
    let end = words.floor_char_boundary(MAX_WORDS);
    words[..end].to_owned()
}
