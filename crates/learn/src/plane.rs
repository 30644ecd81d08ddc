//! Planes: what a side knows as layers of bytes over the map, rewritten only where they changed.

use hotgates_engine::{Cell, Side, UnitId, UnitState, UnitTypeId, View};

use crate::shape::EncodingShape;

/// Writes the planes of one battle into an array of the caller's, and remembers what stands there.
///
/// The array is `planes × rows × columns` bytes: terrains as 0 and 1, flags, what is in sight, then the types, men and
/// points of the units of the side that looks, then types and men of the enemy, the picked unit, and two planes of
/// one number each. Men are 255 for the strongest unit of the battle.
///
/// ```
/// use hotgates_engine::{Battle, MapFile, Scenario, Side, View};
/// use hotgates_learn::{EncodingShape, PlaneWriter};
///
/// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
///     red: (units: [(type: "infantry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
/// let battle = Battle::from_scenario(&Scenario::classic(map)).expect("a sound scenario");
/// let shape = EncodingShape::of_battle(&battle);
/// let mut planes = vec![0; shape.plane_bytes()];
/// PlaneWriter::default().write_planes(&shape, View::new(&battle, Side::Red), None, &mut planes);
/// let own_men = shape.plane_names().iter().position(|name| name == "own men").expect("there is one");
/// assert_eq!(planes[own_men * 20 + 9], 255);
/// # Ok::<(), hotgates_engine::Fault>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PlaneWriter {
    /// Side and position that stand in the array.
    written: Option<(Side, u64)>,
    states: Vec<UnitState>,
    units: Vec<DrawnUnit>,
    moved: Vec<DrawnUnit>,
    flags: Vec<(Cell, bool)>,
    changed_ground: usize,
    picked: Option<u32>,
    constants: [u8; 2],
}

/// A unit as it stands in the planes; no place for one that is not on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct DrawnUnit {
    place: Option<u32>,
    own: bool,
    kind: UnitTypeId,
    men: u8,
    points: u8,
}

impl PlaneWriter {
    /// Forgets what stands in the array: the next writing writes everything.
    pub fn forget_array(&mut self) {
        self.written = None;
    }

    /// Writes what a side knows, with the unit that it has picked, into the array that the last writing went into.
    ///
    /// # Panics
    /// When the array has not as many bytes as the shape says.
    pub fn write_planes(
        &mut self,
        shape: &EncodingShape,
        view: View<'_>,
        picked: Option<UnitId>,
        planes: &mut [u8],
    ) {
        assert_eq!(planes.len(), shape.plane_bytes(), "bytes of the planes");
        let position = (view.side(), view.hash());
        if self.written != Some(position) {
            self.write_position(shape, view, planes);
            self.written = Some(position);
        }
        let hexes = shape.places().hex_count() as usize;
        let first = shape.picked_plane() * hexes;
        let picked = picked.map(|unit| shape.places().place(view.unit(unit).cell));
        if self.picked != picked {
            let mut put = |place: Option<u32>, byte| place.map(|place| planes[first + place as usize] = byte);
            put(self.picked, 0);
            put(picked, 1);
            self.picked = picked;
        }
        let constants = [share_of_half_turns_left(view), u8::from(view.side() == Side::Red)];
        for (number, (byte, before)) in (1..).zip(constants.into_iter().zip(self.constants)) {
            if byte != before {
                planes[first + number * hexes..][..hexes].fill(byte);
            }
        }
        self.constants = constants;
    }

    fn write_position(&mut self, shape: &EncodingShape, view: View<'_>, planes: &mut [u8]) {
        let before = self.written.map(|(side, _)| side);
        if before.is_none() {
            *self = Self::default();
            planes.fill(0);
            self.units.resize(view.roster().len(), DrawnUnit::default());
            write_ground(shape, view, planes);
        }
        if before != Some(view.side()) {
            // Whose units are whose has changed, and with it every unit.
            self.states.clear();
        }
        self.write_sight(shape, view, planes);
        self.write_units(shape, view, planes);
        self.write_flags(shape, view, planes);
    }

    fn write_sight(&mut self, shape: &EncodingShape, view: View<'_>, planes: &mut [u8]) {
        let hexes = shape.places().hex_count() as usize;
        // Works change ground, and only ever where it has not changed before or back.
        if view.has_extra_state() && view.changed_cells().len() + self.changed_ground > 0 {
            self.changed_ground = view.changed_cells().len();
            planes[..shape.terrain_count() * hexes].fill(0);
            write_ground(shape, view, planes);
        }
        let first = shape.flag_plane(2) * hexes;
        if let Some(seen) = view.seen_cells() {
            planes[first..][..hexes].fill(0);
            seen.iter().for_each(|cell| planes[first + shape.places().place(cell) as usize] = 1);
        }
    }

    fn write_units(&mut self, shape: &EncodingShape, view: View<'_>, planes: &mut [u8]) {
        let hexes = shape.places().hex_count() as usize;
        self.moved.clear();
        let all = self.states.is_empty();
        if all {
            self.states.extend(view.roster().map(|(unit, _)| *view.unit(unit)));
        }
        for ((unit, drawn), before) in (0..).map(UnitId).zip(&mut self.units).zip(&mut self.states) {
            let state = view.unit(unit);
            if *before == *state && !all {
                continue;
            }
            *before = *state;
            let info = view.info(unit);
            let own = info.side == view.side();
            let now = if state.alive() {
                DrawnUnit {
                    place: Some(shape.places().place(state.cell)),
                    own,
                    kind: info.kind,
                    men: shape.men_as_byte(state.strength),
                    points: if own { u8::try_from(state.left.0).unwrap_or(u8::MAX) } else { 0 },
                }
            } else {
                DrawnUnit::default()
            };
            if *drawn != now {
                // All are taken off before any is put on: one may stand where another stood.
                drawn.write_bytes(shape, planes, hexes, false);
                *drawn = now;
                self.moved.push(now);
            }
        }
        self.moved.iter().for_each(|drawn| drawn.write_bytes(shape, planes, hexes, true));
    }

    fn write_flags(&mut self, shape: &EncodingShape, view: View<'_>, planes: &mut [u8]) {
        let hexes = shape.places().hex_count() as usize;
        let own = |owner: Side| owner == view.side();
        if view.flags().map(|(cell, owner)| (cell, own(owner))).eq(self.flags.iter().copied()) {
            return;
        }
        self.flags.clear();
        self.flags.extend(view.flags().map(|(cell, owner)| (cell, own(owner))));
        planes[shape.flag_plane(0) * hexes..][..2 * hexes].fill(0);
        for &(cell, own) in &self.flags {
            planes[shape.flag_plane(usize::from(!own)) * hexes + shape.places().place(cell) as usize] = 1;
        }
    }
}

impl DrawnUnit {
    fn write_bytes(self, shape: &EncodingShape, planes: &mut [u8], hexes: usize, shown: bool) {
        let Some(place) = self.place else { return };
        let first = shape.unit_plane(self.own) * hexes + place as usize;
        let men = first + shape.type_count() * hexes;
        planes[first + self.kind.index() * hexes] = shown.into();
        planes[men] = if shown { self.men } else { 0 };
        if self.own {
            planes[men + hexes] = if shown { self.points } else { 0 };
        }
    }
}

/// Writes the terrains, and that everything is in sight.
fn write_ground(shape: &EncodingShape, view: View<'_>, planes: &mut [u8]) {
    let hexes = shape.places().hex_count() as usize;
    for cell in view.grid().cells() {
        let place = shape.places().place(cell) as usize;
        planes[view.map().terrain(cell).index() * hexes + place] = 1;
    }
    planes[shape.flag_plane(2) * hexes..][..hexes].fill(1);
}

/// Returns the share of the half-turns that are left, 255 at the start.
fn share_of_half_turns_left(view: View<'_>) -> u8 {
    let share = u64::from(view.half_turns_left()) * 255 / u64::from(2 * view.last_turn());
    u8::try_from(share).unwrap_or(u8::MAX)
}
