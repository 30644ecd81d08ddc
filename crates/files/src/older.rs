//! Files of older versions: a file that is saved over by a newer version stays beside the new one, once.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hotgates_campaign::save_format_of_bytes;
use hotgates_record::replay_behaviour_of_bytes;

use crate::part::{PartFile, folder_of_file, sync_folder};

/// Number of bytes of a file in which its version stands.
const HEAD: usize = 4096;

/// A kind of file that says its version, and the version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileVersion {
    /// A replay or a saved battle, with the behaviour that it was played by.
    Replay(u32),
    /// A saved campaign, with its format.
    Campaign(u32),
    /// A text with a field `format`.
    Text(u32),
}

impl FileVersion {
    /// Returns the version of a file, by its first bytes; `None` where the file does not say.
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD)];
        let replay = replay_behaviour_of_bytes(head).map(Self::Replay);
        let campaign = || save_format_of_bytes(head).map(|format| Self::Campaign(format.into()));
        replay.or_else(campaign).or_else(|| format_of_text(head).map(Self::Text))
    }

    /// Returns `true` if a file is of the same kind as another, and of an older version.
    const fn is_older_than(self, other: Self) -> bool {
        match (self, other) {
            (Self::Replay(old), Self::Replay(new))
            | (Self::Campaign(old), Self::Campaign(new))
            | (Self::Text(old), Self::Text(new)) => old < new,
            (Self::Replay(_) | Self::Campaign(_) | Self::Text(_), _) => false,
        }
    }
}

/// Returns the number behind `format:` or `"format":` among the first fields of a text.
fn format_of_text(head: &[u8]) -> Option<u32> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The head may end in the middle of a character.
        Err(cut) if cut.error_len().is_none() => std::str::from_utf8(&head[..cut.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    let mut fields = text.match_indices("format").filter_map(|(at, name)| {
        // The field of a file stands in its first brackets, and in no other text.
        let before = text[..at].trim_end().trim_end_matches('"').trim_end();
        let rest = text[at + name.len()..].trim_start_matches('"').trim_start().strip_prefix(':')?;
        let is_field = before.ends_with(['(', '{', ',']) && before.matches(['(', '{', '[']).count() == 1;
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|_| is_field)
    });
    fields.next()
}

/// Keeps a file under the name with `.bak` behind it if it is of an older version than the bytes that are to replace it,
/// and nothing has that name.
///
/// # Errors
/// When the system refuses; then the file must not be replaced.
pub fn keep_older_file(target: &Path, new: &[u8]) -> io::Result<()> {
    let Some(new) = FileVersion::of_bytes(new) else { return Ok(()) };
    let mut head = Vec::new();
    match fs::File::open(target) {
        Ok(file) => file.take(HEAD as u64).read_to_end(&mut head)?,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(why) => return Err(why),
    };
    let kept = backup_path(target);
    if !FileVersion::of_bytes(&head).is_some_and(|old| old.is_older_than(new)) || kept.exists() {
        return Ok(());
    }
    // A copy: a second name for the same file would be written over with it if we were killed in between.
    let part = PartFile::new(folder_of_file(target), true)?;
    fs::File::open(target).and_then(|mut old| io::copy(&mut old, &mut part.as_file()))?;
    part.as_file().sync_all()?;
    part.rename_to(&kept)?;
    // Before the new file takes the old one's name: a loss of power could keep that change and lose this one.
    sync_folder(folder_of_file(target))
}

/// Returns the name with `.bak` behind it.
fn backup_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".bak");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_texts_are_those_of_their_fields() {
        for (text, format) in [
            ("Map(format: 3, name: \"x\")", Some(3)),
            ("// maps\n(\n    name: \"a ford\",\n    format : 12,\n)", Some(12)),
            (r#"{"name": "x", "format": 2}"#, Some(2)),
            ("Map(name: \"format: 3\")", None),
            ("Map(rows: [\"..\"], units: (format: 3))", None),
            ("format: 3", None),
            ("Map(formats: 3)", None),
            ("Map(format: 99999999999)", None),
        ] {
            assert_eq!(format_of_text(text.as_bytes()), format, "{text}");
        }
        assert_eq!(format_of_text(b"Map(format: 1, \xff)"), None);
        assert_eq!(format_of_text("Map(format: 1, ü".as_bytes().split_last().unwrap().1), Some(1));
    }
}
