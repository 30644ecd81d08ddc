//! Contingents of the armies in the document.

use hotgates_engine::{ContingentEntry, CountedPart, MAX_CONTINGENTS, RgbColour, Side};

use crate::document::Document;
use crate::edit::MapSetting;
use crate::entry_checks::check_count;
use crate::refusal::EditRefusal;

impl Document {
    /// Lists the contingents of a side with what the map says of each: those that its units name, in the order of
    /// the units, then those of the map that no unit names.
    ///
    /// ```
    /// use hotgates_editor::Document;
    /// use hotgates_engine::{ContingentEntry, Side};
    ///
    /// let text = r##"Map(name: "A castle", rows: ["..........", "#........."],
    ///     blue: (units: [(type: "infantry", contingent: "Thebans")]))"##;
    /// let mut document = Document::open(text).map_err(|faults| faults[0].to_string())?;
    /// let thebans = document.contingents(Side::Blue).remove(0);
    /// assert_eq!((thebans.name.as_str(), &thebans.commander), ("Thebans", &None));
    /// document.set_contingent(ContingentEntry { commander: Some("hunter".to_owned()), ..thebans }).unwrap();
    /// assert_eq!(document.settings().contingents.len(), 1);
    /// # Ok::<(), String>(())
    /// ```
    pub fn contingents(&self, side: Side) -> Vec<ContingentEntry> {
        let listed = self.settings().contingents.iter().filter(|entry| entry.side == side);
        let of_units = self.units(side).iter().filter_map(|unit| unit.contingent.as_ref());
        let mut found: Vec<ContingentEntry> = Vec::new();
        for name in of_units.chain(listed.clone().map(|entry| &entry.name)) {
            if found.iter().all(|entry| entry.name != *name) {
                let bare = || ContingentEntry { name: name.clone(), side, colour: None, commander: None };
                found.push(listed.clone().find(|entry| entry.name == *name).cloned().unwrap_or_else(bare));
            }
        }
        found
    }

    /// Returns the colour of a contingent of a side, if it has one.
    pub fn contingent_colour(&self, side: Side, name: &str) -> Option<RgbColour> {
        self.settings().contingents.iter().find(|entry| entry.is_called(side, name))?.colour
    }

    /// Sets the colour and the commander of a contingent; one without either is left out of the map's list.
    ///
    /// # Errors
    /// A commander or rank that does not exist, or more contingents than a map may have.
    pub fn set_contingent(&mut self, entry: ContingentEntry) -> Result<(), EditRefusal> {
        let mut list = self.settings().contingents.clone();
        let place = list.iter().position(|other| other.is_called(entry.side, &entry.name));
        let index = place.unwrap_or(list.len());
        if let Some(name) = &entry.commander {
            self.check_commander(format!("contingents[{index}].commander"), name)?;
        }
        list.splice(index..(index + 1).min(list.len()), [entry]);
        list.retain(|entry| entry.colour.is_some() || entry.commander.is_some());
        check_count("contingents", CountedPart::Entries, list.len(), 0..=MAX_CONTINGENTS)?;
        if list != self.settings().contingents {
            self.apply_setting("contingent", MapSetting::Contingents(list));
        }
        Ok(())
    }
}
