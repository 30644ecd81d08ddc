//! What the operator does beside a running server: on the database itself, and never over the network.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use hotgates_engine::Side;
use hotgates_play::Seats;
use hotgates_protocol::TableStage;
use hotgates_table::Table;

use crate::actor::now_ms;
use crate::bots::BotList;
use crate::fault::ServerFault;
use crate::store::{Store, StoredBattle};
use crate::token::{TokenDigest, draw_token};

/// A task of the operator's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdminTask {
    /// Lists all battles.
    List,
    /// Says what is known of a battle.
    Show(String),
    /// Ends a battle without a result: nobody finds it any more. Its records stay.
    Close(String),
    /// Removes what was said at a battle, and its names from the lobby. Its records stay.
    Forget(String),
    /// Lets nobody say anything at a battle from now on.
    Mute(String),
    /// Lets everybody speak again.
    Unmute(String),
    /// Gives a seat a new link: the old one is worth nothing from then on.
    Renew(String, Side),
    /// Writes the replay of a battle as far as it has come.
    Export(String, PathBuf),
    /// Writes a copy of the whole database, which is sound while a server runs.
    Backup(PathBuf),
}

/// Does a task of the operator's on the database of a folder, or of an address; returns what is to be said of it.
///
/// # Errors
/// There is no such battle, or the database or a file refuses.
pub async fn do_admin_task(
    folder: &Path,
    database: Option<&str>,
    bots: &BotList,
    task: AdminTask,
) -> Result<String, ServerFault> {
    let store = match database {
        Some(url) => Store::open_url_beside(url).await?,
        None => Store::open_beside(folder).await?,
    };
    let mut said = String::new();
    match task {
        AdminTask::List => {
            for battle in store.all_battles().await? {
                let _ = writeln!(said, "{battle}");
            }
        }
        AdminTask::Show(id) => show_battle(&store, bots, &id, &mut said).await?,
        AdminTask::Close(id) => {
            find_battle(&store, &id).await?;
            store.close_battle(&id).await?;
            let _ = writeln!(said, "{id} is closed");
        }
        AdminTask::Forget(id) => {
            find_battle(&store, &id).await?;
            let lines = store.forget_battle(&id).await?;
            let _ = writeln!(said, "{id}: {lines} lines of chat are gone, and it is not listed");
        }
        AdminTask::Mute(id) => {
            find_battle(&store, &id).await?;
            store.mute_battle(&id, true).await?;
            let _ = writeln!(said, "{id} is muted");
        }
        AdminTask::Unmute(id) => {
            find_battle(&store, &id).await?;
            store.mute_battle(&id, false).await?;
            let _ = writeln!(said, "everybody may speak again at {id}");
        }
        AdminTask::Renew(id, side) => {
            let link = renew_seat(&store, &id, side).await?;
            let _ =
                writeln!(said, "{link} behind the server's address is the link of {side}'s seat from now on");
        }
        AdminTask::Export(id, file) => {
            let stored = find_battle(&store, &id).await?;
            let table = read_table(&store, bots, &stored).await?.0;
            let no_battle = || ServerFault::Admin(format!("{id}: the battle has not begun"));
            let replay = table.replay_so_far().ok_or_else(no_battle)?;
            std::fs::write(&file, replay.encode())
                .map_err(|why| ServerFault::Folder { folder: file.clone(), why })?;
            let _ = writeln!(said, "{} holds the replay", file.display());
        }
        AdminTask::Backup(file) => {
            store.write_copy(&file).await?;
            let _ = writeln!(said, "{} is a copy of the database", file.display());
        }
    }
    Ok(said)
}

/// Gives a seat a new token; returns its link.
async fn renew_seat(store: &Store, id: &str, side: Side) -> Result<String, ServerFault> {
    let stored = find_battle(store, id).await?;
    let nobody = || ServerFault::Admin(format!("{id}: nobody has a link to {side}'s seat"));
    let old = stored.tokens[side].ok_or_else(nobody)?;
    let new = draw_token()?;
    store.replace_token(old, TokenDigest::of_token(&new)).await?;
    Ok(format!("/b/{id}#{new}"))
}

async fn find_battle(store: &Store, id: &str) -> Result<StoredBattle, ServerFault> {
    let found = store.battle(id).await?;
    found.ok_or_else(|| ServerFault::Admin(format!("{id}: there is no such battle")))
}

async fn show_battle(store: &Store, bots: &BotList, id: &str, said: &mut String) -> Result<(), ServerFault> {
    let stored = find_battle(store, id).await?;
    let (table, records) = read_table(store, bots, &stored).await?;
    let now = now_ms();
    let days = now.saturating_sub(u64::try_from(stored.made_ms).unwrap_or(now)) / (24 * 3600 * 1000);
    let stage = match table.stage() {
        TableStage::Seating | TableStage::Opening => "not begun".to_owned(),
        TableStage::Arranging => "units are arranged".to_owned(),
        TableStage::Battle => table
            .true_battle()
            .map_or_else(String::new, |battle| format!("turn {} of {}", battle.turn(), battle.last_turn())),
        TableStage::Over => "over".to_owned(),
    };
    let seats = Seats::in_file(&stored.setup.scenario.map);
    let _ = writeln!(said, "battle    {id}\nmap       {}", stored.setup.scenario.map.name);
    for side in Side::BOTH {
        let _ = writeln!(said, "{:<9} {}", side.name(), seats[side].name());
    }
    let listed = if stored.listing.is_some() { "yes" } else { "no" };
    let _ = writeln!(said, "stage     {stage}\nage       {days} days\nrecords   {records}");
    let _ = writeln!(said, "chat      {} lines", store.chat(id).await?.len());
    let _ = writeln!(said, "listed    {listed}\nclosed    {}\nmuted     {}", stored.closed, stored.muted);
    Ok(())
}

/// Puts a table back where its records have led; returns it with their number.
pub async fn read_table(
    store: &Store,
    bots: &BotList,
    stored: &StoredBattle,
) -> Result<(Table, usize), ServerFault> {
    let setup = &stored.setup;
    let of_table = |why| ServerFault::of_table(&setup.id, &why);
    let mut table =
        Table::with_programs(setup.clone(), |name| bots.program_of_seat(name)).map_err(of_table)?;
    let records = store.records(&setup.id, 0).await?;
    for record in &records {
        table.follow(record).map_err(of_table)?;
    }
    Ok((table, records.len()))
}
