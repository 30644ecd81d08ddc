//! A view log told: a battle as somebody saw it.

use std::io;

use hotgates_engine::{Event, Side, Spectator};
use hotgates_protocol::ViewLog;

use crate::battle_report::{write_aims, write_outcome, write_title};
use crate::block_map::{TerminalMap, TerminalMapStyle, write_legend};
use crate::console::{StyledWrite, write_side_name};
use crate::side_view;
use crate::words;

/// Tells a view log that `onlooker` begins to watch, with the map after each half-turn where it is to be watched.
///
/// # Errors
/// The output, if it does not take the text.
///
/// # Panics
/// When the onlooker is not the log's own.
pub fn tell_view_log(
    out: &mut impl StyledWrite,
    log: &ViewLog,
    mut onlooker: Spectator,
    watch: Option<TerminalMapStyle>,
) -> io::Result<()> {
    let battle = onlooker.battle();
    let who = log.begin.side.map_or_else(|| "whoever watched".to_owned(), |side| side.to_string());
    let name = log.begin.known_scenario().map(|known| known.map.name).unwrap_or_default();
    write_title(out, &name, battle, &format!("as {who} saw it"))?;
    for side in Side::BOTH {
        let men = words::count_words(battle.start_strength(side), "man", "men");
        write_side_name(out, side)?;
        writeln!(out, "  {men}: {}", words::army_at_start_words(battle, side))?;
    }
    write_aims(out, battle)?;
    writeln!(out)?;
    if let Some(look) = watch {
        write_legend(out, battle, look)?;
        writeln!(out)?;
        TerminalMap::from_battle(battle).write_map(out, look)?;
    }
    for told in &log.orders {
        let events = told.watch(&mut onlooker).expect("it was watched to its end when it was begun").events;
        side_view::write_events(out, onlooker.battle(), &events)?;
        let shows_map = |event: &Event| matches!(event, Event::HalfTurnBegan { .. } | Event::Ended { .. });
        if let Some(look) = watch.filter(|_| events.iter().any(shows_map)) {
            TerminalMap::from_battle(onlooker.battle()).write_map(out, look)?;
            out.flush()?;
        }
    }
    writeln!(out)?;
    write_outcome(out, onlooker.battle())?;
    let orders = words::count_words(log.orders.len(), "order", "orders");
    writeln!(out, "{orders} told; what was out of sight is not in it, and nobody can check it")?;
    out.flush()
}
