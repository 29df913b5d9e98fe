//! What reaches somebody who looks elsewhere: the window's title, a bell, a message.

use super::Turn;
use crate::session::{HaltNumber, StateWord, Thread};
use crate::tui::app::App;
use crate::tui::msg::Cmd;
use crate::tui::text::{self, Charset};
use crate::tui::ui::Looked;

/// Cells of a title; window managers show no more.
const LONGEST: usize = 100;

impl Turn<'_> {
    /// Calls for somebody who looks elsewhere when a halt came since `before`.
    pub(super) fn call_back(&mut self, before: Option<HaltNumber>) {
        let newest = self.app.session.history().newest();
        if self.app.ui.looked == Looked::At || newest == before {
            return;
        }
        let halted = self.app.session.threads().iter().find(|thread| thread.halt() == newest);
        let Some(thread) = halted else { return };
        let sources = self.app.session.sources();
        let place = thread.top().map(|top| sources.place_of(top)).unwrap_or_default();
        let text = plain(&format!("haltscope: T{} halted at {place}", thread.id()));
        self.cmds.push(Cmd::Bell);
        self.cmds.push(Cmd::Notify(text));
    }

    /// The title says what the top bar says, in short.
    pub(super) fn entitle(&mut self) {
        let Some(title) = title(self.app).filter(|title| *title != self.app.ui.title) else {
            return;
        };
        self.app.ui.title.clone_from(&title);
        self.cmds.push(Cmd::Title(title));
    }
}

/// `None` while a step is under way: its end is what matters.
fn title(app: &App) -> Option<String> {
    let word = app.live_word();
    let instance = app.session.options().instance.as_deref().unwrap_or("no instance");
    let place = match word {
        StateWord::Stepping => return None,
        StateWord::Halted => {
            let top = app.selected().and_then(Thread::top);
            top.map(|top| app.session.sources().place_of(top))
        }
        _ => None,
    };
    let place = place.map(|place| format!(" {place}")).unwrap_or_default();
    Some(plain(&format!("{word}{place} - haltscope {instance}")))
}

/// Without anything that would steer the terminal.
fn plain(words: &str) -> String {
    text::cut(words, LONGEST, "..", Charset::Unicode)
}
