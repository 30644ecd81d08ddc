//! Sounds of the events of a battle.

use std::time::Duration;

use hotgates_engine::{Battle, Event, Presence, Side, Strength, UnitId, WeatherId};

use crate::movement::{MovementClass, has_gunpowder};
use crate::sound::Sound;

/// A sound that is to be heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoundCue {
    /// The sound.
    pub sound: Sound,
    /// Time until the sound begins.
    pub delay: Duration,
    /// How strong the sound is, from 0 to 1: how loud it is played and how many are heard in it.
    pub strength: f32,
    /// Direction of the sound, from −1 (left) to 1 (right).
    pub pan: f32,
}

impl SoundCue {
    /// Makes the cue of a sound that is heard at once and in the middle.
    #[must_use]
    pub const fn new(sound: Sound, strength: f32) -> Self {
        Self { sound, delay: Duration::ZERO, strength, pan: 0.0 }
    }

    /// Lets the sound begin later.
    #[must_use]
    pub const fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Lets the sound come from a direction, from −1 (left) to 1 (right).
    #[must_use]
    pub const fn with_pan(mut self, pan: f32) -> Self {
        self.pan = pan;
        self
    }
}

/// Time from the beginning of a charge to the clash.
const CHARGE_LEAD: Duration = Duration::from_millis(600);
/// Time from a shot in reply to what it answers.
const SHORT_LEAD: Duration = Duration::from_millis(60);

/// Returns what is heard of an event. `battle` is the position in which the event happens, before it; `listener`
/// the side whose victory is a victory, `None` where both sides are persons or nobody plays.
///
/// ```
/// use hotgates_engine::{Battle, Event, MapFile, Scenario, Side};
/// use hotgates_sound::{Sound, cues_of_event};
///
/// let map = MapFile::from_ron(r##"(
///     name: "Two men and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]),
///     blue: (units: [(type: "infantry")]),
/// )"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let began = Event::HalfTurnBegan { turn: 1, side: Side::Blue };
/// assert_eq!(cues_of_event(&began, &battle, None)[0].sound, Sound::Horn(Side::Blue));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[must_use]
pub fn cues_of_event(event: &Event, battle: &Battle, listener: Option<Side>) -> Vec<SoundCue> {
    let heard = EventEar { battle };
    match *event {
        Event::Stepped { unit, .. }
        | Event::WentBack { unit, .. }
        | Event::Arrived { unit, .. }
        | Event::Departed { unit, how: Presence::Exited | Presence::Withdrawn } => {
            vec![heard.march_of_unit(unit, 0.3)]
        }
        Event::GaveWay { unit, .. } | Event::Ran { unit, .. } => vec![heard.march_of_unit(unit, 0.4)],
        Event::Pursued { unit, .. } => vec![heard.march_of_unit(unit, 0.6)],
        Event::Attacked { unit, ranged: true, .. } => vec![heard.shot_of_unit(unit)],
        Event::Attacked { unit, ranged: false, .. } => heard.assault_of_unit(unit),
        Event::Reacted { unit, .. } => vec![heard.shot_of_unit(unit).after(SHORT_LEAD)],
        Event::Hit { unit, by, losses, .. } => heard.blow_on_unit(unit, by, losses),
        Event::CastleTaken { .. } => vec![SoundCue::new(Sound::Flag, 0.9)],
        Event::HexTaken { .. } => vec![SoundCue::new(Sound::Flag, 0.6)],
        Event::Broke { unit } => vec![SoundCue::new(Sound::Rout, heard.size_of_unit(unit, 0.6))],
        Event::Surrendered { unit } | Event::Departed { unit, how: Presence::Fled } => {
            vec![SoundCue::new(Sound::Rout, heard.size_of_unit(unit, 0.4))]
        }
        Event::Worked { .. } => vec![SoundCue::new(Sound::Work, 0.4)],
        Event::TerrainChanged { .. } => vec![SoundCue::new(Sound::Work, 0.6)],
        Event::WeatherChanged { weather } if heard.is_rain(weather) => {
            vec![SoundCue::new(Sound::Rain, 0.6)]
        }
        Event::HalfTurnBegan { side, .. } => vec![SoundCue::new(Sound::Horn(side), 0.6)],
        Event::Ended { verdict } => match (verdict.winner, listener) {
            (Some(winner), Some(side)) if winner != side => vec![SoundCue::new(Sound::Defeat, 0.9)],
            (Some(_), _) => vec![SoundCue::new(Sound::Victory, 0.9)],
            (None, _) => Vec::new(),
        },
        // What the eye is told, the ear is spared.
        Event::Departed { .. }
        | Event::GoalAdvanced { .. }
        | Event::Called { .. }
        | Event::Scripted { .. }
        | Event::RanInto { .. }
        | Event::Sighted { .. }
        | Event::Vanished { .. }
        | Event::CohesionChanged { .. }
        | Event::Rallied { .. }
        | Event::Unsupplied { .. }
        | Event::Resupplied { .. }
        | Event::RoundsChanged { .. }
        | Event::ExperienceGained { .. }
        | Event::Promoted { .. }
        | Event::OfficerFell { .. }
        | Event::Faced { .. }
        | Event::WeatherChanged { .. } => Vec::new(),
    }
}

/// A position, as the ear knows it.
struct EventEar<'a> {
    battle: &'a Battle,
}

impl EventEar<'_> {
    fn class_of_unit(&self, unit: UnitId) -> MovementClass {
        MovementClass::of_type(self.battle.kind(unit))
    }

    /// Returns the share of a number of men in a unit at full strength.
    fn share_of_men(&self, unit: UnitId, men: Strength) -> f32 {
        (f32::from(men.0) / f32::from(self.battle.kind(unit).strength.0.max(1))).min(1.0)
    }

    /// Returns a strength for what a unit does: all of `most` for a full unit, half of it for a few men.
    fn size_of_unit(&self, unit: UnitId, most: f32) -> f32 {
        most * self.share_of_men(unit, self.battle.unit(unit).strength).mul_add(0.5, 0.5)
    }

    fn march_of_unit(&self, unit: UnitId, most: f32) -> SoundCue {
        let sound = match self.class_of_unit(unit) {
            MovementClass::Foot => Sound::Steps,
            MovementClass::Mounted => Sound::Hooves,
            MovementClass::Guns => Sound::Wheels,
            MovementClass::Vehicles => Sound::Engines,
        };
        SoundCue::new(sound, self.size_of_unit(unit, most))
    }

    fn shot_of_unit(&self, unit: UnitId) -> SoundCue {
        let sound = match self.class_of_unit(unit) {
            MovementClass::Guns | MovementClass::Vehicles => Sound::Gun,
            MovementClass::Foot | MovementClass::Mounted if has_gunpowder(self.battle.rules()) => {
                Sound::Volley
            }
            MovementClass::Foot | MovementClass::Mounted => Sound::Arrows,
        };
        SoundCue::new(sound, self.size_of_unit(unit, 0.9))
    }

    fn assault_of_unit(&self, unit: UnitId) -> Vec<SoundCue> {
        let strength = self.size_of_unit(unit, 0.8);
        match self.class_of_unit(unit) {
            MovementClass::Mounted => vec![
                SoundCue::new(Sound::Charge, strength),
                SoundCue::new(Sound::Melee, strength).after(CHARGE_LEAD),
            ],
            MovementClass::Foot | MovementClass::Guns => vec![SoundCue::new(Sound::Melee, strength)],
            MovementClass::Vehicles => vec![
                SoundCue::new(Sound::Engines, strength),
                SoundCue::new(Sound::Gun, strength).after(SHORT_LEAD),
            ],
        }
    }

    /// Returns the clash of a blow in melee; what a shot does is heard as the shot.
    fn blow_on_unit(&self, unit: UnitId, by: Option<UnitId>, losses: Strength) -> Vec<SoundCue> {
        let Some(by) = by.filter(|&by| self.are_neighbours(unit, by)) else { return Vec::new() };
        let share = self.share_of_men(unit, losses);
        let strength = 0.3 + 0.6 * (4.0 * share).min(1.0);
        let sound = match self.class_of_unit(by) {
            MovementClass::Vehicles => Sound::Gun,
            MovementClass::Foot | MovementClass::Mounted | MovementClass::Guns => Sound::Melee,
        };
        vec![SoundCue::new(sound, strength)]
    }

    fn are_neighbours(&self, one: UnitId, other: UnitId) -> bool {
        self.battle.hex(one).unsigned_distance_to(self.battle.hex(other)) == 1
    }

    /// Returns `true` for weather that makes ground heavy and hides what is far: rain or snow.
    fn is_rain(&self, weather: WeatherId) -> bool {
        let rule = self.battle.rules().options.weather.as_ref();
        let state = rule.and_then(|rule| rule.states.get(weather.index()));
        state.is_some_and(|state| state.sight.0 < 1000 && state.costs.values().any(|cost| cost.0 > 1000))
    }
}
