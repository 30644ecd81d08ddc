//! Facing in the manual: how units turn, and what an attack on their flank or rear does.

use std::fmt::{self, Write};

use hotgates_engine::{Aspect, Direction, FacingRule, Hex, Permille};

use super::officers::percent_more;
use super::page::ManualWriter;

impl ManualWriter<'_> {
    /// Writes how units come to face a way, what a turn costs, and what it is to be attacked from elsewhere.
    pub(super) fn write_facing(&mut self, rule: &FacingRule) -> fmt::Result {
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
            "Front are the way that a unit faces and the two beside it, rear is the way behind it, flank the two others. Fire \
             from afar comes from the way in which the hex lies; of two ways the one nearer to the front counts.",
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
