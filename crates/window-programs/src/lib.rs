//! Programs as commanders in the window: the question that a player answers before one is started. A program is
//! started only by words that the player has typed here, has seen as they are passed, and has confirmed; nothing
//! in a file does.
//!
//! A screen writes [`AskForProgram`] and hears of the answer by [`ProgramConfirmed`].

#![expect(
    clippy::needless_pass_by_value,
    reason = "Bevy's systems take their parameters by value and say in their types what they ask for"
)]

mod cell_state;
mod confirmed;
mod dialog;
mod draft;

use std::path::PathBuf;

use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_ui::{register_emitted_message, register_typed_message};

pub use cell_state::CellState;
pub use confirmed::ConfirmedProgram;
pub use draft::{ProgramDraft, ProgramObstacle};

/// The file of the program whose command `cell` puts up cells, such as `hotgates`; `None` in an app that is no
/// such program: then a player can only start programs without walls, and has to say so.
#[derive(Resource, Debug, Clone, Default)]
pub struct CellWarden(pub Option<PathBuf>);

/// A request to ask the player for a program that is to command a side.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct AskForProgram {
    /// The side.
    pub side: Side,
    /// The command that stands in the field at first: one that this player has typed before, never a file's.
    pub command: String,
}

/// A change of the answer that the player is giving.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum ProgramAction {
    /// Another command stands in the field.
    Type(String),
    /// Start the program without the walls of a cell, or behind them.
    WithoutWalls(bool),
    /// Start this program when the battle begins.
    Confirm,
    /// Start none.
    Cancel,
}

/// A message that the player has confirmed a program for a side.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct ProgramConfirmed {
    /// The side.
    pub side: Side,
    /// The program.
    pub program: ConfirmedProgram,
}

/// The question on the screen, with the answer so far; none while nobody is asked.
#[derive(Resource, Debug, Default)]
pub struct ProgramQuestion(Option<ProgramDraft>);

impl ProgramQuestion {
    /// Returns the answer so far; `None` while nobody is asked.
    #[must_use]
    pub const fn draft(&self) -> Option<&ProgramDraft> {
        self.0.as_ref()
    }
}

/// Run condition: nobody is asked for a program, so that keys mean what they do on the screen below.
#[must_use]
pub fn is_no_program_asked(question: Res<ProgramQuestion>) -> bool {
    question.0.is_none()
}

/// The systems of the question. They belong after those that read keys for the screen below.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProgramSystems;

/// Adds the question.
pub fn plugin(app: &mut App) {
    register_emitted_message::<AskForProgram>(app);
    register_emitted_message::<ProgramAction>(app);
    register_typed_message::<ProgramAction>(app);
    app.add_message::<ProgramConfirmed>()
        .init_resource::<CellWarden>()
        .init_resource::<ProgramQuestion>()
        .add_systems(
            Update,
            (cancel_by_escape, ask_for_program, handle_program_actions, learn_cell_state)
                .chain()
                .in_set(ProgramSystems),
        )
        .add_plugins(dialog::plugin);
}

fn cancel_by_escape(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    question: Res<ProgramQuestion>,
    mut actions: MessageWriter<ProgramAction>,
) {
    if question.0.is_some() && keys.is_some_and(|keys| keys.just_pressed(KeyCode::Escape)) {
        actions.write(ProgramAction::Cancel);
    }
}

fn ask_for_program(
    mut asked: MessageReader<AskForProgram>,
    warden: Res<CellWarden>,
    mut question: ResMut<ProgramQuestion>,
) {
    if let Some(AskForProgram { side, command }) = asked.read().last() {
        question.0 = Some(ProgramDraft::new(*side, command.clone(), warden.0.clone()));
    }
}

fn handle_program_actions(
    mut actions: MessageReader<ProgramAction>,
    mut question: ResMut<ProgramQuestion>,
    mut confirmed: MessageWriter<ProgramConfirmed>,
) {
    for action in actions.read() {
        let Some(draft) = &mut question.0 else { continue };
        match action {
            ProgramAction::Type(command) => draft.set_command(command.clone()),
            ProgramAction::WithoutWalls(without) => draft.set_without_walls(*without),
            ProgramAction::Confirm => {
                if let Ok(program) = draft.confirm() {
                    confirmed.write(ProgramConfirmed { side: draft.side(), program });
                    question.0 = None;
                }
            }
            ProgramAction::Cancel => question.0 = None,
        }
    }
}

fn learn_cell_state(mut question: ResMut<ProgramQuestion>) {
    let draft = question.bypass_change_detection().0.as_mut();
    if draft.is_some_and(ProgramDraft::learn_cell_state) {
        question.set_changed();
    }
}
