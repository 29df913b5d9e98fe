//! Checkpoints: each is a database of the same tables in a file of its own, beside the store's.

use super::{file, schema};
use crate::sandbox::{
    shop::Digest,
    store::{
        Timestamp,
        checkpoints::{Checkpoint, CheckpointError, CheckpointName, PutBack},
    },
};
use rusqlite::{Connection, OptionalExtension, params};
use std::{
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

/// What the name of an image's file ends with.
const ENDING: &str = ".db";
/// What the name of a file ends with that isn't whole yet.
const UNFINISHED: &str = ".unfinished";

/// The tables whose rows have revisions, assignments before the folders that count them.
const ROWS: [&str; 4] = ["assignment", "lock", "asset", "folder"];
/// The tables of an image that are copied whole.
const COPIED: [&str; 7] = ["assignment", "lock", "asset", "folder", "size", "library", "shop"];

/// Where images are kept, and of what.
pub(super) struct Images {
    folder: PathBuf,
    database: PathBuf,
}

impl Images {
    /// Beside the store in a folder. What a crash has left unfinished there is removed.
    pub(super) fn beside(store: &Path) -> Self {
        let images = Self { folder: store.join(file::SNAPSHOTS), database: store.join(file::NAME) };
        let left = fs::read_dir(&images.folder).into_iter().flatten().flatten();
        for entry in left.filter(|it| it.file_name().to_string_lossy().contains(UNFINISHED)) {
            if let Err(error) = fs::remove_file(entry.path()) {
                tracing::warn!(path = %entry.path().display(), %error, "can't be removed");
            }
        }
        images
    }

    /// See [`crate::sandbox::store::Checkpoints::take`].
    pub(super) fn take(
        &self,
        name: &CheckpointName,
        beside: &[u8],
        now: Timestamp,
    ) -> Result<Checkpoint, CheckpointError> {
        self.whole(name, |unfinished| {
            let mut image = file::image(unfinished)?;
            attach(&image, &self.database)?;
            let copying = image.transaction()?;
            without_triggers(&copying, || {
                COPIED.iter().try_for_each(|table| {
                    let copy = format!("INSERT INTO main.{table} SELECT * FROM other.{table}");
                    copying.execute(&copy, ()).map(drop)
                })
            })?;
            let meta = "INSERT OR REPLACE INTO main.meta SELECT * FROM other.meta
                WHERE name IN ('revision', 'shop')";
            copying.execute(meta, ())?;
            describe(&copying, beside, now)?;
            copying.commit()?;
            Ok(())
        })?;
        let bytes = Some(fs::metadata(self.file(name))?.len());
        Ok(Checkpoint { name: name.clone(), taken: now, bytes })
    }

    /// All of them, by name. What isn't an image is passed over.
    pub(super) fn list(&self) -> Result<Vec<Checkpoint>, CheckpointError> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry?;
            let file = entry.file_name();
            let Some(name) = file.to_str().and_then(|it| it.strip_suffix(ENDING)) else { continue };
            let Some(name) = known(name) else { continue };
            let taken = Connection::open_with_flags(entry.path(), file::READ)
                .and_then(|image| value(&image, "taken"));
            match taken {
                Ok(Some(taken)) => {
                    let (taken, bytes) = (Timestamp(taken), Some(entry.metadata()?.len()));
                    found.push(Checkpoint { name, taken, bytes });
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%name, %error, "the snapshot can't be read"),
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// See [`crate::sandbox::store::Checkpoints::beside`].
    pub(super) fn state(&self, name: &CheckpointName) -> Result<Vec<u8>, CheckpointError> {
        let image = self.open(name)?;
        let state: Option<Vec<u8>> = value(&image, "state")?;
        state.ok_or_else(|| CheckpointError::Damaged("it doesn't say what is beside it".to_owned()))
    }

    /// See [`crate::sandbox::store::Checkpoints::forget`].
    pub(super) fn forget(&self, name: &CheckpointName) -> Result<(), CheckpointError> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(CheckpointError::Unknown(name.clone()))
            }
            removed => Ok(removed.and_then(|()| flush(&self.folder))?),
        }
    }

    /// See [`crate::sandbox::store::Checkpoints::export`].
    pub(super) fn export(&self, name: &CheckpointName, to: &Path) -> Result<(), CheckpointError> {
        self.open(name)?;
        let mut from = File::open(self.file(name))?;
        let mut to = file::private().create_new(true).open(to)?;
        io::copy(&mut from, &mut to)?;
        Ok(to.sync_all()?)
    }

    /// Keeps a copy of an image from elsewhere, with revisions above `last`; answers the largest one.
    pub(super) fn adopt(
        &self,
        name: &CheckpointName,
        from: &Path,
        last: u64,
    ) -> Result<u64, CheckpointError> {
        inspect(from)?;
        let mut largest = last;
        self.whole(name, |unfinished| {
            let mut image = file::private().open(unfinished)?;
            io::copy(&mut File::open(from)?, &mut image)?;
            drop(image);
            let mut image = Connection::open(unfinished)?;
            image.pragma_update(None, "journal_mode", "OFF")?;
            schema::migrate(&mut image)?;
            largest = renumber(&image, last)?;
            Ok(())
        })?;
        Ok(largest)
    }

    /// Where an image is, if it is one that can be put back.
    pub(super) fn usable(&self, name: &CheckpointName) -> Result<PathBuf, CheckpointError> {
        let mut image = self.open(name)?;
        schema::migrate(&mut image)?;
        Ok(self.file(name))
    }

    fn open(&self, name: &CheckpointName) -> Result<Connection, CheckpointError> {
        let path = self.file(name);
        if !path.exists() {
            return Err(CheckpointError::Unknown(name.clone()));
        }
        let image = Connection::open(path)?;
        let (application, found) = schema::identity(&image)?;
        if application != schema::APPLICATION_ID {
            return Err(CheckpointError::Damaged("it is another program's database".to_owned()));
        }
        let known = schema::version();
        if found > known { Err(CheckpointError::Newer { found, known }) } else { Ok(image) }
    }

    fn file(&self, name: &CheckpointName) -> PathBuf {
        self.folder.join(format!("{name}{ENDING}"))
    }

    /// Makes a file beside the place that it takes once it is whole and durable.
    fn whole(
        &self,
        name: &CheckpointName,
        fill: impl FnOnce(&Path) -> Result<(), CheckpointError>,
    ) -> Result<(), CheckpointError> {
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let unfinished = self.folder.join(format!("{name}{UNFINISHED}"));
        drop(file::private().truncate(true).open(&unfinished)?);
        let done = fill(&unfinished).and_then(|()| {
            File::open(&unfinished)?.sync_all()?;
            fs::rename(&unfinished, self.file(name))?;
            Ok(flush(&self.folder)?)
        });
        if done.is_err() {
            // What can't be written can't always be removed either; the next start tries again.
            drop(fs::remove_file(&unfinished));
        }
        done
    }
}

/// Makes the tables of the writer's connection hold what an image does; only what differs is written.
pub(super) fn put_back(
    connection: &Connection,
    image: &Path,
    (name, what): (&CheckpointName, PutBack),
) -> Result<(), CheckpointError> {
    attach(connection, image)?;
    let done = replace(connection, (name, what));
    connection.execute("DETACH other", ())?;
    done
}

fn replace(
    connection: &Connection,
    (name, what): (&CheckpointName, PutBack),
) -> Result<(), CheckpointError> {
    let shop: Option<Digest> = value(connection, "shop")?;
    let other = "SELECT value FROM other.meta WHERE name = 'shop'";
    let is_same = connection.query_row(other, (), |row| row.get(0)).optional()? == shop;
    if !is_same && what == PutBack::SameShop {
        return Err(CheckpointError::OtherShop(name.clone()));
    }
    let transaction = connection.unchecked_transaction()?;
    for table in ROWS {
        // Two rows of one revision are the same row.
        let gone = format!(
            "DELETE FROM main.{table} WHERE revision NOT IN (SELECT revision FROM other.{table})"
        );
        transaction.execute(&gone, ())?;
    }
    for table in ROWS {
        let missing = format!(
            "INSERT INTO main.{table} SELECT * FROM other.{table}
            WHERE revision NOT IN (SELECT revision FROM main.{table})"
        );
        transaction.execute(&missing, ())?;
    }
    let copied = if is_same { &["library"][..] } else { &["library", "shop"] };
    for table in copied {
        transaction.execute(&format!("DELETE FROM main.{table}"), ())?;
        let copy = format!("INSERT INTO main.{table} SELECT * FROM other.{table}");
        transaction.execute(&copy, ())?;
    }
    if !is_same {
        transaction.execute("DELETE FROM main.meta WHERE name = 'shop'", ())?;
        let copy = "INSERT INTO main.meta SELECT * FROM other.meta WHERE name = 'shop'";
        transaction.execute(copy, ())?;
    }
    Ok(transaction.commit()?)
}

/// Says what an image is of.
pub(super) fn describe(image: &Connection, beside: &[u8], now: Timestamp) -> rusqlite::Result<()> {
    let insert = "INSERT OR REPLACE INTO main.meta VALUES ('state', ?1), ('taken', ?2)";
    image.execute(insert, params![beside, now.0]).map(drop)
}

/// A value of the table `meta`.
pub(super) fn value<T: rusqlite::types::FromSql>(
    connection: &Connection,
    name: &str,
) -> rusqlite::Result<Option<T>> {
    let select = "SELECT value FROM main.meta WHERE name = ?1";
    connection.query_row(select, [name], |row| row.get(0)).optional()
}

/// Refuses a file that is no image, or not sound.
pub(super) fn inspect(path: &Path) -> Result<(), CheckpointError> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    if fs::metadata(path).map_err(named)?.len() == 0 {
        return Err(CheckpointError::Damaged("it is empty".to_owned()));
    }
    file::inspect(path).map_err(|error| match error {
        file::OpenError::Newer { found, known, .. } => CheckpointError::Newer { found, known },
        file::OpenError::Damaged { what, .. } => CheckpointError::Damaged(what),
        file::OpenError::Foreign(_) => {
            CheckpointError::Damaged("it is another program's database".to_owned())
        }
        error => CheckpointError::Damaged(error.to_string()),
    })
}

/// Gives rows revisions above `last`; answers the largest one.
fn renumber(image: &Connection, last: u64) -> Result<u64, CheckpointError> {
    let mut largest = last;
    for table in ROWS {
        let by = i64::try_from(last).unwrap_or(i64::MAX);
        image.execute(&format!("UPDATE {table} SET revision = revision + ?1"), [by])?;
        let most = format!("SELECT coalesce(max(revision), 0) FROM {table}");
        let most: i64 = image.query_row(&most, (), |row| row.get(0))?;
        largest = largest.max(most.cast_unsigned());
    }
    Ok(largest)
}

/// Copies of rows don't count as new ones.
fn without_triggers(
    connection: &Connection,
    work: impl FnOnce() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let select = "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'";
    let mut select = connection.prepare(select)?;
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let triggers: Vec<_> = select.query_map((), read)?.collect::<Result<_, _>>()?;
    for (name, _) in &triggers {
        connection.execute(&format!("DROP TRIGGER main.{name}"), ())?;
    }
    work()?;
    triggers.iter().try_for_each(|(_, sql)| connection.execute(sql, ()).map(drop))
}

fn attach(connection: &Connection, file: &Path) -> Result<(), CheckpointError> {
    // A relative path might begin like a URI.
    let file = std::path::absolute(file)?;
    let text = file
        .to_str()
        .ok_or_else(|| io::Error::other(format!("the path {} isn't UTF-8", file.display())))?;
    connection.execute("ATTACH ?1 AS other", [text])?;
    Ok(())
}

/// A name that people or the sandbox itself have given.
fn known(name: &str) -> Option<CheckpointName> {
    let own = [CheckpointName::seed(), CheckpointName::aside()];
    name.parse().ok().or_else(|| own.into_iter().find(|own| own.as_str() == name))
}

fn flush(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
