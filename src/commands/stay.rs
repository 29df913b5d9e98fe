//! One stay at an instance: session, runtime and screen, put together and taken apart.

use super::crash::{self, Estate};
use super::signals;
use crate::client::Client;
use crate::runtime::{self, Clock, Runtime, StateFile};
use crate::session::{Command, Event, Options, Session};
use crate::tui::app::Exit;
use crate::tui::terminal::{RealTty, Screen};
use crate::tui::{self, App};
use crate::tui::{Ending, Parts, RealKeyboard};
use anyhow::Context;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc;

/// How long a server that was not left in the usual way is waited for.
const LIMIT: Duration = Duration::from_secs(2);
/// A frame of a large screen fits, so that it is written at once.
const FRAME: usize = 128 << 10;

/// Everything that a stay needs.
pub(super) struct Stay {
    /// What the session is started with.
    pub(super) options: Options,
    /// `None` before anything is configured.
    pub(super) client: Option<Client>,
    /// Where sources and state are.
    pub(super) project: Project,
    /// How it looks.
    pub(super) screen: tui::Settings,
    /// What happens before the first frame.
    pub(super) first: Vec<Event>,
    /// A command for later.
    pub(super) then: Option<Then>,
    /// What a crash must put in order.
    pub(super) estate: Estate,
}

/// A command that follows the first event that fits.
pub(super) struct Then {
    pub(super) fits: fn(&Event) -> bool,
    pub(super) command: Command,
}

/// Where sources and state are.
pub(super) struct Project {
    /// Its root, by which its state is known.
    pub(super) root: PathBuf,
    /// Folders that hold cartridges.
    pub(super) cartridges: Vec<PathBuf>,
    /// The folder for state; `None` keeps nothing.
    pub(super) state: Option<PathBuf>,
}

/// Options with the present as the session's start.
pub(super) fn options_of_now() -> Options {
    let age = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let started_at = u64::try_from(age.as_millis()).unwrap_or_default();
    Options { started_at, seed: u64::from(age.subsec_nanos()) | 1, ..Options::default() }
}

/// Stays until the screen ends, then sees to it that nothing remains on the server.
pub(super) async fn run(stay: Stay) -> anyhow::Result<Ending> {
    let client = stay.client.clone();
    if let Some(client) = &client {
        stay.estate.keep_client(client);
    }
    let ending = attended(stay).await;
    if let Some(client) = &client
        && client.left_behind().is_some()
    {
        // The terminal is gone or drawing failed: the usual way of leaving was never taken.
        let _ = tokio::time::timeout(LIMIT, crash::leave(client)).await;
    }
    ending.context("the terminal can't be used")
}

async fn attended(stay: Stay) -> io::Result<Ending> {
    let Stay { options, client, project, screen, mut first, then, estate } = stay;
    let clock = Clock::system();
    let mut state = project.state.map(|folder| StateFile::new(&folder, &project.root));
    let loaded = state.as_mut().map(StateFile::load);
    let (saved, problem) = loaded.map(|it| (it.saved, it.problem)).unwrap_or_default();
    first.extend(problem.map(Event::Reported));
    let sources = runtime::Project { roots: project.cartridges, ..runtime::Project::default() };
    let parts = runtime::Parts { client, clock: clock.clone(), project: sources, state };
    let (runtime, events) = Runtime::start(parts);
    let mut app =
        App::new(Session::new(options, saved), screen.keymap().map_err(io::Error::other)?, screen);
    let outcome = drawn(&mut app, first, followed(events, then), &runtime, &clock, estate).await;
    runtime.finish().await;
    outcome
}

async fn drawn(
    app: &mut App,
    first: Vec<Event>,
    mut events: mpsc::Receiver<Event>,
    runtime: &Runtime,
    clock: &Clock,
    estate: Estate,
) -> io::Result<Ending> {
    let backend = CrosstermBackend::new(BufWriter::with_capacity(FRAME, Screen));
    let mut parts = Parts {
        terminal: &mut Terminal::new(backend)?,
        tty: &mut RealTty,
        keyboard: &mut RealKeyboard,
        events: &mut events,
        perform: &mut |effects| runtime.perform(effects),
        signals: &mut signals::listen(estate)?,
        clock: &|| clock.now(),
    };
    tui::run(app, first, &mut parts).await
}

/// The same events, with a command after the first one that fits.
fn followed(mut events: mpsc::Receiver<Event>, then: Option<Then>) -> mpsc::Receiver<Event> {
    let Some(Then { fits, command }) = then else { return events };
    let (sender, receiver) = mpsc::channel(events.max_capacity());
    tokio::spawn(async move {
        let mut command = Some(command);
        while let Some(event) = events.recv().await {
            let is_first = fits(&event);
            let next = command.take_if(|_| is_first).map(Event::Command);
            for event in std::iter::once(event).chain(next) {
                if sender.send(event).await.is_err() {
                    return;
                }
            }
        }
    });
    receiver
}

/// Turns the screen's exit into the program's, with the message that it leaves.
pub(super) fn finish(exit: &Exit) -> ExitCode {
    if let Some(message) = &exit.message {
        // With stderr closed the exit code says it all the same.
        let _ = writeln!(io::stderr(), "haltscope: {message}");
    }
    ExitCode::from(exit.code)
}
