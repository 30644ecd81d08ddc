//! Events played one after the other, at the speed that the player likes. The shown battle is a
//! clone to which events are applied when their time has passed: it is always a position that has
//! really been.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::Resource;
use hotgates_engine::{Battle, Event, Spectator};

/// The queue of events that are still to be shown, and the position shown so far.
#[derive(Resource, Debug)]
pub struct Playback {
    shown: Spectator,
    waiting: VecDeque<Event>,
    /// Time for which the first waiting event has been shown.
    elapsed: Duration,
    /// Multiple of the normal speed.
    pub speed: u8,
    /// `true` while time stands still.
    pub paused: bool,
    /// `true` if one more order is to be shown although time stands still.
    pub stepping: bool,
}

impl Playback {
    /// Makes the playback of a battle without waiting events.
    #[must_use]
    pub fn new(battle: Battle, speed: u8) -> Self {
        Self {
            shown: Spectator::new(battle),
            waiting: VecDeque::new(),
            elapsed: Duration::ZERO,
            speed,
            paused: false,
            stepping: false,
        }
    }

    /// Returns the position that is shown.
    #[must_use]
    pub const fn shown_position(&self) -> &Battle {
        self.shown.battle()
    }

    /// Returns the event being shown, and its progress from 0 to 1.
    #[must_use]
    pub fn current_event(&self) -> Option<(&Event, f32)> {
        let event = self.waiting.front()?;
        let whole = event_duration(event).as_secs_f32();
        Some((event, if whole > 0.0 { (self.elapsed.as_secs_f32() / whole).min(1.0) } else { 1.0 }))
    }

    /// Returns `true` once everything that happened has been shown.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Number of events that wait to be shown.
    #[must_use]
    pub fn waiting_event_count(&self) -> usize {
        self.waiting.len()
    }

    /// Adds events to be shown.
    pub fn push(&mut self, events: &[Event]) {
        self.waiting.extend(events);
    }

    /// Shows another position at once: after an undo, a load, a jump in a replay.
    pub fn show_position(&mut self, battle: Battle) {
        self.shown = Spectator::new(battle);
        self.waiting.clear();
        self.elapsed = Duration::ZERO;
    }

    /// Shows the end of all waiting events at once.
    pub fn skip_to_end(&mut self) {
        for event in self.waiting.drain(..) {
            self.shown.watch_event(&event);
        }
        self.elapsed = Duration::ZERO;
    }

    /// Lets time pass; returns the events that have been shown to their end.
    pub fn advance_time(&mut self, time: Duration) -> Vec<Event> {
        let mut done = Vec::new();
        if self.paused {
            return done;
        }
        self.elapsed += time * u32::from(self.speed);
        while let Some(event) = self.waiting.front() {
            let whole = event_duration(event);
            if self.elapsed < whole {
                return done;
            }
            self.elapsed -= whole;
            let rest = self.elapsed;
            done.extend(self.finish_first_event());
            self.elapsed = rest;
        }
        self.elapsed = Duration::ZERO;
        done
    }

    fn finish_first_event(&mut self) -> Option<Event> {
        let event = self.waiting.pop_front()?;
        self.shown.watch_event(&event);
        self.elapsed = Duration::ZERO;
        Some(event)
    }
}

/// Returns the time for which an event is shown at normal speed.
const fn event_duration(event: &Event) -> Duration {
    Duration::from_millis(match event {
        Event::Stepped { .. } | Event::Ran { .. } => 110,
        Event::GaveWay { .. } | Event::Pursued { .. } | Event::WentBack { .. } => 220,
        Event::Attacked { .. } | Event::Reacted { .. } => 280,
        Event::Hit { .. } => 520,
        Event::CastleTaken { .. } | Event::HexTaken { .. } => 500,
        Event::GoalAdvanced { .. } | Event::Scripted { .. } | Event::Called { .. } => 300,
        Event::Arrived { .. }
        | Event::Departed { .. }
        | Event::RanInto { .. }
        | Event::Broke { .. }
        | Event::Rallied { .. }
        | Event::Promoted { .. }
        | Event::OfficerFell { .. }
        | Event::Surrendered { .. } => 400,
        Event::Sighted { .. } | Event::Vanished { .. } | Event::Faced { .. } => 150,
        Event::Worked { .. } | Event::TerrainChanged { .. } | Event::WeatherChanged { .. } => 350,
        Event::HalfTurnBegan { .. } => 450,
        Event::Unsupplied { half_turns: 1, .. } | Event::Resupplied { .. } => 250,
        // The counter shows it at once, or did so before.
        Event::CohesionChanged { .. }
        | Event::Unsupplied { .. }
        | Event::RoundsChanged { .. }
        | Event::ExperienceGained { .. }
        | Event::Ended { .. } => 0,
    })
}
