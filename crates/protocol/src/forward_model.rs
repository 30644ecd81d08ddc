//! The arbiter as forward model: answers to questions about what a side knows, and forks to try orders on.

use std::collections::BTreeMap;

use hotgates_engine::{
    Attack, Battle, Coord, Dice, Field, Illegal, LegalOrders, MovementPoints, Odds, PathFinder, PathOptions,
    Reach, Retreat, Side, Strength, UnitId, View,
};
use serde::Deserialize;
use serde_json::Value;

use crate::ask::{Answer, AttackOdds, ForkResult, FoundPath, Question, ReachedHex};
use crate::line::write_line;
use crate::order::OrderMessage;
use crate::view::ViewMessage;

/// Number of questions that are answered in a half-turn.
pub const MAX_QUESTIONS: u32 = 1_000;

/// Number of forks that a game keeps at once.
pub const MAX_FORKS: usize = 64;

/// Bytes that the forks of a game take together at most, as far as can be told.
pub const MAX_FORK_BYTES: usize = 8 << 20;

/// Bytes after which a line of answers holds no further ones.
pub const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The questions and forks of one game. Whatever is asked, the battle that answers is the one that the
/// side knows, or a copy of it.
#[derive(Debug, Clone)]
pub(crate) struct ForwardModel {
    side: Side,
    /// The bot's own dice.
    dice: Dice,
    forks: BTreeMap<u64, Battle>,
    /// Number of forks made in this game.
    forks_made: u64,
    /// Number of questions asked in this half-turn.
    asked: u32,
    memory: SearchMemory,
}

/// Memory that one question after another uses again.
#[derive(Debug, Clone, Default)]
struct SearchMemory {
    legal: LegalOrders,
    reach: Reach,
    paths: PathFinder,
    field: Field,
    /// A battle in which an order is tried before its fork follows.
    trial: Option<Box<Battle>>,
}

/// A reason for which a question has no answer.
#[derive(Debug, thiserror::Error)]
enum NoAnswer {
    #[error("there is no answer to this: {0}")]
    NotUnderstood(serde_json::Error),
    #[error("only {MAX_QUESTIONS} questions are answered in a half-turn")]
    TooManyQuestions,
    #[error("the answers would not fit one line: ask again in another")]
    LineFull,
    #[error("there is no fork {0}")]
    NoFork(u64),
    #[error("{MAX_FORKS} forks are the most: drop one first")]
    TooManyForks,
    #[error("the forks would take more than {MAX_FORK_BYTES} bytes: drop one first")]
    ForksTooLarge,
    #[error("unit {0} is not on the map, as far as is known")]
    NotOnMap(u16),
    #[error("from there it cannot attack this unit")]
    NoAttack,
    #[error("a fork is not given up; drop it")]
    Resignation,
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl ForwardModel {
    pub(crate) fn new(side: Side, seed: u64) -> Self {
        Self {
            side,
            dice: Dice::new(seed),
            forks: BTreeMap::new(),
            forks_made: 0,
            asked: 0,
            memory: SearchMemory::default(),
        }
    }

    /// Begins a half-turn: the questions are counted anew, and the forks of the last one are no more.
    pub(crate) fn begin_half_turn(&mut self) {
        self.asked = 0;
        self.forks.clear();
    }

    /// Answers each of some questions, in their order.
    pub(crate) fn answer_questions(&mut self, battle: &Battle, questions: &[Value]) -> Vec<Answer> {
        let mut bytes = 0;
        let answer = |question: &Value| {
            let answer = if bytes < MAX_ANSWER_BYTES {
                self.answer_question(battle, question)
            } else {
                Err(NoAnswer::LineFull)
            };
            let answer = answer.unwrap_or_else(|why| Answer::Error(why.to_string()));
            bytes += write_line(&answer).len();
            answer
        };
        questions.iter().map(answer).collect()
    }

    fn answer_question(&mut self, battle: &Battle, question: &Value) -> Result<Answer, NoAnswer> {
        if self.asked >= MAX_QUESTIONS {
            return Err(NoAnswer::TooManyQuestions);
        }
        self.asked += 1;
        // A battle that is over has no secrets: everybody knows the true one then.
        if battle.verdict().is_some() {
            return Err(Illegal::Over.into());
        }
        let known = battle.known_to(self.side);
        match Question::deserialize(question).map_err(NoAnswer::NotUnderstood)? {
            Question::Legal { on, unit } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                list_legal_orders(&mut self.memory.legal, battle, unit)
            }
            Question::Reach { on, unit, whole } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                find_reach(&mut self.memory.reach, battle, unit, whole)
            }
            Question::Path { on, unit, to, ignore_enemies } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                find_path(&mut self.memory.paths, battle, unit, to, ignore_enemies)
            }
            Question::CostField { on, unit, to, ignore_enemies } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                find_cost_field(&mut self.memory.field, battle, unit, to, ignore_enemies)
            }
            Question::Odds { on, unit, target, from } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                count_odds(battle, unit, target, from)
            }
            Question::View { on } => {
                let battle = battle_asked_for(&self.forks, known, on)?;
                Ok(Answer::View(ViewMessage::of_view(View::new(battle, self.side))))
            }
            Question::Fork { on } => {
                let copy = battle_asked_for(&self.forks, known, on)?.clone();
                self.add_fork(known, copy)
            }
            Question::Act { on, order, mean } => self.act_on_fork(known, on, order, mean),
            Question::Drop { on } => {
                let dropped = self.forks.remove(&on);
                dropped.map(|_| Answer::Drop(on)).ok_or(NoAnswer::NoFork(on))
            }
        }
    }

    fn add_fork(&mut self, known: &Battle, fork: Battle) -> Result<Answer, NoAnswer> {
        if self.forks.len() >= MAX_FORKS {
            return Err(NoAnswer::TooManyForks);
        }
        let there: usize = self.forks.values().map(|fork| fork_bytes(known, fork)).sum();
        if there + fork_bytes(known, &fork) > MAX_FORK_BYTES {
            return Err(NoAnswer::ForksTooLarge);
        }
        self.forks_made += 1;
        self.forks.insert(self.forks_made, fork);
        Ok(Answer::Fork(self.forks_made))
    }

    /// Follows an order on a fork. If there is no answer, neither the fork nor the dice have changed.
    fn act_on_fork(
        &mut self,
        known: &Battle,
        on: u64,
        order: OrderMessage,
        mean: bool,
    ) -> Result<Answer, NoAnswer> {
        let fork = self.forks.get(&on).ok_or(NoAnswer::NoFork(on))?;
        let order = order.as_order().ok_or(NoAnswer::Resignation)?;
        let mut dice = if mean { Dice::showing_sums([7, 7]) } else { self.dice.clone() };
        let mut trial = self.memory.trial.take().unwrap_or_else(|| Box::new(fork.clone()));
        trial.as_mut().clone_from(fork);
        let mut events = Vec::new();
        let acted = trial.act(order, &mut dice, &mut events);
        let others = self.forks.iter().filter(|&(&number, _)| number != on);
        let bytes: usize = others.map(|(_, fork)| fork_bytes(known, fork)).sum();
        let fits = bytes + fork_bytes(known, &trial) <= MAX_FORK_BYTES;
        let before = fork.side();
        let result = ForkResult {
            events: events.into_iter().map(Into::into).collect(),
            more: trial.verdict().is_none() && trial.side() == before,
            side_to_move: trial.side(),
            verdict: trial.verdict(),
        };
        if acted.is_ok() && fits {
            if let Some(fork) = self.forks.get_mut(&on) {
                fork.clone_from(&trial);
            }
            if !mean {
                self.dice = dice;
            }
        }
        self.memory.trial = Some(trial);
        acted?;
        if fits { Ok(Answer::Act(result)) } else { Err(NoAnswer::ForksTooLarge) }
    }
}

/// Returns the fork of a number, or what is known if there is no number.
fn battle_asked_for<'a>(
    forks: &'a BTreeMap<u64, Battle>,
    known: &'a Battle,
    on: Option<u64>,
) -> Result<&'a Battle, NoAnswer> {
    on.map_or(Ok(known), |on| forks.get(&on).ok_or(NoAnswer::NoFork(on)))
}

/// Estimates the bytes that a fork takes beyond what it shares with the battle.
fn fork_bytes(known: &Battle, fork: &Battle) -> usize {
    // State, place, slots of who stands where, condition, and the starts of two half-turns.
    const BYTES_OF_UNIT: usize = 320;
    const BYTES_OF_BATTLE: usize = 1024;
    let units = fork.roster().len() * BYTES_OF_UNIT;
    let goals = Side::BOTH.map(|side| fork.goals(side).count()).iter().sum::<usize>();
    let flags = 16 * (fork.flags().count() + goals);
    // Ground that a fork has changed is its own: terrain and costs of each hex, now and at both starts.
    let own_ground = !std::ptr::eq(known.map(), fork.map());
    let ground = if own_ground { 3 * fork.grid().len() * (8 + fork.rules().units.len()) } else { 0 };
    BYTES_OF_BATTLE + units + flags + ground
}

/// Returns the unit if the battle has it.
fn check_unit(battle: &Battle, unit: UnitId) -> Result<UnitId, NoAnswer> {
    let count = battle.roster().len();
    if unit.index() < count {
        return Ok(unit);
    }
    let last = u16::try_from(count.saturating_sub(1)).unwrap_or(u16::MAX);
    Err(Illegal::NoSuchUnit { unit: unit.0, last }.into())
}

/// Returns the unit if it is on the map, as far as is known.
fn check_on_map(battle: &Battle, unit: UnitId) -> Result<UnitId, NoAnswer> {
    let unit = check_unit(battle, unit)?;
    if battle.unit(unit).alive() { Ok(unit) } else { Err(NoAnswer::NotOnMap(unit.0)) }
}

fn list_legal_orders(
    legal: &mut LegalOrders,
    battle: &Battle,
    unit: Option<UnitId>,
) -> Result<Answer, NoAnswer> {
    let orders = match unit {
        Some(unit) => legal.orders_of_unit(battle, check_unit(battle, unit)?),
        None => legal.orders_of_side(battle),
    };
    Ok(Answer::Legal(orders.iter().copied().map(OrderMessage::from).collect()))
}

fn find_reach(reach: &mut Reach, battle: &Battle, unit: UnitId, whole: bool) -> Result<Answer, NoAnswer> {
    let unit = check_on_map(battle, unit)?;
    let cell = battle.unit(unit).cell;
    if whole {
        battle.reach_with(unit, cell, battle.kind(unit).movement, reach);
    } else {
        battle.reach(unit, reach);
    }
    let fits = |&(at, _): &(_, MovementPoints)| at == cell || battle.at(at).is_none();
    let grid = battle.grid();
    let mut hexes: Vec<_> = reach.cells_in_reach().filter(fits).collect();
    hexes.sort_unstable_by_key(|&(cell, _)| cell);
    Ok(Answer::Reach(hexes.into_iter().map(|(cell, left)| ReachedHex(grid.coord(cell), left)).collect()))
}

fn find_path(
    paths: &mut PathFinder,
    battle: &Battle,
    unit: UnitId,
    to: Coord,
    ignore_enemies: bool,
) -> Result<Answer, NoAnswer> {
    let unit = check_on_map(battle, unit)?;
    let grid = battle.grid();
    let to = grid.at(to).ok_or(Illegal::OffMap { to })?;
    let options = PathOptions { ignore_enemies, ..PathOptions::default() };
    let path = paths.shortest_path(battle, unit, to, options);
    Ok(Answer::Path(path.map(|path| FoundPath {
        cost: path.cost,
        hexes: path.cells.iter().skip(1).map(|&cell| grid.coord(cell)).collect(),
    })))
}

fn find_cost_field(
    field: &mut Field,
    battle: &Battle,
    unit: UnitId,
    to: Coord,
    ignore_enemies: bool,
) -> Result<Answer, NoAnswer> {
    let info = battle.info(check_unit(battle, unit)?);
    let grid = battle.grid();
    let target = grid.at(to).ok_or(Illegal::OffMap { to })?;
    let costs = battle.map().costs(info.kind);
    let target = Some(target).filter(|target| costs[target.index()] > 0);
    field.towards_targets(grid, target, costs, |cell| ignore_enemies || !battle.enemy_at(info.side, cell));
    let cost = |coord: Coord| {
        let cell = grid.at(coord)?;
        field.cost_to(cell, costs)
    };
    let row = |row: i32| (0..grid.width()).map(|col| cost(Coord { col, row })).collect();
    Ok(Answer::CostField((0..grid.height()).map(row).collect()))
}

fn count_odds(
    battle: &Battle,
    unit: UnitId,
    target: UnitId,
    from: Option<Coord>,
) -> Result<Answer, NoAnswer> {
    let (unit, target) = (check_on_map(battle, unit)?, check_on_map(battle, target)?);
    let at = battle.unit(unit).cell;
    let from = match from {
        Some(from) => battle.grid().at(from).ok_or(Illegal::OffMap { to: from })?,
        None => at,
    };
    let enemies = battle.info(unit).side != battle.info(target).side;
    let free = from == at || battle.at(from).is_none();
    let by = battle.attack_mode_from(unit, from, battle.unit(target).cell).filter(|_| enemies && free);
    let by = by.ok_or(NoAnswer::NoAttack)?;
    let odds = battle.odds_from(unit, from, target).ok_or(NoAnswer::NoAttack)?;
    Ok(Answer::Odds(summed_odds(by, &odds)))
}

fn summed_odds(by: Attack, odds: &Odds) -> AttackOdds {
    let mean = |men: u32| {
        let (men, of) = (u64::from(men), u64::from(odds.of));
        Strength(u16::try_from((2 * men + of) / (2 * of)).unwrap_or(u16::MAX))
    };
    let permille = |cases: u32| odds.permille_of(cases).0;
    AttackOdds {
        ranged: by == Attack::Ranged,
        target_losses: mean(odds.expected_target_losses()),
        attacker_losses: mean(odds.expected_attacker_losses()),
        target_destroyed: permille(odds.cases_target_destroyed()),
        attacker_destroyed: permille(odds.cases_attacker_destroyed()),
        target_gives_way: permille(odds.cases_followed_by(|after| matches!(after.retreat, Retreat::To(_)))),
        target_breaks: permille(odds.cases_followed_by(|after| after.target.broken)),
        attacker_breaks: permille(odds.cases_followed_by(|after| after.attacker.broken)),
    }
}
