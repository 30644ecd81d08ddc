//! Puzzles: the screen that lists them, those that have been solved, and the panel beside the
//! battle in which one is solved.

mod list;
mod solved;
mod solving;

use bevy::prelude::*;
use hotgates_analysis::{PuzzleTheme, shipped_puzzles};

use hotgates_ui::explain::explain_replay_break;
use hotgates_ui::screen::{ReturnScreen, Screen};
use hotgates_ui::storage::Storage;
use hotgates_ui::{Notice, register_emitted_message};
use hotgates_window_battle::PuzzleAttempt;
use hotgates_window_battle::battle::session::BattleSession;
use hotgates_window_battle::battle::{BattleOpener, BattleSystems};

pub use solved::SolvedPuzzles;

/// A request about puzzles.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleAction {
    /// Open the puzzle at this place among those that ship, from 0.
    Open(usize),
    /// Begin the puzzle again.
    Retry,
    /// Show the solution.
    Solution,
    /// Open the next puzzle.
    Next,
    /// Go to the list.
    List,
    /// Back to the menu.
    Back,
}

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<PuzzleAction>(app);
    app.add_systems(Startup, load_solved_puzzles)
        .add_systems(Update, open_puzzles.in_set(BattleSystems::Input))
        .add_plugins((list::plugin, solving::plugin));
}

fn load_solved_puzzles(mut commands: Commands, storage: Res<Storage>) {
    commands.insert_resource(SolvedPuzzles::load(&storage));
}

/// Puts puzzles on the screen, and leaves them.
fn open_puzzles(
    mut actions: MessageReader<PuzzleAction>,
    mut opener: BattleOpener,
    mut home: ResMut<ReturnScreen>,
    mut notices: MessageWriter<Notice>,
) {
    for &action in actions.read() {
        let here = opener.scene().fought_battle().and_then(|game| game.puzzle.as_ref());
        let place = match action {
            PuzzleAction::Open(place) => place,
            PuzzleAction::Next => match here {
                Some(attempt) => (attempt.place + 1) % shipped_puzzles().len(),
                None => continue,
            },
            PuzzleAction::List => {
                opener.go_to(Screen::Puzzles);
                continue;
            }
            PuzzleAction::Back => {
                opener.go_to(Screen::Menu);
                continue;
            }
            PuzzleAction::Retry | PuzzleAction::Solution => continue,
        };
        let Some(attempt) = PuzzleAttempt::for_puzzle_number(place) else { continue };
        match BattleSession::from_puzzle(attempt.puzzle()) {
            Ok(session) => {
                home.0 = Screen::Puzzles;
                opener.open_puzzle(session, attempt);
            }
            Err(broken) => drop(notices.write(Notice(explain_replay_break(&broken)))),
        }
    }
}

/// Returns the key of a theme's words.
pub(crate) const fn theme_text_key(theme: PuzzleTheme) -> &'static str {
    match theme {
        PuzzleTheme::Retake => "puzzle-retake",
        PuzzleTheme::DuskCharge => "puzzle-dusk-charge",
        PuzzleTheme::Storm => "puzzle-storm",
        PuzzleTheme::GunsFirst => "puzzle-guns-first",
        PuzzleTheme::Converge => "puzzle-converge",
        PuzzleTheme::StrikeAndWithdraw => "puzzle-withdraw",
        PuzzleTheme::Strike => "puzzle-strike",
        PuzzleTheme::Guard => "puzzle-guard",
        PuzzleTheme::March => "puzzle-march",
        PuzzleTheme::StandFast => "puzzle-stand",
    }
}
