//! Words below counters: the numbers or names by which lines about a battle call its units.

use std::collections::BTreeMap;

use bevy::prelude::*;
use hotgates_engine::{Battle, Cell, UnitId};

use super::geometry::{DOWN, HexGeometry, WIDTH};
use super::marks::READABLE;
use super::plates::{INK, word_plate};
use super::{Board, BoardCamera, BoardContent, BoardSystems, depth};
use hotgates_ui::Fonts;

/// Height of a word above the middle of its hex, in world units: over the counter's lower edge.
const ABOVE: f32 = -22.0;

/// The words below the counters, one for each unit that has any.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct CounterWords(pub BTreeMap<UnitId, String>);

#[derive(Component)]
struct CounterWord;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CounterWords>().add_systems(Update, spawn_counter_words.in_set(BoardSystems::Draw));
}

/// Spawns the words of the units in view anew when others are wanted than before.
fn spawn_counter_words(
    mut commands: Commands,
    board: Option<Res<Board>>,
    words: Res<CounterWords>,
    fonts: Option<Res<Fonts>>,
    camera: Option<Single<(&GlobalTransform, &Projection), With<BoardCamera>>>,
    old: Query<Entity, With<CounterWord>>,
    mut last: Local<Vec<(Cell, String)>>,
) {
    let view = camera.filter(|_| !words.0.is_empty()).and_then(|camera| {
        let (transform, Projection::Orthographic(projection)) = *camera else { return None };
        let middle = transform.translation().truncate();
        let area = Rect::from_corners(middle + projection.area.min, middle + projection.area.max);
        (WIDTH / projection.scale >= READABLE).then_some(area)
    });
    let wanted = match (view, board.as_ref().map(|board| &board.shown)) {
        (Some(view), Some(BoardContent::Battle(battle))) => words_in_view(&words, battle, view),
        _ => Vec::new(),
    };
    if *last == wanted {
        return;
    }
    old.iter().for_each(|entity| commands.entity(entity).despawn());
    if let (Some(board), Some(fonts)) = (board, fonts) {
        let geometry = HexGeometry::new(board.grid());
        for (cell, word) in &wanted {
            let at = geometry.middle_of_cell(*cell) + Vec2::new(0.0, ABOVE);
            commands.spawn((
                CounterWord,
                Text2d::new(word),
                // Twice the size at half the scale: sharp when the camera is near.
                fonts.bold_style(22.0),
                TextColor(INK),
                Transform::from_translation(at.extend(depth::TEXTS)).with_scale(Vec3::new(0.5, 0.5, 1.0)),
                word_plate(),
            ));
        }
    }
    *last = wanted;
}

/// Returns the words of the units that live and stand in a part of the world, with their hexes.
fn words_in_view(words: &CounterWords, battle: &Battle, view: Rect) -> Vec<(Cell, String)> {
    let geometry = HexGeometry::new(battle.grid());
    let (view, units) = (view.inflate(DOWN), battle.roster().count());
    let of_unit = |(&unit, word): (&UnitId, &String)| {
        let state = battle.unit(unit);
        let is_seen = state.alive() && view.contains(geometry.middle_of_cell(state.cell));
        is_seen.then(|| (state.cell, word.clone()))
    };
    // The words may be those of another battle for a frame.
    words.0.iter().filter(|(unit, _)| unit.index() < units).filter_map(of_unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{MapFile, Ruleset, Scenario};

    #[test]
    fn units_out_of_view_have_no_words() {
        let map = r#"(
            name: "a plain", turns: 6, from: nw,
            rows: ["....................", "....................", "...................#", "...................."],
            red: (units: [(type: "infantry", at: (1, 2))]),
            blue: (units: [(type: "infantry", at: (18, 2))]),
        )"#;
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        let scenario = Scenario::new(MapFile::from_ron(map).unwrap(), rules);
        let battle = Battle::from_scenario(&scenario).unwrap();
        let words = CounterWords(battle.roster().map(|(unit, _)| (unit, unit.index().to_string())).collect());
        let all = HexGeometry::new(battle.grid()).map_bounds();
        assert_eq!(words_in_view(&words, &battle, all).len(), 2);
        let west = Rect::from_center_half_size(all.min.with_y(all.max.y), Vec2::splat(300.0));
        let [(cell, word)] = &words_in_view(&words, &battle, west)[..] else { panic!("one unit is in view") };
        let unit = battle.at(*cell).expect("a unit");
        assert_eq!((battle.grid().coord(*cell).col, word), (1, &words.0[&unit]));
    }
}
