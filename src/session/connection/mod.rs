//! Where the session stands with the server, and the one word for it.

mod attach;
mod leave;
mod link;
mod trouble;

pub(super) use link::{Client, Link};

use super::remedy::Remedy;
use super::time::Time;
use std::fmt;

/// The word in the top bar: never translated, shortened or decorated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateWord {
    /// First contact or re-attaching.
    Connecting,
    /// Attached, nothing halted, no thread followed.
    Waiting,
    /// The selected thread is halted, its place accepted.
    Halted,
    /// The selected thread runs.
    Running,
    /// A step of the selected thread is unanswered or unconfirmed.
    Stepping,
    /// No usable connection.
    Offline,
    /// The client does not exist any more.
    Disabled,
    /// A recorded halt is shown.
    History,
}

impl StateWord {
    /// In capitals.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Connecting => "CONNECTING",
            Self::Waiting => "WAITING",
            Self::Halted => "HALTED",
            Self::Running => "RUNNING",
            Self::Stepping => "STEPPING",
            Self::Offline => "OFFLINE",
            Self::Disabled => "DISABLED",
            Self::History => "HISTORY",
        }
    }
}

impl fmt::Display for StateWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which part of attaching is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttachStep {
    /// Reaching the host: name, TLS, credentials; asks whether the client id is in use.
    Contact,
    /// Creating the client.
    Client,
    /// Reading and setting breakpoints.
    Breakpoints,
}

impl AttachStep {
    /// The step in words, as the screen shows it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "host, TLS, credentials",
            Self::Client => "debugger client",
            Self::Breakpoints => "breakpoints",
        }
    }
}

/// Cause and next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What happened.
    pub cause: String,
    /// What to do.
    pub action: String,
    /// What of it can be done from here.
    pub remedy: Remedy,
}

/// Whose client it is that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A session of this project left it behind: its mark is in the project's state.
    LeftBehind,
    /// Its breakpoints are this project's: most likely left behind.
    SameBreakpoints,
    /// A session of this project that still runs, by its process id.
    Running(u32),
    /// Nothing is known of it.
    Stranger,
}

/// Why there is no usable connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// Nobody answers.
    Silent,
    /// Somebody answers, and it is no use: refused, a web page, a failure of the server.
    Refused,
    /// User name or password are not taken: nothing is sent with them any more.
    Login,
    /// The secure connection was not made.
    Untrusted,
    /// Connecting was given up here.
    Cancelled,
}

/// What became of a client that does not exist any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// Another program deleted it; halted threads run on.
    Elsewhere,
    /// The server was restarted; its threads are gone.
    Restart,
    /// The server drops clients that asked for nothing for half an hour.
    Unused,
}

/// Where the session stands with the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// No instance is configured.
    NotConfigured,
    /// First contact or re-attaching.
    Connecting {
        /// What is under way.
        step: AttachStep,
        /// Since when attaching goes on.
        since: Time,
    },
    /// The client id exists already: attached elsewhere or left behind.
    InUse {
        /// How many breakpoints that client has, once known.
        breakpoints: Option<usize>,
        /// How many threads it holds.
        halts: usize,
        /// Whose it is, as far as is known.
        owner: Owner,
    },
    /// In working order.
    Attached {
        /// Since when.
        since: Time,
        /// The client was there before us: leaving doesn't delete it.
        joined: bool,
    },
    /// 412: the client does not exist any more.
    Disabled {
        /// What became of it.
        removed: Removed,
    },
    /// No usable connection.
    Offline {
        /// What kind of trouble it is.
        outage: Outage,
        /// In words.
        problem: Problem,
        /// How many tries have failed, from 1.
        attempt: u32,
        /// When the next one leaves; `None`: only on request.
        next_try: Option<Time>,
    },
    /// Leaving is under way.
    Detaching {
        /// Since when.
        since: Time,
    },
    /// Left.
    Detached {
        /// What may remain on the server.
        remains: Option<String>,
    },
}

impl Connection {
    /// Whether calls about threads make sense.
    pub const fn is_attached(&self) -> bool {
        matches!(self, Self::Attached { .. })
    }

    /// Whether there is no usable connection.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::Offline { .. })
    }

    /// Whether leaving has begun.
    pub(super) const fn is_leaving(&self) -> bool {
        matches!(self, Self::Detaching { .. } | Self::Detached { .. })
    }

    /// What may remain on the server that was left.
    pub fn remains(&self) -> Option<&str> {
        match self {
            Self::Detached { remains } => remains.as_deref(),
            _ => None,
        }
    }

    /// Whether leaving is done: nothing more will come.
    pub const fn is_detached(&self) -> bool {
        matches!(self, Self::Detached { .. })
    }
}
