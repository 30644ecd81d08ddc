//! A small picture of the whole map with the units as dots, and a frame around the part in view. A click moves
//! the view to that place.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;
use hotgates_picture::{Palette, Picture, PictureLayers};

use super::camera::uncovered_world_part;
use super::geometry::HexGeometry;
use super::tiles::to_bevy_image;
use super::{Board, BoardCamera, BoardContent, BoardSystems, CentreViewOnHex};
use hotgates_ui::{HiddenFromScreenReaders, Job, UiColours};

/// The small picture.
#[derive(Component)]
pub struct Minimap {
    width: u16,
    height: u16,
    least_height: u16,
    /// The time of the picture that is shown; `None` before the first.
    drawn: Option<Duration>,
    /// The position or the colours are others than those that are drawn, or being drawn.
    stale: bool,
    at_work: Option<Job<hotgates_picture::Image>>,
}

impl Minimap {
    /// Returns the pixels that the picture may have: twice as many each way as it is shown with.
    fn room(&self) -> UVec2 {
        2 * UVec2::new(self.width.into(), self.height.into())
    }
}

/// Makes a minimap of at most `width` logical pixels and of these heights, but of no more than a sixth of the window's: where
/// there is little room it gives way, down to the least height or its own.
#[must_use]
pub fn minimap_bundle(width: u16, heights: RangeInclusive<u16>) -> impl Bundle {
    let (least_height, height) = heights.into_inner();
    (
        Minimap { width, height, least_height, drawn: None, stale: true, at_work: None },
        HiddenFromScreenReaders,
        ImageNode::default(),
        RelativeCursorPosition::default(),
        Node {
            max_width: px(width),
            max_height: vh(100.0 / 6.0),
            align_self: AlignSelf::Center,
            ..default()
        },
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw_minimap, spawn_minimap_frames, frame_part_in_view, click_minimap).in_set(BoardSystems::Draw),
    );
}

/// Time that a battle waits for its next picture: computers may give several orders in it.
const BATTLE_PATIENCE: Duration = Duration::from_millis(100);
/// Time that a map under edit waits for its next picture.
const SKETCH_PATIENCE: Duration = Duration::from_millis(400);

/// Draws the minimap anew after an order, not in each frame, and beside the frames: the picture of a large map takes
/// as long as several of them. A map that is being drawn changes in each frame. The first picture is drawn at once,
/// since its size is the node's.
fn draw_minimap(
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    time: Res<Time<Real>>,
    mut minimaps: Query<(&mut Minimap, &mut ImageNode, &mut Node)>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(board) = board else { return };
    let now = time.elapsed();
    let patience = match board.shown {
        BoardContent::Battle(_) => BATTLE_PATIENCE,
        BoardContent::MapSketch(_) => SKETCH_PATIENCE,
    };
    for (mut minimap, mut image, mut node) in &mut minimaps {
        let minimap = &mut *minimap;
        minimap.stale |= board.is_changed() || colours.is_changed();
        let picture = match (&mut minimap.at_work, minimap.drawn) {
            (Some(job), _) => job.poll(),
            (None, None) => Some(small_picture(&board.shown, colours.palette(), minimap.room())),
            (None, Some(last)) => {
                if minimap.stale && now >= last + patience {
                    let (shown, palette) = (board.shown.clone(), Arc::clone(colours.palette()));
                    let room = minimap.room();
                    minimap.at_work = Some(Job::start(move |_| small_picture(&shown, &palette, room)));
                    minimap.stale = false;
                }
                None
            }
        };
        let Some(picture) = picture else { continue };
        minimap.stale &= minimap.drawn.is_some();
        (minimap.at_work, minimap.drawn) = (None, Some(now));
        // A node with a frame in it is not as large as its picture by itself.
        let [width, height] = [picture.width, picture.height].map(half_in_pixels);
        let least_height = px(height.min(minimap.least_height.into()));
        let sized = Node { width: px(width), height: px(height), min_height: least_height, ..node.clone() };
        node.set_if_neq(sized);
        image.image = images.add(to_bevy_image(picture));
    }
}

fn small_picture(shown: &BoardContent, palette: &Palette, room: UVec2) -> hotgates_picture::Image {
    let picture = match shown {
        BoardContent::Battle(battle) => Picture::from_battle(battle),
        BoardContent::MapSketch(sketch) => Picture::from_map(&sketch.map, &sketch.rules),
    };
    let layers = PictureLayers { grid: false, labels: false, units: true };
    picture.with_palette(palette.clone()).with_layers(layers).draw_fitting(room.x, room.y)
}

/// Returns the half of a side of a picture that is drawn twice as large as it is shown.
fn half_in_pixels(side: u32) -> f32 {
    f32::from(u16::try_from(side).unwrap_or(u16::MAX)) / 2.0
}

/// The frame around the part in view.
#[derive(Component)]
struct MinimapFrame;

fn spawn_minimap_frames(mut commands: Commands, minimaps: Query<Entity, Added<Minimap>>) {
    for minimap in &minimaps {
        let node = Node {
            position_type: PositionType::Absolute,
            border: UiRect::all(px(2)),
            display: Display::None,
            ..default()
        };
        let frame = (MinimapFrame, node, BorderColor::all(Color::WHITE), Pickable::IGNORE);
        commands.entity(minimap).with_child((frame, HiddenFromScreenReaders));
    }
}

/// Frames the part of the map in view; a map that is in view as a whole needs no frame.
fn frame_part_in_view(
    board: Option<Res<Board>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    camera: Option<Single<(&Transform, &Projection), With<BoardCamera>>>,
    mut frames: Query<&mut Node, With<MinimapFrame>>,
) {
    let (Some(board), Some(window), Some(camera)) = (board, window, camera) else { return };
    let (transform, Projection::Orthographic(projection)) = *camera else { return };
    let bounds = HexGeometry::new(board.grid()).map_bounds();
    let middle = transform.translation.truncate();
    let view = uncovered_world_part(&board, &window, middle, projection.scale).intersect(bounds);
    let whole = view.size().cmpge(bounds.size() * 0.98).all();
    let [left, top] = [view.min.x - bounds.min.x, bounds.max.y - view.max.y];
    let share = |length: f32, of: f32| percent((1000.0 * length / of).round() / 10.0);
    let wanted = |node: &Node| Node {
        display: if whole || view.is_empty() { Display::None } else { Display::Flex },
        left: share(left, bounds.width()),
        top: share(top, bounds.height()),
        width: share(view.width(), bounds.width()),
        height: share(view.height(), bounds.height()),
        ..node.clone()
    };
    for mut node in &mut frames {
        let now = wanted(&node);
        node.set_if_neq(now);
    }
}

fn click_minimap(
    board: Option<Res<Board>>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    minimaps: Query<&RelativeCursorPosition, With<Minimap>>,
    mut centre: MessageWriter<CentreViewOnHex>,
) {
    let (Some(board), Some(buttons)) = (board, buttons) else { return };
    if !buttons.pressed(MouseButton::Left) {
        return;
    }
    let geometry = HexGeometry::new(board.grid());
    for at in minimaps.iter().filter(|at| at.cursor_over()).filter_map(|at| at.normalized) {
        let bounds = geometry.map_bounds();
        let point = bounds.min + (at * Vec2::new(1.0, -1.0) + 0.5) * bounds.size();
        if let Some(cell) = geometry.cell_at_point(point) {
            centre.write(CentreViewOnHex(cell));
        }
    }
}
