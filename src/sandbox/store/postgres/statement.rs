//! The parameters of a statement, and how it names them.

use super::codec;
use crate::sandbox::store::Key;
use tokio_postgres::types::ToSql;

/// What a statement is given besides its text.
#[derive(Default)]
pub(super) struct Statement(Vec<Box<dyn ToSql + Send + Sync>>);

impl Statement {
    /// Adds a parameter; answers what the text calls it.
    pub(super) fn bind(&mut self, value: impl ToSql + Send + Sync + 'static) -> String {
        self.0.push(Box::new(value));
        format!("${}", self.0.len())
    }

    /// Adds keys; answers a table of the columns `library, kind, id, other`.
    pub(super) fn bind_keys<'k>(&mut self, keys: impl Iterator<Item = &'k Key>) -> String {
        let (mut libraries, mut kinds, mut ids, mut others) = (vec![], vec![], vec![], vec![]);
        for (library, kind, id, other) in keys.map(codec::columns) {
            libraries.push(library.to_owned());
            kinds.push(kind);
            ids.push(id.to_owned());
            others.push(other.to_owned());
        }
        let [libraries, ids, others] = [libraries, ids, others].map(|texts| self.bind(texts));
        let kinds = self.bind(kinds);
        format!("{libraries}::text[], {kinds}::int2[], {ids}::text[], {others}::text[]")
    }

    /// The parameters in their order.
    pub(super) fn parameters(&self) -> Vec<&(dyn ToSql + Sync)> {
        self.0.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect()
    }
}
