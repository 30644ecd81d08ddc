//! The reasons of computers in a battle that is watched again. A replay keeps orders and not
//! reasons, so the commanders are asked again in the same positions, half-turn by half-turn and
//! beside the frames, first about the order on the screen. A commander that gives another order now
//! is not believed: the reason stays unknown.

use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_ai::play::own_seeds;
use hotgates_engine::{Battle, Order};

use crate::battle::session::Session;
use crate::scene::{LeaveScreen, Scene, watching};
use hotgates_ui::Job;

/// The half-turn that a commander is being asked about.
#[derive(Resource, Default)]
struct Recall {
    job: Option<(usize, Job<Vec<Reason>>)>,
    /// The first orders of the half-turns that have been asked about.
    asked: Vec<usize>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recall>()
        .add_systems(Update, recall.run_if(watching))
        .add_systems(LeaveScreen, |mut recall: ResMut<Recall>| *recall = Recall::default());
}

/// The half-turn to ask about next: the first one from the order on the screen on that a computer
/// gave without a reason and that has not been asked about.
fn next(session: &Session, at: usize, asked: &[usize]) -> Option<std::ops::Range<usize>> {
    let records = session.records();
    let unknown = |number: &usize| {
        records[*number].reason.is_none() && !session.seats()[records[*number].side].is_human()
    };
    let from = at.saturating_sub(1).min(records.len());
    let mut halves =
        (from..records.len()).chain(0..from).filter(unknown).map(|number| session.half_turn(number));
    halves.find(|half| !asked.contains(&half.start))
}

fn recall(scene: ResMut<Scene>, mut recall: ResMut<Recall>) {
    let Some(mut replaying) = Scene::watched(scene) else { return };
    if let Some((from, job)) = &mut recall.job {
        let from = *from;
        let Some(found) = job.poll() else { return };
        recall.job = None;
        recall.asked.push(from);
        if !found.is_empty() {
            replaying.explain(from, found);
        }
    }
    let session = replaying.session();
    let Some(half) = next(session, replaying.at(), &recall.asked) else { return };
    let records: Vec<(Battle, Order)> =
        session.records()[half.clone()].iter().map(|record| (record.before.clone(), record.order)).collect();
    let side = session.records()[half.start].side;
    let seed = own_seeds(session.game_record().seed())[side];
    let Ok(mut player) = session.seats()[side].make_player(session.start(), seed) else {
        recall.asked.push(half.start);
        return;
    };
    let job = Job::start(move |cancel| {
        player.recall_reasons(records.iter().map(|(battle, order)| (battle, *order)), cancel)
    });
    recall.job = Some((half.start, job));
}
