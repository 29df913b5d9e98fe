//! How long tests wait: so long that only what hangs takes longer, on a machine that is ten times
//! as busy too. Nothing that is well is measured by it.

use haltscope::sandbox::{Patience, SandboxOptions};
use std::time::Duration;

/// Whatever is waited for comes before this, or never.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Longer than a test may take.
pub const EVER: Duration = Duration::from_hours(1);

/// A sandbox on free ports where no limit of time ends what a test has begun.
pub fn unhurried() -> SandboxOptions {
    SandboxOptions {
        halt_timeout: EVER,
        patience: Patience { step: EVER, turn: EVER, evaluation: EVER, look: EVER },
        ..SandboxOptions::on_free_ports()
    }
}
