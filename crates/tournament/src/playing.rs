//! Games of a plan being played.

use std::collections::BTreeMap;
use std::time::Duration;

use hotgates_engine::{BySide, DiceSource, Scenario, Side};
use hotgates_play::{Cancel, ProgramLoss, Seat, Seats, Series, SpoiledGame};
use hotgates_record::GameRecord;

use crate::game::PlannedGame;
use crate::plan::TournamentPlan;
use crate::result::GameResult;

/// The series of each pairing on each ground, from which single games are played.
pub struct PlayableGames {
    series: BTreeMap<SeriesKey, Series>,
    /// Ground of each series, and the names of both commanders on the seats of games that are not swapped.
    grounds: BTreeMap<SeriesKey, (Scenario, BySide<String>)>,
    /// Dice of each game.
    dice: BTreeMap<PlannedGame, DiceSource>,
}

/// A game of a tournament, played to its end.
pub struct TournamentGame {
    /// What is kept of it.
    pub result: GameResult,
    /// What went wrong with the program that lost it.
    pub loss: Option<Box<ProgramLoss>>,
    /// Record of the game.
    pub record: GameRecord,
}

/// Numbers of first and second commander and of the map, and whether the armies are exchanged.
type SeriesKey = (usize, usize, usize, bool);

fn series_key(game: &PlannedGame) -> SeriesKey {
    (game.first, game.second, game.map, game.has_armies_exchanged())
}

/// Returns what is needed to play these games: on each map as it is, or with the armies exchanged, with the seats
/// that commanders have by their numbers.
///
/// # Panics
/// Never: every scenario has been checked.
pub fn prepare_games(
    plan: &TournamentPlan,
    games: &[PlannedGame],
    grounds: &[Vec<Scenario>],
    seat: impl Fn(usize, &Scenario) -> Seat,
) -> PlayableGames {
    let (mut all, mut grounds_of_series) = (BTreeMap::new(), BTreeMap::new());
    for game in games {
        all.entry(series_key(game)).or_insert_with(|| {
            let ground = &grounds[game.map][usize::from(game.has_armies_exchanged())];
            let number = |side: Side| if side == Side::Red { game.first } else { game.second };
            let names = BySide::new(|side| plan.commanders[number(side)].name.clone());
            grounds_of_series.insert(series_key(game), (ground.clone(), names));
            let seats = Seats::new(|side| seat(number(side), ground));
            let series = Series::from_scenario(ground, seats).expect("the scenario has been checked");
            series.playing_both_ways(true)
        });
    }
    let dice = games.iter().map(|game| (*game, plan.dice_of_game(game))).collect();
    PlayableGames { series: all, grounds: grounds_of_series, dice }
}

impl PlayableGames {
    /// Plays a game to its end, unless the flag is set first. `clock` tells the time since any moment, for the times that are
    /// kept beside the result.
    ///
    /// # Errors
    /// The reason why the game has no result.
    ///
    /// # Panics
    /// If the game was not among those that were prepared.
    pub fn play_game(
        &self,
        game: &PlannedGame,
        cancel: &Cancel,
        clock: impl Fn() -> Duration,
    ) -> Result<TournamentGame, SpoiledGame> {
        let start = clock();
        let (series, dice) = (&self.series[&series_key(game)], self.dice[game]);
        let (mut moved, mut had_move) = (start, BySide { red: Duration::ZERO, blue: Duration::ZERO });
        let after_order = |side: Side| {
            let now = clock();
            had_move[side] += now.saturating_sub(std::mem::replace(&mut moved, now));
        };
        let number = 2 * game.set + game.leg % 2;
        let played = series.play_watched_game(number, dice, cancel, after_order)?;
        let (ms, ms_of_side) =
            (rounded_ms(clock().saturating_sub(start)), BySide::new(|side| rounded_ms(had_move[side])));
        Ok(TournamentGame {
            result: GameResult::from_played_game(&played, ms, ms_of_side),
            loss: played.loss,
            record: played.record,
        })
    }

    /// Returns the scenario of a game with its dice, and the names on its seats.
    ///
    /// # Panics
    /// If the game was not among those that were prepared.
    pub fn scenario_of_game(&self, game: &PlannedGame) -> (Scenario, BySide<String>) {
        let (ground, names) = &self.grounds[&series_key(game)];
        let mut scenario = ground.clone();
        scenario.set_dice_source(self.dice[game]);
        let names = if game.has_sides_exchanged() {
            BySide { red: names.blue.clone(), blue: names.red.clone() }
        } else {
            names.clone()
        };
        (scenario, names)
    }
}

/// Milliseconds of a time, to a thousandth.
fn rounded_ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
