//! The options of a server: those of the command line, of a file, and the usual ones.

use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use hotgates_text::{Fault, parse_ron, write_ron};
use serde_json::{Map, Value};

use crate::arguments::{ServeArgs, ServeOptions, WebhookPlace};

/// Name of the file of options in a data folder.
const CONFIG_FILE: &str = "config.ron";
/// Most bytes of a file that an operator writes by hand.
const MOST_TEXT_BYTES: u64 = 1 << 20;

/// Options by their names, without those that are not given.
type NamedOptions = Map<String, Value>;

/// The options that count for a server.
#[derive(Debug)]
pub struct OptionsInForce {
    options: ServeOptions,
    /// The options that the file and the command line give.
    given: NamedOptions,
}

impl OptionsInForce {
    /// Returns the options that count: those of the command line before those of the file, and these before the usual ones.
    ///
    /// # Errors
    /// The file cannot be read, or holds what is no option.
    pub fn of_args(args: &ServeArgs) -> Result<Self, String> {
        let mut in_file = read_config(args)?;
        if args.options.data.is_some() {
            in_file.database = None;
        }
        let mut given = named_options(&in_file)?;
        given.extend(named_options(&args.options)?);
        let mut all = named_options(&usual_options())?;
        all.extend(given.clone());
        let options: ServeOptions =
            serde_json::from_value(Value::Object(all)).map_err(|why| why.to_string())?;
        if options.weak_cells == Some(true) && options.bots.is_none() {
            return Err(String::from("--weak-cells is for the programs of --bots, and none are given"));
        }
        Ok(Self { options, given })
    }

    /// The options, with the usual ones where none are given.
    pub const fn options(&self) -> &ServeOptions {
        &self.options
    }

    /// Returns a file that gives the options that are given, and names all others in comments.
    ///
    /// # Errors
    /// An option cannot be written.
    pub fn config_text(&self) -> Result<String, String> {
        let usual = named_options(&usual_options())?;
        let mut text = String::from(
            "// Options of `hotgates serve --config FILE`; those of the command line count first.\n(\n",
        );
        for option in ServeOptions::augment_args(Command::new("serve")).get_arguments() {
            let name = option.get_id().as_str();
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            let example = option.get_value_names().map(|names| Value::from(names.concat()));
            let _ = match (self.given.get(name), usual.get(name).cloned().or(example)) {
                (Some(value), _) => write!(text, "    // {help}.\n    {name}: {},\n", ron_of_value(value)),
                (None, Some(value)) => {
                    write!(text, "    // {help}.\n    // {name}: {},\n", ron_of_value(&value))
                }
                (None, None) => Ok(()),
            };
        }
        Ok(text + ")\n")
    }
}

/// Returns the options of a server for which none are given.
fn usual_options() -> ServeOptions {
    ServeOptions {
        listen: Some(([127, 0, 0, 1], 8470).into()),
        data: Some(PathBuf::from("hotgates-data")),
        battles_a_minute: Some(60),
        weak_cells: Some(false),
        ratings: Some(false),
        webhooks: Some(WebhookPlace::Public),
        keep_finished: Some(365),
        keep_untouched: Some(30),
        keep_chat: Some(30),
        ..ServeOptions::default()
    }
}

fn named_options(options: &ServeOptions) -> Result<NamedOptions, String> {
    match serde_json::to_value(options).map_err(|why| why.to_string())? {
        Value::Object(mut named) => {
            named.retain(|_, value| !value.is_null());
            Ok(named)
        }
        _ => Ok(NamedOptions::new()),
    }
}

fn ron_of_value(value: &Value) -> String {
    write_ron(value).trim_end().to_owned()
}

/// Reads the file of options: the one that is named, or that of the data folder, if there is one.
fn read_config(args: &ServeArgs) -> Result<ServeOptions, String> {
    if let Some(file) = &args.config {
        return options_in_file(file);
    }
    let folder = args.options.data.clone().or(usual_options().data).unwrap_or_default();
    let file = folder.join(CONFIG_FILE);
    if args.options.database.is_some() || !file.is_file() {
        return Ok(ServeOptions::default());
    }
    let options = options_in_file(&file)?;
    if options.data.is_some() {
        let why = "`data` has no place in a data folder: the folder is the one that holds the file";
        return Err(format!("{}: {why}", file.display()));
    }
    Ok(ServeOptions { data: Some(folder), ..options })
}

/// Reads options from a file. Paths in it begin at the folder of the file.
fn options_in_file(file: &Path) -> Result<ServeOptions, String> {
    let in_file = |fault: &Fault| fault.message_in_file(&file.display().to_string());
    let mut options: ServeOptions =
        options_of_text(&read_small_text(file)?).map_err(|fault| in_file(&fault))?;
    if options.data.is_some() && options.database.is_some() {
        let why = "battles are kept in a folder (`data`) or a database (`database`), not in both";
        return Err(format!("{}: {why}", file.display()));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    for path in [&mut options.data, &mut options.bots].into_iter().flatten() {
        *path = folder.join(&*path);
    }
    Ok(options)
}

/// Reads options from the text of a file.
///
/// # Errors
/// The text holds what is no option.
#[expect(clippy::result_large_err, reason = "a fault ends the program")]
pub fn options_of_text(text: &str) -> Result<ServeOptions, Fault> {
    parse_ron(text)
}

/// Reads a file that an operator writes by hand.
///
/// # Errors
/// The file cannot be read, or is too large.
pub fn read_small_text(file: &Path) -> Result<String, String> {
    let in_file = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
    let mut text = String::new();
    let opened = std::fs::File::open(file).map_err(|why| in_file(&why))?;
    opened.take(MOST_TEXT_BYTES + 1).read_to_string(&mut text).map_err(|why| in_file(&why))?;
    if text.len() as u64 > MOST_TEXT_BYTES {
        return Err(in_file(&format!("a file of options has at most {MOST_TEXT_BYTES} bytes")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct TestProgram {
        #[command(flatten)]
        args: ServeArgs,
    }

    fn options_of(words: &[&str]) -> Result<OptionsInForce, String> {
        let words = ["serve"].iter().chain(words);
        OptionsInForce::of_args(&TestProgram::try_parse_from(words).unwrap().args)
    }

    fn folder_with(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(CONFIG_FILE), text).unwrap();
        let file = folder.path().join(CONFIG_FILE).display().to_string();
        (folder, file)
    }

    #[test]
    fn the_command_line_counts_before_the_file_and_the_file_before_what_is_usual() {
        let text = r#"(listen: "127.0.0.1:1", keep_chat: 7, bots: "bots.txt", weak_cells: true)"#;
        let (folder, file) = folder_with(text);
        let found = options_of(&["--config", &file, "--keep-chat", "9", "--weak-cells=false"]).unwrap();
        let options = found.options();
        assert_eq!(options.listen, Some("127.0.0.1:1".parse().unwrap()));
        assert_eq!((options.keep_chat, options.keep_finished), (Some(9), Some(365)));
        assert_eq!((options.weak_cells, &options.bots), (Some(false), &Some(folder.path().join("bots.txt"))));
        // The same file in the data folder is found without its name.
        let data = folder.path().display().to_string();
        let found = options_of(&["--data", &data]).unwrap();
        assert_eq!((found.options().keep_chat, found.options().weak_cells), (Some(7), Some(true)));
        assert_eq!(found.options().data.as_deref(), Some(folder.path()));
    }

    #[test]
    fn what_is_wrong_in_a_file_is_one_fault_with_its_place() {
        for (text, place, words) in [
            ("(\n  listen: \"127.0.0.1:1\",\n  colour: 3,\n)", ":3:3: ", "colour"),
            ("(\n  keep_chat: -1)", ":2:", "out of bounds"),
            ("(listen: \"here\")", ":1:", "address"),
            ("(bots: 5)", ":1:", ""),
            ("(webhooks: \"everywhere\")", ":1:", "\"local\""),
            ("(listen: ", ":1:", ""),
            ("", ": ", "empty"),
            ("(data: \"a\", database: \"postgres://a:secret@b/c\")", ": ", "not in both"),
            ("(weak_cells: true)", "", "--bots"),
        ] {
            let (_folder, file) = folder_with(text);
            let why = options_of(&["--config", &file]).unwrap_err();
            let expected = if place.is_empty() { String::new() } else { format!("{file}{place}") };
            assert!(
                why.starts_with(&expected) && why.contains(words) && !why.contains("secret"),
                "{text}: {why}"
            );
            assert!(!why.contains('\n'), "{why}");
        }
        let (folder, _) = folder_with("(data: \"elsewhere\")");
        let why = options_of(&["--data", &folder.path().display().to_string()]).unwrap_err();
        assert!(why.contains("`data` has no place"), "{why}");
        let why = options_of(&["--config", "there-is-no-such-file.ron"]).unwrap_err();
        assert!(why.starts_with("there-is-no-such-file.ron: "), "{why}");
    }

    #[test]
    fn the_printed_file_gives_the_same_options_and_names_all_others() {
        let given = [
            "--public-url",
            "https://play.example",
            "--keep-chat",
            "3",
            "--webhooks",
            "local",
            "--ops-listen",
            "[::1]:9",
        ];
        let text = options_of(&given).unwrap().config_text().unwrap();
        let (_folder, file) = folder_with(&text);
        let again = options_of(&["--config", &file]).unwrap();
        assert_eq!(again.options(), options_of(&given).unwrap().options());
        assert_eq!(again.config_text().unwrap(), text);
        for option in ServeOptions::augment_args(Command::new("serve")).get_arguments() {
            let name = option.get_id().as_str();
            assert_eq!(text.matches(&format!(" {name}: ")).count(), 1, "{name}\n{text}");
        }
    }

    #[test]
    fn what_help_says_is_usual_is_what_is_usual() {
        let usual = named_options(&usual_options()).unwrap();
        for option in ServeOptions::augment_args(Command::new("serve")).get_arguments() {
            let help = option.get_help().unwrap().to_string();
            match usual.get(option.get_id().as_str()) {
                Some(Value::Bool(_)) | None => assert!(!help.contains("given"), "{help}"),
                Some(Value::String(text)) => assert!(help.contains(text.as_str()), "{help}"),
                Some(value) => assert!(help.contains(&value.to_string()), "{help}"),
            }
        }
    }
}
