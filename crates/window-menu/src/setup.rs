//! The screen on which a battle is set up: the map in the middle, Blue's order of battle on the
//! left and Red's on the right, commanders, and the direction that Red comes from.

mod army;
pub mod balance;
pub mod change;
mod doctrine_files;
pub mod doctrines;
pub mod model;
mod options;
pub mod policies;
pub mod saved_armies;
pub mod seat;

use std::sync::Arc;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_bots::draw_dice_key;
use hotgates_engine::{Map, Scenario, Side};

use self::model::{BattleSetup, SetupChange};
use crate::maps::{PlayableMaps, ToldMapFaults, find_maps_of_player};
use hotgates_board::{Board, BoardContent, BoardMarks, GroundId, MapMark, MapSketch};
use hotgates_ui::screen::{ReturnScreen, Screen, full_window_column};
use hotgates_ui::{InterfaceScale, UiColours, register_emitted_message, register_typed_message};
use hotgates_window_battle::battle::{BattleSystems, StartBattle};
use hotgates_window_programs::{ProgramConfirmed, ProgramSystems, is_no_program_asked};

/// A request about the setup as a whole.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupAction {
    /// Fight on this map, by its place in the list.
    Map(usize),
    /// Begin.
    Start,
    /// Back to the menu.
    Back,
}

pub(crate) fn plugin(app: &mut App) {
    register_emitted_message::<SetupAction>(app);
    register_emitted_message::<SetupChange>(app);
    register_typed_message::<SetupChange>(app);
    app.init_resource::<PlayableMaps>()
        .init_resource::<ToldMapFaults>()
        .add_systems(OnEnter(Screen::Setup), (find_maps_of_player, prepare_setup).chain())
        .add_systems(
            Update,
            (
                press_setup_keys.run_if(is_no_program_asked),
                apply_setup_changes,
                handle_setup_actions,
                show_setup_on_board,
            )
                .chain()
                .in_set(BattleSystems::Input)
                .run_if(in_state(Screen::Setup).and_then(resource_exists::<BattleSetup>)),
        )
        .add_systems(
            Update,
            seat_confirmed_program
                .after(ProgramSystems)
                .run_if(in_state(Screen::Setup).and_then(resource_exists::<BattleSetup>)),
        )
        .add_plugins((
            army::plugin,
            options::plugin,
            balance::plugin,
            doctrine_files::plugin,
            policies::plugin,
            saved_armies::plugin,
        ));
}

fn prepare_setup(mut commands: Commands, maps: Res<PlayableMaps>, old: Option<Res<BattleSetup>>) {
    if old.is_none()
        && let Some(first) = maps.0.first()
    {
        commands.insert_resource(BattleSetup::new(first, 0));
    }
    // Drawn by the panels' own systems.
    commands.spawn((
        DespawnOnExit(Screen::Setup),
        Node { flex_direction: FlexDirection::Row, ..full_window_column() },
        Pickable::IGNORE,
        TabGroup::new(0),
        SetupPanelRow,
    ));
}

/// Width of the armies' panels, in logical pixels.
const SIDE: i32 = 280;

/// Height of the list of maps above the board, in logical pixels.
const MAP_LIST: f32 = 112.0;

/// Height of the choices below the board with three lines of switches and of notes, in logical pixels.
const CHOICES: f32 = 186.0;

/// The row that the panels stand in.
#[derive(Component)]
struct SetupPanelRow;

fn press_setup_keys(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    typing: hotgates_ui::keys::TypingStatus,
    mut actions: MessageWriter<SetupAction>,
) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        actions.write(SetupAction::Back);
    }
    if keys.just_pressed(KeyCode::F5) || (keys.just_pressed(KeyCode::KeyB) && !typing.is_typing()) {
        actions.write(SetupAction::Start);
    }
}

fn apply_setup_changes(mut changes: MessageReader<SetupChange>, mut setup: ResMut<BattleSetup>) {
    for change in changes.read() {
        setup.apply_change(change);
    }
}

fn seat_confirmed_program(mut confirmed: MessageReader<ProgramConfirmed>, mut setup: ResMut<BattleSetup>) {
    for ProgramConfirmed { side, program } in confirmed.read() {
        setup.apply_change(&SetupChange::Program(*side, program.clone()));
        // Without chance of the system the seed stays: the battle can be fought, and the player sees the seed.
        if let Ok(key) = draw_dice_key() {
            setup.apply_change(&SetupChange::DrawnKey(key));
        }
    }
}

fn handle_setup_actions(
    mut actions: MessageReader<SetupAction>,
    mut setup: ResMut<BattleSetup>,
    maps: Res<PlayableMaps>,
    mut start: MessageWriter<StartBattle>,
    home: Res<ReturnScreen>,
    mut next: ResMut<NextState<Screen>>,
) {
    for action in actions.read() {
        match action {
            SetupAction::Back => next.set(home.0),
            SetupAction::Start => {
                if let Some((scenario, seats)) = setup.battle_to_start() {
                    start.write(StartBattle::new(scenario, seats));
                }
            }
            SetupAction::Map(at) => {
                if let Some(map) = maps.0.get(*at) {
                    *setup = setup.for_other_map(map, *at);
                }
            }
        }
    }
}

/// Puts the battle as it would begin on the board: units move at once when a choice moves them.
fn show_setup_on_board(
    mut commands: Commands,
    setup: Res<BattleSetup>,
    board: Option<ResMut<Board>>,
    scale: InterfaceScale,
    colours: Res<UiColours>,
    mut marks: ResMut<BoardMarks>,
    mut last: Local<Option<(usize, GroundId)>>,
) {
    if !setup.is_changed() && board.is_some() {
        return;
    }
    let Some(shown) = setup_on_board(&setup) else {
        commands.remove_resource::<Board>();
        return;
    };
    // Where Red comes in.
    let outline = |cell| MapMark::Outline(cell, colours.side_panel_colour(Side::Red), 6.0);
    let shapes = setup.battle().map(|battle| battle.starting_cells(Side::Red).map(outline).collect());
    marks.set_if_neq(BoardMarks { shapes: shapes.unwrap_or_default(), texts: Vec::new() });
    let same_map = last.filter(|&(map, _)| map == setup.map_index());
    let ground = same_map.map_or_else(GroundId::next_free, |(_, ground)| ground);
    *last = Some((setup.map_index(), ground));
    match board {
        Some(mut board) if board.ground == ground => board.shown = shown,
        _ => {
            let side = f32::from(u16::try_from(SIDE).unwrap_or(0));
            let covered = scale.scaled_pixels([side, MAP_LIST, side, CHOICES]);
            commands.insert_resource(Board { shown, ground, covered, kept_clear: 0.0, rulers: false });
        }
    }
}

/// Returns the battle as it would begin; the bare ground of a map on which no battle can begin;
/// `None` where the ground cannot be read.
fn setup_on_board(setup: &BattleSetup) -> Option<BoardContent> {
    if let Some(battle) = setup.battle() {
        return Some(BoardContent::Battle(battle.clone()));
    }
    let Scenario { map, rules, .. } = setup.scenario();
    let ground = Map::read_rows(map, rules).ok()?;
    let sketch = MapSketch { map: Arc::new(ground), rules: Arc::new(rules.clone()), units: Vec::new() };
    Some(BoardContent::MapSketch(sketch))
}
