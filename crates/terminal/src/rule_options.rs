//! The optional rules of a ruleset, each on a line with its numbers.

use std::io::{self, Write};

use hotgates_engine::{
    AmmunitionRule, CohesionRule, CombinedArmsRule, EntrenchmentRule, FacingRule, HeightRule, LeadershipRule,
    OfficerRule, OptionalRules, ReactionRule, RetreatRule, Ruleset, SupplyRule, WeatherRule, WorkRule,
    ZoneEffect,
};

use crate::console::ConsoleOutput;
use crate::words::count_words;

/// Writes a line for each optional rule: off, or on with its numbers.
///
/// # Errors
/// The output, if it does not take the text.
pub(crate) fn write_options(out: &mut ConsoleOutput, rules: &Ruleset) -> io::Result<()> {
    let OptionalRules {
        zone_of_control: _,
        zone_extra: _,
        line_of_sight,
        fog_of_war,
        cohesion,
        retreat,
        supply,
        ammunition,
        officers,
        leadership,
        combined_arms,
        facing,
        height,
        reaction,
        entrenchment,
        works,
        weather,
    } = &rules.options;
    let switch = |on: bool| on.then(String::new);
    let lines = [
        ("zone of control", zones_in_words(rules.options.zone_effect())),
        ("line of sight", switch(*line_of_sight)),
        ("fog of war", switch(*fog_of_war)),
        ("cohesion", cohesion.as_ref().map(cohesion_in_words)),
        ("retreat", retreat.as_ref().map(retreat_in_words)),
        ("supply", supply.as_ref().map(|rule| supply_in_words(rule, rules))),
        ("ammunition", ammunition.as_ref().map(ammunition_in_words)),
        ("officers", officers.as_ref().map(officers_in_words)),
        ("leadership", leadership.as_ref().map(leadership_in_words)),
        ("combined arms", combined_arms.as_ref().map(combined_arms_in_words)),
        ("facing", facing.as_ref().map(facing_in_words)),
        ("height", height.as_ref().map(height_in_words)),
        ("reaction fire", reaction.as_ref().map(reaction_in_words)),
        ("entrenchment", entrenchment.as_ref().map(entrenchment_in_words)),
        (
            "works",
            (!works.is_empty()).then(|| works.iter().map(work_in_words).collect::<Vec<_>>().join("; ")),
        ),
        ("weather", weather.as_ref().map(weather_in_words)),
    ];
    for (rule, numbers) in lines {
        match numbers {
            None => writeln!(out, "{rule}: off")?,
            Some(numbers) if numbers.is_empty() => writeln!(out, "{rule}: on")?,
            Some(numbers) => writeln!(out, "{rule}: on: {numbers}")?,
        }
    }
    Ok(())
}

fn zones_in_words(effect: ZoneEffect) -> Option<String> {
    match effect {
        ZoneEffect::Nothing => None,
        ZoneEffect::EndsMove => Some(String::new()),
        ZoneEffect::Costs(extra) => Some(format!("a hex in a zone costs {} MP more", extra.0)),
    }
}

fn cohesion_in_words(rule: &CohesionRule) -> String {
    let CohesionRule { waver, breaks, obey, rally, rally_by_rank, friend_breaks } = rule;
    format!(
        "wavers below {} ‰, breaks below {} ‰, obeys again from {} ‰; rallies by {} ‰, and {} ‰ a rank; a friend that \
         breaks costs {} ‰",
        waver.0, breaks.0, obey.0, rally.0, rally_by_rank.0, friend_breaks.0
    )
}

fn retreat_in_words(RetreatRule { lead, stand, spared, no_room }: &RetreatRule) -> String {
    format!(
        "for {} ‰ more losses, below cohesion {} ‰; {} ‰ of the losses come back; no room costs {} ‰",
        lead.0, stand.0, spared.0, no_room.0
    )
}

fn supply_in_words(rule: &SupplyRule, rules: &Ruleset) -> String {
    let SupplyRule { reach, movement, power, cohesion, carrier: _ } = rule;
    let carrier = rules.carrier_type().map_or("", |carrier| &rules.units[carrier].name);
    format!(
        "{} MP by the costs of {carrier}; without it {} ‰ fewer MP, from the second half-turn on {} ‰ fewer losses \
         dealt, from the third on {} ‰ of cohesion each",
        reach.0, movement.0, power.0, cohesion.0
    )
}

fn ammunition_in_words(AmmunitionRule { refill }: &AmmunitionRule) -> String {
    let rounds = if *refill == 1 { "1 round comes".to_owned() } else { format!("{refill} rounds come") };
    format!("{rounds} back in a half-turn")
}

fn officers_in_words(OfficerRule { promotion, survived, falls, fall_shakes }: &OfficerRule) -> String {
    let promotions = match promotion {
        0 => "no promotions".to_owned(),
        promotion => format!("a rank for {promotion} of experience"),
    };
    format!(
        "{promotions}; {} ‰ of own losses count; fall at {} ‰ of the men by a roll of 12, which costs {} ‰ of cohesion",
        survived.0, falls.0, fall_shakes.0
    )
}

fn leadership_in_words(LeadershipRule { radius, by_rank }: &LeadershipRule) -> String {
    format!("{} ‰ more losses a rank, up to {} away", by_rank.0, count_words(*radius, "hex", "hexes"))
}

fn combined_arms_in_words(CombinedArmsRule { bonus }: &CombinedArmsRule) -> String {
    format!("{} ‰ more losses", bonus.0)
}

fn facing_in_words(rule: &FacingRule) -> String {
    let FacingRule { turn, flank, rear, answer, flank_shakes, rear_shakes, front_zones } = rule;
    format!(
        "a turn costs {} MP; flank {} ‰ more losses and {} ‰ of cohesion, rear {} ‰ and {} ‰; answers there {} ‰ less; \
         zones of control {}",
        turn.0,
        flank.0,
        flank_shakes.0,
        rear.0,
        rear_shakes.0,
        answer.0,
        if *front_zones { "in front only" } else { "all around" }
    )
}

fn height_in_words(HeightRule { down, up }: &HeightRule) -> String {
    format!("{} ‰ more losses for each level down, {} ‰ fewer for each level up", down.0, up.0)
}

fn reaction_in_words(ReactionRule { moving, support }: &ReactionRule) -> String {
    format!("{} ‰ of the losses at a unit that moves, {} ‰ in support of a friend", moving.0, support.0)
}

fn weather_in_words(WeatherRule { states, schedule }: &WeatherRule) -> String {
    if schedule.is_empty() {
        let names: Vec<&str> = states.iter().map(|state| state.name.as_str()).collect();
        return format!("{}, by chance", names.join(", "));
    }
    format!("by turns {}", schedule.join(", "))
}

fn work_in_words(WorkRule { name, from, to, by, turns }: &WorkRule) -> String {
    let by: Vec<String> = by.iter().map(ToString::to_string).collect();
    let turns = count_words(*turns, "half-turn", "half-turns");
    format!("{name}: {} to {to} in {turns}, by {}", from.join(", "), by.join(", "))
}

fn entrenchment_in_words(EntrenchmentRule { cover, levels }: &EntrenchmentRule) -> String {
    format!(
        "a level a half-turn keeps {} ‰ of the losses off, up to {}",
        cover.0,
        count_words(*levels, "level", "levels")
    )
}
