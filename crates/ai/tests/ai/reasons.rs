//! Every kind of reason says what is true on the board: each number in it is found again by other
//! code than the commanders'.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hotgates_ai::{
    Budget, Commander, Evaluation, Exchange, ForeseenPlan, NAMES, PlannedMarch, PlannedStrike, Reason,
    Simulation, Strategist, commander_by_name, steps_of_half_turn,
};
use hotgates_endings::{NODES, is_small_enough_to_solve, solve_ending};
use hotgates_engine::{Battle, Cell, Dice, LegalOrders, MapFile, Order, Scenario, Side, UnitId, View};

use crate::ground;

/// Number of reasons of each kind that were checked, by the kind's name.
type CheckedReasons = BTreeMap<&'static str, u32>;

/// Returns the cost of the cheapest path from a cell to any of the targets, the last hex counted,
/// by relaxation over the terrain; `None` where there is none.
fn cheapest_path(battle: &Battle, from: Cell, targets: &[Cell]) -> Option<u32> {
    cheapest_path_past(battle, from, targets, &[], None)
}

/// Returns the cost of the cheapest path as [`cheapest_path`] does, where each enemy on it costs
/// `fight` more, or bars it, if that is `None`, where it stands on no target.
fn cheapest_path_past(
    battle: &Battle,
    from: Cell,
    targets: &[Cell],
    enemies: &[Cell],
    fight: Option<u32>,
) -> Option<u32> {
    let mut costs = vec![u32::MAX; battle.grid().len()];
    costs[from.index()] = 0;
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        for next in battle.grid().around(at) {
            if !battle.grid().contains(battle.grid().hex(next)) {
                continue;
            }
            let terrain = &battle.rules().terrains[battle.map().terrain(next)];
            let fight = match fight {
                _ if !enemies.contains(&next) => 0,
                Some(fight) => fight,
                None if targets.contains(&next) => 0,
                None => continue,
            };
            let Some(cost) = terrain.cost.map(|cost| costs[at.index()] + u32::from(cost.0) + fight) else {
                continue;
            };
            if cost < costs[next.index()] {
                costs[next.index()] = cost;
                waiting.push_back(next);
            }
        }
    }
    targets.iter().map(|&target| costs[target.index()]).min().filter(|&cost| cost < u32::MAX)
}

/// Plays orders at mean dice; returns the battle after them.
fn after_orders(battle: &Battle, orders: &[Order]) -> Battle {
    let mut battle = battle.clone();
    for &order in orders {
        battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
    }
    battle
}

/// Checks that an exchange can be had in a position, and brings at mean dice what it says.
fn check_exchange(battle: &Battle, exchange: Exchange) {
    let Exchange { unit, from, target, ranged, dealt, taken, .. } = exchange;
    let mut orders = Vec::new();
    if battle.unit(unit).cell != from {
        orders.push(Order::Move { unit, to: battle.grid().hex(from) });
    }
    orders.push(Order::Attack { unit, target });
    let after = after_orders(battle, &orders);
    let lost = |id: UnitId| battle.unit(id).strength.0 - after.unit(id).strength.0;
    assert_eq!((lost(target), lost(unit)), (dealt, taken), "{exchange:?}");
    let hexes = battle.grid().hex(from).unsigned_distance_to(battle.grid().hex(battle.unit(target).cell));
    assert!(if ranged { taken == 0 } else { hexes == 1 }, "{exchange:?}");
}

/// Checks a reason against the position in which its order was given, and counts it.
fn check_reason(battle: &Battle, order: Order, reason: &Reason, checked: &mut CheckedReasons) {
    let (grid, side) = (battle.grid(), battle.side());
    let moved = match order {
        Order::Move { unit, to } => Some((unit, battle.unit(unit).cell, grid.cell(to).unwrap())),
        _ => None,
    };
    let enemies: Vec<Cell> = battle.living(side.other()).map(|unit| battle.unit(unit).cell).collect();
    let kind = match *reason {
        Reason::Lot { of } => {
            assert_eq!(of, LegalOrders::new().orders_of_side(battle).len());
            "lot"
        }
        Reason::Attack { exchange, instead } => {
            assert_eq!(order, Order::Attack { unit: exchange.unit, target: exchange.target });
            [Some(exchange), instead]
                .into_iter()
                .flatten()
                .for_each(|exchange| check_exchange(battle, exchange));
            "attack"
        }
        Reason::Approach { exchange, instead } => {
            let (unit, _, to) = moved.expect("an approach is a move");
            assert_eq!((unit, to), (exchange.unit, exchange.from));
            [Some(exchange), instead]
                .into_iter()
                .flatten()
                .for_each(|exchange| check_exchange(battle, exchange));
            "approach"
        }
        Reason::TakeCastle { castle, cost } => {
            let (unit, from, to) = moved.expect("a castle is entered");
            assert!(to == castle && battle.map().castles().contains(&castle));
            let after = after_orders(battle, &[order]);
            assert!(battle.castles().any(|owned| owned == (castle, side.other())));
            assert!(after.castles().any(|owned| owned == (castle, side)));
            assert_eq!(u32::from(battle.unit(unit).left.0 - after.unit(unit).left.0), cost);
            assert!(cheapest_path(battle, from, &[castle]).unwrap() <= cost);
            "take the castle"
        }
        Reason::Pursue { cost } => {
            let (_, from, to) = moved.expect("whoever pursues moves");
            assert_eq!(Some(cost), cheapest_path(battle, from, &enemies));
            assert!(cheapest_path(battle, to, &enemies).unwrap() < cost);
            "pursue"
        }
        Reason::GoRound { cost } => {
            let (_, from, _) = moved.expect("whoever goes round moves");
            let wanted = battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
            assert!(cheapest_path(battle, from, &wanted.collect::<Vec<_>>()).unwrap() <= cost);
            "go round"
        }
        Reason::Hurry { cost, turns } => {
            let (_, from, to) = moved.expect("whoever hurries moves");
            let wanted = battle.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
            let wanted: Vec<Cell> = wanted.collect();
            let round = |cell: Cell| cheapest_path_past(battle, cell, &wanted, &enemies, None);
            assert_eq!(round(from), Some(cost));
            assert!(round(to).unwrap() < cost);
            assert_eq!(turns, battle.last_turn() - battle.turn() + 1);
            "hurry"
        }
        Reason::MarchOnCastle { cost } => {
            let (_, from, to) = moved.expect("whoever marches moves");
            assert_eq!(cheapest_path(battle, from, &enemies), None);
            let castles = battle.map().castles();
            assert_eq!(cheapest_path(battle, from, castles), Some(cost));
            assert!(cheapest_path(battle, to, castles).unwrap() < cost);
            "march on the castle"
        }
        Reason::KeepAway { enemy, distance } => {
            let (_, from, to) = moved.expect("whoever keeps away moves");
            let away = |cell: Cell, other: Cell| grid.hex(cell).unsigned_distance_to(grid.hex(other));
            let nearest = |cell: Cell| enemies.iter().map(|&other| away(cell, other)).min().unwrap();
            assert_eq!(away(to, battle.unit(enemy).cell), distance);
            assert_eq!(nearest(to), distance, "another enemy is nearer");
            assert!(nearest(from) < distance);
            "keep away"
        }
        Reason::Deploy { filled, of, .. } | Reason::MakeWay { filled, of } => {
            assert!(moved.is_some() && filled <= of && of > 0);
            if matches!(reason, Reason::MakeWay { .. }) { "make way" } else { "deploy" }
        }
        // Its numbers are those of a whole half-turn: see `WatchedStrategist`.
        Reason::Foreseen(_) => "foreseen",
        Reason::Solved { chance } => {
            let solved = solve_ending(View::new(battle, side), NODES, &Budget::default()).unwrap();
            assert_eq!(u64::from(chance.0), solved.chance().permille());
            "solved"
        }
        Reason::Done { idle } => {
            assert_eq!(order, Order::EndTurn);
            let points = battle.living(side).filter(|&unit| battle.unit(unit).left.0 > 0);
            assert_eq!(idle, points.count());
            "done"
        }
        ref other => panic!("no commander gives such a reason: {other:?}"),
    };
    *checked.entry(kind).or_default() += 1;
}

/// Cost in MP of driving an enemy off a cell on the way to a castle, as `PlannedMarch::turn` has it.
const DRIVING_OFF: u32 = 18;

/// A strategist, and what its reasons are checked against.
struct WatchedStrategist {
    commander: Strategist,
    /// A simulation from the position in which the plan of the half-turn was made, and the position.
    planned: Option<(Simulation, Battle)>,
    /// Evaluation of the position in which the plan was made, or mended.
    before: Evaluation,
    /// `true` if the last order was an attack.
    thrown: bool,
    /// `true` if dice were thrown since the plan was made or mended.
    outdated: bool,
    /// Number of strikes and of marches that were told and found to be so.
    found: [u32; 2],
}

impl WatchedStrategist {
    fn new(seed: u64) -> Self {
        Self {
            commander: Strategist::new(seed),
            planned: None,
            before: Evaluation::default(),
            thrown: false,
            outdated: false,
            found: [0; 2],
        }
    }

    fn begin_half_turn(&mut self, view: View<'_>) {
        self.commander.begin(view);
        (self.planned, self.thrown, self.outdated) = (None, false, false);
    }

    /// Gives the strategist's next order with its reason, checked where the reason is a plan.
    fn order_and_check(&mut self, battle: &Battle, budget: &mut Budget) -> (Order, Reason) {
        let (view, steps_left) = (View::new(battle, battle.side()), budget.steps_left());
        let (order, reason) = self.commander.order(view, budget);
        // Where few units are left, steps are spent on solving the rest, too.
        if !is_small_enough_to_solve(view) {
            self.note_position(battle, steps_left);
            if let Reason::Foreseen(plan) = &reason {
                self.check_plan(battle, order, plan);
            }
        }
        self.thrown = matches!(order, Order::Attack { .. });
        (order, reason)
    }

    /// Notes in which position a plan is made or mended, once its order is known.
    fn note_position(&mut self, battle: &Battle, steps_left: u64) {
        let view = View::new(battle, battle.side());
        let thrown = std::mem::take(&mut self.thrown);
        match &mut self.planned {
            None => {
                let simulation = Simulation::new(view);
                self.before = Evaluation::evaluate_position(&simulation, view.side());
                self.planned = Some((simulation, battle.clone()));
            }
            Some((simulation, _)) if thrown && steps_left > 0 => {
                simulation.restart_from_position(&view.known_battle());
                self.before = Evaluation::evaluate_position(simulation, view.side());
                self.outdated = false;
            }
            Some(_) => self.outdated |= thrown,
        }
    }

    /// Checks a plan against the position in which an order of the plan was given.
    fn check_plan(&mut self, battle: &Battle, order: Order, plan: &ForeseenPlan) {
        let ForeseenPlan { plans, before, chance, gain, loss, strike, march, instead, .. } = *plan;
        assert!(plans > 0 && chance.0 <= 1000);
        assert!(instead.is_none_or(|(_, other)| other <= chance), "{plan:?}");
        let again = chance_of_worth(battle, self.before.total());
        assert!(again.abs_diff(before.0) <= 6, "{again} {plan:?}");
        // A test beside the plan computes the parts after the enemy's answer again.
        assert!(gain.is_none_or(|gain| gain.points > 0) && loss.is_none_or(|loss| loss.points < 0));
        match (gain, loss) {
            (Some(_), None) => assert!(chance >= before, "{plan:?}"),
            (None, Some(_)) => assert!(chance <= before, "{plan:?}"),
            (None, None) => assert_eq!(chance, before),
            (Some(gain), Some(loss)) => assert_ne!(gain.part, loss.part),
        }
        // The rest of the plan is carried out at mean dice by a copy without steps.
        if !self.outdated {
            let attacks = attacks_of_rest(&after_orders(battle, &[order]), &self.commander);
            match strike {
                Some(strike) => assert_eq!(strike, strike_on_target(&attacks, strike.target), "{plan:?}"),
                None => assert_eq!(attacks, []),
            }
            self.found[0] += u32::from(strike.is_some());
        }
        assert!(!self.outdated || strike.is_none());
        if let Some(march) = march {
            self.check_march(battle, order, march);
            self.found[1] += 1;
        }
    }

    /// Checks a march by relaxation over the terrain, enemies on the way driven off.
    fn check_march(&self, battle: &Battle, order: Order, march: PlannedMarch) {
        let Order::Move { unit, to } = order else { panic!("{order:?} is no march") };
        let (_, planned) = self.planned.as_ref().unwrap();
        let (side, to) = (battle.side(), battle.grid().cell(to).unwrap());
        assert!(battle.castles().any(|owned| owned == (march.castle, side.other())));
        let enemies: Vec<Cell> = planned.living(side.other()).map(|unit| planned.unit(unit).cell).collect();
        let cost = |from: Cell, targets: &[Cell]| {
            cheapest_path_past(planned, from, targets, &enemies, Some(DRIVING_OFF))
        };
        let wanted = planned.castles().filter(|&(_, owner)| owner != side).map(|(castle, _)| castle);
        let least = cost(to, &wanted.collect::<Vec<_>>());
        assert_eq!(cost(to, &[march.castle]), least);
        assert!(least < cost(battle.unit(unit).cell, &[march.castle]));
        let turns = least.unwrap().div_ceil(battle.kind(unit).movement.0.into());
        assert_eq!(march.turn, battle.turn() + turns);
        assert!(march.turn <= battle.last_turn());
    }
}

/// Returns the attacks of the rest of a strategist's plan at mean dice: attacker's cell, target, and
/// `true` for fire.
fn attacks_of_rest(battle: &Battle, commander: &Strategist) -> Vec<(Cell, UnitId, bool)> {
    let (mut battle, mut commander) = (battle.clone(), commander.clone());
    let (side, mut attacks) = (battle.side(), Vec::new());
    while battle.side() == side && battle.verdict().is_none() {
        let (order, _) = commander.order(View::new(&battle, side), &mut Budget::new(0));
        if let Order::Attack { unit, target } = order {
            let from = battle.unit(unit).cell;
            attacks.push((from, target, battle.kind(unit).ranged.is_some()));
        }
        battle.act(order, &mut Dice::showing_sums([7, 7]), &mut Vec::new()).unwrap();
    }
    attacks
}

/// Returns what attacks do to a target, and checks that no other is attacked from more hexes.
fn strike_on_target(attacks: &[(Cell, UnitId, bool)], target: UnitId) -> PlannedStrike {
    let cells_against = |target: UnitId| {
        let cells = attacks.iter().filter(|attack| attack.1 == target).map(|attack| attack.0.index());
        u32::try_from(cells.collect::<BTreeSet<_>>().len()).unwrap()
    };
    let hexes = cells_against(target);
    assert!(attacks.iter().all(|attack| cells_against(attack.1) <= hexes));
    let mut fired = attacks.iter().filter(|attack| attack.1 == target).map(|attack| attack.2);
    PlannedStrike { target, hexes, guns_first: fired.next() == Some(true) && fired.any(|fire| !fire) }
}

/// Returns the chance that a worth means for the side to move, in ‰, by a real logistic curve.
fn chance_of_worth(battle: &Battle, worth: i64) -> u32 {
    let late = f64::from(battle.turn()) / f64::from(battle.last_turn());
    let clock = if battle.side() == Side::Red { 2.128 - 3.444 * late } else { 3.444 * late - 2.128 };
    #[expect(clippy::cast_precision_loss, reason = "an evaluation is a small number")]
    let odds = worth as f64 / 100.0 * (0.4 - 0.23 * late) + clock + 0.429;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let permille = (1000.0 / (1.0 + (-odds).exp())).round() as u32;
    // A battle decided at mean dice is told as 98 and as half a percent: the bounds of all others.
    permille.clamp(5, 980)
}

/// Plays a battle between two commanders and checks every reason, and that a deployment ends as it
/// says.
fn check_battle(start: &Battle, names: [&str; 2], seed: u64, checked: &mut CheckedReasons) {
    let (mut battle, mut dice) = (start.clone(), Dice::new(seed));
    let mut commanders: Vec<Box<dyn Commander>> =
        names.iter().map(|name| commander_by_name(name, seed).unwrap()).collect();
    let mut strategists = names.map(|name| (name == "strategist").then(|| WatchedStrategist::new(seed)));
    while battle.verdict().is_none() {
        let side = battle.side();
        let place = usize::from(side == Side::Blue);
        let (commander, watched) = (&mut commanders[place], &mut strategists[place]);
        let view = View::new(&battle, side);
        // A strategist looks at few plans, but solves what can be solved.
        let hurries = commander.name() == "strategist" && !is_small_enough_to_solve(view);
        let steps = if hurries { 60 } else { steps_of_half_turn(view, None) };
        let mut budget = Budget::new(steps);
        commander.begin(view);
        if let Some(watched) = watched {
            watched.begin_half_turn(view);
        }
        let mut deployments = Vec::new();
        while battle.side() == side && battle.verdict().is_none() {
            let view = View::new(&battle, side);
            let (order, reason) = match watched {
                Some(watched) => watched.order_and_check(&battle, &mut budget),
                None => commander.order(view, &mut budget),
            };
            check_reason(&battle, order, &reason, checked);
            if let Reason::Deploy { filled, of, .. } | Reason::MakeWay { filled, of } = reason {
                deployments.push((filled, of));
                let result = commander.thinking().deployment.expect("there was a deployment");
                assert_eq!((result.filled, result.of), (filled, of), "{reason:?}");
            }
            battle.act(order, &mut dice, &mut Vec::new()).unwrap();
        }
        assert!(deployments.windows(2).all(|pair| pair[0] == pair[1]), "{deployments:?}");
    }
    for watched in strategists.into_iter().flatten() {
        for (kind, found) in ["foreseen strike", "foreseen march"].into_iter().zip(watched.found) {
            *checked.entry(kind).or_default() += found;
        }
    }
}

#[test]
fn every_kind_of_reason_is_true_on_the_board() {
    let mut checked = CheckedReasons::new();
    let shipped = ground::shipped();
    for (name, battle) in &shipped {
        let small = battle.living(Side::Red).count() + battle.living(Side::Blue).count() <= 30;
        for (place, red) in NAMES.into_iter().enumerate() {
            if small && red != "strategist" {
                check_battle(battle, [red, NAMES[(place + 3) % NAMES.len()]], 7, &mut checked);
            }
        }
        if small {
            check_battle(battle, ["strategist", "warden"], 7, &mut checked);
        }
        assert!(!checked.is_empty(), "{name}");
    }
    // Nobody can reach the hollow that Blue stands in, so that there is nobody to pursue.
    let rows = ["............", "#...........", "^^^.........", "..^........."];
    let cut_off = ground::battle(&rows, &[("infantry", 8, 0)], &[("infantry", 0, 3)]);
    check_battle(&cut_off, ["hunter", "greedy"], 1, &mut checked);
    let last_turns = r#"(
        name: "the last two turns", turns: 2,
        rows: ["..........", "...#......", "..........", ".........."],
        red: (units: [(type: "cavalry", at: (8, 2)), (type: "infantry", at: (7, 1))]),
        blue: (units: [(type: "infantry", at: (3, 1)), (type: "infantry", at: (2, 3))]),
    )"#;
    let mut scenario = Scenario::classic(MapFile::from_ron(last_turns).unwrap());
    scenario.rules.setup.distance = 0;
    let ending = Battle::from_scenario(&scenario).unwrap();
    check_battle(&ending, ["strategist", "hunter"], 1, &mut checked);
    let kinds = ["approach", "attack", "deploy", "done", "foreseen", "foreseen march", "foreseen strike"];
    let others =
        ["go round", "hurry", "keep away", "lot", "make way", "march on the castle", "pursue", "solved"];
    let others = others.into_iter().chain(["take the castle"]);
    let expected: Vec<&str> = kinds.into_iter().chain(others).collect();
    assert_eq!(checked.keys().copied().collect::<Vec<_>>(), expected, "{checked:?}");
    assert!(checked.values().all(|&count| count > 0), "{checked:?}");
}
