//! The Model Context Protocol: a coding assistant drives the session.
//!
//! An assistant can't press a key, forgets what it began, and acts on what it is told. So every
//! wait is bounded and can be taken up again by a cursor, a request that makes a thread halt runs
//! beside the wait for the halt, a step is answered with the new stop, each stop is told whole, and
//! what nobody has used for a while lets its threads go.
//!
//! | file | what it does |
//! |---|---|
//! | `server` | the protocol, by its Rust SDK |
//! | `guard` | what is no message of it |
//! | `tools`, `args` | what can be asked, with what |
//! | `sessions` | which desks are open, and for how long |
//! | `stops` | stops and output in the order in which they came |
//! | `telling` | each stop told whole |
//! | `breakpoints`, `values`, `moves`, `capture`, `past` | the subjects |
//! | `mask` | what an assistant must not read |

mod args;
mod breakpoints;
mod capture;
mod guard;
mod mask;
mod moves;
mod order;
mod past;
mod remedy;
mod server;
mod sessions;
mod shapes;
mod stops;
mod telling;
mod tools;
mod values;

pub use args::StartSession as Wanted;
pub use server::{Ended, serve};
pub use sessions::{Open, Opened, Refused};
