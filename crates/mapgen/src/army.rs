//! The armies of random maps.

use hotgates_engine::{Army, Battle, BySide, MapFile, Ruleset, Scenario, UnitEntry};

use crate::LandKind;

/// Returns the numbers of infantry, cavalry and artillery units, of Red and then of Blue, with
/// which both sides had a chance where computers played the classic rules.
pub const fn unit_counts(kind: LandKind) -> [[u32; 3]; 2] {
    match kind {
        LandKind::Pass | LandKind::Islands => [[9, 3, 3], [6, 2, 2]],
        LandKind::River | LandKind::Highlands => [[7, 2, 2], [6, 2, 2]],
        LandKind::Plain => [[6, 2, 2], [6, 2, 2]],
    }
}

/// Shares of the armies, in ‰, that are tried in turn until the armies have room.
const SHARES: [u32; 5] = [1000, 800, 600, 450, 300];

/// Returns the whole armies of a random map: for the classic ruleset those of the kind of land, else the standard
/// armies of the ruleset.
fn whole_armies<'a>(map: &MapFile, kind: LandKind, rules: &'a Ruleset) -> BySide<Vec<(&'a str, u32)>> {
    if map.rules.is_some() {
        let standard = |side| rules.standard.army_of_side(side).iter();
        return BySide::new(|side| standard(side).map(|(kind, count)| (kind.as_str(), *count)).collect());
    }
    let [red, blue] = unit_counts(kind)
        .map(|counts| ["infantry", "cavalry", "artillery"].into_iter().zip(counts).collect());
    BySide { red, blue }
}

/// Returns the map with the largest armies in which the engine finds no fault; `None` if even the
/// smallest have no room.
pub fn with_largest_armies(map: &MapFile, kind: LandKind, rules: &Ruleset) -> Option<MapFile> {
    let whole = whole_armies(map, kind, rules);
    SHARES.into_iter().find_map(|share| {
        let map = MapFile {
            red: Some(share_of_army(&whole.red, share)),
            blue: Some(share_of_army(&whole.blue, share)),
            ..map.clone()
        };
        let report = Battle::check_scenario(&Scenario::new(map.clone(), rules.clone()));
        (report.battle.is_some() && report.faults.is_empty()).then_some(map)
    })
}

fn share_of_army(whole: &[(&str, u32)], share: u32) -> Army {
    let units = whole.iter().flat_map(|&(kind, count)| {
        let count = (count * share).div_ceil(1000);
        (0..count).map(move |_| UnitEntry::new(kind))
    });
    Army { commander: None, units: units.collect() }
}
