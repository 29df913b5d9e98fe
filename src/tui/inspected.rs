//! The selected value: its whole text, its path, and at which halts it became another one.

use super::app::App;
use super::rows;
use super::ui::Pane;
use crate::session::{Node, Thread, Tree, Turn};
use std::borrow::Cow;

/// The value in full: as the server sent it, or as indented JSON if that was asked for.
pub fn text(app: &App) -> Cow<'_, str> {
    let Some(node) = rows::node(app) else {
        let entry = (app.value_pane() == Pane::Console).then(|| rows::console_entry(app));
        return entry.flatten().map_or(Cow::Borrowed(""), rows::output);
    };
    match &node.pretty {
        Some(Ok(text) | Err(text)) => Cow::Borrowed(text),
        None => Cow::Borrowed(&node.value),
    }
}

/// What a script reaches it by; empty if by nothing.
pub fn expression(app: &App) -> &str {
    rows::node(app).and_then(Node::expression).unwrap_or_default()
}

/// What a script reaches it by, unless the server alone numbers what is on the way.
pub fn written(app: &App) -> Option<&str> {
    let node = rows::node(app)?;
    app.session.tree(app.home_of(node.id)?)?.written(node)
}

/// At which recorded halts its value became another one, oldest first.
pub fn timeline(app: &App) -> Vec<Turn> {
    let key = app.shown().tree.and_then(Tree::key);
    let turns = match (key, expression(app)) {
        (None, _) | (_, "") => Vec::new(),
        (Some(key), expression) => app.session.timeline(key, expression),
    };
    let present = app.selected().and_then(Thread::halt);
    let is_all = matches!(turns.as_slice(), [only] if Some(only.halt) == present);
    if is_all { Vec::new() } else { turns }
}
