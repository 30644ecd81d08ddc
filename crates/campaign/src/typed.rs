//! The army in lines of text, and refit as people type it: units go by their numbers in the army.

use hotgates_engine::count_words;

use crate::campaign::Campaign;
use crate::refit::Refit;
use crate::state::{ArmyUnit, CampaignState};

/// Words that are no refit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableRefit {
    /// A first word that stands for nothing, or words that it does not go with.
    #[error(
        "this is nothing that can be done with an army: `men 2 100`, `buy peltasts`, `send 2`, `rest 2` and `swap 2 5` are"
    )]
    NoRefit,
    /// A number of no unit.
    #[error("there is no unit {number}; they go from 1 to {units}")]
    NoSuchNumber {
        /// The number.
        number: usize,
        /// Number of units.
        units: usize,
    },
}

impl Campaign {
    /// Reads a refit: `men 2 100` has unit 2 of the army replenished with 100 men, `men 2` with all that it
    /// lacks; `buy peltasts` buys a unit, `send 2` and `rest 2` say whether unit 2 fights, `swap 2 5` has
    /// units 2 and 5 exchange places.
    ///
    /// # Errors
    /// When the words are no refit, or there is no such unit.
    pub fn refit_from_text(&self, state: &CampaignState, text: &str) -> Result<Refit, UnreadableRefit> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let unit = |number: &str| {
            let number: usize = number.parse().map_err(|_| UnreadableRefit::NoRefit)?;
            let unit = number.checked_sub(1).and_then(|place| state.army().get(place));
            unit.ok_or(UnreadableRefit::NoSuchNumber { number, units: state.army().len() })
        };
        match words.as_slice() {
            ["men", number] => {
                let unit = unit(number)?;
                let men = self.full_strength(&unit.kind).0 - unit.men;
                Ok(Refit::Replenish { unit: unit.key.clone(), men })
            }
            ["men", number, men] => {
                let men = men.parse().map_err(|_| UnreadableRefit::NoRefit)?;
                Ok(Refit::Replenish { unit: unit(number)?.key.clone(), men })
            }
            ["buy", kind @ ..] if !kind.is_empty() => Ok(Refit::Buy { kind: kind.join(" ") }),
            ["send", number] => Ok(Refit::Field { unit: unit(number)?.key.clone() }),
            ["rest", number] => Ok(Refit::Rest { unit: unit(number)?.key.clone() }),
            ["swap", number, other] => {
                Ok(Refit::Exchange { unit: unit(number)?.key.clone(), other: unit(other)?.key.clone() })
            }
            _ => Err(UnreadableRefit::NoRefit),
        }
    }

    /// Returns the army in lines: each unit with its number, what it has, and what all the men that it lacks
    /// cost; then the points, and what they may buy.
    pub fn army_in_lines(&self, state: &CampaignState) -> Vec<String> {
        let line = |(number, unit): (usize, &ArmyUnit)| {
            let full = self.full_strength(&unit.kind).0;
            let lacking = match full - unit.men {
                0 => String::new(),
                men => format!(
                    "; {men} more cost {}",
                    count_words(self.price_of_men(&unit.kind, men), "point", "points")
                ),
            };
            let officer = [unit.rank.as_deref(), unit.officer.as_deref()];
            let officer: Vec<&str> = officer.into_iter().flatten().collect();
            let officer = if officer.is_empty() { String::new() } else { format!(", {}", officer.join(" ")) };
            let experience = match unit.experience {
                0 => String::new(),
                gained => format!(", experience {gained}"),
            };
            let place = state.fielded().iter().position(|key| *key == unit.key).map(|place| place + 1);
            let fights = place.map_or_else(|| "rests   ".to_owned(), |place| format!("place {place:2}"));
            let ArmyUnit { key, kind, men, .. } = unit;
            format!(
                "{number:3}  {fights}  {key:16} {kind:10} {men:4} of {full:4} men{officer}{experience}{lacking}"
            )
        };
        let mut lines: Vec<String> = (1..).zip(state.army()).map(line).collect();
        let price = |kind: &String| format!("{kind} {}", self.price_of_men(kind, self.full_strength(kind).0));
        let recruits: Vec<String> = self.file().recruits.iter().map(price).collect();
        let recruits =
            if recruits.is_empty() { String::new() } else { format!("; to buy: {}", recruits.join(", ")) };
        lines.push(format!("{}{recruits}", count_words(state.points(), "point", "points")));
        let places = self.battle_at(state).map_or(0, |battle| battle.places.len());
        lines.push(format!("{} of {} taken", state.fielded().len(), count_words(places, "place", "places")));
        lines
    }
}
