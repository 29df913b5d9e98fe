//! What is shown is so: read again when something ran, and marked at every halt.

use super::*;
use crate::session::{CodeLines, NodeKey, Watch};

fn change(play: &Rehearsal, name: &str) -> ChangeMark {
    play.shown().value_of(name).expect("there").change.clone()
}

fn was(text: &str) -> ChangeMark {
    ChangeMark::Changed { was: text.into() }
}

fn text(play: &Rehearsal, name: &str) -> (String, bool) {
    let node = play.shown().value_of(name).expect("there");
    (node.value.to_string(), node.stale)
}

fn watch(play: &Rehearsal) -> &Watch {
    play.session.watches().iter().next().expect("there")
}

fn evaluate(play: &mut Rehearsal, expression: &str, result: &str) {
    play.values(ValuesCommand::Evaluate(expression.to_owned()));
    play.eval(expression, result);
}

fn i_is(play: &mut Rehearsal, value: &str) {
    assert!(play.variables(&[(Scope::Local, "i", "Number", value)]), "{:?}", play.sent);
}

/// Resumed, and halted on the same line again: two lists agree.
fn come_round(play: &mut Rehearsal, frames: &[PlayedFrame<'_>]) {
    play.thread(ThreadCommand::Continue);
    play.answer(
        |request| matches!(request, Request::Resume(_)),
        crate::session::Answer::Thread(crate::session::rehearsal::running(7)),
    );
    play.pass(std::time::Duration::from_millis(60));
    play.halt(7, frames);
    play.pass(std::time::Duration::from_millis(60));
}

#[test]
fn after_an_evaluation_values_and_watches_are_read_again_old_text_dimmed_meanwhile() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("i".to_owned())));
    play.leaf("i", "Number", "2");
    evaluate(&mut play, "i = 5000", "5000");
    assert_eq!(text(&play, "i"), ("2".to_owned(), true), "the old text says that it is old");
    assert!(play.shown().tree.is_some_and(crate::session::Tree::is_stale));
    i_is(&mut play, "5000");
    assert_eq!(text(&play, "i"), ("5000".to_owned(), false));
    assert!(play.leaf("i", "Number", "5000"), "the watch is read again: {:?}", play.sent);
    assert_eq!(watch(&play).value(), "5000");
    assert!(play.sent.iter().all(|call| call.request == Request::Threads), "{:?}", play.sent);
}

#[test]
fn a_halt_keeps_what_it_told_before_an_evaluation_that_nothing_was_read_after() {
    let mut play = halted_at_142();
    evaluate(&mut play, "i = 5000", "5000");
    let read = |play: &Rehearsal| {
        let halts = play.session.history().halts();
        let tree = halts.last()?.trees.get(&0)?;
        Some(tree.find_path("i")?.value.to_string())
    };
    over(&mut play);
    assert_eq!(read(&play).as_deref(), Some("2"));
}

#[test]
fn an_answer_from_before_the_evaluation_is_not_shown_as_one_from_after() {
    let mut play = halted_at_142();
    play.look_at(7, 1);
    play.values(ValuesCommand::Evaluate("i = 5000".to_owned()));
    let late = play.take(is_variables).expect("frame 1 is being read");
    play.eval("i = 5000", "5000");
    let list = crate::api::debugger::MemberList::default();
    let outcome = Ok(crate::session::Answer::Members(list));
    play.event(crate::session::Event::Answered { id: late, sent: play.now, outcome });
    assert!(!play.shown().tree.is_some_and(crate::session::Tree::is_loaded));
    assert_eq!(count(&play, is_variables), 1);
}

#[test]
fn another_frame_that_was_read_before_an_evaluation_is_read_again_when_it_is_looked_at() {
    let mut play = halted_at_142();
    play.look_at(7, 1);
    play.variables(&[(Scope::Local, "req", "Request", "x")]);
    evaluate(&mut play, "req = null", "null");
    play.variables(&[(Scope::Local, "req", "Null", "null")]);
    play.look_at(7, 0);
    assert_eq!(count(&play, is_variables), 1, "{:?}", play.sent);
    i_is(&mut play, "2");
}

#[test]
fn open_nodes_are_read_again_after_an_evaluation() {
    let mut play = halted_at_142();
    let basket = play
        .shown()
        .tree
        .and_then(|tree| tree.find(&NodeKey(vec!["local".to_owned(), "basket".to_owned()])));
    play.tree(basket.expect("there"), TreeCommand::Expand);
    play.members("basket", &[("total", "Number", "1")], 1);
    evaluate(&mut play, "basket.total = 2", "2");
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    assert!(play.members("basket", &[("total", "Number", "2")], 1), "{:?}", play.sent);
}

#[test]
fn a_watch_that_may_change_something_has_the_variables_read_once_more_and_itself_not() {
    let mut play = halted_at_142();
    for command in ["i++", "i + 1"] {
        play.command(Command::Watch(WatchCommand::Add(command.to_owned())));
        let id = play.session.watches().iter().last().expect("there").id;
        play.command(Command::Watch(WatchCommand::Confirm(id)));
    }
    play.eval("i++", "2");
    assert_eq!(count(&play, is_variables), 0, "not before all watches are told");
    play.eval("i + 1", "4");
    i_is(&mut play, "3");
    let asks =
        |request: &Request| matches!(request, Request::Eval { .. } | Request::Variables { .. });
    assert_eq!(count(&play, asks), 0, "{:?}", play.sent);
}

#[test]
fn a_watch_that_changes_nothing_costs_no_second_reading() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("i + 1".to_owned())));
    let id = watch(&play).id;
    play.command(Command::Watch(WatchCommand::Confirm(id)));
    play.eval("i + 1", "3");
    assert_eq!(count(&play, is_variables), 0);
}

#[test]
fn change_marks_come_at_every_halt_of_a_loop_also_when_variables_overtake_the_list() {
    let mut play = halted_at_142();
    for turn in 3..9 {
        come_round(&mut play, &AT_142);
        // Whatever was asked for beside the second list is answered before it.
        let early = count(&play, is_variables);
        for _ in 0..early {
            i_is(&mut play, &turn.to_string());
        }
        play.halt(7, &AT_142);
        i_is(&mut play, &turn.to_string());
        assert_eq!(change(&play, "i"), was(&(turn - 1).to_string()), "turn {turn}, {early} early");
    }
}

#[test]
fn a_place_that_the_thread_only_came_by_is_not_what_a_halt_is_compared_with() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    i_is(&mut play, "7");
    assert_eq!(change(&play, "i"), was("2"));
    // The list knows better: it stands one line further.
    let frames = [("addProduct()", CART, 144), ("onAdd()", CART, 61)];
    play.halt(7, &frames);
    i_is(&mut play, "8");
    assert_eq!(change(&play, "i"), was("2"), "what was told at the halt before, not on the way");
}

#[test]
fn each_activation_of_a_recursion_is_compared_with_itself() {
    let outer = [("walk()", CART, 10), ("onAdd()", CART, 61)];
    let inner = [("walk()", CART, 10), ("walk()", CART, 12), ("onAdd()", CART, 61)];
    let mut play = Rehearsal::attached();
    play.halt(7, &outer);
    i_is(&mut play, "1");
    over_to(&mut play, &inner);
    i_is(&mut play, "100");
    assert_eq!(change(&play, "i"), ChangeMark::None, "another activation");
    over_to(&mut play, &outer);
    i_is(&mut play, "2");
    assert_eq!(change(&play, "i"), was("1"));
    over_to(&mut play, &inner);
    i_is(&mut play, "100");
    assert_eq!(change(&play, "i"), ChangeMark::None);
}

#[test]
fn a_member_of_what_was_empty_is_new_and_one_of_what_was_never_told_is_not() {
    let mut play = halted_at_142();
    let id = |play: &Rehearsal| {
        let key = NodeKey(vec!["local".to_owned(), "basket".to_owned()]);
        play.shown().tree.and_then(|tree| tree.find(&key)).expect("there")
    };
    let basket = id(&play);
    play.tree(basket, TreeCommand::Expand);
    play.members("basket", &[("a", "Number", "1")], 1);
    over_to(&mut play, &AT_143);
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    play.members("basket", &[("a", "Number", "1"), ("b", "Number", "1")], 2);
    let mark = |play: &Rehearsal, name: &str| {
        let tree = play.shown().tree.expect("there");
        tree.children(id(play)).find(|node| node.name == name).map(|node| node.change.clone())
    };
    assert_eq!(mark(&play, "b"), Some(ChangeMark::New));
    assert_eq!(mark(&play, "a"), Some(ChangeMark::None));
    assert_eq!(play.shown().tree.map(|tree| tree.changes_within(id(&play))), Some(1));
}

#[test]
fn watches_know_a_changed_type() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("a.b".to_owned())));
    play.leaf("a.b", "Number", "2");
    over_to(&mut play, &AT_143);
    i_is(&mut play, "2");
    play.members("a.b", &[("c", "Number", "1")], 1);
    assert_eq!(*watch(&play).change(), ChangeMark::TypeChanged { was: "Number".into() });
    over_to(&mut play, &AT_142);
    i_is(&mut play, "2");
    play.leaf("a.b", "String", "x");
    assert_eq!(*watch(&play).change(), ChangeMark::TypeChanged { was: "object".into() });
}

#[test]
fn a_watch_of_another_frame_is_compared_with_nothing() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("i".to_owned())));
    play.leaf("i", "Number", "2");
    play.look_at(7, 1);
    play.leaf("i", "Number", "40");
    assert_eq!(*watch(&play).change(), ChangeMark::None);
}

fn variable(play: &Rehearsal, name: &str) -> (crate::session::Home, crate::session::NodeId) {
    let node = play.shown().value_of(name).expect("there").id;
    (play.session.home_of(node).expect("at home"), node)
}

fn shown(play: &Rehearsal, name: &str) -> String {
    let tree = play.shown().tree.expect("there");
    tree.shown_value(play.shown().value_of(name).expect("there"))
}

const MUG: [(&str, &str, &str); 2] = [("ID", "string", "KM01001"), ("name", "string", "Mug")];

#[test]
fn objects_in_sight_are_previewed_in_the_idle_time_after_a_halt() {
    let mut play = halted_at_142();
    let basket = variable(&play, "basket");
    play.command(Command::Preview(vec![basket]));
    assert_eq!(count(&play, is_members), 0, "whoever steps on at once has looked at nothing");
    play.pass(std::time::Duration::from_millis(150));
    assert!(play.members("basket", &MUG, 60), "{:?}", play.sent);
    assert_eq!(shown(&play, "basket"), "[Basket 1] {ID: \"KM01001\", name: \"Mug\", …}");
    play.tree(basket.1, TreeCommand::Expand);
    assert_eq!(count(&play, is_members), 1, "opened, it is read whole");
}

#[test]
fn a_step_goes_before_previews_and_what_they_tell_belongs_to_their_place() {
    let mut play = halted_at_142();
    let basket = variable(&play, "basket");
    play.command(Command::Preview(vec![basket]));
    play.pass(std::time::Duration::from_millis(150));
    over(&mut play);
    play.members("basket", &MUG, 2);
    arrive(&mut play, &AT_143);
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    assert_eq!(shown(&play, "basket"), "[Basket 1]");
    play.pass(std::time::Duration::from_millis(500));
    assert_eq!(count(&play, is_members), 0, "nobody shows it any more");
}

#[test]
fn a_closed_nodes_members_are_compared_too() {
    let mut play = halted_at_142();
    let look = |play: &mut Rehearsal, name: &str| {
        let basket = variable(play, "basket");
        play.command(Command::Preview(vec![basket]));
        play.pass(std::time::Duration::from_millis(150));
        let members = [MUG[0], ("name", "string", name)];
        assert!(play.members("basket", &members, 2), "{:?}", play.sent);
        play.shown().tree.map(|tree| tree.changes_within(basket.1))
    };
    assert_eq!(look(&mut play, "Mug"), Some(0));
    over_to(&mut play, &AT_143);
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    assert_eq!(look(&mut play, "Jug"), Some(1));
}

#[test]
fn previews_are_bounded_and_never_of_the_global_scope() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    let names: Vec<String> = (0..60).map(|at| format!("o{at}")).collect();
    let mut variables: Vec<_> = names
        .iter()
        .map(|name| (Scope::Local, name.as_str(), "Object", "[object Object]"))
        .collect();
    variables.push((Scope::Global, "dw", "Object", "[object Object]"));
    play.variables(&variables);
    let mut all = vec![variable(&play, "dw")];
    all.extend(names.iter().map(|name| variable(&play, name)));
    play.command(Command::Preview(all));
    play.pass(std::time::Duration::from_millis(150));
    let mut asked = Vec::new();
    while let Some(path) = play.sent.iter().find_map(|call| match &call.request {
        Request::Members { path, .. } => Some(path.clone()),
        _ => None,
    }) {
        assert!(count(&play, is_members) <= 2);
        play.members(&path, &MUG, 2);
        asked.push(path);
        play.pass(std::time::Duration::from_millis(1));
    }
    assert_eq!(asked.len(), crate::session::Options::PREVIEWS);
    assert!(!asked.contains(&"dw".to_owned()));
}

#[test]
fn previews_wait_while_anything_else_is_read() {
    let mut play = halted_at_142();
    play.command(Command::Preview(vec![variable(&play, "basket")]));
    play.values(ValuesCommand::Evaluate("f()".to_owned()));
    play.pass(std::time::Duration::from_millis(500));
    assert_eq!(count(&play, is_members), 0);
    play.eval("f()", "1");
    play.variables(&[(Scope::Local, "basket", "Basket", "[Basket 1]")]);
    play.pass(std::time::Duration::from_millis(500));
    assert_eq!(count(&play, is_members), 1, "{:?}", play.sent);
}

const TEXT: &str = "function addProduct() {\n  var a = 1;\n  var b = 2;\n  return a + b;\n}\n";

/// Halted on line 3 of a script that is here, with a breakpoint on line 4.
fn halted_in_a_file() -> Rehearsal {
    let mut play = Rehearsal::attached();
    play.source(CART, TEXT);
    let (script, line) = (crate::api::ids::ScriptPath::from(CART), crate::api::ids::Line(4));
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    play.serve_breakpoints();
    play.halt(7, &[("addProduct()", CART, 3)]);
    play.variables(&[(Scope::Local, "a", "Number", "1")]);
    play
}

fn edit(play: &mut Rehearsal, text: &str) {
    let script = crate::api::ids::ScriptPath::from(CART);
    play.source_text(&script, text, crate::session::CodeLines::Unknown);
}

fn lines_of_breakpoints(play: &Rehearsal) -> Vec<u32> {
    play.session.breakpoints().iter().map(|breakpoint| breakpoint.key().line.0).collect()
}

fn source(play: &Rehearsal) -> &crate::session::Source {
    play.session.sources().get(&crate::api::ids::ScriptPath::from(CART)).expect("it is here")
}

#[test]
fn a_file_that_was_changed_since_the_halt_says_so_and_marks_follow_the_edit_by_their_text() {
    let mut play = halted_in_a_file();
    edit(&mut play, &TEXT.replace("  var a", "  // first\n  // second\n  var a"));
    assert!(matches!(source(&play).state, crate::session::SourceState::Differs(_)));
    assert!(notice(&play).contains("lines may be off"), "{}", notice(&play));
    assert_eq!(play.shown().line_in(source(&play)).map(|line| line.0), Some(5), "the arrow");
    assert_eq!(lines_of_breakpoints(&play), [6]);
    let adds = |request: &Request| {
        matches!(request, Request::AddBreakpoints(places)
        if places.iter().any(|place| place.line_number.0 == 6))
    };
    assert_eq!(count(&play, adds), 1, "the server hears of it: {:?}", play.sent);
    play.serve_breakpoints();
    play.thread(ThreadCommand::Continue);
    play.list(&[]);
    assert!(matches!(source(&play).state, crate::session::SourceState::Found), "nobody runs it");
}

#[test]
fn files_of_scripts_that_are_about_are_looked_at_again() {
    let mut play = halted_in_a_file();
    play.effects.clear();
    for _ in 0..4 {
        play.pass(std::time::Duration::from_secs(1));
        play.halt(7, &[("addProduct()", CART, 3)]);
    }
    let looks = play.effects.iter();
    let looks = looks.filter(|it| matches!(it, crate::session::Effect::RefreshSource { .. }));
    assert!((1..=3).contains(&looks.count()), "{:?}", play.effects);
}

#[test]
fn a_breakpoint_knows_the_text_that_it_was_set_on_also_after_a_restart() {
    let play = halted_in_a_file();
    let saved = play.session.to_save();
    assert_eq!(saved.breakpoints[0].text.as_deref(), Some("return a + b;"));
    let mut play = Rehearsal::new(play.session.options().clone(), saved);
    play.source(CART, &format!("'use strict';\n\n{TEXT}"));
    assert_eq!(lines_of_breakpoints(&play), [6]);
}

#[test]
fn what_keeps_a_breakpoint_from_halting_stays_said_when_it_is_set() {
    let mut play = halted_in_a_file();
    let script = crate::api::ids::ScriptPath::from(CART);
    let lines = [2, 2, 3, 4, 4].map(|line| Some(crate::api::ids::Line(line)));
    play.source_text(&script, TEXT, CodeLines::Known(lines.into()));
    let line = crate::api::ids::Line(5);
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    assert!(notice(&play).contains("begins no statement"), "{}", notice(&play));
    play.serve_breakpoints();
    assert!(notice(&play).contains("begins no statement"), "{}", notice(&play));
}

#[test]
fn a_breakpoint_is_ok_only_once_it_is_set() {
    let mut play = Rehearsal::attached();
    let (script, line) = (crate::api::ids::ScriptPath::from(CART), crate::api::ids::Line(4));
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    let kind = |play: &Rehearsal| play.session.notice().map(|notice| notice.kind);
    assert_eq!(kind(&play), Some(crate::session::NoticeKind::Hint), "{}", notice(&play));
    play.serve_breakpoints();
    assert_eq!(notice(&play), "breakpoint at Cart.js:4");
    assert_eq!(kind(&play), Some(crate::session::NoticeKind::Done));
}

#[test]
fn hits_are_counted_anew_when_the_condition_changes() {
    let mut play = halted_in_a_file();
    over_to(&mut play, &[("addProduct()", CART, 4)]);
    let hits = |play: &Rehearsal| play.session.breakpoints().iter().map(|it| it.hits).sum::<u32>();
    assert_eq!(hits(&play), 1);
    let spec = play.session.breakpoints().iter().next().expect("there").spec.clone();
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec.clone())));
    assert_eq!(hits(&play), 1);
    let condition = Some("a > 1".to_owned());
    let spec = crate::session::BreakpointSpec { condition, ..spec };
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    assert_eq!(hits(&play), 0);
}

#[test]
fn a_step_hits_a_conditional_breakpoint_only_if_its_condition_holds() {
    for (answer, hit) in [("true", 1), ("false", 0), ("ReferenceError: b is not defined", 0)] {
        let mut play = halted_in_a_file();
        let life = crate::session::Life::Once;
        let script = crate::api::ids::ScriptPath::from(CART);
        let plain = crate::session::BreakpointSpec::plain(script, crate::api::ids::Line(4));
        let condition = Some("a > b".to_owned());
        let spec = crate::session::BreakpointSpec { condition, life, ..plain };
        play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
        play.serve_breakpoints();
        play.changes.clear();
        over_to(&mut play, &[("addProduct()", CART, 4)]);
        let stopped = play.changes.iter().find_map(|change| match change {
            crate::session::Change::Stopped { reason, breakpoint, .. } => {
                Some((*reason, *breakpoint))
            }
            _ => None,
        });
        assert_eq!(stopped, Some((crate::session::StopReason::Step, None)));
        let left = play.session.breakpoints().iter().count();
        assert!(play.eval("!!(a > b)", answer));
        assert_eq!(left - play.session.breakpoints().iter().count(), hit, "{answer}");
    }
}

#[test]
fn a_breakpoint_that_slides_to_a_line_isnt_at_those_below_it() {
    let mut play = Rehearsal::attached();
    play.source(CART, TEXT);
    let script = crate::api::ids::ScriptPath::from(CART);
    let lines = [2, 2, 3, 4].map(|line| Some(crate::api::ids::Line(line)));
    play.source_text(&script, TEXT, CodeLines::Known(lines.into()));
    let line = crate::api::ids::Line(1);
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    play.serve_breakpoints();
    play.halt(7, &[("addProduct()", CART, 2)]);
    play.variables(&[(Scope::Local, "a", "Number", "1")]);
    over_to(&mut play, &[("addProduct()", CART, 3)]);
    let breakpoint = play.session.breakpoints().iter().next().expect("there");
    assert_eq!((breakpoint.hits, breakpoint.slid_to.map(|line| line.0)), (1, Some(2)));
}

#[test]
fn what_is_in_flight_is_told_with_its_begin() {
    let mut play = halted_at_142();
    assert_eq!(play.session.awaited(), None);
    let asked = play.now;
    play.values(ValuesCommand::Evaluate("f()".to_owned()));
    assert_eq!(play.session.awaited(), Some(("evaluation", asked)));
    play.eval("f()", "1");
    assert_eq!(play.session.awaited().map(|it| it.0), Some("variables"));
    i_is(&mut play, "2");
    assert_eq!(play.session.awaited(), None);
}
