//! Comparing and writing in one statement.

use super::{
    codec::{self, Content, LIBRARY},
    failure::Effect,
    read::{self, Described},
    sessions::Sessions,
    statement::Statement,
};
use crate::sandbox::store::{
    ChangeSet, CommitError, Committed, Folder, Key, Library, ROOT, Range, Record, Revision,
    StoreError, Timestamp,
};
use tokio_postgres::Row;

/// See [`crate::sandbox::store::Store::commit`].
pub(super) async fn commit(
    sessions: &Sessions,
    changes: ChangeSet,
) -> Result<Committed, CommitError> {
    // What can't be stored was never there; what has to be and can't isn't.
    if changes.present.iter().any(|id| !codec::is_text(id.as_str())) {
        return Err(CommitError::Conflict);
    }
    if let Some(key) = changes.writes.keys().find(|key| !codec::is_storable(key)) {
        return Err(StoreError::Unwritten(format!("{key:?} has a NUL in it")).into());
    }
    let mut statement = Statement::default();
    let conditions = conditions(&mut statement, &changes);
    let fits = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" AND ") };
    let removed = removed(&mut statement, &changes);
    let written = written(&mut statement, &changes);
    let effect = match (&removed, &written) {
        (None, None) => Effect::Reads,
        _ => Effect::Writes,
    };
    let source = if written.is_some() { "written" } else { NOTHING };
    let sql = format!(
        "WITH fits AS (SELECT {fits} AS fit){}{}
        SELECT fits.fit, w.* FROM fits LEFT JOIN {source} w ON true",
        removed.unwrap_or_default(),
        written.unwrap_or_default()
    );
    let rows = sessions.query(&sql, &statement, effect).await?;
    let mut committed = Committed::new();
    for row in rows {
        let outcome = Outcome::of(&row).map_err(|error| StoreError::Damaged(error.to_string()))?;
        if !outcome.fit {
            return Err(CommitError::Conflict);
        }
        committed.extend(outcome.written()?);
    }
    Ok(committed)
}

/// In the place of what was written, where nothing is.
const NOTHING: &str = "(SELECT ''::text, 0::int2, ''::text, ''::text, NULL::int8)";

/// A line of the answer: whether the change set fits, and a row that was written, if any was.
struct Outcome {
    fit: bool,
    library: Option<String>,
    kind: Option<i16>,
    id: Option<String>,
    other: Option<String>,
    revision: Option<i64>,
}

impl Outcome {
    fn of(row: &Row) -> Result<Self, tokio_postgres::Error> {
        Ok(Self {
            fit: row.try_get(0)?,
            library: row.try_get(1)?,
            kind: row.try_get(2)?,
            id: row.try_get(3)?,
            other: row.try_get(4)?,
            revision: row.try_get(5)?,
        })
    }

    /// The row that was written; a library has no revision to be told of.
    fn written(self) -> Result<Option<(Key, Revision)>, StoreError> {
        let Self { library: Some(library), kind: Some(kind), revision: Some(revision), .. } = self
        else {
            return Ok(None);
        };
        if kind == LIBRARY {
            return Ok(None);
        }
        let (id, other) = (self.id.unwrap_or_default(), self.other.unwrap_or_default());
        let key = codec::key(&library, kind, &id, &other)?;
        Ok(Some((key, Revision(revision.cast_unsigned()))))
    }
}

/// What has to be so for the change set to fit.
fn conditions(statement: &mut Statement, changes: &ChangeSet) -> Vec<String> {
    let mut conditions = Vec::new();
    let present: Vec<String> = changes.present.iter().map(|id| id.0.clone()).collect();
    if !present.is_empty() {
        let present = statement.bind(present);
        conditions.push(format!(
            "NOT EXISTS (SELECT 1 FROM unnest({present}::text[]) AS p (id)
                LEFT JOIN content c ON c.library = p.id AND c.kind = {LIBRARY} AND c.id = ''
                    AND c.other = ''
                WHERE c.library IS NULL)"
        ));
    }
    let rows: Vec<_> = changes.rows.iter().filter(|(key, _)| codec::is_storable(key)).collect();
    if !rows.is_empty() {
        let keys = statement.bind_keys(rows.iter().map(|(key, _)| *key));
        let seen = rows.iter().map(|(_, seen)| seen.map(|revision| revision.0.cast_signed()));
        let seen = statement.bind(seen.collect::<Vec<Option<i64>>>());
        conditions.push(format!(
            "NOT EXISTS (SELECT 1
                FROM unnest({keys}, {seen}::int8[]) AS s (library, kind, id, other, revision)
                LEFT JOIN content c ON c.library = s.library AND c.kind = s.kind AND c.id = s.id
                    AND c.other = s.other
                WHERE c.revision IS DISTINCT FROM s.revision)"
        ));
    }
    let ranges: Vec<&Range> = changes.ranges.keys().collect();
    for kind in read::kinds() {
        conditions.extend(ranges_hold(statement, changes, &ranges, &kind));
    }
    conditions
}

/// That the ranges of a kind list what they listed, in the same order.
fn ranges_hold(
    statement: &mut Statement,
    changes: &ChangeSet,
    ranges: &[&Range],
    kind: &Range,
) -> Option<String> {
    let bound = read::bind_ranges(statement, ranges, |range| read::is_alike(range, kind))?;
    let (mut ranks, mut places, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, (range, seen)) in (0_i64..).zip(&changes.ranges) {
        if read::is_alike(range, kind) {
            for (place, id) in (1_i64..).zip(seen) {
                ranks.push(rank);
                places.push(place);
                ids.push(id.clone());
            }
        }
    }
    let (ranks, places, ids) = (statement.bind(ranks), statement.bind(places), statement.bind(ids));
    let Described { rows, by, listed, place } = read::described(kind);
    Some(format!(
        "NOT EXISTS (SELECT 1
            FROM (SELECT w.rank, c.{listed} AS item,
                    row_number() OVER (PARTITION BY w.rank ORDER BY {place} NULLS LAST, c.{listed})
                        AS place
                FROM unnest({bound}) AS w (library, owner, rank)
                JOIN content c ON c.library = w.library AND c.kind = {rows} AND c.{by} = w.owner) n
            FULL JOIN unnest({ranks}::int8[], {places}::int8[], {ids}::text[]) AS s (rank, place, item)
                ON s.rank = n.rank AND s.place = n.place AND s.item = n.item
            WHERE n.rank IS NULL OR s.rank IS NULL)"
    ))
}

fn removed(statement: &mut Statement, changes: &ChangeSet) -> Option<String> {
    let removed = || changes.writes.iter().filter(|(_, record)| record.is_none());
    removed().next()?;
    let keys = statement.bind_keys(removed().map(|(key, _)| key));
    Some(format!(
        ", removed AS (DELETE FROM content c
            USING fits, unnest({keys}) AS r (library, kind, id, other)
            WHERE fits.fit AND c.library = r.library AND c.kind = r.kind AND c.id = r.id
                AND c.other = r.other)"
    ))
}

fn written(statement: &mut Statement, changes: &ChangeSet) -> Option<String> {
    let mut rows = Columns::default();
    for Library { id, display_name } in &changes.libraries {
        rows.add((id.as_str(), LIBRARY, "", ""), Content::named(display_name));
    }
    for (key, record) in &changes.writes {
        if let Some(record) = record {
            rows.add(codec::columns(key), Content::of(record));
        }
    }
    if rows.kinds.is_empty() {
        return None;
    }
    let bound = rows.bind(statement);
    Some(format!(
        ", written AS (INSERT INTO content
            SELECT r.library, r.kind, r.id, r.other, nextval('revision'), r.parent, r.place, r.document
            FROM fits, unnest({bound})
                AS r (library, kind, id, other, parent, place, document)
            WHERE fits.fit
            ON CONFLICT (library, kind, id, other) DO UPDATE SET revision = excluded.revision,
                parent = excluded.parent, place = excluded.place, document = excluded.document
            RETURNING library, kind, id, other, revision)"
    ))
}

/// Rows to be written, column by column.
#[derive(Default)]
struct Columns {
    libraries: Vec<String>,
    kinds: Vec<i16>,
    ids: Vec<String>,
    others: Vec<String>,
    parents: Vec<Option<String>>,
    places: Vec<Option<f64>>,
    documents: Vec<String>,
}

impl Columns {
    fn add(&mut self, (library, kind, id, other): (&str, i16, &str, &str), content: Content) {
        self.libraries.push(library.to_owned());
        self.kinds.push(kind);
        self.ids.push(id.to_owned());
        self.others.push(other.to_owned());
        self.parents.push(content.parent);
        self.places.push(content.place);
        self.documents.push(content.document);
    }

    fn bind(self, statement: &mut Statement) -> String {
        let [libraries, ids, others] =
            [self.libraries, self.ids, self.others].map(|texts| statement.bind(texts));
        let (kinds, parents) = (statement.bind(self.kinds), statement.bind(self.parents));
        let (places, documents) = (statement.bind(self.places), statement.bind(self.documents));
        format!(
            "{libraries}::text[], {kinds}::int2[], {ids}::text[], {others}::text[],
            {parents}::text[], {places}::float8[], {documents}::text[]"
        )
    }
}

/// See [`crate::sandbox::store::Store::provide`].
pub(super) async fn provide(
    sessions: &Sessions,
    libraries: &[Library],
    now: Timestamp,
) -> Result<(), StoreError> {
    let (mut names, mut roots) = (Columns::default(), Columns::default());
    for Library { id, display_name } in libraries {
        names.add((id.as_str(), LIBRARY, "", ""), Content::named(display_name));
        let root = Key::folder(id, ROOT);
        roots.add(codec::columns(&root), Content::of(&Record::Folder(Folder::root(now))));
    }
    let mut statement = Statement::default();
    let (names, roots) = (names.bind(&mut statement), roots.bind(&mut statement));
    let insert = "INSERT INTO content
        SELECT r.library, r.kind, r.id, r.other, nextval('revision'), r.parent, r.place, r.document
        FROM unnest";
    let columns = "AS r (library, kind, id, other, parent, place, document)
        ON CONFLICT (library, kind, id, other) DO";
    let sql = format!(
        "WITH named AS ({insert}({names}) {columns} UPDATE SET document = excluded.document)
        {insert}({roots}) {columns} NOTHING"
    );
    sessions.query(&sql, &statement, Effect::Writes).await.map(drop)
}

/// Puts rows into a checkpoint, each with the revision that it has; see [`super::checkpoints`].
pub(super) fn keep(
    statement: &mut Statement,
    checkpoint: &str,
    libraries: &[Library],
    rows: &[(Key, crate::sandbox::store::Row)],
) -> String {
    let (mut columns, mut order) = (Columns::default(), Vec::new());
    for Library { id, display_name } in libraries {
        columns.add((id.as_str(), LIBRARY, "", ""), Content::named(display_name));
        order.push(0);
    }
    for (key, row) in rows {
        columns.add(codec::columns(key), Content::of(&row.record));
        order.push(row.revision.0.cast_signed());
    }
    let (bound, order) = (columns.bind(statement), statement.bind(order));
    let checkpoint = statement.bind(checkpoint.to_owned());
    format!(
        "INSERT INTO kept
        SELECT {checkpoint}, r.library, r.kind, r.id, r.other, nextval('revision'), r.parent,
            r.place, r.document
        FROM (SELECT * FROM unnest({bound}, {order}::int8[])
                AS u (library, kind, id, other, parent, place, document, old)
            ORDER BY old) r"
    )
}
