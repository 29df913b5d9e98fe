//! Server and line under tokio's clock, which tests pause: no time passes but that of sleeping.

mod tests;

use super::api::{Ask, Told};
use super::network::{Back, Gets, Network, Sent};
use super::server::{Model, Reply};
use crate::testkit::proxy::Trouble;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// The way to the server; clones are the same way.
#[derive(Clone, Debug)]
pub struct Wire {
    start: Instant,
    world: Arc<Mutex<World>>,
}

/// Both ends and what is between them.
#[derive(Debug)]
pub struct World {
    pub model: Model,
    pub network: Network,
}

/// Why there is no answer of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The connection ended.
    Ended,
    /// Somebody else answered.
    Instead(Trouble),
}

impl Wire {
    /// A way that begins now.
    pub fn new(model: Model, network: Network) -> Self {
        Self { start: Instant::now(), world: Arc::new(Mutex::new(World { model, network })) }
    }

    /// Looks at both ends, or does something to them, at the present time.
    pub fn with<T>(&self, act: impl FnOnce(&mut World, Duration) -> T) -> T {
        act(&mut self.world(), self.start.elapsed())
    }

    /// Asks the server. Whoever doesn't wait for the answer any more hasn't taken the question
    /// back: what is on its way comes.
    pub async fn ask(&self, client: &str, ask: Ask) -> Result<Told, Cut> {
        let (teller, told) = oneshot::channel();
        let (this, client) = (self.clone(), client.to_owned());
        tokio::spawn(async move {
            // Nobody may be waiting any more.
            if let Some(got) = this.exchange(&client, &ask).await {
                drop(teller.send(got));
            } else {
                teller_forgotten(teller).await;
            }
        });
        told.await.unwrap_or(Err(Cut::Ended))
    }

    async fn exchange(&self, client: &str, ask: &Ask) -> Option<Result<Told, Cut>> {
        let (sent, back) = self.with(|world, now| world.network.send(now, ask.target()));
        match sent {
            Sent::Lost(gets) => self.get(gets, None).await,
            Sent::Restarts(gets) => {
                self.with(|world, now| world.model.restart(now));
                self.get(gets, None).await
            }
            Sent::Comes(at) => {
                sleep_until(self.start + at).await;
                let told = self.answered(client, ask).await;
                self.come_back(told, back).await
            }
        }
    }

    async fn answered(&self, client: &str, ask: &Ask) -> Told {
        let awaited = match self.with(|world, now| world.model.ask(now, client, ask)) {
            Reply::Told(told) => return told,
            Reply::Later(awaited) => awaited,
        };
        loop {
            match self.with(|world, now| world.model.awaited(now, &awaited)) {
                Ok(told) => return told,
                Err(again) => sleep_until(self.start + again).await,
            }
        }
    }

    async fn come_back(&self, told: Told, back: Back) -> Option<Result<Told, Cut>> {
        let gets = self.with(|world, now| world.network.answer(now, back));
        self.get(gets, Some(told)).await
    }

    async fn get(&self, gets: Gets, told: Option<Told>) -> Option<Result<Told, Cut>> {
        let (at, got) = match gets {
            Gets::Answer { at, .. } => (at, told.ok_or(Cut::Ended)),
            Gets::Instead { at, trouble } => (at, Err(Cut::Instead(trouble))),
            Gets::End { at } => (at, Err(Cut::Ended)),
            Gets::Nothing => return None,
        };
        sleep_until(self.start + at).await;
        Some(got)
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic under the lock")
    }
}

/// Holds the line open until the one who waits gives up.
async fn teller_forgotten(mut teller: oneshot::Sender<Result<Told, Cut>>) {
    teller.closed().await;
}
