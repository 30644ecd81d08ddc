//! The way to the loudspeakers of the system that the program is built for.

use crate::outlet::AudioOutlet;

/// Returns the way to the loudspeakers of this system: the native protocol of `PulseAudio` on Linux, which `PipeWire`
/// speaks, too; elsewhere one that cannot be opened.
#[must_use]
pub fn system_outlet() -> Box<dyn AudioOutlet> {
    #[cfg(target_os = "linux")]
    return Box::new(crate::pulse::PulseOutlet::from_environment());
    #[cfg(not(target_os = "linux"))]
    return Box::new(MissingOutlet);
}

/// The way of systems for which there is none.
#[cfg(not(target_os = "linux"))]
struct MissingOutlet;

#[cfg(not(target_os = "linux"))]
impl AudioOutlet for MissingOutlet {
    fn open_stream(&mut self) -> Result<Box<dyn crate::outlet::AudioStream>, crate::outlet::SoundError> {
        Err(crate::outlet::SoundError::NotSupported)
    }
}
