//! What the libraries' API is made of, whatever the options.

use super::{
    accounts::Logins,
    data::DataApi,
    oauth::Tokens,
    options::SandboxOptions,
    store::{Store, StoreError},
};
use std::sync::Arc;

/// The store, who may log in, and the tokens that they have.
#[derive(Clone)]
pub(super) struct Parts {
    pub store: Arc<dyn Store>,
    pub logins: Arc<Logins>,
    pub tokens: Arc<Tokens>,
}

impl Parts {
    /// The libraries' API, without hooks.
    pub(super) async fn data_api(&self, options: &SandboxOptions) -> Result<DataApi, StoreError> {
        let (store, logins) = (Arc::clone(&self.store), Arc::clone(&self.logins));
        let (tokens, clock) = (Arc::clone(&self.tokens), options.clock.clone());
        let mut data = DataApi::new(store, logins, tokens, clock).await?;
        data.sites = options.site_ids();
        data.plain_http = options.plain_http;
        Ok(data)
    }
}
