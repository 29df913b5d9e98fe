//! Customers who registered.

use super::{
    Change,
    archived::{self, Archived, Secret},
    register::{Customer, Register, new_mark},
    remembering::{Claims, Key},
    size::TooMuch,
};
use crate::sandbox::{
    accounts::PasswordHash,
    shop::{Mode, Shop},
    store::Timestamp,
};
use parking_lot::{Mutex, MutexGuard};
use rand::distr::{Alphanumeric, SampleString};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;

/// So many customers can register in one run of the sandbox.
const MOST: usize = 10_000;
/// Tokens that are good at once; one more takes all others' good away.
const MOST_TOKENS: usize = 10_000;
/// Letters of a token with which a password is set anew.
const TOKEN_LENGTH: usize = 40;
/// Milliseconds for which such a token is good.
const TOKEN_LIFE: i64 = 30 * 60 * 1_000;

/// The customers of a storefront, by customer number.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Customers {
    known: Mutex<Known>,
}

/// Which customer it is: when he is gone another one may get his number, as after a state was put back, but not his mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerId {
    /// The customer number.
    pub number: String,
    mark: String,
}

/// Customers, and what was given to them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Known {
    customers: Register,
    /// The last number that was given.
    last: usize,
    /// Customer number and end by token.
    tokens: HashMap<String, (String, Timestamp)>,
    /// Signs what browsers keep of them.
    #[serde(default)]
    key: Key,
}

/// What a customer was; none there, as it is by default.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Saved(Option<Customer>);

impl Known {
    /// Customers of an archive may have any.
    fn free_number(&mut self) -> String {
        loop {
            self.last += 1;
            let number = format!("{:08}", self.last);
            if !self.customers.has(&number) {
                return number;
            }
        }
    }

    fn add(
        &mut self,
        login: &str,
        password: Option<PasswordHash>,
        now: Timestamp,
    ) -> Result<Value, String> {
        if self.customers.by_login(login).is_some() {
            return Err(format!("The login {login} is taken"));
        }
        if self.customers.len() >= MOST {
            return Err("No more customers can register".to_owned());
        }
        let number = self.free_number();
        let document = json!({
            "id": number, "number": number, "login": login, "email": login, "created": now.to_string(), "custom": {},
        });
        let (login, mark) = (login.to_owned(), new_mark());
        let customer = Customer { password, login, document: document.clone(), mark };
        let put = self.customers.put(&number, customer);
        put.map_err(|error| format!("No more customers can register: {error}"))?;
        Ok(document)
    }
}

impl Customers {
    /// Those whom an archive brings: of a site's own folder, and of its list of customers.
    pub(super) fn of(shop: &Shop, site: &str, list: &str) -> Self {
        let read = archived::of(shop, site, list).into_iter().map(
            |Archived { number, login, password, document }| {
                let password = password.and_then(|it| PasswordHash::archived(&it.text, it.is_hash));
                (number, Customer { password, login, document, mark: String::new() })
            },
        );
        let known = Known { customers: read.collect(), ..Known::default() };
        Self { known: Mutex::new(known) }
    }

    /// Does to a customer what an import says of him; says whether he was there, and whether he is.
    pub(in crate::sandbox::storefront) fn import(
        &self,
        mode: Mode,
        number: &str,
        said: Option<&Value>,
    ) -> Result<(bool, bool), TooMuch> {
        let is_there = self.known.lock().customers.has(number);
        let Some(said) = said.filter(|_| mode.takes(is_there)) else {
            return Ok((self.known.lock().customers.remove(number), false));
        };
        // That takes a while, and holds nobody else up.
        let read = |it: Secret| PasswordHash::archived(&it.text, it.is_hash);
        let password = archived::secret(said).and_then(read);
        let login = said["credentials"]["login"].as_str();
        let customers = &mut self.known.lock().customers;
        // Nobody gets another's login.
        if login
            .and_then(|login| customers.by_login(login))
            .is_some_and(|it| it.document["number"] != number)
        {
            return Ok((is_there, is_there));
        }
        let old = customers.get(number).filter(|_| mode != Mode::Replace).cloned();
        if let Some(mut customer) = old {
            archived::amended(&mut customer.document, said);
            if let Some(login) = login {
                login.clone_into(&mut customer.login);
                customer.document["login"] = login.into();
            }
            customer.password = password.or(customer.password);
            return customers.put(number, customer).map(|()| (true, true));
        }
        let Some(new) = archived::customer(number, said, Vec::new()) else {
            return Ok((is_there, is_there));
        };
        let Archived { login, document, .. } = new;
        let customer = Customer { password, login, document, mark: new_mark() };
        customers.put(number, customer).map(|()| (is_there, true))
    }

    /// Puts a customer into a group, or takes him out of it; says whether there is such a customer.
    pub(in crate::sandbox::storefront) fn group(
        &self,
        number: &str,
        group: &str,
        is_in: bool,
    ) -> bool {
        let grouped = |customer: &mut Customer| {
            if let Some(document) = customer.document.as_object_mut() {
                archived::grouped(document, group, is_in);
            }
        };
        self.change(number, grouped).is_some()
    }

    /// Changes a customer who is there; what is too much is told in the log, and changes nothing.
    fn change<T>(&self, number: &str, change: impl FnOnce(&mut Customer) -> T) -> Option<T> {
        let changed = self.known.lock().customers.change(number, change)?;
        changed.inspect_err(|why| tracing::error!(number, "the customer isn't changed: {why}")).ok()
    }

    /// Registers a customer; the reason is for the script that asked.
    pub(in crate::sandbox::storefront) fn create(
        &self,
        login: &str,
        password: Option<&SecretString>,
        now: Timestamp,
    ) -> Result<Value, String> {
        let password = password.map(PasswordHash::of);
        self.known.lock().add(login, password, now)
    }

    /// The customer with a number.
    pub(in crate::sandbox::storefront) fn get(&self, number: &str) -> Option<Value> {
        self.known.lock().customers.get(number).map(|customer| customer.document.clone())
    }

    /// Which customer has a number now.
    pub(in crate::sandbox::storefront) fn id(&self, number: &str) -> Option<CustomerId> {
        let known = self.known.lock();
        let mark = known.customers.get(number)?.mark.clone();
        Some(CustomerId { number: number.to_owned(), mark })
    }

    /// Which customer has a login, and what his password is checked against.
    pub(in crate::sandbox::storefront) fn by_login(
        &self,
        login: &str,
    ) -> Option<(CustomerId, PasswordHash)> {
        let known = self.known.lock();
        let Customer { password, document, mark, .. } = known.customers.by_login(login)?;
        let number = document["number"].as_str()?.to_owned();
        Some((CustomerId { number, mark: mark.clone() }, password.clone()?))
    }

    /// The customer with a login.
    pub(in crate::sandbox::storefront) fn find(&self, login: &str) -> Option<Value> {
        self.known.lock().customers.by_login(login).map(|it| it.document.clone())
    }

    /// All customers, by number.
    pub(in crate::sandbox::storefront) fn all(&self) -> Vec<Value> {
        self.known.lock().customers.all().map(|it| it.document.clone()).collect()
    }

    /// What [`Customers::put_back`] takes.
    pub(in crate::sandbox::storefront) fn saved(&self, number: &str) -> Saved {
        Saved(self.known.lock().customers.get(number).cloned())
    }

    /// Takes back that a customer was registered, removed, or given another login or password.
    pub(in crate::sandbox::storefront) fn put_back(&self, number: &str, saved: Saved) {
        let mut known = self.known.lock();
        let Saved(Some(Customer { password, login, document, mark })) = saved else {
            known.customers.remove(number);
            return;
        };
        let is_taken =
            known.customers.by_login(&login).is_some_and(|it| it.document["number"] != number);
        let done = if known.customers.has(number) {
            let back = |customer: &mut Customer| {
                customer.document["login"] = json!(login);
                (customer.password, customer.login) = (password, login);
            };
            if is_taken { None } else { known.customers.change(number, back) }
        } else {
            Some(known.customers.put(number, Customer { password, login, document, mark }))
        };
        if let Some(Err(why)) = done {
            tracing::error!(number, "the customer isn't put back: {why}");
        }
    }

    /// Makes a customer what he was, whatever became of him since.
    pub(in crate::sandbox::storefront) fn restore(&self, number: &str, Saved(saved): Saved) {
        let customers = &mut self.known.lock().customers;
        customers.remove(number);
        if let Some(customer) = saved {
            // There was room for him.
            let _done = customers.put(number, customer);
        }
    }

    /// Takes a customer away.
    pub(in crate::sandbox::storefront) fn remove(&self, number: &str) {
        self.known.lock().customers.remove(number);
    }

    /// The customer, if login and password fit. Takes some 50 ms and holds nobody else up.
    pub(in crate::sandbox::storefront) fn authenticate(
        &self,
        login: &str,
        password: &SecretString,
    ) -> Option<Value> {
        let (hash, document) = {
            let known = self.known.lock();
            let customer = known.customers.by_login(login)?;
            (customer.password.clone()?, customer.document.clone())
        };
        hash.matches(password).then_some(document)
    }

    /// Gives a customer another password.
    pub(in crate::sandbox::storefront) fn set_password(
        &self,
        number: &str,
        password: &SecretString,
    ) -> bool {
        let hash = PasswordHash::of(password);
        self.change(number, |customer| customer.password = Some(hash)).is_some()
    }

    /// Gives a customer another login, if it is free.
    pub(in crate::sandbox::storefront) fn set_login(&self, number: &str, login: &str) -> bool {
        let customers = &mut self.known.lock().customers;
        if customers.by_login(login).is_some_and(|it| it.document["number"] != number) {
            return false;
        }
        let changed = customers.change(number, |customer| {
            login.clone_into(&mut customer.login);
            customer.document["login"] = json!(login);
        });
        changed.is_some_and(|it| it.is_ok())
    }

    /// A token with which a customer may set the password anew, once.
    pub(in crate::sandbox::storefront) fn token(&self, number: &str, now: Timestamp) -> String {
        let token = Alphanumeric.sample_string(&mut rand::rng(), TOKEN_LENGTH);
        let end = Timestamp(now.0.saturating_add(TOKEN_LIFE));
        let mut known = self.known.lock();
        if known.tokens.len() >= MOST_TOKENS {
            known.tokens.retain(|_, (_, end)| *end > now);
        }
        if known.tokens.len() >= MOST_TOKENS {
            known.tokens.clear();
        }
        known.tokens.insert(token.clone(), (number.to_owned(), end));
        token
    }

    /// Whose token it is, if it is still good.
    pub(in crate::sandbox::storefront) fn owner(
        &self,
        token: &str,
        now: Timestamp,
    ) -> Option<Value> {
        let known = self.known.lock();
        let (number, end) = known.tokens.get(token)?;
        let is_good = *end > now;
        known.customers.get(number).filter(|_| is_good).map(|it| it.document.clone())
    }

    /// The token isn't good any more.
    pub(in crate::sandbox::storefront) fn spend(&self, token: &str) {
        self.known.lock().tokens.remove(token);
    }

    /// What the browser of a customer keeps who is to be known again; nothing of one who isn't there.
    pub(in crate::sandbox::storefront) fn remember(
        &self,
        number: &str,
        since: Timestamp,
    ) -> Option<String> {
        let known = self.known.lock();
        Some(known.key.sign(number, &known.customers.get(number)?.mark, since))
    }

    /// The number of the customer who is known by that, and since when; nothing when it is no longer good.
    pub(in crate::sandbox::storefront) fn recall(
        &self,
        token: &str,
        now: Timestamp,
    ) -> Option<(String, Timestamp)> {
        let known = self.known.lock();
        let Claims { number, mark, since } = known.key.read(token, now)?;
        (known.customers.get(&number)?.mark == mark).then_some((number, since))
    }

    /// All of them, held.
    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock()
    }

    /// Keeps a profile as a script left it; login and number stay as they are. Says whether that changed anything.
    pub(in crate::sandbox::storefront) fn keep(&self, change: Change) -> bool {
        let number = change.after["number"].as_str().unwrap_or_default().to_owned();
        let kept = self.change(&number, |customer| {
            let mut document = change.on(Some(&customer.document));
            document["login"] = json!(customer.login);
            if let Some(fields) = document.as_object_mut() {
                fields.remove("authenticated");
            }
            let is_changed = customer.document != document;
            customer.document = document;
            is_changed
        });
        kept.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn ada() -> (Customers, SecretString, Value) {
        let (customers, password) = (Customers::default(), SecretString::from("green tea, please"));
        let ada = customers.create("ada@example.test", Some(&password), NOW).expect("registered");
        (customers, password, ada)
    }

    #[test]
    fn a_customer_logs_in_with_his_own_password_alone() {
        let (customers, password, _) = ada();
        assert!(customers.create("ada@example.test", Some(&password), NOW).is_err());
        assert!(customers.authenticate("ada@example.test", &password).is_some());
        assert!(customers.authenticate("ada@example.test", &SecretString::from("no")).is_none());
        assert!(customers.authenticate("bob@example.test", &password).is_none());
        customers.create("eve@example.test", None, NOW).expect("registered");
        assert!(customers.authenticate("eve@example.test", &password).is_none());
    }

    #[test]
    fn a_profile_keeps_its_login() {
        let (customers, _, mut profile) = ada();
        let before = profile.clone();
        profile["firstName"] = json!("Ada");
        profile["login"] = json!("admin");
        customers.keep(Change::new(before, profile));
        let kept = customers.find("ada@example.test").expect("still there");
        assert_eq!(kept["firstName"], "Ada");
    }

    #[test]
    fn login_and_password_change() {
        let (customers, password, _) = ada();
        let other = SecretString::from("black tea, please");
        customers.create("bob@example.test", None, NOW).expect("registered");
        assert!(!customers.set_login("00000001", "bob@example.test"));
        assert!(customers.set_login("00000001", "eve@example.test"));
        assert!(customers.set_password("00000001", &other));
        assert!(customers.authenticate("eve@example.test", &password).is_none());
        assert!(customers.authenticate("eve@example.test", &other).is_some());
        customers.remove("00000001");
        let carl = customers.create("carl@example.test", None, NOW).expect("registered");
        assert_eq!((carl["number"].as_str(), customers.all().len()), (Some("00000003"), 2));
    }

    #[test]
    fn what_was_changed_of_customers_is_put_back() {
        let (customers, password, _) = ada();
        let other = SecretString::from("black tea, please");
        let before = customers.saved("00000001");
        assert!(customers.set_login("00000001", "eve@example.test"));
        assert!(customers.set_password("00000001", &other));
        customers.put_back("00000001", before);
        assert!(customers.find("eve@example.test").is_none());
        let kept = customers.authenticate("ada@example.test", &password).expect("the same as ever");
        assert_eq!(kept["login"], "ada@example.test");
        let before = customers.saved("00000001");
        customers.remove("00000001");
        customers.put_back("00000001", before);
        assert!(customers.authenticate("ada@example.test", &password).is_some());
        let before = customers.saved("00000001");
        let said = json!({ "credentials": { "login": "eve@example.test" }, "profile": { "firstName": "Eve" } });
        let imported = customers.import(Mode::Merge, "00000001", Some(&said));
        assert_eq!(imported, Ok((true, true)));
        customers.restore("00000001", before);
        let kept = customers.authenticate("ada@example.test", &password).expect("as ever");
        assert!(kept["firstName"].is_null() && customers.find("eve@example.test").is_none());
        customers.restore("00000001", Saved::default());
        assert!(customers.all().is_empty());
    }

    #[test]
    fn a_login_is_the_same_in_any_case() {
        let (customers, password, _) = ada();
        assert!(customers.authenticate("Ada@Example.Test", &password).is_some());
        assert!(customers.create("ADA@example.test", None, NOW).is_err());
        let bärbel = customers.create("Bärbel", None, NOW).expect("registered");
        assert_eq!(customers.find("BÄRBEL"), Some(bärbel));
    }

    #[test]
    fn nobody_else_is_known_by_what_a_browser_keeps() {
        let (customers, password, _) = ada();
        assert_eq!(customers.remember("00000009", NOW), None);
        let token = customers.remember("00000001", NOW).expect("she is there");
        assert_eq!(customers.recall(&token, NOW), Some(("00000001".to_owned(), NOW)));
        let image = serde_json::to_string(&*customers.lock()).expect("written");
        customers.remove("00000001");
        assert_eq!(customers.recall(&token, NOW), None);
        customers.lock().last = 0;
        customers.create("eve@example.test", Some(&password), NOW).expect("the number is free");
        assert_eq!(customers.recall(&token, NOW), None);
        *customers.lock() = serde_json::from_str(&image).expect("read");
        assert!(customers.recall(&token, NOW).is_some());
    }

    #[test]
    fn tokens_without_end_are_not_kept() {
        let (customers, ..) = ada();
        let first = customers.token("00000001", NOW);
        let tokens: Vec<_> = (0..MOST_TOKENS).map(|_| customers.token("00000001", NOW)).collect();
        assert_eq!(customers.owner(&first, NOW), None);
        assert!(customers.owner(&tokens[MOST_TOKENS - 1], NOW).is_some());
        assert!(customers.known.lock().tokens.len() <= MOST_TOKENS);
    }

    #[test]
    fn a_token_is_good_once() {
        let (customers, ..) = ada();
        let token = customers.token("00000001", NOW);
        assert!(customers.owner(&token, NOW).is_some());
        assert!(customers.owner(&token, Timestamp(NOW.0 + TOKEN_LIFE)).is_none());
        assert!(customers.owner("x", NOW).is_none());
        customers.spend(&token);
        assert!(customers.owner(&token, NOW).is_none());
    }
}
