//! Monte Carlo tree search: a move for games too large to exhaust.

use crate::limits::Limits;
use crate::outcome::{Certainty, Statistics};
use crate::state_index::next_state_id;
use crate::two_player::{GameEnding, TwoPlayerGame};

/// One action of the first state, as the search left it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledAction<A> {
    /// The action.
    pub action: A,
    /// Number of games that went through the action.
    pub visits: u64,
    /// Results of these games: 2 for each win of the side to move, 1 for each draw.
    pub points: u64,
}

/// The answer of [`monte_carlo_search`].
#[derive(Debug, Clone)]
pub struct SampledAnswer<A> {
    /// The action that most games went through; `None` where the state has no action. A guess,
    /// never a proof.
    pub best: Option<A>,
    /// All actions tried, in their order.
    pub tried: Vec<SampledAction<A>>,
    /// The reason of the end: a budget ran out, or the caller cancelled.
    pub certainty: Certainty,
    /// `seen` counts the nodes of the tree, `expanded` the games played out, `steps` all steps in
    /// them.
    pub statistics: Statistics,
}

/// Scale of shares: two points a game are `ONE`.
const ONE: u64 = 1 << 16;

/// Index that ends a node's list of siblings or children.
const NONE: u32 = u32::MAX;

/// Returns a good action in `state`, by playing out random games and growing a tree where they go
/// well.
///
/// UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006): each game walks down the
/// tree by the highest upper confidence bound, adds one node and is played out at random. Counted
/// in `limits.steps`, which must be finite or be cancelled. Integers only, so that equal picks give
/// equal searches on every machine. `pick(n)` is a number below `n`. Of equals the earlier action
/// goes first. To watch it at work, run a [`MonteCarloSearch`] bit by bit.
///
/// ```
/// use hotgates_search::{Limits, monte_carlo_search};
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
/// let mut number = 1usize;
/// let mut pick = |n: usize| { number = number * 1_103_515_245 % 2_147_483_647; number % n };
/// let found = monte_carlo_search(&Nim, &4, &Limits::without_limits().with_steps(2_000), &mut pick);
/// assert_eq!(found.best, Some(1)); // three are left, and they are lost
/// ```
pub fn monte_carlo_search<D: TwoPlayerGame>(
    game: &D,
    state: &D::State,
    limits: &Limits,
    pick: &mut dyn FnMut(usize) -> usize,
) -> SampledAnswer<D::Action> {
    MonteCarloSearch::new(game, state.clone()).play_games(game, limits, pick)
}

/// Returns the end by cancellation if the hook asks for it. Games are long compared with a call of
/// the hook, so the hook is called before each game.
fn cancelled_before_game(limits: &Limits) -> Option<Certainty> {
    limits.is_cancelled().then_some(Certainty::Cancelled)
}

#[derive(Debug, Clone)]
struct GameTreeNode<S, A> {
    state: S,
    action: Option<A>,
    ending: Option<GameEnding>,
    /// Actions without a node yet, the next one last.
    untried: Vec<A>,
    child: u32,
    sibling: u32,
    visits: u64,
    /// Points of the side that moved into this node.
    points: u64,
}

/// The search behind [`monte_carlo_search`] with the tree it has grown, for a front end that shows
/// it growing.
///
/// ```
/// # use hotgates_search::{TwoPlayerGame, GameEnding, Limits, MonteCarloSearch};
/// # struct Coin;
/// # impl TwoPlayerGame for Coin {
/// #     type State = u8;
/// #     type Action = u8;
/// #     fn actions(&self, n: &u8, into: &mut Vec<u8>) { if *n < 2 { into.extend([1, 2]) } }
/// #     fn after(&self, n: &u8, action: u8) -> u8 { n + action }
/// #     fn ending(&self, n: &u8) -> Option<GameEnding> { (*n >= 2).then_some(GameEnding::Loss) }
/// # }
/// let mut search = MonteCarloSearch::new(&Coin, 0);
/// for steps in [100, 200, 300] {
///     let sampled = search.play_games(&Coin, &Limits::without_limits().with_steps(steps), &mut |_| 0);
///     assert!(sampled.tried.iter().map(|tried| tried.visits).sum::<u64>() > 0); // to be drawn
/// }
/// ```
#[derive(Debug, Clone)]
pub struct MonteCarloSearch<D: TwoPlayerGame> {
    nodes: Vec<GameTreeNode<D::State, D::Action>>,
    statistics: Statistics,
}

impl<D: TwoPlayerGame> MonteCarloSearch<D> {
    /// Makes a search with a tree of one node.
    pub fn new(game: &D, state: D::State) -> Self {
        let mut search = MonteCarloSearch { nodes: Vec::new(), statistics: Statistics::default() };
        search.add_node(game, state, None);
        search
    }

    /// Plays games until a limit ends the search, and returns the answer so far. Limits count all
    /// runs together: another run with a higher limit goes on where the last run stopped, and ends
    /// as one long run would have.
    pub fn play_games(
        &mut self,
        game: &D,
        limits: &Limits,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> SampledAnswer<D::Action> {
        let certainty = loop {
            if self.nodes[0].untried.is_empty() && self.nodes[0].child == NONE {
                break Certainty::NoSolution;
            }
            if let Some(cut) =
                limits.reason_against_step(self.statistics.steps).or_else(|| cancelled_before_game(limits))
            {
                break cut;
            }
            let may_grow = limits.reason_against_state(self.nodes.len()).is_none();
            self.play_one_game(game, may_grow, pick);
        };
        let tried = self.tried_actions();
        let mut best: Option<SampledAction<D::Action>> = None;
        for tried in &tried {
            if best.is_none_or(|best| (tried.visits, tried.points) > (best.visits, best.points)) {
                best = Some(*tried);
            }
        }
        SampledAnswer { best: best.map(|tried| tried.action), tried, certainty, statistics: self.statistics }
    }

    fn add_node(&mut self, game: &D, state: D::State, action: Option<D::Action>) -> u32 {
        let ending = game.ending(&state);
        let mut untried = Vec::new();
        if ending.is_none() {
            game.actions(&state, &mut untried);
            untried.reverse();
        }
        let id = next_state_id(self.nodes.len());
        self.nodes.push(GameTreeNode {
            state,
            action,
            ending,
            untried,
            child: NONE,
            sibling: NONE,
            visits: 0,
            points: 0,
        });
        self.statistics.seen += 1;
        id
    }

    /// Plays one game, and adds its result to every node on its path through the tree.
    fn play_one_game(&mut self, game: &D, may_grow: bool, pick: &mut dyn FnMut(usize) -> usize) {
        let mut path = vec![0u32];
        let mut at = 0u32;
        while self.nodes[at as usize].untried.is_empty() && self.nodes[at as usize].child != NONE {
            at = self.most_promising_child(at);
            path.push(at);
        }
        if may_grow && let Some(action) = self.nodes[at as usize].untried.pop() {
            let next = game.after(&self.nodes[at as usize].state, action);
            let child = self.add_node(game, next, Some(action));
            self.nodes[child as usize].sibling = self.nodes[at as usize].child;
            self.nodes[at as usize].child = child;
            at = child;
            path.push(at);
        }
        let node = &self.nodes[at as usize];
        let (ending, steps) = match node.ending {
            Some(ending) => (ending, 0),
            None => game.play_out(&node.state, pick),
        };
        // A game inside the tree costs a step too, or a settled tree would be searched for ever.
        self.statistics.steps += steps + path.len() as u64;
        self.statistics.expanded += 1;
        self.statistics.deepest = self.statistics.deepest.max(path.len() as u64 - 1);
        let mut for_mover = ending.for_other_side();
        for &id in path.iter().rev() {
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            node.points += for_mover as u64;
            for_mover = for_mover.for_other_side();
        }
    }

    fn most_promising_child(&self, parent: u32) -> u32 {
        let games = self.nodes[parent as usize].visits.max(1);
        let mut best = (0, NONE);
        let mut child = self.nodes[parent as usize].child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let share = node.points * ONE / (2 * node.visits.max(1));
            // sqrt(2 ln N / n) as sqrt(2 ln 2 · log2 N / n), all times ONE.
            let spread = (scaled_log2(games) * 1_386 / 1_000 / node.visits.max(1) * ONE).isqrt();
            // Siblings are linked latest first, so an equal one met later here comes earlier in the
            // order of actions.
            if share + spread >= best.0 {
                best = (share + spread, child);
            }
            child = node.sibling;
        }
        best.1
    }

    fn tried_actions(&self) -> Vec<SampledAction<D::Action>> {
        let mut tried = Vec::new();
        let mut child = self.nodes[0].child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            tried.extend(node.action.map(|action| SampledAction {
                action,
                visits: node.visits,
                points: node.points,
            }));
            child = node.sibling;
        }
        tried.reverse();
        tried
    }
}

/// Returns the binary logarithm of `n` times [`ONE`], interpolated linearly between powers of two.
fn scaled_log2(n: u64) -> u64 {
    let whole = u64::from(n.ilog2());
    let rest = if whole > 16 { (n >> (whole - 16)) - ONE } else { (n << (16 - whole)) - ONE };
    whole * ONE + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_at_powers_and_rise_between() {
        for power in 0..40u32 {
            assert_eq!(scaled_log2(1 << power), u64::from(power) * ONE);
        }
        assert!((1..100_000u64).all(|n| scaled_log2(n) <= scaled_log2(n + 1)));
    }
}
