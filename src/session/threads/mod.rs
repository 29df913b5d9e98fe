//! What becomes of threads: how they are moved, and what follows from a thread list.
//!
//! `moves` has a step's way to its answer, `held` what it may have to wait for before, `halts` what
//! follows from what a list says about it, `going_on` what is asked for again where it is to run.

mod going_on;
mod halts;
mod held;
mod moves;

pub(super) use going_on::GoingOn;
