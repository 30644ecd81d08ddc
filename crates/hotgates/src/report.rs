//! A battle in words: who fights, what matters each turn, how it ends and what is left.

use std::io::{self, Write};
use std::time::Duration;

use hotgates_engine::{Battle, BySide, Coord, Event, GameRecord, Order, Scenario, Side, UnitId};

use crate::console::{self, side_name};
use crate::picture::{self, Look, Picture};
use crate::seats::Names;
use crate::words;

/// Tells one battle as it goes on.
pub struct Report<'a, W> {
    out: &'a mut W,
    /// Where a map is wanted each half-turn.
    watch: Option<Look>,
    turn: Turn,
    quiet: Option<(u32, u32)>,
}

/// What has happened in the present turn.
#[derive(Debug, Default)]
struct Turn {
    losses: BySide<u32>,
    fallen: BySide<Vec<String>>,
    news: Vec<String>,
}

impl Turn {
    fn is_quiet(&self) -> bool {
        self.losses == BySide::default() && self.news.is_empty()
    }

    /// What is to be told besides numbers.
    fn news(self) -> Vec<String> {
        let Self { fallen, mut news, .. } = self;
        for (side, fallen) in [(Side::Red, fallen.red), (Side::Blue, fallen.blue)] {
            if !fallen.is_empty() {
                news.push(format!("{side}'s {} destroyed", fallen.join(" and ")));
            }
        }
        news
    }
}

impl<'a, W: Write> Report<'a, W> {
    /// A report that has nothing to tell yet.
    pub fn new(out: &'a mut W, watch: Option<Look>) -> Self {
        Self { out, watch, turn: Turn::default(), quiet: None }
    }

    /// Who fights whom where.
    ///
    /// # Errors
    /// When the output does not take it.
    pub fn header(&mut self, scenario: &Scenario, names: &Names, battle: &Battle) -> io::Result<()> {
        header(self.out, scenario, names, battle)?;
        writeln!(self.out)?;
        if let Some(look) = self.watch {
            picture::legend(self.out, battle, look)?;
            writeln!(self.out)?;
            Picture::of_battle(battle).draw(self.out, look)?;
        }
        self.out.flush()
    }

    /// The reason of an order about to be followed.
    ///
    /// # Errors
    /// When the output does not take it.
    pub fn reason(&mut self, battle: &Battle, order: Order, reason: &str) -> io::Result<()> {
        self.end_quiet()?;
        writeln!(self.out, "  {}  {}: {reason}", side_name(battle.side()), words::order(battle, order))
    }

    /// What came of an order; `battle` is where it has led.
    ///
    /// # Errors
    /// When the output does not take it.
    pub fn events(&mut self, battle: &Battle, events: &[Event]) -> io::Result<()> {
        for event in events {
            match *event {
                Event::Hit { unit, losses, left, .. } => {
                    let info = battle.info(unit);
                    self.turn.losses[info.side] += u32::from(losses.0);
                    if left.0 == 0 {
                        self.turn.fallen[info.side].push(info.label.clone());
                    }
                }
                Event::CastleTaken { castle, by } => {
                    self.turn.news.push(format!("{by} takes the castle at {}", Coord::from(castle)));
                }
                Event::HalfTurnBegan { turn, side } => {
                    let ended = if side == Side::Red { turn - 1 } else { turn };
                    self.picture(battle, &format!("turn {ended}, after {}'s half", side.other()))?;
                    if side == Side::Red {
                        self.turn_line(battle, turn - 1)?;
                    }
                }
                Event::Ended { .. } => {
                    self.picture(battle, &format!("turn {}, the end", battle.turn()))?;
                    self.turn_line(battle, battle.turn())?;
                }
                Event::Stepped { .. } | Event::Attacked { .. } => {}
            }
        }
        Ok(())
    }

    fn picture(&mut self, battle: &Battle, title: &str) -> io::Result<()> {
        let Some(look) = self.watch else { return Ok(()) };
        writeln!(self.out, "\n{title}")?;
        Picture::of_battle(battle).draw(self.out, look)?;
        self.out.flush()
    }

    fn turn_line(&mut self, battle: &Battle, number: u32) -> io::Result<()> {
        let turn = std::mem::take(&mut self.turn);
        if turn.is_quiet() {
            self.quiet = Some((self.quiet.map_or(number, |(first, _)| first), number));
            return Ok(());
        }
        self.end_quiet()?;
        write!(self.out, "turn {number:>3}")?;
        for side in Side::BOTH {
            let (lost, left) = (turn.losses[side], battle.strength(side));
            write!(self.out, "   {} loses {lost:>5}, {left:>5} left", side_name(side))?;
        }
        // What is more than numbers follows, below itself where there is much of it.
        let indent = 8 + 2 * 29 + 2;
        let news = words::wrap_list(&turn.news(), console::width().saturating_sub(indent).max(30));
        let news = news.join(&format!("\n{:indent$}", ""));
        writeln!(self.out, "{}{news}", if news.is_empty() { "" } else { "  " })?;
        self.out.flush()
    }

    /// Turns without losses are told in one line, as soon as something else is.
    fn end_quiet(&mut self) -> io::Result<()> {
        match self.quiet.take() {
            None => Ok(()),
            Some((first, last)) if first == last => writeln!(self.out, "turn {first:>3}   no losses"),
            Some((first, last)) => writeln!(self.out, "turns {first} to {last}   no losses"),
        }
    }

    /// How it ended and what is left; `took` where it was played just now.
    ///
    /// # Errors
    /// When the output does not take it.
    pub fn end(mut self, course: &GameRecord, took: Option<Duration>) -> io::Result<()> {
        self.end_quiet()?;
        let battle = course.battle();
        writeln!(self.out)?;
        match battle.verdict() {
            Some(verdict) => {
                let style = verdict.winner.map(console::side_style).unwrap_or_default();
                writeln!(
                    self.out,
                    "{style}{verdict}{style:#}, in turn {} of {}",
                    battle.turn(),
                    battle.last_turn()
                )?;
            }
            None => writeln!(
                self.out,
                "not over: turn {} of {}, {} to move",
                battle.turn(),
                battle.last_turn(),
                battle.side()
            )?,
        }
        for side in Side::BOTH {
            left(self.out, battle, side)?;
        }
        let orders = words::count(course.orders().len() as u64, "order", "orders");
        write!(self.out, "{orders}, hash {:016x}", course.hash())?;
        if let Some(took) = took {
            write!(self.out, ", {:.1} ms", took.as_secs_f64() * 1e3)?;
        }
        writeln!(self.out)?;
        self.out.flush()
    }
}

/// Who fights whom where.
///
/// # Errors
/// When the output does not take it.
pub fn header(out: &mut impl Write, scenario: &Scenario, names: &Names, battle: &Battle) -> io::Result<()> {
    let (width, height) = (battle.grid().width(), battle.grid().height());
    let from =
        battle.origin_direction().map_or_else(String::new, |from| format!(", Red comes from the {from}"));
    let turns = words::count(battle.last_turn().into(), "turn", "turns");
    writeln!(
        out,
        "{}: {width} × {height} hexes{from}, {turns}, seed {}",
        scenario.map.name,
        scenario.seed()
    )?;
    for side in Side::BOTH {
        let (name, men, army) = (&names[side], battle.start_strength(side), words::army(battle, side));
        writeln!(out, "{}  {name}, {men} men: {army}", side_name(side))?;
    }
    Ok(())
}

/// The most units that are listed one by one.
const MAX_LISTED: usize = 24;

/// What is left of a side.
fn left(out: &mut impl Write, battle: &Battle, side: Side) -> io::Result<()> {
    let units = battle.roster().filter(|(_, info)| info.side == side).count();
    let (alive, men, start) = (battle.alive(side), battle.strength(side), battle.start_strength(side));
    let castles = battle.castles().filter(|&(_, owner)| owner == side).count();
    let castles = match castles {
        0 => String::new(),
        number => format!(", {}", words::count(number as u64, "castle", "castles")),
    };
    writeln!(out, "{}  {men} of {start} men, {alive} of {units} units{castles}", side_name(side))?;
    let state = |unit: UnitId| {
        let info = battle.info(unit);
        format!("{} {}/{}", info.label, battle.unit(unit).strength.0, info.start.0)
    };
    let mut listed: Vec<_> = battle.living(side).take(MAX_LISTED).map(state).collect();
    if alive as usize > MAX_LISTED {
        listed.push(format!("and {} more", alive as usize - MAX_LISTED));
    }
    for line in words::wrap_list(&listed, console::width().saturating_sub(6)) {
        writeln!(out, "      {line}")?;
    }
    Ok(())
}
