//! The table beside the battle: who is there, the clock, draws, giving up, and words.

use std::time::Duration;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::text::EditableText;
use hotgates_engine::{Side, visible_text};
use hotgates_protocol::{TableStage, TableState};
use hotgates_ui::keys::TypingStatus;
use hotgates_ui::names::side_name;
use hotgates_ui::screen::Screen;
use hotgates_ui::texts::first_characters;
use hotgates_ui::{Notice, Panel, TextField, Tooltip, UiContext, WidgetStateSetter, column, row, theme};
use hotgates_window_battle::battle::guest_battle::GuestRequest;
use hotgates_window_battle::battle::{BattleSystems, TableRoom};
use hotgates_window_battle::scene::{FoughtBattle, Scene, is_battle_fought};

use crate::JoinAction;
use crate::explain::explain_not_allowed;
use crate::stay::{TableStay, TableVisit};

/// Lines of what was said that are shown.
const SAID_LINES: usize = 6;
/// Most characters that are shown of what somebody has said.
const MAX_WORDS: usize = 200;

#[derive(Component)]
struct TableStatePanel;
#[derive(Component)]
struct TableWordsPanel;

/// `true` if the table is folded, and how often the field for words was emptied; nothing without a stay.
type TableRoomContent = Option<(bool, usize)>;

/// The side to move, the sides that have offered a draw and a rematch, the stage, `true` each while the line is broken, the
/// player is asked whether to give up, units are arranged, and once there is a rematch, and the seconds that are left.
type TableStateContent = (Option<Side>, [Option<Side>; 2], Option<TableStage>, [bool; 4], Option<u64>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (say_by_key, handle_table_actions).chain().in_set(BattleSystems::Input).run_if(is_battle_fought),
    )
    .add_systems(
        Update,
        (fill_table_room, fill_state_panel, fill_words_panel)
            .chain()
            .in_set(BattleSystems::Panels)
            .run_if(is_battle_fought),
    );
}

/// Says the words of the field when Enter is pressed in it.
fn say_by_key(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    typing: TypingStatus,
    visit: Res<TableVisit>,
    mut actions: MessageWriter<JoinAction>,
) {
    let enter = [KeyCode::Enter, KeyCode::NumpadEnter];
    if visit.stay.is_some() && typing.is_typing() && keys.is_some_and(|keys| keys.any_just_pressed(enter)) {
        actions.write(JoinAction::Say);
    }
}

/// Returns the stay at the table whose battle is on the board.
fn stay_of_battle<'a>(visit: &'a TableVisit, scene: &Scene) -> Option<&'a TableStay> {
    let is_at_table = scene.fought_battle().is_some_and(FoughtBattle::is_at_table);
    visit.stay.as_ref().filter(|_| is_at_table)
}

fn fill_table_room(visit: Res<TableVisit>, scene: Res<Scene>, mut room: Panel<TableRoom, TableRoomContent>) {
    let stay = stay_of_battle(&visit, &scene);
    room.refill(stay.map(|stay| (stay.panel.is_folded, stay.panel.emptied)), |panel, ui| {
        let Some(stay) = stay else { return };
        panel.spawn(Node { justify_content: JustifyContent::SpaceBetween, ..row(8) }).with_children(|line| {
            line.spawn(ui.bold_text(ui.localized_text("join-table"), theme::BODY, theme::ACCENT))
                .insert((Pickable::default(), Tooltip(stay.place.clone())));
            let sign = if stay.panel.is_folded { "+" } else { "−" };
            line.spawn(ui.small_button(sign.to_owned(), JoinAction::Fold(!stay.panel.is_folded)))
                .insert(Tooltip(ui.localized_text("join-fold")));
        });
        panel.spawn((TableStatePanel, column(4)));
        if stay.panel.is_folded {
            return;
        }
        panel.spawn((TableWordsPanel, column(2)));
        panel.spawn(row(6)).with_children(|line| {
            let mut field =
                line.spawn(TextField::with_text(ui, &stay.panel.words, 24.0, Box::new(JoinAction::Words)));
            field.insert(Tooltip(ui.localized_text("join-words-tip")));
            field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(MAX_WORDS));
            line.spawn(ui.small_button(ui.localized_text("join-say"), JoinAction::Say));
        });
    });
}

fn fill_state_panel(
    time: Res<Time<Real>>,
    visit: Res<TableVisit>,
    scene: Res<Scene>,
    mut panel: Panel<TableStatePanel, TableStateContent>,
) {
    let Some(stay) = stay_of_battle(&visit, &scene) else { return };
    let state = stay.table.state();
    let content = (
        state.and_then(|state| state.to_move),
        [state.and_then(|state| state.draw_offered), state.and_then(|state| state.rematch_offered)],
        stay.stage(),
        [
            stay.is_broken,
            stay.panel.asks_to_resign,
            stay.table.is_arranging(),
            state.is_some_and(|state| state.rematch.is_some()),
        ],
        stay.seconds_left(time.elapsed()),
    );
    panel.refill(content, |panel, ui| spawn_state(panel, ui, stay, time.elapsed()));
}

fn spawn_state(panel: &mut ChildSpawnerCommands, ui: &UiContext, stay: &TableStay, now: Duration) {
    let small = |panel: &mut ChildSpawnerCommands, words: String, colour: Color| {
        panel.spawn(ui.styled_text(words, theme::SMALL, colour));
    };
    if stay.is_broken {
        small(panel, ui.localized_text("join-broken"), theme::WRONG);
    }
    let Some(state) = stay.table.state() else { return };
    let key = match (state.you, state.stage) {
        (None, _) => "join-you-watch-battle",
        (Some(_), TableStage::Arranging) if !stay.table.is_arranging() => "join-enemy-arranges",
        (Some(side), TableStage::Battle) if state.to_move == Some(side) => "join-your-turn",
        (Some(_), TableStage::Battle) => "join-enemy-moves",
        (Some(_), TableStage::Seating | TableStage::Opening | TableStage::Arranging | TableStage::Over) => {
            "join-at-table"
        }
    };
    small(panel, ui.localized_text(key), theme::TEXT);
    if let Some(seconds) = stay.seconds_left(now).filter(|_| state.stage != TableStage::Over) {
        let left = format!("{}:{:02}", seconds / 60, seconds % 60);
        small(panel, ui.texts.text_with_values("join-time-left", &[("time", left.into())]), theme::ACCENT);
    }
    match state.stage {
        _ if state.you.is_none() || stay.panel.is_folded => {}
        TableStage::Battle => spawn_offers(panel, ui, stay),
        TableStage::Over => spawn_rematch(panel, ui, state),
        TableStage::Seating | TableStage::Opening | TableStage::Arranging => {}
    }
}

/// Spawns the offer of another battle with the sides exchanged, or the way to it.
fn spawn_rematch(panel: &mut ChildSpawnerCommands, ui: &UiContext, state: &TableState) {
    let is_offered = state.rematch_offered.is_some();
    if is_offered && state.rematch.is_none() {
        let key =
            if state.rematch_offered == state.you { "join-rematch-waits" } else { "join-rematch-offered" };
        panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::ACCENT));
    }
    let (key, action) = match &state.rematch {
        Some(_) => ("join-rematch-go", JoinAction::JoinRematch),
        None => ("join-rematch", JoinAction::OfferRematch),
    };
    panel
        .spawn(ui.small_button(ui.localized_text(key), action))
        .disabled(state.rematch.is_none() && is_offered && state.rematch_offered == state.you);
}

/// Spawns the buttons of draws and of giving up.
fn spawn_offers(panel: &mut ChildSpawnerCommands, ui: &UiContext, stay: &TableStay) {
    let offered = stay.table.state().and_then(|state| state.draw_offered);
    let by_enemy = offered.is_some() && offered != stay.table.side();
    if let Some(side) = offered.filter(|_| by_enemy) {
        let values = [("side", side_name(&ui.texts, side).into())];
        let words = ui.texts.text_with_values("join-draw-offered", &values);
        panel.spawn(ui.styled_text(words, theme::SMALL, theme::ACCENT));
    }
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, ..row(6) }).with_children(|line| {
        if stay.panel.asks_to_resign {
            line.spawn(ui.styled_text(ui.localized_text("join-resign-sure"), theme::SMALL, theme::WRONG));
            line.spawn(ui.small_button(ui.localized_text("join-resign-yes"), JoinAction::Resign));
            line.spawn(ui.small_button(ui.localized_text("join-resign-no"), JoinAction::AskToResign(false)));
            return;
        }
        if by_enemy {
            line.spawn(ui.small_button(ui.localized_text("join-agree-draw"), JoinAction::OfferDraw));
            line.spawn(ui.small_button(ui.localized_text("join-decline-draw"), JoinAction::DeclineDraw));
        } else {
            line.spawn(ui.small_button(ui.localized_text("join-offer-draw"), JoinAction::OfferDraw))
                .disabled(offered.is_some());
        }
        line.spawn(ui.small_button(ui.localized_text("join-resign"), JoinAction::AskToResign(true)));
    });
}

fn fill_words_panel(
    visit: Res<TableVisit>,
    scene: Res<Scene>,
    mut panel: Panel<TableWordsPanel, Vec<(Option<Side>, String)>>,
) {
    let Some(stay) = stay_of_battle(&visit, &scene) else { return };
    let shown = &stay.said[stay.said.len().saturating_sub(SAID_LINES)..];
    panel.refill(shown.to_vec(), |panel, ui| {
        for (side, words) in shown {
            let who =
                side.map_or_else(|| ui.localized_text("join-somebody"), |side| side_name(&ui.texts, side));
            let words = visible_text(&first_characters(words, MAX_WORDS)).into_owned();
            let values = [("who", who.into()), ("words", words.into())];
            let colour = side.map_or(theme::TEXT, |side| ui.side_colour(side));
            panel.spawn(ui.styled_text(
                ui.texts.text_with_values("join-says", &values),
                theme::SMALL,
                colour,
            ));
        }
    });
}

fn handle_table_actions(
    mut actions: MessageReader<JoinAction>,
    scene: ResMut<Scene>,
    mut visit: ResMut<TableVisit>,
    mut notices: MessageWriter<Notice>,
    mut next: ResMut<NextState<Screen>>,
) {
    if actions.is_empty() {
        return;
    }
    let Some(mut game) = Scene::borrow_fought_battle(scene).filter(|game| game.is_at_table()) else {
        return actions.clear();
    };
    let Some(stay) = &mut visit.stay else { return actions.clear() };
    let mut rematch = None;
    for action in actions.read() {
        let asked = match action {
            JoinAction::Words(words) => {
                stay.panel.words.clone_from(words);
                None
            }
            JoinAction::Say => {
                say_words(stay, &mut notices);
                None
            }
            JoinAction::Fold(is_folded) => {
                stay.panel.is_folded = *is_folded;
                None
            }
            JoinAction::AskToResign(asks) => {
                stay.panel.asks_to_resign = *asks;
                None
            }
            JoinAction::OfferDraw => Some(GuestRequest::OfferDraw),
            JoinAction::DeclineDraw => Some(GuestRequest::DeclineDraw),
            JoinAction::Resign => {
                stay.panel.asks_to_resign = false;
                Some(GuestRequest::Resign)
            }
            JoinAction::OfferRematch => {
                match stay.table.offer_rematch() {
                    Ok(message) => stay.say(message),
                    Err(why) => drop(notices.write(Notice(explain_not_allowed(&why)))),
                }
                None
            }
            // The table is left for another: the screen of links joins it.
            JoinAction::JoinRematch => {
                rematch = stay.rematch_link();
                None
            }
            JoinAction::Link(_) | JoinAction::Join | JoinAction::Leave => None,
        };
        if let Some((guest, request)) = game.session.guest_mut().zip(asked) {
            guest.ask(request);
        }
    }
    if let Some(link) = rematch {
        *visit = TableVisit { link, is_join_asked: true, ..TableVisit::default() };
        next.set(Screen::Join);
    }
}

/// Says the words of the field, and empties that.
fn say_words(stay: &mut TableStay, notices: &mut MessageWriter<Notice>) {
    match stay.table.say(&stay.panel.words) {
        Ok(message) => {
            stay.say(message);
            stay.panel.words.clear();
            stay.panel.emptied += 1;
        }
        Err(why) => {
            notices.write(Notice(explain_not_allowed(&why)));
        }
    }
}
