use hotgates_choke::{ChokeSurvey, choose_choke_set};
use hotgates_engine::{Battle, BySide, Scenario, Side, View};
use hotgates_search::Budget;
use proptest::prelude::*;

use super::*;

fn plan(kind: LandKind, (width, height): (u32, u32), seed: u64, from: Direction) -> MapPlan {
    MapPlan { kind, width, height, seed, from }
}

/// The battle on a map of this plan, which must be without any fault.
fn battle(plan: &MapPlan) -> Battle {
    battle_by(plan, Ruleset::classic(), "classic")
}

/// The battle on a map of this plan for a ruleset, which must be without any fault.
fn battle_by(plan: &MapPlan, rules: Ruleset, name: &str) -> Battle {
    let (columns, rows) = (plan.width as usize, plan.height as usize);
    let map = plan.first_playable_map((&rules, name), columns, rows).expect("no need for a bare map");
    assert_eq!(plan.generate_map_by(&rules, name), Ok(map.clone()));
    assert_eq!(map.from, Some(plan.from));
    let size = (map.rows[0].chars().count(), map.rows.len());
    assert_eq!(size, (columns, rows));
    let report = Battle::check_scenario(&Scenario::new(map.clone(), rules));
    assert!(report.faults.is_empty(), "{plan:?}: {:?}\n{}", report.faults, map.to_ron());
    report.battle.unwrap()
}

/// Returns the share of a battle's hexes that have a terrain, in thousandths.
fn share(battle: &Battle, name: &str) -> usize {
    let terrain = battle.rules().terrain(name).unwrap();
    let is = |&cell: &hotgates_engine::Cell| battle.map().terrain(cell) == terrain;
    let hexes = battle.grid().cells().count();
    battle.grid().cells().filter(is).count() * 1000 / hexes
}

fn kinds() -> impl Strategy<Value = LandKind> {
    prop::sample::select(LandKind::ALL.to_vec())
}

fn directions() -> impl Strategy<Value = Direction> {
    prop::sample::select(Direction::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// Whatever is asked for can be played from where Red is to come, with an army to speak of on
    /// both sides.
    #[test]
    fn every_map_can_be_played(kind in kinds(), width in 16_u32..60, height in 16_u32..50, seed: u64, from in directions()) {
        let battle = battle(&plan(kind, (width, height), seed, from));
        prop_assert_eq!(battle.origin_direction(), Some(from));
        prop_assert!(battle.alive(Side::Red) >= 4 && battle.alive(Side::Blue) >= 4, "{} {}", battle.alive(Side::Red), battle.alive(Side::Blue));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    /// So it can by every ruleset that comes with the program.
    #[test]
    fn every_map_can_be_played_by_every_ruleset(
        (name, _) in prop::sample::select(Ruleset::SHIPPED.to_vec()),
        kind in kinds(), width in 16_u32..50, height in 16_u32..40, seed: u64, from in directions(),
    ) {
        let rules = Ruleset::shipped(name).unwrap();
        let battle = battle_by(&plan(kind, (width, height), seed, from), rules, name);
        prop_assert!(battle.alive(Side::Red) >= 4 && battle.alive(Side::Blue) >= 4, "{} {}", battle.alive(Side::Red), battle.alive(Side::Blue));
    }
}

#[test]
fn long_and_large_maps_can_be_played_too() {
    for kind in LandKind::ALL {
        for (size, from) in
            [((16, 300), Direction::Ne), ((300, 16), Direction::S), ((200, 220), Direction::Nw)]
        {
            battle(&plan(kind, size, 5, from));
        }
    }
}

fn full(kind: LandKind) -> BySide<u32> {
    let [red, blue] = army::unit_counts(kind).map(|units| units.iter().sum());
    BySide { red, blue }
}

#[test]
fn the_full_armies_find_room_on_a_map_of_usual_size() {
    for kind in LandKind::ALL {
        for (seed, from) in (0..60).map(|seed| (seed, Direction::ALL[(seed % 6) as usize])) {
            let battle = battle(&plan(kind, (40, 30), seed, from));
            assert_eq!(BySide::new(|side| battle.alive(side)), full(kind), "{kind:?} {seed}");
        }
    }
}

#[test]
fn the_same_plan_makes_the_same_map_and_another_seed_another() {
    for kind in LandKind::ALL {
        let map = |seed| plan(kind, (30, 24), seed, Direction::Se).generate_map().unwrap();
        assert_eq!(map(1), map(1));
        assert_ne!(map(1).rows, map(2).rows);
    }
}

/// A change here changes every map that people have made by its seed.
#[test]
fn maps_never_change() {
    let sum = |map: MapFile| {
        map.rows.concat().bytes().fold(0_u32, |sum, byte| sum.rotate_left(5) ^ u32::from(byte))
    };
    let of_kind = |kind| plan(kind, (33, 27), 11, Direction::Nw);
    assert_eq!(LandKind::ALL.map(|kind| sum(of_kind(kind).generate_map().unwrap())), SUMS);
    let river_by = |name| {
        let rules = Ruleset::shipped(name).unwrap();
        sum(of_kind(LandKind::River).generate_map_by(&rules, name).unwrap())
    };
    assert_eq!(Ruleset::SHIPPED.map(|(name, _)| (name, river_by(name))), SUMS_OF_RIVERS);
}

const SUMS: [u32; 5] = [1_583_573_647, 364_780_983, 1_689_456_059, 2_013_413_534, 2_536_743_765];
const SUMS_OF_RIVERS: [(&str, u32); 4] =
    [("classic", SUMS[1]), ("hoplite", 246_514_730), ("musket", 2_026_410_824), ("panzer", 2_026_410_824)];

/// Water, bridges and roads of one plan lie on the same hexes by every ruleset, under the names that it has for them.
#[test]
fn rivers_and_roads_lie_where_they_lie_by_the_classic_rules() {
    for seed in 0..40 {
        let plan = plan(LandKind::River, (40, 34), seed, Direction::ALL[(seed % 6) as usize]);
        let classic = battle(&plan);
        for (name, water) in [("hoplite", "water"), ("musket", "water"), ("panzer", "river")] {
            let other = battle_by(&plan, Ruleset::shipped(name).unwrap(), name);
            let are_named = |battle: &Battle, names: [&str; 3]| -> Vec<_> {
                let is = |cell, name| battle.map().terrain(cell) == battle.rules().terrain(name).unwrap();
                battle.grid().cells().map(|cell| names.map(|name| is(cell, name))).collect()
            };
            let [ours, theirs] = [(&classic, "water"), (&other, water)]
                .map(|(battle, water)| are_named(battle, [water, "bridge", "road"]));
            assert_eq!(ours, theirs, "{name} {seed}");
            assert!(share(&other, "hill") > 5, "{name} {seed}");
        }
    }
}

#[test]
fn each_kind_looks_like_its_name() {
    for seed in 0..40 {
        let from = Direction::ALL[(seed % 6) as usize];
        let of = |kind| battle(&plan(kind, (40, 34), seed, from));
        let pass = of(LandKind::Pass);
        assert!((60..400).contains(&share(&pass, "mountain")) && share(&pass, "water") == 0, "{seed}");
        let river = of(LandKind::River);
        assert!((20..200).contains(&share(&river, "water")) && share(&river, "bridge") > 0, "{seed}");
        let plain = of(LandKind::Plain);
        assert!(share(&plain, "water") < 50 && share(&plain, "mountain") == 0, "{seed}");
        let islands = of(LandKind::Islands);
        assert!(share(&islands, "water") > 150 && share(&islands, "bridge") > 5, "{seed}");
        let highlands = of(LandKind::Highlands);
        assert!(
            (250..650).contains(&share(&highlands, "mountain")),
            "{seed} {}",
            share(&highlands, "mountain")
        );
        for battle in [pass, river, plain, islands, highlands] {
            assert_eq!(battle.map().castles().len(), 1);
            assert!(share(&battle, "road") > 8, "{seed}");
        }
    }
}

/// Returns the number of maps, of 30 of a kind, with a set of at most four hexes that cuts every
/// path to the castle and on which Blue can be in time by the exact search, and the number on which
/// the classic search finds a set to hold.
fn barred(kind: LandKind) -> (usize, usize) {
    let sets = (0..30).map(|seed| {
        let battle = battle(&plan(kind, (40, 34), seed, Direction::ALL[(seed % 6) as usize]));
        let mut survey = ChokeSurvey::new(View::new(&battle, Side::Blue));
        let classic = survey.classic_sets();
        let held = choose_choke_set(View::new(&battle, Side::Blue), &classic).is_some();
        let sets = survey.smallest_sets(&classic, &mut Budget::new(20_000));
        (sets.iter().any(|set| set.cuts && set.hexes.len() <= 4), held)
    });
    sets.fold((0, 0), |(few, all), (cut, held)| (few + usize::from(cut), all + usize::from(held)))
}

/// In a pass, on a river, between islands and in valleys few can stop many; on a plain there is
/// nothing to hold.
#[test]
fn each_kind_plays_like_its_name() {
    let [pass, river, plain, islands, highlands] =
        [LandKind::Pass, LandKind::River, LandKind::Plain, LandKind::Islands, LandKind::Highlands]
            .map(barred);
    let all = format!("{pass:?} {river:?} {plain:?} {islands:?} {highlands:?}");
    assert!(pass.0 >= 24 && pass.1 >= 17, "{all}");
    assert!(river.0 >= 14 && river.1 >= 9, "{all}");
    assert!(plain.0 + plain.1 <= 1, "{all}");
    assert!(islands.0 >= 28 && islands.1 >= 28, "{all}");
    assert!(highlands.0 >= 20 && highlands.1 >= 10, "{all}");
}

/// The map that is made when no other land will do, which has not been seen to happen.
#[test]
fn a_bare_map_can_be_played_from_everywhere() {
    for from in Direction::ALL {
        for size in [(16, 16), (16, 90), (90, 16)] {
            let map = plan(LandKind::Islands, size, 1, from).grass_map_with_road(
                (&Ruleset::classic(), "classic"),
                size.0 as usize,
                size.1 as usize,
            );
            assert!(Battle::check_scenario(&Scenario::classic(map)).faults.is_empty());
        }
    }
}

#[test]
fn sizes_out_of_range_are_refused_with_the_limit() {
    let refused = |size| plan(LandKind::Plain, size, 0, Direction::N).generate_map().unwrap_err().to_string();
    assert_eq!(refused((15, 40)), "15x40 hexes are too few: a random map needs at least 16x16");
    assert_eq!(refused((16, 0)), "16x0 hexes are too few: a random map needs at least 16x16");
    assert!(refused((5000, 16)).ends_with("at most 4096 a side and 4194304 in all"));
    assert!(refused((4096, 4096)).contains("too many"));
    assert!(refused((u32::MAX, u32::MAX)).contains("too many"));
}
