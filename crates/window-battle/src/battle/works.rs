//! The buttons by which a person has a unit work.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use hotgates_engine::{Hex, Order};

use super::BattleSystems;
use super::begun_work::work_in_words;
use super::control::BattleAction;
use crate::scene::{Scene, is_battle_fought};
use hotgates_ui::{HiddenWhenEmpty, Panel, Tooltip, column, spawn_scroll_list, theme};

/// Room for the works that the selected unit may do.
#[derive(Component)]
pub(crate) struct WorkPanel;

/// A button that has the selected unit work on this hex.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkButton(pub Hex);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill_work_panel.in_set(BattleSystems::Panels).run_if(is_battle_fought));
}

/// Returns the bundle of the room for works: as much of a long list is seen at once as leaves the unit and the
/// log their room.
pub(crate) fn work_panel_bundle() -> impl Bundle {
    (WorkPanel, HiddenWhenEmpty, Node { flex_shrink: 0.0, max_height: px(120), ..column(4) })
}

/// Writes a button for each work that the selected unit may do.
fn fill_work_panel(scene: Res<Scene>, mut node: Panel<WorkPanel, Vec<(Order, u8)>>) {
    let Some(game) = scene.fought_battle() else { return };
    let battle = game.session.battle();
    let works = game.selection.possible_works().iter().filter(|_| game.takes_orders());
    let done = |&order: &Order| match order {
        Order::Work { unit, at, work } => (order, battle.half_turns_worked(unit, at, work)),
        _ => (order, 0),
    };
    node.refill(works.map(done).collect(), |panel, ui| {
        if game.selection.possible_works().is_empty() || !game.takes_orders() {
            return;
        }
        panel.spawn(ui.bold_text(ui.localized_text("works-title"), theme::BODY, theme::ACCENT));
        spawn_scroll_list(panel, Node { flex_grow: 1.0, ..default() }, 3, |list| {
            for &order in game.selection.possible_works() {
                let Order::Work { unit, at, work } = order else { continue };
                let now = battle.half_turns_worked(unit, at, work) + 1;
                let progress = (now, battle.half_turns_of_work(work));
                let label = work_in_words(&ui.texts, "work-button", battle, (at, work), progress);
                list.spawn((ui.wrapped_button(label, BattleAction::Work(at, work)), WorkButton(at)))
                    .insert(Tooltip(ui.localized_text("work-button-tip")));
            }
        });
    });
}

/// The buttons of works, and what the keyboard's focus is on.
#[derive(SystemParam)]
pub(super) struct WorkButtons<'w, 's> {
    buttons: Query<'w, 's, (Entity, &'static WorkButton, &'static Hovered)>,
    focus: Option<Res<'w, InputFocus>>,
    visible: Option<Res<'w, InputFocusVisible>>,
}

impl WorkButtons<'_, '_> {
    /// Returns the hex of the button that the pointer is on, or the keyboard's focus while the keyboard is used.
    pub(super) fn hex_pointed_at(&self) -> Option<Hex> {
        let is_keyboard_used = self.visible.as_ref().is_some_and(|visible| visible.0);
        let focused = self.focus.as_ref().filter(|_| is_keyboard_used).and_then(|focus| focus.get());
        let hovered = self.buttons.iter().find(|(.., hovered)| hovered.get());
        let focused = || self.buttons.iter().find(|&(entity, ..)| Some(entity) == focused);
        hovered.or_else(focused).map(|(_, button, _)| button.0)
    }
}
