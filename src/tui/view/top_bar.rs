//! The first line: the state in one word, what it is about, how long it holds, where.

use crate::session::{
    Connection, Countdown, CountdownLevel, NotRenewed, Removed, Session, StateWord, Thread,
    ThreadState,
};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::{Class, Regions};
use crate::tui::marks::Marks;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::Look;
use crate::tui::widgets::paint::Canvas;
use crate::tui::widgets::words::{clock, rounded, tenths};
use std::time::Duration;

/// What the state is about: a place in it is never cut through its line.
#[derive(Default)]
struct About {
    before: String,
    place: String,
    after: String,
}

impl About {
    fn text(&self) -> String {
        format!("{}{}{}", self.before, self.place, self.after)
    }

    /// In so many cells: what follows the place goes first, then its middle.
    fn cut(&self, room: usize, look: Look<'_>) -> String {
        let (marker, charset) = (look.marks.cut, look.charset);
        if self.place.is_empty() {
            return text::cut(&self.before, room, marker, charset);
        }
        let head = text::width(&self.before, charset);
        let place = text::width(&self.place, charset);
        if head + place < room {
            return text::cut(&self.text(), room, marker, charset);
        }
        let place = text::cut_place(&self.place, room.saturating_sub(head), marker, charset);
        format!("{}{place}", self.before)
    }
}

impl From<String> for About {
    fn from(before: String) -> Self {
        Self { before, ..Self::default() }
    }
}

/// A piece of the bar. Those of the highest rank go first when there is no room; rank 0 stays.
struct Part {
    text: String,
    role: Role,
    rank: u8,
}

/// Draws the bar.
pub(super) fn draw(canvas: &mut Canvas<'_>, app: &App, regions: &Regions) {
    let marks = canvas.look.marks;
    let word = app.state_word();
    let gap = match regions.class {
        Class::Three => 4,
        Class::Two => 3,
        Class::Narrow | Class::TooSmall => 2,
    };
    let mut row = canvas.row(regions.top, 0);
    row.margin(1);
    row.skip(1);
    row.put(word.as_str(), word_role(word));
    let mut parts = parts(app, regions.class, marks);
    let mut about = about(app, word);
    about.before.truncate(clip(&about.before).len());
    let mut instance = instance(app, regions.class);
    let place = fit(row.room(), gap, &about, &mut parts, &mut instance, row.look);
    if let Some(instance) = instance {
        row.right(&instance, Role::Dim);
    }
    row.skip(2);
    row.put(&place, Role::Title);
    for part in &parts {
        if row.column() > word.as_str().len() + 3 {
            row.skip(gap);
        }
        row.put(&part.text, part.role);
    }
}

fn word_role(word: StateWord) -> Role {
    match word {
        StateWord::Halted => Role::Halted,
        StateWord::Connecting | StateWord::Waiting | StateWord::Running | StateWord::Stepping => {
            Role::Active
        }
        StateWord::Offline | StateWord::Disabled => Role::Trouble,
        StateWord::History => Role::Past,
    }
}

/// Leaves out parts by rank, then the instance, then cuts what the state is about.
fn fit(
    room: usize,
    gap: u16,
    about: &About,
    parts: &mut Vec<Part>,
    instance: &mut Option<String>,
    look: Look<'_>,
) -> String {
    let (gap, charset) = (usize::from(gap), look.charset);
    let whole = about.text();
    loop {
        let right = instance.as_ref().map_or(0, |text| text::width(text, charset) + gap);
        let middle: usize = parts.iter().map(|part| text::width(&part.text, charset) + gap).sum();
        let used = 2 + middle + right;
        if used + text::width_up_to(&whole, room, charset) <= room {
            return whole;
        }
        let first = parts.iter().map(|part| part.rank).max().filter(|rank| *rank > 1);
        if let Some(rank) = first {
            parts.retain(|part| part.rank != rank);
        } else if instance.take().is_none() {
            let left = room.saturating_sub(used);
            if parts.iter().any(|part| part.rank == 1) && left < 8 {
                parts.retain(|part| part.rank != 1);
                continue;
            }
            return about.cut(left, look);
        }
    }
}

fn about(app: &App, word: StateWord) -> About {
    let text = match word {
        StateWord::Halted => {
            return app.selected().map(|thread| halted(thread, app)).unwrap_or_default();
        }
        StateWord::Connecting => connecting(app),
        StateWord::Waiting => waiting(&app.session),
        StateWord::Running | StateWord::Stepping => {
            app.selected().map(|thread| moving(thread, app)).unwrap_or_default()
        }
        StateWord::Offline => offline(app),
        StateWord::Disabled => disabled(app),
        StateWord::History => past(app),
    };
    About::from(text)
}

fn connecting(app: &App) -> String {
    let elapsed = app.session.connecting_for(app.ui.now).map(tenths).unwrap_or_default();
    match app.session.connection() {
        Connection::Connecting { step, .. } => {
            format!("{} {elapsed}  {} cancels", step.as_str(), hints::key(app, Action::Back))
        }
        Connection::InUse { .. } => {
            format!("client id in use, {} joins", hints::key(app, Action::Accept))
        }
        _ => elapsed,
    }
}

/// What the server has, and what it has not yet.
fn waiting(session: &Session) -> String {
    let breakpoints = session.breakpoints();
    let armed = breakpoints.armed();
    let counts = [
        (armed, "armed"),
        (breakpoints.wanted().saturating_sub(armed), "not yet"),
        (breakpoints.off(), "off"),
    ];
    let shown = counts.iter().filter(|(count, what)| *count > 0 || *what == "armed");
    shown.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
}

/// Thread, place and function; another frame than the current one says its number.
fn halted(thread: &Thread, app: &App) -> About {
    let index = app.selection.spot().map_or(0, |spot| spot.frame);
    let frame = thread.frames().get(index).or_else(|| thread.top());
    let number = if index > 0 { format!(" #{index}") } else { String::new() };
    let Some(frame) = frame else { return About::from(format!("T{}", thread.id())) };
    About {
        before: format!("T{}{number} ", thread.id()),
        place: app.session.sources().place_of(frame),
        after: format!(" {}", frame.function_name()),
    }
}

fn moving(thread: &Thread, app: &App) -> String {
    let id = thread.id();
    let verb = match (thread.state(), thread.run()) {
        (ThreadState::Stepping { since, .. }, Some(run)) => {
            let elapsed = tenths(app.ui.age(since));
            format!("{} {}/{} {elapsed}", run.kind.as_str(), run.done, run.total)
        }
        (ThreadState::Stepping { kind, since }, None) => {
            format!("{} {}", kind.as_str(), tenths(app.ui.age(since)))
        }
        (ThreadState::Running { since }, _) => format!("for {}", tenths(app.ui.age(since))),
        (ThreadState::Halted { .. }, _) => String::new(),
    };
    let doubt = if thread.answer_is_lost() { ", answer lost" } else { "" };
    format!("T{id} {verb}{doubt}")
}

fn offline(app: &App) -> String {
    let enter = hints::key(app, Action::Accept);
    match app.session.connection() {
        Connection::NotConfigured => format!("no instance is configured, {enter} opens the form"),
        Connection::Offline { problem, attempt, next_try, .. } => {
            let cause = problem.cause.trim_end_matches('.');
            match next_try {
                Some(at) => {
                    let seconds = whole_seconds(app.ui.now.until(*at));
                    format!("{cause}, try {} in {seconds}s", attempt + 1)
                }
                None => format!("{cause}, {}", hints::remedy(app, problem.remedy)),
            }
        }
        Connection::Detached { .. } => "detached".to_owned(),
        _ => String::new(),
    }
}

/// Why the client is gone, in as many words as a bar has room for.
fn disabled(app: &App) -> String {
    let enter = hints::key(app, Action::Accept);
    let why = match app.session.connection() {
        Connection::Disabled { removed: Removed::Restart } => ": the server was restarted",
        Connection::Disabled { removed: Removed::Elsewhere } => ": removed by another program",
        Connection::Disabled { removed: Removed::Unused } => ": unused for half an hour",
        _ => "",
    };
    format!("412, {enter} re-attaches{why}")
}

fn past(app: &App) -> String {
    let (session, back) = (&app.session, hints::key(app, Action::Back));
    let halts = session.history().halts();
    let total = halts.len();
    let shown = app.selection.past();
    let at = session.history().halts().position(|halt| Some(halt.number) == shown);
    let at = at.map_or(0, |at| at + 1);
    let frame = app.shown().selected;
    let caller = if frame > 0 { format!(" #{frame}") } else { String::new() };
    match session.replayed() {
        Some(name) => format!("{at}/{total}{caller} of {name}, read only"),
        None => format!("{at}/{total}{caller} read only, live: {}, {back} live", app.live_word()),
    }
}

fn parts(app: &App, class: Class, marks: &Marks) -> Vec<Part> {
    let session = &app.session;
    let mut parts = Vec::new();
    if let Some(text) = counts(session, class) {
        parts.push(Part { text, role: Role::Text, rank: 4 });
    }
    let selected = app.selected();
    if let Some(held) = selected.and_then(|thread| thread.held(app.ui.now)) {
        parts.push(Part { text: format!("held {}", clock(held)), role: Role::Text, rank: 3 });
    }
    let own = selected.and_then(|thread| session.countdown(thread.id(), app.ui.now));
    if let Some(countdown) = own {
        let held = selected.and_then(|thread| thread.held(app.ui.now)).unwrap_or_default();
        let failures = session.keep_alive().failures_since(app.ui.now - held);
        parts.extend(countdown_parts(app, (countdown, failures), class, marks));
    }
    if let Some((thread, other)) = session.lowest_other(app.selection.thread(), app.ui.now)
        && own.is_none_or(|own| other.remaining + Duration::from_secs(1) <= own.remaining)
    {
        let text = countdown_text(&format!("T{thread}"), other);
        parts.push(Part { text, role: countdown_role(other), rank: 1 });
    }
    let trip = session.round_trip().filter(|_| class == Class::Three && app.is_attached());
    if let Some(trip) = trip {
        let text = format!("round trip {} ms", trip.as_millis());
        parts.push(Part { text, role: Role::Dim, rank: 5 });
    }
    parts
}

fn counts(session: &Session, class: Class) -> Option<String> {
    let (halted, running) = (session.threads().halted(), session.threads().running());
    let wide = class > Class::Narrow;
    let halted = (halted > 0).then(|| format!("{halted} halted"));
    let running = (wide && running > 0).then(|| format!("{running} running"));
    let counts: Vec<String> = [halted, running].into_iter().flatten().collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// The countdown itself stays at every width; what explains it goes.
fn countdown_parts(
    app: &App,
    (countdown, failures): (Countdown, u32),
    class: Class,
    marks: &Marks,
) -> Vec<Part> {
    let name = match class {
        Class::Narrow | Class::TooSmall => marks.keep_alive,
        Class::Two | Class::Three => "keep-alive",
    };
    let mut text = countdown_text(name, countdown);
    if matches!(countdown.level, CountdownLevel::Expired | CountdownLevel::Unknown) {
        return vec![Part { text, role: countdown_role(countdown), rank: 0 }];
    }
    let role = countdown_role(countdown);
    let renews = match app.session.not_renewed() {
        Some(NotRenewed::NoConnection) => " not renewed".to_owned(),
        _ if failures > 0 => format!(" renewal failed {failures}x"),
        Some(NotRenewed::Off) => " off".to_owned(),
        Some(NotRenewed::Idle) => " idle, any key renews".to_owned(),
        None if !app.is_attached() => unattached(class).to_owned(),
        None if countdown.level == CountdownLevel::Fine => rhythm(app, class),
        None => String::new(),
    };
    text.push_str(&renews);
    vec![Part { text, role, rank: 0 }]
}

/// Nothing goes out until the connection is back, which the narrow bar has said with its word.
const fn unattached(class: Class) -> &'static str {
    match class {
        Class::Narrow | Class::TooSmall => "",
        Class::Two | Class::Three => " not renewed",
    }
}

fn rhythm(app: &App, class: Class) -> String {
    match class {
        Class::Narrow | Class::TooSmall => String::new(),
        Class::Two => format!(" (auto {})", rounded(app.session.rhythm().period)),
        Class::Three => {
            let period = rounded(app.session.rhythm().period);
            let limit = rounded(app.session.options().idle_limit);
            format!(" (auto {period}, stops after {limit} idle)")
        }
    }
}

/// `KA 41s`, `! 12s`, `EXPIRED`; a thread other than the selected one keeps its name.
pub(super) fn countdown_text(name: &str, countdown: Countdown) -> String {
    let seconds = countdown.remaining.as_secs();
    let other = name.starts_with('T');
    match countdown.level {
        CountdownLevel::Fine => format!("{name} {seconds}s"),
        CountdownLevel::Unknown => format!("{name} ?"),
        CountdownLevel::Low if other => format!("{name} ! {seconds}s"),
        CountdownLevel::Low => format!("! {seconds}s"),
        CountdownLevel::Expired if other => format!("{name} EXPIRED"),
        CountdownLevel::Expired => "EXPIRED".to_owned(),
    }
}

/// A low countdown is reversed.
pub(super) fn countdown_role(countdown: Countdown) -> Role {
    match countdown.level {
        CountdownLevel::Fine | CountdownLevel::Unknown => Role::Text,
        CountdownLevel::Low | CountdownLevel::Expired => Role::Alarm,
    }
}

/// Counts down to 1 before something happens, not to 0.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

fn instance(app: &App, class: Class) -> Option<String> {
    let options = app.session.options();
    let instance = clip(options.instance.as_deref()?);
    let user = clip(&options.user);
    Some(match class {
        Class::Three if user.is_empty() => {
            format!("{instance}   client {}", options.debugger_id)
        }
        Class::Three => {
            format!("{instance}   user {user}   client {}", options.debugger_id)
        }
        Class::Two | Class::Narrow | Class::TooSmall => first_label(instance).to_owned(),
    })
}

/// The beginning of a text, more than any bar is wide.
fn clip(text: &str) -> &str {
    &text[..text.floor_char_boundary(1_000)]
}

/// A host's first label says which instance it is; an address has none.
fn first_label(instance: &str) -> &str {
    let label = instance.split('.').next().unwrap_or(instance);
    if label.contains(|letter: char| letter.is_alphabetic()) { label } else { instance }
}
