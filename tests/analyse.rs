//! `analyse`: what decided a recorded battle, in words, as JSON and as a page.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use base64::Engine as _;
use quick_xml::events::Event;
use tempfile::TempDir;

use crate::program::{TWO_CAMPS, json, one_error, refused, run, well};

/// A recorded battle in a folder of its own.
fn record(map: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.replay").display().to_string();
    well(&[
        "battle", map, "--json", "--record", &path, "--red", "greedy", "--blue", "random", "--turns", "4",
    ]);
    (folder, path)
}

/// The page of a replay.
fn page_of(folder: &TempDir, replay: &str) -> String {
    let page = folder.path().join("a.html");
    well(&["analyse", replay, "--steps", "20000", "--html", &page.display().to_string()]);
    fs::read_to_string(page).expect("the page")
}

/// Reads a page as strictly as XML is read; returns the names of its elements, all attributes as
/// `name=value`, and all text.
fn parse_page(page: &str) -> (Vec<String>, Vec<String>, String) {
    let mut reader = quick_xml::Reader::from_str(page);
    reader.config_mut().check_end_names = true;
    let (mut names, mut attributes, mut text) = (Vec::new(), Vec::new(), String::new());
    let mut depth = 0;
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(start) => {
                depth += 1;
                read_element(&start, &mut names, &mut attributes);
            }
            Event::Empty(start) => read_element(&start, &mut names, &mut attributes),
            Event::End(_) => depth -= 1,
            Event::Text(words) => text += words.as_ref(),
            Event::GeneralRef(name) => {
                text += match name.as_ref() {
                    "lt" => "<",
                    "gt" => ">",
                    "amp" => "&",
                    "quot" => "\"",
                    "#39" => "'",
                    other => panic!("an entity that HTML and XML do not share: {other}"),
                }
            }
            Event::DocType(_) => {}
            Event::Eof => break,
            other => panic!("unexpected in a page: {other:?}"),
        }
    }
    assert_eq!(depth, 0, "every element is closed");
    (names, attributes, text)
}

fn read_element(
    start: &quick_xml::events::BytesStart<'_>,
    names: &mut Vec<String>,
    attributes: &mut Vec<String>,
) {
    names.push(start.name().as_ref().to_owned());
    for attribute in start.attributes() {
        let attribute = attribute.expect("a sound attribute");
        attributes.push(format!("{}={}", attribute.key.as_ref(), attribute.value));
    }
}

#[test]
fn an_analysis_tells_of_every_order_and_is_the_same_each_time() {
    let (_folder, path) = record(TWO_CAMPS);
    let analyse = || json(&well(&["analyse", &path, "--steps", "100000", "--json"]));
    let (mut first, again) = (analyse(), analyse());
    first["ms"] = again["ms"].clone();
    assert_eq!(first, again);
    let orders = first["orders"].as_u64().expect("a number");
    let chances = first["chances"].as_array().expect("a list");
    assert_eq!(chances.len() as u64, orders + 1);
    assert_eq!(first["swings"].as_array().expect("a list").len() as u64, orders);
    let end = chances.last().expect("an end")["red"].as_f64();
    let won = [("red", 1.0), ("draw", 0.5), ("blue", 0.0)];
    assert_eq!(end, won.iter().find(|(name, _)| first["winner"] == *name).map(|(_, chance)| *chance));
    for side in ["red", "blue"] {
        let share = first["luck"][side]["share_beaten"].as_f64().expect("a share");
        assert!((0.0..=1.0).contains(&share));
    }
    let told = well(&["analyse", &path, "--steps", "100000"]);
    for part in ["Red's chance to win", "kinder than", "Mistakes", "Units"] {
        assert!(told.contains(part), "{part} in {told}");
    }
    assert!(!told.contains('\u{1b}'), "no colour without a terminal");
}

#[test]
fn a_page_is_one_file_without_scripts_and_with_a_strict_policy() {
    let (folder, path) = record(TWO_CAMPS);
    let page = page_of(&folder, &path);
    let (names, text) = check_page(&page);
    for wanted in ["html", "svg", "polyline", "table"] {
        assert!(names.iter().any(|name| name == wanted), "{wanted}");
    }
    assert!(text.contains("kinder than"));
}

/// Checks that a page has no scripts and may load nothing; returns the names of its elements and its text.
pub fn check_page(page: &str) -> (Vec<String>, String) {
    let (names, attributes, text) = parse_page(page);
    for name in ["script", "iframe", "object", "embed", "link", "a", "img", "form", "base", "foreignObject"] {
        assert!(!names.iter().any(|found| found == name), "{name}");
    }
    for attribute in &attributes {
        let (name, value) = attribute.split_once('=').expect("a name and a value");
        assert!(name != "style" && name != "href" && name != "src" && !name.starts_with("on"), "{attribute}");
        assert!(name == "xmlns" || !value.contains("://"), "{attribute}");
    }
    let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).expect("a style");
    let Some(digest) = sha256(style) else {
        eprintln!("skipped: no sha256sum to check the policy's hash with");
        return (names, text);
    };
    let policy = format!(
        "content=default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    );
    assert!(attributes.contains(&policy), "{policy}");
    (names, text)
}

/// The hash as a policy writes it, by the system's own program.
fn sha256(text: &str) -> Option<String> {
    let piped = || Stdio::piped();
    let mut child = Command::new("sha256sum").stdin(piped()).stdout(piped()).spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let out = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    let byte = |at: usize| u8::from_str_radix(out.get(at..at + 2)?, 16).ok();
    let digest: Vec<u8> = (0..32).map(|number| byte(2 * number)).collect::<Option<_>>()?;
    Some(base64::engine::general_purpose::STANDARD.encode(digest))
}

#[test]
fn names_from_outside_are_text_in_a_page_and_no_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("hostile.ron");
    let name = r#"</title><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;\" --><!--"#;
    let text = format!(
        r##"(
            name: "{name}",
            rows: ["..........", "#.........", "..........", ".........."],
            turns: 3,
            red: (units: [(type: "infantry", at: (8, 0), rank: "major", name: "{name}")]),
            blue: (units: [(type: "infantry", at: (1, 0), rank: "major", name: "{name}")]),
        )"##
    );
    fs::write(&map, text).expect("a file");
    let (hostile, path) = record(&map.display().to_string());
    let page = page_of(&hostile, &path);
    let (names, attributes, text) = parse_page(&page);
    assert!(!names.iter().any(|name| name == "script" || name == "img"));
    assert!(!attributes.iter().any(|attribute| attribute.starts_with("onerror")));
    assert!(text.matches(&name.replace('\\', "")).count() >= 2, "it stands there as it was written: {text}");
}

#[test]
fn what_cannot_be_analysed_is_one_message() {
    let (folder, path) = record(TWO_CAMPS);
    let at = |name: &str| folder.path().join(name).display().to_string();
    assert!(refused(&["analyse", &at("none.replay")]).contains("none.replay"));
    fs::write(at("no.replay"), b"HOTGATES and nothing else").expect("a file");
    assert!(refused(&["analyse", &at("no.replay")]).contains("no.replay: "));
    assert!(refused(&["analyse", &path, "--html", &at("missing/a.html")]).contains("missing"));
    let said = run(&["analyse", &path, "--steps", "0"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);

    // Every byte that is wrong has one message and leaves no page.
    let bytes = fs::read(&path).expect("the replay");
    for place in (12..bytes.len()).step_by(bytes.len() / 25) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(at("changed.replay"), &changed).expect("a file");
        let said = run(&["analyse", &at("changed.replay"), "--steps", "1000", "--html", &at("changed.html")]);
        assert!(matches!(said.code, 1 | 2) && said.out.is_empty(), "byte {place}: {}", said.out);
        assert!(one_error(&said.err).contains("changed.replay"), "byte {place}: {}", said.err);
        assert!(!folder.path().join("changed.html").exists());
    }
}
