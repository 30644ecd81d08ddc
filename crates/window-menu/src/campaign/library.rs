//! The campaigns to choose from: those that come with the program, and those of a player's folders.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bevy::prelude::Resource;
use hotgates_campaign::{Campaign, CampaignFile};
use hotgates_engine::{MapFile, Scenario};
use hotgates_files::{FileAccess, LoadedCampaign};
use hotgates_ui::Phrase;
use hotgates_ui::explain::explain_file_error;
use hotgates_ui::storage::Storage;

/// Text of the campaign that comes with the program: it is in it, so that it needs no folder.
const SHIPPED: &str = include_str!("../../../../maps/road_to_the_gates/campaign.ron");
/// Path and text of each of its maps.
const MAPS: [(&str, &str); 6] = [
    ("tempe.ron", include_str!("../../../../maps/road_to_the_gates/tempe.ron")),
    ("shore.ron", include_str!("../../../../maps/road_to_the_gates/shore.ron")),
    ("bridge.ron", include_str!("../../../../maps/road_to_the_gates/bridge.ron")),
    ("wall.ron", include_str!("../../../../maps/road_to_the_gates/wall.ron")),
    ("path.ron", include_str!("../../../../maps/road_to_the_gates/path.ron")),
    ("hill.ron", include_str!("../../../../maps/road_to_the_gates/hill.ron")),
];

/// Name of the file that makes a folder a campaign's.
const FILE: &str = "campaign.ron";

/// The campaigns to choose from, in the order of the list. They are read when they are first asked for:
/// a campaign is checked with all its maps.
#[derive(Resource, Debug, Clone)]
pub(super) struct CampaignLibrary(pub(super) Vec<Arc<Campaign>>);

impl CampaignLibrary {
    /// Reads the campaigns that come with the program, and those of the folders beside the maps; returns
    /// the faults of those that cannot be played.
    pub(super) fn read_campaigns(storage: &Storage) -> (Self, Vec<Phrase>) {
        let mut library = Self(vec![Arc::new(shipped_campaign())]);
        let mut problems = library.add_campaigns_of_folder(Path::new("maps"));
        problems.extend(library.add_campaigns_of_folder(&storage.map_folder()));
        (library, problems)
    }

    /// Adds the campaigns whose names are new, one from each folder in a folder.
    fn add_campaigns_of_folder(&mut self, folder: &Path) -> Vec<Phrase> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path().join(FILE)).collect();
        paths.retain(|path| path.is_file());
        paths.sort();
        let mut problems = Vec::new();
        for path in paths {
            match LoadedCampaign::open_file(&path, FileAccess::default()) {
                Ok(LoadedCampaign { campaign, .. }) if !self.has_name(&campaign.file().name) => {
                    self.0.push(Arc::new(campaign));
                }
                Ok(_) => {}
                Err(problem) => problems.extend(explain_file_error(&problem)),
            }
        }
        problems
    }

    fn has_name(&self, name: &str) -> bool {
        self.0.iter().any(|known| known.file().name == name)
    }
}

fn shipped_campaign() -> Campaign {
    let read_map = |(path, text): (&str, &str)| {
        let map = MapFile::from_ron(text).expect("shipped maps are sound");
        (path.to_owned(), Scenario::by_shipped_rules(map).expect("shipped maps name shipped rules"))
    };
    let maps: BTreeMap<String, Scenario> = MAPS.into_iter().map(read_map).collect();
    let file = CampaignFile::from_ron(SHIPPED).expect("the shipped campaign is sound");
    Campaign::from_file(file, maps).expect("the shipped campaign is sound")
}
