//! Hints: what a commander would do next in the player's place, and why; and letting it play the rest of the turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use hotgates_ai::{Player, Reason, own_seeds};
use hotgates_engine::Order;

use crate::battle::playback::Playback;
use crate::battle::session::default_commander;
use crate::battle::{BattleAction, BattleSystems, Game, Notice, SaveNow, fighting, give};

/// What has been asked of a commander, and what it said.
#[derive(Resource, Debug, Default)]
pub struct Advice {
    /// With which rank it thinks, by its place in the ruleset's list; the highest one before anybody has chosen.
    pub rank: Option<usize>,
    /// What it advises in the present position.
    pub hint: Option<(Order, Reason)>,
    /// Whether it plays the rest of the turn.
    pub auto: bool,
    task: Option<(u64, Task<Result<(Order, Reason), String>>)>,
    cancel: Arc<AtomicBool>,
}

impl Advice {
    /// Whether the commander is thinking.
    #[must_use]
    pub const fn thinking(&self) -> bool {
        self.task.is_some()
    }

    /// The rank that it thinks with, of so many.
    #[must_use]
    pub fn rank_of(&self, ranks: usize) -> usize {
        self.rank.unwrap_or(ranks.saturating_sub(1)).min(ranks.saturating_sub(1))
    }

    fn drop_all(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        *self = Self { rank: self.rank, ..Self::default() };
    }

    fn ask(&mut self, game: &Game) {
        let battle = game.session.battle().clone();
        let side = battle.side();
        let rank = battle.rules().ranks.get(self.rank_of(battle.rules().ranks.len()));
        let name = match rank {
            Some(rank) => format!("{}:{}", default_commander(side), rank.name.to_lowercase()),
            None => default_commander(side).to_owned(),
        };
        self.hint = None;
        self.cancel = Arc::default();
        let (hash, cancel) = (battle.hash(), Arc::clone(&self.cancel));
        let seed = own_seeds(game.session.course().seed())[side];
        let task = async move {
            let mut player = Player::named(&name, &battle, seed).map_err(|unknown| unknown.to_string())?;
            Ok(player.order_unless(&battle, Some(cancel)))
        };
        self.task = Some((hash, AsyncComputeTaskPool::get().spawn(task)));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Advice>()
        .add_systems(Update, (act, hear, play).chain().in_set(BattleSystems::Orders).run_if(fighting))
        .add_systems(OnExit(crate::screen::Screen::Battle), |mut advice: ResMut<Advice>| advice.drop_all());
}

fn act(
    mut actions: MessageReader<BattleAction>,
    mut game: ResMut<Game>,
    mut playback: ResMut<Playback>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<SaveNow>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        let ready = game.session.human_to_move() && !game.deploying;
        match action {
            BattleAction::Hint if ready => advice.ask(&game),
            BattleAction::HintRank => {
                let ranks = game.session.battle().rules().ranks.len();
                advice.rank = Some((advice.rank_of(ranks) + 1) % ranks.max(1));
                if advice.hint.is_some() && ready {
                    advice.ask(&game);
                }
            }
            BattleAction::TakeHint if ready => {
                if let Some((order, _)) = advice.hint.take() {
                    playback.skip();
                    if give(&mut game, &mut playback, order, &mut notices) {
                        save.write(SaveNow);
                    }
                }
            }
            BattleAction::Auto if advice.auto => advice.drop_all(),
            BattleAction::Auto if ready => {
                advice.drop_all();
                advice.auto = true;
            }
            BattleAction::DropHint => advice.drop_all(),
            _ => {}
        }
    }
}

/// Takes what the commander says, if it is still about the present position.
fn hear(game: Res<Game>, mut advice: ResMut<Advice>, mut notices: MessageWriter<Notice>) {
    let now = game.session.battle().hash();
    if advice.hint.is_some() && game.is_changed() && !game.session.human_to_move() {
        advice.hint = None;
    }
    let Some((hash, task)) = &mut advice.task else { return };
    let about = *hash;
    let Some(said) = check_ready(task) else { return };
    advice.task = None;
    match said {
        Ok(hint) if about == now => advice.hint = Some(hint),
        Ok(_) => {}
        Err(problem) => {
            notices.write(Notice(problem));
            advice.auto = false;
        }
    }
}

/// Follows one hint after the other until the turn is over. Whoever does something else himself takes over again.
fn play(
    mut game: ResMut<Game>,
    mut playback: ResMut<Playback>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<SaveNow>,
    mut notices: MessageWriter<Notice>,
) {
    if !advice.auto {
        return;
    }
    if !game.session.human_to_move() {
        advice.drop_all();
        return;
    }
    if playback.waiting() > 8 || advice.thinking() {
        return;
    }
    let Some((order, _)) = advice.hint.take() else { return advice.ask(&game) };
    if !give(&mut game, &mut playback, order, &mut notices) || order == Order::EndTurn {
        advice.drop_all();
    }
    save.write(SaveNow);
}
