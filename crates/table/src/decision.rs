//! What guests ask of a table, and what comes of it.

use hotgates_engine::{Side, VictoryKind};
use hotgates_play::ProgramFault;
use hotgates_protocol::{GuestMessage, OrderMessage, TableOrder, TableStage};

use crate::arranging::ArrangingStage;
use crate::feed::Guest;
use crate::pledge::{Bytes32, seat_commitment};
use crate::program::CallFault;
use crate::record::TableRecord;
use crate::refusal::TableRefusalKind;
use crate::table::{Rematch, Table};

/// Most characters of the number that a guest gives to an order.
const MAX_ORDER_ID: usize = 16;

impl Table {
    /// Returns the record that a request leads to, if the guest may ask it; `None` for a request that changes nothing.
    /// The caller keeps the record, and then has the table [follow](Self::follow) it.
    ///
    /// # Errors
    /// The reason why the request is refused.
    pub fn decide(
        &self,
        guest: Guest,
        request: &GuestMessage,
    ) -> Result<Option<TableRecord>, TableRefusalKind> {
        let Guest::Seat(side) = guest else {
            return match request {
                GuestMessage::Enter(_) | GuestMessage::Chat(_) | GuestMessage::Ping(_) => Ok(None),
                _ => Err(TableRefusalKind::Watching),
            };
        };
        match request {
            GuestMessage::Enter(_) | GuestMessage::Chat(_) | GuestMessage::Ping(_) => Ok(None),
            GuestMessage::Commit(digest) => self.decide_commitment(side, &digest.digits),
            GuestMessage::Open(number) => self.decide_opening(side, &number.digits),
            GuestMessage::Place(placed) => self.arranging_stage()?.decide_placing(side, placed),
            GuestMessage::Ready(_) => self.decide_readiness(side),
            GuestMessage::Order(order) => self.decide_order(side, order),
            GuestMessage::TakeBack(_) => self.decide_taking_back(side),
            GuestMessage::Resign(_) => {
                if self.arranging.is_none() {
                    self.check_battle_on()?;
                }
                Ok(Some(TableRecord::Resigned(side)))
            }
            GuestMessage::OfferDraw(_) => self.decide_draw_offer(side),
            GuestMessage::OfferRematch(_) => self.decide_rematch(side),
            GuestMessage::DeclineDraw(_) => {
                self.check_battle_on()?;
                match self.draw_offered() {
                    Some(other) if other != side => Ok(Some(TableRecord::DrawDeclined(side))),
                    _ => Err(TableRefusalKind::NotNow("no draw was offered")),
                }
            }
        }
    }

    /// Returns the record of an order of the computer that is to move.
    ///
    /// # Errors
    /// The rule that the order breaks.
    pub fn decide_computer_order(&self, order: OrderMessage) -> Result<TableRecord, TableRefusalKind> {
        self.check_order(order)?;
        Ok(TableRecord::Ordered(order, String::new()))
    }

    /// Returns the record by which the program that is to move has lost: it was asked for an order and gave none.
    #[must_use]
    pub fn decide_forfeit(&self, side: Side, fault: &CallFault) -> Option<TableRecord> {
        let how = match fault {
            CallFault::Program(ProgramFault::Lost(loss)) => loss.how(),
            // It is not the enemy's fault that a program cannot be had.
            CallFault::Seat(_)
            | CallFault::Program(
                ProgramFault::Foreign { .. } | ProgramFault::NoCell { .. } | ProgramFault::Cancelled(_),
            ) => VictoryKind::Crashed,
        };
        let to_move = self.true_battle().filter(|_| self.stage() == TableStage::Battle)?.side();
        (to_move == side).then_some(TableRecord::Forfeited(side, how))
    }

    /// Returns the record by which the side to move has lost, if its time is over; or by which a side has arranged its
    /// units, because it has had the time for it.
    #[must_use]
    pub fn decide_time(&self, now_ms: u64) -> Option<TableRecord> {
        let (side, _) = self.deadline_ms().filter(|&(_, deadline)| now_ms >= deadline)?;
        let arranges = self.stage() == TableStage::Arranging;
        Some(if arranges { TableRecord::Ready(side) } else { TableRecord::OutOfTime(side) })
    }

    /// Returns the stage in which units are arranged, if the table is in it.
    fn arranging_stage(&self) -> Result<&ArrangingStage, TableRefusalKind> {
        let why = if self.fought.is_some() { "the battle has begun" } else { "the dice are not there yet" };
        self.arranging.as_deref().ok_or(TableRefusalKind::NotNow(why))
    }

    fn decide_readiness(&self, side: Side) -> Result<Option<TableRecord>, TableRefusalKind> {
        if self.fought.is_some() {
            return Ok(None);
        }
        let is_ready = self.arranging_stage()?.is_ready(side);
        Ok((!is_ready).then_some(TableRecord::Ready(side)))
    }

    fn draw_offered(&self) -> Option<Side> {
        self.fought.as_ref().and_then(|fought| fought.draw_offered)
    }

    fn check_battle_on(&self) -> Result<(), TableRefusalKind> {
        match self.stage() {
            TableStage::Seating | TableStage::Opening => {
                Err(TableRefusalKind::NotNow("the battle has not begun"))
            }
            TableStage::Arranging => {
                Err(TableRefusalKind::NotNow("the battle has not begun: units are arranged"))
            }
            TableStage::Battle => Ok(()),
            TableStage::Over => Err(TableRefusalKind::NotNow("the battle is over")),
        }
    }

    fn decide_commitment(&self, side: Side, digits: &str) -> Result<Option<TableRecord>, TableRefusalKind> {
        let digest = read_digits(digits)?;
        match self.commitments[side] {
            Some(before) if before == digest => Ok(None),
            Some(_) => Err(TableRefusalKind::NotNow("the seat has committed to another number")),
            None if !self.is_seat_of_person(side) => {
                Err(TableRefusalKind::NotNow("a computer holds the seat"))
            }
            None => Ok(Some(TableRecord::Committed(side, digest))),
        }
    }

    fn decide_opening(&self, side: Side, digits: &str) -> Result<Option<TableRecord>, TableRefusalKind> {
        let number = read_digits(digits)?;
        match self.stage() {
            TableStage::Seating => Err(TableRefusalKind::NotNow("others have still to commit")),
            TableStage::Opening if self.numbers[side] == Some(number) => Ok(None),
            TableStage::Opening => {
                if self.commitments[side] == Some(seat_commitment(&self.setup().id, side, number)) {
                    Ok(Some(TableRecord::Opened(side, number)))
                } else {
                    let text = "the number is not that to which the seat has committed".to_owned();
                    Err(TableRefusalKind::Malformed(text))
                }
            }
            TableStage::Arranging | TableStage::Battle | TableStage::Over => Ok(None),
        }
    }

    fn decide_order(&self, side: Side, given: &TableOrder) -> Result<Option<TableRecord>, TableRefusalKind> {
        self.check_battle_on()?;
        if given.id.is_empty() || given.id.chars().count() > MAX_ORDER_ID {
            let text = format!("the number of an order has 1 to {MAX_ORDER_ID} characters");
            return Err(TableRefusalKind::Malformed(text));
        }
        let fought = self.fought.as_ref().expect("the battle is on");
        if fought.ids[side].contains(&given.id) {
            return Ok(None);
        }
        if given.order == OrderMessage::Resign {
            return Ok(Some(TableRecord::Resigned(side)));
        }
        if fought.record.battle().side() != side {
            return Err(TableRefusalKind::NotYourTurn);
        }
        let told = self.number_told(Guest::Seat(side));
        if u32::try_from(told) != Ok(given.known) {
            return Err(TableRefusalKind::Stale { known: given.known, told });
        }
        self.check_order(given.order)?;
        Ok(Some(TableRecord::Ordered(given.order, given.id.clone())))
    }

    fn check_order(&self, order: OrderMessage) -> Result<(), TableRefusalKind> {
        self.check_battle_on()?;
        let order = order.as_order().ok_or(TableRefusalKind::NotNow("to resign is no order"))?;
        let battle = self.true_battle().expect("the battle is on");
        Ok(battle.check(order)?)
    }

    fn decide_taking_back(&self, side: Side) -> Result<Option<TableRecord>, TableRefusalKind> {
        if let Some(arranging) = &self.arranging {
            return arranging.decide_taking_back(side);
        }
        self.check_battle_on()?;
        let fought = self.fought.as_ref().expect("the battle is on");
        if fought.record.battle().side() != side {
            return Err(TableRefusalKind::NotYourTurn);
        }
        if fought.unsettled.is_empty() {
            return Err(TableRefusalKind::NotNow(
                "nothing can be taken back: dice were rolled, or something new was seen",
            ));
        }
        Ok(Some(TableRecord::TakenBack))
    }

    fn decide_rematch(&self, side: Side) -> Result<Option<TableRecord>, TableRefusalKind> {
        if self.stage() != TableStage::Over {
            return Err(TableRefusalKind::NotNow("the battle is not over"));
        }
        let fought = self.fought.as_ref().expect("the battle is over");
        Ok(match fought.rematch {
            Rematch::Agreed => None,
            Rematch::Offered(by) if by == side => None,
            Rematch::Offered(_) => Some(TableRecord::RematchAgreed),
            Rematch::None if !self.is_seat_of_person(side.other()) => Some(TableRecord::RematchAgreed),
            Rematch::None => Some(TableRecord::RematchOffered(side)),
        })
    }

    fn decide_draw_offer(&self, side: Side) -> Result<Option<TableRecord>, TableRefusalKind> {
        self.check_battle_on()?;
        if !self.is_seat_of_person(side.other()) {
            return Err(TableRefusalKind::NotNow("a computer agrees to no draw"));
        }
        match self.draw_offered() {
            Some(other) if other != side => Ok(Some(TableRecord::DrawAgreed)),
            Some(_) => Ok(None),
            None => Ok(Some(TableRecord::DrawOffered(side))),
        }
    }
}

fn read_digits(digits: &str) -> Result<Bytes32, TableRefusalKind> {
    digits.parse().map_err(|why| TableRefusalKind::Malformed(format!("{why}")))
}
