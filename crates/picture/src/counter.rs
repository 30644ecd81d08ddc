//! Units as military counters: a box in the side's colour with the symbol of its arm.
//!
//! The symbols are those of military maps: crossed lines for infantry, one diagonal for cavalry, a
//! filled dot for artillery; or small figures in their place. Below stands the number of men, with a bar
//! for the share that is left. The officer's rank is a column of bars left of the symbol, one for the
//! lowest. While its side moves, a column on the right is filled as far as movement points are left, and a
//! blade above it says that the unit can still attack; a unit that can do neither is grey. Red's counters have cut corners, so that the sides differ in shape too. Where units have
//! cohesion, a bar above the symbol shows its share, an exclamation mark says that the unit wavers, and
//! a crack from top to bottom that it has broken; a circle with a stroke through it in the lower left corner
//! says that no supplies reach the unit. Where units face a way, a wedge points there; on a unit that faces
//! west the officer's bars and those signs are on the other side. Bars below the counter grow from its corners
//! inward as the unit digs in, a ball beside it says that it has kept its fire, and a hammer on the other side that it
//! is in the middle of a work. A rim in a colour of its own says to which contingent the unit belongs.

use hotgates_engine::{Arm, Direction, RankId, Ruleset, Side, UnitType};
use serde::{Deserialize, Serialize};

use crate::canvas::{
    Canvas, DrawingSurface, HexDrawingPlace, closed_area, disc_around, open_line, rectangle_around,
};
use crate::colour::Colour;
use crate::image::Image;
use crate::palette::SideColours;
use crate::text;
use crate::vectors::VectorDrawing;

mod figures;
mod signs;

use figures::FIGURE_HEIGHT;

/// The content of a counter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own, in any combination")]
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
    /// `true` for a unit that has points left to move, and may.
    #[serde(default)]
    pub can_move: bool,
    /// `true` for a unit that has points left for an attack, and may, whether or not an enemy is near.
    #[serde(default)]
    pub can_attack: bool,
    /// Colour of the rim of a unit whose contingent has one.
    #[serde(default)]
    pub contingent: Option<Colour>,
    /// `true` for a small figure in the place of the symbol of military maps.
    #[serde(default)]
    pub figures: bool,
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
const CUT: f32 = 7.0;
/// Distance from the middle to the columns beside the symbol: the officer's bars, the movement points.
const COLUMN: f32 = 18.3;
/// Width of a hex in pixels from which counters have signs, and from which they have numbers.
const SMALLEST_WITH_SIGNS: f32 = 14.0;
const SMALLEST_WITH_NUMBERS: f32 = 34.0;
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
            can_move: false,
            can_attack: false,
            contingent: None,
            figures: false,
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
        let outline = self.outline();
        canvas.fill_translucent(at.shifted_by((2.0, 2.5)), &outline, colours.edge.darker_by(160), 90);
        canvas.stroke_shape(at, &outline, colours.ink, 5.0);
        canvas.fill_shape(at, &outline, if self.is_spent() { spent_colour(colours) } else { colours.fill });
        match self.contingent {
            Some(colour) => canvas.stroke_shape(at, &outline, colour, 3.6),
            None => canvas.stroke_shape(at, &outline, colours.edge, 2.2),
        }
        if width < SMALLEST_WITH_SIGNS {
            self.draw_symbol(canvas, at, colours, ALONE);
            if self.cohesion.is_some_and(|cohesion| cohesion.steadiness == Steadiness::Broken) {
                signs::draw_crack(canvas, at, colours);
            }
            return;
        }
        let east = self.side_of_signs();
        if width < SMALLEST_WITH_NUMBERS {
            self.draw_symbol(canvas, at, colours, OVER_BARS);
            self.draw_bars(canvas, at, colours);
        } else {
            self.draw_symbol(canvas, at, colours, OVER_NUMBERS);
            self.draw_insignia(canvas, at, colours, -COLUMN * east);
            self.draw_strength(canvas, at, colours);
            if let Some(movement) = self.movement {
                signs::draw_movement(canvas, at, colours, COLUMN * east, share_of(movement));
                if self.can_attack {
                    signs::draw_blade(canvas, at, colours, COLUMN * east);
                }
            }
        }
        if let Some(cohesion) = self.cohesion {
            signs::draw_cohesion(canvas, at, colours, cohesion, self.place_of_exclamation_mark());
        }
        if self.dug_in.0 > 0 {
            signs::draw_entrenchment(canvas, at, colours, self.dug_in);
        }
        if self.ready {
            signs::draw_ball(canvas, at, colours, east);
        }
        if self.works {
            signs::draw_hammer(canvas, at, colours, -east);
        }
        if self.unsupplied {
            signs::draw_empty_sign(canvas, at, colours, east);
        }
        if let Some(way) = self.facing {
            signs::draw_wedge(canvas, at, colours, way);
        }
    }

    fn outline(&self) -> tiny_skia::Path {
        match self.side {
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
        }
    }

    /// Returns `true` for a unit of the side to move that can do nothing more in this turn.
    const fn is_spent(&self) -> bool {
        self.movement.is_some() && !self.can_move && !self.can_attack
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
        place: SymbolPlace,
    ) {
        let SymbolPlace { half, top, foot, line } = place;
        let (middle, ink) = (top.midpoint(foot), colours.ink);
        if self.figures {
            let scale = (foot - top) / FIGURE_HEIGHT;
            let at = at.shifted_by((0.0, foot));
            let at = HexDrawingPlace { across: at.across * scale, down: at.down * scale, ..at };
            figures::draw_figure(canvas, at, self.arm, ink, colours.edge);
        } else {
            let frame = [(-half, top), (half, top), (half, foot), (-half, foot)];
            canvas.stroke_shape(at, &closed_area(&frame), ink, line);
            match self.arm {
                Arm::Infantry => {
                    canvas.stroke_shape(at, &open_line(&[(-half, top), (half, foot)]), ink, line);
                    canvas.stroke_shape(at, &open_line(&[(-half, foot), (half, top)]), ink, line);
                }
                Arm::Cavalry => {
                    canvas.stroke_shape(at, &open_line(&[(-half, foot), (half, top)]), ink, line);
                }
                Arm::Artillery => {
                    canvas.fill_shape(at, &disc_around(0.0, middle, (foot - top) * 0.26), ink);
                }
            }
        }
        if let Some(outline) = self.letter.and_then(|letter| text::text_outline(&letter.to_string(), 8.5)) {
            let corner = at.shifted_by((half - 4.5, foot - 5.0));
            canvas.fill_shape(corner, &rectangle_around(0.0, 0.0, 6.0, 6.0), colours.edge);
            canvas.fill_shape(corner, &outline, ink);
        }
    }

    /// Draws the officer: bars that pile up with the rank, a dot where there is no rank.
    fn draw_insignia(
        &self,
        canvas: &mut dyn DrawingSurface,
        at: HexDrawingPlace,
        colours: &SideColours,
        x: f32,
    ) {
        match self.officer {
            None => {}
            Some(0) => canvas.fill_shape(at, &disc_around(x, 10.0, 2.4), colours.ink),
            Some(rank) => {
                for bar in 0..rank.min(MOST_BARS) {
                    let y = 12.4 - 4.0 * f32::from(bar);
                    canvas.fill_shape(at, &rectangle_around(x, y, 2.6, 1.0), colours.ink);
                }
            }
        }
    }

    /// Draws the number of men, and below it the share that is left.
    fn draw_strength(&self, canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
        let men = self.strength.0.to_string();
        // The sign of supplies takes the lower corner, a wedge the corner that it points to.
        let (size, aside) = match self.facing {
            _ if self.unsupplied => (7.8, 6.5 * self.side_of_signs()),
            Some(Direction::Se) => (9.0, -3.0),
            Some(Direction::Sw) => (9.0, 3.0),
            _ => (10.0, 0.0),
        };
        if let Some(outline) = text::text_outline(&men, size) {
            canvas.fill_shape(at.shifted_by((aside, 8.2)), &outline, colours.ink);
        }
        signs::draw_bar(canvas, at, colours, (BOTTOM - 2.9, 2.8), share_of(self.strength));
    }

    /// Draws the share of strength that is left, and below it the share of movement.
    fn draw_bars(&self, canvas: &mut dyn DrawingSurface, at: HexDrawingPlace, colours: &SideColours) {
        signs::draw_bar(canvas, at, colours, (11.0, 5.0), share_of(self.strength));
        if let Some(movement) = self.movement {
            signs::draw_bar(canvas, at, colours, (16.0, 2.0), share_of(movement));
        }
    }
}

/// The place of a symbol on a counter, and the width of its lines.
#[derive(Clone, Copy)]
struct SymbolPlace {
    half: f32,
    top: f32,
    foot: f32,
    line: f32,
}

/// A symbol on a counter that is too small for anything else.
const ALONE: SymbolPlace = SymbolPlace { half: 16.0, top: -14.0, foot: 14.0, line: 4.0 };
/// A symbol above the bars of strength and movement.
const OVER_BARS: SymbolPlace = SymbolPlace { half: 16.0, top: -15.0, foot: 6.0, line: 2.8 };
/// A symbol above the number of men, with a column on either side.
const OVER_NUMBERS: SymbolPlace = SymbolPlace { half: 13.0, top: -14.5, foot: 0.5, line: 2.4 };

/// Returns the share of a whole, from 0 to 1.
fn share_of((part, whole): (u16, u16)) -> f32 {
    f32::from(part.min(whole)) / f32::from(whole.max(1))
}

/// Returns the colour of a unit that has done what it could: greyer, and still its side's.
fn spent_colour(colours: &SideColours) -> Colour {
    colours.fill.mixed_with(Colour::from_rgb(0x55_55_58), 165)
}

#[cfg(test)]
mod reader;
#[cfg(test)]
mod tests;
