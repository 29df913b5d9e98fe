//! Watched expressions.

use super::{Purpose, Session};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::paging::Page;
use crate::session::effect::Request;
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use crate::session::thread::Place;
use crate::session::tree::{Merged, Tree};
use crate::session::watch::{WatchId, WatchState};

impl Session {
    pub(super) fn add_watch(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if self.watches.iter().any(|watch| watch.expression == text) {
            return self.say(NoticeKind::Hint, format!("{text} is watched already"));
        }
        let tree = Tree::of_expression(self.new_tree(), text, Some(text));
        let confirmed = self.confirmed.contains(text);
        let id = self.watches.add(text, tree, confirmed);
        self.show_watch(id, text);
    }

    pub(super) fn edit_watch(&mut self, id: WatchId, text: &str) {
        let text = text.trim();
        if text.is_empty() || self.watches.get(id).is_none() {
            return;
        }
        let tree = Tree::of_expression(self.new_tree(), text, Some(text));
        let confirmed = self.confirmed.contains(text);
        if let Some(watch) = self.watches.get_mut(id) {
            watch.tree = tree;
            watch.set_expression(text, confirmed);
        }
        self.show_watch(id, text);
    }

    fn show_watch(&mut self, id: WatchId, text: &str) {
        self.save_soon();
        let may_run = self.watches.get(id).is_some_and(crate::session::watch::Watch::may_run);
        if may_run {
            self.say(NoticeKind::Done, format!("watching {text}"));
            self.read_watches_if_halted();
        } else {
            self.say(
                NoticeKind::Hint,
                format!(
                    "confirm it in the watch list: {text} runs in the live request at every halt"
                ),
            );
        }
    }

    pub(super) fn confirm_watch(&mut self, id: WatchId) {
        let Some(watch) = self.watches.get_mut(id) else { return };
        watch.confirmed = true;
        watch.state = WatchState::Idle;
        let text = watch.expression.clone();
        self.confirmed.insert(text.clone());
        self.save_soon();
        self.say(NoticeKind::Done, format!("{text} is evaluated at every halt"));
        self.read_watches_if_halted();
    }

    pub(super) fn remove_watch(&mut self, id: WatchId) {
        if let Some(text) = self.watches.get(id).map(|watch| watch.expression.clone()) {
            self.say(NoticeKind::Done, format!("no longer watching {text}"));
        }
        self.watches.remove(id);
        self.save_soon();
    }

    fn read_watches_if_halted(&mut self) {
        let halted = self.threads.selected().filter(|thread| thread.is_halted());
        if let Some(id) = halted.map(|thread| thread.id) {
            self.read_watches(id);
        }
    }

    /// A new halt or frame: every value becomes the one before.
    pub(super) fn begin_watches(&mut self) {
        for watch in self.watches.iter_mut() {
            watch.tree.begin_halt();
            if watch.may_run() {
                watch.state = WatchState::Loading;
            }
        }
    }

    pub(super) fn watch_texts(&self) -> Vec<(String, String)> {
        let text = |watch: &crate::session::watch::Watch| match &watch.state {
            WatchState::Failed(cause) => cause.clone(),
            _ => watch.value().to_owned(),
        };
        self.watches.iter().map(|watch| (watch.expression.clone(), text(watch))).collect()
    }

    pub(super) fn read_watch(&mut self, id: WatchId, place: Place) -> bool {
        let Some(thread) = self.threads.get(place.thread) else { return false };
        let Some(frame) = thread.frame().map(|frame| frame.index) else { return false };
        let Some(watch) = self.watches.get_mut(id).filter(|watch| watch.may_run()) else {
            return false;
        };
        watch.state = WatchState::Loading;
        let text = watch.expression.clone();
        let (thread, page) = (place.thread, Page::first());
        let (purpose, request) = if watch.is_eval {
            (Purpose::WatchEval(id), Request::Eval { thread, frame, expression: text })
        } else {
            (Purpose::WatchPath(id), Request::Members { thread, frame, path: text, page })
        };
        self.call(purpose, Some(place), request);
        true
    }

    pub(super) fn watch_path(&mut self, id: WatchId, list: &MemberList, place: Option<Place>) {
        let known = self.watches.get(id).and_then(|watch| {
            let known = self.present_tree()?.find_path(&watch.expression)?;
            if known.stale {
                return None;
            }
            Some((known.type_name.to_string(), known.value.to_string()))
        });
        if let Some(watch) = self.watches.get_mut(id)
            && let Some(root) = watch.tree.roots().first().copied()
        {
            let page = Page::first();
            let merged = watch.tree.merge_members(root, page, &list.object_members, list.total);
            watch.state = match merged {
                Merged::Unresolved => WatchState::Failed("not in this frame".to_owned()),
                Merged::Leaf => WatchState::Value,
                Merged::Members => {
                    if let Some((type_name, value)) = known {
                        watch.tree.set_text(root, &type_name, &value);
                    }
                    WatchState::Value
                }
            };
        }
        self.job_done(place);
    }

    pub(super) fn watch_result(&mut self, id: WatchId, result: &EvalResult, place: Option<Place>) {
        let text = super::evaluate::text_of(result);
        if let Some(watch) = self.watches.get_mut(id)
            && let Some(root) = watch.tree.roots().first().copied()
        {
            watch.state = if super::evaluate::is_script_error(&text) {
                WatchState::Failed(text)
            } else {
                watch.tree.set_leaf(root, "", &text);
                WatchState::Value
            };
        }
        self.job_done(place);
    }

    pub(super) fn watch_failed(&mut self, id: WatchId, failure: &Failure, place: Option<Place>) {
        if failure.kind == FailureKind::ThreadGone {
            self.polls.at_once();
        }
        if let Some(watch) = self.watches.get_mut(id) {
            watch.state = WatchState::Failed(failure.cause.clone());
        }
        self.job_done(place);
    }
}
