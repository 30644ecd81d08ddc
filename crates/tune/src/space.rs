//! The space in which tuning looks: some numbers of a doctrine, each between its bounds.

use hotgates_doctrine::{Doctrine, DoctrinePart};
use serde::{Deserialize, Serialize};

/// A number that is tuned, and the bounds between which it stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TunedNumber {
    /// Field of the doctrine, such as `answers.hunter`.
    pub field: String,
    /// Value at the start.
    pub start: u32,
    /// Least value.
    pub low: u32,
    /// Greatest value.
    pub high: u32,
}

/// Doctrines that differ from one in some numbers, as points: each coordinate goes from 0 at a number's least
/// value to 1 at its greatest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoctrineSpace {
    start: Doctrine,
    numbers: Vec<TunedNumber>,
}

impl DoctrineSpace {
    /// Returns the space around a doctrine in the numbers of these parts of command. Bounds are those of the numbers, and
    /// go as far as the doctrine itself.
    #[must_use]
    pub fn new(start: Doctrine, parts: &[DoctrinePart]) -> Self {
        let numbers = start.numbers().into_iter().filter(|(number, _)| parts.contains(&number.part));
        let numbers = numbers.map(|(number, value)| {
            let [low, high] = number.bounds;
            TunedNumber {
                field: number.field.to_owned(),
                start: value,
                low: low.min(value),
                high: high.max(value),
            }
        });
        Self { numbers: numbers.collect(), start }
    }

    /// Returns the space around a doctrine in the numbers of a plan.
    #[must_use]
    pub const fn of_numbers(start: Doctrine, numbers: Vec<TunedNumber>) -> Self {
        Self { start, numbers }
    }

    /// Returns the space in the named numbers alone. A name is a field, such as `boldness`, or the beginning of several,
    /// such as `answers`; without a name the space stays as it is.
    ///
    /// # Errors
    /// The first name that no number of the space has.
    pub fn with_numbers(mut self, names: &[String]) -> Result<Self, &str> {
        let has_name = |number: &TunedNumber, name: &str| {
            number.field.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_unknown = |name: &&String| !self.numbers.iter().any(|number| has_name(number, name));
        if let Some(unknown) = names.iter().find(is_unknown) {
            return Err(unknown);
        }
        self.numbers.retain(|number| names.is_empty() || names.iter().any(|name| has_name(number, name)));
        Ok(self)
    }

    /// The doctrine that the space lies around.
    pub const fn start(&self) -> &Doctrine {
        &self.start
    }

    /// The numbers that are tuned, in the order of the coordinates.
    pub fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    /// Returns the length of a step by one whole number along each coordinate.
    pub fn grains(&self) -> Vec<f64> {
        self.numbers.iter().map(|number| 1.0 / span(number)).collect()
    }

    /// Returns the point of a doctrine; it lies outside where a number is beyond its bounds.
    pub fn point_of_doctrine(&self, doctrine: &Doctrine) -> Vec<f64> {
        let values = self.values_of_doctrine(doctrine).into_iter();
        let at =
            |(number, value): (&TunedNumber, u32)| (f64::from(value) - f64::from(number.low)) / span(number);
        self.numbers.iter().zip(values).map(at).collect()
    }

    /// Returns the doctrine next to a point, within the bounds.
    #[must_use]
    pub fn doctrine_at(&self, point: &[f64]) -> Doctrine {
        let values = self.numbers.iter().zip(point).map(|(number, &at)| {
            let value = f64::from(number.low) + at.clamp(0.0, 1.0) * span(number);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "between the bounds of a number"
            )]
            let value = value.round() as u32;
            value
        });
        self.doctrine_of_values(&values.collect::<Vec<_>>())
    }

    /// Returns the doctrine with these values of the tuned numbers.
    #[must_use]
    pub fn doctrine_of_values(&self, values: &[u32]) -> Doctrine {
        let fields = self.numbers.iter().map(|number| number.field.as_str());
        self.start.with_values(fields.zip(values.iter().copied()))
    }

    /// Returns the values of the tuned numbers in a doctrine.
    pub fn values_of_doctrine(&self, doctrine: &Doctrine) -> Vec<u32> {
        let all = doctrine.numbers();
        let value = |number: &TunedNumber| {
            all.iter()
                .find(|(other, _)| other.field == number.field)
                .map_or(number.start, |(_, value)| *value)
        };
        self.numbers.iter().map(value).collect()
    }
}

/// Returns the distance between the bounds of a number.
fn span(number: &TunedNumber) -> f64 {
    f64::from((number.high - number.low).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EVERY_PART: [DoctrinePart; 5] = [
        DoctrinePart::Hunting,
        DoctrinePart::Holding,
        DoctrinePart::Planning,
        DoctrinePart::Condition,
        DoctrinePart::Works,
    ];

    proptest! {
        #[test]
        fn a_doctrine_comes_back_from_its_point(shares in prop::collection::vec(0.0..=1.0_f64, 19)) {
            let space = DoctrineSpace::new(Doctrine::default(), &EVERY_PART);
            prop_assert_eq!(space.numbers().len(), shares.len());
            let doctrine = space.doctrine_at(&shares);
            for (number, value) in space.numbers().iter().zip(space.values_of_doctrine(&doctrine)) {
                prop_assert!(number.low <= value && value <= number.high);
            }
            let point = space.point_of_doctrine(&doctrine);
            prop_assert_eq!(space.doctrine_at(&point), doctrine);
            let half = |grain: &f64| grain / 2.0 + 1e-9;
            for ((at, share), grain) in point.iter().zip(&shares).zip(&space.grains()) {
                prop_assert!((at - share).abs() <= half(grain));
            }
        }
    }

    #[test]
    fn a_space_is_narrowed_to_named_numbers() {
        let fields_of = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            let space = DoctrineSpace::new(Doctrine::default(), &[DoctrinePart::Hunting]);
            let narrowed = space.with_numbers(&names).map_err(str::to_owned)?;
            Ok(narrowed.numbers().iter().map(|number| number.field.clone()).collect::<Vec<_>>())
        };
        assert_eq!(fields_of(&[]).map(|fields: Vec<_>| fields.len()), Ok(5));
        let named = ["answers.hunter", "answers.march", "progress"].map(str::to_owned);
        assert_eq!(fields_of(&["progress", "answers"]), Ok(named.to_vec()));
        for unknown in ["answer", "relief", "answers.march.x"] {
            assert_eq!(fields_of(&["progress", unknown]), Err(unknown.to_owned()));
        }
    }

    #[test]
    fn numbers_of_other_parts_stay_as_they_are() {
        let start = Doctrine { boldness: 5000, ..Doctrine::default() };
        let space = DoctrineSpace::new(start.clone(), &[DoctrinePart::Hunting]);
        let fields: Vec<_> = space.numbers().iter().map(|number| number.field.as_str()).collect();
        assert_eq!(fields, ["answers.hunter", "answers.march", "boldness", "progress", "haste"]);
        assert_eq!((space.numbers()[2].low, space.numbers()[2].high), (0, 5000), "as far as the doctrine");
        assert_eq!(space.doctrine_at(&space.point_of_doctrine(&start)), start);
        let lowest = space.doctrine_at(&[0.0, -1.0, 0.0, 0.0, 0.0]);
        assert_eq!((lowest.relief, lowest.answers.hunter, lowest.boldness), (start.relief, 0, 0));
    }
}
