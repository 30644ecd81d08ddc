//! Units as military counters: a box in the side's colour with the symbol of its arm.
//!
//! The symbols are those of military maps: crossed lines for infantry, one diagonal for cavalry, a
//! filled dot for artillery. The officer's rank is a column of bars left of the symbol, one for the
//! lowest. Red's counters have cut corners, so that the sides differ in shape too. Where units have
//! cohesion, a bar above the symbol shows its share, an exclamation mark says that the unit wavers, and
//! a crack from top to bottom that it has broken; a circle with a stroke through it in the lower left corner
//! says that no supplies reach the unit. Where units face a way, a wedge points there; on a unit that faces
//! west the officer's bars and those signs are on the other side. Bars below the counter grow from its corners
//! inward as the unit digs in, a ball beside it says that it has kept its fire, and a hammer on the other side that it
//! is in the middle of a work.

use hotgates_engine::{Arm, Direction, RankId, Ruleset, Side, UnitType};
use serde::{Deserialize, Serialize};

use crate::canvas::{
    Canvas, DrawingSurface, HexDrawingPlace, closed_area, disc_around, open_line, rectangle_around,
};
use crate::image::Image;
use crate::palette::SideColours;
use crate::text;
use crate::vectors::VectorDrawing;

/// The content of a counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counter {
    /// Side of the unit.
    pub side: Side,
    /// Symbol of the unit.
    pub arm: Arm,
    /// Letter that tells the unit's type from others of the same arm, where there are any.
    pub letter: Option<char>,
    /// Grade of the officer's rank, counted from 1; 0 for an officer without rank, `None` without
    /// officer.
    pub officer: Option<u8>,
    /// Number of men of the unit, and the number that its type has at full strength.
    pub strength: (u16, u16),
    /// Movement points that the unit has left, and those that it had at first; `None` where it is
    /// not its turn.
    pub movement: Option<(u16, u16)>,
    /// Cohesion of the unit; `None` where the rules ask for none.
    #[serde(default)]
    pub cohesion: Option<CounterCohesion>,
    /// `true` for a unit that no supplies reach.
    #[serde(default)]
    pub unsupplied: bool,
    /// The way that the unit faces; `None` where units face none.
    #[serde(default)]
    pub facing: Option<Direction>,
    /// Level to which the unit has dug in, and the highest there is; 0 where it has not.
    #[serde(default)]
    pub dug_in: (u8, u8),
    /// `true` for a unit that has kept its fire for the enemy's half-turn.
    #[serde(default)]
    pub ready: bool,
    /// `true` for a unit that has begun a work and not finished it.
    #[serde(default)]
    pub works: bool,
}

/// Cohesion of a unit as its counter shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CounterCohesion {
    /// Cohesion in ‰, from 0 to 1000.
    pub permille: u16,
    /// Whether the unit is steady, wavers or has broken.
    pub steadiness: Steadiness,
}

/// Whether a unit is steady, wavers or has broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Steadiness {
    /// It does everything.
    Steady,
    /// It does not attack.
    Wavering,
    /// It takes no orders.
    Broken,
}

const HALF_WIDTH: f32 = 23.0;
const TOP: f32 = -19.0;
const BOTTOM: f32 = 19.0;
/// Height at which the symbol ends and the numbers begin.
const FOOT: f32 = 6.0;
const CUT: f32 = 7.0;
/// Greatest number of bars that fit beside the symbol.
const MOST_BARS: u8 = 7;

impl Counter {
    /// Returns the counter of a unit of a type at full strength, without an officer and without
    /// movement points.
    #[must_use]
    pub fn new(rules: &Ruleset, side: Side, kind: &UnitType) -> Self {
        let alike = rules.units.iter().filter(|other| other.arm == kind.arm).count();
        Self {
            side,
            arm: kind.arm,
            letter: (alike > 1).then_some(kind.letter),
            officer: None,
            strength: (kind.strength.0, kind.strength.0),
            movement: None,
            cohesion: None,
            unsupplied: false,
            facing: None,
            dug_in: (0, 0),
            ready: false,
            works: false,
        }
    }

    /// Returns the counter with an officer of this rank, or one who has a name and no rank.
    #[must_use]
    pub fn with_officer(self, rank: Option<RankId>, named: bool) -> Self {
        let height = |rank: RankId| rank.0.saturating_add(1);
        Self { officer: rank.map(height).or(named.then_some(0)), ..self }
    }

    /// Draws the counter alone on a transparent hex that is `width` pixels wide and 7/8 as high.
    pub fn draw_alone(&self, width: u32, colours: &SideColours) -> Image {
        let (width, height) = (width.max(8), (width * 7 / 8).max(7));
        let mut canvas = Canvas::new(width, height);
        let [across, down] =
            [width, height].map(|pixels| f32::from(u16::try_from(pixels).unwrap_or(u16::MAX)));
        let at =
            HexDrawingPlace { x: across / 2.0, y: down / 2.0, across: across / 64.0, down: across / 64.0 };
        self.draw_on(&mut canvas, at, colours);
        Image { width, height, rgba: canvas.into_rgba() }
    }

    /// Returns the shapes of the counter on the hex whose middle is (0, 0).
    #[must_use]
    pub fn to_vectors(&self, colours: &SideColours) -> VectorDrawing {
        let mut drawing = VectorDrawing::default();
        self.draw_on(&mut drawing, HexDrawingPlace { x: 0.0, y: 0.0, across: 1.0, down: 1.0 }, colours);
        drawing
    }

    /// Draws the counter on the hex at a place.
    pub(crate) fn draw_on(
        &self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        colours: &SideColours,
    ) {
        let width = at.across * 64.0;
        let outline = match self.side {
            Side::Red => closed_area(&[
                (-HALF_WIDTH + CUT, TOP),
                (HALF_WIDTH - CUT, TOP),
                (HALF_WIDTH, TOP + CUT),
                (HALF_WIDTH, BOTTOM - CUT),
                (HALF_WIDTH - CUT, BOTTOM),
                (-HALF_WIDTH + CUT, BOTTOM),
                (-HALF_WIDTH, BOTTOM - CUT),
                (-HALF_WIDTH, TOP + CUT),
            ]),
            Side::Blue => closed_area(&[
                (-HALF_WIDTH, TOP),
                (HALF_WIDTH, TOP),
                (HALF_WIDTH, BOTTOM),
                (-HALF_WIDTH, BOTTOM),
            ]),
        };
        canvas.fill_translucent(at.shifted_by((2.0, 2.5)), &outline, colours.edge.darker_by(160), 90);
        canvas.stroke_shape(at, &outline, colours.ink, 5.0);
        canvas.fill_shape(at, &outline, colours.fill);
        canvas.stroke_shape(at, &outline, colours.edge, 2.2);
        if width < 14.0 {
            self.draw_symbol(canvas, at, colours, (TOP + 5.0, BOTTOM - 5.0), 4.0);
            if self.cohesion.is_some_and(|cohesion| cohesion.steadiness == Steadiness::Broken) {
                draw_crack(canvas, at, colours);
            }
            return;
        }
        let east = self.side_of_signs();
        if width >= 32.0 && self.officer.is_some() {
            self.draw_insignia(canvas, at, colours);
            self.draw_symbol(canvas, at.shifted_by((3.0 * east, 0.0)), colours, (TOP + 4.0, FOOT), 2.6);
        } else {
            self.draw_symbol(canvas, at, colours, (TOP + 4.0, FOOT), 2.6);
        }
        if width >= 44.0 {
            self.draw_numbers(canvas, at, colours);
        } else {
            self.draw_bars(canvas, at, colours, FOOT + 5.0, 5.0);
        }
        if let Some(cohesion) = self.cohesion {
            draw_cohesion(canvas, at, colours, cohesion, self.place_of_exclamation_mark());
        }
        if self.dug_in.0 > 0 {
            draw_entrenchment(canvas, at, colours, self.dug_in);
        }
        if self.ready {
            draw_ball(canvas, at, colours, east);
        }
        if self.works {
            draw_hammer(canvas, at, colours, -east);
        }
        if self.unsupplied {
            draw_empty_sign(canvas, at, colours, east);
        }
        if let Some(way) = self.facing {
            draw_wedge(canvas, at, colours, way);
        }
    }

    /// Returns 1 where signs are on their usual sides, −1 where they change sides to leave the way to the
    /// west free.
    const fn side_of_signs(&self) -> f32 {
        match self.facing {
            Some(Direction::Nw | Direction::Sw) => -1.0,
            _ => 1.0,
        }
    }

    /// Returns how far right of the middle an exclamation mark is: beside a wedge in its corner.
    fn place_of_exclamation_mark(&self) -> f32 {
        let beside = matches!(self.facing, Some(Direction::Ne | Direction::Nw));
        if beside { 8.5 * self.side_of_signs() } else { 13.5 * self.side_of_signs() }
    }

    fn draw_symbol(
        &self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        colours: &SideColours,
        (top, foot): (f32, f32),
        line: f32,
    ) {
        let half = 16.0;
        let (middle, ink) = (top.midpoint(foot), colours.ink);
        let frame = [(-half, top), (half, top), (half, foot), (-half, foot)];
        canvas.stroke_shape(at, &closed_area(&frame), ink, line);
        match self.arm {
            Arm::Infantry => {
                canvas.stroke_shape(at, &open_line(&[(-half, top), (half, foot)]), ink, line);
                canvas.stroke_shape(at, &open_line(&[(-half, foot), (half, top)]), ink, line);
            }
            Arm::Cavalry => canvas.stroke_shape(at, &open_line(&[(-half, foot), (half, top)]), ink, line),
            Arm::Artillery => canvas.fill_shape(at, &disc_around(0.0, middle, (foot - top) * 0.26), ink),
        }
        if let Some(outline) = self.letter.and_then(|letter| text::text_outline(&letter.to_string(), 9.0)) {
            let corner = at.shifted_by((half - 5.5, foot - 6.5));
            canvas.fill_shape(corner, &rectangle_around(0.0, 0.0, 6.5, 6.5), colours.edge);
            canvas.fill_shape(corner, &outline, ink);
        }
    }

    /// Draws the officer: bars that pile up with the rank, a dot where there is no rank.
    fn draw_insignia(&self, canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
        let middle = -17.8 * self.side_of_signs();
        match self.officer {
            None => {}
            Some(0) => canvas.fill_shape(at, &disc_around(middle, FOOT - 2.0, 2.4), colours.ink),
            Some(rank) => {
                for bar in 0..rank.min(MOST_BARS) {
                    let y = FOOT - 0.2 - 3.4 * f32::from(bar);
                    canvas.fill_shape(at, &rectangle_around(middle, y, 2.6, 1.1), colours.ink);
                }
            }
        }
    }

    fn draw_numbers(&self, canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
        let men = self.strength.0.to_string();
        if let Some(outline) = text::text_outline(&men, 7.2) {
            let middle = FOOT.midpoint(BOTTOM) - 1.6;
            // A wedge in a lower corner leaves less room.
            let aside = match self.facing {
                Some(Direction::Se) => -3.0,
                Some(Direction::Sw) => 3.0,
                _ => 0.0,
            };
            canvas.fill_shape(at.shifted_by((aside, middle)), &outline, colours.ink);
        }
        self.draw_bars(canvas, at, colours, BOTTOM - 3.2, 2.6);
    }

    /// Draws the share of strength that is left, and below it the share of movement.
    fn draw_bars(
        &self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        colours: &SideColours,
        y: f32,
        height: f32,
    ) {
        let share = |(part, whole): (u16, u16)| f32::from(part.min(whole)) / f32::from(whole.max(1));
        draw_bar(canvas, at, colours, (y, height), share(self.strength));
        if let Some(movement) = self.movement {
            draw_bar(canvas, at, colours, (y + height * 0.5 + 1.9, 1.4), share(movement));
        }
    }
}

/// Draws a bar of the symbol's width, as far as a share from 0 to 1 is left; `y` is its middle.
fn draw_bar(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    (y, height): (f32, f32),
    share: f32,
) {
    let half = 16.0;
    canvas.fill_shape(at, &rectangle_around(0.0, y, half, height / 2.0), colours.edge);
    if share > 0.0 {
        let width = (2.0 * half * share).max(1.0);
        let left = rectangle_around(-half + width / 2.0, y, width / 2.0, height / 2.0);
        canvas.fill_shape(at, &left, colours.ink);
    }
}

/// Draws cohesion as a bar above the symbol, and what is wrong with it over the symbol.
fn draw_cohesion(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    CounterCohesion { permille, steadiness }: CounterCohesion,
    mark: f32,
) {
    draw_bar(canvas, at, colours, (TOP + 1.9, 2.2), f32::from(permille.min(1000)) / 1000.0);
    match steadiness {
        Steadiness::Steady => {}
        Steadiness::Wavering => draw_exclamation_mark(canvas, at, colours, mark),
        Steadiness::Broken => draw_crack(canvas, at, colours),
    }
}

/// Draws an exclamation mark on a disc in the upper corner of the symbol.
fn draw_exclamation_mark(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    x: f32,
) {
    let y = TOP + 8.0;
    canvas.fill_shape(at, &disc_around(x, y, 6.8), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y, 5.6), colours.edge);
    canvas.fill_shape(at, &rectangle_around(x, y - 1.4, 1.1, 2.6), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y + 3.2, 1.3), colours.ink);
}

/// Draws a circle with a stroke through it, the sign of nothing, over the lower left corner.
fn draw_empty_sign(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours, east: f32) {
    let (x, y) = (-17.5 * east, BOTTOM - 6.0);
    canvas.fill_shape(at, &disc_around(x, y, 8.4), colours.edge);
    canvas.fill_shape(at, &disc_around(x, y, 7.2), colours.ink);
    canvas.fill_shape(at, &disc_around(x, y, 4.6), colours.edge);
    canvas.stroke_shape(at, &open_line(&[(x - 4.4, y + 4.4), (x + 4.4, y - 4.4)]), colours.ink, 2.6);
}

/// Draws the entrenchment of a unit that has dug in: two bars below the counter that leave its middle free, filled from
/// the corners inward by the level out of the highest.
fn draw_entrenchment(
    canvas: &mut dyn DrawingSurface,
    at: HexDrawingPlace,
    colours: &SideColours,
    (level, levels): (u8, u8),
) {
    let (inner, outer, y, half_height) = (6.0, 17.0, BOTTOM + 4.6, 2.6);
    let share = f32::from(level.min(levels)) / f32::from(levels.max(1));
    let (middle, half) = (f32::midpoint(inner, outer), (outer - inner) / 2.0);
    for side in [-1.0, 1.0] {
        let frame = rectangle_around(side * middle, y, half + 1.2, half_height + 1.2);
        canvas.fill_shape(at, &frame, colours.ink);
        canvas.fill_shape(at, &rectangle_around(side * middle, y, half, half_height), colours.edge);
        let filled = half * share;
        canvas.fill_shape(
            at,
            &rectangle_around(side * (outer - filled), y, filled, half_height),
            colours.fill,
        );
    }
}

/// Draws a ball beside the counter, for a unit that has kept its fire.
fn draw_ball(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours, east: f32) {
    let x = 26.6 * east;
    canvas.fill_shape(at, &disc_around(x, 0.0, 5.6), colours.edge);
    canvas.fill_shape(at, &disc_around(x, 0.0, 4.2), colours.ink);
}

/// Draws a hammer beside the counter, for a unit in the middle of a work.
fn draw_hammer(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours, east: f32) {
    let x = 26.0 * east;
    let shapes = [rectangle_around(x, -5.2, 5.0, 2.4), rectangle_around(x, 1.4, 1.4, 6.2)];
    for shape in &shapes {
        canvas.stroke_shape(at, shape, colours.edge, 3.0);
    }
    for shape in &shapes {
        canvas.fill_shape(at, shape, colours.ink);
    }
}

/// Draws a wedge that points to the middle of the hex's edge in the direction.
fn draw_wedge(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours, way: Direction) {
    // 0.866 is the sine of 60°.
    let (x, y) = match way {
        Direction::N => (0.0, -1.0),
        Direction::Ne => (0.866, -0.5),
        Direction::Se => (0.866, 0.5),
        Direction::S => (0.0, 1.0),
        Direction::Sw => (-0.866, 0.5),
        Direction::Nw => (-0.866, -0.5),
    };
    let corner = |along: f32, across: f32| (x * along - y * across, y * along + x * across);
    let wedge = closed_area(&[corner(27.0, 0.0), corner(18.5, 7.5), corner(18.5, -7.5)]);
    canvas.stroke_shape(at, &wedge, colours.edge, 3.2);
    canvas.fill_shape(at, &wedge, colours.ink);
}

/// Draws a crack from the top of the counter to its bottom.
fn draw_crack(canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
    let crack =
        open_line(&[(2.0, TOP), (-5.0, TOP + 9.0), (5.0, TOP + 17.0), (-5.0, TOP + 26.0), (2.0, BOTTOM)]);
    canvas.stroke_shape(at, &crack, colours.ink, 6.0);
    canvas.stroke_shape(at, &crack, colours.edge, 3.4);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{ColourScheme, Palette};

    /// Number of pixels of a counter's left edge, where no symbol is, that have the symbol's
    /// colour.
    fn ink(officer: Option<u8>) -> usize {
        let (rules, palette) = (Ruleset::classic(), Palette::default());
        let counter = Counter { officer, ..Counter::new(&rules, Side::Blue, &rules.units[0]) };
        let colours = &palette.sides[Side::Blue];
        let image = counter.draw_alone(112, colours);
        let bright = |x: u32, y: u32| {
            let at = ((y * image.width + x) * 4) as usize;
            image.rgba[at..at + 3] == colours.ink.0
        };
        (20..25).flat_map(|x| (20..70).map(move |y| (x, y))).filter(|&(x, y)| bright(x, y)).count()
    }

    /// Number of pixels that cohesion changes on a counter.
    fn changed_pixels(cohesion: Option<CounterCohesion>, beside: Option<CounterCohesion>) -> usize {
        let (rules, palette) = (Ruleset::classic(), Palette::default());
        let draw = |cohesion: Option<CounterCohesion>| {
            let counter = Counter { cohesion, ..Counter::new(&rules, Side::Red, &rules.units[1]) };
            counter.draw_alone(112, &palette.sides[Side::Red])
        };
        different_pixels(&draw(cohesion), &draw(beside))
    }

    fn different_pixels(one: &Image, other: &Image) -> usize {
        one.rgba.chunks(4).zip(other.rgba.chunks(4)).filter(|(one, other)| one != other).count()
    }

    /// On a counter of 40 pixels the sign has a dozen dark pixels that a counter without it has not, in every
    /// palette and for either side.
    #[test]
    fn a_unit_without_supplies_has_a_sign_where_no_number_is() {
        let rules = Ruleset::classic();
        for scheme in ColourScheme::ALL {
            let palette = Palette::from_scheme(scheme);
            for side in Side::BOTH {
                let supplied = Counter::new(&rules, side, &rules.units[1]);
                let without = Counter { unsupplied: true, ..supplied.clone() };
                let draw = |counter: &Counter, width| counter.draw_alone(width, &palette.sides[side]);
                for (width, least) in [(40, 40), (112, 300)] {
                    let changed = different_pixels(&draw(&supplied, width), &draw(&without, width));
                    assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
                }
                // Too small for a sign.
                assert_eq!(different_pixels(&draw(&supplied, 12), &draw(&without, 12)), 0);
            }
        }
    }

    /// Each level of entrenchment, the ball and the hammer can be seen in every palette, for either side and every facing.
    #[test]
    fn entrenchment_kept_fire_and_works_can_be_seen() {
        let rules = Ruleset::classic();
        for scheme in ColourScheme::ALL {
            let palette = Palette::from_scheme(scheme);
            for side in Side::BOTH {
                for facing in Direction::ALL.map(Some).into_iter().chain([None]) {
                    let plain =
                        Counter { facing, unsupplied: true, ..Counter::new(&rules, side, &rules.units[0]) };
                    let draw = |dug_in: (u8, u8), ready: bool, width| {
                        Counter { dug_in, ready, ..plain.clone() }.draw_alone(width, &palette.sides[side])
                    };
                    for (width, least) in [(40, 8), (112, 60)] {
                        let levels = [0, 1, 2, 3].map(|level| draw((level, 3), false, width));
                        for (place, one) in levels.iter().enumerate() {
                            for other in &levels[..place] {
                                let changed = different_pixels(other, one);
                                assert!(changed >= least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                            }
                        }
                        let changed = different_pixels(&levels[0], &draw((0, 3), true, width));
                        assert!(changed >= 2 * least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                        let [rests, works] = [false, true].map(|works| {
                            let counter = Counter { works, ready: true, ..plain.clone() };
                            counter.draw_alone(width, &palette.sides[side])
                        });
                        let changed = different_pixels(&rests, &works);
                        assert!(changed >= 2 * least, "{scheme:?}: {side} {facing:?} {width}: {changed}");
                    }
                    // Too small for a sign.
                    assert_eq!(different_pixels(&draw((0, 3), false, 12), &draw((3, 3), true, 12)), 0);
                }
            }
        }
    }

    /// Each wedge covers pixels that no other does, in every palette and for either side, with and without
    /// the other signs.
    #[test]
    fn a_wedge_says_which_way_a_unit_faces() {
        let rules = Ruleset::classic();
        for scheme in ColourScheme::ALL {
            let palette = Palette::from_scheme(scheme);
            for (side, officer, unsupplied) in
                [(Side::Red, None, false), (Side::Blue, Some(6), true), (Side::Red, Some(3), true)]
            {
                let plain = Counter { officer, unsupplied, ..Counter::new(&rules, side, &rules.units[1]) };
                let draw = |facing: Option<Direction>, width| {
                    Counter { facing, ..plain.clone() }.draw_alone(width, &palette.sides[side])
                };
                for (width, least) in [(40, 30), (112, 200)] {
                    let all: Vec<Image> =
                        Direction::ALL.into_iter().map(|way| draw(Some(way), width)).collect();
                    for (place, one) in all.iter().enumerate() {
                        let changed = different_pixels(&draw(None, width), one);
                        assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
                        for other in &all[..place] {
                            let changed = different_pixels(other, one);
                            assert!(changed > least, "{scheme:?}: {side} at {width}: {changed}");
                        }
                    }
                }
                // Too small for a sign.
                assert_eq!(different_pixels(&draw(None, 12), &draw(Some(Direction::N), 12)), 0);
            }
        }
    }

    #[test]
    fn cohesion_is_a_bar_and_what_is_wrong_with_it_a_mark() {
        let steady = |permille| Some(CounterCohesion { permille, steadiness: Steadiness::Steady });
        let with = |steadiness| Some(CounterCohesion { permille: 300, steadiness });
        assert_eq!(changed_pixels(None, None), 0);
        let less: Vec<usize> =
            [900, 600, 300, 0].map(|permille| changed_pixels(steady(1000), steady(permille))).into();
        assert!(less[0] > 0 && less.is_sorted_by(|less, more| less < more), "{less:?}");
        let mark = changed_pixels(steady(300), with(Steadiness::Wavering));
        let crack = changed_pixels(steady(300), with(Steadiness::Broken));
        assert!(mark > 100 && crack > 100, "{mark} and {crack}");
        assert!(changed_pixels(with(Steadiness::Wavering), with(Steadiness::Broken)) > 100);
    }

    #[test]
    fn bars_say_how_high_an_officer_ranks() {
        assert_eq!(ink(None), 0);
        let ranks: Vec<usize> = (1..=7).map(|rank| ink(Some(rank))).collect();
        assert!(ranks[0] > 0 && ranks.is_sorted_by(|lower, higher| lower < higher), "{ranks:?}");
        assert!(ink(Some(0)) > 0);
        assert_eq!(ink(Some(200)), ranks[6], "no more than fit");
    }
}
