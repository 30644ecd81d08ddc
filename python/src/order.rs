//! Orders as Python objects.

use hotgates_engine::{Coord, Direction, Order, UnitId, WorkId};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::HotgatesError;

/// An order of the side to move. Units are numbers of the roster, hexes are ``(column, row)``.
///
/// Orders are equal when they mean the same, can be put into sets, and pickle.
///
/// >>> import hotgates
/// >>> hotgates.Order.move(3, (4, 5))
/// Order.move(3, (4, 5))
/// >>> hotgates.Order.move(3, (4, 5)).to
/// (4, 5)
#[pyclass(name = "Order", module = "hotgates", frozen, eq, hash)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyOrder(pub Order);

fn unit_number(number: i64) -> PyResult<UnitId> {
    let refused = |_| HotgatesError::new_err(format!("{number} is no number of a unit"));
    u16::try_from(number).map(UnitId).map_err(refused)
}

fn way_by_name(name: &str) -> PyResult<Direction> {
    let refused = || HotgatesError::new_err(format!("{name:?} is no direction; say n, ne, se, s, sw or nw"));
    Direction::by_name(name).ok_or_else(refused)
}

#[pymethods]
impl PyOrder {
    /// Returns the order to move a unit to a hex.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.move(0, (1, 2)).kind
    /// 'move'
    #[staticmethod]
    #[pyo3(name = "move")]
    fn move_unit(unit: i64, to: (i32, i32)) -> PyResult<Self> {
        Ok(Self(Order::Move { unit: unit_number(unit)?, to: Coord { col: to.0, row: to.1 }.hex() }))
    }

    /// Returns the order to attack an enemy unit.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.attack(0, 7).target
    /// 7
    #[staticmethod]
    fn attack(unit: i64, target: i64) -> PyResult<Self> {
        Ok(Self(Order::Attack { unit: unit_number(unit)?, target: unit_number(target)? }))
    }

    /// Returns the order that has a unit leave the map.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.exit(2)
    /// Order.exit(2)
    #[staticmethod]
    fn exit(unit: i64) -> PyResult<Self> {
        Ok(Self(Order::Exit { unit: unit_number(unit)? }))
    }

    /// Returns the order to turn a unit to a direction: ``n``, ``ne``, ``se``, ``s``, ``sw`` or ``nw``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.face(2, "ne").way
    /// 'ne'
    #[staticmethod]
    fn face(unit: i64, way: &str) -> PyResult<Self> {
        Ok(Self(Order::Face { unit: unit_number(unit)?, way: way_by_name(way)? }))
    }

    /// Returns the order to work on a hex; ``work`` is a number of the ruleset's list.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.work(2, (3, 3), 0).to
    /// (3, 3)
    #[staticmethod]
    fn work(unit: i64, at: (i32, i32), work: u8) -> PyResult<Self> {
        let at = Coord { col: at.0, row: at.1 }.hex();
        Ok(Self(Order::Work { unit: unit_number(unit)?, at, work: WorkId(work) }))
    }

    /// Returns the order to end the turn.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.end_turn().unit is None
    /// True
    #[staticmethod]
    fn end_turn() -> Self {
        Self(Order::EndTurn)
    }

    /// ``move``, ``attack``, ``exit``, ``face``, ``work`` or ``end_turn``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.end_turn().kind
    /// 'end_turn'
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Order::Move { .. } => "move",
            Order::Attack { .. } => "attack",
            Order::Exit { .. } => "exit",
            Order::Face { .. } => "face",
            Order::Work { .. } => "work",
            Order::EndTurn => "end_turn",
        }
    }

    /// Number of the unit that has the order; ``None`` for the end of the turn.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.exit(2).unit
    /// 2
    #[getter]
    fn unit(&self) -> Option<u16> {
        self.0.unit().map(|unit| unit.0)
    }

    /// Hex where the unit moves to or works, as ``(column, row)``; else ``None``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.move(1, (0, 9)).to
    /// (0, 9)
    #[getter]
    fn to(&self) -> Option<(i32, i32)> {
        let (Order::Move { to: hex, .. } | Order::Work { at: hex, .. }) = self.0 else { return None };
        let Coord { col, row } = hex.into();
        Some((col, row))
    }

    /// Number of the enemy that is attacked; else ``None``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.attack(1, 5).target
    /// 5
    #[getter]
    fn target(&self) -> Option<u16> {
        let Order::Attack { target, .. } = self.0 else { return None };
        Some(target.0)
    }

    /// Direction that the unit turns to; else ``None``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.face(1, "sw").way
    /// 'sw'
    #[getter]
    fn way(&self) -> Option<&'static str> {
        let Order::Face { way, .. } = self.0 else { return None };
        Some(way.name())
    }

    /// Number of the work; else ``None``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Order.work(1, (2, 2), 3).work_number
    /// 3
    #[getter]
    fn work_number(&self) -> Option<u8> {
        let Order::Work { work, .. } = self.0 else { return None };
        Some(work.0)
    }

    fn __repr__(&self) -> String {
        let hex = |(col, row): (i32, i32)| format!("({col}, {row})");
        let to = self.to().map(hex).unwrap_or_default();
        match self.0 {
            Order::Move { unit, .. } => format!("Order.move({}, {to})", unit.0),
            Order::Attack { unit, target } => format!("Order.attack({}, {})", unit.0, target.0),
            Order::Exit { unit } => format!("Order.exit({})", unit.0),
            Order::Face { unit, way } => format!("Order.face({}, '{}')", unit.0, way.name()),
            Order::Work { unit, work, .. } => format!("Order.work({}, {to}, {})", unit.0, work.0),
            Order::EndTurn => "Order.end_turn()".to_owned(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr(self.kind())?;
        let arguments = match self.0 {
            Order::Move { unit, .. } => (unit.0, self.to()).into_pyobject(py)?,
            Order::Attack { unit, target } => (unit.0, target.0).into_pyobject(py)?,
            Order::Exit { unit } => (unit.0,).into_pyobject(py)?,
            Order::Face { unit, way } => (unit.0, way.name()).into_pyobject(py)?,
            Order::Work { unit, work, .. } => (unit.0, self.to(), work.0).into_pyobject(py)?,
            Order::EndTurn => PyTuple::empty(py),
        };
        Ok((make, arguments))
    }
}

/// Returns an order as four numbers: its kind, its unit, and a hex or what else it names; −1 where it names nothing.
pub fn numbers_of_order(order: Order) -> [i32; 4] {
    let unit = order.unit().map_or(-1, |unit| unit.0.into());
    match order {
        Order::Move { to, .. } => {
            let Coord { col, row } = to.into();
            [0, unit, col, row]
        }
        Order::Attack { target, .. } => [1, unit, target.0.into(), -1],
        Order::Exit { .. } => [2, unit, -1, -1],
        Order::Face { way, .. } => [3, unit, way as i32, -1],
        Order::Work { at, work, .. } => {
            let Coord { col, row } = at.into();
            [4 + 256 * i32::from(work.0), unit, col, row]
        }
        Order::EndTurn => [5, -1, -1, -1],
    }
}
