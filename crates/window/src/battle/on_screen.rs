//! The battle on the screen, whether it is being fought or watched again: what overlays and panels
//! show is the same.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use hotgates_engine::{Battle, Side, UnitId};

use super::playback::Playback;
use super::selection::{Preview, Selection};
use super::session::{Seat, Session, default_commander};
use super::{Game, fighting};
use crate::replay::Replaying;
use hotgates_ui::screen::Screen;

/// The battle on the screen. To be used by systems that run if [`on_screen`].
#[derive(SystemParam)]
pub(crate) struct OnScreen<'w> {
    game: Option<Res<'w, Game>>,
    replaying: Option<Res<'w, Replaying>>,
    playback: Res<'w, Playback>,
}

/// Whether a battle is being fought or watched again.
pub(crate) fn on_screen(
    screen: Option<Res<State<Screen>>>,
    game: Option<Res<Game>>,
    replaying: Option<Res<Replaying>>,
    playback: Option<Res<Playback>>,
) -> bool {
    let watching = screen.as_ref().is_some_and(|screen| *screen.get() == Screen::Replay);
    playback.is_some() && (watching && replaying.is_some() || fighting(screen, game))
}

impl OnScreen<'_> {
    /// Whether it is being watched again.
    pub fn is_replay(&self) -> bool {
        self.replaying.is_some()
    }

    /// Its past.
    ///
    /// # Panics
    /// Where there is no battle on the screen.
    pub fn session(&self) -> &Session {
        match (&self.replaying, &self.game) {
            (Some(replaying), _) => replaying.session(),
            (None, Some(game)) => &game.session,
            (None, None) => panic!("this is only asked while a battle is on the screen"),
        }
    }

    /// The position that questions are about: the present one of a battle being fought, the one
    /// shown of a replay.
    pub fn position(&self) -> &Battle {
        if self.is_replay() { self.playback.shown() } else { self.session().battle() }
    }

    /// The position that is shown.
    pub fn shown(&self) -> &Battle {
        self.playback.shown()
    }

    /// What is shown, and what is waiting to be.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// How many orders have been shown, the one that is just being shown among them in a replay.
    pub fn orders_shown(&self) -> usize {
        match &self.replaying {
            Some(replaying) => replaying.at(),
            None => self.session().shown(self.playback.waiting()),
        }
    }

    /// The selected unit.
    pub fn unit(&self) -> Option<UnitId> {
        self.selection().and_then(Selection::unit)
    }

    /// The selected unit with what it can do.
    pub fn selection(&self) -> Option<&Selection> {
        match (&self.replaying, &self.game) {
            (Some(replaying), _) => Some(&replaying.selection),
            (None, game) => game.as_ref().map(|game| &game.selection),
        }
    }

    /// What a click on the hex under the pointer would do.
    pub fn preview(&self) -> Option<&Preview> {
        let game = self.game.as_ref().filter(|_| !self.is_replay());
        game.and_then(|game| game.preview.as_ref())
    }

    /// The game being played; none in a replay.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_deref().filter(|_| !self.is_replay())
    }

    /// The commander of a side: the computer's own, or the usual one in place of a person.
    pub fn commander(&self, side: Side) -> String {
        match &self.session().seats()[side] {
            Seat::Computer(name) => name.clone(),
            Seat::Human => default_commander(side).to_owned(),
        }
    }
}
