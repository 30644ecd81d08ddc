//! Reaction and support fire, entrenchment and height in the manual: what units do that wait, and what
//! their ground does for them.

use std::fmt::{self, Write};

use hotgates_engine::{
    Attack, CombatTable, Condition, EntrenchmentRule, Fighter, HeightRule, ReactionRule, Strength, Terrain,
    UnitType, UnitTypeId, count_words, factor_of_pips,
};

use crate::page::ManualWriter;

/// Most hexes of a drawing over which a gun fires.
const MOST_DRAWN: u32 = 8;
/// Most levels of entrenchment in a drawing.
const MOST_LEVELS: u8 = 6;

impl ManualWriter<'_> {
    /// Writes who fires in the enemy's half-turn, at whom and when.
    pub(crate) fn write_reaction(&mut self, rule: &ReactionRule) -> fmt::Result {
        let options = &self.rules.options;
        let wavers = if options.cohesion.is_some() { ", broken or wavering" } else { "" };
        let sight = if options.line_of_sight { " and its line of sight" } else { "" };
        let experience =
            if options.officers.is_some() { " Nobody gains experience by such fire." } else { "" };
        writeln!(self.out, "\n### Reaction and support fire")?;
        self.write_paragraph(&format!(
            "A unit of a type that reacts or supports has kept its fire if it has not attacked since its last half-turn began. \
             It uses it once in the enemy's half-turn, and must not have broken or waver then.{experience}",
        ))?;
        self.write_paragraph(&format!(
            "A type that reacts fires at an enemy who moves: at the first step that ends in its range{sight}, not beside it, if \
             its side sees him there. The losses are {} of those of an attack. Each unit that can fires at the step, then the \
             enemy goes on, unless the fire has left him destroyed{wavers}; stopped on a friend's hex he goes back to the last \
             free hex of his way. What a move draws can be known before it is ordered, as far as the guns are seen.",
            rule.moving.in_percent(),
        ))?;
        self.write_paragraph(&format!(
            "A type that supports fires at an enemy who strikes a friend in melee, before the blow, if he stands in its range; \
             of several such units only the first. The losses are {} of those of an attack; who is left strikes then.",
            rule.support.in_percent(),
        ))?;
        let yes = |is_so: bool| if is_so { "yes" } else { "–" }.to_owned();
        let row = |unit: &UnitType| vec![unit.name.clone(), yes(unit.reacts), yes(unit.supports)];
        self.write_table(
            &["unit", "reacts", "supports"].map(str::to_owned),
            self.rules.units.iter().map(row),
        )?;
        self.draw_reaction(rule)
    }

    /// Draws a unit that comes into the range of a gun, and one that strikes a friend of the gun.
    fn draw_reaction(&mut self, rule: &ReactionRule) -> fmt::Result {
        let rules = self.rules;
        let gun_with = |uses: fn(&UnitType) -> bool| {
            rules.unit_ids().find_map(|kind| {
                let ranged = rules.units[kind].ranged.as_ref()?;
                uses(&rules.units[kind]).then_some((kind, ranged.min, ranged.max))
            })
        };
        let mover = self.first_fighter();
        let name = &rules.units[mover.kind].name;
        let row = |hexes: u32, sign: &dyn Fn(u32) -> String| {
            let cells: Vec<String> = (0..hexes).map(|hex| format!("{:<3}", sign(hex))).collect();
            cells.concat().trim_end().to_owned()
        };
        if let Some((gun, _, most)) = gun_with(|unit| unit.reacts).filter(|gun| gun.2 <= MOST_DRAWN) {
            let men = self.mean_losses_by_fire(gun, rule.situation_at_mover()).0;
            let hexes = most + 3;
            let signs = |hex: u32| match hex {
                0 => "g",
                hex if hex == most => "x",
                hex if hex == most + 2 => "i",
                _ => ".",
            };
            writeln!(self.out, "\n```")?;
            writeln!(
                self.out,
                "   {} (g) has kept its fire; {name} (i), {} men, goes toward it",
                rules.units[gun].name, mover.strength.0
            )?;
            writeln!(self.out)?;
            writeln!(self.out, "   hex            {}", row(hexes, &|hex| hex.to_string()))?;
            writeln!(self.out, "                  {}", row(hexes, &|hex| signs(hex).to_owned()))?;
            writeln!(self.out, "   g fires as i comes to x: i loses {men} men at the mean roll")?;
            writeln!(self.out, "```")?;
        }
        if let Some((gun, least, _)) = gun_with(|unit| unit.supports).filter(|gun| gun.1 <= MOST_DRAWN) {
            let men = self.mean_losses_by_fire(gun, rule.situation_in_support()).0;
            let left = Fighter { strength: Strength(mover.strength.0 - men), ..mover };
            let signs = |hex: u32| match hex {
                0 => "A",
                1 => "t",
                hex if hex == least => "g",
                _ => ".",
            };
            writeln!(self.out, "\n```")?;
            writeln!(
                self.out,
                "   {name} (A), {} men, strikes {name} (t); {} (g), which has kept its fire, supports t",
                mover.strength.0, rules.units[gun].name
            )?;
            writeln!(self.out)?;
            writeln!(self.out, "   hex            {}", row(least + 1, &|hex| hex.to_string()))?;
            writeln!(self.out, "                  {}", row(least + 1, &|hex| signs(hex).to_owned()))?;
            writeln!(
                self.out,
                "   g fires first: A loses {men} men at the mean roll, and its blow costs t {} men instead of {}",
                self.mean_losses(left).0,
                self.mean_losses(mover).0
            )?;
            writeln!(self.out, "```")?;
        }
        Ok(())
    }

    /// Writes how units dig in, and what that keeps off.
    pub(crate) fn write_entrenchment(&mut self, rule: &EntrenchmentRule) -> fmt::Result {
        writeln!(self.out, "\n### Entrenchment")?;
        self.write_paragraph(&format!(
            "At the start of each of its half-turns a unit digs in by a level, up to {}. Each level keeps {} of the losses off \
             it, on top of its terrain; together they keep off 90 % at most. Who leaves his hex, whatever for, begins anew.",
            count_words(rule.levels, "level", "levels"),
            rule.cover.in_percent(),
        ))?;
        let open: Vec<&str> = self
            .rules
            .units
            .iter()
            .filter(|unit| unit.stays_in_the_open)
            .map(|unit| unit.name.as_str())
            .collect();
        if !open.is_empty() {
            self.write_paragraph(&format!("These types do not dig in: {}.", open.join(", ")))?;
        }
        let fighter = self.first_fighter();
        let table = CombatTable::new(self.rules);
        let levels: Vec<u8> = (0..=rule.levels.min(MOST_LEVELS)).collect();
        let men = |&level: &u8| {
            let dug_in = table.cover_of_trenches(Condition { dug_in: level, ..Condition::FRESH });
            let blow = table.blow(Attack::Melee, fighter, Fighter { dug_in, ..fighter }, false);
            blow.losses(factor_of_pips(table.dice(), 7)).0
        };
        let columns = |cells: Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<6}")).collect();
            cells.concat().trim_end().to_owned()
        };
        let name = &self.rules.units[fighter.kind].name;
        let half_turns = columns(levels.iter().map(ToString::to_string).collect());
        let losses = columns(levels.iter().map(|level| men(level).to_string()).collect());
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} that stays where there is no cover; men whom a blow of {name} costs it at the mean roll"
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "   level          {half_turns}")?;
        writeln!(self.out, "   men            {losses}")?;
        writeln!(self.out, "```")
    }

    /// Writes what the height of the ground does to blows and to lines of sight.
    pub(crate) fn write_height(&mut self, rule: &HeightRule) -> fmt::Result {
        writeln!(self.out, "\n### Height")?;
        self.write_paragraph(&format!(
            "A blow or a shot at a unit that stands lower deals {} more losses for each level between them, one at a unit \
             that stands higher {} less.",
            rule.down.in_percent(),
            rule.up.in_percent(),
        ))?;
        if self.rules.options.line_of_sight {
            self.write_paragraph(
                "A hex stops fire across it only if it is higher than both ends of the line; terrain that stops fire counts \
                 as a level higher for that.",
            )?;
        }
        let row = |terrain: &Terrain| vec![terrain.name.clone(), terrain.height.to_string()];
        self.write_table(&["terrain", "level"].map(str::to_owned), self.rules.terrains.iter().map(row))?;
        let fighter = self.first_fighter();
        let men = |striker: u8, struck: u8| {
            self.mean_losses(fighter.in_situation(rule.situation(striker, struck))).0
        };
        let (level, down, up) = (men(0, 0), men(1, 0), men(0, 1));
        let name = &self.rules.units[fighter.kind].name;
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} (A) strikes {name} (t); men whom the blow costs t at the mean roll, cover left aside"
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "   level 1        A                      t")?;
        writeln!(self.out, "   level 0           t                A        A  t")?;
        writeln!(self.out, "   t loses           {down:<20}{up:<9}{level}")?;
        writeln!(self.out, "```")
    }

    /// Returns the men whom a shot of a type at the mean roll costs a unit of the first type, in a situation.
    fn mean_losses_by_fire(&self, gun: UnitTypeId, situation: i32) -> Strength {
        let table = CombatTable::new(self.rules);
        let target = self.first_fighter();
        let shooter = self.typical_fighter(gun, target.terrain).in_situation(situation);
        let blow = table.blow(Attack::Ranged, shooter, target, false);
        blow.losses(factor_of_pips(table.dice(), 7))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::{Permille, Ruleset};

    /// The classic ruleset with one more rule; guns react and support.
    fn manual_with(switch: impl FnOnce(&mut Ruleset)) -> String {
        let mut rules = Ruleset::classic();
        (rules.units[2].reacts, rules.units[2].supports) = (true, true);
        switch(&mut rules);
        write_manual(&rules).unwrap()
    }

    /// Returns the number after some words.
    fn number_after(text: &str, words: &str) -> u32 {
        let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words}: {text}"));
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    }

    #[test]
    fn without_the_rules_nothing_is_said_of_them() {
        let text = manual_with(|_| {});
        for word in ["eaction", "ntrench", "### Height", "digs in"] {
            assert!(!text.contains(word), "{word}");
        }
    }

    #[test]
    fn fire_in_the_enemys_half_turn_is_told_by_its_numbers() {
        let with = |moving: u32, support: u32| {
            manual_with(|rules| {
                let (moving, support) = (Permille(moving), Permille(support));
                rules.options.reaction = Some(ReactionRule { moving, support });
            })
        };
        let [text, twice] = [with(700, 500), with(1400, 1000)];
        assert!(text.contains("| artillery | yes | yes |"), "{text}");
        assert!(text.contains("70 %") && text.contains("50 %"), "{text}");
        assert!(text.contains("   hex            0  1  2  3  4  5  6\n"), "{text}");
        for words in ["comes to x: i loses ", "fires first: A loses "] {
            let (once, double) = (number_after(&text, words), number_after(&twice, words));
            assert!(once > 0 && double.abs_diff(2 * once) <= 1, "{words}: {once} {double}");
        }
        let (left, whole) =
            (number_after(&text, "its blow costs t "), number_after(&text, "men instead of "));
        assert!(left < whole, "{left} {whole}");
    }

    #[test]
    fn each_level_keeps_its_share_off() {
        let rule = EntrenchmentRule { cover: Permille(200), levels: 4 };
        let text = manual_with(|rules| rules.options.entrenchment = Some(rule));
        let line = text.lines().find(|line| line.starts_with("   men  ")).unwrap();
        let men: Vec<u32> = line.split_whitespace().skip(1).map(|men| men.parse().unwrap()).collect();
        assert_eq!(men.len(), 5);
        for (level, &men_lost) in (0..).zip(&men) {
            assert!(men_lost.abs_diff(men[0] * (5 - level) / 5) <= 1, "{men:?}");
        }
        // Paragraphs are broken into lines.
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("up to 4 levels") && words.contains("keeps 20 % of the losses off"), "{text}");
    }

    #[test]
    fn who_stands_higher_strikes_harder() {
        let rule = HeightRule { down: Permille(500), up: Permille(250) };
        let text = manual_with(|rules| {
            rules.options.height = Some(rule);
            rules.terrains[3].height = 2;
        });
        let line = text.lines().find(|line| line.starts_with("   t loses  ")).unwrap();
        let men: Vec<u32> = line.split_whitespace().skip(2).map(|men| men.parse().unwrap()).collect();
        let [down, up, level] = men[..] else { panic!("{line}") };
        assert!(down.abs_diff(level * 3 / 2) <= 1 && up.abs_diff(level * 3 / 4) <= 1, "{line}");
        let name = &Ruleset::classic().terrains[3].name;
        assert!(text.contains(&format!("| {name} | 2 |")), "{text}");
    }
}
