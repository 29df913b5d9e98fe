//! Running the controller of one visit, and keeping what it leaves.

use super::{
    Storefront,
    life::Life,
    page::Printed,
    state::{Change, Record, Session, renewed},
    visit::Visit,
};
use crate::sandbox::trail::{self, Ran};
use crate::script::{Entry, Job, Script, ScriptError, ScriptErrorKind};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// The name of a session's cookie. Each site has sessions of its own, which all of the host's addresses belong to.
///
/// It is the same over HTTP and over HTTPS: a basket stays on the way to a checkout that demands HTTPS. So it can't be a
/// secure one, which browsers keep from HTTP.
pub(super) fn cookie_name(site: &str) -> String {
    format!("sid-{site}")
}

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
}

/// A script that runs, and the session as it was found.
pub(super) struct Begun {
    session: Session,
    script: Script,
    life: Life,
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

    /// Runs the controller of a visit; answers its session as well.
    pub(super) async fn script(&self, visit: &Visit, cookie: Option<String>) -> (End, Session) {
        let _passage = self.gate.pass().await;
        let begun = self.begin(visit, cookie.as_deref());
        let Session { id, is_new, document } = &begun.session;
        let mut session = Session { id: id.clone(), is_new: *is_new, document: document.clone() };
        let (end, Kept { renewed, .. }) = self.end(visit, begun).await;
        if let Some(id) = renewed {
            session.id = id;
            session.is_new = true;
        }
        (end, session)
    }

    /// Begins to run the controller; whoever does holds a passage of the gate until its end.
    pub(super) fn begin(&self, visit: &Visit, cookie: Option<&str>) -> Begun {
        let session = self.services.remembered.sessions.open(cookie, self.services.clock.now());
        let script = self.engine.start(Job {
            cartridges: Arc::clone(self.cartridges()),
            entry: entry(),
            input: visit.input(self.document(), &session.document, &cookie_name(self.site())),
            run_time: None,
        });
        let life = self.services.life_of(script.id);
        Begun { session, script, life }
    }

    /// Waits for the end of the controller. What it did to session, orders, profiles and records is kept unless it failed.
    pub(super) async fn end(&self, visit: &Visit, begun: Begun) -> (End, Kept) {
        let Begun { session, script: Script { id: thread, outcome, halted }, life: _life } = begun;
        let (end, kept) = match outcome.await {
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
        (end, kept)
    }

    fn kept(&self, document: Value, session: &Session) -> (End, Kept) {
        match serde_json::from_value(document) {
            Ok(Outcome::Missing { missing }) => (End::Missing(missing), Kept::default()),
            Ok(Outcome::Answered { response, session: after, left }) => {
                let sessions = &self.services.remembered.sessions;
                let renewed = renewed(session, &after);
                let is_changed = sessions.keep(session, after, self.services.clock.now());
                let is_changed = self.keep(left) | is_changed;
                (End::Printed(response), Kept { is_changed, renewed })
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
