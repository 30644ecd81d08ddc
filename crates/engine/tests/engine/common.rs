//! What both sides know of a battle with fog of war: it follows from what either knows alone, and events make it.

use hotgates_engine::{Battle, CommonKnowledge, Dice, Event, Side, Spectator, UnitId};
use proptest::prelude::*;

use crate::stage::{FOG_OF_WAR, Game, OPTION_SETS, any_random_stage, classic_with, play_at_random, stage_by};

/// Plays one order at random; returns what is told of it to whoever knows what both sides know.
fn play_and_tell(game: &mut Game, choice: &mut Dice, common: &mut CommonKnowledge) -> Vec<Event> {
    let (before, log) = (game.battle.clone(), game.log.len());
    play_at_random(game, choice, 1);
    common.tell_order(&before, &game.log[log..])
}

#[test]
fn a_unit_that_an_unseen_enemy_sees_is_not_shown() {
    let mut rules = classic_with(FOG_OF_WAR);
    rules.setup.distance = 0;
    // Red's cavalry sees the infantry three hexes away, which sees one hex far.
    let game = stage_by(rules, &["..........#"], "cavalry 0,0", "infantry 3,0; artillery 9,0").game();
    assert!(game.battle.known_to(Side::Red).unit(UnitId(1)).alive());
    assert!(CommonKnowledge::of_start(&game.battle).battle().living(Side::Blue).next().is_none());
    let mut game = game;
    let mut common = CommonKnowledge::of_start(&game.battle);
    let before = game.battle.clone();
    let events = game.go(0, 2, 0);
    let told = common.tell_order(&before, &events);
    assert!(
        matches!(told[..], [Event::Sighted { unit: UnitId(0), .. }, Event::Sighted { unit: UnitId(1), .. }]),
        "{told:?}"
    );
    let before = game.battle.clone();
    let events = game.hit(0, 1);
    assert_eq!(common.tell_order(&before, &events), events, "both see the blow");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Either side alone can work out who is seen by both, and each unit that is shown stands as it truly does.
    #[test]
    fn what_both_know_follows_from_what_either_knows(seed: u64) {
        let stage = any_random_stage(seed, &classic_with((seed % OPTION_SETS) | FOG_OF_WAR));
        let mut game = stage.game();
        let mut common = CommonKnowledge::of_start(&game.battle);
        let known = stage.with(|scenario| {
            scenario.map.from = game.battle.origin_direction().filter(|_| scenario.map.entry.is_empty());
        });
        let start = Battle::common_from_scenario(&known.0, &game.battle.common_sightings()).unwrap();
        let mut onlooker = Spectator::new(start);
        let mut choice = Dice::for_other_purpose(seed, 1);
        for _ in 0..60 {
            let told = play_and_tell(&mut game, &mut choice, &mut common);
            onlooker.begin_order();
            told.iter().for_each(|event| onlooker.watch_event(event));
            if game.battle.verdict().is_some() {
                break;
            }
            let sightings = game.battle.common_sightings();
            for side in Side::BOTH {
                prop_assert_eq!(game.battle.known_to(side).common_sightings(), &sightings[..]);
            }
            let shown = |battle: &Battle| -> Vec<_> {
                let units = Side::BOTH.into_iter().flat_map(|side| battle.living(side));
                units.map(|unit| (unit, *battle.unit(unit), battle.condition(unit))).collect()
            };
            let seen: Vec<UnitId> = sightings.iter().map(|event| match *event {
                Event::Sighted { unit, .. } => unit,
                _ => unreachable!("sightings only"),
            }).collect();
            let truth: Vec<_> = shown(&game.battle).into_iter().filter(|(unit, ..)| seen.contains(unit)).collect();
            prop_assert_eq!(shown(common.battle()), &truth[..]);
            prop_assert_eq!(shown(onlooker.battle()), &truth[..]);
            prop_assert_eq!(onlooker.battle().hash(), common.battle().hash());
            prop_assert_eq!(common.battle().turn(), game.battle.turn());
        }
    }
}
