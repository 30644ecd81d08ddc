//! A battle that people play line by line.

use std::io::{self, Write};

use hotgates_analysis::{orders_from_text, typed_order};
use hotgates_engine::{Battle, BySide, Event, Illegal, Order, Side};
use hotgates_play::{Match, MatchError, OrderReason, Player};
use hotgates_record::GameRecord;

use crate::battle_report::write_program_loss;
use crate::console::{self, ConsoleOutput};
use crate::side_view;
use crate::words;

/// The words and orders that can be typed in a battle, a few in each line.
pub const BATTLE_HELP: &str = "\
3@5,6       unit 3 goes to column 5, row 6   end              end your half of the turn
3x8         unit 3 attacks unit 8            odds 3x8         what an attack would come to
3^ne        unit 3 faces north-east          map, units       show the map, or the units
3>          unit 3 leaves the map            hint             what a commander would do
3*5,6:0     unit 3 does work 0 on 5,6        auto [N]         a commander plays N halves, or to the end
undo        takes the last order back        help, quit       this list, or enough
Several orders may stand in a line, with `end` at its end. Works go by their places in the rules, from 0.";

/// A battle in which people, one or two, type their orders.
pub struct TypedBattle {
    game: Match,
    /// For each side that a person plays, whoever gives hints to the person.
    advisers: BySide<Option<Player>>,
    /// The records before the last orders, those that can be taken back.
    undo: Vec<GameRecord>,
}

/// The reason why a typed battle does not go on.
#[derive(Debug, thiserror::Error)]
pub enum TypedBattleError {
    /// The output does not take the text.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A program does not speak our language, or a commander broke the rules.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl TypedBattle {
    /// Returns a battle in which people play the sides that have an adviser; a match plays for the others.
    pub const fn new(game: Match, advisers: BySide<Option<Player>>) -> Self {
        Self { game, advisers, undo: Vec::new() }
    }

    /// The course of the battle so far.
    pub fn game_record(&self) -> &GameRecord {
        self.game.game_record()
    }

    /// The present position.
    pub fn position(&self) -> &Battle {
        self.game.game_record().battle()
    }

    /// Returns `true` once the battle is decided.
    pub fn is_over(&self) -> bool {
        self.game.side_to_move().is_none()
    }

    /// Returns the side that is shown what it knows: the one to move if a person plays it, else the other.
    pub fn shown_side(&self) -> Side {
        let to_move = self.position().side();
        if self.advisers[to_move].is_some() { to_move } else { to_move.other() }
    }

    /// Writes the battle as the person who is to move knows it.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_position(&self, out: &mut ConsoleOutput) -> io::Result<()> {
        side_view::write_battle_of_side(out, self.position(), self.shown_side())
    }

    /// Follows a line that is no command of every game.
    ///
    /// # Errors
    /// When the output cannot be written, or a program fails.
    pub fn follow_line(&mut self, text: &str, out: &mut ConsoleOutput) -> Result<(), TypedBattleError> {
        match text {
            "map" => return Ok(self.write_position(out)?),
            "units" => return Ok(side_view::write_units(out, self.position().known_to(self.shown_side()))?),
            "end" => return self.play_on(&[Order::EndTurn], out),
            _ => {}
        }
        let (asks, words) = text.strip_prefix("odds ").map_or((false, text), |attack| (true, attack));
        let (ends, words) = words.strip_suffix(" end").map_or((false, words), |orders| (true, orders));
        let orders = orders_from_text(words).map(|mut orders| {
            orders.extend(ends.then_some(Order::EndTurn));
            orders
        });
        match orders {
            Ok(orders) if asks => {
                Ok(side_view::write_odds(out, self.position().known_to(self.shown_side()), &orders)?)
            }
            Ok(orders) => self.play_on(&orders, out),
            Err(why) => Ok(writeln!(out, "{why}; `help` says more")?),
        }
    }

    /// Follows orders up to the first that is illegal, and has commanders play until a person is to
    /// move; the battle may be over then.
    ///
    /// # Errors
    /// When the output cannot be written, or a program fails.
    pub fn play_on(&mut self, orders: &[Order], out: &mut ConsoleOutput) -> Result<(), TypedBattleError> {
        for &order in orders {
            let Some(side) = self.person_to_move() else { break };
            let known = self.position().known_to(side).clone();
            if let Err(why) = self.follow_order(order, side, out)? {
                let named = side_view::order_is_readable(&known, order);
                let order = if named { words::order_words(&known, order) + ": " } else { String::new() };
                writeln!(out, "{order}{why}")?;
                break;
            }
        }
        while !self.is_over() && self.person_to_move().is_none() {
            self.follow_commander(out)?;
        }
        Ok(())
    }

    /// Has a commander play in a person's place for a number of half-turns.
    ///
    /// # Errors
    /// When the output cannot be written, or a program fails.
    pub fn play_automatically(
        &mut self,
        half_turns: u32,
        out: &mut ConsoleOutput,
    ) -> Result<(), TypedBattleError> {
        for _ in 0..half_turns {
            let Some(side) = self.person_to_move() else { break };
            while self.game.side_to_move() == Some(side) {
                self.follow_commander(out)?;
            }
            self.play_on(&[], out)?;
        }
        Ok(())
    }

    /// Takes back the last order of a person, if it has thrown no dice, shown nothing that was out of sight and not
    /// ended the turn, and says so.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn take_back_order(&mut self, out: &mut ConsoleOutput) -> io::Result<()> {
        let last = self.game.game_record().orders().last().map(|&(order, _)| order);
        let (Some(before), Some(order)) = (self.undo.last().cloned(), last) else {
            return writeln!(out, "an order that has thrown dice, shown more or ended the turn stays given");
        };
        if !self.game.go_back_to(before) {
            return writeln!(out, "the program that plays has heard of the order: it stays given");
        }
        self.undo.pop();
        let side = self.position().side();
        writeln!(out, "taken back: {}", words::order_words(self.position().known_to(side), order))
    }

    /// Says which order a commander would give next, and why.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_hint(&mut self, out: &mut ConsoleOutput) -> io::Result<()> {
        let battle = self.game.game_record().battle();
        let side = battle.side();
        let Some(adviser) = &mut self.advisers[side] else { return Ok(()) };
        let (order, reason) = adviser.next_order(battle);
        let known = battle.known_to(side);
        let typed = typed_order(order);
        let line = format!("{typed}  {}: {}", words::order_words(known, order), reason.in_words(known));
        words::write_paragraph(out, &line, console::console_width())
    }

    fn person_to_move(&self) -> Option<Side> {
        self.game.side_to_move().filter(|&side| self.advisers[side].is_some())
    }

    /// Follows an order of a person and tells what comes of it; the reason where it is illegal.
    fn follow_order(
        &mut self,
        order: Order,
        side: Side,
        out: &mut ConsoleOutput,
    ) -> io::Result<Result<(), Illegal>> {
        let before = self.game.game_record().clone();
        let events = match self.game.follow_order_of_person(order) {
            Ok(events) => events.to_vec(),
            Err(why) => return Ok(Err(why)),
        };
        if self.position().can_take_back(&events) {
            self.undo.push(before);
        } else {
            self.undo.clear();
        }
        self.tell_events(&events, side, out)?;
        Ok(Ok(()))
    }

    /// Has the commander of the side to move give the next order, and tells what a person learns of it.
    fn follow_commander(&mut self, out: &mut ConsoleOutput) -> Result<(), TypedBattleError> {
        self.undo.clear();
        let side = self.shown_side();
        let Some(played) = self.game.step()? else {
            return Ok(());
        };
        let events = played.events.to_vec();
        if let OrderReason::Lost(loss) = &played.reason {
            write_program_loss(out, played.side, loss)?;
        }
        Ok(self.tell_events(&events, side, out)?)
    }

    fn tell_events(&self, events: &[Event], side: Side, out: &mut ConsoleOutput) -> io::Result<()> {
        let battle = self.position();
        side_view::write_events(out, battle.known_to(side), battle.events_for(side, events))
    }
}
