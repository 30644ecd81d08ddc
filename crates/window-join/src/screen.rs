//! The screen that takes the link of a server's battle, and waits there for the others.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::winit::EventLoopProxyWrapper;
use hotgates_engine::Side;
use hotgates_protocol::{TableStage, TableState};
use hotgates_ui::names::{map_name, side_name};
use hotgates_ui::screen::{Screen, full_window_column};
use hotgates_ui::{
    AnnouncedText, Panel, Phrase, TextField, Tooltip, UiContext, WidgetStateSetter, column, panel_bundle,
    row, theme,
};

use crate::JoinAction;
use crate::stay::{TableStay, TableVisit};

/// Most characters of a link.
const MAX_LINK: usize = 400;

/// The part of the screen that says how the table stands.
#[derive(Component)]
struct TableWaitPanel;

/// How the table stands, `true` while the line is broken, `true` while the server is called, and why nothing came of it.
type TableWaitContent = (Option<TableState>, bool, bool, Option<Phrase>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Join), spawn_join_screen).add_systems(
        Update,
        (press_join_keys, handle_join_actions, fill_wait_panel).chain().run_if(in_state(Screen::Join)),
    );
}

fn press_join_keys(keys: Option<Res<ButtonInput<KeyCode>>>, mut actions: MessageWriter<JoinAction>) {
    let Some(keys) = keys else { return };
    if keys.just_pressed(KeyCode::Escape) {
        actions.write(JoinAction::Leave);
    }
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]) {
        actions.write(JoinAction::Join);
    }
}

/// The parts of the app that a call to a server changes.
#[derive(SystemParam)]
struct ServerCaller<'w> {
    visit: ResMut<'w, TableVisit>,
    waker: Option<Res<'w, EventLoopProxyWrapper>>,
    next: ResMut<'w, NextState<Screen>>,
}

impl ServerCaller<'_> {
    /// Calls the server of the link in the field, unless one is called or waits already.
    fn join_table(&mut self) {
        if self.visit.stay.is_some() {
            return;
        }
        match TableStay::call_server(&self.visit.link, self.waker.as_deref()) {
            Ok(stay) => (self.visit.stay, self.visit.fault) = (Some(stay), None),
            Err(why) => self.visit.fault = Some(why),
        }
    }
}

fn handle_join_actions(mut actions: MessageReader<JoinAction>, mut caller: ServerCaller) {
    let was_asked = caller.visit.is_join_asked;
    for action in actions.read() {
        match action {
            JoinAction::Link(link) => {
                let visit = &mut *caller.visit;
                visit.link.clone_from(link);
                // Another link means another table.
                (visit.stay, visit.fault) = (None, None);
            }
            JoinAction::Join => caller.visit.is_join_asked = true,
            JoinAction::Leave => {
                (caller.visit.stay, caller.visit.is_join_asked) = (None, false);
                caller.next.set(Screen::Menu);
            }
            JoinAction::Words(_)
            | JoinAction::Say
            | JoinAction::OfferDraw
            | JoinAction::DeclineDraw
            | JoinAction::AskToResign(_)
            | JoinAction::Resign
            | JoinAction::OfferRematch
            | JoinAction::JoinRematch
            | JoinAction::Fold(_) => {}
        }
    }
    if was_asked {
        caller.visit.is_join_asked = false;
        caller.join_table();
    }
}

fn spawn_join_screen(mut commands: Commands, ui: UiContext, visit: Res<TableVisit>) {
    let root = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..full_window_column()
    };
    commands.spawn((DespawnOnExit(Screen::Join), root, TabGroup::new(0))).with_children(|root| {
        root.spawn(panel_bundle(Node { width: px(760), ..column(12) })).with_children(|panel| {
            panel.spawn(ui.bold_text(ui.localized_text("join-title"), theme::TITLE, theme::ACCENT));
            panel.spawn(ui.styled_text(ui.localized_text("join-intro"), theme::BODY, theme::TEXT_DIM));
            panel.spawn(ui.label("join-link"));
            let typed = Box::new(JoinAction::Link);
            let mut field = panel.spawn(TextField::with_text(&ui, &visit.link, 84.0, typed));
            field.insert((AutoFocus, Tooltip(ui.localized_text("join-link-tip"))));
            field.entry::<EditableText>().and_modify(|mut text| text.max_characters = Some(MAX_LINK));
            panel.spawn((TableWaitPanel, Node { min_height: px(96), ..column(6) }));
            panel.spawn(row(8)).with_children(|line| {
                line.spawn(ui.button(ui.localized_text("join-now"), JoinAction::Join)).as_main_button();
                line.spawn(ui.button(ui.localized_text("back"), JoinAction::Leave));
            });
        });
    });
}

fn fill_wait_panel(visit: Res<TableVisit>, mut panel: Panel<TableWaitPanel, TableWaitContent>) {
    let state = visit.stay.as_ref().and_then(|stay| stay.table.state().cloned());
    let is_broken = visit.stay.as_ref().is_some_and(|stay| stay.is_broken);
    let content = (state, is_broken, visit.stay.is_some(), visit.fault.clone());
    panel.refill(content, |panel, ui| {
        let line = |panel: &mut ChildSpawnerCommands, words: String, colour: Color| {
            panel.spawn((ui.styled_text(words, theme::BODY, colour), AnnouncedText));
        };
        if let Some(why) = &visit.fault {
            return line(panel, ui.texts.phrase_in_words(why), theme::WRONG);
        }
        let Some(stay) = &visit.stay else { return };
        if stay.is_broken {
            line(panel, ui.localized_text("join-broken"), theme::WRONG);
        }
        match stay.table.state() {
            None => line(panel, ui.localized_text("join-calling"), theme::TEXT),
            Some(state) => spawn_table_lines(panel, ui, state),
        }
    });
}

/// Says which battle it is, who the player is there, and who has still to come.
fn spawn_table_lines(panel: &mut ChildSpawnerCommands, ui: &UiContext, state: &TableState) {
    let map = ("map", map_name(&ui.texts, &state.map).into());
    let heading = match state.you.map(|side| ("side", side_name(&ui.texts, side).into())) {
        Some(side) => ui.texts.text_with_values("join-you-command", &[map, side]),
        None => ui.texts.text_with_values("join-you-watch-map", &[map]),
    };
    panel.spawn((ui.styled_text(heading, theme::BODY, theme::TEXT), AnnouncedText));
    for side in Side::BOTH {
        let seat = &state.seats[side as usize];
        let key = if seat.committed { "join-seat-taken" } else { "join-seat-free" };
        let values = [
            ("side", side_name(&ui.texts, side).into()),
            ("who", ui.texts.translated_content(&seat.name).into()),
        ];
        let words = ui.texts.text_with_values(key, &values);
        panel.spawn(ui.styled_text(words, theme::BODY, ui.side_colour(side)));
    }
    let key = match state.stage {
        TableStage::Seating => "join-waits",
        TableStage::Opening | TableStage::Arranging | TableStage::Battle | TableStage::Over => "join-begins",
    };
    panel.spawn(ui.styled_text(ui.localized_text(key), theme::SMALL, theme::TEXT_DIM));
}
