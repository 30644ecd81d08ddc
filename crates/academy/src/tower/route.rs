//! A route through the tower, cell by cell.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::{StepObstacle, TowerError, TowerRequest};
use super::graph::TowerGraph;
use super::map::{ShopWare, Tile, TilePlace, Tower, TowerState};

/// One thing the hero does; walking over floor is free and goes unsaid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RouteStep {
    /// Steps onto a cell and takes, opens or kills its contents.
    Clear {
        /// The cell.
        place: TilePlace,
        /// The contents of the cell.
        tile: Tile,
    },
    /// Buys one ware.
    Buy(ShopWare),
}

impl fmt::Display for RouteStep {
    /// `204@0,4,5` for a monster, `door1@0,3,2`, `take 31@0,1,2`, `buy def`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RouteStep::Buy(ware) => write!(f, "buy {}", ware.name()),
            RouteStep::Clear { place, tile: Tile::Monster(id) } => write!(f, "{id}@{place}"),
            RouteStep::Clear { place, tile: Tile::Door(colour) } => {
                write!(f, "door{}@{place}", colour as u8 + 1)
            }
            RouteStep::Clear { place, tile } => write!(f, "take {}@{place}", tile.file_code()),
        }
    }
}

impl FromStr for ShopWare {
    type Err = TowerError;

    fn from_str(name: &str) -> Result<Self, TowerError> {
        ShopWare::ALL.into_iter().find(|ware| ware.name() == name).ok_or_else(|| TowerError::Impossible {
            step: TowerRequest::Buy(name.chars().take(20).collect()),
            why: StepObstacle::NoWare,
        })
    }
}

/// Returns the steps as text, items left out unless `with_items`.
pub fn route_as_text(route: &[RouteStep], with_items: bool) -> Vec<String> {
    let is_item =
        |step: &RouteStep| matches!(step, RouteStep::Clear { tile: Tile::Item(_) | Tile::Shop, .. });
    route.iter().filter(|step| with_items || !is_item(step)).map(ToString::to_string).collect()
}

/// One event of a game that is played through the plan.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClearingEvent {
    /// A node of the plan was cleared.
    Cleared(usize),
    /// Something was bought.
    Bought(ShopWare),
}

/// Returns the steps of a walk through a plan: each node's cells in an order in which they can be
/// stepped on.
pub(super) fn steps_of_events(
    tower: &Tower,
    position: &TowerState,
    graph: &TowerGraph,
    events: &[ClearingEvent],
) -> Vec<RouteStep> {
    let mut walked = ReachedTowerFloor {
        tower,
        cells: position.cells.clone(),
        reached: vec![false; position.cells.len()],
    };
    walked.mark_floor_reached_from(tower.index_of_place(position.hero.place));
    let mut route = Vec::new();
    for event in events {
        match *event {
            ClearingEvent::Bought(ware) => route.push(RouteStep::Buy(ware)),
            ClearingEvent::Cleared(node) => {
                let mut left = graph.nodes()[node + 1].places.clone();
                while let Some(at) =
                    left.iter().position(|&place| walked.touches_cell(tower.index_of_place(place)))
                {
                    let place = left.remove(at);
                    let index = tower.index_of_place(place);
                    route.push(RouteStep::Clear { place, tile: walked.cells[index] });
                    walked.cells[index] = Tile::Road;
                    walked.mark_floor_reached_from(index);
                }
            }
        }
    }
    route
}

/// The floor the hero has been able to walk on so far.
struct ReachedTowerFloor<'t> {
    tower: &'t Tower,
    cells: Vec<Tile>,
    reached: Vec<bool>,
}

impl ReachedTowerFloor<'_> {
    fn touches_cell(&self, index: usize) -> bool {
        self.tower.cells_beside(&self.cells, index).any(|next| self.reached[next])
    }

    fn mark_floor_reached_from(&mut self, from: usize) {
        self.reached[from] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in self.tower.cells_beside(&self.cells, at) {
                if self.cells[next].is_floor() && !self.reached[next] {
                    self.reached[next] = true;
                    open.push(next);
                }
            }
        }
    }
}
