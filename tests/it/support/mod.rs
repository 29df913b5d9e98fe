//! What the modules share.

pub mod attached;
pub mod crash;
pub mod patience;
pub mod process;
pub mod samples;
pub mod scripted;
pub mod unheard;
