//! Evaluations and watches.

use super::*;
use crate::session::{Children, ConsoleLine, EvalOutcome, Failure, FailureKind, WatchState};

fn outcome(play: &Rehearsal) -> &EvalOutcome {
    match &play.session.console().entries().last().expect("an entry").line {
        ConsoleLine::Eval { outcome, .. } => outcome,
        other => panic!("no evaluation: {other:?}"),
    }
}

fn evaluate(play: &mut Rehearsal, text: &str) {
    play.values(ValuesCommand::Evaluate(text.to_owned()));
}

#[test]
fn results_and_script_errors_are_told_apart() {
    let mut play = halted_at_142();
    evaluate(&mut play, "li.q + 1");
    assert!(matches!(outcome(&play), EvalOutcome::Running));
    play.eval("li.q + 1", "3");
    assert!(matches!(outcome(&play), EvalOutcome::Text(text) if text == "3"));
    assert_eq!(notice(&play), "li.q + 1 = 3", "also where the console is behind another tab");
    evaluate(&mut play, "foo()");
    play.eval("foo()", "ReferenceError: \"foo\" is not defined. ([DEBUGGER EXPR: foo()]#1)");
    let EvalOutcome::ScriptError(error) = outcome(&play) else { panic!("{:?}", outcome(&play)) };
    assert_eq!(error, "ReferenceError: \"foo\" is not defined", "the line above says of what");
}

#[test]
fn paths_give_trees_that_open() {
    let mut play = halted_at_142();
    evaluate(&mut play, "basket");
    play.members("basket", &[("items", "Collection", "x")], 1);
    let EvalOutcome::Tree(tree) = outcome(&play) else { panic!("{:?}", outcome(&play)) };
    let root = tree.node(tree.roots()[0]).expect("it has a root");
    assert_eq!((&*root.type_name, &*root.value), ("Basket", "[Basket 1]"), "known from variables");
    let items = tree.children(root.id).next().expect("a child").id;
    play.tree(items, TreeCommand::Expand);
    assert!(play.members("basket.items", &[("[0]", "Item", "y")], 1));
    over(&mut play);
    play.tree(items, TreeCommand::Collapse);
    play.tree(items, TreeCommand::Expand);
    assert_eq!(play.sent.len(), 1, "only the step: the value's place is gone");
}

/// The server counts the entries of maps and sets; a script doesn't.
#[test]
fn what_a_script_would_not_get_by_a_number_is_evaluated() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::Evaluate("i = 1".to_owned()));
    play.eval("i = 1", "1");
    play.variables(&[
        (Scope::Local, "map", "Map", "[object Map]"),
        (Scope::Local, "list", "Array", "1,2"),
    ]);
    evaluate(&mut play, "map[1]");
    assert!(play.eval("map[1]", "undefined"));
    evaluate(&mut play, "list[1]");
    assert!(play.leaf("list[1]", "Number", "2"), "a path");
}

#[test]
fn a_path_that_leads_nowhere_is_evaluated() {
    let mut play = halted_at_142();
    evaluate(&mut play, "dw.system");
    play.leaf("dw.system", "undefined", "unresolved");
    assert!(play.eval("dw.system", "[JavaPackage dw.system]"));
    assert!(matches!(outcome(&play), EvalOutcome::Text(_)));
}

#[test]
fn an_answer_of_an_earlier_halt_is_labelled() {
    let mut play = halted_at_142();
    evaluate(&mut play, "slow()");
    over(&mut play);
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.eval("slow()", "4");
    let entry = play.session.console().entries().last().expect("an entry");
    assert_eq!(entry.from_halt.map(|halt| halt.0), Some(1));
    assert!(matches!(outcome(&play), EvalOutcome::Text(text) if text == "4"));
}

/// Evaluated, and told to go on before the answer.
fn told_to_go_on(expression: &str) -> Rehearsal {
    let mut play = halted_at_142();
    evaluate(&mut play, expression);
    play.thread(ThreadCommand::Continue);
    play
}

#[test]
fn a_move_does_not_overtake_what_was_typed_before_it() {
    let mut play = told_to_go_on("li.q = 3");
    assert_eq!((count(&play, resumes), word(&play)), (0, "HALTED"));
    assert_eq!(
        notice(&play),
        "T7: resume leaves once li.q = 3 is answered; once more sends it now"
    );
    play.eval("li.q = 3", "3");
    assert_eq!(count(&play, resumes), 1, "it leaves by itself");
    assert!(matches!(outcome(&play), EvalOutcome::Text(text) if text == "3"));

    let mut play = halted_at_142();
    evaluate(&mut play, "li.nope");
    over(&mut play);
    play.leaf("li.nope", "undefined", "unresolved");
    assert_eq!(count(&play, is_step), 0, "it is evaluated now");
    play.eval("li.nope", "undefined");
    assert_eq!(count(&play, is_step), 1);
}

#[test]
fn an_evaluation_that_fails_lets_go_too() {
    let mut play = told_to_go_on("slow()");
    play.fail(is_eval, Failure::new(FailureKind::Silent, "no answer within 15 s", "try again"));
    assert_eq!(count(&play, resumes), 1);
}

#[test]
fn who_insists_does_not_wait_for_an_evaluation() {
    let mut play = told_to_go_on("slow()");
    over(&mut play);
    assert_eq!(
        (count(&play, resumes), count(&play, is_step)),
        (0, 0),
        "another wish, held as well"
    );
    over(&mut play);
    assert_eq!(count(&play, is_step), 1);
}

#[test]
fn a_move_that_waits_for_an_evaluation_can_be_taken_back() {
    let mut play = told_to_go_on("slow()");
    play.thread(ThreadCommand::Cancel);
    assert_eq!(notice(&play), "T7 stays: resume was not sent");
    play.eval("slow()", "4");
    assert_eq!((count(&play, resumes), word(&play)), (0, "HALTED"));

    let mut play = told_to_go_on("slow()");
    play.thread(ThreadCommand::Stop);
    assert_eq!(count(&play, stops), 1, "a stop waits for nothing");
}

#[test]
fn a_move_that_waits_for_an_evaluation_ends_with_the_connection() {
    let mut play = told_to_go_on("slow()");
    play.fail(is_eval, Failure::new(FailureKind::Unauthorized, "401", "log in"));
    assert!(!play.session.connection().is_attached());
    assert_eq!(count(&play, resumes), 0);
    play.attach();
    assert_eq!(count(&play, resumes), 0, "nobody expects it any more");
}

#[test]
fn a_watch_holds_nothing_back() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("f()".to_owned())));
    let id = play.session.watches().iter().next().expect("one").id;
    play.command(Command::Watch(WatchCommand::Confirm(id)));
    over(&mut play);
    assert_eq!(count(&play, is_step), 1);
}

#[test]
fn watches_are_read_again_at_each_halt() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("li.q".to_owned())));
    play.leaf("li.q", "number", "1");
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.variables(&[]);
    assert!(play.leaf("li.q", "number", "2"));
    let watch = play.session.watches().iter().next().expect("one");
    assert_eq!((watch.value(), play.session.watches().changes()), ("2", 1));
    over(&mut play);
    play.stepped(7, &AT_142);
    play.halt(7, &AT_142);
    play.variables(&[]);
    play.leaf("li.q", "undefined", "unresolved");
    let watch = play.session.watches().iter().next().expect("one");
    assert_eq!(watch.state, WatchState::Failed("not in this frame".to_owned()));
}

#[test]
fn a_watch_that_leads_to_nothing_says_what_is_there() {
    for (li, said) in [
        (("undefined", "undefined"), "li is undefined"),
        (("Object", "[object Object]"), "nothing there in li"),
    ] {
        let mut play = Rehearsal::attached();
        play.halt(7, &AT_142);
        assert!(play.variables(&[(Scope::Local, "li", li.0, li.1)]));
        play.command(Command::Watch(WatchCommand::Add("li.q".to_owned())));
        assert!(play.leaf("li.q", "undefined", "unresolved"));
        let watch = play.session.watches().iter().next().expect("one");
        assert_eq!(watch.state, WatchState::Failed(said.to_owned()));
    }
}

#[test]
fn a_watched_object_that_comes_into_scope_is_new_and_can_be_opened() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("res".to_owned())));
    play.leaf("res", "undefined", "unresolved");
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.variables(&[]);
    assert!(play.members("res", &[("view", "null", "null")], 1));
    let watch = play.session.watches().iter().next().expect("one");
    assert_eq!((watch.shown().as_str(), watch.change()), ("{view: null}", &ChangeMark::New));
    let root = watch.tree.node(watch.tree.roots()[0]).expect("there");
    assert_ne!(root.children(), Children::Leaf);
}

#[test]
fn a_watched_object_that_no_list_tells_of_is_summed_up() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("basket.items".to_owned())));
    play.members("basket.items", &[("[0]", "Item", "x"), ("[1]", "Item", "y")], 2);
    let text =
        |play: &Rehearsal| play.session.watches().iter().next().expect("one").value().to_owned();
    assert_eq!(text(&play), "2 items");
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.variables(&[]);
    assert!(play.members("basket.items", &[("[0]", "Item", "x")], 1));
    assert_eq!((text(&play).as_str(), play.session.watches().changes()), ("1 item", 1));
}

#[test]
fn a_watch_that_runs_code_waits_to_be_allowed_once() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("f()".to_owned())));
    assert!(play.sent.is_empty());
    let watch = play.session.watches().iter().next().expect("one");
    assert!(watch.is_eval && watch.state == WatchState::Unconfirmed);
    let id = watch.id;
    play.command(Command::Watch(WatchCommand::Confirm(id)));
    assert!(play.eval("f()", "5"));
    assert_eq!(play.session.watches().iter().next().expect("one").value(), "5");
    let saved = play.session.to_save();
    let again = Rehearsal::new(play.session.options().clone(), saved);
    let watch = again.session.watches().iter().next().expect("it is kept");
    assert!(watch.confirmed);
}

#[test]
fn a_condition_is_tried_out_in_frame_0() {
    let mut play = halted_at_142();
    play.values(ValuesCommand::TestCondition("qty > 5".to_owned()));
    play.eval("!!(qty > 5)", "false");
    assert_eq!(notice(&play), "qty > 5 is false here");
}

#[test]
fn pretty_printing_is_an_evaluation_on_request() {
    let mut play = halted_at_142();
    let basket = play.shown().value_of("basket").expect("it is read").id;
    play.tree(basket, TreeCommand::Pretty);
    play.eval(&crate::session::values::whole("basket"), "{\n  \"a\": 1\n}");
    let pretty = play.session.node(basket).and_then(|node| node.pretty.clone());
    assert_eq!(pretty, Some(Ok("{\n  \"a\": 1\n}".to_owned())));
    play.tree(basket, TreeCommand::Pretty);
    assert!(play.session.node(basket).is_some_and(|node| node.pretty.is_none()));
}
