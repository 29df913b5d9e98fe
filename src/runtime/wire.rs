//! The way to an instance as a parameter: over HTTPS, or whatever a test plays.

use super::failure::failure;
use super::requests;
use crate::api::ids::DebuggerId;
use crate::client::{Client, SandboxFacts};
use crate::session::{Answer, Failure, Request, StorefrontAnswer, StorefrontRequest};
use futures::future::BoxFuture;
use parking_lot::{Mutex, MutexGuard};

/// Carries requests to one instance and brings the answers.
pub trait Wire: Send + Sync + 'static {
    /// One request of the debugger API.
    fn ask(&self, request: Request) -> BoxFuture<'_, Result<Answer, Failure>>;

    /// One storefront or Data API request; there is no limit to its time, for the thread that
    /// answers may be halted. Dropping the future aborts it.
    fn fetch(&self, request: StorefrontRequest)
    -> BoxFuture<'_, Result<StorefrontAnswer, Failure>>;

    /// The value of the `dwsid` cookie, once it was set.
    fn session_cookie(&self) -> Option<String>;

    /// What a sandbox of this program has said of itself; nothing where none answers.
    fn sandbox(&self) -> Option<SandboxFacts> {
        None
    }

    /// From now on requests are that debugger client's.
    fn use_debugger_id(&self, id: DebuggerId);
}

/// The wire over HTTP; the client behind it can be exchanged while calls are under way.
#[derive(Debug)]
pub struct HttpWire(Mutex<Client>);

impl HttpWire {
    /// Over this client's connections.
    pub const fn new(client: Client) -> Self {
        Self(Mutex::new(client))
    }

    /// From now on over another one: another password for the same instance.
    pub fn replace(&self, client: Client) {
        *self.lock() = client;
    }

    fn lock(&self) -> MutexGuard<'_, Client> {
        self.0.lock()
    }

    fn client(&self) -> Client {
        self.lock().clone()
    }
}

impl Wire for HttpWire {
    fn ask(&self, request: Request) -> BoxFuture<'_, Result<Answer, Failure>> {
        let client = self.client();
        Box::pin(async move {
            let outcome = requests::ask(&client, request).await;
            outcome.map_err(|error| failure(&error))
        })
    }

    fn fetch(
        &self,
        request: StorefrontRequest,
    ) -> BoxFuture<'_, Result<StorefrontAnswer, Failure>> {
        let client = self.client();
        Box::pin(async move { requests::fetch(&client, request).await })
    }

    fn session_cookie(&self) -> Option<String> {
        self.client().session_cookie()
    }

    fn sandbox(&self) -> Option<SandboxFacts> {
        self.client().sandbox()
    }

    fn use_debugger_id(&self, id: DebuggerId) {
        let mut client = self.lock();
        if let Ok(other) = client.with_debugger_id(id) {
            *client = other;
        }
    }
}
