//! What becomes of threads: how they are moved, and what follows from a thread list.
//!
//! A step can be read here: `moves` has its way to the answer, `halts` what follows from what a list
//! says about it, `held` what it may have to wait for.

mod halts;
mod held;
mod moves;
