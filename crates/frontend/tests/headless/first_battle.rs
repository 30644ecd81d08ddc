//! The tutorial, as a newcomer follows it.

use hotgates_engine::{Coord, LegalOrders};
use hotgates_frontend::TutorialStep as Step;
use hotgates_frontend::insight::{Advice, AdviceAction};
use hotgates_frontend::tutorial::TutorialAction;

use super::*;

fn step(player: &Player) -> Option<Step> {
    explained(player.app.world())
}

/// Returns the tutorial's step, `None` outside of the tutorial.
pub(super) fn explained(world: &World) -> Option<Step> {
    world.resource::<Scene>().fought_battle()?.explained.map(|explained| explained.step)
}

/// Begins the first battle, up to the player's first order.
fn begin(player: &mut Player) {
    player.press(KeyCode::KeyT);
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
    assert_eq!(step(&player), Some(Step::Select));
    let holder = player.unit(Side::Blue, 0);
    player.click(player.cell_of(holder));
    assert_eq!(step(&player), Some(Step::Move));
    let pass = player.game().session.battle().grid().at(Coord { col: 6, row: 8 }).unwrap();
    player.click(pass);
    assert_eq!(player.cell_of(holder), pass, "the pass can be reached in one move");
    assert_eq!(step(&player), Some(Step::Hint));
    player.press(KeyCode::KeyH);
    player.until("the hint is there", |world| explained(world) == Some(Step::Follow));
    player.until("the hint is there", |world| world.resource::<Advice>().hint.is_some());
    player.say(AdviceAction::Take);
    player.app.update();
    assert_eq!(step(&player), Some(Step::EndTurn));
    player.say(BattleAction::EndTurnNow);
    player.until("Red has moved", |world| explained(world) == Some(Step::Attack));
    attack(&mut player);
    player.app.update();
    assert_eq!(
        step(&player),
        Some(Step::Look),
        "whoever holds the pass has somebody to attack in the second turn"
    );
    player.say(BattleAction::Show(holder));
    player.press(KeyCode::Digit2);
    player.until("the threat is shown", |world| explained(world) == Some(Step::Hold));
    for _ in 0..7 {
        player.say(AdviceAction::Auto);
        player.until("the turn is over", |world| {
            let session = &game(world).session;
            !world.resource::<Advice>().auto
                && (session.is_human_to_move() || session.battle().verdict().is_some())
        });
    }
    player.until("the battle is over", |world| explained(world) == Some(Step::Over));
    let verdict = player.game().session.battle().verdict().unwrap();
    assert_eq!(verdict.winner, Some(Side::Blue), "hints hold the pass");
    let storage = player.storage();
    player.until("the replay is kept", |_| storage.list_replays(&storage.replay_folder()).len() == 1);
    assert!(!storage.autosave_file().exists(), "there is nothing left to resume");
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    assert_eq!(step(&player), None);
}

#[test]
fn the_first_battle_goes_on_without_its_explanations() {
    let mut player = Player::new();
    begin(&mut player);
    take_the_pass(&mut player);
    player.say(TutorialAction::Close);
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
    let (orders, storage) = (player.orders(), player.storage());
    player.until("it is saved", |_| storage.autosave_file().exists());
    player.say(BattleAction::Leave);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    player.press(KeyCode::KeyR);
    player.until("the battle is there", |world| world.resource::<Scene>().fought_battle().is_some());
    player.app.update();
    assert_eq!(player.orders(), orders);
    assert_eq!(player.game().session.scenario().map.name, "The First Pass");
    assert_eq!(step(&player), None, "who resumes has read the explanations");
}
