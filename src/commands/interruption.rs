//! Commands without a screen: what is under way ends with the first SIGINT or SIGTERM.

use super::{ending, logging};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::future::Future;
use std::io;
use std::process::ExitCode;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// What shells give for a program that SIGINT ended.
pub(super) const INTERRUPTED: u8 = 130;

/// Runs a command; interrupted, it is dropped where it stands.
pub(super) fn block_on(
    command: impl Future<Output = anyhow::Result<ExitCode>>,
) -> anyhow::Result<ExitCode> {
    logging::to_stderr_quietly()?;
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

/// The exit code of a command that ended by itself, or by a signal.
pub(super) fn exit(token: &CancellationToken) -> ExitCode {
    if token.is_cancelled() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// Cancelled by the first SIGINT, SIGTERM or SIGHUP: for commands that leave a server first.
pub(super) fn token() -> io::Result<CancellationToken> {
    let token = CancellationToken::new();
    ending::are_listened_to(&[SIGINT, SIGTERM, SIGHUP]);
    for kind in [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()] {
        let (mut signals, token) = (signal(kind)?, token.clone());
        tokio::spawn(async move {
            signals.recv().await;
            token.cancel();
        });
    }
    Ok(token)
}
