//! Episodes: battles that learners play by numbered actions, against each other or against a commander.

use std::sync::Arc;

use hotgates_engine::{Battle, BySide, DiceSource, Event, Fault, Order, Scenario, Side, VictoryKind, View};
use hotgates_play::{Player, Seat, SeatError, seeds_of_players};
use hotgates_record::GameRecord;

use crate::action::ActionForm;
use crate::mask::{ActionMask, ActionMeaning};
use crate::plane::PlaneWriter;
use crate::reward::RewardForm;
use crate::shape::EncodingShape;
use crate::unit_table::UnitTableWriter;

/// The rule for illegal actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum IllegalRule {
    /// The side that gives it loses the battle.
    #[default]
    Lose,
    /// Nothing happens.
    Ignore,
    /// It is refused, and nothing has changed.
    Refuse,
}

/// The reason why an episode cannot begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EpisodeError {
    /// Nobody can sit on the seat of an opponent.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// The scenario makes no battle with these dice.
    #[error("{dice} makes no battle of this scenario")]
    Scenario {
        /// The dice.
        dice: DiceSource,
    },
    /// An action that is not legal now.
    #[error("action {action} is not legal now: {legal} of {count} are")]
    Illegal {
        /// The action.
        action: u32,
        /// Number of legal actions.
        legal: u32,
        /// Number of all actions.
        count: u32,
    },
    /// An action after the end.
    #[error("the episode is over; reset it")]
    Over,
    /// A built-in commander gave an illegal order.
    #[error("{commander} gave an illegal order, {order}: {why}")]
    Commander {
        /// Name of the commander.
        commander: String,
        /// The order.
        order: Order,
        /// The reason why it is illegal.
        why: String,
    },
}

/// Settings that all episodes of a scenario share.
#[derive(Debug)]
pub struct EpisodeSetup {
    scenario: Scenario,
    start: Battle,
    shape: EncodingShape,
    form: ActionForm,
    illegal: IllegalRule,
    reward: RewardForm,
    opponents: BySide<Option<Seat>>,
    most_actions: Option<u32>,
}

impl EpisodeSetup {
    /// Returns the setup in which learners command both sides, by the form `pick`, and victory alone is rewarded.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn new(scenario: Scenario) -> Result<Self, Vec<Fault>> {
        let start = Battle::from_scenario(&scenario)?;
        Ok(Self {
            shape: EncodingShape::of_battle(&start),
            start,
            scenario,
            form: ActionForm::default(),
            illegal: IllegalRule::default(),
            reward: RewardForm::default(),
            opponents: BySide::default(),
            most_actions: None,
        })
    }

    /// Returns the same setup with another form of actions.
    #[must_use]
    pub fn with_form(self, form: ActionForm) -> Self {
        Self { form, ..self }
    }

    /// Returns the same setup with another rule for illegal actions.
    #[must_use]
    pub fn with_illegal_rule(self, illegal: IllegalRule) -> Self {
        Self { illegal, ..self }
    }

    /// Returns the same setup with other rewards.
    #[must_use]
    pub fn with_reward(self, reward: RewardForm) -> Self {
        Self { reward, ..self }
    }

    /// Returns the same setup with a built-in commander for a side.
    ///
    /// # Errors
    /// When nobody can sit on the seat. Programs and policies of a file cannot.
    pub fn with_opponent(mut self, side: Side, seat: Seat) -> Result<Self, SeatError> {
        seat.check_contestant(self.start.rules())?;
        self.opponents[side] = Some(seat);
        Ok(self)
    }

    /// Returns the same setup with episodes cut off after a number of actions.
    #[must_use]
    pub fn with_most_actions(self, most_actions: Option<u32>) -> Self {
        Self { most_actions, ..self }
    }

    /// Scenario of the battles.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Battle before the first order, with the scenario's own dice.
    pub const fn first_battle(&self) -> &Battle {
        &self.start
    }

    /// Sizes of the arrays.
    pub const fn shape(&self) -> &EncodingShape {
        &self.shape
    }

    /// Form of the actions.
    pub const fn form(&self) -> ActionForm {
        self.form
    }

    /// Returns `true` if a learner commands a side.
    pub const fn is_learned(&self, side: Side) -> bool {
        match side {
            Side::Red => self.opponents.red.is_none(),
            Side::Blue => self.opponents.blue.is_none(),
        }
    }

    fn battle_of_dice(&self, dice: DiceSource) -> Result<Battle, EpisodeError> {
        // Only variation has the dice decide anything before the first order.
        if self.scenario.map.variation.unwrap_or(0) == 0 {
            return Ok(self.start.clone());
        }
        let mut scenario = self.scenario.clone();
        scenario.set_dice_source(dice);
        Battle::from_scenario(&scenario).map_err(|_| EpisodeError::Scenario { dice })
    }
}

/// The writers of an observation's two arrays.
#[derive(Debug, Clone, Default)]
pub struct ObservationWriter {
    /// Writer of the planes.
    pub planes: PlaneWriter,
    /// Writer of the unit table.
    pub units: UnitTableWriter,
}

/// The result of an action.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepOutcome {
    /// Reward of Red; Blue's is its negative.
    pub reward_of_red: f32,
    /// `true` if the battle is over.
    pub terminated: bool,
    /// `true` if the episode was cut off.
    pub truncated: bool,
    /// `true` if the action was illegal.
    pub was_illegal: bool,
}

/// A battle played by numbered actions. The same setup, seed and actions make the same battle, order by order that of
/// the terminal, with the same hash.
pub struct Episode {
    setup: Arc<EpisodeSetup>,
    record: GameRecord,
    seed: u64,
    players: BySide<Option<Player>>,
    mask: ActionMask,
    log: Vec<Event>,
    worth: f32,
    actions: u32,
    truncated: bool,
}

impl Episode {
    /// Begins an episode with the dice of a seed; opponents that move first have moved.
    ///
    /// # Errors
    /// When no battle or opponent can be made, or a commander goes wrong.
    pub fn begin(setup: &Arc<EpisodeSetup>, seed: u64) -> Result<Self, EpisodeError> {
        let battle = setup.battle_of_dice(seed.into())?;
        let mask = ActionMask::new(&battle, setup.form);
        let mut episode = Self {
            setup: Arc::clone(setup),
            record: GameRecord::new(battle, seed),
            seed,
            players: BySide::default(),
            mask,
            log: Vec::new(),
            worth: 0.0,
            actions: 0,
            truncated: false,
        };
        episode.seat_opponents()?;
        Ok(episode)
    }

    /// Begins the next episode with the dice of a seed, in the same memory as far as it goes.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub fn reset(&mut self, seed: u64) -> Result<(), EpisodeError> {
        self.record = GameRecord::new(self.setup.battle_of_dice(seed.into())?, seed);
        (self.seed, self.actions, self.truncated) = (seed, 0, false);
        self.seat_opponents()
    }

    fn seat_opponents(&mut self) -> Result<(), EpisodeError> {
        let seeds = seeds_of_players(self.seed);
        for side in Side::BOTH {
            let seat = self.setup.opponents[side].as_ref();
            let player = seat.map(|seat| seat.make_player(self.record.battle(), seeds[side])).transpose()?;
            self.players[side] = player;
        }
        self.log.clear();
        self.play_opponents()?;
        self.mask.follow_battle(self.record.battle());
        self.worth = self.setup.reward.worth_to_red(self.record.battle());
        Ok(())
    }

    /// Setup of the episode.
    pub const fn setup(&self) -> &Arc<EpisodeSetup> {
        &self.setup
    }

    /// Record of the battle: its orders, dice and hash.
    pub const fn game_record(&self) -> &GameRecord {
        &self.record
    }

    /// Seed of the dice.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Legal actions of the side to move.
    pub const fn mask(&self) -> &ActionMask {
        &self.mask
    }

    /// Side that gives the next action: the side to move.
    pub const fn side_to_act(&self) -> Side {
        self.record.battle().side()
    }

    /// Side that sees what the next action is about: the learner's, where a commander leads the other, else the side
    /// to move. The two differ once the battle is over.
    pub fn side_to_look(&self) -> Side {
        let learned = Side::BOTH.map(|side| self.setup.is_learned(side));
        match learned {
            [true, false] => Side::Red,
            [false, true] => Side::Blue,
            _ => self.side_to_act(),
        }
    }

    /// Number of actions given.
    pub const fn action_count(&self) -> u32 {
        self.actions
    }

    /// Events of the last action, with those of the opponents' orders that followed.
    pub fn last_events(&self) -> &[Event] {
        &self.log
    }

    /// Returns `true` if the battle is over or the episode was cut off.
    pub fn is_over(&self) -> bool {
        self.truncated || self.record.battle().verdict().is_some()
    }

    /// Follows an action of the side to move, and then plays the opponents until a learner is to act.
    ///
    /// # Errors
    /// When the episode is over, the action is illegal and refused, or a commander goes wrong.
    pub fn step(&mut self, action: u32) -> Result<StepOutcome, EpisodeError> {
        if self.is_over() {
            return Err(EpisodeError::Over);
        }
        let meaning = self.mask.meaning(self.record.battle(), action);
        if meaning.is_none() && self.setup.illegal == IllegalRule::Refuse {
            let (legal, count) = (self.mask.legal_count(), self.mask.space().action_count());
            return Err(EpisodeError::Illegal { action, legal, count });
        }
        self.log.clear();
        match meaning {
            Some(ActionMeaning::Picks(unit)) => self.mask.pick_unit(self.record.battle(), unit),
            Some(ActionMeaning::Orders(order)) => {
                self.follow_order(order, "the mask")?;
                self.play_opponents()?;
                self.mask.follow_battle(self.record.battle());
            }
            None if self.setup.illegal == IllegalRule::Lose => {
                let loser = self.side_to_act();
                self.record.concede(loser, VictoryKind::Illegal, &mut self.log);
                self.mask.follow_battle(self.record.battle());
            }
            None => {}
        }
        self.actions += 1;
        let terminated = self.record.battle().verdict().is_some();
        self.truncated = !terminated && self.setup.most_actions.is_some_and(|most| self.actions >= most);
        let worth = self.setup.reward.worth_to_red(self.record.battle());
        let reward_of_red = worth - std::mem::replace(&mut self.worth, worth);
        Ok(StepOutcome {
            reward_of_red,
            terminated,
            truncated: self.truncated,
            was_illegal: meaning.is_none(),
        })
    }

    /// Returns the commander who is to move; `None` when a learner is, or nobody.
    fn opponent_to_move(&mut self) -> Option<(&mut Player, &Battle)> {
        let battle = self.record.battle();
        let player = self.players[battle.side()].as_mut()?;
        battle.verdict().is_none().then_some((player, battle))
    }

    fn play_opponents(&mut self) -> Result<(), EpisodeError> {
        while let Some((player, battle)) = self.opponent_to_move() {
            let (order, _) = player.next_order(battle);
            let name = player.name().to_owned();
            self.follow_order(order, &name)?;
        }
        Ok(())
    }

    fn follow_order(&mut self, order: Order, commander: &str) -> Result<(), EpisodeError> {
        self.record.act(order, &mut self.log).map_err(|why| EpisodeError::Commander {
            commander: commander.to_owned(),
            order,
            why: why.to_string(),
        })
    }

    /// Writes what a side knows into arrays of the caller's; only the side to move sees which unit it has picked.
    pub fn write_observation(
        &self,
        side: Side,
        writer: &mut ObservationWriter,
        planes: &mut [u8],
        units: &mut [u16],
    ) {
        let view = View::new(self.record.battle(), side);
        let picked = self.mask.picked_unit().filter(|_| side == self.side_to_act());
        writer.planes.write_planes(&self.setup.shape, view, picked, planes);
        writer.units.write_table(&self.setup.shape, view, units);
    }
}
