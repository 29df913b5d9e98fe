//! The core as the full screen drives it.

use crate::Front;
use crate::testkit::attached::attaching;
use haltscope::runtime::Driver;
use haltscope::session::{StateWord, StepKind, ThreadCommand};
use std::time::Duration;
use tokio::runtime::Handle;

const LIMIT: Duration = Duration::from_secs(20);

pub struct Screen(Driver);

impl Screen {
    fn until(&mut self, wanted: impl Fn(&Driver) -> bool) {
        Handle::current().block_on(self.0.until(wanted, LIMIT)).expect("in time");
    }
}

impl Front for Screen {
    fn attached(url: &str) -> Self {
        let mut screen = Self(attaching(url));
        screen.until(|driver| driver.word() == StateWord::Waiting);
        screen
    }

    fn halted(&mut self) {
        self.until(is_read);
    }

    fn step(&mut self) {
        let before = self.0.session().history().newest();
        self.0.thread(ThreadCommand::Step(StepKind::Over));
        self.until(|driver| driver.session().history().newest() > before && is_read(driver));
    }
}

fn is_read(driver: &Driver) -> bool {
    let tree = driver.shown().tree;
    let read = tree.is_some_and(|tree| tree.is_loaded() && !tree.is_stale());
    driver.word() == StateWord::Halted && read
}
