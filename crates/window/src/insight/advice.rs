//! Hints: the order of a commander in the player's place, with its reason; a commander can also
//! play the rest of the turn.

use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_engine::{Battle, DiceSource, Order, RankId, Ruleset};
use hotgates_play::{Seat, SeatError, Seats, seeds_of_players};

use hotgates_board::KeepHexInView;
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::{Job, Notice, register_emitted_message};
use hotgates_window_battle::battle::{AutosaveBattle, BattleSystems, give_order};
use hotgates_window_battle::scene::{
    LeaveScreenSchedule, Scene, ShownBattle, is_battle_fought, is_battle_shown,
};

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
    pub const fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the rank of the advising commander; the highest of the ruleset where none is chosen.
    #[must_use]
    pub fn advising_rank(&self, rules: &Ruleset) -> RankId {
        let highest = rules.rank_ids().next_back().unwrap_or_default();
        self.rank.map_or(highest, |rank| rank.min(highest))
    }

    fn drop_advice(&mut self) {
        *self = Self { rank: self.rank, ..Self::default() };
    }

    fn ask_commander_for_hint(&mut self, battle: &Battle, dice: DiceSource) {
        let battle = battle.clone();
        let side = battle.side();
        let rank = battle.rules().ranks.get(self.advising_rank(battle.rules()).index());
        let rank = rank.map(|rank| rank.name.to_lowercase());
        let name = Seats::default()[side].name().clone().with_rank(rank.as_deref());
        self.hint = None;
        let (hash, seed) = (battle.hash(), seeds_of_players(dice)[side]);
        let job = Job::start(move |cancel| {
            let mut player = Seat::from_name(name).make_player(&battle, seed)?;
            Ok(player.next_order_unless(&battle, cancel))
        });
        self.job = Some((hash, job));
    }
}

pub(super) fn plugin(app: &mut App) {
    register_emitted_message::<AdviceAction>(app);
    app.init_resource::<Advice>()
        .add_systems(
            Update,
            (
                handle_advice_actions.run_if(is_battle_shown),
                receive_commander_hint.run_if(is_battle_shown),
                play_rest_of_turn.run_if(is_battle_fought),
                hand_hint_to_board.run_if(is_battle_shown),
            )
                .chain()
                .in_set(BattleSystems::Orders),
        )
        .add_systems(LeaveScreenSchedule, drop_advice_on_leaving);
}

fn drop_advice_on_leaving(mut advice: ResMut<Advice>) {
    advice.drop_advice();
}

/// Asks for hints and follows them. In a replay they are about the position that is shown, and
/// nobody can take them.
fn handle_advice_actions(
    mut actions: MessageReader<AdviceAction>,
    mut scene: ResMut<Scene>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut notices: MessageWriter<Notice>,
) {
    for action in actions.read() {
        let Some(shown) = scene.shown_battle() else { return };
        let (battle, dice) = (shown.position_for_questions(), shown.session().dice_source());
        let ready = match shown {
            ShownBattle::Fought(game) => game.takes_orders(),
            ShownBattle::Watched(_) => battle.verdict().is_none(),
        };
        match action {
            AdviceAction::Hint => {
                if ready {
                    advice.ask_commander_for_hint(battle, dice);
                }
            }
            AdviceAction::NextRank => {
                let (rules, now) = (battle.rules(), advice.advising_rank(battle.rules()));
                advice.rank = rules.rank_ids().find(|&rank| rank > now).or(Some(RankId::default()));
                if advice.hint.is_some() && ready {
                    advice.ask_commander_for_hint(battle, dice);
                }
            }
            AdviceAction::Drop => advice.drop_advice(),
            AdviceAction::Take => {
                if ready
                    && let Some(game) = scene.fought_battle_mut()
                    && let Some((order, _)) = advice.hint.take()
                {
                    game.playback.skip_to_end();
                    if give_order(game, order, &mut notices) {
                        save.write(AutosaveBattle);
                    }
                }
            }
            AdviceAction::Auto => {
                let begins = !advice.auto && ready && !shown.is_replay();
                if advice.auto || begins {
                    advice.drop_advice();
                    advice.auto = begins;
                }
            }
        }
    }
}

/// Takes the commander's hint, if it is still about the present position.
fn receive_commander_hint(
    scene: Res<Scene>,
    mut advice: ResMut<Advice>,
    mut view: MessageWriter<KeepHexInView>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(scene) = scene.shown_battle() else { return };
    let now = scene.position_for_questions().hash();
    if advice.hint.is_some() && advice.about != now {
        advice.hint = None;
    }
    // A change would fill the panel anew in every frame, and no button of it could be clicked.
    let Some((hash, job)) = &mut advice.bypass_change_detection().job else { return };
    let about = *hash;
    let Some(said) = job.poll() else { return };
    advice.job = None;
    match said {
        Ok(hint) if about == now => {
            let unit = hint.0.unit().filter(|_| !advice.auto);
            view.write_batch(unit.map(|unit| KeepHexInView(scene.position_for_questions().unit(unit).cell)));
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

/// Hands the order that is advised to the scene, whose board points it out.
fn hand_hint_to_board(scene: ResMut<Scene>, advice: Res<Advice>) {
    let Some(now) = scene.shown_battle().map(|shown| shown.position_for_questions().hash()) else { return };
    let order = advice.hint.as_ref().filter(|_| !advice.auto && advice.about == now).map(|&(order, _)| order);
    Scene::point_out_order(scene, order);
}

/// Follows one hint after the other until the turn is over. A player who does something else takes
/// over again.
fn play_rest_of_turn(
    scene: ResMut<Scene>,
    mut advice: ResMut<Advice>,
    mut save: MessageWriter<AutosaveBattle>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    if !advice.auto {
        return;
    }
    if !game.session.is_human_to_move() {
        advice.drop_advice();
        return;
    }
    if game.playback.waiting_event_count() > 8 || advice.is_thinking() || game.session.awaits_answer() {
        return;
    }
    let Some((order, _)) = advice.hint.take() else {
        let dice = game.session.dice_source();
        return advice.ask_commander_for_hint(game.session.battle(), dice);
    };
    if !give_order(&mut game, order, &mut notices) || order == Order::EndTurn {
        advice.drop_advice();
    }
    save.write(AutosaveBattle);
}
