//! The words of each designed state.

use super::Line;
use crate::session::{
    AttachStep, Connection, Owner, Problem, Remedy, Removed, Session, Source, SourceState,
    StateWord,
};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::view::breakpoint_mark;
use crate::tui::widgets::words::{counted, tenths};
use std::time::Duration;

/// After so long without a halt it is worth asking why.
const PATIENCE: Duration = Duration::from_secs(30);
/// Breakpoints that are named while nothing is halted.
const NAMED: usize = 6;

/// The text for the present state; `None` where the source speaks for itself.
pub(super) fn of(app: &App, has_source: bool) -> Option<Vec<Line>> {
    let session = &app.session;
    if app.selection.past().is_some() {
        return missing(app);
    }
    match session.connection() {
        Connection::NotConfigured => Some(not_configured(app)),
        Connection::Connecting { step, .. } => Some(connecting(app, *step)),
        Connection::InUse { breakpoints, halts, owner } => {
            Some(in_use(app, *breakpoints, *halts, *owner))
        }
        Connection::Disabled { removed } => Some(disabled(app, *removed)),
        Connection::Offline { problem, attempt, next_try, .. } => {
            let next = next_try.map(|at| app.ui.now.until(at));
            Some(offline(app, problem, *attempt, next))
        }
        Connection::Detaching { .. } => {
            Some(vec![cause("Leaving: the debugger client is deleted.")])
        }
        Connection::Detached { remains } => Some(detached(remains.as_deref())),
        Connection::Attached { .. } if app.live_word() == StateWord::Waiting => {
            (!has_source).then(|| waiting(app))
        }
        Connection::Attached { .. } => missing(app),
    }
}

fn cause(text: impl Into<String>) -> Line {
    Line::Cause(text.into())
}

fn plain(text: impl Into<String>) -> Line {
    Line::Plain(text.into())
}

fn key(key: impl Into<String>, does: impl Into<String>) -> Line {
    Line::Key(key.into(), does.into())
}

/// The key that does what a state offers first.
fn accept(app: &App) -> String {
    hints::key(app, Action::Accept)
}

/// With a capital at the start and a stop at the end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let stop = if text.ends_with(['.', '!', '?', '>']) { "" } else { "." };
    first.chain(letters).chain(stop.chars()).collect()
}

fn host(session: &Session) -> &str {
    session.options().instance.as_deref().unwrap_or("the instance")
}

fn not_configured(app: &App) -> Vec<Line> {
    let quit = hints::key(app, Action::Quit);
    vec![
        cause("No instance is configured."),
        plain(
            "Looked for --server, the variables SFCC_SERVER, SFCC_USERNAME and SFCC_PASSWORD, and a dw.json in this folder or one above it.",
        ),
        Line::Blank,
        key(accept(app), "opens the connection form (the password is not stored)"),
        key(quit, "leaves"),
        plain("`haltscope demo` needs no instance: it brings its own storefront."),
    ]
}

fn connecting(app: &App, now: AttachStep) -> Vec<Line> {
    let session = &app.session;
    let mut lines = vec![cause(format!("Connecting to {}", host(session)))];
    let elapsed = session.connecting_for(app.ui.now).map(tenths).unwrap_or_default();
    let steps = [AttachStep::Contact, AttachStep::Client, AttachStep::Breakpoints];
    let at = steps.iter().position(|step| *step == now).unwrap_or(0);
    for (index, step) in steps.into_iter().enumerate() {
        lines.push(plain(match index.cmp(&at) {
            std::cmp::Ordering::Less => format!("  {}: done", step.as_str()),
            std::cmp::Ordering::Equal => format!("> {}: {elapsed}", step.as_str()),
            std::cmp::Ordering::Greater => format!("  {}", step.as_str()),
        }));
    }
    lines.push(Line::Blank);
    lines.push(key(hints::key(app, Action::Back), "cancels"));
    lines
}

fn in_use(app: &App, breakpoints: Option<usize>, halts: usize, owner: Owner) -> Vec<Line> {
    let session = &app.session;
    let id = &session.options().debugger_id;
    let breakpoints = breakpoints.map(|count| counted(count, "breakpoint")).unwrap_or_default();
    let halts = counted(halts, "halted thread");
    let holds = if breakpoints.is_empty() { halts } else { format!("{breakpoints}, {halts}") };
    let (whose, joins) = match owner {
        Owner::LeftBehind => (
            "An earlier session of this project left it behind.".to_owned(),
            "takes it over: its breakpoints and halts are shown here",
        ),
        Owner::SameBreakpoints => (
            "Its breakpoints are this project's: most likely an earlier session left it behind."
                .to_owned(),
            "takes it over: its breakpoints and halts are shown here",
        ),
        Owner::Running(process) => (
            format!(
                "Another haltscope here uses it, process {process}: both would halt, step and renew the same threads."
            ),
            "joins it: its breakpoints and halts are shown here",
        ),
        Owner::Stranger => (
            "It is attached elsewhere, or a session left it behind.".to_owned(),
            "joins it: its breakpoints and halts are shown here",
        ),
    };
    vec![
        cause(format!("The debugger client \"{id}\" is in use on {}.", host(session))),
        plain(format!("{whose} It holds: {holds}.")),
        Line::Blank,
        key(accept(app), joins),
        key(hints::key(app, Action::ClearClient), "deletes it and begins anew: its threads run on"),
        key(hints::key(app, Action::OtherId), "attaches under another id"),
        plain("Nothing of it is deleted unasked."),
    ]
}

fn waiting(app: &App) -> Vec<Line> {
    let session = &app.session;
    let breakpoints = session.breakpoints();
    let armed = counted(breakpoints.armed(), "breakpoint");
    let missing = breakpoints.wanted().saturating_sub(breakpoints.armed());
    let not_yet = if missing > 0 { format!(", {missing} not yet") } else { String::new() };
    let mut lines = vec![cause(format!("Waiting for a script to halt: {armed} armed{not_yet}."))];
    let marks = app.ui.look().marks;
    let sources = session.sources();
    let named = breakpoints.iter().take(NAMED);
    lines.extend(named.map(|breakpoint| {
        let mark = breakpoint_mark::mark(marks, breakpoint);
        let condition = breakpoint.spec.condition.as_ref();
        let condition = condition.map(|text| format!("  if {text}")).unwrap_or_default();
        let (script, line) = (&breakpoint.key().script, breakpoint.key().line);
        let route = sources.route_at(script, line).map(|route| format!("  in {route}"));
        let place = sources.place(script, line);
        plain(format!("  {mark} {place}{}{condition}", route.unwrap_or_default()))
    }));
    let unnamed = breakpoints.iter().len().saturating_sub(NAMED);
    if unnamed > 0 {
        lines.push(plain(format!("  and {unnamed} more")));
    }
    lines.push(Line::Blank);
    let request = hints::key(app, Action::Request);
    lines.push(key(request, "sends a storefront request"));
    lines.push(key(hints::key(app, Action::Files), "opens a script to set breakpoints in"));
    if let Some(halt) = session.history().halts().next_back() {
        let place = halt.top().map(|frame| sources.place_of(frame)).unwrap_or_default();
        let back = hints::key(app, Action::HaltBack);
        lines.push(key(back, format!("shows the last halt, {} at {place}", halt.number)));
    }
    lines.extend(checks(app));
    lines
}

/// Why nothing halts, once it has taken long enough to wonder.
fn checks(app: &App) -> Vec<Line> {
    let Connection::Attached { since, .. } = app.session.connection() else { return Vec::new() };
    let since =
        app.session.history().halts().next_back().map_or(*since, |halt| halt.at.max(*since));
    let findings = app.session.why_no_halt(app.ui.now);
    if app.ui.age(since) < PATIENCE || findings.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![Line::Blank, cause("Nothing has halted for a while. Look at this:")];
    lines.extend(findings.into_iter().map(|finding| {
        let mark = if finding.is_likely { "!" } else { "-" };
        let helps = finding.remedy.map(|remedy| format!(": {}", hints::remedy(app, remedy)));
        plain(format!("{mark} {}{}", finding.text, helps.unwrap_or_default()))
    }));
    lines
}

fn disabled(app: &App, removed: Removed) -> Vec<Line> {
    let session = &app.session;
    let wanted = counted(session.breakpoints().wanted(), "breakpoint");
    let id = &session.options().debugger_id;
    let why = match removed {
        Removed::Elsewhere => {
            "Another program with the same id removed it, or a load balancer that doesn't keep to the \
             cookie dwsid leads to a server without it; what was halted runs on."
        }
        Removed::Restart => "The server was restarted; its script threads are gone.",
        Removed::Unused => "The server drops clients that ask for nothing for half an hour.",
    };
    vec![
        cause(format!("412: the debugger client \"{id}\" does not exist any more.")),
        plain(why),
        Line::Blank,
        key(accept(app), format!("creates it again and arms {wanted}")),
        plain("This never happens by itself: two programs would fight over the client."),
    ]
}

fn offline(app: &App, problem: &Problem, attempt: u32, next: Option<Duration>) -> Vec<Line> {
    let mut lines = vec![cause(sentence(&problem.cause))];
    if !problem.action.is_empty() {
        lines.push(plain(sentence(&problem.action)));
    }
    lines.push(Line::Blank);
    if let Some(next) = next {
        let seconds = next.as_secs() + u64::from(next.subsec_nanos() > 0);
        lines.push(plain(format!("Try {} in {seconds} s.", attempt + 1)));
    }
    lines.push(key(accept(app), remedy_words(problem.remedy)));
    if app.session.threads().iter().len() > 0 {
        lines.push(plain("Halted threads run out of time meanwhile: their countdowns go on."));
    }
    lines
}

/// What Enter does about it.
const fn remedy_words(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::GiveCredentials => "opens the form: nothing more is sent with the refused password",
        _ => "tries now",
    }
}

fn detached(remains: Option<&str>) -> Vec<Line> {
    let mut lines = vec![cause("Detached: halted threads run on.")];
    lines.extend(remains.map(plain));
    lines
}

/// A script that is not on this machine, or could not be read.
fn missing(app: &App) -> Option<Vec<Line>> {
    let script = app.script()?;
    let Some(source) = app.source() else {
        return Some(vec![plain(format!("Looking for {script}"))]);
    };
    let Source { state, .. } = source;
    Some(match state {
        SourceState::Found | SourceState::Deployed | SourceState::Differs(_) => return None,
        SourceState::Loading => vec![plain(format!("Reading {script}"))],
        SourceState::Unreadable(reason) => vec![
            cause(format!("{script} could not be read: {reason}")),
            plain("Stepping, stack and variables work without it."),
        ],
        SourceState::Missing { searched } => {
            let mut lines = vec![
                cause(format!("{script} is not in this checkout.")),
                plain(if searched.is_empty() {
                    "No cartridge was found below the working directory.".to_owned()
                } else {
                    format!("Searched the cartridges {}.", searched.join(", "))
                }),
                plain("`--cartridges DIR` names the folder that holds them."),
                plain("Stepping, stack and variables work without it."),
                Line::Blank,
            ];
            if app.shown().frames.len() > 1 {
                lines.push(key(hints::key(app, Action::FrameUp), "shows the caller"));
            }
            lines.push(key(hints::key(app, Action::Files), "opens another script"));
            lines
        }
    })
}
