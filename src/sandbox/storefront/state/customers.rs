//! Customers who registered.

use super::locked;
use crate::sandbox::accounts::PasswordHash;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Mutex};

/// So many customers can register in one run of the sandbox.
const MOST: usize = 10_000;

/// The customers of a storefront, by customer number.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Customers {
    known: Mutex<BTreeMap<String, Customer>>,
}

#[derive(Debug)]
struct Customer {
    login: String,
    password: PasswordHash,
    document: Value,
}

impl Customers {
    /// Registers a customer; the reason is for the script that asked.
    pub(in crate::sandbox::storefront) fn create(
        &self,
        login: &str,
        password: &SecretString,
    ) -> Result<Value, String> {
        let password = PasswordHash::of(password);
        let mut known = locked(&self.known);
        if known.values().any(|customer| customer.login == login) {
            return Err(format!("The login {login} is taken"));
        }
        if known.len() >= MOST {
            return Err("No more customers can register".to_owned());
        }
        let number = format!("{:08}", known.len() + 1);
        let document =
            json!({ "id": number, "number": number, "login": login, "email": login, "custom": {} });
        known.insert(
            number,
            Customer { login: login.to_owned(), password, document: document.clone() },
        );
        Ok(document)
    }

    /// The customer with a number.
    pub(in crate::sandbox::storefront) fn get(&self, number: &str) -> Option<Value> {
        locked(&self.known).get(number).map(|customer| customer.document.clone())
    }

    /// The customer with a login.
    pub(in crate::sandbox::storefront) fn find(&self, login: &str) -> Option<Value> {
        let known = locked(&self.known);
        known.values().find(|customer| customer.login == login).map(|it| it.document.clone())
    }

    /// The customer, if login and password fit. Takes some 50 ms and holds nobody else up.
    pub(in crate::sandbox::storefront) fn authenticate(
        &self,
        login: &str,
        password: &SecretString,
    ) -> Option<Value> {
        let (hash, document) = {
            let known = locked(&self.known);
            let customer = known.values().find(|customer| customer.login == login)?;
            (customer.password.clone(), customer.document.clone())
        };
        hash.matches(password).then_some(document)
    }

    /// Keeps a profile as a script left it; login and number stay as they are.
    pub(in crate::sandbox::storefront) fn keep(&self, mut document: Value) {
        let mut known = locked(&self.known);
        let number = document["number"].as_str().unwrap_or_default();
        if let Some(customer) = known.get_mut(number) {
            document["login"] = json!(customer.login);
            if let Some(fields) = document.as_object_mut() {
                fields.remove("authenticated");
            }
            customer.document = document;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_logs_in_with_his_own_password_alone() {
        let customers = Customers::default();
        let password = SecretString::from("green tea, please");
        customers.create("ada@example.test", &password).expect("registered");
        assert!(customers.create("ada@example.test", &password).is_err());
        assert!(customers.authenticate("ada@example.test", &password).is_some());
        assert!(customers.authenticate("ada@example.test", &SecretString::from("no")).is_none());
        assert!(customers.authenticate("bob@example.test", &password).is_none());
    }

    #[test]
    fn a_profile_keeps_its_login() {
        let customers = Customers::default();
        let mut profile = customers
            .create("ada@example.test", &SecretString::from("green tea, please"))
            .expect("registered");
        profile["firstName"] = json!("Ada");
        profile["login"] = json!("admin");
        customers.keep(profile);
        let kept = customers.find("ada@example.test").expect("still there");
        assert_eq!(kept["firstName"], "Ada");
    }
}
