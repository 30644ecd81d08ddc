//! Text that came from outside, as it may be shown: nothing in it is obeyed, and nothing in it hides.

use std::borrow::Cow;

/// Returns `true` for a character that shows nothing and may change how other text is shown: control
/// characters, turns of the direction of text, breaks of lines, and marks without a width.
///
/// ```
/// use hotgates_text::is_hidden_character;
///
/// assert!(['\u{1b}', '\n', '\u{9b}', '\u{202e}', '\u{feff}'].into_iter().all(is_hidden_character));
/// assert!(!['a', 'é', ' ', '門', '<'].into_iter().any(is_hidden_character));
/// ```
#[must_use]
pub fn is_hidden_character(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{AD}'
                | '\u{61C}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{1D173}'..='\u{1D17A}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// Returns a text as one line in which every hidden character is written out, such as `\u{1b}`. What
/// comes from a file, a player or the command line goes through this function before it is shown.
///
/// ```
/// assert_eq!(hotgates_text::visible_text("ford\u{1b}[2J\n"), "ford\\u{1b}[2J\\u{a}");
/// ```
#[must_use]
pub fn visible_text(text: &str) -> Cow<'_, str> {
    write_out_hidden(text, is_hidden_character)
}

/// Returns a text like [`visible_text`], but for line ends and tabs, which stay: for text that is meant to
/// have lines, such as notes.
///
/// ```
/// assert_eq!(hotgates_text::visible_lines("one\ntwo\r\u{7}"), "one\ntwo\\u{d}\\u{7}");
/// ```
#[must_use]
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    write_out_hidden(text, |c| is_hidden_character(c) && !matches!(c, '\n' | '\t'))
}

fn write_out_hidden(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown.into()
}

/// Returns a text as HTML and SVG may hold it, in elements and in quoted attributes: on one line, visible,
/// and without markup.
///
/// ```
/// assert_eq!(hotgates_text::text_in_html("<b>&\u{7}"), "&lt;b&gt;&amp;\\u{7}");
/// ```
#[must_use]
pub fn text_in_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in visible_text(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// Returns a text as Markdown may hold it, in paragraphs and in tables: on one line, visible, and without
/// markup.
///
/// ```
/// assert_eq!(hotgates_text::text_in_markdown("a|b <i>"), "a\\|b \\<i\\>");
/// assert_eq!(hotgates_text::text_in_markdown("- horse-archers"), "\\- horse-archers");
/// ```
#[must_use]
pub fn text_in_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (place, c) in visible_text(text).chars().enumerate() {
        let is_markup = "\\`*_[]<>&|~!".contains(c) || place == 0 && "#+-=".contains(c);
        if is_markup {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_characters() -> String {
        ('\0'..=char::MAX).collect()
    }

    #[test]
    fn nothing_that_is_hidden_stays() {
        let all = all_characters();
        assert!(!visible_text(&all).contains(is_hidden_character));
        let is_line_end = |c| matches!(c, '\n' | '\t');
        assert!(visible_lines(&all).chars().all(|c| is_line_end(c) || !is_hidden_character(c)));
        assert!(visible_lines(&all).contains('\n'));
    }

    #[test]
    fn every_control_of_direction_is_hidden() {
        let turns =
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
        assert!(turns.chars().all(is_hidden_character));
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(visible_text("The Old Guard – 近衛"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_page_holds_no_markup() {
        let safe = text_in_html(&all_characters());
        assert!(!safe.contains(|c| "<>\"'".contains(c) || is_hidden_character(c)));
        assert_eq!(text_in_html("&amp;<b>\"'\u{202E}"), "&amp;amp;&lt;b&gt;&quot;&#39;\\u{202e}");
    }

    #[test]
    fn markdown_holds_no_markup() {
        assert_eq!(text_in_markdown("# [x](y) `c`\n"), "\\# \\[x\\](y) \\`c\\`\\\\u{a}");
    }
}
