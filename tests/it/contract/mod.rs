//! Our client, session and runtime over real sockets: against a server that plays a part, and
//! against our sandbox.

mod faults;
mod marks;
mod played;
mod sandbox;

use haltscope::runtime::Driver;
use haltscope::session::StateWord;

fn is_waiting(driver: &Driver) -> bool {
    driver.word() == StateWord::Waiting
}

fn is_halted(driver: &Driver) -> bool {
    driver.word() == StateWord::Halted
}

fn line(driver: &Driver) -> u32 {
    driver.shown().frame.map_or(0, |frame| frame.line.0)
}

fn notice(driver: &Driver) -> String {
    driver.session().notice().map_or_else(String::new, |notice| notice.text.clone())
}

/// Halted, its variables read at this very place.
fn is_read(driver: &Driver) -> bool {
    let tree = driver.shown().tree;
    is_halted(driver) && tree.is_some_and(|tree| tree.is_loaded() && !tree.is_stale())
}
