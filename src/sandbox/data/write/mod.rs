//! Every write: prepare, hooks before, apply to the overlay, hooks after, commit.
//!
//! The request holds no transaction before the commit, which compares everything that was read. A write that
//! lost a race starts again unless it named a state, or a script ran ("beyond the specification",
//! 2.3 and 3). A refusal of ours rests on one moment, or the race is lost too; what a script refuses
//! is its own word, whatever it has looked at.

mod asset;
pub(super) mod assignment;
mod folder;

use super::{
    DataApi, Draft, Method,
    address::Resource,
    draft::Reading,
    faults,
    hooks::{Call, Event, Point, When},
    state::Conditions,
};
use crate::sandbox::{
    refusal::Refusal,
    store::{CommitError, Committed, Key, Overlay, Record, Revision, StoreError, Timestamp},
};
use std::sync::Arc;

/// Each lost race is somebody else's success, so this many means that something is wrong.
pub(super) const ATTEMPTS: usize = 1000;

/// A request that changes something.
pub(super) struct Write<'a> {
    /// What it goes to.
    pub api: &'a DataApi,
    /// PUT, PATCH or DELETE.
    pub method: Method,
    /// Of what.
    pub resource: &'a Resource,
    /// The document that was sent.
    pub draft: Draft,
    /// How documents are read, also what hooks make of one.
    pub reading: Reading<'a>,
    /// The state that it demands.
    pub conditions: Conditions,
    /// The user that holds the token.
    pub user: Option<&'a str>,
}

/// What a write did.
pub(super) struct Written {
    /// The row that is answered; gone after a DELETE.
    pub key: Key,
    /// Whether it didn't exist before.
    pub is_new: bool,
    /// The store as this request left it.
    pub overlay: Overlay,
    committed: Committed,
}

impl Written {
    /// The answered row's content.
    pub(super) async fn row(&mut self) -> Result<Arc<Record>, Refusal> {
        let missing = || StoreError::Damaged(format!("{:?} is gone", self.key));
        let record = self.overlay.record(&self.key).await?;
        Ok(record.ok_or_else(missing)?)
    }

    /// The answered row's present revision.
    pub(super) fn revision(&self) -> Result<Revision, Refusal> {
        let written = self.committed.get(&self.key).copied();
        let missing = || StoreError::Damaged(format!("{:?} was not written", self.key)).into();
        written.ok_or_else(missing)
    }
}

/// What was prepared or applied: the row, and whether it is a new one.
pub(super) struct Target {
    /// The row.
    pub key: Key,
    /// Whether it doesn't exist yet.
    pub is_new: bool,
}

enum Attempt {
    Done(Box<Written>),
    Lost(Scripts),
    /// What was read was never so at one moment, and no script has seen it.
    Torn,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scripts {
    None,
    Ran,
}

impl Write<'_> {
    /// Does it, all or nothing.
    pub(super) async fn perform(&self) -> Result<Written, Refusal> {
        for _ in 0..ATTEMPTS {
            match self.attempt().await? {
                Attempt::Done(written) => return Ok(*written),
                Attempt::Lost(scripts) => self.judge_loss(scripts).await?,
                Attempt::Torn => {}
            }
        }
        Err(faults::concurrent_modification())
    }

    async fn attempt(&self) -> Result<Attempt, Refusal> {
        let mut overlay = Overlay::new(self.api.store.clone());
        let before = match self.prepare(&mut overlay).await {
            Ok(before) => before,
            Err(refusal) => return refuse(&overlay, refusal, Scripts::None).await,
        };
        let (mut overlay, draft, ran_before) =
            self.run(When::Before, &before.key, overlay, self.draft.clone()).await?;
        let after = match self.apply_hooked(&mut overlay, &draft, ran_before).await {
            Ok(after) => after,
            Err(refusal) => return refuse(&overlay, refusal, ran_before).await,
        };
        let (overlay, _, ran_after) = self.run(When::After, &after.key, overlay, draft).await?;
        match self.api.store.commit(overlay.changes()).await {
            Ok(committed) => {
                let (key, is_new) = (after.key, before.is_new);
                Ok(Attempt::Done(Box::new(Written { key, is_new, overlay, committed })))
            }
            Err(CommitError::Conflict) => Ok(Attempt::Lost(match (ran_before, ran_after) {
                (Scripts::None, Scripts::None) => Scripts::None,
                _ => Scripts::Ran,
            })),
            Err(CommitError::Store(error)) => Err(error.into()),
        }
    }

    /// Everything that is checked before the hooks.
    async fn prepare(&self, overlay: &mut Overlay) -> Result<Target, Refusal> {
        match self.resource {
            Resource::Asset { library, id } => asset::prepare(self, overlay, library, id).await,
            Resource::Folder { library, id } => folder::prepare(self, overlay, library, id).await,
            Resource::Assignment { library, asset, folder } => {
                assignment::prepare(self, overlay, (library, asset, folder)).await
            }
            _ => Err(faults::method_not_allowed(self.method.as_str(), self.resource.methods())),
        }
    }

    /// Writes to the overlay, where a script may have put in another ID or parent.
    async fn apply_hooked(
        &self,
        overlay: &mut Overlay,
        draft: &Draft,
        scripts: Scripts,
    ) -> Result<Target, Refusal> {
        if scripts == Scripts::Ran {
            self.check_draft(overlay, draft).await?;
        }
        self.apply(overlay, draft, self.api.clock.now()).await
    }

    /// Writes to the overlay.
    pub(super) async fn apply(
        &self,
        overlay: &mut Overlay,
        draft: &Draft,
        now: Timestamp,
    ) -> Result<Target, Refusal> {
        match self.resource {
            Resource::Asset { library, id } => {
                asset::apply(self, overlay, (library, id), draft, now).await
            }
            Resource::Folder { library, id } => {
                folder::apply(self, overlay, (library, id), draft, now).await
            }
            Resource::Assignment { library, asset, folder } => {
                assignment::apply(self, overlay, (library, asset, folder), draft, now).await
            }
            _ => Err(faults::method_not_allowed(self.method.as_str(), self.resource.methods())),
        }
    }

    /// Runs the scripts of a point, if there are any. What they make of the document is read again.
    async fn run(
        &self,
        when: When,
        key: &Key,
        overlay: Overlay,
        draft: Draft,
    ) -> Result<(Overlay, Draft, Scripts), Refusal> {
        let Some(point) = self.event().map(|event| Point { when, event }) else {
            return Ok((overlay, draft, Scripts::None));
        };
        let (library, id) = match key {
            Key::Asset { library, id } => (library.clone(), id.0.clone()),
            Key::Folder { library, id } => (library.clone(), id.0.clone()),
            Key::Assignment { .. } | Key::Lock { .. } => {
                return Ok((overlay, draft, Scripts::None));
            }
        };
        if !self.api.hooks.has(point) {
            return Ok((overlay, draft, Scripts::None));
        }
        let document = draft.document();
        let call = Call { point, library, id, overlay, document };
        let done = self.api.hooks.call(call).await?;
        let draft = match when {
            When::Before => Draft::read(done.document.into(), self.reading)?,
            When::After => draft,
        };
        Ok((done.overlay, draft, Scripts::Ran))
    }

    /// Checks the IDs and the parent that a document names.
    pub(super) async fn check_draft(
        &self,
        overlay: &mut Overlay,
        draft: &Draft,
    ) -> Result<(), Refusal> {
        match self.resource {
            Resource::Asset { library, id } => {
                asset::check_draft(self, overlay, (library, id), draft).await
            }
            Resource::Folder { library, id } => {
                folder::check_draft(self, overlay, (library, id), draft).await
            }
            _ => Ok(()),
        }
    }

    fn event(&self) -> Option<Event> {
        match (self.resource, self.method) {
            (Resource::Asset { .. }, Method::Put) => Some(Event::CreateAsset),
            (Resource::Asset { .. }, Method::Patch) => Some(Event::UpdateAsset),
            (Resource::Asset { .. }, Method::Delete) => Some(Event::DeleteAsset),
            (Resource::Folder { .. }, Method::Put) => Some(Event::CreateFolder),
            (Resource::Folder { .. }, Method::Patch) => Some(Event::UpdateFolder),
            (Resource::Folder { .. }, Method::Delete) => Some(Event::DeleteFolder),
            _ => None,
        }
    }

    /// Whether a lost race may be run again. It may if what the request demanded still holds.
    async fn judge_loss(&self, scripts: Scripts) -> Result<(), Refusal> {
        let Some(key) = self.resource.key() else { return Ok(()) };
        let mut overlay = Overlay::new(self.api.store.clone());
        if let Key::Asset { library, id } = &key {
            overlay.fetch([key.clone(), Key::lock(library, id)], []).await?;
            asset::check_lock(self, &mut overlay, library, id).await?;
        }
        let revision = overlay.revision(&key).await?;
        let present = revision.map(|revision| self.api.states.of_row(&key, revision));
        let holds = self.conditions.check(present.as_deref()).is_ok();
        if scripts == Scripts::None && (holds || !self.conditions.are_given()) {
            return Ok(());
        }
        Err(self.conditions.lost(present.as_deref()))
    }

    /// Checks the conditions against a row; `None` when it doesn't exist.
    pub(super) fn check_conditions(
        &self,
        key: &Key,
        revision: Option<Revision>,
    ) -> Result<(), Refusal> {
        let present = revision.map(|revision| self.api.states.of_row(key, revision));
        self.conditions.check(present.as_deref())
    }
}

/// A refusal is answered without a commit, which would compare what it rests on: an asset that
/// was there and, a moment later, its assignment that wasn't may only mean that both went.
async fn refuse(overlay: &Overlay, refusal: Refusal, scripts: Scripts) -> Result<Attempt, Refusal> {
    match (overlay.holds().await?, scripts) {
        (true, _) => Err(refusal),
        (false, Scripts::None) => Ok(Attempt::Torn),
        (false, Scripts::Ran) => Ok(Attempt::Lost(Scripts::Ran)),
    }
}
