//! Additions to a source text, and the names they use.

use std::fmt::Write;

/// Names of our own that the source doesn't use.
pub(super) struct Helpers {
    prefix: String,
}

impl Helpers {
    pub(super) fn for_source(source: &str) -> Self {
        let mut prefix = "$h".to_owned();
        let mut number = 0;
        while source.contains(&prefix) {
            number += 1;
            prefix = format!("$h{number}$");
        }
        Self { prefix }
    }

    /// Replaces each `~` before a letter by the prefix.
    pub(super) fn expand(&self, template: &str) -> String {
        template.replace('~', &self.prefix)
    }

    pub(super) fn open(&self) -> String {
        format!("/*{}<*/", self.prefix)
    }

    pub(super) fn close(&self) -> String {
        format!("/*{}>*/", self.prefix)
    }
}

/// One addition, without a line break.
pub(super) struct Insertion {
    pub(super) offset: u32,
    pub(super) text: String,
}

/// What is to be added where; additions at the same place stay in the order of their making.
pub(super) struct Insertions {
    helpers: Helpers,
    list: Vec<Insertion>,
}

impl Insertions {
    pub(super) fn new(helpers: Helpers) -> Self {
        Self { helpers, list: Vec::new() }
    }

    /// Adds the template, with `~` for the prefix, before the byte at `offset`.
    pub(super) fn add(&mut self, offset: u32, template: &str) {
        let text = self.helpers.expand(template);
        self.list.push(Insertion { offset, text });
    }

    /// Adds before the additions made since there were `made` of them.
    pub(super) fn insert_before(&mut self, made: usize, offset: u32, template: &str) {
        let text = self.helpers.expand(template);
        self.list.insert(made, Insertion { offset, text });
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The additions by place, each between its markers.
    pub(super) fn sorted(mut self) -> (Helpers, Vec<Insertion>) {
        self.list.sort_by_key(|insertion| insertion.offset);
        let (open, close) = (self.helpers.open(), self.helpers.close());
        let mut merged: Vec<Insertion> = Vec::with_capacity(self.list.len());
        for insertion in self.list {
            match merged.last_mut() {
                Some(last) if last.offset == insertion.offset => last.text += &insertion.text,
                _ => merged.push(insertion),
            }
        }
        for insertion in &mut merged {
            insertion.text = format!("{open}{}{close}", insertion.text);
        }
        (self.helpers, merged)
    }
}

/// The source with the additions in it.
pub(super) fn splice(source: &str, insertions: &[Insertion]) -> String {
    let added: usize = insertions.iter().map(|insertion| insertion.text.len()).sum();
    let mut text = String::with_capacity(source.len() + added);
    let mut done = 0;
    for Insertion { offset, text: added } in insertions {
        let offset = *offset as usize;
        // Writing into a string can't fail.
        let _ = write!(text, "{}{added}", &source[done..offset]);
        done = offset;
    }
    text.push_str(&source[done..]);
    text
}
