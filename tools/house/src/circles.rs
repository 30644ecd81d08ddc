//! Circles of files inside a crate: files that use each other's items, directly or over others.
//!
//! An arrow goes from a file to the file that defines an item which the file names, over whatever
//! re-exports. A parent has an arrow to a child only for what it imports by `use`: to re-export a child's
//! items, or to wire children up by path (`child::plugin`), is what a parent is for.

use petgraph::graph::DiGraph;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::Visit;

use crate::module_tree::{ModuleIndex, ModuleTree, Target, use_leaves};
use crate::source::CrateSource;

/// Files that reach each other.
pub struct Circle {
    pub crate_name: String,
    pub files: Vec<String>,
    /// The arrows between these files, one a pair.
    pub arrows: Vec<Arrow>,
}

/// A use of another file's item.
#[derive(Debug, Clone)]
pub struct Arrow {
    pub from: String,
    pub line: usize,
    pub path: String,
    pub to: String,
}

/// Finds the circles of one crate, by strongly connected components.
///
/// Source: R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
pub fn find_circles(krate: &CrateSource) -> Vec<Circle> {
    let tree = ModuleTree::new(krate);
    let mut uses = Vec::new();
    for module in 0..tree.modules.len() {
        let file = &krate.files[tree.modules[module].file];
        // Modules inside files are visited with the file.
        if tree.modules[module]
            .parent
            .is_none_or(|parent| tree.modules[parent].file != tree.modules[module].file)
        {
            let mut collector = UseCollector { tree: &tree, module, uses: Vec::new() };
            collector.visit_file(&file.syntax);
            uses.extend(collector.uses);
        }
    }
    let name = |file: usize| krate.files[file].path.display().to_string();
    let mut graph = DiGraph::<usize, Arrow>::new();
    let nodes: Vec<_> = (0..krate.files.len()).map(|file| graph.add_node(file)).collect();
    for found in uses {
        if graph.find_edge(nodes[found.from], nodes[found.to]).is_none() {
            let arrow =
                Arrow { from: name(found.from), line: found.line, path: found.path, to: name(found.to) };
            graph.add_edge(nodes[found.from], nodes[found.to], arrow);
        }
    }
    let mut circles: Vec<Circle> = petgraph::algo::tarjan_scc(&graph)
        .into_iter()
        .filter(|component| component.len() > 1)
        .map(|component| {
            let inside = |node| component.contains(&node);
            let arrows = graph.edge_indices().filter(|&edge| {
                graph.edge_endpoints(edge).is_some_and(|(from, to)| inside(from) && inside(to))
            });
            let mut arrows: Vec<Arrow> = arrows.map(|edge| graph[edge].clone()).collect();
            arrows.sort_by(|one, other| (&one.from, &one.to).cmp(&(&other.from, &other.to)));
            let mut files: Vec<String> = component.iter().map(|&node| name(graph[node])).collect();
            files.sort();
            Circle { crate_name: krate.name.clone(), files, arrows }
        })
        .collect();
    circles.sort_by(|one, other| one.files.cmp(&other.files));
    circles
}

struct FileUse {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

/// Collects the paths of one file that lead to another.
struct UseCollector<'a> {
    tree: &'a ModuleTree,
    module: ModuleIndex,
    uses: Vec<FileUse>,
}

impl UseCollector<'_> {
    fn add_path(&mut self, path: &[String], line: usize, may_lead_down: bool) {
        let Some(Target::Item(target)) = self.tree.resolve(self.module, path) else { return };
        let from = self.tree.modules[self.module].file;
        let to = self.tree.modules[target].file;
        if from != to && (may_lead_down || !self.tree.is_within(target, self.module)) {
            self.uses.push(FileUse { from, to, line, path: path.join("::") });
        }
    }

    /// Adds the paths in the tokens of a macro call, which may hold anything.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let colon =
            |index: usize| matches!(tokens.get(index), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
        let mut index = 0;
        while index < tokens.len() {
            match &tokens[index] {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let line = first.span().start().line;
                    let after_dot = index > 0
                        && matches!(&tokens[index - 1], TokenTree::Punct(mark) if mark.as_char() == '.');
                    let mut path = vec![first.to_string()];
                    while colon(index + 1) && colon(index + 2) {
                        let Some(TokenTree::Ident(next)) = tokens.get(index + 3) else { break };
                        path.push(next.to_string());
                        index += 3;
                    }
                    let called = matches!(tokens.get(index + 1),
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                    if !after_dot && (path.len() > 1 || called || starts_upper(&path[0])) {
                        self.add_path(&path, line, false);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            index += 1;
        }
    }

    fn add_syn_path(&mut self, path: &syn::Path, single_allowed: bool) {
        if path.leading_colon.is_some() {
            return;
        }
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 || single_allowed || starts_upper(&names[0]) {
            self.add_path(&names, path.segments[0].ident.span().start().line, false);
        }
    }
}

fn starts_upper(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl Visit<'_> for UseCollector<'_> {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if item.content.is_some()
            && let Some(inner) = self.tree.child(self.module, &item.ident.to_string())
        {
            let outer = std::mem::replace(&mut self.module, inner);
            syn::visit::visit_item_mod(self, item);
            self.module = outer;
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        for leaf in use_leaves(item) {
            self.add_path(&leaf.path, leaf.line, !leaf.public);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        self.add_syn_path(path, false);
        syn::visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        // A lone lower-case name is a function when it is called, and else as likely a variable.
        if let syn::Expr::Path(function) = &*call.func {
            self.add_syn_path(&function.path, true);
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.add_syn_path(&call.path, true);
        self.add_tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        // `#[serde(with = "crate::text")]`: paths stand in strings.
        let syn::Meta::List(list) = &attribute.meta else { return };
        if !list.path.is_ident("serde") {
            return;
        }
        for token in list.tokens.clone() {
            if let TokenTree::Literal(literal) = token {
                let text = literal.to_string();
                let path: Vec<String> = text.trim_matches('"').split("::").map(str::to_owned).collect();
                self.add_path(&path, literal.span().start().line, false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(texts: &[(&str, &[&str], &str)]) -> Vec<Vec<String>> {
        find_circles(&CrateSource::from_texts(texts)).into_iter().map(|circle| circle.files).collect()
    }

    #[test]
    fn a_parent_that_re_exports_its_children_makes_no_circle() {
        let root = "mod a; mod b; pub use a::A; pub use b::*;";
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], root),
            ("a.rs", &["a"], "pub struct A;"),
            ("b.rs", &["b"], "use crate::A; pub struct B(A);"),
        ];
        assert!(circles(texts).is_empty());
    }

    #[test]
    fn a_path_over_a_re_export_leads_to_the_definition() {
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], "mod a; mod b; pub use a::A; pub use b::*;"),
            ("a.rs", &["a"], "pub struct A; fn f() { crate::b() }"),
            ("b.rs", &["b"], "pub fn b() -> crate::A { crate::A }"),
        ];
        assert_eq!(circles(texts), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn a_parent_that_uses_a_child_which_uses_the_parent_makes_a_circle() {
        let parent = "mod child; use child::Child; pub struct Parent(Child);";
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], parent),
            ("child.rs", &["child"], "use super::Parent; pub struct Child(Box<Parent>);"),
        ];
        assert_eq!(circles(texts), [["child.rs", "lib.rs"]]);
    }

    #[test]
    fn tests_and_modules_alone_are_no_arrows() {
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], "mod a; mod b;"),
            ("a.rs", &["a"], "use crate::b; pub struct A; fn f() -> b::B { b::B }"),
            ("b.rs", &["b"], "use super::a; pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        ];
        assert!(circles(texts).is_empty());
    }

    #[test]
    fn paths_in_macro_calls_count() {
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], "mod a; mod b; fn run() { a::one(); b::two() } struct Root;"),
            ("a.rs", &["a"], "pub fn one() { format!(\"{}\", crate::b::two()) }"),
            ("b.rs", &["b"], "pub fn two() { vec![super::a::one(), crate::Root]; }"),
        ];
        assert_eq!(circles(texts), [["a.rs", "b.rs"]]);
    }

    #[test]
    fn modules_inside_files_belong_to_their_file() {
        let texts: &[(&str, &[&str], &str)] = &[
            ("lib.rs", &[], "mod a; mod b;"),
            ("a.rs", &["a"], "pub mod inner { use super::Outer; pub struct In(Outer); } pub struct Outer;"),
            ("b.rs", &["b"], "use crate::a::inner::In; pub struct B(In);"),
        ];
        assert!(circles(texts).is_empty());
    }
}
