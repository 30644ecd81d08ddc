//! Hints: what a commander would do next in the player's place, and why; and letting it play the
//! rest of the turn.

use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_ai::play::{Seat, SeatError, Seats, own_seeds};
use hotgates_engine::{Battle, Order, RankId, Ruleset};

use crate::battle::{BattleSystems, SaveNow, give};
use crate::scene::{LeaveScreen, OnScreen, Scene, fighting, on_screen};
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::{Job, Notice, emits};

/// The advice of a commander: the question and the answer.
#[derive(Resource, Debug, Default)]
pub struct Advice {
    /// Rank of the commander; `None` before anybody has chosen one, which stands for the highest.
    pub rank: Option<RankId>,
    /// The order advised in the present position, with its reason.
    pub hint: Option<(Order, Reason)>,
    /// The position that the hint is about, by its hash.
    about: u64,
    /// `true` while the commander plays the rest of the turn.
    pub auto: bool,
    /// The position that the commander thinks about, by its hash, and the thought.
    job: Option<(u64, Job<Result<(Order, Reason), SeatError>>)>,
}

/// A request about hints.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdviceAction {
    /// Ask a commander what to do next.
    Hint,
    /// Ask a commander of the next higher rank, after the highest one of the lowest.
    NextRank,
    /// Give the order of the hint.
    Take,
    /// Let a commander play the rest of the turn, or stop it.
    Auto,
    /// No hint, no more orders by a commander.
    Drop,
}

impl Advice {
    /// Returns `true` while the commander is thinking.
    #[must_use]
    pub const fn thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the rank that it thinks with, the highest of the ruleset where none is chosen.
    #[must_use]
    pub fn rank_of(&self, rules: &Ruleset) -> RankId {
        let highest = rules.rank_ids().next_back().unwrap_or_default();
        self.rank.map_or(highest, |rank| rank.min(highest))
    }

    fn drop_all(&mut self) {
        *self = Self { rank: self.rank, ..Self::default() };
    }

    fn ask(&mut self, battle: &Battle, seed: u64) {
        let battle = battle.clone();
        let side = battle.side();
        let rank = battle.rules().ranks.get(self.rank_of(battle.rules()).index());
        let rank = rank.map(|rank| rank.name.to_lowercase());
        let name = Seats::default()[side].name().clone().with_rank(rank.as_deref());
        self.hint = None;
        let (hash, seed) = (battle.hash(), own_seeds(seed)[side]);
        let job = Job::start(move |cancel| {
            let mut player = Seat::from_name(name).make_player(&battle, seed)?;
            Ok(player.next_order_unless(&battle, cancel))
        });
        self.job = Some((hash, job));
    }
}

pub(super) fn plugin(app: &mut App) {
    emits::<AdviceAction>(app);
    app.init_resource::<Advice>()
        .add_systems(
            Update,
            (handle_actions.run_if(on_screen), hear_commander.run_if(on_screen), play_turn.run_if(fighting))
                .chain()
                .in_set(BattleSystems::Orders),
        )
        .add_systems(LeaveScreen, leave);
}

fn leave(mut advice: ResMut<Advice>) {
    advice.drop_all();
}

/// Asks for hints and follows them. In a replay they are about the position that is shown, and
/// nobody can take them.
fn handle_actions(
    mut actions: MessageReader<AdviceAction>,
    mut scene: ResMut<Scene>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<SaveNow>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        let Some(shown) = scene.on_screen() else { return };
        let (battle, seed) = (shown.position(), shown.session().game_record().seed());
        let ready = match shown {
            OnScreen::Fought(game) => game.takes_orders(),
            OnScreen::Watched(_) => battle.verdict().is_none(),
        };
        match action {
            AdviceAction::Hint => {
                if ready {
                    advice.ask(battle, seed);
                }
            }
            AdviceAction::NextRank => {
                let (rules, now) = (battle.rules(), advice.rank_of(battle.rules()));
                advice.rank = rules.rank_ids().find(|&rank| rank > now).or(Some(RankId::default()));
                if advice.hint.is_some() && ready {
                    advice.ask(battle, seed);
                }
            }
            AdviceAction::Drop => advice.drop_all(),
            AdviceAction::Take => {
                if ready
                    && let Some(game) = scene.game_mut()
                    && let Some((order, _)) = advice.hint.take()
                {
                    game.playback.skip();
                    if give(game, order, &mut notices) {
                        save.write(SaveNow);
                    }
                }
            }
            AdviceAction::Auto => {
                let begins = !advice.auto && ready && !shown.is_replay();
                if advice.auto || begins {
                    advice.drop_all();
                    advice.auto = begins;
                }
            }
        }
    }
}

/// Takes what the commander says, if it is still about the present position.
fn hear_commander(scene: Res<Scene>, mut advice: ResMut<Advice>, mut notices: MessageWriter<Notice>) {
    let Some(scene) = scene.on_screen() else { return };
    let now = scene.position().hash();
    if advice.hint.is_some() && advice.about != now {
        advice.hint = None;
    }
    let Some((hash, job)) = &mut advice.job else { return };
    let about = *hash;
    let Some(said) = job.poll() else { return };
    advice.job = None;
    match said {
        Ok(hint) if about == now => {
            advice.hint = Some(hint);
            advice.about = now;
        }
        Ok(_) => {}
        Err(problem) => {
            notices.write(Notice(explain_seat_error(&problem)));
            advice.auto = false;
        }
    }
}

/// Follows one hint after the other until the turn is over. Whoever does something else himself
/// takes over again.
fn play_turn(
    scene: ResMut<Scene>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<SaveNow>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut game) = Scene::fought(scene) else { return };
    if !advice.auto {
        return;
    }
    if !game.session.human_to_move() {
        advice.drop_all();
        return;
    }
    if game.playback.waiting() > 8 || advice.thinking() {
        return;
    }
    let Some((order, _)) = advice.hint.take() else {
        return advice.ask(game.session.battle(), game.session.game_record().seed());
    };
    if !give(&mut game, order, &mut notices) || order == Order::EndTurn {
        advice.drop_all();
    }
    save.write(SaveNow);
}
