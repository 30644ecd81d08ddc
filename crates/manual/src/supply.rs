//! Supply and ammunition in the manual: how far supplies come, what units lack without them, and how long
//! the rounds of guns last.

use std::fmt::{self, Write};

use hotgates_engine::{AmmunitionRule, MovementPoints, SupplyRule, Terrain, UnitType};

use crate::page::{ManualWriter, in_columns};

/// Turns of the example of rounds.
const TURNS: usize = 8;

impl ManualWriter<'_> {
    /// Writes where supplies come from, how far they travel, and what units lack without them.
    pub(crate) fn write_supply(&mut self, rule: &SupplyRule) -> fmt::Result {
        let rules = self.rules;
        let Some(carrier) = rules.carrier_type() else { return Ok(()) };
        let carrier = &rules.units[carrier];
        let depots: Vec<&str> = rules
            .terrains
            .iter()
            .filter(|terrain| terrain.depot)
            .map(|terrain| terrain.name.as_str())
            .collect();
        let depots = match depots.as_slice() {
            [] => String::new(),
            names => format!(", from each {} on which one of its units stands", names.join(" and ")),
        };
        writeln!(self.out, "\n### Supply")?;
        self.write_paragraph(&format!(
            "At the start of a side's half-turn supplies go to its units, and hold until its next. They come from the \
             castles that the side holds{depots}, and from its edge of the map, or the home that the \
             scenario names instead: Red's edge is where Red came from, Blue's the one opposite. They travel {} as {} does: through no enemy, in sight or not, and through a hex beside one \
             that has not broken only where a friend stands. A hex that {} cannot enter they reach from beside.",
            rule.reach, carrier.name, carrier.name
        ))?;
        self.draw_supply(rule, carrier)?;
        self.write_paragraph("A unit that they do not reach:")?;
        let mut rows = vec![
            ("first", format!("has {} less MP, rounded down", rule.movement.in_percent())),
            (
                "second and later",
                format!("besides, the losses that it deals fall by {}", rule.power.in_percent()),
            ),
        ];
        if rules.options.cohesion.is_some() {
            let lost = rule.cohesion.in_percent();
            rows.push(("third and later", format!("besides, at the start it loses {lost} of cohesion")));
        }
        let rows = rows.into_iter().map(|(when, what)| vec![when.to_owned(), what]);
        self.write_table(&["half-turn without supplies", "a unit"].map(str::to_owned), rows)?;
        let row = |unit: &UnitType| {
            let MovementPoints(without) = rule.movement_without(unit.movement);
            vec![unit.name.clone(), unit.movement.0.to_string(), without.to_string()]
        };
        let head = ["unit", "MP", "MP without supplies"].map(str::to_owned);
        self.write_table(&head, rules.units.iter().map(row))
    }

    /// Draws supplies that pass, and supplies that an enemy keeps off.
    fn draw_supply(&mut self, rule: &SupplyRule, carrier: &UnitType) -> fmt::Result {
        let cost = |terrain: &Terrain| self.rules.cost(terrain, carrier).map(|MovementPoints(cost)| cost);
        let castles = || self.rules.terrains.iter().filter(|terrain| terrain.castle);
        let open = |terrain: &&Terrain| terrain.defence.0 == 0 && !terrain.castle && !terrain.depot;
        // The dearest of what gives no cover is the plain, not the road.
        let plain = self.rules.terrains.iter().filter(open).max_by_key(|terrain| cost(terrain));
        let Some((name, cost)) = plain.and_then(|plain| Some((&plain.name, cost(plain)?))) else {
            return Ok(());
        };
        if cost * 3 > rule.reach.0.min(99)
            || !castles().any(|castle| self.rules.cost(castle, carrier).is_some())
        {
            return Ok(());
        }
        let spent = |hexes: u16| in_columns((0..=hexes).map(|hex| hex * cost), 3);
        writeln!(self.out, "\n```")?;
        writeln!(self.out, "   a castle (C), its unit (u) and an enemy (e); a hex of {name} costs {cost}")?;
        writeln!(self.out)?;
        writeln!(self.out, "   hex            0  1  2  3  4         hex            0  1  2  3  4")?;
        writeln!(self.out, "                  C  .  .  u  e                        C  .  .  e  u")?;
        writeln!(self.out, "   MP spent       {:38}{}", spent(3), spent(1).trim_end())?;
        writeln!(self.out, "   supplies reach u                     they end before the hex beside e")?;
        writeln!(self.out, "```")
    }

    /// Writes how many rounds guns have, and how they get more.
    pub(crate) fn write_ammunition(&mut self, rule: &AmmunitionRule) -> fmt::Result {
        let supply = self.rules.options.supply.is_some();
        writeln!(self.out, "\n### Ammunition")?;
        self.write_paragraph(&format!(
            "Each attack from afar costs a unit a round, if its type counts them. Who has none left attacks only enemies \
             beside it. At the start of each of its half-turns a unit gets {} back{}, up to the number that it began with.",
            match rule.refill {
                0 => "no rounds".to_owned(),
                1 => "1 round".to_owned(),
                rounds => format!("{rounds} rounds"),
            },
            if supply && rule.refill > 0 { ", unless no supplies reach it" } else { "" },
        ))?;
        let row = |unit: &UnitType| {
            let rounds = unit.rounds.map_or_else(|| "any number".to_owned(), |rounds| rounds.to_string());
            vec![unit.name.clone(), rounds]
        };
        let firing = |unit: &&UnitType| unit.ranged.is_some();
        let head = ["unit", "rounds"].map(str::to_owned);
        self.write_table(&head, self.rules.units.iter().filter(firing).map(row))?;
        self.draw_rounds(rule)
    }

    /// Draws the rounds of a gun that fires as often as its points pay for, turn by turn.
    fn draw_rounds(&mut self, rule: &AmmunitionRule) -> fmt::Result {
        let counts = |unit: &&UnitType| unit.ranged.is_some() && unit.rounds.is_some();
        let Some(gun) = self.rules.units.iter().find(counts) else { return Ok(()) };
        let Some(full) = gun.rounds else { return Ok(()) };
        let rounds = |points: MovementPoints, refill: u32| {
            let attacks = u32::from(points.0 / gun.attack_cost.0.max(1));
            let left = std::iter::successors(Some(full.saturating_sub(attacks)), |&left| {
                Some((left + refill).min(full).saturating_sub(attacks))
            });
            in_columns(left.take(TURNS), 5).trim_end().to_owned()
        };
        let turns = in_columns(1..=TURNS, 5);
        writeln!(self.out, "\n```")?;
        writeln!(self.out, "   {}, {full} rounds at first, fires as often as its MP allow", gun.name)?;
        writeln!(self.out)?;
        writeln!(self.out, "   {:23}{}", "turn", turns.trim_end())?;
        writeln!(self.out, "   {:23}{}", "rounds left", rounds(gun.movement, rule.refill))?;
        if let Some(supply) = &self.rules.options.supply {
            let without = rounds(supply.movement_without(gun.movement), 0);
            writeln!(self.out, "   {:23}{without}", "without supplies")?;
        }
        writeln!(self.out, "```")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::{Battle, CohesionRule, MapFile, Permille, Ruleset, Scenario, Side};

    fn rules_with(supply: Option<SupplyRule>, ammunition: Option<AmmunitionRule>) -> Ruleset {
        let mut rules = Ruleset::classic();
        (rules.options.supply, rules.options.ammunition) = (supply, ammunition);
        rules
    }

    /// Checks for whole lines of a manual; returns it as one line.
    fn check_lines(rules: &Ruleset, expected: &[&str]) -> String {
        let text = write_manual(rules).unwrap();
        for line in expected {
            assert!(text.lines().any(|said| said == *line), "{line}: {text}");
        }
        text.replace('\n', " ")
    }

    #[test]
    fn supply_is_told_by_its_numbers() {
        assert!(!write_manual(&rules_with(None, None)).unwrap().contains("suppl"));
        let mut rules = rules_with(Some(SupplyRule::default()), None);
        let text = check_lines(
            &rules,
            &[
                "| first | has 25 % less MP, rounded down |",
                "| second and later | besides, the losses that it deals fall by 20 % |",
                "| artillery | 6 | 4 |",
                "| cavalry | 12 | 9 |",
                "   MP spent       0  2  4  6                            0  2",
            ],
        );
        assert!(text.contains("They travel 24 MP as infantry does"), "{text}");
        assert!(!text.contains("of cohesion") && !text.contains("on which one of its units"), "{text}");
        rules.options.cohesion = Some(CohesionRule::default());
        rules.terrains.iter_mut().find(|terrain| terrain.name == "road").unwrap().depot = true;
        let changed = SupplyRule {
            carrier: Some("cavalry".to_owned()),
            cohesion: Permille(125),
            ..SupplyRule::default()
        };
        rules.options.supply = Some(changed);
        let row = "| third and later | besides, at the start it loses 12.5 % of cohesion |";
        let text = check_lines(&rules, &[row]);
        assert!(text.contains("from each road on which") && text.contains("as cavalry does"), "{text}");
        rules.options.supply = Some(SupplyRule { reach: MovementPoints(5), ..SupplyRule::default() });
        assert!(!write_manual(&rules).unwrap().contains("supplies reach u"), "it lies too far away");
    }

    /// The battle of the drawing, in a pass one hex wide.
    #[test]
    fn supplies_go_as_they_are_drawn() {
        for (unit, enemy, reached) in [(3, 4, vec![0, 1, 2, 3]), (4, 3, vec![0, 1])] {
            let map = format!(
                r##"(name: "pass", rows: ["~~~~~", "~~~~~", "#....", "~~~~~", "~~~~~"], from: n,
                red: (units: [(type: "infantry", at: ({enemy}, 2))]),
                blue: (units: [(type: "infantry", at: ({unit}, 2))]))"##
            );
            let mut rules = rules_with(Some(SupplyRule::default()), None);
            rules.setup.distance = 0;
            let map = MapFile::from_ron(&map).unwrap();
            let battle = Battle::from_scenario(&Scenario::new(map, rules)).unwrap();
            let cells = battle.cells_in_supply(Side::Blue).unwrap();
            let columns: Vec<i32> = cells.iter().map(|cell| battle.grid().coord(cell).col).collect();
            assert_eq!(columns, reached, "the unit at {unit}");
        }
    }

    #[test]
    fn ammunition_is_told_by_its_numbers() {
        let mut rules = rules_with(None, Some(AmmunitionRule { refill: 1 }));
        let text = check_lines(&rules, &["| artillery | any number |"]);
        assert!(text.contains("gets 1 round back, up to") && !text.contains("rounds left  "), "{text}");
        rules.units[2].rounds = Some(7);
        rules.units[2].movement = MovementPoints(12);
        // Three attacks of four points, and one round comes back.
        let row = "   rounds left            4    2    0    0    0    0    0    0";
        check_lines(&rules, &["| artillery | 7 |", row]);
        rules.options.supply = Some(SupplyRule::default());
        // Nine points pay for two.
        let row = "   without supplies       5    3    1    0    0    0    0    0";
        let text = check_lines(&rules, &[row]);
        assert!(text.contains("back, unless no supplies reach it, up to"), "{text}");
    }
}
