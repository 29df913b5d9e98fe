//! A scripted instance: a few threads that walk through the lines of one script, with the delays,
//! stale answers and faults that a test asks for. It keeps what it is asked.
//!
//! [`stage::Stage`] is the instance; [`Scripted`] serves it over HTTP, [`InMemory`] is the runtime of a
//! session that talks to it without a network.

mod http;
mod memory;
mod play;
pub mod stage;

pub use http::Scripted;
pub use memory::InMemory;
pub use play::{ITEMS, MANY_ITEMS, Play, SCRIPT};
pub use stage::{Asked, Instead, Part, Steps};
