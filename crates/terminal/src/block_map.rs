//! The map in the terminal.
//!
//! A hex is a block two lines high; blocks of odd columns lie a line lower. Like bricks in a wall,
//! each then touches exactly the six that its hex touches. The upper line has the terrain's glyph
//! or the unit's letter, the lower one the unit's men, where blocks are wide enough.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};
use hotgates_engine::{Battle, Cell, Coord, Map, Ruleset, Side, Terrain, UnitId};

use crate::console::StyledWrite;
use crate::words;

/// Style of a map in the terminal.
#[derive(Debug, Clone, Copy)]
pub struct TerminalMapStyle {
    /// `true` if the output takes colour; without, Blue's units are told from Red's by small
    /// letters.
    pub colour: bool,
    /// Width of the output, in columns of text.
    pub width: usize,
}

/// A map, with a battle on it or without.
#[derive(Debug, Clone, Copy)]
pub struct TerminalMap<'a> {
    map: &'a Map,
    rules: &'a Ruleset,
    battle: Option<&'a Battle>,
    /// Hexes to be pointed out.
    marks: &'a [Cell],
}

/// The most columns of text for a hex: a unit's men have four digits.
const WIDEST: usize = 4;
/// Fewest columns of text for a hex that can still be read.
const NARROWEST: usize = 2;
/// Hexes shown around the outermost units where the whole map does not fit.
const MARGIN: i32 = 3;

/// One block of text, which shows a hex.
struct HexTextBlock {
    upper: (Style, String),
    lower: (Style, String),
}

impl<'a> TerminalMap<'a> {
    /// Makes a map without units.
    pub const fn from_map(map: &'a Map, rules: &'a Ruleset) -> Self {
        Self { map, rules, battle: None, marks: &[] }
    }

    /// Makes the map of a battle as it stands.
    pub fn from_battle(battle: &'a Battle) -> Self {
        Self { map: battle.map(), rules: battle.rules(), battle: Some(battle), marks: &[] }
    }

    /// Returns the map with some hexes pointed out by a star.
    #[must_use]
    pub const fn with_marks(self, marks: &'a [Cell]) -> Self {
        Self { marks, ..self }
    }

    /// Draws the map, or the part with the units on it where the whole is too wide, and says which
    /// part that is.
    ///
    /// # Errors
    /// The output, if it does not take the text.
    pub fn write_map(&self, out: &mut impl StyledWrite, look: TerminalMapStyle) -> io::Result<()> {
        let all = self.map.grid().width();
        let fits = |block: usize| i32::try_from(look.width / block).unwrap_or(i32::MAX);
        let (first, last) =
            if all <= fits(NARROWEST) { (0, all - 1) } else { self.columns_shown(fits(NARROWEST)) };
        let shown = usize::try_from(last - first + 1).unwrap_or(1);
        let width = (look.width / shown).clamp(NARROWEST, WIDEST);
        let rows = self.rows_shown(last - first + 1 < all);
        if last - first + 1 < all || rows.1 - rows.0 + 1 < self.map.grid().height() {
            let size = (all - 1, self.map.grid().height() - 1);
            writeln!(
                out,
                "columns {first} to {last} of 0 to {}, rows {} to {} of 0 to {}",
                size.0, rows.0, rows.1, size.1
            )?;
        }
        for line in 2 * rows.0..=2 * rows.1 + 2 {
            self.write_line(out, line, (first, last), rows, width, look.colour)?;
        }
        Ok(())
    }

    /// Returns the columns to show where only `fits` columns have room: those of the units, or the
    /// middle of the map.
    fn columns_shown(&self, fits: i32) -> (i32, i32) {
        let all = self.map.grid().width();
        let fits = fits.clamp(1, all);
        let columns = self.unit_coords().map(|at| at.col);
        let middle =
            columns.clone().min().zip(columns.max()).map_or(all / 2, |(west, east)| west.midpoint(east));
        let first = (middle - fits / 2).clamp(0, all - fits);
        (first, first + fits - 1)
    }

    /// Returns the rows to show: all rows, or those around the units where the map is cut anyway.
    fn rows_shown(&self, cut: bool) -> (i32, i32) {
        let last = self.map.grid().height() - 1;
        let rows = self.unit_coords().map(|at| at.row);
        match rows.clone().min().zip(rows.max()).filter(|_| cut) {
            Some((north, south)) => ((north - MARGIN).max(0), (south + MARGIN).min(last)),
            None => (0, last),
        }
    }

    fn unit_coords(&self) -> impl Iterator<Item = Coord> + Clone + '_ {
        let living = |battle: &'a Battle| {
            Side::BOTH.into_iter().flat_map(|side| battle.living(side)).map(|unit| battle.unit(unit).cell)
        };
        self.battle.into_iter().flat_map(living).map(|cell| self.map.grid().coord(cell))
    }

    fn write_line(
        &self,
        out: &mut impl StyledWrite,
        line: i32,
        (first, last): (i32, i32),
        (north, south): (i32, i32),
        width: usize,
        colour: bool,
    ) -> io::Result<()> {
        let mut text = String::new();
        let mut style = Style::new();
        for col in first..=last {
            // Odd columns lie a line lower.
            let within = line - (col & 1);
            let row = within.div_euclid(2);
            let cell = self.map.grid().at(Coord { col, row }).filter(|_| (north..=south).contains(&row));
            let block = cell.map(|cell| self.block_of_cell(cell, width, colour));
            let (next, part) = match block {
                Some(block) if within % 2 == 0 => block.upper,
                Some(block) => block.lower,
                None => (Style::new(), String::new()),
            };
            if next != style && colour {
                out.write_styled(style, &text)?;
                text.clear();
                style = next;
            }
            let _ = write!(text, "{part:^width$}");
        }
        if colour {
            out.write_styled(style, &text)?;
            return writeln!(out);
        }
        writeln!(out, "{}", text.trim_end())
    }

    fn block_of_cell(&self, cell: Cell, width: usize, colour: bool) -> HexTextBlock {
        if let Some((battle, unit)) = self.battle.and_then(|battle| Some((battle, battle.at(cell)?))) {
            return Self::unit_block(battle, unit, width, colour);
        }
        let terrain = &self.rules.terrains[self.map.terrain(cell)];
        let [ground, drawn] = terrain_colours(terrain);
        let mut style = Style::new().bg_color(Some(ground.into())).fg_color(Some(drawn.into()));
        if let Some(owner) = self.flag_owner(cell) {
            style = style.bold().fg_color(Some(side_background(owner)[0].into()));
        }
        if self.marks.contains(&cell) {
            let mark = style
                .bold()
                .fg_color(Some(Ansi256Color(231).into()))
                .bg_color(Some(Ansi256Color(127).into()));
            return HexTextBlock { upper: (mark, "*".to_owned()), lower: (mark, String::new()) };
        }
        // A castle stands out from far away.
        let times = if terrain.castle { width.saturating_sub(2).max(1) } else { 1 };
        let upper = terrain.glyph.to_string().repeat(times);
        HexTextBlock { upper: (style, upper), lower: (style, String::new()) }
    }

    fn unit_block(battle: &Battle, unit: UnitId, width: usize, colour: bool) -> HexTextBlock {
        let side = battle.info(unit).side;
        let letter = battle.kind(unit).letter;
        let letter = if side == Side::Blue && !colour {
            letter.to_lowercase().to_string()
        } else {
            letter.to_uppercase().to_string()
        };
        let men = battle.unit(unit).strength.0;
        let lower = if width >= WIDEST { men.to_string() } else { men_in_hundreds(men.into(), width) };
        let white = Style::new().bold().fg_color(Some(Ansi256Color(231).into()));
        let [upper_style, lower_style] =
            side_background(side).map(|colour| white.bg_color(Some(colour.into())));
        HexTextBlock { upper: (upper_style, letter), lower: (lower_style, lower) }
    }

    /// Returns the side that holds the castle or hex of a goal on this cell.
    fn flag_owner(&self, cell: Cell) -> Option<Side> {
        self.battle?.flags().find(|&(flag, _)| flag == cell).map(|(_, owner)| owner)
    }
}

/// Returns a unit's men in hundreds, at least 1; an empty text where the number has no room.
fn men_in_hundreds(men: u32, width: usize) -> String {
    let text = ((men + 50) / 100).max(1).to_string();
    if text.len() <= width { text } else { String::new() }
}

/// Writes the meaning of the numbers in a map of this width, and of the letters.
///
/// # Errors
/// The output, if it does not take the text.
pub fn write_legend(out: &mut impl Write, battle: &Battle, look: TerminalMapStyle) -> io::Result<()> {
    let rules = battle.rules();
    let terrains = rules.terrains.iter().map(|terrain| format!("{} {}", terrain.glyph, terrain.name));
    let units = rules.units.iter().map(|unit| format!("{} {}", unit.letter, unit.name)).collect::<Vec<_>>();
    let columns = usize::try_from(battle.grid().width()).unwrap_or(1);
    let men = if look.width / columns >= WIDEST { "men" } else { "hundreds of men" };
    let blue = if look.colour { "" } else { ", Blue's in small letters" };
    writeln!(out, "{}, over their {men}{blue}", units.join(", "))?;
    for line in words::wrap_list(&terrains.collect::<Vec<_>>(), look.width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the colours behind a side's units: behind the letter, and darker behind the men, so that
/// units above each other stay apart.
const fn side_background(side: Side) -> [Ansi256Color; 2] {
    match side {
        Side::Red => [Ansi256Color(160), Ansi256Color(88)],
        Side::Blue => [Ansi256Color(20), Ansi256Color(17)],
    }
}

/// Returns the colours of a terrain, of its ground and of its drawing, in the palette of 256
/// colours that terminals share: known terrains by their name, others by their properties.
pub fn terrain_colours(terrain: &Terrain) -> [Ansi256Color; 2] {
    let (ground, drawn) = match terrain.name.as_str() {
        "road" => (180, 137),
        "bridge" => (137, 94),
        "grass" => (107, 65),
        "castle" => (252, 238),
        "forest" => (28, 22),
        "water" => (74, 31),
        "mountain" => (240, 248),
        _ if terrain.castle => (252, 238),
        _ => match terrain.cost.map(|cost| cost.0) {
            None | Some(0) => (238, 246),
            Some(1) => (180, 137),
            Some(2) => (107, 65),
            Some(3) => (143, 101),
            Some(_) => (65, 22),
        },
    };
    [Ansi256Color(ground), Ansi256Color(drawn)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hotgates_engine::{MapFile, Scenario};

    fn picture(ron: &str, look: TerminalMapStyle) -> String {
        let battle = Battle::from_scenario(&Scenario::classic(MapFile::from_ron(ron).unwrap())).unwrap();
        let mut out = Vec::new();
        TerminalMap::from_battle(&battle).write_map(&mut out, look).unwrap();
        String::from_utf8(out).unwrap()
    }

    const TWO: &str = r##"(
        name: "two",
        rows: ["........~.", "#.f..^..=="],
        red: (units: [(type: "cavalry", at: (9, 0))]),
        blue: (units: [(type: "infantry")]),
    )"##;

    #[test]
    fn odd_columns_lie_a_line_lower() {
        let plain = picture(TWO, TerminalMapStyle { colour: false, width: 40 });
        let expected = [
            " .       .       .       .       ~",
            "     .       .       .       .       C",
            " i       f       .       .       =  500",
            "1000 .       .       ^       .       =",
            "",
        ];
        assert_eq!(plain.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_narrow_picture_counts_hundreds() {
        let plain = picture(TWO, TerminalMapStyle { colour: false, width: 20 });
        assert_eq!(plain.lines().nth(3), Some("10.   .   ^   .   ="));
    }

    #[test]
    fn a_map_too_wide_is_cut_around_the_units() {
        let plain = picture(TWO, TerminalMapStyle { colour: false, width: 12 });
        assert_eq!(plain.lines().next(), Some("columns 1 to 6 of 0 to 9, rows 0 to 1 of 0 to 1"));
        assert!(plain.lines().all(|line| line.len() <= 50));
    }

    #[test]
    fn colour_ends_with_its_line() {
        let coloured = picture(TWO, TerminalMapStyle { colour: true, width: 40 });
        assert!(coloured.contains("48;5;160m"), "Red stands on red");
        let last_code =
            |line: &str| line.rsplit_once('\u{1b}').is_none_or(|(_, last)| last.starts_with("[0m"));
        assert!(coloured.lines().all(last_code));
    }
}
