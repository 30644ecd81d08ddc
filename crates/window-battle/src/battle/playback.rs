//! Events played one after the other, at the speed that the player likes. The shown battle is a
//! clone to which events are applied when their time has passed: it is always a position that has
//! really been.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::Resource;
use hotgates_engine::{Battle, Event, Hex, Spectator, UnitId};

/// An event that is still to be shown.
#[derive(Debug)]
struct WaitingEvent {
    event: Event,
    /// `true` for the first event of an order.
    begins_order: bool,
}

/// The queue of events that are still to be shown, and the position shown so far.
#[derive(Resource, Debug)]
pub struct Playback {
    shown: Spectator,
    waiting: VecDeque<WaitingEvent>,
    /// Time for which the first waiting event has been shown.
    elapsed: Duration,
    /// The unit of the last event, if that was a step.
    walker: Option<UnitId>,
    /// `true` if the first waiting event has been taken as one that begins.
    begun: bool,
    /// The end of the battle, which is shown for no time.
    ended: Option<Event>,
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
            walker: None,
            begun: false,
            ended: None,
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

    /// Returns `true` while time stands still, in a position to think about: a unit that was stopped on the hex of a
    /// friend first goes on to a hex that it has for itself.
    #[must_use]
    pub fn stands_still(&self) -> bool {
        self.paused && !self.is_among_friends()
    }

    /// Returns `true` if the unit that walks is on the hex of a friend that it passes.
    fn is_among_friends(&self) -> bool {
        let battle = self.shown.battle();
        let states = self.walker.map(|unit| (unit, battle.unit(unit)));
        states.is_some_and(|(unit, state)| state.alive() && battle.at(state.cell) != Some(unit))
    }

    /// Returns the event being shown, and its progress from 0 to 1.
    #[must_use]
    pub fn current_event(&self) -> Option<(&Event, f32)> {
        let event = &self.waiting.front()?.event;
        let whole = event_duration(event).as_secs_f32();
        Some((event, if whole > 0.0 { (self.elapsed.as_secs_f32() / whole).min(1.0) } else { 1.0 }))
    }

    /// Returns the step being shown: the unit, the hexes from which and to which it goes, and its way from 0 to
    /// 1. A unit sets out slowly and arrives slowly; between its first step and its last it goes evenly.
    #[must_use]
    pub fn current_step(&self) -> Option<(UnitId, Hex, Hex, f32)> {
        let (event, share) = self.current_event()?;
        let (unit, from, to) = step_of_event(event)?;
        let mut following = self.waiting.iter().skip(1).map(|waiting| &waiting.event);
        let next = following.find(|event| event_duration(event) > Duration::ZERO);
        let starts = self.walker != Some(unit);
        let ends = next.and_then(step_of_event).is_none_or(|(next, ..)| next != unit);
        Some((unit, from, to, eased_share(share, starts, ends)))
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

    /// Adds the events of an order, to be shown.
    pub fn push(&mut self, events: &[Event]) {
        let events = events.iter().enumerate();
        self.waiting.extend(events.map(|(at, &event)| WaitingEvent { event, begins_order: at == 0 }));
    }

    /// Shows another position at once: after an undo, a load, a jump in a replay.
    pub fn show_position(&mut self, battle: Battle) {
        self.shown = Spectator::new(battle);
        self.waiting.clear();
        self.elapsed = Duration::ZERO;
        (self.walker, self.begun, self.ended) = (None, false, None);
    }

    /// Returns the event that is shown if it has begun since the last call, and the end of the battle. Events that
    /// were shown to their end in between are left out.
    pub fn take_begun_events(&mut self) -> Vec<Event> {
        let mut begun = Vec::new();
        if let Some(first) = self.waiting.front().filter(|_| !self.begun) {
            begun.push(first.event);
            self.begun = true;
        }
        begun.extend(self.ended.take());
        begun
    }

    /// Shows the end of all waiting events at once.
    pub fn skip_to_end(&mut self) {
        while self.finish_first_event().is_some() {}
    }

    /// Lets time pass; returns the events that have been shown to their end.
    pub fn advance_time(&mut self, time: Duration) -> Vec<Event> {
        let mut done = Vec::new();
        if self.stands_still() {
            return done;
        }
        self.elapsed += time * u32::from(self.speed);
        while let Some(first) = self.waiting.front() {
            let whole = event_duration(&first.event);
            if self.elapsed < whole {
                return done;
            }
            self.elapsed -= whole;
            let rest = self.elapsed;
            done.extend(self.finish_first_event());
            if self.stands_still() {
                return done;
            }
            self.elapsed = rest;
        }
        self.elapsed = Duration::ZERO;
        done
    }

    fn finish_first_event(&mut self) -> Option<Event> {
        let WaitingEvent { event, begins_order } = self.waiting.pop_front()?;
        if begins_order {
            self.shown.begin_order();
        }
        self.shown.watch_event(&event);
        self.elapsed = Duration::ZERO;
        self.begun = false;
        if let Event::Ended { .. } = event {
            self.ended = Some(event);
        }
        if event_duration(&event) > Duration::ZERO {
            self.walker = step_of_event(&event).map(|(unit, ..)| unit);
        }
        Some(event)
    }
}

/// Returns the unit of a step, and the hexes from which and to which it goes; `None` for other events.
const fn step_of_event(event: &Event) -> Option<(UnitId, Hex, Hex)> {
    match *event {
        Event::Stepped { unit, from, to, .. }
        | Event::GaveWay { unit, from, to, .. }
        | Event::Pursued { unit, from, to }
        | Event::Ran { unit, from, to, .. } => Some((unit, from, to)),
        _ => None,
    }
}

/// Returns the way gone after a share of the time, both from 0 to 1, of a step that starts a way, ends it, does
/// both or neither. Steps follow each other without a jerk: at a joint the speed is 1 on both sides.
#[must_use]
pub fn eased_share(share: f32, starts: bool, ends: bool) -> f32 {
    match (starts, ends) {
        (true, true) => share * share * 2.0_f32.mul_add(-share, 3.0),
        (true, false) => share * share * (2.0 - share),
        (false, true) => {
            let left = 1.0 - share;
            (left * left).mul_add(-(2.0 - left), 1.0)
        }
        (false, false) => share,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_begin_and_end_where_they_should_and_join_without_a_jerk() {
        let speed = |share: f32, starts, ends| {
            (eased_share(share + 0.001, starts, ends) - eased_share(share - 0.001, starts, ends)) / 0.002
        };
        for (starts, ends) in [(true, true), (true, false), (false, true), (false, false)] {
            assert!(eased_share(0.0, starts, ends).abs() < 1e-6);
            assert!((eased_share(1.0, starts, ends) - 1.0).abs() < 1e-6);
            let slow_at_first = speed(0.001, starts, ends) < 0.1;
            let slow_at_last = speed(0.999, starts, ends) < 0.1;
            assert_eq!((slow_at_first, slow_at_last), (starts, ends));
            assert!(starts || (speed(0.001, starts, ends) - 1.0).abs() < 0.02);
            assert!(ends || (speed(0.999, starts, ends) - 1.0).abs() < 0.02);
        }
    }
}
