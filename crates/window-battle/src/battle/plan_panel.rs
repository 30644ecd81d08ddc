//! The panel of the person's own plan: its orders, their exact odds, and the buttons that carry it out.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use hotgates_analysis::{OrderOdds, PlanOdds};
use hotgates_engine::{Order, Permille};
use hotgates_phrases::order_phrase;
use hotgates_ui::{
    HiddenWhenEmpty, Panel, Tooltip, UiContext, WidgetStateSetter, column, row, spawn_scroll_list, theme,
};

use super::BattleSystems;
use super::odds::percent_with_digit;
use super::own_plan::{OwnPlan, PlanPace};
use super::planning::{CountedPlan, PlanAction};
use crate::scene::{Scene, is_battle_fought};

#[derive(Component)]
pub(super) struct OwnPlanPanel;

/// The orders, the position that they begin from, how much is being carried out, and the odds.
type OwnPlanContent = Option<(Vec<Order>, u64, PlanPace, Option<PlanOdds>)>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fill_plan_panel.in_set(BattleSystems::Panels).run_if(is_battle_fought));
}

/// Returns the bundle of the room for a plan.
pub(super) fn plan_panel_bundle() -> impl Bundle {
    (OwnPlanPanel, HiddenWhenEmpty, Node { max_height: px(230), ..column(4) })
}

fn fill_plan_panel(
    scene: Res<Scene>,
    counted: Res<CountedPlan>,
    mut node: Panel<OwnPlanPanel, OwnPlanContent>,
) {
    let Some(game) = scene.fought_battle() else { return };
    let plan = game.session.plan();
    let content =
        plan.map(|plan| (plan.orders(), plan.starting_position().hash(), plan.pace(), counted.odds.clone()));
    node.refill(content, |panel, ui| {
        if let Some(plan) = plan {
            spawn_plan(panel, ui, plan, counted.odds.as_ref());
        }
    });
}

fn spawn_plan(panel: &mut ChildSpawnerCommands, ui: &UiContext, plan: &OwnPlan, odds: Option<&PlanOdds>) {
    panel.spawn(ui.bold_text(ui.localized_text("plan-title"), theme::BODY, theme::ACCENT));
    if plan.is_empty() {
        panel.spawn(ui.styled_text(ui.localized_text("plan-empty"), theme::SMALL, theme::TEXT_DIM));
    } else {
        spawn_scroll_list(panel, Node { flex_grow: 1.0, min_height: px(54), ..default() }, 3, |list| {
            for (place, (order, before)) in plan.orders_with_positions().enumerate() {
                let words = ui.texts.phrase_in_words(&order_phrase(before, order));
                let words = format!("{}. {words}", place + 1);
                list.spawn(ui.styled_text(words, theme::SMALL, theme::TEXT));
                if let Some(odds) = odds.and_then(|odds| odds.orders.get(place)) {
                    spawn_order_odds(list, ui, odds);
                }
            }
        });
        let last = odds.map(|odds| (odds.orders.last(), odds.orders.len() < plan.orders().len()));
        let words = match last {
            None => ui.localized_text("plan-counting"),
            Some((_, true)) => ui.localized_text("plan-too-many"),
            Some((last, false)) => {
                let share = percent_of_share(last.map_or(1.0, |last| last.as_planned));
                ui.texts.text_with_values("plan-as-planned", &[("share", share.into())])
            }
        };
        panel
            .spawn(ui.styled_text(words, theme::SMALL, theme::TEXT_DIM))
            .insert((Pickable::default(), Tooltip(ui.localized_text("plan-as-planned-tip"))));
    }
    panel.spawn(Node { flex_wrap: FlexWrap::Wrap, ..row(6) }).with_children(|line| {
        if plan.pace() != PlanPace::Standing {
            line.spawn(ui.small_button(ui.localized_text("plan-stop"), PlanAction::Stop));
            return;
        }
        let buttons = [
            ("plan-carry-out", PlanAction::CarryOut, plan.is_empty()),
            ("plan-carry-out-one", PlanAction::CarryOutOne, plan.is_empty()),
            ("plan-drop", PlanAction::Drop, false),
        ];
        for (key, action, is_off) in buttons {
            let mut button = line.spawn(ui.small_button(ui.localized_text(key), action));
            button.disabled(is_off);
            if action == PlanAction::CarryOut {
                button.as_main_button();
            }
        }
    });
}

/// Writes what an attack leaves, and in how many cases an order can be given where not in all.
fn spawn_order_odds(list: &mut ChildSpawnerCommands, ui: &UiContext, odds: &OrderOdds) {
    let target = odds.target.map(|target| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "men of one unit")]
        let men = target.mean_men.round() as u32;
        let values = [("destroyed", percent_of_share(target.destroyed).into()), ("men", men.into())];
        ui.texts.text_with_values("plan-leaves", &values)
    });
    let followed = (odds.followed < 0.9995).then(|| {
        let values = [("share", percent_of_share(odds.followed).into())];
        ui.texts.text_with_values("plan-can-be-given", &values)
    });
    let words: Vec<String> = target.into_iter().chain(followed).collect();
    if !words.is_empty() {
        list.spawn(ui.styled_text(words.join(" · "), theme::SMALL, theme::TEXT_DIM));
    }
}

/// Returns a share from 0 to 1 in percent with one digit.
pub(super) fn percent_of_share(share: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares lie between 0 and 1")]
    let permille = (share * 1000.0).round() as u32;
    percent_with_digit(Permille(permille))
}
