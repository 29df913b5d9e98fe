//! Variables: laziness, pages, marks, survival.

use super::*;
use crate::api::paging::Page;
use crate::session::rehearsal::client_gone;
use crate::session::{Children, NodeId, NodeKey, Row};
use std::time::Duration;

pub(super) fn id_of(play: &Rehearsal, path: &[&str]) -> NodeId {
    let key = NodeKey(path.iter().map(|&name| name.to_owned()).collect());
    let tree = play.shown().tree.expect("a tree is shown");
    tree.find(&key).unwrap_or_else(|| panic!("no {key:?} in {:?}", names(play)))
}

fn names(play: &Rehearsal) -> Vec<String> {
    let tree = play.shown().tree.expect("a tree is shown");
    let name = |row: &Row| match row {
        Row::Node(id) => tree.node(*id).map_or_else(String::new, |node| node.name.clone()),
        Row::More { loaded, total, .. } => format!("{loaded} of {total}"),
    };
    tree.rows().iter().map(name).collect()
}

pub(super) fn expand(play: &mut Rehearsal, path: &[&str]) -> NodeId {
    let id = id_of(play, path);
    play.tree(id, TreeCommand::Expand);
    id
}

fn entries(start: u64, count: u64) -> Vec<(String, &'static str, String)> {
    (start..start + count).map(|at| (format!("[{at}]"), "Item", format!("item {at}"))).collect()
}

pub(super) fn answer_page(play: &mut Rehearsal, path: &str, start: u64, count: u64, total: u64) {
    let page = entries(start, count);
    let page: Vec<(&str, &str, &str)> =
        page.iter().map(|(name, kind, value)| (name.as_str(), *kind, value.as_str())).collect();
    assert!(play.members(path, &page, total), "{path} was not asked for: {:?}", play.sent);
}

pub(super) fn asked_page(play: &Rehearsal) -> Option<Page> {
    play.sent.iter().find_map(|call| match &call.request {
        Request::Members { page, .. } => Some(*page),
        _ => None,
    })
}

fn step_to_143(play: &mut Rehearsal, variables: &[(Scope, &str, &str, &str)]) {
    over_to(play, &AT_143);
    play.variables(variables);
}

#[test]
fn scopes_are_roots_and_only_local_is_open() {
    let play = halted_at_142();
    assert_eq!(names(&play), ["local", "i", "basket", "closure", "global", "platform"]);
    let tree = play.shown().tree.expect("a tree is shown");
    assert_eq!(tree.variable("i").expect("there").children(), Children::Leaf);
    assert_eq!(tree.variable("basket").expect("there").children(), Children::Closed);
    assert!(play.sent.is_empty(), "nothing is fetched unasked");
}

#[test]
fn members_are_fetched_when_a_node_opens_and_an_empty_answer_takes_the_handle() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    assert_eq!(play.session.node(basket).expect("there").children(), Children::Loading);
    play.members("basket", &[("items", "Collection", "3 items"), ("empty", "Object", "{}")], 2);
    let open = Children::Open { loaded: 2, total: 2 };
    assert_eq!(play.session.node(basket).expect("there").children(), open);
    let empty = expand(&mut play, &["local", "basket", "empty"]);
    play.members("basket.empty", &[], 0);
    assert_eq!(play.session.node(empty).expect("there").children(), Children::Leaf);
}

#[test]
fn long_lists_come_in_pages_with_ranges_behind() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    assert_eq!(asked_page(&play), Some(Page { start: 0, count: 200 }));
    answer_page(&mut play, "basket", 0, 200, 1_204);
    let rows = names(&play);
    assert!(rows.contains(&"200 of 1204".to_owned()), "{rows:?}");
    assert!(rows.contains(&"[200..399]".to_owned()) && rows.contains(&"[1200..1203]".to_owned()));

    play.tree(basket, TreeCommand::More);
    assert_eq!(asked_page(&play), Some(Page { start: 200, count: 200 }));
    answer_page(&mut play, "basket", 200, 200, 1_204);
    let rows = names(&play);
    assert!(rows.contains(&"400 of 1204".to_owned()) && rows.contains(&"[399]".to_owned()));
    assert!(!rows.contains(&"[200..399]".to_owned()));

    play.tree(basket, TreeCommand::GoToIndex(1_203));
    assert_eq!(asked_page(&play), Some(Page { start: 1_200, count: 4 }));
    answer_page(&mut play, "basket", 1_200, 4, 1_204);
    assert!(names(&play).contains(&"[1203]".to_owned()));
}

#[test]
fn a_closed_list_whose_first_entries_were_told_again_is_not_old() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    answer_page(&mut play, "basket", 0, 200, 300);
    play.tree(basket, TreeCommand::Collapse);
    let of = &[(Scope::Local, "basket", "Array", "item 0,item 1")];
    step_to_143(&mut play, of);
    let is_old = |play: &Rehearsal| {
        let tree = play.shown().tree.expect("a tree is shown");
        tree.has_old_members(tree.node(basket).expect("there"))
    };
    assert!(is_old(&play));
    let home = play.session.home_of(basket).expect("at home");
    play.command(Command::Preview(vec![(home, basket)]));
    play.pass(Duration::from_secs(1));
    answer_page(&mut play, "basket", 0, 20, 300);
    assert!(!is_old(&play), "what its line tells is of here");
}

#[test]
fn what_objects_hold_is_read_anew_after_each_evaluation_that_may_change_it() {
    let mut play = halted_at_142();
    let basket = id_of(&play, &["local", "basket"]);
    let home = play.session.home_of(basket).expect("at home");
    let most = play.session.options().previews;
    for round in 0..=most {
        play.values(ValuesCommand::Evaluate(format!("basket.a = {round}")));
        assert!(play.eval(&format!("basket.a = {round}"), &round.to_string()));
        play.variables(&[(Scope::Local, "basket", "Object", "[object Object]")]);
        play.command(Command::Preview(vec![(home, basket)]));
        play.pass(Duration::from_millis(200));
        let value = round.to_string();
        assert!(play.members("basket", &[("a", "Number", &value)], 1), "round {round}");
    }
}

#[test]
fn a_hundred_thousand_items_open_as_ranges() {
    let mut play = halted_at_142();
    expand(&mut play, &["local", "basket"]);
    answer_page(&mut play, "basket", 0, 200, 100_000);
    assert_eq!(names(&play).len(), 6 + 200 + 1 + 499);
}

#[test]
fn changes_are_marked_for_one_halt() {
    let mut play = halted_at_142();
    step_to_143(
        &mut play,
        &[
            (Scope::Local, "i", "Number", "3"),
            (Scope::Local, "basket", "Null", "null"),
            (Scope::Local, "li", "Item", "x"),
        ],
    );
    let change =
        |play: &Rehearsal, name: &str| play.shown().value_of(name).map(|node| node.change.clone());
    assert_eq!(change(&play, "i"), Some(ChangeMark::Changed { was: "2".into() }));
    assert_eq!(change(&play, "basket"), Some(ChangeMark::TypeChanged { was: "Basket".into() }));
    assert_eq!(change(&play, "li"), Some(ChangeMark::New));

    step_to_143_again(&mut play);
    assert_eq!(change(&play, "i"), Some(ChangeMark::None));
    let rows = names(&play);
    assert!(rows.contains(&"li".to_owned()), "a vanished variable keeps its row for one halt");
    let gone = id_of(&play, &["local", "li"]);
    assert_eq!(play.session.node(gone).expect("there").change, ChangeMark::Gone);
}

fn step_to_143_again(play: &mut Rehearsal) {
    over_to(play, &AT_142);
    play.variables(&[(Scope::Local, "i", "Number", "3"), (Scope::Local, "basket", "Null", "null")]);
}

#[test]
fn open_nodes_are_fetched_again_after_a_step_and_keep_their_ids() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    play.members("basket", &[("total", "Number", "1")], 1);
    let total = id_of(&play, &["local", "basket", "total"]);
    step_to_143(
        &mut play,
        &[(Scope::Local, "i", "Number", "2"), (Scope::Local, "basket", "Basket", "[Basket 1]")],
    );
    let node = play.session.node(total).expect("it is still there");
    assert!(node.stale, "old text is dimmed until the answer comes");
    assert_eq!(&*node.value, "1");
    play.members("basket", &[("total", "Number", "2")], 1);
    let node = play.session.node(total).expect("it is still there");
    assert_eq!(node.change, ChangeMark::Changed { was: "1".into() });
    assert_eq!(id_of(&play, &["local", "basket"]), basket);
}

#[test]
fn open_nodes_are_fetched_four_at_a_time() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    let variables: Vec<String> = (0..9).map(|at| format!("o{at}")).collect();
    let variables: Vec<_> =
        variables.iter().map(|name| (Scope::Local, name.as_str(), "Object", "{}")).collect();
    play.variables(&variables);
    for (_, name, ..) in &variables {
        expand(&mut play, &["local", name]);
        play.members(name, &[("a", "Number", "1")], 1);
    }
    step_to_143(&mut play, &variables);
    assert_eq!(count(&play, |request| matches!(request, Request::Members { .. })), 4);
    play.members("o0", &[("a", "Number", "1")], 1);
    assert_eq!(count(&play, |request| matches!(request, Request::Members { .. })), 4);
}

#[test]
fn expansion_survives_a_restart() {
    let mut play = halted_at_142();
    expand(&mut play, &["local", "basket"]);
    let saved = play.session.to_save();
    let options = play.session.options().clone();
    let mut play = Rehearsal::new(options, saved);
    play.attach();
    play.halt(7, &AT_142);
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    assert!(play.members("basket", &[("total", "Number", "1")], 1), "it is read unasked");
}

#[test]
fn platform_names_are_read_by_path_or_else_by_evaluation() {
    let mut play = halted_at_142();
    expand(&mut play, &["platform"]);
    assert_eq!(count(&play, |request| matches!(request, Request::Members { .. })), 4);
    play.members("request", &[("httpMethod", "string", "GET")], 1);
    play.leaf("response", "undefined", "unresolved");
    play.eval("response", "[object Response]");
    let response = id_of(&play, &["platform", "response"]);
    assert_eq!(&*play.session.node(response).expect("there").value, "[object Response]");
    play.leaf("session", "undefined", "unresolved");
    play.eval("session", "ReferenceError: \"session\" is not defined.");
    let session = id_of(&play, &["platform", "session"]);
    let failed = Children::Failed("not in this frame".to_owned());
    assert_eq!(play.session.node(session).expect("there").children(), failed);
    let request = id_of(&play, &["platform", "request"]);
    assert_eq!(play.session.node(request).expect("there").total(), 1);
}

#[test]
fn a_frames_variables_are_read_once_per_position() {
    let mut play = halted_at_142();
    play.look_at(7, 1);
    assert!(play.variables(&[(Scope::Local, "req", "Request", "x")]));
    assert!(play.shown().value_of("req").is_some());
    play.look_at(7, 0);
    play.look_at(7, 1);
    assert_eq!(count(&play, is_variables), 0);
}

#[test]
fn the_deep_search_finds_what_is_not_loaded_and_is_bounded() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::DeepFind("uuid".to_owned()));
    play.members("basket", &[("items", "Collection", ""), ("UUID", "string", "a")], 2);
    play.members("basket.items", &[("[0]", "Item", "")], 1);
    play.members("basket.items[0]", &[("uuid2", "string", "b"), ("n", "number", "1")], 2);
    let search = play.session.search().expect("it is done");
    assert!(!search.running && !search.bounded);
    assert_eq!((search.found.len(), search.asked), (2, 3));
    let found = search.found[1];
    play.tree(found, TreeCommand::Reveal);
    assert!(names(&play).contains(&"uuid2".to_owned()));
}

#[test]
fn the_search_ends_by_esc_and_at_its_bound() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::DeepFind("never".to_owned()));
    play.command(Command::EndSearch);
    assert!(play.session.search().is_some_and(|search| search.bounded && !search.running));

    let mut play = halted_at_142();
    play.values(ValuesCommand::DeepFind("never".to_owned()));
    let mut asked = 0;
    while let Some(path) = play.sent.iter().find_map(|call| match &call.request {
        Request::Members { path, .. } => Some(path.clone()),
        _ => None,
    }) {
        play.members(&path, &[("a", "Object", ""), ("b", "Object", ""), ("c", "Object", "")], 3);
        asked += 1;
        assert!(asked <= 200, "it must end");
    }
    assert_eq!(asked, 200);
    assert!(play.session.search().is_some_and(|search| search.bounded));
}

#[test]
fn esc_gives_up_what_is_read_and_makes_room_for_the_next() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    let names: Vec<String> = (0..5).map(|at| format!("o{at}")).collect();
    let variables: Vec<_> =
        names.iter().map(|name| (Scope::Local, name.as_str(), "Object", "{}")).collect();
    play.variables(&variables);
    for name in &names {
        expand(&mut play, &["local", name]);
    }
    assert_eq!(play.session.reads().count(), 4);
    play.thread(ThreadCommand::Cancel);
    assert_eq!(play.session.reads().count(), 0);
    let last = id_of(&play, &["local", "o4"]);
    assert_eq!(play.session.node(last).expect("there").children(), Children::Closed);
    let first = id_of(&play, &["local", "o0"]);
    assert_eq!(play.session.node(first).expect("there").children(), Children::Closed);

    play.members("o0", &[("late", "Number", "1")], 1);
    assert_eq!(play.session.node(first).expect("there").children(), Children::Closed);
    play.sent.clear();
    expand(&mut play, &["local", "o4"]);
    assert!(play.members("o4", &[("a", "Number", "1")], 1), "nothing stands before it");
    assert!(self::names(&play).contains(&"a".to_owned()));
}

#[test]
fn the_search_reads_long_lists_to_their_end_within_its_bound() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::DeepFind("item 1203".to_owned()));
    for start in (0..1_204).step_by(200) {
        assert!(play.session.search().is_some_and(|search| search.running));
        let count = 200.min(1_204 - start);
        let page = entries(start, count);
        let page: Vec<_> =
            page.iter().map(|(name, _, value)| (name.as_str(), "string", value.as_str())).collect();
        assert!(play.members("basket", &page, 1_204), "from {start} on: {:?}", play.sent);
    }
    let search = play.session.search().expect("it is done");
    assert!(!search.running && !search.bounded);
    assert_eq!((search.found.len(), search.asked), (1, 7));
    assert_eq!(notice(&play), "1 found in 7 requests, 6 levels deep");
}

/// Each object of a long list is worth a request: they must not keep the rest of the list from being read.
#[test]
fn the_search_comes_to_the_end_of_a_list_of_many_objects() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    play.variables(&[(Scope::Local, "wide", "Object", "{}"), (Scope::Local, "long", "Array", "")]);
    play.values(ValuesCommand::DeepFind("key2999".to_owned()));
    let mut asked = 0;
    while let Some((path, start)) = play.sent.iter().find_map(|call| match &call.request {
        Request::Members { path, page, .. } => Some((path.clone(), page.start)),
        _ => None,
    }) {
        let page = |name: &str, kind: &'static str| -> Vec<_> {
            (start..start + 200).map(|at| (format!("{name}{at}"), kind, String::new())).collect()
        };
        let (members, total) = match path.as_str() {
            "wide" => (page("key", "Object"), 3_000),
            "long" => (page("", "Number"), 100_000),
            _ => (vec![("v".to_owned(), "Number", "1".to_owned())], 1),
        };
        let members: Vec<_> = members
            .iter()
            .map(|(name, kind, value)| (name.as_str(), *kind, value.as_str()))
            .collect();
        assert!(play.members(&path, &members, total));
        asked += 1;
    }
    assert_eq!((asked, play.session.search().expect("it is done").found.len()), (200, 1));
}

#[test]
fn the_filter_finds_what_is_loaded_in_closed_nodes_and_counts_what_is_not() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    play.variables(&[
        (Scope::Local, "basket", "Basket", "[Basket 1]"),
        (Scope::Closure, "server", "Object", "[object Object]"),
    ]);
    let basket = expand(&mut play, &["local", "basket"]);
    answer_page(&mut play, "basket", 0, 200, 1_204);
    play.tree(basket, TreeCommand::GoToIndex(1_203));
    answer_page(&mut play, "basket", 1_200, 4, 1_204);
    play.tree(basket, TreeCommand::Collapse);
    let tree = play.shown().tree.expect("a tree is shown");
    let found = |text: &str| -> (Vec<String>, u64) {
        let found = tree.filtered(text);
        assert_eq!(found.not_opened, 204 + 1 + 5, "items, the closure's object, platform names");
        let name = |row: &Row| tree.node(row.node()).map(|node| node.name.clone());
        (found.rows.iter().filter_map(name).collect(), found.not_loaded)
    };
    assert_eq!(found("server"), (vec!["closure".to_owned(), "server".to_owned()], 1_000));
    let (names, _) = found("=item 1203");
    assert_eq!(names, ["local", "basket", "[1200..1203]", "[1203]"]);
    assert_eq!(found("basket.[1203").0, ["local", "basket", "[1200..1203]", "[1203]"]);
    assert_eq!(found("[1203]=item 1203").0.last().map(String::as_str), Some("[1203]"));
    assert!(found("item 1203").0.is_empty(), "values are looked at behind an equals sign only");
    assert!(found("nowhere").0.is_empty());
}

#[test]
fn what_is_loaded_for_the_first_time_is_not_new() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    answer_page(&mut play, "basket", 0, 200, 1_204);
    step_to_143(&mut play, &[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    answer_page(&mut play, "basket", 0, 200, 1_204);
    play.tree(basket, TreeCommand::More);
    answer_page(&mut play, "basket", 200, 200, 1_204);
    let item = id_of(&play, &["local", "basket", "[300]"]);
    assert_eq!(play.session.node(item).expect("there").change, ChangeMark::None);
}

fn reads(play: &Rehearsal) -> usize {
    count(play, |request| matches!(request, Request::Members { .. }))
}

#[test]
fn more_of_a_list_waits_for_its_turn_like_every_other_read() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    let names: Vec<String> = (0..5).map(|at| format!("o{at}")).collect();
    let variables: Vec<_> =
        names.iter().map(|name| (Scope::Local, name.as_str(), "Object", "{}")).collect();
    play.variables(&variables);
    let first = expand(&mut play, &["local", "o0"]);
    answer_page(&mut play, "o0", 0, 200, 500);
    for name in &names[1..] {
        expand(&mut play, &["local", name]);
    }
    assert_eq!(reads(&play), 4);
    play.tree(first, TreeCommand::More);
    assert_eq!(reads(&play), 4, "four is the limit");
    play.members("o1", &[("a", "Number", "1")], 1);
    assert_eq!(asked_page(&play).map(|page| page.count), Some(200));
    answer_page(&mut play, "o0", 200, 200, 500);
}

#[test]
fn a_second_search_is_not_ended_by_the_answers_of_the_first() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::DeepFind("first".to_owned()));
    assert_eq!(reads(&play), 1);
    play.values(ValuesCommand::DeepFind("second".to_owned()));
    let late =
        play.take(|request| matches!(request, Request::Members { .. })).expect("the first's");
    let failure = crate::session::rehearsal::unreachable();
    play.event(crate::session::Event::Answered { id: late, sent: play.now, outcome: Err(failure) });
    let search = play.session.search().expect("the second");
    assert!(search.text == "second" && search.running, "{search:?}");
}

#[test]
fn members_refused_with_a_412_are_read_again_while_the_node_is_open() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    for _ in 0..2 {
        assert!(play.fail(is_members, client_gone()));
        let children = play.session.node(basket).expect("there").children();
        assert!(matches!(children, Children::Failed(_)), "{children:?}");
        play.halt(7, &AT_142);
        play.pass(Duration::from_secs(1));
        assert_eq!(count(&play, is_members), 1, "the place stands");
    }
    play.members("basket", &[("total", "Number", "3")], 1);
    let open = Children::Open { loaded: 1, total: 1 };
    assert_eq!(play.session.node(basket).expect("there").children(), open);
    play.pass(Duration::from_secs(10));
    assert_eq!(count(&play, is_members), 0, "what was read is not tried again");
}

#[test]
fn a_node_that_was_closed_meanwhile_is_not_tried_again() {
    let mut play = halted_at_142();
    let basket = expand(&mut play, &["local", "basket"]);
    play.fail(is_members, client_gone());
    play.tree(basket, TreeCommand::Collapse);
    play.halt(7, &AT_142);
    play.pass(Duration::from_secs(10));
    assert_eq!(count(&play, is_members), 0);
}
