//! What the sandbox says in its log meanwhile.

use parking_lot::Mutex;
use std::{collections::BTreeMap, io, sync::Arc};

/// The lines so far.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

/// Warnings and errors are kept from now on.
pub fn listen() -> Log {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_ansi(false)
        .without_time()
        .with_target(false)
        .with_writer(move || writer.clone())
        .init();
    log
}

impl Log {
    /// The lines, which are forgotten.
    pub fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *self.0.lock())).into_owned()
    }

    /// What was said, each once with how often; where it happened is left out.
    pub fn print(&self) {
        let text = self.take();
        let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with("    at ")) {
            let what = line.split(" site=").next().unwrap_or(line);
            *lines.entry(what).or_default() += 1;
        }
        println!("\nthe log:");
        for (line, count) in lines {
            println!("{count:>6} {}", line.trim());
        }
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
