//! What whoever holds a seat asks about its webhook.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::fault::ServerFault;
use crate::renewal::holder_of_seat;
use crate::requests::{failure, refusal};
use crate::shared::Shared;
use crate::token::draw_token;
use crate::webhook::{NewWebhook, SeatWebhook, WebhookAddress};

/// Sets or removes the webhook of a seat, and answers with the secret that signs it, this once.
pub(crate) async fn set_webhook(
    State(shared): State<Arc<Shared>>,
    Path(battle): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<NewWebhook>, JsonRejection>,
) -> Response {
    let NewWebhook { token, address } = match asked {
        Ok(Json(asked)) => asked,
        Err(why) => return refusal(why.status(), &why.body_text()),
    };
    let (side, _) = match holder_of_seat(&shared, &battle, &headers, token).await {
        Ok(holder) => holder,
        Err(answer) => return answer,
    };
    let services = shared.hall.services();
    let Some(address) = address else {
        return match services.store.remove_webhook(&battle, side).await {
            Ok(()) => Json(json!({ "secret": null })).into_response(),
            Err(why) => failure(&why),
        };
    };
    if let Err(why) = WebhookAddress::read(&address, services.courier.reach()) {
        return refusal(StatusCode::BAD_REQUEST, why);
    }
    let kept = async {
        let hook = SeatWebhook { address, secret: draw_token()? };
        services.store.set_webhook(&battle, side, &hook).await?;
        Ok::<_, ServerFault>(hook.secret)
    };
    match kept.await {
        Ok(secret) => Json(json!({ "secret": secret })).into_response(),
        Err(why) => failure(&why),
    }
}
