//! Members by their number, and what reaches them.

use super::trees::{answer_page, asked_page, expand, id_of};
use super::*;
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use crate::session::Spot;

#[test]
fn an_index_outside_of_the_list_reads_nothing_and_says_how_long_it_is() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    answer_page(&mut play, "basket", 0, 200, 5_000);
    for index in [5_000, 99_999, u64::MAX] {
        play.tree(basket, TreeCommand::GoToIndex(index));
        assert!(play.sent.iter().all(|call| !is_members(&call.request)), "{:?}", play.sent);
        assert_eq!(notice(&play), "basket has 5000: 0 to 4999");
    }
    play.tree(basket, TreeCommand::GoToIndex(4_999));
    assert_eq!(asked_page(&play), Some(Page { start: 4_800, count: 200 }));
    answer_page(&mut play, "basket", 4_800, 200, 5_000);
    let range = id_of(&play, &["local", "basket", "[4800..4999]"]);
    play.tree(range, TreeCommand::GoToIndex(250));
    assert_eq!(
        asked_page(&play),
        Some(Page { start: 200, count: 200 }),
        "of the list, not of its part"
    );
}

#[test]
fn a_member_is_found_by_its_index_whatever_its_name_is() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    let page = |play: &mut Rehearsal, start: u64, count: u64| {
        let names: Vec<String> = (start..start + count).map(|at| format!("key{at}")).collect();
        let members: Vec<(&str, &str, &str)> =
            names.iter().map(|name| (name.as_str(), "Number", "1")).collect();
        assert!(play.members("basket", &members, 3_000));
    };
    page(&mut play, 0, 200);
    play.tree(basket, TreeCommand::GoToIndex(2_999));
    page(&mut play, 2_800, 200);
    let tree = play.shown().tree.expect("a tree is shown");
    let name = |index: u64| Some(tree.node(tree.member_at(basket, index)?)?.name.clone());
    assert_eq!(name(0).as_deref(), Some("key0"));
    assert_eq!(name(2_999).as_deref(), Some("key2999"));
    assert_eq!(name(2_000), None, "not loaded");

    let mut play = halted_at_142();
    let list = expand(&mut play, &["local", "basket"]);
    let listed = [("length", "Number", "300"), ("[0]", "Item", "a"), ("[1]", "Item", "b")];
    play.members("basket", &listed, 301);
    let tree = play.shown().tree.expect("a tree is shown");
    let name = |index: u64| Some(tree.node(tree.member_at(list, index)?)?.name.clone());
    assert_eq!(name(1).as_deref(), Some("[1]"), "an entry goes by its name");
    assert_eq!(name(2), None, "[1] is none of that index");
}

#[test]
fn an_entry_that_no_script_reaches_by_its_number_is_not_evaluated() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    play.variables(&[(Scope::Local, "keyed", "Map", "[object Map]")]);
    expand(&mut play, &["local", "keyed"]);
    play.members("keyed", &[("[0]", "Object", "a = 1")], 1);
    let entry = id_of(&play, &["local", "keyed", "[0]"]);
    play.tree(entry, TreeCommand::Pretty);
    let is_eval = |request: &Request| matches!(request, Request::Eval { .. });
    assert!(play.take(is_eval).is_none(), "{:?}", play.sent);
    assert!(notice(&play).starts_with("no expression leads to this value"), "{}", notice(&play));
    let tree = play.shown().tree.expect("a tree is shown");
    let written = |names: &[&str]| tree.written(tree.node(id_of(&play, names))?).map(str::to_owned);
    assert_eq!(written(&["local", "keyed", "[0]"]), None);
    assert_eq!(written(&["local", "keyed"]).as_deref(), Some("keyed"));
}

#[test]
fn what_is_below_a_getter_or_a_typed_entry_may_be_reached_by_no_script() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    let variables =
        [(Scope::Local, "keyed", "Map", "[object Map]"), (Scope::Local, "own", "Object", "{}")];
    play.variables(&variables);
    expand(&mut play, &["local", "own"]);
    play.members("own", &[("part", "accessor", "<getter>")], 1);
    let spot = Spot { thread: ThreadId(7), frame: 0 };
    assert_eq!(play.session.is_keyed(spot, "own.part"), None, "nobody knows");
    let mut told = |path: &str, list: &[(&str, &str, &str)]| -> Vec<(String, Option<String>)> {
        play.command(Command::Watch(WatchCommand::Add(path.to_owned())));
        assert!(play.members(path, list, list.len() as u64), "{:?}", play.sent);
        let watch = play.session.watches().iter().last().expect("it is there");
        let all = watch.tree.children(watch.tree.roots()[0]);
        let written = |node| watch.tree.written(node).map(str::to_owned);
        all.map(|node| (node.name.clone(), written(node))).collect()
    };
    let none = |name: &str| (name.to_owned(), None);
    let part = told("own.part", &[("[0]", "Object", "a = 1"), ("size", "Number", "1")]);
    assert_eq!(part, [none("[0]"), ("size".to_owned(), Some("own.part.size".to_owned()))]);
    assert_eq!(told("keyed[0]", &[("b", "Number", "2")]), [none("b")]);
}

#[test]
fn every_member_has_an_expression_and_those_that_can_be_asked_for_a_path() {
    let mut play = halted_at_142();
    expand(&mut play, &["local", "basket"]);
    let members = [("x-y", "Object", "{}"), ("a.b", "Object", "{}"), ("two\nlines", "Number", "1")];
    play.members("basket", &members, 3);
    let odd = expand(&mut play, &["local", "basket", "x-y"]);
    assert!(play.members("basket.x-y", &[("deep", "Number", "2")], 1), "{:?}", play.sent);
    let dotted = expand(&mut play, &["local", "basket", "a.b"]);
    assert!(play.sent.iter().all(|call| !is_members(&call.request)), "it can't be asked for");
    let told = |names: &[&str]| {
        let node = play.session.node(id_of(&play, names)).expect("there");
        let of = |text: Option<&str>| text.unwrap_or("none").to_owned();
        (of(node.path()), of(node.expression()))
    };
    let both = |path: &str, code: &str| (path.to_owned(), code.to_owned());
    let deep = told(&["local", "basket", "x-y", "deep"]);
    assert_eq!(deep, both("basket.x-y.deep", r#"basket["x-y"].deep"#));
    let lines = told(&["local", "basket", "two\nlines"]);
    assert_eq!(lines, both("basket.two\nlines", r#"basket["two\nlines"]"#));
    assert_eq!(told(&["local", "basket", "a.b"]), both("none", r#"basket["a.b"]"#));
    for (node, code) in [(odd, r#"basket["x-y"]"#), (dotted, r#"basket["a.b"]"#)] {
        play.tree(node, TreeCommand::Pretty);
        let sent = |request: &Request| matches!(request, Request::Eval { expression, .. } if expression.ends_with(&format!("({code})")));
        assert!(play.take(sent).is_some(), "{:?}", play.sent);
    }
}
