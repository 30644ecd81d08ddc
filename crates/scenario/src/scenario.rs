//! Maps and scenarios as people write them; they may be wrong.

use std::collections::BTreeMap;

use hotgates_grid::{Coord, Direction, Grid};
use serde::{Deserialize, Serialize};

use crate::contingent::{ContingentEntry, MAX_CONTINGENTS};
use crate::goals::{GoalEntry, MAX_GOALS, VictoryPointValues, WinningSets};
use crate::home::NamedHomes;
use crate::script::{ArrivalEntry, ScriptedEventEntry};
use crate::side_terms::{AllowedTypes, SideFactors};
use hotgates_rules::{DiceKey, DiceSource, MAX_UNITS, Ruleset};
use hotgates_text::{Fault, FileFormat, Side, read_at_most};

/// Most glyphs of its own that a map file may have.
pub const MAX_GLYPHS: usize = 1000;
/// Most turns of a battle.
pub const MAX_TURNS: i64 = 10_000;
/// Most experience that a unit brings.
pub const MAX_EXPERIENCE: i64 = 20_000;
/// Largest cut, in ‰, of the strength of a unit at the start.
pub const MAX_VARIATION: i64 = 900;

/// A map file: rows of glyphs and, as far as given, the battle to be fought on them; in RON a
/// `Map(…)`.
///
/// ```
/// use hotgates_grid::Direction;
/// use hotgates_scenario::MapFile;
///
/// let map = MapFile::from_ron("Map(name: \"A ford\", rows: [\"..=..\", \".#=..\"], from: se, turns: 20)")?;
/// assert_eq!((map.rows.len(), map.from, map.turns), (2, Some(Direction::Se), Some(20)));
/// assert_eq!(MapFile::from_ron(&map.to_ron())?, map);
/// # Ok::<(), hotgates_text::Fault>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Map", deny_unknown_fields)]
pub struct MapFile {
    /// Format of the file.
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    /// Name of the map, for people.
    pub name: String,
    /// Author of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Notes about the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Name or file of the ruleset; the classic ruleset, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Glyphs with another terrain than in the ruleset, and the names of the terrains.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "read_at_most::<MAX_GLYPHS, _, _>"
    )]
    pub glyphs: BTreeMap<char, String>,
    /// One text for each row from the north, one glyph for each hex from the west.
    #[serde(deserialize_with = "read_at_most::<{ Grid::MAX_SIDE }, _, _>")]
    pub rows: Vec<String>,
    /// Direction from which Red comes; the direction farthest from the castle, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Direction>,
    /// Hexes where Red comes in, instead of a direction.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_UNITS, _, _>"
    )]
    pub entry: Vec<Coord>,
    /// Side that moves first; Red, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// Last turn of the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<i64>,
    /// The seed of the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Largest cut, in ‰, of the strength of a unit at the start, drawn by the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variation: Option<i64>,
    /// Objective of the battle; an invasion, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<Objective>,
    /// Castles and hexes of goals that Red holds at the start; Blue holds all others.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_UNITS, _, _>"
    )]
    pub red_holds: Vec<Coord>,
    /// Homes of the sides, to which broken units run and from which supplies come.
    #[serde(default, skip_serializing_if = "NamedHomes::is_empty")]
    pub home: NamedHomes,
    /// Unit types that each side may have.
    #[serde(default, skip_serializing_if = "AllowedTypes::is_empty")]
    pub types: AllowedTypes,
    /// Factor of each side on the losses that its units deal.
    #[serde(default, skip_serializing_if = "SideFactors::is_even")]
    pub factor: SideFactors,
    /// Contingents with a colour or a commander of their own.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_CONTINGENTS, _, _>"
    )]
    pub contingents: Vec<ContingentEntry>,
    /// Goals of the sides.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub goals: Vec<GoalEntry>,
    /// Sets of goals with which a side wins at once.
    #[serde(default, skip_serializing_if = "WinningSets::is_empty")]
    pub wins: WinningSets,
    /// Events that the scenario foresees.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "read_at_most::<MAX_GOALS, _, _>"
    )]
    pub events: Vec<ScriptedEventEntry>,
    /// Points for castles and losses, and degrees of victory; none, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victory_points: Option<VictoryPointValues>,
    /// Red's order of battle; the ruleset's standard army, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<Army>,
    /// Blue's order of battle; the ruleset's standard army, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue: Option<Army>,
}

/// A scenario file: another battle on a map that has its own file; in RON a `Scenario(…)`. Fields
/// given here replace the fields of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields are those of MapFile, all optional")]
pub struct ScenarioFile {
    #[serde(default, skip_serializing)]
    pub format: FileFormat,
    pub name: String,
    /// File of the map, beside the scenario's file or in `maps/`.
    pub map: String,
    pub author: Option<String>,
    pub notes: Option<String>,
    pub rules: Option<String>,
    pub from: Option<Direction>,
    #[serde(default, deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub entry: Vec<Coord>,
    pub first: Option<Side>,
    pub turns: Option<i64>,
    pub seed: Option<u64>,
    pub variation: Option<i64>,
    pub objective: Option<Objective>,
    #[serde(default, deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub red_holds: Vec<Coord>,
    #[serde(default)]
    pub home: NamedHomes,
    #[serde(default)]
    pub types: AllowedTypes,
    #[serde(default)]
    pub factor: SideFactors,
    #[serde(default, deserialize_with = "read_at_most::<MAX_CONTINGENTS, _, _>")]
    pub contingents: Vec<ContingentEntry>,
    #[serde(default, deserialize_with = "read_at_most::<MAX_GOALS, _, _>")]
    pub goals: Vec<GoalEntry>,
    #[serde(default)]
    pub wins: WinningSets,
    #[serde(default, deserialize_with = "read_at_most::<MAX_GOALS, _, _>")]
    pub events: Vec<ScriptedEventEntry>,
    pub victory_points: Option<VictoryPointValues>,
    pub red: Option<Army>,
    pub blue: Option<Army>,
}

/// Objective of a battle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Red must take every castle before dusk.
    #[default]
    Invasion,
    /// At dusk more castles win, then more strength left as a share of the start.
    Meeting,
    /// The scenario's goals decide. At dusk a side that alone had a way to win has lost; else more
    /// points win.
    Goals,
}

impl Objective {
    /// Every objective.
    pub const ALL: [Self; 3] = [Self::Invasion, Self::Meeting, Self::Goals];

    /// Returns the word in files: `invasion`, `meeting` or `goals`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invasion => "invasion",
            Self::Meeting => "meeting",
            Self::Goals => "goals",
        }
    }

    /// Returns the objective of a [`name`](Self::name).
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

/// An order of battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Commander, unless the player names another: `hunter`, `warden:colonel` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// Units of the army. The first infantry starts on the castle.
    #[serde(deserialize_with = "read_at_most::<MAX_UNITS, _, _>")]
    pub units: Vec<UnitEntry>,
}

/// One unit of an order of battle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    /// Name of a unit type of the ruleset.
    #[serde(rename = "type")]
    pub kind: String,
    /// Name of the unit for players; its type and a number, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Strength in men; full strength, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<i64>,
    /// Rank of the officer; no officer, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<String>,
    /// Name of the officer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Hex where the unit starts; found by the layout, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Coord>,
    /// Turn and hexes of the unit's arrival; the unit is there from the start, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<ArrivalEntry>,
    /// Turn at the start of whose half the unit is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdraws: Option<i64>,
    /// Experience that the unit brings, where the ruleset has officers; none, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experience: Option<i64>,
    /// The way that the unit faces at first, where units face ways; towards the enemy, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Contingent of the unit, by its name; none, if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contingent: Option<String>,
    /// Word by which goals and events refer to the unit; each stands for one unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Mark by which a bigger game recognises the unit; returned with the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl UnitEntry {
    /// Makes a unit of a type at full strength, without an officer.
    #[must_use]
    pub fn new(kind: impl Into<String>) -> Self {
        Self { kind: kind.into(), ..Self::default() }
    }
}

/// A map file and the rules of play, from which a battle is made.
///
/// The engine checks it and makes the battle.
///
/// ```
/// use hotgates_scenario::{MapFile, Scenario};
///
/// let rows = ["....", "..#."].map(str::to_owned).to_vec();
/// let scenario = Scenario::classic(MapFile { rows, seed: Some(7), ..MapFile::default() });
/// assert_eq!((scenario.dice_source(), scenario.rules.units.len()), (7.into(), 3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The map and its battle.
    pub map: MapFile,
    /// The numbers of the game.
    pub rules: Ruleset,
    /// Key of the dice, which counts instead of the map's seed. No file that people write has one.
    pub key: Option<DiceKey>,
}

/// A file that people wrote: a map or a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BattleFile {
    /// A map with its battle.
    Map(MapFile),
    /// A battle on a map of another file.
    Scenario(ScenarioFile),
}

impl BattleFile {
    /// Reads a map or a scenario; the name of the RON struct tells them apart.
    ///
    /// # Errors
    /// The place where the text breaks, and the text expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        match hotgates_text::leading_struct_name(source) {
            Some("Scenario") => hotgates_text::parse_file(source).map(Self::Scenario),
            _ => hotgates_text::parse_file(source).map(Self::Map),
        }
    }
}

impl MapFile {
    /// Reads a map.
    ///
    /// # Errors
    /// The place where the text breaks, and the text expected there.
    pub fn from_ron(source: &str) -> Result<Self, Fault> {
        hotgates_text::parse_file(source)
    }

    /// Sets the line and column of each fault: the place of its field in the text of the map.
    pub fn locate_faults(source: &str, faults: &mut [Fault]) {
        hotgates_text::locate_faults(source, faults);
    }

    /// Returns the order of battle of a side, if the map gives one.
    pub const fn army(&self, side: Side) -> Option<&Army> {
        match side {
            Side::Red => self.red.as_ref(),
            Side::Blue => self.blue.as_ref(),
        }
    }

    /// Returns the order of battle of a side, to be changed; `None` where the ruleset's standard
    /// army counts.
    pub const fn army_mut(&mut self, side: Side) -> &mut Option<Army> {
        match side {
            Side::Red => &mut self.red,
            Side::Blue => &mut self.blue,
        }
    }

    /// Lists the commanders that the file names, each with its field: those of the sides, then those of contingents.
    pub fn named_commanders(&self) -> impl Iterator<Item = (String, &str)> {
        let of_side = |side: Side| {
            let name = self.army(side)?.commander.as_deref()?;
            Some((format!("{}.commander", side.name()), name))
        };
        Side::BOTH.into_iter().filter_map(of_side).chain(self.commanders_of_contingents())
    }

    /// Lists the commanders that the file names for contingents, each with its field.
    pub fn commanders_of_contingents(&self) -> impl Iterator<Item = (String, &str)> {
        self.contingents.iter().enumerate().filter_map(|(index, entry)| {
            Some((format!("contingents[{index}].commander"), entry.commander.as_deref()?))
        })
    }

    /// Returns the map with the fields that a scenario gives in place of its own.
    #[must_use]
    pub fn overridden_by_scenario(mut self, scenario: ScenarioFile) -> Self {
        if !(scenario.goals.is_empty() && scenario.wins.is_empty()) {
            (self.goals, self.wins) = (scenario.goals, scenario.wins);
        }
        if !scenario.events.is_empty() {
            self.events = scenario.events;
        }
        if !scenario.red_holds.is_empty() {
            self.red_holds = scenario.red_holds;
        }
        if !scenario.home.is_empty() {
            self.home = scenario.home;
        }
        if !scenario.types.is_empty() {
            self.types = scenario.types;
        }
        if !scenario.factor.is_even() {
            self.factor = scenario.factor;
        }
        if !scenario.contingents.is_empty() {
            self.contingents = scenario.contingents;
        }
        let comes_from = scenario.from.is_some() || !scenario.entry.is_empty();
        if comes_from {
            (self.from, self.entry) = (scenario.from, scenario.entry);
        }
        Self {
            name: scenario.name,
            author: scenario.author.or(self.author),
            notes: scenario.notes.or(self.notes),
            rules: scenario.rules.or(self.rules),
            first: scenario.first.or(self.first),
            turns: scenario.turns.or(self.turns),
            seed: scenario.seed.or(self.seed),
            variation: scenario.variation.or(self.variation),
            objective: scenario.objective.or(self.objective),
            victory_points: scenario.victory_points.or(self.victory_points),
            red: scenario.red.or(self.red),
            blue: scenario.blue.or(self.blue),
            ..self
        }
    }
}

impl Scenario {
    /// Makes the scenario of a map and rules; the dice are those of the map's seed.
    #[must_use]
    pub const fn new(map: MapFile, rules: Ruleset) -> Self {
        Self { map, rules, key: None }
    }

    /// Returns the source of the dice: the key, else the map's seed, else seed 0. A battle does not hold
    /// it, so that no commander can know it.
    pub fn dice_source(&self) -> DiceSource {
        self.key.map_or_else(|| self.map.seed.unwrap_or(0).into(), DiceSource::Key)
    }

    /// Sets the source of the dice.
    pub const fn set_dice_source(&mut self, source: DiceSource) {
        (self.map.seed, self.key) = match source {
            DiceSource::Seed(seed) => (Some(seed), None),
            DiceSource::Key(key) => (None, Some(key)),
        };
    }

    /// Exchanges the orders of battle; commanders stay. Units that stand on a hex by name are laid out anew, since they come
    /// from the other side now.
    ///
    /// ```
    /// use hotgates_scenario::{MapFile, Scenario};
    ///
    /// let map = MapFile::from_ron(r##"(name: "A castle", rows: ["..........", "#........."],
    ///     red: (units: [(type: "cavalry", at: (9, 0))]), blue: (units: [(type: "infantry")]))"##)?;
    /// let mut scenario = Scenario::classic(map);
    /// scenario.exchange_armies();
    /// let blue = scenario.map.blue.expect("an army");
    /// assert_eq!((blue.units[0].kind.as_str(), blue.units[0].at), ("cavalry", None));
    /// # Ok::<(), hotgates_text::Fault>(())
    /// ```
    pub fn exchange_armies(&mut self) {
        let Self { map, rules, .. } = self;
        std::mem::swap(&mut map.red, &mut map.blue);
        std::mem::swap(&mut rules.standard.red, &mut rules.standard.blue);
        std::mem::swap(&mut map.types.red, &mut map.types.blue);
        std::mem::swap(&mut map.factor.red, &mut map.factor.blue);
        for army in [&mut map.red, &mut map.blue].into_iter().flatten() {
            army.units.iter_mut().for_each(|unit| unit.at = None);
        }
        map.contingents.iter_mut().for_each(|contingent| contingent.side = contingent.side.other());
    }

    /// Makes the scenario of a map under the rules that it names; `None` where they do not come with the
    /// program.
    #[must_use]
    pub fn by_shipped_rules(map: MapFile) -> Option<Self> {
        let rules = Ruleset::shipped(map.rules.as_deref().unwrap_or("classic"))?;
        Some(Self::new(map, rules))
    }

    /// Makes the scenario of a map under the classic rules.
    #[must_use]
    pub fn classic(map: MapFile) -> Self {
        Self::new(map, Ruleset::classic())
    }
}
