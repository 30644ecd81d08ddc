//! All tables: those that are open in memory, and those that have to be read again.

use std::collections::HashMap;
use std::sync::Arc;

use hotgates_engine::{BySide, Side};
use hotgates_protocol::TableStage;
use hotgates_table::{Guest, StampedRecord, Table, TableRecord};
use tokio::sync::{Mutex, mpsc};

use crate::actor::{TableActor, TableCommand, TableServices, now_ms};
use crate::fault::ServerFault;
use crate::store::StoredBattle;
use crate::token::TokenDigest;
use crate::writer::WriteResult;

/// Most commands that wait for a table.
const MOST_COMMANDS: usize = 64;

/// A table that is open.
#[derive(Clone)]
pub struct OpenTable {
    commands: mpsc::Sender<TableCommand>,
    tokens: BySide<Option<TokenDigest>>,
}

impl OpenTable {
    /// Sends the table a command; returns `false` if the table has just been closed.
    pub async fn send(&self, command: TableCommand) -> bool {
        self.commands.send(command).await.is_ok()
    }

    /// Returns whose token it is; `None` for nobody's.
    pub fn guest_of_token(&self, token: &str) -> Option<Guest> {
        // Both are compared, whichever it is.
        let sides = Side::BOTH.map(|side| self.tokens[side].is_some_and(|digest| digest.is_of_token(token)));
        Side::BOTH.into_iter().zip(sides).find(|&(_, is)| is).map(|(side, _)| Guest::Seat(side))
    }
}

/// All tables of a server.
pub struct Hall {
    services: TableServices,
    open: Mutex<HashMap<String, OpenTable>>,
}

impl Hall {
    /// Makes the hall of a server.
    pub fn new(services: TableServices) -> Arc<Self> {
        Arc::new(Self { services, open: Mutex::default() })
    }

    /// What all tables share.
    pub const fn services(&self) -> &TableServices {
        &self.services
    }

    /// Returns a table by its battle's id, read from the database if it is not open; `None` if there is none.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn table(&self, id: &str) -> Result<Option<OpenTable>, ServerFault> {
        let mut open = self.open.lock().await;
        if let Some(table) = open.get(id).filter(|table| !table.commands.is_closed()) {
            return Ok(Some(table.clone()));
        }
        open.retain(|_, table| !table.commands.is_closed());
        let Some(stored) = self.services.store.battle(id).await? else { return Ok(None) };
        let table = self.open_table(&stored).await?;
        open.insert(id.to_owned(), table.clone());
        Ok(Some(table))
    }

    /// Closes all tables: each ends when it has met what it was told.
    pub async fn close_tables(&self) {
        self.open.lock().await.clear();
    }

    async fn open_table(&self, stored: &StoredBattle) -> Result<OpenTable, ServerFault> {
        let (table, records) = self.read_table(stored).await?;
        let (commands, received) = mpsc::channel(MOST_COMMANDS);
        tokio::spawn(TableActor::new(table, records, self.services.clone()).run(received));
        Ok(OpenTable { commands, tokens: stored.tokens })
    }

    /// Puts a table back where its records have led; returns it with their number.
    async fn read_table(&self, stored: &StoredBattle) -> Result<(Table, usize), ServerFault> {
        let setup = &stored.setup;
        let of_table = |why| ServerFault::of_table(&setup.id, &why);
        let mut table = Table::new(setup.clone()).map_err(of_table)?;
        let records = self.services.store.records(&setup.id, 0).await?;
        for record in &records {
            table.follow(record).map_err(of_table)?;
        }
        Ok((table, records.len()))
    }

    /// Opens every battle that is not over, so that computers and clocks go on; the time in which no server was there counts
    /// for nobody.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn open_running_battles(&self, away_ms: u64) -> Result<usize, ServerFault> {
        let running = self.services.store.running_battles().await?;
        for (id, behaviour) in &running {
            if *behaviour != i64::from(hotgates_record::BEHAVIOUR) {
                let why = format!(
                    "it was begun by behaviour {behaviour} of the rules, and this version plays {}",
                    hotgates_record::BEHAVIOUR
                );
                return Err(ServerFault::Stored { battle: id.clone(), why });
            }
            let Some(stored) = self.services.store.battle(id).await? else { continue };
            let (table, records) = self.read_table(&stored).await?;
            match table.stage() {
                // The server went away before it had noted the end.
                TableStage::Over => {
                    self.services.store.end_battle(id).await?;
                    continue;
                }
                TableStage::Battle if away_ms > 0 && stored.setup.clock.is_some() => {
                    let passed = StampedRecord { at_ms: now_ms(), record: TableRecord::TimePassed(away_ms) };
                    let seq = i64::try_from(records).unwrap_or(i64::MAX);
                    if self.services.writer.write_record(id, seq, &passed).await != WriteResult::Stored {
                        tracing::warn!("battle {id}: another server has gone on with it");
                    }
                }
                TableStage::Seating | TableStage::Opening | TableStage::Battle => {}
            }
            self.table(id).await?;
        }
        Ok(running.len())
    }
}
