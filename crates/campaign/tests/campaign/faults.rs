//! Faults of campaign files.

use std::collections::BTreeMap;

use hotgates_campaign::{Campaign, CampaignFile};
use hotgates_engine::{FaultKind, locate_faults};
use proptest::prelude::*;

use crate::stage::{CAMPAIGN, MAP, map_with_names, read_campaign, read_campaign_on, scenario};

/// The messages about the small campaign with a text replaced, each with the line of the field.
fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(CAMPAIGN.contains(from), "{from}");
    let source = CAMPAIGN.replace(from, to);
    let mut faults = read_campaign(&source).expect_err("a fault");
    locate_faults(&source, &mut faults);
    faults.iter().map(|fault| format!("{}: {fault}", fault.position.expect("a place").line)).collect()
}

#[test]
fn every_fault_is_told_with_its_place() {
    for (from, to, expected) in [
        (
            "next: \"hill\"),\n            (points",
            "next: \"hell\"),\n            (points",
            "11: battles[0].then[1].next: unknown battle `hell`; known: bay, hill, end",
        ),
        (
            "key: \"end\"",
            "key: \"hill\"",
            "17: battles[2].key: `hill` is there already; each may stand only once",
        ),
        (
            "key: \"scouts\"",
            "key: \"guard\"",
            "5: army[1].key: `guard` is there already; each may stand only once",
        ),
        ("points: 60, rec", "points: -1, rec", "2: points: -1 is out of range; it may be 0 to 1000000"),
        ("strength: 400", "strength: 801", "4: army[0].strength: 801 is out of range; it may be 1 to 800"),
        (
            "\"King\"",
            "\"Consul\"",
            "4: army[0].rank: unknown rank `Consul`; known: Ouragos, Lochagos, Taxiarch, Polemarch, Strategos, King",
        ),
        (
            "experience: 150",
            "experience: 20001",
            "4: army[0].experience: 20001 is out of range; it may be 0 to 20000",
        ),
        (
            "\"horse\"",
            "\"camels\"",
            "6: army[2].type: unknown unit type `camels`; known: hoplites, spearmen, immortals, peltasts, archers, horse",
        ),
        (
            "[\"peltasts\", \"hoplites\"]",
            "[\"peltasts\", \"peltasts\"]",
            "2: recruits[1]: `peltasts` is there already; each may stand only once",
        ),
        ("\"great\"", "\"vast\"", "10: battles[0].then[0].degree: unknown degree `vast`; known: great"),
        (
            "end: lost)",
            "end: lost, next: \"end\")",
            "15: battles[1].then[0]: a way has either `next` or `end`",
        ),
        (
            ", (text: \"Defeat.\", end: lost)",
            "",
            "17: battles[2].then: nothing follows when this battle is lost",
        ),
        (
            "(result: won, points: 60",
            "(points: 60",
            "12: battles[0].then[2]: this way is never taken: a way before it fits whatever this one fits",
        ),
        (
            "places: [(1, 2), (2, 1)],",
            "places: [(1, 2), (99, 1)],",
            "9: battles[0].places[1]: with hoplites of the army on the map `bay.ron`: blue.units[1].at: hex 99,1 is off the map; columns go to 15, rows to 3",
        ),
        ("places: [(1, 2), (2, 1)],", "places: [],", "9: battles[0].places: 0 hexes; there may be 1 to 100"),
        ("army_lost: \"Nobody is left.\"", "army_lost: \" \"", "21: army_lost: a text is missing or empty"),
    ] {
        let told = faults(from, to);
        assert!(
            told.contains(&expected.to_owned()),
            "{expected}
{told:#?}"
        );
    }
}

#[test]
fn several_faults_are_told_at_once() {
    let source = CAMPAIGN
        .replace("points: 60, rec", "points: -1, rec")
        .replace("\"horse\"", "\"camels\"")
        .replace("title: \"The end\"", "title: \"\"");
    assert_eq!(read_campaign(&source).unwrap_err().len(), 3, "{:?}", read_campaign(&source).unwrap_err());
}

#[test]
fn a_battle_without_a_way_to_it_and_a_way_back_are_faults() {
    assert_eq!(
        faults("next: \"hill\"", "next: \"end\""),
        ["14: battles[1]: nothing leads to the battle `hill` from the first one"]
    );
    assert_eq!(
        faults(
            "(result: drawn, text: \"Peace.\", end: drawn)",
            "(result: drawn, text: \"Peace.\", next: \"hill\")"
        ),
        ["17: battles[2]: these battles lead back to themselves: end, hill"]
    );
}

#[test]
fn faults_of_a_map_come_with_its_name() {
    let file = || CampaignFile::from_ron(CAMPAIGN).unwrap();
    let told = |map: &str| {
        let maps = BTreeMap::from([("bay.ron".to_owned(), scenario(map))]);
        let faults = Campaign::from_file(file(), maps).expect_err("a fault");
        faults[0].to_string()
    };
    assert_eq!(
        told(&MAP.replace("(14, 1)", "(1, 1)")),
        "battles[0].map: the map `bay.ron`: hex 1,1: Red's unit 1 (spearmen) starts 1 hex from a castle at 0,2; it must be more than 6"
    );
    let faults = Campaign::from_file(file(), BTreeMap::new()).expect_err("no map");
    assert_eq!(faults.len(), 0, "whoever has no map to load has told so");
}

#[test]
fn a_name_that_nobody_has_is_told_with_its_place_and_those_of_the_army() {
    let told = |from: &str, to: &str| {
        let map = map_with_names();
        assert!(map.contains(from), "{from}");
        let faults = read_campaign_on(&map.replace(from, to)).expect_err("a fault");
        // Each of the three battles is on the map.
        let faults: Vec<String> = faults.iter().map(|fault| fault.kind.to_string()).collect();
        assert_eq!(faults.len(), 3, "{faults:#?}");
        faults[0].clone()
    };
    for (from, to, expected) in [
        (
            "destroy: [\"guard\"]",
            "destroy: [\"gard\"]",
            "goals[0].destroy[0]: unknown key of an enemy unit `gard`; known: guard, riders, scouts",
        ),
        (
            "\"guard\", \"riders\"], count: 2",
            "\"guard\", \"rider\"]",
            "goals[1].units[1]: unknown key of a unit of this side `rider`; known: guard, riders, scouts",
        ),
        (
            "lost: [\"guard\"]",
            "lost: [\"guards\"]",
            "events[0].lost[0]: unknown key of a unit `guards`; known: guard, riders, scouts",
        ),
        // A goal of the player to destroy units is about the enemy's.
        (
            "(key: \"home\"",
            "(key: \"raid\", side: blue, destroy: [\"scouts\"]), (key: \"home\"",
            "goals[1].destroy[0]: unknown key of an enemy unit `scouts`; known: none",
        ),
    ] {
        assert_eq!(told(from, to), format!("the map `bay.ron`: {expected}"));
    }
    // Somebody must come for whom nobody calls once the guard is no more.
    let waits = map_with_names().replace("message: \"The guard is gone.\"", "arrive: [\"late\"]").replace(
        "red: (commander: \"greedy\", units: [",
        "red: (commander: \"greedy\", units: [(type: \"archers\", key: \"late\", arrives: (from: ne)), ",
    );
    let faults = read_campaign_on(&waits).expect_err("a fault");
    assert!(faults.iter().all(|fault| fault.to_string().contains("red.units[0].arrives")), "{faults:?}");
}

#[test]
fn all_maps_have_the_same_rules() {
    let source = CAMPAIGN.replacen(
        "map: \"bay.ron\", title: \"The hill\"",
        "map: \"hill.ron\", title: \"The hill\"",
        1,
    );
    let classic = scenario(
        &MAP.replace("rules: \"hoplite\",", "")
            .replace("spearmen", "infantry")
            .replace("archers", "artillery")
            .replace(", rank: \"Ouragos\", name: \"Ally\"", ""),
    );
    let maps = BTreeMap::from([("bay.ron".to_owned(), scenario(MAP)), ("hill.ron".to_owned(), classic)]);
    let faults = Campaign::from_file(CampaignFile::from_ron(&source).unwrap(), maps).expect_err("a fault");
    assert_eq!(
        faults.iter().map(|fault| fault.kind.to_string()).collect::<Vec<_>>(),
        ["the map `hill.ron` is played by the rules `classic`, the first battle by `hoplite`"]
    );
}

#[test]
fn unknown_fields_and_newer_formats_are_refused() {
    let refused =
        |from: &str, to: &str| CampaignFile::from_ron(&CAMPAIGN.replace(from, to)).unwrap_err().to_string();
    assert!(refused("side: blue,", "side: blue, commander: \"hunter\",").contains("commander"));
    assert!(refused("title: \"The bay\",", "title: \"The bay\", music: 1,").contains("music"));
    assert_eq!(
        refused("format: 1", "format: 2"),
        "format 2 is newer than this program, which reads up to format 1"
    );
    assert_eq!(CampaignFile::from_ron("  ").unwrap_err().to_string(), "the file is empty");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A spoilt file ends in faults or in a campaign, and never in a panic.
    #[test]
    fn hostile_files_end_in_faults_or_a_campaign(at in 0_usize..2000, cut in 0_usize..30, put in "[a-z0-9\"(),:\\[\\]-]{0,12}") {
        let mut text: Vec<char> = CAMPAIGN.chars().collect();
        let at = at % text.len();
        let end = (at + cut).min(text.len());
        text.splice(at..end, put.chars());
        let source: String = text.into_iter().collect();
        if let Ok(file) = CampaignFile::from_ron(&source) {
            let maps = file.battles.iter().map(|battle| (battle.map.clone(), scenario(MAP))).collect();
            if let Ok(campaign) = Campaign::from_file(file, maps) {
                prop_assert!(campaign.battle_scenario(&campaign.begin(0)).is_some());
            }
        }
    }
}

#[test]
fn every_list_of_a_campaign_ends_at_its_limit() {
    let battle = "(battles: [(key: \"\", map: \"\", title: \"\", briefing: \"\", ";
    for (head, entry) in [
        ("(army: [".to_owned(), "(key: \"\", type: \"\")"),
        ("(recruits: [".to_owned(), "\"\""),
        (
            "(battles: [".to_owned(),
            "(key: \"\", map: \"\", title: \"\", briefing: \"\", places: [], then: [])",
        ),
        (format!("{battle}places: ["), "(0, 0)"),
        (format!("{battle}then: ["), "(text: \"\")"),
    ] {
        let before = format!("{head}{}", format!("{entry},").repeat(100));
        let fault = CampaignFile::from_ron(&format!("{before}no entry")).expect_err("an entry too many");
        assert_eq!(fault.kind, FaultKind::TooManyEntries { max: 100 }, "{head}");
        assert_eq!(fault.position.map(|place| place.column), Some(before.len() + 1), "{head}");
    }
}
