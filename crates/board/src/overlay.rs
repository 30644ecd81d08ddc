//! An overlay over the whole map: fills, lines and words that stay while the player looks around.
//! Its meshes are made in the background, one for each square of the map, and its words only where
//! they can be read: what a frame costs does not grow with the map.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use hotgates_engine::{Cell, Coord};

use super::geometry::{ACROSS, DOWN, HexGeometry, WIDTH};
use super::marks::{MARK_DEPTHS, MapMark, mesh_of_marks};
use super::plates::{INK, word_plate};
use super::{Board, BoardCamera, BoardSystems, depth};
use hotgates_ui::{Fonts, Job};

/// Hexes along a mesh's side.
const SQUARE: i32 = 64;
/// Words are shown from this many pixels a hex on.
const READABLE: f32 = 40.0;

/// Height of a word above the middle of a hex that a unit stands on, in world units.
const ABOVE_COUNTER: f32 = 25.0;

/// The drawing over the map. Changing the drawing redraws it.
#[derive(Resource, Debug, Clone, Default)]
pub struct Overlay(pub Arc<OverlayDrawing>);

/// The parts of an overlay.
#[derive(Debug, Clone, Default)]
pub struct OverlayDrawing {
    /// Fills, under the counters.
    pub fills: Vec<(Cell, Color)>,
    /// Outlines over them, and lines and arrows; shades are none of an overlay's.
    pub lines: Vec<MapMark>,
    /// Words on hexes.
    pub words: BTreeMap<Cell, String>,
}

/// `true` while hexes are large enough for the words of an overlay.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AreOverlayWordsShown(pub bool);

#[derive(Component)]
struct OverlayMesh;
#[derive(Component)]
struct OverlayWords;

/// Meshes in the making.
#[derive(Resource, Default)]
struct OverlayMeshJob(Option<Job<Vec<(Mesh, f32)>>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlay>()
        .init_resource::<OverlayMeshJob>()
        .init_resource::<AreOverlayWordsShown>()
        .add_systems(
            Update,
            (start_overlay_meshes, collect_overlay_meshes, note_if_words_are_shown, spawn_overlay_words)
                .chain()
                .in_set(BoardSystems::Draw),
        );
}

/// Makes one mesh for the fills of each square, and one for its lines, each with its depth.
fn overlay_meshes(drawing: &OverlayDrawing, geometry: HexGeometry) -> Vec<(Mesh, f32)> {
    let mut squares: BTreeMap<(i32, i32), Vec<MapMark>> = BTreeMap::new();
    for &(cell, color) in &drawing.fills {
        let Coord { col, row } = geometry.coord_of_cell(cell);
        squares.entry((col / SQUARE, row / SQUARE)).or_default().push(MapMark::Fill(cell, color));
    }
    let fills = squares.values().map(|fills| (fills.iter().collect(), depth::FILLS));
    let lines = MARK_DEPTHS.into_iter().enumerate().map(|(layer, depth)| {
        (drawing.lines.iter().filter(|line| line.layer() == layer).collect::<Vec<_>>(), depth)
    });
    // Marks of what the player points at lie over those of an overlay. A mesh without a corner is none.
    let all = fills.chain(lines).filter(|(marks, _)| !marks.is_empty());
    all.map(|(marks, depth)| (mesh_of_marks(&marks, geometry), depth - 0.5)).collect()
}

fn start_overlay_meshes(
    mut commands: Commands,
    overlay: Res<Overlay>,
    board: Option<Res<Board>>,
    old: Query<Entity, With<OverlayMesh>>,
    mut making: ResMut<OverlayMeshJob>,
) {
    if !overlay.is_changed() {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let Some(board) = board else {
        making.0 = None;
        return;
    };
    let (drawing, grid) = (Arc::clone(&overlay.0), *board.grid());
    making.0 = Some(Job::start(move |_| overlay_meshes(&drawing, HexGeometry::new(&grid))));
}

fn collect_overlay_meshes(
    mut commands: Commands,
    mut making: ResMut<OverlayMeshJob>,
    mut meshes: ResMut<Assets<Mesh>>,
    materials: Option<ResMut<Assets<ColorMaterial>>>,
) {
    let (Some(job), Some(mut materials)) = (&mut making.0, materials) else { return };
    let Some(made) = job.poll() else { return };
    making.0 = None;
    let material = materials.add(ColorMaterial::default());
    for (mesh, depth) in made {
        let place = Transform::from_xyz(0.0, 0.0, depth);
        commands.spawn((OverlayMesh, Mesh2d(meshes.add(mesh)), MeshMaterial2d(material.clone()), place));
    }
}

/// Returns `true` if words on hexes can be read at a scale of the camera.
fn are_hexes_readable(scale: f32) -> bool {
    WIDTH / scale >= READABLE
}

fn note_if_words_are_shown(
    overlay: Res<Overlay>,
    camera: Option<Single<&Projection, With<BoardCamera>>>,
    mut are_shown: ResMut<AreOverlayWordsShown>,
) {
    let is_near = camera.is_some_and(|camera| {
        matches!(&**camera, Projection::Orthographic(projection) if are_hexes_readable(projection.scale))
    });
    are_shown.set_if_neq(AreOverlayWordsShown(is_near && !overlay.0.words.is_empty()));
}

/// Spawns the words of the hexes in view.
fn spawn_overlay_words(
    mut commands: Commands,
    overlay: Res<Overlay>,
    board: Option<Res<Board>>,
    fonts: Option<Res<Fonts>>,
    camera: Option<Single<(&GlobalTransform, &Projection), With<BoardCamera>>>,
    old: Query<Entity, With<OverlayWords>>,
    mut last: Local<Option<[i32; 4]>>,
) {
    let view = camera.filter(|_| !overlay.0.words.is_empty()).and_then(|camera| {
        let (transform, Projection::Orthographic(projection)) = *camera else { return None };
        let middle = transform.translation().truncate();
        are_hexes_readable(projection.scale)
            .then(|| column_and_row_bounds(middle + projection.area.min, middle + projection.area.max))
    });
    if !overlay.is_changed() && *last == view {
        return;
    }
    *last = view;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let (Some([left, right, top, bottom]), Some(board), Some(fonts)) = (view, board, fonts) else { return };
    let geometry = HexGeometry::new(board.grid());
    for col in left..=right {
        for row in top..=bottom {
            let Some(cell) = board.grid().at(Coord { col, row }) else { continue };
            let Some(words) = overlay.0.words.get(&cell) else { continue };
            // A counter says more than a word that would lie on it: there the word stands above, in one line.
            let (words, above) = if board.shown.is_occupied(cell) {
                (words.replace('\n', " "), ABOVE_COUNTER)
            } else {
                (words.clone(), 0.0)
            };
            let at = geometry.middle_of_cell(cell) + Vec2::new(0.0, above);
            commands.spawn((
                OverlayWords,
                Text2d::new(words),
                fonts.bold_style(24.0),
                TextColor(INK),
                TextLayout::justify(Justify::Center),
                Transform::from_translation(at.extend(depth::TEXTS)).with_scale(Vec3::new(0.5, 0.5, 1.0)),
                word_plate(),
            ));
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "maps have at most 4096 columns and rows")]
fn column_and_row_bounds(low: Vec2, high: Vec2) -> [i32; 4] {
    let along = |x: f32| (x / ACROSS).floor() as i32;
    let down = |y: f32| (-y / DOWN).floor() as i32;
    [along(low.x) - 1, along(high.x) + 1, down(high.y) - 1, down(low.y) + 1]
}
