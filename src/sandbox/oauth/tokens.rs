//! Access tokens: JWTs signed with a key that nobody else has ("beyond the specification", 4).

use super::jwt;
use crate::sandbox::store::{Secret, Timestamp};
use aws_lc_rs::hmac;
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;

const ISSUER: &str = "haltscope-sandbox";
const AUDIENCE: &str = "data-api";
/// The grants tell whose token it is: a user may be called like a client.
const OF_CLIENT: &str = "client";
const OF_USER: &str = "user";

/// Issues and reads access tokens.
pub(crate) struct Tokens(hmac::Key);

/// Whom a token speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The API client's ID.
    pub client: String,
    /// The login of the back-office user, if it is a user's.
    pub user: Option<String>,
}

impl Tokens {
    /// Tokens under a key.
    pub(crate) fn new(key: &Secret) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
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
        let id: [u8; 16] = rand::random();
        let claims = json!({
            "iss": ISSUER,
            "sub": user.as_ref().unwrap_or(client),
            "client_id": client,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lifetime,
            "jti": jwt::encode(&id),
            "grant": grant,
            "scope": scope.unwrap_or(grant),
        });
        let unsigned = jwt::unsigned(&json!({"alg": "HS256", "typ": "JWT"}), &claims);
        let signature = hmac::sign(&self.0, unsigned.as_bytes());
        format!("{unsigned}.{}", jwt::encode(signature.as_ref())).into()
    }

    /// Whom a token speaks for; `None` when it isn't ours or has expired.
    pub(crate) fn identify(&self, token: &str, now: Timestamp) -> Option<Identity> {
        let (signed, signature) = token.rsplit_once('.')?;
        hmac::verify(&self.0, signed.as_bytes(), &jwt::decode(signature)?).ok()?;
        // Ours, header and all: nobody else could have signed it.
        let (_, claims) = signed.split_once('.')?;
        let claims = jwt::decode(claims)?;
        let claims: Claims = serde_json::from_slice(&claims).ok()?;
        let is_ours = claims.iss == ISSUER && claims.aud == AUDIENCE;
        if !is_ours || claims.exp <= now.seconds() {
            return None;
        }
        let user = (claims.grant == OF_USER).then_some(claims.sub);
        Some(Identity { client: claims.client_id, user })
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
    /// In seconds.
    exp: i64,
}

#[cfg(test)]
mod tests {
    use super::*;
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
