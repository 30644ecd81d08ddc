//! Where battles are kept: `SQLite` in a folder, or `PostgreSQL`. One schema and one set of statements for both.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::{BySide, Side};
use hotgates_record::{BEHAVIOUR, Replay};
use hotgates_table::{Bytes32, ClockRules, StampedRecord, TableSetup};
use serde::{Deserialize, Serialize};
use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyPool, Row, Transaction};

use crate::fault::ServerFault;
use crate::lobby::Listing;
use crate::token::TokenDigest;

/// Name of the database in a data folder.
const DATABASE_FILE: &str = "hotgates.sqlite";
/// How long a request waits for the database before it is refused.
const ACQUIRING: Duration = Duration::from_secs(5);
/// The newest schema.
const SCHEMA: i64 = 4;

/// Statements that make the first schema. Times are milliseconds of the server's clock.
const MAKE_SCHEMA: [&str; 4] = [
    "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS battle (id TEXT PRIMARY KEY, made_ms BIGINT NOT NULL, behaviour BIGINT NOT NULL, \
     setup TEXT NOT NULL, scenario TEXT NOT NULL, red_token TEXT, blue_token TEXT, over BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS record (battle TEXT NOT NULL, seq BIGINT NOT NULL, record TEXT NOT NULL, \
     PRIMARY KEY (battle, seq))",
    "CREATE TABLE IF NOT EXISTS chat (battle TEXT NOT NULL, at_ms BIGINT NOT NULL, side TEXT, words TEXT NOT NULL)",
];

/// Statements that make each schema of the one before it.
const MIGRATIONS: [&[&str]; 3] = [
    &[
        "ALTER TABLE battle ADD COLUMN listing TEXT",
        "ALTER TABLE battle ADD COLUMN open_seat TEXT",
        "ALTER TABLE battle ADD COLUMN closed BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE battle ADD COLUMN muted BIGINT NOT NULL DEFAULT 0",
        "CREATE TABLE act (number BIGINT PRIMARY KEY, battle TEXT NOT NULL)",
    ],
    &[
        "CREATE TABLE webhook (battle TEXT NOT NULL, side TEXT NOT NULL, address TEXT NOT NULL, secret TEXT NOT NULL, \
   told_ms BIGINT NOT NULL, PRIMARY KEY (battle, side))",
    ],
    &[
        "CREATE TABLE player (name TEXT PRIMARY KEY, digest TEXT NOT NULL, made_ms BIGINT NOT NULL)",
        "CREATE TABLE rated (battle TEXT NOT NULL, side TEXT NOT NULL, player TEXT NOT NULL, PRIMARY KEY (battle, side))",
        "CREATE TABLE result (battle TEXT PRIMARY KEY, red TEXT NOT NULL, blue TEXT NOT NULL, half_points BIGINT NOT NULL, \
         at_ms BIGINT NOT NULL)",
    ],
];

/// Battles in a database.
#[derive(Clone)]
pub struct Store {
    pool: AnyPool,
    is_sqlite: bool,
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
    /// What the lobby says of it; `None` for a private battle.
    pub listing: Option<Listing>,
    /// The seat that whoever comes first may have.
    pub open_seat: Option<Side>,
    /// `true` if the operator has closed it.
    pub closed: bool,
    /// `true` if nobody may say anything there.
    pub muted: bool,
}

/// The parts of a table's set-up that are not in its scenario.
#[derive(Serialize, Deserialize)]
struct StoredSetup {
    number: Bytes32,
    clock: Option<ClockRules>,
    late_turns: Option<u32>,
    /// Battles of the time before units were arranged do not say it.
    #[serde(default)]
    arranges: bool,
}

/// Returns the side of a name.
pub(crate) fn side_of_name(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == name)
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
        let file: PathBuf = folder.join(DATABASE_FILE);
        let store = Self::open_url(&format!("sqlite://{}?mode=rwc", file.display())).await?;
        Ok((store, FolderLock { _file: lock }))
    }

    /// Opens the database that lies in a folder, beside a server that may run.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn open_beside(folder: &Path) -> Result<Self, ServerFault> {
        let file = folder.join(DATABASE_FILE);
        if !file.is_file() {
            let why = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no database of a server");
            return Err(ServerFault::Folder { folder: folder.to_owned(), why });
        }
        Self::open_url_beside(&format!("sqlite://{}?mode=rw", file.display())).await
    }

    /// Opens the database of an address beside a server that may run: its schema is left as it is.
    ///
    /// # Errors
    /// The database cannot be opened, or another version made it.
    pub async fn open_url_beside(url: &str) -> Result<Self, ServerFault> {
        let store = Self::connect(url).await?;
        match store.found_schema().await {
            Some(SCHEMA) => Ok(store),
            Some(found) if found > SCHEMA => Err(ServerFault::NewerSchema { found, known: SCHEMA }),
            _ => Err(ServerFault::Admin(
                "the database is an older version's: start the server first".to_owned(),
            )),
        }
    }

    /// Opens the database of an address, `sqlite:` or `postgres:`.
    ///
    /// # Errors
    /// The database cannot be reached or read, or is of a newer version.
    pub async fn open_url(url: &str) -> Result<Self, ServerFault> {
        let store = Self::connect(url).await?;
        store.make_schema().await?;
        Ok(store)
    }

    async fn connect(url: &str) -> Result<Self, ServerFault> {
        sqlx::any::install_default_drivers();
        let is_sqlite = url.starts_with("sqlite:");
        let options =
            AnyPoolOptions::new().max_connections(if is_sqlite { 4 } else { 8 }).acquire_timeout(ACQUIRING);
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
        Ok(Self { pool: options.connect(url).await?, is_sqlite })
    }

    /// Makes the schema, or the newest one of an older one, in one transaction; of an older `SQLite` file a copy is kept.
    async fn make_schema(&self) -> Result<(), ServerFault> {
        let found = self.found_schema().await;
        if let Some(found) = found
            && found > SCHEMA
        {
            return Err(ServerFault::NewerSchema { found, known: SCHEMA });
        }
        if let Some(found) = found
            && found < SCHEMA
            && let Some(file) = self.own_file().await?
        {
            self.write_copy(&file.with_extension(format!("schema-{found}.sqlite"))).await?;
        }
        let mut transaction = self.begin_to_write().await?;
        for statement in MAKE_SCHEMA {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        let insert = "INSERT INTO meta (name, value) VALUES ('schema', 1) ON CONFLICT DO NOTHING";
        sqlx::query(insert).execute(&mut *transaction).await?;
        for (older, statements) in (1_i64..).zip(MIGRATIONS) {
            // Of two servers that start together one waits here for the other, and finds nothing to do.
            let raise = "UPDATE meta SET value = $1 + 1 WHERE name = 'schema' AND value = $1";
            if sqlx::query(raise).bind(older).execute(&mut *transaction).await?.rows_affected() == 1 {
                for &statement in statements {
                    sqlx::query(statement).execute(&mut *transaction).await?;
                }
            }
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Begins a transaction that writes. One of `SQLite` takes its lock at once: a transaction that has read first is
    /// refused without any waiting where another connection has written since.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn begin_to_write(&self) -> sqlx::Result<Transaction<'static, Any>> {
        if self.is_sqlite { self.pool.begin_with("BEGIN IMMEDIATE").await } else { self.pool.begin().await }
    }

    /// Returns the schema of the database; `None` where there is none yet.
    async fn found_schema(&self) -> Option<i64> {
        let row = sqlx::query("SELECT value FROM meta WHERE name = 'schema'").fetch_optional(&self.pool);
        row.await.ok().flatten()?.try_get(0).ok()
    }

    /// Returns the file of a `SQLite` database.
    async fn own_file(&self) -> Result<Option<PathBuf>, ServerFault> {
        if !self.is_sqlite {
            return Ok(None);
        }
        let select = "SELECT file FROM pragma_database_list WHERE name = 'main'";
        let row = sqlx::query(select).fetch_one(&self.pool).await?;
        let file: String = row.try_get(0)?;
        Ok(Some(PathBuf::from(file)).filter(|file| !file.as_os_str().is_empty()))
    }

    /// Writes a copy of the database, sound while others write to it.
    ///
    /// # Errors
    /// The file is there already, cannot be written, or the database is another server's to copy.
    pub async fn write_copy(&self, file: &Path) -> Result<(), ServerFault> {
        if !self.is_sqlite {
            let why = "a PostgreSQL database is copied by its own pg_dump".to_owned();
            return Err(ServerFault::Admin(why));
        }
        if file.exists() {
            return Err(ServerFault::Admin(format!("{}: there is such a file", file.display())));
        }
        let Some(name) = file.to_str() else {
            return Err(ServerFault::Admin(format!("{}: the name is no text", file.display())));
        };
        sqlx::query("VACUUM INTO $1").bind(name).execute(&self.pool).await?;
        Ok(())
    }

    /// Keeps a new battle; one that is there already stays as it is.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_battle(&self, battle: &StoredBattle) -> Result<(), ServerFault> {
        let TableSetup { id, scenario, number, clock, late_turns, arranges } = &battle.setup;
        let setup =
            StoredSetup { number: *number, clock: *clock, late_turns: *late_turns, arranges: *arranges };
        let setup = serde_json::to_string(&setup).expect("plain data");
        let scenario =
            Replay { scenario: scenario.clone(), start: None, orders: Vec::new(), verdict: None }.encode();
        let scenario = STANDARD.encode(scenario);
        let token = |side: Side| battle.tokens[side].map(|digest| STANDARD.encode(digest.as_bytes()));
        let insert = sqlx::query(
            "INSERT INTO battle (id, made_ms, behaviour, setup, scenario, red_token, blue_token, over, listing, \
             open_seat) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9) ON CONFLICT DO NOTHING",
        );
        let insert = insert.bind(id.as_str()).bind(battle.made_ms).bind(i64::from(BEHAVIOUR)).bind(setup);
        let insert = insert.bind(scenario).bind(token(Side::Red)).bind(token(Side::Blue));
        let listing =
            battle.listing.as_ref().map(|listing| serde_json::to_string(listing).expect("plain data"));
        let insert = insert.bind(listing).bind(battle.open_seat.map(Side::name));
        insert.execute(&self.pool).await?;
        Ok(())
    }

    /// Returns a battle by its id.
    ///
    /// # Errors
    /// The database refuses, or holds what cannot be read.
    pub async fn battle(&self, id: &str) -> Result<Option<StoredBattle>, ServerFault> {
        let select = sqlx::query(
            "SELECT made_ms, setup, scenario, listing, open_seat, closed, muted FROM battle WHERE id = $1",
        );
        let Some(row) = select.bind(id).fetch_optional(&self.pool).await? else { return Ok(None) };
        let stored = |why: String| ServerFault::Stored { battle: id.to_owned(), why };
        let setup: String = row.try_get("setup")?;
        let scenario: String = row.try_get("scenario")?;
        let scenario = STANDARD.decode(scenario).map_err(|why| stored(why.to_string()))?;
        let (listing, open_seat): (Option<String>, Option<String>) =
            (row.try_get("listing")?, row.try_get("open_seat")?);
        let StoredSetup { number, clock, late_turns, arranges } =
            serde_json::from_str(&setup).map_err(|why| stored(why.to_string()))?;
        let Replay { scenario, .. } = Replay::decode(&scenario).map_err(|why| stored(why.to_string()))?;
        Ok(Some(StoredBattle {
            setup: TableSetup { id: id.to_owned(), scenario, number, clock, late_turns, arranges },
            tokens: self.tokens(id).await?,
            made_ms: row.try_get("made_ms")?,
            listing: listing.and_then(|listing| serde_json::from_str(&listing).ok()),
            open_seat: open_seat.as_deref().and_then(side_of_name),
            closed: row.try_get::<i64, _>("closed")? != 0,
            muted: row.try_get::<i64, _>("muted")? != 0,
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
            let side = side.as_deref().and_then(side_of_name);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that starts while another connection still writes waits for it.
    #[tokio::test]
    async fn a_database_that_is_being_written_to_is_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}?mode=rwc", folder.path().join(DATABASE_FILE).display());
        let before = Store::open_url(&url).await.expect("a database");
        let mut writing = before.begin_to_write().await.expect("a transaction");
        let note = "INSERT INTO meta (name, value) VALUES ('late', 1)";
        sqlx::query(note).execute(&mut *writing).await.expect("it writes");
        let opening = tokio::spawn(async move { Store::open_url(&url).await.map(drop) });
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!opening.is_finished(), "it waits for the one that writes");
        writing.commit().await.expect("it is written");
        opening.await.expect("it does not panic").expect("it opens");
    }
}
