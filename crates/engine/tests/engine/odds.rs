//! Odds of a battle's attacks, and what comes of them.

use hotgates_engine::{Attack, CombatTable, Dice, Odds, Strength, UnitId};

use crate::stage::stage;

#[test]
fn odds_of_a_battle_are_those_of_its_fighters() {
    let battle = stage(&[".f.#"], "artillery 0,0 x150 Major", "infantry 1,0 General; infantry 2,0").battle();
    let table = CombatTable::new(battle.rules());
    for (target, by) in [(UnitId(1), Attack::Melee), (UnitId(2), Attack::Ranged)] {
        let cell = |unit| battle.unit(unit).cell;
        let expected = Odds::from_attack(
            &table,
            by,
            battle.fighter_on(UnitId(0), cell(UnitId(0))),
            battle.fighter_on(target, cell(target)),
        );
        assert_eq!(battle.odds(UnitId(0), target), Some(expected));
    }
    assert_eq!(battle.odds(UnitId(1), UnitId(2)).map(|odds| odds.outcomes.len()), Some(121));
    let far = battle.grid().cells().last().unwrap();
    assert_eq!(battle.odds_from(UnitId(1), far, UnitId(0)), None);
}

/// The losses of an attack are among the outcomes that the odds list.
#[test]
fn what_happens_is_among_the_odds() {
    for seed in 0..200 {
        let mut game = stage(&[".f#"], "cavalry 0,0 Captain", "infantry 1,0 x90").game();
        game.dice = Dice::new(seed);
        let odds = game.battle.odds(UnitId(0), UnitId(1)).unwrap();
        game.hit(0, 1);
        let lost = (Strength(90 - game.men(1)), Strength(500 - game.men(0)));
        assert!(odds.outcomes.iter().any(|outcome| (outcome.target_losses, outcome.attacker_losses) == lost));
    }
}
