//! Keys by which goals and events name units: they follow the units.

use std::collections::BTreeSet;

use hotgates_engine::{FaultKind, Side, UnitEntry};

use crate::document::Document;
use crate::edit::DocumentEdit;
use crate::entry_checks::{field_refusal, free_key};
use crate::refusal::EditRefusal;

impl Document {
    /// Returns the unit with a key: its side, and its place in the side's army.
    pub fn unit_with_key(&self, key: &str) -> Option<(Side, usize)> {
        Side::BOTH.into_iter().find_map(|side| {
            let index = self.units(side).iter().position(|unit| unit.key.as_deref() == Some(key))?;
            Some((side, index))
        })
    }

    /// Returns the key of a unit; one that has none gets one of its own, such as `cavalry 1`.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchUnit`] for a place beyond the army.
    pub fn ensure_unit_key(&mut self, side: Side, index: usize) -> Result<String, EditRefusal> {
        let unit = self.unit_entry(side, index)?;
        if let Some(key) = &unit.key {
            return Ok(key.clone());
        }
        let key = free_key(&unit.kind, |key| self.unit_with_key(key).is_some());
        let unit = UnitEntry { key: Some(key.clone()), ..unit.clone() };
        self.apply_edit_as_step("unit key", DocumentEdit::Unit(side, index, unit));
        Ok(key)
    }

    /// Returns the keys of the units of some sides.
    pub(crate) fn unit_keys(&self, sides: &[Side]) -> Vec<&str> {
        let units = sides.iter().flat_map(|&side| self.units(side));
        units.filter_map(|unit| unit.key.as_deref()).collect()
    }

    /// Refuses a key for a unit that another unit has.
    pub(crate) fn check_unit_key(
        &self,
        side: Side,
        index: usize,
        key: Option<&str>,
    ) -> Result<(), EditRefusal> {
        let Some(key) = key else { return Ok(()) };
        let of_another = |other: Side, unit: usize| {
            (other, unit) != (side, index) && self.units(other)[unit].key.as_deref() == Some(key)
        };
        let mut all =
            Side::BOTH.into_iter().flat_map(|side| (0..self.units(side).len()).map(move |unit| (side, unit)));
        if all.any(|(other, unit)| of_another(other, unit)) {
            let field = format!("{}.units[{index}].key", side.name());
            return Err(field_refusal(field, FaultKind::Twice { name: key.to_owned() }));
        }
        Ok(())
    }

    /// Makes edits of units one step in which goals and events forget the keys that go.
    ///
    /// # Errors
    /// The refusal of `work`; then all that `work` did is taken back.
    pub(crate) fn edit_units_and_forget_keys(
        &mut self,
        label: &'static str,
        work: impl FnOnce(&mut Self) -> Result<(), EditRefusal>,
    ) -> Result<(), EditRefusal> {
        let keys = |document: &Self| -> BTreeSet<String> {
            document.unit_keys(&Side::BOTH).into_iter().map(str::to_owned).collect()
        };
        let before = keys(self);
        self.as_one_step(label, |document| {
            work(document)?;
            let after = keys(document);
            document.change_goals(|goals| before.difference(&after).for_each(|key| goals.forget_unit(key)));
            Ok(())
        })
    }
}
