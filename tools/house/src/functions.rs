//! Free and inherent functions by their names. Functions of traits and of their implementations are left
//! out, as their names are somebody else's choice; so are the standard verbs of `lists/standard_verbs.txt`.

use syn::visit::Visit;

use crate::report::list_entries;
use crate::source::Workspace;

const STANDARD_VERBS: &str = include_str!("../lists/standard_verbs.txt");

/// Name of one function.
pub struct FunctionName {
    pub name: String,
    pub crate_name: String,
    pub file: String,
    pub line: usize,
}

impl FunctionName {
    pub fn is_one_word(&self) -> bool {
        !self.name.trim_matches('_').contains('_')
    }

    /// Number of characters without underscores.
    pub fn letter_count(&self) -> usize {
        self.name.chars().filter(|&letter| letter != '_').count()
    }
}

/// Lists the functions that are counted.
pub fn list_functions(workspace: &Workspace) -> Vec<FunctionName> {
    let mut rows = Vec::new();
    for krate in &workspace.crates {
        for file in &krate.files {
            let mut collector = FunctionCollector::default();
            collector.visit_file(&file.syntax);
            rows.extend(collector.found.into_iter().map(|(name, line)| FunctionName {
                name,
                crate_name: krate.name.clone(),
                file: file.path.display().to_string(),
                line,
            }));
        }
    }
    rows.retain(|row| !is_standard_verb(&row.name));
    rows
}

fn is_standard_verb(name: &str) -> bool {
    list_entries(STANDARD_VERBS).any(|verb| match verb.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == verb,
    })
}

/// Returns the middle of the numbers of letters; 0 without a function.
pub fn median_letters<'a>(rows: impl Iterator<Item = &'a FunctionName>) -> usize {
    let mut lengths: Vec<usize> = rows.map(FunctionName::letter_count).collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() / 2).copied().unwrap_or(0)
}

#[derive(Default)]
struct FunctionCollector {
    found: Vec<(String, usize)>,
}

impl FunctionCollector {
    fn add(&mut self, name: &syn::Ident) {
        let line = name.span().start().line;
        self.found.push((name.to_string().trim_start_matches("r#").to_owned(), line));
    }
}

impl Visit<'_> for FunctionCollector {
    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.add(&item.sig.ident);
        syn::visit::visit_item_fn(self, item);
    }
    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        if item.trait_.is_none() {
            for member in &item.items {
                if let syn::ImplItem::Fn(function) = member {
                    self.add(&function.sig.ident);
                }
            }
        }
        syn::visit::visit_item_impl(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::CrateSource;

    #[test]
    fn free_and_inherent_functions_are_counted() {
        let text = "fn run() { fn helper_inside() {} }\n\
            struct A; impl A { fn new() {} fn from_text() {} fn r#move() {} }\n\
            trait T { fn act(); } impl T for A { fn act() {} }\n\
            #[cfg(test)] mod tests { fn gone() {} }";
        let source = CrateSource::from_texts(&[("lib.rs", &[], text)]);
        let rows = list_functions(&Workspace { crates: vec![source] });
        let names: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.is_one_word())).collect();
        assert_eq!(names, [("run", true), ("helper_inside", false), ("move", true)]);
        assert_eq!(median_letters(rows.iter()), 4);
    }
}
