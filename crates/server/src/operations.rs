//! What the operator sees: health and metrics, on an address of their own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::net::TcpListener;

use crate::fault::ServerFault;
use crate::hall::Hall;

/// What the operator's address answers from.
struct Operations {
    hall: Arc<Hall>,
    since: Instant,
}

/// Listens for the operator, and answers until the returned task is ended. Nobody else should reach the address: what is
/// said there tells how many play.
///
/// # Errors
/// The address cannot be listened to.
pub async fn listen_for_operator(
    listen: SocketAddr,
    hall: Arc<Hall>,
) -> Result<(SocketAddr, tokio::task::JoinHandle<()>), ServerFault> {
    let in_listening = |why| ServerFault::Listen { address: listen, why };
    let listener = TcpListener::bind(listen).await.map_err(in_listening)?;
    let address = listener.local_addr().map_err(in_listening)?;
    let routes = Router::new()
        .route("/health", get(tell_health))
        .route("/metrics", get(tell_metrics))
        .with_state(Arc::new(Operations { hall, since: Instant::now() }));
    let task = tokio::spawn(async move {
        if let Err(why) = axum::serve(listener, routes).await {
            tracing::error!("{why}");
        }
    });
    Ok((address, task))
}

async fn tell_health(State(operations): State<Arc<Operations>>) -> Response {
    let services = operations.hall.services();
    let running = services.store.running_battles().await;
    let status = if running.is_ok() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let health = json!({
        "status": if running.is_ok() { "ok" } else { "the database does not answer" },
        "version": env!("CARGO_PKG_VERSION"),
        "behaviour": hotgates_record::BEHAVIOUR,
        "seconds": operations.since.elapsed().as_secs(),
        "running_battles": running.map(|running| running.len()).ok(),
        "shares_database": services.shares_database,
    });
    (status, Json(health)).into_response()
}

async fn tell_metrics(State(operations): State<Arc<Operations>>) -> Response {
    let text = operations.hall.services().counters.metrics_text();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
