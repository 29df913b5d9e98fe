//! Customers by number and by login.

use super::size::{MOST, TooMuch, bytes_of};
use crate::sandbox::accounts::PasswordHash;
use rand::distr::{Alphanumeric, SampleString};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Letters that tell a customer from another one with his number.
const MARK_LENGTH: usize = 20;

/// A customer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Customer {
    /// None for one whom somebody else authenticates.
    pub(super) password: Option<PasswordHash>,
    pub(super) login: String,
    pub(super) document: Value,
    /// Empty for one of an archive, whom nobody else can be.
    #[serde(default = "new_mark")]
    pub(super) mark: String,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Register {
    customers: BTreeMap<String, Customer>,
    /// The numbers of those who have a login, which has no case. An archive may have brought several.
    logins: HashMap<String, BTreeSet<String>>,
    /// Of all documents, as JSON.
    bytes: usize,
}

pub(super) fn new_mark() -> String {
    Alphanumeric.sample_string(&mut rand::rng(), MARK_LENGTH)
}

/// Logins have no case.
fn folded(login: &str) -> String {
    login.chars().flat_map(char::to_lowercase).collect()
}

impl Register {
    pub(super) fn len(&self) -> usize {
        self.customers.len()
    }

    pub(super) fn has(&self, number: &str) -> bool {
        self.customers.contains_key(number)
    }

    pub(super) fn get(&self, number: &str) -> Option<&Customer> {
        self.customers.get(number)
    }

    /// The customer with a login; of several the one with the first number.
    pub(super) fn by_login(&self, login: &str) -> Option<&Customer> {
        self.get(self.logins.get(&folded(login))?.first()?)
    }

    /// By number.
    pub(super) fn all(&self) -> impl Iterator<Item = &Customer> {
        self.customers.values()
    }

    /// Puts a customer, in the place of the one who has the number.
    pub(super) fn put(&mut self, number: &str, customer: Customer) -> Result<(), TooMuch> {
        let before = self.get(number).map_or(0, |it| bytes_of(&it.document));
        let bytes = self.bytes.saturating_sub(before) + bytes_of(&customer.document);
        // Who was there may stay as he is, however many came before there was a limit.
        if bytes > MOST.max(self.bytes) {
            return Err(TooMuch(MOST));
        }
        self.remove(number);
        self.bytes = bytes;
        let of_login = self.logins.entry(folded(&customer.login)).or_default();
        of_login.insert(number.to_owned());
        self.customers.insert(number.to_owned(), customer);
        Ok(())
    }

    /// Changes a customer who is there; what is answered says what came of it.
    pub(super) fn change<T>(
        &mut self,
        number: &str,
        change: impl FnOnce(&mut Customer) -> T,
    ) -> Option<Result<T, TooMuch>> {
        let mut customer = self.get(number)?.clone();
        let done = change(&mut customer);
        Some(self.put(number, customer).map(|()| done))
    }

    /// Takes a customer away; says whether he was there.
    pub(super) fn remove(&mut self, number: &str) -> bool {
        let Some(Customer { login, document, .. }) = self.customers.remove(number) else {
            return false;
        };
        self.bytes = self.bytes.saturating_sub(bytes_of(&document));
        let login = folded(&login);
        if let Some(of_login) = self.logins.get_mut(&login) {
            of_login.remove(number);
            if of_login.is_empty() {
                self.logins.remove(&login);
            }
        }
        true
    }
}

impl FromIterator<(String, Customer)> for Register {
    /// All of them, however many there are.
    fn from_iter<I: IntoIterator<Item = (String, Customer)>>(all: I) -> Self {
        let mut register = Self::default();
        for (number, customer) in all {
            register.bytes += bytes_of(&customer.document);
            let of_login = register.logins.entry(folded(&customer.login)).or_default();
            of_login.insert(number.clone());
            register.customers.insert(number, customer);
        }
        register
    }
}

impl Serialize for Register {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.customers.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Register {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = BTreeMap::<String, Customer>::deserialize(deserializer)?;
        Ok(read.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn customer(login: &str, document: Value) -> Customer {
        Customer { password: None, login: login.to_owned(), document, mark: new_mark() }
    }

    #[test]
    fn logins_lead_to_who_has_them_now() {
        let mut register = Register::default();
        for (number, login) in [("2", "Ada"), ("1", "ada"), ("3", "Bärbel")] {
            register.put(number, customer(login, json!(number))).expect("there is room");
        }
        let found = |register: &Register, login: &str| {
            register.by_login(login).map(|it| it.document.as_str().map(str::to_owned))
        };
        let of = |number: &str| Some(Some(number.to_owned()));
        assert_eq!((found(&register, "ADA"), found(&register, "BÄRBEL")), (of("1"), of("3")));
        register.change("1", |it| it.login = "eve".to_owned()).expect("there").expect("room");
        assert_eq!((found(&register, "ada"), found(&register, "Eve")), (of("2"), of("1")));
        let written = serde_json::to_string(&register).expect("written");
        let mut again: Register = serde_json::from_str(&written).expect("read");
        assert_eq!((again.bytes, found(&again, "eve")), (register.bytes, of("1")));
        assert!(again.remove("2") && !again.remove("2"));
        assert_eq!((found(&again, "ada"), again.len()), (None, 2));
    }

    #[test]
    fn there_is_room_for_so_much() {
        let mut register = Register::default();
        let large = || customer("a", json!("x".repeat(MOST / 2)));
        register.put("1", large()).expect("there is room");
        assert_eq!(register.put("2", large()), Err(TooMuch(MOST)));
        register.put("1", large()).expect("it takes no more room");
        let grown = register.change("1", |it| it.document = json!("x".repeat(MOST)));
        assert_eq!(grown, Some(Err(TooMuch(MOST))));
        assert_eq!(register.get("1").map(|it| bytes_of(&it.document)), Some(MOST / 2 + 2));
        assert!(register.remove("1") && register.bytes == 0);
        register.put("2", large()).expect("there is room again");
    }
}
