//! Names that a terminal or a page would obey: whatever prints them, they are shown and never obeyed.

use std::fs;
use std::path::Path;

use hotgates_engine::is_hidden_character;
use tempfile::TempDir;

use crate::program::{Said, json, run, run_with};

/// What every name of the files ends in, as RON writes it: codes of terminals with one and with two
/// bytes, turns of direction, line ends of all kinds, markup, and two styles that the program never uses.
const HOSTILE: &str = "\\u{1b}]0;x\\u{7}\\r\\u{7f}\\u{9b}31m\\u{202e}\\u{2028}\\u{200f}\\u{feff}|<script>&`*[x](y)\\nFORGED\\u{1b}[5m\\u{1b}[38;5;99m";
/// What tags end in, which have neither control characters nor spaces.
const HOSTILE_TAG: &str = "\\u{202e}|<script>`*";

/// Returns a RON text with every text in it made hostile, but rows, names of files and commanders.
fn hostile_file(source: &str) -> String {
    let mut parts = source.split('"');
    let mut out = parts.next().expect("a text before the first quote").to_owned();
    let (mut in_rows, mut in_tags) = (false, false);
    while let (Some(word), Some(after)) = (parts.next(), parts.next()) {
        if let Some(open) = out.rfind('[') {
            in_rows = out[..open].trim_end().ends_with("rows:") && !out[open..].contains(']');
            in_tags = out[..open].trim_end().ends_with("tags:") && !out[open..].contains(']');
        }
        let is_reference = ["rules:", "commander:"].iter().any(|field| out.trim_end().ends_with(field));
        let ending = match word {
            _ if in_rows || is_reference => "",
            word if in_tags || word.starts_with('#') => HOSTILE_TAG,
            _ => HOSTILE,
        };
        out.extend(["\"", word, ending, "\"", after]);
    }
    out
}

/// A folder with a hostile ruleset and its hostile maps.
struct HostileFolder(TempDir);

impl HostileFolder {
    /// Makes the folder of a shipped ruleset, with these maps.
    fn new(rules: &str, maps: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |path: &str| {
            fs::read_to_string(crate::program::root().join(path)).expect("a file of the repository")
        };
        let text = hostile_file(&read(&format!("crates/rules/assets/rules/{rules}.ron")));
        fs::write(folder.path().join("rules.ron"), text).expect("written");
        for map in maps {
            let text = hostile_file(&read(map));
            let text = if text.contains("rules:") {
                text.replace(&format!("rules: \"{rules}\""), "rules: \"rules.ron\"")
            } else {
                text.replacen("rows:", "rules: \"rules.ron\", rows:", 1)
            };
            let name = Path::new(map).file_name().expect("a name");
            fs::write(folder.path().join(name), text).expect("written");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

/// Checks that nothing in a text hides or forges a line, but for line ends and the program's own colours.
fn check_shown(text: &str, what: &str) {
    for foreign in ["\u{1b}[5m", "\u{1b}[38;5;99m"] {
        assert!(!text.contains(foreign), "{what}: a style of a name is obeyed");
    }
    let mut plain = String::new();
    let mut parts = text.split("\u{1b}[");
    plain += parts.next().unwrap_or_default();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != ';').expect("the end of a code");
        assert_eq!(part.as_bytes()[end], b'm', "{what}: a code that is no colour: {part:?}");
        plain += &part[end + 1..];
    }
    for line in plain.lines() {
        assert!(!line.contains(is_hidden_character), "{what}: {line:?}");
        assert!(!line.trim_start().starts_with("FORGED"), "{what}: a name has begun a line: {line:?}");
    }
    assert!(!plain.contains('\r'), "{what}: a carriage return");
}

/// Runs the program with and without colour, checks what it says and returns what it says without.
fn shown(args: &[&str], input: &str) -> Said {
    let what = format!("{args:?}");
    for colour in ["always", "never"] {
        let said = run_with(&[args, &["--color", colour]].concat(), input.as_bytes());
        check_shown(&said.out, &what);
        check_shown(&said.err, &what);
        if colour == "never" {
            return said;
        }
    }
    unreachable!("`never` is the last");
}

/// Runs a command that must succeed and say the hostile names.
fn told(args: &[&str]) -> String {
    let said = shown(args, "");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}: {}", said.out);
    assert!(said.out.contains("\\u{1b}") || said.out.contains("\\u001b"), "{args:?}: {}", said.out);
    said.out
}

#[test]
fn what_maps_and_rulesets_hold_is_shown_and_never_obeyed() {
    let folder =
        HostileFolder::new("musket", &["maps/musket/four_roads.ron", "maps/musket/linden_bridge.ron"]);
    let [roads, bridge, rules] =
        ["four_roads.ron", "linden_bridge.ron", "rules.ron"].map(|name| folder.path(name));
    let replay = folder.path("a.replay");
    let fight = ["--red", "greedy", "--blue", "hunter+500", "--turns", "10"];
    for map in [&roads, &bridge] {
        for options in [&["--explain", "--watch"][..], &["--json"], &["--games", "2", "--swap"]] {
            let said = shown(&[&["battle", map], &fight[..], options].concat(), "");
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        }
        shown(&["map", "check", map, "--json"], "");
        told(&["map", "show", map]);
        for command in [&["map", "chokes", map][..], &["map", "path", map, "--from", "0,0", "--to", "3,3"]] {
            shown(command, "");
        }
    }
    told(&[&["battle", &roads, "--explain", "--watch", "--record", &replay], &fight[..]].concat());
    told(&["replay", &replay, "--watch"]);
    json(&told(&["replay", &replay, "--json"]));
    json(&told(&["replay", &replay, "--verify", "--json"]));
    let page = folder.path("a.html");
    told(&["analyse", &replay, "--steps", "60000", "--html", &page]);
    json(&told(&["analyse", &replay, "--steps", "60000", "--json"]));
    let page = fs::read_to_string(page).expect("a page");
    check_shown(&page, "the page");
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    let games = folder.path("games");
    let tournament = ["tournament", "greedy+50", "random", "--maps", &roads, "--games", "2"];
    json(&told(&[&tournament[..], &["--json"]].concat()));
    shown(&[&tournament[..], &["-o", &games, "--resume"]].concat(), "");
    for file in ["plan.json", "report.html"] {
        let text = fs::read_to_string(Path::new(&games).join(file)).expect("a file");
        check_shown(&text, file);
        assert!(text.contains("\\u{202e}") || text.contains("\\u202e"), "{file}");
    }
    shown(&["rules", "check", &rules], "");
    told(&["rules", "show", &rules]);
}

#[test]
fn a_manual_holds_no_markup_of_names() {
    for name in ["classic", "hoplite", "musket", "panzer"] {
        let folder = HostileFolder::new(name, &[]);
        let manual = told(&["rules", "show", &folder.path("rules.ron"), "--markdown"]);
        assert!(!manual.contains("<script>") && !manual.contains("[x](y)"), "{manual}");
        let plain = crate::program::well(&["rules", "show", name, "--markdown"]);
        let cells = |manual: &str| {
            let rows = manual.lines().filter(|line| line.starts_with('|'));
            rows.map(|row| row.replace("\\|", "").matches('|').count()).collect::<Vec<_>>()
        };
        assert_eq!(cells(&manual), cells(&plain), "no name makes a cell of a table");
    }
}

#[test]
fn what_campaigns_hold_is_shown_and_never_obeyed() {
    let map = "maps/hoplite/leuctra.ron";
    let folder = HostileFolder::new("hoplite", &[map]);
    let campaign = r#"Campaign(
        name: "One field", author: "me", notes: "A short one.", side: blue, points: 30, recruits: ["peltasts"],
        army: [(key: "Guard", type: "hoplites", strength: 700, rank: "King", name: "Leon")],
        battles: [(key: "one", map: "", title: "The field", briefing: "Hold the field.", places: [(1, 2)],
            then: [(result: won, points: 10, text: "Held.", end: won), (text: "Lost.", end: lost)])],
        army_lost: "Nobody is left.",
    )"#;
    let mut campaign =
        hostile_file(campaign).replacen(&format!("map: \"{HOSTILE}\""), "map: \"field.ron\"", 1);
    // These texts may have lines.
    for text in ["A short one.", "Hold the field.", "Held.", "Lost.", "Nobody is left."] {
        campaign = campaign.replace(
            &format!("{text}{HOSTILE}"),
            &format!("{text}{}", HOSTILE.replace("FORGED", "A second line.")),
        );
    }
    let field = hostile_file(
        r##"Map(name: "A field", rules: "rules.ron", turns: 3, from: ne,
        rows: ["................", "................", "#...............", "................"],
        red: (commander: "greedy", units: [(type: "peltasts", at: (14, 1), called: "Some")]))"##,
    );
    fs::write(folder.path("campaign.ron"), campaign).expect("written");
    fs::write(folder.path("field.ron"), field).expect("written");
    let file = folder.path("campaign.ron");
    shown(&["campaign", &file, "--check"], "");
    told(&["campaign", &file, "--player", "warden+500"]);
    told(&["campaign", &file, "--player", "greedy", "--json"]);
    told(&["campaign", &file, "--player", "greedy", "--games", "2"]);
    let lines = "help\narmy\nhint\nauto\nsend 1\nbegin\nmap\nunits\nhint\n0@3,2\nhelp\n\u{1b}[2J\nauto 9\n";
    for colour in ["always", "never"] {
        let save = folder.path(&format!("{colour}.save"));
        let said = run_with(&["campaign", &file, "--save", &save, "--color", colour], lines.as_bytes());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
        check_shown(&said.out, "the dialogue");
        assert!(said.out.contains("Leon") && said.out.contains("Hold the field."), "{}", said.out);
    }
}

#[test]
fn what_puzzles_hold_is_shown_and_never_obeyed() {
    let folder = HostileFolder::new("classic", &[]);
    let shipped = crate::program::root().join("crates/analysis/assets/puzzles/01.ron");
    let text = fs::read_to_string(shipped).expect("a puzzle");
    let text = text.replace("name: \"Pass 270131\"", &format!("name: \"Pass{HOSTILE}\""));
    let puzzle = folder.path("puzzle.ron");
    fs::write(&puzzle, text).expect("written");
    told(&["puzzle", "show", &puzzle, "--solution"]);
    told(&["puzzle", "show", &puzzle, "--json"]);
    shown(&["puzzle", "solve", &puzzle, "--orders", "0x4 0x4"], "");
    shown(&["puzzle", "check", &puzzle], "");
}

#[test]
fn faults_and_wrong_use_are_told_visibly() {
    let hostile = "\u{1b}[31m\u{9b}5m\u{202e}\r\nFORGED";
    let folder = HostileFolder::new("classic", &["maps/hot_gates.ron"]);
    let rules = folder.path("rules.ron");
    let text = fs::read_to_string(&rules).expect("a ruleset").replacen("melee: 100", "melee: 0", 1);
    fs::write(&rules, text.replacen("factor: 2000", "factor: 99999999", 1)).expect("written");
    let map = folder.path("hot_gates.ron");
    let refusals: [&[&str]; 12] = [
        &["battle", &map],
        &["map", "check", &map],
        &["rules", "check", &rules],
        &["battle", hostile],
        &["map", "convert", hostile, "a.ron"],
        &["map", "convert", "maps/hot_gates.ron", hostile],
        &["battle", "maps/hot_gates.ron", "--red", hostile],
        &["battle", "maps/hot_gates.ron", hostile],
        &["battle", "maps/hot_gates.ron", "--seed", hostile],
        &[hostile],
        &["academy", "tower", hostile],
        &["puzzle", "solve", "1", "--orders", hostile],
    ];
    for args in refusals {
        let said = shown(args, "");
        assert!(said.code != 0 && !said.err.is_empty(), "{args:?}: {}", said.out);
    }
    for ending in ["ron", "tmj", "tmx", "map", "txt"] {
        let file = folder.path(&format!("\u{1b}[5m.{ending}"));
        let out = folder.path(if ending == "ron" { "a.tmj" } else { "a.ron" });
        for text in [hostile, &format!("<map a='{hostile}'>"), &format!("{{\"{hostile}")] {
            fs::write(&file, text).expect("written");
            for command in
                [&["map", "check", &file][..], &["academy", "tower", &file], &["map", "convert", &file, &out]]
            {
                let said = shown(command, "");
                assert!(said.code != 0 && said.err.contains("\\u{1b}[5m"), "{}", said.err);
            }
        }
    }
}

/// The files of the report.
#[test]
fn reported_files_are_shown_visibly() {
    let map = "tests/data/hostile/R3_escape.ron";
    let out = shown(&["map", "show", map], "").out;
    assert!(out.contains("\\u{1b}]0;owned\\u{7}"), "{out}");
    let out = shown(&["rules", "show", "tests/data/hostile/R3_rules.ron"], "").out;
    assert!(out.contains("gr\\u{1b}[5mass") && out.contains("Maj\\u{1b}]0;rank\\u{7}or"), "{out}");
    let said = run(&["battle", map, "--json"]);
    assert!(said.out.contains("\"\\u001b]0;owned\\u0007\""), "{}", said.out);
}
