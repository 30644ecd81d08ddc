//! The reasons why a server cannot do what it should.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use hotgates_table::TableFault;

/// The reason why a server cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServerFault {
    /// The address cannot be listened to.
    #[error("cannot listen on {address}: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        why: io::Error,
    },
    /// An address that others can reach without the name under which they do.
    #[error(
        "listening on {0} needs --public-url, the address that players see: without it the server answers this machine only"
    )]
    NoPublicUrl(SocketAddr),
    /// The data folder cannot be used.
    #[error("{}: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// Another server uses the data folder.
    #[error("{}: another server uses this folder", .0.display())]
    FolderInUse(PathBuf),
    /// The database refuses something.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database was written by a newer version.
    #[error("the database has schema {found}; this version knows schema {known}")]
    NewerSchema {
        /// Schema of the database.
        found: i64,
        /// Newest schema that is known.
        known: i64,
    },
    /// A stored battle that cannot be read.
    #[error("battle {battle} in the database: {why}")]
    Stored {
        /// Id of the battle.
        battle: String,
        /// The reason, in words.
        why: String,
    },
    /// What the operator asked for cannot be done; in words.
    #[error("{0}")]
    Admin(String),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Chance(getrandom::Error),
}

impl ServerFault {
    /// Returns the fault of a stored battle whose records cannot be followed.
    pub(crate) fn of_table(battle: &str, why: &TableFault) -> Self {
        Self::Stored { battle: battle.to_owned(), why: why.to_string() }
    }
}
