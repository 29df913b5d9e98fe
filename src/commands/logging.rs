//! Where log lines go: a file of the owner's while the screen is in use, else stderr.
//!
//! `HALTSCOPE_LOG` sets the level (`error`, `warn`, `info`, `debug`, `trace`, `off`) of this
//! program's own lines and of those that scripts write or cause. Libraries are never asked: their lines
//! may hold headers.

use crate::config::Folders;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// A log longer than this is set aside when the program starts, in bytes.
const LONGEST: u64 = 4 << 20;

/// Logs to stderr, for commands without a screen.
pub(super) fn to_stderr() {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    let lines = lines.with_ansi(false);
    // Somebody else's subscriber, as in a test, is as good.
    let _ = tracing_subscriber::registry().with(lines).with(level()).try_init();
}

/// Logs to the state folder until the guard is dropped. Without a usable folder nothing is logged:
/// that must not keep anybody from debugging.
pub(super) fn to_file(folders: Option<&Folders>) -> Option<WorkerGuard> {
    let folders = folders?;
    folders.make_state().ok()?;
    let (writer, guard) = tracing_appender::non_blocking(open(&folders.log()).ok()?);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
    let _ = tracing_subscriber::registry().with(lines).with(level()).try_init();
    Some(guard)
}

/// The same, but silent unless `HALTSCOPE_LOG` asks for lines.
pub(super) fn to_stderr_quietly() {
    if std::env::var_os("HALTSCOPE_LOG").is_some() {
        to_stderr();
    }
}

fn open(file: &Path) -> io::Result<File> {
    if fs::metadata(file).is_ok_and(|found| found.len() > LONGEST) {
        fs::rename(file, file.with_extension("log.1"))?;
    }
    OpenOptions::new().create(true).append(true).mode(0o600).open(file)
}

fn level() -> Targets {
    let asked = std::env::var("HALTSCOPE_LOG").ok();
    let level = asked.and_then(|text| text.parse().ok()).unwrap_or(LevelFilter::INFO);
    Targets::new().with_target("haltscope", level).with_target("script", level)
}
