//! Layers over the ground that show in colours how the map plays.

use hotgates_editor::{ChokeReport, Coord, HexValues};
use hotgates_engine::Side;
use hotgates_picture::{Colour, Palette};

use super::known::KnownFindings;
use hotgates_board::HexTints;

/// A layer of colours over the ground.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum SurveyLayer {
    /// No layer.
    #[default]
    Nothing,
    /// Hexes where paths from everywhere to the castles meet.
    Ways,
    /// Hexes where Red's paths meet, and the choke sets, for one invasion.
    Chokes,
    /// Turns until Red's infantry arrives at each hex.
    FromRed,
    /// Turns until infantry from the castle arrives at each hex.
    FromCastle,
    /// Side that is first at each hex.
    First,
    /// Ground from which nobody gets to a castle.
    Unreachable,
}

impl SurveyLayer {
    /// All layers, each with the text key of its name.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Nothing, "overlay-nothing"),
        (Self::Chokes, "overlay-chokes"),
        (Self::Ways, "overlay-ways"),
        (Self::FromRed, "overlay-from-red"),
        (Self::FromCastle, "overlay-from-castle"),
        (Self::First, "overlay-first"),
        (Self::Unreachable, "overlay-unreachable"),
    ];

    /// Returns the colours of the map's hexes, as far as the findings are there.
    pub(super) fn layer_tints(
        self,
        known: &KnownFindings,
        palette: &Palette,
        invasion: usize,
        (width, height): (i32, i32),
    ) -> Option<HexTints> {
        let fits = |layer: &(i32, i32)| *layer == (width, height);
        let of = |layer: &HexValues<Option<u16>>| {
            fits(&(layer.width(), layer.height())).then(|| march_colours(layer, palette))
        };
        let heat = |layer: &HexValues<u16>| {
            let all = || layer.values().iter().map(|&share| heat_colour(share, palette)).collect();
            fits(&(layer.width(), layer.height())).then(all)
        };
        let mut striped = Vec::new();
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
                let who = || arrival.red.hexes().map(|(at, _)| arrival.first_side_to_arrive(at));
                // Not by colour alone.
                striped = who().map(|who| who == Some(Side::Red)).collect();
                who().map(|who| colour_of_first_side(who, palette)).collect()
            }
            Self::Unreachable => {
                let [across, down] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
                let mut colours = vec![[0; 4]; across * down];
                for at in &known.unreachable {
                    let place = at.row.cast_unsigned() as usize * across + at.col.cast_unsigned() as usize;
                    if let Some(colour) = colours.get_mut(place) {
                        *colour = tint_colour(palette.choke, 170);
                    }
                }
                colours
            }
        };
        Some(HexTints { width, colours, striped })
    }

    /// Returns the layer's message about a hex: a key and a number.
    pub(super) fn layer_text_about_hex(
        self,
        known: &KnownFindings,
        chokes: Option<&ChokeReport>,
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
                match arrival.first_side_to_arrive(at)? {
                    Side::Red => Some(("overlay-red-first", arrival.red.get(at)??)),
                    Side::Blue => Some(("overlay-blue-first", arrival.blue.get(at)??)),
                }
            }
        }
    }
}

const fn tint_colour(Colour([red, green, blue]): Colour, alpha: u8) -> [u8; 4] {
    [red, green, blue, alpha]
}

/// Returns the colour of a hex by the share of paths that lead through the hex: further along the
/// ramp and less transparent the larger the share. A square root lets small shares show, too.
fn heat_colour(permille: u16, palette: &Palette) -> [u8; 4] {
    if permille == 0 {
        return [0; 4];
    }
    let root = (u32::from(permille.min(1000)) * 1000).isqrt();
    let alpha = u8::try_from((70 * (1000 - root) + 225 * root) / 1000).unwrap_or(u8::MAX);
    tint_colour(palette.ramp_colour(root), alpha)
}

/// Returns the colours of turns of march, along the ramp. Every other turn is more transparent, so
/// that the edges between turns show.
fn march_colours(layer: &HexValues<Option<u16>>, palette: &Palette) -> Vec<[u8; 4]> {
    let last = layer.values().iter().flatten().copied().max().unwrap_or(1).max(1);
    let of = |turns: u16| {
        let along = u32::from(turns) * 1000 / u32::from(last);
        tint_colour(palette.ramp_colour(along), if turns % 2 == 1 { 120 } else { 175 })
    };
    layer.values().iter().map(|turns| turns.map_or([0; 4], of)).collect()
}

const fn colour_of_first_side(who: Option<Side>, palette: &Palette) -> [u8; 4] {
    match who {
        None => [0; 4],
        Some(Side::Red) => tint_colour(palette.sides.red.fill, 150),
        Some(Side::Blue) => tint_colour(palette.sides.blue.fill, 120),
    }
}
