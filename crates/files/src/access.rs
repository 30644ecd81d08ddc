//! Which files are opened, and how: nothing waits for ever, and no file leads the program where it has no business.

use std::fs::{File, Metadata, OpenOptions};
use std::path::{Component, Path, PathBuf};

use crate::error::FileObstacle;

/// Rights to open files for a person. By default only regular files are opened, and a file that another one names has to
/// lie in that one's folder or below: right for a window, which must not wait for a pipe.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FileAccess {
    /// `true` if the file that the person names may be a pipe, as `<(…)` of a shell is. What a file names is never one.
    pub pipe: bool,
    /// `true` if a file may name files that lie outside its folder.
    pub outside: bool,
}

impl FileAccess {
    /// Returns what may be opened for a person at a command line, who knows which pipe is meant.
    #[must_use]
    pub const fn of_command_line(outside: bool) -> Self {
        Self { pipe: true, outside }
    }

    /// Returns what may be opened because a file names it.
    pub(crate) const fn of_named_file(self) -> Self {
        Self { pipe: false, ..self }
    }

    /// Opens a file for reading, at once.
    ///
    /// # Errors
    /// The reason why the file cannot be read: it is no regular file, or the system refuses.
    pub(crate) fn open_to_read(self, path: &Path) -> Result<(File, Metadata), FileObstacle> {
        let io = |error: std::io::Error| FileObstacle::from(&error);
        // Asked before: a device may act when it is opened.
        let before = path.metadata().map_err(io)?;
        self.check_kind(&before)?;
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        if before.is_file() {
            use std::os::unix::fs::OpenOptionsExt;
            // If a pipe has come in its place, opening does not wait for who writes to it.
            options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        }
        let file = options.open(path).map_err(io)?;
        let about = file.metadata().map_err(io)?;
        self.check_kind(&about)?;
        Ok((file, about))
    }

    fn check_kind(self, about: &Metadata) -> Result<(), FileObstacle> {
        match () {
            () if about.is_dir() => Err(FileObstacle::FolderToRead),
            () if about.is_file() || self.pipe && is_pipe(about) => Ok(()),
            () => Err(FileObstacle::NotPlain),
        }
    }
}

#[cfg(unix)]
fn is_pipe(about: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    about.file_type().is_fifo()
}

#[cfg(not(unix))]
const fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Place of a file that another file names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedPlace {
    /// The file is there and may be read.
    There,
    /// There is no such file.
    Missing,
    /// The file may not be read because of where it lies; nobody has looked into it.
    Outside,
}

/// Folders in which, and below which, lies what a file may name.
#[derive(Debug, Clone)]
pub struct FileReach {
    /// The folders as they were named and as the system knows them; `None` for everywhere.
    folders: Option<Vec<PathBuf>>,
}

impl FileReach {
    /// Returns the reach of a file in a folder; the empty path is the present folder.
    #[must_use]
    pub fn of_folder(folder: &Path, access: FileAccess) -> Self {
        let reach = Self { folders: (!access.outside).then(Vec::new) };
        reach.with_folder(folder)
    }

    /// Returns the reach with another folder.
    #[must_use]
    pub fn with_folder(mut self, folder: &Path) -> Self {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if let Some(folders) = &mut self.folders {
            folders.extend(folder.canonicalize().ok());
            folders.extend(std::path::absolute(folder).ok().map(|folder| without_detours(&folder)));
        }
        self
    }

    /// Says where a file lies, without opening it. Links count by where they lead.
    #[must_use]
    pub fn place_of(&self, path: &Path) -> NamedPlace {
        let Some(folders) = &self.folders else {
            return if path.exists() { NamedPlace::There } else { NamedPlace::Missing };
        };
        let within = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        match path.canonicalize() {
            Ok(path) if within(&path) => NamedPlace::There,
            // Nothing is told of files outside, not even that there are none.
            Err(_) if std::path::absolute(path).is_ok_and(|path| within(&without_detours(&path))) => {
                NamedPlace::Missing
            }
            _ => NamedPlace::Outside,
        }
    }
}

/// Returns a path with its `..` taken off together with the folder before each.
fn without_detours(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_reaches_its_folder_and_below_and_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("maps/rules")).unwrap();
        for file in ["maps/near.ron", "maps/rules/far.ron", "secret.ron"] {
            fs::write(root.join(file), "").unwrap();
        }
        let reach = FileReach::of_folder(&root.join("maps"), FileAccess::default());
        let everywhere = FileReach::of_folder(&root.join("maps"), FileAccess::of_command_line(true));
        let secret = root.join("secret.ron").display().to_string();
        let none = root.join("none.ron").display().to_string();
        for (name, place, anywhere) in [
            ("near.ron", NamedPlace::There, NamedPlace::There),
            ("rules/far.ron", NamedPlace::There, NamedPlace::There),
            ("rules/../near.ron", NamedPlace::There, NamedPlace::There),
            ("../maps/near.ron", NamedPlace::There, NamedPlace::There),
            ("none.ron", NamedPlace::Missing, NamedPlace::Missing),
            ("no/../none.ron", NamedPlace::Missing, NamedPlace::Missing),
            ("../secret.ron", NamedPlace::Outside, NamedPlace::There),
            ("rules/../../secret.ron", NamedPlace::Outside, NamedPlace::There),
            ("../none.ron", NamedPlace::Outside, NamedPlace::Missing),
            (&secret, NamedPlace::Outside, NamedPlace::There),
            (&none, NamedPlace::Outside, NamedPlace::Missing),
        ] {
            let path = root.join("maps").join(name);
            assert_eq!((reach.place_of(&path), everywhere.place_of(&path)), (place, anywhere), "{name}");
        }
        assert_eq!(reach.with_folder(root).place_of(&root.join("secret.ron")), NamedPlace::There);
    }

    #[cfg(unix)]
    #[test]
    fn links_count_by_where_they_lead() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let maps = folder.path().join("maps");
        fs::create_dir(&maps).unwrap();
        fs::write(maps.join("near.ron"), "").unwrap();
        fs::write(folder.path().join("secret.ron"), "").unwrap();
        symlink("near.ron", maps.join("within")).unwrap();
        symlink("../secret.ron", maps.join("beyond")).unwrap();
        symlink("..", maps.join("up")).unwrap();
        // The folder itself may be reached by a link.
        symlink(&maps, folder.path().join("link")).unwrap();
        for base in [maps, folder.path().join("link")] {
            let reach = FileReach::of_folder(&base, FileAccess::default());
            let place = |name: &str| reach.place_of(&base.join(name));
            assert_eq!((place("within"), place("near.ron")), (NamedPlace::There, NamedPlace::There));
            assert_eq!((place("beyond"), place("up/secret.ron")), (NamedPlace::Outside, NamedPlace::Outside));
            assert_eq!(place("up/maps/near.ron"), NamedPlace::There);
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_but_regular_files_is_opened_and_pipes_where_they_are_allowed() {
        use rustix::fs::{CWD, Mode, mkfifoat};
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifoat(CWD, &pipe, Mode::from_raw_mode(0o600)).unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "x").unwrap();
        let refused = |access: FileAccess, path: &Path| access.open_to_read(path).map(drop).unwrap_err();
        for access in [FileAccess::default(), FileAccess::of_command_line(true)] {
            assert_eq!(refused(access, folder.path()), FileObstacle::FolderToRead);
            assert_eq!(refused(access, &socket), FileObstacle::NotPlain);
            assert_eq!(refused(access, Path::new("/dev/zero")), FileObstacle::NotPlain);
            assert_eq!(refused(access.of_named_file(), &pipe), FileObstacle::NotPlain);
            assert!(access.open_to_read(&plain).is_ok());
        }
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::write(pipe, "text")
        });
        let (file, _) = FileAccess::of_command_line(false).open_to_read(&pipe).unwrap();
        assert_eq!(std::io::read_to_string(file).unwrap(), "text");
        writer.join().unwrap().unwrap();
    }
}
