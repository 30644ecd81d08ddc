//! Trained policies that the user names: files that are read once, before the first battle.

use std::sync::Arc;

use hotgates_play::{CommanderName, TrainedPolicy};

/// A policy as it has been read.
pub struct ReadPolicy {
    /// The policy.
    pub policy: Arc<dyn TrainedPolicy>,
    /// SHA-256 of its file, in hexadecimal digits.
    pub sha256: String,
}

/// Reads the policy of a name that the user gave; `None` for other commanders.
///
/// # Errors
/// The reason why there is no such policy.
pub fn policy_of_name(name: &CommanderName) -> Result<Option<ReadPolicy>, String> {
    match name {
        CommanderName::Policy(file) => read_policy(name, file).map(Some),
        CommanderName::Human | CommanderName::BuiltIn(_) | CommanderName::Program(_) => Ok(None),
    }
}

/// Reads the policy of a file, for the window.
///
/// # Errors
/// The reason why it is no policy of this program.
#[cfg(all(feature = "onnx", feature = "window"))]
pub fn read_policy_file(path: &std::path::Path) -> Result<Arc<dyn TrainedPolicy>, String> {
    let file = path.display().to_string();
    read_policy(&CommanderName::Policy(file.clone()), &file).map(|read| read.policy)
}

#[cfg(feature = "onnx")]
fn read_policy(name: &CommanderName, file: &str) -> Result<ReadPolicy, String> {
    use hotgates_files::{FileAccess, read_bytes};
    use hotgates_policy::OnnxPolicy;

    let bytes = read_bytes(file.as_ref(), FileAccess::default()).map_err(|why| why.to_string())?;
    let policy = OnnxPolicy::from_bytes(name.to_string(), &bytes).map_err(|why| format!("{file}: {why}"))?;
    let behaviour = policy.terms().behaviour;
    if behaviour > hotgates_record::BEHAVIOUR {
        let here = hotgates_record::BEHAVIOUR;
        return Err(format!(
            "{file}: it was trained by behaviour {behaviour} of the rules, and this program plays {here}"
        ));
    }
    Ok(ReadPolicy { policy: Arc::new(policy), sha256: hotgates_tournament::hash_bytes(&bytes) })
}

#[cfg(not(feature = "onnx"))]
fn read_policy(name: &CommanderName, _: &str) -> Result<ReadPolicy, String> {
    Err(format!("`{name}`: this program is built without trained policies; the feature `onnx` has them"))
}
