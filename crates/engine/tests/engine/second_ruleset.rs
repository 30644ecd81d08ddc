//! Battles under a second ruleset with other terrains, unit types, ranks, numbers and optional
//! rules.

use hotgates_engine::{
    Battle, Coord, Dice, Illegal, Map, MapFile, MovementPoints, RankId, Reach, Ruleset, Scenario, Side,
    TerrainId, UnitId, VictoryKind,
};
use proptest::prelude::*;

use crate::legal::{check_position, sorted};
use crate::naive::Naive;
use crate::stage::{Stage, at, go, hit, labelled, orders, pick, play_at_random, random_stage, stage_by};

fn winter() -> Ruleset {
    Ruleset::from_ron(include_str!("../data/winter.ron")).unwrap()
}

/// Returns a battle under the winter rules in which armies may start as close as they like.
fn winter_stage(rows: &[&str], red: &str, blue: &str) -> Stage {
    let mut rules = winter();
    rules.setup.distance = 0;
    stage_by(rules, rows, red, blue)
}

#[track_caller]
fn check_costs(row: &str, red: &str, costs: &str) {
    let last = row.chars().count() - 1;
    let battle = winter_stage(&[row], &format!("{red}; guards 0,0"), &format!("guards {last},0")).battle();
    let mut reach = Reach::new();
    battle.reach(UnitId(0), &mut reach);
    let cost = |cell| reach.cost(cell).map_or("-".to_owned(), |cost| cost.to_string());
    assert_eq!(battle.grid().cells().map(cost).collect::<Vec<_>>().join(" "), costs, "{red} on {row}");
}

#[test]
fn a_map_with_another_terrain_is_the_map_that_would_be_read() {
    for rules in [winter(), Ruleset::classic()] {
        let read = |rows: &[String]| {
            Map::read_rows(&MapFile { name: "m".into(), rows: rows.to_vec(), ..MapFile::default() }, &rules)
                .unwrap()
        };
        let glyph = |terrain: TerrainId| rules.terrains[terrain].glyph.to_string();
        let mut rows =
            vec![glyph(TerrainId(0)).repeat(4), glyph(TerrainId(0)).repeat(4), glyph(TerrainId(0)).repeat(4)];
        let mut map = read(&rows);
        for (step, cell) in map.grid().cells().chain(map.grid().cells()).enumerate().collect::<Vec<_>>() {
            let (terrain, at) =
                (TerrainId::from_index(step * 5 % rules.terrains.len()), map.grid().coord(cell));
            map.set_terrain(cell, terrain, &rules);
            let row = &mut rows[usize::try_from(at.row).unwrap()];
            let mut glyphs: Vec<char> = row.chars().collect();
            glyphs[usize::try_from(at.col).unwrap()] = rules.terrains[terrain].glyph;
            *row = glyphs.into_iter().collect();
            assert_eq!(map, read(&rows), "{at} {}", rules.terrains[terrain].name);
        }
    }
}

#[test]
fn each_type_pays_its_own_costs() {
    check_costs("...........é", "skiers 1,0", "1 0 1 2 3 4 5 6 7 8 9 -");
    check_costs("...........é", "guards 1,0", "3 0 3 6 9 - - - - - - -");
    check_costs("...sn%é.é", "engineers 2,0", "6 3 0 3 8 10 - - -");
    check_costs("...sn%é.é", "guards 2,0", "6 3 0 6 - - - - -");
    check_costs("...sn%é.é", "archers 2,0", "6 3 0 - - - - - -");
    check_costs(".é.%~~~~~%é", "boats 4,0", "- - - 4 0 2 4 6 8 - -");
}

#[test]
fn boats_keep_to_the_water() {
    let rows = [".é.%~~", "....~~", "......"];
    let mut game = winter_stage(&rows, "boats 4,0; guards 0,0", "guards 5,2").game();
    game.check_illegal(go(0, 3, 1), &Illegal::Impassable { to: at(3, 1), terrain: "snow".into() });
    game.check_illegal(go(1, 4, 1), &Illegal::Impassable { to: at(4, 1), terrain: "lake".into() });
    game.go(0, 3, 0);
}

#[test]
fn archers_shoot_two_hexes_and_no_more() {
    let mut game = winter_stage(&["....é."], "archers 0,0", "guards 2,0; guards 3,0").game();
    let fires = Some((2, 2));
    let why = Illegal::OutOfRange { unit: labelled("Blue's guards 2"), distance: 3, fires };
    game.check_illegal(hit(0, 2), &why);
    for left in [4, 2, 0] {
        assert_eq!(game.hit(0, 1).len(), 2, "not answered");
        assert_eq!(game.left(0), left, "an attack costs 2");
    }
    game.check_illegal(hit(0, 1), &Illegal::TooTired { need: MovementPoints(2), left: MovementPoints(0) });
}

#[test]
fn hills_stop_arrows_and_zones_stop_feet() {
    let mut game = winter_stage(&["...é", "n...", "...."], "archers 0,0; guards 3,1", "guards 0,2").game();
    game.check_illegal(hit(0, 2), &Illegal::NoLineOfSight { at: at(0, 1), terrain: "hill".into() });
    game.go(1, 2, 2);
    game.go(1, 1, 1);
    game.check_illegal(go(1, 2, 1), &Illegal::Halted);
}

/// 200 × 0.2 × 1.5 × 0.5 × 0.25 = 7.5 at a roll of 1000, which 6 pips make; the row that names the
/// attacker counts.
#[test]
fn ranks_rolls_and_matchups_are_those_of_the_file() {
    let battle =
        winter_stage(&["..~~é", "....."], "archers 0,0 x200 hetman", "boats 2,0 Hetman; guards 4,1").battle();
    let odds = battle.odds(UnitId(0), UnitId(1)).unwrap();
    let losses: Vec<_> = odds.outcomes.iter().map(|outcome| outcome.target_losses.0).collect();
    // Rolls of 400, 550 … 1900.
    assert_eq!(losses, [3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]);
    assert_eq!(battle.rules().rank("ENSIGN"), Some(RankId(0)));
}

#[test]
fn a_map_without_armies_gets_the_standard_ones() {
    let mut rows = vec![".".repeat(20); 9];
    rows[4].replace_range(2..3, "é");
    let map = MapFile { rows, ..MapFile::default() };
    let battle = Battle::from_scenario(&Scenario::new(map, winter())).unwrap();
    let names: Vec<_> = battle.roster().map(|(_, unit)| unit.label.as_str()).collect();
    assert_eq!(names, ["guards 1", "guards 2", "archers 1", "engineers 1", "archers 1"]);
    assert_eq!(Coord::from(battle.hex(UnitId(3))), at(2, 4), "the first infantry on the castle");
    // The march is that of the first infantry in the file, the guards: 3 hexes of snow a turn. East
    // of it all, 4 turns of the file and 3 for each turn of the way.
    let nearest = battle
        .starting_cells(Side::Red)
        .map(|cell| battle.grid().distance(cell, battle.castles().next().unwrap().0))
        .min();
    let march = nearest.unwrap().div_ceil(3);
    assert!(march > 3);
    assert_eq!(battle.last_turn(), 4 + 3 * march);
}

/// Boats and men in one army: what needs no way to a castle is placed by hand.
#[test]
fn a_fleet_sails_beside_the_army() {
    let rows = ["..........~~", ".é........~~", "..........~~"];
    let map = |red: &str| {
        let stage = stage_by(winter(), &rows, red, "guards 1,1");
        Battle::check_scenario(&stage.0)
    };
    assert!(map("guards 9,0; boats 10,0; archers").battle.is_some());
    assert!(map("boats 10,0; boats 11,1").battle.is_none(), "a fleet alone cannot take a village");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn generated_orders_are_exactly_the_accepted_ones_in_winter(seed: u64, sight: bool, length in 0_usize..30) {
        let mut rules = winter();
        rules.options.line_of_sight = sight;
        let stage = random_stage(seed, &rules);
        let mut game = stage.game();
        play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), length);
        check_position(&mut game);
        if !sight {
            let naive = Naive::new(&stage.0, game.battle.last_turn()).like(&game.battle);
            prop_assert_eq!(sorted(orders(&game.battle)), sorted(naive.orders()));
        }
    }
}

/// Battles played at random come to an end, of every kind.
#[test]
fn winter_battles_are_played_to_the_end() {
    let rows = ["....nn...~~..", "é..s.^..%~~..", "..ss....n.~..", "....é.n......"];
    let red = "guards 12,0 Hetman; skiers 12,1; engineers 12,2; archers 12,3; boats 10,0";
    let blue = "guards 0,1; archers 0,2 Ensign; skiers 4,3; engineers 1,1";
    let mut ends = [0; 3];
    for seed in 0..40 {
        let scenario = stage_by(winter(), &rows, red, blue)
            .with(|scenario| {
                scenario.map.turns = Some(60);
                (scenario.map.seed, scenario.map.variation) = (Some(seed), Some(500));
            })
            .0;
        let (mut battle, mut dice) = (Battle::from_scenario(&scenario).unwrap(), Dice::new(seed));
        let mut choice = Dice::for_other_purpose(seed, 8);
        while battle.verdict().is_none() {
            let legal = orders(&battle);
            let attacks: Vec<_> = legal
                .iter()
                .copied()
                .filter(|&order| matches!(order, hotgates_engine::Order::Attack { .. }))
                .collect();
            let order =
                if attacks.is_empty() { pick(&mut choice, &legal) } else { pick(&mut choice, &attacks) };
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        ends[match battle.verdict().unwrap().how {
            VictoryKind::Castle => 0,
            VictoryKind::Annihilation => 1,
            VictoryKind::Dusk => 2,
            how => unreachable!("a scenario without goals, in which nobody gives up: {how:?}"),
        }] += 1;
    }
    assert!(ends[1] > 0 && ends[2] > 0, "castle, annihilation, dusk: {ends:?}");
}
