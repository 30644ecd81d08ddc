//! Many battles at once, in threads of Rust, written into arrays of the caller's.

use std::sync::{Arc, Mutex, MutexGuard};

use hotgates_engine::mix::split_mix;
use hotgates_learn::{Episode, EpisodeError, EpisodeSetup, ObservationWriter, UNIT_FEATURES};
use numpy::{
    Element, PyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::episode::EpisodeOptions;
use crate::errors::{HotgatesError, IllegalAction, episode_error};

/// Many battles with the same setup. Arrays of the caller's are written in place: ``planes`` ``uint8 (n, planes,
/// rows, columns)``, ``units`` ``uint16 (n, 2 × slots, features)``, ``mask`` ``int8 (n, actions)``, ``rewards``
/// ``float32 (n, 2)`` of red and blue, ``terminations`` and ``truncations`` ``bool (n,)``, ``sides`` ``uint8 (n,)``:
/// who acts next, ``seeds`` ``uint64 (n,)``.
///
/// A battle that is over begins anew at the next step, whose action counts for nothing. What a row holds of the
/// planes and the unit table is rewritten where it changed: do not write into them.
///
/// >>> from hotgates import BattleVector
/// >>> vector = BattleVector(dict(map="hot_gates", rules=None, actions="pick", illegal="lose", reward=(1, 0, 0),
/// ...                            red=None, blue=None, max_actions=None), 2)
/// >>> arrays = vector.make_arrays()
/// >>> vector.bind(arrays)
/// >>> vector.reset([1, 2])
/// >>> arrays["seeds"].tolist()
/// [1, 2]
#[pyclass(name = "BattleVector", module = "hotgates", frozen)]
pub struct PyVector {
    setup: Arc<EpisodeSetup>,
    count: usize,
    actions: usize,
    process: u32,
    held: Mutex<HeldVector>,
}

struct HeldVector {
    rows: Vec<VectorRow>,
    arrays: Option<BoundArrays>,
    pool: Option<ThreadPool>,
    closed: bool,
}

/// One battle of many.
struct VectorRow {
    episode: Episode,
    writer: ObservationWriter,
    lot: u64,
    /// Orders of the battles before this one.
    orders_before: usize,
    fault: Option<EpisodeError>,
}

/// The arrays into which the battles are written.
struct BoundArrays {
    planes: Py<PyArrayDyn<u8>>,
    units: Py<PyArrayDyn<u16>>,
    mask: Py<PyArrayDyn<i8>>,
    rewards: Py<PyArrayDyn<f32>>,
    terminations: Py<PyArrayDyn<bool>>,
    truncations: Py<PyArrayDyn<bool>>,
    sides: Py<PyArrayDyn<u8>>,
    seeds: Py<PyArrayDyn<u64>>,
}

/// Where one battle is written.
struct RowArrays<'a> {
    planes: &'a mut [u8],
    units: &'a mut [u16],
    mask: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
    side: &'a mut u8,
    seed: &'a mut u64,
}

impl VectorRow {
    fn write_arrays(&mut self, arrays: &mut RowArrays<'_>) {
        let side = self.episode.side_to_look();
        self.episode.write_observation(side, &mut self.writer, arrays.planes, arrays.units);
        arrays.mask.copy_from_slice(self.episode.mask().as_bytes());
        (*arrays.side, *arrays.seed) = (side as u8, self.episode.seed());
    }

    fn reset_row(&mut self, seed: u64, arrays: &mut RowArrays<'_>) -> Result<(), EpisodeError> {
        self.orders_before += self.episode.game_record().orders().len();
        self.episode.reset(seed)?;
        self.write_arrays(arrays);
        arrays.rewards.fill(0.0);
        (*arrays.terminated, *arrays.truncated) = (false, false);
        Ok(())
    }

    /// Follows an action, or begins anew where the last step ended the battle.
    fn step_row(
        &mut self,
        action: i64,
        count: usize,
        arrays: &mut RowArrays<'_>,
    ) -> Result<(), EpisodeError> {
        if self.episode.is_over() {
            return self.reset_row(self.episode.seed().wrapping_add(count as u64), arrays);
        }
        let outcome = self.episode.step(u32::try_from(action).unwrap_or(u32::MAX))?;
        arrays.rewards.copy_from_slice(&[outcome.reward_of_red, -outcome.reward_of_red]);
        (*arrays.terminated, *arrays.truncated) = (outcome.terminated, outcome.truncated);
        self.write_arrays(arrays);
        Ok(())
    }

    fn draw_action(&mut self) -> i64 {
        self.lot = split_mix(self.lot);
        let legal = u64::from(self.episode.mask().legal_count());
        let number = u32::try_from(((self.lot >> 32) * legal) >> 32).unwrap_or(0);
        self.episode.mask().nth_action(number).map_or(0, i64::from)
    }
}

/// Takes an array of the caller's if its numbers, shape and memory are as they must be.
fn take_array<T: Element>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    shape: &[usize],
) -> PyResult<Py<PyArrayDyn<T>>> {
    let py = arrays.py();
    let missing = || HotgatesError::new_err(format!("the array {name:?} is missing"));
    let given = arrays.get_item(name)?.ok_or_else(missing)?;
    let wanted = numpy::dtype::<T>(py);
    let untyped = given.cast::<PyUntypedArray>();
    let untyped = untyped.map_err(|_| HotgatesError::new_err(format!("{name} is no NumPy array")))?;
    if !untyped.dtype().is_equiv_to(&wanted) {
        let words = format!("{name} has the dtype {}, not {wanted}", untyped.dtype());
        return Err(HotgatesError::new_err(words));
    }
    if untyped.shape() != shape {
        let words = format!("{name} has the shape {:?}, not {shape:?}", untyped.shape());
        return Err(HotgatesError::new_err(words));
    }
    if !untyped.is_c_contiguous() {
        return Err(HotgatesError::new_err(format!("{name} is not contiguous in memory (order \"C\")")));
    }
    let array = given.cast_into::<PyArrayDyn<T>>().map_err(|why| HotgatesError::new_err(why.to_string()))?;
    drop(write_to(name, &array)?);
    Ok(array.unbind())
}

/// Borrows an array to write into it.
fn write_to<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.try_readwrite().map_err(|why| HotgatesError::new_err(format!("{name} cannot be written: {why}")))
}

fn zeros<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> Bound<'py, PyArrayDyn<T>> {
    PyArray::zeros(py, shape, false)
}

impl PyVector {
    fn lock(&self) -> PyResult<MutexGuard<'_, HeldVector>> {
        if std::process::id() != self.process {
            return Err(HotgatesError::new_err(
                "these battles belong to another process: make them anew after a fork, or start processes by spawn",
            ));
        }
        let held =
            self.held.try_lock().map_err(|_| HotgatesError::new_err("another thread steps these battles"))?;
        if held.closed {
            return Err(HotgatesError::new_err("these battles are closed"));
        }
        Ok(held)
    }

    fn shapes(&self) -> [Vec<usize>; 8] {
        let (shape, places, count) = (self.setup.shape(), self.setup.shape().places(), self.count);
        [
            vec![count, shape.plane_count(), places.height() as usize, places.width() as usize],
            vec![count, 2 * shape.slots_of_side(), UNIT_FEATURES.len()],
            vec![count, self.actions],
            vec![count, 2],
            vec![count],
            vec![count],
            vec![count],
            vec![count],
        ]
    }

    /// Does the same with every row, in threads where there are some; the first fault of a row is raised.
    fn for_each_row(
        &self,
        py: Python<'_>,
        held: &mut HeldVector,
        work: impl Fn(usize, &mut VectorRow, &mut RowArrays<'_>) -> Result<(), EpisodeError> + Sync,
    ) -> PyResult<()> {
        let HeldVector { rows, arrays, pool, .. } = held;
        let unbound = || HotgatesError::new_err("no arrays are bound; call bind first");
        let arrays = arrays.as_ref().ok_or_else(unbound)?;
        let mut planes = write_to("planes", arrays.planes.bind(py))?;
        let mut units = write_to("units", arrays.units.bind(py))?;
        let mut mask = write_to("mask", arrays.mask.bind(py))?;
        let mut rewards = write_to("rewards", arrays.rewards.bind(py))?;
        let mut terminations = write_to("terminations", arrays.terminations.bind(py))?;
        let mut truncations = write_to("truncations", arrays.truncations.bind(py))?;
        let mut sides = write_to("sides", arrays.sides.bind(py))?;
        let mut seeds = write_to("seeds", arrays.seeds.bind(py))?;
        let shape = self.setup.shape();
        let (plane_bytes, unit_numbers) = (shape.plane_bytes(), shape.unit_numbers().max(1));
        let contiguous = |_| HotgatesError::new_err("an array is not contiguous in memory any more");
        let mut written: Vec<RowArrays<'_>> = Vec::with_capacity(self.count);
        let parts = planes.as_slice_mut().map_err(contiguous)?.chunks_exact_mut(plane_bytes);
        let parts = parts.zip(units.as_slice_mut().map_err(contiguous)?.chunks_exact_mut(unit_numbers));
        let parts = parts.zip(mask.as_slice_mut().map_err(contiguous)?.chunks_exact_mut(self.actions));
        let parts = parts.zip(rewards.as_slice_mut().map_err(contiguous)?.chunks_exact_mut(2));
        let parts = parts.zip(terminations.as_slice_mut().map_err(contiguous)?);
        let parts = parts.zip(truncations.as_slice_mut().map_err(contiguous)?);
        let parts = parts.zip(sides.as_slice_mut().map_err(contiguous)?);
        let parts = parts.zip(seeds.as_slice_mut().map_err(contiguous)?);
        for (((((((planes, units), mask), rewards), terminated), truncated), side), seed) in parts {
            written.push(RowArrays { planes, units, mask, rewards, terminated, truncated, side, seed });
        }
        let one = |(number, (row, arrays)): (usize, (&mut VectorRow, &mut RowArrays<'_>))| {
            row.fault = work(number, row, arrays).err();
        };
        py.detach(|| match pool {
            Some(pool) => pool.install(|| {
                // A few rows at a time: one alone takes less than it takes to wake a thread.
                rows.par_iter_mut().zip(written.par_iter_mut()).enumerate().with_min_len(8).for_each(one);
            }),
            None => rows.iter_mut().zip(written.iter_mut()).enumerate().for_each(one),
        });
        match rows.iter_mut().find_map(|row| row.fault.take()) {
            Some(fault) => Err(episode_error(fault)),
            None => Ok(()),
        }
    }

    fn read_actions<'a>(&self, actions: &'a PyReadonlyArray1<'_, i64>) -> PyResult<&'a [i64]> {
        let slice =
            actions.as_slice().map_err(|_| HotgatesError::new_err("actions are not contiguous in memory"))?;
        if slice.len() != self.count {
            let words = format!("{} actions for {} battles", slice.len(), self.count);
            return Err(HotgatesError::new_err(words));
        }
        Ok(slice)
    }
}

#[pymethods]
impl PyVector {
    #[new]
    #[pyo3(signature = (options, count, *, threads=1))]
    fn new(py: Python<'_>, options: EpisodeOptions<'_>, count: usize, threads: usize) -> PyResult<Self> {
        if !(1..=1 << 20).contains(&count) {
            return Err(HotgatesError::new_err(format!("1 to 1048576 battles, not {count}")));
        }
        if threads == 0 || threads > 1024 {
            return Err(HotgatesError::new_err(format!("1 to 1024 threads, not {threads}")));
        }
        let setup = Arc::new(options.make_setup()?);
        let row = |number: usize| {
            let episode = Episode::begin(&setup, number as u64)?;
            let writer = ObservationWriter::default();
            Ok(VectorRow { episode, writer, lot: split_mix(number as u64), orders_before: 0, fault: None })
        };
        let rows: Result<Vec<_>, EpisodeError> = py.detach(|| (0..count).map(row).collect());
        let rows = rows.map_err(episode_error)?;
        let actions = rows[0].episode.mask().as_bytes().len();
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let pool = pool.map_err(|why| HotgatesError::new_err(why.to_string()))?;
        let held = Mutex::new(HeldVector { rows, arrays: None, pool, closed: false });
        Ok(Self { setup, count, actions, process: std::process::id(), held })
    }

    /// Number of battles.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// Returns new arrays of zeros, by their names, as ``bind`` wants them.
    fn make_arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        let [planes, units, mask, rewards, terminations, truncations, sides, seeds] = self.shapes();
        arrays.set_item("planes", zeros::<u8>(py, &planes))?;
        arrays.set_item("units", zeros::<u16>(py, &units))?;
        arrays.set_item("mask", zeros::<i8>(py, &mask))?;
        arrays.set_item("rewards", zeros::<f32>(py, &rewards))?;
        arrays.set_item("terminations", zeros::<bool>(py, &terminations))?;
        arrays.set_item("truncations", zeros::<bool>(py, &truncations))?;
        arrays.set_item("sides", zeros::<u8>(py, &sides))?;
        arrays.set_item("seeds", zeros::<u64>(py, &seeds))?;
        Ok(arrays)
    }

    /// Takes the arrays into which the battles are written from now on; all are written at once.
    ///
    /// Raises:
    ///     HotgatesError: If one is missing, or has another dtype, shape or order in memory.
    fn bind(&self, py: Python<'_>, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut held = self.lock()?;
        let [planes, units, mask, rewards, terminations, truncations, sides, seeds] = self.shapes();
        held.arrays = Some(BoundArrays {
            planes: take_array(arrays, "planes", &planes)?,
            units: take_array(arrays, "units", &units)?,
            mask: take_array(arrays, "mask", &mask)?,
            rewards: take_array(arrays, "rewards", &rewards)?,
            terminations: take_array(arrays, "terminations", &terminations)?,
            truncations: take_array(arrays, "truncations", &truncations)?,
            sides: take_array(arrays, "sides", &sides)?,
            seeds: take_array(arrays, "seeds", &seeds)?,
        });
        self.for_each_row(py, &mut held, |_, row, arrays| {
            row.writer.planes.forget_array();
            row.writer.units.forget_array();
            row.write_arrays(arrays);
            Ok(())
        })
    }

    /// Begins every battle anew, each with its seed.
    fn reset(&self, py: Python<'_>, seeds: Vec<u64>) -> PyResult<()> {
        if seeds.len() != self.count {
            return Err(HotgatesError::new_err(format!("{} seeds for {} battles", seeds.len(), self.count)));
        }
        let mut held = self.lock()?;
        self.for_each_row(py, &mut held, |number, row, arrays| row.reset_row(seeds[number], arrays))
    }

    /// Follows one action in every battle, and plays the opponents. Other threads run meanwhile.
    ///
    /// A battle that the last step ended begins anew instead, with its seed raised by the number of battles.
    ///
    /// Args:
    ///     actions: ``int64 (n,)``.
    ///
    /// Raises:
    ///     IllegalAction: With ``illegal="raise"``; then no battle has changed.
    fn step(&self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, refuse: bool) -> PyResult<()> {
        let mut held = self.lock()?;
        let actions = self.read_actions(&actions)?;
        if refuse {
            let illegal = held.rows.iter().zip(actions).enumerate().find(|(_, (row, action))| {
                let action = u32::try_from(**action).unwrap_or(u32::MAX);
                !row.episode.is_over() && !row.episode.mask().is_legal(action)
            });
            if let Some((number, (_, action))) = illegal {
                return Err(IllegalAction::new_err(format!(
                    "action {action} is not legal in battle {number}"
                )));
            }
        }
        self.for_each_row(py, &mut held, |number, row, arrays| {
            row.step_row(actions[number], self.count, arrays)
        })
    }

    /// Draws a legal action for every battle, each equally likely: ``int64 (n,)``. 0 for a battle that is over.
    fn draw_actions(&self, actions: &Bound<'_, PyArrayDyn<i64>>) -> PyResult<()> {
        let mut held = self.lock()?;
        let mut actions = write_to("actions", actions)?;
        let slice =
            actions.as_slice_mut().map_err(|_| HotgatesError::new_err("actions are not contiguous"))?;
        if slice.len() != self.count {
            return Err(HotgatesError::new_err(format!(
                "{} actions for {} battles",
                slice.len(),
                self.count
            )));
        }
        slice.iter_mut().zip(&mut held.rows).for_each(|(action, row)| *action = row.draw_action());
        Ok(())
    }

    /// Has ``draw_actions`` begin anew from a seed.
    fn seed_draws(&self, seed: u64) -> PyResult<()> {
        let mut held = self.lock()?;
        for (number, row) in held.rows.iter_mut().enumerate() {
            row.lot = split_mix(seed ^ split_mix(number as u64));
        }
        Ok(())
    }

    /// Number of orders followed since the battles were made, those of opponents included.
    #[getter]
    fn order_count(&self) -> PyResult<usize> {
        let held = self.lock()?;
        let orders = |row: &VectorRow| row.orders_before + row.episode.game_record().orders().len();
        Ok(held.rows.iter().map(orders).sum())
    }

    /// Returns the running hash of a battle that is over.
    fn record_hash(&self, number: usize) -> PyResult<u64> {
        let held = self.lock()?;
        let missing = || HotgatesError::new_err(format!("there is no battle {number} of {}", self.count));
        let row = held.rows.get(number).ok_or_else(missing)?;
        if !row.episode.is_over() {
            return Err(HotgatesError::new_err("the running hash is told after the end only"));
        }
        Ok(row.episode.game_record().hash())
    }

    /// Gives the memory of the battles and the arrays back. What follows is refused.
    fn close(&self) {
        if std::process::id() != self.process {
            return;
        }
        let mut held = self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        held.closed = true;
        (held.arrays, held.pool) = (None, None);
        held.rows.clear();
    }
}
