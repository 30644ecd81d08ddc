//! `rules`: the numbers of the game, shown or checked.

use std::io::Write;
use std::path::Path;

use hotgates_engine::Ruleset;
use hotgates_terminal::rule_tables;

use crate::console;
use crate::failure::Failure;
use crate::words::count_words;

/// Returns the ruleset that an option names; the classic one where it names none.
///
/// # Errors
/// Every fault of the file.
pub fn read_rules(name: Option<&Path>) -> Result<Ruleset, Failure> {
    let name = name.unwrap_or(Path::new("classic"));
    Ok(hotgates_files::find_ruleset(name, hotgates_files::FileAccess::of_command_line(false))?)
}

/// Checks a ruleset.
///
/// # Errors
/// Every fault of the ruleset.
pub fn check_rules(file: Option<&Path>) -> Result<(), Failure> {
    let name = file.map_or_else(|| "classic".to_owned(), |file| file.display().to_string());
    let rules = read_rules(file)?;
    let counts = [
        count_words(rules.terrains.len(), "terrain", "terrains"),
        count_words(rules.units.len(), "unit type", "unit types"),
        count_words(rules.ranks.len(), "rank", "ranks"),
    ];
    let counts = counts.join(", ");
    let mut out = console::standard_output();
    writeln!(out, "{name}: sound: {counts}")?;
    Ok(out.flush()?)
}

/// Prints a ruleset's tables, or its manual in Markdown.
///
/// # Errors
/// When it cannot be read.
pub fn show_rules(file: Option<&Path>, markdown: bool) -> Result<(), Failure> {
    let rules = read_rules(file)?;
    let mut out = console::standard_output();
    if markdown {
        out.write_all(hotgates_manual::write_manual(&rules).map_err(Failure::program_fault)?.as_bytes())?;
        return Ok(out.flush()?);
    }
    rule_tables::write_rules(&mut out, &rules)?;
    Ok(out.flush()?)
}
