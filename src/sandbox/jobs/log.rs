//! What an execution says while it runs: the job's log.

use crate::sandbox::clock::Clock;
use parking_lot::Mutex;
use std::collections::VecDeque;

/// Bytes of a log; of a longer one the end is kept.
const MOST: usize = 1 << 20;

/// The log of one execution.
#[derive(Debug)]
pub(super) struct Log {
    clock: Clock,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    all: VecDeque<String>,
    bytes: usize,
    lost: usize,
}

impl Log {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, lines: Mutex::default() }
    }

    /// An entry: how much it matters, the step that it is of, and what is said, which may have lines of its own.
    pub(super) fn write(&self, level: &str, step: &str, text: &str) {
        let level = level.to_ascii_uppercase();
        let step = if step.is_empty() { String::new() } else { format!("{step}: ") };
        let entry = format!("{} {level:<5} {step}{}\n", self.clock.now(), text.trim_end());
        let mut lines = self.lines.lock();
        lines.bytes += entry.len();
        lines.all.push_back(entry);
        while lines.bytes > MOST
            && let Some(oldest) = lines.all.pop_front()
        {
            lines.bytes -= oldest.len();
            lines.lost += 1;
        }
    }

    /// All of it.
    pub(super) fn text(&self) -> String {
        let lines = self.lines.lock();
        let lost = match lines.lost {
            0 => None,
            1 => Some("(the first entry is gone)\n".to_owned()),
            lost => Some(format!("(the first {lost} entries are gone)\n")),
        };
        lost.into_iter().chain(lines.all.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_log_the_end_is_kept() {
        let log = Log::new(Clock::system());
        log.write("info", "", "it begins");
        let much = "x".repeat(MOST / 4);
        (0..4).for_each(|_| log.write("warn", "Step", &much));
        log.write("error", "Step", "the end\nof it\n");
        let text = log.text();
        assert!(text.starts_with("(the first 2 entries are gone)\n"), "{}", &text[..60]);
        assert!(text.ends_with("ERROR Step: the end\nof it\n"), "{}", &text[text.len() - 60..]);
        assert!(text.contains(" WARN  Step: xxx") && text.len() < MOST + 100);
    }
}
