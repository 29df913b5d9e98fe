//! What all requests of an attachment share.

use super::arguments::Wanted;
use super::handles::{Handle, Handles, Held};
use super::known::Known;
use super::marks::Marks;
use super::numbered::Scripts;
use super::wire::{Out, Refusal};
use crate::api::ids::{Line, ThreadId};
use crate::runtime::Desk;
use crate::session::{Place, Session, Spot, Thread};
use dapts::InitializeRequestArguments;
use parking_lot::{Mutex, MutexGuard};
use std::path::PathBuf;

/// A desk at an instance, and what the client knows of it.
pub(super) struct Attached {
    pub(super) desk: Desk,
    pub(super) out: Out,
    pub(super) client: InitializeRequestArguments,
    pub(super) wanted: Wanted,
    /// The project's folder.
    pub(super) folder: PathBuf,
    /// The ID that the debugger's client was to have.
    wanted_id: String,
    handles: Mutex<Handles>,
    marks: Mutex<Marks>,
    known: Mutex<Known>,
    scripts: Mutex<Scripts>,
}

impl Attached {
    pub(super) fn new(
        desk: Desk,
        out: Out,
        client: InitializeRequestArguments,
        wanted: Wanted,
        folder: PathBuf,
    ) -> Self {
        let wanted_id = desk.look(|session| session.options().debugger_id.to_string());
        let (handles, marks, known, scripts) = Default::default();
        Self { desk, out, client, wanted, folder, wanted_id, handles, marks, known, scripts }
    }

    /// What there is to know of another debugger's client that has the ID which was wanted; nothing if there is none.
    pub(super) fn other_id(&self) -> Option<String> {
        let wanted = &self.wanted_id;
        let own = self.desk.look(|session| session.options().debugger_id.to_string());
        (own != *wanted).then(|| {
            format!("attached as {own}: another debugger is attached as {wanted}, and halts threads first where both have a breakpoint")
        })
    }

    pub(super) fn handles(&self) -> MutexGuard<'_, Handles> {
        self.handles.lock()
    }

    pub(super) fn marks(&self) -> MutexGuard<'_, Marks> {
        self.marks.lock()
    }

    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }

    pub(super) fn scripts(&self) -> MutexGuard<'_, Scripts> {
        self.scripts.lock()
    }

    /// A line as the client counts.
    pub(super) fn line_out(&self, line: Line) -> u32 {
        line.0.saturating_sub(u32::from(self.client.lines_start_at1 == Some(false)))
    }

    /// A line's first column as the client counts.
    pub(super) fn first_column(&self) -> u32 {
        u32::from(self.client.columns_start_at1 != Some(false))
    }

    /// A line of the client's.
    pub(super) fn line_in(&self, line: u32) -> Line {
        Line(line.saturating_add(u32::from(self.client.lines_start_at1 == Some(false))))
    }

    /// A number for something at a frame.
    pub(super) fn number(&self, spot: Spot, place: Place, handle: Handle) -> u32 {
        self.handles().number(Held { spot, place, handle })
    }

    /// What a number of the client's stands for; else why nothing any more.
    pub(super) fn held(&self, number: u64) -> Result<Held, Refusal> {
        let handles = self.handles();
        let (held, was_given) = (handles.get(number), handles.was_given(number));
        drop(handles);
        if !was_given {
            let words =
                format!("nothing has the number {number}: no frame, scope or value was given it");
            return Err(Refusal::quiet(words));
        }
        let stands = |held: &Held| self.place(held.spot.thread) == Some(held.place);
        let moved = || Refusal::not_stopped("the thread has moved on from there");
        held.filter(stands).ok_or_else(moved)
    }

    /// Where a thread stands, if it does.
    pub(super) fn place(&self, thread: ThreadId) -> Option<Place> {
        self.desk.look(|session| standing(session, thread).map(Thread::place))
    }

    /// Numbers of places that were left hold no more.
    pub(super) fn drop_left(&self) {
        let places = self
            .desk
            .look(|session| session.threads().iter().map(Thread::place).collect::<Vec<_>>());
        self.handles().retain(|held| places.contains(&held.place));
    }
}

/// The thread, if it stands somewhere, confirmed or not.
pub(super) fn standing(session: &Session, thread: ThreadId) -> Option<&Thread> {
    session.threads().get(thread).filter(|it| it.is_halted() || it.shows_arrival())
}
