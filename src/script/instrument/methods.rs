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

/// By name. What platform objects have under these names calls nothing else, either.
static METHODS: [Method; 47] = [
    plain("charAt"),
    plain("charCodeAt"),
    plain("concat"),
    plain("endsWith"),
    calling("every"),
    plain("exec"),
    calling("filter"),
    calling("find"),
    calling("findIndex"),
    calling("forEach"),
    plain("hasOwnProperty"),
    plain("includes"),
    plain("indexOf"),
    plain("isArray"),
    plain("join"),
    plain("keys"),
    plain("lastIndexOf"),
    calling("map"),
    matching("match", None),
    plain("padEnd"),
    plain("padStart"),
    Method { name: "parse", given: Some(1), asks: None },
    plain("pop"),
    plain("push"),
    calling("reduce"),
    calling("reduceRight"),
    plain("repeat"),
    matching("replace", Some(1)),
    plain("reverse"),
    plain("shift"),
    plain("slice"),
    calling("some"),
    calling("sort"),
    plain("splice"),
    matching("split", None),
    plain("startsWith"),
    Method { name: "stringify", given: Some(1), asks: None },
    plain("substr"),
    plain("substring"),
    matching("test", None),
    plain("toFixed"),
    plain("toLowerCase"),
    Method { name: "toString", given: None, asks: Some("join") },
    plain("toUpperCase"),
    plain("trim"),
    plain("unshift"),
    plain("valueOf"),
];

/// The language's method of that name.
pub(super) fn method(name: &str) -> Option<&'static Method> {
    let found = METHODS.binary_search_by(|method| method.name.cmp(name));
    found.ok().map(|index| &METHODS[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_is_found_by_its_name() {
        for known in &METHODS {
            assert_eq!(method(known.name), Some(known));
        }
        assert_eq!(method("other"), None);
    }
}
