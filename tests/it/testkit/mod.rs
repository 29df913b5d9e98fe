//! One testkit: whom the program is tested against, and how it is held.
//!
//! | what is needed | what there is |
//! |---|---|
//! | an instance whose answers a test writes: halts, steps that lie, delays, faults | [`instance::Scripted`] over HTTP, [`instance::InMemory`] as the session's runtime; one [`instance::stage::Stage`] answers for both |
//! | a server that says just these bytes, plain or over TLS | [`server::Server`], [`certificate::Shown`] |
//! | a real sandbox in this process, with a script of the test's own | [`cartridge::Served`] |
//! | a real sandbox as a process | [`process::Process`] |
//! | a real sandbox behind a line that fails as planned, and is read along | [`proxy`] |
//! | the program as a process: run to its end, or written to and read from | [`program`] |
//! | the program in a terminal (a pty, and a model of the screen behind it) | [`terminal`] |
//! | the screen's own loop without a terminal | [`screen`] |
//! | the session and its runtime without a front end | [`attached`] |
//! | databases, crashes | [`cluster`], [`crash`] |
//!
//! Three things are like these and are none of them. A session that is driven by hand
//! (`session::rehearsal`, the crate's own) has nobody who answers: its test is the server, event by
//! event, and the clock is a number. What draws a session (`tui::view`'s stage) needs a frame at
//! once, so its instance answers within the call. And the model of faulty networks
//! (`faulty::model`) is searched by the thousand: it is compared with the sandbox, so it can't be
//! built from what plays one.

pub mod attached;
pub mod cartridge;
pub mod certificate;
pub mod cluster;
pub mod crash;
pub mod dice;
pub mod instance;
pub mod patience;
pub mod process;
pub mod program;
pub mod proxy;
pub mod samples;
pub mod screen;
pub mod server;
pub mod shrink;
pub mod terminal;
pub mod unheard;

use std::sync::OnceLock;
use tokio::runtime::Runtime;

/// Where servers of tests without a runtime of their own live.
pub fn background() -> &'static Runtime {
    static BACKGROUND: OnceLock<Runtime> = OnceLock::new();
    BACKGROUND.get_or_init(|| Runtime::new().expect("a runtime"))
}
