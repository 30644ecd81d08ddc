//! Types by their bare names: structs, enums, unions, traits and aliases; associated types are none.

use std::collections::BTreeMap;

use syn::visit::Visit;

use crate::source::{SourceFile, Workspace};

/// Definition of one type.
#[derive(Debug)]
pub struct TypeDefinition {
    pub name: String,
    pub crate_name: String,
    pub file: String,
    pub line: usize,
    /// `true` if another type of the workspace has the same name.
    pub shared: bool,
}

/// Lists the types of the workspace, those of one name next to each other.
pub fn list_types(workspace: &Workspace) -> Vec<TypeDefinition> {
    let mut by_name: BTreeMap<String, Vec<TypeDefinition>> = BTreeMap::new();
    for krate in &workspace.crates {
        for file in &krate.files {
            for (name, line) in types_in_file(file) {
                let row = TypeDefinition {
                    name: name.clone(),
                    crate_name: krate.name.clone(),
                    file: file.path.display().to_string(),
                    line,
                    shared: false,
                };
                by_name.entry(name).or_default().push(row);
            }
        }
    }
    for rows in by_name.values_mut() {
        let shared = rows.len() > 1;
        for row in rows {
            row.shared = shared;
        }
    }
    by_name.into_values().flatten().collect()
}

/// Names and lines of the types of one file. Two definitions of one name in one file are variants of one
/// type for different targets or features, and count once.
fn types_in_file(file: &SourceFile) -> Vec<(String, usize)> {
    let mut collector = TypeCollector::default();
    collector.visit_file(&file.syntax);
    collector.found.into_iter().collect()
}

#[derive(Default)]
struct TypeCollector {
    found: BTreeMap<String, usize>,
}

impl TypeCollector {
    fn add(&mut self, name: &syn::Ident) {
        self.found.entry(name.to_string()).or_insert(name.span().start().line);
    }
}

impl Visit<'_> for TypeCollector {
    fn visit_item_struct(&mut self, item: &syn::ItemStruct) {
        self.add(&item.ident);
    }
    fn visit_item_enum(&mut self, item: &syn::ItemEnum) {
        self.add(&item.ident);
    }
    fn visit_item_union(&mut self, item: &syn::ItemUnion) {
        self.add(&item.ident);
    }
    fn visit_item_type(&mut self, item: &syn::ItemType) {
        self.add(&item.ident);
    }
    fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
        self.add(&item.ident);
        syn::visit::visit_item_trait(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::CrateSource;

    #[test]
    fn a_name_is_shared_over_files_and_kinds() {
        let one = "struct Plan; trait Walk { type Step; } impl Walk for Plan { type Step = u8; }";
        let two = "enum Plan { A } fn inside() { struct Hidden; } type Alias = u8;";
        let source = CrateSource::from_texts(&[("lib.rs", &[], one), ("two.rs", &["two"], two)]);
        let rows = list_types(&Workspace { crates: vec![source] });
        let named: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.shared)).collect();
        assert_eq!(
            named,
            [("Alias", false), ("Hidden", false), ("Plan", true), ("Plan", true), ("Walk", false)]
        );
    }
}
