//! Faults of files that people wrote, each with its place.

use std::fmt;

use hotgates_grid::{Coord, Direction};
use serde::{Deserialize, Serialize};

use crate::campaign_fault::CampaignFaultKind;
use crate::count::count_words;
use crate::side::Side;

/// One mistake in a ruleset, map, scenario or campaign, and its place.
///
/// ```
/// use hotgates_text::{FaultKind, parse_ron};
///
/// let fault = parse_ron::<Vec<u32>>("[\n    12,\n    \"two\",\n]").expect_err("no number");
/// assert_eq!(fault.message_in_file("counts.ron").split(": ").next(), Some("counts.ron:3:5"));
/// assert!(matches!(fault.kind, FaultKind::Syntax { .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Kind of the mistake, with the numbers and names in question.
    pub kind: FaultKind,
    /// Path of the wrong field, such as `red.units[2].strength`.
    pub field: Option<String>,
    /// Index of the wrong character in the text of the field, from 0.
    pub character: Option<usize>,
    /// The hex where the mistake is.
    pub hex: Option<Coord>,
    /// Line and column in the file, if the text came from a file.
    pub position: Option<TextPosition>,
}

/// A place in a text file: line and column, both counted from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TextPosition {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Kind of a mistake in a file, with the numbers needed to mend the mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum FaultKind {
    /// The text is not what the format asks for.
    #[error("{message}")]
    Syntax {
        /// The text found and the text expected.
        message: String,
    },
    /// A file without any text.
    #[error("the file is empty")]
    EmptyFile,
    /// A file of a format that is newer than the program.
    #[error("format {found} is newer than this program, which reads up to format {known}")]
    NewerFormat {
        /// The format of the file.
        found: u64,
        /// The newest format that the program reads.
        known: u64,
    },
    /// A map that a scenario names and that is not found.
    #[error("there is no map `{name}`; looked for {beside} and {in_maps}")]
    NoSuchMap {
        /// The name in the scenario.
        name: String,
        /// The file beside the scenario that was looked for.
        beside: String,
        /// The file in the folder `maps` that was looked for.
        in_maps: String,
    },
    /// A ruleset that a map names and that is not found.
    #[error("there is no ruleset `{name}`; `classic` is built in, files lie beside this one")]
    NoSuchRuleset {
        /// The name in the map.
        name: String,
    },
    /// A file that another file names and that may not be read because of where it lies.
    #[error(
        "the file `{name}` lies outside the folder of this one and is not read; put it there, or use `--allow-outside` in the terminal"
    )]
    OutsideFolder {
        /// The path in the file.
        name: String,
    },
    /// A ruleset that a map names, where only the built-in one can be had.
    #[error("the map is played by the rules `{name}`, which have not been loaded")]
    RulesetNotLoaded {
        /// The name in the map.
        name: String,
    },
    /// Text where a whole number belongs.
    #[error("`{text}` is no whole number")]
    NotWholeNumber {
        /// The text.
        text: String,
    },
    /// Text where the seed of dice belongs.
    #[error("`{text}` is no seed: a whole number from 0 on is needed")]
    NotSeed {
        /// The text.
        text: String,
    },
    /// Something that must not be empty.
    #[error("{what} is missing or empty")]
    Empty {
        /// The missing thing.
        what: MissingPart,
    },
    /// A name or glyph that stands for two things.
    #[error("`{name}` is there already; each may stand only once")]
    Twice {
        /// The name or glyph.
        name: String,
    },
    /// A tag that is not one word.
    #[error("`{text}` is no tag: a tag is one word, and `#` stands only where it is asked for")]
    NotTag {
        /// The text.
        text: String,
    },
    /// Two tags of a type for which the same table has entries.
    #[error("{first} and {second} both fit {unit}; give {unit} an entry of its own")]
    TwoTags {
        /// Name of the unit type.
        unit: String,
        /// The first tag, with its `#`.
        first: String,
        /// The second tag, with its `#`.
        second: String,
    },
    /// Two rows of match-ups that fit an attack equally well by their tags.
    #[error("this and matchups[{row}] fit {attacker} on {target} equally well; give them a row of their own")]
    TwoMatchups {
        /// Name of the attacking type.
        attacker: String,
        /// Name of the attacked type.
        target: String,
        /// The other row, from 0.
        row: usize,
    },
    /// A glyph that cannot be seen.
    #[error("the glyph {glyph:?} is blank; choose a visible character")]
    Blank {
        /// The glyph.
        glyph: char,
    },
    /// A number out of its range.
    #[error("{value} is out of range; it may be {min} to {max}")]
    OutOfRange {
        /// The number.
        value: i64,
        /// The least allowed.
        min: i64,
        /// Greatest number allowed.
        max: i64,
    },
    /// A number above its maximum.
    #[error("{value} is too large; expected 0 … {max}")]
    OverMaximum {
        /// The number.
        value: u32,
        /// Greatest number allowed.
        max: u32,
    },
    /// Too many or too few things of a kind.
    #[error("{}; there may be {min} to {max}", .what.count_in_words(*.value))]
    Count {
        /// The things counted.
        what: CountedPart,
        /// Number of things found.
        value: i64,
        /// The least allowed.
        min: i64,
        /// Greatest number allowed.
        max: i64,
    },
    /// An entry of a list or map beyond the most that the list or map may have.
    #[error("this entry is one too many; there may be at most {max}")]
    TooManyEntries {
        /// Most entries allowed.
        max: usize,
    },
    /// A name that nothing has: of a unit type, terrain, rank or commander.
    #[error("unknown {what} `{name}`; known: {known}")]
    Unknown {
        /// Kind of the name.
        what: NameKind,
        /// The name.
        name: String,
        /// The names that are known, in one text.
        known: String,
    },
    /// Hexes with an unknown glyph that are not listed one by one.
    #[error("{} unknown glyphs", count_words(*.count, "more hex has", "more hexes have"))]
    MoreUnknown {
        /// Number of such hexes.
        count: usize,
    },
    /// A ruleset without anything to fight for.
    #[error("no terrain is a castle; give one of them `castle: true`")]
    NoCastleTerrain,
    /// Rows of different lengths.
    #[error("row {row} has {}, the first row has {expected}", count_words(*.length, "hex", "hexes"))]
    RaggedRow {
        /// The row, from 0.
        row: usize,
        /// Number of hexes in the row.
        length: usize,
        /// Number of hexes in the first row.
        expected: usize,
    },
    /// No rows, or empty ones.
    #[error("the map has no hexes")]
    NoHexes,
    /// More hexes than a map may have.
    #[error("the map has {width} × {height} hexes; at most {max_side} a side and {max} in all are allowed")]
    TooLarge {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
        /// Most hexes a side.
        max_side: usize,
        /// Most hexes in all.
        max: usize,
    },
    /// A map without a castle.
    #[error("the map has no castle")]
    NoCastle,
    /// A map on which no Red unit has a path to a castle.
    #[error("no Red unit can reach a castle from where Red comes in")]
    CastleCutOff,
    /// A direction from which Red cannot come.
    #[error(
        "Red cannot come from the {direction}: its {} only {} there that lie more than {} from every castle and Blue unit and have a way to a castle",
        count_words(*.waiting, "unit finds", "units find"),
        count_words(*.room, "hex", "hexes"),
        count_words(*.distance, "hex", "hexes")
    )]
    NoWayFrom {
        /// The direction.
        direction: Direction,
        /// Number of Red's units that have no place.
        waiting: usize,
        /// Number of hexes for them.
        room: usize,
        /// Hexes within which no unit may start.
        distance: u32,
    },
    /// Not enough hexes to start on.
    #[error(
        "no room for {side}'s army: {}, {} to start on",
        count_words(*.units, "unit", "units"),
        count_words(*.room, "hex", "hexes")
    )]
    NoRoom {
        /// The army.
        side: Side,
        /// Number of its units.
        units: usize,
        /// Number of hexes to start on.
        room: usize,
    },
    /// A hex that is not on the map.
    #[error("hex {hex} is off the map; columns go to {}, rows to {}", .width - 1, .height - 1)]
    OffMap {
        /// The hex.
        hex: Coord,
        /// Number of columns.
        width: i32,
        /// Number of rows.
        height: i32,
    },
    /// A unit on a hex that it could not enter.
    #[error("{unit} cannot stand on {terrain}")]
    Impassable {
        /// The unit.
        unit: String,
        /// The terrain.
        terrain: String,
    },
    /// Two units on one hex.
    #[error("{unit} stands where {other} stands already")]
    Occupied {
        /// The second unit.
        unit: ListedUnit,
        /// The first.
        other: NearbyObject,
    },
    /// A Red unit that starts too close.
    #[error(
        "{unit} starts {} from {from} at {at}; it must be more than {min}",
        count_words(*.distance, "hex", "hexes")
    )]
    TooClose {
        /// The unit.
        unit: ListedUnit,
        /// Distance in hexes.
        distance: u32,
        /// The castle or unit that is too close.
        from: NearbyObject,
        /// The hex of the castle or unit that is too close.
        at: Coord,
        /// Hexes within which no unit may start.
        min: u32,
    },
    /// A goal with no aim or several.
    #[error("a goal has one of `hold`, `take`, `destroy` and `exit`")]
    GoalAims,
    /// A limit that is no limit of the aim.
    #[error("`turns` goes with `hold`, `by` with the other aims, `units` and `count` with `exit`")]
    GoalLimit,
    /// A hex of a goal where no unit of the side can go.
    #[error("no unit of {side} can stand there")]
    NobodyEnters {
        /// The side.
        side: Side,
    },
    /// A hex to be held by Red that is neither a castle nor a hex of a goal.
    #[error("this is no castle, and no goal names it to hold or take")]
    NoFlag,
    /// A contingent that no unit of its side names.
    #[error("no unit of {side} is of the contingent `{name}`")]
    NobodyInContingent {
        /// The side.
        side: Side,
        /// Name of the contingent.
        name: String,
    },
    /// A unit of a type that the scenario does not allow its side.
    #[error("{side} may have no {kind} here, only {allowed}")]
    TypeNotAllowed {
        /// The side.
        side: Side,
        /// Name of the type.
        kind: String,
        /// Names of the types that the side may have.
        allowed: String,
    },
    /// A battle in which Red holds all castles at the start.
    #[error("Red holds every castle; leave Blue one")]
    AllCastlesRed,
    /// Weather by a schedule and by chance at once.
    #[error("weather comes by the `schedule` or by the `next` of states, not by both")]
    ScheduleAndChance,
    /// A castle that would come or go during a battle.
    #[error("{terrain} is a castle, and castles neither come nor go")]
    CastleChanges {
        /// Name of the terrain.
        terrain: String,
    },
    /// Hexes to take that the side holds at the start.
    #[error("{side} holds all of this at the start; `red_holds` says what Red holds, Blue holds the rest")]
    HeldAtStart {
        /// The side.
        side: Side,
    },
    /// A place at the start for a unit that comes later.
    #[error("the unit comes later: `at` is for units that are there from the start")]
    PlaceOfLateUnit,
    /// An arrival with no hexes and no direction, or with both.
    #[error("an arrival has either `hexes` or `from`")]
    ArrivalPlace,
    /// A unit that no turn and no event brings.
    #[error("the unit never comes: give a turn, or name its key in the `arrive` of an event")]
    NeverArrives,
    /// An army of which nobody is on the map at the start.
    #[error("all of {side}'s units come later; one must be there from the start")]
    NobodyAtStart {
        /// The side.
        side: Side,
    },
    /// An event with no condition or several.
    #[error("an event has one of `turn`, `enters`, `lost`, `points` and `met`")]
    EventConditions,
    /// An event that changes nothing.
    #[error("nothing happens: give a `message`, units that `arrive`, goals that it `opens`, or `terrain`")]
    EventWithoutEffect,
    /// A side missing from the condition of an event, or one that the condition does not ask for.
    #[error("`side` goes with `turn`, and with `enters` and `points`, which need it")]
    EventSide,
    /// A number of times for a condition that does not come and go.
    #[error("`repeat` goes with `turn` and `enters`")]
    EventRepeat,
    /// A text for players that is told nobody or is missing.
    #[error("`told` goes with a `message`")]
    EventAudience,
    /// A unit that an event calls and that is there already.
    #[error("`{key}` is there from the start; give the unit `arrives`")]
    NotExpected {
        /// Key of the unit.
        key: String,
    },
    /// A battle for goals without any.
    #[error("goals decide this battle, but nobody has a way to win and nothing counts points")]
    NothingToWin,
    /// A battle that is won before the first move.
    #[error("{side} meets these goals before the first move")]
    WonAtStart {
        /// The winner.
        side: Side,
    },
    /// A warning: the march is so long that little time is left to fight.
    #[error(
        "Red's way to the nearest castle takes {}, more than half of the {turns} of this battle",
        count_words(*.march, "turn", "turns")
    )]
    LongMarch {
        /// Number of turns on the march.
        march: u32,
        /// Number of turns of the battle.
        turns: u32,
    },
    /// A fault of a map of a campaign.
    #[error("the map `{map}`: {fault}")]
    OfMap {
        /// The map's path.
        map: String,
        /// The fault.
        fault: Box<Fault>,
    },
    /// A fault of a map of a campaign once units of the army stand on their places.
    #[error("with {kind} of the army on the map `{map}`: {fault}")]
    WithArmy {
        /// The map's path.
        map: String,
        /// Type of the units.
        kind: String,
        /// The fault.
        fault: Box<Fault>,
    },
    /// A mistake that only campaign files have.
    #[error(transparent)]
    Campaign(#[from] CampaignFaultKind),
}

/// A thing that a file must name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MissingPart {
    /// A name.
    Name,
    /// The units of an army.
    Army,
    /// A key.
    Key,
    /// A text.
    Text,
    /// A place on the map.
    Place,
}

impl fmt::Display for MissingPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "a name",
            Self::Army => "an army",
            Self::Key => "a key",
            Self::Text => "a text",
            Self::Place => "a place",
        })
    }
}

/// Things whose number in a file is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CountedPart {
    /// Entries of a list.
    Entries,
    /// Units of an army.
    Units,
    /// Hexes by which Red comes in.
    Hexes,
    /// Tags of unit types.
    Tags,
}

impl CountedPart {
    /// Returns a number of these things: `1 unit`, `2 units`.
    fn count_in_words(self, number: i64) -> String {
        match self {
            Self::Entries => count_words(number, "entry", "entries"),
            Self::Units => count_words(number, "unit", "units"),
            Self::Hexes => count_words(number, "hex", "hexes"),
            Self::Tags => count_words(number, "tag", "tags"),
        }
    }
}

/// Kinds of names that a file uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameKind {
    /// Name of a unit type.
    UnitType,
    /// Tag of unit types.
    Tag,
    /// Name of a rank.
    Rank,
    /// Name of a terrain.
    Terrain,
    /// Name of a state of the weather.
    Weather,
    /// Character in a row of a map.
    Glyph,
    /// Name of a commander.
    Commander,
    /// Key of a goal of one side.
    Goal,
    /// Key of a goal of either side.
    AnyGoal,
    /// Key of a unit of the enemy.
    UnitKey,
    /// Key of a unit of the same side.
    OwnUnitKey,
    /// Key of a unit of either side.
    AnyUnitKey,
    /// Key of a battle of a campaign.
    Battle,
    /// Name of a degree of victory.
    Degree,
}

impl fmt::Display for NameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnitType => "unit type",
            Self::Tag => "tag",
            Self::Rank => "rank",
            Self::Terrain => "terrain",
            Self::Weather => "weather",
            Self::Glyph => "glyph",
            Self::Commander => "commander",
            Self::Goal => "goal of this side",
            Self::AnyGoal => "goal",
            Self::UnitKey => "key of an enemy unit",
            Self::OwnUnitKey => "key of a unit of this side",
            Self::AnyUnitKey => "key of a unit",
            Self::Battle => "battle",
            Self::Degree => "degree",
        })
    }
}

/// A unit in an order of battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedUnit {
    /// Side of the unit.
    pub side: Side,
    /// Number of the unit in its army, from 1.
    pub number: usize,
    /// Type of the unit.
    pub kind: String,
}

impl fmt::Display for ListedUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}'s unit {} ({})", self.side, self.number, self.kind)
    }
}

/// An object that leaves no room for a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum NearbyObject {
    /// A castle.
    Castle,
    /// A unit of a side.
    AnyUnit(Side),
    /// A unit in an order of battle.
    Listed(ListedUnit),
}

impl fmt::Display for NearbyObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Castle => f.write_str("a castle"),
            Self::AnyUnit(side) => write!(f, "a {side} unit"),
            Self::Listed(unit) => write!(f, "{unit}"),
        }
    }
}

impl FaultKind {
    /// Makes the fault of a name that is not among the known names.
    pub fn unknown_name_fault<'a>(what: NameKind, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known = known.collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        Self::Unknown { what, name: name.to_owned(), known }
    }
}

impl Fault {
    /// Makes a fault of a file as a whole.
    pub const fn new(kind: FaultKind) -> Self {
        Self { kind, field: None, character: None, hex: None, position: None }
    }

    /// Makes a fault of one field.
    pub fn fault_of_field(field: impl Into<String>, kind: FaultKind) -> Self {
        Self { field: Some(field.into()), ..Self::new(kind) }
    }

    /// Returns the fault with the hex where the mistake is.
    #[must_use]
    pub fn with_hex(self, hex: Coord) -> Self {
        Self { hex: Some(hex), ..self }
    }

    /// `true` if a battle can be played in spite of the fault.
    pub const fn is_warning(&self) -> bool {
        matches!(self.kind, FaultKind::LongMarch { .. } | FaultKind::NobodyInContingent { .. })
    }

    /// Returns the whole message with the name of the file: `name:line:column: hex col,row:
    /// message`.
    pub fn message_in_file(&self, name: &str) -> String {
        match self.position {
            Some(TextPosition { line, column }) => format!("{name}:{line}:{column}: {self}"),
            None => format!("{name}: {self}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(hex) = self.hex {
            write!(f, "hex {hex}: ")?;
        }
        if let (Some(field), None) = (&self.field, self.hex) {
            write!(f, "{field}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for Fault {}
