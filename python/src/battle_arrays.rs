//! Questions to a battle whose answers are arrays over the map.

use hotgates_engine::{Cell, Field, LegalOrders, PathFinder, PathOptions, Reach};
use hotgates_learn::PlaceTable;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::battle::PyBattle;
use crate::errors::HotgatesError;
use crate::order::numbers_of_order;
use crate::values::{cell_at, coord_of, unit_by_number};

/// Hexes of a way, and its cost.
type HexesAndCost = (Vec<(i32, i32)>, u32);

/// Returns an array over the map, ``[row, column]``.
fn map_array<'py, T: numpy::Element + Copy>(
    py: Python<'py>,
    places: &PlaceTable,
    value: impl Fn(Cell) -> T,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let values: Vec<T> = (0..places.hex_count()).filter_map(|place| places.cell(place)).map(value).collect();
    values.into_pyarray(py).reshape([places.height() as usize, places.width() as usize])
}

#[pymethods]
impl PyBattle {
    /// Returns the number of each hex's terrain: ``uint8`` of the shape ``(rows, columns)``, places in
    /// ``terrain_names``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().terrain().dtype
    /// dtype('uint8')
    fn terrain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let held = self.lock();
        let battle = held.battle();
        map_array(py, &PlaceTable::new(battle.grid()), |cell| battle.map().terrain(cell).0)
    }

    /// Names of the terrains of the ruleset.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().terrain_names[:3]
    /// ['road', 'bridge', 'grass']
    #[getter]
    fn terrain_names(&self) -> Vec<String> {
        self.lock().battle().rules().terrains.iter().map(|terrain| terrain.name.clone()).collect()
    }

    /// Names of the unit types of the ruleset.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().type_names
    /// ['infantry', 'cavalry', 'artillery']
    #[getter]
    fn type_names(&self) -> Vec<String> {
        self.lock().battle().rules().units.iter().map(|kind| kind.name.clone()).collect()
    }

    /// Returns the six hexes around each hex: ``int32`` of the shape ``(rows × columns, 6)``, for graph networks.
    ///
    /// Hexes are numbered ``row × columns + column``; directions go from north clockwise; −1 is off the map.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().neighbours()[0].tolist()[0]
    /// -1
    fn neighbours<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let held = self.lock();
        let (grid, places) = (held.battle().grid(), PlaceTable::new(held.battle().grid()));
        let number = |cell: Cell| {
            let place = grid.at(grid.coord(cell)).map(|cell| places.place(cell));
            place.and_then(|place| i32::try_from(place).ok()).unwrap_or(-1)
        };
        let around = (0..places.hex_count()).filter_map(|place| places.cell(place));
        let values: Vec<i32> = around.flat_map(|cell| grid.around(cell)).map(number).collect();
        values.into_pyarray(py).reshape([places.hex_count() as usize, 6])
    }

    /// Returns every legal order as numbers: ``int32`` of the shape ``(orders, 4)``.
    ///
    /// Columns are kind, unit, and a hex as column and row, or the target or direction. Kinds are 0 move, 1 attack,
    /// 2 exit, 3 face, 4 + 256 × work for work, 5 end of the turn; −1 stands where an order names nothing.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().legal_order_array()[-1].tolist()
    /// [5, -1, -1, -1]
    fn legal_order_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let held = self.lock();
        let mut listed = LegalOrders::new();
        let orders = listed.orders_of_side(held.battle());
        let numbers: Vec<i32> = orders.iter().flat_map(|&order| numbers_of_order(order)).collect();
        let rows = numbers.len() / 4;
        numbers.into_pyarray(py).reshape([rows, 4])
    }

    /// Returns the points that a unit has left on each hex that it reaches now: ``int32`` of the shape ``(rows,
    /// columns)``, −1 out of reach. Hexes that it may only pass through count; ``destinations`` leaves them out.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> int((battle.reach(0) >= 0).sum()) >= len(battle.destinations(0))
    /// True
    fn reach<'py>(&self, py: Python<'py>, unit: i64) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let held = self.lock();
        let battle = held.battle().known_to(held.battle().side());
        let (unit, mut reach) = (unit_by_number(battle, unit)?, Reach::new());
        battle.reach(unit, &mut reach);
        let left = |cell| reach.points_left_at(cell).map_or(-1, |left| left.0.into());
        map_array(py, &PlaceTable::new(battle.grid()), left)
    }

    /// Returns the cheapest way of a unit to a hex over any number of turns.
    ///
    /// Returns:
    ///     The hexes of the way without the first, and its cost in movement points; ``None`` where no way leads.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> hexes, cost = battle.path(0, next(iter(battle.destinations(0))))
    /// >>> cost > 0
    /// True
    fn path(&self, unit: i64, to: (i32, i32)) -> PyResult<Option<HexesAndCost>> {
        let held = self.lock();
        let battle = held.battle().known_to(held.battle().side());
        let (unit, to) = (unit_by_number(battle, unit)?, cell_at(battle.grid(), to)?);
        let mut finder = PathFinder::new();
        let path = finder.shortest_path(battle, unit, to, PathOptions::default());
        Ok(path
            .map(|path| (path.cells.iter().map(|&cell| coord_of(battle.grid(), cell)).collect(), path.cost)))
    }

    /// Returns what the cheapest way from each hex to the nearest target costs a unit type: ``int32`` of the shape
    /// ``(rows, columns)`` in movement points, −1 where no way leads. Units do not count.
    ///
    /// Args:
    ///     kind: Name of the unit type.
    ///     targets: Hexes; without any, the castles.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> int((battle.cost_field("infantry") == 0).sum()) >= 1
    /// True
    #[pyo3(signature = (kind, targets=None))]
    fn cost_field<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        targets: Option<Vec<(i32, i32)>>,
    ) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let held = self.lock();
        let battle = held.battle();
        let unknown = || {
            let names: Vec<_> = battle.rules().units.iter().map(|kind| kind.name.as_str()).collect();
            HotgatesError::new_err(format!("unknown unit type {kind:?}; known: {}", names.join(", ")))
        };
        let costs = battle.map().costs(battle.rules().unit(kind).ok_or_else(unknown)?);
        let targets: Vec<Cell> = match targets {
            Some(hexes) => {
                hexes.into_iter().map(|hex| cell_at(battle.grid(), hex)).collect::<PyResult<_>>()?
            }
            None => battle.map().castles().to_vec(),
        };
        let mut field = Field::new();
        field.towards_targets(battle.grid(), targets, costs, |_| true);
        let cost = |cell| field.cost_to(cell, costs).and_then(|cost| i32::try_from(cost).ok()).unwrap_or(-1);
        map_array(py, &PlaceTable::new(battle.grid()), cost)
    }
}
