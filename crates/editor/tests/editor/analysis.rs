//! Findings of the map analysis.

use hotgates_editor::{
    Analysis, AnalysisStage, BalanceMeter, Cancel, Cancelled, ChokeReport, Document, Finding, Invasion, Tally,
};
use hotgates_engine::{Direction, Side, VictoryKind};

use crate::support::{at, document};

fn shipped(name: &str) -> Document {
    let path = format!("{}/../../maps/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    Document::open(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn findings(document: &Document, games: u32) -> Vec<Finding> {
    let mut findings = Vec::new();
    let analysis = Analysis::new(document).with_battle_count(games);
    analysis.report_findings(&Cancel::new(), |finding| findings.push(finding)).unwrap();
    findings
}

fn done(findings: &[Finding]) -> Vec<AnalysisStage> {
    findings
        .iter()
        .filter_map(|finding| if let Finding::Done(stage) = finding { Some(*stage) } else { None })
        .collect()
}

#[test]
fn every_stage_of_a_sound_map_reports() {
    let found = findings(&shipped("hot_gates"), 3);
    assert_eq!(
        done(&found),
        [
            AnalysisStage::Faults,
            AnalysisStage::Unreachable,
            AnalysisStage::Travel,
            AnalysisStage::Arrival,
            AnalysisStage::Heat,
            AnalysisStage::Chokes,
            AnalysisStage::Balance
        ]
    );
    let chokes: Vec<&ChokeReport> = found
        .iter()
        .filter_map(|finding| if let Finding::Chokes(chokes) = finding { Some(chokes) } else { None })
        .collect();
    let refused = found.iter().filter(|finding| matches!(finding, Finding::NoInvasion(..))).count();
    assert_eq!(chokes.len() + refused, 6);
    assert_eq!((chokes[0].invasion, chokes[0].direction), (Invasion::AsGiven, Some(Direction::N)));
    let chosen = &chokes[0].sets[chokes[0].chosen.expect("the gates can be held")];
    assert!(chosen.cuts && chosen.feasible);
    assert_eq!(chokes[0].entry.len(), 15);
    // All of Red goes through the gate, which is one hex wide.
    assert_eq!(chokes[0].heat.hexes().map(|(_, heat)| heat).max(), Some(1000));
    let tallies: Vec<&Tally> = found
        .iter()
        .filter_map(|finding| if let Finding::Balance(tally) = finding { Some(tally) } else { None })
        .collect();
    assert_eq!(tallies.iter().map(|tally| tally.games).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn findings_are_the_same_every_time() {
    let document = shipped("two_bridges");
    let text = |games| format!("{:?}", findings(&document, games));
    assert_eq!(text(2), text(2));
}

#[test]
fn ground_behind_mountains_is_unreachable() {
    let document = document(&["#..^.", "...^~", "...^."]);
    let found = findings(&document, 0);
    let cut_off = found
        .iter()
        .find_map(|finding| if let Finding::Unreachable(hexes) = finding { Some(hexes) } else { None });
    assert_eq!(cut_off.unwrap(), &[at(4, 0), at(4, 2)]);
    // The map is too small for any battle: the faults say so, and there are no other findings.
    let Finding::Faults(faults) = &found[0] else { panic!("faults come first") };
    assert!(!faults.is_empty());
    assert!(matches!(found.last(), Some(Finding::Skipped(AnalysisStage::Travel, _))));
}

#[test]
fn faults_have_their_places() {
    let mut map = shipped("open_field").to_map();
    map.rows[2].replace_range(3..4, "?");
    let document = Document::from_map(map, hotgates_engine::Ruleset::classic()).unwrap();
    let found = findings(&document, 0);
    let Finding::Faults(faults) = &found[0] else { panic!("faults come first") };
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].hex, Some(at(3, 2)));
}

#[test]
fn a_commander_that_nobody_knows_is_a_fault_and_plays_no_battle() {
    let mut map = shipped("hot_gates").to_map();
    map.red.as_mut().unwrap().commander = Some("xerxes".into());
    let document = Document::from_map(map, hotgates_engine::Ruleset::classic()).unwrap();
    let found = findings(&document, 2);
    let Finding::Faults(faults) = &found[0] else { panic!("faults come first") };
    assert!(faults[0].to_string().starts_with("red.commander: unknown commander `xerxes`"));
    assert!(!found.iter().any(|finding| matches!(finding, Finding::Balance(_))));
}

#[test]
fn travel_counts_turns_and_says_who_is_first() {
    // Infantry has 8 MP a turn and pays 2 for grass: four hexes a turn along the corridor.
    let source = r##"(
        name: "corridor",
        rows: ["#...................^."],
        red: (units: [(type: "infantry", at: (17, 0))]),
        blue: (units: [(type: "infantry", at: (0, 0))]),
    )"##;
    let found = findings(&Document::open(source).unwrap(), 0);
    let travel = found
        .iter()
        .find_map(|finding| if let Finding::Travel(travel) = finding { Some(travel) } else { None });
    let travel = travel.expect("a battle");
    let turns = |col| (travel.from_red.get(at(col, 0)).unwrap(), travel.from_castle.get(at(col, 0)).unwrap());
    assert_eq!(turns(17), (Some(0), Some(5)));
    assert_eq!(turns(13), (Some(1), Some(4)));
    assert_eq!(turns(12), (Some(2), Some(3)));
    assert_eq!(turns(0), (Some(5), Some(0)));
    assert_eq!(turns(21), (None, None));
    assert_eq!(travel.from_red.get(at(22, 0)), None);
    let arrival = found
        .iter()
        .find_map(|finding| if let Finding::Arrival(arrival) = finding { Some(arrival) } else { None });
    let arrival = arrival.expect("a battle");
    // Column 8 is two turns from Blue and three from Red; column 9 three from both, and Red moves
    // first.
    assert_eq!(arrival.first_side_to_arrive(at(8, 0)), Some(Side::Blue));
    assert_eq!(arrival.first_side_to_arrive(at(9, 0)), Some(Side::Red));
    assert_eq!(arrival.first_side_to_arrive(at(21, 0)), None);
    let heat =
        found.iter().find_map(|finding| if let Finding::Heat(heat) = finding { Some(heat) } else { None });
    let heat = heat.expect("a battle");
    // Twenty hexes have a way; nineteen of them lead through column 1, ten through column 10.
    assert_eq!(
        (heat.get(at(0, 0)), heat.get(at(1, 0)), heat.get(at(10, 0))),
        (Some(0), Some(950), Some(500))
    );
}

#[test]
fn a_cancelled_analysis_ends_at_once() {
    let document = shipped("hot_gates");
    let cancel = Cancel::new();
    cancel.set_flag();
    let mut found = 0;
    assert_eq!(Analysis::new(&document).report_findings(&cancel, |_| found += 1), Err(Cancelled));
    assert_eq!(found, 0);
    // The analysis is cancelled while the battles run.
    let cancel = Cancel::new();
    let mut games = 0;
    let end = Analysis::new(&document).report_findings(&cancel, |finding| {
        if let Finding::Balance(tally) = finding {
            games = tally.games;
            cancel.set_flag();
        }
    });
    assert_eq!((end, games), (Err(Cancelled), 1));
}

#[test]
fn the_balance_counts_who_won_and_how() {
    let mut balance = BalanceMeter::new(&shipped("hot_gates").to_scenario());
    for _ in 0..6 {
        balance.play_one_battle(&Cancel::new()).unwrap();
    }
    let tally = balance.tally();
    assert_eq!(tally.games, 6);
    assert_eq!(tally.wins.red + tally.wins.blue + tally.draws, 6);
    assert_eq!(tally.endings.iter().map(|(_, count)| count).sum::<u32>(), 6);
    assert!(
        tally.endings.iter().all(|(ending, _)| ending.winner.is_some() || ending.how == VictoryKind::Dusk)
    );
    let share = tally.share_of_wins(Side::Red);
    assert!((share.value - f64::from(tally.wins[Side::Red]) / 6.0).abs() < 1e-12);
    assert!(share.low <= share.value && share.value <= share.high && share.low >= 0.0 && share.high <= 1.0);
    assert!(tally.mean_turns().unwrap() >= 1.0);
}

#[test]
fn what_would_take_too_long_is_said_and_not_tried() {
    let mut document = Document::new("Wide", 400, 200, "grass", hotgates_engine::Ruleset::classic()).unwrap();
    let castle = document.rules().terrain("castle").unwrap();
    document.paint_hexes([at(200, 190)], castle).unwrap();
    let found = findings(&document, 1);
    let skipped = found.iter().filter_map(|finding| {
        if let Finding::Skipped(stage, why) = finding { Some((*stage, why.to_string())) } else { None }
    });
    let why = "the map has 80000 hexes; battles are played on up to 65536";
    assert_eq!(skipped.collect::<Vec<_>>(), [(AnalysisStage::Balance, why.to_owned())]);
    let army = hotgates_engine::Army {
        commander: None,
        units: vec![hotgates_engine::UnitEntry::new("infantry"); 1000],
    };
    document.set_army(Side::Blue, Some(army)).unwrap();
    let found = findings(&document, 0);
    assert!(found.iter().any(|finding| matches!(finding, Finding::Skipped(AnalysisStage::Chokes, _))));
    assert!(!found.iter().any(|finding| matches!(finding, Finding::Chokes(_))));
}
