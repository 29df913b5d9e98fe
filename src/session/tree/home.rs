//! Which tree a node is in.

use crate::api::ids::ThreadId;
use crate::session::frame::Spot;
use crate::session::ids::{EntryId, HaltNumber, WatchId};

/// Which tree a node is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// The variables of a frame, now.
    Frame(Spot),
    /// A watch's value.
    Watch(WatchId),
    /// A result in the console.
    Console(EntryId),
    /// The variables of a frame of a recorded halt.
    Past(HaltNumber, usize),
}

impl Home {
    /// The variables of a thread's frame.
    pub const fn frame(thread: ThreadId, frame: usize) -> Self {
        Self::Frame(Spot { thread, frame })
    }
}
