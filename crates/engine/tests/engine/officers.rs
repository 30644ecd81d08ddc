//! Officers, leadership, combined arms and facing: a second implementation of what they do to an attack
//! and what an attack does to them, and the facts.

use hotgates_engine::{
    Battle, CombinedArmsRule, Condition, Coord, Dice, Direction, Event, FacingRule, Illegal, LeadershipRule,
    MovementPoints, OfficerRule, Order, Permille, Ruleset, Side, UnitId,
};
use proptest::prelude::*;

use crate::naive::{distance, neighbours};
use crate::stage::{
    COHESION, COMBINED_ARMS, FACING, LEADERSHIP, OFFICERS, OPTION_SETS, Stage, any_random_stage, at,
    classic_with, face, go, labelled, play_at_random, random_stage, stage_by,
};

/// What these rules keep of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Man {
    rank: Option<usize>,
    experience: i64,
    fell: bool,
    facing: Option<usize>,
}

/// Officers and facing, written down a second time. Of the engine it takes who stands where with how many
/// men and in which other condition.
struct Naive {
    men: Vec<Man>,
    rules: Ruleset,
}

/// Returns the middle of a hex on a plane, the distance of two neighbours being 1.
fn middle(Coord { col, row }: Coord) -> (f64, f64) {
    let down = f64::from(row) + if col.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
    (f64::from(col) * 0.75_f64.sqrt(), down)
}

/// Returns the ways that point most nearly from one hex to another, by their angles.
fn ways_toward(from: Coord, to: Coord) -> Vec<usize> {
    let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
    // Clockwise from north.
    let angle = (to_x - x).atan2(y - to_y).to_degrees().rem_euclid(360.0);
    let apart = |way: usize| {
        let apart = (angle - 60.0 * f64::from(u32::try_from(way).unwrap())).abs();
        apart.min(360.0 - apart)
    };
    let least = (0..6).map(apart).fold(360.0, f64::min);
    (0..6).filter(|&way| apart(way) < least + 1e-6).collect()
}

fn turns(one: usize, other: usize) -> usize {
    let apart = one.abs_diff(other);
    apart.min(6 - apart)
}

impl Naive {
    fn new(stage: &Stage, battle: &Battle) -> Self {
        let rules = stage.0.rules.clone();
        let hidden = rules.options.fog_of_war;
        let starts: Vec<(Side, Coord)> = battle
            .roster()
            .filter(|(_, info)| info.arrival.is_none())
            .map(|(_, info)| (info.side, battle.grid().coord(info.cell)))
            .collect();
        let men = battle.roster().map(|(unit, info)| {
            let hex = battle.grid().coord(info.cell);
            // Of several nearest hexes it is the engine's choice which one counts.
            let nearest = |hexes: Vec<Coord>| {
                let least = hexes.iter().map(|&other| distance(hex, other)).min().unwrap();
                let nearest = hexes.into_iter().filter(|&other| distance(hex, other) == least);
                nearest.flat_map(|other| ways_toward(hex, other)).collect::<Vec<_>>()
            };
            let enemies = starts.iter().filter(|(side, _)| *side != info.side).map(|&(_, hex)| hex);
            let enemies: Vec<Coord> = enemies.collect();
            let castles = battle.castles().filter(|&(_, owner)| owner == Side::Blue);
            let castles = castles.map(|(cell, _)| battle.grid().coord(cell)).collect::<Vec<_>>();
            let facing = rules.options.facing.as_ref().map(|_| {
                let way = info.facing.unwrap() as usize;
                let known = hidden || info.arrival.is_some() || enemies.is_empty();
                if !known {
                    assert!(nearest(enemies).contains(&way), "{unit:?}");
                } else if info.side == Side::Red && !castles.is_empty() && !castles.contains(&hex) {
                    assert!(nearest(castles).contains(&way), "{unit:?}");
                } else if info.side == Side::Blue {
                    assert_eq!(Some(Direction::ALL[way]), battle.origin_direction(), "{unit:?}");
                }
                way
            });
            let rank = info.rank.filter(|_| rules.options.officers.is_some()).map(|rank| rank.index());
            Man { rank, experience: 0, fell: false, facing }
        });
        Self { men: men.collect(), rules }
    }

    fn rank(&self, battle: &Battle, unit: UnitId) -> Option<usize> {
        match self.rules.options.officers {
            Some(_) => self.men[unit.index()].rank,
            None => battle.info(unit).rank.map(|rank| rank.index()),
        }
    }

    /// Returns the side of a unit on which a hex lies: 0 for its front, 1 for a flank, 2 for its rear.
    fn aspect(&self, battle: &Battle, unit: UnitId, hex: Coord) -> usize {
        let Some(facing) = self.men[unit.index()].facing else { return 0 };
        let ways = ways_toward(battle.hex(unit).into(), hex).into_iter();
        ways.map(|way| turns(way, facing)).min().unwrap().saturating_sub(1)
    }

    /// Returns what the situation of a blow adds to its factor, in ‰.
    fn situation(&self, battle: &Battle, striker: UnitId, struck: UnitId, answers: bool) -> i64 {
        let hex = |unit: UnitId| Coord::from(battle.hex(unit));
        let condition = battle.condition(striker);
        let options = &self.rules.options;
        let mut sum = if condition.broken { -500 } else { 0 };
        if condition.unsupplied >= 2 {
            sum -= 200;
        }
        let side = battle.info(striker).side;
        let others = battle.living(side).filter(|&other| other != striker && !battle.is_broken(other));
        let others: Vec<UnitId> = others.collect();
        if options.leadership.is_some() {
            let near = others.iter().filter(|&&other| distance(hex(other), hex(striker)) <= 2);
            let best = near.filter_map(|&other| self.rank(battle, other)).max();
            sum += best.map_or(0, |rank| 30 * (i64::try_from(rank).unwrap() + 1));
        }
        let beside = |&&other: &&UnitId| distance(hex(other), hex(struck)) == 1;
        // Types of the classic rules have no tags.
        let other_kind = |&other: &UnitId| battle.info(other).kind != battle.info(striker).kind;
        if options.combined_arms.is_some() && !answers && others.iter().filter(beside).any(other_kind) {
            sum += 150;
        }
        let aspect = if answers {
            self.aspect(battle, striker, hex(struck))
        } else {
            self.aspect(battle, struck, hex(striker))
        };
        sum + if answers { [0, -500, -500][aspect] } else { [0, 250, 500][aspect] }
    }

    /// Returns the losses by a blow with this roll, a product of fractions.
    fn losses(
        &self,
        battle: &Battle,
        (striker, men): (UnitId, i64),
        struck: UnitId,
        roll: i64,
        answers: bool,
    ) -> i64 {
        let rules = &self.rules;
        let (by, target) = (battle.kind(striker), battle.kind(struck));
        let cell = battle.unit(struck).cell;
        let ranged = battle.grid().distance(battle.unit(striker).cell, cell) > 1;
        let mode = if ranged { hotgates_engine::Attack::Ranged } else { hotgates_engine::Attack::Melee };
        let power = if ranged { by.ranged.as_ref().unwrap().power } else { by.melee };
        let rank = |unit| self.rank(battle, unit).map(|rank| &rules.ranks[rank]);
        let terrain = &rules.terrains[battle.map().terrain(cell)];
        let situation = self.situation(battle, striker, struck, answers);
        let mut factors = vec![
            i64::from(power.0),
            rules.matchup(mode, by, target).0.into(),
            rank(striker).map_or(1000, |rank| rank.dealt.0.into()),
            rank(struck).map_or(1000, |rank| rank.taken.0.into()),
            1000 - i64::from(rules.defence(terrain, target).0),
            roll,
            (1000 + situation).clamp(250, 4000),
        ];
        factors.extend(answers.then_some(i64::from(rules.combat.strike_back.0)));
        let thousands: i128 = factors.iter().map(|_| 1000_i128).product();
        let product: i128 =
            factors.iter().map(|&factor| i128::from(factor)).product::<i128>() * i128::from(men);
        let rounded = (2 * product + thousands) / (2 * thousands);
        i64::try_from(rounded).unwrap().clamp(1, battle.unit(struck).strength.0.into())
    }

    fn learn(&mut self, battle: &Battle, [unit, enemy]: [UnitId; 2], [dealt, lost]: [i64; 2], roll: i64) {
        let Some(rule) = self.rules.options.officers.clone() else { return };
        let men = i64::from(battle.unit(unit).strength.0);
        if lost == men {
            return;
        }
        let [own, full] = [unit, enemy].map(|unit| i64::from(battle.kind(unit).strength.0));
        let man = &mut self.men[unit.index()];
        let had_officer = man.rank.is_some();
        man.experience += dealt * 1000 / full + (lost * 1000 / own) / 2;
        let step = i64::from(rule.promotion);
        while man.experience >= step {
            match man.rank {
                Some(5) => {
                    man.experience = step;
                    break;
                }
                rank => man.rank = Some(rank.map_or(0, |rank| rank + 1)),
            }
            man.experience -= step;
        }
        // 1500 ‰ is the roll of a double six.
        if roll == 1500 && (2000 * lost + men) / (2 * men) >= 100 && had_officer {
            (man.rank, man.fell) = (None, true);
        }
    }

    fn follow(&mut self, order: Order, before: &Battle, events: &[Event]) {
        match order {
            Order::Attack { unit, target } => {
                let mut hits = events.iter().filter_map(|event| match event {
                    Event::Hit { losses, roll, .. } => Some((i64::from(losses.0), i64::from(roll.0))),
                    _ => None,
                });
                let (dealt, roll) = hits.next().unwrap();
                let men = i64::from(before.unit(unit).strength.0);
                assert_eq!(dealt, self.losses(before, (unit, men), target, roll, false), "{order}");
                let (taken, back_roll) = hits.next().unwrap_or((0, 0));
                if back_roll > 0 {
                    let left = i64::from(before.unit(target).strength.0) - dealt;
                    assert_eq!(taken, self.losses(before, (target, left), unit, back_roll, true), "{order}");
                }
                self.learn(before, [target, unit], [taken, dealt], roll);
                self.learn(before, [unit, target], [dealt, taken], back_roll);
                let to = before.hex(target).into();
                let facing = self.men[unit.index()].facing;
                let turned = facing.map(|facing| {
                    let ways = ways_toward(before.hex(unit).into(), to).into_iter();
                    ways.min_by_key(|&way| turns(way, facing)).unwrap()
                });
                self.men[unit.index()].facing = turned;
            }
            Order::Face { unit, way } => {
                self.men[unit.index()].facing = Direction::ALL.into_iter().position(|other| other == way);
            }
            _ => {}
        }
        for event in events {
            if let Event::Stepped { unit, from, to, .. }
            | Event::Ran { unit, from, to, .. }
            | Event::Pursued { unit, from, to } = *event
            {
                let way = neighbours(from.into()).into_iter().position(|next| next == to.into());
                let man = &mut self.men[unit.index()];
                man.facing = man.facing.and(way);
            }
        }
    }

    fn check(&self, battle: &Battle) {
        for (man, (unit, _)) in self.men.iter().zip(battle.roster()) {
            if battle.unit(unit).alive() {
                let Condition { experience, officer_fell, rank, facing, .. } = battle.condition(unit);
                let (rank, facing) = (rank.map(|rank| rank.index()), facing.map(|way| way as usize));
                let found = Man { rank, experience: experience.into(), fell: officer_fell, facing };
                assert_eq!(*man, found, "{unit:?}");
            }
        }
    }
}

/// Returns any set of optional rules in which one of these four is on.
fn some_of_these_rules(seed: u64, which: u64) -> u64 {
    (seed % OPTION_SETS) | which * OFFICERS
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn attacks_and_what_they_teach_are_those_of_the_second_implementation(seed: u64, which in 1..16_u64) {
        let stage = any_random_stage(seed, &classic_with(some_of_these_rules(seed, which)));
        let mut game = stage.game();
        let mut naive = Naive::new(&stage, &game.battle);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..80 {
            let (before, length) = (game.battle.clone(), game.log.len());
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            naive.follow(order, &before, &game.log[length..]);
            naive.check(&game.battle);
        }
    }

    /// Whatever the dice of an attack show, the battle comes to the outcome that the odds list for it, with
    /// as many of the 1296 cases as the sums have.
    #[test]
    fn odds_are_what_all_dice_come_to(seed: u64, which in 1..16_u64) {
        let options = some_of_these_rules(seed, which) & !crate::stage::FOG_OF_WAR;
        let mut game = random_stage(seed, &classic_with(options)).game();
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..40 {
            let before = game.battle.clone();
            let Some(&order) = play_at_random(&mut game, &mut choice, 1).first() else { break };
            let Order::Attack { unit, target } = order else { continue };
            let odds = before.odds(unit, target).expect("it was legal");
            let mut outcomes = odds.outcomes.iter();
            let ways = |sum: u32| 6 - sum.abs_diff(7);
            for first in 2..=12 {
                for second in 2..=12 {
                    let mut after = before.clone();
                    let mut log = Vec::new();
                    after.act(order, &mut Dice::showing_sums([first, second]), &mut log).expect("legal");
                    let answered = log.iter().filter(|event| matches!(event, Event::Hit { .. })).count() == 2;
                    if !answered && second > 2 {
                        continue;
                    }
                    let outcome = outcomes.next().expect("an outcome for the sums");
                    prop_assert_eq!(outcome.ways, ways(first) * if answered { ways(second) } else { 36 });
                    let left = [
                        before.unit(target).strength.0 - outcome.target_men_lost().0,
                        before.unit(unit).strength.0 - outcome.attacker_losses.0,
                    ];
                    prop_assert_eq!(left, [target, unit].map(|unit| after.living_men(unit).0));
                    let Some(aftermath) = outcome.aftermath else { continue };
                    for (unit, listed) in [(target, aftermath.target), (unit, aftermath.attacker)] {
                        if after.unit(unit).alive() {
                            // The attacker has turned and may have fired a round; all else is listed.
                            let Condition { facing, spent, .. } = listed;
                            let found = Condition { facing, spent, ..after.condition(unit) };
                            let shaken_by_friend = found.cohesion < listed.cohesion;
                            prop_assert!(found == listed || shaken_by_friend, "{:?} {:?}", found, listed);
                        }
                    }
                }
            }
            prop_assert!(outcomes.next().is_none());
        }
    }
}

/// Classic rules with some optional ones, by which armies may start side by side.
fn rules(options: u64) -> Ruleset {
    let mut rules = classic_with(options);
    rules.setup.distance = 0;
    rules
}

/// Follows one attack with dice that show these sums, and returns its events.
fn attack(stage: &Stage, sums: [u32; 2]) -> (Battle, Vec<Event>) {
    let (mut battle, mut log) = (stage.battle(), Vec::new());
    let order = Order::Attack { unit: UnitId(0), target: UnitId(1) };
    battle.act(order, &mut Dice::showing_sums(sums), &mut log).expect("a legal order");
    (battle, log)
}

/// A captain with 100 men who are struck by a double six falls; his side's highest rank is then another,
/// and the blow, which costs 15 men, is reported before his fall.
#[test]
fn an_officer_falls_and_his_side_has_the_next_in_rank() {
    let stage = stage_by(
        rules(OFFICERS | COHESION),
        &["........#"],
        "infantry 0,0 x100",
        "infantry 1,0 x100 Captain; infantry 5,0 Lieutenant",
    );
    let before = stage.battle();
    let captain = UnitId(1);
    assert_eq!(before.highest_rank(Side::Blue), before.rules().rank("captain"));
    let (battle, log) = attack(&stage, [12, 7]);
    assert!(log.contains(&Event::OfficerFell { unit: captain }), "{log:?}");
    assert_eq!(battle.rank(captain), None);
    assert_eq!(battle.highest_rank(Side::Blue), battle.rules().rank("lieutenant"));
    // 15 men of 100 lost by strength, 16 with the captain's own factor, and 150 ‰ for him.
    let lost = 100 - battle.unit(captain).strength.0;
    assert_eq!(battle.condition(captain).cohesion, 1000 - 10 * lost - 150);
    let (battle, log) = attack(&stage, [11, 7]);
    assert!(!log.contains(&Event::OfficerFell { unit: captain }), "{log:?}");
    assert!(battle.rank(captain).is_some());
    let outcome = |battle: &Battle| battle.outcome().units[captain.index()].rank.clone();
    assert_eq!(outcome(&battle), Some("Captain".to_owned()));
}

/// By the rules of the stage 60 ‰ of a full unit make an officer: 60 men lost to 600 and half of their own
/// losses do.
#[test]
fn units_that_fight_get_officers() {
    let stage = stage_by(rules(OFFICERS), &["........#"], "infantry 0,0 x600", "infantry 1,0");
    let (battle, log) = attack(&stage, [7, 7]);
    let first = battle.rules().rank_ids().next().expect("there are ranks");
    let promoted = Event::Promoted { unit: UnitId(0), rank: first };
    assert!(log.contains(&promoted), "{log:?}");
    assert_eq!(battle.rank(UnitId(0)), Some(first));
}

#[test]
fn an_officer_helps_friends_near_and_not_his_own_unit() {
    let factor = |red: &str| {
        let stage = stage_by(rules(LEADERSHIP), &["........#"], red, "infantry 3,0");
        let battle = stage.battle();
        battle.fighter_on(UnitId(0), battle.unit(UnitId(0)).cell).situation
    };
    assert_eq!(factor("infantry 2,0; infantry 0,0 Captain"), 60, "a captain is of the second rank");
    assert_eq!(factor("infantry 2,0; infantry 1,0 Lieutenant; infantry 0,0 Captain"), 60, "the best counts");
    assert_eq!(factor("infantry 2,0 Captain; infantry 0,0"), 0);
    assert_eq!(
        factor("infantry 3,1; infantry 0,0 Captain".replace("3,1", "4,0").as_str()),
        0,
        "too far away"
    );
}

#[test]
fn another_arm_beside_the_target_helps_an_attack() {
    let situations = |red: &str| {
        let rows = [".....", "....#"];
        let stage = stage_by(rules(COMBINED_ARMS), &rows, red, "infantry 2,0");
        let battle = stage.battle();
        let (attacker, target) = battle.fighters_in_attack(
            UnitId(0),
            battle.unit(UnitId(0)).cell,
            UnitId(battle.roster().len() as u16 - 1),
        );
        (attacker.situation, target.situation)
    };
    assert_eq!(situations("infantry 1,0; cavalry 3,0"), (150, 0));
    assert_eq!(situations("infantry 1,0; infantry 3,0"), (0, 0), "the same arm");
    assert_eq!(situations("infantry 1,0; cavalry 0,0"), (0, 0), "not beside the target");
}

/// A unit that looks north is attacked from all six sides; then it turns, for a point.
#[test]
fn flanks_and_rear_are_where_a_unit_does_not_look() {
    let sides = [at(2, 0), at(3, 0), at(3, 1), at(2, 2), at(1, 1), at(1, 0)];
    let situations = sides.map(|hex| {
        let red = format!("infantry {},{}", hex.col, hex.row);
        let rows = [".....", ".....", ".....", "....#"];
        let stage = stage_by(rules(FACING), &rows, &red, "infantry 2,1");
        let stage = stage.with(|scenario| {
            scenario.map.blue.as_mut().unwrap().units[0].facing = Some(Direction::N);
        });
        let battle = stage.battle();
        let (attacker, target) = battle.fighters_in_attack(UnitId(0), battle.unit(UnitId(0)).cell, UnitId(1));
        (attacker.situation, target.situation)
    });
    assert_eq!(situations, [(0, 0), (0, 0), (250, -500), (500, -500), (250, -500), (0, 0)]);
}

#[test]
fn a_unit_turns_for_a_point_even_after_its_move_has_ended() {
    let mut game = stage_by(rules(FACING), &["........#"], "infantry 0,0", "infantry 7,0").game();
    let facing = |game: &crate::stage::Game| game.battle.condition(UnitId(0)).facing;
    game.go(0, 3, 0);
    assert_eq!((facing(&game), game.left(0)), (Some(Direction::Se), 2));
    game.check_illegal(face(0, Direction::Se), &Illegal::FacesAlready { way: Direction::Se });
    game.check_illegal(
        face(1, Direction::N),
        &Illegal::NotYours { unit: labelled("Blue's infantry 1"), owner: Side::Blue, mover: Side::Red },
    );
    game.act(face(0, Direction::S));
    assert_eq!((facing(&game), game.left(0)), (Some(Direction::S), 1));
    game.act(face(0, Direction::N));
    let (need, left) = (MovementPoints(1), MovementPoints(0));
    game.check_illegal(face(0, Direction::S), &Illegal::TooTiredToTurn { need, left });
    let mut game = stage_by(rules(0), &["........#"], "infantry 0,0", "infantry 7,0").game();
    game.check_illegal(face(0, Direction::S), &Illegal::NoFacing);
}

/// An enemy that looks away lets units pass behind it.
#[test]
fn zones_lie_before_the_front_only_where_the_ruleset_says_so() {
    let stage = |front_zones: bool| {
        let mut rules = rules(FACING | 1);
        rules.options.facing.as_mut().unwrap().front_zones = front_zones;
        let stage = stage_by(rules, &["........#", "........."], "infantry 0,1", "infantry 3,0");
        stage.with(|scenario| {
            scenario.map.blue.as_mut().unwrap().units[0].facing = Some(Direction::N);
        })
    };
    let passing = go(0, 4, 1);
    assert!(stage(true).battle().check(passing).is_ok());
    assert!(stage(false).battle().check(passing).is_err());
}

#[test]
fn bad_numbers_have_their_places() {
    let mut bad = Ruleset::classic();
    bad.options.officers =
        Some(OfficerRule { promotion: 20_001, falls: Permille(1002), ..OfficerRule::default() });
    bad.options.leadership = Some(LeadershipRule { radius: 0, by_rank: Permille(1001) });
    bad.options.combined_arms = Some(CombinedArmsRule { bonus: Permille(3001) });
    let turn = MovementPoints(0);
    bad.options.facing = Some(FacingRule { turn, rear: Permille(3001), ..FacingRule::default() });
    let fields = [
        "options.officers.promotion",
        "options.officers.falls",
        "options.leadership.radius",
        "options.leadership.by_rank",
        "options.combined_arms.bonus",
        "options.facing.turn",
        "options.facing.rear",
    ];
    let faults: Vec<String> = bad.find_faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), fields.len(), "{faults:#?}");
    for (fault, field) in faults.iter().zip(fields) {
        assert!(fault.contains(field), "{fault} {field}");
    }
    let stage = stage_by(rules(FACING), &["........#"], "infantry 0,0", "infantry 7,0");
    let stage = stage.with(|scenario| {
        scenario.map.blue.as_mut().unwrap().units[0].experience = Some(20_001);
    });
    let faults: Vec<String> =
        Battle::check_scenario(&stage.0).faults.iter().map(ToString::to_string).collect();
    assert!(faults.len() == 1 && faults[0].contains("blue.units[0].experience"), "{faults:?}");
}
