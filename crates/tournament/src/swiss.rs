//! Swiss tournaments: in each round those meet who have made about as many points.

use std::collections::BTreeMap;

use crate::game::PlannedGame;
use crate::plan::TournamentPlan;
use crate::result::FinishedGames;

/// Number of pairings that are tried before a round takes one that is not the best.
const MOST_TRIES: u32 = 100_000;

/// What the rounds so far have come to.
struct RoundTable {
    half_points: Vec<u32>,
    /// How often two have met, the lower number first.
    meetings: BTreeMap<[usize; 2], u32>,
    /// How often each has had nobody to meet.
    byes: Vec<u32>,
}

impl TournamentPlan {
    /// Returns the games of the first round that is not finished which are not finished themselves; none after
    /// the last round.
    pub(crate) fn games_of_swiss_round(&self, rounds: u32, finished: &FinishedGames) -> Vec<PlannedGame> {
        let players = self.commanders.len();
        let mut table =
            RoundTable { half_points: vec![0; players], meetings: BTreeMap::new(), byes: vec![0; players] };
        for round in 0..rounds {
            let (pairs, bye) = table.pair_players();
            let games = self.games_of_pairings(&pairs, round.saturating_mul(self.sets));
            let left: Vec<_> = games.iter().filter(|game| !finished.contains_key(game)).copied().collect();
            if !left.is_empty() {
                return left;
            }
            for game in &games {
                let half_points = game.half_points_of_first(finished[game].winner);
                table.half_points[game.first] += half_points;
                table.half_points[game.second] += 2 - half_points;
            }
            for pair in pairs {
                *table.meetings.entry(pair).or_default() += 1;
            }
            if let Some(player) = bye {
                table.byes[player] += 1;
                // Whoever has nobody to meet wins every game of the round.
                let maps = u32::try_from(self.maps.len()).unwrap_or(u32::MAX);
                table.half_points[player] += 2 * self.sets * maps * self.games_per_set;
            }
        }
        Vec::new()
    }
}

impl RoundTable {
    /// Returns who meets whom in the next round, the lower number first, and who meets nobody.
    ///
    /// From the top of the table on, each meets the next one whom it has met least; of equal points the first named comes
    /// first. Where the players are odd in number, the last one in the table with the fewest byes has another.
    fn pair_players(&self) -> (Vec<[usize; 2]>, Option<usize>) {
        let mut table: Vec<usize> = (0..self.half_points.len()).collect();
        table.sort_by_key(|&player| std::cmp::Reverse(self.half_points[player]));
        let bye = (table.len() % 2 == 1).then(|| {
            let fewest = table.iter().map(|&player| self.byes[player]).min();
            let place = table.iter().rposition(|&player| Some(self.byes[player]) == fewest);
            table.remove(place.unwrap_or(table.len() - 1))
        });
        let most_met = self.meetings.values().copied().max().unwrap_or(0);
        let pairs = (0..=most_met).find_map(|most| {
            let mut tries = MOST_TRIES;
            self.pair_rest(&table, most, &mut tries)
        });
        let neighbours = || table.chunks_exact(2).map(|pair| in_order(pair[0], pair[1])).collect();
        (pairs.unwrap_or_else(neighbours), bye)
    }

    /// Returns pairs of these players, none of whom have met more than `most` times; `None` if there are no such
    /// pairs, or none was found within the tries.
    fn pair_rest(&self, table: &[usize], most: u32, tries: &mut u32) -> Option<Vec<[usize; 2]>> {
        let Some((&first, rest)) = table.split_first() else { return Some(Vec::new()) };
        for (place, &other) in rest.iter().enumerate() {
            *tries = tries.checked_sub(1)?;
            let pair = in_order(first, other);
            if self.meetings.get(&pair).copied().unwrap_or(0) > most {
                continue;
            }
            let others = [&rest[..place], &rest[place + 1..]].concat();
            if let Some(mut pairs) = self.pair_rest(&others, most, tries) {
                pairs.insert(0, pair);
                return Some(pairs);
            }
        }
        None
    }
}

const fn in_order(one: usize, other: usize) -> [usize; 2] {
    if one < other { [one, other] } else { [other, one] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(half_points: &[u32], met: &[[usize; 2]]) -> RoundTable {
        let mut meetings = BTreeMap::new();
        for &pair in met {
            *meetings.entry(pair).or_default() += 1;
        }
        RoundTable { half_points: half_points.to_vec(), meetings, byes: vec![0; half_points.len()] }
    }

    #[test]
    fn the_best_meet_whom_they_have_not_met() {
        let pairs = |half_points: &[u32], met: &[[usize; 2]]| table(half_points, met).pair_players().0;
        assert_eq!(pairs(&[0; 4], &[]), [[0, 1], [2, 3]]);
        assert_eq!(pairs(&[0, 4, 2, 4], &[]), [[1, 3], [0, 2]]);
        assert_eq!(pairs(&[4, 4, 0, 0], &[[0, 1], [2, 3]]), [[0, 2], [1, 3]]);
        // The first could meet the second; then the others would have nobody whom they have not met.
        assert_eq!(pairs(&[6, 4, 2, 0], &[[0, 3], [1, 2], [2, 3]]), [[0, 2], [1, 3]]);
        // All have met: those meet again who have met least.
        let all = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(pairs(&[6, 4, 2, 0], &all), [[0, 1], [2, 3]]);
        assert_eq!(pairs(&[6, 4, 2, 0], &[&all[..], &[[0, 1], [2, 3]]].concat()), [[0, 2], [1, 3]]);
    }

    #[test]
    fn the_last_without_a_bye_has_one() {
        let mut table = table(&[4, 2, 0], &[]);
        assert_eq!(table.pair_players(), (vec![[0, 1]], Some(2)));
        table.byes[2] = 1;
        assert_eq!(table.pair_players(), (vec![[0, 2]], Some(1)));
    }
}
