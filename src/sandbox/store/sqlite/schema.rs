//! The tables, and how older files become newer ones.

use rusqlite::{Connection, Transaction};

/// Marks a file as ours: "halt" in ASCII.
pub(super) const APPLICATION_ID: i64 = 0x6861_6c74;

/// What turns a file of version n into one of version n + 1; a new file has version 0.
const MIGRATIONS: &[&str] = &[FIRST, SHOP];

/// The version that this program reads and writes.
pub(super) fn version() -> i64 {
    i64::try_from(MIGRATIONS.len()).expect("there are few migrations")
}

/// `size` holds how many items a folder has, since counting 10,000 takes longer than a whole page.
/// `position` has no type, so that numbers stay what they were sent as.
const FIRST: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE library (id TEXT PRIMARY KEY, display_name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE asset (
    library TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,
    classification TEXT, created INTEGER NOT NULL, modified INTEGER NOT NULL, fields TEXT NOT NULL,
    PRIMARY KEY (library, id));
CREATE TABLE folder (
    library TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,
    parent TEXT, created INTEGER NOT NULL, modified INTEGER NOT NULL, fields TEXT NOT NULL,
    PRIMARY KEY (library, id));
CREATE INDEX folder_parent ON folder (library, parent, id, revision);
CREATE TABLE assignment (
    library TEXT NOT NULL, asset TEXT NOT NULL, folder TEXT NOT NULL, revision INTEGER NOT NULL,
    is_default INTEGER NOT NULL, position,
    PRIMARY KEY (library, asset, folder)) WITHOUT ROWID;
CREATE INDEX assignment_folder ON assignment (library, folder, (position IS NULL), position, asset);
CREATE TABLE lock (
    library TEXT NOT NULL, asset TEXT NOT NULL, revision INTEGER NOT NULL, user TEXT NOT NULL,
    PRIMARY KEY (library, asset)) WITHOUT ROWID;
CREATE TABLE size (
    library TEXT NOT NULL, folder TEXT NOT NULL,
    assets INTEGER NOT NULL DEFAULT 0, folders INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (library, folder)) WITHOUT ROWID;
CREATE TABLE spent (name TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER assignment_added AFTER INSERT ON assignment BEGIN
    INSERT INTO size (library, folder, assets) VALUES (new.library, new.folder, 1)
    ON CONFLICT DO UPDATE SET assets = assets + 1;
END;
CREATE TRIGGER assignment_removed AFTER DELETE ON assignment BEGIN
    UPDATE size SET assets = assets - 1 WHERE library = old.library AND folder = old.folder;
END;
CREATE TRIGGER folder_added AFTER INSERT ON folder WHEN new.parent IS NOT NULL BEGIN
    INSERT INTO size (library, folder, folders) VALUES (new.library, new.parent, 1)
    ON CONFLICT DO UPDATE SET folders = folders + 1;
END;
CREATE TRIGGER folder_moved AFTER UPDATE OF parent ON folder WHEN old.parent IS NOT new.parent BEGIN
    UPDATE size SET folders = folders - 1 WHERE library = old.library AND folder = old.parent;
    INSERT INTO size (library, folder, folders) VALUES (new.library, new.parent, 1)
    ON CONFLICT DO UPDATE SET folders = folders + 1;
END;
CREATE TRIGGER folder_removed AFTER DELETE ON folder BEGIN
    UPDATE size SET folders = folders - 1 WHERE library = old.library AND folder = old.parent;
    DELETE FROM size
    WHERE library = old.library AND folder = old.id AND assets = 0 AND folders = 0;
END;
INSERT INTO meta VALUES ('revision', 0);
";

/// `place` is where a record stands among those of its kind and scope.
const SHOP: &str = "
CREATE TABLE shop (
    kind TEXT NOT NULL, scope TEXT NOT NULL, id TEXT NOT NULL, place INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (kind, scope, id)) WITHOUT ROWID;
";

/// The file's version and mark; both 0 in a new file.
pub(super) fn identity(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

/// Brings a file of an older version, or a new one, to this program's. All steps or none.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let (_, found) = identity(connection)?;
    let done = usize::try_from(found).unwrap_or(0);
    if done >= MIGRATIONS.len() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    run(&transaction, &MIGRATIONS[done..])?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", version())?;
    transaction.commit()
}

fn run(transaction: &Transaction<'_>, steps: &[&str]) -> rusqlite::Result<()> {
    steps.iter().try_for_each(|step| transaction.execute_batch(step))
}
