//! Marks on hexes: shades, fills, borders, lines and arrows under the counters; outlines and texts over them. Whoever has
//! something to point out fills the [`BoardMarks`]; the marks of each layer are drawn as one mesh.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use hotgates_engine::Cell;

use super::geometry::{DOWN, HexGeometry, WIDTH, hex_corners};
use super::plates::{INK, word_plate};
use super::shade::ShadeMaterial;
use super::{Board, BoardCamera, BoardSystems, depth};
use hotgates_ui::Fonts;

/// One mark.
#[derive(Debug, Clone, PartialEq)]
pub enum MapMark {
    /// A hex filled with a colour.
    Fill(Cell, Color),
    /// A hex whose ground is multiplied with a colour: signs darker than the ground are seen through it.
    Shade(Cell, Color),
    /// A hex with stripes of a colour across it: told from a filled one by its pattern.
    Stripes(Cell, Color),
    /// The outline of a hex, with its thickness in world units.
    Outline(Cell, Color, f32),
    /// The outer edges of a set of hexes, with their thickness in world units.
    Border(Vec<Cell>, Color, f32),
    /// A line through the middles of hexes, with its thickness in world units and a disc at its
    /// end.
    Line(Vec<Cell>, Color, f32),
    /// An arrow from one hex to another, with the thickness of its shaft in world units.
    Arrow(Cell, Cell, Color, f32),
}

/// Depths of the marks' layers, from the back to the front.
pub(super) const MARK_DEPTHS: [f32; 4] = [depth::SHADES, depth::FILLS, depth::LINES, depth::OUTLINES];
/// Place of the layer of shades, which have a material of their own.
const SHADES: usize = 0;

impl MapMark {
    /// Returns the place of the mark's layer among the [`MARK_DEPTHS`].
    pub(super) const fn layer(&self) -> usize {
        match self {
            Self::Shade(..) => SHADES,
            Self::Fill(..) | Self::Stripes(..) | Self::Border(..) => 1,
            Self::Line(..) | Self::Arrow(..) => 2,
            Self::Outline(..) => 3,
        }
    }
}

/// Words on a hex, shown where hexes are large enough to read them.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkText {
    /// Cell that the word stands on.
    pub cell: Cell,
    /// The word.
    pub text: String,
    /// Colour and size of the word.
    pub look: MarkTextLook,
    /// Height of the word above the hex's middle, in world units.
    pub above: f32,
}

/// How a word on a hex is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MarkTextLook {
    /// In a colour, on the ground or on a fill that it can be read on.
    Plain(Color),
    /// Larger, in ink on a plate: it is read on any ground.
    OnPlate,
}

impl From<Color> for MarkTextLook {
    fn from(color: Color) -> Self {
        Self::Plain(color)
    }
}

/// The marks on the board, in the order in which they are drawn.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct BoardMarks {
    /// Shapes.
    pub shapes: Vec<MapMark>,
    /// Words.
    pub texts: Vec<MarkText>,
}

#[derive(Component)]
struct MarkMesh;

#[derive(Component)]
struct MarkLabel;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardMarks>()
        .add_systems(Update, (draw_mark_shapes, draw_mark_texts).in_set(BoardSystems::Draw));
}

fn draw_mark_shapes(
    mut commands: Commands,
    board: Option<Res<Board>>,
    marks: Res<BoardMarks>,
    old: Query<Entity, With<MarkMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
    materials: Option<ResMut<Assets<ColorMaterial>>>,
    shading: Option<ResMut<Assets<ShadeMaterial>>>,
) {
    if !marks.is_changed() {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let (Some(board), Some(mut materials), Some(mut shading)) = (board, materials, shading) else { return };
    for (layer, depth) in MARK_DEPTHS.into_iter().enumerate() {
        let shapes: Vec<&MapMark> = marks.shapes.iter().filter(|shape| shape.layer() == layer).collect();
        // Bevy complains about meshes without a corner.
        if shapes.is_empty() {
            continue;
        }
        let mesh = mesh_of_marks(&shapes, HexGeometry::new(board.grid()));
        let mut mark =
            commands.spawn((MarkMesh, Mesh2d(meshes.add(mesh)), Transform::from_xyz(0.0, 0.0, depth)));
        if layer == SHADES {
            mark.insert(MeshMaterial2d(shading.add(ShadeMaterial::default())));
        } else {
            mark.insert(MeshMaterial2d(materials.add(ColorMaterial::default())));
        }
    }
}

/// Triangles in the making.
#[derive(Default)]
struct TriangleBuilder {
    positions: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

impl TriangleBuilder {
    /// Adds a convex shape.
    fn add_fan_triangles(&mut self, points: &[Vec2], color: Color) {
        let first = self.next_mesh_vertex_index();
        self.add_points(points, color);
        let count = u32::try_from(points.len()).unwrap_or(0);
        self.indices.extend((1..count.saturating_sub(1)).flat_map(|at| [first, first + at, first + at + 1]));
    }

    /// Adds the band between two outlines with equally many points.
    fn add_band_triangles(&mut self, inner: &[Vec2], outer: &[Vec2], color: Color) {
        let (first, count) = (self.next_mesh_vertex_index(), u32::try_from(inner.len()).unwrap_or(0));
        self.add_points(inner, color);
        self.add_points(outer, color);
        for at in 0..count {
            let next = (at + 1) % count;
            let [a, b, c, d] = [at, next, count + at, count + next].map(|index| first + index);
            self.indices.extend([a, c, b, b, c, d]);
        }
    }

    fn next_mesh_vertex_index(&self) -> u32 {
        u32::try_from(self.positions.len()).unwrap_or(u32::MAX)
    }

    fn add_points(&mut self, points: &[Vec2], color: Color) {
        self.positions.extend(points.iter().map(|point| [point.x, point.y, 0.0]));
        self.colors.extend(points.iter().map(|_| color.to_linear().to_f32_array()));
    }

    fn add_line(&mut self, points: &[Vec2], color: Color, thick: f32) {
        for pair in points.windows(2) {
            let along = (pair[1] - pair[0]).normalize_or_zero();
            let across = along.perp() * thick / 2.0;
            self.add_fan_triangles(
                &[pair[0] + across, pair[0] - across, pair[1] - across, pair[1] + across],
                color,
            );
        }
        let ends = points.len().saturating_sub(1);
        for (index, &point) in points.iter().enumerate() {
            let radius = if index == ends { thick * 1.6 } else { thick / 2.0 };
            let disc: [Vec2; 12] = std::array::from_fn(|corner| {
                let angle = std::f32::consts::TAU * f32::from(u8::try_from(corner).unwrap_or(0)) / 12.0;
                point + Vec2::from_angle(angle) * radius
            });
            self.add_fan_triangles(&disc, color);
        }
    }

    /// Adds an arrow between the middles of two hexes, whose ends keep clear of the counters there.
    fn add_arrow(&mut self, from: Vec2, to: Vec2, color: Color, thick: f32) {
        let along = (to - from).normalize_or_zero();
        let (tail, tip) = (from + along * ARROW_GAP, to - along * ARROW_GAP);
        let neck = tip - along * (3.0 * thick).min(tip.distance(tail));
        let across = along.perp() * thick / 2.0;
        self.add_fan_triangles(&[tail + across, tail - across, neck - across, neck + across], color);
        self.add_fan_triangles(&[neck + across * 3.5, neck - across * 3.5, tip], color);
    }
}

/// Distance of an arrow's ends from the middles of their hexes, in world units.
const ARROW_GAP: f32 = 18.0;

/// Returns four stripes across a hex, each as long as the hex is wide there; none crosses the
/// middle, where the hex is widest.
fn stripe_shapes() -> [[Vec2; 4]; 4] {
    let half = |y: f32| WIDTH / 2.0 - y.abs() * WIDTH / (2.0 * DOWN) - 0.5;
    [-24.0, -10.0, 3.0, 17.0].map(|low: f32| {
        let high = low + 7.0;
        [(-half(low), low), (half(low), low), (half(high), high), (-half(high), high)].map(Vec2::from)
    })
}

pub(super) fn mesh_of_marks(shapes: &[&MapMark], geometry: HexGeometry) -> Mesh {
    let mut triangles = TriangleBuilder::default();
    for shape in shapes {
        match shape {
            MapMark::Fill(cell, color) | MapMark::Shade(cell, color) => {
                let middle = geometry.middle_of_cell(*cell);
                triangles.add_fan_triangles(&hex_corners(-0.5).map(|corner| middle + corner), *color);
            }
            MapMark::Stripes(cell, color) => {
                let middle = geometry.middle_of_cell(*cell);
                for stripe in stripe_shapes() {
                    triangles.add_fan_triangles(&stripe.map(|corner| middle + corner), *color);
                }
            }
            MapMark::Outline(cell, color, thick) => {
                let middle = geometry.middle_of_cell(*cell);
                let [inner, outer] =
                    [-1.0 - thick, -1.0].map(|more| hex_corners(more).map(|corner| middle + corner));
                triangles.add_band_triangles(&inner, &outer, *color);
            }
            MapMark::Border(cells, color, thick) => {
                for [from, to] in geometry.ends_of_outer_edges(cells) {
                    // A little longer than the edge, so that two meet without a notch.
                    let along = (to - from).normalize_or_zero() * *thick * 0.3;
                    let across = along.perp() / 0.6;
                    let corners = [
                        from - along + across,
                        from - along - across,
                        to + along - across,
                        to + along + across,
                    ];
                    triangles.add_fan_triangles(&corners, *color);
                }
            }
            MapMark::Line(cells, color, thick) => {
                let points: Vec<_> = cells.iter().map(|&cell| geometry.middle_of_cell(cell)).collect();
                triangles.add_line(&points, *color, *thick);
            }
            MapMark::Arrow(from, to, color, thick) => {
                let [from, to] = [from, to].map(|&cell| geometry.middle_of_cell(cell));
                triangles.add_arrow(from, to, *color, *thick);
            }
        }
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, triangles.positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, triangles.colors)
        .with_inserted_indices(Indices::U32(triangles.indices))
}

/// Texts are shown from this many pixels a hex on.
pub(super) const READABLE: f32 = 34.0;
/// More texts than this are noise.
const MOST: usize = 400;

fn draw_mark_texts(
    mut commands: Commands,
    board: Option<Res<Board>>,
    marks: Res<BoardMarks>,
    fonts: Option<Res<Fonts>>,
    camera: Option<Single<&Projection, With<BoardCamera>>>,
    old: Query<Entity, With<MarkLabel>>,
    mut shown_before: Local<bool>,
) {
    let scale = camera.and_then(|projection| match *projection {
        Projection::Orthographic(projection) => Some(projection.scale),
        _ => None,
    });
    let shown = scale.is_some_and(|scale| WIDTH / scale >= READABLE) && marks.texts.len() <= MOST;
    if !marks.is_changed() && *shown_before == shown {
        return;
    }
    *shown_before = shown;
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    let (Some(board), Some(fonts)) = (board.filter(|_| shown), fonts) else { return };
    let geometry = HexGeometry::new(board.grid());
    for mark in &marks.texts {
        let at = geometry.middle_of_cell(mark.cell) + Vec2::new(0.0, mark.above);
        let (size, color) = match mark.look {
            MarkTextLook::Plain(color) => (14.0, color),
            MarkTextLook::OnPlate => (20.0, INK),
        };
        let mut word = commands.spawn((
            MarkLabel,
            Text2d::new(&mark.text),
            // Twice the size at half the scale: sharp when the camera is near.
            fonts.bold_style(2.0 * size),
            TextColor(color),
            // Words keep their depth, so that their plates lie between them and what is below.
            Transform::from_translation(at.extend(depth::TEXTS)).with_scale(Vec3::new(0.5, 0.5, 1.0)),
        ));
        if mark.look == MarkTextLook::OnPlate {
            word.insert(word_plate());
        }
    }
}
