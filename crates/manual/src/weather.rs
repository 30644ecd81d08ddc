//! Weather and times of day in the manual.

use std::fmt::{self, Write};

use hotgates_engine::{Permille, WeatherRule, WeatherState};

use crate::page::ManualWriter;

impl ManualWriter<'_> {
    /// Writes which states there are, what each of them does, and when it comes.
    pub(crate) fn write_weather(&mut self, rule: &WeatherRule) -> fmt::Result {
        writeln!(self.out, "\n### Weather")?;
        self.write_paragraph(
            "Each turn has one weather for both sides, which comes before anything else happens in the turn. It changes what \
             hexes cost to enter, how far units see and what fire from afar does; melee is the same in all weather.",
        )?;
        let percent = |factor: Permille| factor.in_percent();
        let costs = |state: &WeatherState| {
            let each = state.costs.iter().map(|(terrain, &factor)| format!("{terrain} {}", percent(factor)));
            each.collect::<Vec<_>>().join(", ")
        };
        let row = |state: &WeatherState| {
            let costs = if state.costs.is_empty() { "as usual".to_owned() } else { costs(state) };
            vec![state.name.clone(), costs, percent(state.sight), percent(state.fire)]
        };
        self.write_table(
            &["weather", "costs, rounded up", "points of sight", "losses by fire"].map(str::to_owned),
            rule.states.iter().map(row),
        )?;
        if !rule.schedule.is_empty() {
            self.write_paragraph("It comes in this order, and then again from the first:")?;
            writeln!(self.out, "\n```")?;
            let wide = rule.schedule.iter().map(|name| name.chars().count()).max().unwrap_or(0) + 2;
            let columns = |cells: Vec<String>| {
                let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<wide$}")).collect();
                cells.concat().trim_end().to_owned()
            };
            let turns = (1..=rule.schedule.len()).map(|turn| turn.to_string()).collect();
            writeln!(self.out, "   turn      {}", columns(turns))?;
            writeln!(self.out, "   weather   {}", columns(rule.schedule.clone()))?;
            return writeln!(self.out, "```");
        }
        self.write_paragraph(&format!(
            "A battle begins with {}. Which weather follows in the next turn is drawn by chance, the same for a seed whatever \
             is ordered:",
            rule.states[rule.first().index()].name,
        ))?;
        let names = rule.states.iter().map(|state| state.name.clone());
        let head: Vec<String> = std::iter::once("after".to_owned()).chain(names).collect();
        let row = |state: &WeatherState| {
            let sum: u32 = state.next.values().sum();
            let chance = |other: &WeatherState| {
                let weight = state.next.get(&other.name).copied().unwrap_or(0);
                let stays = sum == 0 && other.name == state.name;
                let permille = if stays { 1000 } else { (2000 * weight + sum) / (2 * sum.max(1)) };
                percent(Permille(permille))
            };
            std::iter::once(state.name.clone()).chain(rule.states.iter().map(chance)).collect()
        };
        self.write_table(&head, rule.states.iter().map(row))
    }
}

#[cfg(test)]
mod tests {
    use hotgates_engine::{Ruleset, WeatherRule, parse_ron};

    use crate::write_manual;

    fn manual_with(source: &str) -> String {
        let mut rules = Ruleset::classic();
        rules.options.weather = Some(parse_ron::<WeatherRule>(source).expect("a rule of weather"));
        write_manual(&rules).unwrap()
    }

    #[test]
    fn a_schedule_is_written_turn_by_turn() {
        let text = manual_with(
            r#"(states: [(name: "day"), (name: "night", costs: {"grass": 1500}, sight: 400, fire: 500)],
                schedule: ["night", "day", "day"])"#,
        );
        assert!(text.contains("| night | grass 150 % | 40 % | 50 % |"), "{text}");
        assert!(text.contains("   turn      1      2      3\n   weather   night  day    day\n"), "{text}");
    }

    #[test]
    fn chances_are_those_of_the_weights() {
        let text = manual_with(r#"(states: [(name: "dry", next: {"dry": 3, "rain": 1}), (name: "rain")])"#);
        assert!(text.contains("| dry | 75 % | 25 % |") && text.contains("| rain | 0 % | 100 % |"), "{text}");
        assert!(!write_manual(&Ruleset::classic()).unwrap().contains("### Weather"));
    }
}
