//! Lines with a checksum each.

/// What stands before the checksum, which closes the object.
const MARK: &str = ",\"sum\":\"";
/// Number of characters from the mark to the end of the line: eight digits, `"` and `}`.
const AFTER_MARK: usize = 10;

/// The reason why a line of a tournament's games cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineDefect {
    /// The line does not end in a checksum.
    #[error("the line has no checksum")]
    NoChecksum,
    /// The checksum is that of another line.
    #[error("the checksum does not fit: the line says {found}, its bytes make {made:08x}")]
    Checksum {
        /// Checksum in the line.
        found: String,
        /// Checksum of the bytes before.
        made: u32,
    },
    /// The line is no game.
    #[error("{0}")]
    Content(String),
}

/// Returns a JSON object of at least one field with the checksum of its text as a last field, `sum`: CRC-32
/// of everything before that field, in eight hexadecimal digits.
///
/// ```
/// use hotgates_tournament::{open_line, seal_line};
///
/// let line = seal_line("{\"turns\":7}").expect("an object");
/// assert_eq!(open_line(&line), Ok("{\"turns\":7".to_owned() + "}"));
/// assert!(open_line(&line.replace('7', "8")).is_err());
/// ```
#[must_use]
pub fn seal_line(object: &str) -> Option<String> {
    let open = object.strip_suffix('}')?;
    Some(format!("{open}{MARK}{:08x}\"}}", crc32fast::hash(open.as_bytes())))
}

/// Returns the object of a line, without its checksum.
///
/// # Errors
/// A checksum that is missing or does not fit.
pub fn open_line(line: &str) -> Result<String, LineDefect> {
    let (open, sum) = line
        .len()
        .checked_sub(MARK.len() + AFTER_MARK)
        .and_then(|at| line.split_at_checked(at))
        .ok_or(LineDefect::NoChecksum)?;
    let found =
        sum.strip_prefix(MARK).and_then(|rest| rest.strip_suffix("\"}")).ok_or(LineDefect::NoChecksum)?;
    let made = crc32fast::hash(open.as_bytes());
    if found != format!("{made:08x}") {
        return Err(LineDefect::Checksum { found: found.to_owned(), made });
    }
    Ok(format!("{open}}}"))
}
