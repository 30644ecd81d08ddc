//! Commanders by every set of the optional rules.

use hotgates_ai::NAMES;
use hotgates_engine::{
    AmmunitionRule, Battle, CohesionRule, CombinedArmsRule, Dice, EntrenchmentRule, Event, FacingRule,
    HeightRule, LeadershipRule, MovementPoints, OfficerRule, Permille, ReactionRule, RetreatRule, Ruleset,
    Scenario, SupplyRule, TypeSelector, WorkRule, parse_ron,
};

use crate::commanders::{play, skirmish};
use crate::{arrivals, ground};

/// The number of ways to switch the optional rules on and off.
const OPTION_SETS: u64 = 65536;

/// Distance of the sets that are played; no power of two, so that every option meets every other.
const STRIDE: usize = 509;

/// Switches optional rules on by the bits of a number below [`OPTION_SETS`]. Supplies do not travel far,
/// guns have two rounds and get one back, and roads are depots. Officers rise and fall soon.
pub fn change_rules(rules: &mut Ruleset, options: u64) {
    let on = |bit: u64| options & bit != 0;
    rules.options.zone_of_control = on(1);
    rules.options.line_of_sight = on(2);
    rules.options.fog_of_war = on(4);
    rules.options.cohesion = on(8).then(CohesionRule::default);
    rules.options.retreat = on(16).then(RetreatRule::default);
    rules.options.supply = on(32).then(|| SupplyRule { reach: MovementPoints(6), ..SupplyRule::default() });
    rules.options.ammunition = on(64).then_some(AmmunitionRule { refill: 1 });
    let often = OfficerRule { promotion: 100, falls: Permille(20), ..OfficerRule::default() };
    rules.options.officers = on(128).then_some(often);
    rules.options.leadership = on(256).then(LeadershipRule::default);
    rules.options.combined_arms = on(512).then(CombinedArmsRule::default);
    rules.options.facing =
        on(1024).then(|| FacingRule { front_zones: options.is_multiple_of(3), ..FacingRule::default() });
    rules.options.reaction = on(2048).then(ReactionRule::default);
    rules.options.entrenchment = on(4096).then(EntrenchmentRule::default);
    rules.options.height = on(8192).then(HeightRule::default);
    if on(16384) {
        let work = |name: &str, from: &str, to: &str, turns| WorkRule {
            name: name.into(),
            from: vec![from.into()],
            to: to.into(),
            by: vec![TypeSelector::from("infantry")],
            turns,
        };
        rules.options.works = vec![work("lay", "water", "bridge", 2), work("blow up", "bridge", "water", 1)];
    }
    rules.options.weather = on(32768).then(|| {
        let states = r#"[(name: "dry", next: {"dry": 1, "mud": 1}),
            (name: "mud", costs: {"grass": 2000, "forest": 3000}, sight: 500, fire: 400, next: {"dry": 1})]"#;
        parse_ron(&format!("(states: {states})")).unwrap()
    });
    (rules.units[2].reacts, rules.units[2].supports) = (on(2048), on(2048));
    rules.units[1].stays_in_the_open = on(4096);
    rules.units[1].pursues = on(16);
    rules.units[2].rounds = on(64).then_some(2);
    let road = rules.terrain("road").unwrap();
    rules.terrains[road].depot = on(32);
    let forest = rules.terrain("forest").unwrap();
    rules.terrains[forest].height = on(8192).into();
}

pub fn with_rules(mut scenario: Scenario, options: u64) -> Option<Battle> {
    change_rules(&mut scenario.rules, options);
    Battle::from_scenario(&scenario).ok()
}

#[test]
fn every_commander_plays_legally_by_every_set_of_options() {
    let mut dice = Dice::for_other_purpose(3, 41);
    let (mut seen, mut battles) = ([0; 15], [0; NAMES.len()]);
    let single = (0..OPTION_SETS.ilog2()).map(|option| 1 << option);
    for number in (0..OPTION_SETS).step_by(STRIDE).chain(single) {
        let scenario = match number % 5 {
            0 => skirmish().0,
            1 => ground::gap_under_guns(),
            2 => ground::bridge(),
            _ => arrivals::random_script(&mut dice, number % 6),
        };
        let Some(battle) = with_rules(scenario, number) else { continue };
        for (index, red) in NAMES.into_iter().enumerate() {
            let blue = NAMES[(index + usize::try_from(number).unwrap()) % NAMES.len()];
            let game = play(red, blue, &battle, number);
            battles[index] += 1;
            let mut again = battle.clone();
            let mut log = Vec::new();
            let mut dice = Dice::new(number);
            for &(order, _) in game.game_record().orders() {
                again.act(order, &mut dice, &mut log).unwrap();
            }
            for event in log {
                match event {
                    Event::Broke { .. } => seen[0] += 1,
                    Event::GaveWay { .. } => seen[1] += 1,
                    Event::Pursued { .. } => seen[2] += 1,
                    Event::Rallied { .. } => seen[3] += 1,
                    Event::Ran { .. } => seen[4] += 1,
                    Event::Unsupplied { half_turns: 3, .. } => seen[5] += 1,
                    Event::Resupplied { .. } => seen[6] += 1,
                    Event::RoundsChanged { spent: 2, .. } => seen[7] += 1,
                    Event::ExperienceGained { .. } => seen[8] += 1,
                    Event::Promoted { .. } => seen[9] += 1,
                    Event::OfficerFell { .. } => seen[10] += 1,
                    Event::Faced { .. } => seen[11] += 1,
                    Event::Reacted { support: false, .. } => seen[12] += 1,
                    Event::Reacted { support: true, .. } => seen[13] += 1,
                    Event::WentBack { .. } => seen[14] += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(battles.iter().all(|&battles| battles >= 100), "{battles:?}");
    // A mover seldom stands on a friend's hex just when fire ends its move.
    assert!(seen[..14].iter().all(|&seen| seen > 5) && seen[14] > 0, "{seen:?}");
}
