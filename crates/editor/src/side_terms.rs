//! Terms on which the sides meet: the types that each may have, and a factor on the losses that its units deal.

use hotgates_engine::{Permille, SIDE_FACTOR_LIMITS, Side};

use crate::document::Document;
use crate::edit::MapSetting;
use crate::entry_checks::check_in_range;
use crate::refusal::EditRefusal;

impl Document {
    /// Allows a side a unit type of the rules, or no longer; the last that is left stays allowed.
    ///
    /// ```
    /// use hotgates_editor::Document;
    /// use hotgates_engine::Side;
    ///
    /// let mut document = Document::open(r##"Map(name: "A castle", rows: ["..........", "#........."])"##)
    ///     .map_err(|faults| faults[0].to_string())?;
    /// document.toggle_type(Side::Red, "artillery");
    /// assert_eq!(document.settings().types.red, ["infantry", "cavalry"]);
    /// document.toggle_type(Side::Red, "artillery");
    /// assert!(document.settings().types.is_empty(), "every type is allowed again");
    /// # Ok::<(), String>(())
    /// ```
    pub fn toggle_type(&mut self, side: Side, name: &str) {
        let mut types = self.settings().types.clone();
        let allowed = |kind: &str| types.allows(side, kind) != (kind == name);
        let known = self.rules().units.iter().map(|unit| &unit.name);
        let left: Vec<String> = known.filter(|kind| allowed(kind)).cloned().collect();
        if left.is_empty() {
            return;
        }
        let all = left.len() == self.rules().units.len();
        *types.names_mut(side) = if all { Vec::new() } else { left };
        if types != self.settings().types {
            self.apply_setting("types", MapSetting::Types(types));
        }
    }

    /// Sets the factor of a side on the losses that its units deal.
    ///
    /// # Errors
    /// A factor out of range.
    pub fn set_side_factor(&mut self, side: Side, factor: Permille) -> Result<(), EditRefusal> {
        let [least, most] = SIDE_FACTOR_LIMITS.map(i64::from);
        check_in_range(format!("factor.{}", side.name()), Some(factor.0.into()), least, most)?;
        let mut factors = self.settings().factor;
        *factors.factor_mut(side) = factor;
        if factors != self.settings().factor {
            self.apply_setting("factor", MapSetting::Factors(factors));
        }
        Ok(())
    }
}
