//! The ground, drawn in square tiles by the renderer that makes pictures, as map viewers do: each
//! level has tiles of hexes half as wide as the level before. Only tiles in view are drawn, in the
//! background; until one is there, the overview of the whole map shows in its place. What a frame
//! costs grows with the window, not with the map.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageSampler};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use hotgates_engine::{Cell, Map, Ruleset, WeatherState};
use hotgates_picture::{Palette, Picture, PictureLayers};

use super::geometry::{HexGeometry, WIDTH, f32_to_i32, i32_to_f32};
use super::{Board, BoardCamera, BoardContent, BoardSystems, GroundId, depth};
use hotgates_ui::{Job, UiColours};

/// Pixels of a tile's side.
const SIDE: u16 = 512;
/// Hex widths of the levels, in pixels. A tile's side is the same piece of map for every screen.
const LEVELS: [u8; 4] = [64, 32, 16, 8];
/// Tiles that are kept: at a megabyte each, and a screen of 4K needs about fifty.
const KEPT: usize = 128;
/// Tiles being drawn at a time.
const AT_WORK: usize = 4;
/// Pixels of the overview's longer side.
const OVERVIEW: u32 = 1024;

/// A tile: its level, column and row.
type TileKey = (usize, i32, i32);

/// A request to draw ground anew that has changed under the same number: the given hexes, or all
/// hexes for `None`.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct RepaintGround(pub Option<Vec<Cell>>);

#[derive(Resource, Default)]
struct TileCache {
    /// The ground they show.
    ground: Option<GroundId>,
    /// The weather they show.
    weather: Option<WeatherState>,
    there: HashMap<TileKey, TileSprite>,
    at_work: HashMap<TileKey, Job<Image>>,
    overview: Option<MapOverview>,
    /// Counts frames, to know which tile was in view last.
    now: u64,
}

struct TileSprite {
    entity: Entity,
    image: Handle<Image>,
    seen: u64,
    /// The ground has changed since it was drawn: it is still shown until it has been drawn again.
    stale: bool,
}

/// The whole map in one picture.
struct MapOverview {
    entity: Entity,
    image: Handle<Image>,
    /// The width of its hexes and its size, in pixels.
    scale: (f32, UVec2),
    stale: bool,
    at_work: Option<Job<Image>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TileCache>().add_message::<RepaintGround>().add_systems(
        Update,
        (drop_outdated_tiles, mark_tiles_for_redraw, show_tiles, show_finished_tiles, redraw_map_overview)
            .chain()
            .in_set(BoardSystems::Draw),
    );
}

/// Makes an image of a picture's pixels; smooth when it is drawn smaller.
#[must_use]
pub fn to_bevy_image(picture: hotgates_picture::Image) -> Image {
    let size = Extent3d { width: picture.width, height: picture.height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image =
        Image::new(size, TextureDimension::D2, picture.rgba, format, RenderAssetUsages::RENDER_WORLD);
    image.sampler = ImageSampler::linear();
    image
}

fn ground_picture<'a>(map: &'a Map, rules: &'a Ruleset, palette: &Palette) -> Picture<'a> {
    let layers = PictureLayers { grid: true, labels: false, units: false };
    Picture::from_map(map, rules).with_layers(layers).with_palette(palette.clone())
}

/// Draws a part of the ground in the background.
fn start_ground_picture(
    shown: &BoardContent,
    colours: &UiColours,
    hex: f32,
    corner: (i32, i32),
    size: UVec2,
) -> Job<Image> {
    let (hex, shown, palette) = (hex.into(), shown.clone(), Arc::clone(colours.palette()));
    Job::start(move |_| {
        let picture = match &shown {
            BoardContent::Battle(battle) => {
                ground_picture(battle.map(), battle.rules(), &palette).with_weather(battle.weather())
            }
            BoardContent::MapSketch(sketch) => ground_picture(&sketch.map, &sketch.rules, &palette),
        };
        to_bevy_image(picture.draw_part(hex, corner, size.x, size.y))
    })
}

/// Throws the tiles of another map away, and all tiles when there is no map.
fn drop_outdated_tiles(
    mut commands: Commands,
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    mut tiles: ResMut<TileCache>,
    mut images: ResMut<Assets<Image>>,
) {
    let ground = board.as_ref().map(|board| board.ground);
    if tiles.ground == ground {
        return;
    }
    let old = std::mem::take(&mut *tiles);
    old.there
        .values()
        .map(|tile| tile.entity)
        .chain(old.overview.map(|overview| overview.entity))
        .for_each(|entity| commands.entity(entity).despawn());
    tiles.ground = ground;
    tiles.weather = board.as_ref().and_then(|board| board.shown.weather().cloned());
    let Some(board) = board else { return };
    let bounds = HexGeometry::new(board.grid()).map_bounds();
    // The overview is drawn like a tile, so that it lies exactly beneath the others.
    let hex = [16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25]
        .into_iter()
        .find(|hex| bounds.size().max_element() * hex / WIDTH <= 1024.0)
        .unwrap_or(0.25);
    let pixels = (bounds.size() * hex / WIDTH).ceil();
    let scale = (hex, UVec2::new(to_pixels(pixels.x), to_pixels(pixels.y)));
    // Until it has been drawn there is paper in its place.
    let work = start_ground_picture(&board.shown, &colours, hex, (0, 0), scale.1);
    let nothing = hotgates_picture::Image { width: 1, height: 1, rgba: vec![0; 4] };
    let (size, image) = (pixels * WIDTH / hex, images.add(to_bevy_image(nothing)));
    let overview = commands.spawn((
        Sprite { image: image.clone(), custom_size: Some(size), ..default() },
        Transform::from_xyz(size.x / 2.0, -size.y / 2.0, depth::OVERVIEW),
    ));
    let (entity, at_work) = (overview.id(), Some(work));
    tiles.overview = Some(MapOverview { entity, image, scale, stale: false, at_work });
}

/// Marks the tiles whose ground has changed, to be drawn again once they are in view.
fn mark_tiles_for_redraw(
    board: Option<Res<Board>>,
    mut repaints: MessageReader<RepaintGround>,
    mut tiles: ResMut<TileCache>,
) {
    let Some(board) = board else { return repaints.clear() };
    let geometry = HexGeometry::new(board.grid());
    let bounds = geometry.map_bounds();
    let has_new_weather = board.is_changed() && tiles.weather.as_ref() != board.shown.weather();
    if has_new_weather {
        tiles.weather = board.shown.weather().cloned();
    }
    let other_weather = has_new_weather.then_some(&RepaintGround(None));
    for RepaintGround(cells) in repaints.read().chain(other_weather) {
        let tiles = &mut *tiles;
        tiles.overview.iter_mut().for_each(|overview| overview.stale = true);
        // A tile that is being drawn for the first time would show the ground as it was.
        let Some(cells) = cells else {
            tiles.there.values_mut().for_each(|tile| tile.stale = true);
            tiles.at_work.retain(|key, _| tiles.there.contains_key(key));
            continue;
        };
        for level in 0..LEVELS.len() {
            for &cell in cells {
                // Shores and roads of the hexes around it change too.
                let around =
                    Rect::from_center_half_size(geometry.middle_of_cell(cell), Vec2::splat(2.0 * WIDTH));
                for key in tiles_in_view(level, around, bounds) {
                    match tiles.there.get_mut(&key) {
                        Some(tile) => tile.stale = true,
                        None => drop(tiles.at_work.remove(&key)),
                    }
                }
            }
        }
    }
}

/// Draws the overview again when nothing else is being drawn.
fn redraw_map_overview(
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    mut tiles: ResMut<TileCache>,
    mut images: ResMut<Assets<Image>>,
) {
    let idle = tiles.at_work.is_empty();
    let (Some(board), Some(overview)) = (board, &mut tiles.overview) else { return };
    match &mut overview.at_work {
        Some(job) => {
            if let Some(picture) = job.poll() {
                overview.at_work = None;
                replace_sprite_picture(&mut images, &overview.image, picture);
            }
        }
        None if overview.stale && idle => {
            overview.stale = false;
            let (hex, size) = overview.scale;
            overview.at_work = Some(start_ground_picture(&board.shown, &colours, hex, (0, 0), size));
        }
        None => {}
    }
}

/// Puts another picture in the place of one that is shown.
fn replace_sprite_picture(images: &mut Assets<Image>, shown: &Handle<Image>, picture: Image) {
    images.insert(shown, picture).expect("the handle is kept as long as it is shown");
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a picture's side")]
fn to_pixels(length: f32) -> u32 {
    (length as u32).clamp(1, OVERVIEW)
}

/// Returns the level whose hexes are at least as wide as those on the screen.
fn tile_detail_level(pixels_per_unit: f32) -> usize {
    let wanted = WIDTH * pixels_per_unit;
    LEVELS.iter().rposition(|&hex| f32::from(hex) >= wanted * 0.9).unwrap_or(0)
}

/// Returns the side of a level's tiles, in world units.
fn tile_edge_length(level: usize) -> f32 {
    f32::from(SIDE) * WIDTH / f32::from(LEVELS[level])
}

/// Returns the tiles that a rectangle of the world touches.
fn tiles_in_view(level: usize, view: Rect, bounds: Rect) -> impl Iterator<Item = TileKey> {
    let side = tile_edge_length(level);
    let view = view.intersect(bounds);
    let range = |from: f32, to: f32| f32_to_i32((from / side).floor())..f32_to_i32((to / side).ceil());
    let rows = range(-view.max.y, -view.min.y);
    range(view.min.x, view.max.x).flat_map(move |col| rows.clone().map(move |row| (level, col, row)))
}

/// Shows the tiles in view that are there, asks for those that are not, and hides the others.
fn show_tiles(
    mut commands: Commands,
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    camera: Option<Single<(&Camera, &GlobalTransform, &Projection), With<BoardCamera>>>,
    mut tiles: ResMut<TileCache>,
    mut visible: Query<&mut Visibility>,
) {
    let (Some(board), Some(camera)) = (board, camera) else { return };
    let (camera, transform, Projection::Orthographic(projection)) = *camera else { return };
    let Some(pixels) = camera.physical_viewport_size() else { return };
    let area = projection.area;
    let view = Rect::from_corners(
        transform.translation().truncate() + area.min,
        transform.translation().truncate() + area.max,
    );
    let tiles = &mut *tiles;
    tiles.now += 1;
    #[expect(clippy::cast_precision_loss, reason = "the window's width")]
    let density = pixels.x as f32 / area.width().max(1.0);
    let level = tile_detail_level(density);
    // Where hexes are smaller than the overview's, that is all there is to see.
    let from_overview = WIDTH * density < f32::from(LEVELS[LEVELS.len() - 1]) / 2.0;
    let bounds = HexGeometry::new(board.grid()).map_bounds();
    for key in tiles_in_view(level, view, bounds).filter(|_| !from_overview) {
        let tile = tiles.there.get_mut(&key);
        let can_begin = !tiles.at_work.contains_key(&key) && tiles.at_work.len() < AT_WORK;
        let begin = match tile {
            Some(tile) => {
                tile.seen = tiles.now;
                let begin = tile.stale && can_begin;
                tile.stale &= !begin;
                begin
            }
            None => can_begin,
        };
        if begin {
            tiles.at_work.insert(key, draw_tile(&board.shown, &colours, key));
        }
    }
    for tile in tiles.there.values() {
        if let Ok(mut shown) = visible.get_mut(tile.entity) {
            let wanted = if tile.seen == tiles.now { Visibility::Inherited } else { Visibility::Hidden };
            shown.set_if_neq(wanted);
        }
    }
    while tiles.there.len() > KEPT {
        let Some((&oldest, _)) = tiles.there.iter().min_by_key(|(key, tile)| (tile.seen, **key)) else {
            break;
        };
        if let Some(tile) = tiles.there.remove(&oldest) {
            commands.entity(tile.entity).despawn();
        }
    }
}

fn draw_tile(shown: &BoardContent, colours: &UiColours, (level, col, row): TileKey) -> Job<Image> {
    let corner = (col * i32::from(SIDE), row * i32::from(SIDE));
    start_ground_picture(shown, colours, LEVELS[level].into(), corner, UVec2::splat(SIDE.into()))
}

/// Puts finished tiles on the board.
fn show_finished_tiles(
    mut commands: Commands,
    mut tiles: ResMut<TileCache>,
    mut images: ResMut<Assets<Image>>,
) {
    let tiles = &mut *tiles;
    let now = tiles.now;
    tiles.at_work.retain(|&key, job| {
        let Some(picture) = job.poll() else { return true };
        if let Some(tile) = tiles.there.get(&key) {
            replace_sprite_picture(&mut images, &tile.image, picture);
            return false;
        }
        let (level, col, row) = key;
        let image = images.add(picture);
        let side = tile_edge_length(level);
        let (x, y) = ((i32_to_f32(col) + 0.5) * side, -(i32_to_f32(row) + 0.5) * side);
        let entity = commands
            .spawn((
                Sprite { image: image.clone(), custom_size: Some(Vec2::splat(side)), ..default() },
                Transform::from_xyz(x, y, depth::TILES),
            ))
            .id();
        tiles.there.insert(key, TileSprite { entity, image, seen: now, stale: false });
        false
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_is_the_coarsest_that_is_fine_enough() {
        assert_eq!(LEVELS[tile_detail_level(1.0)], 64);
        assert_eq!(LEVELS[tile_detail_level(0.5)], 32);
        assert_eq!(LEVELS[tile_detail_level(0.3)], 32);
        assert_eq!(LEVELS[tile_detail_level(0.01)], 8);
        assert_eq!(LEVELS[tile_detail_level(3.0)], 64);
    }

    #[test]
    fn the_tiles_in_view_cover_the_view_and_not_the_map() {
        let bounds = Rect::new(0.0, -50_000.0, 50_000.0, 0.0);
        let view = Rect::new(1000.0, -1500.0, 2280.0, -780.0);
        let tiles: Vec<_> = tiles_in_view(0, view, bounds).collect();
        assert_eq!(tiles.len(), 4 * 2);
        assert_eq!(tiles_in_view(3, view, bounds).count(), 1);
        assert_eq!(tiles_in_view(0, Rect::new(-900.0, 10.0, -100.0, 500.0), bounds).count(), 0);
    }
}
