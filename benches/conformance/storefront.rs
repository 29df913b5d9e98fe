//! Scripts of real storefronts: what they find around them, and halts whose frames are all read.

use haltscope::script::{Control, Page, ThreadId, ThreadInfo, ThreadState};

/// What the platform puts into reach of every script, and what a script calls its modules by.
pub const NAMES: &[&str] = &[
    "$any",
    "dw",
    "session",
    "request",
    "response",
    "customer",
    "pdict",
    "empty",
    "importPackage",
    "importClass",
    "importScript",
    "webreferences",
    "webreferences2",
    "slotcontent",
];
/// A script is held so often in a function that something called, and so often at all.
const DEEP_HALTS: usize = 12;
const HALTS: usize = 60;

/// The script with a stand-in for every module that it requires, on the lines that it has.
pub fn with_modules(text: &str) -> String {
    let directive = if is_strict(text) { "'use strict'; " } else { "" };
    format!("{directive}var require = $any; {text}")
}

fn is_strict(text: &str) -> bool {
    let code = text.lines().map(str::trim_start).find(|line| {
        !line.is_empty() && !["//", "/*", "*", "#"].iter().any(|start| line.starts_with(start))
    });
    code.is_some_and(|line| line.starts_with("'use strict'") || line.starts_with("\"use strict\""))
}

/// What was found in a thread's halts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    pub halts: usize,
    pub frames: usize,
    /// Reading with a variable whose value isn't known, or that can't be read at all.
    pub unreadable: usize,
}

impl Reading {
    pub fn add(&mut self, other: Self) {
        self.halts += other.halts;
        self.frames += other.frames;
        self.unreadable += other.unreadable;
    }
}

/// Reads all frames of the thread's halts, until it is let run on.
pub async fn read_halts(control: &Control, id: ThreadId) -> Reading {
    let mut changes = control.changes();
    let mut found = Reading::default();
    let mut deep = 0;
    loop {
        match control.thread(id) {
            Ok(ThreadInfo { state: ThreadState::Running, .. }) => {
                if changes.changed().await.is_err() {
                    return found;
                }
            }
            Ok(ThreadInfo { state: ThreadState::Halted(halt), .. }) => {
                found.halts += 1;
                deep += usize::from(halt.stack.len() > 1);
                for frame in 0..halt.stack.len() {
                    found.frames += 1;
                    found.unreadable += usize::from(!is_readable(control, id, frame).await);
                }
                if found.halts == HALTS || deep == DEEP_HALTS {
                    control.detach(halt.owner);
                    return found;
                }
                let _ = control.resume(id);
            }
            Err(_) => return found,
        }
    }
}

async fn is_readable(control: &Control, id: ThreadId, frame: usize) -> bool {
    let page = control.variables(id, frame, Page::ALL).await;
    page.is_ok_and(|page| page.members.iter().all(|each| !each.value.starts_with("<unknown")))
}
