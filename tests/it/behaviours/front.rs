//! What a front end has to do for the table.

use super::world::World;
use haltscope::session::StepKind;

/// A breakpoint in [`super::world::SCRIPT`].
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub line: u32,
    /// Logs this and runs on.
    pub log: Option<&'static str>,
}

impl Wanted {
    pub const fn halt(line: u32) -> Self {
        Self { line, log: None }
    }

    pub const fn log(line: u32, text: &'static str) -> Self {
        Self { line, log: Some(text) }
    }
}

/// A debugger as its users see it. Everything that waits does so for as long as
/// [`crate::testkit::patience::PATIENCE`], then panics with what was seen instead.
pub trait FrontEnd: Sized {
    /// Attached to the world's instance, with these breakpoints armed; its scripts are in the
    /// world's folder.
    async fn attached(world: &World, breakpoints: &[Wanted]) -> Self;

    /// The next stop is told, and is on that line. Gives the thread.
    async fn stopped(&mut self, line: u32) -> u64;

    /// Asks for a step of a halted thread; waits for nothing.
    async fn step(&mut self, thread: u64, kind: StepKind);

    /// Lets a thread run, and waits until that is told.
    async fn resume(&mut self, thread: u64);

    /// What an expression gives in a frame of a halted thread; 0 is the current location.
    async fn evaluate(&mut self, thread: u64, frame: usize, expression: &str) -> String;

    /// How many entries a list has, and the text of the one at `index`.
    async fn entry(&mut self, thread: u64, path: &str, index: u64) -> (u64, String);

    /// What a list of the innermost frame's variables shows for one of them.
    async fn variable(&mut self, thread: u64, name: &str) -> String;

    /// The next log point's text is told, and the line that it stands on.
    async fn logged(&mut self, text: &str, line: u32);

    /// From now on halted threads run out of time.
    async fn let_expire(&mut self);

    /// It is told that a thread that was halted has expired.
    async fn expired(&mut self, thread: u64);

    /// It is told that the debugger client was removed.
    async fn disabled(&mut self);

    /// Somebody creates it again; waits until it is told that it works.
    async fn come_back(&mut self);

    /// It is told that nobody answers.
    async fn offline(&mut self);

    /// It is told that somebody answers again.
    async fn online(&mut self);

    /// Leaves the instance, threads running on, and ends.
    async fn detach(self);
}
