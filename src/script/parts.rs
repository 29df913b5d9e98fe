//! What the threads of an engine share.

use super::job::Limits;
use super::platform::Platform;
use super::registry::Registry;
use super::scripts::Scripts;
use std::sync::Arc;

/// What every script thread needs of its engine.
pub(super) struct Parts {
    pub(super) registry: Arc<Registry>,
    pub(super) limits: Limits,
    pub(super) platform: Platform,
    pub(super) scripts: Scripts,
}
