//! Where a side's officers help units.

use hotgates_engine::{Battle, Cell, LeadershipRule, Permille, RankId, Side};

/// Where a side's officers help the units around them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachOfLeadership {
    /// The side.
    pub side: Side,
    /// Hexes near an officer whose unit has not broken, in ascending order, each with the highest rank near.
    /// The unit of that officer itself gets nothing of it.
    pub cells: Vec<(Cell, RankId)>,
    rule: LeadershipRule,
}

impl ReachOfLeadership {
    /// Computes where a side's officers help; `None` where the rules have no leadership.
    #[must_use]
    pub fn new(battle: &Battle, side: Side) -> Option<Self> {
        let rule = battle.rules().options.leadership.clone()?;
        let mut highest: Vec<Option<RankId>> = vec![None; battle.grid().len()];
        for unit in battle.living(side).filter(|&unit| !battle.is_broken(unit)) {
            let Some(rank) = battle.rank(unit) else { continue };
            for (_, cell) in battle.grid().within(battle.unit(unit).cell, rule.radius) {
                let known = &mut highest[cell.index()];
                *known = (*known).max(Some(rank));
            }
        }
        let cells = battle.grid().cells().filter_map(|cell| Some((cell, highest[cell.index()]?)));
        Some(Self { side, cells: cells.collect(), rule })
    }

    /// Returns what the losses rise by that a unit deals near an officer of a rank: `+6 %`.
    #[must_use]
    pub fn help_of(&self, rank: RankId) -> String {
        let more = self.rule.situation(rank).unsigned_abs();
        format!("+{}", Permille(more).in_percent())
    }

    /// Number of hexes up to which an officer helps.
    #[must_use]
    pub const fn radius(&self) -> u32 {
        self.rule.radius
    }
}
