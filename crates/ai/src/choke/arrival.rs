//! Who is where first: arrival counted in turns, points left over at the end of a turn lost.

use hotgates_engine::{Arm, Battle, Cell, Field, Side, UnitId};

/// Turns until a cell is reached; more than any battle lasts where it cannot be.
const NEVER: u32 = u32::MAX;

/// When each of the defender's units, and the first of the enemy's, can be at each cell.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// The defender's units but its guns, each with the turns it needs to each cell.
    defenders: Vec<(UnitId, Turns)>,
    /// The first defender's turns.
    soonest: Turns,
    enemy: Turns,
    /// By how much later than the enemy the defender may come: 1 when it moves first, so that an equal count will
    /// do.
    ahead: u32,
}

type Turns = Vec<u32>;

impl Arrivals {
    pub(super) fn new(battle: &Battle, defender: Side) -> Self {
        let mut field = Field::new();
        let cells = battle.grid().len();
        let mut enemy = vec![NEVER; cells];
        let mut groups: Vec<(usize, Vec<Cell>)> = Vec::new();
        for unit in battle.living(defender.other()) {
            let (kind, cell) = (battle.info(unit).kind, battle.unit(unit).cell);
            match groups.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, sources)) => sources.push(cell),
                None => groups.push((kind, vec![cell])),
            }
        }
        for (kind, sources) in groups {
            spread(&mut field, battle, kind, sources, &mut enemy);
        }
        let mut soonest = vec![NEVER; cells];
        let mut defenders = Vec::new();
        for unit in battle.living(defender).filter(|&unit| battle.kind(unit).arm != Arm::Artillery) {
            let mut turns = vec![NEVER; cells];
            let (kind, cell) = (battle.info(unit).kind, battle.unit(unit).cell);
            spread(&mut field, battle, kind, vec![cell], &mut turns);
            for (first, &turn) in soonest.iter_mut().zip(&turns) {
                *first = (*first).min(turn);
            }
            defenders.push((unit, turns));
        }
        let ahead = (battle.side() == defender).into();
        Self { defenders, soonest, enemy, ahead }
    }

    /// Whether one of the defender's units can be on a cell before any enemy.
    pub(super) fn first(&self, cell: Cell) -> bool {
        self.before_enemy(self.soonest[cell.index()], cell)
    }

    /// How many units could hold a hex.
    pub(super) fn count(&self) -> usize {
        self.defenders.len()
    }

    fn before_enemy(&self, turn: u32, cell: Cell) -> bool {
        turn != NEVER && turn < self.enemy[cell.index()].saturating_add(self.ahead)
    }

    /// Units matched one to one to the hexes, each there before any enemy, if there are such; a unit needs the fewer
    /// turns the earlier it is tried. Augmenting paths (Kuhn, "The Hungarian method for the assignment problem",
    /// 1955): `O(hexes² × units)`.
    pub(super) fn holders(&self, hexes: &[Cell]) -> Option<Vec<UnitId>> {
        let mut hex_of = vec![None; self.defenders.len()];
        for hex in 0..hexes.len() {
            let mut tried = vec![false; self.defenders.len()];
            if !self.assign(hexes, hex, &mut hex_of, &mut tried) {
                return None;
            }
        }
        let mut holders = vec![None; hexes.len()];
        for (index, hex) in hex_of.iter().enumerate() {
            if let Some(hex) = *hex {
                holders[hex] = Some(self.defenders[index].0);
            }
        }
        holders.into_iter().collect()
    }

    fn assign(&self, hexes: &[Cell], hex: usize, hex_of: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        let cell = hexes[hex];
        let mut able: Vec<usize> = (0..self.defenders.len())
            .filter(|&index| self.before_enemy(self.defenders[index].1[cell.index()], cell))
            .collect();
        able.sort_by_key(|&index| self.defenders[index].1[cell.index()]);
        for index in able {
            if std::mem::replace(&mut tried[index], true) {
                continue;
            }
            if hex_of[index].is_none_or(|other| self.assign(hexes, other, hex_of, tried)) {
                hex_of[index] = Some(hex);
                return true;
            }
        }
        false
    }
}

/// Lowers `turns` to what units of this type need from these cells.
fn spread(field: &mut Field, battle: &Battle, kind: usize, sources: Vec<Cell>, turns: &mut Turns) {
    let movement = battle.rules().units[kind].movement.0.into();
    field.arrival(battle.grid(), sources, battle.map().costs(kind), movement, |_| true);
    for cell in field.touched() {
        let turn = field.turn(cell, movement).unwrap_or(NEVER);
        turns[cell.index()] = turns[cell.index()].min(turn);
    }
}
