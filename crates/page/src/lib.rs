//! Pages for browsers: one HTML file with drawings in SVG, without scripts, and with a policy that lets it
//! load nothing, wherever it is opened.
//!
//! A page never asks for anything outside itself, and a name that comes from outside gets into it by
//! [`text_in_html`] only.

mod charts;
mod curves;

use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

pub use charts::{BarShares, column_chart, rating_chart, share_bar};
pub use curves::{ChartCurve, curve_chart};
pub use hotgates_text::text_in_html;

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

impl HtmlPage<'_> {
    /// Returns the whole file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let [title, subtitle] = [self.title, self.subtitle].map(text_in_html);
        let hash = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
        let mut page = String::new();
        let _ = write!(
            page,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}: {subtitle}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{}</body>\n</html>\n",
            self.content
        );
        page
    }
}
