//! Weather: the bar and the words say what it is, and the log when it changes.

use hotgates_engine::parse_ron;
use hotgates_frontend::describe::ToggleDescription;

use super::works::next_ground_pixels;
use super::*;

const PLAIN: &str = r#"(
    name: "a plain", turns: 6, seed: 7, from: nw,
    rows: [".........", ".........", "........#", ".........", "........."],
    red: (units: [(type: "infantry", at: (1, 2))]),
    blue: (units: [(type: "infantry", at: (7, 2))]),
)"#;

fn end_turn(player: &mut Player) {
    player.say(BattleAction::EndTurnNow);
    player.app.update();
    player.say(hotgates_frontend::view::PlaybackAction::Skip);
    player.app.update();
}

#[test]
fn the_weather_of_the_turn_and_the_next_are_on_the_screen() {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    let states = r#"[(name: "dew"), (name: "mist", costs: {"grass": 1500}, fire: 500)]"#;
    let rule = format!("Some((states: {states}, schedule: [\"mist\", \"dew\"]))");
    rules.options.weather = parse_ron(&rule).expect("a rule of weather");
    let mut player = Player::new();
    player.fight_by(rules, PLAIN, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    let seen = all_texts(&mut player);
    assert!(seen.contains("weather: mist, then dew"), "{seen}");
    player.say(ToggleDescription);
    player.app.update();
    let seen = all_texts(&mut player);
    assert!(seen.contains("losses by fire 50 %") && seen.contains("150 %"), "{seen}");
    let misty = next_ground_pixels(&mut player, &[0; 4]);
    end_turn(&mut player);
    end_turn(&mut player);
    let seen = all_texts(&mut player);
    assert!(seen.contains("weather: dew, then mist"), "{seen}");
    let clear = next_ground_pixels(&mut player, &misty);
    end_turn(&mut player);
    end_turn(&mut player);
    assert_eq!(next_ground_pixels(&mut player, &clear), misty);
}
