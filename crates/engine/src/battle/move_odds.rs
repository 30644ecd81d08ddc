//! Exact odds of a move that draws fire: a table over what may be left of the unit.

use std::collections::BTreeMap;

use hotgates_grid::{Cell, Hex, Reach};
use hotgates_rules::{
    Attack, AttackLosses, AttackSetting, BlowLosses, Condition, Fighter, RankId, WAYS, factor_of_pips,
};
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::battle::order::Order;
use crate::battle::unit::UnitId;
use hotgates_text::{Permille, Strength};

/// Most units that may fire at one move whose odds are counted: their cases fit 64 bits.
const MOST_SHOTS: usize = 8;

/// One outcome of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveOutcome {
    /// Hex on which the unit ends its move, or falls.
    pub at: Hex,
    /// Number of its men then; 0 if it falls.
    pub strength: Strength,
    /// Condition of the unit then.
    pub condition: Condition,
    /// Number of cases out of all of the [`MoveOdds`].
    pub ways: u64,
}

/// The exact distribution of a move's outcomes, as far as the mover's side knows who may fire at it.
///
/// ```
/// use hotgates_engine::{Battle, Coord, MapFile, ReactionRule, Scenario, UnitId};
///
/// let map = MapFile::from_ron(r##"(
///     name: "A gun and a castle",
///     rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (6, 0))]),
///     blue: (units: [(type: "artillery", at: (1, 0))]),
/// )"##)?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.setup.distance = 0;
/// scenario.rules.options.reaction = Some(ReactionRule::default());
/// scenario.rules.units[2].reacts = true;
/// let battle = Battle::from_scenario(&scenario).expect("a sound scenario");
/// let odds = battle.move_odds(UnitId(0), Coord { col: 4, row: 0 }.hex()).expect("a move that draws fire");
/// assert_eq!((odds.shooters.len(), odds.of), (1, 36));
/// assert_eq!(odds.outcomes.iter().map(|outcome| outcome.ways).sum::<u64>(), 36);
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveOdds {
    /// The outcomes, each once.
    pub outcomes: Vec<MoveOutcome>,
    /// Number of all cases.
    pub of: u64,
    /// Units that may fire at the move, each with the hex of the move at which it does.
    pub shooters: Vec<(UnitId, Hex)>,
}

impl MoveOdds {
    /// Returns the chance that the unit falls, in ‰, rounded half up.
    #[must_use]
    pub fn permille_destroyed(&self) -> Permille {
        let ways = self.outcomes.iter().filter(|outcome| outcome.strength.0 == 0).map(|outcome| outcome.ways);
        let (ways, of) = (u128::from(ways.sum::<u64>()), u128::from(self.of));
        Permille(u32::try_from((2000 * ways + of) / (2 * of)).unwrap_or(u32::MAX))
    }

    /// Returns the men that the move costs on average, rounded half up, of a unit with so many.
    #[must_use]
    pub fn mean_losses(&self, Strength(before): Strength) -> Strength {
        let lost = |outcome: &MoveOutcome| {
            u128::from(before.saturating_sub(outcome.strength.0)) * u128::from(outcome.ways)
        };
        let (sum, of) = (self.outcomes.iter().map(lost).sum::<u128>(), u128::from(self.of));
        Strength(u16::try_from((2 * sum + of) / (2 * of)).unwrap_or(before))
    }
}

/// What a unit may be while it moves: its men and its condition.
type Left = (Strength, ConditionKey);

/// A condition as far as fire changes it, in an order: cohesion, broken, experience, rank, officer fell.
type ConditionKey = (u16, bool, u16, Option<u8>, bool);

fn key_of(condition: Condition) -> ConditionKey {
    let Condition { cohesion, broken, experience, rank, officer_fell, .. } = condition;
    (cohesion, broken, experience, rank.map(|rank| rank.0), officer_fell)
}

impl Battle {
    /// Counts the exact odds of a move that draws fire, as far as the mover's side knows; `None` for a move
    /// that is illegal or draws none, and where more than eight units would fire.
    ///
    /// Cost: that of finding the path, and 11 blows for each unit that fires and each number of men that the
    /// fire before it may have left.
    pub fn move_odds(&self, unit: UnitId, to: Hex) -> Option<MoveOdds> {
        let known = self.known_to(self.info(unit).side);
        let mut scratch = Reach::new();
        known.check_with_scratch(Order::Move { unit, to }, &mut scratch).ok()?;
        let path = scratch.found_path();
        let mut waiting = known.units_that_react(known.info(unit).side.other());
        let mut shots: Vec<(usize, UnitId)> = Vec::new();
        for (step, &cell) in path.iter().enumerate() {
            let firing: Vec<UnitId> =
                waiting.iter().copied().filter(|&gun| known.would_react(gun, cell)).collect();
            waiting.retain(|gun| !firing.contains(gun));
            shots.extend(firing.into_iter().map(|gun| (step, gun)));
        }
        if shots.is_empty() || shots.len() > MOST_SHOTS {
            return None;
        }
        Some(MoveTable::new(known, unit, path, shots).count())
    }
}

/// The table of a move under fire.
struct MoveTable<'a> {
    battle: &'a Battle,
    unit: UnitId,
    path: &'a [Cell],
    /// Units that fire, each with the step of the path at which it does.
    shots: Vec<(usize, UnitId)>,
    /// Condition of the unit before the move, of which fire changes what the key names.
    before: Condition,
    ended: BTreeMap<(usize, Left), u64>,
}

impl<'a> MoveTable<'a> {
    fn new(battle: &'a Battle, unit: UnitId, path: &'a [Cell], shots: Vec<(usize, UnitId)>) -> Self {
        Self { battle, unit, path, shots, before: battle.condition(unit), ended: BTreeMap::new() }
    }

    fn count(mut self) -> MoveOdds {
        let of = 36_u64.pow(u32::try_from(self.shots.len()).expect("at most eight"));
        let start = (self.battle.unit(self.unit).strength, key_of(self.before));
        let mut moving = BTreeMap::from([(start, of)]);
        for step in 0..self.path.len() {
            let firing: Vec<UnitId> =
                self.shots.iter().filter(|(at, _)| *at == step).map(|&(_, gun)| gun).collect();
            for &gun in &firing {
                moving = self.fire(gun, step, &moving);
            }
            if !firing.is_empty() {
                moving.retain(|&left, &mut ways| {
                    let goes_on = self.goes_on(left);
                    if !goes_on {
                        *self.ended.entry((step, left)).or_default() += ways;
                    }
                    goes_on
                });
            }
        }
        let last = self.path.len() - 1;
        for (left, ways) in moving {
            *self.ended.entry((last, left)).or_default() += ways;
        }
        let outcomes = self.ended.iter().map(|(&(step, (strength, key)), &ways)| MoveOutcome {
            at: self.end_of_move(step, strength),
            strength,
            condition: self.condition_of(key),
            ways,
        });
        let grid = self.battle.grid();
        let shooters = self.shots.iter().map(|&(step, gun)| (gun, grid.hex(self.path[step]))).collect();
        MoveOdds { outcomes: outcomes.collect(), of, shooters }
    }

    fn condition_of(&self, (cohesion, broken, experience, rank, officer_fell): ConditionKey) -> Condition {
        let rank = rank.map(RankId);
        Condition { cohesion, broken, experience, rank, officer_fell, ..self.before }
    }

    /// Returns `true` if a unit that is left so goes on with its move.
    fn goes_on(&self, (strength, key): Left) -> bool {
        let wavers = self.battle.combat().cohesion().is_some_and(|rule| rule.wavers(self.condition_of(key)));
        strength.0 > 0 && !wavers
    }

    /// Returns the hex on which a move ends that is cut short after a step: the last free one on its way.
    fn end_of_move(&self, step: usize, strength: Strength) -> Hex {
        let free = |cell: &&Cell| strength.0 == 0 || self.battle.at(**cell).is_none();
        let cell = self.path[..=step].iter().rev().find(free);
        cell.map_or_else(|| self.battle.hex(self.unit), |&cell| self.battle.grid().hex(cell))
    }

    /// Has a unit fire at each of those that the mover may be.
    fn fire(&mut self, gun: UnitId, step: usize, moving: &BTreeMap<Left, u64>) -> BTreeMap<Left, u64> {
        let (battle, table) = (self.battle, self.battle.combat());
        let shooter = battle.fighter_in_reaction(gun, self.path[step]);
        let mut after = BTreeMap::new();
        for (&(strength, key), &ways) in moving {
            if strength.0 == 0 {
                // It has fallen; the guns behind keep their fire.
                *after.entry((strength, key)).or_default() += ways;
                continue;
            }
            let condition = self.condition_of(key);
            let mover = battle.fighter_on(self.unit, self.path[step]);
            let rank = if battle.rules().options.officers.is_some() { condition.rank } else { mover.rank };
            let mover = Fighter { strength, rank, ..mover };
            let blow = table.blow(Attack::Ranged, shooter, mover, false);
            for (pips, count) in (2_u8..).zip(WAYS) {
                let men = blow.losses(factor_of_pips(table.dice(), pips.into()));
                let losses = AttackLosses { blow: BlowLosses { men, pips }, ..AttackLosses::default() };
                let setting = AttackSetting { target: condition, ..AttackSetting::default() };
                let result = table.aftermath(Attack::Ranged, shooter, mover, losses, setting);
                let left = Strength(strength.0 - men.0);
                let then = result.map_or(condition, |result| result.target);
                let then = if left.0 == 0 { Condition::FRESH } else { then };
                *after.entry((left, key_of(then))).or_default() += ways / 36 * u64::from(count);
            }
        }
        after
    }
}
