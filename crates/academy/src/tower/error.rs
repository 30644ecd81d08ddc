//! The faults of a tower.

use super::map::{KeyColour, TilePlace};
use crate::counted::count_words;

/// Direction of stairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StairsDirection {
    /// To the floor above.
    #[error("up")]
    Up,
    /// To the floor below.
    #[error("down")]
    Down,
}

/// A measure of a random tower.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TowerMeasure {
    /// Number of floors.
    #[error("floors")]
    Floors,
    /// Number of rows of a floor.
    #[error("rows")]
    Rows,
    /// Number of columns of a floor.
    #[error("columns")]
    Columns,
}

/// A request to a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TowerRequest {
    /// A step of a route, or what a person typed for one.
    #[error("{0}")]
    Step(String),
    /// A step to the next cell.
    #[error("walking there")]
    Walk,
    /// The way over stairs.
    #[error("climbing")]
    Climb,
    /// A ware of this name.
    #[error("buy {0}")]
    Buy(String),
}

/// A reason against a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StepObstacle {
    /// A wall, or the edge of the map.
    #[error("a wall is there")]
    Wall,
    /// No stairs to another floor.
    #[error("no stairs here lead anywhere")]
    NoStairs,
    /// No ware of that name.
    #[error("the shop sells hp, atk, def and mdef")]
    NoWare,
    /// Words that name no step.
    #[error("it is no step")]
    NoStep,
    /// A cell off the map.
    #[error("there is no such cell")]
    NoCell,
    /// Another thing on the cell.
    #[error("nothing of that kind is there")]
    NotThere,
    /// No free path to the cell.
    #[error("it cannot be reached over free floor")]
    OutOfReach,
    /// Nothing can be bought once the boss is dead.
    #[error("the boss is dead")]
    BossDead,
    /// No fight once the boss is dead.
    #[error("the boss is dead: no more fights")]
    NoMoreFights,
    /// No door is opened once the boss is dead.
    #[error("the boss is dead: keys are worth nothing")]
    KeysWorthless,
    /// No key of the door's colour.
    #[error("there is no {} key", .0.name())]
    NoKey(KeyColour),
    /// A monster that the hero does not hurt.
    #[error("the hero's attack does not get through")]
    Unbeatable,
    /// A fight that costs all of the life.
    #[error("the fight costs {cost} life, the hero has {life}")]
    TooCostly {
        /// Life that the fight costs.
        cost: i64,
        /// Life of the hero.
        life: i64,
    },
    /// No shop, or not found yet.
    #[error("no shop is open")]
    NoShop,
    /// A ware that this shop does not have.
    #[error("the shop does not sell it")]
    NotSold,
    /// Too few coins.
    #[error("it costs {}, the hero has {coins}", count_words(*.price, "coin", "coins"))]
    TooDear {
        /// Price in coins.
        price: i64,
        /// Coins of the hero.
        coins: i64,
    },
}

/// A text that is no tower, or a tower that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TowerError {
    /// The text ends too early.
    #[error("the file ends where {expected} should be")]
    Ends {
        /// The number that is missing.
        expected: String,
    },
    /// A word of other characters than digits.
    #[error("line {line}, column {column}: '{found}' is not a whole number; expected {expected}")]
    NotANumber {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The text found, shortened.
        found: String,
        /// The number expected.
        expected: String,
    },
    /// A number that cannot be.
    #[error("line {line}, column {column}: {expected} is {found}, it must be {least} to {most}")]
    OutOfRange {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The number found.
        found: i64,
        /// The meaning of the number.
        expected: String,
        /// Least value allowed.
        least: i64,
        /// Greatest value allowed.
        most: i64,
    },
    /// A map too large to be meant.
    #[error(
        "{} of {rows} x {columns} are {}, a tower has at most {most}, and {side} a side",
        count_words(*.floors, "floor", "floors"),
        count_words(*.cells, "cell", "cells")
    )]
    TooLarge {
        /// Floors.
        floors: u64,
        /// Rows of a floor.
        rows: u64,
        /// Columns of a floor.
        columns: u64,
        /// All cells.
        cells: u64,
        /// Greatest number allowed.
        most: u64,
        /// Greatest number of floors, rows or columns.
        side: u64,
    },
    /// A tile code that means nothing.
    #[error("line {line}, column {column}: {code} is no tile code (floor {}, row {}, column {})", .place.floor, .place.row, .place.column)]
    UnknownCell {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The code.
        code: i64,
        /// The cell.
        place: TilePlace,
    },
    /// A monster that stands twice in the table.
    #[error("line {line}, column {column}: monster {id} is in the table twice")]
    MonsterTwice {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The monster's id.
        id: u16,
    },
    /// More numbers after the hero.
    #[error(
        "line {line}, column {column}: expected the end of the file after the hero's eleven numbers (a tower has one hero), found '{found}'"
    )]
    GoesOn {
        /// Number of the line, from 1.
        line: usize,
        /// Number of the column, from 1, in characters.
        column: usize,
        /// The text found, shortened.
        found: String,
    },
    /// The hero is not on the map.
    #[error(
        "the hero starts at {place}, outside the {} of {rows} x {columns}",
        count_words(*.floors, "floor", "floors")
    )]
    HeroOutside {
        /// The cell.
        place: TilePlace,
        /// Floors.
        floors: u16,
        /// Rows of a floor.
        rows: u16,
        /// Columns of a floor.
        columns: u16,
    },
    /// The hero is on a cell where nobody can stand.
    #[error("the hero starts at {place}, which is not road or stairs")]
    HeroBlocked {
        /// The cell.
        place: TilePlace,
    },
    /// No cell with the boss.
    #[error("there is no boss on the map (tile 299)")]
    NoBoss,
    /// The boss is on the map, but not among the monsters.
    #[error("the boss (299) is not in the table of monsters")]
    BossUnknown,
    /// More than one boss.
    #[error("there are two bosses, at {first} and {second}")]
    TwoBosses {
        /// The first in reading order.
        first: TilePlace,
        /// The next.
        second: TilePlace,
    },
    /// Walls all round.
    #[error(
        "the boss at {place} cannot be reached from the hero, even with every door open and every monster dead"
    )]
    BossUnreachable {
        /// The cell of the boss.
        place: TilePlace,
    },
    /// Two stairs of one kind on a floor.
    #[error("floor {floor} has two stairs {direction}, at {first} and {second}")]
    TwoStairs {
        /// The floor.
        floor: u16,
        /// Up or down.
        direction: StairsDirection,
        /// The first in reading order.
        first: TilePlace,
        /// The next.
        second: TilePlace,
    },
    /// Too much on the map for a graph.
    #[error("the tower has {nodes} doors, monsters and treasures, at most {most} can be searched")]
    TooManyNodes {
        /// Number of nodes.
        nodes: usize,
        /// Greatest number allowed.
        most: usize,
    },
    /// A random tower that cannot be made.
    #[error("a random tower has {what} from {least} to {most}, not {found}")]
    Unmakeable {
        /// The number asked for.
        what: TowerMeasure,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// The request.
        found: u32,
    },
    /// A step that is not possible now.
    #[error("{step} is not possible: {why}")]
    Impossible {
        /// The request.
        step: TowerRequest,
        /// The reason against the step.
        why: StepObstacle,
    },
}

impl TowerError {
    /// Returns the line and column of the fault in the text, both from 1; `None` for a fault
    /// without a place.
    pub const fn line_and_column(&self) -> Option<(usize, usize)> {
        match *self {
            TowerError::NotANumber { line, column, .. }
            | TowerError::OutOfRange { line, column, .. }
            | TowerError::UnknownCell { line, column, .. }
            | TowerError::MonsterTwice { line, column, .. }
            | TowerError::GoesOn { line, column, .. } => Some((line, column)),
            _ => None,
        }
    }

    /// Returns the message with the name of a file: `castle.txt:3:6: 77 is no tile code …`.
    pub fn in_file(&self, name: &str) -> String {
        let text = self.to_string();
        let Some((line, column)) = self.line_and_column() else { return format!("{name}: {text}") };
        let place = format!("line {line}, column {column}: ");
        format!("{name}:{line}:{column}: {}", text.strip_prefix(&place).unwrap_or(&text))
    }
}
