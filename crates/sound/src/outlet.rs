//! The interface of ways from the mixer to the loudspeakers, and why they fail.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// The reason why nothing is heard.
#[derive(Debug, Error)]
pub enum SoundError {
    /// There is no sound server to be found.
    #[error("there is no sound server")]
    NoServer,
    /// No way to the loudspeakers of this system is known.
    #[error("sound is not supported on this system")]
    NotSupported,
    /// The sound server cannot be reached, or has gone.
    #[error("the sound server cannot be reached: {0}")]
    Io(#[from] io::Error),
    /// The sound server says something that is not understood, or refuses.
    #[error("the sound server refuses: {0}")]
    Refused(String),
    /// The sound server takes no samples any more.
    #[error("the sound server has stopped")]
    Stopped,
}

/// A way to the loudspeakers that can be opened. It is opened again after a silence or a failure.
pub trait AudioOutlet: Send {
    /// Opens a stream of two channels at [`SAMPLE_RATE`](crate::SAMPLE_RATE).
    ///
    /// # Errors
    /// There is no sound server, or it refuses.
    fn open_stream(&mut self) -> Result<Box<dyn AudioStream>, SoundError>;
}

/// An open stream to the loudspeakers; dropping it closes it.
pub trait AudioStream {
    /// Waits until samples are asked for, but no longer than `patience`, and has them made by `fill`: frames of
    /// two samples, left and right, from −1 to 1.
    ///
    /// # Errors
    /// The stream has come to its end against its will, as when the sound server stops.
    fn feed_samples(
        &mut self,
        patience: Duration,
        fill: &mut dyn FnMut(&mut [f32]),
    ) -> Result<(), SoundError>;
}
