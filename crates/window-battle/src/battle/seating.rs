//! A seat that waits: a program is to command a side, and nobody has said which to start. The player names a
//! program or has a commander take the seat.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use hotgates_engine::Side;
use hotgates_play::{CommanderName, Seat};

use super::panel_places::middle_panel_node;
use super::thinking::ComputerPlayers;
use super::{BattleAction, BattleSystems};
use crate::scene::{BattlePhase, Scene, is_battle_fought};
use hotgates_ui::names::side_name;
use hotgates_ui::screen::Screen;
use hotgates_ui::{
    AnnouncedText, DialogBox, Panel, Phrase, UiContext, column, panel_bundle, register_emitted_message, row,
    theme,
};
use hotgates_window_programs::{AskForProgram, ProgramConfirmed};

/// A request about who commands a side of a battle that has begun.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatAction {
    /// Have a built-in commander of this name lead the side whose seat waits.
    Seat(Side, &'static str),
    /// Stop the program of a side: its seat waits then.
    StopProgram(Side),
}

/// The place of the question on the screen.
#[derive(Component)]
struct SeatQuestion;

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<SeatAction>(app);
    app.add_systems(OnEnter(Screen::Battle), spawn_seat_question)
        .add_systems(
            Update,
            (handle_seat_actions, seat_confirmed_program)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_fought),
        )
        .add_systems(Update, fill_seat_question.in_set(BattleSystems::Panels).run_if(is_battle_fought));
}

fn handle_seat_actions(
    mut actions: MessageReader<SeatAction>,
    scene: ResMut<Scene>,
    mut thinking: ResMut<ComputerPlayers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for action in actions.read() {
        match *action {
            SeatAction::Seat(side, name) if is_seat_of_phase(&game.phase, side) => {
                thinking.stop_thinking();
                game.session.seat_commander(side, Seat::from_name(name));
                game.phase = BattlePhase::Playing;
            }
            SeatAction::StopProgram(side) if thinking.thinking_side() == Some(side) => {
                thinking.stop_thinking();
                game.phase = BattlePhase::Unseated(side, Some(Phrase::new("seat-stopped")));
            }
            SeatAction::Seat(..) | SeatAction::StopProgram(_) => {}
        }
    }
}

/// Seats the program that the player has confirmed for the seat that waits.
fn seat_confirmed_program(
    mut confirmed: MessageReader<ProgramConfirmed>,
    scene: ResMut<Scene>,
    mut thinking: ResMut<ComputerPlayers>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for ProgramConfirmed { side, program } in confirmed.read() {
        if is_seat_of_phase(&game.phase, *side) {
            thinking.stop_thinking();
            let seat = program.seat_at(game.session.scenario());
            game.session.seat_commander(*side, seat);
            game.phase = BattlePhase::Playing;
        }
    }
}

fn is_seat_of_phase(phase: &BattlePhase, side: Side) -> bool {
    matches!(phase, BattlePhase::Unseated(waiting, _) if *waiting == side)
}

fn spawn_seat_question(mut commands: Commands) {
    let place = (middle_panel_node(), GlobalZIndex(40), Pickable::IGNORE);
    // The Tab key comes here first.
    commands.spawn((SeatQuestion, DespawnOnExit(Screen::Battle), place, TabGroup::new(-1)));
}

fn fill_seat_question(scene: Res<Scene>, mut node: Panel<SeatQuestion, BattlePhase>) {
    let Some(game) = scene.fought_battle() else { return };
    node.refill(game.phase.clone(), |place, ui| {
        let BattlePhase::Unseated(side, why) = &game.phase else { return };
        place
            .spawn((DialogBox, AnnouncedText, panel_bundle(Node { width: px(520), ..column(12) })))
            .with_children(|panel| {
                spawn_seat_panel(panel, ui, &game.session.seats()[*side], *side, why.as_ref());
            });
    });
}

fn spawn_seat_panel(
    panel: &mut ChildSpawnerCommands,
    ui: &UiContext,
    seat: &Seat,
    side: Side,
    why: Option<&Phrase>,
) {
    let values = [("side", side_name(&ui.texts, side).into())];
    let title = ui.texts.text_with_values("seat-waits", &values);
    panel.spawn(ui.bold_text(title, theme::HEADING, ui.side_colour(side)));
    let (words, colour) = match why {
        Some(why) => (ui.texts.phrase_in_words(why), theme::WRONG),
        None => (ui.localized_text("seat-waits-why"), theme::TEXT),
    };
    panel.spawn(ui.styled_text(words, theme::BODY, colour));
    panel.spawn(ui.styled_text(ui.localized_text("seat-waits-choice"), theme::SMALL, theme::TEXT_DIM));
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, row_gap: px(6), ..row(6) }).with_children(|line| {
        let ask = AskForProgram { side, command: own_command(seat) };
        line.spawn(ui.button(ui.localized_text("setup-program"), ask));
        for name in hotgates_ai::NAMES {
            line.spawn(ui.button(name.to_owned(), SeatAction::Seat(side, name)));
        }
    });
    panel.spawn(row(8)).with_children(|line| {
        line.spawn(ui.button(ui.localized_text("menu"), BattleAction::Leave));
    });
}

/// Returns the command that the player has given for a seat before; nothing of what a file has named.
fn own_command(seat: &Seat) -> String {
    match seat.name() {
        CommanderName::Program(command) if !seat.lacks_program() => command.clone(),
        _ => String::new(),
    }
}
