//! Rulesets, campaigns and doctrines.

use std::collections::BTreeMap;

use hotgates_ai::Doctrine;
use hotgates_campaign::{Campaign, CampaignFile};
use hotgates_engine::{ArmyFile, Battle, MapFile, Ruleset, Scenario};
use hotgates_text::write_ron;

use super::note_sound_input;

/// A ruleset that is read is written and read again as the same; it has a manual, and a map is checked
/// by it.
pub fn ruleset_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rules = match Ruleset::from_ron(text) {
        Ok(rules) => rules,
        Err(faults) => return assert!(!faults.is_empty(), "a refusal has a reason"),
    };
    note_sound_input();
    let written = rules.to_ron();
    assert_eq!(Ruleset::from_ron(&written).as_ref(), Ok(&rules), "{written}");
    let manual = hotgates_manual::write_manual(&rules).expect("memory takes every word");
    assert!(!manual.contains(|c| c != '\n' && hotgates_text::is_hidden_character(c)));
    let row: String = rules.terrains.iter().map(|terrain| terrain.glyph).collect();
    let rows = vec![row.repeat(3); 8];
    let _ = Battle::check_scenario(&Scenario::new(MapFile { rows, ..MapFile::default() }, rules));
}

/// A campaign that is read is written and read again as the same; its check ends in faults or in a
/// campaign that can begin.
pub fn campaign_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = CampaignFile::from_ron(text) else { return };
    note_sound_input();
    let written = write_ron(&file);
    assert_eq!(CampaignFile::from_ron(&written).as_ref(), Ok(&file), "{written}");
    let rows = vec!["..............".to_owned(), "..............".to_owned(), "#.............".to_owned()];
    let map = MapFile { name: "a field".into(), rows, ..MapFile::default() };
    let maps = file.battles.iter().map(|battle| (battle.map.clone(), Scenario::classic(map.clone())));
    let maps: BTreeMap<_, _> = maps.collect();
    match Campaign::from_file(file, maps) {
        Ok(campaign) => {
            let state = campaign.begin(7);
            assert!(campaign.battle_at(&state).is_some(), "a campaign has a first battle");
        }
        Err(faults) => assert!(!faults.is_empty(), "a refusal has a reason"),
    }
}

/// An army that is read is written and read again as the same.
pub fn army_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(army) = ArmyFile::from_ron(text) else { return };
    note_sound_input();
    assert_eq!(ArmyFile::from_ron(&army.to_ron()).as_ref(), Ok(&army), "{}", army.to_ron());
}

/// A doctrine that is read is written and read again as the same.
pub fn doctrine_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(doctrine) = Doctrine::from_ron(text) else { return };
    note_sound_input();
    for written in [write_ron(&doctrine), doctrine.to_ron()] {
        assert_eq!(Doctrine::from_ron(&written).as_ref(), Ok(&doctrine), "{written}");
    }
}
