//! Sessions of visitors.

use super::{
    merge::merged,
    size::{self, bytes_of},
};
use crate::sandbox::store::Timestamp;
use parking_lot::{Mutex, MutexGuard};
use rand::distr::{Alphanumeric, SampleString};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::{collections::HashMap, fmt};

/// How long a session lasts without a request, in milliseconds.
const IDLE: i64 = 30 * 60 * 1_000;

/// So many sessions are kept; beyond, the one that was idle longest is forgotten.
const MOST: usize = 10_000;

const ID_LENGTH: usize = 40;

/// All sessions of a storefront.
#[derive(Default)]
pub(in crate::sandbox::storefront) struct Sessions {
    known: Mutex<ById>,
}

/// Sessions by their IDs.
#[derive(Debug, Default)]
pub(super) struct ById {
    all: HashMap<String, Known>,
    /// Of all documents, as JSON.
    bytes: usize,
}

/// A session that is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Known {
    document: Value,
    used: Timestamp,
    /// What its document took when it was put there, as JSON.
    #[serde(skip)]
    bytes: usize,
}

impl Known {
    fn new(document: Value, used: Timestamp) -> Self {
        let bytes = bytes_of(&document);
        Self { document, used, bytes }
    }

    fn is_live(&self, now: Timestamp) -> bool {
        now.0.saturating_sub(self.used.0) < IDLE
    }
}

/// A session as one request found it.
pub(in crate::sandbox::storefront) struct Session {
    /// The value of its cookie.
    pub(in crate::sandbox::storefront) id: String,
    /// Whether the visitor has to be given the cookie.
    pub(in crate::sandbox::storefront) is_new: bool,
    /// What scripts get: `{id, guard, custom, privacy, currency, basket, customer}`.
    pub(in crate::sandbox::storefront) document: Value,
}

impl Session {
    fn new(id: String) -> Self {
        // Known before the first request, so that requests at the same time don't each think of one.
        let guard = Alphanumeric.sample_string(&mut rand::rng(), ID_LENGTH);
        let document = json!({
            "id": id, "guard": guard, "custom": {}, "privacy": {}, "basket": null, "customer": null,
        });
        Self { id, is_new: true, document }
    }
}

impl Sessions {
    /// The session of a cookie; a new one if there is no such session.
    pub(in crate::sandbox::storefront) fn open(
        &self,
        cookie: Option<&str>,
        now: Timestamp,
    ) -> Session {
        let mut known = self.known.lock();
        let live = cookie.and_then(|id| Some((id, known.all.get_mut(id)?)));
        if let Some((id, session)) = live.filter(|(_, it)| it.is_live(now)) {
            session.used = now;
            return Session {
                id: id.to_owned(),
                is_new: false,
                document: session.document.clone(),
            };
        }
        drop(known);
        Session::new(Alphanumeric.sample_string(&mut rand::rng(), ID_LENGTH))
    }

    /// The session of an ID that the sandbox itself made of a token; it begins with its first request.
    pub(in crate::sandbox::storefront) fn of_token(&self, id: &str, now: Timestamp) -> Session {
        let found = self.open(Some(id), now);
        if found.is_new { Session::new(id.to_owned()) } else { found }
    }

    /// Keeps what a request made of the session it `found`, beside what others did meanwhile; says whether that changed
    /// anything. Under another ID the session goes on with what this request alone left in it, and nobody finds it under
    /// the ID of before: what requests leave that began with that one is gone.
    pub(in crate::sandbox::storefront) fn keep(
        &self,
        found: &Session,
        after: Value,
        now: Timestamp,
    ) -> bool {
        let mut known = self.known.lock();
        if let Some(id) = renewed(found, &after) {
            known.remove(&found.id);
            known.put(&id, Known::new(after, now));
            return true;
        }
        let document = match known.all.get(&found.id) {
            Some(session) => merged(&found.document, after, &session.document),
            None if found.is_new => after,
            None => return false,
        };
        let is_changed =
            known.all.get(&found.id).is_none_or(|session| session.document != document);
        known.put(&found.id, Known::new(document, now));
        is_changed
    }

    /// The customers and baskets of sessions that are over, the one that was used last at last; each is told once.
    pub(in crate::sandbox::storefront) fn left_behind(
        &self,
        now: Timestamp,
    ) -> Vec<(String, Value)> {
        let mut known = self.known.lock();
        let mut over: Vec<_> = known
            .all
            .values_mut()
            .filter(|session| !session.is_live(now) && session.document["basket"].is_object())
            .filter_map(|session| {
                let number = session.document["customer"].as_str()?.to_owned();
                Some((session.used, number, session.document["basket"].take()))
            })
            .collect();
        over.sort_by_key(|(used, ..)| *used);
        over.into_iter().map(|(_, number, basket)| (number, basket)).collect()
    }

    /// All of them, held.
    pub(super) fn lock(&self) -> MutexGuard<'_, ById> {
        self.known.lock()
    }
}

/// The ID that a request gave its session instead of the one with which it was found.
pub(in crate::sandbox::storefront) fn renewed(found: &Session, after: &Value) -> Option<String> {
    after["id"].as_str().filter(|id| *id != found.id).map(str::to_owned)
}

impl ById {
    /// Puts a session, in the place of the one that has the ID; of the others those go for which there is no room.
    fn put(&mut self, id: &str, session: Known) {
        let now = session.used;
        self.remove(id);
        self.bytes += session.bytes;
        self.all.insert(id.to_owned(), session);
        if self.is_full() {
            self.make_room(id, now);
        }
    }

    fn remove(&mut self, id: &str) {
        if let Some(Known { bytes, .. }) = self.all.remove(id) {
            self.bytes -= bytes;
        }
    }

    fn is_full(&self) -> bool {
        self.all.len() > MOST || self.bytes > size::MOST
    }

    /// Forgets sessions that are over, and if need be others, those that were idle longest first.
    fn make_room(&mut self, but: &str, now: Timestamp) {
        let mut others: Vec<_> = self.all.iter().filter(|(id, _)| *id != but).collect();
        others.sort_by_key(|(_, it)| (it.is_live(now), it.used));
        let others = others.into_iter().map(|(id, it)| (id.clone(), it.is_live(now)));
        let mut forgotten = 0_usize;
        for (id, is_live) in others.collect::<Vec<_>>() {
            if is_live && !self.is_full() {
                break;
            }
            forgotten += usize::from(is_live);
            self.remove(&id);
        }
        if forgotten > 0 {
            let (bytes, count) = (size::TooMuch(size::MOST), self.all.len());
            tracing::warn!(
                "{forgotten} sessions are forgotten, {count} are left: {bytes}, or more than {MOST}"
            );
        }
    }
}

impl From<HashMap<String, Known>> for ById {
    fn from(all: HashMap<String, Known>) -> Self {
        let measured = |(id, it): (String, Known)| (id, Known::new(it.document, it.used));
        let all: HashMap<_, _> = all.into_iter().map(measured).collect();
        let bytes = all.values().map(|session| session.bytes).sum();
        Self { all, bytes }
    }
}

impl Serialize for ById {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ById {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        HashMap::deserialize(deserializer).map(Self::from)
    }
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sessions({})", self.known.lock().all.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    #[test]
    fn a_session_lasts_half_an_hour_by_the_clock() {
        let sessions = Sessions::default();
        let first = sessions.open(None, NOW);
        sessions.keep(&first, json!({}), NOW);
        let is_new = |at: i64| sessions.open(Some(&first.id), Timestamp(at)).is_new;
        assert!(!is_new(NOW.0 + IDLE - 1) && !is_new(NOW.0 + 2 * IDLE - 2));
        assert!(!is_new(0), "a clock may be turned back");
        assert!(is_new(IDLE));
    }

    #[test]
    fn a_cookie_finds_its_session_again() {
        let sessions = Sessions::default();
        let first = sessions.open(None, NOW);
        assert!(first.is_new);
        let keep = || sessions.keep(&first, json!({ "custom": { "seen": 1 } }), NOW);
        assert!(keep(), "it is new");
        assert!(!keep(), "it was kept before");
        let second = sessions.open(Some(&first.id), NOW);
        assert!(!second.is_new);
        assert_eq!(second.document, json!({ "custom": { "seen": 1 } }));
    }

    #[test]
    fn what_a_customer_leaves_behind_is_told_once() {
        let sessions = Sessions::default();
        for (at, customer, basket) in [
            (5, json!("7"), json!({ "uuid": "late" })),
            (0, json!("7"), json!({ "uuid": "early" })),
            (0, json!(null), json!({ "uuid": "a guest's" })),
            (0, json!("8"), json!(null)),
        ] {
            let at = Timestamp(NOW.0 + at);
            let session = sessions.open(None, at);
            sessions.keep(&session, json!({ "customer": customer, "basket": basket }), at);
        }
        assert_eq!(sessions.left_behind(Timestamp(NOW.0 + IDLE - 1)), []);
        let left = |uuid: &str| ("7".to_owned(), json!({ "uuid": uuid }));
        let over = Timestamp(NOW.0 + IDLE + 5);
        assert_eq!(sessions.left_behind(over), [left("early"), left("late")]);
        assert_eq!(sessions.left_behind(over), []);
    }

    #[test]
    fn an_unknown_cookie_never_becomes_a_session_id() {
        let opened = Sessions::default().open(Some("chosen-by-somebody-else"), NOW);
        assert!(opened.is_new);
        assert_ne!(opened.id, "chosen-by-somebody-else");
    }

    #[test]
    fn a_token_has_its_own_session() {
        let sessions = Sessions::default();
        let first = sessions.of_token("made-of-a-token", NOW);
        assert!(first.is_new && first.id == "made-of-a-token");
        sessions.keep(&first, json!({ "custom": { "seen": 1 } }), NOW);
        assert!(!sessions.of_token("made-of-a-token", NOW).is_new);
        assert!(sessions.of_token("another", NOW).is_new);
    }

    #[test]
    fn a_session_goes_on_under_another_id_alone() {
        let sessions = Sessions::default();
        let first = sessions.open(None, NOW);
        sessions.keep(&first, json!({ "id": first.id, "custom": {} }), NOW);
        let open = |id: &str| sessions.open(Some(id), NOW);
        let (leaving, slow) = (open(&first.id), open(&first.id));
        assert!(sessions.keep(&leaving, json!({ "id": "another", "custom": {} }), NOW));
        let late = json!({ "id": first.id, "custom": { "secret": 1 } });
        assert!(!sessions.keep(&slow, late, NOW), "it began before");
        assert!(open(&first.id).is_new);
        assert_eq!(open("another").document, json!({ "id": "another", "custom": {} }));
    }

    #[test]
    fn of_more_than_there_is_room_for_the_sessions_that_were_idle_longest_go() {
        let sessions = Sessions::default();
        let text = "x".repeat(size::MOST / 4);
        let keep = |at: i64| {
            let session = sessions.open(None, Timestamp(NOW.0 + at));
            sessions.keep(&session, json!({ "custom": { "text": text } }), Timestamp(NOW.0 + at));
            session.id
        };
        let all: Vec<_> = [5, 3, 4, 6, 7].into_iter().map(keep).collect();
        let is_there = |id: &String| sessions.known.lock().all.contains_key(id);
        assert_eq!(all.iter().map(is_there).collect::<Vec<_>>(), [true, false, false, true, true]);
        let known = sessions.known.lock();
        let written = serde_json::to_string(&*known).expect("written");
        let read: ById = serde_json::from_str(&written).expect("read");
        assert_eq!((read.all.len(), read.bytes), (3, known.bytes));
    }

    #[test]
    fn so_many_sessions_are_kept() {
        let sessions = Sessions::default();
        for at in 0..=MOST {
            let now = Timestamp(NOW.0 + i64::try_from(at).expect("a number"));
            sessions.keep(&sessions.of_token(&at.to_string(), now), json!({}), now);
        }
        let known = sessions.known.lock();
        assert!(known.all.len() == MOST && !known.all.contains_key("0"), "{}", known.all.len());
    }

    #[test]
    fn requests_at_the_same_time_keep_both_changes() {
        let sessions = Sessions::default();
        let start = sessions.open(None, NOW);
        sessions.keep(&start, json!({ "custom": {} }), NOW);
        let open = || sessions.open(Some(&start.id), NOW);
        let (left, right) = (open(), open());
        sessions.keep(&left, json!({ "custom": { "left": 1 } }), NOW);
        sessions.keep(&right, json!({ "custom": { "right": 1 } }), NOW);
        let document = open().document;
        assert_eq!(document, json!({ "custom": { "left": 1, "right": 1 } }));
    }
}
