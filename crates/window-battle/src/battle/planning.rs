//! Making a plan and carrying it out: requests of the person, the plan's exact odds, and its counters on the board.

use bevy::prelude::*;
use hotgates_analysis::{PlanOdds, count_plan_odds};
use hotgates_board::GhostUnits;
use hotgates_engine::Order;
use hotgates_phrases::order_phrase;
use hotgates_ui::explain::explain_illegal;
use hotgates_ui::{Job, Notice, Phrase, register_emitted_message};

use super::own_plan::{CarriedOrder, OwnPlan, PlanPace};
use super::session::CarriedStep;
use super::{AutosaveBattle, BattleSystems};
use crate::scene::{FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought};

/// A request about the person's own plan.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanAction {
    /// Begin a plan; end one without orders.
    Toggle,
    /// Give all orders of the plan, one after the other, for as long as they go as planned.
    CarryOut,
    /// Give the first order of the plan.
    CarryOutOne,
    /// Give no more orders of the plan for now.
    Stop,
    /// Forget the plan.
    Drop,
}

/// The exact odds of the plan.
#[derive(Resource, Debug, Default)]
pub struct CountedPlan {
    /// The odds, once they have been counted.
    pub odds: Option<PlanOdds>,
    /// The position and the orders that the odds are about.
    about: Option<(u64, Vec<Order>)>,
    job: Option<Job<Option<PlanOdds>>>,
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<PlanAction>(app);
    app.init_resource::<CountedPlan>()
        .add_systems(
            Update,
            (handle_plan_actions, carry_out_plan)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_fought),
        )
        .add_systems(
            Update,
            (count_odds_of_plan, show_ghosts).in_set(BattleSystems::Playback).run_if(is_battle_fought),
        )
        .add_systems(LeaveScreenSchedule, forget_plan);
}

fn forget_plan(mut counted: ResMut<CountedPlan>, mut ghosts: ResMut<GhostUnits>) {
    *counted = CountedPlan::default();
    ghosts.set_if_neq(GhostUnits::default());
}

/// Returns `true` in battles in which plans can be made: puzzles are plans already.
pub(super) const fn allows_plans(game: &FoughtBattle) -> bool {
    game.puzzle.is_none()
}

fn handle_plan_actions(
    mut actions: MessageReader<PlanAction>,
    scene: ResMut<Scene>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    for action in actions.read() {
        let game = &mut *game;
        match (action, game.session.plan().map(OwnPlan::is_empty)) {
            (PlanAction::Toggle, None) => begin_plan(game, &mut notices),
            (PlanAction::Toggle, Some(true)) | (PlanAction::Drop, Some(_)) => {
                game.session.drop_plan();
                show_position_of_orders(game);
            }
            (PlanAction::Toggle, Some(false)) => {
                notices.write(Notice(Phrase::new("plan-still-open")));
            }
            (PlanAction::CarryOut, Some(false)) => set_pace(game, PlanPace::Whole),
            (PlanAction::CarryOutOne, Some(false)) => set_pace(game, PlanPace::OneOrder),
            (PlanAction::Stop, Some(_)) => stop_carrying_out(game),
            (PlanAction::CarryOut | PlanAction::CarryOutOne, Some(true))
            | (PlanAction::CarryOut | PlanAction::CarryOutOne | PlanAction::Stop | PlanAction::Drop, None) => {
            }
        }
    }
}

fn begin_plan(game: &mut FoughtBattle, notices: &mut MessageWriter<Notice>) {
    if !allows_plans(game) {
        notices.write(Notice(Phrase::new("plan-not-here")));
    } else if game.takes_orders() {
        game.playback.skip_to_end();
        game.session.begin_plan();
        show_position_of_orders(game);
    }
}

/// Shows the position that orders are about, with the selected unit's possibilities there.
fn show_position_of_orders(game: &mut FoughtBattle) {
    let battle = game.session.battle();
    game.playback.show_position(battle.clone());
    game.preview = None;
    match game.selection.selected_unit().filter(|&unit| battle.unit(unit).alive()) {
        Some(unit) => game.selection.select_unit(battle, unit),
        None => game.selection.clear(),
    }
}

/// Begins to carry out a plan, from the position in which the battle is.
fn set_pace(game: &mut FoughtBattle, pace: PlanPace) {
    let was_standing = game.shows_plan();
    if let Some(plan) = game.session.plan_mut() {
        plan.begin_carrying(pace);
    }
    if was_standing {
        game.playback.show_position(game.session.known_position().clone());
        game.preview = None;
        game.selection.clear();
    }
}

/// Carries out no more of the plan for now, and shows where the rest of it leads.
pub(super) fn stop_carrying_out(game: &mut FoughtBattle) {
    if game.shows_plan() {
        return;
    }
    if let Some(plan) = game.session.plan_mut() {
        plan.pace = PlanPace::Standing;
        show_position_of_orders(game);
    }
}

/// Gives the next order of a plan that is being carried out, once the one before has been shown.
fn carry_out_plan(
    scene: ResMut<Scene>,
    mut notices: MessageWriter<Notice>,
    mut save: MessageWriter<AutosaveBattle>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    let Some(pace) = game.session.plan().map(OwnPlan::pace).filter(|pace| *pace != PlanPace::Standing) else {
        return;
    };
    if game.playback.paused {
        game.playback.skip_to_end();
    }
    if !game.playback.is_idle() {
        return;
    }
    let game = &mut *game;
    if pace == PlanPace::LastShown {
        return stop_carrying_out(game);
    }
    let next = match game.session.carry_out_order() {
        Ok(CarriedStep::Asked) => return,
        Ok(CarriedStep::Carried(carried, events)) => {
            game.playback.push(&events);
            save.write(AutosaveBattle);
            let goes_on = !tell_difference(game, &carried, &mut notices) && pace == PlanPace::Whole;
            if goes_on { PlanPace::Whole } else { PlanPace::LastShown }
        }
        Ok(CarriedStep::Nothing) => PlanPace::LastShown,
        Err(illegal) => {
            notices.write(Notice(explain_illegal(&illegal)));
            PlanPace::LastShown
        }
    };
    if let Some(plan) = game.session.plan_mut() {
        plan.pace = next;
    }
}

/// Says where an order has led elsewhere than planned while others are left; `true` if it has.
fn tell_difference(game: &FoughtBattle, carried: &CarriedOrder, notices: &mut MessageWriter<Notice>) -> bool {
    if let Some((order, why)) = &carried.lost {
        let order = order_phrase(game.session.known_position(), *order);
        let notice = Phrase::new("plan-order-lost").with_value("order", order);
        notices.write(Notice(notice.with_value("why", explain_illegal(why))));
        return true;
    }
    let differs = !carried.is_as_planned && game.session.plan().is_some();
    if differs {
        notices.write(Notice(Phrase::new("plan-went-differently")));
    }
    differs
}

/// Counts the odds of the plan beside the frames, anew when it is another.
fn count_odds_of_plan(scene: Res<Scene>, mut counted: ResMut<CountedPlan>) {
    let plan = scene.fought_battle().and_then(|game| game.session.plan());
    let about = plan.map(|plan| (plan.starting_position().hash(), plan.orders()));
    if counted.about != about {
        let job = plan.filter(|plan| !plan.is_empty()).map(|plan| {
            let (start, orders) = (plan.starting_position().clone(), plan.orders());
            Job::start(move |cancel| count_plan_odds(&start, &orders, cancel).ok())
        });
        *counted = CountedPlan { odds: None, about, job };
    }
    // A change would fill the panel anew in every frame.
    if let Some(odds) = counted.bypass_change_detection().job.as_mut().and_then(Job::poll) {
        counted.job = None;
        counted.odds = odds;
    }
}

/// Has the board draw the units that have only been planned to move as ghosts.
fn show_ghosts(scene: Res<Scene>, mut ghosts: ResMut<GhostUnits>) {
    let game = scene.fought_battle().filter(|game| game.shows_plan());
    let moved = game.and_then(|game| game.session.plan()).map(|plan| plan.moved_units().collect());
    ghosts.set_if_neq(GhostUnits(moved.unwrap_or_default()));
}
