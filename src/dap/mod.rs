//! The Debug Adapter Protocol: an editor drives the session.
//!
//! [`serve`] talks with one client over any pair of streams, [`mod@listen`] with one after the other
//! over TCP. Message types are those of `dapts`, which are made from the published schema.
//!
//! | file | what it does |
//! |---|---|
//! | `codec` | frames, whatever comes in |
//! | `wire` | answers, refusals and events, numbered in the order in which they leave |
//! | `conversation` | the order of things: initialize, attach, work, leave |
//! | `requests` | each request of an attached client to its own |
//! | `attached` | what all requests of an attachment share |
//! | `events` | what the session tells, as the protocol's events |
//! | `breakpoints`, `stack`, `values`, `assign`, `complete`, `files`, `targets` | the subjects |
//! | `known`, `marks`, `numbered` | what the client was told of threads, breakpoints and scripts |
//! | `handles` | numbers for frames and lists of variables, good for one place each |
//! | `texts` | values as lists show them |
//! | `words` | advice for the command line, said with a launch configuration's arguments |
//!
//! A request that has to wait is a task of its own; everything that tells the client something
//! goes through one queue, so that an answer is never overtaken by what follows from it.

mod arguments;
mod assign;
mod attached;
mod breakpoints;
mod codec;
mod complete;
mod conversation;
mod events;
mod files;
mod handles;
mod known;
mod listen;
mod marks;
mod numbered;
mod order;
mod requests;
mod stack;
mod targets;
mod texts;
mod values;
mod wire;
mod words;

pub use arguments::{RequestWanted, Wanted};
pub use conversation::{Open, Opened, Refused, serve};
pub use listen::{NotLoopback, bind, listen};
