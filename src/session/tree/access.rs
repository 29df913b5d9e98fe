//! How a value is reached: by the server's path, and by what a script writes.
//!
//! The server joins names by dots whatever they hold (`headers.content-type`), a script has to put
//! most of them in brackets (`headers["content-type"]`). The one is asked with, the other is shown,
//! copied, evaluated and assigned to.

use super::path::{child_path, is_entry, is_plain_path};

/// Where a value is found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    path: Option<String>,
    expression: String,
    is_beyond_scripts: bool,
}

impl Access {
    /// A variable of the frame, by its name.
    pub fn variable(name: &str) -> Self {
        Self { path: child_path(None, name), expression: name.to_owned(), is_beyond_scripts: false }
    }

    /// What the server's path leads to: names joined by dots, with `[0]` between.
    pub fn at(path: &str) -> Self {
        let mut names = path.split('.').flat_map(entries_apart).filter(|name| !name.is_empty());
        let first = names.next().unwrap_or_default();
        let whole = names.fold(Self::variable(first), |object, name| object.member(name));
        Self { path: Some(path.to_owned()), ..whole }
    }

    /// What somebody typed: a plain path is the server's as it is, anything else has none.
    pub fn typed(expression: &str) -> Self {
        let path = is_plain_path(expression).then(|| expression.to_owned());
        Self { path, expression: expression.to_owned(), is_beyond_scripts: false }
    }

    /// A member of that value, by the name that the server gives it: `[0]` for an entry of a list.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        let path = self.path.as_deref().and_then(|path| child_path(Some(path), name));
        let expression = format!("{}{}", self.expression, member_suffix(name));
        Self { path, expression, is_beyond_scripts: self.is_beyond_scripts }
    }

    /// The same where a map or a set is on the way, whose entries the server numbers: what a script would write gives
    /// something else.
    #[must_use]
    pub fn beyond_scripts(self) -> Self {
        Self { is_beyond_scripts: true, ..self }
    }

    /// Whether a script reaches it by its expression.
    pub const fn is_beyond_scripts(&self) -> bool {
        self.is_beyond_scripts
    }

    /// As `members` takes it; `None` where a name on the way can't be part of a path (it holds `.`,
    /// `[` or `]`, or is empty).
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// As a script writes it.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    pub(super) fn weight(&self) -> usize {
        self.expression.len() + self.path.as_ref().map_or(0, String::len)
    }
}

/// A member as it is written behind its object: `.total`, `[0]`, `["content-type"]`.
pub fn member_suffix(name: &str) -> String {
    if is_entry(name) {
        name.to_owned()
    } else if is_identifier(name) {
        format!(".{name}")
    } else {
        format!("[{}]", quoted(name))
    }
}

/// `items[0][1]` as `items`, `[0]`, `[1]`.
fn entries_apart(segment: &str) -> impl Iterator<Item = &str> {
    let starts = segment.match_indices('[').map(|(at, _)| at).filter(|at| *at > 0);
    let bounds: Vec<usize> = [0].into_iter().chain(starts).chain([segment.len()]).collect();
    (1..bounds.len()).map(move |end| &segment[bounds[end - 1]..bounds[end]])
}

/// A text as a script writes it, on one line.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn is_identifier(name: &str) -> bool {
    let starts = |first: char| first.is_alphabetic() || first == '_' || first == '$';
    let mut characters = name.chars();
    characters.next().is_some_and(starts)
        && characters.all(|next| starts(next) || next.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_the_servers_path_and_a_scripts_expression() {
        let odd = Access::variable("odd");
        for (name, path, expression) in [
            ("total", Some("odd.total"), "odd.total"),
            ("[3]", Some("odd[3]"), "odd[3]"),
            ("x-y", Some("odd.x-y"), r#"odd["x-y"]"#),
            ("1", Some("odd.1"), r#"odd["1"]"#),
            ("größe", Some("odd.größe"), "odd.größe"),
            ("x²", Some("odd.x²"), r#"odd["x²"]"#),
            (" sp ace ", Some("odd. sp ace "), r#"odd[" sp ace "]"#),
            ("quo\"te", Some("odd.quo\"te"), r#"odd["quo\"te"]"#),
            ("two\nlines", Some("odd.two\nlines"), r#"odd["two\nlines"]"#),
            ("\u{2028}", Some("odd.\u{2028}"), r#"odd["\u2028"]"#),
            ("a.b", None, r#"odd["a.b"]"#),
            ("c]d", None, r#"odd["c]d"]"#),
            ("[x]", None, r#"odd["[x]"]"#),
            ("", None, r#"odd[""]"#),
        ] {
            let member = odd.member(name);
            assert_eq!((member.path(), member.expression()), (path, expression), "{name:?}");
        }
        let below = odd.member("a.b").member("c");
        assert_eq!((below.path(), below.expression()), (None, r#"odd["a.b"].c"#));
        let below = odd.member("x-y").member("[0]");
        assert_eq!((below.path(), below.expression()), (Some("odd.x-y[0]"), r#"odd["x-y"][0]"#));
    }

    #[test]
    fn a_path_of_the_server_is_written_as_a_script_does() {
        for (path, expression) in [
            ("a", "a"),
            ("a.b.c", "a.b.c"),
            ("a.[0].b[1][2]", "a[0].b[1][2]"),
            ("request.httpHeaders.content-type", r#"request.httpHeaders["content-type"]"#),
            ("odd. sp ace [0].1", r#"odd[" sp ace "][0]["1"]"#),
            ("", ""),
        ] {
            let access = Access::at(path);
            assert_eq!((access.path(), access.expression()), (Some(path), expression));
        }
    }

    #[test]
    fn what_was_typed_has_a_path_only_if_it_is_one() {
        for (typed, path) in [("a.b[0]", Some("a.b[0]")), ("f()", None), (r#"a["b"]"#, None)] {
            let access = Access::typed(typed);
            assert_eq!((access.path(), access.expression()), (path, typed));
        }
    }
}
