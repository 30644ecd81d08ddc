//! Reading files: everything a person or a disk can get wrong becomes one clear message with its place.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use hotgates_engine::{
    Battle, BattleFile, BySide, Direction, Fault, FaultKind, Map, MapFile, Position, Ruleset, Scenario,
    ScenarioFile, Side,
};

use crate::problem::{Problem, reason};

/// The most bytes a file may have.
pub const MAX_BYTES: u64 = 64 << 20;
/// The most faults of one file that are told at once outside `map check`.
const MAX_TOLD: usize = 10;

/// Reads a file that is not too large.
///
/// # Errors
/// Why it cannot be read, with its name.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Problem> {
    let failed = |why: &str| Problem::new(format!("{}: cannot be read: {why}", path.display()));
    let too_large = |bytes: u64| {
        let sizes = format!("{bytes} bytes, at most {MAX_BYTES} (64 MiB) are allowed");
        Problem::new(format!("{}: the file is too large: {sizes}", path.display()))
    };
    let file = File::open(path).map_err(|error| failed(&reason(&error)))?;
    let about = file.metadata().map_err(|error| failed(&reason(&error)))?;
    if about.is_dir() {
        return Err(failed("it is a directory, and a file is needed"));
    }
    if about.len() > MAX_BYTES {
        return Err(too_large(about.len()));
    }
    let mut bytes = Vec::new();
    // A pipe or a device has no length to go by.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(&reason(&error)))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// A text file, and the name that messages call it by.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path as the user gave it.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Source {
    /// Reads a text file.
    ///
    /// # Errors
    /// Why it cannot be read; where it is not UTF-8, with line and column.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        let text = String::from_utf8(bytes(path)?).map_err(|error| not_utf8(&name, &error))?;
        // Some editors put a mark in front that means nothing.
        let text = text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned);
        Ok(Self { name, text })
    }

    /// The messages of faults in this file, each with its place.
    #[must_use]
    pub fn problem(&self, mut faults: Vec<Fault>) -> Problem {
        MapFile::locate(&self.text, &mut faults);
        for fault in &mut faults {
            self.say_where_it_ends(fault);
        }
        tell(faults.into_iter().map(|fault| Located::in_file(fault, &self.name)).collect())
    }
}

impl Source {
    /// A reader that was expecting more says so in terms of what it expected; that the text is at its end says more.
    fn say_where_it_ends(&self, fault: &mut Fault) {
        let lines = self.text.trim_end().split('\n');
        let (last, length) =
            lines.enumerate().last().map_or((0, 0), |(index, line)| (index, line.chars().count()));
        let at_end = |position: Position| (position.line, position.column) > (last + 1, length);
        if let (FaultKind::Syntax { message }, true) = (&mut fault.kind, fault.position.is_some_and(at_end)) {
            message.push_str(", and the file ends here");
        }
    }
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Problem {
    let at = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    Problem::new(format!("{name}:{line}:{column}: not UTF-8 text: byte 0x{byte:02x} at offset {at}"))
}

/// A failure that tells a handful of messages and counts the others.
fn tell(faults: Vec<Located>) -> Problem {
    let mut messages: Vec<_> = faults.iter().take(MAX_TOLD).map(Located::message).collect();
    let more = faults.len() - messages.len();
    if more > 0 {
        messages.push(format!("and {more} more like these; `hotgates map check` lists them all"));
    }
    Problem { messages, faults }
}

/// A map or scenario file with everything it refers to, and what options have changed about it.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// What to play: maps, armies and rules put together.
    pub scenario: Scenario,
    map: Source,
    /// The scenario file, where there is one besides the map's.
    own: Option<(Source, ScenarioFile)>,
    commanders: BySide<Option<String>>,
    /// Fields that an option has set, and the option.
    options: Vec<(&'static str, &'static str)>,
    /// Whether Red has Blue's order of battle and Blue has Red's.
    mirrored: bool,
}

/// A fault and where to say it is.
#[derive(Debug, Clone)]
pub struct Located {
    /// The fault, with its line where a file has one.
    pub fault: Fault,
    /// The file or option that is at fault.
    pub file: String,
    /// Whether `file` is an option.
    by_option: bool,
}

impl Located {
    /// A fault of a file.
    fn in_file(fault: Fault, file: &str) -> Self {
        Self { fault, file: file.to_owned(), by_option: false }
    }

    /// The whole message.
    pub fn message(&self) -> String {
        if self.by_option {
            return format!("{}: {}", self.file, self.fault.kind);
        }
        self.fault.in_file(&self.file)
    }
}

impl Loaded {
    /// Reads a map or scenario file, and the map and ruleset that it names.
    ///
    /// # Errors
    /// What cannot be read, or does not read as what it should be.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let source = Source::read(path)?;
        let file = BattleFile::from_ron(&source.text).map_err(|fault| source.problem(vec![fault]))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        match file {
            BattleFile::Map(map) => {
                let rules = rules_of(&map, &source, &folder)?;
                Ok(Self::new(Scenario { map, rules }, source, None))
            }
            BattleFile::Scenario(scenario) => Self::of_scenario(source, scenario, &folder),
        }
    }

    fn of_scenario(source: Source, own: ScenarioFile, folder: &Path) -> Result<Self, Problem> {
        let path = find_map(&source, &own, folder)?;
        let map_source = Source::read(&path)?;
        let map = MapFile::from_ron(&map_source.text).map_err(|fault| map_source.problem(vec![fault]))?;
        let map_folder = path.parent().unwrap_or(Path::new(""));
        let (from, rules_folder) =
            if own.rules.is_some() { (&source, folder) } else { (&map_source, map_folder) };
        let map = map.with(own.clone());
        let rules = rules_of(&map, from, rules_folder)?;
        let scenario = Scenario { map, rules };
        Ok(Self::new(scenario, map_source, Some((source, own))))
    }

    fn new(scenario: Scenario, map: Source, own: Option<(Source, ScenarioFile)>) -> Self {
        let commanders = BySide::new(|side| scenario.map.army(side)?.commander.clone());
        Self { scenario, map, own, commanders, options: Vec::new(), mirrored: false }
    }

    /// Red comes from this direction, whatever the file says.
    pub fn set_from(&mut self, from: Direction) {
        (self.scenario.map.from, self.scenario.map.entry) = (Some(from), Vec::new());
        self.options.push(("from", "--from"));
    }

    /// The last turn, whatever the file says.
    pub fn set_turns(&mut self, turns: i64) {
        self.scenario.map.turns = Some(turns);
        self.options.push(("turns", "--turns"));
    }

    /// By how much the seed may cut strengths, whatever the file says.
    pub fn set_variation(&mut self, variation: i64) {
        self.scenario.map.variation = Some(variation);
        self.options.push(("variation", "--variation"));
    }

    /// Exchanges the orders of battle; commanders stay. Units that a file puts on a hex are laid out anew, since they
    /// come from the other side now.
    pub fn mirror(&mut self) {
        let Scenario { map, rules } = &mut self.scenario;
        std::mem::swap(&mut map.red, &mut map.blue);
        std::mem::swap(&mut rules.standard.red, &mut rules.standard.blue);
        for army in [&mut map.red, &mut map.blue].into_iter().flatten() {
            army.units.iter_mut().for_each(|unit| unit.at = None);
        }
        self.mirrored = !self.mirrored;
    }

    /// Who commands a side by the file.
    pub fn commander(&self, side: Side) -> Option<&str> {
        self.commanders[side].as_deref()
    }

    /// The battle, and what its author should know about it.
    ///
    /// # Errors
    /// Everything that is wrong with the files, each with its place.
    pub fn battle(&self) -> Result<(Battle, Vec<String>), Problem> {
        let report = self.scenario.check();
        let located = self.locate(report.faults.into_iter().map(|fault| self.as_written(fault)).collect());
        let (warnings, faults): (Vec<_>, Vec<_>) =
            located.iter().partition(|located| located.fault.is_warning());
        let Some(battle) = report.battle else {
            return Err(tell(faults.into_iter().cloned().collect()));
        };
        Ok((battle, warnings.into_iter().map(Located::message).collect()))
    }

    /// The ground alone, whether or not a battle can be fought on it.
    ///
    /// # Errors
    /// What is wrong with its rows and glyphs, each with its place.
    pub fn map(&self) -> Result<Map, Problem> {
        let read = Map::read(&self.scenario.map, &self.scenario.rules);
        read.map_err(|faults| tell(self.locate(faults)))
    }

    /// A fault of a mirrored army, about the army as the file has it.
    fn as_written(&self, mut fault: Fault) -> Fault {
        let other = |side: Side| {
            let rest = fault.field.as_deref()?.strip_prefix(side.name())?;
            rest.starts_with('.').then(|| format!("{}{rest}", side.other().name()))
        };
        if let Some(field) = Side::BOTH.into_iter().filter(|_| self.mirrored).find_map(other) {
            fault.field = Some(field);
        }
        fault
    }

    /// Finds the file, line and column of each fault.
    pub fn locate(&self, faults: Vec<Fault>) -> Vec<Located> {
        let mut located: Vec<_> = faults.into_iter().map(|fault| self.owner(fault)).collect();
        let sources = self.own.iter().map(|(source, _)| source).chain([&self.map]);
        for source in sources {
            let mine = |located: &Located| !located.by_option && located.file == source.name;
            let mut faults: Vec<_> =
                located.iter().filter(|located| mine(located)).map(|located| located.fault.clone()).collect();
            if faults.iter().any(|fault| fault.field.is_some()) {
                MapFile::locate(&source.text, &mut faults);
                let places = located.iter_mut().filter(|located| mine(located));
                places.zip(faults).for_each(|(located, fault)| located.fault = fault);
            }
        }
        located
    }

    /// A message about a field of the file, with its place.
    pub fn fault_in(&self, field: &str, message: String) -> Problem {
        let fault = Fault::at_field(field, FaultKind::Syntax { message });
        tell(self.locate(vec![fault]))
    }

    /// Which file or option a fault is about.
    fn owner(&self, fault: Fault) -> Located {
        let root = fault.field.as_deref().unwrap_or("").split(['.', '[']).next().unwrap_or_default();
        let option = self.options.iter().find(|(field, _)| *field == root);
        let by_option = option.is_some();
        let own = self.own.as_ref().filter(|(_, file)| root.is_empty() || gives(file, root));
        let file = match (option, own) {
            (Some((_, option)), _) => (*option).to_owned(),
            (None, Some((source, _))) => source.name.clone(),
            (None, None) => self.map.name.clone(),
        };
        Located { fault, file, by_option }
    }
}

/// Whether a scenario gives this field itself.
fn gives(file: &ScenarioFile, field: &str) -> bool {
    match field {
        "from" | "entry" => file.from.is_some() || !file.entry.is_empty(),
        "turns" => file.turns.is_some(),
        "seed" => file.seed.is_some(),
        "variation" => file.variation.is_some(),
        "objective" => file.objective.is_some(),
        "red" => file.red.is_some(),
        "blue" => file.blue.is_some(),
        _ => false,
    }
}

/// The map of a scenario: beside it, or in `maps/` beside its folder.
fn find_map(source: &Source, own: &ScenarioFile, folder: &Path) -> Result<PathBuf, Problem> {
    let mut name = PathBuf::from(&own.map);
    if name.extension().is_none() {
        name.set_extension("ron");
    }
    let beside = folder.join(&name);
    let in_maps = folder.join("..").join("maps").join(&name);
    // In the folder itself `..` would lead nowhere.
    let in_maps = if folder.as_os_str().is_empty() { Path::new("../maps").join(&name) } else { in_maps };
    if beside.exists() {
        return Ok(beside);
    }
    if in_maps.exists() {
        return Ok(in_maps);
    }
    let message =
        format!("there is no map `{}`; looked for {} and {}", own.map, beside.display(), in_maps.display());
    Err(source.problem(vec![Fault::at_field("map", FaultKind::Syntax { message })]))
}

/// The ruleset that a map names: `classic`, or a file in the folder of the one that names it.
///
/// # Errors
/// That there is none, or everything that is wrong with it.
pub fn rules_of(map: &MapFile, named_in: &Source, folder: &Path) -> Result<Ruleset, Problem> {
    let Some(name) = map.rules.as_deref().filter(|name| *name != "classic") else {
        return Ok(Ruleset::classic());
    };
    let path = folder.join(name);
    if !path.exists() {
        let message =
            format!("there is no ruleset `{name}`; `classic` is built in, files lie beside this one");
        return Err(named_in.problem(vec![Fault::at_field("rules", FaultKind::Syntax { message })]));
    }
    ruleset(&path)
}

/// Reads a ruleset file.
///
/// # Errors
/// Everything that is wrong with it, each with its line and column.
pub fn ruleset(path: &Path) -> Result<Ruleset, Problem> {
    let source = Source::read(path)?;
    Ruleset::from_ron(&source.text).map_err(|faults| {
        tell(faults.into_iter().map(|fault| Located::in_file(fault, &source.name)).collect())
    })
}
