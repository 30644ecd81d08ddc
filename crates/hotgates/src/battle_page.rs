//! Pages that hold a battle.

use hotgates_page::HtmlPage;

/// Returns a page with the battle of a replay in it: with the feature `web` the page plays it again and shows it,
/// without it holds what has been written.
pub fn page_with_battle(page: &HtmlPage<'_>, replay: &[u8]) -> String {
    #[cfg(feature = "web")]
    return page.to_html_with_viewer(&hotgates_page::BattleViewer {
        script: include_str!(concat!(env!("OUT_DIR"), "/hotgates.js")),
        style: include_str!(concat!(env!("OUT_DIR"), "/hotgates.css")),
        engine: include_bytes!(concat!(env!("OUT_DIR"), "/hotgates.wasm")),
        replay,
    });
    #[cfg(not(feature = "web"))]
    {
        let _ = replay;
        page.to_html()
    }
}

/// Sentence of a page that says if its battle has been verified.
pub const VERIFICATION: &str = if cfg!(feature = "web") {
    "when it is opened this page plays the replay again and says whether it is true"
} else {
    "not verified in this page"
};
