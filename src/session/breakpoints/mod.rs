//! What becomes of breakpoints: edited, armed as differences, hit, judged.

mod reconcile;
mod standing;
mod waiting;

pub use standing::Standing;
