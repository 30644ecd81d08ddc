#![doc = include_str!("../README.md")]

mod answer;
mod bounds;
mod phase;
mod position_bounds;
mod scratch;
mod search;
mod table;
mod trips;

use hotgates_engine::{Side, View};

use hotgates_search::Budget;
use search::EndingSearch;

pub use answer::{PlanKind, RatedPlan, SolvedEnding, Unsolved, WinChance};

/// Number of positions that a search looks at before it gives up.
pub const NODES: u64 = 5_000_000;

/// Number of living units of both sides up to which positions are tried.
pub const UNITS: u32 = 4;

/// Number of half-turns to dusk up to which positions are tried.
pub const HALF_TURNS: u32 = 3;

/// Returns `true` if a position is small enough to be solved: it is the side's half-turn, no more
/// than [`UNITS`] units live, no more than [`HALF_TURNS`] half-turns are left, the present one
/// included, there are no goals, nothing follows from an attack but losses, which depend on the two
/// units alone, and every enemy is in sight. Cost: a look at the numbers of units and
/// turns, at the castles, and under fog of war at each enemy.
#[must_use]
pub fn is_small_enough_to_solve(view: View<'_>) -> bool {
    view.half_turns_left() <= HALF_TURNS
        && view.alive(Side::Red) + view.alive(Side::Blue) <= UNITS
        && view.side_to_move() == view.side()
        && !is_on_castle_to_take(view)
        && !view.has_goals()
        && !view.rules().options.attacks_have_aftermaths()
        && !view.rules().options.attacks_depend_on_place()
        && !(view.has_fog() && is_enemy_hidden(view))
}

fn is_enemy_hidden(view: View<'_>) -> bool {
    let mut enemies = view.roster().filter(|(_, info)| info.side != view.side());
    enemies.any(|(enemy, _)| view.is_out_of_sight(enemy))
}

fn is_on_castle_to_take(view: View<'_>) -> bool {
    view.castles().any(|(castle, owner)| view.at(castle).is_some_and(|unit| view.info(unit).side != owner))
}

/// Finds the best plan of the side to move, and its chance of winning, of a position of any size.
///
/// Plans of other kinds are only looked at as long as they could be better. The search ends when
/// `nodes` positions are looked at or the budget is cancelled; it takes no steps of the budget.
///
/// ```
/// use hotgates_endings::{NODES, WinChance, is_small_enough_to_solve, solve_ending};
/// use hotgates_search::Budget;
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// // In the only turn the cavalry of Red is next to the castle, and Blue is far away.
/// let map = MapFile::from_ron(
///     r##"Map(name: "too late", rows: ["............", "#...........", "............"], turns: 1,
///         red: (units: [(type: "cavalry", at: (2, 1))]), blue: (units: [(type: "infantry", at: (9, 1))]))"##,
/// )?;
/// let mut scenario = Scenario::classic(map);
/// scenario.rules.setup.distance = 0;
/// let battle = Battle::from_scenario(&scenario).map_err(|faults| faults[0].to_string())?;
/// let view = View::new(&battle, Side::Red);
/// assert!(is_small_enough_to_solve(view));
/// let solved = solve_ending(view, NODES, &Budget::default())?;
/// assert_eq!(solved.chance(), WinChance::CERTAIN);
/// assert!(battle.check(solved.best_order()).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The reason why there is no answer.
pub fn solve_ending(view: View<'_>, nodes: u64, budget: &Budget) -> Result<SolvedEnding, Unsolved> {
    run_search(view, nodes, budget, false)
}

/// Finds the best plan of every kind, and its chance of winning: as [`solve_ending`] does, but
/// without leaving out kinds that cannot be the best.
///
/// # Errors
/// The reason why there is no answer.
pub fn rate_plan_kinds(view: View<'_>, nodes: u64, budget: &Budget) -> Result<SolvedEnding, Unsolved> {
    run_search(view, nodes, budget, true)
}

fn run_search(view: View<'_>, nodes: u64, budget: &Budget, every: bool) -> Result<SolvedEnding, Unsolved> {
    let root = view.known_battle();
    if root.verdict().is_some() || view.side_to_move() != view.side() {
        return Err(Unsolved::NotToMove);
    }
    if is_on_castle_to_take(view) {
        return Err(Unsolved::Untaken);
    }
    if view.has_goals() {
        return Err(Unsolved::Goals);
    }
    if view.rules().options.attacks_have_aftermaths() || view.rules().options.attacks_depend_on_place() {
        return Err(Unsolved::RichAttacks);
    }
    EndingSearch::new(view, nodes, budget).solve_root(&root, every)
}
