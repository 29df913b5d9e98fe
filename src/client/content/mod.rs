//! The content libraries of an instance (section 4.3): every row of the libraries resource.
//!
//! Assets, folders and assignments are read, put, patched and deleted alike: a [`Resource`] says
//! which one is meant, a [`Document`] holds its fields. Listings come as [`HitPage`]s, or all of
//! them as a stream. A token that is no longer taken is renewed once.

mod document;
mod error;
mod paging;
mod resource;
mod send;

pub use document::{Base, Document, Written};
pub use error::ContentError;
pub use paging::HitPage;
pub use resource::{Listing, Resource};

use super::config::ClientConfig;
use super::connector;
use super::error::ClientError;
use super::token::TokenSource;
use crate::api::address::Address;
use crate::api::content::STATE_HEADER;
use reqwest::Method;
use reqwest::header::IF_MATCH;
use send::Ask;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::Arc;

/// One library of an instance; cloning shares connections and token.
#[derive(Clone)]
pub struct Library {
    http: reqwest::Client,
    config: Arc<ClientConfig>,
    tokens: Arc<TokenSource>,
    id: Arc<str>,
}

impl Library {
    /// Prepares the connection; nothing is sent yet.
    pub fn new(
        config: ClientConfig,
        tokens: TokenSource,
        id: impl Into<Arc<str>>,
    ) -> Result<Self, ClientError> {
        let http = connector::connector(&config)?;
        Ok(Self { http, config: Arc::new(config), tokens: Arc::new(tokens), id: id.into() })
    }

    /// The library's ID.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The instance.
    pub fn address(&self) -> &Address {
        &self.config.address
    }

    /// `GET` of an asset, a folder or an assignment.
    pub async fn get(&self, resource: &Resource) -> Result<Document, ContentError> {
        self.send(&Ask::new(Method::GET, resource.segments())).await?.document()
    }

    /// `PUT`: creates or replaces.
    pub async fn put(
        &self,
        resource: &Resource,
        fields: &Map<String, Value>,
    ) -> Result<Written, ContentError> {
        let ask = Ask::new(Method::PUT, resource.segments()).with_body(fields.clone());
        let answer = self.send(&ask).await?;
        let is_new = answer.is_created();
        let document = answer.document()?;
        Ok(if is_new { Written::Created(document) } else { Written::Replaced(document) })
    }

    /// `PATCH` of what `base` was read from: `If-Match` and `_resource_state` (section 4.2).
    pub async fn patch(
        &self,
        resource: &Resource,
        fields: &Map<String, Value>,
        base: &Base,
    ) -> Result<Document, ContentError> {
        let mut body = fields.clone();
        body.insert("_resource_state".to_owned(), base.state.as_str().into());
        let mut ask = Ask::new(Method::PATCH, resource.segments()).with_body(body);
        if !matches!(resource, Resource::Assignment { .. }) {
            ask = ask.with_header(IF_MATCH.as_str(), &base.etag);
        }
        self.send(&ask).await?.document()
    }

    /// `DELETE` of what `base` was read from.
    pub async fn delete(&self, resource: &Resource, base: &Base) -> Result<(), ContentError> {
        let ask = Ask::new(Method::DELETE, resource.segments());
        self.send(&ask.with_header(STATE_HEADER, &base.state)).await.map(drop)
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library")
            .field("address", &self.config.address)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
