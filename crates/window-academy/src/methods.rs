//! The searches of each game, by the keys of their names and descriptions.

use crate::AcademyGame;

/// Returns the text keys of the searches of a game: of the name and of the description of each.
pub fn method_text_keys(lesson: AcademyGame) -> &'static [(&'static str, &'static str)] {
    match lesson {
        AcademyGame::River => &[
            ("search-breadth", "search-breadth-about"),
            ("search-uniform", "search-uniform-about"),
            ("search-astar", "search-astar-about"),
            ("search-greedy", "search-greedy-about"),
            ("search-best", "search-best-about"),
            ("search-beam", "search-beam-about"),
            ("search-depth", "search-depth-about"),
        ],
        AcademyGame::TicTacToe => &[
            ("board-lesson", "board-lesson-about"),
            ("board-scoring", "board-scoring-about"),
            ("board-perfect", "board-perfect-about"),
            ("board-mcts", "board-mcts-about"),
        ],
        AcademyGame::Tower => &[
            ("tower-full", "tower-full-about"),
            ("search-best", "tower-best-about"),
            ("search-beam", "tower-beam-about"),
            ("search-depth", "tower-depth-about"),
            ("tower-blind", "tower-blind-about"),
        ],
        AcademyGame::Ways => &[
            ("search-breadth", "way-breadth-about"),
            ("search-uniform", "way-uniform-about"),
            ("search-astar", "way-astar-about"),
            ("search-greedy", "way-greedy-about"),
            ("search-beam", "way-beam-about"),
            ("search-depth", "way-depth-about"),
        ],
    }
}
