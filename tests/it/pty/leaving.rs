//! However the program ends, the terminal is as it was and the server is cleaned up once.

use super::{Stage, start};
use crate::testkit::instance::Instead;
#[cfg(debug_assertions)]
use crate::testkit::patience::PATIENCE;
use crate::testkit::terminal::Size;
use rustix::process::Signal;
use std::path::Path;
#[cfg(debug_assertions)]
use std::thread;
#[cfg(debug_assertions)]
use std::time::{Duration, Instant};

const DELETE: &str = "DELETE /client";

impl Stage {
    fn assert_left(mut self, code: u32) {
        assert_eq!(self.terminal.exit_code(), code, "{}", self.terminal.text());
        self.terminal.assert_restored();
        assert_eq!(self.instance.count(DELETE), 1, "{:?}", self.instance.asked());
    }

    /// Waits until the program has logged some words.
    #[cfg(debug_assertions)]
    fn wait_logged(&self, words: &str) {
        let log = self.home.path().join(".local/state/haltscope/haltscope.log");
        let end = Instant::now() + PATIENCE;
        while !std::fs::read_to_string(&log).is_ok_and(|text| text.contains(words)) {
            assert!(Instant::now() < end, "no {words} in {}", log.display());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn q_leaves_at_once_when_nothing_is_halted() {
    let stage = Stage::attached(Size::SMALL, &[]);
    stage.terminal.press("q");
    stage.assert_left(0);
}

#[test]
fn q_asks_when_a_thread_is_halted_and_enter_detaches() {
    let stage = Stage::attached(Size::LARGE, &[7]);
    stage.terminal.press("q");
    stage.terminal.wait_text("Enter detach");
    assert_eq!(stage.instance.count(DELETE), 0);
    stage.terminal.press("\r");
    stage.assert_left(0);
}

#[test]
fn ctrl_c_twice_leaves_unasked() {
    let stage = Stage::attached(Size::SMALL, &[7]);
    stage.terminal.press("\x03\x03");
    stage.assert_left(130);
}

#[test]
fn sigterm_leaves_cleanly() {
    let stage = Stage::attached(Size::SMALL, &[7]);
    stage.terminal.signal(Signal::TERM);
    stage.assert_left(130);
}

#[test]
fn sighup_leaves_cleanly() {
    let stage = Stage::attached(Size::LARGE, &[7, 8]);
    stage.terminal.signal(Signal::HUP);
    stage.assert_left(130);
}

/// Panics are rehearsed in debug builds alone.
#[cfg(debug_assertions)]
#[test]
fn a_panic_restores_the_terminal_then_reports_then_cleans_up() {
    for place in ["panic in the screen", "panic in a task"] {
        let variables = [("HALTSCOPE_REHEARSE", place)];
        let mut stage = Stage::attached_with(Size::LARGE, &[7], &[], &variables);
        stage.terminal.signal(Signal::USR1);
        // Each of them asks a screen that goes on for another frame, while the panic is seen to.
        for width in 60..=120 {
            stage.terminal.resize(Size(width, 40));
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(stage.terminal.exit_code(), 1, "{place}");
        stage.terminal.assert_restored();
        assert!(stage.terminal.text().contains("its report is"), "{}", stage.terminal.text());
        let kept = stage.home.path().join(".local/state/haltscope");
        let names = std::fs::read_dir(kept).expect("the state folder");
        let names: Vec<_> = names.map(|entry| entry.expect("an entry").file_name()).collect();
        assert!(names.iter().any(|name| name.to_string_lossy().starts_with("crash-")), "{names:?}");
        assert_eq!(stage.instance.count(DELETE), 1, "{place}: {:?}", stage.instance.asked());
    }
}

/// As one that waits for a terminal which hung up; it is rehearsed in debug builds alone.
#[cfg(debug_assertions)]
#[test]
fn a_screen_that_hangs_does_not_keep_the_client_on_the_server() {
    let variables = [("HALTSCOPE_REHEARSE", "screen that hangs")];
    let mut stage = Stage::attached_with(Size::LARGE, &[7], &[], &variables);
    stage.terminal.signal(Signal::USR1);
    stage.wait_logged("the screen hangs");
    stage.terminal.signal(Signal::HUP);
    assert_eq!(stage.terminal.exit_code(), 130);
    stage.terminal.assert_restored();
    assert_eq!(stage.instance.count(DELETE), 1, "{:?}", stage.instance.asked());
}

#[test]
fn a_server_that_hangs_keeps_nobody_and_a_hint_is_left() {
    let mut stage = Stage::attached(Size::LARGE, &[]);
    stage.instance.play(|part| part.instead = Some(("DELETE /client", Instead::Hangs)));
    stage.terminal.press("q");
    // It never answers: whoever waits for it would never end.
    assert_eq!(stage.terminal.exit_code(), 1);
    stage.terminal.assert_restored();
    assert!(stage.terminal.text().contains("haltscope:"), "{}", stage.terminal.text());
    // One that is not answered is followed by another one, over a connection of its own.
    let deletes = stage.instance.count(DELETE);
    assert!((1..=2).contains(&deletes), "{deletes}");
}

#[test]
fn a_server_that_is_gone_does_not_keep_anybody() {
    let mut stage = Stage::attached(Size::LARGE, &[]);
    stage.instance.play(|part| part.instead = Some(("", Instead::Cut)));
    stage.terminal.wait_text("OFFLINE");
    stage.terminal.press("q");
    let _ = stage.terminal.exit_code();
    stage.terminal.assert_restored();
}

impl Stage {
    /// Kills the program, which leaves its client behind, and starts another one that joins it.
    fn joined_in(&mut self, home: &Path, state: &str) {
        self.terminal.signal(Signal::KILL);
        self.terminal.exit_code();
        self.terminal = start(Size::LARGE, home, &self.instance, &[], &[]);
        self.terminal.wait_text(state);
        self.terminal.press("\r");
        self.terminal.wait_text("HALTED");
        self.terminal.press("q");
        self.terminal.wait_text("Quit");
        self.terminal.press("\r");
    }
}

#[test]
fn a_client_of_others_that_was_joined_is_left_alone() {
    let mut stage = Stage::attached(Size::LARGE, &[7]);
    let other_home = tempfile::tempdir().expect("a folder");
    stage.joined_in(other_home.path(), "client id in use");
    assert_eq!(stage.terminal.exit_code(), 0);
    stage.terminal.assert_restored();
    assert_eq!(stage.instance.count(DELETE), 0, "{:?}", stage.instance.asked());
}

#[test]
fn a_client_that_an_earlier_session_left_behind_is_ones_own_once_it_is_joined() {
    let mut stage = Stage::attached(Size::LARGE, &[7]);
    let home = stage.home.path().to_owned();
    stage.joined_in(&home, "left behind by an earlier session");
    stage.assert_left(0);
}
