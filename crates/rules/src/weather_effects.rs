//! What weather does: the next turn's draw, and rules with the costs and the sight of a state.

use hotgates_grid::MovementPoints;
use hotgates_text::Permille;

use crate::dice::Dice;
use crate::ids::WeatherId;
use crate::limits::MAX_COST;
use crate::ruleset::Ruleset;
use crate::weather::{WeatherRule, WeatherState};

/// What dice draw besides the rolls of attacks.
const WEATHER: u64 = 0x7765_6174_6865_7200;

impl WeatherRule {
    /// Returns the state of the turn after `turn`, in which this one reigns: by the schedule, or drawn by a
    /// stream of the dice's seed that no roll and no other turn moves.
    #[must_use]
    pub fn drawn_after(&self, now: WeatherId, turn: u32, dice: &Dice) -> WeatherId {
        if let Some(scheduled) = self.scheduled(turn + 1) {
            return scheduled;
        }
        let next = &self.states[now.index()].next;
        let sum: u32 = next.values().sum();
        if sum == 0 {
            return now;
        }
        let mut drawn = dice.of_turn(WEATHER, turn).draw_below(sum);
        for (name, &weight) in next {
            if drawn < weight {
                return self.by_name(name).unwrap_or(now);
            }
            drawn -= weight;
        }
        now
    }
}

impl WeatherState {
    /// Returns the rules with the costs and the sight of the state.
    #[must_use]
    pub fn applied_to(&self, rules: &Ruleset) -> Ruleset {
        let mut rules = rules.clone();
        for terrain in &mut rules.terrains {
            let Some(&factor) = self.costs.get(&terrain.name) else { continue };
            terrain.cost = terrain.cost.map(|cost| scaled_cost(cost, factor));
            terrain.cost_for.values_mut().for_each(|cost| *cost = scaled_cost(*cost, factor));
        }
        for unit in &mut rules.units {
            let seen = unit.sight_range() * self.sight.0 / 1000;
            unit.sight = Some(seen.max(1));
        }
        rules
    }
}

/// Returns a cost times a factor, rounded up, at most the highest cost; a cost of 0, for ground that cannot
/// be entered, stays.
fn scaled_cost(MovementPoints(cost): MovementPoints, Permille(factor): Permille) -> MovementPoints {
    let scaled = (u32::from(cost) * factor).div_ceil(1000).min(MAX_COST.into());
    MovementPoints(u16::try_from(scaled).expect("at most the highest cost").max(cost.min(1)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn rain_and_sun() -> WeatherRule {
        let state = |name: &str, next: &[(&str, u32)]| WeatherState {
            name: name.into(),
            costs: BTreeMap::from([("grass".into(), Permille(1500)), ("water".into(), Permille(2000))]),
            sight: Permille(500),
            fire: Permille(700),
            next: next.iter().map(|&(name, weight)| (name.into(), weight)).collect(),
        };
        let states = vec![state("sun", &[("sun", 3), ("rain", 1)]), state("rain", &[("sun", 1)])];
        WeatherRule { states, schedule: Vec::new() }
    }

    #[test]
    fn chance_decides_by_weights_and_no_roll_moves_it() {
        let rule = rain_and_sun();
        let mut dice = Dice::new(5);
        let drawn: Vec<WeatherId> =
            (0..4000).map(|turn| rule.drawn_after(WeatherId(0), turn, &dice)).collect();
        let rainy = drawn.iter().filter(|&&state| state == WeatherId(1)).count();
        assert!((900..1100).contains(&rainy), "{rainy} of 4000 with a weight of 1 in 4");
        dice.roll_sum();
        assert!(
            (0..4000).zip(&drawn).all(|(turn, &state)| rule.drawn_after(WeatherId(0), turn, &dice) == state)
        );
        assert!((0..99).all(|turn| rule.drawn_after(WeatherId(1), turn, &dice) == WeatherId(0)));
        let other = Dice::new(6);
        assert!(
            (0..99).zip(&drawn).any(|(turn, &state)| rule.drawn_after(WeatherId(0), turn, &other) != state)
        );
    }

    #[test]
    fn costs_are_rounded_up_and_what_cannot_be_entered_stays_so() {
        let rules = rain_and_sun().states[0].applied_to(&Ruleset::classic());
        let cost = |name: &str| rules.terrains[rules.terrain(name).unwrap()].cost.map(|cost| cost.0);
        assert_eq!([cost("grass"), cost("road"), cost("water")], [Some(3), Some(1), None]);
        assert_eq!(scaled_cost(MovementPoints(3), Permille(1100)), MovementPoints(4));
        assert_eq!(scaled_cost(MovementPoints(3), Permille(0)), MovementPoints(1));
        assert_eq!(scaled_cost(MovementPoints(250), Permille(9000)), MovementPoints(250));
        assert_eq!(scaled_cost(MovementPoints(0), Permille(9000)), MovementPoints(0));
        assert_eq!(rules.units[0].sight, Some(2));
    }
}
