//! Officers: experience and promotion, their fall, and what they do for the units around them.

use hotgates_text::{Permille, Strength};
use serde::{Deserialize, Serialize};

use crate::condition::{Condition, share_of_men};
use crate::ids::RankId;

/// Numbers of the rule of officers: units gain experience, by which officers rise in rank, and officers
/// fall.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OfficerRule {
    /// Experience at which the officer of a unit rises by a rank, and a unit without one gets one of the
    /// lowest rank; 0 for no promotions. It is then taken from the unit's experience.
    pub promotion: u16,
    /// Share of the losses that a unit survives which count as experience; all losses that it deals do.
    pub survived: Permille,
    /// Smallest share of a unit's men that a blow with the highest roll costs in which its officer falls;
    /// more than 1000 ‰ for officers that do not fall.
    pub falls: Permille,
    /// Cohesion that a unit loses when its officer falls.
    pub fall_shakes: Permille,
}

impl Default for OfficerRule {
    fn default() -> Self {
        Self { promotion: 300, survived: Permille(500), falls: Permille(100), fall_shakes: Permille(150) }
    }
}

/// Sum of two dice at which an officer of the struck unit may fall.
pub(crate) const HIGHEST_ROLL: u8 = 12;

/// One side's part of an attack, as experience and officers see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttackShare {
    /// Men that the unit cost its enemy, and a full unit of the enemy's type.
    pub(crate) dealt: (Strength, Strength),
    /// Men that it lost, and a full unit of its own type.
    pub(crate) lost: (Strength, Strength),
    /// Number of its men before the attack.
    pub(crate) men: Strength,
    /// Men that the heaviest blow with the highest roll cost it; 0 where none had that roll.
    pub(crate) heaviest_at_highest_roll: Strength,
}

impl OfficerRule {
    /// Returns the condition of a unit that lives after an attack, with its experience, its officer's rank
    /// and, if he fell, less cohesion. `ranks` is the number of ranks.
    pub(crate) fn after_attack(&self, before: Condition, share: AttackShare, ranks: usize) -> Condition {
        let gain = permille_of_unit(share.dealt)
            + permille_of_unit(share.lost) * u64::from(self.survived.0) / u64::from(Permille::ONE.0);
        let mut after = self.promoted(before, gain, ranks);
        let heaviest = share.heaviest_at_highest_roll;
        let heavy = heaviest.0 > 0 && share_of_men(heaviest, share.men) >= self.falls.0;
        // Who has only now become an officer does not fall yet.
        if heavy && before.rank.is_some() {
            after = Condition { rank: None, officer_fell: true, ..after }.shaken_by(self.fall_shakes);
        }
        after
    }

    fn promoted(&self, mut condition: Condition, gain: u64, ranks: usize) -> Condition {
        let step = u64::from(self.promotion);
        if step == 0 {
            return condition;
        }
        let mut experience = u64::from(condition.experience) + gain;
        while experience >= step {
            let next = condition.rank.map_or(0, |rank| rank.index() + 1);
            if next == ranks {
                experience = step;
                break;
            }
            condition.rank = Some(RankId::from_index(next));
            experience -= step;
        }
        condition.experience = u16::try_from(experience).expect("at most the experience of a promotion");
        condition
    }
}

/// Returns men as a share of a full unit, in ‰, rounded down.
fn permille_of_unit((men, full): (Strength, Strength)) -> u64 {
    1000 * u64::from(men.0) / u64::from(full.0.max(1))
}

/// Numbers of the rule of leadership: an officer helps the friends around him.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LeadershipRule {
    /// Number of hexes up to which an officer helps others.
    pub radius: u32,
    /// What the losses that a unit deals rise by for each rank of the highest officer near: once for the
    /// lowest rank. Its own officer does not count.
    pub by_rank: Permille,
}

impl Default for LeadershipRule {
    fn default() -> Self {
        Self { radius: 2, by_rank: Permille(30) }
    }
}

impl LeadershipRule {
    /// Returns what an officer of a rank, the highest near, adds to the situation of a blow, in ‰.
    #[must_use]
    pub fn situation(&self, rank: RankId) -> i32 {
        let ranks = u32::from(rank.0) + 1;
        i32::try_from(ranks.saturating_mul(self.by_rank.0)).unwrap_or(i32::MAX)
    }
}

/// Numbers of the rule of combined arms: a friend of another kind beside the target helps an attack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CombinedArmsRule {
    /// What the losses of an attack rise by if a friend stands beside the target whose type is another
    /// and shares no tag with the attacker's.
    pub bonus: Permille,
}

impl Default for CombinedArmsRule {
    fn default() -> Self {
        Self { bonus: Permille(150) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(dealt: u16, lost: u16, pips: u8) -> AttackShare {
        let (enemy, full, men) = (Strength(500), Strength(1000), Strength(400));
        let heaviest_at_highest_roll = Strength(if pips == HIGHEST_ROLL { lost } else { 0 });
        AttackShare {
            dealt: (Strength(dealt), enemy),
            lost: (Strength(lost), full),
            men,
            heaviest_at_highest_roll,
        }
    }

    #[test]
    fn experience_is_what_a_unit_deals_and_half_of_what_it_survives() {
        let rule = OfficerRule::default();
        let after = rule.after_attack(Condition::FRESH, share(50, 39, 12), 6);
        // 100 ‰ of a full enemy, and half of 39 ‰ of a full unit; the blow cost 98 ‰ of its men.
        assert_eq!((after.experience, after.rank, after.cohesion), (119, None, 1000));
    }

    #[test]
    fn officers_rise_one_rank_after_another_up_to_the_highest() {
        let rule = OfficerRule::default();
        let promoted = |rank, dealt| {
            let before = Condition { experience: 100, rank, ..Condition::FRESH };
            let after = rule.after_attack(before, share(dealt, 0, 0), 3);
            (after.experience, after.rank)
        };
        assert_eq!(promoted(None, 99), (298, None));
        assert_eq!(promoted(None, 100), (0, Some(RankId(0))));
        assert_eq!(promoted(Some(RankId(0)), 275), (50, Some(RankId(2))));
        assert_eq!(promoted(Some(RankId(1)), 500), (300, Some(RankId(2))), "there is no higher rank");
        let never = OfficerRule { promotion: 0, ..rule };
        assert_eq!(never.after_attack(Condition::FRESH, share(500, 0, 0), 3), Condition::FRESH);
    }

    #[test]
    fn an_officer_falls_by_the_highest_roll_that_costs_a_tenth() {
        let rule = OfficerRule { promotion: 0, ..OfficerRule::default() };
        let before = Condition { rank: Some(RankId(2)), ..Condition::FRESH };
        let after = |lost, pips| rule.after_attack(before, share(0, lost, pips), 3);
        assert_eq!((after(40, 11), after(39, 12)), (before, before));
        assert_eq!(after(40, 12), Condition { rank: None, officer_fell: true, cohesion: 850, ..before });
        assert_eq!(rule.after_attack(Condition::FRESH, share(0, 40, 12), 3), Condition::FRESH);
    }
}
