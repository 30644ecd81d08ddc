//! The middle of the setup: the list of maps above, the compass, turns, seed and Start below the
//! map.

use bevy::ecs::change_detection::Tick;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter};
use hotgates_engine::{DiceSource, Direction, Map, Side};
use hotgates_picture::{Picture, PictureLayers};

use super::SetupAction;
use super::balance::balance_node;
use super::model::{BattleSetup, SetupChange};
use crate::maps::{PlayableMaps, notes_in_words};
use hotgates_board::picture_image;
use hotgates_ui::explain::explain_fault;
use hotgates_ui::names::map_name;
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::{end_sentence, sentence_separators};
use hotgates_ui::{
    Panel, TextField, Tooltip, UiContext, WidgetStateSetter, column, panel_bundle, row, spawn_scroll_row,
    theme,
};

/// Number of digits that can be typed as a seed: every number of so many digits is one.
const SEED_DIGITS: usize = u64::MAX.ilog10() as usize;

/// The column between the armies: the board shows through it.
#[derive(Component, Debug)]
pub(super) struct SetupMiddleColumn;

#[derive(Component)]
struct MapListPanel;
#[derive(Component)]
struct SetupChoicesPanel;

/// Thumbnails, made once for each map.
#[derive(Resource, Default)]
struct MapThumbnails(Vec<Handle<Image>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MapThumbnails>().add_systems(
        Update,
        (spawn_setup_middle, fill_map_list, fill_setup_choices).chain().run_if(in_state(Screen::Setup)),
    );
}

/// Makes the node of the column.
pub(super) fn middle_column_node() -> Node {
    Node { flex_grow: 1.0, min_width: px(0), justify_content: JustifyContent::SpaceBetween, ..column(0) }
}

fn spawn_setup_middle(mut commands: Commands, middles: Query<Entity, Added<SetupMiddleColumn>>) {
    for middle in &middles {
        commands.entity(middle).with_children(|middle| {
            middle.spawn(panel_bundle(column(0))).with_children(|panel| {
                let maps = spawn_scroll_row(panel, 8);
                panel.commands().entity(maps).insert(MapListPanel);
            });
            middle.spawn((SetupChoicesPanel, panel_bundle(column(8))));
        });
    }
}

/// Fills the list with one button with a picture for each map.
fn fill_map_list(
    maps: Res<PlayableMaps>,
    setup: Option<Res<BattleSetup>>,
    mut thumbnails: ResMut<MapThumbnails>,
    mut images: ResMut<Assets<Image>>,
    mut node: Panel<MapListPanel, (usize, Tick)>,
) {
    let Some(setup) = setup else { return };
    if maps.is_changed() {
        thumbnails.0.clear();
    }
    for map in maps.0.iter().skip(thumbnails.0.len()) {
        let layers = PictureLayers { grid: false, labels: false, units: false };
        let picture = Map::read_rows(&map.map, &map.rules).ok();
        let picture = picture
            .map(|ground| Picture::from_map(&ground, &map.rules).with_layers(layers).draw_fitting(168, 120));
        thumbnails.0.push(picture.map(|picture| images.add(picture_image(picture))).unwrap_or_default());
    }
    node.refill((setup.map_index(), maps.last_changed()), |list, ui| {
        for (at, map) in maps.0.iter().enumerate() {
            let tip = notes_in_words(&ui.texts, &map.map).unwrap_or_default();
            let name = map_name(&ui.texts, &map.map.name);
            let picture = thumbnails.0[at].clone();
            let mut button = list.spawn(ui.small_button(name, SetupAction::Map(at)));
            button.chosen(setup.map_index() == at).insert(Tooltip(tip));
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

fn fill_setup_choices(
    setup: Option<Res<BattleSetup>>,
    mut node: Panel<SetupChoicesPanel, (usize, Option<Direction>, Option<i64>, [bool; 14], bool, usize)>,
) {
    let Some(setup) = setup else { return };
    let now = (
        setup.map_index(),
        setup.red_direction(),
        setup.last_turn(),
        optional_rules(&setup),
        setup.battle_to_start().is_some(),
        setup.faults().len(),
    );
    node.refill(now, |panel, ui| {
        panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(16) }).with_children(
            |line| {
                spawn_direction_buttons(line, ui, &setup);
                line.spawn(Node { flex_grow: 1.0, ..column(8) })
                    .with_children(|numbers| spawn_turns_and_seed(numbers, ui, &setup));
                line.spawn(Node { width: px(170), ..column(8) }).with_children(|last| {
                    let ready = setup.battle_to_start().is_some();
                    let mut start =
                        last.spawn(ui.large_button(ui.localized_text("setup-start"), SetupAction::Start));
                    start.as_main_button().disabled(!ready);
                    if !ready {
                        let why: Vec<_> = setup
                            .faults()
                            .iter()
                            .map(|fault| ui.texts.phrase_in_words(&explain_fault(fault)))
                            .collect();
                        start.insert(Tooltip(why.join("\n")));
                    }
                    last.spawn(ui.button(ui.localized_text("back"), SetupAction::Back));
                });
            },
        );
        for fault in setup.faults().iter().take(3) {
            panel.spawn(ui.styled_text(
                ui.texts.phrase_in_words(&explain_fault(fault)),
                theme::SMALL,
                theme::WRONG,
            ));
        }
    });
}

/// Spawns six buttons around a middle, each in the place of its direction.
fn spawn_direction_buttons(line: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup) {
    line.spawn(column(4)).with_children(|all| {
        all.spawn(balance_node());
        all.spawn(ui.styled_text(ui.localized_text("setup-from"), theme::SMALL, ui.side_colour(Side::Red)));
        for directions in
            [[Direction::Nw, Direction::N, Direction::Ne], [Direction::Sw, Direction::S, Direction::Se]]
        {
            all.spawn(row(4)).with_children(|line| {
                for direction in directions {
                    let words = ui.localized_text(&format!("direction-{}", direction.name()));
                    let button = ui.small_button(words, SetupChange::From(direction));
                    line.spawn(Node { width: px(58), ..column(0) }).with_children(|place| {
                        place.spawn(button).chosen(setup.red_direction() == Some(direction));
                    });
                }
            });
        }
    });
}

/// Returns which optional rules are on: fog of war, cohesion, retreats, supply, ammunition, officers,
/// leadership, combined arms, facing, reaction and support fire, entrenchment, height, works, weather.
const fn optional_rules(setup: &BattleSetup) -> [bool; 14] {
    [
        setup.has_fog(),
        setup.has_cohesion(),
        setup.has_retreat(),
        setup.has_supply(),
        setup.has_ammunition(),
        setup.has_officers(),
        setup.has_leadership(),
        setup.has_combined_arms(),
        setup.has_facing(),
        setup.has_reaction(),
        setup.has_entrenchment(),
        setup.has_height(),
        setup.has_works(),
        setup.has_weather(),
    ]
}

fn spawn_turns_and_seed(numbers: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup) {
    numbers.spawn(row(6)).with_children(|line| {
        line.spawn(Node { width: px(60), ..default() }).with_child(ui.styled_text(
            ui.localized_text("setup-turns"),
            theme::BODY,
            theme::TEXT_DIM,
        ));
        let turns = setup.last_turn();
        let words = turns.map_or_else(|| "–".to_owned(), |turns| turns.to_string());
        line.spawn(ui.small_button("−".to_owned(), SetupChange::Turns(-1)))
            .disabled(setup.turns_after(-1) == turns);
        line.spawn(ui.styled_text(words, theme::BODY, theme::TEXT));
        line.spawn(ui.small_button("+".to_owned(), SetupChange::Turns(1)))
            .disabled(setup.turns_after(1) == turns);
        spawn_seed(line, ui, setup);
    });
    let [
        fog,
        cohesion,
        retreat,
        supply,
        ammunition,
        officers,
        leadership,
        combined_arms,
        facing,
        reaction,
        entrenchment,
        height,
        works,
        weather,
    ] = optional_rules(setup);
    let switches = [
        ("setup-fog", "setup-fog-tip", fog, SetupChange::Fog(!fog)),
        ("setup-cohesion", "setup-cohesion-tip", cohesion, SetupChange::Cohesion(!cohesion)),
        ("setup-retreat", "setup-retreat-tip", retreat, SetupChange::Retreat(!retreat)),
        ("setup-supply", "setup-supply-tip", supply, SetupChange::Supply(!supply)),
        ("setup-ammunition", "setup-ammunition-tip", ammunition, SetupChange::Ammunition(!ammunition)),
        ("setup-officers", "setup-officers-tip", officers, SetupChange::Officers(!officers)),
        ("setup-leadership", "setup-leadership-tip", leadership, SetupChange::Leadership(!leadership)),
        (
            "setup-combined-arms",
            "setup-combined-arms-tip",
            combined_arms,
            SetupChange::CombinedArms(!combined_arms),
        ),
        ("setup-facing", "setup-facing-tip", facing, SetupChange::Facing(!facing)),
        ("setup-reaction", "setup-reaction-tip", reaction, SetupChange::Reaction(!reaction)),
        (
            "setup-entrenchment",
            "setup-entrenchment-tip",
            entrenchment,
            SetupChange::Entrenchment(!entrenchment),
        ),
        ("setup-height", "setup-height-tip", height, SetupChange::Height(!height)),
        (
            "setup-works",
            if setup.can_have_works() { "setup-works-tip" } else { "setup-works-none" },
            works,
            SetupChange::Works(!works),
        ),
        (
            "setup-weather",
            if setup.can_have_weather() { "setup-weather-tip" } else { "setup-weather-none" },
            weather,
            SetupChange::Weather(!weather),
        ),
    ];
    numbers.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
        for (key, tip, on, change) in switches {
            let missing = match change {
                SetupChange::Works(_) => !setup.can_have_works(),
                SetupChange::Weather(_) => !setup.can_have_weather(),
                _ => false,
            };
            let mut switch = line.spawn(ui.small_button(ui.localized_text(key), change));
            switch.chosen(on).disabled(missing).insert(Tooltip(ui.localized_text(tip)));
        }
    });
    // In one paragraph: another line would hide Blue's camp behind the panel.
    let notes = notes_in_words(&ui.texts, &setup.scenario().map).map(|notes| end_sentence(&ui.texts, notes));
    let sentences: Vec<String> = notes.into_iter().chain(missing_rules_in_words(ui, setup)).collect();
    if !sentences.is_empty() {
        let (space, _) = sentence_separators(&ui.texts);
        numbers.spawn(ui.styled_text(sentences.join(space), theme::SMALL, theme::TEXT_DIM));
    }
}

/// Says which switches are gray, as the ruleset has no such rules; `None` if it has all.
fn missing_rules_in_words(ui: &UiContext, setup: &BattleSetup) -> Option<String> {
    let rules = [("setup-works", setup.can_have_works()), ("setup-weather", setup.can_have_weather())];
    let missing = rules.into_iter().filter(|(_, is_there)| !is_there);
    let missing: Vec<String> = missing.map(|(key, _)| ui.localized_text(key)).collect();
    let (_, comma) = sentence_separators(&ui.texts);
    let values = [("rules", missing.join(comma).into())];
    (!missing.is_empty()).then(|| ui.texts.text_with_values("setup-not-in-rules", &values))
}

/// Writes the seed behind the turns: a line of its own would hide Blue's camp behind the panel.
fn spawn_seed(line: &mut ChildSpawnerCommands, ui: &UiContext, setup: &BattleSetup) {
    line.spawn(Node { margin: UiRect::left(px(24)), ..default() }).with_child(ui.styled_text(
        ui.localized_text("setup-seed"),
        theme::BODY,
        theme::TEXT_DIM,
    ));
    // An empty field is seed 0, as in a map that names none, or a key, which a typed seed replaces.
    let seed = match setup.scenario().dice_source() {
        DiceSource::Seed(seed) => seed.to_string(),
        DiceSource::Key(_) => String::new(),
    };
    let typed = Box::new(|text: String| SetupChange::Seed(text.parse().unwrap_or(0)));
    let mut field = line.spawn(TextField::with_text(ui, &seed, 9.0, typed));
    field.insert((
        EditableTextFilter::new(|character| character.is_ascii_digit()),
        Tooltip(ui.localized_text("setup-seed-tip")),
    ));
    field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(SEED_DIGITS));
}
