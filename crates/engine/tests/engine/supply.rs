//! Supply and ammunition: a second implementation of whom supplies reach, and the facts.

use std::collections::BTreeMap;

use hotgates_engine::{
    AmmunitionRule, Battle, CohesionRule, Coord, Dice, Direction, Event, Illegal, MovementPoints, Order,
    Permille, Ruleset, Side, SupplyRule, UnitId,
};
use proptest::prelude::*;

use crate::naive::{Naive, neighbours};
use crate::stage::{
    AMMUNITION, COHESION, Game, SUPPLY, Stage, any_random_stage_with_homes, classic_with, hit, labelled,
    play_at_random, stage_by,
};

/// Returns `true` for a hex of the home that the scenario names for a side, or else over which it would leave the
/// map, for a battle in which Red came from a direction.
fn is_home(stage: &Stage, naive: &Naive, side: Side, from: Direction, hex: Coord) -> bool {
    let named = stage.0.map.home.of_side(side);
    if !named.is_empty() {
        return named.contains(&hex);
    }
    let way = if side == Side::Red { from } else { from.opposite() };
    let index = Direction::ALL.into_iter().position(|other| other == way).unwrap();
    !naive.hexes().contains(&neighbours(hex)[index])
}

/// Returns the hexes that supplies of a side reach with 8 points, by relaxing every hex until nothing
/// changes, and by the costs of infantry, of which every army here has the type.
fn supplied(
    stage: &Stage,
    battle: &Battle,
    side: Side,
    castles: &BTreeMap<Coord, Side>,
) -> BTreeMap<Coord, u32> {
    let naive = Naive::new(&stage.0, battle.last_turn()).like(battle);
    let from = battle.origin_direction().unwrap();
    let infantry = battle.rules().units.iter().position(|unit| unit.name == "infantry").unwrap();
    let mut carrier = naive.units[0].clone();
    carrier.kind.clone_from(&battle.rules().units[infantry].name);
    carrier.movement = battle.rules().units[infantry].movement.0.into();
    let at = |hex: Coord| naive.units.iter().find(|unit| unit.alive && unit.hex == hex);
    let open = |hex: Coord| {
        let own = at(hex).is_some_and(|unit| unit.side == side);
        let enemy = |unit: &&crate::naive::NaiveUnit| unit.side != side;
        let barred = neighbours(hex).into_iter().filter_map(at).any(|unit| unit.side != side && !unit.broken);
        let cost = naive.cost(&carrier, hex)?;
        (at(hex).as_ref().is_none_or(|unit| !enemy(unit)) && (own || !barred)).then_some(cost)
    };
    let road = |hex: Coord| {
        let cell = battle.grid().at(hex).unwrap();
        battle.rules().terrains[battle.map().terrain(cell)].name == "road"
    };
    let mut costs = BTreeMap::new();
    for hex in naive.hexes() {
        let depot = road(hex) && at(hex).is_some_and(|unit| unit.side == side);
        let source = castles.get(&hex) == Some(&side) || is_home(stage, &naive, side, from, hex) || depot;
        if source && open(hex).is_some() {
            costs.insert(hex, 0);
        }
    }
    loop {
        let before = costs.clone();
        for (&from, &sum) in &before {
            for next in neighbours(from) {
                let Some(cost) = open(next) else { continue };
                if sum + cost <= 8 && costs.get(&next).is_none_or(|&known| sum + cost < known) {
                    costs.insert(next, sum + cost);
                }
            }
        }
        if costs == before {
            break;
        }
    }
    // Supplies reach a hex that they cannot enter from beside.
    for hex in naive.hexes() {
        let beside =
            neighbours(hex).into_iter().any(|next| costs.get(&next).is_some_and(|&cost| cost < 1000));
        if naive.cost(&carrier, hex).is_none() && beside {
            costs.insert(hex, 1000);
        }
    }
    costs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn supplies_reach_whom_the_second_implementation_says(seed: u64, rules in 1..4_u64) {
        let stage = any_random_stage_with_homes(seed, &classic_with(rules * SUPPLY));
        let mut game = stage.game();
        prop_assume!(game.battle.origin_direction().is_some());
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            let (before, length) = (game.battle.clone(), game.log.len());
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            let events = &game.log[length..];
            if let Order::Attack { unit, .. } = order
                && let Some(left) = before.rounds_left(unit)
                && game.battle.unit(unit).alive()
            {
                let fired = events.iter().any(|event| matches!(event, Event::Attacked { ranged: true, .. }));
                prop_assert_eq!(game.battle.rounds_left(unit), Some(left - u32::from(fired)));
            }
            let began = events.iter().any(|event| matches!(event, Event::HalfTurnBegan { .. }));
            let arrives = events.iter().any(|event| {
                matches!(
                    event,
                    Event::Arrived { .. }
                        | Event::Departed { .. }
                        | Event::TerrainChanged { .. }
                        | Event::Ended { .. }
                )
            });
            // Arrivals, departures and new ground of the scenario come after supplies.
            if began && !arrives {
                check_half_turn(&stage, &before, &game.battle);
            }
        }
    }
}

fn check_half_turn(stage: &Stage, before: &Battle, battle: &Battle) {
    let side = battle.side();
    let castles = before.castles().map(|(cell, owner)| (before.grid().coord(cell), owner)).collect();
    let reached = supplied(stage, before, side, &castles);
    let rules = battle.rules();
    for unit in battle.living(side) {
        let (was, is) = (before.condition(unit), battle.condition(unit));
        let full = battle.kind(unit).movement.0;
        let lacks = rules.options.supply.is_some() && !reached.contains_key(&battle.hex(unit).into());
        let expected = if lacks { (was.unsupplied + 1).min(3) } else { 0 };
        assert_eq!(is.unsupplied, expected, "{unit:?} on {}", Coord::from(battle.hex(unit)));
        let left = if lacks { full * 3 / 4 } else { full };
        assert_eq!(battle.unit(unit).left, MovementPoints(left), "{unit:?}");
        let refill = if rules.options.ammunition.is_some() && !lacks { 2 } else { 0 };
        assert_eq!(is.spent, was.spent.saturating_sub(refill), "{unit:?}");
    }
}

/// Rules with supply, and with cohesion, as fewer supplies cost that too.
fn rules(options: u64) -> Ruleset {
    let mut rules = classic_with(options);
    rules.setup.distance = 0;
    rules
}

/// Red's infantry stands eight hexes before the edge from which its supplies travel four: each half-turn
/// costs it more.
#[test]
fn a_unit_that_is_cut_off_grows_slower_then_weaker_then_falls_apart() {
    let mut rows = vec!["..."; 12];
    rows[0] = ".#.";
    let mut game = stage_by(rules(SUPPLY | COHESION), &rows, "infantry 1,3; infantry 1,11", "infantry 1,0")
        .with(|scenario| scenario.map.from = Some(Direction::S))
        .game();
    let unit = UnitId(0);
    let state = |game: &Game| {
        let condition = game.battle.condition(unit);
        (condition.unsupplied, game.battle.unit(unit).left.0, condition.cohesion)
    };
    let mut states = Vec::new();
    for _ in 0..4 {
        game.end_turn();
        game.end_turn();
        states.push(state(&game));
    }
    // No enemy is within two hexes: it has nothing to rally from until the third half-turn.
    assert_eq!(states, [(1, 6, 1000), (2, 6, 1000), (3, 6, 850), (3, 6, 800)]);
    let blow = game.battle.fighter_on(unit, game.battle.unit(unit).cell).situation;
    assert_eq!(blow, -200);
}

#[test]
fn a_gun_fires_its_rounds_and_gets_two_back() {
    let mut game =
        stage_by(rules(AMMUNITION), &["........#"], "artillery 4,0", "infantry 6,0; infantry 8,0").game();
    let gun = UnitId(0);
    game.battle.rounds_left(gun);
    for _ in 0..2 {
        let mut fired = 0;
        while game.battle.check(hit(0, 1)).is_ok() {
            game.hit(0, 1);
            fired += 1;
        }
        assert_eq!(fired, 1, "six points pay for one attack of four");
        game.end_turn();
        game.end_turn();
        assert_eq!(game.battle.rounds_left(gun), Some(2), "two come back");
    }
}

#[test]
fn a_gun_without_rounds_does_not_fire_but_strikes_in_melee() {
    let mut rules = rules(AMMUNITION);
    rules.options.ammunition = Some(AmmunitionRule { refill: 0 });
    rules.units[2].attack_cost = MovementPoints(1);
    let mut game = stage_by(rules, &["........#"], "artillery 4,0", "infantry 6,0; infantry 5,0 x900").game();
    game.hit(0, 1);
    game.hit(0, 1);
    game.check_illegal(hit(0, 1), &Illegal::NoRounds { unit: labelled("Red's artillery 1") });
    assert_eq!(game.battle.odds(UnitId(0), UnitId(1)), None);
    game.hit(0, 2);
    game.end_turn();
    game.end_turn();
    game.check_illegal(hit(0, 1), &Illegal::NoRounds { unit: labelled("Red's artillery 1") });
}

#[test]
fn bad_numbers_have_their_places() {
    let mut rules = Ruleset::classic();
    let reach = MovementPoints(0);
    rules.options.supply = Some(SupplyRule {
        carrier: Some("mules".into()),
        reach,
        power: Permille(751),
        ..SupplyRule::default()
    });
    rules.options.cohesion =
        Some(CohesionRule { obey: Permille(100), waver: Permille(1001), ..CohesionRule::default() });
    rules.units[2].rounds = Some(0);
    let faults: Vec<String> = rules.find_faults().iter().map(ToString::to_string).collect();
    let fields = [
        "units[2].rounds",
        "cohesion.waver",
        "cohesion.obey",
        "supply.carrier",
        "supply.reach",
        "supply.power",
    ];
    assert_eq!(faults.len(), fields.len(), "{faults:#?}");
    for (fault, field) in faults.iter().zip(fields) {
        assert!(fault.contains(field), "{fault} {field}");
    }
}
