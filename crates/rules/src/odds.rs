//! Exact odds: every outcome of an attack with its probability, counted and not sampled.

use serde::{Deserialize, Serialize};

use crate::aftermath::{Aftermath, AttackLosses, AttackSetting};
use crate::combat::{CombatTable, Fighter};
use crate::dice;
use crate::ruleset::Attack;
use hotgates_text::Strength;

/// Number of the 36 combinations of two dice that sum to 2, 3 … 12.
pub const WAYS: [u32; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// The whole of probability: an attack and its answer roll four dice.
pub const WHOLE: u32 = 1296;

/// One outcome of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddsEntry {
    /// Losses of the target by the blow, in men.
    pub target_losses: Strength,
    /// Losses of the attacker when the survivors strike back, in men.
    pub attacker_losses: Strength,
    /// Number of cases out of [`WHOLE`].
    pub ways: u32,
    /// What follows from these losses; `None` where no rule asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aftermath: Option<Aftermath>,
}

impl OddsEntry {
    /// Number of men that the target has lost in the end: those who come back when it gives way are not
    /// among them.
    #[must_use]
    pub fn target_men_lost(&self) -> Strength {
        let back = self.aftermath.map_or(Strength(0), |after| after.men_back);
        Strength(self.target_losses.0 - back.0)
    }
}

/// The exact distribution of an attack's outcomes.
///
/// ```
/// use hotgates_rules::{Attack, CombatTable, Fighter, Odds, Ruleset, Strength, WHOLE};
///
/// let rules = Ruleset::classic();
/// let (infantry, grass) = (rules.unit("infantry").expect("a type"), rules.terrain("grass").expect("a terrain"));
/// let infantry = Fighter::fresh(infantry, Strength(1000), grass);
/// let odds = Odds::from_attack(&CombatTable::new(&rules), Attack::Melee, infantry, infantry);
/// assert_eq!(odds.outcomes.iter().map(|outcome| outcome.ways).sum::<u32>(), WHOLE);
/// assert_eq!(odds.cases_target_destroyed(), 0);
/// assert!(odds.expected_target_losses() > odds.expected_attacker_losses());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// The outcomes by the two rolls, the attack's first: 121 for melee, 11 for fire. Their ways
    /// sum to [`WHOLE`]. Different rolls may come to the same losses.
    pub outcomes: Vec<OddsEntry>,
    /// The target's men before the attack.
    pub target: Strength,
    /// The attacker's men before the attack.
    pub attacker: Strength,
}

impl Odds {
    /// Counts the odds of one attack by its fighters alone: a target that should give way has nowhere to
    /// go. Cost: 132 divisions.
    pub fn from_attack(table: &CombatTable, by: Attack, attacker: Fighter, target: Fighter) -> Self {
        Self::in_setting(table, by, attacker, target, AttackSetting::default())
    }

    /// Counts the odds of one attack in its setting. Cost: 132 divisions.
    pub fn in_setting(
        table: &CombatTable,
        by: Attack,
        attacker: Fighter,
        target: Fighter,
        setting: AttackSetting,
    ) -> Self {
        let entry = |losses: AttackLosses, ways: u32| {
            let aftermath = table.aftermath(by, attacker, target, losses, setting);
            OddsEntry { target_losses: losses.target, attacker_losses: losses.attacker, ways, aftermath }
        };
        let blow = table.blow(by, attacker, target, false);
        let mut outcomes = Vec::with_capacity(121);
        for (pips, ways) in (2..).zip(WAYS) {
            let losses = blow.losses(dice::factor_of_pips(table.dice(), pips.into()));
            let survivors = Strength(target.strength.0 - losses.0);
            let unanswered = AttackLosses { target: losses, attacker: Strength(0), pips: [pips, 0] };
            if by == Attack::Ranged || survivors.0 == 0 {
                outcomes.push(entry(unanswered, ways * 36));
                continue;
            }
            let back = table.blow(by, Fighter { strength: survivors, ..target }, attacker, true);
            outcomes.extend((2..).zip(WAYS).map(|(back_pips, back_ways)| {
                let taken = back.losses(dice::factor_of_pips(table.dice(), u32::from(back_pips)));
                entry(
                    AttackLosses { attacker: taken, pips: [pips, back_pips], ..unanswered },
                    ways * back_ways,
                )
            }));
        }
        Self { outcomes, target: target.strength, attacker: attacker.strength }
    }

    /// Returns the target's expected losses, in men out of [`WHOLE`]: 1296 is one man. Men who come back
    /// when it gives way are not among them.
    pub fn expected_target_losses(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.ways * u32::from(outcome.target_men_lost().0)).sum()
    }

    /// Returns the attacker's expected losses, in men out of [`WHOLE`].
    pub fn expected_attacker_losses(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.ways * u32::from(outcome.attacker_losses.0)).sum()
    }

    /// Number of cases out of [`WHOLE`] in which the target is destroyed.
    pub fn cases_target_destroyed(&self) -> u32 {
        self.count_cases_where(|outcome| outcome.target_losses == self.target)
    }

    /// Number of cases out of [`WHOLE`] in which the attacker is destroyed.
    pub fn cases_attacker_destroyed(&self) -> u32 {
        self.count_cases_where(|outcome| outcome.attacker_losses == self.attacker)
    }

    /// Number of cases out of [`WHOLE`] in which what follows is as asked for; 0 where no rule asks for
    /// what follows.
    pub fn cases_followed_by(&self, holds: impl Fn(&Aftermath) -> bool) -> u32 {
        self.count_cases_where(|outcome| outcome.aftermath.as_ref().is_some_and(&holds))
    }

    fn count_cases_where(&self, holds: impl Fn(&OddsEntry) -> bool) -> u32 {
        self.outcomes.iter().filter(|outcome| holds(outcome)).map(|outcome| outcome.ways).sum()
    }
}
