//! Where log lines go: a file of the owner's while the screen is in use, else stderr.
//!
//! `HALTSCOPE_LOG` sets the level (`error`, `warn`, `info`, `debug`, `trace`, `off`) of this
//! program's own lines and of those that scripts write or cause; empty, it says nothing. Libraries are never
//! asked: their lines may hold headers.

use super::failure::Failure;
use crate::config::Folders;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use tracing::level_filters::LevelFilter;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How much is logged where nobody says so.
pub(super) const DEFAULT: LevelFilter = LevelFilter::INFO;
/// A log longer than this is set aside when the program starts, in bytes.
const LONGEST: u64 = 4 << 20;

/// Logs to stderr, for commands without a screen.
pub(super) fn to_stderr() -> Result<(), Failure> {
    begin_on_stderr(asked()?);
    Ok(())
}

fn begin_on_stderr(asked: Option<LevelFilter>) {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    let lines = lines.with_ansi(false);
    // Somebody else's subscriber, as in a test, is as good.
    let _ = tracing_subscriber::registry().with(lines).with(targets(asked)).try_init();
}

/// Logs to the state folder until the guard is dropped. Without a usable folder nothing is logged: that must not keep
/// anybody from debugging. Who asks for lines is told so.
pub(super) fn to_file(folders: Option<&Folders>) -> Result<Option<WorkerGuard>, Failure> {
    let asked = asked()?;
    let Some(folders) = folders else { return Ok(None) };
    let file = match folders.make_state().and_then(|_| open(&folders.log())) {
        Ok(file) => file,
        Err(error) => {
            if asked.is_some() {
                // With stderr closed there is nobody to tell.
                let _ = writeln!(
                    io::stderr(),
                    "haltscope: nothing is logged: {} can't be written: {error}",
                    folders.log().display()
                );
            }
            return Ok(None);
        }
    };
    let (writer, guard) = tracing_appender::non_blocking(file);
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(false);
    let _ = tracing_subscriber::registry().with(lines).with(targets(asked)).try_init();
    Ok(Some(guard))
}

/// The same, but silent unless `HALTSCOPE_LOG` asks for lines.
pub(super) fn to_stderr_quietly() -> Result<(), Failure> {
    if let Some(level) = asked()? {
        begin_on_stderr(Some(level));
    }
    Ok(())
}

/// The level that `HALTSCOPE_LOG` asks for, if it says something.
pub(super) fn asked() -> Result<Option<LevelFilter>, Failure> {
    let Some(text) = std::env::var_os("HALTSCOPE_LOG").filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    text.parse().map(Some).map_err(|_| {
        Failure::usage(format!("HALTSCOPE_LOG is \"{text}\", which is no level"))
            .then("Set it to error, warn, info, debug, trace or off, or not at all.")
    })
}

fn open(file: &Path) -> io::Result<File> {
    if fs::metadata(file).is_ok_and(|found| found.len() > LONGEST) {
        fs::rename(file, file.with_extension("log.1"))?;
    }
    OpenOptions::new().create(true).append(true).mode(0o600).open(file)
}

fn targets(asked: Option<LevelFilter>) -> Targets {
    let level = asked.unwrap_or(DEFAULT);
    Targets::new().with_target("haltscope", level).with_target("script", level)
}
