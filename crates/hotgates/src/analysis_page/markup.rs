//! Outside texts and colours as a page may hold them.

use hotgates_picture::Colour;

/// Returns a text in which nothing is markup: the only way for names and other outside texts into
/// the page.
pub fn escape_text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Control characters and those that turn the direction of text.
            c if c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') => {
                safe.push('\u{FFFD}');
            }
            c => safe.push(c),
        }
    }
    safe
}

/// Returns a colour as SVG writes it.
pub fn svg_colour(colour: Colour) -> String {
    let [red, green, blue] = colour.0;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_hold_no_markup() {
        assert_eq!(escape_text("<b>&\"'\u{202E}\u{7}"), "&lt;b&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}");
    }
}
