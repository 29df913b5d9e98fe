//! Sessions of visitors.

use super::merge::merged;
use parking_lot::Mutex;
use rand::distr::{Alphanumeric, SampleString};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fmt,
    time::{Duration, Instant},
};

/// How long a session lasts without a request.
const IDLE: Duration = Duration::from_mins(30);

/// So many sessions are kept; beyond, the one that was idle longest is forgotten.
const MOST: usize = 10_000;

const ID_LENGTH: usize = 40;

/// All sessions of a storefront.
#[derive(Default)]
pub(in crate::sandbox::storefront) struct Sessions {
    known: Mutex<HashMap<String, Known>>,
}

struct Known {
    document: Value,
    used: Instant,
}

/// A session as one request found it.
pub(in crate::sandbox::storefront) struct Session {
    /// The value of its cookie.
    pub(in crate::sandbox::storefront) id: String,
    /// Whether the visitor has to be given the cookie.
    pub(in crate::sandbox::storefront) is_new: bool,
    /// What scripts get: `{id, custom, privacy, currency, basket, customer}`.
    pub(in crate::sandbox::storefront) document: Value,
}

impl Sessions {
    /// The session of a cookie; a new one if there is no such session.
    pub(in crate::sandbox::storefront) fn open(&self, cookie: Option<&str>) -> Session {
        let mut known = self.known.lock();
        let live = cookie.and_then(|id| Some((id, known.get_mut(id)?)));
        if let Some((id, session)) = live.filter(|(_, it)| it.used.elapsed() < IDLE) {
            session.used = Instant::now();
            return Session {
                id: id.to_owned(),
                is_new: false,
                document: session.document.clone(),
            };
        }
        drop(known);
        let id = Alphanumeric.sample_string(&mut rand::rng(), ID_LENGTH);
        let document =
            json!({ "id": id, "custom": {}, "privacy": {}, "basket": null, "customer": null });
        Session { id, is_new: true, document }
    }

    /// Keeps what a request made of the session it `found`, beside what others did meanwhile.
    pub(in crate::sandbox::storefront) fn keep(&self, found: &Session, after: Value) {
        let mut known = self.known.lock();
        let document = match known.get(&found.id) {
            Some(session) => merged(&found.document, after, &session.document),
            None => after,
        };
        known.insert(found.id.clone(), Known { document, used: Instant::now() });
        if known.len() > MOST {
            forget(&mut known);
        }
    }
}

fn forget(known: &mut HashMap<String, Known>) {
    known.retain(|_, session| session.used.elapsed() < IDLE);
    if known.len() > MOST
        && let Some(oldest) = known.iter().min_by_key(|(_, it)| it.used).map(|(id, _)| id.clone())
    {
        known.remove(&oldest);
    }
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sessions({})", self.known.lock().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_finds_its_session_again() {
        let sessions = Sessions::default();
        let first = sessions.open(None);
        assert!(first.is_new);
        sessions.keep(&first, json!({ "custom": { "seen": 1 } }));
        let second = sessions.open(Some(&first.id));
        assert!(!second.is_new);
        assert_eq!(second.document, json!({ "custom": { "seen": 1 } }));
    }

    #[test]
    fn an_unknown_cookie_never_becomes_a_session_id() {
        let opened = Sessions::default().open(Some("chosen-by-somebody-else"));
        assert!(opened.is_new);
        assert_ne!(opened.id, "chosen-by-somebody-else");
    }

    #[test]
    fn requests_at_the_same_time_keep_both_changes() {
        let sessions = Sessions::default();
        let start = sessions.open(None);
        sessions.keep(&start, json!({ "custom": {} }));
        let (left, right) = (sessions.open(Some(&start.id)), sessions.open(Some(&start.id)));
        sessions.keep(&left, json!({ "custom": { "left": 1 } }));
        sessions.keep(&right, json!({ "custom": { "right": 1 } }));
        let document = sessions.open(Some(&start.id)).document;
        assert_eq!(document, json!({ "custom": { "left": 1, "right": 1 } }));
    }
}
