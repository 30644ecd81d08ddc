//! Doctrines from their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hotgates_doctrine::Doctrine;

use crate::access::FileAccess;
use crate::error::FileError;
use crate::load::SourceText;

/// The folder of doctrines that have a name of their own.
const DOCTRINES: &str = "assets/doctrines";

/// Reads a doctrine by the name of its file among the program's doctrines, or by a path; a name in
/// a file is no path.
///
/// # Errors
/// The reason why it cannot be read, in words.
pub fn read_doctrine(name: &str, by_file: bool) -> Result<Arc<Doctrine>, String> {
    let own = Path::new(DOCTRINES).join(name).with_extension("ron");
    let given = Some(PathBuf::from(name)).filter(|_| !by_file);
    let is_name = Path::new(name).components().count() == 1;
    let path = given.into_iter().chain(Some(own).filter(|_| is_name)).find(|path| path.is_file());
    let Some(path) = path else {
        return Err(format!(
            "there is no doctrine `{name}`; {} are built in, others are files or lie in {DOCTRINES}",
            Doctrine::SHIPPED_NAMES.map(|name| format!("`{name}`")).join(" and ")
        ));
    };
    read_doctrine_file(&path).map(Arc::new).map_err(|problem| problem.to_string())
}

/// Reads the doctrine of a file.
///
/// # Errors
/// The reason why the file cannot be read, or every fault of its text.
pub fn read_doctrine_file(path: &Path) -> Result<Doctrine, FileError> {
    let source = SourceText::read_file(path, FileAccess::default())?;
    Doctrine::from_ron(&source.text).map_err(|faults| source.error_of_faults(faults))
}
