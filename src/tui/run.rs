//! The loop: wait for something, apply it and what else is ready, draw once.

use super::app::Exit;
use super::editor;
use super::highlight::{Batch, Delivered, Worker};
use super::layers::ConnectionDetails;
use super::msg::{Cmd, Msg, Signal};
use super::screen::Screen;
use super::terminal::Tty;
use super::ui::Looked;
use super::update::{farewell, next_wake, update};
use super::view;
use crate::api::ids::Line;
use crate::session::{Effect, Event, Time};
use crossterm::event::{Event as Input, EventStream};
use futures::stream::{BoxStream, Stream, StreamExt};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Size;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::Duration;
use std::{pin::pin, task::Poll};
use tokio::sync::mpsc;

/// Our own stop ends with a SIGCONT too, which tells nothing new for so long.
const OWN_CONTINUE: Duration = Duration::from_secs(1);

/// How many messages are applied before a frame is drawn, however many are ready.
const MOST_AT_ONCE: usize = 256;

/// What the terminal sends.
pub type InputStream = BoxStream<'static, io::Result<Input>>;

/// Where keys come from. The stream is dropped while an editor has the terminal.
pub trait Keyboard: Send {
    /// Begins to read.
    fn open(&mut self) -> InputStream;
}

/// The terminal's own keyboard and mouse.
#[derive(Debug, Default)]
pub struct RealKeyboard;

impl Keyboard for RealKeyboard {
    fn open(&mut self) -> InputStream {
        EventStream::new().boxed()
    }
}

/// All that the loop works with; a test gives its own.
pub struct Parts<'a, B: Backend> {
    pub terminal: &'a mut Terminal<B>,
    pub tty: &'a mut dyn Tty,
    pub keyboard: &'a mut dyn Keyboard,
    /// From the runtime.
    pub events: &'a mut mpsc::Receiver<Event>,
    /// Performs the session's effects; returns at once.
    pub perform: &'a mut (dyn FnMut(Vec<Effect>) + Send),
    pub signals: &'a mut (dyn Stream<Item = Signal> + Send + Unpin),
    /// The time since the start, by the clock that also counts a suspend.
    pub clock: &'a (dyn Fn() -> Time + Send + Sync),
    /// Takes another password, if these are details of the instance that is connected.
    pub replace_credentials: &'a mut (dyn FnMut(&ConnectionDetails) -> Replaced + Send),
}

/// Whether the connection that there is goes on with another password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    Yes,
    /// It is another instance: another session.
    No,
}

/// How the loop ended.
#[derive(Clone, Debug)]
pub enum Ending {
    Exit(Exit),
    /// The connection form was filled in: start again with these.
    Connect(ConnectionDetails),
}

/// Runs the screen until it ends. The terminal is taken at the start and given back at the end,
/// also when drawing fails.
pub async fn run<B>(
    screen: &mut Screen,
    first: Vec<Event>,
    parts: &mut Parts<'_, B>,
) -> io::Result<Ending>
where
    B: Backend,
    io::Error: From<B::Error>,
{
    let outcome = entered(screen, first, parts).await;
    parts.tty.leave();
    outcome
}

async fn entered<B>(
    screen: &mut Screen,
    first: Vec<Event>,
    parts: &mut Parts<'_, B>,
) -> io::Result<Ending>
where
    B: Backend,
    io::Error: From<B::Error>,
{
    parts.tty.enter(screen.app.ui.mouse)?;
    Loop::new(screen, parts)?.run(first).await
}

/// Who has the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    Screen,
    Editor,
}

struct Loop<'a, 'p, B: Backend> {
    screen: &'a mut Screen,
    parts: &'a mut Parts<'p, B>,
    input: Option<InputStream>,
    holder: Holder,
    /// Answers to what the loop itself has set off, which it takes before anything else: no more
    /// wait than work is under way.
    own: mpsc::UnboundedReceiver<Msg>,
    post: mpsc::UnboundedSender<Msg>,
    colours: Worker,
    ending: Option<Ending>,
    /// When the terminal was last taken back.
    taken: Option<Time>,
}

impl<'a, 'p, B> Loop<'a, 'p, B>
where
    B: Backend,
    io::Error: From<B::Error>,
{
    fn new(screen: &'a mut Screen, parts: &'a mut Parts<'p, B>) -> io::Result<Self> {
        let (post, own) = mpsc::unbounded_channel();
        let answers = post.clone();
        let colours =
            Worker::start(move |batch: Batch| match answers.send(Msg::Coloured(batch)) {
                Ok(()) => Delivered::Taken,
                Err(_) => Delivered::ClosedDown,
            })?;
        let input = Some(parts.keyboard.open());
        let holder = Holder::Screen;
        Ok(Self { screen, parts, input, holder, own, post, colours, ending: None, taken: None })
    }

    async fn run(&mut self, first: Vec<Event>) -> io::Result<Ending> {
        let size = self.parts.terminal.size()?;
        self.apply(Msg::Resize(size))?;
        for event in first {
            self.apply(Msg::Session(event))?;
        }
        loop {
            self.draw()?;
            if let Some(ending) = self.ending.take() {
                return Ok(ending);
            }
            let msg = self.next().await;
            self.apply(msg)?;
            self.drain().await?;
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        if self.holder == Holder::Screen {
            self.screen.app.ui.now = (self.parts.clock)();
            let screen = &*self.screen;
            self.parts.terminal.draw(|frame| view::draw(frame, screen))?;
        }
        Ok(())
    }

    /// Waits for whatever happens first.
    async fn next(&mut self) -> Msg {
        loop {
            let now = (self.parts.clock)();
            let wake = next_wake(&self.screen.app).map(|at| now.until(at));
            let msg = tokio::select! {
                biased;
                Some(signal) = self.parts.signals.next() => Some(Msg::Signal(signal)),
                Some(msg) = self.own.recv() => Some(msg),
                input = next_input(&mut self.input) => input.map(message),
                Some(event) = self.parts.events.recv() => Some(Msg::Session(event)),
                () = sleep(wake) => Some(Msg::Tick),
            };
            if let Some(msg) = msg {
                return msg;
            }
        }
    }

    /// Applies what is ready without waiting, so that a held key costs one frame, not many.
    async fn drain(&mut self) -> io::Result<()> {
        for _ in 0..MOST_AT_ONCE {
            if self.ending.is_some() {
                return Ok(());
            }
            let Some(msg) = self.ready().await else { return Ok(()) };
            self.apply(msg)?;
        }
        Ok(())
    }

    async fn ready(&mut self) -> Option<Msg> {
        if let Ok(msg) = self.own.try_recv() {
            return Some(msg);
        }
        // With this task's own waker: the event stream keeps the first one that it is given.
        if let Poll::Ready(input) = futures::poll!(pin!(next_input(&mut self.input))) {
            return input.map(message);
        }
        self.parts.events.try_recv().ok().map(Msg::Session)
    }

    fn apply(&mut self, msg: Msg) -> io::Result<()> {
        self.screen.app.ui.now = (self.parts.clock)();
        match msg {
            Msg::EditorClosed(_) => self.take_back()?,
            // The key was meant for the editor; the terminal sends it to all in the foreground.
            Msg::Signal(Signal::Interrupt) if self.holder == Holder::Editor => return Ok(()),
            Msg::Signal(Signal::Continue) if self.was_stopped() => self.give_and_take_back()?,
            Msg::Signal(Signal::Continue) => return Ok(()),
            _ => {}
        }
        for cmd in update(self.screen, msg) {
            self.perform(cmd)?;
        }
        Ok(())
    }

    fn perform(&mut self, cmd: Cmd) -> io::Result<()> {
        match cmd {
            Cmd::Perform(effects) => (self.parts.perform)(effects),
            Cmd::Copy(text) => self.parts.tty.copy(&text)?,
            Cmd::CopyToFile(text) => self.copy_to_file(text),
            Cmd::Mouse(mouse) => self.parts.tty.mouse(mouse)?,
            Cmd::Bell => self.parts.tty.bell()?,
            Cmd::Notify(text) => self.parts.tty.notify(&text)?,
            Cmd::Title(text) => self.parts.tty.title(&text)?,
            Cmd::Redraw => self.wipe()?,
            Cmd::Suspend => self.suspend()?,
            Cmd::Edit(file, line) => self.edit(&file, line),
            Cmd::Colour(job) => self.colours.send(job),
            Cmd::Connect(details) => return self.connect(details),
            Cmd::Exit(exit) => self.ending = Some(Ending::Exit(exit)),
        }
        Ok(())
    }

    /// Another password for the same instance is taken by the session that goes on.
    fn connect(&mut self, details: ConnectionDetails) -> io::Result<()> {
        match (self.parts.replace_credentials)(&details) {
            Replaced::Yes => self.apply(Msg::Session(Event::CredentialsReplaced)),
            Replaced::No => {
                self.ending = Some(Ending::Connect(details));
                Ok(())
            }
        }
    }

    fn copy_to_file(&self, text: String) {
        let post = self.post.clone();
        tokio::task::spawn_blocking(move || {
            let written = write_copy(&text).map_err(|error| format!("the copy failed: {error}"));
            let _ = post.send(Msg::CopyWritten(written));
        });
    }

    /// Stops the process; what follows happens when it goes on.
    fn suspend(&mut self) -> io::Result<()> {
        let limit = self.screen.app.session.options().halt_timeout;
        let text = farewell(self.screen.app.session.threads().halted(), limit);
        self.input = None;
        self.parts.tty.leave();
        self.parts.tty.stop(&text)?;
        self.take_back()?;
        self.apply(Msg::Resumed)
    }

    /// Whether a SIGCONT ends a stop from outside: not our own, not one of the editor's.
    fn was_stopped(&self) -> bool {
        let is_own = |at: Time| self.screen.app.ui.now.since(at) < OWN_CONTINUE;
        self.holder == Holder::Screen && !self.taken.is_some_and(is_own)
    }

    /// Whoever had the terminal while we were stopped left it in a state of its own.
    fn give_and_take_back(&mut self) -> io::Result<()> {
        self.input = None;
        self.parts.tty.leave();
        self.take_back()
    }

    /// Starts the editor beside the loop: threads stay alive while it has the terminal.
    fn edit(&mut self, file: &Path, line: Line) {
        let settings = &self.screen.app.settings;
        let (visual, fallback) = (settings.visual.as_deref(), settings.editor.as_deref());
        let command = editor::command_line(visual, fallback, file, line);
        self.input = None;
        self.parts.tty.leave();
        self.holder = Holder::Editor;
        let post = self.post.clone();
        tokio::task::spawn_blocking(move || {
            let status = Process::new(&command.program).args(&command.arguments).status();
            let outcome = match status {
                Ok(_) => Ok(()),
                Err(error) => {
                    Err(format!("{} did not start: {error}; set $EDITOR", command.program))
                }
            };
            let _ = post.send(Msg::EditorClosed(outcome));
        });
    }

    /// Empties the screen, so that the next frame is drawn whole. `Terminal::clear` would first
    /// ask the terminal for its cursor and fail where the answer is late or eaten by the input.
    fn wipe(&mut self) -> io::Result<()> {
        let size = self.parts.terminal.size()?;
        Ok(self.parts.terminal.resize(size.into())?)
    }

    /// Takes the terminal again, as it now is.
    fn take_back(&mut self) -> io::Result<()> {
        self.holder = Holder::Screen;
        self.taken = Some((self.parts.clock)());
        self.parts.tty.enter(self.screen.app.ui.mouse)?;
        self.wipe()?;
        self.input = Some(self.parts.keyboard.open());
        self.screen.app.ui.size = self.parts.terminal.size()?;
        self.parts.tty.title(&self.screen.app.ui.title)
    }
}

async fn next_input(input: &mut Option<InputStream>) -> Option<io::Result<Input>> {
    let Some(stream) = input else { return std::future::pending().await };
    let next = stream.next().await;
    if next.is_none() {
        *input = None;
    }
    next
}

async fn sleep(wake: Option<Duration>) {
    match wake {
        Some(wake) => tokio::time::sleep(wake).await,
        None => std::future::pending().await,
    }
}

fn message(input: io::Result<Input>) -> Msg {
    match input {
        Ok(Input::Key(key)) => Msg::Key(key),
        Ok(Input::Paste(text)) => Msg::Paste(text),
        Ok(Input::Mouse(mouse)) => Msg::Mouse(mouse),
        Ok(Input::Resize(width, height)) => Msg::Resize(Size::new(width, height)),
        Ok(Input::FocusGained) => Msg::Looked(Looked::At),
        Ok(Input::FocusLost) => Msg::Looked(Looked::Away),
        Err(_) => Msg::Signal(Signal::Terminate),
    }
}

fn write_copy(text: &str) -> io::Result<(PathBuf, usize)> {
    let file = tempfile::Builder::new().prefix("haltscope-").suffix(".txt").tempfile()?;
    std::fs::write(file.path(), text)?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    Ok((path, text.len()))
}
