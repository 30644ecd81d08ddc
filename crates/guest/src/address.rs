//! The address of a battle at a server, as its links have it.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// Number of hexadecimal digits of a battle's id.
const ID_DIGITS: usize = 16;
/// Number of hexadecimal digits of a seat's token.
const TOKEN_DIGITS: usize = 32;

/// The address of a battle at a server, with the token of a seat if it has one. It is shown without the token.
///
/// ```
/// use hotgates_guest::TableAddress;
///
/// let seat: TableAddress = "https://play.example.org/b/0123456789abcdef#0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f".parse()?;
/// assert_eq!((seat.host(), seat.port(), seat.is_encrypted()), ("play.example.org", 443, true));
/// assert_eq!(seat.to_string(), "https://play.example.org/b/0123456789abcdef");
/// assert!("http://play.example.org/b/0123456789abcdef".parse::<TableAddress>().is_err());
/// # Ok::<(), hotgates_guest::AddressFault>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TableAddress {
    is_encrypted: bool,
    host: String,
    port: u16,
    battle: String,
    token: Option<String>,
}

/// The reason why a text is no address of a battle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    /// The text begins with neither `https://` nor `http://`.
    #[error("the link of a battle begins with `https://`, or with `http://` on this machine")]
    Scheme,
    /// An address without encryption that leads to another machine: whoever listens could take the seat.
    #[error(
        "`http` leads to other machines without encryption, so that others could take the seat: the link must begin with `https://`"
    )]
    Unencrypted,
    /// The server has no name, or one that cannot be.
    #[error("the link names no server: it looks like https://SERVER/b/BATTLE")]
    Host,
    /// The path is not that of a battle.
    #[error(
        "the link leads to no battle: it ends in /b/ and the 16 digits of the battle, and #TOKEN for a seat"
    )]
    Path,
    /// The text behind `#` is no token.
    #[error("what stands behind `#` is no seat's token, which has 32 digits: was the link copied whole?")]
    Token,
}

impl TableAddress {
    /// Returns `true` if the line to the server is encrypted.
    #[must_use]
    pub const fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The server's name or number.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The server's port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The battle's id.
    #[must_use]
    pub fn battle(&self) -> &str {
        &self.battle
    }

    /// The token of the seat; `None` for an address by which one watches.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Returns the link of another battle at the same server with the same token, such as that of a rematch.
    #[must_use]
    pub fn link_to_battle(&self, battle: &str) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        let token = self.token.as_ref().map(|token| format!("#{token}")).unwrap_or_default();
        format!("{scheme}://{}/b/{battle}{token}", self.authority())
    }

    /// Returns host and port as requests name them: the port only where it is not the usual one.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.is_encrypted { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }
}

impl fmt::Display for TableAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self { token: None, ..self.clone() }.link_to_battle(&self.battle))
    }
}

/// A token is nothing to be shown.
impl fmt::Debug for TableAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableAddress({self})")
    }
}

impl FromStr for TableAddress {
    type Err = AddressFault;

    fn from_str(text: &str) -> Result<Self, AddressFault> {
        let (address, token) = match text.trim().split_once('#') {
            Some((address, token)) => (address, Some(token)),
            None => (text.trim(), None),
        };
        let (scheme, rest) = address.split_once("://").ok_or(AddressFault::Scheme)?;
        let is_encrypted = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(AddressFault::Scheme),
        };
        let (authority, path) = rest.split_once('/').ok_or(AddressFault::Path)?;
        let (host, port) = read_authority(authority, if is_encrypted { 443 } else { 80 })?;
        if !is_encrypted && !is_this_machine(&host) {
            return Err(AddressFault::Unencrypted);
        }
        let battle = path.strip_prefix("b/").map(|id| id.trim_end_matches('/'));
        let battle = battle.filter(|id| has_hex_digits(id, ID_DIGITS)).ok_or(AddressFault::Path)?.to_owned();
        let token = match token {
            None | Some("") => None,
            Some(token) if has_hex_digits(token, TOKEN_DIGITS) => Some(token.to_owned()),
            Some(_) => return Err(AddressFault::Token),
        };
        Ok(Self { is_encrypted, host, port, battle, token })
    }
}

fn has_hex_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Reads the host, a name or a number, and the port.
fn read_authority(text: &str, usual_port: u16) -> Result<(String, u16), AddressFault> {
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':').or(port.is_empty().then_some(""))),
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, Some("")),
        },
    };
    let port = match port.ok_or(AddressFault::Host)? {
        "" => usual_port,
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().map_err(|_| AddressFault::Host)?
        }
        _ => return Err(AddressFault::Host),
    };
    let is_number = text.starts_with('[');
    let is_sound = if is_number {
        host.parse::<std::net::Ipv6Addr>().is_ok()
    } else {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        !host.is_empty() && host.len() <= 253 && host.bytes().all(is_of_name)
    };
    if is_sound { Ok((host.to_ascii_lowercase(), port)) } else { Err(AddressFault::Host) }
}

/// Returns `true` if a host is this machine, where nobody else listens.
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef";

    #[test]
    fn links_are_read_and_what_is_none_is_told_apart() {
        let token = "0f".repeat(16);
        for (text, host, port, shown) in [
            (format!("http://127.0.0.1:8470/b/{ID}"), "127.0.0.1", 8470, "http://127.0.0.1:8470"),
            (format!("HTTP://LocalHost/b/{ID}/"), "localhost", 80, "http://localhost"),
            (format!("http://[::1]:1/b/{ID}#"), "::1", 1, "http://[::1]:1"),
            (format!("https://[2001:db8::7]/b/{ID}"), "2001:db8::7", 443, "https://[2001:db8::7]"),
            (
                format!(" https://play.example:8443/b/{ID} \n"),
                "play.example",
                8443,
                "https://play.example:8443",
            ),
        ] {
            let address: TableAddress = text.parse().expect(&text);
            assert_eq!((address.host(), address.port(), address.token()), (host, port, None));
            assert_eq!(address.to_string(), format!("{shown}/b/{ID}"));
        }
        let seat: TableAddress = format!("https://x/b/{ID}#{token}").parse().expect("a seat's link");
        assert_eq!(seat.token(), Some(token.as_str()));
        assert!(!format!("{seat} {seat:?}").contains(&token), "a token is nothing to be shown");
        for (text, fault) in [
            (format!("ws://x/b/{ID}"), AddressFault::Scheme),
            (ID.to_owned(), AddressFault::Scheme),
            (String::new(), AddressFault::Scheme),
            (format!("http://10.0.0.7/b/{ID}"), AddressFault::Unencrypted),
            (format!("http://localhost.example/b/{ID}"), AddressFault::Unencrypted),
            (format!("http://127.0.0.1.example/b/{ID}"), AddressFault::Unencrypted),
            (format!("https://me@x/b/{ID}"), AddressFault::Host),
            (format!("https:///b/{ID}"), AddressFault::Host),
            (format!("https://x:99999/b/{ID}"), AddressFault::Host),
            (format!("https://[x]/b/{ID}"), AddressFault::Host),
            ("https://x".to_owned(), AddressFault::Path),
            ("https://x/".to_owned(), AddressFault::Path),
            (format!("https://x/b/{ID}?y"), AddressFault::Path),
            (format!("https://x/b/{}", ID.to_uppercase()), AddressFault::Path),
            (format!("https://x/b/{ID}#{}", &token[1..]), AddressFault::Token),
        ] {
            assert_eq!(text.parse::<TableAddress>(), Err(fault), "{text}");
        }
    }
}
