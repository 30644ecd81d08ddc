//! Refinement: a choke set is drawn in hex by hex as long as it gets better.

use std::sync::Arc;

use hotgates_engine::{Cell, Field};

use crate::{ChokeSet, ChokeSurvey, cuts_every_path};
use hotgates_search::Budget;

/// Number of cells that the refinement looks at for one step of a budget.
const CELLS_PER_STEP: u64 = 1024;

impl ChokeSurvey<'_> {
    /// Moves the hexes of a set that can be held to neighbouring hexes, one at a time, as long as
    /// the set still cuts, can be held, and scores less or is less exposed at an equal score; of
    /// such moves the best first. Returns the set unchanged where there is none.
    ///
    /// The enemy's nearest path changes from turn to turn, and so do the sets that are found along
    /// it. Refined sets stay the same: they end where no neighbour is better.
    ///
    /// Every 1024 cells looked at cost a step; without steps the set is as good as it got. Cost:
    /// for each move a search of the map for each hex, and a flood for each move that is tried.
    pub fn refine_set(&mut self, set: ChokeSet, budget: &mut Budget) -> ChokeSet {
        if !set.cuts || !set.can_be_held() {
            return set;
        }
        let before = self.looked;
        let mut taken = 0;
        let mut best = set;
        while budget.steps_left() > 0 {
            let better = self.refine_set_once(&best);
            let steps = (self.looked - before) / CELLS_PER_STEP;
            budget.take_steps(steps - taken);
            taken = steps;
            let Some(hexes) = better else { break };
            best = self.judge_set(hexes, best.by);
        }
        best
    }

    /// Returns the hexes of the set with the best move made, if any move makes the set better; they
    /// cut and can be held.
    fn refine_set_once(&mut self, set: &ChokeSet) -> Option<Vec<Cell>> {
        let (map, grid) = (self.view.map(), self.view.grid());
        let costs = map.costs(self.view.rules().marching_type());
        let several = set.hexes.len() > 1;
        let sources = if several { &set.hexes[..] } else { &[] };
        let fields: Vec<Arc<Field>> = sources.iter().map(|&hex| self.field_from(hex)).collect();
        // As `score_set` does, with one hex elsewhere.
        let pair = |from: usize, to: Cell| {
            let there = fields[from].cost(to)?;
            let back = there + u32::from(costs[set.hexes[from].index()]) - u32::from(costs[to.index()]);
            Some(u64::from(there.min(back)))
        };
        let sum_without = |place: usize| -> Option<u64> {
            let others = (0..set.hexes.len()).filter(|&other| other != place);
            let pairs = others
                .clone()
                .flat_map(|from| others.clone().filter(move |&to| to > from).map(move |to| (from, to)));
            pairs.map(|(from, to)| pair(from, set.hexes[to])).sum()
        };
        let count = set.hexes.len() as u64;
        let mut moves: Vec<(u64, usize, Cell)> = Vec::new();
        for (place, &hex) in set.hexes.iter().enumerate() {
            let Some(rest) = (if several { sum_without(place) } else { Some(0) }) else { continue };
            for next in grid.around(hex) {
                let allowed = costs[next.index()] > 0
                    && !set.hexes.contains(&next)
                    && !map.castles().contains(&next)
                    && !self.enemies.iter().any(|&(cell, _)| cell == next)
                    && self.is_first_at(next);
                if !allowed {
                    continue;
                }
                let others = (0..set.hexes.len()).filter(|&other| other != place);
                let Some(to_others) = others.map(|other| pair(other, next)).sum::<Option<u64>>() else {
                    continue;
                };
                let score = count * (rest + to_others);
                let most = 8 * set.score + set.exposure;
                if 8 * score >= most {
                    continue;
                }
                let mut hexes = set.hexes.clone();
                hexes[place] = next;
                let worth = 8 * score + self.count_exposure(&hexes);
                if worth < most {
                    moves.push((worth, place, next));
                }
            }
        }
        moves.sort_unstable();
        let layers = self.enemy_layers();
        let enemies: Vec<Cell> = self.enemies.iter().map(|&(cell, _)| cell).collect();
        moves.into_iter().find_map(|(_, place, next)| {
            let mut hexes = set.hexes.clone();
            hexes[place] = next;
            self.looked += grid.len() as u64;
            let cuts = cuts_every_path(map, &layers, &enemies, &self.castles, &hexes);
            (cuts && self.arrivals.find_holders(&hexes).is_some()).then_some(hexes)
        })
    }
}
