//! A stay at a server's table: the line to it, the table as the player knows it, and what was said.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use bevy::platform::cell::SyncCell;
use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use hotgates_engine::Side;
use hotgates_files::FileError;
use hotgates_guest::{
    DicePledge, KnownTable, LineEvent, PledgeFile, TableAddress, TableLine, draw_order_prefix, draw_pledge,
    fetch_replay,
};
use hotgates_protocol::{GuestMessage, TableStage};
use hotgates_ui::{Job, Phrase};

use crate::explain::explain_address_fault;

/// How long a server that has gone away is waited for.
const PATIENCE: Duration = Duration::from_mins(10);
/// Most words that are kept of what was said.
const MOST_SAID: usize = 50;

/// A function that fetches the replay of the battle once it is over, on a thread of its own; the error says why there is
/// none.
pub type ReplayFetcher = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send + Sync>;

/// The player's visit to a server: the link, and the stay at its table.
#[derive(Resource, Debug, Default)]
pub struct TableVisit {
    /// The text of the link as it stands in the field.
    pub link: String,
    /// The reason why the last link has led nowhere, or why the table was left.
    pub fault: Option<Phrase>,
    /// The stay, from the first call to the server on.
    pub stay: Option<TableStay>,
    /// `true` if the link is joined in the next frame of its screen: until then what was typed last is heard.
    pub(crate) is_join_asked: bool,
}

/// The state of the table's panel beside the battle: words that are typed, questions, whether it is folded.
#[derive(Debug, Default)]
pub(crate) struct TablePanelState {
    /// The words that stand in the field.
    pub(crate) words: String,
    /// Number of times that the field for words was emptied.
    pub(crate) emptied: usize,
    /// `true` while the player is asked whether to give up.
    pub(crate) asks_to_resign: bool,
    /// `true` while only the heading of the table is shown.
    pub(crate) is_folded: bool,
}

/// The replay of a battle on its way here; the error says why there is none.
pub(crate) type FetchedReplay = Job<thread::Result<Result<Vec<u8>, String>>>;

/// A stay at a table.
pub struct TableStay {
    /// The table as the player knows it.
    pub table: KnownTable,
    /// Server and battle, for the eye.
    pub place: String,
    to_say: Box<dyn FnMut(GuestMessage) + Send + Sync>,
    heard: SyncCell<Receiver<LineEvent>>,
    /// The file that keeps the seat's number until the battle has begun.
    file: Option<PledgeFile>,
    address: Option<TableAddress>,
    fetch: Option<ReplayFetcher>,
    pub(crate) proof: Option<FetchedReplay>,
    /// `true` while the line to the server is broken.
    pub(crate) is_broken: bool,
    /// The words of those at the table, each with the side that said them; without one, of somebody who watches.
    pub(crate) said: Vec<(Option<Side>, String)>,
    /// The state of the table's panel.
    pub(crate) panel: TablePanelState,
    /// Time at which the table last said how it stands, by which its clock goes.
    pub(crate) state_at: Duration,
    /// `true` once the battle was put on the board.
    pub(crate) is_on_board: bool,
}

impl std::fmt::Debug for TableStay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableStay").field("place", &self.place).finish_non_exhaustive()
    }
}

impl TableVisit {
    /// Returns `true` while the clock of a battle goes.
    #[must_use]
    pub fn has_running_clock(&self) -> bool {
        self.stay.as_ref().and_then(|stay| stay.table.state()).is_some_and(|state| state.clock_ms.is_some())
    }
}

impl TableStay {
    /// Begins a stay at a table to which a line leads already: `to_say` says something, and `heard` receives what happens on
    /// the line.
    #[must_use]
    pub fn new(
        table: KnownTable,
        place: String,
        to_say: Box<dyn FnMut(GuestMessage) + Send + Sync>,
        heard: Receiver<LineEvent>,
        fetch: ReplayFetcher,
    ) -> Self {
        Self {
            table,
            place,
            to_say,
            heard: SyncCell::new(heard),
            file: None,
            address: None,
            fetch: Some(fetch),
            proof: None,
            is_broken: false,
            said: Vec::new(),
            panel: TablePanelState::default(),
            state_at: Duration::ZERO,
            is_on_board: false,
        }
    }

    /// Calls the server of a link. What happens on the line wakes the window.
    ///
    /// # Errors
    /// The reason why the link leads nowhere.
    pub(crate) fn call_server(link: &str, waker: Option<&EventLoopProxyWrapper>) -> Result<Self, Phrase> {
        let address: TableAddress = link.parse().map_err(|fault| explain_address_fault(&fault))?;
        let file = address.token().map(|_| PledgeFile::of_address(&address));
        let pledge: DicePledge = match file.as_ref().and_then(PledgeFile::read_pledge) {
            Some(pledge) => pledge,
            None => draw_pledge().map_err(|_| Phrase::new("join-no-system"))?,
        };
        let prefix = draw_order_prefix().map_err(|_| Phrase::new("join-no-system"))?;
        let table = KnownTable::new(address.battle(), address.token().map(str::to_owned), pledge, prefix);
        let (events, heard): (Sender<LineEvent>, _) = channel();
        let waker = waker.map(|waker| (**waker).clone());
        let hear = move |event| {
            let is_there = events.send(event).is_ok();
            if let Some(waker) = &waker {
                // A window that has gone needs no waking.
                let _ = waker.send_event(WinitUserEvent::WakeUp);
            }
            is_there
        };
        let kept =
            TableLine::open(address.clone(), PATIENCE, hear).map_err(|_| Phrase::new("join-no-system"))?;
        let place = address.to_string();
        let of = address.clone();
        let fetch = Box::new(move || fetch_replay(&of).map_err(|why| why.to_string()));
        let stay = Self::new(table, place, Box::new(move |message| kept.say(message)), heard, fetch);
        Ok(Self { file, address: Some(address), ..stay })
    }

    /// Says something to the server.
    pub(crate) fn say(&mut self, message: GuestMessage) {
        (self.to_say)(message);
    }

    /// Returns the next event on the line that has not been heard yet.
    pub(crate) fn next_event(&mut self) -> Option<LineEvent> {
        self.heard.get().try_recv().ok()
    }

    /// Keeps the number of the seat before the server hears of it.
    ///
    /// # Errors
    /// The reason why it cannot be kept: then it must not be given.
    pub(crate) fn keep_pledge(&self) -> Result<(), FileError> {
        let pledge = self.table.pledge();
        match &self.file {
            Some(file)
                if pledge.server.is_some()
                    && !self.table.has_begun()
                    && file.read_pledge() != Some(pledge) =>
            {
                file.write_pledge(pledge)
            }
            _ => Ok(()),
        }
    }

    /// Removes the number of a battle that is proved.
    pub(crate) fn forget_pledge(&self) {
        if let Some(file) = &self.file {
            file.remove_pledge();
        }
    }

    /// Fetches the replay on a thread of its own, once; `false` where there is no thread.
    pub(crate) fn fetch_proof(&mut self) -> bool {
        let Some(fetch) = self.fetch.take() else { return true };
        self.proof = Job::start_on_thread("replay", move |_, _| fetch()).ok();
        self.proof.is_some()
    }

    /// Returns the link of the battle with the sides exchanged, once both have agreed to it: the seat's token is that of the
    /// other seat there.
    pub(crate) fn rematch_link(&self) -> Option<String> {
        let battle = self.table.state()?.rematch.as_deref()?;
        self.address.as_ref().map(|address| address.link_to_battle(battle))
    }

    /// Keeps what somebody has said.
    pub(crate) fn keep_words(&mut self, side: Option<Side>, words: String) {
        self.said.push((side, words));
        let too_many = self.said.len().saturating_sub(MOST_SAID);
        self.said.drain(..too_many);
    }

    /// Returns the stage of the table; `None` before the server has said anything.
    pub(crate) fn stage(&self) -> Option<TableStage> {
        self.table.state().map(|state| state.stage)
    }

    /// Returns the whole seconds that are left of the time of the side to move; `None` without a clock.
    pub(crate) fn seconds_left(&self, now: Duration) -> Option<u64> {
        let left = Duration::from_millis(self.table.state()?.clock_ms?);
        Some(left.saturating_sub(now.saturating_sub(self.state_at)).as_secs())
    }
}
