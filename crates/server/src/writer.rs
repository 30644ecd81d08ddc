//! The one who writes records down: all that wait, in one transaction, so that many battles share one flush.

use hotgates_table::StampedRecord;
use sqlx::Row;
use tokio::sync::{mpsc, oneshot};

use crate::fault::ServerFault;
use crate::store::Store;

/// Most records of one transaction.
const MOST_TOGETHER: usize = 256;

/// A record on its way to the database.
struct WaitingRecord {
    battle: String,
    seq: i64,
    record: String,
    reply: oneshot::Sender<WriteResult>,
}

/// What came of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteResult {
    /// It is stored for good.
    Stored,
    /// Another server has stored another record in its place.
    Conflict,
    /// The database refuses it: nothing is stored.
    Refused,
}

/// Writes records down for all tables.
#[derive(Clone)]
pub struct RecordWriter {
    records: mpsc::Sender<WaitingRecord>,
}

impl RecordWriter {
    /// Starts the writer of a store.
    pub fn start(store: Store) -> Self {
        let (records, mut waiting) = mpsc::channel::<WaitingRecord>(4 * MOST_TOGETHER);
        tokio::spawn(async move {
            let mut together = Vec::new();
            while waiting.recv_many(&mut together, MOST_TOGETHER).await > 0 {
                write_records(&store, &mut together).await;
            }
        });
        Self { records }
    }

    /// Writes a record down; returns when that is done.
    pub async fn write_record(&self, battle: &str, seq: i64, record: &StampedRecord) -> WriteResult {
        let (reply, answer) = oneshot::channel();
        let record = serde_json::to_string(record).expect("plain data");
        let waiting = WaitingRecord { battle: battle.to_owned(), seq, record, reply };
        if self.records.send(waiting).await.is_err() {
            return WriteResult::Refused;
        }
        answer.await.unwrap_or(WriteResult::Refused)
    }
}

/// Writes records in one transaction, or, where one of them is in conflict, each in its own.
async fn write_records(store: &Store, together: &mut Vec<WaitingRecord>) {
    if let Ok(true) = write_in_one(store, together).await {
        for waiting in together.drain(..) {
            let _ = waiting.reply.send(WriteResult::Stored);
        }
        return;
    }
    for waiting in together.drain(..) {
        let one = std::slice::from_ref(&waiting);
        let result = match write_in_one(store, one).await {
            Ok(true) => WriteResult::Stored,
            Ok(false) => WriteResult::Conflict,
            Err(why) => {
                tracing::error!("a record of battle {} is not stored: {why}", waiting.battle);
                WriteResult::Refused
            }
        };
        let _ = waiting.reply.send(result);
    }
}

/// Writes records in one transaction; returns `false`, with nothing written, if another record stands in the place of one.
async fn write_in_one(store: &Store, records: &[WaitingRecord]) -> Result<bool, ServerFault> {
    let mut transaction = store.begin_to_write().await?;
    for WaitingRecord { battle, seq, record, .. } in records {
        let insert = "INSERT INTO record (battle, seq, record) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(battle.as_str()).bind(*seq).bind(record.as_str());
        if insert.execute(&mut *transaction).await?.rows_affected() == 1 {
            continue;
        }
        // It may be the very record: stored by an attempt whose answer was lost.
        let select = sqlx::query("SELECT record FROM record WHERE battle = $1 AND seq = $2");
        let row = select.bind(battle.as_str()).bind(*seq).fetch_one(&mut *transaction).await?;
        if row.try_get::<String, _>(0)? != *record {
            transaction.rollback().await?;
            return Ok(false);
        }
    }
    transaction.commit().await?;
    Ok(true)
}
