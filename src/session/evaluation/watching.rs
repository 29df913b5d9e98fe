//! Watched expressions: kept with the project, read at every halt of what the front end looks at.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::command::WatchCommand;
use super::super::expression::{may_change_something, without_place};
use super::super::failure::{Delivery, Failure, FailureKind};
use super::super::frame::At;
use super::super::frame::Place;
use super::super::ids::WatchId;
use super::super::notice::NoticeKind;
use super::super::remedy::Remedy;
use super::super::telling::told;
use super::super::thread::Thread;
use super::super::tree::{Merged, Tree};
use super::super::values::Job;
use super::watch::{Watch, WatchState};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::paging::Page;

impl Session {
    pub(in crate::session) fn watch_command(&mut self, command: WatchCommand) {
        match command {
            WatchCommand::Add(text) => self.add_watch(&text),
            WatchCommand::Edit(id, text) => self.edit_watch(id, &text),
            WatchCommand::Remove(id) => self.remove_watch(id),
            WatchCommand::Confirm(id) => self.confirm_watch(id),
        }
    }

    fn add_watch(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if self.watches.iter().any(|watch| watch.expression == text) {
            return self.cx.say(NoticeKind::Hint, format!("{text} is watched already"));
        }
        let tree = Tree::of_watch(self.values.new_tree(), text);
        let confirmed = self.confirmed.contains(text);
        let id = self.watches.add(text, tree, confirmed);
        self.show_watch(id, text);
    }

    fn edit_watch(&mut self, id: WatchId, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let tree = Tree::of_watch(self.values.new_tree(), text);
        let confirmed = self.confirmed.contains(text);
        let Some(watch) = self.watches.get_mut(id) else { return };
        watch.tree = tree;
        watch.set_expression(text, confirmed);
        self.show_watch(id, text);
    }

    fn show_watch(&mut self, id: WatchId, text: &str) {
        self.cx.save_soon();
        self.cx.tell(Change::Watch { id });
        if self.watches.get(id).is_some_and(Watch::may_run) {
            self.cx.say(NoticeKind::Done, format!("watching {text}"));
            self.read_watches_if_halted();
        } else {
            let text = format!("{text} runs code at every halt");
            self.cx.advise(NoticeKind::Hint, text, Remedy::ConfirmWatch);
        }
    }

    fn confirm_watch(&mut self, id: WatchId) {
        let Some(watch) = self.watches.get_mut(id) else { return };
        watch.confirmed = true;
        watch.state = WatchState::Idle;
        let text = watch.expression.clone();
        self.confirmed.insert(text.clone());
        self.cx.save_soon();
        self.cx.tell(Change::Watch { id });
        self.cx.say(NoticeKind::Done, format!("{text} is evaluated at every halt"));
        self.read_watches_if_halted();
    }

    fn remove_watch(&mut self, id: WatchId) {
        if let Some(text) = self.watches.get(id).map(|watch| watch.expression.clone()) {
            self.cx.say(NoticeKind::Done, format!("no longer watching {text}"));
        }
        self.watches.remove(id);
        self.cx.save_soon();
        self.cx.tell(Change::Watch { id });
    }

    /// Watches belong to what the front end looks at.
    pub(in crate::session) fn read_watches_if_halted(&mut self) {
        let focus = self.focus.and_then(|spot| self.threads.get(spot.thread));
        if let Some(id) = focus.filter(|thread| thread.is_halted()).map(Thread::id) {
            self.read_watches(id);
        }
    }

    pub(in crate::session) fn read_watch(&mut self, id: WatchId, place: Place) {
        let Some(spot) = self.focus.filter(|spot| spot.thread == place.thread) else { return };
        let Some(at) = self.at(spot) else { return };
        let Some(watch) = self.watches.get_mut(id).filter(|watch| watch.may_run()) else { return };
        watch.state = WatchState::Loading;
        let text = watch.expression.clone();
        self.cx.call(if watch.is_eval {
            Purpose::WatchEval { at, watch: id, expression: text }
        } else {
            Purpose::WatchPath { at, watch: id, path: text }
        });
    }

    pub(in crate::session) fn watch_path(
        &mut self,
        (at, id): (At, WatchId),
        outcome: Result<MemberList, Failure>,
    ) {
        match outcome {
            Ok(list) => {
                self.job_done(Job::Watch(id));
                self.watch_path_came(id, &list);
            }
            Err(failure) => {
                self.job_failed(at.place.thread, Job::Watch(id), &failure);
                self.watch_failed(id, &failure);
            }
        }
        self.watch_done(at, id);
    }

    fn watch_path_came(&mut self, id: WatchId, list: &MemberList) {
        let known = self.known_text(id);
        let nothing = self.why_nothing(id);
        let path = self.watches.get(id).map(|watch| watch.expression.as_str()).unwrap_or_default();
        let is_beyond = self.focus.is_some_and(|spot| self.leads_to_entry(spot, path));
        let Some(watch) = self.watches.get_mut(id) else { return };
        let Some(root) = watch.tree.roots().first().copied() else { return };
        watch.tree.typed(root, &watch.expression, is_beyond);
        let merged =
            watch.tree.merge_members(root, Page::first(), &list.object_members, list.total);
        watch.state = match merged {
            Merged::Unresolved => WatchState::Failed(nothing),
            Merged::Leaf => WatchState::Value,
            Merged::Members => {
                if let Some((type_name, value)) = known {
                    watch.tree.set_text(root, &type_name, &value);
                }
                WatchState::Value
            }
        };
    }

    /// Why a watched path leads to nothing: what it begins with isn't here, or holds nothing.
    fn why_nothing(&self, id: WatchId) -> String {
        let path = self.watches.get(id).map(|watch| watch.expression.as_str()).unwrap_or_default();
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let tree = self.focus.and_then(|spot| self.values.told(spot));
        let first = tree.and_then(|tree| tree.variable(&path[..end])).filter(|it| !it.stale);
        match first.filter(|_| end < path.len()) {
            Some(it) if matches!(it.value.as_ref(), "undefined" | "null") => {
                format!("{} is {}", it.name, it.value)
            }
            Some(it) => format!("nothing there in {}", it.name),
            None => "not in this frame".to_owned(),
        }
    }

    /// Type and text of a watched path, as the variables tell them at this place.
    fn known_text(&self, id: WatchId) -> Option<(String, String)> {
        let watch = self.watches.get(id)?;
        let known = self.values.tree(self.focus?)?.find_expression(&watch.expression)?;
        (!known.stale).then(|| (known.type_name.to_string(), known.value.to_string()))
    }

    pub(in crate::session) fn watch_result(
        &mut self,
        (at, id): (At, WatchId),
        expression: &str,
        outcome: Result<EvalResult, Failure>,
    ) {
        if may_change_something(expression) {
            self.watches.disturb();
        }
        match outcome.map(|result| told(expression, &result)) {
            Ok(told) if told.is_error() => self.watches.fail(id, without_place(&told.text)),
            Ok(told) => {
                let masked = self.cx.options.mask.told(&told);
                if let Some(watch) = self.watches.get_mut(id)
                    && let Some(root) = watch.tree.roots().first().copied()
                {
                    watch.tree.set_leaf(root, "", &told.shown());
                    watch.masked = masked;
                    watch.state = WatchState::Value;
                }
            }
            Err(failure) => {
                // What may have run doesn't run twice by itself.
                if failure.delivery != Delivery::Unknown {
                    self.job_failed(at.place.thread, Job::Watch(id), &failure);
                }
                self.watch_failed(id, &failure);
            }
        }
        self.watch_done(at, id);
    }

    fn watch_failed(&mut self, id: WatchId, failure: &Failure) {
        if failure.kind == FailureKind::ThreadGone {
            self.polls.at_once();
        }
        self.watches.fail(id, &failure.cause);
    }

    fn watch_done(&mut self, at: At, id: WatchId) {
        self.cx.tell(Change::Watch { id });
        self.read_on(at.place.thread);
        self.settle_after_watches(at.place.thread);
    }
}
