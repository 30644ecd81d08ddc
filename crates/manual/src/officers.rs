//! Officers, leadership and combined arms in the manual: how officers rise and fall, and what friends near
//! do for a unit's blows.

use std::fmt::{self, Write};

use hotgates_engine::{
    Attack, AttackLosses, AttackSetting, BlowLosses, CombatTable, CombinedArmsRule, Condition, Fighter,
    LeadershipRule, OfficerRule, Permille, RankId, Strength, UnitType, count_words, factor_of_pips,
};

use super::options::men_in_share;
use crate::page::{ManualWriter, in_columns};

/// Most hexes of a drawing on which leadership helps.
const MOST_DRAWN: u32 = 4;

impl ManualWriter<'_> {
    /// Writes how units gain experience, how officers rise by it, and when they fall.
    pub(crate) fn write_officers(&mut self, rule: &OfficerRule) -> fmt::Result {
        let Some(lowest) = self.rules.ranks.first() else { return Ok(()) };
        let highest = self.rules.ranks.last().unwrap_or(lowest);
        writeln!(self.out, "\n### Officers")?;
        if rule.promotion > 0 {
            self.write_paragraph(&format!(
                "A unit that lives after an attack, its own or an enemy's, gains experience, in thousandths of a full unit: \
                 what it has cost the enemy, measured by a full unit of the enemy's type, and {} of what it has lost, measured \
                 by a full unit of its own. With {} its officer rises by a rank, and what is more counts for the next one; a \
                 unit whose officer has no rank gets a {}. A {} rises no further. A unit may bring some of it: `(type: \
                 \"infantry\", experience: 120)`.",
                rule.survived.in_percent(),
                rule.promotion,
                lowest.name,
                highest.name,
            ))?;
        }
        if rule.falls.0 <= 1000 {
            let cohesion = self.rules.options.cohesion.is_some() && rule.fall_shakes.0 > 0;
            let shakes = format!(" and loses {} of cohesion", rule.fall_shakes.in_percent());
            self.write_paragraph(&format!(
                "An officer falls if the blow that strikes his unit rolls 12 and costs it {} of its men or more: the unit has \
                 no officer any more{}.",
                rule.falls.in_percent(),
                if cohesion { shakes.as_str() } else { "" },
            ))?;
        }
        self.draw_promotion_and_fall(rule)
    }

    /// Draws an attack after which one officer rises and the other falls, by the numbers of the engine.
    fn draw_promotion_and_fall(&mut self, rule: &OfficerRule) -> fmt::Result {
        let fighter = self.first_fighter();
        let men = fighter.strength;
        let falls = rule.falls.0 <= 1000;
        let lost = men_in_share(men, if falls { rule.falls.0.max(50) } else { 100 });
        let losses = AttackLosses {
            blow: BlowLosses { men: lost, pips: 12 },
            answer: BlowLosses { men: men_in_share(men, 60), pips: 7 },
            ..AttackLosses::default()
        };
        let top = self.rules.ranks.len().saturating_sub(2);
        let attacker = Condition {
            experience: rule.promotion.saturating_sub(50),
            rank: Some(RankId::default()),
            ..Condition::FRESH
        };
        let rank = RankId(u8::try_from(top.min(1)).unwrap_or(0));
        let target = Condition { rank: Some(rank), ..Condition::FRESH };
        let setting = AttackSetting { attacker, target, ..AttackSetting::default() };
        let table = CombatTable::new(self.rules);
        // Nobody gives way before fire, so that the example is of this rule alone.
        let after = table.aftermath(Attack::Ranged, fighter, fighter, losses, setting);
        let Some(after) = after.filter(|_| lost < men) else { return Ok(()) };
        let words = |condition: Condition| {
            let rank = condition.rank.map_or("no officer", |rank| &self.rules.ranks[rank].name);
            match rule.promotion {
                0 => rank.to_owned(),
                _ => format!("{rank}, experience {}", condition.experience),
            }
        };
        let rows = [("before", attacker, target), ("after", after.attacker, after.target)];
        let rows = rows.map(|(when, a, t)| format!("   {when:15}{:32}{}", words(a), words(t)));
        let name = &self.rules.units[fighter.kind].name;
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} (A) strikes {name} (t), {} men each: t loses {}, A loses {}",
            men.0, losses.blow.men.0, losses.answer.men.0
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "                  A, struck by a roll of 7        t, struck by a roll of 12")?;
        for row in rows {
            writeln!(self.out, "{row}")?;
        }
        writeln!(self.out, "```")
    }

    /// Writes what an officer does for the units around him.
    pub(crate) fn write_leadership(&mut self, rule: &LeadershipRule) -> fmt::Result {
        writeln!(self.out, "\n### Leadership")?;
        self.write_paragraph(&format!(
            "A unit deals more losses, in attacks and in striking back, if a friend's officer is within {} and the friend has \
             not broken: {} for each rank of the highest such officer. Its own officer does not count.",
            count_words(rule.radius, "hex", "hexes"),
            rule.by_rank.in_percent(),
        ))?;
        let rows = self
            .rules
            .rank_ids()
            .map(|id| vec![self.rules.ranks[id].name.clone(), percent_more(rule.situation(id))]);
        let rows: Vec<_> = rows.collect();
        self.write_table(&["highest officer near", "losses dealt"].map(str::to_owned), rows)?;
        self.draw_leadership(rule)
    }

    /// Draws what units deal at each distance from an officer of the highest rank.
    fn draw_leadership(&mut self, rule: &LeadershipRule) -> fmt::Result {
        let Some(rank) = self.rules.rank_ids().last().filter(|_| rule.radius > 0) else { return Ok(()) };
        let reach = rule.radius.min(MOST_DRAWN);
        let beyond = if reach == rule.radius { reach + 1 } else { reach };
        let losses = |distance: u32| {
            let more = if (1..=rule.radius).contains(&distance) { rule.situation(rank) } else { 0 };
            self.mean_losses(self.first_fighter().in_situation(more)).0
        };
        let hexes = in_columns(0..=beyond, 6);
        let units = in_columns((0..=beyond).map(|hex| if hex == 0 { "O" } else { "u" }), 6);
        // Its own officer does not help the unit in the middle.
        let men = |hex: u32| if hex == 0 { "–".to_owned() } else { losses(hex).to_string() };
        let dealt = in_columns((0..=beyond).map(men), 6);
        let name = &self.rules.units[self.first_fighter().kind].name;
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {name} (u) near the unit of a {} (O), without officers of their own; men that a blow of each costs {name}",
            self.rules.ranks[rank].name
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "   hex            {}", hexes.trim_end())?;
        writeln!(self.out, "                  {}", units.trim_end())?;
        writeln!(self.out, "   men            {}", dealt.trim_end())?;
        writeln!(self.out, "```")
    }

    /// Writes which friends beside a target help an attack.
    pub(crate) fn write_combined_arms(&mut self, rule: &CombinedArmsRule) -> fmt::Result {
        let rules = self.rules;
        writeln!(self.out, "\n### Combined arms")?;
        self.write_paragraph(&format!(
            "An attack deals {} more losses if a friend of another kind that has not broken stands beside the target: one \
             whose type is another and shares no tag with the attacker's. Several such friends help no more than one, and \
             nobody helps in striking back.",
            rule.bonus.in_percent(),
        ))?;
        let helpers = |unit: &UnitType| {
            let helps = |other: &&UnitType| unit.is_of_other_arms(other);
            rules.units.iter().filter(helps).map(|other| other.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let row = |unit: &UnitType| {
            let helpers = helpers(unit);
            vec![unit.name.clone(), if helpers.is_empty() { "–".to_owned() } else { helpers }]
        };
        self.write_table(&["attacker", "friends who help"].map(str::to_owned), rules.units.iter().map(row))?;
        self.draw_combined_arms(rule)
    }

    /// Draws an attack with a friend of another kind beside the target, and one with a friend of the same.
    fn draw_combined_arms(&mut self, rule: &CombinedArmsRule) -> fmt::Result {
        let attacker = self.first_fighter();
        let own = &self.rules.units[attacker.kind];
        let Some(other) = self.rules.units.iter().find(|other| own.is_of_other_arms(other)) else {
            return Ok(());
        };
        let bonus = i32::try_from(rule.bonus.0).unwrap_or(i32::MAX);
        let [alone, helped] = [0, bonus].map(|more| self.mean_losses(attacker.in_situation(more)).0);
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {} (A) strikes {} (e) at the mean roll; beside e stands {} (B), or more {} (a)",
            own.name, own.name, other.name, own.name
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "   hex            0  1  2            hex            0  1  2")?;
        writeln!(self.out, "                  A  e  B                           A  e  a")?;
        writeln!(self.out, "   e loses           {helped:<16}e loses           {alone}")?;
        writeln!(self.out, "```")
    }

    /// Returns the men whom a melee blow at the mean roll costs a unit of the first type.
    pub(crate) fn mean_losses(&self, attacker: Fighter) -> Strength {
        let table = CombatTable::new(self.rules);
        let blow = table.blow(Attack::Melee, attacker, self.first_fighter(), false);
        blow.losses(factor_of_pips(table.dice(), 7))
    }
}

/// Returns what the situation adds to the losses dealt: `6 % more`.
pub(crate) fn percent_more(permille: i32) -> String {
    format!("{} more", Permille(permille.unsigned_abs()).in_percent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::{Battle, CohesionRule, Coord, MapFile, OptionalRules, Ruleset, Scenario, UnitId};

    fn rules_with(options: OptionalRules) -> Ruleset {
        Ruleset { options, ..Ruleset::classic() }
    }

    /// Checks for whole lines of a manual; returns it as one line.
    fn check_lines(options: OptionalRules, expected: &[&str]) -> String {
        let text = write_manual(&rules_with(options)).unwrap();
        for line in expected {
            assert!(text.lines().any(|said| said == *line), "{line}: {text}");
        }
        text.replace('\n', " ")
    }

    #[test]
    fn officers_are_told_by_their_numbers() {
        let text = check_lines(OptionalRules::default(), &[]);
        assert!(!text.contains("experience") && !text.contains("### Leadership"), "{text}");
        let officers = Some(OfficerRule::default());
        let lines = [
            "   infantry (A) strikes infantry (t), 1000 men each: t loses 100, A loses 60",
            "   before         Lieutenant, experience 250      Captain, experience 0",
            // 250 + 100 + 60 / 2 is a promotion and 80; of 100 ‰ lost a half, and 60.
            "   after          Captain, experience 80          no officer, experience 110",
        ];
        let text =
            check_lines(OptionalRules { officers: officers.clone(), ..OptionalRules::default() }, &lines);
        assert!(
            text.contains("With 300 its officer rises") && text.contains("rolls 12 and costs it 10 %"),
            "{text}"
        );
        assert!(!text.contains("of cohesion"), "{text}");
        let cohesion = Some(CohesionRule::default());
        let text = check_lines(OptionalRules { officers, cohesion, ..OptionalRules::default() }, &[]);
        assert!(text.contains("has no officer any more and loses 15 % of cohesion."), "{text}");
        let never = OfficerRule { promotion: 0, falls: Permille(1001), ..OfficerRule::default() };
        let options = OptionalRules { officers: Some(never), ..OptionalRules::default() };
        let text = check_lines(options, &["   after          Lieutenant                      Captain"]);
        assert!(!text.contains("An officer falls") && !text.contains("experience"), "{text}");
    }

    #[test]
    fn leadership_and_combined_arms_are_told_by_their_numbers() {
        let leadership = Some(LeadershipRule { radius: 1, by_rank: Permille(45) });
        let lines = [
            "| Captain | 9 % more |",
            "| General | 27 % more |",
            "   hex            0     1     2",
            "   men            –     127   100",
        ];
        let text = check_lines(OptionalRules { leadership, ..OptionalRules::default() }, &lines);
        assert!(text.contains("is within 1 hex and the friend"), "{text}");
        let combined_arms = Some(CombinedArmsRule { bonus: Permille(200) });
        let lines = [
            "| cavalry | infantry, artillery |",
            "   e loses           120             e loses           100",
        ];
        let options = OptionalRules { combined_arms, ..OptionalRules::default() };
        check_lines(options.clone(), &lines);
        let mut rules = rules_with(options);
        for unit in &mut rules.units {
            unit.tags = vec!["all".to_owned()];
        }
        let alike = write_manual(&rules).unwrap();
        assert!(alike.contains("| cavalry | – |") && !alike.contains("e loses"), "{alike}");
    }

    /// The battles of the drawings.
    #[test]
    fn friends_help_as_they_are_drawn() {
        let leadership = Some(LeadershipRule { radius: 1, ..LeadershipRule::default() });
        let combined_arms = Some(CombinedArmsRule::default());
        let mut rules = rules_with(OptionalRules { leadership, combined_arms, ..OptionalRules::default() });
        rules.setup.distance = 0;
        let situation = |red: &str| {
            let map = format!(
                r##"(name: "row", rows: ["......", "......", "......", "......", "#....."], from: n,
                red: (units: [{red}]), blue: (units: [(type: "infantry", at: (2, 2))]))"##
            );
            let scenario = Scenario::new(MapFile::from_ron(&map).unwrap(), rules.clone());
            let battle = Battle::from_scenario(&scenario).unwrap();
            let from = battle.grid().at(Coord { col: 2, row: 1 }).unwrap();
            battle.fighters_in_attack(UnitId(0), from, UnitId(2)).0.situation
        };
        let attacker = r#"(type: "infantry", at: (2, 1))"#;
        let helper = |kind: &str| format!(r#"{attacker}, (type: "{kind}", at: (2, 3))"#);
        assert_eq!([helper("cavalry"), helper("infantry")].map(|red| situation(&red)), [150, 0]);
        let officer =
            |row: i32| format!(r#"{attacker}, (type: "infantry", rank: "General", at: (2, {row}))"#);
        assert_eq!([0, 3].map(|row| situation(&officer(row))), [180, 0]);
    }
}
