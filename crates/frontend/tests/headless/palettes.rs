//! Palettes: kept between runs, and drawn at once.

use hotgates_frontend::ui::UiColours;
use hotgates_frontend::ui::settings::Settings;
use hotgates_picture::{ColourScheme, Palette};

use super::*;

/// Settings of older versions are read, and what a newer version has added stays when they are written.
#[test]
fn settings_of_other_versions_are_read_and_kept() {
    let player = Player::new();
    let storage = player.storage();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/compatibility/0.1.0");
    let old = std::fs::read_to_string(format!("{folder}/settings.ron")).expect("settings of 0.1.0");
    let newer = old.replacen('(', "(\n    lights: [1, 2],", 1);
    storage.write_whole_file(&storage.settings_file(), newer.as_bytes()).expect("written");
    let settings = Settings::load(&storage);
    assert_eq!((settings.speed, settings.scale, settings.palette), (4, 120, ColourScheme::RedGreen));
    settings.save(&storage);
    let kept = storage.text_of_file(&storage.settings_file()).expect("there");
    assert!(kept.contains("lights: [1, 2]"), "{kept}");
    assert_eq!(Settings::load(&storage), settings);
}

#[test]
fn a_palette_is_kept_and_redraws_what_is_on_the_board() {
    let mut player = Player::new();
    player.hot_seat();
    let unit = player.unit(Side::Red, 1);
    player.click(player.cell_of(unit));
    player.app.update();
    let marks =
        |player: &Player| player.app.world().resource::<hotgates_frontend::board::BoardMarks>().clone();
    let pictures = |player: &mut Player| {
        let world = player.app.world_mut();
        let mut sprites = world.query::<&Sprite>();
        sprites.iter(world).map(|sprite| sprite.image.id()).collect::<std::collections::BTreeSet<_>>()
    };
    let (before, counters) = (marks(&player), pictures(&mut player));
    player.press(KeyCode::F3);
    player.app.update();
    assert_eq!(player.app.world().resource::<UiColours>().scheme(), ColourScheme::RedGreen);
    assert_eq!(
        **player.app.world().resource::<UiColours>().palette(),
        Palette::from_scheme(ColourScheme::RedGreen)
    );
    assert_ne!(marks(&player), before, "marks have other colours");
    assert!(pictures(&mut player).difference(&counters).count() >= 2, "so have counters and flags");
    let storage = player.storage();
    assert_eq!(Settings::load(&storage).palette, ColourScheme::RedGreen);
    let again = Player::at(player.folder);
    assert_eq!(again.app.world().resource::<UiColours>().scheme(), ColourScheme::RedGreen);
}
