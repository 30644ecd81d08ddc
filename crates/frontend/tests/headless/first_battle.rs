//! The first lesson, as a newcomer follows it.

use hotgates_engine::{Coord, LegalOrders};
use hotgates_frontend::insight::{Advice, AdviceAction};
use hotgates_frontend::lessons::{LessonAction, WonLessons};
use hotgates_lessons::{LessonTask, LessonView, all_lessons};

use super::*;

/// The tasks of the first battle.
const TAKE_PASS: LessonTask = LessonTask::StandOn(&[Coord { col: 6, row: 8 }]);
const LOOK: LessonTask = LessonTask::LookAt(&[LessonView::Threat, LessonView::Chokes]);

fn step(player: &Player) -> Option<LessonTask> {
    explained(player.app.world())
}

/// Returns the task of the lesson's step, `None` outside of lessons.
pub(super) fn explained(world: &World) -> Option<LessonTask> {
    world.resource::<Scene>().fought_battle()?.explained.map(|explained| explained.step().task)
}

/// Begins the first battle, up to the player's first order.
fn begin(player: &mut Player) {
    player.press(KeyCode::KeyT);
    player.app.update();
    assert_eq!(player.screen(), Screen::Lessons);
    player.press(KeyCode::Digit1);
    player.until("the battle is there", |world| world.resource::<Scene>().fought_battle().is_some());
    player.playback().speed = 16;
    player.until("Blue is to move", |world| game(world).session.is_human_to_move());
    player.app.update();
}

/// Moves Blue's first unit into the pass.
fn take_the_pass(player: &mut Player) {
    let holder = player.unit(Side::Blue, 0);
    player.click(player.cell_of(holder));
    let pass = player.game().session.battle().grid().at(Coord { col: 6, row: 8 }).unwrap();
    player.click(pass);
    assert_eq!(player.cell_of(holder), pass, "the pass can be reached in one move");
}

/// Attacks with every unit that can.
fn attack(player: &mut Player) {
    let battle = player.game().session.battle().clone();
    let mut orders = LegalOrders::new();
    let attack = orders.orders_of_side(&battle).iter().find_map(|order| match *order {
        Order::Attack { unit, target } => Some((unit, target)),
        _ => None,
    });
    let (unit, target) = attack.unwrap();
    player.click(battle.unit(unit).cell);
    player.click(battle.unit(target).cell);
}

#[test]
fn the_first_battle_explains_itself_step_by_step() {
    let mut player = Player::new();
    begin(&mut player);
    assert_eq!(step(&player), Some(LessonTask::Select));
    let holder = player.unit(Side::Blue, 0);
    player.click(player.cell_of(holder));
    assert_eq!(step(&player), Some(TAKE_PASS));
    let pass = player.game().session.battle().grid().at(Coord { col: 6, row: 8 }).unwrap();
    player.click(pass);
    assert_eq!(player.cell_of(holder), pass, "the pass can be reached in one move");
    assert_eq!(step(&player), Some(LessonTask::AskHint));
    player.press(KeyCode::KeyH);
    player.until("the hint is there", |world| explained(world) == Some(LessonTask::GiveOrder));
    player.until("the hint is there", |world| world.resource::<Advice>().hint.is_some());
    player.say(AdviceAction::Take);
    player.app.update();
    assert_eq!(step(&player), Some(LessonTask::EndTurn));
    player.say(BattleAction::EndTurnNow);
    player.until("Red has moved", |world| explained(world) == Some(LessonTask::Attack));
    attack(&mut player);
    player.app.update();
    assert_eq!(step(&player), Some(LOOK), "whoever holds the pass has somebody to attack in the second turn");
    player.say(BattleAction::Show(holder));
    player.press(KeyCode::Digit2);
    player.until("the threat is shown", |world| explained(world) == Some(LessonTask::Fight));
    for _ in 0..7 {
        player.say(AdviceAction::Auto);
        player.until("the turn is over", |world| {
            let session = &game(world).session;
            !world.resource::<Advice>().auto
                && (session.is_human_to_move() || session.battle().verdict().is_some())
        });
    }
    player.until("the battle is over", |world| explained(world) == Some(LessonTask::Over));
    let verdict = player.game().session.battle().verdict().unwrap();
    assert_eq!(verdict.winner, Some(Side::Blue), "hints hold the pass");
    let storage = player.storage();
    player.until("the replay is kept", |_| storage.list_battles(&storage.replay_folder()).len() == 1);
    player.until("there is nothing left to resume", |_| !storage.autosave_file().exists());
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Lessons, "the way back is the list");
    check_texts(&mut player, &["1 of 6 won", "✓ won"]);
    let again = Player::at(player.folder);
    let (won, first) = (again.app.world().resource::<WonLessons>(), &all_lessons()[0]);
    assert!(won.has_won(first) && !won.has_won(&all_lessons()[1]), "it is kept");
}

#[test]
fn the_first_battle_goes_on_without_its_explanations() {
    let mut player = Player::new();
    begin(&mut player);
    take_the_pass(&mut player);
    player.say(LessonAction::Close);
    player.app.update();
    assert_eq!((player.screen(), step(&player)), (Screen::Battle, None));
    player.say(BattleAction::EndTurnNow);
    player.until("Red has moved", |world| game(world).session.battle().turn() == 2);
}

#[test]
fn the_first_battle_is_saved_and_taken_up_again() {
    let mut player = Player::new();
    begin(&mut player);
    take_the_pass(&mut player);
    // The computer may have given orders already that come too late for the save.
    let (mut orders, storage) = (player.orders(), player.storage());
    orders.truncate(1 + orders.iter().position(|&order| order == Order::EndTurn).expect("the turn is over"));
    player.until("it is saved", |_| storage.autosave_file().exists());
    player.say(BattleAction::Leave);
    player.app.update();
    player.say(LessonAction::Leave);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    player.press(KeyCode::KeyR);
    player.until("the battle is there", |world| world.resource::<Scene>().fought_battle().is_some());
    player.app.update();
    assert_eq!(player.orders()[..orders.len()], orders);
    assert_eq!(player.game().session.scenario().map.name, "The First Pass");
    assert_eq!(step(&player), None, "who resumes has read the explanations");
}

/// Every lesson begins from the list, points out what it asks for, goes back a step, starts over, and leads to the next
/// lesson and to its puzzle.
#[test]
fn lessons_go_on_back_and_over_again() {
    let mut player = Player::new();
    for (number, lesson) in all_lessons().iter().enumerate() {
        player.say(LessonAction::Begin(number));
        player.until("the lesson is there", |world| {
            let game = world.resource::<Scene>().fought_battle();
            game.is_some_and(|game| game.explained.is_some_and(|now| now.lesson == number))
        });
        player.app.update();
        let seats = player.game().session.seats();
        assert!(seats[lesson.side].is_human() && !seats[lesson.side.other()].is_human(), "{}", lesson.key);
        player.until("the player is to move", |world| game(world).session.is_human_to_move());
        player.until("it has been shown", is_idle);
        player.app.update();
        let first = player.game().explained.unwrap().step;
        player.say(LessonAction::Skip);
        player.say(LessonAction::StepBack);
        assert!(player.game().explained.unwrap().step <= first + 1, "{}", lesson.key);
        player.say(LessonAction::Again);
        player.app.update();
        assert_eq!(player.game().session.order_records().len(), 0, "{}: it has started over", lesson.key);
        assert!(player.game().playback.shown_position().turn() == 1);
    }
    player.say(LessonAction::NextLesson);
    player.app.update();
    assert_eq!(player.game().explained.map(|now| now.lesson), Some(0), "after the last comes the first");
    player.say(LessonAction::Puzzle);
    player.app.update();
    player.app.update();
    let theme = player.game().puzzle.as_ref().map(|attempt| attempt.puzzle().theme);
    assert_eq!(theme, Some(all_lessons()[0].puzzle), "the puzzle is about what the lesson teaches");
}

/// The cavalry is sent by one order, as the lesson has it, and wins.
#[test]
fn the_lesson_about_roads_is_won_by_marching() {
    let mut player = Player::new();
    let roads = all_lessons().iter().position(|lesson| lesson.key == "roads").unwrap();
    player.say(LessonAction::Begin(roads));
    player.app.update();
    player.playback().speed = 16;
    let cavalry = player.unit(Side::Red, 0);
    player.click(player.cell_of(cavalry));
    player.app.update();
    player.press(KeyCode::Digit1);
    player.until("costs have been looked at", |world| explained(world) == Some(LessonTask::March));
    let castle = player.game().session.battle().map().castles()[0];
    player.say(hotgates_frontend::board::PointAtHex(castle));
    player.press(KeyCode::KeyY);
    player.app.update();
    assert_eq!(step(&player), Some(LessonTask::EndTurn));
    for _ in 0..4 {
        if step(&player) == Some(LessonTask::Over) {
            break;
        }
        player.say(BattleAction::EndTurnNow);
        player.until("Red is to move again, or it is over", |world| {
            let session = &game(world).session;
            is_idle(world) && (session.is_human_to_move() || session.battle().verdict().is_some())
        });
        player.app.update();
        player.until("the march goes on", is_idle);
        player.app.update();
    }
    assert_eq!(step(&player), Some(LessonTask::Over));
    assert_eq!(player.game().session.battle().verdict().unwrap().winner, Some(Side::Red));
    check_texts(&mut player, &["The long road was the short one"]);
}
