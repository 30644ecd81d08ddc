//! The works of a ruleset, looked up once: who can do which of them where.

use crate::ids::{TerrainId, UnitTypeId, WorkId};
use crate::ruleset::Ruleset;

/// The works of a ruleset, looked up once.
///
/// ```
/// use hotgates_rules::{Ruleset, TypeSelector, WorkId, WorkRule, WorkTable};
///
/// let mut rules = Ruleset::classic();
/// rules.options.works.push(WorkRule {
///     name: "bridge".into(),
///     from: vec!["water".into()],
///     to: "bridge".into(),
///     by: vec![TypeSelector::from("infantry")],
///     turns: 2,
/// });
/// let works = WorkTable::new(&rules);
/// let [infantry, cavalry] = ["infantry", "cavalry"].map(|name| rules.unit(name).expect("a type"));
/// let [water, bridge] = ["water", "bridge"].map(|name| rules.terrain(name).expect("a terrain"));
/// assert_eq!(works.terrain_made_of(WorkId(0), water), Some(bridge));
/// assert_eq!(works.terrain_made_of(WorkId(0), bridge), None);
/// assert_eq!([infantry, cavalry].map(|kind| works.can_do(kind, WorkId(0))), [true, false]);
/// assert_eq!(works.half_turns(WorkId(0)), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct WorkTable {
    works: Vec<TabledWork>,
    /// For each unit type whether it can do any of them.
    working: Vec<bool>,
}

#[derive(Debug, Clone)]
struct TabledWork {
    from: Vec<TerrainId>,
    to: TerrainId,
    by: Vec<bool>,
    half_turns: u8,
}

impl WorkTable {
    /// Looks the works of a ruleset up. Names that the ruleset does not have count for nothing.
    #[must_use]
    pub fn new(rules: &Ruleset) -> Self {
        let works: Vec<TabledWork> = rules
            .options
            .works
            .iter()
            .map(|work| TabledWork {
                from: work.from.iter().filter_map(|name| rules.terrain(name)).collect(),
                to: rules.terrain(&work.to).unwrap_or_default(),
                by: rules
                    .units
                    .iter()
                    .map(|unit| work.by.iter().any(|selector| unit.is_selected(selector)))
                    .collect(),
                half_turns: work.turns,
            })
            .collect();
        let working = (0..rules.units.len()).map(|kind| works.iter().any(|work| work.by[kind])).collect();
        Self { works, working }
    }

    /// Lists the numbers of all works, in the order of the ruleset.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = WorkId> + Clone + use<> {
        (0..self.works.len()).map(WorkId::from_index)
    }

    /// Returns `true` if units of a type can do any work.
    #[inline]
    #[must_use]
    pub fn can_do_any(&self, kind: UnitTypeId) -> bool {
        self.working[kind.index()]
    }

    /// Returns `true` if units of a type can do a work; `false` for a work that there is not.
    #[must_use]
    pub fn can_do(&self, kind: UnitTypeId, work: WorkId) -> bool {
        self.works.get(work.index()).is_some_and(|work| work.by[kind.index()])
    }

    /// Returns the terrain that a work makes of another; `None` where it cannot be done on that.
    #[must_use]
    pub fn terrain_made_of(&self, work: WorkId, terrain: TerrainId) -> Option<TerrainId> {
        let work = self.works.get(work.index())?;
        work.from.contains(&terrain).then_some(work.to)
    }

    /// Number of half-turns that a unit has to do a work in a row.
    ///
    /// # Panics
    /// When there is no such work.
    #[must_use]
    pub fn half_turns(&self, work: WorkId) -> u8 {
        self.works[work.index()].half_turns
    }
}
