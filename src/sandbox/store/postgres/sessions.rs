//! Connections, and statements that are sent again where that is right.

use super::{
    address::Address,
    failure::{self, ConnectError, Effect, Verdict},
    statement::Statement,
    tls,
};
use crate::sandbox::store::{CheckpointError, StoreError};
use deadpool_postgres::{
    Client, ClientWrapper, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime,
};
use rand::RngExt;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Row, Transaction};

/// Connections at a time.
const CONNECTIONS: usize = 16;
/// Each lost race is somebody else's success, so this many means that something is wrong.
const ATTEMPTS: u32 = 100;
/// More statements than are ever done as one.
const MOST: u32 = 10;
/// After a restart of the database every connection that was kept is a dead one.
const RECONNECTS: usize = CONNECTIONS + 1;

/// A pool of connections to one schema.
pub(super) struct Sessions {
    pool: Pool,
    /// How long an answer may take: after that the database is as good as gone. It would have ended the statement
    /// before, could it say anything.
    silence: Duration,
}

impl Sessions {
    /// To a database; nothing is sent yet.
    pub(super) fn of(address: &Address) -> Result<Self, ConnectError> {
        let mut config = address.config();
        let (patience, work) = (address.connect_timeout(), address.statement_timeout());
        config.connect_timeout(patience).application_name("haltscope sandbox");
        // All of them are words without blanks, so nothing needs to be quoted.
        let options = format!(
            "-c search_path={} -c default_transaction_isolation=serializable \
             -c synchronous_commit=on -c statement_timeout={}",
            address.schema(),
            work.as_millis()
        );
        config.options(&options);
        let recycling_method = RecyclingMethod::Fast;
        let tls = tls::connector(address)?;
        let manager = Manager::from_config(config, tls, ManagerConfig { recycling_method });
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(patience))
            .create_timeout(Some(patience))
            .post_create(Hook::async_fn(|client, _| Box::pin(plan_once(client))))
            .build();
        let pool = pool.map_err(|error| ConnectError::Unusable(error.to_string()))?;
        Ok(Self { pool, silence: work + work / 4 })
    }

    /// The first connection.
    pub(super) async fn connect(&self) -> Result<Client, ConnectError> {
        self.take().await.map_err(|error| match error {
            StoreError::Unreachable(said) => ConnectError::Unusable(said),
            other => ConnectError::Unusable(other.to_string()),
        })
    }

    async fn take(&self) -> Result<Client, StoreError> {
        self.pool.get().await.map_err(|error| failure::unreachable(&error))
    }

    /// Sends one statement, again if others came first, and one that reads also if the connection has broken.
    pub(super) async fn query(
        &self,
        sql: &str,
        statement: &Statement,
        effect: Effect,
    ) -> Result<Vec<Row>, StoreError> {
        let mut tries = Tries::default();
        loop {
            let client = self.take().await?;
            let sent = send(&client, sql, statement, effect);
            match timeout(self.silence, sent).await {
                Ok(Ok(rows)) => return Ok(rows),
                Ok(Err(verdict)) => tries.note(verdict, client).await?,
                Err(_) => {
                    discard(client);
                    return Err(silent(effect, self.silence));
                }
            }
        }
    }

    /// Does several statements as one, again if others came first.
    pub(super) async fn transact<W: Work>(&self, work: &W) -> Result<W::Done, CheckpointError> {
        let mut tries = Tries::default();
        loop {
            let mut client = self.take().await?;
            let patience = self.silence * MOST;
            match timeout(patience, attempt(&mut client, work)).await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(Trouble::Refused(error))) => return Err(error),
                Ok(Err(Trouble::Database(error))) => {
                    tries.note(failure::judge(&error, Effect::Writes), client).await?;
                }
                Err(_) => {
                    discard(client);
                    return Err(silent(Effect::Writes, patience).into());
                }
            }
        }
    }
}

/// Every statement finds its rows by keys, however many: a plan for each time would cost more than what it plans, and
/// one that was made for a small table, reading all of it, would stay. A database without these settings does without.
async fn plan_once(client: &mut ClientWrapper) -> Result<(), HookError> {
    for setting in ["plan_cache_mode = force_generic_plan", "enable_seqscan = off"] {
        let set = client.batch_execute(&format!("SET {setting}")).await;
        if let Err(error) = set.as_ref().map_err(failure::said) {
            tracing::debug!(%error, setting, "the database has no such setting");
        }
    }
    Ok(())
}

/// Sends a statement; prepares it before if this connection doesn't know it.
async fn send(
    client: &Client,
    sql: &str,
    statement: &Statement,
    effect: Effect,
) -> Result<Vec<Row>, Verdict> {
    // Nothing has been done before it is sent.
    let unprepared = |error| failure::judge(&error, Effect::Reads);
    let prepared = client.prepare_cached(sql).await.map_err(unprepared)?;
    let failed = |error| failure::judge(&error, effect);
    client.query(&prepared, &statement.parameters()).await.map_err(failed)
}

async fn attempt<W: Work>(client: &mut Client, work: &W) -> Result<W::Done, Trouble> {
    let client: &mut tokio_postgres::Client = client;
    let transaction = client.transaction().await?;
    let done = work.run(&transaction).await?;
    transaction.commit().await?;
    Ok(done)
}

/// Several statements that are done as one.
pub(super) trait Work: Sync {
    /// What they find.
    type Done: Send;

    /// Does them; what they change is undone if this fails.
    fn run(
        &self,
        transaction: &Transaction<'_>,
    ) -> impl Future<Output = Result<Self::Done, Trouble>> + Send;
}

/// Why several statements were not done as one.
pub(super) enum Trouble {
    /// The database says so; what it says decides what follows.
    Database(tokio_postgres::Error),
    /// What was found forbids it.
    Refused(CheckpointError),
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Refused(error.into())
    }
}

/// How often it was tried.
#[derive(Default)]
struct Tries {
    races: u32,
    breaks: usize,
}

impl Tries {
    /// Waits if it is to be tried again.
    async fn note(&mut self, verdict: Verdict, client: Client) -> Result<(), StoreError> {
        match verdict {
            Verdict::Failed(error) => Err(error),
            Verdict::Lost(said) => {
                discard(client);
                self.breaks += 1;
                if self.breaks > RECONNECTS { Err(StoreError::Unreachable(said)) } else { Ok(()) }
            }
            Verdict::Again => {
                drop(client);
                self.races += 1;
                if self.races > ATTEMPTS {
                    let said = "others always came first".to_owned();
                    return Err(StoreError::Unwritten(said));
                }
                let most = 1 << self.races.min(6);
                let pause = rand::rng().random_range(0..=most);
                sleep(Duration::from_millis(pause)).await;
                Ok(())
            }
        }
    }
}

/// Ends a connection that isn't to be given to the next one.
fn discard(client: Client) {
    drop(Client::take(client));
}

fn silent(effect: Effect, silence: Duration) -> StoreError {
    let said = format!("the database has said nothing for {} s", silence.as_secs_f32());
    match effect {
        Effect::Reads => StoreError::Unreachable(said),
        Effect::Writes => StoreError::Unknown(said),
    }
}
