//! A table that is open: one task keeps it, and everybody else sends it what was said.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hotgates_engine::{Battle, BySide, Order, Side};
use hotgates_play::{Player, SeatError};
use hotgates_protocol::{ChatLine, GuestMessage, TableMessage, TableStage, TableState};
use hotgates_record::Replay;
use hotgates_table::{
    CallFault, ComputerPlayer, Guest, ProgramCall, StampedRecord, Table, TableProgram, TableRecord,
    TableRefusalKind,
};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::bots::BotList;
use crate::counters::ServerCounters;
use crate::courier::Courier;
use crate::fault::ServerFault;
use crate::lobby::Listing;
use crate::store::{Store, StoredBattle};
use crate::token::draw_number;
use crate::turn::{SeatNews, TurnNotice};
use crate::writer::{RecordWriter, WriteResult};

/// Most messages that wait for a guest who reads slowly; then the guest is let go.
pub const MOST_UNREAD: usize = 256;
/// Most guests at a table.
const MOST_GUESTS: usize = 200;
/// Most times that an order is decided anew because another server was faster.
const MOST_TRIES: usize = 4;
/// How long a table without guests is kept in memory.
const IDLE: Duration = Duration::from_mins(1);

/// What a table is told.
pub enum TableCommand {
    /// Somebody comes, and is told what happens from now on.
    Enter(NewGuest),
    /// A guest says something; the answer is for that guest alone.
    Say(Guest, GuestMessage, oneshot::Sender<Option<TableMessage>>),
    /// Somebody asks for the replay, which there is at the end.
    Replay(oneshot::Sender<Option<Replay>>),
    /// Somebody asks for the id of the battle with the sides exchanged that follows this one.
    Rematch(oneshot::Sender<Option<String>>),
    /// Somebody asks how the table stands, as far as everybody who sits there may know.
    Turn(oneshot::Sender<TurnNotice>),
    /// The table is to be closed at once.
    Close,
}

/// A guest who comes to a table.
pub struct NewGuest {
    /// Who it is.
    pub guest: Guest,
    /// Number of orders that it was told before.
    pub from: u32,
    /// Where it is told what happens.
    pub messages: mpsc::Sender<TableMessage>,
}

/// A guest at a table.
struct SeatedGuest {
    guest: Guest,
    messages: mpsc::Sender<TableMessage>,
    /// `true` once it was told where its units may be arranged.
    arranges: bool,
    begun: bool,
    /// How the table stood when the guest was last told, without the clock.
    state: TableState,
}

impl SeatedGuest {
    /// Returns what the guest is told of the arranging of its units, after a record that was followed.
    fn arranging_news(&mut self, table: &Table, record: &TableRecord) -> Option<TableMessage> {
        if !std::mem::replace(&mut self.arranges, table.stage() == TableStage::Arranging) {
            return table.arrange_message(self.guest).map(|start| TableMessage::Arrange(Box::new(start)));
        }
        match record {
            TableRecord::Placed(side, _) if self.guest == Guest::Seat(*side) => {
                table.placed_units(self.guest).map(TableMessage::Placed)
            }
            _ => None,
        }
    }

    /// Returns how the table stands, if that is something else than what the guest was told last: an order of which it may
    /// not know sends it nothing.
    fn changed_state(&mut self, table: &Table) -> Option<TableState> {
        let state = table.state(self.guest, now_ms());
        let known = TableState { clock_ms: None, ..state.clone() };
        (self.state != known).then(|| {
            self.state = known;
            state
        })
    }
}

/// What all tables share.
#[derive(Clone)]
pub struct TableServices {
    /// Where battles are kept.
    pub store: Store,
    /// Who writes records down.
    pub writer: RecordWriter,
    /// Leave to think: as many commanders think at a time as there are processors.
    pub thinkers: Arc<Semaphore>,
    /// `true` if other servers may write to the same database.
    pub shares_database: bool,
    /// Programs that players may choose.
    pub bots: BotList,
    /// The courier that tells webhooks whose turn it is.
    pub courier: Courier,
    /// What is counted for the operator.
    pub counters: Arc<ServerCounters>,
}

/// An order that a computer has thought of, after so many records.
struct ThoughtOrder {
    after: usize,
    side: Side,
    player: Option<ComputerPlayer>,
    order: Result<Order, CallFault>,
}

/// The task of a table.
pub struct TableActor {
    table: Table,
    /// Number of records followed.
    records: usize,
    services: TableServices,
    guests: Vec<SeatedGuest>,
    /// `true` if nobody may say anything here.
    muted: bool,
    /// Computers that are seated and do not think now.
    players: BySide<Option<ComputerPlayer>>,
    is_thinking: bool,
    thoughts: (mpsc::Sender<ThoughtOrder>, mpsc::Receiver<ThoughtOrder>),
}

/// Returns the time in milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl TableActor {
    /// Makes the task of a table whose records have been followed.
    pub fn new(table: Table, records: usize, muted: bool, services: TableServices) -> Self {
        let thoughts = mpsc::channel(1);
        let guests = Vec::new();
        Self {
            table,
            records,
            services,
            guests,
            muted,
            players: BySide::default(),
            is_thinking: false,
            thoughts,
        }
    }

    /// Keeps the table until nobody has been there for a while.
    pub async fn run(mut self, mut commands: mpsc::Receiver<TableCommand>) {
        let counters = Arc::clone(&self.services.counters);
        let _present = ServerCounters::note_presence(&counters.tables);
        let mut idle_since = Instant::now();
        self.start_thinking();
        loop {
            let wake = self.next_waking(idle_since);
            tokio::select! {
                command = commands.recv() => match command {
                    Some(TableCommand::Close) | None => return,
                    Some(command) => self.meet_command(command).await,
                },
                Some(thought) = self.thoughts.1.recv() => self.follow_thought(thought).await,
                () = sleep_until(wake) => self.look_around().await,
            }
            self.guests.retain(|guest| !guest.messages.is_closed());
            if !self.guests.is_empty() || self.is_busy() {
                idle_since = Instant::now();
            } else if idle_since.elapsed() >= IDLE && commands.is_empty() {
                return;
            }
        }
    }

    /// Returns `true` if the table goes on by itself: a computer is to move, or a clock runs.
    fn is_busy(&self) -> bool {
        self.is_thinking || self.table.deadline_ms().is_some()
    }

    fn next_waking(&self, idle_since: Instant) -> Instant {
        let now = Instant::now();
        let mut wake = (idle_since + IDLE).max(now + Duration::from_millis(100));
        if let Some((_, deadline)) = self.table.deadline_ms() {
            wake = wake.min(now + Duration::from_millis(deadline.saturating_sub(now_ms()).max(1)));
        }
        if self.services.shares_database {
            wake = wake.min(now + Duration::from_secs(1));
        }
        wake
    }

    /// Looks at the clock, and at what other servers have stored.
    async fn look_around(&mut self) {
        if self.services.shares_database
            && let Err(why) = self.read_on().await
        {
            tracing::error!("{why}");
        }
        self.keep_time().await;
    }

    /// Follows what the clock has decided.
    async fn keep_time(&mut self) {
        while let Some(record) = self.table.decide_time(now_ms()) {
            if !self.keep_record(record).await {
                return;
            }
        }
    }

    async fn meet_command(&mut self, command: TableCommand) {
        match command {
            TableCommand::Enter(guest) => self.seat_guest(guest).await,
            TableCommand::Say(guest, message, reply) => {
                let answer = self.hear_guest(guest, &message).await;
                let _ = reply.send(answer);
            }
            TableCommand::Replay(reply) => {
                let _ = reply.send(self.table.replay());
            }
            TableCommand::Rematch(reply) => {
                let _ = reply.send(self.table.rematch_id());
            }
            TableCommand::Turn(reply) => {
                let _ = reply.send(self.turn_notice());
            }
            TableCommand::Close => {}
        }
    }

    async fn seat_guest(&mut self, new: NewGuest) {
        let NewGuest { guest, from, messages } = new;
        if self.guests.len() >= MOST_GUESTS {
            let refusal = TableRefusalKind::NotNow("too many people are at this table").message(None);
            let _ = messages.try_send(TableMessage::Refused(refusal));
            return;
        }
        let start = self.table.begin_message(guest);
        let state = self.table.state(guest, now_ms());
        let mut first = vec![TableMessage::Table(Box::new(state.clone()))];
        let state = TableState { clock_ms: None, ..state };
        let begun = start.is_some();
        let arrangement = self.table.arrange_message(guest);
        first.extend(arrangement.map(|start| TableMessage::Arrange(Box::new(start))));
        first.extend(start.map(|start| TableMessage::Begin(Box::new(start))));
        if begun {
            first.push(TableMessage::Told(self.table.told_from(guest, from as usize)));
        }
        match self.services.store.chat(&self.table.setup().id).await {
            Ok(chat) => {
                let lines = chat.into_iter().map(|(side, text)| ChatLine { side, text });
                let lines = lines.filter(|line| self.may_hear(guest, line.side));
                first.extend(lines.map(TableMessage::Chat));
            }
            Err(why) => tracing::error!("{why}"),
        }
        if first.into_iter().all(|message| messages.try_send(message).is_ok()) {
            let arranges = self.table.stage() == TableStage::Arranging;
            self.guests.push(SeatedGuest { guest, messages, arranges, begun, state });
        }
    }

    /// Meets what a guest says; returns what is answered to that guest alone.
    async fn hear_guest(&mut self, guest: Guest, message: &GuestMessage) -> Option<TableMessage> {
        let id = match message {
            GuestMessage::Order(order) => Some(order.id.clone()),
            GuestMessage::Chat(_) if self.muted => {
                let why = TableRefusalKind::NotNow("the operator lets nobody speak here");
                return Some(TableMessage::Refused(why.message(None)));
            }
            GuestMessage::Chat(words) => {
                self.say_to_all(guest, &words.text).await;
                return None;
            }
            _ => None,
        };
        // The clock goes first: an order that comes too late is none.
        self.keep_time().await;
        for _ in 0..MOST_TRIES {
            match self.table.decide(guest, message) {
                Ok(None) => return self.answer_unchanged(guest, message),
                Ok(Some(record)) => {
                    if record == TableRecord::RematchAgreed
                        && let Err(why) = self.make_rematch().await
                    {
                        tracing::error!("{why}");
                        break;
                    }
                    if self.keep_record(record).await {
                        return None;
                    }
                }
                Err(why) => return Some(TableMessage::Refused(why.message(id))),
            }
        }
        let why = TableRefusalKind::NotNow("the order could not be stored");
        Some(TableMessage::Refused(why.message(id)))
    }

    /// Returns the answer to a request that changes nothing: whoever places units where they stand waits for one as well.
    fn answer_unchanged(&self, guest: Guest, message: &GuestMessage) -> Option<TableMessage> {
        let GuestMessage::Place(_) = message else { return None };
        self.table.placed_units(guest).map(TableMessage::Placed)
    }

    /// Keeps the battle with the sides exchanged, in which each seat's token is that of the enemy's seat here.
    async fn make_rematch(&mut self) -> Result<(), ServerFault> {
        let store = self.services.store.clone();
        let id = self.table.setup().id.clone();
        let Some(stored) = store.battle(&id).await? else { return Ok(()) };
        let setup = self.table.rematch_setup(draw_number()?);
        let BySide { red, blue } = stored.tokens;
        let next = StoredBattle {
            listing: stored.listing.as_ref().map(|_| Listing::of_setup(&setup)),
            setup,
            tokens: BySide { red: blue, blue: red },
            made_ms: i64::try_from(now_ms()).unwrap_or(i64::MAX),
            open_seat: None,
            closed: false,
            muted: stored.muted,
        };
        store.add_battle(&next).await?;
        tracing::info!(battle = %next.setup.id, after = %id, "a battle with the sides exchanged was made");
        Ok(())
    }

    async fn say_to_all(&mut self, guest: Guest, words: &str) {
        let (side, at_ms) = (guest.side(), i64::try_from(now_ms()).unwrap_or(i64::MAX));
        if let Err(why) = self.services.store.add_chat(&self.table.setup().id, at_ms, side, words).await {
            tracing::error!("{why}");
        }
        for seated in self.guests.iter().filter(|seated| self.may_hear(seated.guest, side)) {
            let line = ChatLine { side, text: words.to_owned() };
            let _ = seated.messages.try_send(TableMessage::Chat(line));
        }
    }

    /// Returns `true` if a guest may hear what somebody says. Whoever watches may know what a seat may not, so that
    /// seats do not hear it before the end.
    fn may_hear(&self, guest: Guest, speaker: Option<Side>) -> bool {
        speaker.is_some() || guest == Guest::Watcher || self.table.stage() == TableStage::Over
    }

    /// Stores a record and follows it; returns `false` if it is not stored.
    async fn keep_record(&mut self, record: TableRecord) -> bool {
        let stamped = StampedRecord { at_ms: now_ms(), record };
        let seq = i64::try_from(self.records).unwrap_or(i64::MAX);
        let id = self.table.setup().id.clone();
        match self.services.writer.write_record(&id, seq, &stamped).await {
            WriteResult::Stored => {
                ServerCounters::count(&self.services.counters.records);
                let before = self.turn_notice();
                self.follow_record(&stamped).await;
                self.send_news(&before);
                true
            }
            WriteResult::Conflict => {
                if let Err(why) = self.read_on().await {
                    tracing::error!("{why}");
                }
                false
            }
            WriteResult::Refused => {
                ServerCounters::count(&self.services.counters.refused_records);
                false
            }
        }
    }

    /// Returns how the table stands, as far as everybody who sits there may know.
    fn turn_notice(&self) -> TurnNotice {
        TurnNotice {
            map: self.table.setup().scenario.map.name.clone(),
            stage: self.table.stage(),
            awaited: BySide::new(|side| self.table.is_awaited(side)),
            turn: self.table.true_battle().map_or(0, Battle::turn),
            since_ms: self.table.turned_ms(),
        }
    }

    /// Has seats told that they are awaited, or that the battle is over, where that is new. Of several servers the one that
    /// has stored what led to it does so.
    fn send_news(&self, before: &TurnNotice) {
        let TurnNotice { stage, awaited, turn, since_ms, .. } = self.turn_notice();
        let has_changed = stage != before.stage;
        let over = stage == TableStage::Over;
        for side in Side::BOTH {
            let is_awaited = awaited[side] && (has_changed || !before.awaited[side]);
            if is_awaited || over && has_changed && self.table.is_seat_of_person(side) {
                let battle = self.table.setup().id.clone();
                self.services.courier.take_news(SeatNews { battle, side, turn, over, since_ms });
            }
        }
    }

    /// Follows the records that another server has stored.
    async fn read_on(&mut self) -> Result<(), ServerFault> {
        let from = i64::try_from(self.records).unwrap_or(i64::MAX);
        let id = self.table.setup().id.clone();
        for stamped in self.services.store.records(&id, from).await? {
            self.follow_record(&stamped).await;
        }
        Ok(())
    }

    /// Follows a record that is stored, and tells everybody.
    async fn follow_record(&mut self, stamped: &StampedRecord) {
        let told = match self.table.follow(stamped) {
            Ok(told) => told,
            Err(why) => {
                // What was decided can be followed; what another server stored was decided there.
                tracing::error!("{}", ServerFault::of_table(&self.table.setup().id, &why));
                return;
            }
        };
        self.records += 1;
        for seated in &mut self.guests {
            let mut news: Vec<TableMessage> =
                seated.arranging_news(&self.table, &stamped.record).into_iter().collect();
            if !seated.begun
                && let Some(begin) = self.table.begin_message(seated.guest)
            {
                seated.begun = true;
                news.push(TableMessage::Begin(Box::new(begin)));
            }
            let index = Guest::ALL.iter().position(|&guest| guest == seated.guest).unwrap_or(0);
            news.extend(told[index].clone().map(TableMessage::Told));
            news.extend(seated.changed_state(&self.table).map(|state| TableMessage::Table(Box::new(state))));
            let listens = news.into_iter().all(|message| seated.messages.try_send(message).is_ok());
            if !listens {
                // Whoever reads too slowly comes back and is told the rest.
                seated.messages = mpsc::channel(1).0;
            }
        }
        if let Some(verdict) = self.table.true_battle().and_then(Battle::verdict)
            && let Err(why) = self.services.store.end_battle(&self.table.setup().id, Some(verdict)).await
        {
            tracing::error!("{why}");
        }
        self.start_thinking();
    }

    /// Has the computer that is to move think of its next order, if it does not yet.
    fn start_thinking(&mut self) {
        if self.is_thinking {
            return;
        }
        let Some(battle) = self.table.true_battle() else { return };
        if battle.verdict().is_some() {
            self.players = BySide::default();
            return;
        }
        let side = battle.side();
        let task = match ComputerTask::of_table(&self.table, &mut self.players[side]) {
            Ok(Some(task)) => task,
            Ok(None) => return,
            Err(why) => return tracing::error!("battle {}: {why}", self.table.setup().id),
        };
        self.is_thinking = true;
        let (after, thoughts) = (self.records, self.thoughts.0.clone());
        let thinkers = Arc::clone(&self.services.thinkers);
        let counters = Arc::clone(&self.services.counters);
        tokio::spawn(async move {
            let _thinking = ServerCounters::note_presence(&counters.thinking);
            // A program thinks in a process of its own, and for the most part waits.
            let leave = match &task {
                ComputerTask::Call(..) => None,
                ComputerTask::Think(..) => {
                    let Ok(leave) = thinkers.acquire_owned().await else { return };
                    Some(leave)
                }
            };
            let thought = tokio::task::spawn_blocking(move || {
                let (side, player, order) = task.do_task();
                drop(leave);
                ThoughtOrder { after, side, player, order }
            });
            if let Ok(thought) = thought.await {
                let _ = thoughts.send(thought).await;
            }
        });
    }

    async fn follow_thought(&mut self, thought: ThoughtOrder) {
        self.is_thinking = false;
        let ThoughtOrder { after, side, player, order } = thought;
        self.players[side] = player;
        if after != self.records {
            return self.start_thinking();
        }
        let id = &self.table.setup().id;
        let record = match order {
            Ok(order) => match self.table.decide_computer_order(order.into()) {
                Ok(record) => Some(record),
                Err(why) => {
                    tracing::error!("battle {id}: {side} ordered {order}: {why}");
                    None
                }
            },
            Err(why) => {
                tracing::warn!("battle {id}: the program of {side} gives no order: {why}");
                self.table.decide_forfeit(side, &why)
            }
        };
        if let Some(record) = record {
            self.keep_record(record).await;
        }
    }
}

/// What a computer that is to move has to do.
enum ComputerTask {
    /// A commander thinks of its next order.
    Think(Side, Box<Player>, Box<Battle>),
    /// A program is told what has happened, and asked for its next order.
    Call(Box<ProgramCall>, Option<Box<TableProgram>>),
}

impl ComputerTask {
    /// Returns the task of the side to move, if it is a computer's. `before` is whoever sits there already.
    fn of_table(table: &Table, before: &mut Option<ComputerPlayer>) -> Result<Option<Self>, SeatError> {
        if let Some(call) = table.program_to_move() {
            let program = match before.take() {
                Some(ComputerPlayer::Program(program)) => Some(program),
                Some(ComputerPlayer::Commander(_)) | None => None,
            };
            return Ok(Some(Self::Call(Box::new(call), program)));
        }
        let Some(battle) = table.true_battle().filter(|battle| battle.verdict().is_none()) else {
            return Ok(None);
        };
        let player = match before.take() {
            Some(ComputerPlayer::Commander(player)) => Some((battle.side(), player)),
            Some(ComputerPlayer::Program(_)) | None => table.computer_to_move().transpose()?,
        };
        Ok(player.map(|(side, player)| Self::Think(side, Box::new(player), Box::new(battle.clone()))))
    }

    /// Returns the side, whoever commands it, unless it is gone, and the order.
    fn do_task(self) -> (Side, Option<ComputerPlayer>, Result<Order, CallFault>) {
        match self {
            Self::Think(side, mut player, battle) => {
                let (order, _) = player.next_order(&battle);
                (side, Some(ComputerPlayer::Commander(*player)), Ok(order))
            }
            Self::Call(call, program) => {
                let side = call.side();
                match call.ask_program(program.map(|program| *program)) {
                    Ok((program, order)) => {
                        (side, Some(ComputerPlayer::Program(Box::new(program))), Ok(order))
                    }
                    Err(why) => (side, None, Err(why)),
                }
            }
        }
    }
}
