//! A battle in words: the commanders, the events that matter in each turn, the end and the units
//! left.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use hotgates_engine::{
    Battle, BySide, Coord, DiceSource, Event, Order, Presence, Scenario, Side, Strength, UnitId, UnitInfo,
};
use hotgates_play::ProgramLoss;
use hotgates_record::GameRecord;

use crate::block_map::{self, TerminalMap, TerminalMapStyle};
use crate::console::{self, StyledWrite, write_side_name};
use crate::goal_words;
use crate::words;

/// A report that tells one battle as the battle goes on.
pub struct BattleReport<'a, W> {
    out: &'a mut W,
    /// Style of the map of each half-turn, if one is wanted.
    watch: Option<TerminalMapStyle>,
    turn: TurnNews,
    quiet: Option<(u32, u32)>,
    /// Men of the units that have lost some and are on the map.
    men: BTreeMap<UnitId, Strength>,
}

/// News of the present turn.
#[derive(Debug, Default)]
struct TurnNews {
    losses: BySide<u32>,
    fallen: BySide<Vec<String>>,
    news: Vec<String>,
}

impl TurnNews {
    fn has_no_news(&self) -> bool {
        self.losses == BySide::default() && self.news.is_empty()
    }

    /// Returns the news that are told besides numbers.
    fn news_in_words(self) -> Vec<String> {
        let Self { fallen, mut news, .. } = self;
        for (side, fallen) in [(Side::Red, fallen.red), (Side::Blue, fallen.blue)] {
            if !fallen.is_empty() {
                news.push(format!("{side}'s {} destroyed", fallen.join(" and ")));
            }
        }
        news
    }
}

impl<'a, W: StyledWrite> BattleReport<'a, W> {
    /// Makes a report without news.
    pub fn new(out: &'a mut W, watch: Option<TerminalMapStyle>) -> Self {
        Self { out, watch, turn: TurnNews::default(), quiet: None, men: BTreeMap::new() }
    }

    /// Writes the map, the armies and their commanders.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_header(
        &mut self,
        scenario: &Scenario,
        names: &BySide<String>,
        battle: &Battle,
    ) -> io::Result<()> {
        write_header(self.out, scenario, names, battle)?;
        writeln!(self.out)?;
        if let Some(look) = self.watch {
            block_map::write_legend(self.out, battle, look)?;
            writeln!(self.out)?;
            TerminalMap::from_battle(battle).write_map(self.out, look)?;
        }
        self.out.flush()
    }

    /// Writes the reason of an order about to be followed.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_reason(&mut self, battle: &Battle, order: Order, reason: &str) -> io::Result<()> {
        self.write_quiet_turns()?;
        write!(self.out, "  ")?;
        write_side_name(self.out, battle.side())?;
        writeln!(self.out, "  {}: {reason}", words::order_words(battle, order))
    }

    /// Writes why a side's program gave no order and so lost the battle, with its last words.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_loss(&mut self, side: Side, loss: &ProgramLoss) -> io::Result<()> {
        self.write_quiet_turns()?;
        write_program_loss(self.out, side, loss)
    }

    /// Writes the events of an order; `battle` is the position after it.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_events(&mut self, battle: &Battle, events: &[Event]) -> io::Result<()> {
        for event in events {
            self.count_losses(battle, event);
            self.turn.news.extend(news_of_event(battle, event));
            match *event {
                Event::HalfTurnBegan { turn, side } => {
                    let ended = if side == Side::Red { turn - 1 } else { turn };
                    self.write_picture(battle, &format!("turn {ended}, after {}'s half", side.other()))?;
                    if side == Side::Red {
                        self.write_turn_line(battle, turn - 1)?;
                    }
                }
                Event::Ended { .. } => {
                    self.write_picture(battle, &format!("turn {}, the end", battle.turn()))?;
                    self.write_turn_line(battle, battle.turn())?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Counts the men and the units that an event has cost, or brought back.
    fn count_losses(&mut self, battle: &Battle, event: &Event) {
        match *event {
            Event::Hit { unit, losses, left, .. } => {
                let info = battle.info(unit);
                self.turn.losses[info.side] += u32::from(losses.0);
                self.men.insert(unit, left);
                if left.0 == 0 {
                    self.turn.fallen[info.side].push(info.label.clone());
                }
            }
            Event::GaveWay { unit, back, strength, .. } => {
                self.men.insert(unit, strength);
                self.turn.losses[battle.info(unit).side] -= u32::from(back.0);
            }
            Event::Surrendered { unit } => {
                let info = battle.info(unit);
                let men = self.men.get(&unit).copied().unwrap_or(info.start);
                self.turn.losses[info.side] += u32::from(men.0);
            }
            _ => {}
        }
    }

    fn write_picture(&mut self, battle: &Battle, title: &str) -> io::Result<()> {
        let Some(look) = self.watch else { return Ok(()) };
        writeln!(self.out)?;
        writeln!(self.out, "{title}")?;
        TerminalMap::from_battle(battle).write_map(self.out, look)?;
        self.out.flush()
    }

    fn write_turn_line(&mut self, battle: &Battle, number: u32) -> io::Result<()> {
        let turn = std::mem::take(&mut self.turn);
        if turn.has_no_news() {
            self.quiet = Some((self.quiet.map_or(number, |(first, _)| first), number));
            return Ok(());
        }
        self.write_quiet_turns()?;
        write!(self.out, "turn {number:>3}")?;
        for side in Side::BOTH {
            let (lost, left) = (turn.losses[side], battle.living_strength(side));
            write!(self.out, "   ")?;
            write_side_name(self.out, side)?;
            write!(self.out, " loses {lost:>5}, {left:>5} left")?;
        }
        // What is more than numbers follows, below itself where there is much of it.
        let indent = 8 + 2 * 29 + 2;
        let news =
            words::wrap_list(&turn.news_in_words(), console::console_width().saturating_sub(indent).max(30));
        if news.is_empty() {
            writeln!(self.out)?;
        }
        for (place, line) in news.iter().enumerate() {
            let indent = if place == 0 { 2 } else { indent };
            writeln!(self.out, "{:indent$}{line}", "")?;
        }
        self.out.flush()
    }

    /// Writes the turns without losses in one line, as soon as something else is to be told.
    fn write_quiet_turns(&mut self) -> io::Result<()> {
        match self.quiet.take() {
            None => Ok(()),
            Some((first, last)) if first == last => writeln!(self.out, "turn {first:>3}   no losses"),
            Some((first, last)) => writeln!(self.out, "turns {first} to {last}   no losses"),
        }
    }

    /// Writes the verdict and the men left; `took` where the battle was played just now.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_end(mut self, course: &GameRecord, took: Option<Duration>) -> io::Result<()> {
        self.write_quiet_turns()?;
        let battle = course.battle();
        writeln!(self.out)?;
        write_outcome(self.out, battle)?;
        let orders = words::count_words(course.orders().len(), "order", "orders");
        write!(self.out, "{orders}, hash {:016x}", course.hash())?;
        if let Some(took) = took {
            write!(self.out, ", {:.1} ms", took.as_secs_f64() * 1e3)?;
        }
        writeln!(self.out)?;
        write_key(self.out, course.dice_source())?;
        self.out.flush()
    }
}

/// Prints the key of dice, by which they can be thrown again. A seed is told before the battle.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_key(out: &mut impl Write, source: DiceSource) -> io::Result<()> {
    match source {
        DiceSource::Seed(_) => Ok(()),
        DiceSource::Key(key) => writeln!(out, "--key {key} throws the same dice again"),
    }
}

/// Returns the news of an event in words, besides what it cost; `None` where there is none.
pub fn news_of_event(battle: &Battle, event: &Event) -> Option<String> {
    let name = |unit| words::unit_with_side(battle, unit);
    Some(match *event {
        Event::CastleTaken { castle, by } => format!("{by} takes the castle at {}", Coord::from(castle)),
        Event::HexTaken { hex, by } => format!("{by} takes the goal at {}", Coord::from(hex)),
        Event::GoalAdvanced { goal, progress } => return goal_words::goal_news(battle, goal, progress),
        Event::Arrived { unit, at } => format!("{} arrives at {}", name(unit), Coord::from(at)),
        Event::Departed { unit, how: Presence::Withdrawn } => format!("{} is taken back", name(unit)),
        Event::Departed { unit, how: Presence::Fled } => format!("{} flees from the map", name(unit)),
        Event::Departed { unit, .. } => format!("{} leaves the map", name(unit)),
        Event::Called { unit } => format!("{} is called", name(unit)),
        Event::Scripted { event, .. } => {
            return battle.scripted_event(event).message.clone();
        }
        Event::RanInto { unit, enemy, .. } => format!("{} runs into {}", name(unit), name(enemy)),
        Event::Broke { unit } => format!("{} breaks", name(unit)),
        Event::Rallied { unit } => format!("{} rallies", name(unit)),
        Event::GaveWay { unit, to, .. } => format!("{} gives way to {}", name(unit), Coord::from(to)),
        Event::Pursued { unit, to, .. } => format!("{} pursues to {}", name(unit), Coord::from(to)),
        Event::Surrendered { unit } => format!("{} surrenders", name(unit)),
        // The first half-turn without supplies is told, not each that follows.
        Event::Unsupplied { unit, half_turns: 1, .. } => format!("{} is out of supply", name(unit)),
        Event::Resupplied { unit } => format!("{} is in supply again", name(unit)),
        Event::Promoted { unit, rank } => {
            format!("the officer of {} is now {}", name(unit), battle.rules().ranks[rank].name)
        }
        Event::OfficerFell { unit } => format!("the officer of {} falls", name(unit)),
        Event::Reacted { unit, target, support } => {
            let why = if support { "in support" } else { "as it moves" };
            format!("{} fires at {} {why}", name(unit), name(target))
        }
        Event::WentBack { unit, to, .. } => format!("{} goes back to {}", name(unit), Coord::from(to)),
        Event::WeatherChanged { weather } => {
            let rule = battle.rules().options.weather.as_ref()?;
            format!("weather: {}", rule.states[weather.index()].name)
        }
        Event::TerrainChanged { at, terrain } => {
            format!("{} becomes {}", Coord::from(at), battle.rules().terrains[terrain].name)
        }
        // That a unit has broken is told; the map shows how far it has run. Losses are told in numbers.
        Event::Ran { .. }
        | Event::Unsupplied { .. }
        | Event::RoundsChanged { .. }
        | Event::ExperienceGained { .. }
        | Event::Faced { .. }
        | Event::Worked { .. }
        | Event::CohesionChanged { .. }
        | Event::Stepped { .. }
        | Event::Attacked { .. }
        | Event::Hit { .. }
        | Event::Sighted { .. }
        | Event::Vanished { .. }
        | Event::HalfTurnBegan { .. }
        | Event::Ended { .. } => return None,
    })
}

/// Writes the map, the armies and their commanders.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_header(
    out: &mut impl StyledWrite,
    scenario: &Scenario,
    names: &BySide<String>,
    battle: &Battle,
) -> io::Result<()> {
    // A program at the table may read what the terminal shows: a key is shown at the end.
    let dice = match scenario.dice_source() {
        DiceSource::Seed(seed) => format!("seed {seed}"),
        DiceSource::Key(_) => "dice by a key".to_owned(),
    };
    write_title(out, &scenario.map.name, battle, &dice)?;
    for side in Side::BOTH {
        let (name, men, army) = (&names[side], battle.start_strength(side), words::army_words(battle, side));
        let men = words::count_words(men, "man", "men");
        let price = battle.army_price(scenario, side);
        let price =
            price.map_or_else(String::new, |points| words::count_words(points, "point", "points") + ", ");
        write_side_name(out, side)?;
        writeln!(out, "  {name}, {price}{men}: {army}")?;
    }
    write_aims(out, battle)
}

/// Writes the name and the size of a map, whence Red comes, the turns, and one thing more.
pub(crate) fn write_title(out: &mut impl Write, name: &str, battle: &Battle, more: &str) -> io::Result<()> {
    let (width, height) = (battle.grid().width(), battle.grid().height());
    let from =
        battle.origin_direction().map_or_else(String::new, |from| format!(", Red comes from the {from}"));
    let turns = words::count_words(battle.last_turn(), "turn", "turns");
    writeln!(out, "{name}: {width} × {height} hexes{from}, {turns}, {more}")
}

/// Writes the goals, and which units are still to come.
pub(crate) fn write_aims(out: &mut impl Write, battle: &Battle) -> io::Result<()> {
    for line in goal_words::goal_lines(battle).into_iter().chain(goal_words::arrival_lines(battle)) {
        words::write_paragraph(out, &line, console::console_width())?;
    }
    Ok(())
}

/// Writes how a battle has ended or stands, and the units left of both sides.
pub(crate) fn write_outcome(out: &mut impl StyledWrite, battle: &Battle) -> io::Result<()> {
    match battle.verdict() {
        Some(verdict) => {
            let style = verdict.winner.map(console::side_style).unwrap_or_default();
            out.write_styled(style, &verdict.to_string())?;
            writeln!(out, ", in turn {} of {}", battle.turn(), battle.last_turn())?;
        }
        None => writeln!(
            out,
            "not over: turn {} of {}, {} to move",
            battle.turn(),
            battle.last_turn(),
            battle.side()
        )?,
    }
    for side in Side::BOTH {
        write_units_left(out, battle, side)?;
    }
    if let Some(points) = goal_words::victory_point_words(battle) {
        writeln!(out, "{points}")?;
    }
    Ok(())
}

/// Returns what a unit on the map lacks of supplies, and its rounds: `, without supplies, rounds 3`.
fn supplies_in_words(battle: &Battle, unit: UnitId) -> String {
    let supplies = if battle.condition(unit).unsupplied > 0 { ", without supplies" } else { "" };
    let rounds = battle.rounds_left(unit).map(|left| format!(", rounds {left}"));
    format!("{supplies}{}", rounds.unwrap_or_default())
}

/// Returns the officer of a unit on the map and its experience, where officers rise and fall: `, Captain,
/// experience 120`.
fn officer_in_words(battle: &Battle, unit: UnitId) -> String {
    let Some(rule) = &battle.rules().options.officers else { return String::new() };
    let condition = battle.condition(unit);
    let rank = match condition.rank {
        Some(rank) => format!(", {}", battle.rules().ranks[rank].name),
        None if condition.officer_fell => ", officer fallen".to_owned(),
        None => String::new(),
    };
    let experience =
        if rule.promotion > 0 { format!(", experience {}", condition.experience) } else { String::new() };
    rank + &experience
}

/// Greatest number of units that are listed one by one.
const MAX_LISTED: usize = 24;

/// Writes the units left of a side.
fn write_units_left(out: &mut impl StyledWrite, battle: &Battle, side: Side) -> io::Result<()> {
    let units = battle.roster().filter(|(_, info)| info.side == side).count();
    let (alive, men, start) = (battle.alive(side), battle.living_strength(side), battle.start_strength(side));
    let fled =
        battle.roster().filter(|&(unit, info)| info.side == side && battle.presence(unit) == Presence::Fled);
    let fled = match fled.count() {
        0 => String::new(),
        number => format!(", {number} fled"),
    };
    let fell = battle.living(side).filter(|&unit| battle.condition(unit).officer_fell);
    let fell = match fell.count() {
        0 => String::new(),
        number => format!(", {} fallen", words::count_words(number, "officer", "officers")),
    };
    let castles = battle.castles().filter(|&(_, owner)| owner == side).count();
    let castles = match castles {
        0 => String::new(),
        number => format!(", {}", words::count_words(number, "castle", "castles")),
    };
    let start = words::count_words(start, "man", "men");
    let units = words::count_words(units, "unit", "units");
    write_side_name(out, side)?;
    writeln!(out, "  {men} of {start}, {alive} of {units}{fled}{fell}{castles}")?;
    let state = |unit: UnitId| {
        let info = battle.info(unit);
        let place = match battle.presence(unit) {
            Presence::OnMap if battle.is_broken(unit) => ", broken",
            Presence::OnMap if battle.is_wavering(unit) => ", wavering",
            Presence::OnMap | Presence::Fallen => "",
            Presence::Waiting | Presence::Called => ", not come",
            Presence::Unseen => ", out of sight",
            Presence::Exited => ", off the map",
            Presence::Withdrawn => ", taken back",
            Presence::Fled => ", fled",
        };
        let counts = battle.rules().options.cohesion.is_some() && battle.presence(unit) == Presence::OnMap;
        let cohesion = counts.then(|| format!(", cohesion {} ‰", battle.condition(unit).cohesion));
        let men = battle.living_men(unit).0;
        let contingent = info.contingent.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
        let cohesion = cohesion.unwrap_or_default();
        let words = format!("{} {men}/{}{contingent}{cohesion}{place}", info.label, info.start.0);
        if battle.presence(unit) == Presence::OnMap {
            words + &supplies_in_words(battle, unit) + &officer_in_words(battle, unit)
        } else {
            words
        }
    };
    let lives = |&(unit, info): &(UnitId, &UnitInfo)| info.side == side && battle.living_men(unit).0 > 0;
    let living = || battle.roster().filter(lives).map(|(unit, _)| unit);
    let mut listed: Vec<_> = living().take(MAX_LISTED).map(state).collect();
    let more = living().count().saturating_sub(MAX_LISTED);
    if more > 0 {
        listed.push(format!("and {more} more"));
    }
    for line in words::wrap_list(&listed, console::console_width().saturating_sub(6)) {
        writeln!(out, "      {line}")?;
    }
    Ok(())
}

/// Writes what the program of a side did that lost the battle, and the last lines of its standard error.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_program_loss(out: &mut impl StyledWrite, side: Side, loss: &ProgramLoss) -> io::Result<()> {
    write!(out, "  ")?;
    write_side_name(out, side)?;
    writeln!(out, "  its program: {}", loss.cause)?;
    words::last_lines(&loss.errors).try_for_each(|line| writeln!(out, "    {line}"))
}
