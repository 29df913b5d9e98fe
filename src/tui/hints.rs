//! Actions in words, by the keys that they have.

use crate::session::{Notice, Remedy};
use crate::tui::app::App;
use crate::tui::keys::Action;
use std::borrow::Cow;

/// A notice with the key of each action that it names in backquotes: whoever writes it knows the
/// actions, only the key table knows their keys.
pub fn with_keys<'a>(app: &App, text: &'a str) -> Cow<'a, str> {
    if !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = quoted(rest) {
        written.push_str(before);
        match Action::named(name) {
            Some(action) => written.push_str(&key(app, action)),
            None => written.extend(["`", name, "`"]),
        }
        rest = after;
    }
    written.push_str(rest);
    Cow::Owned(written)
}

/// A remedy in the words of this screen: the key that does it, and what it does.
pub fn remedy(app: &App, remedy: Remedy) -> String {
    let (action, does) = match remedy {
        Remedy::Reattach => (Action::Accept, "re-attaches"),
        Remedy::Join => (Action::Accept, "joins it"),
        Remedy::TryNow => (Action::Accept, "tries now"),
        Remedy::GiveCredentials => (Action::Accept, "opens the form for user and password"),
        Remedy::StepOut => (Action::StepOut, "is step out"),
        Remedy::StopThread => (Action::StopThread, "stops it"),
        Remedy::Renew => (Action::KeepAlive, "renews"),
        Remedy::Request => (Action::Request, "sends a request"),
        Remedy::CancelRequest => (Action::RequestCancel, "aborts it"),
        Remedy::ToggleBreakpoint => (Action::ToggleBreakpoint, "in the source sets one"),
        Remedy::ConfirmWatch => (Action::ConfirmWatch, "in Watch allows it"),
        Remedy::NextHalted => (Action::NextHalted, "goes there"),
        Remedy::NextMatch => (Action::NextMatch, "goes to the next"),
    };
    format!("{} {does}", key(app, action))
}

/// A notice as the screen writes it: with its keys, and with what helps.
pub fn notice(app: &App, notice: &Notice) -> String {
    let text = with_keys(app, &notice.text);
    let is_there = notice.remedy == Some(Remedy::NextHalted) && app.halted_elsewhere().is_none();
    match notice.remedy.filter(|_| !is_there) {
        Some(helps) => format!("{}; {}", text.trim_end_matches('.'), remedy(app, helps)),
        None => text.into_owned(),
    }
}

/// What stands before, in and behind the first backquotes.
fn quoted(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (name, after) = rest.split_once('`')?;
    Some((before, name, after))
}

/// The key that hints name for an action; the action's name where it has none.
pub fn key(app: &App, action: Action) -> String {
    let entry = app.keymap.entry(action).and_then(|entry| entry.keys.first());
    entry.map_or_else(|| format!(":{}", action.name()), ToString::to_string)
}
