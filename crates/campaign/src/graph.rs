//! The graph of a campaign: its battles, and the ways between them.

use crate::file::CampaignFile;

/// Returns the battles that ways lead to from each battle, as places in the list, in the order of the
/// ways; unknown keys are left out.
fn next_battles(file: &CampaignFile) -> Vec<Vec<usize>> {
    let known = |key: &String| file.battle_index(key);
    let of_battle =
        file.battles.iter().map(|battle| battle.then.iter().filter_map(|way| known(way.next.as_ref()?)));
    of_battle.map(Iterator::collect).collect()
}

/// Returns the places in the list of the battles that no way leads to from the first one.
pub fn find_unreachable(file: &CampaignFile) -> Vec<usize> {
    let next = next_battles(file);
    let mut reached = vec![false; next.len()];
    let mut open: Vec<usize> = (0..next.len().min(1)).collect();
    while let Some(battle) = open.pop() {
        if !std::mem::replace(&mut reached[battle], true) {
            open.extend(&next[battle]);
        }
    }
    (0..next.len()).filter(|&battle| !reached[battle]).collect()
}

/// Returns the battles of one cycle in the order of its ways, as places in the list; `None` where every
/// way comes to an end.
pub fn find_cycle(file: &CampaignFile) -> Option<Vec<usize>> {
    let next = next_battles(file);
    let mut done = vec![false; next.len()];
    for start in 0..next.len() {
        // The battles on the way from the start, each with the number of its ways that were walked.
        let mut path: Vec<(usize, usize)> = Vec::new();
        if !done[start] {
            path.push((start, 0));
        }
        while let Some((battle, walked)) = path.last_mut() {
            let Some(&to) = next[*battle].get(*walked) else {
                done[*battle] = true;
                path.pop();
                continue;
            };
            *walked += 1;
            if let Some(from) = path.iter().position(|&(battle, _)| battle == to) {
                return Some(path[from..].iter().map(|&(battle, _)| battle).collect());
            }
            if !done[to] {
                path.push((to, 0));
            }
        }
    }
    None
}
