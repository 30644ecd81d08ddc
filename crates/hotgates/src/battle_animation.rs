//! A recorded battle as one picture that moves, order by order.

use hotgates_engine::{Battle, Order};
use hotgates_picture::{ColourScheme, Palette, Picture, PictureMarks, ShownImage, animated_png};
use hotgates_play::Cancel;
use hotgates_record::{GameRecord, Replay};
use indicatif::{ProgressBar, ProgressStyle};

/// The most pixels of one picture of an animation: there may be thousands of them.
const MOST_PIXELS: u64 = 2 << 20;

/// Times that pictures are shown for, in milliseconds.
const START: u16 = 1500;
const MOVE: u16 = 200;
const ATTACK: u16 = 450;
const END_OF_HALF_TURN: u16 = 600;
const OUTCOME: u16 = 4000;

/// Appearance of an animation.
#[derive(Debug, Clone, Copy)]
pub struct AnimationLook {
    /// Width of a hex in pixels, where pictures do not get too large.
    pub hex: u32,
    /// Colours.
    pub scheme: ColourScheme,
}

/// Returns the battle of a replay that is true as a PNG file that moves: the start, and a picture after each order
/// with the way of the unit or a line to its target. `None` if the work was cancelled.
///
/// Cost: each order draws the whole map.
pub fn animate_replay(replay: &Replay, look: AnimationLook, cancel: &Cancel) -> Option<Vec<u8>> {
    let sound = "the replay has been played before";
    let battle = Battle::from_scenario(&replay.scenario).expect(sound);
    let last = replay.orders.len();
    let bar = new_order_bar(last as u64);
    let draw = |battle: &Battle, marks: PictureMarks, milliseconds: u16| ShownImage {
        image: Picture::from_battle(battle)
            .with_palette(Palette::from_scheme(look.scheme))
            .with_most_pixels(MOST_PIXELS)
            .with_marks(marks)
            .draw_with_hexes(look.hex.into()),
        milliseconds,
    };
    let start = draw(&battle, PictureMarks::default(), START);
    let mut course = GameRecord::new(battle, replay.scenario.dice_source());
    let after_orders = replay.orders.iter().zip(1..).map_while(|(&(order, _), number)| {
        bar.inc(1);
        let mut events = Vec::new();
        let before = course.battle().clone();
        course.act(order, &mut events).expect(sound);
        let marks = PictureMarks::of_order(&before, order, &events);
        let milliseconds = if number == last { OUTCOME } else { time_to_show(order) };
        (!cancel.is_set()).then(|| draw(course.battle(), marks, milliseconds))
    });
    let count = u32::try_from(last + 1).ok()?;
    let bytes = animated_png(count, std::iter::once(start).chain(after_orders));
    bar.finish_and_clear();
    bytes
}

const fn time_to_show(order: Order) -> u16 {
    match order {
        Order::Attack { .. } => ATTACK,
        Order::EndTurn => END_OF_HALF_TURN,
        Order::Move { .. } | Order::Face { .. } | Order::Work { .. } | Order::Exit { .. } => MOVE,
    }
}

/// Returns a bar on standard error, if that is a terminal.
fn new_order_bar(orders: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} pictures, {eta} left");
    ProgressBar::new(orders).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
