//! By what a browser is known again: a token that only this storefront could have signed.

use crate::sandbox::{
    oauth::Signer,
    store::{Secret, Timestamp},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;

/// How long it is good, in seconds: 180 days.
pub(in crate::sandbox::storefront) const LASTING: i64 = 180 * 24 * 60 * 60;

/// Signs such tokens.
#[derive(Serialize, Deserialize)]
pub(super) struct Key(Secret);

/// Whose token it is.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Claims {
    pub(super) number: String,
    /// Tells the customer from another one with his number.
    pub(super) mark: String,
    pub(super) since: Timestamp,
}

impl Key {
    pub(super) fn sign(&self, number: &str, mark: &str, since: Timestamp) -> String {
        Signer::new(&self.0).sign(&json!({ "number": number, "mark": mark, "since": since }))
    }

    /// Nothing of a token that was signed elsewhere, or is no longer good.
    pub(super) fn read(&self, token: &str, now: Timestamp) -> Option<Claims> {
        let claims = Signer::new(&self.0).claims(token)?;
        let claims: Claims = serde_json::from_slice(&claims).ok()?;
        (now.0.saturating_sub(claims.since.0) < LASTING * 1_000).then_some(claims)
    }
}

impl Default for Key {
    fn default() -> Self {
        Self(rand::random())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    #[test]
    fn a_token_is_good_for_180_days_and_of_its_own_key() {
        let key = Key::default();
        let token = key.sign("00000001", "mark", NOW);
        let claims = Claims { number: "00000001".to_owned(), mark: "mark".to_owned(), since: NOW };
        let end = NOW.0 + LASTING * 1_000;
        assert_eq!(key.read(&token, Timestamp(end - 1)), Some(claims));
        assert_eq!(key.read(&token, Timestamp(end)), None);
        assert_eq!(Key::default().read(&token, NOW), None);
        for other in ["", ".", "a.b.c", &token[1..], &format!("{token}a")] {
            assert_eq!(key.read(other, NOW), None, "{other}");
        }
    }
}
