//! A store in a PostgreSQL database, for any number of sandboxes at a time.
//!
//! Every read is one statement, and so is every commit: it compares what was read, writes, and is durable when it is
//! answered. Those that come at the same time [share](together) statements. All of them are serializable; what the
//! database refuses for that is run again. So everything that clients of several sandboxes do is one history. Nothing is
//! remembered here between two statements.

mod address;
mod checkpoints;
mod codec;
mod commit;
mod failure;
mod passfile;
mod read;
mod schema;
mod sessions;
mod shop;
mod statement;
#[cfg(test)]
pub(super) mod tests;
mod tls;
mod together;

pub use address::{Address, AddressError};
pub use failure::ConnectError;

use super::{
    ChangeSet, Checkpoints, CommitError, Committed, Found, Key, Library, Moment, Row, Secret,
    Store, StoreError, Timestamp, Wanted,
};
use crate::{api::ids::LibraryId, sandbox::shop::Shop};
use failure::Effect;
use futures::future::BoxFuture;
use sessions::Sessions;
use statement::Statement;
use std::{collections::BTreeMap, sync::Arc};
use together::{Commits, Reads, Together};
use tokio::runtime::Handle;

/// Keeps libraries in a schema of a database.
pub struct Postgres {
    sessions: Arc<Sessions>,
    /// Reads that share statements.
    reads: Arc<Together<Reads>>,
    /// Commits that do.
    commits: Arc<Together<Commits>>,
    /// Where its connections live; scripts ask from threads of their own.
    runtime: Handle,
}

impl Postgres {
    /// Connects, and makes the schema or brings it to this program's version. Runs on the current tokio runtime.
    pub async fn connect(address: &Address) -> Result<Self, ConnectError> {
        let sessions = Arc::new(Sessions::of(address)?);
        schema::migrate(&sessions, address.schema()).await?;
        let reads = Together::new(Reads(Arc::clone(&sessions)));
        let commits = Together::new(Commits(Arc::clone(&sessions)));
        Ok(Self { sessions, reads, commits, runtime: Handle::current() })
    }

    /// Does something to its end, also when nobody waits for it any more.
    fn run<T, E, F>(
        &self,
        work: impl FnOnce(Arc<Sessions>) -> F + Send + 'static,
    ) -> BoxFuture<'_, Result<T, E>>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: Future<Output = Result<T, E>> + Send,
    {
        let sessions = Arc::clone(&self.sessions);
        let done = self.runtime.spawn(async move { work(sessions).await });
        Box::pin(async move { done.await.unwrap_or_else(|_| Err(StoreError::Closed.into())) })
    }
}

impl Store for Postgres {
    fn kind(&self) -> &'static str {
        "postgresql"
    }

    fn provide<'a>(
        &'a self,
        libraries: &'a [Library],
        now: Timestamp,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        let libraries = libraries.to_vec();
        self.run(async move |sessions| commit::provide(&sessions, &libraries, now).await)
    }

    fn read<'a>(&'a self, wanted: &'a Wanted) -> BoxFuture<'a, Result<Found, StoreError>> {
        let wanted = wanted.clone();
        if Reads::are(&wanted) {
            return Box::pin(async move {
                self.reads.ask(wanted).await.unwrap_or(Err(StoreError::Closed))
            });
        }
        self.run(async move |sessions| read::read(&sessions, &wanted).await)
    }

    fn libraries(&self) -> BoxFuture<'_, Result<Vec<Library>, StoreError>> {
        self.run(async move |sessions| read::libraries_of(&sessions).await)
    }

    fn contents<'a>(
        &'a self,
        library: &'a LibraryId,
    ) -> BoxFuture<'a, Result<BTreeMap<Key, Row>, StoreError>> {
        let library = library.clone();
        self.run(async move |sessions| read::contents(&sessions, library).await)
    }

    /// What others write meanwhile can't be known without a look.
    fn moment(&self) -> Option<Moment> {
        None
    }

    fn fits<'a>(&'a self, changes: &'a ChangeSet) -> BoxFuture<'a, Result<bool, StoreError>> {
        let changes =
            ChangeSet { writes: BTreeMap::new(), libraries: Vec::new(), ..changes.clone() };
        self.run(async move |sessions| match commit::commit(&sessions, changes).await {
            Ok(_) => Ok(true),
            Err(CommitError::Conflict) => Ok(false),
            Err(CommitError::Store(error)) => Err(error),
        })
    }

    fn commit(&self, changes: ChangeSet) -> BoxFuture<'_, Result<Committed, CommitError>> {
        if Commits::are(&changes) {
            return Box::pin(async move {
                self.commits.ask(changes).await.unwrap_or(Err(StoreError::Closed.into()))
            });
        }
        self.run(async move |sessions| commit::commit(&sessions, changes).await)
    }

    fn secret<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<Secret, StoreError>> {
        let name = name.to_owned();
        self.run(async move |sessions| secret(&sessions, name).await)
    }

    fn shop(&self) -> BoxFuture<'_, Result<Shop, StoreError>> {
        self.run(async move |sessions| shop::read(&sessions).await)
    }

    fn keep_shop<'a>(&'a self, kept: &'a Shop) -> BoxFuture<'a, Result<(), StoreError>> {
        let kept = shop::Rows::of(kept);
        self.run(async move |sessions| shop::keep(&sessions, &kept).await)
    }

    fn checkpoints(&self) -> &dyn Checkpoints {
        self
    }

    fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.run(async move |sessions| spend(&sessions, name, until, now).await)
    }
}

/// Who comes first makes it; everybody reads the same.
async fn secret(sessions: &Sessions, name: String) -> Result<Secret, StoreError> {
    let mut make = Statement::default();
    let (named, fresh) = (make.bind(name.clone()), make.bind(rand::random::<Secret>().to_vec()));
    let insert = format!("INSERT INTO secret VALUES ({named}, {fresh}) ON CONFLICT DO NOTHING");
    sessions.query(&insert, &make, Effect::Writes).await?;
    let mut find = Statement::default();
    let select = format!("SELECT value FROM secret WHERE name = {}", find.bind(name.clone()));
    let rows = sessions.query(&select, &find, Effect::Reads).await?;
    let value = rows.first().and_then(|row| row.try_get::<_, Vec<u8>>(0).ok());
    let value = value.and_then(|value| Secret::try_from(value).ok());
    value.ok_or_else(|| StoreError::Damaged(format!("the secret {name}")))
}

async fn spend(
    sessions: &Sessions,
    name: String,
    until: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let mut take = Statement::default();
    let (name, until, now) = (take.bind(name), take.bind(until.0), take.bind(now.0));
    // A name that is free again is taken in its row's place.
    let sql = format!(
        "WITH old AS (DELETE FROM spent WHERE until < {now} AND name <> {name})
        INSERT INTO spent VALUES ({name}, {until})
        ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE spent.until < {now}
        RETURNING name"
    );
    let taken = sessions.query(&sql, &take, Effect::Writes).await?;
    Ok(!taken.is_empty())
}
