//! The strength sets of `assets/bench.ron`: maps and armies whose *par*, what equal strategists
//! score there, leaves both sides a chance. On the others a result says more about the map than
//! about the commanders.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use hotgates_engine::Side;
use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::arena::{PairedSet, play_battle, run_tasks};
use crate::contender::Contender;
use crate::terrain::{BattleGround, generated_grounds, pass_grounds, shipped_folder, shipped_grounds};

/// A map with an army, and what equal commanders scored there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BenchGround {
    /// Name of the map; random maps and small passes have a number, too.
    pub map: String,
    /// `true` if each side fights with the other's order of battle.
    pub exchanged: bool,
    /// Games that Red won, of [`Bench::games`].
    pub red_wins: u32,
    /// `true` for a third of the grounds, which are not for tuning.
    pub held_out: bool,
}

/// The strength sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bench {
    /// Commander that played both sides for the par.
    pub by: String,
    /// Games for the par of each ground.
    pub games: u32,
    /// The grounds, in the order in which [`bench_grounds`] gives their maps.
    pub grounds: Vec<BenchGround>,
}

/// First seed of the games for the par: none that strength is measured with.
const FIRST_SEED: u64 = 10_000;

/// Shares of Red's wins, in per cent, between which a ground is a strength set.
const EVEN: [u32; 2] = [20, 80];

impl BenchGround {
    /// Returns `true` if par leaves both sides a chance.
    pub fn is_even(&self, games: u32) -> bool {
        (EVEN[0] * games..=EVEN[1] * games).contains(&(100 * self.red_wins))
    }
}

fn bench_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/bench.ron")
}

/// Returns the maps that sets are made of: all shipped ones, random ones of every kind and small
/// passes, each by a name of its own.
///
/// # Errors
/// When a shipped map cannot be read.
pub fn bench_grounds() -> Result<Vec<BattleGround>, Failure> {
    let mut grounds = shipped_grounds(&shipped_folder())?;
    let others = generated_grounds(0..20, &[])?.into_iter().chain(pass_grounds(10));
    let mut counts = BTreeMap::<String, u32>::new();
    for ground in others {
        let count = counts.entry(ground.name.clone()).or_default();
        *count += 1;
        grounds.push(BattleGround { name: format!("{} {count}", ground.name), once: false, ..ground });
    }
    Ok(grounds)
}

impl Bench {
    /// Reads the strength sets of the project.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read() -> Result<Self, Failure> {
        Ok(ron::from_str(&fs::read_to_string(bench_file())?)?)
    }

    /// Plays a commander against itself on every map, armies both ways, and writes the file.
    ///
    /// # Errors
    /// When the file cannot be written, or the commander breaks the rules.
    pub fn measure(by: &Contender, games: u32, jobs: usize) -> Result<Self, Failure> {
        let grounds = bench_grounds()?;
        let places: Vec<(usize, bool)> =
            (0..grounds.len()).flat_map(|ground| [(ground, false), (ground, true)]).collect();
        let wins = Mutex::new(vec![0; places.len()]);
        run_tasks(places.len() * games as usize, jobs, |number| {
            let (place, seed) = (number / games as usize, FIRST_SEED + (number % games as usize) as u64);
            let (ground, exchanged) = places[place];
            let Some(battle) = grounds[ground].begin_battle(exchanged, seed) else { return Ok(()) };
            if play_battle(battle, seed, [by, by])?.winner() == Some(Side::Red) {
                wins.lock().expect("no thread panics with it")[place] += 1;
            }
            Ok(())
        })?;
        let wins = wins.into_inner().expect("no thread panics with it");
        let grounds =
            places.into_iter().zip(wins).enumerate().map(|(number, ((ground, exchanged), red_wins))| {
                let map = grounds[ground].name.clone();
                BenchGround { map, exchanged, red_wins, held_out: number % 3 == 2 }
            });
        let bench = Self { by: by.to_string(), games, grounds: grounds.collect() };
        let head = "// Strength sets with their par, made by `tools/strength/run bench`. A set is a map, an army and a seed;\n\
                    // those count whose par is 20 to 80 %. Those that are held out are not for tuning.\n";
        let text = ron::ser::to_string_pretty(&bench, PrettyConfig::new().depth_limit(2).struct_names(true))?;
        fs::write(bench_file(), format!("{head}{text}\n"))?;
        Ok(bench)
    }

    /// Lists the sets of the wanted kind with these seeds; `grounds` are those of
    /// [`bench_grounds`].
    pub fn list_sets(
        &self,
        grounds: &[BattleGround],
        seeds: &std::ops::Range<u64>,
        wanted: BenchPart,
    ) -> Vec<PairedSet> {
        let wanted = self.grounds.iter().filter(|ground| match wanted {
            BenchPart::Even => ground.is_even(self.games),
            BenchPart::Tuning => ground.is_even(self.games) && !ground.held_out,
            BenchPart::OneSided => !ground.is_even(self.games),
        });
        let placed = wanted.filter_map(|wanted| {
            let place = grounds.iter().position(|ground| ground.name == wanted.map)?;
            Some((place, wanted.exchanged))
        });
        placed
            .flat_map(|(ground, exchanged)| {
                seeds.clone().map(move |seed| PairedSet { ground, exchanged, seed })
            })
            .collect()
    }
}

/// A part of the sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchPart {
    /// Those whose par leaves both sides a chance: the strength sets.
    Even,
    /// The strength sets that are not held out.
    Tuning,
    /// Those that one side wins.
    OneSided,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_the_project_are_maps_that_exist() {
        let (bench, grounds) = (Bench::read().unwrap(), bench_grounds().unwrap());
        assert_eq!(bench.grounds.len(), 2 * grounds.len());
        assert!(bench.grounds.iter().all(|set| grounds.iter().any(|ground| ground.name == set.map)));
        let [even, uneven] =
            [BenchPart::Even, BenchPart::OneSided].map(|part| bench.list_sets(&grounds, &(0..2), part));
        assert_eq!(even.len() + uneven.len(), 2 * bench.grounds.len());
        let tuning = bench.list_sets(&grounds, &(0..2), BenchPart::Tuning);
        assert!(tuning.len() < even.len() && tuning.iter().all(|set| even.contains(set)));
        assert!(even.len() >= 30, "too few sets say something: {}", even.len() / 2);
    }

    #[test]
    fn a_ground_is_even_from_a_fifth_to_four_fifths() {
        let ground =
            |red_wins| BenchGround { map: String::new(), exchanged: false, red_wins, held_out: false };
        assert_eq!([1, 2, 8, 9].map(|wins| ground(wins).is_even(10)), [false, true, true, false]);
    }
}
