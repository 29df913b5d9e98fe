//! From the client's errors to what the session can react to.

use crate::client::ClientError;
use crate::session::{Failure, FailureKind};
use std::time::Duration;

/// Cause and action stay the client's own words.
pub(super) fn failure(error: &ClientError) -> Failure {
    let kind = match error {
        ClientError::Disabled => FailureKind::ClientGone,
        ClientError::Unauthorized { .. } => FailureKind::Unauthorized,
        ClientError::Tls { .. } | ClientError::Configuration { .. } => FailureKind::Untrusted,
        ClientError::TimedOut { .. } => FailureKind::Silent,
        ClientError::Dns { .. }
        | ClientError::Refused { .. }
        | ClientError::Unreachable { .. }
        | ClientError::Interrupted { .. } => FailureKind::Unreachable,
        ClientError::Fault { status, fault } => Failure::from_fault(*status, fault).kind,
        ClientError::WebPage { .. }
        | ClientError::Redirected { .. }
        | ClientError::Unexpected { .. }
        | ClientError::Malformed { .. }
        | ClientError::TooLarge { .. } => FailureKind::Unexpected,
        ClientError::ForeignUrl { .. }
        | ClientError::NoToken { .. }
        | ClientError::Unsafe(_)
        | ClientError::BadRequest { .. } => FailureKind::Refused,
    };
    let failure = Failure::new(kind, error.cause(), error.action());
    let failure = failure.retry_after(error.retry_after());
    match error {
        ClientError::Dns { .. }
        | ClientError::Refused { .. }
        | ClientError::Unreachable { .. }
        | ClientError::Tls { .. }
        | ClientError::Unsafe(_)
        | ClientError::Configuration { .. } => failure.not_sent(),
        _ => failure,
    }
}

/// Nothing is configured: there is nobody to ask.
pub(super) fn not_configured() -> Failure {
    Failure::new(
        FailureKind::Untrusted,
        "no instance is configured",
        "give --server, set SFCC_SERVER or write a dw.json",
    )
}

/// A limit of our own was reached.
pub(super) fn no_answer(after: Duration) -> Failure {
    Failure::new(
        FailureKind::Silent,
        format!("no answer within {:.1} s", after.as_secs_f32()),
        "look at the network, or wait",
    )
}
