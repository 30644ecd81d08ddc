//! Standings: what finished games say about commanders, pairings and maps.

use std::collections::BTreeMap;

use hotgates_engine::{BySide, Side};
use hotgates_stats::{Estimate, RatedGame, RatingSample, Ratings, ScoreSample, SetScores};

use crate::game::PlannedGame;
use crate::plan::TournamentPlan;
use crate::result::{FinishedGames, GameResult};
use crate::sequential::SequentialProgress;

/// What finished games say.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// Number of games.
    pub games: u64,
    /// Each commander of the plan.
    pub commanders: Vec<CommanderScore>,
    /// Each pairing that has met, in ascending order.
    pub pairs: Vec<PairScore>,
    /// Each map of the plan.
    pub maps: Vec<MapScore>,
    /// How games ended, by names.
    pub endings: BTreeMap<String, EndingScore>,
    /// Number of games that a commander has lost by each fault, by the commander's number and the fault's name.
    pub faults: BTreeMap<(usize, String), FaultScore>,
    /// Number of games of each number of turns.
    pub lengths: BTreeMap<u32, u64>,
    /// Ratings of the commanders, from all whole sets.
    pub ratings: Ratings,
    /// How far the sequential test has come, if the tournament is one.
    pub test: Option<SequentialProgress>,
}

/// The games of one commander, and its style: sums over all its games.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CommanderScore {
    /// Number of games.
    pub games: u64,
    /// Number of games won.
    pub wins: u64,
    /// Number of games that nobody won.
    pub draws: u64,
    /// Turns of all games.
    pub turns: u64,
    /// Attacks that it ordered.
    pub attacks: u64,
    /// Its own men lost, and those at the start.
    pub men_lost: [u64; 2],
    /// Men of its enemies lost, and those at the start.
    pub men_taken: [u64; 2],
    /// Its own units that were not on the map at the end.
    pub units_lost: u64,
    /// Its own units that fell to attacks from their flank or rear.
    pub flank_losses: u64,
    /// Castles that it held at the end, and those that there were.
    pub castles: [u64; 2],
    /// Half-turns in which it gave orders.
    pub half_turns: u64,
    /// Steps that it took.
    pub steps: u64,
    /// Milliseconds in which it had the move.
    pub ms: f64,
}

impl CommanderScore {
    /// Number of games lost.
    pub const fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    /// Points: one for a win, half a one for a draw.
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² games")]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of the points; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² games")]
    pub fn share(&self) -> f64 {
        self.points() / self.games.max(1) as f64
    }
}

/// The games between two commanders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairScore {
    /// Number of the first commander.
    pub first: usize,
    /// Number of the other one.
    pub second: usize,
    /// Number of games.
    pub games: u64,
    /// Number of games that the first won.
    pub first_wins: u64,
    /// Number of games that nobody won.
    pub draws: u64,
    /// Whole sets of each map, by the half points of the first.
    pub sets: Vec<SetScores>,
}

impl PairScore {
    /// Number of games that the second won.
    pub const fn second_wins(&self) -> u64 {
        self.games - self.first_wins - self.draws
    }

    /// Returns what whole sets say about the first commander against the second.
    pub fn sample(&self) -> ScoreSample {
        ScoreSample::of_strata(&self.sets)
    }
}

/// The games that a commander lost by one kind of fault.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FaultScore {
    /// Number of games.
    pub games: u64,
    /// What happened in one of them, in words, as far as it is known.
    pub why: Option<String>,
}

/// The games that ended in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EndingScore {
    /// Number of games won by each side.
    pub wins: BySide<u64>,
    /// Number of games that nobody won.
    pub draws: u64,
}

impl EndingScore {
    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.wins.red + self.wins.blue + self.draws
    }
}

/// The games on one map.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MapScore {
    /// Number of games.
    pub games: u64,
    /// Number of games won by each side.
    pub wins: BySide<u64>,
    /// Turns of all games.
    pub turns: u64,
    /// Milliseconds of all games.
    pub ms: f64,
}

impl MapScore {
    /// Number of games that nobody won.
    pub const fn draws(&self) -> u64 {
        self.games - self.wins.red - self.wins.blue
    }

    /// Returns the mean number of turns of a game; `None` before the first one.
    #[expect(clippy::cast_precision_loss, reason = "no tournament has 2⁵² turns")]
    pub fn mean_turns(&self) -> Option<f64> {
        (self.games > 0).then(|| self.turns as f64 / self.games as f64)
    }
}

impl Standings {
    /// Returns what finished games of a plan say, as far as they [count](TournamentPlan::counted_games).
    #[must_use]
    pub fn new(plan: &TournamentPlan, finished: &FinishedGames) -> Self {
        let mut sample = RatingSample::new(plan.commanders.len(), plan.grounds());
        let mut standings = Self {
            ratings: sample.rate_players(),
            games: 0,
            commanders: vec![CommanderScore::default(); plan.commanders.len()],
            pairs: Vec::new(),
            maps: vec![MapScore::default(); plan.maps.len()],
            endings: BTreeMap::new(),
            faults: BTreeMap::new(),
            lengths: BTreeMap::new(),
            test: None,
        };
        let mut pairs: BTreeMap<[usize; 2], PairScore> = BTreeMap::new();
        // Finished games come set by set, but other pairings of the map between them.
        let mut begun: BTreeMap<[usize; 2], BegunSet> = BTreeMap::new();
        for (game, result) in &*plan.counted_games(finished) {
            standings.count_game(game, result);
            let key = [game.first, game.second];
            let pair = pairs.entry(key).or_insert_with(|| PairScore::new(plan, key));
            let half_points = game.half_points_of_first(result.winner);
            pair.games += 1;
            pair.first_wins += u64::from(half_points == 2);
            pair.draws += u64::from(half_points == 1);
            let set = begun.entry(key).or_default();
            if (set.set, set.map) != (game.set, game.map) {
                *set = BegunSet { set: game.set, map: game.map, games: Vec::new(), half_points: 0 };
            }
            set.games.push(rated_game(plan, game, result));
            set.half_points += half_points;
            if set.games.len() == plan.games_per_set as usize {
                pair.sets[game.map].count_set(set.half_points);
                sample.add_set(&set.games);
            }
        }
        standings.pairs = pairs.into_values().collect();
        standings.ratings = sample.rate_players();
        standings.test = SequentialProgress::new(plan);
        if let Some(test) = &mut standings.test {
            test.look_at_games(plan, finished);
        }
        standings
    }

    fn count_game(&mut self, game: &PlannedGame, result: &GameResult) {
        self.games += 1;
        *self.lengths.entry(result.turns).or_default() += 1;
        // A name is copied only when it is new: there are few of them and many games.
        if !self.endings.contains_key(&result.how) {
            self.endings.insert(result.how.clone(), EndingScore::default());
        }
        if let Some(ending) = self.endings.get_mut(&result.how) {
            match result.winner {
                Some(side) => ending.wins[side] += 1,
                None => ending.draws += 1,
            }
        }
        let map = &mut self.maps[game.map];
        map.games += 1;
        map.turns += u64::from(result.turns);
        map.ms += result.ms;
        if let Some(side) = result.winner {
            map.wins[side] += 1;
        }
        let seats = game.seats();
        if let Some(winner) = result.winner.filter(|_| result.is_lost_by_fault()) {
            let fault = self.faults.entry((seats[winner.other()], result.how.clone())).or_default();
            fault.games += 1;
            if fault.why.is_none() {
                fault.why.clone_from(&result.why);
            }
        }
        for side in Side::BOTH {
            let (own, other) = (result.men[side], result.men[side.other()]);
            let score = &mut self.commanders[seats[side]];
            score.games += 1;
            score.wins += u64::from(result.winner == Some(side));
            score.draws += u64::from(result.winner.is_none());
            score.turns += u64::from(result.turns);
            score.attacks += u64::from(result.attacks[side]);
            for (sums, [left, start]) in [(&mut score.men_lost, own), (&mut score.men_taken, other)] {
                sums[0] += u64::from(start.saturating_sub(left));
                sums[1] += u64::from(start);
            }
            let [left, all] = result.units[side];
            score.units_lost += u64::from(all.saturating_sub(left));
            score.flank_losses += u64::from(result.conduct[side].flank_losses);
            score.half_turns += u64::from(result.conduct[side].half_turns);
            // A file may say anything.
            score.steps = score.steps.saturating_add(result.conduct[side].steps);
            score.castles[0] += u64::from(result.castles[side]);
            score.castles[1] += u64::from(result.castles.red) + u64::from(result.castles.blue);
            score.ms += result.ms_of_side[side];
        }
    }

    /// Returns the rating of a commander; `None` before its first whole set.
    pub fn elo_of_commander(&self, number: usize) -> Option<Estimate> {
        let is_of_commander = |pair: &&PairScore| [pair.first, pair.second].contains(&number);
        let has_sets = |pair: &PairScore| pair.sets.iter().any(|sets| sets.sets() > 0);
        let is_rated = self.pairs.iter().filter(is_of_commander).any(has_sets);
        is_rated.then(|| self.ratings.elo_of_player(number))
    }

    /// Numbers of the commanders, the highest rating first; of equal ones the first named.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.commanders.len()).collect();
        let rating = |number: usize| self.elo_of_commander(number).map_or(0.0, |elo| elo.value);
        ranking.sort_by(|&one, &other| rating(other).total_cmp(&rating(one)));
        ranking
    }

    /// The games between two commanders, in either order; `None` if they have not met.
    pub fn pair(&self, one: usize, other: usize) -> Option<&PairScore> {
        let key = [one.min(other), one.max(other)];
        self.pairs.iter().find(|pair| [pair.first, pair.second] == key)
    }
}

/// A set of which some games have been counted.
#[derive(Debug, Default)]
struct BegunSet {
    set: u32,
    map: usize,
    games: Vec<RatedGame>,
    half_points: u32,
}

fn rated_game(plan: &TournamentPlan, game: &PlannedGame, result: &GameResult) -> RatedGame {
    let seats = game.seats();
    RatedGame {
        ground: plan.ground_of_game(game),
        first: seats.red,
        second: seats.blue,
        half_points: match result.winner {
            Some(Side::Red) => 2,
            None => 1,
            Some(Side::Blue) => 0,
        },
    }
}

impl PairScore {
    fn new(plan: &TournamentPlan, [first, second]: [usize; 2]) -> Self {
        let sets = vec![SetScores::new(plan.games_per_set); plan.maps.len()];
        Self { first, second, games: 0, first_wins: 0, draws: 0, sets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameLine, LineDefect, PlannedCommander, PlannedMap, TournamentFormat, open_line, seal_line};

    fn small_plan() -> TournamentPlan {
        let commander = |name: &str| PlannedCommander {
            name: name.to_owned(),
            version: "1".to_owned(),
            doctrine_sha256: None,
        };
        let map = PlannedMap {
            file: "a.ron".to_owned(),
            name: "A".to_owned(),
            sha256: String::new(),
            rules_sha256: String::new(),
            first_seed: Some(7),
        };
        let plan = TournamentPlan::new(TournamentFormat::RoundRobin);
        TournamentPlan { commanders: ["x", "y"].map(commander).to_vec(), maps: vec![map], sets: 2, ..plan }
    }

    fn result(winner: Option<Side>, how: &str) -> GameResult {
        let men = BySide { red: [30, 100], blue: [80, 80] };
        let why = (how == "crashed").then(|| "exit 3".to_owned());
        GameResult { winner, how: how.to_owned(), why, turns: 5, men, ..GameResult::default() }
    }

    /// A fuzzer found that the steps of two games in a file can be more than there are numbers.
    #[test]
    fn more_steps_than_can_be_counted_are_the_most_that_can() {
        let plan = small_plan();
        let game = |leg| PlannedGame { set: 0, map: 0, first: 0, second: 1, leg };
        let mut thoughtful = result(Some(Side::Red), "castle");
        for side in Side::BOTH {
            thoughtful.conduct[side].steps = u64::MAX;
        }
        let finished = FinishedGames::from([(game(0), thoughtful.clone()), (game(1), thoughtful)]);
        let standings = Standings::new(&plan, &finished);
        assert!(standings.commanders.iter().all(|score| score.steps == u64::MAX));
    }

    /// Half a set says nothing yet.
    #[test]
    fn there_is_no_rating_before_the_first_whole_set() {
        let plan = small_plan();
        let game = |leg| PlannedGame { set: 0, map: 0, first: 0, second: 1, leg };
        let mut finished = FinishedGames::from([(game(0), result(Some(Side::Red), "castle"))]);
        assert_eq!(Standings::new(&plan, &finished).elo_of_commander(0), None);
        finished.insert(game(1), result(Some(Side::Blue), "castle"));
        let elo = Standings::new(&plan, &finished).elo_of_commander(0).unwrap();
        assert!(elo.value > 0.0 && elo.low < elo.value, "{elo:?}");
    }

    #[test]
    fn a_fault_is_that_of_the_loser() {
        let plan = small_plan();
        let game = |set, leg| PlannedGame { set, map: 0, first: 0, second: 1, leg };
        let finished = FinishedGames::from([
            (game(0, 0), result(Some(Side::Red), "crashed")),
            (game(0, 1), result(Some(Side::Red), "crashed")),
            (game(1, 0), result(Some(Side::Blue), "annihilation")),
            (game(1, 1), result(None, "dusk")),
        ]);
        let standings = Standings::new(&plan, &finished);
        let crashed = |commander| {
            ((commander, "crashed".to_owned()), FaultScore { games: 1, why: Some("exit 3".to_owned()) })
        };
        assert_eq!(standings.faults, BTreeMap::from([crashed(1), crashed(0)]));
        let endings: Vec<_> =
            standings.endings.iter().map(|(how, score)| (how.as_str(), score.games())).collect();
        assert_eq!(endings, [("annihilation", 1), ("crashed", 2), ("dusk", 1)]);
        let [x, y] = &standings.commanders[..] else { panic!("two commanders") };
        assert_eq!((x.wins, x.draws, x.losses(), y.wins), (1, 1, 2, 2));
        // In two games x has Red's seat, whose army loses 70 of 100 men.
        assert_eq!((x.men_lost, x.men_taken), ([140, 360], [140, 360]));
        assert_eq!(standings.maps[0].wins, BySide { red: 2, blue: 1 });
        assert_eq!(standings.pairs[0].sets[0].counts(), [0, 1, 1, 0, 0]);
    }

    /// A line that any of its bytes makes another one is never taken for a game.
    #[test]
    fn lines_come_back_and_spoilt_ones_do_not() {
        let plan = small_plan();
        let game = PlannedGame { set: 1, map: 0, first: 0, second: 1, leg: 1 };
        let result = result(Some(Side::Blue), "goals");
        let object = serde_json::to_string(&GameLine::new(&plan, &game, &result)).unwrap();
        let line = seal_line(&object).unwrap();
        assert_eq!(open_line(&line).as_ref(), Ok(&object));
        assert_eq!(GameLine::read_game(&plan, &object), Ok((game, result)));
        for place in 0..line.len() {
            assert!(open_line(&line[..place]).is_err(), "{place}");
            for change in [1, 4, 32] {
                let mut bytes = line.clone().into_bytes();
                bytes[place] ^= change;
                let text = String::from_utf8(bytes).unwrap();
                assert!(open_line(&text).is_err(), "{text}");
            }
        }
        // Objects that are whole, but of no game of the plan.
        for (part, other, why) in [
            ("\"set\":1", "\"set\":2", "the plan has no such game"),
            ("\"leg\":1", "\"leg\":0", "the plan has no such game"),
            ("\"seed\":8", "\"seed\":7", "the plan has no such game"),
            ("a.ron", "b.ron", "the plan has no map b.ron"),
            ("\"red\":\"y\"", "\"red\":\"z\"", "the plan has no commander z"),
        ] {
            let other = object.replacen(part, other, 1);
            assert_ne!(other, object);
            let read = GameLine::read_game(&plan, &other);
            assert_eq!(read, Err(LineDefect::Content(why.to_owned())));
        }
    }
}
