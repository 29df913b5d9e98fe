//! Text that would break a careless screen: it must stay whole, and nothing may steer the terminal.

use super::shop::{self, CART, instance, options, saved};
use super::stage::{Instance, Stage, halted, member};
use super::{SIZES, assert_whole, screen};
use crate::api::debugger::{Member, Scope};
use crate::api::ids::{Line, ScriptPath};
use crate::session::{
    BreakpointSpec, Command, ConnectionCommand, Failure, FailureKind, NoticeKind, Options, Saved,
    ValuesCommand,
};
use crate::tui::settings::Settings;
use crate::tui::text::Charset;
use crate::tui::ui::{Pane, Zoom};
use std::time::Duration;

/// Far more than any screen holds, and than one frame may copy.
const LONG: usize = 1 << 14;

/// Each of them alone has broken some terminal program.
fn texts() -> Vec<String> {
    vec![
        "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[2J\x1b[H \u{9b}31m".to_owned(),
        "line\nline\r\nline\ttab\0end\u{7f}\u{85}".to_owned(),
        "商店街の商品 カート 한국어 ｆｕｌｌ".to_owned(),
        "👨\u{200d}👩\u{200d}👧\u{200d}👦 👍\u{1f3fd} ❤\u{fe0f} 🇩🇪 1\u{fe0f}\u{20e3}".to_owned(),
        format!("e\u{301}a{}z", "\u{301}\u{20dd}".repeat(300)),
        "\u{301}\u{200d}\u{fe0f}starts with marks".to_owned(),
        "\u{202e}evil\u{202c} \u{2066}x\u{2069} \u{200f}שלום עולם مرحبا".to_owned(),
        "\u{feff}\u{200b}\u{2060}\u{ad}\u{e0041}\u{fffd}\u{2028}x".to_owned(),
        "\u{1f468}\u{1f3fb}\u{1f3fc}\u{1f3fd}".to_owned(),
        "x".repeat(LONG),
        "商".repeat(LONG),
        "\u{301}".repeat(LONG),
        "{a, ".repeat(LONG) + "}",
        String::new(),
    ]
}

fn variable(name: &str, type_name: &str, value: &str) -> Member {
    Member { scope: Some(Scope::Local), ..member("", name, type_name, value) }
}

/// A session in which everything that can be a text is this one.
fn stage(text: &str, charset: Charset) -> Stage {
    let path = format!("/cart/{text}.js");
    let variables =
        vec![variable(text, text, text), variable("a", "Object", text), variable("b", text, "1")];
    let instance = Instance {
        variables,
        sources: [(ScriptPath::from(CART), format!("{text}\nvar a = '{text}';\n{text}"))].into(),
        evals: [("1 + 1".to_owned(), text.to_owned())].into(),
        members: [
            (
                "a".to_owned(),
                (vec![member("a", text, text, text), member("a", "c", "Object", text)], 2),
            ),
            (text.to_owned(), (vec![member("", text, text, text)], 1)),
        ]
        .into(),
        ..instance()
    };
    let at = |line| BreakpointSpec::plain(ScriptPath::from(CART), Line(line));
    let saved = Saved {
        breakpoints: vec![
            BreakpointSpec { condition: Some(text.to_owned()), ..at(1) },
            BreakpointSpec { log: Some(text.to_owned()), ..at(3) },
            BreakpointSpec::plain(ScriptPath(path.clone()), Line(9)),
        ],
        watches: vec![text.to_owned(), "a".to_owned()],
        ..saved()
    };
    let options = Options { instance: Some(text.to_owned()), user: text.to_owned(), ..options() };
    let settings = Settings { charset, ..Settings::default() };
    let mut stage = Stage::new(options, saved, settings, instance);
    stage.command(Command::Connection(ConnectionCommand::Attach));
    stage.instance.threads =
        vec![halted(7, &[(text, CART, 2), (text, &path, 9)]), halted(9, &[(text, &path, 1)])];
    stage.pass(Duration::from_secs(1));
    shop::open(&mut stage, &["local"]);
    stage.values(ValuesCommand::Evaluate("1 + 1".to_owned()));
    stage.values(ValuesCommand::Evaluate(text.to_owned()));
    stage.screen.app.ui.say(NoticeKind::Error, text, None);
    stage
}

fn assert_harmless(stage: &Stage, charset: Charset) {
    for (width, height) in SIZES.into_iter().chain([(41, 11), (99, 31), (161, 45)]) {
        let buffer = screen(&stage.screen, width, height);
        assert_whole(&buffer);
        for cell in buffer.content() {
            let symbol = cell.symbol();
            assert!(symbol.len() <= 64, "{symbol:?}");
            assert!(
                !symbol.contains(['\u{202e}', '\u{2066}', '\u{200d}', '\u{feff}']),
                "{symbol:?}"
            );
            assert!(charset == Charset::Unicode || symbol.is_ascii(), "{symbol:?}");
        }
    }
}

#[test]
fn no_text_breaks_a_pane() {
    for text in texts() {
        let mut stage = stage(&text, Charset::Unicode);
        for pane in Pane::ALL {
            stage.screen.app.ui.focus(pane);
            assert_harmless(&stage, Charset::Unicode);
        }
    }
}

#[test]
fn a_zoomed_pane_is_no_exception() {
    for text in texts() {
        let mut stage = stage(&text, Charset::Unicode);
        stage.screen.app.ui.zoom = Zoom::On;
        for pane in Pane::ALL {
            stage.screen.app.ui.focus(pane);
            assert_whole(&screen(&stage.screen, 80, 24));
        }
    }
}

#[test]
fn seven_bits_are_enough_for_any_text() {
    for text in texts() {
        assert_harmless(&stage(&text, Charset::SevenBit), Charset::SevenBit);
    }
}

#[test]
fn faults_are_shown_as_harmless_text() {
    for text in texts() {
        let mut stage = stage(&text, Charset::Unicode);
        stage.instance.failure = Some(Failure::new(FailureKind::Unreachable, &*text, &*text));
        stage.pass(Duration::from_secs(20));
        assert_harmless(&stage, Charset::Unicode);
    }
}

#[test]
fn escapes_are_readable() {
    let stage = stage("\x1b[31m\u{202e}", Charset::Unicode);
    let whole = super::text(&stage.screen, 200, 60);
    assert!(whole.contains(r"\x1b[31m\u202e"), "{whole}");
}
