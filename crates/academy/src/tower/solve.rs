//! The most life after the boss, with a proof or an honest bound.

use hotgates_search::{
    Bound, DepthFirst, Limits, Optimise, Outcome, Pathwise, Statistics, Verdict, beam, best_first,
};
use serde::Serialize;

use super::error::TowerError;
use super::graph::Graph;
use super::growth::{damage_may_grow, hero_grows_after_boss};
use super::map::{Place, Position, Tile, Tower};
use super::plan::{Choice, Plan, State};
use super::promise::Promise;
use super::route::{RouteStep, compact, walk_nodes};
use super::search::{Blind, Quest};
use super::watch::{Along, Phase, Progress, Watcher};

/// Whether nodes are merged before the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Merging {
    /// Where merging cannot lose the best answer: on towers without a shop, without monsters whose damage grows with the
    /// hero, and without anything behind the boss that makes the hero stronger.
    #[default]
    WhereSafe,
    /// Always; where that could lose the best answer, none is called optimal.
    Always,
    /// Never.
    Never,
}

impl Merging {
    /// True where a search from `position` runs on the merged graph.
    pub fn merges(self, tower: &Tower, position: &Position) -> bool {
        match self {
            Merging::WhereSafe => is_merging_safe(tower, position, damage_may_grow(tower, position)),
            Merging::Always => true,
            Merging::Never => false,
        }
    }
}

/// Returns `true` if merging cannot lose the best answer: there is no shop, no monster costs more later, and none costs
/// nothing only after the boss.
fn is_merging_safe(tower: &Tower, position: &Position, growth: bool) -> bool {
    let shop = tower.shop.is_real() && (position.shop_open || position.cells.contains(&Tile::Shop));
    !shop && !growth && !hero_grows_after_boss(tower, position)
}

/// Which searches are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// Best-first search; where it takes long, beam search for an answer to prune with, and best-first search again.
    #[default]
    Full,
    /// Best-first search alone.
    BestFirst,
    /// Beam search alone, the [`BEAM_WIDTH`] most promising states of each layer: never proven but by luck.
    Beam,
    /// Every way to its end, turning back where the bound promises no more than the best so far. It remembers no states.
    DepthFirst,
    /// As best-first search, but without bounds: only a state that is no better than a known one is dropped.
    WithoutBounds,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] =
        [Method::Full, Method::BestFirst, Method::Beam, Method::DepthFirst, Method::WithoutBounds];
}

/// States that [`Method::Beam`] keeps of each layer.
pub const BEAM_WIDTH: usize = 20;

/// Is told which cells are cleared in the state that a search is looking at.
pub type Cleared<'a> = &'a dyn Fn(&[Place]);

/// What a search may do and spend.
#[derive(Clone, Copy)]
pub struct SolveOptions<'a> {
    /// Which searches are made.
    pub method: Method,
    /// Whether nodes are merged.
    pub merging: Merging,
    /// The most states to keep at a time; `None` for as many as the memory allows. For depth-first search, which keeps
    /// none, the most steps.
    pub states: Option<u64>,
    /// The most memory for states, in bytes.
    pub memory: u64,
    /// Asked now and then; `true` ends the search with what it has.
    pub cancel: Option<&'a dyn Fn() -> bool>,
    /// Told what the search does, for a front end that shows it at work.
    pub watch: Option<&'a dyn Fn(&Progress)>,
    /// Told at the same moments which cells are cleared in the state that the search is looking at.
    pub cleared: Option<Cleared<'a>>,
}

impl Default for SolveOptions<'_> {
    /// Merging where safe, as many states as fit into 2 GB.
    fn default() -> Self {
        SolveOptions {
            method: Method::Full,
            merging: Merging::WhereSafe,
            states: None,
            memory: 2_000_000_000,
            cancel: None,
            watch: None,
            cleared: None,
        }
    }
}

/// What is known of a tower, in the shape of `tower --solve --json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// The most life found; `None` where no way to kill the boss was found.
    pub life: Option<i64>,
    /// True where nothing better exists; with no life, where the boss cannot be killed at all.
    pub optimal: bool,
    /// No play ends with more life; `None` where the boss cannot be killed.
    pub bound: Option<i64>,
    /// Nodes of the graph with the hero's, before merging.
    pub nodes: usize,
    /// Nodes with the hero's after merging, whether or not the search used that graph.
    pub merged_nodes: usize,
    /// States whose choices were tried, over all searches made.
    pub states: u64,
    /// Milliseconds, for a caller with a clock to fill in: this crate has none and leaves 0.
    pub ms: u64,
    /// Doors, monsters and purchases in order, as `204@0,4,5`, `door1@0,3,2`, `buy def`; items too, as `take 27@0,1,2`,
    /// where taking one is a choice.
    pub route: Vec<String>,
}

/// A solution with its route in full and what it took.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What is known.
    pub solution: Solution,
    /// Every cell cleared and every purchase, in order; [`replay`](super::replay) walks it.
    pub route: Vec<RouteStep>,
    /// How the last search ended.
    pub verdict: Verdict,
    /// The work of all searches together.
    pub statistics: Statistics,
    /// True where a monster may cost more after the hero has grown, so that taking a gem is a choice.
    pub gems_are_a_choice: bool,
}

/// The most life with which the boss of `tower` can be killed.
///
/// Best-first search with dominance and an admissible bound; where that takes long, a beam search first finds a
/// good answer to prune with. Proven for small towers; for large ones the best found, and a bound.
///
/// # Errors
/// More than 4,095 doors, monsters and treasures.
///
/// ```
/// use hotgates_academy::tower::{SolveOptions, Tower, solve};
///
/// let text = "1  1 4  0 201 31 299  0 0 0 50 0 0 0 0 0  2  201 10 6 0 0 0  299 10 9 0 0 0  0 0 0 0 0 0
///             20 5 2 0 0 0 0 0 0 0 0";
/// let answer = solve(&Tower::parse(text).unwrap(), &SolveOptions::default()).unwrap();
/// assert_eq!(answer.solution.life, Some(20 - 4 + 50 - 7));
/// assert!(answer.solution.optimal);
/// ```
pub fn solve(tower: &Tower, options: &SolveOptions) -> Result<Answer, TowerError> {
    solve_from(tower, tower.start(), options)
}

/// As [`solve`], from a later moment of the game; the boss must still be there.
///
/// # Errors
/// As [`solve`], and no boss on the map.
pub fn solve_from(tower: &Tower, position: &Position, options: &SolveOptions) -> Result<Answer, TowerError> {
    if !position.cells.contains(&Tile::Monster(super::map::BOSS)) {
        return Err(TowerError::NoBoss);
    }
    let plain = Graph::new(tower, position)?;
    let merged = plain.merged();
    let growth = damage_may_grow(tower, position);
    let safe = is_merging_safe(tower, position, growth);
    let merge = match options.merging {
        Merging::WhereSafe => safe,
        Merging::Always => true,
        Merging::Never => false,
    };
    let graph = if merge { &merged } else { &plain };
    let case = Case { tower, position, graph, plain: &plain, growth, safe: safe || !merge, options };
    let mut answer = match graph.len() - 1 {
        0..=64 => case.solve::<1>(),
        65..=128 => case.solve::<2>(),
        129..=256 => case.solve::<4>(),
        257..=512 => case.solve::<8>(),
        513..=1024 => case.solve::<16>(),
        _ => case.solve::<64>(),
    };
    answer.solution.nodes = plain.len();
    answer.solution.merged_nodes = merged.len();
    Ok(answer)
}

/// A way to kill the boss that a narrow beam finds, if it finds one.
pub(super) fn good_route(tower: &Tower) -> Result<Option<Vec<RouteStep>>, TowerError> {
    let position = tower.start();
    let plain = Graph::new(tower, position)?;
    let options = SolveOptions::default();
    let growth = damage_may_grow(tower, position);
    let case = Case { tower, position, graph: &plain, plain: &plain, growth, safe: true, options: &options };
    Ok(match plain.len() - 1 {
        0..=64 => case.good_route::<1>(),
        65..=128 => case.good_route::<2>(),
        129..=256 => case.good_route::<4>(),
        257..=512 => case.good_route::<8>(),
        _ => case.good_route::<64>(),
    })
}

/// States that the first search may keep, before a beam is asked for an answer to prune with.
const FIRST_TRY: u64 = 20_000;

struct Case<'a> {
    tower: &'a Tower,
    position: &'a Position,
    graph: &'a Graph,
    plain: &'a Graph,
    growth: bool,
    /// True where the search of `graph` cannot miss the best answer.
    safe: bool,
    options: &'a SolveOptions<'a>,
}

impl Case<'_> {
    fn quest<const W: usize>(&self, graph: &Graph) -> Quest<W> {
        let mut plan = Plan::new(self.tower, self.position, graph, self.growth);
        let promise = Promise::new(&mut plan, graph);
        Quest { plan, promise }
    }

    fn good_route<const W: usize>(&self) -> Option<Vec<RouteStep>> {
        let quest = self.quest::<W>(self.graph);
        let promise = |state: &State<W>| quest.promise.most(&quest.plan, state);
        let width = (20_000 / self.graph.len()).clamp(4, 200);
        let found = beam(&quest, quest.plan.first(), width, promise, &Limits::none(), &mut ());
        found.best.map(|way| self.route(&quest, &way.actions))
    }

    fn solve<const W: usize>(&self) -> Answer {
        let quest = self.quest::<W>(self.graph);
        let start = quest.plan.first();
        let by_memory = self.options.memory / bytes_per_state::<W>();
        let most = self.options.states.unwrap_or(u64::MAX).min(by_memory);
        let limits = Limits { states: most, steps: u64::MAX, cancel: self.options.cancel };

        let mut work = Statistics::default();
        let mut watcher = Watcher::new(&quest, self.graph, self.options, self.safe);
        if self.options.method != Method::Full {
            let found = only(&quest, self.options.method, &limits, &mut watcher);
            let statistics = found.statistics;
            return self.answer(&quest, start, &found, statistics);
        }
        let first_limits = limits.with_states(most.min(FIRST_TRY));
        let mut found = best_first(&quest, start, None, &first_limits, &mut watcher);
        add(&mut work, &found.statistics);
        if matches!(found.verdict, Verdict::CutOff(_)) {
            let nodes = self.graph.len();
            let by_states = usize::try_from(most).unwrap_or(usize::MAX) / nodes / 4;
            let mut width = (2_000_000 / (nodes * nodes)).clamp(8, 1_000).min(by_states.max(1));
            let promise = |state: &State<W>| quest.promise.most(&quest.plan, state);
            loop {
                watcher.enter(Phase::Beam, work.expanded);
                let guess = beam(&quest, start, width, promise, &limits, &mut watcher);
                add(&mut work, &guess.statistics);
                // A beam that came to nothing was too narrow.
                let again = guess.verdict == Verdict::Unproven && width < 1_000;
                found = best_of(found, guess);
                if !again || found.best.is_some() {
                    break;
                }
                width *= 2;
            }
            if most > FIRST_TRY && !found.is_proven() && found.verdict != Verdict::Cancelled {
                let floor = found.best.as_ref().map(|way| way.value);
                watcher.enter(Phase::Full, work.expanded);
                let full = best_first(&quest, start, floor, &limits, &mut watcher);
                add(&mut work, &full.statistics);
                found = with_floor(found, full);
            }
        }
        self.answer(&quest, start, &found, work)
    }

    fn answer<const W: usize>(
        &self,
        quest: &Quest<W>,
        start: State<W>,
        found: &Outcome<Choice, i64>,
        statistics: Statistics,
    ) -> Answer {
        let (life, route) = match &found.best {
            Some(way) => {
                let (actions, life) = with_gems_left(quest, start, &way.actions);
                (Some(life), self.route(quest, &actions))
            }
            None => (None, Vec::new()),
        };
        let proven = found.is_proven();
        let bound = if self.safe {
            if proven { life } else { found.bound.or_else(|| at_most(quest, start)) }
        } else {
            self.plain_bound()
        };
        let optimal = (self.safe && proven) || (!self.safe && life.is_some() && life == bound);
        Answer {
            solution: Solution {
                life,
                optimal,
                bound,
                nodes: 0,
                merged_nodes: 0,
                states: statistics.expanded,
                ms: 0,
                route: compact(&route, self.growth),
            },
            route,
            verdict: found.verdict,
            statistics,
            gems_are_a_choice: self.growth,
        }
    }

    /// What the unmerged graph promises at the start, for answers that merging may have spoilt.
    fn plain_bound(&self) -> Option<i64> {
        let quest = self.quest::<64>(self.plain);
        let start = quest.plan.first();
        at_most(&quest, start)
    }

    fn route<const W: usize>(&self, quest: &Quest<W>, choices: &[Choice]) -> Vec<RouteStep> {
        let mut events = Vec::new();
        let mut state = quest.plan.first_telling(&mut |node| events.push(Event::Cleared(node)));
        for &choice in choices {
            if let Choice::Buy(ware) = choice {
                events.push(Event::Bought(ware));
            }
            state = quest.plan.carry_on(&state, choice, &mut |node| events.push(Event::Cleared(node)));
        }
        walk_nodes(self.tower, self.position, self.graph, &events)
    }
}

/// One search alone.
fn only<const W: usize>(
    quest: &Quest<W>,
    method: Method,
    limits: &Limits,
    watcher: &mut Watcher<W>,
) -> Outcome<Choice, i64> {
    let start = quest.plan.first();
    match method {
        Method::Full | Method::BestFirst => best_first(quest, start, None, limits, watcher),
        Method::Beam => {
            watcher.enter(Phase::Beam, 0);
            let promise = |state: &State<W>| quest.promise.most(&quest.plan, state);
            beam(quest, start, BEAM_WIDTH, promise, limits, watcher)
        }
        Method::DepthFirst => {
            watcher.enter(Phase::Depth, 0);
            let mut walk = Pathwise::new(quest, start);
            DepthFirst::new().run(&mut walk, u64::MAX, &limits.with_steps(limits.states), &mut Along(watcher))
        }
        Method::WithoutBounds => {
            watcher.enter(Phase::Blind, 0);
            best_first(&Blind(quest), start, None, limits, watcher)
        }
    }
}

/// The way with everything taken that is left after the boss, where that brings life, and the life at its end.
///
/// A search that was cut off may end at the boss, though a gem then makes another fight free.
fn with_gems_left<const W: usize>(
    quest: &Quest<W>,
    start: State<W>,
    actions: &[Choice],
) -> (Vec<Choice>, i64) {
    let mut state = start;
    for &action in actions {
        state = quest.plan.carry_on(&state, action, &mut |_| {});
    }
    let life = state.life;
    let mut all = actions.to_vec();
    let mut left = Vec::new();
    loop {
        left.clear();
        quest.plan.choices(&state, &mut left);
        let Some(&action) = left.first() else { break };
        all.push(action);
        state = quest.plan.carry_on(&state, action, &mut |_| {});
    }
    if state.life > life { (all, state.life) } else { (actions.to_vec(), life) }
}

/// What happens along a way through the plan.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event {
    /// A node of the plan was cleared.
    Cleared(usize),
    /// Something was bought.
    Bought(super::map::Ware),
}

fn at_most<const W: usize>(quest: &Quest<W>, state: State<W>) -> Option<i64> {
    match quest.bound(&state) {
        Bound::AtMost(bound) => Some(bound),
        Bound::Unknown | Bound::Hopeless => None,
    }
}

/// The better answer and the better bound of two cut-off searches of the same problem.
fn best_of(a: Outcome<Choice, i64>, b: Outcome<Choice, i64>) -> Outcome<Choice, i64> {
    let (a_life, b_life) = (a.best.as_ref().map(|way| way.value), b.best.as_ref().map(|way| way.value));
    let bound = match (a.bound, b.bound) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    // The first was cut off, so both together are, even where the second ran to its own end.
    let cut = if b.verdict == Verdict::Cancelled { b.verdict } else { a.verdict };
    let mut best = if b.is_proven() || b_life > a_life { b } else { a };
    if best.best.is_some() && best.best.as_ref().map(|way| way.value) == bound {
        best.verdict = Verdict::Proven;
    } else if !best.is_proven() {
        best.verdict = cut;
    }
    Outcome { bound, ..best }
}

/// The outcome of a search that looked only for answers above the one of `floor`.
fn with_floor(floor: Outcome<Choice, i64>, above: Outcome<Choice, i64>) -> Outcome<Choice, i64> {
    if above.best.is_some() {
        return above;
    }
    match (above.verdict, floor.best) {
        (Verdict::NoSolution, Some(way)) => {
            Outcome { bound: Some(way.value), best: Some(way), verdict: Verdict::Proven, ..above }
        }
        (_, best) => Outcome { best, ..above },
    }
}

fn add(total: &mut Statistics, more: &Statistics) {
    total.seen += more.seen;
    total.expanded += more.expanded;
    total.steps += more.steps;
    total.dropped += more.dropped;
    total.frontier = more.frontier;
    total.largest_frontier = total.largest_frontier.max(more.largest_frontier);
    total.deepest = total.deepest.max(more.deepest);
}

/// What best-first search keeps for one state: the state with its chain, its place in the tree of ways, twice a slot of
/// the index and one of the queue; doubled, because lists grow by doubling.
fn bytes_per_state<const W: usize>() -> u64 {
    let state = size_of::<State<W>>() + 8;
    let tree = 4 + size_of::<Option<Choice>>() + 4;
    let (index, queue) = (16, 24);
    2 * (state + tree + index + queue) as u64
}
