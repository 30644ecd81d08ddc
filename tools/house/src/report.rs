//! Everything measured at once, as tables and lists.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::circles::{Circle, find_circles};
use crate::dictionary::{Misnomer, list_retired_words, list_unknown_names};
use crate::documentation::{DocComment, DocExample, list_comments, list_examples};
use crate::functions::{FunctionName, list_functions, median_letters};
use crate::invariants::{list_all_functions, list_missing_paths, list_unkept};
use crate::main_types::{MissingExample, list_missing_examples};
use crate::once::{Repetition, list_repetitions};
use crate::orphans::list_orphans;
use crate::source::Workspace;
use crate::types::{TypeDefinition, list_types};

/// Rows that can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Types,
    Functions,
    Riddles,
    Examples,
    Circles,
    Once,
    Dictionary,
    Invariants,
    Orphans,
}

impl Rows {
    /// Parses the word that follows `--list`.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "types" => Self::Types,
            "functions" => Self::Functions,
            "riddles" => Self::Riddles,
            "examples" => Self::Examples,
            "circles" => Self::Circles,
            "once" => Self::Once,
            "dictionary" => Self::Dictionary,
            "invariants" => Self::Invariants,
            "orphans" => Self::Orphans,
            _ => return None,
        })
    }
}

/// Pages that speak about the code, and the functions that they may name.
#[derive(Default)]
pub struct Pages {
    /// Text of GLOSSARY.md.
    pub glossary: String,
    /// Text of ARCHITECTURE.md.
    pub architecture: String,
    /// Names of all functions, tests included.
    pub functions: BTreeSet<String>,
    /// Paths that the pages name and that are not there.
    pub missing_paths: Vec<Misnomer>,
    /// Source files that no module names.
    pub orphans: Vec<Misnomer>,
}

impl Pages {
    /// Reads the pages below `root`.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read(root: &Path) -> Result<Self, String> {
        let page =
            |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"));
        Ok(Self {
            glossary: page("GLOSSARY.md")?,
            architecture: page("ARCHITECTURE.md")?,
            functions: list_all_functions(root)?,
            missing_paths: list_missing_paths(root)?,
            orphans: list_orphans(root)?,
        })
    }
}

/// What was found in a workspace.
pub struct Report {
    crates: Vec<(String, usize)>,
    types: Vec<TypeDefinition>,
    functions: Vec<FunctionName>,
    comments: Vec<DocComment>,
    examples: Vec<DocExample>,
    missing: Vec<MissingExample>,
    circles: Vec<Circle>,
    repetitions: Vec<Repetition>,
    unknown_names: Vec<Misnomer>,
    retired_words: Vec<Misnomer>,
    unkept_invariants: Vec<Misnomer>,
    missing_paths: Vec<Misnomer>,
    orphans: Vec<Misnomer>,
}

/// One row of the summary: a value and its aim.
struct Measure {
    name: &'static str,
    value: f64,
    aim: f64,
    unit: &'static str,
    /// `true` if the aim is a least value, `false` if it is a greatest.
    at_least: bool,
    note: String,
}

impl Measure {
    fn at_most(name: &'static str, value: f64, aim: f64, unit: &'static str, note: String) -> Self {
        Self { name, value, aim, unit, at_least: false, note }
    }

    fn at_least(name: &'static str, value: f64, aim: f64, note: String) -> Self {
        Self { name, value, aim, unit: "", at_least: true, note }
    }

    fn holds(&self) -> bool {
        if self.at_least { self.value >= self.aim } else { self.value <= self.aim }
    }
}

impl Report {
    /// Measures a workspace and the pages that speak about it.
    ///
    /// # Errors
    /// A committed list that cannot be read.
    pub fn measure(workspace: &Workspace, pages: &Pages) -> Result<Self, String> {
        let types = list_types(workspace);
        let functions = list_functions(workspace);
        let comments = list_comments(workspace);
        let examples = list_examples(&comments);
        Ok(Self {
            crates: workspace.crates.iter().map(|one| (one.name.clone(), one.line_count())).collect(),
            missing: list_missing_examples(workspace, &examples),
            comments,
            examples,
            circles: workspace.crates.iter().flat_map(find_circles).collect(),
            repetitions: list_repetitions(workspace)?,
            unknown_names: list_unknown_names(workspace, &pages.glossary),
            retired_words: list_retired_words(workspace, &types, &functions),
            missing_paths: pages.missing_paths.clone(),
            orphans: pages.orphans.clone(),
            unkept_invariants: list_unkept(&pages.architecture, &pages.functions),
            types,
            functions,
        })
    }

    /// Returns `true` if no measure is above its aim.
    pub fn aims_hold(&self) -> bool {
        self.measures().iter().all(Measure::holds)
    }

    /// Returns a line for each measure that misses its aim and is worse than `reached` says, the
    /// text that [`figures`](Self::figures) wrote; a measure that it does not name must reach its aim.
    ///
    /// # Errors
    /// A line of `reached` that holds no number.
    pub fn losses_against(&self, reached: &str) -> Result<Vec<String>, String> {
        let mut before = HashMap::new();
        for line in list_entries(reached) {
            let (value, name) = line.split_once(' ').ok_or_else(|| format!("`{line}`: no name"))?;
            let value: f64 = value.parse().map_err(|_| format!("`{value}` is no number"))?;
            before.insert(name.trim(), value);
        }
        let is_loss = |measure: &Measure| {
            let was = *before.get(measure.name).unwrap_or(&measure.aim);
            // Figures are written with two digits.
            let worse = if measure.at_least { was - measure.value } else { measure.value - was };
            !measure.holds() && worse > 0.005
        };
        let measures = self.measures();
        let losses = measures.iter().filter(|measure| is_loss(measure));
        Ok(losses.map(|measure| format!("{} is now {:.2}", measure.name, measure.value)).collect())
    }

    /// The value of each measure, one a line, for [`losses_against`](Self::losses_against).
    pub fn figures(&self) -> String {
        let measures = self.measures();
        let lines = measures.iter().map(|measure| format!("{:.2} {}", measure.value, measure.name));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    }

    fn measures(&self) -> Vec<Measure> {
        let shared = self.types.iter().filter(|row| row.shared).count();
        let one_word = self.functions.iter().filter(|row| row.is_one_word()).count();
        let riddles = self.comments.iter().filter(|one| one.opens_with_riddle()).count();
        let asserting = self.examples.iter().filter(|one| one.has_assertion()).count();
        let median = median_letters(self.functions.iter());
        let largest = self.crates.iter().max_by_key(|(_, lines)| *lines);
        let (name, lines) = largest.map_or(("", 0), |(name, lines)| (name.as_str(), *lines));
        let of = |count: usize, all: usize| format!("{count} of {all}");
        let share = |count: usize, all: usize| percent(count, all);
        vec![
            Measure::at_most(
                "type names that another type also bears",
                share(shared, self.types.len()),
                12.0,
                " %",
                of(shared, self.types.len()),
            ),
            Measure::at_most(
                "functions named by one word",
                share(one_word, self.functions.len()),
                50.0,
                " %",
                of(one_word, self.functions.len()),
            ),
            Measure::at_least("median letters of a function's name", number(median), 9.0, String::new()),
            Measure::at_most(
                "doc comments that open with a riddle",
                share(riddles, self.comments.len()),
                3.0,
                " %",
                of(riddles, self.comments.len()),
            ),
            Measure::at_least(
                "runnable doc examples with an assertion",
                number(asserting),
                60.0,
                String::new(),
            ),
            Measure::at_most(
                "runnable doc examples without an assertion",
                number(self.examples.len() - asserting),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "main types without a doc example",
                number(self.missing.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "circles of files inside crates",
                number(self.circles.len()),
                0.0,
                "",
                format!("{} files", self.circles.iter().map(|one| one.files.len()).sum::<usize>()),
            ),
            Measure::at_most("lines of the largest crate", number(lines), 9000.0, "", name.to_owned()),
            Measure::at_most(
                "places that do again what exists once",
                number(self.repetitions.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "names of the glossary that the code lacks",
                number(self.unknown_names.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "names with words that the glossary replaced",
                number(self.retired_words.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "invariants that no test or lint keeps",
                number(self.unkept_invariants.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "paths in pages that are not there",
                number(self.missing_paths.len()),
                0.0,
                "",
                String::new(),
            ),
            Measure::at_most(
                "source files that nothing is built from",
                number(self.orphans.len()),
                0.0,
                "",
                String::new(),
            ),
        ]
    }

    /// The measures, one a line, with their aims.
    pub fn summary_table(&self) -> String {
        let mut text = format!("{:<44}{:>9}  {:>8}  {:<5}\n", "measure", "value", "aim", "");
        for measure in self.measures() {
            let digits = usize::from(measure.unit == " %");
            let value = format!("{:.digits$}{}", measure.value, measure.unit);
            let sign = if measure.at_least { '≥' } else { '≤' };
            let aim = format!("{sign} {}{}", measure.aim, measure.unit);
            let state = if measure.holds() { "ok" } else { "over" };
            let line = format!("{:<44}{value:>9}  {aim:>8}  {state:<5} {}", measure.name, measure.note);
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    /// The figures of each crate, one a line.
    pub fn per_crate_table(&self) -> String {
        let mut text =
            "crate               lines  types shared   functions one-word letters   docs riddles  \
                        examples missing  circles once\n"
                .to_owned();
        for (name, lines) in &self.crates {
            let types: Vec<_> = self.types.iter().filter(|row| row.crate_name == *name).collect();
            let functions: Vec<_> = self.functions.iter().filter(|row| row.crate_name == *name).collect();
            let comments: Vec<_> = self.comments.iter().filter(|row| row.crate_name == *name).collect();
            let shared = types.iter().filter(|row| row.shared).count();
            let one_word = functions.iter().filter(|row| row.is_one_word()).count();
            let riddles = comments.iter().filter(|one| one.opens_with_riddle()).count();
            let _ = writeln!(
                text,
                "{name:<18}{lines:>7}{:>7}{:>5.0} %{:>12}{:>7.0} %{:>8}{:>7}{:>6.0} %{:>10}{:>8}{:>9}{:>5}",
                types.len(),
                percent(shared, types.len()),
                functions.len(),
                percent(one_word, functions.len()),
                median_letters(functions.iter().copied()),
                comments.len(),
                percent(riddles, comments.len()),
                self.examples.iter().filter(|one| one.crate_name == *name && one.has_assertion()).count(),
                self.missing.iter().filter(|one| one.crate_name == *name).count(),
                self.circles.iter().filter(|one| one.crate_name == *name).count(),
                self.repetitions.iter().filter(|one| one.crate_name == *name).count(),
            );
        }
        text
    }

    /// Names of types and functions, each with its crate, drawn at random without repetition, one a line;
    /// equal seeds draw equal names.
    ///
    /// Source of the generator: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
    pub fn draw_names(&self, seed: u64, count: usize) -> String {
        let types = self.types.iter().map(|row| format!("type {} ({})", row.name, row.crate_name));
        let functions = self.functions.iter().map(|row| format!("fn {} ({})", row.name, row.crate_name));
        let mut names: Vec<String> = types.chain(functions).collect();
        names.sort();
        names.dedup();
        let mut state = seed;
        let mut text = String::new();
        for _ in 0..count.min(names.len()) {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            let index = usize::try_from((word ^ word >> 31) % names.len() as u64).unwrap_or(0);
            let _ = writeln!(text, "{}", names.swap_remove(index));
        }
        text
    }

    /// The rows behind a measure, those of one crate if `crate_name` is given.
    pub fn list_rows(&self, rows: Rows, crate_name: Option<&str>) -> String {
        let asked = |name: &str| crate_name.is_none_or(|wanted| wanted == name);
        let mut text = String::new();
        match rows {
            Rows::Types => {
                // A name is shared with a type of any crate, so the others are shown beside it.
                for row in self.types.iter().filter(|row| row.shared && asked(&row.crate_name)) {
                    let others: Vec<String> = self
                        .types
                        .iter()
                        .filter(|other| {
                            other.name == row.name && (&other.file, other.line) != (&row.file, row.line)
                        })
                        .map(|other| format!("{}:{}", other.file, other.line))
                        .collect();
                    let _ =
                        writeln!(text, "{}:{} {}  also {}", row.file, row.line, row.name, others.join(", "));
                }
            }
            Rows::Functions => {
                for row in self.functions.iter().filter(|row| row.is_one_word() && asked(&row.crate_name)) {
                    let _ = writeln!(text, "{}:{} {}", row.file, row.line, row.name);
                }
            }
            Rows::Riddles => {
                for one in
                    self.comments.iter().filter(|one| one.opens_with_riddle() && asked(&one.crate_name))
                {
                    let _ = writeln!(text, "{}:{} {}", one.file, one.line, one.opening());
                }
            }
            Rows::Examples => {
                for one in self.examples.iter().filter(|one| asked(&one.crate_name)) {
                    let state = if one.has_assertion() { "asserts" } else { "asserts nothing" };
                    let _ = writeln!(text, "{}:{} {state}", one.file, one.line);
                }
                for one in self.missing.iter().filter(|one| asked(&one.crate_name)) {
                    let _ = writeln!(text, "{}:{} {} has no example", one.file, one.line, one.name);
                }
            }
            Rows::Circles => {
                for circle in self.circles.iter().filter(|one| asked(&one.crate_name)) {
                    let _ = writeln!(text, "{} files: {}", circle.files.len(), circle.files.join(" "));
                    for arrow in &circle.arrows {
                        let _ =
                            writeln!(text, "  {}:{} {} -> {}", arrow.from, arrow.line, arrow.path, arrow.to);
                    }
                }
            }
            Rows::Invariants => {
                for one in self.unkept_invariants.iter().chain(&self.missing_paths) {
                    let _ = writeln!(text, "{}:{} {}", one.file, one.line, one.text);
                }
            }
            Rows::Orphans => {
                for one in &self.orphans {
                    let _ = writeln!(text, "{} {}", one.file, one.text);
                }
            }
            Rows::Dictionary => {
                let misnomers = self.unknown_names.iter().chain(&self.retired_words);
                for one in misnomers.filter(|one| asked(&one.crate_name)) {
                    let _ = writeln!(text, "{}:{} {}", one.file, one.line, one.text);
                }
            }
            Rows::Once => {
                for one in self.repetitions.iter().filter(|one| asked(&one.crate_name)) {
                    let _ = writeln!(text, "{}:{} {}: {}", one.file, one.line, one.idea, one.text);
                }
            }
        }
        text
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of lines and names")]
fn number(count: usize) -> f64 {
    count as f64
}

/// Share of `count` in `all`, in percent; 0 of nothing.
fn percent(count: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { 100.0 * number(count) / number(all) }
}

/// Lines of a committed list without comments and empty lines.
pub fn list_entries(list: &str) -> impl Iterator<Item = &str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::CrateSource;

    fn report(text: &str) -> Report {
        let workspace = Workspace { crates: vec![CrateSource::from_texts(&[("lib.rs", &[], text)])] };
        Report::measure(&workspace, &Pages::default()).unwrap()
    }

    #[test]
    fn a_measure_above_its_aim_is_said() {
        let report = report("/// What it is.\nfn run() {}\n");
        assert!(!report.aims_hold());
        let table = report.summary_table();
        assert!(table.contains("100.0 %    ≤ 50 %  over  1 of 1"), "{table}");
        assert!(table.contains("0.0 %    ≤ 12 %  ok    0 of 0"), "{table}");
        assert!(report.per_crate_table().contains("sample"));
    }

    #[test]
    fn figures_may_not_get_worse() {
        let report = report("/// What it is.\nfn run() {}\n");
        assert_eq!(report.losses_against(&report.figures()), Ok(Vec::new()));
        let half = report.figures().replace("100.00 functions", "50.00 functions");
        let losses = report.losses_against(&half).unwrap();
        assert_eq!(losses, ["functions named by one word is now 100.00"]);
        assert!(!report.losses_against("").unwrap().is_empty(), "without figures the aims count");
        assert!(report.losses_against("much functions").is_err());
    }

    #[test]
    fn a_seed_draws_the_same_names() {
        let report = report("struct Grid; fn find_path() {} fn draw_board() {}");
        assert_eq!(report.draw_names(7, 2), report.draw_names(7, 2));
        assert_eq!(report.draw_names(7, 9).lines().count(), 3);
    }

    #[test]
    fn rows_name_their_place() {
        let report = report("/// What it is.\nfn run() {}\n");
        assert_eq!(report.list_rows(Rows::Functions, None), "lib.rs:2 run\n");
        assert_eq!(report.list_rows(Rows::Riddles, Some("sample")), "lib.rs:1 What it is.\n");
        assert_eq!(report.list_rows(Rows::Riddles, Some("other")), "");
    }
}
