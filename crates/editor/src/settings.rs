//! Changes to the settings of a battle.

use std::sync::Arc;

use hotgates_engine::{
    Direction, Fault, FaultKind, MAX_TURNS, MAX_VARIATION, NameKind, Objective, Ruleset, ScriptedEventEntry,
    Side,
};
use hotgates_play::Seat;

use crate::document::Document;
use crate::edit::{DocumentEdit, MapSetting};
use crate::entry_checks::check_in_range;
use crate::goals::GoalSettings;
use crate::refusal::{EditRefusal, unknown_name};

impl Document {
    /// Sets the map's name.
    ///
    /// # Errors
    /// [`EditRefusal::NoName`] for a blank name.
    pub fn set_name(&mut self, name: impl Into<String>) -> Result<(), EditRefusal> {
        let name = name.into();
        if name.trim().is_empty() {
            return Err(EditRefusal::NoName);
        }
        if name != self.settings().name {
            self.apply_setting("rename", MapSetting::Name(name));
        }
        Ok(())
    }

    /// Sets the author; an empty text removes the entry.
    pub fn set_author(&mut self, author: Option<String>) {
        let author = author.filter(|author| !author.is_empty());
        if author != self.settings().author {
            self.apply_setting("author", MapSetting::Author(author));
        }
    }

    /// Sets the notes; an empty text removes the entry.
    pub fn set_notes(&mut self, notes: Option<String>) {
        let notes = notes.filter(|notes| !notes.is_empty());
        if notes != self.settings().notes {
            self.apply_setting("notes", MapSetting::Notes(notes));
        }
    }

    /// Sets the rules: the name by which the file refers to them (`None` for the classic rules),
    /// and the rules themselves. Glyphs keep their places, and may come to stand for something
    /// else, or for nothing.
    ///
    /// # Errors
    /// The first fault of the rules.
    pub fn set_rules(&mut self, reference: Option<String>, rules: Ruleset) -> Result<(), EditRefusal> {
        if let Some(fault) = rules.find_faults().into_iter().next() {
            return Err(fault.into());
        }
        if reference != self.settings().rules || rules != *self.rules() {
            self.apply_setting("rules", MapSetting::Rules(reference, Arc::new(rules)));
        }
        Ok(())
    }

    /// Sets the terrain that a glyph stands for; `None` restores the ruleset's meaning.
    ///
    /// # Errors
    /// A blank glyph, or a terrain that the ruleset does not have.
    pub fn set_glyph(&mut self, glyph: char, terrain: Option<&str>) -> Result<(), EditRefusal> {
        if glyph.is_whitespace() || glyph.is_control() {
            return Err(Fault::fault_of_field("glyphs", FaultKind::Blank { glyph }).into());
        }
        let mut glyphs = self.settings().glyphs.clone();
        match terrain {
            None => glyphs.remove(&glyph),
            Some(name) if self.rules().terrain(name).is_some() => glyphs.insert(glyph, name.to_owned()),
            Some(name) => {
                let known = self.rules().terrains.iter().map(|terrain| terrain.name.as_str());
                return Err(unknown_name(NameKind::Terrain, name, known));
            }
        };
        if glyphs != self.settings().glyphs {
            self.apply_setting("glyphs", MapSetting::Glyphs(glyphs));
        }
        Ok(())
    }

    /// Sets the direction that Red comes from; `None` is the direction farthest from the castle.
    /// Entry hexes are removed, because a file gives one or the other.
    pub fn set_red_direction(&mut self, from: Option<Direction>) {
        if from == self.settings().from && self.settings().entry.is_empty() {
            return;
        }
        self.edit_in_one_step("direction", |document| {
            if !document.settings().entry.is_empty() {
                document.apply_edit(DocumentEdit::Entries(Vec::new()));
            }
            document.apply_edit(DocumentEdit::Setting(MapSetting::From(from)));
        });
    }

    /// Sets the last turn; `None` leaves it to the ruleset.
    ///
    /// # Errors
    /// A number that is not 1 to [`MAX_TURNS`].
    pub fn set_turns(&mut self, turns: Option<i64>) -> Result<(), EditRefusal> {
        check_in_range("turns", turns, 1, MAX_TURNS)?;
        if turns != self.settings().turns {
            self.apply_setting("turns", MapSetting::Turns(turns));
        }
        Ok(())
    }

    /// Sets the seed of the dice.
    pub fn set_seed(&mut self, seed: Option<u64>) {
        if seed != self.settings().seed {
            self.apply_setting("seed", MapSetting::Seed(seed));
        }
    }

    /// Sets the largest part of each unit's strength, in ‰, that the seed may cut at the start.
    ///
    /// # Errors
    /// A number that is not 0 to [`MAX_VARIATION`].
    pub fn set_variation(&mut self, variation: Option<i64>) -> Result<(), EditRefusal> {
        check_in_range("variation", variation, 0, MAX_VARIATION)?;
        if variation != self.settings().variation {
            self.apply_setting("variation", MapSetting::Variation(variation));
        }
        Ok(())
    }

    /// Sets the objective of the battle.
    pub fn set_objective(&mut self, objective: Option<Objective>) {
        if objective != self.settings().objective {
            self.apply_setting("objective", MapSetting::Objective(objective));
        }
    }

    /// Sets the goals, the ways to win with them, what counts victory points, and the events.
    pub fn set_goals(&mut self, goals: GoalSettings) {
        self.set_goals_as_step("goals", goals);
    }

    /// Changes goals, ways to win, or victory points.
    pub(crate) fn change_goals(&mut self, change: impl FnOnce(&mut GoalSettings)) {
        let mut goals = GoalSettings::of_map(self.settings());
        change(&mut goals);
        self.set_goals(goals);
    }

    /// Changes the events.
    pub(crate) fn change_events(&mut self, change: impl FnOnce(&mut Vec<ScriptedEventEntry>)) {
        let mut goals = GoalSettings::of_map(self.settings());
        change(&mut goals.events);
        self.set_goals_as_step("events", goals);
    }

    fn set_goals_as_step(&mut self, label: &'static str, goals: GoalSettings) {
        if goals != GoalSettings::of_map(self.settings()) {
            self.apply_setting(label, MapSetting::Goals(Box::new(goals)));
        }
    }

    /// Sets the side that moves first; `None` is Red.
    pub fn set_first_side(&mut self, first: Option<Side>) {
        if first != self.settings().first {
            self.apply_setting("first", MapSetting::FirstSide(first));
        }
    }

    /// Sets the commander of a side, such as `hunter` or `warden:colonel`, for battles that name no
    /// other.
    ///
    /// # Errors
    /// A commander or rank that does not exist, or a side without an [army of its
    /// own](Self::make_own_army).
    pub fn set_commander(&mut self, side: Side, commander: Option<String>) -> Result<(), EditRefusal> {
        let Some(army) = self.army(side) else { return Err(EditRefusal::StandardArmy { side }) };
        if army.commander == commander {
            return Ok(());
        }
        if let Some(name) = &commander {
            self.check_commander(format!("{}.commander", side.name()), name)?;
        }
        self.apply_edit_as_step("commander", DocumentEdit::Commander(side, commander));
        Ok(())
    }

    pub(crate) fn check_commander(&self, field: String, name: &str) -> Result<(), EditRefusal> {
        let seat = Seat::seat_named_in_file(name);
        seat.check_contestant(self.rules())
            .map_err(|unknown| Fault::fault_of_field(field, unknown.into()).into())
    }

    pub(crate) fn apply_setting(&mut self, label: &'static str, setting: MapSetting) {
        self.apply_edit_as_step(label, DocumentEdit::Setting(setting));
    }

    /// Makes all edits of `work` one step, or part of the open step.
    pub(crate) fn edit_in_one_step(&mut self, label: &'static str, work: impl FnOnce(&mut Self)) {
        let all = self.as_one_step(label, |document| {
            work(document);
            Ok(())
        });
        all.expect("edits alone refuse nothing");
    }
}
