//! What the operator does and sees: tasks beside a running server, metrics, how long things are kept, older data, and
//! faults of the database.

#![expect(clippy::unwrap_used, reason = "what goes wrong ends the test")]

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hotgates_play::Program;
use hotgates_protocol::{ChatWords, GuestMessage, TableStage};
use hotgates_record::Replay;
use hotgates_server::{
    AdminTask, BotList, KeepingDays, ServerFault, ServerSettings, do_admin_task, start_server,
};
use serde_json::json;
use sqlx::Executor;

use crate::guest::{Client, make_battle, order_by_lot, request, seat_both, settings, start};

async fn admin(folder: &std::path::Path, task: AdminTask) -> Result<String, String> {
    do_admin_task(folder, None, &BotList::default(), task).await.map_err(|why| why.to_string())
}

#[tokio::test]
async fn the_operator_works_beside_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let mut clients = seat_both(to, &battle, &tokens).await;
    for number in 0..5 {
        order_by_lot(&mut clients, number, number).await;
    }
    clients[0].say(&GuestMessage::Chat(ChatWords { text: "good luck".to_owned() })).await;
    clients[1].wait_for(|client| client.chat == ["good luck"]).await;

    let listed = admin(folder.path(), AdminTask::List).await.unwrap();
    assert!(listed.contains(&battle) && listed.contains("running") && listed.contains("listed"), "{listed}");
    let shown = admin(folder.path(), AdminTask::Show(battle.clone())).await.unwrap();
    assert!(shown.contains("chat      1 lines") && shown.contains("turn "), "{shown}");
    for secret in tokens.iter().flatten() {
        assert!(!shown.contains(secret.as_str()) && !listed.contains(secret.as_str()));
    }
    let nobody = admin(folder.path(), AdminTask::Show("0000000000000000".to_owned())).await.unwrap_err();
    assert!(nobody.contains("no such battle"), "{nobody}");

    let file = folder.path().join("so-far.replay");
    admin(folder.path(), AdminTask::Export(battle.clone(), file.clone())).await.unwrap();
    let (replay, _) = Replay::verify_bytes(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(replay.orders.len(), 5);

    // A copy that is made while the server runs is a whole database.
    let copy = tempfile::tempdir().unwrap();
    admin(folder.path(), AdminTask::Backup(copy.path().join("hotgates.sqlite"))).await.unwrap();
    let again =
        admin(folder.path(), AdminTask::Backup(copy.path().join("hotgates.sqlite"))).await.unwrap_err();
    assert!(again.contains("there is such a file"), "{again}");

    // Whoever is muted is told so; what the operator changes parts guests for a moment.
    admin(folder.path(), AdminTask::Mute(battle.clone())).await.unwrap();
    clients[0].try_wait_for(|_| false).await;
    let mut red = Client::enter(to, &battle, tokens[0].as_ref()).await;
    red.say(&GuestMessage::Chat(ChatWords { text: "again".to_owned() })).await;
    red.wait_for(|client| !client.refused.is_empty()).await;
    assert!(red.refused[0].text.contains("nobody speak"), "{:?}", red.refused);
    admin(folder.path(), AdminTask::Forget(battle.clone())).await.unwrap();
    red.try_wait_for(|_| false).await;
    let red = Client::enter(to, &battle, tokens[0].as_ref()).await;
    assert!(red.chat.is_empty() && red.stage() == TableStage::Battle, "the battle goes on");
    let (_, _, lobby) = request(to, "GET", "/lobby", "", "").await;
    assert!(!String::from_utf8(lobby).unwrap().contains(&battle));
    admin(folder.path(), AdminTask::Close(battle.clone())).await.unwrap();
    let mut red = red;
    red.try_wait_for(|_| false).await;
    let (status, _, _) = request(to, "GET", &format!("/b/{battle}/replay"), "", "").await;
    assert_eq!(status, 404, "nobody finds it any more");
    assert!(admin(folder.path(), AdminTask::List).await.unwrap().contains("closed"));
    server.stop().await;

    let server = start(copy.path()).await;
    let mut clients = [
        Client::enter(server.address(), &battle, tokens[0].as_ref()).await,
        Client::enter(server.address(), &battle, tokens[1].as_ref()).await,
    ];
    for client in &mut clients {
        client.wait_for(|client| client.begin.is_some() && client.tellings > 0).await;
    }
    order_by_lot(&mut clients, 7, 7).await;
    server.stop().await;
    let elsewhere = tempfile::tempdir().unwrap();
    assert!(admin(elsewhere.path(), AdminTask::List).await.unwrap_err().contains("no database"));
}

#[tokio::test]
async fn health_and_metrics_are_the_operators() {
    let folder = tempfile::tempdir().unwrap();
    let operator = Some("127.0.0.1:0".parse().unwrap());
    let server = start_server(ServerSettings { operator, ..settings(folder.path()) }).await.unwrap();
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], json!({})).await;
    let _clients = seat_both(server.address(), &battle, &tokens).await;
    let at = server.operator_address().unwrap();
    let (status, _, health) = request(at, "GET", "/health", "", "").await;
    let health: serde_json::Value = serde_json::from_slice(&health).unwrap();
    assert_eq!((status, &health["status"], &health["running_battles"]), (200, &json!("ok"), &json!(1)));
    let (_, _, metrics) = request(at, "GET", "/metrics", "", "").await;
    let metrics = String::from_utf8(metrics).unwrap();
    for line in [
        "hotgates_battles_made_total 1",
        "hotgates_records_stored_total 6",
        "hotgates_sockets 2",
        "hotgates_tables 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}\n{metrics}");
    }
    assert_eq!(request(server.address(), "GET", "/metrics", "", "").await.0, 404, "nobody else is told");
    server.stop().await;
}

#[tokio::test]
async fn what_is_kept_long_enough_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (old, _) = make_battle(server.address(), ["human", "human"], json!({})).await;
    let (new, _) = make_battle(server.address(), ["human", "human"], json!({})).await;
    server.stop().await;
    let pool =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("hotgates.sqlite").display()))
            .await
            .unwrap();
    let day = 24 * 3600 * 1000;
    let update = format!("UPDATE battle SET made_ms = made_ms - {} WHERE id = '{old}'", 40_i64 * day);
    pool.execute(sqlx::AssertSqlSafe(update)).await.unwrap();
    pool.close().await;
    let keeping = KeepingDays { finished: 365, untouched: 50, chat: 30 };
    let server = start_server(ServerSettings { keeping, ..settings(folder.path()) }).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.running_battles(), 2);
    server.stop().await;
    let server = start(folder.path()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let status =
        async |id: &str| request(server.address(), "GET", &format!("/b/{id}/replay"), "", "").await.0;
    assert_eq!(
        (status(&old).await, status(&new).await),
        (404, 409),
        "nothing happened there for thirty days"
    );
    server.stop().await;
}

/// A database of schema 1, as the first version wrote it, is brought up to date, and a copy of it is kept.
#[tokio::test]
async fn an_older_database_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let (battle, tokens) = make_battle(server.address(), ["human", "human"], json!({})).await;
    server.stop().await;
    let file = folder.path().join("hotgates.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    for statement in [
        "ALTER TABLE battle DROP COLUMN listing",
        "ALTER TABLE battle DROP COLUMN open_seat",
        "ALTER TABLE battle DROP COLUMN closed",
        "ALTER TABLE battle DROP COLUMN muted",
        "DROP TABLE act",
        "DROP TABLE webhook",
        "DROP TABLE player",
        "DROP TABLE rated",
        "DROP TABLE result",
        "UPDATE battle SET setup = REPLACE(setup, '\"late_turns\":null', '\"late_turns\":3')",
        "UPDATE meta SET value = 1 WHERE name = 'schema'",
    ] {
        pool.execute(statement).await.unwrap();
    }
    pool.close().await;
    assert!(admin(folder.path(), AdminTask::List).await.unwrap_err().contains("older version"));
    let server = start(folder.path()).await;
    let client = Client::enter(server.address(), &battle, tokens[0].as_ref()).await;
    assert_eq!(client.stage(), TableStage::Seating);
    server.stop().await;
    assert!(folder.path().join("hotgates.schema-1.sqlite").is_file());
    // One of a newer version is left alone.
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    pool.execute("UPDATE meta SET value = 99 WHERE name = 'schema'").await.unwrap();
    pool.close().await;
    assert!(matches!(
        start_server(settings(folder.path())).await,
        Err(ServerFault::NewerSchema { found: 99, .. })
    ));
}

#[tokio::test]
async fn a_second_server_or_another_behaviour_of_the_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    assert!(matches!(start_server(settings(folder.path())).await, Err(ServerFault::FolderInUse(_))));
    let (battle, _) = make_battle(server.address(), ["human", "human"], json!({})).await;
    server.stop().await;
    let pool =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("hotgates.sqlite").display()))
            .await
            .unwrap();
    pool.execute("UPDATE battle SET behaviour = 99").await.unwrap();
    pool.close().await;
    let why = start_server(settings(folder.path())).await.err().unwrap().to_string();
    assert!(why.contains(&battle) && why.contains("behaviour 99"), "{why}");
}

/// When the database takes no more, orders are refused in words, everything can still be read, and nothing is lost once there
/// is room again.
#[tokio::test]
async fn a_full_disk_refuses_orders_and_leaves_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({})).await;
    let mut clients = seat_both(to, &battle, &tokens).await;
    for number in 0..4 {
        order_by_lot(&mut clients, number, number).await;
    }
    // The database says of every new record what SQLite says when the disk is full.
    let pool =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", folder.path().join("hotgates.sqlite").display()))
            .await
            .unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON record BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END";
    pool.execute(full).await.unwrap();
    let side = clients[0].battle().side();
    let client = &mut clients[side as usize];
    let told = client.told.len();
    client.order(hotgates_protocol::OrderMessage::EndTurn, "full").await;
    client.wait_for(|client| !client.refused.is_empty()).await;
    assert!(client.refused[0].text.contains("could not be stored"), "{:?}", client.refused);
    assert_eq!(client.told.len(), told, "what is not stored has not happened");
    let mut watcher = Client::enter(to, &battle, None).await;
    watcher.wait_for(|client| client.tellings > 0).await;
    pool.execute("DROP TRIGGER full").await.unwrap();
    pool.close().await;
    client.refused.clear();
    client.order(hotgates_protocol::OrderMessage::EndTurn, "room").await;
    client.wait_for(|client| client.told.len() > told).await;
    server.stop().await;
}

/// A program of the test's own, which ends each half-turn at once.
struct Idler;

impl Program for Idler {
    fn join_battle(
        &self,
        _: &hotgates_engine::Battle,
        _: hotgates_engine::Side,
        _: hotgates_play::ProgramChance,
    ) -> Result<Box<dyn hotgates_play::ProgramPlayer>, String> {
        Ok(Box::new(Self))
    }
}

impl hotgates_play::ProgramPlayer for Idler {
    fn watch_order(&mut self, _: &hotgates_engine::Battle, _: &[hotgates_engine::Event]) {}

    fn next_order(
        &mut self,
        _: &hotgates_engine::Battle,
        _: &hotgates_play::Cancel,
    ) -> Result<hotgates_play::ProgramOrder, hotgates_play::ProgramFault> {
        Ok(hotgates_play::ProgramOrder { order: hotgates_engine::Order::EndTurn, reason: None })
    }

    fn end_battle(&mut self, _: &hotgates_engine::Battle, _: u64) {}
}

#[tokio::test]
async fn players_choose_programs_of_the_operators_list_by_name_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut bots = BotList::default();
    assert!(bots.add_program("idler", Arc::new(Idler)) && !bots.add_program("idler", Arc::new(Idler)));
    assert!(!bots.add_program("touch PWNED", Arc::new(Idler)), "a name is no command");
    let server =
        start_server(ServerSettings { bots: bots.clone(), ..settings(folder.path()) }).await.unwrap();
    let to = server.address();
    let (_, _, lobby) = request(to, "GET", "/lobby", "", "").await;
    assert!(String::from_utf8(lobby).unwrap().contains(r#""bots":["idler"]"#));
    let (battle, tokens) = make_battle(to, ["bot:idler", "human"], json!({})).await;
    assert!(tokens[0].is_none());
    let asked = json!({ "map": 0, "red": "bot:sh", "blue": "human" });
    assert_eq!(crate::guest::post(to, "/battles", &asked).await.0, 400);
    let mut person = Client::enter(to, &battle, tokens[1].as_ref()).await;
    crate::guest::give_number(&mut person, &battle, hotgates_engine::Side::Blue).await;
    for number in 0..3 {
        person.wait_for(|client| client.battle().side() == hotgates_engine::Side::Blue).await;
        let told = person.told.len();
        person.order(hotgates_protocol::OrderMessage::EndTurn, &number.to_string()).await;
        person.wait_for(|client| client.told.len() > told).await;
    }
    server.stop().await;
    // It hears everything again after the server has started anew.
    let server = start_server(ServerSettings { bots, ..settings(folder.path()) }).await.unwrap();
    let mut person = Client::enter(server.address(), &battle, tokens[1].as_ref()).await;
    person
        .wait_for(|client| {
            client.tellings > 0
                && (client.stage() == TableStage::Over
                    || client.battle().side() == hotgates_engine::Side::Blue)
        })
        .await;
    server.stop().await;
}

/// What the server of a test has said.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct LogSink;

impl Write for LogSink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn what_the_server_says_holds_no_token() {
    tracing_subscriber::fmt().with_writer(|| LogSink).with_ansi(false).init();
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path()).await;
    let to = server.address();
    let (battle, tokens) = make_battle(to, ["human", "human"], json!({ "listed": true })).await;
    let _clients = seat_both(to, &battle, &tokens).await;
    let json = "Content-Type: application/json\r\n";
    let wrong = "ab".repeat(16);
    for token in [tokens[0].as_ref().unwrap(), &wrong] {
        request(to, "POST", &format!("/b/{battle}/seat"), json, &json!({ "token": token }).to_string()).await;
        let cookie = format!("{json}Cookie: hotgates-{battle}={token}\r\n");
        request(to, "POST", &format!("/b/{battle}/rematch"), &cookie, "").await;
        request(to, "GET", &format!("/b/{battle}/{token}"), &cookie, "").await;
        Client::enter(to, &battle, Some(token)).await;
    }
    admin(folder.path(), AdminTask::Mute(battle.clone())).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    server.stop().await;
    let log = String::from_utf8(LOG.lock().unwrap().clone()).unwrap();
    assert!(log.contains(&format!("a battle was made battle={battle}")), "{log}");
    assert!(log.contains("the operator has changed a battle"), "{log}");
    for token in tokens.iter().flatten().chain([&wrong]) {
        assert!(!log.contains(token.as_str()), "{log}");
    }
}
