//! A sandbox in this process that can lose everything and start anew.

use haltscope::sandbox::{Sandbox, SandboxOptions};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::Mutex as StdMutex;
use tokio::sync::Mutex;

/// The sandbox behind a proxy.
pub struct Server {
    options: SandboxOptions,
    running: Mutex<Option<Sandbox>>,
    address: StdMutex<SocketAddr>,
}

impl Server {
    pub async fn start(options: SandboxOptions) -> Arc<Self> {
        let sandbox = Sandbox::start(options.clone()).await.expect("the sandbox starts");
        let address = StdMutex::new(sandbox.http_addr());
        Arc::new(Self { options, running: Mutex::new(Some(sandbox)), address })
    }

    /// Where it listens now; each start takes another port.
    pub fn address(&self) -> SocketAddr {
        *self.address.lock().expect("no panic")
    }

    /// All threads, clients and breakpoints are gone, as after a crash.
    pub async fn restart(&self) {
        let mut running = self.running.lock().await;
        // First the old one's end: it must not answer any more when the new one does.
        drop(running.take());
        let sandbox = Sandbox::start(self.options.clone()).await.expect("the sandbox starts");
        *self.address.lock().expect("no panic") = sandbox.http_addr();
        *running = Some(sandbox);
    }
}
