//! The middle of the setup: the list of maps above, the compass, turns, seed and Start below the
//! map.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_engine::{Direction, Map, Side};
use hotgates_picture::{Layers, Picture};

use super::SetupAction;
use super::model::{Setup, SetupChange};
use crate::maps::Maps;
use hotgates_board::picture_image;
use hotgates_ui::explain::explain_fault;
use hotgates_ui::screen::Screen;
use hotgates_ui::{Choice, Field, Panel, Tooltip, UiContext, column, panel, row, theme};

/// The column between the armies: the board shows through it.
#[derive(Component, Debug)]
pub(super) struct Middle;

#[derive(Component)]
struct MapList;
#[derive(Component)]
struct Choices;

/// Thumbnails, made once for each map.
#[derive(Resource, Default)]
struct Thumbnails(Vec<Handle<Image>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Thumbnails>()
        .add_systems(Update, (spawn, draw_maps, draw_choices).chain().run_if(in_state(Screen::Setup)));
}

/// The column's place.
pub(super) fn node() -> Node {
    Node { flex_grow: 1.0, min_width: px(0), justify_content: JustifyContent::SpaceBetween, ..column(0) }
}

fn spawn(mut commands: Commands, middles: Query<Entity, Added<Middle>>) {
    for middle in &middles {
        commands.entity(middle).with_children(|middle| {
            middle.spawn((
                MapList,
                panel(Node { overflow: Overflow::scroll_x(), ..row(8) }),
                bevy::ui_widgets::ScrollArea,
            ));
            middle.spawn((Choices, panel(column(8))));
        });
    }
}

/// One button with a picture for each map.
fn draw_maps(
    maps: Res<Maps>,
    setup: Option<Res<Setup>>,
    mut thumbnails: ResMut<Thumbnails>,
    mut images: ResMut<Assets<Image>>,
    mut node: Panel<MapList, (usize, Tick)>,
) {
    let Some(setup) = setup else { return };
    if maps.is_changed() {
        thumbnails.0.clear();
    }
    for map in maps.0.iter().skip(thumbnails.0.len()) {
        let layers = Layers { grid: false, labels: false, units: false };
        let picture = Map::read(&map.map, &map.rules).ok();
        let picture = picture
            .map(|ground| Picture::of_map(&ground, &map.rules).with_layers(layers).draw_fitting(168, 120));
        thumbnails.0.push(picture.map(|picture| images.add(picture_image(picture))).unwrap_or_default());
    }
    node.refill((setup.map(), maps.last_changed()), |list, ui| {
        for (at, map) in maps.0.iter().enumerate() {
            let tip = map.map.notes.clone().unwrap_or_default();
            let name = map.map.name.clone();
            let picture = thumbnails.0[at].clone();
            let mut button = list.spawn(ui.small_button(name, SetupAction::Map(at)));
            button.chosen(setup.map() == at).insert(Tooltip(tip));
            button.entry::<Node>().and_modify(|mut node| {
                node.flex_direction = FlexDirection::Column;
                node.row_gap = px(4);
            });
            button.with_children(|button| {
                button.spawn((
                    ImageNode::new(picture),
                    Node { height: px(60), ..default() },
                    Pickable::IGNORE,
                ));
            });
        }
    });
}

fn draw_choices(
    setup: Option<Res<Setup>>,
    mut node: Panel<Choices, (usize, Option<Direction>, u32, bool, usize)>,
) {
    let Some(setup) = setup else { return };
    let now = (setup.map(), setup.from(), setup.turns(), setup.ready().is_some(), setup.faults().len());
    node.refill(now, |panel, ui| {
        panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(16) }).with_children(
            |line| {
                compass(line, ui, &setup);
                line.spawn(Node { flex_grow: 1.0, ..column(8) })
                    .with_children(|numbers| turns_and_seed(numbers, ui, &setup));
                line.spawn(Node { width: px(170), ..column(8) }).with_children(|last| {
                    let ready = setup.ready().is_some();
                    let mut start = last.spawn(ui.large_button(ui.text("setup-start"), SetupAction::Start));
                    start.disabled(!ready);
                    if !ready {
                        let why: Vec<_> =
                            setup.faults().iter().map(|fault| ui.texts.say(&explain_fault(fault))).collect();
                        start.insert(Tooltip(why.join("\n")));
                    }
                    last.spawn(ui.button(ui.text("back"), SetupAction::Back));
                });
            },
        );
        for fault in setup.faults().iter().take(3) {
            panel.spawn(ui.words(ui.texts.say(&explain_fault(fault)), theme::SMALL, theme::WRONG));
        }
    });
}

/// Six buttons around a middle, each where its direction is.
fn compass(line: &mut ChildSpawnerCommands, ui: &UiContext, setup: &Setup) {
    line.spawn(column(4)).with_children(|all| {
        all.spawn(ui.words(ui.text("setup-from"), theme::SMALL, ui.side(Side::Red)));
        for directions in
            [[Direction::Nw, Direction::N, Direction::Ne], [Direction::Sw, Direction::S, Direction::Se]]
        {
            all.spawn(row(4)).with_children(|line| {
                for direction in directions {
                    let words = ui.text(&format!("direction-{}", direction.name()));
                    let button = ui.small_button(words, SetupChange::From(direction));
                    line.spawn(Node { width: px(58), ..column(0) }).with_children(|place| {
                        place.spawn(button).chosen(setup.from() == Some(direction));
                    });
                }
            });
        }
    });
}

fn turns_and_seed(numbers: &mut ChildSpawnerCommands, ui: &UiContext, setup: &Setup) {
    numbers.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(60), ..default() }).with_child(ui.words(
            ui.text("setup-turns"),
            theme::BODY,
            theme::TEXT_DIM,
        ));
        line.spawn(ui.small_button("−".to_owned(), SetupChange::Turns(-1)));
        line.spawn(ui.words(setup.turns().to_string(), theme::BODY, theme::TEXT));
        line.spawn(ui.small_button("+".to_owned(), SetupChange::Turns(1)));
    });
    numbers.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(60), ..default() }).with_child(ui.words(
            ui.text("setup-seed"),
            theme::BODY,
            theme::TEXT_DIM,
        ));
        let seed = setup.scenario().seed().to_string();
        // What is no number is seed 0, as in a map that names none.
        let typed = Box::new(|text: String| SetupChange::Seed(text.trim().parse().unwrap_or(0)));
        line.spawn(Field::of(ui, &seed, 9.0, typed)).insert(Tooltip(ui.text("setup-seed-tip")));
    });
    if let Some(notes) = &setup.scenario().map.notes {
        numbers.spawn(ui.words(notes.clone(), theme::SMALL, theme::TEXT_DIM));
    }
}
