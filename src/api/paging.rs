//! The paging convention of the debugger's lists (section 4.6): `start` and `count` asked for,
//! `start`, `count` and `total` answered.

/// Which part of a list is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// Index of the first item, from 0.
    pub start: u64,
    /// How many items at the most, at least 1.
    pub count: u64,
}

impl Page {
    /// Default `count` of a members request (section 8).
    pub const MEMBERS: u64 = 200;
    /// Largest `count` of a members request (section 8).
    pub const MEMBERS_MAX: u64 = 2_147_483_647;

    /// So many members of an object are enough for a line.
    pub const PREVIEW: u64 = 20;

    /// The first page of the default size.
    pub const fn first() -> Self {
        Self { start: 0, count: Self::MEMBERS }
    }

    /// The members that an object is told by in one line.
    pub const fn preview() -> Self {
        Self { start: 0, count: Self::PREVIEW }
    }

    /// The whole list in one page.
    pub const fn all() -> Self {
        Self { start: 0, count: Self::MEMBERS_MAX }
    }
}
