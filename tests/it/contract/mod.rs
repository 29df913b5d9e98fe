//! Our client, session and runtime over real sockets: against a server that plays a part, and
//! against our sandbox.

mod faults;
mod played;
mod sandbox;

use haltscope::session::{Session, StateWord};

fn is_halted(session: &Session) -> bool {
    session.state_word() == StateWord::Halted
}

fn line(session: &Session) -> u32 {
    session.shown().frame.map_or(0, |frame| frame.line.0)
}

fn notice(session: &Session) -> String {
    session.notice().map_or_else(String::new, |notice| notice.text.clone())
}

/// Halted, its variables read at this very place.
fn is_read(session: &Session) -> bool {
    let tree = session.shown().tree;
    is_halted(session) && tree.is_some_and(|tree| tree.is_loaded() && !tree.is_stale())
}
