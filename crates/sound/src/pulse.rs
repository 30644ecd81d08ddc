//! The way to the loudspeakers on Linux: the native protocol of `PulseAudio`, which `PipeWire` speaks, too.
//!
//! The crate `pulseaudio` reads and writes the messages; who waits for whom is decided here. Its own client is
//! not used: dropped while nothing happens, it leaves its thread and its connection behind; it logs the end of a
//! connection as an error, and does not hear that the server has ended a stream.

use std::env;
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    AuthParams, AuthReply, ChannelMap, ChannelVolume, Command, CommandReply, CreatePlaybackStreamReply,
    DESCRIPTOR_SIZE, MAX_VERSION, PlaybackStreamParams, Prop, Props, ProtocolError, Request, SampleFormat,
    SampleSpec, SetClientNameReply, read_descriptor, read_reply_message, write_command_message,
    write_memblock,
};

use crate::outlet::{AudioOutlet, AudioStream, SoundError};
use crate::signal::SAMPLE_RATE;

/// Size of a cookie; a server refuses one of another size.
const COOKIE_SIZE: usize = 256;
/// Bytes of a frame: two samples of 32 bits.
const FRAME_SIZE: usize = 8;
/// Bytes that the server keeps ready: 60 milliseconds, the delay with which sounds are heard.
const BUFFER_SIZE: u32 = SAMPLE_RATE / 1000 * 60 * 8;
/// Longest time in which an answer, or the next request for samples, has to come.
const PATIENCE: Duration = Duration::from_secs(2);
/// Largest message that a server has reason to send; a longer one is taken for nonsense.
const MAX_MESSAGE: u32 = 1 << 20;
/// Largest number of frames that are sent at once.
const MAX_FRAMES: usize = 4800;

/// The way to a sound server that speaks the protocol of `PulseAudio` on a socket of this machine.
#[derive(Debug)]
pub struct PulseOutlet {
    /// Sockets at which a server may be, tried one after the other.
    sockets: Vec<PathBuf>,
    /// Files that may hold the cookie by which the server knows its user.
    cookies: Vec<PathBuf>,
}

impl PulseOutlet {
    /// Makes the way to the server of the user, as the environment has it.
    #[must_use]
    pub fn from_environment() -> Self {
        let read = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        Self { sockets: server_sockets(read), cookies: cookie_files(read) }
    }

    /// Makes the way to a server at a socket.
    #[must_use]
    pub fn at_socket(socket: PathBuf) -> Self {
        Self { sockets: vec![socket], cookies: Vec::new() }
    }

    fn connect_socket(&self) -> Result<UnixStream, SoundError> {
        let mut problem = SoundError::NoServer;
        for socket in &self.sockets {
            match UnixStream::connect(socket) {
                Ok(stream) => return Ok(stream),
                // A server that has never run is not there; one that refuses deserves a word.
                Err(failure) if failure.kind() == io::ErrorKind::NotFound => {}
                Err(failure) => problem = failure.into(),
            }
        }
        Err(problem)
    }

    fn read_cookie(&self) -> Vec<u8> {
        let mut cookie = self.cookies.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default();
        cookie.resize(COOKIE_SIZE, 0);
        cookie
    }
}

/// Returns the sockets at which the environment has a server: `PULSE_SERVER` alone if it is set, of whose
/// addresses those on this machine count, else the places that servers usually take.
fn server_sockets(read: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    if let Some(servers) = read("PULSE_SERVER") {
        let local = |address: &str| {
            // `{machine}unix:/path` is an address for one machine.
            let address = address.split_once('}').map_or(address, |(_, rest)| rest);
            let path = address.strip_prefix("unix:").unwrap_or(address);
            path.starts_with('/').then(|| PathBuf::from(path))
        };
        return servers.split_whitespace().filter_map(local).collect();
    }
    let own = read("PULSE_RUNTIME_PATH").map(PathBuf::from);
    let own = own.or_else(|| Some(PathBuf::from(read("XDG_RUNTIME_DIR")?).join("pulse")));
    own.into_iter().chain([PathBuf::from("/run/pulse")]).map(|folder| folder.join("native")).collect()
}

/// Returns the files in which the cookie may be.
fn cookie_files(read: impl Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let home = read("HOME").map(PathBuf::from);
    let settings =
        read("XDG_CONFIG_HOME").map(PathBuf::from).or_else(|| home.as_ref().map(|home| home.join(".config")));
    let files = [
        read("PULSE_COOKIE").map(PathBuf::from),
        settings.map(|settings| settings.join("pulse/cookie")),
        home.map(|home| home.join(".pulse-cookie")),
    ];
    files.into_iter().flatten().collect()
}

impl AudioOutlet for PulseOutlet {
    fn open_stream(&mut self) -> Result<Box<dyn AudioStream>, SoundError> {
        let socket = self.connect_socket()?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.set_write_timeout(Some(PATIENCE))?;
        let mut line = Handshake { socket: BufReader::new(socket), version: MAX_VERSION, sequence: 0 };
        let auth = AuthParams {
            version: MAX_VERSION,
            supports_shm: false,
            supports_memfd: false,
            cookie: self.read_cookie(),
        };
        let reply: AuthReply = line.ask_server(&Command::Auth(auth))?;
        line.version = reply.version.min(MAX_VERSION);
        let mut props = Props::new();
        props.set(Prop::ApplicationName, c"Hotgates");
        let _: SetClientNameReply = line.ask_server(&Command::SetClientName(props))?;
        let stream: CreatePlaybackStreamReply =
            line.ask_server(&Command::CreatePlaybackStream(stream_parameters()))?;
        Ok(Box::new(PulseStream::begun(line, &stream)?))
    }
}

/// Returns what is asked of a stream: two channels, little delay, no word about volume.
fn stream_parameters() -> PlaybackStreamParams {
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Hotgates");
    props.set(Prop::MediaRole, c"game");
    PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::Float32Le, channels: 2, sample_rate: SAMPLE_RATE },
        channel_map: ChannelMap::stereo(),
        buffer_attr: BufferAttr {
            max_length: u32::MAX,
            target_length: BUFFER_SIZE,
            pre_buffering: u32::MAX,
            minimum_request_length: u32::MAX,
            ..BufferAttr::default()
        },
        cvolume: None::<ChannelVolume>,
        props,
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    }
}

/// A connection on which questions are answered one by one.
struct Handshake {
    socket: BufReader<UnixStream>,
    version: u16,
    sequence: u32,
}

impl Handshake {
    fn ask_server<R: CommandReply>(&mut self, question: &Command) -> Result<R, SoundError> {
        self.sequence += 1;
        write_command_message(self.socket.get_mut(), self.sequence, question, self.version)
            .map_err(error_of_protocol)?;
        let (_, reply) = read_reply_message(&mut self.socket, self.version).map_err(error_of_protocol)?;
        Ok(reply)
    }
}

fn error_of_protocol(problem: ProtocolError) -> SoundError {
    match problem {
        ProtocolError::Io(problem) => SoundError::Io(problem),
        other => SoundError::Refused(other.to_string()),
    }
}

/// A stream that the server takes samples from.
struct PulseStream {
    socket: UnixStream,
    version: u16,
    channel: u32,
    /// What has come and is no whole message yet.
    received: Vec<u8>,
    /// Number of bytes that the server has asked for.
    requested: usize,
    /// When the server last asked.
    asked: Instant,
}

impl PulseStream {
    fn begun(line: Handshake, stream: &CreatePlaybackStreamReply) -> Result<Self, SoundError> {
        let received = line.socket.buffer().to_vec();
        Ok(Self {
            socket: line.socket.into_inner(),
            version: line.version,
            channel: stream.channel,
            received,
            requested: size_of_request(stream.requested_bytes)?,
            asked: Instant::now(),
        })
    }

    /// Waits for something to come from the server.
    fn receive_bytes(&mut self, patience: Duration) -> Result<(), SoundError> {
        self.socket.set_read_timeout(Some(patience.max(Duration::from_millis(1))))?;
        let mut bytes = [0; 4096];
        match self.socket.read(&mut bytes) {
            Ok(0) => Err(SoundError::Stopped),
            Ok(count) => {
                self.received.extend_from_slice(&bytes[..count]);
                Ok(())
            }
            Err(problem) => match problem.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => Ok(()),
                _ => Err(problem.into()),
            },
        }
    }

    /// Acts on the whole messages that have come.
    fn read_messages(&mut self) -> Result<(), SoundError> {
        while self.received.len() >= DESCRIPTOR_SIZE {
            let descriptor = read_descriptor(&mut self.received.as_slice()).map_err(error_of_protocol)?;
            if descriptor.length > MAX_MESSAGE {
                return Err(SoundError::Refused("a message is too long".into()));
            }
            let end = DESCRIPTOR_SIZE + descriptor.length as usize;
            let Some(message) = self.received.get(DESCRIPTOR_SIZE..end) else { return Ok(()) };
            // Messages that are no commands, or unknown ones, are none of ours.
            let command = Command::read_tag_prefixed(&mut &message[..], self.version).ok();
            self.received.drain(..end);
            if let Some((_, command)) = command {
                self.follow_command(&command)?;
            }
        }
        Ok(())
    }

    /// Follows the two commands that concern the stream. Others tell of things that change nothing here: that it
    /// has started, was moved to other loudspeakers, ran dry.
    fn follow_command(&mut self, command: &Command) -> Result<(), SoundError> {
        if let Command::Request(Request { channel, length }) = command
            && *channel == self.channel
        {
            self.requested += size_of_request(*length)?;
            self.asked = Instant::now();
        }
        if matches!(command, Command::PlaybackStreamKilled(channel) if *channel == self.channel) {
            return Err(SoundError::Stopped);
        }
        Ok(())
    }

    fn write_frames(&mut self, fill: &mut dyn FnMut(&mut [f32])) -> Result<(), SoundError> {
        while self.requested >= FRAME_SIZE {
            let frames = (self.requested / FRAME_SIZE).min(MAX_FRAMES);
            let mut samples = vec![0.0; 2 * frames];
            fill(&mut samples);
            let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
            write_memblock(&mut self.socket, self.channel, &bytes, 0).map_err(error_of_protocol)?;
            self.requested -= bytes.len();
        }
        Ok(self.socket.flush()?)
    }
}

/// Returns the size of a request; a server that asks for minutes at once is not believed.
fn size_of_request(bytes: u32) -> Result<usize, SoundError> {
    if bytes > MAX_MESSAGE {
        return Err(SoundError::Refused("too much is asked for at once".into()));
    }
    Ok(bytes as usize)
}

impl AudioStream for PulseStream {
    fn feed_samples(
        &mut self,
        patience: Duration,
        fill: &mut dyn FnMut(&mut [f32]),
    ) -> Result<(), SoundError> {
        if self.requested < FRAME_SIZE {
            self.receive_bytes(patience)?;
        }
        self.read_messages()?;
        self.write_frames(fill)?;
        if self.asked.elapsed() > PATIENCE {
            return Err(SoundError::Stopped);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sockets(variables: &[(&str, &str)]) -> Vec<String> {
        let read = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        server_sockets(read).into_iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn a_server_is_looked_for_where_the_environment_says() {
        assert_eq!(sockets(&[]), ["/run/pulse/native"]);
        let usual = [("XDG_RUNTIME_DIR", "/run/user/1")];
        assert_eq!(sockets(&usual), ["/run/user/1/pulse/native", "/run/pulse/native"]);
        let own = [usual[0], ("PULSE_RUNTIME_PATH", "/tmp/p")];
        assert_eq!(sockets(&own), ["/tmp/p/native", "/run/pulse/native"]);
        let named = [own[0], ("PULSE_SERVER", "{3f2a}unix:/a tcp:far:4713 /b unix:relative")];
        assert_eq!(sockets(&named), ["/a", "/b"]);
        // A server elsewhere is not spoken to, and none is put in its place.
        assert!(sockets(&[usual[0], ("PULSE_SERVER", "tcp:far")]).is_empty());
    }

    #[test]
    fn a_cookie_has_the_size_that_servers_want() {
        let folder = tempfile::tempdir().expect("a folder");
        let outlet = |path: PathBuf| PulseOutlet { sockets: Vec::new(), cookies: vec![path] };
        assert_eq!(outlet(folder.path().join("none")).read_cookie(), [0; COOKIE_SIZE]);
        let path = folder.path().join("cookie");
        fs::write(&path, [7; 300]).expect("a file");
        assert_eq!(outlet(path).read_cookie(), [7; COOKIE_SIZE]);
    }
}
