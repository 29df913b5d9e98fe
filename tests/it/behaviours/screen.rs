//! The table on the full screen, drawn in memory, with the real runtime behind it.

use super::front::{FrontEnd, Wanted};
use super::world::{SCRIPT, World};
use crate::testkit::attached::session_at;
use crate::testkit::patience::PATIENCE;
use crate::testkit::screen::{PlayedKeyboard, PlayedTty, Screen, key_event};
use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use futures::channel::mpsc;
use haltscope::api::ids::{Line, ScriptPath};
use haltscope::runtime::Runtime;
use haltscope::session::{
    BreakpointCommand, BreakpointSpec, Command, ConnectionCommand, Effect, Event, StepKind,
};
use haltscope::tui::keys::Keymap;
use haltscope::tui::{self, Ending, Parts, Replaced, Settings, run};
use ratatui::Terminal;
use std::io;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Keys on one side, rows of text on the other.
pub struct OnScreen {
    screen: Screen,
    keys: mpsc::UnboundedSender<io::Result<Input>>,
    drawn: JoinHandle<io::Result<Ending>>,
    thread: u64,
    /// What the result line said when a step was asked for.
    before: String,
}

impl OnScreen {
    fn press(&self, keys: &str) {
        for key in keys.split_whitespace() {
            self.keys.unbounded_send(Ok(Input::Key(key_event(key)))).expect("the loop runs");
        }
    }

    fn type_text(&self, text: &str) {
        for letter in text.chars() {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            self.keys.unbounded_send(Ok(Input::Key(key))).expect("the loop runs");
        }
    }

    /// Waits until the screen shows what is wanted; gives what was found.
    async fn shows<T>(&self, what: &str, wanted: impl Fn(&str) -> Option<T>) -> T {
        let looked = timeout(PATIENCE, async {
            loop {
                if let Some(found) = wanted(&self.screen.text()) {
                    return found;
                }
                let pause = std::time::Duration::from_millis(50);
                let _ = timeout(pause, self.screen.frame()).await;
            }
        });
        looked.await.unwrap_or_else(|_| panic!("waited for {what}:\n{}", self.screen.text()))
    }

    async fn shows_text(&self, text: &str) {
        self.shows(text, |screen| screen.contains(text).then_some(())).await;
    }

    /// Selects a halted thread: the top bar names it. Which one is next depends on who came and went
    /// meanwhile, and the rest of the bar ticks: only the name says that another one is shown.
    async fn select(&mut self, thread: u64) {
        let wanted = format!(" HALTED  T{thread} ");
        for _ in 0..3 {
            // A step's end is known before it is certain: keys are taken as they are meant after it.
            let selected = self
                .shows("a halted thread", |screen| {
                    let top = screen.lines().next()?;
                    top.split_once(" HALTED  T")?.1.split_whitespace().next().map(str::to_owned)
                })
                .await;
            if selected == thread.to_string() {
                self.thread = thread;
                return;
            }
            self.press("T");
            let another = format!(" HALTED  T{selected} ");
            self.shows("another thread", |screen| (!screen.contains(&another)).then_some(())).await;
        }
        panic!("{wanted} can't be selected:\n{}", self.screen.text());
    }

    /// The last row but one says what was done last.
    fn result(screen: &str) -> &str {
        screen.lines().rev().nth(1).unwrap_or_default()
    }
}

/// Which thread the result line says to have halted there; `T0`: the selected one.
fn halted(result: &str, line: u32) -> Option<u64> {
    let place = format!("Play.js:{line}");
    let at = |words: &str| {
        let rest = result.split_once(words)?.1;
        let end = rest.strip_prefix(&place)?;
        (!end.starts_with(|next: char| next.is_ascii_digit())).then_some(())
    };
    if at("halted at ").is_some() {
        let before = result.split_once(" halted at ")?.0;
        return before.rsplit_once('T')?.1.parse().ok();
    }
    at("stepped to ").or_else(|| at("stopped again on ")).map(|()| 0)
}

impl FrontEnd for OnScreen {
    async fn attached(world: &World, breakpoints: &[Wanted]) -> Self {
        let (session, parts) = session_at(&world.url(), world.folder(), world.halt_timeout);
        let clock = parts.clock.clone();
        let set = |wanted: &Wanted| {
            let plain = BreakpointSpec::plain(ScriptPath::from(SCRIPT), Line(wanted.line));
            let spec = BreakpointSpec { log: wanted.log.map(str::to_owned), ..plain };
            Command::Breakpoint(BreakpointCommand::Set(spec))
        };
        let attach = Command::Connection(ConnectionCommand::Attach);
        let first: Vec<Event> =
            breakpoints.iter().map(set).chain([attach]).map(Event::Command).collect();
        let screen = Screen::new(120, 40);
        let (keys, typed) = mpsc::unbounded();
        let backend = screen.clone();
        let drawn = tokio::spawn(async move {
            let (runtime, mut events) = Runtime::start(parts);
            let settings =
                Settings { marks: haltscope::tui::ui::MarkSet::Ascii, ..Settings::default() };
            let mut shown = tui::Screen::new(session, Keymap::default(), settings);
            let mut parts = Parts {
                terminal: &mut Terminal::new(backend)?,
                tty: &mut PlayedTty::default(),
                keyboard: &mut PlayedKeyboard::of(typed),
                events: &mut events,
                perform: &mut |effects: Vec<Effect>| runtime.perform(effects),
                signals: &mut futures::stream::pending(),
                clock: &move || clock.now(),
                replace_credentials: &mut |_| Replaced::No,
            };
            run(&mut shown, first, &mut parts).await
        });
        let front = Self { screen, keys, drawn, thread: 0, before: String::new() };
        front.shows_text("WAITING").await;
        front
    }

    async fn stopped(&mut self, line: u32) -> u64 {
        let what = format!("a halt on line {line}");
        let before = self.before.as_str();
        let thread = self
            .shows(&what, |screen| {
                let result = Self::result(screen);
                halted(result, line).filter(|_| result != before)
            })
            .await;
        if thread > 0 {
            self.thread = thread;
        }
        self.thread
    }

    async fn step(&mut self, thread: u64, kind: StepKind) {
        self.select(thread).await;
        Self::result(&self.screen.text()).clone_into(&mut self.before);
        self.press(match kind {
            StepKind::Over => "n",
            StepKind::Into => "s",
            StepKind::Out => "f",
        });
    }

    async fn resume(&mut self, thread: u64) {
        self.select(thread).await;
        self.press("c");
        let name = format!("HALTED  T{thread} ");
        self.shows("the thread runs", |screen| (!screen.contains(&name)).then_some(())).await;
    }

    async fn evaluate(&mut self, thread: u64, frame: usize, expression: &str) -> String {
        self.select(thread).await;
        for _ in 0..frame {
            self.press("u");
        }
        self.press("e");
        self.type_text(expression);
        self.press("enter");
        let answer = format!("{expression} = ");
        let value = self
            .shows(&answer, |screen| {
                let value = Self::result(screen).split_once(&answer)?.1;
                // Something else may be told at the row's right end.
                Some(value.split("  ").next().unwrap_or_default().trim().to_owned())
            })
            .await;
        self.press("esc");
        for _ in 0..frame {
            self.press("d");
        }
        value
    }

    async fn entry(&mut self, thread: u64, path: &str, index: u64) -> (u64, String) {
        let total = self.evaluate(thread, 0, &format!("{path}.length")).await;
        let entry = self.evaluate(thread, 0, &format!("{path}[{index}]")).await;
        (total.parse().expect("a number"), entry)
    }

    /// As its row shows it once it is read: what it holds comes a moment later.
    async fn variable(&mut self, thread: u64, name: &str) -> String {
        self.select(thread).await;
        self.shows("what the variables hold", |screen| {
            let row = |name: &str| {
                let cells = screen.lines().filter_map(|line| line.get(72..));
                cells.map(|cell| cell.trim_start_matches(['|', ' ', '+', '-'])).find_map(|cell| {
                    let value = cell.strip_prefix(name)?.strip_prefix(' ')?.trim_start();
                    let value = value.trim_end_matches(['|', ' ']);
                    // Where there is room for it the type stands before the value.
                    let typed = value.split_once("  ").map(|(_, value)| value.trim_start());
                    Some(typed.unwrap_or(value).to_owned())
                })
            };
            // They are read from above.
            row("lastOne").filter(|it| it.starts_with("{x"))?;
            row(name)
        })
        .await
    }

    async fn logged(&mut self, text: &str, line: u32) {
        let place = format!("Play.js:{line}");
        self.shows(text, |screen| {
            let told = screen.lines().find(|row| row.contains(text))?;
            told.contains(&place).then_some(())
        })
        .await;
    }

    async fn let_expire(&mut self) {
        self.press("space k");
        self.shows_text("renewal is off").await;
    }

    async fn expired(&mut self, thread: u64) {
        self.shows_text(&format!("T{thread} expired")).await;
    }

    async fn disabled(&mut self) {
        self.shows_text("DISABLED").await;
    }

    async fn come_back(&mut self) {
        self.press("enter");
        self.shows_text("WAITING").await;
    }

    async fn offline(&mut self) {
        self.shows_text("OFFLINE").await;
    }

    async fn online(&mut self) {
        self.shows_text("HALTED").await;
    }

    async fn detach(self) {
        self.press("q");
        // With a halted thread it asks what to do with it.
        let asks = self.shows("the end", |screen| {
            let asks = screen.contains("Detaching lets");
            (asks || self.drawn.is_finished()).then_some(asks)
        });
        if asks.await {
            self.press("enter");
        }
        let ending = timeout(PATIENCE, self.drawn).await.expect("it ends in time");
        ending.expect("it does not panic").expect("it can be drawn");
    }
}
