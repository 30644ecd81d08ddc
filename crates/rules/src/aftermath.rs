//! What follows from the losses of an attack: cohesion, breaking, giving way and pursuit. No die is rolled
//! for it.

use hotgates_grid::Hex;
use serde::{Deserialize, Serialize};

use crate::combat::{CombatTable, Fighter};
use crate::condition::{CohesionRule, Condition, RetreatRule, share_of_men};
use crate::facing::Aspect;
use crate::officers::{AttackShare, HIGHEST_ROLL};
use crate::ruleset::Attack;
use hotgates_text::{Permille, Strength};

/// Setting of an attack: the conditions of both units, and the ground that matters once the losses are
/// known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackSetting {
    /// Condition of the target.
    pub target: Condition,
    /// Condition of the attacker.
    pub attacker: Condition,
    /// Hex to which the target would give way; `None` where it has nowhere to go.
    pub refuge: Option<Hex>,
    /// `true` if a unit of the attacker's type can enter the target's hex.
    pub can_follow: bool,
    /// Side of the target on which the attacker stands.
    pub aspect: Aspect,
}

/// What the dice of one blow came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlowLosses {
    /// Men that the blow cost.
    pub men: Strength,
    /// Sum of the two dice; 0 for a blow that was not struck.
    pub pips: u8,
}

impl BlowLosses {
    /// Returns a blow with a mean roll.
    #[must_use]
    pub const fn at_mean_roll(men: Strength) -> Self {
        Self { men, pips: 7 }
    }
}

/// What the dice of an attack came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackLosses {
    /// Losses of the target by the attack.
    pub blow: BlowLosses,
    /// Losses of the attacker by fire in support of the target.
    pub support: BlowLosses,
    /// Losses of the attacker by the target's answer.
    pub answer: BlowLosses,
}

impl AttackLosses {
    /// Returns the losses of the target and of the attacker by blows with mean rolls.
    #[must_use]
    pub fn at_mean_rolls((target, attacker): (Strength, Strength)) -> Self {
        let [blow, answer] = [target, attacker].map(BlowLosses::at_mean_roll);
        Self { blow, answer, ..Self::default() }
    }

    /// Number of men that the attacker lost by both.
    #[must_use]
    pub const fn attacker_men(&self) -> Strength {
        Strength(self.support.men.0 + self.answer.men.0)
    }
}

/// Consequences of the losses of an attack for those who survive it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aftermath {
    /// Condition of the target.
    pub target: Condition,
    /// Condition of the attacker.
    pub attacker: Condition,
    /// Whether the target leaves its hex.
    pub retreat: Retreat,
    /// Men who come back to the target when it gives way.
    pub men_back: Strength,
    /// `true` if the attacker enters the hex that the target has left.
    pub pursues: bool,
}

/// Whether the target of an attack leaves its hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Retreat {
    /// It stands.
    Stands,
    /// It should give way, and has nowhere to go.
    NoRoom,
    /// It gives way to a hex.
    To(Hex),
}

impl CombatTable {
    /// Returns what follows from the losses of an attack; `None` where no rule asks.
    ///
    /// ```
    /// use hotgates_rules::{
    ///     Attack, AttackLosses, AttackSetting, CohesionRule, CombatTable, Fighter, Ruleset, Strength,
    /// };
    ///
    /// let mut rules = Ruleset::classic();
    /// rules.options.cohesion = Some(CohesionRule::default());
    /// let table = CombatTable::new(&rules);
    /// let man = Fighter::fresh(rules.unit("infantry").expect("a type"), Strength(1000), rules.terrain("grass").expect("a terrain"));
    /// let losses = AttackLosses::at_mean_rolls((Strength(850), Strength(20)));
    /// let after = table.aftermath(Attack::Melee, man, man, losses, AttackSetting::default()).expect("a rule asks");
    /// assert_eq!((after.target.cohesion, after.attacker.cohesion), (150, 980));
    /// assert!(after.target.broken);
    /// ```
    #[must_use]
    pub fn aftermath(
        &self,
        by: Attack,
        attacker: Fighter,
        target: Fighter,
        losses: AttackLosses,
        setting: AttackSetting,
    ) -> Option<Aftermath> {
        let table = &self.aftermath;
        if table.cohesion.is_none() && table.retreat.is_none() && table.officers.is_none() {
            return None;
        }
        let lost = [losses.blow.men, losses.attacker_men()];
        let shares = (share_of_men(lost[0], target.strength), share_of_men(lost[1], attacker.strength));
        let both_live = lost[0] < target.strength && lost[1] < attacker.strength;
        let full = |fighter: Fighter| table.full[fighter.kind.index()];
        let parts = [(target, attacker), (attacker, target)]
            .map(|(own, enemy)| (own.strength, full(own), full(enemy)));
        let share = |side: usize| {
            let (men, own, enemy) = parts[side];
            // Losses by support fire are not dealt by the target.
            let (dealt, hits) = if side == 0 {
                (losses.answer.men, [losses.blow, BlowLosses::default()])
            } else {
                (losses.blow.men, [losses.support, losses.answer])
            };
            let heaviest_at_highest_roll = heaviest_at_highest_roll(hits);
            AttackShare { dealt: (dealt, enemy), lost: (lost[side], own), men, heaviest_at_highest_roll }
        };
        let aspect = if lost[0] < target.strength { setting.aspect } else { Aspect::Front };
        let target_after = self.shaken(setting.target, share(0), shares.0, aspect);
        let attacker_after = self.shaken(setting.attacker, share(1), shares.1, Aspect::Front);
        let mut result = Aftermath {
            target: target_after,
            attacker: attacker_after,
            retreat: Retreat::Stands,
            men_back: Strength(0),
            pursues: false,
        };
        let Some(rule) = table.retreat.as_ref().filter(|_| by == Attack::Melee && both_live) else {
            return Some(result);
        };
        let stand = table.cohesion.is_none() || u32::from(target_after.cohesion) < rule.stand.0;
        let lost = shares.0 >= shares.1 + rule.lead.0 && stand;
        if !lost && !target_after.broken {
            return Some(result);
        }
        if let Some(refuge) = setting.refuge {
            result.retreat = Retreat::To(refuge);
            if !target_after.broken {
                result.men_back = rule.men_back(losses.blow.men);
            }
            let pursues = table.pursues[attacker.kind.index()] && setting.can_follow;
            result.pursues = pursues && !attacker_after.broken;
        } else {
            result.retreat = Retreat::NoRoom;
            if table.cohesion.is_some() {
                result.target = target_after.shaken_by(rule.no_room);
            }
        }
        Some(result)
    }

    /// Returns the condition of a unit after an attack that cost it a share of its men, in ‰. Who is
    /// destroyed does not break.
    fn shaken(&self, before: Condition, part: AttackShare, share: u32, aspect: Aspect) -> Condition {
        let table = &self.aftermath;
        let lives = part.lost.0 < part.men;
        let mut after = before;
        if table.cohesion.is_some() {
            let flanked = table.facing.as_ref().map_or(Permille(0), |rule| rule.shakes(aspect));
            after = after.shaken_by(Permille(share)).shaken_by(flanked);
        }
        if let Some(rule) = table.officers.as_ref().filter(|_| lives) {
            let led = rule.after_attack(after, part, table.ranks);
            after = Condition {
                cohesion: if table.cohesion.is_some() { led.cohesion } else { after.cohesion },
                ..led
            };
        }
        let breaks = table.cohesion.as_ref().is_some_and(|rule| rule.is_breaking(after));
        Condition { broken: lives && (after.broken || breaks), ..after }
    }

    /// Returns the rule of cohesion; `None` where the ruleset has none.
    #[inline]
    pub const fn cohesion(&self) -> Option<&CohesionRule> {
        self.aftermath.cohesion.as_ref()
    }
}

/// Returns the most men that one of these blows with the highest roll cost.
fn heaviest_at_highest_roll(hits: [BlowLosses; 2]) -> Strength {
    let men = hits.into_iter().filter(|hit| hit.pips == HIGHEST_ROLL).map(|hit| hit.men);
    men.max().unwrap_or(Strength(0))
}

impl RetreatRule {
    fn men_back(&self, losses: Strength) -> Strength {
        let back = (u64::from(losses.0) * u64::from(self.spared.0) + 500) / 1000;
        Strength(u16::try_from(back).map_or(losses.0, |back| back.min(losses.0)))
    }
}
