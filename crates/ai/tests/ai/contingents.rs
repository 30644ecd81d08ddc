//! Contingents with commanders of their own: who orders whom, in which order, and again after a save.

use hotgates_ai::{Budget, NAMES, commander_by_name, steps_of_half_turn};
use hotgates_engine::{Battle, ContingentEntry, Dice, Order, Scenario, Side, View};
use hotgates_play::{Seat, Seats};

use crate::ground;

/// Returns a random battle in which every other unit of each side belongs to allies under this commander.
fn allied_battle(seed: u64, commander: Option<&str>) -> Battle {
    let mut dice = Dice::new(seed);
    let make_allies = |scenario: &mut Scenario| {
        for side in Side::BOTH {
            for unit in
                scenario.map.army_mut(side).iter_mut().flat_map(|army| army.units.iter_mut().step_by(2))
            {
                unit.contingent = Some("Allies".to_owned());
            }
            let (name, commander) = ("Allies".to_owned(), commander.map(str::to_owned));
            scenario.map.contingents.push(ContingentEntry { name, side, colour: None, commander });
        }
    };
    let battles = || ground::random_with(&mut dice, (10, 9), 10, 6, make_allies);
    std::iter::repeat_with(battles).flatten().next().expect("some map will do")
}

fn is_allied(battle: &Battle, order: Order) -> Option<bool> {
    order.unit().map(|unit| battle.info(unit).contingent.is_some())
}

#[test]
fn allies_give_their_orders_first_and_only_to_their_own_units() {
    for (seed, chief) in (0..).zip(NAMES) {
        let ally = NAMES[(usize::try_from(seed).unwrap() + 1) % NAMES.len()];
        let battle = allied_battle(seed, Some(ally));
        let mut game = Seats::from_names(chief, "greedy").begin_match(battle.clone(), seed).unwrap();
        game.finish().unwrap_or_else(|stopped| panic!("{chief} with {ally}: {stopped}"));
        let record = game.game_record();
        let (mut chief_has_spoken, mut of_allies) = (false, 0);
        for &(order, _) in record.orders() {
            match is_allied(&battle, order) {
                None => chief_has_spoken = false,
                Some(true) => {
                    assert!(!chief_has_spoken, "{chief} with {ally}: {order}");
                    of_allies += 1;
                }
                Some(false) => chief_has_spoken = true,
            }
        }
        assert!(of_allies > 0, "{chief} with {ally}");
    }
}

/// An ally orders as if it commanded the side and all other units were spent.
#[test]
fn an_ally_sees_the_units_of_others_as_spent() {
    for seed in 0..6 {
        let battle = allied_battle(seed, Some("hunter"));
        let mut mixed = Seat::from_name("warden").make_player(&battle, 1).unwrap();
        let mut alone = commander_by_name("hunter", 1).unwrap();
        let mut known = View::new(&battle, battle.side()).known_battle();
        known.spend_all_but(|unit| battle.info(unit).contingent.is_some());
        for unit in battle.living(battle.side()) {
            let spent = known.view().unit(unit).left.0 == 0;
            assert_eq!(spent, battle.info(unit).contingent.is_none(), "{unit:?}");
        }
        alone.begin(known.view());
        let mut budget = Budget::new(steps_of_half_turn(known.view(), None));
        let (order, _) = alone.order(known.view(), &mut budget);
        assert_eq!(mixed.next_order(&battle).0, order, "seed {seed}");
    }
}

/// A battle taken up in the middle of a half-turn goes on as it would have.
#[test]
fn a_repeated_half_turn_comes_out_the_same() {
    for (seed, chief) in (10..).zip(NAMES) {
        let battle = allied_battle(seed, Some("hunter"));
        let seats = Seats::from_names(chief, "greedy");
        let mut game = seats.begin_match(battle.clone(), seed).unwrap();
        let mut positions = Vec::new();
        while game.game_record().battle().side() == battle.side() && positions.len() < 40 {
            positions.push(game.game_record().battle().clone());
            if game.step().unwrap().is_none() {
                break;
            }
        }
        let given: Vec<Order> = game.game_record().orders().iter().map(|&(order, _)| order).collect();
        let own = hotgates_play::seeds_of_players(seed)[battle.side()];
        let mut again = seats[battle.side()].make_player(&battle, own).unwrap();
        let middle = positions.len() / 2;
        again.repeat_half_turn_orders(&positions[..middle]);
        for (position, order) in positions[middle..].iter().zip(&given[middle..]) {
            assert_eq!(again.next_order(position).0, *order, "{chief}");
        }
    }
}

/// Contingents that nobody else commands change nothing.
#[test]
fn a_contingent_without_a_commander_is_led_by_the_side() {
    for seed in 0..4 {
        let (named, mut dice) = (allied_battle(seed, None), Dice::new(seed));
        let plains = || ground::random(&mut dice, 10, 9, 10, 6);
        let plain = std::iter::repeat_with(plains).flatten().next().unwrap();
        assert_eq!(plain.hash(), named.hash());
        let orders = |battle: Battle| {
            let mut game = Seats::from_names("hunter", "warden").begin_match(battle, seed).unwrap();
            game.finish().unwrap();
            game.game_record().orders().to_vec()
        };
        assert_eq!(orders(plain), orders(named));
    }
}

/// Nobody who only plays a contingent is made of a file's words: no person, no program, no unknown name.
#[test]
fn a_file_names_only_commanders_that_come_with_the_program() {
    for (name, why) in
        [("human", "unknown commander"), ("bot:ls", "never started"), ("hunter:consul", "rank")]
    {
        let battle = allied_battle(0, Some(name));
        let refused = Seat::from_name("warden").make_player(&battle, 1).err().expect(name).to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
