//! What is laid over the ground: how the map plays, in colours.

use std::sync::Arc;

use bevy::prelude::*;
use hotgates_editor::{Chokes, Coord, First, Layer};

use super::survey::{Known, Survey};
use super::{Bench, EditorSystems};
use crate::board::{Tint, Tints};
use crate::screen::Screen;

/// What can be laid over the ground.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// Nothing.
    #[default]
    Nothing,
    /// Where ways from everywhere to the castles meet.
    Ways,
    /// Where Red's ways meet, and the sets of points of convergence, for one invasion.
    Chokes,
    /// In how many turns Red's infantry is where.
    FromRed,
    /// In how many turns infantry from the castle is where.
    FromCastle,
    /// Who is where first.
    First,
    /// Ground from which nobody gets to a castle.
    Unreachable,
}

impl Overlay {
    /// All of them, with the keys of their names.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Nothing, "overlay-nothing"),
        (Self::Chokes, "overlay-chokes"),
        (Self::Ways, "overlay-ways"),
        (Self::FromRed, "overlay-from-red"),
        (Self::FromCastle, "overlay-from-castle"),
        (Self::First, "overlay-first"),
        (Self::Unreachable, "overlay-unreachable"),
    ];

    /// The colours of the map's hexes, as far as they are known.
    fn tints(self, known: &Known, invasion: usize, width: i32, height: i32) -> Option<Tints> {
        let fits = |layer: &(i32, i32)| *layer == (width, height);
        let of = |layer: &Layer<Option<u16>>| fits(&(layer.width(), layer.height())).then(|| march(layer));
        let heat = |layer: &Layer<u16>| {
            let all = || layer.values().iter().map(|&share| heat(share)).collect();
            fits(&(layer.width(), layer.height())).then(all)
        };
        let colours: Vec<[u8; 4]> = match self {
            Self::Nothing => return None,
            Self::Ways => heat(known.heat.as_ref()?)?,
            Self::Chokes => heat(&known.chokes.get(invasion)?.heat)?,
            Self::FromRed => of(&known.travel.as_ref()?.from_red)?,
            Self::FromCastle => of(&known.travel.as_ref()?.from_castle)?,
            Self::First => {
                let arrival = known.arrival.as_ref()?;
                if !fits(&(arrival.red.width(), arrival.red.height())) {
                    return None;
                }
                arrival.red.hexes().map(|(at, _)| first(arrival.first(at))).collect()
            }
            Self::Unreachable => {
                let [across, down] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
                let mut colours = vec![[0; 4]; across * down];
                for at in &known.unreachable {
                    let place = at.row.cast_unsigned() as usize * across + at.col.cast_unsigned() as usize;
                    if let Some(colour) = colours.get_mut(place) {
                        *colour = [214, 36, 159, 170];
                    }
                }
                colours
            }
        };
        Some(Tints { width, colours })
    }

    /// What it says about a hex, in words: a key and a number.
    pub(super) fn says(
        self,
        known: &Known,
        chokes: Option<&Chokes>,
        at: Coord,
    ) -> Option<(&'static str, u16)> {
        match self {
            Self::Nothing | Self::Unreachable => None,
            Self::Ways => Some(("overlay-share", known.heat.as_ref()?.get(at)?)),
            Self::Chokes => Some(("overlay-share", chokes?.heat.get(at)?)),
            Self::FromRed => Some(("overlay-turns", known.travel.as_ref()?.from_red.get(at)??)),
            Self::FromCastle => Some(("overlay-turns", known.travel.as_ref()?.from_castle.get(at)??)),
            Self::First => {
                let arrival = known.arrival.as_ref()?;
                match arrival.first(at)? {
                    First::Red => Some(("overlay-red-first", arrival.red.get(at)??)),
                    First::Blue => Some(("overlay-blue-first", arrival.blue.get(at)??)),
                }
            }
        }
    }
}

/// From yellow to dark red, the more go through; the square root shows small shares too.
fn heat(permille: u16) -> [u8; 4] {
    if permille == 0 {
        return [0; 4];
    }
    let root = (u32::from(permille.min(1000)) * 1000).isqrt();
    let part =
        |from: u32, to: u32| u8::try_from((from * (1000 - root) + to * root) / 1000).unwrap_or(u8::MAX);
    [part(255, 150), part(225, 0), part(60, 20), part(70, 225)]
}

/// Turns, from green near the start over yellow and red to violet; every other turn is darker, so that its edge shows.
fn march(layer: &Layer<Option<u16>>) -> Vec<[u8; 4]> {
    const STOPS: [[i32; 3]; 4] = [[38, 166, 91], [247, 202, 24], [207, 54, 46], [88, 28, 135]];
    let last = layer.values().iter().flatten().copied().max().unwrap_or(1).max(1);
    let of = |turns: u16| {
        let along = i32::from(turns) * 3000 / i32::from(last);
        let stop = usize::try_from(along / 1000).unwrap_or(0).min(2);
        let rest = along - 1000 * i32::try_from(stop).unwrap_or(0);
        let part = |at: usize| {
            let (from, to) = (STOPS[stop][at], STOPS[stop + 1][at]);
            let darker = if turns % 2 == 1 { 5 } else { 6 };
            u8::try_from((from + (to - from) * rest / 1000) * darker / 6).unwrap_or(0)
        };
        [part(0), part(1), part(2), 150]
    };
    layer.values().iter().map(|turns| turns.map_or([0; 4], of)).collect()
}

const fn first(who: Option<First>) -> [u8; 4] {
    match who {
        None => [0; 4],
        Some(First::Red) => [216, 46, 46, 120],
        Some(First::Blue) => [36, 76, 156, 120],
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, lay.in_set(EditorSystems::Show))
        .add_systems(OnExit(Screen::Editor), |mut tint: ResMut<Tint>| *tint = Tint::default());
}

/// What the colours were made from: the overlay, the invasion, what is known, the document and its size.
type Look = (Overlay, usize, u32, u32, (i32, i32));

fn lay(bench: Res<Bench>, survey: Res<Survey>, mut tint: ResMut<Tint>, mut last: Local<Option<Look>>) {
    let ground = bench.document().ground();
    let size = (ground.width(), ground.height());
    let now = Some((bench.overlay, bench.invasion, survey.version, bench.number, size));
    if *last == now && (tint.0.is_some() || bench.overlay == Overlay::Nothing) {
        return;
    }
    *last = now;
    let tints = bench.overlay.tints(&survey.known, bench.invasion, size.0, size.1);
    if tint.0.as_deref() != tints.as_ref() {
        tint.0 = tints.map(Arc::new);
    }
}
