//! Sounds of battles: each event is heard once, when it begins to be shown.

use bevy::ecs::message::Messages;
use hotgates_frontend::battle::PlaySound;
use hotgates_frontend::settings::SettingsAction;
use hotgates_frontend::ui::settings::Settings;
use hotgates_sound::{Sound, SoundCue};

use super::*;

/// Returns the sounds since the last call.
fn heard(player: &mut Player) -> Vec<SoundCue> {
    let mut sounds = player.app.world_mut().resource_mut::<Messages<PlaySound>>();
    sounds.drain().map(|PlaySound(cue)| cue).collect()
}

/// Lets everything be shown, and returns what was heard.
fn hear_to_the_end(player: &mut Player) -> Vec<SoundCue> {
    let mut all = heard(player);
    for _ in 0..2000 {
        player.app.update();
        all.extend(heard(player));
        if is_idle(player.app.world()) {
            break;
        }
    }
    all
}

fn names(cues: &[SoundCue]) -> Vec<Sound> {
    cues.iter().map(|cue| cue.sound).collect()
}

#[test]
fn steps_blows_and_horns_are_heard_once_where_they_are() {
    let mut player = Player::new();
    player.hot_seat();
    hear_to_the_end(&mut player);
    let (infantry, cavalry) = (player.unit(Side::Red, 0), player.unit(Side::Red, 1));
    let to = player.game().session.battle().grid().at(Coord { col: 9, row: 2 }).unwrap();
    player.say(HexClicked(Some(player.cell_of(cavalry))));
    player.say(HexClicked(Some(to)));
    let walked = hear_to_the_end(&mut player);
    assert!(!walked.is_empty() && names(&walked).iter().all(|sound| *sound == Sound::Hooves), "{walked:?}");
    assert!(walked.iter().all(|cue| cue.pan > 0.4), "in the east: {walked:?}");
    player.say(HexClicked(Some(player.cell_of(infantry))));
    let target = player.unit(Side::Blue, 0);
    player.say(HexClicked(Some(player.cell_of(target))));
    let struck = hear_to_the_end(&mut player);
    assert!(names(&struck).contains(&Sound::Melee), "{struck:?}");
    assert!(struck.iter().all(|cue| cue.pan < 0.0), "in the west: {struck:?}");
    player.say(BattleAction::EndTurnNow);
    let turned = hear_to_the_end(&mut player);
    assert_eq!(names(&turned), [Sound::Horn(Side::Blue)]);
    assert!(hear_to_the_end(&mut player).is_empty(), "nothing is heard twice");
}

#[test]
fn an_end_that_is_skipped_is_heard_and_steps_at_great_speed_are_not() {
    let mut player = Player::new();
    player.fight(DUEL, &Seat::from_name("random"), &Seat::from_name("random"));
    player.playback().speed = 16;
    let mut all = Vec::new();
    let begun = Instant::now();
    while player.on_screen().shown_position().verdict().is_none() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        player.playback().skip_to_end();
        player.app.update();
        all.extend(heard(&mut player));
    }
    for _ in 0..3 {
        player.app.update();
        all.extend(heard(&mut player));
    }
    let verdict = player.on_screen().shown_position().verdict().unwrap();
    let ends = all.iter().filter(|cue| matches!(cue.sound, Sound::Victory | Sound::Defeat)).count();
    assert_eq!(ends, usize::from(verdict.winner.is_some()), "{verdict:?} {:?}", names(&all));
    assert!(!names(&all).contains(&Sound::Steps), "{:?}", names(&all));
}

#[test]
fn sounds_are_switched_off_and_on_by_a_key_and_the_volume_is_kept() {
    let mut player = Player::new();
    player.hot_seat();
    let volume = |player: &Player| player.app.world().resource::<Settings>().volume;
    assert_eq!(volume(&player), 70);
    player.press(KeyCode::F4);
    assert_eq!((volume(&player), player.notices()), (0, vec!["Sounds off".to_owned()]));
    player.press(KeyCode::F4);
    assert_eq!((volume(&player), player.notices()), (70, vec!["Sounds on".to_owned()]));
    player.say(SettingsAction::Volume(20));
    assert_eq!(Settings::load(&player.storage()).volume, 20);
    std::fs::write(player.storage().settings_file(), "(volume: 255)").unwrap();
    assert_eq!(Settings::load(&player.storage()).volume, 100);
}
