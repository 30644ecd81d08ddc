//! Series: numbered games between the same commanders.

use hotgates_engine::{Battle, BySide, DiceSource, Fault, Scenario, Side};
use hotgates_record::GameRecord;
use hotgates_search::{Cancel, Cancelled};

use crate::conduct::{ConductCount, SideConduct};
use crate::game::{CommanderFault, ForeignProgram, MatchError};
use crate::loss::ProgramLoss;
use crate::program::OrderReason;
use crate::seats::{SeatError, Seats};

/// Games between the same two commanders, numbered from 0, each with dice of its own.
///
/// Every game is a pure function of its number, so that a caller can play any of them in any order,
/// on as many threads as there are.
///
/// ```
/// use hotgates_play::{Cancel, Seats, Series, Tally};
/// use hotgates_engine::{MapFile, Scenario};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let series = Series::from_scenario(&Scenario::classic(map), Seats::from_names("greedy", "random"))
///     .map_err(|faults| faults[0].to_string())?
///     .playing_both_ways(true);
/// let mut tally = Tally::default();
/// for number in 0..4 {
///     tally.count_game(&series.play_game(number, &Cancel::new())?);
/// }
/// assert_eq!(tally.games, 4);
/// assert_eq!(tally.first_wins + tally.second_wins + tally.draws, 4);
/// assert_eq!(series.dice_of_game(2), series.dice_of_game(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series {
    start: SeriesStart,
    seats: Seats,
    exchanged: Seats,
    dice: DiceSource,
    swap: bool,
}

/// The position or scenario in which the games of a series begin.
#[derive(Debug, Clone)]
enum SeriesStart {
    /// All in the same position.
    Position(Box<Battle>),
    /// Each in the position that its dice make of the scenario.
    Scenario(Box<Scenario>),
}

/// One game of a series, played to its end.
#[derive(Debug, Clone)]
pub struct PlayedGame {
    /// Record of the whole game.
    pub record: GameRecord,
    /// `true` if the commanders sat on each other's seats.
    pub swapped: bool,
    /// Number of the pair that the game belongs to; none where all dice are played once.
    pub pair: Option<u32>,
    /// What went wrong with the program that lost the game by it.
    pub loss: Option<Box<ProgramLoss>>,
    /// Figures of how each side has played.
    pub conduct: BySide<SideConduct>,
}

/// The reason why a game of a series has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpoiledGame {
    /// Nobody waits for the result any more.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Somebody cannot sit down.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A commander broke the rules.
    #[error(transparent)]
    Stopped(#[from] CommanderFault),
    /// A program does not speak our language, or has no cell.
    #[error(transparent)]
    Foreign(#[from] ForeignProgram),
    /// With other dice the scenario has faults; the engine says that this never happens.
    #[error("{dice} makes another battle than the first")]
    Scenario {
        /// Source of the dice.
        dice: DiceSource,
    },
}

impl From<MatchError> for SpoiledGame {
    fn from(unfinished: MatchError) -> Self {
        match unfinished {
            MatchError::Cancelled(cancelled) => cancelled.into(),
            MatchError::Stopped(stopped) => stopped.into(),
            MatchError::Foreign(foreign) => foreign.into(),
        }
    }
}

impl Series {
    /// Returns the series of a scenario, with the seeds from the scenario's own on, or keys made of its key.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn from_scenario(scenario: &Scenario, seats: Seats) -> Result<Self, Vec<Fault>> {
        let battle = Battle::from_scenario(scenario)?;
        let mut series = Self::from_position(battle, seats, scenario.dice_source());
        // Only variation has the dice decide anything before the first order.
        if scenario.map.variation.unwrap_or(0) != 0 {
            series.start = SeriesStart::Scenario(Box::new(scenario.clone()));
        }
        Ok(series)
    }

    /// Returns a series of games that all begin in the same position.
    #[must_use]
    pub fn from_position(battle: Battle, seats: Seats, dice: impl Into<DiceSource>) -> Self {
        let (start, exchanged) = (SeriesStart::Position(Box::new(battle)), seats.with_sides_exchanged());
        Self { start, seats, exchanged, dice: dice.into(), swap: false }
    }

    /// Returns the series with all dice played twice, the second time with the commanders
    /// exchanged, or once.
    #[must_use]
    pub fn playing_both_ways(self, swap: bool) -> Self {
        Self { swap, ..self }
    }

    /// Seats of the games that are not swapped.
    pub const fn seats_of_first_game(&self) -> &Seats {
        &self.seats
    }

    /// Returns `true` if the commanders are exchanged in every other game.
    pub const fn plays_both_ways(&self) -> bool {
        self.swap
    }

    /// Returns the source of a game's dice: a seed after the first game's, past the largest of which 0 is
    /// next, or a key that is made of the series'.
    #[must_use]
    pub fn dice_of_game(&self, number: u32) -> DiceSource {
        let step = if self.swap { number / 2 } else { number };
        match self.dice {
            DiceSource::Seed(first) => DiceSource::Seed(first.wrapping_add(step.into())),
            DiceSource::Key(key) => DiceSource::Key(key.derived_key("game", &[&step.to_be_bytes()])),
        }
    }

    /// Returns `true` if the commanders are exchanged in a game.
    pub const fn has_sides_exchanged(&self, number: u32) -> bool {
        self.swap && number % 2 == 1
    }

    /// Plays a game to its end, unless the flag is set first.
    ///
    /// # Errors
    /// The reason why the game has no result.
    pub fn play_game(&self, number: u32, cancel: &Cancel) -> Result<PlayedGame, SpoiledGame> {
        self.play_watched_game(number, self.dice_of_game(number), cancel, |_| {})
    }

    /// Plays a game to its end with any dice, unless the flag is set first; `after_order` is called with the
    /// side of each order once it has been followed, so that a caller with a clock knows who has thought for how long.
    ///
    /// # Errors
    /// The reason why the game has no result.
    pub fn play_watched_game(
        &self,
        number: u32,
        dice: DiceSource,
        cancel: &Cancel,
        mut after_order: impl FnMut(Side),
    ) -> Result<PlayedGame, SpoiledGame> {
        cancel.check_flag()?;
        let swapped = self.has_sides_exchanged(number);
        let pair = self.swap.then_some(number / 2);
        let seats = if swapped { &self.exchanged } else { &self.seats };
        let mut game = seats.begin_match(self.battle_of_dice(dice)?, dice)?;
        let (mut loss, mut conduct) = (None, ConductCount::default());
        loop {
            conduct.begin_order(game.game_record().battle());
            let Some(played) = game.step_unless(cancel)? else { break };
            after_order(played.side);
            conduct.count_flank_loss(&played);
            if let OrderReason::Lost(lost) = played.reason {
                loss = Some(lost);
            }
        }
        let conduct = conduct.of_finished_match(&game);
        Ok(PlayedGame { record: game.into_game_record(), swapped, pair, loss, conduct })
    }

    fn battle_of_dice(&self, dice: DiceSource) -> Result<Battle, SpoiledGame> {
        match &self.start {
            SeriesStart::Position(battle) => Ok(Battle::clone(battle)),
            SeriesStart::Scenario(scenario) => {
                let mut scenario = Scenario::clone(scenario);
                scenario.set_dice_source(dice);
                Battle::from_scenario(&scenario).map_err(|_| SpoiledGame::Scenario { dice })
            }
        }
    }
}
