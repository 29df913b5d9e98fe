//! One stay at an instance: session, runtime and screen, put together and taken apart.

use super::analysis;
use super::crash::{self, Estate};
use super::signals;
use crate::client::Client;
use crate::runtime::{self, Clock, HttpWire, Presence, Runtime, StateFile, Wire};
use crate::session::{Command, Event, Options, Recording, Session};
use crate::tui::app::Exit;
use crate::tui::frugal::Frugal;
use crate::tui::layers::ConnectionDetails;
use crate::tui::terminal::{FrameWriter, RealTty};
use crate::tui::{self, Screen};
use crate::tui::{Ending, Parts, RealKeyboard, Replaced};
use anyhow::Context;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
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
    /// The same client with another login, if the details are of its instance.
    pub(super) with_login: fn(&Client, &ConnectionDetails) -> Option<Client>,
    /// A command for later.
    pub(super) then: Option<Then>,
    /// What a crash must put in order.
    pub(super) estate: Estate,
    /// Halts that are shown in place of an instance's.
    pub(super) recording: Option<Recording>,
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
    let seed = u64::from(age.subsec_nanos()) | 1;
    Options {
        started_at,
        seed,
        process: std::process::id(),
        parse_condition: Some(analysis::condition),
        ..Options::default()
    }
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
    let Stay { options, client, project, screen, mut first, with_login, then, estate, recording } =
        stay;
    let began = recording.as_ref().map(Recording::began_at);
    let clock = began.map_or_else(Clock::system, Clock::since);
    let mut state = project.state.map(|folder| StateFile::new(&folder, &project.root));
    let loaded = state.as_mut().map(StateFile::load).unwrap_or_default();
    let presence = state.as_ref().map(StateFile::claim);
    let is_alone = presence.as_ref().is_none_or(Presence::is_alone);
    let beside = loaded.saved.client.as_ref().filter(|_| !is_alone).map(|mark| mark.process);
    first.splice(0..0, beside.map(Event::OtherSession));
    first.extend(loaded.problem.map(Event::Reported));
    let wire = client.clone().map(HttpWire::new).map(Arc::new);
    let parts = runtime::Parts {
        wire: wire.clone().map(|wire| wire as Arc<dyn Wire>),
        clock: clock.clone(),
        project: runtime::Project {
            roots: project.cartridges,
            analyser: Some(analysis::lines),
            outliner: Some(analysis::outline),
            ..runtime::Project::default()
        },
        state,
    };
    let (runtime, events) = Runtime::start(parts);
    let keymap = screen.keymap().map_err(io::Error::other)?;
    let mut session = Session::new(options, loaded.saved);
    if let Some(recording) = recording {
        session.replay(recording);
    }
    let mut screen = Screen::new(session, keymap, screen);
    let replace = |details: &ConnectionDetails| {
        let client = client.as_ref().and_then(|client| with_login(client, details));
        match wire.as_ref().zip(client) {
            Some((wire, client)) => {
                estate.keep_client(&client);
                wire.replace(client);
                Replaced::Yes
            }
            None => Replaced::No,
        }
    };
    let attended = Attended { runtime: &runtime, clock: &clock, estate: estate.clone() };
    let outcome = attended.draw(&mut screen, first, followed(events, then), replace).await;
    runtime.finish().await;
    outcome
}

/// What the screen is drawn with.
struct Attended<'a> {
    runtime: &'a Runtime,
    clock: &'a Clock,
    estate: Estate,
}

impl Attended<'_> {
    async fn draw(
        self,
        screen: &mut Screen,
        first: Vec<Event>,
        mut events: mpsc::Receiver<Event>,
        mut replace: impl FnMut(&ConnectionDetails) -> Replaced + Send,
    ) -> io::Result<Ending> {
        let Self { runtime, clock, estate } = self;
        let output = BufWriter::with_capacity(FRAME, FrameWriter);
        let backend = Frugal::new(CrosstermBackend::new(output));
        let mut parts = Parts {
            terminal: &mut Terminal::new(backend)?,
            tty: &mut RealTty,
            keyboard: &mut RealKeyboard,
            events: &mut events,
            perform: &mut |effects| runtime.perform(effects),
            signals: &mut signals::listen(estate)?,
            clock: &|| clock.now(),
            replace_credentials: &mut replace,
        };
        tui::run(screen, first, &mut parts).await
    }
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
