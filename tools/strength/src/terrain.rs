//! Maps to fight on: shipped ones, random ones, and small ones with a single pass.

use std::ops::Range;
use std::path::{Path, PathBuf};

use hotgates_engine::{Army, Battle, Dice, Direction, MapFile, Scenario, UnitEntry};
use hotgates_mapgen::{LandKind, MapPlan};

use crate::Failure;

/// A map with its armies.
#[derive(Debug, Clone)]
pub struct BattleGround {
    /// Name of the map, or of the kind of random maps that it is counted with.
    pub name: String,
    /// The map with the armies as shipped.
    pub scenario: Scenario,
    /// `true` for a map that is one of many of its kind, and played with one seed.
    pub once: bool,
}

impl BattleGround {
    /// Returns the battle of a set: `exchanged` if Red fights with Blue's order of battle and Blue
    /// with Red's. The seed cuts each unit's strength and rolls the dice. `None` where an army has
    /// no room.
    pub fn begin_battle(&self, exchanged: bool, seed: u64) -> Option<Battle> {
        let mut scenario = self.scenario.clone();
        if exchanged {
            std::mem::swap(&mut scenario.map.red, &mut scenario.map.blue);
        }
        scenario.map.seed = Some(seed);
        Battle::from_scenario(&scenario).ok()
    }
}

/// Folder of the maps of the project.
pub fn shipped_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../maps")
}

/// Returns the shipped maps in a folder, by name.
///
/// # Errors
/// When the folder or a map cannot be read.
pub fn shipped_grounds(folder: &Path) -> Result<Vec<BattleGround>, Failure> {
    let mut grounds = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().filter(|_| path.extension().is_some_and(|end| end == "ron")) {
            let map = MapFile::from_ron(&std::fs::read_to_string(&path)?)?;
            let name = name.to_string_lossy().into_owned();
            let rules = map.rules.clone();
            let scenario = Scenario::by_shipped_rules(map).ok_or_else(|| {
                format!("{}: no ruleset `{}` is shipped", path.display(), rules.unwrap_or_default())
            })?;
            grounds.push(BattleGround { name, scenario, once: false });
        }
    }
    grounds.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(grounds)
}

/// Returns the random maps with these numbers, of these kinds in turn, or of all, 24 to 36 columns wide, with
/// Red from every direction in turn.
///
/// # Errors
/// Never: the sizes are in range.
pub fn generated_grounds(numbers: Range<u32>, kinds: &[LandKind]) -> Result<Vec<BattleGround>, Failure> {
    let kinds = if kinds.is_empty() { &LandKind::ALL[..] } else { kinds };
    let plan = |number: u32| {
        let length = u32::try_from(kinds.len()).unwrap_or(1);
        let kind = kinds[(number % length) as usize];
        let turn = number / length;
        let (width, height) = (24 + 6 * (turn % 3), 20 + 4 * (turn % 4));
        MapPlan { kind, width, height, seed: number.into(), from: Direction::ALL[(turn % 6) as usize] }
    };
    let ground = |plan: MapPlan| {
        let scenario = Scenario::classic(plan.generate_map()?);
        Ok(BattleGround { name: format!("random {}", plan.kind.name()), scenario, once: true })
    };
    numbers.map(plan).map(ground).collect()
}

/// Returns small maps with one pass: 20 columns, 16 rows, a wall across with one gap one hex wide,
/// Red in the north, and Blue with two men to Red's three behind it.
pub fn pass_grounds(count: u32) -> impl Iterator<Item = BattleGround> {
    (0..count).map(|number| {
        let made = (0..).find_map(|attempt| pass_ground(u64::from(number) << 8 | attempt));
        made.expect("most attempts are playable")
    })
}

fn pass_ground(seed: u64) -> Option<BattleGround> {
    let mut dice = Dice::for_other_purpose(seed, 5);
    let mut draw = |from: u32, to: u32| (from + dice.draw_below(to - from + 1)) as usize;
    let (wall, depth, gap, castle) = (draw(6, 9), draw(1, 2), draw(2, 17), (draw(5, 14), draw(13, 14)));
    let mut rows = vec![vec!['.'; 20]; 16];
    for _ in 0..draw(0, 20) {
        rows[draw(0, 15)][draw(0, 19)] = 'f';
    }
    for row in &mut rows[wall..wall + depth] {
        *row = vec!['^'; 20];
        row[gap] = if draw(0, 2) == 0 { 'f' } else { '.' };
    }
    rows[castle.1][castle.0] = '#';
    let army = |infantry: usize, cavalry: usize, guns: usize| {
        let arms = [("infantry", infantry), ("cavalry", cavalry), ("artillery", guns)];
        let units = arms.into_iter().flat_map(|(kind, count)| vec![UnitEntry::new(kind); count]);
        Some(Army { commander: None, units: units.collect() })
    };
    let (infantry, cavalry, guns) = (draw(3, 6), draw(1, 2), draw(0, 2));
    let map = MapFile {
        name: format!("Pass {seed}"),
        rows: rows.into_iter().map(String::from_iter).collect(),
        from: Some(Direction::N),
        variation: Some(100),
        red: army(infantry * 3 / 2, cavalry * 3 / 2, guns * 3 / 2),
        blue: army(infantry, cavalry, guns),
        ..MapFile::default()
    };
    let ground = BattleGround { name: "small pass".to_owned(), scenario: Scenario::classic(map), once: true };
    let playable = |exchanged| ground.begin_battle(exchanged, 0).is_some();
    (playable(false) && playable(true)).then_some(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_passes_are_playable_and_again_the_same() {
        let texts = || pass_grounds(20).map(|ground| ground.scenario.map.rows).collect::<Vec<_>>();
        assert_eq!(texts(), texts());
        for ground in pass_grounds(20) {
            let walls = ground.scenario.map.rows.iter().filter(|row| row.matches('^').count() == 19);
            assert!((1..=2).contains(&walls.count()));
        }
    }
}
