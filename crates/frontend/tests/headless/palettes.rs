//! Palettes: kept between runs, and drawn at once.

use hotgates_frontend::ui::UiColours;
use hotgates_frontend::ui::settings::Settings;
use hotgates_picture::{ColourScheme, Palette};

use super::*;

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
