//! The format of files that people write.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::{Serialize, Serializer};

/// Format of a map, scenario, ruleset or doctrine file. There is one so far, format 1, and a file
/// that does not say its format has this one; so it is never written.
///
/// ```
/// use hotgates_text::{FaultKind, FileFormat, TextPosition, parse_file};
///
/// #[derive(Debug, serde::Deserialize)]
/// struct Ford {
///     #[serde(default)]
///     format: FileFormat,
///     turns: u32,
/// }
/// let read = |format| parse_file::<Ford>(&format!("(turns: 5, format: {format})"));
/// assert_eq!(read(1).map(|ford| (ford.turns, ford.format)), Ok((5, FileFormat)));
/// let fault = read(2).expect_err("no program reads format 2 yet");
/// assert_eq!(fault.kind, FaultKind::NewerFormat { found: 2, known: 1 });
/// assert_eq!(fault.position, Some(TextPosition { line: 1, column: 20 }));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FileFormat;

impl FileFormat {
    /// The newest format that can be read.
    pub const NEWEST: u64 = 1;
}

impl Serialize for FileFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(Self::NEWEST)
    }
}

impl<'de> Deserialize<'de> for FileFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            Self::NEWEST => Ok(Self),
            other => Err(D::Error::invalid_value(Unexpected::Unsigned(other), &Self)),
        }
    }
}

impl serde::de::Expected for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format {}", Self::NEWEST)
    }
}
