//! Commands without a screen: what is under way ends with the first SIGINT, SIGTERM or SIGHUP.

use super::{ending, logging};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::future::Future;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// What shells give for a program that SIGINT ended.
pub(super) const INTERRUPTED: u8 = 130;

/// Runs a command; interrupted, it is dropped where it stands.
pub(super) fn block_on(
    command: impl Future<Output = anyhow::Result<ExitCode>>,
) -> anyhow::Result<ExitCode> {
    logging::to_stderr_quietly()?;
    super::block_on(async {
        let mut signals = Signals::listen()?;
        tokio::select! {
            outcome = command => outcome,
            () = signals.next() => Ok(ExitCode::from(INTERRUPTED)),
        }
    })
}

/// The exit code of a command that ended by itself, or by a signal.
pub(super) fn exit(token: &CancellationToken) -> ExitCode {
    if token.is_cancelled() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// Cancelled by the first SIGINT, SIGTERM or SIGHUP: for commands that leave a server first.
pub(super) fn token() -> io::Result<CancellationToken> {
    let (mut signals, token) = (Signals::listen()?, CancellationToken::new());
    let cancelled = token.clone();
    tokio::spawn(async move {
        signals.next().await;
        cancelled.cancel();
    });
    Ok(token)
}

/// SIGINT, SIGTERM, and SIGHUP: the terminal's window was closed.
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    /// Nobody listens to it under `nohup`.
    hangup: Option<Signal>,
}

impl Signals {
    /// From now on these don't end the program by themselves.
    pub(super) fn listen() -> io::Result<Self> {
        let is_heard = !is_hangup_ignored();
        let heard = if is_heard { &[SIGINT, SIGTERM, SIGHUP][..] } else { &[SIGINT, SIGTERM] };
        ending::are_listened_to(heard);
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: if is_heard { Some(signal(SignalKind::hangup())?) } else { None },
        })
    }

    /// Waits for the next of them.
    pub(super) async fn next(&mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Whether whoever started the program wants it to outlive the terminal. Where the system doesn't
/// tell, that is so if it has nothing of a terminal.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    match status.as_deref().and_then(ignored) {
        Some(signals) => signals & (1 << (SIGHUP - 1)) != 0,
        None => {
            !(io::stdin().is_terminal() || io::stdout().is_terminal() || io::stderr().is_terminal())
        }
    }
}

/// The set of ignored signals, a bit each, in what Linux says of a process.
fn ignored(status: &str) -> Option<u64> {
    let signals = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(signals.trim(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signals_that_nobody_wants_to_hear_of_are_read() {
        assert_eq!(ignored("SigBlk:\t0000\nSigIgn:\t0000000000001001\n"), Some(0x1001));
        assert_eq!(ignored("Name:\tx\n"), None);
    }
}
