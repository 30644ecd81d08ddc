//! Errors of the four games as phrases, by their kinds.

use hotgates_academy::river::{MOST, RiverCount, RiverError};
use hotgates_academy::tictactoe::{TicTacToeError, TuningNumber};
use hotgates_academy::tower::{
    KeyColour, StairsDirection, StepObstacle, TowerError, TowerMeasure, TowerRequest,
};
use hotgates_ui::Phrase;
use hotgates_ways::WayError;

/// Returns an error of the river crossing in words.
#[must_use]
pub fn explain_river_error(error: &RiverError) -> Phrase {
    match error {
        RiverError::NoPriests => Phrase::new("river-no-priests").with_value("max", MOST),
        RiverError::NoBoat => Phrase::new("river-no-boat").with_value("max", MOST),
        RiverError::TooMany { what, got } => Phrase::new("river-too-many")
            .with_value("what", explain_river_count(*what))
            .with_value("got", *got)
            .with_value("max", MOST),
        RiverError::UnknownGoal { name } => {
            Phrase::new("river-unknown-goal").with_value("name", name.as_str())
        }
        RiverError::NotAState { text } => Phrase::new("river-no-state").with_value("text", text.as_str()),
        RiverError::ImpossibleState { text, priests, devils, boat } => Phrase::new("river-impossible-state")
            .with_value("text", text.as_str())
            .with_value("priests", *priests)
            .with_value("devils", *devils)
            .with_value("seats", *boat),
        RiverError::ImpossibleStep { step, state } => Phrase::new("river-impossible-step")
            .with_value("step", step.as_str())
            .with_value("state", state.as_str()),
        RiverError::Over { state, won: true } => {
            Phrase::new("river-is-won").with_value("state", state.as_str())
        }
        RiverError::Over { state, won: false } => {
            Phrase::new("river-is-lost").with_value("state", state.as_str())
        }
        RiverError::TooLargeToDraw { states, most } => {
            Phrase::new("river-too-large-to-draw").with_value("states", *states).with_value("max", *most)
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

/// Returns an error of ways over hexes in words.
#[must_use]
pub fn explain_way_error(error: &WayError) -> Phrase {
    let (key, hex) = match error {
        WayError::Blocked { hex } => ("way-blocked", hex),
        WayError::NoDistance { hex } => ("way-no-distance", hex),
        WayError::OffMap { hex } => ("way-off-map", hex),
        WayError::NotWaiting { hex } => ("way-not-waiting", hex),
        WayError::LookedAt { hex } => ("way-looked-at", hex),
        WayError::Over => return Phrase::new("way-over"),
    };
    Phrase::new(key).with_value("hex", hex.to_string())
}

/// Returns an error of tic-tac-toe in words.
#[must_use]
pub fn explain_board_error(error: &TicTacToeError) -> Phrase {
    match error {
        TicTacToeError::Size { columns, rows } => Phrase::new("board-no-size")
            .with_value("columns", *columns)
            .with_value("rows", *rows)
            .with_value("max", 15),
        TicTacToeError::Row { row, columns, rows, most } => Phrase::new("board-no-row")
            .with_value("row", *row)
            .with_value("columns", *columns)
            .with_value("rows", *rows)
            .with_value("max", *most),
        TicTacToeError::NotASize { text } => {
            Phrase::new("board-not-a-size").with_value("text", text.as_str())
        }
        TicTacToeError::NotAPosition { text, why } => Phrase::new("board-not-a-position")
            .with_value("text", text.as_str())
            .with_value("why", why.as_str()),
        TicTacToeError::NotACell { text, last } => Phrase::new("board-not-a-cell")
            .with_value("text", text.as_str())
            .with_value("last", last.as_str()),
        TicTacToeError::Taken { cell } => Phrase::new("board-taken").with_value("cell", cell.as_str()),
        TicTacToeError::Over => Phrase::new("board-over"),
        TicTacToeError::TooLarge { columns, rows, cells, most } => Phrase::new("board-too-large")
            .with_value("columns", *columns)
            .with_value("rows", *rows)
            .with_value("cells", *cells)
            .with_value("max", *most),
        TicTacToeError::CutOff => Phrase::new("board-cut-off"),
        TicTacToeError::NoPlayer { name } => Phrase::new("board-no-player").with_value("name", name.as_str()),
        TicTacToeError::Coefficients { line, column, why } => Phrase::new("board-coefficients")
            .with_value("line", *line)
            .with_value("column", *column)
            .with_value("why", why.as_str()),
        TicTacToeError::OutOfRange { what, found, least, most } => Phrase::new("number-out-of-range")
            .with_value("what", explain_tuning_number(*what))
            .with_value("found", *found)
            .with_value("min", *least)
            .with_value("max", *most),
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
        Phrase::new("tower-at-line")
            .with_value("line", line)
            .with_value("column", column)
            .with_value("what", what)
    };
    match error {
        TowerError::Ends { expected } => Phrase::new("tower-ends").with_value("expected", expected.as_str()),
        TowerError::NotANumber { line, column, found, expected } => {
            let what = Phrase::new("tower-not-a-number")
                .with_value("found", found.as_str())
                .with_value("expected", expected.as_str());
            at(*line, *column, what)
        }
        TowerError::OutOfRange { line, column, found, expected, least, most } => {
            let what = Phrase::new("number-out-of-range")
                .with_value("what", expected.as_str())
                .with_value("found", *found)
                .with_value("min", *least)
                .with_value("max", *most);
            at(*line, *column, what)
        }
        TowerError::TooLarge { floors, rows, columns, cells, most, side } => Phrase::new("tower-too-large")
            .with_value("floors", *floors)
            .with_value("rows", *rows)
            .with_value("columns", *columns)
            .with_value("cells", *cells)
            .with_value("max", *most)
            .with_value("side", *side),
        TowerError::UnknownCell { line, column, code, place } => {
            let what = Phrase::new("tower-unknown-cell")
                .with_value("code", *code)
                .with_value("floor", place.floor)
                .with_value("row", place.row)
                .with_value("column", place.column);
            at(*line, *column, what)
        }
        TowerError::MonsterTwice { line, column, id } => {
            at(*line, *column, Phrase::new("tower-monster-twice").with_value("id", *id))
        }
        TowerError::GoesOn { line, column, found } => {
            at(*line, *column, Phrase::new("tower-goes-on-file").with_value("found", found.as_str()))
        }
        TowerError::HeroOutside { place, floors, rows, columns } => Phrase::new("tower-hero-outside")
            .with_value("place", place.to_string())
            .with_value("floors", *floors)
            .with_value("rows", *rows)
            .with_value("columns", *columns),
        TowerError::HeroBlocked { place } => {
            Phrase::new("tower-hero-blocked").with_value("place", place.to_string())
        }
        TowerError::NoBoss => Phrase::new("tower-no-boss"),
        TowerError::BossUnknown => Phrase::new("tower-boss-unknown"),
        TowerError::TwoBosses { first, second } => Phrase::new("tower-two-bosses")
            .with_value("first", first.to_string())
            .with_value("second", second.to_string()),
        TowerError::BossUnreachable { place } => {
            Phrase::new("tower-boss-unreachable").with_value("place", place.to_string())
        }
        TowerError::TwoStairs { floor, direction, first, second } => Phrase::new("tower-two-stairs")
            .with_value("floor", *floor)
            .with_value("direction", explain_stairs_direction(*direction))
            .with_value("first", first.to_string())
            .with_value("second", second.to_string()),
        TowerError::TooManyNodes { nodes, most } => {
            Phrase::new("tower-too-many-nodes").with_value("nodes", *nodes).with_value("max", *most)
        }
        TowerError::Unmakeable { what, least, most, found } => Phrase::new("tower-unmakeable")
            .with_value("what", explain_tower_measure(*what))
            .with_value("min", *least)
            .with_value("max", *most)
            .with_value("found", *found),
        TowerError::Impossible { step, why } => Phrase::new("tower-impossible")
            .with_value("step", explain_tower_request(step))
            .with_value("why", explain_step_obstacle(*why)),
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
        TowerRequest::Step(step) => Phrase::new("request-step").with_value("step", step.as_str()),
        TowerRequest::Walk => Phrase::new("request-walk"),
        TowerRequest::Climb => Phrase::new("request-climb"),
        TowerRequest::Buy(ware) => Phrase::new("request-buy").with_value("ware", ware.as_str()),
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
            Phrase::new("obstacle-no-key").with_value("colour", explain_key_colour(colour))
        }
        StepObstacle::Unbeatable => Phrase::new("obstacle-unbeatable"),
        StepObstacle::TooCostly { cost, life } => {
            Phrase::new("obstacle-too-costly").with_value("cost", cost).with_value("life", life)
        }
        StepObstacle::NoShop => Phrase::new("obstacle-no-shop"),
        StepObstacle::NotSold => Phrase::new("obstacle-not-sold"),
        StepObstacle::TooDear { price, coins } => {
            Phrase::new("obstacle-too-dear").with_value("price", price).with_value("coins", coins)
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
