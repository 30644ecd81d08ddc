//! The panel on the left: tools, terrains, brush, symmetry, what to do with what is selected.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_editor::{EditorTool, MAX_BRUSH, Mirror, MirrorAxis, RoadOrRiver, Symmetry};
use hotgates_engine::TerrainId;

use super::{DocumentAction, EditorAction, EditorSystems, ToolAction, Workspace};
use hotgates_board::picture_image;
use hotgates_ui::{
    Panel, Tooltip, UiContext, WidgetStateSetter, column, panel_bundle, row, spawn_scroll_list, theme,
};

#[derive(Component)]
struct ToolPanel;

/// Pictures of the terrains, made once for each document.
#[derive(Resource, Default)]
struct TerrainIcons {
    of: Option<u32>,
    pictures: Vec<Handle<Image>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TerrainIcons>().add_systems(Update, fill_tool_panel.in_set(EditorSystems::Show));
}

pub(super) fn spawn_tool_panel(middle: &mut ChildSpawnerCommands) {
    let node = Node { width: px(220), height: percent(100), flex_shrink: 0.0, ..column(6) };
    middle.spawn((ToolPanel, panel_bundle(node)));
}

/// Content that the panel was last filled from.
#[derive(Debug, PartialEq)]
struct ToolPanelContent {
    number: u32,
    tool: EditorTool,
    terrain: TerrainId,
    size: u32,
    symmetry: Symmetry,
    map: (i32, i32),
    selected: usize,
    copied: usize,
}

fn fill_tool_panel(
    workspace: Res<Workspace>,
    mut icons: ResMut<TerrainIcons>,
    mut images: ResMut<Assets<Image>>,
    mut node: Panel<ToolPanel, ToolPanelContent>,
) {
    let editor = &workspace.editor;
    let ground = workspace.document().ground();
    let now = ToolPanelContent {
        number: workspace.number,
        tool: match editor.tool() {
            // What the unit is like shows elsewhere.
            EditorTool::Unit(..) => EditorTool::Unit(workspace.side, Box::default()),
            tool => tool.clone(),
        },
        terrain: editor.terrain(),
        size: editor.brush_size(),
        symmetry: editor.symmetry(),
        map: (ground.width(), ground.height()),
        selected: editor.selection().map_or(0, hotgates_editor::Selection::len),
        copied: editor.clip().map_or(0, hotgates_editor::CopiedHexes::len),
    };
    if icons.of != Some(workspace.number) || node.is_outdated() {
        let (rules, colours) = (workspace.document().rules(), hotgates_picture::Palette::default());
        let picture =
            |terrain| picture_image(hotgates_picture::terrain_image(rules, terrain, &colours, 32, 28));
        icons.pictures = rules.terrain_ids().map(|terrain| images.add(picture(terrain))).collect();
        icons.of = Some(workspace.number);
    }
    node.refill(now, |panel, ui| {
        spawn_scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 6, |list| {
            spawn_ground_tools(list, ui, &workspace);
            spawn_terrain_buttons(list, ui, &workspace, &icons.pictures);
            spawn_brush_options(list, ui, &workspace);
            spawn_symmetry_options(list, ui, &workspace);
            spawn_battle_tools(list, ui, &workspace);
            spawn_selection_buttons(list, ui, &workspace);
        });
    });
}

/// Returns the node of a row of buttons that goes on in the next line where the buttons need more
/// room.
pub(super) fn wrapping_row_node() -> Node {
    Node { flex_wrap: FlexWrap::Wrap, row_gap: px(4), ..row(4) }
}

pub(super) fn spawn_small_heading(list: &mut ChildSpawnerCommands, ui: &UiContext, key: &str) {
    list.spawn((
        ui.bold_text(ui.localized_text(key), theme::SMALL, theme::ACCENT),
        Node { margin: UiRect::top(px(3)), ..default() },
    ));
}

fn spawn_tool_buttons<const N: usize>(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    tools: [(&'static str, &'static str, EditorTool); N],
) {
    list.spawn(wrapping_row_node()).with_children(|line| {
        for (key, shortcut, tool) in tools {
            let chosen = *workspace.editor.tool() == tool;
            line.spawn(ui.small_button(ui.localized_text(key), EditorAction::Tool(ToolAction::Take(tool))))
                .chosen(chosen)
                .insert(Tooltip(shortcut.to_owned()));
        }
    });
}

fn spawn_ground_tools(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-ground");
    let all = [
        ("tool-brush", "B", EditorTool::Brush),
        ("tool-line", "L", EditorTool::Line),
        ("tool-rectangle", "R", EditorTool::Rectangle),
        ("tool-fill", "F", EditorTool::Fill),
        ("tool-pick", "I", EditorTool::Pick),
        ("tool-road", "O", EditorTool::RoadOrRiver(RoadOrRiver::Road)),
        ("tool-river", "V", EditorTool::RoadOrRiver(RoadOrRiver::River)),
        ("tool-castle", "C", EditorTool::Castle),
    ];
    spawn_tool_buttons(list, ui, workspace, all);
}

fn spawn_terrain_buttons(
    list: &mut ChildSpawnerCommands,
    ui: &UiContext,
    workspace: &Workspace,
    icons: &[Handle<Image>],
) {
    list.spawn(wrapping_row_node()).with_children(|line| {
        let rules = workspace.document().rules();
        for terrain in rules.terrain_ids() {
            let name = terrain_name(ui, &rules.terrains[terrain].name);
            let button = ui.small_button(name, EditorAction::Tool(ToolAction::Terrain(terrain)));
            let mut button = line.spawn(button);
            button.chosen(workspace.editor.terrain() == terrain);
            if terrain.index() < 7 {
                button.insert(Tooltip((terrain.index() + 1).to_string()));
            }
            button.entry::<Node>().and_modify(|mut node| {
                node.width = px(88);
                // The picture stands before the name.
                node.flex_direction = FlexDirection::RowReverse;
                node.justify_content = JustifyContent::FlexEnd;
                node.column_gap = px(3);
                node.padding = UiRect::axes(px(3), px(2));
            });
            let icon = icons.get(terrain.index()).cloned().unwrap_or_default();
            button.with_children(|button| {
                button.spawn((
                    ImageNode::new(icon),
                    Node { width: px(20), height: px(18), flex_shrink: 0.0, ..default() },
                    Pickable::IGNORE,
                ));
            });
        }
    });
}

/// Returns a terrain's name in the player's language, or its name in the ruleset where the language
/// has none.
pub(super) fn terrain_name(ui: &UiContext, name: &str) -> String {
    hotgates_ui::names::terrain_name(&ui.texts, name)
}

fn spawn_brush_options(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    list.spawn(row(4)).with_children(|line| {
        line.spawn(ui.styled_text(ui.localized_text("editor-brush"), theme::SMALL, theme::TEXT_DIM));
        for size in 1..=MAX_BRUSH {
            line.spawn(ui.small_button(size.to_string(), EditorAction::Tool(ToolAction::BrushSize(size))))
                .chosen(workspace.editor.brush_size() == size);
        }
    });
}

fn spawn_symmetry_options(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-symmetry");
    let ground = workspace.document().ground();
    let size = (ground.width(), ground.height());
    let all = [
        ("symmetry-none", Symmetry::None),
        ("mirror-west-east", Symmetry::One(Mirror::WestEast)),
        ("mirror-north-south", Symmetry::One(Mirror::NorthSouth)),
        ("mirror-half-turn", Symmetry::One(Mirror::HalfTurn)),
        ("symmetry-four", Symmetry::Four),
    ];
    list.spawn(wrapping_row_node()).with_children(|line| {
        for (key, symmetry) in all {
            let mut button = line.spawn(
                ui.small_button(ui.localized_text(key), EditorAction::Tool(ToolAction::Symmetry(symmetry))),
            );
            button.chosen(workspace.editor.symmetry() == symmetry);
            if !symmetry.is_complete(size) {
                button.insert(Tooltip(ui.localized_text("symmetry-incomplete")));
            }
        }
    });
}

fn spawn_battle_tools(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-battle");
    list.spawn(wrapping_row_node()).with_children(|line| {
        let chosen = matches!(workspace.editor.tool(), EditorTool::Unit(..));
        line.spawn(ui.small_button(ui.localized_text("tool-unit"), EditorAction::Tool(ToolAction::UnitTool)))
            .chosen(chosen)
            .insert(Tooltip("U".to_owned()));
        let others = [
            ("tool-move", "M", EditorTool::Move),
            ("tool-remove", "X", EditorTool::Remove),
            ("tool-entry", "E", EditorTool::Entry),
        ];
        for (key, shortcut, tool) in others {
            let chosen = *workspace.editor.tool() == tool;
            line.spawn(ui.small_button(ui.localized_text(key), EditorAction::Tool(ToolAction::Take(tool))))
                .chosen(chosen)
                .insert(Tooltip(shortcut.to_owned()));
        }
    });
}

fn spawn_selection_buttons(list: &mut ChildSpawnerCommands, ui: &UiContext, workspace: &Workspace) {
    spawn_small_heading(list, ui, "editor-selection");
    let all =
        [("tool-select", "S", EditorTool::SelectRectangle), ("tool-lasso", "A", EditorTool::SelectFree)];
    spawn_tool_buttons(list, ui, workspace, all);
    let (selected, copied) = (workspace.editor.selection().is_some(), workspace.editor.clip().is_some());
    list.spawn(wrapping_row_node()).with_children(|line| {
        let actions = [
            ("editor-select-all", EditorAction::Tool(ToolAction::SelectAll), "Ctrl+A", true),
            ("editor-copy", EditorAction::Tool(ToolAction::Copy), "Ctrl+C", selected),
            ("editor-cut", EditorAction::Tool(ToolAction::Cut), "Ctrl+X", selected),
            ("editor-crop", EditorAction::Document(DocumentAction::Crop), "", selected),
        ];
        for (key, action, shortcut, on) in actions {
            let tip =
                if shortcut.is_empty() { ui.localized_text("editor-crop-tip") } else { shortcut.to_owned() };
            line.spawn(ui.small_button(ui.localized_text(key), action)).disabled(!on).insert(Tooltip(tip));
        }
    });
    list.spawn(wrapping_row_node()).with_children(|line| {
        let chosen = *workspace.editor.tool() == EditorTool::Paste;
        line.spawn(ui.small_button(
            ui.localized_text("tool-paste"),
            EditorAction::Tool(ToolAction::Take(EditorTool::Paste)),
        ))
        .chosen(chosen)
        .disabled(!copied)
        .insert(Tooltip("Ctrl+V".to_owned()));
        let actions = [
            ("editor-turn", EditorAction::Tool(ToolAction::TurnClip(1)), "T"),
            ("editor-mirror-clip", EditorAction::Tool(ToolAction::MirrorClip(MirrorAxis::North)), "H"),
            ("editor-flip-clip", EditorAction::Tool(ToolAction::MirrorClip(MirrorAxis::East)), ""),
        ];
        for (key, action, shortcut) in actions {
            let mut button = line.spawn(ui.small_button(ui.localized_text(key), action));
            button.disabled(!copied);
            if !shortcut.is_empty() {
                button.insert(Tooltip(shortcut.to_owned()));
            }
        }
    });
}
