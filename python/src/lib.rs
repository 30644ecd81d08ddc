//! The compiled part of the package `hotgates`: engine, commanders and the core of the environments.

mod errors;
mod values;

mod order;
mod source;

mod battle;
mod battle_arrays;
mod battle_pages;
mod battle_pictures;
mod commander;

mod observation;

mod episode;
mod planned;
mod tournament;
mod tuning;
mod vector;

use pyo3::prelude::*;

/// Returns the names of the maps that come with the package.
///
/// Returns:
///     Names in small letters, such as ``"hot_gates"``: what ``Battle.shipped`` takes.
///
/// >>> import hotgates
/// >>> "hot_gates" in hotgates.shipped_maps()
/// True
#[pyfunction]
fn shipped_maps() -> Vec<String> {
    source::shipped_names()
}

/// The compiled part of the package ``hotgates``: use the package's own names.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::battle::PyBattle;
    #[pymodule_export]
    use super::battle_pages::PyBattleView;
    #[pymodule_export]
    use super::commander::PyCommander;
    #[pymodule_export]
    use super::episode::PyEpisode;
    #[pymodule_export]
    use super::errors::{BadFile, HotgatesError, IllegalAction, IllegalOrder};
    #[pymodule_export]
    use super::order::PyOrder;
    #[pymodule_export]
    use super::shipped_maps;
    #[pymodule_export]
    use super::tournament::PyTournament;
    #[pymodule_export]
    use super::tuning::{PyTuning, PyTuningProgress};
    #[pymodule_export]
    use super::vector::PyVector;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("behaviour", hotgates_record::BEHAVIOUR)?;
        module.add("protocol", hotgates_protocol::PROTOCOL)
    }
}
