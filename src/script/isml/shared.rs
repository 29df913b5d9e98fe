//! The variables that a template shares: with templates in it, with the one around it, and with what it imports.

use super::script::{PAGE, is_global, unknown};
use super::values::{joined, literal};
use super::{LIBRARY, SEEK};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Where variables are handed over; no text of a template can be that.
pub(super) const GIVE: &str = "/*\u{0}give*/";
pub(super) const TAKE: &str = "/*\u{0}take*/";

/// Those of one template.
pub(super) struct Shared<'a> {
    /// What it declares itself, and which of that are functions.
    own: &'a BTreeSet<String>,
    functions: &'a BTreeSet<String>,
    /// What it mentions of others.
    inherited: BTreeSet<String>,
}

impl<'a> Shared<'a> {
    /// Of what a template has become.
    pub(super) fn of(
        text: &str,
        own: &'a BTreeSet<String>,
        functions: &'a BTreeSet<String>,
    ) -> Self {
        let mut inherited = unknown(text);
        inherited.retain(|name| !is_global(name) && !own.contains(name));
        Self { own, functions, inherited }
    }

    /// The text with what hands them over in its places.
    pub(super) fn placed(&self, text: &str) -> String {
        let (own, others) = (joined(self.own), self.others());
        let take =
            format!(",({{{own}}}={LIBRARY}.page),({{{others}}}={LIBRARY}.seen({{{others}}}))");
        text.replace(GIVE, &format!("{},", self.give())).replace(TAKE, &take)
    }

    /// The expression that hands them over.
    pub(super) fn give(&self) -> String {
        format!("{LIBRARY}.give({{{}}},{{{}}})", joined(self.own), self.others())
    }

    /// What the script begins with.
    pub(super) fn start(&self) -> String {
        // The page is there from the start, under its own name.
        let is_value = |name: &&String| *name != PAGE && !self.functions.contains(*name);
        let values = self.own.iter().filter(is_value).chain(&self.inherited);
        let values = values.map(|name| format!("{name}={LIBRARY}.{SEEK}({})", literal(name)));
        let values = values.collect::<Vec<_>>().join(",");
        let mut start = if values.is_empty() { String::new() } else { format!("var {values};") };
        // What is imported meanwhile is known from then on.
        let others = self.others();
        for name in self.inherited.iter().filter(|it| imports(it)) {
            let _ = write!(
                start,
                "{name}={LIBRARY}.importing({name},()=>{{({{{others}}}={LIBRARY}.imported({{{others}}}));}});"
            );
        }
        start
    }

    fn others(&self) -> String {
        joined(self.inherited.iter().filter(|it| !imports(it)))
    }
}

/// Whether a global of that name makes others.
fn imports(name: &str) -> bool {
    ["importClass", "importPackage", "importScript"].contains(&name)
}
