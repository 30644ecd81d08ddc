//! What comes with the program besides the window's words is in every language, too: officers, goals, what is said
//! during battles, the campaign.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hotgates_campaign::CampaignFile;
use hotgates_engine::{MapFile, Ruleset};
use hotgates_frontend::ui::names::{rank_name, terrain_name, unit_type_name};
use hotgates_frontend::ui::texts::{Language, Texts};

/// Returns every text of a map that players read, but for its name and its notes.
fn texts_of_map(map: &MapFile) -> impl Iterator<Item = String> {
    let armies = [&map.red, &map.blue].into_iter().flatten().flat_map(|army| &army.units);
    let units = armies.flat_map(|unit| [&unit.name, &unit.called].into_iter().flatten());
    let goals = map.goals.iter().filter_map(|goal| goal.name.as_ref());
    let events = map.events.iter().filter_map(|event| event.message.as_ref());
    let degrees = map.victory_points.iter().flat_map(|points| &points.degrees).map(|degree| &degree.name);
    let contingents = map.contingents.iter().map(|contingent| &contingent.name);
    units
        .chain(contingents)
        .chain(goals)
        .chain(events)
        .chain(degrees)
        .cloned()
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns every text of a campaign that players read.
fn texts_of_campaign(file: &CampaignFile) -> Vec<String> {
    let whole = [Some(file.name.clone()), file.notes.clone(), Some(file.army_lost.clone())];
    let army = file.army.iter().flat_map(|unit| [Some(unit.key.clone()), unit.name.clone()]);
    let battles = file.battles.iter().flat_map(|battle| {
        let ways = battle.then.iter().map(|way| Some(way.text.clone()));
        [Some(battle.title.clone()), Some(battle.briefing.clone())].into_iter().chain(ways)
    });
    whole.into_iter().chain(army).chain(battles).flatten().collect()
}

#[test]
fn every_text_of_shipped_maps_and_campaigns_is_in_every_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps/road_to_the_gates");
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let campaign = CampaignFile::from_ron(&read("campaign.ron")).unwrap();
    let mut words: BTreeSet<String> = texts_of_campaign(&campaign).into_iter().collect();
    for battle in &campaign.battles {
        words.extend(texts_of_map(&MapFile::from_ron(&read(&battle.map)).unwrap()));
    }
    for scenario in hotgates_maps::shipped_scenarios() {
        words.extend(texts_of_map(&scenario.map));
    }
    for lesson in hotgates_lessons::all_lessons() {
        words.extend(texts_of_map(&lesson.scenario().map));
    }
    assert!(words.len() > 250, "{}", words.len());
    let (english, chinese) = (Texts::new(Language::English), Texts::new(Language::Chinese));
    let same: Vec<_> = words.iter().filter(|words| chinese.translated_content(words) == *words).collect();
    assert!(same.is_empty(), "not in Chinese: {same:?}");
    assert!(words.iter().all(|words| english.translated_content(words) == words));
}

#[test]
fn every_name_of_the_shipped_rules_is_in_every_language() {
    let chinese = Texts::new(Language::Chinese);
    for (ruleset, _) in Ruleset::SHIPPED {
        let rules = Ruleset::shipped(ruleset).unwrap();
        let mut names: Vec<(&str, String)> = Vec::new();
        names.extend(rules.units.iter().map(|kind| (&*kind.name, unit_type_name(&chinese, &kind.name))));
        names.extend(
            rules.terrains.iter().map(|ground| (&*ground.name, terrain_name(&chinese, &ground.name))),
        );
        names.extend(rules.ranks.iter().map(|rank| (&*rank.name, rank_name(&chinese, &rank.name))));
        let weather = rules.options.weather.iter().flat_map(|weather| &weather.states);
        let others =
            rules.options.works.iter().map(|work| &work.name).chain(weather.map(|state| &state.name));
        names.extend(others.map(|name| (&**name, chinese.translated_content(name).to_owned())));
        for (name, words) in names {
            assert_ne!(name, words, "{ruleset}");
        }
    }
}
