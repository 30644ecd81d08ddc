//! Random graphs: those that pass the check always come to an end.

use std::collections::BTreeMap;

use hotgates_campaign::{BattleResult, Campaign, CampaignBattle, CampaignFaultKind, CampaignFile, WayOn};
use hotgates_engine::{Fault, FaultKind, Side};
use proptest::prelude::*;

use crate::stage::{CAMPAIGN, MAP, outcome, scenario};

/// Makes a campaign whose battles lead to these others, or to an end where there is no such battle.
fn campaign_of_graph(ways: &[[usize; 3]]) -> Result<Campaign, Vec<Fault>> {
    let mut file = CampaignFile::from_ron(CAMPAIGN).expect("a campaign");
    let pattern = file.battles[1].clone();
    let battle = |(index, ways): (usize, &[usize; 3])| CampaignBattle {
        key: index.to_string(),
        then: BattleResult::ALL
            .into_iter()
            .zip(ways)
            .map(|(result, &to)| {
                let next = Some(to.to_string()).filter(|_| to < 6);
                let end = Some(result).filter(|_| next.is_none());
                WayOn { result: Some(result), text: "On.".to_owned(), next, end, ..WayOn::default() }
            })
            .collect(),
        ..pattern.clone()
    };
    file.battles = ways.iter().enumerate().map(battle).collect();
    Campaign::from_file(file, BTreeMap::from([("bay.ron".to_owned(), scenario(MAP))]))
}

/// Returns the most battles on any way from one, counted by walking all ways; `None` where a way is longer
/// than there are battles.
fn longest_way(ways: &[[usize; 3]], from: usize, left: usize) -> Option<usize> {
    if from >= ways.len() {
        return Some(0);
    }
    let left = left.checked_sub(1)?;
    let longest = ways[from].iter().map(|&to| longest_way(ways, to, left)).collect::<Option<Vec<_>>>()?;
    Some(1 + longest.into_iter().max().unwrap_or(0))
}

fn reached(ways: &[[usize; 3]]) -> Vec<bool> {
    let mut reached = vec![false; ways.len()];
    reached[0] = true;
    for _ in ways {
        for (from, ways) in ways.iter().enumerate() {
            for &to in ways {
                if reached[from] && to < reached.len() {
                    reached[to] = true;
                }
            }
        }
    }
    reached
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn graphs_that_pass_the_check_come_to_an_end(
        ways in prop::collection::vec([1_usize..9, 1..9, 1..9], 6),
        ordered: bool,
        results in prop::collection::vec(0_usize..3, 12),
    ) {
        // Half of the graphs lead on only to later battles, so that many of them pass.
        let mut ways = ways;
        if ordered {
            for (from, ways) in ways.iter_mut().enumerate() {
                *ways = ways.map(|to| from + 1 + to % 2);
            }
        }
        let sound = longest_way(&ways, 0, ways.len()).is_some() && reached(&ways).iter().all(|&reached| reached);
        match campaign_of_graph(&ways) {
            Ok(campaign) => {
                prop_assert!(sound);
                let mut state = campaign.begin(0);
                for result in results {
                    if state.end().is_some() {
                        break;
                    }
                    let winner = [Some(Side::Blue), Some(Side::Red), None][result];
                    let over = outcome(&campaign, &state, winner, &[400, 500, 400]);
                    campaign.finish_battle(&mut state, &over).expect("this battle's outcome");
                }
                prop_assert!(state.end().is_some(), "{ways:?}");
                prop_assert!(state.path().len() <= ways.len());
            }
            Err(faults) => {
                prop_assert!(!sound, "{faults:?} in {ways:?}");
                let of_graph = |fault: &Fault| {
                    matches!(fault.kind, FaultKind::Campaign(CampaignFaultKind::Cycle { .. } | CampaignFaultKind::Unreachable { .. }))
                };
                prop_assert!(faults.iter().all(of_graph), "{faults:?}");
            }
        }
    }
}
