//! Lines that are encrypted: only to a server for whose certificate somebody vouches whom the system trusts.

#![cfg(feature = "socket")]
#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use hotgates_guest::{LineEvent, LineFault, TableLine};
use hotgates_protocol::{Empty, GuestMessage};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tungstenite::Message;

/// Set where this program is to open a line: the link.
const CHILD: &str = "HOTGATES_LINE_CHILD";

/// Makes a certificate for `localhost`, and its key, in a folder; `None` where there is no `openssl`.
fn make_certificate(folder: &Path, name: &str) -> Option<[PathBuf; 2]> {
    let [certificate, key] = ["pem", "key"].map(|end| folder.join(name).with_extension(end));
    let mut command = Command::new("openssl");
    command.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    ]);
    command.args(["-subj", "/CN=hotgates-test", "-addext", "subjectAltName=DNS:localhost"]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    command.arg("-out").arg(&certificate).arg("-keyout").arg(&key);
    let made = command.output().ok()?;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some([certificate, key])
}

/// Serves encrypted lines that answer everything with `pong`; returns the port.
fn serve_pongs([certificate, key]: &[PathBuf; 2]) -> u16 {
    let certificates = CertificateDer::pem_file_iter(certificate).unwrap().map(Result::unwrap).collect();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(certificates, PrivateKeyDer::from_pem_file(key).unwrap())
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            // Whoever does not trust the certificate ends the connection here.
            let Ok(mut socket) = tungstenite::accept(StreamOwned::new(connection, stream)) else { continue };
            while socket.read().is_ok() {
                if socket.send(Message::Text(r#"{"pong":{}}"#.into())).is_err() {
                    break;
                }
            }
        }
    });
    port
}

/// A line that [`only_servers_with_a_trusted_certificate_are_spoken_to`] has opened in a process of its own.
#[test]
fn a_line_in_a_process_of_its_own() {
    let Ok(child) = std::env::var(CHILD) else { return };
    let (send, events) = channel();
    let address = child.parse().unwrap();
    let line = TableLine::open(address, Duration::ZERO, move |event| send.send(event).is_ok()).unwrap();
    let found = loop {
        match events.recv().unwrap() {
            LineEvent::Open => line.say(GuestMessage::Ping(Empty {})),
            LineEvent::Said(said) => break said,
            LineEvent::Broken => break "broken".to_owned(),
            LineEvent::Failed(LineFault::Untrusted { why, .. }) => break format!("untrusted: {why}"),
            LineEvent::Failed(why) => break why.to_string(),
        }
    };
    println!("found {found}");
}

#[test]
fn only_servers_with_a_trusted_certificate_are_spoken_to() {
    let folder = tempfile::tempdir().unwrap();
    let Some(own) = make_certificate(folder.path(), "own") else {
        eprintln!("skipped: there is no openssl to make certificates");
        return;
    };
    let other = make_certificate(folder.path(), "other").unwrap();
    let port = serve_pongs(&own);
    let found = |host: &str, trusted: &Path| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "a_line_in_a_process_of_its_own", "--nocapture"]);
        command.env(CHILD, format!("https://{host}:{port}/b/0123456789abcdef"));
        command.env("SSL_CERT_FILE", trusted).env_remove("SSL_CERT_DIR");
        let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let line =
            output.lines().find_map(|line| line.split_once("found ")).map(|(_, found)| found.to_owned());
        line.unwrap_or_else(|| panic!("{output}"))
    };
    assert_eq!(found("localhost", &own[0]), r#"{"pong":{}}"#);
    for (host, trusted) in [("localhost", &other[0]), ("127.0.0.1", &own[0])] {
        let found = found(host, trusted);
        assert!(found.starts_with("untrusted: "), "{host}: {found}");
    }
    assert!(found("localhost", Path::new("/dev/null")).starts_with("untrusted: "));
}
