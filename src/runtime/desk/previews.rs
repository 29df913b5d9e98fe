//! What objects hold, in a line each.

use super::Desk;
use crate::api::paging::Page;
use crate::session::{Access, Spot, Told, Variable, Variables, is_plain_path};
use futures::future::join_all;
use std::collections::HashMap;
use std::time::Duration;

/// So many objects of an answer are looked into.
const MOST: usize = 16;
/// So many of their members are read.
const MEMBERS: u64 = 8;
/// An answer doesn't wait for them longer.
const READING: Duration = Duration::from_secs(5);

impl Desk {
    /// What the first 16 objects whose own text says nothing hold, by their path: one request each,
    /// all at once. Those that can't be read, or not within 5 s, are left out. Each member's value
    /// is told as `shown` tells it.
    pub async fn previews<'a>(
        &self,
        spot: Spot,
        variables: impl IntoIterator<Item = &'a Variable>,
        shown: impl Fn(&Variable) -> String,
    ) -> HashMap<String, String> {
        let silent = variables.into_iter().filter(|it| it.lacks_preview()).take(MOST);
        let preview = async |it: &Variable| {
            let path = it.path()?.to_owned();
            let page = Page { start: 0, count: MEMBERS };
            let reading = tokio::time::timeout(READING, self.members(spot, &path, page));
            let mut members: Variables = reading.await.ok()?.ok()?;
            let is_itself = |only: &Variable| only.path() == Some(path.as_str());
            if matches!(&*members.list, [only] if is_itself(only)) {
                return None;
            }
            let told = |member: &Variable| Variable { value: shown(member), ..member.clone() };
            members.list = members.list.iter().map(told).collect();
            Some((path, it.preview(&members)))
        };
        join_all(silent.map(preview)).await.into_iter().flatten().collect()
    }

    /// The same for what became of an expression, as the server tells values; nothing of an error.
    pub async fn held(
        &self,
        spot: Spot,
        expression: &str,
        outcome: &Result<Told, String>,
    ) -> Option<String> {
        let told = outcome.as_ref().ok()?;
        self.preview(spot, expression, told, |it| it.value.clone()).await
    }

    /// The same for the object that an expression gave: what a plain path leads to is read, anything else was there
    /// once and has told it itself.
    pub async fn preview(
        &self,
        spot: Spot,
        expression: &str,
        told: &Told,
        shown: impl Fn(&Variable) -> String,
    ) -> Option<String> {
        let path = expression.trim();
        if !is_plain_path(path) {
            return told.held.as_ref().map(|held| held.line(shown));
        }
        let object = Variable {
            name: path.to_owned(),
            type_name: String::new(),
            value: told.text.clone(),
            scope: None,
            access: Some(Access::at(path)),
        };
        self.previews(spot, [&object], shown).await.remove(path)
    }
}
