//! A battle on the screen: orders in by mouse and keyboard, events out as animations. The rules are
//! the engine's, what a click means is [`selection`]'s, and every change goes through [`session`].

mod autosave;
mod control;
mod deployment;
mod hud;
mod journal;
mod log;
pub(crate) mod odds;
mod on_screen;
pub mod playback;
mod playing;
pub mod selection;
pub mod session;
mod show;
mod thinking;
mod verdict;

use std::path::PathBuf;

use bevy::prelude::*;
use hotgates_engine::{BySide, Scenario, UnitId};

use self::selection::{Preview, Selection};
use self::session::{Seat, Session};
use hotgates_ui::screen::Screen;

pub(crate) use autosave::SaveNow;
pub use control::{BattleAction, KEYS};
pub(crate) use control::{attack_of, give, pace};
pub(crate) use hud::{KeyList, bar, key_list, pace_buttons, unit_and_log};
pub(crate) use log::{deed_line, order_line};
pub(crate) use on_screen::{OnScreen, on_screen};
pub(crate) use playing::advance_playback;
pub(crate) use show::Pointed;
pub use thinking::Thinking;
pub use verdict::AfterBattle;
pub(crate) use verdict::strength_graph;

/// The battle being fought.
#[derive(Resource, Debug)]
pub struct Game {
    /// The battle, its dice and its past.
    pub session: Session,
    /// The selected unit.
    pub selection: Selection,
    /// What the pointer is over, as far as it concerns the selected unit.
    pub preview: Option<Preview>,
    /// Whether units are still being arranged before the first turn.
    pub deploying: bool,
    /// Whether the end of the turn waits for a yes, and for which units' sake.
    pub asked_to_end: Vec<UnitId>,
    /// Whether the list of keys is shown.
    pub keys_shown: bool,
}

/// Starts a battle.
#[derive(Message, Debug, Clone)]
pub struct StartBattle {
    /// What to fight.
    pub scenario: Scenario,
    /// Who commands.
    pub seats: BySide<Seat>,
}

/// Takes up a saved battle, or watches one that is over.
#[derive(Message, Debug, Clone)]
pub struct LoadBattle(pub PathBuf);

/// A battle has ended. Another app learns here what came of it.
#[derive(Message, Debug, Clone)]
pub struct BattleEnded(pub hotgates_engine::Outcome);

/// The order of a battle's systems within a frame.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Mouse and keyboard become orders.
    Input,
    /// Orders are followed; computers think.
    Orders,
    /// Events are shown.
    Playback,
    /// Panels are filled anew.
    Panels,
}

/// The battle.
pub(crate) fn plugin(app: &mut App) {
    app.add_message::<StartBattle>()
        .add_message::<LoadBattle>()
        .add_message::<BattleEnded>()
        .configure_sets(
            Update,
            (BattleSystems::Input, BattleSystems::Orders, BattleSystems::Playback, BattleSystems::Panels)
                .chain()
                .after(hotgates_board::BoardSystems::Input)
                .before(hotgates_board::BoardSystems::Draw),
        )
        .configure_sets(Update, hotgates_ui::notices::NoticeSystems.in_set(BattleSystems::Panels))
        .add_plugins((
            playing::plugin,
            control::plugin,
            thinking::plugin,
            show::plugin,
            hud::plugin,
            journal::plugin,
            autosave::plugin,
            verdict::plugin,
            deployment::plugin,
        ));
}

/// Whether a battle is on the screen.
pub(crate) fn fighting(screen: Option<Res<State<Screen>>>, game: Option<Res<Game>>) -> bool {
    game.is_some() && screen.is_some_and(|screen| *screen.get() == Screen::Battle)
}
