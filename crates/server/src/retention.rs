//! How long battles and words are kept.

use std::sync::Arc;
use std::time::Duration;

use crate::actor::now_ms;
use crate::fault::ServerFault;
use crate::hall::Hall;

/// How often a server looks for what is no longer to be kept.
const SWEEPING: Duration = Duration::from_hours(1);
const DAY_MS: i64 = 24 * 3600 * 1000;

/// How many days a server keeps what it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepingDays {
    /// Battles that are over, since their end.
    pub finished: u32,
    /// Battles that are not over, since anything happened there.
    pub untouched: u32,
    /// Words said at tables.
    pub chat: u32,
}

impl Default for KeepingDays {
    fn default() -> Self {
        Self { finished: 365, untouched: 30, chat: 30 }
    }
}

impl KeepingDays {
    /// Removes what is no longer to be kept now; returns the number of battles removed.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn sweep(self, hall: &Hall, now_ms: i64) -> Result<usize, ServerFault> {
        let before = |days: u32| now_ms - i64::from(days) * DAY_MS;
        let store = &hall.services().store;
        store.forget_chat_before(before(self.chat)).await?;
        let mut removed = 0;
        for (id, over) in store.battles_made_before(before(self.finished.min(self.untouched))).await? {
            let days = if over { self.finished } else { self.untouched };
            if store.last_touched_ms(&id).await?.is_some_and(|touched| touched < before(days)) {
                hall.close_table(&id).await;
                store.remove_battle(&id).await?;
                tracing::info!(battle = %id, over, "a battle was kept for as long as it is to be");
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// Removes what is no longer to be kept, now and from time to time.
pub async fn keep_sweeping(days: KeepingDays, hall: Arc<Hall>) {
    loop {
        if let Err(why) = days.sweep(&hall, i64::try_from(now_ms()).unwrap_or(i64::MAX)).await {
            tracing::error!("{why}");
        }
        tokio::time::sleep(SWEEPING).await;
    }
}
