//! What whoever holds a seat asks about its webhook.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::answers::{RequestBody, failure, refusal};
use crate::fault::ServerFault;
use crate::renewal::holder_of_seat;
use crate::shared::Shared;
use crate::token::draw_token;
use crate::webhook::{NewWebhook, SeatWebhook, WebhookAddress};

/// Sets or removes the webhook of a seat, and answers with the secret that signs it, this once.
pub(crate) async fn set_webhook(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    RequestBody(NewWebhook { token, address }): RequestBody<NewWebhook>,
) -> Result<Response, Response> {
    let (side, _) = holder_of_seat(&shared, &battle, &headers, token).await?;
    let services = shared.hall.services();
    let Some(address) = address else {
        let removed = services.store.remove_webhook(&battle, side).await;
        removed.map_err(|why| failure(&why))?;
        return Ok(Json(json!({ "secret": null })).into_response());
    };
    if let Err(why) = WebhookAddress::read(&address, services.courier.reach()) {
        return Err(refusal(StatusCode::BAD_REQUEST, why));
    }
    let kept = async {
        let hook = SeatWebhook { address, secret: draw_token()? };
        services.store.set_webhook(&battle, side, &hook).await?;
        Ok::<_, ServerFault>(hook.secret)
    };
    let secret = kept.await.map_err(|why| failure(&why))?;
    Ok(Json(json!({ "secret": secret })).into_response())
}
