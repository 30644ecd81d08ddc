//! Errors of the three games as phrases, by their kinds.

use hotgates_academy::river::{MOST, RiverCount, RiverError};
use hotgates_academy::tictactoe::{TicTacToeError, TuningNumber};
use hotgates_academy::tower::{
    KeyColour, StairsDirection, StepObstacle, TowerError, TowerMeasure, TowerRequest,
};
use hotgates_ui::Phrase;

/// Returns an error of the river crossing in words.
#[must_use]
pub fn explain_river_error(error: &RiverError) -> Phrase {
    match error {
        RiverError::NoPriests => Phrase::new("river-no-priests").with("max", MOST),
        RiverError::NoBoat => Phrase::new("river-no-boat").with("max", MOST),
        RiverError::TooMany { what, got } => Phrase::new("river-too-many")
            .with("what", explain_river_count(*what))
            .with("got", *got)
            .with("max", MOST),
        RiverError::UnknownGoal { name } => Phrase::new("river-unknown-goal").with("name", name.as_str()),
        RiverError::NotAState { text } => Phrase::new("river-no-state").with("text", text.as_str()),
        RiverError::ImpossibleState { text, priests, devils, boat } => Phrase::new("river-impossible-state")
            .with("text", text.as_str())
            .with("priests", *priests)
            .with("devils", *devils)
            .with("seats", *boat),
        RiverError::ImpossibleStep { step, state } => {
            Phrase::new("river-impossible-step").with("step", step.as_str()).with("state", state.as_str())
        }
        RiverError::Over { state, won: true } => Phrase::new("river-is-won").with("state", state.as_str()),
        RiverError::Over { state, won: false } => Phrase::new("river-is-lost").with("state", state.as_str()),
        RiverError::TooLargeToDraw { states, most } => {
            Phrase::new("river-too-large-to-draw").with("states", *states).with("max", *most)
        }
    }
}

const fn explain_river_count(count: RiverCount) -> Phrase {
    Phrase::new(match count {
        RiverCount::Priests => "river-count-priests",
        RiverCount::Devils => "river-count-devils",
        RiverCount::Seats => "river-count-seats",
    })
}

/// Returns an error of tic-tac-toe in words.
#[must_use]
pub fn explain_board_error(error: &TicTacToeError) -> Phrase {
    match error {
        TicTacToeError::Size { columns, rows } => {
            Phrase::new("board-no-size").with("columns", *columns).with("rows", *rows).with("max", 15)
        }
        TicTacToeError::Row { row, columns, rows, most } => Phrase::new("board-no-row")
            .with("row", *row)
            .with("columns", *columns)
            .with("rows", *rows)
            .with("max", *most),
        TicTacToeError::NotASize { text } => Phrase::new("board-not-a-size").with("text", text.as_str()),
        TicTacToeError::NotAPosition { text, why } => {
            Phrase::new("board-not-a-position").with("text", text.as_str()).with("why", why.as_str())
        }
        TicTacToeError::NotACell { text, last } => {
            Phrase::new("board-not-a-cell").with("text", text.as_str()).with("last", last.as_str())
        }
        TicTacToeError::Taken { cell } => Phrase::new("board-taken").with("cell", cell.as_str()),
        TicTacToeError::Over => Phrase::new("board-over"),
        TicTacToeError::TooLarge { columns, rows, cells, most } => Phrase::new("board-too-large")
            .with("columns", *columns)
            .with("rows", *rows)
            .with("cells", *cells)
            .with("max", *most),
        TicTacToeError::CutOff => Phrase::new("board-cut-off"),
        TicTacToeError::NoPlayer { name } => Phrase::new("board-no-player").with("name", name.as_str()),
        TicTacToeError::Coefficients { line, column, why } => Phrase::new("board-coefficients")
            .with("line", *line)
            .with("column", *column)
            .with("why", why.as_str()),
        TicTacToeError::OutOfRange { what, found, least, most } => Phrase::new("number-out-of-range")
            .with("what", explain_tuning_number(*what))
            .with("found", *found)
            .with("min", *least)
            .with("max", *most),
    }
}

const fn explain_tuning_number(number: TuningNumber) -> Phrase {
    Phrase::new(match number {
        TuningNumber::Coefficient => "tuning-coefficient",
        TuningNumber::Players => "tuning-players",
        TuningNumber::Rounds => "tuning-rounds",
        TuningNumber::Games => "tuning-games",
    })
}

/// Returns an error of the magic tower in words.
#[must_use]
pub fn explain_tower_error(error: &TowerError) -> Phrase {
    let at = |line: usize, column: usize, what: Phrase| {
        Phrase::new("tower-at-line").with("line", line).with("column", column).with("what", what)
    };
    match error {
        TowerError::Ends { expected } => Phrase::new("tower-ends").with("expected", expected.as_str()),
        TowerError::NotANumber { line, column, found, expected } => {
            let what = Phrase::new("tower-not-a-number")
                .with("found", found.as_str())
                .with("expected", expected.as_str());
            at(*line, *column, what)
        }
        TowerError::OutOfRange { line, column, found, expected, least, most } => {
            let what = Phrase::new("number-out-of-range")
                .with("what", expected.as_str())
                .with("found", *found)
                .with("min", *least)
                .with("max", *most);
            at(*line, *column, what)
        }
        TowerError::TooLarge { floors, rows, columns, cells, most, side } => Phrase::new("tower-too-large")
            .with("floors", *floors)
            .with("rows", *rows)
            .with("columns", *columns)
            .with("cells", *cells)
            .with("max", *most)
            .with("side", *side),
        TowerError::UnknownCell { line, column, code, place } => {
            let what = Phrase::new("tower-unknown-cell")
                .with("code", *code)
                .with("floor", place.floor)
                .with("row", place.row)
                .with("column", place.column);
            at(*line, *column, what)
        }
        TowerError::MonsterTwice { line, column, id } => {
            at(*line, *column, Phrase::new("tower-monster-twice").with("id", *id))
        }
        TowerError::GoesOn { line, column, found } => {
            at(*line, *column, Phrase::new("tower-goes-on-file").with("found", found.as_str()))
        }
        TowerError::HeroOutside { place, floors, rows, columns } => Phrase::new("tower-hero-outside")
            .with("place", place.to_string())
            .with("floors", *floors)
            .with("rows", *rows)
            .with("columns", *columns),
        TowerError::HeroBlocked { place } => {
            Phrase::new("tower-hero-blocked").with("place", place.to_string())
        }
        TowerError::NoBoss => Phrase::new("tower-no-boss"),
        TowerError::BossUnknown => Phrase::new("tower-boss-unknown"),
        TowerError::TwoBosses { first, second } => Phrase::new("tower-two-bosses")
            .with("first", first.to_string())
            .with("second", second.to_string()),
        TowerError::BossUnreachable { place } => {
            Phrase::new("tower-boss-unreachable").with("place", place.to_string())
        }
        TowerError::TwoStairs { floor, direction, first, second } => Phrase::new("tower-two-stairs")
            .with("floor", *floor)
            .with("direction", explain_stairs_direction(*direction))
            .with("first", first.to_string())
            .with("second", second.to_string()),
        TowerError::TooManyNodes { nodes, most } => {
            Phrase::new("tower-too-many-nodes").with("nodes", *nodes).with("max", *most)
        }
        TowerError::Unmakeable { what, least, most, found } => Phrase::new("tower-unmakeable")
            .with("what", explain_tower_measure(*what))
            .with("min", *least)
            .with("max", *most)
            .with("found", *found),
        TowerError::Impossible { step, why } => Phrase::new("tower-impossible")
            .with("step", explain_tower_request(step))
            .with("why", explain_step_obstacle(*why)),
    }
}

const fn explain_stairs_direction(direction: StairsDirection) -> Phrase {
    Phrase::new(match direction {
        StairsDirection::Up => "stairs-up",
        StairsDirection::Down => "stairs-down",
    })
}

const fn explain_tower_measure(measure: TowerMeasure) -> Phrase {
    Phrase::new(match measure {
        TowerMeasure::Floors => "measure-floors",
        TowerMeasure::Rows => "measure-rows",
        TowerMeasure::Columns => "measure-columns",
    })
}

fn explain_tower_request(request: &TowerRequest) -> Phrase {
    match request {
        TowerRequest::Step(step) => Phrase::new("request-step").with("step", step.as_str()),
        TowerRequest::Walk => Phrase::new("request-walk"),
        TowerRequest::Climb => Phrase::new("request-climb"),
        TowerRequest::Buy(ware) => Phrase::new("request-buy").with("ware", ware.as_str()),
    }
}

fn explain_step_obstacle(obstacle: StepObstacle) -> Phrase {
    match obstacle {
        StepObstacle::Wall => Phrase::new("obstacle-wall"),
        StepObstacle::NoStairs => Phrase::new("obstacle-no-stairs"),
        StepObstacle::NoWare => Phrase::new("obstacle-no-ware"),
        StepObstacle::NoStep => Phrase::new("obstacle-no-step"),
        StepObstacle::NoCell => Phrase::new("obstacle-no-cell"),
        StepObstacle::NotThere => Phrase::new("obstacle-not-there"),
        StepObstacle::OutOfReach => Phrase::new("obstacle-out-of-reach"),
        StepObstacle::BossDead => Phrase::new("obstacle-boss-dead"),
        StepObstacle::NoMoreFights => Phrase::new("obstacle-no-more-fights"),
        StepObstacle::KeysWorthless => Phrase::new("obstacle-keys-worthless"),
        StepObstacle::NoKey(colour) => {
            Phrase::new("obstacle-no-key").with("colour", explain_key_colour(colour))
        }
        StepObstacle::Unbeatable => Phrase::new("obstacle-unbeatable"),
        StepObstacle::TooCostly { cost, life } => {
            Phrase::new("obstacle-too-costly").with("cost", cost).with("life", life)
        }
        StepObstacle::NoShop => Phrase::new("obstacle-no-shop"),
        StepObstacle::NotSold => Phrase::new("obstacle-not-sold"),
        StepObstacle::TooDear { price, coins } => {
            Phrase::new("obstacle-too-dear").with("price", price).with("coins", coins)
        }
    }
}

const fn explain_key_colour(colour: KeyColour) -> Phrase {
    Phrase::new(match colour {
        KeyColour::Yellow => "tower-yellow",
        KeyColour::Blue => "tower-blue",
        KeyColour::Red => "tower-red",
        KeyColour::Green => "tower-green",
    })
}
