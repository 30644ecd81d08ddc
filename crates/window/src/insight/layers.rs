//! The data of the overlays, computed beside the frames from the position; others draw them.

use hotgates_ai::Thinking;
use hotgates_engine::{Battle, Cell, CellSet, Direction, Field, Side, UnitId, UnitTypeId, View};
use hotgates_play::{Cancel, Seat, SeatError, seeds_of_players};
use hotgates_threat::Threat;

use super::leadership::ReachOfLeadership;

/// A layer over the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InsightLayer {
    /// Cost of every path from the selected unit, and the order in which the search expands the
    /// hexes.
    Cost,
    /// Losses that the selected unit would have to expect on each hex.
    Threat,
    /// Sets of points of convergence, and what the commander thinks of each.
    Chokes,
    /// Positions that the commander wants its units in, and their present places.
    Deployment,
    /// The orders of the commander's whole turn.
    Plan,
    /// Hexes that a side's supplies reach, where the rules have supply.
    Supply,
    /// Hexes on which a side's officers help units, where the rules have leadership.
    Leadership,
}

impl InsightLayer {
    /// All layers, in the order of their keys.
    pub const ALL: [Self; 7] = [
        Self::Cost,
        Self::Threat,
        Self::Chokes,
        Self::Deployment,
        Self::Plan,
        Self::Supply,
        Self::Leadership,
    ];

    /// Returns `true` if the rules of a battle have what the layer shows.
    #[must_use]
    pub fn is_in_rules(self, battle: &Battle) -> bool {
        let options = &battle.rules().options;
        match self {
            Self::Supply => options.supply.is_some(),
            Self::Leadership => options.leadership.is_some(),
            Self::Cost | Self::Threat | Self::Chokes | Self::Deployment | Self::Plan => true,
        }
    }

    /// Returns `true` if the legend speaks of numbers on the hexes, which are there at closer views only.
    #[must_use]
    pub const fn has_words_on_many_hexes(self) -> bool {
        match self {
            Self::Cost | Self::Threat | Self::Leadership => true,
            Self::Chokes | Self::Deployment | Self::Plan | Self::Supply => false,
        }
    }

    /// Returns the text key of what the layer lacks where it has nothing to show: a rule, or a selected
    /// unit; `None` where it lacks nothing.
    #[must_use]
    pub const fn lack_text_key(self) -> Option<&'static str> {
        match self {
            Self::Threat => Some("threat-needs-unit"),
            Self::Supply => Some("supply-needs-rule"),
            Self::Leadership => Some("leadership-needs-rule"),
            Self::Cost | Self::Chokes | Self::Deployment | Self::Plan => None,
        }
    }

    /// Returns the text key of the word on the layer's button.
    #[must_use]
    pub const fn button_text_key(self) -> &'static str {
        match self {
            Self::Cost => "layer-short-cost",
            Self::Threat => "layer-short-threat",
            Self::Chokes => "layer-short-chokes",
            Self::Deployment => "layer-short-deployment",
            Self::Plan => "layer-short-plan",
            Self::Supply => "layer-short-supply",
            Self::Leadership => "layer-short-leadership",
        }
    }

    /// Returns the text key of the layer's name.
    #[must_use]
    pub const fn name_text_key(self) -> &'static str {
        match self {
            Self::Cost => "layer-cost",
            Self::Threat => "layer-threat",
            Self::Chokes => "layer-chokes",
            Self::Deployment => "layer-deployment",
            Self::Plan => "layer-plan",
            Self::Supply => "layer-supply",
            Self::Leadership => "layer-leadership",
        }
    }
}

/// The data of an overlay.
#[derive(Debug, Clone)]
pub enum LayerData {
    /// See [`InsightLayer::Cost`].
    Cost(CostsFromHex),
    /// See [`InsightLayer::Threat`].
    Threat(Box<Threat>),
    /// See [`InsightLayer::Chokes`], [`InsightLayer::Deployment`] and [`InsightLayer::Plan`]: whose
    /// commander, which one, what he thinks.
    Thinking(Side, String, Box<Thinking>),
    /// See [`InsightLayer::Supply`].
    Supply(ReachOfSupplies),
    /// See [`InsightLayer::Leadership`].
    Leadership(ReachOfLeadership),
}

/// Whom a side's supplies reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachOfSupplies {
    /// The side.
    pub side: Side,
    /// Hexes that its supplies reach at this moment, as far as the side knows.
    pub cells: CellSet,
    /// Units of the side that none have reached at the start of its last half-turn.
    pub without: Vec<UnitId>,
}

impl ReachOfSupplies {
    /// Computes whom a side's supplies reach; `None` where the rules have no supply.
    #[must_use]
    pub fn new(battle: &Battle, side: Side) -> Option<Self> {
        let cells = View::new(battle, side).cells_in_supply(side)?;
        let without = battle.living(side).filter(|&unit| battle.condition(unit).unsupplied > 0).collect();
        Some(Self { side, cells, without })
    }
}

/// The costs from one place to everywhere.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CostsFromHex {
    /// Cells that the search starts from.
    pub from: Vec<Cell>,
    /// Every hex with a path to it, in the order in which the search expands the hexes: the
    /// cheapest first, of equal ones the hex that the search touched first.
    pub hexes: Vec<ReachedHex>,
    /// Place of each cell in `hexes`, counted from 1; 0 where there is no path.
    places: Vec<u32>,
}

/// A hex that the search has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReachedHex {
    /// The hex.
    pub cell: Cell,
    /// Cost of the path to the hex, in movement points.
    pub cost: u32,
    /// Direction of the previous hex on the path; `None` at the start.
    pub back: Option<Direction>,
}

impl CostsFromHex {
    /// Computes the costs for units of a type to get from the nearest of some cells to every hex,
    /// other units ignored.
    #[must_use]
    pub fn new(battle: &Battle, from: Vec<Cell>, kind: UnitTypeId) -> Self {
        let (grid, costs) = (battle.grid(), battle.map().costs(kind));
        let mut field = Field::new();
        field.from_sources(grid, from.iter().copied(), costs, |_| true);
        let mut order: Vec<Cell> = field.touched_cells().collect();
        order.sort_by_key(|&cell| field.cost(cell));
        let mut places = vec![0; grid.len()];
        let mut hexes = Vec::with_capacity(order.len());
        for (place, cell) in (1..).zip(order) {
            let Some(cost) = field.cost(cell) else { continue };
            let entry = u32::from(costs[cell.index()]);
            let back = Direction::ALL.into_iter().find(|&direction| {
                cost > 0
                    && field.cost(grid.step(cell, direction)).is_some_and(|before| before + entry == cost)
            });
            places[cell.index()] = place;
            hexes.push(ReachedHex { cell, cost, back });
        }
        Self { from, hexes, places }
    }

    /// Returns the hex's place in the order of the search, counted from 1, and the path's end
    /// there.
    #[must_use]
    pub fn search_rank_and_path_end(&self, cell: Cell) -> Option<(u32, ReachedHex)> {
        let place = *self.places.get(cell.index())?;
        Some((place, *self.hexes.get(usize::try_from(place).ok()?.checked_sub(1)?)?))
    }
}

/// Computes the data of a layer in a position; `None` where the layer needs a unit and none is
/// selected, or a rule that there is not.
///
/// # Errors
/// The commander's name, if no commander has that name.
pub fn compute_layer(
    layer: InsightLayer,
    battle: &Battle,
    unit: Option<UnitId>,
    side: Side,
    commander: &Seat,
    cancel: &Cancel,
) -> Result<Option<LayerData>, SeatError> {
    Ok(match layer {
        InsightLayer::Cost => Some(LayerData::Cost(match unit {
            Some(unit) => CostsFromHex::new(battle, vec![battle.unit(unit).cell], battle.info(unit).kind),
            None => CostsFromHex::new(
                battle,
                battle.castles().map(|(castle, _)| castle).collect(),
                UnitTypeId::default(),
            ),
        })),
        InsightLayer::Threat => unit.map(|unit| {
            LayerData::Threat(Box::new(Threat::against_unit(View::new(battle, battle.info(unit).side), unit)))
        }),
        InsightLayer::Supply => ReachOfSupplies::new(battle, side).map(LayerData::Supply),
        InsightLayer::Leadership => ReachOfLeadership::new(battle, side).map(LayerData::Leadership),
        InsightLayer::Chokes | InsightLayer::Deployment | InsightLayer::Plan => {
            let seed = seeds_of_players(0_u64)[side];
            let mut player = commander.make_player(battle, seed)?.cancelled_by(cancel.clone());
            let name = commander.name().to_string();
            Some(LayerData::Thinking(side, name, Box::new(player.insight(battle, side))))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{MapFile, PathFinder, PathOptions, Scenario};

    fn shipped(text: &str) -> Battle {
        Battle::from_scenario(&Scenario::classic(MapFile::from_ron(text).unwrap())).unwrap()
    }

    #[test]
    fn every_cost_is_that_of_the_cheapest_way_and_every_arrow_goes_along_it() {
        let battle = shipped(include_str!("../../../../maps/forest_fords.ron"));
        let unit = battle.living(Side::Red).next().unwrap();
        let (from, kind) = (battle.unit(unit).cell, battle.info(unit).kind);
        let costs = CostsFromHex::new(&battle, vec![from], kind);
        let mut finder = PathFinder::new();
        let mut last = 0;
        for (number, reached) in (1..).zip(&costs.hexes) {
            assert_eq!(costs.search_rank_and_path_end(reached.cell), Some((number, *reached)));
            assert!(reached.cost >= last, "cheaper hexes come first");
            last = reached.cost;
            let path = finder.path_on_map(battle.map(), kind, from, reached.cell, PathOptions::default());
            assert_eq!(path.map(|path| path.cost), Some(reached.cost));
            match reached.back {
                None => assert_eq!(reached.cell, from),
                Some(back) => {
                    let (_, before) =
                        costs.search_rank_and_path_end(battle.grid().step(reached.cell, back)).unwrap();
                    let entry = u32::from(battle.map().costs(kind)[reached.cell.index()]);
                    assert_eq!(before.cost + entry, reached.cost);
                }
            }
        }
        let open = battle.grid().cells().filter(|cell| battle.map().costs(kind)[cell.index()] > 0).count();
        assert_eq!(costs.hexes.len(), open, "all of this map can be reached");
    }

    #[test]
    fn a_layer_that_nobody_waits_for_takes_no_step() {
        let battle = shipped(include_str!("../../../../maps/hot_gates.ron"));
        let steps_unless = |cancel: &Cancel| {
            let seat = Seat::from_name("strategist");
            match compute_layer(InsightLayer::Plan, &battle, None, Side::Red, &seat, cancel).unwrap() {
                Some(LayerData::Thinking(_, _, thinking)) => thinking.steps.spent,
                _ => panic!("a commander's thoughts"),
            }
        };
        let cancel = Cancel::new();
        assert!(steps_unless(&cancel) > 0);
        cancel.set_flag();
        assert_eq!(steps_unless(&cancel), 0);
    }

    #[test]
    fn thoughts_are_those_of_the_commander_and_its_orders_are_legal() {
        let battle = shipped(include_str!("../../../../maps/hot_gates.ron"));
        for layer in [InsightLayer::Chokes, InsightLayer::Deployment, InsightLayer::Plan] {
            let Ok(Some(LayerData::Thinking(side, name, thinking))) =
                compute_layer(layer, &battle, None, Side::Blue, &Seat::from_name("warden"), &Cancel::new())
            else {
                panic!("a warden thinks");
            };
            assert_eq!((side, name.as_str()), (Side::Blue, "warden"));
            let mut player =
                Seat::from_name("warden").make_player(&battle, seeds_of_players(0_u64).blue).unwrap();
            assert_eq!(*thinking, player.insight(&battle, Side::Blue));
            assert!(thinking.held_choke_set().is_some_and(|set| set.cuts), "the gate is held");
            assert!(!thinking.wanted.is_empty() && !thinking.orders.is_empty());
        }
        assert!(
            compute_layer(
                InsightLayer::Plan,
                &battle,
                None,
                Side::Blue,
                &Seat::from_name("nobody"),
                &Cancel::new()
            )
            .is_err()
        );
        assert!(matches!(
            compute_layer(
                InsightLayer::Threat,
                &battle,
                None,
                Side::Blue,
                &Seat::from_name("warden"),
                &Cancel::new()
            ),
            Ok(None)
        ));
    }
}
