//! All that a storefront remembers, with its scripts' files, as one document.

use super::{
    super::native::KeptFiles, Remembered, customers::Known, orders::Ledger, records::Kept,
    sessions::ById,
};
use crate::sandbox::shop::Later;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// What a storefront remembered at one moment; of one that nobody has visited it is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Image {
    sessions: ById,
    customers: Known,
    orders: Ledger,
    records: Kept,
    /// What it shares with the other sites, each of whose images has it.
    shared: Option<Kept>,
    /// What imports brought, which each of them has too.
    later: Later,
    /// What scripts wrote.
    pub(in crate::sandbox::storefront) files: KeptFiles,
}

/// The same, as it stands in the storefront.
#[derive(Serialize)]
struct Present<'a> {
    sessions: &'a ById,
    customers: &'a Known,
    orders: &'a Ledger,
    records: &'a Kept,
    shared: &'a Kept,
    #[serde(skip_serializing_if = "Later::is_empty")]
    later: &'a Later,
    #[serde(skip_serializing_if = "KeptFiles::is_empty")]
    files: &'a KeptFiles,
}

impl Remembered {
    /// What is remembered now, but for caches; [`Image`] reads it.
    pub(in crate::sandbox::storefront) fn image(
        &self,
        files: &KeptFiles,
    ) -> serde_json::Result<Box<RawValue>> {
        let (sessions, customers) = (self.sessions.lock(), self.customers.lock());
        let (orders, records) = (self.orders.lock(), self.records.lock());
        let shared = self.records.shared().lock();
        let later = self.records.shared().later();
        let present = Present {
            sessions: &sessions,
            customers: &customers,
            orders: &orders,
            records: &records,
            shared: &shared,
            later: &later,
            files,
        };
        serde_json::value::to_raw_value(&present)
    }

    /// Remembers an image and nothing else. No script may run meanwhile.
    pub(in crate::sandbox::storefront) fn put_back(&self, image: Image) {
        let Image { sessions, customers, orders, records, shared, later, files: _ } = image;
        *self.sessions.lock() = sessions;
        *self.customers.lock() = customers;
        *self.orders.lock() = orders;
        *self.records.lock() = records;
        if let Some(shared) = shared {
            *self.records.shared().lock() = shared;
        }
        self.records.shared().set_later(Arc::new(later));
        self.caches.clear();
        self.tallies.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Change, Entry},
        *,
    };
    use crate::sandbox::store::Timestamp;
    use secrecy::SecretString;
    use serde_json::{Value, json};

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    #[test]
    fn all_that_was_remembered_comes_back_and_nothing_else_stays() {
        let remembered = Remembered::default();
        let session = remembered.sessions.open(None, NOW);
        remembered.sessions.keep(&session, json!({ "basket": { "uuid": "b" } }), NOW);
        let password = SecretString::from("green tea, please");
        remembered.customers.create("ada@example.test", Some(&password), NOW).expect("registered");
        let number = remembered.orders.next_number();
        let lines = json!([{ "product": "mug", "quantity": 2 }]);
        let order = json!({ "number": number, "status": 3, "lines": lines });
        remembered.orders.keep(Change::new(Value::Null, order));
        let record = json!({ "kind": "k", "key": "a", "document": { "b": 1.50 } });
        remembered.records.keep(serde_json::from_value(record).expect("a record"));
        let cached = |value: &str| Entry { value: value.into(), until: None };
        remembered.caches.put("c", "key", cached("1")).expect("kept");
        let image = remembered.image(&KeptFiles::default()).expect("written");

        let other = Remembered::default();
        other.customers.create("bob@example.test", None, NOW).expect("registered");
        other.caches.put("c", "key", cached("2")).expect("kept");
        other.put_back(serde_json::from_str(image.get()).expect("read"));
        assert_eq!(other.image(&KeptFiles::default()).expect("written").get(), image.get());
        assert!(!other.sessions.open(Some(&session.id), NOW).is_new);
        assert!(other.customers.authenticate("ada@example.test", &password).is_some());
        assert!(other.customers.find("bob@example.test").is_none());
        assert_eq!(
            (other.orders.taken(None, "mug"), other.orders.next_number()),
            (2.0, "00000002".into())
        );
        assert_eq!(other.records.get("k", "a"), Some(json!({ "b": 1.5 })));
        assert_eq!(other.caches.get("c", "key", NOW), None, "a cache may not know the future");

        other.put_back(Image::default());
        assert_eq!((other.customers.all().len(), other.orders.numbers().len()), (0, 0));
    }
}
