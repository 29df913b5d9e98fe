//! What scripts ask of customers, and what of that is taken back with their transaction.

use super::{
    ask::Ask,
    asked,
    life::Life,
    services::{Services, answer},
    state::{Record, Saved},
};
use crate::script::{HostError, ThreadId};
use serde_json::{Value, json};
use std::sync::Arc;

impl Services {
    /// The life of a thread: what no transaction held is taken back when it ends.
    pub(super) fn life_of(self: &Arc<Self>, thread: ThreadId) -> Life {
        let services = Arc::clone(self);
        Life::until(move || {
            services.undo(thread);
            services.at_once.forget(thread);
        })
    }

    /// Keeps the baskets of customers whose sessions are over for when they come again, as of those who log out: without
    /// addresses, payments and what they said of themselves.
    pub(super) fn keep_baskets(&self) {
        let now = self.clock.now();
        for (number, mut basket) in self.remembered.sessions.left_behind(now) {
            basket["waits"] = json!(now.0);
            basket["customer"] = json!({});
            basket["billing"] = Value::Null;
            basket["payments"] = json!([]);
            for shipment in basket["shipments"].as_array_mut().into_iter().flatten() {
                shipment["address"] = Value::Null;
            }
            self.remembered.records.keep(Record::new("basket", number, Some(basket)));
        }
    }

    /// Notes what a customer is before a thread changes him.
    fn about_to_change(&self, thread: ThreadId, number: &str) {
        let saved = || self.remembered.customers.saved(number);
        self.at_once.note(thread, number.to_owned(), saved);
    }

    /// The same of one who is being registered.
    fn registered(
        &self,
        thread: ThreadId,
        created: Result<Value, String>,
    ) -> Result<Value, HostError> {
        let document = created.map_err(HostError::new)?;
        if let Some(number) = document["number"].as_str() {
            self.at_once.note(thread, number.to_owned(), Saved::default);
        }
        Ok(document)
    }

    /// Takes back what a thread changed at once for all.
    pub(super) fn undo(&self, thread: ThreadId) {
        let customers = &self.remembered.customers;
        self.at_once.undo(thread, |(number, saved)| customers.put_back(&number, saved));
    }

    /// Makes a basket an order's, unless it is one's already.
    pub(super) fn claim(&self, thread: ThreadId, ask: &Ask<'_>) -> Result<Value, HostError> {
        let uuid = ask.text("uuid")?;
        let is_ordered = || self.remembered.orders.has(uuid);
        answer(self.at_once.claim(thread, uuid, is_ordered))
    }

    pub(super) fn transaction(&self, thread: ThreadId, what: asked::Transaction) -> Value {
        match what {
            asked::Transaction::Hold => self.at_once.hold(thread),
            asked::Transaction::Undo => self.undo(thread),
        }
        Value::Null
    }

    pub(super) fn customer(
        &self,
        thread: ThreadId,
        what: asked::Customer,
        ask: &Ask<'_>,
    ) -> Result<Value, HostError> {
        let (customers, now) = (&self.remembered.customers, self.clock.now());
        match what {
            asked::Customer::Get => answer(customers.get(ask.text("number")?)),
            asked::Customer::Find => answer(customers.find(ask.text("login")?)),
            asked::Customer::List => answer(customers.all()),
            asked::Customer::Create => {
                let password = ask.secret("password")?;
                self.registered(thread, customers.create(ask.text("login")?, Some(&password), now))
            }
            asked::Customer::CreateExternal => {
                self.registered(thread, customers.create(ask.text("login")?, None, now))
            }
            asked::Customer::Remove => {
                self.about_to_change(thread, ask.text("number")?);
                customers.remove(ask.text("number")?);
                Ok(Value::Null)
            }
            asked::Customer::Authenticate => {
                answer(customers.authenticate(ask.text("login")?, &ask.secret("password")?))
            }
            asked::Customer::SetPassword => {
                self.about_to_change(thread, ask.text("number")?);
                answer(customers.set_password(ask.text("number")?, &ask.secret("password")?))
            }
            asked::Customer::SetLogin => {
                self.about_to_change(thread, ask.text("number")?);
                answer(customers.set_login(ask.text("number")?, ask.text("login")?))
            }
            asked::Customer::Token => answer(customers.token(ask.text("number")?, now)),
            asked::Customer::Owner => answer(customers.owner(ask.text("token")?, now)),
            asked::Customer::Spend => {
                customers.spend(ask.text("token")?);
                Ok(Value::Null)
            }
        }
    }
}
