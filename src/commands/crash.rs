//! A panic in any task: the terminal first, then a report, then the server, then exit code 1; and
//! the same without a report for a screen that doesn't end.

use crate::client::Client;
use crate::config::Folders;
use crate::files::remove_folder;
use crate::tui::terminal;
use parking_lot::Mutex;
use std::backtrace::Backtrace;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, Weak};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How long the server is waited for.
const LIMIT: Duration = Duration::from_secs(2);
/// How long a terminal that may be gone is waited for.
const TERMINAL_LIMIT: Duration = Duration::from_millis(500);

/// What a crash must put in order, as long as somebody keeps it; shared with whoever connects.
#[derive(Clone, Default)]
pub(super) struct Estate(Arc<Mutex<Left>>);

/// Those of all sessions of this process.
static ESTATES: Mutex<Vec<Weak<Mutex<Left>>>> = Mutex::new(Vec::new());
/// Panics are taken over once.
static HOOK: Once = Once::new();

#[derive(Default)]
struct Left {
    client: Option<Client>,
    folders: Vec<PathBuf>,
}

impl Estate {
    /// From now on a crash deletes what this client leaves behind.
    pub(super) fn keep_client(&self, client: &Client) {
        self.with(|left| left.client = Some(client.clone()));
    }

    /// From now on a crash removes this folder.
    pub(super) fn keep_folder(&self, folder: &Path) {
        self.with(|left| left.folders.push(folder.to_owned()));
    }

    fn make_known(&self) {
        let mut estates = ESTATES.lock();
        estates.retain(|estate| estate.strong_count() > 0);
        estates.push(Arc::downgrade(&self.0));
    }

    fn all() -> Vec<Self> {
        ESTATES.lock().iter().filter_map(Weak::upgrade).map(Self).collect()
    }

    fn with<T>(&self, change: impl FnOnce(&mut Left) -> T) -> T {
        change(&mut self.0.lock())
    }
}

/// From now on a crash puts this in order, too. Takes over panics for the rest of the program.
pub(super) fn watch(estate: &Estate, folders: Option<&Folders>) {
    estate.make_known();
    let reports = folders.map_or_else(std::env::temp_dir, |folders| folders.state.clone());
    HOOK.call_once(|| take_over(reports));
}

fn take_over(reports: PathBuf) {
    let is_first = AtomicBool::new(true);
    panic::set_hook(Box::new(move |panic| {
        if !is_first.swap(false, Ordering::SeqCst) {
            // Another thread is already ending the program.
            thread::sleep(2 * LIMIT);
            std::process::exit(1);
        }
        terminal::restore();
        say(&format!("haltscope: {panic}"));
        match write_report(&reports, panic) {
            Ok(file) => say(&format!("haltscope: this is a bug; its report is {}", file.display())),
            Err(error) => say(&format!("haltscope: this is a bug; no report: {error}")),
        }
        put_in_order(&Estate::all());
        std::process::exit(1);
    }));
}

/// Ends the program whatever its other threads do: the server first, because the terminal may be
/// what holds them.
pub(super) fn end(estate: &Estate, code: u8) -> ! {
    put_in_order(std::slice::from_ref(estate));
    let given_back = thread::spawn(terminal::restore);
    let end = Instant::now() + TERMINAL_LIMIT;
    while !given_back.is_finished() && Instant::now() < end {
        thread::sleep(Duration::from_millis(5));
    }
    std::process::exit(code.into());
}

/// All at once: one server that is silent takes no other's time.
fn put_in_order(estates: &[Estate]) {
    let left: Vec<Left> = estates.iter().map(|it| it.with(std::mem::take)).collect();
    let (clients, folders): (Vec<_>, Vec<_>) =
        left.into_iter().map(|left| (left.client, left.folders)).unzip();
    let owed = clients.into_iter().flatten().filter_map(|it| it.left_behind().map(|id| (id, it)));
    // Threads of their own: this one may be a worker that must not block on another runtime.
    let leaving: Vec<_> =
        owed.map(|(id, client)| (id, thread::spawn(move || delete(&client)))).collect();
    for (id, leaving) in leaving {
        if !matches!(leaving.join(), Ok(true)) {
            say(&format!(
                "haltscope: debugger client \"{id}\" may remain on the server; the next start finds it"
            ));
        }
    }
    for folder in folders.into_iter().flatten() {
        // It is in the folder for temporary files anyway.
        let _ = remove_folder(&folder);
    }
}

/// Deletes what is left behind; whether that worked within the limit.
fn delete(client: &Client) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return false };
    runtime.block_on(async { tokio::time::timeout(LIMIT, leave(client)).await.unwrap_or(false) })
}

/// Deletes the client that was left behind, over connections of this runtime's own.
pub(super) async fn leave(client: &Client) -> bool {
    let Some(id) = client.left_behind() else { return true };
    let own = client.reconnected().and_then(|client| client.with_debugger_id(id));
    match own {
        Ok(client) => client.delete_client().await.is_ok(),
        Err(_) => false,
    }
}

fn write_report(folder: &Path, panic: &PanicHookInfo<'_>) -> io::Result<PathBuf> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let seconds = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |age| age.as_secs());
    let file = folder.join(format!("crash-{seconds}-{}.txt", std::process::id()));
    let mut report = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file)?;
    let version = env!("CARGO_PKG_VERSION");
    let thread = thread::current().name().unwrap_or("without name").to_owned();
    let backtrace = Backtrace::force_capture();
    write!(report, "haltscope {version}\nthread {thread}\n{panic}\n\n{backtrace}\n")?;
    Ok(file)
}

fn say(line: &str) {
    // With stderr closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_crash_puts_every_session_in_order_that_has_not_ended() {
        let root = tempfile::tempdir().expect("a folder");
        let [one, other, ended] = ["one", "other", "ended"].map(|name| {
            let folder = root.path().join(name);
            fs::create_dir(&folder).expect("made");
            let estate = Estate::default();
            estate.make_known();
            estate.keep_folder(&folder);
            (estate, folder)
        });
        drop(ended.0);
        put_in_order(&Estate::all());
        assert!(!one.1.exists() && !other.1.exists());
        assert!(ended.1.exists(), "nobody has kept it");
    }
}
