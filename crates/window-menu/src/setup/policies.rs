//! The trained policies that can command a side: files of the player's, where the program can read them.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use hotgates_engine::{Battle, visible_text};
use hotgates_play::{CommanderName, Seat, TrainedPolicy};
use hotgates_ui::Job;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::{Storage, files_with_extension};

/// A function that reads the file of a policy, or says in words why it cannot.
pub type PolicyReader = fn(&Path) -> Result<Arc<dyn TrainedPolicy>, String>;

/// How policies are read; `None` in a program that is built without them.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct PolicyFiles(pub Option<PolicyReader>);

/// A policy, and the name of its file.
#[derive(Clone)]
pub struct KnownPolicy {
    file: String,
    policy: Arc<dyn TrainedPolicy>,
}

impl KnownPolicy {
    /// Name of the file, without its folder.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the seat of the policy.
    #[must_use]
    pub fn seat_to_play(&self) -> Seat {
        Seat::from_name(CommanderName::Policy(self.file.clone())).with_policy(Arc::clone(&self.policy))
    }

    /// Returns the reason in words why the policy cannot play a battle; `None` if it can.
    #[must_use]
    pub fn obstacle_in_battle(&self, battle: &Battle) -> Option<String> {
        self.policy.make_commander(battle).err()
    }
}

impl PartialEq for KnownPolicy {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file && Arc::ptr_eq(&self.policy, &other.policy)
    }
}

impl Eq for KnownPolicy {}

impl fmt::Debug for KnownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownPolicy").field(&self.file).finish()
    }
}

/// The policies to choose from, and what is wrong with other files.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownPolicies {
    /// Policies, by the names of their files.
    pub policies: Vec<KnownPolicy>,
    /// Files that are no policies, with the reasons.
    pub problems: Vec<String>,
}

/// The reading of the player's policies.
#[derive(Resource)]
struct PolicyReading(Job<KnownPolicies>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PolicyFiles>()
        .init_resource::<KnownPolicies>()
        .add_systems(OnEnter(Screen::Setup), begin_reading)
        .add_systems(Update, take_policies.run_if(resource_exists::<PolicyReading>));
}

fn begin_reading(mut commands: Commands, storage: Res<Storage>, files: Res<PolicyFiles>) {
    let (folder, Some(read)) = (storage.policy_folder(), files.0) else { return };
    commands.insert_resource(PolicyReading(Job::start_file_work(move |_| read_policies(&folder, read))));
}

fn read_policies(folder: &Path, read: PolicyReader) -> KnownPolicies {
    let mut known = KnownPolicies::default();
    for path in files_with_extension(folder, "onnx") {
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
        match read(&path) {
            Ok(policy) => known.policies.push(KnownPolicy { file: file.to_owned(), policy }),
            Err(why) => known.problems.push(visible_text(&why).into_owned()),
        }
    }
    known
}

fn take_policies(
    mut commands: Commands,
    mut reading: ResMut<PolicyReading>,
    mut known: ResMut<KnownPolicies>,
) {
    let Some(read) = reading.0.poll() else { return };
    commands.remove_resource::<PolicyReading>();
    known.set_if_neq(read);
}
