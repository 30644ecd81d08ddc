//! The modules of one crate, what each defines and imports, and the way from a path to its definition.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Item, UseTree, Visibility};

use crate::source::CrateSource;

/// Index of a module in its tree.
pub type ModuleIndex = usize;

/// All modules of a crate, those inside files too.
pub struct ModuleTree {
    pub modules: Vec<Module>,
}

/// One module.
pub struct Module {
    pub parent: Option<ModuleIndex>,
    /// Index of the file that the module lies in.
    pub file: usize,
    root: ModuleIndex,
    children: BTreeMap<String, ModuleIndex>,
    items: BTreeSet<String>,
    imports: Vec<Import>,
}

/// One leaf of a `use` declaration.
struct Import {
    /// Name that the import gives; `None` for a glob.
    name: Option<String>,
    path: Vec<String>,
}

/// Target of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    Module(ModuleIndex),
    /// An item that is defined in this module.
    Item(ModuleIndex),
}

impl ModuleTree {
    pub fn new(krate: &CrateSource) -> Self {
        let mut tree = Self { modules: Vec::new() };
        let mut roots: BTreeMap<bool, ModuleIndex> = BTreeMap::new();
        for (file, source) in krate.files.iter().enumerate() {
            // Parents come before their children.
            let parent = source.module_path.split_last().map(|(_, above)| {
                let root = roots[&source.in_library];
                above.iter().fold(root, |module, name| tree.modules[module].children[name])
            });
            let name = source.module_path.last().map(String::as_str);
            let index = tree.add_module(parent, name, file, &source.syntax.items);
            if parent.is_none() {
                roots.insert(source.in_library, index);
            }
        }
        tree
    }

    fn add_module(
        &mut self,
        parent: Option<ModuleIndex>,
        name: Option<&str>,
        file: usize,
        items: &[Item],
    ) -> ModuleIndex {
        let index = self.modules.len();
        let root = parent.map_or(index, |parent| self.modules[parent].root);
        let mut module = Module {
            parent,
            file,
            root,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
        };
        for item in items {
            module.items.extend(defined_name(item));
        }
        self.modules.push(module);
        if let (Some(parent), Some(name)) = (parent, name) {
            self.modules[parent].children.insert(name.to_owned(), index);
        }
        let mut imports = ImportCollector::default();
        for item in items {
            syn::visit::Visit::visit_item(&mut imports, item);
            if let Item::Mod(child) = item
                && let Some((_, items)) = &child.content
            {
                self.add_module(Some(index), Some(&child.ident.to_string()), file, items);
            }
        }
        self.modules[index].imports = imports.found;
        index
    }

    /// Module inside of `module` with this name.
    pub fn child(&self, module: ModuleIndex, name: &str) -> Option<ModuleIndex> {
        self.modules[module].children.get(name).copied()
    }

    /// Returns `true` if `inner` is `outer` or lies below it.
    pub fn is_within(&self, inner: ModuleIndex, outer: ModuleIndex) -> bool {
        std::iter::successors(Some(inner), |&module| self.modules[module].parent)
            .any(|module| module == outer)
    }

    /// Finds the target of a path that is written in `module`; `None` for paths to other crates.
    pub fn resolve(&self, module: ModuleIndex, path: &[String]) -> Option<Target> {
        self.resolve_path(module, path, &mut BTreeSet::new())
    }

    fn resolve_path(
        &self,
        module: ModuleIndex,
        path: &[String],
        seen: &mut BTreeSet<(ModuleIndex, Vec<String>)>,
    ) -> Option<Target> {
        if !seen.insert((module, path.to_vec())) {
            return None;
        }
        let mut current = module;
        for (index, segment) in path.iter().enumerate() {
            match segment.as_str() {
                "crate" => current = self.modules[current].root,
                "self" => {}
                "super" => current = self.modules[current].parent?,
                name => match self.resolve_name(current, name, index + 1 == path.len(), seen)? {
                    Target::Module(inner) => current = inner,
                    // The rest names a variant or an associated item.
                    item @ Target::Item(_) => return Some(item),
                },
            }
        }
        Some(Target::Module(current))
    }

    fn resolve_name(
        &self,
        module: ModuleIndex,
        name: &str,
        last: bool,
        seen: &mut BTreeSet<(ModuleIndex, Vec<String>)>,
    ) -> Option<Target> {
        let here = &self.modules[module];
        let child = here.children.get(name).map(|&child| Target::Module(child));
        let item = here.items.contains(name).then_some(Target::Item(module));
        // A module and a function may have one name; the place in the path tells them apart.
        if last {
            item.or_else(|| self.resolve_import(module, name, last, seen)).or(child)
        } else {
            child.or(item).or_else(|| self.resolve_import(module, name, last, seen))
        }
    }

    fn resolve_import(
        &self,
        module: ModuleIndex,
        name: &str,
        last: bool,
        seen: &mut BTreeSet<(ModuleIndex, Vec<String>)>,
    ) -> Option<Target> {
        let imports = &self.modules[module].imports;
        let named = imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let mut targets = named.filter_map(|import| self.resolve_path(module, &import.path, seen));
        if let Some(target) = targets.next() {
            return Some(target);
        }
        drop(targets);
        for import in imports.iter().filter(|import| import.name.is_none()) {
            if let Some(Target::Module(inner)) = self.resolve_path(module, &import.path, seen)
                && inner != module
                && let Some(target) = self.resolve_name(inner, name, last, seen)
            {
                return Some(target);
            }
        }
        None
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        // Modules are children; imports and implementations define no name.
        _ => return None,
    };
    Some(name.to_string())
}

/// Imports of one module, those inside of functions too; those of modules inside are theirs.
#[derive(Default)]
struct ImportCollector {
    found: Vec<Import>,
}

impl syn::visit::Visit<'_> for ImportCollector {
    fn visit_item_mod(&mut self, _: &syn::ItemMod) {}

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.found
            .extend(use_leaves(item).into_iter().map(|leaf| Import { name: leaf.name, path: leaf.path }));
    }
}

/// One leaf of a `use` declaration with its place.
pub struct UseLeaf {
    /// Name that the leaf gives; `None` for a glob.
    pub name: Option<String>,
    pub path: Vec<String>,
    pub line: usize,
    /// `true` if other modules may use the name.
    pub public: bool,
}

/// Lists the leaves of a `use` declaration.
pub fn use_leaves(item: &syn::ItemUse) -> Vec<UseLeaf> {
    let public = !matches!(item.vis, Visibility::Inherited);
    let mut leaves = Vec::new();
    add_leaves(&item.tree, &mut Vec::new(), public, &mut leaves);
    leaves
}

fn add_leaves(tree: &UseTree, above: &mut Vec<String>, public: bool, leaves: &mut Vec<UseLeaf>) {
    let mut add = |name: Option<String>, last: &syn::Ident| {
        let mut path = above.clone();
        if name.is_some() && last != "self" {
            path.push(last.to_string());
        }
        leaves.push(UseLeaf { name, path, line: last.span().start().line, public });
    };
    match tree {
        UseTree::Path(path) => {
            above.push(path.ident.to_string());
            add_leaves(&path.tree, above, public, leaves);
            above.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            let own = above.last().cloned().unwrap_or_default();
            add(Some(own), &name.ident);
        }
        UseTree::Name(name) => add(Some(name.ident.to_string()), &name.ident),
        UseTree::Rename(rename) if rename.ident == "self" => {
            add(Some(rename.rename.to_string()), &rename.ident);
        }
        UseTree::Rename(rename) => {
            let mut path = above.clone();
            path.push(rename.ident.to_string());
            leaves.push(UseLeaf {
                name: Some(rename.rename.to_string()),
                path,
                line: rename.ident.span().start().line,
                public,
            });
        }
        UseTree::Glob(glob) => {
            let line = glob.star_token.spans[0].start().line;
            leaves.push(UseLeaf { name: None, path: above.clone(), line, public });
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add_leaves(tree, above, public, leaves);
            }
        }
    }
}
