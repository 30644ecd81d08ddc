//! The courier: brings news of turns to webhooks, beside the battles and within bounds.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, HOST, USER_AGENT};
use axum::http::{Request, StatusCode};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde_json::json;
use sha2::Sha256;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;

use crate::counters::ServerCounters;
use crate::stopping::until_stopped;
use crate::store::Store;
use crate::token::write_digits;
use crate::turn::SeatNews;
use crate::webhook::{SeatWebhook, WebhookAddress, WebhookReach};

/// Most news on their way at a time, those that wait for another try among them.
const MOST_NEWS: usize = 1024;
/// Most webhooks that are told something at the same moment.
const MOST_AT_ONCE: usize = 16;
/// How long a webhook may take to answer.
const ANSWERING: Duration = Duration::from_secs(10);
/// Number of tries, and by how much each waits longer than the one before.
const TRIES: u32 = 5;
const LONGER: u32 = 6;
/// Most bytes that are read of the head of an answer; nothing is read of its body.
const MOST_HEAD_BYTES: usize = 8 << 10;

/// How webhooks are told.
#[derive(Debug, Clone)]
pub struct WebhookSettings {
    /// Where they may lead.
    pub reach: WebhookReach,
    /// How long the second try waits; each further one waits six times as long.
    pub first_wait: Duration,
    /// Certificates in PEM that are trusted besides those of the system.
    pub trusted: Option<Vec<u8>>,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        Self { reach: WebhookReach::default(), first_wait: Duration::from_secs(10), trusted: None }
    }
}

/// Brings news to webhooks.
#[derive(Clone)]
pub struct Courier {
    store: Store,
    settings: WebhookSettings,
    counters: Arc<ServerCounters>,
    /// The address of the server as players see it.
    site: String,
    news: Arc<Semaphore>,
    deliveries: Arc<Semaphore>,
    encryption: Option<TlsConnector>,
    stopping: watch::Receiver<bool>,
}

/// The outcome of a try.
enum Delivery {
    Done,
    /// It may be tried again.
    Failed,
    /// It will not be taken.
    Refused,
    /// There is no such webhook any more.
    Gone,
}

impl Courier {
    /// Returns the courier of a server.
    pub fn new(
        store: Store,
        settings: WebhookSettings,
        counters: Arc<ServerCounters>,
        site: String,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        let encryption = encryption_of_system(settings.trusted.as_deref());
        if encryption.is_none() && settings.reach != WebhookReach::None {
            tracing::warn!(
                "this system has no list of certificates that it trusts: no webhook can be told anything"
            );
        }
        Self {
            store,
            settings,
            counters,
            site,
            news: Arc::new(Semaphore::new(MOST_NEWS)),
            deliveries: Arc::new(Semaphore::new(MOST_AT_ONCE)),
            encryption,
            stopping,
        }
    }

    /// Where webhooks may lead.
    pub const fn reach(&self) -> WebhookReach {
        self.settings.reach
    }

    /// Takes news, and returns at once: where too many wait already, they are dropped and counted.
    pub fn take_news(&self, news: SeatNews) {
        if self.settings.reach == WebhookReach::None {
            return;
        }
        match Arc::clone(&self.news).try_acquire_owned() {
            Ok(place) => {
                let (courier, stopping) = (self.clone(), self.stopping.clone());
                tokio::spawn(async move {
                    // What waits holds the database open: it ends with the server, and the next one takes it up.
                    tokio::select! {
                        () = courier.bring_news(news, place) => {}
                        () = until_stopped(stopping) => {}
                    }
                });
            }
            Err(_) => ServerCounters::count(&self.counters.dropped_news),
        }
    }

    /// Brings news to the webhook of a seat, if it has one.
    async fn bring_news(self, news: SeatNews, _place: OwnedSemaphorePermit) {
        let since_ms = i64::try_from(news.since_ms).unwrap_or(i64::MAX);
        let mut wait = self.settings.first_wait;
        for number in 0..TRIES {
            if number > 0 {
                sleep(wait).await;
                wait *= LONGER;
            }
            // The webhook may be another one by now, or the link of its seat.
            let hook = match self.store.webhook(&news.battle, news.side).await {
                Ok(Some((hook, told_ms))) if told_ms < since_ms => hook,
                Ok(_) => return,
                Err(why) => {
                    tracing::error!("{why}");
                    continue;
                }
            };
            let delivery = {
                let Ok(_leave) = self.deliveries.acquire().await else { return };
                let told = timeout(ANSWERING, self.tell_webhook(&hook, &news));
                told.await.unwrap_or(Delivery::Failed)
            };
            let kept = match delivery {
                Delivery::Done | Delivery::Refused => {
                    self.store.note_webhook_told(&news.battle, news.side, since_ms).await
                }
                Delivery::Gone => self.store.remove_webhook(&news.battle, news.side).await,
                Delivery::Failed => {
                    ServerCounters::count(&self.counters.webhooks_failed);
                    continue;
                }
            };
            let counter = if matches!(delivery, Delivery::Done) {
                &self.counters.webhooks_told
            } else {
                &self.counters.webhooks_failed
            };
            ServerCounters::count(counter);
            if let Err(why) = kept {
                tracing::error!("{why}");
            }
            return;
        }
        tracing::info!(battle = %news.battle, side = %news.side, "a webhook was not told: it does not answer");
        if let Err(why) = self.store.note_webhook_told(&news.battle, news.side, since_ms).await {
            tracing::error!("{why}");
        }
    }

    async fn tell_webhook(&self, hook: &SeatWebhook, news: &SeatNews) -> Delivery {
        let Ok(address) = WebhookAddress::read(&hook.address, self.settings.reach) else {
            return Delivery::Refused;
        };
        match self.post_news(&address, hook, news).await {
            Ok(status) if status.is_success() => Delivery::Done,
            Ok(StatusCode::GONE) => Delivery::Gone,
            Ok(StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS) | Err(_) => Delivery::Failed,
            Ok(status) if status.is_server_error() => Delivery::Failed,
            // Where an answer leads on to another address, nobody goes there.
            Ok(_) => Delivery::Refused,
        }
    }

    /// Sends news to an address; returns the status of the answer.
    async fn post_news(
        &self,
        address: &WebhookAddress,
        hook: &SeatWebhook,
        news: &SeatNews,
    ) -> Result<StatusCode, Box<dyn std::error::Error + Send + Sync>> {
        let request = self.request(address, hook, news)?;
        // The name is looked up once: the machine that was checked is the one that is connected to.
        let found: Vec<SocketAddr> = lookup_host((address.host(), address.port())).await?.collect();
        let admitted = found.iter().find(|found| address.admits_ip(found.ip()));
        let stream = TcpStream::connect(admitted.ok_or("no address that a webhook may lead to")?).await?;
        if !address.is_encrypted() {
            return send_request(stream, request).await;
        }
        let encryption = self.encryption.as_ref().ok_or("no certificate is trusted")?;
        let name = ServerName::try_from(address.host().to_owned())?;
        send_request(encryption.connect(name, stream).await?, request).await
    }

    fn request(
        &self,
        address: &WebhookAddress,
        hook: &SeatWebhook,
        news: &SeatNews,
    ) -> Result<Request<Full<Bytes>>, axum::http::Error> {
        let SeatNews { battle, side, turn, over, since_ms } = news;
        let event = if *over { "over" } else { "your_turn" };
        let body = json!({
            "event": event,
            "battle": battle,
            "side": side,
            "turn": turn,
            "since_ms": since_ms,
            "link": format!("{}/b/{battle}", self.site),
            "id": format!("{battle}-{}-{turn}-{event}", side.name()),
        });
        let body = body.to_string();
        Request::post(address.path())
            .header(HOST, address.authority())
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("hotgates/", env!("CARGO_PKG_VERSION")))
            .header("x-hotgates-signature", signature_of_body(&hook.secret, body.as_bytes()))
            .body(Full::from(body))
    }
}

/// Returns the signature of a webhook's body under the secret of its seat.
fn signature_of_body(secret: &str, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("a key of any length will do");
    mac.update(body);
    format!("sha256={}", write_digits(&mac.finalize().into_bytes()))
}

/// Sends a request over a stream, and returns the status of the answer.
async fn send_request<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode, Box<dyn std::error::Error + Send + Sync>> {
    let mut builder = http1::Builder::new();
    builder.max_buf_size(MOST_HEAD_BYTES);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await?;
    // The line is closed with this set, whatever is still to come on it.
    let mut line = JoinSet::new();
    line.spawn(connection);
    Ok(sender.send_request(request).await?.status())
}

/// Returns encryption to servers for whose certificates somebody vouches whom this system trusts, or the operator.
fn encryption_of_system(trusted: Option<&[u8]>) -> Option<TlsConnector> {
    use rustls::pki_types::CertificateDer;
    use rustls::pki_types::pem::PemObject;

    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots.add_parsable_certificates(
        trusted.into_iter().flat_map(CertificateDer::pem_slice_iter).filter_map(Result::ok),
    );
    if roots.is_empty() {
        return None;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    Some(TlsConnector::from(Arc::new(config)))
}
