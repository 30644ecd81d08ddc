//! Commanders as Python objects.

use std::sync::Mutex;

use hotgates_engine::Side;
use hotgates_play::{Player, Seat, seeds_of_players};
use pyo3::prelude::*;

use crate::battle::PyBattle;
use crate::errors::{HotgatesError, seat_error};
use crate::order::PyOrder;

/// A built-in commander by its name, such as ``"warden:general"`` or ``"hunter+5000"``.
///
/// Args:
///     name: Commander, with rank and steps if wanted. Programs (``bot:``) and policies are never started here.
///     seed: Seed of the commander's own chance; without one it belongs to the battle's dice, as in the terminal.
///
/// >>> import hotgates
/// >>> battle = hotgates.Battle.shipped("hot_gates")
/// >>> order, reason = hotgates.Commander("hunter").order(battle)
/// >>> battle.check(order)
/// >>> hotgates.Commander("bot:ls").order(battle)
/// Traceback (most recent call last):
/// ...
/// hotgates.HotgatesError: `bot:ls`: programs command in `battle`, `campaign` and `tournament` only
#[pyclass(name = "Commander", module = "hotgates", frozen)]
pub struct PyCommander {
    seat: Seat,
    seed: Option<u64>,
    player: Mutex<Option<SeatedPlayer>>,
}

/// A player with the battle that it plays: its start, and the number and hash of the orders that it has seen.
struct SeatedPlayer {
    player: Player,
    start: u64,
    side: Side,
    seen: (usize, u64),
}

#[pymethods]
impl PyCommander {
    #[new]
    #[pyo3(signature = (name, seed=None))]
    fn new(name: &str, seed: Option<u64>) -> Self {
        Self { seat: Seat::from_name(name), seed, player: Mutex::new(None) }
    }

    /// Name as it was given.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Commander("warden:general").name
    /// 'warden:general'
    #[getter]
    fn name(&self) -> String {
        self.seat.name().to_string()
    }

    /// Thinks of the next order of the side to move and returns it with its reason in words. The battle does not
    /// change. Other threads run meanwhile.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped("hot_gates")
    /// >>> commander = hotgates.Commander("greedy")
    /// >>> order, reason = commander.order(battle)
    /// >>> len(reason) > 0
    /// True
    fn order(&self, py: Python<'_>, battle: &Bound<'_, PyBattle>) -> PyResult<(PyOrder, String)> {
        let battle = battle.get();
        py.detach(|| {
            let (record, start) = {
                let held = battle.lock();
                (held.record.clone(), held.start)
            };
            let position = record.battle();
            if position.verdict().is_some() {
                return Err(HotgatesError::new_err("the battle is over"));
            }
            let side = position.side();
            let follows = |(count, hash): (usize, u64)| match count.checked_sub(1) {
                Some(last) => record.orders().get(last).is_some_and(|&(_, then)| then == hash),
                None => true,
            };
            let mut seated = self.player.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let goes_on = seated
                .as_ref()
                .is_some_and(|seated| seated.start == start && seated.side == side && follows(seated.seen));
            if !goes_on {
                let seed = self.seed.unwrap_or_else(|| seeds_of_players(record.dice_source())[side]);
                let player = self.seat.make_player(position, seed).map_err(seat_error)?;
                *seated = Some(SeatedPlayer { player, start, side, seen: (0, 0) });
            }
            let Some(seated) = seated.as_mut() else { return Err(HotgatesError::new_err("no commander")) };
            seated.seen = (record.orders().len(), record.hash());
            let (order, reason) = seated.player.next_order(position);
            Ok((PyOrder(order), reason.in_words(position)))
        })
    }

    fn __repr__(&self) -> String {
        format!("Commander({:?})", self.seat.name().to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String, Option<u64>)) {
        let make = py.get_type::<Self>();
        (make.into_any(), (self.name(), self.seed))
    }
}
