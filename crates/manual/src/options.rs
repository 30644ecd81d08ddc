//! The optional rules in the manual: each with its numbers, its tables and a drawn example.

use std::fmt::{self, Write};

use hotgates_engine::{
    Aftermath, Attack, AttackLosses, AttackSetting, CohesionRule, CombatTable, Condition, Fighter, Hex,
    OptionalRules, Permille, Retreat, RetreatRule, Strength, Terrain, UnitType, UnitTypeId, ZoneEffect,
};

use crate::page::ManualWriter;

const FOG_OF_WAR: &str = r"
### Fog of war

A side sees the hexes that its units see. Looking into a hex costs a unit points of sight, one if the tables below do not say
otherwise, and it sees as far as its points go, around what is dear to look through; the six hexes beside it always. An enemy
on a hex in sight is seen whole. One that goes out of sight leaves a mark: where it stood, in which turn, with how many men.
What stands elsewhere nobody tells: not odds, not a refused order, not the way of a move.

```
   cavalry sees 3 hexes far, a forest (f) costs 2 points of sight

   hex            0  1  2  3  4         hex            0  1  2  3  4
   ground         .  .  .  .  .         ground         .  .  f  .  .
                  C           e                        C        e
   points spent      1  2  3                           1  3
   e is out of sight                    e is out of sight, behind the trees
```

The way of a move is fixed when it is ordered, by what the side knows then. It ends before an enemy that was not seen: the
step is neither made nor paid for, and the unit may go on another way. A type that strikes from an ambush strikes once at whom
has run into it, with one and a half times the losses and unanswered; the unit that ran into it has no MP left. An enemy that
nobody sees has no zone of control until it is seen. After the battle everybody sees everything.
";

const COHESION: &str = "\
At the start of a side's half-turn, before anything is ordered, come three things, each for its units one after the other.
First those break whose cohesion has fallen too low since. Then the broken ones run home, by the cheapest way that leads
neither through enemies nor past them, as far as their MP go. Red's home is where Red came from; Blue's are its castles as long
as it holds any, else the edge opposite. A scenario may name other hexes (`home`). Who is on the edge of the map there leaves
it and is lost; in a castle, or a home inside the map, a unit stays. Who has no hex beside it to go to surrenders, and its men
are lost. Then units rally that have no enemy in sight within two hexes.
";

impl ManualWriter<'_> {
    /// Writes what entering a zone of control does, which types have none, and which pay no heed to them.
    fn write_zones(&mut self, effect: ZoneEffect) -> fmt::Result {
        let (rule, lacking) = match effect {
            ZoneEffect::Nothing => return Ok(()),
            ZoneEffect::EndsMove => (
                "Entering a hex next to an enemy ends the move: the unit may still attack.".to_owned(),
                "These types end no enemy's move",
            ),
            ZoneEffect::Costs(extra) => (
                format!("Entering a hex next to an enemy costs {} MP more than its ground.", extra.0),
                "Beside these types moves cost no more",
            ),
        };
        writeln!(self.out, "\n{rule}")?;
        self.write_types(lacking, |unit| unit.lacks_zone)?;
        self.write_types("These types move as if no enemy were near", |unit| unit.ignores_zones)
    }

    /// Writes a sentence of the types that have something, if any have it.
    fn write_types(&mut self, sentence: &str, have: impl Fn(&UnitType) -> bool) -> fmt::Result {
        let types = self.rules.units.iter().filter(|unit| have(unit));
        let types: Vec<&str> = types.map(|unit| unit.name.as_str()).collect();
        if types.is_empty() { Ok(()) } else { writeln!(self.out, "{sentence}: {}.", types.join(", ")) }
    }

    pub(crate) fn write_options(&mut self) -> fmt::Result {
        let &OptionalRules {
            zone_of_control: _,
            zone_extra: _,
            line_of_sight,
            fog_of_war,
            ref cohesion,
            ref retreat,
            ref supply,
            ref ammunition,
            ref officers,
            ref leadership,
            ref combined_arms,
            ref facing,
            ref height,
            ref reaction,
            ref entrenchment,
            ref works,
            ref weather,
        } = &self.rules.options;
        self.write_zones(self.rules.options.zone_effect())?;
        if line_of_sight {
            writeln!(self.out, "\nA gun does not fire across terrain that stops fire.")?;
        }
        if fog_of_war {
            self.write_fog_of_war()?;
        }
        if let Some(rule) = cohesion {
            self.write_cohesion(rule)?;
        }
        if let Some(rule) = retreat {
            self.write_retreat(rule)?;
        }
        if let Some(rule) = supply {
            self.write_supply(rule)?;
        }
        if let Some(rule) = ammunition {
            self.write_ammunition(rule)?;
        }
        if let Some(rule) = officers {
            self.write_officers(rule)?;
        }
        if let Some(rule) = leadership {
            self.write_leadership(rule)?;
        }
        if let Some(rule) = combined_arms {
            self.write_combined_arms(rule)?;
        }
        if let Some(rule) = facing {
            self.write_facing(rule)?;
        }
        if let Some(rule) = reaction {
            self.write_reaction(rule)?;
        }
        if let Some(rule) = entrenchment {
            self.write_entrenchment(rule)?;
        }
        if let Some(rule) = height {
            self.write_height(rule)?;
        }
        if !works.is_empty() {
            self.write_works(works)?;
        }
        if let Some(rule) = weather {
            self.write_weather(rule)?;
        }
        let adding = [leadership.is_some(), combined_arms.is_some(), facing.is_some(), height.is_some()];
        if adding.into_iter().filter(|&on| on).count() > 1 {
            self.write_paragraph(
                "What leadership, combined arms, facing and height add to the losses of one blow, or take from them, is added \
                 up: 18 % more and 25 % more are 43 % more.",
            )?;
        }
        Ok(())
    }

    /// Writes what units see, and what becomes of moves into the unknown.
    fn write_fog_of_war(&mut self) -> fmt::Result {
        let rules = self.rules;
        self.out.write_str(FOG_OF_WAR)?;
        if rules.options.line_of_sight {
            self.write_paragraph("Nobody looks across terrain that stops fire.")?;
        }
        let costs = |terrain: &Terrain| terrain.sight_cost() != 1;
        let head = ["unit", "sight", "strikes from an ambush"].map(str::to_owned);
        let row = |unit: &UnitType| {
            let ambushes = if unit.ambushes { "yes" } else { "–" };
            vec![unit.name.clone(), unit.sight_range().to_string(), ambushes.to_owned()]
        };
        self.out.push('\n');
        self.write_table(&head, rules.units.iter().map(row))?;
        if rules.terrains.iter().any(costs) {
            self.out.push('\n');
            let head = ["terrain", "points of sight to look into it"].map(str::to_owned);
            let row = |terrain: &Terrain| vec![terrain.name.clone(), terrain.sight_cost().to_string()];
            self.write_table(&head, rules.terrains.iter().filter(|terrain| costs(terrain)).map(row))?;
        }
        Ok(())
    }

    /// Writes how units lose cohesion, what that does to them, and how they rally.
    fn write_cohesion(&mut self, rule: &CohesionRule) -> fmt::Result {
        writeln!(self.out, "\n### Cohesion")?;
        self.write_paragraph(&format!(
            "A unit has a cohesion, {} at first. Of its cohesion a unit loses as many points as it loses of a hundred of \
             its men: who has 800 men and loses 80 of them loses 10 %. When a unit breaks, each friend beside it loses {}.",
            in_percent(Condition::FRESH),
            rule.friend_breaks.in_percent()
        ))?;
        let [waver, breaks, obey] = [rule.waver, rule.breaks, rule.obey].map(Permille::in_percent);
        let rows = [
            (format!("below {waver}"), "wavers: it does not attack; it moves and strikes back as before"),
            (
                format!("below {breaks}"),
                "breaks: it takes no orders, strikes back half as hard, and stops nobody",
            ),
            (format!("{obey} or more"), "takes orders again, if it had broken"),
        ];
        let rows = rows.map(|(cohesion, what)| vec![cohesion, what.to_owned()]);
        self.write_table(&["cohesion", "a unit"].map(str::to_owned), rows)?;
        write!(self.out, "\n{COHESION}")?;
        let ranks = self.rules.rank_ids().map(|id| {
            let gain = rule.rally.0 + rule.rally_by_rank.0 * (u32::from(id.0) + 1);
            vec![self.rules.ranks[id].name.clone(), Permille(gain.min(1000)).in_percent()]
        });
        let nobody = vec!["nobody".to_owned(), rule.rally.in_percent()];
        let rows: Vec<_> = std::iter::once(nobody).chain(ranks).collect();
        let head = ["highest officer within two hexes", "cohesion gained in a turn"].map(str::to_owned);
        self.write_table(&head, rows)?;
        self.draw_break(rule)
    }

    /// Draws a unit that breaks under a blow, by the numbers of the engine.
    fn draw_break(&mut self, rule: &CohesionRule) -> fmt::Result {
        let full = self.rules.units.first().map_or(Strength(0), |unit| unit.strength);
        // Half-way between whole and broken, and hit hard enough to break.
        let before =
            Condition { cohesion: whole_permille(u32::midpoint(1000, rule.breaks.0)), ..Condition::FRESH };
        let share = (u32::from(before.cohesion) + 50).saturating_sub(rule.breaks.0).min(1000);
        let lost = men_in_share(full, share);
        let setting = AttackSetting { target: before, ..AttackSetting::default() };
        let losses = (lost, Strength(0));
        let table = CombatTable::new(self.rules);
        // Of fire nobody gives way, so that the example is of this rule alone.
        let after = table.aftermath(
            Attack::Ranged,
            self.first_fighter(),
            self.first_fighter(),
            AttackLosses::at_mean_rolls(losses),
            setting,
        );
        let Some(after) = after.filter(|after| after.target.broken && lost < full) else { return Ok(()) };
        let friend = Condition::FRESH.shaken_by(rule.friend_breaks);
        let name = &self.rules.units[UnitTypeId(0)].name;
        writeln!(self.out, "\n```")?;
        writeln!(self.out, "   {name} (i) with {} men and a friend (f) beside it; guns fire at i", full.0)?;
        writeln!(self.out)?;
        writeln!(self.out, "   hex            0       1")?;
        writeln!(self.out, "                  f       i")?;
        let line = |when: &str, f: String, i: String| format!("   {when:15}{f:8}{i}");
        writeln!(self.out, "{}", line("before", in_percent(Condition::FRESH), in_percent(before)))?;
        writeln!(
            self.out,
            "{}    i has lost {} men, and breaks",
            line("after", in_percent(friend), in_percent(after.target)),
            lost.0
        )?;
        writeln!(self.out, "```")
    }

    /// Writes who gives way after a melee, to where, and who pursues.
    fn write_retreat(&mut self, rule: &RetreatRule) -> fmt::Result {
        writeln!(self.out, "\n### Giving way")?;
        let cohesion = self.rules.options.cohesion.is_some();
        let stand = if cohesion {
            format!(" and if its cohesion has come below {}", rule.stand.in_percent())
        } else {
            String::new()
        };
        let breaks = if cohesion { "; who has broken always gives way" } else { "" };
        self.write_paragraph(&format!(
            "After a melee that both survive the target gives way if it has lost a share of its men that is larger than the \
             attacker's by {} or more{stand}{breaks}. It goes to a free hex beside it that is not beside the attacker, nor \
             beside another enemy in sight: to the one that costs least to enter, then to the one with the best cover. \
             Of the men whom the blow has cost, {} come back{}; the tables of losses below do not count them.",
            rule.lead.in_percent(),
            rule.spared.in_percent(),
            if cohesion { ", unless the unit has broken" } else { "" },
        ))?;
        let loss = format!(", and loses {} of cohesion", rule.no_room.in_percent());
        let loss = if cohesion { loss.as_str() } else { "" };
        self.write_paragraph(&format!("A unit that should give way and has nowhere to go stays{loss}."))?;
        self.write_paragraph(
            "An attacker of a type that pursues enters the hex that its target has left; it goes no farther in this turn.",
        )?;
        let row =
            |unit: &UnitType| vec![unit.name.clone(), if unit.pursues { "yes" } else { "–" }.to_owned()];
        self.write_table(&["unit", "pursues"].map(str::to_owned), self.rules.units.iter().map(row))?;
        self.draw_giving_way(rule)
    }

    /// Draws a target that gives way, by the numbers of the engine.
    fn draw_giving_way(&mut self, rule: &RetreatRule) -> fmt::Result {
        let target = self.first_fighter();
        let pursuer = self.rules.unit_ids().find(|&kind| self.rules.units[kind].pursues);
        let attacker = pursuer.unwrap_or(target.kind);
        let attacker = Fighter::fresh(attacker, self.rules.units[attacker].strength, target.terrain);
        let condition = match self.rules.options.cohesion {
            Some(_) => Condition { cohesion: whole_permille(rule.stand.0), ..Condition::FRESH },
            None => Condition::FRESH,
        };
        let losses = (men_in_share(target.strength, rule.lead.0 + 50), men_in_share(attacker.strength, 50));
        let setting = AttackSetting {
            target: condition,
            refuge: Some(Hex::ZERO),
            can_follow: true,
            ..AttackSetting::default()
        };
        let after = CombatTable::new(self.rules).aftermath(
            Attack::Melee,
            attacker,
            target,
            AttackLosses::at_mean_rolls(losses),
            setting,
        );
        let Some(Aftermath { retreat: Retreat::To(_), men_back, pursues, .. }) = after else { return Ok(()) };
        let [striker, struck] = [attacker.kind, target.kind].map(|kind| &self.rules.units[kind]);
        writeln!(self.out, "\n```")?;
        writeln!(
            self.out,
            "   {} (A), {} men, strikes {} (t), {} men: t loses {}, A loses {}",
            striker.name, attacker.strength.0, struck.name, target.strength.0, losses.0.0, losses.1.0
        )?;
        writeln!(self.out)?;
        writeln!(self.out, "   hex            0  1  2  3         hex            0  1  2  3")?;
        let after = if pursues { "A  t" } else { "A  .  t" };
        let pad = if pursues { ".  " } else { "" };
        writeln!(self.out, "   before         A  t  .  .         after          {pad}{after}  .")?;
        let left = target.strength.0 - losses.0.0 + men_back.0;
        writeln!(self.out, "   {} men come back to t, which has {left}", men_back.0)?;
        writeln!(self.out, "```")
    }

    /// Returns a fresh unit of the first type where there is no cover.
    pub(crate) fn first_fighter(&self) -> Fighter {
        let bare = self.distinct_covers().first().copied().unwrap_or_default();
        self.typical_fighter(UnitTypeId(0), bare)
    }
}

/// Returns the cohesion of a unit in this condition, in percent.
fn in_percent(condition: Condition) -> String {
    Permille(condition.cohesion.into()).in_percent()
}

/// Returns a number of ‰ rounded down to whole percent, at most 1000.
fn whole_permille(permille: u32) -> u16 {
    u16::try_from(permille.min(1000) / 10 * 10).expect("at most 1000")
}

/// Returns as many men as a share in ‰ of a unit, rounded up, at most all.
pub(crate) fn men_in_share(full: Strength, permille: u32) -> Strength {
    let men = (u32::from(full.0) * permille).div_ceil(1000);
    u16::try_from(men).map_or(full, |men| Strength(men.min(full.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write_manual;
    use hotgates_engine::Ruleset;

    /// The classic ruleset with these rules, of which cavalry pursues.
    fn manual_with(cohesion: Option<CohesionRule>, retreat: Option<RetreatRule>) -> String {
        let mut rules = Ruleset::classic();
        rules.units[1].pursues = true;
        (rules.options.cohesion, rules.options.retreat) = (cohesion, retreat);
        write_manual(&rules).unwrap()
    }

    #[test]
    fn cohesion_is_told_by_its_numbers() {
        assert!(!manual_with(None, None).contains("cohesion"));
        let text = manual_with(Some(CohesionRule::default()), None);
        let rows = ["| 45 % or more | takes orders again, if it had broken |", "| nobody | 10 % |"];
        for row in rows.into_iter().chain(["| Lieutenant | 20 % |", "| General | 70 % |"]) {
            assert!(text.lines().any(|line| line == row), "{row}: {text}");
        }
        // 60 % less the 45 % of its men that the unit loses.
        let drawn = [
            "   before         100 %   60 %",
            "   after          95 %    15 %    i has lost 450 men, and breaks",
        ];
        for line in drawn {
            assert!(text.lines().any(|drawn| drawn == line), "{line}: {text}");
        }
        assert!(!text.contains("### Giving way"));
        let waver =
            CohesionRule { waver: Permille(555), friend_breaks: Permille(120), ..CohesionRule::default() };
        let text = manual_with(Some(waver), None);
        assert!(
            text.contains("| below 55.5 % | wavers") && text.contains("   after          88 %"),
            "{text}"
        );
    }

    /// Where nothing makes a unit break there is no picture of one that does.
    #[test]
    fn what_cannot_happen_is_not_drawn() {
        let never = CohesionRule { breaks: Permille(0), ..CohesionRule::default() };
        let text = manual_with(Some(never), None);
        assert!(text.contains("### Cohesion") && !text.contains("and breaks"), "{text}");
        let all = RetreatRule { lead: Permille(1000), ..RetreatRule::default() };
        let text = manual_with(None, Some(all));
        assert!(text.contains("### Giving way") && !text.contains("come back to t"), "{text}");
    }

    #[test]
    fn giving_way_is_told_by_its_numbers() {
        let text = manual_with(None, Some(RetreatRule::default()));
        // Three tenths of 150 men.
        for line in ["| cavalry | yes |", "| infantry | – |", "   45 men come back to t, which has 895"] {
            assert!(text.lines().any(|drawn| drawn == line), "{line}: {text}");
        }
        assert!(text.contains("after          .  A  t  ."), "cavalry pursues: {text}");
        assert!(!text.contains("below 70 %") && !text.contains("of cohesion"), "no cohesion here: {text}");
        let text = manual_with(Some(CohesionRule::default()), Some(RetreatRule::default()));
        assert!(text.contains("below 70 %") && text.contains("loses 10 % of cohesion"), "{text}");
    }
}
