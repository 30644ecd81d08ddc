//! The signs on counters, explained in the window and in its page.

use bevy::prelude::KeyCode;
use hotgates_frontend::board::CounterWords;
use hotgates_frontend::scene::HelpPanel;
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::signs::CounterSign;
use hotgates_frontend::ui::names::unit_name;
use hotgates_frontend::ui::texts::Language;

use super::*;

/// The page of the window.
const PAGE: &str = include_str!("../../../../docs/window.md");

/// Returns the signs of the panel, none where it is not on the screen: a sign in words with its meaning in each line.
fn signs_on_screen(player: &mut Player) -> Vec<&'static str> {
    player.app.update();
    player.app.update();
    let texts = all_texts(player);
    let words = player.app.world().resource::<Texts>();
    let is_shown = |sign: &CounterSign| texts.lines().any(|line| line == words.get(sign.text_key()));
    CounterSign::ALL.iter().filter(|sign| is_shown(sign)).map(|sign| sign.text_key()).collect()
}

/// Returns the number of pictures on the screen.
fn picture_count(player: &mut Player) -> usize {
    player.app.world_mut().query::<&ImageNode>().iter(player.app.world()).count()
}

#[test]
fn a_key_explains_the_signs_that_the_rules_can_have() {
    let mut player = Player::new();
    player.hot_seat();
    assert!(signs_on_screen(&mut player).is_empty());
    let pictures = picture_count(&mut player);
    player.press(KeyCode::F5);
    let classic = signs_on_screen(&mut player);
    assert!(classic.contains(&"counter-men") && classic.contains(&"counter-rank"), "{classic:?}");
    assert!(!classic.contains(&"counter-cohesion") && !classic.contains(&"counter-works"), "{classic:?}");
    assert_eq!(picture_count(&mut player), pictures + classic.len(), "each sign is drawn on a counter");
    // It is in the player's language, and closed by the key, by Escape, and by the list of keys.
    player.say(SettingsAction::Language(Language::Chinese));
    assert_eq!(signs_on_screen(&mut player), classic);
    player.press(KeyCode::F5);
    assert!(signs_on_screen(&mut player).is_empty());
    player.press(KeyCode::F5);
    player.press(KeyCode::Escape);
    assert!(signs_on_screen(&mut player).is_empty());
    assert_eq!(player.screen(), Screen::Battle);
    player.press(KeyCode::F5);
    player.press(KeyCode::F1);
    assert!(signs_on_screen(&mut player).is_empty());
    assert_eq!(player.game().help, Some(HelpPanel::Keys));
}

#[test]
fn the_signs_of_a_rule_are_explained_where_the_rule_is_on() {
    let mut player = Player::new();
    let mut rules = Ruleset::shipped("musket").expect("a ruleset");
    rules.setup.distance = 0;
    let kind = rules.units.first().unwrap().name.clone();
    let map = DUEL.replace("infantry", &kind).replace("cavalry", &kind).replace("artillery", &kind);
    player.fight_by(rules, &map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.press(KeyCode::F5);
    let battle = player.game().playback.shown_position();
    let wanted: Vec<_> = CounterSign::ALL.iter().filter(|sign| sign.is_in_battle(battle)).collect();
    let wanted: Vec<_> = wanted.into_iter().map(|sign| sign.text_key()).collect();
    assert!(wanted.contains(&"counter-cohesion"), "{wanted:?}");
    assert_eq!(signs_on_screen(&mut player), wanted);
}

#[test]
fn the_page_has_the_signs_of_the_window() {
    let texts = Texts::new(Language::English);
    let section = PAGE.split("\n## ").find(|section| section.starts_with("Counters\n")).expect("a section");
    let rows: Vec<String> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "))
        .map(|(drawn, meaning)| format!("{drawn}: {meaning}"))
        .skip(1)
        .collect();
    let signs = CounterSign::ALL.map(|sign| texts.get(sign.text_key()));
    assert_eq!(rows, signs);
}

#[test]
fn a_key_has_units_carry_the_numbers_by_which_the_log_calls_them() {
    let mut player = Player::new();
    let map = DUEL.replace(
        r#"(type: "cavalry", at: (8, 0))"#,
        r#"(type: "infantry", at: (8, 0)), (type: "cavalry", at: (7, 0), called: "The Kin")"#,
    );
    player.fight(&map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    let words = |player: &Player| -> Vec<String> {
        player.app.world().resource::<CounterWords>().0.values().cloned().collect()
    };
    assert!(words(&player).is_empty());
    player.press(KeyCode::F6);
    let mut shown = words(&player);
    shown.sort();
    assert_eq!(shown, ["1", "1", "1", "2", "The Kin"]);
    // A word is what is left of the unit's name without its type.
    let battle = player.game().session.battle();
    let texts = Texts::new(Language::English);
    for (&unit, word) in &player.app.world().resource::<CounterWords>().0 {
        assert!(unit_name(&texts, battle, unit).ends_with(word.as_str()), "{word}");
    }
    player.press(KeyCode::F6);
    assert!(words(&player).is_empty());
    player.press(KeyCode::F6);
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    assert!(words(&player).is_empty(), "they go with the battle");
}
