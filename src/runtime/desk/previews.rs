//! What objects hold, in a line each.

use super::Desk;
use crate::api::paging::Page;
use crate::session::{
    Access, Failure, Held, Spot, Told, Variable, Variables, is_plain_path, says_nothing,
};
use futures::future::join_all;
use std::collections::HashMap;
use std::time::Duration;

/// So many objects of an answer are looked into.
const MOST: usize = 16;
/// So many objects that inherit from each other are looked into for a getter.
const HEIRS: usize = 16;
/// An answer doesn't wait for them longer.
const READING: Duration = Duration::from_secs(5);

impl Desk {
    /// What the first 16 objects whose own text says nothing hold, and where there is room lists, by their path: one
    /// request each, all at once. Those that can't be read, or not within 5 s, are left out. Each member's value
    /// is told as `shown` tells it.
    pub async fn previews<'a>(
        &self,
        spot: Spot,
        variables: impl IntoIterator<Item = &'a Variable>,
        shown: impl Fn(&Variable) -> String,
    ) -> HashMap<String, String> {
        let all = variables.into_iter().filter(|it| it.lacks_preview());
        let (silent, lists): (Vec<_>, Vec<_>) = all.partition(|it| says_nothing(&it.value));
        let silent = silent.into_iter().chain(lists).take(MOST);
        let preview = async |it: &Variable| {
            let path = it.path()?.to_owned();
            let reading = tokio::time::timeout(READING, self.members(spot, &path, Page::preview()));
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

    /// The same for the object that an expression gave: what a plain path leads to is read, unless that runs a
    /// getter once more. Anything else was there once and has told it itself.
    pub async fn preview(
        &self,
        spot: Spot,
        expression: &str,
        told: &Told,
        shown: impl Fn(&Variable) -> String,
    ) -> Option<String> {
        let path = expression.trim();
        let is_list = told.held.as_ref().is_some_and(Held::is_list);
        // So do the platform's maps: the list that they stand in knows.
        let may_be_map = told.text.starts_with('{');
        let is_read = is_list || may_be_map || says_nothing(&told.text);
        if !is_plain_path(path) || (is_read && self.getter_on(spot, path).await.is_some()) {
            return told.held.as_ref().map(|held| held.line(shown));
        }
        let type_name = if is_list {
            "Array".to_owned()
        } else if may_be_map {
            self.listed(spot, path).await.map(|it| it.type_name).unwrap_or_default()
        } else {
            String::new()
        };
        let object = Variable {
            name: path.to_owned(),
            type_name,
            value: told.text.clone(),
            scope: None,
            access: Some(Access::at(path)),
        };
        self.previews(spot, [&object], shown).await.remove(path)
    }

    /// What a plain path leads to, as the variables or members that hold it have it: the server's answer about its
    /// own members has no type and value. Nothing of what is behind a getter of a script's, which would run for
    /// that.
    pub async fn listed(&self, spot: Spot, path: &str) -> Option<Variable> {
        let list = match parent(path) {
            None => self.variables(spot).await.ok()?,
            Some(parent) if self.getter_on(spot, parent).await.is_some() => return None,
            Some(parent) => self.members(spot, parent, Page::first()).await.ok()?,
        };
        list.list.iter().find(|it| it.path() == Some(path)).cloned()
    }
}

impl Desk {
    /// A page of the members that a path leads to; those that no script reaches by their expressions are told to be
    /// so. What is on the path is asked for where its type is not known.
    pub async fn reached_members(
        &self,
        spot: Spot,
        path: &str,
        page: Page,
    ) -> Result<Variables, Failure> {
        let members = self.members(spot, path, page).await?;
        let is_entry = |it: &Variable| it.name.starts_with('[');
        if self.passes_numbers(spot, path).await {
            return Ok(members.beyond_scripts(|_| true));
        }
        if members.list.iter().any(is_entry) && self.numbers_entries(spot, path).await {
            return Ok(members.beyond_scripts(is_entry));
        }
        Ok(members)
    }

    /// Whether a path goes by a number that only the server gives.
    async fn passes_numbers(&self, spot: Spot, path: &str) -> bool {
        for (at, _) in path.match_indices('[') {
            if self.numbers_entries(spot, path[..at].trim_end_matches('.')).await {
                return true;
            }
        }
        false
    }

    /// Nobody knows it of what is behind a getter: a number may lead a script to nothing there.
    async fn numbers_entries(&self, spot: Spot, object: &str) -> bool {
        let known = self.look(|session| session.is_keyed(spot, object));
        if let Some(is_keyed) = known {
            return is_keyed;
        }
        let listed = self.listed(spot, object).await;
        listed.is_none_or(|it| it.may_have_numbers_of_its_own())
    }

    /// The first part of a path that is a getter of a script's, the object's own or an inherited one,
    /// as far as lists of members tell: reading the path would run it. Nothing behind it is asked for.
    pub async fn getter_on(&self, spot: Spot, path: &str) -> Option<String> {
        let ends = path.match_indices(['.', '[']).map(|(at, _)| at).chain([path.len()]);
        let parts = ends.map(|end| path[..end].trim_end_matches('.'));
        for part in parts.filter(|part| !part.ends_with(']')) {
            if let Some(object) = parent(part)
                && self.is_getter(spot, object, &part[object.len()..]).await
            {
                return Some(part.to_owned());
            }
        }
        None
    }

    /// Whether that member of an object is a getter of a script's; one that the object hasn't is looked for in what
    /// it inherits from.
    async fn is_getter(&self, spot: Spot, object: &str, member: &str) -> bool {
        let mut holder = object.to_owned();
        for _ in 0..HEIRS {
            let path = format!("{holder}{member}");
            let Ok(list) = self.members(spot, &holder, Page::first()).await else { return false };
            if let Some(found) = list.list.iter().find(|it| it.path() == Some(path.as_str())) {
                return found.is_scripts_getter();
            }
            let is_whole = list.total <= list.list.len() as u64;
            // What isn't an object is told itself; an object may have no members.
            let is_itself = matches!(&*list.list, [only] if only.path() == Some(holder.as_str()));
            if !is_whole || is_itself {
                return false;
            }
            holder.push_str(".__proto__");
        }
        false
    }
}

/// What a path's last segment is a member of.
fn parent(path: &str) -> Option<&str> {
    let at = path.rfind(['.', '['])?;
    Some(path[..at].trim_end_matches('.')).filter(|parent| !parent.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_that_a_path_ends_in_is_known() {
        for (path, expected) in [
            ("a", None),
            ("a.b", Some("a")),
            ("a.b.c", Some("a.b")),
            ("a[0]", Some("a")),
            ("a.[0]", Some("a")),
            ("a.b[1][2]", Some("a.b[1]")),
        ] {
            assert_eq!(parent(path), expected, "{path}");
        }
    }
}
