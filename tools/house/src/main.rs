//! Measures the house: names, documentation, circles of modules and ideas that have more than one
//! implementation, over `crates/*/src` without tests. Prints one table and ends with 1 above an aim.

mod circles;
mod dictionary;
mod documentation;
mod functions;
mod invariants;
mod main_types;
mod module_tree;
mod once;
mod orphans;
mod report;
mod source;
mod types;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use report::{Pages, Report, Rows};
use source::Workspace;

const USAGE: &str = "\
usage: house [--list types|functions|riddles|examples|circles|once|dictionary|invariants|orphans] [--crate NAME] [--per-crate]
       house --against FILE | --figures
       house --draw SEED

Measures crates/*/src, GLOSSARY.md and ARCHITECTURE.md below the current folder.
  --list ROWS     the rows behind a measure, each with its file and line
  --crate NAME    the rows of one crate only (its folder below crates/)
  --per-crate     the figures of each crate
  --against FILE  ends with 1 only where a measure that misses its aim got worse than FILE says
  --figures       the value of each measure, to be kept in such a FILE
  --draw SEED     40 names of types and functions with their crates drawn at random, for a reader to explain

Ends with 0 when every aim holds, 1 above an aim, 2 for wrong use.";

/// Options of the command line.
#[derive(Default)]
struct Options {
    list: Option<Rows>,
    crate_name: Option<String>,
    per_crate: bool,
    draw: Option<u64>,
    against: Option<String>,
    figures: bool,
}

fn main() -> ExitCode {
    let options = match parse_options(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return refuse(&message),
    };
    let workspace = match Workspace::read(Path::new(".")) {
        Ok(workspace) => workspace,
        Err(message) => return refuse(&message),
    };
    if let Some(name) = &options.crate_name
        && !workspace.crates.iter().any(|one| one.name == *name)
    {
        return refuse(&format!("there is no crate `{name}` below crates/"));
    }
    let pages = match Pages::read(Path::new(".")) {
        Ok(pages) => pages,
        Err(message) => return refuse(&message),
    };
    let report = match Report::measure(&workspace, &pages) {
        Ok(report) => report,
        Err(message) => return refuse(&message),
    };
    if let Some(seed) = options.draw {
        print!("{}", report.draw_names(seed, 40));
        return ExitCode::SUCCESS;
    }
    if options.figures {
        print!("{}", report.figures());
        return ExitCode::SUCCESS;
    }
    let mut text = String::new();
    if let Some(rows) = options.list {
        text += &report.list_rows(rows, options.crate_name.as_deref());
        text.push('\n');
    }
    if options.per_crate {
        text += &report.per_crate_table();
        text.push('\n');
    }
    text += &report.summary_table();
    // A reader that goes away, like `head`, has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    let Some(path) = options.against else {
        return if report.aims_hold() { ExitCode::SUCCESS } else { ExitCode::from(1) };
    };
    let reached = std::fs::read_to_string(&path).map_err(|why| why.to_string());
    match reached.and_then(|reached| report.losses_against(&reached)) {
        Ok(losses) if losses.is_empty() => ExitCode::SUCCESS,
        Ok(losses) => {
            for loss in losses {
                eprintln!("house: worse than {path}: {loss}");
            }
            ExitCode::from(1)
        }
        Err(why) => refuse(&format!("{path}: {why}")),
    }
}

/// Parses the command line; `None` asks for help.
fn parse_options(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--per-crate" => options.per_crate = true,
            "--figures" => options.figures = true,
            "--against" => options.against = Some(arguments.next().ok_or("--against needs a file")?),
            "--list" => {
                let word = arguments.next().ok_or("--list needs a word")?;
                options.list = Some(Rows::parse(&word).ok_or_else(|| format!("no rows `{word}`"))?);
            }
            "--draw" => {
                let word = arguments.next().ok_or("--draw needs a number")?;
                options.draw = Some(word.parse().map_err(|_| format!("`{word}` is no seed"))?);
            }
            "--crate" => options.crate_name = Some(arguments.next().ok_or("--crate needs a name")?),
            _ => return Err(format!("unknown argument `{argument}`")),
        }
    }
    Ok(Some(options))
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("house: {message}\n\n{USAGE}");
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Result<Option<Options>, String> {
        parse_options(words.iter().map(|&word| word.to_owned()))
    }

    #[test]
    fn wrong_use_is_refused() {
        assert!(options(&["--list", "nonsense"]).is_err());
        assert!(options(&["--list"]).is_err());
        assert!(options(&["--frobnicate"]).is_err());
        assert!(matches!(options(&["--help"]), Ok(None)));
    }

    #[test]
    fn options_are_read() {
        let read = options(&["--list", "types", "--crate", "engine", "--per-crate"]).unwrap().unwrap();
        assert!(read.list == Some(Rows::Types) && read.per_crate);
        assert_eq!(read.crate_name.as_deref(), Some("engine"));
    }
}
