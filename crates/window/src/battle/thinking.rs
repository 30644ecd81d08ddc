//! Computers that play: they think beside the frames, one order at a time, and are told to stop
//! when nobody waits for them any more, or when their time by the clock is over.

use std::time::Duration;

use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_engine::{BySide, DiceSource, Order, Side};
use hotgates_play::{Cancel, Player, SeatError, seeds_of_players};

use super::BattleSystems;
use super::autosave::AutosaveBattle;
use super::session::{BattleSession, OrderRecord};
use crate::scene::{BattlePhase, FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought};
use hotgates_ui::explain::explain_seat_error;
use hotgates_ui::{Job, Notice};

/// A thought of a computer: the player, the order and the reason.
type ComputedOrder = (Player, Order, Reason);

/// The computers of the battle being fought.
#[derive(Resource, Default)]
pub struct ComputerPlayers {
    /// Source of the dice and first position of the battle that the computers play: another battle needs
    /// other players.
    of: Option<(DiceSource, u64)>,
    players: BySide<Option<SyncCell<Player>>>,
    job: Option<PresentThought>,
    clock: HalfTurnClock,
}

/// The thought of a computer that is thinking.
struct PresentThought {
    /// The side that thinks.
    side: Side,
    /// Number of orders given before.
    number: usize,
    job: Job<ComputedOrder>,
    /// Time at which it began.
    since: Duration,
    /// Time at which it ends, and the flag that says so; `None` for a computer that counts steps.
    deadline: Option<(Duration, Cancel)>,
}

/// The time that a computer has thought in a half-turn.
#[derive(Debug, Default)]
struct HalfTurnClock {
    half_turn: Option<(u32, Side)>,
    spent: Duration,
}

impl HalfTurnClock {
    /// Returns the time that has been spent in a half-turn, and forgets that of the one before.
    fn begin_thought(&mut self, half_turn: (u32, Side)) -> Duration {
        if self.half_turn != Some(half_turn) {
            *self = Self { half_turn: Some(half_turn), spent: Duration::ZERO };
        }
        self.spent
    }
}

impl ComputerPlayers {
    /// Returns the side whose computer is thinking now.
    #[must_use]
    pub fn thinking_side(&self) -> Option<Side> {
        self.job.as_ref().map(|thought| thought.side)
    }

    /// Stops the computer that is thinking, and forgets the players.
    pub fn stop_thinking(&mut self) {
        *self = Self::default();
    }

    /// Takes a finished thought, if it is still about the position of `session`, and ends one whose
    /// time is over.
    fn take_computed_order(&mut self, session: &BattleSession, now: Duration) -> Option<(Order, Reason)> {
        let thought = self.job.as_mut()?;
        if let Some((_, time_up)) = thought.deadline.as_ref().filter(|(at, _)| *at <= now) {
            time_up.set_flag();
        }
        let (player, order, reason) = thought.job.poll()?;
        let thought = self.job.take()?;
        self.clock.spent += now.saturating_sub(thought.since);
        self.players[thought.side] = Some(SyncCell::new(player));
        (thought.number == session.game_record().orders().len()).then_some((order, reason))
    }

    /// Sets the computer to move to thinking.
    fn begin_thinking(&mut self, session: &BattleSession, now: Duration) -> Result<(), SeatError> {
        let battle = session.true_position();
        let side = battle.side();
        if session.seats()[side].is_human() {
            return Ok(());
        }
        let of = (session.game_record().dice_source(), session.starting_position().hash());
        if self.of != Some(of) {
            self.stop_thinking();
            self.of = Some(of);
        }
        let mut player = match self.players[side].take() {
            Some(player) => SyncCell::to_inner(player),
            None => seat_player(session, side)?,
        };
        let spent = self.clock.begin_thought((battle.turn(), side));
        let time = session.seats()[side].time_for_order(spent);
        let deadline = time.map(|time| (now + time, Cancel::new()));
        let (battle, time_up) = (battle.clone(), deadline.as_ref().map(|(_, time_up)| time_up.clone()));
        let job = Job::start(move |cancel| {
            let (order, reason) = match &time_up {
                Some(time_up) => player.next_order_in_time(&battle, cancel, time_up),
                None => player.next_order_unless(&battle, cancel),
            };
            (player, order, reason)
        });
        let number = session.game_record().orders().len();
        self.job = Some(PresentThought { side, number, job, since: now, deadline });
        Ok(())
    }
}

/// Makes a computer player for a side, perhaps in the middle of its half-turn: the player is asked
/// again for the orders of that half-turn, because that is all that commanders remember. A player
/// that thinks by the clock would give other orders now: it plans anew from here.
fn seat_player(session: &BattleSession, side: Side) -> Result<Player, SeatError> {
    let seed = seeds_of_players(session.game_record().dice_source())[side];
    let mut player = session.seats()[side].make_player(session.starting_position(), seed)?;
    if session.seats()[side].thinking_seconds().is_some() {
        return Ok(player);
    }
    let records = session.order_records();
    let begun = records.iter().rposition(|record| record.side != side).map_or(0, |last| last + 1);
    player.repeat_half_turn_orders(records[begun..].iter().map(OrderRecord::true_position_before));
    Ok(player)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ComputerPlayers>()
        .add_systems(Update, let_computers_play.in_set(BattleSystems::Orders).run_if(is_battle_fought))
        .add_systems(LeaveScreenSchedule, stop_thinking_on_leaving);
}

fn let_computers_play(
    time: Res<Time<Real>>,
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
        let Some((order, reason)) = thinking.take_computed_order(&game.session, time.elapsed()) else {
            return;
        };
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
        && let Err(error) = thinking.begin_thinking(&game.session, time.elapsed())
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
