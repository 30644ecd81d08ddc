//! A person's own plan: ordered on the board, counted exactly, and given only when it is carried out.

use hotgates_analysis::count_plan_odds;
use hotgates_engine::{Coord, DiceSource};
use hotgates_frontend::battle::own_plan::{OwnPlan, PlanPace};
use hotgates_frontend::battle::{CountedPlan, PlanAction};
use hotgates_frontend::board::{Board, BoardContent, BoardMarks, GhostUnits, MapMark};
use hotgates_frontend::describe::ToggleDescription;
use hotgates_frontend::insight::{Advice, AdviceAction};
use hotgates_search::Cancel;

use super::*;

/// Two of Red's infantry beside Blue's guns, a third behind them, and a castle far away.
const GUNS: &str = r#"(
    name: "guns", turns: 6, seed: 7,
    rows: ["............", "............", "............", "...........#", "............"],
    red: (units: [
        (type: "infantry", strength: 600, at: (2, 1)), (type: "infantry", strength: 600, at: (2, 2)),
        (type: "infantry", at: (1, 4)),
    ]),
    blue: (units: [(type: "artillery", at: (3, 1)), (type: "infantry", at: (10, 3))]),
)"#;

fn before_the_guns(seed: u64) -> Player {
    let mut player = Player::new();
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    let mut scenario = Scenario::new(MapFile::from_ron(GUNS).unwrap(), rules);
    scenario.set_dice_source(DiceSource::Seed(seed));
    let seats = Seats::new(|_| Seat::seat_of_person());
    player.say(StartBattle::new(scenario, seats));
    player.app.update();
    player.say(BattleAction::BeginFighting);
    player.say(PlanAction::Toggle);
    player
}

fn at(player: &Player, col: i32, row: i32) -> Cell {
    player.game().session.battle().grid().at(Coord { col, row }).unwrap()
}

/// Plans an order by clicks, as it would be given.
fn plan_by_clicks(player: &mut Player, unit: UnitId, to: Cell) {
    player.say(BattleAction::Show(unit));
    player.click(to);
    player.until("the planned order has been shown", is_idle);
}

/// Plans both attacks on the guns and a move of the third unit.
fn plan_attacks_and_move(player: &mut Player) {
    let guns = player.unit(Side::Blue, 0);
    let target = player.cell_of(guns);
    for unit in [0, 1].map(|nth| player.unit(Side::Red, nth)) {
        plan_by_clicks(player, unit, target);
    }
    let (third, to) = (player.unit(Side::Red, 2), at(player, 2, 4));
    plan_by_clicks(player, third, to);
    assert_eq!(planned(player).len(), 3);
}

fn planned(player: &Player) -> Vec<Order> {
    player.game().session.plan().map_or_else(Vec::new, OwnPlan::orders)
}

fn carry_out(player: &mut Player, action: PlanAction) {
    player.say(action);
    player.until("nothing is carried out any more", |world| {
        let pace = game(world).session.plan().map(OwnPlan::pace);
        is_idle(world) && pace.is_none_or(|pace| pace == PlanPace::Standing)
    });
    player.app.update();
}

#[test]
fn what_is_planned_is_shown_on_the_board_and_not_given() {
    let mut player = before_the_guns(7);
    let real = player.game().session.true_position().clone();
    plan_attacks_and_move(&mut player);
    player.app.update();
    assert_eq!(player.orders(), [], "nothing has been given");
    assert_eq!(player.game().session.true_position(), &real);
    let game = player.game();
    let third = player.unit(Side::Red, 2);
    assert_eq!(game.playback.shown_position(), game.session.battle(), "the board shows where the plan leads");
    let BoardContent::Battle(board) = &player.app.world().resource::<Board>().shown else {
        panic!("a battle")
    };
    assert_eq!(board.unit(third).cell, at(&player, 2, 4));
    assert_eq!(player.app.world().resource::<GhostUnits>().0, [third]);
    let marks = player.app.world().resource::<BoardMarks>();
    let arrows = marks.shapes.iter().filter(|mark| matches!(mark, MapMark::Arrow(..))).count();
    assert_eq!(arrows, 3, "each order has an arrow, which covers no counter");
    // One is taken back, then all are dropped.
    player.say(BattleAction::Undo);
    assert_eq!(planned(&player).len(), 2);
    assert_eq!(player.game().session.battle().unit(third).cell, real.unit(third).cell);
    player.say(PlanAction::Toggle);
    assert!(
        player.notices().iter().any(|notice| notice.contains("carry it out or drop it")),
        "no plan is lost"
    );
    player.say(PlanAction::Drop);
    assert!(player.game().session.plan().is_none());
    assert_eq!(player.game().playback.shown_position(), &real);
    player.app.update();
    assert!(player.app.world().resource::<GhostUnits>().0.is_empty());
}

#[test]
fn the_panel_has_the_exact_odds_of_the_whole_plan() {
    let mut player = before_the_guns(7);
    check_texts(&mut player, &["Orders are planned now"]);
    plan_attacks_and_move(&mut player);
    player.until("the odds have been counted", |world| world.resource::<CountedPlan>().odds.is_some());
    player.app.update();
    let (position, orders) = (player.game().session.known_position(), planned(&player));
    let odds = count_plan_odds(position, &orders, &Cancel::new()).unwrap();
    assert_eq!(player.app.world().resource::<CountedPlan>().odds.as_ref(), Some(&odds));
    let percent = |share: f64| format!("{:.1}\u{a0}%", share * 100.0);
    let last = odds.orders[1].target.unwrap();
    check_texts(
        &mut player,
        &[
            &format!("destroyed by then: {}; {:.0} men left", percent(last.destroyed), last.mean_men),
            &format!("goes as planned in {} of the cases", percent(odds.orders[2].as_planned)),
        ],
    );
}

#[test]
fn a_plan_is_carried_out_for_as_long_as_it_goes_as_planned() {
    let (mut whole, mut stopped) = (0, 0);
    for seed in 0..24 {
        let mut player = before_the_guns(seed);
        let guns = player.unit(Side::Blue, 0);
        plan_attacks_and_move(&mut player);
        let (plan, expected) = (planned(&player), player.game().session.battle().clone());
        carry_out(&mut player, PlanAction::CarryOut);
        let given = player.orders();
        assert_eq!(given, plan[..given.len()], "seed {seed}");
        let session = &player.game().session;
        let real = session.known_position().clone();
        if given.len() == plan.len() {
            whole += 1;
            assert!(session.plan().is_none(), "seed {seed}: a plan that was carried out is over");
            assert_eq!(player.game().playback.shown_position(), &real);
        } else {
            stopped += 1;
            assert!(!expected.unit(guns).alive(), "the plan destroys the guns");
            assert_eq!(
                real.unit(guns).alive(),
                given.len() == 2,
                "seed {seed}: two attacks did too little, or one all"
            );
            // The notice is still on the screen.
            let shown = all_texts(&mut player);
            let told = |words: &str| shown.contains(words);
            assert!(told("differently than planned") || told("cannot be given any more"), "{shown}");
            let rest = planned(&player);
            assert!(plan.ends_with(&rest) || told("cannot be given"), "seed {seed}: {rest:?}");
        }
    }
    assert!(whole > 2 && stopped > 2, "{whole} {stopped}");
}

#[test]
fn a_plan_is_carried_out_one_order_at_a_time() {
    let mut player = before_the_guns(7);
    let (third, second) = (player.unit(Side::Red, 2), player.unit(Side::Red, 1));
    let (first_aim, second_aim) = (at(&player, 2, 4), at(&player, 2, 3));
    plan_by_clicks(&mut player, third, first_aim);
    plan_by_clicks(&mut player, second, second_aim);
    let plan = planned(&player);
    carry_out(&mut player, PlanAction::CarryOutOne);
    assert_eq!(player.orders(), plan[..1]);
    assert_eq!(planned(&player), plan[1..]);
    assert_eq!(player.cell_of(second), second_aim, "the board shows the rest of the plan again");
    // Orders can be added to the rest.
    let further = at(&player, 3, 4);
    plan_by_clicks(&mut player, third, further);
    carry_out(&mut player, PlanAction::CarryOut);
    assert_eq!(player.orders()[..2], plan[..]);
    assert_eq!(player.orders().len(), 3);
    assert!(player.game().session.plan().is_none());
    assert!(player.game().session.can_undo(), "moves that were carried out can be taken back like others");
}

#[test]
fn a_turn_ends_only_without_orders_that_are_still_planned() {
    let mut player = before_the_guns(7);
    let (third, aim) = (player.unit(Side::Red, 2), at(&player, 2, 4));
    plan_by_clicks(&mut player, third, aim);
    player.say(BattleAction::EndTurnNow);
    assert!(player.notices().iter().any(|notice| notice.contains("has orders that have not been given")));
    assert_eq!((player.orders().len(), planned(&player).len()), (0, 1));
    player.say(BattleAction::Undo);
    player.say(BattleAction::EndTurnNow);
    assert_eq!(player.orders(), [Order::EndTurn]);
    assert!(player.game().session.plan().is_none());
    player.until("the turn has been shown", is_idle);
    // Blue's plan is another.
    player.say(PlanAction::Toggle);
    assert_eq!(planned(&player), []);
}

/// A commander who is asked for the rest of the turn plans it, and ends no turn.
#[test]
fn a_commander_plans_for_the_player() {
    let mut player = before_the_guns(7);
    player.say(AdviceAction::Auto);
    player.until("the commander has no more orders", |world| !world.resource::<Advice>().auto);
    assert!(!planned(&player).is_empty());
    assert_eq!(player.orders(), []);
    assert_eq!(player.game().session.true_position().side(), Side::Red);
}

/// A planned victory is none.
#[test]
fn a_battle_that_is_won_in_a_plan_goes_on() {
    let map = r#"(name: "last", turns: 6, seed: 7, rows: [".....", "...#.", "....."],
        red: (units: [(type: "cavalry", at: (0, 1)), (type: "cavalry", at: (0, 0))]),
        blue: (units: [(type: "artillery", strength: 10, at: (1, 1))]))"#;
    let mut player = Player::new();
    player.fight(map, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player.say(PlanAction::Toggle);
    let (red, blue) = (player.unit(Side::Red, 0), player.unit(Side::Blue, 0));
    let target = player.cell_of(blue);
    plan_by_clicks(&mut player, red, target);
    assert!(player.game().session.battle().verdict().is_some(), "the plan ends the battle");
    for _ in 0..5 {
        player.app.update();
    }
    assert!(player.game().takes_orders(), "the battle goes on");
    carry_out(&mut player, PlanAction::CarryOut);
    assert!(player.game().session.true_position().verdict().is_some(), "now it is over");
}

#[test]
fn the_board_in_words_says_that_positions_are_planned() {
    let mut player = before_the_guns(7);
    player.say(ToggleDescription);
    player.app.update();
    let said = "These are planned positions";
    assert!(!all_texts(&mut player).contains(said), "a plan without orders leads nowhere");
    let (third, to) = (player.unit(Side::Red, 2), at(&player, 2, 4));
    plan_by_clicks(&mut player, third, to);
    player.app.update();
    // Before the situation, and before the units.
    assert_eq!(all_texts(&mut player).matches(said).count(), 2);
    player.say(PlanAction::Drop);
    player.app.update();
    assert!(!all_texts(&mut player).contains(said));
}
