//! Running the controller of one visit, and keeping what it leaves.

use super::{
    Storefront,
    life::Life,
    page::Printed,
    state::{Change, Record, Session, renewed},
    visit::Visit,
};
use crate::sandbox::{
    store::Timestamp,
    trail::{self, Ran},
};
use crate::script::{Entry, Job, Script, ScriptError, ScriptErrorKind};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// What the controller module returns.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Outcome {
    Missing {
        missing: String,
    },
    Answered {
        response: Printed,
        session: Value,
        #[serde(flatten)]
        left: Left,
    },
}

/// What a script did to what the shop keeps.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Left {
    orders: Vec<Change>,
    profiles: Vec<Change>,
    records: Vec<Record>,
}

/// How one script ended.
pub(super) enum End {
    Printed(Printed),
    Missing(String),
    Failed(ScriptError),
}

/// What came of a script besides its end.
#[derive(Default)]
pub(super) struct Kept {
    /// Whether anything has changed that others see.
    pub(super) is_changed: bool,
    /// The ID that its session has now, if that is another one.
    pub(super) renewed: Option<String>,
    /// Whom the browser is to know again, as the session has it; nothing of a script that leaves nothing.
    remembered: Option<Value>,
    /// How long it has run, without its halts.
    pub(super) ran: Duration,
}

/// What becomes of the cookie by which a browser knows a customer again.
pub(super) enum CustomerCookie {
    Stays,
    /// It has this value from now on.
    Set(String),
    Goes,
}

/// What a browser is told of its visit.
pub(super) struct Told {
    pub(super) session: String,
    /// Whether it has to be given the session's cookie.
    pub(super) is_new: bool,
    pub(super) customer: CustomerCookie,
}

/// A script that runs, and the session as it was found.
pub(super) struct Begun {
    session: Session,
    script: Script,
    life: Life,
    since: Instant,
}

impl Begun {
    /// Waits for its end, of which nothing is kept.
    pub(super) async fn give_up(self) {
        drop(self.script.outcome.await);
    }
}

fn entry() -> Entry {
    Entry { module: "storefront/controller".to_owned(), function: "handle".to_owned() }
}

impl Storefront {
    /// Has threads ready for its visitors from now on.
    pub fn stand_by(&self) {
        self.engine.stand_by(Arc::clone(self.cartridges()), entry());
    }

    /// Runs the controller of a visit; answers what its browser is told, too.
    pub(super) async fn script(&self, visit: &Visit, cookie: Option<String>) -> (End, Told) {
        let _passage = self.gate.pass().await;
        let begun = self.begin(visit, cookie.as_deref());
        let Session { id, is_new, document } = &begun.session;
        let (id, is_new, before) = (id.clone(), *is_new, document["remembered"].clone());
        let (end, Kept { renewed, remembered, .. }) = self.end(visit, begun).await;
        let customer = remembered
            .map_or(CustomerCookie::Stays, |after| self.customer_cookie(visit, &before, &after));
        let is_new = is_new || renewed.is_some();
        (end, Told { session: renewed.unwrap_or(id), is_new, customer })
    }

    /// What becomes of the customer's cookie, by whom the session remembered before a script and after it.
    fn customer_cookie(&self, visit: &Visit, before: &Value, after: &Value) -> CustomerCookie {
        if after == before && !after.is_null() {
            return CustomerCookie::Stays;
        }
        let customers = &self.services.remembered.customers;
        let said = after["number"].as_str().zip(after["since"].as_i64());
        match said.and_then(|(number, since)| customers.remember(number, Timestamp(since))) {
            Some(token) => CustomerCookie::Set(token),
            None if visit.cookie(&self.services.cookies.customer).is_some() => CustomerCookie::Goes,
            None => CustomerCookie::Stays,
        }
    }

    /// Whom the browser of a visit knows from before, as sessions have it: `{number, since}` in milliseconds; null if nobody.
    fn recalled(&self, visit: &Visit) -> Value {
        let services = &self.services;
        let token = visit.cookie(&services.cookies.customer);
        token
            .and_then(|token| services.remembered.customers.recall(&token, services.clock.now()))
            .map_or(Value::Null, |(number, since)| json!({ "number": number, "since": since.0 }))
    }

    /// Begins to run the controller; whoever does holds a passage of the gate until its end.
    pub(super) fn begin(&self, visit: &Visit, cookie: Option<&str>) -> Begun {
        self.services.keep_baskets();
        let mut session = self.services.remembered.sessions.open(cookie, self.services.clock.now());
        if session.is_new {
            session.document["remembered"] = self.recalled(visit);
        }
        let script = self.engine.start(Job {
            cartridges: Arc::clone(self.cartridges()),
            entry: entry(),
            input: visit.input(&self.document(), &session.document, &self.services.cookies),
            run_time: None,
        });
        let life = self.services.life_of(script.id);
        Begun { session, script, life, since: Instant::now() }
    }

    /// Waits for the end of the controller. What it did to session, orders, profiles and records is kept unless it failed.
    pub(super) async fn end(&self, visit: &Visit, begun: Begun) -> (End, Kept) {
        let Begun { session, script: Script { id: thread, outcome, halted }, life: _life, since } =
            begun;
        let outcome = outcome.await;
        let ran = since.elapsed().saturating_sub(halted.time());
        let (end, kept) = match outcome {
            Ok(document) => {
                let _together = self.gate.leave().await;
                self.kept(document, &session)
            }
            Err(error) => (End::Failed(error), Kept::default()),
        };
        let error = match &end {
            End::Failed(error) => Some(error.to_string()),
            End::Printed(_) | End::Missing(_) => None,
        };
        trail::note(Ran::new(visit.kind(), visit.action(), halted.time(), error));
        if let End::Failed(error) = &end {
            tracing::error!(%thread, action = visit.action(), "{error}\n{}", error.stack);
        }
        (end, Kept { ran, ..kept })
    }

    fn kept(&self, document: Value, session: &Session) -> (End, Kept) {
        match serde_json::from_value(document) {
            Ok(Outcome::Missing { missing }) => (End::Missing(missing), Kept::default()),
            Ok(Outcome::Answered { response, session: mut after, left }) => {
                let (sessions, now) =
                    (&self.services.remembered.sessions, self.services.clock.now());
                if after["remembered"]["number"].is_string()
                    && after["remembered"]["since"].is_null()
                {
                    after["remembered"]["since"] = json!(now.0);
                }
                let (renewed, remembered) = (renewed(session, &after), after["remembered"].clone());
                let is_changed = sessions.keep(session, after, now);
                let is_changed = self.keep(left) | is_changed;
                let kept =
                    Kept { is_changed, renewed, remembered: Some(remembered), ..Kept::default() };
                (End::Printed(response), kept)
            }
            Err(cause) => (End::Failed(unexpected(&cause)), Kept::default()),
        }
    }

    /// Keeps what a script did; answers whether that changed anything.
    pub(super) fn keep(&self, Left { orders, profiles, records }: Left) -> bool {
        let remembered = &self.services.remembered;
        let mut is_changed = false;
        for order in orders {
            is_changed |= remembered.orders.keep(order);
        }
        for profile in profiles {
            is_changed |= remembered.customers.keep(profile);
        }
        for record in records {
            is_changed |= remembered.records.keep(record);
        }
        is_changed
    }
}

/// A module of ours answered something else than it should.
pub(super) fn unexpected(cause: &serde_json::Error) -> ScriptError {
    ScriptError {
        kind: ScriptErrorKind::Engine,
        name: "InternalError".to_owned(),
        message: format!("the entry module answered something else: {cause}"),
        stack: String::new(),
        file: None,
        line: None,
        column: None,
    }
}
