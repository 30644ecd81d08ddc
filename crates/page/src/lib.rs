//! Pages for browsers: one HTML file with drawings in SVG and with a policy that lets it load nothing, wherever it is
//! opened; without scripts, or with the one that shows a battle.
//!
//! A page never asks for anything outside itself, and a name that comes from outside gets into it by
//! [`text_in_html`] only.

mod charts;
mod curves;
mod replay;

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

pub use charts::{BarShares, column_chart, rating_chart, share_bar};
pub use curves::{ChartCurve, curve_chart};
pub use hotgates_text::text_in_html;

pub use replay::RecordedBattle;

/// The whole style of every page. Elements have classes, never styles of their own, which the policy forbids.
const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fbfaf6}\
h1,h2{font-weight:600;line-height:1.2}table{border-collapse:collapse;font-size:.9em}\
th,td{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}\
svg{max-width:100%;height:auto;border:1px solid #ccc;background:#fff}figure{margin:1em 0 2em}figcaption{margin:.3em 0}\
.red{color:#a5281b}.blue{color:#1d4f91}small{color:#555}.wide{overflow-x:auto}code{overflow-wrap:anywhere}";

/// A page: its title and its content, which is HTML.
///
/// ```
/// use hotgates_page::{HtmlPage, text_in_html};
///
/// let page = HtmlPage { title: "The <Gates>", subtitle: "who won", content: text_in_html("a < b") };
/// let html = page.to_html();
/// assert!(html.contains("<title>The &lt;Gates&gt;: who won</title>"));
/// assert!(html.contains("default-src 'none'; style-src 'sha256-") && html.contains("a &lt; b"));
/// ```
#[derive(Debug, Clone)]
pub struct HtmlPage<'a> {
    /// The heading, as text.
    pub title: &'a str,
    /// What the page says about it, as text: for the name of the browser's window.
    pub subtitle: &'a str,
    /// What stands below the heading, as HTML without scripts, styles and anything to load.
    pub content: String,
}

/// The viewer of battles in a page: the client and the engine that `tools/web/build` makes.
///
/// ```
/// use hotgates_page::{BattleViewer, HtmlPage, open_battle_button};
///
/// let viewer = BattleViewer { script: "begin()", style: "p{}", engine: b"wasm" };
/// let page = HtmlPage { title: "Gates", subtitle: "who won", content: "<p>All.</p>".to_owned() };
/// let html = page.to_html_with_battle(&viewer, b"HOTGATES");
/// assert!(html.contains("script-src 'sha256-") && html.contains("<script>begin()</script>"));
/// assert!(html.contains("SE9UR0FURVM="), "the battle in base64");
///
/// let page = HtmlPage { content: open_battle_button(0), ..page };
/// let html = page.to_html_with_battles(&viewer, &[b"HOTGATES"]);
/// assert!(html.contains("data-battle=\"0\"") && html.contains("id=\"hotgates-replay-0\">SE9UR0FURVM="));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BattleViewer<'a> {
    /// The client's script.
    pub script: &'a str,
    /// The client's style.
    pub style: &'a str,
    /// The engine as WebAssembly.
    pub engine: &'a [u8],
}

impl BattleViewer<'_> {
    /// Number of bytes that the viewer takes in a page, without battles.
    #[must_use]
    pub const fn size_in_page(&self) -> usize {
        self.script.len() + self.style.len() + size_of_battle(self.engine.len())
    }
}

/// Number of bytes that a replay of so many bytes takes in a page, with its element and the button that opens it.
#[must_use]
pub const fn size_of_battle(bytes: usize) -> usize {
    bytes.div_ceil(3) * 4 + 200
}

/// Returns the button that opens a battle of a page as HTML; `number` is its place among the page's replays.
#[must_use]
pub fn open_battle_button(number: usize) -> String {
    format!(
        "<button type=\"button\" data-battle=\"{number}\" aria-label=\"Open battle {}\">Open</button>",
        number + 1
    )
}

/// Returns an element that holds bytes for a script.
fn data_element(id: &str, bytes: &[u8]) -> String {
    format!("<script type=\"application/octet-stream\" id=\"{id}\">{}</script>\n", STANDARD.encode(bytes))
}

fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

impl HtmlPage<'_> {
    /// Returns the whole file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = text_in_html(self.title);
        let body = format!("<h1>{title}</h1>\n{}", self.content);
        self.file_with_body(&format!("style-src {}", hash_source(STYLE)), STYLE, &body)
    }

    /// Returns the whole file with a viewer above the content, which plays the battle of a replay again in the reader's
    /// browser.
    #[must_use]
    pub fn to_html_with_battle(&self, viewer: &BattleViewer<'_>, replay: &[u8]) -> String {
        self.file_with_viewer(viewer, &self.content, &data_element("hotgates-replay", replay))
    }

    /// Returns the whole file with the battles of replays in it. A button of the content,
    /// [by its number](open_battle_button), has a viewer above the content show its battle.
    #[must_use]
    pub fn to_html_with_battles(&self, viewer: &BattleViewer<'_>, replays: &[impl AsRef<[u8]>]) -> String {
        let content = format!("<h1>{}</h1>\n{}", text_in_html(self.title), self.content);
        let replays = replays.iter().enumerate();
        let data: String = replays
            .map(|(number, replay)| data_element(&format!("hotgates-replay-{number}"), replay.as_ref()))
            .collect();
        self.file_with_viewer(viewer, &content, &data)
    }

    fn file_with_viewer(&self, viewer: &BattleViewer<'_>, content: &str, replays: &str) -> String {
        let style = [STYLE, viewer.style].concat();
        let sources = format!(
            "script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data: blob:; worker-src blob:",
            hash_source(viewer.script),
            hash_source(&style)
        );
        let body = format!(
            "<div id=\"hotgates\"></div>\n<section class=\"report\" aria-label=\"Report\">\n{content}</section>\n\
             {replays}{}<script>{}</script>\n",
            data_element("hotgates-engine", viewer.engine),
            viewer.script
        );
        self.file_with_body(&sources, &style, &body)
    }

    fn file_with_body(&self, sources: &str, style: &str, body: &str) -> String {
        let [title, subtitle] = [self.title, self.subtitle].map(text_in_html);
        let mut page = String::new();
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}: {subtitle}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        );
        page
    }
}
