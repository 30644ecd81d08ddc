//! The document on the board: its ground and units, and the marks of what is selected, wrong or
//! about to be painted.

use std::sync::Arc;

use bevy::prelude::*;
use hotgates_editor::{Coord, Document, EditorTool, brush_hexes};
use hotgates_engine::{Cell, Grid, Map, MapFile, Side, TerrainId};
use hotgates_picture::{Colour, Counter};

use super::layer::SurveyLayer;
use super::survey::MapSurvey;
use super::{COVERED, EditorSystems, EditorTab, Workspace};
use hotgates_board::{
    Board, BoardContent, BoardMarks, GroundId, MapMark, MapSketch, MarkText, PointerCoord, RepaintGround,
};
use hotgates_ui::screen::Screen;
use hotgates_ui::theme::to_bevy_color;
use hotgates_ui::{InterfaceScale, UiColours};

const SELECTED: Color = Color::srgba(1.0, 1.0, 1.0, 0.95);
const BRUSH: Color = Color::srgba(1.0, 1.0, 1.0, 0.8);
const NUMBER: Color = Color::srgb(0.1, 0.08, 0.06);
/// Opacity of a side's colour on the hexes where its units would start.
const LAID_OUT: f32 = 0.5;
/// More hexes than this are shown by the lines around them.
const MOST: usize = 3000;
/// More faults than this are shown by the list alone.
const FAULTS: usize = 500;
/// Every so many columns and rows have a number.
const EVERY: usize = 5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (update_board_from_document, gather_editor_marks).chain().in_set(EditorSystems::Show),
    )
    .add_systems(OnExit(Screen::Editor), |mut marks: ResMut<BoardMarks>| *marks = BoardMarks::default());
}

/// Returns the ground and the units of a document, for the board.
fn map_sketch_of_document(document: &Document, background: TerrainId) -> MapSketch {
    let (rules, ground) = (document.rules(), document.ground());
    // In the ruleset's own glyphs; what stands for nothing looks like the background, and is marked
    // as a fault.
    let glyph = |at: Coord| rules.terrains[document.terrain(at).unwrap_or(background)].glyph;
    let row = |row: i32| (0..ground.width()).map(|col| glyph(Coord { col, row })).collect();
    let file = MapFile { rows: (0..ground.height()).map(row).collect(), ..MapFile::default() };
    let map = Map::read_rows(&file, rules).expect("rows of one length in the ruleset's own glyphs");
    let units = placed_units(document, map.grid());
    MapSketch { map: Arc::new(map), rules: Arc::new(rules.clone()), units }
}

/// Returns the units that have a place on the map.
fn placed_units(document: &Document, grid: &Grid) -> Vec<(Cell, Counter)> {
    let rules = document.rules();
    let counter = |side: Side, unit: &hotgates_engine::UnitEntry| {
        let cell = grid.at(unit.at?)?;
        let kind = &rules.units[rules.unit(&unit.kind)?];
        let men = unit.strength.and_then(|men| u16::try_from(men).ok()).unwrap_or(kind.strength.0);
        let rank = unit.rank.as_ref().and_then(|rank| rules.rank(rank));
        let counter = Counter::new(rules, side, kind).with_officer(rank, unit.name.is_some());
        let facing = unit.facing.filter(|_| rules.options.facing.is_some());
        let contingent = unit.contingent.as_ref().and_then(|name| document.contingent_colour(side, name));
        let contingent = contingent.map(|colour| Colour(colour.0));
        Some((cell, Counter { strength: (men, kind.strength.0), facing, contingent, ..counter }))
    };
    let of = |side: Side| document.units(side).iter().filter_map(move |unit| counter(side, unit));
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// Brings the board up to date with the document, and draws only changed hexes anew.
fn update_board_from_document(
    mut commands: Commands,
    mut workspace: ResMut<Workspace>,
    board: Option<ResMut<Board>>,
    scale: InterfaceScale,
    mut repaints: MessageWriter<RepaintGround>,
    mut shown_number: Local<u32>,
) {
    let workspace = workspace.bypass_change_detection();
    let changes = workspace.editor.take_changes();
    let background = workspace.editor.background();
    let number = workspace.number;
    let document = workspace.document();
    let Some(mut board) = board.filter(|_| number == *shown_number) else {
        *shown_number = number;
        let shown = BoardContent::MapSketch(map_sketch_of_document(document, background));
        let covered = scale.scaled_pixels(COVERED);
        let board = Board { shown, ground: GroundId::next_free(), covered, kept_clear: 0.0, rulers: true };
        commands.insert_resource(board);
        return;
    };
    if changes.is_empty() {
        return;
    }
    let board = &mut *board;
    let BoardContent::MapSketch(shown) = &mut board.shown else { return };
    let size = |map: &Map| (map.grid().width(), map.grid().height());
    let same_size = size(&shown.map) == (document.ground().width(), document.ground().height());
    if changes.everything {
        *shown = map_sketch_of_document(document, background);
        if same_size {
            repaints.write(RepaintGround(None));
        } else {
            board.ground = GroundId::next_free();
        }
        return;
    }
    let mut cells = Vec::with_capacity(changes.hexes.len());
    for at in changes.hexes {
        if let Some(cell) = shown.map.grid().at(at) {
            shown.set_terrain(cell, document.terrain(at).unwrap_or(background));
            cells.push(cell);
        }
    }
    if !cells.is_empty() {
        cells.sort_unstable();
        cells.dedup();
        repaints.write(RepaintGround(Some(cells)));
    }
    if changes.battle {
        shown.units = placed_units(document, shown.map.grid());
    }
}

/// Gathers the marks; they are drawn anew only where they differ.
fn gather_editor_marks(
    workspace: Res<Workspace>,
    board: Option<Res<Board>>,
    survey: Res<MapSurvey>,
    at: Res<PointerCoord>,
    colours: Res<UiColours>,
    mut marks: ResMut<BoardMarks>,
    mut last: Local<u32>,
) {
    let Some(board) = board else { return };
    let news = workspace.is_changed()
        || board.is_changed()
        || at.is_changed()
        || colours.is_changed()
        || *last != survey.version;
    if !news {
        return;
    }
    *last = survey.version;
    let grid = board.grid();
    let document = workspace.document();
    if (document.ground().width(), document.ground().height()) != (grid.width(), grid.height()) {
        return;
    }
    let mut now = BoardMarks::default();
    let mut outline = |hexes: &mut dyn Iterator<Item = Coord>, colour: Color, thick: f32| {
        let cells = hexes.filter_map(|at| grid.at(at));
        now.shapes.extend(cells.map(|cell| MapMark::Outline(cell, colour, thick)));
    };
    let entry = &document.settings().entry;
    outline(&mut entry.iter().copied().take(MOST), colours.side_panel_colour(Side::Red), 5.0);
    for side in Side::BOTH {
        let goals = document.settings().goals.iter().filter(|goal| goal.side == side);
        let mut hexes = goals.flat_map(|goal| goal.hold.iter().chain(&goal.take).chain(&goal.exit)).copied();
        outline(&mut hexes.by_ref().take(MOST), colours.side_panel_colour(side), 3.0);
        let home = document.settings().home.of_side(side);
        outline(&mut home.iter().copied().take(MOST), colours.side_panel_colour(side), 1.5);
    }
    let selected = to_bevy_color(colours.palette().selected);
    outline(&mut hexes_in_hand(&workspace).into_iter().take(MOST), selected, 5.0);
    outline(&mut workspace.selected_edge.iter().copied().take(4 * MOST), SELECTED, 3.0);
    if workspace.overlay == SurveyLayer::Chokes
        && let Some(chokes) = survey.known.chokes.get(workspace.invasion)
    {
        for (index, set) in chokes.sets.iter().enumerate() {
            let thick = if chokes.chosen == Some(index) { 9.0 } else { 3.0 };
            outline(&mut set.hexes.iter().copied(), to_bevy_color(colours.palette().choke), thick);
        }
    }
    let faults = survey.known.faults.iter().flatten().filter_map(|fault| fault.hex);
    outline(&mut faults.take(FAULTS), to_bevy_color(colours.palette().target), 4.0);
    if let Some((side, index)) = workspace.taken {
        let unit = document.units(side).get(index);
        outline(&mut unit.and_then(|unit| unit.at).into_iter(), selected, 5.0);
    }
    if workspace.tab == EditorTab::Armies
        && let Some(deployment) = &survey.known.deployment
    {
        for side in Side::BOTH {
            let cells = deployment[side].iter().take(MOST).filter_map(|&at| grid.at(at));
            let colour = colours.side_panel_colour(side).with_alpha(LAID_OUT);
            // Not by colour alone.
            let mark = |cell| match side {
                Side::Red => MapMark::Stripes(cell, colour),
                Side::Blue => MapMark::Fill(cell, colour),
            };
            now.shapes.extend(cells.map(mark));
        }
    }
    match workspace.editor.preview_corners().filter(|&(low, high)| count_hexes_between(low, high) > MOST) {
        Some((low, high)) => mark_rectangle(low, high, grid, &mut now),
        None => match workspace.editor.preview_hexes() {
            preview if preview.is_empty() => {
                mark_hexes_under_pointer(&workspace, at.0, grid, &colours, &mut now);
            }
            preview => mark_covered_hexes(&preview, grid, &colours, &mut now),
        },
    }
    if workspace.labels {
        label_columns_and_rows(grid, &mut now);
    }
    marks.set_if_neq(now);
}

/// Returns the hexes of the goal or event in hand that the tab shows.
fn hexes_in_hand(workspace: &Workspace) -> Vec<Coord> {
    let settings = workspace.document().settings();
    match workspace.tab {
        EditorTab::Goals => {
            let goal = workspace.goal.and_then(|index| settings.goals.get(index));
            goal.into_iter()
                .flat_map(|goal| [&goal.hold, &goal.take, &goal.exit])
                .flatten()
                .copied()
                .collect()
        }
        EditorTab::Events => {
            let event = workspace.event.and_then(|index| settings.events.get(index));
            let lists = event.into_iter().flat_map(|event| event.terrain.values().chain([&event.enters]));
            lists.flatten().copied().collect()
        }
        EditorTab::Analysis | EditorTab::Armies | EditorTab::Map => Vec::new(),
    }
}

/// Marks the hexes that the tool would change if the pointer were pressed.
fn mark_hexes_under_pointer(
    workspace: &Workspace,
    at: Option<Coord>,
    grid: &Grid,
    colours: &UiColours,
    marks: &mut BoardMarks,
) {
    let Some(at) = at.filter(|_| workspace.dialog.is_none()) else { return };
    let editor = &workspace.editor;
    let size = match editor.tool() {
        EditorTool::Brush
        | EditorTool::Line
        | EditorTool::RoadOrRiver(hotgates_editor::RoadOrRiver::River) => editor.brush_size(),
        EditorTool::Paste => {
            let hexes: Vec<Coord> =
                editor.clip().iter().flat_map(|clip| clip.hexes_placed_at(at)).map(|(at, _)| at).collect();
            return mark_covered_hexes(&hexes, grid, colours, marks);
        }
        _ => 1,
    };
    let map = (grid.width(), grid.height());
    let images = brush_hexes(at, size).filter(|&at| grid.at(at).is_some());
    let images = images.flat_map(|at| editor.symmetry().hex_and_mirror_images(map, at));
    let cells = images.filter_map(|at| grid.at(at));
    marks.shapes.extend(cells.map(|cell| MapMark::Outline(cell, BRUSH, 2.0)));
}

/// Marks hexes as covered; very many of them by the lines around them.
fn mark_covered_hexes(hexes: &[Coord], grid: &Grid, colours: &UiColours, marks: &mut BoardMarks) {
    if hexes.len() <= MOST {
        let cells = hexes.iter().filter_map(|&at| grid.at(at));
        let colour = to_bevy_color(colours.palette().reach);
        marks.shapes.extend(cells.map(|cell| MapMark::Shade(cell, colour)));
        return;
    }
    let edges = |of: fn(&Coord) -> i32, most: i32| {
        let inside = || hexes.iter().map(of).map(|place| place.clamp(0, most - 1));
        (inside().min().unwrap_or(0), inside().max().unwrap_or(0))
    };
    let ((west, east), (north, south)) =
        (edges(|at| at.col, grid.width()), edges(|at| at.row, grid.height()));
    mark_rectangle(Coord { col: west, row: north }, Coord { col: east, row: south }, grid, marks);
}

/// Marks the outline of the rectangle between two corners, north-west and south-east.
fn mark_rectangle(low: Coord, high: Coord, grid: &Grid, marks: &mut BoardMarks) {
    let (west, east, north, south) = (low.col, high.col, low.row, high.row);
    let corners = [(west, north), (east, north), (east, south), (west, south), (west, north)];
    let cells = corners.into_iter().filter_map(|(col, row)| grid.at(Coord { col, row })).collect();
    marks.shapes.push(MapMark::Line(cells, BRUSH, 12.0));
}

/// Number of hexes in the rectangle between two corners.
fn count_hexes_between(low: Coord, high: Coord) -> usize {
    let side = |from: i32, to: i32| usize::try_from(to - from + 1).unwrap_or(0);
    side(low.col, high.col) * side(low.row, high.row)
}

/// Labels the columns along the north edge and the rows along the west edge with their numbers.
fn label_columns_and_rows(grid: &Grid, marks: &mut BoardMarks) {
    let mut label = |at: Coord, number: i32, above: f32| {
        if let Some(cell) = grid.at(at) {
            marks.texts.push(MarkText { cell, text: number.to_string(), look: NUMBER.into(), above });
        }
    };
    (0..grid.width()).step_by(EVERY).for_each(|col| label(Coord { col, row: 0 }, col, 18.0));
    (0..grid.height()).step_by(EVERY).skip(1).for_each(|row| label(Coord { col: 0, row }, row, 0.0));
}
