//! The algorithms of all connections.

use rustls::crypto::{CryptoProvider, aws_lc_rs};
use std::sync::Arc;

/// The one provider of them.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}
