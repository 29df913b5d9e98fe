//! Checkpoints: copies of all rows, in a table of their own.

use super::{
    Postgres, codec, commit,
    failure::Effect,
    sessions::{Sessions, Trouble, Work},
    shop,
    statement::Statement,
};
use crate::api::ids::LibraryId;
use crate::sandbox::store::{
    Checkpoint, CheckpointError, CheckpointName, Checkpoints, Library, PutBack, StoreError,
    Timestamp,
    checkpoints::with_files,
    sqlite::portable::{self, Portable},
};
use futures::future::BoxFuture;
use std::path::Path;
use tokio_postgres::{Row, Transaction};

/// The columns of a row, in the table and in a checkpoint.
const COLUMNS: &str = "library, kind, id, other, revision, parent, place, document";

impl Checkpoints for Postgres {
    fn take<'a>(
        &'a self,
        name: &'a CheckpointName,
        beside: Vec<u8>,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Checkpoint, CheckpointError>> {
        let take = Take { name: name.clone(), beside, now };
        self.run(async move |sessions| sessions.transact(&take).await)
    }

    fn list(&self) -> BoxFuture<'_, Result<Vec<Checkpoint>, CheckpointError>> {
        self.run(async move |sessions| list(&sessions).await)
    }

    fn beside<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<Vec<u8>, CheckpointError>> {
        let name = name.clone();
        self.run(async move |sessions| {
            let mut statement = Statement::default();
            let wanted = statement.bind(name.to_string());
            let sql = format!("SELECT beside FROM checkpoint WHERE name = {wanted}");
            let rows = sessions.query(&sql, &statement, Effect::Reads).await?;
            let row = rows.first().ok_or(CheckpointError::Unknown(name))?;
            row.try_get(0).map_err(|error| damaged(&error))
        })
    }

    fn put_back<'a>(
        &'a self,
        name: &'a CheckpointName,
        what: PutBack,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let restore = Restore { name: name.clone(), what };
        self.run(async move |sessions| sessions.transact(&restore).await)
    }

    fn forget<'a>(
        &'a self,
        name: &'a CheckpointName,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let forget = Forget(name.clone());
        self.run(async move |sessions| sessions.transact(&forget).await)
    }

    fn export<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let (whole, file) = (Whole(name.clone()), file.to_owned());
        self.run(async move |sessions| {
            let kept = sessions.transact(&whole).await?;
            let write = move || {
                let Portable { libraries, rows, shop, beside, taken } = &kept;
                let rows = rows.iter().map(|(key, row)| (key, row));
                portable::write(&file, (libraries.iter(), rows, shop), (beside, *taken))
            };
            with_files(write).await
        })
    }

    fn adopt<'a>(
        &'a self,
        name: &'a CheckpointName,
        file: &'a Path,
    ) -> BoxFuture<'a, Result<(), CheckpointError>> {
        let (name, file) = (name.clone(), file.to_owned());
        self.run(async move |sessions| {
            let portable = with_files(move || portable::read(&file)).await?;
            let adopt = Adopt { name, portable };
            sessions.transact(&adopt).await
        })
    }
}

fn damaged(error: &tokio_postgres::Error) -> CheckpointError {
    CheckpointError::Damaged(error.to_string())
}

/// See [`Checkpoints::take`].
struct Take {
    name: CheckpointName,
    beside: Vec<u8>,
    now: Timestamp,
}

impl Work for Take {
    type Done = Checkpoint;

    async fn run(&self, transaction: &Transaction<'_>) -> Result<Checkpoint, Trouble> {
        let Self { name, beside, now } = self;
        remove(transaction, name).await?;
        let describe = "INSERT INTO checkpoint
            SELECT $1, $2, $3, digest FROM present WHERE name = 'shop'";
        transaction.execute(describe, &[&name.as_str(), &now.0, beside]).await?;
        let copy = format!("INSERT INTO kept SELECT $1, {COLUMNS} FROM content");
        transaction.execute(&copy, &[&name.as_str()]).await?;
        shop::sweep(transaction).await?;
        Ok(Checkpoint { name: name.clone(), taken: *now, bytes: None })
    }
}

/// See [`Checkpoints::forget`].
struct Forget(CheckpointName);

impl Work for Forget {
    type Done = ();

    async fn run(&self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        found(transaction, &self.0).await?;
        remove(transaction, &self.0).await?;
        Ok(shop::sweep(transaction).await?)
    }
}

async fn list(sessions: &Sessions) -> Result<Vec<Checkpoint>, CheckpointError> {
    let sql = "SELECT name, taken FROM checkpoint ORDER BY name";
    let rows = sessions.query(sql, &Statement::default(), Effect::Reads).await?;
    let read = |row: &Row| -> Result<Checkpoint, tokio_postgres::Error> {
        let name = CheckpointName::kept(row.try_get(0)?);
        Ok(Checkpoint { name, taken: Timestamp(row.try_get(1)?), bytes: None })
    };
    rows.iter().map(|row| read(row).map_err(|error| damaged(&error))).collect()
}

/// What tells a checkpoint's shop from others.
async fn found(
    transaction: &Transaction<'_>,
    name: &CheckpointName,
) -> Result<Option<Vec<u8>>, Trouble> {
    let sql = "SELECT digest FROM checkpoint WHERE name = $1";
    let row = transaction.query_opt(sql, &[&name.as_str()]).await?;
    let row = row.ok_or_else(|| Trouble::Refused(CheckpointError::Unknown(name.clone())))?;
    Ok(row.try_get(0)?)
}

async fn remove(
    transaction: &Transaction<'_>,
    name: &CheckpointName,
) -> Result<(), tokio_postgres::Error> {
    for sql in ["DELETE FROM kept WHERE checkpoint = $1", "DELETE FROM checkpoint WHERE name = $1"]
    {
        transaction.execute(sql, &[&name.as_str()]).await?;
    }
    Ok(())
}

/// See [`Checkpoints::put_back`].
struct Restore {
    name: CheckpointName,
    what: PutBack,
}

impl Work for Restore {
    type Done = ();

    async fn run(&self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        let Self { name, what } = self;
        let digest = found(transaction, name).await?;
        let present = "SELECT digest FROM present WHERE name = 'shop'";
        let present: Option<Vec<u8>> = transaction.query_one(present, &[]).await?.try_get(0)?;
        if present != digest && *what == PutBack::SameShop {
            return Err(Trouble::Refused(CheckpointError::OtherShop(name.clone())));
        }
        transaction.execute("DELETE FROM content", &[]).await?;
        let copy = format!("INSERT INTO content SELECT {COLUMNS} FROM kept WHERE checkpoint = $1");
        transaction.execute(&copy, &[&name.as_str()]).await?;
        let update = "UPDATE present SET digest = $1 WHERE name = 'shop'";
        transaction.execute(update, &[&digest]).await?;
        Ok(shop::sweep(transaction).await?)
    }
}

/// All that a checkpoint has.
struct Whole(CheckpointName);

impl Work for Whole {
    type Done = Portable;

    async fn run(&self, transaction: &Transaction<'_>) -> Result<Portable, Trouble> {
        let name = &self.0;
        let digest = found(transaction, name).await?;
        let described = "SELECT taken, beside FROM checkpoint WHERE name = $1";
        let described = transaction.query_one(described, &[&name.as_str()]).await?;
        let sql =
            "SELECT library, kind, id, other, revision, document FROM kept WHERE checkpoint = $1";
        let (mut libraries, mut rows) = (Vec::new(), Vec::new());
        for row in transaction.query(sql, &[&name.as_str()]).await? {
            let (library, kind): (String, i16) = (row.try_get(0)?, row.try_get(1)?);
            let (id, other, document): (String, String, String) =
                (row.try_get(2)?, row.try_get(3)?, row.try_get(5)?);
            if kind == codec::LIBRARY {
                libraries.push(Library { id: LibraryId(library), display_name: document });
                continue;
            }
            let key = codec::key(&library, kind, &id, &other)?;
            let row = codec::row(&key, row.try_get(4)?, &document)?;
            rows.push((key, row));
        }
        let shop = shop::of(transaction, digest.as_ref()).await?;
        let (taken, beside) = (Timestamp(described.try_get(0)?), described.try_get(1)?);
        Ok(Portable { libraries, rows, shop, beside, taken })
    }
}

/// See [`Checkpoints::adopt`].
struct Adopt {
    name: CheckpointName,
    portable: Portable,
}

impl Work for Adopt {
    type Done = ();

    async fn run(&self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        let Portable { libraries, rows, shop, beside, taken } = &self.portable;
        if let Some((key, _)) = rows.iter().find(|(key, _)| !codec::is_storable(key)) {
            return Err(StoreError::Unwritten(format!("{key:?} has a NUL in it")).into());
        }
        let name = self.name.as_str();
        remove(transaction, &self.name).await?;
        let shop = shop::Rows::of(shop);
        shop.write(transaction).await?;
        let describe = "INSERT INTO checkpoint VALUES ($1, $2, $3, $4)";
        transaction.execute(describe, &[&name, &taken.0, beside, &shop.digest()]).await?;
        let mut statement = Statement::default();
        let sql = commit::keep(&mut statement, name, libraries, rows);
        transaction.execute(&sql, &statement.parameters()).await?;
        Ok(shop::sweep(transaction).await?)
    }
}
