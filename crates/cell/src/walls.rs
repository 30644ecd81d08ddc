//! The walls of a cell, and which of them stand.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::CellLimits;

/// A wall between a bot and the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wall {
    /// The bot reads the system and its own folder, and nothing else.
    Reading,
    /// The bot writes one temporary folder, and nothing else.
    Writing,
    /// The temporary folder has a size.
    TemporaryFolder,
    /// The bot reaches no network.
    Network,
    /// The bot neither sees nor signals processes of others.
    Processes,
    /// The number of its processes is bounded.
    ProcessCount,
    /// Its memory is bounded.
    Memory,
    /// It has no rights of the system's administrator, and gets none.
    Privileges,
    /// It cannot make calls of the system that no game needs.
    SystemCalls,
    /// It gets no open file, no environment and no endless file of its starter.
    Inheritance,
}

impl Wall {
    /// All walls.
    pub const ALL: [Self; 10] = [
        Self::Reading,
        Self::Writing,
        Self::TemporaryFolder,
        Self::Network,
        Self::Processes,
        Self::ProcessCount,
        Self::Memory,
        Self::Privileges,
        Self::SystemCalls,
        Self::Inheritance,
    ];

    /// Returns the name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Writing => "writing",
            Self::TemporaryFolder => "temporary folder",
            Self::Network => "network",
            Self::Processes => "processes of others",
            Self::ProcessCount => "number of processes",
            Self::Memory => "memory",
            Self::Privileges => "privileges",
            Self::SystemCalls => "calls of the system",
            Self::Inheritance => "inheritance",
        }
    }
}

/// How much of a wall stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WallState {
    /// Nothing of the wall stands.
    Missing,
    /// Something stands, and a bot that means harm gets round it.
    Partial,
    /// The wall stands.
    Whole,
}

impl WallState {
    /// Returns the name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Partial => "partial",
            Self::Whole => "whole",
        }
    }
}

/// A wall, how much of it stands and by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltWall {
    /// The wall.
    pub wall: Wall,
    /// How much of the wall stands.
    pub state: WallState,
    /// What the wall is made of, or what is missing, in words.
    pub how: String,
}

/// The walls of a cell: each of [`Wall::ALL`] once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellWalls {
    /// The walls in the order of [`Wall::ALL`].
    pub walls: Vec<BuiltWall>,
}

impl CellWalls {
    /// Returns walls of which none stands.
    pub(crate) fn none(how: &str) -> Self {
        let missing = |wall| BuiltWall { wall, state: WallState::Missing, how: how.to_owned() };
        Self { walls: Wall::ALL.map(missing).into() }
    }

    /// Notes how much of a wall stands.
    pub(crate) fn set(&mut self, wall: Wall, state: WallState, how: impl Into<String>) {
        if let Some(built) = self.walls.iter_mut().find(|built| built.wall == wall) {
            (built.state, built.how) = (state, how.into());
        }
    }

    /// Returns how much of a wall stands.
    pub fn state(&self, wall: Wall) -> WallState {
        let built = self.walls.iter().find(|built| built.wall == wall);
        built.map_or(WallState::Missing, |built| built.state)
    }

    /// Puts a cell up on this machine, for a bot that is started in `folder`, and returns which walls stand.
    /// `program` is as for [`wrap_command`](crate::wrap_command).
    ///
    /// # Errors
    /// When the cell cannot be put up, with the message of `program`.
    pub fn of_this_machine(program: &Path, limits: &CellLimits, folder: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg("cell").args(limits.to_arguments()).args(["--walls", "--json"]);
        command.current_dir(folder).stdin(Stdio::null());
        let output = command.output()?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(io::Error::other(message));
        }
        serde_json::from_slice(&output.stdout).map_err(io::Error::other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_outlast_json() {
        let mut walls = CellWalls::none("nobody has built it");
        assert!(Wall::ALL.iter().all(|&wall| walls.state(wall) == WallState::Missing));
        walls.set(Wall::Network, WallState::Whole, "namespace");
        assert_eq!(walls.state(Wall::Network), WallState::Whole);
        let text = serde_json::to_string(&walls).unwrap();
        assert!(text.contains(r#"{"wall":"network","state":"whole","how":"namespace"}"#), "{text}");
        assert_eq!(serde_json::from_str::<CellWalls>(&text).unwrap(), walls);
    }
}
