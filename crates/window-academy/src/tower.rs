//! The magic tower at the table: which tower, the game, and the searches of it.

mod legend;
pub(crate) mod own;
mod stage;

use std::ops::RangeInclusive;

use hotgates_academy::tower::{
    RandomTowerOptions, RouteStep, ShippedTower, ShopWare, SolveOptions, SolveProgress, Tile, TilePlace,
    Tower, TowerError, TowerGame, TowerGraph, TowerHint, TowerMethod, WalkDirection, random_tower,
    solve_tower_from,
};
use hotgates_search::{Cancel, Certainty, Statistics};

use super::tape::{GameStep, SearchMoment, SearchResult, SharedSearchLog, VisitedState};
use hotgates_ui::texts::{TextValue, Texts};

pub(super) use legend::{LEGEND, spawn_legend_sign};
pub use own::OwnTower;
pub(super) use stage::{spawn_tower, spawn_tower_floor, spawn_tower_options, tower_step_name};

/// A change of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TowerAction {
    /// One cell further.
    Walk(WalkDirection),
    /// Up or down the stairs that the hero stands on.
    Climb,
    /// Goes to a cell and clears it.
    Clear(TilePlace),
    /// Buys at the shop.
    Buy(ShopWare),
    /// Another tower, by its place in [`ShippedTower::ALL`].
    Tower(usize),
    /// A tower of the player's own, by its place in [`TowerSession::own`].
    OwnTower(usize),
    /// More or fewer floors of a random tower.
    Floors(i8),
    /// A random tower of another size.
    Size(i8),
    /// A random tower with a shop, or without.
    Shop,
    /// A random tower.
    Random,
    /// Shows another floor.
    Floor(u16),
    /// Draws another graph over the map.
    Graph(ShownGraph),
}

/// The graph that is drawn over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ShownGraph {
    /// None.
    #[default]
    None,
    /// Every door, monster and treasure a node.
    Plain,
    /// With those merged that would be cleared together.
    Merged,
}

/// Returns the words on the button of a shipped tower: its size, `$` for a shop, and whether it is
/// the lesson's.
pub(super) fn tower_label(texts: &Texts, shipped: ShippedTower) -> String {
    let tower = shipped.parse();
    let floors = if tower.floor_count() > 1 { format!("{} × ", tower.floor_count()) } else { String::new() };
    let shop = if tower.shop_prices().sells_anything() { " $" } else { "" };
    let lesson = if shipped.is_worked_example() {
        format!(" · {}", texts.get("tower-lesson"))
    } else {
        String::new()
    };
    format!("{floors}{} × {}{shop}{lesson}", tower.row_count(), tower.column_count())
}

/// Source of the tower on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TowerSource {
    /// The one at this place in [`ShippedTower::ALL`].
    Shipped(usize),
    /// The player's own at this place in [`TowerSession::own`].
    Own(usize),
    /// One made at random.
    Random,
}

/// The game being played.
#[derive(Debug)]
pub struct TowerSession {
    /// The game.
    pub game: TowerGame,
    /// Source of the tower.
    pub which: TowerSource,
    /// The player's own towers.
    pub own: Vec<OwnTower>,
    /// Wishes for random towers.
    pub random: RandomTowerOptions,
    /// The floor that is shown.
    pub floor: u16,
    /// The graph that is drawn over it.
    pub graph: ShownGraph,
}

/// Numbers of floors of random towers.
const FLOORS: RangeInclusive<u32> = 1..=4;
/// Numbers of rows and columns of random towers.
const SIZES: RangeInclusive<u32> = 7..=17;

fn clamp_to_range(number: u32, range: &RangeInclusive<u32>) -> u32 {
    number.clamp(*range.start(), *range.end())
}

/// Bytes that one search may use.
const MEMORY: u64 = 400_000_000;
/// States that a hint may keep, so that it comes soon.
const HINT_STATES: u64 = 100_000;
/// States of a search without bounds, and a hundredth of the steps of one that remembers none.
const BLIND_STATES: u64 = 200_000;

impl Default for TowerSession {
    fn default() -> Self {
        let random = RandomTowerOptions { floors: 1, rows: 11, columns: 11, seed: 0, shop: false };
        Self {
            game: shipped_tower_game(0),
            which: TowerSource::Shipped(0),
            own: Vec::new(),
            random,
            floor: 0,
            graph: ShownGraph::None,
        }
    }
}

fn shipped_tower_game(at: usize) -> TowerGame {
    TowerGame::new(ShippedTower::ALL[at].parse())
}

impl TowerSession {
    /// Applies a change, or a step of the player.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn apply_action(&mut self, action: TowerAction) -> Result<(), TowerError> {
        match action {
            TowerAction::Walk(direction) => self.game.walk_one_cell(direction).map(|_| ())?,
            TowerAction::Climb => self.game.climb_stairs()?,
            TowerAction::Clear(place) => {
                let tile = self.game.tile_now_at(place).unwrap_or(Tile::Wall);
                if tile.is_floor() || tile == Tile::Wall {
                    return Ok(());
                }
                self.game.make_step(RouteStep::Clear { place, tile })?;
            }
            TowerAction::Buy(ware) => self.game.make_step(RouteStep::Buy(ware))?,
            TowerAction::Tower(at) if at < ShippedTower::ALL.len() => {
                (self.game, self.which) = (shipped_tower_game(at), TowerSource::Shipped(at));
            }
            TowerAction::OwnTower(at) => {
                if let Some(own) = self.own.get(at) {
                    (self.game, self.which) = (TowerGame::new(own.tower.clone()), TowerSource::Own(at));
                }
            }
            TowerAction::Tower(_) | TowerAction::Random => {}
            TowerAction::Floors(more) => {
                self.random.floors =
                    clamp_to_range(self.random.floors.saturating_add_signed(more.into()), &FLOORS);
            }
            TowerAction::Size(more) => {
                let size = clamp_to_range(self.random.rows.saturating_add_signed(more.into()), &SIZES);
                (self.random.rows, self.random.columns) = (size, size);
            }
            TowerAction::Shop => self.random.shop = !self.random.shop,
            TowerAction::Graph(graph) => self.graph = graph,
            TowerAction::Floor(floor) => self.floor = floor.min(self.game.tower().floor_count() - 1),
        }
        if !matches!(action, TowerAction::Floor(_) | TowerAction::Graph(_)) {
            self.floor = self.game.current_state().hero.place.floor;
        }
        Ok(())
    }

    /// Returns the graph that is drawn over the map, as the game stands; none where it is too
    /// large.
    pub fn graph_over_map(&self) -> Option<TowerGraph> {
        let plain = || TowerGraph::new(self.game.tower(), self.game.current_state()).ok();
        match self.graph {
            ShownGraph::None => None,
            ShownGraph::Plain => plain(),
            ShownGraph::Merged => plain().map(|graph| graph.with_nodes_merged()),
        }
    }

    /// Prepares the making of a random tower, to be run in the background.
    pub fn prepare_random_tower(&mut self) -> impl FnOnce(&Cancel) -> Option<Tower> + Send + use<> {
        self.random.seed += 1;
        let options = self.random;
        move |_| random_tower(&options).ok()
    }

    /// Puts a tower on the table.
    pub fn start_tower_game(&mut self, tower: Tower) {
        self.game = TowerGame::new(tower);
        (self.which, self.floor) = (TowerSource::Random, self.game.current_state().hero.place.floor);
    }

    /// Starts the game again from the beginning.
    pub fn restart(&mut self) {
        self.game = TowerGame::new(self.game.tower().clone());
        self.floor = self.game.current_state().hero.place.floor;
    }

    /// Prepares a search from the present position, to be run in the background.
    pub fn prepare_search(
        &self,
        method: usize,
    ) -> impl FnOnce(&SharedSearchLog, &Cancel) -> SearchResult + Send + use<> {
        let (tower, position) = (self.game.tower().clone(), self.game.current_state().clone());
        let method = TowerMethod::ALL[method.min(TowerMethod::ALL.len() - 1)];
        move |tape, cancel| {
            let cancel = &|| cancel.is_set();
            let cleared = std::cell::RefCell::new(Vec::new());
            let see = |places: &[TilePlace]| cleared.replace(places.to_vec()).clear();
            let watch = |progress: &SolveProgress| {
                tape.note_moment(|| SearchMoment {
                    statistics: Statistics { expanded: progress.states, ..progress.statistics },
                    best: progress.life,
                    bound: progress.bound,
                    visited: VisitedState::Tower(progress.phase, cleared.borrow().clone()),
                });
            };
            let states = match method {
                TowerMethod::DepthFirst => Some(BLIND_STATES * 5),
                TowerMethod::WithoutBounds => Some(BLIND_STATES),
                TowerMethod::Full | TowerMethod::BestFirst | TowerMethod::Beam => None,
            };
            let options = SolveOptions {
                method,
                states,
                memory: MEMORY,
                cancel: Some(cancel),
                watch: Some(&watch),
                cleared: Some(&see),
                ..SolveOptions::default()
            };
            let Ok(answer) = solve_tower_from(&tower, &position, &options) else {
                return SearchResult {
                    value: None,
                    bound: None,
                    cell: None,
                    certainty: Certainty::NoSolution,
                    statistics: Statistics::default(),
                    deeds: Vec::new(),
                };
            };
            SearchResult {
                value: answer.solution.life,
                bound: answer.solution.bound,
                cell: None,
                certainty: if answer.solution.optimal { Certainty::Proven } else { answer.certainty },
                statistics: Statistics { expanded: answer.solution.states, ..answer.statistics },
                deeds: answer.route.into_iter().map(GameStep::Tower).collect(),
            }
        }
    }

    /// Prepares the search for the best route from here; the route is empty where none is found.
    pub fn prepare_solution(&self) -> impl FnOnce(&Cancel) -> Vec<GameStep> + Send + use<> {
        let game = self.game.clone();
        move |cancel| {
            let cancel = &|| cancel.is_set();
            let options =
                SolveOptions { states: Some(HINT_STATES), cancel: Some(cancel), ..SolveOptions::default() };
            game.best_route(&options).unwrap_or_default().into_iter().map(GameStep::Tower).collect()
        }
    }

    /// Prepares a hint: the next step of the best route, with its reason.
    pub fn prepare_hint(&self) -> impl FnOnce(&Cancel) -> Option<TowerHint> + Send + use<> {
        let game = self.game.clone();
        move |cancel| {
            let cancel = &|| cancel.is_set();
            let options =
                SolveOptions { states: Some(HINT_STATES), cancel: Some(cancel), ..SolveOptions::default() };
            game.next_hint(&options).ok()
        }
    }
}

/// Returns a hint in words.
pub(super) fn tower_hint_words(texts: &Texts, table: &TowerSession, hint: &TowerHint) -> String {
    match (&hint.step, hint.life) {
        (Some(step), Some(life)) => {
            let values =
                [("step", tower_step_name(texts, table, *step).into()), ("life", TextValue::Number(life))];
            texts.text_with_values(if hint.optimal { "tower-hint-best" } else { "tower-hint-known" }, &values)
        }
        (None, Some(_)) => texts.get("tower-hint-won"),
        (_, None) if hint.optimal => texts.get("tower-hint-hopeless"),
        (_, None) => texts.get("tower-hint-nothing"),
    }
}
