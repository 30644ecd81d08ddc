//! The tower as it is drawn: a floor at a time, the hero's numbers, the shop.

use std::ops::RangeInclusive;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::math::Rot2;
use bevy::prelude::*;
use hotgates_academy::tower::{
    Item, KeyColour, RouteStep, ShippedTower, ShopWare, Tile, TilePlace, TowerGraph,
};

use super::{FLOORS, SIZES, ShownGraph, TowerAction, TowerSession, TowerSource, tower_label};
use crate::AcademyAction;
use crate::figures::{DEVIL, GOOD_GROUND, INK, clickable_tile_area, graph_node_at_pixel, line_bundle};
use hotgates_ui::texts::{TextValue, Texts, first_characters};
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, row, theme};

/// Number of the monster that is the boss.
pub(super) const BOSS: u16 = 299;

/// Walls.
pub(super) const STONE: Color = Color::srgb(0.33, 0.35, 0.4);

/// Spawns the towers to choose from, and the options of random towers.
pub fn spawn_tower_options(line: &mut ChildSpawnerCommands, ui: &UiContext, table: &TowerSession) {
    let group = || Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) };
    line.spawn(group()).with_children(|line| {
        for (at, shipped) in ShippedTower::ALL.into_iter().enumerate() {
            let label = tower_label(&ui.texts, shipped);
            line.spawn(ui.small_button(label, AcademyAction::Tower(TowerAction::Tower(at))))
                .chosen(table.which == TowerSource::Shipped(at));
        }
        for (at, own) in table.own.iter().enumerate() {
            let action = AcademyAction::Tower(TowerAction::OwnTower(at));
            line.spawn(ui.small_button(first_characters(&own.name, 20), action))
                .chosen(table.which == TowerSource::Own(at));
        }
    });
    line.spawn(group()).with_children(|line| {
        line.spawn(
            ui.small_button(ui.localized_text("tower-random"), AcademyAction::Tower(TowerAction::Random)),
        )
        .chosen(table.which == TowerSource::Random)
        .insert(Tooltip(ui.localized_text("tower-random-tip")));
        let steps: [(u32, RangeInclusive<u32>, &str, fn(i8) -> TowerAction, i8); 2] = [
            (table.random.floors, FLOORS, "tower-floors", TowerAction::Floors, 1),
            (table.random.rows, SIZES, "tower-size", TowerAction::Size, 2),
        ];
        for (number, range, key, make, step) in steps {
            line.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
            line.spawn(ui.small_button("−".to_owned(), AcademyAction::Tower(make(-step))))
                .disabled(number == *range.start());
            line.spawn(ui.styled_text(number.to_string(), theme::BODY, theme::TEXT));
            line.spawn(ui.small_button("+".to_owned(), AcademyAction::Tower(make(step))))
                .disabled(number == *range.end());
        }
        line.spawn(ui.small_button(ui.localized_text("tower-shop"), AcademyAction::Tower(TowerAction::Shop)))
            .chosen(table.random.shop);
    });
}

/// Spawns the hero's numbers, then the floor, at most `most` pixels wide and high.
pub fn spawn_tower(stage: &mut ChildSpawnerCommands, ui: &UiContext, table: &TowerSession, most: f32) {
    let (tower, hero) = (table.game.tower(), &table.game.current_state().hero);
    let number = |number: i64| TextValue::Number(number);
    let values = [
        ("life", number(hero.hp)),
        ("attack", number(hero.power.attack)),
        ("defence", number(hero.power.defence)),
        ("magic", number(hero.power.magic)),
        ("yellow", number(hero.keys[0])),
        ("blue", number(hero.keys[1])),
        ("red", number(hero.keys[2])),
        ("coins", number(hero.coins)),
    ];
    stage.spawn(row(12)).with_children(|line| {
        line.spawn(ui.bold_text(
            ui.texts.text_with_values("tower-life", &values),
            theme::HEADING,
            theme::ACCENT,
        ));
        line.spawn(ui.styled_text(
            ui.texts.text_with_values("tower-hero", &values),
            theme::SMALL,
            theme::TEXT,
        ));
    });
    stage.spawn(row(16)).with_children(|line| {
        line.spawn(row(4)).with_children(|line| {
            for floor in (0..tower.floor_count()).filter(|_| tower.floor_count() > 1) {
                let words = ui.texts.text_with_values("tower-floor", &[("floor", (floor + 1).into())]);
                line.spawn(ui.small_button(words, AcademyAction::Tower(TowerAction::Floor(floor))))
                    .chosen(floor == table.floor);
            }
            if table.game.current_state().shop_open {
                spawn_tower_shop(line, ui, table);
            }
        });
        spawn_graph_buttons(line, ui, table);
    });
    let clear = |place| AcademyAction::Tower(TowerAction::Clear(place));
    spawn_tower_floor(stage, ui, table, table.floor, most - 5.0, &[], Some(&clear));
}

/// Spawns the buttons that choose the graph drawn over the map, each with its number of nodes.
fn spawn_graph_buttons(line: &mut ChildSpawnerCommands, ui: &UiContext, table: &TowerSession) {
    line.spawn(row(4)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("tower-graph"), theme::SMALL, theme::TEXT_DIM));
        for (graph, key) in [
            (ShownGraph::None, "tower-graph-none"),
            (ShownGraph::Plain, "tower-graph-plain"),
            (ShownGraph::Merged, "tower-graph-merged"),
        ] {
            line.spawn(
                ui.small_button(ui.localized_text(key), AcademyAction::Tower(TowerAction::Graph(graph))),
            )
            .chosen(table.graph == graph)
            .insert(Tooltip(ui.localized_text("tower-graph-tip")));
        }
        if let Some(graph) = table.graph_over_map() {
            let words = ui.texts.text_with_values("tower-graph-nodes", &[("nodes", graph.len().into())]);
            line.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
        }
    });
}

/// Spawns the joins of a graph as lines, and a band over the parts of each merged node; those of
/// one floor.
fn spawn_tower_graph(sheet: &mut ChildSpawnerCommands, graph: &TowerGraph, floor: u16, cell: f32) {
    let middle = |place: TilePlace| {
        Vec2::new((f32::from(place.column) + 0.5) * cell, (f32::from(place.row) + 0.5) * cell)
    };
    for node in graph.nodes() {
        let here = |place: &&TilePlace| place.floor == floor;
        let parts: Vec<Vec2> = node.places.iter().filter(here).map(|&place| middle(place)).collect();
        for (index, &part) in parts.iter().enumerate().skip(1) {
            // Each part is tied to the nearest of those before it.
            let nearest =
                parts[..index].iter().copied().min_by(|a, b| a.distance(part).total_cmp(&b.distance(part)));
            if let Some(nearest) = nearest {
                sheet.spawn(line_bundle(nearest, part, cell * 0.3, theme::ACCENT.with_alpha(0.55)));
            }
        }
    }
    for (number, node) in graph.nodes().iter().enumerate() {
        for other in graph.joined_nodes(number).filter(|&other| other > number) {
            let (Some(&from), Some(&to)) = (node.places.first(), graph.nodes()[other].places.first()) else {
                continue;
            };
            if from.floor == floor && to.floor == floor {
                sheet.spawn(line_bundle(middle(from), middle(to), 2.0, Color::srgba(0.55, 0.75, 1.0, 0.6)));
            }
        }
    }
}

fn spawn_tower_shop(line: &mut ChildSpawnerCommands, ui: &UiContext, table: &TowerSession) {
    let (shop, bought) = (table.game.tower().shop_prices(), table.game.current_state().bought);
    let price = shop.price_after_purchases(bought);
    line.spawn(ui.styled_text(
        ui.texts.text_with_values("tower-price", &[("price", TextValue::Number(price))]),
        theme::SMALL,
        theme::TEXT_DIM,
    ));
    for (ware, adds) in ShopWare::ALL.into_iter().zip(shop.adds) {
        let key = match ware {
            ShopWare::Hp => "tower-buy-life",
            ShopWare::Atk => "tower-buy-attack",
            ShopWare::Def => "tower-buy-defence",
            ShopWare::Mdef => "tower-buy-magic",
        };
        let words = format!("{} +{adds}", ui.localized_text(key));
        line.spawn(ui.small_button(words, AcademyAction::Tower(TowerAction::Buy(ware))))
            .disabled(adds == 0 || price > table.game.current_state().hero.coins);
    }
}

/// Spawns a floor, at most `most` pixels wide and high; the cells in `cleared` are drawn as if they
/// were empty. With `click` the cells can be clicked on, and say what is there.
pub fn spawn_tower_floor(
    parent: &mut ChildSpawnerCommands,
    ui: &UiContext,
    table: &TowerSession,
    floor: u16,
    most: f32,
    cleared: &[TilePlace],
    click: Option<&dyn Fn(TilePlace) -> AcademyAction>,
) {
    let tower = table.game.tower();
    let (rows, columns) = (tower.row_count(), tower.column_count());
    let cell = (most / f32::from(rows.max(columns))).min(most / 7.0).floor();
    let sheet = Node {
        width: px(cell * f32::from(columns)),
        height: px(cell * f32::from(rows)),
        flex_shrink: 0.0,
        ..default()
    };
    parent.spawn((sheet, BackgroundColor(theme::BACKGROUND))).with_children(|sheet| {
        for row in 0..rows {
            for column in 0..columns {
                let place = TilePlace { floor, row, column };
                let tile = table.game.tile_now_at(place).unwrap_or(Tile::Wall);
                let was_cleared = cleared.contains(&place);
                let node = graph_node_at_pixel(
                    cell * f32::from(column),
                    cell * f32::from(row),
                    cell - 1.0,
                    cell - 1.0,
                );
                let ground = match tile {
                    Tile::Wall => STONE,
                    _ if was_cleared => GOOD_GROUND,
                    _ => theme::PANEL,
                };
                let mut spot = match click.filter(|_| !tile.is_floor() && tile != Tile::Wall) {
                    Some(click) => {
                        let mut spot = sheet.spawn(clickable_tile_area(node, ground, click(place)));
                        spot.insert(Tooltip(tile_description(&ui.texts, table, tile)));
                        spot
                    }
                    None => sheet.spawn((node, BackgroundColor(ground))),
                };
                if place == table.game.current_state().hero.place {
                    spot.with_child(hero_sign(cell));
                } else if !was_cleared {
                    let cost = table.game.fight_cost_on(tile);
                    spot.with_children(|spot| spawn_tile_sign(spot, ui, tile, cost, cell));
                }
            }
        }
        if let Some(graph) = click.and_then(|_| table.graph_over_map()) {
            spawn_tower_graph(sheet, &graph, floor, cell);
        }
    });
}

const fn node_colour(colour: KeyColour) -> Color {
    match colour {
        KeyColour::Yellow => Color::srgb(0.95, 0.8, 0.27),
        KeyColour::Blue => Color::srgb(0.4, 0.62, 0.95),
        KeyColour::Red => Color::srgb(0.93, 0.4, 0.36),
        KeyColour::Green => Color::srgb(0.42, 0.78, 0.45),
    }
}

/// Makes the sign of the hero.
pub(super) fn hero_sign(cell: f32) -> impl Bundle {
    (
        Node {
            width: px(cell * 0.62),
            height: px(cell * 0.62),
            border: UiRect::all(px((cell / 14.0).max(1.0))),
            border_radius: BorderRadius::MAX,
            ..default()
        },
        BackgroundColor(theme::ACCENT),
        BorderColor::all(theme::TEXT),
        Pickable::IGNORE,
    )
}

/// Draws the content of a cell in shapes that differ without their colours. On a monster stands the life that
/// the fight costs; `None` where it cannot be won.
pub(super) fn spawn_tile_sign(
    spot: &mut ChildSpawnerCommands,
    ui: &UiContext,
    tile: Tile,
    fight_cost: Option<i64>,
    cell: f32,
) {
    let shape = |width: f32, height: f32, border_radius| Node {
        width: px(cell * width),
        height: px(cell * height),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::Center,
        border_radius,
        ..default()
    };
    let small = (cell * 0.36).clamp(6.0, 15.0);
    match tile {
        Tile::Road | Tile::Wall => {}
        Tile::Up | Tile::Down => {
            let words = if tile == Tile::Up { "▲" } else { "▼" };
            spot.spawn(ui.styled_text(words.to_owned(), cell * 0.5, theme::TEXT_DIM));
        }
        Tile::Door(colour) => {
            // A door fills its cell, with a keyhole.
            spot.spawn((
                shape(0.92, 0.92, BorderRadius::all(px(2))),
                BackgroundColor(node_colour(colour)),
                Pickable::IGNORE,
            ))
            .with_child((
                shape(0.18, 0.36, BorderRadius::all(px(3))),
                BackgroundColor(INK),
                Pickable::IGNORE,
            ));
        }
        Tile::Item(Item::Key(colour)) => {
            spot.spawn((
                Node {
                    border: UiRect::all(px((cell / 9.0).max(1.0))),
                    ..shape(0.44, 0.44, BorderRadius::MAX)
                },
                BorderColor::all(node_colour(colour)),
                Pickable::IGNORE,
            ));
        }
        Tile::Item(Item::Gem(colour)) => {
            spot.spawn((
                shape(0.4, 0.4, BorderRadius::ZERO),
                UiTransform::from_rotation(Rot2::degrees(45.0)),
                BackgroundColor(node_colour(colour)),
                Pickable::IGNORE,
            ));
        }
        Tile::Item(Item::Potion(colour)) => {
            spot.spawn((
                shape(0.62, 0.62, BorderRadius::MAX),
                BackgroundColor(node_colour(colour)),
                Pickable::IGNORE,
            ))
            .with_child(ui.bold_text("+".to_owned(), small * 1.3, INK));
        }
        Tile::Item(item @ (Item::Sword | Item::Shield)) => {
            let round =
                if item == Item::Shield { BorderRadius::bottom(px(cell * 0.3)) } else { BorderRadius::ZERO };
            let node = if item == Item::Shield { shape(0.6, 0.62, round) } else { shape(0.16, 0.7, round) };
            spot.spawn((node, BackgroundColor(theme::TEXT), Pickable::IGNORE));
        }
        Tile::Shop => {
            spot.spawn((
                shape(0.84, 0.84, BorderRadius::all(px(4))),
                BackgroundColor(theme::BUTTON_CHOSEN),
                Pickable::IGNORE,
            ))
            .with_child(ui.bold_text("$".to_owned(), small * 1.3, INK));
        }
        Tile::Monster(id) => {
            let boss = id == BOSS;
            let colour = if boss { DEVIL } else { Color::srgb(0.62, 0.33, 0.3) };
            let ink = if boss { INK } else { theme::TEXT };
            let words = fight_cost.map_or("∞".to_owned(), |cost| cost.to_string());
            spot.spawn((
                shape(0.94, 0.8, BorderRadius::top(px(cell * 0.4))),
                BackgroundColor(colour),
                Pickable::IGNORE,
            ))
            .with_child(ui.bold_text(words, small, ink));
        }
    }
}

/// Returns a description of a tile in words.
pub fn tile_description(texts: &Texts, table: &TowerSession, tile: Tile) -> String {
    let tower = table.game.tower();
    let number = |number: i64| TextValue::Number(number);
    let colour = |colour| {
        texts.get(match colour {
            KeyColour::Yellow => "tower-yellow",
            KeyColour::Blue => "tower-blue",
            KeyColour::Red => "tower-red",
            KeyColour::Green => "tower-green",
        })
    };
    let gains = tower.item_gains();
    match tile {
        Tile::Road | Tile::Wall => String::new(),
        Tile::Up | Tile::Down => texts.get("tower-climb"),
        Tile::Door(c) => texts.text_with_values("tower-door", &[("colour", colour(c).into())]),
        Tile::Item(Item::Key(c)) => texts.text_with_values("tower-key", &[("colour", colour(c).into())]),
        Tile::Item(Item::Gem(c)) => {
            let (key, adds) = match c {
                KeyColour::Green => ("tower-gem-magic", gains.green_gem),
                KeyColour::Blue => ("tower-gem-defence", gains.blue_gem),
                KeyColour::Red | KeyColour::Yellow => ("tower-gem-attack", gains.red_gem),
            };
            texts.text_with_values(key, &[("adds", number(adds))])
        }
        Tile::Item(Item::Potion(c)) => {
            let adds = match c {
                KeyColour::Red => gains.red_potion,
                KeyColour::Blue => gains.blue_potion,
                KeyColour::Yellow => gains.yellow_potion,
                KeyColour::Green => gains.green_potion,
            };
            texts.text_with_values("tower-potion", &[("adds", number(adds))])
        }
        Tile::Item(Item::Sword) => texts.text_with_values("tower-sword", &[("adds", number(gains.sword))]),
        Tile::Item(Item::Shield) => texts.text_with_values("tower-shield", &[("adds", number(gains.shield))]),
        Tile::Shop => texts.get("tower-shop"),
        Tile::Monster(id) => {
            let name = if id == BOSS {
                texts.get("tower-boss")
            } else {
                texts.text_with_values("tower-monster", &[("id", id.into())])
            };
            let Some(monster) = tower.monster_by_id(id) else { return name };
            let values = [
                ("name", name.into()),
                ("life", number(monster.hp)),
                ("attack", number(monster.attack)),
                ("defence", number(monster.defence)),
                ("coins", number(monster.coins)),
            ];
            let about = texts.text_with_values("tower-monster-about", &values);
            match table.game.fight_cost_on(tile) {
                Some(cost) => {
                    format!("{about}\n{}", texts.text_with_values("tower-costs", &[("cost", number(cost))]))
                }
                None => format!("{about}\n{}", texts.get("tower-unbeatable")),
            }
        }
    }
}

/// Returns the name of a step in the player's language.
pub fn tower_step_name(texts: &Texts, table: &TowerSession, step: RouteStep) -> String {
    match step {
        RouteStep::Clear { place, tile } => {
            let what = tile_description(texts, table, tile);
            let what = what.split('\n').next().unwrap_or_default();
            let values = [
                ("what", what.into()),
                ("floor", (place.floor + 1).into()),
                ("row", (place.row + 1).into()),
                ("column", (place.column + 1).into()),
            ];
            texts.text_with_values("tower-step", &values)
        }
        RouteStep::Buy(ware) => texts.get(match ware {
            ShopWare::Hp => "tower-buy-life",
            ShopWare::Atk => "tower-buy-attack",
            ShopWare::Def => "tower-buy-defence",
            ShopWare::Mdef => "tower-buy-magic",
        }),
    }
}
