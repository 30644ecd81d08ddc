//! Plates behind words on the board, so that they are read on any ground and over counters.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::prelude::*;
use bevy::sprite::update_text2d_layout;
use bevy::text::TextLayoutInfo;

/// Ground behind words: below lie counters, and fills from light to dark.
const PLATE: Color = Color::srgba(0.97, 0.95, 0.89, 0.72);

/// Colour of words and numbers on plates.
pub(super) const INK: Color = Color::srgb(0.08, 0.07, 0.05);

/// Ground behind the numbers along the edges of the view, which lie over words that it cuts off there.
const EDGE_PLATE: Color = Color::srgb(0.12, 0.14, 0.17);

/// Colour of the numbers along the edges of the view: light on dark, since the words of the map are dark on light.
pub(super) const EDGE_INK: Color = Color::srgb(0.93, 0.91, 0.85);

/// A plate, with its margins left and right of the word, as a part of the word's height.
#[derive(Component)]
pub(super) struct WordPlate(f32);

/// Returns the plate of a word, which its entity is spawned with. Words keep their depth: they are not scaled along z.
///
/// A background of the text's own has the depth of its letters. Bevy draws what has one depth in the order in which
/// it came, but has the last one change places with a mesh that goes in the same frame: then a plate covered its word.
pub(super) fn word_plate() -> impl Bundle {
    plate_of_colour(PLATE, 0.0)
}

/// Returns the plate of a number along the edges of the view.
pub(super) fn edge_plate() -> impl Bundle {
    plate_of_colour(EDGE_PLATE, 0.2)
}

fn plate_of_colour(colour: Color, margin: f32) -> impl Bundle {
    let sprite = Sprite::from_color(colour, Vec2::ZERO);
    children![(WordPlate(margin), sprite, NoFrustumCulling, Transform::from_xyz(0.0, 0.0, -0.5))]
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, fit_plates_to_words.after(update_text2d_layout));
}

fn fit_plates_to_words(
    words: Query<(&TextLayoutInfo, &Children), Changed<TextLayoutInfo>>,
    mut plates: Query<(&mut Sprite, &WordPlate)>,
) {
    for (layout, children) in &words {
        for &child in children {
            if let Ok((mut plate, &WordPlate(margin))) = plates.get_mut(child) {
                plate.custom_size = Some(layout.size + Vec2::X * 2.0 * margin * layout.size.y);
            }
        }
    }
}
