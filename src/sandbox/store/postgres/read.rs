//! All that is wanted in one statement.

use super::{
    codec::{self, ASSIGNMENT, FOLDER, LIBRARY},
    failure::Effect,
    sessions::Sessions,
    statement::Statement,
};
use crate::api::ids::{FolderId, LibraryId};
use crate::sandbox::store::{
    Found, Hit, Key, Library, Listing, Part, Range, Revision, StoreError, Wanted,
};
use std::collections::BTreeMap;
use tokio_postgres::Row;

/// What a line of the answer belongs to.
mod part {
    pub(super) const LIBRARY: i16 = 0;
    pub(super) const ROW: i16 = 1;
    pub(super) const REVISION: i16 = 2;
    pub(super) const RANGE: i16 = 3;
    pub(super) const HIT: i16 = 4;
    pub(super) const TOTAL: i16 = 5;
}

/// See [`crate::sandbox::store::Store::read`]; the moment has no name.
pub(super) async fn read(sessions: &Sessions, wanted: &Wanted) -> Result<Found, StoreError> {
    let mut statement = Statement::default();
    let ranges: Vec<&Range> = wanted.ranges.iter().collect();
    let parts = [
        libraries(&mut statement, wanted),
        rows(&mut statement, wanted),
        revisions(&mut statement, wanted),
        self::ranges(&mut statement, &ranges),
        wanted.page.as_ref().and_then(|page| listing(&mut statement, page)),
    ];
    let sql: Vec<String> = parts.into_iter().flatten().collect();
    let mut answer = Answer::default();
    if !sql.is_empty() {
        let lines = sessions.query(&sql.join(" UNION ALL "), &statement, Effect::Reads).await?;
        lines.iter().try_for_each(|line| answer.take(Line::of(line)?))?;
    }
    Ok(answer.found(wanted))
}

/// All libraries, by ID.
pub(super) async fn libraries_of(sessions: &Sessions) -> Result<Vec<Library>, StoreError> {
    let mut statement = Statement::default();
    let kind = statement.bind(LIBRARY);
    let sql = format!("SELECT library, document FROM content WHERE kind = {kind} ORDER BY library");
    let rows = sessions.query(&sql, &statement, Effect::Reads).await?;
    let text = |row: &Row, index| row.try_get::<_, String>(index).map_err(|error| damaged(&error));
    let read = |row| Ok(Library { id: LibraryId(text(row, 0)?), display_name: text(row, 1)? });
    rows.iter().map(read).collect()
}

/// Everything in a library.
pub(super) async fn contents(
    sessions: &Sessions,
    library: LibraryId,
) -> Result<BTreeMap<Key, super::super::Row>, StoreError> {
    if !codec::is_text(library.as_str()) {
        return Ok(BTreeMap::new());
    }
    let mut statement = Statement::default();
    let (own, kind) = (statement.bind(library.0.clone()), statement.bind(LIBRARY));
    let sql = format!(
        "SELECT kind, id, other, revision, document FROM content
        WHERE library = {own} AND kind <> {kind}"
    );
    let rows = sessions.query(&sql, &statement, Effect::Reads).await?;
    let read = |row: &Row| {
        let text = |index: usize| row.try_get::<_, String>(index).map_err(|error| damaged(&error));
        let kind = row.try_get(0).map_err(|error| damaged(&error))?;
        let key = codec::key(library.as_str(), kind, &text(1)?, &text(2)?)?;
        let revision = row.try_get(3).map_err(|error| damaged(&error))?;
        let row = codec::row(&key, revision, &text(4)?)?;
        Ok((key, row))
    };
    rows.iter().map(read).collect()
}

fn damaged(error: &tokio_postgres::Error) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// What has been read, before it is put in order: the lines come in none.
#[derive(Default)]
struct Answer {
    found: Found,
    /// By the rank of their range.
    items: BTreeMap<i64, Vec<Item>>,
    /// With their ranks.
    hits: Vec<(i64, Hit)>,
    total: u64,
}

impl Answer {
    fn take(&mut self, line: Line) -> Result<(), StoreError> {
        match line.part {
            part::LIBRARY => {
                let library = Library {
                    id: LibraryId(line.library),
                    display_name: line.text.unwrap_or_default(),
                };
                self.found.libraries.insert(library.id.clone(), library);
            }
            part::ROW => {
                let (key, document) = (line.key()?, line.text.unwrap_or_default());
                let row = codec::row(&key, line.revision.unwrap_or_default(), &document)?;
                self.found.rows.insert(key, row);
            }
            part::REVISION => {
                self.found.revisions.insert(line.key()?, line.revision()?);
            }
            part::RANGE => self.items.entry(line.rank).or_default().push((line.place, line.id)),
            part::HIT => {
                let revision = line.revision()?;
                self.hits.push((
                    line.rank,
                    Hit { id: line.id, revision, parent: line.text.map(FolderId) },
                ));
            }
            _ => self.total = line.rank.unsigned_abs(),
        }
        Ok(())
    }

    fn found(mut self, wanted: &Wanted) -> Found {
        for (rank, range) in (0_i64..).zip(&wanted.ranges) {
            let mut items = self.items.remove(&rank).unwrap_or_default();
            items.sort_by(compare);
            let ids = items.into_iter().map(|(_, id)| id).collect();
            self.found.ranges.insert(range.clone(), ids);
        }
        self.hits.sort_by_key(|(rank, _)| *rank);
        let hits = self.hits.into_iter().map(|(_, hit)| hit).collect();
        let page = wanted.page.as_ref().map(|_| Listing { hits, total: self.total });
        Found { page, ..self.found }
    }
}

/// An item of a range: its position, and its ID.
type Item = (Option<f64>, String);

/// The order of the API's listings: those without a position last.
fn compare(one: &Item, other: &Item) -> std::cmp::Ordering {
    let position = |item: &Item| item.0.unwrap_or(f64::INFINITY);
    (one.0.is_none().cmp(&other.0.is_none()))
        .then_with(|| position(one).total_cmp(&position(other)))
        .then_with(|| one.1.cmp(&other.1))
}

/// A line of the answer; every part has these columns.
struct Line {
    part: i16,
    rank: i64,
    library: String,
    kind: i16,
    id: String,
    other: String,
    revision: Option<i64>,
    text: Option<String>,
    place: Option<f64>,
}

impl Line {
    fn of(row: &Row) -> Result<Self, StoreError> {
        let read = || -> Result<Self, tokio_postgres::Error> {
            Ok(Self {
                part: row.try_get(0)?,
                rank: row.try_get(1)?,
                library: row.try_get(2)?,
                kind: row.try_get(3)?,
                id: row.try_get(4)?,
                other: row.try_get(5)?,
                revision: row.try_get(6)?,
                text: row.try_get(7)?,
                place: row.try_get(8)?,
            })
        };
        read().map_err(|error| damaged(&error))
    }

    fn key(&self) -> Result<Key, StoreError> {
        codec::key(&self.library, self.kind, &self.id, &self.other)
    }

    fn revision(&self) -> Result<Revision, StoreError> {
        let Self { id, library, .. } = self;
        let missing =
            || StoreError::Damaged(format!("{id} of {library} is listed and doesn't exist"));
        Ok(Revision(self.revision.ok_or_else(missing)?.cast_unsigned()))
    }
}

fn libraries(statement: &mut Statement, wanted: &Wanted) -> Option<String> {
    let ids: Vec<String> =
        wanted.libraries.iter().map(|id| &id.0).filter(|id| codec::is_text(id)).cloned().collect();
    (!ids.is_empty()).then(|| {
        format!(
            "SELECT {}::int2, 0::int8, c.library, c.kind, c.id, c.other, c.revision, c.document,
                NULL::float8
            FROM content c
            WHERE c.library = ANY({}::text[]) AND c.kind = {LIBRARY} AND c.id = '' AND c.other = ''",
            part::LIBRARY,
            statement.bind(ids)
        )
    })
}

fn rows(statement: &mut Statement, wanted: &Wanted) -> Option<String> {
    let keys: Vec<_> = wanted.rows.iter().filter(|key| codec::is_storable(key)).collect();
    (!keys.is_empty()).then(|| {
        let keys = statement.bind_keys(keys.into_iter());
        by_key(part::ROW, "c.document", &keys)
    })
}

fn revisions(statement: &mut Statement, wanted: &Wanted) -> Option<String> {
    let keys: Vec<_> = wanted.revisions.iter().filter(|key| codec::is_storable(key)).collect();
    (!keys.is_empty()).then(|| {
        let keys = statement.bind_keys(keys.into_iter());
        by_key(part::REVISION, "NULL::text", &keys)
    })
}

fn by_key(part: i16, text: &str, keys: &str) -> String {
    format!(
        "SELECT {part}::int2, 0::int8, c.library, c.kind, c.id, c.other, c.revision, {text},
            NULL::float8
        FROM unnest({keys}) AS w (library, kind, id, other)
        JOIN content c ON c.library = w.library AND c.kind = w.kind AND c.id = w.id
            AND c.other = w.other"
    )
}

/// How a range's rows are found.
pub(super) struct Described {
    /// Their kind.
    pub rows: i16,
    /// The column of the range's owner.
    pub by: &'static str,
    /// The column of the IDs that are listed.
    pub listed: &'static str,
    /// What orders them before their IDs do.
    pub place: &'static str,
}

/// How the rows of ranges like this one are found.
pub(super) fn described(range: &Range) -> Described {
    let unordered = "NULL::float8";
    match range {
        Range::FoldersOf { .. } => {
            Described { rows: ASSIGNMENT, by: "id", listed: "other", place: unordered }
        }
        Range::AssetsIn { .. } => {
            Described { rows: ASSIGNMENT, by: "other", listed: "id", place: "place" }
        }
        Range::FoldersIn { .. } => {
            Described { rows: FOLDER, by: "parent", listed: "id", place: unordered }
        }
    }
}

/// Ranges of one kind, with their ranks: a table of the columns `library, owner, rank`.
pub(super) fn bind_ranges(
    statement: &mut Statement,
    all: &[&Range],
    is_meant: impl Fn(&Range) -> bool,
) -> Option<String> {
    let (mut libraries, mut owners, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    for (rank, range) in (0_i64..).zip(all) {
        if is_meant(range) && is_storable(range) {
            libraries.push(range.library().0.clone());
            owners.push(range.owner_id().to_owned());
            ranks.push(rank);
        }
    }
    (!ranks.is_empty()).then(|| {
        let (libraries, owners) = (statement.bind(libraries), statement.bind(owners));
        let ranks = statement.bind(ranks);
        format!("{libraries}::text[], {owners}::text[], {ranks}::int8[]")
    })
}

/// Whether the database could hold such a range.
fn is_storable(range: &Range) -> bool {
    [range.library().as_str(), range.owner_id()].into_iter().all(codec::is_text)
}

/// One of each kind.
pub(super) fn kinds() -> [Range; 3] {
    [Range::folders_of("", ""), Range::assets_in("", ""), Range::folders_in("", "")]
}

/// Whether both are ranges of one kind.
pub(super) fn is_alike(one: &Range, other: &Range) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn ranges(statement: &mut Statement, ranges: &[&Range]) -> Option<String> {
    let mut parts = Vec::new();
    for kind in kinds() {
        let Some(bound) = bind_ranges(statement, ranges, |range| is_alike(range, &kind)) else {
            continue;
        };
        let Described { rows, by, listed, place } = described(&kind);
        parts.push(format!(
            "SELECT {}::int2, w.rank, c.library, c.kind, c.{listed}, '', NULL::int8, NULL::text,
                {place}
            FROM unnest({bound}) AS w (library, owner, rank)
            JOIN content c ON c.library = w.library AND c.kind = {rows} AND c.{by} = w.owner",
            part::RANGE
        ));
    }
    (!parts.is_empty()).then(|| parts.join(" UNION ALL "))
}

/// A page, whose items are counted before the revisions of what they name are looked up.
fn listing(statement: &mut Statement, Part { range, start, count }: &Part) -> Option<String> {
    if !is_storable(range) {
        return None;
    }
    let limit = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let library = statement.bind(range.library().0.clone());
    let owner = statement.bind(range.owner_id().to_owned());
    let (count, start) = (statement.bind(limit(*count)), statement.bind(limit(*start)));
    let Described { rows, by, listed, .. } = described(range);
    // So plain that an index has it.
    let order = match range {
        Range::AssetsIn { .. } => "place NULLS LAST, id",
        Range::FoldersOf { .. } => "other",
        Range::FoldersIn { .. } => "id",
    };
    let item = range.item("");
    let (_, kind, _, _) = codec::columns(&item);
    Some(format!(
        "SELECT {}::int2, p.rank, p.library, {rows}::int2, p.item, '',
            c.revision, c.parent, NULL::float8
        FROM (SELECT library, {listed} AS item, row_number() OVER (ORDER BY {order}) AS rank
            FROM content WHERE library = {library} AND kind = {rows} AND {by} = {owner}
            ORDER BY {order} LIMIT {count} OFFSET {start}) p
        LEFT JOIN content c ON c.library = p.library AND c.kind = {kind} AND c.id = p.item
            AND c.other = ''
        UNION ALL
        SELECT {}::int2, count(*), '', 0::int2, '', '', NULL::int8, NULL::text, NULL::float8
        FROM content WHERE library = {library} AND kind = {rows} AND {by} = {owner}",
        part::HIT,
        part::TOTAL
    ))
}
