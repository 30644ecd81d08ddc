//! Laws of encodings, masks and episodes, on every shipped map.

#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hotgates_engine::mix::split_mix;
use hotgates_engine::{Battle, LegalOrders, MapFile, Order, Scenario, Side, UnitId, View};
use hotgates_learn::{
    ActionForm, ActionMask, ActionMeaning, Episode, EpisodeError, EpisodeSetup, IllegalRule,
    ObservationWriter, PickedOrders, RewardForm,
};
use hotgates_play::{Cancel, Seat, Seats, Series};

fn map_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps")
}

fn scenario_of_map(name: &str) -> Scenario {
    let text = std::fs::read_to_string(map_folder().join(name)).unwrap();
    Scenario::by_shipped_rules(MapFile::from_ron(&text).unwrap()).unwrap()
}

fn duel(more: &str) -> Scenario {
    let text = format!(
        r##"Map(name: "duel", rows: ["............", "#..f..H..=..", "............"], turns: 5, {more}
            red: (units: [(type: "cavalry", at: (11, 0)), (type: "artillery", at: (11, 1))]),
            blue: (units: [(type: "infantry"), (type: "infantry")]))"##
    );
    Scenario::classic(MapFile::from_ron(&text).unwrap())
}

const MAPS: [&str; 8] = [
    "open_field.ron",
    "labyrinth.ron",
    "hoplite/thermopylae.ron",
    "hoplite/leuctra.ron",
    "musket/sallow_ridge.ron",
    "musket/linden_bridge.ron",
    "panzer/crossmarket.ron",
    "panzer/vell_crossing.ron",
];

/// Draws legal actions by a seed, seldom the end of the turn.
struct ActionDraw(u64);

impl ActionDraw {
    fn draw_action(&mut self, mask: &ActionMask) -> u32 {
        self.0 = split_mix(self.0);
        let lot = u32::try_from(self.0 >> 40).unwrap();
        let action = mask.nth_action(lot % mask.legal_count()).unwrap();
        if action == mask.space().end_turn_action() && !self.0.is_multiple_of(8) {
            return mask.nth_action(0).unwrap();
        }
        action
    }
}

/// Returns the mask that listing all legal orders makes.
fn listed_mask(battle: &Battle, mask: &ActionMask) -> Vec<i8> {
    let (mut listed, space) = (LegalOrders::new(), mask.space());
    let known = battle.known_to(battle.side());
    let mut bytes = vec![0; space.action_count() as usize];
    let hexes = space.places().hex_count();
    let orders: Vec<Order> = match mask.picked_unit() {
        Some(unit) => listed.orders_of_unit(battle, unit).to_vec(),
        None => listed.orders_of_side(battle).to_vec(),
    };
    // Every order has an action of its own, so that none is left out where the numbers agree.
    for &order in &orders {
        let Some(unit) = order.unit() else {
            bytes[space.end_turn_action() as usize] = 1;
            continue;
        };
        if space.form() == ActionForm::Pick && mask.picked_unit().is_none() {
            bytes[space.places().place(known.unit(unit).cell) as usize] = 1;
            continue;
        }
        let meant = (0..space.action_count()).filter(|&action| mask.is_legal(action));
        let by_hex = match order {
            Order::Move { to, .. } => known.grid().cell(to),
            Order::Attack { target, .. } => Some(known.unit(target).cell),
            _ => None,
        };
        let action = match (space.form(), by_hex) {
            (ActionForm::Pick, Some(cell)) => Some(space.places().place(cell)),
            (ActionForm::Flat, Some(cell)) => {
                let [at, cell] = [known.unit(unit).cell, cell].map(|cell| known.grid().coord(cell));
                let (side, first) = (space.square_side(), space.first_action_of_unit(known, unit));
                let middle = (side / 2).cast_signed();
                let [down, across] =
                    [cell.row - at.row + middle, cell.col - at.col + middle].map(i32::cast_unsigned);
                Some(first + down * side + across)
            }
            _ => meant
                .into_iter()
                .find(|&action| mask.meaning(battle, action) == Some(ActionMeaning::Orders(order))),
        };
        let action = action.unwrap_or_else(|| panic!("no action means {order}"));
        assert!(action < hexes || space.form() != ActionForm::Pick || by_hex.is_none());
        bytes[action as usize] = 1;
    }
    bytes
}

/// Plays actions drawn at random and compares the mask with the listed one after each.
fn compare_masks(scenario: Scenario, form: ActionForm, seed: u64, actions: u32) {
    let name = scenario.map.name.clone();
    let setup = Arc::new(EpisodeSetup::new(scenario).unwrap().with_form(form));
    let mut episode = Episode::begin(&setup, seed).unwrap();
    let mut draw = ActionDraw(seed);
    for number in 0..actions {
        if episode.is_over() {
            assert_eq!(episode.mask().legal_count(), 0);
            episode.reset(seed + u64::from(number)).unwrap();
        }
        let (mask, battle) = (episode.mask(), episode.game_record().battle());
        let bytes = mask.as_bytes();
        if form == ActionForm::Script {
            assert_eq!(bytes, ActionMask::new(battle, form).as_bytes(), "{name} action {number}");
        } else {
            assert_eq!(bytes, listed_mask(battle, mask), "{name} {form:?} action {number}");
        }
        let legal = bytes.iter().filter(|&&byte| byte == 1).count();
        assert_eq!(legal, mask.legal_count() as usize, "{name} action {number}");
        let outcome = episode.step(draw.draw_action(mask)).unwrap();
        assert!(!outcome.was_illegal);
    }
}

#[test]
fn a_kept_mask_is_the_listed_one() {
    for (seed, map) in (1..).zip(MAPS) {
        for form in ActionForm::ALL {
            compare_masks(scenario_of_map(map), form, seed, 300);
        }
    }
}

/// Returns the legal actions of a mask, ascending, with what they mean.
fn meanings_of_mask(mask: &ActionMask, battle: &Battle) -> Vec<(u32, ActionMeaning)> {
    let legal = (0..mask.space().action_count()).filter(|&action| mask.is_legal(action));
    legal.map(|action| (action, mask.meaning(battle, action).unwrap())).collect()
}

#[test]
fn listed_picks_are_those_of_the_mask() {
    let mut fog = scenario_of_map("open_field.ron");
    fog.rules.options.fog_of_war = true;
    let scenarios = MAPS.map(scenario_of_map).into_iter().chain([fog]);
    for (seed, scenario) in (1..).zip(scenarios) {
        let setup = Arc::new(EpisodeSetup::new(scenario).unwrap());
        let mut episode = Episode::begin(&setup, seed).unwrap();
        let mut listed = PickedOrders::new(episode.game_record().battle());
        let mut draw = ActionDraw(seed);
        for number in 0..200 {
            if episode.is_over() {
                episode.reset(seed + number).unwrap();
            }
            let battle = episode.game_record().battle();
            listed.list_orders(View::new(battle, battle.side()));
            let meaning = |unit: Option<UnitId>| match unit {
                Some(unit) => ActionMeaning::Picks(unit),
                None => ActionMeaning::Orders(Order::EndTurn),
            };
            let mut found: Vec<_> = match episode.mask().picked_unit() {
                None => listed.picks().map(|(action, unit)| (action, meaning(unit))).collect(),
                Some(unit) => {
                    let orders = listed.orders_of_unit(unit);
                    orders.map(|(action, order)| (action, ActionMeaning::Orders(order))).collect()
                }
            };
            found.sort_by_key(|&(action, _)| action);
            assert_eq!(found, meanings_of_mask(episode.mask(), battle), "scenario {seed} action {number}");
            episode.step(draw.draw_action(episode.mask())).unwrap();
        }
    }
}

/// The closing size: a million positions. `cargo test --release -p hotgates-learn -- --ignored` takes some minutes.
#[test]
#[ignore = "a million positions take minutes"]
fn a_kept_mask_is_the_listed_one_in_a_million_positions() {
    for seed in 0..20 {
        for map in MAPS {
            compare_masks(scenario_of_map(map), ActionForm::Pick, 100 + seed, 5000);
            compare_masks(scenario_of_map(map), ActionForm::Flat, 200 + seed, 1250);
        }
    }
}

#[test]
fn zones_of_control_change_masks_as_orders_do() {
    for (extra, seed) in [(0, 1), (2, 2)] {
        for form in ActionForm::ALL {
            let mut scenario = scenario_of_map("open_field.ron");
            scenario.rules.options.zone_of_control = true;
            scenario.rules.options.zone_extra.0 = extra;
            compare_masks(scenario, form, seed, 600);
        }
    }
}

#[test]
fn arrays_kept_from_order_to_order_are_those_written_anew() {
    for (seed, map) in (1..).zip(MAPS) {
        let setup = Arc::new(EpisodeSetup::new(scenario_of_map(map)).unwrap());
        let shape = setup.shape();
        let mut episode = Episode::begin(&setup, seed).unwrap();
        let (mut planes, mut units) = (vec![9; shape.plane_bytes()], vec![9; shape.unit_numbers()]);
        let mut writer = ObservationWriter::default();
        let mut draw = ActionDraw(seed);
        for number in 0..400 {
            if episode.is_over() {
                episode.reset(number).unwrap();
            }
            episode.step(draw.draw_action(episode.mask())).unwrap();
            let side = episode.side_to_act();
            episode.write_observation(side, &mut writer, &mut planes, &mut units);
            let (mut again, mut table) = (vec![7; planes.len()], vec![7; units.len()]);
            let new = &mut ObservationWriter::default();
            episode.write_observation(side, new, &mut again, &mut table);
            assert!(planes == again && units == table, "{map} action {number}");
        }
    }
}

#[test]
fn a_side_is_told_nothing_of_enemies_out_of_sight() {
    let mut scenario = scenario_of_map("open_field.ron");
    scenario.rules.options.fog_of_war = true;
    let setup = Arc::new(EpisodeSetup::new(scenario).unwrap());
    let (shape, mut episode) = (setup.shape(), Episode::begin(&setup, 1).unwrap());
    let (mut planes, mut units) = (vec![0; shape.plane_bytes()], vec![0; shape.unit_numbers()]);
    let hexes = shape.places().hex_count() as usize;
    let enemy_men = shape.plane_names().iter().position(|name| name == "enemy men").unwrap();
    let mut hidden = 0;
    let mut draw = ActionDraw(3);
    for number in 0..2000 {
        if episode.is_over() {
            episode.reset(number).unwrap();
        }
        let battle = episode.game_record().battle();
        for side in Side::BOTH {
            let new = &mut ObservationWriter::default();
            episode.write_observation(side, new, &mut planes, &mut units);
            for enemy in battle.living(side.other()) {
                let cell = battle.unit(enemy).cell;
                let seen = View::new(battle, side).at(cell) == Some(enemy);
                let place = shape.places().place(cell) as usize;
                assert_eq!(planes[enemy_men * hexes + place] > 0, seen, "{enemy:?}");
                hidden += u32::from(!seen);
            }
        }
        let action = draw.draw_action(episode.mask());
        episode.step(action).unwrap();
    }
    assert!(hidden > 1000, "{hidden}");
}

#[test]
fn two_commanders_fight_the_battle_of_the_series() {
    let scenario = scenario_of_map("hot_gates.ron");
    let setup = EpisodeSetup::new(scenario.clone()).unwrap();
    let setup = setup.with_opponent(Side::Red, Seat::from_name("hunter")).unwrap();
    let setup = Arc::new(setup.with_opponent(Side::Blue, Seat::from_name("warden")).unwrap());
    let episode = Episode::begin(&setup, 5).unwrap();
    let mut series_scenario = scenario;
    series_scenario.map.seed = Some(5);
    let series = Series::from_scenario(&series_scenario, Seats::default()).unwrap();
    let game = series.play_game(0, &Cancel::new()).unwrap();
    assert!(episode.is_over());
    assert_eq!(episode.game_record().hash(), game.record.hash());
}

#[test]
fn illegal_actions_lose_do_nothing_or_are_refused() {
    let setup = |rule| Arc::new(EpisodeSetup::new(duel("")).unwrap().with_illegal_rule(rule));
    let illegal = 20;
    let mut episode = Episode::begin(&setup(IllegalRule::Lose), 1).unwrap();
    assert!(!episode.mask().is_legal(illegal));
    let outcome = episode.step(illegal).unwrap();
    assert!(outcome.terminated && outcome.was_illegal);
    assert_eq!(outcome.reward_of_red.to_bits(), (-1.0_f32).to_bits());
    assert_eq!(episode.step(0), Err(EpisodeError::Over));

    let mut episode = Episode::begin(&setup(IllegalRule::Ignore), 1).unwrap();
    let before = episode.game_record().hash();
    assert!(!episode.step(u32::MAX).unwrap().terminated);
    assert_eq!(episode.game_record().hash(), before);

    let mut episode = Episode::begin(&setup(IllegalRule::Refuse), 1).unwrap();
    let refused = episode.step(illegal).unwrap_err();
    assert!(refused.to_string().starts_with("action 20 is not legal now"), "{refused}");
    assert_eq!(episode.game_record().hash(), before);
}

#[test]
fn rewards_add_up_to_the_worth_of_the_end() {
    let setup = Arc::new(EpisodeSetup::new(duel("")).unwrap().with_reward(RewardForm::SHAPED));
    for seed in 0..20 {
        let mut episode = Episode::begin(&setup, seed).unwrap();
        let (start, mut sum, mut draw) =
            (RewardForm::SHAPED.worth_to_red(setup.first_battle()), 0.0, ActionDraw(seed));
        while !episode.is_over() {
            sum += episode.step(draw.draw_action(episode.mask())).unwrap().reward_of_red;
        }
        let end = RewardForm::SHAPED.worth_to_red(episode.game_record().battle());
        assert!((sum - (end - start)).abs() < 1e-4, "seed {seed}: {sum} {end}");
    }
}

#[test]
fn an_episode_is_cut_off_where_the_setup_says() {
    let setup = Arc::new(EpisodeSetup::new(duel("")).unwrap().with_most_actions(Some(3)));
    let (mut episode, mut draw) = (Episode::begin(&setup, 1).unwrap(), ActionDraw(1));
    for number in 1..=3 {
        let outcome = episode.step(draw.draw_action(episode.mask())).unwrap();
        assert_eq!(outcome.truncated, number == 3);
    }
}

#[test]
fn strengths_that_dice_cut_are_those_of_the_seed() {
    let setup = Arc::new(EpisodeSetup::new(duel("variation: 300,")).unwrap());
    let strengths = |seed| {
        let episode = Episode::begin(&setup, seed).unwrap();
        Side::BOTH.map(|side| episode.game_record().battle().start_strength(side))
    };
    assert_eq!(strengths(1), strengths(1));
    assert_ne!(strengths(1), strengths(2));
}

#[test]
fn a_program_in_a_file_is_no_opponent() {
    let seat = Seat::seat_named_in_file("bot:touch PWNED");
    let refused = EpisodeSetup::new(duel("")).unwrap().with_opponent(Side::Red, seat).unwrap_err();
    assert_eq!(refused.to_string(), "`bot:touch PWNED` is never started from a file");
}
