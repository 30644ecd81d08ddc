//! A ruleset in tables: terrains, units, ranks, factors, optional rules.

use std::io::{self, Write};

use hotgates_engine::{Attack, MovementPoints, Ruleset, TypeSelector};

use crate::console::ConsoleOutput;
use crate::rule_options;

/// Writes the tables of a ruleset under its name.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_rules(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    writeln!(out, "{}", rules.name)?;
    write_terrains(out, rules)?;
    write_units(out, rules)?;
    write_ranks(out, rules)?;
    write_factors(out, rules)
}

fn write_terrains(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    writeln!(out)?;
    writeln!(out, "{:14} glyph  MP to enter  defence ‰", "terrain")?;
    for terrain in &rules.terrains {
        let cost = terrain.cost.map_or_else(|| "-".to_owned(), |cost| cost.0.to_string());
        let exception = |(types, cost): (&TypeSelector, &MovementPoints)| match cost.0 {
            0 => format!("  no {types}"),
            cost => format!("  {types} {cost} MP"),
        };
        let mut notes: String = terrain.cost_for.iter().map(exception).collect();
        notes.extend(
            terrain.defence_for.iter().map(|(types, defence)| format!("  {types} defence {} ‰", defence.0)),
        );
        if terrain.castle {
            notes += "  a castle";
        }
        if terrain.blocks_fire {
            notes += "  blocks sight";
        }
        if rules.options.supply.is_some() && terrain.depot {
            notes += "  depot";
        }
        if rules.options.height.is_some() {
            notes.extend(["  height ".to_owned(), terrain.height.to_string()]);
        }
        let dear = rules.options.fog_of_war && terrain.sight_cost() != 1;
        notes.extend(dear.then(|| format!("  looking into it costs {}", terrain.sight_cost())));
        writeln!(
            out,
            "{:14} {:5}  {cost:>11}  {:>9}{notes}",
            terrain.name, terrain.glyph, terrain.defence.0
        )?;
    }
    Ok(())
}

fn write_units(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    let priced = rules.units.iter().any(|unit| unit.points.is_some());
    writeln!(out)?;
    writeln!(
        out,
        "{:14}  MP    men  melee ‰  ranged ‰  range  MP an attack{}",
        "unit",
        if priced { "  points" } else { "" }
    )?;
    for unit in &rules.units {
        let (power, range) = match &unit.ranged {
            Some(ranged) => (ranged.power.0.to_string(), format!("{}-{}", ranged.min, ranged.max)),
            None => ("-".to_owned(), "1".to_owned()),
        };
        let points = unit.points.map_or_else(|| "-".to_owned(), |points| points.to_string());
        let points = if priced { format!(" {points:>7}") } else { String::new() };
        let mut notes: String = unit.tags.iter().flat_map(|tag| ["  #", tag]).collect();
        if rules.options.fog_of_war {
            let ambushes = if unit.ambushes { "  ambushes" } else { "" };
            notes.extend([format!("  sight {}", unit.sight_range()), ambushes.to_owned()]);
        }
        let rounds = unit.rounds.filter(|_| rules.options.ammunition.is_some());
        notes.extend(rounds.map(|rounds| format!("  rounds {rounds}")));
        let options = &rules.options;
        let said = [
            (options.zone_of_control && unit.lacks_zone, "  no zone"),
            (options.zone_of_control && unit.ignores_zones, "  ignores zones"),
            (options.retreat.is_some() && unit.pursues, "  pursues"),
            (options.reaction.is_some() && unit.reacts, "  reacts"),
            (options.reaction.is_some() && unit.supports, "  supports"),
            (options.entrenchment.is_some() && unit.stays_in_the_open, "  stays in the open"),
        ];
        notes.extend(said.into_iter().filter(|(is_so, _)| *is_so).map(|(_, note)| note));
        writeln!(
            out,
            "{:14} {:>3} {:>6} {:>8} {power:>9} {range:>6} {:>13}{points}{notes}",
            unit.name, unit.movement.0, unit.strength.0, unit.melee.0, unit.attack_cost.0
        )?;
    }
    Ok(())
}

fn write_ranks(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    writeln!(out)?;
    writeln!(out, "{:14} losses dealt ‰  losses taken ‰  steps", "rank")?;
    for id in rules.rank_ids() {
        let (rank, steps) = (&rules.ranks[id], rules.rank_steps(id));
        writeln!(out, "{:14} {:>14} {:>15} {steps:>6}", rank.name, rank.dealt.0, rank.taken.0)?;
    }
    Ok(())
}

fn write_factors(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    writeln!(out)?;
    for row in &rules.matchups {
        let by = match row.by {
            Attack::Melee => "melee",
            Attack::Ranged => "fire",
        };
        let attacker = row.attacker.as_ref().map_or_else(|| "any".to_owned(), ToString::to_string);
        writeln!(out, "{by} by {attacker} on {}: {} ‰", row.target, row.factor.0)?;
    }
    let combat = &rules.combat;
    writeln!(
        out,
        "a roll is {} ‰ + {} ‰ × 2d6; striking back counts {} ‰",
        combat.roll_base.0, combat.roll_step.0, combat.strike_back.0
    )?;
    for unit in rules.units.iter().filter(|unit| unit.melee_defence.is_some() || unit.strike_back.is_some()) {
        let (power, factor) = rules.strike_back_numbers(unit);
        writeln!(out, "{} strikes back with melee {} ‰, which counts {} ‰", unit.name, power.0, factor.0)?;
    }
    rule_options::write_options(out, rules)
}
