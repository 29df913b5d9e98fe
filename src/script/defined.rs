//! The functions that a script defines, each with what holds it.

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Its name, or that of the variable, property or class that holds it; of what the script exports
    /// itself `module.exports`.
    pub name: String,
    /// The class or object whose member it is, as far as the text tells; of what the script exports
    /// `module.exports`.
    pub of: Option<String>,
    /// Where it begins.
    pub line: u32,
    /// Where its first statement is, if it has any.
    pub body: Option<u32>,
}

/// Whose function a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose<'a> {
    /// That class's or object's.
    Of(&'a str),
    /// Nobody's: it stands for itself.
    Itself,
    /// The text doesn't tell.
    Unknown,
}

/// Functions in the order of the text, and further names for them.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    list: Vec<Defined>,
    aliases: Vec<Alias>,
}

/// Another name for a function.
#[derive(Debug)]
struct Alias {
    name: String,
    of: Option<String>,
    meant: String,
}

impl Definitions {
    pub(super) fn push(&mut self, defined: Defined) {
        self.list.push(defined);
    }

    /// Another name, and what holds it, for the function that a name means.
    pub(super) fn alias(&mut self, name: &str, of: Option<String>, meant: &str) {
        self.aliases.push(Alias { name: name.to_owned(), of, meant: meant.to_owned() });
    }

    /// Functions that are held under further names stand under those, too.
    pub(super) fn name_again(&mut self) {
        for Alias { name, of, meant } in std::mem::take(&mut self.aliases) {
            let whose = of.as_deref().map_or(Whose::Itself, Whose::Of);
            let Some(function) = self.meant(&meant, Whose::Itself) else { continue };
            let known = self.meant(&name, whose);
            let is_known = |it: Defined| it.of == of || it.line == function.line;
            if !known.is_some_and(is_known) {
                self.list.push(Defined { name, of, ..function });
            }
        }
    }

    /// Whether there is a function of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.list.iter().any(|it| it.name == name)
    }

    /// The function that a name means: of several that the text doesn't tell apart the last one, without
    /// its first statement.
    pub(super) fn meant(&self, name: &str, whose: Whose<'_>) -> Option<Defined> {
        let of_name: Vec<&Defined> = self.list.iter().filter(|it| it.name == name).collect();
        let is_theirs = |it: &&&Defined| match whose {
            Whose::Of(holder) => it.of.as_deref() == Some(holder),
            Whose::Itself => it.of.is_none(),
            Whose::Unknown => true,
        };
        let theirs: Vec<&Defined> = of_name.iter().filter(is_theirs).copied().collect();
        let theirs = if theirs.is_empty() { of_name } else { theirs };
        let last = theirs.last()?;
        let is_one = theirs.iter().all(|it| it.body == last.body);
        Some(Defined { body: last.body.filter(|_| is_one), ..(*last).clone() })
    }

    pub(super) fn into_list(self) -> Vec<Defined> {
        self.list
    }
}
