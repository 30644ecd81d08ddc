//! What follows from the losses of an attack: cohesion, breaking, giving way and pursuit. No die is rolled
//! for it.

use hotgates_grid::Hex;
use serde::{Deserialize, Serialize};

use crate::combat::{CombatTable, Fighter};
use crate::condition::{CohesionRule, Condition, RetreatRule, share_of_men};
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
    /// Returns what follows from the losses of an attack; `None` where no rule asks. `losses` are the
    /// target's, then the attacker's.
    ///
    /// ```
    /// use hotgates_rules::{AttackSetting, Attack, CohesionRule, CombatTable, Fighter, Ruleset, Strength};
    ///
    /// let mut rules = Ruleset::classic();
    /// rules.options.cohesion = Some(CohesionRule::default());
    /// let table = CombatTable::new(&rules);
    /// let man = Fighter::fresh(rules.unit("infantry").expect("a type"), Strength(1000), rules.terrain("grass").expect("a terrain"));
    /// let losses = (Strength(850), Strength(20));
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
        losses: (Strength, Strength),
        setting: AttackSetting,
    ) -> Option<Aftermath> {
        let table = &self.aftermath;
        if table.cohesion.is_none() && table.retreat.is_none() {
            return None;
        }
        let shares = (share_of_men(losses.0, target.strength), share_of_men(losses.1, attacker.strength));
        let both_live = losses.0 < target.strength && losses.1 < attacker.strength;
        // Who is destroyed does not break.
        let after = |before: Condition, share: u32, lives: bool| {
            let Some(rule) = &table.cohesion else { return before };
            let shaken = before.shaken_by(Permille(share));
            Condition { broken: lives && (shaken.broken || rule.is_breaking(shaken)), ..shaken }
        };
        let target_after = after(setting.target, shares.0, losses.0 < target.strength);
        let attacker_after = after(setting.attacker, shares.1, losses.1 < attacker.strength);
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
                result.men_back = rule.men_back(losses.0);
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

    /// Returns the rule of cohesion; `None` where the ruleset has none.
    #[inline]
    pub const fn cohesion(&self) -> Option<&CohesionRule> {
        self.aftermath.cohesion.as_ref()
    }
}

impl RetreatRule {
    fn men_back(&self, losses: Strength) -> Strength {
        let back = (u64::from(losses.0) * u64::from(self.spared.0) + 500) / 1000;
        Strength(u16::try_from(back).map_or(losses.0, |back| back.min(losses.0)))
    }
}
