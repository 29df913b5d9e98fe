//! The real loop on a screen in memory: sends keys, waits for what the screen shows.

use super::instance::{InMemory, Part, Play};
use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use futures::StreamExt;
use futures::channel::mpsc as input_channel;
use haltscope::session::{Command, ConnectionCommand, Effect, Options, Saved, Session, Storefront};
use haltscope::tui::keys::Keymap;
use haltscope::tui::run::InputStream;
use haltscope::tui::terminal::Tty;
use haltscope::tui::ui::Mouse;
use haltscope::tui::{self, Ending, Keyboard, Parts, Replaced, Settings, Signal, run};
use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, TestBackend, WindowSize};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Size};
use std::convert::Infallible;
use std::io;
use std::sync::{Arc, Mutex};
use std::task::Context;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

/// Longer than any test needs; only a failing one waits so long, by the clock of the loop.
const PATIENCE: Duration = Duration::from_mins(1);

/// A screen that the test looks at while the loop draws on it.
#[derive(Clone)]
pub struct Screen {
    backend: Arc<Mutex<TestBackend>>,
    drawn: Arc<Notify>,
}

impl Screen {
    pub fn new(width: u16, height: u16) -> Self {
        let backend = Arc::new(Mutex::new(TestBackend::new(width, height)));
        Self { backend, drawn: Arc::default() }
    }

    fn with<T>(&self, use_it: impl FnOnce(&mut TestBackend) -> T) -> T {
        use_it(&mut self.backend.lock().expect("nobody panics while drawing"))
    }

    /// The rows as text, trailing blanks cut.
    pub fn text(&self) -> String {
        self.with(|backend| rows(backend.buffer()))
    }

    /// Completes when another frame is drawn.
    pub async fn frame(&self) {
        self.drawn.notified().await;
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.with(|backend| backend.resize(width, height));
    }
}

fn rows(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let row = |cells: &[Cell]| {
        let text: String = cells.iter().map(Cell::symbol).collect();
        text.trim_end().to_owned()
    };
    buffer.content.chunks(width).map(row).collect::<Vec<_>>().join("\n")
}

fn sure<T>(outcome: Result<T, Infallible>) -> io::Result<T> {
    outcome.map_err(|never| match never {})
}

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.with(|backend| sure(backend.draw(content)))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.with(|backend| sure(backend.hide_cursor()))
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.with(|backend| sure(backend.show_cursor()))
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.with(|backend| sure(backend.get_cursor_position()))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.with(|backend| sure(backend.set_cursor_position(position)))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.with(|backend| sure(backend.clear()))
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.with(|backend| sure(backend.clear_region(clear_type)))
    }

    fn size(&self) -> io::Result<Size> {
        self.with(|backend| sure(backend.size()))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.with(|backend| sure(backend.window_size()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(|backend| sure(backend.flush()))?;
        self.drawn.notify_one();
        Ok(())
    }
}

/// A terminal that writes down what was done to it.
#[derive(Clone, Default)]
pub struct PlayedTty(Arc<Mutex<Vec<String>>>);

impl PlayedTty {
    pub fn done(&self) -> Vec<String> {
        self.0.lock().expect("nobody panics while writing").clone()
    }

    fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("nobody panics while writing").push(what.into());
    }
}

impl Tty for PlayedTty {
    fn enter(&mut self, _: Mouse) -> io::Result<()> {
        self.note("enter");
        Ok(())
    }

    fn leave(&mut self) {
        self.note("leave");
    }

    fn mouse(&mut self, mouse: Mouse) -> io::Result<()> {
        self.note(format!("mouse {mouse:?}"));
        Ok(())
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        self.note(format!("copy {text}"));
        Ok(())
    }

    fn bell(&mut self) -> io::Result<()> {
        self.note("bell");
        Ok(())
    }

    fn notify(&mut self, text: &str) -> io::Result<()> {
        self.note(format!("notify {text}"));
        Ok(())
    }

    /// Titles follow the state all the time: they aren't written down.
    fn title(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn stop(&mut self, farewell: &str) -> io::Result<()> {
        self.note(format!("stop: {farewell}"));
        Ok(())
    }
}

pub type Keys = input_channel::UnboundedReceiver<io::Result<Input>>;

/// A keyboard that may be opened again and goes on where it was.
pub struct PlayedKeyboard(Arc<Mutex<Keys>>);

impl PlayedKeyboard {
    pub fn of(keys: Keys) -> Self {
        Self(Arc::new(Mutex::new(keys)))
    }
}

impl Keyboard for PlayedKeyboard {
    fn open(&mut self) -> InputStream {
        let keys = Arc::clone(&self.0);
        let next = move |context: &mut Context<'_>| {
            keys.lock().expect("nobody panics while reading").poll_next_unpin(context)
        };
        futures::stream::poll_fn(next).boxed()
    }
}

/// The program on a screen in memory.
pub struct Runner {
    pub screen: Screen,
    pub tty: PlayedTty,
    pub instance: InMemory,
    input: input_channel::UnboundedSender<io::Result<Input>>,
    signals: mpsc::UnboundedSender<Signal>,
    looped: Option<JoinHandle<io::Result<Ending>>>,
}

/// How a program is started.
#[derive(Clone, Copy)]
pub struct Start {
    pub size: (u16, u16),
    pub lines: usize,
    pub play: Play,
    pub latency: Duration,
    pub configured: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            size: (120, 40),
            lines: 60,
            play: Play::SHOP,
            latency: Duration::ZERO,
            configured: true,
        }
    }
}

impl Runner {
    /// Starts the program against a played instance, attached to it if one is configured.
    pub fn start(start: Start) -> Self {
        let part = Part { play: start.play, latency: start.latency, ..Part::default() };
        let (instance, mut events) = InMemory::new(start.lines, part);
        let options = Options {
            instance: start.configured.then(|| "zzzz-001".to_owned()),
            storefront: Some(Storefront {
                origin: "http://127.0.0.1:1".to_owned(),
                site: "Shop".to_owned(),
                is_site_assumed: false,
                locale: "default".to_owned(),
            }),
            ..Options::default()
        };
        let screen = Screen::new(start.size.0, start.size.1);
        let tty = PlayedTty::default();
        let (input, keys) = input_channel::unbounded();
        let (signals, mut signalled) = mpsc::unbounded_channel();
        let (mut played_tty, backend, performed) = (tty.clone(), screen.clone(), instance.clone());
        let looped = tokio::spawn(async move {
            let session = Session::new(options, Saved::default());
            let settings =
                Settings { marks: haltscope::tui::ui::MarkSet::Ascii, ..Settings::default() };
            let mut shown = tui::Screen::new(session, Keymap::default(), settings);
            let mut terminal = Terminal::new(backend)?;
            let clock = performed.clone();
            let mut signals = futures::stream::poll_fn(move |context| signalled.poll_recv(context));
            let mut parts = Parts {
                terminal: &mut terminal,
                tty: &mut played_tty,
                keyboard: &mut PlayedKeyboard::of(keys),
                events: &mut events,
                perform: &mut |effects: Vec<Effect>| performed.perform(effects),
                signals: &mut signals,
                clock: &move || clock.now(),
                replace_credentials: &mut |_| Replaced::No,
            };
            run(&mut shown, vec![Command::Connection(ConnectionCommand::Attach).into()], &mut parts)
                .await
        });
        Self { screen, tty, instance, input, signals, looped: Some(looped) }
    }

    /// Starts the program and waits until it is attached.
    pub async fn attached() -> Self {
        let runner = Self::start(Start::default());
        runner.shows("WAITING").await;
        runner
    }

    /// Starts the program and waits until it shows a thread that halted in line 5.
    pub async fn halted() -> Self {
        Self::halted_with(Start::default()).await
    }

    /// The same, started otherwise.
    pub async fn halted_with(start: Start) -> Self {
        let runner = Self::start(start);
        runner.instance.halt(5);
        runner.shows("HALTED").await;
        runner.shows("qty").await;
        runner
    }

    /// Presses keys one after the other: names as in the key table, separated by blanks.
    pub fn press(&self, keys: &str) {
        for key in keys.split_whitespace() {
            self.send(Input::Key(key_event(key)));
        }
    }

    /// Types text letter by letter.
    pub fn type_text(&self, text: &str) {
        for letter in text.chars() {
            self.send(Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)));
        }
    }

    pub fn paste(&self, text: &str) {
        self.send(Input::Paste(text.to_owned()));
    }

    pub fn mouse(&self, event: MouseEvent) {
        self.send(Input::Mouse(event));
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.screen.resize(width, height);
        self.send(Input::Resize(width, height));
    }

    pub fn signal(&self, signal: Signal) {
        self.signals.send(signal).expect("the loop runs");
    }

    fn send(&self, input: Input) {
        self.input.unbounded_send(Ok(input)).expect("the loop runs");
    }

    /// Waits until the screen shows `text`.
    pub async fn shows(&self, text: &str) {
        self.until(&format!("{text:?} to be shown"), |screen| screen.contains(text)).await;
    }

    /// Waits until the screen does not show `text`.
    pub async fn hides(&self, text: &str) {
        self.until(&format!("{text:?} to be gone"), |screen| !screen.contains(text)).await;
    }

    /// Waits until the screen is as wanted.
    pub async fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        let looked = tokio::time::timeout(PATIENCE, async {
            while !wanted(&self.screen.text()) {
                let _ = tokio::time::timeout(Duration::from_millis(50), self.screen.frame()).await;
            }
        });
        assert!(looked.await.is_ok(), "waited for {what}; the screen:\n{}", self.screen.text());
    }

    /// Waits until the instance is as wanted.
    pub async fn instance_has(&self, what: &str, wanted: impl Fn(&InMemory) -> bool) {
        let looked = tokio::time::timeout(PATIENCE, async {
            while !wanted(&self.instance) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        let calls = self.instance.calls();
        assert!(
            looked.await.is_ok(),
            "waited for {what}; calls: {calls:?}\n{}",
            self.screen.text()
        );
    }

    /// Waits until the program ends; gives its exit code and what it says to stderr.
    pub async fn ended(&mut self) -> (u8, Option<String>) {
        match self.ending().await {
            Ending::Exit(exit) => (exit.code, exit.message),
            Ending::Connect(details) => panic!("it wants to connect to {}", details.server),
        }
    }

    /// Waits until the loop ends.
    pub async fn ending(&mut self) -> Ending {
        let looped = self.looped.take().expect("it is waited for once");
        let ended = tokio::time::timeout(PATIENCE, looped).await;
        let ended = ended.unwrap_or_else(|_| panic!("still runs:\n{}", self.screen.text()));
        ended.expect("the loop does not panic").expect("the screen can be drawn")
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        if let Some(looped) = &self.looped {
            looped.abort();
        }
    }
}

pub fn key_event(name: &str) -> KeyEvent {
    let (modifiers, name) = match name.split_once('-') {
        Some(("ctrl", rest)) => (KeyModifiers::CONTROL, rest),
        Some(("alt", rest)) => (KeyModifiers::ALT, rest),
        Some(("shift", rest)) => (KeyModifiers::SHIFT, rest),
        _ => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "esc" => KeyCode::Esc,
        "enter" => KeyCode::Enter,
        "tab" => KeyCode::Tab,
        "backtab" => KeyCode::BackTab,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "pagedown" => KeyCode::PageDown,
        "pageup" => KeyCode::PageUp,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "space" => KeyCode::Char(' '),
        "f5" => KeyCode::F(5),
        "f10" => KeyCode::F(10),
        letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
    };
    KeyEvent::new(code, modifiers)
}
