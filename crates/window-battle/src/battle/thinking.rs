//! Computers and programs that play: they think beside the frames, one order at a time, and are told to stop
//! when nobody waits for them any more, or when their time by the clock is over.

use std::thread;
use std::time::Duration;

use bevy::app::AppExit;
use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use hotgates_ai::Reason;
use hotgates_engine::{Battle, BySide, DiceSource, Order, Side};
use hotgates_play::{Cancel, Player, ProgramFault, ProgramLoss, ProgramOrder, SeatError, seeds_of_players};
use hotgates_record::{Concession, GameRecord};

use super::BattleSystems;
use super::autosave::AutosaveBattle;
use super::program_table::ProgramAtTable;
use super::session::BattleSession;
use crate::scene::{BattlePhase, FoughtBattle, LeaveScreenSchedule, Scene, is_battle_fought};
use hotgates_ui::explain::{explain_program_fault, explain_seat_error};
use hotgates_ui::{Job, Notice, Phrase};

/// Whoever thinks for a side.
enum Thinker {
    /// A built-in commander.
    Computer(Box<Player>),
    /// A program.
    Program(Box<ProgramAtTable>),
}

/// What came of a thought.
enum Thought {
    /// An order of a computer, with its reason.
    Order(Order, Reason),
    /// An order of a program, with what it says of the order.
    ProgramOrder(ProgramOrder),
    /// The program has lost the battle by what it did.
    Lost(Box<ProgramLoss>),
    /// The program cannot play, for this reason.
    Impossible(Phrase),
    /// There is no computer that could play, for this reason.
    NoPlayer(Phrase),
    /// Nobody waited for it any more.
    Cancelled,
}

/// A finished thought with whoever has had it; nobody if the thinker has gone.
type FinishedThought = (Option<Thinker>, Thought);

/// The computers and programs of the battle being fought.
#[derive(Resource, Default)]
pub struct ComputerPlayers {
    /// Source of the dice and first position of the battle that the computers play: another battle needs
    /// other players.
    of: Option<(DiceSource, u64)>,
    players: BySide<Option<SyncCell<Thinker>>>,
    job: Option<PresentThought>,
    clock: HalfTurnClock,
    /// Threads that end programs.
    partings: Vec<Job<thread::Result<()>>>,
}

/// The thought of a computer that is thinking.
struct PresentThought {
    /// The side that thinks.
    side: Side,
    /// `true` if a program thinks.
    of_program: bool,
    /// Number of orders given before.
    number: usize,
    job: Job<thread::Result<FinishedThought>>,
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

    /// Returns the whole seconds for which the program that is thinking now has thought in its half-turn; `None`
    /// if none is.
    #[must_use]
    pub fn seconds_of_program(&self, now: Duration) -> Option<u64> {
        let thought = self.job.as_ref().filter(|thought| thought.of_program)?;
        Some((self.clock.spent + now.saturating_sub(thought.since)).as_secs())
    }

    /// Stops the computer that is thinking, forgets the players, and ends the programs among them beside the
    /// frames.
    pub fn stop_thinking(&mut self) {
        if let Some(PresentThought { job, .. }) = self.job.take().filter(|thought| thought.of_program) {
            job.cancel();
            self.part_on_thread(move || drop(job.wait()));
        }
        for side in Side::BOTH {
            if let Some(Thinker::Program(program)) = self.players[side].take().map(SyncCell::to_inner) {
                self.part_on_thread(move || drop(program));
            }
        }
        let partings = std::mem::take(&mut self.partings);
        *self = Self { partings, ..Self::default() };
    }

    /// Tells the programs of a battle that it is over, and ends them beside the frames.
    fn part_from_programs(&mut self, session: &BattleSession) {
        for side in Side::BOTH {
            let is_program = |thinker: &mut SyncCell<Thinker>| matches!(thinker.get(), Thinker::Program(_));
            let Some(thinker) = self.players[side].take_if(is_program) else { continue };
            let Thinker::Program(program) = SyncCell::to_inner(thinker) else { continue };
            let orders = orders_of(session);
            let concession = session.true_position().verdict().and_then(Concession::of_verdict);
            self.part_on_thread(move || program.part_after_battle(&orders, concession));
        }
    }

    /// Does what ends a program on a thread of its own: it may have to be waited for.
    fn part_on_thread(&mut self, part: impl FnOnce() + Send + 'static) {
        self.partings.retain_mut(|parting| parting.poll().is_none());
        // Without a thread the program is ended here: the closure is dropped with it.
        self.partings.extend(Job::start_on_thread("parting", move |_, _| part()));
    }

    /// Waits until every program has been ended.
    fn finish_partings(&mut self) {
        for parting in self.partings.drain(..) {
            // A panic has ended the thread, and what it held.
            let _ = parting.wait();
        }
    }

    /// Takes a finished thought, if it is still about the position of `session`, and ends one whose
    /// time is over.
    fn take_finished_thought(&mut self, session: &BattleSession, now: Duration) -> Option<Thought> {
        let thought = self.job.as_mut()?;
        if let Some((_, time_up)) = thought.deadline.as_ref().filter(|(at, _)| *at <= now) {
            time_up.set_flag();
        }
        let finished = thought.job.poll()?;
        let thought = self.job.take()?;
        self.clock.spent += now.saturating_sub(thought.since);
        let Ok((thinker, result)) = finished else {
            return Some(Thought::Impossible(Phrase::new("computer-failed")));
        };
        self.players[thought.side] = thinker.map(SyncCell::new);
        if thought.number == session.order_count() {
            return Some(result);
        }
        if thought.of_program {
            // It knows of an order that the battle has not followed.
            self.stop_thinking();
        }
        None
    }

    /// Sets the computer or the program to move to thinking.
    fn begin_thinking(&mut self, session: &BattleSession, now: Duration) {
        let battle = session.true_position();
        let side = battle.side();
        let seat = &session.seats()[side];
        if !session.is_computer_to_move() {
            return;
        }
        let of = (session.dice_source(), session.starting_position().hash());
        if self.of != Some(of) {
            self.stop_thinking();
            self.of = Some(of);
        }
        let spent = self.clock.begin_thought((battle.turn(), side));
        let of_program = seat.is_program() && !seat.lacks_program();
        let time = seat.time_for_order(spent).filter(|_| !of_program);
        let deadline = time.map(|time| (now + time, Cancel::new()));
        let thinker = self.players[side].take().map(SyncCell::to_inner);
        let job = match thinker {
            Some(Thinker::Program(program)) => ask_program(session, Some(program)),
            None if of_program => ask_program(session, None),
            Some(Thinker::Computer(player)) => ask_computer(session, deadline.as_ref(), |_| Ok(player)),
            None => ask_computer(session, deadline.as_ref(), prepare_player(session, side)),
        };
        let number = session.order_count();
        self.job = Some(PresentThought { side, of_program, number, job, since: now, deadline });
    }
}

/// Asks a computer for its next order, once there is one.
fn ask_computer(
    session: &BattleSession,
    deadline: Option<&(Duration, Cancel)>,
    seat_player: impl FnOnce(&Cancel) -> Result<Box<Player>, SeatError> + Send + 'static,
) -> Job<thread::Result<FinishedThought>> {
    let (battle, time_up) = (session.true_position().clone(), deadline.map(|(_, time_up)| time_up.clone()));
    Job::start(move |cancel| {
        let mut player = match seat_player(cancel) {
            Ok(player) => player,
            Err(error) => return Ok((None, Thought::NoPlayer(explain_seat_error(&error)))),
        };
        let (order, reason) = match &time_up {
            Some(time_up) => player.next_order_in_time(&battle, cancel, time_up),
            None => player.next_order_unless(&battle, cancel),
        };
        Ok((Some(Thinker::Computer(player)), Thought::Order(order, reason)))
    })
}

/// Asks a program for its next order, on a thread of its own; one that is not at its table yet is started there
/// first.
fn ask_program(
    session: &BattleSession,
    program: Option<Box<ProgramAtTable>>,
) -> Job<thread::Result<FinishedThought>> {
    let side = session.true_position().side();
    let (seat, dice) = (session.seats()[side].clone(), session.dice_source());
    let (start, orders) = (session.starting_position().clone(), orders_of(session));
    let ask = move |cancel: &Cancel| {
        let mut program = match program {
            Some(program) => program,
            None => {
                let start = GameRecord::new(start, dice);
                match ProgramAtTable::sit_down(&seat, start, side) {
                    Ok(program) => Box::new(program),
                    Err(why) => return (None, Thought::Impossible(explain_seat_error(&why))),
                }
            }
        };
        program.tell_orders(&orders);
        match program.next_order(cancel) {
            Ok(given) => (Some(Thinker::Program(program)), Thought::ProgramOrder(given)),
            Err(ProgramFault::Lost(loss)) => (None, Thought::Lost(loss)),
            Err(ProgramFault::Cancelled(_)) => (None, Thought::Cancelled),
            Err(fault @ (ProgramFault::Foreign { .. } | ProgramFault::NoCell { .. })) => {
                (None, Thought::Impossible(explain_program_fault(side, &fault)))
            }
        }
    };
    Job::start_on_thread("program", move |cancel, _| ask(cancel))
        .unwrap_or_else(|_| Job::start(|_| Ok((None, Thought::Impossible(Phrase::new("computer-failed"))))))
}

fn orders_of(session: &BattleSession) -> Vec<Order> {
    session.game_record().into_iter().flat_map(GameRecord::orders).map(|&(order, _)| order).collect()
}

/// Prepares a computer player for a side, perhaps in the middle of its half-turn: the player is asked
/// again for the orders of that half-turn, because that is all that commanders remember. A player
/// that thinks by the clock would give other orders now: it plans anew from here.
fn prepare_player(
    session: &BattleSession,
    side: Side,
) -> impl FnOnce(&Cancel) -> Result<Box<Player>, SeatError> + Send + use<> {
    let seat = session.seats()[side].clone();
    let (seed, start) = (seeds_of_players(session.dice_source())[side], session.starting_position().clone());
    let records = session.order_records();
    let begun = records.iter().rposition(|record| record.side != side).map_or(0, |last| last + 1);
    let repeated = if seat.thinking_seconds().is_some() { &[] } else { &records[begun..] };
    let repeated: Vec<Battle> = repeated.iter().map(|record| record.true_position_before().clone()).collect();
    move |cancel| {
        let mut player = seat.make_player(&start, seed)?.cancelled_by(cancel.clone());
        player.repeat_half_turn_orders(&repeated);
        Ok(Box::new(player))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ComputerPlayers>()
        .add_systems(
            Update,
            (let_computers_play, part_from_programs_after_battle)
                .chain()
                .in_set(BattleSystems::Orders)
                .run_if(is_battle_fought),
        )
        .add_systems(LeaveScreenSchedule, stop_thinking_on_leaving)
        .add_systems(Last, end_programs_on_exit);
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
    if game.session.true_position().verdict().is_none()
        && let Some(side) = game.session.side_without_program()
    {
        game.phase = BattlePhase::Unseated(side, None);
        return;
    }
    if thinking.job.is_some() {
        let Some(thought) = thinking.take_finished_thought(&game.session, time.elapsed()) else {
            return;
        };
        let half = game.session.battle().side();
        if let Thought::NoPlayer(why) = &thought {
            notices.write(Notice(why.clone()));
        }
        follow_thought(&mut game, thought);
        if game.session.battle().side() != half || game.session.battle().verdict().is_some() {
            game.selection.clear();
            save.write(AutosaveBattle);
        }
    }
    // The next thought begins while the last order is still being shown, but not more than a few
    // orders ahead.
    if game.phase == BattlePhase::Playing
        && game.session.is_computer_to_move()
        && (if game.playback.paused {
            game.playback.stepping
        } else {
            game.playback.waiting_event_count() < 12
        })
    {
        thinking.begin_thinking(&game.session, time.elapsed());
    }
}

/// Follows what came of a thought.
fn follow_thought(game: &mut FoughtBattle, thought: Thought) {
    let FoughtBattle { session, playback, phase, .. } = game;
    let side = session.true_position().side();
    let followed = match thought {
        Thought::Order(order, reason) => session.act(order, Some(reason)),
        Thought::ProgramOrder(ProgramOrder { order, reason }) => {
            session.act_for_program(order, reason.unwrap_or_default())
        }
        Thought::Lost(loss) => {
            let events = session.lose_by_program(side, loss);
            return playback.push(&events);
        }
        Thought::Impossible(why) => return *phase = BattlePhase::Unseated(side, Some(why)),
        Thought::NoPlayer(why) => return *phase = BattlePhase::Stopped(why),
        Thought::Cancelled => return,
    };
    match followed {
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
}

fn part_from_programs_after_battle(scene: Res<Scene>, mut thinking: ResMut<ComputerPlayers>) {
    let Some(game) = scene.fought_battle() else { return };
    if game.session.true_position().verdict().is_some() {
        thinking.bypass_change_detection().part_from_programs(&game.session);
    }
}

fn stop_thinking_on_leaving(mut thinking: ResMut<ComputerPlayers>) {
    if thinking.of.is_some() {
        thinking.stop_thinking();
    }
}

/// Ends every program before this one ends.
fn end_programs_on_exit(mut exits: MessageReader<AppExit>, mut thinking: ResMut<ComputerPlayers>) {
    if exits.read().count() > 0 {
        thinking.stop_thinking();
        thinking.finish_partings();
    }
}
