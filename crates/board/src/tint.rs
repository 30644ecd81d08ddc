//! Colours laid over the ground, one for each hex: how a map plays, at a glance. They are one
//! picture, drawn in the background, so that a frame costs the same on every map.

use std::sync::Arc;

use bevy::prelude::*;
use hotgates_picture::Image as Pixels;

use super::geometry::{HexGeometry, coord_at_point};
use super::tiles::to_bevy_image;
use super::{Board, BoardSystems, depth};
use hotgates_ui::Job;

/// One colour for each hex, row by row from the north, each from the west.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexTints {
    /// Columns.
    pub width: i32,
    /// Red, green, blue and opacity of each hex.
    pub colours: Vec<[u8; 4]>,
    /// For each colour, `true` if it is drawn as stripes, to be told apart without colours; empty
    /// where none is striped.
    pub striped: Vec<bool>,
}

/// The colours over the ground now.
#[derive(Resource, Debug, Clone, Default)]
pub struct GroundTint(pub Option<Arc<HexTints>>);

/// Pixels of the picture's longer side, at most.
const LONGEST: f32 = 2048.0;
/// Pixels in a world unit, at most: hexes 32 pixels wide.
const FINEST: f32 = 0.5;

/// Thickness of a stripe, and of the gap after it, in pixels of the picture.
const STRIPE: usize = 4;

#[derive(Resource, Default)]
struct DrawnTintSprite {
    entity: Option<Entity>,
    at_work: Option<(Vec2, Job<Image>)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GroundTint>()
        .init_resource::<DrawnTintSprite>()
        .add_systems(Update, (start_tint_picture, collect_tint_picture).chain().in_set(BoardSystems::Draw));
}

fn start_tint_picture(
    mut commands: Commands,
    tint: Res<GroundTint>,
    board: Option<Res<Board>>,
    mut drawn: ResMut<DrawnTintSprite>,
) {
    if !tint.is_changed() {
        return;
    }
    // What was being drawn for the last one is not wanted any more.
    drawn.at_work = None;
    let (Some(board), Some(tints)) = (board, tint.0.clone()) else {
        if let Some(entity) = drawn.entity.take() {
            commands.entity(entity).despawn();
        }
        return;
    };
    let size = HexGeometry::new(board.grid()).map_bounds().size();
    let scale = (LONGEST / size.max_element()).min(FINEST);
    let job = Job::start(move |_| to_bevy_image(picture_of_tints(&tints, size, scale)));
    drawn.at_work = Some((size, job));
}

/// Returns a picture with each pixel in the colour of its hex.
fn picture_of_tints(tints: &HexTints, size: Vec2, scale: f32) -> Pixels {
    let [width, height] = [size.x, size.y].map(|side| round_to_whole_pixels(side * scale));
    let mut rgba = vec![0; width as usize * height as usize * 4];
    let middle =
        |at: usize, length: f32, all: u32| (usize_to_f32(at) + 0.5) * length / usize_to_f32(all as usize);
    for (y, line) in rgba.chunks_exact_mut(width as usize * 4).enumerate() {
        for (x, pixel) in line.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let at = coord_at_point(Vec2::new(middle(x, size.x, width), -middle(y, size.y, height)));
            if let (true, Ok(col), Ok(row)) =
                (at.col < tints.width, usize::try_from(at.col), usize::try_from(at.row))
                && let place = row * tints.width.cast_unsigned() as usize + col
                && let Some(colour) = tints.colours.get(place)
            {
                let gap = y % (2 * STRIPE) >= STRIPE && tints.striped.get(place) == Some(&true);
                *pixel = if gap { [0; 4] } else { *colour };
            }
        }
    }
    Pixels { width, height, rgba }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a picture's side")]
fn round_to_whole_pixels(length: f32) -> u32 {
    (length.ceil() as u32).max(1)
}

#[expect(clippy::cast_precision_loss, reason = "a picture's side")]
const fn usize_to_f32(number: usize) -> f32 {
    number as f32
}

fn collect_tint_picture(
    mut commands: Commands,
    mut drawn: ResMut<DrawnTintSprite>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some((size, job)) = &mut drawn.at_work else { return };
    let size = *size;
    let Some(picture) = job.poll() else { return };
    drawn.at_work = None;
    let sprite = (
        Sprite { image: images.add(picture), custom_size: Some(size), ..default() },
        Transform::from_xyz(size.x / 2.0, -size.y / 2.0, depth::TINT),
    );
    if let Some(old) = drawn.entity.replace(commands.spawn(sprite).id()) {
        commands.entity(old).despawn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pixel_has_the_colour_of_its_hex() {
        let grid = hotgates_engine::Grid::new(3, 2);
        let tints = HexTints {
            width: 3,
            colours: (1..=6).map(|hex| [hex, 0, 0, 255]).collect(),
            striped: Vec::new(),
        };
        let size = HexGeometry::new(&grid).map_bounds().size();
        let drawn = picture_of_tints(&tints, size, FINEST);
        for cell in grid.cells() {
            let (middle, at) = (HexGeometry::new(&grid).middle_of_cell(cell) * FINEST, grid.coord(cell));
            let place = (round_to_whole_pixels(-middle.y) * drawn.width + round_to_whole_pixels(middle.x))
                as usize
                * 4;
            assert_eq!(i32::from(drawn.rgba[place]), at.row * 3 + at.col + 1, "{at}");
        }
        assert_eq!(drawn.rgba[3], 0, "the corner belongs to no hex");
        let striped = HexTints { striped: vec![true, false, false, false, false, false], ..tints };
        let striped = picture_of_tints(&striped, size, FINEST);
        let count = |rgba: &[u8], hex: u8| rgba.chunks(4).filter(|pixel| pixel[0] == hex).count();
        let (whole, part) = (count(&drawn.rgba, 1), count(&striped.rgba, 1));
        assert!(part * 3 > whole && part * 3 < whole * 2, "{part} of {whole} pixels");
        assert_eq!(count(&striped.rgba, 2), count(&drawn.rgba, 2));
    }
}
