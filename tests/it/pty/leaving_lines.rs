//! However the program ends, and whatever the line to the server is like by then: the terminal is
//! as it was, and the client is gone or said to remain.

use crate::faulty::stand::{HALTS, PASSWORD, SCRIPT, Stand, USER};
use crate::testkit::patience::PATIENCE;
use crate::testkit::proxy::{Line, Plan, Target};
use crate::testkit::terminal::{Size, Terminal};
use rustix::process::Signal;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// What the line is like when the user leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Clean,
    /// Nobody listens.
    Dead,
    /// A gateway answers 502.
    Refusing,
    /// Requests are taken and never answered.
    Stalled,
}

/// How the user leaves.
type Way = fn(&Terminal);

const ALL: [Last; 4] = [Last::Clean, Last::Dead, Last::Refusing, Last::Stalled];

/// The program with a halted thread.
struct Halted {
    runtime: Runtime,
    stand: Stand,
    terminal: Terminal,
}

impl Halted {
    fn start(variables: &[(&str, &str)]) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let minute = Duration::from_mins(1);
        let stand = runtime.block_on(Stand::start(Plan::default(), minute));
        let (url, place) = (stand.proxy.url(), format!("{SCRIPT}:{}", HALTS[0]));
        let arguments = ["--server", &url, "--username", USER, "--break", &place];
        let variables = [&[("SFCC_PASSWORD", PASSWORD)], variables].concat();
        let terminal = Terminal::haltscope(Size::LARGE, stand.home.path(), &arguments, &variables);
        terminal.wait_text("1 armed");
        runtime.spawn(stand.direct().visit("Long"));
        terminal.wait_text(" HALTED");
        Self { runtime, stand, terminal }
    }

    fn set_line(&mut self, last: Last) {
        match last {
            Last::Clean => {}
            Last::Dead => self.runtime.block_on(self.stand.proxy.die()),
            Last::Refusing => self.stand.proxy.set_line(Line::Refusing),
            Last::Stalled => self.stand.proxy.set_line(Line::Silent),
        }
    }

    fn has_client(&self) -> bool {
        self.runtime.block_on(self.stand.direct().threads()).is_some()
    }

    /// Leaves; gives the exit code and how long that took.
    fn leave(&mut self, way: impl FnOnce(&Terminal)) -> (u32, Duration) {
        let start = Instant::now();
        way(&self.terminal);
        let code = self.terminal.exit_code();
        (code, start.elapsed())
    }

    /// Nobody who asked for it in vain is left in the dark, and nobody waits for an answer.
    fn check(&mut self, last: Last, usual: u32, (code, took): (u32, Duration)) {
        let text = self.terminal.text();
        self.terminal.assert_restored();
        let says_what_remains = text.contains("haltscope:") && text.contains("remain");
        assert_eq!(self.has_client(), last != Last::Clean, "{last:?}: {text}");
        assert_eq!(says_what_remains, last != Last::Clean, "{last:?}: {text}");
        assert_eq!(code, if last == Last::Clean { usual } else { 1 }, "{last:?}: {text}");
        assert!(took < PATIENCE, "{last:?}: {took:?}");
        if last == Last::Stalled {
            let is_open = |told: &Option<_>| told.is_none();
            let open = self.stand.proxy.with_record(|record| {
                record.of(Target::DeleteClient).filter(|it| is_open(&it.told)).count()
            });
            assert!(open > 0, "it ended although no answer came");
        }
        self.terminal.press("typed");
        self.terminal.wait_text("typed");
    }
}

fn leaves(way: Way, usual: u32, variables: &[(&str, &str)]) {
    for last in ALL {
        let mut halted = Halted::start(variables);
        halted.set_line(last);
        let left = halted.leave(way);
        halted.check(last, usual, left);
    }
}

fn quit(terminal: &Terminal) {
    terminal.press("q");
    terminal.wait_text("Enter detach");
    terminal.press("\r");
}

#[test]
fn q_leaves_whatever_the_line_is_like() {
    leaves(quit, 0, &[]);
}

#[test]
fn ctrl_c_twice_leaves_whatever_the_line_is_like() {
    leaves(|terminal| terminal.press("\x03\x03"), 130, &[]);
}

#[test]
fn sigterm_leaves_whatever_the_line_is_like() {
    leaves(|terminal| terminal.signal(Signal::TERM), 130, &[]);
}

#[test]
fn sighup_leaves_whatever_the_line_is_like() {
    leaves(|terminal| terminal.signal(Signal::HUP), 130, &[]);
}

/// Panics are rehearsed in debug builds alone.
#[cfg(debug_assertions)]
#[test]
fn a_panic_leaves_whatever_the_line_is_like() {
    for place in ["panic in the screen", "panic in a task"] {
        let rehearsed = [("HALTSCOPE_REHEARSE", place)];
        leaves(|terminal| terminal.signal(Signal::USR1), 1, &rehearsed);
    }
}

/// `cargo test --release --test it leaving_takes -- --ignored`
#[test]
#[ignore = "holds a clock against a limit: for a quiet machine"]
fn leaving_takes_two_seconds_at_most() {
    use std::io::Write as _;
    let ways: [(&str, Way); 4] = [
        ("q", quit),
        ("Ctrl-C twice", |terminal| terminal.press("\x03\x03")),
        ("SIGTERM", |terminal| terminal.signal(Signal::TERM)),
        ("SIGHUP", |terminal| terminal.signal(Signal::HUP)),
    ];
    let mut slowest = Duration::ZERO;
    for (name, way) in ways {
        for last in ALL {
            let mut halted = Halted::start(&[]);
            halted.set_line(last);
            let (_, took) = halted.leave(way);
            // The terminal waits for the last output to be followed by nothing for so long.
            let took = took.saturating_sub(Duration::from_millis(100));
            writeln!(std::io::stderr(), "{name}, {last:?}: {took:.2?}").expect("stderr is open");
            slowest = slowest.max(took);
        }
    }
    assert!(slowest < Duration::from_millis(2_100), "{slowest:?}");
}
