//! `haltscope replay`: what is no exported history is told before the screen is taken.

use super::{Outcome, Place, refused};

const HALT: &str = r#"{"number":1,"thread":7,"at":0,"how":"over","call_stack":[{"function_name":"","line_number":3,"script_path":"/a/cartridge/x.js"}]}"#;

/// Exit code 2, the file and the words on stderr.
fn fails(outcome: &Outcome, words: &[&str]) {
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
    for word in words {
        assert!(outcome.stderr.contains(word), "{word} in {}", outcome.stderr);
    }
}

#[test]
fn a_file_that_is_no_export_is_refused_with_its_line() {
    for (text, words) in [
        ("", &["it holds no halt", "Space x"][..]),
        ("\n \n", &["it holds no halt"]),
        ("not JSON", &["line 1 is no recorded halt", "Space x"]),
        (&format!("{HALT}\n{{\"number\": 2}}\n"), &["line 2 is no recorded halt", "thread"]),
        (&format!("{HALT}\n{HALT}\n"), &["line 2", "halt 1 does not follow the one before"]),
        (
            &HALT.replace(
                r#"[{"function_name":"","line_number":3,"script_path":"/a/cartridge/x.js"}]"#,
                "[]",
            ),
            &["line 1", "its call stack is empty"],
        ),
        (&format!("{HALT}\n{}", &HALT[..40]), &["line 2 is no recorded halt"]),
    ] {
        let place = Place::new().file("out.jsonl", text);
        let outcome = place.run(&["replay", "out.jsonl"]);
        fails(&outcome, words);
        fails(&outcome, &["out.jsonl"]);
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let place = Place::new();
    fails(&place.run(&["replay", "gone.jsonl"]), &["gone.jsonl", "No such file"]);
    let bytes = place.path().join("bytes");
    std::fs::write(bytes, [0xff, 0xfe, 0]).expect("written");
    fails(&place.run(&["replay", "bytes"]), &["bytes: it is no text"]);
    refused(&place.run(&["replay"]), &["<FILE>"]);
}

#[test]
fn a_recording_needs_a_terminal() {
    let place = Place::new().file("out.jsonl", HALT);
    refused(&place.run(&["replay", "out.jsonl"]), &["needs a terminal"]);
}
