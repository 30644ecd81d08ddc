//! Keys that a player has changed.

use bevy::prelude::KeyCode;
use hotgates_frontend::ui::keys::{Bindings, Key};

const TABLE: [Key<u8>; 3] = [
    Key::new(KeyCode::KeyU, 1, "undo"),
    Key::ctrl(KeyCode::KeyZ, 1, "undo"),
    Key::new(KeyCode::KeyN, 2, "next"),
];

#[test]
fn a_changed_key_changes_places_with_the_one_that_had_it() {
    let mut bindings = Bindings::default();
    bindings.change(&TABLE, "undo", KeyCode::KeyN);
    let codes = TABLE.map(|key| bindings.code(&key));
    assert_eq!(codes, [KeyCode::KeyN, KeyCode::KeyZ, KeyCode::KeyU]);
    bindings.change(&TABLE, "next", KeyCode::F9);
    assert_eq!(bindings.code(&TABLE[2]), KeyCode::F9);
    assert_eq!(TABLE[2].name(&bindings), "F9");
    // Kept between runs.
    let text = ron::to_string(&bindings).unwrap();
    assert_eq!(ron::from_str::<Bindings>(&text).unwrap(), bindings);
}

#[test]
fn a_key_that_nobody_knows_is_the_usual_one() {
    let bindings: Bindings = ron::from_str(r#"{"undo": "KeyÄ"}"#).unwrap();
    assert_eq!(bindings.code(&TABLE[0]), KeyCode::KeyU);
}
