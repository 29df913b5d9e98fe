//! Commands without a screen: what is under way ends with the first SIGINT or SIGTERM.

use super::{ending, logging};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::future::Future;
use std::process::ExitCode;
use tokio::signal::unix::{SignalKind, signal};

/// What shells give for a program that SIGINT ended.
const INTERRUPTED: u8 = 130;

/// Runs a command; interrupted, it is dropped where it stands.
pub(super) fn block_on(
    command: impl Future<Output = anyhow::Result<ExitCode>>,
) -> anyhow::Result<ExitCode> {
    logging::to_stderr_quietly();
    super::block_on(async {
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        ending::are_listened_to(&[SIGINT, SIGTERM]);
        tokio::select! {
            outcome = command => outcome,
            _ = interrupt.recv() => Ok(ExitCode::from(INTERRUPTED)),
            _ = terminate.recv() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}
