//! What panes and prompts are drawn with: cells, frames, words. Knows nothing of debugging.

pub mod frame;
mod look;
pub mod paint;
pub mod words;

pub use look::{Aged, Look, Tense};
