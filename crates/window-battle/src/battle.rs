//! A battle on the screen: orders in by mouse and keyboard, events out as animations. The rules are
//! the engine's, what a click means is [`selection`]'s, and every change goes through [`session`].

mod autosave;
pub(crate) mod begun_work;
mod control;
mod deployment;
pub mod guest_battle;
mod hearing;
mod hud;
mod journal;
mod march_plan;
mod marches;
mod news;
pub(crate) mod odds;
mod order_record;
pub mod own_plan;
mod panel_places;
mod plan_panel;
mod planning;
pub mod playback;
mod playing;
mod program_table;
mod seating;
pub mod selection;
pub mod session;
mod show;
pub mod situation;
pub mod standing;
mod strength_graph;
mod thinking;
mod unit_numbers;
mod verdict;
pub mod works;

use std::path::PathBuf;

use bevy::prelude::*;
use hotgates_engine::Scenario;
use hotgates_play::Seats;

pub use autosave::{AutosaveBattle, SaveBattleCopy};
pub(crate) use control::attack_in_preview;
pub use control::give_order;
pub use control::{BattleAction, PointerAction};
pub use hearing::PlaySound;
pub use hud::{bar_filled_to_permille, spawn_speed_buttons, spawn_unit_and_log_panels};
pub use panel_places::{TableRoom, corner_panel_node};
pub use planning::{CountedPlan, PlanAction};
pub use playing::BattleOpener;
pub use playing::advance_playback;
pub use seating::SeatAction;
pub use show::order_colour;
pub use strength_graph::StrengthGraph;
pub use thinking::ComputerPlayers;
pub use unit_numbers::ShownUnitNumbers;
pub use verdict::{AfterBattleAction, AnalyseNextReplay, men_left_text, verdict_text};

/// A request to start a battle.
#[derive(Message, Debug, Clone)]
pub struct StartBattle {
    /// Scenario of the battle.
    pub scenario: Scenario,
    /// Seats of both sides.
    pub seats: Seats,
    /// Beginning of the battle.
    pub opening: BattleOpening,
}

/// The beginning of a battle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BattleOpening {
    /// People may arrange their units first.
    #[default]
    Arranged,
    /// Units stand where the scenario puts them, and the lesson with this number explains itself.
    Lesson(usize),
    /// Units stand where their campaign puts them, and what comes of the battle goes back to it.
    OfCampaign,
    /// The battle is a server's, which keeps it.
    AtTable,
}

impl StartBattle {
    /// Makes the request for a battle in which people may arrange their units first.
    #[must_use]
    pub fn new(scenario: Scenario, seats: Seats) -> Self {
        Self { scenario, seats, opening: BattleOpening::default() }
    }
}

/// A request to take up a saved battle, or to watch a battle that is over.
#[derive(Message, Debug, Clone)]
pub struct LoadBattle(pub PathBuf);

/// A message that a battle is on the board now: a new battle, or one that was taken up again.
#[derive(Message, Debug, Clone, Copy)]
pub struct BattleBegan;

/// A message that a battle has ended, with its outcome for another app.
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
        .add_message::<BattleBegan>()
        .add_message::<BattleEnded>()
        .configure_sets(
            Update,
            (BattleSystems::Input, BattleSystems::Orders, BattleSystems::Playback, BattleSystems::Panels)
                .chain()
                .after(hotgates_board::BoardSystems::Input)
                .before(hotgates_board::BoardSystems::Draw),
        )
        .configure_sets(Update, hotgates_ui::notices::NoticeSystems.in_set(BattleSystems::Panels))
        .configure_sets(
            Update,
            hotgates_window_programs::ProgramSystems
                .after(BattleSystems::Input)
                .before(BattleSystems::Orders),
        )
        .add_plugins((
            playing::plugin,
            control::plugin,
            marches::plugin,
            (planning::plugin, plan_panel::plugin),
            thinking::plugin,
            (show::plugin, unit_numbers::plugin),
            hud::plugin,
            journal::plugin,
            news::plugin,
            autosave::plugin,
            (verdict::plugin, strength_graph::plugin),
            deployment::plugin,
            hearing::plugin,
            works::plugin,
            seating::plugin,
        ));
}
