//! What a message changes: the one way into the [`Screen`].

mod act;
mod attention;
mod copying;
mod edit;
mod follow;
mod going;
mod leaving;
mod moving;
mod pointer;
mod states;
mod threads;
mod values;
mod wake;

pub(super) use leaving::farewell;
pub use wake::next_wake;

use super::app::App;
use super::highlight::Batch;
use super::keys::{Action, Chord, Press};
use super::layers::{self, Act, ExpressionPrompt, Layer, Reply, Then, Where, field};
use super::msg::{Cmd, Msg};
use super::screen::Screen;
use super::ui::Pane;
use crate::session::{
    Command, Effect, Event, NoticeKind, Remedy, TreeCommand, ValuesCommand, WatchCommand,
};
use crossterm::event::{KeyEvent, KeyEventKind};
use ratatui::layout::Size;

/// Applies a message at the time that `screen.app.ui.now` tells; gives what is to be done.
pub fn update(screen: &mut Screen, msg: Msg) -> Vec<Cmd> {
    let Screen { app, layers, heading } = screen;
    let mut turn = Turn { app, layers, heading, cmds: Vec::new() };
    let tail = turn.console_tail();
    turn.apply(msg);
    turn.follow_console(tail);
    turn.settle();
    turn.cmds
}

/// The application of one message: the state, and what has been asked for so far.
struct Turn<'a> {
    app: &'a mut App,
    layers: &'a mut Vec<Layer>,
    heading: &'a mut Option<Then>,
    cmds: Vec<Cmd>,
}

impl Turn<'_> {
    fn apply(&mut self, msg: Msg) {
        match msg {
            Msg::Key(key) => self.key(key),
            Msg::Paste(text) => self.paste(&text),
            Msg::Mouse(mouse) => self.mouse(mouse),
            Msg::Resize(size) => self.resized(size),
            Msg::Session(event) => self.session(event),
            Msg::Signal(signal) => self.signal(signal),
            Msg::Looked(looked) => self.app.ui.looked = looked,
            Msg::Tick => self.tick(),
            Msg::Coloured(batch) => self.coloured(batch),
            Msg::Resumed => self.resumed(),
            Msg::EditorClosed(outcome) => self.editor_closed(outcome),
            Msg::CopyWritten(outcome) => self.copy_written(outcome),
        }
    }

    /// Gives the session a command.
    fn command(&mut self, command: Command) {
        self.event(Event::Command(command));
    }

    fn event(&mut self, event: Event) {
        let before = self.app.session.history().newest();
        let effects = self.app.feed(event, layers::attention(self.layers));
        self.call_back(before);
        let (bells, effects): (Vec<_>, Vec<_>) =
            effects.into_iter().partition(|effect| matches!(effect, Effect::Bell));
        if !bells.is_empty() {
            self.cmds.push(Cmd::Bell);
        }
        if !effects.is_empty() {
            self.cmds.push(Cmd::Perform(effects));
        }
    }

    fn say(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.app.ui.say(kind, text, None);
    }

    /// With what helps.
    fn advise(&mut self, kind: NoticeKind, text: &str, remedy: Remedy) {
        self.app.ui.say(kind, text, Some(remedy));
    }

    fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        self.command(Command::Touch);
        self.app.ui.forget_hint();
        let chord = Chord::of(key);
        match self.everywhere(chord) {
            Some(action) => self.act(action),
            None if self.layers.is_empty() => self.pane_key(chord),
            None => self.layer_key(key),
        }
    }

    /// The few actions that no layer may keep for itself.
    fn everywhere(&self, chord: Chord) -> Option<Action> {
        let always = [Action::Interrupt, Action::Suspend, Action::Redraw];
        let is_it = |action: &Action| {
            let entry = self.app.keymap.entry(*action);
            entry.is_some_and(|entry| entry.keys.iter().any(|keys| keys.chords() == [chord]))
        };
        always.into_iter().find(is_it)
    }

    fn pane_key(&mut self, chord: Chord) {
        self.app.wanted = None;
        let App { pending, keymap, ui, .. } = &mut *self.app;
        match pending.press(chord, keymap, ui.focus, ui.now) {
            Press::Act(action) => self.act(action),
            Press::Repeat(kind, times) => self.repeat_step(kind, times),
            Press::Wait => {}
            Press::NoStep => self.say(NoticeKind::Hint, "r repeats a step: r 5 n, r 3 s, r 2 f"),
            Press::Unknown => {
                self.say(NoticeKind::Hint, format!("{chord} does nothing here; ? lists the keys"));
            }
        }
    }

    fn layer_key(&mut self, key: KeyEvent) {
        self.with_layer(|layer, app| layer.overlay_mut().key(key, app));
    }

    fn paste(&mut self, text: &str) {
        self.command(Command::Touch);
        if self.layers.is_empty() {
            let place =
                if self.app.ui.focus == Pane::Console { Where::Console } else { Where::Prompt };
            let (text, notice) = field::bounded(text);
            self.open(Layer::Expression(Box::new(ExpressionPrompt::new(place, text.trim_end()))));
            if let Some(notice) = notice {
                self.say(NoticeKind::Hint, notice);
            }
        } else {
            self.with_layer(|layer, app| layer.overlay_mut().paste(text, app));
        }
    }

    /// Takes the topmost layer off while it reads the state, and puts it back if it stays.
    fn with_layer(&mut self, use_it: impl FnOnce(&mut Layer, &App) -> Reply) {
        let Some(mut layer) = self.layers.pop() else { return };
        let acts = match use_it(&mut layer, self.app) {
            Reply::Stay(acts) => {
                self.layers.push(layer);
                acts
            }
            Reply::Close(acts) => acts,
        };
        for act in acts {
            self.perform(act);
        }
    }

    fn perform(&mut self, act: Act) {
        match act {
            Act::Command(Command::Watch(WatchCommand::Add(text))) => self.add_watch(text),
            Act::Command(command) => self.command(command),
            Act::Evaluate(text) => self.evaluate(text),
            Act::TestCondition(text, key) => self.test_condition(text, &key),
            Act::DeepFind(text) => {
                self.app.ui.focus(Pane::Variables);
                self.values(ValuesCommand::DeepFind(text));
            }
            Act::GoToIndex(list, index) => {
                self.app.wanted = Some((list, index));
                self.tree(list, TreeCommand::GoToIndex(index));
            }
            Act::Action(action) => self.act(action),
            Act::Filter(pane, text) => self.filter(pane, text),
            Act::Search(text) => self.search(text),
            Act::Then(then) => self.then(then),
            Act::GoToLine(place) => self.go_to_line(&place),
            Act::SearchScripts(text) => self.command(Command::SearchScripts(text)),
            Act::Members(path) => self.want_members(&path),
            Act::Read(scripts) => {
                for script in scripts {
                    self.command(Command::OpenSource(script));
                }
            }
            Act::Open(script, line) => self.open_script(script, line),
            Act::Leave(leaving) => self.depart(leaving, 0),
            Act::Begin(prompt) => self.open(Layer::Request(prompt)),
            Act::Connect(details) => self.cmds.push(Cmd::Connect(details)),
            Act::ConnectionForm => self.open_form(),
            Act::Say(kind, text) => self.say(kind, text),
        }
    }

    /// Puts a layer on top; while one is open, a new halt takes no selection.
    fn open(&mut self, layer: Layer) {
        self.app.pending.clear();
        self.layers.push(layer);
    }

    fn close_layer(&mut self) {
        self.layers.pop();
    }

    /// Another size scrolls as a fresh start in that size would: what a smaller one had to push
    /// off the screen comes back.
    fn resized(&mut self, size: Size) {
        self.app.ui.size = size;
        for list in &mut self.app.ui.lists {
            list.scroll = 0;
        }
        self.refollow();
    }

    fn coloured(&mut self, batch: Batch) {
        self.app.ui.highlights.apply(batch);
    }
}
