//! Ratings of players, where the operator has them: names with a secret, and results that count once.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::{Side, Verdict};
use hotgates_stats::{RatedGame, RatingSample};
use sqlx::Row;
use tokio::sync::Mutex;

use crate::actor::now_ms;
use crate::fault::ServerFault;
use crate::lobby::RatedPlayer;
use crate::store::Store;
use crate::token::TokenDigest;

/// Most results that ratings are made of, the newest ones, and most players that are rated.
const MOST_RESULTS: i64 = 5000;
const MOST_PLAYERS: usize = 200;
/// Number of records that a battle of two people has when it begins: what both have committed to and opened.
const RECORDS_AT_BEGIN: i64 = 4;

/// The result of a battle between two rated players.
struct RatedResult {
    red: String,
    blue: String,
    half_points: u8,
}

/// Ratings as they were when they were last asked for, with the number of results that they are made of.
#[derive(Default)]
pub(crate) struct RatingBoard(Mutex<(i64, Arc<Vec<RatedPlayer>>)>);

impl RatingBoard {
    /// Returns all ratings, the highest first.
    pub(crate) async fn ratings(&self, store: &Store) -> Result<Arc<Vec<RatedPlayer>>, ServerFault> {
        let mut board = self.0.lock().await;
        let count = store.count_results().await?;
        if board.0 != count {
            let results = store.newest_results().await?;
            let rated = tokio::task::spawn_blocking(move || rate_results(&results)).await;
            *board = (count, Arc::new(rated.unwrap_or_default()));
        }
        Ok(Arc::clone(&board.1))
    }
}

/// Returns the ratings that results give to those players whose results are the newest.
fn rate_results(results: &[RatedResult]) -> Vec<RatedPlayer> {
    let mut numbers = BTreeMap::<&str, usize>::new();
    for name in results.iter().flat_map(|result| [&result.red, &result.blue]) {
        let next = numbers.len();
        if next < MOST_PLAYERS {
            numbers.entry(name).or_insert(next);
        }
    }
    let mut sample = RatingSample::new(numbers.len(), 1);
    let mut games = vec![0; numbers.len()];
    for RatedResult { red, blue, half_points } in results {
        if let (Some(&first), Some(&second)) = (numbers.get(red.as_str()), numbers.get(blue.as_str())) {
            sample.add_set(&[RatedGame { ground: 0, first, second, half_points: *half_points }]);
            games[first] += 1;
            games[second] += 1;
        }
    }
    if numbers.is_empty() {
        return Vec::new();
    }
    let ratings = sample.rate_players();
    let rated = |(&name, &number): (&&str, &usize)| {
        let elo = ratings.elo_of_player(number).map(f64::round);
        let player = name.to_owned();
        RatedPlayer { player, elo: elo.value, low: elo.low, high: elo.high, games: games[number] }
    };
    let mut rated: Vec<RatedPlayer> = numbers.iter().map(rated).collect();
    rated.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    rated
}

impl Store {
    /// Keeps a new player; returns `false` if somebody has the name already.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn add_player(&self, name: &str, digest: TokenDigest, at_ms: i64) -> Result<bool, ServerFault> {
        let insert = "INSERT INTO player (name, digest, made_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(name).bind(STANDARD.encode(digest.as_bytes())).bind(at_ms);
        Ok(insert.execute(self.pool()).await?.rows_affected() == 1)
    }

    /// Returns the digest of a player's secret.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn player_digest(&self, name: &str) -> Result<Option<TokenDigest>, ServerFault> {
        let select = sqlx::query("SELECT digest FROM player WHERE name = $1").bind(name);
        let Some(row) = select.fetch_optional(self.pool()).await? else { return Ok(None) };
        let text: String = row.try_get(0)?;
        Ok(STANDARD.decode(text).ok().and_then(|bytes| TokenDigest::from_bytes(&bytes)))
    }

    /// Notes which player a seat's result counts for; returns `false` if the battle has begun, the seat has a player, or the
    /// enemy's seat has the same.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn rate_seat(&self, id: &str, side: Side, player: &str) -> Result<bool, ServerFault> {
        let insert = "INSERT INTO rated (battle, side, player) SELECT $1, $2, $3 \
             WHERE (SELECT COUNT(*) FROM record WHERE battle = $1) < $4 \
             AND NOT EXISTS (SELECT 1 FROM rated WHERE battle = $1 AND player = $3) ON CONFLICT DO NOTHING";
        let insert = sqlx::query(insert).bind(id).bind(side.name()).bind(player).bind(RECORDS_AT_BEGIN);
        Ok(insert.execute(self.pool()).await?.rows_affected() == 1)
    }

    /// Marks a battle as over. Its result counts, once, if both seats have rated players.
    ///
    /// # Errors
    /// The database refuses.
    pub async fn end_battle(&self, id: &str, verdict: Option<Verdict>) -> Result<(), ServerFault> {
        let mut transaction = self.begin_to_write().await?;
        sqlx::query("UPDATE battle SET over = 1 WHERE id = $1").bind(id).execute(&mut *transaction).await?;
        if let Some(verdict) = verdict {
            let half_points = match verdict.winner {
                Some(Side::Red) => 2_i64,
                None => 1,
                Some(Side::Blue) => 0,
            };
            let insert = "INSERT INTO result (battle, red, blue, half_points, at_ms) \
                 SELECT red.battle, red.player, blue.player, $2, $3 FROM rated red \
                 JOIN rated blue ON blue.battle = red.battle \
                 WHERE red.battle = $1 AND red.side = 'red' AND blue.side = 'blue' AND red.player <> blue.player \
                 ON CONFLICT DO NOTHING";
            let at_ms = i64::try_from(now_ms()).unwrap_or(i64::MAX);
            sqlx::query(insert).bind(id).bind(half_points).bind(at_ms).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn count_results(&self) -> Result<i64, ServerFault> {
        Ok(sqlx::query("SELECT COUNT(*) FROM result").fetch_one(self.pool()).await?.try_get(0)?)
    }

    async fn newest_results(&self) -> Result<Vec<RatedResult>, ServerFault> {
        let select = "SELECT red, blue, half_points FROM result ORDER BY at_ms DESC, battle LIMIT $1";
        let rows = sqlx::query(select).bind(MOST_RESULTS).fetch_all(self.pool()).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let half_points = u8::try_from(row.try_get::<i64, _>(2)?).unwrap_or(1).min(2);
            Ok(RatedResult { red: row.try_get(0)?, blue: row.try_get(1)?, half_points })
        };
        rows.iter().map(read).collect()
    }
}
