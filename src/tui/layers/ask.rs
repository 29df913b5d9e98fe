//! Questions with a few keys for answers.

use super::{Act, Overlay, Reply, sheet};
use crate::api::ids::ThreadId;
use crate::api::sandbox::Operation;
use crate::session::{Command, Connection, Leaving, ThreadCommand};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crate::tui::widgets::words::counted;
use crossterm::event::{KeyCode, KeyEvent};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Leaving while threads are halted.
    Quit,
    /// Ending a thread's script.
    Stop(ThreadId),
    /// Going to another instance or user while threads are halted.
    Connect,
    /// Putting the sandbox back.
    Reset,
}

/// A question over the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask(pub Question);

impl Overlay for Ask {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        let act = match (self.0, key.code) {
            (_, KeyCode::Esc) => return Reply::CLOSE,
            (Question::Quit, KeyCode::Enter) => Act::Leave(Leaving::LetRun),
            (Question::Quit, KeyCode::Char('s')) => Act::Leave(Leaving::StopThreads),
            (Question::Quit, KeyCode::Char('d')) if joined(app) => {
                Act::Leave(Leaving::DeleteJoined)
            }
            (Question::Stop(thread), KeyCode::Enter) => {
                Act::Command(Command::Thread(thread, ThreadCommand::Stop))
            }
            (Question::Connect, KeyCode::Enter) => Act::ConnectionForm,
            (Question::Reset, KeyCode::Enter) => Act::Command(Command::Sandbox(Operation::Reset)),
            _ => return Reply::STAY,
        };
        Reply::Close(vec![act])
    }

    fn paste(&mut self, _: &str, _: &App) -> Reply {
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let (title, words, keys) = match self.0 {
            Question::Quit => ("Quit", quit_words(app), quit_keys(app)),
            Question::Stop(thread) => ("Stop thread", stop_words(app, thread), STOP_KEYS),
            Question::Connect => ("Connect", connect_words(app), CONNECT_KEYS),
            Question::Reset => ("Reset the sandbox", reset_words(app), RESET_KEYS),
        };
        let room = sheet::room(regions);
        let mut lines = sheet::wrapped(&words, room, app);
        lines.extend(sheet::beside(keys, room));
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let area = sheet::prompt(canvas, regions, title, rows);
        for (index, line) in (0..area.height).zip(lines) {
            canvas.row(area, index).cut(&line, Role::Text);
        }
    }
}

const CONNECT_KEYS: &[&str] = &["Enter go on to the form", "Esc stay"];

fn connect_words(app: &App) -> String {
    let halted = app.session.threads().halted();
    let (threads, they) =
        if halted == 1 { ("thread is", "it runs") } else { ("threads are", "they run") };
    format!("{halted} {threads} halted here. Another connection leaves this one: {they} on.")
}

const RESET_KEYS: &[&str] = &["Enter reset it", "Esc leave it"];

fn reset_words(app: &App) -> String {
    let ends = match app.session.threads().halted() {
        0 => String::new(),
        1 => " 1 thread is halted and ends.".to_owned(),
        halted => format!(" {halted} threads are halted and end."),
    };
    format!(
        "Libraries, sessions, orders, customers, custom objects and the clock go back to what the \
         sandbox began with; snapshots stay.{ends}"
    )
}

const STOP_KEYS: &[&str] = &["Enter stop it", "Esc leave it"];

fn joined(app: &App) -> bool {
    matches!(app.session.connection(), Connection::Attached { joined: true, .. })
}

fn quit_words(app: &App) -> String {
    let halted = app.session.threads().halted();
    let instance = app.session.options().instance.clone().unwrap_or_default();
    let (threads, them) = if halted == 1 { ("thread is", "it") } else { ("threads are", "them") };
    let armed = app.session.breakpoints().armed();
    let breakpoints = counted(armed, "breakpoint");
    if joined(app) {
        return format!(
            "{halted} {threads} halted on {instance}. The client was here before: leaving keeps \
             it with its {breakpoints}; the time of its threads is renewed only if another \
             haltscope uses it."
        );
    }
    format!(
        "{halted} {threads} halted on {instance}. Detaching lets {them} run on and removes \
         {breakpoints} there (kept here)."
    )
}

fn quit_keys(app: &App) -> &'static [&'static str] {
    if joined(app) {
        &["Enter leave it", "d delete the client", "s stop the threads first", "Esc stay"]
    } else {
        &["Enter detach", "s stop the threads first", "Esc stay"]
    }
}

fn stop_words(app: &App, thread: ThreadId) -> String {
    let top = app.session.threads().get(thread).and_then(|thread| thread.top());
    let place = top
        .map(|frame| format!(" at {}", app.session.sources().place_of(frame)))
        .unwrap_or_default();
    format!("T{thread}{place}: its script ends with a termination error, its request fails.")
}
