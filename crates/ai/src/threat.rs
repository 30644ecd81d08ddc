//! Threat: the losses of a unit on each hex if every enemy that can get at it there attacked in its
//! next half-turn.

use hotgates_engine::{Aspect, Attack, Cell, Fighter, Odds, Reach, UnitId, View, WHOLE};

/// Greatest number of attackers whose odds are multiplied out: 1296²⁴ is more than 128 bits hold,
/// 36²⁴ is not.
const MOST: usize = 24;
/// Number of sides of a unit on which an attack may fall.
const ASPECTS: usize = Aspect::Rear as usize + 1;
/// Number of cases of two dice: the losses of a target depend on one throw.
const THROWS: u32 = 36;

/// The enemy's attacks on one unit, for every hex of the map.
///
/// Each enemy is taken to move with all its points, through where the others stand now, and to
/// attack once; no more attack hand to hand than there are hexes beside the target that they can
/// stand on. What one attack does to the target does not depend on the others, so the sum of their
/// exact distributions is exact, too. Enemies that waver do not attack; men who would come back to a unit
/// that gives way are counted as lost. Where units face ways, the unit faces on its own hex as it does
/// now, each enemy strikes it from where that is worst for it, and elsewhere it faces whoever strikes.
///
/// ```
/// use hotgates_ai::Threat;
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
///
/// let map = MapFile::from_ron(
///     r##"Map(name: "duel", rows: ["............", "#...........", "............"], turns: 5,
///         red: (units: [(type: "cavalry", at: (11, 0))]), blue: (units: [(type: "infantry")]))"##,
/// )?;
/// let battle = Battle::from_scenario(&Scenario::classic(map))
///     .map_err(|faults| faults[0].to_string())?;
/// let infantry = battle.living(Side::Blue).next().ok_or("a unit")?;
/// let threat = Threat::against_unit(View::new(&battle, Side::Blue), infantry);
/// assert!(threat.threatened_hexes().len() > 10, "the cavalry rides far");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Threat {
    unit: UnitId,
    /// Sorted by hex.
    hits: Vec<(Cell, ThreatHit)>,
    /// Place in `hits` at which one hex's hits begin, with the men × 36 that they cost together;
    /// sorted by hex.
    hexes: Vec<(Cell, usize, u32)>,
}

/// One enemy's attack on a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreatHit {
    /// The attacker.
    pub enemy: UnitId,
    /// The attack: melee or fire.
    pub by: Attack,
    /// Side of the unit on which the attack falls.
    pub aspect: Aspect,
    /// Losses expected of the attack, in men out of 36: 36 is one man.
    pub expected: u32,
}

/// A probability as a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExactChance {
    /// Number of cases.
    pub cases: u128,
    /// Number of all cases.
    pub of: u128,
}

impl ExactChance {
    /// Returns the probability in ‰, rounded; only 0 is 0, and only certainty is 1000.
    pub fn in_permille(self) -> u32 {
        match self.cases {
            0 => 0,
            ways if ways == self.of => 1000,
            // Of numbers close to 2¹²⁸ the highest bits say enough.
            ways => {
                let spare = 16_u32.saturating_sub(self.of.leading_zeros());
                let (ways, of) = (ways >> spare, self.of >> spare);
                u32::try_from((ways * 2000 + of) / (2 * of)).unwrap_or(999).clamp(1, 999)
            }
        }
    }
}

impl Threat {
    /// Returns the enemy's attacks on a unit, for every hex that the unit might stand on.
    ///
    /// Cost: `O(enemies × hexes in reach × hexes in range)`.
    #[must_use]
    pub fn against_unit(view: View<'_>, unit: UnitId) -> Self {
        let grid = view.grid();
        let mut hits: Vec<(Cell, ThreatHit)> = Vec::new();
        let mut reach = Reach::new();
        // The last enemy that has marked a cell, by melee and by fire.
        let mut marked = vec![[u32::MAX; 2]; grid.len()];
        let terrains = view.rules().terrains.len();
        let mut expected: Vec<[[Option<u32>; 2]; ASPECTS]> = Vec::new();
        let here = view.unit(unit).cell;
        let faces = view.rules().options.facing.is_some();
        let steady = |enemy: &UnitId| !view.is_wavering(*enemy);
        for enemy in view.living(view.info(unit).side.other()).filter(steady) {
            let (kind, at) = (view.kind(enemy), view.unit(enemy).cell);
            let stamp = u32::from(enemy.0);
            expected.clear();
            expected.resize(terrains, [[None; 2]; ASPECTS]);
            let mut mark = |from: Cell, to: Cell| {
                let Some(by) = view.attack_mode_from(enemy, from, to) else { return };
                let which = usize::from(by == Attack::Ranged);
                // On its own hex the unit may look away from some of the hexes that it is struck from.
                let (again, aspect) = if faces && to == here {
                    (true, view.aspect_of_hex(unit, grid.hex(from)))
                } else {
                    (false, Aspect::Front)
                };
                if marked[to.index()][which] == stamp && !again
                    || view.map().costs(view.info(unit).kind)[to.index()] == 0
                {
                    return;
                }
                marked[to.index()][which] = stamp;
                let terrain = view.map().terrain(to);
                let known = &mut expected[terrain.index()][aspect as usize][which];
                let men = *known.get_or_insert_with(|| {
                    let attacker = attacker_on_side(view, enemy, from, aspect);
                    let odds = Odds::from_attack(view.combat(), by, attacker, view.fighter_on(unit, to));
                    odds.expected_target_losses() / (WHOLE / THROWS)
                });
                hits.push((to, ThreatHit { enemy, by, aspect, expected: men }));
            };
            view.reach_with(enemy, at, kind.movement, &mut reach);
            for (from, left) in reach.cells_in_reach() {
                // Our unit's own hex is free once it is elsewhere.
                let stands = from == at || view.at(from).is_none_or(|other| other == unit);
                if !stands || left < kind.attack_cost {
                    continue;
                }
                grid.around(from)
                    .into_iter()
                    .filter(|&to| is_on_map_of_view(view, to))
                    .for_each(|to| mark(from, to));
                if let Some(ranged) = &kind.ranged {
                    let rings =
                        (ranged.min.max(2)..=ranged.max).flat_map(|distance| grid.ring(from, distance));
                    rings.for_each(|to| mark(from, to));
                }
            }
        }
        // Of an enemy that could do either, the worse.
        hits.sort_unstable_by_key(|&(cell, hit)| (cell, hit.enemy, std::cmp::Reverse(hit.expected)));
        hits.dedup_by_key(|(cell, hit)| (*cell, hit.enemy));
        hits.sort_unstable_by_key(|&(cell, hit)| (cell, std::cmp::Reverse(hit.expected), hit.enemy));
        let mut threat = Self { unit, hits, hexes: Vec::new() };
        threat.add_up_possible_losses(view);
        threat
    }

    fn add_up_possible_losses(&mut self, view: View<'_>) {
        let men = u32::from(view.unit(self.unit).strength.0) * THROWS;
        let mut hexes: Vec<(Cell, usize, u32)> = Vec::new();
        for (index, &(cell, _)) in self.hits.iter().enumerate() {
            if hexes.last().is_none_or(|&(last, ..)| last != cell) {
                hexes.push((cell, index, 0));
            }
        }
        for place in 0..hexes.len() {
            let end = hexes.get(place + 1).map_or(self.hits.len(), |next| next.1);
            let (cell, start, _) = hexes[place];
            let all = self.hits[start..end].iter().map(|(_, hit)| hit);
            hexes[place].2 =
                attackers_with_room(view, self.unit, cell, all).map(|hit| hit.expected).sum::<u32>().min(men);
        }
        self.hexes = hexes;
    }

    /// The unit that is threatened.
    #[must_use]
    pub const fn threatened_unit(&self) -> UnitId {
        self.unit
    }

    /// Returns the hexes that are threatened, each with the losses expected there in men out of 36,
    /// all attacks together.
    pub fn threatened_hexes(&self) -> impl ExactSizeIterator<Item = (Cell, u32)> + '_ {
        self.hexes.iter().map(|&(cell, _, expected)| (cell, expected))
    }

    /// Returns the losses expected on a hex, in men out of 36; 0 where nothing threatens.
    #[must_use]
    pub fn expected_losses(&self, cell: Cell) -> u32 {
        self.index_of_hex(cell).map_or(0, |place| self.hexes[place].2)
    }

    fn index_of_hex(&self, cell: Cell) -> Option<usize> {
        self.hexes.binary_search_by_key(&cell, |&(other, ..)| other).ok()
    }

    /// Returns every attack on a hex, the costliest first.
    pub fn hits_on(&self, cell: Cell) -> impl ExactSizeIterator<Item = &ThreatHit> + '_ {
        let place = self.index_of_hex(cell);
        let start = place.map_or(0, |place| self.hexes[place].1);
        let end = place.map_or(0, |place| self.hexes.get(place + 1).map_or(self.hits.len(), |next| next.1));
        self.hits[start..end].iter().map(|(_, hit)| hit)
    }

    /// Returns the exact chance that the unit is destroyed on a hex.
    ///
    /// Cost: `O(attackers × men)`.
    #[must_use]
    pub fn destruction_chance(&self, view: View<'_>, cell: Cell) -> ExactChance {
        let men = usize::from(view.unit(self.unit).strength.0);
        // Number of cases in which each number of men has been lost; all men that there are, at
        // `men`.
        let mut lost = vec![0_u128; men + 1];
        lost[0] = 1;
        let mut of = 1;
        for hit in attackers_with_room(view, self.unit, cell, self.hits_on(cell)).take(MOST) {
            let from = view.unit(hit.enemy).cell;
            let enemy = attacker_on_side(view, hit.enemy, from, hit.aspect);
            let unit = view.fighter_on(self.unit, cell);
            let odds = Odds::from_attack(view.combat(), hit.by, enemy, unit);
            let mut after = vec![0; men + 1];
            for outcome in &odds.outcomes {
                let losses = usize::from(outcome.target_losses.0);
                for (before, &ways) in lost.iter().enumerate().filter(|&(_, &ways)| ways > 0) {
                    after[(before + losses).min(men)] += ways * u128::from(outcome.ways);
                }
            }
            // Every entry is a multiple of what a second throw could do, which does not matter
            // here.
            for ways in &mut after {
                *ways /= u128::from(WHOLE / THROWS);
            }
            (lost, of) = (after, of * u128::from(THROWS));
        }
        ExactChance { cases: lost[men], of }
    }
}

/// Returns the fighter that an enemy on a cell is when it attacks a side of its target.
fn attacker_on_side(view: View<'_>, enemy: UnitId, from: Cell, aspect: Aspect) -> Fighter {
    let more = view.rules().options.facing.as_ref().map_or(0, |rule| rule.situation(aspect));
    view.fighter_on(enemy, from).in_situation(more)
}

/// Returns the attackers of a hex that find room beside it, the costliest first.
fn attackers_with_room<'a>(
    view: View<'a>,
    unit: UnitId,
    cell: Cell,
    hits: impl Iterator<Item = &'a ThreatHit> + 'a,
) -> impl Iterator<Item = &'a ThreatHit> + 'a {
    let side = view.info(unit).side;
    let grid = view.grid();
    let kinds = view.rules().unit_ids();
    let can_stand = |next: Cell| kinds.clone().any(|kind| view.map().costs(kind)[next.index()] > 0);
    let beside =
        grid.around(cell).into_iter().filter(|&next| is_on_map_of_view(view, next) && can_stand(next));
    let mine = |other: UnitId| view.info(other).side == side && other != unit;
    let mut room = beside.filter(|&next| !view.at(next).is_some_and(mine)).count();
    hits.filter(move |hit| {
        if hit.by == Attack::Ranged {
            return true;
        }
        let fits = room > 0;
        room = room.saturating_sub(1);
        fits
    })
}

fn is_on_map_of_view(view: View<'_>, cell: Cell) -> bool {
    view.grid().contains(view.grid().hex(cell))
}
