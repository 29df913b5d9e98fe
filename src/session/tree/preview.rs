//! What an object holds, in one line, as far as its members are loaded:
//! `{ID: "KM01001", name: "Heron Mug", …}`, `[3] {…}, {…}`, `Map(2) {…}`.

use super::node::{Node, NodeId};
use super::summary::summary;
use super::told::{ChangeMark, index_of};
use super::{Access, NodeKind, ScopeKind, Tree, TreeId};
use crate::api::debugger::Member;
use crate::api::paging::Page;
use std::borrow::Cow;

/// Longer texts say no more in a row.
const LONGEST: usize = 400;
/// Characters of one member's text.
const MEMBER: usize = 40;
/// Members looked at from either end of a long list; more than a line has room for. The names that
/// are no indices stand at one of its ends.
const EDGE: usize = 200;
/// Members that say most of what they belong to, in this order.
const TELLING: [&str; 5] = ["ID", "id", "name", "key", "value"];

impl Tree {
    /// What has these members, of which nothing else is known, for who has no tree of it.
    pub(in crate::session) fn summary_of(members: &[Member], total: u64) -> String {
        summary(&members.iter().collect::<Vec<_>>(), total)
    }

    /// An object with its first members in one line, for who has no tree of it.
    pub(in crate::session) fn preview_of(
        (type_name, value): (&str, &str),
        members: &[Member],
        total: u64,
    ) -> String {
        let mut tree = Self::of_expression(TreeId(0), "", Some(Access::variable("it")));
        let Some(root) = tree.roots().first().copied() else { return String::new() };
        let page = Page { start: 0, count: members.len() as u64 };
        tree.merge_members(root, page, members, Some(total));
        tree.set_text(root, type_name, value);
        tree.node(root).map(|node| tree.shown_value(node)).unwrap_or_default()
    }

    /// What stands for a value in its row: an object whose own text says nothing by its loaded
    /// members, one whose text says something by that and its members; anything else by its text.
    pub fn shown_value(&self, node: &Node) -> String {
        let text = node.value.as_ref();
        let is_plain = node.kind != NodeKind::Value || node.has_no_members();
        if is_plain || is_function(node) || is_class(text) {
            let has_no_words = says_nothing(text) || text.is_empty();
            return match node.leaf && has_no_words {
                true if node.is_list() => no_entries(node),
                true if !text.is_empty() => "{}".to_owned(),
                _ => text.to_owned(),
            };
        }
        let is_summary = node.type_name.is_empty();
        let members = self.members(node);
        match (says_nothing(text) || is_summary || node.is_list(), members) {
            (true, Some(members)) => members,
            (true, None) if says_nothing(text) => "{…}".to_owned(),
            (_, None) => text.to_owned(),
            (false, Some(members)) => format!("{text} {members}"),
        }
    }

    /// Whether members that a node's line tells are of an earlier place. Once the first ones were told
    /// anew, so is the line: those behind them may wait until somebody looks.
    pub fn has_old_members(&self, node: &Node) -> bool {
        node.listed.is_none() && self.children(node.id).any(|child| child.stale)
    }

    /// Whether a row's object is worth a request for its first members: it was not read at this
    /// place, its members can be asked for, and it is none of the global scope's.
    pub fn lacks_preview(&self, id: NodeId) -> bool {
        let Some(node) = self.node(id) else { return false };
        node.kind == NodeKind::Value
            && node.listed.is_none()
            && node.failed.is_none()
            && !node.is_open()
            && !is_function(node)
            && !is_class(&node.value)
            && !self.is_platform_name(id)
            && self.page_to_open(id).is_some()
            && self.scope_of(id) != Some(ScopeKind::Global)
    }

    /// A frame's own variables and those it closes over that only their members could tell apart,
    /// where those are not read yet.
    pub(in crate::session) fn silent_variables(&self) -> Vec<NodeId> {
        let scopes = [ScopeKind::Local, ScopeKind::Closure].map(|scope| self.scope(scope));
        let variables = scopes.into_iter().flatten().flat_map(|scope| self.children(scope.id));
        let silent = variables.filter(|node| says_nothing(&node.value));
        silent.map(|node| node.id).filter(|id| self.lacks_preview(*id)).collect()
    }

    fn scope_of(&self, id: NodeId) -> Option<ScopeKind> {
        let mut node = self.node(id)?;
        while let Some(parent) = node.parent {
            node = self.node(parent)?;
        }
        match node.kind {
            NodeKind::Scope(scope) => Some(scope),
            _ => None,
        }
    }

    /// `None` if nothing is loaded.
    fn members(&self, node: &Node) -> Option<String> {
        let loaded = self.loaded(node);
        if loaded.nodes.is_empty() && node.listed.is_none() {
            return None;
        }
        let kind = node.type_name.rsplit('.').next().unwrap_or_default();
        if kind.ends_with("Map") {
            return Some(self.map(kind, &loaded, node));
        }
        if loaded.nodes.iter().any(|child| index_of(&child.name).is_some()) || node.is_list() {
            return Some(list(&loaded, node));
        }
        Some(object(&loaded, node.total))
    }

    fn loaded(&self, node: &Node) -> Loaded<'_> {
        let behind = node.items.len().saturating_sub(EDGE).max(EDGE);
        let (first, rest) = node.items.split_at(EDGE.min(node.items.len()));
        let last = node.items.get(behind..).unwrap_or_default();
        let present = |child: &&Node| child.change != ChangeMark::Gone;
        let nodes = first.iter().chain(last).filter_map(|child| self.node(*child)).filter(present);
        Loaded { nodes: nodes.collect(), between: rest.len() - last.len() }
    }

    fn map(&self, kind: &str, loaded: &Loaded<'_>, node: &Node) -> String {
        let entries = loaded.entries();
        let count = loaded.count(node, entries.len());
        let pairs = entries.iter().map(|entry| {
            let part = |name: &str| self.children(entry.id).find(|child| child.name == name);
            Some(format!("{}: {}", inside(part("key")?), inside(part("value")?)))
        });
        let pairs: Option<Vec<String>> = pairs.collect();
        let texts = || entries.iter().map(|entry| pair(&entry.value)).collect();
        let pairs = pairs.or_else(|| if says_nothing(&node.value) { texts() } else { None });
        match pairs.filter(|pairs| !pairs.is_empty()) {
            Some(pairs) => {
                let is_all = pairs.len() as u64 == count;
                braces(Line::new(format!("{kind}({count}) {{")), &pairs, is_all)
            }
            None if count == 0 => no_entries(node),
            // The platform's maps tell their entries by themselves.
            None if node.value.starts_with('{') => format!("{kind}({count}) {}", node.value),
            // Others say what they hold as well, in words of their own.
            None if !says_nothing(&node.value) => node.value.to_string(),
            None => format!("{kind}({count}) {{…}}"),
        }
    }
}

/// An entry of a map by its own text, as in `a = 1`, where that is all that is known of it.
fn pair(text: &str) -> Option<String> {
    let (key, value) = text.split_once(" = ")?;
    let side = |text: &str| {
        if says_nothing(text) { "{…}".to_owned() } else { shortened(&escaped(text), MEMBER) }
    };
    Some(format!("{}: {}", side(key), side(value)))
}

/// The loaded members of a node that can find room in its line.
struct Loaded<'a> {
    nodes: Vec<&'a Node>,
    /// So many entries are between the first and the last of them.
    between: usize,
}

impl<'a> Loaded<'a> {
    fn entries(&self) -> Vec<&'a Node> {
        self.nodes.iter().copied().filter(|child| index_of(&child.name).is_some()).collect()
    }

    /// How many entries a list has: what it says itself, else what the server counts.
    fn count(&self, node: &Node, entries: usize) -> u64 {
        let is_count = |child: &&&Node| matches!(child.name.as_str(), "length" | "size");
        let said = self.nodes.iter().find(is_count).and_then(|child| child.value.parse().ok());
        let others = (self.nodes.len() - entries) as u64;
        let loaded = (entries + self.between) as u64;
        said.unwrap_or_else(|| node.total.saturating_sub(others).max(loaded))
    }
}

fn list(loaded: &Loaded<'_>, node: &Node) -> String {
    let entries = loaded.entries();
    let count = loaded.count(node, entries.len());
    if count == 0 {
        return no_entries(node);
    }
    if entries.is_empty() {
        return format!("[{count}] …");
    }
    let mut line = Line::new(format!("[{count}]"));
    for (at, entry) in entries.iter().enumerate() {
        let text = inside(entry);
        if !line.add(if at == 0 { " " } else { ", " }, &text) {
            return line.cut("");
        }
    }
    line.end(entries.len() as u64 == count, "")
}

/// How a list without entries is told, whatever its own text says.
fn no_entries(node: &Node) -> String {
    let kind = node.type_name.rsplit('.').next().unwrap_or_default();
    if kind.ends_with("Map") { format!("{kind}(0) {{}}") } else { "[]".to_owned() }
}

fn object(loaded: &Loaded<'_>, total: u64) -> String {
    let (functions, mut data): (Vec<&Node>, Vec<&Node>) =
        loaded.nodes.iter().copied().partition(|child| is_function(child));
    data.sort_by_key(|child| rank(child));
    let is_all = (loaded.nodes.len() + loaded.between) as u64 >= total;
    let mut parts: Vec<String> =
        data.iter().map(|child| format!("{}: {}", named(&child.name), inside(child))).collect();
    parts.extend(functions.iter().map(|child| format!("{}()", named(&child.name))));
    braces(Line::new("{".to_owned()), &parts, is_all)
}

/// A member's text inside another's line.
fn inside(node: &Node) -> String {
    let text = node.value.as_ref();
    if node.type_name.eq_ignore_ascii_case("string") {
        return quoted(text);
    }
    if node.has_no_members() && !says_nothing(text) {
        return shortened(&escaped(text), MEMBER);
    }
    if is_function(node) {
        return "function".to_owned();
    }
    if node.is_list() && node.type_name.rsplit('.').next() == Some("Array") {
        return match node.listed {
            None => "[…]".to_owned(),
            Some(_) if node.total == 0 => no_entries(node),
            Some(_) => format!("[{}]", node.total),
        };
    }
    if says_nothing(text) || text.is_empty() { "{…}".to_owned() } else { shortened(text, MEMBER) }
}

/// A line that is being written, as long as there is room.
struct Line(String);

impl Line {
    fn new(begin: String) -> Self {
        Self(begin)
    }

    /// False if it doesn't fit any more.
    fn add(&mut self, separator: &str, text: &str) -> bool {
        let fits = self.0.len() + separator.len() + text.len() <= LONGEST;
        if fits {
            self.0.push_str(separator);
            self.0.push_str(text);
        }
        fits
    }

    fn cut(mut self, close: &str) -> String {
        self.0.push_str(", …");
        self.0.push_str(close);
        self.0
    }

    fn end(mut self, is_all: bool, close: &str) -> String {
        if !is_all {
            return self.cut(close);
        }
        self.0.push_str(close);
        self.0
    }
}

fn braces(mut line: Line, parts: &[String], is_all: bool) -> String {
    for (at, part) in parts.iter().enumerate() {
        if !line.add(if at == 0 { "" } else { ", " }, part) {
            return line.cut("}");
        }
    }
    if parts.is_empty() && !is_all {
        return "{…}".to_owned();
    }
    line.end(is_all, "}")
}

/// What says most comes first, then plain values, then objects; otherwise in the server's order.
fn rank(node: &Node) -> usize {
    let telling = TELLING.iter().position(|name| *name == node.name);
    let is_empty = node.type_name.eq_ignore_ascii_case("undefined");
    match telling.filter(|_| node.has_no_members()) {
        Some(at) => at,
        None if is_empty => TELLING.len() + 2,
        None => TELLING.len() + usize::from(!node.has_no_members()),
    }
}

/// The text of a class of the platform's, which holds nothing that anybody looks for.
pub(in crate::session) fn is_class(text: &str) -> bool {
    text.starts_with("[Java")
}

/// The text of an object that has none of its own.
pub fn says_nothing(text: &str) -> bool {
    text.starts_with("[object ") && text.ends_with(']')
}

fn is_function(node: &Node) -> bool {
    node.type_name.eq_ignore_ascii_case("function")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(&escaped(&text.replace('\\', "\\\\").replace('"', "\\\"")), MEMBER))
}

/// A member's name, in quotes if it can't stand there without.
fn named(name: &str) -> Cow<'_, str> {
    let is_word = name.chars().all(|each| each.is_alphanumeric() || "_$@-#".contains(each));
    if is_word && !name.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(quoted(name)) }
}

/// One line of it.
fn escaped(text: &str) -> String {
    let some: String = text.chars().take(2 * MEMBER).collect();
    some.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::debugger::{Member, Scope};
    use crate::api::ids::ScriptPath;
    use crate::api::paging::Page;
    use crate::session::frame::TreeKey;
    use crate::session::tree::{NodeKey, TreeId};

    type Told<'a> = (&'a str, &'a str, &'a str);

    fn member((name, type_name, value): &Told<'_>) -> Member {
        Member {
            name: (*name).to_owned(),
            type_name: (*type_name).to_owned(),
            value: (*value).to_owned(),
            ..Member::default()
        }
    }

    fn tree(x: (&str, &str)) -> (Tree, NodeId) {
        let script = ScriptPath::from("/app/cartridge/x.js");
        let key = TreeKey { script, function: String::new() };
        let mut tree = Tree::of_frame(TreeId(1), key, None);
        let scope = Some(Scope::Local);
        tree.merge_variables(&[Member { scope, ..member(&("x", x.0, x.1)) }]);
        let id = tree.find(&NodeKey(vec!["local".to_owned(), "x".to_owned()])).expect("there");
        (tree, id)
    }

    #[track_caller]
    fn check(x: (&str, &str), members: &[Told<'_>], total: u64, shown: &str) {
        let (mut tree, id) = tree(x);
        let members: Vec<Member> = members.iter().map(member).collect();
        let page = Page { start: 0, count: 20 };
        tree.merge_members(id, page, &members, Some(total));
        let node = tree.node(id).expect("there");
        assert_eq!(tree.shown_value(node), shown);
    }

    const OBJECT: (&str, &str) = ("Object", "[object Object]");

    #[test]
    fn an_object_tells_its_members_what_says_most_first() {
        check(OBJECT, &[], 0, "{}");
        check(OBJECT, &[("n", "number", "1")], 1, "{n: 1}");
        let mug = [
            ("f", "Function", "function f() {}"),
            ("sub", "Object", "[object Object]"),
            ("on", "boolean", "true"),
            ("none", "undefined", "undefined"),
            ("list", "Array", "1,2"),
            ("name", "string", "Heron\nMug"),
            ("ID", "string", "KM01001"),
        ];
        let all = "{ID: \"KM01001\", name: \"Heron\\nMug\", on: true, sub: {…}, list: […], \
                   none: undefined, f()}";
        check(OBJECT, &mug, 7, all);
        check(OBJECT, &[("n", "number", "1")], 30, "{n: 1, …}");
    }

    #[test]
    fn lists_are_counted() {
        let items = [("[0]", "Object", "[object Object]"), ("[1]", "number", "2")];
        check(("Array", "x,2"), &items, 2, "[2] {…}, 2");
        check(("Array", "x,2"), &items, 300, "[300] {…}, 2, …");
        check(("Array", ""), &[], 0, "[]");
        check(("dw.util.ArrayList", "[]"), &[("length", "number", "0")], 1, "[]");
        check(("Set", "[object Set]"), &[], 0, "[]");
        check(("Map", "[object Map]"), &[], 0, "Map(0) {}");
        let size = [("length", "number", "1")];
        check(("dw.util.HashMap", "{}"), &[("length", "number", "0")], 1, "HashMap(0) {}");
        check(("dw.util.HashMap", "{k=v}"), &size, 2, "HashMap(1) {k=v}");
        check(("Array", ""), &[("[0]", "string", "")], 1, "[1] \"\"");
        let list = [("length", "number", "3"), ("[0]", "Item", "[Item a]")];
        check(("dw.util.ArrayList", "[Item a]"), &list, 9, "[3] [Item a], …");
        check(("Map", "[object Map]"), &[("[0]", "Object", "[object Object]")], 2, "Map(2) {…}");
        let entries =
            [("[0]", "Object", "a = 1"), ("[1]", "Object", "[object Object] = [object Map]")];
        check(("Map", "[object Map]"), &entries, 2, "Map(2) {a: 1, {…}: {…}}");
        check(("Map", "[object Map]"), &entries, 3, "Map(3) {a: 1, {…}: {…}, …}");
    }

    #[test]
    fn a_long_list_is_counted_wherever_its_own_count_stands() {
        let names: Vec<String> = (0..5000).map(|at| format!("[{at}]")).collect();
        let entries: Vec<Told<'_>> =
            names.iter().map(|name| (name.as_str(), "string", "a long text of the list")).collect();
        let count = ("length", "number", "5000");
        let before: Vec<Told<'_>> = std::iter::once(count).chain(entries.iter().copied()).collect();
        let behind: Vec<Told<'_>> = entries.iter().copied().chain([count]).collect();
        let parts = vec!["\"a long text of the list\""; 14];
        for members in [&entries, &before, &behind] {
            let total = members.len() as u64;
            check(("Array", "a"), members, total, &format!("[5000] {}, …", parts.join(", ")));
        }
    }

    #[test]
    fn a_text_that_says_something_stays() {
        let product = ("Product", "[Product sku=KM01001]");
        check(
            product,
            &[("name", "string", "Mug")],
            60,
            "[Product sku=KM01001] {name: \"Mug\", …}",
        );
        let (tree, id) = tree(product);
        assert_eq!(tree.shown_value(tree.node(id).expect("there")), "[Product sku=KM01001]");
        assert!(tree.lacks_preview(id));
    }

    #[test]
    fn what_is_not_loaded_says_that_there_is_something() {
        let (tree, id) = tree(OBJECT);
        assert_eq!(tree.shown_value(tree.node(id).expect("there")), "{…}");
        let (tree, id) = self::tree(("Function", "function f() {}"));
        assert!(!tree.lacks_preview(id));
    }
}
