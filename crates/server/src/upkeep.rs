//! The database's other questions: who is listed, what the operator has done, and what is no longer kept.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::{BySide, Side};
use hotgates_table::StampedRecord;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::fault::ServerFault;
use crate::lobby::ListedBattle;
use crate::store::{Store, side_of_name};
use crate::token::TokenDigest;

impl Store {
    /// Returns public battles that are not over, the newest first: those with a free seat, or those without.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn listed_battles(&self, free: bool, most: i64) -> Result<Vec<ListedBattle>, ServerFault> {
        let seat = if free { "open_seat IS NOT NULL" } else { "open_seat IS NULL" };
        let select = format!(
            "SELECT id, listing, open_seat, made_ms FROM battle WHERE listing IS NOT NULL AND over = 0 AND closed = 0 \
             AND {seat} ORDER BY made_ms DESC LIMIT $1"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(select)).bind(most).fetch_all(self.pool()).await?;
        let read = |row: &AnyRow| -> Result<ListedBattle, ServerFault> {
            let (battle, listing): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            let stored =
                |why: serde_json::Error| ServerFault::Stored { battle: battle.clone(), why: why.to_string() };
            let listing = serde_json::from_str(&listing).map_err(stored)?;
            let seat: Option<String> = row.try_get(2)?;
            let free = seat.as_deref().and_then(side_of_name);
            Ok(ListedBattle { free, made_ms: row.try_get(3)?, battle, listing })
        };
        rows.iter().map(read).collect()
    }

    /// Gives the free seat of a battle to whoever has a token; returns `false` if somebody was faster.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn take_open_seat(
        &self,
        id: &str,
        side: Side,
        digest: TokenDigest,
    ) -> Result<bool, ServerFault> {
        let column = match side {
            Side::Red => "red_token",
            Side::Blue => "blue_token",
        };
        let update =
            format!("UPDATE battle SET {column} = $1, open_seat = NULL WHERE id = $2 AND open_seat = $3");
        let update = sqlx::query(sqlx::AssertSqlSafe(update)).bind(STANDARD.encode(digest.as_bytes()));
        let done = update.bind(id).bind(side.name()).execute(self.pool()).await?;
        Ok(done.rows_affected() == 1)
    }

    /// Returns the digests of the tokens of a battle.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn tokens(&self, id: &str) -> Result<BySide<Option<TokenDigest>>, ServerFault> {
        let select = sqlx::query("SELECT red_token, blue_token FROM battle WHERE id = $1").bind(id);
        let Some(row) = select.fetch_optional(self.pool()).await? else { return Ok(BySide::default()) };
        let digest = |at: usize| -> Result<Option<TokenDigest>, ServerFault> {
            let text: Option<String> = row.try_get(at)?;
            let bytes = text.and_then(|text| STANDARD.decode(text).ok());
            Ok(bytes.as_deref().and_then(TokenDigest::from_bytes))
        };
        Ok(BySide { red: digest(0)?, blue: digest(1)? })
    }

    /// Returns a line about each battle, the newest first.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn all_battles(&self) -> Result<Vec<String>, ServerFault> {
        let select = "SELECT id, over, closed, muted, listing, \
             (SELECT COUNT(*) FROM record WHERE battle = id) FROM battle ORDER BY made_ms DESC";
        let rows = sqlx::query(select).fetch_all(self.pool()).await?;
        let line = |row: &AnyRow| -> Result<String, ServerFault> {
            let flag = |at: usize| row.try_get::<i64, _>(at).map(|value| value != 0);
            let (id, records): (String, i64) = (row.try_get(0)?, row.try_get(5)?);
            let state = match (flag(2)?, flag(1)?) {
                (true, _) => "closed",
                (false, true) => "over",
                (false, false) => "running",
            };
            let listed = if row.try_get::<Option<String>, _>(4)?.is_some() { "  listed" } else { "" };
            let muted = if flag(3)? { "  muted" } else { "" };
            Ok(format!("{id}  {state:<8} {records:>5} records{listed}{muted}"))
        };
        rows.iter().map(line).collect()
    }

    /// Closes a battle, and tells the servers.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn close_battle(&self, id: &str) -> Result<(), ServerFault> {
        self.change_battle("UPDATE battle SET closed = 1, over = 1, listing = NULL WHERE id = $1", id).await
    }

    /// Mutes a battle or lets everybody speak again, and tells the servers.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn mute_battle(&self, id: &str, muted: bool) -> Result<(), ServerFault> {
        let update = if muted {
            "UPDATE battle SET muted = 1 WHERE id = $1"
        } else {
            "UPDATE battle SET muted = 0 WHERE id = $1"
        };
        self.change_battle(update, id).await
    }

    /// Removes what was said at a battle, and its entry in the lobby; returns the number of lines.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn forget_battle(&self, id: &str) -> Result<u64, ServerFault> {
        let lines = sqlx::query("DELETE FROM chat WHERE battle = $1").bind(id).execute(self.pool()).await?;
        self.change_battle("UPDATE battle SET listing = NULL WHERE id = $1", id).await?;
        Ok(lines.rows_affected())
    }

    /// Changes a battle, and has servers that have it in memory read it again.
    async fn change_battle(&self, update: &'static str, id: &str) -> Result<(), ServerFault> {
        let mut transaction = self.begin_to_write().await?;
        sqlx::query(update).bind(id).execute(&mut *transaction).await?;
        let act = "INSERT INTO act (number, battle) SELECT COALESCE(MAX(number), 0) + 1, $1 FROM act";
        sqlx::query(act).bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns the battles that the operator has changed since the act of a number, and the number of the last act.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn acts_since(&self, number: i64) -> Result<(i64, Vec<String>), ServerFault> {
        let select = "SELECT number, battle FROM act WHERE number > $1 ORDER BY number";
        let rows = sqlx::query(select).bind(number).fetch_all(self.pool()).await?;
        let last = rows.last().map_or(Ok(number), |row| row.try_get(0))?;
        let battles: Result<_, sqlx::Error> = rows.iter().map(|row| row.try_get(1)).collect();
        Ok((last, battles?))
    }

    /// Returns the battles that were made before a time, and whether each is over.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn battles_made_before(&self, ms: i64) -> Result<Vec<(String, bool)>, ServerFault> {
        let select = sqlx::query("SELECT id, over FROM battle WHERE made_ms < $1").bind(ms);
        let rows = select.fetch_all(self.pool()).await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? != 0));
        rows.iter().map(read).collect()
    }

    /// Returns when something happened last at a battle.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn last_touched_ms(&self, id: &str) -> Result<Option<i64>, ServerFault> {
        let select = "SELECT record FROM record WHERE battle = $1 ORDER BY seq DESC LIMIT 1";
        if let Some(row) = sqlx::query(select).bind(id).fetch_optional(self.pool()).await? {
            let text: String = row.try_get(0)?;
            let stamped: Option<StampedRecord> = serde_json::from_str(&text).ok();
            return Ok(stamped.and_then(|stamped| i64::try_from(stamped.at_ms).ok()));
        }
        let select = sqlx::query("SELECT made_ms FROM battle WHERE id = $1").bind(id);
        Ok(select.fetch_optional(self.pool()).await?.map(|row| row.try_get(0)).transpose()?)
    }

    /// Removes a battle with everything that belongs to it.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn remove_battle(&self, id: &str) -> Result<(), ServerFault> {
        let mut transaction = self.begin_to_write().await?;
        for delete in [
            "DELETE FROM record WHERE battle = $1",
            "DELETE FROM chat WHERE battle = $1",
            "DELETE FROM webhook WHERE battle = $1",
            "DELETE FROM rated WHERE battle = $1",
            "DELETE FROM battle WHERE id = $1",
        ] {
            sqlx::query(delete).bind(id).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Removes what was said before a time.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn forget_chat_before(&self, ms: i64) -> Result<(), ServerFault> {
        sqlx::query("DELETE FROM chat WHERE at_ms < $1").bind(ms).execute(self.pool()).await?;
        Ok(())
    }
}
