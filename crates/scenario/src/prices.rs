//! Prices: the points that units and armies cost, and the army that a sum of points buys.

use crate::scenario::{Army, UnitEntry};
use crate::side_terms::AllowedTypes;
use hotgates_rules::{MAX_UNITS, Ruleset};
use hotgates_text::Side;

/// The reason why a sum of points buys no army.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PurchaseRefusal {
    /// A unit type of the standard army has no price.
    #[error("the ruleset gives no points to the units of the standard army")]
    NoPrices,
    /// Fewer points than the cheapest unit costs.
    #[error("the cheapest unit costs {least} points")]
    TooFewPoints {
        /// Price of the cheapest unit.
        least: u32,
    },
    /// Points for more units than an army may have.
    #[error("that buys more than {MAX_UNITS} units")]
    TooManyUnits,
}

impl Army {
    /// Returns the price of units, in points: each one's is that of its type in proportion to its
    /// men, rounded half up. Officers cost nothing. `None` where a unit's type has no price.
    pub fn price_of_units(units: &[UnitEntry], rules: &Ruleset) -> Option<u64> {
        let price = |unit: &UnitEntry| {
            let kind = &rules.units[rules.unit(&unit.kind)?];
            let (points, full) = (u64::from(kind.points?), u64::from(kind.strength.0.max(1)));
            let men = unit.strength.map_or(full, |men| u64::try_from(men).unwrap_or(0));
            Some((2 * points * men + full) / (2 * full))
        };
        units.iter().map(price).sum()
    }

    /// Returns the army that a side gets for a sum of points, and never costs more: units of those types of
    /// the standard army that the side may have, in its proportions, rounded down, and then one more of the
    /// types that lack the largest part of a unit, as long as the rest pays for it.
    ///
    /// # Errors
    /// When a type of the standard army has no price, or the sum is too small or too large.
    pub fn for_points(
        points: u32,
        side: Side,
        rules: &Ruleset,
        types: &AllowedTypes,
    ) -> Result<Self, PurchaseRefusal> {
        let price = |name: &str| rules.units[rules.unit(name)?].points.map(u64::from);
        let list = types.standard_army(side, rules).into_iter().filter(|&(_, count)| count > 0);
        let list: Option<Vec<_>> =
            list.map(|(name, count)| Some((name, u64::from(count), price(name)?))).collect();
        let list = list.filter(|list| !list.is_empty()).ok_or(PurchaseRefusal::NoPrices)?;
        let whole: u64 = list.iter().map(|(_, count, price)| count * price).sum();
        let points = u64::from(points);
        let mut counts: Vec<u64> = list.iter().map(|(_, count, _)| count * points / whole).collect();
        let mut rest =
            points - list.iter().zip(&counts).map(|((.., price), count)| price * count).sum::<u64>();
        let mut lacking: Vec<usize> = (0..list.len()).collect();
        lacking.sort_by_key(|&place| std::cmp::Reverse(list[place].1 * points % whole));
        for place in lacking {
            let (_, count, price) = list[place];
            if count * points % whole > 0 && price <= rest {
                counts[place] += 1;
                rest -= price;
            }
        }
        match counts.iter().sum::<u64>() {
            0 => {
                let least = list.iter().map(|&(.., price)| price).min().unwrap_or(0);
                Err(PurchaseRefusal::TooFewPoints { least: u32::try_from(least).unwrap_or(u32::MAX) })
            }
            units if units > MAX_UNITS as u64 => Err(PurchaseRefusal::TooManyUnits),
            _ => {
                let units = list
                    .iter()
                    .zip(counts)
                    .flat_map(|((name, ..), count)| (0..count).map(|_| UnitEntry::new(*name)));
                Ok(Self { commander: None, units: units.collect() })
            }
        }
    }
}
