//! No two files or folders side by side below a room name each other, however long the way round:
//! each can be read without the others that name it.

use crate::tidy::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};

/// What in the session is data: it changes by transitions of its own, and what becomes of it in the
/// session stands above it.
const DATA: &[&str] = &[
    "breakpoint",
    "calls",
    "change",
    "command",
    "effect",
    "event",
    "expression",
    "frame",
    "ids",
    "keep_alive",
    "polls",
    "question",
    "request",
    "saved",
    "source",
    "thread",
    "tree",
    "verdict",
];

/// A module by its names from the crate on.
type Path = Vec<String>;

/// Which modules a module's code names, each by the longest name that is a module.
type Edges = BTreeMap<Path, BTreeSet<Path>>;

fn module(source: &Source) -> Path {
    let path = source.path.trim_start_matches("src/").trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

fn edges(sources: &[Source]) -> Edges {
    let known: BTreeSet<Path> = sources.iter().map(module).collect();
    let owner = |mut path: Path| {
        while !path.is_empty() && !known.contains(&path) {
            path.pop();
        }
        path
    };
    let named = |source: &Source| {
        let own = module(source);
        let code: Vec<&str> = source.code().into_iter().map(|(_, line)| line).collect();
        let owners = uses(&own, &code.join("\n")).into_iter().map(owner);
        (own.clone(), owners.filter(|it| !it.is_empty() && *it != own).collect())
    };
    let is_test = |source: &&Source| {
        ["/tests", "tests.rs", "outside"].iter().any(|it| source.path.contains(it))
    };
    sources.iter().filter(|source| !is_test(source)).map(named).collect()
}

/// Every path that starts with `crate::`, `super::` or `self::`, groups taken apart.
fn uses(own: &[String], text: &str) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == ':') {
                continue;
            }
            let mut base = if start == "crate::" { Vec::new() } else { own.to_vec() };
            let mut rest = &text[at + start.len()..];
            if start == "super::" {
                base.pop();
                while let Some(further) = rest.strip_prefix("super::") {
                    base.pop();
                    rest = further;
                }
            }
            expand(&base, rest, &mut found);
        }
    }
    found
}

/// Takes a path or a group of them from the text's start; gives what stands behind it.
fn expand<'a>(base: &[String], text: &'a str, found: &mut BTreeSet<Path>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut inner) = text.strip_prefix('{') {
        loop {
            inner = inner.trim_start_matches([',', ' ', '\n']);
            if inner.is_empty() {
                return inner;
            }
            if let Some(rest) = inner.strip_prefix('}') {
                return rest;
            }
            let rest = expand(base, inner, found);
            // Whatever is no path ends the group.
            if rest.len() == inner.len() {
                return rest;
            }
            inner = rest;
        }
    }
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.is_empty() {
        return rest.strip_prefix('*').unwrap_or(rest);
    }
    let path = [base, &[word.to_owned()]].concat();
    if let Some(rest) = rest.strip_prefix("::") {
        return expand(&path, rest, found);
    }
    found.insert(path);
    match rest.strip_prefix(" as ") {
        Some(rest) => rest.trim_start_matches(|it: char| it.is_alphanumeric() || it == '_'),
        None => rest,
    }
}

/// The circles among what stands directly in a folder.
fn circles(folder: &[String], edges: &Edges) -> Vec<BTreeSet<String>> {
    let depth = folder.len();
    let is_inside = |path: &Path| path.len() > depth && path.starts_with(folder);
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, all) in edges.iter().filter(|(from, _)| is_inside(from)) {
        let to = all.iter().filter(|to| is_inside(to)).map(|to| to[depth].as_str());
        let own = from[depth].as_str();
        names.entry(own).or_default().extend(to.filter(|to| *to != own));
    }
    let reached = |from: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(name) = next.pop() {
            for to in names.get(name.as_str()).into_iter().flatten() {
                if seen.insert((*to).to_owned()) {
                    next.push((*to).to_owned());
                }
            }
        }
        seen
    };
    let all: BTreeMap<&str, BTreeSet<String>> =
        names.keys().map(|name| (*name, reached(name))).collect();
    let is_round = |name: &&&str| all[**name].contains(**name);
    let together = |name: &&str| {
        let back = |other: &&String| all.get(other.as_str()).is_some_and(|it| it.contains(*name));
        all[*name].iter().filter(back).cloned().collect::<BTreeSet<_>>()
    };
    let found: BTreeSet<_> = names.keys().filter(is_round).map(together).collect();
    found.into_iter().collect()
}

fn folders(edges: &Edges) -> BTreeSet<Path> {
    let above =
        |path: &Path| (1..path.len()).map(|length| path[..length].to_vec()).collect::<Vec<_>>();
    edges.keys().flat_map(above).collect()
}

#[test]
fn no_circle_stands_below_a_room() {
    let edges = edges(&sources());
    for folder in folders(&edges) {
        let found = circles(&folder, &edges);
        assert!(found.is_empty(), "{}: {found:?}", folder.join("::"));
    }
}

#[test]
fn the_sessions_data_does_not_know_the_session() {
    let sources = sources();
    let session = ["session", "Session"].map(str::to_owned);
    for name in DATA {
        let is_its =
            |source: &&Source| module(source).starts_with(&["session", name].map(str::to_owned));
        let its: Vec<&Source> = sources.iter().filter(is_its).collect();
        assert!(!its.is_empty(), "{name}");
        for source in its {
            let code: Vec<&str> = source.code().into_iter().map(|(_, line)| line).collect();
            let uses = uses(&module(source), &code.join("\n"));
            assert!(!uses.contains(&session[..]), "{}", source.path);
        }
    }
}

#[test]
fn a_circle_is_seen_in_every_spelling() {
    let source = |path: &str, text: &str| Source {
        path: format!("src/{path}.rs"),
        room: "room".to_owned(),
        text: text.to_owned(),
    };
    for (one, other) in [
        ("use super::b::B;", "use super::a;"),
        ("use super::{\n    b::{B, C as D},\n    c,\n};", "use crate::room::a::A;"),
        ("fn f() { super::b::f() }", "use crate::{room::{a::{A}}};"),
    ] {
        let sources = [source("room/a", one), source("room/b", other), source("room/c", "")];
        let found = circles(&["room".to_owned()], &edges(&sources));
        assert_eq!(found, [BTreeSet::from(["a".to_owned(), "b".to_owned()])], "{one} {other}");
    }
    let fine = [
        source("room/a", "use super::b::B;\n#[cfg(test)]\nmod tests {}"),
        source("room/b", "//! [`super::a`]\nuse super::super::a;\n#[cfg(test)]\nuse super::a;"),
    ];
    assert_eq!(circles(&["room".to_owned()], &edges(&fine)), []);
}
