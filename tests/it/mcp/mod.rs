//! `haltscope mcp`, talked with by the client of the protocol's Rust SDK.

pub mod assistant;
mod faults;
mod process;
mod tools;
