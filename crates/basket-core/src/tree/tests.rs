use super::*;
use crate::json::{self, Kind, Writer};
use alloc::format;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A document as a shell keeps it: real nodes by number. It carries out the very text that the
/// host script gets, and refuses what a browser would refuse.
#[derive(Default)]
struct Document {
    nodes: BTreeMap<i64, Shown>,
    /// How often each node was taken out and put back.
    moved: Vec<i64>,
    built: Vec<i64>,
    touched: Vec<i64>,
}

#[derive(Default, Debug, Clone, PartialEq)]
struct Shown {
    tag: String,
    text: String,
    attributes: BTreeMap<String, String>,
    children: Vec<i64>,
}

impl Document {
    fn apply(&mut self, operations: &str) {
        self.nodes.entry(0).or_default();
        for operation in json::parse(operations).unwrap().root().items() {
            let operation: Vec<json::Node<'_>> = operation.items().collect();
            let id = operation[1].integer().unwrap();
            assert!(self.nodes.contains_key(&id), "unknown node {id}");
            match operation[0].text().unwrap() {
                "+" => {
                    let child = self.build(operation[3]);
                    self.insert(id, child, operation[2].integer().unwrap());
                }
                "-" => {
                    self.detach(id);
                    self.forget(id);
                }
                "^" => {
                    let parent = self.detach(id);
                    self.moved.push(id);
                    self.insert(parent, id, operation[2].integer().unwrap());
                }
                "=" => {
                    self.touched.push(id);
                    let name = operation[2].text().unwrap();
                    let attributes = &mut self.nodes.get_mut(&id).unwrap().attributes;
                    match operation[3].text() {
                        Some(value) => attributes.insert(name.into(), value.into()),
                        None => attributes.remove(name),
                    };
                }
                "#" => {
                    self.touched.push(id);
                    self.nodes.get_mut(&id).unwrap().text = operation[2].text().unwrap().into();
                }
                other => panic!("{other}"),
            }
        }
    }

    fn build(&mut self, node: json::Node<'_>) -> i64 {
        let parts: Vec<json::Node<'_>> = node.items().collect();
        let id = parts[0].integer().unwrap();
        let mut shown = Shown::default();
        if parts.len() == 2 {
            shown.text = parts[1].text().unwrap().into();
        } else {
            shown.tag = parts[1].text().unwrap().into();
            let mut texts = parts[2].items().map(|node| node.text().unwrap());
            while let Some(name) = texts.next() {
                shown.attributes.insert(name.into(), texts.next().unwrap().into());
            }
            shown.children = parts[3].items().map(|child| self.build(child)).collect();
        }
        self.built.push(id);
        assert!(self.nodes.insert(id, shown).is_none(), "node {id} built twice");
        id
    }

    fn insert(&mut self, parent: i64, child: i64, before: i64) {
        let children = &mut self.nodes.get_mut(&parent).unwrap().children;
        let at = children.iter().position(|&id| id == before);
        assert!(before == 0 || at.is_some(), "{before} is no child of {parent}");
        children.insert(at.unwrap_or(children.len()), child);
    }

    fn detach(&mut self, id: i64) -> i64 {
        let mut nodes = self.nodes.iter_mut();
        let (parent, shown) = nodes.find(|(_, shown)| shown.children.contains(&id)).unwrap();
        shown.children.retain(|&child| child != id);
        *parent
    }

    fn forget(&mut self, id: i64) {
        for child in self.nodes.remove(&id).unwrap().children {
            self.forget(child);
        }
    }

    fn render(&self, id: i64) -> std::string::String {
        let shown = &self.nodes[&id];
        let children: String = shown.children.iter().map(|&child| self.render(child)).collect();
        format!("<{} {:?}>{}{}", shown.tag, shown.attributes, shown.text, children)
    }
}

/// A step that writes part of a tree.
type Write<'a> = &'a dyn Fn(&mut Tree<()>);

fn tree(write: Write<'_>) -> Tree<()> {
    let mut tree = Tree::default();
    write(&mut tree);
    assert!(tree.open.is_empty(), "an element is not closed");
    tree
}

#[derive(Default)]
struct Screen {
    tree: Tree<()>,
    document: Document,
}

impl Screen {
    fn show(&mut self, next: Tree<()>, focused: u32) -> String {
        let mut writer = Writer::new();
        self.tree.patch(next, focused, writer.open('['));
        let operations = writer.close(']').clone().finish();
        self.document.apply(&operations);
        operations
    }
}

fn row(tree: &mut Tree<()>, key: &str, quantity: &str) {
    tree.open("li").key(key).open("input").with(":value", quantity).close();
    tree.open("b").text(quantity).close().close();
}

fn rows(rows: &[(&str, &str)]) -> Tree<()> {
    tree(&|tree| rows.iter().for_each(|(key, quantity)| row(tree, key, quantity)))
}

#[test]
fn only_the_row_that_changed_is_touched() {
    let mut screen = Screen::default();
    screen.show(rows(&[("a", "1"), ("b", "1"), ("c", "1")]), 0);
    let operations = screen.show(rows(&[("a", "1"), ("b", "2"), ("c", "1")]), 0);
    assert_eq!(operations, r##"[["#",8,"2"],["=",6,":value","2"]]"##);
}

#[test]
fn nothing_changed_is_nothing_to_do() {
    let mut screen = Screen::default();
    screen.show(rows(&[("a", "1")]), 0);
    assert_eq!(screen.show(rows(&[("a", "1")]), 0), "[]");
}

#[test]
fn a_removed_row_leaves_its_neighbours_alone() {
    let mut screen = Screen::default();
    screen.show(rows(&[("a", "1"), ("b", "1"), ("c", "1")]), 0);
    assert_eq!(screen.show(rows(&[("b", "1"), ("c", "1")]), 0), r#"[["-",9]]"#);
}

#[test]
fn the_row_with_the_focus_is_the_one_that_stays() {
    let mut screen = Screen::default();
    screen.show(rows(&[("a", "1"), ("b", "1"), ("c", "1")]), 0);
    // Of c, a, b the last two could stay; but c has the focus.
    let input_of_c = 2;
    screen.show(rows(&[("c", "1"), ("a", "1"), ("b", "1")]), input_of_c);
    assert_eq!(screen.document.moved, [5, 9]);
}

#[test]
fn attributes_can_stand_behind_the_tag() {
    let mut screen = Screen::default();
    let next = tree(&|tree| _ = tree.open("a|href=|title=x y|rel=z").with("id", "1").close());
    let operations = screen.show(next, 0);
    assert_eq!(
        operations,
        r#"[["+",0,0,[1,"a",["href","","title","x y","rel","z","id","1"],[]]]]"#
    );
}

#[test]
fn an_action_is_found_from_inside() {
    let mut next: Tree<&str> = Tree::default();
    next.open("ul").open("button").on("press").open("svg").open("path").close().close().close();
    next.open("i").text("x").close().close();
    let mut tree = Tree::default();
    tree.patch(next, 0, &mut Writer::new());
    assert_eq!(tree.find(&"press"), Some(2));
    assert_eq!(
        [1, 2, 3, 4, 5, 6, 7].map(|id| tree.action(id).copied()),
        [None, Some("press"), Some("press"), Some("press"), None, None, None]
    );
}

#[derive(Debug, Clone)]
struct Plan {
    keys: Vec<u8>,
    value: u8,
    extra: bool,
}

fn plan() -> impl Strategy<Value = Plan> {
    let keys = prop::collection::btree_set(0u8..12, 0..12).prop_map(Vec::from_iter);
    (keys.prop_shuffle(), 0u8..3, any::<bool>()).prop_map(|(keys, value, extra)| Plan {
        keys,
        value,
        extra,
    })
}

fn planned(plan: &Plan) -> Tree<()> {
    tree(&|tree| {
        tree.open("h2").text(&format!("{}", plan.value)).close();
        if plan.extra {
            tree.text("note");
        }
        tree.open("ul");
        if plan.extra {
            tree.with("class", "busy");
        }
        for key in &plan.keys {
            // Every third row changes with the plan, so that some rows differ and some do not.
            let value = if key % 3 == 0 { plan.value } else { 0 };
            row(tree, &format!("{key}"), &format!("{value}"));
        }
        tree.close();
    })
}

proptest! {
    #[test]
    fn any_tree_becomes_any_other_and_the_focus_is_never_moved(
        plans in prop::collection::vec((plan(), any::<prop::sample::Index>()), 1..8)
    ) {
        let mut screen = Screen::default();
        for (plan, focus) in plans {
            let shown: Vec<i64> = screen.document.nodes.keys().copied().filter(|&id| id != 0).collect();
            let focused = if shown.is_empty() { 0 } else { *focus.get(&shown) };
            let path: Vec<i64> = path_to(&screen.document, focused);
            screen.document.moved.clear();
            screen.show(planned(&plan), u32::try_from(focused).unwrap());
            let mut fresh = Screen::default();
            fresh.show(planned(&plan), 0);
            prop_assert_eq!(screen.document.render(0), fresh.document.render(0));
            prop_assert!(path.iter().all(|id| !screen.document.moved.contains(id)));
        }
    }
}

/// The node and all it stands in, without the container.
fn path_to(document: &Document, id: i64) -> Vec<i64> {
    let parent = document.nodes.iter().find(|(_, shown)| shown.children.contains(&id));
    let mut path = parent.map_or_else(Vec::new, |(&parent, _)| path_to(document, parent));
    if id != 0 {
        path.push(id);
    }
    path
}

#[test]
fn values_are_json_strings() {
    let mut screen = Screen::default();
    let operations = screen.show(tree(&|tree| _ = tree.text("\"\n")), 0);
    assert_eq!(json::parse(&operations).unwrap().root().kind(), Kind::Array);
}
