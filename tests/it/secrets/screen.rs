//! The full screen: its lines, log, state and crash reports.

use super::planted::{COOKIE, Home, PASSWORD, SOURCES, Source, TYPED};
use super::server::{self, MOODS, Mood};
use crate::testkit::terminal::{Size, Terminal};

fn start(home: &Home, more: &[(&str, &str)]) -> Terminal {
    let own = home.variables.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let variables: Vec<_> = own.chain(more.iter().copied()).collect();
    Terminal::haltscope(Size::LARGE, home.path(), &[], &variables)
}

/// Ends the program and searches what it wrote; the cookie is meant to be seen, on the screen.
fn end(home: &Home, what: &str, mut terminal: Terminal) {
    terminal.press("\x03\x03");
    terminal.exit_code();
    search(home, what, &terminal);
}

fn search(home: &Home, what: &str, terminal: &Terminal) {
    home.search(&format!("{what}, the screen"), &terminal.raw(), &[COOKIE]);
    assert!(home.search_files(what, &[]) > 0, "{what}: there is a log at least");
    let log = std::fs::read_to_string(home.path().join(".local/state/haltscope/haltscope.log"));
    assert!(log.is_ok_and(|log| log.contains("/dw/debugger/")), "{what}: requests are logged");
}

#[test]
fn the_screen_its_log_and_its_state_hold_no_secret() {
    for mood in MOODS {
        let server = server::start(mood);
        let sources = if mood == Mood::Well { &SOURCES[..] } else { &[Source::DwJson] };
        for source in sources.iter().copied() {
            let home = Home::with(source, &server.url());
            let terminal = start(&home, &[]);
            server.wait_for("/s/-/dw/debugger/v2_0/");
            if mood == Mood::Well {
                terminal.wait_text("WAITING");
                terminal.press(":");
                terminal.wait_text("[Commands");
                terminal.press("content put banner {}\r");
                server.wait_for("/dw/data/");
                terminal.press(":");
                terminal.wait_text("[Commands");
                terminal.press("request GET https://ada:pl4nted-userinfo@shop.example.com/x\r");
                terminal.press("L");
            }
            let what = format!("{mood:?} {source:?}");
            if mood == Mood::Well {
                // What is typed into the prompt is seen there; it isn't kept.
                end_with(&home, &what, terminal, &[COOKIE, super::planted::USERINFO]);
            } else {
                end(&home, &what, terminal);
            }
        }
    }
}

fn end_with(home: &Home, what: &str, mut terminal: Terminal, allowed: &[&str]) {
    terminal.press("\x03\x03");
    terminal.exit_code();
    home.search(&format!("{what}, the screen"), &terminal.raw(), allowed);
    home.search_files(what, &[]);
}

#[test]
fn a_password_that_is_typed_is_nowhere() {
    for mood in MOODS {
        let server = server::start(mood);
        let mut home = Home::with(Source::Environment, &server.url());
        home.variables.retain(|(name, _)| name != "SFCC_PASSWORD");
        let terminal = start(&home, &[]);
        terminal.wait_text("Password for ada at ");
        terminal.press(&format!("{TYPED}\r"));
        server.wait_for("/s/-/dw/debugger/v2_0/");
        end(&home, &format!("{mood:?} typed"), terminal);
    }
}

/// Panics are rehearsed in debug builds alone.
#[cfg(debug_assertions)]
#[test]
fn a_crash_report_holds_no_secret() {
    for place in ["panic in the screen", "panic in a task"] {
        let server = server::start(Mood::Well);
        let home = Home::with(Source::DwJson, &server.url());
        let more = [("HALTSCOPE_REHEARSE", place), ("RUST_BACKTRACE", "full")];
        let mut terminal = start(&home, &more);
        terminal.wait_text("WAITING");
        terminal.signal(rustix::process::Signal::USR1);
        // Each of them asks a screen that goes on for another frame.
        for width in 60..=120 {
            terminal.resize(Size(width, 40));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert_eq!(terminal.exit_code(), 1, "{place}");
        let state = std::fs::read_dir(home.path().join(".local/state/haltscope"));
        let mut names = state.expect("a folder").map(|entry| entry.expect("an entry").file_name());
        assert!(names.any(|name| name.to_string_lossy().starts_with("crash-")), "{place}");
        search(&home, place, &terminal);
    }
}

/// The search finds what it looks for.
#[test]
fn a_secret_that_is_written_is_found() {
    let home = Home::with(Source::DwJson, "http://127.0.0.1:9");
    for written in [PASSWORD.to_owned(), "YWRhOnBsNG50ZWQtcGFzc3dvcmQ=".to_owned()] {
        let found = std::panic::catch_unwind(|| home.search("a text", written.as_bytes(), &[]));
        assert!(found.is_err(), "{written}");
    }
}
