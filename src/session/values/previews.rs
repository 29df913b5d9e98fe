//! First members of the objects that a front end shows, read while nobody waits for anything else.
//!
//! They are asked for a moment after a halt, a few at a time and so many per place at the most; a
//! step or a key that opens something goes before.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::failure::Failure;
use super::super::frame::{At, Spot};
use super::super::thread::Thread;
use super::super::time::Time;
use super::super::tree::{Home, NodeId};
use super::Values;
use crate::api::debugger::MemberList;
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use std::time::Duration;

/// Whoever steps on within this time has looked at nothing yet.
const IDLE: Duration = Duration::from_millis(120);
/// Beside what is opened by hand.
const AT_A_TIME: usize = 2;
/// A place whose members' texts are longer gets no further ones.
const BYTES: usize = 512 * 1024;

/// What is to be previewed at a thread's place.
#[derive(Clone, Debug, Default)]
pub(super) struct Previews {
    wanted: Vec<(Home, NodeId)>,
    sent: usize,
    bytes: usize,
    /// Not before.
    from: Option<Time>,
}

impl Values {
    /// Another place: nothing is wanted there yet, and nothing was sent.
    pub(super) fn begin_previews(&mut self, thread: ThreadId) {
        self.previews.remove(&thread);
    }

    /// What objects hold may have changed: it is read anew by whoever shows them.
    pub(super) fn allow_previews_again(&mut self, thread: ThreadId) {
        if let Some(previews) = self.previews.get_mut(&thread) {
            (previews.sent, previews.bytes) = (0, 0);
        }
    }

    fn may_preview(&self, thread: ThreadId, most: usize) -> bool {
        let known = self.previews.get(&thread);
        known.is_some_and(|known| {
            !known.wanted.is_empty() && known.sent < most && known.bytes < BYTES
        })
    }

    fn take_wanted(&mut self, thread: ThreadId) -> Option<(Home, NodeId)> {
        let known = self.previews.get_mut(&thread)?;
        (!known.wanted.is_empty()).then(|| known.wanted.remove(0))
    }
}

impl Session {
    /// Objects of the innermost frames of halted threads that don't say what they hold.
    pub fn lacking_previews(&self) -> Vec<(Home, NodeId)> {
        let halted = self.threads.iter().filter(|thread| thread.is_halted());
        let homes = halted.map(|thread| Spot { thread: thread.id(), frame: 0 });
        let trees = homes.filter_map(|spot| Some((Home::Frame(spot), self.values.told(spot)?)));
        let lacking = trees.flat_map(|(home, tree)| {
            tree.silent_variables().into_iter().map(move |node| (home, node))
        });
        lacking.collect()
    }

    /// A front end shows these nodes: previews of others are wanted no more.
    pub(in crate::session) fn want_previews(&mut self, nodes: Vec<(Home, NodeId)>) {
        let now = self.cx.now();
        let mut wanted: Vec<(ThreadId, (Home, NodeId))> = Vec::new();
        for (home, node) in nodes {
            let thread = self.place_to_read(home).map(|at| at.place.thread);
            wanted.extend(thread.map(|thread| (thread, (home, node))));
        }
        for previews in self.values.previews.values_mut() {
            previews.wanted.clear();
        }
        for (thread, node) in wanted {
            let previews = self.values.previews.entry(thread).or_default();
            previews.from.get_or_insert(now + IDLE);
            previews.wanted.push(node);
        }
    }

    /// When the next preview may be asked for.
    pub(in crate::session) fn previews_due(&self) -> Option<Time> {
        let threads = self.threads.iter().filter(|thread| self.is_idle(thread));
        threads.filter_map(|thread| self.values.previews.get(&thread.id())?.from).min()
    }

    pub(in crate::session) fn preview_if_due(&mut self) {
        let now = self.cx.now();
        let idle = self.threads.iter().filter(|thread| self.is_idle(thread)).map(Thread::id);
        let is_due = |id: &ThreadId| {
            let from = self.values.previews.get(id).and_then(|previews| previews.from);
            from.is_some_and(|from| from <= now)
        };
        let due: Vec<ThreadId> = idle.filter(is_due).collect();
        for id in due {
            self.preview_on(id);
        }
    }

    /// Nobody waits for anything else of a halted thread, and something may be previewed.
    fn is_idle(&self, thread: &Thread) -> bool {
        let id = thread.id();
        let is_other = |purpose: &Purpose| {
            purpose.place().is_some_and(|place| place.thread == id)
                && !matches!(purpose, Purpose::Preview { .. })
        };
        thread.is_halted()
            && self.connection.is_attached()
            && self.values.may_preview(id, self.cx.options.previews)
            && self.values.nothing_waits(id)
            && self.under_way(id) < AT_A_TIME
            && !self.cx.calls.any(is_other)
    }

    fn under_way(&self, id: ThreadId) -> usize {
        self.cx.calls.count(
            |purpose| matches!(purpose, Purpose::Preview { at, .. } if at.place.thread == id),
        )
    }

    fn preview_on(&mut self, id: ThreadId) {
        while self.under_way(id) < AT_A_TIME
            && self.values.may_preview(id, self.cx.options.previews)
        {
            let Some((home, node)) = self.values.take_wanted(id) else { return };
            self.preview(id, home, node);
        }
    }

    fn preview(&mut self, id: ThreadId, home: Home, node: NodeId) {
        let is_asked = |purpose: &Purpose| {
            matches!(purpose, Purpose::Preview { home: at, node: other, .. }
                if (*at, *other) == (home, node))
        };
        let is_lacking = self.with_tree(home, |tree| tree.lacks_preview(node)) == Some(true);
        if !is_lacking || self.cx.calls.any(is_asked) {
            return;
        }
        let Some(at) = self.place_to_read(home) else { return };
        let Some(path) = self.path_of(home, node) else { return };
        if let Some(previews) = self.values.previews.get_mut(&id) {
            previews.sent += 1;
        }
        let page = Page::preview();
        self.cx.call(Purpose::Preview { at, home, node, path, page });
    }

    /// The first members of an object of a frame that a question was about.
    pub(in crate::session) fn keep_members(
        &mut self,
        at: At,
        (path, page): (&str, Page),
        list: &MemberList,
    ) {
        let id = at.place.thread;
        let frames = self.threads.get(id).map(Thread::frames).unwrap_or_default();
        let Some(frame) = frames.iter().position(|frame| frame.index == at.index) else { return };
        let is_first = page.start == 0 && list.object_members.len() as u64 <= Page::MEMBERS;
        let Some(tree) = self.values.tree_mut(Spot { thread: id, frame }).filter(|_| is_first)
        else {
            return;
        };
        let node = tree.find_path(path).map(|node| node.id);
        if let Some(node) = node.filter(|node| tree.lacks_preview(*node)) {
            tree.merge_members(node, page, &list.object_members, list.total);
            self.cx.tell(Change::Tree { home: Home::frame(id, frame) });
        }
    }

    /// What can't be previewed is no error: opening it will tell.
    pub(in crate::session) fn previewed(
        &mut self,
        at: At,
        (home, node, page): (Home, NodeId, Page),
        outcome: Result<MemberList, Failure>,
    ) {
        let Ok(list) = outcome else { return };
        let texts = list.object_members.iter().map(|member| member.name.len() + member.value.len());
        if let Some(previews) = self.values.previews.get_mut(&at.place.thread) {
            previews.bytes += texts.sum::<usize>();
        }
        self.with_tree(home, |tree| {
            if tree.lacks_preview(node) {
                tree.merge_members(node, page, &list.object_members, list.total);
            }
        });
        self.cx.tell(Change::Tree { home });
    }
}
