//! Threads that have done what comes before their first script, and wait for a job.
//!
//! Opening a runtime and loading the platform's modules takes as long as many a script runs, and is the same for all
//! jobs of a setting. One thread at a time is made ready, while others run scripts. No script of a cartridge has run
//! in it, and no debugger's list has it, until it gets its job.

use super::registry::{Ending, Place};
use super::setting::Setting;
use parking_lot::Mutex;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use tokio::sync::oneshot;

/// So many threads wait for the jobs of a setting once there was one: a page with includes needs one after the other.
const READY: usize = 4;

/// The threads that wait. Those end that are taken off the list without a job.
#[derive(Default)]
pub(super) struct Standby {
    lines: Mutex<Vec<Line>>,
}

/// The threads of a setting.
struct Line {
    setting: Setting,
    ready: VecDeque<Ready>,
    wanted: usize,
    /// Whether another one is being made ready.
    is_growing: bool,
}

/// A thread that waits for its job.
pub(super) struct Ready {
    pub(super) place: Arc<Place>,
    pub(super) outcome: oneshot::Receiver<Ending>,
    /// Takes the argument of the entry function.
    pub(super) input: Sender<Value>,
}

/// A thread that is being made ready; nothing comes of it when this is dropped.
pub(super) struct Growth {
    standby: Weak<Standby>,
    pub(super) setting: Setting,
}

impl Standby {
    /// From now on threads are kept ready for a setting.
    pub(super) fn open(&self, setting: Setting) {
        let mut lines = self.lines.lock();
        if lines.iter().all(|line| !line.setting.is(&setting)) {
            lines.push(Line { setting, ready: VecDeque::new(), wanted: 1, is_growing: false });
        }
    }

    /// Nothing is kept ready any longer.
    pub(super) fn close(&self) {
        self.lines.lock().clear();
    }

    /// A thread that is ready and that `admit` lets in; those that it doesn't end.
    pub(super) fn take(
        &self,
        setting: &Setting,
        admit: impl Fn(&Arc<Place>) -> bool,
    ) -> Option<Ready> {
        let mut lines = self.lines.lock();
        let line = lines.iter_mut().find(|line| line.setting.is(setting))?;
        line.wanted = READY;
        std::iter::from_fn(|| line.ready.pop_front()).find(|ready| admit(&ready.place))
    }

    /// Says that a thread is made ready, if one is missing and no other is on its way.
    pub(super) fn grow(self: &Arc<Self>, setting: &Setting) -> Option<Growth> {
        let mut lines = self.lines.lock();
        let line = lines.iter_mut().find(|line| line.setting.is(setting))?;
        if line.is_growing || line.ready.len() >= line.wanted {
            return None;
        }
        line.is_growing = true;
        Some(Growth { standby: Arc::downgrade(self), setting: line.setting.clone() })
    }
}

impl Growth {
    /// The thread is ready; says whether the next one may be made so.
    pub(super) fn done(self, ready: Ready) -> Option<Self> {
        let (standby, setting) = (self.standby.upgrade()?, self.setting.clone());
        {
            let mut lines = standby.lines.lock();
            let line = lines.iter_mut().find(|line| line.setting.is(&setting))?;
            line.ready.push_back(ready);
        }
        drop(self);
        standby.grow(&setting)
    }
}

impl Drop for Growth {
    fn drop(&mut self) {
        let Some(standby) = self.standby.upgrade() else { return };
        let mut lines = standby.lines.lock();
        if let Some(line) = lines.iter_mut().find(|line| line.setting.is(&self.setting)) {
            line.is_growing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::registry::{Entered, Registry};
    use crate::script::{Call, Cartridges, Entry, Host, HostError, Owner, ThreadId, host::Asked};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    struct Silent;

    impl Host for Silent {
        fn call(&self, _: Call<'_>) -> Result<Value, HostError> {
            Ok(Value::Null)
        }
    }

    fn setting(module: &str) -> Setting {
        Setting {
            host: Arc::new(Asked::new(Arc::new(Silent))),
            cartridges: Arc::new(Cartridges::new()),
            entry: Entry { module: module.to_owned(), function: "run".to_owned() },
            run_time: None,
        }
    }

    fn ready(registry: &Registry) -> Ready {
        let Entered { place, outcome, .. } = registry.seat();
        Ready { place, outcome, input: channel().0 }
    }

    #[test]
    fn one_after_the_other_is_made_ready_until_there_are_enough() {
        let (standby, setting) = (Arc::new(Standby::default()), setting("a"));
        let registry = Registry::new(Duration::ZERO);
        assert!(standby.grow(&setting).is_none(), "nobody has asked for any");
        standby.open(setting.clone());
        let first = standby.grow(&setting).expect("one is missing");
        assert!(standby.grow(&setting).is_none(), "it is on its way");
        assert!(first.done(ready(&registry)).is_none(), "one is enough before the first job");
        assert!(standby.take(&setting, |place| registry.admit(place)).is_some());
        let mut growth = standby.grow(&setting);
        let mut made = 0;
        while let Some(next) = growth {
            growth = next.done(ready(&registry));
            made += 1;
        }
        assert_eq!(made, READY);
    }

    #[test]
    fn what_fails_is_tried_again() {
        let (standby, setting) = (Arc::new(Standby::default()), setting("a"));
        standby.open(setting.clone());
        drop(standby.grow(&setting).expect("one is missing"));
        assert!(standby.grow(&setting).is_some());
    }

    #[test]
    fn a_debugger_that_comes_or_goes_makes_what_is_ready_useless() {
        let (standby, setting) = (Arc::new(Standby::default()), setting("a"));
        let registry = Registry::new(Duration::ZERO);
        standby.open(setting.clone());
        standby.grow(&setting).expect("one is missing").done(ready(&registry));
        registry.attach(Owner(1));
        let take = || standby.take(&setting, |place| registry.admit(place));
        assert!(take().is_none() && registry.places().is_empty());
        standby.grow(&setting).expect("one is missing").done(ready(&registry));
        let taken = take().expect("it is there");
        assert!(taken.place.instrumented && taken.place.id() == ThreadId(1));
    }

    #[test]
    fn each_setting_has_its_own() {
        let (standby, [one, other]) = (Arc::new(Standby::default()), [setting("a"), setting("a")]);
        let registry = Registry::new(Duration::ZERO);
        standby.open(one.clone());
        let growth = standby.grow(&one).expect("one is missing");
        assert!(!one.is(&other), "its host is another");
        growth.done(ready(&registry));
        assert!(standby.take(&other, |_| true).is_none() && standby.take(&one, |_| true).is_some());
        let late = standby.grow(&one).expect("one is missing");
        standby.close();
        assert!(late.done(ready(&registry)).is_none() && standby.take(&one, |_| true).is_none());
    }
}
