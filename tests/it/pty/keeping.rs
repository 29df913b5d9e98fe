//! What is kept from one start to the next.

use super::instance;
use super::{Stage, start};
use crate::testkit::patience::PATIENCE;
use crate::testkit::terminal::Size;
use rustix::process::Signal;
use std::path::PathBuf;

#[test]
fn breakpoints_survive_a_kill() {
    let mut stage = Stage::attached_with(
        Size::LARGE,
        &[],
        &["--break", "/app_test/cartridge/controllers/Cart.js:7:qty > 5"],
        &[],
    );
    stage.terminal.wait_text("1 armed");
    let kept = stage.home.path().join(".local/state/haltscope");
    // The file itself: one that is still to be renamed doesn't count, and that is the point of it.
    wait_until("the state is written", || {
        let whole = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "json");
        let text = |file: PathBuf| std::fs::read_to_string(file).unwrap_or_default();
        files(&kept).into_iter().filter(whole).any(|file| text(file).contains("qty > 5"))
    });
    stage.terminal.signal(Signal::KILL);
    stage.terminal.exit_code();
    stage.instance.forget_client();
    let again = stage.again(Size::LARGE);
    again.wait_text("1 armed");
    again.wait_text("Cart.js:7");
}

#[test]
fn state_and_log_are_for_their_owner_and_hold_no_secret() {
    use std::os::unix::fs::PermissionsExt;
    let mut stage = Stage::attached_with(
        Size::LARGE,
        &[7],
        &["--break", "/app_test/cartridge/controllers/Cart.js:7"],
        &[("HALTSCOPE_LOG", "trace")],
    );
    stage.terminal.press("\x03\x03");
    stage.terminal.exit_code();
    let kept = stage.home.path().join(".local/state/haltscope");
    let files = files(&kept);
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let mode = std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
        let text = std::fs::read(&file).expect("a file");
        let text = String::from_utf8_lossy(&text);
        for secret in ["green tea", "YWRhOmdyZWVuIHRlYQ", "c00kie"] {
            assert!(!text.contains(secret), "{secret} in {}", file.display());
        }
    }
    let raw = String::from_utf8_lossy(&stage.terminal.raw()).into_owned();
    assert!(!raw.contains("green tea"));
}

#[test]
fn two_programs_keep_each_others_breakpoints() {
    let one = Stage::with_source(Size::LARGE, &[7], 40);
    let instance = instance(&[7]);
    let other = start(Size::LARGE, one.home.path(), &instance, &[], &[]);
    other.wait_text("7/40");
    one.terminal.press("jb");
    one.terminal.wait_text("breakpoint at Cart.js:8");
    other.press("jjb");
    other.wait_text("breakpoint at Cart.js:9");
    one.terminal.press("jjb");
    one.terminal.wait_text("breakpoint at Cart.js:10");
    one.instance.wait_for("POST /breakpoints", 2);
    instance.wait_for("POST /breakpoints", 1);
    for (mut terminal, leaving) in [(other, &instance), (one.terminal, &one.instance)] {
        terminal.press("\x03\x03");
        terminal.exit_code();
        leaving.wait_for("DELETE /client", 1);
    }
    let fresh = super::instance(&[]);
    let again = start(Size::LARGE, one.home.path(), &fresh, &[], &[]);
    again.wait_text("3 armed");
    for line in [8, 9, 10] {
        again.wait_text(&format!("Cart.js:{line} "));
    }
}

fn files(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let end = std::time::Instant::now() + PATIENCE;
    while !condition() {
        assert!(std::time::Instant::now() < end, "not in time: {what}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
