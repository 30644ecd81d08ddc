//! What a tournament's folder holds.

use hotgates_engine::DiceKey;
use hotgates_tournament::{
    FinishedGames, GameLine, ListedGame, PlannedCommander, PlannedMap, Standings, TournamentFormat,
    TournamentPlan, TournamentReport, open_line, seal_line,
};

use super::note_sound_input;

/// Returns a small plan whose games seeds tell of.
///
/// ```
/// assert_eq!(fuzz::targets::tournament_plan().commanders.len(), 3);
/// ```
#[must_use]
pub fn tournament_plan() -> TournamentPlan {
    let commander = |name: &str| PlannedCommander {
        name: name.to_owned(),
        version: "1".to_owned(),
        doctrine_sha256: None,
    };
    let map = |file: &str, first_seed| PlannedMap {
        file: file.to_owned(),
        name: file.to_uppercase(),
        sha256: "ab".to_owned(),
        rules_sha256: "cd".to_owned(),
        first_seed: Some(first_seed),
    };
    TournamentPlan {
        commanders: ["greedy", "hunter", "warden"].map(commander).to_vec(),
        maps: vec![map("a", 0), map("b", u64::MAX)],
        sets: 3,
        games_per_set: 4,
        ..TournamentPlan::new(TournamentFormat::RoundRobin)
    }
}

/// Returns the plan whose dice come from a key.
///
/// ```
/// assert!(fuzz::targets::keyed_tournament_plan().key.is_some());
/// ```
#[must_use]
pub fn keyed_tournament_plan() -> TournamentPlan {
    let mut plan = tournament_plan();
    plan.maps.iter_mut().for_each(|map| map.first_seed = None);
    TournamentPlan { key: Some(DiceKey::from_bytes([7; DiceKey::BYTES])), ..plan }
}

/// The first line is a plan: what is read is written and read again as the same. The others are games of a plan, by seeds
/// or by a key as the first line says: each that is read is written and read again as the same, and all make standings and
/// a report without scripts.
pub fn tournament_files(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (first, lines) = text.split_once('\n').unwrap_or((text, ""));
    let plan = serde_json::from_str::<TournamentPlan>(first);
    let has_key = plan.as_ref().is_ok_and(|plan| plan.key.is_some());
    let own = if has_key { keyed_tournament_plan() } else { tournament_plan() };
    if let Ok(plan) = plan {
        note_sound_input();
        let again = serde_json::to_string(&plan).expect("a plan is written");
        let again: TournamentPlan = serde_json::from_str(&again).expect("and read");
        assert!(plan.what_differs(&again).is_none(), "{first}");
        assert_eq!(plan.what_differs(&own).is_none(), plan == own, "{first}");
    }
    let mut finished = FinishedGames::new();
    for line in lines.lines() {
        // What is spoilt shall not end at the checksum.
        let Some(line) = seal_line(line) else { continue };
        let object = open_line(&line).expect("the checksum is right");
        let Ok((game, mut result)) = GameLine::read_game(&own, &object) else { continue };
        note_sound_input();
        result.ms = result.ms.clamp(0.0, 1e9);
        let again = serde_json::to_string(&GameLine::new(&own, &game, &result)).expect("a game is written");
        assert_eq!(GameLine::read_game(&own, &again), Ok((game, result.clone())), "{object}");
        finished.insert(game, result);
    }
    let standings = Standings::new(&own, &finished);
    assert_eq!(standings.games, finished.len() as u64);
    let complete = own.next_games(&finished).expect("few games").is_empty();
    let mut games = ListedGame::lost_by_fault(&finished);
    games.extend(ListedGame::most_telling(&own, &standings, &finished, 40));
    let report = TournamentReport { plan: &own, standings: &standings, games: &games, complete };
    let page = report.to_page().to_html();
    assert!(!page.contains("<script") && !page.contains("NaN"), "{page}");
}
