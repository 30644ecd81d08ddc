//! How long the march is, and who is where first.

use hotgates_ai::{Cancel, Cancelled};
use hotgates_engine::{Battle, Cell, Coord, Field, Side};

use super::hex_values::HexValues;

/// In how many turns the marching type (the ruleset's first infantry) gets to each hex, nobody in its way; `None` where
/// it never does. 0 is where it starts, 1 what the first turn's movement points pay for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Travel {
    /// From the hexes on which Red's units start.
    pub from_red: HexValues<Option<u16>>,
    /// From the nearest castle.
    pub from_castle: HexValues<Option<u16>>,
}

impl Travel {
    pub(super) fn count_turns(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let kind = battle.rules().walker();
        let turns = |sources: &mut dyn Iterator<Item = Cell>| {
            cancel.check()?;
            let mut turns = FewestTurns::new(battle);
            turns.spread_from(battle, kind, sources);
            Ok(turns.to_values(battle))
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
    pub red: HexValues<Option<u16>>,
    /// Blue's first.
    pub blue: HexValues<Option<u16>>,
}

impl Arrival {
    pub(super) fn count_turns(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let first = |side| {
            let mut turns = FewestTurns::new(battle);
            for kind in 0..battle.rules().units.len() {
                cancel.check()?;
                let of_kind = battle.living(side).filter(|&unit| battle.info(unit).kind == kind);
                turns.spread_from(battle, kind, &mut of_kind.map(|unit| battle.unit(unit).cell));
            }
            Ok(turns.to_values(battle))
        };
        Ok(Self { red: first(Side::Red)?, blue: first(Side::Blue)? })
    }

    /// Who is on a hex first; `None` where nobody gets to, and off the map.
    pub fn first_side(&self, at: Coord) -> Option<Side> {
        match (self.red.get(at)?, self.blue.get(at)?) {
            (None, None) => None,
            (Some(_), None) => Some(Side::Red),
            (None, Some(_)) => Some(Side::Blue),
            (Some(red), Some(blue)) => Some(if blue < red { Side::Blue } else { Side::Red }),
        }
    }
}

/// The fewest turns to each cell.
struct FewestTurns {
    field: Field,
    turns: Vec<u16>,
}

const NEVER: u16 = u16::MAX;

impl FewestTurns {
    fn new(battle: &Battle) -> Self {
        Self { field: Field::new(), turns: vec![NEVER; battle.grid().len()] }
    }

    /// Lowers the turns to what units of a type need from these cells.
    fn spread_from(&mut self, battle: &Battle, kind: usize, sources: &mut dyn Iterator<Item = Cell>) {
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

    fn to_values(&self, battle: &Battle) -> HexValues<Option<u16>> {
        HexValues::new(battle, |cell| Some(self.turns[cell.index()]).filter(|&turns| turns != NEVER))
    }
}
