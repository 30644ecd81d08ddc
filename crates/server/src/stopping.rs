//! The end of a server, for whatever goes on until then.

use tokio::sync::watch;

/// Waits until the server is to stop.
pub(crate) async fn until_stopped(mut stopping: watch::Receiver<bool>) {
    let _ = stopping.wait_for(|&stops| stops).await;
}
