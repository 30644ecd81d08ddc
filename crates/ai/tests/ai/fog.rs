//! Commanders under fog of war: they play by what their side may believe, and by nothing else.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hotgates_ai::{BelievingCommander, Budget, Commander, NAMES, Reason, Stance, commander_by_name};
use hotgates_engine::{Battle, Coord, Dice, LegalOrders, MapFile, Order, Scenario, Side, UnitId, View};
use hotgates_play::Player;
use hotgates_threat::PossiblePositions;

use crate::commanders::{check_battles_taken_up, play};
use crate::{arrivals, commanders, ground};

fn foggy(mut scenario: Scenario) -> Option<Battle> {
    scenario.rules.options.fog_of_war = true;
    Battle::from_scenario(&scenario).ok()
}

/// Returns the battle of a shipped map in fog.
fn shipped(file: &str) -> Battle {
    let path = format!("{}/../../maps/{file}.ron", env!("CARGO_MANIFEST_DIR"));
    let map = MapFile::from_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
    foggy(Scenario::classic(map)).unwrap()
}

fn skirmish() -> Battle {
    foggy(commanders::skirmish().0).unwrap()
}

#[test]
fn every_pair_of_commanders_plays_in_fog_to_the_end_and_again_the_same() {
    let mut dice = Dice::for_other_purpose(7, 7);
    let scripted = (0..6).filter_map(|number| foggy(arrivals::random_script(&mut dice, number)));
    let battles: Vec<Battle> = [skirmish()].into_iter().chain(scripted).collect();
    let mut ends = BTreeMap::new();
    for battle in &battles {
        for red in NAMES {
            for blue in NAMES {
                let once = play(red, blue, battle, 1);
                let again = play(red, blue, battle, 1);
                assert_eq!(once.game_record().hash(), again.game_record().hash(), "{red} {blue}");
                *ends.entry(once.game_record().battle().verdict().unwrap().winner).or_insert(0) += 1;
            }
        }
    }
    assert!(battles.len() > 3 && ends.len() > 1, "{} battles, {ends:?}", battles.len());
}

#[test]
fn a_battle_in_fog_taken_up_half_way_goes_on_the_same() {
    check_battles_taken_up(&skirmish());
}

/// Two battles differ in where an enemy starts that nobody sees: as long as a side knows the same of
/// both, its commander gives the same orders, with the same reasons, and so are its hints.
#[test]
fn what_a_side_cannot_see_changes_no_order() {
    let mut compared = 0;
    for name in NAMES {
        for seed in 0..12 {
            let mut choice = Dice::for_other_purpose(seed, 7);
            let mut battles = [0, 1].map(|_| {
                let (mut scenario, _) = commanders::skirmish();
                let rows = scenario.map.rows.clone();
                scenario.map.rows.splice(3..3, rows.into_iter().cycle().skip(9).take(20));
                let at = Coord {
                    col: choice.draw_below(12).cast_signed(),
                    row: 22 + choice.draw_below(8).cast_signed(),
                };
                let blue = &mut scenario.map.blue.as_mut().unwrap().units;
                for unit in blue.iter_mut() {
                    unit.at.as_mut().unwrap().row += 20;
                }
                scenario.map.blue.as_mut().unwrap().units[2].at = Some(at);
                foggy(scenario)
            });
            let [Some(one), Some(other)] = &mut battles else { continue };
            let players = || [(); 2].map(|()| Player::new(commander_by_name(name, seed).unwrap(), None));
            let [mut player, mut double] = players();
            let mut dice = [Dice::new(seed), Dice::new(seed)];
            let hint = |battle: &Battle| {
                Player::new(commander_by_name(name, seed).unwrap(), None).insight(battle, Side::Red)
            };
            for _ in 0..200 {
                let known = |battle: &Battle| battle.known_to(Side::Red).hash();
                if known(one) != known(other) || one.verdict().is_some() || other.verdict().is_some() {
                    break;
                }
                let order = if one.side() == Side::Red {
                    let given = player.next_order(one);
                    assert_eq!(given, double.next_order(other), "{name} {seed}");
                    assert_eq!(hint(one), hint(other), "{name} {seed}");
                    compared += 1;
                    given.0
                } else {
                    Order::EndTurn
                };
                one.act(order, &mut dice[0], &mut Vec::new()).unwrap();
                other.act(order, &mut dice[1], &mut Vec::new()).unwrap();
            }
        }
    }
    assert!(compared > 300, "{compared} orders");
}

/// Nobody is in sight at Hot Gates for some turns: the pass is held, and the enemy is not thought weak.
#[test]
fn warden_holds_the_pass_before_anybody_is_in_sight() {
    for seed in 0..3 {
        let mut battle = shipped("hot_gates");
        let (mut dice, mut unseen) = (Dice::new(seed), 0);
        let mut red = Player::new(commander_by_name("hunter", seed).unwrap(), None);
        let mut blue = Player::new(commander_by_name("warden", seed).unwrap(), None);
        while battle.turn() <= 3 {
            let blind = View::new(&battle, Side::Blue).alive(Side::Red) == 0;
            let player = if battle.side() == Side::Red { &mut red } else { &mut blue };
            let (order, _) = player.next_order(&battle);
            if order == Order::EndTurn && battle.side() == Side::Blue {
                let stance = player.thinking_so_far().stance;
                assert!(!blind || stance == Some(Stance::Hold), "{stance:?} in turn {}", battle.turn());
                unseen += u32::from(blind);
            }
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        assert!(unseen > 0);
    }
}

/// A plain on which Red sees a unit in the east, and then leaves its sight.
fn plain_with_mark() -> (Battle, UnitId) {
    let mut rows = vec![".".repeat(24); 9];
    rows[8].replace_range(0..1, "#");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let scenario = ground::scenario(&rows, &[("cavalry", 14, 4)], &[("infantry", 18, 4)]);
    let mut battle = foggy(scenario).unwrap();
    let enemy = battle.living(Side::Blue).next().unwrap();
    let scout = battle.living(Side::Red).next().unwrap();
    let mut dice = Dice::new(1);
    let there = battle.hex(enemy);
    assert!(View::new(&battle, Side::Red).unit(enemy).alive(), "the enemy is in sight");
    for order in
        [Order::Move { unit: scout, to: Coord { col: 11, row: 4 }.hex() }, Order::EndTurn, Order::EndTurn]
    {
        battle.act(order, &mut dice, &mut Vec::new()).unwrap();
    }
    assert_eq!(View::new(&battle, Side::Red).mark(enemy).unwrap().hex, there);
    (battle, enemy)
}

#[test]
fn hunter_goes_where_an_enemy_was_seen_last() {
    let (mut battle, enemy) = plain_with_mark();
    let there = View::new(&battle, Side::Red).mark(enemy).unwrap().hex;
    let scout = battle.living(Side::Red).next().unwrap();
    let away = |battle: &Battle| battle.hex(scout).unsigned_distance_to(there);
    let before = away(&battle);
    let mut player = Player::new(commander_by_name("hunter", 0).unwrap(), None);
    let mut reasons = Vec::new();
    while battle.side() == Side::Red && battle.verdict().is_none() {
        let (order, reason) = player.next_order(&battle);
        reasons.push(reason);
        battle.act(order, &mut Dice::new(1), &mut Vec::new()).unwrap();
    }
    assert!(away(&battle) < before, "{reasons:?}");
    assert!(reasons.contains(&Reason::Suppose { enemy }), "{reasons:?}");
}

/// Random battles in fog: of each enemy that was seen once the possible cells are those of a second
/// implementation, and its true cell is one of them.
#[test]
fn possible_positions_are_those_of_a_naive_flood_and_hold_the_true_one() {
    let (mut checked, mut dice) = (0, Dice::for_other_purpose(3, 7));
    for seed in 0..40 {
        let Some(mut battle) = random(&mut dice) else { continue };
        let mut players =
            ["random", "hunter"].map(|name| Player::new(commander_by_name(name, seed).unwrap(), None));
        for _ in 0..120 {
            if battle.verdict().is_some() {
                break;
            }
            let (side, view) = (battle.side(), View::new(&battle, battle.side()));
            let possible = PossiblePositions::new(view);
            for enemy in battle.living(side.other()) {
                let Some(mark) = view.mark(enemy) else { continue };
                let moved_first = u32::from(battle.first_side() != side);
                let turns = battle.turn() - mark.turn + moved_first;
                let movement = u32::from(battle.kind(enemy).movement.0);
                let naive = ground::arrival(&battle, Coord::from(mark.hex), movement);
                for cell in battle.grid().cells() {
                    let turn = naive.get(&battle.grid().coord(cell)).copied();
                    let turn = turn.filter(|&turn| turn <= turns && !view.sees(cell));
                    assert_eq!(possible.arrival(enemy, cell), turn);
                }
                let there = battle.unit(enemy).cell;
                assert!(possible.cells(enemy).any(|cell| cell == there), "{seed}: {enemy:?}");
                checked += 1;
            }
            let order = players[side as usize].next_order(&battle).0;
            battle.act(order, &mut Dice::new(seed), &mut Vec::new()).unwrap();
        }
    }
    assert!(checked > 300, "{checked} marks");
}

/// Returns a battle in fog on random ground, with or without the rules that are off in the classic ones.
fn random(dice: &mut Dice) -> Option<Battle> {
    let (mut scenario, _) = commanders::skirmish();
    for row in &mut scenario.map.rows {
        let glyphs = row.chars().map(|glyph| match (glyph, dice.draw_below(100)) {
            ('.', 0..10) => '^',
            ('.', 10..25) => 'f',
            _ => glyph,
        });
        *row = glyphs.collect();
    }
    let options = &mut scenario.rules.options;
    (options.zone_of_control, options.line_of_sight) = (dice.draw_below(2) == 0, dice.draw_below(2) == 0);
    scenario.map.first = (dice.draw_below(2) == 0).then_some(Side::Blue);
    foggy(scenario)
}

/// Notes what the commander within is shown, and gives any order.
struct Witness {
    within: Box<dyn Commander>,
    orders: LegalOrders,
    legal: Arc<Mutex<Vec<Order>>>,
}

impl Commander for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn order(&mut self, view: View<'_>, budget: &mut Budget) -> (Order, Reason) {
        self.legal.lock().unwrap().extend_from_slice(view.legal_orders(&mut self.orders));
        self.within.order(view, budget)
    }
}

/// Orders that are legal in the battle as it is believed are legal, but for attacks on enemies out of sight.
#[test]
fn orders_that_are_legal_by_belief_are_legal() {
    let (mut checked, mut dice) = (0, Dice::for_other_purpose(5, 7));
    for seed in 0..30 {
        let Some(mut battle) = random(&mut dice) else { continue };
        let legal = Arc::new(Mutex::new(Vec::new()));
        let mut players = [(); 2].map(|()| {
            let within = commander_by_name("random", seed).unwrap();
            let witness = Witness { within, orders: LegalOrders::new(), legal: Arc::clone(&legal) };
            Player::new(Box::new(BelievingCommander::new(Box::new(witness))), None)
        });
        for _ in 0..60 {
            if battle.verdict().is_some() {
                break;
            }
            let view = View::new(&battle, battle.side());
            let order = players[battle.side() as usize].next_order(&battle).0;
            for order in legal.lock().unwrap().drain(..) {
                let hidden = matches!(order, Order::Attack { target, .. } if view.is_out_of_sight(target));
                assert!(hidden || view.check(order).is_ok(), "{seed}: {order}");
                checked += 1;
            }
            battle.act(order, &mut Dice::new(seed), &mut Vec::new()).unwrap();
        }
    }
    assert!(checked > 10_000, "{checked} orders");
}

#[test]
fn hunter_and_warden_beat_random_in_fog_nearly_always() {
    for file in ["hot_gates", "open_field"] {
        let battle = shipped(file);
        for strong in ["hunter", "warden"] {
            let won = |red: &str, blue: &str, side: Side| {
                let ends = (0..10).map(|seed| play(red, blue, &battle, seed));
                ends.filter(|end| end.game_record().battle().verdict().unwrap().winner == Some(side)).count()
            };
            let wins = (won(strong, "random", Side::Red), won("random", strong, Side::Blue));
            assert_eq!(wins, (10, 10), "{file} {strong}");
        }
    }
}
