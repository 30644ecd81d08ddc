//! The tutorial, as a newcomer follows it.

use hotgates_engine::{Coord, LegalOrders};
use hotgates_frontend::tutorial::{Step, Tutorial};

use super::*;

fn step(player: &Player) -> Step {
    player.app.world().resource::<Tutorial>().step
}

/// Attacks with whoever can.
fn attack(player: &mut Player) {
    let battle = player.game().session.battle().clone();
    let mut orders = LegalOrders::new();
    let attack = orders.of_side(&battle).iter().find_map(|order| match *order {
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
    player.press(KeyCode::KeyT);
    player.until("the battle is there", |world| world.get_resource::<Game>().is_some());
    player.app.world_mut().resource_mut::<Playback>().speed = 16;
    player.until("Blue is to move", |world| world.resource::<Game>().session.human_to_move());
    player.app.update();
    assert_eq!(step(&player), Step::Select);
    let holder = player.unit(Side::Blue, 0);
    player.click(player.cell_of(holder));
    assert_eq!(step(&player), Step::Move);
    let pass = player.game().session.battle().grid().at(Coord { col: 6, row: 8 }).unwrap();
    player.click(pass);
    assert_eq!(player.cell_of(holder), pass, "the pass can be reached in one move");
    assert_eq!(step(&player), Step::Hint);
    player.press(KeyCode::KeyH);
    player.until("the hint is there", |world| world.resource::<Tutorial>().step == Step::Follow);
    player.until("the hint is there", |world| world.resource::<Advice>().hint.is_some());
    player.say(BattleAction::TakeHint);
    player.app.update();
    assert_eq!(step(&player), Step::EndTurn);
    player.say(BattleAction::EndTurnNow);
    player.until("Red has moved", |world| world.resource::<Tutorial>().step == Step::Attack);
    attack(&mut player);
    player.app.update();
    assert_eq!(step(&player), Step::Look, "whoever holds the pass has somebody to attack in the second turn");
    player.say(BattleAction::Show(holder));
    player.press(KeyCode::Digit2);
    player.until("the threat is shown", |world| world.resource::<Tutorial>().step == Step::Hold);
    for _ in 0..7 {
        player.say(BattleAction::Auto);
        player.until("the turn is over", |world| {
            let session = &world.resource::<Game>().session;
            !world.resource::<Advice>().auto
                && (session.human_to_move() || session.battle().verdict().is_some())
        });
    }
    player.until("the battle is over", |world| world.resource::<Tutorial>().step == Step::Over);
    let verdict = player.game().session.battle().verdict().unwrap();
    assert_eq!(verdict.winner, Some(Side::Blue), "hints hold the pass");
    let storage = player.storage();
    assert!(
        !storage.autosave().exists() && storage.list(&storage.replays()).is_empty(),
        "it is only practice"
    );
    player.press(KeyCode::Escape);
    player.app.update();
    assert_eq!(player.screen(), Screen::Menu);
    assert!(player.app.world().get_resource::<Tutorial>().is_none());
}
