//! How even a battle is between two commanders, and a change of it that makes it more even.

use hotgates_engine::{Battle, BySide, DiceSource, Fault, MAX_TURNS, Scenario, Side};
use hotgates_play::{PlayedGame, Seats, Series, SpoiledGame, Tally};
use hotgates_search::Cancel;

/// A battle that two commanders fight a number of times, to learn how even it is.
///
/// The dice are not those of the battle itself: whoever plays it afterwards learns nothing of them.
///
/// ```
/// use hotgates_analysis::BalanceTrial;
/// use hotgates_engine::{MapFile, Scenario, Side};
/// use hotgates_play::Seats;
/// use hotgates_search::Cancel;
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "siege", rows: ["..........", "#.........", ".........."], turns: 9,
///         red: (units: [(type: "infantry"), (type: "infantry")]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let trial = BalanceTrial::new(Scenario::classic(map), Seats::from_names("hunter", "random"));
/// let tally = trial.play_games(6, &Cancel::new(), |_| {})?;
/// assert_eq!(tally.games, 6);
/// assert!(tally.wins[Side::Red] > tally.wins[Side::Blue]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct BalanceTrial {
    scenario: Scenario,
    seats: Seats,
}

/// The part of a battle that is changed to make it even.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BalanceLever {
    /// The number of turns: fewer for an invader who wins too often, more for one who wins too seldom.
    Turns,
    /// The men of whoever wins too often.
    Men,
}

/// A change of a battle, with the results of the games that were played with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceOffer {
    /// The change.
    pub change: BalanceChange,
    /// Results of the games after the change.
    pub tally: Tally,
}

/// A change that makes a battle more even.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BalanceChange {
    /// So many turns.
    Turns(i64),
    /// So many of each hundred men of this side.
    Men(Side, u32),
}

/// The reason why a battle was not played often enough to say how even it is.
#[derive(Debug, thiserror::Error)]
pub enum BalanceTrialError {
    /// The battle has faults.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Faults(Vec<Fault>),
    /// A game has no result, or nobody waits for it any more.
    #[error(transparent)]
    Spoiled(#[from] SpoiledGame),
}

/// Number that is added to the seed of a battle for the games that are played beforehand; a battle with a key has
/// no dice in common with any seed.
const OTHER_SEEDS: u64 = 1 << 40;
/// Most turns that are offered, as a multiple of those that the battle has.
const LONGEST: i64 = 4;
/// Fewest men that stay, in percent.
const FEWEST_MEN: i64 = 10;

impl BalanceTrial {
    /// Number of games by which a battle is called even or not.
    pub const GAMES: u32 = 24;

    /// Returns the trial of a scenario between two commanders.
    #[must_use]
    pub const fn new(scenario: Scenario, seats: Seats) -> Self {
        Self { scenario, seats }
    }

    /// Returns the scenario that the games are played in.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the seats at the games.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Plays so many games and calls `after_game` with the results so far.
    ///
    /// # Errors
    /// The faults of the scenario, or the reason why a game has no result.
    pub fn play_games(
        &self,
        games: u32,
        cancel: &Cancel,
        mut after_game: impl FnMut(&Tally),
    ) -> Result<Tally, BalanceTrialError> {
        let mut scenario = self.scenario.clone();
        let seed = match scenario.dice_source() {
            DiceSource::Seed(seed) => seed.wrapping_add(OTHER_SEEDS),
            DiceSource::Key(_) => 0,
        };
        scenario.set_dice_source(DiceSource::Seed(seed));
        let series =
            Series::from_scenario(&scenario, self.seats.clone()).map_err(BalanceTrialError::Faults)?;
        let mut tally = Tally::default();
        for number in 0..games {
            let game: PlayedGame = series.play_game(number, cancel)?;
            tally.count_game(&game);
            after_game(&tally);
        }
        Ok(tally)
    }

    /// Searches for the change by this lever that makes the battle most even, by halving the range in which it
    /// lies; calls `after_try` with each change that was tried. `None` if the battle cannot be changed so.
    ///
    /// `present` are the results of the battle as it is. Cost: at most some ten times
    /// [`GAMES`](Self::GAMES) games.
    ///
    /// # Errors
    /// As [`play_games`](Self::play_games).
    pub fn find_change(
        &self,
        lever: BalanceLever,
        present: &Tally,
        cancel: &Cancel,
        mut after_try: impl FnMut(&BalanceOffer),
    ) -> Result<Option<BalanceOffer>, BalanceTrialError> {
        let battle = Battle::from_scenario(&self.scenario).map_err(BalanceTrialError::Faults)?;
        let Some(favoured) = favoured_side(present) else { return Ok(None) };
        // From where the favoured side wins to where it should not.
        let (mut lost, mut won) = match (lever, favoured) {
            (BalanceLever::Turns, Side::Red) => (0, i64::from(battle.last_turn())),
            (BalanceLever::Turns, Side::Blue) => {
                let now = i64::from(battle.last_turn());
                ((now * LONGEST).min(MAX_TURNS) + 1, now)
            }
            (BalanceLever::Men, _) => (FEWEST_MEN - 1, 100),
        };
        let mut best: Option<BalanceOffer> = None;
        while (won - lost).abs() > 1 && best.as_ref().is_none_or(|best| best.lead() > 0) {
            let middle = won + (lost - won) / 2;
            let change = match lever {
                BalanceLever::Turns => BalanceChange::Turns(middle),
                BalanceLever::Men => BalanceChange::Men(favoured, u32::try_from(middle).unwrap_or(100)),
            };
            let trial = Self::new(change.applied_to(&self.scenario), self.seats.clone());
            let tally = trial.play_games(Self::GAMES, cancel, |_| {})?;
            match favoured_side(&tally) {
                Some(side) if side == favoured => won = middle,
                _ => lost = middle,
            }
            let offer = BalanceOffer { change, tally };
            after_try(&offer);
            if best.as_ref().is_none_or(|best| offer.lead() < best.lead()) {
                best = Some(offer);
            }
        }
        Ok(best)
    }
}

impl BalanceOffer {
    /// Number of games that one side has won more than the other.
    const fn lead(&self) -> u32 {
        self.tally.wins.red.abs_diff(self.tally.wins.blue)
    }
}

impl BalanceChange {
    /// Returns a scenario with this change.
    #[must_use]
    pub fn applied_to(self, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        match self {
            Self::Turns(turns) => scenario.map.turns = Some(turns),
            Self::Men(side, percent) => {
                let listed = scenario.map.army(side).cloned();
                let battle = Battle::check_scenario(&scenario).battle;
                let Some(mut army) = listed.or_else(|| battle.map(|battle| battle.order_of_battle(side)))
                else {
                    return scenario;
                };
                for unit in &mut army.units {
                    let kind = scenario.rules.unit(&unit.kind);
                    let full = kind.map_or(1, |kind| i64::from(scenario.rules.units[kind].strength.0));
                    let now = unit.strength.unwrap_or(full);
                    unit.strength = Some((now.saturating_mul(percent.into()) / 100).max(1));
                }
                *scenario.map.army_mut(side) = Some(army);
            }
        }
        scenario
    }
}

/// Returns `true` if neither side is ahead by more than a third of the games, so that each has won a third, a
/// draw being half a game.
#[must_use]
pub const fn is_even_tally(tally: &Tally) -> bool {
    tally.wins.red.abs_diff(tally.wins.blue) * 3 <= tally.games
}

/// Returns the side that has won more games; `None` if neither has.
#[must_use]
pub const fn favoured_side(tally: &Tally) -> Option<Side> {
    let BySide { red, blue } = tally.wins;
    if red > blue {
        Some(Side::Red)
    } else if blue > red {
        Some(Side::Blue)
    } else {
        None
    }
}
