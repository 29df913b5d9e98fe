//! When the line is well again: what the screen says comes to be so, and keys are answered.

use super::{ANSWER, ESC, Player, SETTLED};
use crate::faulty::flaw::Kind;
use crate::faulty::look::Look;
use crate::faulty::stand::HALTS;
use crate::faulty::truth::{EVERY, Truth};
use crate::faulty::watcher::disagreement;
use crate::testkit::proxy::Target;
use std::time::Instant;

/// The variables whose values differ from place to place.
const NAMES: [&str; 2] = ["tally", "round"];

impl Player<'_> {
    /// Screen and server must come to agree, the user doing what the screen asks for.
    pub(super) fn calm(&mut self) {
        let start = Instant::now();
        self.eyes.stand.proxy.heal(Target::DeleteClient);
        // Prompts are closed, the past is left, the innermost frame is selected.
        self.eyes.terminal.press(&format!("{ESC}{ESC}{ESC}ddd"));
        let mut agreed = 0;
        while agreed < SETTLED {
            let (look, truth) = self.eyes.look();
            let disagreement = disagreement(&look, &truth);
            agreed = if disagreement.is_none() { agreed + 1 } else { 0 };
            if start.elapsed() > self.pace.patience || self.eyes.has_left() {
                let (seconds, why) = (start.elapsed().as_secs(), disagreement.unwrap_or_default());
                let words = format!("after {seconds} s: {why}: {}", look.bar());
                return self.eyes.flaw(Kind::Stale, words);
            }
            self.obey();
            self.eyes.watch(EVERY, |_, _| false);
        }
        self.calm_after = start.elapsed();
        self.check_breakpoints();
    }

    /// What the server holds comes to be what the user wants, once each.
    fn check_breakpoints(&mut self) {
        let fits = |_: &Look, truth: &Truth| !truth.client || truth.breakpoints == HALTS;
        if !self.eyes.watch(self.pace.patience, fits) {
            let (look, truth) = self.eyes.look();
            self.eyes.flaw_of_breakpoints(&look, &truth);
        }
    }

    /// The variables on the screen are those of the place.
    pub(super) fn check_values(&mut self) {
        let (look, truth) = self.eyes.look();
        let is_halted = |id: &u64| truth.halted().any(|(halted, _)| halted == *id);
        let thread = look.thread.filter(|id| look.word == "HALTED" && is_halted(id));
        let Some(thread) = thread else { return };
        let Some(list) = self.runtime.block_on(self.direct.variables(thread)) else { return };
        let real = list.object_members.iter().filter(|it| NAMES.contains(&it.name.as_str()));
        let real: Vec<_> = real.map(|it| (it.name.clone(), it.value.clone())).collect();
        let fits = |look: &Look| real.iter().all(|(name, value)| look.value(name) == Some(value));
        if !self.eyes.watch(self.pace.patience, |look, _| fits(look)) {
            let look = self.eyes.look().0;
            let shown = NAMES.map(|name| (name, look.value(name).map(str::to_owned)));
            let words = format!("{real:?} on the server, {shown:?} on the screen");
            self.eyes.flaw(Kind::Values, words);
        }
    }

    pub(super) fn check_keys(&mut self) {
        self.eyes.terminal.press("?");
        if !self.eyes.watch(ANSWER, |look, _| look.says("[Help]")) {
            self.eyes.flaw(Kind::Hung, "no help after `?`");
        }
        self.eyes.terminal.press(ESC);
    }

    /// No key has sent its request twice.
    pub(super) fn check_moves(&mut self) {
        for verb in ["/over", "/into", "/out", "/resume", "/stop"] {
            let sent = self.eyes.stand.proxy.with_record(|record| record.ending(verb));
            let allowed = self.allowed.get(verb).copied().unwrap_or(0);
            if sent > allowed {
                self.eyes.flaw(Kind::Doubled, format!("{sent} times {verb} for {allowed} keys"));
            }
        }
    }
}
