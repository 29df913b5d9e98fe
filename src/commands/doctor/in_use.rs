//! Whether somebody uses the debugger id already. Nothing is joined, deleted or changed.

use super::finding::Finding;
use super::login::Threads;
use crate::api::counted::counted;
use crate::api::debugger::{BreakpointList, ScriptThread, ThreadStatus};
use crate::client::Client;
use crate::session::BreakpointSpec;

const CHECK: &str = "client";

/// Looks at the debugger client of the configured id, if there is one.
pub(super) async fn examine(
    client: &Client,
    threads: Threads,
    project: &[BreakpointSpec],
) -> Finding {
    let id = client.debugger_id();
    let Threads::OfClient(threads) = threads else {
        return Finding::ok(CHECK, format!("the debugger id \"{id}\" is free"));
    };
    let held = held(client).await;
    let halted = threads.iter().filter(|thread| thread.status == ThreadStatus::Halted);
    let halted: Vec<String> = halted.map(place).collect();
    let breakpoints = match &held {
        Some(held) => counted(held.len(), "breakpoint"),
        None => "its breakpoints can't be read".to_owned(),
    };
    let threads = match halted.as_slice() {
        [] => String::new(),
        places => format!(", {} ({})", counted(places.len(), "halted thread"), places.join(", ")),
    };
    let by_whom = whose(held.as_deref().unwrap_or_default(), project);
    let seen = format!("the debugger id \"{id}\" is in use: {breakpoints}{threads}; {by_whom}");
    Finding::warning(CHECK, seen)
        .then("End the other program, or take another id with --debugger-id NAME. haltscope asks before it joins; nothing was changed now.")
        .with("breakpoints", held.map(|held| held.len()))
        .with("halted", halted.len())
}

/// Script and line, as `SCRIPT:LINE`.
type Held = Vec<String>;

async fn held(client: &Client) -> Option<Held> {
    let look = client.look_at_debugger("/breakpoints").await.ok()?;
    let list: BreakpointList = serde_json::from_slice(&look.outcome.ok()?).ok()?;
    let place = list.breakpoints.into_iter().map(|each| each.place);
    Some(place.map(|place| format!("{}:{}", place.script_path, place.line_number)).collect())
}

fn place(thread: &ScriptThread) -> String {
    let Some(top) = thread.call_stack.first() else { return format!("thread {}", thread.id) };
    format!("{}:{}", top.location.script_path.file_name(), top.location.line_number)
}

/// The API doesn't say whose it is; its breakpoints may.
fn whose(held: &[String], project: &[BreakpointSpec]) -> &'static str {
    let own: Vec<String> =
        project.iter().map(|spec| format!("{}:{}", spec.key.script, spec.key.line)).collect();
    if held.is_empty() {
        "by whom can't be told"
    } else if held.iter().all(|place| own.contains(place)) {
        "most likely by another haltscope of this project, or left behind by one that was killed: its breakpoints are this project's"
    } else {
        "most likely by somebody else: not all of its breakpoints are this project's"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::Line;

    #[test]
    fn breakpoints_tell_whose_a_client_is() {
        let own = [BreakpointSpec::plain("/a/cartridge/x.js".into(), Line(3))];
        for (held, word) in [
            (&[][..], "can't be told"),
            (&["/a/cartridge/x.js:3"], "of this project"),
            (&["/a/cartridge/x.js:4"], "somebody else"),
            (&["/a/cartridge/x.js:3", "/b/cartridge/x.js:3"], "somebody else"),
        ] {
            let held: Vec<String> = held.iter().map(ToString::to_string).collect();
            assert!(whose(&held, &own).contains(word), "{held:?}");
        }
    }
}
