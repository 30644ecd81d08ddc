//! Solving a tower: the most life after the boss, with a proof or an honest bound.

use hotgates_search::{
    Bound, Certainty, DepthFirstSearch, Limits, OptimisationProblem, SearchOutcome, Statistics, UndoablePath,
    beam_search, best_first_search,
};
use serde::Serialize;

use super::error::TowerError;
use super::graph::TowerGraph;
use super::growth::damage_may_grow;
use super::life_bound::LifeBound;
use super::map::{Tile, Tower, TowerState};
use super::options::{BEAM_WIDTH, Merging, SearchPhase, SolveOptions, TowerMethod, is_merging_safe};
use super::plan::{ClearingPlan, HeroChoice, PlanState};
use super::route::{ClearingEvent, RouteStep, route_as_text, steps_of_events};
use super::search::{TowerProblem, UnboundedTowerProblem};
use super::watch::{InPlaceSearchWatcher, SearchWatcher};

/// The solution of a tower, in the shape of `tower --solve --json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TowerSolution {
    /// Greatest life found; `None` where no way to kill the boss was found.
    pub life: Option<i64>,
    /// `true` if nothing better exists; with no life, where the boss cannot be killed at all.
    pub optimal: bool,
    /// Upper bound on the life; `None` where the boss cannot be killed.
    pub bound: Option<i64>,
    /// Nodes of the graph with the hero's, before merging.
    pub nodes: usize,
    /// Nodes with the hero's after merging, whether or not the search used that graph.
    pub merged_nodes: usize,
    /// States whose choices were tried, over all searches made.
    pub states: u64,
    /// Milliseconds, for a caller with a clock to fill in: this crate has none and leaves 0.
    pub ms: u64,
    /// Doors, monsters and purchases in order, as `204@0,4,5`, `door1@0,3,2`, `buy def`; items too,
    /// as `take 27@0,1,2`, where taking one is a choice.
    pub route: Vec<String>,
}

/// A solution with its route in full and the work of the search.
#[derive(Debug, Clone)]
pub struct TowerAnswer {
    /// The solution.
    pub solution: TowerSolution,
    /// Every cell cleared and every purchase, in order; [`replay_route`](super::replay_route) walks
    /// it.
    pub route: Vec<RouteStep>,
    /// The certainty of the last search.
    pub certainty: Certainty,
    /// The work of all searches together.
    pub statistics: Statistics,
    /// `true` if a monster may cost more after the hero has grown, so that taking a gem is a
    /// choice.
    pub gems_are_a_choice: bool,
}

/// Finds the greatest life with which the boss of `tower` can be killed.
///
/// Best-first search with dominance and an admissible bound; where that takes long, a beam search
/// first finds a good answer to prune with. Proven for small towers; for large ones the best found,
/// and a bound.
///
/// # Errors
/// More than 4,095 doors, monsters and treasures.
///
/// ```
/// use hotgates_academy::tower::{SolveOptions, Tower, solve_tower};
///
/// let text = "1  1 4  0 201 31 299  0 0 0 50 0 0 0 0 0  2  201 10 6 0 0 0  299 10 9 0 0 0  0 0 0 0 0 0
///             20 5 2 0 0 0 0 0 0 0 0";
/// let answer = solve_tower(&Tower::parse(text).unwrap(), &SolveOptions::default()).unwrap();
/// assert_eq!(answer.solution.life, Some(20 - 4 + 50 - 7));
/// assert!(answer.solution.optimal);
/// ```
pub fn solve_tower(tower: &Tower, options: &SolveOptions) -> Result<TowerAnswer, TowerError> {
    solve_tower_from(tower, tower.start_state(), options)
}

/// As [`solve_tower`], from a later moment of the game; the boss must still be there.
///
/// # Errors
/// As [`solve_tower`], and no boss on the map.
pub fn solve_tower_from(
    tower: &Tower,
    position: &TowerState,
    options: &SolveOptions,
) -> Result<TowerAnswer, TowerError> {
    if !position.cells.contains(&Tile::Monster(super::map::BOSS)) {
        return Err(TowerError::NoBoss);
    }
    let plain = TowerGraph::new(tower, position)?;
    let merged = plain.with_nodes_merged();
    let growth = damage_may_grow(tower, position);
    let safe = is_merging_safe(tower, position, growth);
    let merge = match options.merging {
        Merging::WhereSafe => safe,
        Merging::Always => true,
        Merging::Never => false,
    };
    let graph = if merge { &merged } else { &plain };
    let case = SolverInput { tower, position, graph, plain: &plain, growth, safe: safe || !merge, options };
    let mut answer = match graph.len() - 1 {
        0..=64 => case.solve_merged_or_plain::<1>(),
        65..=128 => case.solve_merged_or_plain::<2>(),
        129..=256 => case.solve_merged_or_plain::<4>(),
        257..=512 => case.solve_merged_or_plain::<8>(),
        513..=1024 => case.solve_merged_or_plain::<16>(),
        _ => case.solve_merged_or_plain::<64>(),
    };
    answer.solution.nodes = plain.len();
    answer.solution.merged_nodes = merged.len();
    Ok(answer)
}

/// Returns a route that kills the boss, found by a narrow beam; `None` where the beam finds none.
pub(super) fn beam_route(tower: &Tower) -> Result<Option<Vec<RouteStep>>, TowerError> {
    let position = tower.start_state();
    let plain = TowerGraph::new(tower, position)?;
    let options = SolveOptions::default();
    let growth = damage_may_grow(tower, position);
    let case =
        SolverInput { tower, position, graph: &plain, plain: &plain, growth, safe: true, options: &options };
    Ok(match plain.len() - 1 {
        0..=64 => case.beam_route::<1>(),
        65..=128 => case.beam_route::<2>(),
        129..=256 => case.beam_route::<4>(),
        257..=512 => case.beam_route::<8>(),
        _ => case.beam_route::<64>(),
    })
}

/// States that the first search may keep, before a beam is asked for an answer to prune with.
const FIRST_TRY: u64 = 20_000;

struct SolverInput<'a> {
    tower: &'a Tower,
    position: &'a TowerState,
    graph: &'a TowerGraph,
    plain: &'a TowerGraph,
    growth: bool,
    /// `true` if the search of `graph` cannot miss the best answer.
    safe: bool,
    options: &'a SolveOptions<'a>,
}

impl SolverInput<'_> {
    fn make_tower_problem<const W: usize>(&self, graph: &TowerGraph) -> TowerProblem<W> {
        let mut plan = ClearingPlan::new(self.tower, self.position, graph, self.growth);
        let life_bound = LifeBound::new(&mut plan, graph);
        TowerProblem { plan, life_bound }
    }

    fn beam_route<const W: usize>(&self) -> Option<Vec<RouteStep>> {
        let quest = self.make_tower_problem::<W>(self.graph);
        let life_bound = |state: &PlanState<W>| quest.life_bound.greatest_life_from(&quest.plan, state);
        let width = (20_000 / self.graph.len()).clamp(4, 200);
        let found =
            beam_search(&quest, quest.plan.first(), width, life_bound, &Limits::without_limits(), &mut ());
        found.best.map(|way| self.route_of_choices(&quest, &way.actions))
    }

    fn solve_merged_or_plain<const W: usize>(&self) -> TowerAnswer {
        let quest = self.make_tower_problem::<W>(self.graph);
        let start = quest.plan.first();
        let by_memory = self.options.memory / bytes_per_state::<W>();
        let most = self.options.states.unwrap_or(u64::MAX).min(by_memory);
        let limits = Limits { states: most, steps: u64::MAX, cancel: self.options.cancel };

        let mut work = Statistics::default();
        let mut watcher = SearchWatcher::new(&quest, self.graph, self.options, self.safe);
        if self.options.method != TowerMethod::Full {
            let found = run_one_search(&quest, self.options.method, &limits, &mut watcher);
            let statistics = found.statistics;
            return self.make_answer(&quest, start, &found, statistics);
        }
        let first_limits = limits.with_states(most.min(FIRST_TRY));
        let mut found = best_first_search(&quest, start, None, &first_limits, &mut watcher);
        add_statistics(&mut work, &found.statistics);
        if matches!(found.certainty, Certainty::CutOff(_)) {
            let nodes = self.graph.len();
            let by_states = usize::try_from(most).unwrap_or(usize::MAX) / nodes / 4;
            let mut width = (2_000_000 / (nodes * nodes)).clamp(8, 1_000).min(by_states.max(1));
            let life_bound = |state: &PlanState<W>| quest.life_bound.greatest_life_from(&quest.plan, state);
            loop {
                watcher.enter_phase(SearchPhase::Beam, work.expanded);
                let guess = beam_search(&quest, start, width, life_bound, &limits, &mut watcher);
                add_statistics(&mut work, &guess.statistics);
                // A beam that came to nothing was too narrow.
                let again = guess.certainty == Certainty::Unproven && width < 1_000;
                found = better_outcome(found, guess);
                if !again || found.best.is_some() {
                    break;
                }
                width *= 2;
            }
            if most > FIRST_TRY && !found.is_proven() && found.certainty != Certainty::Cancelled {
                let floor = found.best.as_ref().map(|way| way.value);
                watcher.enter_phase(SearchPhase::Full, work.expanded);
                let full = best_first_search(&quest, start, floor, &limits, &mut watcher);
                add_statistics(&mut work, &full.statistics);
                found = outcome_above_floor(found, full);
            }
        }
        self.make_answer(&quest, start, &found, work)
    }

    fn make_answer<const W: usize>(
        &self,
        quest: &TowerProblem<W>,
        start: PlanState<W>,
        found: &SearchOutcome<HeroChoice, i64>,
        statistics: Statistics,
    ) -> TowerAnswer {
        let (life, route) = match &found.best {
            Some(way) => {
                let (actions, life) = with_remaining_gems(quest, start, &way.actions);
                (Some(life), self.route_of_choices(quest, &actions))
            }
            None => (None, Vec::new()),
        };
        let proven = found.is_proven();
        let bound = if self.safe {
            if proven { life } else { found.bound.or_else(|| life_bound_of(quest, start)) }
        } else {
            self.bound_of_unmerged_graph()
        };
        let optimal = (self.safe && proven) || (!self.safe && life.is_some() && life == bound);
        TowerAnswer {
            solution: TowerSolution {
                life,
                optimal,
                bound,
                nodes: 0,
                merged_nodes: 0,
                states: statistics.expanded,
                ms: 0,
                route: route_as_text(&route, self.growth),
            },
            route,
            certainty: found.certainty,
            statistics,
            gems_are_a_choice: self.growth,
        }
    }

    /// Returns the bound of the unmerged graph at the start, for answers that merging may have
    /// spoilt.
    fn bound_of_unmerged_graph(&self) -> Option<i64> {
        let quest = self.make_tower_problem::<64>(self.plain);
        let start = quest.plan.first();
        life_bound_of(&quest, start)
    }

    fn route_of_choices<const W: usize>(
        &self,
        quest: &TowerProblem<W>,
        choices: &[HeroChoice],
    ) -> Vec<RouteStep> {
        let mut events = Vec::new();
        let mut state =
            quest.plan.first_state_with_report(&mut |node| events.push(ClearingEvent::Cleared(node)));
        for &choice in choices {
            if let HeroChoice::Buy(ware) = choice {
                events.push(ClearingEvent::Bought(ware));
            }
            state = quest
                .plan
                .state_after_choice(&state, choice, &mut |node| events.push(ClearingEvent::Cleared(node)));
        }
        steps_of_events(self.tower, self.position, self.graph, &events)
    }
}

/// Runs one search alone.
fn run_one_search<const W: usize>(
    quest: &TowerProblem<W>,
    method: TowerMethod,
    limits: &Limits,
    watcher: &mut SearchWatcher<W>,
) -> SearchOutcome<HeroChoice, i64> {
    let start = quest.plan.first();
    match method {
        TowerMethod::Full | TowerMethod::BestFirst => best_first_search(quest, start, None, limits, watcher),
        TowerMethod::Beam => {
            watcher.enter_phase(SearchPhase::Beam, 0);
            let life_bound = |state: &PlanState<W>| quest.life_bound.greatest_life_from(&quest.plan, state);
            beam_search(quest, start, BEAM_WIDTH, life_bound, limits, watcher)
        }
        TowerMethod::DepthFirst => {
            watcher.enter_phase(SearchPhase::Depth, 0);
            let mut walk = UndoablePath::new(quest, start);
            DepthFirstSearch::new().search_to_depth(
                &mut walk,
                u64::MAX,
                &limits.with_steps(limits.states),
                &mut InPlaceSearchWatcher(watcher),
            )
        }
        TowerMethod::WithoutBounds => {
            watcher.enter_phase(SearchPhase::Blind, 0);
            best_first_search(&UnboundedTowerProblem(quest), start, None, limits, watcher)
        }
    }
}

/// Returns the route with everything taken that is left after the boss, where that brings life, and
/// the life at its end.
///
/// A search that was cut off may end at the boss, though a gem then makes another fight free.
fn with_remaining_gems<const W: usize>(
    quest: &TowerProblem<W>,
    start: PlanState<W>,
    actions: &[HeroChoice],
) -> (Vec<HeroChoice>, i64) {
    let mut state = start;
    for &action in actions {
        state = quest.plan.state_after_choice(&state, action, &mut |_| {});
    }
    let life = state.life;
    let mut all = actions.to_vec();
    let mut left = Vec::new();
    loop {
        left.clear();
        quest.plan.append_possible_choices(&state, &mut left);
        let Some(&action) = left.first() else { break };
        all.push(action);
        state = quest.plan.state_after_choice(&state, action, &mut |_| {});
    }
    if state.life > life { (all, state.life) } else { (actions.to_vec(), life) }
}

fn life_bound_of<const W: usize>(quest: &TowerProblem<W>, state: PlanState<W>) -> Option<i64> {
    match quest.bound(&state) {
        Bound::AtMost(bound) => Some(bound),
        Bound::Unknown | Bound::Hopeless => None,
    }
}

/// Returns the better answer and the better bound of two cut-off searches of the same problem.
fn better_outcome(
    a: SearchOutcome<HeroChoice, i64>,
    b: SearchOutcome<HeroChoice, i64>,
) -> SearchOutcome<HeroChoice, i64> {
    let (a_life, b_life) = (a.best.as_ref().map(|way| way.value), b.best.as_ref().map(|way| way.value));
    let bound = match (a.bound, b.bound) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    // The first was cut off, so both together are, even where the second ran to its own end.
    let cut = if b.certainty == Certainty::Cancelled { b.certainty } else { a.certainty };
    let mut best = if b.is_proven() || b_life > a_life { b } else { a };
    if best.best.is_some() && best.best.as_ref().map(|way| way.value) == bound {
        best.certainty = Certainty::Proven;
    } else if !best.is_proven() {
        best.certainty = cut;
    }
    SearchOutcome { bound, ..best }
}

/// Returns the outcome of a search that looked only for answers above the answer of `floor`.
fn outcome_above_floor(
    floor: SearchOutcome<HeroChoice, i64>,
    above: SearchOutcome<HeroChoice, i64>,
) -> SearchOutcome<HeroChoice, i64> {
    if above.best.is_some() {
        return above;
    }
    match (above.certainty, floor.best) {
        (Certainty::NoSolution, Some(way)) => {
            SearchOutcome { bound: Some(way.value), best: Some(way), certainty: Certainty::Proven, ..above }
        }
        (_, best) => SearchOutcome { best, ..above },
    }
}

fn add_statistics(total: &mut Statistics, more: &Statistics) {
    total.seen += more.seen;
    total.expanded += more.expanded;
    total.steps += more.steps;
    total.dropped += more.dropped;
    total.frontier = more.frontier;
    total.largest_frontier = total.largest_frontier.max(more.largest_frontier);
    total.deepest = total.deepest.max(more.deepest);
}

/// Returns the memory that best-first search keeps for one state: the state with its chain, its
/// place in the tree of ways, twice a slot of the index and one of the queue; doubled, because
/// lists grow by doubling.
fn bytes_per_state<const W: usize>() -> u64 {
    let state = size_of::<PlanState<W>>() + 8;
    let tree = 4 + size_of::<Option<HeroChoice>>() + 4;
    let (index, queue) = (16, 24);
    2 * (state + tree + index + queue) as u64
}
