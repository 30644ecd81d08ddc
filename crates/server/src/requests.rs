//! What each request is answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use hotgates_engine::Side;
use hotgates_table::Guest;
use serde::Deserialize;
use serde_json::json;

use crate::actor::TableCommand;
use crate::answers::{RequestBody, failure, refusal};
use crate::counters::ServerCounters;
use crate::creation::{CreationFault, NewBattle};
use crate::fault::ServerFault;
use crate::hall::OpenTable;
use crate::lobby::{Lobby, MOST_LISTED};
use crate::shared::Shared;
use crate::socket::{MOST_LINE_BYTES, speak_with_guest};
use crate::stopping::until_stopped;
use crate::token::{TOKEN_DIGITS, TokenDigest, draw_token};

/// Bytes that a socket sets aside each way.
const SOCKET_BUFFER: usize = 4 << 10;
/// How long whoever shows a wrong token waits for the answer.
const WRONG_TOKEN: Duration = Duration::from_millis(500);

/// Returns the table of a battle, or the answer that there is none.
async fn find_table(shared: &Shared, battle: &str) -> Result<OpenTable, Response> {
    match shared.hall.table(battle).await {
        Ok(Some(table)) => Ok(table),
        Ok(None) => Err(refusal(StatusCode::NOT_FOUND, "there is no such battle")),
        Err(why) => Err(failure(&why)),
    }
}

pub(crate) async fn make_battle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    RequestBody(asked): RequestBody<NewBattle>,
) -> Response {
    if !shared.limits.allows_battle(from.ip()) {
        return refusal(
            StatusCode::TOO_MANY_REQUESTS,
            "too many battles from this address: try again in a minute",
        );
    }
    let services = shared.hall.services();
    match asked.make_battle(&services.store, &services.bots, &shared.checks).await {
        Ok(made) => match shared.hall.table(&made.battle).await {
            Ok(_) => {
                ServerCounters::count(&services.counters.battles);
                tracing::info!(battle = %made.battle, "a battle was made");
                Json(json!(made)).into_response()
            }
            Err(why) => failure(&why),
        },
        Err(CreationFault::Asked(why)) => refusal(StatusCode::BAD_REQUEST, &why),
        Err(CreationFault::Server(why)) => failure(&why),
    }
}

/// The token with which a page takes a seat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatToken {
    token: String,
}

/// Exchanges the token of a seat's link for a cookie, which no script can read.
pub(crate) async fn take_seat(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    RequestBody(SeatToken { token }): RequestBody<SeatToken>,
) -> Response {
    match guest_of_token(&shared, &battle, &token).await {
        Ok(Some(Guest::Seat(side))) => seat_answer(&shared, &battle, &token, side),
        Ok(Some(Guest::Watcher) | None) => refuse_token().await,
        Err(why) => failure(&why),
    }
}

/// Returns who holds a token at a battle, whether or not there is such a battle.
pub(crate) async fn guest_of_token(
    shared: &Shared,
    battle: &str,
    token: &str,
) -> Result<Option<Guest>, ServerFault> {
    let Some(table) = shared.hall.table(battle).await?.filter(|_| token.len() == TOKEN_DIGITS) else {
        return Ok(None);
    };
    Ok(shared.hall.guest_of_token(battle, &table, token).await)
}

/// Lets whoever shows a wrong token wait; the answer is the same whether or not there is such a battle.
pub(crate) async fn refuse_token() -> Response {
    tokio::time::sleep(WRONG_TOKEN).await;
    refusal(StatusCode::FORBIDDEN, "no battle has this seat")
}

fn seat_answer(shared: &Shared, battle: &str, token: &str, side: Side) -> Response {
    let cookie = shared.site.seat_cookie(battle, token);
    ([(SET_COOKIE, cookie)], Json(json!({ "battle": battle, "side": side }))).into_response()
}

/// Tells which public battles there are.
pub(crate) async fn tell_lobby(State(shared): State<Arc<Shared>>) -> Response {
    let services = shared.hall.services();
    let read = async {
        let open = services.store.listed_battles(true, MOST_LISTED).await?;
        let running = services.store.listed_battles(false, MOST_LISTED).await?;
        let ratings = match &shared.ratings {
            Some(board) => {
                let most = usize::try_from(MOST_LISTED).unwrap_or(usize::MAX);
                Some(board.ratings(&services.store).await?.iter().take(most).cloned().collect())
            }
            None => None,
        };
        Ok::<_, ServerFault>(Lobby { open, running, bots: services.bots.names(), ratings })
    };
    match read.await {
        Ok(lobby) => Json(json!(lobby)).into_response(),
        Err(why) => failure(&why),
    }
}

/// Gives the free seat of a public battle to whoever comes first.
pub(crate) async fn take_free_seat(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(battle): Path<String>,
) -> Response {
    if !shared.limits.allows_battle(from.ip()) {
        return refusal(
            StatusCode::TOO_MANY_REQUESTS,
            "too many seats for this address: try again in a minute",
        );
    }
    let seat = async {
        let store = &shared.hall.services().store;
        let Some(stored) = store.battle(&battle).await?.filter(|stored| !stored.closed) else {
            return Ok(None);
        };
        let Some(side) = stored.open_seat else { return Ok(None) };
        let token = draw_token()?;
        let is_first = store.take_open_seat(&battle, side, TokenDigest::of_token(&token)).await?;
        Ok::<_, ServerFault>(is_first.then_some((token, side)))
    };
    match seat.await {
        Ok(Some((token, side))) => seat_answer(&shared, &battle, &token, side),
        Ok(None) => refusal(StatusCode::CONFLICT, "no seat of this battle is free"),
        Err(why) => failure(&why),
    }
}

/// Gives whoever holds a seat the cookie of the battle with the sides exchanged that follows this one.
pub(crate) async fn follow_rematch(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
) -> Response {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let Some(token) = shared.site.token_in_cookies(&battle, cookies) else { return refuse_token().await };
    let Some(Guest::Seat(side)) = guest_of_token(&shared, &battle, &token).await.ok().flatten() else {
        return refuse_token().await;
    };
    let table = match find_table(&shared, &battle).await {
        Ok(table) => table,
        Err(answer) => return answer,
    };
    match table.ask(TableCommand::Rematch).await.flatten() {
        Some(next) => seat_answer(&shared, &next, &token, side.other()),
        None => refusal(StatusCode::CONFLICT, "nobody has agreed to another battle"),
    }
}

pub(crate) async fn open_socket(
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
    let (stopping, hall) = (shared.stopping.clone(), Arc::clone(&shared.hall));
    // Most sockets are silent most of the time: 128 KiB each way would be too much for them.
    let upgrade = upgrade.read_buffer_size(SOCKET_BUFFER).write_buffer_size(SOCKET_BUFFER);
    upgrade.max_message_size(MOST_LINE_BYTES).max_frame_size(MOST_LINE_BYTES).on_upgrade(
        async move |socket| {
            tokio::select! {
                () = speak_with_guest(socket, hall, (battle, table), token) => {}
                () = until_stopped(stopping) => {}
            }
            drop(permit);
        },
    )
}

pub(crate) async fn send_replay(State(shared): State<Arc<Shared>>, Path(battle): Path<String>) -> Response {
    let table = match find_table(&shared, &battle).await {
        Ok(table) => table,
        Err(answer) => return answer,
    };
    match table.ask(TableCommand::Replay).await.flatten() {
        Some(replay) => {
            let name = format!("attachment; filename=\"{battle}.replay\"");
            let headers =
                [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, name)];
            (headers, replay.encode()).into_response()
        }
        None => refusal(
            StatusCode::CONFLICT,
            "the battle is not over: its replay would tell what seats may not know",
        ),
    }
}
