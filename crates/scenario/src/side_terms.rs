//! Terms on which the sides meet: the unit types that each may have, and a factor on the losses that its units deal.

use hotgates_rules::{MAX_KINDS, Ruleset};
use hotgates_text::{Fault, FaultKind, NameKind, Permille, Side, read_at_most};
use serde::{Deserialize, Serialize};

/// The unit types that a scenario allows each side.
///
/// ```
/// use hotgates_scenario::MapFile;
/// use hotgates_text::Side;
///
/// let map = MapFile::from_ron("Map(name: \"A ford\", rows: [\".#\"], types: (red: [\"cavalry\"]))")?;
/// assert!(map.types.allows(Side::Red, "cavalry") && !map.types.allows(Side::Red, "artillery"));
/// assert!(map.types.allows(Side::Blue, "artillery"), "a side without a list may have every type");
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowedTypes {
    /// Names of the types that Red may have; every type, if none are given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_KINDS, _, _>"
    )]
    pub red: Vec<String>,
    /// Names of the types that Blue may have; every type, if none are given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_KINDS, _, _>"
    )]
    pub blue: Vec<String>,
}

impl AllowedTypes {
    /// Returns `true` if both sides may have every type.
    pub const fn is_empty(&self) -> bool {
        self.red.is_empty() && self.blue.is_empty()
    }

    /// Returns the names of the types that a side may have; none where it may have every type.
    pub fn of_side(&self, side: Side) -> &[String] {
        match side {
            Side::Red => &self.red,
            Side::Blue => &self.blue,
        }
    }

    /// Returns the names for a side, to be changed.
    pub const fn names_mut(&mut self, side: Side) -> &mut Vec<String> {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }

    /// Returns `true` if a side may have units of the type of this name.
    pub fn allows(&self, side: Side, kind: &str) -> bool {
        let names = self.of_side(side);
        names.is_empty() || names.iter().any(|name| name == kind)
    }

    /// Returns the types of a side's standard army, each with its number of units: those of the ruleset that the
    /// side may have, or as many units of the first type that it may have where that is none of them.
    pub fn standard_army<'a>(&'a self, side: Side, rules: &'a Ruleset) -> Vec<(&'a str, u32)> {
        let whole = || rules.standard.army_of_side(side).iter().map(|(kind, count)| (kind.as_str(), *count));
        let list: Vec<_> = whole().filter(|(kind, _)| self.allows(side, kind)).collect();
        match self.of_side(side).first().filter(|_| list.is_empty()) {
            Some(first) => vec![(first.as_str(), whole().map(|(_, count)| count).sum())],
            None => list,
        }
    }
}

/// The factor of each side on the losses that its units deal, in ‰: by blows, answers and fire.
///
/// ```
/// use hotgates_scenario::MapFile;
/// use hotgates_text::Side;
///
/// let map = MapFile::from_ron("Map(name: \"A ford\", rows: [\".#\"], factor: (blue: 1200))")?;
/// assert_eq!([Side::Red, Side::Blue].map(|side| map.factor.situation(side)), [0, 200]);
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFactors {
    /// Red's factor; 1000, if not given.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub red: Permille,
    /// Blue's factor; 1000, if not given.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub blue: Permille,
}

/// Least and greatest factor of a side, in ‰.
pub const SIDE_FACTOR_LIMITS: [u32; 2] = [250, 4000];

const fn one() -> Permille {
    Permille(1000)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_one(factor: &Permille) -> bool {
    factor.0 == 1000
}

impl Default for SideFactors {
    fn default() -> Self {
        Self { red: one(), blue: one() }
    }
}

impl SideFactors {
    /// Returns `true` if no side has a factor of its own.
    pub const fn is_even(&self) -> bool {
        is_one(&self.red) && is_one(&self.blue)
    }

    /// Returns the factor of a side.
    pub const fn of_side(&self, side: Side) -> Permille {
        match side {
            Side::Red => self.red,
            Side::Blue => self.blue,
        }
    }

    /// Returns the factor of a side, to be changed.
    pub const fn factor_mut(&mut self, side: Side) -> &mut Permille {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }

    /// Returns what the factor of a side adds to the situation of its units, in ‰.
    pub fn situation(&self, side: Side) -> i32 {
        self.of_side(side).above_one()
    }
}

/// Returns every fault of a map's terms under a ruleset: types that it lacks, factors out of range.
pub fn find_faults_of_terms(types: &AllowedTypes, factors: SideFactors, rules: &Ruleset) -> Vec<Fault> {
    let mut faults = Vec::new();
    for side in Side::BOTH {
        for (index, name) in types.of_side(side).iter().enumerate() {
            if rules.unit(name).is_none() {
                let known = rules.units.iter().map(|unit| unit.name.as_str());
                let kind = FaultKind::unknown_name_fault(NameKind::UnitType, name, known);
                faults.push(Fault::fault_of_field(format!("types.{}[{index}]", side.name()), kind));
            }
        }
        let [min, max] = SIDE_FACTOR_LIMITS.map(i64::from);
        let value = factors.of_side(side).0.into();
        if !(min..=max).contains(&value) {
            let kind = FaultKind::OutOfRange { value, min, max };
            faults.push(Fault::fault_of_field(format!("factor.{}", side.name()), kind));
        }
    }
    faults
}
