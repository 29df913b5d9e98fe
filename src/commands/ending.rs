//! Signals that end the program while it asks something, before anybody listens to them for good.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_default;
use signal_hook::iterator::{Handle, Signals};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::thread;

const ENDING: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// Whether each of them does what it does in programs that know nothing of signals. One whose
/// handler was taken away would have no effect at all.
static AS_USUAL: LazyLock<[Arc<AtomicBool>; 3]> =
    LazyLock::new(|| [(); 3].map(|()| Arc::new(AtomicBool::new(true))));

/// From now on somebody listens to these as long as the program runs.
pub(super) fn are_listened_to(signals: &[i32]) {
    for (signal, as_usual) in ENDING.iter().zip(AS_USUAL.iter()) {
        as_usual.fetch_and(!signals.contains(signal), Ordering::SeqCst);
    }
}

/// Somebody who hears of them for a while.
pub(super) struct Watch {
    signals: Handle,
    were_as_usual: [bool; 3],
}

impl Watch {
    /// Each signal calls `heard`, on a thread of its own.
    pub(super) fn start(heard: impl Fn() + Send + 'static) -> io::Result<Self> {
        let mut signals = Signals::new(ENDING)?;
        let were_as_usual = AS_USUAL.each_ref().map(|it| it.swap(false, Ordering::SeqCst));
        let watch = Self { signals: signals.handle(), were_as_usual };
        return_to_usual()?;
        thread::spawn(move || signals.forever().for_each(|_| heard()));
        Ok(watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        for (as_usual, before) in AS_USUAL.iter().zip(self.were_as_usual) {
            as_usual.store(before, Ordering::SeqCst);
        }
        self.signals.close();
    }
}

/// Their usual effect comes back with [`AS_USUAL`].
fn return_to_usual() -> io::Result<()> {
    static ONCE: Once = Once::new();
    let mut registered = Ok(());
    ONCE.call_once(|| {
        registered = ENDING.iter().zip(AS_USUAL.iter()).try_for_each(|(signal, as_usual)| {
            register_conditional_default(*signal, Arc::clone(as_usual)).map(drop)
        });
    });
    registered
}
