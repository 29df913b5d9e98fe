//! What an object is like, for a node whose own text no answer gives: its first member names or
//! the number of its entries.

use crate::api::counted::counted;
use crate::api::debugger::Member;

const NAMES: usize = 4;

/// `{master, images, …}`, `2 items`, `function getName()` or `{}`; `total` counts all members, also those of other pages.
pub(super) fn summary(members: &[&Member], total: u64) -> String {
    if let Some(name) = function(members) {
        return format!("function {name}()");
    }
    match entries(members, total) {
        Some(count) => counted(count, "item"),
        None => names(members, total),
    }
}

/// How many entries a list has. A collection says so itself; an array has nothing but entries.
fn entries(members: &[&Member], total: u64) -> Option<u64> {
    let is_collection =
        members.iter().any(|member| member.name == "empty" || member.name.starts_with('['));
    let length = members.iter().find(|member| member.name == "length" && is_collection);
    if let Some(length) = length.and_then(|member| member.value.parse().ok()) {
        return Some(length);
    }
    let is_list = !members.is_empty() && members.iter().all(|member| member.name.starts_with('['));
    is_list.then_some(total)
}

/// The name of a function, which has what all have, in the order of the language, and perhaps a `prototype` and more.
fn function<'a>(members: &[&'a Member]) -> Option<&'a str> {
    let is = |member: &Member, name: &str, of: &str| {
        member.name == name && member.type_name.eq_ignore_ascii_case(of)
    };
    let [length, name, more @ ..] = members else { return None };
    let is_function = is(length, "length", "number")
        && is(name, "name", "string")
        && more.first().is_none_or(|it| it.name == "prototype");
    is_function.then_some(&name.value)
}

fn names(members: &[&Member], total: u64) -> String {
    let shown: Vec<&str> = members.iter().take(NAMES).map(|it| it.name.as_str()).collect();
    let more = if total > shown.len() as u64 { ", …" } else { "" };
    format!("{{{}{more}}}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, value: &str) -> Member {
        Member { name: name.to_owned(), value: value.to_owned(), ..Member::default() }
    }

    #[track_caller]
    fn check(members: &[(&str, &str)], total: u64, expect: &str) {
        let members: Vec<Member> =
            members.iter().map(|(name, value)| member(name, value)).collect();
        assert_eq!(summary(&members.iter().collect::<Vec<_>>(), total), expect);
    }

    #[test]
    fn lists_are_counted_and_objects_are_named() {
        check(&[], 0, "{}");
        check(&[("a", "1")], 1, "{a}");
        check(&[("a", ""), ("b", ""), ("c", ""), ("d", ""), ("e", "")], 5, "{a, b, c, d, …}");
        check(&[("[0]", "x")], 1, "1 item");
        check(&[("[0]", "x"), ("[1]", "y")], 1_204, "1204 items");
        check(&[("length", "2"), ("empty", "false"), ("[0]", "x")], 5, "2 items");
    }

    #[test]
    fn functions_are_told_by_their_names() {
        let typed = |name: &str, type_name: &str, value: &str| Member {
            type_name: type_name.to_owned(),
            ..member(name, value)
        };
        let own = [typed("length", "number", "1"), typed("name", "string", "getName")];
        let told = |members: &[Member]| summary(&members.iter().collect::<Vec<_>>(), 2);
        assert_eq!(told(&own), "function getName()");
        let [length, name] = own;
        let prototype = typed("prototype", "Object", "[object Object]");
        let whole = [length.clone(), name.clone(), prototype];
        assert_eq!(told(&whole[..2]), "function getName()");
        assert_eq!(told(&whole), "function getName()");
        assert_eq!(told(&[name.clone(), length.clone()]), "{name, length}");
        assert_eq!(told(&[length, typed("width", "number", "2")]), "{length, width}");
    }
}
