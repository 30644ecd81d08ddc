//! Orders of a session: followed, planned and carried out, taken back, heard from a server; and the ends of the battle
//! that no order brings.

use hotgates_ai::Reason;
use hotgates_engine::{Battle, Event, Illegal, Order, Side, Spectator};
use hotgates_play::ProgramLoss;
use hotgates_record::Concession;

use super::{BattleSession, BattleSource, OrderRecord};
use crate::battle::guest_battle::GuestRequest;
use crate::battle::own_plan::{CarriedOrder, OwnPlan};

/// The outcome of carrying out the next order of a plan.
#[derive(Debug)]
pub enum CarriedStep {
    /// There is no plan, or its order was refused.
    Nothing,
    /// The server has still to answer.
    Asked,
    /// The order was followed, with these events to be shown.
    Carried(CarriedOrder, Vec<Event>),
}

impl BattleSession {
    pub(super) fn forget_undo(&mut self) {
        if let BattleSource::Here(_, undo) = &mut self.source {
            undo.clear();
        }
    }

    /// Lets nobody give orders any more.
    pub fn close(&mut self) {
        self.closed = true;
        self.forget_undo();
    }

    /// Begins a plan of the person to move: from now on orders are planned, and not followed.
    pub fn begin_plan(&mut self) {
        self.plan = Some(Box::new(OwnPlan::new(self.known_position().clone())));
    }

    /// Forgets the plan.
    pub fn drop_plan(&mut self) {
        self.plan = None;
    }

    /// Follows the first order of the plan, which goes on from where that has led; a plan without orders ends. At a
    /// server the order is asked for at first, and carried once it is answered.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn carry_out_order(&mut self) -> Result<CarriedStep, Illegal> {
        let Some(order) = self.plan().and_then(OwnPlan::first_order) else { return Ok(CarriedStep::Nothing) };
        if self.awaits_answer() {
            return Ok(CarriedStep::Asked);
        }
        let mut plan = self.plan.take();
        let asked = plan.as_mut().and_then(|plan| plan.asked_after.take());
        let events = match asked {
            // The server has answered: with an order more, or with a refusal.
            Some(orders) if self.records.len() > orders => Vec::new(),
            Some(_) => {
                self.plan = plan;
                return Ok(CarriedStep::Nothing);
            }
            None => match self.act(order, None) {
                Ok(events) => events.to_vec(),
                Err(why) => {
                    self.plan = plan;
                    return Err(why);
                }
            },
        };
        if self.awaits_answer() {
            if let Some(plan) = &mut plan {
                plan.asked_after = Some(self.records.len());
            }
            self.plan = plan;
            return Ok(CarriedStep::Asked);
        }
        let carried = plan.as_mut().and_then(|plan| plan.go_on_from(self.known_position()));
        self.plan = plan.filter(|plan| !plan.is_empty() && self.true_position().verdict().is_none());
        Ok(carried.map_or(CarriedStep::Nothing, |carried| CarriedStep::Carried(carried, events)))
    }

    /// Follows an order and returns its events; while a plan is made, plans it. At a server it is asked for, and its events
    /// come later; an order behind another is checked when it is its turn.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act(&mut self, order: Order, reason: Option<Reason>) -> Result<&[Event], Illegal> {
        // A plan is asked for twice: events that are handed out would else hold on to it.
        if self.plan.is_some() {
            return self.plan.as_mut().map_or(Ok(&[]), |plan| plan.add_order(order));
        }
        let (turn, side) = (self.battle().turn(), self.battle().side());
        let (onlooker, before) = (self.onlooker(), self.battle().clone());
        let (game_record, undo) = match &mut self.source {
            BattleSource::Here(game_record, undo) => (game_record, undo),
            BattleSource::Server(guest) => {
                if !guest.awaits_answer() {
                    before.check(order)?;
                }
                guest.ask(GuestRequest::Order(order));
                return Ok(&[]);
            }
        };
        let was = (**game_record).clone();
        let mut events = Vec::new();
        game_record.act(order, &mut events)?;
        if game_record.battle().can_take_back(&events) {
            undo.push(was.clone());
        } else {
            undo.clear();
        }
        let mut record = OrderRecord {
            before,
            truth: None,
            is_hidden: false,
            turn,
            side,
            order,
            reason,
            said: None,
            events,
        };
        if let Some(onlooker) = onlooker {
            let told = self.true_position().events_for(onlooker, &record.events).to_vec();
            if side != onlooker {
                record.is_hidden = told != record.events;
                // Why an enemy does something tells of what it knows.
                record.reason = None;
            }
            record.events = told;
            record.truth = Some(Box::new(was.battle().clone()));
        }
        self.records.push(record);
        Ok(&self.records[self.records.len() - 1].events)
    }

    /// Follows an order of a program like [`act`](Self::act), with what the program says of it.
    ///
    /// # Errors
    /// The reason why the order is illegal; then nothing has changed.
    pub fn act_for_program(&mut self, order: Order, said: String) -> Result<&[Event], Illegal> {
        self.act(order, None)?;
        let last = self.records.len() - 1;
        let record = &mut self.records[last];
        // Why an enemy does something tells of what it knows.
        record.said = record.truth.is_none().then_some(said);
        Ok(&record.events)
    }

    /// Shows the position before the first order anew, in which the guest's units are arranged otherwise.
    pub fn hear_start(&mut self, start: Battle) {
        if let BattleSource::Server(guest) = &mut self.source {
            guest.onlooker = Spectator::new(start.clone());
            self.start = start;
        }
    }

    /// Watches an order that a server tells, `None` where the guest may not know which; its events are to be shown.
    ///
    /// # Panics
    /// May panic on events of another battle.
    pub fn hear_order(&mut self, side: Side, order: Option<Order>, events: Vec<Event>) {
        let BattleSource::Server(guest) = &mut self.source else { return };
        let before = guest.onlooker.battle().clone();
        guest.onlooker.begin_order();
        for event in &events {
            guest.onlooker.watch_event(event);
        }
        self.records.push(OrderRecord {
            turn: before.turn(),
            before,
            truth: None,
            is_hidden: order.is_none(),
            side,
            order: order.unwrap_or(Order::EndTurn),
            reason: None,
            said: None,
            events,
        });
    }

    /// Takes back the last `count` orders that a server has told.
    pub fn hear_taken_back(&mut self, count: usize) {
        let BattleSource::Server(guest) = &mut self.source else { return };
        let left = self.records.len().saturating_sub(count);
        if let Some(first) = self.records.get(left) {
            guest.onlooker = Spectator::new(first.before.clone());
        }
        self.records.truncate(left);
    }

    /// Ends the battle by a concession, which is told with the last order; returns its events.
    pub(super) fn concede(&mut self, concession: Concession) -> Vec<Event> {
        let mut events = Vec::new();
        let BattleSource::Here(game_record, undo) = &mut self.source else { return events };
        game_record.follow_concession(concession, &mut events);
        undo.clear();
        if let Some(last) = self.records.last_mut() {
            last.events.extend_from_slice(&events);
        }
        events
    }

    /// Ends the battle, which the program of a side has lost by what it did; returns the events.
    pub fn lose_by_program(&mut self, loser: Side, loss: Box<ProgramLoss>) -> Vec<Event> {
        let how = loss.how();
        self.program_loss = Some(loss);
        self.concede(Concession { loser: Some(loser), how })
    }

    /// Returns `true` if the last order can be taken back: it has rolled no dice, has shown nothing
    /// that was out of sight, and has not ended the turn. While a plan is made, any order of it can be.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        match (&self.plan, &self.source) {
            (Some(plan), _) => !plan.is_empty(),
            (None, BattleSource::Here(_, undo)) => !undo.is_empty(),
            (None, BattleSource::Server(guest)) => guest.can_take_back && !guest.awaits_answer(),
        }
    }

    /// Takes back the last order if it rolled no dice, or the last one of a plan, and returns the order. A server is asked
    /// for it; then there is none to return yet.
    pub fn undo(&mut self) -> Option<Order> {
        if let Some(plan) = &mut self.plan {
            return plan.take_back_order();
        }
        match &mut self.source {
            BattleSource::Here(game_record, undo) => **game_record = undo.pop()?,
            BattleSource::Server(guest) => {
                guest.ask(GuestRequest::TakeBack);
                return None;
            }
        }
        self.records.pop().map(|record| record.order)
    }
}
