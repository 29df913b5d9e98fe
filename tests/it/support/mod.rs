//! What the modules share.

pub mod attached;
pub mod scripted;
