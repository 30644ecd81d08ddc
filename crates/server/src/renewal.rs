//! New links for seats: the old one is worth nothing from then on.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::Side;
use hotgates_table::Guest;
use serde::Deserialize;
use serde_json::json;
use sqlx::Row;

use crate::answers::{RequestBody, failure, refusal};
use crate::fault::ServerFault;
use crate::requests::{guest_of_token, refuse_token};
use crate::shared::Shared;
use crate::store::Store;
use crate::token::{TokenDigest, draw_token};

/// Most times that a change is tried again because another server was faster.
const MOST_TRIES: usize = 4;

impl Store {
    /// Puts a token in the place of another, at every battle where that one holds a seat, and tells the servers. Returns the
    /// ids of these battles: none if the other token holds no seat any more.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn replace_token(
        &self,
        old: TokenDigest,
        new: TokenDigest,
    ) -> Result<Vec<String>, ServerFault> {
        let mut tries = 1;
        loop {
            match self.try_replace_token(old, new).await {
                // Another server has just noted an act under the same number.
                Err(sqlx::Error::Database(why)) if why.is_unique_violation() && tries < MOST_TRIES => {
                    tries += 1;
                }
                result => return Ok(result?),
            }
        }
    }

    async fn try_replace_token(
        &self,
        old: TokenDigest,
        new: TokenDigest,
    ) -> Result<Vec<String>, sqlx::Error> {
        let [old, new] = [old, new].map(|digest| STANDARD.encode(digest.as_bytes()));
        let mut transaction = self.begin_to_write().await?;
        for update in [
            "UPDATE battle SET red_token = $1 WHERE red_token = $2",
            "UPDATE battle SET blue_token = $1 WHERE blue_token = $2",
        ] {
            sqlx::query(update).bind(new.as_str()).bind(old.as_str()).execute(&mut *transaction).await?;
        }
        // Whoever had the old link may have set a webhook.
        let delete = "DELETE FROM webhook \
             WHERE side = 'red' AND battle IN (SELECT id FROM battle WHERE red_token = $1) \
             OR side = 'blue' AND battle IN (SELECT id FROM battle WHERE blue_token = $1)";
        sqlx::query(delete).bind(new.as_str()).execute(&mut *transaction).await?;
        let select = sqlx::query("SELECT id FROM battle WHERE red_token = $1 OR blue_token = $1 ORDER BY id");
        let rows = select.bind(new.as_str()).fetch_all(&mut *transaction).await?;
        let mut battles = Vec::new();
        for row in &rows {
            let battle: String = row.try_get(0)?;
            let act = "INSERT INTO act (number, battle) SELECT COALESCE(MAX(number), 0) + 1, $1 FROM act";
            sqlx::query(act).bind(battle.as_str()).execute(&mut *transaction).await?;
            battles.push(battle);
        }
        transaction.commit().await?;
        Ok(battles)
    }
}

/// A request in the name of a seat: the token, where it does not stand in a cookie.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatHolder {
    #[serde(default)]
    pub(crate) token: Option<String>,
}

/// Returns the side whose seat somebody holds by a cookie or a token, and that token.
pub(crate) async fn holder_of_seat(
    shared: &Shared,
    battle: &str,
    headers: &HeaderMap,
    token: Option<String>,
) -> Result<(Side, String), Response> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let Some(token) = token.or_else(|| shared.site.token_in_cookies(battle, cookies)) else {
        return Err(refuse_token().await);
    };
    match guest_of_token(shared, battle, &token).await {
        Ok(Some(Guest::Seat(side))) => Ok((side, token)),
        Ok(Some(Guest::Watcher) | None) => Err(refuse_token().await),
        Err(why) => Err(failure(&why)),
    }
}

/// Gives whoever holds a seat a new token for it. The old one is refused from then on, also at the battles with the sides
/// exchanged that have followed, and the sockets of these battles are closed once.
pub(crate) async fn renew_link(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    RequestBody(asked): RequestBody<SeatHolder>,
) -> Result<Response, Response> {
    if !shared.limits.allows_battle(from.ip()) {
        let why = "too many links for this address: try again in a minute";
        return Err(refusal(StatusCode::TOO_MANY_REQUESTS, why));
    }
    let (side, old) = holder_of_seat(&shared, &battle, &headers, asked.token).await?;
    let renewed = async {
        let new = draw_token()?;
        let store = &shared.hall.services().store;
        let battles = store.replace_token(TokenDigest::of_token(&old), TokenDigest::of_token(&new)).await?;
        for id in &battles {
            shared.hall.read_table_again(id).await?;
        }
        Ok::<_, ServerFault>((new, battles))
    };
    match renewed.await {
        Ok((new, battles)) if battles.contains(&battle) => {
            tracing::info!(%battle, %side, "a seat has a new link");
            let cookies: Vec<_> =
                battles.iter().map(|id| (SET_COOKIE, shared.site.seat_cookie(id, &new))).collect();
            let answer = Json(json!({ "battle": battle, "side": side, "token": new }));
            Ok((AppendHeaders(cookies), answer).into_response())
        }
        // Somebody has renewed the link at the same time.
        Ok(_) => Err(refuse_token().await),
        Err(why) => Err(failure(&why)),
    }
}
