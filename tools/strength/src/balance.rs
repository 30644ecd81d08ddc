//! Which side wins each map between equal commanders: many games, kept in a log as they end.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;

use hotgates_engine::Side;
use hotgates_record::GameRecord;
use hotgates_stats::wilson_interval;

use crate::Failure;
use crate::arena::{PairedSet, play_battle, run_tasks};
use crate::contender::Contender;
use crate::terrain::BattleGround;

/// The result of a game: who has won, and in which turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GameResult {
    winner: Option<Side>,
    turn: u32,
}

/// Games that were played, by the line that says which game it is.
#[derive(Debug, Default)]
struct GameLog(HashMap<String, GameResult>);

impl GameLog {
    /// Reads a log: a line for each game, `GAME: WINNER TURN`. Lines that a stop has cut short are left out.
    fn read_lines(text: &str) -> Self {
        let read = |line: &str| {
            let (game, result) = line.split_once(": ")?;
            let (winner, turn) = result.split_once(' ')?;
            let winner = match winner {
                "draw" => None,
                name => Some(Side::BOTH.into_iter().find(|side| side.name() == name)?),
            };
            Some((game.to_owned(), GameResult { winner, turn: turn.parse().ok()? }))
        };
        Self(text.split_inclusive('\n').filter_map(|line| read(line.strip_suffix('\n')?)).collect())
    }
}

fn result_line(game: &str, result: GameResult) -> String {
    format!("{game}: {} {}\n", result.winner.map_or("draw", Side::name), result.turn)
}

/// Plays every set by each commander against itself, those in the log left out, and returns a
/// Markdown table of all.
///
/// A game is known by its map, armies and seed with the hash of the position at the start, so that a map that was
/// changed is played anew.
///
/// # Errors
/// When the log cannot be read or written, or a contender breaks the rules.
pub fn balance_table(
    grounds: &[BattleGround],
    sets: &[PairedSet],
    by: &[Contender],
    log: &Path,
    jobs: usize,
) -> Result<String, Failure> {
    let known =
        GameLog::read_lines(&if log.exists() { std::fs::read_to_string(log)? } else { String::new() });
    let file: Mutex<File> = OpenOptions::new().create(true).append(true).open(log)?.into();
    let games: Vec<(PairedSet, &Contender)> =
        sets.iter().flat_map(|&set| by.iter().map(move |contender| (set, contender))).collect();
    let results = Mutex::new(vec![None; games.len()]);
    run_tasks(games.len(), jobs, |number| {
        let (set, contender) = games[number];
        let Some(battle) = grounds[set.ground].begin_battle(set.exchanged, set.seed) else { return Ok(()) };
        let armies = if set.exchanged { "exchanged" } else { "shipped" };
        let start = GameRecord::new(battle.clone(), set.seed).hash();
        let name = &grounds[set.ground].name;
        let game = format!("{name} {armies} {} {start:016x} {contender}", set.seed);
        let result = if let Some(&result) = known.0.get(&game) {
            result
        } else {
            let played = play_battle(battle, set.seed, [contender, contender])?;
            let result = GameResult { winner: played.winner(), turn: played.battle.turn() };
            let mut file = file.lock().expect("no thread panics with it");
            file.write_all(result_line(&game, result).as_bytes())?;
            result
        };
        results.lock().expect("no thread panics with it")[number] = Some(result);
        Ok(())
    })?;
    let results = results.into_inner().expect("no thread panics with it");
    let mut text = "| map | armies | commanders | games | Red wins | interval | Blue wins | draws | mean turn | last turn |\n\
                    |---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for (place, ground) in grounds.iter().enumerate() {
        for exchanged in [false, true] {
            for contender in by {
                let of_row = |(set, other): &(PairedSet, &Contender)| {
                    set.ground == place && set.exchanged == exchanged && *other == contender
                };
                let row: Vec<GameResult> = games
                    .iter()
                    .zip(&results)
                    .filter(|(game, _)| of_row(game))
                    .filter_map(|(_, &result)| result)
                    .collect();
                let Some(turns) = ground.begin_battle(exchanged, 0).map(|battle| battle.last_turn()) else {
                    continue;
                };
                write_row(
                    &mut text,
                    &format!("{} | {}", ground.name, if exchanged { "exchanged" } else { "as shipped" }),
                    contender,
                    &row,
                    turns,
                );
            }
        }
    }
    Ok(text)
}

fn write_row(text: &mut String, name: &str, contender: &Contender, row: &[GameResult], last_turn: u32) {
    let Ok(games) = u32::try_from(row.len()) else { return };
    if games == 0 {
        return;
    }
    let count =
        |winner| u32::try_from(row.iter().filter(|result| result.winner == winner).count()).unwrap_or(0);
    let [red, blue, draws] = [Some(Side::Red), Some(Side::Blue), None].map(count);
    let percent = |number: u32| 100.0 * f64::from(number) / f64::from(games);
    let share = wilson_interval(2 * u64::from(red), games.into());
    let turns: u32 = row.iter().map(|result| result.turn).sum();
    let _ = writeln!(
        text,
        "| {name} | {contender} | {games} | {:.1} % | {:.1} … {:.1} % | {:.1} % | {draws} | {:.1} | {last_turn} |",
        percent(red),
        100.0 * share.low,
        100.0 * share.high,
        percent(blue),
        f64::from(turns) / f64::from(games),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_are_written() {
        let won = GameResult { winner: Some(Side::Blue), turn: 20 };
        let drawn = GameResult { winner: None, turn: 7 };
        let text = result_line("a shipped 3 00 strategist:captain", won) + &result_line("b", drawn);
        let read = GameLog::read_lines(&text).0;
        assert_eq!((read.len(), read["a shipped 3 00 strategist:captain"], read["b"]), (2, won, drawn));
        // A game whose line was cut short is played again.
        assert_eq!(GameLog::read_lines(&text[..text.len() - 1]).0.len(), 1);
    }
}
