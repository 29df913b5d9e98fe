//! Questions about a frame: each has its answer, once.

use super::*;
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use crate::session::{Change, Failure, Question, QuestionId, Reply, Spot, Told, Variable};

fn ask(play: &mut Rehearsal, id: u64, frame: usize, question: Question) {
    let spot = Spot { thread: ThreadId(7), frame };
    play.command(Command::Ask { id: QuestionId(id), spot, question });
}

fn members(path: &str) -> Question {
    Question::Members { path: path.to_owned(), page: Page::first() }
}

/// Every answer that a question got.
fn replies(play: &Rehearsal, id: u64) -> Vec<&Result<Reply, Failure>> {
    let of = |change| match change {
        &Change::Answered { id: of, ref reply } if of == QuestionId(id) => Some(reply),
        _ => None,
    };
    play.changes.iter().filter_map(of).collect()
}

fn list(play: &Rehearsal, id: u64) -> &[Variable] {
    match replies(play, id).as_slice() {
        [Ok(Reply::Variables(variables))] => &variables.list,
        other => panic!("{other:?}"),
    }
}

fn cause(play: &Rehearsal, id: u64) -> &str {
    match replies(play, id).as_slice() {
        [Err(failure)] => &failure.cause,
        other => panic!("{other:?}"),
    }
}

#[test]
fn variables_that_are_read_cost_no_call() {
    let mut play = halted_at_142();
    ask(&mut play, 1, 0, Question::Variables);
    let names: Vec<_> = list(&play, 1).iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["i", "basket"]);
    assert_eq!(count(&play, is_variables), 0);
    assert!(!list(&play, 1)[0].has_members() && list(&play, 1)[1].has_members());
}

#[test]
fn variables_under_way_are_waited_for_and_asked_for_once() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    ask(&mut play, 1, 0, Question::Variables);
    ask(&mut play, 2, 0, Question::Variables);
    assert_eq!((count(&play, is_variables), replies(&play, 1).len()), (1, 0));
    play.variables(&[(Scope::Local, "i", "Number", "2")]);
    assert_eq!((list(&play, 1).len(), list(&play, 2).len()), (1, 1));
}

#[test]
fn outer_frames_are_read_beside_the_current_one() {
    let mut play = halted_at_142();
    ask(&mut play, 1, 1, Question::Variables);
    assert_eq!(count(&play, is_variables), 1);
    play.variables(&[(Scope::Local, "outer", "Number", "1")]);
    assert_eq!(list(&play, 1)[0].name, "outer");
    ask(&mut play, 2, 0, Question::Variables);
    assert_eq!(list(&play, 2)[0].name, "i", "the current frame stays read");
    ask(&mut play, 3, 2, Question::Variables);
    assert!(cause(&play, 3).contains("no frame 2"), "{}", cause(&play, 3));
}

#[test]
fn members_come_with_their_paths_and_their_total() {
    let mut play = halted_at_142();
    ask(&mut play, 1, 0, members("basket.items"));
    play.members("basket.items", &[("[0]", "Item", "x"), ("a.b", "Item", "y")], 1_204);
    let paths: Vec<_> = list(&play, 1).iter().map(|it| it.path()).collect();
    assert_eq!(paths, [Some("basket.items[0]"), None]);
    let [Ok(Reply::Variables(page))] = replies(&play, 1)[..] else { panic!("no page") };
    assert_eq!((page.start, page.total), (0, 1_204));
}

#[test]
fn results_and_errors_of_the_script_are_told_apart_and_stand_in_the_history() {
    let mut play = halted_at_142();
    ask(&mut play, 1, 0, Question::Evaluate("i + 1".to_owned()));
    ask(&mut play, 2, 0, Question::Evaluate("foo()".to_owned()));
    play.eval("foo()", "ReferenceError: \"foo\" is not defined.");
    play.eval("i + 1", "3");
    assert_eq!(
        replies(&play, 1),
        [&Ok(Reply::Evaluated(Ok(Told { text: "3".to_owned(), held: None })))]
    );
    let [Ok(Reply::Evaluated(Err(error)))] = replies(&play, 2)[..] else { panic!("no error") };
    assert!(error.starts_with("ReferenceError"));
    let halt = play.session.history().halts().next_back().expect("recorded");
    assert_eq!(halt.console.len(), 2);
}

#[test]
fn a_thread_that_moves_on_answers_every_question_once() {
    let mut play = halted_at_142();
    ask(&mut play, 1, 0, members("basket"));
    ask(&mut play, 2, 1, Question::Variables);
    over(&mut play);
    for id in [1, 2] {
        assert!(cause(&play, id).contains("moved on"), "{}", cause(&play, id));
    }
    play.members("basket", &[("items", "Collection", "x")], 1);
    play.variables(&[]);
    assert_eq!((replies(&play, 1).len(), replies(&play, 2).len()), (1, 1));
    ask(&mut play, 3, 0, Question::Variables);
    assert!(cause(&play, 3).contains("not halted"), "{}", cause(&play, 3));
}

#[test]
fn a_step_that_has_arrived_can_be_asked_before_a_list_agrees() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    ask(&mut play, 1, 0, Question::Variables);
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    assert_eq!(list(&play, 1)[0].value, "3");
    play.halt(7, &AT_143);
    ask(&mut play, 2, 0, Question::Variables);
    assert_eq!(list(&play, 2)[0].value, "3", "read once");
}

#[test]
fn what_can_not_be_read_is_told_with_its_cause() {
    let mut play = Rehearsal::attached();
    play.halt(7, &AT_142);
    ask(&mut play, 1, 0, Question::Variables);
    ask(&mut play, 2, 0, members("basket"));
    play.fail(is_variables, crate::session::rehearsal::unreachable());
    assert_eq!(cause(&play, 1), "connection refused");
    play.fail(|it| matches!(it, Request::Members { .. }), crate::session::rehearsal::client_gone());
    assert!(cause(&play, 2).starts_with("412"));
    ask(&mut play, 3, 0, members("basket"));
    // Another list says so too: the client is gone, and all its threads.
    play.fail(crate::session::rehearsal::is_list, crate::session::rehearsal::client_gone());
    play.pass(std::time::Duration::from_secs(5));
    assert_eq!(replies(&play, 3).len(), 1);
}

#[test]
fn many_frames_of_one_thread_are_bounded() {
    let mut play = Rehearsal::attached();
    let names: Vec<String> = (0..100).map(|at| format!("f{at}()")).collect();
    let frames: Vec<PlayedFrame<'_>> = names.iter().map(|name| (name.as_str(), CART, 1)).collect();
    play.halt(7, &frames);
    play.variables(&[]);
    for frame in 1..100 {
        ask(&mut play, frame, usize::try_from(frame).expect("small"), Question::Variables);
        play.variables(&[]);
        assert_eq!(list(&play, frame).len(), 0, "{frame}");
    }
    let kept = (0..100).filter(|frame| {
        let spot = Spot { thread: ThreadId(7), frame: *frame };
        play.session.tree(crate::session::Home::Frame(spot)).is_some()
    });
    assert_eq!(kept.count(), 32);
}
