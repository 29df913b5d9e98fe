//! Who shares which length, and the shares that the user changed.

use super::pane::Pane;
use std::collections::BTreeMap;

/// A row or column of neighbours that share a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Split {
    NarrowRows,
    TwoColumns,
    TwoLeft,
    /// The console has nothing to show yet.
    TwoLeftQuiet,
    TwoRight,
    /// A value is being read in the Inspector.
    TwoRightReading,
    ThreeColumns,
    /// Three columns, and the Inspector beside the tree in a fourth.
    FourColumns,
    ThreeLeft,
    /// There is no more than one thread.
    ThreeLeftAlone,
    ThreeMiddle,
    /// The console has nothing to show yet.
    ThreeMiddleQuiet,
    ThreeRight,
    FourTree,
    FourSide,
}

impl Split {
    /// Every split, for reading and writing kept sizes.
    pub const ALL: [Self; 15] = [
        Self::NarrowRows,
        Self::TwoColumns,
        Self::TwoLeft,
        Self::TwoLeftQuiet,
        Self::TwoRight,
        Self::TwoRightReading,
        Self::ThreeColumns,
        Self::FourColumns,
        Self::ThreeLeft,
        Self::ThreeLeftAlone,
        Self::ThreeMiddle,
        Self::ThreeMiddleQuiet,
        Self::ThreeRight,
        Self::FourTree,
        Self::FourSide,
    ];

    /// The name in the state file.
    pub fn name(self) -> &'static str {
        match self {
            Self::NarrowRows => "narrow-rows",
            Self::TwoColumns => "two-columns",
            Self::TwoLeft => "two-left",
            Self::TwoLeftQuiet => "two-left-quiet",
            Self::TwoRight => "two-right",
            Self::TwoRightReading => "two-right-reading",
            Self::ThreeColumns => "three-columns",
            Self::FourColumns => "four-columns",
            Self::ThreeLeft => "three-left",
            Self::ThreeLeftAlone => "three-left-alone",
            Self::ThreeMiddle => "three-middle",
            Self::ThreeMiddleQuiet => "three-middle-quiet",
            Self::ThreeRight => "three-right",
            Self::FourTree => "four-tree",
            Self::FourSide => "four-side",
        }
    }

    /// The sketch's own cells.
    pub(super) fn sketch(self) -> &'static [u16] {
        match self {
            Self::NarrowRows => &[11, 9],
            Self::TwoColumns => &[72, 48],
            Self::TwoLeft => &[25, 12],
            Self::TwoLeftQuiet => &[31, 6],
            Self::TwoRight => &[7, 16, 6, 8],
            Self::TwoRightReading => &[4, 9, 19, 5],
            Self::ThreeColumns => &[36, 74, 50],
            Self::FourColumns => &[38, 82, 46, 34],
            Self::ThreeLeft => &[7, 12, 12, 26],
            Self::ThreeLeftAlone => &[14, 12, 31],
            Self::ThreeMiddle => &[39, 18],
            Self::ThreeMiddleQuiet => &[47, 10],
            Self::ThreeRight => &[28, 11, 18],
            Self::FourTree => &[44, 13],
            Self::FourSide => &[57],
        }
    }

    pub(super) fn least(self) -> u16 {
        match self {
            Self::TwoColumns | Self::ThreeColumns | Self::FourColumns => 16,
            Self::NarrowRows => 2,
            _ => 3,
        }
    }

    pub(super) fn slots(self) -> &'static [&'static [Pane]] {
        match self {
            Self::NarrowRows => &[&[Pane::Source], NARROW_TABS],
            Self::TwoLeft | Self::TwoLeftQuiet | Self::ThreeMiddle | Self::ThreeMiddleQuiet => {
                &[&[Pane::Source], &[Pane::Console]]
            }
            Self::TwoRight | Self::TwoRightReading => {
                &[&[Pane::Stack], &[Pane::Variables], &[Pane::Watch, Pane::Inspector], TWO_LOWER]
            }
            Self::ThreeLeft => {
                &[&[Pane::Threads], &[Pane::Stack], &[Pane::Breakpoints], &[Pane::History]]
            }
            Self::ThreeLeftAlone => {
                &[&[Pane::Stack, Pane::Threads], &[Pane::Breakpoints], &[Pane::History]]
            }
            Self::ThreeRight => &[&[Pane::Variables], &[Pane::Watch], &[Pane::Inspector]],
            Self::FourTree => &[&[Pane::Variables], &[Pane::Watch]],
            Self::FourSide => &[&[Pane::Inspector]],
            Self::TwoColumns | Self::ThreeColumns | Self::FourColumns => &[],
        }
    }
}

const NARROW_TABS: &[Pane] = &[
    Pane::Variables,
    Pane::Watch,
    Pane::Stack,
    Pane::Threads,
    Pane::Breakpoints,
    Pane::Console,
    Pane::History,
    Pane::Inspector,
];

const TWO_LOWER: &[Pane] = &[Pane::Breakpoints, Pane::Threads, Pane::History];

/// The shares of every split that the user changed; the sketch's for the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratios(BTreeMap<Split, Vec<u16>>);

impl Ratios {
    /// The weights of a split's parts.
    pub fn weights(&self, split: Split) -> &[u16] {
        self.0.get(&split).map_or(split.sketch(), Vec::as_slice)
    }

    /// Replaces a split's weights; a list of another length or with a zero sum is refused.
    pub fn set(&mut self, split: Split, weights: Vec<u16>) -> bool {
        let fits = weights.len() == split.sketch().len() && weights.iter().any(|part| *part > 0);
        if fits {
            self.0.insert(split, weights);
        }
        fits
    }

    /// The splits that differ from the sketch.
    pub fn changed(&self) -> impl Iterator<Item = (Split, &[u16])> {
        self.0.iter().map(|(split, weights)| (*split, weights.as_slice()))
    }

    /// Back to the sketch.
    pub fn reset(&mut self) {
        self.0.clear();
    }
}
