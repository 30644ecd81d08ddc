//! Commands as people write them, and the programs that they start.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use hotgates_cell::{CellLimits, wrap_announced_command};

/// The reason why a text is no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandFault {
    /// There is no word in it.
    #[error("there is no command")]
    Empty,
    /// A quotation mark has no partner.
    #[error("a quotation mark is not closed")]
    OpenQuote,
    /// There is no such program.
    #[error("no such file or directory")]
    NotThere,
    /// The file is none that this user may start.
    #[error("permission denied")]
    NotStartable,
}

/// Splits a command into words by a shell's rules of quoting. Nothing else of a shell is there.
///
/// # Errors
/// When the text is no command.
pub fn words_of_command(command: &str) -> Result<Vec<String>, CommandFault> {
    let words = shlex::split(command).ok_or(CommandFault::OpenQuote)?;
    if words.is_empty() { Err(CommandFault::Empty) } else { Ok(words) }
}

/// Checks that the program of a command is there and may be started. Nothing is started.
///
/// # Errors
/// When it is not there, or not to be started.
pub fn check_words(words: &[String]) -> Result<(), CommandFault> {
    let program = words.first().ok_or(CommandFault::Empty)?;
    let file = find_program(program).ok_or(CommandFault::NotThere)?;
    if may_be_started(&file) { Ok(()) } else { Err(CommandFault::NotStartable) }
}

/// A cell that programs are started in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotCell {
    /// File of the program whose command `cell` puts up the cell, such as `hotgates`.
    pub warden: PathBuf,
    /// What a program may use and read. The folders that it is installed in are added.
    pub limits: CellLimits,
}

/// Returns the command of some words, in a cell or as it is.
///
/// # Errors
/// When there is no such program.
pub(crate) fn command_of_words(words: &[String], cell: Option<&BotCell>) -> Result<Command, String> {
    check_words(words).map_err(|fault| fault.to_string())?;
    let program = find_program(&words[0]).unwrap_or_default();
    if let Some(BotCell { warden, limits }) = cell {
        let mut limits = limits.clone();
        limits.readable.extend(folders_of_installation(&program));
        limits.readable.extend(words[1..].iter().filter_map(|word| folder_of_file(Path::new(word))));
        return Ok(wrap_announced_command(warden, &limits, words));
    }
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Returns the file that a command's first word names: a path, or a name in one of the folders of `PATH`.
fn find_program(word: &str) -> Option<PathBuf> {
    let named = Path::new(word);
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut files: Box<dyn Iterator<Item = PathBuf>> = if named.components().count() > 1 {
        Box::new(std::iter::once(named.to_owned()))
    } else {
        Box::new(env::split_paths(&folders).map(|folder| folder.join(word)))
    };
    files.find(|file| {
        let mut with_suffix = file.as_os_str().to_owned();
        with_suffix.push(env::consts::EXE_SUFFIX);
        file.is_file() || Path::new(&with_suffix).is_file()
    })
}

/// Returns `true` if somebody has the right to start a file.
fn may_be_started(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        // There the name of a file says whether it is a program.
        let _ = file;
        true
    }
}

/// Returns the folders that a program is installed in, where it lies in one for programs, such as
/// `~/.pyenv/shims`: the folder above, with its libraries. A link leads to another one.
fn folders_of_installation(program: &Path) -> Vec<PathBuf> {
    let above = |file: PathBuf| {
        let folder = file.parent()?;
        let is_for_programs = ["bin", "shims"].iter().any(|name| folder.ends_with(name));
        let above = folder.parent().filter(|_| is_for_programs)?;
        if holds_too_much(above) {
            // Programs that one user has installed for himself lie beside all that he has.
            return (!holds_too_much(folder)).then(|| vec![folder.to_owned(), above.join("lib")]);
        }
        Some(vec![above.to_owned()])
    };
    let mut folders: Vec<PathBuf> = [std::path::absolute(program), program.canonicalize()]
        .into_iter()
        .filter_map(|file| above(file.ok()?))
        .flatten()
        .filter(|folder| folder.is_dir())
        .collect();
    folders.dedup();
    folders
}

/// Returns the folder of a file that a command names, with which a program's other files lie; the file alone
/// where that folder holds too much.
fn folder_of_file(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok().filter(|file| file.is_file())?;
    let folder = file.parent().filter(|folder| !holds_too_much(folder)).map(Path::to_owned);
    Some(folder.unwrap_or(file))
}

/// Returns `true` for a folder that nobody means to show a program: the user's home, `~/.local` with the data of
/// all his programs, the temporary files of everybody, and whatever holds one of them.
fn holds_too_much(folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = real(folder);
    let home = env::home_dir();
    let own = home.iter().flat_map(|home| [home.clone(), home.join(".local")]);
    own.chain([env::temp_dir()]).any(|kept| real(&kept).starts_with(&folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_in_the_folders_of_the_path() {
        assert!(find_program("no program has such a name").is_none());
        assert!(find_program("./no/such/program").is_none());
        let own = env::current_exe().unwrap();
        assert_eq!(find_program(own.to_str().unwrap()).as_ref(), Some(&own));
        let check = |word: &str| check_words(&[word.to_owned()]);
        assert_eq!(check(own.to_str().unwrap()), Ok(()));
        assert_eq!(check("./no/such/program"), Err(CommandFault::NotThere));
        if cfg!(unix) {
            let text = tempfile::NamedTempFile::new().unwrap();
            assert_eq!(check(text.path().to_str().unwrap()), Err(CommandFault::NotStartable));
        }
    }

    #[test]
    fn a_program_is_installed_with_its_libraries() {
        let folder = tempfile::tempdir().unwrap();
        let of = |file: &str| folders_of_installation(&folder.path().join(file));
        for programs in ["bin", "shims"] {
            std::fs::create_dir(folder.path().join(programs)).unwrap();
            assert_eq!(of(&format!("{programs}/python3")), [folder.path()]);
        }
        let own = env::current_exe().unwrap();
        assert_eq!(folder_of_file(&own).as_deref(), own.parent());
        assert_eq!(folder_of_file(Path::new("--fast")), None);
        assert!(of("bot.py").is_empty() && of("lib/nothing").is_empty());
        for folder in [env::home_dir(), Some(env::temp_dir()), Some("/".into())].into_iter().flatten() {
            assert!(holds_too_much(&folder), "{}", folder.display());
        }
    }
}
