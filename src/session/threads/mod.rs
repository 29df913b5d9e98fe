//! What becomes of threads: how they are moved, and what follows from a thread list.
//!
//! `moves` has a step's way to its answer, `held` what it may have to wait for before, `halts` what
//! follows from what a list says about it.

mod halts;
mod held;
mod moves;
