//! `haltscope demo`: a halted thread on the first screen, and nothing left behind.

use crate::testkit::terminal::{Size, Terminal};

fn start(size: Size) -> (tempfile::TempDir, Terminal) {
    let home = tempfile::tempdir().expect("a folder");
    let temporary = home.path().join("tmp");
    std::fs::create_dir(&temporary).expect("a folder");
    let variables = [("TMPDIR", temporary.to_str().expect("UTF-8"))];
    let terminal = Terminal::haltscope(size, home.path(), &["demo"], &variables);
    (home, terminal)
}

#[test]
fn a_thread_is_halted_before_any_key() {
    for size in [Size::LARGE, Size::SMALL] {
        let (_home, terminal) = start(size);
        terminal.wait_for("HALTED with source and variables", |text| {
            let shown = ["HALTED", "selectedVariation", "local", "[Product sku=KM01001]"];
            shown.iter().all(|words| text.contains(words))
        });
    }
}

#[test]
fn leaving_lets_the_request_finish_and_removes_everything() {
    let (home, mut terminal) = start(Size::LARGE);
    terminal.wait_text("HALTED");
    terminal.press("q");
    terminal.wait_text("Enter detach");
    terminal.press("\r");
    assert_eq!(terminal.exit_code(), 0, "{}", terminal.text());
    terminal.assert_restored();
    let left: Vec<_> = std::fs::read_dir(home.path().join("tmp")).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn stepping_moves_on_and_continue_lets_the_page_arrive() {
    let (_home, terminal) = start(Size::LARGE);
    terminal.wait_text("HALTED");
    terminal.press("n");
    terminal.wait_text("stepped to");
    terminal.press("C");
    terminal.wait_for("the page in the console", |text| {
        text.contains("> GET Product-Show") && text.contains("Heron Mug · ")
    });
    terminal.wait_text("WAITING");
}

#[test]
fn a_content_asset_is_put_past_a_halted_hook() {
    let (_home, terminal) = start(Size::LARGE);
    terminal.wait_text("HALTED");
    terminal.press("C");
    terminal.wait_text("Heron Mug · ");
    terminal.press(":");
    terminal.wait_text("[Commands");
    terminal.press("content\r");
    terminal.wait_text("libraries/SharedLibrary/content/");
    terminal.press("home-banner\t{\"name\": {\"default\": \"Hello\"}}\r");
    terminal.wait_for("a halt in the hook", |text| {
        let bar = text.lines().next().unwrap_or_default();
        bar.contains("HALTED") && bar.contains("content.js:") && bar.contains("beforeCreate()")
    });
    terminal.press("e");
    terminal.wait_text("[Eval");
    terminal.press("create.name.default = 'Seen'\r");
    terminal.wait_for("the console alone", |text| !text.contains("[Eval"));
    terminal.press("c");
    terminal.wait_for("the stored asset in the console", |text| {
        text.contains("> PUT libraries/SharedLibrary")
            && text.contains("201,")
            && text.contains("\"default\": \"Seen\"")
    });
}
