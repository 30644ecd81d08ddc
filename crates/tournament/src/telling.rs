//! Games that a report lists by themselves: those lost by a fault, and those that the ratings expected least.

use std::collections::BTreeMap;

use hotgates_engine::{DiceSource, Side};
use hotgates_play::CommanderName;

use crate::game::PlannedGame;
use crate::plan::TournamentPlan;
use crate::result::{FinishedGames, GameResult};
use crate::standings::Standings;

/// A game that a report lists by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedGame<'a> {
    /// The game.
    pub game: PlannedGame,
    /// Its result.
    pub result: &'a GameResult,
    /// Bytes of its replay, where a reader can open the game in the page.
    pub replay: Option<Vec<u8>>,
}

impl ListedGame<'_> {
    /// Returns the games that were lost by a fault, in the order of the plan, without replays.
    #[must_use]
    pub fn lost_by_fault(finished: &FinishedGames) -> Vec<ListedGame<'_>> {
        let lost = finished.iter().filter(|(_, result)| result.is_lost_by_fault());
        lost.map(|(&game, result)| ListedGame { game, result, replay: None }).collect()
    }

    /// Returns at most `most` games that can be played again, the most telling first, without replays: of each pairing
    /// the game whose result the ratings expected least, the least expected of these first, then the next of each pairing.
    #[must_use]
    pub fn most_telling<'a>(
        plan: &TournamentPlan,
        standings: &Standings,
        finished: &'a FinishedGames,
        most: usize,
    ) -> Vec<ListedGame<'a>> {
        let is_built_in = |name: &str| matches!(CommanderName::from(name), CommanderName::BuiltIn(_));
        let built_in: Vec<bool> =
            plan.commanders.iter().map(|commander| is_built_in(&commander.name)).collect();
        let mut pairings = BTreeMap::<_, Vec<_>>::new();
        for (game, result) in finished {
            if built_in[game.first] && built_in[game.second] {
                let surprise = surprise_of_game(plan, standings, game, result);
                pairings.entry((game.first, game.second)).or_default().push((surprise, *game, result));
            }
        }
        let mut ranked = Vec::new();
        for mut games in pairings.into_values() {
            games.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            ranked.extend(games.into_iter().take(most).enumerate());
        }
        ranked.sort_by(|(rank, one), (other_rank, other)| {
            rank.cmp(other_rank).then(other.0.total_cmp(&one.0)).then(one.1.cmp(&other.1))
        });
        let games = ranked.into_iter().take(most);
        games.map(|(_, (_, game, result))| ListedGame { game, result, replay: None }).collect()
    }
}

/// Returns the difference between the points that Red made and those that the ratings expect of it, 0 to 1.
fn surprise_of_game(
    plan: &TournamentPlan,
    standings: &Standings,
    game: &PlannedGame,
    result: &GameResult,
) -> f64 {
    let elo = |number: usize| standings.elo_of_commander(number).map_or(0.0, |elo| elo.value);
    let seats = game.seats();
    let advantage = standings.ratings.advantage_of_first(plan.ground_of_game(game));
    let lead = elo(seats.red) + advantage - elo(seats.blue);
    let expected = 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
    let points = match result.winner {
        Some(Side::Red) => 1.0,
        None => 0.5,
        Some(Side::Blue) => 0.0,
    };
    (points - expected).abs()
}

/// Returns the command line that plays a game of built-in commanders again.
#[must_use]
pub fn command_of_game(plan: &TournamentPlan, game: &PlannedGame) -> String {
    let seats = game.seats();
    let name = |number: usize| plan.commanders[number].name.as_str();
    let (option, source) = match plan.dice_of_game(game) {
        DiceSource::Seed(seed) => ("--seed", seed.to_string()),
        DiceSource::Key(key) => ("--key", key.to_string()),
    };
    let map = plan.maps[game.map].file.as_str();
    let mut words = vec![
        "hotgates",
        "battle",
        map,
        "--red",
        name(seats.red),
        "--blue",
        name(seats.blue),
        option,
        &source,
    ];
    words.extend(game.has_armies_exchanged().then_some("--mirror"));
    // Only a word with a NUL cannot be quoted, and no system passes one to a program.
    shlex::try_join(words.iter().copied()).unwrap_or_else(|_| words.join(" "))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::plan::{PlannedCommander, PlannedMap, TournamentFormat};

    pub(crate) fn plan_of_names(names: &[&str]) -> TournamentPlan {
        let commander = |name: &&str| PlannedCommander {
            name: (*name).to_owned(),
            version: "1".to_owned(),
            doctrine_sha256: None,
        };
        let map = PlannedMap {
            file: "my maps/a.ron".to_owned(),
            name: "A".to_owned(),
            sha256: String::new(),
            rules_sha256: String::new(),
            first_seed: Some(10),
        };
        TournamentPlan {
            commanders: names.iter().map(commander).collect(),
            maps: vec![map],
            sets: 8,
            games_per_set: 2,
            ..TournamentPlan::new(TournamentFormat::RoundRobin)
        }
    }

    /// Results of all games of two commanders: the first wins all but those of one set.
    pub(crate) fn results_with_upset(
        plan: &TournamentPlan,
        [first, second]: [usize; 2],
        upset: u32,
    ) -> FinishedGames {
        let mut finished = FinishedGames::new();
        for set in 0..plan.sets {
            for leg in 0..2 {
                let game = PlannedGame { set, map: 0, first, second, leg };
                let is_red = game.seats().red == first;
                let winner = if is_red == (set != upset) { Side::Red } else { Side::Blue };
                let result =
                    GameResult { winner: Some(winner), how: "dusk".to_owned(), ..GameResult::default() };
                finished.insert(game, result);
            }
        }
        finished
    }

    #[test]
    fn the_least_expected_games_of_each_pairing_come_first() {
        let plan = plan_of_names(&["hunter", "greedy", "random"]);
        let mut finished = results_with_upset(&plan, [0, 1], 5);
        finished.extend(results_with_upset(&plan, [0, 2], 3));
        let standings = Standings::new(&plan, &finished);
        let telling = ListedGame::most_telling(&plan, &standings, &finished, 4);
        let mut sets: Vec<_> = telling.iter().map(|listed| (listed.game.second, listed.game.set)).collect();
        sets[..2].sort_unstable();
        sets[2..].sort_unstable();
        assert_eq!(sets, [(1, 5), (2, 3), (1, 5), (2, 3)]);
    }

    #[test]
    fn programs_do_not_play_again_and_faults_are_listed() {
        let plan = plan_of_names(&["hunter", "bot:python3 mine.py"]);
        let mut finished = results_with_upset(&plan, [0, 1], 2);
        let game = PlannedGame { set: 1, map: 0, first: 0, second: 1, leg: 1 };
        finished.get_mut(&game).unwrap().how = "crashed".to_owned();
        let standings = Standings::new(&plan, &finished);
        assert!(ListedGame::most_telling(&plan, &standings, &finished, 9).is_empty());
        let lost: Vec<_> = ListedGame::lost_by_fault(&finished).iter().map(|listed| listed.game).collect();
        assert_eq!(lost, [game]);
    }

    #[test]
    fn a_command_plays_a_game_again() {
        let plan = plan_of_names(&["hunter+500", "warden@it's.ron"]);
        let game = PlannedGame { set: 3, map: 0, first: 0, second: 1, leg: 1 };
        let words = [
            "hotgates",
            "battle",
            "my maps/a.ron",
            "--red",
            "warden@it's.ron",
            "--blue",
            "hunter+500",
            "--seed",
            "13",
        ];
        assert_eq!(shlex::split(&command_of_game(&plan, &game)).unwrap(), words);
        let exchanged = command_of_game(&plan, &PlannedGame { leg: 2, ..game });
        assert!(exchanged.ends_with("--seed 13 --mirror"), "{exchanged}");
    }
}
