//! History, and what is said while nothing halts.

use super::*;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::telling::answered;
use crate::session::verdict::ConditionVerdict;
use crate::session::{
    BreakpointSpec, CodeLines, Condition, Effect, Evaluated, Extent, HaltNumber, History, Home,
    Mask, NodeKind, Options, Outline, Question, QuestionId, Recording, Saved, Session, Spot,
    Unparsed,
};
use std::cell::Cell;
use std::time::Duration;

/// The names of a path, as far as these tests need it.
#[expect(clippy::unnecessary_wraps, reason = "a mask may ask what can't be parsed")]
fn read_names(text: &str) -> Option<Vec<Vec<Option<String>>>> {
    let names = text.trim_matches(['(', ')']).split('.');
    Some(vec![names.map(|name| Some(name.to_owned())).collect()])
}

fn two_halts() -> Rehearsal {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.variables(&[(Scope::Local, "i", "Number", "3"), (Scope::Local, "basket", "Basket", "x")]);
    play
}

#[test]
fn a_past_halt_is_shown_as_it_was() {
    let play = two_halts();
    let scene = play.session.past(HaltNumber(1), 0).expect("it is kept");
    assert_eq!(scene.frame.map(|frame| frame.line), Some(Line(142)));
    assert_eq!(&*scene.value_of("i").expect("it was read").value, "2");
    assert_eq!(&*play.shown().value_of("i").expect("it is read").value, "3");
    let present = play.session.past(HaltNumber(2), 0).expect("it is kept");
    assert_eq!(present.home, Some(Home::frame(ThreadId(7), 0)), "the present one is live");
    assert!(play.session.past(HaltNumber(3), 0).is_none());
}

#[test]
fn nodes_of_a_past_halt_open_without_a_request() {
    let mut play = two_halts();
    let (home, closure) = {
        let scene = play.session.past(HaltNumber(1), 0).expect("it is kept");
        let tree = scene.tree.expect("it was read");
        let root = tree.scope(crate::session::ScopeKind::Closure).expect("a root").id;
        (scene.home.expect("it has one"), root)
    };
    play.command(Command::Tree(home, closure, TreeCommand::Expand));
    let tree = play.session.tree(home).expect("it is kept");
    assert!(tree.node(closure).expect("there").is_open());
    assert!(play.sent.is_empty());
}

#[test]
fn two_halts_are_compared_by_value() {
    let play = two_halts();
    let comparison = play.session.compare(HaltNumber(2), HaltNumber(1)).expect("both were read");
    let names: Vec<_> = comparison.differences.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["local.basket", "local.i"]);
    assert_eq!(comparison.differences[1].older.as_deref(), Some("2"));
    assert_eq!(comparison.differences[1].newer.as_deref(), Some("3"));
}

/// What is known of two halts at which only what an object holds is another one.
fn held(at_each: [&[(&str, &str, &str)]; 2]) -> crate::session::Comparison {
    let mut play = Rehearsal::attached();
    for (at, members) in [&AT_142, &AT_143].into_iter().zip(at_each) {
        if at == &AT_142 {
            play.halt(7, at);
        } else {
            over_to(&mut play, at);
        }
        play.variables(&[(Scope::Local, "res", "Object", "[object Object]")]);
        if !members.is_empty() {
            let spot = crate::session::Spot { thread: ThreadId(7), frame: 0 };
            let page = crate::api::paging::Page { start: 0, count: 8 };
            let question = crate::session::Question::Members { path: "res".to_owned(), page };
            play.command(Command::Ask { id: crate::session::QuestionId(1), spot, question });
            assert!(play.members("res", members, members.len() as u64));
        }
    }
    play.session.compare(HaltNumber(1), HaltNumber(2)).expect("both were read")
}

#[test]
fn two_halts_are_compared_by_what_their_objects_hold() {
    let compared = held([
        &[("view", "null", "null"), ("old", "number", "1")],
        &[("view", "string", "walk"), ("new", "number", "2")],
    ]);
    let told: Vec<_> = compared
        .differences
        .iter()
        .map(|it| (it.name.as_str(), it.older.as_deref(), it.newer.as_deref()))
        .collect();
    let expected = [
        ("local.res.new", None, Some("2")),
        ("local.res.old", Some("1"), None),
        ("local.res.view", Some("null"), Some("walk")),
    ];
    assert_eq!(told, expected);
    assert!(compared.unread.is_empty());
}

#[test]
fn what_only_one_halt_has_read_is_no_difference_and_named() {
    let compared = held([&[], &[("view", "string", "walk")]]);
    assert_eq!((compared.differences, compared.unread), (vec![], vec!["local.res".to_owned()]));
}

#[test]
fn the_timeline_of_a_value_has_a_row_for_each_change() {
    let mut play = two_halts();
    over_to(&mut play, &AT_142);
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    over_to(&mut play, &AT_143);
    play.variables(&[(Scope::Local, "i", "Number", "4")]);
    let key = play.shown().tree.and_then(crate::session::Tree::key).expect("a function").clone();
    let turns = play.session.timeline(&key, "i");
    let turns: Vec<_> = turns
        .iter()
        .map(|turn| (turn.halt.0, turn.place.as_str(), turn.before.as_deref(), turn.now.as_str()))
        .collect();
    let expected = [
        (1, "Cart.js:142", None, "2"),
        (2, "Cart.js:143", Some("2"), "3"),
        (4, "Cart.js:143", Some("3"), "4"),
    ];
    assert_eq!(turns, expected);
}

#[test]
fn history_keeps_two_hundred_halts() {
    let mut play = halted_at_142();
    for step in 0..210_u32 {
        over(&mut play);
        let at = [("addProduct()", CART, 200 + step)];
        play.stepped(7, &at);
        play.halt(7, &at);
    }
    assert_eq!(play.session.history().halts().len(), History::HALTS);
    assert_eq!(play.session.history().newest(), Some(HaltNumber(211)));
}

#[test]
fn history_keeps_at_most_64_megabytes() {
    let mut play = halted_at_142();
    let megabytes = "x".repeat(8 * 1024 * 1024);
    for step in 0..12_u32 {
        over(&mut play);
        let at = [("addProduct()", CART, 200 + step)];
        play.stepped(7, &at);
        play.halt(7, &at);
        play.variables(&[(Scope::Local, "big", "string", &megabytes)]);
    }
    let halts = play.session.history().halts().len();
    assert!((7..=9).contains(&halts), "{halts}");
}

/// What an expression gave holds the member that a path means: the console, a watch and an answer show it, an export
/// doesn't.
#[test]
fn an_export_masks_members_of_what_an_expression_gave() {
    let play = halted_at_142();
    let mut options = play.session.options().clone();
    options.mask = Mask::new(&["customer.profile".to_owned()], read_names);
    let mut play = Rehearsal::new(options, play.session.to_save());
    play.attach();
    play.halt(7, &AT_142);
    play.variables(&[]);
    let answer = answered(&[
        "[object Object]",
        "",
        "2",
        "ID",
        "string",
        "c7",
        "profile",
        "object",
        "Ada, ada@example.com",
    ]);
    let spot = Spot { thread: ThreadId(7), frame: 0 };
    let evaluate = |text: &str| Command::Values(spot, ValuesCommand::Evaluate(text.to_owned()));
    play.command(evaluate("getCustomer()"));
    assert!(play.eval("getCustomer()", &answer));
    play.command(evaluate("(customer.profile)"));
    assert!(play.eval("(customer.profile)", "Ada, ada@example.com"));
    let question = Question::Evaluate("theCustomer()".to_owned());
    play.command(Command::Ask { id: QuestionId(1), spot, question });
    assert!(play.eval("theCustomer()", &answer));
    play.command(Command::Watch(WatchCommand::Add("customerOf(1)".to_owned())));
    let watch = play.session.watches().iter().next().expect("there").id;
    play.command(Command::Watch(WatchCommand::Confirm(watch)));
    assert!(play.eval("customerOf(1)", &answer));
    let shown = play.session.history().get(HaltNumber(1)).expect("kept").console[0].text.clone();
    assert!(shown.contains("ada@example.com"), "the screen shows it: {shown}");
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let written = written(&play);
    assert!(!written.contains("example.com"), "{written}");
    assert_eq!(written.matches("c7").count(), 3, "and tells the rest: {written}");
}

#[test]
fn an_export_masks_the_configured_paths() {
    let mut play = two_halts();
    let mut options = play.session.options().clone();
    options.mask = Mask::new(&["basket".to_owned()], read_names);
    let mut masked = Rehearsal::new(options, play.session.to_save());
    masked.attach();
    masked.halt(7, &AT_142);
    masked.variables(&[
        (Scope::Local, "basket", "Basket", "secret"),
        (Scope::Local, "i", "Number", "2"),
    ]);
    masked.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let masked = written(&masked);
    assert!(!masked.contains("secret") && masked.contains("***"), "{masked}");
    let plain = written(&play);
    assert_eq!(plain.lines().count(), 2);
    for line in plain.lines() {
        let halt: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        assert_eq!(halt["call_stack"][0]["script_path"], CART);
    }
}

#[test]
fn after_half_a_minute_the_reasons_are_looked_for() {
    let mut play = Rehearsal::attached();
    play.source("/other/cartridge/controllers/Cart.js", "");
    play.source(CART, "var a;\n\n// nothing\nvar b;\n");
    play.command(Command::Breakpoint(BreakpointCommand::Toggle {
        script: ScriptPath::from(CART),
        line: Line(3),
    }));
    play.command(Command::Breakpoint(BreakpointCommand::Toggle {
        script: ScriptPath::from("/gone/cartridge/x.js"),
        line: Line(1),
    }));
    play.serve_breakpoints();
    assert!(play.session.why_no_halt(play.now).is_empty());
    let findings = play.session.why_no_halt(play.now + Duration::from_secs(31));
    let text: Vec<&str> = findings.iter().map(|finding| finding.text.as_str()).collect();
    let text = text.join("\n");
    for part in ["no cartridge gone", "other has the same path", "has no code", "cache"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(findings.iter().any(|finding| finding.is_likely));
    play.command(Command::Request {
        method: "GET".to_owned(),
        url: "Cart-Show".to_owned(),
        body: None,
    });
    let findings = play.session.why_no_halt(play.now + Duration::from_secs(31));
    assert_eq!(findings[0].text, "GET Cart-Show is not answered for 31 s: it may still come by");
    assert!(findings.iter().all(|it| !it.text.contains("cache")), "nothing is decided yet");
}

#[test]
fn a_parsed_script_tells_where_its_breakpoints_halt() {
    let mut play = Rehearsal::attached();
    let script = ScriptPath::from(CART);
    let toggle = BreakpointCommand::Toggle { script: script.clone(), line: Line(2) };
    play.command(Command::Breakpoint(toggle));
    play.source(CART, "var a = 1;\nvar b = 2;\nvar c = 3;\n");
    let worst = |play: &Rehearsal| {
        let breakpoint = play.session.breakpoints().iter().next().expect("it was set");
        play.session.verdict(breakpoint).worst(&breakpoint.spec).map(|concern| concern.short)
    };
    assert_eq!(worst(&play), None, "lines look like code, and nobody has parsed them");
    let code = CodeLines::Known([1, 3, 3].map(|line| Some(Line(line))).into());
    play.source_text(&script, "var a = 1;\n/*\n var b */ var c = 3;\n", code);
    assert_eq!(worst(&play).as_deref(), Some("halts at 3"));
    play.source_text(&script, "var a = 1;\n", CodeLines::Known([Some(Line(1))].into()));
    assert_eq!(worst(&play).as_deref(), Some("behind the file's end"));
}

#[test]
fn a_condition_is_parsed_when_it_is_written_not_whenever_it_is_shown() {
    thread_local! {
        static PARSED: Cell<usize> = const { Cell::new(0) };
    }
    fn parse(text: &str) -> Result<Condition, Unparsed> {
        PARSED.set(PARSED.get() + 1);
        let why = Unparsed { line: Line(1), message: "odd".to_owned(), rhino_only: None };
        if text == "i >" { Err(why) } else { Ok(Condition::Tests) }
    }
    let options = Options { parse_condition: Some(parse), ..Options::default() };
    let mut play = Rehearsal::new(options, Saved::default());
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    for (condition, expected) in [("i >", true), ("i > 3", false)] {
        spec.condition = Some(condition.to_owned());
        PARSED.set(0);
        play.command(Command::Breakpoint(BreakpointCommand::Set(spec.clone())));
        for _ in 0..3 {
            let breakpoint = play.session.breakpoints().iter().next().expect("it was set");
            let verdict = play.session.verdict(breakpoint).condition;
            assert_eq!(matches!(verdict, ConditionVerdict::Broken(_)), expected, "{condition}");
        }
        assert_eq!(PARSED.get(), 1, "{condition}");
    }
}

#[test]
fn inline_values_are_names_of_the_current_function_that_are_read() {
    let mut play = halted_at_142();
    let mut text = "\n".repeat(139);
    text.push_str("for (var i = 0;;) {\n  basket.i;\n  run(i, \"basket\");\n  later(i);\n");
    play.source(CART, &text);
    let source = play.session.sources().get(&ScriptPath::from(CART)).expect("it is here");
    let shown = |outline: Option<&Outline>| {
        let values = play.shown().inline_values((source, outline), 1..200);
        let named = values.iter().map(|value| (value.line.0, value.node.name.clone()));
        named.collect::<Vec<_>>()
    };
    let at = |line: u32, name: &str| (line, name.to_owned());
    assert_eq!(shown(None), [at(140, "i"), at(141, "basket"), at(142, "i")]);
    let extent = |first, last| Extent { first: Line(first), last: Line(last), end: None };
    let extents = vec![extent(130, 160), extent(139, 141), extent(141, 150)];
    let outline = Outline { extents, ..Outline::default() };
    assert_eq!(shown(Some(&outline)), [at(142, "i")]);
    // A callback on the line itself.
    let extents = vec![extent(130, 160), extent(142, 142)];
    let outline = Outline { extents, ..Outline::default() };
    assert_eq!(shown(Some(&outline)), [at(142, "i")]);
}

#[test]
fn a_halt_that_was_left_before_its_variables_came_says_so() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    over(&mut play);
    play.stepped(7, &AT_142);
    play.halt(7, &AT_142);
    play.variables(&[(Scope::Local, "i", "Number", "4")]);
    let refused = play.session.compare(HaltNumber(2), HaltNumber(3));
    assert_eq!(refused, Err("the variables of halt 2 were never read".to_owned()));
    let scene = play.session.past(HaltNumber(2), 0).expect("it is kept");
    assert!(scene.tree.is_none(), "nothing was read there");
}

#[test]
fn an_export_is_read_again_as_it_was() {
    let mut play = two_halts();
    over_to(&mut play, &AT_142);
    play.variables(&[(Scope::Local, "i", "Number", "3"), (Scope::Local, "a.b", "Number", "9")]);
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let replayed = replayed(&written(&play));
    assert_eq!(replayed.replayed(), Some("out.jsonl"));
    let told = |session: &Session| -> Vec<String> {
        let halts = session.history().halts().map(|halt| halt.number);
        halts.flat_map(|number| values(session, number)).collect()
    };
    assert_eq!(told(&replayed), told(&play.session));
    assert!(
        told(&replayed).iter().any(|line| line.contains("local.a.b 9")),
        "{:?}",
        told(&replayed)
    );
}

/// The text that was written last.
fn written(play: &Rehearsal) -> String {
    let text = play.effects.iter().rev().find_map(|effect| match effect {
        Effect::WriteFile { text, .. } => Some(text.clone()),
        _ => None,
    });
    text.expect("it is written")
}

/// A session that shows an export.
fn replayed(text: &str) -> Session {
    let recording = Recording::read("out.jsonl", text).expect("it reads");
    let options = Options { started_at: recording.began_at(), ..Options::default() };
    let mut session = Session::new(options, Saved::default());
    session.replay(recording);
    session
}

/// Halted twice, the caller's frame looked at both times.
fn two_halts_with_callers() -> Rehearsal {
    let mut play = halted_at_142();
    play.look_at(7, 1);
    play.variables(&[
        (Scope::Local, "item", "Item", "[Item 1]"),
        (Scope::Local, "n", "Number", "1"),
    ]);
    play.look_at(7, 0);
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    play.look_at(7, 1);
    play.variables(&[
        (Scope::Local, "item", "Item", "[Item 1]"),
        (Scope::Local, "n", "Number", "2"),
    ]);
    play
}

#[test]
fn an_export_tells_every_frame_that_was_read_also_of_the_present_halt() {
    let mut play = two_halts_with_callers();
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let session = replayed(&written(&play));
    for number in [HaltNumber(1), HaltNumber(2)] {
        for frame in [0, 1] {
            let told = values_of_frame(&session, number, frame);
            assert_eq!(told, values_of_frame(&play.session, number, frame), "{number} #{frame}");
            assert!(!told.is_empty(), "{number} #{frame}");
        }
    }
    let caller = values_of_frame(&session, HaltNumber(2), 1).join("\n");
    assert!(caller.contains("local.n 2 Changed { was: \"1\" }"), "{caller}");
}

#[test]
fn a_frame_that_was_never_read_is_told_as_one_also_after_an_export() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    over(&mut play);
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let session = replayed(&written(&play));
    let is_read = |number, frame| session.past(number, frame).is_some_and(|it| it.tree.is_some());
    assert!(is_read(HaltNumber(1), 0));
    assert!(!is_read(HaltNumber(1), 1), "nobody looked at the caller");
    assert!(!is_read(HaltNumber(2), 0), "the thread went on before");
}

#[test]
fn an_export_tells_the_watches_of_the_present_halt_too() {
    let mut play = halted_at_142();
    play.command(Command::Watch(WatchCommand::Add("i".to_owned())));
    play.leaf("i", "Number", "2");
    play.command(Command::ExportHistory("/tmp/out.jsonl".into()));
    let session = replayed(&written(&play));
    let halt = session.history().get(HaltNumber(1)).expect("it is kept");
    assert_eq!(halt.watches, [Evaluated::new("i".to_owned(), "2".to_owned())]);
}

#[test]
fn an_export_of_before_tells_the_current_frame_alone() {
    const OLD: &str = r#"{"number":1,"thread":7,"at":0,"how":"over","call_stack":[
        {"function_name":"f()","line_number":3,"script_path":"/a/cartridge/x.js"},
        {"function_name":"g()","line_number":9,"script_path":"/a/cartridge/x.js"}],
        "variables":[{"scope":"local","path":"i","type":"Number","value":"2"}],
        "watches":[],"console":[]}"#;
    let session = replayed(&OLD.replace('\n', " "));
    assert_eq!(values_of_frame(&session, HaltNumber(1), 0).len(), 1);
    assert!(session.past(HaltNumber(1), 1).is_some_and(|scene| scene.tree.is_none()));
}

#[test]
fn what_an_export_tells_of_a_frame_that_its_stack_lacks_is_refused() {
    const HALT: &str = r#"{"number":1,"thread":7,"at":0,"how":"over","call_stack":[
        {"function_name":"f()","line_number":3,"script_path":"/a/cartridge/x.js"}],
        "outer_frames":[{"frame":1,"variables":[]}]}"#;
    let refused = Recording::read("out.jsonl", &HALT.replace('\n', " "));
    let why = refused.expect_err("there is no such frame").to_string();
    assert_eq!(why, "line 1 is no recorded halt: its call stack has no frame 1");
}

/// Every variable of a halt with its change, and the stack.
fn values(session: &Session, number: HaltNumber) -> Vec<String> {
    let scene = session.past(number, 0).expect("it is kept");
    let mut lines = values_of_frame(session, number, 0);
    lines.extend(scene.frames.iter().map(|frame| format!("{frame:?}")));
    lines
}

/// Every variable of a halt's frame with its change.
fn values_of_frame(session: &Session, number: HaltNumber, frame: usize) -> Vec<String> {
    let scene = session.past(number, frame).expect("it is kept");
    let tree = scene.tree.expect("it was read");
    let mut lines: Vec<String> = tree
        .nodes()
        .filter(|node| node.kind == NodeKind::Value && !node.type_name.is_empty())
        .filter(|node| node.change != ChangeMark::Gone && !node.stale)
        .map(|node| {
            let name = tree.key_of(node.id).0.join(".");
            format!("{number} {name} {} {:?}", node.value, node.change)
        })
        .collect();
    lines.sort();
    lines
}
