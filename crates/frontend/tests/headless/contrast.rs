//! Contrast of texts, measured as WCAG 2.2 has it: at least 4.5 : 1 in every palette, on every screen. Left out are buttons
//! that do nothing now, as there, and texts that lie on the map.

use std::collections::BTreeSet;

use bevy::ui::InteractionDisabled;
use hotgates_frontend::settings::SettingsAction;
use hotgates_picture::ColourScheme;

use super::leaving::{leave, open, screens_of_menu};
use super::*;

/// Least ratio between the luminances of text and ground.
const LEAST: f32 = 4.5;

/// Returns the relative luminance of a colour.
fn luminance(colour: LinearRgba) -> f32 {
    colour.blue.mul_add(0.0722, colour.red.mul_add(0.2126, colour.green * 0.7152))
}

/// Returns the ratio of the luminances of two colours.
fn contrast(one: LinearRgba, other: LinearRgba) -> f32 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Returns the colour that a ground with transparency has over another one.
fn blend_over(above: LinearRgba, below: LinearRgba) -> LinearRgba {
    let share =
        |above_part: f32, below_part: f32, alpha: f32| above_part.mul_add(alpha, below_part * (1.0 - alpha));
    // Sprites of the interface are blended as sRGB's linear values.
    LinearRgba {
        red: share(above.red, below.red, above.alpha),
        green: share(above.green, below.green, above.alpha),
        blue: share(above.blue, below.blue, above.alpha),
        alpha: 1.0,
    }
}

/// Returns the colour of what lies behind a text; `None` where that is the map.
fn ground_of_text(world: &World, text: Entity) -> Option<LinearRgba> {
    let mut above = Vec::new();
    let mut node = text;
    loop {
        if let Some(ground) = world.get::<BackgroundColor>(node).map(|ground| ground.0.to_linear())
            && ground.alpha > 0.0
        {
            above.push(ground);
            if ground.alpha >= 0.9 {
                break;
            }
        }
        node = world.get::<ChildOf>(node)?.parent();
    }
    above.into_iter().rev().reduce(|below, next| blend_over(next, below))
}

/// Returns the texts that can hardly be read, each with its ratio, and the number of texts that were measured.
fn faint_texts(player: &mut Player) -> (BTreeSet<String>, usize) {
    let world = player.app.world_mut();
    let mut texts = world.query::<(Entity, &Text, &TextColor)>();
    let found: Vec<(Entity, String, Color)> = texts
        .iter(world)
        .filter(|(_, text, _)| !text.0.trim().is_empty())
        .map(|(entity, text, colour)| (entity, text.0.clone(), colour.0))
        .collect();
    let mut parents = world.query::<&ChildOf>();
    let parents = parents.query(world);
    let is_off = |text: Entity| {
        parents.iter_ancestors(text).any(|node| world.get::<InteractionDisabled>(node).is_some())
    };
    let (mut faint, mut measured) = (BTreeSet::new(), 0);
    for (entity, words, colour) in found {
        let Some(ground) = ground_of_text(world, entity).filter(|_| !is_off(entity)) else { continue };
        measured += 1;
        let ratio = contrast(blend_over(colour.to_linear(), ground), ground);
        if ratio < LEAST {
            faint.insert(format!("{ratio:.2} {words}"));
        }
    }
    (faint, measured)
}

/// The battle behind the menu shows through no text of the menu.
#[test]
fn every_text_of_the_menu_has_a_ground_of_its_own_and_can_be_read() {
    let mut player = Player::new();
    player.app.update();
    let (faint, measured) = faint_texts(&mut player);
    let world = player.app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let texts = texts.iter(world).filter(|(_, words)| !words.0.trim().is_empty());
    let texts: Vec<(Entity, String)> = texts.map(|(entity, words)| (entity, words.0.clone())).collect();
    let over_the_map = texts.iter().filter(|(text, _)| ground_of_text(world, *text).is_none());
    let over_the_map: Vec<&str> = over_the_map.map(|(_, words)| words.as_str()).collect();
    assert!(over_the_map.is_empty(), "{over_the_map:?}");
    // The title, the motto, the version, and all lines but the one that resumes nothing.
    assert!(measured >= hotgates_frontend::MENU_LINES.len() + 2, "{measured} texts");
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn every_text_can_be_read_in_every_palette() {
    assert!((contrast(LinearRgba::WHITE, LinearRgba::BLACK) - 21.0).abs() < 0.01);
    let mut player = Player::new();
    let (mut faint, mut measured) = (BTreeSet::new(), 0);
    let mut look = |player: &mut Player, place: &str| {
        let (found, count) = faint_texts(player);
        assert!(count >= 3, "{place}: {count} texts were measured");
        faint.extend(found.into_iter().map(|words| format!("{place}: {words}")));
        measured += count;
    };
    for scheme in ColourScheme::ALL {
        player.say(SettingsAction::Palette(scheme));
        player.app.update();
        for (key, screen) in screens_of_menu() {
            open(&mut player, key);
            look(&mut player, &format!("{scheme:?}, {screen:?}"));
            leave(&mut player, "contrast");
        }
        player.hot_seat();
        let unit = player.unit(Side::Red, 0);
        player.click(player.cell_of(unit));
        for key in
            [KeyCode::Digit1, KeyCode::Digit2, KeyCode::Digit3, KeyCode::KeyR, KeyCode::F2, KeyCode::F1]
        {
            player.press(key);
            player.app.update();
            look(&mut player, &format!("{scheme:?}, battle, {key:?}"));
            player.press(key);
        }
        leave(&mut player, "contrast");
    }
    assert!(measured >= 2000, "{measured} texts");
    assert!(faint.is_empty(), "{} of {measured}: {faint:#?}", faint.len());
}
