//! `haltscope rpc`: the debugger as JSON lines, for scripts.
//!
//! Each line of input is a [`Request`](message::Request), each line of output an answer or an
//! event. The vendor's `debug cli --rpc` has the same commands, arguments, results and events;
//! everything else is added, never renamed. [`server`] has the one loop: it reads lines, follows
//! the desk's changes, and is the only one that writes. What takes a while runs in tasks of its
//! own, each with its request's id; [`order`] keeps what moves a thread behind the questions about it.

mod act;
mod args;
mod ask;
mod breakpoints;
mod capture;
mod connection;
mod events;
mod log;
mod message;
mod moves;
mod order;
mod past;
mod schema;
mod server;
mod shapes;
mod span;
mod turns;

pub use server::{Ending, Surroundings, run};
