//! Access tokens: JWTs signed with a key that nobody else has ("beyond the specification", 4).

use super::jwt::{self, Jwt};
use crate::sandbox::store::{Secret, Timestamp};
use aws_lc_rs::hmac;
use secrecy::SecretString;
use serde_json::{Value, json};

const ISSUER: &str = "haltscope-sandbox";
const AUDIENCE: &str = "data-api";
/// The scopes tell whose token it is: a user may be called like a client.
const OF_CLIENT: &str = "client";
const OF_USER: &str = "user";

/// Issues and reads access tokens.
pub struct Tokens(hmac::Key);

/// Whom a token speaks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The API client's ID.
    pub client: String,
    /// The login of the back-office user, if it is a user's.
    pub user: Option<String>,
}

impl Tokens {
    /// Tokens under a key.
    pub fn new(key: &Secret) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// A new token that lives for `lifetime` seconds.
    pub fn issue(&self, identity: &Identity, now: Timestamp, lifetime: i64) -> SecretString {
        let Identity { client, user } = identity;
        let now = now.seconds();
        let id: [u8; 16] = rand::random();
        let claims = json!({
            "iss": ISSUER,
            "sub": user.as_ref().unwrap_or(client),
            "client_id": client,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + lifetime,
            "jti": jwt::encode(&id),
            "scope": if user.is_some() { OF_USER } else { OF_CLIENT },
        });
        let unsigned = jwt::unsigned(&json!({"alg": "HS256", "typ": "JWT"}), &claims);
        let signature = hmac::sign(&self.0, unsigned.as_bytes());
        format!("{unsigned}.{}", jwt::encode(signature.as_ref())).into()
    }

    /// Whom a token speaks for; `None` when it isn't ours or has expired.
    pub fn identify(&self, token: &str, now: Timestamp) -> Option<Identity> {
        let jwt = Jwt::read(token)?;
        hmac::verify(&self.0, jwt.signed, &jwt.signature).ok()?;
        let is_ours = jwt.header.get("alg").and_then(Value::as_str) == Some("HS256")
            && jwt.text("iss") == Some(ISSUER)
            && jwt.text("aud") == Some(AUDIENCE);
        if !is_ours || jwt.date("exp")? <= now.seconds() {
            return None;
        }
        let subject = jwt.text("sub")?.to_owned();
        let user = (jwt.text("scope")? == OF_USER).then_some(subject);
        Some(Identity { client: jwt.text("client_id")?.to_owned(), user })
    }
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
            let token = tokens.issue(&identity, NOW, 900);
            let at = |ms| tokens.identify(token.expose_secret(), Timestamp(NOW.0 + ms));
            assert_eq!(at(0), Some(identity.clone()));
            assert_eq!(at(899_999), Some(identity));
            assert_eq!(at(900_000), None, "no leeway");
        }
    }

    #[test]
    fn anything_else_speaks_for_nobody() {
        let tokens = Tokens::new(&[1; 32]);
        let token = tokens.issue(&identity(None), NOW, 900).expose_secret().to_owned();
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
            Tokens::new(&[2; 32]).issue(&identity(None), NOW, 900).expose_secret().to_owned(),
        ] {
            assert_eq!(tokens.identify(&other, NOW), None, "{other}");
        }
        assert!(tokens.identify(&token, NOW).is_some());
    }
}
