//! Where battles are kept: `SQLite` in a folder, or `PostgreSQL`. One schema and one set of statements for both.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::{BySide, Side};
use hotgates_record::{BEHAVIOUR, Replay};
use hotgates_table::{Bytes32, ClockRules, StampedRecord, TableSetup};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Row};

use crate::fault::ServerFault;
use crate::token::TokenDigest;

/// The newest schema.
const SCHEMA: i64 = 1;

/// Statements that make the schema. Times are milliseconds of the server's clock.
const MAKE_SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS battle (id TEXT PRIMARY KEY, made_ms BIGINT NOT NULL, behaviour BIGINT NOT NULL, \
     setup TEXT NOT NULL, scenario TEXT NOT NULL, red_token TEXT, blue_token TEXT, over BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS record (battle TEXT NOT NULL, seq BIGINT NOT NULL, record TEXT NOT NULL, \
     PRIMARY KEY (battle, seq))",
    "CREATE TABLE IF NOT EXISTS chat (battle TEXT NOT NULL, at_ms BIGINT NOT NULL, side TEXT, words TEXT NOT NULL)",
];

/// Battles in a database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
}

/// The lock on a data folder: as long as it is held, no second server uses the folder.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

/// A battle as it is stored, without its records.
pub struct StoredBattle {
    /// What its table is made of.
    pub setup: TableSetup,
    /// Digests of the seats' tokens; `None` for a computer's.
    pub tokens: BySide<Option<TokenDigest>>,
    /// When the battle was made.
    pub made_ms: i64,
}

/// The parts of a table's set-up that are not in its scenario.
#[derive(Serialize, Deserialize)]
struct StoredSetup {
    number: Bytes32,
    clock: Option<ClockRules>,
    late_turns: u32,
}

impl Store {
    /// Opens the database in a folder, which is made if it is not there, and locks the folder.
    ///
    /// # Errors
    /// The folder cannot be used, another server uses it, or the database cannot be read.
    pub async fn open_folder(folder: &Path) -> Result<(Self, FolderLock), ServerFault> {
        let in_folder = |why| ServerFault::Folder { folder: folder.to_owned(), why };
        fs::create_dir_all(folder).map_err(in_folder)?;
        let lock = File::create(folder.join("hotgates.lock")).map_err(in_folder)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ServerFault::FolderInUse(folder.to_owned())),
            Err(TryLockError::Error(why)) => return Err(in_folder(why)),
        }
        let file: PathBuf = folder.join("hotgates.sqlite");
        let store = Self::open_url(&format!("sqlite://{}?mode=rwc", file.display())).await?;
        Ok((store, FolderLock { _file: lock }))
    }

    /// Opens the database of an address, `sqlite:` or `postgres:`.
    ///
    /// # Errors
    /// The database cannot be reached or read, or is of a newer version.
    pub async fn open_url(url: &str) -> Result<Self, ServerFault> {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        let options = AnyPoolOptions::new().max_connections(if is_sqlite { 4 } else { 8 });
        let options = options.after_connect(move |connection, _| {
            Box::pin(async move {
                if is_sqlite {
                    for pragma in [
                        "PRAGMA journal_mode = WAL",
                        "PRAGMA synchronous = FULL",
                        "PRAGMA busy_timeout = 5000",
                    ] {
                        sqlx::query(pragma).execute(&mut *connection).await?;
                    }
                }
                Ok(())
            })
        });
        let store = Self { pool: options.connect(url).await? };
        store.make_schema().await?;
        Ok(store)
    }

    async fn make_schema(&self) -> Result<(), ServerFault> {
        let mut transaction = self.pool.begin().await?;
        for statement in MAKE_SCHEMA {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'")
            .fetch_optional(&mut *transaction)
            .await?;
        if let Some(row) = row {
            let found: i64 = row.try_get(0)?;
            if found > SCHEMA {
                return Err(ServerFault::NewerSchema { found, known: SCHEMA });
            }
        } else {
            let insert = "INSERT INTO meta (name, value) VALUES ('schema', $1) ON CONFLICT DO NOTHING";
            sqlx::query(insert).bind(SCHEMA).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Keeps a new battle.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_battle(&self, battle: &StoredBattle) -> Result<(), ServerFault> {
        let TableSetup { id, scenario, number, clock, late_turns } = &battle.setup;
        let setup = StoredSetup { number: *number, clock: *clock, late_turns: *late_turns };
        let setup = serde_json::to_string(&setup).expect("plain data");
        let scenario =
            Replay { scenario: scenario.clone(), start: None, orders: Vec::new(), verdict: None }.encode();
        let scenario = STANDARD.encode(scenario);
        let token = |side: Side| battle.tokens[side].map(|digest| STANDARD.encode(digest.as_bytes()));
        let insert = sqlx::query(
            "INSERT INTO battle (id, made_ms, behaviour, setup, scenario, red_token, blue_token, over) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
        );
        let insert = insert.bind(id.as_str()).bind(battle.made_ms).bind(i64::from(BEHAVIOUR)).bind(setup);
        let insert = insert.bind(scenario).bind(token(Side::Red)).bind(token(Side::Blue));
        insert.execute(&self.pool).await?;
        Ok(())
    }

    /// Returns a battle by its id.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn battle(&self, id: &str) -> Result<Option<StoredBattle>, ServerFault> {
        let select =
            sqlx::query("SELECT made_ms, setup, scenario, red_token, blue_token FROM battle WHERE id = $1");
        let Some(row) = select.bind(id).fetch_optional(&self.pool).await? else { return Ok(None) };
        let stored = |why: String| ServerFault::Stored { battle: id.to_owned(), why };
        let setup: String = row.try_get("setup")?;
        let scenario: String = row.try_get("scenario")?;
        let scenario = STANDARD.decode(scenario).map_err(|why| stored(why.to_string()))?;
        let token = |name: &str| -> Result<Option<TokenDigest>, ServerFault> {
            let text: Option<String> = row.try_get(name)?;
            let bytes = text.and_then(|text| STANDARD.decode(text).ok());
            Ok(bytes.as_deref().and_then(TokenDigest::from_bytes))
        };
        let StoredSetup { number, clock, late_turns } =
            serde_json::from_str(&setup).map_err(|why| stored(why.to_string()))?;
        let Replay { scenario, .. } = Replay::decode(&scenario).map_err(|why| stored(why.to_string()))?;
        Ok(Some(StoredBattle {
            setup: TableSetup { id: id.to_owned(), scenario, number, clock, late_turns },
            tokens: BySide { red: token("red_token")?, blue: token("blue_token")? },
            made_ms: row.try_get("made_ms")?,
        }))
    }

    /// Returns the records of a battle from a number on.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn records(&self, id: &str, from: i64) -> Result<Vec<StampedRecord>, ServerFault> {
        let select = sqlx::query("SELECT record FROM record WHERE battle = $1 AND seq >= $2 ORDER BY seq");
        let rows = select.bind(id).bind(from).fetch_all(&self.pool).await?;
        let read = |row: &sqlx::any::AnyRow| -> Result<StampedRecord, ServerFault> {
            let text: String = row.try_get(0)?;
            let stored =
                |why: serde_json::Error| ServerFault::Stored { battle: id.to_owned(), why: why.to_string() };
            serde_json::from_str(&text).map_err(stored)
        };
        rows.iter().map(read).collect()
    }

    /// Returns the ids of battles that are not over, and whether another version began them.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn running_battles(&self) -> Result<Vec<(String, i64)>, ServerFault> {
        let rows = sqlx::query("SELECT id, behaviour FROM battle WHERE over = 0 ORDER BY made_ms")
            .fetch_all(&self.pool);
        rows.await?.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Marks a battle as over.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn end_battle(&self, id: &str) -> Result<(), ServerFault> {
        sqlx::query("UPDATE battle SET over = 1 WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(())
    }

    /// Keeps a line of chat.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_chat(
        &self,
        id: &str,
        at_ms: i64,
        side: Option<Side>,
        words: &str,
    ) -> Result<(), ServerFault> {
        let insert = sqlx::query("INSERT INTO chat (battle, at_ms, side, words) VALUES ($1, $2, $3, $4)");
        insert.bind(id).bind(at_ms).bind(side.map(Side::name)).bind(words).execute(&self.pool).await?;
        Ok(())
    }

    /// Returns the last lines of chat of a battle, the oldest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn chat(&self, id: &str) -> Result<Vec<(Option<Side>, String)>, ServerFault> {
        let select =
            sqlx::query("SELECT side, words FROM chat WHERE battle = $1 ORDER BY at_ms DESC LIMIT 100");
        let rows = select.bind(id).fetch_all(&self.pool).await?;
        let read = |row: &sqlx::any::AnyRow| -> Result<(Option<Side>, String), ServerFault> {
            let side: Option<String> = row.try_get(0)?;
            let side = side.and_then(|name| Side::BOTH.into_iter().find(|side| side.name() == name));
            Ok((side, row.try_get(1)?))
        };
        rows.iter().rev().map(read).collect()
    }

    /// Sets when a server was last there, and returns when one was before.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn note_presence(&self, now_ms: i64) -> Result<Option<i64>, ServerFault> {
        let select =
            sqlx::query("SELECT value FROM meta WHERE name = 'alive'").fetch_optional(&self.pool).await?;
        let before = select.map(|row| row.try_get(0)).transpose()?;
        let upsert =
            "INSERT INTO meta (name, value) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET value = $1";
        sqlx::query(upsert).bind(now_ms).execute(&self.pool).await?;
        Ok(before)
    }

    /// The database's connections, for the writer.
    pub(crate) const fn pool(&self) -> &AnyPool {
        &self.pool
    }
}
