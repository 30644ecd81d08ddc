//! Plates behind words on the board, so that they are read on any ground and over counters.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::prelude::*;
use bevy::sprite::update_text2d_layout;
use bevy::text::TextLayoutInfo;

/// Ground behind words: below lie counters, and fills from light to dark.
const PLATE: Color = Color::srgba(0.97, 0.95, 0.89, 0.72);

/// Colour of words and numbers on plates.
pub(super) const INK: Color = Color::srgb(0.08, 0.07, 0.05);

#[derive(Component)]
pub(super) struct WordPlate;

/// Returns the plate of a word, which its entity is spawned with. Words keep their depth: they are not scaled along z.
///
/// A background of the text's own has the depth of its letters. Bevy draws what has one depth in the order in which
/// it came, but has the last one change places with a mesh that goes in the same frame: then a plate covered its word.
pub(super) fn word_plate() -> impl Bundle {
    let sprite = Sprite::from_color(PLATE, Vec2::ZERO);
    children![(WordPlate, sprite, NoFrustumCulling, Transform::from_xyz(0.0, 0.0, -0.5))]
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, fit_plates_to_words.after(update_text2d_layout));
}

fn fit_plates_to_words(
    words: Query<(&TextLayoutInfo, &Children), Changed<TextLayoutInfo>>,
    mut plates: Query<&mut Sprite, With<WordPlate>>,
) {
    for (layout, children) in &words {
        for &child in children {
            if let Ok(mut plate) = plates.get_mut(child) {
                plate.custom_size = Some(layout.size);
            }
        }
    }
}
