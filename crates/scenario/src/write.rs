//! Writes a map file in the layout that people write by hand, always the same: an unchanged line
//! stays the same.
//!
//! Fields come in the order of [`MapFile`]; every row, unit, entry hex and glyph has a line of its
//! own. RON's own pretty printer either gives each field of a unit a line or puts whole lists on
//! one.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use hotgates_grid::{Coord, Direction};

use crate::contingent::ContingentEntry;
use crate::goals::{DegreeEntry, GoalEntry, VictoryPointValues, WinningSets};
use crate::home::NamedHomes;
use crate::scenario::{Army, MapFile, Objective, UnitEntry};
use crate::script::{ArrivalEntry, ScriptedEventEntry};
use crate::side_terms::{AllowedTypes, SideFactors};
use hotgates_text::{Permille, Side};

impl MapFile {
    /// Returns the map as RON text in the layout of the shipped maps: every row of hexes, unit and
    /// entry hex has a line of its own, so that small changes make small differences. Comments are
    /// not part of a map. [`MapFile::from_ron`] reads the same map from the text.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut text = MapWriter { out: String::from("Map(\n"), depth: 1 };
        text.write_map(self).expect("a String takes every character");
        text.out + ")\n"
    }
}

/// A text being written, and the depth of the brackets around its end.
struct MapWriter {
    out: String,
    depth: usize,
}

impl MapWriter {
    fn write_map(&mut self, map: &MapFile) -> fmt::Result {
        let MapFile { name, author, notes, rules, glyphs, rows, .. } = map;
        self.write_field("name", Some(quote_text(name)))?;
        self.write_field("author", author.as_deref().map(quote_text))?;
        self.write_field("notes", notes.as_deref().map(quote_text))?;
        self.write_field("rules", rules.as_deref().map(quote_text))?;
        if !glyphs.is_empty() {
            let glyphs = glyphs.iter().map(|(glyph, name)| format!("{glyph:?}: {}", quote_text(name)));
            self.write_list("glyphs", ['{', '}'], glyphs)?;
        }
        self.write_list("rows", ['[', ']'], rows.iter().map(|row| quote_text(row)))?;
        self.write_battle(map)
    }

    fn write_battle(&mut self, map: &MapFile) -> fmt::Result {
        let MapFile { from, entry, first, turns, seed, variation, objective, red_holds, .. } = map;
        let MapFile { home, types, factor, contingents, goals, wins, events, .. } = map;
        let MapFile { victory_points, red, blue, .. } = map;
        self.write_field("from", from.map(Direction::name))?;
        self.write_list_unless_empty("entry", entry.iter().copied().map(hex_text))?;
        self.write_field("first", first.map(Side::name))?;
        self.write_field("turns", *turns)?;
        self.write_field("seed", *seed)?;
        self.write_field("variation", *variation)?;
        self.write_field("objective", objective.map(Objective::name))?;
        self.write_list_unless_empty("red_holds", red_holds.iter().copied().map(hex_text))?;
        self.write_field("home", (!home.is_empty()).then(|| homes_text(home)))?;
        self.write_field("types", (!types.is_empty()).then(|| allowed_types_text(types)))?;
        self.write_field("factor", (!factor.is_even()).then(|| side_factors_text(*factor)))?;
        self.write_list_unless_empty("contingents", contingents.iter().map(contingent_text))?;
        self.write_list_unless_empty("goals", goals.iter().map(goal_text))?;
        self.write_field("wins", (!wins.is_empty()).then(|| winning_sets_text(wins)))?;
        self.write_list_unless_empty("events", events.iter().map(event_text))?;
        self.write_field("victory_points", victory_points.as_ref().map(point_values_text))?;
        self.write_army("red", red.as_ref())?;
        self.write_army("blue", blue.as_ref())
    }

    fn write_army(&mut self, name: &str, army: Option<&Army>) -> fmt::Result {
        let Some(Army { commander, units }) = army else { return Ok(()) };
        self.write_line(format_args!("{name}: ("))?;
        self.depth += 1;
        self.write_field("commander", commander.as_deref().map(quote_text))?;
        self.write_list("units", ['[', ']'], units.iter().map(unit_text))?;
        self.depth -= 1;
        self.write_line("),")
    }

    fn write_field(&mut self, name: &str, value: Option<impl Display>) -> fmt::Result {
        value.map_or(Ok(()), |value| self.write_line(format_args!("{name}: {value},")))
    }

    fn write_list_unless_empty(
        &mut self,
        name: &str,
        elements: impl ExactSizeIterator<Item = String>,
    ) -> fmt::Result {
        if elements.len() == 0 { Ok(()) } else { self.write_list(name, ['[', ']'], elements) }
    }

    /// Writes a list with a line for each element, or an empty list on one line.
    fn write_list(
        &mut self,
        name: &str,
        [open, close]: [char; 2],
        mut elements: impl ExactSizeIterator<Item = String>,
    ) -> fmt::Result {
        if elements.len() == 0 {
            return self.write_line(format_args!("{name}: {open}{close},"));
        }
        self.write_line(format_args!("{name}: {open}"))?;
        self.depth += 1;
        elements.try_for_each(|element| self.write_line(format_args!("{element},")))?;
        self.depth -= 1;
        self.write_line(format_args!("{close},"))
    }

    fn write_line(&mut self, content: impl Display) -> fmt::Result {
        writeln!(self.out, "{:indent$}{content}", "", indent = 4 * self.depth)
    }
}

/// Returns a text in quotes, with the escapes that RON needs.
fn quote_text(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            // RON needs this escape in the quotes of a character only.
            '\'' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out + "\""
}

fn hex_text(Coord { col, row }: Coord) -> String {
    format!("({col}, {row})")
}

/// Returns the fields that are given as text on one line, in brackets.
fn fields_text<'a>(fields: impl IntoIterator<Item = (&'a str, Option<String>)>) -> String {
    let given = fields.into_iter().filter_map(|(name, value)| Some(format!("{name}: {}", value?)));
    format!("({})", given.collect::<Vec<_>>().join(", "))
}

/// Returns a list as text on one line; `None` for an empty list.
fn list_text(elements: impl IntoIterator<Item = String>) -> Option<String> {
    let elements: Vec<String> = elements.into_iter().collect();
    (!elements.is_empty()).then(|| format!("[{}]", elements.join(", ")))
}

/// Returns texts as a list of quoted texts on one line; `None` for an empty list.
fn quoted_list_text(texts: &[String]) -> Option<String> {
    list_text(texts.iter().map(|text| quote_text(text)))
}

/// Returns a unit as text on one line.
fn unit_text(unit: &UnitEntry) -> String {
    let UnitEntry { kind, called, strength, rank, name, at, arrives, withdraws, .. } = unit;
    let UnitEntry { experience, facing, contingent, key, tag, .. } = unit;
    fields_text([
        ("type", Some(quote_text(kind))),
        ("called", called.as_deref().map(quote_text)),
        ("strength", strength.map(|men| men.to_string())),
        ("rank", rank.as_deref().map(quote_text)),
        ("name", name.as_deref().map(quote_text)),
        ("at", at.map(hex_text)),
        ("arrives", arrives.as_ref().map(arrival_text)),
        ("withdraws", withdraws.map(|turn| turn.to_string())),
        ("experience", experience.map(|experience| experience.to_string())),
        ("facing", facing.map(|way| way.name().to_owned())),
        ("contingent", contingent.as_deref().map(quote_text)),
        ("key", key.as_deref().map(quote_text)),
        ("tag", tag.as_deref().map(quote_text)),
    ])
}

fn arrival_text(arrival: &ArrivalEntry) -> String {
    let ArrivalEntry { turn, hexes, from } = arrival;
    fields_text([
        ("turn", turn.map(|turn| turn.to_string())),
        ("hexes", list_text(hexes.iter().copied().map(hex_text))),
        ("from", from.map(|from| from.name().to_owned())),
    ])
}

/// Returns an event as text on one line.
fn event_text(event: &ScriptedEventEntry) -> String {
    let ScriptedEventEntry { key, turn, side, enters, lost, points, met, .. } = event;
    let ScriptedEventEntry { repeat, message, told, arrive, opens, terrain, .. } = event;
    let number = |value: &Option<i64>| value.map(|value| value.to_string());
    fields_text([
        ("key", Some(quote_text(key))),
        ("turn", number(turn)),
        ("side", side.map(|side| side.name().to_owned())),
        ("enters", list_text(enters.iter().copied().map(hex_text))),
        ("lost", quoted_list_text(lost)),
        ("points", number(points)),
        ("met", met.as_deref().map(quote_text)),
        ("repeat", number(repeat)),
        ("message", message.as_deref().map(quote_text)),
        ("told", told.map(|side| side.name().to_owned())),
        ("arrive", quoted_list_text(arrive)),
        ("opens", quoted_list_text(opens)),
        ("terrain", terrain_text(terrain)),
    ])
}

/// Returns terrains with the hexes that become them as a map on one line; `None` for an empty map.
fn terrain_text(terrain: &BTreeMap<String, Vec<Coord>>) -> Option<String> {
    let hexes =
        |hexes: &[Coord]| list_text(hexes.iter().copied().map(hex_text)).unwrap_or_else(|| "[]".into());
    let entries = terrain.iter().map(|(name, at)| format!("{}: {}", quote_text(name), hexes(at)));
    let entries: Vec<String> = entries.collect();
    (!entries.is_empty()).then(|| format!("{{{}}}", entries.join(", ")))
}

/// Returns a goal as text on one line.
fn goal_text(goal: &GoalEntry) -> String {
    let GoalEntry { key, name, side, hold, turns, take, destroy, exit, units, count, by, points } = goal;
    let number = |value: &Option<i64>| value.map(|value| value.to_string());
    let hexes = |hexes: &[Coord]| list_text(hexes.iter().copied().map(hex_text));
    fields_text([
        ("key", Some(quote_text(key))),
        ("name", name.as_deref().map(quote_text)),
        ("side", Some(side.name().to_owned())),
        ("hold", hexes(hold)),
        ("turns", number(turns)),
        ("take", hexes(take)),
        ("destroy", quoted_list_text(destroy)),
        ("exit", hexes(exit)),
        ("units", quoted_list_text(units)),
        ("count", number(count)),
        ("by", number(by)),
        ("points", number(points)),
    ])
}

fn winning_sets_text(wins: &WinningSets) -> String {
    let sets = |sets: &[Vec<String>]| {
        list_text(sets.iter().map(|set| quoted_list_text(set).unwrap_or_else(|| "[]".to_owned())))
    };
    fields_text(Side::BOTH.map(|side| (side.name(), sets(wins.of_side(side)))))
}

fn homes_text(home: &NamedHomes) -> String {
    fields_text(
        Side::BOTH.map(|side| (side.name(), list_text(home.of_side(side).iter().copied().map(hex_text)))),
    )
}

fn allowed_types_text(types: &AllowedTypes) -> String {
    fields_text(Side::BOTH.map(|side| (side.name(), quoted_list_text(types.of_side(side)))))
}

fn side_factors_text(factors: SideFactors) -> String {
    let factor = |side: Side| Some(factors.of_side(side)).filter(|&factor| factor != Permille::ONE);
    fields_text(Side::BOTH.map(|side| (side.name(), factor(side).map(|factor| factor.0.to_string()))))
}

fn contingent_text(contingent: &ContingentEntry) -> String {
    let ContingentEntry { name, side, colour, commander } = contingent;
    fields_text([
        ("name", Some(quote_text(name))),
        ("side", Some(side.name().to_owned())),
        ("colour", colour.map(|colour| quote_text(&colour.to_string()))),
        ("commander", commander.as_deref().map(quote_text)),
    ])
}

fn point_values_text(points: &VictoryPointValues) -> String {
    let VictoryPointValues { castle, losses, degrees } = points;
    let degree = |DegreeEntry { lead, name }: &DegreeEntry| {
        fields_text([("lead", Some(lead.to_string())), ("name", Some(quote_text(name)))])
    };
    fields_text([
        ("castle", castle.map(|points| points.to_string())),
        ("losses", losses.map(|points| points.to_string())),
        ("degrees", list_text(degrees.iter().map(degree))),
    ])
}
