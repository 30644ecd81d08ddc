//! Reading campaigns with the maps that they name.

use std::collections::BTreeMap;
use std::path::Path;

use hotgates_campaign::{Campaign, CampaignFaultKind, CampaignFile};
use hotgates_engine::{Fault, FaultKind};

use crate::access::{FileAccess, FileReach, NamedPlace};
use crate::error::{FileError, LocatedFault};
use crate::load::{LoadedScenario, SourceText};

/// A campaign with the files of its maps.
#[derive(Debug, Clone)]
pub struct LoadedCampaign {
    /// The campaign to play.
    pub campaign: Campaign,
    /// File of each map, by the path that the campaign names.
    pub maps: BTreeMap<String, LoadedScenario>,
}

impl LoadedCampaign {
    /// Reads a campaign file and the maps that it names, all within its folder and below.
    ///
    /// # Errors
    /// The file that cannot be read, or every fault of the campaign and of its maps, each in the file that
    /// has it.
    pub fn open_file(path: &Path, access: FileAccess) -> Result<Self, FileError> {
        let source = SourceText::read_file(path, access)?;
        let file =
            CampaignFile::from_ron(&source.text).map_err(|fault| source.error_of_faults(vec![fault]))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let reach = FileReach::of_folder(folder, access);
        let (mut maps, mut own, mut located) = (BTreeMap::new(), Vec::new(), Vec::new());
        for (index, battle) in file.battles.iter().enumerate() {
            if maps.contains_key(&battle.map) {
                continue;
            }
            let (path, name) = (folder.join(&battle.map), battle.map.clone());
            let kind = match reach.place_of(&path) {
                NamedPlace::There => {
                    match LoadedScenario::open_within(&path, access.of_named_file(), reach.clone()) {
                        Ok(map) => drop(maps.insert(name, map)),
                        Err(FileError::Faults(faults)) => located.extend(faults),
                        Err(problem) => return Err(problem),
                    }
                    continue;
                }
                NamedPlace::Missing => CampaignFaultKind::NoMapFile { map: name }.into(),
                NamedPlace::Outside => FaultKind::OutsideFolder { name },
            };
            own.push(Fault::fault_of_field(format!("battles[{index}].map"), kind));
        }
        let scenarios = maps.iter().map(|(path, map)| (path.clone(), map.scenario.clone())).collect();
        match Campaign::from_file(file, scenarios) {
            Ok(campaign) => return Ok(Self { campaign, maps }),
            Err(faults) => {
                for fault in faults {
                    match fault.kind {
                        FaultKind::OfMap { map, fault } => {
                            located.extend(maps[&map].locate_faults(vec![*fault]));
                        }
                        // What kept the map from being read has been told.
                        FaultKind::Campaign(CampaignFaultKind::MapNotLoaded { .. }) => {}
                        _ => own.push(fault),
                    }
                }
            }
        }
        let mut all: Vec<LocatedFault> = source.error_of_faults(own).faults().to_vec();
        // Several battles may be fought on one map.
        for fault in located {
            if !all.contains(&fault) {
                all.push(fault);
            }
        }
        Err(FileError::from_faults(all))
    }
}
