//! Text as cells: what a terminal shows for a string, how wide it is, and how it is cut.
//!
//! Everything that comes from outside (values, names, faults, paths, source lines) passes through
//! [`glyphs`] before it reaches a cell. Control characters, bidirectional controls and invisible
//! characters become visible escapes such as `\x1b` or `\u202e`, so no byte of a value can steer
//! the terminal. A glyph is a base character with its combining marks. Joined emoji are shown as
//! their parts, since terminals disagree about the width of the joined form, and all agree about
//! the parts.
//!
//! All functions look at no more of a string than the asked width needs.

mod cut;
mod glyph;
mod wrap;

pub use cut::{cut, cut_left, cut_place, width, width_up_to};
pub use glyph::{Glyph, Glyphs, glyphs};
pub use wrap::wrapped;

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Any character.
    #[default]
    Unicode,
    /// Seven bits: every other character is shown as an escape (the C locale).
    SevenBit,
}

#[cfg(test)]
mod tests;
