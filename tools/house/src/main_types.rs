//! Main types of the library crates: public traits, and public types with many public functions. Each is
//! used by a doc example of its crate.

use std::collections::BTreeMap;

use syn::Visibility;
use syn::visit::Visit;

use crate::documentation::DocExample;
use crate::source::{CrateSource, Workspace};

/// Crates whose main types have examples.
const LIBRARIES: [&str; 8] = ["ai", "editor", "engine", "formats", "grid", "play", "record", "search"];

/// Number of public inherent functions from which a type is a main type.
const MANY_FUNCTIONS: usize = 5;

/// A main type that no example of its crate uses.
pub struct MissingExample {
    pub name: String,
    pub crate_name: String,
    pub file: String,
    pub line: usize,
}

/// Lists the main types without an example.
pub fn list_missing_examples(workspace: &Workspace, examples: &[DocExample]) -> Vec<MissingExample> {
    let libraries = workspace.crates.iter().filter(|krate| LIBRARIES.contains(&krate.name.as_str()));
    libraries
        .flat_map(|krate| {
            let mut rows = main_types(krate);
            rows.retain(|row| {
                !examples.iter().any(|one| one.crate_name == krate.name && one.mentions(&row.name))
            });
            rows
        })
        .collect()
}

fn main_types(krate: &CrateSource) -> Vec<MissingExample> {
    let mut collector = MainTypeCollector::default();
    let mut places = BTreeMap::new();
    for file in krate.files.iter().filter(|file| file.in_library) {
        collector.visit_file(&file.syntax);
        for (name, line) in collector.public_types.drain(..) {
            places.insert(name, (file.path.display().to_string(), line));
        }
    }
    let functions = collector.functions;
    let traits = collector.traits;
    let is_main = |name: &String| {
        traits.contains(name) || functions.get(name).is_some_and(|&count| count >= MANY_FUNCTIONS)
    };
    let main = places.into_iter().filter(|(name, _)| is_main(name));
    main.map(|(name, (file, line))| MissingExample { name, crate_name: krate.name.clone(), file, line })
        .collect()
}

#[derive(Default)]
struct MainTypeCollector {
    public_types: Vec<(String, usize)>,
    traits: Vec<String>,
    functions: BTreeMap<String, usize>,
}

impl MainTypeCollector {
    fn add(&mut self, visibility: &Visibility, name: &syn::Ident) {
        if matches!(visibility, Visibility::Public(_)) {
            self.public_types.push((name.to_string(), name.span().start().line));
        }
    }
}

impl Visit<'_> for MainTypeCollector {
    fn visit_item_struct(&mut self, item: &syn::ItemStruct) {
        self.add(&item.vis, &item.ident);
    }
    fn visit_item_enum(&mut self, item: &syn::ItemEnum) {
        self.add(&item.vis, &item.ident);
    }
    fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
        self.add(&item.vis, &item.ident);
        self.traits.push(item.ident.to_string());
    }
    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let syn::Type::Path(path) = &*item.self_ty else { return };
        let Some(name) = path.path.segments.last() else { return };
        if item.trait_.is_none() {
            let public = item.items.iter().filter(
                |member| matches!(member, syn::ImplItem::Fn(one) if matches!(one.vis, Visibility::Public(_))),
            );
            *self.functions.entry(name.ident.to_string()).or_default() += public.count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_types_with_many_functions_are_main_types() {
        let text = "pub struct Big; impl Big { pub fn a() {} pub fn b() {} pub fn c() {} fn x() {} }\n\
            impl Big { pub fn d() {} pub fn e() {} }\n\
            pub struct Small; impl Small { pub fn a() {} }\n\
            pub trait Walk {} trait Hidden {}";
        let rows = main_types(&CrateSource::from_texts(&[("lib.rs", &[], text)]));
        let names: Vec<_> = rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["Big", "Walk"]);
    }
}
