//! `bot`: a commander at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::program::{json, program, refused};

#[test]
fn a_bot_answers_each_line_and_leaves_when_told() {
    let mut child = program(&["bot", "warden:general"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut input = child.stdin.take().expect("a pipe");
    let mut ask = |line: &str| {
        writeln!(input, "{line}").expect("it reads");
        json(&lines.next().expect("an answer").expect("text"))
    };
    let ready = ask(r#"{"hello": {"protocol": [1, 3], "game": "a test", "features": ["fog", "dancing"]}}"#);
    assert_eq!((&ready["ready"]["name"], &ready["ready"]["protocol"]), (&"warden:general".into(), &1.into()));
    assert_eq!(ready["ready"]["features"], serde_json::json!(["fog"]));
    assert_eq!(ask(r#"{"ping": {}}"#), serde_json::json!({"pong": {}}));
    assert_eq!(ask("\u{1b}[31mrubbish")["error"]["code"], "unparsable");
    assert_eq!(ask(r#"{"dance": {}}"#)["error"]["code"], "unknown_message");
    assert_eq!(ask(r#"{"ping": {}, "quit": {}}"#)["error"]["code"], "unparsable");
    assert_eq!(
        ask(r#"{"over": {"game": 3, "verdict": null, "events": [], "record_hash": ""}}"#)["error"]["code"],
        "unknown_game"
    );
    assert_eq!(
        ask(r#"{"hello": {"protocol": [7, 9], "game": "a test", "features": []}}"#)["error"]["code"],
        "version"
    );
    writeln!(input, r#"{{"quit": {{}}}}"#).expect("it reads");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn nobody_of_that_name_speaks() {
    let said = refused(&["bot", "nobody"]);
    assert!(said.contains("nobody"), "{said}");
    assert!(refused(&["bot", "bot:touch PWNED"]).contains("not built yet"));
}
