//! What a server counts, for whoever runs it.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// Counts of a server since its start, and how many there are now.
#[derive(Debug, Default)]
pub struct ServerCounters {
    /// Battles made.
    pub battles: AtomicU64,
    /// Records stored.
    pub records: AtomicU64,
    /// Records that the database refused.
    pub refused_records: AtomicU64,
    /// Lines that guests have said.
    pub lines: AtomicU64,
    /// Requests that were refused.
    pub refused_requests: AtomicU64,
    /// News that webhooks were told.
    pub webhooks_told: AtomicU64,
    /// Tries to tell a webhook that failed.
    pub webhooks_failed: AtomicU64,
    /// News for webhooks that were dropped, because too many waited.
    pub dropped_news: AtomicU64,
    /// Sockets that are open.
    pub sockets: AtomicI64,
    /// Bytes of requests that arrive, or are being answered.
    pub upload_bytes: AtomicI64,
    /// Tables in memory.
    pub tables: AtomicI64,
    /// Computers that think, or wait to.
    pub thinking: AtomicI64,
}

impl ServerCounters {
    /// Counts one more.
    pub fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that there is one more, until what is returned goes.
    pub fn note_presence(gauge: &AtomicI64) -> PresenceNote<'_> {
        gauge.fetch_add(1, Ordering::Relaxed);
        PresenceNote(gauge)
    }

    /// Returns all counts in the text format of Prometheus.
    pub fn metrics_text(&self) -> String {
        let counted = [
            ("battles_made", "Battles made", &self.battles),
            ("records_stored", "Records stored", &self.records),
            ("records_refused", "Records that the database refused", &self.refused_records),
            ("lines_heard", "Lines that guests have said", &self.lines),
            ("requests_refused", "Requests that were refused", &self.refused_requests),
            ("webhooks_told", "News that webhooks were told", &self.webhooks_told),
            ("webhooks_failed", "Tries to tell a webhook that failed", &self.webhooks_failed),
            ("news_dropped", "News for webhooks that were dropped", &self.dropped_news),
        ];
        let present = [
            ("sockets", "Sockets that are open", &self.sockets),
            ("upload_bytes", "Bytes of requests that arrive or are being answered", &self.upload_bytes),
            ("tables", "Tables in memory", &self.tables),
            ("thinking", "Computers that think or wait to", &self.thinking),
        ];
        let mut text = String::new();
        for (name, help, counter) in counted {
            let value = counter.load(Ordering::Relaxed);
            let _ =
                writeln!(text, "# HELP hotgates_{name}_total {help}.\n# TYPE hotgates_{name}_total counter");
            let _ = writeln!(text, "hotgates_{name}_total {value}");
        }
        for (name, help, gauge) in present {
            let value = gauge.load(Ordering::Relaxed);
            let _ = writeln!(text, "# HELP hotgates_{name} {help}.\n# TYPE hotgates_{name} gauge");
            let _ = writeln!(text, "hotgates_{name} {value}");
        }
        text
    }
}

/// Something that is there as long as this is.
pub struct PresenceNote<'a>(&'a AtomicI64);

impl Drop for PresenceNote<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
