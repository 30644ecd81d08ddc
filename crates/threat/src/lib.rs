//! Threat: the losses of a unit on each hex if every enemy that can get at it there attacked in its
//! next half-turn, and the hexes on which enemies out of sight could stand.

mod possible;

pub use possible::PossiblePositions;

use hotgates_engine::{Aspect, Attack, Cell, Fighter, Odds, Reach, TerrainId, UnitId, View, WHOLE};

/// Greatest number of attackers whose odds are multiplied out: 1296²⁴ is more than 128 bits hold,
/// 36²⁴ is not.
const MOST: usize = 24;
/// Number of cases of two dice: the losses of a target depend on one throw.
const THROWS: u32 = 36;

/// The enemy's attacks on one unit, for every hex of the map.
///
/// Each enemy is taken to move with all its points, through where the others stand now, and to
/// attack once, from where that is worst for the unit; no more attack hand to hand than there are hexes
/// beside the target that they can stand on. What one attack does to the target does not depend on the others,
/// so the sum of their exact distributions is exact, too. Heights, weather, leaders, trenches and friends of
/// other arms count as they would now; fire at moves and in support does not. Enemies that waver do not attack;
/// men who would come back to a unit that gives way are counted as lost. Where units face ways, the unit faces
/// on its own hex as it does now, and elsewhere it faces whoever strikes.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
/// use hotgates_threat::Threat;
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
    /// Hex from which the attack is worst for the unit.
    pub from: Cell,
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
        let mut strikes = WorstStrikes::new(view, unit);
        let mut hits: Vec<(Cell, ThreatHit)> = Vec::new();
        let mut reach = Reach::new();
        let steady = |enemy: &UnitId| !view.is_wavering(*enemy);
        for enemy in view.living(view.info(unit).side.other()).filter(steady) {
            view.reach_with(enemy, view.unit(enemy).cell, view.kind(enemy).movement, &mut reach);
            strikes.survey_enemy(enemy, &reach, &mut hits);
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
            let attacker = attacker_from(view, (hit.enemy, hit.from), (self.unit, cell));
            let odds = Odds::from_attack(view.combat(), hit.by, attacker, view.fighter_on(self.unit, cell));
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

/// The worst strikes of one enemy after the other at a unit, by the hex that the unit would stand on.
struct WorstStrikes<'a> {
    view: View<'a>,
    unit: UnitId,
    /// The worst strike of the present enemy at each cell, by melee and by fire.
    strikes: Vec<[Option<(Cell, Fighter)>; 2]>,
    struck: Vec<Cell>,
    /// Losses expected of the present enemy, by case.
    expected: Vec<(StrikeCase, u32)>,
}

/// Case of a strike by one enemy at one unit, all strikes of which cost the same: the ground of the target, whether
/// that is where it stands now and may have dug in, the attack, and the striker's situation.
type StrikeCase = (TerrainId, bool, Attack, i16);

impl<'a> WorstStrikes<'a> {
    fn new(view: View<'a>, unit: UnitId) -> Self {
        let strikes = vec![[None; 2]; view.grid().len()];
        Self { view, unit, strikes, struck: Vec::new(), expected: Vec::new() }
    }

    /// Adds what an enemy with so far a reach could do to the unit on each hex that it may stand on.
    fn survey_enemy(&mut self, enemy: UnitId, reach: &Reach, hits: &mut Vec<(Cell, ThreatHit)>) {
        let (view, kind) = (self.view, self.view.kind(enemy));
        let grid = view.grid();
        for (from, left) in reach.cells_in_reach() {
            // Our unit's own hex is free once it is elsewhere.
            let stands = view.at(from).is_none_or(|other| other == enemy || other == self.unit);
            if !stands || left < kind.attack_cost {
                continue;
            }
            let striker = view.fighter_on(enemy, from);
            let beside = grid.around(from).into_iter().filter(|&to| is_on_map_of_view(view, to));
            beside.for_each(|to| self.add_strike((enemy, from), striker, to));
            if let Some(ranged) = &kind.ranged {
                let rings = (ranged.min.max(2)..=ranged.max).flat_map(|distance| grid.ring(from, distance));
                rings.for_each(|to| self.add_strike((enemy, from), striker, to));
            }
        }
        self.expected.clear();
        for to in std::mem::take(&mut self.struck) {
            let worst = std::mem::take(&mut self.strikes[to.index()]);
            for (by, strike) in [Attack::Melee, Attack::Ranged].into_iter().zip(worst) {
                let Some((from, striker)) = strike else { continue };
                let aspect = self.aspect_struck_from(from, to);
                let expected = self.expected_losses(by, striker, to);
                hits.push((to, ThreatHit { enemy, from, by, aspect, expected }));
            }
        }
    }

    /// Keeps a strike at the unit on a hex if it is the worst so far.
    fn add_strike(&mut self, (enemy, from): (UnitId, Cell), striker: Fighter, to: Cell) {
        let Some(by) = self.view.attack_mode_from(enemy, from, to) else { return };
        if self.view.map().costs(self.view.info(self.unit).kind)[to.index()] == 0 {
            return;
        }
        let more = situation_in_attack(self.view, (enemy, from), (self.unit, to));
        let striker = striker.in_situation(more);
        let known = &mut self.strikes[to.index()];
        if known.iter().all(Option::is_none) {
            self.struck.push(to);
        }
        let worst = &mut known[usize::from(by == Attack::Ranged)];
        if worst.is_none_or(|(_, worst)| striker.situation > worst.situation) {
            *worst = Some((from, striker));
        }
    }

    fn aspect_struck_from(&self, from: Cell, to: Cell) -> Aspect {
        let here = self.view.unit(self.unit).cell;
        let hex = self.view.grid().hex(from);
        if to == here { self.view.aspect_of_hex(self.unit, hex) } else { Aspect::Front }
    }

    /// Returns the losses expected of a strike at the unit on a hex, in men out of 36.
    fn expected_losses(&mut self, by: Attack, striker: Fighter, to: Cell) -> u32 {
        let view = self.view;
        let here = to == view.unit(self.unit).cell;
        let case = (view.map().terrain(to), here, by, striker.situation);
        if let Some(&(_, known)) = self.expected.iter().find(|&&(other, _)| other == case) {
            return known;
        }
        let odds = Odds::from_attack(view.combat(), by, striker, view.fighter_on(self.unit, to));
        let expected = odds.expected_target_losses() / (WHOLE / THROWS);
        self.expected.push((case, expected));
        expected
    }
}

/// Returns the fighter that an enemy on a cell is when it attacks a unit on another.
fn attacker_from(view: View<'_>, (enemy, from): (UnitId, Cell), target: (UnitId, Cell)) -> Fighter {
    view.fighter_on(enemy, from).in_situation(situation_in_attack(view, (enemy, from), target))
}

/// Returns what places and friends add to a blow, in ‰.
fn situation_in_attack(view: View<'_>, attacker: (UnitId, Cell), target: (UnitId, Cell)) -> i32 {
    if view.has_extra_state() { view.situations_in_attack(attacker, target)[0] } else { 0 }
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
