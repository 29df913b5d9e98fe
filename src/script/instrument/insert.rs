//! Additions to a source text, and the names they use.

use rand::distr::{Alphanumeric, SampleString};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Names of our own that the source doesn't use, and that a script can't guess.
pub(super) struct Helpers {
    prefix: String,
}

/// So many letters are more than a script can try, and short: much of what is added is names.
const LETTERS: usize = 6;

/// Most sources get the same: a thread keeps each name once, however many scripts it has.
static COMMON: LazyLock<String> = LazyLock::new(prefix);

fn prefix() -> String {
    format!("${}", Alphanumeric.sample_string(&mut rand::rng(), LETTERS))
}

impl Helpers {
    pub(super) fn for_source(source: &str) -> Self {
        let mut prefixes = std::iter::once(COMMON.clone()).chain(std::iter::repeat_with(prefix));
        let unused = prefixes.find(|prefix| !source.contains(prefix));
        Self { prefix: unused.unwrap_or_default() }
    }

    /// Writes a template with the prefix in the place of each `~`.
    fn write(&self, template: &str, text: &mut String) {
        let mut parts = template.split('~');
        text.extend(parts.next());
        text.extend(parts.flat_map(|part| [self.prefix.as_str(), part]));
    }
}

/// What was added at one place, without a line break.
#[derive(Default)]
pub(super) struct Insertion {
    pub(super) offset: u32,
    /// How many bytes.
    pub(super) length: usize,
    /// What of them is the script's own, once more.
    pub(super) copies: Vec<Copied>,
}

/// A part of an addition that says what the script says elsewhere.
pub(super) struct Copied {
    /// The first byte of it in the addition.
    pub(super) at: usize,
    pub(super) length: usize,
    /// Its first byte in the script.
    pub(super) from: u32,
}

impl Insertion {
    /// The byte of the script that one of these says once more, or is added to.
    pub(super) fn copied(&self, at: usize) -> Option<u32> {
        if at >= self.length {
            return None;
        }
        let begun = self.copies.partition_point(|it| it.at <= at);
        let Copied { at: start, length, from } = self.copies.get(begun.checked_sub(1)?)?;
        Some(from + u32::try_from((at - start).min(*length)).unwrap_or_default())
    }
}

/// What is added at a place.
pub(super) enum Addition {
    /// A template, with `~` for the prefix.
    Text(Cow<'static, str>),
    /// What the script says from there on, without its line breaks; what comes next is added there.
    Copy(String, u32),
    /// What tells whether anybody wants to hear of this entry; known when all has been seen.
    Guard(u32),
    /// What a function declares for us.
    Locals(u32),
    /// A function that reads and writes variables; what it knows is known when all has been seen.
    Reader(usize),
}

/// What is to be added where; additions at the same place stay in the order of their making.
#[derive(Default)]
pub(super) struct Insertions {
    list: Vec<(u32, Addition)>,
}

impl Insertions {
    /// Adds the template, with `~` for the prefix, before the byte at `offset`.
    pub(super) fn add(&mut self, offset: u32, template: impl Into<Cow<'static, str>>) {
        self.list.push((offset, Addition::Text(template.into())));
    }

    /// Adds several pieces, one after the other.
    pub(super) fn add_all(&mut self, offset: u32, pieces: impl IntoIterator<Item = Addition>) {
        self.list.extend(pieces.into_iter().map(|piece| (offset, piece)));
    }

    /// Adds before the additions made since there were `made` of them.
    pub(super) fn insert_before(&mut self, made: usize, offset: u32, pieces: Vec<Addition>) {
        self.list.splice(made..made, pieces.into_iter().map(|piece| (offset, piece)));
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The additions by place.
    pub(super) fn in_order(mut self) -> Vec<(u32, Addition)> {
        self.list.sort_by_key(|(offset, _)| *offset);
        self.list
    }

    /// The source behind `head` with all additions, and what was added where; `write` writes what had to wait.
    pub(super) fn splice(
        self,
        (source, head): (&str, &str),
        helpers: &Helpers,
        write: impl Fn(&Addition, &mut String),
    ) -> (String, Vec<Insertion>) {
        let (mut text, mut waited) = (String::with_capacity(2 * source.len()), String::new());
        helpers.write(head, &mut text);
        let mut place = Insertion { length: text.len(), ..Insertion::default() };
        let mut all = Vec::with_capacity(self.list.len());
        for (offset, addition) in &self.in_order() {
            if *offset != place.offset {
                text.push_str(&source[place.offset as usize..*offset as usize]);
                all.push(std::mem::take(&mut place));
                place.offset = *offset;
            }
            let before = text.len();
            match addition {
                Addition::Text(template) => helpers.write(template, &mut text),
                Addition::Copy(copy, from) => {
                    place.copies.push(Copied { at: place.length, length: copy.len(), from: *from });
                    text.push_str(copy);
                }
                later => {
                    waited.clear();
                    write(later, &mut waited);
                    helpers.write(&waited, &mut text);
                }
            }
            place.length += text.len() - before;
        }
        text.push_str(&source[place.offset as usize..]);
        all.push(place);
        (text, all)
    }
}
