//! Site data: each shop once, under its digest.

use super::{
    failure::Effect,
    sessions::{Sessions, Trouble, Work},
    statement::Statement,
};
use crate::sandbox::{
    shop::{Row, Shop},
    store::{CheckpointError, StoreError},
};
use tokio_postgres::Transaction;

/// A shop as it is kept.
pub(super) struct Rows {
    digest: Option<Vec<u8>>,
    rows: Vec<Row>,
}

impl Rows {
    /// Of a shop.
    pub(super) fn of(shop: &Shop) -> Self {
        let digest = shop.digest().map(|digest| digest.to_vec());
        Self { digest, rows: shop.rows().collect() }
    }

    /// What tells it from any other; nothing for an empty one.
    pub(super) fn digest(&self) -> Option<&Vec<u8>> {
        self.digest.as_ref()
    }

    /// Writes it unless it is there.
    pub(super) async fn write(
        &self,
        transaction: &Transaction<'_>,
    ) -> Result<(), tokio_postgres::Error> {
        let Some(digest) = &self.digest else { return Ok(()) };
        let known = "SELECT 1 FROM shop WHERE digest = $1 LIMIT 1";
        if !transaction.query(known, &[digest]).await?.is_empty() {
            return Ok(());
        }
        let (mut places, mut kinds, mut scopes) = (vec![], vec![], vec![]);
        let (mut ids, mut documents) = (vec![], vec![]);
        for (place, row) in (0_i64..).zip(&self.rows) {
            places.push(place);
            kinds.push(&row.kind);
            scopes.push(&row.scope);
            ids.push(&row.id);
            documents.push(&row.document);
        }
        let insert = "INSERT INTO shop SELECT $1, r.place, r.kind, r.scope, r.id, r.document
            FROM unnest($2::int8[], $3::text[], $4::text[], $5::text[], $6::text[])
                AS r (place, kind, scope, id, document)";
        transaction.execute(insert, &[digest, &places, &kinds, &scopes, &ids, &documents]).await?;
        Ok(())
    }
}

/// The present one.
pub(super) async fn read(sessions: &Sessions) -> Result<Shop, StoreError> {
    let sql = "SELECT s.kind, s.scope, s.id, s.document
        FROM present p JOIN shop s ON s.digest = p.digest WHERE p.name = 'shop' ORDER BY s.place";
    let rows = sessions.query(sql, &Statement::default(), Effect::Reads).await?;
    filled(&rows)
}

/// The one of a digest.
pub(super) async fn of(
    transaction: &Transaction<'_>,
    digest: Option<&Vec<u8>>,
) -> Result<Shop, Trouble> {
    let sql = "SELECT kind, scope, id, document FROM shop WHERE digest = $1 ORDER BY place";
    Ok(filled(&transaction.query(sql, &[&digest]).await?)?)
}

fn filled(rows: &[tokio_postgres::Row]) -> Result<Shop, StoreError> {
    let mut shop = Shop::default();
    for row in rows {
        let text = |index| row.try_get::<_, String>(index);
        let read = || -> Result<Row, tokio_postgres::Error> {
            Ok(Row { kind: text(0)?, scope: text(1)?, id: text(2)?, document: text(3)? })
        };
        shop.put_back(read().map_err(|error| StoreError::Damaged(error.to_string()))?);
    }
    Ok(shop)
}

/// Makes a shop the present one.
pub(super) async fn keep(sessions: &Sessions, kept: &Rows) -> Result<(), StoreError> {
    sessions.transact(kept).await.map_err(|error| match error {
        CheckpointError::Store(error) => error,
        other => StoreError::Unwritten(other.to_string()),
    })
}

impl Work for Rows {
    type Done = ();

    async fn run(&self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        self.write(transaction).await?;
        let update = "UPDATE present SET digest = $1 WHERE name = 'shop'";
        transaction.execute(update, &[&self.digest()]).await?;
        Ok(sweep(transaction).await?)
    }
}

/// Removes the shops that nothing names any more.
pub(super) async fn sweep(transaction: &Transaction<'_>) -> Result<(), tokio_postgres::Error> {
    let sweep = "DELETE FROM shop WHERE digest NOT IN (
        SELECT digest FROM present WHERE digest IS NOT NULL
        UNION SELECT digest FROM checkpoint WHERE digest IS NOT NULL)";
    transaction.execute(sweep, &[]).await.map(drop)
}
