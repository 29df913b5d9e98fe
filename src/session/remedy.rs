//! What somebody can do about something, as data: each front end says it in its own words.

/// The next step that helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// Create the debugger client again and arm the breakpoints.
    Reattach,
    /// Take over the client that exists.
    Join,
    /// Try to connect now.
    TryNow,
    /// Give another user name or password.
    GiveCredentials,
    /// Step out: it halts in the caller.
    StepOut,
    /// Stop the thread; a breakpoint would halt it.
    StopThread,
    /// Renew the halted threads' time, and go on renewing it.
    Renew,
    /// Send a storefront request.
    Request,
    /// Abort the storefront request under way.
    CancelRequest,
    /// Set a breakpoint.
    ToggleBreakpoint,
    /// Allow a watch to run in the live request.
    ConfirmWatch,
    /// Look at the next halted thread.
    NextHalted,
    /// Go through what a search has found.
    NextMatch,
}
