//! A hash that tells battles of different scenarios apart.

use crate::battle::Battle;
use hotgates_grid::mix::split_mix;

impl Battle {
    /// Returns a hash of the position and of all that is fixed about the battle: ground, roster,
    /// length, goals, arrivals, events and factors of sides. Unlike [`hash`](Self::hash) it tells battles of
    /// different scenarios apart; texts and prices are not in it.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = split_mix(u64::from(self.last_turn()) << 1 | self.objective() as u64);
        let grid = self.grid();
        let mut add = |number: u64| hash = split_mix(hash ^ number);
        add(u64::from(grid.width().cast_unsigned()) << 32 | u64::from(grid.height().cast_unsigned()));
        let mut word = 0;
        for (index, cell) in grid.cells().enumerate() {
            word = word << 8 | u64::from(self.map().terrain(cell).0);
            if index % 8 == 7 {
                add(std::mem::take(&mut word));
            }
        }
        add(word);
        for (_, unit) in self.roster() {
            let rank = unit.rank.map_or(0, |rank| u64::from(rank.0) + 1);
            let [kind, start, cell] = [unit.kind.0.into(), unit.start.0.into(), u64::from(unit.cell.0)];
            add(kind | rank << 8 | start << 16 | cell << 32);
        }
        let goals = self.goal_table().digest();
        for digest in [goals, self.script_digest()].into_iter().filter(|&digest| digest != 0) {
            add(digest);
        }
        // With other numbers the battle would be another one.
        if let Some(rules) = self.arena.rules_digest {
            add(rules);
            for (_, unit) in self.roster() {
                let facing = unit.facing.map_or(0, |way| way as u64 + 1);
                add(u64::from(unit.experience) << 8 | facing);
            }
        }
        split_mix(hash ^ self.hash())
    }
}
