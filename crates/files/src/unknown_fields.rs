//! Fields of a file that a newer version has written, kept by an older one that writes the file again.

/// Returns a text of fields, `(name: value, …)`, with those fields of an older text behind its own that it lacks. Of an
/// older text that is no such text nothing is kept.
///
/// ```
/// use hotgates_files::with_unknown_fields;
///
/// let there = "(speed: 2, // how fast\n  lights: [(1, \"a)\")], scale: 100)";
/// let kept = with_unknown_fields("(speed: 4, scale: 120)", there);
/// assert_eq!(kept, "(speed: 4, scale: 120,\n    lights: [(1, \"a)\")],\n)");
/// assert_eq!(with_unknown_fields("(speed: 4)", "speed = 2"), "(speed: 4)");
/// ```
#[must_use]
pub fn with_unknown_fields(text: &str, there: &str) -> String {
    let (Some(own), Some(fields)) = (split_fields(text), split_fields(there)) else { return text.to_owned() };
    let is_own = |name: &str| own.iter().any(|&(own, _)| own == name);
    let unknown: Vec<_> = fields.into_iter().filter(|&(name, _)| !is_own(name)).collect();
    let Some(body) = text.trim_end().strip_suffix(')').filter(|_| !unknown.is_empty()) else {
        return text.to_owned();
    };
    let body = body.trim_end();
    let comma = if body.ends_with([',', '(']) { "" } else { "," };
    let kept: Vec<String> = unknown.iter().map(|(name, value)| format!("\n    {name}: {value},")).collect();
    format!("{body}{comma}{}\n)", kept.concat())
}

/// Returns the fields of a text, each with its name and its value as they are written; `None` for another text.
fn split_fields(text: &str) -> Option<Vec<(&str, &str)>> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut fields = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            '"' => skip_string(&mut letters)?,
            '/' if inside[at..].starts_with("//") => {
                letters.by_ref().find(|&(_, letter)| letter == '\n');
            }
            // Raw strings and long comments are nothing that we write.
            '/' if inside[at..].starts_with("/*") => return None,
            ',' if depth == 0 => {
                fields.push(read_field(&inside[start..at])?);
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = &inside[start..];
    if depth > 0 {
        return None;
    }
    if !without_comments(last).is_empty() {
        fields.push(read_field(last)?);
    }
    Some(fields)
}

/// Goes on to the end of a string.
fn skip_string(letters: &mut impl Iterator<Item = (usize, char)>) -> Option<()> {
    loop {
        match letters.next()?.1 {
            '"' => return Some(()),
            '\\' => {
                letters.next()?;
            }
            _ => {}
        }
    }
}

/// Returns the name and the value of a field.
fn read_field(field: &str) -> Option<(&str, &str)> {
    let (name, value) = without_comments(field).split_once(':')?;
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    Some((name.trim(), value.trim())).filter(|(name, _)| is_name(name))
}

/// Returns a text without the blanks around it and the comments before it.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest.trim());
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_written_is_kept() {
        for (text, there, kept) in [
            ("(a: 1)", "(a: 2)", "(a: 1)"),
            (
                "(a: 1)",
                "(a: 2, b: (c: [1, 2]), d: \"x, \\\"y: (\")",
                "(a: 1,\n    b: (c: [1, 2]),\n    d: \"x, \\\"y: (\",\n)",
            ),
            ("(\n    a: 1,\n)", "(b: Three(4), // five\n)", "(\n    a: 1,\n    b: Three(4),\n)"),
            ("()", "(b: 1)", "(\n    b: 1,\n)"),
            ("(a: 1)", "", "(a: 1)"),
            ("(a: 1)", "(b: 1", "(a: 1)"),
            ("(a: 1)", "(b: [1)", "(a: 1)"),
            ("(a: 1)", "(b: \"1)", "(a: 1)"),
            ("(a: 1)", "(b)", "(a: 1)"),
            ("(a: 1)", "(b-c: 1)", "(a: 1)"),
            ("a", "(b: 1)", "a"),
        ] {
            assert_eq!(with_unknown_fields(text, there), kept, "{text} and {there}");
        }
        // Fields that were kept once are kept again.
        let once = with_unknown_fields("(a: 1)", "(b: 2, c: 3)");
        assert_eq!(with_unknown_fields("(a: 5)", &once), "(a: 5,\n    b: 2,\n    c: 3,\n)");
    }
}
