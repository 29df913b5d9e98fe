//! What isn't for everybody: the values that configured paths lead to.

use super::question::Told;

/// Paths whose values are hidden where others see them: in exports, and from assistants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    paths: Vec<String>,
}

/// An expression and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// As it was typed.
    pub expression: String,
    /// The result's text, or the error's.
    pub text: String,
    /// The same without the members that are hidden, where it tells some.
    pub(in crate::session) masked: Option<String>,
}

impl Mask {
    /// What stands where something is hidden.
    pub const TEXT: &str = "***";

    /// Hides these paths, as in `customer.profile`, and all below them.
    pub const fn new(paths: Vec<String>) -> Self {
        Self { paths }
    }

    /// Whether an expression leads to something hidden: to a path of these, or below one, however
    /// it is written.
    pub fn hides(&self, expression: &str) -> bool {
        let names = names(bare(expression));
        self.paths.iter().map(|path| self::names(path)).any(|path| names.starts_with(&path))
    }

    /// Whether a member of an object that no path leads to may be one that a path means.
    pub fn hides_member(&self, name: &str) -> bool {
        self.paths.iter().any(|path| last_of(path) == name)
    }

    /// What stands for the value that an expression leads to.
    pub(in crate::session) fn value<'a>(&self, expression: &str, text: &'a str) -> &'a str {
        if self.hides(expression) { Self::TEXT } else { text }
    }

    /// What stands for an object that an expression gave, if members of it are hidden.
    pub(in crate::session) fn told(&self, told: &Told) -> Option<String> {
        let held = told.held.as_ref().filter(|_| !self.paths.is_empty())?;
        Some(held.line(|member| {
            let is_hidden = self.hides_member(&member.name);
            if is_hidden { Self::TEXT.to_owned() } else { member.value.clone() }
        }))
    }
}

impl Evaluated {
    pub(in crate::session) const fn new(expression: String, text: String) -> Self {
        Self { expression, text, masked: None }
    }

    /// The text as it may be shown to others.
    pub fn masked(&self, mask: &Mask) -> &str {
        mask.value(&self.expression, self.masked.as_deref().unwrap_or(&self.text))
    }
}

/// An expression without the parentheses around it.
fn bare(expression: &str) -> &str {
    let mut inner = expression.trim();
    while let Some(rest) = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        inner = rest.trim();
    }
    inner
}

/// The name at the end of a path.
pub fn last_of(path: &str) -> &str {
    names(path).pop().unwrap_or_default()
}

/// The names of a path, written `a.b`, `a?.b` or `a["b"]`.
fn names(path: &str) -> Vec<&str> {
    let (mut names, mut rest) = (Vec::new(), path.trim());
    loop {
        rest = rest.trim_start_matches(['.', '?']);
        let (name, behind) = match rest.strip_prefix('[') {
            Some(inside) => bracketed(inside),
            None => rest.split_at(rest.find(['.', '[', '?']).unwrap_or(rest.len())),
        };
        if rest.is_empty() {
            return names;
        }
        names.push(name);
        rest = behind;
    }
}

/// The name between brackets, of which the first is gone, and what is behind them.
fn bracketed(inside: &str) -> (&str, &str) {
    let quoted = inside.chars().next().filter(|quote| matches!(quote, '"' | '\''));
    let named = quoted.and_then(|quote| inside[1..].split_once(quote));
    match named {
        Some((name, behind)) => (name, behind.strip_prefix(']').unwrap_or(behind)),
        None => inside.split_once(']').unwrap_or((inside, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_and_all_below_it_are_hidden_however_they_are_written() {
        let mask = Mask::new(vec!["customer.profile".to_owned(), "list[0]".to_owned()]);
        let check = |expression: &str, hidden: bool| {
            assert_eq!(mask.hides(expression), hidden, "{expression}");
        };
        check("customer.profile", true);
        check("customer.profile.email", true);
        check("customer.profile[0]", true);
        check(" ((customer.profile)) ", true);
        check("customer?.profile?.email", true);
        check("customer['profile'].email", true);
        check("customer[\"profile\"]", true);
        check("customer.profile.getEmail()", true);
        check("list[0].id", true);
        check("list[\"0\"]", true);
        check("customer.profileID", false);
        check("customer", false);
        check("my.customer.profile", false);
        check("list[1]", false);
        check("", false);
        check("[", false);
        check("x['", false);
        assert!(!Mask::default().hides("customer.profile"));
    }

    #[test]
    fn a_member_of_a_nameless_object_is_hidden_by_its_name() {
        let mask = Mask::new(vec!["customer.profile".to_owned()]);
        assert!(mask.hides_member("profile"));
        assert!(!mask.hides_member("customer"));
    }
}
