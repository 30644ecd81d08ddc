//! What people write: a map with its battle, or a scenario that takes a map from elsewhere. It may be wrong.

pub(crate) mod check;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::file::fault::Fault;
use crate::file::ruleset::Ruleset;
use crate::file::text;
use crate::grid::coord::{Coord, Direction};
use crate::side::Side;

/// A map file: rows of glyphs and, as far as given, the battle to be fought on them. In RON it is a `Map(…)`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Map", deny_unknown_fields)]
pub struct MapFile {
    /// What people call it.
    pub name: String,
    /// Who drew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// What to know about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The ruleset's name or file; the classic one, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Glyphs that stand for another terrain than the ruleset says, by the terrain's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub glyphs: BTreeMap<char, String>,
    /// One text for each row from the north, one glyph for each hex from the west.
    pub rows: Vec<String>,
    /// The battle's settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Direction>,
    /// Hexes by which Red comes in, instead of a direction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entry: Vec<Coord>,
    /// The last turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<i64>,
    /// The seed of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// By how much, in ‰, the seed may cut each unit's strength at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<i64>,
    /// What the battle is about; an invasion, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    /// Red's order of battle; the ruleset's standard one, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<Army>,
    /// Blue's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue: Option<Army>,
}

/// A scenario file: another battle on a map that has its own file. In RON it is a `Scenario(…)`. What it gives
/// replaces what the map gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of MapFile, all optional")]
pub struct ScenarioFile {
    pub name: String,
    /// The map's file, beside this one or in `maps/`.
    pub map: String,
    pub author: Option<String>,
    pub notes: Option<String>,
    pub rules: Option<String>,
    pub from: Option<Direction>,
    #[serde(default)]
    pub entry: Vec<Coord>,
    pub turns: Option<i64>,
    pub seed: Option<u64>,
    pub variation: Option<i64>,
    pub objective: Option<Objective>,
    pub red: Option<Army>,
    pub blue: Option<Army>,
}

/// What the battle is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Red must take every castle before dusk.
    #[default]
    Invasion,
    /// At dusk more castles win, then more strength left as a share of the start.
    Meeting,
}

impl Objective {
    /// `invasion` or `meeting`, as files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invasion => "invasion",
            Self::Meeting => "meeting",
        }
    }

    /// The objective of that [`name`](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Invasion, Self::Meeting].into_iter().find(|objective| objective.name() == name)
    }
}

/// An order of battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Who commands it, if nobody says otherwise: `hunter`, `warden:colonel` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// Its units. The first infantry starts on the castle.
    pub units: Vec<UnitEntry>,
}

/// One unit of an order of battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// A unit type of the ruleset.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its men; full strength, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<i64>,
    /// Its officer's rank; no officer, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Its officer's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it starts; found by the layout, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Coord>,
    /// Anything by which a bigger game knows this unit again; given back with the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl UnitEntry {
    /// A unit of this type at full strength, without an officer.
    #[must_use]
    pub fn new(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), ..Self::default() }
    }
}

/// A map file and the rules it is played by: all that a battle is made of.
///
/// [`check`](Self::check) makes it one, or says everything that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The map and its battle.
    pub map: MapFile,
    /// The numbers of the game.
    pub rules: Ruleset,
}

/// What a file that people wrote can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BattleFile {
    /// A map with its battle.
    Map(MapFile),
    /// A battle on a map of another file.
    Scenario(ScenarioFile),
}

impl BattleFile {
    /// Reads a map or a scenario, told apart by the name of the RON struct.
    ///
    /// # Errors
    /// Where the text breaks, and what was expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        match text::struct_name(source) {
            Some("Scenario") => text::parse(source).map(Self::Scenario),
            _ => text::parse(source).map(Self::Map),
        }
    }
}

impl MapFile {
    /// Reads a map.
    ///
    /// # Errors
    /// Where the text breaks, and what was expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        text::parse(source)
    }

    /// Gives each fault the line and column that its field has in the text this map was read from.
    pub fn locate(source: &str, faults: &mut [Fault]) {
        text::locate(source, faults);
    }

    /// A side's order of battle, if it has one of its own.
    pub const fn army(&self, side: Side) -> Option<&Army> {
        match side {
            Side::Red => self.red.as_ref(),
            Side::Blue => self.blue.as_ref(),
        }
    }

    /// This map with the battle of a scenario instead of its own, as far as the scenario gives one.
    #[must_use]
    pub fn with(mut self, scenario: ScenarioFile) -> Self {
        let comes_from = scenario.from.is_some() || !scenario.entry.is_empty();
        if comes_from {
            (self.from, self.entry) = (scenario.from, scenario.entry);
        }
        Self {
            name: scenario.name,
            author: scenario.author.or(self.author),
            notes: scenario.notes.or(self.notes),
            rules: scenario.rules.or(self.rules),
            turns: scenario.turns.or(self.turns),
            seed: scenario.seed.or(self.seed),
            variation: scenario.variation.or(self.variation),
            objective: scenario.objective.or(self.objective),
            red: scenario.red.or(self.red),
            blue: scenario.blue.or(self.blue),
            ..self
        }
    }
}

impl Scenario {
    /// The seed of its dice: 0, if the map gives none. A battle does not know it, so that no commander can either.
    pub fn seed(&self) -> u64 {
        self.map.seed.unwrap_or(0)
    }

    /// A map under the classic rules.
    #[must_use]
    pub fn classic(map: MapFile) -> Self {
        Self { map, rules: Ruleset::classic() }
    }
}
