//! The units' counters: pictures made once for each different counter and size, shown where the
//! units stand.

use std::cell::LazyCell;
use std::collections::HashMap;

use bevy::prelude::*;
use hotgates_engine::{BySide, Cell, Side, UnitId};
use hotgates_picture::{Counter, castle_flag_image};

use super::geometry::{DOWN, HexGeometry, WIDTH};
use super::tiles::to_bevy_image;
use super::{Board, BoardCamera, BoardSystems, GroundId, depth};
use hotgates_ui::UiColours;

/// Hex widths in pixels for which counters are drawn. The last two have no numbers, which could not be read when
/// they are shown smaller.
const SIZES: [u32; 7] = [160, 112, 80, 56, 40, 33, 20];
/// The width of a flag's picture, in world units.
const FLAG: u16 = 28;
/// Pictures kept at most: more than every unit of a large battle needs.
const KEPT: usize = 4096;

/// A unit between two hexes, how far from the first to the second, from 0 to 1.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq)]
pub struct MovingUnit(pub Option<(UnitId, Cell, Cell, f32)>);

/// The units whose counters are drawn as ghosts: they are only planned to stand where they are shown.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct GhostUnits(pub Vec<UnitId>);

/// Opacity of a ghost: the ground shines through, and its signs can still be read.
const GHOST: f32 = 0.62;

#[derive(Component, Debug)]
struct CounterSprite;

/// Versions of the position and the colours that are drawn, to find what must be drawn anew.
#[derive(Resource, Default)]
struct DrawnCounterVersions {
    ground: Option<GroundId>,
    size: usize,
    units: Vec<Option<(Entity, Counter, Cell)>>,
    flags: Vec<(Entity, Side)>,
    pictures: HashMap<(usize, Counter), Handle<Image>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DrawnCounterVersions>()
        .init_resource::<MovingUnit>()
        .init_resource::<GhostUnits>()
        .add_systems(
            Update,
            (draw_counters, draw_flags, move_counter_sprite).chain().in_set(BoardSystems::Draw),
        );
}

fn counter_size_at_zoom(pixels_per_unit: f32) -> usize {
    let wanted = WIDTH * pixels_per_unit;
    #[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
    SIZES.iter().rposition(|&size| size as f32 >= wanted * 0.9).unwrap_or(0)
}

fn draw_counters(
    mut commands: Commands,
    board: Option<Res<Board>>,
    (colours, ghosts): (Res<UiColours>, Res<GhostUnits>),
    camera: Option<Single<(&Camera, &Projection), With<BoardCamera>>>,
    mut drawn: ResMut<DrawnCounterVersions>,
    mut sprites: Query<(&mut Sprite, &mut Transform), With<CounterSprite>>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(board) = board else { return remove_counters(&mut commands, &mut drawn) };
    let density = camera.and_then(|camera| {
        let (camera, Projection::Orthographic(projection)) = *camera else { return None };
        Some(camera.target_scaling_factor().unwrap_or(1.0) / projection.scale)
    });
    let size = counter_size_at_zoom(density.unwrap_or(1.0));
    if drawn.ground != Some(board.ground) {
        remove_counters(&mut commands, &mut drawn);
        drawn.ground = Some(board.ground);
    } else if drawn.size == size && !board.is_changed() && !colours.is_changed() && !ghosts.is_changed() {
        return;
    }
    drawn.size = size;
    if colours.is_changed() {
        drawn.pictures.clear();
    }
    if drawn.pictures.len() > KEPT {
        drawn.pictures.clear();
    }
    let geometry = HexGeometry::new(board.grid());
    let drawn = &mut *drawn;
    let counters = board.unit_counters();
    for (entity, ..) in drawn.units.drain(counters.len().min(drawn.units.len())..).flatten() {
        commands.entity(entity).despawn();
    }
    drawn.units.resize(counters.len(), None);
    for (unit, (counter, slot)) in counters.into_iter().zip(&mut drawn.units).enumerate() {
        let Some((cell, mut counter)) = counter else {
            if let Some((entity, ..)) = slot.take() {
                commands.entity(entity).despawn();
            }
            continue;
        };
        counter.figures = colours.shows_figures();
        let picture = drawn.pictures.entry((size, counter.clone())).or_insert_with(|| {
            images.add(to_bevy_image(counter.draw_alone(SIZES[size], &colours.palette().sides[counter.side])))
        });
        let at = geometry.middle_of_cell(cell).extend(depth::COUNTERS);
        let is_ghost = ghosts.0.iter().any(|ghost| ghost.index() == unit);
        let color = Color::WHITE.with_alpha(if is_ghost { GHOST } else { 1.0 });
        match slot {
            Some((entity, shown, shown_at)) => {
                if let Ok((mut sprite, mut transform)) = sprites.get_mut(*entity) {
                    // A write counts as a change, which Bevy works out again for the screen.
                    if sprite.image != *picture {
                        sprite.image = picture.clone();
                    }
                    if sprite.color != color {
                        sprite.color = color;
                    }
                    if transform.translation != at {
                        transform.translation = at;
                    }
                }
                (*shown, *shown_at) = (counter, cell);
            }
            None => {
                let sprite = Sprite {
                    image: picture.clone(),
                    color,
                    custom_size: Some(Vec2::new(WIDTH, DOWN)),
                    ..default()
                };
                let entity = commands.spawn((CounterSprite, sprite, Transform::from_translation(at))).id();
                *slot = Some((entity, counter, cell));
            }
        }
    }
}

fn remove_counters(commands: &mut Commands, drawn: &mut DrawnCounterVersions) {
    let units = drawn.units.drain(..).flatten().map(|(entity, ..)| entity);
    for entity in units.chain(drawn.flags.drain(..).map(|(entity, _)| entity)) {
        commands.entity(entity).despawn();
    }
    drawn.ground = None;
}

/// Draws a flag on each castle and each hex of a goal, in the colour and shape of the side that holds it.
fn draw_flags(
    mut commands: Commands,
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    mut drawn: ResMut<DrawnCounterVersions>,
    mut images: ResMut<Assets<Image>>,
) {
    let Some(board) = board.filter(|board| board.is_changed() || colours.is_changed()) else { return };
    let geometry = HexGeometry::new(board.grid());
    let pictures = LazyCell::new(|| {
        BySide::new(|side| {
            images.add(to_bevy_image(castle_flag_image(side, colours.palette(), 4 * u32::from(FLAG))))
        })
    });
    for (index, (cell, owner)) in board.held_flags().into_iter().enumerate() {
        let now = drawn.flags.get(index).copied();
        if now.is_some_and(|(_, shown)| shown == owner) && !colours.is_changed() {
            continue;
        }
        let at = geometry.middle_of_cell(cell) + Vec2::new(15.0, 18.0);
        let size = Some(Vec2::splat(FLAG.into()));
        let sprite = Sprite { image: pictures[owner].clone(), custom_size: size, ..default() };
        let flag = (sprite, Transform::from_translation(at.extend(depth::FLAGS)));
        match now {
            Some((entity, _)) => {
                commands.entity(entity).insert(flag);
                drawn.flags[index].1 = owner;
            }
            None => drawn.flags.push((commands.spawn(flag).id(), owner)),
        }
    }
}

/// Shows the unit that is on its way between two hexes.
fn move_counter_sprite(
    board: Option<Res<Board>>,
    moving: Res<MovingUnit>,
    drawn: Res<DrawnCounterVersions>,
    mut sprites: Query<&mut Transform, With<CounterSprite>>,
    mut last: Local<Option<UnitId>>,
) {
    let Some(board) = board else { return };
    let geometry = HexGeometry::new(board.grid());
    let now = moving.0.map(|(unit, ..)| unit);
    if *last != now
        && let Some(unit) = last.take()
        && let Some(Some((entity, _, cell))) = drawn.units.get(unit.index())
        && let Ok(mut transform) = sprites.get_mut(*entity)
    {
        transform.translation = geometry.middle_of_cell(*cell).extend(depth::COUNTERS);
    }
    *last = now;
    if let Some((unit, from, to, share)) = moving.0
        && let Some(Some((entity, ..))) = drawn.units.get(unit.index())
        && let Ok(mut transform) = sprites.get_mut(*entity)
    {
        transform.translation =
            geometry.middle_of_cell(from).lerp(geometry.middle_of_cell(to), share).extend(depth::MOVING);
    }
}
