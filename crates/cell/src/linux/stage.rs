//! What an outer process tells the inner one.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// What an outer process tells the program that it starts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Stage {
    /// Find out whether namespaces can be had, and exit with 0 if so.
    TryNamespaces,
    /// Go on inside.
    Inside(Preparation),
}

/// What the outer process has prepared.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Preparation {
    /// The process is in namespaces of its own.
    pub namespaces: bool,
    /// The process is in a control group of its own.
    pub control_group: bool,
    /// The folder to be made for what the bot writes, where no file system can be mounted for that.
    pub temporary: PathBuf,
    /// The user inside is the administrator outside.
    pub administrator: bool,
}
