//! The comments that a person wrote at the top of a file.

/// Returns the comments and blank lines before the first thing in a RON text that is neither;
/// attributes such as `#![enable(implicit_some)]` are left out, comments between them are not.
pub(crate) fn comments_at_top(source: &str) -> String {
    let mut comments = String::new();
    let mut rest = source.trim_start_matches('\u{feff}');
    loop {
        let length = match () {
            () if rest.starts_with("//") => rest.find('\n').map_or(rest.len(), |end| end + 1),
            () if rest.starts_with("/*") => block_comment_length(rest),
            () if rest.starts_with(char::is_whitespace) => rest.chars().next().map_or(0, char::len_utf8),
            () if rest.starts_with('#') => {
                // The attribute goes with the end of its line, so that no empty line is left.
                let end = rest.find(']').map_or(rest.len(), |end| end + 1);
                rest = &rest[end..];
                rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest);
                continue;
            }
            () => break,
        };
        comments.push_str(&rest[..length]);
        rest = &rest[length..];
        if length == 0 {
            break;
        }
    }
    if !comments.is_empty() && !comments.ends_with('\n') {
        comments.push('\n');
    }
    if comments.trim().is_empty() { String::new() } else { comments }
}

/// Returns the length in bytes of the block comment that a text starts with; block comments nest.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(next) = text[at..].find(['/', '*']).map(|found| at + found) {
        match text.get(next..next + 2) {
            Some("/*") => (depth, at) = (depth + 1, next + 2),
            Some("*/") => (depth, at) = (depth - 1, next + 2),
            _ => at = next + 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_the_map_are_kept_as_they_are() {
        let top = "// A pass.\n\n/* by /* two */\n   hands */\n// 100 % é\n";
        assert_eq!(comments_at_top(&format!("{top}Map(name: \"// no\", rows: [])")), top);
        assert_eq!(comments_at_top(top), top);
    }

    #[test]
    fn attributes_are_not_comments() {
        assert_eq!(comments_at_top("// a\n#![enable(implicit_some)]\n// b\n(\n// c\n)"), "// a\n// b\n");
    }

    #[test]
    fn without_comments_there_is_nothing_to_keep() {
        for source in ["", " \n ", "Map(rows: []) // later", "\n\n(name: \"/* */\")", "/", "#"] {
            assert_eq!(comments_at_top(source), "", "{source:?}");
        }
    }

    #[test]
    fn a_comment_on_the_map_s_own_line_gets_a_line() {
        assert_eq!(comments_at_top("/* x */ Map()"), "/* x */ \n");
        assert_eq!(comments_at_top("/* never /* closed"), "/* never /* closed\n");
    }
}
