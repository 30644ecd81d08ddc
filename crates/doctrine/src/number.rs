//! The numbers of a doctrine one by one: names, limits, and what each is for.

use hotgates_choke::DetourRule;

use crate::doctrine::{AnswerWeights, Doctrine, EvaluationWeights};

/// A number of a doctrine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoctrineNumber {
    /// The field of the file, such as `answers.hunter`.
    pub field: &'static str,
    /// Greatest number that a file may hold; the least is 0.
    pub most: u32,
    /// Numbers between which tuning looks, the least and the greatest.
    pub bounds: [u32; 2],
    /// The part of command that the number is for.
    pub part: DoctrinePart,
}

/// A part of command, which some commanders have and others lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoctrinePart {
    /// Attacking and marching.
    Hunting,
    /// Holding ground, and leaving it for a charge.
    Holding,
    /// Comparing plans.
    Planning,
    /// Minding how units hold together, where a ruleset asks.
    Condition,
    /// Working on the ground, where a ruleset has works.
    Works,
}

/// Greatest number that a doctrine may hold, if nothing makes it smaller.
const MOST: u32 = 100_000;
/// The whole, in ‰.
const WHOLE: u32 = 1000;
/// Number of numbers.
const COUNT: usize = 19;

/// Returns a number with its limits.
const fn number(field: &'static str, part: DoctrinePart, most: u32, bounds: [u32; 2]) -> DoctrineNumber {
    DoctrineNumber { field, most, bounds, part }
}

impl Doctrine {
    /// Every number with its place: the only list of them. A field that is new has to be named here, for no
    /// pattern leaves any out.
    fn places(&mut self) -> [(DoctrineNumber, &mut u32); COUNT] {
        use DoctrinePart::{Condition, Holding, Hunting, Planning, Works};
        let Self {
            format: _,
            detour: DetourRule { factor, extra },
            survey,
            deployment,
            relief,
            weaker,
            dusk,
            dusk_always: _,
            answers: AnswerWeights { hunter, warden, march },
            boldness,
            progress,
            haste,
            evaluation: EvaluationWeights { armies, castles, march: way, siege },
            condition,
            works,
        } = self;
        [
            (number("detour.factor", Holding, MOST, [1, 4]), factor),
            (number("detour.extra", Holding, MOST, [0, 12]), extra),
            (number("survey", Holding, WHOLE, [50, 600]), survey),
            (number("deployment", Holding, WHOLE, [100, 900]), deployment),
            (number("relief", Holding, WHOLE, [100, 1000]), relief),
            (number("weaker", Holding, MOST, [100, 1200]), weaker),
            (number("dusk", Holding, WHOLE, [0, 600]), dusk),
            (number("answers.hunter", Hunting, MOST, [0, 1000]), hunter),
            (number("answers.warden", Holding, MOST, [0, 1000]), warden),
            (number("answers.march", Hunting, MOST, [0, 600]), march),
            (number("boldness", Hunting, MOST, [0, 3000]), boldness),
            (number("progress", Hunting, MOST, [0, 3000]), progress),
            (number("haste", Hunting, MOST, [0, 20]), haste),
            (number("evaluation.armies", Planning, MOST, [0, 3000]), armies),
            (number("evaluation.castles", Planning, MOST, [0, 3000]), castles),
            (number("evaluation.march", Planning, MOST, [0, 3000]), way),
            (number("evaluation.siege", Planning, MOST, [0, 3000]), siege),
            (number("condition", Condition, MOST, [0, 3000]), condition),
            (number("works", Works, MOST, [0, 3000]), works),
        ]
    }

    /// Returns every number of the doctrine with its value, in the order of the file.
    #[must_use]
    pub fn numbers(&self) -> Vec<(DoctrineNumber, u32)> {
        let mut copy = self.clone();
        copy.places().map(|(number, value)| (number, *value)).to_vec()
    }

    /// Returns the doctrine with other values for numbers, each by its field; unknown fields change nothing.
    ///
    /// ```
    /// let usual = hotgates_doctrine::Doctrine::default();
    /// assert_eq!(usual.with_values([("answers.march", 150)]).answers.march, 150);
    /// ```
    #[must_use]
    pub fn with_values<'a>(&self, values: impl IntoIterator<Item = (&'a str, u32)>) -> Self {
        let mut changed = self.clone();
        for (field, value) in values {
            if let Some((_, place)) = changed.places().into_iter().find(|(number, _)| number.field == field) {
                *place = value;
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Fields of an object that hold numbers, those of objects within by their whole path.
    fn fields_with_numbers(path: &str, value: &Value, fields: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (name, value) in object {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    fields_with_numbers(&path, value, fields);
                }
            }
            Value::Number(_) => fields.push(path.to_owned()),
            _ => {}
        }
    }

    #[test]
    fn every_number_of_a_file_has_its_limits() {
        let doctrine = Doctrine::default();
        let mut fields = Vec::new();
        fields_with_numbers("", &serde_json::to_value(&doctrine).unwrap(), &mut fields);
        let numbers = doctrine.numbers();
        let mut named: Vec<_> = numbers.iter().map(|(number, _)| number.field.to_owned()).collect();
        fields.sort();
        named.sort();
        assert_eq!(fields, named);
        for (number, value) in numbers {
            let [low, high] = number.bounds;
            assert!(
                low <= value && value <= high && low < high && high <= number.most,
                "{number:?}: {value}"
            );
        }
    }

    #[test]
    fn each_value_goes_to_its_own_field() {
        let usual = Doctrine::default();
        for (number, value) in usual.numbers() {
            let changed = usual.with_values([(number.field, value + 1)]);
            let json = serde_json::to_value(&changed).unwrap();
            let at = number.field.split('.').fold(&json, |value, field| &value[field]);
            assert_eq!(at.as_u64(), Some(u64::from(value) + 1), "{}", number.field);
            let others = |doctrine: &Doctrine| {
                let numbers = doctrine.numbers().into_iter();
                numbers.filter(|(other, _)| other.field != number.field).collect::<Vec<_>>()
            };
            assert_eq!(others(&changed), others(&usual));
        }
        assert_eq!(usual.with_values([("nothing", 3)]), usual);
    }
}
