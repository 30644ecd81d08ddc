//! The sources of each crate, followed from its root file over `mod` declarations, without tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Attribute, ImplItem, Item, Stmt};

/// The crates below `crates/`, in the order of their names.
pub struct Workspace {
    pub crates: Vec<CrateSource>,
}

/// One crate: its files without those that only tests have.
pub struct CrateSource {
    /// Name of the folder below `crates/`.
    pub name: String,
    pub files: Vec<SourceFile>,
}

/// One file of a crate.
pub struct SourceFile {
    /// Path from the root of the repository.
    pub path: PathBuf,
    pub text: String,
    /// Items without tests.
    pub syntax: syn::File,
    /// Lines that belong to tests, counted from 1.
    pub test_lines: BTreeSet<usize>,
    /// Names of the modules from the crate's root to the file's own; empty for a root.
    pub module_path: Vec<String>,
    /// `true` below `lib.rs`, whose doc examples are run; `false` below `main.rs`.
    pub in_library: bool,
}

impl Workspace {
    /// Reads and parses every crate below `root/crates`.
    ///
    /// # Errors
    /// The first file that cannot be read or parsed.
    pub fn read(root: &Path) -> Result<Self, String> {
        let folder = root.join("crates");
        let entries = fs::read_dir(&folder).map_err(|error| format!("crates/: {error}"))?;
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| folder.join(name).join("src").is_dir())
            .collect();
        names.sort();
        let crates = names.into_iter().map(|name| CrateSource::read(root, name)).collect::<Result<_, _>>()?;
        Ok(Self { crates })
    }
}

impl CrateSource {
    fn read(root: &Path, name: String) -> Result<Self, String> {
        let mut files = Vec::new();
        for (file, in_library) in [("lib.rs", true), ("main.rs", false)] {
            let path = PathBuf::from("crates").join(&name).join("src").join(file);
            if root.join(&path).is_file() {
                read_module(root, &path, &[], in_library, &mut files)?;
            }
        }
        Ok(Self { name, files })
    }

    /// A crate of files that are handed over as texts, for tests. The first is the root.
    #[cfg(test)]
    pub fn from_texts(texts: &[(&str, &[&str], &str)]) -> Self {
        let files = texts.iter().map(|(path, modules, text)| {
            let modules = modules.iter().map(|&name| name.to_owned()).collect();
            SourceFile::parse(PathBuf::from(path), (*text).to_owned(), modules, true).unwrap()
        });
        Self { name: "sample".to_owned(), files: files.collect() }
    }

    /// Number of lines without tests.
    pub fn line_count(&self) -> usize {
        self.files.iter().map(SourceFile::line_count).sum()
    }
}

impl SourceFile {
    fn parse(
        path: PathBuf,
        text: String,
        module_path: Vec<String>,
        in_library: bool,
    ) -> Result<Self, String> {
        let mut syntax = syn::parse_file(&text).map_err(|error| {
            let start = error.span().start();
            format!("{}:{}:{}: {error}", path.display(), start.line, start.column + 1)
        })?;
        let mut removal = TestRemoval::default();
        removal.visit_file_mut(&mut syntax);
        Ok(Self { path, text, syntax, test_lines: removal.lines, module_path, in_library })
    }

    fn line_count(&self) -> usize {
        self.text.lines().count() - self.test_lines.len()
    }

    /// Lines of code without tests, each with its number from 1.
    pub fn code_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(|(number, _)| !self.test_lines.contains(number))
    }
}

/// Reads the file of a module and those of its children.
fn read_module(
    root: &Path,
    path: &Path,
    module_path: &[String],
    in_library: bool,
    files: &mut Vec<SourceFile>,
) -> Result<(), String> {
    let text = fs::read_to_string(root.join(path)).map_err(|error| format!("{}: {error}", path.display()))?;
    let file = SourceFile::parse(path.to_owned(), text, module_path.to_vec(), in_library)?;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let parent = path.parent().unwrap_or(Path::new(""));
    let owns_folder = module_path.is_empty() || stem == "mod";
    let folder = if owns_folder { parent.to_owned() } else { parent.join(stem) };
    let mut children = Vec::new();
    list_child_files(&file.syntax.items, &folder, module_path, &mut children);
    files.push(file);
    for (candidates, modules) in children {
        let Some(child) = candidates.iter().find(|candidate| root.join(candidate).is_file()) else {
            return Err(format!("{}: no file for module `{}`", path.display(), modules.join("::")));
        };
        read_module(root, child, &modules, in_library, files)?;
    }
    Ok(())
}

/// Places where a module's file may lie, and the names from the crate's root to the module.
type ChildFile = (Vec<PathBuf>, Vec<String>);

fn list_child_files(items: &[Item], folder: &Path, module_path: &[String], children: &mut Vec<ChildFile>) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        let name = module.ident.to_string();
        let modules: Vec<String> = module_path.iter().cloned().chain([name.clone()]).collect();
        if let Some((_, items)) = &module.content {
            list_child_files(items, &folder.join(&name), &modules, children);
        } else {
            let candidates = vec![folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")];
            children.push((candidates, modules));
        }
    }
}

/// Takes items of tests out of a file and remembers their lines.
#[derive(Default)]
struct TestRemoval {
    lines: BTreeSet<usize>,
}

impl TestRemoval {
    /// Returns `true` if `node` is not a test; otherwise notes its lines.
    fn keep(&mut self, attributes: &[Attribute], node: &impl Spanned) -> bool {
        if !attributes.iter().any(is_test_attribute) {
            return true;
        }
        let span = node.span();
        self.lines.extend(span.start().line..=span.end().line);
        false
    }
}

impl VisitMut for TestRemoval {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain(|item| self.keep(item_attributes(item), item));
        syn::visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            items.retain(|item| self.keep(item_attributes(item), item));
        }
        syn::visit_mut::visit_item_mod_mut(self, module);
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain(|item| match item {
            ImplItem::Fn(function) => self.keep(&function.attrs, item),
            ImplItem::Const(constant) => self.keep(&constant.attrs, item),
            _ => true,
        });
        syn::visit_mut::visit_item_impl_mut(self, block);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|statement| match statement {
            Stmt::Item(item) => self.keep(item_attributes(item), item),
            _ => true,
        });
        syn::visit_mut::visit_block_mut(self, block);
    }
}

/// Returns `true` for `#[test]`, `#[cfg(test)]` and `#[cfg(all(test, …))]`.
fn is_test_attribute(attribute: &Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let condition: String = list.tokens.to_string().split_whitespace().collect();
    attribute.path().is_ident("cfg")
        && (condition == "test" || condition.starts_with("all(test,") || condition.starts_with("all(test)"))
}

fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        // `Item` may grow; what it grows by has no tests.
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_left_out() {
        let text = "struct Kept;\n\
            #[cfg(test)]\nmod tests {\n    struct Gone;\n}\n\
            impl Kept {\n    #[cfg(test)]\n    fn gone() {}\n    fn kept() {}\n}\n\
            #[cfg(all(test, unix))]\nfn gone() {}\n\
            #[cfg(not(test))]\nfn also_kept() {}\n";
        let source = CrateSource::from_texts(&[("lib.rs", &[], text)]);
        let file = &source.files[0];
        assert_eq!(file.syntax.items.len(), 3);
        assert_eq!(file.test_lines.iter().copied().collect::<Vec<_>>(), [2, 3, 4, 5, 7, 8, 11, 12]);
        assert_eq!(source.line_count(), 6);
    }
}
