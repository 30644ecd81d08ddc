//! What players send: received within bounds of size, time and memory before anything is read in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::answers::refusal;
use crate::shared::Shared;
use crate::upload_room::{ROOM_BYTES, UploadRoom};

/// Most bytes of a request for a battle, which may bring a map.
pub(crate) const MOST_MAP_BYTES: usize = 1 << 20;
/// Most bytes of any other request, and of those that need no room.
const MOST_SMALL_BYTES: usize = 4 << 10;
/// How long a request may take to arrive.
const ARRIVING: Duration = Duration::from_secs(8);

/// The reason why a request is not received.
enum UploadFault {
    TooLarge,
    NoRoom,
    Broken,
}

/// Bytes that have arrived, with the room that they take.
struct ArrivedBytes<'a> {
    bytes: Vec<u8>,
    /// Number of bytes that the gauge shows.
    counted: i64,
    room: Option<OwnedSemaphorePermit>,
    /// Number of bytes for which there is room.
    roomy: usize,
    gauge: &'a AtomicI64,
}

impl<'a> ArrivedBytes<'a> {
    const fn new(gauge: &'a AtomicI64) -> Self {
        Self { bytes: Vec::new(), counted: 0, room: None, roomy: MOST_SMALL_BYTES, gauge }
    }

    /// Adds bytes, if there is room for them.
    fn add_bytes(&mut self, more: &[u8], room: &UploadRoom) -> Result<(), UploadFault> {
        while self.bytes.len() + more.len() > self.roomy {
            let piece = room.take_piece().ok_or(UploadFault::NoRoom)?;
            match &mut self.room {
                Some(room) => room.merge(piece),
                None => self.room = Some(piece),
            }
            self.roomy += ROOM_BYTES;
            self.bytes.reserve_exact(self.roomy - self.bytes.len());
        }
        self.bytes.extend_from_slice(more);
        let count = i64::try_from(more.len()).unwrap_or(0);
        self.counted += count;
        self.gauge.fetch_add(count, Ordering::Relaxed);
        Ok(())
    }

    /// Takes the bytes out; their room stays taken.
    fn take_bytes(&mut self) -> Bytes {
        Bytes::from(std::mem::take(&mut self.bytes))
    }
}

impl Drop for ArrivedBytes<'_> {
    fn drop(&mut self) {
        self.gauge.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

/// Receives the whole of a request before it is answered; what it takes is given back when it has been.
pub(crate) async fn receive_request(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let (head, body) = request.into_parts();
    let most = if head.uri.path() == "/battles" { MOST_MAP_BYTES } else { MOST_SMALL_BYTES };
    let mut arrived = ArrivedBytes::new(&shared.hall.services().counters.upload_bytes);
    let received = receive_body(body, most, &shared.uploads, &mut arrived);
    let bytes = match timeout(ARRIVING, received).await {
        Ok(Ok(())) => arrived.take_bytes(),
        Ok(Err(UploadFault::TooLarge)) => {
            return refusal(StatusCode::PAYLOAD_TOO_LARGE, &format!("this request has at most {most} bytes"));
        }
        Ok(Err(UploadFault::NoRoom)) => {
            return refusal(
                StatusCode::SERVICE_UNAVAILABLE,
                "too much is sent at once: try again in a while",
            );
        }
        Ok(Err(UploadFault::Broken)) => return refusal(StatusCode::BAD_REQUEST, "the request has no end"),
        Err(_) => return refusal(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive"),
    };
    next.run(Request::from_parts(head, Body::from(bytes))).await
}

async fn receive_body(
    mut body: Body,
    most: usize,
    room: &UploadRoom,
    arrived: &mut ArrivedBytes<'_>,
) -> Result<(), UploadFault> {
    if body.size_hint().lower() > most as u64 {
        return Err(UploadFault::TooLarge);
    }
    while let Some(frame) = body.frame().await {
        let Ok(more) = frame.map_err(|_| UploadFault::Broken)?.into_data() else { continue };
        if arrived.bytes.len() + more.len() > most {
            return Err(UploadFault::TooLarge);
        }
        arrived.add_bytes(&more, room)?;
    }
    Ok(())
}
