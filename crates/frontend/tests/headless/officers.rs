//! Battles with officers, leadership and combined arms: who rises and falls, and whom friends help.

use hotgates_engine::{CombinedArmsRule, Event, LeadershipRule, OfficerRule, OptionalRules, Permille};
use hotgates_frontend::battle::{AfterBattleAction, PointerAction};
use hotgates_frontend::board::Overlay;
use hotgates_frontend::describe::ToggleDescription;
use hotgates_frontend::insight::{InsightLayer, LayerData, ShownOverlay};
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_picture::counter_of;
use hotgates_record::GameRecord;

use super::*;

/// Red's and Blue's infantry beside each other, each with an officer; beside Blue's stands Red's cavalry, led by
/// a Colonel.
const LED: &str = r#"(
    name: "led", turns: 3, seed: SEED, from: n,
    rows: ["......", "......", "......", "......", "...#..", "......"],
    red: (units: [
        (type: "infantry", at: (2, 1), rank: "Lieutenant", experience: 40),
        (type: "cavalry", at: (1, 2), rank: "Colonel"),
    ]),
    blue: (units: [
        (type: "infantry", at: (2, 2), rank: "Captain", name: "Damaris"),
        (type: "artillery", at: (5, 4)),
    ]),
)"#;

const RED: UnitId = UnitId(0);
const CAVALRY: UnitId = UnitId(1);
const BLUE: UnitId = UnitId(2);
const ATTACK: Order = Order::Attack { unit: RED, target: BLUE };

fn scenario_of(options: &OptionalRules, seed: u64) -> Scenario {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options = options.clone();
    Scenario::new(MapFile::from_ron(&LED.replace("SEED", &seed.to_string())).unwrap(), rules)
}

/// Two people fight by the classic rules with these options.
fn led(options: &OptionalRules, seed: u64) -> Player {
    let Scenario { rules, .. } = scenario_of(options, seed);
    let map = LED.replace("SEED", &seed.to_string());
    let mut player = Player::new();
    player.fight_by(rules, &map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

/// Any blow with the highest roll fells an officer, and 60 of experience are a promotion.
fn officers() -> OptionalRules {
    let rule = OfficerRule { promotion: 60, falls: Permille(1), ..OfficerRule::default() };
    OptionalRules { officers: Some(rule), ..OptionalRules::default() }
}

/// Returns the first seed by which Red's attack leads to an event, with the events.
fn seed_of_attack(options: &OptionalRules, wanted: impl Fn(&Event) -> bool) -> (u64, Vec<Event>) {
    let events_of = |seed: u64| {
        let battle = hotgates_engine::Battle::from_scenario(&scenario_of(options, seed)).unwrap();
        let mut events = Vec::new();
        GameRecord::new(battle, seed).act(ATTACK, &mut events).unwrap();
        (seed, events)
    };
    (0..1000).map(events_of).find(|(_, events)| events.iter().any(&wanted)).unwrap()
}

/// Selects Red's infantry and points at Blue's.
fn aim(player: &mut Player) {
    player.click(player.cell_of(RED));
    player.say(PointerAction::Point(hotgates_engine::Direction::N));
    player.say(PointerAction::Point(hotgates_engine::Direction::S));
    player.app.update();
}

/// Points from Blue's infantry back at Red's, whose card is shown then.
fn point_at_own_unit(player: &mut Player) {
    player.say(PointerAction::Point(hotgates_engine::Direction::N));
    player.app.update();
}

fn attack(player: &mut Player) {
    player.say(BattleAction::Show(RED));
    player.click(player.cell_of(BLUE));
    player.until("everything has been shown", is_idle);
    player.app.update();
}

#[test]
fn without_these_rules_nothing_is_said_of_them() {
    let mut player = led(&OptionalRules::default(), 7);
    player.say(ToggleDescription);
    aim(&mut player);
    let odds = all_texts(&mut player);
    assert!(odds.contains("they are destroyed"), "{odds}");
    point_at_own_unit(&mut player);
    let card = all_texts(&mut player);
    assert!(card.contains("Lieutenant"), "{card}");
    for word in ["xperience", "officer falls", "eadership", "ombined arms", " near: ", "Leaders"] {
        assert!(!odds.contains(word) && !card.contains(word), "{word}: {odds}, {card}");
    }
    player.notices();
    player.press(KeyCode::Digit7);
    assert_eq!(player.notices(), ["These rules have no leadership"]);
    assert_eq!(player.app.world().resource::<ShownOverlay>().layer, None);
}

#[test]
fn an_officer_rises_by_experience() {
    let (seed, events) = seed_of_attack(
        &officers(),
        |event| matches!(event, Event::Promoted { unit: RED, rank } if rank.index() == 2),
    );
    assert!(!events.iter().any(|event| matches!(event, Event::OfficerFell { .. })));
    let mut player = led(&officers(), seed);
    player.say(ToggleDescription);
    aim(&mut player);
    // 40 of experience and what any blow deals and costs are a promotion, if he does not fall.
    let odds = player.game().preview.clone().unwrap().attack.unwrap().odds;
    let rises = odds.cases_followed_by(|after| after.attacker.rank > Some(hotgates_engine::RankId(0)));
    let falls = odds.cases_followed_by(|after| after.attacker.officer_fell);
    assert_eq!((rises, falls), (hotgates_engine::WHOLE - 36, 36));
    check_texts(&mut player, &["our officer rises"]);
    point_at_own_unit(&mut player);
    let card = ["experience", "40 / 60", "It has 40 of the 60 experience of a promotion."];
    check_texts(&mut player, &card);
    let bars = counter_of(player.game().playback.shown_position(), RED).officer;
    assert_eq!(bars, Some(1));
    attack(&mut player);
    let battle = player.game().session.battle();
    assert_eq!(battle.rank(RED), battle.rules().rank("major"));
    let now = format!("{} / 60", battle.condition(RED).experience);
    assert_eq!(counter_of(player.game().playback.shown_position(), RED).officer, Some(3));
    player.say(BattleAction::Show(RED));
    player.say(hotgates_frontend::board::PointAtHex(player.cell_of(RED)));
    player.app.update();
    check_texts(&mut player, &["Red: the officer of infantry 1 is now Major", "infantry · Major", &now]);
}

#[test]
fn an_officer_falls_by_the_highest_roll() {
    let fell = |event: &Event| matches!(event, Event::OfficerFell { unit: BLUE });
    let (seed, _) = seed_of_attack(&officers(), fell);
    let mut player = led(&officers(), seed);
    player.say(ToggleDescription);
    aim(&mut player);
    // One roll of 36 for either blow.
    check_texts(
        &mut player,
        &["their officer falls", "our officer falls", "Its officer falls in 2.8 % of cases, ours in 2.8 %."],
    );
    attack(&mut player);
    check_texts(&mut player, &["Blue: the officer of infantry 1 falls"]);
    assert_eq!(counter_of(player.game().playback.shown_position(), BLUE).officer, None);
    player.say(BattleAction::Show(BLUE));
    player.say(hotgates_frontend::board::PointAtHex(player.cell_of(BLUE)));
    player.app.update();
    check_texts(&mut player, &["infantry · the officer has fallen"]);
    while player.game().session.battle().verdict().is_none() {
        player.say(BattleAction::EndTurnNow);
        player.until("everything has been shown", is_idle);
    }
    player.say(AfterBattleAction::Show);
    player.app.update();
    check_texts(&mut player, &["Blue: 1 officer fell, and his unit lives"]);
    assert!(!all_texts(&mut player).contains("Red: 1 officer"));
}

#[test]
fn leaders_and_other_arms_near_help_an_attack() {
    let leadership = Some(LeadershipRule::default());
    let combined_arms = Some(CombinedArmsRule::default());
    let mut player = led(&OptionalRules { leadership, combined_arms, ..OptionalRules::default() }, 7);
    player.say(ToggleDescription);
    aim(&mut player);
    check_texts(
        &mut player,
        &[
            // The Colonel of the cavalry is the fourth rank, the Captain of the target helps nobody.
            "combined arms",
            "+15\u{a0}%",
            "leadership",
            "+12\u{a0}%",
            "Combined arms deal 15 % more. Leadership deals 12 % more.",
        ],
    );
    let said = all_texts(&mut player);
    assert!(!said.contains("their leadership") && !said.contains("on their flank"), "{said}");
    point_at_own_unit(&mut player);
    check_texts(&mut player, &["Colonel near: deals 12\u{a0}% more"]);
    let battle = player.game().session.battle();
    let (attacker, _) = battle.fighters_in_attack(RED, battle.unit(RED).cell, BLUE);
    assert_eq!(attacker.situation, 270);
}

#[test]
fn the_factors_of_a_map_are_in_the_odds_and_in_words() {
    let mut player = Player::new();
    let map = LED.replace("SEED", "7").replace("turns: 3", "turns: 3, factor: (red: 1200, blue: 950)");
    let Scenario { rules, .. } = scenario_of(&OptionalRules::default(), 7);
    player.fight_by(rules, &map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player.say(ToggleDescription);
    aim(&mut player);
    let words = "On this map the attack deals +20 %. On this map the answer deals −5 %.";
    check_texts(&mut player, &["this map", "+20\u{a0}%", "this map, their answer", "−5\u{a0}%", words]);
}

#[test]
fn the_overlay_shows_where_leaders_help() {
    let leadership = Some(LeadershipRule { radius: 1, ..LeadershipRule::default() });
    let mut player = led(&OptionalRules { leadership, ..OptionalRules::default() }, 7);
    player.press(KeyCode::Digit7);
    player.until("it is drawn", |world| !world.resource::<Overlay>().0.fills.is_empty());
    player.app.update();
    let seen = player.app.world().resource::<ShownOverlay>().seen.clone().unwrap();
    let LayerData::Leadership(reach) = &*seen else { panic!("leadership") };
    assert_eq!(reach.side, Side::Red);
    let battle = player.game().session.battle();
    let near = |unit: UnitId, cell: Cell| battle.grid().distance(battle.unit(unit).cell, cell) <= 1;
    let cells: Vec<Cell> =
        battle.grid().cells().filter(|&cell| near(RED, cell) || near(CAVALRY, cell)).collect();
    assert_eq!(reach.cells.iter().map(|&(cell, _)| cell).collect::<Vec<_>>(), cells);
    // A unit of Red's without an officer would get this there.
    for &(cell, rank) in &reach.cells {
        let expected = if near(CAVALRY, cell) { "colonel" } else { "lieutenant" };
        assert_eq!(Some(rank), battle.rules().rank(expected));
    }
    let words = &player.app.world().resource::<Overlay>().0.words;
    assert_eq!(words[&battle.unit(CAVALRY).cell], "+12 %");
    assert_eq!(words.values().filter(|word| *word == "+3 %").count(), cells.len() - 7);
    check_texts(&mut player, &["near an officer whose unit has not broken", "helps up to 1 hex away"]);
    assert_eq!(player.app.world().resource::<ShownOverlay>().layer, Some(InsightLayer::Leadership));
}

#[test]
fn the_setup_turns_these_rules_on_and_off() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    player.app.update();
    check_texts(&mut player, &["officers", "leadership", "combined arms", "facing"]);
    let changes =
        [SetupChange::Officers, SetupChange::Leadership, SetupChange::CombinedArms, SetupChange::Facing];
    let on = |player: &Player| {
        let setup = player.app.world().resource::<BattleSetup>();
        [setup.has_officers(), setup.has_leadership(), setup.has_combined_arms(), setup.has_facing()]
    };
    for (number, change) in changes.into_iter().enumerate() {
        let alone = std::array::from_fn(|other| other == number);
        player.say(change(true));
        assert_eq!(on(&player), alone);
        player.say(change(false));
        assert_eq!(on(&player), [false; 4]);
    }
    player.say(SetupChange::Officers(true));
    player.say(SetupChange::Facing(true));
    player.say(SetupAction::Start);
    player.until("the battle", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    let options = &player.game().session.true_position().rules().options;
    assert_eq!(options.officers, Some(OfficerRule::default()));
    assert_eq!(options.facing, Some(hotgates_engine::FacingRule::default()));
    assert_eq!((&options.leadership, &options.combined_arms), (&None, &None));
}
