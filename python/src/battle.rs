//! Battles as Python objects: made, asked, changed, recorded.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use hotgates_engine::{Battle, BySide, Event, LegalOrders, Reach, Scenario, Side, VictoryKind, View};
use hotgates_play::{Contestant, Seat, Seats};
use hotgates_protocol::{EventMessage, ViewMessage};
use hotgates_record::{GameRecord, Replay};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use sha2::{Digest, Sha256};

use crate::errors::{HotgatesError, bad_file, illegal_order, seat_error};
use crate::order::PyOrder;
use crate::source::{scenario_of_file, scenario_of_text, set_dice, shipped_scenario};
use crate::values::{as_python, cell_at, side_by_name, unit_by_number};

/// A battle with its dice and the record of its orders: a pure function of scenario, seed (or key) and orders.
///
/// Hexes are ``(column, row)`` with odd columns half a hex lower; arrays are indexed ``[row, column]``. Units are
/// numbers of the roster, Red's first. Threads may share a battle: each call waits for the one before.
///
/// >>> import hotgates
/// >>> battle = hotgates.Battle.shipped("hot_gates", seed=7)
/// >>> battle.side, battle.turn, battle.over
/// ('red', 1, False)
/// >>> events = battle.act(battle.legal_orders()[0])
/// >>> len(battle.orders)
/// 1
#[pyclass(name = "Battle", module = "hotgates", frozen)]
pub struct PyBattle(pub Mutex<HeldBattle>);

/// A battle with its scenario.
pub struct HeldBattle {
    pub scenario: Arc<Scenario>,
    pub record: GameRecord,
    /// Running hash before the first order.
    pub start: u64,
    log: Vec<Event>,
}

impl HeldBattle {
    fn new(scenario: Scenario) -> PyResult<Self> {
        let battle = Battle::from_scenario(&scenario).map_err(|faults| {
            let words: Vec<_> = faults.iter().map(|fault| fault.message_in_file("scenario")).collect();
            bad_file(&words.join("\n"))
        })?;
        let record = GameRecord::new(battle, scenario.dice_source());
        let start = record.hash();
        Ok(Self { scenario: Arc::new(scenario), record, start, log: Vec::new() })
    }

    pub fn battle(&self) -> &Battle {
        self.record.battle()
    }
}

impl PyBattle {
    /// Returns the battle, for this thread alone.
    pub fn lock(&self) -> MutexGuard<'_, HeldBattle> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn of_scenario(mut scenario: Scenario, seed: Option<u64>, key: Option<&str>) -> PyResult<Self> {
        set_dice(&mut scenario, seed, key)?;
        Ok(Self(Mutex::new(HeldBattle::new(scenario)?)))
    }
}

/// Number of orders after which a long game looks for Ctrl-C.
const ORDERS_BETWEEN_SIGNALS: usize = 64;

#[pymethods]
impl PyBattle {
    /// Reads a map or scenario from a file and begins its battle.
    ///
    /// Args:
    ///     path: A ``.ron`` file. What it names lies in its folder or below.
    ///     seed: Seed of the dice; without one the file's, else 0.
    ///     key: Key of the dice instead, 64 hexadecimal digits.
    ///     rules: Another ruleset: ``"classic"`` and its like, the text of a ruleset, or a path.
    ///
    /// Raises:
    ///     BadFile: With every fault and its place.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.from_file("nowhere.ron")
    /// Traceback (most recent call last):
    /// ...
    /// hotgates.BadFile: nowhere.ron: cannot be read: no such file or directory
    #[staticmethod]
    #[pyo3(signature = (path, *, seed=None, key=None, rules=None))]
    fn from_file(path: PathBuf, seed: Option<u64>, key: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        Self::of_scenario(scenario_of_file(&path, rules)?, seed, key)
    }

    /// Reads a map from a text and begins its battle. A ruleset that it names is one that comes with the package.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.from_text('''Map(name: "Ford", rows: [".....=....", "#....=...."],
    /// ...     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))''')
    /// >>> battle.shape
    /// (2, 10)
    #[staticmethod]
    #[pyo3(signature = (text, *, seed=None, key=None, rules=None))]
    fn from_text(text: &str, seed: Option<u64>, key: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        Self::of_scenario(scenario_of_text(text, rules)?, seed, key)
    }

    /// Begins a battle on a map that comes with the package.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped("labyrinth").name
    /// 'Labyrinth'
    #[staticmethod]
    #[pyo3(signature = (name="hot_gates", *, seed=None, key=None))]
    fn shipped(name: &str, seed: Option<u64>, key: Option<&str>) -> PyResult<Self> {
        Self::of_scenario(shipped_scenario(name)?, seed, key)
    }

    /// Plays a replay again, proves every hash on the way, and returns the battle where it ends.
    ///
    /// Raises:
    ///     BadFile: If the replay does not verify.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped("hot_gates")
    /// >>> battle.play("random", "random")
    /// >>> hotgates.Battle.from_replay(battle.to_replay()).record_hash == battle.record_hash
    /// True
    #[staticmethod]
    fn from_replay(py: Python<'_>, replay: &[u8]) -> PyResult<Self> {
        let verified = py.detach(|| Replay::verify_bytes(replay));
        let (replay, record) = verified.map_err(|why| bad_file(&format!("replay: {why}")))?;
        let begun = HeldBattle::new(replay.scenario)?;
        Ok(Self(Mutex::new(HeldBattle { record, ..begun })))
    }

    /// Name of the map or scenario.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped("goat_path").name
    /// 'Goat Path'
    #[getter]
    pub fn name(&self) -> String {
        self.lock().scenario.map.name.clone()
    }

    /// Number of rows and of columns, as the shape of every array over the map.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped("open_field").shape == hotgates.Battle.shipped("open_field").terrain().shape
    /// True
    #[getter]
    fn shape(&self) -> (i32, i32) {
        let held = self.lock();
        let grid = held.battle().grid();
        (grid.height(), grid.width())
    }

    /// Number of the turn, from 1.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().turn
    /// 1
    #[getter]
    fn turn(&self) -> u32 {
        self.lock().battle().turn()
    }

    /// Number of the last turn.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().last_turn > 10
    /// True
    #[getter]
    fn last_turn(&self) -> u32 {
        self.lock().battle().last_turn()
    }

    /// Side to move: ``"red"`` or ``"blue"``.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().side
    /// 'red'
    #[getter]
    fn side(&self) -> &'static str {
        self.lock().battle().side().name()
    }

    /// ``True`` once the battle is over.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().over
    /// False
    #[getter]
    fn over(&self) -> bool {
        self.lock().battle().verdict().is_some()
    }

    /// Winner and the manner of the victory, such as ``("blue", "dusk")``; the winner of a draw is ``None``. ``None``
    /// while the battle goes on.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> battle.resign("red")
    /// >>> battle.verdict
    /// ('blue', 'resigned')
    #[getter]
    fn verdict(&self) -> Option<(Option<&'static str>, &'static str)> {
        let verdict = self.lock().battle().verdict()?;
        Some((verdict.winner.map(Side::name), verdict.how.name()))
    }

    /// Seed of the dice; ``None`` for dice by a key.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped(seed=5).seed
    /// 5
    #[getter]
    fn seed(&self) -> Option<u64> {
        let held = self.lock();
        held.record.dice_source().key().is_none().then(|| held.scenario.map.seed.unwrap_or(0))
    }

    /// Orders of both sides so far, in their order.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().orders
    /// []
    #[getter]
    fn orders(&self) -> Vec<PyOrder> {
        self.lock().record.orders().iter().map(|&(order, _)| PyOrder(order)).collect()
    }

    /// Events of the last order, as dictionaries with one key each: the messages of ``docs/protocol.md``.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> battle.act(hotgates.Order.end_turn()) == battle.events
    /// True
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let messages: Vec<EventMessage> = self.lock().log.iter().copied().map(EventMessage::from).collect();
        as_python(py, &messages)
    }

    /// Lists every legal order of the side to move, or of one unit of it. Empty once the battle is over.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().legal_orders()[-1]
    /// Order.end_turn()
    #[pyo3(signature = (unit=None))]
    fn legal_orders(&self, unit: Option<i64>) -> PyResult<Vec<PyOrder>> {
        let held = self.lock();
        let mut listed = LegalOrders::new();
        let orders = match unit {
            Some(unit) => listed.orders_of_unit(held.battle(), unit_by_number(held.battle(), unit)?),
            None => listed.orders_of_side(held.battle()),
        };
        Ok(orders.iter().copied().map(PyOrder).collect())
    }

    /// Checks that an order is legal. Changes nothing.
    ///
    /// Raises:
    ///     IllegalOrder: With the reason.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().check(hotgates.Order.move(0, (999, 0)))
    /// Traceback (most recent call last):
    /// ...
    /// hotgates.IllegalOrder: hex 999,0 is off the map
    fn check(&self, order: &Bound<'_, PyOrder>) -> PyResult<()> {
        self.lock().battle().check(order.get().0).map_err(illegal_order)
    }

    /// Follows an order of the side to move and returns its events, as ``events`` does.
    ///
    /// Raises:
    ///     IllegalOrder: With the reason; then nothing has changed.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> [list(event)[0] for event in battle.act(hotgates.Order.end_turn())]
    /// ['half_turn_began']
    fn act<'py>(&self, py: Python<'py>, order: &Bound<'_, PyOrder>) -> PyResult<Bound<'py, PyAny>> {
        {
            let mut held = self.lock();
            let HeldBattle { record, log, .. } = &mut *held;
            let mut events = Vec::new();
            record.act(order.get().0, &mut events).map_err(illegal_order)?;
            *log = events;
        }
        self.events(py)
    }

    /// Ends the battle: a side gives up.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> battle.resign("blue")
    /// >>> battle.over
    /// True
    fn resign(&self, side: &str) -> PyResult<()> {
        let side = side_by_name(side)?;
        let mut held = self.lock();
        if held.battle().verdict().is_some() {
            return Err(HotgatesError::new_err("the battle is over"));
        }
        let HeldBattle { record, log, .. } = &mut *held;
        log.clear();
        record.concede(side, VictoryKind::Resigned, log);
        Ok(())
    }

    /// Plays the battle to its end between two commanders, as the terminal does: the same seed makes the same hash.
    ///
    /// Other threads run meanwhile, and Ctrl-C ends it between two orders.
    ///
    /// Args:
    ///     red: Commander such as ``"hunter:colonel"``; without one the file's, else ``"hunter"``.
    ///     blue: Likewise, else ``"warden"``.
    ///
    /// Raises:
    ///     HotgatesError: If nobody can sit on a seat. A program that a file names is never started.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped("hot_gates", seed=1)
    /// >>> battle.play("greedy", "random")
    /// >>> battle.over
    /// True
    #[pyo3(signature = (red=None, blue=None))]
    fn play(&self, py: Python<'_>, red: Option<&str>, blue: Option<&str>) -> PyResult<()> {
        let named = BySide { red, blue };
        let mut players = {
            let held = self.lock();
            let file = Seats::in_file(&held.scenario.map);
            let seat = |side: Side| named[side].map_or_else(|| file[side].clone(), Seat::from_name);
            let made = Seats::new(seat).make_contestants(held.battle(), held.record.dice_source());
            made.map_err(seat_error)?
        };
        loop {
            let over = py.detach(|| self.play_some_orders(&mut players))?;
            py.check_signals()?;
            if over {
                return Ok(());
            }
        }
    }

    /// Returns what a side knows, as the message ``view`` of ``docs/protocol.md``: units, flags, points, turn.
    ///
    /// >>> import hotgates
    /// >>> view = hotgates.Battle.shipped().view("blue")
    /// >>> view["turn"], view["side_to_move"]
    /// (1, 'red')
    fn view<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        let side = side_by_name(side)?;
        let message = ViewMessage::of_view(View::new(self.lock().battle(), side));
        as_python(py, &message)
    }

    /// Returns the exact odds of an attack, from where the unit stands or from another hex.
    ///
    /// Returns:
    ///     ``None`` out of range; else a dictionary: ``outcomes`` is a list of ``target_losses``, ``attacker_losses``
    ///     (men) and ``ways`` out of ``of``; ``expected_target_losses`` and ``expected_attacker_losses`` are men,
    ///     ``destroys`` is the chance to destroy the target.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.from_text('''Map(name: "Duel", rows: ["..........", "#........."],
    /// ...     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry", at: (1, 0))]))''')
    /// >>> odds = battle.odds(0, 1, from_hex=(2, 0))
    /// >>> odds["of"], round(odds["expected_target_losses"])
    /// (1296, 100)
    #[pyo3(signature = (unit, target, *, from_hex=None))]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        unit: i64,
        target: i64,
        from_hex: Option<(i32, i32)>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let held = self.lock();
        let battle = held.battle();
        let [unit, target] = [unit_by_number(battle, unit)?, unit_by_number(battle, target)?];
        let from = from_hex.map_or(Ok(battle.unit(unit).cell), |hex| cell_at(battle.grid(), hex))?;
        if !battle.unit(unit).alive()
            || !battle.unit(target).alive()
            || battle.info(unit).side == battle.info(target).side
        {
            return Ok(None);
        }
        let Some(odds) = battle.odds_from(unit, from, target) else { return Ok(None) };
        let of = f64::from(odds.of);
        let message = as_python(py, &odds)?;
        message.set_item("expected_target_losses", f64::from(odds.expected_target_losses()) / of)?;
        message.set_item("expected_attacker_losses", f64::from(odds.expected_attacker_losses()) / of)?;
        message.set_item("destroys", f64::from(odds.cases_target_destroyed()) / of)?;
        Ok(Some(message))
    }

    /// Returns the battle as it stands once more. What happens to one does not happen to the other.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> other = battle.clone()
    /// >>> _ = other.act(hotgates.Order.end_turn())
    /// >>> battle.side, other.side
    /// ('red', 'blue')
    #[pyo3(name = "clone")]
    fn clone_battle(&self) -> Self {
        let held = self.lock();
        let (scenario, record, log) = (Arc::clone(&held.scenario), held.record.clone(), held.log.clone());
        Self(Mutex::new(HeldBattle { scenario, record, start: held.start, log }))
    }

    fn __copy__(&self) -> Self {
        self.clone_battle()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone_battle()
    }

    /// Hash of the position, as 64 bits: equal for equal positions of one battle.
    ///
    /// Raises:
    ///     HotgatesError: Under fog of war, where it would tell what a side does not know.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped(seed=1)
    /// >>> battle.position_hash == battle.clone().position_hash
    /// True
    #[getter]
    fn position_hash(&self) -> PyResult<u64> {
        let held = self.lock();
        if held.battle().has_fog() {
            return Err(HotgatesError::new_err(
                "under fog of war a position has no hash that may be told; use view_hash",
            ));
        }
        Ok(held.battle().hash())
    }

    /// Returns the hash of what a side knows, as 64 bits: the first eight bytes of the SHA-256 of its view's message.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> battle.view_hash("red") == battle.clone().view_hash("red")
    /// True
    fn view_hash(&self, side: &str) -> PyResult<u64> {
        let side = side_by_name(side)?;
        let message = ViewMessage::of_view(View::new(self.lock().battle(), side));
        let bytes = serde_json::to_vec(&message).map_err(|why| HotgatesError::new_err(why.to_string()))?;
        let digest = Sha256::digest(&bytes);
        Ok(digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte)))
    }

    /// Running hash of the battle, its dice and all orders, as 64 bits: what ``hotgates battle --json`` calls ``hash``,
    /// in decimal. It tells the dice to whoever can try out seeds, so do not hand it to a seat before the end.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped(seed=1).record_hash == hotgates.Battle.shipped(seed=2).record_hash
    /// False
    #[getter]
    pub fn record_hash(&self) -> u64 {
        self.lock().record.hash()
    }

    /// Returns the replay of the battle so far, as the bytes of a ``.replay`` file.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().to_replay()[:8]
    /// b'HOTGATES'
    fn to_replay<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let held = self.lock();
        PyBytes::new(py, &held.record.replay(&held.scenario).encode())
    }

    /// Returns the result so far: verdict, men left and lost, castles, and the fate of every unit.
    ///
    /// >>> import hotgates
    /// >>> outcome = hotgates.Battle.shipped().outcome()
    /// >>> outcome["verdict"] is None, len(outcome["units"]) > 10
    /// (True, True)
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_python(py, &self.lock().battle().outcome())
    }

    /// Returns the hexes that a unit can move to now, each with the points left there.
    ///
    /// >>> import hotgates
    /// >>> battle = hotgates.Battle.shipped()
    /// >>> all(0 <= left for left in battle.destinations(0).values())
    /// True
    fn destinations(&self, unit: i64) -> PyResult<std::collections::BTreeMap<(i32, i32), u16>> {
        let held = self.lock();
        let battle = held.battle().known_to(held.battle().side());
        let (unit, mut reach) = (unit_by_number(battle, unit)?, Reach::new());
        battle.reach(unit, &mut reach);
        let stops = battle.destinations(&reach);
        Ok(stops.map(|(cell, left)| (crate::values::coord_of(battle.grid(), cell), left.0)).collect())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("from_replay")?;
        Ok((make, (self.to_replay(py),).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let held = self.lock();
        let battle = held.battle();
        let end = battle.verdict().map_or_else(
            || format!("turn {} of {}, {} to move", battle.turn(), battle.last_turn(), battle.side().name()),
            |verdict| verdict.to_string(),
        );
        format!("<hotgates.Battle {:?}: {end}>", held.scenario.map.name)
    }
}

impl PyBattle {
    /// Plays some orders; returns `true` once the battle is over.
    fn play_some_orders(&self, players: &mut BySide<Contestant>) -> PyResult<bool> {
        let mut held = self.lock();
        let HeldBattle { record, log, .. } = &mut *held;
        for _ in 0..ORDERS_BETWEEN_SIGNALS {
            if record.battle().verdict().is_some() {
                return Ok(true);
            }
            let Contestant::Computer(player) = &mut players[record.battle().side()] else {
                return Err(HotgatesError::new_err("only built-in commanders play here"));
            };
            let (order, _) = player.next_order(record.battle());
            log.clear();
            record.act(order, log).map_err(illegal_order)?;
        }
        Ok(record.battle().verdict().is_some())
    }
}
