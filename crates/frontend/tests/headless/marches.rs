//! Orders for more than the moment: marches over several turns, and units that hold.

use hotgates_engine::Coord;
use hotgates_frontend::battle::standing::StandingAction;
use hotgates_frontend::board::PointAtHex;

use super::*;

/// A long valley: Red's infantry in the west needs turns to cross it; Blue's castle is far away.
const VALLEY: &str = r#"(
    name: "valley", turns: 20, seed: 7,
    rows: [
        "........................................",
        "........................................",
        "......................................#.",
        "........................................",
    ],
    red: (units: [(type: "infantry", at: (0, 1)), (type: "infantry", at: (0, 3))]),
    blue: (units: [(type: "infantry", at: (38, 2)), (type: "infantry", at: (36, 0))]),
)"#;

fn in_the_valley() -> Player {
    let mut player = Player::new();
    player.fight(VALLEY, &Seat::seat_of_person(), &Seat::seat_of_person());
    player.say(BattleAction::BeginFighting);
    player
}

fn cell(player: &Player, col: i32, row: i32) -> Cell {
    player.game().session.battle().grid().at(Coord { col, row }).unwrap()
}

/// Points at a hex and has the selected unit march there.
fn march_to(player: &mut Player, col: i32, row: i32) {
    let to = cell(player, col, row);
    player.say(PointAtHex(to));
    player.say(StandingAction::March);
}

/// Ends the turn, whatever can still act, and waits until everything has been shown.
fn end_turn(player: &mut Player) {
    player.say(BattleAction::EndTurnNow);
    player.until("the turn has been shown", is_idle);
    player.app.update();
    player.until("marches have been shown", is_idle);
}

#[test]
fn a_march_goes_on_in_each_turn_until_it_is_there() {
    let mut player = in_the_valley();
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    let column = |player: &Player| player.game().session.battle().grid().coord(player.cell_of(unit)).col;
    march_to(&mut player, 25, 1);
    let first = column(&player);
    assert!(first > 3, "{first}");
    let mut columns = vec![first];
    while *columns.last().unwrap() < 25 {
        end_turn(&mut player);
        assert_eq!(player.game().session.battle().side(), Side::Blue);
        end_turn(&mut player);
        columns.push(column(&player));
        assert!(columns.is_sorted_by(|before, after| before < after), "{columns:?}");
    }
    assert_eq!(columns.last(), Some(&25));
    assert_eq!(player.game().standing.marching_units().count(), 0, "it is there");
    assert!(player.game().session.battle().turn() > 2);
}

#[test]
fn a_march_ends_where_the_enemy_is_near_and_says_so() {
    let mut player = in_the_valley();
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    march_to(&mut player, 38, 1);
    player.notices();
    for _ in 0..16 {
        if player.game().standing.marching_units().count() == 0 {
            break;
        }
        end_turn(&mut player);
    }
    let notices = player.notices();
    assert!(notices.iter().any(|notice| notice.contains("has met the enemy")), "{notices:?}");
    let battle = player.game().session.battle();
    let far = |enemy: UnitId| battle.hex(enemy).distance_to(battle.hex(unit));
    let nearest = battle.living(Side::Blue).map(far).min().unwrap();
    assert_eq!(nearest, 3, "as near as it may come, and no nearer");
}

#[test]
fn an_order_or_the_key_on_its_own_hex_ends_a_march() {
    let mut player = in_the_valley();
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    march_to(&mut player, 30, 1);
    assert_eq!(player.game().standing.marching_units().count(), 1);
    let here = player.cell_of(unit);
    player.say(PointAtHex(here));
    player.say(StandingAction::March);
    assert_eq!(player.game().standing.marching_units().count(), 0);
    // Again, and by hand in the next turn.
    end_turn(&mut player);
    end_turn(&mut player);
    player.click(player.cell_of(unit));
    march_to(&mut player, 30, 1);
    end_turn(&mut player);
    end_turn(&mut player);
    assert_eq!(player.game().standing.marching_units().count(), 1);
    player.press(KeyCode::KeyU);
    assert_eq!(player.game().selection.selected_unit(), Some(unit), "what was taken back was its march");
    let &(beside, _) = player.game().selection.stopping_cells().first().unwrap();
    player.click(beside);
    assert_eq!(player.game().standing.marching_units().count(), 0);
}

#[test]
fn a_way_of_several_turns_is_shown_before_it_is_ordered() {
    let mut player = in_the_valley();
    let unit = player.unit(Side::Red, 0);
    player.click(player.cell_of(unit));
    let to = cell(&player, 30, 1);
    player.say(PointAtHex(to));
    player.app.update();
    let preview = player.game().preview.clone().unwrap();
    assert!(preview.stops.len() > 2, "{:?}", preview.stops);
    assert_eq!(preview.stops.last(), Some(&to));
    let turns = preview.stops.len().to_string();
    check_texts(&mut player, &[&format!("march there in {turns} turns")]);
}

#[test]
fn a_unit_that_holds_is_not_asked_for_in_this_turn() {
    let mut player = in_the_valley();
    let [first, second] = [0, 1].map(|nth| player.unit(Side::Red, nth));
    player.press(KeyCode::KeyN);
    assert_eq!(player.game().selection.selected_unit(), Some(first));
    player.press(KeyCode::KeyZ);
    for _ in 0..2 {
        player.press(KeyCode::KeyN);
        assert_eq!(player.game().selection.selected_unit(), Some(second));
    }
    player.press(KeyCode::KeyT);
    assert_eq!(player.game().asked_to_end, [second]);
    player.say(BattleAction::EndTurnNow);
    player.until("the turn has been shown", is_idle);
    end_turn(&mut player);
    assert!(player.game().standing.holding_units().is_empty(), "a new turn");
}
