//! Access tokens: JWTs signed with a key that nobody else has ("beyond the specification", 4).

use super::signed::{Signer, unique};
use crate::sandbox::store::{Secret, Timestamp};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;

const ISSUER: &str = "haltscope-sandbox";
const AUDIENCE: &str = "data-api";
/// The grants tell whose token it is: a user may be called like a client.
const OF_CLIENT: &str = "client";
const OF_USER: &str = "user";

/// Issues and reads access tokens.
pub(crate) struct Tokens(Signer);

/// Whom a token speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The API client's ID.
    pub client: String,
    /// The login of the back-office user, if it is a user's.
    pub user: Option<String>,
}

/// What a token grants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Granted {
    /// To whom.
    pub identity: Identity,
    /// The scopes that were asked for, between blanks; nothing if none were.
    pub scope: Option<String>,
}

impl Tokens {
    /// Tokens under a key.
    pub(crate) fn new(key: &Secret) -> Self {
        Self(Signer::new(key))
    }

    /// A new token that lives for `lifetime` seconds and repeats the scopes that were asked for.
    pub(crate) fn issue(
        &self,
        identity: &Identity,
        scope: Option<&str>,
        now: Timestamp,
        lifetime: i64,
    ) -> SecretString {
        let Identity { client, user } = identity;
        let now = now.seconds();
        let grant = if user.is_some() { OF_USER } else { OF_CLIENT };
        let claims = json!({
            "iss": ISSUER,
            "sub": user.as_ref().unwrap_or(client),
            "client_id": client,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lifetime,
            "jti": unique(),
            "grant": grant,
            "scope": scope.unwrap_or(grant),
            "asked": scope.is_some(),
        });
        self.0.sign(&claims).into()
    }

    /// Whom a token speaks for; `None` when it isn't ours or has expired.
    pub(crate) fn identify(&self, token: &str, now: Timestamp) -> Option<Identity> {
        self.granted(token, now).map(|granted| granted.identity)
    }

    /// What a token grants; `None` when it isn't ours or has expired.
    pub(crate) fn granted(&self, token: &str, now: Timestamp) -> Option<Granted> {
        let claims = self.0.claims(token)?;
        let claims: Claims = serde_json::from_slice(&claims).ok()?;
        let is_ours = claims.iss == ISSUER && claims.aud == AUDIENCE;
        if !is_ours || claims.exp <= now.seconds() {
            return None;
        }
        let user = (claims.grant == OF_USER).then_some(claims.sub);
        let identity = Identity { client: claims.client_id, user };
        Some(Granted { identity, scope: claims.asked.then_some(claims.scope) })
    }
}

/// What is read of a token of ours.
#[derive(Deserialize)]
struct Claims<'a> {
    iss: &'a str,
    aud: &'a str,
    grant: &'a str,
    sub: String,
    client_id: String,
    scope: String,
    /// Whether the scopes were asked for; tokens of before don't say.
    #[serde(default)]
    asked: bool,
    /// In seconds.
    exp: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::oauth::jwt;
    use secrecy::ExposeSecret;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn identity(user: Option<&str>) -> Identity {
        Identity { client: "c".into(), user: user.map(str::to_owned) }
    }

    #[test]
    fn a_token_speaks_for_whom_it_was_issued_until_it_expires() {
        let tokens = Tokens::new(&[1; 32]);
        for identity in [identity(None), identity(Some("editor")), identity(Some("c"))] {
            // Whatever scope was asked for says nothing of who asked.
            let token = tokens.issue(&identity, Some(OF_USER), NOW, 900);
            let at = |ms| tokens.identify(token.expose_secret(), Timestamp(NOW.0 + ms));
            assert_eq!(at(0), Some(identity.clone()));
            assert_eq!(at(899_999), Some(identity));
            assert_eq!(at(900_000), None, "no leeway");
        }
    }

    #[test]
    fn a_token_grants_the_scopes_that_were_asked_for() {
        let tokens = Tokens::new(&[1; 32]);
        for scope in [None, Some("client"), Some("a b")] {
            let token = tokens.issue(&identity(None), scope, NOW, 900);
            let granted = tokens.granted(token.expose_secret(), NOW).expect("it is ours");
            assert_eq!(granted.scope.as_deref(), scope);
        }
    }

    #[test]
    fn anything_else_speaks_for_nobody() {
        let tokens = Tokens::new(&[1; 32]);
        let token = tokens.issue(&identity(None), None, NOW, 900).expose_secret().to_owned();
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let (_, claims) = signed.split_once('.').expect("two parts");
        let none = jwt::encode(br#"{"alg":"none"}"#);
        for other in [
            String::new(),
            "a.b.c".into(),
            signed.into(),
            format!("{signed}."),
            format!("{none}.{claims}."),
            format!("{none}.{claims}.{signature}"),
            format!("{token}x"),
            format!("{token}="),
            Tokens::new(&[2; 32]).issue(&identity(None), None, NOW, 900).expose_secret().to_owned(),
        ] {
            assert_eq!(tokens.identify(&other, NOW), None, "{other}");
        }
        assert!(tokens.identify(&token, NOW).is_some());
    }
}
