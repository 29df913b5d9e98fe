//! What helps, in tools.

use crate::session::Remedy;

/// A remedy in tools.
pub(super) const fn remedy_words(remedy: Remedy) -> Option<&'static str> {
    match remedy {
        Remedy::Reattach | Remedy::TryNow => Some("connect again with debug_reattach"),
        Remedy::GiveCredentials => {
            Some("the user has to give another password; then debug_reattach")
        }
        Remedy::StepOut => Some("use debug_step_out there"),
        Remedy::StopThread => Some("end it with debug_stop_thread"),
        Remedy::Renew => Some("any tool that looks at the thread renews it"),
        Remedy::Request => Some("send one with debug_request"),
        Remedy::CancelRequest => Some("wait for its page"),
        Remedy::ToggleBreakpoint => Some("set one with debug_set_breakpoints"),
        // The start of the session says it; there are no watches and no searches.
        Remedy::Join | Remedy::ConfirmWatch | Remedy::NextHalted | Remedy::NextMatch => None,
    }
}
