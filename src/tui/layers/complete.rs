//! Completion of names and paths: what is loaded at once, members of a path as soon as the server
//! has told them. The candidates are shown while one types; Tab takes them one after the other.

use super::Act;
use crate::api::ids::ScriptPath;
use crate::session::{Tree, is_plain_path};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::{Focus, Heading, boxed};
use crate::tui::widgets::paint::{Canvas, cells};
use ratatui::layout::Rect;
use std::collections::{BTreeMap, HashSet};

/// How many candidates are kept.
const MOST: usize = 50;
/// How many of them are shown at a time.
const ROWS: u16 = 8;
/// Cells of a candidate and of its type at the most.
const NAME: usize = 44;
const TYPE: usize = 24;
/// What is said of a request that is kept.
const SENT: &str = "sent before";
/// What is said of a route in whose handlers there is a breakpoint.
const BROKEN: &str = "has a breakpoint";

/// Something that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub text: String,
    /// Its type, or what else is known of it; may be empty.
    pub about: String,
}

/// Paths and names that begin with `word`, the shortest first.
pub(super) fn candidates(app: &App, word: &str) -> Vec<Candidate> {
    if word.is_empty() {
        return Vec::new();
    }
    let loaded = app.shown().tree.into_iter().flat_map(|tree| {
        tree.nodes().filter_map(|node| Some((tree.written(node)?, &*node.type_name)))
    });
    let watched = app.session.watches().iter().map(|watch| (watch.expression.as_str(), ""));
    let platform = Tree::PLATFORM.into_iter().map(|name| (name, ""));
    let members = app.members.all();
    let members = members.filter_map(|it| Some((it.expression()?, it.type_name.as_str())));
    // Of two with one text, the one that has a type.
    let mut all: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, type_name) in watched.chain(platform).chain(loaded).chain(members) {
        if is_begun(name, word) {
            let known = all.entry(name).or_default();
            *known = if type_name.is_empty() { known } else { type_name };
        }
    }
    kept(all.into_iter().map(|(text, about)| candidate(text, short_type(about))))
}

/// Controllers and their routes for a request that begins like this: first those with a breakpoint,
/// then those that were sent before, with the parameters that they were last sent with.
pub(super) fn routes(app: &App, typed: &str) -> Vec<Candidate> {
    let typed = typed.trim().to_lowercase();
    let history = app.session.requests().history();
    let sent: Vec<&str> =
        history.iter().rev().filter_map(|text| Some(text.split_once(' ')?.1)).collect();
    let sources = app.session.sources();
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let mut broken = HashSet::new();
    for breakpoint in app.session.breakpoints().iter() {
        broken.extend(sources.route_at(&breakpoint.key().script, breakpoint.key().line));
    }
    for script in sources.scripts() {
        let Some(name) = script.controller() else { continue };
        let known = sources.outline(script).map_or(&[][..], |outline| &outline.routes);
        for route in known {
            let whole = format!("{name}-{}", route.name);
            let last = sent.iter().find(|url| url.split('?').next() == Some(&whole));
            let about = if broken.contains(&whole) { BROKEN } else { script.cartridge() };
            let text = last.map_or(whole, |url| (*url).to_owned());
            all.insert(text, about.to_owned());
        }
        if known.is_empty() {
            all.entry(format!("{name}-")).or_insert_with(|| "controller".to_owned());
        }
    }
    for url in sent {
        all.entry(url.to_owned())
            .and_modify(|about| {
                if about != BROKEN {
                    SENT.clone_into(about);
                }
            })
            .or_insert_with(|| SENT.to_owned());
    }
    let fits =
        |text: &String| text.to_lowercase().starts_with(&typed) && text.to_lowercase() != typed;
    let fitting = all.into_iter().filter(|(text, _)| fits(text));
    let mut fitting: Vec<Candidate> =
        fitting.map(|(text, about)| candidate(&text, &about)).collect();
    fitting.sort_by_key(|candidate| {
        (candidate.about != BROKEN, candidate.about != SENT, candidate.text.len())
    });
    fitting.truncate(MOST);
    fitting
}

/// The method of a request: that which it was last sent with, else its route's. Nothing where neither is known.
pub(super) fn method_of(app: &App, url: &str) -> Option<String> {
    let history = app.session.requests().history();
    let mut sent = history.iter().rev().filter_map(|text| text.split_once(' '));
    if let Some((method, _)) = sent.find(|(_, sent)| *sent == url.trim()) {
        return Some(method.to_owned());
    }
    let (name, wanted) = url.trim().split('?').next()?.split_once('-')?;
    let sources = app.session.sources();
    let outlines = sources
        .scripts()
        .filter(|it| is_controller_of(it, name))
        .filter_map(|it| sources.outline(it));
    let mut routes = outlines.flat_map(|outline| &outline.routes).filter(|it| it.name == wanted);
    let first = routes.next()?;
    let is_post = first.is_post || routes.any(|it| it.is_post);
    Some(if is_post { "POST" } else { "GET" }.to_owned())
}

/// Reads the controllers that a request may mean, for their routes.
pub(super) fn read_controllers(app: &App, typed: &str) -> Option<Act> {
    let (name, _) = typed.trim().split_once('-')?;
    let sources = app.session.sources();
    let is_it =
        |script: &&ScriptPath| is_controller_of(script, name) && sources.outline(script).is_none();
    let scripts: Vec<ScriptPath> = sources.scripts().filter(is_it).cloned().collect();
    (!scripts.is_empty()).then_some(Act::Read(scripts))
}

/// Asks for the members of what stands before the last dot of a word.
pub(super) fn ask_members(word: &str) -> Option<Act> {
    let (object, _) = word.rsplit_once('.')?;
    is_plain_path(object).then(|| Act::Members(object.to_owned()))
}

fn is_controller_of(script: &ScriptPath, name: &str) -> bool {
    script.controller().is_some_and(|controller| controller.eq_ignore_ascii_case(name))
}

fn candidate(text: &str, about: &str) -> Candidate {
    Candidate { text: text.to_owned(), about: about.to_owned() }
}

fn kept(all: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = all.collect();
    all.sort_by_key(|candidate| candidate.text.len());
    all.truncate(MOST);
    all
}

/// Whether a word begins an expression, or names the member in brackets at its end behind a dot
/// (`headers.con`, `headers["content-type"]`). What lies below a member that is itself not typed
/// yet would only crowd the list.
fn is_begun(expression: &str, word: &str) -> bool {
    if let Some(rest) = expression.strip_prefix(word) {
        return !rest.is_empty() && !rest.contains(['.', '[']);
    }
    let Some((object, stem)) = word.rsplit_once('.') else { return false };
    let member = expression.strip_prefix(object).and_then(|rest| rest.strip_prefix("[\""));
    member
        .and_then(|rest| rest.strip_suffix("\"]"))
        .is_some_and(|name| name.starts_with(stem) && !name.contains("\"]"))
}

fn short_type(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Goes round through the candidates for the word that was there at first.
#[derive(Debug, Default)]
pub(super) struct Completion {
    all: Vec<Candidate>,
    chosen: Option<usize>,
}

/// Which way through the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Next,
    Previous,
}

impl Completion {
    /// The candidate after or before the chosen one; the first press looks them up.
    pub(super) fn turn(
        &mut self,
        way: Way,
        look_up: impl FnOnce() -> Vec<Candidate>,
    ) -> Option<&str> {
        if self.chosen.is_none() {
            self.all = look_up();
        }
        let count = self.all.len().max(1);
        let next = match (self.chosen, way) {
            (None, Way::Next) => 0,
            (None, Way::Previous) => count - 1,
            (Some(at), Way::Next) => (at + 1) % count,
            (Some(at), Way::Previous) => (at + count - 1) % count,
        };
        self.chosen = (!self.all.is_empty()).then_some(next);
        self.all.get(next).map(|candidate| candidate.text.as_str())
    }

    /// Forgets them: the text was changed by hand.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Draws the candidates over the panes, their last row above `below`: those that Tab goes
    /// through, else those for what is typed.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        regions: &Regions,
        below: u16,
        look_up: impl FnOnce() -> Vec<Candidate>,
    ) {
        let live;
        let all = if self.chosen.is_some() {
            &self.all
        } else {
            live = look_up();
            &live
        };
        let room = below.saturating_sub(regions.top.bottom()).saturating_sub(2);
        let rows = cells(all.len()).min(ROWS).min(room);
        if rows == 0 {
            return;
        }
        let charset = canvas.look.charset;
        let widest = |texts: &mut dyn Iterator<Item = &str>, most: usize| {
            texts.map(|text| text::width_up_to(text, most, charset)).max().unwrap_or(0).min(most)
        };
        let names = widest(&mut all.iter().map(|it| it.text.as_str()), NAME);
        let types = widest(&mut all.iter().map(|it| it.about.as_str()), TYPE);
        let width = (cells(names + types) + 6).min(regions.area.width);
        let area = Rect { x: regions.area.x, y: below - rows - 2, width, height: rows + 2 };
        canvas.clear(area);
        let foot =
            if all.len() > usize::from(rows) { all.len().to_string() } else { String::new() };
        let heading = Heading { title: "Tab".to_owned(), foot, verbs: String::new() };
        boxed(canvas, area, Focus::Elsewhere, &heading);
        let inner =
            Rect { x: area.x + 2, y: area.y + 1, width: width.saturating_sub(4), height: rows };
        let first = self.chosen.map_or(0, |at| (at + 1).saturating_sub(usize::from(rows)));
        for (index, (at, candidate)) in (0..rows).zip(all.iter().enumerate().skip(first)) {
            let role = if self.chosen == Some(at) { Role::Cursor } else { Role::Text };
            let mut row = canvas.row(inner, index);
            row.field(&candidate.text, names, role);
            row.skip(2);
            row.cut(&candidate.about, Role::Type);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_begins_expressions_one_member_at_a_time() {
        for (expression, word, begun) in [
            ("basket", "bas", true),
            ("basket", "basket", false),
            ("basket.items", "bas", false),
            ("basket.items", "basket.", true),
            ("basket.items[0]", "basket.", false),
            ("odd[\"x-y\"]", "odd.", true),
            ("odd[\"x-y\"]", "odd.x", true),
            ("odd[\"x-y\"]", "odd.y", false),
            ("odd[\"x-y\"]", "od", false),
            ("odd[\"x-y\"].a", "odd.", false),
            ("odd[\"x-y\"][\"b c\"]", "odd.", false),
            ("odd[\"x-y\"][\"b c\"]", "odd[\"x-y\"].b", true),
            ("odd[\"x-y\"].a", "odd[\"x-y\"].", true),
        ] {
            assert_eq!(is_begun(expression, word), begun, "{expression} {word}");
        }
    }
}
