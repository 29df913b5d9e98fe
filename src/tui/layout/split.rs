//! Who shares which length, and the shares that the user changed.

use crate::tui::ui::Pane;
use std::collections::BTreeMap;

/// A row or column of neighbours that share a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Split {
    NarrowRows,
    TwoColumns,
    TwoLeft,
    TwoRight,
    ThreeColumns,
    ThreeLeft,
    ThreeMiddle,
    ThreeRight,
}

impl Split {
    /// Every split, for reading and writing kept sizes.
    pub const ALL: [Self; 8] = [
        Self::NarrowRows,
        Self::TwoColumns,
        Self::TwoLeft,
        Self::TwoRight,
        Self::ThreeColumns,
        Self::ThreeLeft,
        Self::ThreeMiddle,
        Self::ThreeRight,
    ];

    /// The name in the state file.
    pub fn name(self) -> &'static str {
        match self {
            Self::NarrowRows => "narrow-rows",
            Self::TwoColumns => "two-columns",
            Self::TwoLeft => "two-left",
            Self::TwoRight => "two-right",
            Self::ThreeColumns => "three-columns",
            Self::ThreeLeft => "three-left",
            Self::ThreeMiddle => "three-middle",
            Self::ThreeRight => "three-right",
        }
    }

    /// The sketch's own cells.
    pub(super) fn sketch(self) -> &'static [u16] {
        match self {
            Self::NarrowRows => &[11, 9],
            Self::TwoColumns => &[72, 48],
            Self::TwoLeft => &[25, 12],
            Self::TwoRight => &[7, 16, 6, 8],
            Self::ThreeColumns => &[38, 98, 64],
            Self::ThreeLeft => &[9, 15, 15, 18],
            Self::ThreeMiddle => &[39, 18],
            Self::ThreeRight => &[28, 11, 18],
        }
    }

    pub(super) fn least(self) -> u16 {
        match self {
            Self::TwoColumns | Self::ThreeColumns => 16,
            Self::NarrowRows => 2,
            _ => 3,
        }
    }

    pub(super) fn slots(self) -> &'static [&'static [Pane]] {
        match self {
            Self::NarrowRows => &[&[Pane::Source], NARROW_TABS],
            Self::TwoLeft | Self::ThreeMiddle => &[&[Pane::Source], &[Pane::Console]],
            Self::TwoRight => {
                &[&[Pane::Stack], &[Pane::Variables], &[Pane::Watch, Pane::Inspector], TWO_LOWER]
            }
            Self::ThreeLeft => {
                &[&[Pane::Threads], &[Pane::Stack], &[Pane::Breakpoints], &[Pane::History]]
            }
            Self::ThreeRight => &[&[Pane::Variables], &[Pane::Watch], &[Pane::Inspector]],
            Self::TwoColumns | Self::ThreeColumns => &[],
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
