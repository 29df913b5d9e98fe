//! Ctrl-Z and fg, below a shell with job control.

use super::Stage;
use super::instance;
use crate::testkit::terminal::{Size, Terminal};
use rustix::process::Signal;

/// What the shell writes when it reads the next command, and nobody else.
const PROMPT: &str = "shell> ";

#[test]
fn ctrl_z_gives_a_sane_shell_and_fg_a_full_frame() {
    let home = tempfile::tempdir().expect("a folder");
    let instance = instance(&[7]);
    let variables = [
        ("HOME", home.path().to_str().expect("UTF-8")),
        ("PS1", PROMPT),
        ("SFCC_PASSWORD", "green tea"),
    ];
    let mut terminal = Terminal::run(Size::SMALL, "/bin/sh", &["-i"], &variables);
    terminal.wait_written(PROMPT, 1);
    let program = env!("CARGO_BIN_EXE_haltscope");
    terminal.press(&format!("{program} --server {} --username ada\r", instance.url()));
    terminal.wait_text("HALTED");
    instance.wait_for("GET /threads", 2);

    terminal.press("\x1a");
    terminal.wait_text("1 thread");
    terminal.wait_written(PROMPT, 2);
    terminal.press("stty -a\r");
    terminal
        .wait_for("a sane terminal", |text| text.contains(" icanon") && text.contains(" echo "));
    assert!(!terminal.text().contains("-icanon"));
    terminal.wait_written(PROMPT, 3);

    terminal.resize(Size::LARGE);
    let polls = instance.count("GET /threads");
    terminal.press("fg\r");
    terminal.wait_text("HALTED");
    instance.wait_for("GET /threads", polls + 1);
    terminal.wait_for("a frame of the new size", |text| {
        text.lines().count() >= 39 && text.contains("Cart.js")
    });

    terminal.press("q");
    terminal.wait_text("Enter detach");
    terminal.press("\r");
    terminal.wait_written(PROMPT, 4);
    terminal.press("exit\r");
    assert_eq!(terminal.exit_code(), 0);
    terminal.assert_restored();
    assert_eq!(terminal.written("\x1b[6n"), 0, "a slow line must not be asked for its cursor");
    assert_eq!(instance.count("DELETE /client"), 1);
}

#[test]
fn a_stop_from_outside_ends_with_a_full_frame() {
    let mut stage = Stage::attached(Size::LARGE, &[7]);
    stage.terminal.wait_text("ArrayList");
    stage.terminal.signal(Signal::STOP);
    stage.terminal.resize(Size::SMALL);
    stage.terminal.signal(Signal::CONT);
    // The new size may give a frame before the terminal is taken again.
    stage.terminal.wait_written("\x1b[?1049h", 2);
    stage.terminal.wait_for("a frame of the new size", |text| {
        text.contains("HALTED") && text.contains("1 Vars") && text.lines().count() >= 23
    });
    assert_eq!(stage.terminal.written("\x1b[?1049h"), 2, "the terminal is taken again once");
    stage.terminal.press("\x03\x03");
    assert_eq!(stage.terminal.exit_code(), 130);
    stage.terminal.assert_restored();
}
