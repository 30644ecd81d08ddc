//! The player's doctrines, read beside the frames.

use std::path::PathBuf;

use bevy::prelude::*;
use hotgates_ui::Job;
use hotgates_ui::screen::Screen;
use hotgates_ui::storage::Storage;

use super::doctrines::KnownDoctrines;
use super::model::BattleSetup;

/// The folder of doctrines beside the maps of the project.
const PROJECT_FOLDER: &str = "assets/doctrines";

/// The reading of the player's doctrines.
#[derive(Resource)]
struct DoctrineReading(Job<KnownDoctrines>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KnownDoctrines>()
        .add_systems(OnEnter(Screen::Setup), begin_reading)
        .add_systems(Update, take_doctrines.run_if(resource_exists::<DoctrineReading>));
}

/// Reads the files anew each time that the screen is opened: the player may have tuned another one meanwhile.
fn begin_reading(mut commands: Commands, storage: Res<Storage>) {
    let folders = [storage.doctrine_folder(), PathBuf::from(PROJECT_FOLDER)];
    commands.insert_resource(DoctrineReading(Job::start_file_work(move |_| {
        let mut known = KnownDoctrines::default();
        for folder in &folders {
            known.add_folder(folder);
        }
        known
    })));
}

fn take_doctrines(
    mut commands: Commands,
    mut reading: ResMut<DoctrineReading>,
    mut known: ResMut<KnownDoctrines>,
    setup: Option<ResMut<BattleSetup>>,
) {
    let Some(read) = reading.0.poll() else { return };
    commands.remove_resource::<DoctrineReading>();
    if let Some(mut setup) = setup {
        setup.bypass_change_detection().find_doctrines(&read.doctrines);
    }
    known.set_if_neq(read);
}
