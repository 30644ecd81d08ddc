//! The address of a server as players see it, and what follows from it: whose requests count, and how cookies are kept.

use std::net::SocketAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::fault::ServerFault;

/// The address of a server as players see it.
#[derive(Debug, Clone)]
pub struct Site {
    /// Scheme, host and port of the address; `None` for this machine's own names.
    public: Option<String>,
}

impl Site {
    /// Returns the site of a server that listens somewhere.
    ///
    /// # Errors
    /// Others can reach the address, and no public one is given.
    pub fn new(listen: SocketAddr, public_url: Option<String>) -> Result<Self, ServerFault> {
        if public_url.is_none() && !listen.ip().is_loopback() {
            return Err(ServerFault::NoPublicUrl(listen));
        }
        Ok(Self { public: public_url.map(|url| url.trim_end_matches('/').to_ascii_lowercase()) })
    }

    /// Returns `true` if a request is for this site, and made by its own page or by no page.
    pub fn admits_headers(&self, headers: &HeaderMap) -> bool {
        let text =
            |name| headers.get(name).map(|value| value.to_str().unwrap_or_default().to_ascii_lowercase());
        let Some(host) = text(HOST) else { return false };
        let origin = text(ORIGIN);
        if let Some(public) = &self.public {
            let own_host = public.split_once("://").map_or(public.as_str(), |(_, host)| host);
            return host == own_host && origin.is_none_or(|origin| origin == *public);
        }
        let port = |(_, port): &(&str, &str)| port.bytes().all(|byte| byte.is_ascii_digit());
        let name = host.rsplit_once(':').filter(port).map_or(host.as_str(), |(name, _)| name);
        let is_own = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
        is_own && origin.is_none_or(|origin| origin.strip_prefix("http://") == Some(&host))
    }

    /// The address as players see it, where it is not this machine's own.
    pub fn public_address(&self) -> Option<&str> {
        self.public.as_deref()
    }

    /// Returns the address under which a request has found the site.
    pub(crate) fn address(&self, headers: &HeaderMap) -> String {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        self.public.clone().unwrap_or_else(|| format!("http://{host}"))
    }

    /// Returns `true` if players come over an encrypted connection.
    fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.starts_with("https://"))
    }

    /// Returns the name of a seat's cookie.
    fn cookie_name(&self, battle: &str) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}hotgates-{battle}")
    }

    /// Returns the cookie that keeps the token of a seat.
    pub fn seat_cookie(&self, battle: &str, token: &str) -> String {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        format!(
            "{}={token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict{secure}",
            self.cookie_name(battle)
        )
    }

    /// Returns the token of a battle's seat that cookies hold.
    pub fn token_in_cookies<'a>(
        &self,
        battle: &str,
        cookies: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        let name = self.cookie_name(battle);
        let mut pairs =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, token)| token.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn requests_count_for_the_own_address_and_from_the_own_page() {
        let local = Site::new("127.0.0.1:8470".parse().unwrap(), None).unwrap();
        for (host, origin, admits) in [
            ("localhost:8470", None, true),
            ("127.0.0.1:8470", Some("http://127.0.0.1:8470"), true),
            ("[::1]:8470", Some("http://[::1]:8470"), true),
            ("localhost:8470", Some("http://evil.example"), false),
            ("localhost:8470", Some("null"), false),
            ("evil.example:8470", None, false),
            ("localhost.evil.example", None, false),
        ] {
            assert_eq!(local.admits_headers(&headers(host, origin)), admits, "{host} {origin:?}");
        }
        assert!(!local.admits_headers(&HeaderMap::new()));
        let public =
            Site::new("0.0.0.0:80".parse().unwrap(), Some("https://Play.example/".to_owned())).unwrap();
        assert!(public.admits_headers(&headers("play.example", Some("https://play.example"))));
        assert!(!public.admits_headers(&headers("play.example", Some("http://play.example"))));
        assert!(!public.admits_headers(&headers("localhost", None)));
        assert!(Site::new("0.0.0.0:80".parse().unwrap(), None).is_err());
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let site =
            Site::new("127.0.0.1:1".parse().unwrap(), Some("https://play.example".to_owned())).unwrap();
        let cookie = site.seat_cookie("ab", "t0");
        assert!(
            cookie.starts_with("__Host-hotgates-ab=t0;")
                && cookie.contains("Secure")
                && cookie.contains("HttpOnly")
        );
        let found = |text: &str| site.token_in_cookies("ab", [text].into_iter());
        assert_eq!(found("x=1; __Host-hotgates-ab=t0; y=2").as_deref(), Some("t0"));
        assert_eq!(found("__Host-hotgates-abc=t0"), None);
    }
}
