//! Checks that luck is measured fairly: `cargo run --release -p hotgates-analysis --example luck
//! [BATTLES]` plays battles between commanders on the shipped maps and counts in which tenth of all
//! dice Red's luck falls. Each tenth should hold a tenth of the battles.
//!
//! Then it says how much of the spread of results goes with luck, among battles of one map and two
//! commanders: a series needs fewer games by as much when luck is taken out as a control variate.

#![expect(clippy::cast_precision_loss, reason = "thousands of battles")]

use std::error::Error;

use hotgates_analysis::{AttackScore, DiceLuck};
use hotgates_engine::{Battle, Dice, MapFile, Scenario, Side};
use hotgates_play::Seats;

const MAPS: [&str; 7] =
    ["hot_gates", "forest_fords", "goat_path", "labyrinth", "open_field", "three_castles", "two_bridges"];

/// Red and Blue.
const PAIRS: [(&str, &str); 3] = [("hunter", "warden"), ("greedy", "hunter"), ("hunter", "greedy")];

/// Red's luck in men, and Red's points.
type LuckAndPoints = (f64, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let battles: usize = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let groups: Vec<_> = MAPS.iter().flat_map(|map| PAIRS.iter().map(move |pair| (map, pair))).collect();
    let mut tenths = [0_u32; 10];
    let (mut both, mut luck_spread, mut point_spread) = (0.0, 0.0, 0.0);
    for (place, (map, (red, blue))) in groups.iter().enumerate() {
        let file = MapFile::from_ron(&std::fs::read_to_string(format!("maps/{map}.ron"))?)?;
        let start =
            Battle::from_scenario(&Scenario::classic(file)).map_err(|faults| faults[0].to_string())?;
        let mut group: Vec<LuckAndPoints> = Vec::new();
        for seed in (place..battles).step_by(groups.len()) {
            let (luck, points) = play_battle(&start, red, blue, seed as u64)?;
            let tenth = (1_u32..10).position(|tenth| luck.sides.red.percentile < f64::from(tenth) / 10.0);
            tenths[tenth.unwrap_or(9)] += 1;
            group.push((luck.sides.red.men, points));
        }
        let middle = (mean(group.iter().map(|one| one.0)), mean(group.iter().map(|one| one.1)));
        let wins = group.len() as f64 * middle.1;
        println!(
            "{map}, {red} against {blue}: Red wins {wins:.0} of {}, mean luck {:.0} men",
            group.len(),
            middle.0
        );
        for (men, points) in group {
            both += (men - middle.0) * (points - middle.1);
            luck_spread += (men - middle.0).powi(2);
            point_spread += (points - middle.1).powi(2);
        }
    }
    for (tenth, count) in tenths.iter().enumerate() {
        println!(
            "{:3}–{:3} %: {:5.2} %",
            10 * tenth,
            10 * tenth + 10,
            100.0 * f64::from(*count) / battles as f64
        );
    }
    let correlation = both / (luck_spread * point_spread).sqrt();
    println!(
        "correlation of luck with points {correlation:.3}: {:.1} % fewer games with luck taken out",
        100.0 * correlation * correlation
    );
    Ok(())
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// Plays a battle; returns its luck and Red's points.
fn play_battle(start: &Battle, red: &str, blue: &str, seed: u64) -> Result<(DiceLuck, f64), Box<dyn Error>> {
    let mut game = Seats::from_names(red, blue).begin_match(start.clone(), seed)?;
    game.finish()?;
    let record = game.into_game_record();
    let (mut battle, mut dice, mut events) = (start.clone(), Dice::new(seed), Vec::new());
    let mut attacks = Vec::new();
    for (number, &(order, _)) in record.orders().iter().enumerate() {
        let before = battle.clone();
        events.clear();
        battle.act(order, &mut dice, &mut events)?;
        attacks.extend(AttackScore::from_attack_order(&before, number, order, &events));
    }
    let points = match battle.verdict().and_then(|verdict| verdict.winner) {
        Some(Side::Red) => 1.0,
        None => 0.5,
        Some(Side::Blue) => 0.0,
    };
    Ok((DiceLuck::from_attacks(start, &attacks), points))
}
