//! Endings solved exactly: a naive search that shares no idea with the crate comes to the same
//! values.

#![expect(clippy::unwrap_used, clippy::cast_sign_loss, reason = "tests may panic, and their maps are small")]

use std::collections::HashMap;

use hotgates_endings::{
    NODES, PlanKind, Unsolved, WinChance, is_small_enough_to_solve, rate_plan_kinds, solve_ending,
};
use hotgates_engine::{
    Army, Battle, Coord, Dice, LegalOrders, MapFile, MovementPoints, Objective, Order, Ruleset, Scenario,
    Side, UnitEntry, UnitState, View, WAYS, WHOLE,
};
use hotgates_search::{Budget, Cancel};

/// Number of positions that the naive search may look at.
const LIMIT: u64 = 8_000;

/// Everything that changes in a battle.
type WholeState = (u32, Side, Vec<UnitState>, Vec<Side>);

/// Expectimax over every legal order and every throw of dice, without any pruning. With a table it
/// looks up positions that are equal in everything.
struct Naive {
    table: Option<HashMap<WholeState, u64>>,
    nodes: u64,
    limit: u64,
}

impl Naive {
    fn new(table: bool, limit: u64) -> Self {
        Self { table: table.then(HashMap::new), nodes: 0, limit }
    }

    /// Returns the value to Red in units of 2⁻⁵³; `None` past the limit of nodes.
    fn value(&mut self, battle: &Battle) -> Option<u64> {
        if let Some(verdict) = battle.verdict() {
            return Some(match verdict.winner {
                Some(Side::Red) => WinChance::CERTAIN.as_fixed_point(),
                Some(Side::Blue) => 0,
                None => WinChance::EVEN.as_fixed_point(),
            });
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        let state = whole_state(battle);
        if let Some(&value) = self.table.as_ref().and_then(|table| table.get(&state)) {
            return Some(value);
        }
        let mut legal = LegalOrders::new();
        let values = legal.orders_of_side(battle).iter().map(|&order| self.order_value(battle, order));
        let values: Option<Vec<u64>> = values.collect();
        let values = values?.into_iter();
        let value = if battle.side() == Side::Red { values.max() } else { values.min() };
        let value = value.expect("a half-turn can be ended");
        if let Some(table) = &mut self.table {
            table.insert(state, value);
        }
        Some(value)
    }

    fn order_value(&mut self, battle: &Battle, order: Order) -> Option<u64> {
        let after = |sums| {
            let mut battle = battle.clone();
            battle.act(order, &mut Dice::showing_sums(sums), &mut Vec::new()).unwrap();
            battle
        };
        if !matches!(order, Order::Attack { .. }) {
            return self.value(&after([7, 7]));
        }
        let mut outcomes: Vec<(Battle, u64)> = Vec::new();
        for (first, ways) in (2..).zip(WAYS) {
            for (second, back) in (2..).zip(WAYS) {
                let (battle, ways) = (after([first, second]), u64::from(ways * back));
                match outcomes.iter_mut().find(|(known, _)| *known == battle) {
                    Some((_, known)) => *known += ways,
                    None => outcomes.push((battle, ways)),
                }
            }
        }
        let mut sum = 0;
        for (battle, ways) in outcomes {
            sum += ways * self.value(&battle)?;
        }
        Some(sum / u64::from(WHOLE))
    }
}

fn whole_state(battle: &Battle) -> WholeState {
    let units = battle.roster().map(|(unit, _)| *battle.unit(unit)).collect();
    (battle.turn(), battle.side(), units, battle.castles().map(|(_, owner)| owner).collect())
}

/// Ingredients of random positions.
#[derive(Debug, Clone, Copy)]
struct Kind {
    size: (i32, i32),
    units: (u32, u32),
    half_turns: u32,
    movement: u16,
    men: u32,
}

/// A random position, few of whose units live; `None` where the lots make none.
fn random_position(dice: &mut Dice, kind: Kind) -> Option<Battle> {
    let (width, height) = kind.size;
    let mut rows: Vec<Vec<char>> = (0..height)
        .map(|_| (0..width).map(|_| ['.', '.', '=', 'f', '^', '.'][dice.draw_below(6) as usize]).collect())
        .collect();
    let mut free: Vec<(i32, i32)> =
        (0..height).flat_map(|row| (0..width).map(move |col| (col, row))).collect();
    let mut draw =
        |dice: &mut Dice| free.swap_remove(dice.draw_below(u32::try_from(free.len()).unwrap()) as usize);
    for _ in 0..=dice.draw_below(2) {
        let (col, row) = draw(dice);
        rows[row as usize][col as usize] = '#';
    }
    let mut army = |dice: &mut Dice, count: u32| {
        let units = (0..count).map(|_| {
            let (col, row) = draw(dice);
            if rows[row as usize][col as usize] == '^' {
                rows[row as usize][col as usize] = '.';
            }
            let kind_name = ["infantry", "cavalry", "artillery"][dice.draw_below(3) as usize];
            let strength = Some(1 + i64::from(dice.draw_below(kind.men)));
            UnitEntry { at: Some(Coord { col, row }), strength, ..UnitEntry::new(kind_name) }
        });
        Some(Army { commander: None, units: units.collect() })
    };
    let (red, blue) = (army(dice, kind.units.0), army(dice, kind.units.1));
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    rules.options.zone_of_control = dice.draw_below(4) == 0;
    rules.options.line_of_sight = dice.draw_below(4) == 0;
    let small = |dice: &mut Dice| u16::try_from(dice.draw_below(3)).unwrap();
    for unit in &mut rules.units {
        unit.movement = MovementPoints(kind.movement + small(dice));
        unit.attack_cost = MovementPoints(2 + small(dice));
        unit.melee.0 *= 1 + dice.draw_below(6);
    }
    let objective = if dice.draw_below(4) == 0 { Objective::Meeting } else { Objective::Invasion };
    let turns = Some(i64::from(kind.half_turns.div_ceil(2)));
    let first = (kind.half_turns.is_multiple_of(2) && dice.draw_below(4) == 0).then_some(Side::Blue);
    let rows = rows.into_iter().map(String::from_iter).collect();
    let map = MapFile {
        name: "tiny".into(),
        rows,
        red,
        blue,
        turns,
        objective: Some(objective),
        first,
        ..MapFile::default()
    };
    let mut battle = Battle::from_scenario(&Scenario::new(map, rules)).ok()?;
    let mut orders = LegalOrders::new();
    if kind.half_turns % 2 == 1 {
        // Red enters every castle that it can, then gives some other order.
        while battle.side() == Side::Red && battle.verdict().is_none() {
            let castles: Vec<_> = battle.castles().filter(|&(_, owner)| owner == Side::Blue).collect();
            let enters = |order: &&Order| match **order {
                Order::Move { to, .. } => castles.iter().any(|&(castle, _)| battle.grid().hex(castle) == to),
                _ => false,
            };
            let entry = orders.orders_of_side(&battle).iter().find(enters).copied();
            if let Some(order) = entry {
                battle.act(order, dice, &mut Vec::new()).unwrap();
            } else {
                orders.draw_and_follow_order(&mut battle, dice, &mut Vec::new());
            }
        }
    } else if dice.draw_below(2) == 0 {
        orders.draw_and_follow_order(&mut battle, dice, &mut Vec::new());
    }
    battle.verdict().is_none().then_some(battle)
}

/// Solves random positions and compares with the naive search. Returns the number of positions
/// compared in which neither side is sure to win.
fn compare_with_naive(kind: Kind, table: bool, tries: u64) -> u32 {
    let mut open = 0;
    for seed in 0..tries {
        let mut dice = Dice::new(seed);
        let Some(battle) = random_position(&mut dice, kind) else { continue };
        let view = View::new(&battle, battle.side());
        let solved = match rate_plan_kinds(view, NODES, &Budget::default()) {
            Ok(solved) => solved,
            Err(Unsolved::Untaken) => continue,
            Err(unsolved) => panic!("{unsolved}"),
        };
        let mut naive = Naive::new(table, LIMIT);
        let Some(red) = naive.value(&battle) else { continue };
        let of_mover =
            |red| if battle.side() == Side::Red { red } else { WinChance::CERTAIN.as_fixed_point() - red };
        let value = of_mover(red);
        assert_eq!(solved.chance().as_fixed_point(), value, "seed {seed}, {kind:?}: {solved:?}\n{battle:?}");
        let best = solve_ending(view, NODES, &Budget::default()).unwrap();
        assert_eq!(best.chance(), solved.chance(), "seed {seed}, {kind:?}");
        for plan in solved.plans.iter().chain(&best.plans) {
            // Moves decide nothing by chance, so that the last order is worth what the plan is.
            let (&last, moves) = plan.orders.split_last().unwrap();
            let mut ahead = battle.clone();
            for &order in moves {
                ahead.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
            }
            let Some(red) = naive.order_value(&ahead, last) else { continue };
            assert_eq!(
                plan.chance.as_fixed_point(),
                of_mover(red),
                "seed {seed}, {kind:?}: {plan:?}\n{battle:?}"
            );
        }
        open += u32::from(![0, WinChance::CERTAIN.as_fixed_point()].contains(&value));
    }
    open
}

#[test]
fn values_are_those_of_a_search_without_any_pruning_or_table() {
    let kind = Kind { size: (3, 3), units: (1, 1), half_turns: 1, movement: 4, men: 40 };
    assert!(compare_with_naive(kind, false, 200) > 10);
}

#[test]
fn values_are_those_of_a_search_without_any_pruning() {
    for (units, size, half_turns, movement, men, tries) in [
        ((1, 1), (4, 3), 2, 4, 30, 80),
        ((2, 1), (4, 4), 1, 4, 20, 200),
        ((1, 2), (4, 4), 1, 5, 20, 80),
        ((1, 3), (3, 3), 1, 4, 8, 120),
        ((2, 2), (3, 3), 1, 5, 8, 80),
        ((2, 1), (3, 3), 2, 3, 8, 100),
        ((1, 1), (3, 3), 3, 3, 12, 120),
    ] {
        let kind = Kind { size, units, half_turns, movement, men };
        let open = compare_with_naive(kind, true, tries);
        assert!(open > 0, "{kind:?}: no position had anything to find");
    }
}

/// Four units about a castle of Red's, and Blue has two half-turns to retake it.
fn contested_castle() -> Battle {
    let rows = [".........", "...f.....", "....#....", "..f......", "........."].map(str::to_owned);
    let army = |units: [(&str, i64, i32, i32); 2]| {
        let units = units.map(|(kind, men, col, row)| UnitEntry {
            at: Some(Coord { col, row }),
            strength: Some(men),
            ..UnitEntry::new(kind)
        });
        Some(Army { commander: None, units: units.to_vec() })
    };
    let map = MapFile {
        name: "the last castle".into(),
        rows: rows.to_vec(),
        red: army([("infantry", 420, 3, 2), ("cavalry", 150, 2, 1)]),
        blue: army([("infantry", 75, 4, 2), ("cavalry", 200, 8, 4)]),
        turns: Some(1),
        ..MapFile::default()
    };
    let mut rules = Ruleset::classic();
    rules.setup.distance = 0;
    Battle::from_scenario(&Scenario::new(map, rules)).unwrap()
}

/// Who does not see every enemy cannot know what is best.
#[test]
fn nothing_is_solved_while_an_enemy_is_out_of_sight() {
    let row = ".".repeat(30);
    let army = |col: i32| {
        let unit = UnitEntry { at: Some(Coord { col, row: 0 }), ..UnitEntry::new("infantry") };
        Some(Army { commander: None, units: vec![unit] })
    };
    for (blue, small) in [(27, true), (1, false)] {
        let rows = vec![row.clone(), format!("#{}", &row[1..])];
        let (red, blue) = (army(29), army(blue));
        let map = MapFile { name: "far".into(), rows, red, blue, turns: Some(1), ..MapFile::default() };
        let mut rules = Ruleset::classic();
        (rules.setup.distance, rules.options.fog_of_war) = (0, true);
        let battle = Battle::from_scenario(&Scenario::new(map, rules)).unwrap();
        assert_eq!(is_small_enough_to_solve(View::new(&battle, Side::Red)), small);
    }
}

#[test]
fn a_fight_for_the_last_castle_is_worth_something_to_both() {
    let battle = contested_castle();
    let view = View::new(&battle, Side::Red);
    assert!(is_small_enough_to_solve(view));
    assert!(!is_small_enough_to_solve(View::new(&battle, Side::Blue)), "it is not Blue's half-turn");
    let solved = rate_plan_kinds(view, NODES, &Budget::default()).unwrap();
    let stay = solved.plans.iter().find(|plan| plan.kind == PlanKind::Stay).unwrap();
    assert_eq!(stay.chance, WinChance::NONE, "at dusk Blue wins");
    assert!((200..800).contains(&solved.chance().permille()), "{solved:?}");
    assert!(matches!(solved.best_plan().kind, PlanKind::Strike { .. }));
    assert!(solved.plans.is_sorted_by(|a, b| a.chance >= b.chance));
}

#[test]
fn it_says_when_it_gives_up() {
    let battle = contested_castle();
    let view = View::new(&battle, Side::Red);
    let all = solve_ending(view, NODES, &Budget::default()).unwrap();
    assert_eq!(solve_ending(view, 50, &Budget::default()), Err(Unsolved::Nodes { nodes: 50 }));
    assert_eq!(solve_ending(view, all.nodes, &Budget::default()), Ok(all), "so many are enough");
    let cancel = Cancel::new();
    cancel.set_flag();
    let budget = Budget::default().cancelled_by(cancel);
    assert_eq!(solve_ending(view, NODES, &budget), Err(Unsolved::Cancelled));
    let late = View::new(&battle, Side::Blue);
    assert_eq!(solve_ending(late, NODES, &Budget::default()), Err(Unsolved::NotToMove));
}
