//! Webhooks: addresses that are told when it is a seat's turn. Whoever holds the seat gives the address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Scheme;
use hotgates_engine::Side;
use serde::{Deserialize, Serialize};
use sqlx::Row;

use crate::fault::ServerFault;
use crate::store::Store;

/// Most bytes of an address.
const MOST_ADDRESS_BYTES: usize = 500;

/// Where webhooks may lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookReach {
    /// Nowhere: there are none.
    None,
    /// To addresses that everybody can reach, encrypted.
    #[default]
    Public,
    /// Also to this machine and its network, and to this machine without encryption.
    Local,
}

/// An address to which a webhook leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAddress {
    uri: Uri,
    host: String,
    reach: WebhookReach,
}

impl WebhookAddress {
    /// Reads an address that a player has given.
    ///
    /// # Errors
    /// The reason, in words, why no webhook may lead there.
    pub fn read(text: &str, reach: WebhookReach) -> Result<Self, &'static str> {
        if reach == WebhookReach::None {
            return Err("this server has no webhooks");
        }
        if text.len() > MOST_ADDRESS_BYTES {
            return Err("the address of a webhook has at most 500 bytes");
        }
        let uri = Uri::from_str(text).map_err(|_| "this is no address")?;
        let authority = uri.authority().ok_or("the address of a webhook names a server")?;
        if authority.as_str().contains('@') {
            return Err("the address of a webhook holds no name of a user");
        }
        let port = &authority.as_str()[authority.host().len()..];
        let is_port = |digits: &str| digits.parse::<u16>().is_ok_and(|port| port > 0);
        if !(port.is_empty() || port.strip_prefix(':').is_some_and(is_port)) {
            return Err("the address of a webhook has a port from 1 to 65535, or none");
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err("the address of a webhook names a server");
        }
        let address = Self { uri, host, reach };
        match address.uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTPS => {}
            Some(scheme) if *scheme == Scheme::HTTP && reach == WebhookReach::Local => {}
            _ => return Err("the address of a webhook begins with https://"),
        }
        if let Ok(ip) = address.host.parse::<IpAddr>()
            && !address.admits_ip(ip)
        {
            return Err("a webhook leads to an address that everybody can reach");
        }
        Ok(address)
    }

    /// Returns `true` if the webhook may be delivered to a machine, once its name has been looked up.
    pub fn admits_ip(&self, ip: IpAddr) -> bool {
        match self.reach {
            WebhookReach::None => false,
            WebhookReach::Public => is_public_ip(ip),
            WebhookReach::Local => self.is_encrypted() || ip.to_canonical().is_loopback(),
        }
    }

    /// Returns `true` if the address asks for encryption.
    pub fn is_encrypted(&self) -> bool {
        self.uri.scheme() == Some(&Scheme::HTTPS)
    }

    /// Name or number of the server.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Name and port of the server, as a request names them.
    pub fn authority(&self) -> &str {
        self.uri.authority().map_or("", |authority| authority.as_str())
    }

    /// Port of the server.
    pub fn port(&self) -> u16 {
        self.uri.port_u16().unwrap_or(if self.is_encrypted() { 443 } else { 80 })
    }

    /// Returns the path on the server, with the question after it: what a request asks for.
    pub fn path(&self) -> String {
        let path = self.uri.path_and_query().map_or("/", |path| path.as_str());
        // The address may have a question right behind the name of the server.
        if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
    }
}

/// Returns `true` for an address of the internet: none of a machine itself, of a network of its own, or without a holder.
fn is_public_ip(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let reserved = matches!(
        (a, b, c),
        (0 | 240..=255, ..) | (192, 0, 0) | (192, 88, 99) | (100, 64..=127, _) | (198, 18..=19, _)
    );
    let own = ip.is_private() || ip.is_loopback() || ip.is_link_local();
    !(reserved || own || ip.is_documentation() || ip.is_multicast())
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(v4) = ip.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    // What is given out lies in 2000::/3; of that, 2001::/23, 2001:db8::/32, 2002::/16 and 3fff::/20 are for special use,
    // some of it for ways to other addresses.
    let [first, second, ..] = ip.segments();
    let special = first == 0x2001 && (second < 0x200 || second == 0xdb8)
        || first == 0x2002
        || first == 0x3fff && second < 0x1000;
    first & 0xe000 == 0x2000 && !special
}

/// The webhook of a seat.
#[derive(Clone, PartialEq, Eq)]
pub struct SeatWebhook {
    /// Where it leads, as the player has written it.
    pub address: String,
    /// The secret with which it is signed.
    pub secret: String,
}

impl Store {
    /// Keeps the webhook of a seat in place of the one before.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn set_webhook(&self, id: &str, side: Side, hook: &SeatWebhook) -> Result<(), ServerFault> {
        let upsert = "INSERT INTO webhook (battle, side, address, secret, told_ms) VALUES ($1, $2, $3, $4, 0) \
             ON CONFLICT (battle, side) DO UPDATE SET address = $3, secret = $4, told_ms = 0";
        let upsert = sqlx::query(upsert).bind(id).bind(side.name());
        upsert.bind(hook.address.as_str()).bind(hook.secret.as_str()).execute(self.pool()).await?;
        Ok(())
    }

    /// Returns the webhook of a seat, and when it was last told something.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn webhook(&self, id: &str, side: Side) -> Result<Option<(SeatWebhook, i64)>, ServerFault> {
        let select = "SELECT address, secret, told_ms FROM webhook WHERE battle = $1 AND side = $2";
        let row = sqlx::query(select).bind(id).bind(side.name()).fetch_optional(self.pool()).await?;
        let read = |row: sqlx::any::AnyRow| {
            Ok((SeatWebhook { address: row.try_get(0)?, secret: row.try_get(1)? }, row.try_get(2)?))
        };
        row.map(read).transpose()
    }

    /// Returns the seats with webhooks of battles that are not over.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn seats_with_webhooks(&self) -> Result<Vec<(String, Side)>, ServerFault> {
        let select =
            "SELECT battle, side FROM webhook WHERE battle IN (SELECT id FROM battle WHERE over = 0)";
        let rows = sqlx::query(select).fetch_all(self.pool()).await?;
        let mut seats = Vec::new();
        for row in &rows {
            if let Some(side) = Side::by_name(row.try_get(1)?) {
                seats.push((row.try_get(0)?, side));
            }
        }
        Ok(seats)
    }

    /// Notes that a webhook was told of what began at a time, or will not be.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn note_webhook_told(&self, id: &str, side: Side, since_ms: i64) -> Result<(), ServerFault> {
        let update = "UPDATE webhook SET told_ms = $3 WHERE battle = $1 AND side = $2";
        sqlx::query(update).bind(id).bind(side.name()).bind(since_ms).execute(self.pool()).await?;
        Ok(())
    }

    /// Removes the webhook of a seat.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn remove_webhook(&self, id: &str, side: Side) -> Result<(), ServerFault> {
        let delete = "DELETE FROM webhook WHERE battle = $1 AND side = $2";
        sqlx::query(delete).bind(id).bind(side.name()).execute(self.pool()).await?;
        Ok(())
    }
}

/// A webhook that somebody wishes for a seat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Token of the seat, where it does not stand in a cookie.
    #[serde(default)]
    pub(crate) token: Option<String>,
    /// Where it leads; null for none from now on.
    pub(crate) address: Option<String>,
}

impl NewWebhook {
    /// Reads a wish, and the address in it.
    ///
    /// # Errors
    /// The reason, in words, why there can be no such webhook.
    pub fn read(bytes: &[u8], reach: WebhookReach) -> Result<Option<WebhookAddress>, String> {
        let asked: Self = serde_json::from_slice(bytes).map_err(|why| why.to_string())?;
        asked.address.map(|text| WebhookAddress::read(&text, reach)).transpose().map_err(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhooks_lead_to_public_addresses_only() {
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.8",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
        ] {
            assert!(!is_public_ip(ip.parse().unwrap()), "{ip}");
        }
        for ip in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1"]
        {
            assert!(is_public_ip(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn addresses_of_webhooks_are_read_strictly() {
        use WebhookReach::{Local, None, Public};
        for (text, reach, is_address) in [
            ("https://example.org/hook?seat=1", Public, true),
            ("https://example.org/hook", None, false),
            ("http://example.org/hook", Public, false),
            ("http://127.0.0.1:80/", Public, false),
            ("http://127.0.0.1:80/", Local, true),
            ("http://192.168.1.1/", Local, false),
            ("https://192.168.1.1/", Local, true),
            ("https://[::1]/", Public, false),
            ("https://[::1]/", Local, true),
            ("https://user:word@example.org/", Public, false),
            ("https://example.org:0/", Public, false),
            ("https://example.org:99999/", Public, false),
            ("https://example.org:/", Public, false),
            ("ftp://example.org/", Local, false),
            ("/hook", Local, false),
            ("https://exa mple.org/", Public, false),
            ("", Public, false),
        ] {
            assert_eq!(WebhookAddress::read(text, reach).is_ok(), is_address, "{text} {reach:?}");
        }
        assert!(WebhookAddress::read(&format!("https://a.example/{}", "x".repeat(600)), Public).is_err());
        let address = WebhookAddress::read("https://[2606:4700::1]:8443/a?b#c", Public).unwrap();
        assert_eq!((address.host(), address.port(), address.path().as_str()), ("2606:4700::1", 8443, "/a?b"));
        let path = |text: &str| WebhookAddress::read(text, Public).map(|address| address.path());
        assert_eq!(path("https://example.org"), Ok("/".to_owned()));
        assert_eq!(path("https://example.org?seat=1"), Ok("/?seat=1".to_owned()));
    }
}
