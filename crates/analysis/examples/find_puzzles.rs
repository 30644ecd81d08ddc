//! Finds puzzles: `cargo run --release -p hotgates-analysis --example find_puzzles -- FOLDER
//! [--seed N] [--battles N] [--choose N OUT]`.
//!
//! Commanders play battles on shipped and random maps; every position that makes a puzzle goes to
//! FOLDER, rated by who finds its solution. The number of the next battle is kept there, too, so
//! that a run that was stopped goes on where it was. The same seed makes the same puzzles. With
//! `--choose` that many of them, of both sides and of many maps and themes, are written to OUT as
//! `01.ron`, `02.ron` and so on, the easiest first; those that this build would not find again as
//! they were are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use hotgates_analysis::{
    FinderLimits, Puzzle, PuzzleCheck, PuzzleJudge, SolvingResult, ask_commanders, find_puzzle,
};
use hotgates_engine::mix::split_mix;
use hotgates_engine::{Army, Battle, Direction, MapFile, Order, Scenario, Side, UnitEntry};
use hotgates_mapgen::{LandKind, MapPlan};
use hotgates_play::Seats;
use hotgates_search::Cancel;

const MAPS: [&str; 7] =
    ["hot_gates", "forest_fords", "goat_path", "labyrinth", "open_field", "three_castles", "two_bridges"];

/// Commanders that play, with the ranks that set how far they look.
const SEATS: [&str; 8] = [
    "random",
    "greedy",
    "hunter:captain",
    "hunter:general",
    "warden:captain",
    "warden:general",
    "strategist:captain",
    "strategist:colonel",
];

/// Units of small battles.
const SMALL: [&str; 5] = ["infantry", "cavalry", "artillery", "infantry", "cavalry"];

type Found = Result<(), Box<dyn Error>>;

/// Greatest number of units in a position that is searched: who solves it has to look at all.
const MOST_UNITS: u32 = 20;

/// A size of battles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BattleSize {
    /// Few units, and dusk soon after they meet: positions that can be searched exactly.
    Small,
    /// A few more, and all the time that there is.
    Medium,
    /// The armies of the map.
    Whole,
}

/// Numbers that a seed makes, one after the other.
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = split_mix(self.0.wrapping_add(0x9E37_79B9_7F4A_7C15));
        self.0 % end
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::try_from(self.below(list.len() as u64)).unwrap_or(0)]
    }
}

fn main() -> Found {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().ok_or("which folder?")?);
    let (mut seed, mut battles, mut chosen) = (1, 0, None);
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or("a value is missing");
        match option.as_str() {
            "--seed" => seed = value()?.parse()?,
            "--battles" => battles = value()?.parse()?,
            "--choose" => chosen = Some((value()?.parse()?, PathBuf::from(value()?))),
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    fs::create_dir_all(&folder)?;
    find_in_battles(&folder, seed, battles)?;
    match chosen {
        Some((count, out)) => choose_puzzles(&folder, count, &out),
        None => Ok(()),
    }
}

/// Plays this many battles more than have been played.
fn find_in_battles(folder: &Path, seed: u64, battles: u64) -> Found {
    let progress = folder.join(format!("next-{seed}"));
    let first: u64 =
        fs::read_to_string(&progress).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    for number in first..first + battles {
        for (place, puzzle) in search_battle(seed, number)?.iter().enumerate() {
            println!(
                "battle {number}: {}, {} to move, {:?}, {:.0} against {:.0} %, {:?}, found by {} of {}",
                puzzle.scenario().map.name,
                puzzle.side(),
                puzzle.theme,
                100.0 * puzzle.best,
                100.0 * puzzle.other_chance(),
                puzzle.check,
                puzzle.found_by.len(),
                puzzle.asked
            );
            fs::write(folder.join(format!("{seed}-{number:05}-{place}.ron")), puzzle.to_ron())?;
        }
        fs::write(&progress, (number + 1).to_string())?;
    }
    Ok(())
}

/// Plays one battle and looks for puzzles at the beginning of its half-turns.
fn search_battle(seed: u64, number: u64) -> Result<Vec<Puzzle>, Box<dyn Error>> {
    let mut lots = Lots(split_mix(seed ^ split_mix(number)));
    let size = match number % 32 {
        0..28 => BattleSize::Small,
        28..31 => BattleSize::Medium,
        _ => BattleSize::Whole,
    };
    let small = size == BattleSize::Small;
    let mut scenario = draw_scenario(&mut lots, size)?;
    let (mut limits, cancel) = (FinderLimits::default(), Cancel::new());
    if small {
        limits.choosing = 0;
    }
    // The first ones are quick, and need not be any better to get a few units into a muddle.
    let table = if small { &SEATS[..5] } else { &SEATS[..] };
    let seats = Seats::from_names(lots.pick(table), lots.pick(table));
    let dice = lots.below(1 << 32);
    scenario.map.seed = Some(dice);
    if small {
        // Dusk falls soon after Red has come near.
        let Some(near) = turn_of_approach(&scenario, &seats, dice)? else { return Ok(Vec::new()) };
        scenario.map.turns = Some(i64::from(near) + 1 + i64::try_from(lots.below(3))?);
    }
    let Ok(start) = Battle::from_scenario(&scenario) else { return Ok(Vec::new()) };
    let mut game = seats.begin_match(start, dice)?;
    let mut found: Vec<Puzzle> = Vec::new();
    loop {
        let record = game.game_record();
        let begun = record.orders().last().is_none_or(|&(order, _)| order == Order::EndTurn);
        let battle = record.battle();
        if begun && battle.verdict().is_none() && battle.turn() > 1 {
            let twice = found.iter().any(|puzzle| puzzle.side() == battle.side());
            let units = battle.alive(Side::Red) + battle.alive(Side::Blue);
            // Of larger battles every third half-turn is looked at.
            if !twice
                && (small || units <= MOST_UNITS && lots.below(3) == 0)
                && let Some(mut puzzle) = find_puzzle(record, &scenario, limits, &cancel)?
                && ask_commanders(&mut puzzle, &cancel).is_ok()
                // Where everybody finds the solution, there is nothing to solve.
                && puzzle.found_by.len() < puzzle.asked as usize
            {
                found.push(puzzle);
            }
        }
        if found.len() == 2 || game.step()?.is_none() {
            return Ok(found);
        }
    }
}

/// Hexes from a castle at which a unit of Red's is near it.
const NEAR: i32 = 4;

/// Returns the turn in which a unit of Red's first comes near a castle; `None` where none does.
fn turn_of_approach(scenario: &Scenario, seats: &Seats, dice: u64) -> Result<Option<u32>, Box<dyn Error>> {
    let Ok(start) = Battle::from_scenario(scenario) else { return Ok(None) };
    let mut game = seats.begin_match(start, dice)?;
    loop {
        let battle = game.game_record().battle();
        let near = |unit| {
            let hex = battle.hex(unit);
            battle.castles().any(|(castle, _)| battle.grid().hex(castle).distance_to(hex) <= NEAR)
        };
        if battle.living(Side::Red).any(near) {
            return Ok(Some(battle.turn()));
        }
        if game.step()?.is_none() {
            return Ok(None);
        }
    }
}

/// Draws the scenario of a battle: a few units on a small random map or on a shipped one, or a whole
/// battle on either.
fn draw_scenario(lots: &mut Lots, size: BattleSize) -> Result<Scenario, Box<dyn Error>> {
    let mut map = if lots.below(2) == 0 {
        MapFile::from_ron(&fs::read_to_string(format!("maps/{}.ron", lots.pick(&MAPS)))?)?
    } else {
        let hexes = if size == BattleSize::Whole { 20 + lots.below(8) } else { 16 + lots.below(3) };
        let hexes = u32::try_from(hexes)?;
        let plan = MapPlan {
            kind: lots.pick(&LandKind::ALL),
            width: hexes,
            height: hexes,
            seed: lots.below(1 << 20),
            from: lots.pick(&[Direction::N, Direction::Se, Direction::Sw]),
        };
        plan.generate_map()?
    };
    if size != BattleSize::Whole {
        for side in Side::BOTH {
            let count = match (size, side) {
                (BattleSize::Small, Side::Red) => 3 + lots.below(2),
                (BattleSize::Small, Side::Blue) => 1 + lots.below(3),
                (_, Side::Red) => 5 + lots.below(4),
                (_, Side::Blue) => 3 + lots.below(3),
            };
            let mut units: Vec<UnitEntry> = (0..count).map(|_| UnitEntry::new(lots.pick(&SMALL))).collect();
            units[0] = UnitEntry::new("infantry");
            *map.army_mut(side) = Some(Army { commander: None, units });
        }
        map.variation = Some(300);
    }
    map.notes = None;
    Ok(Scenario::classic(map))
}

/// Writes the most varied puzzles of a folder.
fn choose_puzzles(folder: &Path, count: usize, out: &Path) -> Found {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ron"));
    files.sort();
    let mut puzzles = Vec::new();
    let mut positions = BTreeSet::new();
    for path in files {
        match Puzzle::from_ron(&fs::read_to_string(&path)?) {
            Ok(puzzle) if positions.insert(puzzle.position().hash()) => puzzles.push(puzzle),
            Ok(_) => {}
            Err(problem) => println!("{}: {problem}", path.display()),
        }
    }
    let mut taken: Vec<Puzzle> = Vec::new();
    // How often a side, a map, a theme, a rating and a check have been taken already.
    let mut uses: BTreeMap<String, u32> = BTreeMap::new();
    while taken.len() < count && !puzzles.is_empty() {
        let burden = |puzzle: &Puzzle| {
            let times = |name: &String| uses.get(name).copied().unwrap_or(0);
            traits_of(puzzle).iter().map(|(name, weight)| times(name) * weight).sum::<u32>()
        };
        let place = (0..puzzles.len()).min_by_key(|&place| burden(&puzzles[place])).unwrap_or(0);
        let puzzle = puzzles.remove(place);
        if !is_solved_again(&puzzle)? {
            println!("{}: the solution is not what it was", puzzle.scenario().map.name);
            continue;
        }
        for (name, _) in traits_of(&puzzle) {
            *uses.entry(name).or_default() += 1;
        }
        taken.push(puzzle);
    }
    for (name, count) in &uses {
        println!("{count:3} {name}");
    }
    taken.sort_by_key(|puzzle| (puzzle.rating(), std::cmp::Reverse(puzzle.found_by.len())));
    fs::create_dir_all(out)?;
    for (number, puzzle) in (1..).zip(&taken) {
        fs::write(out.join(format!("{number:02}.ron")), puzzle.to_ron())?;
    }
    println!("{} puzzles in {}", taken.len(), out.display());
    Ok(())
}

/// Returns by what a puzzle is told from others, and how much each counts.
fn traits_of(puzzle: &Puzzle) -> [(String, u32); 5] {
    let exact = puzzle.check == PuzzleCheck::Exact;
    [
        (format!("side {}", puzzle.side()), 2),
        (format!("map {}", puzzle.scenario().map.name), 4),
        (format!("theme {:?}", puzzle.theme), 3),
        (format!("rating {}", puzzle.rating()), 3),
        (format!("exact {exact}"), 1),
    ]
}

/// Returns `true` if this build judges the solution and the other plans as they were judged.
fn is_solved_again(puzzle: &Puzzle) -> Result<bool, Box<dyn Error>> {
    let mut judge = PuzzleJudge::new(puzzle, Cancel::new());
    let judged = judge.judge_plan(&puzzle.solution)?;
    let mut others = puzzle.others.iter().map(|other| judge.judge_plan(&other.orders));
    let missed = others
        .try_fold(true, |all, judged| judged.map(|judged| all && judged.result == SolvingResult::Missed))?;
    Ok(judged.result == SolvingResult::Solved && (judged.chance - puzzle.best).abs() < 1e-9 && missed)
}
