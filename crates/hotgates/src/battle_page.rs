//! Pages that hold battles.

use hotgates_page::HtmlPage;

/// What shows battles in a page.
#[cfg(feature = "web")]
const VIEWER: hotgates_page::BattleViewer<'_> = hotgates_page::BattleViewer {
    script: include_str!(concat!(env!("OUT_DIR"), "/hotgates.js")),
    style: include_str!(concat!(env!("OUT_DIR"), "/hotgates.css")),
    engine: include_bytes!(concat!(env!("OUT_DIR"), "/hotgates.wasm")),
};

/// Returns a page with the battle of a replay in it: with the feature `web` the page plays it again and shows it,
/// without it holds what has been written.
pub fn page_with_battle(page: &HtmlPage<'_>, replay: &[u8]) -> String {
    #[cfg(feature = "web")]
    return page.to_html_with_battle(&VIEWER, replay);
    #[cfg(not(feature = "web"))]
    {
        let _ = replay;
        page.to_html()
    }
}

/// Returns a page with the battles of replays in it, each shown by a button of the page; without the feature `web`, or
/// without a replay, a page that has no script.
pub fn page_with_battles(page: &HtmlPage<'_>, replays: &[&[u8]]) -> String {
    #[cfg(feature = "web")]
    if !replays.is_empty() {
        return page.to_html_with_battles(&VIEWER, replays);
    }
    let _ = replays;
    page.to_html()
}

/// Number of bytes that the viewer takes in a page.
pub const fn viewer_size() -> usize {
    #[cfg(feature = "web")]
    return VIEWER.script.len() + VIEWER.style.len() + size_in_base64(VIEWER.engine.len());
    #[cfg(not(feature = "web"))]
    0
}

/// Returns the number of bytes that so many bytes take in base64.
pub const fn size_in_base64(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4
}

/// `true` if pages show battles.
pub const SHOWS_BATTLES: bool = cfg!(feature = "web");

/// Sentence of a page that says if its battle has been verified.
pub const VERIFICATION: &str = if cfg!(feature = "web") {
    "when it is opened this page plays the replay again and says whether it is true"
} else {
    "not verified in this page"
};
