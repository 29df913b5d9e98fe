//! Variables, members and expressions of a halted thread.

use super::args::{Evaluate, GetVariables, OfThread};
use super::sessions::{DebugSession, Outcome};
use super::shapes::{self, VALUE};
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use crate::session::{Failure, Session, Spot, Told, Variable, is_plain_path, without_place};
use serde_json::{Value, json};
use std::num::NonZeroU64;

/// Variables are told by so many at a time.
const COUNT: u64 = 100;
const MOST: u64 = 200;
/// A value in a list is no longer, whatever somebody asks for.
const LONGEST_VALUE: usize = 10_000;
/// A result is cut here unless somebody asks for more.
const RESULT: usize = 2_000;
const LONGEST_RESULT: usize = 100_000;

impl DebugSession {
    pub(super) fn get_stack(&self, wanted: &OfThread) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        self.halted(thread)?;
        let frames = self.desk.look(|session| {
            let frames = session.threads().get(thread)?.frames();
            Some(shapes::stack(session, frames))
        });
        Ok(json!({ "thread_id": thread, "frames": frames }))
    }

    pub(super) async fn get_variables(&self, wanted: &GetVariables) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        self.halted(thread)?;
        let spot = Spot { thread, frame: wanted.frame_index };
        let count = wanted.count.map_or(COUNT, NonZeroU64::get).min(MOST);
        let longest = wanted.max_value_length.unwrap_or(VALUE).min(LONGEST_VALUE);
        let (list, total) = if let Some(path) = &wanted.object_path {
            let page = Page { start: wanted.start, count };
            let members = self.desk.reached_members(spot, path, page).await;
            let members = members.map_err(|failure| failure.to_string())?;
            if members.is_unresolved(path) {
                return Err(format!(
                    "no value {path} in this frame: debug_get_variables without object_path tells its variables."
                ));
            }
            let all: Vec<&Variable> = members.list.iter().collect();
            (self.variables_told(spot, &all, longest).await, members.total)
        } else {
            let variables = self.desk.variables(spot).await;
            let variables = variables.map_err(|failure| failure.to_string())?;
            let fits =
                |it: &&Variable| wanted.scope.is_none_or(|wanted| it.scope == Some(wanted.scope()));
            let all: Vec<&Variable> = variables.list.iter().filter(fits).collect();
            let start = usize::try_from(wanted.start).unwrap_or(usize::MAX);
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            let some: Vec<&Variable> = all.iter().skip(start).take(count).copied().collect();
            (self.variables_told(spot, &some, longest).await, all.len() as u64)
        };
        let count = list.len() as u64;
        let left_out = total.saturating_sub(wanted.start + count);
        Ok(json!({
            "thread_id": thread, "frame_index": wanted.frame_index, "variables": list,
            "start": wanted.start, "count": count, "total": total, "left_out": left_out,
        }))
    }

    /// What the object that a path gave holds; nothing of a masked one.
    async fn preview(&self, spot: Spot, expression: &str, told: &Told) -> Option<String> {
        self.desk.preview(spot, expression, told, |it| self.masks.variable(it)).await
    }

    /// Variables with what their objects hold.
    pub(super) async fn variables_told(
        &self,
        spot: Spot,
        list: &[&Variable],
        longest: usize,
    ) -> Vec<Value> {
        let list_of = list.iter().copied();
        let previews = self.desk.previews(spot, list_of, |it| self.masks.variable(it)).await;
        let shape = |it: &&Variable| {
            let mut shape = shapes::variable(it, &self.masks, longest);
            if let Some(preview) = it.path().and_then(|path| previews.get(path)) {
                shape["preview"] = preview.as_str().into();
            }
            shape
        };
        list.iter().map(shape).collect()
    }

    pub(super) async fn evaluate(&self, wanted: &Evaluate) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        self.halted(thread)?;
        if wanted.expression.trim().is_empty() {
            return Err("expression is empty: there is nothing to evaluate.".to_owned());
        }
        let frames =
            |session: &Session| session.threads().get(thread).map_or(0, |it| it.frames().len());
        let frames = self.desk.look(frames);
        let spot = Spot { thread, frame: wanted.frame_index };
        if spot.frame >= frames {
            return Err(Failure::no_frame(spot, frames).to_string());
        }
        let longest = wanted.max_value_length.unwrap_or(RESULT).min(LONGEST_RESULT);
        let mut told = self.evaluated(spot, &wanted.expression, longest).await;
        told["thread_id"] = wanted.thread_id.into();
        Ok(told)
    }

    /// An expression and what came of it. What is no plain path runs in the live request, and the
    /// assistant is told so.
    pub(super) async fn evaluated(&self, spot: Spot, expression: &str, longest: usize) -> Value {
        let mut told = json!({ "expression": expression });
        let outcome = self.desk.evaluate(spot, expression).await;
        let has_run = match &outcome {
            Ok(Ok(_)) => true,
            Ok(Err(text)) => {
                let reads = || self.desk.unreadable(None, &[expression.to_owned()]).is_none();
                !text.starts_with("SyntaxError: ") || reads()
            }
            Err(_) => false,
        };
        if has_run && !is_plain_path(expression.trim()) {
            told["ran_in_live_request"] = true.into();
        }
        let (given, failed) = match outcome {
            Ok(Ok(given)) => (given, false),
            Ok(Err(text)) => (Told { text: without_place(&text).to_owned(), held: None }, true),
            Err(failure) => (Told { text: failure.to_string(), held: None }, true),
        };
        let shown = self.masks.value(expression, &given.text);
        shapes::put_text(&mut told, "result", &shown, longest);
        if failed {
            told["failed"] = true.into();
        } else if shown == given.text
            && let Some(preview) = self.preview(spot, expression, &given).await
        {
            told["preview"] = preview.into();
        }
        told
    }
}
