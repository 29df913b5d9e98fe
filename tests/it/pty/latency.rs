//! Keys on a slow line: a frame waits for no answer.

use super::{start_at, write_script};
use crate::testkit::instance::{Asked, Part, Scripted};
use crate::testkit::patience::{EVER, PATIENCE};
use crate::testkit::terminal::{Size, Terminal};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const LINES: usize = 400;
/// Where the thread halts.
const LINE: u32 = 10;
const KEYS: usize = 60;

struct Line {
    _home: tempfile::TempDir,
    _runtime: Runtime,
    server: Scripted,
    terminal: Terminal,
    /// So many requests came while there were answers.
    before: usize,
}

impl Line {
    /// Halted; what comes from now on is not answered, and a request is under way.
    fn silent() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let server = runtime.block_on(Scripted::start(Part::default()));
        let home = tempfile::tempdir().expect("a folder");
        write_script(home.path(), LINES);
        let terminal = start_at(&server.url(), Size::LARGE, home.path(), &[], &[]);
        terminal.wait_text("WAITING");
        server.halt(7, LINE);
        terminal.wait_text(&format!(" {LINE}/{LINES}"));
        terminal.wait_text("ArrayList");
        server.play(|part| part.latency = EVER);
        let before = server.asked().len();
        let line = Self { _home: home, _runtime: runtime, server, terminal, before };
        line.wait_under_way("GET /threads");
        line
    }

    /// Waits until a request has come that is not answered yet.
    fn wait_under_way(&self, request: &str) {
        let end = Instant::now() + PATIENCE;
        while self.under_way(request).is_empty() {
            assert!(Instant::now() < end, "no {request}:\n{}", self.terminal.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn under_way(&self, request: &str) -> Vec<Asked> {
        let is_open = |asked: &Asked| asked.what.starts_with(request) && asked.answered.is_none();
        self.server.asked().into_iter().skip(self.before).filter(is_open).collect()
    }
}

#[test]
fn a_held_key_waits_for_no_answer() {
    let line = Line::silent();
    let awaited = line.under_way("GET /threads");
    for at in (LINE + 1..).take(KEYS) {
        line.terminal.press("j");
        line.terminal.wait_text(&format!(" {at}/{LINES}"));
    }
    assert!(line.under_way("GET /threads").starts_with(&awaited), "{awaited:?}");
}

#[test]
fn what_is_awaited_is_marked_and_esc_gives_it_up() {
    const MEMBERS: &str = "GET /threads/7/frames/0/members";
    let line = Line::silent();
    line.terminal.press("1gjjl");
    line.terminal.wait_text("loading");
    line.wait_under_way(MEMBERS);
    line.terminal.press("\x1b");
    line.terminal.wait_text("gave up what was being read");
    line.server.play(|part| part.latency = Duration::ZERO);
    line.terminal.press("l");
    line.terminal.wait_text("[0]");
    // Beside it something may be read for a preview.
    assert!(!line.under_way(MEMBERS).is_empty(), "the first is still awaited");
}
