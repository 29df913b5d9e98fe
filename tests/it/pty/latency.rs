//! Keys on a slow line: a frame waits for no answer and for no tick of the clock.

use super::terminal::{Size, Terminal};
use super::{start_at, write_script};
use crate::support::scripted::{Part, Scripted};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const LINES: usize = 400;
/// Where the thread halts.
const LINE: u64 = 10;
const KEYS: usize = 60;
/// A second passes between two ticks while nothing moves: who waits for one takes half of it. On
/// a busy machine, without optimisation, a frame takes some tens of milliseconds.
const USUALLY: Duration = Duration::from_millis(250);
/// The slowest answer is waited for much longer.
const ALWAYS: Duration = Duration::from_secs(5);

struct Line {
    _home: tempfile::TempDir,
    _runtime: Runtime,
    server: Scripted,
    terminal: Terminal,
}

impl Line {
    /// Halted; from now on each answer takes so long, and one is under way.
    fn slow(latency: Duration) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let server = runtime.block_on(Scripted::start(Part::default()));
        let home = tempfile::tempdir().expect("a folder");
        write_script(home.path(), LINES);
        let terminal = start_at(&server.url(), Size::LARGE, home.path(), &[], &[]);
        terminal.wait_text("WAITING");
        server.halt(7, LINE);
        terminal.wait_text(&format!(" {LINE}/{LINES}"));
        terminal.wait_text("ArrayList");
        server.play(|part| part.latency = latency);
        let line = Self { _home: home, _runtime: runtime, server, terminal };
        line.wait_under_way("GET /threads");
        line
    }

    /// Waits until a request has come that is not answered yet.
    fn wait_under_way(&self, request: &str) {
        let end = Instant::now() + Duration::from_secs(30);
        while !self.is_under_way(request) {
            assert!(Instant::now() < end, "no {request}:\n{}", self.terminal.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn is_under_way(&self, request: &str) -> bool {
        let asked = self.server.asked();
        asked.iter().any(|asked| asked.what.starts_with(request) && asked.answered.is_none())
    }

    /// Holds `j` in the source; from each key to its frame.
    fn hold_down(&self) -> Vec<Duration> {
        let mut times = Vec::with_capacity(KEYS);
        for line in (LINE + 1..).take(KEYS) {
            let pressed = Instant::now();
            self.terminal.press("j");
            self.terminal.wait_text(&format!(" {line}/{LINES}"));
            times.push(pressed.elapsed());
        }
        times.sort_unstable();
        times
    }
}

#[test]
fn a_held_key_waits_for_no_answer_and_no_tick() {
    for latency in [200, 2_000, 30_000].map(Duration::from_millis) {
        let line = Line::slow(latency);
        let times = line.hold_down();
        let (median, high) = (times[KEYS / 2], times[KEYS * 99 / 100]);
        assert!(median < USUALLY && high < ALWAYS, "at {latency:?}: {median:?}, p99 {high:?}");
    }
}

#[test]
fn what_is_awaited_is_marked_and_esc_gives_it_up() {
    let line = Line::slow(Duration::from_mins(5));
    line.terminal.press("1gjjl");
    line.terminal.wait_text("loading");
    assert!(line.is_under_way("GET /threads/7/frames/0/members"));
    line.terminal.press("\x1b");
    line.terminal.wait_text("gave up what was being read");
    line.server.play(|part| part.latency = Duration::ZERO);
    line.terminal.press("l");
    line.terminal.wait_text("[0]");
    assert!(line.is_under_way("GET /threads/7/frames/0/members"), "the first is still awaited");
}
