//! The reasons of computers in a battle that is watched again. A replay keeps orders and not
//! reasons, so the commanders are asked again in the same positions, half-turn by half-turn and
//! beside the frames, first about the order on the screen. A commander that gives another order now
//! is not believed: the reason stays unknown. Of a battle that was told by a server or a view log nobody knows the positions
//! and dice that the commanders had: nobody is asked.

use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_engine::{Battle, Order};
use hotgates_play::seeds_of_players;

use hotgates_ui::Job;
use hotgates_window_battle::battle::session::BattleSession;
use hotgates_window_battle::scene::{LeaveScreenSchedule, Scene, is_battle_watched};

/// The half-turn that a commander is being asked about.
#[derive(Resource, Default)]
struct ReplayReasonSearch {
    job: Option<(usize, Job<Vec<Reason>>)>,
    /// The first orders of the half-turns that have been asked about.
    asked: Vec<usize>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReplayReasonSearch>()
        .add_systems(Update, ask_again_for_replay_reasons.run_if(is_battle_watched))
        .add_systems(LeaveScreenSchedule, |mut recall: ResMut<ReplayReasonSearch>| {
            *recall = ReplayReasonSearch::default();
        });
}

/// Returns the half-turn to ask about next: the first, from the order on the screen on, with an
/// order of a computer without a reason, that has not been asked about.
fn next_unexplained_half_turn(
    session: &BattleSession,
    at: usize,
    asked: &[usize],
) -> Option<std::ops::Range<usize>> {
    session.game_record()?;
    let records = session.order_records();
    let unknown = |number: &usize| {
        records[*number].reason.is_none() && !session.seats()[records[*number].side].is_human()
    };
    let from = at.saturating_sub(1).min(records.len());
    let mut halves =
        (from..records.len()).chain(0..from).filter(unknown).map(|number| session.half_turn_orders(number));
    halves.find(|half| !asked.contains(&half.start))
}

fn ask_again_for_replay_reasons(scene: ResMut<Scene>, mut recall: ResMut<ReplayReasonSearch>) {
    let Some(mut replaying) = Scene::borrow_watched_battle(scene) else { return };
    if let Some((from, job)) = &mut recall.job {
        let from = *from;
        let Some(found) = job.poll() else { return };
        recall.job = None;
        recall.asked.push(from);
        if !found.is_empty() {
            replaying.add_reasons(from, found);
        }
    }
    let session = replaying.session();
    let Some(half) = next_unexplained_half_turn(session, replaying.shown_order_number(), &recall.asked)
    else {
        return;
    };
    let records: Vec<(Battle, Order)> = session.order_records()[half.clone()]
        .iter()
        .map(|record| (record.true_position_before().clone(), record.order))
        .collect();
    let side = session.order_records()[half.start].side;
    let seed = seeds_of_players(session.dice_source())[side];
    let Ok(mut player) = session.seats()[side].make_player(session.starting_position(), seed) else {
        recall.asked.push(half.start);
        return;
    };
    let job = Job::start(move |cancel| {
        player.recall_reasons(records.iter().map(|(battle, order)| (battle, *order)), cancel)
    });
    recall.job = Some((half.start, job));
}
