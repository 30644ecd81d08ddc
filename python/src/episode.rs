//! Episodes as Python objects: what the environments stand on.

use std::sync::{Arc, Mutex, MutexGuard};

use hotgates_engine::{Battle, BySide, Side, visible_text};
use hotgates_learn::{
    ActionForm, ActionMeaning, Episode, EpisodeSetup, IllegalRule, RewardForm, UNIT_FEATURES, UnitIntent,
};
use hotgates_play::Seat;
use hotgates_protocol::EventMessage;
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::battle_pictures::{pixels_of_battle, text_of_battle};
use crate::errors::{HotgatesError, bad_file, episode_error, seat_error};
use crate::observation::{KeptObservation, plane_shape, unit_shape};
use crate::order::PyOrder;
use crate::source::scenario_of_words;
use crate::values::{as_python, side_by_name};

/// Planes, unit table: what a side sees.
type ObservationArrays<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray2<u16>>);

/// What a caller says about all episodes of an environment.
#[derive(FromPyObject)]
pub struct EpisodeOptions<'py> {
    #[pyo3(item)]
    map: Bound<'py, PyAny>,
    #[pyo3(item)]
    rules: Option<String>,
    #[pyo3(item)]
    actions: String,
    #[pyo3(item)]
    illegal: String,
    #[pyo3(item)]
    reward: (f32, f32, f32),
    #[pyo3(item)]
    red: Option<String>,
    #[pyo3(item)]
    blue: Option<String>,
    #[pyo3(item)]
    max_actions: Option<u32>,
}

impl EpisodeOptions<'_> {
    /// Returns the setup that the options describe.
    pub fn make_setup(&self) -> PyResult<EpisodeSetup> {
        let scenario = scenario_of_words(&self.map, self.rules.as_deref())?;
        let unknown = |what: &str, word: &str, known: &str| {
            HotgatesError::new_err(format!("unknown {what} {word:?}; known: {known}"))
        };
        let form = ActionForm::by_name(&self.actions);
        let form = form.ok_or_else(|| unknown("actions", &self.actions, "pick, flat, script"))?;
        let illegal = match self.illegal.as_str() {
            "lose" => IllegalRule::Lose,
            "ignore" => IllegalRule::Ignore,
            "raise" => IllegalRule::Refuse,
            word => return Err(unknown("rule for illegal actions", word, "lose, ignore, raise")),
        };
        let (outcome, men, ground) = self.reward;
        if ![outcome, men, ground].iter().all(|weight| weight.is_finite()) {
            return Err(HotgatesError::new_err("weights of rewards are finite numbers"));
        }
        let setup = EpisodeSetup::new(scenario).map_err(|faults| {
            let words: Vec<_> = faults.iter().map(|fault| fault.message_in_file("scenario")).collect();
            bad_file(&words.join("\n"))
        })?;
        let mut setup = setup
            .with_form(form)
            .with_illegal_rule(illegal)
            .with_reward(RewardForm { outcome, men, ground })
            .with_most_actions(self.max_actions);
        for (side, name) in [(Side::Red, &self.red), (Side::Blue, &self.blue)] {
            if let Some(name) = name {
                setup = setup.with_opponent(side, Seat::from_name(name.as_str())).map_err(seat_error)?;
            }
        }
        if Side::BOTH.iter().all(|&side| !setup.is_learned(side)) {
            return Err(HotgatesError::new_err(
                "somebody has to learn: leave red or blue without a commander",
            ));
        }
        Ok(setup)
    }
}

/// The core of the environments: a battle played by numbered actions. Use the environments instead, unless you write
/// one of your own.
///
/// >>> from hotgates._core import Episode
/// >>> episode = Episode(dict(map="hot_gates", rules=None, actions="pick", illegal="lose", reward=(1, 0, 0),
/// ...                        red=None, blue="random", max_actions=None), 7)
/// >>> episode.action_count
/// 781
#[pyclass(name = "Episode", module = "hotgates._core", frozen)]
pub struct PyEpisode {
    setup: Arc<EpisodeSetup>,
    episode: Mutex<Episode>,
    /// What each side knew when it was looked at; locked behind the episode.
    kept: Mutex<BySide<KeptObservation>>,
}

impl PyEpisode {
    fn lock(&self) -> MutexGuard<'_, Episode> {
        self.episode.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Calls `look` with what a side (0 red, 1 blue) knows and the episode.
    fn with_kept<T>(&self, side: u8, look: impl FnOnce(&mut KeptObservation, &Episode) -> T) -> T {
        let side = if side == 0 { Side::Red } else { Side::Blue };
        let episode = self.lock();
        let mut kept = self.kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        look(&mut kept[side], &episode)
    }

    fn shown_battle(&self) -> Battle {
        let episode = self.lock();
        let battle = episode.game_record().battle();
        battle.known_to(episode.side_to_act()).clone()
    }
}

#[pymethods]
impl PyEpisode {
    #[new]
    #[pyo3(signature = (options, seed=0))]
    fn new(options: EpisodeOptions<'_>, seed: u64) -> PyResult<Self> {
        let setup = Arc::new(options.make_setup()?);
        let episode = Episode::begin(&setup, seed).map_err(episode_error)?;
        let kept = BySide::new(|side| KeptObservation::new(setup.shape(), side));
        Ok(Self { setup, episode: Mutex::new(episode), kept: Mutex::new(kept) })
    }

    /// Begins the next episode with the dice of a seed; an opponent that moves first has moved.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        py.detach(|| self.lock().reset(seed)).map_err(episode_error)
    }

    /// Follows an action of the side to act, and then plays the opponents.
    ///
    /// Returns:
    ///     Reward of Red, whether the battle is over, whether the episode was cut off, whether the action was illegal.
    fn step(&self, py: Python<'_>, action: i64) -> PyResult<(f32, bool, bool, bool)> {
        let action = u32::try_from(action).unwrap_or(u32::MAX);
        let alone = self.setup.is_learned(Side::Red) && self.setup.is_learned(Side::Blue);
        let stepped = if alone { self.lock().step(action) } else { py.detach(|| self.lock().step(action)) };
        let outcome = stepped.map_err(episode_error)?;
        Ok((outcome.reward_of_red, outcome.terminated, outcome.truncated, outcome.was_illegal))
    }

    /// Returns what a side (0 red, 1 blue) knows, and what it may do, as a dictionary: ``observation``, the planes, ``uint8``
    /// ``(planes, rows, columns)``; ``units``, the unit table, ``uint16`` ``(2 × slots, features)``; and ``action_mask``, ``int8``
    /// ``(actions,)``, all 0 unless it is the side to act.
    fn observe_with_mask<'py>(&self, py: Python<'py>, side: u8) -> PyResult<Bound<'py, PyDict>> {
        let mask = if side == self.side() {
            self.mask(py)
        } else {
            PyArray1::zeros(py, self.lock().mask().as_bytes().len(), false)
        };
        let (planes, units) = self.observe(py, side);
        let observation = PyDict::new(py);
        observation.set_item(intern!(py, "observation"), planes)?;
        observation.set_item(intern!(py, "units"), units)?;
        observation.set_item(intern!(py, "action_mask"), mask)?;
        Ok(observation)
    }

    /// Returns what a side (0 red, 1 blue) knows: planes ``uint8`` ``(planes, rows, columns)`` and the unit table
    /// ``uint16`` ``(2 × slots, features)``.
    fn observe<'py>(&self, py: Python<'py>, side: u8) -> ObservationArrays<'py> {
        self.with_kept(side, |kept, episode| {
            (kept.copy_planes(py, &self.setup, episode), kept.copy_units(py, &self.setup, episode))
        })
    }

    /// Returns the planes that a side (0 red, 1 blue) knows, without the unit table.
    fn planes<'py>(&self, py: Python<'py>, side: u8) -> Bound<'py, PyArray3<u8>> {
        self.with_kept(side, |kept, episode| kept.copy_planes(py, &self.setup, episode))
    }

    /// Returns the unit table of what a side (0 red, 1 blue) knows, without the planes.
    fn units<'py>(&self, py: Python<'py>, side: u8) -> Bound<'py, PyArray2<u16>> {
        self.with_kept(side, |kept, episode| kept.copy_units(py, &self.setup, episode))
    }

    /// Returns the legal actions of the side to act: ``int8``, 1 where legal. All 0 once the episode is over.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_slice(py, self.lock().mask().as_bytes())
    }

    /// Returns a legal action by a lot, any number; ``-1`` once the episode is over.
    fn draw_action(&self, lot: u64) -> i64 {
        let episode = self.lock();
        let legal = u64::from(episode.mask().legal_count());
        let number = lot.checked_rem(legal).and_then(|number| u32::try_from(number).ok());
        number.and_then(|number| episode.mask().nth_action(number)).map_or(-1, i64::from)
    }

    /// Side to act: 0 red, 1 blue.
    #[getter]
    fn side(&self) -> u8 {
        self.lock().side_to_act() as u8
    }

    /// Seed of the dice.
    #[getter]
    fn seed(&self) -> u64 {
        self.lock().seed()
    }

    /// ``True`` once the battle is over or the episode was cut off.
    #[getter]
    fn over(&self) -> bool {
        self.lock().is_over()
    }

    /// Winner and manner of the victory once the battle is over, as ``Battle.verdict`` has it.
    #[getter]
    fn verdict(&self) -> Option<(Option<&'static str>, &'static str)> {
        let verdict = self.lock().game_record().battle().verdict()?;
        Some((verdict.winner.map(Side::name), verdict.how.name()))
    }

    /// Running hash of battle, dice and orders; only after the end, since it tells the dice.
    #[getter]
    fn record_hash(&self) -> PyResult<u64> {
        let episode = self.lock();
        if !episode.is_over() {
            return Err(HotgatesError::new_err("the running hash is told after the end only"));
        }
        Ok(episode.game_record().hash())
    }

    /// Returns the replay of the battle; only after the end, since it tells the dice.
    fn to_replay<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let episode = self.lock();
        if !episode.is_over() {
            return Err(HotgatesError::new_err("the replay is told after the end only"));
        }
        let mut scenario = self.setup.scenario().clone();
        scenario.set_dice_source(episode.seed().into());
        Ok(PyBytes::new(py, &episode.game_record().replay(&scenario).encode()))
    }

    /// Returns the order that a legal action means; a unit's number for an action that picks it; ``None`` if illegal.
    fn meaning<'py>(&self, py: Python<'py>, action: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let episode = self.lock();
        let action = u32::try_from(action).unwrap_or(u32::MAX);
        Ok(match episode.mask().meaning(episode.game_record().battle(), action) {
            None => None,
            Some(ActionMeaning::Picks(unit)) => Some(unit.0.into_pyobject(py)?.into_any()),
            Some(ActionMeaning::Orders(order)) => Some(PyOrder(order).into_pyobject(py)?.into_any()),
        })
    }

    /// Returns what a side was told of the last action and the opponents' answer, as messages of ``docs/protocol.md``.
    fn events<'py>(&self, py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyAny>> {
        let side = side_by_name(side)?;
        let episode = self.lock();
        let told = episode.game_record().battle().events_for(side, episode.last_events());
        let messages: Vec<EventMessage> = told.iter().copied().map(EventMessage::from).collect();
        as_python(py, &messages)
    }

    /// Returns the battle as text, as the side to act knows it.
    fn to_text(&self, colour: bool) -> PyResult<String> {
        text_of_battle(&self.shown_battle(), colour)
    }

    /// Returns the battle as pixels, ``(height, width, 3)``, as the side to act knows it.
    fn to_pixels<'py>(&self, py: Python<'py>, hex: f64) -> PyResult<Bound<'py, PyArray3<u8>>> {
        pixels_of_battle(py, &self.shown_battle(), hex)
    }

    /// Number of all actions.
    #[getter]
    fn action_count(&self) -> u32 {
        self.lock().mask().space().action_count()
    }

    /// Action that ends the turn.
    #[getter]
    fn end_turn_action(&self) -> u32 {
        self.lock().mask().space().end_turn_action()
    }

    /// Shape of the planes: planes, rows, columns.
    #[getter]
    fn plane_shape(&self) -> [usize; 3] {
        plane_shape(self.setup.shape())
    }

    /// Shape of the unit table: rows, features.
    #[getter]
    fn unit_shape(&self) -> [usize; 2] {
        unit_shape(self.setup.shape())
    }

    /// Names of the planes.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.setup.shape().plane_names().iter().map(|name| visible_text(name).to_string()).collect()
    }

    /// Names of the columns of the unit table.
    #[getter]
    fn feature_names(&self) -> Vec<&'static str> {
        UNIT_FEATURES.to_vec()
    }

    /// Names of the intents of the form ``script``.
    #[getter]
    fn intent_names(&self) -> Vec<&'static str> {
        UnitIntent::ALL.map(UnitIntent::name).to_vec()
    }

    /// Names of the unit types.
    #[getter]
    fn type_names(&self) -> Vec<String> {
        self.setup.first_battle().rules().units.iter().map(|kind| kind.name.clone()).collect()
    }
}
