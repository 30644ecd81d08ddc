//! What players ask about ratings.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use crate::actor::now_ms;
use crate::answers::{RequestBody, failure, refusal};
use crate::fault::ServerFault;
use crate::renewal::holder_of_seat;
use crate::requests::refuse_token;
use crate::shared::Shared;
use crate::token::{TokenDigest, draw_token};

/// Most characters of a player's name.
const MOST_NAME: usize = 24;

fn no_ratings() -> Response {
    refusal(StatusCode::NOT_FOUND, "this server rates nobody")
}

/// A name that somebody wishes to be rated under.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlayer {
    name: String,
}

/// Gives a name to whoever asks for it first, and answers with its secret, this once.
pub(crate) async fn make_player(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    asked: Result<RequestBody<NewPlayer>, Response>,
) -> Result<Response, Response> {
    if shared.ratings.is_none() {
        return Err(no_ratings());
    }
    let RequestBody(NewPlayer { name }) = asked?;
    let letter = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-' | '_' | '.');
    if !((1..=MOST_NAME).contains(&name.len()) && name.chars().all(letter)) {
        let why = "a player's name has 1 to 24 small letters, digits, dots, hyphens and underscores";
        return Err(refusal(StatusCode::BAD_REQUEST, why));
    }
    if !shared.limits.allows_battle(from.ip()) {
        let why = "too many names for this address: try again in a minute";
        return Err(refusal(StatusCode::TOO_MANY_REQUESTS, why));
    }
    let made = async {
        let secret = draw_token()?;
        let at_ms = i64::try_from(now_ms()).unwrap_or(i64::MAX);
        let store = &shared.hall.services().store;
        let is_new = store.add_player(&name, TokenDigest::of_token(&secret), at_ms).await?;
        Ok::<_, ServerFault>(is_new.then_some(secret))
    };
    match made.await {
        Ok(Some(secret)) => Ok(Json(json!({ "name": name, "secret": secret })).into_response()),
        Ok(None) => Err(refusal(StatusCode::CONFLICT, "somebody has this name already")),
        Err(why) => Err(failure(&why)),
    }
}

/// Whoever wishes that the result of a seat counts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RatedSeat {
    /// Token of the seat, where it does not stand in a cookie.
    #[serde(default)]
    token: Option<String>,
    player: String,
    secret: String,
}

/// Has the result of a seat count for a player, if the battle has not begun.
pub(crate) async fn rate_seat(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    asked: Result<RequestBody<RatedSeat>, Response>,
) -> Result<Response, Response> {
    if shared.ratings.is_none() {
        return Err(no_ratings());
    }
    let RequestBody(RatedSeat { token, player, secret }) = asked?;
    let (side, _) = holder_of_seat(&shared, &battle, &headers, token).await?;
    let store = &shared.hall.services().store;
    match store.player_digest(&player).await {
        Ok(Some(digest)) if digest.is_of_token(&secret) => {}
        Ok(_) => return Err(refuse_token().await),
        Err(why) => return Err(failure(&why)),
    }
    match store.rate_seat(&battle, side, &player).await {
        Ok(true) => Ok(Json(json!({ "battle": battle, "side": side, "player": player })).into_response()),
        Ok(false) => {
            let why = "a seat takes one player, before the battle begins, and another one than the enemy's";
            Err(refusal(StatusCode::CONFLICT, why))
        }
        Err(why) => Err(failure(&why)),
    }
}

/// Tells all ratings.
pub(crate) async fn tell_ratings(State(shared): State<Arc<Shared>>) -> Response {
    let Some(board) = &shared.ratings else { return no_ratings() };
    match board.ratings(&shared.hall.services().store).await {
        Ok(ratings) => Json(json!({ "ratings": *ratings })).into_response(),
        Err(why) => failure(&why),
    }
}
