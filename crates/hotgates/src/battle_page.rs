//! Pages that hold battles.

use hotgates_page::{BattleViewer, HtmlPage};

/// Viewer of battles in a page; `None` without the feature `web`.
#[cfg(feature = "web")]
pub const VIEWER: Option<BattleViewer<'_>> = Some(BattleViewer {
    script: include_str!(concat!(env!("OUT_DIR"), "/hotgates.js")),
    style: include_str!(concat!(env!("OUT_DIR"), "/hotgates.css")),
    engine: include_bytes!(concat!(env!("OUT_DIR"), "/hotgates.wasm")),
});
/// Viewer of battles in a page; `None` without the feature `web`.
#[cfg(not(feature = "web"))]
pub const VIEWER: Option<BattleViewer<'_>> = None;

/// Returns a page with the battle of a replay in it: with the feature `web` the page plays it again and shows it,
/// without it holds what has been written.
pub fn page_with_battle(page: &HtmlPage<'_>, replay: &[u8]) -> String {
    VIEWER.map_or_else(|| page.to_html(), |viewer| page.to_html_with_battle(&viewer, replay))
}

/// Sentence of a page that says if its battle has been verified.
pub const VERIFICATION: &str = if cfg!(feature = "web") {
    "when it is opened this page plays the replay again and says whether it is true"
} else {
    "not verified in this page"
};
