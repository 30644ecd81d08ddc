//! Requests of the player or viewer.

use bevy::prelude::*;

use super::river::RiverAction;
use super::tictactoe::TicTacToeAction;
use super::tower::TowerAction;
use super::ways::WayAction;

/// One of the four games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AcademyGame {
    /// Priests, devils and a boat.
    #[default]
    River,
    /// Three in a row, or more.
    TicTacToe,
    /// Doors, keys, monsters and a boss.
    Tower,
    /// Cheapest ways over hexes.
    Ways,
}

impl AcademyGame {
    /// All games, in the order of the tabs.
    pub const ALL: [Self; 4] = [Self::River, Self::TicTacToe, Self::Tower, Self::Ways];
}

/// A request of the player or viewer.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AcademyAction {
    /// Shows another game.
    Open(AcademyGame),
    /// A change of the crossing.
    River(RiverAction),
    /// A change of tic-tac-toe.
    TicTacToe(TicTacToeAction),
    /// A change of the tower.
    Tower(TowerAction),
    /// A change of the way that is looked for.
    Ways(WayAction),
    /// Takes back.
    Undo,
    /// Starts the game again from the beginning.
    Restart,
    /// The next step, and why.
    Hint,
    /// Makes the next step.
    Next,
    /// Lets the computer play on, or stops it.
    Auto,
    /// Chooses another search, by its place in the list.
    Method(usize),
    /// Begins the search, or ends it with what it has.
    Search,
    /// Makes all searches, to compare them side by side.
    Compare,
    /// Plays the solution that the search has found.
    Follow,
    /// A move on the tape of the search.
    Watch(SearchPlaybackAction),
    /// The list of keys.
    Keys,
    /// Hides the list of keys; else leaves.
    Escape,
    /// Leaves the academy for the menu.
    Leave,
}

/// A request about the playback of the search that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchPlaybackAction {
    /// Shows a moment of the search.
    To(usize),
    /// Goes this number of moments of the search on, or back where it is negative.
    Moments(i8),
    /// Shows the latest moment of the search.
    Latest,
    /// Stops time, or lets it go on.
    Pause,
    /// Shows the search faster, or slower.
    Pace(i8),
}
