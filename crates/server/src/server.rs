//! The server: what it listens to, what each address means, and how it starts and ends.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hotgates_page::BattleViewer;
use hotgates_table::Guest;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot, watch};

use crate::actor::{TableCommand, TableServices, now_ms};
use crate::creation::{CreationFault, NewBattle};
use crate::fault::ServerFault;
use crate::hall::{Hall, OpenTable};
use crate::limits::AddressLimits;
use crate::pages::{PageFile, add_headers, answer_with_file};
use crate::site::Site;
use crate::socket::{MOST_LINE_BYTES, speak_with_guest};
use crate::store::{FolderLock, Store};
use crate::token::TOKEN_DIGITS;
use crate::writer::RecordWriter;

/// Most bytes of a request.
const MOST_REQUEST_BYTES: usize = 1 << 20;
/// Most sockets at a time.
const MOST_SOCKETS: usize = 12_000;
/// Bytes that a socket sets aside each way.
const SOCKET_BUFFER: usize = 4 << 10;
/// How long whoever shows a wrong token waits for the answer.
const WRONG_TOKEN: Duration = Duration::from_millis(500);
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
    _lock: Option<FolderLock>,
}

impl RunningServer {
    /// The address that the server listens on.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Number of battles that were not over when the server started.
    pub const fn running_battles(&self) -> usize {
        self.running_battles
    }

    /// Stops the server: it takes no more requests, parts from its guests, and ends when what was asked is answered.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
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

/// What every request finds.
struct Shared {
    hall: Arc<Hall>,
    site: Site,
    page: BattleViewer<'static>,
    sockets: Arc<Semaphore>,
    limits: AddressLimits,
    stopping: watch::Receiver<bool>,
}

/// Starts a server.
///
/// # Errors
/// The address cannot be listened to, the data cannot be used, or a running battle cannot go on.
pub async fn start_server(settings: ServerSettings) -> Result<RunningServer, ServerFault> {
    let ServerSettings { listen, folder, database, public_url, battles_a_minute, page } = settings;
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
    let services = TableServices {
        store: store.clone(),
        writer,
        thinkers: Arc::new(Semaphore::new(thinkers)),
        shares_database,
    };
    let hall = Hall::new(services);
    let now = now_ms();
    let before = store.note_presence(i64::try_from(now).unwrap_or(i64::MAX)).await?;
    let away = before.map_or(0, |before| now.saturating_sub(u64::try_from(before).unwrap_or(now)));
    let running_battles = hall.open_running_battles(if away > AWAY_MS { away } else { 0 }).await?;
    tokio::spawn(note_presence(store));
    let (stop, stopping) = watch::channel(false);
    let shared = Shared {
        hall: Arc::clone(&hall),
        site,
        page,
        sockets: Arc::new(Semaphore::new(MOST_SOCKETS)),
        limits: AddressLimits::new(battles_a_minute),
        stopping: stopping.clone(),
    };
    let routes = routes_of_server(Arc::new(shared)).into_make_service_with_connect_info::<SocketAddr>();
    let serve = axum::serve(listener, routes).with_graceful_shutdown(until_stopped(stopping));
    let task = tokio::spawn(async move { serve.await });
    Ok(RunningServer { address, running_battles, stop, task, hall, _lock: lock })
}

async fn until_stopped(mut stopping: watch::Receiver<bool>) {
    let _ = stopping.wait_for(|&stops| stops).await;
}

/// Notes once a second that a server is there.
async fn note_presence(store: Store) {
    loop {
        tokio::time::sleep(PRESENCE).await;
        if let Err(why) = store.note_presence(i64::try_from(now_ms()).unwrap_or(i64::MAX)).await {
            tracing::error!("{why}");
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
        .route("/battles", post(make_battle))
        .route("/b/{battle}/seat", post(take_seat))
        .route("/b/{battle}/socket", get(open_socket))
        .route("/b/{battle}/replay", get(send_replay))
        .route("/health", get(async || "ok"))
        .layer(DefaultBodyLimit::max(MOST_REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check_site))
        .layer(middleware::map_response(add_headers))
        .with_state(shared)
}

/// Refuses requests for another site, and those that another site's page makes.
async fn check_site(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if shared.site.admits_headers(request.headers()) {
        next.run(request).await
    } else {
        refusal(StatusCode::FORBIDDEN, "this server answers to its own address only")
    }
}

fn refusal(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

fn failure(why: &ServerFault) -> Response {
    tracing::error!("{why}");
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "the server cannot do that now")
}

/// Returns the table of a battle, or the answer that there is none.
async fn find_table(shared: &Shared, battle: &str) -> Result<OpenTable, Response> {
    match shared.hall.table(battle).await {
        Ok(Some(table)) => Ok(table),
        Ok(None) => Err(refusal(StatusCode::NOT_FOUND, "there is no such battle")),
        Err(why) => Err(failure(&why)),
    }
}

async fn make_battle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    asked: Result<Json<NewBattle>, JsonRejection>,
) -> Response {
    let asked = match asked {
        Ok(Json(asked)) => asked,
        Err(why) => return refusal(why.status(), &why.body_text()),
    };
    if !shared.limits.allows_battle(from.ip()) {
        return refusal(
            StatusCode::TOO_MANY_REQUESTS,
            "too many battles from this address: try again in a minute",
        );
    }
    match asked.make_battle(&shared.hall.services().store).await {
        Ok(made) => match shared.hall.table(&made.battle).await {
            Ok(_) => Json(json!(made)).into_response(),
            Err(why) => failure(&why),
        },
        Err(CreationFault::Asked(why)) => refusal(StatusCode::BAD_REQUEST, &why),
        Err(CreationFault::Server(why)) => failure(&why),
    }
}

/// The token with which a page takes a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeatToken {
    token: String,
}

/// Exchanges the token of a seat's link for a cookie, which no script can read.
async fn take_seat(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    asked: Result<Json<SeatToken>, JsonRejection>,
) -> Response {
    let token = match asked {
        Ok(Json(SeatToken { token })) => token,
        Err(why) => return refusal(why.status(), &why.body_text()),
    };
    let guest = match shared.hall.table(&battle).await {
        Ok(table) => table.and_then(|table| table.guest_of_token(&token)),
        Err(why) => return failure(&why),
    };
    let Some(Guest::Seat(side)) = guest.filter(|_| token.len() == TOKEN_DIGITS) else {
        tokio::time::sleep(WRONG_TOKEN).await;
        return refusal(StatusCode::FORBIDDEN, "no battle has this seat");
    };
    let cookie = shared.site.seat_cookie(&battle, &token);
    ([(SET_COOKIE, cookie)], Json(json!({ "side": side }))).into_response()
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let table = match find_table(&shared, &battle).await {
        Ok(table) => table,
        Err(answer) => return answer,
    };
    let Ok(permit) = Arc::clone(&shared.sockets).try_acquire_owned() else {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "too many people are here: try again later");
    };
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let token = shared.site.token_in_cookies(&battle, cookies);
    let stopping = shared.stopping.clone();
    // Most sockets are silent most of the time: 128 KiB each way would be too much for them.
    let upgrade = upgrade.read_buffer_size(SOCKET_BUFFER).write_buffer_size(SOCKET_BUFFER);
    upgrade.max_message_size(MOST_LINE_BYTES).max_frame_size(MOST_LINE_BYTES).on_upgrade(
        async move |socket| {
            tokio::select! {
                () = speak_with_guest(socket, table, token) => {}
                () = until_stopped(stopping) => {}
            }
            drop(permit);
        },
    )
}

async fn send_replay(State(shared): State<Arc<Shared>>, Path(battle): Path<String>) -> Response {
    let table = match find_table(&shared, &battle).await {
        Ok(table) => table,
        Err(answer) => return answer,
    };
    let (send, answer) = oneshot::channel();
    table.send(TableCommand::Replay(send)).await;
    match answer.await {
        Ok(Some(replay)) => {
            let name = format!("attachment; filename=\"{battle}.replay\"");
            let headers =
                [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
            (headers, replay.encode()).into_response()
        }
        Ok(None) | Err(_) => refusal(
            StatusCode::CONFLICT,
            "the battle is not over: its replay would tell what seats may not know",
        ),
    }
}
