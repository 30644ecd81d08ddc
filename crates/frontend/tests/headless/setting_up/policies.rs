//! Trained policies that command a side.

use std::path::Path;
use std::sync::Arc;

use hotgates_ai::{Budget, Commander, Reason};
use hotgates_engine::{Battle, View};
use hotgates_frontend::scene::BattlePhase;
use hotgates_frontend::setup::policies::{KnownPolicies, PolicyFiles};
use hotgates_play::TrainedPolicy;

use super::*;

/// A policy that has learned to rest, on small maps.
struct Sleeper;

impl Commander for Sleeper {
    fn name(&self) -> &'static str {
        "policy:sleeper"
    }

    fn order(&mut self, _: View<'_>, _: &mut Budget) -> (Order, Reason) {
        (Order::EndTurn, Reason::Own("rest".to_owned()))
    }
}

impl TrainedPolicy for Sleeper {
    fn make_commander(&self, battle: &Battle) -> Result<Box<dyn Commander>, String> {
        if battle.grid().width() > 12 {
            return Err("its maps have 12 columns".to_owned());
        }
        Ok(Box::new(Self))
    }
}

fn read_sleeper(path: &Path) -> Result<Arc<dyn TrainedPolicy>, String> {
    match std::fs::read_to_string(path).unwrap().as_str() {
        "sleeper" => Ok(Arc::new(Sleeper)),
        _ => Err(format!("{}: no policy", path.file_name().unwrap().display())),
    }
}

/// Opens the setup of the duel with a policy and a file that is none.
fn setup_with_policies() -> Player {
    let folder = tempfile::tempdir().unwrap();
    let own = Storage::from_folder(folder.path()).policy_folder();
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("sleeper.onnx"), "sleeper").unwrap();
    std::fs::write(own.join("torn.onnx"), "torn").unwrap();
    std::fs::write(own.join("notes.txt"), "sleeper").unwrap();
    let mut player = Player::at(folder);
    player.app.insert_resource(PolicyFiles(Some(read_sleeper)));
    player.app.insert_resource(BattleSetup::new(&duel(), BattleSetup::NO_MAP));
    player.press(KeyCode::KeyN);
    player.until("policies are known", |world| !world.resource::<KnownPolicies>().policies.is_empty());
    player.app.update();
    player
}

#[test]
fn a_trained_policy_commands_a_side_and_a_save_never_starts_one() {
    let mut player = setup_with_policies();
    check_texts(&mut player, &["sleeper.onnx", "torn.onnx: no policy"]);
    let policy = player.app.world().resource::<KnownPolicies>().policies[0].clone();
    player.say(SetupChange::Policy(Side::Red, policy));
    player.app.update();
    player.say(SetupAction::Start);
    player.app.update();
    player.say(BattleAction::BeginFighting);
    player.until("the policy has rested", |world| {
        world.resource::<Scene>().fought_battle().is_some_and(|game| game.session.is_human_to_move())
    });
    assert_eq!(player.orders(), [Order::EndTurn]);
    let (seats, scenario) = (player.game().session.seats().names_as_text(), player.game().session.scenario());
    assert_eq!(seats.red, "policy:sleeper.onnx");
    let red = Seats::in_file(&scenario.map)[Side::Red].clone();
    assert!(red.lacks_program() && red.make_player(player.game().session.battle(), 1).is_err());
    assert!(!matches!(player.game().phase, BattlePhase::Unseated(..)));
}

#[test]
fn a_policy_that_cannot_play_the_battle_says_why_and_nothing_starts() {
    let mut player = setup_with_policies();
    let policy = player.app.world().resource::<KnownPolicies>().policies[0].clone();
    player.say(SetupAction::Map(0));
    player.say(SetupChange::Policy(Side::Red, policy));
    player.app.update();
    check_texts(&mut player, &["The policy cannot fight here: its maps have 12 columns"]);
    assert!(player.app.world().resource::<BattleSetup>().battle_to_start().is_none());
    player.say(SetupAction::Start);
    player.app.update();
    assert_eq!(player.screen(), Screen::Setup);
    player.say(SetupChange::Seat(Side::Red, 0));
    assert!(player.app.world().resource::<BattleSetup>().battle_to_start().is_some());
}
