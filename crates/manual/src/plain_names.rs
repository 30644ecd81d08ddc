//! The names of a ruleset as Markdown may hold them.

use hotgates_engine::{
    OptionalRules, Ruleset, StandardArmies, Terrain, TypeSelector, UnitType, is_hidden_character,
    text_in_markdown,
};

/// Returns a ruleset with every name in it written so that nothing of it is markup. The names of the copy
/// fit each other as those of the ruleset do, so a manual written of the copy needs no care for names.
pub(crate) fn with_plain_names(rules: &Ruleset) -> Ruleset {
    let mut plain = rules.clone();
    let Ruleset { format: _, name, terrains, units, ranks, matchups, combat: _, setup: _, standard, options } =
        &mut plain;
    make_plain(name);
    let letters = units.iter_mut().map(|unit| &mut unit.letter);
    let glyphs = terrains.iter_mut().map(|terrain| &mut terrain.glyph);
    for hidden in letters.chain(glyphs).filter(|c| is_hidden_character(**c)) {
        *hidden = char::REPLACEMENT_CHARACTER;
    }
    for Terrain { name, cost_for, defence_for, .. } in terrains.iter_mut() {
        make_plain(name);
        *cost_for = cost_for.iter().map(|(types, cost)| (plain_selector(types), *cost)).collect();
        *defence_for = defence_for.iter().map(|(types, share)| (plain_selector(types), *share)).collect();
    }
    for UnitType { name, tags, .. } in units.iter_mut() {
        make_plain(name);
        tags.iter_mut().for_each(make_plain);
    }
    for rank in ranks.iter_mut() {
        make_plain(&mut rank.name);
    }
    for matchup in matchups {
        matchup.attacker = matchup.attacker.as_ref().map(plain_selector);
        matchup.target = plain_selector(&matchup.target);
    }
    let StandardArmies { red, blue } = standard;
    red.iter_mut().chain(blue).for_each(|(name, _)| make_plain(name));
    make_options_plain(options);
    plain
}

fn make_options_plain(options: &mut OptionalRules) {
    if let Some(carrier) = options.supply.as_mut().and_then(|supply| supply.carrier.as_mut()) {
        make_plain(carrier);
    }
    if let Some(weather) = &mut options.weather {
        weather.schedule.iter_mut().for_each(make_plain);
        for state in &mut weather.states {
            make_plain(&mut state.name);
            state.costs = state.costs.iter().map(|(name, &cost)| (text_in_markdown(name), cost)).collect();
            state.next = state.next.iter().map(|(name, &weight)| (text_in_markdown(name), weight)).collect();
        }
    }
    for work in &mut options.works {
        make_plain(&mut work.name);
        make_plain(&mut work.to);
        work.from.iter_mut().for_each(make_plain);
        work.by = work.by.iter().map(plain_selector).collect();
    }
}

fn make_plain(name: &mut String) {
    *name = text_in_markdown(name);
}

fn plain_selector(types: &TypeSelector) -> TypeSelector {
    match types {
        TypeSelector::Type(name) => TypeSelector::Type(text_in_markdown(name)),
        TypeSelector::Tag(tag) => TypeSelector::Tag(text_in_markdown(tag)),
    }
}
