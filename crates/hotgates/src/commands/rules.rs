//! `rules`: the numbers of the game, shown or checked.

use std::io::Write;
use std::path::Path;

use hotgates_engine::{
    AmmunitionRule, Attack, CohesionRule, CombinedArmsRule, EntrenchmentRule, FacingRule, HeightRule,
    LeadershipRule, MovementPoints, OfficerRule, OptionalRules, ReactionRule, RetreatRule, Ruleset,
    SupplyRule, TypeSelector,
};

use crate::console::{self, ConsoleOutput};
use crate::failure::Failure;
use crate::manual;
use crate::words::count_words;

/// Returns a ruleset by the name of one that comes with the program, or by its file.
fn read_rules(file: Option<&Path>) -> Result<Ruleset, Failure> {
    let name = file.map_or(Some("classic"), Path::to_str);
    match name.and_then(Ruleset::shipped) {
        Some(rules) => Ok(rules),
        None => Ok(hotgates_files::read_ruleset(file.unwrap_or(Path::new("classic")))?),
    }
}

/// Checks a ruleset.
///
/// # Errors
/// Every fault of the ruleset.
pub fn check_rules(file: Option<&Path>) -> Result<(), Failure> {
    let name = file.map_or_else(|| "classic".to_owned(), |file| file.display().to_string());
    let rules = read_rules(file)?;
    let counts = [
        count_words(rules.terrains.len(), "terrain", "terrains"),
        count_words(rules.units.len(), "unit type", "unit types"),
        count_words(rules.ranks.len(), "rank", "ranks"),
    ];
    let counts = counts.join(", ");
    let mut out = console::standard_output();
    writeln!(out, "{name}: sound: {counts}")?;
    Ok(out.flush()?)
}

/// Prints a ruleset's tables, or its manual in Markdown.
///
/// # Errors
/// When it cannot be read.
pub fn show_rules(file: Option<&Path>, markdown: bool) -> Result<(), Failure> {
    let rules = read_rules(file)?;
    let mut out = console::standard_output();
    if markdown {
        write!(out, "{}", manual::write_manual(&rules).map_err(Failure::program_fault)?)?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}", rules.name)?;
    write_terrains(&mut out, &rules)?;
    write_units(&mut out, &rules)?;
    write_ranks(&mut out, &rules)?;
    write_factors(&mut out, &rules)?;
    Ok(out.flush()?)
}

fn write_terrains(out: &mut ConsoleOutput, rules: &Ruleset) -> Result<(), Failure> {
    writeln!(out, "\n{:14} glyph  MP to enter  defence ‰", "terrain")?;
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
            notes += &format!("  height {}", terrain.height);
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

fn write_units(out: &mut ConsoleOutput, rules: &Ruleset) -> Result<(), Failure> {
    let priced = rules.units.iter().any(|unit| unit.points.is_some());
    writeln!(
        out,
        "\n{:14}  MP    men  melee ‰  ranged ‰  range  MP an attack{}",
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

fn write_ranks(out: &mut ConsoleOutput, rules: &Ruleset) -> Result<(), Failure> {
    writeln!(out, "\n{:14} losses dealt ‰  losses taken ‰  steps", "rank")?;
    for id in rules.rank_ids() {
        let (rank, steps) = (&rules.ranks[id], rules.rank_steps(id));
        writeln!(out, "{:14} {:>14} {:>15} {steps:>6}", rank.name, rank.dealt.0, rank.taken.0)?;
    }
    Ok(())
}

fn write_factors(out: &mut ConsoleOutput, rules: &Ruleset) -> Result<(), Failure> {
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
    write_options(out, rules)
}

fn write_options(out: &mut ConsoleOutput, rules: &Ruleset) -> Result<(), Failure> {
    let &OptionalRules {
        zone_of_control,
        line_of_sight,
        fog_of_war,
        ref cohesion,
        ref retreat,
        ref supply,
        ref ammunition,
        ref officers,
        ref leadership,
        ref combined_arms,
        ref facing,
        ref height,
        ref reaction,
        ref entrenchment,
    } = &rules.options;
    let options =
        [("zone of control", zone_of_control), ("line of sight", line_of_sight), ("fog of war", fog_of_war)];
    for (rule, on) in options {
        writeln!(out, "{rule}: {}", if on { "on" } else { "off" })?;
    }
    match cohesion {
        None => writeln!(out, "cohesion: off")?,
        Some(CohesionRule { waver, breaks, obey, rally, rally_by_rank, friend_breaks }) => writeln!(
            out,
            "cohesion: on: wavers below {} ‰, breaks below {} ‰, obeys again from {} ‰; rallies by {} ‰, and {} ‰ \
             a rank; a friend that breaks costs {} ‰",
            waver.0, breaks.0, obey.0, rally.0, rally_by_rank.0, friend_breaks.0
        )?,
    }
    match retreat {
        None => writeln!(out, "retreat: off")?,
        Some(RetreatRule { lead, stand, spared, no_room }) => writeln!(
            out,
            "retreat: on: for {} ‰ more losses, below cohesion {} ‰; {} ‰ of the losses come back; no room costs {} ‰",
            lead.0, stand.0, spared.0, no_room.0
        )?,
    }
    match supply.as_ref().zip(rules.carrier_type()) {
        None => writeln!(out, "supply: off")?,
        Some((SupplyRule { reach, movement, power, cohesion, carrier: _ }, carrier)) => writeln!(
            out,
            "supply: on: {} MP by the costs of {}; without it {} ‰ fewer MP, from the second half-turn on {} ‰ fewer \
             losses dealt, from the third on {} ‰ of cohesion each",
            reach.0, rules.units[carrier].name, movement.0, power.0, cohesion.0
        )?,
    }
    match ammunition {
        None => writeln!(out, "ammunition: off")?,
        Some(AmmunitionRule { refill }) => {
            let rounds =
                if *refill == 1 { "1 round comes".to_owned() } else { format!("{refill} rounds come") };
            writeln!(out, "ammunition: on: {rounds} back in a half-turn")?;
        }
    }
    match officers {
        None => writeln!(out, "officers: off")?,
        Some(OfficerRule { promotion, survived, falls, fall_shakes }) => writeln!(
            out,
            "officers: on: {}; {} ‰ of own losses count; fall at {} ‰ of the men by a roll of 12, which costs {} ‰ of \
             cohesion",
            match promotion {
                0 => "no promotions".to_owned(),
                promotion => format!("a rank for {promotion} of experience"),
            },
            survived.0,
            falls.0,
            fall_shakes.0
        )?,
    }
    match leadership {
        None => writeln!(out, "leadership: off")?,
        Some(LeadershipRule { radius, by_rank }) => writeln!(
            out,
            "leadership: on: {} ‰ more losses a rank, up to {} away",
            by_rank.0,
            count_words(*radius, "hex", "hexes")
        )?,
    }
    match combined_arms {
        None => writeln!(out, "combined arms: off")?,
        Some(CombinedArmsRule { bonus }) => {
            writeln!(out, "combined arms: on: {} ‰ more losses", bonus.0)?;
        }
    }
    match facing {
        None => writeln!(out, "facing: off")?,
        Some(FacingRule { turn, flank, rear, answer, flank_shakes, rear_shakes, front_zones }) => writeln!(
            out,
            "facing: on: a turn costs {} MP; flank {} ‰ more losses and {} ‰ of cohesion, rear {} ‰ and {} ‰; answers \
             there {} ‰ less; zones of control {}",
            turn.0,
            flank.0,
            flank_shakes.0,
            rear.0,
            rear_shakes.0,
            answer.0,
            if *front_zones { "in front only" } else { "all around" }
        )?,
    }
    match reaction {
        None => writeln!(out, "reaction fire: off")?,
        Some(ReactionRule { moving, support }) => writeln!(
            out,
            "reaction fire: on: {} ‰ of the losses at a unit that moves, {} ‰ in support of a friend",
            moving.0, support.0
        )?,
    }
    match entrenchment {
        None => writeln!(out, "entrenchment: off")?,
        Some(EntrenchmentRule { cover, levels }) => writeln!(
            out,
            "entrenchment: on: a level a half-turn keeps {} ‰ of the losses off, up to {}",
            cover.0,
            count_words(*levels, "level", "levels")
        )?,
    }
    match height {
        None => writeln!(out, "height: off")?,
        Some(HeightRule { down, up }) => writeln!(
            out,
            "height: on: {} ‰ more losses for each level down, {} ‰ fewer for each level up",
            down.0, up.0
        )?,
    }
    Ok(())
}
