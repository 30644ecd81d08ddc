//! A line to a table, kept by a thread of its own and opened again when it breaks.

use std::io;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use hotgates_protocol::{Empty, GuestMessage, write_line};
use tungstenite::client::IntoClientRequest;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error as SocketError, Message, WebSocket};

use crate::address::TableAddress;
use crate::line_fault::LineFault;
use crate::stream::ServerStream;

/// Most bytes of a line that a server says: a large map with its rules.
const MOST_LINE_BYTES: usize = 16 << 20;
/// How long the thread waits for a line before it looks whether there is something to say.
const LISTENING: Duration = Duration::from_millis(20);
/// How often the server is asked whether it is there, so that the line does not seem forgotten.
const ASKING: Duration = Duration::from_secs(30);
/// How long the server may be silent.
const SILENCE: Duration = Duration::from_secs(90);
/// How long to wait before the line is opened again: at first, and at most.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// An event on a line.
#[derive(Debug)]
pub enum LineEvent {
    /// The line is open: the guest says first who it is.
    Open,
    /// The server has said this.
    Said(String),
    /// The line is broken, and is going to be opened again.
    Broken,
    /// There is no line, and will be none.
    Failed(LineFault),
}

/// A line to a table. It ends when the value is dropped.
#[derive(Debug)]
pub struct TableLine {
    to_say: Sender<GuestMessage>,
}

impl TableLine {
    /// Opens a line, and opens it again whenever it breaks, for as long as `patience` each time. `hear` is told what
    /// happens, on a thread of the line's own, and returns `false` to end it. A line that cannot be opened at first fails
    /// at once.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(
        address: TableAddress,
        patience: Duration,
        hear: impl FnMut(LineEvent) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (to_say, said) = channel();
        let keeper = LineKeeper { address, patience, said, hear };
        thread::Builder::new().name("table line".to_owned()).spawn(move || keeper.keep_line())?;
        Ok(Self { to_say })
    }

    /// Says something to the server. What is said while the line is broken is lost: the guest says who it is again, and
    /// what was not answered.
    pub fn say(&self, message: GuestMessage) {
        // A line that has failed has told so.
        let _ = self.to_say.send(message);
    }
}

/// The thread of a line.
struct LineKeeper<Hear> {
    address: TableAddress,
    patience: Duration,
    said: Receiver<GuestMessage>,
    hear: Hear,
}

/// The reason why a connection ended.
enum LineEnd {
    /// The guest has left.
    Left,
    /// The line broke.
    Broken,
}

impl<Hear: FnMut(LineEvent) -> bool> LineKeeper<Hear> {
    fn keep_line(mut self) {
        let mut since = None;
        let mut wait = FIRST_WAIT;
        loop {
            match open_socket(&self.address) {
                Ok(socket) => {
                    // Messages for the line that broke are not meant for this one.
                    while self.said.try_recv().is_ok() {}
                    if !(self.hear)(LineEvent::Open) {
                        return;
                    }
                    match self.speak_with_server(socket) {
                        LineEnd::Left => return,
                        LineEnd::Broken => {}
                    }
                    if !(self.hear)(LineEvent::Broken) {
                        return;
                    }
                    (since, wait) = (Some(Instant::now()), FIRST_WAIT);
                }
                Err(fault) => {
                    // At first nobody waits; later the server may be starting again.
                    let waits = since.is_some_and(|since: Instant| since.elapsed() < self.patience);
                    if !waits || !fault.may_pass() {
                        (self.hear)(LineEvent::Failed(fault));
                        return;
                    }
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
            thread::sleep(wait);
            if matches!(self.said.try_recv(), Err(TryRecvError::Disconnected)) {
                return;
            }
        }
    }

    fn speak_with_server(&mut self, mut socket: WebSocket<ServerStream>) -> LineEnd {
        let (mut heard, mut asked) = (Instant::now(), Instant::now());
        loop {
            loop {
                let message = match self.said.try_recv() {
                    Ok(message) => message,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        // A farewell; whether it arrives is nothing to wait for.
                        let _ = socket.close(None);
                        let _ = socket.flush();
                        return LineEnd::Left;
                    }
                };
                if socket.send(Message::Text(write_line(&message).into())).is_err() {
                    return LineEnd::Broken;
                }
            }
            if asked.elapsed() > ASKING {
                asked = Instant::now();
                let ping = write_line(&GuestMessage::Ping(Empty {}));
                if socket.send(Message::Text(ping.into())).is_err() {
                    return LineEnd::Broken;
                }
            }
            match socket.read() {
                Ok(Message::Text(line)) => {
                    heard = Instant::now();
                    if !(self.hear)(LineEvent::Said(line.as_str().to_owned())) {
                        return LineEnd::Left;
                    }
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => heard = Instant::now(),
                Err(SocketError::Io(why)) if is_timeout(&why) => {
                    if heard.elapsed() > SILENCE {
                        return LineEnd::Broken;
                    }
                }
                Ok(Message::Binary(_) | Message::Close(_)) | Err(_) => return LineEnd::Broken,
            }
        }
    }
}

fn is_timeout(why: &io::Error) -> bool {
    matches!(why.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
}

/// Opens the socket of a table.
fn open_socket(address: &TableAddress) -> Result<WebSocket<ServerStream>, LineFault> {
    let server = address.authority();
    let stream = ServerStream::connect(address)?;
    let scheme = if address.is_encrypted() { "wss" } else { "ws" };
    let request = format!("{scheme}://{server}/b/{}/socket", address.battle()).into_client_request();
    let request = request.map_err(|_| LineFault::NoServer(server.clone()))?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MOST_LINE_BYTES))
        .max_frame_size(Some(MOST_LINE_BYTES));
    let opened = tungstenite::client::client_with_config(request, stream, Some(config));
    let (socket, _) = opened.map_err(|why| match why {
        HandshakeError::Failure(SocketError::Http(answer)) => match answer.status().as_u16() {
            404 => LineFault::NoBattle(server.clone()),
            code => LineFault::Answer { server: server.clone(), code },
        },
        HandshakeError::Failure(SocketError::Io(why)) => {
            LineFault::Unreachable { server: server.clone(), why }
        }
        // A server that is ending, or a machine in between whose server is away.
        HandshakeError::Failure(
            SocketError::ConnectionClosed
            | SocketError::AlreadyClosed
            | SocketError::Protocol(ProtocolError::HandshakeIncomplete),
        ) => LineFault::Unreachable { server: server.clone(), why: io::ErrorKind::UnexpectedEof.into() },
        HandshakeError::Failure(_) => LineFault::NoServer(server.clone()),
        HandshakeError::Interrupted(_) => {
            LineFault::Unreachable { server: server.clone(), why: io::ErrorKind::TimedOut.into() }
        }
    })?;
    let listening = socket.get_ref().set_read_timeout(LISTENING);
    listening.map_err(|why| LineFault::Unreachable { server, why })?;
    Ok(socket)
}
