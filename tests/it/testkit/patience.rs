//! How long tests wait: so long that only what hangs takes longer, on a machine that is ten times
//! as busy too. Nothing that is well is measured by it.

use haltscope::sandbox::storefront::EndpointTimes;
use haltscope::sandbox::{Patience, SandboxOptions};
use haltscope::script::{Control, EvalPatience, Evaluated, InspectError, ThreadId};
use std::time::Duration;

/// Whatever is waited for comes before this, or never.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Longer than a test may take.
pub const EVER: Duration = Duration::from_hours(1);

/// A sandbox on free ports where no limit of time ends what a test has begun.
pub fn unhurried() -> SandboxOptions {
    SandboxOptions {
        halt_timeout: EVER,
        endpoint_times: EndpointTimes { shopper: EVER, admin: EVER },
        patience: Patience { step: EVER, turn: EVER, evaluation: EVER, look: EVER },
        ..SandboxOptions::on_free_ports()
    }
}

/// What an expression gives in a frame, however long that takes.
pub async fn evaluated(
    control: &Control,
    id: ThreadId,
    frame: usize,
    text: &str,
) -> Result<String, InspectError> {
    let patience = EvalPatience { turn: EVER, answer: EVER };
    match control.eval(id, frame, text, patience).await? {
        Evaluated::Text(text) => Ok(text),
        Evaluated::StillRuns | Evaluated::NotBegun => panic!("it takes longer than ever: {text}"),
    }
}
