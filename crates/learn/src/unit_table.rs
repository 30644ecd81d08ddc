//! The unit table: what a side knows of each unit as a row of numbers.

use hotgates_engine::{Condition, Coord, Side, Strength, UnitId, UnitState, View};

use crate::shape::{EncodingShape, UNIT_FEATURES};

/// Writes the unit table of one battle into an array of the caller's, and remembers what stands there.
///
/// The array is `2 × slots` rows of [`UNIT_FEATURES`]: the units of the side that looks in the order of their army,
/// then those of the enemy, each half filled up with rows of zeros.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
/// use hotgates_learn::{EncodingShape, UNIT_FEATURES, UnitTableWriter};
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let shape = EncodingShape::of_battle(&battle);
/// let mut table = vec![0; shape.unit_numbers()];
/// UnitTableWriter::default().write_table(&shape, View::new(&battle, Side::Red), &mut table);
/// let men = UNIT_FEATURES.iter().position(|&name| name == "men").expect("there is one");
/// assert_eq!((table.len(), table[men]), (2 * UNIT_FEATURES.len(), 1000));
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct UnitTableWriter {
    /// Side and position that stand in the array.
    written: Option<(Side, u64)>,
    /// Each unit as it stands there, with its men at the start, which differ from seed to seed.
    rows: Vec<(UnitState, Strength)>,
}

impl UnitTableWriter {
    /// Forgets what stands in the array: the next writing writes everything.
    pub fn forget_array(&mut self) {
        self.written = None;
    }

    /// Writes what a side knows into the array that the last writing went into.
    ///
    /// # Panics
    /// When the array has not as many numbers as the shape says.
    pub fn write_table(&mut self, shape: &EncodingShape, view: View<'_>, table: &mut [u16]) {
        assert_eq!(table.len(), shape.unit_numbers(), "numbers of the unit table");
        let position = (view.side(), view.hash());
        if self.written == Some(position) {
            return;
        }
        let other = self.written.is_none_or(|(side, _)| side != view.side());
        self.written = Some(position);
        // Conditions change without the rest of a unit.
        let all = other || view.has_extra_state() || view.has_fog();
        if other {
            table.fill(0);
            self.rows.clear();
            self.rows.extend(view.roster().map(|(unit, info)| (*view.unit(unit), info.start)));
        }
        let red_units = shape.red_units();
        for (unit, before) in (0..).map(UnitId).zip(&mut self.rows) {
            let now = (*view.unit(unit), view.info(unit).start);
            if all || *before != now {
                *before = now;
                let side = view.info(unit).side;
                let place = unit.index() - if side == Side::Red { 0 } else { red_units };
                let slot = place + if side == view.side() { 0 } else { shape.slots_of_side() };
                let row = &mut table[slot * UNIT_FEATURES.len()..][..UNIT_FEATURES.len()];
                row.copy_from_slice(&unit_features(view, unit));
            }
        }
    }
}

/// Returns the row of a unit.
fn unit_features(view: View<'_>, unit: UnitId) -> [u16; UNIT_FEATURES.len()] {
    let (info, state) = (view.info(unit), view.unit(unit));
    let alive = state.alive();
    let Coord { col, row } = if alive { view.grid().coord(state.cell) } else { Coord { col: 0, row: 0 } };
    let Condition { cohesion, broken, unsupplied, dug_in, facing, .. } = view.condition(unit);
    let seen = view.mark(unit).map(|mark| Coord::from(mark.hex));
    let number = |n: i32| u16::try_from(n).unwrap_or(u16::MAX);
    let rounds = view.rounds_left(unit).map_or(0, |rounds| u16::try_from(rounds).unwrap_or(u16::MAX - 1) + 1);
    let on_map = u16::from(alive);
    [
        1,
        on_map,
        u16::from(info.kind.0),
        number(col),
        number(row),
        state.strength.0,
        info.start.0,
        if alive { state.left.0 } else { 0 },
        u16::from(alive && state.halted),
        view.rank(unit).map_or(0, |rank| u16::from(rank.0) + 1),
        cohesion,
        broken.into(),
        unsupplied.into(),
        rounds,
        dug_in.into(),
        facing.map_or(0, |way| way as u16 + 1),
        seen.map_or(0, |at| number(at.col) + 1),
        seen.map_or(0, |at| number(at.row) + 1),
    ]
}
