//! An instance in memory, for runs in which time is a number: [`server::Model`] is what the
//! debugger API does, [`network::Network`] what a faulty line makes of it, and [`wire::Wire`] both
//! as tokio sees them. Nothing here reads a clock or draws a number of its own.

pub mod api;
pub mod network;
pub mod program;
mod same;
pub mod server;
pub mod wire;
