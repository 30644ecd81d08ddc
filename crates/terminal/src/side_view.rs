//! A battle as one side knows it: map, units, what happens, the odds of an attack.

use std::io::{self, Write};

use hotgates_engine::{Attack, Battle, Event, Order, Side, UnitId};

use crate::battle_report::news_of_event;
use crate::block_map::{self, TerminalMap, TerminalMapStyle};
use crate::console::{self, ConsoleOutput, StyledWrite};
use crate::goal_words;
use crate::words;

/// Writes a battle as a side knows it: the turn, the goals, the map with its legend, and the units.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_battle_of_side(out: &mut ConsoleOutput, battle: &Battle, side: Side) -> io::Result<()> {
    write_whole_battle(out, battle.known_to(side))
}

/// Writes a battle with everything that is in it: the turn, the goals, the map with its legend, and the units.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_whole_battle(out: &mut ConsoleOutput, battle: &Battle) -> io::Result<()> {
    let look = TerminalMapStyle { colour: out.colour, width: console::console_width() };
    writeln!(out)?;
    writeln!(out, "turn {} of {}, {} to move", battle.turn(), battle.last_turn(), battle.side())?;
    for line in goal_words::goal_lines(battle) {
        words::write_paragraph(out, &line, look.width)?;
    }
    TerminalMap::from_battle(battle).write_map(out, look)?;
    block_map::write_legend(out, battle, look)?;
    write_units(out, battle)
}

/// Writes the units on the map, each with its number, men and hex.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_units(out: &mut impl StyledWrite, battle: &Battle) -> io::Result<()> {
    for side in Side::BOTH {
        for unit in battle.living(side) {
            let label = &battle.info(unit).label;
            let (state, at) = (battle.unit(unit), battle.grid().coord(battle.unit(unit).cell));
            console::write_side_name(out, side)?;
            writeln!(out, " unit {:2}  {label:22} {:5} men at {at}", unit.0, state.strength.0)?;
        }
    }
    Ok(())
}

/// Writes what the events tell, a line each; `battle` is the position after them.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_events<'a>(
    out: &mut impl Write,
    battle: &Battle,
    events: impl IntoIterator<Item = &'a Event>,
) -> io::Result<()> {
    for event in events {
        let line = match *event {
            Event::Hit { unit, losses, left, .. } => {
                Some(format!("{} loses {losses}, {left} left", words::unit_with_side(battle, unit)))
            }
            Event::HalfTurnBegan { turn, side } => Some(format!("turn {turn}, {side}'s half")),
            _ => news_of_event(battle, event),
        };
        if let Some(line) = line {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// Returns `true` if every unit of an order is in the battle, so that the order can be said in words.
#[must_use]
pub fn order_is_readable(battle: &Battle, order: Order) -> bool {
    let known = |unit: UnitId| usize::from(unit.0) < battle.roster().len();
    match order {
        Order::EndTurn => true,
        Order::Move { unit, .. }
        | Order::Exit { unit }
        | Order::Face { unit, .. }
        | Order::Work { unit, .. } => known(unit),
        Order::Attack { unit, target } => known(unit) && known(target),
    }
}

/// Returns the odds of an attack in words, from where the unit stands: men that both sides lose on average, and the
/// chances that one of them is destroyed; `None` where the unit cannot attack the target from there.
fn odds_in_words(battle: &Battle, unit: UnitId, target: UnitId) -> Option<String> {
    let on_map = |unit: UnitId| unit.index() < battle.roster().len() && battle.unit(unit).alive();
    if !on_map(unit) || !on_map(target) || battle.info(unit).side == battle.info(target).side {
        return None;
    }
    let by = battle.attack_mode_from(unit, battle.unit(unit).cell, battle.unit(target).cell)?;
    let odds = battle.odds(unit, target)?;
    let men = |sum: u32| odds.mean_of_cases(sum);
    let percent = |cases: u32| f64::from(odds.permille_of(cases).0) / 10.0;
    let name = |unit| words::unit_with_side(battle, unit);
    let how = match by {
        Attack::Melee => "in melee",
        Attack::Ranged => "by fire",
    };
    Some(format!(
        "{} {how}: {} loses {} men on average and is destroyed in {:.1} %; {} loses {} and is destroyed in {:.1} %",
        name(unit),
        name(target),
        men(odds.expected_target_losses()),
        percent(odds.cases_target_destroyed()),
        name(unit),
        men(odds.expected_attacker_losses()),
        percent(odds.cases_attacker_destroyed())
    ))
}

/// Writes the odds of attacks as a side knows them, a paragraph each.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_odds(out: &mut ConsoleOutput, known: &Battle, orders: &[Order]) -> io::Result<()> {
    for &order in orders {
        let Order::Attack { unit, target } = order else {
            writeln!(out, "only attacks have odds: `odds 3x8`")?;
            continue;
        };
        match odds_in_words(known, unit, target) {
            Some(odds) => words::write_paragraph(out, &odds, console::console_width())?,
            None => writeln!(out, "unit {} cannot attack unit {} from where it stands", unit.0, target.0)?,
        }
    }
    Ok(())
}
