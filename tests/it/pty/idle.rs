//! What an idle screen writes: nothing where nothing changes, a clock's digits where one runs.

use super::Stage;
use crate::testkit::terminal::Size;
use std::time::{Duration, Instant};

/// So many thread lists are asked for while nobody does anything.
const LISTS: usize = 3;
/// Two clocks that go on by a digit or two, each with its place and its colours.
const BYTES_PER_SECOND: usize = 160;

/// Waits until so many more lists were asked for.
fn look_on(stage: &Stage) {
    let known = stage.instance.count("GET /threads");
    stage.instance.wait_for("GET /threads", known + LISTS);
}

#[test]
fn a_screen_on_which_nothing_changes_is_not_written_to() {
    let stage = Stage::attached(Size::SMALL, &[]);
    stage.terminal.wait_quiet(Duration::from_millis(300));
    let (text, written) = (stage.terminal.text(), stage.terminal.raw().len());
    look_on(&stage);
    let raw = stage.terminal.raw();
    // On a machine that is slow enough, what keeps breakpoints from halting is looked for by then.
    if stage.terminal.text() == text {
        let more = String::from_utf8_lossy(&raw[written..]);
        assert_eq!(more, "", "nothing is different on\n{text}");
    }
}

#[test]
fn a_halt_that_nobody_steps_writes_its_clocks_alone() {
    let stage = Stage::attached(Size::SMALL, &[7]);
    stage.terminal.wait_text("ArrayList");
    stage.terminal.wait_quiet(Duration::from_millis(300));
    let panes = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (before, written) = (panes(&stage.terminal.text()), stage.terminal.raw().len());
    let since = Instant::now();
    look_on(&stage);
    let seconds = usize::try_from(since.elapsed().as_secs()).expect("a few") + 1;
    let more = stage.terminal.raw().len() - written;
    assert_eq!(panes(&stage.terminal.text()), before, "the clocks are in the first row");
    assert!(more <= seconds * BYTES_PER_SECOND, "{more} bytes in {seconds} s");
}
