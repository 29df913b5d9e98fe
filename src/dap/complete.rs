//! Completions: names of the frame, members of the object before the last dot.

use super::attached::Attached;
use super::wire::Refusal;
use crate::api::paging::Page;
use crate::session::{Spot, Tree, Variable, is_plain_path, member_suffix};
use dapts::{CompletionItem, CompletionItemType, CompletionsArguments, CompletionsResponse};

/// So many names are offered at a time.
const OFFERED: usize = 200;

/// What stands before the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Begun<'a> {
    /// The path before the last dot.
    object: Option<&'a str>,
    /// What is written of the name.
    stem: &'a str,
}

impl Begun<'_> {
    /// What a name is written as, if not as itself, and how many UTF-16 units before the cursor it
    /// takes the place of: `["content-type"]` that of the dot, too.
    fn written(&self, name: &str) -> (Option<String>, u64) {
        let stem = self.stem.encode_utf16().count() as u64;
        let suffix = member_suffix(name);
        if self.object.is_none() || suffix.starts_with('.') {
            (None, stem)
        } else {
            (Some(suffix), stem + 1)
        }
    }
}

impl Attached {
    pub(super) async fn completions(
        &self,
        wanted: CompletionsArguments,
    ) -> Result<CompletionsResponse, Refusal> {
        let (spot, _) = self.spot(wanted.frame_id)?;
        let line = wanted.line.unwrap_or(1);
        let first = u32::from(self.client.lines_start_at1 != Some(false));
        let line = usize::try_from(line.saturating_sub(first)).unwrap_or(usize::MAX);
        let text = wanted.text.split('\n').nth(line).unwrap_or_default();
        let column =
            wanted.column.saturating_sub(u32::from(self.client.columns_start_at1 != Some(false)));
        let begun = begun(before(text, column));
        let mut names = self.names(spot, begun.object).await?;
        names.retain(|(name, _)| starts_with(name, begun.stem));
        names.truncate(OFFERED);
        let first = u64::from(self.client.columns_start_at1 != Some(false));
        let item = |(name, type_name): (String, String)| {
            let (text, length) = begun.written(&name);
            CompletionItem {
                ty: Some(kind(&type_name)),
                detail: Some(type_name).filter(|it| !it.is_empty()),
                start: Some(u64::from(column).saturating_sub(length) + first),
                length: Some(length),
                label: name,
                selection_length: None,
                selection_start: None,
                sort_text: None,
                text,
            }
        };
        Ok(CompletionsResponse { targets: names.into_iter().map(item).collect() })
    }

    async fn names(
        &self,
        spot: Spot,
        object: Option<&str>,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let pair = |it: &Variable| (it.name.clone(), it.type_name.clone());
        let Some(object) = object else {
            let variables = self.desk.variables(spot).await?;
            let platform = Tree::PLATFORM.map(|name| (name.to_owned(), String::new()));
            return Ok(variables.list.iter().map(pair).chain(platform).collect());
        };
        if !is_plain_path(object) {
            return Ok(Vec::new());
        }
        let members = self.desk.members(spot, object, Page::first()).await?;
        let is_member = |it: &&Variable| it.path() != Some(object);
        let names = members.list.iter().filter(is_member).filter(|it| !it.name.starts_with('['));
        Ok(names.map(pair).collect())
    }
}

/// The text in front of a column, which is counted from 0 in UTF-16 units.
fn before(text: &str, column: u32) -> &str {
    let mut units = 0;
    for (at, letter) in text.char_indices() {
        if units >= column {
            return &text[..at];
        }
        units += u32::from(letter.len_utf16() == 2) + 1;
    }
    text
}

fn begun(text: &str) -> Begun<'_> {
    let in_path = |letter: char| letter.is_alphanumeric() || "_$.[]".contains(letter);
    let start = text
        .rfind(|letter| !in_path(letter))
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    match text[start..].rsplit_once('.') {
        Some((object, stem)) => Begun { object: Some(object), stem },
        None => Begun { object: None, stem: &text[start..] },
    }
}

fn starts_with(name: &str, stem: &str) -> bool {
    name.to_lowercase().starts_with(&stem.to_lowercase())
}

fn kind(type_name: &str) -> CompletionItemType {
    match type_name {
        "function" | "Function" => CompletionItemType::Method,
        _ => CompletionItemType::Property,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_begun_ends_at_the_cursor() {
        let check = |text: &str, column: u32, object: Option<&str>, stem: &str| {
            assert_eq!(begun(before(text, column)), Begun { object, stem }, "{text} {column}");
        };
        check("bas", 3, None, "bas");
        check("basket.pro", 10, Some("basket"), "pro");
        check("basket.", 7, Some("basket"), "");
        check("1 + basket.items[0].na", 22, Some("basket.items[0]"), "na");
        check("f(basket.a", 10, Some("basket"), "a");
        check("basket.product", 9, Some("basket"), "pr");
        check("'😀' + a.b", 10, Some("a"), "b");
        check("", 0, None, "");
        check("a", 99, None, "a");
        check("größe.x", 7, Some("größe"), "x");
    }

    #[test]
    fn names_that_are_no_identifiers_are_completed_in_brackets() {
        let check = |text: &str, name: &str, written: Option<&str>, length: u64| {
            let told = begun(text).written(name);
            assert_eq!((told.0.as_deref(), told.1), (written, length), "{text} {name}");
        };
        check("headers.con", "connection", None, 3);
        check("headers.con", "content-type", Some("[\"content-type\"]"), 4);
        check("odd.", "quo\"te", Some("[\"quo\\\"te\"]"), 1);
        check("od", "odd", None, 2);
    }

    #[test]
    fn capitals_make_no_difference() {
        assert!(starts_with("productID", "PROD") && starts_with("x", "") && !starts_with("x", "y"));
    }
}
