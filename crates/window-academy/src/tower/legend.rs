//! The signs of the tower, each with its meaning.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_academy::tower::{Item, KeyColour, Tile};
use hotgates_ui::{UiContext, theme};

use super::stage::{BOSS, STONE, hero_sign, spawn_tile_sign};
use crate::figures::GOOD_GROUND;

/// A sign of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegendSign {
    /// The hero.
    Hero,
    /// A tile, on a monster with the life that a fight costs.
    Tile(Tile, Option<i64>),
    /// A cell that a search has cleared.
    Cleared,
}

/// The signs of the tower, each with the key of its meaning.
pub const LEGEND: [(LegendSign, &str); 14] = [
    (LegendSign::Hero, "sign-hero"),
    (LegendSign::Tile(Tile::Wall, None), "sign-wall"),
    (LegendSign::Tile(Tile::Monster(0), Some(24)), "sign-monster"),
    (LegendSign::Tile(Tile::Monster(0), None), "sign-unbeatable"),
    (LegendSign::Tile(Tile::Monster(BOSS), Some(90)), "sign-boss"),
    (LegendSign::Tile(Tile::Door(KeyColour::Yellow), None), "sign-door"),
    (LegendSign::Tile(Tile::Item(Item::Key(KeyColour::Yellow)), None), "sign-key"),
    (LegendSign::Tile(Tile::Item(Item::Potion(KeyColour::Red)), None), "sign-potion"),
    (LegendSign::Tile(Tile::Item(Item::Gem(KeyColour::Red)), None), "sign-gem"),
    (LegendSign::Tile(Tile::Item(Item::Sword), None), "sign-sword"),
    (LegendSign::Tile(Tile::Item(Item::Shield), None), "sign-shield"),
    (LegendSign::Tile(Tile::Up, None), "sign-stairs"),
    (LegendSign::Tile(Tile::Shop, None), "sign-shop"),
    (LegendSign::Cleared, "sign-cleared"),
];

/// Spawns a cell with a sign, `cell` pixels wide.
pub fn spawn_legend_sign(line: &mut ChildSpawnerCommands, ui: &UiContext, sign: LegendSign, cell: f32) {
    let ground = match sign {
        LegendSign::Tile(Tile::Wall, _) => STONE,
        LegendSign::Cleared => GOOD_GROUND,
        LegendSign::Hero | LegendSign::Tile(..) => theme::BACKGROUND,
    };
    let node = Node {
        width: px(cell),
        height: px(cell),
        flex_shrink: 0.0,
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        ..default()
    };
    line.spawn((node, BackgroundColor(ground))).with_children(|spot| match sign {
        LegendSign::Hero => {
            spot.spawn(hero_sign(cell));
        }
        LegendSign::Tile(tile, cost) => spawn_tile_sign(spot, ui, tile, cost, cell),
        LegendSign::Cleared => {}
    });
}
