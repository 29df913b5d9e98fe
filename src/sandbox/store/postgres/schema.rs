//! The tables, and how an older schema becomes a newer one.
//!
//! What is used is what PostgreSQL has in common with the databases that speak its protocol and have serializable
//! transactions: no functions, no triggers, nothing that one session tells another.

use super::{ConnectError, failure, sessions::Sessions};

/// What turns a schema of version n into one of version n + 1; a new one has version 0.
const MIGRATIONS: &[&str] = &[FIRST];

/// The lock under which one sandbox at a time looks at the schema: "haltscop" in ASCII.
const LOCK: i64 = 0x6861_6c74_7363_6f70;

/// The version that this program reads and writes.
pub(super) fn version() -> i64 {
    i64::try_from(MIGRATIONS.len()).expect("there are few migrations")
}

/// `content` has the rows of all kinds, for a commit is one statement. Texts are ordered by code point. `place` orders
/// a folder's assets; the number as it was sent is in the document. Shops are kept by their digest, so that
/// checkpoints of the same site data share them.
const FIRST: &str = r#"
CREATE SEQUENCE revision;
CREATE TABLE content (
    library TEXT COLLATE "C" NOT NULL, kind INT2 NOT NULL,
    id TEXT COLLATE "C" NOT NULL, other TEXT COLLATE "C" NOT NULL,
    revision INT8 NOT NULL, parent TEXT COLLATE "C", place FLOAT8, document TEXT NOT NULL,
    PRIMARY KEY (library, kind, id, other));
CREATE INDEX content_of_folder ON content (library, kind, other, place, id);
CREATE INDEX content_of_parent ON content (library, kind, parent, id);
CREATE TABLE secret (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
CREATE TABLE spent (name TEXT PRIMARY KEY, until INT8 NOT NULL);
CREATE TABLE shop (
    digest BYTEA NOT NULL, place INT8 NOT NULL,
    kind TEXT NOT NULL, scope TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (digest, place));
CREATE TABLE present (name TEXT PRIMARY KEY, digest BYTEA);
CREATE TABLE checkpoint (
    name TEXT COLLATE "C" PRIMARY KEY, taken INT8 NOT NULL, beside BYTEA NOT NULL, digest BYTEA);
CREATE TABLE kept (
    checkpoint TEXT COLLATE "C" NOT NULL,
    library TEXT COLLATE "C" NOT NULL, kind INT2 NOT NULL,
    id TEXT COLLATE "C" NOT NULL, other TEXT COLLATE "C" NOT NULL,
    revision INT8 NOT NULL, parent TEXT COLLATE "C", place FLOAT8, document TEXT NOT NULL,
    PRIMARY KEY (checkpoint, library, kind, id, other));
INSERT INTO present VALUES ('shop', NULL);
"#;

/// Makes the schema, or brings an older one to this program's version: all steps or none. A newer one is refused and
/// left as it is.
pub(super) async fn migrate(sessions: &Sessions, schema: &str) -> Result<(), ConnectError> {
    let mut client = sessions.connect().await?;
    let failed = |error| failure::connecting(&error);
    client.execute("SELECT pg_advisory_lock($1)", &[&LOCK]).await.map_err(failed)?;
    let migrated = steps(&mut client, schema).await;
    // Dropped with the connection if this fails.
    let unlocked = client.execute("SELECT pg_advisory_unlock($1)", &[&LOCK]).await;
    migrated?;
    unlocked.map(drop).map_err(failed)
}

async fn steps(client: &mut deadpool_postgres::Client, schema: &str) -> Result<(), ConnectError> {
    let failed = |error| failure::connecting(&error);
    // The name is one plain word: see `Address`.
    client
        .batch_execute(&format!("CREATE SCHEMA IF NOT EXISTS \"{schema}\""))
        .await
        .map_err(failed)?;
    let transaction = client.transaction().await.map_err(failed)?;
    let make = "CREATE TABLE IF NOT EXISTS version (version INT8 NOT NULL)";
    transaction.batch_execute(make).await.map_err(failed)?;
    let found = transaction.query("SELECT version FROM version", &[]).await.map_err(failed)?;
    let found: i64 = found.first().map_or(0, |row| row.get(0));
    let known = version();
    if found > known {
        return Err(ConnectError::Newer { schema: schema.to_owned(), found, known });
    }
    let done = usize::try_from(found).unwrap_or(0);
    for step in &MIGRATIONS[done..] {
        transaction.batch_execute(step).await.map_err(failed)?;
    }
    if found < known {
        transaction.batch_execute("DELETE FROM version").await.map_err(failed)?;
        let insert = "INSERT INTO version VALUES ($1)";
        transaction.execute(insert, &[&known]).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}
