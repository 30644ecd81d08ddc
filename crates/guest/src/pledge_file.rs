//! The number that a seat gives to the dice, kept until the battle has begun: a guest that starts again gives the same.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use hotgates_files::{AtomicFile, FileAccess, FileError, SourceText};
use hotgates_table::Bytes32;
use sha2::{Digest, Sha256};

use crate::address::TableAddress;
use crate::known_table::DicePledge;

/// The file with the number of one seat.
#[derive(Debug, Clone)]
pub struct PledgeFile {
    path: PathBuf,
}

/// Draws the number of a seat.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_pledge() -> Result<DicePledge, getrandom::Error> {
    let mut bytes = [0; Bytes32::BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(DicePledge { number: Bytes32::from_bytes(bytes), server: None })
}

/// Draws the first part of the numbers that a guest gives to its orders.
///
/// # Errors
/// When the system gives no random numbers.
pub fn draw_order_prefix() -> Result<u32, getrandom::Error> {
    getrandom::u32()
}

impl PledgeFile {
    /// Returns the file of an address's seat, in the folder that `HOTGATES_HOME` names or else in the system's for such data.
    #[must_use]
    pub fn of_address(address: &TableAddress) -> Self {
        let named = std::env::var_os("HOTGATES_HOME").map(PathBuf::from);
        let usual = || ProjectDirs::from("", "", "hotgates").map(|dirs| dirs.data_dir().to_owned());
        let folder = named.or_else(usual).unwrap_or_else(|| std::env::temp_dir().join("hotgates"));
        Self::in_folder(&folder, address)
    }

    /// Returns the file of an address's seat in a folder.
    fn in_folder(folder: &Path, address: &TableAddress) -> Self {
        // The token itself is written nowhere.
        let seat = Bytes32::from_bytes(Sha256::digest(address.token().unwrap_or_default().as_bytes()).into());
        let name = format!("{}-{}.pledge", address.battle(), &seat.to_string()[..8]);
        Self { path: folder.join("tables").join(name) }
    }

    /// Reads the number; `None` where there is none that can be read.
    #[must_use]
    pub fn read_pledge(&self) -> Option<DicePledge> {
        let text = SourceText::read_file(&self.path, FileAccess::default()).ok()?.text;
        let mut words = text.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let server = words.next().map(str::parse).transpose().ok()?;
        Some(DicePledge { number, server })
    }

    /// Writes the number, and what the server had shown before.
    ///
    /// # Errors
    /// The reason why the file cannot be written.
    pub fn write_pledge(&self, pledge: DicePledge) -> Result<(), FileError> {
        let server = pledge.server.map(|server| server.to_string()).unwrap_or_default();
        if let Some(folder) = self.path.parent() {
            // Where that fails, so does the file, which says why.
            let _ = hotgates_files::make_folder(folder);
        }
        AtomicFile::new(&self.path)?.write_and_rename(format!("{} {server}\n", pledge.number).as_bytes())
    }

    /// Removes the number of a battle that has been proved: all who were there know it.
    pub fn remove_pledge(&self) {
        // Nothing comes of a file that stays.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_back_as_it_was_and_each_seat_has_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let address = |token: &str| {
            let link = format!("http://localhost/b/0123456789abcdef#{}", token.repeat(16));
            link.parse::<TableAddress>().expect("a seat's link")
        };
        let [red, blue] = ["0a", "0b"].map(|token| PledgeFile::in_folder(folder.path(), &address(token)));
        assert_eq!(red.read_pledge(), None);
        let pledge = draw_pledge().expect("chance");
        for pledge in [pledge, DicePledge { server: Some(Bytes32::from_bytes([9; 32])), ..pledge }] {
            red.write_pledge(pledge).expect("the folder is ours");
            assert_eq!((red.read_pledge(), blue.read_pledge()), (Some(pledge), None));
        }
        red.remove_pledge();
        assert_eq!(red.read_pledge(), None);
    }
}
