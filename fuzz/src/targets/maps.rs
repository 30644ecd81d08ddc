//! Maps and scenarios of the game and of other programs.

use hotgates_engine::{Battle, BattleFile, Fault, MapFile, Ruleset, Scenario};
use hotgates_formats::tiled::{self, TilePicture, TiledFormat};
use hotgates_formats::{ImportedMap, ReferenceFault, wesnoth};
use hotgates_text::write_ron;

use super::note_sound_input;
use crate::corpus::FIELD;

/// A map or a scenario that is read is written and read again as the same; the check of a map has places
/// for its faults, or makes a battle.
pub fn battle_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match BattleFile::from_ron(text) {
        Ok(BattleFile::Map(map)) => {
            note_sound_input();
            let written = map.to_ron();
            assert_eq!(MapFile::from_ron(&written).as_ref(), Ok(&map), "{written}");
            let Some(scenario) = Scenario::by_shipped_rules(map) else { return };
            check_exported_map(&scenario.map, &scenario.rules);
            let mut checked = Battle::check_scenario(&scenario);
            let is_sound = checked.faults.iter().all(Fault::is_warning);
            assert_eq!(checked.battle.is_some(), is_sound, "{:?}", checked.faults);
            MapFile::locate_faults(text, &mut checked.faults);
            let placed = |fault: &Fault| fault.field.is_none() || fault.position.is_some();
            assert!(checked.faults.iter().all(placed));
        }
        Ok(BattleFile::Scenario(scenario)) => {
            note_sound_input();
            let written = write_ron(&scenario);
            assert_eq!(
                BattleFile::from_ron(&written),
                Ok(BattleFile::Scenario(scenario.clone())),
                "{written}"
            );
            let map = MapFile::from_ron(FIELD).expect("a map of our own").overridden_by_scenario(scenario);
            if let Some(scenario) = Scenario::by_shipped_rules(map) {
                let checked = Battle::check_scenario(&scenario);
                assert_eq!(checked.battle.is_some(), checked.faults.iter().all(Fault::is_warning));
            }
        }
        Err(fault) => assert!(fault.message_in_file("a.ron").starts_with("a.ron:")),
    }
}

/// A Tiled map in JSON that is read, and can be written, is read again as the same map.
pub fn tiled_tmj(bytes: &[u8]) {
    check_tiled_map(bytes, TiledFormat::Tmj);
}

/// A Tiled map in XML that is read, and can be written, is read again as the same map.
pub fn tiled_tmx(bytes: &[u8]) {
    check_tiled_map(bytes, TiledFormat::Tmx);
}

const PICTURE: TilePicture<'_> = TilePicture { file: "tiles.png", width: 64, height: 56, side: 32 };

fn read_tiled_map(text: &str, format: TiledFormat) -> Option<ImportedMap> {
    let nothing_beside = &mut |path: &str| Err(ReferenceFault::Missing(path.to_owned()));
    tiled::read_map(text, format, "a map", nothing_beside).ok()
}

fn check_tiled_map(bytes: &[u8], format: TiledFormat) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(ImportedMap { map, rules, .. }) = read_tiled_map(text, format) else { return };
    note_sound_input();
    check_written_map(&map);
    check_exported_map(&map, &rules);
}

/// A map that can be written for Tiled is read again as the same map.
fn check_exported_map(map: &MapFile, rules: &Ruleset) {
    for format in [TiledFormat::Tmj, TiledFormat::Tmx] {
        let Ok(written) = tiled::write_map(map, rules, format, &PICTURE) else { continue };
        let again = read_tiled_map(&written, format);
        assert_eq!(again.as_ref().map(|again| &again.map), Some(map), "{written}");
    }
}

fn check_written_map(map: &MapFile) {
    let written = map.to_ron();
    assert_eq!(MapFile::from_ron(&written).as_ref(), Ok(map), "{written}");
}

/// A map of Wesnoth that is read is written as a map file and read again as the same.
pub fn wesnoth_map(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(ImportedMap { map, .. }) = wesnoth::read_map(text, "a map") {
        note_sound_input();
        check_written_map(&map);
    }
}
