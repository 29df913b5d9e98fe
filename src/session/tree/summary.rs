//! What an object is like, for a node whose own text no answer gives: its first member names or
//! the number of its entries.

use crate::api::debugger::Member;

const NAMES: usize = 4;

/// `{master, images, …}`, `2 items`, `function getName()` or `{}`; `total` counts all members, also those of other pages.
pub(super) fn summary(members: &[&Member], total: u64) -> String {
    if let Some(name) = function(members) {
        return format!("function {name}()");
    }
    match entries(members, total) {
        Some(1) => "1 item".to_owned(),
        Some(count) => format!("{count} items"),
        None => names(members, total),
    }
}

/// How many entries a list has. A collection says so itself; an array has nothing but entries.
fn entries(members: &[&Member], total: u64) -> Option<u64> {
    let length = members.iter().find(|member| member.name == "length");
    if let Some(length) = length.and_then(|member| member.value.parse().ok()) {
        return Some(length);
    }
    let is_list = !members.is_empty() && members.iter().all(|member| member.name.starts_with('['));
    is_list.then_some(total)
}

/// The name of a function, which has nothing but what all have, or a `prototype` besides.
fn function<'a>(members: &[&'a Member]) -> Option<&'a str> {
    let of = |name: &str| members.iter().find(|member| member.name == name);
    let is = |member: &Member, of: &str| member.type_name.eq_ignore_ascii_case(of);
    let name = of("name").filter(|it| is(it, "string"))?;
    of("length").filter(|it| is(it, "number"))?;
    let is_usual = |it: &&Member| matches!(it.name.as_str(), "name" | "length");
    (of("prototype").is_some() || members.iter().all(is_usual)).then_some(&name.value)
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
        assert_eq!(told(&[name.clone(), length, prototype]), "function getName()");
        assert_eq!(told(&[name, typed("length", "string", "12 cm")]), "{name, length}");
    }
}
