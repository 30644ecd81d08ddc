//! How long the march is, and who is where first.

use hotgates_ai::{Cancel, Cancelled};
use hotgates_engine::{Battle, Cell, Coord, Field, Side};

use super::layer::Layer;

/// In how many turns the marching type (the ruleset's first infantry) gets to each hex, nobody in its way; `None` where
/// it never does. 0 is where it starts, 1 what the first turn's movement points pay for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Travel {
    /// From the hexes on which Red's units start.
    pub from_red: Layer<Option<u16>>,
    /// From the nearest castle.
    pub from_castle: Layer<Option<u16>>,
}

impl Travel {
    pub(super) fn of(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let kind = battle.rules().walker();
        let turns = |sources: &mut dyn Iterator<Item = Cell>| {
            cancel.check()?;
            let mut turns = Turns::new(battle);
            turns.spread(battle, kind, sources);
            Ok(turns.layer(battle))
        };
        Ok(Self {
            from_red: turns(&mut battle.entry(Side::Red))?,
            from_castle: turns(&mut battle.map().castles().iter().copied())?,
        })
    }
}

/// In how many turns the first unit of each side could be at each hex, nobody in its way; `None` where none ever
/// could.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Red's first.
    pub red: Layer<Option<u16>>,
    /// Blue's first.
    pub blue: Layer<Option<u16>>,
}

/// Who is on a hex first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum First {
    /// Red, or both in the same turn: Red moves first.
    Red,
    /// Blue.
    Blue,
}

impl Arrival {
    pub(super) fn of(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let first = |side| {
            let mut turns = Turns::new(battle);
            for kind in 0..battle.rules().units.len() {
                cancel.check()?;
                let of_kind = battle.living(side).filter(|&unit| battle.info(unit).kind == kind);
                turns.spread(battle, kind, &mut of_kind.map(|unit| battle.unit(unit).cell));
            }
            Ok(turns.layer(battle))
        };
        Ok(Self { red: first(Side::Red)?, blue: first(Side::Blue)? })
    }

    /// Who is on a hex first; `None` where nobody gets to, and off the map.
    pub fn first(&self, at: Coord) -> Option<First> {
        match (self.red.get(at)?, self.blue.get(at)?) {
            (None, None) => None,
            (Some(_), None) => Some(First::Red),
            (None, Some(_)) => Some(First::Blue),
            (Some(red), Some(blue)) => Some(if blue < red { First::Blue } else { First::Red }),
        }
    }
}

/// The fewest turns to each cell.
struct Turns {
    field: Field,
    turns: Vec<u16>,
}

const NEVER: u16 = u16::MAX;

impl Turns {
    fn new(battle: &Battle) -> Self {
        Self { field: Field::new(), turns: vec![NEVER; battle.grid().len()] }
    }

    /// Lowers the turns to what units of a type need from these cells.
    fn spread(&mut self, battle: &Battle, kind: usize, sources: &mut dyn Iterator<Item = Cell>) {
        let costs = battle.map().costs(kind);
        let movement = battle.rules().units[kind].movement.0.into();
        let sources = sources.filter(|cell| costs[cell.index()] > 0);
        self.field.arrival(battle.grid(), sources, costs, movement, |_| true);
        for cell in self.field.touched() {
            // No battle lasts as long as this is counted for.
            let turn = self.field.turn(cell, movement).and_then(|turn| u16::try_from(turn).ok());
            let turns = &mut self.turns[cell.index()];
            *turns = (*turns).min(turn.unwrap_or(NEVER - 1));
        }
    }

    fn layer(&self, battle: &Battle) -> Layer<Option<u16>> {
        Layer::new(battle, |cell| Some(self.turns[cell.index()]).filter(|&turns| turns != NEVER))
    }
}
