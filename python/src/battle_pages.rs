//! Battles as pages that play them again, and in notebooks.

use std::path::{Path, PathBuf};

use hotgates_files::{FileAccess, read_bytes};
use hotgates_page::{BattleViewer, HtmlPage, text_in_html};
use pyo3::prelude::*;

use crate::battle::PyBattle;
use crate::errors::HotgatesError;

/// The viewer of battles that ``tools/web/build`` has made.
struct WebBuild {
    script: String,
    style: String,
    engine: Vec<u8>,
}

impl WebBuild {
    fn read_folder(folder: &Path) -> PyResult<Self> {
        let refused = |why: String| {
            HotgatesError::new_err(format!(
                "{why}; web names the folder that the command tools/web/build makes"
            ))
        };
        let read = |name: &str| {
            read_bytes(&folder.join(name), FileAccess::default()).map_err(|why| refused(why.to_string()))
        };
        let text = |name: &str| {
            String::from_utf8(read(name)?).map_err(|_| refused(format!("{name} of the folder is no text")))
        };
        Ok(Self {
            script: text("hotgates.js")?,
            style: text("hotgates.css")?,
            engine: read("hotgates.wasm")?,
        })
    }
}

/// A battle for a notebook, which shows it as a page of its own: what ``Battle.viewer`` returns.
#[pyclass(name = "BattleView", module = "hotgates", frozen)]
pub struct PyBattleView {
    html: String,
    height: u32,
}

#[pymethods]
impl PyBattleView {
    /// The whole page.
    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    fn _repr_html_(&self) -> String {
        // In an attribute only these two mean something.
        let page = self.html.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe sandbox=\"allow-scripts\" width=\"100%\" height=\"{}\" srcdoc=\"{page}\"></iframe>",
            self.height
        )
    }
}

#[pymethods]
impl PyBattle {
    /// Returns the battle as one page of HTML that loads nothing.
    ///
    /// Args:
    ///     web: Folder that ``tools/web/build`` has made, ``web/build`` of the repository: with it the page plays the
    ///         battle again, order by order, and says whether it is true. Without it the page has a drawing.
    ///
    /// Raises:
    ///     HotgatesError: If the folder does not hold what the page needs.
    ///
    /// >>> import hotgates
    /// >>> "<svg" in hotgates.Battle.shipped().to_html()
    /// True
    #[pyo3(signature = (*, web=None))]
    fn to_html(&self, web: Option<PathBuf>) -> PyResult<String> {
        let build = web.map(|folder| WebBuild::read_folder(&folder)).transpose()?;
        let (title, hash) = (self.name(), self.record_hash());
        let drawing = if build.is_none() { self.to_svg() } else { String::new() };
        let proof = match build {
            Some(_) => "when it is opened this page plays the replay again and says whether it is true",
            None => "not verified in this page",
        };
        let content = format!(
            "{drawing}<p><small>Made by the Python package hotgates {} from the battle with the hash {hash:016x}; \
             {proof}.</small></p>\n",
            text_in_html(env!("CARGO_PKG_VERSION"))
        );
        let page = HtmlPage { title: &title, subtitle: "a recorded battle", content };
        Ok(match build {
            None => page.to_html(),
            Some(WebBuild { script, style, engine }) => {
                let viewer = BattleViewer { script: &script, style: &style, engine: &engine };
                let held = self.lock();
                page.to_html_with_battle(&viewer, &held.record.replay(&held.scenario).encode())
            }
        })
    }

    /// Returns the battle for a notebook, which shows the page of ``to_html``.
    ///
    /// Args:
    ///     web: As for ``to_html``. The page takes about two megabytes of the notebook then.
    ///     height: Height in pixels.
    ///
    /// >>> import hotgates
    /// >>> hotgates.Battle.shipped().viewer()._repr_html_()[:7]
    /// '<iframe'
    #[pyo3(signature = (*, web=None, height=640))]
    fn viewer(&self, web: Option<PathBuf>, height: u32) -> PyResult<PyBattleView> {
        Ok(PyBattleView { html: self.to_html(web)?, height })
    }
}
