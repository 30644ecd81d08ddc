//! Reading files: everything a person or a disk can get wrong becomes one clear message with its
//! place.

use std::io::Read;
use std::path::{Path, PathBuf};

use hotgates_engine::{
    BattleFile, BySide, Fault, FaultKind, Map, MapFile, Ruleset, Scenario, ScenarioFile, Side, TextPosition,
};

use crate::access::{FileAccess, FileReach, NamedPlace};
use crate::error::{FileError, FileObstacle, FileProblem, LocatedFault};

/// Greatest size of a file, in bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// Reads a file that is not too large.
///
/// # Errors
/// The reason why the file cannot be read, with its name.
pub fn read_bytes(path: &Path, access: FileAccess) -> Result<Vec<u8>, FileError> {
    let name = || path.display().to_string();
    let failed = |why: FileObstacle| FileError::from(FileProblem::Unreadable { file: name(), why });
    let too_large =
        |bytes: u64| FileError::from(FileProblem::TooLarge { file: name(), bytes, max: MAX_BYTES });
    let (file, about) = access.open_to_read(path).map_err(failed)?;
    if about.len() > MAX_BYTES {
        return Err(too_large(about.len()));
    }
    let mut bytes = Vec::new();
    // A pipe has no length to go by.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed((&error).into()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// A text file, with the name that messages call it by.
#[derive(Debug, Clone)]
pub struct SourceText {
    /// Path of the file as the user gave it.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

impl SourceText {
    /// Reads a text file.
    ///
    /// # Errors
    /// The reason why the file cannot be read; where it is not UTF-8, with line and column.
    pub fn read_file(path: &Path, access: FileAccess) -> Result<Self, FileError> {
        let name = path.display().to_string();
        let mut text =
            String::from_utf8(read_bytes(path, access)?).map_err(|error| not_utf8_error(&name, &error))?;
        // Some editors put a mark in front that means nothing.
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        Ok(Self { name, text })
    }

    /// Returns the error of faults in this file, each with its place.
    #[must_use]
    pub fn error_of_faults(&self, mut faults: Vec<Fault>) -> FileError {
        MapFile::locate_faults(&self.text, &mut faults);
        for fault in &mut faults {
            self.mention_end_of_file(fault);
        }
        FileError::from_faults(
            faults.into_iter().map(|fault| LocatedFault { fault, file: self.name.clone() }).collect(),
        )
    }
}

impl SourceText {
    /// Adds to a fault behind the last line that the file ends there: a reader that was expecting
    /// more only says what it expected.
    fn mention_end_of_file(&self, fault: &mut Fault) {
        let lines = self.text.trim_end().split('\n');
        let (last, length) =
            lines.enumerate().last().map_or((0, 0), |(index, line)| (index, line.chars().count()));
        let at_end = |position: TextPosition| (position.line, position.column) > (last + 1, length);
        if let (FaultKind::Syntax { message }, true) = (&mut fault.kind, fault.position.is_some_and(at_end)) {
            message.push_str(", and the file ends here");
        }
    }
}

fn not_utf8_error(name: &str, error: &std::string::FromUtf8Error) -> FileError {
    let at = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    let byte = error.as_bytes().get(at).copied().unwrap_or_default();
    FileProblem::NotText { file: name.to_owned(), line, column, byte, offset: at }.into()
}

/// A map or scenario file with everything that it refers to.
#[derive(Debug, Clone)]
pub struct LoadedScenario {
    /// The scenario to play: maps, armies and rules put together.
    pub scenario: Scenario,
    map: SourceText,
    /// The scenario file, where there is one besides the map's file.
    own: Option<(SourceText, ScenarioFile)>,
    commanders: BySide<Option<String>>,
}

impl LoadedScenario {
    /// Reads a map or scenario file, and the map and ruleset that it names: from its folder and below, and the map
    /// of a scenario from `maps/` beside that folder, too.
    ///
    /// # Errors
    /// The file that cannot be read, or whose content is not what it should be.
    pub fn open_file(path: &Path, access: FileAccess) -> Result<Self, FileError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::open_within(path, access, FileReach::of_folder(folder, access))
    }

    /// Reads a map or scenario file like [`Self::open_file`], which may name what is within a reach.
    pub(crate) fn open_within(path: &Path, access: FileAccess, reach: FileReach) -> Result<Self, FileError> {
        let source = SourceText::read_file(path, access)?;
        let file = BattleFile::from_ron(&source.text).map_err(|fault| source.error_of_faults(vec![fault]))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        match file {
            BattleFile::Map(map) => {
                let rules = rules_named_by(&map, &source, &folder, &reach)?;
                Ok(Self::new(Scenario::new(map, rules), source, None))
            }
            BattleFile::Scenario(scenario) => Self::load_scenario_file(source, scenario, &folder, reach),
        }
    }

    fn load_scenario_file(
        source: SourceText,
        own: ScenarioFile,
        folder: &Path,
        reach: FileReach,
    ) -> Result<Self, FileError> {
        let reach = reach.with_folder(&maps_beside_folder(folder));
        let path = find_map_of_scenario(&source, &own, folder, &reach)?;
        let map_source = SourceText::read_file(&path, FileAccess::default())?;
        let map =
            MapFile::from_ron(&map_source.text).map_err(|fault| map_source.error_of_faults(vec![fault]))?;
        let map_folder = path.parent().unwrap_or(Path::new(""));
        let (from, rules_folder) =
            if own.rules.is_some() { (&source, folder) } else { (&map_source, map_folder) };
        let map = map.overridden_by_scenario(own.clone());
        let rules = rules_named_by(&map, from, rules_folder, &reach)?;
        let scenario = Scenario::new(map, rules);
        Ok(Self::new(scenario, map_source, Some((source, own))))
    }

    fn new(scenario: Scenario, map: SourceText, own: Option<(SourceText, ScenarioFile)>) -> Self {
        let commanders = BySide::new(|side| scenario.map.army(side)?.commander.clone());
        Self { scenario, map, own, commanders }
    }

    /// Returns a map of the classic ruleset that no file holds; messages call it by this name.
    #[must_use]
    pub fn from_classic_map(map: MapFile, name: String) -> Self {
        let source = SourceText { name, text: map.to_ron() };
        Self::new(Scenario::classic(map), source, None)
    }

    /// Returns the name of the commander that the file gives a side, if it gives one.
    pub fn commander_in_file(&self, side: Side) -> Option<&str> {
        self.commanders[side].as_deref()
    }

    /// Reads the ground alone, even where no battle can be fought on it.
    ///
    /// # Errors
    /// The faults of rows and glyphs, each with its place.
    pub fn read_map_ground(&self) -> Result<Map, FileError> {
        let read = Map::read_rows(&self.scenario.map, &self.scenario.rules);
        read.map_err(|faults| FileError::from_faults(self.locate_faults(faults)))
    }

    /// Returns the faults with the file, line and column of each, in the same order.
    pub fn locate_faults(&self, faults: Vec<Fault>) -> Vec<LocatedFault> {
        let mut located: Vec<_> =
            faults.into_iter().map(|fault| self.attribute_fault_to_file(fault)).collect();
        let sources = self.own.iter().map(|(source, _)| source).chain([&self.map]);
        for source in sources {
            let mine = |located: &LocatedFault| located.file == source.name;
            let mut faults: Vec<_> =
                located.iter().filter(|located| mine(located)).map(|located| located.fault.clone()).collect();
            if faults.iter().any(|fault| fault.field.is_some()) {
                MapFile::locate_faults(&source.text, &mut faults);
                let places = located.iter_mut().filter(|located| mine(located));
                places.zip(faults).for_each(|(located, fault)| located.fault = fault);
            }
        }
        located
    }

    /// Returns the error of a fault in a field of the file, with its place.
    pub fn error_in_field(&self, field: &str, kind: FaultKind) -> FileError {
        FileError::from_faults(self.locate_faults(vec![Fault::fault_of_field(field, kind)]))
    }

    /// Names the file that gives the field of a fault: the scenario's own or the map's.
    fn attribute_fault_to_file(&self, fault: Fault) -> LocatedFault {
        let root = fault.field.as_deref().unwrap_or("").split(['.', '[']).next().unwrap_or_default();
        let own = self.own.as_ref().filter(|(_, file)| root.is_empty() || scenario_gives_field(file, root));
        let file = own.map_or(&self.map, |(source, _)| source).name.clone();
        LocatedFault { fault, file }
    }
}

/// Returns `true` if the scenario file itself gives this field, not its map.
fn scenario_gives_field(file: &ScenarioFile, field: &str) -> bool {
    match field {
        "from" | "entry" => file.from.is_some() || !file.entry.is_empty(),
        "first" => file.first.is_some(),
        "turns" => file.turns.is_some(),
        "seed" => file.seed.is_some(),
        "variation" => file.variation.is_some(),
        "objective" => file.objective.is_some(),
        "red" => file.red.is_some(),
        "blue" => file.blue.is_some(),
        _ => false,
    }
}

/// Returns the folder `maps` beside a folder.
fn maps_beside_folder(folder: &Path) -> PathBuf {
    // In the folder itself `..` would lead nowhere.
    if folder.as_os_str().is_empty() { PathBuf::from("../maps") } else { folder.join("..").join("maps") }
}

/// Returns the path of a scenario's map: beside the scenario, or in `maps/` beside its folder.
fn find_map_of_scenario(
    source: &SourceText,
    own: &ScenarioFile,
    folder: &Path,
    reach: &FileReach,
) -> Result<PathBuf, FileError> {
    let mut name = PathBuf::from(&own.map);
    if name.extension().is_none() {
        name.set_extension("ron");
    }
    let [beside, in_maps] = [folder.join(&name), maps_beside_folder(folder).join(&name)];
    let places = [&beside, &in_maps].map(|path| reach.place_of(path));
    let kind = match places {
        [NamedPlace::There, _] => return Ok(beside),
        [_, NamedPlace::There] => return Ok(in_maps),
        [NamedPlace::Missing, NamedPlace::Missing] => FaultKind::NoSuchMap {
            name: own.map.clone(),
            beside: beside.display().to_string(),
            in_maps: in_maps.display().to_string(),
        },
        _ => FaultKind::OutsideFolder { name: own.map.clone() },
    };
    Err(source.error_of_faults(vec![Fault::fault_of_field("map", kind)]))
}

/// Returns the ruleset that a map names: one that [comes with the program](Ruleset::SHIPPED), `classic` for
/// a map that names none, or a file within reach, by its path from the folder of the file that names it.
///
/// # Errors
/// When there is no such file, or it is out of reach, or every fault of it.
pub fn rules_named_by(
    map: &MapFile,
    named_in: &SourceText,
    folder: &Path,
    reach: &FileReach,
) -> Result<Ruleset, FileError> {
    let name = map.rules.as_deref().unwrap_or("classic");
    if let Some(rules) = Ruleset::shipped(name) {
        return Ok(rules);
    }
    let path = folder.join(name);
    let kind = match reach.place_of(&path) {
        NamedPlace::There => return read_ruleset(&path, FileAccess::default()),
        NamedPlace::Missing => FaultKind::NoSuchRuleset { name: name.to_owned() },
        NamedPlace::Outside => FaultKind::OutsideFolder { name: name.to_owned() },
    };
    Err(named_in.error_of_faults(vec![Fault::fault_of_field("rules", kind)]))
}

/// Returns the ruleset of a name that [comes with the program](Ruleset::SHIPPED), or of a file.
///
/// # Errors
/// Every fault of the file.
pub fn find_ruleset(name: &Path, access: FileAccess) -> Result<Ruleset, FileError> {
    match name.to_str().and_then(Ruleset::shipped) {
        Some(rules) => Ok(rules),
        None => read_ruleset(name, access),
    }
}

/// Returns how a map in a file, or in the present folder, has to name a ruleset for [`rules_named_by`] to find it: by
/// the name of one that comes with the program, or by the path of its file from the folder of the map. `None` where
/// the map cannot reach the file.
///
/// # Errors
/// When there is no such file or folder.
pub fn rules_name_for_map(rules: &Path, map: Option<&Path>) -> std::io::Result<Option<String>> {
    if let Some(name) = rules.to_str().filter(|name| Ruleset::shipped(name).is_some()) {
        return Ok(Some(name.to_owned()));
    }
    let folder = map.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
    let below = rules.canonicalize()?.strip_prefix(folder).ok().and_then(Path::to_str).map(str::to_owned);
    Ok(below.map(|below| below.replace(std::path::MAIN_SEPARATOR, "/")))
}

/// Reads a ruleset file.
///
/// # Errors
/// Every fault of the ruleset, each with its line and column.
pub fn read_ruleset(path: &Path, access: FileAccess) -> Result<Ruleset, FileError> {
    let source = SourceText::read_file(path, access)?;
    Ruleset::from_ron(&source.text).map_err(|faults| {
        FileError::from_faults(
            faults.into_iter().map(|fault| LocatedFault { fault, file: source.name.clone() }).collect(),
        )
    })
}
