//! Works in the manual: who changes the ground, where, and in how many half-turns.

use std::fmt::{self, Write};

use hotgates_engine::{TerrainId, UnitType, UnitTypeId, WorkId, WorkRule, WorkTable};

use crate::page::ManualWriter;

/// Most half-turns of a work in a drawing.
const MOST_DRAWN: u8 = 6;

impl ManualWriter<'_> {
    /// Writes how units work, a table of the works, and a drawn example.
    pub(crate) fn write_works(&mut self, works: &[WorkRule]) -> fmt::Result {
        let options = &self.rules.options;
        let breaks = if options.cohesion.is_some() { ", breaks" } else { "" };
        let gives_way = if options.retreat.is_some() { ", gives way" } else { "" };
        let turns = if options.facing.is_some() { ", turns" } else { "" };
        writeln!(self.out, "\n### Works")?;
        self.write_paragraph(
            "Some types change the ground by works: the table says which types do which work, and on what. A unit works on its \
             own hex or on one beside it, and spends all the points of its half-turn on that; so it must have all of them. When \
             it has worked for as many of its half-turns in a row as the work takes, the ground becomes what the work makes, at \
             once and for both sides. Each unit counts for itself: two that work on one hex are no faster than one.",
        )?;
        self.write_paragraph(&format!(
            "A unit that moves, attacks{turns}{gives_way}{breaks} or idles for a half-turn of its side breaks its work off, and \
             begins anew. To be struck does not stop it. Castles, hexes of goals, and hexes over which units come onto the map \
             or leave it stay as they are. A work that would take the ground from below a unit is refused: who stands there must \
             be able to stand on what the work makes.",
        ))?;
        let table = WorkTable::new(self.rules);
        let row = |(id, work): (WorkId, &WorkRule)| {
            let by = self.rules.unit_ids().filter(|&kind| table.can_do(kind, id));
            let by: Vec<&str> = by.map(|kind| self.rules.units[kind].name.as_str()).collect();
            vec![
                work.name.clone(),
                by.join(", "),
                work.from.join(", "),
                work.to.clone(),
                work.turns.to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = table.ids().zip(works).map(row).collect();
        self.write_table(&["work", "done by", "on", "makes", "half-turns"].map(str::to_owned), rows)?;
        self.draw_work(works, &table)
    }

    /// Draws the first work that a unit can do beside a hex that it can stand on.
    fn draw_work(&mut self, works: &[WorkRule], table: &WorkTable) -> fmt::Result {
        let rules = self.rules;
        let shown = table.ids().zip(works).find_map(|(id, work)| {
            let kind = rules.unit_ids().find(|&kind| table.can_do(kind, id))?;
            let from = rules.terrain(work.from.first()?)?;
            let to = table.terrain_made_of(id, from)?;
            let stands =
                rules.terrain_ids().find(|&terrain| self.points_to_enter(terrain, kind).is_some())?;
            (work.turns <= MOST_DRAWN).then_some((work, kind, stands, [from, to]))
        });
        let Some((work, kind, stands, [from, to])) = shown else { return Ok(()) };
        let UnitType { name, letter, .. } = &rules.units[kind];
        let columns = |first: &str, cell: &dyn Fn(u8) -> String| {
            let cells: Vec<String> =
                (0..=work.turns).map(|half_turn| format!("{:<10}", cell(half_turn))).collect();
            format!("   {first:<15}{}", cells.concat()).trim_end().to_owned()
        };
        let ground = |half_turn: u8| if half_turn < work.turns { from } else { to };
        let lines = [
            columns("half-turn", &|half_turn| half_turn.to_string()),
            columns("ground", &|half_turn| {
                format!("{} {}", rules.terrains[stands].glyph, rules.terrains[ground(half_turn)].glyph)
            }),
            columns("", &|_| letter.to_string()),
            columns("worked", &|half_turn| match half_turn {
                0 => "–".to_owned(),
                _ => format!("{half_turn} of {}", work.turns),
            }),
            columns("MP to enter it", &|half_turn| {
                self.points_to_enter(ground(half_turn), kind)
                    .map_or_else(|| "–".to_owned(), |cost| cost.to_string())
            }),
        ];
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} ({letter}) on {}: {}; {} beside it becomes {}",
            rules.terrains[stands].name, work.name, rules.terrains[from].name, rules.terrains[to].name
        )?;
        writeln!(self.out)?;
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "```")
    }

    /// Returns the points that units of a type need to enter a terrain; `None` where they cannot.
    fn points_to_enter(&self, terrain: TerrainId, kind: UnitTypeId) -> Option<u16> {
        let (rules, unit) = (self.rules, &self.rules.units[kind]);
        rules.cost(&rules.terrains[terrain], unit).map(|cost| cost.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::{Ruleset, TypeSelector};

    fn manual_with(works: Vec<WorkRule>) -> String {
        let mut rules = Ruleset::classic();
        rules.options.works = works;
        write_manual(&rules).unwrap()
    }

    fn bridge(by: &str, turns: u8) -> WorkRule {
        let (name, to) = ("lay a bridge".to_owned(), "bridge".to_owned());
        WorkRule { name, from: vec!["water".to_owned()], to, by: vec![TypeSelector::from(by)], turns }
    }

    #[test]
    fn without_works_nothing_is_said_of_them() {
        assert!(!manual_with(Vec::new()).contains("### Works"));
    }

    #[test]
    fn works_are_told_by_their_table_and_a_drawing() {
        let text = manual_with(vec![bridge("infantry", 3)]);
        assert!(text.contains("| lay a bridge | infantry | water | bridge | 3 |"), "{text}");
        let line = |first: &str| {
            text.lines().find(|line| line.starts_with(first)).unwrap_or_else(|| panic!("{first}"))
        };
        assert_eq!(
            line("   half-turn  ").split_whitespace().skip(1).collect::<Vec<_>>(),
            ["0", "1", "2", "3"]
        );
        let ground: Vec<&str> = line("   ground         = ~").split_whitespace().skip(1).collect();
        assert_eq!(ground, ["=", "~", "=", "~", "=", "~", "=", "H"]);
        assert!(line("   worked ").ends_with("3 of 3"), "{text}");
        let rules = Ruleset::classic();
        let infantry = &rules.units[rules.unit("infantry").unwrap()];
        let cost =
            rules.cost(&rules.terrains[rules.terrain("bridge").unwrap()], infantry).unwrap().0.to_string();
        assert_eq!(
            line("   MP to enter it").split_whitespace().skip(4).collect::<Vec<_>>(),
            ["–", "–", "–", cost.as_str()]
        );
    }

    /// A long work is told by its table alone, and the next that is short is drawn.
    #[test]
    fn a_drawing_fits_the_page() {
        let text = manual_with(vec![bridge("infantry", 20), bridge("artillery", 1)]);
        assert!(text.contains("| lay a bridge | artillery | water | bridge | 1 |"), "{text}");
        assert!(text.contains("\n   artillery (A) on "), "{text}");
        assert!(!manual_with(vec![bridge("infantry", 20)]).contains("MP to enter it"));
    }
}
