//! The board in words: for screen readers, and on the screen for those who read better than they
//! see the map. Every sentence is made from the position by a function of its own; a panel shows
//! them and keeps them up to date.

mod condition;
mod panel;
#[cfg(test)]
mod tests;

use hotgates_engine::{
    Aspect, Attack, Battle, BySide, Cell, Coord, MovementPoints, Permille, Side, UnitId, View, WeatherState,
};

use crate::battle::odds::{AftermathCases, percent_of_cases, percent_with_digit};
use crate::battle::selection::{ClickPreview, PreviewedAttack};
use crate::battle::situation::{AttackSituation, describe_support, signed_percent};
use crate::scene::FoughtBattle;
use hotgates_phrases::{Phrase, goal_lines};
use hotgates_threat::{Threat, ThreatHit};
use hotgates_ui::names::{side_name, terrain_name, unit_name, unit_type_name};
use hotgates_ui::texts::{TextValue, Texts, sentence_separators};

use condition::describe_condition;
pub(crate) use condition::{experience_for_promotion, help_by_leader, officer_in_words, trenches_in_words};
pub(crate) use panel::plugin;
pub use panel::{BoardDescription, DescriptionPart, ToggleDescription};

/// Enemies that are named, of those that can hit a hex.
const NAMED: usize = 6;

/// Returns the side to move in words, or the reason why nobody gives orders. `game` is the battle
/// where it is fought; `None` where it is watched.
pub(crate) fn describe_phase(texts: &Texts, battle: &Battle, game: Option<&FoughtBattle>) -> String {
    let key = match battle.verdict() {
        _ if game.is_some_and(FoughtBattle::is_puzzle_over) => "puzzle-over",
        Some(_) => "battle-over",
        None if game.is_some_and(FoughtBattle::is_before_battle) => "deploying",
        None => {
            return texts.text_with_values("side-moves", &[("side", side_name(texts, battle.side()).into())]);
        }
    };
    texts.get(key)
}

/// Returns the situation in words: the side to move, turn n of m, both sides' strength and the
/// holder of each castle. `who` names the commanders, and `moves` says who is to move.
#[must_use]
pub fn describe_situation(texts: &Texts, battle: &Battle, who: &BySide<String>, moves: String) -> String {
    let turn = [("turn", battle.turn().into()), ("last", battle.last_turn().into()), ("moves", moves.into())];
    let army = |side: Side| {
        let values = [
            ("side", side_name(texts, side).into()),
            ("who", who[side].as_str().into()),
            ("units", battle.alive(side).into()),
            ("now", battle.living_strength(side).into()),
            ("start", battle.start_strength(side).into()),
        ];
        texts.text_with_values("say-army", &values)
    };
    let castle = |(castle, holder): (Cell, Side)| {
        let hex = battle.grid().coord(castle).to_string();
        texts
            .text_with_values("say-castle", &[("side", side_name(texts, holder).into()), ("hex", hex.into())])
    };
    let mut sentences = vec![texts.text_with_values("say-turn", &turn)];
    let weather = describe_weather(texts, battle)
        .map(|words| texts.text_with_values("say-goal", &[("goal", words.into())]));
    sentences.extend(weather);
    sentences.extend(battle.weather().and_then(|state| describe_effects_of_weather(texts, state)));
    sentences.extend(Side::BOTH.map(army));
    sentences.extend(battle.castles().map(castle));
    sentences.extend(
        goal_lines(battle)
            .into_iter()
            .map(|line| texts.phrase_in_words(&Phrase::new("say-goal").with_value("goal", line.phrase))),
    );
    sentences.join(sentence_separators(texts).0)
}

/// Returns the weather of the turn in words, and that of the next turn where it is known; `None` where the
/// rules have none.
#[must_use]
pub fn describe_weather(texts: &Texts, battle: &Battle) -> Option<String> {
    let now = &battle.weather()?.name;
    let next = battle.weather_of_turn(battle.turn() + 1).filter(|_| battle.turn() < battle.last_turn());
    Some(match next {
        Some(next) => texts.text_with_values(
            "weather-now-and-then",
            &[("weather", now.as_str().into()), ("next", next.name.as_str().into())],
        ),
        None => texts.text_with_values("log-weather", &[("weather", now.as_str().into())]),
    })
}

/// Returns what a state of the weather does in a sentence; `None` where it does nothing.
fn describe_effects_of_weather(texts: &Texts, state: &WeatherState) -> Option<String> {
    let changed = |factor: &Permille| *factor != Permille::ONE;
    let mut parts: Vec<String> = Vec::new();
    for (key, factor) in [("weather-sight", state.sight), ("weather-fire", state.fire)] {
        if changed(&factor) {
            parts.push(texts.text_with_values(key, &[("percent", factor.in_percent().into())]));
        }
    }
    for (terrain, factor) in state.costs.iter().filter(|(_, factor)| changed(factor)) {
        let values =
            [("terrain", terrain_name(texts, terrain).into()), ("percent", factor.in_percent().into())];
        parts.push(texts.text_with_values("weather-cost", &values));
    }
    let (_, comma) = sentence_separators(texts);
    let words = parts.join(comma);
    (!parts.is_empty()).then(|| texts.text_with_values("say-goal", &[("goal", words.into())]))
}

/// Returns a sentence for each unit: its side, its hex, its place as seen from the nearest castle,
/// and its men.
#[must_use]
pub fn describe_units(texts: &Texts, battle: &Battle) -> Vec<String> {
    let all = Side::BOTH.into_iter().flat_map(|side| battle.living(side));
    let sentence = |unit: UnitId| {
        let (info, state) = (battle.info(unit), battle.unit(unit));
        let values = [
            ("side", side_name(texts, info.side).into()),
            ("unit", unit_name(texts, battle, unit).into()),
            ("hex", battle.grid().coord(state.cell).to_string().into()),
            ("place", describe_place(texts, battle, state.cell).into()),
            ("now", state.strength.0.into()),
            ("full", battle.kind(unit).strength.0.into()),
        ];
        let mut words = texts.text_with_values("say-unit", &values);
        for sentence in describe_condition(texts, battle, unit) {
            words.push_str(sentence_separators(texts).0);
            words.push_str(&sentence);
        }
        words
    };
    all.map(sentence).collect()
}

/// Returns the place of a hex in words, as seen from the nearest castle.
#[must_use]
pub fn describe_place(texts: &Texts, battle: &Battle, cell: Cell) -> String {
    let hex = battle.grid().hex(cell);
    let far = |castle: &Cell| battle.grid().hex(*castle).unsigned_distance_to(hex);
    let Some(castle) = battle.castles().map(|(castle, _)| castle).min_by_key(far) else {
        return texts.get("say-no-castle");
    };
    if castle == cell {
        return texts.get("say-on-castle");
    }
    let off = hex - battle.grid().hex(castle);
    let values = [
        ("hexes", far(&castle).into()),
        ("compass", texts.get(compass_text_key(off.x, off.y)).into()),
        ("castle", battle.grid().coord(castle).to_string().into()),
    ];
    texts.text_with_values("say-from-castle", &values)
}

/// Returns the text key of the direction to which axial steps lead, the nearest of eight
/// directions.
fn compass_text_key(q: i32, r: i32) -> &'static str {
    // Half columns are 3/4 of a hex's width to the east; rows are √3/2 of it to the south: in
    // thousandths.
    let (east, south) = (i64::from(q) * 750, i64::from(2 * r + q) * 433);
    // The tangent of 22.5° is 0.414.
    let (level, steep) = (south.abs() * 1000 < east.abs() * 414, east.abs() * 1000 < south.abs() * 414);
    match (east > 0, south > 0) {
        (true, _) if level => "compass-e",
        (false, _) if level => "compass-w",
        (_, true) if steep => "compass-s",
        (_, false) if steep => "compass-n",
        (true, true) => "compass-se",
        (true, false) => "compass-ne",
        (false, true) => "compass-sw",
        (false, false) => "compass-nw",
    }
}

/// Returns a hex in words: its place, its ground and cost, the unit there with its numbers, and the
/// path of the selected unit to the hex.
#[must_use]
pub fn describe_hex(
    texts: &Texts,
    battle: &Battle,
    cell: Cell,
    selected: Option<UnitId>,
    way: Option<&ClickPreview>,
) -> String {
    let mut sentences = vec![describe_ground(texts, battle, cell, selected.or(battle.at(cell)))];
    match battle.at(cell) {
        Some(unit) => {
            sentences.push(describe_unit(texts, battle, unit));
            if selected == Some(unit) {
                sentences.push(texts.get("say-selected"));
            }
        }
        None => sentences.push(texts.get("say-empty")),
    }
    if let Some(way) = way.filter(|way| way.cost > 0) {
        let values = [("cost", way.cost.into()), ("left", way.left.0.into())];
        sentences.push(texts.text_with_values("say-way", &values));
        sentences.extend(selected.and_then(|unit| describe_fire_at_move(texts, battle, unit, way)));
    }
    sentences.join(sentence_separators(texts).0)
}

/// Returns in words how many enemies would fire at a unit's move and where, what that costs on average, and how
/// often the unit falls or stops on its way; `None` where none would.
#[must_use]
pub fn describe_fire_at_move(
    texts: &Texts,
    battle: &Battle,
    unit: UnitId,
    way: &ClickPreview,
) -> Option<String> {
    let (odds, &end) = (way.fire.as_ref()?, way.path.last()?);
    let mut hexes: Vec<String> = odds.shooters.iter().map(|&(_, hex)| Coord::from(hex).to_string()).collect();
    hexes.dedup();
    let stops = odds
        .outcomes
        .iter()
        .filter(|outcome| outcome.strength.0 > 0 && battle.grid().cell(outcome.at) != Some(end));
    let stops = u128::from(stops.map(|outcome| outcome.ways).sum::<u64>());
    let stops = Permille(
        u32::try_from((stops * 2000 + u128::from(odds.of)) / (2 * u128::from(odds.of))).unwrap_or(1000),
    );
    let values = [
        ("units", odds.shooters.len().into()),
        ("hexes", hexes.join(", ").into()),
        ("men", odds.mean_losses(battle.unit(unit).strength).0.into()),
        ("falls", percent_with_digit(odds.permille_destroyed()).into()),
        ("stops", percent_with_digit(stops).into()),
    ];
    let key = if stops.0 > 0 { "move-drawing-fire-stops" } else { "move-drawing-fire" };
    Some(texts.text_with_values(key, &values))
}

/// Returns the cost of entering a cell and the share of the losses that its terrain keeps off, for a
/// unit; for types without an exception where none is given.
#[must_use]
pub fn ground_numbers(
    battle: &Battle,
    cell: Cell,
    unit: Option<UnitId>,
) -> (Option<MovementPoints>, Permille) {
    let rules = battle.rules();
    let terrain = &rules.terrains[battle.map().terrain(cell)];
    unit.map_or((terrain.cost, terrain.defence), |unit| {
        let kind = battle.kind(unit);
        (rules.cost(terrain, kind), battle.cover_on(battle.info(unit).kind, cell))
    })
}

fn describe_ground(texts: &Texts, battle: &Battle, cell: Cell, unit: Option<UnitId>) -> String {
    let terrain = &battle.rules().terrains[battle.map().terrain(cell)];
    let (points, cover) = ground_numbers(battle, cell, unit);
    let name = terrain_name(texts, &terrain.name);
    let mut cost = match points {
        Some(cost) => texts.text_with_values("say-cost", &[("cost", u32::from(cost.0).into())]),
        None => texts.get("terrain-impassable"),
    };
    if cover.0 > 0 {
        let values = [("cost", cost.into()), ("percent", (cover.0 / 10).into())];
        cost = texts.text_with_values("say-covered", &values);
    }
    if battle.rules().options.height.is_some() {
        let values = [("cost", cost.into()), ("height", u32::from(terrain.height).into())];
        cost = texts.text_with_values("say-height", &values);
    }
    let hex = battle.grid().coord(cell).to_string();
    texts.text_with_values("say-hex", &[("hex", hex.into()), ("terrain", name.into()), ("cost", cost.into())])
}

/// Returns a unit in words with all its numbers.
fn describe_unit(texts: &Texts, battle: &Battle, unit: UnitId) -> String {
    let (info, state, kind) = (battle.info(unit), battle.unit(unit), battle.kind(unit));
    let (mut name, type_name) = (unit_name(texts, battle, unit), unit_type_name(texts, &kind.name));
    if !name.contains(&type_name) {
        name = format!("{name} ({type_name})");
    }
    let values = [
        ("side", side_name(texts, info.side).into()),
        ("unit", name.into()),
        ("officer", officer_in_words(texts, battle, unit).into()),
        ("now", state.strength.0.into()),
        ("full", kind.strength.0.into()),
        ("left", u32::from(state.left.0).into()),
        ("points", u32::from(kind.movement.0).into()),
        ("attack", u32::from(kind.attack_cost.0).into()),
    ];
    let mut words = texts.text_with_values("say-stands", &values);
    if let Some(ranged) = &kind.ranged {
        words.push_str(sentence_separators(texts).0);
        let values = [("min", ranged.min.into()), ("max", ranged.max.into())];
        words.push_str(&texts.text_with_values("say-range", &values));
    }
    for sentence in describe_condition(texts, battle, unit) {
        words.push_str(sentence_separators(texts).0);
        words.push_str(&sentence);
    }
    words
}

/// Returns the threat to a unit on a hex in words: the enemies that can hit it in their next turn,
/// the losses expected and the chance to be destroyed.
#[must_use]
pub fn describe_threat_to_unit(texts: &Texts, battle: &Battle, threat: &Threat, cell: Cell) -> String {
    let unit: TextValue = unit_name(texts, battle, threat.threatened_unit()).into();
    let hits = threat.hits_on(cell);
    let more = hits.len().saturating_sub(NAMED);
    if hits.len() == 0 {
        return texts.text_with_values("say-danger-none", &[("unit", unit)]);
    }
    let one = |hit: &ThreatHit| {
        let how = if hit.by == Attack::Ranged { "say-from-afar" } else { "say-by-hand" };
        let values = [
            ("unit", unit_name(texts, battle, hit.enemy).into()),
            ("hex", battle.grid().coord(battle.unit(hit.enemy).cell).to_string().into()),
            ("how", texts.get(how).into()),
            ("losses", ((hit.expected + 18) / 36).into()),
        ];
        texts.text_with_values("say-hit", &values)
    };
    let mut enemies: Vec<String> = hits.take(NAMED).map(one).collect();
    if more > 0 {
        enemies.push(texts.text_with_values("say-and-more", &[("more", more.into())]));
    }
    let chance = threat
        .destruction_chance(View::new(battle, battle.info(threat.threatened_unit()).side), cell)
        .in_permille();
    let men = u32::from(battle.unit(threat.threatened_unit()).strength.0);
    let values = [
        ("unit", unit),
        ("enemies", enemies.join(sentence_separators(texts).1).into()),
        ("losses", ((threat.expected_losses(cell) + 18) / 36).into()),
        ("men", men.into()),
        ("chance", format!("{}.{} %", chance / 10, chance % 10).into()),
    ];
    texts.text_with_values("say-danger", &values)
}

/// Returns the odds of an attack in words.
#[must_use]
pub fn describe_attack(texts: &Texts, battle: &Battle, attack: &PreviewedAttack) -> String {
    let odds = &attack.odds;
    let values = [
        ("target", unit_name(texts, battle, attack.target).into()),
        ("dealt", odds.mean_of_cases(odds.expected_target_losses()).into()),
        ("taken", odds.mean_of_cases(odds.expected_attacker_losses()).into()),
        ("destroys", percent_of_cases(odds, odds.cases_target_destroyed()).into()),
        ("lost", percent_of_cases(odds, odds.cases_attacker_destroyed()).into()),
    ];
    let mut sentences = vec![texts.text_with_values("say-odds", &values)];
    sentences.extend(describe_situation_of_attack(texts, battle, attack));
    sentences.extend(describe_support(texts, battle, attack));
    let (options, cases) = (&battle.rules().options, AftermathCases::count(battle, attack));
    let of_both = |key: &str, they: u32, we: u32| {
        let values =
            [("they", they), ("we", we)].map(|(key, ways)| (key, percent_of_cases(odds, ways).into()));
        texts.text_with_values(key, &values)
    };
    if options.cohesion.is_some() {
        sentences.push(of_both("say-odds-break", cases.they_break, cases.we_break));
    }
    if options.retreat.is_some() {
        let gives = percent_of_cases(odds, cases.gives_way);
        sentences.push(texts.text_with_values("say-odds-gives-way", &[("gives", gives.into())]));
    }
    if cases.pursues > 0 {
        let pursues = percent_of_cases(odds, cases.pursues);
        sentences.push(texts.text_with_values("say-odds-pursues", &[("pursues", pursues.into())]));
    }
    let (they, we) = (cases.their_officer_falls, cases.our_officer_falls);
    if they + we > 0 {
        sentences.push(of_both("say-odds-officer-falls", they, we));
    }
    let (they, we) = (cases.their_officer_rises, cases.our_officer_rises);
    if they + we > 0 {
        sentences.push(of_both("say-odds-officer-rises", they, we));
    }
    sentences.join(sentence_separators(texts).0)
}

/// Returns what the place and the friends of an attacker add to an attack, a sentence for each rule that
/// finds something.
fn describe_situation_of_attack(texts: &Texts, battle: &Battle, attack: &PreviewedAttack) -> Vec<String> {
    let situation = AttackSituation::new(battle, attack);
    let percent = |permille: i32| TextValue::from(Permille(permille.unsigned_abs()).in_percent());
    let aspect = match situation.aspect {
        Aspect::Front => None,
        Aspect::Flank => Some("say-odds-flank"),
        Aspect::Rear => Some("say-odds-rear"),
    };
    let aspect = aspect.map(|key| {
        let values = [("more", percent(situation.by_aspect)), ("less", percent(situation.answer))];
        texts.text_with_values(key, &values)
    });
    let added = [
        ("say-odds-combined-arms", situation.combined_arms),
        ("say-odds-leadership", situation.leadership),
        ("say-odds-their-leadership", situation.their_leadership),
    ];
    let added = added.into_iter().filter(|&(_, more)| more != 0);
    let added = added.map(|(key, more)| texts.text_with_values(key, &[("more", percent(more))]));
    let height = (situation.height != 0).then(|| {
        let key = if situation.height > 0 { "say-odds-downhill" } else { "say-odds-uphill" };
        let values = [("attack", percent(situation.height)), ("answer", percent(situation.their_height))];
        texts.text_with_values(key, &values)
    });
    let dug_in = (situation.dug_in > 0)
        .then(|| texts.text_with_values("say-odds-dug-in", &[("percent", percent(situation.dug_in))]));
    let by_side =
        ["say-odds-side-factor", "say-odds-their-side-factor"].into_iter().zip(situation.side_factors);
    let by_side = by_side
        .filter(|&(_, more)| more != 0)
        .map(|(key, more)| texts.text_with_values(key, &[("more", signed_percent(more).into())]));
    aspect.into_iter().chain(added).chain(height).chain(by_side).chain(dug_in).collect()
}
