//! The whole state: what the store holds, what the storefronts remember, and the clock's setting.
//!
//! Taken and put back as one, whole or not at all. What belongs to the process stays as it is: debuggers with
//! their breakpoints, access tokens and one-time names, the journal, injected faults.

use super::{
    clock::{Dial, Setting},
    gate::{Blocked, Gate},
    store::{
        Checkpoint, CheckpointError, CheckpointName, Library, PutBack, Store, StoreError, Wanted,
        with_files,
    },
    storefront::{Image, Staged, Storefront},
};
use crate::script::{Control, give_back_if_grown};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{collections::BTreeMap, io, path::Path, sync::Arc};
use thiserror::Error;
use tokio::{sync::Mutex, task::spawn_blocking};

/// So many snapshots are kept at a time.
pub(super) const MOST: usize = 1_000;

/// Everything that a snapshot has.
pub(super) struct State {
    /// What keeps libraries and snapshots.
    pub store: Arc<dyn Store>,
    /// The sites with what they remember.
    pub sites: Vec<Arc<Storefront>>,
    /// Keeps scripts away meanwhile.
    pub gate: Arc<Gate>,
    /// Ends them.
    pub control: Control,
    /// The clock.
    pub dial: Dial,
    /// What is always there, whenever a snapshot was taken.
    pub libraries: Vec<Library>,
    /// One at a time.
    pub turn: Mutex<()>,
}

/// Why nothing was done.
#[derive(Debug, Error)]
pub(super) enum StateError {
    /// A snapshot of that name is there.
    #[error("there is a snapshot \"{0}\" already")]
    Taken(CheckpointName),
    /// There are too many.
    #[error("there are {MOST} snapshots already")]
    TooMany,
    /// The store can't.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Scripts don't end.
    #[error(transparent)]
    Blocked(#[from] Blocked),
}

/// What a snapshot has beside what the store holds.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Beside {
    clock: Setting,
    sites: BTreeMap<String, Image>,
}

/// The same, as it is written.
#[derive(Serialize)]
struct Present<'a> {
    clock: Setting,
    sites: BTreeMap<&'a str, Box<RawValue>>,
}

/// What was kept, ready to be remembered.
pub(super) struct Ready {
    clock: Setting,
    /// Of each site, in their order.
    sites: Vec<Staged>,
}

impl Present<'_> {
    /// What there is now, written.
    fn of(clock: Setting, all: &[Arc<Storefront>]) -> io::Result<Vec<u8>> {
        let mut sites = BTreeMap::new();
        for site in all {
            sites.insert(site.site(), site.image()?);
        }
        Ok(serde_json::to_vec(&Present { clock, sites })?)
    }
}

impl Beside {
    /// Reads what was kept.
    pub(super) fn read(kept: &[u8]) -> Result<Self, CheckpointError> {
        serde_json::from_slice(kept).map_err(|error| CheckpointError::Damaged(error.to_string()))
    }
}

impl State {
    /// Takes a snapshot, while scripts run and are halted; in the place of another only if that is meant.
    pub(super) async fn take(
        &self,
        name: &CheckpointName,
        replaces: bool,
    ) -> Result<Checkpoint, StateError> {
        let _turn = self.turn.lock().await;
        let all = self.store.checkpoints().list().await?;
        let is_there = all.iter().any(|it| it.name == *name);
        if is_there && !replaces {
            return Err(StateError::Taken(name.clone()));
        }
        if !is_there && all.len() >= MOST {
            return Err(StateError::TooMany);
        }
        Ok(self.keep(name).await?)
    }

    /// Takes a snapshot in the place of any other.
    pub(super) async fn keep(&self, name: &CheckpointName) -> Result<Checkpoint, CheckpointError> {
        let _held = self.gate.hold().await;
        let (clock, sites) = (self.dial.setting(), self.sites.clone());
        let beside = with_files(move || Ok(Present::of(clock, &sites)?)).await?;
        let taken = self.store.checkpoints().take(name, beside, self.dial.machine().now()).await;
        drop(spawn_blocking(give_back_if_grown));
        taken
    }

    /// All snapshots that people have taken, by name.
    pub(super) async fn list(&self) -> Result<Vec<Checkpoint>, StateError> {
        let mut all = self.store.checkpoints().list().await?;
        all.retain(|it| it.name.as_str().parse::<CheckpointName>().is_ok());
        Ok(all)
    }

    /// Puts a snapshot back; answers how many script threads were ended for it.
    pub(super) async fn restore(&self, name: &CheckpointName) -> Result<usize, StateError> {
        let _turn = self.turn.lock().await;
        self.put_back(name).await
    }

    /// Back to what the sandbox began with; answers how many script threads were ended for it.
    pub(super) async fn reset(&self) -> Result<usize, StateError> {
        let _turn = self.turn.lock().await;
        self.put_back(&CheckpointName::seed()).await
    }

    /// Removes a snapshot.
    pub(super) async fn forget(&self, name: &CheckpointName) -> Result<(), StateError> {
        let _turn = self.turn.lock().await;
        Ok(self.store.checkpoints().forget(name).await?)
    }

    /// Writes a snapshot to a file that isn't there yet.
    pub(super) async fn export(
        &self,
        name: &CheckpointName,
        file: &Path,
    ) -> Result<(), StateError> {
        let _turn = self.turn.lock().await;
        Ok(self.store.checkpoints().export(name, file).await?)
    }

    /// Does of what was kept beside a snapshot what may fail; nothing is changed yet.
    pub(super) async fn stage(&self, beside: Beside) -> Result<Ready, CheckpointError> {
        let Beside { clock, mut sites } = beside;
        let images = self.sites.iter().map(|site| sites.remove(site.site()).unwrap_or_default());
        let images: Vec<_> = images.collect();
        let staged = move || images.into_iter().map(Storefront::stage).collect::<io::Result<_>>();
        let sites = with_files(move || Ok(staged()?)).await?;
        Ok(Ready { clock, sites })
    }

    /// Remembers it.
    pub(super) fn remember(&self, Ready { clock, sites }: Ready) {
        for (site, staged) in self.sites.iter().zip(sites) {
            site.put_back(staged);
        }
        self.dial.set(clock);
    }

    async fn put_back(&self, name: &CheckpointName) -> Result<usize, StateError> {
        // Read first: what can't be read changes nothing.
        let beside = Beside::read(&self.store.checkpoints().beside(name).await?)?;
        let ready = self.stage(beside).await?;
        let closed = self.gate.close(&self.control).await?;
        self.store.checkpoints().put_back(name, PutBack::SameShop).await?;
        self.remember(ready);
        self.provide().await.map_err(CheckpointError::from)?;
        drop(spawn_blocking(give_back_if_grown));
        Ok(closed.ended)
    }

    /// Makes what the settings name and a snapshot of other settings hasn't.
    async fn provide(&self) -> Result<(), StoreError> {
        let ids = self.libraries.iter().map(|library| library.id.clone());
        let wanted = Wanted { libraries: ids.collect(), ..Wanted::default() };
        let found = self.store.read(&wanted).await?.libraries;
        let is_missing = |library: &&Library| !found.contains_key(&library.id);
        let missing: Vec<_> = self.libraries.iter().filter(is_missing).cloned().collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.store.provide(&missing, self.dial.now()).await
    }
}
