//! Sounds of what is shown: each event is heard when it begins to be shown.

use bevy::prelude::*;
use hotgates_engine::{Battle, Event, Side, UnitId};
use hotgates_sound::{SoundCue, cues_of_event};

use super::BattleSystems;
use crate::scene::{FoughtBattle, Scene, is_battle_shown};

/// A sound that is to be played; the window plays it, if it has loudspeakers.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct PlaySound(pub SoundCue);

/// Speed of events from which on only blows are heard: steps would run into each other.
const HURRIED: u8 = 8;
/// Most of a sound's direction: the ear at the far side still hears something.
const WIDEST: f32 = 0.7;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlaySound>()
        .add_systems(Update, hear_shown_events.in_set(BattleSystems::Panels).run_if(is_battle_shown));
}

fn hear_shown_events(scene: ResMut<Scene>, mut sounds: MessageWriter<PlaySound>) {
    let person = scene.shown_battle().and_then(|scene| {
        let mut people = Side::BOTH.into_iter().filter(|&side| scene.session().is_person_here(side));
        people.next().filter(|_| people.next().is_none())
    });
    // Planned orders make no sound.
    let is_planned = scene.fought_battle().is_some_and(FoughtBattle::shows_plan);
    let Some(mut playback) = Scene::borrow_playback(scene) else { return };
    let mut begun = playback.bypass_change_detection().take_begun_events();
    begun.retain(|_| !is_planned);
    let battle = playback.shown_position();
    for event in begun {
        if is_step(&event) && playback.speed >= HURRIED {
            continue;
        }
        let pan = unit_of_event(&event).map_or(0.0, |unit| pan_of_unit(battle, unit));
        let speed = u32::from(playback.speed.max(1));
        sounds.write_batch(cues_of_event(&event, battle, person).into_iter().map(|cue| {
            let delay = cue.delay / speed;
            PlaySound(cue.after(delay).with_pan(pan))
        }));
    }
}

/// Returns the direction in which a unit stands: left or right of the middle of the map.
fn pan_of_unit(battle: &Battle, unit: UnitId) -> f32 {
    let grid = battle.grid();
    let whole = (grid.width() - 1).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a map has at most some thousand columns")]
    let share = grid.coord(battle.unit(unit).cell).col as f32 / whole as f32;
    (2.0 * share - 1.0) * WIDEST
}

const fn is_step(event: &Event) -> bool {
    matches!(event, Event::Stepped { .. } | Event::Ran { .. } | Event::WentBack { .. })
}

/// Returns the unit that an event happens to; `None` where it happens to a side or to the ground.
const fn unit_of_event(event: &Event) -> Option<UnitId> {
    match *event {
        Event::Stepped { unit, .. }
        | Event::WentBack { unit, .. }
        | Event::Arrived { unit, .. }
        | Event::Departed { unit, .. }
        | Event::GaveWay { unit, .. }
        | Event::Ran { unit, .. }
        | Event::Pursued { unit, .. }
        | Event::Attacked { unit, .. }
        | Event::Reacted { unit, .. }
        | Event::Hit { unit, .. }
        | Event::Broke { unit }
        | Event::Surrendered { unit } => Some(unit),
        _ => None,
    }
}
