//! The document that scripts read. Field names and their order are a promise.

use std::collections::BTreeMap;

use hotgates_engine::DiceKey;
use hotgates_stats::TestVerdict;
use serde::Serialize;

use crate::plan::TournamentPlan;
use crate::sequential::SequentialProgress;
use crate::standings::{EndingScore, Standings};

/// Standings of a tournament as one JSON document.
#[derive(Debug, Serialize)]
pub struct TournamentDocument<'a> {
    /// Name of the format.
    tournament: &'static str,
    behaviour: u32,
    /// `true` if every game that the plan asks for is finished.
    complete: bool,
    games: u64,
    /// Key that all dice come from; none where seeds count.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<DiceKey>,
    /// In the order of the plan.
    commanders: Vec<CommanderDocument<'a>>,
    pairs: Vec<PairDocument<'a>>,
    maps: Vec<MapDocument<'a>>,
    /// By the name of the end.
    endings: BTreeMap<&'a str, EndingDocument>,
    faults: Vec<FaultsDocument<'a>>,
    /// Only for sequential tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SequentialDocument>,
}

#[derive(Debug, Serialize)]
struct CommanderDocument<'a> {
    name: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    /// Rating above the mean of all, in Elo, and its interval; null before the first whole set.
    elo: Option<f64>,
    ci95: Option<[f64; 2]>,
    /// Half-turns in which it gave orders, and steps that it took in them.
    half_turns: u64,
    steps: u64,
    /// Its own units lost, and those that fell to attacks from their flank or rear.
    units_lost: u64,
    flank_losses: u64,
}

#[derive(Debug, Serialize)]
struct PairDocument<'a> {
    first: &'a str,
    second: &'a str,
    games: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    /// Number of whole sets.
    sets: u64,
    /// The first commander's share of the points of whole sets.
    share: f64,
    ci95: [f64; 2],
    /// Likelihood that the first is the stronger one, by the ratings.
    superiority: f64,
}

#[derive(Debug, Serialize)]
struct MapDocument<'a> {
    file: &'a str,
    name: &'a str,
    games: u64,
    red_wins: u64,
    blue_wins: u64,
    draws: u64,
    /// Elo that Red's seat is worth; with the armies exchanged, too, where sets ask for it.
    red_elo: Vec<f64>,
    /// Mean number of turns; null without games.
    turns: Option<f64>,
}

/// The games that ended in one way.
#[derive(Debug, Serialize)]
struct EndingDocument {
    red_wins: u64,
    blue_wins: u64,
    draws: u64,
}

/// The games that a commander has lost by one fault.
#[derive(Debug, Serialize)]
struct FaultsDocument<'a> {
    commander: &'a str,
    how: &'a str,
    games: u64,
    /// What happened in one of the games.
    why: Option<&'a str>,
}

/// A sequential test of the first commander against the second.
#[derive(Debug, Serialize)]
pub struct SequentialDocument {
    /// `stronger` or `not stronger`; null while it cannot tell.
    verdict: Option<&'static str>,
    sets: u64,
    llr: f64,
    bounds: [f64; 2],
    normalised_elo: f64,
    ci95: [f64; 2],
}

impl SequentialDocument {
    /// Returns the document of a test as it stands.
    #[must_use]
    pub fn new(progress: &SequentialProgress) -> Self {
        let ((llr, bounds), elo) = (progress.ratio_and_bounds(), progress.sample().normalised_elo());
        let verdict = progress.verdict().map(|verdict| match verdict {
            TestVerdict::Stronger => "stronger",
            TestVerdict::NotStronger => "not stronger",
        });
        let (normalised_elo, ci95) = (elo.value, [elo.low, elo.high]);
        Self { verdict, sets: progress.sets(), llr, bounds, normalised_elo, ci95 }
    }
}

impl<'a> TournamentDocument<'a> {
    /// Returns the document of a tournament as it stands.
    pub fn new(plan: &'a TournamentPlan, standings: &'a Standings, complete: bool) -> Self {
        let name = |number: usize| plan.commanders[number].name.as_str();
        let commanders = standings.commanders.iter().enumerate().map(|(number, score)| {
            let elo = standings.elo_of_commander(number);
            CommanderDocument {
                name: name(number),
                games: score.games,
                wins: score.wins,
                draws: score.draws,
                losses: score.losses(),
                points: score.points(),
                elo: elo.map(|elo| elo.value),
                ci95: elo.map(|elo| [elo.low, elo.high]),
                half_turns: score.half_turns,
                steps: score.steps,
                units_lost: score.units_lost,
                flank_losses: score.flank_losses,
            }
        });
        let pairs = standings.pairs.iter().map(|pair| {
            let share = pair.sample().share();
            PairDocument {
                first: name(pair.first),
                second: name(pair.second),
                games: pair.games,
                first_wins: pair.first_wins,
                draws: pair.draws,
                second_wins: pair.second_wins(),
                sets: pair.sets.iter().map(hotgates_stats::SetScores::sets).sum(),
                share: share.value,
                ci95: [share.low, share.high],
                superiority: standings.ratings.likelihood_of_superiority(pair.first, pair.second),
            }
        });
        let maps =
            plan.maps.iter().zip(&standings.maps).enumerate().map(|(number, (map, score))| MapDocument {
                file: &map.file,
                name: &map.name,
                games: score.games,
                red_wins: score.wins.red,
                blue_wins: score.wins.blue,
                draws: score.draws(),
                red_elo: plan
                    .grounds_of_map(number)
                    .map(|ground| standings.ratings.advantage_of_first(ground))
                    .collect(),
                turns: score.mean_turns(),
            });
        let endings = standings.endings.iter().map(|(how, score)| {
            let EndingScore { wins, draws } = *score;
            (how.as_str(), EndingDocument { red_wins: wins.red, blue_wins: wins.blue, draws })
        });
        let faults = standings.faults.iter().map(|((commander, how), fault)| FaultsDocument {
            commander: name(*commander),
            how,
            games: fault.games,
            why: fault.why.as_deref(),
        });
        Self {
            tournament: plan.tournament.name(),
            behaviour: plan.behaviour,
            complete,
            games: standings.games,
            key: plan.key,
            commanders: commanders.collect(),
            pairs: pairs.collect(),
            maps: maps.collect(),
            endings: endings.collect(),
            faults: faults.collect(),
            sprt: standings.test.as_ref().map(SequentialDocument::new),
        }
    }
}
