//! Refusals as answers to requests, and what requests bring.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::fault::ServerFault;

/// Returns a refusal as an answer.
pub(crate) fn refusal(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

/// Returns the answer to a request that the server cannot meet now.
pub(crate) fn failure(why: &ServerFault) -> Response {
    tracing::error!("{why}");
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "the server cannot do that now")
}

/// A value that a request brings as JSON; what is none is refused in words.
pub(crate) struct RequestBody<T>(pub(crate) T);

impl<S: Send + Sync, T> FromRequest<S> for RequestBody<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
{
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let read = Json::<T>::from_request(request, state).await;
        read.map(|Json(value)| Self(value)).map_err(|why| refusal(why.status(), &why.body_text()))
    }
}
