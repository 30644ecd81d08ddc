//! A guest's socket: lines in, lines out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use hotgates_protocol::{
    Empty, GuestMessage, MAX_CHAT_BYTES, ProtocolComplaint, TableMessage, TableRefusal, read_line, write_line,
};
use hotgates_table::Guest;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use crate::actor::{MOST_UNREAD, NewGuest, TableCommand};
use crate::counters::ServerCounters;
use crate::hall::{Hall, OpenTable};

/// Most bytes of a line that a guest says.
pub const MOST_LINE_BYTES: usize = 16 << 10;
/// How long a guest may take to say who it is.
const ENTERING: Duration = Duration::from_secs(10);
/// How long a guest may take to read a line.
const READING: Duration = Duration::from_secs(20);
/// How long a socket may be silent; a page says `ping` more often.
const SILENCE: Duration = Duration::from_mins(2);
/// Lines that a guest may say at once, and how fast it may say more.
const LINES_AT_ONCE: u32 = 60;
const LINES_A_SECOND: u32 = 20;

/// Speaks with a guest until one of both goes away. `token` is that of the guest's cookie.
pub async fn speak_with_guest(
    mut socket: WebSocket,
    hall: Arc<Hall>,
    (battle, table): (String, OpenTable),
    token: Option<String>,
) {
    let counters = &hall.services().counters;
    let _present = ServerCounters::note_presence(&counters.sockets);
    let Ok(Some(enter)) = timeout(ENTERING, next_line(&mut socket)).await else { return };
    let enter = match read_line::<GuestMessage>(&enter) {
        Ok(GuestMessage::Enter(enter)) => enter,
        Ok(_) => return complain(&mut socket, "unexpected", "the first line is `enter`").await,
        Err(complaint) => return say_last(&mut socket, &TableMessage::Error(complaint)).await,
    };
    let guest = match enter.token.or(token) {
        None => Guest::Watcher,
        Some(token) => match hall.guest_of_token(&battle, &table, &token).await {
            Some(guest) => guest,
            None => return complain(&mut socket, "token", "no seat of this battle has this token").await,
        },
    };
    let (messages, mut received) = mpsc::channel(MOST_UNREAD);
    let new = NewGuest { guest, from: enter.from, messages };
    if !table.send(TableCommand::Enter(new)).await {
        return;
    }
    let mut pace = Pace::new();
    loop {
        let answer = tokio::select! {
            message = received.recv() => match message {
                Some(message) => Some(message),
                // The table has let the guest go, or was closed: it comes back.
                None => return,
            },
            line = timeout(SILENCE, next_line(&mut socket)) => match line {
                Ok(Some(line)) if pace.allows_line() => {
                    ServerCounters::count(&counters.lines);
                    hear_line(&table, guest, &line).await
                }
                Ok(Some(_)) => return complain(&mut socket, "too_much", "too many lines a second").await,
                Ok(None) | Err(_) => return,
            },
        };
        if let Some(answer) = answer
            && !say(&mut socket, &answer).await
        {
            return;
        }
    }
}

/// Meets a line of a guest, and returns what is answered to that guest alone.
async fn hear_line(table: &OpenTable, guest: Guest, line: &str) -> Option<TableMessage> {
    let message = match read_line::<GuestMessage>(line) {
        Ok(message) => message,
        Err(complaint) => return Some(TableMessage::Error(complaint)),
    };
    match &message {
        GuestMessage::Ping(Empty {}) => return Some(TableMessage::Pong(Empty {})),
        GuestMessage::Enter(_) => {
            let text = "the guest has entered already".to_owned();
            return Some(TableMessage::Error(ProtocolComplaint { code: "unexpected".to_owned(), text }));
        }
        GuestMessage::Chat(words) if words.text.len() > MAX_CHAT_BYTES || words.text.trim().is_empty() => {
            let text = format!("words at a table have 1 to {MAX_CHAT_BYTES} bytes");
            return Some(TableMessage::Refused(TableRefusal {
                code: "malformed".to_owned(),
                text,
                id: None,
            }));
        }
        _ => {}
    }
    table.ask(|reply| TableCommand::Say(guest, message, reply)).await.flatten()
}

/// Returns the next line of a guest; `None` when it has gone, or says what is no text.
async fn next_line(socket: &mut WebSocket) -> Option<String> {
    loop {
        match socket.recv().await? {
            Ok(Message::Text(line)) => return Some(line.as_str().to_owned()),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Binary(_) | Message::Close(_)) | Err(_) => return None,
        }
    }
}

/// Says a line to a guest; returns `false` if it has gone, or does not read.
async fn say(socket: &mut WebSocket, message: &TableMessage) -> bool {
    matches!(timeout(READING, socket.send(Message::Text(write_line(message).into()))).await, Ok(Ok(())))
}

async fn say_last(socket: &mut WebSocket, message: &TableMessage) {
    say(socket, message).await;
}

async fn complain(socket: &mut WebSocket, code: &str, text: &str) {
    let complaint = ProtocolComplaint { code: code.to_owned(), text: text.to_owned() };
    say_last(socket, &TableMessage::Error(complaint)).await;
}

/// How many lines a guest may still say: a bucket that fills again.
struct Pace {
    left: u32,
    since: Instant,
}

impl Pace {
    fn new() -> Self {
        Self { left: LINES_AT_ONCE, since: Instant::now() }
    }

    fn allows_line(&mut self) -> bool {
        let filled = u32::try_from(self.since.elapsed().as_millis()).unwrap_or(u32::MAX);
        let filled = filled.saturating_mul(LINES_A_SECOND) / 1000;
        if filled > 0 {
            self.left = self.left.saturating_add(filled).min(LINES_AT_ONCE);
            self.since = Instant::now();
        }
        let allows = self.left > 0;
        self.left = self.left.saturating_sub(1);
        allows
    }
}
