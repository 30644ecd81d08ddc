//! A stream of bytes to a server, encrypted where its address says so.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::address::TableAddress;
use crate::line_fault::LineFault;

/// How long a server may take to take a connection, and to answer on it.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Most bytes of an answer: those of a long battle's replay.
const MOST_ANSWER_BYTES: u64 = 64 << 20;
/// Most headers of an answer.
const MOST_HEADERS: usize = 64;

/// A stream to a server.
pub enum ServerStream {
    /// Within this machine.
    Plain(TcpStream),
    /// Encrypted, with a certificate that was checked.
    Encrypted(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl ServerStream {
    /// Connects to the server of an address, and checks its certificate where the address asks for encryption.
    pub fn connect(address: &TableAddress) -> Result<Self, LineFault> {
        let unreachable = |why: io::Error| LineFault::Unreachable { server: address.authority(), why };
        let addresses = (address.host(), address.port()).to_socket_addrs().map_err(unreachable)?;
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        for to in addresses {
            match TcpStream::connect_timeout(&to, PATIENCE) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(PATIENCE)).map_err(unreachable)?;
                    stream.set_write_timeout(Some(PATIENCE)).map_err(unreachable)?;
                    stream.set_nodelay(true).map_err(unreachable)?;
                    return if address.is_encrypted() {
                        encrypt_stream(stream, address)
                    } else {
                        Ok(Self::Plain(stream))
                    };
                }
                Err(why) => failed = why,
            }
        }
        Err(unreachable(failed))
    }

    /// Has reading wait no longer than this.
    pub fn set_read_timeout(&self, timeout: Duration) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.set_read_timeout(Some(timeout)),
            Self::Encrypted(stream) => stream.sock.set_read_timeout(Some(timeout)),
        }
    }
}

impl Read for ServerStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(bytes),
            Self::Encrypted(stream) => stream.read(bytes),
        }
    }
}

impl Write for ServerStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Encrypted(stream) => stream.flush(),
        }
    }
}

/// Agrees on encryption with a server whose certificate somebody vouches for whom this system trusts.
fn encrypt_stream(mut stream: TcpStream, address: &TableAddress) -> Result<ServerStream, LineFault> {
    let untrusted = |why: String| LineFault::Untrusted { server: address.authority(), why };
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        return Err(untrusted("this system has no list of certificates that it trusts".to_owned()));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|why| untrusted(why.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(address.host().to_owned()).map_err(|why| untrusted(why.to_string()))?;
    let mut connection =
        ClientConnection::new(Arc::new(config), name).map_err(|why| untrusted(why.to_string()))?;
    while connection.is_handshaking() {
        connection.complete_io(&mut stream).map_err(|why| match why.kind() {
            io::ErrorKind::InvalidData => untrusted(why.to_string()),
            _ => LineFault::Unreachable { server: address.authority(), why },
        })?;
    }
    Ok(ServerStream::Encrypted(Box::new(StreamOwned::new(connection, stream))))
}

/// Fetches the replay of a battle that is over.
///
/// # Errors
/// The server cannot be reached, or has no replay for us.
pub fn fetch_replay(address: &TableAddress) -> Result<Vec<u8>, LineFault> {
    let mut stream = ServerStream::connect(address)?;
    // HTTP/1.0: the answer comes in one piece, and its end is that of the stream.
    let request = format!(
        "GET /b/{}/replay HTTP/1.0\r\nHost: {}\r\nConnection: close\r\n\r\n",
        address.battle(),
        address.authority()
    );
    let broken = |why: io::Error| LineFault::Unreachable { server: address.authority(), why };
    stream.write_all(request.as_bytes()).and_then(|()| stream.flush()).map_err(broken)?;
    let mut answer = Vec::new();
    match stream.take(MOST_ANSWER_BYTES).read_to_end(&mut answer) {
        // Some servers end the stream without a farewell; the replay has a checksum of its own.
        Ok(_) => {}
        Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => {}
        Err(why) => return Err(broken(why)),
    }
    read_answer(&answer, address)
}

/// Returns the body of an answer that says yes.
fn read_answer(answer: &[u8], address: &TableAddress) -> Result<Vec<u8>, LineFault> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Response::new(&mut headers);
    let parsed = head.parse(answer).ok().filter(httparse::Status::is_complete).map(httparse::Status::unwrap);
    match (parsed, head.code) {
        (Some(length), Some(200)) => Ok(answer[length..].to_vec()),
        (_, Some(code)) => Err(LineFault::Answer { server: address.authority(), code }),
        (_, None) => Err(LineFault::NoServer(address.authority())),
    }
}
