//! The end of a run: the terminal as before, the client gone or said to remain.

use super::{ANSWER, Player};
use crate::faulty::case::Way;
use crate::faulty::flaw::{Kind, words};
use crate::faulty::stand::CLIENT;
use rustix::process::Signal;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl Player<'_> {
    pub(super) fn leave(&mut self, way: Way) {
        self.ask_to_leave(way);
        let terminal = &mut self.eyes.terminal;
        let Ok(code) = catch_unwind(AssertUnwindSafe(|| terminal.exit_code())) else {
            return self.eyes.flaw(Kind::Hung, "it doesn't end");
        };
        if let Err(problem) = catch_unwind(AssertUnwindSafe(|| terminal.assert_restored())) {
            self.eyes.flaw(Kind::Terminal, words(&*problem));
        }
        let text = self.eyes.terminal.text();
        let says_what_remains = text.contains("haltscope:") && text.contains("remain");
        let stays = self.runtime.block_on(self.direct.threads()).is_some();
        let usual = if way == Way::Quit { 0 } else { 130 };
        if code != usual && !(code == 1 && says_what_remains) {
            self.eyes.flaw(Kind::ExitCode, format!("{code} after {}", way.as_str()));
        }
        if stays && !says_what_remains {
            let words = format!("exit {code} after {}; {CLIENT} is there", way.as_str());
            self.eyes.flaw(Kind::LeftBehind, words);
        }
    }

    fn ask_to_leave(&mut self, way: Way) {
        match way {
            Way::Quit => self.quit(),
            Way::CtrlC => self.eyes.terminal.press("\x03\x03"),
            Way::Term => self.eyes.terminal.signal(Signal::TERM),
            Way::Hup => self.eyes.terminal.signal(Signal::HUP),
        }
    }

    /// Without a halted thread it leaves unasked.
    fn quit(&mut self) {
        self.eyes.terminal.press("q");
        if self.eyes.watch(ANSWER, |look, _| look.says("[Quit]")) {
            // A client that it takes for somebody else's is left there unless one says this.
            let deletes = self.eyes.look().0.says("d delete the client");
            self.eyes.terminal.press(if deletes { "d" } else { "\r" });
        }
    }
}
