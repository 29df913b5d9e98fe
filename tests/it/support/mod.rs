//! What the modules share.

pub mod attached;
pub mod cartridge;
pub mod cluster;
pub mod crash;
pub mod dice;
pub mod patience;
pub mod process;
pub mod proxy;
pub mod samples;
pub mod scripted;
pub mod shrink;
pub mod unheard;
