//! All tables: those that are open in memory, and those that have to be read again.

use std::collections::HashMap;
use std::sync::Arc;

use hotgates_engine::{Battle, BySide, Side};
use hotgates_protocol::TableStage;
use hotgates_table::{Guest, StampedRecord, TableRecord};
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::actor::{TableActor, TableCommand, TableServices, now_ms};
use crate::admin::read_table;
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
    tokens: Arc<Mutex<BySide<Option<TokenDigest>>>>,
}

impl OpenTable {
    /// Sends the table a command; returns `false` if the table has just been closed.
    pub async fn send(&self, command: TableCommand) -> bool {
        self.commands.send(command).await.is_ok()
    }

    /// Returns whose token it is; `None` for nobody's.
    async fn guest_of_token(&self, token: &str) -> Option<Guest> {
        let tokens = *self.tokens.lock().await;
        // Both are compared, whichever it is.
        let sides = Side::BOTH.map(|side| tokens[side].is_some_and(|digest| digest.is_of_token(token)));
        Side::BOTH.into_iter().zip(sides).find(|&(_, is)| is).map(|(side, _)| Guest::Seat(side))
    }

    /// Returns the table's answer to a question; `None` if the table has just been closed.
    pub async fn ask<T>(&self, command: impl FnOnce(oneshot::Sender<T>) -> TableCommand) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        if !self.send(command(reply)).await {
            return None;
        }
        answer.await.ok()
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
        let stored = self.services.store.battle(id).await?.filter(|stored| !stored.closed);
        let Some(stored) = stored else { return Ok(None) };
        let table = self.open_table(&stored).await?;
        open.insert(id.to_owned(), table.clone());
        Ok(Some(table))
    }

    /// Returns who holds a token at a battle; `None` for nobody. A seat may have been taken since the table was opened.
    pub async fn guest_of_token(&self, id: &str, table: &OpenTable, token: &str) -> Option<Guest> {
        let known = table.guest_of_token(token).await;
        let tokens = *table.tokens.lock().await;
        let all_taken = tokens.red.is_some() && tokens.blue.is_some();
        // Another server may have given a seat a new link.
        if !self.services.shares_database && (known.is_some() || all_taken) {
            return known;
        }
        match self.services.store.tokens(id).await {
            Ok(tokens) => {
                *table.tokens.lock().await = tokens;
                table.guest_of_token(token).await
            }
            Err(_) => known,
        }
    }

    /// Closes a table: its guests are let go, and whoever comes again finds it as the database has it now.
    pub async fn close_table(&self, id: &str) {
        if let Some(table) = self.open.lock().await.remove(id) {
            table.send(TableCommand::Close).await;
        }
    }

    /// Closes a table and opens it as the database has it now, so that its computers and clocks go on without guests.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn read_table_again(&self, id: &str) -> Result<(), ServerFault> {
        self.close_table(id).await;
        self.table(id).await.map(|_| ())
    }

    /// Closes all tables: each ends when it has met what it was told.
    pub async fn close_tables(&self) {
        self.open.lock().await.clear();
    }

    async fn open_table(&self, stored: &StoredBattle) -> Result<OpenTable, ServerFault> {
        let services = &self.services;
        let (table, records) = read_table(&services.store, &services.bots, stored).await?;
        let (commands, received) = mpsc::channel(MOST_COMMANDS);
        tokio::spawn(TableActor::new(table, records, stored.muted, services.clone()).run(received));
        Ok(OpenTable { commands, tokens: Arc::new(Mutex::new(stored.tokens)) })
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
            let (table, records) = read_table(&self.services.store, &self.services.bots, &stored).await?;
            match table.stage() {
                // The server went away before it had noted the end.
                TableStage::Over => {
                    self.services.store.end_battle(id, table.true_battle().and_then(Battle::verdict)).await?;
                    continue;
                }
                TableStage::Arranging | TableStage::Battle if away_ms > 0 && stored.setup.clock.is_some() => {
                    let passed = StampedRecord { at_ms: now_ms(), record: TableRecord::TimePassed(away_ms) };
                    let seq = i64::try_from(records).unwrap_or(i64::MAX);
                    if self.services.writer.write_record(id, seq, &passed).await != WriteResult::Stored {
                        tracing::warn!("battle {id}: another server has gone on with it");
                    }
                }
                TableStage::Seating | TableStage::Opening | TableStage::Arranging | TableStage::Battle => {}
            }
            self.table(id).await?;
        }
        Ok(running.len())
    }
}
