//! The cost of a fight.

use serde::{Deserialize, Serialize};

/// A row of the table of monsters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Monster {
    /// 201 to 298, the boss 299.
    pub id: u16,
    /// Life.
    pub hp: i64,
    /// Attack.
    pub attack: i64,
    /// Defence.
    pub defence: i64,
    /// Coins gained by killing it.
    pub coins: i64,
    /// 0 for none; 1 strikes first, 2 magic, 3 solid, 4 to 6 double, triple and fourfold, 7 armour
    /// breaker, 8 counter, 9 purifier, 10 mimic.
    pub special: u8,
}

/// The strength of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
pub struct FighterPower {
    /// Attack.
    pub attack: i64,
    /// Defence.
    pub defence: i64,
    /// Magic defence.
    pub magic: i64,
}

impl FighterPower {
    /// Returns the sum of both powers.
    #[must_use]
    pub const fn sum_of_powers(self, other: FighterPower) -> FighterPower {
        FighterPower {
            attack: self.attack + other.attack,
            defence: self.defence + other.defence,
            magic: self.magic + other.magic,
        }
    }
}

/// Returns the life that one fight costs the hero; `None` where the monster cannot be beaten.
///
/// The hero strikes first, and magic defence never heals. Costs too large for 64 bits stay at the
/// largest number.
///
/// ```
/// use hotgates_academy::tower::{Monster, FighterPower, fight_damage};
///
/// let hero = FighterPower { attack: 10, defence: 5, magic: 0 };
/// let monster = Monster { id: 201, hp: 50, attack: 20, defence: 2, coins: 0, special: 0 };
/// assert_eq!(fight_damage(hero, &monster), Some(90)); // it strikes six times
/// ```
pub fn fight_damage(hero: FighterPower, monster: &Monster) -> Option<i64> {
    let (attack, defence) = match monster.special {
        3 => (monster.attack, monster.defence.max(hero.attack - 1)),
        10 => (hero.attack, hero.defence),
        _ => (monster.attack, monster.defence),
    };
    if hero.attack <= defence {
        return None;
    }
    let armour = if monster.special == 2 { 0 } else { hero.defence };
    let times = match monster.special {
        4 => 2,
        5 => 3,
        6 => 4,
        _ => 1,
    };
    let counter = if monster.special == 8 { hero.attack / 10 } else { 0 };
    let hit = (attack - armour).max(0).saturating_mul(times).saturating_add(counter);
    let blows = (monster.hp - 1) / (hero.attack - defence);
    let before = match monster.special {
        1 => hit,
        7 => hero.defence.saturating_mul(9) / 10,
        9 => hero.magic.saturating_mul(3),
        _ => 0,
    };
    Some(blows.saturating_mul(hit).saturating_add(before).saturating_sub(hero.magic).max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(special: u8, magic: i64, expected: Option<i64>) {
        let hero = FighterPower { attack: 10, defence: 5, magic };
        let monster = Monster { id: 201, hp: 50, attack: 20, defence: 2, coins: 0, special };
        assert_eq!(fight_damage(hero, &monster), expected, "special {special}, magic defence {magic}");
    }

    #[test]
    fn every_example_of_the_rules() {
        for (special, expected) in
            [(0, 90), (1, 105), (2, 120), (4, 180), (3, 735), (7, 94), (8, 96), (10, 45)]
        {
            check(special, 0, Some(expected));
        }
        check(5, 0, Some(270));
        check(6, 0, Some(360));
        check(0, 20, Some(70));
        check(9, 20, Some(130));
        check(9, 0, Some(90));
    }

    #[test]
    fn magic_defence_never_heals_and_weak_attack_never_wins() {
        check(0, 1_000, Some(0));
        let hero = FighterPower { attack: 10, defence: 5, magic: 0 };
        let monster = Monster { id: 201, hp: 1, attack: 20, defence: 10, coins: 0, special: 0 };
        assert_eq!(fight_damage(hero, &monster), None);
        assert_eq!(fight_damage(hero, &Monster { defence: 9, ..monster }), Some(0)); // one blow kills
    }

    #[test]
    fn huge_numbers_do_not_overflow() {
        let hero = FighterPower { attack: 2, defence: 0, magic: 0 };
        let huge = 4_000_000_000_000_000_000;
        let monster = Monster { id: 201, hp: huge, attack: huge, defence: 1, coins: 0, special: 6 };
        assert_eq!(fight_damage(hero, &monster), Some(i64::MAX));
    }
}
