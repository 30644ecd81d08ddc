//! Ideas that have one implementation: patterns of `lists/once.txt`, each with the places where it may
//! stand.

use regex_lite::Regex;

use crate::report::list_entries;
use crate::source::Workspace;

const ONCE: &str = include_str!("../lists/once.txt");

/// A place where an idea is implemented again.
pub struct Repetition {
    pub idea: String,
    pub crate_name: String,
    pub file: String,
    pub line: usize,
    pub text: String,
}

struct Rule {
    idea: String,
    pattern: Regex,
    allowed: Vec<String>,
}

/// Lists the places outside of the allowed ones.
///
/// # Errors
/// A row of the list that cannot be read.
pub fn list_repetitions(workspace: &Workspace) -> Result<Vec<Repetition>, String> {
    find_repetitions(workspace, ONCE)
}

fn find_repetitions(workspace: &Workspace, list: &str) -> Result<Vec<Repetition>, String> {
    let rules: Vec<Rule> = list_entries(list).map(parse_rule).collect::<Result<_, _>>()?;
    let mut found = Vec::new();
    for rule in &rules {
        for krate in &workspace.crates {
            for file in &krate.files {
                let path = file.path.display().to_string();
                if rule.allowed.iter().any(|place| path.contains(place.as_str())) {
                    continue;
                }
                let code = file.code_lines().map(|(number, line)| (number, without_comment(line)));
                found.extend(code.filter(|(_, line)| rule.pattern.is_match(line)).map(|(number, line)| {
                    Repetition {
                        idea: rule.idea.clone(),
                        crate_name: krate.name.clone(),
                        file: path.clone(),
                        line: number,
                        text: line.trim().to_owned(),
                    }
                }));
            }
        }
    }
    Ok(found)
}

fn parse_rule(row: &str) -> Result<Rule, String> {
    let wrong = || format!("lists/once.txt: `{row}`: a row is idea | pattern | places");
    // Patterns may hold `|`; ideas and places do not.
    let (idea, rest) = row.split_once('|').ok_or_else(wrong)?;
    let (pattern, places) = rest.rsplit_once('|').ok_or_else(wrong)?;
    let pattern = Regex::new(pattern.trim()).map_err(|error| format!("lists/once.txt: {error}"))?;
    let allowed = places.split_whitespace().map(str::to_owned).collect();
    Ok(Rule { idea: idea.trim().to_owned(), pattern, allowed })
}

/// Cuts a comment that starts a line or follows a space.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") { "" } else { line.split(" // ").next().unwrap_or(line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::CrateSource;

    #[test]
    fn patterns_stand_only_where_they_may() {
        let text =
            "fn a() { mix(0x9E37); }\n// 0x9E37\nfn b() {} // 0x9E37\n#[cfg(test)]\nfn c() { 0x9E37; }";
        let texts: &[(&str, &[&str], &str)] = &[("lib.rs", &[], text), ("mix.rs", &["mix"], text)];
        let workspace = Workspace { crates: vec![CrateSource::from_texts(texts)] };
        let found =
            find_repetitions(&workspace, "# mixers\nmixer | 0x9E37|0xABCD | mix.rs other.rs\n").unwrap();
        let places: Vec<_> = found.iter().map(|one| (one.file.as_str(), one.line)).collect();
        assert_eq!(places, [("lib.rs", 1)]);
        assert!(find_repetitions(&workspace, "no columns").is_err());
    }

    #[test]
    fn the_committed_list_can_be_read() {
        assert!(list_repetitions(&Workspace { crates: Vec::new() }).unwrap().is_empty());
    }
}
