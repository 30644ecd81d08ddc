//! Puzzles: listed, solved, given up, and left again.

use hotgates_analysis::{PuzzleCheck, SolvingResult, shipped_puzzles};
use hotgates_frontend::battle::corner_panel_node;
use hotgates_frontend::board::Board;
use hotgates_frontend::puzzles::{PuzzleAction, SolvedPuzzles};
use hotgates_frontend::view::PlaybackAction;
use hotgates_frontend::{PuzzleAttempt, SolvingStage};

use super::*;

/// The attempt on the screen.
fn attempt(world: &World) -> &PuzzleAttempt {
    game(world).puzzle.as_ref().expect("a puzzle is on the screen")
}

/// The place of the first exact puzzle whose solution has an order.
fn exact_place() -> usize {
    let exact = |puzzle: &hotgates_analysis::Puzzle| {
        puzzle.check == PuzzleCheck::Exact && !puzzle.solution.is_empty()
    };
    shipped_puzzles().iter().position(exact).unwrap()
}

/// Opens a puzzle.
pub(super) fn open_puzzle(player: &mut Player, place: usize) {
    player.say(PuzzleAction::Open(place));
    player.app.update();
    assert_eq!(player.screen(), Screen::Battle, "{:?}", player.notices());
    assert_eq!(attempt(player.app.world()).stage, SolvingStage::Solving);
}

/// Ends the half-turn, and waits for the judgement.
pub(super) fn be_judged(player: &mut Player) -> SolvingResult {
    player.say(BattleAction::EndTurnNow);
    player.until("the plan is judged", |world| {
        matches!(attempt(world).stage, SolvingStage::Judged(..) | SolvingStage::Unjudged)
    });
    match &attempt(player.app.world()).stage {
        SolvingStage::Judged(judged, why) => {
            assert_eq!(why.is_none(), judged.result == SolvingResult::Solved);
            judged.result
        }
        other => panic!("{other:?}"),
    }
}

/// Checks that nobody is said to move, neither above the board nor in the words for screen readers.
fn check_nobody_moves(player: &mut Player) {
    player.app.update();
    let world = player.app.world_mut();
    let mut texts = world.query::<&Text>();
    let moves: Vec<_> = texts.iter(world).filter(|text| text.0.contains(" moves")).collect();
    assert!(moves.is_empty(), "{moves:?}");
    assert_eq!(texts.iter(world).filter(|text| text.0.contains("The puzzle is over")).count(), 2);
}

/// Clicks the orders of a plan.
fn click_orders(player: &mut Player, orders: &[Order]) {
    for &order in orders {
        let unit = order.unit().unwrap();
        player.say(BattleAction::Show(unit));
        let cell = match order {
            Order::Move { to, .. } => player.game().session.battle().grid().cell(to).unwrap(),
            Order::Attack { target, .. } => player.cell_of(target),
            Order::Exit { .. } | Order::Face { .. } | Order::Work { .. } | Order::EndTurn => {
                unreachable!("a classic solution moves and attacks")
            }
        };
        player.click(cell);
        player.say(PlaybackAction::Skip);
    }
}

#[test]
fn a_puzzle_is_solved_by_its_solution_and_remembered() {
    let mut player = Player::new();
    let place = exact_place();
    let puzzle = &shipped_puzzles()[place];
    open_puzzle(&mut player, place);
    assert_eq!(player.game().session.battle().hash(), puzzle.position().hash());
    click_orders(&mut player, &puzzle.solution);
    let given = attempt(player.app.world()).given_orders(&player.game().session);
    assert_eq!(given, puzzle.solution, "mean dice do what the solution expects");
    assert_eq!(be_judged(&mut player), SolvingResult::Solved);
    assert!(!player.game().session.is_human_to_move(), "nobody goes on");
    check_nobody_moves(&mut player);
    assert!(player.app.world().resource::<SolvedPuzzles>().has_solved(puzzle));
    assert!(SolvedPuzzles::load(&player.storage()).has_solved(puzzle), "in the next run, too");
    assert!(!player.storage().autosave_file().exists(), "a puzzle is no battle to resume");
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Puzzles);
    let world = player.app.world_mut();
    let mut texts = world.query::<&Text>();
    assert!(texts.iter(world).any(|text| text.0 == "1 of 50 solved"));
    assert_eq!(texts.iter(world).filter(|text| text.0.ends_with("· solved")).count(), 1);
}

#[test]
fn a_puzzle_that_is_missed_can_be_begun_again_and_its_solution_seen() {
    let mut player = Player::new();
    let place = exact_place();
    let puzzle = &shipped_puzzles()[place];
    open_puzzle(&mut player, place);
    click_orders(&mut player, &puzzle.others[0].orders);
    assert_ne!(be_judged(&mut player), SolvingResult::Solved);
    check_nobody_moves(&mut player);
    player.say(PuzzleAction::Retry);
    player.app.update();
    assert_eq!(attempt(player.app.world()).stage, SolvingStage::Solving);
    assert_eq!(player.game().session.battle().hash(), puzzle.position().hash());
    assert!(player.game().session.is_human_to_move());
    player.say(PuzzleAction::Solution);
    player.until("the reasons are known", |world| {
        matches!(&attempt(world).stage, SolvingStage::Shown(Some(why)) if why.len() == puzzle.others.len())
    });
    player.say(PlaybackAction::Skip);
    let given = attempt(player.app.world()).given_orders(&player.game().session);
    assert_eq!(given, puzzle.solution);
    assert!(!player.app.world().resource::<SolvedPuzzles>().has_solved(puzzle), "it was told");
    player.say(PuzzleAction::Next);
    player.app.update();
    assert_eq!(attempt(player.app.world()).place, (place + 1) % shipped_puzzles().len());
    player.say(PuzzleAction::List);
    player.app.update();
    assert_eq!(player.screen(), Screen::Puzzles);
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
}

#[test]
fn the_map_of_a_puzzle_lies_beside_its_panel() {
    let mut player = Player::new();
    let corner = corner_panel_node();
    for place in 0..shipped_puzzles().len() {
        open_puzzle(&mut player, place);
        let world = player.app.world_mut();
        let covered = world.resource::<Board>().covered[0];
        let mut nodes = world.query::<&Node>();
        let panel = nodes.iter(world).find(|node| (node.width, node.bottom) == (corner.width, corner.bottom));
        let panel = panel.expect("the panel of the puzzle");
        let (Val::Px(left), Val::Px(width)) = (panel.left, panel.width) else { panic!("{panel:?}") };
        assert!(left + width <= covered, "{left} and {width} in {covered}");
    }
}

#[test]
fn every_puzzle_opens_and_is_no_battle_to_save() {
    let mut player = Player::new();
    for place in 0..shipped_puzzles().len() {
        open_puzzle(&mut player, place);
    }
    player.say(hotgates_frontend::battle::SaveBattleCopy);
    assert_eq!(player.notices(), ["Puzzles are not saved; the solved ones are remembered."]);
    assert!(!player.storage().save_folder().exists());
}
