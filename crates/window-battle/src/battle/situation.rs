//! What the place and the friends of an attacker add to the losses of an attack, and take from its answer; who
//! fires at it first, and what the target's works keep off.

use hotgates_engine::{Aspect, Attack, Battle, Permille, UnitId, WAYS, factor_of_pips};
use hotgates_ui::names::unit_name;
use hotgates_ui::texts::Texts;

use super::selection::PreviewedAttack;

/// What optional rules find in the situation of an attack, each in ‰ of the losses dealt; 0 where a rule
/// finds nothing, or where the rules do not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackSituation {
    /// Side of the target on which the attacker stands.
    pub aspect: Aspect,
    /// What standing there adds to the losses of the target.
    pub by_aspect: i32,
    /// What friends of another kind beside the target add.
    pub combined_arms: i32,
    /// What an officer near the attacker adds.
    pub leadership: i32,
    /// Additions of the sides' factors to the losses by the attack and by the answer.
    pub side_factors: [i32; 2],
    /// What it takes from the losses by the answer that the target does not look at the attacker: 0 or less.
    pub answer: i32,
    /// What an officer near the target adds to the losses by the answer.
    pub their_leadership: i32,
    /// What the attacker's hex adds by being higher than the target's, or takes by being lower.
    pub height: i32,
    /// What the target's hex adds to the losses by the answer, or takes from them.
    pub their_height: i32,
    /// What the target's entrenchment keeps off it.
    pub dug_in: i32,
    /// The unit that fires at the attacker before the blows, with the men whom that costs on average.
    pub support: Option<(UnitId, u32)>,
}

impl AttackSituation {
    /// Asks the rules for the situation of an attack. What both units lack of supplies and cohesion is no
    /// part of it.
    #[must_use]
    pub fn new(battle: &Battle, attack: &PreviewedAttack) -> Self {
        let options = &battle.rules().options;
        let &PreviewedAttack { attacker, from, target, .. } = attack;
        let aspect = battle.aspect_of_hex(target, battle.grid().hex(from));
        let help = |unit: UnitId, cell| {
            let rule = options.leadership.as_ref();
            rule.zip(battle.leader_near(unit, cell)).map_or(0, |(rule, rank)| rule.situation(rank))
        };
        let facing = options.facing.as_ref();
        let arms = options.combined_arms.as_ref().filter(|_| battle.has_combined_arms(attacker, target));
        let melee =
            battle.attack_mode_between(attacker, from, battle.unit(target).cell) == Some(Attack::Melee);
        let supporter = battle.supporter_of(target, from).filter(|_| melee);
        let levels = [from, battle.unit(target).cell]
            .map(|cell| battle.rules().terrains[battle.map().terrain(cell)].height);
        let by_height = |[striker, struck]: [u8; 2]| {
            options.height.as_ref().map_or(0, |rule| rule.situation(striker, struck))
        };
        let dug_in = battle.fighter_on(target, battle.unit(target).cell).dug_in;
        Self {
            height: by_height(levels),
            their_height: by_height([levels[1], levels[0]]),
            dug_in: i32::from(dug_in),
            support: supporter.map(|gun| (gun, mean_losses_by_support(battle, attack, gun))),
            aspect,
            by_aspect: facing.map_or(0, |rule| rule.situation(aspect)),
            combined_arms: arms.map_or(0, |rule| i32::try_from(rule.bonus.0).unwrap_or(i32::MAX)),
            leadership: help(attacker, from),
            side_factors: [attacker, target].map(|unit| battle.situation_of_side(battle.info(unit).side)),
            answer: facing.map_or(0, |rule| rule.situation_of_answer(aspect)),
            their_leadership: help(target, battle.unit(target).cell),
        }
    }
}

/// Returns the men whom fire in support of the target costs the attacker on average.
fn mean_losses_by_support(battle: &Battle, attack: &PreviewedAttack, gun: UnitId) -> u32 {
    let &PreviewedAttack { attacker, from, target, .. } = attack;
    let (attacker, _) = battle.fighters_in_attack(attacker, from, target);
    let table = battle.combat();
    let blow = table.blow(Attack::Ranged, battle.fighter_in_support(gun, from), attacker, false);
    let men = |pips: u32| u32::from(blow.losses(factor_of_pips(table.dice(), pips)).0);
    let sum: u32 = (2..).zip(WAYS).map(|(pips, ways)| men(pips) * ways).sum();
    (sum + 18) / 36
}

/// Returns in words who fires at the attacker first, and what that costs on average; `None` where nobody does.
pub(crate) fn describe_support(texts: &Texts, battle: &Battle, attack: &PreviewedAttack) -> Option<String> {
    let (gun, men) = AttackSituation::new(battle, attack).support?;
    let values = [("unit", unit_name(texts, battle, gun).into()), ("men", men.into())];
    Some(texts.text_with_values("odds-support", &values))
}

/// Returns what a situation adds, in percent with its sign: `+25 %`, `−50 %`.
#[must_use]
pub fn signed_percent(permille: i32) -> String {
    let sign = if permille < 0 { '−' } else { '+' };
    format!("{sign}{}", Permille(permille.unsigned_abs()).in_percent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{
        CombinedArmsRule, Coord, FacingRule, LeadershipRule, MapFile, Ruleset, Scenario, SideFactors, UnitId,
    };

    /// Red's infantry is behind Blue's, its cavalry beside that, a Captain near each.
    const BEHIND: &str = r#"(
        name: "behind", turns: 6, seed: 1, from: n,
        rows: ["......", "......", "......", "......", "...#..", "......"],
        red: (units: [(type: "infantry", at: (2, 1)), (type: "cavalry", at: (1, 1), rank: "Captain")]),
        blue: (units: [
            (type: "infantry", at: (2, 2), facing: s),
            (type: "artillery", at: (2, 4), rank: "Lieutenant"),
        ]),
    )"#;

    /// The parts are those that the engine adds up.
    #[test]
    fn the_parts_of_a_situation_are_those_of_the_engine() {
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        rules.options.leadership = Some(LeadershipRule::default());
        rules.options.combined_arms = Some(CombinedArmsRule::default());
        rules.options.facing = Some(FacingRule::default());
        let situation = |rules: &Ruleset, col: i32, row: i32| {
            let mut scenario = Scenario::new(MapFile::from_ron(BEHIND).unwrap(), rules.clone());
            if rules.options.facing.is_some() {
                scenario.map.factor = SideFactors { red: Permille(1200), blue: Permille(900) };
            }
            let battle = Battle::from_scenario(&scenario).unwrap();
            let from = battle.grid().at(Coord { col, row }).unwrap();
            let (attacker, target) = (UnitId(0), UnitId(2));
            let fighters = battle.fighters_in_attack(attacker, from, target);
            let sums = [fighters.0, fighters.1].map(|fighter| i32::from(fighter.situation));
            let attack = PreviewedAttack::new(&battle, attacker, from, target).unwrap();
            (AttackSituation::new(&battle, &attack), sums)
        };
        let (behind, sums) = situation(&rules, 2, 1);
        assert_eq!((behind.aspect, behind.by_aspect, behind.answer), (Aspect::Rear, 500, -500));
        assert_eq!((behind.combined_arms, behind.leadership, behind.their_leadership), (150, 60, 30));
        let parts = |of: AttackSituation| {
            let [attack, answer] = of.side_factors;
            [
                of.by_aspect + of.combined_arms + of.leadership + attack,
                of.answer + of.their_leadership + answer,
            ]
        };
        assert_eq!(behind.side_factors, [200, -100]);
        assert_eq!(parts(behind), sums);
        let (before, sums) = situation(&rules, 2, 3);
        assert_eq!((before.aspect, before.by_aspect, before.answer), (Aspect::Front, 0, 0));
        assert_eq!((parts(before), before.combined_arms), (sums, 150));
        let (classic, sums) = situation(&Ruleset { options: Ruleset::classic().options, ..rules }, 2, 1);
        assert_eq!((classic, sums), (AttackSituation::default(), [0, 0]));
        assert_eq!([250, -500, 0, 33].map(signed_percent), ["+25 %", "−50 %", "+0 %", "+3.3 %"]);
    }
}
