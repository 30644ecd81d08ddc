//! The terrains that terrain codes become.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{Ruleset, TerrainId};
use serde::Deserialize;

/// The table of `assets/terrains.ron`. Each entry stands for all codes that begin with its key,
/// unless a longer key does.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MappedTerrains {
    base: BTreeMap<String, String>,
    instead: BTreeMap<String, String>,
    cover: BTreeMap<String, String>,
    nothing: BTreeSet<String>,
}

/// The table with the ids of its terrains.
pub struct CodeTable {
    base: BTreeMap<String, TerrainId>,
    overlays: BTreeMap<String, OverlayRule>,
    /// `true` for each terrain that no unit can enter.
    closed: Vec<bool>,
}

#[derive(Clone, Copy)]
enum OverlayRule {
    Instead(TerrainId),
    Cover(TerrainId),
    Nothing,
}

const TABLE: &str = include_str!("../../assets/terrains.ron");

impl CodeTable {
    pub fn load_table(rules: &Ruleset) -> Self {
        let table: MappedTerrains = ron::from_str(TABLE).expect("a test reads the table");
        let terrain =
            |name: &String| rules.terrain(name).expect("a test looks up every terrain of the table");
        let overlay = |list: BTreeMap<String, String>, kind: fn(TerrainId) -> OverlayRule| {
            list.into_iter().map(move |(code, name)| (code, kind(terrain(&name))))
        };
        let nothing = table.nothing.into_iter().map(|code| (code, OverlayRule::Nothing));
        let overlays =
            overlay(table.instead, OverlayRule::Instead).chain(overlay(table.cover, OverlayRule::Cover));
        Self {
            base: table.base.into_iter().map(|(code, name)| (code, terrain(&name))).collect(),
            overlays: overlays.chain(nothing).collect(),
            closed: rules.terrains.iter().map(|terrain| terrain.cost.is_none()).collect(),
        }
    }

    /// Returns the terrain that a code becomes; `None` for an unknown code.
    pub fn terrain_of_code(&self, code: &str) -> Option<TerrainId> {
        let (base, overlay) = code.split_once('^').unwrap_or((code, ""));
        let base = *longest_prefix(&self.base, base)?;
        if overlay.is_empty() {
            return Some(base);
        }
        match *longest_prefix(&self.overlays, overlay)? {
            OverlayRule::Cover(_) if self.closed[base.index()] => Some(base),
            OverlayRule::Instead(terrain) | OverlayRule::Cover(terrain) => Some(terrain),
            OverlayRule::Nothing => Some(base),
        }
    }
}

/// Greatest number of letters of a base or an overlay that count.
const LONGEST: usize = 8;

/// Returns the entry with the longest key that a code begins with.
fn longest_prefix<'a, T>(table: &'a BTreeMap<String, T>, code: &str) -> Option<&'a T> {
    (1..=code.len().min(LONGEST)).rev().find_map(|length| table.get(code.get(..length)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_terrains() {
        let rules = Ruleset::classic();
        let codes = CodeTable::load_table(&rules);
        for (code, expected) in [
            ("Gg", "grass"),
            ("Gll^Efm", "grass"),
            ("Gs^Fp", "forest"),
            ("Hh", "forest"),
            ("Dd", "forest"),
            ("Aa", "forest"),
            ("Ss", "forest"),
            ("Ww", "forest"),
            ("Wwr", "forest"),
            ("Wwf", "grass"),
            ("Wo", "water"),
            ("Wot", "water"),
            ("Qxu", "water"),
            ("Qlf", "water"),
            ("Xv", "water"),
            ("_off^_usr", "water"),
            ("Mm", "mountain"),
            ("Mm^Vhh", "road"),
            ("Mm^Xm", "mountain"),
            ("Gg^Xo", "mountain"),
            ("Mm^Fp", "mountain"),
            ("Xu", "mountain"),
            ("Wo^Bw/", "bridge"),
            ("Qxu^Bs|", "bridge"),
            ("Ww^Bsb\\", "bridge"),
            ("Uu^Br|", "forest"),
            ("Urb", "grass"),
            ("Kh", "road"),
            ("Chw", "road"),
            ("Ww^Vm", "road"),
            ("Rp", "road"),
            ("Iwr^Pr|", "mountain"),
            ("Iwr^Pr|o", "grass"),
        ] {
            let terrain = codes.terrain_of_code(code).map(|terrain| rules.terrains[terrain].name.as_str());
            assert_eq!(terrain, Some(expected), "{code}");
        }
        for unknown in ["", "Zz", "gg", "Gg^Zz", "^Fp", "1", "Gg^^Fp", "é", "_f"] {
            assert_eq!(codes.terrain_of_code(unknown), None, "{unknown}");
        }
    }
}
