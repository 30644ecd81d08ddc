//! Facing in the manual: how units turn, and what an attack on their flank or rear does.

use std::fmt::{self, Write};

use hotgates_engine::{Aspect, Direction, FacingRule, Hex, Permille};

use super::officers::percent_more;
use crate::page::ManualWriter;

impl ManualWriter<'_> {
    /// Writes how units come to face a way, what a turn costs, and what it is to be attacked from elsewhere.
    pub(crate) fn write_facing(&mut self, rule: &FacingRule) -> fmt::Result {
        let options = &self.rules.options;
        let (cohesion, zones) = (options.cohesion.is_some(), options.zone_of_control);
        writeln!(self.out, "\n### Facing")?;
        self.write_paragraph(&format!(
            "A unit faces one of six ways: that of its last step or attack. Who gives way goes on facing as before. To turn on \
             the spot is an order, and costs {} MP whatever the way. At first a unit faces the nearest enemy, if its side sees \
             him; a unit that comes later faces where it is to go, Red the nearest castle and Blue where Red comes from. The \
             scenario may say otherwise: `(type: \"infantry\", facing: ne)`, by `n`, `ne`, `se`, `s`, `sw` or `nw`.",
            rule.turn.0,
        ))?;
        self.write_paragraph(
            "Its front is the way that a unit faces and the two beside it, its rear the way behind it, its flanks are the two \
             others. Fire from afar comes from the way in which the hex lies; of two ways the one nearer to the front counts.",
        )?;
        let row = |name: &str, aspect: Aspect| {
            let change = |permille: i32, words: String| if permille == 0 { "–".to_owned() } else { words };
            let more = rule.situation(aspect);
            let less = rule.situation_of_answer(aspect);
            let answer = format!("{} less", Permille(less.unsigned_abs()).in_percent());
            let mut cells = vec![name.to_owned(), change(more, percent_more(more)), change(less, answer)];
            if cohesion {
                let shakes = rule.shakes(aspect);
                let words = format!("loses {}", shakes.in_percent());
                cells.push(if shakes.0 == 0 { "–".to_owned() } else { words });
            }
            cells
        };
        let mut head = ["an attack on", "losses", "losses by the answer"].map(str::to_owned).to_vec();
        head.extend(cohesion.then(|| "cohesion of the target".to_owned()));
        let aspects = [("front", Aspect::Front), ("flank", Aspect::Flank), ("rear", Aspect::Rear)];
        self.write_table(&head, aspects.map(|(name, aspect)| row(name, aspect)))?;
        if zones && rule.front_zones {
            self.write_paragraph("A unit has a zone of control on the three hexes of its front only.")?;
        }
        self.draw_facing(rule)
    }

    /// Draws the six hexes around a unit that faces north, each with what an attack from there costs it.
    fn draw_facing(&mut self, rule: &FacingRule) -> fmt::Result {
        let fighter = self.first_fighter();
        let [n, ne, se, s, sw, nw] = Direction::ALL.map(|way| {
            let aspect = Aspect::of_hex(Hex::ZERO, Direction::N, way.vector());
            let name = match aspect {
                Aspect::Front => "front",
                Aspect::Flank => "flank",
                Aspect::Rear => "rear",
            };
            format!("{name} {}", self.mean_losses(fighter.in_situation(rule.situation(aspect))).0)
        });
        let name = &self.rules.units[fighter.kind].name;
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} (U) faces north; the men whom a blow of {name} costs it at the mean roll, by where it comes from"
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "                  {n}")?;
        writeln!(self.out, "     {nw:13}             {ne}")?;
        writeln!(self.out, "                     U")?;
        writeln!(self.out, "     {sw:13}             {se}")?;
        writeln!(self.out, "                  {s}")?;
        writeln!(self.out, "```")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::{
        Battle, CohesionRule, Coord, MapFile, MovementPoints, OptionalRules, Ruleset, Scenario, UnitId,
    };

    fn manual_with(options: OptionalRules) -> String {
        write_manual(&Ruleset { options, ..Ruleset::classic() }).unwrap()
    }

    #[test]
    fn facing_is_told_by_its_numbers() {
        assert!(!manual_with(OptionalRules::default()).contains("### Facing"));
        let facing = Some(FacingRule { turn: MovementPoints(2), front_zones: true, ..FacingRule::default() });
        let options = OptionalRules { facing, ..OptionalRules::default() };
        let text = manual_with(options.clone());
        for line in [
            "| front | – | – |",
            "| rear | 50 % more | 50 % less |",
            "     front 100                 front 100",
            "     flank 125                 flank 125",
            "                  rear 150",
        ] {
            assert!(text.lines().any(|said| said == line), "{line}: {text}");
        }
        assert!(text.contains("costs 2 MP whatever") && !text.contains("three hexes of its front"), "{text}");
        let cohesion = Some(CohesionRule::default());
        let text = manual_with(OptionalRules { cohesion, zone_of_control: true, ..options });
        let row = "| flank | 25 % more | 50 % less | loses 10 % |";
        assert!(text.lines().any(|said| said == row), "{text}");
        assert!(text.contains("a zone of control on the three hexes of its front only"), "{text}");
    }

    /// The battle of the drawing, attacked from each of the six hexes.
    #[test]
    fn attacks_come_as_they_are_drawn() {
        let mut rules = Ruleset::classic();
        rules.setup.distance = 0;
        rules.options.facing = Some(FacingRule::default());
        let map = MapFile::from_ron(
            r##"(name: "ring", rows: [".....", ".....", ".....", ".....", "#...."], from: n,
            red: (units: [(type: "infantry", at: (0, 0))]),
            blue: (units: [(type: "infantry", at: (2, 2), facing: n)]))"##,
        );
        let battle = Battle::from_scenario(&Scenario::new(map.unwrap(), rules)).unwrap();
        let middle = battle.grid().at(Coord { col: 2, row: 2 }).unwrap();
        let more = Direction::ALL.map(|way| {
            let from = battle.grid().step(middle, way);
            battle.fighters_in_attack(UnitId(0), from, UnitId(1)).0.situation
        });
        assert_eq!(more, [0, 0, 250, 500, 250, 0], "clockwise from the north");
    }
}
