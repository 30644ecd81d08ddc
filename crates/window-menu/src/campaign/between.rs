//! A campaign between its battles: what comes on the left, the army on the right, and between them the
//! battle as it would begin.

use std::sync::Arc;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_board::{Board, BoardContent, BoardMarks, GroundId, HexClicked, MapMark, MapSketch};
use hotgates_campaign::Refit;
use hotgates_engine::{Cell, Coord, Map, Scenario};
use hotgates_ui::screen::{ReturnScreen, Screen, full_window_column};
use hotgates_ui::{InterfaceScale, Notice, UiColours, theme};
use hotgates_window_battle::battle::{BattleOpener, BattleSystems};

use super::CampaignAction;
use super::explain::explain_refit_refusal;
use super::played::PlayedCampaign;

/// Width of the panels, in logical pixels.
pub(super) const SIDE: i32 = 336;

/// The row that the panels stand in.
#[derive(Component)]
pub(super) struct CampaignPanelRow;

/// Key of the unit on the board that has been clicked, to exchange its place with another's.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub(super) struct PickedUnit(pub(super) Option<String>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PickedUnit>().add_systems(OnEnter(Screen::Campaign), enter_campaign).add_systems(
        Update,
        // The board is drawn before actions are followed: one of them may put a battle on it.
        (
            show_battle_to_come,
            mark_places,
            press_campaign_keys,
            exchange_clicked_units,
            handle_campaign_actions,
        )
            .chain()
            .in_set(BattleSystems::Input)
            .run_if(in_state(Screen::Campaign).and_then(resource_exists::<PlayedCampaign>)),
    );
}

fn enter_campaign(
    mut commands: Commands,
    mut home: ResMut<ReturnScreen>,
    mut picked: ResMut<PickedUnit>,
    played: Option<ResMut<PlayedCampaign>>,
) {
    home.0 = Screen::Campaign;
    picked.0 = None;
    // The board of what was shown before is not this one's.
    if let Some(mut played) = played {
        played.set_changed();
    }
    commands.spawn((
        DespawnOnExit(Screen::Campaign),
        Node {
            flex_direction: FlexDirection::Row,
            justify_content: JustifyContent::SpaceBetween,
            ..full_window_column()
        },
        Pickable::IGNORE,
        TabGroup::new(0),
        CampaignPanelRow,
    ));
}

fn press_campaign_keys(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    picked: Res<PickedUnit>,
    mut actions: MessageWriter<CampaignAction>,
    mut clicks: MessageWriter<HexClicked>,
) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        if picked.0.is_some() {
            clicks.write(HexClicked(None));
        } else {
            actions.write(CampaignAction::Leave);
        }
    }
    if keys.any_just_pressed([KeyCode::F5, KeyCode::KeyB]) {
        actions.write(CampaignAction::Fight);
    }
}

/// Picks the unit of the army on the hex that is clicked; a second one exchanges places with it.
fn exchange_clicked_units(
    mut clicks: MessageReader<HexClicked>,
    played: Res<PlayedCampaign>,
    board: Option<Res<Board>>,
    mut picked: ResMut<PickedUnit>,
    mut actions: MessageWriter<CampaignAction>,
) {
    let (Some(clicked), Some(board)) = (clicks.read().last(), board) else { return };
    let there =
        clicked.cell_on_grid(board.map().grid()).and_then(|cell| unit_on_place(&played, &board, cell));
    match (there, picked.0.take()) {
        (Some(there), Some(picked)) if there != picked => {
            actions.write(CampaignAction::Refit(Refit::Exchange { unit: picked, other: there }));
        }
        (Some(there), None) if !played.is_battle_in_progress() => picked.0 = Some(there),
        _ => {}
    }
}

/// Returns the key of the unit of the army that begins the next battle on a cell.
fn unit_on_place(played: &PlayedCampaign, board: &Board, cell: Cell) -> Option<String> {
    let battle = played.campaign().battle_at(played.state())?;
    let place = battle.places.iter().position(|&place| place == board.grid().coord(cell))?;
    played.state().fielded().get(place).cloned()
}

fn handle_campaign_actions(
    mut actions: MessageReader<CampaignAction>,
    mut played: ResMut<PlayedCampaign>,
    mut opener: BattleOpener,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        match action {
            CampaignAction::Refit(_) | CampaignAction::RefitAutomatically
                if played.is_battle_in_progress() => {}
            CampaignAction::Refit(refit) => {
                if let Err(why) = played.refit(refit) {
                    notices.write(Notice(explain_refit_refusal(&why)));
                }
            }
            CampaignAction::RefitAutomatically => played.refit_automatically(),
            CampaignAction::Undo => played.undo_refit(),
            CampaignAction::Enemy(name) => played.choose_enemy(name.clone()),
            CampaignAction::Fight if played.state().end().is_some() => {}
            CampaignAction::Fight => match played.open_battle() {
                Ok(session) => opener.open_battle_of_campaign(session),
                Err(problems) => {
                    notices.write_batch(problems.into_iter().map(Notice));
                }
            },
            CampaignAction::Leave => opener.go_to(Screen::Campaigns),
        }
    }
}

/// Puts the battle on the board as it would begin, as far as the player's side knows; the battle in
/// progress as it stands; the bare ground where nobody is sent.
fn show_battle_to_come(
    mut commands: Commands,
    played: Res<PlayedCampaign>,
    board: Option<ResMut<Board>>,
    scale: InterfaceScale,
    mut last: Local<Option<(String, GroundId)>>,
) {
    if !played.is_changed() {
        return;
    }
    let Some(battle) = played.campaign().battle_at(played.state()) else {
        return commands.remove_resource::<Board>();
    };
    let Some(shown) = content_of_board(&played, played.campaign().scenario_in_file(battle)) else { return };
    let same = last.take().filter(|(key, _)| *key == battle.key);
    let ground = same.map_or_else(GroundId::next_free, |(_, ground)| ground);
    *last = Some((battle.key.clone(), ground));
    match board {
        Some(mut board) if board.ground == ground => board.shown = shown,
        _ => {
            let side = f32::from(u16::try_from(SIDE).unwrap_or(0));
            let covered = scale.scaled_pixels([side, 0.0, side, 0.0]);
            commands.insert_resource(Board { shown, ground, covered, kept_clear: 0.0, rulers: false });
        }
    }
}

/// Outlines the places of the army, and the unit that has been picked.
fn mark_places(
    played: Res<PlayedCampaign>,
    picked: Res<PickedUnit>,
    board: Option<Res<Board>>,
    colours: Res<UiColours>,
    mut marks: ResMut<BoardMarks>,
) {
    let Some(board) = board.filter(|board| board.is_changed() || played.is_changed() || picked.is_changed())
    else {
        return;
    };
    let battle = played.campaign().battle_at(played.state()).filter(|_| !played.is_battle_in_progress());
    let places = battle.map_or(&[][..], |battle| battle.places.as_slice());
    let side = colours.side_panel_colour(played.side());
    let outline = |(number, &place): (usize, &Coord)| {
        let unit = played.state().fielded().get(number);
        let is_picked = unit.is_some() && unit == picked.0.as_ref();
        let (colour, width) = if is_picked { (theme::ACCENT, 8.0) } else { (side, 5.0) };
        Some(MapMark::Outline(board.grid().at(place)?, colour, width))
    };
    let shapes = places.iter().enumerate().filter_map(outline).collect();
    marks.set_if_neq(BoardMarks { shapes, texts: Vec::new() });
}

fn content_of_board(played: &PlayedCampaign, scenario: &Scenario) -> Option<BoardContent> {
    if let Some(battle) = played.battle_to_show() {
        return Some(BoardContent::Battle(battle));
    }
    let ground = Map::read_rows(&scenario.map, &scenario.rules).ok()?;
    let sketch =
        MapSketch { map: Arc::new(ground), rules: Arc::new(scenario.rules.clone()), units: Vec::new() };
    Some(BoardContent::MapSketch(sketch))
}
