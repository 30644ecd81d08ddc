//! The doctrines that a computer can play by: those that are built in, and files of the player's.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use hotgates_ai::Doctrine;
use hotgates_files::read_doctrine_file;
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::files_with_extension;

/// A doctrine and the name that it has in commanders' names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownDoctrine {
    name: String,
    numbers: Arc<Doctrine>,
}

impl KnownDoctrine {
    /// Returns a doctrine under a name.
    #[must_use]
    pub const fn new(name: String, numbers: Arc<Doctrine>) -> Self {
        Self { name, numbers }
    }

    /// Returns the doctrine that is built in under a name.
    #[must_use]
    pub fn shipped(name: &str) -> Option<Self> {
        Doctrine::shipped_doctrine(name).map(|numbers| Self::new(name.to_owned(), numbers))
    }

    /// Name of the doctrine.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Numbers of the doctrine.
    #[must_use]
    pub fn numbers(&self) -> Arc<Doctrine> {
        Arc::clone(&self.numbers)
    }
}

/// The doctrines to choose from, the usual one not among them, and what is wrong with files.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct KnownDoctrines {
    /// Doctrines, each under another name.
    pub doctrines: Vec<KnownDoctrine>,
    /// Reasons why files are no doctrines.
    pub problems: Vec<Phrase>,
}

impl Default for KnownDoctrines {
    /// The doctrines that are built in.
    fn default() -> Self {
        let names = Doctrine::SHIPPED_NAMES.iter().skip(1);
        Self {
            doctrines: names.filter_map(|name| KnownDoctrine::shipped(name)).collect(),
            problems: Vec::new(),
        }
    }
}

impl KnownDoctrines {
    /// Adds the doctrines of a folder whose names are new.
    pub(super) fn add_folder(&mut self, folder: &Path) {
        for path in files_with_extension(folder, "ron") {
            let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let is_taken =
                name == Doctrine::SHIPPED_NAMES[0] || self.doctrines.iter().any(|known| known.name == name);
            match read_doctrine_file(&path) {
                Ok(_) if is_taken => {}
                Ok(numbers) => self.doctrines.push(KnownDoctrine::new(name.to_owned(), Arc::new(numbers))),
                Err(problem) => self.problems.extend(explain_file_error(&problem)),
            }
        }
    }

    /// Returns the doctrine behind another one in the list, the usual one being both before the first and behind the
    /// last.
    #[must_use]
    pub fn next_doctrine(&self, now: Option<&KnownDoctrine>) -> Option<KnownDoctrine> {
        let place = now.and_then(|now| self.doctrines.iter().position(|known| known.name == now.name));
        let next = match (now, place) {
            (None, _) => 0,
            (Some(_), Some(place)) => place + 1,
            (Some(_), None) => return None,
        };
        self.doctrines.get(next).cloned()
    }
}
