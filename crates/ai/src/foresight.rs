//! Foresight: the worth of an alternative once the enemy has answered it.

use hotgates_engine::{Attack, Cell, Direction, DirectionSet, Fighter, Hex, Reach, Side, UnitId, View};

use crate::condition::{ConditionWeight, condition_after_losses, is_too_shaken_to_attack};
use crate::engage::{AttackChoice, man_value};
use crate::facing::{way_to_target, ways_to_hexes, worst_aspect};
use crate::position::closes_with_enemy;
use crate::reason::Exchange;
use hotgates_search::Budget;

/// The enemy's possible attacks in its next half-turn, looked up once for each half-turn of ours.
#[derive(Debug, Clone, Default)]
pub(crate) struct Foresight {
    strikers: Vec<EnemyStriker>,
    /// Number of strikers in use: the memory of the others waits for a larger enemy.
    count: usize,
    /// Greatest distance at which any striker can strike, in hexes.
    farthest: u32,
    strikes: StrikesByCell,
    replies: Vec<EnemyReply>,
    /// Weight of what the answers do to a unit's condition.
    condition: ConditionWeight,
}

/// An answer of the enemy: its worth to the enemy, whether it is fire, and the losses that it deals.
type EnemyReply = (i64, bool, u32);

/// An enemy unit with what it can reach when its turn comes.
#[derive(Debug, Clone, Default)]
struct EnemyStriker {
    unit: UnitId,
    hex: Hex,
    /// Greatest distance at which the striker can strike, in hexes.
    farthest: u32,
    /// The fighter that it is where it stands, and the hash of the position in which it is.
    fighter: Option<(u64, Fighter)>,
    known: bool,
    reach: Reach,
    /// Hexes from which a gun could fire; empty for others.
    stands: Vec<Hex>,
}

/// The strikes at each cell that was asked for, in the order of the strikers.
#[derive(Debug, Clone, Default)]
struct StrikesByCell {
    all: Vec<EnemyStrike>,
    /// Cells that were asked for, each with the index in `all` after its last strike.
    cells: Vec<(Cell, usize)>,
    /// Place of each cell of the map in `cells`, counted from 1; 0 for cells that were not asked
    /// for.
    places: Vec<u32>,
    /// Strikers near a cell, by their places in the list.
    near: Vec<usize>,
}

/// An attack that an enemy unit could make on one of ours on a certain cell.
#[derive(Debug, Clone, Copy)]
struct EnemyStrike {
    unit: UnitId,
    by: Attack,
    blows: u16,
    /// Sides of the target that the striker could come to for melee.
    sides: DirectionSet,
    /// Ways from which the striker could strike with all its blows; none where units face no ways.
    ways: DirectionSet,
}

/// A form that a strike may have.
#[derive(Debug, Clone, Copy)]
struct StrikeForm {
    blows: u32,
    /// What is added to the losses that each blow and the answer to it deal, in ‰; `None` for nothing.
    situations: Option<(i32, i32)>,
}

impl Foresight {
    /// Returns foresight that weighs units' condition by a weight.
    pub(crate) fn weighing_condition(condition: ConditionWeight) -> Self {
        Self { condition, ..Self::default() }
    }

    /// Begins a half-turn of `side`: looks up its enemies anew.
    pub(crate) fn begin_half_turn(&mut self, view: View<'_>, side: Side) {
        self.strikes.clear(view);
        (self.count, self.farthest) = (0, 0);
        // Destroyed enemies are listed too: then the place of a striker is that of its unit in the
        // roster.
        for (enemy, _) in view.roster().filter(|(_, info)| info.side != side) {
            if self.strikers.len() == self.count {
                self.strikers.push(EnemyStriker::default());
            }
            self.strikers[self.count].reset_for_unit(view, enemy);
            if view.unit(enemy).alive() {
                self.farthest = self.farthest.max(self.strikers[self.count].farthest);
            }
            self.count += 1;
        }
    }

    /// Returns the worth to the enemy of its answers when `unit` stands on `cell` with `men` men
    /// left, `after` an enemy has lost so many of its own: the losses that the answers deal less
    /// those that they take, of the strongest answers that find room. Where units face ways, one that
    /// has struck faces the enemy, and answers to others come from wherever they cost it most; one that
    /// has moved may still turn. Each answer considered costs a step; `None` when the steps did not suffice.
    ///
    /// Cost: for each cell once a half-turn `O(enemies)`, or `O(hexes)` from where it can be struck
    /// where there are fewer, and the reach of each enemy that is near; then `O(answers)`.
    pub(crate) fn worth_of_enemy_answers(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        cell: Cell,
        men: u16,
        after: Option<(UnitId, u16)>,
        budget: &mut Budget,
    ) -> Option<i64> {
        if view.has_extra_state()
            && view.rules().options.facing.is_some()
            && let Some((target, _)) = after
            && let Some(way) = way_to_target(view, unit, cell, target).filter(|_| !self.condition.is_none())
        {
            return self.worth_of_answers_to_facing(view, (unit, cell, way), men, after, budget);
        }
        self.worth_of_answers(view, (unit, cell), men, after, budget, |strike| {
            [StrikeForm { blows: strike.blows.into(), situations: None }]
        })
    }

    /// Returns the worth of the enemy's answers as [`worth_of_enemy_answers`](Self::worth_of_enemy_answers)
    /// does when the unit faces a way on its cell.
    #[inline(never)]
    pub(crate) fn worth_of_answers_to_facing(
        &mut self,
        view: View<'_>,
        (unit, cell, way): (UnitId, Cell, Direction),
        men: u16,
        after: Option<(UnitId, u16)>,
        budget: &mut Budget,
    ) -> Option<i64> {
        let rule = view.rules().options.facing.as_ref()?;
        self.worth_of_answers(view, (unit, cell), men, after, budget, |strike| {
            // With all its blows, or once from where the unit looks least.
            let form = |blows: u16, ways: DirectionSet| {
                let aspect = worst_aspect(way, ways);
                let (more, answer) = (rule.situation(aspect), rule.situation_of_answer(aspect));
                StrikeForm { blows: blows.into(), situations: Some((more, answer)) }
            };
            [form(strike.blows, strike.ways), form(1, strike.ways | strike.sides)]
        })
    }

    /// Returns the ways from which the enemy could strike a unit on a cell.
    pub(crate) fn ways_of_strikes(&mut self, view: View<'_>, unit: UnitId, cell: Cell) -> DirectionSet {
        let (side, strikers) = (view.info(unit).side, &mut self.strikers[..self.count]);
        let at_cell = self.strikes.strikes_at(view, side, cell, strikers, self.farthest);
        at_cell.iter().fold(DirectionSet::NONE, |ways, strike| ways | strike.ways | strike.sides)
    }

    /// Returns the worth of the enemy's answers, each in the best of the forms that a strike may have.
    fn worth_of_answers<const FORMS: usize>(
        &mut self,
        view: View<'_>,
        (unit, cell): (UnitId, Cell),
        men: u16,
        after: Option<(UnitId, u16)>,
        budget: &mut Budget,
        forms: impl Fn(EnemyStrike) -> [StrikeForm; FORMS],
    ) -> Option<i64> {
        self.replies.clear();
        let mut sides = DirectionSet::NONE;
        let mut victim = view.fighter_on(unit, cell);
        victim.strength.0 = men;
        let conditions = view.has_extra_state();
        let combat = view.combat();
        let roll = combat.mean_roll();
        let (side, strikers) = (view.info(unit).side, &mut self.strikers[..self.count]);
        let position = view.hash();
        let own_man = man_value(view, unit);
        let mut before = None;
        let first = strikers.first().map_or(0, |striker| striker.unit.index());
        for &strike in self.strikes.strikes_at(view, side, cell, strikers, self.farthest) {
            let enemy = strike.unit;
            let mut attacker = if conditions {
                strikers[enemy.index() - first].fighter_in_position(view, position)
            } else {
                view.fighter_on(enemy, view.unit(enemy).cell)
            };
            let lost = after.filter(|&(target, _)| target == enemy).map_or(0, |(_, lost)| lost);
            if attacker.strength.0 <= lost || conditions && view.is_wavering(enemy) {
                continue;
            }
            if conditions && lost > 0 && view.combat().cohesion().is_some() {
                let (men, lost) = (attacker.strength.0, lost.into());
                if is_too_shaken_to_attack(
                    view,
                    condition_after_losses(view, view.condition(enemy), men, lost),
                ) {
                    continue;
                }
            }
            sides |= strike.sides;
            if !budget.take_step() {
                return None;
            }
            attacker.strength.0 -= lost;
            let mut best = (i64::MIN, strike.by == Attack::Ranged, 0);
            for StrikeForm { blows, situations } in forms(strike) {
                let (mut striker, mut left) = (attacker, victim);
                if let Some((more, answer)) = situations {
                    (striker, left) = (striker.in_situation(more), left.in_situation(answer));
                }
                let dealt = combat.blow(strike.by, striker, victim, false).losses(roll).0;
                let dealt = (u32::from(dealt) * blows).min(u32::from(men));
                let mut gain = i64::from(dealt) * own_man;
                if strike.by == Attack::Melee && dealt < u32::from(men) {
                    left.strength.0 -= u16::try_from(dealt).unwrap_or(men);
                    let back = combat.blow(Attack::Melee, left, striker, true).losses(roll).0;
                    gain -= i64::from(u32::from(back) * blows) * man_value(view, enemy);
                }
                if gain > best.0 {
                    (best.0, best.2) = (gain, dealt);
                }
            }
            // One reply of each enemy: of fire and melee that which is worth more.
            match self.replies.last_mut().filter(|_| before == Some(enemy)) {
                Some(reply) => *reply = best.max(*reply),
                None => self.replies.push(best),
            }
            before = Some(enemy);
        }
        self.replies.sort_unstable_by(|a, b| b.cmp(a));
        let mut room = sides.len();
        let (mut sum, mut all_dealt) = (0, 0);
        for &(gain, fires, dealt) in &self.replies {
            if gain <= 0 {
                break;
            }
            if !fires {
                if room == 0 {
                    continue;
                }
                room -= 1;
            }
            sum += gain;
            all_dealt += dealt;
        }
        let shaken = self.worth_of_condition_lost(view, unit, men, all_dealt.min(men.into()));
        Some((sum + shaken).min(i64::from(men) * own_man))
    }

    /// Returns what losses beyond those of its own attack, which leaves it `men` men, take from the worth
    /// of a unit besides the men.
    fn worth_of_condition_lost(&self, view: View<'_>, unit: UnitId, men: u16, lost: u32) -> i64 {
        if lost == 0 || view.combat().cohesion().is_none() {
            return 0;
        }
        let before = view.unit(unit).strength.0;
        let now =
            condition_after_losses(view, view.condition(unit), before, u32::from(before.saturating_sub(men)));
        let then = condition_after_losses(view, now, men, lost);
        let share = self.condition.share_of_worth(view, now) - self.condition.share_of_worth(view, then);
        (i64::from(men) - i64::from(lost)) * share / 1000 * man_value(view, unit)
    }
}

impl StrikesByCell {
    /// Forgets all strikes, keeping the memory.
    fn clear(&mut self, view: View<'_>) {
        for (cell, _) in self.cells.drain(..) {
            self.places[cell.index()] = 0;
        }
        self.all.clear();
        self.places.resize(view.grid().len(), 0);
    }

    /// Returns the strikes of a side's enemies at a cell, which no striker farther away than
    /// `farthest` can make.
    fn strikes_at(
        &mut self,
        view: View<'_>,
        side: Side,
        cell: Cell,
        strikers: &mut [EnemyStriker],
        farthest: u32,
    ) -> &[EnemyStrike] {
        if self.places[cell.index()] == 0 {
            let hex = view.grid().hex(cell);
            let first = strikers.first().map_or(0, |striker| striker.unit.index());
            self.near.clear();
            let near = view.enemies_within(side, cell, farthest);
            near.for_each(|(unit, _)| self.near.push(unit.index() - first));
            self.near.sort_unstable();
            let ways = |&place: &usize| strikers[place].strikes_at_unit(view, cell, hex);
            self.all.extend(self.near.iter().flat_map(ways).flatten());
            self.cells.push((cell, self.all.len()));
            self.places[cell.index()] =
                u32::try_from(self.cells.len()).expect("fewer cells than a map may have");
        }
        let place = self.places[cell.index()] as usize - 1;
        let start = place.checked_sub(1).map_or(0, |before| self.cells[before].1);
        &self.all[start..self.cells[place].1]
    }
}

impl EnemyStriker {
    /// Makes the striker stand for a unit.
    fn reset_for_unit(&mut self, view: View<'_>, unit: UnitId) {
        let kind = view.kind(unit);
        let range = kind.ranged.as_ref().map_or(1, |ranged| ranged.max);
        let spare = u32::from(kind.movement.0.saturating_sub(kind.attack_cost.0));
        (self.unit, self.hex, self.known, self.fighter) = (unit, view.hex(unit), false, None);
        self.farthest = view.cost_layer(view.info(unit).kind).most_steps(spare) + range;
    }

    /// Returns the attacks that the enemy could make on a unit on this cell: fire, melee, or either.
    fn strikes_at_unit(&mut self, view: View<'_>, cell: Cell, hex: Hex) -> [Option<EnemyStrike>; 2] {
        if self.hex.unsigned_distance_to(hex) > self.farthest || !view.unit(self.unit).alive() {
            return [None, None];
        }
        self.compute_striker_reach(view);
        let fire = self.fire_at_unit(view, hex);
        let melee = closes_with_enemy(view, self.unit).then(|| self.melee_with_unit(view, cell));
        [fire, melee.flatten()]
    }

    /// Returns the fighter that the striker is in the position of this hash: for each it is asked for many times.
    fn fighter_in_position(&mut self, view: View<'_>, position: u64) -> Fighter {
        match self.fighter {
            Some((known, fighter)) if known == position => fighter,
            _ => {
                let fighter = view.fighter_on(self.unit, view.unit(self.unit).cell);
                self.fighter = Some((position, fighter));
                fighter
            }
        }
    }

    fn fire_at_unit(&self, view: View<'_>, hex: Hex) -> Option<EnemyStrike> {
        let ranged = view.kind(self.unit).ranged.as_ref()?;
        let range = ranged.min..=ranged.max;
        let near = |stand: &&Hex| range.contains(&stand.unsigned_distance_to(hex));
        let mut stands = self.stands.iter().filter(near).peekable();
        stands.peek()?;
        let mut strike = EnemyStrike { blows: 1, ..EnemyStrike::by_attack(self.unit, Attack::Ranged) };
        if view.has_extra_state() {
            if view.rounds_left(self.unit) == Some(0) {
                return None;
            }
            if view.rules().options.facing.is_some() {
                strike.ways = ways_to_hexes(hex, stands);
            }
        }
        Some(strike)
    }

    fn melee_with_unit(&self, view: View<'_>, cell: Cell) -> Option<EnemyStrike> {
        let kind = view.kind(self.unit);
        let faces = view.has_extra_state() && view.rules().options.facing.is_some();
        let mut strike = EnemyStrike::by_attack(self.unit, Attack::Melee);
        for (side, _, left) in
            self.reach.neighbours_in_reach(cell).filter(|&(.., left)| left >= kind.attack_cost)
        {
            let (way, blows) = (DirectionSet::one(side), left.0 / kind.attack_cost.0.max(1));
            strike.sides |= way;
            if faces && blows >= strike.blows {
                strike.ways = if blows > strike.blows { way } else { strike.ways | way };
            }
            strike.blows = strike.blows.max(blows);
        }
        (strike.blows > 0).then_some(strike)
    }

    /// Computes what the striker can reach, once a half-turn and only when it is asked for.
    fn compute_striker_reach(&mut self, view: View<'_>) {
        if std::mem::replace(&mut self.known, true) {
            return;
        }
        let (kind, from) = (view.kind(self.unit), view.unit(self.unit).cell);
        view.reach_with(self.unit, from, kind.movement, &mut self.reach);
        self.stands.clear();
        if kind.ranged.is_some() {
            let able = self.reach.cells_in_reach().filter(|&(_, left)| left >= kind.attack_cost);
            self.stands.extend(able.map(|(cell, _)| view.grid().hex(cell)));
        }
    }
}

impl EnemyStrike {
    const fn by_attack(unit: UnitId, by: Attack) -> Self {
        Self { unit, by, blows: 0, sides: DirectionSet::NONE, ways: DirectionSet::NONE }
    }
}

/// The best alternative of a unit, all answers of the enemy counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitDecision {
    Attack(AttackChoice),
    Go(Cell),
    Stay,
}

/// Weights of the doctrine against exchanges.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExchangeWeights {
    /// Weight of the enemy's answers to an attack, in ‰.
    pub(crate) attack: i64,
    /// Weight of the enemy's answers to a stop on the march, in ‰.
    pub(crate) march: i64,
    /// Worth of each MP nearer to the goal, in ‰ of a man.
    pub(crate) progress: i64,
    /// Worth of an attack beyond its exchange, in ‰ of the losses that it deals.
    pub(crate) boldness: i64,
    /// Worth that an attack must exceed to be made at all, in ‰ of a man.
    pub(crate) least: i64,
}

impl Default for ExchangeWeights {
    fn default() -> Self {
        Self { attack: 0, march: 0, progress: 0, boldness: 0, least: i64::MIN }
    }
}

impl Foresight {
    /// Returns the best alternative of a unit: one of the `attacks` if there are any that are not hopeless, else a move
    /// to one of the `goals`, each with the MP by which it is nearer, or to stay.
    ///
    /// Each alternative is weighed with the enemy's answers as far as steps go, the best exchange
    /// and the nearest goal first; only alternatives weighed to the end are compared, and those are
    /// passed over that would not be better even without any answer. Without steps the first is
    /// taken.
    pub(crate) fn weigh_alternatives(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        attacks: &mut Vec<Exchange>,
        goals: &[(Cell, i64)],
        weights: ExchangeWeights,
        budget: &mut Budget,
    ) -> UnitDecision {
        attacks.retain(|exchange| !is_hopeless(view, exchange));
        // A stable sort: of equal exchanges the one listed first, which has the best place for it.
        attacks.sort_by_key(|exchange| std::cmp::Reverse(exchange.worth));
        if attacks.is_empty() {
            return self.weigh_goals(view, unit, goals, weights, budget);
        }
        let men = view.unit(unit).strength.0;
        let aftermaths = view.rules().options.attacks_have_aftermaths();
        let mut best = (i64::MIN, 0);
        for (index, exchange) in attacks.iter().enumerate() {
            let Exchange { from, target, dealt, taken, worth, .. } = *exchange;
            let left = men - taken.min(men);
            let mut gain = i64::from(dealt) * man_value(view, target);
            if aftermaths {
                // Harm to the target's condition is as much a gain as its men.
                let men = gain - i64::from(taken) * man_value(view, unit);
                gain += (worth - men).max(0);
            }
            let bold = gain * weights.boldness / 1000;
            if worth + bold <= best.0 {
                continue;
            }
            let Some(danger) =
                self.worth_of_enemy_answers(view, unit, from, left, Some((target, dealt)), budget)
            else {
                break;
            };
            best = better_decision(best, (worth + bold - danger * weights.attack / 1000, index));
        }
        if best.0 != i64::MIN && best.0 <= weights.least {
            return self.weigh_goals(view, unit, goals, weights, budget);
        }
        let instead = attacks.get(usize::from(best.1 == 0)).copied();
        UnitDecision::Attack(AttackChoice { best: attacks[best.1], instead })
    }

    fn weigh_goals(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        goals: &[(Cell, i64)],
        weights: ExchangeWeights,
        budget: &mut Budget,
    ) -> UnitDecision {
        let Some(&(first, _)) = goals.first() else { return UnitDecision::Stay };
        let (men, here) = (view.unit(unit).strength.0, view.unit(unit).cell);
        let Some(danger) = self.worth_of_enemy_answers(view, unit, here, men, None, budget) else {
            return UnitDecision::Go(first);
        };
        let stay = -danger * weights.march / 1000;
        let mut best = (i64::MIN, 0);
        for (index, &(cell, nearer)) in goals.iter().enumerate() {
            if nearer * weights.progress <= best.0 {
                continue;
            }
            let Some(danger) = self.worth_of_enemy_answers(view, unit, cell, men, None, budget) else {
                break;
            };
            best = better_decision(best, (nearer * weights.progress - danger * weights.march / 1000, index));
        }
        if best.0 != i64::MIN && best.0 < stay {
            UnitDecision::Stay
        } else {
            UnitDecision::Go(goals[best.1].0)
        }
    }
}

/// Returns `true` for an attack in which a man of the target deals [`HOPELESS`] times as much as a man of the attacker.
fn is_hopeless(view: View<'_>, exchange: &Exchange) -> bool {
    let Exchange { unit, target, dealt, taken, .. } = *exchange;
    let [attackers, defenders] = [unit, target].map(|unit| i64::from(view.unit(unit).strength.0));
    // A man more, for few attackers deal none by rounding.
    let dealt = (i64::from(dealt) + 1) * man_value(view, target);
    let taken = i64::from(taken) * man_value(view, unit);
    taken * attackers > HOPELESS * dealt * defenders
}

/// How much more than the attacker a target deals, man for man, for an attack to be hopeless: no terrain and no
/// match of the classic rules comes near it.
const HOPELESS: i64 = 6;

/// Returns the alternative that is worth more; of equals the first.
fn better_decision(old: (i64, usize), new: (i64, usize)) -> (i64, usize) {
    if new.0 > old.0 { new } else { old }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Battle, MapFile, Permille, Ruleset, Scenario};

    use super::*;

    /// Returns what the answers of grenadiers near skirmishers are worth, who strike and fire with such powers.
    fn worth_of_answers(melee: u32, fire: u32) -> i64 {
        let source = r##"Map(name: "meeting", turns: 12, rows: ["...........", "...........", "...........", "...........", "#.........."],
            red: (units: [(type: "grenadiers", at: (7, 1), facing: sw)]),
            blue: (units: [(type: "skirmishers", at: (4, 2), facing: ne)]))"##;
        let mut rules = Ruleset::shipped("musket").unwrap();
        rules.setup.distance = 0;
        rules.options.fog_of_war = false;
        let grenadiers = rules.units.iter_mut().find(|kind| kind.name == "grenadiers").unwrap();
        grenadiers.melee = Permille(melee);
        grenadiers.ranged.as_mut().unwrap().power = Permille(fire);
        let scenario = Scenario::new(MapFile::from_ron(source).unwrap(), rules);
        let battle = Battle::from_scenario(&scenario).unwrap();
        let view = View::new(&battle, Side::Blue);
        let unit = battle.living(Side::Blue).next().unwrap();
        let (cell, men) = (battle.unit(unit).cell, battle.unit(unit).strength.0);
        let mut foresight = Foresight::default();
        foresight.begin_half_turn(view, Side::Blue);
        foresight.worth_of_enemy_answers(view, unit, cell, men, None, &mut Budget::new(1000)).unwrap()
    }

    #[test]
    fn an_enemy_that_can_fire_or_close_answers_by_what_is_worth_more() {
        let (fires, closes, either) =
            (worth_of_answers(1, 100), worth_of_answers(150, 1), worth_of_answers(150, 100));
        assert!(fires > 0 && closes > fires, "{fires} {closes}");
        assert_eq!(either, closes);
        assert_eq!(worth_of_answers(1, 900), worth_of_answers(300, 900), "fire is worth more");
    }
}
