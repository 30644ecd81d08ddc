//! Computers that play: they think beside the frames, one order at a time, and are told to stop
//! when nobody waits for them any more.

use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_engine::{BySide, Order, Side};
use hotgates_play::{Player, SeatError, seeds_of_players};

use super::BattleSystems;
use super::autosave::AutosaveBattle;
use super::session::BattleSession;
use crate::scene::{BattlePhase, FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought};
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::{Job, Notice};

/// A thought of a computer: the player, the order and the reason.
type ComputedOrder = (Player, Order, Reason);

/// The computers of the battle being fought.
#[derive(Resource, Default)]
pub struct ComputerPlayers {
    /// Dice seed and first position of the battle that the computers play: another battle needs
    /// other players.
    of: Option<(u64, u64)>,
    players: BySide<Option<SyncCell<Player>>>,
    /// The side that thinks, the number of orders given before, and the thought.
    job: Option<(Side, usize, Job<ComputedOrder>)>,
}

impl ComputerPlayers {
    /// Returns the side whose computer is thinking now.
    #[must_use]
    pub fn thinking_side(&self) -> Option<Side> {
        self.job.as_ref().map(|(side, ..)| *side)
    }

    /// Stops the computer that is thinking, and forgets the players.
    pub fn stop_thinking(&mut self) {
        *self = Self::default();
    }

    /// Takes a finished thought, if it is still about the position of `session`.
    fn take_computed_order(&mut self, session: &BattleSession) -> Option<(Order, Reason)> {
        let (side, number, job) = self.job.as_mut()?;
        let (side, number) = (*side, *number);
        let (player, order, reason) = job.poll()?;
        self.job = None;
        self.players[side] = Some(SyncCell::new(player));
        (number == session.game_record().orders().len()).then_some((order, reason))
    }

    /// Sets the computer to move to thinking.
    fn begin_thinking(&mut self, session: &BattleSession) -> Result<(), SeatError> {
        let battle = session.battle();
        let side = battle.side();
        if session.seats()[side].is_human() {
            return Ok(());
        }
        let of = (session.game_record().seed(), session.starting_position().hash());
        if self.of != Some(of) {
            self.stop_thinking();
            self.of = Some(of);
        }
        let mut player = match self.players[side].take() {
            Some(player) => SyncCell::to_inner(player),
            None => seat_player(session, side)?,
        };
        let battle = battle.clone();
        let job = Job::start(move |cancel| {
            let (order, reason) = player.next_order_unless(&battle, cancel);
            (player, order, reason)
        });
        self.job = Some((side, session.game_record().orders().len(), job));
        Ok(())
    }
}

/// Makes a computer player for a side, perhaps in the middle of its half-turn: the player is asked
/// again for the orders of that half-turn, because that is all that commanders remember.
fn seat_player(session: &BattleSession, side: Side) -> Result<Player, SeatError> {
    let seed = seeds_of_players(session.game_record().seed())[side];
    let mut player = session.seats()[side].make_player(session.starting_position(), seed)?;
    let records = session.order_records();
    let begun = records.iter().rposition(|record| record.side != side).map_or(0, |last| last + 1);
    player.repeat_half_turn_orders(records[begun..].iter().map(|record| &record.before));
    Ok(player)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ComputerPlayers>()
        .add_systems(Update, let_computers_play.in_set(BattleSystems::Orders).run_if(is_battle_fought))
        .add_systems(LeaveScreenSchedule, stop_thinking_on_leaving);
}

fn let_computers_play(
    scene: ResMut<Scene>,
    mut thinking: ResMut<ComputerPlayers>,
    mut save: MessageWriter<AutosaveBattle>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(mut game) = Scene::borrow_fought_battle(scene) else { return };
    if game.phase != BattlePhase::Playing {
        return;
    }
    if thinking.job.is_some() {
        let Some((order, reason)) = thinking.take_computed_order(&game.session) else { return };
        let half = game.session.battle().side();
        let FoughtBattle { session, playback, .. } = &mut *game;
        match session.act(order, Some(reason)) {
            Ok(events) => {
                playback.push(events);
                if std::mem::take(&mut playback.stepping) && playback.paused {
                    playback.skip_to_end();
                }
            }
            Err(illegal) => {
                // Ours to mend; the player can still go on.
                error!("a computer gave an illegal order: {illegal}");
                let _ = session.act(Order::EndTurn, None).map(|events| playback.push(events));
            }
        }
        if game.session.battle().side() != half || game.session.battle().verdict().is_some() {
            game.selection.clear();
            save.write(AutosaveBattle);
        }
    }
    // The next thought begins while the last order is still being shown, but not more than a few
    // orders ahead.
    if game.session.is_computer_to_move()
        && (if game.playback.paused {
            game.playback.stepping
        } else {
            game.playback.waiting_event_count() < 12
        })
        && let Err(error) = thinking.begin_thinking(&game.session)
    {
        let why = explain_seat_error(&error);
        notices.write(Notice(why.clone()));
        game.phase = BattlePhase::Stopped(why);
    }
}

fn stop_thinking_on_leaving(mut thinking: ResMut<ComputerPlayers>) {
    if thinking.of.is_some() {
        thinking.stop_thinking();
    }
}
