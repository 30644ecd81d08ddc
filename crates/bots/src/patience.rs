//! How long programs are waited for where no clock runs.

use std::time::Duration;

/// The longest times that a program may take where no clock runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotPatience {
    /// From its start until it is ready.
    pub ready: Duration,
    /// To look at the map of a new battle.
    pub map: Duration,
    /// To take leave of a battle that is over.
    pub leave: Duration,
}

impl Default for BotPatience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { ready: seconds(60), map: seconds(60), leave: seconds(5) }
    }
}
