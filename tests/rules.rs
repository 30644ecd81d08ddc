//! The manual of the rules.

use std::fs;

use hotgates_engine::Ruleset;

use crate::program::{json, refused, root, run, well};

/// Fails when the ruleset or the odds have changed and the manual has not: run
/// `hotgates rules show --markdown > docs/rules.md`, and with the name of another shipped ruleset for the page
/// of that name.
#[test]
fn the_manual_is_that_of_the_ruleset() {
    for (name, _) in Ruleset::SHIPPED {
        let page = format!("docs/{}.md", if name == "classic" { "rules" } else { name });
        let manual = fs::read_to_string(root().join(&page)).expect("the manual");
        let fresh = well(&["rules", "show", "--markdown", name]);
        let line = manual.lines().zip(fresh.lines()).find(|(old, new)| old != new);
        assert!(manual == fresh, "{page} is stale: {line:?}");
        let file = format!("crates/rules/assets/rules/{name}.ron");
        assert_eq!(manual, well(&["rules", "show", "--markdown", &file]));
    }
}

#[test]
fn any_ruleset_gets_a_manual() {
    let manual = well(&["rules", "show", "tests/maps/rules/plain.ron", "--markdown"]);
    assert!(manual.starts_with("# The rules: plain\n"), "{manual}");
    let message = refused(&["rules", "show", "--markdown", "tests/bad/bad_rules.ron"]);
    assert!(message.starts_with("tests/bad/bad_rules.ron:1:1: "), "{message}");
}

/// The plain rules of the tests with other words in places, and a map that is fought by them, in a folder.
fn folder_of_rules(name: &str, changes: &[(&str, &str)]) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let plain = read("tests/maps/rules/plain.ron");
    let rules = changes.iter().fold(plain, |rules, (old, new)| rules.replace(old, new));
    let file = format!("{name}.ron");
    let map = read("tests/maps/two_camps.ron").replace("rules/plain.ron", &file);
    let [rules_path, map_path] = [file.as_str(), "camps.ron"].map(|name| folder.path().join(name));
    fs::write(&rules_path, rules).expect("a file");
    fs::write(&map_path, map).expect("a file");
    let [rules, map] = [rules_path, map_path].map(|path| path.display().to_string());
    (folder, rules, map)
}

/// The rules of the tests with fog of war, and a map that is fought by them, in a folder.
fn foggy_folder() -> (tempfile::TempDir, String, String) {
    let changes = [
        ("name: \"plain\"", "name: \"foggy\", options: (fog_of_war: true)"),
        ("strength: 1000,", "strength: 1000, sight: 2, ambushes: true,"),
        ("glyph: 'f',", "glyph: 'f', sight_cost: 2,"),
    ];
    folder_of_rules("foggy", &changes)
}

#[test]
fn rules_with_fog_of_war_say_what_units_see() {
    let (_folder, rules, _) = foggy_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in ["fog of war: on", "  sight 2  ambushes\n", "  sight 5\n", "  looking into it costs 2\n"] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let manual = well(&["rules", "show", "--markdown", &rules]);
    for row in ["| infantry | 2 | yes |", "| artillery | 5 | – |", "| forest | 2 |"] {
        assert!(manual.lines().any(|line| line == row), "{row}: {manual}");
    }
}

#[test]
fn a_battle_in_fog_of_war_is_the_same_each_time_and_is_replayed() {
    let (folder, _, map) = foggy_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    for (red, blue) in [("random", "random"), ("hunter", "warden"), ("greedy", "hunter")] {
        let args = ["battle", &map, "--red", red, "--blue", blue, "--seed", "3", "--json"];
        let hash = |args: &[&str]| json(&well(args))["hash"].clone();
        assert_eq!(hash(&args), hash(&[&args[..], &["--record", &replay]].concat()), "{red} against {blue}");
        well(&["replay", &replay, "--verify"]);
    }
}

/// The rules of the tests with cohesion and retreats, and a map that is fought by them, in a folder.
fn steady_folder() -> (tempfile::TempDir, String, String) {
    let changes = [
        (
            "name: \"plain\"",
            "name: \"steady\", options: (cohesion: (waver: 950, break: 900, obey: 920), retreat: (lead: 50, stand: 1000, spared: 350))",
        ),
        ("strength: 500,", "strength: 500, pursues: true,"),
    ];
    folder_of_rules("steady", &changes)
}

#[test]
fn rules_with_cohesion_and_retreats_say_their_numbers() {
    let (_folder, rules, _) = steady_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in ["cohesion: on: wavers below 950 ‰, breaks below 900 ‰", "350 ‰ of the losses", "  pursues\n"]
    {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert_eq!(shown.matches("pursues").count(), 1, "{shown}");
    let manual = well(&["rules", "show", "--markdown", &rules]);
    for row in ["| cavalry | yes |", "| infantry | – |", "| Lieutenant | 20 % |"] {
        assert!(manual.lines().any(|line| line == row), "{row}: {manual}");
    }
    assert!(manual.contains("below 95 %") && manual.contains("35 % come back"), "{manual}");
    let plain = well(&["rules", "show", "tests/maps/rules/plain.ron"]);
    assert!(plain.contains("cohesion: off\nretreat: off\n"), "{plain}");
}

#[test]
fn a_battle_with_cohesion_and_retreats_is_told_and_replayed() {
    let (folder, _, map) = steady_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    let args = ["battle", &map, "--red", "random", "--blue", "random", "--turns", "60", "--seed", "137"];
    let told = well(&[&args[..], &["--record", &replay]].concat());
    for said in [
        " gives way to ",
        " pursues to ",
        " breaks",
        " rallies",
        " surrenders",
        " flees from the map",
        ", cohesion ",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    well(&["replay", &replay, "--verify"]);
    // The men of each turn's losses are those that are missing in the end.
    for side in ["Red", "Blue"] {
        let losses = format!("{side:5}loses");
        let lost: u32 = told.lines().filter_map(|line| number_before(line, &losses, ',')).sum();
        let (left, start) = told
            .lines()
            .filter(|line| line.starts_with(side))
            .find_map(|line| Some((number_before(line, side, 'o')?, number_before(line, " of ", 'm')?)))
            .expect("the men left");
        assert_eq!(left + lost, start, "{side}: {told}");
    }
}

/// The rules of the tests with supply and ammunition, and a map that is fought by them, in a folder.
fn supplied_folder() -> (tempfile::TempDir, String, String) {
    let changes = [
        (
            "name: \"plain\"",
            "name: \"supplied\", options: (supply: (carrier: \"cavalry\", reach: 4), ammunition: (refill: 1))",
        ),
        ("strength: 200,", "strength: 200, rounds: 3,"),
        ("glyph: '=',", "glyph: '=', depot: true,"),
    ];
    folder_of_rules("supplied", &changes)
}

#[test]
fn rules_with_supply_and_ammunition_say_their_numbers() {
    let (_folder, rules, _) = supplied_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in [
        "supply: on: 4 MP by the costs of cavalry; without it 250 ‰ fewer MP, ",
        "ammunition: on: 1 round comes back in a half-turn\n",
        "  rounds 3\n",
        "  depot\n",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert_eq!(shown.matches("  depot").count(), 1, "{shown}");
    let manual = well(&["rules", "show", "--markdown", &rules]);
    for row in ["| artillery | 3 |", "| cavalry | 12 | 9 |", "| first | has 25 % less MP, rounded down |"] {
        assert!(manual.lines().any(|line| line == row), "{row}: {manual}");
    }
    let plain = well(&["rules", "show", "tests/maps/rules/plain.ron"]);
    assert!(plain.contains("supply: off\nammunition: off\n"), "{plain}");
}

/// Supplies reach two hexes: units that march at each other lose them, and some get them again.
#[test]
fn a_battle_with_supply_and_ammunition_is_told_and_replayed() {
    let (folder, _, map) = supplied_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    let args = ["battle", &map, "--red", "random", "--blue", "random", "--turns", "30", "--seed", "1"];
    let told = well(&[&args[..], &["--record", &replay]].concat());
    for said in [" is out of supply", " is in supply again", ", without supplies"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert_eq!(told.matches(", rounds ").count(), 1, "one gun is left: {told}");
    // Who is out of supply is in supply again before it is told out of it once more.
    for unit in ["Red's infantry 1", "Red's infantry 2", "Red's cavalry 1", "Blue's cavalry 1"] {
        let lost = told.matches(&format!("{unit} is out of supply")).count();
        let found = told.matches(&format!("{unit} is in supply again")).count();
        assert!(lost == found || lost == found + 1, "{unit}: {lost} and {found}: {told}");
    }
    well(&["replay", &replay, "--verify"]);
}

/// The rules of the tests with officers, leadership, combined arms and facing, and a map that is fought by them,
/// in a folder.
fn led_folder() -> (tempfile::TempDir, String, String) {
    let options = "name: \"led\", options: (officers: (promotion: 90, falls: 20), leadership: (by_rank: 40), \
                   combined_arms: (bonus: 125), facing: (turn: 2, rear: 600))";
    folder_of_rules("led", &[("name: \"plain\"", options)])
}

#[test]
fn rules_with_officers_and_facing_say_their_numbers() {
    let (_folder, rules, _) = led_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in [
        "officers: on: a rank for 90 of experience; 500 ‰ of own losses count; fall at 20 ‰ of the men",
        "leadership: on: 40 ‰ more losses a rank, up to 2 hexes away\n",
        "combined arms: on: 125 ‰ more losses\n",
        "facing: on: a turn costs 2 MP; flank 250 ‰ more losses and 100 ‰ of cohesion, rear 600 ‰ and 200 ‰;",
        "zones of control all around\n",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let manual = well(&["rules", "show", "--markdown", &rules]);
    for row in
        ["| Captain | 8 % more |", "| infantry | cavalry, artillery |", "| rear | 60 % more | 50 % less |"]
    {
        assert!(manual.lines().any(|line| line == row), "{row}: {manual}");
    }
    let plain = well(&["rules", "show", "tests/maps/rules/plain.ron"]);
    assert!(plain.contains("officers: off\nleadership: off\ncombined arms: off\nfacing: off\n"), "{plain}");
}

#[test]
fn a_battle_with_officers_and_facing_is_told_and_replayed() {
    let (folder, _, map) = led_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    let args = ["battle", &map, "--red", "random", "--blue", "random", "--turns", "60", "--seed", "2"];
    let told = well(&[&args[..], &["--explain", "--record", &replay]].concat());
    for said in [" faces north", "the officer of ", " is now ", " falls", ", experience "] {
        assert!(told.contains(said), "{said}: {told}");
    }
    well(&["replay", &replay, "--verify"]);
    let analysed = json(&well(&["analyse", &replay, "--steps", "20000", "--json"]));
    let units = analysed["units"].as_array().expect("the units");
    assert!(units.iter().any(|unit| unit["rank"].is_string()), "{units:?}");
    for unit in units {
        let experience = unit["experience"].as_u64().expect("a number");
        assert!(experience <= 90 && unit["fell"].is_boolean(), "{unit}");
    }
}

/// The rules of the tests with reaction and support fire, entrenchment and height, and a map that is fought by
/// them, in a folder.
fn waiting_folder() -> (tempfile::TempDir, String, String) {
    let options = "name: \"waiting\", options: (reaction: (moving: 800), entrenchment: (cover: 150, levels: 2), \
                   height: (down: 125))";
    let guns = "reacts: true, supports: true, ranged: (power";
    folder_of_rules("waiting", &[("name: \"plain\"", options), ("ranged: (power", guns)])
}

#[test]
fn rules_with_fire_of_who_waits_say_their_numbers() {
    let (_folder, rules, _) = waiting_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in [
        "reaction fire: on: 800 ‰ of the losses at a unit that moves, 700 ‰ in support of a friend\n",
        "entrenchment: on: a level a half-turn keeps 150 ‰ of the losses off, up to 2 levels\n",
        "height: on: 125 ‰ more losses for each level down, 100 ‰ fewer for each level up\n",
        "  reacts  supports\n",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let manual = well(&["rules", "show", "--markdown", &rules]);
    for heading in ["### Reaction and support fire", "### Entrenchment", "### Height"] {
        assert!(manual.lines().any(|line| line == heading), "{heading}: {manual}");
    }
    let plain = well(&["rules", "show", "tests/maps/rules/plain.ron"]);
    assert!(plain.contains("height: off\nreaction fire: off\nentrenchment: off\n"), "{plain}");
}

#[test]
fn a_battle_with_fire_of_who_waits_is_told_and_replayed() {
    let (folder, _, map) = waiting_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    let args = ["battle", &map, "--red", "random", "--blue", "random", "--turns", "60", "--seed", "2"];
    let told = well(&[&args[..], &["--explain", "--record", &replay]].concat());
    assert!(told.contains(" fires at ") && told.contains(" as it moves"), "{told}");
    well(&["replay", &replay, "--verify"]);
}

/// Rules by which infantry floods grass and bridges water, an event that floods more, and a map that is fought by them,
/// in a folder.
fn worked_folder() -> (tempfile::TempDir, String, String) {
    let works = "(name: \"dig a ditch\", from: [\"grass\"], to: \"water\", by: [\"infantry\"]), \
                 (name: \"lay a bridge\", from: [\"water\"], to: \"bridge\", by: [\"infantry\"], turns: 2)";
    let options = format!("name: \"worked\", options: (works: [{works}])");
    let (folder, rules, map) = folder_of_rules("worked", &[("name: \"plain\"", &options)]);
    let text = fs::read_to_string(&map).expect("the map");
    let flood = "turns: 12, events: [(key: \"flood\", turn: 2, terrain: {\"water\": [(4, 0)]})],";
    fs::write(&map, text.replace("turns: 12,", flood)).expect("the map");
    (folder, rules, map)
}

#[test]
fn rules_with_works_list_them() {
    let (_folder, rules, _) = worked_folder();
    well(&["rules", "check", &rules]);
    let shown = well(&["rules", "show", &rules]);
    for said in
        ["dig a ditch: grass to water in 1 half-turn, by infantry", "to bridge in 2 half-turns, by infantry"]
    {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let manual = well(&["rules", "show", &rules, "--markdown"]);
    let rows = [
        "### Works",
        "| dig a ditch | infantry | grass | water | 1 |",
        "| lay a bridge | infantry | water | bridge | 2 |",
        "| `terrain: {\"water\": [(3, 4)]}` |",
    ];
    for said in rows {
        assert!(manual.contains(said), "{said}: {manual}");
    }
    assert!(!well(&["rules", "show", "--markdown", "classic"]).contains("### Works"));
}

#[test]
fn a_battle_with_works_is_told_and_replayed() {
    let (folder, _, map) = worked_folder();
    let replay = folder.path().join("a.replay").display().to_string();
    let args = ["battle", &map, "--red", "random", "--blue", "random", "--seed", "3"];
    let told = well(&[&args[..], &["--explain", "--record", &replay]].concat());
    for said in ["4,0 becomes water", ": dig a ditch", " works at "] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(told.matches(" becomes water").count() > 1, "{told}");
    well(&["replay", &replay, "--verify"]);
    // The coloured map shows the ground of now: water where there was none at the start.
    let water = |text: &str| text.matches('~').count();
    let map_text = fs::read_to_string(&map).expect("the map");
    assert_eq!(water(&map_text), 0);
    let seen = well(&["replay", &replay, "--watch"]);
    assert!(water(&seen) > 0, "{seen}");
}

/// Returns the number between a text and the next `end`.
fn number_before(line: &str, text: &str, end: char) -> Option<u32> {
    line.split(text).nth(1)?.split(end).next()?.trim().parse().ok()
}

/// Each number of the rules changed or gone: the program reads them or says what is wrong.
#[test]
fn changed_rules_with_cohesion_and_retreats_are_read_or_refused() {
    let (folder, rules, _) = steady_folder();
    let text = fs::read_to_string(&rules).expect("the rules");
    let path = folder.path().join("changed.ron").display().to_string();
    for part in ["waver: 950", "spared: 350", "pursues: true", "break: 900", "lead: 50"] {
        let name = part.split(':').next().expect("a name");
        for value in
            ["", "0", "1000", "1001", "-1", "4294967295", "true", "None", "(", "()", "(stand: 2)", "\"5\""]
        {
            fs::write(&path, text.replacen(part, &format!("{name}: {value}"), 1)).expect("a file");
            let said = run(&["rules", "check", &path]);
            assert!(
                said.code < 3 && (said.code == 0) == said.err.is_empty(),
                "{name}: {value}: {}",
                said.err
            );
        }
    }
    fs::write(&path, text.replacen("waver: 950", "waver: 899", 1)).expect("a file");
    let message = refused(&["rules", "check", &path]);
    assert!(message.contains("options.cohesion.waver"), "{message}");
}

/// Each number and word of the rules changed or gone: the program reads them or says what is wrong.
#[test]
fn changed_rules_with_fog_of_war_are_read_or_refused() {
    let (folder, rules, _) = foggy_folder();
    let text = fs::read_to_string(&rules).expect("the rules");
    let path = folder.path().join("changed.ron").display().to_string();
    for part in ["sight: 2", "sight_cost: 2", "fog_of_war: true", "ambushes: true"] {
        let name = part.split(':').next().expect("a name");
        for value in
            ["", "0", "1", "16", "17", "18", "-1", "4294967295", "99999999999", "true", "None", "[", "\"5\""]
        {
            fs::write(&path, text.replacen(part, &format!("{name}: {value}"), 1)).expect("a file");
            let said = run(&["rules", "check", &path]);
            assert!(
                said.code < 3 && (said.code == 0) == said.err.is_empty(),
                "{name}: {value}: {}",
                said.err
            );
        }
    }
}
