//! Battles in fog of war: a person is shown what the person's side knows.

use hotgates_engine::{Coord, Event, Presence};
use hotgates_frontend::ReplayAction;
use hotgates_frontend::battle::AfterBattleAction;
use hotgates_frontend::board::{BoardMarks, MapMark};
use hotgates_frontend::insight::WhatIfQuestion;
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};

use super::*;

/// Red's cavalry and Blue's infantry out of sight of each other, on a road.
const ROAD: &str = r#"(
    name: "road", turns: 6, seed: 3,
    rows: ["................", "===============#", "................"],
    red: (units: [(type: "cavalry", at: (0, 1))]),
    blue: (units: [(type: "infantry", at: (13, 1))]),
)"#;

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(1);

fn fight_in_fog(red: &str, blue: &str) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options.fog_of_war = true;
    let mut player = Player::new();
    player.fight_by(rules, ROAD, &Seat::from_name(red), &Seat::from_name(blue));
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

/// What computers make of a battle without the enemies that nobody sees says that it is without them.
#[test]
fn what_if_says_how_many_enemies_take_no_part() {
    let mut player = fight_in_fog("human", "hunter");
    player.press(KeyCode::KeyI);
    player.until("a battle has been fought", |world| !world.resource::<WhatIfQuestion>().finishes.is_empty());
    player.app.update();
    check_texts(&mut player, &["1 enemy unit, which is out of sight, takes no part in these battles."]);
}

/// Orders a unit to a hex of the road.
fn go(player: &mut Player, unit: UnitId, col: i32) {
    let cell = player.game().session.battle().grid().at(Coord { col, row: 1 }).unwrap();
    player.say(BattleAction::Show(unit));
    player.click(cell);
    player.until("the move has been shown", |world| game(world).playback.is_idle());
}

/// Number of hexes that are covered as out of sight.
fn covered(player: &Player) -> usize {
    let marks = player.app.world().resource::<BoardMarks>();
    marks.shapes.iter().filter(|mark| matches!(mark, MapMark::Fill(..))).count()
}

/// A battle in fog is watched from its end with nothing hidden, whatever was told while it was fought.
#[test]
fn a_battle_in_fog_is_watched_from_its_first_order_to_its_last() {
    let mut player = fight_in_fog("human", "hunter");
    for turn in 0..6 {
        if player.game().session.battle().verdict().is_some() {
            break;
        }
        go(&mut player, RED, [4, 9, 4, 9, 4, 9][turn]);
        player.say(BattleAction::EndTurnNow);
        player.until("Red is to move, or the battle is over", |world| {
            let game = game(world);
            is_idle(world) && (game.takes_orders() || game.session.battle().verdict().is_some())
        });
    }
    let told = player.game().session.order_records().iter().flat_map(|record| &record.events);
    assert!(
        told.into_iter().any(|event| matches!(event, Event::Sighted { .. })),
        "something came into sight"
    );
    player.app.update();
    player.say(AfterBattleAction::Replay);
    player.app.update();
    assert_eq!(player.screen(), Screen::Replay);
    let watched =
        |player: &Player| player.app.world().resource::<Scene>().watched_battle().unwrap().order_count();
    let orders = watched(&player);
    for to in 0..=orders {
        player.say(ReplayAction::To(to));
        let shown = player.on_screen().shown_position();
        assert!(shown.roster().all(|(unit, _)| shown.presence(unit) != Presence::Unseen), "order {to}");
    }
    player.say(ReplayAction::First);
    player.playback().paused = false;
    player.until("the replay has been shown", |world| {
        let replay = world.resource::<Scene>().watched_battle().unwrap();
        is_idle(world) && replay.shown_order_number() == replay.order_count()
    });
}

#[test]
fn enemies_out_of_sight_are_not_on_the_board() {
    let mut player = fight_in_fog("human", "random");
    let session = &player.game().session;
    assert_eq!(session.onlooker(), Some(Side::Red));
    assert_eq!(session.battle().presence(BLUE), Presence::Unseen);
    assert_eq!(session.true_position().presence(BLUE), Presence::OnMap);
    assert_eq!(player.game().playback.shown_position().alive(Side::Blue), 0);
    let before = covered(&player);
    assert!(before > 16, "most of 48 hexes are out of sight: {before}");
    go(&mut player, RED, 4);
    assert!(!player.game().session.can_undo(), "hexes came into sight");
    assert_eq!(player.game().session.battle().presence(BLUE), Presence::Unseen);
    go(&mut player, RED, 9);
    // Infantry stands four hexes off, in sight of the cavalry.
    assert_eq!(player.game().playback.shown_position().presence(BLUE), Presence::OnMap);
    player.say(BattleAction::EndTurnNow);
    player.until("Red's second turn", |world| {
        let battle = game(world).session.battle();
        (battle.turn() == 2 && battle.side() == Side::Red || battle.verdict().is_some())
            && game(world).playback.is_idle()
    });
    let session = &player.game().session;
    assert_eq!(player.game().playback.shown_position(), session.battle(), "what is told is what is known");
}

#[test]
fn orders_out_of_sight_are_not_told() {
    let mut player = fight_in_fog("human", "hunter");
    player.say(BattleAction::EndTurnNow);
    player.until("Red's second turn", |world| {
        let battle = game(world).session.battle();
        battle.turn() == 2 && battle.side() == Side::Red && game(world).playback.is_idle()
    });
    let records = player.game().session.order_records();
    let hidden: Vec<_> = records.iter().filter(|record| record.is_hidden).collect();
    for record in records.iter().filter(|record| record.side == Side::Blue) {
        assert!(record.reason.is_none(), "why an enemy does something stays its own");
        let told_whole = matches!(record.order, Order::EndTurn) || record.before.unit(BLUE).alive();
        assert!(record.is_hidden || told_whole, "{}", record.order);
    }
    assert!(hidden.iter().all(|record| record.side == Side::Blue));
    let untold = records.iter().filter(|record| !record.is_told());
    assert!(untold.clone().count() > 0, "Blue's orders are far out of sight");
    assert!(untold.into_iter().all(|record| record.is_hidden && record.events.is_empty()));
    player.app.update();
    let mut texts = player.app.world_mut().query::<&Text>();
    let log: Vec<&str> = texts.iter(player.app.world()).map(|text| text.0.as_str()).collect();
    assert!(log.iter().any(|text| text.contains("Blue ends the turn")), "{log:?}");
    assert!(!log.iter().any(|text| text.ends_with("out of sight")), "{log:?}");
}

#[test]
fn each_of_two_people_is_shown_what_the_side_to_move_knows() {
    let mut player = fight_in_fog("human", "human");
    go(&mut player, RED, 4);
    player.say(BattleAction::EndTurnNow);
    player.app.update();
    let game = player.game();
    assert_eq!((game.session.onlooker(), game.session.battle().side()), (Some(Side::Blue), Side::Blue));
    assert_eq!(game.playback.shown_position(), game.session.battle());
    assert_eq!(game.playback.shown_position().presence(RED), Presence::Unseen);
}

#[test]
fn everything_is_seen_after_the_end() {
    let mut player = fight_in_fog("human", "random");
    for _ in 0..6 {
        player.say(BattleAction::EndTurnNow);
        player.until("the next turn", |world| {
            let game = game(world);
            (game.session.is_human_to_move() || game.session.battle().verdict().is_some())
                && game.playback.is_idle()
        });
        player.app.update();
    }
    let game = player.game();
    assert!(game.session.battle().verdict().is_some());
    assert_eq!(game.playback.shown_position(), game.session.true_position());
    assert_eq!(game.playback.shown_position().presence(BLUE), Presence::OnMap);
    player.app.update();
    assert_eq!(covered(&player), 0);
}

#[test]
fn the_setup_turns_fog_of_war_on() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    player.app.update();
    assert!(!player.app.world().resource::<BattleSetup>().has_fog());
    player.say(SetupChange::Fog(true));
    player.app.update();
    assert!(player.app.world().resource::<BattleSetup>().has_fog());
    player.say(SetupAction::Start);
    player.until("the battle", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    assert!(player.game().session.true_position().has_fog());
}
