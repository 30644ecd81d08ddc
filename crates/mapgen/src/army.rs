//! The armies of random maps.

use hotgates_engine::{Army, Battle, MapFile, Scenario, UnitEntry};

use crate::LandKind;

/// Returns the numbers of infantry, cavalry and artillery units, of Red and then of Blue, with
/// which both sides had a chance where computers played.
pub const fn unit_counts(kind: LandKind) -> [[u32; 3]; 2] {
    match kind {
        LandKind::Pass | LandKind::Islands => [[9, 3, 3], [6, 2, 2]],
        LandKind::River | LandKind::Highlands => [[7, 2, 2], [6, 2, 2]],
        LandKind::Plain => [[6, 2, 2], [6, 2, 2]],
    }
}

/// Shares of the armies, in ‰, that are tried in turn until the armies have room.
const SHARES: [u32; 5] = [1000, 800, 600, 450, 300];

/// Returns the map with the largest armies in which the engine finds no fault; `None` if even the
/// smallest have no room.
pub fn with_largest_armies(map: &MapFile, kind: LandKind) -> Option<MapFile> {
    let [red, blue] = unit_counts(kind);
    SHARES.into_iter().find_map(|share| {
        let map = MapFile {
            red: Some(share_of_army(red, share)),
            blue: Some(share_of_army(blue, share)),
            ..map.clone()
        };
        let report = Battle::check_scenario(&Scenario::classic(map.clone()));
        (report.battle.is_some() && report.faults.is_empty()).then_some(map)
    })
}

fn share_of_army(counts: [u32; 3], share: u32) -> Army {
    let kinds = ["infantry", "cavalry", "artillery"];
    let units = kinds.into_iter().zip(counts).flat_map(|(kind, count)| {
        let count = (count * share).div_ceil(1000);
        (0..count).map(move |_| UnitEntry::new(kind))
    });
    Army { commander: None, units: units.collect() }
}
