//! The records of one kind in one scope.

use indexmap::IndexMap;

/// Documents by ID, in the order in which they were read. Many may go one by one: the others don't move for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// Without a document where one has gone.
    rows: IndexMap<String, Option<Box<str>>>,
    gone: usize,
}

impl Table {
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.rows.len() == self.gone
    }

    pub(super) fn get(&self, id: &str) -> Option<&str> {
        self.rows.get(id)?.as_deref()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rows.iter().filter_map(|(id, document)| Some((id.as_str(), document.as_deref()?)))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(id, _)| id)
    }

    /// Puts a document in the place of the one that is there, or that went lately, else behind all others.
    pub(super) fn insert(&mut self, id: String, document: Box<str>) {
        if self.rows.insert(id, Some(document)).is_some_and(|before| before.is_none()) {
            self.gone -= 1;
        }
    }

    /// Takes a record away.
    pub(super) fn remove(&mut self, id: &str) -> Option<Box<str>> {
        let document = self.rows.get_mut(id)?.take()?;
        self.gone += 1;
        if self.gone > self.rows.len() / 2 {
            self.rows.retain(|_, document| document.is_some());
            self.gone = 0;
        }
        Some(document)
    }

    pub(super) fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.rows.retain(|id, document| document.is_some() && is_kept(id));
        self.gone = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(table: &Table) -> String {
        table.ids().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_has_gone_is_not_there_and_leaves_the_others_in_their_order() {
        let mut table = Table::default();
        for id in ["a", "b", "c", "d", "e"] {
            table.insert(id.to_owned(), id.into());
        }
        assert_eq!((table.remove("b"), table.remove("b")), (Some("b".into()), None));
        assert_eq!((table.get("b"), ids(&table).as_str()), (None, "a c d e"));
        table.insert("b".to_owned(), "again".into());
        assert_eq!((table.get("b"), table.iter().count()), (Some("again"), 5));
        for id in ["a", "b", "c"] {
            table.remove(id);
        }
        assert_eq!((ids(&table).as_str(), table.rows.len()), ("d e", 2));
        table.remove("d");
        table.retain(|id| id != "e");
        assert!(table.is_empty() && table.rows.is_empty());
    }

    #[test]
    fn many_go_one_by_one() {
        let mut table = Table::default();
        for number in 0..300_000 {
            table.insert(number.to_string(), "".into());
        }
        for number in 0..300_000 {
            assert!(table.remove(&number.to_string()).is_some());
        }
        assert!(table.is_empty());
    }
}
