//! Battles with supply and ammunition: who has none is shown, told and seen on an overlay.

use hotgates_engine::{AmmunitionRule, Coord, MovementPoints, SupplyRule, View};
use hotgates_frontend::board::Overlay;
use hotgates_frontend::describe::ToggleDescription;
use hotgates_frontend::insight::layers::ReachOfSupplies;
use hotgates_frontend::insight::{InsightLayer, LayerData, ShownOverlay, ToggleLayer};
use hotgates_frontend::setup::SetupAction;
use hotgates_frontend::setup::model::{BattleSetup, SetupChange};
use hotgates_picture::counter_of;

use super::*;

/// Red's infantry is far from the edge that Red came from; its guns are near, and fire at Blue's infantry.
const MARCH: &str = r#"(
    name: "march", turns: 6, seed: 7, from: n,
    rows: ["......", "......", "......", "......", "......", "......", "...#..", "......"],
    red: (units: [(type: "infantry", at: (0, 6)), (type: "artillery", at: (2, 1))]),
    blue: (units: [(type: "infantry", at: (3, 4)), (type: "artillery", at: (5, 7))]),
)"#;

const CUT_OFF: UnitId = UnitId(0);
const GUNS: UnitId = UnitId(1);
const TARGET: UnitId = UnitId(2);

/// Two people fight by the classic rules; supplies travel two hexes of grass, and guns have two rounds.
fn march(supply: bool, ammunition: bool) -> Player {
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.units[2].rounds = Some(2);
    let rule = SupplyRule { reach: MovementPoints(4), ..SupplyRule::default() };
    rules.options.supply = supply.then_some(rule);
    rules.options.ammunition = ammunition.then_some(AmmunitionRule { refill: 0 });
    let mut player = Player::new();
    player.fight_by(rules, MARCH, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.app.update();
    player
}

fn end_turn(player: &mut Player) {
    player.say(BattleAction::EndTurnNow);
    player.until("everything has been shown", is_idle);
    player.app.update();
}

fn has_sign(player: &Player, unit: UnitId) -> bool {
    counter_of(player.game().playback.shown_position(), unit).unsupplied
}

#[test]
fn without_these_rules_nothing_is_said_of_them() {
    let mut player = march(false, false);
    for _ in 0..2 {
        end_turn(&mut player);
    }
    player.say(BattleAction::Show(CUT_OFF));
    player.say(ToggleDescription);
    player.app.update();
    let said = all_texts(&mut player);
    assert!(said.contains("infantry 1"), "{said}");
    for word in ["suppl", "Supply", "rounds"] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    assert!(!has_sign(&player, CUT_OFF));
    player.notices();
    player.press(KeyCode::Digit6);
    assert_eq!(player.notices(), ["These rules have no supply"]);
    assert_eq!(player.app.world().resource::<ShownOverlay>().layer, None);
}

#[test]
fn who_is_cut_off_is_told_once_and_has_a_sign_until_supplies_come() {
    let mut player = march(true, false);
    assert!(!has_sign(&player, CUT_OFF), "a battle begins with supplies");
    let lines = |player: &mut Player, words: &str| all_texts(player).matches(words).count();
    let expected = [
        "without supplies: slower",
        "without supplies: slower and weaker",
        "without supplies: slower and weaker",
    ];
    let mut told = Vec::new();
    for fault in expected {
        end_turn(&mut player);
        end_turn(&mut player);
        assert!(has_sign(&player, CUT_OFF) && !has_sign(&player, GUNS));
        player.say(BattleAction::Show(CUT_OFF));
        player.app.update();
        let said = all_texts(&mut player);
        assert!(said.lines().any(|line| line == fault), "{fault}: {said}");
        told.push(lines(&mut player, "Red: infantry 1 is out of supply"));
    }
    // The log keeps the line, and the later half-turns add none.
    assert!(told[0] > 0 && told.is_sorted_by(|before, after| before >= after), "{told:?}");
    player.say(ToggleDescription);
    player.app.update();
    check_texts(&mut player, &["No supplies reach it."]);
    // It marches to where they come: six points a turn are three hexes.
    for row in [3, 2] {
        let grid = player.game().session.battle().grid();
        let to = grid.hex(grid.at(Coord { col: 0, row }).unwrap());
        player.click(player.game().session.battle().grid().cell(to).unwrap());
        player.until("the move has been shown", is_idle);
        end_turn(&mut player);
        end_turn(&mut player);
        player.say(BattleAction::Show(CUT_OFF));
        player.app.update();
    }
    assert!(!has_sign(&player, CUT_OFF));
    check_texts(&mut player, &["Red: infantry 1 is in supply again"]);
}

#[test]
fn guns_count_their_rounds_and_without_any_have_no_target() {
    let mut player = march(false, true);
    for left in ["1 / 2", "0 / 2"] {
        player.say(BattleAction::Show(GUNS));
        player.app.update();
        assert_eq!(player.game().selection.targets_without_moving().len(), 1);
        player.click(player.cell_of(TARGET));
        player.until("the attack has been shown", is_idle);
        player.say(BattleAction::Show(GUNS));
        player.app.update();
        check_texts(&mut player, &["rounds", left]);
        end_turn(&mut player);
        end_turn(&mut player);
    }
    player.say(BattleAction::Show(GUNS));
    player.app.update();
    assert!(player.game().selection.targets_without_moving().is_empty());
    player.say(ToggleDescription);
    player.app.update();
    check_texts(&mut player, &["It has 0 of 2 rounds left."]);
}

#[test]
fn the_overlay_shades_what_supplies_reach() {
    let mut player = march(true, false);
    end_turn(&mut player);
    end_turn(&mut player);
    player.press(KeyCode::Digit6);
    for side in Side::BOTH {
        player.until("it is drawn", |world| {
            let seen = world.resource::<ShownOverlay>().seen.clone();
            let side_of = |data: &LayerData| match data {
                LayerData::Supply(ReachOfSupplies { side, .. }) => Some(*side),
                _ => None,
            };
            seen.as_deref().and_then(side_of) == Some(side) && !world.resource::<Overlay>().0.fills.is_empty()
        });
        player.app.update();
        let seen = player.app.world().resource::<ShownOverlay>().seen.clone().unwrap();
        let LayerData::Supply(reach) = &*seen else { panic!("supply") };
        let battle = player.game().session.battle();
        assert_eq!(Some(&reach.cells), View::new(battle, side).cells_in_supply(side).as_ref());
        let number = reach.cells.iter().count();
        assert!(number > 0 && number < battle.grid().len());
        let without: &[UnitId] = if side == Side::Red { &[CUT_OFF] } else { &[] };
        assert_eq!(reach.without, without);
        let units =
            if side == Side::Red { "× 1 unit without supplies" } else { "× 0 units without supplies" };
        check_texts(&mut player, &[&format!("supplies reach {number} hexes"), units]);
        end_turn(&mut player);
    }
    assert_eq!(player.app.world().resource::<ShownOverlay>().layer, Some(InsightLayer::Supply));
    player.say(ToggleLayer(InsightLayer::Supply));
    player.app.update();
    assert!(player.app.world().resource::<Overlay>().0.fills.is_empty());
}

#[test]
fn the_setup_turns_supply_and_ammunition_on_and_off() {
    let mut player = Player::new();
    player.press(KeyCode::KeyN);
    player.app.update();
    check_texts(&mut player, &["supply", "ammunition"]);
    player.say(SetupChange::Supply(true));
    player.say(SetupChange::Ammunition(true));
    player.say(SetupChange::Supply(false));
    let setup = player.app.world().resource::<BattleSetup>();
    assert!(!setup.has_supply() && setup.has_ammunition());
    player.say(SetupAction::Start);
    player.until("the battle", |world| *world.resource::<State<Screen>>().get() == Screen::Battle);
    let rules = player.game().session.true_position().rules();
    assert_eq!((&rules.options.supply, &rules.options.ammunition), (&None, &Some(AmmunitionRule::default())));
    let rounds: Vec<_> = rules.units.iter().map(|unit| unit.rounds).collect();
    assert_eq!(rounds, [None, None, Some(6)], "guns have some to count");
}

/// Switched off and on again the rules have the numbers of the ruleset, not the usual ones.
#[test]
fn the_setup_keeps_the_numbers_of_the_ruleset() {
    let mut rules = Ruleset::classic();
    let supply = SupplyRule { reach: MovementPoints(9), ..SupplyRule::default() };
    let ammunition = AmmunitionRule { refill: 5 };
    rules.options.supply = Some(supply.clone());
    rules.options.ammunition = Some(ammunition.clone());
    rules.units[0].rounds = Some(30);
    let scenario = Scenario::new(MapFile::from_ron(MARCH).unwrap(), rules);
    let mut setup = BattleSetup::new(&scenario, 0);
    for on in [false, true] {
        setup.apply_change(&SetupChange::Supply(on));
        setup.apply_change(&SetupChange::Ammunition(on));
        assert_eq!((setup.has_supply(), setup.has_ammunition()), (on, on));
    }
    let rules = &setup.scenario().rules;
    assert_eq!((&rules.options.supply, &rules.options.ammunition), (&Some(supply), &Some(ammunition)));
    assert_eq!(rules.units[2].rounds, None, "the ruleset says whose rounds are counted");
}
