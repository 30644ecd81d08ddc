//! A reader of counters that knows pixels only: it says what a counter on a hex of 40 pixels shows to an eye,
//! so that tests find what an eye could not read.

use hotgates_engine::{Arm, RankId, Ruleset, Side};

use super::Counter;
use crate::canvas::{Canvas, DrawingSurface, HexDrawingPlace};
use crate::colour::Colour;
use crate::image::Image;
use crate::palette::tests::{EYES, eyes_of_scheme, seen};
use crate::palette::{ColourScheme, Palette, SideColours};
use crate::text;

/// Width of the hex in pixels.
const WIDTH: u32 = 40;
/// Pixels of a unit of the hex.
const SCALE: f64 = 40.0 / 64.0;

/// The lightness of a counter as an eye sees it: 0 like the counter, 1 like its symbols.
struct SeenCounter {
    light: Vec<f64>,
    width: usize,
}

impl SeenCounter {
    fn new(image: &Image, colours: &SideColours, eye: usize) -> Self {
        let lightness = |colour: Colour| seen(colour, &EYES[eye].1)[0];
        let (ground, ink) = (lightness(colours.fill), lightness(colours.ink));
        let share =
            |pixel: &[u8]| (lightness(Colour([pixel[0], pixel[1], pixel[2]])) - ground) / (ink - ground);
        Self { light: image.rgba.chunks(4).map(share).collect(), width: image.width as usize }
    }

    /// Returns the lightness at a place in units of the hex from its middle.
    fn light_at(&self, x: f64, y: f64) -> f64 {
        let pixel = |along: f64, middle: f64| (middle + along * SCALE).floor();
        let (column, row) = (pixel(x, 20.0), pixel(y, 17.5));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a pixel of the counter")]
        self.light[row as usize * self.width + column as usize]
    }

    /// Returns the number of separate light stretches down a column.
    fn light_stretches(&self, x: f64, from: f64, to: f64) -> usize {
        let levels: Vec<f64> = steps(from, to).map(|y| self.light_at(x, y)).collect();
        let light: Vec<bool> = levels.iter().map(|&level| level > 0.5).collect();
        usize::from(light[0]) + light.windows(2).filter(|pair| !pair[0] && pair[1]).count()
    }

    /// Reads the arm off its symbol: lines cross for infantry, one goes up to the right for cavalry, a dot for
    /// guns.
    fn arm(&self) -> Option<Arm> {
        let [middle, left, right] =
            [(0.0, -7.0), (-7.0, -11.0), (7.0, -11.0)].map(|(x, y)| self.light_at(x, y) > 0.45);
        match (middle, left, right) {
            (true, true, true) => Some(Arm::Infantry),
            (true, false, true) => Some(Arm::Cavalry),
            (true, false, false) => Some(Arm::Artillery),
            _ => None,
        }
    }

    /// Reads the number of men: the digits that fit the pixels best.
    fn men(&self) -> u32 {
        let best = (1..=4_usize).map(|digits| self.best_number(digits)).min_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or(0, |(number, _)| number)
    }

    /// Returns the number of so many digits that fits best, and how badly it fits.
    fn best_number(&self, digits: usize) -> (u32, f64) {
        let mut number = vec![b'1'; digits];
        for place in 0..digits {
            let with = |digit: u8| {
                let mut tried = number.clone();
                tried[place] = digit;
                (digit, self.misfit_of_number(&tried))
            };
            let (digit, _) = (b'0'..=b'9').map(with).min_by(|a, b| a.1.total_cmp(&b.1)).expect("ten digits");
            number[place] = digit;
        }
        let text = String::from_utf8(number.clone()).expect("digits");
        (text.parse().expect("digits"), self.misfit_of_number(&number))
    }

    fn misfit_of_number(&self, digits: &[u8]) -> f64 {
        let text = std::str::from_utf8(digits).expect("digits");
        let mut page = Canvas::new(WIDTH, 35);
        page.fill_all(Colour::from_rgb(0));
        let scale = 40.0 / 64.0;
        let at = HexDrawingPlace { x: 20.0, y: 17.5 + 8.2 * scale, across: scale, down: scale };
        if let Some(outline) = text::text_outline(text, 10.0) {
            page.fill_shape(at, &outline, Colour::from_rgb(0xFF_FF_FF));
        }
        let page = page.into_rgba();
        let rows = 19..26;
        let misfit =
            |place: usize| (f64::from(page[4 * place]) / 255.0 - self.light[place].clamp(0.0, 1.0)).powi(2);
        rows.flat_map(|row| (10..30).map(move |column| row * WIDTH as usize + column)).map(misfit).sum()
    }

    /// Reads the share of movement in eighths; `None` where there is no column.
    fn movement(&self) -> Option<usize> {
        let levels: Vec<f64> = steps(-4.0, 12.0).map(|y| self.light_at(18.3, y)).collect();
        let dark_or_light = levels.iter().filter(|&&level| !(-0.1..=0.5).contains(&level)).count();
        if 2 * dark_or_light < levels.len() {
            return None;
        }
        let light = levels.iter().filter(|&&level| level > 0.5).count();
        Some((8 * light + levels.len() / 2) / levels.len())
    }
}

/// Returns places a pixel apart.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let step = 1.0 / SCALE;
    (0..).map(move |index| from + step * f64::from(index)).take_while(move |&place| place <= to)
}

#[test]
fn everything_on_a_counter_of_40_pixels_can_be_read_by_every_eye() {
    let rules = Ruleset::classic();
    for scheme in ColourScheme::ALL {
        let palette = Palette::from_scheme(scheme);
        for (side, &eye) in
            Side::BOTH.into_iter().flat_map(|side| eyes_of_scheme(scheme).iter().map(move |eye| (side, eye)))
        {
            let colours = &palette.sides[side];
            let read =
                |counter: &Counter| SeenCounter::new(&counter.draw_alone(WIDTH, colours), colours, eye);
            for (kind, unit) in rules.units.iter().enumerate() {
                let plain = Counter::new(&rules, side, unit);
                let about = format!("{scheme:?}, {side}, {}, unit {kind}", EYES[eye].0);
                for men in [7, 42, 180, 213, 500, 640, 889, 935, 1000, 1736, 2048] {
                    let shown = read(&Counter { strength: (men, 2048), ..plain.clone() });
                    assert_eq!(shown.men(), u32::from(men), "{about}");
                    assert_eq!(shown.arm(), Some(unit.arm), "{about}");
                    assert_eq!(shown.movement(), None, "{about}");
                }
                for (left, eighths) in [(0, 0), (3, 2), (6, 4), (9, 6), (12, 8)] {
                    for can_attack in [false, true] {
                        let shown = read(&Counter {
                            movement: Some((left, 12)),
                            can_move: left > 0,
                            can_attack,
                            ..plain.clone()
                        });
                        let read = shown.movement().map(|read| read.abs_diff(eighths));
                        if left > 0 || can_attack {
                            assert!(read.is_some_and(|off| off <= 1), "{about}: {left} of 12, {read:?}");
                        }
                        assert_eq!(shown.light_at(18.3, -10.5) > 0.5, can_attack, "{about}: {left}");
                        // What has done all is grey beside what has not.
                        let grey = shown.light_at(-16.0, -16.0);
                        let spent = left == 0 && !can_attack;
                        assert!(spent || grey.abs() < 0.05, "{about}: {grey}");
                    }
                }
                for rank in [None, Some(0), Some(1), Some(3), Some(6)] {
                    let counter = plain.clone().with_officer(rank.map(RankId), false);
                    let bars = read(&counter).light_stretches(-18.3, -13.0, 13.5);
                    assert_eq!(bars, rank.map_or(0, |rank| usize::from(rank) + 1), "{about}");
                }
            }
        }
    }
}
