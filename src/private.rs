//! The program as one crate whose rooms are private: here the compiler says what nobody uses, which
//! it can't where the tests, a crate of their own, may use everything. `.ci/run` checks it; nobody
//! runs it.

#![allow(
    clippy::all,
    clippy::pedantic,
    unused_imports,
    reason = "the library's own check sees to it"
)]

mod api;
mod cli;
mod client;
mod commands;
mod config;
mod dap;
mod files;
mod folders;
mod mcp;
mod probe;
mod rpc;
mod runtime;
mod sandbox;
mod script;
mod session;
mod tui;

fn main() -> std::process::ExitCode {
    commands::main()
}
