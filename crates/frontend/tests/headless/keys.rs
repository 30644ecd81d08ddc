//! Keys that a player has changed.

use bevy::prelude::KeyCode;
use hotgates_frontend::keys::{BATTLE_KEYS, KeyMessage, REPLAY_KEYS};
use hotgates_frontend::ui::keys::{ChosenKeys, KeyBinding};

const TABLE: [KeyBinding<u8>; 3] = [
    KeyBinding::new(KeyCode::KeyU, 1, "undo"),
    KeyBinding::with_control_key(KeyCode::KeyZ, 1, "undo"),
    KeyBinding::new(KeyCode::KeyN, 2, "next"),
];

#[test]
fn a_changed_key_changes_places_with_the_one_that_had_it() {
    let mut bindings = ChosenKeys::default();
    bindings.rebind_key(&TABLE, "undo", KeyCode::KeyN);
    let codes = TABLE.map(|key| bindings.chosen_key_code(&key));
    assert_eq!(codes, [KeyCode::KeyN, KeyCode::KeyZ, KeyCode::KeyU]);
    bindings.rebind_key(&TABLE, "next", KeyCode::F9);
    assert_eq!(bindings.chosen_key_code(&TABLE[2]), KeyCode::F9);
    assert_eq!(TABLE[2].name(&bindings), "F9");
    // Kept between runs.
    let text = ron::to_string(&bindings).unwrap();
    assert_eq!(ron::from_str::<ChosenKeys>(&text).unwrap(), bindings);
}

#[test]
fn a_key_that_nobody_knows_is_the_usual_one() {
    let bindings: ChosenKeys = ron::from_str(r#"{"undo": "KeyÄ"}"#).unwrap();
    assert_eq!(bindings.chosen_key_code(&TABLE[0]), KeyCode::KeyU);
}

#[test]
fn what_plays_and_steps_through_a_battle_has_the_same_keys_in_a_replay() {
    let steps: Vec<_> =
        BATTLE_KEYS.iter().filter(|key| matches!(key.sends, KeyMessage::Playback(_))).collect();
    assert_eq!(steps.len(), 6);
    for key in steps {
        let same = |other: &&KeyBinding<KeyMessage>| other.code == key.code && other.sends == key.sends;
        assert!(REPLAY_KEYS.iter().any(|other| same(&other)), "{}", key.means);
    }
}
