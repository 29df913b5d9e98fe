//! What isn't for everybody: the values that configured paths lead to.

use super::question::Told;

/// The names of each path that an expression may read, as [`crate::script::read_paths`] has them; nothing for what
/// can't be parsed.
pub type ReadPaths = fn(&str) -> Option<Vec<Vec<Option<String>>>>;

/// Paths whose values are hidden where others see them: in exports, and from assistants.
#[derive(Clone, Debug)]
pub struct Mask {
    /// The names of each.
    paths: Vec<Vec<String>>,
    read: ReadPaths,
}

impl Default for Mask {
    /// Hides nothing.
    fn default() -> Self {
        Self::new(&[], |_| None)
    }
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

    /// Hides these paths, as in `customer.profile`, and all below them; `read` tells what an expression reads.
    pub fn new(paths: &[String], read: ReadPaths) -> Self {
        let paths = paths.iter().map(|path| names(path)).filter(|path| !path.is_empty()).collect();
        Self { paths, read }
    }

    /// Whether an expression reads something hidden, or may: a path of these, or below one, however it is written, and
    /// a member of their last name of what a call gives. What can't be parsed may where it has that name.
    pub fn hides(&self, expression: &str) -> bool {
        if self.paths.is_empty() {
            return false;
        }
        match (self.read)(expression) {
            Some(read) => {
                read.iter().any(|read| self.paths.iter().any(|path| leads_to(read, path)))
            }
            None => words(expression).any(|word| self.hides_member(word)),
        }
    }

    /// Whether an expression reads a variable or a member of that name, in whatever case.
    pub fn reads(&self, expression: &str, name: &str) -> bool {
        let is_it = |word: &str| word.eq_ignore_ascii_case(name);
        match (self.read)(expression) {
            Some(read) => read.iter().flatten().flatten().any(|word| is_it(word)),
            None => words(expression).any(is_it),
        }
    }

    /// Whether a member of an object that no path leads to may be one that a path means.
    pub fn hides_member(&self, name: &str) -> bool {
        self.paths.iter().any(|path| path.last().is_some_and(|last| last == name))
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

/// Whether what is read is what a path means, or below it, as far as its text tells.
fn leads_to(read: &[Option<String>], path: &[String]) -> bool {
    if let [None, members @ ..] = read {
        return members.iter().flatten().any(|name| Some(name) == path.last());
    }
    for (name, wanted) in read.iter().zip(path) {
        match name {
            Some(name) if name == wanted => {}
            // Which member it is only running it tells.
            known => return known.is_none(),
        }
    }
    read.len() >= path.len()
}

/// The names, and whatever looks like some.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || "_$".contains(letter)))
}

/// The names of a path, written `a.b`, `a?.b` or `a["b"]`.
fn names(path: &str) -> Vec<String> {
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
        names.push(name.trim().to_owned());
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
    use crate::script::read_paths;

    fn mask(paths: &[&str]) -> Mask {
        let paths: Vec<_> = paths.iter().map(|path| (*path).to_owned()).collect();
        Mask::new(&paths, read_paths)
    }

    #[test]
    fn a_path_and_all_below_it_are_hidden_however_they_are_written() {
        let mask = mask(&["customer.profile", "list[0]", "odd['x-y']"]);
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
        check("customer .profile", true);
        check("customer. profile", true);
        check("customer[ \"profile\" ]", true);
        check("customer[`profile`]", true);
        check("(customer).profile", true);
        check("void 0 || customer.profile", true);
        check("customer[key]", true);
        check("customer['pro' + 'file']", true);
        check("String(customer.profile)", true);
        check("getCustomer().profile.email", true);
        check("list[0].id", true);
        check("list[\"0\"]", true);
        check("odd['x-y']", true);
        check("customer.profileID", false);
        check("customer.name", false);
        check("customer", false);
        check("my.customer.profile", false);
        check("'customer.profile'", false);
        check("getCustomer()[1]", false);
        check("list[1]", false);
        check("profile", false);
        check("", false);
        check("[", false);
        check("x['", false);
        check("for each (x in customer.profile) x", true);
        assert!(!Mask::default().hides("customer.profile"));
    }

    #[test]
    fn a_member_of_a_nameless_object_is_hidden_by_its_name() {
        let mask = mask(&["customer.profile"]);
        assert!(mask.hides_member("profile"));
        assert!(!mask.hides_member("customer"));
    }
}
