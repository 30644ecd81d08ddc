//! The server: what it listens to, what each address means, and how it starts and ends.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use hotgates_page::BattleViewer;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::actor::{TableServices, now_ms};
use crate::answers::refusal;
use crate::bots::BotList;
use crate::counters::ServerCounters;
use crate::courier::{Courier, WebhookSettings};
use crate::creation::MapChecks;
use crate::fault::ServerFault;
use crate::hall::Hall;
use crate::limits::AddressLimits;
use crate::news::{take_up_news, tell_feed_address, tell_lobby_feed, tell_seat_feed};
use crate::operations::listen_for_operator;
use crate::pages::{PageFile, add_headers, answer_with_file};
use crate::rating_requests::{make_player, rate_seat, tell_ratings};
use crate::ratings::RatingBoard;
use crate::renewal::renew_link;
use crate::requests::{
    follow_rematch, make_battle, open_socket, send_replay, take_free_seat, take_seat, tell_lobby,
};
use crate::retention::{KeepingDays, keep_sweeping};
use crate::shared::Shared;
use crate::site::Site;
use crate::stopping::until_stopped;
use crate::store::{FolderLock, Store};
use crate::upload_room::UploadRoom;
use crate::uploads::{MOST_MAP_BYTES, receive_request};
use crate::webhook_requests::set_webhook;
use crate::writer::RecordWriter;

/// Most sockets at a time.
const MOST_SOCKETS: usize = 12_000;
/// How often a server notes that it is there.
const PRESENCE: Duration = Duration::from_secs(1);
/// A server that was away for longer takes what it was away off no clock.
const AWAY_MS: u64 = 5000;

/// What a server is to do.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The folder of the data; a database counts instead.
    pub folder: PathBuf,
    /// Address of a `PostgreSQL` database, which several servers may share.
    pub database: Option<String>,
    /// The address that players see, where it is not this machine's own.
    pub public_url: Option<String>,
    /// Most battles that one address may make in a minute.
    pub battles_a_minute: u32,
    /// Programs that players may choose.
    pub bots: BotList,
    /// The address on which the operator is told of health and metrics.
    pub operator: Option<SocketAddr>,
    /// How long battles and words are kept.
    pub keeping: KeepingDays,
    /// `true` if players may be rated.
    pub ratings: bool,
    /// How seats are told that it is their turn.
    pub webhooks: WebhookSettings,
    /// The page that players open.
    pub page: BattleViewer<'static>,
}

/// A server that runs until it is told to stop.
pub struct RunningServer {
    address: SocketAddr,
    running_battles: usize,
    stop: watch::Sender<bool>,
    task: tokio::task::JoinHandle<std::io::Result<()>>,
    hall: Arc<Hall>,
    operator: Option<SocketAddr>,
    /// What goes on beside: it ends with the server.
    tasks: Vec<tokio::task::JoinHandle<()>>,
    _lock: Option<FolderLock>,
}

impl RunningServer {
    /// The address that the server listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address on which the operator is told of health and metrics.
    pub const fn operator_address(&self) -> Option<SocketAddr> {
        self.operator
    }

    /// Number of battles that were not over when the server started.
    pub const fn running_battles(&self) -> usize {
        self.running_battles
    }

    /// Stops the server: it takes no more requests, parts from its guests, and ends when what was asked is answered.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
        self.hall.close_tables().await;
    }

    /// Waits until the server ends by itself, which it does by a fault only.
    ///
    /// # Errors
    /// The fault of the network.
    pub async fn wait(self) -> std::io::Result<()> {
        self.task.await.unwrap_or_else(|why| Err(std::io::Error::other(why)))
    }
}

/// Starts a server.
///
/// # Errors
/// The address cannot be listened to, the data cannot be used, or a running battle cannot go on.
pub async fn start_server(settings: ServerSettings) -> Result<RunningServer, ServerFault> {
    let ServerSettings {
        listen,
        folder,
        database,
        public_url,
        battles_a_minute,
        bots,
        operator,
        keeping,
        ratings,
        webhooks,
        page,
    } = settings;
    let site = Site::new(listen, public_url)?;
    let shares_database = database.is_some();
    let (store, lock) = match database {
        Some(url) => (Store::open_url(&url).await?, None),
        None => Store::open_folder(&folder).await.map(|(store, lock)| (store, Some(lock)))?,
    };
    let listener =
        TcpListener::bind(listen).await.map_err(|why| ServerFault::Listen { address: listen, why })?;
    let address = listener.local_addr().map_err(|why| ServerFault::Listen { address: listen, why })?;
    let thinkers = std::thread::available_parallelism().map_or(1, usize::from);
    let writer = RecordWriter::start(store.clone());
    let (stop, stopping) = watch::channel(false);
    let counters = Arc::<ServerCounters>::default();
    let own_address = site.public_address().map_or_else(|| format!("http://{address}"), str::to_owned);
    let courier = Courier::new(store.clone(), webhooks, Arc::clone(&counters), own_address, stopping.clone());
    let services = TableServices {
        store: store.clone(),
        writer,
        thinkers: Arc::new(Semaphore::new(thinkers)),
        shares_database,
        bots,
        courier,
        counters,
    };
    let hall = Hall::new(services);
    let now = now_ms();
    let before = store.note_presence(i64::try_from(now).unwrap_or(i64::MAX)).await?;
    let away = before.map_or(0, |before| now.saturating_sub(u64::try_from(before).unwrap_or(now)));
    let running_battles = hall.open_running_battles(if away > AWAY_MS { away } else { 0 }).await?;
    take_up_news(&hall).await?;
    let (last_act, _) = store.acts_since(0).await?;
    let mut tasks = vec![
        tokio::spawn(note_presence(Arc::clone(&hall), last_act)),
        tokio::spawn(keep_sweeping(keeping, Arc::clone(&hall))),
    ];
    let operator = match operator {
        Some(listen) => {
            let (address, task) = listen_for_operator(listen, Arc::clone(&hall)).await?;
            tasks.push(task);
            Some(address)
        }
        None => None,
    };
    let shared = Shared {
        hall: Arc::clone(&hall),
        site,
        page,
        sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
        limits: AddressLimits::new(battles_a_minute),
        checks: MapChecks::default(),
        uploads: UploadRoom::default(),
        ratings: ratings.then(RatingBoard::default),
        stopping: stopping.clone(),
    };
    let routes = routes_of_server(Arc::new(shared)).into_make_service_with_connect_info::<SocketAddr>();
    let serve = axum::serve(listener, routes).with_graceful_shutdown(until_stopped(stopping));
    let task = tokio::spawn(async move { serve.await });
    tracing::info!(%address, running_battles, "the server listens");
    Ok(RunningServer { address, running_battles, stop, task, hall, operator, tasks, _lock: lock })
}

/// Notes once a second that a server is there, and reads anew what the operator has changed.
async fn note_presence(hall: Arc<Hall>, mut last_act: i64) {
    let store = hall.services().store.clone();
    loop {
        tokio::time::sleep(PRESENCE).await;
        if let Err(why) = store.note_presence(i64::try_from(now_ms()).unwrap_or(i64::MAX)).await {
            tracing::error!("{why}");
        }
        match store.acts_since(last_act).await {
            Ok((number, battles)) => {
                last_act = number;
                for battle in battles {
                    tracing::info!(battle = %battle, "the operator has changed a battle");
                    if let Err(why) = hall.read_table_again(&battle).await {
                        tracing::error!("{why}");
                    }
                }
            }
            Err(why) => tracing::error!("{why}"),
        }
    }
}

fn routes_of_server(shared: Arc<Shared>) -> Router {
    let file = |file: PageFile| {
        get(async move |State(shared): State<Arc<Shared>>| answer_with_file(&shared.page, file))
    };
    Router::new()
        .route("/", file(PageFile::Frame))
        .route("/b/{battle}", file(PageFile::Frame))
        .route("/hotgates.js", file(PageFile::Script))
        .route("/hotgates.css", file(PageFile::Style))
        .route("/hotgates.wasm", file(PageFile::Engine))
        .route("/lobby", get(tell_lobby))
        .route("/lobby/feed", get(tell_lobby_feed))
        .route("/players", post(make_player))
        .route("/ratings", get(tell_ratings))
        .route("/b/{battle}/rated", post(rate_seat))
        .route("/battles", post(make_battle))
        .route("/b/{battle}/seat", post(take_seat))
        .route("/b/{battle}/seat/renew", post(renew_link))
        .route("/b/{battle}/feed", post(tell_feed_address))
        .route("/b/{battle}/feed/{secret}", get(tell_seat_feed))
        .route("/b/{battle}/webhook", post(set_webhook))
        .route("/b/{battle}/free-seat", post(take_free_seat))
        .route("/b/{battle}/rematch", post(follow_rematch))
        .route("/b/{battle}/socket", get(open_socket))
        .route("/b/{battle}/replay", get(send_replay))
        .route("/health", get(async || "ok"))
        .layer(DefaultBodyLimit::max(MOST_MAP_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), receive_request))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check_site))
        .layer(middleware::map_response(add_headers))
        .with_state(shared)
}

/// Refuses requests for another site, and those that another site's page makes.
async fn check_site(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let answer = if shared.site.admits_headers(request.headers()) {
        next.run(request).await
    } else {
        refusal(StatusCode::FORBIDDEN, "this server answers to its own address only")
    };
    if answer.status().is_client_error() {
        ServerCounters::count(&shared.hall.services().counters.refused_requests);
    }
    answer
}
