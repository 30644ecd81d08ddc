//! Games of two sides that move in turn with nothing hidden: their description by a caller, and
//! exhaustive search.

use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::outcome::{Certainty, Statistics};
use crate::state_index::{StateIndex, hash_key, next_state_id};

/// The end of a game for one side, reached or forced.
///
/// ```
/// use hotgates_search::GameEnding;
///
/// assert_eq!(GameEnding::Win.for_other_side(), GameEnding::Loss);
/// assert!(GameEnding::Loss < GameEnding::Draw && GameEnding::Draw < GameEnding::Win);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnding {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side wins.
    Win,
}

impl GameEnding {
    /// Returns the same ending as the other side sees it.
    #[must_use]
    pub const fn for_other_side(self) -> Self {
        match self {
            GameEnding::Loss => GameEnding::Win,
            GameEnding::Draw => GameEnding::Draw,
            GameEnding::Win => GameEnding::Loss,
        }
    }
}

/// A game of two sides, one action each in turn, nothing hidden and no dice.
///
/// ```
/// use hotgates_search::{SolvingDetail, Limits, Negamax};
/// use hotgates_search::{GameEnding, TwoPlayerGame};
///
/// /// Nim with one heap: take one or two; whoever cannot take loses.
/// struct Nim;
/// impl TwoPlayerGame for Nim {
///     type State = u32;
///     type Action = u32;
///     fn actions(&self, heap: &u32, into: &mut Vec<u32>) { into.extend(1..=2.min(*heap)) }
///     fn after(&self, heap: &u32, take: u32) -> u32 { heap - take }
///     fn ending(&self, heap: &u32) -> Option<GameEnding> { (*heap == 0).then_some(GameEnding::Loss) }
/// }
///
/// // Three are lost: whatever is taken, the other side takes the rest.
/// let value = Negamax::new(SolvingDetail::Plies).best_play_value(&Nim, &3, &Limits::without_limits()).unwrap();
/// assert_eq!((value.ending, value.plies), (GameEnding::Loss, 2));
/// ```
pub trait TwoPlayerGame {
    /// One situation, with the side to move.
    type State: Clone + Eq + Hash;
    /// One choice.
    type Action: Copy;

    /// Appends the actions of the side to move to `into`, always in the same order. `into` comes
    /// empty.
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Returns the state after `action`; the other side is to move.
    fn after(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// Returns the end of the game for the side that would be to move; `None` while the game goes
    /// on.
    fn ending(&self, state: &Self::State) -> Option<GameEnding>;

    /// Returns one state for all states that are the same up to symmetry; the default knows no
    /// symmetry.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Plays from `state` to an end with actions picked at random; returns the end for the side to
    /// move in `state`, and the number of steps. `pick(n)` returns a number below `n`.
    ///
    /// The default lists the actions of every state; a game can do it faster.
    fn play_out(&self, state: &Self::State, pick: &mut dyn FnMut(usize) -> usize) -> (GameEnding, u64) {
        let mut state = state.clone();
        let mut actions = Vec::new();
        let mut steps = 0;
        loop {
            if let Some(ending) = self.ending(&state) {
                return (if steps % 2 == 0 { ending } else { ending.for_other_side() }, steps);
            }
            actions.clear();
            self.actions(&state, &mut actions);
            if actions.is_empty() {
                return (GameEnding::Draw, steps);
            }
            state = self.after(&state, actions[pick(actions.len())]);
            steps += 1;
        }
    }
}

/// The result of best play on both sides, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameValue {
    /// The end of the game.
    pub ending: GameEnding,
    /// Number of steps to the end, where the winner hurries and the loser delays; of draws the first
    /// listed counts.
    pub plies: u32,
}

impl GameValue {
    /// Returns the value for the side that moved into the state, one step earlier.
    #[must_use]
    pub const fn one_step_earlier(self) -> Self {
        GameValue { ending: self.ending.for_other_side(), plies: self.plies + 1 }
    }

    /// Returns a key that is greater for better values: for a win sooner and a loss later; or,
    /// without `with_plies`, by the ending alone.
    #[must_use]
    pub fn ranking_key(self, with_plies: bool) -> (GameEnding, i64) {
        let plies = match self.ending {
            GameEnding::Win => -i64::from(self.plies),
            GameEnding::Draw => 0,
            GameEnding::Loss => i64::from(self.plies),
        };
        (self.ending, if with_plies { plies } else { 0 })
    }
}

/// The detail in which [`Negamax`] settles states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolvingDetail {
    /// The ending alone: a state is settled by the first winning action, and `plies` is only an
    /// upper limit.
    Ending,
    /// The ending and the number of steps: every action is tried.
    Plies,
}

/// Exhaustive search of a [`TwoPlayerGame`] with a table that lives as long as the searcher.
///
/// Negamax (von Neumann's minimax for two sides of opposite interest, 1928), each state up to
/// symmetry searched once. Memory for every state met; recursion as deep as the longest game. The
/// states of a game must not repeat.
///
/// ```
/// use hotgates_search::{SolvingDetail, Limits, Negamax};
/// # use hotgates_search::{GameEnding, TwoPlayerGame};
/// # /// Nim with one heap: take one or two; whoever cannot take loses.
/// # struct Nim;
/// # impl TwoPlayerGame for Nim {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn actions(&self, heap: &u32, into: &mut Vec<u32>) { into.extend(1..=2.min(*heap)) }
/// #     fn after(&self, heap: &u32, take: u32) -> u32 { heap - take }
/// #     fn ending(&self, heap: &u32) -> Option<GameEnding> { (*heap == 0).then_some(GameEnding::Loss) }
/// # }
/// let mut search = Negamax::new(SolvingDetail::Ending);
/// let won = |search: &mut Negamax<Nim>, heap| search.best_play_value(&Nim, &heap, &Limits::without_limits()).unwrap().ending == GameEnding::Win;
/// assert_eq!((1..=6).filter(|&heap| won(&mut search, heap)).collect::<Vec<u32>>(), [1, 2, 4, 5]);
/// assert_eq!(search.statistics().seen, 6); // each heap is searched once
/// ```
#[derive(Debug)]
pub struct Negamax<D: TwoPlayerGame> {
    detail: SolvingDetail,
    index: StateIndex,
    table: Vec<(D::State, Option<GameValue>)>,
    statistics: Statistics,
}

impl<D: TwoPlayerGame> Negamax<D> {
    /// Makes a searcher with an empty table.
    pub fn new(detail: SolvingDetail) -> Self {
        Negamax { detail, index: StateIndex::default(), table: Vec::new(), statistics: Statistics::default() }
    }

    /// Returns the result of best play from `state`.
    ///
    /// # Errors
    /// The reason that ended the search early: a budget of all its searches together, or the
    /// caller. States settled by then are kept, and a later search goes on from them.
    pub fn best_play_value(
        &mut self,
        game: &D,
        state: &D::State,
        limits: &Limits,
    ) -> Result<GameValue, Certainty> {
        if let Some(ending) = game.ending(state) {
            return Ok(GameValue { ending, plies: 0 });
        }
        let key = game.canonical(state);
        let hash = hash_key(&key);
        let known = self.index.find_state_id(hash, |id| self.table[id as usize].0 == key);
        if let Some(value) = known.and_then(|id| self.table[id as usize].1) {
            return Ok(value);
        }
        let id = if let Some(id) = known {
            id as usize
        } else {
            if let Some(cut) = limits.reason_against_state(self.table.len()) {
                return Err(cut);
            }
            let id = self.table.len();
            self.index.insert(hash, next_state_id(id));
            self.table.push((key, None));
            self.statistics.seen += 1;
            id
        };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let mut best: Option<GameValue> = None;
        for action in actions {
            if let Some(cut) = limits.reason_against_step(self.statistics.steps) {
                return Err(cut);
            }
            self.statistics.steps += 1;
            let value = self.best_play_value(game, &game.after(state, action), limits)?.one_step_earlier();
            if best.is_none_or(|best| value.ranking_key(true) > best.ranking_key(true)) {
                best = Some(value);
            }
            if self.detail == SolvingDetail::Ending && value.ending == GameEnding::Win {
                break;
            }
        }
        let value = best.unwrap_or(GameValue { ending: GameEnding::Draw, plies: 0 });
        self.statistics.expanded += 1;
        self.table[id].1 = Some(value);
        Ok(value)
    }

    /// Returns the work of all searches so far; `seen` is the size of the table.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}
