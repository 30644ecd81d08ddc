//! The bots of `examples/bots`, and the one of docs/bots.md, at the table.

use std::path::PathBuf;
use std::process::Command;

use crate::program::{json, root, run, well};

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
        let args = ["battle", "maps/goat_path.ron", "--red", &bot, "--blue", "greedy", "--json"];
        let said = well(&[&args[..], &["--games", "20", "--swap", "--jobs", "2"]].concat());
        let pairs = json(said.lines().last().expect("a sum"));
        let games = |field: &str| pairs[field].as_u64().expect("a count");
        assert_eq!(games("first_wins") + games("second_wins") + games("draws"), 20, "{bot}: {pairs}");
        assert!(pairs["ci95"][0].as_f64().expect("a share") > 0.5, "{bot}: {pairs}");
        println!("{bot} wins {} of 20", games("first_wins"));
        for (map, more) in [("maps/goat_path.ron", &["--fog"][..]), ("maps/panzer/barrow_heights.ron", &[])] {
            let args = ["battle", map, "--red", "greedy", "--blue", &bot, "--json"];
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
