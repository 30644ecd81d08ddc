//! The settings of a battle.

use std::sync::Arc;

use hotgates_ai::named;
use hotgates_engine::{Direction, Fault, FaultKind, MAX_TURNS, MAX_VARIATION, Objective, Ruleset, Side};

use crate::document::Document;
use crate::edit::{Edit, Setting};
use crate::refusal::{Refusal, unknown_name};

impl Document {
    /// Names the map.
    ///
    /// # Errors
    /// When the name is blank.
    pub fn set_name(&mut self, name: impl Into<String>) -> Result<(), Refusal> {
        let name = name.into();
        if name.trim().is_empty() {
            return Err(Refusal::NoName);
        }
        if name != self.settings().name {
            self.apply_setting("rename", Setting::Name(name));
        }
        Ok(())
    }

    /// Says who drew it; an empty text says nothing.
    pub fn set_author(&mut self, author: Option<String>) {
        let author = author.filter(|author| !author.is_empty());
        if author != self.settings().author {
            self.apply_setting("author", Setting::Author(author));
        }
    }

    /// Says what to know about it; an empty text says nothing.
    pub fn set_notes(&mut self, notes: Option<String>) {
        let notes = notes.filter(|notes| !notes.is_empty());
        if notes != self.settings().notes {
            self.apply_setting("notes", Setting::Notes(notes));
        }
    }

    /// Has the map played by other rules: how the file refers to them (the classic ones, if not at all), and the rules
    /// themselves. Glyphs keep their place, and may come to stand for something else, or for nothing.
    ///
    /// # Errors
    /// When the rules are not sound.
    pub fn set_rules(&mut self, reference: Option<String>, rules: Ruleset) -> Result<(), Refusal> {
        if let Some(fault) = rules.faults().into_iter().next() {
            return Err(fault.into());
        }
        if reference != self.settings().rules || rules != *self.rules() {
            self.apply_setting("rules", Setting::Rules(reference, Arc::new(rules)));
        }
        Ok(())
    }

    /// Lets a glyph stand for a terrain of the ruleset, or for what the ruleset says.
    ///
    /// # Errors
    /// When the glyph is blank or the ruleset has no such terrain.
    pub fn set_glyph(&mut self, glyph: char, terrain: Option<&str>) -> Result<(), Refusal> {
        if glyph.is_whitespace() || glyph.is_control() {
            return Err(Fault::at_field("glyphs", FaultKind::Blank { glyph }).into());
        }
        let mut glyphs = self.settings().glyphs.clone();
        match terrain {
            None => glyphs.remove(&glyph),
            Some(name) if self.rules().terrain(name).is_some() => glyphs.insert(glyph, name.to_owned()),
            Some(name) => {
                let known = self.rules().terrains.iter().map(|terrain| terrain.name.as_str());
                return Err(unknown_name("terrain", name, known));
            }
        };
        if glyphs != self.settings().glyphs {
            self.apply_setting("glyphs", Setting::Glyphs(glyphs));
        }
        Ok(())
    }

    /// Has Red come from a direction, or from the one farthest from the castle. Entry hexes are taken away: a file
    /// gives one or the other.
    pub fn set_from(&mut self, from: Option<Direction>) {
        if from == self.settings().from && self.settings().entry.is_empty() {
            return;
        }
        self.group_edits("direction", |document| {
            if !document.settings().entry.is_empty() {
                document.apply_edit(Edit::Entries(Vec::new()));
            }
            document.apply_edit(Edit::Setting(Setting::From(from)));
        });
    }

    /// Sets the last turn, or leaves it to the ruleset.
    ///
    /// # Errors
    /// When it is not 1 to [`MAX_TURNS`].
    pub fn set_turns(&mut self, turns: Option<i64>) -> Result<(), Refusal> {
        in_range("turns", turns, 1, MAX_TURNS)?;
        if turns != self.settings().turns {
            self.apply_setting("turns", Setting::Turns(turns));
        }
        Ok(())
    }

    /// Sets the seed of the dice.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        if seed != self.settings().seed {
            self.apply_setting("seed", Setting::Seed(seed));
        }
    }

    /// Sets by how much, in ‰, the seed may cut each unit's strength at the start.
    ///
    /// # Errors
    /// When it is not 0 to [`MAX_VARIATION`].
    pub fn set_variation(&mut self, variation: Option<i64>) -> Result<(), Refusal> {
        in_range("variation", variation, 0, MAX_VARIATION)?;
        if variation != self.settings().variation {
            self.apply_setting("variation", Setting::Variation(variation));
        }
        Ok(())
    }

    /// Says what the battle is about.
    pub fn set_objective(&mut self, objective: Option<Objective>) {
        if objective != self.settings().objective {
            self.apply_setting("objective", Setting::Objective(objective));
        }
    }

    /// Says who commands a side if nobody says otherwise, such as `hunter` or `warden:colonel`.
    ///
    /// # Errors
    /// When there is no such commander or rank, or the side has no [army of its own](Self::make_own_army).
    pub fn set_commander(&mut self, side: Side, commander: Option<String>) -> Result<(), Refusal> {
        let Some(army) = self.army(side) else { return Err(Refusal::StandardArmy { side }) };
        if army.commander == commander {
            return Ok(());
        }
        if let Some(name) = &commander {
            self.check_commander(side, name)?;
        }
        self.apply_as_step("commander", Edit::Commander(side, commander));
        Ok(())
    }

    fn check_commander(&self, side: Side, name: &str) -> Result<(), Refusal> {
        let (name, rank) = name.split_once(':').map_or((name, None), |(name, rank)| (name, Some(rank)));
        if let Err(unknown) = named(name, 0) {
            let kind = FaultKind::Syntax { message: unknown.to_string() };
            return Err(Fault::at_field(format!("{}.commander", side.name()), kind).into());
        }
        if let Some(rank) = rank.filter(|rank| self.rules().rank(rank).is_none()) {
            return Err(unknown_name("rank", rank, self.rules().ranks.iter().map(|rank| rank.name.as_str())));
        }
        Ok(())
    }

    fn apply_setting(&mut self, label: &'static str, setting: Setting) {
        self.apply_as_step(label, Edit::Setting(setting));
    }

    /// Makes edits one step, or part of the open one.
    pub(crate) fn group_edits(&mut self, label: &'static str, work: impl FnOnce(&mut Self)) {
        let all = self.as_one_step(label, |document| {
            work(document);
            Ok(())
        });
        all.expect("edits alone refuse nothing");
    }
}

fn in_range(field: &str, value: Option<i64>, min: i64, max: i64) -> Result<(), Refusal> {
    match value.filter(|value| !(min..=max).contains(value)) {
        None => Ok(()),
        Some(value) => Err(Fault::at_field(field, FaultKind::OutOfRange { value, min, max }).into()),
    }
}
