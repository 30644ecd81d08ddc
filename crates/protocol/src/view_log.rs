//! View logs: what somebody was told of a battle, as a file.

use std::fmt::Write;

use hotgates_engine::{Fault, Spectator};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::event_fault::EventFault;
use crate::line::{read_line, write_line};
use crate::table::{TableBattle, ToldOrderMessage};

/// The newest format of view logs.
const FORMAT: u32 = 1;
/// The first bytes of a view log.
const MAGIC: &str = "{\"view_log\"";
/// The line of the first order: before it stand the format and the start.
const FIRST_ORDER_LINE: usize = 3;

/// A battle as somebody was told it: a side, or whoever watches. What was out of sight and the dice are not in it, so
/// that it can be shown but not checked.
///
/// The file has a line of JSON for each message: `view_log` with the format, `begin` with the battle at its start, and
/// `ordered` for each order.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewLog {
    /// The battle at its start.
    pub begin: TableBattle,
    /// The orders, as far as they were told.
    pub orders: Vec<ToldOrderMessage>,
}

/// The first line of a view log.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct ViewLogHeader {
    format: u32,
}

/// A line of a view log.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ViewLogLine {
    ViewLog(ViewLogHeader),
    Begin(Box<TableBattle>),
    Ordered(ToldOrderMessage),
}

/// The reason why a text is no view log.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct ViewLogError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: ViewLogErrorKind,
}

/// What is wrong with a line of a view log.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ViewLogErrorKind {
    /// No line of a view log.
    #[error("{0}")]
    Unreadable(String),
    /// A newer program has written it.
    #[error("format {0} is newer than this program, which reads up to format {FORMAT}")]
    Newer(u32),
    /// Another line should stand there: `view_log`, `begin`, then `ordered`.
    #[error("`{0}` should stand here")]
    Misplaced(&'static str),
    /// The battle cannot begin.
    #[error("the battle cannot begin: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// Something is told that cannot happen in the battle.
    #[error("the events are not those of one battle: {0}")]
    Event(EventFault),
}

impl ViewLog {
    /// Returns `true` if the bytes begin like a view log.
    #[must_use]
    pub fn is_view_log(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let header = ViewLogLine::ViewLog(ViewLogHeader { format: FORMAT });
        let begin = ViewLogLine::Begin(Box::new(self.begin.clone()));
        let orders = self.orders.iter().map(|told| ViewLogLine::Ordered(told.clone()));
        let mut text = String::new();
        for line in [header, begin].into_iter().chain(orders) {
            writeln!(text, "{}", write_line(&line)).expect("a string takes all text");
        }
        text
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first line that cannot be read, or stands where another should.
    pub fn from_text(text: &str) -> Result<Self, ViewLogError> {
        let mut lines = (1..).zip(text.lines());
        let mut next = || {
            lines.next().map(|(line, text)| match read_line(text) {
                Ok(message) => Ok((line, message)),
                Err(complaint) => {
                    Err(ViewLogError { line, kind: ViewLogErrorKind::Unreadable(complaint.text) })
                }
            })
        };
        let misplaced = |line, wanted| ViewLogError { line, kind: ViewLogErrorKind::Misplaced(wanted) };
        match next().transpose()? {
            Some((_, ViewLogLine::ViewLog(header))) if header.format == FORMAT => {}
            Some((line, ViewLogLine::ViewLog(header))) => {
                return Err(ViewLogError { line, kind: ViewLogErrorKind::Newer(header.format) });
            }
            _ => return Err(misplaced(1, "view_log")),
        }
        let Some((_, ViewLogLine::Begin(begin))) = next().transpose()? else {
            return Err(misplaced(2, "begin"));
        };
        let mut orders = Vec::new();
        while let Some((line, message)) = next().transpose()? {
            let ViewLogLine::Ordered(told) = message else { return Err(misplaced(line, "ordered")) };
            orders.push(told);
        }
        Ok(Self { begin: *begin, orders })
    }

    /// Returns an onlooker before the first order, whom the orders lead to the end of the log.
    /// Cost: the log is watched once.
    ///
    /// # Errors
    /// The battle cannot begin, or the line of an order or event that cannot be in it.
    pub fn begin_watching(&self) -> Result<Spectator, ViewLogError> {
        let battle = self.begin.begin_battle();
        let battle =
            battle.map_err(|faults| ViewLogError { line: 2, kind: ViewLogErrorKind::Scenario(faults) })?;
        let mut onlooker = Spectator::new(battle.clone());
        for (line, told) in (FIRST_ORDER_LINE..).zip(&self.orders) {
            let watched = told.watch(&mut onlooker);
            watched.map_err(|fault| ViewLogError { line, kind: ViewLogErrorKind::Event(fault) })?;
        }
        Ok(Spectator::new(battle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_of(text: &str) -> String {
        ViewLog::from_text(text).expect_err("no view log").to_string()
    }

    #[test]
    fn what_is_no_view_log_is_refused_with_its_line() {
        let begin = r#"{"begin": {"side": null, "map": "", "rules": ""}}"#;
        let header = r#"{"view_log": {"format": 1}}"#;
        assert_eq!(fault_of(""), "line 1: `view_log` should stand here");
        assert_eq!(fault_of(header), "line 2: `begin` should stand here");
        assert!(fault_of(&format!("{header}\nhello?")).starts_with("line 2: expected value"));
        let newer = r#"{"view_log": {"format": 7}}"#;
        assert_eq!(
            fault_of(newer),
            "line 1: format 7 is newer than this program, which reads up to format 1"
        );
        assert_eq!(fault_of(&format!("{header}\n{begin}\n{begin}")), "line 3: `ordered` should stand here");
        let empty = ViewLog::from_text(&format!("{header}\n{begin}")).expect("a view log");
        let fault = empty.begin_watching().expect_err("there is no map").to_string();
        assert!(fault.starts_with("line 2: the battle cannot begin: "), "{fault}");
    }
}
