//! Faults that are asked for: routes that answer late, with a status, or not at all, so that a
//! client's bad days can be tried.

use crate::{
    api::wording::plain,
    sandbox::{refusal::Refusal, wildcard::matches},
};
use axum::http::StatusCode;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The longest delay, in milliseconds.
const LONGEST: u64 = 600_000;
/// What no rule applies to, or nobody could lift them.
pub(crate) const OWN: &str = "/-/sandbox/";
/// What the sandbox is asked by.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// So many rules at most.
const RULES: usize = 100;

/// `{"rules": […]}`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    rules: Vec<Rule>,
}

/// What is done to requests of a route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    /// `[METHOD ]PATH`; a `*` in the path stands for any text, `/` too.
    pub route: String,
    /// The answer has this status, and a fault document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The request waits so long before it is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// The connection ends without an answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drop: bool,
    /// So many requests, then no more; without it all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
}

/// What becomes of a request besides its delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is answered as always.
    Answered,
    /// It is answered with this status.
    Status(StatusCode),
    /// It isn't answered.
    Dropped,
}

/// What a rule does to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Injection {
    pub delay: Duration,
    pub fate: Fate,
    /// The rule's route, for the journal.
    pub route: String,
}

/// The rules in force; the first that fits decides.
#[derive(Debug, Default)]
pub(crate) struct Injected(Mutex<Vec<Rule>>);

impl Injected {
    /// Takes the rules of a document in place of those before, all or none of them.
    pub(crate) fn replace(&self, document: Value) -> Result<(), Refusal> {
        let invalid = |cause: String| {
            Refusal::bad_request("InvalidFaults", format!("The rules can't be read: {cause}."))
        };
        if !document.is_object() {
            return Err(invalid("they are an object such as {\"rules\": []}".to_owned()));
        }
        let Document { rules } =
            serde_json::from_value(document).map_err(|error| invalid(plain(&error.to_string())))?;
        if rules.len() > RULES {
            return Err(invalid(format!("there are at most {RULES}")));
        }
        for rule in &rules {
            rule.check().map_err(|cause| invalid(format!("{}: {cause}", rule.route)))?;
        }
        *self.0.lock() = rules;
        Ok(())
    }

    /// No rule is in force any more.
    pub(crate) fn clear(&self) {
        self.0.lock().clear();
    }

    /// How many rules are in force.
    pub(crate) fn count(&self) -> usize {
        self.0.lock().len()
    }

    /// The rules in force, with what is left of their times.
    pub(crate) fn document(&self) -> Value {
        serde_json::json!(Document { rules: self.0.lock().clone() })
    }

    /// What is to be done to a request; it counts.
    pub(crate) fn take(&self, method: &str, path: &str) -> Option<Injection> {
        let mut rules = self.0.lock();
        let at = rules.iter().position(|rule| rule.fits(method, path))?;
        let injection = rules[at].injection();
        if let Some(times) = &mut rules[at].times {
            *times -= 1;
            if *times == 0 {
                rules.remove(at);
            }
        }
        Some(injection)
    }
}

impl Rule {
    fn check(&self) -> Result<(), &'static str> {
        let (method, path) = self.parts();
        if !path.starts_with(['/', '*']) {
            return Err("a route is a path, with a method before it or none");
        }
        if method.is_some_and(|method| !METHODS.contains(&method)) {
            return Err(
                "a method is GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in capital letters",
            );
        }
        if path.contains(['?', '#']) {
            return Err("a route has no query: only the path is compared");
        }
        if path.starts_with(OWN) {
            return Err("the sandbox's own addresses are always answered");
        }
        let actions = [self.status.is_some(), self.delay_ms.is_some(), self.drop];
        if !actions.contains(&true) {
            return Err("it needs status, delay_ms or drop");
        }
        if self.status.is_some() && self.drop {
            return Err("what is dropped has no status");
        }
        if self.status.is_some_and(|status| !(400..600).contains(&status)) {
            return Err("status is from 400 to 599");
        }
        if self.delay_ms.is_some_and(|delay| delay > LONGEST) {
            return Err("delay_ms is at most 600000");
        }
        if self.times == Some(0) {
            return Err("times counts from 1");
        }
        Ok(())
    }

    fn parts(&self) -> (Option<&str>, &str) {
        match self.route.split_once(' ') {
            Some((method, path)) => (Some(method), path),
            None => (None, &self.route),
        }
    }

    fn fits(&self, method: &str, path: &str) -> bool {
        let (wanted, pattern) = self.parts();
        wanted.is_none_or(|wanted| wanted == method) && matches(pattern, path)
    }

    fn injection(&self) -> Injection {
        let status = self.status.and_then(|status| StatusCode::from_u16(status).ok());
        let fate = match status {
            _ if self.drop => Fate::Dropped,
            Some(status) => Fate::Status(status),
            None => Fate::Answered,
        };
        let delay = Duration::from_millis(self.delay_ms.unwrap_or(0));
        Injection { delay, fate, route: self.route.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_rule_that_fits_counts_its_times() {
        let injected = Injected::default();
        let rules = json!({"rules": [
            {"route": "GET /a", "status": 503, "delay_ms": 5, "times": 2},
            {"route": "/a", "drop": true},
        ]});
        injected.replace(rules).expect("fine");
        let fate = |method| injected.take(method, "/a").map(|injection| injection.fate);
        let unavailable = Some(Fate::Status(StatusCode::SERVICE_UNAVAILABLE));
        assert_eq!(fate("POST"), Some(Fate::Dropped));
        assert_eq!(
            (fate("GET"), fate("GET"), fate("GET")),
            (unavailable, unavailable, Some(Fate::Dropped))
        );
        assert_eq!(injected.document()["rules"], json!([{"route": "/a", "drop": true}]));
        injected.clear();
        assert_eq!((fate("GET"), injected.count()), (None, 0));
    }

    #[test]
    fn what_is_wrong_with_a_rule_is_said_and_the_old_ones_stay() {
        let injected = Injected::default();
        injected.replace(json!({"rules": [{"route": "/a", "drop": true}]})).expect("fine");
        for (rule, word) in [
            (json!({"route": "/a"}), "needs"),
            (json!({"route": "a", "drop": true}), "path"),
            (json!({"route": "get /a", "drop": true}), "in capital letters"),
            (json!({"route": "FOO */x", "drop": true}), "a method is GET"),
            (json!({"route": "/a", "status": 70_000}), "expected a whole number"),
            (json!({"route": "/a?b=1", "drop": true}), "query"),
            (json!({"route": "POST /-/sandbox/reset", "drop": true}), "always answered"),
            (json!({"route": "/a", "status": 200}), "400"),
            (json!({"route": "/a", "status": 500, "drop": true}), "dropped"),
            (json!({"route": "/a", "delay_ms": 600_001}), "600000"),
            (json!({"route": "/a", "drop": true, "times": 0}), "from 1"),
            (json!({"route": "/a", "delay": 1}), "unknown field"),
            (json!({"status": 500}), "route"),
        ] {
            let refused = injected.replace(json!({"rules": [rule]})).expect_err("wrong");
            assert!(refused.message().contains(word), "{}", refused.message());
        }
        let refused = injected.replace(json!([])).expect_err("no object");
        assert!(refused.message().contains("{\"rules\": []}"), "{}", refused.message());
        assert_eq!(injected.count(), 1);
    }
}
