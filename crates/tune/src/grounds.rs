//! The maps of a tuning, in three groups.

use hotgates_engine::{Direction, MapFile, Ruleset, Scenario};
use hotgates_mapgen::{LandKind, MapPlan};
use hotgates_tournament::PlannedMap;

use crate::fault::TuneFault;
use crate::stage::StageName;

/// What a group of maps is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TunePurpose {
    /// The search plays on them.
    Search,
    /// Checkpoints do.
    Validation,
    /// The test at the end does.
    Test,
}

/// Distance between the first seeds of two groups: beyond all sets of one.
const SEEDS_OF_GROUP: u64 = 1 << 40;
/// Columns and rows of generated maps.
const GENERATED_SIZE: [u32; 2] = [30, 24];
/// Distance between the seeds of generated maps in two groups.
const MAPS_OF_GROUP: u64 = 1000;

impl TunePurpose {
    /// All purposes, in the order in which they come.
    pub const ALL: [Self; 3] = [Self::Search, Self::Validation, Self::Test];

    /// Name of the purpose in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "tuning",
            Self::Validation => "validation",
            Self::Test => "the test",
        }
    }

    /// Number of generated maps of each kind.
    const fn generated_of_kind(self) -> u64 {
        match self {
            Self::Search => 0,
            Self::Validation => 4,
            Self::Test => 20,
        }
    }

    /// Returns the maps that are generated where none are named, each called by the command that makes it.
    ///
    /// # Errors
    /// Never: the plans are sound.
    fn generate_maps(self, seed: u64) -> Result<Vec<(String, MapFile)>, TuneFault> {
        let [width, height] = GENERATED_SIZE;
        let first = seed.wrapping_add(MAPS_OF_GROUP * self as u64);
        let seeds = (0..self.generated_of_kind()).map(|number| first.wrapping_add(number));
        let plans = seeds.flat_map(|seed| {
            LandKind::ALL.map(|kind| MapPlan { kind, width, height, seed, from: Direction::N })
        });
        let generate = |plan: MapPlan| {
            let (map, kind, seed) = (plan.generate_map()?, plan.kind.name(), plan.seed);
            Ok((format!("map random --size {width}x{height} --kind {kind} --seed {seed}"), map))
        };
        plans.map(generate).collect()
    }
}

impl From<StageName> for TunePurpose {
    fn from(stage: StageName) -> Self {
        match stage {
            StageName::Trial { .. } => Self::Search,
            StageName::Checkpoint { .. } => Self::Validation,
            StageName::Test => Self::Test,
        }
    }
}

/// A map that a tuning is to be played on, before it is read.
#[derive(Debug)]
pub enum TuneMap<'a, F> {
    /// A file that is named.
    Named(&'a F),
    /// A map of the classic ruleset that was generated, and the command that makes it.
    Generated(String, Box<MapFile>),
}

/// A map of a plan with its grounds: as it is, and with the armies exchanged if sets ask for it.
pub type MapWithGrounds = (PlannedMap, Vec<Scenario>);

/// The maps of a tuning, in three groups.
#[derive(Debug, Clone, Default)]
pub struct TuneGrounds {
    groups: [MapGroup; 3],
}

/// Maps that are played on for one purpose.
#[derive(Debug, Clone, Default)]
struct MapGroup {
    maps: Vec<PlannedMap>,
    grounds: Vec<Vec<Scenario>>,
}

impl TuneGrounds {
    /// Returns the maps of the files that are named for each purpose, or of generated ones. `prepare` reads a map and checks
    /// it; it is handed the seed of its first set.
    ///
    /// # Errors
    /// What `prepare` says, and `refused` of maps that are in two groups or would be of another ruleset.
    pub fn gather_maps<F, E>(
        named: [&[F]; 3],
        seed: u64,
        mut prepare: impl FnMut(TuneMap<'_, F>, u64) -> Result<MapWithGrounds, E>,
        refused: impl Fn(TuneFault) -> E,
    ) -> Result<Self, E> {
        let mut gathered = Self::default();
        for (purpose, files) in TunePurpose::ALL.into_iter().zip(named) {
            let maps: Vec<_> = if files.is_empty() {
                // Exchanged armies are exchanged in the ruleset, too.
                let mut searched = gathered.grounds(TunePurpose::Search).iter().filter_map(|map| map.first());
                if searched.any(|ground| ground.rules != Ruleset::classic()) {
                    return Err(refused(TuneFault::OtherRules));
                }
                let generated = purpose.generate_maps(seed).map_err(&refused)?;
                generated.into_iter().map(|(name, map)| TuneMap::Generated(name, Box::new(map))).collect()
            } else {
                files.iter().map(TuneMap::Named).collect()
            };
            let first_seed = seed.wrapping_add(purpose as u64 * SEEDS_OF_GROUP);
            for map in maps {
                let map = prepare(map, first_seed)?;
                gathered.add_map(purpose, map).map_err(&refused)?;
            }
        }
        Ok(gathered)
    }

    /// Returns the grounds of a plan whose maps are there already, in the order of purposes and maps.
    #[must_use]
    pub fn from_groups(groups: [Vec<MapWithGrounds>; 3]) -> Self {
        let group = |maps: Vec<MapWithGrounds>| {
            let (maps, grounds) = maps.into_iter().unzip();
            MapGroup { maps, grounds }
        };
        Self { groups: groups.map(group) }
    }

    fn add_map(&mut self, purpose: TunePurpose, (map, grounds): MapWithGrounds) -> Result<(), TuneFault> {
        for other in TunePurpose::ALL {
            let is_same = |known: &PlannedMap| known.file == map.file || known.sha256 == map.sha256;
            if self.maps(other).iter().any(is_same) {
                let purposes = [other, purpose].map(TunePurpose::name);
                return Err(TuneFault::MapTwice { file: map.file, purposes });
            }
        }
        let group = &mut self.groups[purpose as usize];
        group.maps.push(map);
        group.grounds.push(grounds);
        Ok(())
    }

    /// The maps for a purpose.
    pub fn maps(&self, purpose: TunePurpose) -> &[PlannedMap] {
        &self.groups[purpose as usize].maps
    }

    /// The grounds of each map for a purpose: as it is, and with the armies exchanged if sets ask for it.
    pub fn grounds(&self, purpose: TunePurpose) -> &[Vec<Scenario>] {
        &self.groups[purpose as usize].grounds
    }

    /// Rulesets of all grounds.
    pub fn rules(&self) -> impl Iterator<Item = &Ruleset> {
        self.groups.iter().flat_map(|group| &group.grounds).flatten().map(|ground| &ground.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, seed: u64) -> Scenario {
        let plan = MapPlan { kind: LandKind::Plain, width: 30, height: 24, seed, from: Direction::N };
        let map = MapFile { name: name.to_owned(), ..plan.generate_map().expect("a map") };
        Scenario::classic(map)
    }

    /// Gathers the maps of these names and seeds with exchanged armies; `rules` changes the ruleset of named ones.
    fn gather(named: [&[(&str, u64)]; 3], rules: fn(&mut Ruleset)) -> Result<TuneGrounds, TuneFault> {
        let prepare = |map: TuneMap<'_, (&str, u64)>, seed| {
            let (name, mut scenario) = match map {
                TuneMap::Named(&(name, seed)) => {
                    let mut scenario = field(name, seed);
                    rules(&mut scenario.rules);
                    (name.to_owned(), scenario)
                }
                TuneMap::Generated(name, map) => (name, Scenario::classic(*map)),
            };
            let planned = PlannedMap::of_scenario(name, &mut scenario, Some(seed), None);
            let mut exchanged = scenario.clone();
            exchanged.exchange_armies();
            Ok((planned, vec![scenario, exchanged]))
        };
        TuneGrounds::gather_maps(named, 7, prepare, |fault| fault)
    }

    #[test]
    fn maps_that_are_not_named_are_generated_for_classic_rules() {
        let grounds = gather([&[("field", 1)], &[], &[]], |_| {}).expect("grounds");
        let maps = TunePurpose::ALL.map(|purpose| grounds.maps(purpose));
        assert_eq!(maps.map(<[_]>::len), [1, 20, 100]);
        assert_eq!(maps[1][0].file, "map random --size 30x24 --kind pass --seed 1007");
        assert_eq!(maps.map(|maps| maps[0].first_seed), [7, 7 + (1 << 40), 7 + (2 << 40)].map(Some));
        let other = gather([&[("field", 1)], &[], &[]], |rules| rules.name = "Mine".to_owned());
        assert_eq!(other.map(drop), Err(TuneFault::OtherRules));
        let named = gather([&[("field", 1)], &[("field 2", 2)], &[("field 3", 3)]], |rules| {
            rules.name = "Mine".to_owned();
        });
        assert_eq!(named.map(|grounds| grounds.rules().count()), Ok(6));
    }

    #[test]
    fn a_map_is_for_one_purpose() {
        let twice = |file: &str, purposes| Err(TuneFault::MapTwice { file: file.to_owned(), purposes });
        let of = |named| gather(named, |_| {}).map(drop);
        let one: &[(&str, u64)] = &[("field", 1)];
        assert_eq!(of([one, &[("field", 2)], &[("other", 3)]]), twice("field", ["tuning", "validation"]));
        assert_eq!(of([one, &[("2", 2)], &[("field", 1)]]), twice("field", ["tuning", "the test"]));
        assert_eq!(of([&[("field", 1), ("field", 1)], &[], &[]]), twice("field", ["tuning", "tuning"]));
    }
}
