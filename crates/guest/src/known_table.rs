//! A table as one guest knows it: by what it was told.

use std::mem;

use hotgates_engine::{Battle, Coord, Event, Fault, Order, Side, Spectator, UnitId};
use hotgates_protocol::{
    ChatWords, Empty, Enter, EventFault, GuestMessage, HexDigits, MAX_CHAT_BYTES, TableArrangement,
    TableBattle, TableMessage, TableOrder, TableRefusal, TableStage, TableState, Told, ToldOrderMessage,
    UnitPlaces, ViewLog, WatchedOrder, read_line,
};
use hotgates_table::{Bytes32, seat_commitment};

use crate::known_arrangement::KnownArrangement;
use crate::not_allowed::NotAllowed;

/// The number that a seat gives to the dice, with what the server had shown when the seat committed itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DicePledge {
    /// The seat's number, drawn by chance.
    pub number: Bytes32,
    /// The digest of the server's number; `None` before the seat has committed itself.
    pub server: Option<Bytes32>,
}

/// The reason why a guest leaves a table: it, or its server, is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GuestFault {
    /// No seat has the token.
    #[error("no seat of this battle has the token of the link")]
    Token,
    /// A line that this version does not understand.
    #[error("the server says what this version does not understand; it may be newer ({0})")]
    NotUnderstood(String),
    /// The battle cannot be set up: its rules may be those of a newer version.
    #[error("the server's battle cannot be set up by this version: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Scenario(Vec<Fault>),
    /// The server tells of another battle than before.
    #[error("the server tells of another battle than before")]
    OtherBattle,
    /// The server tells of something that cannot happen in the battle.
    #[error("the server tells of what cannot happen in this battle: {0}")]
    Event(#[from] EventFault),
    /// The server has changed the number to which it had committed itself.
    #[error(
        "the server has exchanged its number for the dice after this seat had committed itself: do not play here"
    )]
    ChangedCommitment,
}

/// One piece of news in a line of the server.
#[derive(Debug, Clone, PartialEq)]
pub enum TableNews {
    /// The table stands otherwise than before; `None` where nothing was known before.
    Stands(Option<Box<TableState>>),
    /// The seat has committed itself, from another place, to a number that is not here: only there it can be opened.
    PledgedElsewhere,
    /// The guest may arrange its units.
    Arranging,
    /// The guest's units stand where it has placed them.
    Placed,
    /// The battle has begun, or what has happened so far is going to be told.
    Begun,
    /// The side has given an order, if the guest may know which, with these consequences in sight.
    Ordered(Side, Option<Order>, Vec<Event>),
    /// The side's last orders, as many, were taken back.
    TakenBack(usize),
    /// The server refuses a request, for this reason.
    Refused(String),
    /// Somebody, a side or whoever watches, says something.
    Said(Option<Side>, String),
}

/// The consequences of a line that was heard.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HeardLine {
    /// Messages to say to the server, in order.
    pub answers: Vec<GuestMessage>,
    /// News of the table and the battle, in order.
    pub news: Vec<TableNews>,
}

/// The battle of a table.
#[derive(Debug)]
struct ToldBattle {
    begin: TableBattle,
    start: Battle,
    onlooker: Spectator,
}

/// A table as one guest knows it. It hears lines, and says what is to be answered; it knows no socket and no clock.
///
/// ```
/// use hotgates_guest::{DicePledge, KnownTable};
/// use hotgates_protocol::{GuestMessage, TableMessage, write_line};
/// use hotgates_table::Bytes32;
///
/// let pledge = DicePledge { number: Bytes32::from_bytes([7; 32]), server: None };
/// let mut table = KnownTable::new("0123456789abcdef", Some("0f".repeat(16)), pledge, 1);
/// assert!(matches!(table.enter(), GuestMessage::Enter(enter) if enter.from == 0));
/// assert!(table.hear_line("hello?").is_err(), "that is no line of a server");
/// ```
#[derive(Debug)]
pub struct KnownTable {
    battle: String,
    token: Option<String>,
    pub(crate) pledge: DicePledge,
    /// First part of the numbers of orders, which no other line of the same seat has.
    prefix: u32,
    orders_given: u32,
    state: Option<TableState>,
    /// The guest's units before the battle, once it may arrange them.
    arrangement: Option<KnownArrangement>,
    fought: Option<ToldBattle>,
    told: Vec<ToldOrderMessage>,
    /// The order that was given, and is not answered yet.
    pending: Option<TableOrder>,
    /// `true` while another request than an order is not answered.
    is_asking: bool,
    was_warned: bool,
    /// `true` once the guest has said that its units are arranged: said to a line that broke, it is said again.
    has_ended_arranging: bool,
}

impl KnownTable {
    /// Makes the table of a battle of which nothing is known yet. `prefix` is drawn by chance.
    pub fn new(battle: &str, token: Option<String>, pledge: DicePledge, prefix: u32) -> Self {
        Self {
            battle: battle.to_owned(),
            token,
            pledge,
            prefix,
            orders_given: 0,
            state: None,
            arrangement: None,
            fought: None,
            told: Vec::new(),
            pending: None,
            is_asking: false,
            was_warned: false,
            has_ended_arranging: false,
        }
    }

    /// How the table stands, as last heard.
    pub const fn state(&self) -> Option<&TableState> {
        self.state.as_ref()
    }

    /// The guest's side; `None` for one who watches, or before the first line.
    pub fn side(&self) -> Option<Side> {
        self.state.as_ref().and_then(|state| state.you)
    }

    /// The number that the seat gives to the dice. Whoever may come back keeps it before answering the line that
    /// has changed it.
    pub const fn pledge(&self) -> DicePledge {
        self.pledge
    }

    /// The battle as the guest knows it, once it has begun; before, as it would begin with the guest's units as they are
    /// arranged.
    pub fn position(&self) -> Option<&Battle> {
        let arranged = || self.arrangement.as_ref().map(KnownArrangement::battle);
        self.fought.as_ref().map(|fought| fought.onlooker.battle()).or_else(arranged)
    }

    /// The battle at its start as the server has told it, once it has begun; before, with the guest's units as they stood
    /// when it could first arrange them.
    pub fn told_battle(&self) -> Option<&TableBattle> {
        let arranged = || self.arrangement.as_ref().map(KnownArrangement::told_battle);
        self.fought.as_ref().map(|fought| &fought.begin).or_else(arranged)
    }

    /// The battle at its start, as the guest knows it, once it has begun.
    pub(crate) fn start(&self) -> Option<&Battle> {
        self.fought.as_ref().map(|fought| &fought.start)
    }

    /// Returns `true` once the battle has begun.
    pub const fn has_begun(&self) -> bool {
        self.fought.is_some()
    }

    /// Returns `true` while the guest has still to arrange its units.
    pub fn is_arranging(&self) -> bool {
        let Some((state, side)) = self.state.as_ref().and_then(|state| Some((state, state.you?))) else {
            return false;
        };
        self.arrangement.is_some()
            && state.stage == TableStage::Arranging
            && !state.seats[side as usize].ready
    }

    /// The hexes on which the guest may place its units before the battle.
    pub fn deployment_hexes(&self) -> &[Coord] {
        self.arrangement.as_ref().map_or(&[], KnownArrangement::zone)
    }

    /// The orders as they were told.
    pub fn told_orders(&self) -> &[ToldOrderMessage] {
        &self.told
    }

    /// Returns what the guest has been told so far of the battle; `None` before it has begun.
    pub fn view_log(&self) -> Option<ViewLog> {
        let begin = self.fought.as_ref()?.begin.clone();
        Some(ViewLog { begin, orders: self.told.clone() })
    }

    /// Returns `true` if the guest is to move, and what it asked before is answered.
    pub fn is_ready_to_move(&self) -> bool {
        !self.is_waiting() && self.check_turn().is_ok()
    }

    /// Returns `true` while a request is not answered.
    pub const fn is_waiting(&self) -> bool {
        self.is_asking || self.pending.is_some()
    }

    /// Returns `true` once the battle is over, and everything is told.
    pub fn is_over(&self) -> bool {
        let told = self.position().is_some_and(|battle| battle.verdict().is_some());
        told && self.state.as_ref().is_some_and(|state| state.stage == TableStage::Over)
    }

    /// Returns the first line of a line to the server: who the guest is, and what it knows already.
    pub fn enter(&mut self) -> GuestMessage {
        self.is_asking = false;
        let from = u32::try_from(self.told.len()).unwrap_or(u32::MAX);
        GuestMessage::Enter(Enter { token: self.token.clone(), from })
    }

    /// Hears a line of the server.
    ///
    /// # Errors
    /// The reason why the guest must leave.
    pub fn hear_line(&mut self, line: &str) -> Result<HeardLine, GuestFault> {
        let message = read_line(line).map_err(|complaint| GuestFault::NotUnderstood(complaint.text))?;
        let mut heard = HeardLine::default();
        match message {
            TableMessage::Table(state) => self.hear_state(*state, &mut heard)?,
            TableMessage::Arrange(told) => self.hear_arrangement(*told, &mut heard)?,
            TableMessage::Placed(placed) => self.hear_places(&placed, &mut heard)?,
            TableMessage::Begin(begin) => self.hear_begin(*begin, &mut heard)?,
            TableMessage::Told(told) => self.hear_orders(told, &mut heard)?,
            TableMessage::Refused(refusal) => self.hear_refusal(refusal, &mut heard),
            TableMessage::Chat(line) => heard.news.push(TableNews::Said(line.side, line.text)),
            TableMessage::Pong(Empty {}) => {}
            TableMessage::Error(complaint) if complaint.code == "token" => return Err(GuestFault::Token),
            TableMessage::Error(complaint) if complaint.code == "version" => {
                return Err(GuestFault::NotUnderstood(complaint.text));
            }
            TableMessage::Error(complaint) => {
                self.is_asking = false;
                heard.news.push(TableNews::Refused(complaint.text));
            }
        }
        Ok(heard)
    }

    fn hear_state(&mut self, state: TableState, heard: &mut HeardLine) -> Result<(), GuestFault> {
        if state.battle != self.battle {
            return Err(GuestFault::OtherBattle);
        }
        let commitment = state.commitment.parse::<Bytes32>().ok();
        let before = self.state.as_ref().map(|before| before.commitment.as_str());
        let is_other = before.is_some_and(|before| before != state.commitment);
        if is_other || self.pledge.server.is_some_and(|server| Some(server) != commitment) {
            return Err(GuestFault::ChangedCommitment);
        }
        self.is_asking = false;
        if let Some(side) = state.you {
            self.keep_pledge(side, &state, commitment, heard);
        }
        let before = self.state.replace(state).map(Box::new);
        if self.has_ended_arranging && self.is_arranging() {
            heard.answers.push(GuestMessage::Ready(Empty {}));
        }
        heard.news.insert(0, TableNews::Stands(before));
        Ok(())
    }

    /// Commits the seat to its number, and opens the number when all have committed.
    fn keep_pledge(
        &mut self,
        side: Side,
        state: &TableState,
        server: Option<Bytes32>,
        heard: &mut HeardLine,
    ) {
        let digest = seat_commitment(&self.battle, side, self.pledge.number).to_string();
        let own = &state.seats[side as usize];
        let is_own = own.commitment.as_ref() == Some(&digest);
        match state.stage {
            TableStage::Seating if !own.committed => {
                self.pledge.server = server;
                heard.answers.push(GuestMessage::Commit(HexDigits { digits: digest }));
            }
            TableStage::Opening if is_own => {
                let digits = self.pledge.number.to_string();
                heard.answers.push(GuestMessage::Open(HexDigits { digits }));
            }
            TableStage::Seating | TableStage::Opening
                if !is_own && !mem::replace(&mut self.was_warned, true) =>
            {
                heard.news.push(TableNews::PledgedElsewhere);
            }
            TableStage::Seating
            | TableStage::Opening
            | TableStage::Arranging
            | TableStage::Battle
            | TableStage::Over => {}
        }
    }

    fn hear_arrangement(&mut self, told: TableArrangement, heard: &mut HeardLine) -> Result<(), GuestFault> {
        let side = self.side().filter(|_| self.fought.is_none()).ok_or(GuestFault::OtherBattle)?;
        let is_new = self.arrangement.is_none();
        let arrangement = KnownArrangement::of_message(told, side).map_err(GuestFault::Scenario)?;
        self.arrangement = Some(arrangement);
        heard.news.extend(is_new.then_some(TableNews::Arranging));
        Ok(())
    }

    fn hear_places(&mut self, placed: &UnitPlaces, heard: &mut HeardLine) -> Result<(), GuestFault> {
        let arrangement = self.arrangement.as_mut().ok_or(GuestFault::OtherBattle)?;
        arrangement.hear_places(placed).map_err(GuestFault::Scenario)?;
        self.is_asking = false;
        heard.news.push(TableNews::Placed);
        Ok(())
    }

    fn hear_begin(&mut self, begin: TableBattle, heard: &mut HeardLine) -> Result<(), GuestFault> {
        if let Some(fought) = &self.fought {
            // The line was broken: it is the battle of before.
            return if fought.begin == begin { Ok(()) } else { Err(GuestFault::OtherBattle) };
        }
        let start = begin.begin_battle().map_err(GuestFault::Scenario)?;
        self.arrangement = None;
        self.fought = Some(ToldBattle { begin, onlooker: Spectator::new(start.clone()), start });
        heard.news.push(TableNews::Begun);
        Ok(())
    }

    fn hear_orders(&mut self, told: Told, heard: &mut HeardLine) -> Result<(), GuestFault> {
        let (from, known) = (told.from as usize, self.told.len());
        let Some(fought) = self.fought.as_mut().filter(|_| from <= known) else {
            return Err(GuestFault::OtherBattle);
        };
        self.is_asking = false;
        if from < known {
            self.told.truncate(from);
            fought.onlooker = Spectator::new(fought.start.clone());
            for told in &self.told {
                told.watch(&mut fought.onlooker)?;
            }
            heard.news.push(TableNews::TakenBack(known - from));
        }
        for told in told.orders {
            let WatchedOrder { side, order, events } = told.watch(&mut fought.onlooker)?;
            heard.news.push(TableNews::Ordered(side, order, events));
            self.told.push(told);
        }
        self.pending.take_if(|pending| self.told.len() > pending.known as usize);
        // Still there after the line was broken: it may not have arrived, and is not followed twice.
        heard.answers.extend(self.pending.clone().map(GuestMessage::Order));
        Ok(())
    }

    fn hear_refusal(&mut self, refusal: TableRefusal, heard: &mut HeardLine) {
        match refusal.id {
            Some(id) => {
                self.pending.take_if(|pending| pending.id == id);
            }
            None => self.is_asking = false,
        }
        heard.news.push(TableNews::Refused(refusal.text));
    }

    fn check_seat(&self) -> Result<Side, NotAllowed> {
        let state = self.state.as_ref().ok_or(NotAllowed::NotBegun)?;
        let side = state.you.ok_or(NotAllowed::Watching)?;
        match state.stage {
            TableStage::Seating | TableStage::Opening => Err(NotAllowed::NotBegun),
            TableStage::Arranging => Err(NotAllowed::Arranging),
            TableStage::Battle if self.is_waiting() => Err(NotAllowed::Unanswered),
            TableStage::Battle => Ok(side),
            TableStage::Over => Err(NotAllowed::Over),
        }
    }

    fn check_turn(&self) -> Result<Side, NotAllowed> {
        let side = self.check_seat()?;
        let battle = self.position().ok_or(NotAllowed::NotBegun)?;
        if battle.verdict().is_some() {
            return Err(NotAllowed::Over);
        }
        if battle.side() == side { Ok(side) } else { Err(NotAllowed::NotYourTurn(battle.side())) }
    }

    /// Gives an order of the guest's side, to be sent. The server checks it.
    ///
    /// # Errors
    /// The reason why the guest can give no order now.
    pub fn order(&mut self, order: Order) -> Result<GuestMessage, NotAllowed> {
        self.check_turn()?;
        self.orders_given += 1;
        let order = TableOrder {
            order: order.into(),
            known: u32::try_from(self.told.len()).unwrap_or(u32::MAX),
            id: format!("{:08x}{:x}", self.prefix, self.orders_given),
        };
        self.pending = Some(order.clone());
        Ok(GuestMessage::Order(order))
    }

    fn check_arranging(&self) -> Result<&KnownArrangement, NotAllowed> {
        let arrangement = self.arrangement.as_ref().filter(|_| self.is_arranging());
        let arrangement = arrangement.ok_or(NotAllowed::NotArranging)?;
        if self.is_waiting() { Err(NotAllowed::Unanswered) } else { Ok(arrangement) }
    }

    /// Places a unit on a hex before the battle; a friend there changes places with it.
    ///
    /// # Errors
    /// The reason why it cannot be placed there now.
    pub fn place_unit(&mut self, unit: UnitId, to: Coord) -> Result<GuestMessage, NotAllowed> {
        let request = self.check_arranging()?.placing(unit, to)?;
        Ok(self.ask(request))
    }

    /// Says that the guest's units are arranged.
    ///
    /// # Errors
    /// The reason why there is nothing to say now.
    pub fn end_arranging(&mut self) -> Result<GuestMessage, NotAllowed> {
        self.check_arranging()?;
        self.has_ended_arranging = true;
        Ok(self.ask(GuestMessage::Ready(Empty {})))
    }

    /// Takes the guest's last order back; before the battle, what it has placed last. Whether there is any the server
    /// says: its word on that comes after its answer to an order, and a quick guest asks between the two.
    ///
    /// # Errors
    /// The reason why nothing can be taken back now.
    pub fn take_back(&mut self) -> Result<GuestMessage, NotAllowed> {
        if self.is_arranging() {
            self.check_arranging()?;
        } else {
            self.check_turn()?;
        }
        Ok(self.ask(GuestMessage::TakeBack(Empty {})))
    }

    /// Gives the battle up.
    ///
    /// # Errors
    /// The reason why there is nothing to give up now.
    pub fn resign(&mut self) -> Result<GuestMessage, NotAllowed> {
        match self.check_seat() {
            Ok(_) | Err(NotAllowed::Arranging) if !self.is_waiting() => {}
            Ok(_) => return Err(NotAllowed::Unanswered),
            Err(why) => return Err(why),
        }
        Ok(self.ask(GuestMessage::Resign(Empty {})))
    }

    /// Offers a draw, or agrees to the one that was offered.
    ///
    /// # Errors
    /// The reason why no draw can be offered now.
    pub fn offer_draw(&mut self) -> Result<GuestMessage, NotAllowed> {
        let side = self.check_seat()?;
        if self.draw_offered() == Some(side) {
            return Err(NotAllowed::OfferedAlready);
        }
        Ok(self.ask(GuestMessage::OfferDraw(Empty {})))
    }

    /// Declines the draw that was offered.
    ///
    /// # Errors
    /// The reason why there is nothing to decline now.
    pub fn decline_draw(&mut self) -> Result<GuestMessage, NotAllowed> {
        let side = self.check_seat()?;
        if self.draw_offered() != Some(side.other()) {
            return Err(NotAllowed::NothingOffered);
        }
        Ok(self.ask(GuestMessage::DeclineDraw(Empty {})))
    }

    /// Offers another battle with the sides exchanged, or agrees to one.
    ///
    /// # Errors
    /// The battle is not over, or it is not the guest's.
    pub fn offer_rematch(&mut self) -> Result<GuestMessage, NotAllowed> {
        match self.check_seat() {
            Err(NotAllowed::Over) => Ok(self.ask(GuestMessage::OfferRematch(Empty {}))),
            Err(why) => Err(why),
            Ok(_) => Err(NotAllowed::NotOver),
        }
    }

    /// Says words to those at the table.
    ///
    /// # Errors
    /// There are no words, or too many.
    pub fn say(&self, words: &str) -> Result<GuestMessage, NotAllowed> {
        let text = words.trim().to_owned();
        if text.is_empty() || text.len() > MAX_CHAT_BYTES {
            return Err(NotAllowed::Words);
        }
        Ok(GuestMessage::Chat(ChatWords { text }))
    }

    fn draw_offered(&self) -> Option<Side> {
        self.state.as_ref().and_then(|state| state.draw_offered)
    }

    const fn ask(&mut self, request: GuestMessage) -> GuestMessage {
        self.is_asking = true;
        request
    }
}
