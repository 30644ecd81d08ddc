//! A battle of a server line by line: what the player types, and what the table tells.

use std::collections::VecDeque;
use std::io::{self, Write};

use hotgates_analysis::{orders_from_text, typed_order};
use hotgates_engine::{Event, Order, Side};
use hotgates_play::{Player, SeatError, Seats};
use hotgates_protocol::{GuestMessage, TableStage, TableState};
use hotgates_terminal::console::{self, ConsoleOutput};
use hotgates_terminal::typed_command::TypedCommand;
use hotgates_terminal::{side_view, words};

use crate::{GuestFault, KnownTable, NotAllowed, TableNews};

const HELP: &str = "\
3@5,6       unit 3 goes to column 5, row 6   end              end your half of the turn
3x8         unit 3 attacks unit 8            odds 3x8         what that attack would come to
3^ne        unit 3 faces north-east          map, units       show the map, or the units
3>          unit 3 leaves the map            undo             take your last order back, where nothing was learnt
3*5,6:0     unit 3 does work 0 on 5,6        hint             what a commander would do
say WORDS   say something to those there     resign           give the battle up
draw        offer a draw, or agree to one    decline          decline the draw that was offered
quit        leave; the same link leads back
Before the first turn:
place 3@5,6 put unit 3 on column 5, row 6; a friend there changes places with it
begin       your units are arranged          undo             take the last place back
Several orders may stand in a line. Works go by their places in the rules, from 0.";

/// The reason why a battle of a server does not go on.
#[derive(Debug, thiserror::Error)]
pub enum JoinFault {
    /// The table is not what it should be.
    #[error(transparent)]
    Table(#[from] GuestFault),
    /// The output does not take the text.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The commander that gives hints cannot sit down.
    #[error(transparent)]
    Adviser(#[from] SeatError),
}

/// What is to be done next.
#[derive(Debug, PartialEq)]
pub enum NextStep {
    /// Say this to the server, if anything.
    Say(Vec<GuestMessage>),
    /// Leave the table.
    Leave,
    /// The battle is over: prove it.
    Prove,
}

/// A battle of a server that a person plays or watches.
pub struct JoinDialogue {
    /// The table as the player knows it.
    pub table: KnownTable,
    /// Lines that were typed and not followed yet.
    lines: VecDeque<String>,
    /// Orders of a line that have still to be given, or moves by which units have still to be placed.
    orders: VecDeque<Order>,
    at_terminal: bool,
    input_ended: bool,
    adviser: Option<Player>,
    /// `true` once the player's half-turn has been shown.
    has_shown_turn: bool,
}

impl JoinDialogue {
    /// Makes the dialogue at a table. Lines that are not typed at a terminal wait until they can be followed.
    pub const fn new(table: KnownTable, at_terminal: bool) -> Self {
        Self {
            table,
            lines: VecDeque::new(),
            orders: VecDeque::new(),
            at_terminal,
            input_ended: false,
            adviser: None,
            has_shown_turn: false,
        }
    }

    /// Returns `true` once the battle has begun.
    pub const fn has_begun(&self) -> bool {
        self.table.has_begun()
    }

    /// Takes a line that was typed; `None` at the end of the input.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn take_line(
        &mut self,
        line: Option<String>,
        out: &mut ConsoleOutput,
    ) -> Result<NextStep, JoinFault> {
        match line {
            Some(line) => self.lines.push_back(line),
            None => self.input_ended = true,
        }
        self.go_on(out)
    }

    /// Hears a line of the server, and tells what is new.
    ///
    /// # Errors
    /// When the table is not what it should be, or the output cannot be written.
    pub fn hear_line(&mut self, line: &str, out: &mut ConsoleOutput) -> Result<NextStep, JoinFault> {
        let heard = self.table.hear_line(line)?;
        for news in heard.news {
            self.tell_news(news, out)?;
        }
        if self.table.is_over() {
            self.write_end(out)?;
            return Ok(NextStep::Prove);
        }
        let mut answers = heard.answers;
        Ok(match self.go_on(out)? {
            NextStep::Say(more) => {
                answers.extend(more);
                NextStep::Say(answers)
            }
            other => other,
        })
    }

    /// Follows what was typed, as far as it can be followed now.
    fn go_on(&mut self, out: &mut ConsoleOutput) -> Result<NextStep, JoinFault> {
        let mut said = Vec::new();
        loop {
            self.show_turn(out)?;
            if self.table.is_waiting() {
                break;
            }
            if let Some(order) = self.orders.pop_front() {
                match self.give_order(order) {
                    Ok(message) => said.push(message),
                    Err(why) => self.drop_orders(order, &why.to_string(), out)?,
                }
                continue;
            }
            let Some(line) = self.lines.front() else { break };
            if !self.at_terminal && !self.may_follow(line) {
                // Lines that are meant for the battle do not wait for somebody to begin it.
                if self.table.is_arranging() {
                    said.extend(self.table.end_arranging().ok());
                }
                break;
            }
            let line = self.lines.pop_front().unwrap_or_default();
            if !self.at_terminal {
                // What was typed is not on the screen: show it, so that the dialogue can be read.
                writeln!(out, "> {line}")?;
            }
            match self.follow_line(&line, out)? {
                NextStep::Say(messages) => said.extend(messages),
                other => return Ok(other),
            }
        }
        let is_done = self.lines.is_empty() && self.orders.is_empty() && !self.table.is_waiting();
        let watches = self.table.state().is_some_and(|state| state.you.is_none());
        if self.input_ended && is_done && said.is_empty() && self.table.state().is_some() && !watches {
            writeln!(out, "The input has ended before the battle; the same link leads back.")?;
            return Ok(NextStep::Leave);
        }
        Ok(NextStep::Say(said))
    }

    /// Returns the request to give an order, or to place a unit before the battle.
    fn give_order(&mut self, order: Order) -> Result<GuestMessage, NotAllowed> {
        match order {
            Order::Move { unit, to } if self.table.is_arranging() => self.table.place_unit(unit, to.into()),
            _ => self.table.order(order),
        }
    }

    /// Returns `true` if a line from a pipe can be followed now: orders wait for the player's half-turn, everything for
    /// the battle, and what arranges units for that.
    fn may_follow(&self, line: &str) -> bool {
        match TypedCommand::parse(line) {
            TypedCommand::Quit | TypedCommand::Help => true,
            TypedCommand::Other(words) => match words.split(' ').next() {
                Some("say") => self.table.state().is_some(),
                Some("place" | "begin") => self.has_begun() || self.table.is_arranging(),
                Some("map" | "units" | "resign" | "") if self.table.is_arranging() => true,
                Some("map" | "units" | "odds" | "draw" | "decline" | "resign" | "") => self.has_begun(),
                _ => self.table.is_ready_to_move(),
            },
            TypedCommand::Undo if self.table.is_arranging() => true,
            TypedCommand::Hint | TypedCommand::Undo | TypedCommand::Auto(_) | TypedCommand::Restart => {
                self.table.is_ready_to_move()
            }
        }
    }

    fn follow_line(&mut self, line: &str, out: &mut ConsoleOutput) -> Result<NextStep, JoinFault> {
        let words = match line.trim().split_once(char::is_whitespace) {
            Some((say, words)) if say.eq_ignore_ascii_case("say") => Some(words),
            _ => None,
        };
        let asked = match (words, TypedCommand::parse(line)) {
            (Some(words), _) => self.table.say(words),
            (None, TypedCommand::Quit) => return Ok(NextStep::Leave),
            (None, TypedCommand::Help) => {
                console::write_lines(out, HELP)?;
                return Ok(NextStep::Say(Vec::new()));
            }
            (None, TypedCommand::Hint) => return self.write_hint(out),
            (None, TypedCommand::Undo) => self.table.take_back(),
            (None, TypedCommand::Auto(_) | TypedCommand::Restart) => {
                writeln!(out, "not in a battle against others; `help` says what can be typed")?;
                return Ok(NextStep::Say(Vec::new()));
            }
            (None, TypedCommand::Other(text)) => match text.as_str() {
                "" => return Ok(NextStep::Say(Vec::new())),
                "begin" => self.table.end_arranging(),
                "resign" => self.table.resign(),
                "draw" => self.table.offer_draw(),
                "decline" => self.table.decline_draw(),
                _ => return self.follow_words(&text, out),
            },
        };
        say_or_tell(asked, out)
    }

    /// Follows orders, and what shows something.
    fn follow_words(&mut self, text: &str, out: &mut ConsoleOutput) -> Result<NextStep, JoinFault> {
        let Some(known) = self.table.position() else {
            return say_or_tell(Err(NotAllowed::NotBegun), out);
        };
        match text {
            "map" => self.write_position(out)?,
            "units" => side_view::write_units(out, known)?,
            _ if self.table.is_arranging() => self.follow_placing(text, out)?,
            "end" => self.orders.push_back(Order::EndTurn),
            _ => {
                let (odds, text) = match text.strip_prefix("odds ") {
                    Some(text) => (true, text),
                    None => (false, text),
                };
                match orders_from_text(text) {
                    Ok(orders) if odds => side_view::write_odds(out, known, &orders)?,
                    Ok(orders) => self.orders.extend(orders),
                    Err(why) => writeln!(out, "{why}; `help` says more")?,
                }
            }
        }
        Ok(NextStep::Say(Vec::new()))
    }

    /// Follows words that place units before the battle.
    fn follow_placing(&mut self, text: &str, out: &mut ConsoleOutput) -> io::Result<()> {
        let placing = text.strip_prefix("place ").map(orders_from_text);
        let is_move = |order: &Order| matches!(order, Order::Move { .. });
        match placing {
            Some(Ok(orders)) if orders.iter().all(is_move) => self.orders.extend(orders),
            _ => writeln!(out, "units are arranged: `place 3@5,6` and `begin`; `help` says more")?,
        }
        Ok(())
    }

    /// Tells why an order was not given, and forgets those after it.
    fn drop_orders(&mut self, order: Order, why: &str, out: &mut ConsoleOutput) -> io::Result<()> {
        self.orders.clear();
        let readable = self.table.position().filter(|known| side_view::order_is_readable(known, order));
        let words = readable.map_or_else(String::new, |known| words::order_words(known, order) + ": ");
        writeln!(out, "{words}{why}")
    }

    fn tell_news(&mut self, news: TableNews, out: &mut ConsoleOutput) -> io::Result<()> {
        match news {
            TableNews::Stands(before) => self.tell_state(before.as_deref(), out),
            TableNews::PledgedElsewhere => words::write_paragraph(
                out,
                "This seat has given its number for the dice from another place; open the link there until the battle has \
                 begun, then come here.",
                console::console_width(),
            ),
            TableNews::Arranging => self.tell_arranging(out),
            TableNews::Placed => writeln!(out, "placed; `map` shows your units, `begin` begins the battle"),
            TableNews::Begun => {
                self.orders.clear();
                writeln!(out, "The battle has begun. `help` says what can be typed.")?;
                self.write_position(out)
            }
            TableNews::Ordered(side, order, events) => self.tell_order(side, order, &events, out),
            TableNews::TakenBack(count) => {
                self.has_shown_turn = true;
                writeln!(out, "{} taken back", words::count_words(count, "order", "orders"))
            }
            TableNews::Refused(why) => {
                self.orders.clear();
                writeln!(out, "{why}")
            }
            TableNews::Said(side, text) => {
                let who = side.map_or_else(|| "somebody who watches".to_owned(), |side| side.to_string());
                words::write_paragraph(out, &format!("{who} says: {text}"), console::console_width())
            }
        }
    }

    /// Tells how the table stands, where that is new.
    fn tell_state(&self, before: Option<&TableState>, out: &mut ConsoleOutput) -> io::Result<()> {
        let Some(state) = self.table.state() else { return Ok(()) };
        if before.is_none() {
            let you = state.you.map_or_else(|| "you watch".to_owned(), |side| format!("you are {side}"));
            let names = state.seats.each_ref().map(|seat| seat.name.as_str());
            writeln!(out, "{}: Red is {}, Blue is {}; {you}", state.map, names[0], names[1])?;
            if state.late {
                writeln!(out, "Units can be out of sight, so that you are told everything some turns late.")?;
            }
        }
        let is_new =
            |differs: fn(&TableState) -> u64| before.is_none_or(|before| differs(before) != differs(state));
        let missing = |state: &TableState| state.seats.iter().filter(|seat| !seat.committed).count() as u64;
        if state.stage == TableStage::Seating && is_new(missing) {
            let missing = words::count_words(missing(state), "seat has", "seats have");
            writeln!(out, "{missing} still to be taken.")?;
        }
        if state.stage == TableStage::Arranging {
            let is_ready = |state: &TableState, side: Side| state.seats[side as usize].ready;
            for side in Side::BOTH.into_iter().filter(|&side| is_ready(state, side)) {
                if !before.is_some_and(|before| is_ready(before, side)) {
                    writeln!(out, "{side}'s units are arranged.")?;
                }
            }
        }
        if is_new(|state| state.draw_offered.map_or(0, |side| side as u64 + 1)) {
            match state.draw_offered {
                Some(side) if state.you == Some(side.other()) => {
                    writeln!(
                        out,
                        "{side} offers a draw: `draw` agrees, `decline` declines, and so does an order"
                    )?;
                }
                Some(side) => writeln!(out, "{side} offers a draw")?,
                None if before.is_some() && state.stage == TableStage::Battle => {
                    writeln!(out, "the draw is declined")?;
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Tells that the player may arrange units, and where.
    fn tell_arranging(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        self.write_position(out)?;
        let hexes: Vec<String> = self.table.deployment_hexes().iter().map(ToString::to_string).collect();
        let clock = self.table.state().and_then(|state| state.clock_ms);
        let clock = clock.map(|ms| format!(" The battle begins in {} min.", ms.div_ceil(60_000)));
        let words = format!(
            "You may arrange your units before the battle: `place 3@5,6` puts unit 3 on column 5, row 6, and `begin` ends \
             that.{} Hexes for your units: {}.",
            clock.unwrap_or_default(),
            hexes.join("  ")
        );
        words::write_paragraph(out, &words, console::console_width())
    }

    fn tell_order(
        &mut self,
        side: Side,
        order: Option<Order>,
        events: &[Event],
        out: &mut ConsoleOutput,
    ) -> io::Result<()> {
        let Some(known) = self.table.position() else { return Ok(()) };
        self.has_shown_turn &= !events.iter().any(|event| matches!(event, Event::HalfTurnBegan { .. }));
        console::write_side_name(out, side)?;
        let words = match order {
            Some(order) if side_view::order_is_readable(known, order) => words::order_words(known, order),
            Some(_) | None => "something happens in sight".to_owned(),
        };
        writeln!(out, " {words}")?;
        side_view::write_events(out, known, events)
    }

    /// Shows the position once at the beginning of the player's half-turn.
    fn show_turn(&mut self, out: &mut ConsoleOutput) -> io::Result<()> {
        if self.has_shown_turn || !self.table.is_ready_to_move() {
            return Ok(());
        }
        self.has_shown_turn = true;
        self.write_position(out)?;
        let clock = self.table.state().and_then(|state| state.clock_ms);
        let clock = clock.map(|ms| format!(" Your clock: {} min.", ms.div_ceil(60_000)));
        writeln!(out, "It is your half of the turn.{}", clock.unwrap_or_default())
    }

    fn write_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        match self.table.position() {
            Some(known) => side_view::write_whole_battle(out, known),
            None => Ok(()),
        }
    }

    /// Says which order a commander would give next, and why.
    fn write_hint(&mut self, out: &mut ConsoleOutput) -> Result<NextStep, JoinFault> {
        let Some(known) = self.table.position().filter(|_| self.table.is_ready_to_move()) else {
            writeln!(out, "there is a hint when it is your half of the turn")?;
            return Ok(NextStep::Say(Vec::new()));
        };
        let adviser = if let Some(adviser) = &mut self.adviser {
            adviser
        } else {
            let made = Seats::default()[known.side()].make_player(known, 0)?;
            self.adviser.insert(made)
        };
        let (order, reason) = adviser.next_order(known);
        let line = format!(
            "{}  {}: {}",
            typed_order(order),
            words::order_words(known, order),
            reason.in_words(known)
        );
        words::write_paragraph(out, &line, console::console_width())?;
        Ok(NextStep::Say(Vec::new()))
    }

    fn write_end(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        self.write_position(out)?;
        let battle = self.table.position();
        if let Some((battle, verdict)) = battle.and_then(|battle| Some((battle, battle.verdict()?))) {
            writeln!(out)?;
            writeln!(out, "{verdict}, in turn {} of {}", battle.turn(), battle.last_turn())?;
        }
        Ok(())
    }
}

/// Returns the request, or tells why it cannot be made.
fn say_or_tell(
    asked: Result<GuestMessage, NotAllowed>,
    out: &mut ConsoleOutput,
) -> Result<NextStep, JoinFault> {
    match asked {
        Ok(message) => Ok(NextStep::Say(vec![message])),
        Err(why) => {
            writeln!(out, "{why}")?;
            Ok(NextStep::Say(Vec::new()))
        }
    }
}
