//! What inspection answers: members, pages, scopes and the ways it can fail.

/// Where a variable lives, as its `scope` says (section 2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The frame's own function and blocks.
    Local,
    /// An enclosing function or module.
    Closure,
    /// The global object, as far as scripts have added to it.
    Global,
}

impl Scope {
    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Closure => "closure",
            Self::Global => "global",
        }
    }

    /// The scope of that word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        [Self::Local, Self::Closure, Self::Global].into_iter().find(|scope| scope.as_str() == word)
    }
}

/// One variable of a frame, or one member of an object (section 2.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name; entries of collections are `[0]`, `[1]`…
    pub name: String,
    /// The object path of what it belongs to, as it was asked for; empty at the top.
    pub parent: String,
    /// The type's name, for example `string`, `Object`, `dw.catalog.Product`.
    pub type_name: String,
    /// The value's text, at most 1 MiB.
    pub value: String,
    /// Set for variables only.
    pub scope: Option<Scope>,
}

/// A part of a list: `count` items from index `start`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The index of the first item, from 0.
    pub start: usize,
    /// How many items at most.
    pub count: usize,
}

impl Page {
    /// Everything.
    pub const ALL: Self = Self { start: 0, count: usize::MAX };
}

/// A page of members and how many there are altogether.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPage {
    /// The members of this page, in order.
    pub members: Vec<Member>,
    /// The index of the first one, as asked for.
    pub start: usize,
    /// How many there are in all pages.
    pub total: usize,
}

/// Why a frame can't be inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InspectError {
    /// The thread has ended or never was.
    #[error("the script thread is gone")]
    Gone,
    /// The thread runs.
    #[error("the script thread isn't halted")]
    NotHalted,
    /// The stack has fewer frames.
    #[error("the script thread has no such frame")]
    NoFrame,
}

/// The members of a page so far.
#[derive(Default)]
pub(super) struct Shown {
    pub(super) members: Vec<Member>,
    bytes: usize,
}

impl Shown {
    /// Takes a member over, its text cut to what a page may hold.
    pub(super) fn add(&mut self, mut member: Member) {
        let limit = if self.bytes > LONGEST_PAGE { SHORT_VALUE } else { LONGEST_VALUE };
        member.value.truncate(member.value.floor_char_boundary(limit));
        member.value.shrink_to_fit();
        self.bytes += member.value.len();
        self.members.push(member);
    }
}

/// Bytes of a value's text at most.
const LONGEST_VALUE: usize = 1 << 20;
/// Bytes of a value's text at most, once the page is as long as [`LONGEST_PAGE`].
const SHORT_VALUE: usize = 1 << 10;
/// Bytes of a page's texts before they are cut.
const LONGEST_PAGE: usize = 64 << 20;
