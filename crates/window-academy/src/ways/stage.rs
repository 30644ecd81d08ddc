//! The map as it is drawn: its ground, and on every hex what is known of the ways to it.

use std::collections::BTreeMap;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_board::picture_image;
use hotgates_engine::{Cell, Coord, Map, MapFile, Ruleset};
use hotgates_picture::{Picture, PictureLayers};
use hotgates_search::SearchReport;
use hotgates_ways::{ShippedWay, WayGame, WayHint};

use super::{WayAction, WaySession, way_name_key};
use crate::AcademyAction;
use crate::figures::{GOOD, GOOD_GROUND, INK, clickable_tile_area, graph_node_at_pixel};
use crate::tape::{SearchMoment, VisitedState};
use hotgates_ui::texts::{TextValue, Texts};
use hotgates_ui::{Tooltip, UiContext, WidgetStateSetter, row, theme};

/// Colours of hexes that have been looked at, and of those that wait.
const LOOKED_AT: Color = Color::srgba(0.4, 0.58, 0.86, 0.85);
const WAITS: Color = Color::srgba(0.13, 0.2, 0.33, 0.85);

/// Share of its width that a hex is high, and widths that pictures fit without a seam.
const HEIGHT: f32 = 7.0 / 8.0;
const WIDTHS: [u16; 9] = [72, 64, 56, 48, 40, 32, 24, 16, 8];

/// Pictures of the ground, by map and width of a hex.
#[derive(Resource, Default)]
pub struct WayPictures(BTreeMap<(usize, u16), Handle<Image>>);

impl WayPictures {
    /// Returns the picture of a map's ground, drawn at its first use; `None` where there are no pictures at all.
    pub fn ground_picture(
        &mut self,
        images: Option<&mut Assets<Image>>,
        map: usize,
        width: u16,
    ) -> Option<Handle<Image>> {
        let draw = |images: &mut Assets<Image>| images.add(picture_image(draw_ground(map, width)));
        images.map(|images| self.0.entry((map, width)).or_insert_with(|| draw(images)).clone())
    }
}

fn draw_ground(map: usize, width: u16) -> hotgates_picture::Image {
    let rules = Ruleset::classic();
    let file = MapFile { rows: ShippedWay::ALL[map].rows(), ..MapFile::default() };
    let ground = Map::read_rows(&file, &rules).expect("shipped maps are sound");
    let layers = PictureLayers { grid: true, labels: false, units: false };
    let size = scene_size(ground.grid().width(), ground.grid().height(), width).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred pixels")]
    let (across, down) = (size.x as u32, size.y as u32);
    Picture::from_map(&ground, &rules).with_layers(layers).draw_part(width.into(), (0, 0), across, down)
}

fn scene_size(columns: i32, rows: i32, width: u16) -> Vec2 {
    #[expect(clippy::cast_precision_loss, reason = "a few columns and rows")]
    let (columns, rows, width) = (columns as f32, rows as f32, f32::from(width));
    Vec2::new((columns * 0.75 + 0.25) * width, (rows + 0.5) * width * HEIGHT)
}

/// Returns the greatest width of hexes by which the whole map has at most so many pixels.
pub fn way_hex_width(session: &WaySession, most: Vec2) -> u16 {
    let grid = session.game.map().grid();
    let fits = |width: &u16| scene_size(grid.width(), grid.height(), *width).cmple(most).all();
    WIDTHS.into_iter().find(fits).unwrap_or(WIDTHS[WIDTHS.len() - 1])
}

/// Spawns the maps to choose from.
pub fn spawn_way_options(line: &mut ChildSpawnerCommands, ui: &UiContext, session: &WaySession) {
    line.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }).with_children(|line| {
        for map in 0..ShippedWay::ALL.len() {
            let action = AcademyAction::Ways(WayAction::Map(map));
            line.spawn(ui.small_button(ui.localized_text(way_name_key(map)), action))
                .chosen(session.map == map);
        }
    });
}

/// A map with what is known of it.
struct WayScene<'a> {
    game: &'a WayGame,
    ground: Option<Handle<Image>>,
    width: u16,
    /// The hex that is looked at now.
    now: Option<Cell>,
    /// The way that is shown.
    way: Vec<Cell>,
    /// Column and row of the cursor, where hexes can be clicked.
    cursor: Option<Coord>,
}

/// Spawns the search by hand: hexes that wait can be clicked.
pub fn spawn_ways(
    stage: &mut ChildSpawnerCommands,
    ui: &UiContext,
    session: &WaySession,
    ground: Option<Handle<Image>>,
    width: u16,
) {
    let game = &session.game;
    let way = game.way_to(game.map().goal());
    let scene = WayScene { game, ground, width, now: None, way, cursor: Some(session.cursor) };
    scene.spawn_hexes(stage, ui);
    stage.spawn(ui.styled_text(ui.localized_text("way-legend"), 11.0, theme::TEXT_DIM));
}

/// Spawns the map as a search knew it at a moment; at the end with the way that it found.
pub fn spawn_searched_way(
    view: &mut ChildSpawnerCommands,
    ui: &UiContext,
    session: &WaySession,
    ground: Option<Handle<Image>>,
    width: u16,
    (shots, is_done): (&[SearchMoment], bool),
) {
    let mut sights = shots.iter().filter_map(|shot| match shot.visited {
        VisitedState::Way(sight) => Some(sight),
        _ => None,
    });
    let expanded = sights.clone().filter_map(|sight| match sight {
        SearchReport::Expanded(cell) => Some(cell),
        SearchReport::Seen(_) | SearchReport::Improved(..) => None,
    });
    let game = WayGame::as_search_knows(session.game.map().clone(), expanded);
    let way = if is_done { game.way_to(game.map().goal()) } else { Vec::new() };
    let now = sights.next_back().map(SearchReport::state).filter(|_| !is_done);
    WayScene { game: &game, ground, width, now, way, cursor: None }.spawn_hexes(view, ui);
}

impl WayScene<'_> {
    fn spawn_hexes(&self, parent: &mut ChildSpawnerCommands, ui: &UiContext) {
        let grid = self.game.map().grid();
        let size = scene_size(grid.width(), grid.height(), self.width);
        let sheet = Node { width: px(size.x), height: px(size.y), flex_shrink: 0.0, ..default() };
        parent.spawn((sheet, BackgroundColor(theme::BACKGROUND))).with_children(|sheet| {
            if let Some(ground) = &self.ground {
                let node = Node {
                    position_type: PositionType::Absolute,
                    width: px(size.x),
                    height: px(size.y),
                    ..default()
                };
                sheet.spawn((ImageNode::new(ground.clone()), node, Pickable::IGNORE));
            }
            for cell in grid.cells() {
                self.spawn_hex(sheet, ui, cell);
            }
        });
    }

    fn spawn_hex(&self, sheet: &mut ChildSpawnerCommands, ui: &UiContext, cell: Cell) {
        let map = self.game.map();
        let at = map.grid().coord(cell);
        let found = self.game.found_hex(cell);
        let is_under_cursor = self.cursor == Some(at);
        let is_end = cell == map.start() || cell == map.goal();
        if map.entry_cost(cell).is_none() && !is_under_cursor {
            return;
        }
        let width = f32::from(self.width);
        #[expect(clippy::cast_precision_loss, reason = "a few columns and rows")]
        let (col, row, lower) = (at.col as f32, at.row as f32, (at.col & 1) as f32 / 2.0);
        let middle = Vec2::new((col * 0.75 + 0.5) * width, (row + lower + 0.5) * width * HEIGHT);
        let side = width * if found.is_some() || is_end { 0.72 } else { 0.6 };
        let is_on_way = self.way.contains(&cell);
        let (ground, ink) = match found {
            _ if self.now == Some(cell) => (theme::ACCENT, INK),
            Some(_) if is_on_way => (GOOD_GROUND, theme::TEXT),
            Some(found) if found.waits => (WAITS, theme::TEXT),
            Some(_) => (LOOKED_AT, INK),
            None => (Color::NONE, theme::TEXT),
        };
        let border = match () {
            () if is_under_cursor => theme::FOCUS,
            () if cell == map.goal() => GOOD,
            () if cell == map.start() => theme::TEXT,
            () => Color::NONE,
        };
        let node = Node {
            border: UiRect::all(px(2)),
            border_radius: BorderRadius::all(px(side / 3.0)),
            ..graph_node_at_pixel(middle.x - side / 2.0, middle.y - side / 2.0, side, side)
        };
        let mut place = match self.cursor {
            Some(_) => {
                let action = AcademyAction::Ways(WayAction::Look(cell));
                sheet.spawn((clickable_tile_area(node, ground, action), BorderColor::all(border)))
            }
            None => sheet.spawn((node, BackgroundColor(ground), BorderColor::all(border))),
        };
        let entry = ("entry", TextValue::from(map.entry_cost(cell).unwrap_or(0)));
        let hex = ("hex", at.to_string().into());
        let words = match found {
            Some(found) => {
                let least = map.least_cost_to_goal(cell);
                let cost = found.cost;
                let values = [
                    hex,
                    entry,
                    ("cost", cost.into()),
                    ("least", least.into()),
                    ("sum", (cost + least).into()),
                ];
                ui.texts.text_with_values("way-hex-found", &values)
            }
            None if map.entry_cost(cell).is_none() => ui.texts.text_with_values("way-hex-blocked", &[hex]),
            None => ui.texts.text_with_values("way-hex", &[hex, entry]),
        };
        place.insert(Tooltip(words));
        if let Some(found) = found {
            let letters = if width >= 40.0 { 14.0 } else { 11.0 };
            place.with_child(ui.bold_text(found.cost.to_string(), letters, ink));
        }
    }
}

/// Returns a hint in words.
pub fn way_hint_words(texts: &Texts, hint: &WayHint) -> String {
    let (cost, least) = (hint.cost, hint.least_to_come);
    texts.text_with_values(
        "way-hint",
        &[
            ("hex", hint.hex.to_string().into()),
            ("cost", cost.into()),
            ("least", least.into()),
            ("sum", (cost + least).into()),
        ],
    )
}
