//! A battle at a server, as one guest of its table knows it: what the guest asks for waits here until it is said, and what
//! is told is watched.

use std::collections::VecDeque;

use hotgates_engine::{Battle, BySide, Coord, Order, Side, Spectator, UnitId};
use hotgates_play::{Seat, Seats};
use hotgates_record::Replay;

/// A request of a guest that the server has still to hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuestRequest {
    /// Follow this order.
    Order(Order),
    /// Take the last order back; before the battle, the last place of a unit.
    TakeBack,
    /// Place this unit on this hex before the battle.
    Place(UnitId, Coord),
    /// The guest's units are arranged.
    EndArranging,
    /// The guest gives the battle up.
    Resign,
    /// The guest offers a draw, or agrees to one.
    OfferDraw,
    /// The guest declines a draw.
    DeclineDraw,
}

/// The proof of a battle that is over.
#[derive(Debug, Clone, Default)]
pub enum BattleProof {
    /// Nobody knows yet: the replay has still to come.
    #[default]
    Awaited,
    /// The replay has played the battle again.
    Proved(Box<Replay>),
    /// There is none.
    Missing,
}

/// A battle at a server, as one guest of its table knows it.
#[derive(Debug, Clone)]
pub struct GuestBattle {
    pub(super) onlooker: Spectator,
    /// The guest's side; `None` for whoever watches.
    side: Option<Side>,
    /// The hexes on which the guest may arrange its units; with enemies out of sight the battle does not know them.
    pub(super) zone: Vec<Coord>,
    /// `true` once units are arranged and dice are there.
    pub(super) has_begun: bool,
    requests: VecDeque<GuestRequest>,
    /// `true` while the server has not answered what it was asked.
    is_unanswered: bool,
    /// `true` if the server says that something can be taken back.
    pub(super) can_take_back: bool,
    proof: BattleProof,
}

impl GuestBattle {
    /// Makes the battle of a guest from its first position. Before it has begun, units may be arranged in `zone`.
    #[must_use]
    pub fn new(start: Battle, side: Option<Side>, has_begun: bool, zone: Vec<Coord>) -> Self {
        Self {
            onlooker: Spectator::new(start),
            side,
            zone,
            has_begun,
            requests: VecDeque::new(),
            is_unanswered: false,
            can_take_back: false,
            proof: BattleProof::default(),
        }
    }

    /// Returns the seats of a table by the names of those who sit there, as the guest sees them: programs among them are
    /// the server's.
    #[must_use]
    pub fn seats_by_name(names: &BySide<String>, side: Option<Side>) -> Seats {
        Seats::new(|of| match side {
            Some(own) if own == of => Seat::seat_of_person(),
            _ => Seat::seat_named_in_file(names[of].as_str()),
        })
    }

    /// Returns the guest's side; `None` for whoever watches.
    #[must_use]
    pub const fn side(&self) -> Option<Side> {
        self.side
    }

    /// Returns `true` once the battle has begun.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Asks for something; it is said when everything before it is answered.
    pub fn ask(&mut self, request: GuestRequest) {
        self.requests.push_back(request);
    }

    /// Returns the next request, to be said to the server now.
    pub fn next_request(&mut self) -> Option<GuestRequest> {
        self.requests.pop_front()
    }

    /// Forgets what has not been said yet: something before it was refused.
    pub fn drop_requests(&mut self) {
        self.requests.clear();
    }

    /// Returns `true` while something is still to be said or to be answered.
    #[must_use]
    pub fn awaits_answer(&self) -> bool {
        self.is_unanswered || !self.requests.is_empty()
    }

    /// Takes over from the line to the server whether it has answered, and whether something can be taken back.
    pub const fn hear_state(&mut self, is_unanswered: bool, can_take_back: bool) {
        self.is_unanswered = is_unanswered;
        self.can_take_back = can_take_back;
    }

    /// Returns the proof of a battle that is over.
    #[must_use]
    pub const fn proof(&self) -> &BattleProof {
        &self.proof
    }

    /// Takes over the proof of the battle, or that there is none.
    pub fn hear_proof(&mut self, proof: BattleProof) {
        self.proof = proof;
    }
}
