//! The bots of `examples/bots`, and the one of docs/bots.md, at the table.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{TWO_CAMPS, json, program, root, run, well};

/// Returns `true` if a program can be started; says so aloud if it cannot.
fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|said| said.status.success());
    if !there {
        eprintln!("SKIPPED: there is no {program} on this machine");
    }
    there
}

/// Builds the bot in Rust, out of the source tree; returns its program.
fn rust_bot() -> PathBuf {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("example-bot");
    let built = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["build", "--quiet", "--locked", "--manifest-path", "examples/bots/rust/Cargo.toml"])
        .env("CARGO_TARGET_DIR", &target)
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    target.join("debug/example-bot")
}

/// Returns the bots whose language is on this machine, as commands.
fn example_bots() -> Vec<String> {
    let mut bots = vec![format!("bot:'{}'", rust_bot().display())];
    for (language, file) in [("python3", "python/bot.py"), ("node", "javascript/bot.mjs")] {
        if is_there(language) {
            bots.push(format!("bot:{language} examples/bots/{file}"));
        }
    }
    bots
}

/// Each bot beats `greedy` in more than half of paired games, by the lower end of the interval. They play alike, so
/// that a battle of one has the hash of the same battle of another.
#[test]
fn example_bots_beat_greedy_in_the_mountains() {
    let mut hashes = Vec::new();
    for bot in example_bots() {
        let args =
            ["battle", "maps/goat_path.ron", "--seed", "0", "--red", &bot, "--blue", "greedy", "--json"];
        let said = well(&[&args[..], &["--games", "20", "--swap", "--jobs", "2"]].concat());
        let pairs = json(said.lines().last().expect("a sum"));
        let games = |field: &str| pairs[field].as_u64().expect("a count");
        assert_eq!(games("first_wins") + games("second_wins") + games("draws"), 20, "{bot}: {pairs}");
        assert!(pairs["ci95"][0].as_f64().expect("a share") > 0.5, "{bot}: {pairs}");
        println!("{bot} wins {} of 20", games("first_wins"));
        for (map, more) in [("maps/goat_path.ron", &["--fog"][..]), ("maps/panzer/barrow_heights.ron", &[])] {
            let args = ["battle", map, "--seed", "0", "--red", "greedy", "--blue", &bot, "--json"];
            let battle = json(&well(&[&args[..], more].concat()));
            let how = battle["how"].as_str().expect("a word");
            assert!(["castle", "annihilation", "dusk", "points", "goals"].contains(&how), "{bot}: {battle}");
            hashes.push((map, battle["hash"].clone()));
        }
    }
    for (map, hash) in &hashes {
        assert!(hashes.iter().all(|(other, same)| other != map || same == hash), "{hashes:?}");
    }
}

/// What happens to every program at the table happens to these, and they do nothing wrong.
#[test]
fn example_bots_keep_their_manners() {
    for bot in example_bots() {
        let said = run(&["bot-check", bot.strip_prefix("bot:").expect("a command")]);
        assert_eq!(said.code, 0, "{bot}: {}{}", said.out, said.err);
    }
}

/// The bot that the guide begins with is a bot.
#[test]
fn the_first_bot_of_the_guide_plays() {
    if !is_there("python3") {
        return;
    }
    let guide = std::fs::read_to_string(root().join("docs/bots.md")).expect("the guide");
    let code =
        guide.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("first.py");
    std::fs::write(&file, code).expect("it is written");
    let bot = format!("bot:python3 '{}'", file.display());
    let battle = json(&well(&["battle", "maps/open_field.ron", "--red", &bot, "--blue", "greedy", "--json"]));
    assert_eq!(battle["winner"], "blue", "{battle}");
    assert!(
        ["castle", "annihilation", "dusk"].contains(&battle["how"].as_str().expect("a word")),
        "{battle}"
    );
}

/// A client of the model's side: requests to the server that the adapter has announced.
struct ModelClient {
    address: String,
    token: String,
    asked: u64,
}

impl ModelClient {
    /// Waits until the adapter has written where it listens.
    fn connect(announced: &Path) -> Self {
        let deadline = Instant::now() + Duration::from_secs(30);
        let whole = loop {
            if let Ok(text) = std::fs::read_to_string(announced) {
                break json(&text);
            }
            assert!(Instant::now() < deadline, "the adapter does not listen");
            std::thread::sleep(Duration::from_millis(20));
        };
        let url = whole["url"].as_str().expect("an address");
        let address = url.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/mcp")).expect("a path");
        Self {
            address: address.to_owned(),
            token: whole["token"].as_str().expect("a token").to_owned(),
            asked: 0,
        }
    }

    /// Posts a body; returns the status and what came back.
    fn post(&self, token: &str, more: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let (length, host) = (body.len(), &self.address);
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n{more}\r\n{body}"
        )
        .expect("it reads");
        let mut said = String::new();
        stream.read_to_string(&mut said).expect("text");
        let (head, body) = said.split_once("\r\n\r\n").expect("a head and a body");
        (head.split(' ').nth(1).expect("a status").parse().expect("a number"), body.to_owned())
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params});
        let (status, body) = self.post(&self.token, "", &request.to_string());
        assert_eq!(status, 200, "{body}");
        let answer = json(&body);
        assert_eq!(answer["id"], self.asked);
        answer
    }

    /// Uses a tool; the error is that of the tool, in words.
    fn tool(&mut self, name: &str, arguments: &Value) -> Result<Value, String> {
        let result = &self.request("tools/call", &json!({"name": name, "arguments": arguments}))["result"];
        let text = result["content"][0]["text"].as_str().expect("text");
        if result["isError"] == true { Err(text.to_owned()) } else { Ok(json(text)) }
    }
}

/// A model, played by a script, commands a side over MCP until the battle is over.
#[test]
fn a_model_over_mcp_plays_a_battle() {
    if !is_there("python3") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let announced = folder.path().join("mcp.json");
    let bot = format!("bot:python3 examples/bots/mcp/adapter.py --announce '{}'", announced.display());
    let args =
        ["battle", "--no-cell", TWO_CAMPS, "--turns", "4", "--red", &bot, "--blue", "greedy", "--json"];
    let battle = program(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");

    let mut model = ModelClient::connect(&announced);
    let ping = r#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#;
    assert_eq!(model.post("guess", "", ping).0, 401, "who does not know the token");
    assert_eq!(model.post(&model.token, "Origin: https://example.org\r\n", ping).0, 401, "a web page");
    assert_eq!(model.post(&model.token, "", "rubbish").0, 400);
    assert_eq!(
        model.post(&model.token, "", r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#).0,
        202
    );
    let hello = model.request("initialize", &json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(model.request("dance", &json!({}))["error"]["code"], -32601);
    let tools = model.request("tools/list", &json!({}));
    assert_eq!(tools["result"]["tools"].as_array().expect("tools").len(), 6);

    let (mut half_turns, mut attacks) = (0, 0);
    loop {
        let seen = model.tool("look", &json!({})).expect("a look");
        if !seen["over"].is_null() {
            assert!(!seen["over"]["how"].is_null(), "{seen}");
            break;
        }
        assert_eq!((&seen["you_command"], &seen["battle"]["side_to_move"]), (&json!("red"), &json!("red")));
        half_turns += 1;
        // What a model gets wrong costs it nothing but words.
        for order in
            [json!({"move": [0, [999, 999]]}), json!("dance"), json!({"attack": [0, 1e300]}), json!([[[[]]]])]
        {
            assert!(model.tool("order", &json!({"order": order})).unwrap_err().contains("no legal order"));
        }
        assert!(model.tool("odds", &json!({"unit": "0"})).unwrap_err().contains("a unit is a number"));
        assert!(model.tool("look around", &json!({})).unwrap_err().contains("there is no tool"));
        let orders = model.tool("legal_orders", &json!({})).expect("orders");
        let orders = orders.as_array().expect("a list");
        let order = orders.iter().find(|order| order.get("attack").is_some()).unwrap_or(&orders[0]);
        if let Some(pair) = order.get("attack") {
            let at = &seen["battle"]["units"]
                [pair[0].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a unit")]["at"];
            let odds =
                model.tool("odds", &json!({"unit": pair[0], "target": pair[1], "from": at})).expect("odds");
            assert!(odds["target_losses"].as_u64() > Some(0), "{odds}");
            attacks += 1;
        }
        model.tool("order", &json!({"order": order, "reason": "why not"})).expect("a legal order");
        let ended = model.tool("end_turn", &json!({})).expect("it may always be ended");
        assert_eq!(ended["your_turn_goes_on"], false);
        // A model is slow, and hears how the battle ended all the same.
        std::thread::sleep(Duration::from_millis(300));
    }
    let output = battle.wait_with_output().expect("it ends");
    let battle = json(&String::from_utf8(output.stdout).expect("text"));
    assert_eq!((half_turns, &battle["how"]), (4, &json!("dusk")), "{battle}");
    assert!(attacks > 0, "a battle with blows");
}
