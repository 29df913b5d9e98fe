//! haltscope: a full-screen terminal debugger for the script threads of a commerce platform, and a
//! local sandbox that implements the platform's own APIs.
//!
//! # Bird's-eye view
//!
//! The debugger is a pure state machine, [`session`]: events in, effects out. [`runtime`] performs
//! the effects with tokio over [`client`]; [`tui`] draws the session and turns keys into its
//! commands; [`dap`] does the same for editors, [`rpc`] for scripts, [`probe`] for pipelines, [`mcp`] for
//! coding assistants. The [`sandbox`] is the other end of the wire: HTTP routers over [`script`], the room of the
//! JavaScript engine. Both ends share [`api`], the documents on the wire, and nothing else.
//! [`config`] finds out where to connect and as whom. [`commands`] alone wires rooms together. What has
//! to be on disk whole or not at all is written by [`files`]; both ends look for cartridges as [`folders`] says.
//!
//! # Where to start reading
//!
//! | question | file |
//! |---|---|
//! | what happens when the program starts | [`commands::main`], then a file per subcommand |
//! | what the debugger does with a key or an answer | [`session::Session::update`] |
//! | what a request looks like on the wire | [`client::Client`] |
//! | what is drawn | [`tui::view`] |
//! | what front ends without a screen work at | [`runtime::Desk`] |
//! | what the sandbox answers | [`sandbox::Sandbox`] |
//! | how a script is halted | [`script::Engine`] |
//!
//! # Map
//!
//! ```text
//!                 commands ─────────────┐        an arrow points at what is used;
//!          ┌─────────┤                  │        everything else is forbidden, and a
//!   tui, dap, mcp,   │                  │        test fails with the line that does it
//!   rpc, probe       │                  │
//!          └──── runtime             sandbox ──▶ script
//!               ┌───┴────┐              │
//!            session   client           │
//!               └───┬────┘              │
//!                  api ◀────────────────┘
//! ```
//!
//! # Invariants
//!
//! - [`api`] and [`session`] know no tokio, no terminal, no file and no clock.
//! - [`tui`], [`dap`], [`rpc`], [`probe`] and [`mcp`] see [`session`] and [`runtime`], never
//!   [`client`], never each other.
//! - [`sandbox`] shares only [`api`] with the debugger's side; [`script`] knows nothing of HTTP.
//! - [`config`] reads, but connects nothing; every value knows its origin.
//! - Nothing is awaited in the loop that draws; a stale answer is dropped in one place.
//! - A secret is a type that can't be printed, from where it is read to where it is sent.

// What only its own room sees can be called unused by the compiler.
#![warn(unreachable_pub)]

pub mod api;
pub mod cli;
pub mod client;
pub mod commands;
pub mod config;
pub mod dap;
pub mod files;
pub mod folders;
pub mod mcp;
pub mod probe;
pub mod rpc;
pub mod runtime;
pub mod sandbox;
pub mod script;
pub mod session;
pub mod tui;
