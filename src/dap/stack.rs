//! Threads, their stacks, the scopes of a frame.

use super::attached::{Attached, standing};
use super::files::index;
use super::handles::Handle;
use super::wire::Refusal;
use crate::api::ids::ThreadId;
use crate::session::{Frame, Place, ScopeKind, Spot, Thread};
use dapts::{
    ModuleId, Scope, ScopePresentationHint, ScopesArguments, ScopesResponse, StackFrame,
    StackTraceArguments, StackTraceResponse, ThreadsResponse,
};

impl Attached {
    pub(super) fn threads(&self) -> ThreadsResponse {
        let name = |thread: &Thread| {
            let id = thread.id();
            match thread.top().filter(|_| thread.is_halted()) {
                Some(top) => format!("Thread {id} at {}", top.place()),
                None => format!("Thread {id}"),
            }
        };
        let threads = self.desk.look(|session| {
            let threads = session.threads().iter();
            threads.map(|it| dapts::Thread { id: it.id().0, name: name(it) }).collect()
        });
        ThreadsResponse { threads }
    }

    /// The frames of a thread that stands, and its place.
    fn frames(&self, thread: ThreadId) -> Result<(Place, Vec<Frame>), Refusal> {
        let found = self
            .desk
            .look(|session| standing(session, thread).map(|it| (it.place(), it.frames().to_vec())));
        found.ok_or_else(|| Refusal::not_stopped(format!("thread {thread} is not halted")))
    }

    pub(super) fn stack_trace(
        &self,
        wanted: &StackTraceArguments,
    ) -> Result<StackTraceResponse, Refusal> {
        let thread = ThreadId(wanted.thread_id);
        let (place, frames) = self.frames(thread)?;
        let start = index(wanted.start_frame.unwrap_or_default());
        let levels = index(wanted.levels.filter(|levels| *levels > 0).unwrap_or(u64::MAX));
        let some = frames.iter().enumerate().skip(start).take(levels);
        let stack_frames = some.map(|(frame, it)| self.frame(Spot { thread, frame }, place, it));
        Ok(StackTraceResponse {
            stack_frames: stack_frames.collect(),
            total_frames: Some(frames.len() as u64),
        })
    }

    fn frame(&self, spot: Spot, place: Place, frame: &Frame) -> StackFrame {
        StackFrame {
            id: u64::from(self.number(spot, place, Handle::Frame)),
            name: frame.function_name().to_owned(),
            source: Some(self.source_of(&frame.script)),
            line: self.line_out(frame.line),
            column: self.first_column(),
            module_id: Some(ModuleId::String(frame.script.cartridge().to_owned())),
            can_restart: Some(false),
            end_column: None,
            end_line: None,
            instruction_pointer_reference: None,
            presentation_hint: None,
        }
    }

    pub(super) fn scopes(&self, wanted: &ScopesArguments) -> Result<ScopesResponse, Refusal> {
        let held = self.held(wanted.frame_id)?;
        let scope = |kind: ScopeKind| Scope {
            name: name(kind).to_owned(),
            presentation_hint: (kind == ScopeKind::Local).then_some(ScopePresentationHint::Locals),
            variables_reference: self.number(held.spot, held.place, Handle::Scope(kind)),
            // Global is long as a rule, and each platform name is a call of its own.
            expensive: matches!(kind, ScopeKind::Global | ScopeKind::Platform),
            column: None,
            end_column: None,
            end_line: None,
            indexed_variables: None,
            line: None,
            named_variables: None,
            source: None,
        };
        Ok(ScopesResponse { scopes: ScopeKind::ALL.map(scope).to_vec() })
    }

    /// The frame that an expression is meant for: the one named, else the top of the thread that
    /// halted last.
    pub(super) fn spot(&self, frame: Option<u64>) -> Result<(Spot, Place), Refusal> {
        if let Some(frame) = frame {
            let held = self.held(frame)?;
            return Ok((held.spot, held.place));
        }
        let last = self.known().last_stopped();
        let place = last.and_then(|thread| Some((thread, self.place(thread)?)));
        let (thread, place) =
            place.ok_or_else(|| Refusal::not_stopped("expressions run in a halted thread"))?;
        Ok((Spot { thread, frame: 0 }, place))
    }
}

const fn name(kind: ScopeKind) -> &'static str {
    match kind {
        ScopeKind::Local => "Local",
        ScopeKind::Closure => "Closure",
        ScopeKind::Global => "Global",
        ScopeKind::Platform => "Platform",
    }
}
