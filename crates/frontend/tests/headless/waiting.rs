//! Battles with reaction and support fire, entrenchment and height: what a person is told before an order, and
//! after it.

use hotgates_engine::{Coord, EntrenchmentRule, Event, HeightRule, OptionalRules, ReactionRule};
use hotgates_frontend::board::{BoardMarks, MapMark, PointAtHex};
use hotgates_frontend::describe::ToggleDescription;
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_picture::counter_of;

use super::*;

/// Red's infantry is beyond the range of Blue's guns, which stand behind Blue's infantry, on a castle.
const UNDER_FIRE: &str = r##"(
    name: "under fire", turns: 9, seed: 7, from: se,
    rows: ["#.........", "..........", "..........", ".........."],
    red: (units: [(type: "infantry", at: (6, 1)), (type: "infantry", at: (3, 2))]),
    blue: (units: [(type: "infantry", at: (2, 2)), (type: "artillery", at: (0, 0)), (type: "artillery", at: (0, 2))]),
)"##;

const FAR: UnitId = UnitId(0);
const NEAR: UnitId = UnitId(1);
const TARGET: UnitId = UnitId(2);
const GUN: UnitId = UnitId(4);

/// Two people fight by the classic rules with these options; guns react and support, castles are higher.
fn under_fire(options: &OptionalRules) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options = options.clone();
    (rules.units[2].reacts, rules.units[2].supports) = (true, true);
    for terrain in rules.terrains.iter_mut().filter(|terrain| terrain.castle) {
        terrain.height = 1;
    }
    let mut player = Player::new();
    player.fight_by(rules, UNDER_FIRE, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

fn reaction() -> OptionalRules {
    OptionalRules { reaction: Some(ReactionRule::default()), ..OptionalRules::default() }
}

fn cell(player: &Player, col: i32, row: i32) -> Cell {
    player.game().session.battle().grid().at(Coord { col, row }).unwrap()
}

fn point_at(player: &mut Player, cell: Cell) {
    player.say(PointAtHex(cell));
    player.app.update();
    player.app.update();
}

#[test]
fn a_move_under_fire_shows_its_odds_before_it_is_ordered() {
    let mut player = under_fire(&reaction());
    player.say(ToggleDescription);
    player.say(BattleAction::Show(FAR));
    // Away from the guns nothing is said.
    let away = cell(&player, 8, 1);
    point_at(&mut player, away);
    assert!(player.game().preview.as_ref().is_some_and(|preview| preview.fire.is_none()));
    let said = all_texts(&mut player);
    assert!(!said.contains("at this move") && !said.contains("destroyed in"), "{said}");
    // Toward them the first hex in range is marked.
    let battle = player.game().session.battle().clone();
    let stop = (0..6)
        .map(|col| cell(&player, col, 1))
        .find(|&cell| battle.move_odds(FAR, battle.grid().hex(cell)).is_some());
    let stop = stop.expect("a move that draws fire");
    point_at(&mut player, stop);
    let odds = battle.move_odds(FAR, battle.grid().hex(stop)).unwrap();
    assert_eq!(player.game().preview.as_ref().unwrap().fire.as_ref(), Some(&odds));
    let men = odds.mean_losses(battle.unit(FAR).strength).0;
    assert!(men > 0);
    let (gun, hex) = odds.shooters[0];
    let words = format!("at this move, at {}", Coord::from(hex));
    check_texts(&mut player, &[&words, &format!("{men} men lost on average, destroyed in 0.0\u{a0}%")]);
    let marks = player.app.world().resource::<BoardMarks>();
    let fired_at = battle.grid().cell(hex).unwrap();
    let line = vec![battle.unit(gun).cell, fired_at];
    assert!(
        marks.shapes.iter().any(|mark| matches!(mark, MapMark::Line(cells, ..) if *cells == line)),
        "a line from the gun"
    );
    let loss = format!("−{men}");
    assert!(marks.texts.iter().any(|text| text.text == loss), "{:?}", marks.texts);
    // And it comes so.
    player.click(stop);
    player.until("everything has been shown", is_idle);
    player.app.update();
    let events = &player.game().session.order_records().last().unwrap().events;
    let fired = events.iter().filter(|event| matches!(event, Event::Reacted { support: false, .. }));
    assert_eq!(fired.count(), odds.shooters.len());
    check_texts(&mut player, &["fires at infantry 1 while it moves: "]);
}

#[test]
fn guns_that_support_are_in_the_odds_and_the_log() {
    let mut player = under_fire(&reaction());
    player.say(ToggleDescription);
    let gun = counter_of(player.game().playback.shown_position(), GUN);
    assert!(gun.ready && !counter_of(player.game().playback.shown_position(), TARGET).ready);
    let of_gun = player.cell_of(GUN);
    point_at(&mut player, of_gun);
    check_texts(&mut player, &["has kept its fire", "It has kept its fire."]);
    player.say(BattleAction::Show(NEAR));
    let target = player.cell_of(TARGET);
    point_at(&mut player, target);
    let battle = player.game().session.battle();
    let supporter = battle.supporter_of(TARGET, battle.unit(NEAR).cell).expect("a gun in range");
    let odds = player.game().preview.clone().unwrap().attack.unwrap().odds;
    assert_eq!(odds.of, 36 * hotgates_engine::WHOLE);
    check_texts(&mut player, &["fires first, in support: ", "men lost on average"]);
    player.click(target);
    player.until("everything has been shown", is_idle);
    player.app.update();
    check_texts(&mut player, &["fires at infantry 2 in support: "]);
    assert!(!counter_of(player.game().playback.shown_position(), supporter).ready);
}

#[test]
fn who_stays_is_seen_to_dig_in() {
    let entrenchment = Some(EntrenchmentRule::default());
    let mut player = under_fire(&OptionalRules { entrenchment, ..OptionalRules::default() });
    player.say(ToggleDescription);
    for _ in 0..4 {
        player.say(BattleAction::EndTurnNow);
        player.until("everything has been shown", is_idle);
    }
    let target = player.cell_of(TARGET);
    point_at(&mut player, target);
    assert_eq!(counter_of(player.game().playback.shown_position(), TARGET).dug_in, (2, 3));
    check_texts(
        &mut player,
        &["dug in, level 2 of 3: keeps 20\u{a0}% off", "It is dug in, level 2 of 3, which keeps 20 % off."],
    );
    player.say(BattleAction::Show(NEAR));
    point_at(&mut player, target);
    check_texts(&mut player, &["they are dug in", "−20\u{a0}%", "It is dug in, which keeps 20 % off."]);
}

#[test]
fn height_is_said_of_the_ground_and_of_attacks() {
    let height = Some(HeightRule::default());
    let mut player = under_fire(&OptionalRules { height, ..OptionalRules::default() });
    player.say(ToggleDescription);
    let castle = cell(&player, 0, 0);
    point_at(&mut player, castle);
    check_texts(&mut player, &["level 1"]);
    // Blue's guns on the castle fire down.
    player.say(BattleAction::EndTurnNow);
    player.until("everything has been shown", is_idle);
    player.say(BattleAction::Show(UnitId(3)));
    let target = player.cell_of(NEAR);
    point_at(&mut player, target);
    assert!(player.game().preview.as_ref().is_some_and(|preview| preview.attack.is_some()));
    check_texts(&mut player, &["height", "+15\u{a0}%", "From higher ground the attack deals 15 % more"]);
}

#[test]
fn without_these_rules_nothing_is_said_of_them() {
    let mut player = under_fire(&OptionalRules::default());
    player.say(ToggleDescription);
    player.say(BattleAction::Show(NEAR));
    let target = player.cell_of(TARGET);
    point_at(&mut player, target);
    let said = all_texts(&mut player);
    assert!(said.contains("they are destroyed"), "{said}");
    for word in ["kept its fire", "support", "dug in", "height", "level 0", "at this move"] {
        assert!(!said.contains(word), "{word}: {said}");
    }
}

#[test]
fn the_setup_turns_these_rules_on_and_gives_them_something_to_do() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    player.app.update();
    check_texts(&mut player, &["reaction fire", "entrenchment", "height"]);
    let changes = [SetupChange::Reaction, SetupChange::Entrenchment, SetupChange::Height];
    let on = |player: &Player| {
        let setup = player.app.world().resource::<BattleSetup>();
        [setup.has_reaction(), setup.has_entrenchment(), setup.has_height()]
    };
    for (number, change) in changes.into_iter().enumerate() {
        player.say(change(true));
        assert_eq!(on(&player), std::array::from_fn(|other| other == number));
        player.say(change(false));
        assert_eq!(on(&player), [false; 3]);
    }
    player.say(SetupChange::Reaction(true));
    player.say(SetupChange::Height(true));
    player.say(SetupAction::Start);
    player.until("the battle", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    let rules = player.game().session.true_position().rules();
    assert_eq!(rules.options.reaction, Some(ReactionRule::default()));
    assert_eq!((&rules.options.entrenchment, rules.options.height.is_some()), (&None, true));
    for unit in &rules.units {
        assert_eq!(
            (unit.reacts, unit.supports),
            (unit.ranged.is_some(), unit.ranged.is_some()),
            "{}",
            unit.name
        );
    }
    for terrain in &rules.terrains {
        assert_eq!(terrain.height, u8::from(terrain.castle), "{}", terrain.name);
    }
}
