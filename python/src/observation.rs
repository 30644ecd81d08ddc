//! What each side knows, kept from order to order and copied into arrays of Python's.

use hotgates_engine::{Side, View};
use hotgates_learn::{EncodingShape, Episode, EpisodeSetup, PlaneWriter, UNIT_FEATURES, UnitTableWriter};
use numpy::ndarray::{Array2, Array3};
use numpy::{PyArray2, PyArray3};
use pyo3::prelude::*;

/// What a side knows: its arrays are rewritten only where they changed since they were looked at last.
pub struct KeptObservation {
    side: Side,
    planes: (PlaneWriter, Array3<u8>),
    units: (UnitTableWriter, Array2<u16>),
}

impl KeptObservation {
    /// Returns arrays of a setup's sizes, in which nothing stands yet.
    pub fn new(shape: &EncodingShape, side: Side) -> Self {
        Self {
            side,
            planes: (PlaneWriter::default(), Array3::zeros(plane_shape(shape))),
            units: (UnitTableWriter::default(), Array2::zeros(unit_shape(shape))),
        }
    }

    /// Returns the planes as a new array. Only the side to act sees which unit it has picked.
    pub fn copy_planes<'py>(
        &mut self,
        py: Python<'py>,
        setup: &EpisodeSetup,
        episode: &Episode,
    ) -> Bound<'py, PyArray3<u8>> {
        let picked = episode.mask().picked_unit().filter(|_| self.side == episode.side_to_act());
        let view = View::new(episode.game_record().battle(), self.side);
        let (writer, planes) = &mut self.planes;
        writer.write_planes(setup.shape(), view, picked, planes.as_slice_mut().expect("rows in order"));
        PyArray3::from_array(py, planes)
    }

    /// Returns the unit table as a new array.
    pub fn copy_units<'py>(
        &mut self,
        py: Python<'py>,
        setup: &EpisodeSetup,
        episode: &Episode,
    ) -> Bound<'py, PyArray2<u16>> {
        let view = View::new(episode.game_record().battle(), self.side);
        let (writer, units) = &mut self.units;
        writer.write_table(setup.shape(), view, units.as_slice_mut().expect("rows in order"));
        PyArray2::from_array(py, units)
    }
}

/// Returns the shape of the planes: planes, rows, columns.
pub fn plane_shape(shape: &EncodingShape) -> [usize; 3] {
    [shape.plane_count(), shape.places().height() as usize, shape.places().width() as usize]
}

/// Returns the shape of the unit table: rows, features.
pub fn unit_shape(shape: &EncodingShape) -> [usize; 2] {
    [2 * shape.slots_of_side(), UNIT_FEATURES.len()]
}
