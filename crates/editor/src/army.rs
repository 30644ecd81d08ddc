//! Changes to orders of battle and to the hexes by which Red comes in.

use std::collections::{BTreeMap, BTreeSet};

use hotgates_engine::{
    Army, Coord, CountedPart, Fault, FaultKind, ListedUnit, MAX_UNITS, NameKind, NearbyObject, Side,
    UnitEntry,
};

use crate::document::Document;
use crate::edit::{DocumentEdit, MapSetting};
use crate::entry_checks::check_count;
use crate::refusal::{EditRefusal, unknown_name};

impl Document {
    /// Gives a side a copy of the ruleset's standard army as an army of its own, to be edited. A
    /// side that has an army keeps it.
    pub fn make_own_army(&mut self, side: Side) {
        if self.army(side).is_some() {
            return;
        }
        let list = self.rules().standard.army_of_side(side);
        let unit = |(kind, count): &(String, u32)| vec![UnitEntry::new(kind); *count as usize];
        let army = Army { commander: None, units: list.iter().flat_map(unit).collect() };
        self.apply_edit_as_step("army", DocumentEdit::Army(side, Some(army)));
    }

    /// Replaces a side's whole order of battle; `None` has the side fight with the standard army. Goals and
    /// events forget the units that go.
    ///
    /// # Errors
    /// The first unit of the army that breaks a rule. Nothing has changed then.
    pub fn set_army(&mut self, side: Side, army: Option<Army>) -> Result<(), EditRefusal> {
        if army.as_ref() == self.army(side) {
            return Ok(());
        }
        if let Some(army) = &army {
            check_unit_count(side, army.units.len())?;
        }
        self.edit_units_and_forget_keys("army", |document| {
            document.apply_edit(DocumentEdit::Army(side, army));
            let mut taken = BTreeMap::new();
            for at in document.units(side.other()).iter().filter_map(|unit| unit.at) {
                taken.insert(at, side.other());
            }
            for (index, unit) in document.units(side).iter().enumerate() {
                document.check_unit(side, index, unit)?;
                if let Some(at) = unit.at
                    && let Some(by) = taken.insert(at, side)
                {
                    return Err(occupied_hex_refusal(side, index, &unit.kind, at, NearbyObject::AnyUnit(by)));
                }
            }
            Ok(())
        })
    }

    /// Adds a unit at the end of a side's order of battle, and returns the unit's place there. A
    /// side with the standard army gets an army of its own with this unit alone.
    ///
    /// # Errors
    /// A fault of the unit itself or of the hex that it is to start on.
    pub fn add_unit(&mut self, side: Side, unit: UnitEntry) -> Result<usize, EditRefusal> {
        let index = self.units(side).len();
        check_unit_count(side, index + 1)?;
        self.check_unit(side, index, &unit)?;
        self.check_hex_is_free(side, index, &unit)?;
        self.check_unit_key(side, index, unit.key.as_deref())?;
        self.edit_in_one_step("place unit", |document| {
            if document.army(side).is_none() {
                document.apply_edit(DocumentEdit::Army(side, Some(Army::default())));
            }
            document.apply_edit(DocumentEdit::UnitIn(side, index, unit));
        });
        Ok(index)
    }

    /// Replaces a unit's entry. Goals and events follow its key; those that name a unit which has no key
    /// any more lose it.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchUnit`] for a place beyond the army, or a fault of the new unit.
    pub fn edit_unit(&mut self, side: Side, index: usize, unit: UnitEntry) -> Result<(), EditRefusal> {
        if *self.unit_entry(side, index)? == unit {
            return Ok(());
        }
        self.check_unit(side, index, &unit)?;
        self.check_hex_is_free(side, index, &unit)?;
        let (before, after) = (self.units(side)[index].key.clone(), unit.key.clone());
        if before != after {
            self.check_unit_key(side, index, after.as_deref())?;
        }
        self.edit_in_one_step("edit unit", |document| {
            document.apply_edit(DocumentEdit::Unit(side, index, unit));
            document.change_goals(|goals| match (before, after) {
                (Some(before), Some(after)) => goals.rename_unit(&before, &after),
                (Some(before), None) => goals.forget_unit(&before),
                (None, _) => {}
            });
        });
        Ok(())
    }

    /// Sets the hex on which a unit starts; `None` leaves the choice to the layout.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchUnit`] for a place beyond the army, or the reason why the unit cannot
    /// stand there.
    pub fn move_unit(&mut self, side: Side, index: usize, at: Option<Coord>) -> Result<(), EditRefusal> {
        let unit = self.unit_entry(side, index)?;
        if unit.at == at {
            return Ok(());
        }
        let moved = UnitEntry { at, ..unit.clone() };
        self.check_unit(side, index, &moved)?;
        self.check_hex_is_free(side, index, &moved)?;
        self.apply_edit_as_step("move unit", DocumentEdit::Place(side, index, at));
        Ok(())
    }

    /// Removes a unit from its order of battle, and from goals and events; those that were about it
    /// alone go. A side that loses its last unit has no units, which is a fault; it does not go back to
    /// the standard army.
    ///
    /// # Errors
    /// [`EditRefusal::NoSuchUnit`] for a place beyond the army.
    pub fn remove_unit(&mut self, side: Side, index: usize) -> Result<(), EditRefusal> {
        self.unit_entry(side, index)?;
        self.edit_units_and_forget_keys("remove unit", |document| {
            document.apply_edit(DocumentEdit::UnitOut(side, index));
            Ok(())
        })
    }

    pub(crate) fn unit_entry(&self, side: Side, index: usize) -> Result<&UnitEntry, EditRefusal> {
        let units = self.units(side);
        units.get(index).ok_or(EditRefusal::NoSuchUnit { side, index, count: units.len() })
    }

    /// Checks a unit by itself and against the ground.
    fn check_unit(&self, side: Side, index: usize, unit: &UnitEntry) -> Result<(), EditRefusal> {
        let field = |name: &str| format!("{}.units[{index}].{name}", side.name());
        let rules = self.rules();
        let Some(kind) = rules.unit(&unit.kind) else {
            return Err(unknown_name(
                NameKind::UnitType,
                &unit.kind,
                rules.units.iter().map(|kind| kind.name.as_str()),
            ));
        };
        let max = rules.units[kind].strength.0.into();
        if let Some(value) = unit.strength.filter(|strength| !(1..=max).contains(strength)) {
            return Err(Fault::fault_of_field(
                field("strength"),
                FaultKind::OutOfRange { value, min: 1, max },
            )
            .into());
        }
        if let Some(rank) = unit.rank.as_ref().filter(|rank| rules.rank(rank).is_none()) {
            return Err(unknown_name(
                NameKind::Rank,
                rank,
                rules.ranks.iter().map(|rank| rank.name.as_str()),
            ));
        }
        unit.at.map_or(Ok(()), |at| self.check_can_stand(&unit.kind, at, field("at")))
    }

    /// Checks that a unit of a type can stand on a hex.
    fn check_can_stand(&self, kind: &str, at: Coord, field: String) -> Result<(), EditRefusal> {
        let ground = self.ground();
        let Some(glyph) = ground.glyph_at(at) else {
            let (width, height) = (ground.width(), ground.height());
            return Err(Fault::fault_of_field(field, FaultKind::OffMap { hex: at, width, height }).into());
        };
        // An unknown glyph is a fault of its own.
        let Some(terrain) = self.glyph_table().terrain_of(glyph) else { return Ok(()) };
        let (rules, terrain) = (self.rules(), &self.rules().terrains[terrain]);
        let unit = rules.unit(kind).map(|place| &rules.units[place]);
        if unit.is_some_and(|unit| rules.cost(terrain, unit).is_none_or(|cost| cost > unit.movement)) {
            let kind = FaultKind::Impassable { unit: kind.to_owned(), terrain: terrain.name.clone() };
            return Err(Fault::fault_of_field(field, kind).with_hex(at).into());
        }
        Ok(())
    }

    /// Checks that no other unit starts on the hex of `unit`.
    fn check_hex_is_free(&self, side: Side, index: usize, unit: &UnitEntry) -> Result<(), EditRefusal> {
        let Some(at) = unit.at else { return Ok(()) };
        match self.unit_at(at).filter(|&other| other != (side, index)) {
            None => Ok(()),
            Some((by, other)) => {
                let kind = self.units(by)[other].kind.clone();
                let other = NearbyObject::Listed(ListedUnit { side: by, number: other + 1, kind });
                Err(occupied_hex_refusal(side, index, &unit.kind, at, other))
            }
        }
    }

    /// Adds a hex to those by which Red comes in; entry hexes replace a direction. A hex that is an
    /// entry hex already stays one.
    ///
    /// # Errors
    /// A hex off the map or one that infantry cannot stand on, or too many entry hexes.
    pub fn add_entry_hex(&mut self, at: Coord) -> Result<(), EditRefusal> {
        let count = self.settings().entry.len();
        if self.settings().entry.contains(&at) {
            return Ok(());
        }
        check_count("entry", CountedPart::Hexes, count + 1, 1..=MAX_UNITS)?;
        self.check_can_stand(&self.marching_type_name(), at, format!("entry[{count}]"))?;
        self.edit_in_one_step("entry hex", |document| {
            if document.settings().from.is_some() {
                document.apply_edit(DocumentEdit::Setting(MapSetting::From(None)));
            }
            document.apply_edit(DocumentEdit::EntryIn(count, at));
        });
        Ok(())
    }

    /// Removes an entry hex, and returns `true` if the hex was one.
    pub fn remove_entry_hex(&mut self, at: Coord) -> bool {
        let Some(index) = self.settings().entry.iter().position(|&other| other == at) else { return false };
        self.apply_edit_as_step("entry hex", DocumentEdit::EntryOut(index));
        true
    }

    /// Replaces all hexes by which Red comes in; a hex given twice counts once.
    ///
    /// # Errors
    /// The first hex that infantry cannot stand on, or too many entry hexes.
    pub fn set_entry_hexes(&mut self, entry: &[Coord]) -> Result<(), EditRefusal> {
        if entry == self.settings().entry {
            return Ok(());
        }
        check_count("entry", CountedPart::Hexes, entry.len(), 0..=MAX_UNITS)?;
        let walker = self.marching_type_name();
        let mut once = BTreeSet::new();
        let mut entries = Vec::new();
        for (index, &at) in entry.iter().enumerate() {
            self.check_can_stand(&walker, at, format!("entry[{index}]"))?;
            if once.insert(at) {
                entries.push(at);
            }
        }
        self.edit_in_one_step("entry hexes", |document| {
            if document.settings().from.is_some() && !entries.is_empty() {
                document.apply_edit(DocumentEdit::Setting(MapSetting::From(None)));
            }
            document.apply_edit(DocumentEdit::Entries(entries));
        });
        Ok(())
    }

    /// Returns the name of the unit type whose paths count for marching.
    fn marching_type_name(&self) -> String {
        self.rules().units[self.rules().marching_type()].name.clone()
    }
}

fn check_unit_count(side: Side, units: usize) -> Result<(), EditRefusal> {
    check_count(format!("{}.units", side.name()), CountedPart::Units, units, 1..=MAX_UNITS)
}

fn occupied_hex_refusal(side: Side, index: usize, kind: &str, at: Coord, other: NearbyObject) -> EditRefusal {
    let unit = ListedUnit { side, number: index + 1, kind: kind.to_owned() };
    let kind = FaultKind::Occupied { unit, other };
    Fault::fault_of_field(format!("{}.units[{index}].at", side.name()), kind).with_hex(at).into()
}
