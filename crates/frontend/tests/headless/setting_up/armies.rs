//! Armies and doctrines that are files.

use hotgates_engine::ArmyFile;
use hotgates_frontend::setup::doctrines::{KnownDoctrine, KnownDoctrines};
use hotgates_frontend::setup::saved_armies::{SavedArmies, SavedArmyAction};

use super::*;

fn setup_of(player: &Player) -> &BattleSetup {
    player.app.world().resource::<BattleSetup>()
}

/// Shows the saved armies to a side, and waits until they have been read.
fn show_armies(player: &mut Player, side: Side, wanted: &str) {
    player.say(SavedArmyAction::Show(side, true));
    let begun = Instant::now();
    while !all_texts(player).contains(wanted) {
        assert!(begun.elapsed() < Duration::from_mins(1), "{wanted}: {}", all_texts(player));
        player.app.update();
        std::thread::yield_now();
    }
}

#[test]
fn an_army_is_saved_and_fights_for_the_other_side_on_another_map() {
    let (mut player, _) = setup_with_files(&[]);
    player.say(SetupChange::Remove(Side::Blue, 9));
    player.say(SetupChange::Kind(Side::Blue, 0));
    player.say(SetupChange::Name(Side::Blue, 0, "Brasidas".to_owned()));
    show_armies(&mut player, Side::Blue, "No army has been saved yet");
    player.say(SavedArmyAction::Name(Side::Blue, " First spear ".to_owned()));
    player.say(SavedArmyAction::Save(Side::Blue));
    let told = player.notices();
    assert!(told.len() == 1 && told[0].contains("first_spear-001.ron"), "{told:?}");
    let path = player.storage().army_folder().join("first_spear-001.ron");
    let saved = ArmyFile::from_ron(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let own = setup_of(&player).units(Side::Blue).to_vec();
    assert_eq!((saved.name.as_str(), saved.units.len()), ("First spear", own.len()));
    assert!(saved.units.iter().zip(&own).all(|(saved, own)| saved.kind == own.kind && saved.at.is_none()));

    player.say(SavedArmyAction::Show(Side::Blue, false));
    player.say(SetupAction::Map(1));
    show_armies(&mut player, Side::Red, "First spear: 9 units");
    let before = setup_of(&player).units(Side::Red).to_vec();
    player.say(SavedArmyAction::Load(Side::Red, path.clone()));
    let loaded = setup_of(&player).units(Side::Red).to_vec();
    assert_ne!(loaded, before);
    assert_eq!(loaded, saved.units);
    assert!(setup_of(&player).battle_to_start().is_some());
    player.app.update();
    assert!(!all_texts(&mut player).contains("First spear: 9 units"), "the units are shown again");
    // Saved once more, it is another file.
    player.say(SavedArmyAction::Save(Side::Red));
    let told = player.notices();
    assert!(told.len() == 1 && told[0].contains("open_field-001.ron"), "called as the map: {told:?}");
    player.say(SavedArmyAction::Name(Side::Red, "First spear".to_owned()));
    player.say(SavedArmyAction::Save(Side::Red));
    let told = player.notices();
    assert!(told.len() == 1 && told[0].contains("first_spear-002.ron"), "{told:?}");
    assert_eq!(ArmyFile::from_ron(&std::fs::read_to_string(&path).unwrap()).unwrap(), saved);
}

#[test]
fn armies_that_do_not_fit_are_refused_and_nothing_is_lost() {
    let (mut player, _) = setup_with_files(&[]);
    let folder = player.storage().army_folder();
    std::fs::create_dir_all(&folder).unwrap();
    let rules = setup_of(&player).scenario().rules.name.clone();
    let army =
        |rules: &str, units: &str| format!("Army(name: \"Own\", rules: \"{rules}\", units: [{units}])");
    let files = [
        ("a.ron", army(&rules, "(type: \"elephant\")")),
        ("b.ron", army("another", "(type: \"infantry\")")),
        ("c.ron", "Army(name: \"torn\", rules: \"x\", units: [".to_owned()),
        ("d.ron", army(&rules, &"(type: \"infantry\"),".repeat(2000))),
        ("e.ron", "Army(name: \"new\", format: 2)".to_owned()),
    ];
    for (name, text) in &files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    show_armies(&mut player, Side::Blue, "1 army is of other rules");
    let shown = all_texts(&mut player);
    assert!(shown.contains("c.ron") && shown.contains("newer than this program"), "{shown}");
    let before = setup_of(&player).units(Side::Blue).to_vec();
    for name in ["a.ron", "d.ron"] {
        player.say(SavedArmyAction::Load(Side::Blue, folder.join(name)));
        let told = player.notices();
        assert!(told.len() == 1 && told[0].starts_with("Own cannot fight here: "), "{told:?}");
        assert_eq!(setup_of(&player).units(Side::Blue), before);
        assert!(setup_of(&player).battle_to_start().is_some());
    }
    for name in ["c.ron", "e.ron", "f.ron"] {
        player.say(SavedArmyAction::Load(Side::Blue, folder.join(name)));
        assert_eq!(setup_of(&player).units(Side::Blue), before);
    }
    // The screen that is left and opened again shows units.
    player.say(SetupAction::Back);
    player.app.update();
    player.press(KeyCode::KeyN);
    player.app.update();
    assert_eq!(player.screen(), Screen::Setup);
    assert!(player.app.world().resource::<SavedArmies>().is_hidden());
}

#[test]
fn doctrines_of_the_player_are_found_and_broken_ones_told() {
    let folder = tempfile::tempdir().unwrap();
    let own = Storage::from_folder(folder.path()).doctrine_folder();
    std::fs::create_dir_all(&own).unwrap();
    let bold = hotgates_ai::Doctrine { boldness: 1234, ..hotgates_ai::Doctrine::default() };
    std::fs::write(own.join("bold.ron"), bold.to_ron()).unwrap();
    std::fs::write(own.join("classic.ron"), bold.to_ron()).unwrap();
    std::fs::write(own.join("torn.ron"), "(boldness: ").unwrap();
    let mut player = Player::at(folder);
    let mut scenario = duel();
    scenario.map.red.as_mut().unwrap().commander = Some("hunter@bold".to_owned());
    player.app.insert_resource(BattleSetup::new(&scenario, BattleSetup::NO_MAP));
    assert_eq!(setup_of(&player).seat(Side::Red).missing_doctrine(), Some("bold"));
    player.press(KeyCode::KeyN);
    player.until("doctrines are known", |world| {
        world.resource::<KnownDoctrines>().doctrines.iter().any(|known| known.name() == "bold")
    });
    player.app.update();
    let known = player.app.world().resource::<KnownDoctrines>().clone();
    let names: Vec<&str> = known.doctrines.iter().map(KnownDoctrine::name).collect();
    assert_eq!(names, ["hoplite", "bold"], "the built-in one keeps its name");
    assert_eq!(known.problems.len(), 1);
    assert_eq!(setup_of(&player).seat(Side::Red).missing_doctrine(), None, "the map's doctrine is there");
    let red = |player: &Player| setup_of(player).battle_to_start().unwrap().1[Side::Red].clone();
    assert_eq!(red(&player).name().to_string(), "hunter@bold");
    assert_eq!(red(&player).doctrine().as_deref(), Some(&bold));
    // One behind the other, and then the usual one.
    let mut seen = Vec::new();
    for _ in 0..3 {
        let next = known.next_doctrine(setup_of(&player).seat(Side::Red).doctrine());
        player.say(SetupChange::SeatDoctrine(Side::Red, next));
        seen.push(red(&player).name().to_string());
    }
    assert_eq!(seen, ["hunter", "hunter@hoplite", "hunter@bold"]);
}
