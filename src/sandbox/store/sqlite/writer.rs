//! The one thread that writes: what comes together is flushed together.

use super::{codec, readers::Readers, snapshot::View};
use crate::sandbox::store::{
    ChangeSet, CommitError, Committed, Folder, Key, Library, ROOT, Record, Revision, StoreError,
    Timestamp, reading::fits,
};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};
use tokio::sync::{
    mpsc::{self, Receiver, Sender},
    oneshot,
};

/// The most writes that one flush makes durable.
const BATCH: usize = 256;
/// So much waits for the thread; whoever has more to do waits for a place.
const WAITING: usize = 4 * BATCH;

/// What is done with the connection and the last revision.
type Lone = Box<dyn FnOnce(&Connection, &Readers, &mut u64) + Send>;

/// What the thread is given.
enum Task {
    /// In a transaction with others.
    Together(Work),
    /// On the connection, in no transaction.
    Alone(Lone),
}

/// What is done in the transaction, or told why there is none, and what is said once it is durable.
type Work = Box<dyn FnOnce(Result<&mut Turn<'_>, StoreError>) -> Reply + Send>;
/// Says how it went. Given the flush's error when there was one.
type Reply = Box<dyn FnOnce(Option<StoreError>) + Send>;

/// The writing thread; dropping it waits for what it was given.
pub(super) struct Writer {
    queue: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

/// One write's turn in a transaction.
struct Turn<'a> {
    connection: &'a Connection,
    last: &'a mut u64,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(
        mut connection: Connection,
        readers: Arc<Readers>,
    ) -> rusqlite::Result<Self> {
        let select = "SELECT value FROM meta WHERE name = 'revision'";
        let last: i64 = connection.query_row(select, (), |row| row.get(0))?;
        let (queue, mut work) = mpsc::channel(WAITING);
        let write = move || {
            write_all(&mut connection, &readers, &mut work, last.cast_unsigned());
            // The last connection to the file tidies it up, and must be one that may write.
            drop(readers);
            drop(connection);
        };
        let thread = thread::Builder::new().name("content-writer".to_owned()).spawn(write);
        let thread =
            thread.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    /// See [`crate::sandbox::store::Store::commit`].
    pub(super) async fn commit(&self, changes: ChangeSet) -> Result<Committed, CommitError> {
        self.ask(move |turn| turn.commit(changes)).await.map_err(|_| StoreError::Closed)?
    }

    /// See [`crate::sandbox::store::Store::spend`].
    pub(super) async fn spend(
        &self,
        name: String,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let work = move |turn: &mut Turn<'_>| turn.spend(&name, until, now);
        self.ask(work).await.map_err(|_| StoreError::Closed)?
    }

    /// See [`crate::sandbox::store::Store::provide`].
    pub(super) async fn provide(
        &self,
        libraries: Vec<Library>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let work = move |turn: &mut Turn<'_>| turn.provide(&libraries, now);
        self.ask(work).await.map_err(|_| StoreError::Closed)?
    }

    /// Does something with the connection; done means durable.
    pub(super) async fn perform<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let work = move |turn: &mut Turn<'_>| work(turn.connection);
        self.ask(work).await.map_err(|_| StoreError::Closed)?
    }

    /// Does something with the connection outside of any transaction, and with the last revision.
    pub(super) async fn alone<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        work: impl FnOnce(&Connection, &Readers, &mut u64) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (answer, answered) = oneshot::channel();
        self.queue(Task::Alone(Box::new(move |connection, readers, last| {
            drop(answer.send(work(connection, readers, last)));
        })))
        .await;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    async fn ask<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Turn<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, oneshot::error::RecvError> {
        let (answer, answered) = oneshot::channel();
        self.send(work, move |outcome| drop(answer.send(outcome))).await;
        answered.await
    }

    /// What can't be sent is dropped, and with it the channel that its caller waits for.
    async fn send<T: Send + 'static, E: From<StoreError> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Turn<'_>) -> Result<T, E> + Send + 'static,
        answer: impl FnOnce(Result<T, E>) + Send + 'static,
    ) {
        let work: Work = Box::new(move |turn| {
            let outcome = turn.map_err(E::from).and_then(work);
            Box::new(move |failed: Option<StoreError>| {
                answer(failed.map_or(outcome, |error| Err(error.into())));
            })
        });
        self.queue(Task::Together(work)).await;
    }

    async fn queue(&self, task: Task) {
        if let Some(queue) = &self.queue {
            let _closed = queue.send(task).await;
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            let _panicked = thread.join();
        }
    }
}

fn write_all(
    connection: &mut Connection,
    readers: &Readers,
    queue: &mut Receiver<Task>,
    mut last: u64,
) {
    while let Some(first) = queue.blocking_recv() {
        let mut next = Some(first);
        while let Some(task) = next.take() {
            match task {
                Task::Alone(work) => work(connection, readers, &mut last),
                Task::Together(first) => {
                    let mut batch = vec![first];
                    while batch.len() < BATCH {
                        match queue.try_recv() {
                            Ok(Task::Together(work)) => batch.push(work),
                            Ok(alone) => {
                                next = Some(alone);
                                break;
                            }
                            Err(_) => break,
                        }
                    }
                    write_batch(connection, readers, batch, &mut last);
                }
            }
        }
    }
}

fn write_batch(connection: &mut Connection, readers: &Readers, batch: Vec<Work>, last: &mut u64) {
    let mut replies = Vec::with_capacity(batch.len());
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let transaction = match begun {
        Ok(transaction) => transaction,
        Err(error) => return refuse(batch, &error),
    };
    let before = transaction.total_changes();
    for work in batch {
        replies.push(work(Ok(&mut Turn { connection: &transaction, last })));
    }
    let flushed = if transaction.total_changes() == before {
        transaction.rollback()
    } else {
        // Nobody sees the transaction's work before its commit.
        let _commit = readers.hold();
        finish(transaction, *last)
    };
    let failure = flushed.err().map(|error| error.to_string());
    if let Some(error) = &failure {
        tracing::error!(error, "the content store could not write");
    }
    for reply in replies {
        reply(failure.clone().map(StoreError::Unwritten));
    }
}

/// The transaction could not even begin: who waits hears why.
fn refuse(batch: Vec<Work>, error: &rusqlite::Error) {
    tracing::error!(%error, "the content store could not begin to write");
    for work in batch {
        work(Err(StoreError::Unwritten(error.to_string())))(None);
    }
}

fn finish(transaction: Transaction<'_>, last: u64) -> rusqlite::Result<()> {
    let update = "UPDATE meta SET value = ?1 WHERE name = 'revision'";
    transaction.prepare_cached(update)?.execute([last.cast_signed()])?;
    transaction.commit()
}

impl Turn<'_> {
    fn commit(&mut self, changes: ChangeSet) -> Result<Committed, CommitError> {
        if !fits(&changes, &View(self.connection))? {
            return Err(CommitError::Conflict);
        }
        self.together(|turn| turn.write(changes)).map_err(CommitError::from)
    }

    /// Undoes a write that fails in the middle, without the others of its batch.
    fn together<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let connection = self.connection;
        connection.prepare_cached("SAVEPOINT one")?.execute(())?;
        let outcome = work(self);
        if outcome.is_err() {
            connection.prepare_cached("ROLLBACK TO one")?.execute(())?;
        }
        connection.prepare_cached("RELEASE one")?.execute(())?;
        outcome
    }

    fn write(&mut self, changes: ChangeSet) -> Result<Committed, StoreError> {
        for library in &changes.libraries {
            self.name(library)?;
        }
        let mut committed = Committed::new();
        for (key, record) in changes.writes {
            match record {
                Some(record) => {
                    let revision = self.put(&key, &record)?;
                    committed.insert(key, revision);
                }
                None => codec::remove(self.connection, &key)?,
            }
        }
        Ok(committed)
    }

    fn put(&mut self, key: &Key, record: &Record) -> Result<Revision, StoreError> {
        *self.last += 1;
        let revision = Revision(*self.last);
        codec::write(self.connection, key, record, revision)?;
        Ok(revision)
    }

    fn provide(&mut self, libraries: &[Library], now: Timestamp) -> Result<(), StoreError> {
        let known = "SELECT 1 FROM library WHERE id = ?1";
        for library in libraries {
            let is_new = !self.connection.prepare_cached(known)?.exists([library.id.as_str()])?;
            self.name(library)?;
            if is_new {
                let root = Record::Folder(Folder::root(now));
                self.put(&Key::folder(&library.id, ROOT), &root)?;
            }
        }
        Ok(())
    }

    /// Makes the library's row, or gives it another name.
    fn name(&self, library: &Library) -> Result<(), StoreError> {
        let name = "INSERT INTO library VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET display_name = ?2";
        self.connection
            .prepare_cached(name)?
            .execute([library.id.as_str(), &library.display_name])?;
        Ok(())
    }

    fn spend(&mut self, name: &str, until: Timestamp, now: Timestamp) -> Result<bool, StoreError> {
        let forget = "DELETE FROM spent WHERE until < ?1";
        self.connection.prepare_cached(forget)?.execute([now.0])?;
        let take = "INSERT INTO spent VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        Ok(self.connection.prepare_cached(take)?.execute((name, until.0))? == 1)
    }
}
