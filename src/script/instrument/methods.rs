//! Methods that the language has, and whom they call.

/// A method that calls nothing of a script's but what it is given, where no script has a member of
/// that name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Method {
    pub(super) name: &'static str,
    /// Which of its arguments it calls if that is a function.
    pub(super) given: Option<usize>,
    /// Another method that it calls, whatever that has become.
    pub(super) asks: Option<&'static str>,
}

/// One that looks at values alone.
const fn plain(name: &'static str) -> Method {
    Method { name, given: None, asks: None }
}

/// One that calls its first argument.
const fn calling(name: &'static str) -> Method {
    Method { name, given: Some(0), asks: None }
}

/// One that asks a pattern.
const fn matching(name: &'static str, given: Option<usize>) -> Method {
    Method { name, given, asks: Some("exec") }
}

/// What platform objects have under these names calls nothing else, either.
const METHODS: [Method; 47] = [
    plain("charAt"),
    plain("charCodeAt"),
    plain("concat"),
    plain("endsWith"),
    plain("exec"),
    plain("hasOwnProperty"),
    plain("includes"),
    plain("indexOf"),
    plain("isArray"),
    plain("join"),
    plain("keys"),
    plain("lastIndexOf"),
    plain("padEnd"),
    plain("padStart"),
    plain("pop"),
    plain("push"),
    plain("repeat"),
    plain("reverse"),
    plain("shift"),
    plain("slice"),
    plain("splice"),
    plain("startsWith"),
    plain("substr"),
    plain("substring"),
    plain("toFixed"),
    plain("toLowerCase"),
    plain("toUpperCase"),
    plain("trim"),
    plain("unshift"),
    plain("valueOf"),
    calling("every"),
    calling("filter"),
    calling("find"),
    calling("findIndex"),
    calling("forEach"),
    calling("map"),
    calling("reduce"),
    calling("reduceRight"),
    calling("some"),
    calling("sort"),
    matching("match", None),
    matching("replace", Some(1)),
    matching("split", None),
    matching("test", None),
    Method { name: "parse", given: Some(1), asks: None },
    Method { name: "stringify", given: Some(1), asks: None },
    Method { name: "toString", given: None, asks: Some("join") },
];

/// The language's method of that name.
pub(super) fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}
