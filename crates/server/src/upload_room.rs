//! The room in memory that all uploads share.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of room that an upload takes at a time.
pub(crate) const ROOM_BYTES: usize = 64 << 10;
/// Most pieces of room that all uploads have together: 16 MiB.
const MOST_ROOM: usize = (16 << 20) / ROOM_BYTES;

/// The room that all uploads of a server share.
pub(crate) struct UploadRoom(Arc<Semaphore>);

impl Default for UploadRoom {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_ROOM)))
    }
}

impl UploadRoom {
    /// Takes a piece of [`ROOM_BYTES`]; `None` if there is none left.
    pub(crate) fn take_piece(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }
}
