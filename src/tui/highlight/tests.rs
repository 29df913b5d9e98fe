use super::*;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

fn lines(text: &str) -> Lines {
    text.lines().map(str::to_owned).collect()
}

fn worker() -> (Worker, Receiver<Batch>) {
    let (answers, inbox) = channel();
    let deliver = move |batch| match answers.send(batch) {
        Ok(()) => Delivered::Taken,
        Err(_) => Delivered::ClosedDown,
    };
    (Worker::start(deliver).expect("a thread"), inbox)
}

fn answer(inbox: &Receiver<Batch>) -> Batch {
    inbox.recv_timeout(Duration::from_mins(1)).expect("the worker answers")
}

/// Each line as `role:text` pieces after the whole script was read.
fn coloured(file: &str, text: &str) -> Vec<String> {
    let (worker, inbox) = worker();
    let (script, lines) = (ScriptPath::from(file), lines(text));
    let mut highlights = Highlights::default();
    let job = highlights.want(&script, &lines, 0..lines.len()).expect("nothing is known yet");
    worker.send(job);
    highlights.apply(answer(&inbox));
    highlights.apply(answer(&inbox));
    let piece = |line: &str, span: &Span| {
        format!("{}:{}", span.role.name(), &line[span.start as usize..span.end as usize])
    };
    let line = |(at, line): (usize, &String)| {
        let spans = highlights.spans(&script, at);
        spans.iter().map(|span| piece(line, span)).collect::<Vec<_>>().join(" ")
    };
    lines.iter().enumerate().map(line).collect()
}

#[test]
fn scripts_templates_and_settings_are_coloured() {
    for (file, text, expect) in [
        ("/a/b.js", "var n = 12; // why", "keyword:var number:12 comment:// why"),
        ("/a/b.ds", "return \"a\" + this.b;", "keyword:return string:\"a\" constant:this"),
        ("/a/b.js", "if (empty(x)) { x = null; }", "keyword:if function:empty constant:null"),
        ("/a/b.json", "{\"a\": true}", "tag:\"a\" constant:true"),
        ("/a/b.isml", "<div class=\"x\">", "tag:div tag:class string:\"x\""),
        ("/a/b.unknown", "var n", ""),
        ("/a/none", "var n", ""),
    ] {
        if expect.is_empty() {
            assert!(Lexer::new().start(file).is_none(), "{file}");
            continue;
        }
        assert_eq!(coloured(file, text), [expect], "{file}: {text}");
    }
}

use lexer::Lexer;

#[test]
fn code_inside_a_template_string_is_code() {
    let line = coloured("/a/b.js", "`a ${b + 1} c`").remove(0);
    assert!(line.contains("number:1") && line.contains("string:`a "), "{line}");
    assert!(!line.contains("string:b"), "{line}");
}

#[test]
fn the_screen_comes_first_and_the_whole_script_corrects_it() {
    let (worker, inbox) = worker();
    let script = ScriptPath::from("/a/b.js");
    let text = format!("/*\n{}*/ var a;\n", "still a comment\n".repeat(5_000));
    let lines = lines(&text);
    let mut highlights = Highlights::default();
    worker.send(highlights.want(&script, &lines, 4_000..4_040).expect("a job"));
    let first = answer(&inbox);
    assert_eq!((first.first, first.spans.len()), (4_000, 40));
    highlights.apply(first);
    while highlights.spans(&script, 5_001).is_empty() {
        highlights.apply(answer(&inbox));
    }
    let comment = Span { start: 0, end: 15, role: Role::Comment };
    assert_eq!(highlights.spans(&script, 4_000), [comment]);
}

#[test]
fn a_script_that_is_looked_at_now_goes_before_a_long_one() {
    let (worker, inbox) = worker();
    let long = lines(&"var a = 1;\n".repeat(20_000));
    let short = lines("var b;");
    let mut highlights = Highlights::default();
    worker.send(highlights.want(&"/a/long.js".into(), &long, 0..40).expect("a job"));
    answer(&inbox);
    worker.send(highlights.want(&"/a/short.js".into(), &short, 0..40).expect("a job"));
    let before = std::iter::repeat_with(|| answer(&inbox))
        .take_while(|batch| batch.script.as_str() != "/a/short.js")
        .count();
    assert!(before < 20_000 / 250, "{before} answers came before");
}

#[test]
fn asking_twice_is_one_job_and_a_changed_text_is_asked_for_again() {
    let script = ScriptPath::from("/a/b.js");
    let (old, new) = (lines("var a;"), lines("var b;"));
    let mut highlights = Highlights::default();
    let job = highlights.want(&script, &old, 0..10).expect("a job");
    assert!(highlights.want(&script, &old, 0..1).is_none());
    assert!(highlights.want(&script, &new, 0..1).is_some());
    let (worker, inbox) = worker();
    worker.send(job);
    highlights.apply(answer(&inbox));
    assert_eq!(highlights.spans(&script, 0), [], "the old text's colours are not the new one's");
}

#[test]
fn a_line_of_a_megabyte_costs_its_beginning() {
    let line = coloured("/a/b.js", &"var a = 1;".repeat(100_000)).remove(0);
    assert!(line.len() < 20_000, "{}", line.len());
}

#[test]
fn only_so_many_scripts_are_kept() {
    let mut highlights = Highlights::default();
    for number in 0..KEPT_SCRIPTS * 2 {
        let script = ScriptPath(format!("/a/{number}.js"));
        assert!(highlights.want(&script, &lines("var a;"), 0..1).is_some());
        assert!(highlights.scripts.len() <= KEPT_SCRIPTS);
    }
}
