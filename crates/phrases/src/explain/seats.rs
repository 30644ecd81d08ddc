//! Errors of commanders and of series of battles.

use hotgates_ai::{Doctrine, NAMES, UnknownCommander};
use hotgates_engine::{DiceSource, Side};
use hotgates_play::{
    Cancelled, CommanderFault, ForeignProgram, LossCause, ProgramFault, SeatError, SpoiledGame,
};

use super::engine::{explain_illegal, explain_order};
use crate::phrase::{Phrase, PhraseValue};

/// Returns the reason why no player can sit on a seat in words.
#[must_use]
pub fn explain_seat_error(error: &SeatError) -> Phrase {
    let unknown = |what, name: &str, known: &str| {
        Phrase::new("fault-unknown")
            .with_value("what", Phrase::new(what))
            .with_value("name", name)
            .with_value("known", known)
    };
    match error {
        SeatError::Commander(UnknownCommander { name }) => {
            unknown("name-of-commander", name, &NAMES.join(", "))
        }
        SeatError::Rank { rank, known } => unknown("name-of-rank", rank, known),
        SeatError::Doctrine { doctrine } => {
            unknown("name-of-doctrine", doctrine, &Doctrine::SHIPPED_NAMES.join(", "))
        }
        SeatError::NotStarted { name } => {
            Phrase::new("seat-not-started").with_value("name", name.to_string())
        }
        SeatError::Program { name, why } => {
            Phrase::new("seat-program").with_value("name", name.to_string()).with_value("why", why.as_str())
        }
        SeatError::NoPolicy { name } => Phrase::new("seat-no-policy").with_value("name", name.to_string()),
        SeatError::InFile { name } => Phrase::new("seat-in-file").with_value("name", name.to_string()),
    }
}

/// Returns the reason why a battle has no result in words.
#[must_use]
pub fn explain_spoiled_game(spoiled: &SpoiledGame) -> Phrase {
    match spoiled {
        SpoiledGame::Cancelled(Cancelled) => Phrase::new("game-cancelled"),
        SpoiledGame::Seat(error) => explain_seat_error(error),
        SpoiledGame::Stopped(CommanderFault { commander, order, why }) => Phrase::new("game-stopped")
            .with_value("commander", commander.as_str())
            .with_value("order", explain_order(*order))
            .with_value("why", explain_illegal(why)),
        SpoiledGame::Foreign(ForeignProgram { side, why }) => {
            Phrase::new("game-foreign").with_value("side", *side).with_value("why", why.as_str())
        }
        SpoiledGame::Scenario { dice: DiceSource::Seed(seed) } => {
            Phrase::new("game-other-battle").with_value("seed", seed.to_string())
        }
        SpoiledGame::Scenario { dice: DiceSource::Key(_) } => Phrase::new("game-other-battle-by-key"),
    }
}

/// Returns the reason why the program of a side gives no order in words.
#[must_use]
pub fn explain_program_fault(side: Side, fault: &ProgramFault) -> Phrase {
    let why: PhraseValue = match fault {
        ProgramFault::Lost(loss) => explain_loss_cause(&loss.cause).into(),
        ProgramFault::Foreign { why } => why.as_str().into(),
        ProgramFault::NoCell { why } => Phrase::new("program-no-cell").with_value("why", why.as_str()).into(),
        ProgramFault::Cancelled(Cancelled) => Phrase::new("game-cancelled").into(),
    };
    Phrase::new("game-foreign").with_value("side", side).with_value("why", why)
}

/// Returns what a program did that lost it the battle in words.
#[must_use]
pub fn explain_loss_cause(cause: &LossCause) -> Phrase {
    match cause {
        LossCause::Exited { code } => Phrase::new("loss-exited").with_value("code", *code),
        LossCause::Killed { status } => Phrase::new("loss-killed").with_value("status", status.as_str()),
        LossCause::ClosedOutput => Phrase::new("loss-closed-output"),
        LossCause::Gone => Phrase::new("loss-gone"),
        LossCause::Late { ms } => Phrase::new("loss-late").with_value("ms", *ms),
        LossCause::NotReading { mebibytes } => {
            Phrase::new("loss-not-reading").with_value("mebibytes", *mebibytes)
        }
        LossCause::LongLine { mebibytes } => {
            Phrase::new("loss-long-line").with_value("mebibytes", *mebibytes)
        }
        LossCause::LongHalfTurn { mebibytes } => {
            Phrase::new("loss-long-half-turn").with_value("mebibytes", *mebibytes)
        }
        LossCause::LongErrors { mebibytes } => {
            Phrase::new("loss-long-errors").with_value("mebibytes", *mebibytes)
        }
        LossCause::NoMessage { why } => Phrase::new("loss-no-message").with_value("why", why.as_str()),
        LossCause::Complaint { code, text } => {
            Phrase::new("loss-complaint").with_value("code", code.as_str()).with_value("text", text.as_str())
        }
        LossCause::Unwanted { message, wanted } => {
            Phrase::new("loss-unwanted").with_value("message", message.as_str()).with_value("wanted", *wanted)
        }
        LossCause::IllegalOrders { order, why } => Phrase::new("loss-illegal-orders")
            .with_value("order", explain_order(*order))
            .with_value("why", explain_illegal(why)),
        LossCause::Resigned => Phrase::new("loss-resigned"),
        LossCause::ResignedSaying { words } => {
            Phrase::new("loss-resigned-saying").with_value("words", words.as_str())
        }
    }
}
