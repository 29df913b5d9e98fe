//! The built binary in a terminal: what it draws, how it leaves, what it leaves behind.

mod agreeing;
mod asking;
mod demo;
mod doing;
mod drawing;
mod first_run;
mod idle;
mod keeping;
mod latency;
mod leaving;
mod leaving_lines;
mod picture;
mod replaying;
mod share;
mod slow;
mod suspending;
mod tokens;

use crate::testkit::cartridge;
use crate::testkit::instance::{Part, Scripted, Steps};
use crate::testkit::terminal::{Size, Terminal};
use std::path::Path;

/// A home folder, an instance where threads wait, and the program attached to it.
struct Stage {
    home: tempfile::TempDir,
    instance: Scripted,
    terminal: Terminal,
}

impl Stage {
    /// Attached, with these threads halted.
    fn attached(size: Size, halted: &[u64]) -> Self {
        Self::attached_with(size, halted, &[], &[])
    }

    fn attached_with(
        size: Size,
        halted: &[u64],
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let instance = instance(halted);
        let terminal = start(size, home.path(), &instance, arguments, variables);
        terminal.wait_text(if halted.is_empty() { "WAITING" } else { "HALTED" });
        Self { home, instance, terminal }
    }

    /// As [`Stage::attached`], with so many lines of the script that is halted.
    fn with_source(size: Size, halted: &[u64], lines: usize) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        write_script(home.path(), lines);
        let instance = instance(halted);
        let terminal = start(size, home.path(), &instance, &[], &[]);
        terminal.wait_text(&format!("7/{lines}"));
        terminal.wait_text("ArrayList");
        Self { home, instance, terminal }
    }

    /// Starts the program again.
    fn again(&self, size: Size) -> Terminal {
        start(size, self.home.path(), &self.instance, &[], &[])
    }
}

/// An instance where these threads wait at a breakpoint, from which no step leads away.
fn instance(halted: &[u64]) -> Scripted {
    let instance = Scripted::in_background(Part { steps: Steps::SameLine, ..Part::default() });
    for thread in halted {
        instance.halt(*thread, 7);
    }
    instance
}

/// So many lines of the script that the played instances halt in.
fn write_script(home: &Path, lines: usize) {
    let line = |number: usize| format!("var it = {number};\n");
    let text: String = (1..=lines).map(line).collect();
    cartridge::write(home, "/app_test/cartridge/controllers/Cart.js", &text);
}

fn start(
    size: Size,
    home: &Path,
    instance: &Scripted,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Terminal {
    start_at(&instance.url(), size, home, arguments, variables)
}

fn start_at(
    url: &str,
    size: Size,
    home: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Terminal {
    let mut all = vec!["--server", url, "--username", "ada"];
    all.extend(arguments);
    let mut with_password = vec![("SFCC_PASSWORD", "green tea")];
    with_password.extend(variables);
    Terminal::haltscope(size, home, &all, &with_password)
}

#[test]
fn the_screen_model_answers_like_a_terminal() {
    let script =
        "stty raw -echo; printf '\\033[3;5H\\033[6n\\033[?u\\033[c'; head -c 20 | od -An -c";
    let mut terminal = Terminal::run(Size::SMALL, "/bin/sh", &["-c", script], &[]);
    terminal.wait_for("the answers", |screen| screen.contains('R') && screen.contains('c'));
    let shown = terminal.text().split_whitespace().collect::<String>();
    assert!(shown.contains("033[3;5R033[?0u033[?62;22c"), "{shown}");
    assert_eq!(terminal.exit_code(), 0);
}
