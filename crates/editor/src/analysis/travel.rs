//! Turns of march to each hex, and the side that is first at each.

use hotgates_engine::{Battle, Cell, Coord, Field, Side, UnitTypeId};
use hotgates_play::{Cancel, Cancelled};

use super::hex_values::HexValues;

/// Number of turns in which the marching type (the ruleset's first infantry) gets to each hex with
/// nobody in its way; `None` for hexes that it never reaches. 0 is the starting hex, 1 what the
/// first turn's movement points pay for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarchTurns {
    /// Turns from the hexes on which Red's units start.
    pub from_red: HexValues<Option<u16>>,
    /// Turns from the nearest castle.
    pub from_castle: HexValues<Option<u16>>,
}

impl MarchTurns {
    pub(super) fn count_turns(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let kind = battle.rules().marching_type();
        let turns = |sources: &mut dyn Iterator<Item = Cell>| {
            cancel.check_flag()?;
            let mut turns = FewestTurnsToCells::new(battle);
            turns.lower_arrival_turns_from(battle, kind, sources);
            Ok(turns.to_hex_values(battle))
        };
        Ok(Self {
            from_red: turns(&mut battle.starting_cells(Side::Red))?,
            from_castle: turns(&mut battle.map().castles().iter().copied())?,
        })
    }
}

/// Number of turns in which the first unit of each side can be at each hex with nobody in its way;
/// `None` for hexes that no unit of the side reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrivalTurnsBySide {
    /// Turns until Red's first unit.
    pub red: HexValues<Option<u16>>,
    /// Turns until Blue's first unit.
    pub blue: HexValues<Option<u16>>,
    /// Side that moves first.
    first: Side,
}

impl ArrivalTurnsBySide {
    pub(super) fn count_turns(battle: &Battle, cancel: &Cancel) -> Result<Self, Cancelled> {
        let turns_of_side = |side| {
            let mut turns = FewestTurnsToCells::new(battle);
            for kind in battle.rules().unit_ids() {
                cancel.check_flag()?;
                let of_kind = battle.living(side).filter(|&unit| battle.info(unit).kind == kind);
                turns.lower_arrival_turns_from(battle, kind, &mut of_kind.map(|unit| battle.unit(unit).cell));
            }
            Ok(turns.to_hex_values(battle))
        };
        Ok(Self {
            red: turns_of_side(Side::Red)?,
            blue: turns_of_side(Side::Blue)?,
            first: battle.first_side(),
        })
    }

    /// Returns the side that can be on a hex first: the side that moves first, if both can in the same
    /// turn; `None` where no unit gets to, and off the map.
    pub fn first_side_to_arrive(&self, at: Coord) -> Option<Side> {
        match (self.red.get(at)?, self.blue.get(at)?) {
            (None, None) => None,
            (Some(_), None) => Some(Side::Red),
            (None, Some(_)) => Some(Side::Blue),
            (Some(red), Some(blue)) if red == blue => Some(self.first),
            (Some(red), Some(blue)) => Some(if blue < red { Side::Blue } else { Side::Red }),
        }
    }
}

/// The fewest turns to each cell.
struct FewestTurnsToCells {
    field: Field,
    turns: Vec<u16>,
}

const NEVER: u16 = u16::MAX;

impl FewestTurnsToCells {
    fn new(battle: &Battle) -> Self {
        Self { field: Field::new(), turns: vec![NEVER; battle.grid().len()] }
    }

    /// Lowers the turns to what units of a type need from the source cells.
    fn lower_arrival_turns_from(
        &mut self,
        battle: &Battle,
        kind: UnitTypeId,
        sources: &mut dyn Iterator<Item = Cell>,
    ) {
        let costs = battle.map().costs(kind);
        let movement = battle.rules().units[kind].movement.0.into();
        let sources = sources.filter(|cell| costs[cell.index()] > 0);
        self.field.arrival_turns(battle.grid(), sources, costs, movement, |_| true);
        for cell in self.field.touched_cells() {
            // No battle lasts as long as this is counted for.
            let turn = self.field.turns_to_cell(cell, movement).and_then(|turn| u16::try_from(turn).ok());
            let turns = &mut self.turns[cell.index()];
            *turns = (*turns).min(turn.unwrap_or(NEVER - 1));
        }
    }

    fn to_hex_values(&self, battle: &Battle) -> HexValues<Option<u16>> {
        HexValues::new(battle, |cell| Some(self.turns[cell.index()]).filter(|&turns| turns != NEVER))
    }
}
