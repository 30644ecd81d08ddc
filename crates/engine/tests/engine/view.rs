//! Views answer as the battle that their side knows, and plans for what is out of sight change nothing else.

use hotgates_engine::{
    Battle, Cell, Dice, Event, Illegal, KnownBattle, LegalOrders, MovementPoints, Objective, Order, Presence,
    Reach, Side, Strength, UnitId, Verdict, VictoryKind, View,
};

use crate::stage::{
    FOG_OF_WAR, Game, OFFICERS, any_random_stage, at, classic_with, orders, play_at_random, some_options,
};

/// Asserts that a view answers questions as a battle does.
macro_rules! assert_alike {
    ($view:expr, $battle:expr, $($question:ident($($about:expr),*)),+ $(,)?) => {
        $(assert_eq!($view.$question($($about),*), $battle.$question($($about),*), stringify!($question));)+
    };
}

/// Asserts that a view lists the same as a battle.
macro_rules! assert_lists_alike {
    ($view:expr, $battle:expr, $($question:ident($($about:expr),*)),+ $(,)?) => {
        $(assert!(
            $view.$question($($about),*).eq($battle.$question($($about),*)),
            stringify!($question)
        );)+
    };
}

/// Returns a game in the middle of a random battle by some of the optional rules, or at its end.
fn random_game(seed: u64, more_options: u64) -> Game {
    let mut game = any_random_stage(seed, &classic_with(some_options(seed) | more_options)).game();
    play_at_random(&mut game, &mut Dice::for_other_purpose(seed, 1), usize::try_from(seed % 40).unwrap());
    game
}

/// Returns a random game, and the battle as it was at the start.
fn random_game_and_start(seed: u64) -> (Battle, Game) {
    (any_random_stage(seed, &classic_with(some_options(seed))).battle(), random_game(seed, 0))
}

#[test]
fn a_view_answers_as_the_battle_that_its_side_knows() {
    for seed in 0..120 {
        let (start, game) = random_game_and_start(seed);
        for side in Side::BOTH {
            let (view, battle) = (View::new(&game.battle, side), game.battle.known_to(side));
            let ground = |battle: &Battle, cell| battle.map().terrain(cell);
            let is_changed = |&cell: &Cell| ground(battle, cell) != ground(&start, cell);
            assert!(view.changed_cells().eq(battle.grid().cells().filter(is_changed)));
            check_battle(view, battle);
            for of in Side::BOTH {
                check_side(view, battle, of);
            }
            for (unit, _) in battle.roster() {
                check_unit(view, battle, unit);
            }
            for (goal, _) in battle.all_goals() {
                assert_alike!(
                    view,
                    battle,
                    goal(goal),
                    is_goal_met(goal),
                    is_goal_met_at_end(goal),
                    goal_progress(goal),
                    is_goal_open(goal),
                );
            }
        }
    }
}

/// Checks what is asked about the battle as a whole, and about cells.
fn check_battle(view: View<'_>, battle: &Battle) {
    assert_alike!(
        view,
        battle,
        turn(),
        last_turn(),
        first_side(),
        half_turns_left(),
        objective(),
        hash(),
        has_goals(),
        winner_at_dusk_without_points(),
        has_extra_state(),
        has_fog(),
        origin_direction(),
        rules(),
        grid(),
    );
    assert_lists_alike!(view, battle, roster(), castles(), flags(), hexes_at_stake());
    assert_eq!(view.side_to_move(), battle.side());
    let goals_decide = battle.objective() == Objective::Goals;
    assert_eq!(view.has_goals(), goals_decide || battle.all_goals().next().is_some());
    if battle.side() == view.side() {
        assert_eq!(view.legal_orders(&mut LegalOrders::new()), orders(battle));
    }
    let (nobody, mut scratch) = (UnitId(u16::MAX), Reach::new());
    let illegal = Order::Attack { unit: nobody, target: nobody };
    assert!(view.check(illegal).is_err());
    assert_eq!(view.check_with_scratch(illegal, &mut scratch), view.check(illegal));
    for order in orders(battle) {
        assert!(view.check(order).is_ok() && view.check_with_scratch(order, &mut scratch).is_ok());
        check_order(view, battle, order);
    }
    assert_eq!(view.works().ids().len(), view.rules().options.works.len());
    for work in view.works().ids() {
        let rule = &view.rules().options.works[work.index()];
        assert_eq!(battle.half_turns_of_work(work), rule.turns);
    }
    let seen = view.seen_cells();
    assert_eq!(seen.is_some(), view.has_fog());
    for cell in battle.grid().cells() {
        let hex = battle.grid().hex(cell);
        assert_alike!(view, battle, at(cell));
        let is_seen = battle.living(view.side()).any(|unit| view.has_in_sight(unit, hex));
        assert_eq!(view.sees(cell), !view.has_fog() || is_seen);
        assert!(seen.as_ref().is_none_or(|seen| seen.contains(cell) == is_seen));
    }
}

/// Checks what is known beforehand of what follows from an order.
fn check_order(view: View<'_>, battle: &Battle, order: Order) {
    let Order::Move { unit, to } = order else { return };
    let (mut after, mut log) = (battle.clone(), Vec::new());
    after.act(order, &mut Dice::new(0), &mut log).expect("a legal order");
    let state = after.unit(unit);
    if !view.has_fog() && state.alive() && after.hex(unit) == to {
        assert_eq!(state.halted, view.ends_move(unit, state.cell), "{order}");
    }
}

/// Checks what is asked about a side.
fn check_side(view: View<'_>, battle: &Battle, side: Side) {
    assert_alike!(
        view,
        battle,
        alive(side),
        strength(side),
        start_strength(side),
        living_strength(side),
        holds_all_castles(side),
        winning_sets(side),
        victory_points(side),
        most_victory_points(side),
        cells_in_supply(side),
        highest_rank(side),
    );
    assert_eq!(view.cells_in_supply(side).is_some(), view.rules().options.supply.is_some());
    assert_lists_alike!(view, battle, living(side), goals(side), units_at_stake(side), expected_units(side));
    for cell in battle.grid().cells() {
        assert_alike!(view, battle, enemy_at(side, cell), holds_at_stake(side, cell));
        assert_lists_alike!(view, battle, enemies_within(side, cell, 2), units_within(side, cell, 2));
        let near = |unit: &UnitId| battle.grid().distance(cell, battle.unit(*unit).cell) <= 2;
        let found: Vec<_> = view.units_within(side, cell, 2).map(|(unit, _)| unit).collect();
        assert_eq!(found, view.living(side).filter(near).collect::<Vec<_>>());
    }
    for (first, _) in battle.roster() {
        assert!(view.living_from(side, first).eq(view.living(side).filter(|&unit| unit >= first)));
    }
}

/// Checks what is asked about a unit, by itself and with each cell and each other unit.
fn check_unit(view: View<'_>, battle: &Battle, unit: UnitId) {
    assert_alike!(
        view,
        battle,
        info(unit),
        unit(unit),
        kind(unit),
        hex(unit),
        condition(unit),
        rounds_left(unit),
        is_broken(unit),
        is_wavering(unit),
        presence(unit),
        living_men(unit),
        mark(unit),
        cost_of_turn(unit),
        rank(unit),
        may_exit(unit),
    );
    let (enemy, kind) = (view.info(unit).side.other(), view.info(unit).kind);
    let is_at_stake = battle.has_goals() && battle.units_at_stake(enemy).any(|other| other == unit);
    assert_eq!(view.is_unit_at_stake(unit), is_at_stake);
    let is_hidden = match view.presence(unit) {
        Presence::Unseen => true,
        Presence::OnMap => !view.sees(view.unit(unit).cell),
        _ => false,
    };
    assert_eq!(view.is_out_of_sight(unit), view.has_fog() && is_hidden);
    if !battle.unit(unit).alive() {
        return;
    }
    check_ways(view, battle, unit);
    check_works(view, battle, unit);
    let (mut found, mut expected) = (Vec::new(), Vec::new());
    view.find_targets(unit, &mut found);
    battle.find_targets(unit, &mut expected);
    assert_eq!(found, expected);
    for cell in battle.grid().cells() {
        let hex = battle.grid().hex(cell);
        assert_alike!(
            view,
            battle,
            exit_goal(unit, cell),
            rallied_on(unit, cell),
            would_react(unit, cell),
            move_odds(unit, hex),
            leader_near(unit, cell),
            fighter_on(unit, cell),
            cover_on(kind, cell),
            attack_mode_from(unit, cell, view.unit(unit).cell),
        );
    }
    for target in battle.living(enemy) {
        let from = view.unit(unit).cell;
        let (striker, struck) = ((unit, from), (target, battle.unit(target).cell));
        let helps = |&friend: &UnitId| {
            let beside = battle.grid().distance(battle.unit(friend).cell, struck.1) == 1;
            let fights = friend != unit && beside && !battle.is_broken(friend);
            fights && battle.kind(unit).is_of_other_arms(battle.kind(friend))
        };
        let side = view.info(unit).side;
        let helped = battle.rules().options.combined_arms.is_some()
            && battle.living(side).any(|friend| helps(&friend));
        assert_eq!(view.has_combined_arms(unit, target), helped);
        assert_alike!(
            view,
            battle,
            attack_setting(unit, from, target),
            fighters_in_attack(unit, from, target),
            supporter_of(target, from),
            aspect_of_hex(unit, battle.hex(target)),
            has_combined_arms(unit, target),
            situations_in_attack(striker, struck),
            can_attack(unit, from, target),
            odds(unit, target),
            fighter_in_reaction(unit, battle.unit(target).cell),
            fighter_in_support(unit, battle.unit(target).cell),
        );
    }
}

/// Checks which ground may be worked on beside a unit.
fn check_works(view: View<'_>, battle: &Battle, unit: UnitId) {
    for work in view.works().ids() {
        let near =
            battle.grid().cells().filter(|&cell| battle.grid().distance(cell, battle.unit(unit).cell) <= 1);
        for cell in near {
            match battle.check(Order::Work { unit, at: battle.grid().hex(cell), work }) {
                Ok(()) => assert!(!view.is_ground_fixed(cell)),
                Err(Illegal::FixedGround { .. }) => assert!(view.is_ground_fixed(cell)),
                Err(_) => (),
            }
        }
    }
}

/// Checks where a unit can go.
fn check_ways(view: View<'_>, battle: &Battle, unit: UnitId) {
    let (mut found, mut expected) = (Reach::new(), Reach::new());
    view.reach(unit, &mut found);
    battle.reach(unit, &mut expected);
    assert!(view.destinations(&found).eq(battle.destinations(&expected)));
    let budget = MovementPoints(5);
    view.reach_with(unit, view.unit(unit).cell, budget, &mut found);
    battle.reach_with(unit, battle.unit(unit).cell, budget, &mut expected);
    assert!(view.destinations(&found).eq(battle.destinations(&expected)));
}

#[test]
fn copies_of_what_is_known_are_what_is_known() {
    let mut copy = View::new(&random_game(7, 0).battle, Side::Blue).known_battle();
    let mut clone = copy.clone();
    for seed in 0..40 {
        let game = random_game(seed, 0);
        for side in Side::BOTH {
            let view = View::new(&game.battle, side);
            view.copy_known_battle(&mut copy);
            clone.clone_from(&copy);
            for known in [&copy, &clone, &view.known_battle()] {
                assert_eq!((known.view().side(), known.view().hash()), (side, view.hash()));
                assert_eq!(known.side_to_move(), view.side_to_move());
                assert_eq!(known.verdict(), game.battle.known_to(side).verdict());
            }
        }
    }
}

/// The officers that are left have the ranks to which they have risen, others those with which they came.
#[test]
fn the_outcome_says_what_has_become_of_units_and_castles() {
    for seed in 0..60 {
        let battle = random_game(seed, OFFICERS).battle;
        let outcome = battle.outcome();
        for ((unit, info), end) in battle.roster().zip(&outcome.units) {
            assert_eq!((end.unit, end.side, end.start), (unit, info.side, info.start));
            let rank = if end.left == Strength(0) { info.rank } else { battle.rank(unit) };
            assert_eq!(end.rank, rank.map(|rank| battle.rules().ranks[rank].name.clone()));
            assert_eq!((end.left, end.presence), (battle.living_men(unit), battle.presence(unit)));
        }
        for side in Side::BOTH {
            let held = battle.castles().filter(|&(_, owner)| owner == side).count();
            assert_eq!(usize::try_from(outcome.castles[side]), Ok(held));
            let entries = battle.order_of_battle(side).units;
            let names = battle
                .roster()
                .filter(|(_, info)| info.side == side)
                .map(|(unit, _)| &battle.kind(unit).name);
            assert!(entries.iter().map(|entry| &entry.kind).eq(names));
        }
    }
}

/// A unit out of sight may be supposed on each hex that its type can enter and on which nobody is known to stand.
#[test]
fn what_may_be_out_of_sight_is_supposed_where_it_can_stand() {
    let mut supposed = 0;
    for seed in 0..60 {
        let game = random_game(seed, FOG_OF_WAR);
        for side in Side::BOTH {
            let view = View::new(&game.battle, side);
            let (outside, men) = (at(-3, 0).hex(), Strength(7));
            for (unit, info) in view.roster() {
                let is_unseen = view.presence(unit) == Presence::Unseen;
                assert!(!view.known_battle().suppose(unit, outside, men));
                for cell in view.grid().cells() {
                    let hex = view.grid().hex(cell);
                    let may_be = |known: &mut KnownBattle, men| known.suppose(unit, hex, men);
                    let mut known = view.known_battle();
                    assert!(!may_be(&mut known, Strength(0)));
                    let is_free = view.map().costs(info.kind)[cell.index()] > 0 && view.at(cell).is_none();
                    assert_eq!(may_be(&mut known, men), is_unseen && is_free, "{hex:?}");
                    if !is_unseen || !is_free {
                        assert_eq!(known.view().hash(), view.hash());
                        continue;
                    }
                    supposed += 1;
                    let (now, state) = (known.view(), *known.view().unit(unit));
                    assert_eq!(
                        (now.at(cell), state.strength, state.left),
                        (Some(unit), men, now.kind(unit).movement)
                    );
                    assert_eq!(now.is_out_of_sight(unit), !view.sees(cell));
                }
            }
        }
    }
    assert!(supposed > 500, "only {supposed} were out of sight");
}

#[test]
fn what_is_supposed_to_happen_happens_in_the_plan_alone() {
    let game = random_game(0, 0);
    let mut known = View::new(&game.battle, Side::Red).known_battle();
    let verdict = Verdict { winner: Some(Side::Blue), how: VictoryKind::Resigned };
    known.suppose_event(&Event::Ended { verdict });
    assert_eq!((known.verdict(), game.battle.verdict()), (Some(verdict), None));
}
