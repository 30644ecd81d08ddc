//! Battles with cohesion and retreats: what follows from an attack is foretold, shown and counted.

use std::collections::BTreeSet;

use hotgates_engine::{CohesionRule, Coord, Event, Permille, Presence, RetreatRule};
use hotgates_frontend::battle::AfterBattleAction;
use hotgates_frontend::battle::PointerAction;
use hotgates_frontend::board::{BoardMarks, MovingUnit};
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_picture::{CounterCohesion, Steadiness, counter_of};

use super::*;

/// Red's and Blue's infantry beside each other; Blue's castle and the edge that Red came from are near.
const BRAWL: &str = r#"(
    name: "brawl", turns: 3, seed: 7, from: n,
    rows: ["......", "......", "......", "......", "...#..", "......"],
    red: (units: [(type: "infantry", at: (2, 1), rank: "General"), (type: "cavalry", at: (5, 1))]),
    blue: (units: [(type: "infantry", at: (2, 2)), (type: "artillery", at: (5, 4))]),
)"#;

const RED: UnitId = UnitId(0);
const BLUE: UnitId = UnitId(2);

/// Any loss of cohesion breaks a unit, and none rallies.
fn panic_rule() -> CohesionRule {
    let all = Permille(1000);
    CohesionRule {
        waver: all,
        breaks: all,
        obey: all,
        rally: Permille(0),
        rally_by_rank: Permille(0),
        ..CohesionRule::default()
    }
}

/// Two people fight by the classic rules with cohesion and retreats; infantry pursues.
fn brawl(cohesion: Option<CohesionRule>, retreat: Option<RetreatRule>) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.units[0].pursues = true;
    (rules.options.cohesion, rules.options.retreat) = (cohesion, retreat);
    let mut player = Player::new();
    player.fight_by(rules, BRAWL, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

/// Selects Red's infantry and points at Blue's.
fn aim(player: &mut Player) {
    player.click(player.cell_of(RED));
    player.say(PointerAction::Point(hotgates_engine::Direction::N));
    player.say(PointerAction::Point(hotgates_engine::Direction::S));
    player.app.update();
}

/// Has Red's infantry attack Blue's; returns the units that were seen moving.
fn attack(player: &mut Player) -> BTreeSet<UnitId> {
    player.say(BattleAction::Show(RED));
    player.click(player.cell_of(BLUE));
    watch_moves(player)
}

/// Waits until everything has been shown; returns the units that were seen moving.
fn watch_moves(player: &mut Player) -> BTreeSet<UnitId> {
    let mut moved = BTreeSet::new();
    player.until("everything has been shown", |world| {
        moved.extend(world.resource::<MovingUnit>().0.map(|(unit, ..)| unit));
        game(world).playback.is_idle()
    });
    player.app.update();
    moved
}

fn end_turn(player: &mut Player) -> BTreeSet<UnitId> {
    player.say(BattleAction::EndTurnNow);
    watch_moves(player)
}

fn shown_cohesion(player: &Player, unit: UnitId) -> Option<CounterCohesion> {
    counter_of(player.game().playback.shown_position(), unit).cohesion
}

fn place(player: &Player, unit: UnitId) -> Coord {
    player.game().session.battle().grid().coord(player.cell_of(unit))
}

#[test]
fn without_these_rules_nothing_is_said_of_them() {
    let mut player = brawl(None, None);
    aim(&mut player);
    let said = all_texts(&mut player);
    assert!(said.contains("they are destroyed"), "{said}");
    for word in ["cohesion", "break", "give way", "pursue"] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    assert_eq!(shown_cohesion(&player, RED), None);
}

#[test]
fn units_that_lose_men_lose_cohesion_and_waver() {
    let waver = CohesionRule { waver: Permille(1000), breaks: Permille(0), ..CohesionRule::default() };
    let mut player = brawl(Some(waver), None);
    player.click(player.cell_of(RED));
    player.app.update();
    check_texts(&mut player, &["cohesion", "100 %"]);
    let steady = CounterCohesion { permille: 1000, steadiness: Steadiness::Steady };
    assert_eq!(shown_cohesion(&player, RED), Some(steady));
    attack(&mut player);
    for unit in [RED, BLUE] {
        let shown = shown_cohesion(&player, unit).unwrap();
        let battle = player.game().session.battle();
        let lost = 1000 - battle.unit(unit).strength.0;
        assert!(lost > 0 && shown.permille == 1000 - lost, "{shown:?}: a ‰ for each of 1000 men");
        assert_eq!(shown.steadiness, Steadiness::Wavering);
    }
    player.say(BattleAction::Show(RED));
    player.app.update();
    let selection = &player.game().selection;
    assert!(selection.targets_without_moving().is_empty() && selection.targets_after_move().is_empty());
    assert!(all_texts(&mut player).contains("wavers: does not attack"));
}

#[test]
fn odds_say_what_follows_from_an_attack() {
    let rout = RetreatRule { lead: Permille(0), stand: Permille(1000), ..RetreatRule::default() };
    let never = CohesionRule { waver: Permille(0), breaks: Permille(0), ..CohesionRule::default() };
    let mut player = brawl(Some(never), Some(rout));
    aim(&mut player);
    assert!(!all_texts(&mut player).contains("with a blow"), "the odds come right after the name");
    check_texts(
        &mut player,
        &["they give way", "we pursue", "It breaks in 0.0 % of cases", "It gives way in "],
    );
    assert!(!all_texts(&mut player).contains("they break"), "what cannot happen is not among the odds");
    let preview = player.game().preview.clone().unwrap();
    let odds = preview.attack.unwrap().odds;
    let pursuits = odds.cases_followed_by(|after| after.pursues);
    assert!(pursuits > 0 && pursuits < hotgates_engine::WHOLE, "{pursuits}");
    let tenths = (u64::from(pursuits) * 2000 + 1296) / 2592;
    let said = format!("We pursue in {}.{} % of cases.", tenths / 10, tenths % 10);
    check_texts(&mut player, &[&said]);
    let mut player = brawl(Some(panic_rule()), None);
    aim(&mut player);
    check_texts(&mut player, &["It breaks in 100.0 % of cases, we do in 100.0 %.", "they break", "we break"]);
    assert!(!all_texts(&mut player).contains("give way"));
    player.say(PointerAction::Point(hotgates_engine::Direction::N));
    player.app.update();
    check_texts(&mut player, &["with a blow"]);
}

#[test]
fn who_gives_way_and_who_pursues_goes_like_a_step() {
    let rout = RetreatRule { lead: Permille(0), ..RetreatRule::default() };
    let mut player = brawl(None, Some(rout));
    let moved = attack(&mut player);
    assert_eq!(moved, BTreeSet::from([RED, BLUE]));
    assert_eq!(place(&player, RED), Coord { col: 2, row: 2 });
    let there = place(&player, BLUE);
    let record = player.game().session.order_records().last().unwrap();
    let back = record.events.iter().find_map(|event| match event {
        Event::GaveWay { back, .. } => Some(back.0),
        _ => None,
    });
    let back = back.unwrap();
    assert!(back > 0, "some men come back");
    let said = format!("infantry 1 gives way to {there}, {back} men come back; infantry 1 pursues to 2,2");
    check_texts(&mut player, &[&said]);
    let curve = player.game().session.strength_over_time();
    assert_eq!(curve.len(), 1, "no half-turn has ended");
    end_turn(&mut player);
    let session = &player.game().session;
    let now = session.strength_over_time().pop().unwrap();
    assert_eq!(now[Side::Blue], session.battle().strength(Side::Blue), "men who come back are not lost");
}

#[test]
fn broken_units_run_home_and_those_who_flee_are_counted() {
    let mut player = brawl(Some(panic_rule()), None);
    attack(&mut player);
    for unit in [RED, BLUE] {
        assert_eq!(shown_cohesion(&player, unit).unwrap().steadiness, Steadiness::Broken);
    }
    check_texts(&mut player, &["Red: infantry 1 breaks", "Blue: infantry 1 breaks"]);
    player.say(BattleAction::Show(RED));
    player.app.update();
    check_texts(&mut player, &["broken: takes no orders"]);
    let moved = end_turn(&mut player);
    assert!(moved.contains(&BLUE), "Blue runs for its castle: {moved:?}");
    let at = place(&player, BLUE);
    check_texts(&mut player, &[&format!("Blue: infantry 1 runs to {at}")]);
    let said = all_texts(&mut player);
    assert!(said.lines().all(|line| line.matches(" runs to ").count() < 2), "a run is told once: {said}");
    let moved = end_turn(&mut player);
    assert!(moved.contains(&RED), "Red runs for the edge: {moved:?}");
    assert_eq!(player.game().session.battle().presence(RED), Presence::Fled);
    check_texts(&mut player, &["Red: infantry 1 flees from the map"]);
    for _ in 0..4 {
        if player.game().session.battle().verdict().is_none() {
            end_turn(&mut player);
        }
    }
    assert!(player.game().session.battle().verdict().is_some());
    player.say(AfterBattleAction::Show);
    player.app.update();
    check_texts(&mut player, &["Red: 1 unit fled from the map"]);
    assert!(!all_texts(&mut player).contains("Blue: 1 unit fled"));
}

#[test]
fn the_setup_turns_cohesion_and_retreats_on_and_off() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    player.app.update();
    let setup = |player: &Player| {
        let setup = player.app.world().resource::<BattleSetup>();
        (setup.has_cohesion(), setup.has_retreat())
    };
    assert_eq!(setup(&player), (false, false));
    player.say(SetupChange::Cohesion(true));
    player.say(SetupChange::Retreat(true));
    player.app.update();
    assert_eq!(setup(&player), (true, true));
    check_texts(&mut player, &["cohesion", "retreats"]);
    player.say(SetupChange::Retreat(false));
    player.say(SetupAction::Start);
    player.until("the battle", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    let options = &player.game().session.true_position().rules().options;
    assert_eq!(options.cohesion, Some(CohesionRule::default()));
    assert_eq!(options.retreat, None);
}

/// Switched off and on again the rule has the numbers of the ruleset, not the usual ones.
#[test]
fn the_setup_keeps_the_numbers_of_the_ruleset() {
    let mut rules = Ruleset::classic();
    rules.options.cohesion = Some(panic_rule());
    let scenario = Scenario::new(MapFile::from_ron(BRAWL).unwrap(), rules);
    let mut setup = BattleSetup::new(&scenario, 0);
    assert!(setup.has_cohesion());
    setup.apply_change(&SetupChange::Cohesion(false));
    assert!(!setup.has_cohesion());
    setup.apply_change(&SetupChange::Cohesion(true));
    assert_eq!(setup.scenario().rules.options.cohesion, Some(panic_rule()));
}

/// A home that the map names has a mark on the board, and the line of its hex says what it is.
#[test]
fn homes_are_shown_where_units_may_run_to_them() {
    let map = BRAWL.replace("from: n,", "from: n, home: (red: [(2, 0)]),");
    for cohesion in [None, Some(CohesionRule::default())] {
        let has_homes = cohesion.is_some();
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        rules.options.cohesion = cohesion;
        let mut player = Player::new();
        player.fight_by(rules, &map, &Seat::seat_of_person(), &Seat::seat_of_person());
        player.say(BattleAction::BeginFighting);
        player.click(player.cell_of(RED));
        for _ in 0..2 {
            player.say(PointerAction::Point(hotgates_engine::Direction::N));
        }
        player.app.update();
        let marked = player.app.world().resource::<BoardMarks>().texts.iter().any(|mark| mark.text == "←");
        let said = all_texts(&mut player).contains("home of Red: its broken units run here");
        assert_eq!((marked, said), (has_homes, has_homes));
    }
}
