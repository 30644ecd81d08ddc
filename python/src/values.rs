//! Values of the engine as Python's own.

use hotgates_engine::{Battle, Cell, Coord, Grid, Side, UnitId};
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::HotgatesError;

/// Returns a value as dictionaries, lists, texts and numbers: what its JSON is.
pub fn as_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(|why| HotgatesError::new_err(why.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Returns the side of a word.
pub fn side_by_name(name: &str) -> PyResult<Side> {
    let unknown = || HotgatesError::new_err(format!("{name:?} is no side; say \"red\" or \"blue\""));
    Side::by_name(name).ok_or_else(unknown)
}

/// Returns the cell at a column and row.
pub fn cell_at(grid: &Grid, (col, row): (i32, i32)) -> PyResult<Cell> {
    let off = || {
        let (width, height) = (grid.width(), grid.height());
        HotgatesError::new_err(format!(
            "hex ({col}, {row}) is off the map of {width} columns and {height} rows"
        ))
    };
    grid.at(Coord { col, row }).ok_or_else(off)
}

/// Returns the column and row of a cell.
pub fn coord_of(grid: &Grid, cell: Cell) -> (i32, i32) {
    let Coord { col, row } = grid.coord(cell);
    (col, row)
}

/// Returns a unit by its number.
pub fn unit_by_number(battle: &Battle, number: i64) -> PyResult<UnitId> {
    let count = battle.roster().len();
    let unit = u16::try_from(number).ok().map(UnitId).filter(|unit| unit.index() < count);
    unit.ok_or_else(|| {
        HotgatesError::new_err(format!("there is no unit {number}; they go from 0 to {}", count - 1))
    })
}
